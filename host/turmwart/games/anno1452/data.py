"""Parsed tables of the data files to printed values; pure functions, no files are read here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from turmwart.games.anno1452.board import (
    REGIONS,
    Board,
    CardFacts,
    Learnt,
    RegionFacts,
    fits,
    known,
    learn,
)
from turmwart.games.anno1452.cardtable import REGION_KINDS, Card, Mode, Term, Value

Table = Mapping[str, Any]

_OWN_BANNER = ("city", "inheritance")
"""Kinds whose copies differ in their banners."""


def board_from_tables(principalities: Table, cards: Table, learnt: Iterable[Learnt] = ()) -> Board:
    """The printed values of the real game: shipped ones, then learnt ones.

    Args:
        principalities: parsed ``principalities.toml``.
        cards: parsed ``cards.toml``.
        learnt: values of ``PrintedLearnt`` and ``PrintedCorrected`` events in their order.

    Raises:
        ValueError: a table lacks a key or holds a value that cannot be.

    Rule: A-DATA-4, A-DATA-7, A-DATA-8, A-COMP-7.
    """
    try:
        made = cards_from_table(cards)
        board = Board(
            name="anno1452",
            invention=False,
            regions=_regions(principalities),
            facts=_facts(made),
            cards=made,
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"the data files of Anno 1452 are damaged: {error!r}") from None
    for kind, key, field, value in learnt:
        known(board, kind, key, field)
        if not fits(board, kind, field, value):
            raise ValueError(f"{kind} {key} {field} cannot be {value!r}")
        board = learn(board, kind, key, field, value)
    return board


def board_from_demo(demo: Table, cards: Table) -> Board:
    """A made-up board for demos and tests.

    Args:
        demo: parsed ``demo-board.toml``: regions with all limits and borders, towers by card.
        cards: parsed ``cards.toml``.

    Raises:
        ValueError: a table lacks a key or holds a value that cannot be.
    """
    try:
        made = cards_from_table(cards)
        regions = tuple(
            RegionFacts(
                id=row["id"],
                label=row["name"],
                estate_limit=row["estate_limit"],
                city_limit=row["city_limit"],
                neighbours=tuple(row["neighbours"]),
                denied=tuple(
                    other["id"]
                    for other in demo["region"]
                    if other["id"] not in (row["id"], *row["neighbours"])
                ),
                listed=True,
            )
            for row in demo["region"]
        )
        banners = {row["id"]: row for row in demo["card"]}
        facts = tuple(
            CardFacts(
                one.card,
                banners[one.card]["region"],
                banners[one.card]["city"],
                "yes" if banners[one.card]["tower"] else "no",
            )
            for one in _facts(made)
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"the made-up board is damaged: {error!r}") from None
    return Board("demo", True, regions, facts, made)


def cards_from_table(cards: Table) -> tuple[Card, ...]:
    """All action cards and the crowns, in the order of the file.

    Raises:
        KeyError: a card lacks a key.

    Rule: A-COMP-5, A-COMP-6.
    """
    return tuple(card for row in cards["card"] for card in _copies(row))


def _copies(row: Table) -> Iterable[Card]:
    modes = tuple(_mode(mode) for mode in row["mode"])
    title = row.get("title_de", "")
    made = Card(row["id"], title, row["title_en"], row["kind"], row["copies"], row["keep"], modes)
    if made.kind not in _OWN_BANNER:
        return (made,)
    return tuple(
        Card(f"{made.id}-{n}", title, made.title_en, made.kind, 1, made.keep, modes)
        for n in range(1, made.copies + 1)
    )


def _mode(row: Table) -> Mode:
    condition = row.get("condition")
    return Mode(
        timing=row["timing"],
        uses=row["uses"],
        rule=row["rule"],
        result=tuple(_effect(effect) for effect in row["result"]),
        condition=_condition(condition) if condition is not None else None,
        phases=tuple(row.get("phases", ())),
        keep=row.get("keep", ""),
    )


def _condition(row: Table) -> Term:
    ((name, value),) = row.items()
    if isinstance(value, list):
        return Term(name, parts=tuple(_condition(part) for part in value))
    if name == "not":
        return Term(name, parts=(_condition(value),))
    if isinstance(value, Mapping):
        return Term(name, tuple((key, _value(part)) for key, part in value.items()))
    return Term(name, (("is" if isinstance(value, bool) else "n", value),))


def _effect(row: Table) -> Term:
    args: list[tuple[str, Value]] = []
    parts: tuple[Term, ...] = ()
    for key, value in row.items():
        if key == "op":
            continue
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            parts = tuple(
                Term("row", tuple((name, _value(part)) for name, part in one.items()))
                for one in value
            )
        else:
            args.append((key, _value(value)))
    return Term(row["op"], tuple(args), parts)


def _value(value: Any) -> Value:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, bool | int | str):
        return value
    raise TypeError(f"{value!r} in a card")


def _regions(principalities: Table) -> tuple[RegionFacts, ...]:
    named = tuple(
        RegionFacts(
            id=row["id"],
            label=row["name_de"],
            estate_limit=row.get("estate_limit"),
            city_limit=row.get("city_limit"),
            city_limit_min=row.get("city_limit_min", 0),
            has_border=row.get("has_border", False),
        )
        for row in principalities["region"]
    )
    unnamed = (RegionFacts(f"region_{n}", "") for n in range(len(named) + 1, REGIONS + 1))
    return (*named, *unnamed)


def _facts(cards: tuple[Card, ...]) -> tuple[CardFacts, ...]:
    """The pure city cards show a tower; of the others nobody knows (A-CARD-CITY-6)."""
    return tuple(
        CardFacts(card.id, tower="yes" if card.kind == "city" else None)
        for card in cards
        if card.kind in REGION_KINDS
    )
