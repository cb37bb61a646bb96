"""Winter: grain loss, famine revolts, scoring, the year's end."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.wallenstein import battle, scoring
from turmwart.games.wallenstein.checks import named, not_now, wrong_choice
from turmwart.games.wallenstein.commands import DrawFamineCards, EmptyTower, OrderFamine
from turmwart.games.wallenstein.events import (
    BattleBegan,
    Event,
    FamineBegan,
    FamineCardsDrawn,
    FamineEnded,
    FamineOrdered,
    FaminePassed,
    GameEnded,
    GrainLost,
    PointsScored,
    ShortagesFixed,
    TowerEmptied,
    YearEnded,
)
from turmwart.games.wallenstein.printed import needs, shortage
from turmwart.games.wallenstein.state import Famine, Shortage, State
from turmwart.games.wallenstein.whereabouts_events import LOST
from turmwart.kernel.decision import Objection

YEARS = 2


def grain_loss(state: State) -> tuple[Event, ...]:
    """Every grain marker goes back, once the loss is known.

    Rule: W-WINTER-1, W-WINTER-2.
    """
    if needs(state):
        return ()
    card = state.year_events[0]
    loss = state.board.event(card).grain_loss or 0
    left = tuple((p.seat, max(0, p.grain - loss)) for p in state.players)
    return (GrainLost(card, loss, left),)


def shortages(state: State) -> tuple[Event, ...]:
    """All shortages are fixed before the first famine revolt.

    Rule: W-WINTER-3, W-WINTER-4, W-WINTER-7, W-WINTER-10, W-WINTER-11.
    """
    if needs(state):
        return ()
    found = []
    for seat in state.order:
        missing = shortage(state, seat)
        row = state.board.famine_row(missing) if missing > 0 else None
        if row is not None:
            provinces = min(row.provinces or 0, len(state.owned(seat)))
            if provinces > 0:
                found.append(Shortage(seat, missing, provinces, row.extra_farmers or 0))
    return (ShortagesFixed(tuple(found)),)


def famine(state: State) -> tuple[Event, ...]:
    """The next thing in the famine revolts that needs nobody's choice.

    Rule: W-WINTER-5 to W-WINTER-9, W-WINTER-11.
    """
    under_way = state.famine
    if under_way is None:
        if not state.shortages:
            return (FaminePassed(state.year),)
        first = state.shortages[0]
        return (FamineBegan(Famine(first.seat, first.provinces, first.extra_farmers)),)
    owned = tuple(province.id for province in state.owned(under_way.seat))
    if not owned:
        return (FamineEnded(under_way.seat),)
    if not under_way.drawn:
        if under_way.provinces < len(owned):
            return ()
        drawn_by = state.left_neighbour(under_way.seat)
        return (FamineCardsDrawn(under_way.seat, drawn_by, owned, "table"),)
    if not under_way.ordered:
        if len(under_way.drawn) > 1:
            return ()
        return (FamineOrdered(under_way.seat, under_way.drawn),)
    if under_way.queue:
        # A correction may have taken a province from the player meanwhile.
        left = tuple(province for province in under_way.queue if province in owned)
        if left != under_way.queue:
            return (FamineOrdered(under_way.seat, left),)
        rising = battle.famine(state, under_way.queue[0], under_way.extra_farmers)
        return (BattleBegan(rising),)
    return (FamineEnded(under_way.seat),)


def score(state: State) -> tuple[Event, ...]:
    """Score the winter, once all regions it needs are known.

    Rule: W-SCORE-1, W-SCORE-8.
    """
    if needs(state):
        return ()
    return (PointsScored(state.year, scoring.winter_scores(state)),)


def year_end(state: State) -> tuple[Event, ...]:
    """The year, or the game, is over.

    Rule: W-YEAREND-1, W-END-1.
    """
    if state.year < YEARS:
        return (YearEnded(state.year),)
    return (GameEnded(scoring.ranking(state)),)


def over(state: State) -> tuple[Event, ...]:
    """Points and thalers that are corrected after the end count as well.

    Rule: W-END-2 to W-END-4, W-DATA-8.
    """
    now = scoring.ranking(state)
    return (GameEnded(now),) if now != state.ranking else ()


def draw_famine_cards(state: State, command: DrawFamineCards) -> Iterator[Objection | Event]:
    """The left neighbour drew the provinces that revolt.

    Rule: W-WINTER-5.
    """
    under_way = state.famine
    if state.awaiting_throw or under_way is None or under_way.drawn:
        yield not_now(state)
        return
    if under_way.seat != command.seat:
        yield wrong_choice("W-WINTER-7", "not_your_turn", player=state.player(under_way.seat).name)
    owned = {province.id for province in state.owned(under_way.seat)}
    drawn = command.provinces
    if len(set(drawn)) != under_way.provinces or len(drawn) != under_way.provinces:
        yield wrong_choice("W-WINTER-4", "famine_count", count=under_way.provinces)
    for province in drawn:
        if province not in owned:
            yield wrong_choice("W-WINTER-5", "not_in_hand", card=named(state, province))
    drawn_by = state.left_neighbour(under_way.seat)
    yield FamineCardsDrawn(under_way.seat, drawn_by, drawn, command.witness)


def order_famine(state: State, command: OrderFamine) -> Iterator[Objection | Event]:
    """The player chose the order of the own famine revolts.

    Rule: W-WINTER-6.
    """
    under_way = state.famine
    if state.awaiting_throw or under_way is None or not under_way.drawn or under_way.ordered:
        yield not_now(state)
        return
    if under_way.seat != command.seat:
        yield wrong_choice("W-WINTER-6", "not_your_turn", player=state.player(under_way.seat).name)
    if sorted(command.provinces) != sorted(under_way.drawn):
        yield wrong_choice("W-WINTER-6", "famine_order")
    yield FamineOrdered(under_way.seat, command.provinces)


def empty_tower(state: State, command: EmptyTower) -> Iterator[Objection | Event]:
    """The game is over and all cubes were counted.

    Rule: W-END-5, W-BATTLE-35.
    """
    if state.phase != "over":
        yield wrong_choice("W-BATTLE-35", "tower_stays")
        return
    if state.cleared:
        yield not_now(state)
    expected = state.ledger.total() - state.ledger.at(LOST)
    for colour in sorted({*expected, *command.counted}):
        if expected[colour] != command.counted[colour]:
            yield Objection(
                "W-END-5",
                "wallenstein.objection.count_differs",
                (
                    ("colour", f"@colour.{colour}"),
                    ("expected", expected[colour]),
                    ("counted", command.counted[colour]),
                ),
            )
    yield TowerEmptied(command.counted, command.witness)
