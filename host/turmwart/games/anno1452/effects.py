"""The interpreter of the cards' results: one function for each kind of result.

A function gets the state, the card that is carried out and the result's term. It returns events:
either a question to the table, or what the result does, begun by ``asking.done``, which moves the
card on to its next result.
"""

from __future__ import annotations

from collections.abc import Callable

from turmwart.games.anno1452 import effects_board as board
from turmwart.games.anno1452 import prestige
from turmwart.games.anno1452.asking import ask, done, one_of, target_of
from turmwart.games.anno1452.cardtable import Term
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import ActionsGained, Asked, GoldChanged
from turmwart.games.anno1452.events_cards import EffectInForce
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import CardPlay, Choice, Dice, Discard, Draw
from turmwart.games.anno1452.waiting import rolled

Effect = Callable[[State, CardPlay, Term], tuple[Event, ...]]


def _gold(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Rule: A-VAR-H-5."""
    count = term.number("n")
    if state.settings.plays("H"):
        count = term.number("variant_h", count)
    return done(step, GoldChanged(step.seat, count, "card", step.card))


def _prestige(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    title = state.board.card(step.card).kind == "title"
    cause = "title" if title else "card"
    return done(step, *prestige.change(state, step.seat, term.number("n"), cause, step.card))


def _draw(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    del state
    return done(step, Asked((Draw(step.seat, term.number("n"), "card"),)))


def _actions_now(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Rule: A-AR-14."""
    del state
    return done(step, ActionsGained(step.seat, term.number("n")))


def _actions_each_round(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Rule: A-CARD-MARR-14."""
    return done(step) if state.extra_actions_later else _actions_now(state, step, term)


def _gold_dice(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Rule: A-CARD-SPEC-GUTEERNTE-AR."""
    del state
    dice = Dice("crop", "crop", term.number("dice"), step.seat)
    values = rolled(step.thrown, dice)
    if values is None:
        return (Asked((dice,)),)
    gold = term.number("plus") + sum(values)
    return done(step, GoldChanged(step.seat, gold, "card", step.card))


def _others_discard(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Rule: A-CARD-SPEC-DIPLOMATIE-ER."""
    count = term.number("n")
    asked = tuple(
        Discard(seat, least, least, "diplomacy")
        for seat in state.order
        if seat != step.seat and (least := min(count, state.player(seat).hand))
    )
    return done(step, *((Asked(asked),) if asked else ()))


def _force_discard(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Rule: A-CARD-SPEC-KIRCHENBANN-AR."""
    seat = target_of(state, step, term)
    if isinstance(seat, Choice):
        return ask(seat)
    count = min(term.number("n"), state.player(seat).hand)
    asked = (Asked((Discard(seat, count, count, "excommunication"),)),) if count else ()
    return done(step, *asked, chosen=seat)


def _crop(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Rule: A-CARD-SPEC-GUTEERNTE-ER, A-ER-INCOME-4."""
    region = one_of(state, step, term.name, state.board.region_ids)
    if isinstance(region, Choice):
        return ask(region)
    return done(step, EffectInForce("good_crop", region, step.card))


def _no_trade(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Rule: A-CARD-SPEC-KIRCHENBANN-ER, A-VAR-B-6."""
    if state.settings.plays("B"):
        return done(step, EffectInForce("swap_twice", step.seat, step.card))
    return _on_player("no_trade")(state, step, term)


def _on_player(effect: str) -> Effect:
    """Something holds for the player that is chosen."""

    def carry_out(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
        seat = target_of(state, step, term)
        if isinstance(seat, Choice):
            return ask(seat)
        return done(step, EffectInForce(effect, seat, step.card), chosen=seat)

    return carry_out


def _for_all(effect: str) -> Effect:
    """Something holds for everybody."""

    def carry_out(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
        del state, term
        return done(step, EffectInForce(effect, "", step.card))

    return carry_out


def _special_tax(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Rule: A-CARD-SPEC-SONDERSTEUER-ER, A-ER-INCOME-7."""
    del state, term
    return done(step, EffectInForce("special_tax", step.seat, step.card))


def _nothing_now(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """The card does its work by lying before the player (A-CARD-SPEC-BUENDNISSE-AR)."""
    del state, term
    return done(step)


EFFECTS: dict[str, Effect] = {
    "gold": _gold,
    "prestige": _prestige,
    "draw": _draw,
    "extra_actions_now": _actions_now,
    "extra_action_each_ar": _actions_each_round,
    "gain_estate": board.gain_estate,
    "gain_city": board.gain_city,
    "gain_principality": board.gain_principality,
    "place_citizens": board.place_citizens,
    "lose_citizens": board.lose_citizens,
    "choose_bound": board.choose_bound,
    "shield_player": _nothing_now,
    "forbid_attacks": _for_all("no_attacks"),
    "remove_city": board.remove_city,
    "relocate_citizens_over_capacity": board.relocate_citizens,
    "others_discard": _others_discard,
    "gold_dice": _gold_dice,
    "double_income": _crop,
    "reduce_estate": board.reduce_chosen,
    "keep_reductions": _for_all("famine"),
    "force_discard": _force_discard,
    "free_attacks_on": _on_player("excommunicated"),
    "exclude_from_trade": _no_trade,
    "dice_per_estate": board.dice_per_estate,
    "income_bonus": _special_tax,
    "reduce_and_settle": board.reduce_and_settle,
    "charter_without_card": _for_all("charter_without_card"),
    "exclude_from_prestige_phase": _on_player("left_out"),
    "move_citizens": board.move_citizens,
    "conquered_cities_destroyed": _for_all("cities_destroyed"),
    "restore_estate": board.restore_chosen,
    "income_ignores_reduction": _for_all("rebuilding"),
}
"""By name of the result; all of them are used by a card (a test)."""
