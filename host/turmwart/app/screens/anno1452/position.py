"""Ottokar's Estates as a table types them: one row for each region."""

from __future__ import annotations

import re
from collections.abc import Mapping

from turmwart.app.words import Words
from turmwart.games.anno1452.board import Board
from turmwart.games.anno1452.setup import Placed
from turmwart.games.anno1452.state import CITIZENS_EACH, ESTATES_EACH
from turmwart.kernel.prompt import Text

_ID = "app.anno1452.position"
_ESTATE = re.compile(r"([cC]?)([0-6])")
_LONGEST = 30
_ROOM, _CITY_ROOM = 3, 6


def position_rows(board: Board, typed: Mapping[str, str]) -> tuple[Text, ...]:
    """A text for each region; its Estates are typed as ``0 2 c6``: Citizens, ``c`` for a City.

    Args:
        board: the regions.
        typed: what was typed before.
    """
    return tuple(Text(one, _LONGEST, typed.get(one, "")) for one in board.region_ids)


def placed_of(board: Board, typed: Mapping[str, str], words: Words) -> tuple[Placed, ...] | str:
    """The Estates that were typed, or in words what is wrong with them.

    Rule: A-DATA-6.
    """
    placed: list[Placed] = []
    for facts in board.regions:
        name = facts.label or words(f"anno1452.unnamed.{facts.id}")
        here: list[Placed] = []
        for token in typed.get(facts.id, "").replace(",", " ").split():
            found = _ESTATE.fullmatch(token)
            if found is None:
                return words(f"{_ID}.token", region=name, token=token)
            city, citizens = bool(found[1]), int(found[2])
            if citizens > (_CITY_ROOM if city else _ROOM):
                return words(f"{_ID}.room", region=name, token=token)
            here.append(Placed(facts.id, city, citizens))
        if facts.estate_limit is not None and len(here) > facts.estate_limit:
            return words(f"{_ID}.limit", region=name, limit=facts.estate_limit)
        cities = sum(one.city for one in here)
        if facts.city_limit is not None and cities > facts.city_limit:
            return words(f"{_ID}.cities", region=name, limit=facts.city_limit)
        placed += here
    citizens = sum(one.citizens for one in placed)
    if len(placed) != ESTATES_EACH or citizens != CITIZENS_EACH:
        return words(f"{_ID}.sum", estates=len(placed), citizens=citizens)
    return tuple(placed)
