"""Entering the printed board: which value is asked, what an answer means, what cannot be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from turmwart.app.words import Words
from turmwart.games.anno1452.board import (
    CITY_LIMIT_SUM,
    ESTATE_LIMIT_SUM,
    LIMIT_LEAST,
    LIMIT_MOST,
    REGIONS,
    Board,
    Learnt,
    Need,
    fits,
)
from turmwart.games.anno1452.wizard import faults, finished, open_questions
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Several, Text
from turmwart.table.printed_anno1452 import Book

FIELDS = ("label", "estate_limit", "city_limit", "neighbours")
QUESTIONS = REGIONS * len(FIELDS)
_ID = "app.anno1452.board"


@dataclass(frozen=True, slots=True)
class OneSided:
    """A border that so far was said otherwise from the other side.

    Attributes:
        first: the region whose neighbours are entered.
        second: the other one.
        named: whether ``first`` names ``second``.
    """

    first: str
    second: str
    named: bool


class BoardDesk:
    """Asks for the values of a board and stores each answer at once; knows no screen.

    Args:
        book: that keeps the values.
        words: the language.
    """

    def __init__(self, book: Book, words: Words) -> None:
        self.book = book
        self._words = words
        self.chosen: Need | None = None

    @property
    def board(self) -> Board:
        """The board as known so far."""
        return self.book.board

    @property
    def asked(self) -> Need | None:
        """The value that is asked now; None where nothing is open and nothing was chosen."""
        if self.chosen is not None:
            return self.chosen
        still = open_questions(self.board)
        return still[0] if still else None

    @property
    def done(self) -> int:
        """How many of the questions are answered."""
        return QUESTIONS - len(open_questions(self.board))

    @property
    def faults(self) -> tuple[Objection, ...]:
        """What cannot be right."""
        return faults(self.board)

    @property
    def finished(self) -> bool:
        """Whether everything is entered and no sum is off."""
        return finished(self.board)

    @property
    def ended(self) -> str:
        """What stands there where nothing is asked."""
        return f"{_ID}.finished" if self.finished else f"{_ID}.off"

    def head(self) -> tuple[str, str]:
        """How many answers there are, and the sums so far."""
        title = self._words(f"{_ID}.title", done=self.done, of=QUESTIONS)
        sums = (self._words(f"{_ID}.sum.{name}", now=now, of=of) for name, now, of in self.sums())
        return title, " · ".join(sums)

    def sums(self) -> tuple[tuple[str, int, int], ...]:
        """Name, sum so far and sum that it must come to, of digits and towers."""
        regions = self.board.regions
        digits = sum(facts.estate_limit or 0 for facts in regions)
        towers = sum(facts.city_limit or 0 for facts in regions)
        return (
            ("estate_limit", digits, ESTATE_LIMIT_SUM),
            ("city_limit", towers, CITY_LIMIT_SUM),
        )

    def prompt(self, need: Need) -> Prompt:
        """What is asked for a value; what is known already stands there.

        Rule: A-DATA-1, A-DATA-3 (neighbours are asked from each side anew).
        """
        facts = self.board.region(need.key)
        slot: Text | Number | Several
        if need.field == "label":
            slot = Text("value", default=facts.label)
        elif need.field == "estate_limit":
            slot = Number("value", LIMIT_LEAST, LIMIT_MOST, facts.estate_limit)
        elif need.field == "city_limit":
            slot = Number("value", 0, LIMIT_MOST, facts.city_limit)
        else:
            others = tuple(one for one in self.board.region_ids if one != need.key)
            options = tuple(Option(one, label=self.name(one)) for one in others)
            slot = Several("value", options, 1, len(options))
        values = (("region", self.name(need.key)),)
        return Prompt(f"{_ID}.{need.field}", "", "", True, (slot,), (), need.rule, values)

    def name(self, region: str) -> str:
        """A region's name, or its number while the table has not named it."""
        return self.board.region(region).label or self._words(f"anno1452.unnamed.{region}")

    def refusal(self, need: Need, answers: Mapping[str, Any]) -> Objection | None:
        """Why a value cannot stand there; None where it can."""
        value = answers["value"]
        if need.field == "neighbours":
            return None
        taken = any(f.label == value for f in self.board.regions if f.id != need.key)
        if need.field == "label" and taken:
            return Objection("A-DATA-1", "anno1452.objection.name_taken", (("value", value),))
        if not fits(self.board, need.kind, need.field, value):
            values = (("value", str(value)),)
            return Objection("A-DATA-2", "anno1452.objection.value_does_not_fit", values)
        return None

    def one_sided(self, need: Need, value: Any) -> tuple[OneSided, ...]:
        """Borders that the other side said otherwise, in the board's order.

        Rule: A-DATA-3.
        """
        if need.field != "neighbours":
            return ()
        facts = self.board.region(need.key)
        found = []
        for other in self.board.region_ids:
            named = other in value
            if other != need.key and other in (facts.denied if named else facts.neighbours):
                found.append(OneSided(need.key, other, named))
        return tuple(found)

    def doubts(self, need: Need, answers: Mapping[str, Any]) -> tuple[Prompt, ...]:
        """What the table is asked where the two sides of a border differ."""
        return tuple(self.border_prompt(one) for one in self.one_sided(need, answers["value"]))

    def take(self, need: Need, answers: Mapping[str, Any], settled: Sequence[Any]) -> None:
        """Store an answer, and what was said of borders where the sides differ."""
        found = self.one_sided(need, answers["value"])
        said = {one.second: str(value) for one, value in zip(found, settled, strict=True)}
        self.answer(need, answers["value"], said)

    def border_prompt(self, found: OneSided) -> Prompt:
        """What the table is asked where the two sides differ."""
        first, second = self.name(found.first), self.name(found.second)
        options = (Option("yes", "app.yes"), Option("no", "app.no"))
        return Prompt(
            f"{_ID}.{'named_once' if found.named else 'left_out'}",
            "",
            slots=(Choice("value", options),),
            rule="A-DATA-3",
            values=(("first", first), ("second", second)),
        )

    def answer(self, need: Need, value: Any, settled: Mapping[str, str]) -> None:
        """Store an answer.

        Args:
            need: what was asked.
            value: the answer to its prompt.
            settled: for neighbours: other region to ``yes`` or ``no`` where the sides differed.
        """
        self.chosen = None
        if need.field != "neighbours":
            self.book.learn([(need.kind, need.key, need.field, value)])
            return
        values: list[Learnt] = []
        for other in self.board.region_ids:
            if other != need.key:
                said = settled.get(other, "yes" if other in value else "no")
                values.append(("border", need.key, other, said))
                values.append(("border", other, need.key, said))
        values.append(("region", need.key, "listed", "yes"))
        self.book.learn(values)

    def menu(self) -> Prompt:
        """Which region's values are to be entered or corrected."""
        options = tuple(
            Option(facts.id, label=self._menu_line(facts.id)) for facts in self.board.regions
        )
        return Prompt(f"{_ID}.menu", "", slots=(Choice("region", options),))

    def field_menu(self, answers: Mapping[str, Any]) -> Prompt:
        """Which value of a region."""
        region = str(answers["region"])
        options = tuple(Option(field, f"{_ID}.{field}.label") for field in FIELDS)
        values = (("region", self.name(region)),)
        return Prompt(f"{_ID}.field", "", slots=(Choice("field", options),), values=values)

    def choose(self, answers: Mapping[str, Any]) -> None:
        """Ask for this value next, known or not."""
        self.chosen = Need("region", str(answers["region"]), str(answers["field"]), "A-DATA-7")

    def _menu_line(self, region: str) -> str:
        facts = self.board.region(region)
        return self._words(
            f"{_ID}.line",
            region=self.name(region),
            estates="?" if facts.estate_limit is None else facts.estate_limit,
            cities="?" if facts.city_limit is None else facts.city_limit,
            borders=len(facts.neighbours) if facts.listed else "?",
        )
