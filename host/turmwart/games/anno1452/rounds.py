"""Action Rounds: turn order, numbers of actions, and whether another round follows."""

from __future__ import annotations

from turmwart.games.anno1452 import event_round, marriages
from turmwart.games.anno1452.area import Area, Values
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import Asked, StepBegan, StepEnded
from turmwart.games.anno1452.events_cards import AlliancesEnded
from turmwart.games.anno1452.events_rounds import (
    ContinuationRolled,
    RoundBegan,
    RoundEnded,
    TurnBegan,
    TurnEnded,
    TurnMoved,
)
from turmwart.games.anno1452.reigns import dethrone
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import Continuation, Dice
from turmwart.games.anno1452.waiting import rolled

ROUNDS = 3
ENDING_FACE = 6


def actions_of(state: State, seat: str) -> int:
    """Actions of a player in an Action Round.

    Rule: A-AR-12, A-CARD-INST-STURM-ER.
    """
    base = 2 if state.in_force.storm_actions else 1
    return base + marriages.bonus_actions(state, seat)


def continuation(state: State, before: int) -> tuple[str, int, str]:
    """What decides whether another Action Round is played.

    Args:
        state: the game.
        before: the round that would follow, 2 or 3; 4: all are played.

    Returns:
        Verdict (``roll``, ``go``, ``stop``), number of dice (0: none), reason (``dice``,
        ``confusion``, ``storm``, ``three_rounds``).

    Rule: A-AR-3 to A-AR-10, A-VAR-G1-1, A-VAR-G1-3, A-VAR-G2-1, A-VAR-G2-2.
    """
    force, settings = state.in_force, state.settings
    if before > ROUNDS:
        return "stop", 0, "three_rounds"
    if force.confusion:
        return "stop", 0, "confusion"
    if force.storm_rounds:
        return "go", 0, "storm"
    if settings.plays("G1"):
        return "go", 0, "three_rounds"
    dice = before - 1 if settings.plays("G2") else before
    more = force.intrigues if settings.intrigues_stack else min(1, force.intrigues)
    return "roll", dice + more, "dice"


def goes_on(values: tuple[int, ...]) -> bool:
    """Whether rolled dice let the Epoch go on.

    Rule: A-AR-5.
    """
    return ENDING_FACE not in values


def round_phase(state: State) -> tuple[Event, ...]:
    """The turns of an Action Round, one after the other.

    Rule: A-AR-1, A-AR-2, A-AR-11 to A-AR-13, A-AR-16.
    """
    turn = state.acting
    if turn is not None:
        return (TurnEnded(turn.seat, state.turn + 1),) if turn.left < 1 else ()
    players = len(state.round_order)
    if state.turn < players:
        seat = state.round_order[state.turn]
        second = state.settings.extra_actions == "second_pass"
        return (
            *_shield_ends(state, seat),
            TurnBegan(seat, 1 if second else actions_of(state, seat)),
        )
    if state.settings.extra_actions == "second_pass" and state.turn < 2 * players:
        seat = state.round_order[state.turn - players]
        more = actions_of(state, seat) - 1
        return (TurnBegan(seat, more),) if more else (TurnMoved(state.turn + 1),)
    # The marker is moved once Continuation says so (A-AR-1).
    ended = (RoundEnded(state.round), *dethrone(state, "anti_king", "round"))
    return (*ended, StepBegan(Continuation(state.round + 1)))


def _shield_ends(state: State, seat: str) -> tuple[Event, ...]:
    """Rule: A-CARD-SPEC-BUENDNISSE-AR."""
    card = state.player(seat).alliances
    return (AlliancesEnded(seat, card),) if card else ()


def advance(state: State, step: Continuation) -> tuple[Event, ...]:
    """Roll, go on, or begin the Event Round.

    Rule: A-AR-4 to A-AR-10, A-ER-1, ``marriage_end``.
    """
    verdict, count, reason = continuation(state, step.before)
    values: tuple[int, ...] = ()
    if verdict == "roll":
        dice = Dice("continuation", "continuation", count)
        shown = rolled(step.thrown, dice)
        if shown is None:
            return (Asked((dice,)),)
        values = shown
        verdict = "go" if goes_on(values) else "stop"
    decided = (ContinuationRolled(step.before, values, verdict, reason), StepEnded("Continuation"))
    if verdict == "go":
        return (*decided, RoundBegan(step.before))
    ending = event_round.marriages_before(state)
    return ending or (*decided, *event_round.begin(state))


def _continuation(event: ContinuationRolled, state: State) -> Values:
    del state
    variant = event.reason if event.reason != "dice" else event.verdict
    if event.reason == "three_rounds":
        variant = "all_played" if event.verdict == "stop" else "no_dice"
    return {"variant": "".join(part.title() for part in variant.split("_"))}


AREA = Area(
    tasks={Continuation: advance},
    phases={"round": round_phase},
    describe={ContinuationRolled: _continuation},
)
