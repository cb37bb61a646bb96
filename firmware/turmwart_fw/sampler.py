"""The hot loop: takes out the beams' changes, reads the sensors, tells what passed."""

import struct
from array import array

from turmwart_wire import messages

from . import baseline, edge, lane, tcs34725

_FAILURES_MAX = 3  # so many failed reads in a row are an outage, fewer a disturbance
_SILENT_MAX = 8  # after so many cycles without a sample a sensor that answers is out as well
_BLOCKED_US = 2_000_000
_STATUS_US = 150  # from the start of a look to the moment when the chip tells its status
_UNPROVEN_MAX = 3  # after so many samples their phase is looked for
_UNKNOWN = 255
_TICKS_MASK = messages.TICKS_PERIOD - 1


class Sampler:
    """Polls all lanes; between changes of configuration nothing is allocated.

    Args:
        sensors: list of ``Tcs34725``, index is the number of the lane on the wire.
        outbox: takes passages, cubes and faults.
        enter: clear counts from which a cube is in the window.
        leave: clear counts below which it has left.
        clock: has ``ticks_us`` and ``ticks_diff``.
        gate: the beams' ring, see ``gate``; None: no lane has beams.

    Attributes:
        faults: reads that failed since boot.
        errors: the same for each lane, at most 65535.
        passed: passages and cubes since boot.
        raw: the latest sample of each sensor, bytearray(8).
        fresh: for each sensor, 1 after a new sample; whoever waits for one sets it to 0.
        alive: for each sensor, 1 while it answers.
        lanes: for each sensor its ``Lane``, None without beams.
    """

    def __init__(self, sensors, outbox, enter: int, leave: int, clock, gate=None) -> None:
        count = len(sensors)
        self._sensors = sensors
        self._outbox = outbox
        self._clock = clock
        self._diff = clock.ticks_diff  # bound once: binding allocates
        self._gate = gate
        self._ring_lost = 0
        self._states = [edge.new_state(enter, leave) for _ in sensors]
        self._failures = bytearray(count)
        self._blocked = [0] * count
        self._nominal_us = array("i", bytes(4 * count))
        self._cycle_us = array("i", bytes(4 * count))
        self._end_us = array("i", bytes(4 * count))
        self._due_us = array("i", bytes(4 * count))
        self._missed = bytearray(count)
        self._missed_us = array("i", bytes(4 * count))
        self._unproven = bytearray(count)
        self.raw = [bytearray(8) for _ in sensors]
        self.fresh = bytearray(count)
        self.alive = bytearray(count)
        self._reported = bytearray(count)
        self.errors = array("H", bytes(2 * count))
        self.faults = 0
        self.passed = 0
        self.lanes = [lane.Lane(n, outbox, clock) if gate else None for n in range(count)]
        for index in range(count):
            self._empty_window(index)

    def __len__(self) -> int:
        return len(self._sensors)

    @property
    def still(self) -> bool:
        """Whether nothing is under way in any lane."""
        for index in range(len(self._sensors)):
            of = self.lanes[index]
            if not of.still if of is not None else self._states[index][edge.INSIDE]:
                return False
        return True

    @property
    def faulty(self) -> bool:
        """Whether a sensor is out."""
        for index in range(len(self._sensors)):
            if not self.alive[index]:
                return True
        return False

    def begin(self) -> None:
        """Switch on the sensors that are not alive; one that fails is reported once."""
        for index in range(len(self._sensors)):
            if self.alive[index]:
                continue
            sensor = self._sensors[index]
            found = sensor.begin()
            if found in (tcs34725.ID_TCS34725, tcs34725.ID_TCS34727):
                self._empty_window(index)
                self.alive[index] = 1
                if self._reported[index]:
                    self._reported[index] = 0
                    self._outbox.put_fault(messages.FAULT_BACK, index)
            else:
                sensor.recover()
                if not self._reported[index]:
                    self._reported[index] = 1
                    self._outbox.put_fault(messages.FAULT_SENSOR, index | (found << 8))

    def poll(self, ticks_ms: int) -> None:
        """Take what new changes and samples there are.

        Args:
            ticks_ms: board time.
        """
        gate = self._gate
        if gate is not None:
            self._take_edges(gate)
        clock = self._clock
        now_us = clock.ticks_us()
        for index in range(len(self._sensors)):
            if self.alive[index] and self._diff(now_us, self._due_us[index]) >= 0:
                self._read(index, ticks_ms)
                now_us = clock.ticks_us()
        if gate is None:
            return
        self._take_edges(gate)
        now_us = clock.ticks_us()
        for index in range(len(self._sensors)):
            of = self.lanes[index]
            if of is not None and of.poll(now_us, ticks_ms, self.alive[index]):
                self.passed += 1

    def _take_edges(self, gate) -> None:
        lost = gate.lost
        if lost != self._ring_lost:
            self._outbox.put_fault(messages.FAULT_RING, min(lost - self._ring_lost, 65535))
            self._ring_lost = lost
            for of in self.lanes:
                if of is not None:
                    of.spoil(messages.PASSAGE_RING)
        while gate.take():
            code = gate.code
            of = self.lanes[code >> 2] if code >> 2 < len(self._sensors) else None
            if of is not None:
                of.edge((code >> 1) & 1, code & 1, gate.ticks_us)

    def _read(self, index: int, ticks_ms: int) -> None:
        raw = self.raw[index]
        looked_us = self._clock.ticks_us()
        try:
            if not self._sensors[index].read_into(raw):
                self._missed[index] = 1
                self._missed_us[index] = looked_us
                silent_us = self._diff(looked_us, self._end_us[index])
                if silent_us > _SILENT_MAX * self._nominal_us[index]:
                    # It answers and measures no more: a loose contact has started it anew.
                    self._out(index)
                return
        except OSError:
            self._failed(index)
            return
        self._failures[index] = 0
        self.fresh[index] = 1
        of = self.lanes[index]
        end_us = self._ended(index, looked_us)
        if of is not None:
            of.sample(raw, end_us)
            return
        state = self._states[index]
        # The viper form takes any buffer where its stub says ptr8 and ptr32.
        if edge.step(raw, state):  # pyright: ignore[reportArgumentType]
            self._outbox.put_cube(index, ticks_ms, state)
            self.passed += 1
        elif state[edge.INSIDE] and state[edge.SAMPLES] == self._blocked[index]:
            self._outbox.put_fault(messages.FAULT_BLOCKED, index)

    def _ended(self, index: int, looked_us: int) -> int:
        """Reckon when the integration of the sample just read ended.

        By its data sheet the chip's clock may be six in a hundred off, but it is steady. So its
        phase and pace go on as reckoned, until a look proves them wrong: the sample was there
        before it should, or still not there when it should have been. Only a look that finds
        nothing, shortly before one that finds the sample, proves them right: without such for
        some samples, or after lost ones, the next is looked for without a pause.
        """
        there_us = looked_us + _STATUS_US
        nominal_us = self._nominal_us[index]
        cycle_us = self._cycle_us[index]
        end_us = (self._end_us[index] + cycle_us) & _TICKS_MASK
        late_us = self._diff(there_us, end_us)
        unproven = self._unproven[index]
        missed_us = self._missed_us[index]
        proven = self._missed[index] and self._diff(looked_us, missed_us) < nominal_us // 3
        self._missed[index] = 0
        off_us = 0
        if late_us >= cycle_us:
            # Samples were lost; the phase is kept till it is found.
            end_us = (end_us + late_us // cycle_us * cycle_us) & _TICKS_MASK
            unproven = _UNKNOWN
        elif late_us < 0 or (proven and unproven == _UNKNOWN):
            off_us = late_us
            end_us = there_us & _TICKS_MASK
        elif proven and self._diff(missed_us, end_us) > 0:
            off_us = self._diff(missed_us, end_us) + 1
            end_us = missed_us
        if unproven != _UNKNOWN:
            cycle_us += off_us >> (3 if unproven else 4)
        if proven:
            unproven = 0
        elif unproven < _UNPROVEN_MAX:
            unproven += 1
        spread_us = nominal_us // 12
        cycle_us = max(nominal_us - spread_us, min(cycle_us, nominal_us + spread_us))
        self._cycle_us[index] = cycle_us
        self._end_us[index] = end_us
        self._unproven[index] = unproven
        due_us = looked_us if unproven >= _UNPROVEN_MAX else end_us + cycle_us - (cycle_us >> 4)
        self._due_us[index] = due_us & _TICKS_MASK
        return end_us

    def configure(self, index: int, enter: int, leave: int, integration: int, gain: int) -> None:
        """Set one sensor; a change begins with an empty window, an equal one changes nothing.

        Args:
            index: number of the sensor.
            enter: clear counts, >= ``leave``.
            leave: clear counts, >= 1.
            integration: steps of 2.4 ms, 1..255.
            gain: 0..3.
        """
        sensor = self._sensors[index]
        state = self._states[index]
        state[edge.ENTER] = enter
        state[edge.LEAVE] = leave
        of = self.lanes[index]
        if of is not None:
            of.enter = enter
            of.leave = leave
        if (integration, gain) == (sensor.integration, sensor.gain):
            return
        try:
            sensor.configure(integration, gain)
        except OSError:
            self._failed(index)
            if self.alive[index]:
                # It has stopped, and half of what it was told may be missing.
                self.alive[index] = 0
                self.begin()
        self._empty_window(index)

    def configuration_into(self, out, index: int, asked: int, at: int = 0) -> None:
        """Write the payload of CONFIG_IS for sensor ``index``, named ``asked``, into ``out``."""
        state = self._states[index]
        sensor = self._sensors[index]
        struct.pack_into(
            messages.CONFIG_FORMAT,
            out,
            at,
            asked,
            state[edge.ENTER],
            state[edge.LEAVE],
            sensor.integration,
            sensor.gain,
        )

    def full_counts(self, index: int) -> int:
        """Counts at which the sensor saturates."""
        return min(self._sensors[index].integration * messages.STEP_COUNTS, 65535)

    @property
    def settled(self) -> bool:
        """Whether every lane that has beams and answers knows its empty window."""
        for index in range(len(self._sensors)):
            of = self.lanes[index]
            if of is not None and self.alive[index]:
                if of.base[baseline.LEARNT] < baseline.SETTLED:
                    return False
        return True

    def freeze(self, frozen: bool) -> None:
        """The lamps are about to be switched, or are as they should be again."""
        for of in self.lanes:
            if of is not None:
                of.frozen = frozen
                if not frozen and not of.still:
                    # It came while the lamps were off: its colour is not to be trusted.
                    of.spoil(messages.PASSAGE_BUS)

    def _empty_window(self, index: int) -> None:
        state = self._states[index]
        state[edge.INSIDE] = 0
        self._failures[index] = 0
        integration = self._sensors[index].integration
        cycle_us = (integration + 1) * messages.STEP_US
        self._nominal_us[index] = self._cycle_us[index] = cycle_us
        self._blocked[index] = max(2, _BLOCKED_US // cycle_us)
        self._end_us[index] = self._due_us[index] = self._clock.ticks_us()
        self._missed[index] = 0
        self._unproven[index] = _UNKNOWN
        of = self.lanes[index]
        if of is not None:
            of.enter = state[edge.ENTER]
            of.leave = state[edge.LEAVE]
            of.reset_light(integration)

    def _failed(self, index: int) -> None:
        self.faults += 1
        if self.errors[index] < 65535:
            self.errors[index] += 1
        self._failures[index] += 1
        of = self.lanes[index]
        if of is not None and not of.still:
            of.spoil(messages.PASSAGE_BUS)
        if self._failures[index] >= _FAILURES_MAX:
            self._out(index)

    def _out(self, index: int) -> None:
        """Report an outage; the sensor is switched on anew later."""
        self.alive[index] = 0
        self._reported[index] = 1
        self._outbox.put_fault(messages.FAULT_BUS, index)
        self._sensors[index].recover()
