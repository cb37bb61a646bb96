"""Tests all lanes while the tower is still: sensor, lamp, noise, beams; at boot and on request.

Lamps and infrared LEDs are switched, so nothing may pass meanwhile: where a beam moves, the test
begins again later. Beams are tested last and within one round of the main loop.
"""

import struct
from array import array

from turmwart_wire import messages

from . import gate as gates

_SKIP = 2  # samples that were begun before the lamp was switched
_LOOKS = 8
_DARK, _LIT, _BEAMS, _DONE = range(4)
_PATIENCE_MS = 4_000
_TRIES_MAX = 5
_PAUSE_MS = 1_000
_BEAM_MS = 2  # an LED needs microseconds, a phototransistor with its trigger some tens of them
_LANE_SIZE = 12  # dark 4, lit 4, least, greatest, samples, flags


class Lights:
    """Lamps and LEDs that can be switched; this one is for a board that cannot.

    Attributes:
        beams: for each lane its beams A and B, or an empty list.
    """

    beams = ()

    def lamp(self, on: bool) -> None:
        """Switch the sensors' lamps."""

    def beam_leds(self, on: bool) -> None:
        """Switch the infrared LEDs of all beams."""


class SelfTest:
    """The test and its last results.

    Args:
        sampler: the lanes.
        gate: the beams' ring or None.
        lights: switches, see ``Lights``.
        clock: has ``ticks_ms``, ``ticks_diff``, ``sleep_ms``.

    Attributes:
        running: whether it is under way.
        done: how often it was finished since boot.
    """

    def __init__(self, sampler, gate, lights, clock) -> None:
        self._sampler = sampler
        self._gate = gate
        self._lights = lights
        self._clock = clock
        count = len(sampler)
        self._values = [array("i", bytes(4 * _LANE_SIZE)) for _ in range(count)]
        self._results = [array("i", bytes(4 * 11)) for _ in range(count)]
        self._seen = bytearray(count)
        self._phase = _DONE
        self._since_ms = 0
        self._rest_ms = 0
        self._passed = 0
        self._tries = 0
        self._at_boot = True
        self.running = False
        self.done = 0

    def begin(self) -> None:
        """Test as soon as the tower is still; nothing if a test is under way."""
        if not self.running:
            self.running = True
            self._tries = 0
            self._phase = _DONE
            self._rest_ms = self._clock.ticks_ms() - _PAUSE_MS

    def step(self, ticks_ms: int) -> None:
        """Go on a little."""
        if not self.running:
            return
        if self._phase == _DONE:
            rested = self._clock.ticks_diff(ticks_ms, self._rest_ms) >= _PAUSE_MS
            if rested and self._sampler.still and self._sampler.settled:
                self._start(ticks_ms)
            return
        if not self._sampler.still or self._sampler.passed != self._passed:
            self._give_way(ticks_ms)
            return
        if self._phase == _BEAMS:
            self._finish(ticks_ms)
            return
        waits = False
        for index in range(len(self._sampler)):
            waits = self._look(index) or waits
        late = self._clock.ticks_diff(ticks_ms, self._since_ms) > _PATIENCE_MS
        if waits and not late:
            return
        if self._phase == _DARK:
            self._lights.lamp(True)
            self._enter(_LIT, ticks_ms)
        else:
            self._phase = _BEAMS

    def result_into(self, out, index: int) -> None:
        """Write the payload of SELFTEST_IS of a lane into ``out``."""
        of = self._results[index]
        struct.pack_into(
            messages.SELFTEST_FORMAT,
            out,
            0,
            index,
            of[10],
            of[0],
            of[1],
            of[2],
            of[3],
            of[4],
            of[5],
            of[6],
            of[7],
            of[8],
            self._sampler.full_counts(index),
            of[9],
        )

    def _start(self, ticks_ms: int) -> None:
        self._passed = self._sampler.passed
        for of in self._values:
            for index in range(_LANE_SIZE):
                of[index] = 0
        self._sampler.freeze(True)
        self._lights.lamp(False)
        self._enter(_DARK, ticks_ms)

    def _enter(self, phase: int, ticks_ms: int) -> None:
        self._phase = phase
        self._since_ms = ticks_ms
        for index in range(len(self._sampler)):
            self._seen[index] = 0
            self._sampler.fresh[index] = 0

    def _look(self, index: int) -> bool:
        """Take a lane's new sample in; returns whether more are wanted."""
        sampler = self._sampler
        if not sampler.alive[index] or self._seen[index] == _SKIP + _LOOKS:
            return False
        if not sampler.fresh[index]:
            return True
        sampler.fresh[index] = 0
        self._seen[index] += 1
        if self._seen[index] <= _SKIP:
            return True
        of = self._values[index]
        raw = sampler.raw[index]
        base = 0 if self._phase == _DARK else 4
        for channel in range(4):
            of[base + channel] += raw[2 * channel] | (raw[2 * channel + 1] << 8)
        clear = raw[0] | (raw[1] << 8)
        if self._phase == _LIT:
            if of[10] == 0 or clear < of[8]:
                of[8] = clear
            if clear > of[9]:
                of[9] = clear
            of[10] += 1
            if of[10] == _LOOKS:
                of[11] = self._clock.ticks_diff(self._clock.ticks_ms(), self._since_ms)
        return True

    def _finish(self, ticks_ms: int) -> None:
        light = self._beams_light()
        if self._gate is not None:
            self._gate.muted = True
        self._lights.beam_leds(False)
        self._clock.sleep_ms(_BEAM_MS)
        dark = ~self._beams_light()
        self._lights.beam_leds(True)
        self._clock.sleep_ms(_BEAM_MS)
        if self._gate is not None:
            self._gate.muted = False
            self._catch_up()
        for index in range(len(self._sampler)):
            self._judge(index, light >> (2 * index) & 3, dark >> (2 * index) & 3)
        self._end(ticks_ms)

    def _catch_up(self) -> None:
        """Note what has come into a beam meanwhile; nothing passes one in so short a time."""
        for pair in self._lights.beams:
            for beam in pair:
                if beam.dark:
                    beam.on_edge(None)

    def _beams_light(self) -> int:
        """Bits 2 * lane + beam: whether it is light."""
        light = 0
        for index in range(len(self._lights.beams)):
            pair = self._lights.beams[index]
            for beam in (gates.A, gates.B):
                if pair and not pair[beam].dark:
                    light |= 1 << (2 * index + beam)
        return light

    def _judge(self, index: int, light: int, dark: int) -> None:
        of = self._values[index]
        result = self._results[index]
        flags = messages.SELFTEST_AT_BOOT if self._at_boot else 0
        for channel in range(8):
            result[channel] = of[channel] // _LOOKS
        if self._sampler.alive[index] and of[10]:
            flags |= messages.SELFTEST_PRESENT
        if result[4] > result[0]:
            flags |= messages.SELFTEST_LAMP
        if index < len(self._lights.beams) and self._lights.beams[index]:
            flags |= messages.SELFTEST_HAS_BEAMS
            if light & dark == 3:
                flags |= messages.SELFTEST_BEAMS
            if light & 1:
                flags |= messages.SELFTEST_A_LIGHT
            if light & 2:
                flags |= messages.SELFTEST_B_LIGHT
        result[8] = of[9] - of[8]
        result[9] = (_SKIP + _LOOKS) * 10_000 // of[11] if of[11] else 0
        result[10] = flags

    def _give_way(self, ticks_ms: int) -> None:
        """Something passes: begin again later, or give up for this time."""
        self._lights.lamp(True)
        self._sampler.freeze(False)
        self._phase = _DONE
        self._rest_ms = ticks_ms
        self._tries += 1
        if self._tries == _TRIES_MAX:
            for of in self._results:
                of[10] |= messages.SELFTEST_DISTURBED
            self._end(ticks_ms)

    def _end(self, ticks_ms: int) -> None:
        self._sampler.freeze(False)
        self._phase = _DONE
        self._rest_ms = ticks_ms
        self._at_boot = False
        self.running = False
        self.done += 1
