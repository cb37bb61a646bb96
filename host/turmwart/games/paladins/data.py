"""Parsed tables of the data files to printed values; pure functions, no files are read here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from turmwart.games.paladins.board import Board, BonusKind, PaladinCard, learn, tax_key
from turmwart.games.paladins.names import RIGHT, SECOND
from turmwart.games.paladins.reading import (
    COUNT_ROWS,
    LETTER_OF,
    Question,
    coded,
    fits,
)

Table = Mapping[str, Any]
Learnt = tuple[str, str, str, int | str]

_COUNTS = {1: "solo", 2: "two_players", 3: "three_players", 4: "four_players"}
_CODES = {
    "faith": "f",
    "strength": "s",
    "influence": "i",
    "absolve": "j",
    "commission": "m",
    "garrison": "o",
    "fortify": "w",
    "develop": "h",
    "townsfolk": "t",
    "attacked_outsiders_of_a_colour": "c",
    "debts_paid": "p",
    "debts_open": "d",
    "suspicion_cards": "v",
    "fulfilled_orders": "r",
    "other": "x",
}
"""Letters of the kinds of bonus: of the pieces they count where it can be."""
_TYPED = ("attacked_outsiders_of_a_colour", "other")
"""Kinds that count what nobody keeps: their points are typed."""
_FORMS = {"list_of_int": "ints", "list_of_cost": "costs", "list_of_worker": "workers"}
_TABLES = {
    "Q-P-TRACKS": "track",
    "Q-P-COUNTS": "counts",
    "Q-P-ORDERS": "orders",
    "Q-P-SLOTS": "slots",
    "Q-P-SECOND": "second",
}
_YES_NO = ("yes", "no")
_JARS = "Q-P-JAR-NUMBER"
"""The only list of numbers that need not rise."""


def board_from_tables(
    tables: Mapping[str, Table], learnt: Iterable[Learnt] = (), *, invention: bool = False
) -> Board:
    """The printed values: shipped presets, then what this copy's owner confirmed.

    Args:
        tables: parsed files by name without their ending: ``actions``, ``components``,
            ``inquisition``, ``paladins``, ``questions``, ``scoring``.
        learnt: values of ``PrintedLearnt`` and ``PrintedCorrected`` events in their order.
        invention: take every preset as confirmed, and make up what has none: for demos.

    Raises:
        ValueError: a table lacks a key or holds a value that cannot be.

    Rule: P-SETUP-4, P-SETUP-6, P-ROUND-9, P-END-2 to P-END-6.
    """
    try:
        start = tables["components"]["start"]
        board = Board(
            name="demo" if invention else "paladins",
            invention=invention,
            silver=start["silver"]["value"],
            provisions=start["provisions"]["value"],
            questions=tuple(_questions(tables)),
            answers=(),
            paladins=tuple(
                PaladinCard(
                    row["name"],
                    tuple(row["workers"]),
                    row["faith"],
                    row["strength"],
                    row["influence"],
                )
                for row in tables["paladins"]["paladin"]
            ),
            thresholds=tuple(
                (row["key"], tuple(row["field_thresholds"]["value"]))
                for row in tables["actions"]["action"]
                if "field_thresholds" in row
            ),
            bonuses=tuple(_bonus(row) for row in tables["scoring"]["outsider_bonus"]),
            order_actions=tuple(tables["scoring"]["orders"]["actions"]),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"the data files of Paladins are damaged: {error!r}") from None
    if invention:
        board = _made_up(board)
    for kind, key, field, value in learnt:
        board = learn(board, kind, key, field, value)
    return board


_INVENTED: dict[str, int | str] = {
    "Q-P-TOWNSFOLK-COST": "0 1 2 3 d",
    "Q-P-OUTSIDER-COST": "0 0 1 1",
    "Q-P-JAR-COST": "1 1 2 2 3 3 4",
    "Q-P-JAR-NUMBER": "0 1 2 4 5 7 8",
    "Q-P-WORKSHOP-BONUS": "wgbrkwgb",
}
"""Values for demos where no public source has any."""


def _made_up(board: Board) -> Board:
    for question in board.questions:
        preset = question.preset
        value = _INVENTED[question.key] if preset == "" else preset
        board = learn(board, "question", question.key, "answer", value)
    return board


def _bonus(row: Table) -> BonusKind:
    kind = row["kind"]
    typed = kind in _TYPED
    return BonusKind(kind, _CODES[kind], 0 if typed else row["per"], row.get("points", 0))


def _questions(tables: Mapping[str, Table]) -> Iterable[Question]:
    for row in tables["questions"]["question"]:
        if row["id"] == "Q-P-TAX":
            yield from _tax(row, tables["inquisition"]["tax"]["start"])
        else:
            yield _question(row, tables)


def _tax(row: Table, start: Table) -> Iterable[Question]:
    """One question for each number of players; nothing is known for one alone."""
    for players, name in _COUNTS.items():
        preset = start.get(name, row["min"])
        least, most = row["min"], row["max"]
        yield Question(tax_key(players), row["rules"][0], "int", preset, least=least, most=most)


def _question(row: Table, tables: Mapping[str, Table]) -> Question:
    key, form = row["id"], row["type"]
    if form == "choice":
        choices = tuple(row["choices"])
        return Question(key, row["rules"][0], "choice", _preset(row, tables), choices)
    if form == "bool":
        preset = _YES_NO[0] if row["preset"] else _YES_NO[1]
        return Question(key, row["rules"][0], "choice", preset, _YES_NO)
    made = _TABLES.get(key) or _FORMS[form]
    if key == _JARS:
        made = "numbers"
    length = len(SECOND) if made == "second" else row.get("length", 0)
    question = Question(key, row["rules"][0], made, _preset(row, tables), length=length)
    if question.preset != "" and not fits(question, question.preset):
        raise ValueError(f"the preset of {key} cannot be {question.preset!r}")
    return question


def _preset(row: Table, tables: Mapping[str, Table]) -> str:
    """The preset of a question as it is typed; empty where there is none."""
    key, scoring = row["id"], tables["scoring"]
    actions = {one["key"]: one for one in tables["actions"]["action"]}
    if "preset" in row:
        return str(row["preset"])
    if key == "Q-P-HALF":
        return f"round_{tables['inquisition']['inquisition']['discard_rounding']['value']}"
    if key == "Q-P-POOL":
        return "pooled" if scoring["resources"]["pooled"]["value"] else "separate"
    if key == "Q-P-TRACKS":
        track = scoring["attribute_track"]
        values = range(track["max"]["value"] + 1)
        return " ".join(str(_step(track["steps"], value)) for value in values)
    if key == "Q-P-COUNTS":
        rows = (scoring["counts"][name]["steps"] for name in COUNT_ROWS)
        return " / ".join(" ".join(str(step["points"]) for step in steps) for steps in rows)
    if key == "Q-P-ORDERS":
        orders = scoring["orders"]
        places = (*orders["slot_points"]["value"], orders["needed"]["value"])
        return " ".join(str(number) for number in places)
    if key == "Q-P-PROVISIONS":
        row = actions["commission"]["provisions_by_count"]["value"]
        return " ".join(str(number) for number in row)
    if key == "Q-P-WALLS":
        return " ".join(str(n) for n in actions["fortify"]["influence_by_count"]["value"])
    if key == "Q-P-SLOTS":
        return " ".join(coded(tuple(actions[name]["workers"]["value"])) for name in RIGHT)
    if key == "Q-P-SECOND":
        return "".join(LETTER_OF[actions[name]["workers_big"]["value"][-1]] for name in SECOND)
    return ""


def _step(steps: Iterable[Table], place: int) -> int:
    reached = [step["points"] for step in steps if step["from"] <= place]
    return int(reached[-1])
