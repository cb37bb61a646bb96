"""Chapters 4 to 7: shape of the game, bonus tiles, planning, bids."""

from __future__ import annotations

from dataclasses import replace

import pytest

from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.commands import (
    ChooseTile,
    DrawCommanders,
    DrawEvent,
    LayActionCards,
    LayBonusTiles,
    LayEvents,
    MoveArmies,
    RevealActionCard,
    RevealBids,
    RevealPlan,
)
from turmwart.games.wallenstein.events import (
    ActionCardTurnedUp,
    BidsRevealed,
    GameEnded,
    SeasonBegan,
    SeasonEnded,
    TurnOrderSet,
    YearEnded,
)
from turmwart.games.wallenstein.setup import Options
from turmwart.games.wallenstein.state import ACTIONS, TILES
from turmwart.kernel.decision import Objection

from .tables import HOLDINGS, Play, position

FIVE = ACTIONS[:5]
MANY = {
    "s1": {"cinderholt": 4, "brackwater": 3, "kestrelby": 2, "lowbarrow": 2, "juniper_rise": 2,
           "thornley": 2},
    "s2": {"dunmere": 3, "elmscar": 2, "marrowgate": 2, "netherwold": 2, "fallowby": 2,
           "oxbourne": 2},
    "s3": {"ravensike": 2, "quarrystead": 2, "inglefen": 2, "harrowick": 2, "pellham": 2,
           "grimsend": 2},
    "s4": {"wickerbrook": 2, "tarnholme": 2, "stonecrop": 2, "kindlewick": 2, "jackdaw_fell": 2,
           "ironbeck": 2},
}  # fmt: skip


def at_action_cards(*, bid_before_actions: bool = False) -> Play:
    """A new season, six provinces each (eleven cards)."""
    play = position(MANY, options=Options(bid_before_actions=bid_before_actions))
    state = play.state
    players = tuple(replace(p, bid="", space=0, cards=0) for p in state.players)
    return Play(
        replace(
            state,
            phase="action_cards",
            players=players,
            event="",
            action_cards=(),
            tiles=(),
            order=(),
        )
    )


def at_bids() -> Play:
    """All plans lie, the event is drawn."""
    play = at_action_cards()
    play.do(LayActionCards(FIVE), LayBonusTiles(TILES))
    return play.do(DrawEvent(play.state.year_events[3]))


def bid(play: Play, *cards: str, waived: tuple[str, ...] = ()) -> Play:
    """All bids by seat."""
    return play.do(RevealBids(tuple(zip(play.state.seats, cards, strict=True)), waived=waived))


def next_year(play: Play) -> Play:
    """Lay the next four events."""
    left = [e.id for e in play.state.board.events]
    gone = (*play.state.used_events, *play.state.year_events)
    return play.do(LayEvents(tuple(card for card in left if card not in gone)[:4]))


def whole_season(play: Play) -> Play:
    """A season in which nobody does anything; in winter the first legal command is taken."""
    play.do(LayActionCards(FIVE), LayBonusTiles(TILES), DrawEvent(play.state.year_events[-1]))
    waived = ("W-PLAN-8", "W-PLAN-10")
    bids = ("money_1", "money_0", play.state.owned("s3")[0].id, "none")
    play.do(RevealBids(tuple(zip(play.state.seats, bids, strict=True)), waived=waived))
    for seat, tile in zip(("s1", "s3", "s2", "s4"), TILES, strict=False):
        play.do(ChooseTile(seat, tile))
    play.finish_season()
    while play.state.phase == "famine":
        play.do(next(GAME.legal(play.state, None)))
    return play


@pytest.mark.rule("W-YEAR-1", "W-YEAR-2", "W-YEAR-3", "W-YEAR-4", "W-PHASE-3", "W-END-1")
@pytest.mark.rule("W-YEAREND-4", "W-YEAREND-2")
def test_two_years_of_four_seasons() -> None:
    """Six action seasons, two winters, eight different event cards, then the end."""
    play = at_action_cards()
    seasons = [(1, "spring")]
    winters: list[type] = []
    while play.state.phase != "over":
        used = play.state.year_events
        whole_season(play)
        assert len(play.state.year_events) < len(used)
        seasons += [(e.year, e.season) for e in play.happened(SeasonBegan)]
        if play.happened(YearEnded):
            winters.append(YearEnded)
            next_year(play)
            seasons += [(e.year, e.season) for e in play.happened(SeasonBegan)]
        if play.happened(GameEnded):
            winters.append(GameEnded)
    assert seasons == [(y, s) for y in (1, 2) for s in ("spring", "summer", "autumn")]
    assert winters == [YearEnded, GameEnded]
    gone = (*play.state.used_events, *play.state.year_events)
    assert len(set(gone)) == 8
    assert play.refused(LayActionCards(FIVE)).rule == "W-PHASE-3"


@pytest.mark.rule("W-PHASE-1")
def test_steps_of_a_season_in_their_order() -> None:
    """Each step refuses what is not due yet."""
    play = at_action_cards()
    assert play.refused(LayBonusTiles(TILES)).rule == "W-PHASE-1"
    play.do(LayActionCards(FIVE))
    assert play.refused(DrawEvent(play.state.year_events[0])).rule == "W-PHASE-1"
    play.do(LayBonusTiles(TILES))
    assert play.refused(RevealBids(())).rule == "W-PHASE-1"
    play.do(DrawEvent(play.state.year_events[0]))
    assert play.refused(ChooseTile("s1", TILES[0])).rule == "W-PHASE-1"
    bid(play, "money_4", "money_3", "money_2", "money_1")
    assert play.refused(RevealPlan("s1", "money")).rule == "W-PHASE-1"


@pytest.mark.rule("W-PHASE-4", "W-PHASE-5", "W-PHASE-6", "W-OBS-3")
def test_five_action_cards_lie_face_up() -> None:
    """Five different cards, in order; of the other five nothing is known."""
    play = at_action_cards()
    assert play.refused(LayActionCards(ACTIONS[:4])).rule == "W-PHASE-4"
    assert play.refused(LayActionCards((*ACTIONS[:4], ACTIONS[0]))).rule == "W-PHASE-4"
    play.do(LayActionCards(("move_b", *ACTIONS[:4])))
    assert GAME.view(play.state, None).actions == ("move_b", *ACTIONS[:4], "", "", "", "", "")


@pytest.mark.rule("W-PHASE-7", "W-EXEC-1", "W-EXEC-9")
def test_an_action_card_is_turned_up_after_each_of_the_first_five() -> None:
    """All four players act, then card 6; after the fifth action card 10, then no more."""
    play = position(MANY, first="build_palace")
    turned = []
    for _ in range(10):
        for seat in play.state.order:
            assert play.state.order[play.state.turn] == seat
            play.skip()
        if "reveal_action_card" in play.prompt_names(must=True):
            assert play.refused(RevealPlan("s1", "money")).rule == "W-PHASE-1"
            left = next(a for a in ACTIONS if a not in play.state.action_cards)
            play.do(RevealActionCard(left))
            turned.append(play.only(ActionCardTurnedUp).space)
    assert turned == [6, 7, 8, 9, 10]
    assert play.happened(SeasonEnded)


@pytest.mark.rule("W-PHASE-8", "W-PHASE-9", "W-OBS-5")
def test_the_event_is_drawn_from_those_face_up_after_planning() -> None:
    """A card used before is not among them; after the draw plans are closed."""
    play = at_action_cards().do(LayActionCards(FIVE), LayBonusTiles(TILES))
    foreign = play.state.board.events[8].id
    assert play.refused(DrawEvent(foreign)).rule == "W-PHASE-8"
    card = play.state.year_events[1]
    play.do(DrawEvent(card))
    assert play.state.event == card
    assert play.prompt_names(must=True) == ["reveal_bids"]
    assert [e.id for e in GAME.view(play.state, None).face_up] == [
        other for other in play.state.year_events if other != card
    ]


@pytest.mark.rule("W-PHASE-10")
def test_tidy_up() -> None:
    """Cards, commanders and tiles come back, the event card leaves."""
    play = position(tiles={"s1": "six_armies"}).do(RevealPlan("s1", "cinderholt"))
    play.do(MoveArmies("s1", "brackwater", 1))
    event = play.state.event
    play.finish_season()
    state = play.state
    assert {p.used for p in state.provinces} == {""}
    assert {(p.tile, p.space, p.bid) for p in state.players} == {("", 0, "")}
    assert event in state.used_events
    assert event not in state.year_events
    assert (state.phase, state.season) == ("action_cards", "summer")


@pytest.mark.rule("W-PHASE-11", "W-OPEN-30")
def test_commanders_stay_in_autumn() -> None:
    """The autumn turn order is the winter turn order; tiles are returned."""
    order = ("s3", "s1", "s4", "s2")
    play = position(season="autumn", order=order, grain={"s1": 0}, tiles={"s1": "plus_1_grain"})
    play.finish_season()
    assert play.state.season == "winter"
    assert play.state.order == order
    assert [play.state.player(seat).space for seat in order] == [1, 2, 3, 4]
    assert {p.tile for p in play.state.players} == {""}


@pytest.mark.rule("W-BONUS-1", "W-OBS-4")
def test_all_five_tiles_lie_whatever_the_number_of_players() -> None:
    """Four tiles are too few, one twice is wrong."""
    play = at_action_cards().do(LayActionCards(FIVE))
    assert play.refused(LayBonusTiles(TILES[:4])).rule == "W-BONUS-1"
    assert play.refused(LayBonusTiles((*TILES[:4], TILES[0]))).rule == "W-BONUS-1"
    play.do(LayBonusTiles(TILES[::-1]))
    assert play.state.tiles == TILES[::-1]


@pytest.mark.rule("W-BONUS-2", "W-BID-5", "W-BID-6", "W-BID-7", "W-BID-8")
def test_tiles_are_chosen_freely_in_order_of_rank() -> None:
    """The best bidder takes space 4; the order follows the spaces with a gap."""
    play = bid(at_bids(), "money_1", "money_4", "money_2", "money_3")
    assert play.refused(ChooseTile("s1", TILES[0])).rule == "W-BID-5"
    play.do(ChooseTile("s2", TILES[3]))
    assert play.refused(ChooseTile("s4", TILES[3])).rule == "W-BID-5"
    play.do(ChooseTile("s4", TILES[4]), ChooseTile("s3", TILES[0]), ChooseTile("s1", TILES[1]))
    assert play.only(TurnOrderSet).order == ("s3", "s1", "s2", "s4")
    assert [p.tile for p in play.state.players] == [TILES[1], TILES[3], TILES[0], TILES[4]]


@pytest.mark.rule("W-BID-1", "W-OBS-6")
def test_all_bids_are_turned_up_together() -> None:
    """Three of four bids are refused."""
    play = at_bids()
    three = tuple((seat, "money_1") for seat in play.state.seats[:3])
    assert play.refused(RevealBids(three)).rule == "W-BID-1"


@pytest.mark.rule("W-BID-2", "W-BID-3")
def test_money_is_paid_and_ranks_before_provinces_and_nothing() -> None:
    """4, 2, a province, 0: paid 4, 2, 0, 0 to the bank, in this rank."""
    play = bid(at_bids(), "money_0", "dunmere", "money_2", "money_4")
    revealed = play.only(BidsRevealed)
    assert [b.paid for b in revealed.bids] == [0, 0, 2, 4]
    assert revealed.groups == (("s4",), ("s3",), ("s2",), ("s1",))
    assert [p.thalers for p in play.state.players] == [10, 10, 8, 6]
    assert play.state.bank == 160 - 34


@pytest.mark.rule("W-BID-4")
def test_equal_bids_are_drawn_from_the_bag() -> None:
    """Two threes and two zeros: the threes first, then the zeros, each pair by itself."""
    play = bid(at_bids(), "money_0", "money_3", "money_0", "money_3")
    assert play.prompt_names(must=True) == ["draw_commanders"]
    assert play.refused(DrawCommanders(("s1", "s3"))).rule == "W-BID-4"
    play.do(DrawCommanders(("s4", "s2")))
    play.do(DrawCommanders(("s1", "s3")))
    assert play.state.bid_groups == (("s4",), ("s2",), ("s1",), ("s3",))


@pytest.mark.rule("W-BID-4")
def test_several_provinces_are_equal_bids() -> None:
    """Three province cards and no money."""
    play = bid(at_bids(), "cinderholt", "dunmere", "ravensike", "money_1")
    assert play.state.bid_groups == (("s4",), ("s1", "s2", "s3"))


@pytest.mark.rule("W-BID-9", "W-PLAN-2", "W-PLAN-4")
def test_a_province_that_was_the_bid_hosts_no_action() -> None:
    """Its card lies on the bid space."""
    play = bid(at_bids(), "cinderholt", "money_3", "money_2", "money_1")
    for seat, tile in zip(("s2", "s3", "s4", "s1"), TILES, strict=False):
        play.do(ChooseTile(seat, tile))
    for _ in range(3):
        play.skip()
    refusal = play.refused(RevealPlan("s1", "cinderholt"))
    assert (refusal.rule, refusal.waivable) == ("W-BID-9", True)


@pytest.mark.rule("W-BID-10", "W-OPEN-16")
def test_a_bid_dearer_than_the_purse_counts_as_money_0() -> None:
    """s2 has 3 thalers and turns up the 4: nothing is paid, equal to the zero."""
    play = at_bids()
    players = tuple(
        replace(p, thalers=3 if p.seat == "s2" else p.thalers) for p in play.state.players
    )
    play = Play(replace(play.state, players=players, bank=play.state.bank + 7))
    bid(play, "money_0", "money_4", "money_2", "money_1")
    shown = play.only(BidsRevealed)
    assert shown.bids[1].paid == 0
    told = dict(GAME.describe(shown, play.state)[1])["bids"]
    assert [one.split(" ", 1)[1] for one in str(told).split(", ")] == ["0", "4 (0)", "2", "1"]
    assert play.state.player("s2").thalers == 3
    assert play.state.bid_groups == (("s3",), ("s4",), ("s1", "s2"))


@pytest.mark.rule("W-PLAN-1", "W-PLAN-12", "W-OBS-14")
def test_no_plan_is_known_before_its_card_is_turned_up() -> None:
    """Between planning and the first turn nothing of any plan is in state, view or prompts."""
    play = at_action_cards().do(LayActionCards(FIVE), LayBonusTiles(TILES))
    for seat in play.state.seats:
        assert GAME.view(play.state, seat) == GAME.view(play.state, None)
        assert GAME.prompts(play.state, seat) == GAME.prompts(play.state, None)
    assert {p.used for p in play.state.provinces} == {""}


@pytest.mark.rule("W-PLAN-3", "W-EXEC-2", "W-EXEC-4", "W-OBS-7")
def test_a_province_card_is_the_action_in_that_province() -> None:
    """The palace stands as soon as the card is turned up."""
    play = position(first="build_palace").do(RevealPlan("s1", "cinderholt"))
    assert play.state.province("cinderholt").buildings == ("palace",)
    assert play.state.province("cinderholt").used == "build_palace"


@pytest.mark.rule("W-PLAN-4")
def test_a_province_hosts_one_action_in_a_season() -> None:
    """Its only card lies on the space of the first action; the table may insist."""
    play = position(first="build_palace").do(RevealPlan("s1", "cinderholt"))
    play.to_action("build_church")
    refusal = play.refused(RevealPlan("s1", "cinderholt"))
    assert (refusal.rule, refusal.waivable) == ("W-PLAN-4", True)
    play.do(RevealPlan("s1", "cinderholt", waived=("W-PLAN-4",)))
    assert play.events[0].rule == "W-PLAN-4"
    assert play.state.province("cinderholt").buildings == ("palace", "church")


@pytest.mark.rule("W-PLAN-5", "W-EXEC-3")
def test_a_money_card_is_no_action_whatever_its_value() -> None:
    """Nothing changes but the turn; a value is not even entered."""
    play = position(first="build_palace").do(RevealPlan("s1", "money"))
    assert play.state.player("s1").thalers == 10
    assert play.state.turn == 1
    values = [o.value for o in play.prompt("reveal_plan").slots[0].options]  # type: ignore[union-attr]
    assert values == ["dunmere", "elmscar", "money", "none"]


@pytest.mark.rule("W-PARTS-4", "W-PLAN-9")
def test_five_money_cards_and_no_more() -> None:
    """Five money cards on action spaces, a sixth is objected to; the bid counts as one."""
    play = position(first="build_palace")
    for action in ACTIONS[:5]:
        play.to_action(action)
        play.do(RevealPlan("s1", "money"))
        while play.state.turn:
            play.skip()
    play.to_action(ACTIONS[5])
    refusal = play.refused(RevealPlan("s1", "money"))
    assert (refusal.rule, refusal.waivable) == ("W-PARTS-4", True)


@pytest.mark.rule("W-PLAN-6", "W-PLAN-7")
def test_an_empty_space_counts_as_money_and_needs_want_of_cards() -> None:
    """With 16 cards no space may be empty; with nine one may, and nothing happens there."""
    play = position(first="build_palace")
    assert play.refused(RevealPlan("s1", "none")).rule == "W-PLAN-7"
    players = tuple(replace(p, cards=9) for p in play.state.players)
    play = Play(replace(play.state, players=players))
    before = play.state.player("s1")
    play.do(RevealPlan("s1", "none"))
    assert play.state.player("s1") == replace(before, empty_spaces=1)
    play.to_action("build_church")
    assert play.refused(RevealPlan("s1", "none")).rule == "W-PLAN-7"


@pytest.mark.rule("W-PLAN-8")
def test_who_has_eleven_cards_must_bid() -> None:
    """An empty bid space is objected to, and somebody else's province is no bid."""
    play = at_bids()
    empty = tuple(zip(play.state.seats, ("none", "money_3", "money_2", "money_1"), strict=True))
    assert play.refused(RevealBids(empty)).rule == "W-PLAN-8"
    foreign = tuple(
        zip(play.state.seats, ("dunmere", "money_3", "money_2", "money_1"), strict=True)
    )
    refusal = play.refused(RevealBids(foreign))
    assert (refusal.rule, refusal.waivable) == ("W-PLAN-8", False)


@pytest.mark.rule("W-PLAN-9", "W-PLAN-10", "W-OPEN-17")
@pytest.mark.parametrize("bid_first", [False, True])
def test_with_ten_cards_the_action_spaces_come_first(bid_first: bool) -> None:
    """s1 has five provinces. By default its bid space stays empty; the option turns it round."""
    play = at_action_cards(bid_before_actions=bid_first)
    five = {seat: dict(list(held.items())[:5]) for seat, held in MANY.items()}
    few = position({**MANY, "s1": five["s1"]}).state
    play = Play(replace(play.state, provinces=few.provinces, ledger=few.ledger))
    play.do(LayActionCards(FIVE), LayBonusTiles(TILES), DrawEvent(play.state.year_events[3]))
    assert play.state.player("s1").cards == 10
    others = ("money_3", "money_2", "money_1")
    empty = RevealBids(tuple(zip(play.state.seats, ("none", *others), strict=True)))
    money = RevealBids(tuple(zip(play.state.seats, ("money_0", *others), strict=True)))
    if bid_first:
        assert play.refused(empty).rule == "W-PLAN-8"
        play.do(money)
    else:
        assert play.refused(money).rule == "W-PLAN-10"
        play.do(empty)
    tiles = {"s1": TILES[0], "s2": TILES[1], "s3": TILES[2], "s4": TILES[3]}
    while play.state.phase == "tiles":
        seat = play.state.bid_groups[0][0]
        play.do(ChooseTile(seat, tiles[seat]))
    first = GAME.decide(play.state, RevealPlan("s1", "none"), lambda *_: None)
    assert isinstance(first, Objection) != bid_first


@pytest.mark.rule("W-PLAN-11")
def test_means_are_tested_when_the_action_comes() -> None:
    """With no money and one army the card may lie there; the action just does not happen."""
    play = position(first="build_palace", thalers={"s1": 0}).do(RevealPlan("s1", "cinderholt"))
    assert play.state.province("cinderholt").buildings == ()
    assert play.state.province("cinderholt").used == "build_palace"


@pytest.mark.rule("W-OPEN-25")
def test_a_player_without_provinces_stays_in_the_game() -> None:
    """Five cards: shows money and nothing, bids nothing, has no famine and scores nothing."""
    play = position({**HOLDINGS, "s4": {}}, season="autumn", grain={"s4": 0})
    players = tuple(replace(p, cards=5) if p.seat == "s4" else p for p in play.state.players)
    play = Play(replace(play.state, players=players)).finish_season()
    assert play.state.shortages == ()
    assert play.state.player("s4").points == 0
    assert play.state.phase == "events"
