"""What is printed as a file: one row for each province, card, line of the famine table, line-up.

Text is made and parsed tables are read here; files are opened elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from turmwart.games.wallenstein.board import (
    FLAGS,
    NUMBERS,
    SEAT_LETTERS,
    Board,
    FamineRow,
    FavorFacts,
    Learnt,
    Lineup,
    ProvinceFacts,
    lineup_key,
)
from turmwart.games.wallenstein.printed import event_values
from turmwart.kernel.toml import toml_pairs, toml_rows

SCHEMA = "turmwart.wallenstein.printed/1"
_IN_PART = ("some_neighbours", "no_neighbours")
"""Provinces that share a border and that share none, where not all are known."""
EVENT_ROW = ("kind", "value", "building", "recruit_5", "recruit_3", "text", "grain_loss")
FAVOR_ROW = ("kind", "value", "building", "text")
"""What the row of a card says beside its id or number."""
_LONGEST_ROW = 45
"""No shortage is bigger than the number of provinces."""


def to_text(board: Board) -> str:
    """The printed values of a board as TOML, unknown ones left out.

    Rule: W-DATA-1, W-DATA-2.
    """
    lines = [f'schema = "{SCHEMA}"']
    if board.grain_track_max is not None:
        lines += ["", "[board]", *toml_pairs({"grain_track_max": board.grain_track_max})]
    lines += toml_rows(("province", _province(facts)) for facts in board.provinces)
    cards = ((facts, dict(event_values(facts))) for facts in board.events)
    lines += toml_rows(("event", {"id": facts.id, **told}) for facts, told in cards if told)
    lines += toml_rows(("favor", _favor(facts)) for facts in board.favors)
    lines += toml_rows(("famine", _famine(row)) for row in board.famine)
    lines += toml_rows(("lineup", row) for row in _lineups(board.lineups))
    return "\n".join(lines) + "\n"


def learnt_from(table: Mapping[str, Any]) -> tuple[Learnt, ...]:
    """What a parsed file says, to be laid over the shipped values.

    Args:
        table: parsed TOML of ``to_text``.

    Raises:
        ValueError: a row lacks its id, or a list is none.

    Rule: W-DATA-2, W-DATA-5.
    """
    try:
        return tuple(_learnt(table))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None


def _province(facts: ProvinceFacts) -> dict[str, Any]:
    row: dict[str, Any] = {"id": facts.id, "name": facts.label}
    for key in ("region", *NUMBERS):
        value = getattr(facts, key)
        if value is not None:
            row[key] = value
    if facts.excluded_with_3 or "excluded_with_3" in facts.said:
        row["excluded_with_3"] = facts.excluded_with_3
    if facts.neighbours_complete:
        row["neighbours"] = sorted(facts.neighbours)
        return row
    # Asked case by case: nothing follows for the provinces in neither list.
    for key, others in zip(_IN_PART, (facts.neighbours, facts.denied), strict=True):
        if others:
            row[key] = sorted(others)
    return row


def _favor(facts: FavorFacts) -> dict[str, Any]:
    values = {field: getattr(facts, field) for field in FAVOR_ROW}
    return {"number": facts.number} | {f: v for f, v in values.items() if v is not None}


def _famine(row: FamineRow) -> dict[str, Any]:
    told: dict[str, Any] = {"short_min": row.short_min}
    if row.short_max is None:
        told["open_ended"] = True
    else:
        told["short_max"] = row.short_max
    for key in ("provinces", "extra_farmers"):
        value = getattr(row, key)
        if value is not None:
            told[key] = value
    return told


def _lineups(lineups: Iterable[Lineup]) -> Iterable[dict[str, Any]]:
    for one in lineups:
        listed = [[province, armies] for province, armies in one.provinces]
        row: dict[str, Any] = {"players": one.players, "provinces": listed}
        letter = one.id[-1:]
        if one.id == lineup_key(one.players, letter) and letter in SEAT_LETTERS:
            row["seat"] = letter
        # Shipped lists bear no seat: they are in the program, and in the file to be read.
        yield row


def _learnt(table: Mapping[str, Any]) -> Iterable[Learnt]:
    rows = table.get("province", ())
    names = [row["id"] for row in rows]
    for row in rows:
        yield from _learnt_province(row)
    for row in rows:
        yield from _learnt_borders(row, names)
    for row in table.get("event", ()):
        for field in EVENT_ROW:
            if field in row:
                yield "event", row["id"], field, row[field]
    for row in table.get("favor", ()):
        number = row["number"]
        yield "favor", str(number), "number", number
        for field in FAVOR_ROW:
            if field in row:
                yield "favor", str(number), field, row[field]
    for row in table.get("famine", ()):
        yield from _learnt_famine(row)
    for row in table.get("lineup", ()):
        if "seat" in row:
            key = lineup_key(row["players"], row["seat"])
            for number, (province, _) in enumerate(row["provinces"], start=1):
                if province:
                    yield "lineup", key, f"group_{number}", province
    if "grain_track_max" in table.get("board", {}):
        yield "board", "grain_track", "grain_track_max", table["board"]["grain_track_max"]


def _learnt_province(row: Mapping[str, Any]) -> Iterable[Learnt]:
    for key, field in (("name", "label"), ("region", "region"), *((n, n) for n in NUMBERS)):
        if key in row:
            yield "province", row["id"], field, row[key]
    if "excluded_with_3" in row:
        yield "province", row["id"], FLAGS[1], "yes" if row["excluded_with_3"] else "no"


def _learnt_borders(row: Mapping[str, Any], names: Iterable[str]) -> Iterable[Learnt]:
    if "neighbours" in row:
        listed = list(row["neighbours"])
        for other in (*listed, *(n for n in names if n not in listed)):
            if other != row["id"]:
                yield "neighbours", row["id"], other, "yes" if other in listed else "no"
        yield "province", row["id"], FLAGS[0], "yes"
    for key, shared in zip(_IN_PART, ("yes", "no"), strict=True):
        for other in row.get(key, ()):
            yield "neighbours", row["id"], other, shared


def _learnt_famine(row: Mapping[str, Any]) -> Iterable[Learnt]:
    first = row["short_min"]
    last = first if row.get("open_ended") else row["short_max"]
    if type(first) is not int or type(last) is not int or not 1 <= first <= last <= _LONGEST_ROW:
        raise TypeError(f"short_min {first!r}, short_max {last!r}")
    if not row.get("open_ended"):
        # Before the values: a row that was said to go on would take those of the next ones.
        yield "famine", str(first), "open_ended", "no"
    for shortage in range(first, last + 1):
        for field in ("provinces", "extra_farmers"):
            if field in row:
                yield "famine", str(shortage), field, row[field]
    if row.get("open_ended"):
        yield "famine", str(first), "open_ended", "yes"
