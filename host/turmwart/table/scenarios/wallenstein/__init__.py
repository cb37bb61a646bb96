"""Wallenstein in scenario files: its kinds, its positions, its steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from turmwart.table.scenarios import forms, tree
from turmwart.table.scenarios.values import Difference, Reader
from turmwart.table.scenarios.wallenstein import (
    kinds_actions,
    kinds_battle,
    kinds_court,
    kinds_cubes,
    kinds_plan,
    kinds_start,
    kinds_winter,
)
from turmwart.table.scenarios.wallenstein.given import begin
from turmwart.table.scenarios.wallenstein.observed import observed
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
    "court_setup": kinds_court.court_setup,
    "court_layout": kinds_court.court_layout,
    "court_exchange": kinds_court.court_exchange,
    "court_exchanges": kinds_court.court_exchanges,
    "court_step_1": kinds_court.court_step_1,
    "court_step_2": kinds_court.court_step_2,
}


def run_kind(kind: tree.Node, document: Reader) -> list[Difference]:
    """Check a document in the compact form.

    Raises:
        Fault: it says what cannot be understood.
    """
    document.reader("given").texts("chosen_by_us")
    return forms.run_kind(KINDS, kind, document)


def run_steps(document: Reader) -> list[Difference]:
    """Check a document in the long form.

    Raises:
        Fault: it says what cannot be understood.
    """
    return forms.run_steps(document, begin, Player, observed, ("expect", "objection"))
