"""Pins of a Raspberry Pi Pico 2: those of the Pico; its watchdog lies elsewhere."""

from pins_pico import (
    BEAM_DARK_LEVEL,
    BEAM_LEDS,
    I2C_BLOCK,
    I2C_HZ,
    LAMP,
    LANES,
    MULTIPLEXER,
    SCL,
    SDA,
    SERVICE,
    STATUS_LED,
)

__all__ = (
    "BEAM_DARK_LEVEL",
    "BEAM_LEDS",
    "I2C_BLOCK",
    "I2C_HZ",
    "LAMP",
    "LANES",
    "MULTIPLEXER",
    "SCL",
    "SCRATCH",
    "SDA",
    "SERVICE",
    "STATUS_LED",
)

SCRATCH = 0x400D800C
"""Two words of the watchdog that outlive a reset, but not the power."""
