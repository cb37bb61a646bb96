"""Marriages and titles: what is asked, what is skipped, how they end; Childbed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.anno1452.cards import playable
from turmwart.games.anno1452.change import with_player
from turmwart.games.anno1452.commands import (
    Build,
    Choose,
    DeclareAttack,
    DrawCards,
    GoOn,
    PlayCard,
    PlayChildbed,
)
from turmwart.games.anno1452.events_board import (
    CityLost,
    EstatePlaced,
    EstateRemoved,
    PrestigeChanged,
    RuleWaived,
    TitleLost,
)
from turmwart.games.anno1452.events_cards import EffectSkipped, MarriageEnded
from turmwart.games.anno1452.events_rounds import RowBegan
from turmwart.games.anno1452.income import income
from turmwart.games.anno1452.marriages import bonus_actions, end
from turmwart.games.anno1452.state import Estate, Holder, Office, State, Turn
from turmwart.games.anno1452.steps import Choice, Dice, Fight
from turmwart.games.anno1452.victory import points

from .cards_play import Answers, board, city, event_board, gains, happen, laid, play, village
from .rounds_play import Play


@pytest.mark.rule("A-CARD-MARR-2", "A-COMP-12")
def test_without_an_estate_in_the_supply_the_marriage_stands() -> None:
    """Sieglinde brings her Gold only."""
    own = ["lothringen"] * 4 + ["westfalen"] * 4 + ["bayern"] * 4 + ["schwaben"] * 4
    state = board(own)
    table = play(state, "marriage-sieglinde")
    assert gains(state, table.state) == {"gold": 5, "hand": -1, "actions": -1}
    skipped = EffectSkipped("s1", "marriage-sieglinde", "gain_estate", "eidgenossen")
    assert table.happened(EffectSkipped) == (skipped,)
    assert table.player("s1").marriage == "marriage-sieglinde"


@pytest.mark.rule("A-CARD-MARR-2", "A-CARD-MARR-10")
@pytest.mark.parametrize(
    "others",
    [{"s2": [city("eidgenossen")]}, {"s2": ["tirol"]}],
    ids=["limit reached", "no own Estate there"],
)
def test_a_charter_that_cannot_be_had_is_skipped(others: Mapping[str, Any]) -> None:
    """Therese still brings the Principality card."""
    own = ["eidgenossen"] if others["s2"][0] != "tirol" else ["bayern"]
    state = board(own, year="1314", others=others)
    table = play(state, "marriage-therese")
    assert table.state.holder("eidgenossen") == "s1"
    assert [skip.effect for skip in table.happened(EffectSkipped)] == ["gain_city"]


@pytest.mark.rule("A-CARD-MARR-10", "A-OPEN-29")
def test_a_charter_by_marriage_costs_nothing() -> None:
    """Agnes needs no Gold."""
    state = board(["niedersachsen"], king="s1", gold={"s1": 0})
    table = play(state, "marriage-agnes")
    assert table.state.estate("e1").city
    assert table.player("s1").gold == 0


@pytest.mark.rule("A-CARD-LADY-FRIEDERIKE", "A-CARD-MARR-2")
def test_no_estate_no_charter() -> None:
    """Friederike's City belongs to the Estate she brings."""
    own = ["lothringen", "lothringen", "lothringen", "obersachsen"]
    state = board(own, others={"s2": ["obersachsen"] * 3})
    table = play(state, "marriage-friederike")
    found = gains(state, table.state)
    assert found == {"gold": -10, "hand": -1, "actions": -1}
    assert [skip.effect for skip in table.happened(EffectSkipped)] == ["gain_estate", "gain_city"]


@pytest.mark.rule("A-CARD-LADY-ADELHEID")
def test_adelheids_city_without_her_estate() -> None:
    """No room for the Estate: another own Estate in Lothringen becomes the City."""
    state = board(["lothringen", "lothringen"], king="s1", others={"s2": ["lothringen"] * 2})
    table = play(state, "marriage-adelheid", Answers({"gain_city": ("e2",)}))
    assert [one.city for one in table.state.owned("s1")] == [False, True]
    assert table.state.holder("lothringen") == "s1"


@pytest.mark.rule("A-CARD-MARR-11", "A-STATE-7", "A-COMP-12")
def test_free_citizens_stay_within_capacity_and_supply() -> None:
    """Where fewer fit, fewer are placed; where they fit, the player spreads them."""
    state = board([city("bayern", 5), village("tirol", 3)])
    assert play(state, "marriage-amalie").state.citizens_on_board("s1") == 9
    full = board([city("bayern", 6), village("tirol", 3)])
    table = play(full, "marriage-amalie")
    assert [skip.effect for skip in table.happened(EffectSkipped)] == ["place_citizens"]
    free = Play(board([city("bayern"), village("tirol", 2)]))
    free.do(PlayCard("s1", "marriage-amalie"))
    step = free.state.top
    assert isinstance(step, Choice)
    assert (step.options, step.caps, step.least, step.most) == (("e1", "e2"), (6, 1), 4, 4)
    assert free.objection(Choose("s1", ("e2", "e2", "e1", "e1"))).detail.endswith("too_often")
    free.do(Choose("s1", ("e1", "e2", "e1", "e1")))
    assert [one.citizens for one in free.state.owned("s1")] == [3, 3]


@pytest.mark.rule("A-CARD-MARR-11")
def test_the_supply_of_citizens_ends_at_24() -> None:
    """Two of four are left."""
    own = [city(one, 6) for one in ("bayern", "schwaben", "westfalen")]
    state = board([*own, city("tirol", 4), "boehmen"])
    assert play(state, "marriage-amalie").state.citizens_on_board("s1") == 24


@pytest.mark.rule("A-CARD-MARR-12", "A-MAJ-5")
def test_a_received_estate_can_bring_a_majority() -> None:
    """Margarethe's Estate is unreduced, free, and the third of five in Österreich."""
    state = board(["oesterreich"] * 2, others={"s2": ["oesterreich"]}, gold={"s1": 0})
    table = play(state, "marriage-margarethe")
    assert table.state.owned("s1")[-1] == Estate("e4", "oesterreich", "s1", 3)
    assert table.state.holder("oesterreich") == "s1"
    assert table.player("s1").prestige == 11


@pytest.mark.rule("A-CARD-MARR-13")
def test_the_player_chooses_among_bordering_regions() -> None:
    """Marianne: all that border on Oberitalien and have room, never Oberitalien itself."""
    table = Play(board(year="1298", others={"s2": ["savoyen", "savoyen"]}))
    table.do(PlayCard("s1", "marriage-marianne"))
    step = table.state.top
    assert isinstance(step, Choice)
    assert step.options == ("eidgenossen", "oesterreich", "tirol", "unteritalien")


@pytest.mark.rule("A-CARD-MARR-3", "A-CARD-MARR-4", "A-INV-7", "A-AR-15")
def test_one_marriage_in_an_epoch() -> None:
    """Not a second lady, not even with an additional action."""
    table = play(board(year="1298"), "marriage-katharina")
    refusal = table.objection(PlayCard("s1", "marriage-marianne"))
    assert (refusal.rule, refusal.waivable) == ("A-CARD-MARR-4", False)
    ended = replace(table.state)
    ended = with_player(ended, "s1", marriage="")
    objection = playable(ended, "s1", "marriage-marianne")
    assert objection is not None
    assert (objection.rule, objection.waivable) == ("A-CARD-MARR-4", True)
    as_city = playable(
        with_player(ended, "s1", marriage="marriage-anna"), "s1", "marriage-amalie", True
    )
    assert as_city is None or as_city.rule != "A-CARD-MARR-4"


@pytest.mark.rule("A-CARD-MARR-6")
def test_conditions_of_a_lady_are_not_checked_again() -> None:
    """Anna stays when the Estate that she asked for is lost."""
    table = play(board(["bayern"]), "marriage-anna")
    happen(table, EstateRemoved(table.state.estate("e1"), "conquest"))
    assert table.player("s1").marriage == "marriage-anna"


@pytest.mark.rule("A-CARD-MARR-7", "A-CARD-MARR-8", "A-ER-PRES-8", "A-MAJ-10")
def test_a_married_card_goes_back_at_the_end_of_phase_4() -> None:
    """Taken from its holder without a majority, returned to who has it."""
    others = {"s2": ["schwaben"] * 3}
    table = play(board(["tirol"], others=others), "marriage-dagmar")
    assert table.state.holder("schwaben") == "s1"
    changes = [(c.seat, c.delta) for c in table.happened(PrestigeChanged)]
    assert changes == [("s2", -1), ("s1", 1)]
    state = replace(table.state, phase="prestige", round=0, acting=None)
    after = Play(state)
    after.do(GoOn())
    assert after.state.holder("schwaben") == "s2"
    assert after.happened(MarriageEnded) == (MarriageEnded("s1", "marriage-dagmar", "epoch"),)
    assert "marriage-dagmar" in after.state.discards
    assert after.player("s1").marriage == ""


@pytest.mark.rule("A-CARD-MARR-9")
def test_what_a_marriage_brought_stays() -> None:
    """Estate, Gold and prestige are kept when the lady dies."""
    state = board(["bayern"])
    table = play(state, "marriage-anna")
    before = gains(state, table.state)
    table.do(PlayChildbed("s2", "s1"))
    assert gains(state, table.state) == before


BONUS = {"eleonore": 1, "hildegard": 1, "katharina": 1, "maria": 1}


@pytest.mark.rule("A-CARD-MARR-14", "A-AR-12")
def test_which_ladies_grant_an_action_in_each_round() -> None:
    """Four of them; the others none."""
    for card in board().board.cards:
        if card.kind == "marriage":
            state = laid(board(), "s1", marriage=card.id)
            assert bonus_actions(state, "s1") == BONUS.get(card.id.removeprefix("marriage-"), 0)
    assert bonus_actions(board(), "s1") == 0


@pytest.mark.rule("A-CARD-MARR-14", "A-AR-14")
def test_the_bonus_counts_in_the_present_round_and_the_next() -> None:
    """One action more at once; two in the next round. Extra actions now are for this turn only."""
    table = play(board(year="1298", actions=1), "marriage-katharina")
    assert table.state.acting == Turn("s1", 1, 1)
    assert bonus_actions(table.state, "s1") == 1
    now = play(board(was_king=True, actions=1), "marriage-elisabeth")
    assert now.state.acting == Turn("s1", 2, 1)
    assert bonus_actions(now.state, "s1") == 0


@pytest.mark.rule("A-CARD-MARR-15", "A-OPEN-24")
@pytest.mark.parametrize(("ends", "left", "later"), [(True, 2, 0), (False, 3, 1)])
def test_the_bonus_ends_with_the_lady(ends: bool, left: int, later: int) -> None:
    """By the other reading it stays until the Epoch ends."""
    settings = {"marriage_death_ends_bonus": ends}
    table = play(board(year="1298", settings=settings), "marriage-katharina")
    assert table.state.acting is not None
    assert table.state.acting.left == 3
    table.do(PlayChildbed("s2", "s1"))
    assert table.state.acting.left == left
    assert bonus_actions(table.state, "s1") == later
    happen(table, RowBegan(4))
    assert bonus_actions(table.state, "s1") == 0


@pytest.mark.rule("A-AR-12", "A-CARD-MARR-15", "A-OPEN-24")
def test_the_bonus_of_two_ladies_who_died_is_kept() -> None:
    """Where a bonus outlives its lady, that of the second adds to that of the first."""
    settings = {"marriage_death_ends_bonus": False}
    table = play(board(year="1346", settings=settings), "marriage-katharina")
    table.do(PlayChildbed("s2", "s1"))
    table.do(PlayCard("s1", "marriage-hildegard"))
    table.do(DrawCards("s1", 2))
    assert bonus_actions(table.state, "s1") == 2
    table.do(PlayChildbed("s3", "s1"))
    assert bonus_actions(table.state, "s1") == 2


@pytest.mark.rule("A-AR-12", "A-CARD-MARR-15", "A-OPEN-24", "A-OPEN-35")
def test_a_lady_who_dies_in_the_event_round_leaves_no_bonus_to_the_next_epoch() -> None:
    """Her bonus was for the Epoch that is over, by either reading."""
    settings = {"marriage_death_ends_bonus": False, "reactions_in_er": "kindbett"}
    table = Play(laid(event_board(settings=settings), "s1", marriage="marriage-katharina"))
    table.do(PlayChildbed("s2", "s1"))
    assert bonus_actions(table.state, "s1") == 0


@pytest.mark.rule("A-CARD-REACT-KINDBETT", "A-CARD-MARR-5", "A-CARD-MARR-8", "A-ACT-CARD-5")
def test_childbed_ends_any_marriage() -> None:
    """It costs no action, the own lady included, and its victim may marry again."""
    table = play(board(year="1298"), "marriage-katharina")
    hand = table.player("s1").hand
    table.do(PlayChildbed("s1", "s1"))
    assert table.state.discards == ("marriage-katharina", "reaction-kindbett")
    assert table.player("s1").hand == hand - 1
    assert table.state.reacted == ("s1",)
    assert playable(table.state, "s1", "marriage-marianne") is None


@pytest.mark.rule("A-CARD-REACT-KINDBETT")
def test_childbed_needs_a_lady() -> None:
    """Without a marriage there is nothing to end."""
    assert Play(board()).objection(PlayChildbed("s2", "s1")).rule == "A-CARD-REACT-KINDBETT"


@pytest.mark.rule("A-ACT-CARD-6")
def test_one_reaction_for_an_action() -> None:
    """After the next action the same player may react again."""
    state = laid(
        laid(board(year="1298"), "s2", marriage="marriage-anna"), "s3", marriage="marriage-maria"
    )
    table = play(state, "special-buendnisse")
    table.do(PlayChildbed("s2", "s2"))
    again = table.objection(PlayChildbed("s2", "s3"))
    assert (again.rule, again.waivable) == ("A-ACT-CARD-6", True)
    table.do(Build("s1", "tirol"))
    table.do(PlayChildbed("s2", "s3"))
    assert table.player("s3").marriage == ""


@pytest.mark.rule("A-ACT-CARD-5", "A-ACT-CARD-6")
def test_childbed_before_the_own_action_accompanies_it() -> None:
    """So the same player cannot react to that action once more."""
    state = laid(laid(board(), "s2", marriage="marriage-anna"), "s3", marriage="marriage-maria")
    table = Play(state)
    table.do(PlayChildbed("s1", "s2"))
    table.do(Build("s1", "tirol"))
    assert table.objection(PlayChildbed("s1", "s3")).rule == "A-ACT-CARD-6"


@pytest.mark.rule("A-CARD-REACT-KINDBETT", "A-VAR-E-1", "A-BATTLE-16")
def test_childbed_in_a_battle_of_others() -> None:
    """Before the first throw, also under variant E."""
    others = {"s2": ["bayern"], "s3": ["tirol"]}
    state = laid(board(["bayern"], others=others, variants=("E",)), "s2", marriage="marriage-anna")
    table = Play(state)
    table.do(DeclareAttack("s1", "e2", "e1"))
    assert isinstance(table.state.top, Fight)
    table.do(PlayChildbed("s3", "s2"))
    assert table.player("s2").marriage == ""
    assert isinstance(table.state.top, Fight)


@pytest.mark.rule("A-CARD-REACT-KINDBETT")
def test_childbed_after_the_last_action_of_a_round() -> None:
    """While the dice for the next round are waited for, the last action can be answered."""
    state = board(year="1298", actions=1)
    state = replace(state, acting=Turn("s1", 1), turn=2, round_order=("s2", "s3", "s1"))
    table = play_until_dice(state)
    table.do(PlayChildbed("s2", "s1"))
    assert table.player("s1").marriage == ""
    assert isinstance(table.state.top, Dice)


def play_until_dice(state: State) -> Play:
    """The last action of a round is a marriage."""
    table = Play(state)
    table.do(PlayCard("s1", "marriage-margarethe"))
    assert isinstance(table.state.top, Dice)
    return table


@pytest.mark.rule("A-ER-7", "A-OPEN-35")
@pytest.mark.parametrize("reading", ["no", "kindbett"])
def test_childbed_in_the_event_round(reading: str) -> None:
    """Only where the table plays it so."""
    state = event_board(["bayern"], settings={"reactions_in_er": reading})
    table = Play(laid(state, "s2", marriage="marriage-anna"))
    if reading == "no":
        assert table.objection(PlayChildbed("s1", "s2")).rule == "A-CARD-REACT-KINDBETT"
    else:
        table.do(PlayChildbed("s1", "s2"))
        assert table.player("s2").marriage == ""


@pytest.mark.rule("A-CARD-LADY-BARBARA", "A-OPEN-25")
def test_barbara_by_the_other_reading() -> None:
    """Estate and card are those of the City's region; of several Cities one is chosen."""
    own = [city("schwaben", 1), city("rheinland_pfalz", 2), city("tirol")]
    state = board(own, settings={"barbara_region": "city_region"})
    table = play(state, "marriage-barbara", Answers({"choose_bound": ("e2",)}))
    found = gains(state, table.state)
    assert found == {
        "estates": {"rheinland_pfalz": 1},
        "holds": ("rheinland_pfalz",),
        "prestige": 1,
        "citizens": -1,
        "hand": -1,
        "actions": -1,
    }
    assert table.state.estate("e2").citizens == 1


@pytest.mark.rule("A-CARD-MARR-8", "A-MAJ-9")
def test_nothing_ends_where_there_is_no_marriage() -> None:
    """A player without a lady is left alone."""
    assert end(board(), "s1", "epoch") == ()


@pytest.mark.rule("A-CARD-COND-3")
def test_the_anti_king_was_never_king() -> None:
    """Karoline asks for a King, present or past."""
    state = replace(board(king="s2"), anti_king=Office("s1", 3, "this_round"))
    objection = playable(state, "s1", "marriage-karoline")
    assert objection is not None
    assert objection.detail.endswith("has_been_king")


@pytest.mark.rule("A-CARD-COND-4", "A-OPEN-26", "A-OTTO-7")
@pytest.mark.parametrize(("reading", "may"), [(True, False), (False, True)])
def test_ties_at_the_extreme(reading: bool, may: bool) -> None:
    """A tied player has the most, or by the other reading not."""
    state = board(["tirol", "bayern"], others={"s2": ["tirol", "bayern"], "s3": ["tirol"]},
                  settings={"tie_counts_as_extreme": reading})  # fmt: skip
    assert (playable(state, "s1", "marriage-gertrud") is None) == may


@pytest.mark.rule("A-CARD-COND-5")
def test_the_table_may_waive_who_may_marry_but_not_what_is_paid() -> None:
    """The year can be overlooked, missing Gold cannot."""
    table = Play(board(year="I1"))
    rule = "A-CARD-LADY-KATHARINA"
    table.do(PlayCard("s1", "marriage-katharina", waived=(rule,)))
    assert table.happened(RuleWaived) == (RuleWaived("s1", rule),)
    poor = Play(board(gold={"s1": 9}, prestige={"s2": 11}))
    play_her = PlayCard("s1", "marriage-kunigunde", waived=("A-CARD-LADY-KUNIGUNDE",))
    assert not poor.objection(play_her).waivable


@pytest.mark.rule("A-CARD-TITLE-2", "A-CARD-TITLE-3", "A-ACT-CARD-3")
def test_several_titles_are_kept() -> None:
    """Each brings 2 prestige and lies before the player."""
    table = play(board([city("westfalen"), city("lothringen")]), "title-koeln")
    table.do(PlayCard("s1", "title-trier"))
    assert table.player("s1").titles == ("title-koeln", "title-trier")
    assert table.player("s1").prestige == 14


@pytest.mark.rule("A-CARD-TITLE-4", "A-BATTLE-45")
def test_a_title_falls_as_soon_as_its_condition_fails() -> None:
    """On whosever turn: 2 prestige are lost and the card is discarded."""
    state = laid(board([city("westfalen")]), "s1", titles=("title-koeln",))
    table = Play(state)
    happen(table, CityLost("e1", "card"))
    assert table.happened(TitleLost) == (TitleLost("s1", "title-koeln"),)
    assert table.player("s1").prestige == 8
    assert table.state.discards == ("title-koeln",)


@pytest.mark.rule("A-CARD-TITLE-4", "A-MAJ-12")
@pytest.mark.parametrize("title", ["sachsen", "boehmen", "pfalz"])
def test_a_title_falls_with_its_principality_card(title: str) -> None:
    """An Estate is lost, with it the majority, then the title: 1 and 2 prestige."""
    region = {"sachsen": "niedersachsen", "pfalz": "rheinland_pfalz"}.get(title, title)
    state = laid(board([region] * 3), "s1", titles=(f"title-{title}",))
    assert state.holder(region) == "s1"
    table = Play(state)
    happen(table, EstateRemoved(table.state.estate("e1"), "conquest"))
    assert table.state.holder(region) == ""
    assert table.player("s1").titles == ()
    assert [(c.cause, c.delta) for c in table.happened(PrestigeChanged)] == [
        ("card_lost", -1),
        ("title_lost", -2),
    ]


@pytest.mark.rule("A-CARD-TITLE-5")
def test_a_married_card_carries_a_title() -> None:
    """By the other reading of Barbara, Rheinland-Pfalz comes by marriage: the title holds."""
    own = [city("rheinland_pfalz", 1)]
    state = board(own, settings={"barbara_region": "city_region"})
    table = play(state, "marriage-barbara")
    table.do(PlayCard("s1", "title-pfalz"))
    assert table.player("s1").titles == ("title-pfalz",)
    table.do(PlayChildbed("s2", "s1"))
    assert table.player("s1").titles == ()
    assert table.player("s1").prestige == 10


@pytest.mark.rule("A-CARD-TITLE-6", "A-CARD-PRINC-2")
def test_titles_and_names_of_holders_give_no_points() -> None:
    """A title counts by its prestige; a Principality card is no title card."""
    bare = board([city("westfalen")])
    assert (
        points(laid(bare, "s1", titles=("title-koeln",)), "s1").points == points(bare, "s1").points
    )
    held = board(["boehmen"] * 3)
    assert held.holder("boehmen") == "s1"
    assert held.player("s1").titles == ()


@pytest.mark.rule("A-CARD-PRINC-1")
def test_what_a_principality_card_gives() -> None:
    """1 prestige while held, 1 Gold in each Event Round, 1 victory point."""
    before = board(["boehmen"] * 2)
    table = Play(before)
    happen(table, EstatePlaced(Estate("e9", "boehmen", "s1"), "build"))
    assert table.player("s1").prestige == 11
    without = replace(table.state, holders=())
    assert income(table.state, "s1").gold == income(without, "s1").gold + 1
    assert points(table.state, "s1").points == points(without, "s1").points + 1
    assert table.state.holders == (Holder("boehmen", "s1"),)


@pytest.mark.rule("A-CARD-INH-1", "A-CARD-INH-2", "A-MAJ-6")
def test_an_inheritance_is_free_and_counts_for_the_majority() -> None:
    """The third Estate in Böhmen brings the card."""
    state = board(["boehmen"] * 2, gold={"s1": 0})
    table = play(state, "inheritance-4")
    assert gains(state, table.state)["holds"] == ("boehmen",)
    assert table.player("s1").gold == 0


@pytest.mark.rule("A-CARD-CROWN-1")
def test_a_crown_is_in_no_hand() -> None:
    """It belongs to the office."""
    assert Play(board()).objection(PlayCard("s1", "crown-koenig")).rule == "A-ACT-CARD-1"


def test_the_turn_may_end_with_the_lady() -> None:
    """Her action was the last: the turn passes on."""
    state = board(year="1298", actions=1)
    table = play(state, "marriage-katharina")
    table.do(PlayChildbed("s2", "s1"))
    assert table.state.acting == Turn("s2", 1)
    assert table.state.acting is not None
