"""The program on the board: samples the sensors, keeps the events, speaks to the host."""

FIRMWARE = 0 * 256 + 3
"""Version of this firmware as HELLO tells it: major * 256 + minor."""
