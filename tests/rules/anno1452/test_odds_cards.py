"""Reaction cards in the odds: what speaks against them, and what they do."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from turmwart.games.anno1452.odds_cards import (
    ARMY,
    CHILDBED,
    COPIES,
    MILITIA,
    RELIEF,
    TOWN,
    TREASON,
    VILLAGE,
    Force,
    House,
    Played,
    battle_of,
    doubts,
    nullifying,
    objection,
    still_playable,
)
from turmwart.games.anno1452.odds_side import Faces
from turmwart.texts import has, say

DEFAULT = House()
EVERY_THROW = House(reaction_window="before_every_throw")


def test_cards_are_those_of_the_card_list() -> None:
    """Ids, copies and English titles of all reaction cards."""
    text = files("turmwart.games.anno1452").joinpath("data/cards.toml").read_text("utf-8")
    listed = [card for card in tomllib.loads(text)["card"] if card["kind"] == "reaction"]
    assert {card["id"]: card["copies"] for card in listed} == COPIES
    for card in listed:
        assert say(f"odds.card.{card['id']}") == card["title_en"]


@pytest.mark.rule("A-BATTLE-6", "A-BATTLE-21", "A-BATTLE-22", "A-CARD-REACT-DOERFER",
                  "A-CARD-REACT-STAEDTE", "A-CARD-REACT-VERRAT")  # fmt: skip
@pytest.mark.parametrize(
    ("city", "cards", "faces"),
    [
        (True, [], 1),
        (True, [TREASON], 0),
        (True, [TOWN], 2),
        (True, [TREASON, TOWN], 1),
        (True, [TREASON, TREASON, TOWN], 0),
        (True, [TREASON, TOWN, TOWN], 2),
        (False, [], 0),
        (False, [VILLAGE], 1),
        (False, [VILLAGE, VILLAGE], 1),
    ],
)
def test_nullifying_faces(city: bool, cards: list[str], faces: int) -> None:
    """EX-A-38, and a second copy of Fortified Village."""
    assert nullifying(city, cards) == faces


@pytest.mark.rule("A-BATTLE-16", "A-BATTLE-17", "A-BATTLE-19", "A-BATTLE-21", "A-BATTLE-23")
@pytest.mark.parametrize(
    ("card", "before", "city", "house", "rule"),
    [
        (Played(TREASON, "attacker"), [], True, DEFAULT, None),
        (Played(TREASON, "attacker"), [], False, DEFAULT, "A-BATTLE-21"),
        (Played(TOWN, "defender"), [], False, DEFAULT, "A-BATTLE-21"),
        (Played(VILLAGE, "defender"), [], True, DEFAULT, "A-BATTLE-21"),
        (Played(VILLAGE, "defender"), [], False, DEFAULT, None),
        (Played(TREASON, "defender"), [], True, DEFAULT, "A-BATTLE-19"),
        (Played(MILITIA, "attacker"), [], True, DEFAULT, None),
        (Played(MILITIA, "attacker", 0, 2), [], True, DEFAULT, "A-BATTLE-17"),
        (Played(MILITIA, "attacker", 0, 2), [], True, EVERY_THROW, None),
        (Played(ARMY, "attacker"), [Played(ARMY, "attacker")] * 2, True, DEFAULT, "A-INV-4"),
        (Played(CHILDBED, "attacker"), [Played(MILITIA, "attacker")] * 4, True, DEFAULT,
         "A-BATTLE-16"),
        (Played(RELIEF, "attacker"), [], True, DEFAULT, "A-BATTLE-23"),
        (Played(RELIEF, "attacker", 16), [], True, DEFAULT, "A-BATTLE-23"),
        (Played(RELIEF, "attacker", 15), [], True, DEFAULT, None),
        (Played(ARMY, "attacker", 1), [], True, DEFAULT, "A-BATTLE-23"),
    ],
)  # fmt: skip
def test_what_speaks_against_a_card(
    card: Played, before: list[Played], city: bool, house: House, rule: str | None
) -> None:
    """Each reason with its rule, in words that exist, and the case beside it that is free."""
    found = objection(card, before, city, house)
    assert (found.rule if found else None) == rule
    if found:
        assert has(found.detail)
        assert "{" not in say(found.detail, **dict(found.values))


@pytest.mark.rule("A-BATTLE-20", "A-BATTLE-23", "A-BATTLE-30", "A-CARD-REACT-BUERGERWEHR",
                  "A-CARD-REACT-LANDWEHR", "A-CARD-REACT-ENTSATZHEER", "A-CARD-REACT-REPEAT",
                  "A-CARD-REACT-KINDBETT")  # fmt: skip
def test_what_cards_do_to_the_dice() -> None:
    """One side profits, unless the table says both; a second copy adds nothing but relief dice."""
    force = Force(3, 2, 1)

    def with_cards(*cards: Played, house: House = DEFAULT) -> tuple[Faces, Faces, int, int]:
        battle = battle_of(force, force, cards, house)
        attacker, defender = battle.attacker, battle.defender
        return attacker.faces, defender.faces, attacker.relief, defender.relief

    plain, militia, army = Faces(), Faces(citizens=3), Faces(peasants=2)
    assert with_cards() == (plain, plain, 0, 0)
    assert with_cards(Played(CHILDBED, "attacker")) == (plain, plain, 0, 0)
    assert with_cards(Played(MILITIA, "attacker")) == (militia, plain, 0, 0)
    assert with_cards(Played(ARMY, "defender")) == (plain, army, 0, 0)
    assert with_cards(*[Played(ARMY, "defender")] * 2) == (plain, army, 0, 0)
    both = House(weapon_cards_scope="both_sides")
    assert with_cards(Played(ARMY, "defender"), house=both) == (army, army, 0, 0)
    relief = [Played(RELIEF, "defender", 2), Played(RELIEF, "defender", 1)]
    assert with_cards(*relief) == (plain, plain, 0, 3)


@pytest.mark.rule("A-BATTLE-16", "A-ODDS-1")
def test_cards_that_could_be_played_next() -> None:
    """Those that change dice, once for each side they can help; none after four."""
    plain = {(card.card, card.side) for card in still_playable([], city=False)}
    free = {(card, side) for card in (MILITIA, ARMY, RELIEF) for side in ("attacker", "defender")}
    assert plain == free | {(VILLAGE, "defender")}
    city = {(card.card, card.side) for card in still_playable([], city=True)}
    assert city == free | {(TOWN, "defender"), (TREASON, "attacker")}
    estates = [card.estates for card in still_playable([], True) if card.card == RELIEF]
    assert estates == [1, 2, 3] * 2
    gone = [Played(MILITIA, "attacker")] * 2
    assert MILITIA not in {card.card for card in still_playable(gone, city=True)}
    assert not list(still_playable([*gone, *[Played(CHILDBED, "attacker")] * 2], city=True))


@pytest.mark.rule("A-DICE-5", "A-STATE-7", "A-BATTLE-29")
def test_forces_that_cannot_stand_so() -> None:
    """Said, not refused; Soldiers alone may attack but not defend."""

    def rules(attacker: Force, defender: Force) -> list[str]:
        return [doubt.rule for doubt in doubts(attacker, defender)]

    assert rules(Force(3, 3, 6), Force(3, 6, 6, city=True)) == []
    assert rules(Force(3, 3, 7), Force(3, 6, 6, city=True)) == ["A-DICE-5"]
    assert rules(Force(3, 4), Force(3)) == ["A-STATE-7"]
    assert rules(Force(0, 0, 3), Force(1)) == []
    assert rules(Force(0, 1, 3), Force(0, 0, 1)) == ["A-BATTLE-29", "A-BATTLE-29"]


@pytest.mark.parametrize(
    ("attacker", "card"),
    [
        (Force(4), None),
        (Force(1, 7), None),
        (Force(1, 0, 13), None),
        (Force(1, relief=-1), None),
        (Force(), None),
        (Force(1, policy="bravest_first"), None),
        (Force(1), Played("special-bauernaufstand", "attacker")),
        (Force(1), Played(MILITIA, "third")),
        (Force(1), Played(MILITIA, "attacker", 0, 0)),
    ],
)
def test_what_the_game_does_not_have_is_a_mistake(attacker: Force, card: Played | None) -> None:
    with pytest.raises(ValueError):
        battle_of(attacker, Force(1), () if card is None else (card,))
