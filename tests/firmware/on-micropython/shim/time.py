"""The board's time in place of the interpreter's: it comes round after 2 ** 30 as on the board."""

from machine import CLOCK

ticks_ms = CLOCK.ticks_ms
ticks_us = CLOCK.ticks_us
ticks_diff = CLOCK.ticks_diff
sleep_ms = CLOCK.sleep_ms


def sleep_us(span_us):
    CLOCK.move_to(CLOCK.now_us + span_us)
