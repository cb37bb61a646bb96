"""What stands in for the hardware: clock, light, sensors behind a multiplexer, beams, switches.

Runs under MicroPython and unchanged on CPython. Times are microseconds of board time, light is in
counts of one step of integration at gain 16.
"""

import math

from turmwart_wire.messages import GAINS, STEP_COUNTS, STEP_US, TICKS_PERIOD

ADDRESS = 0x29
MULTIPLEXER = 0x70
BYTE_US = 22  # 9 bits at 400 kHz
BACKGROUND = (10, 4, 4, 3)
DAYLIGHT = (1.0, 0.34, 0.36, 0.26)
LAMPLIGHT = (1.0, 0.45, 0.33, 0.17)
CLOUD_US = 60_000_000  # from bright to dark and back
OUTAGE_US = 1_000_000
REFERENCE_GAIN = 16

_EIO = 5


class Clock:
    """Board time; moves with the traffic on the bus and when somebody waits.

    What is due on the way happens at its own time, as interrupts do.
    """

    def __init__(self, now_us: int = 0) -> None:
        self.now_us = now_us
        self._coming = []
        self._next_us = None

    def at(self, at_us: int, deed, argument) -> None:
        """Have ``deed(argument)`` done at a time."""
        self._coming.append((at_us, len(self._coming), deed, argument))
        self._coming.sort(key=_when)
        self._next_us = self._coming[0][0]

    def plan(self, deeds) -> None:
        """Have many deeds done; ``deeds`` are (time, deed, argument)."""
        for at_us, deed, argument in deeds:
            self._coming.append((at_us, len(self._coming), deed, argument))
        self._coming.sort(key=_when)
        self._next_us = self._coming[0][0] if self._coming else None

    @property
    def next_us(self):
        """When the next deed is due; None if none is."""
        return self._next_us

    def move_to(self, at_us: int) -> None:
        """Let time go on to a moment; never back."""
        while self._next_us is not None and self._next_us <= at_us:
            due_us, _, deed, argument = self._coming.pop(0)
            self._next_us = self._coming[0][0] if self._coming else None
            self.now_us = max(self.now_us, due_us)
            deed(argument)
        self.now_us = max(self.now_us, at_us)

    def ticks_ms(self) -> int:
        """Return board time in ms, wrapped as on the board."""
        return (self.now_us // 1000) & (TICKS_PERIOD - 1)

    def ticks_us(self) -> int:
        """Return board time in us, wrapped as on the board."""
        return self.now_us & (TICKS_PERIOD - 1)

    def ticks_diff(self, later: int, earlier: int) -> int:
        """Return ``later - earlier`` across the wrap."""
        half = TICKS_PERIOD // 2
        return ((later - earlier + half) & (TICKS_PERIOD - 1)) - half

    def sleep_ms(self, span_ms: int) -> None:
        """Let time pass."""
        self.move_to(self.now_us + span_ms * 1000)


def _when(entry):
    return entry[0], entry[1]


class Noise:
    """A small seeded generator, the same on both interpreters."""

    def __init__(self, seed: int) -> None:
        self._state = seed & 0xFFFFFFFF

    def uniform(self) -> float:
        """Return the next value, 0 <= value < 1."""
        self._state = (self._state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (self._state >> 8) / 16777216

    def near_normal(self) -> float:
        """Return a value of mean 0 and spread 1, within -3 and 3."""
        return 2 * (self.uniform() + self.uniform() + self.uniform() - 1.5)


class PassingCube:
    """One cube on its way over the window.

    Args:
        window_us: front reaches the window, front has crossed it, back reaches it, back has left;
            rising.
        profile: clear, red, green, blue of its face over the whole window.
        seed: of its noise.
    """

    def __init__(self, window_us, profile, seed) -> None:
        self.start_us, self._full_us, self._thin_us, self.end_us = window_us
        self.light = profile
        self.noise = Noise(seed)

    def covered(self, since_us: int, until_us: int) -> float:
        """Return the mean share of the window that it covers in a span of time, 0..1."""
        return (self._integral(until_us) - self._integral(since_us)) / (until_us - since_us)

    def _integral(self, at_us: int) -> float:
        if at_us <= self.start_us:
            return 0.0
        rises = self._full_us - self.start_us
        if at_us < self._full_us:
            return (at_us - self.start_us) ** 2 / (2 * rises)
        if at_us < self._thin_us:
            return rises / 2 + at_us - self._full_us
        falls = self.end_us - self._thin_us
        whole = rises / 2 + self._thin_us - self._full_us + falls / 2
        if at_us >= self.end_us:
            return whole
        return whole - (self.end_us - at_us) ** 2 / (2 * falls)


class Light:
    """What one sensor sees: the empty window, foreign light, and cubes as they pass.

    Args:
        seed: of the noise.
        noise: how much of it; 1 is a good sensor.
        ambient, drift, flicker: counts of daylight, its fastest change in a second, amplitude of
            lamps on the mains.
        flicker_hz: 100 or 120 or nearly so.

    Attributes:
        lamp: whether the sensor's own lamp is on.
    """

    def __init__(self, seed, noise=1.0, ambient=0.0, drift=0.0, flicker=0.0, flicker_hz=100.0):
        self._noise = Noise(seed)
        self._scale = noise
        self._ambient = ambient
        self._cloud = drift * CLOUD_US / 1e6 / (2 * math.pi)
        self._flicker = flicker
        self._turn = 2 * math.pi * flicker_hz / 1e6
        self._shift = 2 * math.pi * self._noise.uniform()
        self.lamp = True
        self.cubes = []

    def read(self, since_us: int, until_us: int, steps: int, gain: int) -> list:
        """Integrate the light of a span of time.

        Args:
            since_us: start of the integration.
            until_us: its end.
            steps: its length in steps of 2.4 ms.
            gain: amplification, 1..60.

        Returns:
            Clear, red, green, blue in counts as the chip would tell them.
        """
        while self.cubes and self.cubes[0].end_us < since_us:
            self.cubes.pop(0)
        noise = self._noise
        light = [0.0, 0.0, 0.0, 0.0]
        free = 1.0
        for cube in self.cubes:
            if cube.start_us >= until_us:
                break
            share = cube.covered(since_us, until_us)
            if share <= 0:
                continue
            free -= share
            noise = cube.noise
            if self.lamp:
                for channel in range(4):
                    light[channel] += share * cube.light[channel]
        free = max(free, 0.0)
        daylight, lamplight = self._foreign(since_us, until_us)
        counts = []
        scale = steps * gain / REFERENCE_GAIN
        for channel in range(4):
            # A cube over the window also keeps foreign light off it.
            value = light[channel] + free * (
                daylight * DAYLIGHT[channel] + lamplight * LAMPLIGHT[channel]
            )
            if self.lamp:
                value += free * BACKGROUND[channel]
            value *= scale
            value += self._scale * (0.3 + 0.25 * value**0.5) * noise.near_normal()
            counts.append(max(0, min(int(value + 0.5), steps * STEP_COUNTS, 65535)))
        return counts

    def _foreign(self, since_us: int, until_us: int):
        daylight = self._ambient
        if self._cloud:
            angle = 2 * math.pi * (until_us % CLOUD_US) / CLOUD_US + self._shift
            daylight = max(0.0, daylight + self._cloud * math.sin(angle))
        if not self._flicker:
            return daylight, 0.0
        mean = (
            math.sin(self._turn * until_us + self._shift)
            - math.sin(self._turn * since_us + self._shift)
        ) / (self._turn * (until_us - since_us))
        return daylight, self._flicker * (1 + mean)


class Tcs34725Bus:
    """A TCS34725 modelled by its registers, as a bus of its own.

    Modelled: command byte with auto-increment, id, enable, integration time, gain, the cycle of
    preparation and integration, AVALID, AINT with persistence 0 and the special function that
    clears it. Not modelled: the wait state, and thresholds with persistence above 0.

    Args:
        clock: moves with each byte on the bus.
        light: what the sensor sees.
        pace: how fast its clock is, 1 by the data sheet.

    Attributes:
        broken: while true, nothing answers.
        ready_us: when the running cycle ends; None while the sensor is off.
    """

    def __init__(self, clock: Clock, light: Light, pace: float = 1.0) -> None:
        self._clock = clock
        self._light = light
        self._step_us = int(STEP_US / pace)
        self._registers = bytearray(32)
        self._registers[0x01] = 0xFF
        self._registers[0x12] = 0x44
        self._powered_us = 0
        self.ready_us = None
        self.broken = False

    def next_ready_us(self) -> int:
        """Return when the running cycle ends; now, if the sensor is off."""
        self._advance()
        return self._clock.now_us if self.ready_us is None else self.ready_us

    def readfrom_mem_into(self, address: int, command: int, buffer) -> None:
        """Read registers from the one that ``command`` names."""
        self._transfer(address, 3 + len(buffer))
        register = command & 0x1F
        increment = 1 if command & 0x60 == 0x20 else 0
        for index in range(len(buffer)):
            buffer[index] = self._registers[(register + index * increment) & 0x1F]

    def writeto_mem(self, address: int, command: int, buffer) -> None:
        """Write registers from the one that ``command`` names."""
        self._transfer(address, 2 + len(buffer))
        register = command & 0x1F
        increment = 1 if command & 0x60 == 0x20 else 0
        for index in range(len(buffer)):
            self._set(register + index * increment, buffer[index])

    def writeto(self, address: int, buffer) -> int:
        """Write a command byte and perhaps data."""
        self._transfer(address, 1 + len(buffer))
        command = buffer[0]
        if command & 0x60 == 0x60:
            if command & 0x1F == 0x06:
                self._registers[0x13] &= 0xEF
        elif len(buffer) > 1:
            self._set(command & 0x1F, buffer[1])
        return len(buffer)

    def _transfer(self, address: int, size: int) -> None:
        self._clock.move_to(self._clock.now_us + size * BYTE_US)
        if self.broken or address != ADDRESS:
            raise OSError(_EIO)
        self._advance()

    def _set(self, register: int, value: int) -> None:
        if register >= 0x12:
            return  # id, status and data are read only
        before = self._registers[0]
        self._registers[register] = value
        if register != 0:
            return
        now_us = self._clock.now_us
        if value & 1 and not before & 1:
            self._powered_us = now_us
        if value & 3 != 3:
            self.ready_us = None
            self._registers[0x13] &= 0xFE
        elif before & 3 != 3:
            self.ready_us = max(now_us, self._powered_us + self._step_us) + self.cycle_us()

    def _steps(self) -> int:
        return 256 - self._registers[0x01]

    def cycle_us(self) -> int:
        """Return the length of a cycle: preparation and integration."""
        return self._step_us * (1 + self._steps())

    def _advance(self) -> None:
        ready_us = self.ready_us
        now_us = self._clock.now_us
        if ready_us is None or ready_us > now_us:
            return
        cycle_us = self.cycle_us()
        ready_us += (now_us - ready_us) // cycle_us * cycle_us  # only the last one is still there
        steps = self._steps()
        gain = GAINS[self._registers[0x0F] & 3]
        counts = self._light.read(ready_us - steps * self._step_us, ready_us, steps, gain)
        for channel in range(4):
            self._registers[0x14 + 2 * channel] = counts[channel] & 0xFF
            self._registers[0x15 + 2 * channel] = counts[channel] >> 8
        self._registers[0x13] |= 0x11
        self.ready_us = ready_us + cycle_us


class MultiplexedBus:
    """An I2C bus with a TCA9548A and a sensor behind each of its channels.

    Args:
        clock: moves with each byte.
        sensors: one for each channel, from channel 0 on.
        noise: decides about disturbances.
        errors_per_1000: transfers that fail.
        outages_per_hour: how often a sensor goes dumb for a second.
    """

    def __init__(self, clock, sensors, noise, errors_per_1000=0.0, outages_per_hour=0.0) -> None:
        self._clock = clock
        self.sensors = sensors
        self._noise = noise
        self._errors = errors_per_1000 / 1000
        self._outages = outages_per_hour / 3600e6
        self._selected = 0
        self._seen_us = 0
        self._dumb_until_us = [0] * len(sensors)

    def readfrom_mem_into(self, address: int, command: int, buffer) -> None:
        """Read registers of the selected sensor."""
        self._sensor(address).readfrom_mem_into(address, command, buffer)

    def writeto_mem(self, address: int, command: int, buffer) -> None:
        """Write registers of the selected sensor."""
        self._sensor(address).writeto_mem(address, command, buffer)

    def writeto(self, address: int, buffer) -> int:
        """Write to the multiplexer or to the selected sensor."""
        if address != MULTIPLEXER:
            return self._sensor(address).writeto(address, buffer)
        self._clock.move_to(self._clock.now_us + 2 * BYTE_US)
        self._perhaps_fail()
        self._selected = buffer[0]
        return len(buffer)

    def _sensor(self, address: int):
        self._perhaps_fail()
        for channel in range(len(self.sensors)):
            if self._selected == 1 << channel:
                if self._clock.now_us < self._dumb_until_us[channel]:
                    break
                return self.sensors[channel]
        self._clock.move_to(self._clock.now_us + BYTE_US)
        raise OSError(_EIO)

    def _perhaps_fail(self) -> None:
        if self._outages:
            now_us = self._clock.now_us
            share = (now_us - self._seen_us) * self._outages
            self._seen_us = now_us
            for channel in range(len(self.sensors)):
                if self._noise.uniform() < share:
                    self._dumb_until_us[channel] = now_us + OUTAGE_US
        if self._errors and self._noise.uniform() < self._errors:
            raise OSError(_EIO)


class BeamPin:
    """The pin of one beam's phototransistor; high while it is dark."""

    def __init__(self) -> None:
        self._darkened = 0
        self._led = True
        self.on_edge = None

    def value(self) -> int:
        """Return the level."""
        return 1 if self._darkened or not self._led else 0

    def darken(self, by: int) -> None:
        """Something comes into the beam (1) or leaves it (-1)."""
        before = self.value()
        self._darkened += by
        self._changed(before)

    def led(self, on: bool) -> None:
        """Switch the LED."""
        before = self.value()
        self._led = on
        self._changed(before)

    def _changed(self, before: int) -> None:
        if self.on_edge is not None and self.value() != before:
            self.on_edge(self)


class Lights:
    """Lamps and LEDs of all lanes; see ``turmwart_fw.selftest.Lights``.

    Args:
        lights: what the sensors see.
        pins: of all beams.
        beams: for each lane its beams A and B as the firmware has them.
    """

    def __init__(self, lights, pins, beams) -> None:
        self._lights = lights
        self._pins = pins
        self.beams = beams

    def lamp(self, on: bool) -> None:
        """Switch the sensors' lamps."""
        for light in self._lights:
            light.lamp = on

    def beam_leds(self, on: bool) -> None:
        """Switch the infrared LEDs."""
        for pin in self._pins:
            pin.led(on)
