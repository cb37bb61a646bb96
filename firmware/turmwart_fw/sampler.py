"""The hot loop: reads the sensors and puts passing cubes into the outbox."""

import struct

from turmwart_wire import messages

from . import edge, tcs34725

_FAILURES_MAX = 3  # so many failed reads in a row are an outage, fewer a disturbance
_BLOCKED_US = 2_000_000


class Sampler:
    """Polls all sensors; between changes of configuration nothing is allocated.

    Args:
        sensors: list of ``Tcs34725``, index is the number of the sensor on the wire.
        outbox: takes cubes and faults.
        enter: clear counts from which a cube is in the window.
        leave: clear counts below which it has left.

    Attributes:
        faults: reads that failed since boot.
        raw: the latest sample of each sensor, bytearray(8).
        alive: for each sensor, 1 while it answers.
    """

    def __init__(self, sensors, outbox, enter: int, leave: int) -> None:
        self._sensors = sensors
        self._outbox = outbox
        self._states = [edge.new_state(enter, leave) for _ in sensors]
        self._failures = bytearray(len(sensors))
        self._blocked = [0] * len(sensors)
        self.raw = [bytearray(8) for _ in sensors]
        self.alive = bytearray(len(sensors))
        self._reported = bytearray(len(sensors))
        self.faults = 0

    def __len__(self) -> int:
        return len(self._sensors)

    def begin(self) -> None:
        """Switch on the sensors that are not alive; one that fails is reported once."""
        for index in range(len(self._sensors)):
            if self.alive[index]:
                continue
            found = self._sensors[index].begin()
            if found in (tcs34725.ID_TCS34725, tcs34725.ID_TCS34727):
                self._empty_window(index)
                self.alive[index] = 1
                self._reported[index] = 0
            elif not self._reported[index]:
                self._reported[index] = 1
                self._outbox.put_fault(messages.FAULT_SENSOR, index | (found << 8))

    def poll(self, ticks_ms: int) -> None:
        """Take what new samples there are.

        Args:
            ticks_ms: board time.
        """
        for index in range(len(self._sensors)):
            if not self.alive[index]:
                continue
            raw = self.raw[index]
            try:
                if not self._sensors[index].read_into(raw):
                    continue
            except OSError:
                self._failed(index)
                continue
            self._failures[index] = 0
            state = self._states[index]
            # The viper form takes any buffer where its stub says ptr8 and ptr32.
            if edge.step(raw, state):  # pyright: ignore[reportArgumentType]
                self._outbox.put_cube(index, ticks_ms, state)
            elif state[edge.INSIDE] and state[edge.SAMPLES] == self._blocked[index]:
                self._outbox.put_fault(messages.FAULT_BLOCKED, index)

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
        if (integration, gain) == (sensor.integration, sensor.gain):
            return
        try:
            sensor.configure(integration, gain)
        except OSError:
            self._failed(index)
        self._empty_window(index)

    def configuration_into(self, out, index: int, asked: int) -> None:
        """Write the payload of CONFIG_IS for sensor ``index``, named ``asked``, into ``out``."""
        state = self._states[index]
        sensor = self._sensors[index]
        struct.pack_into(
            messages.CONFIG_FORMAT,
            out,
            0,
            asked,
            state[edge.ENTER],
            state[edge.LEAVE],
            sensor.integration,
            sensor.gain,
        )

    def _empty_window(self, index: int) -> None:
        self._states[index][edge.INSIDE] = 0
        self._failures[index] = 0
        cycle_us = (self._sensors[index].integration + 1) * messages.STEP_US
        self._blocked[index] = max(2, _BLOCKED_US // cycle_us)

    def _failed(self, index: int) -> None:
        self.faults += 1
        self._failures[index] += 1
        if self._failures[index] >= _FAILURES_MAX:
            self.alive[index] = 0
            self._reported[index] = 1
            self._outbox.put_fault(messages.FAULT_BUS, index)
