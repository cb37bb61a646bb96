"""Chapter 17: the Imperial Court up to the order of the audience."""

from __future__ import annotations

from dataclasses import replace

import pytest

from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.commands import (
    LayActionCards,
    LayBonusTiles,
    RevealBids,
    RevealPlan,
)
from turmwart.games.wallenstein.court import cards_for_exchanges, courtiers_came, unseen
from turmwart.games.wallenstein.court_commands import (
    CancelEvent,
    CorrectCourtiers,
    LayFavors,
)
from turmwart.games.wallenstein.court_events import (
    ArmiesExchanged,
    AudienceBegan,
    CourtEnded,
    CourtiersCame,
    ExchangeNotMade,
)
from turmwart.games.wallenstein.court_state import Courtiers
from turmwart.games.wallenstein.events import PrintedLearnt
from turmwart.games.wallenstein.scoring import winter_scores
from turmwart.games.wallenstein.setup import Options
from turmwart.games.wallenstein.state import ACTIONS, TILES, State
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.fold import fold

from .court_tables import (
    COURT,
    at_court,
    audience,
    court_of,
    courtiers,
    favor_board,
    shows,
    to_exchanges,
)
from .tables import Play, position, setup, unread_board

SIX = {
    "s1": {"cinderholt": 4, "brackwater": 3, "kestrelby": 2, "lowbarrow": 2, "juniper_rise": 2,
           "thornley": 2},
    "s2": {"dunmere": 3}, "s3": {"ravensike": 2}, "s4": {"wickerbrook": 2},
}  # fmt: skip


def started(options: Options) -> State:
    """A table of three at the very start."""
    state: State = fold(GAME, None, GAME.start(setup(3, options=options)))
    return state


@pytest.mark.rule("W-COURT-1", "W-COURT-3", "W-COURT-4", "W-CUBE-9", "W-PARTS-16")
def test_the_base_setup_and_seven_courtiers_for_each_player() -> None:
    """Nothing else differs; colours that nobody plays have no courtiers."""
    base, court = started(Options()), started(COURT)
    assert court.court is not None
    assert base.court is None
    assert court.court.courtiers == tuple(Courtiers(seat, 7) for seat in ("s1", "s2", "s3"))
    assert replace(court, court=None, options=base.options) == base
    assert court.hand_size("s1") == base.hand_size("s1") + 3
    broken = replace(court.court, courtiers=(Courtiers("s1", 6), *court.court.courtiers[1:]))
    assert any("W-CUBE-9" in law for law in GAME.invariants(replace(court, court=broken)))


@pytest.mark.rule("W-COURT-5", "W-CUBE-9")
def test_no_more_courtiers_come_than_the_supply_holds() -> None:
    """A table may set courtiers by hand before it fills the tower: six lie there, four fell."""
    state = started(COURT)
    assert state.court is not None
    moved = replace(state, court=state.court.moved("s1", "supply", "antechamber", 6))
    colour = state.player("s1").colour
    came = list(courtiers_came(moved, Cubes.from_counts({colour: 4})))
    assert came == [CourtiersCame("s1", 1)]
    after = fold(GAME, moved, came)
    assert after.court.of("s1") == Courtiers("s1", 0, 7)


@pytest.mark.rule("W-COURT-2", "W-COURT-7")
def test_what_lies_at_court_is_shown() -> None:
    """Antechamber, hall and the cards on their three spaces; what was exchanged, by space."""
    play = at_court(antechamber={"s2": 5}, favors=(4, 15, 9), cards={"s1": 13})
    play.do(shows("s1", "cinderholt", "money", "tower"))
    audience(play)
    view = GAME.view(play.state, None)
    assert [(c.seat, c.antechamber, c.hall) for c in view.court.courtiers] == [
        ("s1", 3, 0),
        ("s2", 0, 5),
        ("s3", 0, 0),
        ("s4", 0, 0),
    ]
    assert [(f.number, f.cost) for f in view.court.favors] == [(15, 4), (9, 3), (4, 2)]
    shown = [(e.space, e.card, e.courtiers, e.obstacle) for e in view.court.exchanges]
    assert shown[:3] == [
        (3, "cinderholt", 3, ""),
        (2, "money", 0, ""),
        (1, "tower", 0, "W-COURT-20"),
    ]
    assert view.active == "s2"
    assert view.step == "favor"


@pytest.mark.rule("W-PHASE-2", "W-COURT-8", "W-COURT-17", "W-OBS-12")
def test_steps_of_a_season_with_the_court_in_their_order() -> None:
    """Favor cards after the tiles, court actions between turn order and actions."""
    play = at_court(phase="action_cards")
    state = replace(play.state, players=tuple(replace(p, space=0) for p in play.state.players))
    play = Play(replace(state, event="", action_cards=(), tiles=(), order=()))
    seen = [play.state.phase]
    play.do(LayActionCards(ACTIONS[:5]), LayBonusTiles(TILES))
    seen.append(play.state.phase)
    assert "lay_favors" in play.prompt_names(must=True)
    to_exchanges(play, (3, 1, 2))
    seen.append(play.state.phase)
    assert "reveal_exchanges" in play.prompt_names(must=True)
    for seat in play.state.order:
        play.do(shows(seat))
    seen.append(play.state.phase)
    assert seen == ["action_cards", "favors", "exchanges", "actions"]
    assert play.only(AudienceBegan).order == ()


@pytest.mark.rule("W-COURT-6", "W-COURT-10", "W-COURT-31")
def test_six_seasons_show_eighteen_of_the_cards() -> None:
    """A card that left the game never comes again; three are never seen."""
    play = at_court(phase="favors")
    start = play.state
    for season in range(6):
        play = Play(replace(start, court=court_of(play)))
        left = unseen(play.state)
        assert len(left) == 21 - 3 * season
        play.do(LayFavors(left[0], left[1], left[2]))
        play = audience(Play(replace(play.state, phase="exchanges")))
        assert play.only(CourtEnded).left_over == (left[2], left[1], left[0])
        again = Play(replace(start, court=court_of(play)))
        assert again.refused(LayFavors(left[0], 1000, 1001)).rule == "W-COURT-29"
    assert GAME.view(play.state, None).court.deck == 3


@pytest.mark.rule("W-COURT-8", "W-COURT-9", "W-PARTS-16")
def test_numbers_of_favor_cards_are_learnt() -> None:
    """A number nobody knew is kept; a 22nd is doubted, as one of them must be wrong."""
    play = at_court(phase="favors", board=unread_board())
    play.do(LayFavors(7, 30, 12))
    learnt = [(e.kind, e.key, e.field, e.value) for e in play.happened(PrintedLearnt)]
    assert learnt == [("favor", str(n), "number", n) for n in (7, 30, 12)]
    assert [favor.number for favor in court_of(play).favors] == [30, 12, 7]
    assert [facts.number for facts in play.state.board.favors] == [7, 12, 30]
    full = at_court(phase="favors")
    doubt = full.refused(LayFavors(1, 2, 22))
    assert (doubt.rule, doubt.waivable) == ("W-PARTS-16", True)
    full.do(LayFavors(1, 2, 22, waived=("W-PARTS-16",)))
    # Once the table entered it anyway, cards that are known raise no doubt.
    at_court(phase="favors", board=full.state.board).do(LayFavors(3, 4, 5))
    for wrong in (LayFavors(1, 1, 2), LayFavors(0, 1, 2)):
        assert at_court(phase="favors").refused(wrong).rule == "W-COURT-8"


@pytest.mark.rule("W-COURT-11", "W-COURT-13")
def test_cards_allowed_on_exchange_spaces() -> None:
    """Own province cards, tower and money cards; each card lies once, the bid card elsewhere."""
    play = at_court(SIX, cards={"s1": 14}, bids={"s1": "brackwater"})
    twice = play.refused(shows("s1", "cinderholt", "cinderholt", "tower"))
    assert (twice.rule, twice.waivable) == ("W-COURT-11", True)
    bid = play.refused(shows("s1", "cinderholt", "brackwater", "tower"))
    assert (bid.rule, bid.waivable) == ("W-COURT-13", True)
    foreign = play.refused(shows("s1", "dunmere", "tower", "tower"))
    assert (foreign.rule, foreign.waivable) == ("W-COURT-13", False)
    play.do(shows("s1", "cinderholt", "tower", "money"))
    assert play.state.province("cinderholt").used == "exchange"
    audience(play)
    hosted = play.refused(RevealPlan("s1", "cinderholt"))
    assert (hosted.rule, hosted.waivable) == ("W-COURT-13", True)


@pytest.mark.rule("W-COURT-3", "W-COURT-15", "W-COURT-35")
def test_three_tower_cards_and_no_more() -> None:
    """On bid, exchange and action spaces together; in the next season they are back."""
    play = at_court(SIX, cards={"s1": 14}, bids={"s1": "tower"})
    four = play.refused(shows("s1", "tower", "tower", "tower"))
    assert (four.rule, four.waivable) == ("W-COURT-3", True)
    audience(play.do(shows("s1", "tower", "money", "money")))
    play.do(RevealPlan("s1", "tower"))
    assert play.state.turn == 1
    assert not play.happened(ArmiesExchanged)
    player = play.state.player("s1")
    assert (player.tower_spaces, player.money_spaces, player.empty_spaces) == (2, 2, 0)
    for seat in ("s2", "s3", "s4"):
        play.do(RevealPlan(seat, "money"))
    assert play.state.action_cards[1:]
    play.to_action(play.state.action_cards[1])
    assert play.refused(RevealPlan("s1", "tower")).rule == "W-COURT-3"
    play.finish_season()
    assert play.state.player("s1").tower_spaces == 0


@pytest.mark.rule("W-COURT-12", "W-COURT-14", "W-COURT-36")
@pytest.mark.parametrize(
    ("cards", "bid", "wanted"),
    [(14, "money_0", 3), (15, "none", 3), (13, "money_0", 2), (11, "money_1", 0), (12, "none", 2)],
)
def test_exchange_spaces_are_filled_last(cards: int, bid: str, wanted: int) -> None:
    """Ten actions, then the bid, then as many exchanges as there are cards."""
    play = at_court(SIX, cards={"s1": cards}, bids={"s1": bid})
    assert cards_for_exchanges(play.state, play.state.player("s1")) == wanted
    laid = ["money"] * wanted + ["none"] * (3 - wanted)
    if wanted:
        fewer = shows("s1", *laid[1:], "none")
        assert play.refused(fewer).rule == "W-COURT-12"
        Play(play.state).do(replace(fewer, waived=("W-COURT-12",)))
    if wanted < 3:
        more = shows("s1", "money", *laid[:2])
        assert play.refused(more).rule == "W-COURT-36"
    play.do(shows("s1", *laid))
    assert play.state.turn == 1


@pytest.mark.rule("W-COURT-14")
def test_six_provinces_fill_all_spaces() -> None:
    """Five money cards, three tower cards and six province cards make fourteen."""
    state = at_court(SIX).state
    assert state.hand_size("s1") == 14
    assert state.hand_size("s2") == 9


@pytest.mark.rule("W-COURT-18", "W-OPEN-10")
def test_the_next_in_turn_order_follows_not_the_left_neighbour() -> None:
    """s3 begins, s1 follows; another one must wait."""
    play = at_court(order=("s3", "s1", "s2", "s4"))
    assert play.refused(shows("s4")).rule == "W-COURT-18"
    play.do(shows("s3"))
    assert play.prompt("reveal_exchanges").seat == "s1"
    short = shows("s1")
    assert play.refused(replace(short, cards=short.cards[:2])).rule == "W-COURT-18"


@pytest.mark.rule("W-COURT-19", "W-COURT-20", "W-COURT-22", "W-COURT-23")
def test_an_exchange_is_made_in_full_or_not_at_all() -> None:
    """What can be carried out is, without a choice; one courtier too few spoils it."""
    play = at_court(cards={"s1": 13}, antechamber={"s1": 3}, tray=Cubes.of(red=5), favors=(1, 2, 3))
    play.do(shows("s1", "cinderholt", "tower", "brackwater"))
    assert [e.space for e in play.happened(ArmiesExchanged)] == [3, 1]
    failed = [(e.space, e.reason) for e in play.happened(ExchangeNotMade)]
    assert failed == [(2, "W-COURT-22")]  # one courtier was left, and two armies fit
    assert courtiers(play, "s1") == Courtiers("s1", 0, 7, 0)


@pytest.mark.rule("W-COURT-20")
def test_tower_cards_take_from_the_tray_into_the_supply() -> None:
    """By hand, without a throw; the books follow, and the tower keeps what it has."""
    play = at_court(cards={"s1": 13}, tray=Cubes.of(red=4, blue=2, green=1))
    before = play.state.supply("s1")
    play.do(shows("s1", "tower", "tower", "tower"))
    assert play.at("tray") == Cubes.of(blue=2, green=1)
    assert play.state.supply("s1") == before + 4
    assert [e.space for e in play.happened(ExchangeNotMade)] == [2]


@pytest.mark.rule("W-COURT-21")
@pytest.mark.parametrize("card", ["money", "none"])
def test_money_and_nothing_bring_nothing(card: str) -> None:
    """Whatever the money card's value: it is not even asked."""
    play = at_court(cards={"s1": 10 if card == "none" else 13})
    play.do(shows("s1", card, card, card))
    assert courtiers(play, "s1").antechamber == 0


@pytest.mark.rule("W-COURT-24", "W-COURT-25")
def test_most_courtiers_first_and_ties_by_turn_order() -> None:
    """Who has none is passed over."""
    play = at_court(
        antechamber={"s1": 2, "s2": 4, "s4": 4}, order=("s4", "s3", "s2", "s1"), favors=(1, 2, 3)
    )
    audience(play)
    assert play.only(AudienceBegan).order == ("s4", "s2", "s1")
    assert court_of(play).waiting == ("s4", "s2", "s1")


@pytest.mark.rule("W-COURT-32", "W-COURT-33")
def test_courtiers_stay_and_score_nothing() -> None:
    """Over the season's end and in the winter's points."""
    play = at_court(antechamber={"s2": 5})
    audience(play).finish_season()
    assert courtiers(play, "s2").antechamber == 5
    assert winter_scores(play.state) == winter_scores(position().state)


@pytest.mark.rule("W-OBS-1")
def test_a_table_without_the_court_plays_without_it() -> None:
    """Neither its phases nor its cards nor its corrections are there."""
    play = position()
    for command in (LayFavors(1, 2, 3), shows("s1"), CancelEvent("a card")):
        assert play.refused(command).rule == "W-PHASE-1"
    assert play.refused(CorrectCourtiers("s1", 2, "counted")).rule == "W-OBS-1"
    assert play.refused(RevealPlan("s1", "tower")).rule == "W-ACT-1"
    names = play.prompt_names()
    assert not {"correct_courtiers", "cancel_event", "correct_favor"} & set(names)
    bids = Play(replace(play.state, phase="bids", order=(), bid_groups=()))
    laid = (("s1", "tower"), *((seat, "money_0") for seat in ("s2", "s3", "s4")))
    assert bids.refused(RevealBids(laid)).rule == "W-PLAN-8"


def test_favor_numbers_are_no_secret_of_a_seat() -> None:
    """Every seat sees the same court."""
    play = at_court(favors=(1, 2, 3), board=favor_board(2))
    views = {GAME.view(play.state, seat) for seat in (None, "s1", "s2", "s3", "s4")}
    assert len(views) == 1
