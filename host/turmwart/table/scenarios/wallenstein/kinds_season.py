"""Compact kinds of planning, bids and actions; each runs the rules on a small position."""

from __future__ import annotations

from typing import Any

from turmwart.games.wallenstein.board import BUILDINGS
from turmwart.games.wallenstein.commands import (
    ChooseTile,
    DrawCommanders,
    MoveArmies,
    Pass,
    ReportThrow,
    RevealActionCard,
    RevealBids,
    RevealPlan,
)
from turmwart.games.wallenstein.events import (
    BattleBegan,
    BattleSettled,
    BidsRevealed,
    Built,
    GrainCollected,
    Recruited,
    TaxCollected,
)
from turmwart.games.wallenstein.season import SPACES
from turmwart.games.wallenstein.state import ACTIONS, BUILDINGS_TOTAL, TILES
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.values import Either, Fault, Reader, Unordered, text, whole, word
from turmwart.table.scenarios.wallenstein.board import (
    learn_event,
    learn_province,
    open_board,
)
from turmwart.table.scenarios.wallenstein.position import (
    SHOWN_ACTIONS,
    Position,
    Unsound,
    actions_first,
)
from turmwart.table.scenarios.wallenstein.run import Run
from turmwart.table.scenarios.wallenstein.seats import MOST, Seats

AMPLE = 20
"""Thalers of a player whose thalers the scenario leaves out."""

COLLECTING = ("collect_tax", "collect_grain")
RECRUITING = ("recruit_5", "recruit_3", "recruit_1_move")
SHORT_NAMES = {
    "collect_tax": "tax",
    "collect_grain": "grain",
    "build_palace": "palace",
    "build_church": "church",
    "build_trading_house": "trading_house",
}


def income(given: Reader) -> dict[str, Any]:
    """What a collection brings: printed, after the event, gained."""
    action = given.word("action", COLLECTING)
    what = "tax" if action == "collect_tax" else "grain"
    run, _ = _collecting(given, action, given.whole(f"printed_{what}"))
    gained = _collected(run)
    return {
        "printed": gained.printed,
        "after_event": gained.after_event,
        "thalers_gained": gained.gained if what == "tax" else 0,
        "grain_gained": gained.gained if what == "grain" else 0,
        "revolt": bool(run.happened(BattleBegan)),
    }


def collect(given: Reader) -> dict[str, Any]:
    """Whether a collection causes a revolt, and the markers after it."""
    action = given.word("action", COLLECTING)
    what = "tax" if action == "collect_tax" else "grain"
    printed = given.whole(f"printed_{what}", 4)
    run, province = _collecting(given, action, printed)
    gained = _collected(run)
    revolt = bool(run.happened(BattleBegan))
    found: dict[str, Any] = {
        "revolt": revolt,
        "thalers_gained": gained.gained if what == "tax" else 0,
        "grain_gained": gained.gained if what == "grain" else 0,
    }
    if not revolt:
        return {**found, "revolt_markers_after": run.state.province(province).markers}
    if "fallen" in given:
        seats = Seats.named(_player_of(given), 4, given.at, given.where)
        run.do(ReportThrow(seats.cubes(given.reader("fallen"))))
        settled = run.newest(BattleSettled)
        if settled is None:
            raise Unsound("the revolt was not settled")
        found["outcome"] = settled.record.outcome
        found["keeps_province"] = run.state.province(province).owner == seats.ids[0]
        found["revolt_markers_after"] = run.state.province(province).markers
    return found


def _collecting(given: Reader, action: str, printed: int) -> tuple[Run, str]:
    """A run in which the first player has just collected."""
    province = given.text("province")
    board = learn_event(open_board(), given, "event")
    what = "tax" if action == "collect_tax" else "grain"
    board = learn_province(board, province, **{what: printed})
    seats = Seats.named(_player_of(given), 4, given.at, given.where)
    actor = seats.ids[0]
    position = Position(seats, board, actions=actions_first(action))
    position.event = "event_1"
    stand = position.own(province, actor, given.whole("armies_in_province", 3, 1, 60))
    stand.markers = given.whole("revolt_markers", 0, 0, 42)
    position.holding(actor).tile = given.word("bonus_tile", TILES, "")
    run = Run(position.state())
    run.do(RevealPlan(actor, province))
    return run, province


def _collected(run: Run) -> TaxCollected | GrainCollected:
    gained: TaxCollected | GrainCollected | None = run.newest(TaxCollected)
    gained = gained or run.newest(GrainCollected)
    if gained is None:
        raise Unsound("nothing was collected")
    return gained


def _player_of(given: Reader) -> list[str]:
    return [given.text("player")] if "player" in given else []


def build(given: Reader) -> dict[str, Any]:
    """Which buildings may be built in a province."""
    province = given.text("province")
    sites = given.whole("sites", least=1, most=3)
    standing = given.words("buildings", BUILDINGS)
    thalers = given.whole("thalers", AMPLE)
    markers = given.whole("revolt_markers", 0)
    left = given.reader("stock")
    stock = {kind: left.whole(kind, most=28) for kind in BUILDINGS if kind in left}
    legal: dict[str, bool] = {}
    paid: dict[str, int] = {}
    free = 0
    for kind in BUILDINGS:
        seats = Seats.named(_player_of(given), 4, given.at, given.where)
        actor = seats.ids[0]
        board = learn_province(open_board(), province, sites=sites)
        position = Position(seats, board, actions=actions_first(f"build_{kind}"))
        stand = position.own(province, actor)
        stand.buildings, stand.markers = standing, markers
        position.holding(actor).thalers = thalers
        _use_up(position, stock, standing)
        run = Run(position.state())
        free = (run.state.facts(province).sites or 0) - len(run.state.province(province).buildings)
        run.do(RevealPlan(actor, province))
        legal[kind] = bool(run.happened(Built))
        paid[kind] = thalers - run.state.player(actor).thalers
    return {"free_sites": free, "legal": legal, "paid": paid}


def _use_up(position: Position, stock: dict[str, int], standing: tuple[str, ...]) -> None:
    """Let all buildings of a kind but those in ``stock`` stand in other players' provinces."""
    owner = position.seats.ids[1]
    for kind, left in stock.items():
        away = BUILDINGS_TOTAL[kind] - left - (1 if kind in standing else 0)
        if away < 0:
            raise Unsound(f"there are only {BUILDINGS_TOTAL[kind]} of {kind}")
        here = [p for p in position.stands if position.stands[p].owner == owner]
        for province in (here + position.spare(max(0, away - len(here))))[:away]:
            stand = position.own(province, owner)
            stand.buildings = (*stand.buildings, kind)


def plan(given: Reader) -> dict[str, Any]:
    """What a planned action leaves allowed: the action elsewhere, another one there."""
    part = given.reader("plan")
    planned = [
        (word(tree.Leaf(given.at.line, key), part.where, ACTIONS), part.text(key))
        for key in part.keys
    ]
    if not planned:
        raise given.fault("plan", "scenario.empty")
    found: dict[str, Any] = {"allowed": _all_executed(given, planned)}
    for action, province in planned:
        run, actor, elsewhere = _planned(given, action, province)
        again = run.objects(RevealPlan(actor, elsewhere)) is None
        found[f"{SHORT_NAMES.get(action, action)}_elsewhere_allowed"] = again
        found[f"{action}_elsewhere_allowed"] = again
        for seat in run.state.order[1:]:
            run.do(RevealPlan(seat, "money"))
        second = run.objects(RevealPlan(actor, province)) is None
        found[f"second_action_in_{province}_allowed"] = second
    return found


def _all_executed(given: Reader, planned: list[tuple[str, str]]) -> bool:
    """Whether a player may turn up all planned cards, one action after another."""
    seats = Seats.named(_player_of(given), 4, given.at, given.where)
    actor = seats.ids[0]
    position = Position(seats, open_board())
    named = [action for action, _ in planned]
    position.actions = (*named, *(a for a in ACTIONS if a not in named))
    for _, province in planned:
        position.board = learn_province(position.board, province)
        position.own(province, actor, 5)
    position.holding(actor).thalers = AMPLE
    run = Run(position.state())
    for _, province in planned:
        if run.objects(RevealPlan(actor, province)) is not None:
            return False
        run.do(RevealPlan(actor, province))
        acting = run.state.acting
        if acting is not None and acting.step == "move":
            run.do(Pass(actor))
        for seat in run.state.order[1:]:
            run.do(RevealPlan(seat, "none"))
    return True


def _planned(given: Reader, action: str, province: str) -> tuple[Run, str, str]:
    """A run in which the first player has executed ``action`` in ``province``."""
    seats = Seats.named(_player_of(given), 4, given.at, given.where)
    actor = seats.ids[0]
    position = Position(seats, learn_province(open_board(), province))
    position.actions = actions_first(action)
    position.own(province, actor, 5)
    (elsewhere,) = position.spare()
    position.own(elsewhere, actor, 5)
    position.holding(actor).thalers = AMPLE
    run = Run(position.state())
    run.do(RevealPlan(actor, province))
    acting = run.state.acting
    if acting is not None and acting.step == "move":
        run.do(MoveArmies(actor, elsewhere, 1))
    return run, actor, elsewhere


def bid(given: Reader) -> dict[str, Any]:
    """Rank and cost of bids, and the turn order the choice of tiles makes."""
    if "best_bidder" in given:
        best = given.text("best_bidder")
        seats = Seats.named([best], 3, given.at, given.where)
        cards = {seats.of(best, given.at, given.where): "money_4"}
        cards |= {seat: f"money_{n}" for n, seat in enumerate(seats.ids[1:], 1)}
        spaces = {seats.ids[0]: given.whole("space_chosen", 1, 1, len(TILES))}
    else:
        part = given.reader("bids")
        seats = Seats.named(part.keys, max(3, len(part.keys)), part.at, part.where)
        cards = dict.fromkeys(seats.ids, "none")
        cards |= {
            seats.of(key, part.at, part.where): bid_card(part.need(key), part.place(key))
            for key in part.keys
        }
        wanted = given.reader("spaces")
        spaces = {
            seats.of(key, wanted.at, wanted.where): wanted.whole(key, least=1, most=len(TILES))
            for key in wanted.keys
        }
    run = _bidding(given, seats, cards)
    draws = [
        tuple(seats.seat(seat, given.place("bag_draws")) for seat in _items(draw, "bag_draws"))
        for draw in given.items("bag_draws")
    ]
    before = {player.seat: player.thalers for player in run.state.players}
    run.do(RevealBids(tuple(cards.items())))
    for draw in draws:
        run.do(DrawCommanders(draw))
    revealed = run.newest(BidsRevealed)
    paid = {b.seat: b.paid for b in revealed.bids} if revealed is not None else {}
    found: dict[str, Any] = {
        "paid": seats.said(paid),
        "thalers_after": seats.said({s: before[s] - paid[s] for s in seats.ids}),
        "ties": [Unordered(tuple(_ways(seats, s) for s in tied)) for tied in _ties(run)],
    }
    if run.state.phase != "tiles":
        return found
    order = _choose_tiles(run, spaces)
    return {
        **found,
        "order": [_ways(seats, seat) for seat in order],
        "start_player": _ways(seats, run.state.order[0]),
        "turn_order": [_ways(seats, seat) for seat in run.state.order],
        "tiles_put_aside": _tiles_left(run),
    }


def _ties(run: Run) -> list[tuple[str, ...]]:
    return [group for group in run.state.bid_groups if len(group) > 1]


def _bidding(given: Reader, seats: Seats, cards: dict[str, str]) -> Run:
    """A run at the point where all bids are to be turned up."""
    position = Position(seats, open_board(), phase="bids", event="event_1", tiles=TILES)
    thalers = given.reader("thalers")
    amounts = {seats.of(key, thalers.at, thalers.where): thalers.whole(key) for key in thalers.keys}
    for seat in seats.ids:
        card = cards[seat]
        if card.startswith("money_") or card == "none":
            position.own(position.spare()[0], seat)
        else:
            position.board = learn_province(position.board, card)
            position.own(card, seat)
        position.holding(seat).thalers = amounts.get(seat, position.holding(seat).thalers)
        # Whoever bids had a card for it; whoever does not had too few (W-PLAN-10).
        position.holding(seat).cards = SPACES if card != "none" else SPACES - 1
    return Run(position.state())


def _choose_tiles(run: Run, spaces: dict[str, int]) -> list[str]:
    """Let every player take a tile: the space wanted, else the first one left over by all."""
    order = []
    kept = set(spaces.values())
    while run.state.phase == "tiles":
        seat = run.state.bid_groups[0][0]
        taken = {player.space for player in run.state.players}
        free = [space for space in range(1, len(TILES) + 1) if space not in taken | kept]
        space = spaces[seat] if seat in spaces else free[0]
        run.do(ChooseTile(seat, run.state.tiles[space - 1]))
        order.append(seat)
    return order


def _tiles_left(run: Run) -> int:
    taken = {player.tile for player in run.state.players}
    return sum(1 for tile in run.state.tiles if tile not in taken)


def _ways(seats: Seats, seat: str) -> Either:
    words = next((s.name, s.colour, s.seat) for s in seats.all if s.seat == seat)
    return Either(tuple(dict.fromkeys(words)))


def _items(node: tree.Node, where: str) -> tuple[tree.Node, ...]:
    if not isinstance(node, tree.List):
        raise Fault("scenario.not_list", node, where, found="-")
    return node.items


def bid_card(node: tree.Node, where: str) -> str:
    """A bid card: ``none``, ``money_2``, ``{money: 2}``, ``{province: anhalt}`` or a province.

    Raises:
        Fault: it is none of these.
    """
    if isinstance(node, tree.Mapping):
        part = Reader(node, where, node)
        money = part.whole_or_none("money", most=4)
        card = part.text("province") if money is None else f"money_{money}"
        part.close()
        return card
    if isinstance(node, tree.Leaf) and node.value is None:
        return "none"
    said = text(node, where)
    if said == "tower":
        raise Fault("scenario.court", node, where, kind=said)
    return said


def turn_order(given: Reader) -> dict[str, Any]:
    """The turn order that the commanders' spaces make."""
    commanders = given.reader("commanders")
    seats = Seats.named(
        commanders.keys,
        given.whole("players", len(commanders.keys), 3, MOST),
        commanders.at,
        commanders.where,
    )
    spaces = {
        seats.of(key, commanders.at, commanders.where): commanders.whole(
            key, least=1, most=len(TILES)
        )
        for key in commanders.keys
    }
    if len(spaces) != len(seats.all) or len(set(spaces.values())) != len(spaces):
        raise given.fault("commanders", "scenario.commanders", players=len(seats.all))
    cards = {seat: f"money_{len(seats.ids) - n}" for n, seat in enumerate(seats.ids, 1)}
    run = _bidding(given, seats, cards)
    run.do(RevealBids(tuple(cards.items())))
    _choose_tiles(run, spaces)
    return {
        "order": [_ways(seats, seat) for seat in run.state.order],
        "start_player": _ways(seats, run.state.order[0]),
        "tiles_put_aside": _tiles_left(run),
    }


def action_cards(given: Reader) -> dict[str, Any]:
    """Which action cards lie face up after an action was done by all."""
    executed = given.whole("executed", least=1, most=len(ACTIONS) - 1)
    shown = [
        whole(item, given.place("face_up_on_spaces_before"), 1, len(ACTIONS))
        for item in given.items("face_up_on_spaces_before")
    ]
    expected = list(range(executed, min(executed - 1 + SHOWN_ACTIONS, len(ACTIONS)) + 1))
    if shown and shown != expected:
        raise given.fault(
            "face_up_on_spaces_before", "scenario.not_so", found=shown, known=expected
        )
    seats = Seats.named([], 3, given.at, given.where)
    position = Position(seats, open_board(), actions_done=executed - 1)
    position.actions = ACTIONS[: expected[-1]]
    for seat in seats.ids:
        position.own(position.spare()[0], seat)
    run = Run(position.state())
    for seat in seats.ids:
        run.do(RevealPlan(seat, "money"))
    before = len(run.state.action_cards)
    if run.prompt("RevealActionCard") is not None:
        run.do(RevealActionCard(ACTIONS[before]))
    after = len(run.state.action_cards)
    return {
        "put_aside": Either((run.state.actions_done, tuple(range(1, run.state.actions_done + 1)))),
        "turned_up": after if after > before else None,
        "face_up_on_spaces_after": list(range(run.state.actions_done + 1, after + 1)),
    }


def recruit(given: Reader) -> dict[str, Any]:
    """What recruiting makes of each case: one of ``cases``, or the case itself."""
    if "cases" not in given:
        found = _recruit(given)
        return {**found, "results": [found]}
    return {"results": [_recruit(case) for case in given.readers("cases")]}


def _recruit(case: Reader) -> dict[str, Any]:
    action = case.word("action", RECRUITING)
    province = case.text("province", "vogtland")
    board = learn_province(learn_event(open_board(), case, "event"), province)
    seats = Seats.named(_player_of(case), 4, case.at, case.where)
    actor = seats.ids[0]
    position = Position(seats, board, actions=actions_first(action), event="event_1")
    before = case.whole("armies_in_province", 1, 1, 62)
    position.own(province, actor, before)
    position.holding(actor).thalers = case.whole("thalers", AMPLE)
    position.holding(actor).tile = case.word("bonus_tile", TILES, "")
    supply = case.whole_or_none("supply", most=62)
    if supply is not None:
        position.supplies[seats.colour(actor)] = supply
    run = Run(position.state())
    run.do(RevealPlan(actor, province, without_tile=case.flag("without_tile", False)))
    return {
        "executed": bool(run.happened(Recruited)),
        "thalers": run.state.player(actor).thalers,
        "placed": run.state.armies(province) - before,
        "supply": run.state.supply(actor),
        "armies_in_province": run.state.armies(province),
    }
