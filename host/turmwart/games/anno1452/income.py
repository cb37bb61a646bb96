"""Phase 2: what each player receives, with its parts."""

from __future__ import annotations

from turmwart.games.anno1452.board import Unknown, estate_limit, near
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import IncomePaid, ReductionsRemoved
from turmwart.games.anno1452.state import UNREDUCED, Estate, Income, IncomeLine, State

REBUILT_H = 2


def income(state: State, seat: str) -> Income:
    """What a player receives in phase 2.

    Raises:
        Unknown: a border that Good Crop needs, or an estate limit that variant I needs.

    Rule: A-ER-INCOME-1 to A-ER-INCOME-8, A-VAR-H-2 to A-VAR-H-6, A-VAR-I-1.
    """
    owned, held = state.owned(seat), state.held(seat)
    factors = {one: _factor(state, one) for one in {*(e.region for e in owned), *held}}
    estates = sum(_estate_gold(state, one) for one in owned)
    citizens = sum(one.citizens for one in owned)
    cities = sum(one.city for one in owned)
    cards = {region: principality_gold(state, region) for region in held}
    more_estates = sum(_estate_gold(state, e) * (factors[e.region] - 1) for e in owned)
    more_citizens = sum(one.citizens * (factors[one.region] - 1) for one in owned)
    more_cities = sum(one.city * (factors[one.region] - 1) for one in owned)
    more_cards = 0
    if state.settings.good_crop_includes_principality:
        more_cards = sum(gold * (factors[region] - 1) for region, gold in cards.items())
    citizen_gold = _citizen_gold(state, citizens)
    # Half Gold is rounded down once (A-VAR-H-4), so the crop's share is what it adds to that.
    crop = _citizen_gold(state, citizens + more_citizens) - citizen_gold
    crop += more_estates + more_cities + more_cards
    tax = len(owned) * state.in_force.special_tax.count(seat)
    lines = (
        IncomeLine("estates", len(owned), estates),
        IncomeLine("citizens", citizens, citizen_gold),
        IncomeLine("cities", cities, cities),
        IncomeLine("principalities", len(held), sum(cards.values())),
        IncomeLine("good_crop", sum(factor > 1 for factor in factors.values()), crop),
        IncomeLine("special_tax", len(owned) if tax else 0, tax),
    )
    return Income(seat, lines, sum(line.gold for line in lines))


def incomes(state: State) -> tuple[Income, ...]:
    """What all players receive, in turn order.

    Raises:
        Unknown: as ``income``.
    """
    return tuple(income(state, seat) for seat in state.order or state.seats)


def preview(state: State) -> tuple[Income, ...]:
    """What all players would receive now; empty while a printed value is missing for it."""
    try:
        return incomes(state)
    except Unknown:
        return ()


def pay(state: State) -> tuple[Event, ...]:
    """Pay all incomes and take the Reduction tokens off the board.

    Raises:
        Unknown: as ``income``.

    Rule: A-ER-INCOME-9 to A-ER-INCOME-12.
    """
    paid = IncomePaid(incomes(state))
    reduced = tuple(one.id for one in state.estates if one.value < UNREDUCED)
    if state.in_force.famine or not reduced:
        return (paid,)
    return (paid, ReductionsRemoved(reduced))


def principality_gold(state: State, region: str) -> int:
    """Income of a Principality card.

    Raises:
        Unknown: variant I needs an estate limit that nobody has entered.

    Rule: A-ER-INCOME-1, A-ER-INCOME-2, A-VAR-I-1.
    """
    if not state.settings.plays("I"):
        return 1
    return estate_limit(state.board, region) // 2


def _estate_gold(state: State, estate: Estate) -> int:
    tight = state.settings.plays("H")
    if state.in_force.rebuilding:
        return REBUILT_H if tight else UNREDUCED
    if not tight:
        return estate.value
    return REBUILT_H if estate.value == UNREDUCED else 0


def _citizen_gold(state: State, citizens: int) -> int:
    return citizens // 2 if state.settings.plays("H") else citizens


def _factor(state: State, region: str) -> int:
    named = state.in_force.good_crop
    doublings = sum(near(state.board, one, region) for one in named)
    if not state.settings.good_crop_stacks:
        doublings = min(1, doublings)
    return int(2**doublings)
