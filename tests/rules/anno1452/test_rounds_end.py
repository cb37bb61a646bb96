"""Chapters 14 to 16: the end, Ottokar, and variants that change the start."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.commands import (
    CorrectEstate,
    CorrectNumber,
    DeclareAttack,
    GoOn,
    Pass,
    PlayCard,
    StopEarly,
)
from turmwart.games.anno1452.comparing import categories
from turmwart.games.anno1452.conditions import has_extreme
from turmwart.games.anno1452.events_board import IncomePaid, PrestigeChanged
from turmwart.games.anno1452.events_cards import CardsDrawn
from turmwart.games.anno1452.events_rounds import GameEnded, PhaseBegan, RowBegan
from turmwart.games.anno1452.income import income
from turmwart.games.anno1452.majority import majority
from turmwart.games.anno1452.reigns import elect, elect_anti_king
from turmwart.games.anno1452.setup import Placed, Settings
from turmwart.games.anno1452.state import Claim, Holder
from turmwart.games.anno1452.trade import trading
from turmwart.games.anno1452.victory import points, ranking

from .rounds_play import Play, begun, demo_board, ottokar, position, setup, unread_board


def last_round(row: int = 8, **fields: Any) -> Play:
    """The last Action Round before the row that follows; all pass."""
    held = fields.pop("held", {"s1": ["bayern"], "s2": ["tirol"], "s3": ["oberitalien"]})
    play = Play(position(held, phase="round", round=3, row=row, **fields))
    while play.state.acting is not None:
        play.do(Pass(play.state.acting.seat))
    return play


def with_ottokar(**fields: Any) -> Any:
    """Two players and Ottokar; his Estates lie below theirs in the list."""
    fields.setdefault("settings", Settings())
    made = replace(setup(2, fields["settings"]), ottokar=ottokar(), ottokar_colour="yellow")
    return begun(made)


@pytest.mark.rule("A-END-1", "A-END-2", "A-END-3", "A-ER-2")
def test_the_final_event_round_is_income_and_prestige_only() -> None:
    """The marker reaches 1452; no card is drawn or played."""
    play = last_round()
    assert (play.state.phase, play.state.row) == ("income", 9)
    assert play.objection(PlayCard("s1", "special-hungersnot")).rule == "A-END-3"
    assert not [one for one in GAME.prompts(play.state, None) if one.command == "PlayCard"]
    asked = [one.id for one in GAME.prompts(play.state, None) if one.must]
    assert asked == ["anno1452.prompt.go_on_income_final"]
    play.do(GoOn())
    assert play.state.phase == "prestige"
    play.do(GoOn())
    assert play.state.phase == "over"
    assert [event.phase for event in play.happened(PhaseBegan)] == ["income", "prestige"]
    assert len(play.happened(IncomePaid)) == len(play.happened(GameEnded)) == 1
    assert not play.happened(CardsDrawn)


@pytest.mark.rule("A-END-5", "A-END-7", "A-DATA-7")
def test_what_is_corrected_after_the_end_is_counted_anew() -> None:
    """Gold that was miscounted, and an Estate that was forgotten, may make another Emperor."""
    play = Play(position({"s1": ["bayern"], "s2": ["tirol"]}, phase="prestige", row=9, players=2))
    play.do(GoOn())
    assert [one.place for one in play.state.ranking] == [1, 1]
    play.do(CorrectNumber("gold", 25, "counted again", "s2"))
    assert [(one.seat, one.place) for one in play.state.ranking] == [("s2", 1), ("s1", 2)]
    play.do(CorrectEstate("", "s1", "schwaben", 3, True, 0, "it stands there"))
    assert [(one.seat, one.place) for one in play.state.ranking] == [("s1", 1), ("s2", 2)]


@pytest.mark.rule("A-END-1", "A-EPOCH-10", "A-SETUP-13")
@pytest.mark.parametrize(("year", "row"), [("1378", 5), ("1400", 6), ("1438", 7), ("1452", 8)])
def test_the_chosen_year_is_the_last(year: str, row: int) -> None:
    """One row earlier an ordinary Event Round is played."""
    settings = {"final_year": year}
    assert last_round(row, settings=settings, final_row=row + 1).state.phase == "income"
    assert last_round(row - 1, settings=settings, final_row=row + 1).state.phase == "cards"


@pytest.mark.rule("A-END-4", "A-OPEN-2")
def test_cards_held_by_marriage_are_given_back_before_points_are_counted() -> None:
    """Both cards pay and score; one gives a victory point."""
    held = {"s1": ["bayern", "bayern", "bayern"], "s2": ["schwaben"], "s3": ["tirol"]}
    state = position(held, phase="income", row=9, prestige={"s1": 10})
    lady = "marriage-dagmar"
    players = tuple(replace(p, marriage=lady) if p.seat == "s1" else p for p in state.players)
    play = Play(
        replace(
            state,
            players=players,
            deck=state.deck - 1,
            claims=(Claim("schwaben", "s1", lady),),
            holders=(*state.holders, Holder("schwaben", "s1")),
        )
    )
    play.do(GoOn())
    (paid,) = play.happened(IncomePaid)
    assert next(one.gold for one in paid.incomes if one.seat == "s1") == 9 + 2
    play.do(GoOn())
    (ended,) = play.happened(GameEnded)
    first = next(one for one in ended.ranking if one.seat == "s1")
    assert first.principalities == 1
    gained = [e.delta for e in play.happened(PrestigeChanged) if e.seat == "s1"]
    assert first.prestige == 10 + sum(gained)
    assert gained[-1] == -1


@pytest.mark.rule("A-END-5", "A-END-6", "A-CARD-TITLE-6", "A-CARD-PRINC-1")
def test_what_gives_victory_points() -> None:
    """Nine Estates, seven Citizens, three Cities, two cards, 39 Gold, 17 prestige."""
    owned: list[Any] = [("bayern", {"citizens": 6, "city": True})] + ["bayern"] * 2
    owned += [("unteritalien", {"city": True, "value": 1})] * 2 + ["unteritalien"] * 2
    owned += ["schwaben", ("tirol", {"citizens": 1})]
    state = position({"s1": owned}, gold={"s1": 39}, prestige={"s1": 17})
    assert state.held("s1") == ("bayern", "unteritalien")
    found = points(state, "s1")
    assert found.points == 9 + 3 + 3 + 2 + 3 + 17
    parts = (found.estates, found.citizens, found.cities, found.principalities)
    assert (*parts, found.gold, found.prestige) == (9, 3, 3, 2, 3, 17)


@pytest.mark.rule("A-END-7", "A-END-8", "A-OPEN-37")
@pytest.mark.parametrize(
    ("tie", "places"),
    [("shared", {"s1": 1, "s2": 1, "s3": 1}), ("gold_then_prestige", {"s1": 2, "s2": 2, "s3": 1})],
)
def test_a_tie_is_shared_or_broken_by_gold(tie: str, places: dict[str, int]) -> None:
    """All have eleven points; s3 has 19 Gold, the others 15."""
    state = position({}, gold={"s3": 19}, settings={"victory_tie": tie})
    assert {one.seat: one.place for one in ranking(state)} == places


@pytest.mark.rule("A-END-7", "A-OPEN-37")
def test_prestige_breaks_a_tie_after_gold() -> None:
    """Equal points and Gold: one has the prestige, the other an Estate more."""
    state = position(
        {"s1": ["bayern"]}, prestige={"s2": 11, "s3": 3},
        settings={"victory_tie": "gold_then_prestige"},
    )  # fmt: skip
    assert [(one.seat, one.place) for one in ranking(state)] == [("s2", 1), ("s1", 2), ("s3", 3)]


@pytest.mark.rule("A-END-9")
def test_the_table_may_stop_with_the_next_event_round() -> None:
    """After six Epochs without objection."""
    state = position({}, phase="round", round=3, row=5)
    play = Play(state)
    play.do(StopEarly())
    assert play.objection(StopEarly()).rule == "A-END-9"
    while play.state.acting is not None:
        play.do(Pass(play.state.acting.seat))
    assert (play.state.row, play.state.final_row, play.state.phase) == (6, 6, "income")
    play.do(GoOn())
    play.do(GoOn())
    assert play.state.phase == "over"


@pytest.mark.rule("A-END-9", "A-EPOCH-11")
def test_stopping_before_six_epochs_is_doubted_and_may_be_taken_back() -> None:
    """The table may insist."""
    play = Play(position({}, phase="round", round=1, row=4))
    doubt = play.objection(StopEarly())
    assert (doubt.rule, doubt.waivable) == ("A-END-9", True)
    play.do(StopEarly(waived=("A-END-9",)))
    play.do(StopEarly(stop=False))
    assert not play.state.stopping


@pytest.mark.rule("A-END-9")
def test_stopping_in_an_event_round_means_the_next_one() -> None:
    """This one goes on as it began."""
    play = Play(position({"s1": ["bayern"]}, phase="income", row=6))
    play.do(StopEarly())
    play.do(GoOn())
    assert play.state.phase == "trade"
    assert play.state.final_row == 9
    play.state = GAME.apply(play.state, RowBegan(7))
    assert play.state.final_row == 7
    assert play.objection(StopEarly(stop=False)).rule == "A-END-9"


@pytest.mark.rule("A-OTTO-1", "A-DATA-6")
def test_ottokar_plays_with_two_or_three() -> None:
    """Sixteen Estates, 24 Citizens, within the limits."""
    for players in (2, 3):
        made = replace(setup(players), ottokar=ottokar(), ottokar_colour="yellow")
        assert begun(made).ottokar_colour == "yellow"
    four = replace(setup(4), ottokar=ottokar(), ottokar_colour="black")
    with pytest.raises(ValueError, match="two or three"):
        GAME.start(four)
    for wrong in (ottokar()[:15], (*ottokar()[:15], Placed("tirol", citizens=3))):
        with pytest.raises(ValueError, match="Ottokar"):
            GAME.start(replace(setup(2), ottokar=wrong, ottokar_colour="yellow"))


@pytest.mark.rule("A-OTTO-2", "A-OTTO-3", "A-OTTO-4")
def test_all_his_pieces_stand_on_the_map_and_he_has_nothing_else() -> None:
    """Any position may be entered; no hand, Gold, prestige, seat."""
    state = with_ottokar()
    his = state.owned("ottokar")
    assert (len(his), sum(one.citizens for one in his)) == (16, 24)
    assert sum(one.city for one in his) == 32 - state.cities_left
    assert "ottokar" not in state.seats
    other = tuple(
        Placed(facts.id, False, min(3, 3 * (n < 8))) for n, facts in enumerate(demo_board().regions)
    )
    moved = replace(setup(2), ottokar=other, ottokar_colour="green")
    assert begun(moved).citizens_on_board("ottokar") == 24


@pytest.mark.rule("A-OTTO-5")
def test_who_decides_for_ottokar() -> None:
    """The next in turn order who does not attack."""
    state = replace(with_ottokar(), order=("s1", "s2"), round_order=("s1", "s2"), phase="round",
                    round=1, stack=())  # fmt: skip
    state = replace(state, deck=79, players=tuple(replace(p, hand=5) for p in state.players))
    mine = replace(state.estates[0], id="e17", owner="s2")
    play = Play(replace(state, estates=(*state.estates, mine), estates_made=17, turn=1))
    play.do(DeclareAttack("s2", "e1", "e17"))
    assert play.state.deciding_for_ottokar == "s1"


@pytest.mark.rule("A-OTTO-6", "A-MAJ-13")
def test_his_estates_count_for_majorities_and_he_takes_no_card() -> None:
    """Two against two is no majority."""
    held = {"s1": ["bayern", "bayern"], "s2": []}
    state = position(held, players=2)
    assert majority(state, "bayern") == ""
    assert majority(with_ottokar(), "savoyen") == ""


@pytest.mark.rule("A-OTTO-7", "A-CORON-7", "A-OPEN-36")
def test_he_is_compared_only_by_that_reading() -> None:
    """``ottokar_in_comparisons``: phase 4 and most or fewest, never elections."""
    state = with_ottokar()
    placed = replace(state.estates[0], id="e17", owner="s1")
    state = replace(state, estates=(*state.estates, placed), estates_made=17)
    assert categories(state)[0].counts == (("s1", 1), ("s2", 0))
    assert has_extreme(state, "s1", "estates", "most")
    compared = replace(state, settings=Settings(ottokar_in_comparisons=True))
    assert categories(compared)[0].counts[-1] == ("ottokar", 16)
    assert categories(compared)[0].most == ()
    assert not has_extreme(compared, "s1", "estates", "most")
    assert (elect(compared), elect_anti_king(compared)) == (("s2",), ("s1",))


@pytest.mark.rule("A-PRES-9", "A-OTTO-4")
def test_ottokar_trades_and_earns_nothing() -> None:
    """Fellow players are the real ones."""
    state = with_ottokar()
    assert trading(state) == ("s1", "s2")
    assert [income(state, seat).gold for seat in state.seats] == [0, 0]


@pytest.mark.rule("A-VAR-H-1", "A-SETUP-2", "A-SETUP-3")
def test_variant_h_starts_with_less_prestige_and_more_gold() -> None:
    """5 and 20."""
    state = begun(setup(settings=Settings(variants=("H",))))
    assert {(one.prestige, one.gold) for one in state.players} == {(5, 20)}


@pytest.mark.rule("A-VAR-G1-2", "A-VAR-G-1")
def test_variant_g1_has_87_cards_and_excludes_g2() -> None:
    """Both Storm & Stress are out."""
    assert begun(setup(settings=Settings(variants=("G1",)))).deck == 87
    with pytest.raises(ValueError, match="exclude"):
        GAME.start(setup(settings=Settings(variants=("G1", "G2"))))


@pytest.mark.rule("A-VAR-B-1")
def test_variant_b_is_for_two() -> None:
    """Not for three."""
    assert begun(setup(2, Settings(variants=("B",)))).settings.plays("B")
    with pytest.raises(ValueError, match="two players"):
        GAME.start(setup(3, Settings(variants=("B",))))


@pytest.mark.rule("A-COMP-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_take_part(players: int) -> None:
    """Unread boards too."""
    assert len(begun(setup(players, board=unread_board())).players) == players
