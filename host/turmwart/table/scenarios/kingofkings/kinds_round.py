"""Whole rounds of small worlds, up to a phase."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turmwart.games.kingofkings.isolation import isolated
from turmwart.games.kingofkings.playing import record_of, run
from turmwart.games.kingofkings.points import CATEGORIES, statistics
from turmwart.games.kingofkings.record import Battle
from turmwart.games.kingofkings.state import State
from turmwart.games.kingofkings.tables import CODES
from turmwart.games.kingofkings.viewing import view
from turmwart.games.kingofkings.world import Cell, RollMissing, World
from turmwart.table.dealer import Seeded
from turmwart.table.scenarios.kingofkings.given import state_of
from turmwart.table.scenarios.run import Broken
from turmwart.table.scenarios.values import Counted, Paths, Reader, Unordered, whole

NAMES = {code: code for code in CODES}
COLUMNS = {
    "WP": "wp",
    "Holz": "wood",
    "Sch.": "ships",
    "Reit": "riders",
    "Boge": "archers",
    "Fußs": "foot",
    "Burg": "castles",
    "Trp": "troops",
    "Nahr": "food",
    "Prov": "provinces",
}


class Rolls:
    """Rolls that a scenario gives in order, or those of its seed; keeps what was asked.

    Attributes:
        asked: stream and index of each roll, in order.
    """

    def __init__(self, values: list[int], seeded: Seeded | None) -> None:
        self._values = values
        self._seeded = seeded
        self.asked: list[tuple[str, int]] = []

    def __call__(self, stream: str, index: int, chance: int) -> int | None:
        """The next value; None where none is left."""
        self.asked.append((stream, index))
        if self._seeded is not None:
            return self._seeded(stream, index, chance)
        number = len(self.asked)
        return self._values[number - 1] if number <= len(self._values) else None


def round_(given: Reader) -> dict[str, Any]:
    """Play the round of ``given`` up to the phase ``until``.

    Raises:
        Broken: a roll was needed that is not given, or one was given that is not needed.
    """
    state = state_of(given)
    until = given.whole("until", 2, 0, 5)
    values = [whole(node, given.place("rolls"), 1, 100) for node in given.items("rolls")]
    seeded = Seeded(state.setup.seed, state.round) if "seed" in given else None
    given.close()
    rolls = Rolls(values, seeded)
    try:
        world = run(state, rolls, until) if until else World(state, rolls)
    except RollMissing as missing:
        raise Broken(f"no roll is given for {missing.stream} {missing.index}") from None
    if seeded is None and len(rolls.asked) != len(values):
        raise Broken(f"{len(values)} rolls are given, {len(rolls.asked)} were needed")
    return {**_fields(world), **_players(state, world, until), **_told(state, world, rolls, until)}


def _fields(world: World) -> dict[str, Any]:
    cells = {f"{cell.x}/{cell.y}": cell for cell in world.cells}

    def look_at(make: Callable[[Cell], Any]) -> Paths:
        def look(path: str) -> Any:
            if path not in cells:
                raise KeyError(", ".join(cells))
            return make(cells[path])

        return Paths(look)

    return {
        "units": look_at(
            lambda cell: {
                str(player): Counted(dict(zip(CODES, army, strict=True)), NAMES)
                for player, army in cell.armies.items()
                if any(army)
            }
        ),
        "attackers": look_at(_attackers),
        "owners": look_at(lambda cell: cell.owner),
        "setting": look_at(lambda cell: cell.tactic),
        "lying": look_at(lambda cell: cell.lying),
        "isolated": look_at(lambda cell: isolated(world, cell)),
    }


def _attackers(cell: Cell) -> dict[str, Counted]:
    if not cell.attackers:
        return {}
    counts = [sum(column) for column in zip(*(p.counts for p in cell.attackers), strict=True)]
    return {str(cell.attacker): Counted(dict(zip(CODES, counts, strict=True)), NAMES)}


def _players(state: State, world: World, until: int) -> dict[str, Any]:
    names = {str(number): leader for number, leader in world.leaders.items()}
    names |= {f"{cell.x}/{cell.y}": cell.name for cell in world.cells if cell.name}
    found: dict[str, Any] = {
        "names": names,
        "stock": {
            str(n): {"wp": world.wp[n], "wood": world.wood[n], "food": world.food[n]}
            for n in world.tribes
        },
        "morale": {str(n): world.morale[n] for n in world.tribes},
        "status": Unordered(
            tuple([a, b, world.status.get((a, b), 0)] for a, b in sorted(_pairs(state, world)))
        ),
        "in_force": Unordered(
            tuple([a, b, world.in_force(a, b)] for a, b in sorted(_pairs(state, world, True)))
        ),
    }
    if until == 5:
        stats = statistics(world)
        found["stats"] = {
            str(one.player): {column: getattr(one, name) for column, name in COLUMNS.items()}
            for one in stats
        }
        found["points"] = {
            category: {str(one.player): one.points[n] for one in stats}
            for n, category in enumerate(CATEGORIES)
        }
    return found


def _pairs(state: State, world: World, both: bool = False) -> set[tuple[int, int]]:
    """Pairs with a status before or after the round; for those in force both ways."""
    pairs = {(one.player, one.other) for one in state.statuses} | set(world.status)
    return pairs | {(b, a) for a, b in pairs} if both else pairs


def _told(state: State, world: World, rolls: Rolls, until: int) -> dict[str, Any]:
    record = record_of(world, ())
    results: dict[str, list[str]] = defaultdict(list)
    for line in record.lines:
        results[str(line.player)].append(line.result)
    rolled = {(one.stream, one.index): one for one in record.rolls()}
    drawn = [rolled[key] for key in rolls.asked]
    found: dict[str, Any] = {
        "results": dict(results),
        "sequence": [f"{line.player}: {line.text}" for line in record.lines if line.place],
        "battles": [_battle(battle) for battle in record.battles],
        "events": [
            [note.kind, f"{note.x}/{note.y}", note.player, note.unit or note.count]
            for note in record.notes
            if note.kind != "neutral"
        ],
        "rolls_asked": [one.chance for one in drawn],
        "drawn": [f"{one.stream} {one.index} {one.chance} {one.value}" for one in drawn],
    }
    if until:
        found["details"] = _details(replace(state, places=world.places(), record=record))
    return found


def _details(state: State) -> dict[str, Unordered]:
    """Fields whose details each player knows."""
    return {
        str(tribe.number): Unordered(
            tuple(f"{seen.x}/{seen.y}" for seen in view(state, str(tribe.number)).fields)
        )
        for tribe in state.tribes
    }


def _battle(battle: Battle) -> dict[str, Any]:
    gone = battle.surrendered + sum(group.surrendered for group in battle.groups)
    return {
        "at": list(battle.at),
        "tactics": battle.tactics,
        "mods": list(battle.modifiers),
        "retreat": list(battle.retreat),
        "rounds": len(battle.rounds),
        "outcome": battle.outcome,
        "retreat_to": None if battle.retreat_to is None else list(battle.retreat_to),
        "surrender": gone,
    }
