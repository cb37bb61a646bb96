"""What an empty window looks like: follows daylight, and the flicker of lamps on the mains.

Lamps flicker 100 or 120 times a second. A sample integrates over 2.4 ms of each 4.8 ms, so flicker
shows as a rhythm that a mean alone would leave in the samples. Three guesses are learnt side by
side from samples of the empty window: a mean, and one value for each sixteenth of 10 ms and of
8.333 ms; the guess that has erred least is the baseline. One name, two builds:

``subtract(raw, st, out)`` writes the four channels of a sample above the baseline, at least 0, into
``out`` and returns the baseline's clear in counts. ``learn(raw, st)`` takes in a sample of the
empty window and returns the guess in force. ``raw`` is bytearray(8), ``out`` an array of 4 int,
``st`` is ``new_state()``, an array of 144 int:

| index | what |
|---|---|
| 0, 1 | phase in 10,000 us and in 8,336 us, see ``advance`` |
| 2, 3, 4 | mean error of each guess in 1/64 counts of clear |
| 5 | samples learnt, at most 65535; 0 begins anew |
| 6 | guess in force: 0 mean, 1 100 Hz, 2 120 Hz |
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
MEAN = 12
SIZE = 144
SETTLED = 64
"""After so many samples the baseline means something."""

_PERIOD_A_US = 10_000
_PERIOD_B_US = 8_336  # 16 * 521: 8,333 us, and no division leaves the sixteen

__all__ = (
    "GUESS",
    "LEARNT",
    "MEAN",
    "SETTLED",
    "advance",
    "error",
    "learn",
    "new_state",
    "subtract",
)


def new_state() -> array:
    """Make the state of a window that was never seen."""
    return array("i", bytes(4 * SIZE))


def advance(st, span_us: int) -> None:
    """Move the phases on by the time since the sample before, in us, >= 0."""
    st[0] = (st[0] + span_us) % _PERIOD_A_US
    # 8,333.3 us are a third of 25 ms; 8,336 steps of phase stand for them.
    st[1] = (st[1] + span_us + (span_us >> 12) + (span_us >> 14)) % _PERIOD_B_US


def error(st) -> int:
    """Return the mean error of the guess in force in counts of clear."""
    return st[2 + st[GUESS]] >> 6
