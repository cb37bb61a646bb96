"""Reaction cards: when, by whom, for whom; each card's condition and each of its results."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.battle import (
    ATTACKER,
    DEFENDER,
    hit_faces,
    nullifying,
    relief,
    under_way,
    units,
)
from turmwart.games.anno1452.commands import (
    CommitSoldiers,
    DeclareAttack,
    EnterPrinted,
    PassReaction,
    PlayChildbed,
    React,
    TellHand,
)
from turmwart.games.anno1452.events_battle import BattleEnded, ReactionPlayed
from turmwart.games.anno1452.events_board import EstateReduced, WishHeld
from turmwart.games.anno1452.prompts import prompts
from turmwart.games.anno1452.reactions import battle_cards, still_asked
from turmwart.games.anno1452.state import Reaction, State, Units
from turmwart.games.anno1452.waiting import dice_waiting
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, Several, command_of

from .battle_play import FORCE, TARGET, begun, declared, field, outcome, stage, throw, throw_misses
from .rounds_play import Play

VILLAGE = "reaction-befestigte-doerfer"
TOWN = "reaction-befestigte-staedte"
MILITIA = "reaction-buergerwehr"
RELIEF = "reaction-entsatzheer"
CHILDBED = "reaction-kindbett"
ARMY = "reaction-landwehr"
TREASON = "reaction-verrat"


def asked(**fields: Any) -> Play:
    """A declared attack in which everybody holds three cards."""
    return declared(field(hands=3, **fields))


def answer(play: Play, command: React) -> str:
    """Rule of the objection to a reaction card that is played out of the order of asking."""
    command = replace(command, waived=("A-BATTLE-18",))
    decided = GAME.decide(play.state, command, no_rolls)
    return decided.rule if isinstance(decided, Objection) else ""


@pytest.mark.rule("A-BATTLE-18", "A-BATTLE-16")
def test_attacker_defender_then_the_others_are_asked_in_turn_order() -> None:
    """Turn order s4, s3, s2, s1; all pass, the first throw comes."""
    order = ("s4", "s3", "s2", "s1")
    play = asked(players=4, order=order, round_order=order)
    seen = []
    while stage(play) == "reactions":
        seen.append(still_asked(play.state)[0])
        play.do(PassReaction(seen[-1]))
    assert seen == ["s1", "s2", "s4", "s3"]
    assert stage(play) == "throw"


@pytest.mark.rule("A-BATTLE-18", "A-ACT-CARD-6")
def test_after_a_card_all_who_have_not_played_are_asked_again() -> None:
    """Ada and Ben pass, Cleo plays: Ada and Ben are asked again, Cleo is not."""
    play = asked()
    play.do(PassReaction("s1"))
    play.do(PassReaction("s2"))
    play.do(React("s3", ARMY, "defender"))
    assert still_asked(play.state) == ("s1", "s2")
    play.do(React("s1", ARMY))
    assert still_asked(play.state) == ("s2",)
    assert answer(play, React("s1", MILITIA)) == "A-ACT-CARD-6"
    play.do(PassReaction("s2"))
    assert stage(play) == "throw"


@pytest.mark.rule("A-BATTLE-18", "A-ACT-CARD-5", "A-ACT-CARD-6", "A-VAR-E-1")
@pytest.mark.parametrize("variants", [(), ("E",)])
def test_childbed_may_answer_an_attack_and_counts_as_the_one_card(variants: Any) -> None:
    """Ada passes, Cleo ends Ben's marriage: both are asked again, she is not."""
    state = field(hands=3, variants=variants)
    ben = replace(state.player("s2"), marriage="marriage-anna", married=True)
    players = (state.players[0], ben, *state.players[2:])
    play = declared(replace(state, players=players, deck=state.deck - 1))
    play.do(PassReaction("s1"))
    play.do(PlayChildbed("s3", "s2"))
    assert still_asked(play.state) == ("s1", "s2")
    assert play.player("s2").marriage == ""
    assert answer(play, React("s3", ARMY, "defender")) == "A-ACT-CARD-6"
    assert play.state.discards == ("marriage-anna", CHILDBED)
    play.do(PassReaction(""))
    assert stage(play) == "throw"


@pytest.mark.rule("A-BATTLE-18")
def test_who_is_not_asked_yet_waits_unless_the_table_says_otherwise() -> None:
    """Out of order: an objection that may be waived; passing twice is refused."""
    play = asked()
    wrong = play.objection(React("s3", ARMY, "defender"))
    assert (wrong.rule, wrong.waivable) == ("A-BATTLE-18", True)
    play.do(PassReaction("s1"))
    assert play.objection(PassReaction("s1")).rule == "A-BATTLE-18"
    play.do(PassReaction(""))
    assert stage(play) == "throw"
    assert play.objection(PassReaction("s2")).rule == "A-BATTLE-18"


@pytest.mark.rule("A-BATTLE-18", "A-ASK-1")
def test_who_holds_no_card_is_not_asked_and_nothing_depends_on_known_cards() -> None:
    """Ben has no card. What Ada told of her hand changes no prompt and no objection."""
    blind = declared(field(hands={"s1": 1, "s2": 0, "s3": 2}))
    assert still_asked(blind.state) == ("s1", "s3")
    assert answer(blind, React("s2", ARMY)) == "A-ACT-CARD-1"
    told = declared(field(hands={"s1": 1, "s2": 0, "s3": 2}))
    told.do(TellHand("s1", (TREASON,)))
    assert prompts(told.state, None) == prompts(blind.state, None)
    for card in (ARMY, MILITIA, TREASON):
        assert answer(told, React("s1", card)) == answer(blind, React("s1", card))


@pytest.mark.rule("A-BATTLE-17")
def test_the_window_is_before_the_first_throw() -> None:
    """Not while Soldiers are brought, not once dice are waited for."""
    play = declared(field((3, 0, 2), hands=3))
    assert play.objection(React("s1", ARMY)).rule == "A-ACT-CARD-5"
    play.do(CommitSoldiers("s1", 2))
    play.do(PassReaction(""))
    assert play.objection(React("s1", ARMY)).rule == "A-BATTLE-17"
    throw_misses(play)
    assert stage(play) == "throw"
    assert play.objection(React("s1", ARMY)).rule == "A-BATTLE-17"


@pytest.mark.rule("A-BATTLE-17")
def test_a_table_may_open_the_window_before_every_throw() -> None:
    """``reaction_window = before_every_throw``: asked again, the card works from then on."""
    play = asked(settings={"reaction_window": "before_every_throw"})
    play.do(React("s1", ARMY))
    play.do(PassReaction(""))
    throw_misses(play)
    assert still_asked(play.state) == ("s2", "s3")
    play.do(React("s2", ARMY))
    play.do(PassReaction(""))
    answer_dice = {"peasants": [5, 1, 1]}
    fought = throw(play, {"attacker": {"peasants": [1, 1, 1]}, "defender": answer_dice})
    assert (fought.number, fought.defender_hits) == (2, 1)
    assert still_asked(play.state) == ("s3",)


@pytest.mark.rule("A-BATTLE-16", "A-VAR-E-1")
def test_variant_e_leaves_cards_to_the_two_sides() -> None:
    """Cleo is not asked and may not play; without the variant she may."""
    play = asked(variants=("E",))
    assert still_asked(play.state) == ("s1", "s2")
    assert answer(play, React("s3", ARMY, "defender")) == "A-VAR-E-1"
    assert answer(asked(), React("s3", ARMY, "defender")) == ""


@pytest.mark.rule("A-BATTLE-19")
def test_own_side_or_the_side_that_a_looker_on_names() -> None:
    """Ada cannot help Ben; Cleo must say whom she helps, unless the card says it."""
    play = asked(city=True)
    assert answer(play, React("s1", ARMY, "defender")) == "A-BATTLE-19"
    assert answer(play, React("s2", ARMY, "attacker")) == "A-BATTLE-19"
    assert answer(play, React("s3", ARMY)) == "A-BATTLE-19"
    assert answer(play, React("s2", TREASON)) == "A-BATTLE-19"
    assert answer(play, React("s1", TOWN)) == "A-BATTLE-19"
    assert answer(play, React("s3", TOWN, "attacker")) == "A-BATTLE-19"
    play.do(PassReaction("s1"))
    play.do(PassReaction("s2"))
    play.do(React("s3", TREASON))
    assert under_way(play.state).reactions == (Reaction("s3", TREASON, "attacker"),)


@pytest.mark.rule("A-ACT-CARD-5")
def test_only_reaction_cards_for_battles_are_played_so() -> None:
    """Childbed, which answers any action, a marriage and no card at all."""
    play = asked()
    for card in (CHILDBED, "marriage-anna", "nothing"):
        assert answer(play, React("s1", card)) == "A-ACT-CARD-5"
    # Without a battle there is nothing to react to.
    quiet = Play(field(hands=3))
    assert quiet.objection(React("s1", ARMY)).rule == "A-ACT-CARD-5"
    assert {card.id for card in battle_cards(play.state)} == {
        VILLAGE,
        TOWN,
        MILITIA,
        RELIEF,
        ARMY,
        TREASON,
    }


@pytest.mark.rule("A-INV-4")
def test_a_card_whose_copies_all_lie_open_cannot_be_in_a_hand() -> None:
    """Both Peasant Armies are in the discard pile."""
    state = field(hands=3)
    state = replace(state, discards=(ARMY, ARMY), deck=state.deck - 2)
    play = declared(state)
    assert answer(play, React("s1", ARMY)) == "A-INV-4"
    assert answer(play, React("s1", MILITIA)) == ""
    ids = {option.value for one in prompts(play.state) for option in _cards(one.slots)}
    assert ARMY not in ids
    assert MILITIA in ids


def _cards(slots: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(o for s in slots if isinstance(s, Choice) and s.name == "card" for o in s.options)


@pytest.mark.rule("A-BATTLE-43", "A-BATTLE-16")
def test_a_card_leaves_the_hand_and_is_discarded_after_the_battle() -> None:
    """In play while the battle lasts."""
    play = begun((3, 0, 0), (1, 0, 0), React("s1", ARMY), React("s2", ARMY))
    assert [play.player(seat).hand for seat in ("s1", "s2", "s3")] == [2, 2, 3]
    assert play.state.in_play == (ARMY, ARMY)
    throw(play, {"attacker": {"peasants": [5, 5, 1]}, "defender": {"peasants": [2]}})
    assert outcome(play) == ATTACKER
    assert play.happened(BattleEnded) == (BattleEnded(0, (ARMY, ARMY)),)
    assert (play.state.in_play, play.state.discards) == ((), (ARMY, ARMY))


@pytest.mark.rule("A-BATTLE-16", "A-ACT-CARD-6")
def test_the_next_action_lets_everybody_play_again() -> None:
    """Ada's second attack: she reacted in the first."""
    more = [("s2", "schwaben", {"value": 1})]
    play = begun((3, 0, 0), (1, 0, 0), React("s1", ARMY), more=more)
    throw(play, {"attacker": {"peasants": [5, 5, 1]}, "defender": {"peasants": [2]}})
    play.do(DeclareAttack("s1", "e3", FORCE))
    assert still_asked(play.state)[0] == "s1"


# Each card: its condition, true and false, and its results.


@pytest.mark.rule("A-CARD-REACT-DOERFER", "A-BATTLE-21")
def test_fortified_village() -> None:
    """Only where there is no City; defending units nullify on 1, the attacker's do not."""
    assert answer(asked(city=True), React("s2", VILLAGE)) == "A-CARD-REACT-DOERFER"
    assert answer(asked(), React("s2", VILLAGE)) == ""
    play = begun((3, 0, 0), (2, 1, 0), React("s2", VILLAGE))
    assert nullifying(play.state) == (1,)
    dice = {"peasants": [1, 2], "citizens": [1]}
    fought = throw(play, {"attacker": {"peasants": [6, 6, 1]}, "defender": dice})
    assert (fought.attacker_hits, fought.nullified, fought.defender_losses) == (2, 2, 0)


@pytest.mark.rule("A-CARD-REACT-STAEDTE", "A-BATTLE-21")
def test_fortified_town() -> None:
    """Only where there is a City; 1 and 2 nullify."""
    assert answer(asked(), React("s2", TOWN)) == "A-CARD-REACT-STAEDTE"
    assert answer(asked(city=True), React("s2", TOWN)) == ""
    play = begun((3, 0, 0), (3, 0, 0), React("s2", TOWN), city=True)
    assert nullifying(play.state) == (1, 2)
    dice = {"peasants": [1, 2, 3]}
    fought = throw(play, {"attacker": {"peasants": [6, 6, 6]}, "defender": dice})
    assert (fought.attacker_hits, fought.nullified, fought.defender_losses) == (3, 2, 1)


@pytest.mark.rule("A-CARD-REACT-VERRAT", "A-BATTLE-21", "A-OPEN-16")
def test_treason() -> None:
    """Only where there is a City, fortified village or not; the 1 nullifies no more."""
    assert answer(asked(), React("s1", TREASON)) == "A-CARD-REACT-VERRAT"
    assert answer(asked(city=True), React("s1", TREASON)) == ""
    village = asked()
    village.do(replace(React("s2", VILLAGE), waived=("A-BATTLE-18",)))
    assert answer(village, React("s1", TREASON)) == "A-CARD-REACT-VERRAT"
    play = begun((3, 0, 0), (3, 0, 0), React("s1", TREASON), city=True)
    assert nullifying(play.state) == ()
    dice = {"peasants": [1, 1, 1]}
    fought = throw(play, {"attacker": {"peasants": [6, 6, 2]}, "defender": dice})
    assert (fought.nullified, fought.defender_losses) == (0, 2)


@pytest.mark.rule("A-CARD-REACT-VERRAT", "A-CARD-REACT-STAEDTE", "A-BATTLE-21", "A-BATTLE-22")
def test_treason_and_fortified_town_cancel() -> None:
    """One each: the City keeps its 1; two Treasons against one Town: nothing is left."""
    both = (React("s1", TREASON), React("s2", TOWN))
    assert nullifying(begun((3, 0, 0), (3, 0, 0), *both, city=True).state) == (1,)
    two = (*both, React("s3", TREASON))
    assert nullifying(begun((3, 0, 0), (3, 0, 0), *two, city=True).state) == ()
    towns = (*both, React("s3", TOWN))
    assert nullifying(begun((3, 0, 0), (3, 0, 0), *towns, city=True).state) == (1, 2)


def _faces(state: State, kind: str) -> list[tuple[int, ...]]:
    return [hit_faces(state, side, kind) for side in (ATTACKER, DEFENDER)]


@pytest.mark.rule("A-CARD-REACT-BUERGERWEHR", "A-BATTLE-20")
@pytest.mark.parametrize("city", [False, True])
def test_militia(city: bool) -> None:
    """In any battle; Citizens of one side hit on 4 to 6, Peasants and Soldiers as before."""
    assert answer(Play(field(hands=3)), React("s1", MILITIA)) == "A-ACT-CARD-5"
    play = begun((3, 2, 0), (3, 2, 0), React("s2", MILITIA), city=city)
    assert _faces(play.state, "citizens") == [(5, 6), (4, 5, 6)]
    assert _faces(play.state, "peasants") == [(6,), (6,)]
    assert _faces(play.state, "soldiers") == [(4, 5, 6), (4, 5, 6)]
    dice = {"peasants": [3, 3, 3], "citizens": [4, 3]}
    fought = throw(play, {"attacker": dice, "defender": dice})
    assert (fought.attacker_hits, fought.defender_hits) == (0, 1)


@pytest.mark.rule("A-CARD-REACT-LANDWEHR", "A-BATTLE-20")
@pytest.mark.parametrize("city", [False, True])
def test_peasant_army(city: bool) -> None:
    """In any battle; Peasants of one side hit on 5 and 6, Citizens as before."""
    assert answer(Play(field(hands=3)), React("s1", ARMY)) == "A-ACT-CARD-5"
    play = begun((3, 2, 0), (3, 2, 0), React("s1", ARMY), city=city)
    assert _faces(play.state, "peasants") == [(5, 6), (6,)]
    assert _faces(play.state, "citizens") == [(5, 6), (5, 6)]
    dice = {"peasants": [5, 3, 3], "citizens": [4, 4]}
    fought = throw(play, {"attacker": dice, "defender": dice})
    assert (fought.attacker_hits, fought.defender_hits) == (1, 0)


@pytest.mark.rule("A-BATTLE-20", "A-OPEN-14")
def test_weapon_cards_may_help_both_sides() -> None:
    """``weapon_cards_scope = both_sides``."""
    scope = {"weapon_cards_scope": "both_sides"}
    cards = (React("s1", ARMY), React("s3", MILITIA, "attacker"))
    play = begun((3, 2, 0), (3, 2, 0), *cards, settings=scope)
    assert _faces(play.state, "peasants") == [(5, 6), (5, 6)]
    assert _faces(play.state, "citizens") == [(4, 5, 6), (4, 5, 6)]


@pytest.mark.rule("A-CARD-REACT-REPEAT")
def test_the_same_improvement_does_not_add_up() -> None:
    """Two Peasant Armies for one side; two Fortified Villages."""
    cards = (React("s1", ARMY), React("s3", ARMY, "attacker"))
    play = begun((3, 0, 0), (3, 0, 0), *cards)
    assert _faces(play.state, "peasants") == [(5, 6), (6,)]
    cards = (React("s2", VILLAGE), React("s3", VILLAGE))
    assert nullifying(begun((3, 0, 0), (3, 0, 0), *cards).state) == (1,)


NEAR = [("s3", "schwaben", {}), ("s3", "tirol", {"city": False}), ("s3", "boehmen", {})]
"""Cleo's Estates e3 and e4 are within reach of tirol, e5 is not."""


@pytest.mark.rule("A-CARD-REACT-ENTSATZHEER", "A-BATTLE-23", "A-BATTLE-25", "A-BATTLE-30")
def test_relieving_force() -> None:
    """Two of Cleo's Estates are reduced to 1; two dice in every round, hits on 6 alone."""
    play = begun((3, 0, 0), (3, 0, 0), React("s3", RELIEF, "attacker", ("e3", "e4")), more=NEAR)
    assert [play.state.estate(one).value for one in ("e3", "e4", "e5")] == [1, 1, 3]
    reduced = [(one.estate, one.was, one.now) for one in play.happened(EstateReduced)]
    assert reduced == [("e3", 3, 1), ("e4", 3, 1)]
    assert (relief(play.state, ATTACKER), relief(play.state, DEFENDER)) == (2, 0)
    assert units(play.state, ATTACKER) == Units(3, 0, 0)
    attack = {"peasants": [2, 2, 2], "relief": [6, 5]}
    answer_dice = {"peasants": [6, 6, 2]}
    fought = throw(play, {"attacker": attack, "defender": answer_dice})
    assert (fought.attacker_hits, fought.attacker_losses, fought.defender_losses) == (1, 2, 1)
    # In the next round they are thrown again, whatever was lost.
    asked_now = [(one.side, one.kind, one.count) for one in dice_waiting(play.state)]
    assert asked_now == [
        ("attacker", "peasants", 1),
        ("attacker", "relief", 2),
        ("defender", "peasants", 2),
    ]
    assert [one.seat for one in dice_waiting(play.state)] == ["s1", "s1", "s2"]
    # They keep nobody alive: the last Peasant falls, the defender wins.
    attack = {"peasants": [2], "relief": [5, 5]}
    throw(play, {"attacker": attack, "defender": {"peasants": [6, 2]}})
    assert outcome(play) == DEFENDER


@pytest.mark.rule("A-BATTLE-30")
def test_relief_dice_do_not_nullify_and_peasant_army_does_not_help_them() -> None:
    """A City's relief dice show 1 and 5."""
    cards = (React("s2", ARMY), React("s3", RELIEF, "defender", ("e3", "e4")))
    play = begun((3, 0, 0), (3, 0, 0), *cards, city=True, more=[*NEAR[:1], ("s3", "tirol", {})])
    dice = {"peasants": [2, 2, 2], "relief": [1, 5]}
    fought = throw(play, {"attacker": {"peasants": [6, 2, 2]}, "defender": dice})
    assert (fought.nullified, fought.defender_hits, fought.defender_losses) == (0, 0, 1)


@pytest.mark.rule("A-BATTLE-23", "A-CARD-REACT-ENTSATZHEER")
def test_estates_that_cannot_send_relief() -> None:
    """Too far, reduced, another's, a fighting one, none at all; other cards take no Estates."""
    more = [*NEAR, ("s3", "oberitalien", {"value": 2}), ("s1", "schwaben", {})]
    play = declared(field(more=more, hands=3))

    def rule(seat: str, side: str, *estates: str) -> tuple[str, bool]:
        command = React(seat, RELIEF, side, estates, waived=("A-BATTLE-18",))
        decided = GAME.decide(play.state, command, no_rolls)
        return (decided.rule, decided.waivable) if isinstance(decided, Objection) else ("", False)

    assert rule("s3", "defender", "e5") == ("A-BATTLE-23", True)
    assert rule("s3", "defender", "e6") == ("A-BATTLE-23", False)
    assert rule("s3", "defender", "e7") == ("A-BATTLE-23", False)
    assert rule("s1", "attacker", FORCE) == ("A-BATTLE-23", False)
    assert rule("s2", "defender", TARGET) == ("A-BATTLE-23", False)
    assert rule("s3", "defender") == ("A-BATTLE-23", False)
    assert rule("s3", "defender", "e3", "e3") == ("A-BATTLE-23", False)
    assert rule("s3", "defender", "e99") == ("A-BATTLE-23", False)
    assert rule("s3", "defender", "e3") == ("", False)
    assert rule("s1", "attacker", "e7") == ("", False)
    assert answer(play, React("s1", ARMY, estates=("e7",))) == "A-BATTLE-23"


@pytest.mark.rule("A-BATTLE-23", "A-OPEN-12")
def test_relief_may_start_from_the_fighting_estates_region() -> None:
    """``relief_origin = fighting_estate``: boehmen borders on Ada's bayern, not on tirol."""
    command = React("s3", RELIEF, "attacker", ("e5",))
    assert answer(asked(more=NEAR), command) == "A-BATTLE-23"
    origin = {"relief_origin": "fighting_estate"}
    assert answer(asked(more=NEAR, settings=origin), command) == ""
    defending = replace(command, side="defender")
    assert answer(asked(more=NEAR, settings=origin), defending) == "A-BATTLE-23"


@pytest.mark.rule("A-BATTLE-23", "A-DATA-8")
def test_an_unknown_border_is_asked_before_relief_comes() -> None:
    """The card is held until the table has looked at the board."""
    state = field(more=NEAR, hands=3)
    regions = tuple(
        replace(
            one,
            neighbours=tuple(n for n in one.neighbours if {one.id, n} != {"tirol", "schwaben"}),
        )
        for one in state.board.regions
    )
    play = declared(replace(state, board=replace(state.board, regions=regions)))
    play.do(PassReaction("s1"))
    play.do(PassReaction("s2"))
    held = play.do(React("s3", RELIEF, "defender", ("e3",)))
    assert isinstance(held[0], WishHeld)
    assert play.happened(ReactionPlayed) == ()
    play.do(EnterPrinted("border", "tirol", "schwaben", "yes"))
    assert [one.reaction.card for one in play.happened(ReactionPlayed)] == [RELIEF]


@pytest.mark.rule("A-BATTLE-23", "A-ODDS-13", "A-OPEN-12")
def test_relief_as_peasants_that_can_be_lost() -> None:
    """``relief_dice = peasants``: they join the Peasants, nullify in a City and go first."""
    card = React("s3", RELIEF, "defender", ("e3", "e4"))
    more = [("s3", "schwaben", {}), ("s3", "oberitalien", {})]
    reading = {"relief_dice": "peasants"}
    play = begun((3, 3, 0), (2, 0, 0), card, city=True, more=more, settings=reading)
    assert units(play.state, DEFENDER) == Units(4, 0, 0)
    assert [(one.kind, one.count) for one in dice_waiting(play.state)][2:] == [("peasants", 4)]
    attack = {"peasants": [6, 6, 6], "citizens": [6, 1, 1]}
    fought = throw(play, {"attacker": attack, "defender": {"peasants": [1, 2, 2, 2]}})
    assert (fought.nullified, fought.defender_losses) == (1, 3)
    assert units(play.state, DEFENDER) == Units(1, 0, 0)
    assert play.state.estate(TARGET).value == 1
    assert under_way(play.state).defender_relief == 0


def test_prompts_name_the_cards_and_the_estates_of_relief() -> None:
    """Cleo is asked with a side, Ada and Ben without; Several for the Relieving Force."""
    play = asked(more=NEAR, city=False)
    first = prompts(play.state)
    assert [one.id.rsplit(".", 1)[1] for one in first if one.rule.startswith("A-BATTLE")] == [
        "pass_reaction",
        "react",
        "no_reactions",
    ]
    play.do(PassReaction("s1"))
    play.do(PassReaction("s2"))
    found = {one.id.rsplit(".", 1)[1]: one for one in prompts(play.state, "s3")}
    assert [slot.name for slot in found["react"].slots] == ["card", "side"]
    cards = [option.value for option in _cards(found["react"].slots)]
    assert cards == [VILLAGE, MILITIA, ARMY]
    estates = found["relieve"].slots[0]
    assert isinstance(estates, Several)
    assert [option.value for option in estates.options] == ["e3", "e4"]
    assert dict(found["relieve"].fixed)["card"] == RELIEF


@pytest.mark.rule("A-BATTLE-18")
def test_nobody_reacts_at_one_answer() -> None:
    """The prompt for all of them together passes for each who is still asked."""
    play = asked(more=NEAR, city=False)
    nobody = next(one for one in prompts(play.state) if one.id.endswith("no_reactions"))
    play.do(command_of(GAME, nobody, {}))
    assert stage(play) == "throw"


def test_every_listed_reaction_is_accepted() -> None:
    """Whatever the legal list offers at each question stands."""
    for city in (False, True):
        play = asked(more=[*NEAR[:1], ("s1", "schwaben", {})], city=city)
        while stage(play) == "reactions":
            listed = list(GAME.legal(play.state, None))
            assert any(isinstance(one, React) for one in listed)
            for command in listed:
                assert isinstance(GAME.decide(play.state, command, no_rolls), tuple), command
            play.do(listed[0])
