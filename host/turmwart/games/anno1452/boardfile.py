"""A board as a file: the form of ``principalities.toml``, with what the table entered.

Text is made and parsed tables are read here; files are opened elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from turmwart.games.anno1452.board import Board, CardFacts, Learnt, RegionFacts
from turmwart.kernel.toml import toml_pairs

SCHEMA = "turmwart.anno1452.principalities/1"
CONFIDENCE = "table"
_IN_PART = ("some_neighbours", "some_others")
"""Regions that share a border and that share none, where not all are known."""


def to_text(board: Board) -> str:
    """The printed values of a board as TOML, unknown ones left out.

    Rule: A-DATA-7.
    """
    lines = [f'schema = "{SCHEMA}"']
    for region in board.regions:
        lines += ["", "[[region]]", *toml_pairs(_region(region))]
        lines += ["[region.confidence]", *toml_pairs(dict.fromkeys(_told(region), CONFIDENCE))]
    for facts in board.facts:
        told = _card(facts)
        if len(told) > 1:
            lines += ["", "[[card]]", *toml_pairs(told)]
    return "\n".join(lines) + "\n"


def learnt_from(table: Mapping[str, Any]) -> tuple[Learnt, ...]:
    """What a parsed board file says, to be laid over the shipped values.

    Args:
        table: parsed TOML of ``to_text``, or of ``principalities.toml``.

    Raises:
        ValueError: a row lacks its id, or a list of neighbours is none.

    Rule: A-DATA-7.
    """
    try:
        return tuple(_learnt(table))
    except (KeyError, TypeError) as error:
        raise ValueError(f"the board file is damaged: {error!r}") from None


def _region(region: RegionFacts) -> dict[str, Any]:
    row: dict[str, Any] = {"id": region.id}
    if region.label:
        row["name_de"] = region.label
    if region.estate_limit is not None:
        row["estate_limit"] = region.estate_limit
    if region.city_limit is not None:
        row["city_limit"] = region.city_limit
    if region.listed:
        row["neighbours"] = sorted(region.neighbours)
    else:
        # Asked case by case: nothing follows for the regions in neither list.
        for key, others in zip(_IN_PART, (region.neighbours, region.denied), strict=True):
            if others:
                row[key] = sorted(others)
    return row


def _told(region: RegionFacts) -> tuple[str, ...]:
    return tuple(key for key in _region(region) if key != "id")


def _card(facts: CardFacts) -> dict[str, Any]:
    row: dict[str, Any] = {"id": facts.card}
    for key in ("region", "city", "tower"):
        value = getattr(facts, key)
        if value is not None:
            row[key] = value
    return row


def _learnt(table: Mapping[str, Any]) -> Iterable[Learnt]:
    rows = table.get("region", ())
    names = {row["id"] for row in rows}
    for row in rows:
        region = row["id"]
        for key, field in (
            ("name_de", "label"),
            ("estate_limit", "estate_limit"),
            ("city_limit", "city_limit"),
        ):
            if key in row:
                yield "region", region, field, row[key]
        if "neighbours" in row:
            for other in sorted(names - {region}):
                shared = "yes" if other in row["neighbours"] else "no"
                yield "border", region, other, shared
            yield "region", region, "listed", "yes"
        for key, shared in zip(_IN_PART, ("yes", "no"), strict=True):
            for other in row.get(key, ()):
                yield "border", region, other, shared
    for row in table.get("card", ()):
        for field in ("region", "city", "tower"):
            if field in row:
                yield "card", row["id"], field, row[field]
