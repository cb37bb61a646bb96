"""What a game starts from: tables, options, map, tribes, units, the seed of its rolls."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.kingofkings.options import NAMES, Options, fault_of
from turmwart.games.kingofkings.reading import MOST_NAME, is_name
from turmwart.games.kingofkings.tables import BU, CODES, DIRECTIONS, SC, TACTICS, Rules

MOST_TRIBES = 50
MOST_SIDE = 50
MOST_UNITS = 9999
_NAMES = f"a name begins with a letter and has at most {MOST_NAME}"


@dataclass(frozen=True, slots=True)
class TribeStart:
    """A tribe at the start; the attributes are those of ``state.Tribe``."""

    number: int
    leader: str
    culture: str = ""
    npc: bool = False
    wp: int = 0
    wood: int = 0
    food: int = 0
    vp: int = 0
    generals: int = 0


@dataclass(frozen=True, slots=True)
class Stack:
    """Units of one player in one field at the start; counts in the order of ``CODES``."""

    x: int
    y: int
    player: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Land:
    """What a province starts with, beside its units.

    Attributes:
        owner: its tribe, if no units say so; 0: the one whose troops are there.
        home: whose home it is; -1: that of its owner.
    """

    x: int
    y: int
    owner: int = 0
    tactic: str = "T"
    name: str = ""
    home: int = -1


@dataclass(frozen=True, slots=True)
class Status:
    """How ``player`` stands towards ``other``: 0 (enemies) to 5."""

    player: int
    other: int
    value: int


@dataclass(frozen=True, slots=True)
class Setup:
    """A game as it begins.

    Attributes:
        name: of the game.
        rules: the tables in force.
        options: of the game master.
        rows: the map, one letter for each field, from the north-west.
        tribes: by number.
        stacks: units.
        lands: provinces with more to say than their units.
        statuses: alliances that are there from the start.
        seed: of the rolls; kept secret until the game is over.
        west: column of the first letter of a row; the map begins there.
        north: row of the first row.
        round: the first round that is played.
    """

    name: str
    rules: Rules
    options: Options
    rows: tuple[str, ...]
    tribes: tuple[TribeStart, ...]
    stacks: tuple[Stack, ...] = ()
    lands: tuple[Land, ...] = ()
    statuses: tuple[Status, ...] = ()
    seed: str = ""
    west: int = 1
    north: int = 1
    round: int = 1


def check(setup: Setup) -> None:
    """Make sure that a game can be played.

    Raises:
        ValueError: it cannot; names what is wrong and what may stand.

    Rule: K-MAP-1, K-MAP-6, K-OPTION-2, K-OPTION-4, K-ORDER-14.
    """
    _check_map(setup)
    if not setup.name.isprintable():
        raise ValueError("the name of the game has signs that cannot be shown")
    for name in NAMES:
        fault = fault_of(name, getattr(setup.options, name))
        if fault:
            raise ValueError(f"option {name} must be one of: {fault}")
    numbers = [tribe.number for tribe in setup.tribes]
    if sorted(set(numbers)) != numbers or not 1 <= len(numbers) <= MOST_TRIBES:
        raise ValueError(f"there must be 1 to {MOST_TRIBES} tribes with rising numbers")
    if numbers[0] < 1 or numbers[-1] > 999:
        raise ValueError("numbers of tribes are 1 to 999")
    for tribe in setup.tribes:
        if min(tribe.wp, tribe.wood, tribe.food, tribe.generals) < 0:
            raise ValueError(f"tribe {tribe.number} cannot start with less than nothing")
        if not is_name(tribe.leader):
            raise ValueError(f"tribe {tribe.number}, leader: {_NAMES}, not {tribe.leader!r}")
        if not tribe.culture.isprintable():
            raise ValueError(f"tribe {tribe.number}: its culture has signs that cannot be shown")
    holders: dict[tuple[int, int], int] = {}
    castles: set[tuple[int, int]] = set()
    for stack in setup.stacks:
        _check_stack(setup, stack, set(numbers), holders)
        if stack.counts[BU] and (stack.x, stack.y) in castles:
            raise ValueError(f"{stack.x}/{stack.y}: a province holds at most one castle")
        castles |= {(stack.x, stack.y)} if stack.counts[BU] else set()
    for land in setup.lands:
        _check_land(setup, land, set(numbers), holders)
    pairs = [(status.player, status.other) for status in setup.statuses]
    for status in setup.statuses:
        fits = {status.player, status.other} <= set(numbers) and 0 <= status.value <= 5
        if not fits or status.player == status.other:
            raise ValueError(f"a status is 0 to 5 between two tribes, not {status}")
    if len(set(pairs)) != len(pairs):
        raise ValueError("a status stands twice")


def _check_map(setup: Setup) -> None:
    if not 1 <= len(setup.rows) <= MOST_SIDE or not 1 <= len(setup.rows[0]) <= MOST_SIDE:
        raise ValueError(f"a map has 1 to {MOST_SIDE} rows and columns")
    letters = {terrain.letter for terrain in setup.rules.terrains}
    for number, row in enumerate(setup.rows, 1):
        if len(row) != len(setup.rows[0]):
            raise ValueError(f"row {number} of the map is as long as no other")
        if set(row) - letters:
            wrong = "".join(sorted(set(row) - letters))
            raise ValueError(f"row {number} of the map: no terrain has the letter {wrong}")


def terrain_letter(setup: Setup, x: int, y: int) -> str:
    """The map letter of a field; empty outside the map. Rule: K-MAP-3, K-MAP-5."""
    row, column = y - setup.north, x - setup.west
    if 0 <= row < len(setup.rows) and 0 <= column < len(setup.rows[row]):
        return setup.rows[row][column]
    return ""


def coastal(setup: Setup, x: int, y: int) -> bool:
    """Whether a sea field is next to a field. Rule: K-MAP-7."""
    near = (terrain_letter(setup, x + dx, y + dy) for dx, dy in DIRECTIONS.values())
    return any(letter and setup.rules.terrain_at(letter).sea for letter in near)


def _check_stack(
    setup: Setup, stack: Stack, numbers: set[int], holders: dict[tuple[int, int], int]
) -> None:
    where = f"{stack.x}/{stack.y}"
    letter = terrain_letter(setup, stack.x, stack.y)
    if not letter:
        raise ValueError(f"{where} lies outside the map")
    if stack.player not in numbers:
        raise ValueError(f"{where}: there is no tribe {stack.player}")
    if len(stack.counts) != len(CODES) or any(
        not 0 <= count <= MOST_UNITS for count in stack.counts
    ):
        raise ValueError(f"{where}: units are counted from 0 to {MOST_UNITS}")
    if stack.counts[BU] > 1:
        raise ValueError(f"{where}: a province holds at most one castle")
    sea = setup.rules.terrain_at(letter).sea
    if sea and stack.counts[BU]:
        raise ValueError(f"{where}: no castle stands in the sea")
    if not sea and stack.counts[SC] and not coastal(setup, stack.x, stack.y):
        raise ValueError(f"{where}: ships lie in the sea or beside it")
    if not sea and any(stack.counts[:SC]):
        if holders.get((stack.x, stack.y), stack.player) != stack.player:
            raise ValueError(f"{where}: troops of two tribes stand there")
        holders[stack.x, stack.y] = stack.player


def _check_land(
    setup: Setup, land: Land, numbers: set[int], holders: dict[tuple[int, int], int]
) -> None:
    where = f"{land.x}/{land.y}"
    letter = terrain_letter(setup, land.x, land.y)
    if not letter or setup.rules.terrain_at(letter).sea:
        raise ValueError(f"{where} is no province")
    if land.tactic not in TACTICS:
        raise ValueError(f"{where}: there is no tactic {land.tactic}")
    if land.name and not is_name(land.name):
        raise ValueError(f"{where}: {_NAMES}, not {land.name!r}")
    if land.owner not in numbers | {0} or land.home not in numbers | {0, -1}:
        raise ValueError(f"{where}: there is no such tribe")
    if land.owner and holders.get((land.x, land.y), land.owner) != land.owner:
        raise ValueError(f"{where}: other troops stand there than its owner's")
