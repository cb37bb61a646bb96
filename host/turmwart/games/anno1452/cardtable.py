"""The action cards and crowns as data: conditions, results, when and how each is played."""

from __future__ import annotations

from dataclasses import dataclass

Value = bool | int | str | tuple[int, ...] | tuple[str, ...]

KINDS = ("city", "inheritance", "title", "marriage", "special", "shuffle", "instant", "reaction")
"""Kinds of action cards; crowns are no action cards."""

REGION_KINDS = ("city", "inheritance", "title", "marriage")
"""Kinds whose banner names a region (A-CARD-CITY-6)."""

FORCED_KINDS = ("instant", "shuffle")
"""Kinds that are resolved when drawn and never held (A-ACT-CARD-7)."""


@dataclass(frozen=True, slots=True)
class Term:
    """A condition or an effect: a name, its arguments by name, and the terms it is made of."""

    name: str
    args: tuple[tuple[str, Value], ...] = ()
    parts: tuple[Term, ...] = ()

    def has(self, name: str) -> bool:
        """Whether the argument is given."""
        return any(key == name for key, _ in self.args)

    def number(self, name: str, default: int = 0) -> int:
        """The argument as a number; ``default`` where it is not given."""
        return next((v for key, v in self.args if key == name and isinstance(v, int)), default)

    def text(self, name: str, default: str = "") -> str:
        """The argument as a text; ``default`` where it is not given."""
        return next((v for key, v in self.args if key == name and isinstance(v, str)), default)

    def flag(self, name: str) -> bool:
        """Whether the argument is true."""
        return any(key == name and value is True for key, value in self.args)

    def numbers(self, name: str) -> tuple[int, ...]:
        """The argument as a list of numbers; empty where it is not given."""
        for key, value in self.args:
            if key == name and isinstance(value, tuple):
                return tuple(item for item in value if isinstance(item, int))
        return ()


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to play or resolve a card.

    Attributes:
        timing: ``AR``, ``ER``, ``AR_or_ER``, ``ER_before_coronation``, ``ER_after_coronation``,
            ``any_action``.
        uses: ``action``, ``er_special``, ``reaction``, ``forced``.
        rule: id of its rule.
        result: effects, in their order.
        condition: what must hold; None: nothing.
        phases: phases of the Event Round in which an Event Round play still has an effect.
        keep: where the card goes in this mode; empty: as the card says.
    """

    timing: str
    uses: str
    rule: str
    result: tuple[Term, ...]
    condition: Term | None = None
    phases: tuple[int, ...] = ()
    keep: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card, or all copies of a card that are alike.

    The four pure city cards and the five inheritances have an id each (``city-only-1``), since
    their banners differ.

    Attributes:
        id: key of the data file.
        title: title on the card; empty where the text gives none.
        title_en: English title.
        kind: one of ``KINDS``, or ``crown``.
        copies: how many are in the deck.
        keep: what becomes of it after it was played.
        modes: the ways to play it.
    """

    id: str
    title: str
    title_en: str
    kind: str
    copies: int
    keep: str
    modes: tuple[Mode, ...]

    def mode(self, timing: str) -> Mode | None:
        """The mode of an Action Round (``AR``) or Event Round (``ER``); None where it has none."""
        for mode in self.modes:
            if mode.timing in (timing, "AR_or_ER") or (timing == "AR" and _any(mode)):
                return mode
        return None


def _any(mode: Mode) -> bool:
    return mode.timing == "any_action"
