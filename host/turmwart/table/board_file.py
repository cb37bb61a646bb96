"""The board of Anno 1452 as one file, with Ottokar's positions, checked before it is taken."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from turmwart.errors import InputError
from turmwart.games.anno1452.board import Board, Learnt, fits, known
from turmwart.games.anno1452.boardfile import learnt_from, to_text
from turmwart.games.anno1452.setup import Placed
from turmwart.games.anno1452.state import CITIZENS_EACH, ESTATES_EACH
from turmwart.games.anno1452.wizard import faults, open_questions
from turmwart.table.printed_anno1452 import laid_over, shipped_board
from turmwart.table.printed_file import Form, check, parsed
from turmwart.texts import say_with

Positions = Mapping[str, tuple[Placed, ...]]


def written(board: Board, positions: Positions) -> str:
    """A board and Ottokar's positions as TOML.

    Rule: A-DATA-6, A-DATA-7.
    """
    lines = [to_text(board)]
    for name, placed in positions.items():
        lines += ["[[ottokar]]", f"name = {_toml(name)}", 'confidence = "table"', ""]
        for one in placed:
            row = {"region": one.region, "city": one.city, "citizens": one.citizens}
            lines += ["[[ottokar.estate]]", *(f"{k} = {_toml(v)}" for k, v in row.items()), ""]
    return "\n".join(lines)


def read(text: str, place: str) -> tuple[tuple[Learnt, ...], dict[str, tuple[Placed, ...]]]:
    """What a file says of the board, and Ottokar's positions in it.

    Args:
        text: of the file.
        place: its name, for the errors.

    Raises:
        InputError: it is no such file, names what is not printed, contradicts itself, or is a
            whole board whose sums are off.

    Rule: A-DATA-2, A-DATA-3, A-DATA-6, A-DATA-7.
    """
    board = shipped_board()
    form = _form(board)
    plain, learnt = parsed(text, form, place)
    if not learnt and "ottokar" not in plain:
        raise InputError("anno1452_board.empty", place=place)
    check(learnt, form, place)
    _sums(laid_over(board, learnt), place)
    return learnt, dict(_positions(plain, board, place))


def _form(board: Board) -> Form:
    """Both sides of a border say the same (A-DATA-3)."""

    def exists(kind: str, key: str, field: str) -> bool:
        known(board, kind, key, field)
        return True

    return Form(
        "anno1452_board",
        learnt_from,
        exists,
        lambda kind, field, value: fits(board, kind, field, value),
        "border",
    )


def _sums(board: Board, place: str) -> None:
    """A whole board must add up; what is entered in part is taken as it is (A-DATA-2)."""
    if open_questions(board):
        return
    for fault in faults(board):
        if not fault.waivable:
            why = say_with(fault.detail, fault.values)
            raise InputError("anno1452_board.fault", place=place, why=why)


def _positions(
    plain: Mapping[str, Any], board: Board, place: str
) -> Iterator[tuple[str, tuple[Placed, ...]]]:
    for row in _rows(plain, "ottokar", place):
        name = str(row.get("name", ""))
        placed = []
        for estate in _rows(row, "estate", place):
            region, city, citizens = (estate.get(k) for k in ("region", "city", "citizens"))
            sound = region in board.region_ids and isinstance(city, bool)
            if not sound or type(citizens) is not int:
                raise InputError("anno1452_board.estate", place=place, name=name)
            placed.append(Placed(str(region), bool(city), citizens))
        citizens = sum(one.citizens for one in placed)
        if not name or len(placed) != ESTATES_EACH or citizens != CITIZENS_EACH:
            raise InputError(
                "anno1452_board.position",
                place=place,
                name=name,
                estates=len(placed),
                citizens=citizens,
            )
        yield name, tuple(placed)


def _rows(plain: Mapping[str, Any], name: str, place: str) -> list[dict[str, Any]]:
    rows = plain.get(name, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InputError("anno1452_board.rows", place=place, name=name)
    return rows


def _toml(value: object) -> str:
    """Numbers, words and truth are written alike in JSON and in TOML."""
    return json.dumps(value, ensure_ascii=False)
