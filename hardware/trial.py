"""Throws cubes into the printed parts by MuJoCo: do they jam, and what do the beams see?

``python hardware/trial.py --throws 20`` needs the extra ``render``. Rigid cubes, dry friction: it
finds faults of the shape, it proves nothing about wood and plastic.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import mujoco
import numpy as np
from parts.design import Design, Slope
from parts.hopper import nose_mm

STEP_S = 0.0005
LONGEST_S = 8.0
SAMPLE_STEPS = 1  # of the beams
WOOD_KG_M3 = 700.0
FALL_MM = (40.0, 260.0)  # above the hopper's rim, where the cubes begin
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
    """

    cubes: int
    left: int = 0
    beside: int = 0
    dark: list[list[tuple[float, float, frozenset[int]]]] = field(default_factory=list)
    speeds: list[float] = field(default_factory=list)


def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> str:
    """A box of MJCF from its limits in mm."""
    centre = " ".join(f"{(a + b) / 2000:.6f}" for a, b in (x, y, z))
    size = " ".join(f"{(b - a) / 2000:.6f}" for a, b in (x, y, z))
    return f'<geom type="box" pos="{centre}" size="{size}"/>'


def pieces(design: Design, slope: Slope) -> Iterator[str]:
    """The convex pieces of a slope in its own frame."""
    half, lane_high, length = design.width_mm / 2, design["lane", "height_mm"], slope.length_mm
    yield box((0, length), (-half, half), (-DEEP, 0))
    if slope.name != "hopper":
        for wall in design.wall_y:
            yield box((slope.upper_end(0), length), wall, (-DEEP, lane_high))
        if slope.name == "head":
            top = (lane_high, lane_high + design["cover", "thickness_mm"])
            yield box((2, length), (-half, half), top)
        return
    rim, gate = design["hopper", "wall_mm"], length - design["hopper", "gate_mm"]
    yield box((0, design["hopper", "back_mm"]), (-half, half), (0, rim))
    yield box((gate, slope.lower_end(rim)), (-half, half), (lane_high, rim))
    for wall in (design.wall_y[0], design.wall_y[-1]):
        yield box((0, length), wall, (0, rim))
    for i, wall in enumerate(design.wall_y[1:-1]):
        yield box((gate, slope.lower_end(lane_high)), wall, (0, lane_high))
        middle = (wall[0] + wall[1]) / 2000
        yield f'<geom type="mesh" mesh="nose" pos="0 {middle:.6f} 0" name="nose{i}"/>'


def nose(design: Design) -> str:
    """The wedge before a divider as corners of a convex mesh, m."""
    gate = design.slope("hopper").length_mm - design["hopper", "gate_mm"]
    tip, back = design["hopper", "tip_mm"] / 2, design.divider_mm / 2
    low, ridge = (
        design["lane", "height_mm"],
        design["lane", "height_mm"] + design["hopper", "ridge_mm"],
    )
    start = gate - nose_mm(design)
    corners = [(start, s * tip, z) for s in (-1, 1) for z in (0, ridge - 1)]
    corners += [(gate + 1, s * back, z) for s in (-1, 1) for z in (0, low)]
    corners.append((gate + 1, 0, ridge))
    return "  ".join(" ".join(f"{c / 1000:.6f}" for c in corner) for corner in corners)


def world(design: Design, edges: list[float], friction: float, rng: random.Random) -> str:
    """The scene: slopes, a chute above the hopper, cubes in it."""
    bodies = []
    for slope in design.slopes:
        x, z = slope.start_xz
        bodies.append(
            f'<body pos="{x / 1000:.6f} 0 {z / 1000:.6f}" euler="0 {slope.deg} 0">'
            + "".join(pieces(design, slope))
            + "</body>"
        )
    hopper = design.slope("hopper")
    rim = hopper.place(0, design["hopper", "wall_mm"])[1]
    inner = design.inner_mm / 2
    near = hopper.place(design["hopper", "back_mm"], design["hopper", "wall_mm"])[0]
    far = hopper.place(design["hopper", "length_mm"] - 14, design["hopper", "wall_mm"])[0]
    high = rim + FALL_MM[1] + 40
    low_far = hopper.place(design["hopper", "length_mm"] - 10, design["hopper", "wall_mm"])[1]
    chute = [
        box((near - 20, near), (-inner, inner), (rim - 4, high)),
        box((far, far + 20), (-inner, inner), (low_far, high)),
        box((near, far + 10), (-inner - 10, -inner), (low_far, high)),
        box((near, far + 10), (inner, inner + 10), (low_far, high)),
    ]
    for i, edge in enumerate(edges):
        x, y = rng.uniform(near + 8, far - 8), rng.uniform(-45, 45)
        z = rim + FALL_MM[0] + (FALL_MM[1] - FALL_MM[0]) * (i + rng.random()) / len(edges)
        quat = np.array([rng.gauss(0, 1) for _ in range(4)])
        quat /= np.linalg.norm(quat)
        place = f"{x / 1000:.6f} {y / 1000:.6f} {z / 1000:.6f}"
        turn = " ".join(f"{q:.5f}" for q in quat)
        size = f"{edge / 2000:.6f} " * 3
        bodies.append(
            f'<body pos="{place}" quat="{turn}"><freejoint/><geom type="box" size="{size}"'
            f' density="{WOOD_KG_M3}"/></body>'
        )
    return f"""<mujoco><compiler angle="degree"/>
      <option timestep="{STEP_S}" integrator="implicitfast" cone="elliptic"/>
      <default><geom friction="{friction} 0.002 0.0001" solref="0.002 1" condim="4"/></default>
      <asset><mesh name="nose" vertex="{nose(design)}"/></asset>
      <worldbody><geom type="plane" size="2 2 0.1"/>{"".join(chute)}{"".join(bodies)}</worldbody>
    </mujoco>"""


def throw(design: Design, cubes: int, friction: float, seed: int) -> Throw:
    """Throw some cubes and watch the beams until all are out, or LONGEST_S."""
    rng = random.Random(seed)
    base = rng.uniform(design["cube", "edge_min_mm"] + 0.2, design["cube", "edge_max_mm"] - 0.2)
    edges = [base + rng.uniform(-0.2, 0.2) for _ in range(cubes)]
    model = mujoco.MjModel.from_xml_string(world(design, edges, friction, rng))
    data = mujoco.MjData(model)
    first = model.nbody - cubes
    head = design.slope("head")
    angle = math.radians(head.deg)
    down = np.array([math.cos(angle), 0, -math.sin(angle)])
    origin = np.array([head.start_xz[0], 0, head.start_xz[1]]) / 1000
    corners = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
    reach = np.array(edges)[:, None, None] / 2000 * corners
    beams = np.array(design.beam_x) / 1000
    lanes = np.array(design.lane_y) / 1000
    seen = np.zeros((cubes, 2), dtype=bool)
    result = Throw(cubes, dark=[[] for _ in lanes])
    since: list[tuple[float, set[int]] | None] = [None] * len(lanes)
    while data.time < LONGEST_S:
        mujoco.mj_step(model, data)
        turns = data.xmat[first:].reshape(-1, 3, 3)
        spots = data.xpos[first:, None, :] + np.einsum("nij,nkj->nki", turns, reach)
        along = (spots - origin) @ down
        low, high = along.min(axis=1), along.max(axis=1)
        lane_of = np.abs(data.xpos[first:, 1, None] - lanes).argmin(axis=1)
        inside = data.xpos[first:, 2] > design["cheek", "exit_mm"] / 2000
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
        out = data.xpos[first:, 2] < 0.02
        if out.all():
            break
    out = data.xpos[first:, 2] < 0.02
    result.left = int((~out).sum())
    result.beside = int((out & ~seen.all(axis=1)).sum())
    return result


def main() -> int:
    """Throw and print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=10)
    parser.add_argument("--cubes", type=int, nargs=2, default=(31, 45), metavar=("LOW", "HIGH"))
    parser.add_argument("--friction", type=float)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    design = Design.load()
    friction = args.friction if args.friction is not None else design["slope", "friction"]
    rng = random.Random(args.seed)
    throws = [
        throw(design, rng.randint(*args.cubes), friction, rng.randrange(1 << 30))
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
                "throws_jammed": sum(one.left > 0 for one in throws),
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
