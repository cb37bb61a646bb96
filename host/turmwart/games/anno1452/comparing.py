"""Phase 4: who has most and fewest, and what prestige that brings."""

from __future__ import annotations

from collections.abc import Callable

from turmwart.games.anno1452 import prestige
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import PrestigeCompared
from turmwart.games.anno1452.state import OTTOKAR, Category, State
from turmwart.games.anno1452.unfold import Unfolding

_COUNTS: dict[str, Callable[[State, str], int]] = {
    "estates": lambda state, owner: len(state.owned(owner)),
    "citizens": lambda state, owner: state.citizens_on_board(owner),
    "cities": lambda state, owner: sum(one.city for one in state.owned(owner)),
    "principalities": lambda state, owner: len(state.held(owner)),
}
"""The four categories in their order (A-ER-PRES-1)."""


def category(name: str, counts: tuple[tuple[str, int], ...]) -> Category:
    """Who gains and who loses a point in a category; nobody where all are equal.

    Args:
        name: of the category.
        counts: owner and number; ``ottokar`` may be among them and gets no point.

    Rule: A-ER-PRES-2 to A-ER-PRES-5.
    """
    numbers = [number for _, number in counts]
    if len(set(numbers)) < 2:
        return Category(name, counts, (), ())
    most = tuple(o for o, number in counts if number == max(numbers) and o != OTTOKAR)
    fewest = tuple(o for o, number in counts if number == min(numbers) and o != OTTOKAR)
    return Category(name, counts, most, fewest)


def categories(state: State) -> tuple[Category, ...]:
    """All four categories as they stand; empty where fewer than two players are compared.

    Rule: A-ER-PRES-1, A-ER-PRES-7, A-OTTO-7.
    """
    order = state.order or state.seats
    compared = tuple(seat for seat in order if seat not in state.in_force.left_out)
    if len(compared) < 2:
        return ()
    made = []
    for name, count in _COUNTS.items():
        counts = tuple((seat, count(state, seat)) for seat in compared)
        # Ottokar holds no cards, so he is never compared by them.
        if (
            state.ottokar_colour
            and state.settings.ottokar_in_comparisons
            and name != ("principalities")
        ):
            counts = (*counts, (OTTOKAR, count(state, OTTOKAR)))
        made.append(category(name, counts))
    return tuple(made)


def score(state: State) -> tuple[Event, ...]:
    """Compare the players and change their prestige; marriages end afterwards, elsewhere.

    Rule: A-ER-PRES-6, A-PRES-8.
    """
    compared = categories(state)
    chain = Unfolding(state)
    chain.add(PrestigeCompared(compared))
    if state.settings.phase4_order == "net":
        for seat in state.order or state.seats:
            net = sum((seat in one.most) - (seat in one.fewest) for one in compared)
            chain.extend(prestige.change(chain.state, seat, net, "phase4"))
        return chain.events
    for one in compared:
        for seat in one.most:
            chain.extend(prestige.change(chain.state, seat, 1, one.name))
        for seat in one.fewest:
            chain.extend(prestige.change(chain.state, seat, -1, one.name))
    return chain.events
