"""King of Kings in scenario files: its kinds; steps of a table it has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from turmwart.table.scenarios import forms, tree
from turmwart.table.scenarios.kingofkings import kinds_parts, kinds_round
from turmwart.table.scenarios.values import Difference, Fault, Reader

KINDS: dict[str, Callable[[Reader], dict[str, Any]]] = {
    "round": kinds_round.round_,
    "parse": kinds_parts.parse,
    "chance": kinds_parts.chances,
    "battle": kinds_parts.battle,
    "retreat": kinds_parts.retreat,
    "tactics": kinds_parts.tactics,
    "sea_loss": kinds_parts.sea_loss,
    "sea_battle": kinds_parts.sea_battle,
    "rank": kinds_parts.ranks,
    "end": kinds_parts.end,
    "rng": kinds_parts.rng,
}


def run_kind(kind: tree.Node, document: Reader) -> list[Difference]:
    """Check a document in the compact form.

    Raises:
        Fault: it says what cannot be understood.
    """
    return forms.run_kind(KINDS, kind, document)


def run_steps(document: Reader) -> list[Difference]:
    """A round is one step, so there is no long form.

    Raises:
        Fault: always; names the kinds there are.
    """
    raise Fault("scenario.no_kind", document.at, "kind", found="-", known=", ".join(KINDS), hint="")
