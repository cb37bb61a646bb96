"""Throws cubes into the printed parts by MuJoCo: do they jam, and what do the beams see?

``python hardware/trial.py --throws 20`` needs the extra ``render``. Rigid cubes, dry friction: it
finds faults of the shape, it proves nothing about wood and plastic.
"""

from __future__ import annotations

import argparse
import copy
import itertools
import json
import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import mujoco
import numpy as np
from parts.design import Design, Slope

STEP_S = 0.0005
LONGEST_S = 4.0  # after the last has fallen
WOOD_KG_M3 = 700.0
OUTLET_X = (12.0, 34.0)  # where the cubes begin, from the hopper's back rim, mm
OUTLET_Z = (12.0, 42.0)
OUTLET_INSET = 14.0
DEEP = 6.0  # thickness of floors, mm: nothing may tunnel


@dataclass(slots=True)
class Throw:
    """What came of one throw.

    Attributes:
        cubes: thrown in.
        left: that did not come out.
        beside: that came out without having crossed both beams.
        dark: for each lane the intervals in which beam A was dark: (from, to, cubes in it), s.
        speeds: of cubes at beam A, mm/s.
        stuck: where those lie that did not come out: (slope, x, y, z) in its frame, mm.
    """

    cubes: int
    left: int = 0
    beside: int = 0
    dark: list[list[tuple[float, float, frozenset[int]]]] = field(default_factory=list)
    speeds: list[float] = field(default_factory=list)
    stuck: list[tuple[str, float, float, float]] = field(default_factory=list)


def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> str:
    """A box of MJCF from its limits in mm."""
    centre = " ".join(f"{(a + b) / 2000:.6f}" for a, b in (x, y, z))
    size = " ".join(f"{(b - a) / 2000:.6f}" for a, b in (x, y, z))
    return f'<geom type="box" pos="{centre}" size="{size}"/>'


def corners(points: Iterable[tuple[float, float, float]]) -> str:
    """Corners of a convex mesh for MJCF, from mm."""
    return "  ".join(" ".join(f"{c / 1000:.6f}" for c in point) for point in points)


def ridges(design: Design, slope: Slope) -> list[list[tuple[float, float, float]]]:
    """The dividers of hopper and infeed as convex pieces, each by its corners in mm."""
    length, ridge = slope.length_mm, design["hopper", "ridge_mm"]
    lane = design["lane", "height_mm"]
    found = []
    for low, high in design.wall_y[1:-1]:
        middle, tip = (low + high) / 2, design["hopper", "tip_mm"]

        def sharp(
            x: float, low: float = low, high: float = high
        ) -> list[tuple[float, float, float]]:
            return [(x, low, 0), (x, high, 0), (x, (low + high) / 2, ridge)]

        if slope.name == "hopper":
            start = length - design["hopper", "nose_mm"]
            nose = [
                (start, middle - tip / 2, -1),
                (start, middle + tip / 2, -1),
                (start, middle, tip),
            ]
            found.append([*nose, *sharp(length + 1)])
            continue
        first = length - design["infeed", "transition_mm"]
        house = [(length + 2, y, z) for y in (low, high) for z in (0, lane)]
        house.append((length + 2, middle, lane + design["infeed", "gable_mm"]))
        found += [[*sharp(0), *sharp(first)], [*sharp(first), *house]]
    return found


def pieces(design: Design, slope: Slope) -> Iterator[str]:
    """The convex pieces of a slope in its own frame, but for the ridges."""
    half, high, length = design.width_mm / 2, design["lane", "height_mm"], slope.length_mm
    yield box((0, length), (-half, half), (-DEEP, 0))
    if slope.name == "head":
        for wall in design.wall_y:
            yield box((0, length), wall, (-DEEP, high))
        plate = high + design["cover", "thickness_mm"]
        yield box((0, length), (-half, half), (high, plate))
        fence = (high, plate + design["cover", "fence_mm"])
        yield box((0, design["cover", "fence_thickness_mm"]), (-half, half), fence)
        return
    rim = design["hopper", "wall_mm"]
    for wall in (design.wall_y[0], design.wall_y[-1]):
        yield box((0, length + 3), wall, (0, rim))
    if slope.name == "hopper":
        yield box((0, design["hopper", "back_mm"]), (-half, half), (0, rim))


def world(design: Design, edges: list[float], friction: float) -> str:
    """The scene: slopes, guards beside the fall, and the cubes in store behind it."""
    assets, bodies = [], []
    for slope in design.slopes:
        geoms = list(pieces(design, slope))
        for shape in ridges(design, slope) if slope.name != "head" else ():
            name = f"ridge{len(assets)}"
            assets.append(f'<mesh name="{name}" vertex="{corners(shape)}"/>')
            geoms.append(f'<geom type="mesh" mesh="{name}"/>')
        x, z = slope.start_xz
        bodies.append(
            f'<body pos="{x / 1000:.6f} 0 {z / 1000:.6f}" euler="0 {slope.deg} 0">'
            + "".join(geoms)
            + "</body>"
        )
    inner, high = design.inner_mm / 2, design.slopes[0].start_xz[1] + 300
    for side in (-1, 1):
        y = sorted((side * inner, side * (inner + 10)))
        bodies.append(box((0, 250), (y[0], y[1]), (60, high)))
    rim = design.slopes[0].place(0, design["hopper", "wall_mm"])  # behind it stands the tower
    bodies.append(box((rim[0] - 10, rim[0]), (-inner, inner), (rim[1], high)))
    for i, edge in enumerate(edges):
        size = f"{edge / 2000:.6f} " * 3
        bodies.append(
            f'<body pos="-1 {i * 0.02:.3f} 0.02"><freejoint/><geom type="box" size="{size}"'
            f' density="{WOOD_KG_M3}"/></body>'
        )
    return f"""<mujoco><compiler angle="degree"/>
      <option timestep="{STEP_S}" integrator="implicitfast" cone="elliptic"/>
      <default><geom friction="{friction} 0.002 0.0001" solref="0.002 1" condim="4"/></default>
      <asset>{"".join(assets)}</asset>
      <worldbody><geom type="plane" size="2 2 0.1"/>{"".join(bodies)}</worldbody>
    </mujoco>"""


def release(design: Design, data: mujoco.MjData, cube: int, rng: random.Random) -> None:
    """Let a cube go above the middle of the hopper, turned at random."""
    turn = np.array([rng.gauss(0, 1) for _ in range(4)])
    rim = design.slopes[0].place(0, design["hopper", "wall_mm"])
    across = design.inner_mm / 2 - OUTLET_INSET
    place = (
        rim[0] + rng.uniform(*OUTLET_X),
        rng.uniform(-across, across),
        rim[1] + rng.uniform(*OUTLET_Z),
    )
    data.qpos[7 * cube : 7 * cube + 3] = np.array(place) / 1000
    data.qpos[7 * cube + 3 : 7 * cube + 7] = turn / np.linalg.norm(turn)
    data.qvel[6 * cube : 6 * cube + 6] = 0


def throw(design: Design, cubes: int, friction: float, pour_s: float, seed: int) -> Throw:
    """Let cubes fall within some seconds; watch the beams until all are out, or LONGEST_S."""
    rng = random.Random(seed)
    base = rng.uniform(design["cube", "edge_min_mm"] + 0.2, design["cube", "edge_max_mm"] - 0.2)
    edges = [base + rng.uniform(-0.2, 0.2) for _ in range(cubes)]
    model = mujoco.MjModel.from_xml_string(world(design, edges, friction))
    data = mujoco.MjData(model)
    times = sorted(rng.uniform(0, pour_s) for _ in range(cubes))
    first, released = model.nbody - cubes, 0
    head = design.slope("head")
    angle = math.radians(head.deg)
    down = np.array([math.cos(angle), 0, -math.sin(angle)])
    up = np.array([math.sin(angle), 0, math.cos(angle)])
    origin = np.array([head.start_xz[0], 0, head.start_xz[1]]) / 1000
    signs = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
    reach = np.array(edges)[:, None, None] / 2000 * signs
    beams = np.array(design.beam_x) / 1000
    lanes = np.array(design.lane_y) / 1000
    seen = np.zeros((cubes, 2), dtype=bool)
    result = Throw(cubes, dark=[[] for _ in lanes])
    since: list[tuple[float, set[int]] | None] = [None] * len(lanes)
    while data.time < pour_s + LONGEST_S:
        while released < cubes and data.time >= times[released]:
            release(design, data, released, rng)
            released += 1
        mujoco.mj_step(model, data)
        turns = data.xmat[first:].reshape(-1, 3, 3)
        spots = data.xpos[first:, None, :] + np.einsum("nij,nkj->nki", turns, reach)
        along = (spots - origin) @ down
        low, high = along.min(axis=1), along.max(axis=1)
        lane_of = np.abs(data.xpos[first:, 1, None] - lanes).argmin(axis=1)
        inside = np.arange(cubes) < released
        normal = (data.xpos[first:] - origin) @ up * 1000
        inside &= (normal > 0) & (normal < design["lane", "height_mm"])
        blocks = (low[:, None] < beams) & (high[:, None] > beams) & inside[:, None]
        for cube in np.flatnonzero(blocks[:, 0] & ~seen[:, 0]):
            velocity = data.qvel[6 * cube : 6 * cube + 3]
            result.speeds.append(float(velocity @ down) * 1000)
        seen |= blocks
        for lane in range(len(lanes)):
            inside_now = {int(c) for c in np.flatnonzero(blocks[:, 0] & (lane_of == lane))}
            state = since[lane]
            if inside_now:
                if state is None:
                    since[lane] = (data.time, inside_now)
                else:
                    state[1].update(inside_now)
            elif state is not None:
                result.dark[lane].append((state[0], data.time, frozenset(state[1])))
                since[lane] = None
        low_enough = data.xpos[first:, 2] * 1000 < design["cheek", "exit_mm"]
        if released == cubes and (seen.all(axis=1) | low_enough).all() and not any(since):
            break
    result.beside = int((low_enough & ~seen.all(axis=1)).sum())
    left = ~low_enough & ~seen.all(axis=1)
    result.left = int(left.sum())
    result.stuck = [place_of(design, data.xpos[first + i] * 1000) for i in np.flatnonzero(left)]
    return result


def place_of(design: Design, point: np.ndarray) -> tuple[str, float, float, float]:
    """Take a point of the tower's frame, mm, to the slope below it: (slope, x, y, z)."""
    for slope in reversed(design.slopes):
        across, up = point[0] - slope.start_xz[0], point[2] - slope.start_xz[1]
        angle = math.radians(slope.deg)
        x = across * math.cos(angle) - up * math.sin(angle)
        if x > 0:
            break
    z = across * math.sin(angle) + up * math.cos(angle)
    return slope.name, round(x, 1), round(float(point[1]), 1), round(z, 1)


def tried(design: Design, changes: Iterable[str]) -> Design:
    """The design with other numbers, each given as ``section.name=value``.

    Raises:
        ValueError: no such number, or not a number.
    """
    params = copy.deepcopy(dict(design.params))
    for change in changes:
        key, _, value = change.partition("=")
        section, _, name = key.partition(".")
        if name not in params.get(section, {}):
            raise ValueError(f"{change}: expected section.name=value of params.toml")
        params[section][name] = float(value)
    return Design(params)


def main() -> int:
    """Throw and print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=10)
    parser.add_argument("--cubes", type=int, nargs=2, default=(31, 45), metavar=("LOW", "HIGH"))
    parser.add_argument("--friction", type=float)
    parser.add_argument("--pour", type=float, default=2.0, metavar="S", help="all fall within")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--set", action="append", default=[], metavar="SECTION.NAME=VALUE", help="try a number"
    )
    args = parser.parse_args()
    design = tried(Design.load(), args.set)
    friction = args.friction if args.friction is not None else design["slope", "friction"]
    rng = random.Random(args.seed)
    throws = [
        throw(design, rng.randint(*args.cubes), friction, args.pour, rng.randrange(1 << 30))
        for _ in range(args.throws)
    ]
    dark = [interval for one in throws for lane in one.dark for interval in lane]
    gaps = [
        (b[0] - a[1]) * 1000
        for one in throws
        for lane in one.dark
        for a, b in itertools.pairwise(lane)
    ]
    speeds = [speed for one in throws for speed in one.speeds]
    print(
        json.dumps(
            {
                "throws": len(throws),
                "cubes": sum(one.cubes for one in throws),
                "friction": friction,
                "pour_s": args.pour,
                "throws_jammed": sum(one.left > 0 for one in throws),
                "stuck": [one.stuck for one in throws if one.stuck],
                "cubes_left": sum(one.left for one in throws),
                "cubes_beside": sum(one.beside for one in throws),
                "passages": len(dark),
                "passages_of_several": sum(len(cubes) > 1 for *_, cubes in dark),
                "gap_ms_p1_p10_p50": [round(float(g), 2) for g in np.percentile(gaps, (1, 10, 50))],
                "speed_mm_s_p1_p50_p99": [
                    round(float(v)) for v in np.percentile(speeds, (1, 50, 99))
                ],
            }
        )
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
