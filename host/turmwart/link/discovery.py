"""Which serial port the tower is at; never opens a port to find out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serial.tools import list_ports

from turmwart.errors import LinkError

AUTO = "auto"
TWIN_PORT = "port"
"""Name of the symbolic link to the port in a twin's folder."""

BOARDS = {
    (0x2E8A, 0x0005): "Raspberry Pi Pico",
}
"""USB vendor and product id -> board: those under which MicroPython's own firmware shows up."""


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port of this machine.

    Attributes:
        path: of the device.
        board: name of the board; empty if it is none of ``BOARDS``.
        serial_number: of the USB device; empty if it tells none.
        description: what the system calls it.
    """

    path: str
    board: str
    serial_number: str
    description: str


def ports(comports: Callable[[], Iterable[Any]] = list_ports.comports) -> tuple[Port, ...]:
    """All serial ports by path, known boards first."""
    found = [
        Port(
            path=info.device,
            board=BOARDS.get((info.vid, info.pid), ""),
            serial_number=info.serial_number or "",
            description=info.description or "",
        )
        for info in comports()
    ]
    return tuple(sorted(found, key=lambda port: (not port.board, port.path)))


def find(port_spec: str, comports: Callable[[], Iterable[Any]] = list_ports.comports) -> str:
    """The path of the port that is meant.

    Args:
        port_spec: ``"auto"`` (the one known board), the path of a port, or a twin's folder.
        comports: lists the ports of this machine.

    Raises:
        LinkError: ``link.no_port``, ``link.none_found`` or ``link.several_found``.
    """
    if port_spec == AUTO:
        boards = [port.path for port in ports(comports) if port.board]
        if not boards:
            raise LinkError("link.none_found", boards=", ".join(sorted(set(BOARDS.values()))))
        if len(boards) > 1:
            raise LinkError("link.several_found", ports=", ".join(boards))
        return boards[0]
    path = Path(port_spec)
    if path.is_dir():
        path = path / TWIN_PORT
    if not path.exists():
        raise LinkError("link.no_port", port=str(path))
    return str(path)
