"""Measures how counting and colours fall off, and draws it.

    python tests/bench/tower_curves.py [--cubes 400] [--seed 1] [--into docs]

One lane of cubes on the slopes of the tower; the firmware's own lane joins what its eyes see,
the judge reads it. One thing at a time is made worse; all else is as usual: 15 % of the cubes leave
the tower in touch, speeds of 0.3 to 1.5 m/s. Writes ``tower-speed.svg``, ``tower-touching.svg``,
``tower-light.svg`` and ``tower-colour.svg`` and prints the figures.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parents[1] / "support"))

from lane_world import COLOURS, Cube, watch

from turmwart.tower.colour import Palette, learn
from turmwart.tower.passage import judge_all
from turmwart.tower.witness import DOUBT_LIMIT
from turmwart.twin.slide import Slide

GROUP = 10
"""Cubes of one go; the share of groups with a wrong number is what a throw would see."""
WIDTH, HEIGHT = 560, 300
LEFT, TOP, RIGHT, BOTTOM = 56, 46, 16, 48


@dataclass(frozen=True, slots=True)
class World:
    """What may be made worse."""

    speed: tuple[float, float] = (300.0, 1500.0)
    touching: float = 0.15
    light: float = 1.0
    grey: float = 0.0


@dataclass(slots=True)
class Score:
    """Shares in per cent."""

    groups: int = 0
    wrong: int = 0
    unnoticed: int = 0
    cubes: int = 0
    colour_wrong: int = 0
    colour_refused: int = 0

    @property
    def shares(self) -> tuple[float, float, float, float]:
        """Wrong groups, unnoticed ones, cubes named wrongly without doubt, cubes refused."""
        cubes, groups = max(1, self.cubes), max(1, self.groups)
        return (
            100 * self.wrong / groups,
            100 * self.unnoticed / groups,
            100 * self.colour_wrong / cubes,
            100 * self.colour_refused / cubes,
        )


def stream(chance: Random, world: World) -> list[Cube]:
    """Cubes down one lane, some in touch as they leave the tower."""
    cubes: list[Cube] = []
    last: Slide | None = None
    for _ in range(GROUP):
        edge = chance.uniform(8, 10)
        friction = 0.35 + chance.gauss(0, 0.03)
        if last is not None and chance.random() < world.touching:
            slide, later = last.following(cubes[-1].edge_mm, friction)
            at = cubes[-1].at_s + later
        else:
            slide = Slide.arriving(chance.triangular(*world.speed), friction)
            at = (cubes[-1].at_s if cubes else 0.0) + 0.03 + chance.expovariate(20)
        cube = Cube(chance.choice(sorted(COLOURS)), at, slide.speed_mm_s, slide.steep_mm_s2, edge)
        cubes.append(_apart(cube, cubes[-1]) if cubes else cube)
        last = slide
    return cubes


def _apart(cube: Cube, before: Cube) -> Cube:
    """Later, until it is behind the one before on the whole way past beams and window."""
    while any(
        cube.front_mm(at) > before.front_mm(at) - before.edge_mm
        for step in range(100)
        for at in (cube.at_s + step / 1000 - 0.02,)
        if -30 < cube.front_mm(at) < 30
    ):
        cube = Cube(
            cube.colour, cube.at_s + 0.0005, cube.speed_mm_s, cube.slide_mm_s2, cube.edge_mm
        )
    return cube


def looks(world: World) -> dict[str, tuple[float, ...]]:
    """Counts of each colour, dimmer or greyer."""
    found = {}
    for colour, (clear, *parts) in COLOURS.items():
        mean = sum(parts) / 3
        greyer = [part + world.grey * (mean - part) for part in parts]
        found[colour] = tuple(world.light * counts for counts in (clear, *greyer))
    return found


def learnt(world: World, chance: Random) -> Palette:
    """A palette as a table would calibrate it under this light, from single cubes."""
    samples = []
    for colour, counts in looks(world).items():
        for _ in range(12):
            bright = 1 + chance.gauss(0, 0.08)
            clear = counts[0] * bright
            samples.append(
                (
                    colour,
                    {
                        name: max(0.5, value * bright + chance.gauss(0, 1 + 0.02 * clear**0.5))
                        for name, value in zip(
                            ("clear", "red", "green", "blue"), counts, strict=True
                        )
                    },
                )
            )
    return learn(samples)


def measure(world: World, cubes: int, seed: int) -> Score:
    """Let cubes fall under one set of conditions."""
    score = Score()
    palette = learnt(world, Random(f"{seed}/{world}"))
    for group in range(cubes // GROUP):
        chance = Random(f"{seed}/{group}/{world}")
        fallen = stream(chance, world)
        judged = judge_all(watch(fallen, chance.getrandbits(32), looks=looks(world)), palette)
        read = [cube for one in judged for cube in one.cubes]
        score.groups += 1
        score.cubes += len(fallen)
        wrong = len(read) != len(fallen)
        score.wrong += wrong
        score.unnoticed += wrong and not any(one.doubtful for one in judged)
        score.colour_refused += sum(cube.doubt >= DOUBT_LIMIT for cube in read)
        if not wrong:
            score.colour_wrong += sum(
                cube.doubt < DOUBT_LIMIT and cube.colour != real.colour
                for cube, real in zip(read, fallen, strict=True)
            )
    return score


SWEEPS: dict[str, tuple[str, tuple[float, ...], Callable[[float], World]]] = {
    "speed": (
        "fastest cube at beam A in m/s; the slowest is 0.3 m/s slower",
        (0.6, 0.9, 1.2, 1.5, 1.8, 2.1, 2.4),
        lambda x: World(speed=(1000 * x - 300, 1000 * x)),
    ),
    "touching": (
        "share of cubes that leave the tower in touch",
        (0.0, 0.15, 0.3, 0.45, 0.6, 0.8, 1.0),
        lambda x: World(touching=x),
    ),
    "light": (
        "light of the sensor's lamp, 1 as built",
        (1.0, 0.7, 0.5, 0.3, 0.2, 0.1, 0.05),
        lambda x: World(light=x),
    ),
    "colour": (
        "distance of the colours from grey, 1 as they are",
        (1.0, 0.8, 0.6, 0.4, 0.3, 0.2, 0.1),
        lambda x: World(grey=1 - x),
    ),
}
LINES = (
    ("wrong number (groups of 10)", "#c0392b"),
    ("wrong number, unnoticed", "#000000"),
    ("wrong colour without doubt", "#2471a3"),
    ("colour refused", "#7f8c8d"),
)


def drawing(title: str, xs: tuple[float, ...], rows: list[tuple[float, ...]]) -> str:
    """An SVG of the four shares over what was varied."""
    top = max(1.0, *(value for row in rows for value in row))
    top = next(limit for limit in (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0) if limit >= top)

    def x_of(index: int) -> float:
        return LEFT + index * (WIDTH - LEFT - RIGHT) / (len(xs) - 1)

    def y_of(value: float) -> float:
        return HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for tick in range(5):
        value = top * tick / 4
        y = y_of(value)
        parts.append(
            f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>'
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g} %</text>'
        )
    for index, x in enumerate(xs):
        parts.append(
            f'<text x="{x_of(index):.1f}" y="{HEIGHT - BOTTOM + 16}" '
            f'text-anchor="middle">{x:g}</text>'
        )
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">{title}</text>')
    for which, (name, ink) in enumerate(LINES):
        points = " ".join(
            f"{x_of(index):.1f},{y_of(row[which]):.1f}" for index, row in enumerate(rows)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="2"/>')
        x, y = LEFT + which % 2 * 250, 12 + which // 2 * 14
        parts.append(
            f'<path d="M{x} {y}h14" stroke="{ink}" stroke-width="2"/>'
            f'<text x="{x + 18}" y="{y + 4}">{name}</text>'
        )
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def table(title: str, xs: Iterable[float], rows: list[tuple[float, ...]]) -> str:
    """The same in Markdown."""
    lines = [f"| {title} | " + " | ".join(name + " %" for name, _ in LINES) + " |"]
    lines.append("|---" * (1 + len(LINES)) + "|")
    lines += [
        f"| {x:g} | " + " | ".join(f"{value:.2f}" for value in row) + " |"
        for x, row in zip(xs, rows, strict=True)
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure, draw and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--cubes", type=int, default=400, help="for each point")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path, default=Path("docs"))
    arguments = parser.parse_args()
    for name, (title, xs, world) in SWEEPS.items():
        rows = [measure(world(x), arguments.cubes, arguments.seed).shares for x in xs]
        (arguments.into / f"tower-{name}.svg").write_text(drawing(title, xs, rows), "utf-8")
        print(table(title, xs, rows), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
