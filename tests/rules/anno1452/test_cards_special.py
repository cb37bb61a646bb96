"""Special cards: their text for the Event Round, when it is played, and the details of both."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.cards import offered_in, playable
from turmwart.games.anno1452.change import with_player
from turmwart.games.anno1452.commands import (
    AssignLosses,
    BuyCharter,
    Choose,
    CorrectEstate,
    CorrectNumber,
    DeclareAttack,
    DiscardCards,
    DrawCards,
    MoveCitizens,
    Pass,
    PassReaction,
    PlayCard,
    React,
)
from turmwart.games.anno1452.events_board import CitizensLost, EstateReduced
from turmwart.games.anno1452.events_cards import AlliancesEnded, CardLaid, EffectInForce
from turmwart.games.anno1452.state import EVENT_PHASES, InForce, State, Turn
from turmwart.games.anno1452.steps import Choice, Dice, Discard, Draw, Fight, Moving

from .battle_play import field as field_of_battle
from .cards_play import Answers, answer_all, board, city, event_board, gains, play, village
from .rounds_play import Play

LATE = {2, 3, 4, 5, 6}

EVENT_CARDS: list[tuple[str, set[int], dict[str, Any], Answers]] = [
    ("buendnisse", LATE, {"no_attacks": True}, Answers()),
    ("gute-ernte", {2}, {"good_crop": ("tirol",)}, Answers({"double_income": ("tirol",)})),
    ("hungersnot", {2}, {"famine": True}, Answers()),
    ("kirchenbann", {2, 3}, {"no_trade": ("s3",)}, Answers({"exclude_from_trade": ("s3",)})),
    ("sondersteuer", {2}, {"special_tax": ("s1",)}, Answers()),
    ("stadtluft", LATE, {"charter_without_card": True}, Answers()),
    (
        "volksheld",
        {2, 3, 4},
        {"left_out": ("s1",)},
        Answers({"exclude_from_prestige_phase": ("s1",)}),
    ),
    ("voelkerwanderung", LATE, {"cities_destroyed": True}, Answers()),
    ("wiederaufbau", {2}, {"rebuilding": True}, Answers()),
]
"""Name, phases in which it still has an effect, what is in force then. Diplomacy stands apart."""


def _event_card(case: tuple[str, set[int], dict[str, Any], Answers]) -> Any:
    rule = f"A-CARD-SPEC-{case[0].replace('-', '').upper()}-ER"
    return pytest.param(*case, id=case[0], marks=pytest.mark.rule(rule))


@pytest.mark.rule("A-ER-5", "A-ER-6", "A-ER-CARDS-6", "A-CARD-SPEC-BUENDNISSE-ER")
@pytest.mark.parametrize(
    ("name", "phases", "force", "answers"), [_event_card(case) for case in EVENT_CARDS]
)
def test_a_special_card_of_the_event_round(
    name: str, phases: set[int], force: dict[str, Any], answers: Answers
) -> None:
    """It is offered while it can change something, and then it is in force."""
    card = f"special-{name}"
    for number, phase in enumerate(EVENT_PHASES, 1):
        state = event_board(["bayern"], phase)
        assert offered_in(state, card) == (number in phases)
        if number in phases:
            table = play(state, card, answers)
            assert table.state.in_force == replace(InForce(), **force)
            assert table.state.discards == (card,)
            assert table.state.player("s1").special_played
            assert gains(state, table.state) == {"hand": -1}
        elif number > 1:
            assert Play(state).objection(PlayCard("s1", card)).rule == "A-ER-6"


@pytest.mark.rule("A-CARD-SPEC-DIPLOMATIE-ER")
def test_diplomacy_in_the_event_round() -> None:
    """Two cards for its player; each other one gives up one of his choice, if he has one."""
    state = event_board(["bayern"], hands={"s2": 0, "s3": 4})
    table = Play(state)
    table.do(PlayCard("s1", "special-diplomatie"))
    assert table.state.top == Draw("s1", 2, "card")
    answer_all(table, Answers())
    assert [table.player(seat).hand for seat in table.state.seats] == [6, 0, 3]
    assert table.state.unseen == 1


@pytest.mark.rule("A-CARD-SPEC-DIPLOMATIE-ER")
def test_who_discards_first_does_not_matter() -> None:
    """Both others must; the second may be the first."""
    table = Play(event_board(["bayern"]))
    table.do(PlayCard("s1", "special-diplomatie"))
    table.do(DrawCards("s1", 2))
    assert table.objection(DiscardCards("s1", 1)).rule == "A-ER-CARDS-2"
    table.do(DiscardCards("s3", 1, ("special-hungersnot",)))
    assert table.state.top == Discard("s2", 1, 1, "diplomacy")
    table.do(DiscardCards("s2", 1))
    assert table.state.top is None
    assert table.state.discards == ("special-hungersnot", "special-diplomatie")


@pytest.mark.rule("A-ER-5")
def test_one_special_card_in_an_event_round() -> None:
    """A second one only if the table wants it so."""
    table = play(event_board(["bayern"]), "special-buendnisse")
    again = PlayCard("s1", "special-hungersnot")
    assert table.objection(again).rule == "A-ER-5"
    table.do(PlayCard("s2", "special-hungersnot"))
    table.do(replace(again, waived=("A-ER-5",)))
    assert table.state.in_force.famine


@pytest.mark.rule("A-ER-5", "A-CARD-CITY-1")
@pytest.mark.parametrize("card", ["marriage-karoline", "title-koeln", "reaction-kindbett"])
def test_only_special_cards_in_an_event_round(card: str) -> None:
    """No lady, title or reaction, and no City."""
    table = Play(event_board([city("westfalen")], was_king=True))
    assert table.objection(PlayCard("s1", card)).rule == "A-ER-6"
    assert table.objection(PlayCard("s1", "marriage-amalie", True)).rule == "A-ER-6"


@pytest.mark.rule("A-END-3")
def test_no_card_in_the_final_event_round() -> None:
    """1452 is the final year."""
    state = event_board(["bayern"], year="1452")
    assert Play(state).objection(PlayCard("s1", "special-hungersnot")).rule == "A-END-3"


@pytest.mark.rule("A-VAR-B-6", "A-CARD-SPEC-KIRCHENBANN-ER")
def test_excommunication_for_two_with_a_display() -> None:
    """Its player may swap twice in a row; nobody is shut out."""
    state = event_board(["bayern"], players=2, variants=("B",), others={"s2": ["tirol"]})
    table = play(state, "special-kirchenbann")
    assert table.state.in_force == InForce(swap_twice="s1")


@pytest.mark.rule("A-CARD-SPEC-VOLKSHELD-ER", "A-CARD-SPEC-KIRCHENBANN-ER")
def test_whom_a_card_may_name() -> None:
    """Folk Hero anyone, Excommunication only others."""
    table = Play(event_board(["bayern"], "prestige"))
    table.do(PlayCard("s2", "special-volksheld"))
    step = table.state.top
    assert isinstance(step, Choice)
    assert step.options == ("s1", "s2", "s3")
    table = Play(event_board(["bayern"]))
    table.do(PlayCard("s2", "special-kirchenbann"))
    step = table.state.top
    assert isinstance(step, Choice)
    assert step.options == ("s1", "s3")


@pytest.mark.rule("A-CARD-SPEC-BUENDNISSE-AR", "A-ACT-ATTACK-7", "A-ACT-CARD-3")
def test_alliances_shield_until_the_next_turn() -> None:
    """Nobody attacks him; as his next turn begins the card is discarded."""
    state = board(["bayern"], others={"s2": ["bayern"]}, players=2, actions=1)
    table = play(state, "special-buendnisse")
    assert table.player("s1").alliances == "special-buendnisse"
    assert table.objection(DeclareAttack("s2", "e1", "e2")).rule == "A-ACT-ATTACK-7"
    table.do(Pass("s2"))
    while isinstance(table.state.top, Dice):
        table.throw(*(1,) * table.state.top.count)
    assert table.state.acting == Turn("s1", 1)
    assert table.happened(AlliancesEnded) == (AlliancesEnded("s1", "special-buendnisse"),)
    assert table.state.discards == ("special-buendnisse",)


@pytest.mark.rule("A-CARD-SPEC-DIPLOMATIE-AR", "A-OPEN-9")
def test_surplus_citizens_of_a_removed_city() -> None:
    """The owner moves what he can and will; the rest leaves the board."""
    others = {"s2": [city("bayern", 5), village("westfalen", 2)], "s3": []}
    table = Play(board(["tirol"], others=others))
    table.do(PlayCard("s1", "special-diplomatie"))
    assert table.state.top == Moving("s2", "s2", "surplus", "e2", 2)
    assert table.objection(MoveCitizens("s1", ())).rule == "A-CARD-SPEC-DIPLOMATIE-AR"
    full = table.objection(MoveCitizens("s2", (("e2>e3", 2),)))
    assert full.rule == "A-STATE-8"
    assert table.objection(MoveCitizens("s2", (("e3>e2", 1),))).detail.endswith("no_such_move")
    table.do(MoveCitizens("s2", (("e2>e3", 1),)))
    assert [one.citizens for one in table.state.owned("s2")] == [3, 3]
    assert table.happened(CitizensLost) == (CitizensLost("e2", 1, "surplus"),)
    assert not table.state.estate("e2").city
    assert table.state.top is None


@pytest.mark.rule("A-CARD-SPEC-DIPLOMATIE-AR")
def test_surplus_with_nowhere_to_go() -> None:
    """Nobody is asked; they return to the supply at once."""
    table = play(board(["tirol"], others={"s2": [city("bayern", 5)]}), "special-diplomatie")
    assert table.state.estate("e2").citizens == 3
    assert table.state.citizens_left("s2") == 21


@pytest.mark.rule("A-CARD-SPEC-DIPLOMATIE-AR", "A-OTTO-10")
def test_surplus_of_ottokar() -> None:
    """The next player after him who played decides for Ottokar."""
    others = {"ottokar": [city("bayern", 5), village("westfalen", 1)], "s2": ["lothringen"]}
    state = board(["tirol"], others=others, players=2, ottokar_colour="black")
    table = Play(state)
    table.do(PlayCard("s1", "special-diplomatie"))
    assert table.state.top == Moving("s2", "ottokar", "surplus", "e2", 2)
    table.do(MoveCitizens("s2", (("e2>e3", 2),)))
    assert [one.citizens for one in table.state.owned("ottokar")] == [3, 3]


@pytest.mark.rule("A-CARD-SPEC-HUNGERSNOT-AR", "A-OTTO-10")
def test_famine_may_hit_ottokar() -> None:
    """An Estate of any owner, of value 2 or 3."""
    others = {"ottokar": ["bayern", village("westfalen", value=1)]}
    state = board([village("tirol", value=2)], others=others, players=2, ottokar_colour="black")
    table = Play(state)
    table.do(PlayCard("s1", "special-hungersnot"))
    step = table.state.top
    assert isinstance(step, Choice)
    assert step.options == ("e1", "e2")
    table.do(Choose("s1", ("e2",)))
    assert table.state.estate("e2").value == 1
    assert table.happened(EstateReduced) == (EstateReduced("e2", 3, 1, "card"),)


@pytest.mark.rule("A-STATE-8", "A-OPEN-9")
@pytest.mark.parametrize(("reading", "left"), [("stay", 3), ("return", 1)])
def test_surplus_citizens_of_a_reduced_estate(reading: str, left: int) -> None:
    """They stay, or by the other reading return to the supply."""
    settings = {"excess_citizens": reading}
    state = board(others={"s2": [village("bayern", 3)]}, settings=settings)
    assert play(state, "special-hungersnot").state.estate("e1").citizens == left


@pytest.mark.rule("A-CARD-SPEC-GUTEERNTE-AR", "A-DICE-9")
@pytest.mark.parametrize("eyes", [1, 6])
def test_good_crop_pays_five_and_the_die(eyes: int) -> None:
    """One die of the player."""
    state = board([city("bayern")])
    table = Play(state)
    table.do(PlayCard("s1", "special-gute-ernte"))
    assert table.state.top == Dice("crop", "crop", 1, "s1")
    table.throw(eyes)
    assert table.player("s1").gold == 15 + 5 + eyes


@pytest.mark.rule("A-CARD-COND-5", "A-INV-6", "A-DATA-7")
@pytest.mark.parametrize(
    ("card", "cost"), [("special-volksheld", 6), ("marriage-amalie", 5)], ids=["city", "lady"]
)
def test_gold_that_a_card_still_takes_is_not_corrected_away(card: str, cost: int) -> None:
    """The table finishes the card or takes it back; what the others have is free."""
    table = Play(board([city("bayern"), "tirol", "schwaben"]))
    table.do(PlayCard("s1", card))
    assert isinstance(table.state.top, Choice)
    objection = table.objection(CorrectNumber("gold", cost - 1, "counted again", "s1"))
    assert (objection.rule, dict(objection.values)["cost"]) == ("A-INV-6", cost)
    table.do(CorrectNumber("gold", 0, "counted again", "s2"))
    table.do(CorrectNumber("gold", cost, "counted again", "s1"))
    answer_all(table, Answers())
    assert table.player("s1").gold == 0


@pytest.mark.rule("A-CARD-SPEC-KIRCHENBANN-AR", "A-CARD-SPEC-DIPLOMATIE-ER", "A-DATA-7")
def test_a_hand_corrected_before_it_discards_gives_what_it_has() -> None:
    """More cards than were booked, fewer, none; each discards by the hand as it is."""
    table = Play(board(["bayern"], hands={"s2": 1}))
    table.do(PlayCard("s1", "special-kirchenbann"))
    table.do(Choose("s1", ("s2",)))
    for hand, due in ((4, 2), (1, 1), (5, 2)):
        table.do(CorrectNumber("hand", hand, "counted again", "s2"))
        assert table.state.top == Discard("s2", due, due, "excommunication")
    table.do(CorrectNumber("hand", 0, "counted again", "s2"))
    assert table.state.top is None
    assert table.state.in_force.excommunicated == ("s2",)
    table = Play(event_board(hands={"s2": 3, "s3": 3}))
    table.do(PlayCard("s1", "special-diplomatie"))
    table.do(DrawCards("s1", 2))
    table.do(CorrectNumber("hand", 0, "counted again", "s3"))
    assert table.objection(DiscardCards("s3", 1)).rule == "A-ER-CARDS-2"
    for seat in ("s3", "s2"):
        (asked,) = [one for one in GAME.prompts(table.state, None) if one.seat == seat and one.must]
        due = int(dict(asked.values)["least"])
        table.do(DiscardCards(seat, due))
    assert [table.player(seat).hand for seat in ("s2", "s3")] == [2, 0]


@pytest.mark.rule("A-CARD-SPEC-KIRCHENBANN-AR", "A-BATTLE-11")
@pytest.mark.parametrize(("hand", "discarded"), [(5, 2), (1, 1), (0, 0)])
def test_excommunication_takes_two_cards(hand: int, discarded: int) -> None:
    """Fewer where there are fewer, of his choice; attacks on him are free in this Epoch."""
    table = Play(board(["bayern"], hands={"s2": hand}))
    table.do(PlayCard("s1", "special-kirchenbann"))
    table.do(Choose("s1", ("s2",)))
    if discarded:
        assert table.state.top == Discard("s2", discarded, discarded, "excommunication")
        table.do(DiscardCards("s2", discarded))
    assert table.player("s2").hand == hand - discarded
    assert table.state.in_force.excommunicated == ("s2",)
    assert table.state.top is None


@pytest.mark.rule("A-CARD-SPEC-SONDERSTEUER-AR", "A-DICE-10", "A-OPEN-45")
@pytest.mark.parametrize(
    ("eyes", "value", "gold"), [(1, 1, 0), (2, 1, 3), (3, 1, 3), (4, 3, 3), (5, 3, 3), (6, 3, 3)]
)
def test_special_tax_by_die(eyes: int, value: int, gold: int) -> None:
    """One die for each own unreduced Estate, which is named before."""
    table = Play(board(["bayern", village("tirol", value=2)]))
    table.do(PlayCard("s1", "special-sondersteuer"))
    assert table.state.top == Dice("tax", "tax", 1, "s1", estate="e1")
    table.throw(eyes)
    assert table.state.estate("e1").value == value
    assert table.state.estate("e2").value == 2
    assert table.player("s1").gold == 15 + gold


@pytest.mark.rule("A-DATA-7", "A-CARD-SPEC-SONDERSTEUER-AR", "A-CARD-INST-PEST", "A-DICE-10")
def test_an_estate_that_dice_wait_for_is_not_corrected_away() -> None:
    """A forgotten one may come meanwhile, and gets its one die; no other throws again."""
    table = Play(board(["bayern", "tirol"]))
    table.do(PlayCard("s1", "special-sondersteuer"))
    gone = CorrectEstate("e1", "s1", "bayern", 0, False, 0, "not there")
    assert table.objection(gone).detail == "anno1452.objection.estate_at_hand"
    table.do(CorrectEstate("", "s1", "westfalen", 3, False, 0, "forgotten"))
    table.throws(4, 4)
    assert table.state.top == Dice("tax", "tax", 1, "s1", estate=table.state.estates[-1].id)
    table.throw(4)
    assert table.player("s1").gold == 15 + 9
    table.do(gone)

    table = Play(replace(board(["bayern"]), stack=(Draw("s1", 1, "card"),)))
    table.do(DrawCards("s1", 0, "instant-pest"))
    while isinstance(step := table.state.top, Dice) and not step.estate:
        table.throw(6 if step.region == "bayern" else 1)
    assert isinstance(step, Dice)
    assert step.estate == "e1"
    assert table.objection(gone).detail == "anno1452.objection.estate_at_hand"


@pytest.mark.rule("A-DATA-7", "A-CARD-SPEC-STADTLUFT-AR", "A-CARD-SPEC-DIPLOMATIE-AR")
def test_an_estate_that_a_card_goes_on_with_is_not_corrected_away() -> None:
    """City Air comes to the chosen ones in turn; surplus Citizens leave the City that was named."""
    table = Play(board([city("schwaben", 0), "schwaben", "bayern"]))
    table.do(PlayCard("s1", "special-stadtluft"))
    table.do(Choose("s1", ("e2", "e3")))
    gone = CorrectEstate("e3", "s1", "bayern", 0, False, 0, "not there")
    assert table.objection(gone).detail == "anno1452.objection.estate_at_hand"

    table = Play(board([city("schwaben", 5), "bayern"]))
    table.do(PlayCard("s1", "special-diplomatie"))
    assert isinstance(table.state.top, Moving)
    gone = CorrectEstate("e1", "s1", "schwaben", 0, False, 0, "not there")
    assert table.objection(gone).detail == "anno1452.objection.estate_at_hand"


@pytest.mark.rule("A-CARD-SPEC-STADTLUFT-AR")
def test_city_air_estate_by_estate() -> None:
    """Each reduced Estate may send one Citizen to a City in reach, within its capacity."""
    own = [city("schwaben", 5), "bayern", village("schwaben", value=2), "westfalen", "tirol"]
    table = Play(board(own))
    table.do(PlayCard("s1", "special-stadtluft"))
    step = table.state.top
    assert isinstance(step, Choice)
    assert step.options == ("e1", "e2", "e3", "e4", "e5")
    table.do(Choose("s1", ("e4", "e2", "e3")))
    # From Westfalen no City is in reach; from Bayern one is.
    step = table.state.top
    assert isinstance(step, Choice)
    assert (step.purpose, step.options) == ("settle_city", ("e1",))
    assert [table.state.estate(one).value for one in ("e4", "e2", "e3")] == [1, 1, 2]
    table.do(Choose("s1", ("e1",)))
    # The City is full now: the third is reduced and settles nobody.
    assert table.state.top is None
    assert table.state.estate("e3").value == 1
    assert table.state.estate("e1").citizens == 6
    assert table.state.estate("e5").value == 3


@pytest.mark.rule("A-CARD-SPEC-STADTLUFT-AR")
def test_city_air_need_not_settle() -> None:
    """He may leave the Citizen in his supply."""
    table = Play(board([city("schwaben"), "bayern"]))
    table.do(PlayCard("s1", "special-stadtluft"))
    table.do(Choose("s1", ("e2",)))
    table.do(Choose("s1", ()))
    assert table.state.citizens_on_board("s1") == 0
    assert table.state.estate("e2").value == 1
    assert table.state.top is None


@pytest.mark.rule("A-CARD-SPEC-STADTLUFT-ER", "A-CARD-CITY-2")
def test_a_charter_without_a_card() -> None:
    """12 Gold and an action in the coming Action Rounds."""
    state = board(["bayern", city("tirol"), "savoyen"])
    buy = BuyCharter("s1", "e1")
    assert Play(state).objection(buy).rule == "A-CARD-SPEC-STADTLUFT-ER"
    allowed = replace(state, in_force=InForce(charter_without_card=True))
    table = Play(allowed)
    assert table.objection(BuyCharter("s1", "e4")).detail.endswith("not_your_estate")
    assert table.objection(BuyCharter("s1", "e2")).rule == "A-STATE-6"
    assert table.objection(BuyCharter("s1", "e3")).rule == "A-COMP-10"
    poor = Play(with_player(allowed, "s1", gold=11))
    assert poor.objection(buy).detail.endswith("too_little_gold")
    table.do(buy)
    found = gains(allowed, table.state)
    assert found == {"gold": -12, "cities": {"bayern": 1}, "actions": -1}


@pytest.mark.rule("A-CARD-SPEC-VOLKSHELD-AR")
def test_folk_hero_needs_room_in_the_region() -> None:
    """Estates where no City fits are not offered; others' never."""
    own = ["savoyen", "tirol", "bayern"]
    table = Play(board(own, others={"s2": [city("tirol"), "lothringen"]}))
    before = table.state
    table.do(PlayCard("s1", "special-volksheld"))
    assert gains(before, table.state)["cities"] == {"bayern": 1}


MIGRANTS = [village("bayern", 3), city("tirol", 1), village("westfalen"), village("boehmen", 1)]


def _migration(own: list[Any] | None = None) -> Play:
    table = Play(board(own or MIGRANTS))
    table.do(PlayCard("s1", "special-voelkerwanderung"))
    return table


@pytest.mark.rule("A-CARD-SPEC-VOELKERWANDERUNG-AR")
def test_migration_needs_a_citizen() -> None:
    """Without one there is nobody to move."""
    objection = Play(board(["bayern"])).objection(PlayCard("s1", "special-voelkerwanderung"))
    assert objection.rule == "A-CARD-SPEC-VOELKERWANDERUNG-AR"
    assert playable(board([village("bayern", 1)]), "s1", "special-voelkerwanderung") is None


@pytest.mark.rule("A-CARD-SPEC-VOELKERWANDERUNG-AR")
def test_migration_moves_over_one_border() -> None:
    """Chains are fine as long as each Citizen crosses one border and the end fits."""
    table = _migration()
    assert table.state.top == Moving("s1", "s1", "migration")
    # Bayern is full; one comes from Böhmen while all three leave.
    table.do(MoveCitizens("s1", (("e1>e2", 3), ("e4>e1", 1))))
    assert [one.citizens for one in table.state.owned("s1")] == [1, 4, 0, 0]
    assert table.state.top is None
    assert table.happened(CardLaid)[0].place == "discard"


@pytest.mark.rule("A-CARD-SPEC-VOELKERWANDERUNG-AR", "A-STATE-8")
@pytest.mark.parametrize(
    ("moves", "detail"),
    [
        ((("e1>e3", 1),), "no_border_between"),
        ((("e4>e1", 1),), "too_many_citizens"),
        ((("e1>e2", 4),), "too_many_moved"),
        ((("e1>e5", 1),), "not_your_estate"),
        ((("e1>e1", 1),), "no_such_move"),
        # No Citizen crosses two borders: only those who stood in Bayern may leave it.
        ((("e4>e1", 1), ("e1>e2", 4)), "too_many_moved"),
    ],
)
def test_migration_refuses(moves: tuple[tuple[str, int], ...], detail: str) -> None:
    """Two borders, more than fit, more than there are, and what belongs to others."""
    assert _migration().objection(MoveCitizens("s1", moves)).detail.endswith(detail)


@pytest.mark.rule("A-CARD-SPEC-VOELKERWANDERUNG-AR", "A-STATE-8")
def test_migration_leaves_surplus_citizens_where_they_stay() -> None:
    """A reduced Estate with too many takes none, but need not send any."""
    table = _migration([village("bayern", 3, value=1), city("tirol", 1)])
    table.do(MoveCitizens("s1", ()))
    assert table.state.estate("e1").citizens == 3


@pytest.mark.rule("A-CARD-SPEC-WIEDERAUFBAU-AR")
def test_rebuilding_restores_one_own_estate() -> None:
    """Of several, the player chooses."""
    own = [village("bayern", value=1), village("tirol", value=2), "boehmen"]
    state: State = board(own)
    table = play(state, "special-wiederaufbau", Answers({"restore_estate": ("e2",)}))
    assert [one.value for one in table.state.owned("s1")] == [1, 3, 3]


@pytest.mark.rule("A-ER-INCOME-7")
def test_two_special_taxes_count_twice() -> None:
    """Each card of each player counts for himself."""
    table = play(event_board(["bayern"]), "special-sondersteuer")
    table.do(PlayCard("s2", "special-sondersteuer"))
    assert table.state.in_force.special_tax == ("s1", "s2")
    assert table.happened(EffectInForce)[1] == EffectInForce(
        "special_tax", "s2", "special-sondersteuer"
    )


@pytest.mark.rule("A-STATE-8", "A-OPEN-9", "A-BATTLE-23", "A-BATTLE-38")
@pytest.mark.parametrize(("reading", "relieving", "winning"), [("stay", 3, 3), ("return", 1, 2)])
def test_surplus_citizens_in_a_battle(reading: str, relieving: int, winning: int) -> None:
    """Of an Estate that sends relief, and of the winner's once the battle is over."""
    more = [("s2", "schwaben", {"citizens": 3})]
    settings = {"excess_citizens": reading}
    state = field_of_battle((3, 3, 0), (1, 0, 0), more=more, hands=1, settings=settings)
    table = Play(state)
    table.do(DeclareAttack("s1", "e2", "e1"))
    table.do(PassReaction("s1"))
    table.do(React("s2", "reaction-entsatzheer", "defender", ("e3",)))
    assert table.state.estate("e3").citizens == relieving
    while isinstance(table.state.top, Fight):
        table.do(PassReaction(""))
    table.throw(6, 1, 1)
    table.throw(1, 1, 1)
    table.throw(1)
    table.throw(6)
    table.do(AssignLosses("attacker", 2, 3, 0))
    winner = table.state.estate("e1")
    assert (winner.value, winner.citizens) == (2, winning)
