"""Compact kinds of set-up and of cubes counted over several throws."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from turmwart.games.wallenstein.commands import (
    LayEvents,
    MoveArmies,
    ReportThrow,
    RevealBids,
    RevealPlan,
)
from turmwart.games.wallenstein.season import SPACES
from turmwart.games.wallenstein.state import TILES
from turmwart.kernel.cubes import Cubes
from turmwart.table.scenarios.values import Either, Reader, Unordered, meant
from turmwart.table.scenarios.wallenstein.board import (
    learn_neighbours,
    open_board,
)
from turmwart.table.scenarios.wallenstein.position import Position, actions_first
from turmwart.table.scenarios.wallenstein.run import Run
from turmwart.table.scenarios.wallenstein.seats import GREEN, Seats
from turmwart.table.scenarios.wallenstein.start import laid_out, started

HIGHEST_COIN_TRIED = 10


def setup(given: Reader) -> dict[str, Any]:
    """What players and board are at the start."""
    count = given.whole("players", 5, 3, 5)
    seats = Seats.named([], count, given.at, given.where)
    run = started(seats)
    player = run.state.players[0]
    in_play = [p for p in run.state.provinces if p.in_play]
    found: dict[str, Any] = {
        "thalers": player.thalers,
        "armies": run.state.ledger.total()[player.colour],
        "farmers": run.state.ledger.total()[GREEN],
        "commanders": sum(1 for p in run.state.players if p.colour == player.colour),
        "money_cards": _money_cards(seats),
        "groups": list(player.groups),
        "group_sizes": list(player.groups),
        "excluded": Unordered(tuple(p.id for p in run.state.provinces if not p.in_play)),
        "group_armies": sum(player.groups),
        "provinces_in_play": len(in_play),
        "neutral_after_setup": len(in_play) - sum(len(p.groups) for p in run.state.players),
        "bank": run.state.bank,
    }
    if "province" in given:
        province = given.text("province")
        if all(facts.id != province for facts in run.state.board.provinces):
            hint = meant(province, (facts.id for facts in run.state.board.provinces))
            raise given.fault("province", "scenario.no_province", found=province, hint=hint)
        found["in_play"] = run.state.province(province).in_play
        found["may_be_entered"] = _may_be_entered(seats, province)
        found["card_at"] = Either((run.state.card_place(province),))
    if "event_cards" in given:
        found |= _event_cards(seats, given.whole("event_cards", least=4, most=60))
    return found


def _money_cards(seats: Seats) -> list[int]:
    """Values of the money cards that may be bid."""
    position = Position(seats, open_board(), phase="bids", event="event_1", tiles=TILES)
    for seat in seats.ids:
        position.holding(seat).cards = SPACES
    run = Run(position.state())
    first, *others = seats.ids
    return [
        value
        for value in range(HIGHEST_COIN_TRIED)
        if run.objects(
            RevealBids(((first, f"money_{value}"), *((seat, "money_0") for seat in others)))
        )
        is None
    ]


def _may_be_entered(seats: Seats, province: str) -> bool:
    """Whether a neighbour may move into a province."""
    position = Position(seats, open_board(), actions=actions_first("move_a"))
    mover = seats.ids[0]
    source = next(p for p in position.spare(2) if p != province)
    position.board = learn_neighbours(position.board, source, province)
    position.own(source, mover, 3)
    run = Run(position.state())
    run.do(RevealPlan(mover, source))
    acting = run.state.acting
    if acting is None or acting.step != "move":
        return False
    return run.objects(MoveArmies(mover, province, 1)) is None


def _event_cards(seats: Seats, count: int) -> dict[str, Any]:
    """How many event cards lie face up at the start of a year, and how many are left."""
    run = laid_out(seats)
    cards = run.state.board.events
    board = replace(
        run.state.board,
        events=tuple(replace(cards[n % len(cards)], id=f"event_{n + 1}") for n in range(count)),
    )
    run.state = replace(run.state, board=board)
    run.do(ReportThrow(Cubes()))
    ids = tuple(card.id for card in board.events)
    taken = next(n for n in range(1, count + 1) if run.objects(LayEvents(ids[:n])) is None)
    run.do(LayEvents(ids[:taken]))
    face_up = len(run.state.year_events)
    return {"face_up": face_up, "left_in_deck": count - face_up - len(run.state.used_events)}


def tower_fill(given: Reader) -> dict[str, Any]:
    """What goes into the tower before the game, and what comes of it."""
    part = given.reader("fallen")
    count = given.whole("players", max(3, len([k for k in part.keys if k != GREEN])), 3, 5)
    seats = Seats.named(part.keys, count, given.at, given.where)
    run = laid_out(seats)
    hand = run.state.ledger.at("hand")
    each = {hand[colour] for colour in seats.colours}
    found: dict[str, Any] = {
        "farmers": hand[GREEN],
        "armies_per_player": each.pop() if len(each) == 1 else seats.counted(hand.as_dict()),
        "thrown_total": hand.total,
    }
    if "fallen" in given:
        before = run.state.ledger.at("supply")
        run.do(ReportThrow(seats.cubes(part)))
        ledger = run.state.ledger
        gained = ledger.at("supply") - before
        found |= {
            "to_supply": seats.counted(gained.as_dict()),
            "tray_after": seats.counted(ledger.at("tray").as_dict()),
            "tower_after": seats.counted(ledger.at("tower").as_dict()),
        }
    return found
