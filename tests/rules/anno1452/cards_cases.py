"""Every card that is played as an action: boards on which it may be played, and on which not.

Written from the rules' tables alone; what a card does is told here a second time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .cards_play import Answers, city, village

Changes = Mapping[str, Any]


@dataclass(frozen=True)
class Case:
    """A card.

    Attributes:
        card: its id.
        rule: rule that says what it does.
        yes: arguments of ``cards_play.board`` on which it may be played.
        no: changes of them on which it may not, with the condition that fails; empty only for
            cards that ask for nothing.
        gains: what the player has more or less afterwards, the card's own action and place in the
            hand left out.
        answers: where the first options are not meant.
    """

    card: str
    rule: str
    yes: Changes
    no: tuple[tuple[Changes, str], ...]
    gains: Mapping[str, Any]
    answers: Answers = field(default_factory=Answers)


def _lady(name: str, yes: Changes, no: Any, gains: Changes, **picks: Any) -> Case:
    rule = f"A-CARD-LADY-{name.upper()}"
    return Case(f"marriage-{name}", rule, yes, tuple(no), gains, Answers(picks))


def _years(*years: str) -> list[tuple[Changes, str]]:
    return [({"year": year}, "year") for year in years]


BROKE = {"prestige": {"s1": 0}}
MOST = ["tirol", "schwaben", "westfalen"]
"""More Estates than the others have."""

LADIES = (
    _lady(
        "adelheid",
        {"king": "s1"},
        [({"king": "s2"}, "is_king"), ({"king": ""}, "is_king"), (BROKE, "prestige_at_least")],
        # The card of Lothringen brings the point that she takes.
        {"estates": {"lothringen": 1}, "cities": {"lothringen": 1}, "holds": ("lothringen",)},
    ),
    _lady(
        "agnes",
        {"king": "s1", "own": ["niedersachsen", "tirol"]},
        [({"king": "s2"}, "is_king"), (BROKE, "prestige_at_least")],
        {"cities": {"niedersachsen": 1}, "citizens": 4, "prestige": -1},
    ),
    _lady(
        "amalie",
        {"own": [city("bayern")]},
        [
            ({"own": [village("bayern")]}, "cities_in"),
            ({"own": [city("tirol")]}, "cities_in"),
            ({"gold": {"s1": 4}}, "gold_at_least"),
        ],
        {"citizens": 4, "hand": 1, "gold": -5},
    ),
    _lady(
        "anna",
        {"own": ["bayern"]},
        [({"own": ["tirol"]}, "estates_bordering"), ({"own": ["westfalen"]}, "estates_bordering")],
        {"gold": 10, "prestige": 1, "hand": 1},
    ),
    _lady(
        "astrid",
        {"own": ["westfalen", "schwaben"]},
        [({"own": ["rheinland_pfalz"]}, "estates_bordering")],
        {"cities": {"schwaben": 1}},
        gain_city=("e2",),
    ),
    _lady(
        "barbara",
        {"own": [city("schwaben", 2)]},
        [
            ({"own": [city("schwaben")]}, "cities_bordering_citizens_min"),
            ({"own": [village("schwaben", 2)]}, "cities_bordering_citizens_min"),
            ({"own": [city("bayern", 2)]}, "cities_bordering_citizens_min"),
        ],
        {"estates": {"bayern": 1}, "holds": ("bayern",), "prestige": 1, "citizens": -1},
    ),
    _lady(
        "christina",
        {"year": "1298", "own": ["unteritalien"]},
        _years("1273", "1314"),
        {"cities": {"unteritalien": 1}, "holds": ("unteritalien",), "prestige": 1, "gold": 5},
    ),
    _lady(
        "dagmar",
        {"own": ["tirol"]},
        [({"own": ["schwaben"]}, "estates_bordering"), ({"own": []}, "estates_bordering")],
        {"holds": ("schwaben",), "prestige": 1},
    ),
    _lady(
        "eleonore",
        {"own": ["lothringen"] * 3},
        [
            ({"own": ["bayern"] * 3}, "principality_bordering"),
            ({"own": ["lothringen"]}, "principality_bordering"),
            ({"own": ["savoyen"] * 2}, "principality_bordering"),
        ],
        {"estates": {"savoyen": 1}, "hand": 1, "actions": 1},
    ),
    _lady(
        "elisabeth",
        {"was_king": True},
        [
            ({"was_king": False}, "has_been_king"),
            ({"was_king": False, "king": "s2"}, "has_been_king"),
        ],
        {"holds": ("oesterreich",), "prestige": 1, "actions": 2},
    ),
    _lady(
        "franziska",
        {"own": ["tirol"]},
        [({"own": ["bayern"]}, "estates_in_max")],
        {"hand": 3},
    ),
    _lady(
        "friederike",
        {"own": ["lothringen"] * 3},
        [({"own": ["lothringen"]}, "principality_min"), ({"gold": {"s1": 9}}, "gold_at_least")],
        {"estates": {"obersachsen": 1}, "cities": {"obersachsen": 1}, "gold": -10},
    ),
    _lady(
        "gertrud",
        {"own": ["tirol"]},
        [({"own": MOST}, "not_extreme_estates_most"), (BROKE, "prestige_at_least")],
        {"gold": 30, "prestige": -1},
    ),
    _lady(
        "hildegard",
        {"year": "1346"},
        _years("1314", "1378"),
        {"gold": 5, "prestige": 1, "hand": 2, "actions": 1},
    ),
    _lady(
        "isabella",
        {"year": "1273", "own": ["tirol"]},
        _years("I2", "1298"),
        {"citizens": 2, "prestige": 1, "actions": 1},
    ),
    _lady(
        "isolde",
        {"year": "I2"},
        _years("I1", "1346"),
        {"estates": {"boehmen": 1}, "actions": 1},
    ),
    _lady(
        "johanna",
        {"own": [village("tirol", 2)]},
        [
            ({"own": [village("tirol")]}, "estates_in_citizens_min"),
            ({"own": [village("bayern", 2)]}, "estates_in_citizens_min"),
        ],
        {"gold": 15, "prestige": 2, "citizens": -1},
    ),
    _lady(
        "josephine",
        {"own": [city("eidgenossen")]},
        [({"own": [village("eidgenossen")]}, "cities_in"), ({"own": [city("tirol")]}, "cities_in")],
        {"holds": ("eidgenossen",), "prestige": 1, "citizens": 2},
    ),
    _lady(
        "jutta",
        {"year": "1314", "own": [village("tirol", 1), village("bayern", 2)]},
        [*_years("1298", "1438"), ({"own": [village("tirol", 1)]}, "citizens")],
        {"gold": 15, "prestige": 1, "estates": {"niedersachsen": 1}, "citizens": -2},
        gain_estate=("niedersachsen",),
        lose_citizens=("e1", "e2"),
    ),
    _lady(
        "karoline", {"was_king": True}, [({"was_king": False}, "has_been_king")], {"prestige": 2}
    ),
    _lady("katharina", {"year": "1298"}, _years("1273"), {"actions": 1}),
    _lady(
        "konstanze",
        {"year": "1378", "own": ["tirol"]},
        _years("1346"),
        {"gold": 5, "prestige": 1, "citizens": 2},
    ),
    _lady(
        "kunigunde",
        {"prestige": {"s2": 11}},
        [
            ({"prestige": {"s1": 12}}, "not_extreme_prestige_most"),
            ({"prestige": {"s1": 11, "s2": 11}}, "not_extreme_prestige_most"),
            ({"gold": {"s1": 9}}, "gold_at_least"),
        ],
        {"prestige": 3, "gold": -10},
    ),
    _lady(
        "liselotte",
        {"own": MOST},
        [({"own": ["tirol"]}, "not_extreme_estates_fewest")],
        {"gold": 20},
    ),
    _lady("margarethe", {"year": "1346"}, _years("1378"), {"estates": {"oesterreich": 1}}),
    _lady(
        "maria",
        {"own": ["tirol"]},
        [
            ({"own": ["obersachsen"]}, "estates_in_max"),
            ({"own": ["niedersachsen"]}, "estates_in_max"),
        ],
        {"hand": 2, "actions": 1},
    ),
    _lady(
        "marianne",
        {"year": "1298"},
        _years("1273", "1378"),
        {"estates": {"savoyen": 1}, "hand": 2},
        gain_estate=("savoyen",),
    ),
    _lady(
        "mathilde",
        {"own": [city("tirol")]},
        [
            ({"own": [village("tirol")]}, "cities_bordering"),
            ({"own": [city("oberitalien")]}, "cities_bordering"),
            (BROKE, "prestige_at_least"),
        ],
        {"citizens": 4, "prestige": -1},
    ),
    _lady(
        "sieglinde",
        {"year": "1273"},
        _years("1298"),
        {"estates": {"eidgenossen": 1}, "gold": 5},
    ),
    _lady(
        "sophie",
        {"own": ["tirol"], "prestige": {"s2": 9}},
        [
            ({"prestige": {"s1": 9}}, "not_extreme_prestige_fewest"),
            ({"prestige": {"s1": 9, "s2": 9}}, "not_extreme_prestige_fewest"),
        ],
        {"citizens": 2},
    ),
    _lady(
        "therese",
        {"year": "1314", "own": ["eidgenossen"]},
        _years("1298", "1346"),
        {"cities": {"eidgenossen": 1}, "holds": ("eidgenossen",), "prestige": 1},
    ),
    _lady(
        "ursula",
        {"own": ["westfalen"]},
        [
            ({"own": ["westfalen", "lothringen"]}, "estates_bordering_max"),
            ({"gold": {"s1": 4}}, "gold_at_least"),
        ],
        {"cities": {"westfalen": 1}, "citizens": 2, "prestige": 1, "gold": -5},
    ),
)
"""All 32."""


def _of_city(name: str, region: str) -> Case:
    return Case(
        f"title-{name}",
        f"A-CARD-TITLE-{name.upper()}",
        {"own": [city(region)]},
        (
            ({"own": [village(region)]}, "cities_in"),
            ({"own": [city("bayern")]}, "cities_in"),
            ({"own": [village("bayern")], "others": {"s2": [city(region)]}}, "cities_in"),
        ),
        {"prestige": 2},
    )


def _of_card(name: str, region: str, majority: int) -> Case:
    return Case(
        f"title-{name}",
        f"A-CARD-TITLE-{name.upper()}",
        {"own": [region] * majority},
        (
            ({"own": [region]}, "principality_region"),
            ({"own": ["bayern"] * 3}, "principality_region"),
        ),
        {"prestige": 2},
    )


TITLES = (
    _of_city("koeln", "westfalen"),
    _of_city("mainz", "rheinland_pfalz"),
    _of_city("trier", "lothringen"),
    _of_card("sachsen", "niedersachsen", 3),
    _of_card("boehmen", "boehmen", 3),
    _of_city("brandenburg", "obersachsen"),
    _of_card("pfalz", "rheinland_pfalz", 3),
)
"""All 7."""


def _city_only(number: int, region: str, full: Changes) -> Case:
    return Case(
        f"city-only-{number}",
        "A-CARD-CITY-2",
        {"own": [region]},
        (
            ({"own": [city(region)]}, "estates_in_cityless"),
            ({"own": ["tirol"]}, "estates_in_cityless"),
            ({"gold": {"s1": 5}}, "gold_at_least"),
            (full, "target_region_city_room"),
        ),
        {"cities": {region: 1}, "gold": -6},
    )


CITY_CARDS = (
    _city_only(1, "bayern", {"others": {"s2": [city("bayern")] * 2}}),
    _city_only(2, "lothringen", {"others": {"s2": [city("lothringen")] * 2}}),
    _city_only(3, "oberitalien", {"others": {"s2": [city("oberitalien")] * 4}}),
    _city_only(4, "obersachsen", {"others": {"s2": [city("obersachsen")] * 2}}),
)
"""All 4; their regions are those of the made-up board."""


def _inheritance(number: int, region: str, limit: int) -> Case:
    return Case(
        f"inheritance-{number}",
        "A-CARD-INH-1",
        {},
        (
            ({"others": {"s2": [region] * limit}}, "target_region_estate_room"),
            ({"own": ["lothringen"] * 4 + ["westfalen"] * 4 + ["bayern"] * 4 + ["schwaben"] * 4},
             "target_region_estate_room"),
        ),
        {"estates": {region: 1}},
    )  # fmt: skip


INHERITANCES = (
    _inheritance(1, "rheinland_pfalz", 4),
    _inheritance(2, "unteritalien", 6),
    _inheritance(3, "region_15", 3),
    _inheritance(4, "boehmen", 4),
    _inheritance(5, "niedersachsen", 5),
)
"""All 5; their regions are those of the made-up board."""


def _special(name: str, yes: Changes, no: Any, gains: Changes, answers: Answers) -> Case:
    rule = f"A-CARD-SPEC-{name.replace('-', '').upper()}-AR"
    return Case(f"special-{name}", rule, yes, tuple(no), gains, answers)


NO_ESTATES: Changes = {"others": {}, "own": []}

SPECIALS = (
    _special("buendnisse", {}, [], {}, Answers()),
    _special(
        "diplomatie",
        {"own": [city("bayern", 2)]},
        [({"own": ["bayern"]}, "target_any_owner_city")],
        {"cities": {"bayern": -1}},
        Answers(),
    ),
    _special(
        "gute-ernte",
        {"own": [city("bayern")]},
        [({"own": ["bayern"], "others": {"s2": [city("tirol")]}}, "target_self_city")],
        {"gold": 9, "prestige": 1},
        Answers(dice=(4,)),
    ),
    _special(
        "hungersnot",
        {"own": ["bayern"]},
        [
            (NO_ESTATES, "target_any_owner_value_at_least"),
            (
                {
                    "own": [village("bayern", value=1)],
                    "others": {"s2": [village("tirol", value=1)]},
                },
                "target_any_owner_value_at_least",
            ),
        ],
        {},
        Answers({"reduce_estate": ("e2",)}),
    ),
    _special("kirchenbann", {}, [], {}, Answers({"force_discard": ("s3",)})),
    _special(
        "sondersteuer",
        {"own": ["bayern", "tirol", village("boehmen", value=2)]},
        [({"own": [village("bayern", value=2)]}, "estates_unreduced")],
        {"gold": 3},
        Answers(dice=(1, 3)),
    ),
    _special(
        "stadtluft",
        {"own": [village("bayern", value=2), city("schwaben")]},
        [({"own": [village("bayern", value=1)]}, "estates_value_min")],
        {"citizens": 1},
        Answers({"reduce_and_settle": ("e1",), "settle_city": ("e2",)}),
    ),
    _special(
        "volksheld",
        {"own": ["bayern", "tirol"]},
        [
            ({"own": [city("bayern")]}, "estates_cityless"),
            ({"gold": {"s1": 5}}, "gold_at_least"),
            ({"own": ["savoyen"]}, "target_region_city_room"),
        ],
        {"cities": {"tirol": 1}, "gold": -6},
        Answers({"gain_city": ("e2",)}),
    ),
    _special(
        "wiederaufbau",
        {"own": [village("bayern", value=1)]},
        [
            ({"own": ["bayern"]}, "target_self_reduced"),
            (
                {"own": ["bayern"], "others": {"s2": [village("tirol", value=1)]}},
                "target_self_reduced",
            ),
        ],
        {},
        Answers(),
    ),
)
"""All in their text for an Action Round but Migration, which asks for moves instead of choices."""

CASES = (*LADIES, *TITLES, *CITY_CARDS, *INHERITANCES, *SPECIALS)
