"""Measure the shipped palette: single colours fall through the twin, the firmware reports them.

``python tests/twin/calibrate.py`` writes ``host/turmwart/tower/palette.toml`` anew. Light is found
as ``turmwart tower calibrate`` finds it; spreads hold all that differs from cube to cube, lane to
lane and hour to hour under the default disturbance. Cubes that turned or stood are left out: the
judge allows for them by itself.
"""

from __future__ import annotations

import math
import statistics
import tempfile
from pathlib import Path

from conftest import Reader

from turmwart.cli.tower_judge import light_of_one
from turmwart.link.outputs import PassageSeen
from turmwart.table.pending import passage_of
from turmwart.tower.colour import Channels
from turmwart.tower.geometry import AS_BUILT
from turmwart.tower.passage import motion_of
from turmwart.twin.hands import start_twin
from turmwart.twin.physics import palette
from turmwart_wire.messages import Passage

CUBES = 120
SEEDS = (20_000, 20_001, 20_002, 20_003)
"""Each its own lamps, daylight and mains."""
OUTLIER = 5.0
"""Spreads from the median beyond which a cube turned unnoticed."""
TARGET = Path(__file__).parents[2] / "host" / "turmwart" / "tower" / "palette.toml"
HEAD = """\
# What cubes look like to a TCS34725 with one step of integration (2.4 ms) at gain 16, measured
# through firmware, beams and judge on the simulated tower under its default disturbance, {cubes}
# cubes of each colour or more (tests/twin/calibrate.py). `clear` is the natural logarithm of the
# clear channel in counts of a cube that covers the whole window, the others are shares of it. A
# spread is the standard deviation.
"""


def lights(told: list[Passage]) -> list[Channels]:
    """The light of those that slid freely."""
    found = []
    for each in told:
        passage = passage_of(each)
        motion, free = motion_of(passage, AS_BUILT)
        if not free or motion.at(passage.a_dark_us / 1e6) > AS_BUILT.edge_max_mm:
            continue
        light = light_of_one(PassageSeen(0, 0, b"", each))
        if light is not None:
            found.append(light)
    return found


def measure(colour: str) -> list[Channels]:
    """Let cubes of one colour fall until enough were seen."""
    found: list[Channels] = []
    for seed in SEEDS:
        with tempfile.TemporaryDirectory() as folder:
            hands = start_twin(folder, seed, 0)
            reader = Reader(hands.port)
            try:
                number = 0
                while len(reader.passages) < CUBES:
                    reader.throw(hands, f"{colour}{number}", {colour: 60}, lift_tray=False)
                    number += 1
            finally:
                reader.close()
                hands.stop()
        found += lights(reader.passages)
    return found


def kept(values: list[float]) -> list[float]:
    """Leave out what is far from the others."""
    middle = statistics.median(values)
    usual = 1.4826 * statistics.median(abs(value - middle) for value in values)
    return [value for value in values if abs(value - middle) <= OUTLIER * usual]


def row(colour: str, found: list[Channels]) -> str:
    """Write the palette's row of one colour."""
    features = {"clear": kept([math.log(light["clear"]) for light in found])}
    for channel in ("red", "green", "blue"):
        features[channel] = kept([light[channel] / light["clear"] for light in found])
    lines = [f'\n[[colour]]\nid = "{colour}"\n']
    lines += [f"{name} = {statistics.fmean(values):.4f}\n" for name, values in features.items()]
    lines += [f"{name}_spread = {statistics.stdev(v):.4f}\n" for name, v in features.items()]
    return "".join(lines)


def main() -> None:
    """Measure all colours that the twin has cubes of."""
    rows = [row(colour, measure(colour)) for colour in palette()]
    text = HEAD.format(cubes=len(SEEDS) * CUBES * 3 // 4) + "".join(rows)
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
