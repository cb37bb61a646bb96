"""Compact kinds of the Imperial Court; each runs the rules on a small position."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from turmwart.games.wallenstein.commands import ReportThrow
from turmwart.games.wallenstein.court import MONEY, NO_CARD, SPACES
from turmwart.games.wallenstein.court_commands import (
    ChooseFavor,
    FinishFavor,
    LayFavors,
    RevealExchanges,
)
from turmwart.games.wallenstein.court_events import (
    ArmiesExchanged,
    CourtiersEntered,
    ExchangeRevealed,
    FavorPassed,
    FavorTaken,
)
from turmwart.games.wallenstein.court_state import (
    COURTIERS_PER_COLOUR,
    EXCHANGES,
    FAVOR_COSTS,
    Court,
)
from turmwart.games.wallenstein.state import ACTIONS
from turmwart.kernel.cubes import Cubes
from turmwart.table.scenarios.run import Broken
from turmwart.table.scenarios.values import Reader, Unordered, whole
from turmwart.table.scenarios.wallenstein.board import learn, learn_province, open_board
from turmwart.table.scenarios.wallenstein.cards import plan_card
from turmwart.table.scenarios.wallenstein.described import owner_said
from turmwart.table.scenarios.wallenstein.position import ONE_BY_ONE, Position
from turmwart.table.scenarios.wallenstein.run import Run
from turmwart.table.scenarios.wallenstein.seats import GREEN, Seats, player_of
from turmwart.table.scenarios.wallenstein.start import laid_out

WITH_COURT = replace(ONE_BY_ONE, imperial_court=True)
_HAND = len(ACTIONS) + 1 + len(EXCHANGES)
"""Cards of a player who can fill all spaces."""

_NOT_ENOUGH = "W-COURT-28"


def court_of(run: Run) -> Court:
    """The court of a run that is played with it.

    Raises:
        Broken: there is none.
    """
    if run.state.court is None:
        raise Broken("the run is played without the Imperial Court")
    return run.state.court


def court_setup(given: Reader) -> dict[str, Any]:
    """Courtiers that come for what fell when the tower was filled."""
    part = given.reader("fallen")
    named = [key for key in part.keys if key != GREEN]
    seats = Seats.named(
        part.keys, given.whole("players", max(3, len(named)), 3, 5), given.at, given.where
    )
    run = laid_out(seats, WITH_COURT)
    before = run.state.ledger.at("supply")
    run.do(ReportThrow(seats.cubes(part)))
    ledger = run.state.ledger
    court = court_of(run)
    came = {seats.colour(c.seat): c.antechamber for c in court.courtiers}
    left = {seats.colour(c.seat): c.supply for c in court.courtiers}
    return {
        "antechamber": seats.counted(came),
        "courtiers_in_supply": seats.counted(left),
        "to_supply": seats.counted((ledger.at("supply") - before).as_dict()),
        "tray_after": seats.counted(ledger.at("tray").as_dict()),
    }


def court_layout(given: Reader) -> dict[str, Any]:
    """What the three favor cards of a season cost."""
    items = given.items("numbers")
    numbers = [whole(item, given.place("numbers"), 0, 1000) for item in items]
    if len(numbers) != len(FAVOR_COSTS):
        raise given.fault("numbers", "scenario.court_favors", count=len(FAVOR_COSTS))
    seats = Seats.named(player_of(given), 4, given.at, given.where)
    run = Run(_position(seats, "favors").state())
    first, second, third = numbers
    run.do(LayFavors(first, second, third))
    favors = court_of(run).favors
    return {
        "cost_by_number": {str(favor.number): favor.cost for favor in favors},
        "order": [favor.number for favor in favors],
    }


def court_exchange(given: Reader) -> dict[str, Any]:
    """What one exchange card brings about."""
    return _exchange(given)


def court_exchanges(given: Reader) -> dict[str, Any]:
    """Which of several exchange cards, each on a table of its own, are carried out."""
    cases = given.readers("cases")
    if not cases:
        raise given.fault("cases", "scenario.empty")
    return {"executed": [_exchange(case)["executed"] for case in cases]}


def _exchange(given: Reader) -> dict[str, Any]:
    space = given.whole("space", least=min(EXCHANGES), most=max(EXCHANGES))
    cards = dict.fromkeys(EXCHANGES, NO_CARD)
    cards[space] = plan_card(given.need("card"), given.place("card"))
    run, actor, before = _exchanging(given, cards)
    made = run.happened(ArmiesExchanged)
    found: dict[str, Any] = {
        "executed": bool(made),
        "armies_to_supply": run.state.supply(actor) - before[0],
        "courtiers_to_antechamber": court_of(run).of(actor).antechamber - before[1],
        "tray_to_supply": sum(event.armies for event in made if event.source == "tray"),
        "obstacle": court_of(run).exchanges[EXCHANGES.index(space)].obstacle or None,
    }
    card = cards[space]
    if any(stands.id == card for stands in run.state.owned(actor)):
        found["armies_in_province"] = run.state.armies(card)
    return found


def court_step_1(given: Reader) -> dict[str, Any]:
    """All three exchanges of a player."""
    part = given.reader("cards")
    cards = dict.fromkeys(EXCHANGES, NO_CARD)
    for key in part.keys:
        if key not in map(str, EXCHANGES):
            raise part.fault(key, "scenario.court_space", found=key)
        cards[int(key)] = plan_card(part.need(key), part.place(key))
    run, actor, before = _exchanging(given, cards)
    shown = [event for event in run.happened(ExchangeRevealed) if event.seat == actor]
    return {
        "order": [event.space for event in shown],
        "executed": [event.space for event in run.happened(ArmiesExchanged)],
        "armies_to_supply": run.state.supply(actor) - before[0],
        "courtiers_to_antechamber": court_of(run).of(actor).antechamber - before[1],
    }


def _exchanging(given: Reader, cards: dict[int, str]) -> tuple[Run, str, tuple[int, int]]:
    """A run in which the first player turned up ``cards``; armies and courtiers before."""
    seats = Seats.named(player_of(given), 4, given.at, given.where)
    actor = seats.ids[0]
    position = _position(seats, "exchanges")
    armies = given.whole("armies_in_province", 5, 1, 62)
    for card in cards.values():
        if card not in (MONEY, NO_CARD, "tower"):
            position.board = learn_province(position.board, card)
            position.own(card, actor, armies)
    lies = given.whole("own_armies_in_tray", 0, 0, 62 - armies)
    position.tray = Cubes.from_counts({seats.colour(actor): lies})
    supply = given.whole("courtiers_in_supply", COURTIERS_PER_COLOUR, 0, COURTIERS_PER_COLOUR)
    position.antechamber[actor] = COURTIERS_PER_COLOUR - supply
    position.holding(actor).cards = len(ACTIONS) + sum(c != NO_CARD for c in cards.values())
    run = Run(position.state())
    before = (run.state.supply(actor), court_of(run).of(actor).antechamber)
    sheet = tuple((name, cards[n]) for name, n in zip(SPACES, EXCHANGES, strict=True))
    run.do(RevealExchanges(actor, sheet))
    return run, actor, before


def court_step_2(given: Reader) -> dict[str, Any]:
    """The audience: who comes when, takes which card, and what is left."""
    seats, position = _audience(given)
    choices = given.reader("choices")
    wanted = {seats.of(key, choices.at, choices.where): choices.whole(key) for key in choices.keys}
    run = Run(position.state())
    for seat in run.state.order:
        run.do(RevealExchanges(seat, tuple((space, NO_CARD) for space in SPACES)))
    cannot = _unaffordable(run)
    while run.state.phase == "audience":
        court = court_of(run)
        if court.taking is not None:
            run.do(FinishFavor(court.taking.seat))
        else:
            seat = court.waiting[0]
            run.do(ChooseFavor(seat, wanted.get(seat, 0)))
        cannot = [*cannot, *_unaffordable(run)]
    court = court_of(run)
    found: dict[str, Any] = {
        "order": [owner_said(seats, event.seat) for event in run.happened(CourtiersEntered)],
        "courtiers_returned": seats.counted(
            {seats.colour(event.seat): event.cost for event in run.happened(FavorTaken)}
        ),
        "antechamber_after": seats.counted(
            {seats.colour(c.seat): c.antechamber for c in court.courtiers}
        ),
        "favor_cards_out_of_game": list(court.gone),
    }
    for number in court.gone:
        kept_off = (seat for seat, left in cannot if number in left)
        said = dict.fromkeys(owner_said(seats, seat) for seat in kept_off)
        found[f"cannot_take_{number}"] = Unordered(tuple(said))
    return found


def _unaffordable(run: Run) -> list[tuple[str, tuple[int, ...]]]:
    """Who, by the last step, could not take which of the favor cards still there."""
    court = court_of(run)
    left = tuple(favor.number for favor in court.favors)
    if run.state.phase != "audience":
        left = court.gone
    taken = {event.number for event in run.happened(FavorTaken)}
    passed = [
        (event.seat, tuple(number for number in left if number not in taken))
        for event in run.last
        if isinstance(event, FavorPassed) and event.reason == _NOT_ENOUGH
    ]
    if run.state.phase == "audience" and court.taking is None:
        seat = court.waiting[0]
        dear = tuple(n for n in left if run.objects(ChooseFavor(seat, n)) is not None)
        passed.append((seat, dear))
    return passed


def _audience(given: Reader) -> tuple[Seats, Position]:
    """A position whose exchanges come, with courtiers and favor cards as given."""
    part = given.reader("antechamber")
    seats = Seats.named(part.keys, max(3, len(part.keys)), part.at, part.where)
    names = given.reader("names")
    for key in names.keys:
        names.text(key)
    position = _position(seats, "exchanges")
    for key in part.keys:
        seat = seats.of(key, part.need(key), part.where)
        position.antechamber[seat] = part.whole(key, most=COURTIERS_PER_COLOUR)
    position.order = tuple(
        seats.seat(item, given.place("turn_order")) for item in given.items("turn_order")
    )
    costs = given.reader("cost_by_number")
    for key in costs.keys:
        if not key.isdigit():
            raise costs.fault(key, "scenario.court_number", found=key)
        position.favors = (*position.favors, int(key))
        for field, value in (("kind", "free_text"), ("text", "-")):
            position.board = learn(position.board, "favor", key, field, value)
    ranked = sorted(position.favors, reverse=True)
    for number, cost in zip(ranked, FAVOR_COSTS, strict=False):
        said = costs.whole(str(number))
        if said != cost:
            raise costs.fault(str(number), "scenario.not_so", found=said, known=cost)
    for seat in seats.ids:
        position.holding(seat).cards = len(ACTIONS)
    return seats, position


def _position(seats: Seats, phase: str) -> Position:
    position = Position(seats, open_board(), options=WITH_COURT, phase=phase)
    position.event = position.board.events[0].id if phase == "exchanges" else ""
    for seat in seats.ids:
        position.own(position.spare()[0], seat)
        position.holding(seat).cards = _HAND
        position.holding(seat).bid = NO_CARD if phase == "exchanges" else ""
    return position
