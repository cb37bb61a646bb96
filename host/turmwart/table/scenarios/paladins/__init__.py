"""Paladins in scenario files: its kinds, its positions, its steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from turmwart.table.scenarios import forms, tree
from turmwart.table.scenarios.paladins import kinds_play, kinds_score
from turmwart.table.scenarios.paladins.observed import observed
from turmwart.table.scenarios.paladins.position import Position
from turmwart.table.scenarios.paladins.run import Run
from turmwart.table.scenarios.paladins.steps import Player
from turmwart.table.scenarios.values import Difference, Reader

KINDS: dict[str, Callable[[Reader], dict[str, Any]]] = {
    **kinds_play.KINDS_HERE,
    **kinds_score.KINDS_HERE,
}


def run_kind(kind: tree.Node, document: Reader) -> list[Difference]:
    """Check a document in the compact form.

    Raises:
        Fault: it says what cannot be understood.
    """
    return forms.run_kind(KINDS, kind, document)


def run_steps(document: Reader) -> list[Difference]:
    """Check a document in the long form.

    Raises:
        Fault: it says what cannot be understood.
    """
    return forms.run_steps(document, _begin, Player, observed)


def _begin(given: Reader) -> tuple[Run, Position]:
    position = Position(given, "actions", mode="light")
    return Run(position.state), position
