"""Finds the passing of a cube in the samples of one sensor: one name, two builds.

A cube enters with the first sample whose clear channel reaches the threshold ``enter``, and has
left with the first one below ``leave``. ``step(raw, st)`` takes one sample and returns 1 when a
cube has left, else 0. ``raw`` is bytearray(8), ``st`` is ``new_state()``, an array of 8 int:

| index | what |
|---|---|
| ``ENTER``, ``LEAVE`` | thresholds in counts |
| ``INSIDE`` | 1 while a cube is in the window |
| ``SAMPLES`` | samples of the passing cube, at most 65535 |
| ``CLEAR``, ``RED``, ``GREEN``, ``BLUE`` | the sample with the highest clear, in counts |
"""

from array import array

try:
    from ._edge_viper import step
except (ImportError, SyntaxError):  # CPython; MicroPython without an emitter
    from ._edge_plain import step

ENTER = 0
LEAVE = 1
INSIDE = 2
SAMPLES = 3
CLEAR = 4
RED = 5
GREEN = 6
BLUE = 7

__all__ = (
    "BLUE",
    "CLEAR",
    "ENTER",
    "GREEN",
    "INSIDE",
    "LEAVE",
    "RED",
    "SAMPLES",
    "new_state",
    "step",
)


def new_state(enter: int, leave: int) -> array:
    """Make the state of one sensor with an empty window.

    Args:
        enter: clear counts from which a cube is in the window.
        leave: clear counts below which it has left.
    """
    return array("i", (enter, leave, 0, 0, 0, 0, 0, 0))
