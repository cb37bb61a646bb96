"""A Pico with a multiplexer and a TCS34725 behind it, for rp2040py's ``--board-spec``.

Each look at the status finds a new sample: two of an empty window, then two of a red cube.
"""

from rp2040py.boards import BoardSpec, FlashLayout
from rp2040py.rp2040 import RP2040

ADDRESS = 0x29
MULTIPLEXER = 0x70
WAVE = (b"\x0a\x00\x04\x00\x04\x00\x03\x00", b"\x2c\x01\xbe\x00\x37\x00\x3c\x00")


class Sensor:
    """The registers that the driver uses."""

    def __init__(self):
        self._register = 0
        self._command_next = True
        self._looks = 0

    def attach(self, mcu: RP2040) -> None:
        """Answer on the bus."""
        self._bus = mcu.i2c[0]
        self._bus.on_connect = self._connect
        self._bus.on_write_byte = self._write
        self._bus.on_read_byte = self._read

    def _connect(self, address: int, mode: object) -> None:
        self._command_next = True
        self._bus.complete_connect(address in (ADDRESS, MULTIPLEXER))

    def _write(self, value: int) -> None:
        if self._command_next:
            self._register = value & 0x1F
            self._command_next = False
        self._bus.complete_write(True)

    def _read(self, acknowledged: bool) -> None:
        register = self._register
        if register == 0x12:
            value = 0x44
        elif register == 0x13:
            value = 0x11
            self._looks += 1
        else:
            value = WAVE[(self._looks >> 1) & 1][(register - 0x14) & 7]
            self._register += 1
        self._bus.complete_read(value)


BOARD = BoardSpec(
    extras=(Sensor,),
    layout=FlashLayout(fs_start=0xA0000, fs_blockcount=352, fs_blocksize=4096),
)
