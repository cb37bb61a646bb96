"""What a game draws on the screens; each game's folder has one, and plain tables need none."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from rich.text import Text
from textual.screen import Screen

from turmwart.app.doors import Doors, NewTable
from turmwart.app.widgets.form import Draft
from turmwart.app.words import Words
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.prompt import Prompt
from turmwart.table.table import Table

Mean = Callable[[int, int], float] | None
"""``mean(thrown, inside)``: how many cubes of a colour fall on average; None: nobody knows."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A form of a wizard whose answers are looked at while it still stands there.

    Attributes:
        prompt: the form.
        take: gives the answers, with what was made of them; raises ``TurmwartError``, which is
            said in place.
    """

    prompt: Prompt
    take: Callable[[dict[str, Any]], dict[str, Any]]


Wizard = Generator[Prompt | Asked, dict[str, Any], NewTable]
"""Yields forms, receives their answers, returns the new table."""


class Face(Protocol):
    """Draws what ``Game.view`` returned."""

    def who(self, view: Any, seat: str, words: Words) -> str:
        """Name and colour of a seat; empty for the whole table."""
        ...

    def header(self, view: Any, words: Words, width: int) -> list[Text]:
        """Where the game stands: season, phase, step, whose turn."""
        ...

    def overview(self, view: Any, words: Words, width: int) -> list[Text]:
        """One line for each player."""
        ...

    def side(self, view: Any, words: Words, width: int, height: int) -> list[Text]:
        """What stands beside it all where the terminal is wide."""
        ...

    def provinces(self, view: Any, page: int, words: Words, width: int) -> list[Text]:
        """What each place of player number ``page`` holds and would bring."""
        ...

    def pages(self, view: Any) -> int:
        """How many pages of places there are."""
        ...

    def first_page(self, view: Any) -> int:
        """The page of the player whose turn it is."""
        ...

    def tower(self, view: Any, words: Words, width: int, mean: Mean) -> list[Text]:
        """What lies in tower and tray; shown on request."""
        ...

    def court(self, view: Any, words: Words, width: int) -> list[Text]:
        """What lies at the Imperial Court; empty where there is none."""
        ...

    def throw(self, view: Any, words: Words, width: int) -> list[Text]:
        """Who fights whom and what is poured, while cubes are to be thrown."""
        ...

    def inside(self, view: Any) -> Cubes | None:
        """What lies in the tower by the books; None where it is not to be shown."""
        ...

    def hand(self, view: Any) -> Cubes:
        """What is poured now."""
        ...

    def outcome(self, before: Any, after: Any, words: Words, width: int) -> list[Text]:
        """What the rules make of a throw, and what to take from the tray; ``before`` is the
        view with the throw still to be booked, ``after`` the one behind it."""
        ...


class PlainFace:
    """A game without drawings of its own: prompts, log and tower work all the same."""

    def who(self, view: Any, seat: str, words: Words) -> str:
        """The seat itself."""
        return seat

    def header(self, view: Any, words: Words, width: int) -> list[Text]:
        """Nothing."""
        return []

    def overview(self, view: Any, words: Words, width: int) -> list[Text]:
        """Nothing."""
        return []

    def side(self, view: Any, words: Words, width: int, height: int) -> list[Text]:
        """Nothing."""
        return []

    def provinces(self, view: Any, page: int, words: Words, width: int) -> list[Text]:
        """Nothing."""
        return []

    def pages(self, view: Any) -> int:
        """None."""
        return 0

    def first_page(self, view: Any) -> int:
        """None."""
        return 0

    def tower(self, view: Any, words: Words, width: int, mean: Mean) -> list[Text]:
        """Nothing."""
        return []

    def court(self, view: Any, words: Words, width: int) -> list[Text]:
        """Nothing."""
        return []

    def throw(self, view: Any, words: Words, width: int) -> list[Text]:
        """Nothing."""
        return []

    def inside(self, view: Any) -> Cubes | None:
        """Unknown."""
        return None

    def hand(self, view: Any) -> Cubes:
        """Unknown."""
        return Cubes()

    def outcome(self, before: Any, after: Any, words: Words, width: int) -> list[Text]:
        """Nothing."""
        return []


class Extras(Protocol):
    """What a game has beside its drawings: a quick form, odds, a board that is entered."""

    tells: bool
    """Whether there are screens for what the table asks aloud, and for the figures."""

    def quick(self, table: Table, words: Words) -> Callable[[], Draft | None] | None:
        """Gives the game's own form for what is done most often; None while there is none."""
        ...

    def odds(self, table: Table, draft: Draft | None) -> Screen[bool] | None:
        """The odds of what is typed or fought; None where there are none now.

        The screen gives True where what was typed is to be carried out.
        """
        ...

    def cubes(self, prompts: Sequence[Prompt]) -> tuple[Prompt, ...]:
        """Those of ``prompts`` that tell where cubes are; none where the game has none."""
        ...

    def prepare(self, table: Table) -> Iterator[None]:
        """Work ahead for a table that was opened, a little at each step."""
        ...

    def mean(self, table: Table) -> Mean:
        """What falls on average in the next throw, by what the table's own tower has taught.

        None where it has taught nothing; what is known otherwise serves then.
        """
        ...

    def quiet(self, text_id: str) -> bool:
        """Whether a line of the log is left out on the screens."""
        ...

    def dice_at_once(self, view: Any) -> int:
        """How many dice the table throws at once, at most."""
        ...

    def aloud(self, table: Table, words: Words, mean: Mean) -> Screen[None] | None:
        """What the table asks aloud; None where the game has no such screen."""
        ...

    def chronicle(self, table: Table, words: Words) -> Screen[None] | None:
        """What happened so far, in figures; None where the game has no such screen."""
        ...

    def board(self, book: Any, words: Words) -> Screen[None]:
        """Where the printed board is entered, for a book of ``Doors.books``."""
        ...


class Towerless:
    """What ``Extras`` of a game have whose cubes go through no tower that is kept in the books."""

    def cubes(self, prompts: Sequence[Prompt]) -> tuple[Prompt, ...]:
        """None tells where cubes are."""
        del prompts
        return ()

    def prepare(self, table: Table) -> Iterator[None]:
        """Nothing is to be prepared."""
        del table
        return iter(())

    def mean(self, table: Table) -> Mean:
        """None: no tower has taught anything."""
        del table
        return None


class QuickForm(ABC):
    """Gives the game's own form for what is done most often; the same one until the table moves on.

    Args:
        table: the table.
        words: the language.
    """

    def __init__(self, table: Table, words: Words) -> None:
        self._table = table
        self._words = words
        self._made: tuple[int, Draft | None] = (-1, None)

    def __call__(self) -> Draft | None:
        """The form; None where another one serves."""
        if self._made[0] != self._table.version:
            self._made = (self._table.version, self._make())
        return self._made[1]

    @abstractmethod
    def _make(self) -> Draft | None: ...


class Master(Protocol):
    """A game that somebody leads: what he sees, and what the table must not."""

    def screen(self, table: Table, words: Words) -> Screen[None]:
        """The game master's own screen; it shows secrets."""
        ...

    def secret(self, text_id: str) -> bool:
        """Whether a line of the log is for the game master alone."""
        ...

    def doubt(self, table: Table, prompt: Prompt) -> Prompt | None:
        """What the table is asked before it carries out a prompt; None where nothing.

        The answer ``choice`` is ``stay`` where it is not to be carried out.
        """
        ...

    def before(self, table: Table, choice: str) -> Sequence[Any]:
        """Commands that come before what was asked for, by the answer to ``doubt``."""
        ...


_FACES = {
    "wallenstein": "turmwart.app.screens.wallenstein.face",
    "wallenstein_light": "turmwart.app.screens.wallenstein_light.face",
    "anno1452": "turmwart.app.screens.anno1452.face",
    "paladins": "turmwart.app.screens.paladins.face",
    "kingofkings": "turmwart.app.screens.kingofkings.face",
}
_WIZARDS = {
    "wallenstein": "turmwart.app.screens.wallenstein.new",
    "wallenstein_light": "turmwart.app.screens.wallenstein.new",
    "anno1452": "turmwart.app.screens.anno1452.new",
    "paladins": "turmwart.app.screens.paladins.new",
    "kingofkings": "turmwart.app.screens.kingofkings.new",
}
_EXTRAS = {
    "wallenstein": "turmwart.app.screens.wallenstein.extras",
    "wallenstein_light": "turmwart.app.screens.wallenstein_light.extras",
    "anno1452": "turmwart.app.screens.anno1452.extras",
    "paladins": "turmwart.app.screens.paladins.extras",
}

_MASTERS = {"kingofkings": "turmwart.app.screens.kingofkings.master"}


def face_of(game: str) -> Face:
    """The drawings of a game."""
    if game not in _FACES:
        return PlainFace()
    face: Face = import_module(_FACES[game]).FACE
    return face


def extras_of(game: str) -> Extras | None:
    """What a game has beside its drawings; None where there is nothing."""
    if game not in _EXTRAS:
        return None
    extras: Extras = import_module(_EXTRAS[game]).EXTRAS
    return extras


def master_of(game: str) -> Master | None:
    """What a game's master sees; None where nobody leads it."""
    if game not in _MASTERS:
        return None
    master: Master = import_module(_MASTERS[game]).MASTER
    return master


def wizard_of(game: str, doors: Doors, taken: frozenset[str], words: Words) -> Wizard:
    """The forms for a new table of a game.

    Args:
        game: a game of ``games_with_wizard``.
        doors: the options and colours there are.
        taken: names of tables there are.
        words: the language.
    """
    module = import_module(_WIZARDS[game])
    making = module.light_wizard if game == "wallenstein_light" else module.wizard
    wizard: Wizard = making(doors, taken, words)
    return wizard


def free_name(taken: frozenset[str], words: Words) -> str:
    """A name for a new table that is not ``taken``."""
    number = 1
    while words("app.new.name", n=number) in taken:
        number += 1
    return words("app.new.name", n=number)


def games_with_wizard() -> tuple[str, ...]:
    """Games for which a new table can be made."""
    return tuple(_WIZARDS)
