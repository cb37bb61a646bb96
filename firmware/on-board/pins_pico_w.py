"""Pins of a Raspberry Pi Pico W: those of the Pico; its LED goes by the same name."""

from pins_pico import (
    BEAM_DARK_LEVEL,
    BEAM_LEDS,
    I2C_BLOCK,
    I2C_HZ,
    LAMP,
    LANES,
    MULTIPLEXER,
    SCL,
    SCRATCH,
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
