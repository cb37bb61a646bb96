"""Runs both forms of the hot loops over stored samples, at boot."""

from array import array

from . import _baseline_plain, _edge_plain, baseline, edge

ENTER = 32
LEAVE = 22

# Clear, red, green, blue. Below, at and above both thresholds, a tie for the peak, a peak of
# 0xFFFF, bytes above 0x7F in each place, a cube of one sample, one that begins again at once.
SAMPLES = (
    (10, 4, 4, 3),
    (31, 9, 9, 9),
    (32, 10, 11, 12),
    (22, 1, 2, 3),
    (300, 190, 55, 60),
    (300, 1, 1, 1),
    (21, 7, 7, 7),
    (65535, 65535, 32768, 128),
    (65534, 255, 255, 255),
    (0, 0, 0, 0),
    (33, 129, 32769, 65280),
    (5, 5, 5, 5),
    (32, 8, 8, 8),
    (21, 8, 8, 8),
    (128, 60, 50, 40),
    (129, 61, 51, 41),
    (127, 62, 52, 42),
)


def first_difference(step_a, step_b) -> int:
    """Run two forms of ``edge.step`` over the stored samples.

    Returns:
        Index of the first sample after which results or states differ; -1 if they never do.
    """
    raw = bytearray(8)
    state_a = edge.new_state(ENTER, LEAVE)
    state_b = edge.new_state(ENTER, LEAVE)
    for index, sample in enumerate(SAMPLES):
        for channel, counts in enumerate(sample):
            raw[2 * channel] = counts & 0xFF
            raw[2 * channel + 1] = counts >> 8
        if step_a(raw, state_a) != step_b(raw, state_b) or state_a != state_b:
            return index
    return -1


def edge_difference() -> int:
    """Compare the form in use with the reference; see ``first_difference``."""
    return first_difference(edge.step, _edge_plain.step)


def first_baseline_difference(form_a, form_b) -> int:
    """Run two forms of the baseline, each (learn, subtract), over the stored samples thrice.

    Returns:
        Number of the first sample after which results or states differ; -1 if they never do.
    """
    raw = bytearray(8)
    state_a, state_b = baseline.new_state(), baseline.new_state()
    over_a, over_b = array("i", (0, 0, 0, 0)), array("i", (0, 0, 0, 0))
    for number in range(3 * len(SAMPLES)):
        for channel, counts in enumerate(SAMPLES[number % len(SAMPLES)]):
            raw[2 * channel] = counts & 0xFF
            raw[2 * channel + 1] = counts >> 8
        for state in (state_a, state_b):
            state[baseline.SPAN] = 4_800 + number
            state[baseline.LIMIT] = 1_024
        same = form_a[1](raw, state_a, over_a) == form_b[1](raw, state_b, over_b)
        same = same and form_a[0](raw, state_a) == form_b[0](raw, state_b)
        if not same or state_a != state_b or over_a != over_b:
            return number
    return -1


def difference() -> int:
    """Compare all forms in use with their references.

    Returns:
        -1 if they are equal; else the sample, for the baseline counted from 1,000 on.
    """
    found = edge_difference()
    if found >= 0:
        return found
    found = first_baseline_difference(
        (baseline.learn, baseline.subtract), (_baseline_plain.learn, _baseline_plain.subtract)
    )
    return 1_000 + found if found >= 0 else -1
