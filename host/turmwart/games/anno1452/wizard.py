"""Entering a whole board: what is still open, and what cannot be right."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452.board import (
    CITY_LIMIT_SUM,
    ESTATE_LIMIT_SUM,
    REGIONS,
    Board,
    Need,
    RegionFacts,
)
from turmwart.games.anno1452.checks import doubtful, refused
from turmwart.kernel.decision import Objection

ATTESTED = {"oesterreich": 5, "bayern": 4}
"""Estate limits that the rules mention."""


def open_questions(board: Board) -> tuple[Need, ...]:
    """All values of the board that nobody has entered, region by region.

    Each region's neighbours are asked from its own side, whatever the others said.

    Rule: A-DATA-1, A-DATA-3.
    """
    return tuple(
        Need("region", facts.id, field, "A-DATA-1")
        for facts in board.regions
        for field, known in (
            ("label", facts.label),
            ("estate_limit", facts.estate_limit),
            ("city_limit", facts.city_limit),
            ("neighbours", facts.listed or None),
        )
        if known in (None, "")
    )


def faults(board: Board) -> tuple[Objection, ...]:
    """What is wrong with a board; while one cannot be waived, the board is not done.

    Rule: A-DATA-2.
    """
    return tuple(_faults(board))


def finished(board: Board) -> bool:
    """Whether everything is entered and no sum is off.

    Rule: A-DATA-2.
    """
    return not open_questions(board) and all(fault.waivable for fault in faults(board))


def _faults(board: Board) -> Iterator[Objection]:
    if len(board.regions) != REGIONS:
        yield refused("A-DATA-2", "board_regions", count=len(board.regions), total=REGIONS)
    yield from _sum(board, "estate_limit", ESTATE_LIMIT_SUM)
    yield from _sum(board, "city_limit", CITY_LIMIT_SUM)
    for facts in board.regions:
        yield from _of_region(facts)
    whole = all(facts.listed for facts in board.regions)
    if whole and not _connected(board):
        yield doubtful("A-DATA-2", "board_in_pieces")


def _sum(board: Board, field: str, expected: int) -> Iterator[Objection]:
    values = [getattr(facts, field) for facts in board.regions]
    if None not in values and sum(values) != expected:
        what = f"@anno1452.printed.{field}"
        yield refused("A-DATA-2", "board_sum", what=what, total=sum(values), expected=expected)


def _of_region(facts: RegionFacts) -> Iterator[Objection]:
    name = facts.label or facts.id
    estates, cities = facts.estate_limit, facts.city_limit
    if estates is not None and cities is not None and cities > estates:
        yield doubtful("A-DATA-2", "more_cities_than_estates", region=name)
    if estates is not None and estates != ATTESTED.get(facts.id, estates):
        yield doubtful("A-DATA-2", "limit_attested", region=name, limit=ATTESTED[facts.id])
    if cities is not None and cities < facts.city_limit_min:
        yield doubtful("A-DATA-2", "city_must_be_possible", region=name)
    if facts.listed and facts.has_border and not facts.neighbours:
        yield doubtful("A-DATA-2", "border_attested", region=name)


def _connected(board: Board) -> bool:
    reached, waiting = set[str](), [board.regions[0].id]
    while waiting:
        region = waiting.pop()
        if region not in reached:
            reached.add(region)
            waiting.extend(board.region(region).neighbours)
    return len(reached) == len(board.regions)
