"""The two forms of a scenario document, whatever game it is of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from turmwart.table.scenarios import tree
from turmwart.table.scenarios.run import Broken, Refused, Run, Unsound, refusal_of
from turmwart.table.scenarios.values import Difference, Fault, Reader, compare, meant

Kinds = Mapping[str, Callable[[Reader], dict[str, Any]]]
"""Compact kind -> reads ``given`` and returns what ``expect`` is compared with."""

R = TypeVar("R", bound=Run[Any])
P = TypeVar("P")


class Player(Protocol):
    """Plays the steps of a scenario."""

    def play(self, step: Reader) -> tuple[list[Difference], bool]:
        """What differs, and whether the steps after it can be played."""
        ...


def run_kind(kinds: Kinds, kind: tree.Node, document: Reader) -> list[Difference]:
    """Check a document in the compact form.

    Raises:
        Fault: it says what cannot be understood.
    """
    name = document.text("kind")
    if name not in kinds:
        known = ", ".join(kinds)
        place, hint = document.place("kind"), meant(name, kinds)
        raise Fault("scenario.no_kind", kind, place, found=name, known=known, hint=hint)
    given = document.reader("given")
    expected = document.need("expect")
    if not isinstance(expected, tree.Mapping) or not expected.pairs:
        raise Fault("scenario.expects_nothing", expected, document.place("expect"))
    try:
        found = kinds[name](given)
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


def run_steps(
    document: Reader,
    begin: Callable[[Reader], tuple[R, P]],
    player_of: Callable[[R, P], Player],
    observed: Callable[[R, P], dict[str, Any]],
    expecting: tuple[str, ...] = ("expect",),
) -> list[Difference]:
    """Check a document in the long form.

    Args:
        document: what is checked.
        begin: builds the position of ``given``.
        player_of: makes who plays the steps on it.
        observed: what ``expect`` is compared with in the end.
        expecting: keys of a step that say what is expected of it.

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
    player = player_of(run, position)
    steps = document.readers("steps")
    expected = document.node("expect")
    wanted = [expected, *(step.node(key) for step in steps for key in expecting)]
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
