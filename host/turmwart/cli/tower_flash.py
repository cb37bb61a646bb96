"""``turmwart tower flash``: the matching program onto the board."""

from __future__ import annotations

import argparse
import contextlib
import time
from pathlib import Path

from turmwart.cli.tower_common import ANSWER_S, Listening, complain, version
from turmwart.errors import InputError, LinkError
from turmwart.link.discovery import locate
from turmwart.link.flash import MACHINES, Mpremote, flash, program
from turmwart.link.tcp import is_tcp
from turmwart.texts import say, say_error
from turmwart_fw import FIRMWARE

BACK_S = 15.0
"""How long a board may take from its start to its first answer."""
ASK_S = 2.0
"""How long a board that runs its program takes to answer at most."""
GONE_S = 1.5
"""How long a port may take to go after the board was told to start anew."""


def run(arguments: argparse.Namespace) -> int:
    """Put the program on the board, start it, and see that it answers.

    Raises:
        TurmwartError: no board, another one, or a step failed; the same again goes on from there.
    """
    if is_tcp(arguments.port or ""):
        raise LinkError("link.flash.usb_only", port=arguments.port)
    path = locate(arguments.port or "auto")
    files = program()
    Mpremote(path)  # before anything is done: is it installed?
    _stop_program(path, arguments.discard)
    path = _back(arguments.port or "auto")
    remote = Mpremote(path)
    try:
        done = flash(remote, files, board=arguments.board or "", machines=MACHINES)
    except LinkError:
        # The program that is on the board goes on, whole, whatever failed.
        with contextlib.suppress(LinkError):
            remote.reset()
        raise
    print(say("cli.tower.flash.board", machine=done.machine, board=done.board or "-"))
    for name in done.copied:
        print(say("cli.tower.flash.copied", file=name))
    for name in done.removed:
        print(say("cli.tower.flash.removed", file=name))
    print(say("cli.tower.flash.kept", count=len(done.kept)))
    remote.reset()
    _answers(arguments.port or "auto")
    print(say("cli.tower.flash.done", firmware=version(FIRMWARE)))
    return 0


def _stop_program(path: str, discard: bool) -> None:
    """Have a running program end, so that the prompt can be reached.

    Raises:
        InputError: events wait on the board for a table.
    """
    link = Listening(path)
    try:
        try:
            link.transport.wait_connected(ASK_S)
            link.connected()
        except LinkError as silent:
            # No program yet, another protocol, or the prompt already.
            if silent.text_id not in ("link.no_board", "link.mismatch"):
                raise
            complain(say("cli.tower.flash.silent"))
            return
        if link.waiting and not discard:
            raise InputError("cli.tower.flash.waiting", count=link.waiting)
        link.transport.ask_for_prompt()
    finally:
        link.transport.close()
    # Its port goes as it starts anew, unless it has one that stays.
    deadline = time.monotonic() + GONE_S
    while Path(path).exists() and time.monotonic() < deadline:
        time.sleep(0.05)


def _back(spec: str) -> str:
    """Where the board is after it has started anew.

    Raises:
        LinkError: it does not come back.
    """
    deadline = time.monotonic() + BACK_S
    while True:
        try:
            return locate(spec)
        except LinkError:
            if time.monotonic() > deadline:
                raise
        time.sleep(0.2)


def _answers(spec: str) -> None:
    """Wait until the new program answers, with the version it should have.

    Raises:
        LinkError: it does not, or it is another one.
    """
    deadline = time.monotonic() + BACK_S
    while True:
        try:
            link = Listening(_back(spec))
            try:
                link.transport.wait_connected(ANSWER_S)
                found = link.transport.status.firmware or 0
            finally:
                link.transport.close()
        except LinkError as error:
            if time.monotonic() > deadline:
                raise LinkError("cli.tower.flash.no_answer", reason=say_error(error)) from None
            time.sleep(0.2)
            continue
        if found != FIRMWARE:
            raise LinkError(
                "cli.tower.flash.other_firmware", found=version(found), known=version(FIRMWARE)
            )
        return
