"""Every card as an action: its condition, true and false, and each of its results."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.anno1452.asking import mode_of
from turmwart.games.anno1452.cards import ACTION_KINDS, playable
from turmwart.games.anno1452.commands import PlayCard
from turmwart.games.anno1452.effects import EFFECTS
from turmwart.games.anno1452.events_cards import CardLaid, CardPlayed
from turmwart.games.anno1452.instants import INSTANTS
from turmwart.texts import say_with

from .cards_cases import CASES, LADIES, Case
from .cards_play import board, gains, play
from .rounds_play import Play, demo_board

PLACES = {"title": "title", "marriage": "marriage"}


def _case(case: Case) -> Any:
    return pytest.param(case, id=case.card, marks=pytest.mark.rule(case.rule))


def _refusal(case: Case, number: int) -> Any:
    changes, condition = case.no[number]
    return pytest.param(
        case.card,
        {**case.yes, **changes},
        condition,
        id=f"{case.card}-{number}-{condition}",
        marks=pytest.mark.rule(case.rule, "A-CARD-MARR-1", "A-CARD-TITLE-1", "A-CARD-COND-5"),
    )


REFUSALS = [_refusal(case, n) for case in CASES for n in range(len(case.no))]


@pytest.mark.rule("A-COMP-6", "A-ACT-CARD-4")
def test_every_card_of_an_action_has_a_case() -> None:
    """Migration has tests of its own, since it asks for moves."""
    cards = {card.id for card in demo_board().cards if card.kind in ACTION_KINDS}
    assert {case.card for case in CASES} == cards - {"special-voelkerwanderung"}
    assert len(LADIES) == 32


def test_every_condition_is_seen_to_fail() -> None:
    """Each part of each condition has a board on which it alone decides."""
    for case in CASES:
        mode = mode_of(board(), case.card, "AR")
        assert mode is not None
        parts = () if mode.condition is None else mode.condition.parts or (mode.condition,)
        names = {part.name for part in parts}
        if case.card == "special-kirchenbann":
            # In a game of two or more there is always another player.
            assert not case.no
            continue
        failed = {condition for _, condition in case.no}
        assert all(any(f.startswith(name) for f in failed) for name in names), case.card


@pytest.mark.rule(
    "A-CARD-LADY-ADELHEID", "A-CARD-LADY-AGNES", "A-CARD-LADY-AMALIE", "A-CARD-LADY-ANNA"
)
@pytest.mark.rule(
    "A-CARD-LADY-ASTRID", "A-CARD-LADY-BARBARA", "A-CARD-LADY-CHRISTINA", "A-CARD-LADY-DAGMAR"
)
@pytest.mark.rule(
    "A-CARD-LADY-ELEONORE",
    "A-CARD-LADY-ELISABETH",
    "A-CARD-LADY-FRANZISKA",
    "A-CARD-LADY-FRIEDERIKE",
)
@pytest.mark.rule(
    "A-CARD-LADY-GERTRUD", "A-CARD-LADY-HILDEGARD", "A-CARD-LADY-ISABELLA", "A-CARD-LADY-ISOLDE"
)
@pytest.mark.rule(
    "A-CARD-LADY-JOHANNA", "A-CARD-LADY-JOSEPHINE", "A-CARD-LADY-JUTTA", "A-CARD-LADY-KAROLINE"
)
@pytest.mark.rule(
    "A-CARD-LADY-KATHARINA",
    "A-CARD-LADY-KONSTANZE",
    "A-CARD-LADY-KUNIGUNDE",
    "A-CARD-LADY-LISELOTTE",
)
@pytest.mark.rule(
    "A-CARD-LADY-MARGARETHE", "A-CARD-LADY-MARIA", "A-CARD-LADY-MARIANNE", "A-CARD-LADY-MATHILDE"
)
@pytest.mark.rule(
    "A-CARD-LADY-SIEGLINDE", "A-CARD-LADY-SOPHIE", "A-CARD-LADY-THERESE", "A-CARD-LADY-URSULA"
)
@pytest.mark.rule(
    "A-CARD-TITLE-KOELN", "A-CARD-TITLE-MAINZ", "A-CARD-TITLE-TRIER", "A-CARD-TITLE-SACHSEN"
)
@pytest.mark.rule("A-CARD-TITLE-BOEHMEN", "A-CARD-TITLE-BRANDENBURG", "A-CARD-TITLE-PFALZ")
@pytest.mark.parametrize("case", [_case(case) for case in CASES])
def test_the_card_may_be_played(case: Case) -> None:
    """Its condition holds; nothing speaks against it."""
    assert playable(board(**case.yes), "s1", case.card) is None


@pytest.mark.parametrize(("card", "given", "condition"), REFUSALS)
def test_the_card_may_not_be_played(card: str, given: dict[str, Any], condition: str) -> None:
    """One part of its condition fails and is named in words."""
    objection = Play(board(**given)).objection(PlayCard("s1", card))
    assert objection.detail == f"anno1452.objection.condition_{condition}"
    said = say_with(objection.detail, objection.values)
    assert "{" not in said
    assert not said.startswith("[")


@pytest.mark.rule("A-CARD-LADY-ORDER", "A-ACT-CARD-1", "A-ACT-CARD-3")
@pytest.mark.parametrize("case", [_case(case) for case in CASES])
def test_what_the_card_does(case: Case) -> None:
    """The player has what the rules promise, no more; the card lies where it belongs."""
    before = board(**case.yes)
    table = play(before, case.card, case.answers)
    found = gains(before, table.state)
    assert found.pop("actions", 0) == case.gains.get("actions", 0) - 1
    assert found.pop("hand", 0) == case.gains.get("hand", 0) - 1
    left = {name: value for name, value in case.gains.items() if name not in ("actions", "hand")}
    assert found == left
    kind = table.state.board.card(case.card).kind
    place = PLACES.get(kind, "discard")
    if case.card == "special-buendnisse":
        place = "alliances"
    assert table.happened(CardLaid) == (CardLaid("s1", case.card, place),)
    player = table.state.player("s1")
    shown = {
        "title": player.titles,
        "marriage": (player.marriage,),
        "alliances": (player.alliances,),
        "discard": table.state.discards,
    }
    assert case.card in shown[place]


@pytest.mark.rule("A-VAR-H-5")
@pytest.mark.parametrize(
    ("lady", "gold"), [("jutta", 10), ("johanna", 10), ("liselotte", 15), ("gertrud", 20)]
)
def test_less_gold_in_variant_h(lady: str, gold: int) -> None:
    """Jutta and Johanna bring 10, Liselotte 15, Gertrud 20."""
    case = next(case for case in LADIES if case.card == f"marriage-{lady}")
    before = board(**case.yes, variants=("H",))
    after = play(before, case.card, case.answers).state
    assert after.player("s1").gold - before.player("s1").gold == gold


@pytest.mark.rule("A-CARD-MARR-1")
def test_what_a_lady_takes_must_be_there() -> None:
    """Whatever a result makes the player give up stands in the condition too."""
    for case in LADIES:
        mode = mode_of(board(), case.card, "AR")
        assert mode is not None
        for term in mode.result:
            if term.name not in ("gold", "prestige", "lose_citizens"):
                continue
            number = term.number("n")
            if term.name != "lose_citizens" and number > 0:
                continue
            failed = {condition for _, condition in case.no}
            asked = {"gold": "gold_at_least", "prestige": "prestige_at_least"}.get(term.name)
            assert asked in failed if asked else any("citizens" in name for name in failed)


def test_every_result_of_a_card_is_known() -> None:
    """The interpreter knows all results, and no others."""
    played, forced = set(), set()
    for card in demo_board().cards:
        for mode in card.modes:
            names = {term.name for term in mode.result}
            if card.kind == "instant":
                forced |= names
            elif mode.uses in ("action", "er_special"):
                played |= names
    # Where Barbara is read as the City's region, the City is chosen first (A-OPEN-25).
    assert {*played, "choose_bound"} == set(EFFECTS)
    assert forced == set(INSTANTS)


@pytest.mark.rule("A-ACT-CARD-2", "A-CARD-CITY-1", "A-CARD-CITY-5")
def test_a_card_with_a_tower_is_played_for_one_function() -> None:
    """Amalie as the City that her banner names: no lady, no Citizens, 6 Gold."""
    before = board(["unteritalien"])
    table = play(before, "marriage-amalie", as_city=True)
    found = gains(before, table.state)
    assert found == {"gold": -6, "cities": {"unteritalien": 1}, "hand": -1, "actions": -1}
    assert table.state.discards == ("marriage-amalie",)
    assert table.state.player("s1").marriage == ""
    assert table.happened(CardPlayed)[0].as_city


@pytest.mark.rule("A-CARD-CITY-1", "A-COMP-7")
def test_a_card_without_a_tower_is_no_city_card() -> None:
    """Agnes shows none on the made-up board."""
    objection = Play(board(["schwaben"])).objection(PlayCard("s1", "marriage-agnes", True))
    assert objection.rule == "A-CARD-CITY-1"


@pytest.mark.rule("A-CARD-CITY-6")
@pytest.mark.parametrize("card", ["special-volksheld", "special-hungersnot"])
def test_a_card_without_a_region_in_its_banner_has_no_tower(card: str) -> None:
    """Nobody is asked about it."""
    objection = Play(board(["bayern"])).objection(PlayCard("s1", card, True))
    assert objection.rule == "A-CARD-CITY-1"


@pytest.mark.rule("A-CARD-CITY-3", "A-CARD-CITY-4", "A-STATE-7")
def test_a_reduced_estate_becomes_a_city() -> None:
    """Its capacity is doubled."""
    before = board([("bayern", {"value": 2})])
    estate = play(before, "city-only-1").state.estate("e1")
    assert (estate.city, estate.value, estate.capacity) == (True, 2, 4)


@pytest.mark.rule("A-COMP-12")
def test_without_a_disc_in_the_supply_no_city() -> None:
    """All 32 lie on the board; of the limits nothing is left to say."""
    before = board(["bayern"])
    crowded = tuple(replace(before.estates[1], id=f"x{n}", city=True) for n in range(32))
    state = replace(before, estates=(*before.estates, *crowded))
    objection = playable(state, "s1", "city-only-1")
    assert objection is not None
    assert objection.detail.endswith("target_region_city_room")


@pytest.mark.rule("A-ACT-CARD-5", "A-ACT-CARD-7", "A-ACT-CARD-4")
@pytest.mark.parametrize(
    ("card", "rule"),
    [
        ("reaction-verrat", "A-ACT-CARD-5"),
        ("instant-pest", "A-ACT-CARD-7"),
        ("shuffle-mischen", "A-ACT-CARD-7"),
    ],
)
def test_some_cards_are_never_an_action(card: str, rule: str) -> None:
    """Reactions cost no action; instants and the shuffle card are resolved when drawn."""
    assert Play(board(["bayern"])).objection(PlayCard("s1", card)).rule == rule


@pytest.mark.rule("A-INV-4", "A-STATE-9")
def test_a_card_that_lies_open_is_in_no_hand() -> None:
    """One Katharina is discarded; there is no second."""
    before = board(year="1298")
    state = replace(before, discards=("marriage-katharina",), deck=before.deck - 1)
    assert Play(before).do(PlayCard("s1", "marriage-katharina"))
    assert Play(state).objection(PlayCard("s1", "marriage-katharina")).rule == "A-INV-4"
    two = replace(before, discards=("special-hungersnot",), deck=before.deck - 1)
    assert playable(two, "s1", "special-hungersnot") is None


@pytest.mark.rule("A-ACT-CARD-1")
def test_an_empty_hand_plays_nothing() -> None:
    """The hand counts, not what anybody knows of it."""
    objection = Play(board(year="1298", hands={"s1": 0})).objection(
        PlayCard("s1", "marriage-katharina")
    )
    assert objection.rule == "A-ACT-CARD-1"


@pytest.mark.rule("A-AR-11", "A-AR-12")
def test_a_card_costs_an_action_of_the_own_turn() -> None:
    """Not in another's turn, and not without an action left."""
    state = board(year="1298")
    assert Play(state).objection(PlayCard("s2", "marriage-katharina")).rule == "A-AR-11"
    table = Play(state)
    table.do(PlayCard("s1", "special-buendnisse"))
    assert table.state.acting is not None
    assert table.state.acting.left == 2
    assert table.state.action == "card"
