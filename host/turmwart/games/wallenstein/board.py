"""What is printed on cards and board, as far as it is known, and how a table adds to it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from turmwart.kernel.numbers import is_number

Learnt = tuple[str, str, str, int | str]
"""A printed value as ``learn`` takes it: kind, key, field, value."""

BUILDINGS = ("palace", "church", "trading_house")
EVENT_KINDS = (
    "tax_max",
    "tax_min",
    "grain_max",
    "grain_min",
    "neutral_defence",
    "building_defence",
    "building_no_attack",
    "building_calms",
    "recruit_yield",
    "free_text",
)
EVENT_FIELDS: dict[str, tuple[str, ...]] = {
    "tax_max": ("value",),
    "tax_min": ("value",),
    "grain_max": ("value",),
    "grain_min": ("value",),
    "neutral_defence": ("value",),
    "building_defence": ("building", "value"),
    "building_no_attack": ("building",),
    "building_calms": ("building",),
    "recruit_yield": ("recruit_5", "recruit_3"),
    "free_text": ("text",),
}
"""Which further values a kind of event needs."""

FLAGS = ("neighbours_complete", "excluded_with_3")
"""Values of a province that are yes or no."""

NUMBERS = ("tax", "grain", "sites")
"""Values of a province that are numbers."""

SEAT_LETTERS = "ABCDE"
"""Seats of the recommended line-ups."""

_GROUP = re.compile(r"group_([1-9])")
_LINEUP = re.compile(r"lineup_([3-5])_([A-E])")

BY_HAND = ("building_calms", "free_text")
"""Kinds of event whose consequences the table books by hand."""

FAVOR_FIELDS: dict[str, tuple[str, ...]] = {
    "thalers": ("value",),
    "grain": ("value",),
    "victory_points": ("value",),
    "armies": ("value",),
    "armies_to_tray": ("value",),
    "courtiers": ("value",),
    "free_building": ("building",),
    "immune_move_a": (),
    "immune_move_b": (),
    "immune_both": (),
    "cancel_event": (),
    "free_text": ("text",),
}
"""Kinds of favor card, and which further values each needs."""

FAVOR_KINDS = tuple(FAVOR_FIELDS)


@dataclass(frozen=True, slots=True)
class Region:
    """One of the five regions."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class ProvinceFacts:
    """What is printed about a province; None is unknown.

    Attributes:
        id: id of the data file, or ``province_<n>`` for one the table named.
        label: name on the card.
        region: id of its region.
        tax: thalers.
        grain: grain.
        sites: building sites, 1 to 3.
        neighbours: ids of provinces known to share a border.
        neighbours_complete: whether ``neighbours`` is all there are.
        denied: ids of provinces the table said are no neighbours.
        excluded_with_3: whether its card goes to the box with three players.
        said: which of ``FLAGS`` the table said yes or no to.
    """

    id: str
    label: str
    region: str | None = None
    tax: int | None = None
    grain: int | None = None
    sites: int | None = None
    neighbours: tuple[str, ...] = ()
    neighbours_complete: bool = False
    denied: tuple[str, ...] = ()
    excluded_with_3: bool = False
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What is printed on an event card; None is unknown.

    Attributes:
        id: ``event_<n>`` or the id of the data file.
        kind: one of ``EVENT_KINDS``.
        value: number of the effect, where the kind has one.
        building: building the effect names.
        recruit_5: armies that the five-army action places under ``recruit_yield``.
        recruit_3: armies that the three-army action places under ``recruit_yield``.
        grain_loss: lower half of the card.
        text: what the table noted of a ``free_text`` card.
    """

    id: str
    kind: str | None = None
    value: int | None = None
    building: str | None = None
    recruit_5: int | None = None
    recruit_3: int | None = None
    grain_loss: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class FavorFacts:
    """What is printed on a favor card; None is unknown.

    Attributes:
        number: number of the card.
        kind: one of ``FAVOR_KINDS``.
        value: coins, grain, points, armies or courtiers, where the kind has a number.
        building: building that is put up without pay.
        text: what the table noted of a ``free_text`` card, whose effect it books by hand.
    """

    number: int
    kind: str | None = None
    value: int | None = None
    building: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class FamineRow:
    """A row of the famine table; ``short_max`` None: open-ended. Unknown columns are None."""

    short_min: int
    short_max: int | None
    provinces: int | None = None
    extra_farmers: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerNumbers:
    """What depends on the number of players."""

    count: int
    start_thalers: int
    group_sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lineup:
    """A recommended line-up of one seat: province ids and armies, by size of the groups.

    A province that nobody has entered yet is an empty name.
    """

    id: str
    players: int
    provinces: tuple[tuple[str, int], ...]

    @property
    def complete(self) -> bool:
        """Whether every group has its province."""
        return all(province for province, _ in self.provinces)


@dataclass(frozen=True, slots=True)
class Limits:
    """Plausibility limits for typed values: warn outside them, never refuse."""

    tax_min: int = 3
    tax_max: int = 7
    grain_min: int = 2
    grain_max: int = 5
    sites_min: int = 1
    sites_max: int = 3


@dataclass(frozen=True, slots=True)
class Board:
    """Everything printed that the game reads.

    Attributes:
        name: name of the data, such as ``"wallenstein"`` or ``"demo-board"``.
        invention: True for a made-up board that is never offered to a real table.
        provinces_total: number of provinces on the board; fewer may be known by name.
        famine_suggestion: rows of the sibling game, shown as a suggestion only.
        event_suggestions: event cards of the sibling game, the same.
        grain_track_max: end of the grain track, None while unknown.
        favors: favor cards of the Imperial Court whose numbers are known, by number.
    """

    name: str
    invention: bool
    regions: tuple[Region, ...]
    provinces: tuple[ProvinceFacts, ...]
    provinces_total: int
    events: tuple[EventFacts, ...]
    famine: tuple[FamineRow, ...]
    famine_suggestion: tuple[FamineRow, ...]
    players: tuple[PlayerNumbers, ...]
    lineups: tuple[Lineup, ...] = ()
    limits: Limits = Limits()
    grain_track_max: int | None = None
    event_suggestions: tuple[EventFacts, ...] = ()
    favors: tuple[FavorFacts, ...] = ()

    def province(self, province: str) -> ProvinceFacts:
        """Facts of a province.

        Raises:
            KeyError: there is no such province.
        """
        for facts in self.provinces:
            if facts.id == province:
                return facts
        raise KeyError(province)

    def event(self, card: str) -> EventFacts:
        """Facts of an event card.

        Raises:
            KeyError: there is no such card.
        """
        for facts in self.events:
            if facts.id == card:
                return facts
        raise KeyError(card)

    def favor(self, number: int) -> FavorFacts:
        """Facts of a favor card; of one nobody has seen only the number."""
        return next((facts for facts in self.favors if facts.number == number), FavorFacts(number))

    def famine_row(self, shortage: int) -> FamineRow | None:
        """The row for a shortage, None where none is known.

        Rule: W-WINTER-4, W-OPEN-20 (an open-ended last row goes on).
        """
        for row in self.famine:
            if row.short_min <= shortage and (row.short_max is None or shortage <= row.short_max):
                return row
        return None

    def numbers(self, count: int) -> PlayerNumbers:
        """What depends on the number of players.

        Raises:
            KeyError: the game is not for ``count`` players.
        """
        for row in self.players:
            if row.count == count:
                return row
        raise KeyError(count)


def known(board: Board, kind: str, key: str, field: str) -> int | str | None:
    """The value a table could enter or correct, None where it is unknown."""
    if kind == "board":
        return board.grain_track_max
    if kind == "province":
        facts: Any = next((p for p in board.provinces if p.id == key), None)
    elif kind == "event":
        facts = next((e for e in board.events if e.id == key), None)
    elif kind == "famine":
        facts = board.famine_row(int(key)) if is_number(key) else None
    elif kind == "lineup":
        return _lineup_province(board, key, field)
    elif kind == "favor":
        facts = next((f for f in board.favors if str(f.number) == key), None)
    elif kind == "neighbours":
        first = next((p for p in board.provinces if p.id == key), None)
        if first is None:
            return None
        return "yes" if field in first.neighbours else "no" if field in first.denied else None
    else:
        return None
    value: int | str | bool | None = getattr(facts, field, None)
    if field in FLAGS and facts is not None:
        return "yes" if value else "no" if field in getattr(facts, "said", ()) else None
    if field == "open_ended":
        return "yes" if facts is not None and facts.short_max is None else None
    return value


def learn(board: Board, kind: str, key: str, field: str, value: int | str) -> Board:
    """The board with one more printed value.

    Args:
        kind: ``"province"`` (fields label, region, tax, grain, sites; neighbours_complete and
            excluded_with_3, ``"yes"`` or ``"no"``), ``"neighbours"`` (key and field are the two
            provinces, value ``"yes"`` or ``"no"``), ``"event"`` (fields of ``EventFacts``),
            ``"favor"`` (key the number; fields of ``FavorFacts``), ``"famine"`` (key the shortage;
            provinces, extra_farmers; open_ended, ``"yes"``, or ``"no"`` where that was wrong),
            ``"lineup"`` (key of ``lineup_key``, field ``group_<n>``, value a province),
            ``"board"`` (key ``"grain_track"``, field ``"grain_track_max"``).
        key: what the value belongs to; an unknown province is added.
        field: which value.
        value: the value.

    Raises:
        ValueError: no such kind or field, or a value of the wrong type.

    Rule: W-DATA-2, W-DATA-5.
    """
    if kind == "province":
        return _learn_province(board, key, field, value)
    if kind == "neighbours":
        return _learn_neighbours(board, key, field, value == "yes")
    if kind == "event":
        return _learn_event(board, key, field, value)
    if kind == "favor":
        return _learn_favor(board, int(key), field, value)
    if kind == "famine":
        return _learn_famine(board, int(key), field, value)
    if kind == "lineup":
        return _learn_lineup(board, key, field, value)
    if kind == "board" and field == "grain_track_max" and isinstance(value, int):
        return replace(board, grain_track_max=value)
    raise ValueError(f"nothing printed is called {kind} {key} {field}")


def fits(kind: str, field: str, value: int | str) -> bool:
    """Whether a printed value has the right type and is one of its words."""
    if kind == "province":
        if field in ("label", "region"):
            return isinstance(value, str) and value != ""
        if field in FLAGS:
            return value in ("yes", "no")
        return field in ("tax", "grain", "sites") and isinstance(value, int) and value >= 0
    if kind == "favor":
        return _fits_favor(field, value)
    if kind == "event":
        if field == "kind":
            return value in EVENT_KINDS
        if field == "building":
            return value in BUILDINGS
        if field == "text":
            return isinstance(value, str) and value != ""
        numbers = ("value", "recruit_5", "recruit_3", "grain_loss")
        return field in numbers and isinstance(value, int) and value >= 0
    if kind == "lineup":
        return _GROUP.fullmatch(field) is not None and isinstance(value, str) and value != ""
    if kind == "famine" and field == "open_ended":
        return value in ("yes", "no")
    if kind == "famine":
        return field in ("provinces", "extra_farmers") and isinstance(value, int) and value >= 0
    if kind == "neighbours":
        return value in ("yes", "no")
    return kind == "board" and field == "grain_track_max" and isinstance(value, int)


def _fits_favor(field: str, value: int | str) -> bool:
    if field == "kind":
        return value in FAVOR_KINDS
    if field == "building":
        return value in BUILDINGS
    if field == "text":
        return isinstance(value, str) and value != ""
    return field in ("number", "value") and isinstance(value, int) and value >= 0


def _learn_province(board: Board, key: str, field: str, value: int | str) -> Board:
    if not fits("province", field, value):
        raise ValueError(f"{key}.{field} cannot be {value!r}")
    if all(facts.id != key for facts in board.provinces):
        added = ProvinceFacts(key, str(value) if field == "label" else key)
        board = replace(board, provinces=(*board.provinces, added))
    changes: dict[str, Any] = {field: value == "yes" if field in FLAGS else value}

    def changed(facts: ProvinceFacts) -> ProvinceFacts:
        said = facts.said
        if field in FLAGS and field not in said:
            said = tuple(sorted((*said, field)))
        return replace(facts, said=said, **changes)

    return replace(
        board, provinces=tuple(changed(p) if p.id == key else p for p in board.provinces)
    )


def _learn_neighbours(board: Board, first: str, second: str, are: bool) -> Board:
    def changed(facts: ProvinceFacts) -> ProvinceFacts:
        if facts.id not in (first, second):
            return facts
        other = second if facts.id == first else first
        yes = tuple(n for n in facts.neighbours if n != other)
        no = tuple(n for n in facts.denied if n != other)
        return replace(
            facts,
            neighbours=tuple(sorted((*yes, other))) if are else yes,
            denied=no if are else tuple(sorted((*no, other))),
        )

    return replace(board, provinces=tuple(changed(p) for p in board.provinces))


def _learn_event(board: Board, key: str, field: str, value: int | str) -> Board:
    if not fits("event", field, value):
        raise ValueError(f"{key}.{field} cannot be {value!r}")
    if all(facts.id != key for facts in board.events):
        board = replace(board, events=(*board.events, EventFacts(key)))
    changes: dict[str, Any] = {field: value}
    return replace(
        board, events=tuple(replace(e, **changes) if e.id == key else e for e in board.events)
    )


def _learn_favor(board: Board, number: int, field: str, value: int | str) -> Board:
    if not fits("favor", field, value) or (field == "number" and value != number):
        raise ValueError(f"favor {number}.{field} cannot be {value!r}")
    changes: dict[str, Any] = {field: value}
    changed = replace(board.favor(number), **changes)
    others = tuple(facts for facts in board.favors if facts.number != number)
    return replace(board, favors=tuple(sorted((*others, changed), key=lambda f: f.number)))


def _learn_famine(board: Board, shortage: int, field: str, value: int | str) -> Board:
    if not fits("famine", field, value):
        raise ValueError(f"famine {shortage}.{field} cannot be {value!r}")
    row = board.famine_row(shortage)
    if row is None:
        row = FamineRow(shortage, shortage)
        board = replace(
            board, famine=tuple(sorted((*board.famine, row), key=lambda r: r.short_min))
        )
    changes: dict[str, Any] = {field: value}
    if field == "open_ended":
        closed = row.short_min if row.short_max is None else row.short_max
        changes = {"short_max": None if value == "yes" else closed}
    return replace(
        board, famine=tuple(replace(r, **changes) if r is row else r for r in board.famine)
    )


def lineup_key(players: int, letter: str) -> str:
    """Key of the line-up of a seat, such as ``lineup_4_C``."""
    return f"lineup_{players}_{letter}"


def _lineup_province(board: Board, key: str, field: str) -> str | None:
    number = _GROUP.fullmatch(field)
    listed = next((one.provinces for one in board.lineups if one.id == key), ())
    if number is None or int(number[1]) > len(listed):
        return None
    return listed[int(number[1]) - 1][0] or None


def _learn_lineup(board: Board, key: str, field: str, value: int | str) -> Board:
    named, number = _LINEUP.fullmatch(key), _GROUP.fullmatch(field)
    sizes: tuple[int, ...] = ()
    if named is not None:
        rows = [row for row in board.players if row.count == int(named[1])]
        sizes = rows[0].group_sizes if rows else ()
    if number is None or int(number[1]) > len(sizes) or not fits("lineup", field, value):
        raise ValueError(f"{key}.{field} cannot be {value!r}")
    if all(one.id != key for one in board.lineups):
        empty = Lineup(key, int(named[1]) if named else 0, tuple(("", size) for size in sizes))
        board = replace(board, lineups=(*board.lineups, empty))

    def changed(one: Lineup) -> Lineup:
        if one.id != key:
            return one
        at = int(number[1]) - 1
        rows = [
            (str(value), armies) if n == at else (province, armies)
            for n, (province, armies) in enumerate(one.provinces)
        ]
        return replace(one, provinces=tuple(rows))

    return replace(board, lineups=tuple(changed(one) for one in board.lineups))
