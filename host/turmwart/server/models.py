"""What the page shows and the interface answers, described for OpenAPI.

All words are said already, in the language of the server; nothing here knows a game.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    """A part of an answer."""

    model_config = ConfigDict(frozen=True)


class Fact(Model):
    """One thing that always stands at the top of the screen."""

    id: str
    label: str
    value: str


class Colour(Model):
    """A colour, told in three ways so that nobody needs to see it."""

    id: str
    name: str
    letter: str = Field(description="One or two letters that stand for the colour on a cube.")


class Count(Model):
    """Cubes of one colour."""

    colour: Colour
    count: int = Field(ge=0)


class Ask(Model):
    """What the table must or may do now, in words."""

    id: str
    text: str
    who: str = Field(description="The player who is asked; empty: the whole table.")
    colour: Colour | None
    must: bool
    rule: str


class Head(Model):
    """Heading of a column, long and short."""

    text: str
    short: str
    number: bool = True


class Cell(Model):
    """A value in a table; ``note`` stands small beside it, ``spoken`` says the note in full."""

    text: str
    note: str = ""
    spoken: str = ""


class Row(Model):
    """A player in the table of scores."""

    seat: str
    name: str
    colour: Colour
    turn: bool
    cells: tuple[Cell, ...]


class Scores(Model):
    """The table of scores."""

    caption: str
    note: str
    heads: tuple[Head, ...]
    rows: tuple[Row, ...]


class Tally(Model):
    """Cubes of one colour in a throw.

    ``thrown`` went in now, at most ``most`` can come out; None: the table plays without seeing it.
    """

    colour: Colour
    who: str = Field(description="The player whose colour it is; empty: nobody's.")
    fallen: int
    thrown: int
    most: int | None


class Throw(Model):
    """A throw that is under way, or cubes that fell outside one."""

    title: str
    status: str
    fallen: tuple[Colour, ...] = Field(description="In the order in which they fell.")
    tally: tuple[Tally, ...]


class Side(Model):
    """One side of a battle; ``strength`` is None while it is not decided."""

    role: str
    name: str
    colour: Colour
    cubes: int
    strength: int | None


class Battle(Model):
    """A battle: what goes into the tower, or how it ended."""

    title: str
    place: str
    sides: tuple[Side, ...]
    winner: int | None = Field(description="Index of the side that won; None: nobody, or open.")
    outcome: str
    cubes: tuple[Count, ...] = Field(description="What lay in the tray after the throw.")
    lines: tuple[str, ...] = Field(description="What followed, and what to take from the tray.")


class Detail(Model):
    """A table to look something up in."""

    id: str
    title: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[str, ...], ...]


class LogLine(Model):
    """A line of the log."""

    step: int
    id: str
    text: str


class Scene(Model):
    """What a game adds to the screen."""

    facts: tuple[Fact, ...]
    scores: Scores
    battle: Battle | None
    last_battle: Battle | None
    battles: bool = Field(default=True, description="Whether there are battles in this game.")
    result: tuple[str, ...]
    details: tuple[Detail, ...]


class Screen(Scene):
    """The whole screen at one moment: what the page shows and ``/live`` sends."""

    table: str
    game: str
    version: int = Field(description="Number of events in the journal.")
    revision: int = Field(description="Number of changes since the server started.")
    asks: tuple[Ask, ...]
    throw: Throw | None
    notice: str = Field(description="Last news of the tower; empty if there are none.")
    log: tuple[LogLine, ...]


class TableAnswer(Model):
    """Which table this is."""

    name: str
    game: str
    version: int
    revision: int
    language: str
    cubes_waiting: int = Field(description="Cubes that were seen and belong to no step yet.")


class PromptAnswer(Model):
    """A prompt in words and as data."""

    text: str
    label: str
    data: dict[str, Any]


class PromptsAnswer(Model):
    """What must or may be done now, most urgent first."""

    version: int
    prompts: tuple[PromptAnswer, ...]


class ViewAnswer(Model):
    """What everybody at the table may see, as data."""

    version: int
    view: dict[str, Any]


class LogValue(Model):
    """A value that a line of the log names; ``@`` stands before a text id, also within lists."""

    name: str
    value: int | str


class LogEntry(LogLine):
    """A line of the log in words and as data."""

    values: tuple[LogValue, ...]


class LogAnswer(Model):
    """The last lines of the log, oldest first."""

    version: int
    lines: tuple[LogEntry, ...]


class BattleAnswer(Model):
    """The throw and the battle under way, and the last battle that was decided."""

    version: int
    throw: Throw | None
    battle: Battle | None
    last_battle: Battle | None
