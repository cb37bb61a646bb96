"""Marriages: their bonus, their end, and Childbed."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452.area import Area, Handled, Values
from turmwart.games.anno1452.checks import (
    card_name,
    doubtful,
    not_now,
    owner_name,
    refused,
)
from turmwart.games.anno1452.commands import Command, PlayChildbed
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_cards import (
    CardLaid,
    CardPlayed,
    ChildbedPlayed,
    MarriageEnded,
)
from turmwart.games.anno1452.holding import holdable, offered, unheld
from turmwart.games.anno1452.options import ID
from turmwart.games.anno1452.state import EVENT_PHASES, State
from turmwart.games.anno1452.steps import Continuation, Dice, Fight
from turmwart.kernel.chance import Roll
from turmwart.kernel.prompt import Choice, Option, Prompt

CHILDBED = "reaction-kindbett"
BONUS = "extra_action_each_ar"


def end(state: State, seat: str, cause: str) -> tuple[Event, ...]:
    """A marriage ends; the chain gives back what was held by it alone.

    Args:
        state: the game.
        seat: whose marriage; nothing happens where he has none.
        cause: ``epoch`` or ``childbed``.

    Rule: A-CARD-MARR-5, A-CARD-MARR-8, A-CARD-MARR-9, A-CARD-MARR-15, A-ER-PRES-8.
    """
    card = state.player(seat).marriage
    if not card:
        return ()
    # In an Event Round the Epoch of the marriage is over, and its bonus with it.
    bonus = _bonus(state, card) if cause == "childbed" and state.phase == "round" else 0
    if not state.settings.marriage_death_ends_bonus:
        return (MarriageEnded(seat, card, cause, 0, bonus),)
    turn = state.acting if not state.extra_actions_later else None
    lost = min(bonus, turn.left) if turn is not None and turn.seat == seat else 0
    return (MarriageEnded(seat, card, cause, lost),)


def bonus_actions(state: State, seat: str) -> int:
    """Actions that a marriage adds to each Action Round of the Epoch.

    Rule: A-AR-12, A-CARD-MARR-14, A-CARD-MARR-15.
    """
    player = state.player(seat)
    standing = _bonus(state, player.marriage) if player.marriage else 0
    return standing + player.kept_actions


def play_childbed(state: State, command: PlayChildbed, roll: Roll) -> Handled:
    """Childbed ends one marriage of any player, in answer to an action or beside an own one.

    Rule: A-CARD-REACT-KINDBETT, A-ACT-CARD-5, A-ACT-CARD-6, A-VAR-E-1, A-ER-7.
    """
    del roll
    seat, husband = command.seat, command.husband
    rule = "A-CARD-REACT-KINDBETT"
    if not _may_answer(state):
        yield not_now(state, rule)
    player = state.player(seat)
    if not player.hand:
        yield refused("A-ACT-CARD-1", "empty_hand", player=player.name)
    yield from unheld(state, (CHILDBED,), rule)
    if seat in state.reacted:
        yield doubtful("A-ACT-CARD-6", "reacted_already", player=player.name)
    if husband not in state.seats or not state.player(husband).marriage:
        yield refused(rule, "no_marriage", player=husband)
        return
    lady = state.player(husband).marriage
    yield CardPlayed(seat, CHILDBED, "reaction")
    yield ChildbedPlayed(seat, husband, lady)
    yield from end(state, husband, "childbed")
    yield CardLaid(seat, CHILDBED, "discard")


def _bonus(state: State, card: str) -> int:
    results = state.board.card(card).modes[0].result
    return sum(term.number("n") for term in results if term.name == BONUS)


def _may_answer(state: State) -> bool:
    """Between two actions, before the first throw of a battle, and between two rounds.

    Rule: A-CARD-REACT-KINDBETT, A-ER-7 (``reactions_in_er``), A-BATTLE-17.
    """
    if state.phase in EVENT_PHASES:
        return state.settings.reactions_in_er == "kindbett" and not state.stack
    if state.phase != "round":
        return False
    if not state.stack or isinstance(state.top, Fight):
        return True
    below = state.stack[-2] if len(state.stack) > 1 else None
    return isinstance(state.top, Dice) and isinstance(below, Continuation)


def _husbands(state: State) -> tuple[str, ...]:
    return tuple(one.seat for one in state.players if one.marriage)


def _players_who_may(state: State, viewer: str | None) -> tuple[str, ...]:
    if not _husbands(state) or not _may_answer(state) or CHILDBED not in holdable(state):
        return ()
    return tuple(
        seat
        for seat in state.seats
        if seat not in state.reacted and CHILDBED in offered(state, seat, viewer)
    )


def _prompts(state: State, viewer: str | None) -> Iterator[Prompt]:
    options = tuple(
        Option(
            seat,
            label=f"{state.player(seat).name}: {card_name(state, state.player(seat).marriage)}",
        )
        for seat in _husbands(state)
    )
    for seat in _players_who_may(state, viewer):
        yield Prompt(
            f"{ID}childbed",
            "PlayChildbed",
            seat,
            False,
            (Choice("husband", options),),
            (("seat", seat),),
            "A-CARD-REACT-KINDBETT",
            (("player", state.player(seat).name),),
        )


def _legal(state: State, viewer: str | None) -> Iterator[Command]:
    for seat in _players_who_may(state, viewer):
        if viewer in (None, seat):
            for husband in _husbands(state):
                yield PlayChildbed(seat, husband)


def _childbed_values(event: ChildbedPlayed, state: State) -> Values:
    return {
        "husband": owner_name(state, event.husband),
        "lady": card_name(state, event.lady),
    }


def _ended_values(event: MarriageEnded, state: State) -> Values:
    del state
    return {"variant": event.cause.capitalize()}


_TIMES: tuple[type | str, ...] = ("round", Fight, Dice, *EVENT_PHASES)

AREA = Area(
    handlers={PlayChildbed: play_childbed},
    prompts=dict.fromkeys(_TIMES, _prompts),
    legal=dict.fromkeys(_TIMES, _legal),
    describe={ChildbedPlayed: _childbed_values, MarriageEnded: _ended_values},
)
