"""Entering everything printed: what is still open, and what cannot be right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from turmwart.games.wallenstein.board import (
    EVENT_FIELDS,
    FAVOR_FIELDS,
    NUMBERS,
    Board,
    EventFacts,
    ProvinceFacts,
)
from turmwart.games.wallenstein.checks import doubtful, wrong_choice
from turmwart.kernel.decision import Objection

PER_REGION = 9
EVENT_CARDS = 12
FAVOR_CARDS = 21
EXCLUDED_WITH_3 = 8
LONGEST_SHORTAGE = 7
"""Shortages that are asked for unless the table's last line is open-ended before."""


@dataclass(frozen=True, slots=True)
class Item:
    """What is entered on one sheet.

    Attributes:
        section: ``province``, ``name`` (one that is not named yet), ``neighbours``, ``event``,
            ``famine``, ``favor``, ``lineup`` or ``board``.
        key: id of the province or card, the shortage, the line-up's key.
    """

    section: str
    key: str


def items(board: Board) -> tuple[Item, ...]:
    """All sheets there are, in the order they are asked.

    Line-ups and favor cards are apart: no game without them needs any.
    """
    return tuple(_items(board))


def open_items(board: Board) -> tuple[Item, ...]:
    """Sheets on which something is missing.

    Rule: W-DATA-1, W-OPEN-1 to W-OPEN-4.
    """
    return tuple(item for item in _items(board) if missing(board, item))


def missing(board: Board, item: Item) -> tuple[str, ...]:
    """Fields of a sheet that nobody has entered."""
    if item.section == "name":
        return ("label",)
    if item.section == "province":
        facts = board.province(item.key)
        return tuple(field for field in ("region", *NUMBERS) if getattr(facts, field) is None)
    if item.section == "neighbours":
        complete = board.province(item.key).neighbours_complete
        return () if complete else ("neighbours_complete",)
    if item.section == "event":
        return event_gaps(board.event(item.key))
    if item.section == "favor":
        favor = board.favor(int(item.key))
        fields = () if favor.kind is None else FAVOR_FIELDS[favor.kind]
        return tuple(f for f in ("kind", *fields) if getattr(favor, f) is None)
    if item.section == "famine":
        row = board.famine_row(int(item.key))
        columns = ("provinces", "extra_farmers")
        return tuple(f for f in columns if row is None or getattr(row, f) is None)
    return ()


def event_gaps(facts: EventFacts) -> tuple[str, ...]:
    """What is missing of an event card."""
    if facts.kind is None:
        return ("kind", "grain_loss") if facts.grain_loss is None else ("kind",)
    fields = (*EVENT_FIELDS[facts.kind], "grain_loss")
    return tuple(field for field in fields if getattr(facts, field) is None)


def faults(board: Board) -> tuple[Objection, ...]:
    """What is wrong with the printed values; one that can be waived is only doubtful.

    Rule: W-PARTS-1, W-PARTS-2, W-PARTS-6, W-DATA-4, W-DATA-5, W-OPEN-7.
    """
    return tuple(_faults(board))


def finished(board: Board) -> bool:
    """Whether everything is entered and nothing is surely wrong."""
    return not open_items(board) and all(fault.waivable for fault in faults(board))


def region_counts(board: Board) -> dict[str, int]:
    """How many provinces each region is known to have."""
    counts = Counter(facts.region for facts in board.provinces)
    return {region.id: counts[region.id] for region in board.regions}


def _items(board: Board) -> Iterator[Item]:
    yield from (Item("province", facts.id) for facts in board.provinces)
    if len(board.provinces) < board.provinces_total:
        yield Item("name", str(len(board.provinces) + 1))
    else:
        # Who has not named all provinces cannot say all neighbours.
        yield from (Item("neighbours", facts.id) for facts in board.provinces)
    yield from (Item("event", facts.id) for facts in board.events)
    last = min((row.short_min for row in board.famine if row.short_max is None), default=None)
    for shortage in range(1, (LONGEST_SHORTAGE if last is None else last) + 1):
        yield Item("famine", str(shortage))


def _faults(board: Board) -> Iterator[Objection]:
    labels = Counter(facts.label for facts in board.provinces)
    for label in sorted(label for label, n in labels.items() if n > 1):
        yield wrong_choice("W-PARTS-3", "name_taken", label=label)
    whole = len(board.provinces) == board.provinces_total
    placed = whole and all(facts.region is not None for facts in board.provinces)
    labels_of = {region.id: region.label for region in board.regions}
    for region, count in region_counts(board).items():
        if count > PER_REGION or (placed and count != PER_REGION):
            yield wrong_choice(
                "W-PARTS-2",
                "region_count",
                region=labels_of[region],
                count=count,
                total=PER_REGION,
            )
    for facts in board.provinces:
        yield from _of_province(board, facts)
    excluded = sum(facts.excluded_with_3 for facts in board.provinces)
    if excluded != EXCLUDED_WITH_3 and whole:
        yield doubtful("W-OPEN-7", "excluded_count", count=excluded, total=EXCLUDED_WITH_3)
    if len(board.events) > EVENT_CARDS:
        yield wrong_choice("W-PARTS-6", "event_count", count=len(board.events), total=EVENT_CARDS)
    if len(board.favors) > FAVOR_CARDS:
        count = len(board.favors)
        yield wrong_choice("W-PARTS-16", "favor_count", count=count, total=FAVOR_CARDS)
    yield from _of_famine(board)
    yield from _of_lineups(board)
    if whole and all(facts.neighbours_complete for facts in board.provinces):
        pieces = _pieces(board)
        if pieces > 1:
            yield doubtful("W-DATA-5", "in_pieces", count=pieces)


def _of_province(board: Board, facts: ProvinceFacts) -> Iterator[Objection]:
    limits = board.limits
    for field in NUMBERS:
        value = getattr(facts, field)
        least, most = getattr(limits, f"{field}_min"), getattr(limits, f"{field}_max")
        if value is not None and not least <= value <= most:
            yield doubtful(
                "W-DATA-4",
                "unusual",
                province=facts.label,
                field=f"@wallenstein.field.{field}",
                value=value,
                least=least,
                most=most,
            )
    if facts.neighbours_complete and not facts.neighbours:
        yield doubtful("W-MOVE-1", "no_neighbours", province=facts.label)
    for other in facts.neighbours:
        if facts.id not in board.province(other).neighbours:
            first, second = facts.label, board.province(other).label
            yield wrong_choice("W-DATA-5", "one_sided", first=first, second=second)


def _of_famine(board: Board) -> Iterator[Objection]:
    """More shortage never means less famine."""
    rows = sorted(board.famine, key=lambda row: row.short_min)
    for before, after in pairwise(rows):
        for field in ("provinces", "extra_farmers"):
            less, more = getattr(before, field), getattr(after, field)
            if less is not None and more is not None and less > more:
                yield doubtful("W-WINTER-4", "famine_falls", shortage=after.short_min)


def _of_lineups(board: Board) -> Iterator[Objection]:
    """Each province stands once in the line-ups of a number of players."""
    for players in sorted({one.players for one in board.lineups}):
        named = Counter(
            province
            for one in board.lineups
            if one.players == players
            for province, _ in one.provinces
            if province
        )
        for province in sorted(province for province, n in named.items() if n > 1):
            label = board.province(province).label
            yield doubtful("W-SETUP-20", "lineup_twice", province=label, players=players)


def _pieces(board: Board) -> int:
    """Into how many parts the provinces fall that borders connect."""
    left, pieces = {facts.id for facts in board.provinces}, 0
    while left:
        pieces += 1
        waiting = [left.pop()]
        while waiting:
            near = set(board.province(waiting.pop()).neighbours) & left
            left -= near
            waiting.extend(near)
    return pieces
