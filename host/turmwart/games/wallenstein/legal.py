"""Whole commands that are allowed now: all where they can be listed, a few good ones where not."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.wallenstein import (
    actions,
    court,
    court_legal,
    draft,
    execution,
    movement,
    printed,
    season,
    throws,
)
from turmwart.games.wallenstein import commands as cmd
from turmwart.games.wallenstein.board import BUILDINGS, FAVOR_KINDS
from turmwart.games.wallenstein.court_state import TOWER_CARD
from turmwart.games.wallenstein.state import ACTIONS, MONEY_CARDS, TILES, Acting, State
from turmwart.games.wallenstein.whereabouts_events import LOST
from turmwart.kernel.cubes import Cubes


def legal(state: State, seat: str | None = None) -> Iterator[cmd.Command]:
    """Commands that ``decide`` accepts now, lazily.

    Args:
        state: the game.
        seat: only commands of this seat and of the whole table; None: of all.
    """
    for command in _all(state):
        of = getattr(command, "seat", "")
        if seat is None or of in ("", seat):
            yield command


def _all(state: State) -> Iterator[cmd.Command]:
    if state.awaiting_throw:
        yield from _throws(state)
        return
    wanted = printed.needs(state)
    if wanted:
        yield from _printed(state, wanted[0])
        return
    if draft.must_name(state):
        yield cmd.NameProvince(f"{len(state.board.provinces) + 1}")
    match state.phase:
        case "display":
            yield from _display(state)
        case "draft":
            yield from _draft(state)
        case "lineup":
            yield from _lineups(state)
        case "events":
            yield from (
                cmd.LayEvents(cards)
                for cards in _windows(season.events_left(state), season.EVENTS_PER_YEAR)
            )
        case "action_cards":
            yield from (cmd.LayActionCards(c) for c in _windows(ACTIONS, season.FACE_UP))
        case "bonus_tiles":
            yield from (cmd.LayBonusTiles(tiles) for tiles in _windows(TILES, len(TILES)))
        case "planning":
            yield from (cmd.DrawEvent(card) for card in state.year_events)
        case "bids":
            yield from _bids(state)
        case "tiles":
            first = state.bid_groups[0][0]
            yield from (cmd.ChooseTile(first, tile) for tile in season.tiles_left(state))
        case "favors":
            yield from court_legal.lay_favors(state)
        case "exchanges":
            yield from court_legal.exchanges(state)
        case "audience":
            yield from court_legal.audience(state)
        case "actions":
            yield from _actions(state)
        case "famine":
            yield from _famine(state)
        case "over":
            if not state.cleared:
                yield cmd.EmptyTower(state.ledger.total() - state.ledger.at(LOST))


def _windows(cards: tuple[str, ...], size: int) -> Iterator[tuple[str, ...]]:
    """As many tuples of ``size`` neighbouring cards as there are cards, going round."""
    if len(cards) < size:
        return
    doubled = (*cards, *cards)
    for start in range(len(cards)):
        yield doubled[start : start + size]


def _throws(state: State) -> Iterator[cmd.Command]:
    """Nothing fell; all that was thrown; half of everything that was thrown or inside."""
    hand = state.ledger.at("hand")
    most = throws.bounds(state)
    yield cmd.ReportThrow(hand)
    yield cmd.ReportThrow(Cubes.from_counts({c: (most[c] + 1) // 2 for c in most}))
    yield cmd.ReportThrow(Cubes.from_counts({c: hand[c] - hand[c] // 3 for c in hand}))
    yield cmd.ReportThrow(Cubes())


def _printed(state: State, need: printed.Need) -> Iterator[cmd.Command]:
    def entered(value: int | str) -> cmd.Command:
        return cmd.EnterPrinted(need.kind, need.key, need.field, value)

    limits = state.board.limits
    ranges = {
        "tax": (limits.tax_min, limits.tax_max),
        "grain": (limits.grain_min, limits.grain_max),
        "sites": (limits.sites_min, limits.sites_max),
        "value": (1, 7),
        "recruit_5": (2, 6),
        "recruit_3": (1, 4),
        "grain_loss": (0, 7),
        "provinces": (1, 3),
        "extra_farmers": (1, 3),
    }
    if need.field == "region":
        yield from (entered(region.id) for region in state.board.regions)
    elif need.field == "kind":
        kinds = ("tax_max", "grain_min", "neutral_defence", "building_defence", "recruit_yield")
        of_favors = tuple(kind for kind in FAVOR_KINDS if kind != "free_text")
        yield from (entered(kind) for kind in (of_favors if need.kind == "favor" else kinds))
    elif need.field == "building":
        yield from (entered(building) for building in BUILDINGS)
    elif need.field == "text":
        yield entered(need.key)
    else:
        least, most = ranges[need.field]
        yield from (entered(value) for value in range(least, most + 1))


def _display(state: State) -> Iterator[cmd.Command]:
    yield from (cmd.LayDisplay(cards) for cards in _windows(draft.in_deck(state), draft.DISPLAY))
    yield from _lineups(state)


def _draft(state: State) -> Iterator[cmd.Command]:
    seat = state.drafting
    deck = draft.in_deck(state)
    if len(state.display) < draft.DISPLAY:
        yield from (cmd.TurnUpCard(card) for card in deck)
    elif state.drafted:
        sizes = sorted(set(state.player(seat).groups), reverse=True)
        yield from (cmd.PlaceGroup(seat, armies) for armies in sizes)
    else:
        yield from (cmd.TakeCard(seat, card) for card in (*state.display, *deck))
        if draft.may_refresh(state, seat):
            yield from (cmd.RefreshDisplay(seat, cards) for cards in _windows(deck, draft.DISPLAY))


def _lineups(state: State) -> Iterator[cmd.Command]:
    free = set(draft.in_deck(state))
    for player in state.players:
        if not player.groups:
            continue
        for lineup in state.board.lineups:
            fits = lineup.players == len(state.players) and free.issuperset(
                province for province, _ in lineup.provinces
            )
            if fits and sorted(n for _, n in lineup.provinces) == sorted(player.groups):
                yield cmd.UseLineup(player.seat, lineup.id)
        if state.phase == "lineup":
            names = draft.group_names(player.groups)
            for cards in _windows(draft.in_deck(state), len(names)):
                yield cmd.EnterLineup(player.seat, tuple(zip(names, cards, strict=True)))


def _bids(state: State) -> Iterator[cmd.Command]:
    tied = season.tie(state)
    if tied:
        yield from (cmd.DrawCommanders(order) for order in _windows(tied, len(tied)))
        return
    choices = {player.seat: _bid_cards(state, player.seat) for player in state.players}
    for shift in range(max(len(cards) for cards in choices.values())):
        yield cmd.RevealBids(
            tuple(
                (seat, cards[(shift * (index + 1)) % len(cards)])
                for index, (seat, cards) in enumerate(choices.items())
            )
        )


def _bid_cards(state: State, seat: str) -> tuple[str, ...]:
    player = state.player(seat)
    if season.empty_bid_allowed(state, player):
        return (season.NO_BID,)
    affordable = (f"money_{value}" for value in range(min(MONEY_CARDS - 1, player.thalers) + 1))
    tower = (TOWER_CARD,) if state.court is not None else ()
    return (*affordable, *tower, *(stands.id for stands in state.owned(seat)))


def _actions(state: State) -> Iterator[cmd.Command]:
    if season.card_due(state):
        yield from (cmd.RevealActionCard(card) for card in season.cards_left(state))
        return
    acting = state.acting
    if acting is not None:
        yield from _moves(state, acting)
        return
    seat = actions.active_seat(state)
    player = state.player(seat)
    sixth = execution.sixth_army(state, seat, state.current_action())
    for stands in state.owned(seat):
        if not stands.used:
            yield cmd.RevealPlan(seat, stands.id)
            if sixth:
                yield cmd.RevealPlan(seat, stands.id, without_tile=True)
    if actions.money_cards_left(player) > 0:
        yield cmd.RevealPlan(seat, actions.MONEY)
    if court.tower_cards_left(state, player) > 0:
        yield cmd.RevealPlan(seat, TOWER_CARD)
    if actions.empty_space_allowed(state, player):
        yield cmd.RevealPlan(seat, actions.NO_CARD)


def _moves(state: State, acting: Acting) -> Iterator[cmd.Command]:
    for target in movement.targets(state, acting):
        for armies in range(1, state.armies(acting.province)):
            yield cmd.MoveArmies(acting.seat, target, armies)
    if acting.action not in execution.MOVES or state.options.move_optional:
        yield cmd.Pass(acting.seat)


def _famine(state: State) -> Iterator[cmd.Command]:
    under_way = state.famine
    if under_way is None:
        return
    if not under_way.drawn:
        owned = tuple(stands.id for stands in state.owned(under_way.seat))
        for cards in _windows(owned, under_way.provinces):
            yield cmd.DrawFamineCards(under_way.seat, cards)
    elif not under_way.ordered:
        for order in _windows(under_way.drawn, len(under_way.drawn)):
            yield cmd.OrderFamine(under_way.seat, order)
