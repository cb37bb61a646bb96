"""What stands in for the hardware: a clock, the light before the sensor, a TCS34725 on its bus.

Runs under MicroPython and unchanged on CPython. Times are microseconds of board time, lengths
micrometres, speeds mm/s, light is in counts of one step of integration at gain 16.
"""

from turmwart_wire.messages import GAINS, STEP_COUNTS, STEP_US, TICKS_PERIOD

ADDRESS = 0x29
BYTE_US = 22  # 9 bits at 400 kHz
WINDOW_UM = 4000
DISTANCE_UM = 3000
BACKGROUND = (10, 4, 4, 3)
REFERENCE_GAIN = 16

_EIO = 5


class Clock:
    """Board time; moves with the traffic on the bus and when somebody waits."""

    def __init__(self, now_us: int = 0) -> None:
        self.now_us = now_us

    def ticks_ms(self) -> int:
        """Return board time in ms, wrapped as on the board."""
        return (self.now_us // 1000) & (TICKS_PERIOD - 1)

    def ticks_diff(self, later: int, earlier: int) -> int:
        """Return ``later - earlier`` in ms across the wrap."""
        half = TICKS_PERIOD // 2
        return ((later - earlier + half) & (TICKS_PERIOD - 1)) - half

    def sleep_ms(self, span_ms: int) -> None:
        """Let time pass."""
        self.now_us += span_ms * 1000


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
    """One cube on its way through the window.

    Args:
        start_us: when its front reaches the window.
        speed_mm_s: its speed.
        size_um: its edge, at least the height of the window.
        distance_um: from the sensor to its face.
        profile: clear, red, green, blue of its face at ``DISTANCE_UM``.
        seed: of its noise.
    """

    def __init__(self, start_us, speed_mm_s, size_um, distance_um, profile, seed) -> None:
        self.start_us = start_us
        self._ramp_us = 1000 * WINDOW_UM / speed_mm_s
        self._full_us = 1000 * (size_um - WINDOW_UM) / speed_mm_s
        self.end_us = start_us + int(2 * self._ramp_us + self._full_us) + 1
        nearness = (DISTANCE_UM / distance_um) ** 2
        self.light = [counts * nearness for counts in profile]
        self.noise = Noise(seed)

    def covered(self, since_us: int, until_us: int) -> float:
        """Return the mean share of the window that it covers in a span of time, 0..1."""
        span = until_us - since_us
        return (self._integral(until_us) - self._integral(since_us)) / span

    def _integral(self, at_us: int) -> float:
        t = at_us - self.start_us
        ramp = self._ramp_us
        full = self._full_us
        if t <= 0:
            return 0.0
        if t <= ramp:
            return t * t / (2 * ramp)
        if t <= ramp + full:
            return ramp / 2 + t - ramp
        rest = 2 * ramp + full - t
        if rest <= 0:
            return ramp + full
        return ramp + full - rest * rest / (2 * ramp)


class Light:
    """What the sensor sees: the empty window, and cubes as they pass."""

    def __init__(self, seed: int) -> None:
        self._noise = Noise(seed)
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
            free -= share
            noise = cube.noise
            for channel in range(4):
                light[channel] += share * cube.light[channel]
        counts = []
        scale = steps * gain / REFERENCE_GAIN
        for channel in range(4):
            value = (light[channel] + max(free, 0.0) * BACKGROUND[channel]) * scale
            value += (0.3 + 0.25 * value**0.5) * noise.near_normal()
            counts.append(max(0, min(int(value + 0.5), steps * STEP_COUNTS, 65535)))
        return counts


class Tcs34725Bus:
    """An I2C bus with one TCS34725 on it, modelled by its registers.

    Modelled: command byte with auto-increment, id, enable, integration time, gain, the cycle of
    preparation and integration, AVALID, AINT with persistence 0 and the special function that
    clears it. Not modelled: the wait state, and thresholds with persistence above 0.

    Args:
        clock: moves with each byte on the bus.
        light: what the sensor sees.

    Attributes:
        broken: while true, nothing answers.
        ready_us: when the running cycle ends; None while the sensor is off.
    """

    def __init__(self, clock: Clock, light: Light) -> None:
        self._clock = clock
        self._light = light
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
        self._clock.now_us += size * BYTE_US
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
            self.ready_us = max(now_us, self._powered_us + STEP_US) + self.cycle_us()

    def _steps(self) -> int:
        return 256 - self._registers[0x01]

    def cycle_us(self) -> int:
        """Return the length of a cycle: preparation and integration."""
        return STEP_US * (1 + self._steps())

    def _advance(self) -> None:
        ready_us = self.ready_us
        now_us = self._clock.now_us
        if ready_us is None or ready_us > now_us:
            return
        cycle_us = self.cycle_us()
        ready_us += (now_us - ready_us) // cycle_us * cycle_us  # only the last one is still there
        steps = self._steps()
        gain = GAINS[self._registers[0x0F] & 3]
        counts = self._light.read(ready_us - steps * STEP_US, ready_us, steps, gain)
        for channel in range(4):
            self._registers[0x14 + 2 * channel] = counts[channel] & 0xFF
            self._registers[0x15 + 2 * channel] = counts[channel] >> 8
        self._registers[0x13] |= 0x11
        self.ready_us = ready_us + cycle_us
