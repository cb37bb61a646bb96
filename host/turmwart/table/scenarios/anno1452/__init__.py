"""Anno 1452 in scenario files: its kinds, its positions, its steps.

``KINDS`` gathers the compact kinds of the modules ``kinds_*``; each has its own ``KINDS_HERE``.
A kind reads ``given`` (what the specification calls ``when`` stands in it) and returns what
``expect`` is compared with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from turmwart.table.scenarios import tree
from turmwart.table.scenarios.anno1452 import (
    kinds_actions,
    kinds_battle,
    kinds_board,
    kinds_cards,
    kinds_dice,
    kinds_reigns,
    kinds_rounds,
)
from turmwart.table.scenarios.anno1452.given import begin
from turmwart.table.scenarios.anno1452.observed import observed
from turmwart.table.scenarios.anno1452.position import Unsound
from turmwart.table.scenarios.anno1452.run import Broken, Refused, refusal_of
from turmwart.table.scenarios.anno1452.steps import Player
from turmwart.table.scenarios.values import Difference, Fault, Reader, compare, meant

KINDS: dict[str, Callable[[Reader], dict[str, Any]]] = {
    **kinds_board.KINDS_HERE,
    **kinds_cards.KINDS_HERE,
    **kinds_actions.KINDS_HERE,
    **kinds_battle.KINDS_HERE,
    **kinds_dice.KINDS_HERE,
    **kinds_rounds.KINDS_HERE,
    **kinds_reigns.KINDS_HERE,
}


def run_kind(kind: tree.Node, document: Reader) -> list[Difference]:
    """Check a document in the compact form.

    Raises:
        Fault: it says what cannot be understood.
    """
    name = document.text("kind")
    if name not in KINDS:
        known = ", ".join(KINDS)
        place, hint = document.place("kind"), meant(name, KINDS)
        raise Fault("scenario.no_kind", kind, place, found=name, known=known, hint=hint)
    given = document.reader("given")
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
        run, position = begin(given)
    except Unsound as unsound:
        raise _unsound(given, unsound) from None
    except Broken as broken:
        raise Fault("scenario.broken", given.at, "given", reason=broken) from None
    given.close()
    player = Player(run, position)
    steps = document.readers("steps")
    expected = document.node("expect")
    wanted = [expected, *(step.node("expect") for step in steps)]
    if all(node is None or node == tree.Mapping(node.line, ()) for node in wanted):
        raise Fault("scenario.expects_nothing", document.at, "expect")
    differences: list[Difference] = []
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
        differences.extend(compare(expected, observed(run, position), "expect"))
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
