"""Runs both forms of the edge detection over stored samples, at boot."""

from . import _edge_plain, edge

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
