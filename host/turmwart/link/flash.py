"""Puts the board's program on the board, by ``mpremote`` underneath.

In four steps: look (which board, what its files hold), copy what differs under a name of its own,
check the copies by their hash, put them all in place, the start file last. Whatever fails, the
same command again goes on from there; until the last step the old program is whole.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any

from turmwart.errors import LinkError

MACHINES = ("Raspberry Pi Pico",)
"""What the name of a board's machine begins with, as MicroPython tells it."""

NEW = ".new"
"""Ending of a copy that is not in place yet."""

STEP_S = 120.0
"""How long one step may take."""
RESET_S = 15.0

_PACKAGES = ("turmwart_wire", "turmwart_fw")
_START = ("boot.py", "main.py")

_LOOK = """
import binascii, hashlib, json, os, sys
names = {names!r}
folders = {folders!r}
def digest(name):
    try:
        file = open(name, "rb")
    except OSError:
        return ""
    sum = hashlib.sha256()
    with file:
        while True:
            part = file.read(512)
            if not part:
                break
            sum.update(part)
    return binascii.hexlify(sum.digest()).decode()
def listed(folder):
    try:
        return [folder + "/" + name for name in os.listdir(folder) if name.endswith(".py")]
    except OSError:
        return []
try:
    from machine import unique_id
    board = binascii.hexlify(unique_id()).decode()
except ImportError:
    board = ""
print(json.dumps(dict(
    machine=getattr(sys.implementation, "_machine", ""),
    board=board,
    version=".".join([str(n) for n in sys.implementation.version[:3]]),
    digests=dict([(name, digest(name)) for name in names]),
    others=[name for folder in folders for name in listed(folder) if name not in names],
)))
"""

_FOLDERS = """
import os
for folder in {folders!r}:
    try:
        os.mkdir(folder)
    except OSError:
        os.stat(folder)
"""

_REPLACE = """
import os
for name in {names!r}:
    try:
        os.rename(name + {new!r}, name)
    except OSError:
        os.remove(name)
        os.rename(name + {new!r}, name)
for name in {others!r}:
    os.remove(name)
if hasattr(os, "sync"):
    os.sync()
"""


@dataclass(frozen=True, slots=True)
class BoardFiles:
    """What is on a board.

    Attributes:
        machine: what MicroPython calls the board.
        board: its id in hexadecimal digits; empty where it has none.
        version: of MicroPython.
        digests: name of a file -> SHA-256 in hexadecimal digits, empty where there is none.
        others: files in the program's folders that do not belong to it.
    """

    machine: str
    board: str
    version: str
    digests: Mapping[str, str]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flashed:
    """What was done.

    Attributes:
        machine: what MicroPython calls the board.
        board: its id; empty where it has none.
        copied: files that were copied.
        kept: files that were right already.
        removed: files of an older program that were taken away.
    """

    machine: str
    board: str
    copied: tuple[str, ...]
    kept: tuple[str, ...]
    removed: tuple[str, ...]


class Mpremote:
    """Runs ``mpremote`` on one port.

    Args:
        port: path of the port.
        python: the interpreter that has the package ``mpremote``.

    Raises:
        LinkError: ``link.flash.no_mpremote``.
    """

    def __init__(self, port: str, python: str = sys.executable) -> None:
        if python == sys.executable and find_spec("mpremote") is None:
            raise LinkError("link.flash.no_mpremote")
        self.port = port
        self._command = [python, "-m", "mpremote", "connect", port]

    def run(self, step: str, *words: str, timeout_s: float = STEP_S) -> str:
        """Run one command, after ``resume``: what runs on the board is stopped, not restarted.

        Args:
            step: text id of what is done, for errors.
            words: of the command.
            timeout_s: how long it may take.

        Returns:
            What the board printed.

        Raises:
            LinkError: ``link.flash.failed`` or ``link.flash.silent``.
        """
        try:
            done = subprocess.run(
                [*self._command, "resume", *words],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=timeout_s,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise LinkError(
                "link.flash.silent", port=self.port, seconds=f"{timeout_s:g}", step=f"@{step}"
            ) from None
        if done.returncode:
            said = (done.stderr + done.stdout).decode("utf-8", "replace").strip()
            reason = said.splitlines()[-1] if said else f"mpremote: {done.returncode}"
            raise LinkError("link.flash.failed", port=self.port, step=f"@{step}", reason=reason)
        return done.stdout.decode("utf-8", "replace")

    def reset(self) -> None:
        """Start the board anew.

        Raises:
            LinkError: it does not.
        """
        self.run("link.flash.step_reset", "reset", timeout_s=RESET_S)


def program(firmware: Path | None = None) -> dict[str, Path]:
    """The files of the board's program: name on the board -> file here, the start file last.

    Args:
        firmware: folder with ``turmwart_wire``, ``turmwart_fw`` and ``on-board``; None: the one
            this program was installed with.

    Raises:
        LinkError: ``link.flash.no_source``.
    """
    files: dict[str, Path] = {}
    for package in _PACKAGES:
        folder = _package(package) if firmware is None else firmware / package
        for file in sorted(folder.rglob("*.py")):
            files[f"{package}/{file.relative_to(folder).as_posix()}"] = file
    start = (_package("turmwart_fw").parent if firmware is None else firmware) / "on-board"
    for file in sorted(start.glob("*.py")):
        if file.name not in (*_START, "manifest.py"):
            files[file.name] = file
    for name in _START:
        if not (start / name).is_file():
            raise LinkError("link.flash.no_source", path=str(start / name))
        files[name] = start / name
    return files


def flash(
    remote: Mpremote,
    files: Mapping[str, Path],
    *,
    board: str = "",
    machines: Sequence[str] = MACHINES,
) -> Flashed:
    """Make a board hold a program; what it holds already is not copied again.

    Args:
        remote: the way to the board.
        files: name on the board -> file here; they come into place in this order.
        board: the id the board must have, in hexadecimal digits; empty: any.
        machines: what the name of its machine may begin with; empty: anything.

    Raises:
        LinkError: another board, or a step failed. Repeating goes on where it stopped.
    """
    wanted = {name: _digest(file) for name, file in files.items()}
    seen = look(remote, [name + end for name in wanted for end in ("", NEW)])
    if machines and not seen.machine.startswith(tuple(machines)):
        raise LinkError(
            "link.flash.other_board",
            port=remote.port,
            found=seen.machine or "?",
            known=", ".join(machines),
        )
    if board and seen.board != board.lower():
        raise LinkError(
            "link.flash.other_id", port=remote.port, found=seen.board or "?", expected=board
        )
    changed = [name for name, digest in wanted.items() if seen.digests[name] != digest]
    to_copy = [name for name in changed if seen.digests[name + NEW] != wanted[name]]
    if to_copy:
        _copy(remote, files, to_copy)
    if changed:
        _check(remote, {name + NEW: wanted[name] for name in changed})
    if changed or seen.others:
        _exec(remote, "step_replace", _REPLACE, names=changed, new=NEW, others=list(seen.others))
        _check(remote, wanted)
    return Flashed(
        machine=seen.machine,
        board=seen.board,
        copied=tuple(changed),
        kept=tuple(name for name in wanted if name not in changed),
        removed=seen.others,
    )


def look(remote: Mpremote, names: Iterable[str]) -> BoardFiles:
    """What board it is, and what its files hold.

    Raises:
        LinkError: it does not answer.
    """
    asked = list(names)
    said = _exec(remote, "step_look", _LOOK, names=asked, folders=_folders(asked))
    lines = [line for line in said.splitlines() if line.startswith("{")]
    if not lines:
        raise LinkError(
            "link.flash.failed", port=remote.port, step="@link.flash.step_look", reason=said
        )
    plain: dict[str, Any] = json.loads(lines[-1])
    return BoardFiles(
        machine=plain["machine"],
        board=plain["board"],
        version=plain["version"],
        digests=plain["digests"],
        others=tuple(plain["others"]),
    )


def _copy(remote: Mpremote, files: Mapping[str, Path], names: Sequence[str]) -> None:
    _exec(remote, "step_copy", _FOLDERS, folders=_folders(names))
    words: list[str] = []
    for name in names:
        words += ["+"] if words else []
        words += ["fs", "cp", str(files[name]), f":{name}{NEW}"]
    remote.run("link.flash.step_copy", *words)


def _check(remote: Mpremote, wanted: Mapping[str, str]) -> None:
    digests = look(remote, wanted).digests
    wrong = [name for name, digest in wanted.items() if digests[name] != digest]
    if wrong:
        raise LinkError("link.flash.not_verified", files=", ".join(wrong))


def _exec(remote: Mpremote, step: str, script: str, **values: object) -> str:
    for name, value in values.items():
        script = script.replace("{" + name + "!r}", repr(value))
    return remote.run(f"link.flash.{step}", "exec", script)


def _folders(names: Iterable[str]) -> list[str]:
    """All folders of the files, outer ones first."""
    found: set[str] = set()
    for name in names:
        found.update(str(folder) for folder in PurePosixPath(name).parents if folder.name)
    return sorted(found)


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _package(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise LinkError("link.flash.no_source", path=name)
    return Path(next(iter(spec.submodule_search_locations)))
