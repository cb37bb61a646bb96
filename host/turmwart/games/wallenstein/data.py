"""Parsed tables of the data files to printed values; pure functions, no files are read here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from turmwart.games.wallenstein.board import (
    Board,
    EventFacts,
    FamineRow,
    FavorFacts,
    Limits,
    Lineup,
    PlayerNumbers,
    ProvinceFacts,
    Region,
    fits,
    learn,
)

Table = Mapping[str, Any]


def board_from_tables(
    provinces: Table,
    events: Table,
    famine: Table,
    setup: Table,
    learnt: Iterable[tuple[str, str, str, int | str]] = (),
    favors: Table | None = None,
) -> Board:
    """The printed values of the real game: shipped ones, then learnt ones.

    Args:
        provinces: parsed ``provinces.toml``.
        events: parsed ``events.toml``.
        famine: parsed ``famine.toml``.
        setup: parsed ``setup.toml``.
        learnt: values of ``PrintedLearnt`` and ``PrintedCorrected`` events in their order:
            kind, key, field, value.
        favors: parsed ``favors.toml``; None: no favor card is known.

    Raises:
        ValueError: a table lacks a key or holds a value that cannot be.

    Rule: W-DATA-1, W-DATA-2 (answers are used in later games too), W-DATA-5 (symmetric).
    """
    try:
        excluded = set(setup["excluded_with_3_players"]["provinces"])
        limits = Limits(**{key: provinces["limits"][key] for key in Limits.__dataclass_fields__})
        board = Board(
            name="wallenstein",
            invention=False,
            regions=tuple(Region(row["id"], row["name_de"]) for row in provinces["region"]),
            provinces=_symmetric(_province(row, excluded) for row in provinces["province"]),
            provinces_total=provinces["totals"]["provinces"],
            events=_deck(events),
            famine=tuple(_row(row) for row in famine.get("row", ())),
            famine_suggestion=tuple(_row(row) for row in famine.get("sibling_row", ())),
            event_suggestions=tuple(
                _event({**row, "kind": row["effect_kind"]})
                for row in events.get("sibling_event", ())
            ),
            players=_numbers(setup),
            lineups=_lineups(setup),
            limits=limits,
            favors=_favors((favors or {}).get("card", ())),
        )
    except KeyError as error:
        raise ValueError(f"the printed values lack {error}") from None
    return _checked(with_learnt(board, learnt))


def board_from_demo(demo: Table) -> Board:
    """The printed values of a made-up board (``demo-board.toml``).

    Raises:
        ValueError: the table is not marked as invention, lacks a key or holds a value that
            cannot be.
    """
    if demo.get("invention") is not True:
        raise ValueError("a demo board must be marked invention = true")
    try:
        excluded = {row["id"] for row in demo["province"] if row.get("excluded_with_3")}
        board = Board(
            name="demo-board",
            invention=True,
            regions=tuple(Region(row["id"], row["name"]) for row in demo["region"]),
            provinces=_symmetric(_province(row, excluded) for row in demo["province"]),
            provinces_total=len(demo["province"]),
            events=tuple(_event(row) for row in demo["event"]),
            famine=tuple(_row(row) for row in demo["famine"]),
            famine_suggestion=(),
            players=_numbers(demo),
            lineups=_lineups(demo),
            favors=_favors(demo.get("favor", ())),
        )
    except KeyError as error:
        raise ValueError(f"the demo board lacks {error}") from None
    return _checked(board)


def blank_board(board: Board) -> Board:
    """The same board with no printed value known, as for a table whose copy nobody has read."""
    return replace(
        board,
        provinces=tuple(
            ProvinceFacts(facts.id, facts.label, excluded_with_3=facts.excluded_with_3)
            for facts in board.provinces
        ),
        events=tuple(EventFacts(facts.id) for facts in board.events),
        famine=(),
        lineups=(),
        favors=(),
    )


def with_learnt(board: Board, learnt: Iterable[tuple[str, str, str, int | str]]) -> Board:
    """The board with the values learnt at earlier tables.

    Raises:
        ValueError: a value cannot be.
    """
    # A border needs both its provinces, of which the table may have named one itself.
    for kind, key, field, value in sorted(learnt, key=lambda row: row[0] != "province"):
        board = learn(board, kind, key, field, value)
    return board


def _province(row: Table, excluded: set[str]) -> ProvinceFacts:
    return ProvinceFacts(
        id=row["id"],
        label=row.get("name_de", row.get("name", row["id"])),
        region=row.get("region"),
        tax=row.get("tax"),
        grain=row.get("grain"),
        sites=row.get("sites"),
        neighbours=tuple(sorted(row.get("adjacent", ()))),
        neighbours_complete=row.get("adjacent_complete", False),
        excluded_with_3=row["id"] in excluded,
    )


def _symmetric(rows: Iterable[ProvinceFacts]) -> tuple[ProvinceFacts, ...]:
    listed = tuple(rows)
    both: dict[str, set[str]] = {facts.id: set(facts.neighbours) for facts in listed}
    for facts in listed:
        for other in facts.neighbours:
            if other not in both:
                raise ValueError(f"{facts.id} borders on {other}, which is no province")
            both[other].add(facts.id)
    return tuple(replace(facts, neighbours=tuple(sorted(both[facts.id]))) for facts in listed)


def _deck(events: Table) -> tuple[EventFacts, ...]:
    """Cards whose kind is known, filled up with cards nobody has read."""
    known = [row for row in events.get("known", ()) if "kind" in row]
    numbered = [*known, *({} for _ in range(events["deck"]["count"] - len(known)))]
    return tuple(
        _event({**row, "id": f"event_{number}"}) for number, row in enumerate(numbered, start=1)
    )


def _event(row: Table) -> EventFacts:
    return EventFacts(
        id=row["id"],
        kind=row.get("kind"),
        value=row.get("value"),
        building=row.get("building"),
        recruit_5=row.get("recruit_5"),
        recruit_3=row.get("recruit_3"),
        grain_loss=row.get("grain_loss"),
        text=row.get("text"),
    )


def _favors(rows: Iterable[Table]) -> tuple[FavorFacts, ...]:
    cards = (
        FavorFacts(
            row["number"], row.get("kind"), row.get("value"), row.get("building"), row.get("text")
        )
        for row in rows
    )
    return tuple(sorted(cards, key=lambda facts: facts.number))


def _row(row: Table) -> FamineRow:
    last = None if row.get("open_ended") else row["short_max"]
    return FamineRow(row["short_min"], last, row["provinces"], row["extra_farmers"])


def _numbers(setup: Table) -> tuple[PlayerNumbers, ...]:
    return tuple(
        PlayerNumbers(row["count"], row["start_thalers"], tuple(row["group_sizes"]))
        for row in setup["players"]
    )


def _lineups(setup: Table) -> tuple[Lineup, ...]:
    complete = [row for row in setup.get("lineup", ()) if row.get("complete", True)]
    return tuple(
        Lineup(
            row.get("id", f"lineup_{number}"),
            row["players"],
            tuple((province, armies) for province, armies in row["provinces"]),
        )
        for number, row in enumerate(complete, start=1)
    )


def _checked(board: Board) -> Board:
    regions = {region.id for region in board.regions}
    for facts in board.provinces:
        for field in ("tax", "grain", "sites"):
            value = getattr(facts, field)
            if value is not None and not fits("province", field, value):
                raise ValueError(f"province {facts.id}: {field} cannot be {value!r}")
        if facts.region is not None and facts.region not in regions:
            raise ValueError(f"province {facts.id}: there is no region {facts.region}")
    for card in board.events:
        for field in ("kind", "value", "building", "recruit_5", "recruit_3", "grain_loss"):
            value = getattr(card, field)
            if value is not None and not fits("event", field, value):
                raise ValueError(f"event {card.id}: {field} cannot be {value!r}")
    for favor in board.favors:
        for field in ("number", "kind", "value", "building", "text"):
            value = getattr(favor, field)
            if value is not None and not fits("favor", field, value):
                raise ValueError(f"favor {favor.number}: {field} cannot be {value!r}")
    numbers = [favor.number for favor in board.favors]
    if len(set(numbers)) != len(numbers):
        raise ValueError("two favor cards bear the same number")
    ids = [facts.id for facts in board.provinces]
    if len(set(ids)) != len(ids) or len(ids) > board.provinces_total:
        raise ValueError("provinces must have different ids and not be more than the board holds")
    return board
