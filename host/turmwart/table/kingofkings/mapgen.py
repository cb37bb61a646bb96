"""Maps made by a seed, and how fair the starts on them are.

The same seed gives the same map everywhere: all chance is hashed, as the rolls of a game are.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from turmwart.errors import InputError
from turmwart.games.kingofkings.options import Options
from turmwart.games.kingofkings.setup import MOST_SIDE, MOST_TRIBES, Setup, Stack, TribeStart
from turmwart.games.kingofkings.tables import DIRECTIONS, SEA
from turmwart.table.dealer import Seeded
from turmwart.table.kingofkings.tables import shipped_rules

Field = tuple[int, int]

LEAST_SIDE = 4
LAND_PERCENT = 62
SMOOTHINGS = 3
TRIES = 24
REACH = 3
FIELDS_PER_TRIBE = 9
LEADERS = ("Knut", "Olaf", "Harald", "Sven", "Radbod", "Boris", "Otto", "Emma", "Olga", "Astrid")
_LOW = "KKEEEGGMS"
_HIGH = "EGWWBBHPD"
_START_UNITS = (1, 3, 0, 0, 1, 0)
_SECOND_UNITS = (0, 1, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Fairness:
    """What lies within ``REACH`` steps by land of a start.

    Attributes:
        tribe: number.
        provinces: in reach.
        food: they produce.
        wp: they produce.
        nearest: steps to the nearest other start as the crow flies, corners not cut.
    """

    tribe: int
    provinces: int
    food: int
    wp: int
    nearest: int


def make_map(seed: str, width: int, height: int, tribes: int, options: Options) -> Setup:
    """A game on a map made by ``seed``; the seed of its rolls is still to be drawn.

    Args:
        seed: any text.
        width: fields, 4 to 50.
        height: fields, 4 to 50.
        tribes: 1 to 50; each needs ``FIELDS_PER_TRIBE`` fields.
        options: of the game.

    Raises:
        InputError: a number cannot be; names what can.
    """
    if not LEAST_SIDE <= width <= MOST_SIDE or not LEAST_SIDE <= height <= MOST_SIDE:
        raise InputError("kok.map.sides", least=LEAST_SIDE, most=MOST_SIDE)
    most = min(MOST_TRIBES, width * height // FIELDS_PER_TRIBE)
    if not 1 <= tribes <= most:
        raise InputError("kok.map.too_many", most=most, width=width, height=height)
    rows = _land(seed, width, height)
    starts = _starts(seed, rows, tribes)
    for x, y in starts:
        rows[y][x] = "K"
        # A second province beside the first keeps a start from being cut off.
        nx, ny = _second(rows, (x, y))
        rows[ny][nx] = "E"
    stacks = []
    for number, start in enumerate(starts, 1):
        second = _second(rows, start)
        stacks.append(Stack(start[0] + 1, start[1] + 1, number, _START_UNITS))
        stacks.append(Stack(second[0] + 1, second[1] + 1, number, _SECOND_UNITS))
    people = tuple(
        TribeStart(n, LEADERS[(n - 1) % len(LEADERS)], wp=12, wood=10, generals=1)
        for n in range(1, tribes + 1)
    )
    letters = tuple("".join(row) for row in rows)
    return Setup(f"map-{seed}", shipped_rules(), options, letters, people, tuple(stacks))


def fairness(setup: Setup) -> tuple[Fairness, ...]:
    """What each tribe finds around its start: its first stack."""
    starts: dict[int, Field] = {}
    for stack in setup.stacks:
        starts.setdefault(stack.player, (stack.x - setup.west, stack.y - setup.north))
    found = []
    for tribe, start in sorted(starts.items()):
        near = _reach(setup.rows, start)
        terrains = [setup.rules.terrain_at(setup.rows[y][x]) for x, y in near]
        others = [_steps(start, other) for n, other in starts.items() if n != tribe]
        found.append(
            Fairness(
                tribe,
                len(near),
                sum(terrain.food for terrain in terrains),
                sum(terrain.wp for terrain in terrains),
                min(others, default=0),
            )
        )
    return tuple(found)


def _land(seed: str, width: int, height: int) -> list[list[str]]:
    """Heights and moisture, smoothed; the lowest fields are sea, some of the rest cities."""
    heights = _noise(f"{seed} height", width, height)
    shades = _noise(f"{seed} shade", width, height)
    draw = Seeded(f"{seed} terrain", 0)
    ordered = sorted(value for row in heights for value in row)
    sea = ordered[len(ordered) * (100 - LAND_PERCENT) // 100]
    middle = sorted(value for row in shades for value in row)[width * height // 2]
    rows: list[list[str]] = []
    for y in range(height):
        row = []
        for x in range(width):
            if heights[y][x] < sea:
                row.append(SEA)
                continue
            roll = draw(f"{x}/{y}", 0, 1000)
            kinds = _LOW if shades[y][x] < middle else _HIGH
            city = "3" if roll <= 5 else "2" if roll <= 15 else "1" if roll <= 45 else ""
            row.append(city or kinds[roll % len(kinds)])
        rows.append(row)
    return rows


def _noise(seed: str, width: int, height: int) -> list[list[int]]:
    draw = Seeded(seed, 0)
    grid = [[draw(f"{x}/{y}", 0, 1_000_000) for x in range(width)] for y in range(height)]
    for _ in range(SMOOTHINGS):
        grid = [
            [
                sum(
                    grid[ny][nx]
                    for nx in range(max(0, x - 1), min(width, x + 2))
                    for ny in range(max(0, y - 1), min(height, y + 2))
                )
                # Fields at the edge have fewer neighbours and so lie lower: coasts all around.
                // 9
                for x in range(width)
            ]
            for y in range(height)
        ]
    return grid


def _starts(seed: str, rows: list[list[str]], tribes: int) -> list[Field]:
    """The fairest of several choices of starts that keep apart."""
    draw = Seeded(f"{seed} starts", 0)
    land = [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != SEA]
    roomy = [field for field in land if len(_reach(rows, field)) >= FIELDS_PER_TRIBE]
    fields = roomy if len(roomy) >= 2 * tribes else land
    best: tuple[int, list[Field]] | None = None
    for attempt in range(TRIES):
        chosen = [fields[draw("first", attempt, len(fields)) - 1]]
        apart = {field: _steps(field, chosen[0]) for field in fields}
        while len(chosen) < tribes:
            far = max(apart.values())
            wide = [f for f, steps in apart.items() if steps > 1 and 5 * steps >= 4 * far]
            if not wide:
                break
            field = wide[draw(f"next {attempt}", len(chosen), len(wide)) - 1]
            chosen.append(field)
            apart = {other: min(steps, _steps(other, field)) for other, steps in apart.items()}
        if len(chosen) < tribes or not _have_seconds(rows, chosen):
            continue
        sizes = [len(_reach(rows, field)) for field in chosen]
        spread = max(sizes) - min(sizes)
        if best is None or spread < best[0]:
            best = spread, chosen
    if best is None:
        raise InputError("kok.map.no_room", tribes=tribes)
    return best[1]


def _have_seconds(rows: list[list[str]], starts: list[Field]) -> bool:
    taken = set(starts)
    for start in starts:
        second = _second_or_none(rows, start)
        if second is None or second in taken:
            return False
        taken.add(second)
    return True


def _second(rows: list[list[str]], start: Field) -> Field:
    second = _second_or_none(rows, start)
    if second is None:
        raise ValueError(f"there is no land beside {start[0] + 1}/{start[1] + 1}")
    return second


def _second_or_none(rows: list[list[str]], start: Field) -> Field | None:
    return next((f for f in _near(rows, start) if rows[f[1]][f[0]] != SEA), None)


def _near(rows: list[list[str]] | tuple[str, ...], field: Field) -> list[Field]:
    x, y = field
    found = [(x + dx, y + dy) for dx, dy in DIRECTIONS.values()]
    return [(a, b) for a, b in found if 0 <= b < len(rows) and 0 <= a < len(rows[b])]


def _reach(rows: list[list[str]] | tuple[str, ...], start: Field) -> set[Field]:
    """Provinces within ``REACH`` steps by land."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        field = queue.popleft()
        if steps[field] == REACH:
            continue
        for x, y in _near(rows, field):
            if rows[y][x] != SEA and (x, y) not in steps:
                steps[x, y] = steps[field] + 1
                queue.append((x, y))
    return set(steps)


def _steps(a: Field, b: Field) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])
