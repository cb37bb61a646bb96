"""The colour sensor TCS34725 on an I2C bus.

Registers and times are those of the data sheet (ams, TCS3472, v1-06): the chip integrates all
four channels at once and then prepares for 2.4 ms, so a cycle lasts integration + 2.4 ms. AVALID
only says that there was a cycle since it was enabled; AINT, with persistence 0, is set by each
finished cycle and cleared by a special function, so it tells a new sample from an old one.
"""

ADDRESS = 0x29
ID_TCS34725 = 0x44
ID_TCS34727 = 0x4D

_COMMAND = 0x80
_AUTO_INCREMENT = 0x20
_CLEAR_INTERRUPT = 0xE6

_ENABLE = _COMMAND | 0x00
_ATIME = _COMMAND | 0x01
_PERSISTENCE = _COMMAND | 0x0C
_CONTROL = _COMMAND | 0x0F
_ID = _COMMAND | 0x12
_STATUS = _COMMAND | 0x13
_DATA = _COMMAND | _AUTO_INCREMENT | 0x14

_POWER_ON = 0x01
_RGBC_ON = 0x02
_INTERRUPT_ON = 0x10

_NEW_SAMPLE = 0x11  # AINT and AVALID

_WARM_UP_MS = 3  # 2.4 ms between power on and the first integration


class Tcs34725:
    """One sensor.

    Args:
        bus: has ``readfrom_mem_into``, ``writeto_mem`` and ``writeto`` as ``machine.I2C``, and
            perhaps ``recover``.
        clock: has ``sleep_ms``.
        integration: steps of 2.4 ms, 1..255.
        gain: 0..3 for 1, 4, 16, 60 times.
    """

    def __init__(self, bus, clock, integration: int, gain: int) -> None:
        self._bus = bus
        self._clock = clock
        self._byte = bytearray(1)
        self._clear_interrupt = bytes((_CLEAR_INTERRUPT,))
        self.integration = integration
        self.gain = gain

    def begin(self) -> int:
        """Switch the sensor on with its configuration.

        Returns:
            The id it gave, 0 if nothing answered. Only with a known id was it switched on.
        """
        try:
            self._bus.readfrom_mem_into(ADDRESS, _ID, self._byte)
            found = self._byte[0]
            if found in (ID_TCS34725, ID_TCS34727):
                self._write(_ENABLE, _POWER_ON)
                self._clock.sleep_ms(_WARM_UP_MS)
                self._write_configuration()
        except OSError:
            return 0
        return found

    def configure(self, integration: int, gain: int) -> None:
        """Change integration (steps of 2.4 ms) and gain (0..3); a new cycle begins.

        Raises:
            OSError: the sensor does not answer; the new values are kept for ``begin``.
        """
        self.integration = integration
        self.gain = gain
        self._write(_ENABLE, _POWER_ON)
        self._write_configuration()

    def recover(self) -> None:
        """Free the bus after failures, where the bus can be freed."""
        if hasattr(self._bus, "recover"):
            self._bus.recover()

    def read_into(self, raw) -> bool:
        """Read the latest sample if it is a new one; allocates nothing.

        Args:
            raw: bytearray(8), receives clear, red, green, blue as u16, little endian, in counts.

        Returns:
            Whether a cycle was finished since the last call; if not, ``raw`` is as it was.

        Raises:
            OSError: the sensor does not answer.
        """
        byte = self._byte
        self._bus.readfrom_mem_into(ADDRESS, _STATUS, byte)
        if byte[0] & _NEW_SAMPLE != _NEW_SAMPLE:
            return False
        # Cleared before the data is read: a cycle that ends in between is then read twice,
        # which does no harm, instead of never.
        self._bus.writeto(ADDRESS, self._clear_interrupt)
        self._bus.readfrom_mem_into(ADDRESS, _DATA, raw)
        return True

    def _write_configuration(self) -> None:
        self._write(_ATIME, 256 - self.integration)
        self._write(_CONTROL, self.gain)
        self._write(_PERSISTENCE, 0)
        self._bus.writeto(ADDRESS, self._clear_interrupt)
        self._write(_ENABLE, _POWER_ON | _RGBC_ON | _INTERRUPT_ON)

    def _write(self, register: int, value: int) -> None:
        self._byte[0] = value
        self._bus.writeto_mem(ADDRESS, register, self._byte)
