"""What ``on-board`` needs of ``machine``: pins, a bus with sensors, beams through which cubes fall.

Environment: ``LOW_PINS``, pins tied to ground; ``SCRATCH``, words of the watchdog in hexadecimal.
"""

import os

from standin import (
    MULTIPLEXER,
    BeamPin,
    Clock,
    Light,
    MultiplexedBus,
    Noise,
    PassingCube,
    Tcs34725Bus,
)

LOW_PINS = (os.getenv("LOW_PINS") or "").split()
HIGH = {}
BEAMS = {}
CLOCK = Clock((1 << 30) - 1_500_000)  # the ticks come round while cubes fall
WDT_RESET = 3
PWRON_RESET = 1
PASSAGE_EVERY_US = 100_000
ROUND_US = 200


class Memory:
    """The words that outlive a reset."""

    def __init__(self):
        self._words = {}
        for index, word in enumerate((os.getenv("SCRATCH") or "0").split()):
            self._words[0x4005800C + 4 * index] = int(word, 16)

    def __getitem__(self, address):
        return self._words.get(address, 0)

    def __setitem__(self, address, value):
        self._words[address] = value


mem32 = Memory()


def reset_cause():
    return WDT_RESET if os.getenv("SCRATCH") else PWRON_RESET


def unique_id():
    return b"shimpico"


def reset():
    raise SystemExit


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 3
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, number, mode=None, pull=None, value=None):
        self.number = number
        self._beam = BEAMS.setdefault(number, BeamPin()) if mode == Pin.IN else None
        if mode == Pin.OUT and value is not None:
            HIGH[number] = value

    def value(self, level=None):
        if level is not None:
            if self.number == 7:
                for beam in BEAMS.values():
                    beam.led(bool(level))
            return None
        if str(self.number) in LOW_PINS:
            return 0
        return 1 if self._beam is None or self.number == 15 else self._beam.value()

    def irq(self, handler, trigger, hard):
        if not hard or trigger != Pin.IRQ_FALLING | Pin.IRQ_RISING:
            raise ValueError("a beam's interrupt is hard and comes at both edges")
        self._beam.on_edge = handler


class WDT:
    def __init__(self, timeout):
        self.timeout = timeout

    def feed(self):
        """Called once in each round of the program: time goes on."""
        CLOCK.move_to(CLOCK.now_us + ROUND_US)


class I2C(MultiplexedBus):
    """Four lit sensors on pins 4 and 5; a red cube passes lane 1 every 100 ms."""

    def __init__(self, block, sda, scl, freq, timeout):
        if (block, sda.number, scl.number, freq) != (0, 4, 5, 400000):
            raise ValueError("other pins than those of the harness")
        lights = [Light(lane) for lane in range(4)]
        chips = [Tcs34725Bus(CLOCK, light) for light in lights]
        super().__init__(CLOCK, chips, Noise(1))
        planned = []
        for number in range(10, 100):
            start = CLOCK.now_us + number * PASSAGE_EVERY_US
            window = (start + 5000, start + 10000, start + 16000, start + 21000)
            lights[1].cubes.append(PassingCube(window, (300, 190, 55, 60), number))
            for pin, since, until in ((10, 0, 11000), (11, 15000, 26000)):
                beam = BEAMS.setdefault(pin, BeamPin())
                planned.append((start + since, beam.darken, 1))
                planned.append((start + until, beam.darken, -1))
        CLOCK.plan(planned)


__all__ = ("I2C", "MULTIPLEXER", "WDT", "Pin", "mem32", "reset", "reset_cause", "unique_id")
