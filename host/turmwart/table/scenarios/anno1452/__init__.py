"""Anno 1452 in scenario files: its kinds, its positions, its steps.

``KINDS`` gathers the compact kinds of the modules ``kinds_*``; each has its own ``KINDS_HERE``.
A kind reads ``given`` (what the specification calls ``when`` stands in it) and returns what
``expect`` is compared with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from turmwart.table.scenarios import forms, tree
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
from turmwart.table.scenarios.anno1452.steps import Player
from turmwart.table.scenarios.values import Difference, Reader

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
    return forms.run_kind(KINDS, kind, document)


def run_steps(document: Reader) -> list[Difference]:
    """Check a document in the long form.

    Raises:
        Fault: it says what cannot be understood.
    """
    return forms.run_steps(document, begin, Player, observed)
