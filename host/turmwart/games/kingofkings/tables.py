"""The tables of the game: units, terrain, tactics, fixed numbers; made of parsed data files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

CODES = ("BO", "FU", "RE", "BU", "GE", "SC")
"""All units; the first five in fighting order, ships last."""

BO, FU, RE, BU, GE, SC = range(6)
TACTICS = ("F", "Z", "T", "U", "G")
DIRECTIONS = {"N": (0, -1), "S": (0, 1), "W": (-1, 0), "O": (1, 0)}
SEA = "~"


@dataclass(frozen=True, slots=True)
class Unit:
    """A row of the unit table.

    Attributes:
        code: two letters.
        hit: chance to hit in percent.
        armour: taken from the chance of who shoots at it.
        movement: movement points.
        cost_wp: price in growth points; 0 where it is not sold for them.
        cost_wood: price in wood; 0 where it is not sold for it.
        eats: food that it needs in a round.
    """

    code: str
    hit: int
    armour: int
    movement: int
    cost_wp: int
    cost_wood: int
    eats: int


@dataclass(frozen=True, slots=True)
class Terrain:
    """A row of the terrain table.

    Attributes:
        key: name in English, for text ids.
        letter: on maps.
        cost: movement points to enter.
        ceiling: the most that an attacker's chance can be before bonuses; None: no limit.
        city: one of the three sizes of city.
        sea: a sea field.
    """

    key: str
    letter: str
    food: int
    wp: int
    wood: int
    cost: int
    ceiling: int | None
    city: bool = False
    sea: bool = False


@dataclass(frozen=True, slots=True)
class Effects:
    """Numbers of the rules that no table holds; the names are those of the data file."""

    archer_hit_from_combat_round_2: int
    general_hit_bonus: int
    general_land_movement: int
    castle_retreat_bonus: int
    ships_per_unit_at_sea: int
    detection_percent_per_enemy_ship: int
    sea_field_cost: int
    raid_modifier: int
    raid_wp_per_unit: int
    spy_cost_wp: int
    combat_rounds: int


@dataclass(frozen=True, slots=True)
class Tactic:
    """What a pair of tactics adds to the chances of both sides."""

    attacker: str
    defender: str
    attacking: int
    defending: int


@dataclass(frozen=True, slots=True)
class Rules:
    """All tables that are in force in a game.

    Attributes:
        units: in the order of ``CODES``.
        terrains: landscapes, cities and the sea.
        tactics: the 25 cells.
        effects: the other numbers.
    """

    units: tuple[Unit, ...]
    terrains: tuple[Terrain, ...]
    tactics: tuple[Tactic, ...]
    effects: Effects

    def terrain_at(self, letter: str) -> Terrain:
        """The terrain of a map letter.

        Raises:
            ValueError: there is none.
        """
        for terrain in self.terrains:
            if terrain.letter == letter:
                return terrain
        known = "".join(terrain.letter for terrain in self.terrains)
        raise ValueError(f"no terrain has the letter {letter!r}; there are {known}")

    def cell(self, attacker: str, defender: str) -> tuple[int, int]:
        """Modifiers of attacker and defender.

        Raises:
            ValueError: there is no such tactic.

        Rule: K-TACTIC-1.
        """
        for tactic in self.tactics:
            if tactic.attacker == attacker and tactic.defender == defender:
                return tactic.attacking, tactic.defending
        raise ValueError(f"there are no tactics {attacker!r} against {defender!r}")


def rules_from_tables(data: Mapping[str, Any]) -> Rules:
    """The tables of the parsed ``rules.toml``.

    Raises:
        ValueError: a table lacks a row or a value.

    Rule: K-TERR-1, K-UNIT-1, K-TACTIC-1, K-MAP-6, K-MAP-8 (terrain is read from data).
    """
    try:
        rows = {row["code"]: row for row in data["unit"]}
        units = tuple(_unit(rows[code]) for code in CODES)
        terrains = tuple(_terrain(row) for row in data["terrain"])
        tactics = tuple(
            Tactic(attacker, defender, *data["tactics"][attacker + defender])
            for attacker in TACTICS
            for defender in TACTICS
        )
        numbers = {**data["unit_effects"], "combat_rounds": data["limits"]["combat_rounds"]}
        effects = Effects(**{name: numbers[name] for name in Effects.__dataclass_fields__})
    except KeyError as error:
        raise ValueError(f"the tables lack {error}") from None
    letters = [terrain.letter for terrain in terrains]
    if len(set(letters)) != len(letters) or SEA not in letters:
        raise ValueError("each terrain needs a letter of its own, and the sea has to be ~")
    return Rules(units, terrains, tactics, effects)


def _unit(row: Mapping[str, Any]) -> Unit:
    return Unit(
        row["code"],
        row["hit"],
        row["armour"],
        row["movement"],
        row.get("cost_wp", 0),
        row.get("cost_wood", 0),
        row["eats"],
    )


def _terrain(row: Mapping[str, Any]) -> Terrain:
    if row.get("sea"):
        return Terrain(row["key"], row["letter"], 0, 0, 0, 1, None, sea=True)
    return Terrain(
        row["key"],
        row["letter"],
        row["food"],
        row["wp"],
        row["wood"],
        row["cost"],
        row.get("ceiling"),
        city=row["city"],
    )
