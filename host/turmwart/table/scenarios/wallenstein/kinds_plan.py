"""Compact kinds of planning, bids and turn order; each runs the rules on a small position."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

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
from turmwart.games.wallenstein.court_state import TOWER_CARD
from turmwart.games.wallenstein.events import BidsRevealed
from turmwart.games.wallenstein.season import SPACES
from turmwart.games.wallenstein.state import ACTIONS, TILES
from turmwart.kernel.cubes import Cubes
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.values import Either, Fault, Reader, Unordered, whole, word
from turmwart.table.scenarios.wallenstein.board import learn_province, open_board
from turmwart.table.scenarios.wallenstein.cards import bid_card
from turmwart.table.scenarios.wallenstein.described import owner_said
from turmwart.table.scenarios.wallenstein.fight import Fight, begin_fight, fight_position
from turmwart.table.scenarios.wallenstein.position import (
    AMPLE,
    ONE_BY_ONE,
    SHOWN_ACTIONS,
    Position,
    actions_first,
)
from turmwart.table.scenarios.wallenstein.run import Run
from turmwart.table.scenarios.wallenstein.seats import MOST, Seats, player_of

SHORT_NAMES = {
    "collect_tax": "tax",
    "collect_grain": "grain",
    "build_palace": "palace",
    "build_church": "church",
    "build_trading_house": "trading_house",
}


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
    seats = Seats.named(player_of(given), 4, given.at, given.where)
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
    seats = Seats.named(player_of(given), 4, given.at, given.where)
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
        "ties": [Unordered(tuple(owner_said(seats, s) for s in tied)) for tied in _ties(run)],
    }
    if run.state.phase != "tiles":
        return found
    order = _choose_tiles(run, spaces)
    return {
        **found,
        "order": [owner_said(seats, seat) for seat in order],
        "start_player": owner_said(seats, run.state.order[0]),
        "turn_order": [owner_said(seats, seat) for seat in run.state.order],
        "tiles_put_aside": _tiles_left(run),
    }


def _ties(run: Run) -> list[tuple[str, ...]]:
    return [group for group in run.state.bid_groups if len(group) > 1]


def _bidding(given: Reader, seats: Seats, cards: dict[str, str]) -> Run:
    """A run at the point where all bids are to be turned up."""
    options = replace(ONE_BY_ONE, imperial_court=TOWER_CARD in cards.values())
    position = Position(
        seats, open_board(), options=options, phase="bids", event="event_1", tiles=TILES
    )
    thalers = given.reader("thalers")
    amounts = {seats.of(key, thalers.at, thalers.where): thalers.whole(key) for key in thalers.keys}
    for seat in seats.ids:
        card = cards[seat]
        if card.startswith("money_") or card in ("none", TOWER_CARD):
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


def _items(node: tree.Node, where: str) -> tuple[tree.Node, ...]:
    if not isinstance(node, tree.List):
        raise Fault("scenario.not_list", node, where, found="-")
    return node.items


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
        "order": [owner_said(seats, seat) for seat in run.state.order],
        "start_player": owner_said(seats, run.state.order[0]),
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


def card(given: Reader) -> dict[str, Any]:
    """What becomes of a card, and of the action planned with it, when its province falls."""
    conquered = given.text("conquered")
    plan = given.reader("loser_plan")
    planned = [(key, plan.text(key)) for key in plan.keys if key in ACTIONS]
    done = given.words("executed_so_far", ("move_a", "move_b"))
    move = done[-1] if done else "move_a"
    if len(planned) != 1 or planned[0][1] != conquered or len(done) > 1:
        raise given.fault("loser_plan", "scenario.card", conquered=conquered)
    action = planned[0][0]
    seats = Seats.named([], None, given.at, given.where)
    winner, loser, *others = seats.ids
    fight = Fight("player", conquered, winner, loser, Cubes.of(red=4, blue=1))
    fight.fallen, fight.action = Cubes.of(red=4), move
    board = learn_province(open_board(), conquered)
    position = fight_position(seats, fight, board)
    position.actions = (
        move,
        action,
        *(a for a in actions_first(action) if a not in (move, action)),
    )
    position.actions = position.actions[:5]
    run = Run(position.state())
    begin_fight(run, fight)
    run.do(ReportThrow(fight.fallen))
    for seat in (loser, *others):
        run.do(RevealPlan(seat, "money"))
    if run.prompt("RevealActionCard") is not None:
        run.do(RevealActionCard(next(a for a in ACTIONS if a not in run.state.action_cards)))
    holder = run.state.card_place(conquered)
    winner_plans = run.objects(RevealPlan(winner, conquered)) is None
    run.do(RevealPlan(winner, "money"))
    lost = run.objects(RevealPlan(loser, conquered)) is not None
    if lost:
        run.do(RevealPlan(loser, "none"))
        lost = run.state.turn == 2
    names = {winner: "winner", loser: "loser"}
    return {
        "card_holder": names.get(holder, holder),
        f"loser_{action}": "nothing" if lost else "executed",
        "winner_may_plan_it_this_season": winner_plans,
    }
