"""The nine orders, as read from a line."""

from __future__ import annotations

from dataclasses import dataclass

Field = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Forces:
    """Which units an order takes.

    Attributes:
        everybody: AT: all archers, foot, riders and generals.
        counts: units by name, in the order of ``tables.CODES``.
    """

    everybody: bool
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """EIN: new units, as field and kind."""

    items: tuple[tuple[Field, int], ...]


@dataclass(frozen=True, slots=True)
class March:
    """LAND."""

    start: Field
    tactic: str | None
    forces: Forces
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sail:
    """SEE."""

    start: Field
    forces: Forces
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plunder:
    """RAUB."""

    start: Field
    forces: Forces
    direction: str


@dataclass(frozen=True, slots=True)
class Defend:
    """VERT: settings, as field and tactic."""

    items: tuple[tuple[Field, str], ...]


@dataclass(frozen=True, slots=True)
class Name:
    """NAME: of a province, or of the leader."""

    at: Field | None
    title: str


@dataclass(frozen=True, slots=True)
class Ally:
    """ALL."""

    player: int
    status: int


@dataclass(frozen=True, slots=True)
class Give:
    """ABT."""

    at: Field
    player: int


@dataclass(frozen=True, slots=True)
class Spy:
    """SPI."""

    items: tuple[Field, ...]


Order = Place | March | Sail | Plunder | Defend | Name | Ally | Give | Spy


@dataclass(frozen=True, slots=True)
class Read:
    """What the reader made of a line.

    Attributes:
        keyword: of the order, where it was known; decides whether the line has a place in
            the sequence of phase 2.
        order: None where the line cannot be read.
        error: result code; empty where it was read.
        doubtful: a word was read by its first two letters only.
        meant: how the line could have been meant; empty where there is no good guess.
    """

    keyword: str
    order: Order | None
    error: str = ""
    doubtful: bool = False
    meant: str = ""
