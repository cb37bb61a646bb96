"""What follows from ``params.toml``: places of lanes, slopes and screws. No CAD needed.

Local frame of a slope: x along the way of the cubes, y across (0 in the middle), z normal to the
floor, 0 on it. The tower's frame: x forward, z up, table at 0.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

PARAMS = Path(__file__).parents[1] / "params.toml"


@dataclass(frozen=True, slots=True)
class Slope:
    """A straight piece of the way.

    Attributes:
        name: of the printed part.
        deg: fall of the floor against the table.
        length_mm: from its upper to its lower end, on the floor.
        start_xz: (x, z) of its upper end in the tower's frame, mm.
        above_deg: fall of the slope before it; its own where there is none.
        below_deg: fall of the slope after it; its own where there is none.
    """

    name: str
    deg: float
    length_mm: float
    start_xz: tuple[float, float]
    above_deg: float
    below_deg: float

    def place(self, x: float, z: float) -> tuple[float, float]:
        """Take a point (x, z) of the slope's frame to the tower's frame, mm."""
        angle = math.radians(self.deg)
        return (
            self.start_xz[0] + x * math.cos(angle) + z * math.sin(angle),
            self.start_xz[1] - x * math.sin(angle) + z * math.cos(angle),
        )

    def upper_end(self, z: float) -> float:
        """Where the mitre of the upper end stands at height ``z``, as x of this slope, mm."""
        return -z * math.tan(math.radians(self.deg - self.above_deg) / 2)

    def lower_end(self, z: float) -> float:
        """Where the mitre of the lower end stands at height ``z``, as x of this slope, mm."""
        return self.length_mm + z * math.tan(math.radians(self.below_deg - self.deg) / 2)


class Design:
    """All dimensions: those of the file by ``design[section, name]``, the rest as attributes.

    Attributes:
        params: the file as read.
        used: each number that was asked for, ``section.name`` -> value: what the meshes rest on.
    """

    def __init__(self, params: Mapping[str, Any]) -> None:
        self.params = params
        self.used: dict[str, float] = {}

    @classmethod
    def load(cls, path: Path = PARAMS) -> Design:
        """Read a file of parameters."""
        return cls(tomllib.loads(path.read_text("utf-8")))

    def __getitem__(self, key: tuple[str, str]) -> float:
        section, name = key
        value = float(self.params[section][name])
        self.used[f"{section}.{name}"] = value
        return value

    @cached_property
    def lanes(self) -> int:
        """Number of lanes."""
        return int(self.params["lane"]["count"])

    @cached_property
    def seat_mm(self) -> float:
        """From a lane to the trench: web, body and flange of a diode."""
        return self["divider", "web_mm"] + self["divider", "body_mm"] + self["divider", "flange_mm"]

    @cached_property
    def divider_mm(self) -> float:
        """Thickness of the wall between two lanes: two diodes back to back."""
        return 2 * self.seat_mm + self["divider", "legs_mm"]

    @cached_property
    def outer_mm(self) -> float:
        """Thickness of the two outer walls."""
        return self.seat_mm + self["divider", "legs_mm"] + self["divider", "skin_mm"]

    @cached_property
    def pitch_mm(self) -> float:
        """From lane to lane."""
        return self["lane", "width_mm"] + self.divider_mm

    @cached_property
    def inner_mm(self) -> float:
        """From the outer edge of the first lane to that of the last."""
        return self.lanes * self["lane", "width_mm"] + (self.lanes - 1) * self.divider_mm

    @cached_property
    def width_mm(self) -> float:
        """Width of hopper, infeed and head."""
        return self.inner_mm + 2 * self.outer_mm

    @cached_property
    def lane_y(self) -> tuple[float, ...]:
        """Middle of each lane."""
        return tuple((i - (self.lanes - 1) / 2) * self.pitch_mm for i in range(self.lanes))

    @cached_property
    def wall_y(self) -> tuple[tuple[float, float], ...]:
        """(from, to) of each wall, the outer ones first and last."""
        half = self["lane", "width_mm"] / 2
        edges = [-self.width_mm / 2]
        for y in self.lane_y:
            edges += [y - half, y + half]
        edges.append(self.width_mm / 2)
        return tuple(zip(edges[::2], edges[1::2], strict=True))

    @cached_property
    def trench_y(self) -> tuple[float, ...]:
        """Middle of the trench in each wall."""
        half = self["divider", "legs_mm"] / 2
        inner = [(a + b) / 2 for a, b in self.wall_y[1:-1]]
        first = self.wall_y[0][1] - self.seat_mm - half
        last = self.wall_y[-1][0] + self.seat_mm + half
        return (first, *inner, last)

    @cached_property
    def beam_x(self) -> tuple[float, float]:
        """Beams A and B in the frame of the head."""
        return (self["slope", "steep_mm"], self["slope", "steep_mm"] + self["beam", "gap_mm"])

    @cached_property
    def window_x(self) -> float:
        """Middle of the windows in the frame of the head."""
        return sum(self.beam_x) / 2

    @cached_property
    def trench_x(self) -> tuple[float, float]:
        """(from, to) of the trenches in the frame of the head."""
        over = self["divider", "trench_over_mm"]
        return (self.beam_x[0] - over, self.beam_x[1] + over)

    @cached_property
    def board_top_z(self) -> float:
        """Upper face of the sensors' boards in the frame of the head."""
        return -self["lane", "sensor_distance_mm"] - self["breakout", "chip_height_mm"]

    @cached_property
    def slopes(self) -> tuple[Slope, Slope, Slope]:
        """Hopper, infeed, head, from above."""
        plan = (
            ("hopper", self["hopper", "deg"], self["hopper", "length_mm"]),
            ("infeed", self["slope", "shallow_deg"], self["slope", "shallow_mm"]),
            ("head", self["slope", "steep_deg"], self.beam_x[1] + self["slope", "after_mm"]),
        )
        z = self["cheek", "exit_mm"] + sum(n * math.sin(math.radians(deg)) for _, deg, n in plan)
        x = 0.0
        slopes = []
        for i, (name, deg, length) in enumerate(plan):
            above = plan[i - 1][1] if i else deg
            below = plan[i + 1][1] if i + 1 < len(plan) else deg
            slopes.append(Slope(name, deg, length, (x, z), above, below))
            x += length * math.cos(math.radians(deg))
            z -= length * math.sin(math.radians(deg))
        return (slopes[0], slopes[1], slopes[2])

    def slope(self, name: str) -> Slope:
        """The slope of a printed part."""
        return next(slope for slope in self.slopes if slope.name == name)

    def cheek_screws_x(self, slope: Slope) -> tuple[float, float]:
        """Where screws join a slope with the cheeks, as x of the slope."""
        inset = self["cheek", "screw_inset_mm"]
        return (inset, slope.length_mm - inset)

    @cached_property
    def carrier_screws(self) -> tuple[tuple[float, float], ...]:
        """(x, y) of the screws between head and carrier in the frame of the head."""
        offset = self["carrier", "screw_offset_mm"]
        return tuple((self.window_x + side * offset, y) for y in self.trench_y for side in (-1, 1))

    @cached_property
    def cover_screws(self) -> tuple[tuple[float, float], ...]:
        """(x, y) of the screws between cover and head in the frame of the head."""
        inset = self["cover", "screw_inset_mm"]
        ends = (inset, self.slope("head").length_mm - inset)
        middle = self.trench_y[len(self.trench_y) // 2]
        return tuple((x, y) for x in ends for y in (self.trench_y[0], middle, self.trench_y[-1]))

    @cached_property
    def lane_emitter_side(self) -> tuple[int, ...]:
        """On which side of each lane its LEDs sit: -1 or 1, so that a wall holds one kind."""
        return tuple(-1 if i % 2 == 0 else 1 for i in range(self.lanes))

    def board_point(self, lane: int, across: float, along: float) -> tuple[float, float]:
        """(x, y) in the frame of the head of a point given from the centre of a sensor's board.

        The chip lies in the middle of window and lane; the header points upstream.
        """
        return (
            self.window_x - self["breakout", "chip_along_mm"] + along,
            self.lane_y[lane] + self["breakout", "chip_across_mm"] - across,
        )

    def board_holes(self, lane: int) -> tuple[tuple[float, float], ...]:
        """(x, y) of the two mounting holes of a sensor's board in the frame of the head."""
        across, along = self["breakout", "hole_across_mm"], self["breakout", "hole_along_mm"]
        return tuple(self.board_point(lane, side * across, along) for side in (-1, 1))

    def print_pose(self, part: str) -> tuple[int, float, float]:
        """How a part lies on the printer's bed.

        Returns:
            Degrees about x, then the shift along y and z in mm, from the part's own frame.
        """
        outside = self.width_mm / 2 + self["cheek", "thickness_mm"]
        return {
            "hopper": (0, 0.0, self["hopper", "floor_mm"]),
            "infeed": (0, 0.0, self["infeed", "floor_mm"]),
            "head": (0, 0.0, self["head", "floor_mm"]),
            "cover": (0, 0.0, -self["lane", "height_mm"]),
            "carrier": (0, 0.0, self["head", "floor_mm"] + self["carrier", "thickness_mm"]),
            "keeper_inner": (180, 0.0, self["lane", "height_mm"]),
            "keeper_outer": (180, 0.0, self["lane", "height_mm"]),
            "cheek_left": (-90, 0.0, outside),
            "cheek_right": (90, 0.0, outside),
            "boards": (0, 0.0, -self["cheek", "flange_thickness_mm"]),
        }[part]
