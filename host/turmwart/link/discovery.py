"""Which serial port the tower is at; never opens a port to find out.

A port is opened only where its USB ids are those of a board that runs MicroPython, or where
somebody named it: bytes sent to an unknown device may do anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serial.tools import list_ports

from turmwart.errors import LinkError
from turmwart.link.tcp import address, is_tcp, tower_key

AUTO = "auto"
TWIN_PORT = "port"
"""Name of the symbolic link to the port in a twin's folder."""

BOARDS = {
    (0x2E8A, 0x0005): "Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W",
}
"""USB vendor and product id -> board: those under which MicroPython's own firmware shows up. Its
rp2 port has one pair for all boards; which one it is, the board says itself (see ``flash``)."""

Comports = Callable[[], Iterable[Any]]


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port of this machine.

    Attributes:
        path: of the device.
        board: name of the board; empty if it is none that runs MicroPython.
        serial_number: of the USB device; empty if it tells none.
        description: what the system calls it.
    """

    path: str
    board: str
    serial_number: str
    description: str


def ports(comports: Comports = list_ports.comports) -> tuple[Port, ...]:
    """All serial ports by path, boards first."""
    found = [
        Port(
            path=info.device,
            board=_board(info),
            serial_number=info.serial_number or "",
            description=info.description or "",
        )
        for info in comports()
    ]
    return tuple(sorted(found, key=lambda port: (not port.board, port.path)))


def find(port_spec: str, comports: Comports = list_ports.comports) -> str:
    """What a transport is to look for: a path, or ``AUTO`` where the board is looked for by USB.

    Args:
        port_spec: ``"auto"`` (the one board, which may be plugged in later), the path of a port,
            a twin's folder, or ``tcp://HOST:PORT``.
        comports: lists the ports of this machine.

    Raises:
        LinkError: ``link.no_port``, ``link.several_found`` where auto has to choose, or what
            ``tcp.address`` and ``tcp.tower_key`` raise.
    """
    if port_spec == AUTO:
        boards = _boards(comports)
        if len(boards) > 1:
            raise _several(boards)
        return AUTO
    return _named(port_spec)


def locate(port_spec: str, comports: Comports = list_ports.comports) -> str:
    """The path of the port that is meant, as things stand just now.

    Raises:
        LinkError: ``link.no_port``, ``link.none_found`` or ``link.several_found``; for TCP see
            ``find``.
    """
    if port_spec != AUTO:
        return _named(port_spec)
    boards = _boards(comports)
    if not boards:
        raise LinkError("link.none_found", boards=", ".join(sorted(BOARDS.values())))
    if len(boards) > 1:
        raise _several(boards)
    return boards[0].path


class Place:
    """Where a board is, though its path may change: remembered by its USB serial number.

    A board that was unplugged in use often comes back under another path.

    Args:
        port_spec: see ``find``.
        comports: lists the ports of this machine.
    """

    def __init__(self, port_spec: str, comports: Comports = list_ports.comports) -> None:
        self.spec = port_spec
        self._comports = comports
        self._serial_number = ""

    def path(self) -> str:
        """Where the board is just now.

        Raises:
            LinkError: it is nowhere; see ``locate``.
        """
        if self._serial_number and (self.spec == AUTO or not Path(self.spec).exists()):
            for port in _boards(self._comports):
                if port.serial_number == self._serial_number:
                    return port.path
        return locate(self.spec, self._comports)

    def answered(self, path: str) -> None:
        """The right board has answered at ``path``; later it is found by its serial number."""
        if is_tcp(self.spec):
            return
        real = str(Path(path).resolve())
        for port in _boards(self._comports):
            if port.path in (path, real):
                self._serial_number = port.serial_number


def _board(info: Any) -> str:
    return BOARDS.get((info.vid, info.pid), "")


def _boards(comports: Comports) -> list[Port]:
    return [port for port in ports(comports) if port.board]


def _named(port_spec: str) -> str:
    if is_tcp(port_spec):
        address(port_spec)
        tower_key()
        return port_spec
    path = Path(port_spec)
    if path.is_dir():
        path = path / TWIN_PORT
    if not path.exists():
        raise LinkError("link.no_port", port=str(path))
    return str(path)


def _several(boards: Iterable[Port]) -> LinkError:
    return LinkError("link.several_found", ports=", ".join(port.path for port in boards))
