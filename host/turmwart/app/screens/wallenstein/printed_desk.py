"""Entering what is printed: which sheet is asked, what its answers mean, what cannot be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from turmwart.app.screens.wallenstein.printed_sheets import (
    LANGUAGE,
    LINEUP_SEATS,
    SECTIONS,
    Sheets,
    item_label,
)
from turmwart.app.words import Words
from turmwart.games.wallenstein.board import Board, Learnt, fits
from turmwart.games.wallenstein.printed import event_values
from turmwart.games.wallenstein.wizard import (
    Item,
    faults,
    finished,
    items,
    missing,
    open_items,
    region_counts,
)
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, Option, Prompt
from turmwart.table.printed_wallenstein import Book

_ID = "app.wallenstein.printed"


class PrintedDesk:
    """Asks for printed values and stores each sheet at once; knows no screen.

    Args:
        book: that keeps the values.
        words: the language.
    """

    def __init__(self, book: Book, words: Words) -> None:
        self.book = book
        self._words = words
        self._board: Board | None = None
        self._passed: set[Item] = set()
        self.chosen: Item | None = None

    @property
    def board(self) -> Board:
        """The printed values as known so far."""
        if self._board is None:
            self._board = self.book.board
        return self._board

    @property
    def asked(self) -> Item | None:
        """The sheet that is asked now; sheets left empty do not come again by themselves."""
        if self.chosen is not None:
            return self.chosen
        if not self.book.language:
            return LANGUAGE
        still = (item for item in open_items(self.board) if item not in self._passed)
        return next(still, None)

    @property
    def faults(self) -> tuple[Objection, ...]:
        """What cannot be right, what surely cannot first."""
        return tuple(sorted(faults(self.board), key=lambda fault: fault.waivable))

    @property
    def ended(self) -> str:
        """What stands there where nothing is asked."""
        if finished(self.board):
            return f"{_ID}.finished"
        return f"{_ID}.left_open" if open_items(self.board) else f"{_ID}.off"

    def head(self) -> tuple[str, ...]:
        """How many sheets of each kind are done, and the regions."""
        board = self.board
        still = [item.section for item in open_items(board)]
        parts = []
        for section in ("province", "neighbours", "event", "famine"):
            of = board.provinces_total if section == "neighbours" else 0
            of = of or sum(item.section == section for item in items(board))
            # Neighbours are asked when all provinces have names; till then all are open.
            asked = any(item.section == section for item in items(board))
            left = still.count(section) if asked else of
            parts.append(self._words(f"{_ID}.done.{section}", done=of - left, of=of))
        counts = region_counts(board)
        regions = ", ".join(f"{region.label} {counts[region.id]}" for region in board.regions)
        named = self._words(f"{_ID}.title", named=len(board.provinces), total=board.provinces_total)
        return named, " · ".join(parts), self._words(f"{_ID}.regions", regions=regions)

    def prompt(self, item: Item) -> Prompt:
        """The form for a sheet; what is known or offered stands there already."""
        named = {key for kind, key, field, _ in self.book.learnt if field == "label"}
        offered = {k: v for k, v in self.book.names().items() if k not in named}
        return Sheets(self.board, offered, self._words).prompt(item)

    def refusal(self, item: Item, answers: Mapping[str, Any]) -> Objection | None:
        """Why a sheet cannot be taken; None where it can."""
        for kind, key, field, value in self._values(item, answers):
            if not fits(kind, field, value):
                named = (("key", key), ("field", field), ("value", value))
                return Objection("W-DATA-1", "wallenstein.objection.not_printed", named)
            taken = any(f.label == value for f in self.board.provinces if f.id != key)
            if field == "label" and taken:
                label = (("label", value),)
                return Objection("W-PARTS-3", "wallenstein.objection.name_taken", label)
        if item.section == "lineup":
            chosen = list(answers["groups"].values())
            if len(set(chosen)) != len(chosen):
                return Objection("W-SETUP-20", "wallenstein.objection.taken_twice")
        return None

    def doubts(self, item: Item, answers: Mapping[str, Any]) -> tuple[Prompt, ...]:
        """Borders that the other side said otherwise.

        Rule: W-DATA-5.
        """
        return tuple(
            self._border_prompt(item.key, other, named=named)
            for other, named in self._one_sided(item, answers)
        )

    def take(self, item: Item, answers: Mapping[str, Any], settled: Sequence[Any]) -> None:
        """Store a sheet."""
        self.chosen = None
        if item == LANGUAGE:
            self.book.choose_language(str(answers["value"]))
            return
        values = list(self._values(item, answers))
        for (other, _), said in zip(self._one_sided(item, answers), settled, strict=True):
            values = [v for v in values if v[:3] != ("neighbours", item.key, other)]
            values.append(("neighbours", item.key, other, said))
        self.book.learn(values)
        self._board = None
        self._passed.discard(item)
        if item.section == "favor":
            self._favor_goes_on(values)
            return
        there = item in items(self.board)
        if there and missing(self.board, item) and not _goes_on(item, values):
            self._passed.add(item)

    def _favor_goes_on(self, values: Sequence[Learnt]) -> None:
        """Ask for the rest of a favor card after its number or its kind."""
        for _, key, field, _ in values:
            card = Item("favor", key)
            if field in ("number", "kind") and missing(self.board, card):
                self.chosen = card

    def menu(self) -> Prompt:
        """Which kind of sheet."""
        options = tuple(Option(section, f"{_ID}.section.{section}") for section in SECTIONS)
        return Prompt(f"{_ID}.menu", "", slots=(Choice("section", options),))

    def field_menu(self, answers: Mapping[str, Any]) -> Prompt | None:
        """Which sheet of the kind chosen."""
        section = str(answers["section"])
        options = tuple(
            Option(item.key, label=item_label(self.board, item, self._words))
            for item in self._all(section)
        )
        if not options or section in ("language", "board"):
            return None
        return Prompt(f"{_ID}.which", "", slots=(Choice("key", options),))

    def choose(self, answers: Mapping[str, Any]) -> None:
        """Ask for this sheet next, complete or not."""
        section = str(answers["section"])
        if section == LANGUAGE.section:
            self.chosen = LANGUAGE
        elif section == "board":
            self.chosen = Item("board", "grain_track")
        elif "key" in answers:
            self.chosen = Item(section, str(answers["key"]))

    def _all(self, section: str) -> tuple[Item, ...]:
        if section == "lineup":
            return LINEUP_SEATS
        if section == "favor":
            known = tuple(Item(section, str(facts.number)) for facts in self.board.favors)
            return (*known, Item(section, ""))
        if section == "neighbours":
            return tuple(Item(section, facts.id) for facts in self.board.provinces)
        return tuple(item for item in items(self.board) if item.section == section)

    def _values(self, item: Item, answers: Mapping[str, Any]) -> Sequence[Learnt]:
        key = item.key
        match item.section:
            case "province":
                told = {field: value for field, value in answers["values"].items() if value != ""}
                return [("province", key, field, value) for field, value in told.items()]
            case "name":
                label = str(answers["value"])
                return [("province", f"province_{key}", "label", label)] if label else []
            case "neighbours":
                return self._neighbours(key, answers["value"])
            case "event":
                return self._event(key, answers)
            case "favor":
                return self._favor(key, answers)
            case "famine":
                row = self.board.famine_row(int(key))
                # Only a row that was said to go on must be told that it does not.
                ends = row is not None and row.short_max is None
                told = {f: v for f, v in answers["values"].items() if v != "no" or ends}
                return [("famine", key, field, value) for field, value in told.items()]
            case "lineup":
                return [("lineup", key, group, p) for group, p in answers["groups"].items()]
            case "board":
                return [("board", key, "grain_track_max", answers["value"])]
        return []

    def _neighbours(self, province: str, named: Sequence[str]) -> list[Learnt]:
        facts = self.board.province(province)
        values: list[Learnt] = [("neighbours", province, other, "yes") for other in named]
        gone = [other for other in facts.neighbours if other not in named]
        values += [("neighbours", province, other, "no") for other in gone]
        return [*values, ("province", province, "neighbours_complete", "yes")]

    def _event(self, card: str, answers: Mapping[str, Any]) -> list[Learnt]:
        if "values" in answers:
            told = answers["values"].items()
            return [("event", card, field, value) for field, value in told if value != ""]
        chosen, _, name = str(answers["row"]).partition(":")
        if chosen == "kind":
            return [("event", card, "kind", name)]
        row = next(facts for facts in self.board.event_suggestions if facts.id == name)
        return [("event", card, field, value) for field, value in event_values(row)]

    def _favor(self, key: str, answers: Mapping[str, Any]) -> list[Learnt]:
        if "number" in answers:
            number = answers["number"]
            return [("favor", str(number), "number", number)]
        told = answers["values"].items() if "values" in answers else [("kind", answers["kind"])]
        return [("favor", key, field, value) for field, value in told if value != ""]

    def _one_sided(self, item: Item, answers: Mapping[str, Any]) -> tuple[tuple[str, bool], ...]:
        """Other provinces, and whether this one names them, where the other side says otherwise."""
        if item.section != "neighbours":
            return ()
        facts, named = self.board.province(item.key), set(answers["value"])
        found = []
        for other in self.board.provinces:
            said = item.key in other.neighbours
            told = said or other.neighbours_complete or item.key in other.denied
            if other.id != facts.id and told and said != (other.id in named):
                found.append((other.id, other.id in named))
        return tuple(found)

    def _border_prompt(self, first: str, second: str, *, named: bool) -> Prompt:
        options = (Option("yes", "app.yes"), Option("no", "app.no"))
        values = (
            ("first", self.board.province(first).label),
            ("second", self.board.province(second).label),
        )
        return Prompt(
            f"{_ID}.{'named_once' if named else 'left_out'}",
            "",
            slots=(Choice("value", options),),
            rule="W-DATA-5",
            values=values,
        )


def _goes_on(item: Item, values: Sequence[Learnt]) -> bool:
    """Whether the next sheet asks for the rest of the same card: its kind was just said."""
    return item.section == "event" and any(field == "kind" for _, _, field, _ in values)
