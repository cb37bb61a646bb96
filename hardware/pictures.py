"""The pictures of the guide: what goes where, drawn from the same solids as the parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import build123d as b3d
import schemdraw
from drawing import Camera, Label, Line, Measure, svg
from parts import bought
from parts.cheek import boards_screws
from parts.design import Design, Slope
from schemdraw import elements as elm
from schemdraw import logic

Solids = Mapping[str, Any]

ABOVE = Camera((-1.0, -1.3, 1.1))
PLAN = Camera((0.0, 0.0, 1.0), (1.0, 0.0, 0.0))
SIDE = Camera((0.0, -1.0, 0.0))
ROOM = 10.0  # around a circuit: its words reach beyond the box that its program gives it
LARGEST_SCALE = 3.0  # of a drawing: small parts are drawn larger


def in_tower(slope: Slope, solid: Any) -> Any:
    """Move a solid from a slope's frame to the tower's frame."""
    x, z = slope.start_xz
    return b3d.Pos(x, 0, z) * b3d.Rot(0, slope.deg, 0) * solid


def point_in_tower(slope: Slope, point: tuple[float, float, float]) -> tuple[float, float, float]:
    """Move a point from a slope's frame to the tower's frame."""
    x, z = slope.place(point[0], point[2])
    return (x, point[1], z)


def keepers(design: Design, solids: Solids, lift: float = 0.0) -> list[Any]:
    """All keepers in the frame of the head, lifted out by some mm."""
    placed = []
    last = len(design.trench_y) - 1
    for i, y in enumerate(design.trench_y):
        name = "keeper_outer" if i in (0, last) else "keeper_inner"
        solid = solids[name]
        if i == last:
            solid = b3d.Pos(2 * design.window_x, 0, 0) * b3d.Rot(0, 0, 180) * solid
        placed.append(b3d.Pos(0, y, lift) * solid)
    return placed


def diodes(design: Design, lift: float = 0.0) -> list[Any]:
    """All diodes in the frame of the head, lifted out by some mm."""
    half = design["lane", "width_mm"] / 2
    return [
        b3d.Pos(0, 0, lift) * bought.diode(design, x, y + side * half, side)
        for y in design.lane_y
        for side in (-1, 1)
        for x in design.beam_x
    ]


def tower(design: Design, solids: Solids) -> dict[str, Any]:
    """The assembled tower without its near cheek, with the boards and two cubes on their way."""
    hopper, infeed, head = design.slopes
    edge = design["cube", "edge_mm"]
    return {
        "hopper": in_tower(hopper, solids["hopper"]),
        "infeed": in_tower(infeed, solids["infeed"]),
        "head": in_tower(head, solids["head"]),
        "cover": in_tower(head, solids["cover"]),
        "carrier": in_tower(head, solids["carrier"]),
        "cheek": solids["cheek_left"],
        "boards": solids["boards"],
        "board of the processor": bought.pico(design),
        "perfboard": bought.perfboard(design),
        "cube in a lane": in_tower(infeed, bought.cube(edge, 30, design.lane_y[0])),
        "cube in the hopper": in_tower(hopper, bought.cube(edge, 25, design.lane_y[1])),
    }


def picture_carrier(design: Design, solids: Solids) -> str:
    """Boards above the carrier."""
    lift = 22.0
    boards = [bought.breakout(design, lane) for lane in range(design.lanes)]
    lines = [
        Line((*hole, design.board_top_z + lift), (*hole, design.board_top_z))
        for lane in range(design.lanes)
        for hole in design.board_holes(lane)
    ]
    x, y = design.board_point(0, 0, 0)
    top = design.board_top_z + lift
    lamp = design.board_point(0, design["breakout", "lamp_across_mm"], 0)
    header = design.board_point(0, 0, design["breakout", "header_along_mm"])
    outer = design.carrier_screws[1]
    return svg(
        [solids["carrier"], *(b3d.Pos(0, 0, lift) * board for board in boards)],
        ABOVE,
        [
            Label("board of lane 0, chip upwards", (x - 1, y - 10, top), (26, 0)),
            Label("white lamp", (lamp[0], lamp[1], top + 2), (26, 36)),
            Label("header, pins downwards", (header[0], header[1] - 9, top - 1.6), (-40, -40)),
            Label("two M2x5 in each board", (*design.board_holes(0)[1], top), (16, 18)),
            Label(
                "M3x16 into the head, from below", (*outer, -design["head", "floor_mm"]), (16, 8)
            ),
            Label(
                "slots for the wires of the diodes",
                (design.window_x, design.trench_y[1], -design["head", "floor_mm"]),
                (16, -34),
            ),
        ],
        lines,
        title="Four sensor boards above the carrier",
        scale=1.1,
    )


def picture_diodes(design: Design, solids: Solids) -> str:
    """Plan of the head: which diode sits where."""
    half = design["lane", "width_mm"] / 2
    depth = design["divider", "web_mm"] + design["diode", "length_mm"] / 2
    z = design["lane", "height_mm"]
    length = design.slope("head").length_mm
    labels = [Label("the cubes come from here", (-1.0, design.lane_y[-1], z), (4.0, -12.0))]
    for lane, y in enumerate(design.lane_y):
        labels.append(Label(f"lane {lane}", (length - 16, y, z), (0.0, 0.0)))
        for side in (-1, 1):
            letter = "E" if side == design.lane_emitter_side[lane] else "P"
            for name, x in zip("AB", design.beam_x, strict=True):
                where = (x, y + side * (half + depth), z)
                labels.append(Label(f"{letter}{name}", where, (0.0, 0.0)))
    edge = -design.width_mm / 2
    for name, x in zip("AB", design.beam_x, strict=True):
        labels.append(Label(f"beam {name}", (x, edge, z), (6.0, 0.0)))
    labels.append(Label("window", (design.window_x, design.lane_y[0], 0), (35.0, 0.0)))
    return svg(
        [solids["head"]],
        PLAN,
        labels,
        title="Plan of the head: E is an infrared LED, P a phototransistor",
        scale=1.3,
    )


def picture_head(design: Design, solids: Solids) -> str:
    """Diodes and keepers above the head."""
    diode_up, keeper_up = 26.0, 50.0
    x, first, last = design.window_x, design.trench_y[0], design.trench_y[-1]
    beams = ((beam, y) for y in design.trench_y for beam in design.beam_x)
    lines = [Line((*at, 5.0), (*at, keeper_up + 10)) for at in beams]
    return svg(
        [solids["head"], *keepers(design, solids, keeper_up), *diodes(design, diode_up)],
        ABOVE,
        [
            Label("keeper of an outer wall", (x + 8, first, keeper_up + 14), (14, 10)),
            Label(
                "keeper between two lanes", (x + 8, design.trench_y[1], keeper_up + 15), (14, 14)
            ),
            Label("diodes, legs bent down", (design.beam_x[1], first + 5, diode_up + 4), (24, 4)),
            Label("head", (97, -design.width_mm / 2, 5), (14, -6)),
            Label("slits to the lanes", (design.beam_x[0], design.lane_y[0] + 7.3, 5), (-40, -60)),
            Label("keeper of an outer wall", (x, last - 2, keeper_up + 15), (-30, 10)),
        ],
        lines,
        title="What goes into the walls of the head",
        scale=0.95,
    )


def picture_cover(design: Design, solids: Solids) -> str:
    """The cover above the head, keepers in place."""
    up = 34.0
    top = design["lane", "height_mm"]
    return svg(
        [solids["head"], b3d.Pos(0, 0, up) * solids["cover"], *keepers(design, solids)],
        Camera((-1.0, -1.3, 0.7)),
        [
            Label("cover, fence upstream", (-6, -40, up + top + 15), (-60, -30)),
            Label("six M3x8", (*design.cover_screws[3], up + top + 2.4), (22, 8)),
        ],
        [Line((*at, top), (*at, up + top)) for at in design.cover_screws]
        + [Line((-14.0, y, 3.0), (0.0, y, 3.0)) for y in design.lane_y],
        title="The cover goes onto the head",
        scale=0.85,
    )


def picture_below(design: Design, solids: Solids) -> str:
    """The carrier below the head, seen from below."""
    down = -34.0
    boards = [bought.breakout(design, lane) for lane in range(design.lanes)]
    low = -design["head", "floor_mm"]
    outer = design.width_mm / 2
    x = design.window_x
    bottom = low + down - design["carrier", "thickness_mm"]
    return svg(
        [
            solids["head"],
            b3d.Pos(0, 0, down) * b3d.Compound(children=[solids["carrier"], *boards]),
        ],
        Camera((-1.0, -1.3, -0.9)),
        [
            Label("head from below", (20, -outer, 8), (-30, 20)),
            Label("windows", (x, design.lane_y[2], low), (-60, 34)),
            Label(
                "trench: the legs come out here",
                (design.beam_x[1], design.trench_y[0], low),
                (30, 16),
            ),
            Label("carrier, ten M3x16", (x + 16, -outer, bottom + 3), (24, -4)),
            Label("holes of the headers", (x - 9, design.lane_y[3], bottom), (-8, -30)),
        ],
        [Line((*at, low), (*at, low + down)) for at in design.carrier_screws],
        title="The carrier goes under the head",
        scale=0.85,
    )


def picture_tower(design: Design, solids: Solids) -> str:
    """The tower, its near cheek taken off."""
    hopper, infeed, head = design.slopes
    y = -design.width_mm / 2
    return svg(
        [piece for name, piece in tower(design, solids).items() if "board" not in name],
        Camera((0.9, -1.5, 1.5)),
        [
            Label("hopper, below the tower's outlet", point_in_tower(hopper, (4, y, 36)), (-8, 14)),
            Label(
                "ridges between the lanes",
                point_in_tower(hopper, (56, design.trench_y[3], 13)),
                (58, 34),
            ),
            Label(
                "infeed, open above", point_in_tower(infeed, (50, design.lane_y[3], 0)), (50, 26)
            ),
            Label(
                "head under its cover, with the fence", point_in_tower(head, (50, 10, 18)), (50, 16)
            ),
            Label("end of the lanes, tray in front", point_in_tower(head, (97, -20, 2)), (20, -24)),
            Label("left cheek (the right one is taken off)", (190, -y - 7, 4), (14, -10)),
        ],
        title="The assembled tower, one cheek taken off",
        scale=0.75,
    )


def picture_back(design: Design, solids: Solids) -> str:
    """The tower from behind and below the hopper, its near cheek taken off."""
    head = design.slopes[2]
    y = -design.width_mm / 2
    return svg(
        list(tower(design, solids).values()),
        Camera((-0.9, -1.5, 0.8)),
        [
            Label("carrier with the sensors", point_in_tower(head, (72, y, -6)), (6, -40)),
            Label("boards' tray: Pico and perfboard", (60, y + 2, 6), (30, -8)),
            Label("foot of the cheek", (100, -y - 14, 2), (30, -22)),
            Label("hole for hands and cables", (60, -y, 60), (-60, 40)),
            Label("USB socket", (4, 38, 15), (-30, -6)),
        ],
        title="The assembled tower from behind, one cheek taken off",
        scale=0.75,
    )


def picture_slopes(design: Design, solids: Solids) -> str:
    """Side view with the numbers that matter, and the way of a cube."""
    hopper, infeed, head = design.slopes
    edge = design["cube", "edge_mm"]
    y = design.lane_y[0]
    half = design.width_mm / 2
    cut = b3d.Pos(0, y - 500, 0) * b3d.Box(2000, 1000, 2000)
    pieces = [
        in_tower(hopper, solids["hopper"]) - cut,
        in_tower(infeed, solids["infeed"]) - cut,
        in_tower(head, solids["head"]) - cut,
        in_tower(head, solids["cover"]) - cut,
        in_tower(head, solids["carrier"]) - cut,
        in_tower(infeed, bought.cube(edge, infeed.length_mm - edge / 2 - 1, y)),
        in_tower(infeed, bought.cube(edge, infeed.length_mm - 1.5 * edge - 1, y)),
        in_tower(head, bought.cube(edge, design.beam_x[0] - edge / 2, y)),
        in_tower(head, bought.cube(edge, design.beam_x[0] - edge * 2, y)),
    ]
    table = b3d.Pos(100, half, -0.5) * b3d.Box(230, 1, 1)
    z_beam = design["beam", "height_mm"]
    rise = hopper.place(0, 0)[1]
    return svg(
        [*pieces, table],
        SIDE,
        [
            Label(
                f"hopper {hopper.deg:g}°, {hopper.length_mm:g} mm",
                point_in_tower(hopper, (30, y, 0)),
                (-44, -30),
            ),
            Label(
                f"infeed {infeed.deg:g}°, {infeed.length_mm:g} mm: cubes touch",
                point_in_tower(infeed, (60, y, 0)),
                (-66, -34),
            ),
            Label(f"head {head.deg:g}°: cubes part", point_in_tower(head, (20, y, 0)), (-70, -24)),
            Label("beam A", point_in_tower(head, (design.beam_x[0], y, z_beam)), (28, 34)),
            Label("beam B", point_in_tower(head, (design.beam_x[1], y, z_beam)), (28, 22)),
            Label("window and sensor", point_in_tower(head, (design.window_x, y, -3)), (-60, -6)),
            Label(
                f"end of the lanes {design['cheek', 'exit_mm']:g} mm above the table",
                point_in_tower(head, (head.length_mm, y, 0)),
                (-46, -14),
            ),
            Label(f"back edge {rise:.0f} mm above the table", (0, y, rise), (-4, 30)),
        ],
        title="Section through a lane",
        scale=0.8,
    )


def picture_beams(_design: Design, _solids: Solids) -> str:
    """Circuit of the beams of one lane, and of the switch of all LEDs."""
    schemdraw.use("svg")
    with schemdraw.Drawing(show=False, fontsize=11, unit=2.2) as d:
        elm.Vdd(label="VBUS 5 V")
        elm.Resistor().down().label("120 Ω", loc="bottom")
        elm.LED().down().label("LED A", loc="bottom")
        last = elm.LED().down().label("LED B", loc="bottom")
        switch = elm.BjtNpn(circle=True).right().anchor("collector").at(last.end)
        switch.label("BC337", loc="right")
        elm.Ground().at(switch.emitter)
        base = elm.Resistor().left().at(switch.base).label("1 kΩ")
        elm.Dot(open=True).at(base.end).label("GP7", loc="left")
        for across, name in ((5.5, "A"), (12.0, "B")):
            top = elm.Vdd(label="3V3").at((across, -2.0))
            eye = elm.NpnPhoto(circle=True).right().anchor("collector").at(top.start)
            eye.label(f"P{name}", loc="right")
            node = elm.Dot().at(eye.emitter)
            elm.Resistor().down().at(node.center).label("4.7 kΩ", loc="bottom")
            elm.Ground()
            elm.Line().right(1.1).at(node.center)
            gate = logic.SchmittNot().right().anchor("in1")
            gate.label("74HC14", loc="top")
            elm.Line().right(0.4).at(gate.out)
            elm.Dot(open=True).label(f"beam {name}", loc="right", ofst=(0.25, 0))
    return on_white(d.get_imagedata("svg").decode("utf-8"))


def on_white(picture: str) -> str:
    """Lay white below a picture, so that black lines show before a dark page too.

    Raises:
        ValueError: the picture has no view box.
    """
    box = re.search(r'viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"[^>]*>', picture)
    if box is None:
        raise ValueError("expected a viewBox in the drawing of the circuit")
    left, top, width, height = (float(number) for number in box.groups())
    place = (left - ROOM, top - ROOM, width + 2 * ROOM, height + 2 * ROOM)
    view = 'viewBox="{:.1f} {:.1f} {:.1f} {:.1f}">'.format(*place)
    ground = '<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" fill="white"/>'
    return picture[: box.start()] + view + ground.format(*place) + picture[box.end() :]


def picture_boards(design: Design, solids: Solids) -> str:
    """Boards above their tray."""
    lift = 24.0
    x, y = boards_screws(design)[0]
    top = 12.0 + lift
    return svg(
        [
            solids["boards"],
            b3d.Pos(0, 0, lift) * bought.pico(design),
            b3d.Pos(0, 0, lift) * bought.perfboard(design),
        ],
        Camera((-1.2, -0.9, 1.1)),
        [
            Label("Pico, USB socket to the back", (6, 38, top + 3), (-14, 20)),
            Label("perfboard 50 x 70: multiplexer, two 74HC14", (20, -20, top + 5), (10, 34)),
            Label("M3x8 into the feet of the cheeks", (x, y, 7), (-10, -20)),
            Label("M2x5 into the posts", (13, -46.5, 12), (44, -4)),
        ],
        title="Boards above their tray",
        scale=1.0,
    )


PICTURES: Mapping[str, Callable[[Design, Solids], str]] = {
    "slopes": picture_slopes,
    "carrier": picture_carrier,
    "diodes": picture_diodes,
    "head": picture_head,
    "cover": picture_cover,
    "below": picture_below,
    "boards": picture_boards,
    "tower": picture_tower,
    "back": picture_back,
    "beams": picture_beams,
}


def part_drawing(name: str, solid: Any) -> str:
    """Plan, side view and a view from above of a part as it lies on the bed, with its sizes."""
    box = solid.bounding_box()
    size = box.size
    scale = min(LARGEST_SCALE, 130 / max(size.X, size.Y))
    space = 16 / scale
    flat = b3d.Pos(-box.min.X, -box.min.Y, -box.min.Z) * solid
    front = b3d.Rot(-90, 0, 0) * flat
    front = b3d.Pos(0, -front.bounding_box().max.Y - space, 0) * front
    low = front.bounding_box().min.Y
    eye = b3d.Rot(-55, 0, 0) * b3d.Rot(0, 0, 35) * flat
    corner = eye.bounding_box()
    eye = b3d.Pos(size.X + space - corner.min.X, -corner.min.Y, -corner.min.Z) * eye
    top = max(size.Y, corner.size.Y) + 18 / scale
    words = (
        f"{name}: {size.X:.1f} x {size.Y:.1f} x {size.Z:.1f} mm, scale {scale:.2f} : 1",
        "plan as it lies on the bed; to the right from above; below it from the front",
    )
    return svg(
        [flat, front, eye],
        Camera((0.0, 0.0, 1.0), (0.0, 1.0, 0.0)),
        [
            Label(text, (0, top, 0), (0.01, 6.0 * row - 3))
            for row, text in zip((1, 0), words, strict=True)
        ],
        measures=[
            Measure((0, size.Y, 0), (size.X, size.Y, 0), (0, 5)),
            Measure((0, 0, 0), (0, size.Y, 0), (-5, 0)),
            Measure((0, low, 0), (0, low + size.Z, 0), (-5, 0)),
        ],
        title=f"{name} as printed",
        scale=scale,
    )
