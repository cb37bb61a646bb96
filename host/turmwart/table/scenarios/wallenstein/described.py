"""A settled battle, and who owns what, in the scenario's words."""

from __future__ import annotations

from typing import Any

from turmwart.games.wallenstein.state import BattleRecord, State
from turmwart.table.scenarios.values import Either, Unordered
from turmwart.table.scenarios.wallenstein.seats import Seats

PILE = "pile"


def described(seats: Seats, state: State, record: BattleRecord) -> dict[str, Any]:
    """What a scenario may expect of a settled battle."""
    removed = Unordered(record.buildings_removed)
    return {
        "type": record.battle.kind,
        "province": record.battle.province,
        "strength": {"attacker": record.attacker_strength, "defender": record.defender_strength},
        "outcome": record.outcome,
        "fallen": seats.counted(record.fallen.as_dict()),
        "to_supply": seats.counted(record.to_supply.as_dict()),
        "to_province": seats.counted(record.to_province.as_dict()),
        "stays_in_tray": seats.counted(record.stays.as_dict()),
        "owner": owner_said(seats, record.owner),
        "devastated": {"buildings_removed": removed, "card_to": PILE}
        if record.devastated
        else Either((None, False)),
        "revolt_markers_after": record.markers_after,
        "farmers_helped": record.farmers_helped,
        "buildings_after": Unordered(state.province(record.battle.province).buildings),
        "witness": record.witness,
    }


def owner_said(seats: Seats, owner: str | None) -> Either:
    """An owner by name, colour or seat; null where there is none."""
    if owner is None:
        return Either((None, "none", "neutral"))
    words = next((s.name, s.colour, s.seat) for s in seats.all if s.seat == owner)
    return Either(tuple(dict.fromkeys(words)))
