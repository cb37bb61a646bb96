"""Wallenstein in scenario files: its kinds, its positions, its steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from turmwart.table.scenarios import tree
from turmwart.table.scenarios.values import Difference, Fault, Reader, compare, meant
from turmwart.table.scenarios.wallenstein import (
    kinds_actions,
    kinds_battle,
    kinds_cubes,
    kinds_plan,
    kinds_start,
    kinds_winter,
)
from turmwart.table.scenarios.wallenstein.given import begin
from turmwart.table.scenarios.wallenstein.observed import observed
from turmwart.table.scenarios.wallenstein.position import Unsound
from turmwart.table.scenarios.wallenstein.run import Broken, Refused, refusal_of
from turmwart.table.scenarios.wallenstein.steps import Player

KINDS: dict[str, Callable[[Reader], dict[str, Any]]] = {
    "setup": kinds_start.setup,
    "tower_fill": kinds_start.tower_fill,
    "income": kinds_actions.income,
    "build": kinds_actions.build,
    "plan": kinds_plan.plan,
    "bid": kinds_plan.bid,
    "turn_order": kinds_plan.turn_order,
    "action_cards": kinds_plan.action_cards,
    "recruit": kinds_actions.recruit,
    "collect": kinds_actions.collect,
    "revolt_throw": kinds_battle.revolt_throw,
    "battle": kinds_battle.battle,
    "count_check": kinds_cubes.count_check,
    "card": kinds_plan.card,
    "conservation": kinds_cubes.conservation,
    "grain_loss": kinds_winter.grain_loss,
    "famine": kinds_winter.famine,
    "score_region": kinds_winter.score_region,
    "score_total": kinds_winter.score_total,
}

COURT = (
    "court_setup",
    "court_layout",
    "court_exchange",
    "court_exchanges",
    "court_step_1",
    "court_step_2",
)


def run_kind(kind: tree.Node, document: Reader) -> list[Difference]:
    """Check a document in the compact form.

    Raises:
        Fault: it says what cannot be understood.
    """
    name = document.text("kind")
    if name in COURT:
        raise Fault("scenario.court", kind, document.place("kind"), kind=name)
    if name not in KINDS:
        known = ", ".join(KINDS)
        place, hint = document.place("kind"), meant(name, KINDS)
        raise Fault("scenario.no_kind", kind, place, found=name, known=known, hint=hint)
    given = document.reader("given")
    given.texts("chosen_by_us")
    expected = document.need("expect")
    if not isinstance(expected, tree.Mapping) or not expected.pairs:
        raise Fault("scenario.expects_nothing", expected, document.place("expect"))
    try:
        found = KINDS[name](given)
    except Refused as refused:
        if expected.get("objection") is None:
            what = type(refused.command).__name__
            return [refusal_of(given.at.line, "given", what, refused.objection)]
        found = {"objection": refused.objection.rule}
    except Unsound as unsound:
        raise _unsound(given, unsound) from None
    except Broken as broken:
        raise Fault("scenario.broken", given.at, "given", reason=broken) from None
    document.close()
    return compare(expected, {"objection": None, **found}, "expect")


def run_steps(document: Reader) -> list[Difference]:
    """Check a document in the long form.

    Raises:
        Fault: it says what cannot be understood.
    """
    given = document.reader("given")
    try:
        run, seats = begin(given)
    except Unsound as unsound:
        raise _unsound(given, unsound) from None
    except Broken as broken:
        raise Fault("scenario.broken", given.at, "given", reason=broken) from None
    given.close()
    player = Player(run, seats)
    differences: list[Difference] = []
    steps = document.readers("steps")
    expected = document.node("expect")
    wanted = [expected, *(step.node(key) for step in steps for key in ("expect", "objection"))]
    if all(node is None or node == tree.Mapping(node.line, ()) for node in wanted):
        raise Fault("scenario.expects_nothing", document.at, "expect")
    for step in steps:
        try:
            found, goes_on = player.play(step)
        except Broken as broken:
            raise Fault("scenario.broken", step.at, step.where, reason=broken) from None
        differences.extend(found)
        step.close()
        if not goes_on:
            return differences
    document.close()
    if expected is not None:
        differences.extend(compare(expected, observed(run, seats), "expect"))
    return differences


def _unsound(given: Reader, unsound: Unsound) -> Fault:
    """The error that a position cannot lie on a table, at the key that says so."""
    node, where = given.at, given.where
    for key in unsound.place:
        part = node.get(key) if isinstance(node, tree.Mapping) else None
        if part is None:
            break
        node, where = part, f"{where}.{key}"
    return Fault("scenario.unsound", node, where, reason=unsound)
