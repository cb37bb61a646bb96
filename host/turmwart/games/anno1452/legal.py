"""Commands that stand, for players without hands and for tests."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452.areas import legal_of
from turmwart.games.anno1452.commands import Command
from turmwart.games.anno1452.questions import answers
from turmwart.games.anno1452.rules import asked
from turmwart.games.anno1452.state import State


def legal(state: State, seat: str | None = None) -> Iterator[Command]:
    """Commands that answer what is asked now: all where they can be listed, else good ones."""
    need = asked(state)
    if need is None:
        yield from legal_of(state, seat)
    else:
        yield from answers(state, need)
