"""Where the server can be reached: sockets, the machine's address, a code to point a phone at."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket

import segno

from turmwart.errors import InputError, TurmwartError

_ANY_PORT_TRIES = 16
_OUTSIDE = ("192.0.2.1", 9)
"""An address reserved for documents; choosing a way to it sends nothing."""
_SEND_BUFFER_BYTES = 1 << 16
"""What the system may hold back for one screen: a slow one shall not see a long past."""
_QUIET = 2
"""Light modules around a code."""
_BLOCKS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
_TURNED = str.maketrans("█▀▄ ", " ▄▀█")


def lan_address() -> str:
    """The IPv4 address of this machine in the local network.

    Raises:
        TurmwartError: the machine is in no network.
    """
    candidates = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_OUTSIDE)
            candidates.append(probe.getsockname()[0])
        except OSError:
            # No way out of the local network; the machine's own name may still tell.
            pass
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        found = []
    candidates += [str(entry[4][0]) for entry in found]
    for candidate in candidates:
        address = ipaddress.ip_address(candidate)
        if not (address.is_loopback or address.is_unspecified or address.is_multicast):
            return str(candidate)
    raise TurmwartError("server.no_network")


def listen(hosts: tuple[str, ...], port: int) -> list[socket.socket]:
    """Sockets that listen on all ``hosts`` under one port.

    Args:
        hosts: IPv4 addresses of this machine.
        port: 1..65535; 0 for any that is free.

    Raises:
        InputError: no such port.
        TurmwartError: the port is in use, or may not be used.
    """
    if not 0 <= port <= 65535:
        raise InputError("server.bad_port", port=port)
    for attempt in range(_ANY_PORT_TRIES):
        sockets: list[socket.socket] = []
        try:
            for host in hosts:
                chosen = sockets[0].getsockname()[1] if sockets else port
                sockets.append(_bind(host, chosen))
        except OSError as error:
            for bound in sockets:
                bound.close()
            # A free port on one address may be taken on the other: try another one.
            again = port == 0 and error.errno == errno.EADDRINUSE
            if not again or attempt == _ANY_PORT_TRIES - 1:
                raise _fault(error, host, chosen) from error
        else:
            return sockets
    raise AssertionError("the last attempt returns or raises")


def code_lines(url: str) -> tuple[str, ...]:
    """A QR code of ``url`` as lines of half blocks; dark modules are drawn.

    Meant to be shown black on white; ``on_dark`` turns it for a terminal with a dark ground.
    """
    modules = segno.make(url, error="m", micro=False).matrix_iter(border=_QUIET)
    rows = [[bool(dark) for dark in row] for row in modules]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    return tuple(
        "".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )


def on_dark(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of a code for light writing on a dark ground: light modules are drawn."""
    return tuple(line.translate(_TURNED) for line in lines)


def _bind(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # Elsewhere this option lets two programs share a port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit it.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
        listener.bind((host, port))
        # Without this the port still counts as free to a second program that binds only.
        listener.listen()
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener


def _fault(error: OSError, host: str, port: int) -> TurmwartError:
    if error.errno == errno.EADDRINUSE:
        return TurmwartError("server.port_in_use", host=host, port=port)
    return TurmwartError("server.port_refused", host=host, port=port, reason=error.strerror)
