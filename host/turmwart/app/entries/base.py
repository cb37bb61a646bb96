"""The form of an entry."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum
from typing import Any

from rich.text import Text

from turmwart.errors import TurmwartError

ACTIVE = "reverse"
"""Style of what a key would change now; a mark stands beside it, so no colour is needed."""


class Pressed(Enum):
    """What became of a key."""

    IGNORED = 0
    TAKEN = 1
    DONE = 2
    """The entry is finished: go to the next one."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why an entry cannot be taken yet, as text id and values."""

    text_id: str
    values: tuple[tuple[str, int | str], ...] = ()

    @classmethod
    def of(cls, error: TurmwartError) -> Problem:
        """A full disk, another writer: what was typed stays for a second try."""
        return cls(error.text_id, tuple((name, str(value)) for name, value in error.values.items()))


class Entry(ABC):
    """One slot while it is being filled in."""

    hint = "app.hint.enter"
    """Text id of the line that names the keys."""

    @abstractmethod
    def press(self, key: str, character: str | None) -> Pressed:
        """Take a key.

        Args:
            key: its name, such as ``"enter"`` or ``"a"``.
            character: what it types; None where it types nothing.
        """

    def claims(self, key: str) -> bool:
        """Whether the key belongs to this entry, so that no command of the screen may have it."""
        del key
        return False

    @property
    def more(self) -> bool:
        """Whether a list goes on beyond the page that was drawn last."""
        return False

    @property
    @abstractmethod
    def problem(self) -> Problem | None:
        """Why it cannot be taken yet; None where it can."""

    @abstractmethod
    def answer(self) -> Any:
        """What goes into the command, as plain data; only where there is no problem."""

    @abstractmethod
    def summary(self) -> str:
        """The entry in one line."""

    @abstractmethod
    def lines(self, width: int, height: int) -> list[Text]:
        """Draw the entry in at most ``height`` lines of ``width`` characters."""


def is_letter(key: str) -> bool:
    """Whether a key's name is a single character, such as ``"u"``; not ``"f2"``."""
    return len(key) == 1
