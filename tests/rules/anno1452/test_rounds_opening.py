"""Chapters 3 and 4: the time table, set-up and opening."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.commands import (
    DrawCards,
    EndTrade,
    EnterPrinted,
    PlaceEstate,
    ThrowDice,
)
from turmwart.games.anno1452.conditions import failing
from turmwart.games.anno1452.epochs import ROW_IDS, ROWS
from turmwart.games.anno1452.events_board import RuleWaived
from turmwart.games.anno1452.events_cards import DeckShuffled, ForcedDrawn
from turmwart.games.anno1452.events_rounds import OrderSet, PhaseBegan, RoundBegan, RowBegan
from turmwart.games.anno1452.setup import FINAL_YEARS, Settings
from turmwart.games.anno1452.state import InForce
from turmwart.games.anno1452.steps import Draw

from .rounds_play import Play, begun, demo_board, ottokar, position, setup, unread_board

SHUFFLE = "shuffle-mischen"


def opened(players: int = 3, **settings: Any) -> Play:
    """A game whose cards are dealt; the dice for the first order wait."""
    play = Play(begun(setup(players, Settings(**settings))))
    play.cards_through()
    return play


def placing(**settings: Any) -> Play:
    """Order s1, s2, s3; s3 places first."""
    play = opened(**settings)
    play.throws(6, 4, 2)
    assert play.state.phase == "placing"
    return play


@pytest.mark.rule("A-EPOCH-1", "A-EPOCH-2", "A-EPOCH-3", "A-EPOCH-4")
def test_the_time_table_has_ten_rows_and_two_without_a_king() -> None:
    """Each row has three columns for Action Rounds, beside the first."""
    years = ("1273", "1298", "1314", "1346", "1378", "1400", "1438", "1452")
    assert ("I1", "I2", *years) == ROW_IDS
    assert [row.id for row in ROWS if row.coronation] == list(years[:-1])


@pytest.mark.rule("A-EPOCH-10", "A-SETUP-13", "A-EPOCH-11")
@pytest.mark.parametrize(("year", "epochs"), [("1452", 9), ("1438", 8), ("1400", 7), ("1378", 6)])
def test_the_final_year_says_how_many_epochs_are_played(year: str, epochs: int) -> None:
    """Rows before the final one have Action Rounds; fewer than six are not offered."""
    state = begun(setup(settings=Settings(final_year=year)))
    assert state.final_row == epochs
    assert FINAL_YEARS == ("1452", "1438", "1400", "1378")
    with pytest.raises(ValueError, match="final_year"):
        GAME.start(setup(settings=Settings(final_year="1346")))


@pytest.mark.rule("A-EPOCH-9")
def test_a_year_condition_looks_at_the_row_of_the_marker() -> None:
    """Hildegard asks for 1346: the row, in Action and Event Rounds alike."""
    condition = demo_board().card("marriage-hildegard").modes[0].condition
    for phase in ("round", "trade"):
        for row, year in enumerate(ROW_IDS):
            state = position({}, row=row, phase=phase)
            holds = failing(state, "s1", condition, "marriage-hildegard") is None
            assert holds == (year == "1346")


@pytest.mark.rule("A-SETUP-1", "A-SETUP-2", "A-SETUP-3", "A-SETUP-6", "A-SETUP-7", "A-SETUP-8")
def test_what_a_game_begins_with() -> None:
    """Pieces, prestige, Gold; cards in their piles; the marker on the first row."""
    state = begun(setup())
    for seat in state.seats:
        assert (state.estates_left(seat), state.citizens_left(seat)) == (16, 24)
        assert (state.player(seat).prestige, state.player(seat).gold) == (10, 15)
        assert state.held(seat) == ()
    assert (state.deck, state.discards, state.holders) == (89, (), ())
    assert (state.row, state.round) == (0, 0)


@pytest.mark.rule("A-SETUP-9")
def test_nobody_reigns_at_the_start() -> None:
    """Crowns and Soldiers lie beside the board."""
    state = begun(setup())
    assert (state.king.seat, state.anti_king.seat) == ("", "")
    assert (state.king.soldiers, state.cities_left, state.soldiers_total) == (0, 32, 12)


@pytest.mark.rule("A-SETUP-4")
def test_five_cards_each_are_dealt_and_instants_replaced() -> None:
    """An instant is discarded without effect, and does not count."""
    play = Play(begun(setup()))
    assert play.top == Draw("s1", 5, "deal")
    play.do(DrawCards("s1", 2, "instant-pest"))
    assert play.top == Draw("s1", 3, "deal")
    assert [event.effective for event in play.happened(ForcedDrawn)] == [False]
    play.do(DrawCards("s1", 3))
    play.cards_through()
    assert [player.hand for player in play.state.players] == [5, 5, 5]
    assert (play.state.deck, play.state.discards) == (89 - 16, ("instant-pest",))
    assert play.state.in_force == InForce()


@pytest.mark.rule("A-SETUP-5")
def test_the_shuffle_card_is_shuffled_back_in_the_deal() -> None:
    """With the discard pile; a replacement is drawn."""
    play = Play(begun(setup()))
    play.do(DrawCards("s1", 1, "instant-sturm-drang"))
    play.do(DrawCards("s1", 0, SHUFFLE))
    assert len(play.happened(DeckShuffled)) == 1
    assert (play.state.deck, play.state.discards) == (88, ())
    assert play.top == Draw("s1", 4, "deal")


@pytest.mark.rule("A-SETUP-10")
def test_the_first_order_is_rolled_and_ties_roll_again() -> None:
    """5, 3, 5, 5: three roll again; 2, 6, 2: two roll once more."""
    play = opened(4)
    play.throws(5, 3, 5, 5)
    assert play.state.phase == "order"
    play.throws(2, 6, 2)
    play.throws(1, 4)
    assert play.happened(OrderSet) == (OrderSet(("s3", "s4", "s1", "s2"), "first"),)


@pytest.mark.rule("A-SETUP-10", "A-DICE-11")
def test_the_dice_may_be_thrown_in_any_order() -> None:
    """The third die of three first."""
    play = opened()
    play.do(ThrowDice((6,), number=2))
    play.throws(1, 3)
    assert play.state.order == ("s3", "s2", "s1")


@pytest.mark.rule("A-SETUP-11", "A-SETUP-14", "A-SETUP-15", "A-EPOCH-5")
def test_estates_are_placed_in_reverse_order_then_the_game_begins() -> None:
    """Two each, free, in regions that border on each other; then trade, then the first round."""
    play = placing()
    assert play.objection(PlaceEstate("s1", "bayern")).rule == "A-SETUP-11"
    play.do(PlaceEstate("s3", "bayern"))
    far = play.objection(PlaceEstate("s3", "unteritalien"))
    assert (far.rule, far.detail) == ("A-SETUP-11", "anno1452.objection.not_bordering")
    assert play.objection(PlaceEstate("s3", "bayern")).rule == "A-SETUP-11"
    play.do(PlaceEstate("s3", "tirol"))
    play.do(PlaceEstate("s2", "oberitalien"))
    play.do(PlaceEstate("s2", "unteritalien"))
    play.do(PlaceEstate("s1", "lothringen"))
    play.do(PlaceEstate("s1", "westfalen"))
    assert play.state.phase == "pre_trade"
    assert {player.gold for player in play.state.players} == {15}
    assert all(one.value == 3 and not one.city for one in play.state.estates)
    assert play.state.holders == ()
    play.do(EndTrade())
    assert (play.state.phase, play.state.row, play.state.round) == ("round", 0, 1)
    assert [event.phase for event in play.happened(PhaseBegan)] == ["placing", "pre_trade"]
    assert play.happened(RowBegan) == ()


@pytest.mark.rule("A-SETUP-12")
def test_a_region_takes_one_estate_unless_the_table_overrides() -> None:
    """The companion warns."""
    play = placing()
    play.do(PlaceEstate("s3", "bayern"))
    play.do(PlaceEstate("s3", "tirol"))
    taken = play.objection(PlaceEstate("s2", "bayern"))
    assert (taken.rule, taken.waivable) == ("A-SETUP-12", True)
    play.do(PlaceEstate("s2", "bayern", waived=("A-SETUP-12",)))
    assert play.happened(RuleWaived) == (RuleWaived("s2", "A-SETUP-12"),)


@pytest.mark.rule("A-SETUP-12", "A-OPEN-3")
def test_one_estate_per_region_may_count_for_each_player() -> None:
    """``setup_one_estate_per_region = own``: another's Estate does not forbid it."""
    play = placing(setup_one_estate_per_region="own")
    play.do(PlaceEstate("s3", "savoyen"))
    play.do(PlaceEstate("s3", "eidgenossen"))
    play.do(PlaceEstate("s2", "savoyen"))
    play.do(PlaceEstate("s2", "eidgenossen"))
    full = play.objection(PlaceEstate("s1", "savoyen"))
    assert (full.rule, full.waivable) == ("A-INV-2", False)


@pytest.mark.rule("A-SETUP-11", "A-DATA-8")
def test_an_unknown_border_is_asked_in_set_up() -> None:
    """The second Estate is held until the table says whether the regions border."""
    play = Play(begun(setup(board=unread_board())))
    play.cards_through()
    play.throws(6, 4, 2)
    play.do(PlaceEstate("s3", "bayern"))
    play.do(PlaceEstate("s3", "tirol"))
    assert play.state.wish is not None
    play.do(EnterPrinted("border", "bayern", "tirol", "yes"))
    assert [one.region for one in play.state.owned("s3")] == ["bayern", "tirol"]


@pytest.mark.rule("A-SETUP-11")
def test_prompts_offer_what_fits_and_legal_commands_stand() -> None:
    """Only bordering regions for the second Estate."""
    play = placing()
    play.do(PlaceEstate("s3", "unteritalien"))
    (asked,) = [one for one in GAME.prompts(play.state, "s3") if one.command == "PlaceEstate"]
    assert asked.must
    (slot,) = asked.slots
    assert [option.value for option in slot.options] == ["oberitalien"]  # type: ignore[union-attr]
    assert list(GAME.legal(play.state, None)) == [PlaceEstate("s3", "oberitalien")]
    assert not [one for one in GAME.prompts(play.state, "s1") if one.must]


@pytest.mark.rule("A-SETUP-12")
def test_without_a_free_region_the_override_is_legal() -> None:
    """The only neighbour is taken."""
    play = placing()
    play.do(PlaceEstate("s3", "oberitalien"))
    play.do(PlaceEstate("s3", "tirol"))
    play.do(PlaceEstate("s2", "unteritalien"))
    offered = list(GAME.legal(play.state, None))
    wanted = PlaceEstate("s2", "oberitalien", ("A-SETUP-11", "A-SETUP-12"))
    assert wanted in offered
    play.do(wanted)


@pytest.mark.rule("A-OTTO-8", "A-SETUP-12")
def test_ottokar_stands_before_the_players_place() -> None:
    """He is no player: his Estates do not take the region at set-up."""
    made = replace(setup(2), ottokar=ottokar(), ottokar_colour="yellow")
    play = Play(begun(made))
    assert len(play.state.owned("ottokar")) == 16
    play.cards_through()
    play.throws(6, 4)
    play.do(PlaceEstate("s2", "bayern"))
    assert [one.owner for one in play.state.within("bayern")] == ["ottokar", "s2"]


@pytest.mark.rule("A-EPOCH-5", "A-AR-2")
def test_the_first_round_needs_no_dice() -> None:
    """The marker moves to the first Action Round after the trade phase."""
    play = Play(position({"s1": ["bayern"]}, phase="pre_trade"))
    play.do(EndTrade("s1"))
    play.do(EndTrade("s3"))
    assert play.state.phase == "pre_trade"
    play.do(EndTrade("s2"))
    assert play.happened(RoundBegan) == (RoundBegan(1),)
    assert play.state.acting is not None
