"""Pins of a Raspberry Pi Pico; those of ``hardware/params.toml``, by GPIO number."""

I2C_BLOCK = 0
SDA = 4
SCL = 5
I2C_HZ = 400_000
MULTIPLEXER = 0x70

LAMP = 6
BEAM_LEDS = 7
SERVICE = 15
"""Tied to ground at start, the program does not start and the prompt stays reachable."""
STATUS_LED = "LED"

BEAM_DARK_LEVEL = 1

LANES = ((0, 8, 9), (1, 10, 11), (2, 12, 13), (3, 16, 17))
"""For each lane built: channel of the multiplexer, pins of beam A and beam B. Further ones are free
for (4, 18, 19), (5, 20, 21), (6, 22, 26), (7, 27, 28). All lanes without beams: (0, None, None)."""

SCRATCH = 0x4005800C
"""Two words of the watchdog that outlive a reset, but not the power."""
