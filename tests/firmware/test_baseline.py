"""The baseline: follows daylight, takes flicker off, and both forms agree."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable

import pytest

from turmwart_fw import _baseline_plain, baseline, selfcheck

CYCLE_US = 4_800


def raw_of(clear: float) -> bytes:
    """A sample with the same counts in all channels."""
    return round(clear).to_bytes(2, "little") * 4


def flicker(at_us: int, hz: float, amplitude: float) -> float:
    """Mean over 2.4 ms of a lamp that flickers, before ``at_us``."""
    turn = 2 * math.pi * hz / 1e6
    mean = (math.sin(turn * at_us) - math.sin(turn * (at_us - 2_400))) / (turn * 2_400)
    return amplitude * (1 + mean)


def rest(hz: float, amplitude: float, drift_per_s: float = 0.0) -> tuple[float, int]:
    """Learn six seconds; returns the mean error in the last second and the guess in force."""
    state = baseline.new_state()
    over = array("i", (0, 0, 0, 0))
    errors = []
    for number in range(1_250):
        at_us = number * CYCLE_US
        clear = 100 + flicker(at_us, hz, amplitude) + drift_per_s * at_us / 1e6
        state[baseline.SPAN] = CYCLE_US
        # Forty more than empty, so that errors below the baseline show as well.
        baseline.subtract(raw_of(clear + 40), state, over)
        if number > 1_040:
            errors.append(abs(over[0] - 40))
        baseline.learn(raw_of(clear), state)
    return sum(errors) / len(errors), state[baseline.GUESS]


@pytest.mark.parametrize(
    ("hz", "guess"), [(100.0, 1), (100.1, 1), (99.9, 1), (120.0, 2), (120.1, 2)]
)
def test_flicker_is_taken_off(hz: float, guess: int) -> None:
    """An amplitude of 20 counts, a mean error of 11.6 left alone, shrinks to a fifth or less."""
    error, found = rest(hz, 20.0)
    assert found == guess
    assert error < 2.4


def test_steady_light_keeps_the_calm_guess() -> None:
    """Without flicker the mean is in force and right."""
    error, found = rest(100.0, 0.0)
    assert (round(error), found) == (0, 0)


def test_daylight_is_followed() -> None:
    """Four counts a second: the baseline is less than a count behind."""
    error, _ = rest(100.0, 0.0, drift_per_s=4.0)
    assert error < 1.0


def test_self_check_finds_a_difference_of_the_baseline() -> None:
    """A form that rounds otherwise is found."""

    def rounds_down(raw: bytes, state: array, out: array) -> int:
        result = _baseline_plain.subtract(raw, state, out)
        out[3] = max(0, out[3] - 1)
        return result

    plain = (_baseline_plain.learn, _baseline_plain.subtract)
    assert selfcheck.first_baseline_difference(plain, plain) == -1
    found = selfcheck.first_baseline_difference(plain, (_baseline_plain.learn, rounds_down))
    assert found >= 0
    assert selfcheck.difference() == -1


def test_viper_baseline_equals_plain_baseline(on_micropython: Callable[..., str]) -> None:
    """30,000 samples on the real interpreter, both forms in step, the viper form in use."""
    assert int(on_micropython("baseline_forms.py")) == 30_000
