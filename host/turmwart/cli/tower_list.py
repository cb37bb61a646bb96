"""``turmwart tower list``: the serial ports of this machine, and what answers at the boards."""

from __future__ import annotations

import argparse

from turmwart.cli.tower_common import Listening, version
from turmwart.errors import TurmwartError
from turmwart.link.discovery import AUTO, Port, locate, ports
from turmwart.texts import say, say_error


def run(arguments: argparse.Namespace) -> int:
    """Print a line a port; only boards, and the port that is named, are opened.

    Raises:
        LinkError: the port that is named is not there.
    """
    found = list(ports())
    if arguments.port not in (None, AUTO):
        path = locate(arguments.port)
        if path not in [port.path for port in found]:
            found.append(Port(path, "", "", ""))
        found = [port for port in found if port.path == path]
    named = arguments.port not in (None, AUTO)
    if not found:
        print(say("cli.tower.no_ports"))
        return 1
    answered = False
    for port in found:
        if named or port.board:
            line, answers = _asked(port.path)
            answered |= answers
        else:
            line = say("cli.tower.unknown_port")
        print(say("cli.tower.port", path=port.path, what=port.board or port.description or "-"))
        print(f"    {line}")
    return 0 if answered else 1


def _asked(path: str) -> tuple[str, bool]:
    """What the board at a port says of itself, and whether it said anything."""
    try:
        link = Listening(path)
    except TurmwartError as error:
        return say_error(error), False
    try:
        link.connected()
        state = link.state()
        status = link.transport.status
    except TurmwartError as error:
        return say_error(error), False
    finally:
        link.transport.close()
    if state is None:
        return say("cli.tower.answers", firmware=version(status.firmware or 0)), True
    return (
        say(
            "cli.tower.answers_in_full",
            firmware=version(status.firmware or 0),
            lanes=len(state.bus_errors),
            board=state.board.hex(),
            uptime=in_hours(state.uptime_s),
            waiting=link.waiting,
        ),
        True,
    )


def in_hours(seconds: int) -> str:
    """A span of time as ``1:02:03``."""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
