"""What ``on-board/main.py`` needs of ``machine``: pins that are noted, a bus with a sensor."""

import os

from standin import Clock, Light, PassingCube, Tcs34725Bus

LOW_PINS = os.getenv("LOW_PINS") or ""
HIGH = {}


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 2

    def __init__(self, number, mode=None, pull=None, value=None):
        self.number = number
        if mode == Pin.OUT:
            HIGH[number] = value

    def value(self):
        return 0 if str(self.number) in LOW_PINS.split() else 1


class I2C(Tcs34725Bus):
    """A lit sensor on pins 4 and 5, before which a red cube passes every 100 ms."""

    def __init__(self, block, sda, scl, freq):
        if (block, sda.number, scl.number, freq, HIGH) != (0, 4, 5, 400000, {6: 1}):
            raise ValueError("other pins than those of the harness")
        self._light = Light(1)
        super().__init__(Clock(), self._light)
        for number in range(1, 60):
            self._light.cubes.append(
                PassingCube(number * 100000, 800, 9000, 3000, (300, 190, 55, 60), number)
            )
