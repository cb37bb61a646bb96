"""The board of a scenario: the shipped names, with every printed value known.

Where a scenario gives no value it has a plain one, so that a rule can be shown without a whole
board: four thalers, three grain, three building sites, every border open, events without effect.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from turmwart.games.wallenstein import board as printed
from turmwart.games.wallenstein.board import (
    BUILDINGS,
    EVENT_FIELDS,
    EVENT_KINDS,
    Board,
    EventFacts,
    FamineRow,
    ProvinceFacts,
    Region,
)
from turmwart.table.printed import demo_board, shipped_board
from turmwart.table.scenarios.values import Reader

NAME = "open"
TAX = 4
GRAIN = 3
SITES = 3
PROVINCES = 45
EVENTS = 12
REGION_SIZE = 9

_FAMINE = (
    FamineRow(1, 1, 1, 1),
    FamineRow(2, 2, 1, 2),
    FamineRow(3, 4, 2, 2),
    FamineRow(5, 6, 2, 3),
    FamineRow(7, None, 3, 3),
)


@cache
def open_board() -> Board:
    """The board on which a scenario plays that names no other."""
    shipped = shipped_board()
    regions = shipped.regions
    known = list(shipped.provinces)
    known += [
        ProvinceFacts(f"province_{n}", f"Province {n}")
        for n in range(len(known) + 1, PROVINCES + 1)
    ]
    provinces = tuple(
        ProvinceFacts(
            id=facts.id,
            label=facts.label,
            region=facts.region or regions[n // REGION_SIZE].id,
            tax=TAX if facts.tax is None else facts.tax,
            grain=GRAIN if facts.grain is None else facts.grain,
            sites=SITES if facts.sites is None else facts.sites,
            excluded_with_3=facts.excluded_with_3,
        )
        for n, facts in enumerate(known)
    )
    return replace(
        shipped,
        name=NAME,
        invention=True,
        provinces=provinces,
        provinces_total=PROVINCES,
        events=tuple(
            EventFacts(f"event_{n}", "free_text", grain_loss=0, text="-")
            for n in range(1, EVENTS + 1)
        ),
        famine=_FAMINE,
        famine_suggestion=(),
    )


def learn(board: Board, kind: str, key: str, field: str, value: int | str) -> Board:
    """The board with one printed value more, or with another one."""
    return printed.learn(board, kind, key, field, value)


def learn_province(board: Board, province: str, **values: int | str) -> Board:
    """The board with values of a province, which is added if there is none."""
    if all(facts.id != province for facts in board.provinces):
        added = ProvinceFacts(
            province, province, board.regions[0].id, tax=TAX, grain=GRAIN, sites=SITES
        )
        board = replace(
            board,
            provinces=(*board.provinces, added),
            provinces_total=max(board.provinces_total, len(board.provinces) + 1),
        )
    for field, value in values.items():
        board = learn(board, "province", province, field, value)
    return board


def learn_region(board: Board, region: str) -> Board:
    """The board with one region more, if there is none of that name."""
    if any(known.id == region for known in board.regions):
        return board
    return replace(board, regions=(*board.regions, Region(region, region)))


def learn_neighbours(board: Board, first: str, second: str) -> Board:
    """The board on which two provinces share a border."""
    return learn(board, "neighbours", first, second, "yes")


def learn_famine(board: Board, short: int, provinces: int, extra_farmers: int) -> Board:
    """The board with one row of the famine table set, for exactly that shortage."""
    others: list[FamineRow] = []
    for row in board.famine:
        most = row.short_max
        if row.short_min < short and (most is None or most >= short):
            others.append(replace(row, short_max=short - 1))
        if most is None or most > short:
            others.append(replace(row, short_min=max(row.short_min, short + 1)))
        elif most < short:
            others.append(row)
    made = FamineRow(short, short, provinces, extra_farmers)
    ordered = sorted((*others, made), key=lambda row: row.short_min)
    return replace(board, famine=tuple(ordered))


def set_event(board: Board, facts: EventFacts) -> Board:
    """The board with one event card set, or added."""
    if all(card.id != facts.id for card in board.events):
        return replace(board, events=(*board.events, facts))
    events = tuple(facts if card.id == facts.id else card for card in board.events)
    return replace(board, events=events)


def learn_event(board: Board, given: Reader, key: str) -> Board:
    """The board whose card ``event_1`` is what the scenario gives under ``key``, if it does."""
    if given.node(key) is None:
        return board
    return set_event(board, read_event(given.reader(key), "event_1"))


def read_event(part: Reader, card: str) -> EventFacts:
    """An event card: ``{kind: tax_max, value: 5}``, ``{grain_loss: 3}``."""
    kind = part.word("kind", EVENT_KINDS, "free_text")
    wanted = EVENT_FIELDS[kind]
    return EventFacts(
        card,
        kind,
        value=part.whole("value", most=20) if "value" in wanted else None,
        building=part.word("building", BUILDINGS) if "building" in wanted else None,
        recruit_5=part.whole("recruit_5", most=20) if "recruit_5" in wanted else None,
        recruit_3=part.whole("recruit_3", most=20) if "recruit_3" in wanted else None,
        grain_loss=part.whole("grain_loss", 0, most=30),
        text=part.text("text", "-") if "text" in wanted else None,
    )


BOARDS: dict[str, Callable[[], Board]] = {
    "open": open_board,
    "demo-board": demo_board,
    "wallenstein": shipped_board,
}
"""Boards by the name a scenario may give."""
