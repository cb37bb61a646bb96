"""Board time -> host time: drift, delays, wrap, events that come late or out of order."""

from __future__ import annotations

import random

import pytest

from turmwart.link.clock import DRIFT_MAX, JUMP_MS, SPAN_MS, SPANS, BoardClock
from turmwart.link.delays import KEPT, Delays
from turmwart_wire.messages import TICKS_PERIOD

OFFSET_MS = 1_234_567


def fed(
    seed: int, minutes: float, drift: float, start: int = 5_000, late: float = 0.3
) -> tuple[BoardClock, float]:
    """A clock that saw a frame a second, some of them late; and host minus board at the end."""
    rng = random.Random(seed)
    clock = BoardClock()
    board = float(start)
    for _ in range(int(60 * minutes)):
        board += rng.uniform(500, 1500)
        delay = rng.expovariate(1 / 300) if rng.random() < late else rng.uniform(0, 2)
        host = OFFSET_MS + (board - start) * (1 + drift) + delay
        clock.saw(int(board) % TICKS_PERIOD, round(host))
    return clock, OFFSET_MS + (board - start) * (1 + drift) - board


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("drift", [-80e-6, 0.0, 30e-6, 200e-6])
def test_within_a_few_milliseconds_whatever_drift_and_delays(seed: int, drift: float) -> None:
    clock, offset = fed(seed, 30, drift)
    last = clock._last
    assert last is not None
    assert clock.host_ms(last % TICKS_PERIOD) == pytest.approx(last + offset, abs=4)
    assert clock.drift_ppm == pytest.approx(1e6 * drift, abs=12)


def test_an_event_that_waited_an_hour_is_put_where_it_happened() -> None:
    """The host was away: the board's old events come all at once."""
    clock, offset = fed(3, 20, 20e-6)
    last = clock._last
    assert last is not None
    then = last - 3_600_000
    host_now = round(last + offset)
    clock.saw(then, host_now)
    assert clock.host_ms(then) == pytest.approx(then + offset + 3_600_000 * -20e-6, abs=60)
    assert clock.delay_ms(then, host_now) == pytest.approx(3_600_000, abs=100)


def test_ticks_start_anew_after_twelve_days() -> None:
    clock, offset = fed(1, 20, 0.0, start=TICKS_PERIOD - 600_000)
    last = clock._last
    assert last is not None
    assert last > TICKS_PERIOD
    assert clock.host_ms(last % TICKS_PERIOD) == pytest.approx(last + offset, abs=3)


def test_a_late_start_is_mended_by_the_first_timely_frame() -> None:
    clock = BoardClock()
    assert not clock.known
    assert clock.drift_ppm == 0.0
    with pytest.raises(ValueError, match="no frame"):
        clock.host_ms(0)
    clock.saw(1_000, 9_000)
    assert clock.host_ms(1_000) == 9_000
    clock.saw(2_000, 5_000)
    assert clock.host_ms(1_000) == 4_000
    assert clock.delay_ms(1_000, 9_000) == 5_000
    assert clock.delay_ms(3_000, 1_000) == 0.0


def test_old_spans_are_forgotten_and_the_drift_stays_believable() -> None:
    clock = BoardClock()
    for span in range(3 * SPANS):
        clock.saw(span * SPAN_MS, span * SPAN_MS * 2)
    assert len(clock._spans) == SPANS
    assert clock.drift_ppm == pytest.approx(1e6 * DRIFT_MAX)


def test_a_host_clock_that_was_set_back() -> None:
    clock, _ = fed(2, 5, 0.0)
    last = clock._last
    assert last is not None
    clock.saw(last, OFFSET_MS - 2 * JUMP_MS)
    assert clock.host_ms(last) == OFFSET_MS - 2 * JUMP_MS


def test_percentiles_of_delays() -> None:
    delays = Delays()
    assert delays.at(0.5) is None
    for delay in range(1, 101):
        delays.add(float(delay))
    assert (delays.at(0.5), delays.at(0.99), delays.at(1.0)) == (51.0, 100.0, 100.0)
    for _ in range(KEPT):
        delays.add(7.0)
    assert delays.at(0.99) == 7.0
