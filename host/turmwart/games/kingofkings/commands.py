"""What is wanted of a game; each command may name rules that the game master waives."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HandIn:
    """A player hands in a sheet, a text of lines, for this round; it replaces the one before."""

    player: int
    text: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConfirmLine:
    """A doubtful line is to be carried out as it was read."""

    player: int
    line: int
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayRound:
    """All sheets are in: play the round."""

    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetOption:
    """The game master changes an option; the value as text."""

    name: str
    value: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AddTribe:
    """A new tribe joins, with a foot soldier in a neutral province."""

    number: int
    leader: str
    x: int
    y: int
    culture: str = ""
    npc: bool = False
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DropTribe:
    """A player leaves; nobody plays the tribe from now on."""

    number: int
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectUnits:
    """The game master sets how many units of a kind a tribe has in a field."""

    x: int
    y: int
    player: int
    unit: str
    count: int
    reason: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectStock:
    """The game master sets a number of a tribe: ``wp``, ``wood``, ``food`` or ``vp``."""

    player: int
    what: str
    value: int
    reason: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rename:
    """The game master changes a name that does not fit: of a province, or of a leader at 0/0."""

    x: int
    y: int
    player: int
    name: str
    reason: str
    waived: tuple[str, ...] = ()


Command = (
    HandIn
    | ConfirmLine
    | PlayRound
    | SetOption
    | AddTribe
    | DropTribe
    | CorrectUnits
    | CorrectStock
    | Rename
)

COMMANDS: dict[str, type] = {
    command.__name__: command
    for command in (
        HandIn,
        ConfirmLine,
        PlayRound,
        SetOption,
        AddTribe,
        DropTribe,
        CorrectUnits,
        CorrectStock,
        Rename,
    )
}
