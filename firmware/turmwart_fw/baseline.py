"""What an empty window looks like: follows daylight, and the flicker of lamps on the mains.

Lamps flicker 100 or 120 times a second. A sample integrates over 2.4 ms of each 4.8 ms, so flicker
shows as a rhythm that a mean alone would leave in the samples. Three guesses are learnt side by
side from samples of the empty window: a mean, and one value for each sixteenth of 10 ms and of
8.333 ms; the guess that has erred least is the baseline. One name, two builds:

``subtract(raw, st, out)`` moves the phases on by ``SPAN``, writes the four channels of a sample
above the baseline (below 0 where a dark cube keeps light off) into ``out`` from ``PLACE`` on, and
returns the baseline's clear in counts, times 2, plus 1 if a channel stood at ``LIMIT``.
``learn(raw, st)`` takes in a sample of the empty window and returns the guess in
force. ``raw`` is bytearray(8), ``out`` an array of int,
``st`` is ``new_state()``, an array of 144 int:

| index | what |
|---|---|
| 0, 1 | phase in 10,000 us; and in 8,336 steps, which stand for 8,333.3 us |
| 2, 3, 4 | mean error of each guess in 1/64 counts of clear |
| ``LEARNT`` | samples learnt, at most 65535; 0 begins anew |
| ``GUESS`` | guess in force: 0 mean, 1 100 Hz, 2 120 Hz |
| ``PLACE``, ``SPAN``, ``LIMIT`` | see above; the span since the sample before in us, >= 0 |
| 12..15 | mean of each channel in 1/64 counts |
| 16..79, 80..143 | channels at each sixteenth of the two periods, in 1/64 counts |
"""

from array import array

try:
    from ._baseline_viper import learn, subtract
except (ImportError, SyntaxError):  # CPython; MicroPython without an emitter
    from ._baseline_plain import learn, subtract

LEARNT = 5
GUESS = 6
PLACE = 7
SPAN = 8
LIMIT = 9
MEAN = 12
SIZE = 144
SETTLED = 64
"""After so many samples the baseline means something."""

__all__ = (
    "GUESS",
    "LEARNT",
    "LIMIT",
    "MEAN",
    "PLACE",
    "SETTLED",
    "SPAN",
    "error",
    "learn",
    "new_state",
    "subtract",
)


def new_state() -> array:
    """Make the state of a window that was never seen."""
    return array("i", bytes(4 * SIZE))


def error(st) -> int:
    """Return the mean error of the guess in force in counts of clear."""
    return st[2 + st[GUESS]] >> 6
