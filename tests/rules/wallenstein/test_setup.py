"""Chapters 2 and 3: components and set-up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.commands import (
    EnterLineup,
    LayDisplay,
    LayEvents,
    PlaceGroup,
    RefreshDisplay,
    ReportThrow,
    TakeCard,
    TurnUpCard,
    UseLineup,
)
from turmwart.games.wallenstein.events import FillGathered, TowerFilled
from turmwart.games.wallenstein.setup import Options, Seat, Setup
from turmwart.games.wallenstein.state import ACTIONS, BUILDINGS_TOTAL, TILES, Stock
from turmwart.kernel.cubes import Cubes

from .tables import Play, demo_board, real_board, setup, started, table

EXCLUDED = {
    "bremen",
    "holstein",
    "luettich",
    "burgund",
    "konstanz",
    "bayern",
    "steiermark",
    "tirol",
}


def drafted(players: int = 4, oldest: str = "s1") -> Play:
    """Everybody always draws from the deck and places the biggest group."""
    play = started(setup(players, oldest=oldest))
    deck = [p.id for p in play.state.provinces if p.in_play]
    play.do(LayDisplay((deck.pop(), deck.pop())))
    while play.state.phase == "draft":
        seat = play.state.drafting
        play.do(TakeCard(seat, deck.pop()))
        play.do(PlaceGroup(seat, max(play.state.player(seat).groups)))
    return play


@pytest.mark.rule("W-PARTS-1")
def test_five_regions() -> None:
    """The real board's regions by name."""
    labels = [region.label for region in real_board().regions]
    assert labels == ["Brandenburg", "Sachsen", "Österreich", "Bayern", "Kurpfalz"]


@pytest.mark.rule("W-PARTS-2", "W-PARTS-3")
def test_forty_five_provinces_with_name_tax_grain_and_sites() -> None:
    """45 provinces; on the demo board nine in each region, each with all that a card shows."""
    assert real_board().provinces_total == 45
    board = demo_board()
    assert len(board.provinces) == 45
    for region in board.regions:
        assert sum(p.region == region.id for p in board.provinces) == 9
    assert all(p.label and p.tax and p.grain and p.sites for p in board.provinces)


@pytest.mark.rule("W-PARTS-5", "W-PARTS-10")
def test_ten_action_cards_and_five_tiles() -> None:
    """The actions and tiles of the rules are those of the data, each once."""
    assert len(set(ACTIONS)) == 10
    assert len(set(TILES)) == 5


@pytest.mark.rule("W-PARTS-6")
def test_twelve_event_cards_with_two_halves() -> None:
    """Twelve cards on the real board too, most of them not read yet."""
    assert len(real_board().events) == 12
    assert all(e.kind and e.grain_loss is not None for e in demo_board().events)


@pytest.mark.rule("W-PARTS-7", "W-PARTS-8", "W-CUBE-1", "W-CUBE-2")
def test_cubes_at_the_start() -> None:
    """62 armies of each colour in play and 20 farmers, wherever they lie."""
    total = started(setup(5)).state.ledger.total()
    assert total == Cubes.of(red=62, blue=62, yellow=62, purple=62, black=62, green=20)


@pytest.mark.rule("W-PARTS-11", "W-PARTS-12", "W-PARTS-13")
def test_stocks_at_the_start() -> None:
    """28, 26 and 26 buildings, 42 revolt markers, 160 thalers in all."""
    state = started(setup(3)).state
    assert state.stock == Stock(palace=28, church=26, trading_house=26, markers=42)
    assert BUILDINGS_TOTAL == {"palace": 28, "church": 26, "trading_house": 26}
    assert state.bank + sum(p.thalers for p in state.players) == 160


@pytest.mark.rule("W-SETUP-1", "W-OBS-1")
@pytest.mark.parametrize("count", [2, 6])
def test_other_numbers_of_players_are_refused(count: int) -> None:
    """Two or six players cannot start a game."""
    seats = tuple(Seat(f"s{n + 1}", f"P{n}", f"colour{n}") for n in range(count))
    with pytest.raises(ValueError, match="3 to 5"):
        GAME.start(Setup(seats, "s1", demo_board()))


@pytest.mark.rule("W-SETUP-1")
def test_left_neighbour_is_next_clockwise() -> None:
    """The last seat's left neighbour is the first."""
    state = started(setup(4)).state
    assert [state.left_neighbour(s) for s in state.seats] == ["s2", "s3", "s4", "s1"]


@pytest.mark.rule("W-SETUP-2", "W-OPEN-7")
def test_eight_provinces_leave_a_game_of_three() -> None:
    """Exactly the eight of the rule are out, and their cards are in the box."""
    state = started(setup(3, real_board())).state
    assert {p.id for p in state.provinces if not p.in_play} == EXCLUDED
    assert {state.card_place(province) for province in EXCLUDED} == {"box"}


@pytest.mark.rule("W-SETUP-3")
def test_excluded_provinces_cannot_be_drafted() -> None:
    """A card in the box cannot come up."""
    play = started(setup(3, real_board()))
    assert play.refused(LayDisplay(("bremen", "anhalt"))).rule == "W-SETUP-9"


@pytest.mark.rule("W-SETUP-4")
@pytest.mark.parametrize("count", [4, 5])
def test_all_provinces_with_four_or_five(count: int) -> None:
    """Nothing is excluded."""
    assert all(p.in_play for p in started(setup(count)).state.provinces)


@pytest.mark.rule("W-SETUP-5", "W-SETUP-6", "W-OPEN-11")
@pytest.mark.parametrize(("count", "thalers"), [(3, 18), (4, 15), (5, 12)])
def test_start_money(count: int, thalers: int) -> None:
    """18, 15, 12 thalers and 62 armies by the rulebook, not by the reference sheet."""
    state = started(setup(count, real_board())).state
    assert {p.thalers for p in state.players} == {thalers}
    assert all(state.ledger.total()[p.colour] == 62 for p in state.players)


@pytest.mark.rule("W-SETUP-7")
def test_unused_colours_are_outside_every_count() -> None:
    """With three players nothing is known of purple and black."""
    assert set(started(setup(3)).state.ledger.total()) == {"red", "blue", "yellow", "green"}


@pytest.mark.rule("W-SETUP-8")
def test_money_and_supply_are_open() -> None:
    """Every seat sees the same."""
    state = started(setup(4)).state
    assert GAME.view(state, "s3") == GAME.view(state, None)
    assert [p.thalers for p in GAME.view(state, "s3").players] == [15] * 4
    assert [p.supply for p in GAME.view(state, "s3").players] == [62 - 25] * 4


@pytest.mark.rule("W-SETUP-9")
def test_two_different_cards_are_turned_up() -> None:
    """One card, or the same twice, is no display."""
    play = started(setup(4))
    assert play.refused(LayDisplay(("dunmere", "dunmere"))).rule == "W-SETUP-9"
    play.do(LayDisplay(("dunmere", "elmscar")))
    assert play.state.display == ("dunmere", "elmscar")
    assert play.state.card_place("dunmere") == "display"
    assert play.state.card_place("cinderholt") == "deck"


@pytest.mark.rule("W-SETUP-10", "W-SETUP-11")
@pytest.mark.parametrize(
    ("count", "sizes"),
    [(3, (5, 4, 4, 3, 3, 2, 2, 2, 2)), (4, (5, 4, 4, 3, 3, 2, 2, 2)), (5, (5, 4, 4, 3, 3, 2, 2))],
)
def test_groups_on_the_landscape_side(count: int, sizes: tuple[int, ...]) -> None:
    """27, 25, 23 armies stand on the sites, the rest in the supply (T1)."""
    state = started(setup(count, real_board())).state
    for player in state.players:
        assert player.groups == sizes
        assert state.ledger.at("sites")[player.colour] == sum(sizes)
        assert state.supply(player.seat) == 62 - sum(sizes)


@pytest.mark.rule("W-SETUP-12", "W-OPEN-33")
def test_the_oldest_drafts_first_then_clockwise() -> None:
    """The table named s3; nobody else may take a card."""
    play = started(setup(4, oldest="s3")).do(LayDisplay(("dunmere", "elmscar")))
    assert play.refused(TakeCard("s1", "dunmere")).rule == "W-SETUP-12"
    seats = []
    for card in ("pellham", "oxbourne", "ashcombe", "emberly", "reedham_vale"):
        seats.append(play.state.drafting)
        play.do(TakeCard(play.state.drafting, card), PlaceGroup(play.state.drafting, 5))
        if len(seats) == 4:
            break
    assert seats == ["s3", "s4", "s1", "s2"]


@pytest.mark.rule("W-SETUP-13", "W-OBS-2")
def test_a_face_up_card_or_the_top_of_the_deck() -> None:
    """Taken cards are told apart by where they came from; a card of somebody is not there."""
    play = started(setup(4)).do(LayDisplay(("dunmere", "elmscar")), TakeCard("s1", "pellham"))
    assert play.events[0].from_deck
    play.do(PlaceGroup("s1", 5), TakeCard("s2", "dunmere"))
    assert not play.events[0].from_deck
    play.do(TurnUpCard("cinderholt"), PlaceGroup("s2", 5))
    assert play.refused(TakeCard("s3", "pellham")).rule == "W-SETUP-13"


@pytest.mark.rule("W-SETUP-14")
def test_a_whole_group_goes_to_the_province_taken() -> None:
    """Only sizes that are left can be placed, after the card is known (T2)."""
    play = started(setup(4)).do(LayDisplay(("dunmere", "elmscar")))
    assert play.refused(PlaceGroup("s1", 5)).rule == "W-PHASE-1"
    play.do(TakeCard("s1", "pellham"))
    assert play.refused(PlaceGroup("s1", 1)).rule == "W-SETUP-14"
    play.do(PlaceGroup("s1", 4))
    assert play.at("province:pellham") == Cubes.of(red=4)
    assert play.state.player("s1").groups == (5, 4, 3, 3, 2, 2, 2)


@pytest.mark.rule("W-SETUP-15")
def test_a_taken_face_up_card_is_replaced_at_once() -> None:
    """The group waits until the new card lies."""
    play = started(setup(4)).do(LayDisplay(("dunmere", "elmscar")), TakeCard("s1", "dunmere"))
    assert play.prompt_names(must=True) == ["turn_up_card"]
    assert play.refused(PlaceGroup("s1", 5)).rule == "W-SETUP-15"
    play.do(TurnUpCard("pellham"))
    assert play.state.display == ("elmscar", "pellham")
    assert play.refused(TurnUpCard("oxbourne")).rule == "W-PHASE-1"


@pytest.mark.rule("W-SETUP-16")
def test_the_same_two_cards_may_be_put_under_the_deck() -> None:
    """After a round of draws from the deck s1 sees the same pair again; s2 does not yet."""
    play = started(setup(4)).do(LayDisplay(("dunmere", "elmscar")))
    refusal = play.refused(RefreshDisplay("s1", ("pellham", "emberly")))
    assert refusal.rule == "W-SETUP-16"
    assert refusal.waivable
    for card in ("oxbourne", "ashcombe", "cinderholt", "ravensike"):
        seat = play.state.drafting
        play.do(TakeCard(seat, card), PlaceGroup(seat, 5))
    assert "refresh_display" in play.prompt_names(must=False)
    play.do(RefreshDisplay("s1", ("pellham", "emberly")))
    assert play.state.display == ("pellham", "emberly")
    play.do(TakeCard("s1", "dunmere"), PlaceGroup("s1", 2))
    assert "refresh_display" not in play.prompt_names()


@pytest.mark.rule("W-SETUP-17", "W-CARD-1")
def test_card_and_armies_go_together() -> None:
    """Who has armies in a province holds its card."""
    play = started(setup(4)).do(LayDisplay(("dunmere", "elmscar")), TakeCard("s1", "pellham"))
    assert play.state.card_place("pellham") == "s1"
    play.do(PlaceGroup("s1", 5))
    assert play.state.card_place("pellham") == "s1"
    assert [p.id for p in play.state.owned("s1")] == ["pellham"]


@pytest.mark.rule("W-SETUP-18", "W-SETUP-19")
@pytest.mark.parametrize(("players", "own", "neutral"), [(3, 9, 10), (4, 8, 13), (5, 7, 10)])
def test_after_the_draft(players: int, own: int, neutral: int) -> None:
    """Everybody has placed all groups; cards nobody took form the pile, the rest is supply."""
    state = drafted(players).state
    assert {len(state.owned(seat)) for seat in state.seats} == {own}
    free = [p.id for p in state.provinces if p.in_play and p.owner is None]
    assert len(free) == neutral
    assert {state.card_place(province) for province in free} == {"pile"}
    assert all(state.ledger.at("sites")[p.colour] == 0 for p in state.players)


@pytest.mark.rule("W-SETUP-20", "W-OPEN-6")
def test_a_line_up_instead_of_the_draft() -> None:
    """One seat by a known list, the others as the table lays them out; then the tower is filled."""
    play = started(setup(3)).do(UseLineup("s1", "line_3_1"))
    listed = next(line for line in demo_board().lineups if line.id == "line_3_1")
    assert {p.id: play.armies(p.id) for p in play.state.owned("s1")} == dict(listed.provinces)
    assert play.refused(LayDisplay(("dunmere", "elmscar"))).rule == "W-PHASE-1"
    free = [p.id for p in play.state.provinces if p.in_play and p.owner is None]
    for seat, cards in (("s2", free[:9]), ("s3", free[9:18])):
        rows = tuple((f"group_{n}", card) for n, card in enumerate(cards, start=1))
        play.do(EnterLineup(seat, rows))
    assert play.state.phase == "fill"
    assert play.armies(free[0]) == 5


@pytest.mark.rule("W-SETUP-20")
def test_a_line_up_takes_no_province_twice() -> None:
    """A province named twice, or owned already, is refused."""
    play = started(setup(5))
    rows = [(f"group_{n}", "dunmere") for n in range(1, 8)]
    assert play.refused(EnterLineup("s1", tuple(rows))).rule == "W-SETUP-20"


@pytest.mark.rule("W-SETUP-22", "W-OPEN-21")
def test_markers_start_at_zero() -> None:
    """Points and grain are 0, and no end of the grain track is assumed."""
    play = started(setup(4))
    assert {(p.points, p.grain) for p in play.state.players} == {(0, 0)}
    assert play.state.board.grain_track_max is None


@pytest.mark.rule("W-SETUP-23")
@pytest.mark.parametrize(("players", "cubes"), [(3, 31), (4, 38), (5, 45)])
def test_filling_the_tower(players: int, cubes: int) -> None:
    """10 farmers and 7 armies of each player are gathered together (T3)."""
    play = drafted(players)
    gathered = play.only(FillGathered).cubes
    assert gathered.total == cubes
    assert gathered["green"] == 10
    assert {gathered[p.colour] for p in play.state.players} == {7}
    assert play.prompt_names(must=True) == ["throw"]


@pytest.mark.rule("W-SETUP-24", "W-CUBE-6")
def test_what_falls_at_the_filling_returns() -> None:
    """3 red and 2 farmers fall: back to the supplies, the rest is the tower's first content."""
    play = drafted(3).throw(red=3, green=2)
    assert play.only(TowerFilled).to_supply == Cubes.of(red=3, green=2)
    assert play.at("tray") == Cubes()
    assert play.at("tower") == Cubes.of(red=4, blue=7, yellow=7, green=8)
    assert play.at("supply") == Cubes.of(red=31, blue=28, yellow=28, green=12)


@pytest.mark.rule("W-SETUP-25")
def test_bank_and_four_event_cards() -> None:
    """160 - 3 x 18 thalers form the bank; four different event cards are turned up."""
    play = drafted(3).throw()
    assert play.state.bank == 160 - 54
    cards = tuple(e.id for e in demo_board().events)
    assert play.refused(LayEvents(cards[:3])).rule == "W-SETUP-25"
    play.do(LayEvents(cards[:4]))
    assert play.state.year_events == cards[:4]


@pytest.mark.rule("W-SETUP-26")
def test_tower_and_tray_are_empty_before_the_filling() -> None:
    """Nothing is inside until the first throw is reported, and nothing can fall out."""
    play = drafted(4)
    assert play.at("tower") == Cubes()
    assert play.at("tray") == Cubes()
    assert play.refused(ReportThrow(Cubes.of(red=8))).rule == "W-CUBE-5"


@pytest.mark.rule("W-OPEN-8")
def test_names_of_colours_are_free() -> None:
    """Grey, white and moss play with brown farmers."""
    seats = (Seat("s1", "A", "grey"), Seat("s2", "B", "white"), Seat("s3", "C", "moss"))
    chosen = replace(setup(3), seats=seats, farmers="brown")
    total = started(chosen).state.ledger.total()
    assert total == Cubes.of(grey=62, white=62, moss=62, brown=20)
    doubled = replace(chosen, farmers="moss")
    with pytest.raises(ValueError, match="colour of their own"):
        GAME.start(doubled)


@pytest.mark.rule("W-SETUP-1", "W-OPEN-33")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"oldest": "s4"}, "oldest"),
        ({"oldest": ""}, "oldest"),
        ({"options": Options(farmer_shortage="none")}, "farmer_shortage"),
        ({"options": Options(show_tower_content="sometimes")}, "show_tower_content"),
        ({"options": Options(settle_seconds=-1)}, "settle_seconds"),
        ({"board": replace(demo_board(), players=())}, "3 players"),
        ({"seats": (Seat("s2", "A", "red"), Seat("s1", "B", "blue"), Seat("s3", "C", "x"))}, "s1"),
        ({"farmers": "red"}, "colour of their own"),
    ],
)
def test_setups_that_cannot_be_played(changes: dict[str, Any], message: str) -> None:
    """Each says what is wrong with it."""
    with pytest.raises(ValueError, match=message):
        GAME.start(replace(setup(3), **changes))


def test_constants_agree_with_the_shipped_tables() -> None:
    """Groups, thalers and exclusions of the rules are those of the data file."""
    data = table("setup")
    for row in data["players"]:
        numbers = real_board().numbers(row["count"])
        assert numbers.start_thalers == row["start_thalers"]
        assert sum(numbers.group_sizes) == row["group_armies_total"]
        fill = data["tower_fill"]
        cubes = fill["farmers"] + fill["armies_per_player"] * row["count"]
        assert cubes == row["tower_fill_total"]
