"""Instants are resolved when drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from turmwart.games.anno1452 import reigns
from turmwart.games.anno1452.area import Area
from turmwart.games.anno1452.cardtable import Mode, Term
from turmwart.games.anno1452.conditions import fulfilled
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import StepBegan, StepChanged
from turmwart.games.anno1452.events_cards import CardLaid, EffectInForce, EffectSkipped
from turmwart.games.anno1452.plague import advance as advance_plague
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import Election, Instant, Plague

Effect = Callable[[State, Instant, Term], tuple[Event, ...]]

TRADE_STILL_COMES = ("cards", "income", "trade")
"""Phases in which the trade phase can still be cancelled (A-CARD-INST-WIRREN-ER)."""


def advance(state: State, step: Instant) -> tuple[Event, ...]:
    """Carry out the next result of an instant; then it is discarded.

    Rule: A-INSTANT-1, A-INSTANT-4, A-ANTI-1, and the rules of the instants.
    """
    mode = mode_now(state, step)
    results = () if mode is None else mode.result
    if step.done >= len(results):
        return (CardLaid(step.seat, step.card, "discard"),)
    term = results[step.done]
    if step.done == 0 and mode is not None and not _holds(state, step, mode):
        return _done(step, len(results), EffectSkipped(step.seat, step.card, term.name))
    return INSTANTS[term.name](state, step, term)


def mode_now(state: State, step: Instant) -> Mode | None:
    """How an instant is resolved as the game stands.

    Rule: A-CARD-INST-INTERREGNUM-DEATH, A-CARD-INST-INTERREGNUM-SKIP.
    """
    card = state.board.card(step.card)
    if state.phase == "round":
        return card.mode("AR")
    when = "ER_after_coronation" if step.late else "ER_before_coronation"
    return card.mode(when) or card.mode("ER")


def _holds(state: State, step: Instant, mode: Mode) -> bool:
    """Before the Coronation is over, nobody knows whether there will be a King (A-ANTI-7)."""
    if mode.rule == "A-CARD-INST-GEGENKOENIG-ER" and not _reigns_now(state):
        return True
    return fulfilled(state, step.seat, mode.condition, step.card)


def _reigns_now(state: State) -> bool:
    return state.phase == "new_order"


def _done(step: Instant, count: int, *events: Event) -> tuple[Event, ...]:
    following = replace(step, thrown=(), picked=(), done=step.done + count)
    return (StepChanged(following), *events)


def _anti_king(state: State, step: Instant, term: Term) -> tuple[Event, ...]:
    """Rule: A-ANTI-5 to A-ANTI-7."""
    if not term.has("when"):
        return _done(step, 1, StepBegan(Election("anti_king", soldiers="half")))
    if _reigns_now(state):
        return _done(step, 1, StepBegan(Election("anti_king", soldiers="equal")))
    return _done(step, 1, EffectInForce("anti_king_waits", "", step.card))


def _dies(office: str) -> Effect:
    """Rule: A-KING-5, A-KING-6."""

    def carry_out(state: State, step: Instant, term: Term) -> tuple[Event, ...]:
        ended = reigns.dethrone(state, office, "death")
        # A King's death takes the Anti-King with him, so there may be nobody left.
        without = not ended and office == "king"
        skipped = (EffectSkipped(step.seat, step.card, term.name),) if without else ()
        return _done(step, 1, *ended, *skipped)

    return carry_out


def _in_force(effect: str) -> Effect:
    def carry_out(state: State, step: Instant, term: Term) -> tuple[Event, ...]:
        del state, term
        return _done(step, 1, EffectInForce(effect, "", step.card))

    return carry_out


def _skip_trade(state: State, step: Instant, term: Term) -> tuple[Event, ...]:
    """Rule: A-CARD-INST-WIRREN-ER, A-ER-TRADE-6."""
    if state.phase not in TRADE_STILL_COMES:
        return _done(step, 1, EffectSkipped(step.seat, step.card, term.name))
    return _done(step, 1, EffectInForce("trade_cancelled", "", step.card))


def _plague(state: State, step: Instant, term: Term) -> tuple[Event, ...]:
    """A die is asked where it can matter: for regions with Estates (A-CARD-INST-PEST)."""
    del term
    regions = tuple(one for one in state.board.region_ids if state.within(one))
    return _done(step, 1, StepBegan(Plague(regions)))


INSTANTS: dict[str, Effect] = {
    "crown_anti_king": _anti_king,
    "continuation_dice": _in_force("intrigues"),
    "king_dies": _dies("king"),
    "anti_king_dies": _dies("anti_king"),
    "skip_coronation": _in_force("no_coronation"),
    "last_ar_of_epoch": _in_force("confusion"),
    "skip_trade_phase": _skip_trade,
    "plague": _plague,
    "all_three_ars": _in_force("storm_rounds"),
    "actions_per_turn": _in_force("storm_actions"),
}
"""By name of the result; all of them are used by an instant (a test)."""

AREA = Area(tasks={Instant: advance, Plague: advance_plague})
