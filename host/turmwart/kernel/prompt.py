"""What the table must or may do next, in words (text ids) and as data.

A prompt names the command it leads to; the slots name that command's fields. ``command_of`` makes
the command of the answers, so that app, web and scenario files need no knowledge of a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from turmwart.kernel.canon import from_plain
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.game import Game

Value = int | str | bool | None
NONE = Cubes()


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen.

    Attributes:
        value: what enters the command.
        text: text id of its label; empty where ``label`` holds a name the table itself gave.
        label: a proper name (player, province), shown as it is.
        values: what the text names.
    """

    value: int | str | bool | None
    text: str = ""
    label: str = ""
    values: tuple[tuple[str, int | str], ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Choose one option for the field ``name``."""

    name: str
    options: tuple[Option, ...]
    default: int | str | bool | None = None


@dataclass(frozen=True, slots=True)
class Several:
    """Choose ``least`` to ``most`` of the options, in an order that may matter.

    ``default``: values that are chosen to begin with.
    """

    name: str
    options: tuple[Option, ...]
    least: int = 0
    most: int = 0
    ordered: bool = False
    default: tuple[int | str, ...] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """Enter a whole number from ``least`` to ``most`` (None: open)."""

    name: str
    least: int | None = None
    most: int | None = None
    default: int | None = None


@dataclass(frozen=True, slots=True)
class CubeCount:
    """Enter cubes by colour.

    Attributes:
        name: field of the command.
        bounds: the most of each colour that can be there.
        expected: what is known to have gone in or be there, for the screens.
        tower: True where the tower's sensor and the camera may answer.
        hidden: True where ``bounds`` tell what the table plays without seeing: they are for
            witnesses and rules, and no screen shows them.
        colours: all that may be entered where ``bounds`` are hidden: a colour that is missing in
            them, or the only one, would tell as much.
    """

    name: str
    bounds: Cubes
    expected: Cubes = NONE
    tower: bool = False
    hidden: bool = False
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceThrow:
    """Throw ``count`` dice with ``sides`` sides and enter their values.

    Attributes:
        name: field of the command.
        rolls: whether the field may stay empty: the command then asks the table's rolls.
    """

    name: str
    count: int
    sides: int = 6
    rolls: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """Enter a short text."""

    name: str
    longest: int = 60
    default: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Enter several lines: one row per name, each a number, a choice or a text.

    The answer is an object ``{row name: value}``; the command's field receives a tuple of
    ``(name, value)`` pairs in the order of the rows.
    """

    name: str
    rows: tuple[Choice | Number | Text, ...]


Slot = Choice | Several | Number | CubeCount | DiceThrow | Text | Sheet


@dataclass(frozen=True, slots=True)
class Prompt:
    """One thing the table must or may do now.

    Attributes:
        id: id of the request, such as ``"wallenstein.prompt.choose_tile"``. Its words are the
            text ``id + ".text"``, filled from ``values``; its short label for menus and undo is
            ``id + ".label"``; slot ``name`` is called ``id + "." + name`` where the game's
            ``<game>.slot.<name>`` does not do.
        command: name of the command's class, such as ``"ChooseTile"``.
        seat: whose turn it is; empty where the whole table is asked.
        must: False where it may be left out.
        slots: what to enter, in order; names are fields of the command.
        fixed: fields of the command that the prompt already knows.
        rule: id of the rule that asks.
        values: what the text names.
    """

    id: str
    command: str
    seat: str = ""
    must: bool = True
    slots: tuple[Slot, ...] = ()
    fixed: tuple[tuple[str, Value], ...] = ()
    rule: str = ""
    values: tuple[tuple[str, int | str], ...] = ()


def command_of(game: Game, prompt: Prompt, answers: Mapping[str, Any]) -> Any:
    """The command that ``answers`` (slot name -> plain data) to ``prompt`` make.

    Raises:
        ValueError: an answer is missing, unknown or of the wrong kind; the message names it.
    """
    sheets = {slot.name: slot for slot in prompt.slots if isinstance(slot, Sheet)}
    slots = {slot.name for slot in prompt.slots}
    unknown = sorted(set(answers) - slots - {"waived"})
    if unknown:
        raise ValueError(f"{prompt.id} does not ask for {', '.join(unknown)}")
    plain: dict[str, Any] = dict(prompt.fixed)
    for name, answer in answers.items():
        plain[name] = _pairs(sheets[name], answer) if name in sheets else answer
    return from_plain(game.commands[prompt.command], plain)


def _pairs(sheet: Sheet, answer: Any) -> list[list[Any]]:
    if not isinstance(answer, Mapping):
        raise ValueError(f"{sheet.name}: expected rows by name, got {answer!r}")
    names = [row.name for row in sheet.rows]
    unknown = sorted(set(answer) - set(names))
    if unknown:
        raise ValueError(f"{sheet.name} has no row {', '.join(unknown)}")
    return [[name, answer[name]] for name in names if name in answer]
