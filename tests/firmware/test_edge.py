"""Edge detection: which samples make a cube."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from turmwart_fw import _edge_plain, edge, selfcheck

ENTER, LEAVE = 32, 22


def cubes_of(samples: list[tuple[int, int, int, int]]) -> list[tuple[int, ...]]:
    """Run the reference form; returns (samples, clear, red, green, blue) of each cube."""
    state = edge.new_state(ENTER, LEAVE)
    found = []
    for sample in samples:
        raw = b"".join(counts.to_bytes(2, "little") for counts in sample)
        if _edge_plain.step(raw, state):
            found.append(tuple(state[edge.SAMPLES :]))
    return found


def test_peak_sample_is_kept_whole() -> None:
    """Colour comes from the brightest sample, not from maxima of single channels."""
    samples = [(10, 9, 9, 9), (40, 30, 1, 1), (300, 20, 2, 3), (100, 90, 90, 90), (21, 1, 1, 1)]
    assert cubes_of(samples) == [(3, 300, 20, 2, 3)]


def test_first_of_equal_peaks_counts() -> None:
    """A tie keeps the earlier sample."""
    samples = [(50, 1, 2, 3), (50, 4, 5, 6), (0, 0, 0, 0)]
    assert cubes_of(samples) == [(2, 50, 1, 2, 3)]


def test_thresholds_are_enter_from_and_leave_below() -> None:
    """31 is nothing, 32 enters, 22 stays, 21 leaves."""
    assert cubes_of([(31, 0, 0, 0), (21, 0, 0, 0)]) == []
    assert cubes_of([(32, 0, 0, 0), (22, 0, 0, 0), (31, 0, 0, 0), (21, 0, 0, 0)]) == [
        (3, 32, 0, 0, 0)
    ]


def test_two_cubes_need_one_dark_sample_between() -> None:
    """One sample below leave parts them; without it they are one."""
    bright, dark = (200, 1, 1, 1), (12, 1, 1, 1)
    assert len(cubes_of([bright, dark, bright, dark])) == 2
    assert len(cubes_of([bright, (22, 0, 0, 0), bright, dark])) == 1


@settings(deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 0xFFFF)] * 4), max_size=60))
def test_cubes_are_the_runs_between_thresholds(samples: list[tuple[int, int, int, int]]) -> None:
    """Against another way of saying it: cut the run into passings, take the first maximum."""
    passings: list[list[tuple[int, int, int, int]]] = []
    inside: list[tuple[int, int, int, int]] = []
    for sample in samples:
        if sample[0] >= (LEAVE if inside else ENTER):
            inside.append(sample)
        elif inside:
            passings.append(inside)
            inside = []
    expected = [(len(p), *max(p, key=lambda sample: sample[0])) for p in passings]
    assert cubes_of(samples) == expected


def test_self_check_finds_a_difference() -> None:
    """A form that differs in one place is found, the reference is equal to itself."""

    def forgets_blue(raw: bytearray, state: object) -> int:
        result = _edge_plain.step(raw, state)
        state[edge.BLUE] &= 0xFF  # type: ignore[index]
        return result

    assert selfcheck.first_difference(_edge_plain.step, _edge_plain.step) == -1
    assert selfcheck.first_difference(forgets_blue, _edge_plain.step) == 10
    assert selfcheck.edge_difference() == -1


def test_viper_form_equals_plain_form(on_micropython: Callable[..., str]) -> None:
    """30,000 samples on the real interpreter, both forms in step, and the viper form in use."""
    assert int(on_micropython("edge_forms.py")) > 1000
