"""Compact kinds of dice and units: throws, nullifying faces, ways to lose, odds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from turmwart.games.anno1452.battle import ATTACKER, nullify_faces, throw_plan
from turmwart.games.anno1452.losses import loss_choices
from turmwart.games.anno1452.odds import exact_odds
from turmwart.games.anno1452.odds_side import POLICIES, WEAKEST_FIRST, Battle, Faces, Side, order
from turmwart.games.anno1452.state import Units
from turmwart.table.scenarios.anno1452.fight import DICE, FROM, TARGET, Field, declare, fought
from turmwart.table.scenarios.anno1452.kinds_board import numbers
from turmwart.table.scenarios.anno1452.position import COLOURS, Position, settings_of
from turmwart.table.scenarios.tree import Leaf
from turmwart.table.scenarios.values import Either, Reader, whole

SIDES_OF_A_DIE = 6
DECIMALS = 9


def throw_plan_kind(given: Reader) -> dict[str, Any]:
    """The throws that an attacking force needs in a round."""
    settings = replace(settings_of(given), dice_available=given.whole("dice_available", 6, 1, 21))
    position = Position(COLOURS[:2], settings)
    relief = given.whole("relief", 0, 0, 16)
    force = {kind: given.whole(kind, 0, 0, 12) for kind in DICE[:3]}
    peasants, citizens = force["peasants"], force["citizens"]
    own = position.estate(COLOURS[0], FROM, peasants, True, citizens) if peasants else ""
    target = position.estate(COLOURS[1], TARGET, 1)
    if force["soldiers"]:
        position.king(COLOURS[0], force["soldiers"])
    position.turn(COLOURS[0])
    field = Field(position, own, target, (force["soldiers"], 0), ((), ()))
    state = declare(field, []).state
    battle = replace(fought(state), attacker_relief=relief)
    plan = [dice for dice in throw_plan(replace(state, battle=battle)) if dice.side == ATTACKER]
    return {
        "throws": {kind: [one.count for one in plan if one.kind == kind] for kind in DICE},
        "total_dice": sum(one.count for one in plan),
        "total_throws": len(plan),
    }


def nullify_faces_kind(given: Reader) -> dict[str, Any]:
    """On which faces the defending units nullify."""
    return {
        "faces": [
            list(
                nullify_faces(
                    case.flag("city", False),
                    case.whole("treason", 0, 0, 3),
                    case.whole("fortified_town", 0, 0, 2),
                    case.whole("fortified_village", 0, 0, 2),
                )
            )
            for case in given.readers("cases")
        ]
    }


def loss_choices_kind(given: Reader) -> dict[str, Any]:
    """All ways to give up units, as Peasants, Citizens, Soldiers that stay."""
    last = settings_of(given).last_peasant_last
    left = []
    for case in given.readers("cases"):
        ways = loss_choices(Units(*numbers(case, "units")), case.whole("losses"), last)
        left.append([[one.peasants, one.citizens, one.soldiers] for one in ways])
    return {"left": left}


def odds_kind(given: Reader) -> dict[str, Any]:
    """The odds of one battle or of several: attacker, defender, mutual, expected rounds."""
    if "cases" in given:
        return {"odds": [_rounded(_figures(case)) for case in given.readers("cases")]}
    figures = _figures(given)
    return {"exact": [str(figure) for figure in figures], "odds": _rounded(figures)}


def _figures(given: Reader) -> list[Fraction]:
    defender = given.reader("defender")
    walls = _faces(defender, "nullify", 0)
    found = exact_odds(Battle(_side(given.reader("attacker")), _side(defender), walls))
    return [found.attacker_wins, found.defender_wins, found.both_eliminated, found.rounds]


def _side(given: Reader) -> Side:
    peasants, citizens, soldiers = numbers(given, "units")
    faces = Faces(_faces(given, "peasant_hit", 1), _faces(given, "citizen_hit", 2))
    policy = given.word("policy", POLICIES, WEAKEST_FIRST)
    units = order((peasants, citizens, soldiers), policy, faces)
    return Side(units, faces, given.whole("relief", 0, 0, 16))


def _faces(given: Reader, key: str, default: int) -> int:
    """A chance such as ``2/6`` as a number of faces."""
    if key not in given:
        return default
    said = given.text(key).removesuffix(f"/{SIDES_OF_A_DIE}")
    if not said.isdigit():
        raise given.fault(key, "scenario.not_whole", least=0, most=SIDES_OF_A_DIE, found=said)
    return whole(Leaf(given.at.line, int(said)), given.place(key), 0, SIDES_OF_A_DIE)


def _rounded(figures: list[Fraction]) -> list[Either]:
    """To nine places; zeros at the end may be left out."""
    texts = [f"{float(figure):.{DECIMALS}f}" for figure in figures]
    return [Either((text, text.rstrip("0").rstrip("."))) for text in texts]


KINDS_HERE = {
    "throw_plan": throw_plan_kind,
    "nullify_faces": nullify_faces_kind,
    "loss_choices": loss_choices_kind,
    "odds": odds_kind,
}
