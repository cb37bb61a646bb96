"""The multiplexer TCA9548A: eight sensors with one address on one bus."""

_NOTHING = 0


class Multiplexer:
    """The multiplexer itself.

    Args:
        bus: as ``machine.I2C``.
        address: of the multiplexer.
        recover: frees a bus that something holds; called after failures.
    """

    def __init__(self, bus, address: int, recover) -> None:
        self.bus = bus
        self._address = address
        self._recover = recover
        self._selected = -1
        self._byte = bytearray(1)

    def select(self, channel: int) -> None:
        """Join one channel, 0..7, to the bus.

        Raises:
            OSError: the multiplexer does not answer.
        """
        if channel == self._selected:
            return
        self._selected = -1
        self._byte[0] = 1 << channel
        self.bus.writeto(self._address, self._byte)
        self._selected = channel

    def forget(self) -> None:
        """A transfer failed: the next one selects anew."""
        self._selected = -1

    def recover(self) -> None:
        """Free the bus and let go of all channels, so that none holds up the others."""
        self._selected = -1
        self._recover()
        self._byte[0] = _NOTHING
        try:
            self.bus.writeto(self._address, self._byte)
        except OSError:
            # It will be told as an outage of its sensors.
            return


class Channel:
    """One channel as a bus of its own; see ``tcs34725.Tcs34725``."""

    def __init__(self, multiplexer: Multiplexer, channel: int) -> None:
        self._multiplexer = multiplexer
        self._bus = multiplexer.bus
        self._channel = channel

    def readfrom_mem_into(self, address: int, register: int, buffer) -> None:
        """Read registers.

        Raises:
            OSError: no answer.
        """
        self._multiplexer.select(self._channel)
        self._bus.readfrom_mem_into(address, register, buffer)

    def writeto_mem(self, address: int, register: int, buffer) -> None:
        """Write registers.

        Raises:
            OSError: no answer.
        """
        self._multiplexer.select(self._channel)
        self._bus.writeto_mem(address, register, buffer)

    def writeto(self, address: int, buffer) -> int:
        """Write bytes.

        Raises:
            OSError: no answer.
        """
        self._multiplexer.select(self._channel)
        return self._bus.writeto(address, buffer)

    def recover(self) -> None:
        """Free the bus after failures."""
        self._multiplexer.recover()
