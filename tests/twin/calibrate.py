"""Measure the shipped palette: single colours fall through the twin, the firmware reports them.

``python tests/twin/calibrate.py`` writes ``host/turmwart/tower/palette.toml`` anew. Spreads hold
all that differs from cube to cube: colour, brightness, distance, and how much of the window was
covered when the brightest sample was taken.
"""

from __future__ import annotations

import math
import statistics
import tempfile
from pathlib import Path

from conftest import Reader

from turmwart.twin.hands import start_twin
from turmwart.twin.physics import palette
from turmwart_wire.messages import Cube

CUBES = 600
SEED = 20_000
TARGET = Path(__file__).parents[2] / "host" / "turmwart" / "tower" / "palette.toml"
HEAD = """\
# What cubes look like to a TCS34725 with one step of integration (2.4 ms) at gain 16, measured
# through the firmware on {cubes} cubes of each colour. `clear` is the natural logarithm of the
# clear channel in counts, the others are shares of it. A spread is the standard deviation, or a
# third of the farthest cube's deviation where that is more (a fast cube seen late is darker).
"""


def measure(colour: str) -> list[Cube]:
    """Let cubes of one colour fall until enough were seen; returns their peak samples."""
    with tempfile.TemporaryDirectory() as folder:
        hands = start_twin(folder, SEED, 0, lanes=1, beams=False, disturbance="none")
        reader = Reader(hands.port)
        try:
            number = 0
            while len(reader.cubes) < CUBES:
                reader.throw(hands, f"{colour}{number}", {colour: 60}, lift_tray=False)
                number += 1
        finally:
            reader.close()
            hands.stop()
    return reader.cubes[:CUBES]


def spread(values: list[float]) -> float:
    """Return how far values lie from their mean; a long tail counts."""
    mean = statistics.fmean(values)
    farthest = max(abs(value - mean) for value in values)
    return max(statistics.stdev(values), farthest / 3)


def row(colour: str, cubes: list[Cube]) -> str:
    """Write the palette's row of one colour."""
    features = {
        "clear": [math.log(cube.clear) for cube in cubes],
        "red": [cube.red / cube.clear for cube in cubes],
        "green": [cube.green / cube.clear for cube in cubes],
        "blue": [cube.blue / cube.clear for cube in cubes],
    }
    lines = [f'\n[[colour]]\nid = "{colour}"\n']
    lines += [f"{name} = {statistics.fmean(values):.4f}\n" for name, values in features.items()]
    lines += [f"{name}_spread = {spread(values):.4f}\n" for name, values in features.items()]
    return "".join(lines)


def main() -> None:
    """Measure all colours that the twin has cubes of."""
    rows = [row(colour, measure(colour)) for colour in palette()]
    TARGET.write_text(HEAD.format(cubes=CUBES) + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
