"""The order reader: forgiving about spelling, strict about meaning; every line has an outcome."""

from __future__ import annotations

import unicodedata
from difflib import get_close_matches
from itertools import pairwise

from turmwart.games.kingofkings import orders as o
from turmwart.games.kingofkings.tables import CODES, DIRECTIONS, TACTICS

KEYWORDS = ("EIN", "LAND", "SEE", "RAUB", "VERT", "NAME", "ALL", "ABT", "SPI")
ALL_TROOPS = "AT"
MOST_ITEMS = 3
MOST_STEPS = 20
MOST_NAME = 24
MOST_CHARACTERS = 500
"""A longer line is no order; nothing of it is looked at."""

MOST_LINES = 2000
"""Lines of a sheet that are read; what comes after them is dropped with its last line."""

_WORDS = {
    "BO": ("BOGENSCHUETZEN", "BOGENSCHUETZE", "BOGENSCHUETZINNEN"),
    "FU": ("FUSS", "FUSSSOLDATEN", "FUSSSOLDAT", "FUSSVOLK"),
    "RE": ("REITERN", "REITERS", "REITEREI"),
    "BU": ("BURGEN", "BURGES"),
    "GE": ("GENERALE", "GENERALEN", "GENERALS", "GENERAELE", "GENERAELEN"),
    "SC": ("SCHIFFEN", "SCHIFFS", "SCHIFFES"),
}
_SPELLED = {"Ü": "UE", "Ö": "OE", "Ä": "AE", "ẞ": "SS"}


class _Bad(Exception):
    """The line cannot be read; the argument is the result code."""


def lines_of(sheet: str | bytes) -> tuple[str, ...]:
    """The lines of a sheet as handed in; bytes that are no text become replacement marks.

    Rule: K-ORDER-1.
    """
    text = sheet if isinstance(sheet, str) else _decoded(sheet)
    cleaned = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = tuple(_shown(line) for line in cleaned.split("\n")[:MOST_LINES])
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def _decoded(sheet: bytes) -> str:
    try:
        return sheet.decode("utf-8-sig")
    except UnicodeDecodeError:
        return sheet.decode("cp1252", "replace")


def is_order(line: str) -> bool:
    """Whether a line has a place: blank lines and comments have none. Rule: K-ORDER-4."""
    text = line.strip()
    return bool(text) and not text.startswith(";")


def read(line: str) -> o.Read:
    """Read one order line.

    Rule: K-ORDER-1, K-ORDER-2, K-ORDER-4, K-ORDER-7 to K-ORDER-10, K-ORDER-12, K-ORDER-14.
    """
    found = _read(line)
    if not found.error:
        return found
    return o.Read(found.keyword, None, found.error, meant=_meant(line))


def _read(line: str) -> o.Read:
    if len(line) > MOST_CHARACTERS:
        return o.Read("", None, "arity")
    words = plain(line).split()
    keyword = words[0] if words else ""
    if keyword not in KEYWORDS:
        return o.Read("", None, "unknown-order")
    try:
        if keyword == "NAME":
            return o.Read(keyword, _name(line))
        reader = _Tokens(plain(line.split(";", 1)[0]).split()[1:])
        order = reader.order(keyword)
    except _Bad as bad:
        return o.Read(keyword, None, str(bad))
    return o.Read(keyword, order, doubtful=reader.doubtful)


def plain(text: str) -> str:
    """Capital letters without umlauts. Rule: K-ORDER-1."""
    text = unicodedata.normalize("NFC", text)
    for letter, spelled in _SPELLED.items():
        text = text.replace(letter, spelled).replace(letter.lower(), spelled)
    return text.upper()


def is_name(text: str) -> bool:
    """Whether a leader or a province may be called so; reports and lists want it in one line.

    Rule: K-ORDER-14.
    """
    return plain(text)[:1].isalpha() and len(text) <= MOST_NAME and text.isprintable()


def _shown(line: str) -> str:
    """The line without what nobody can see."""
    return "".join(c if c.isprintable() else " " for c in line).rstrip()


def _name(line: str) -> o.Name:
    words = _shown(line).split()[1:]
    at: o.Field | None = None
    if words and not words[0][0].isalpha():
        if len(words) < 2:
            raise _Bad("arity")
        at = _number(words[0], "bad-coordinate"), _number(words[1], "bad-coordinate")
        words = words[2:]
    title = unicodedata.normalize("NFC", " ".join(words))
    if not title or not title[0].isalpha():
        raise _Bad("arity")
    if len(title) > MOST_NAME:
        raise _Bad("name-too-long")
    return o.Name(at, title)


def _number(word: str, code: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 3):
        raise _Bad(code)
    return int(word)


class _Tokens:
    """The words of a line after its keyword."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._next = 0
        self.doubtful = False

    def order(self, keyword: str) -> o.Order:
        order = self._order(keyword)
        if self._next < len(self._words):
            raise _Bad("arity")
        return order

    def _order(self, keyword: str) -> o.Order:
        match keyword:
            case "EIN":
                return o.Place(tuple(self._builds()))
            case "VERT":
                return o.Defend(tuple(self._stances()))
            case "SPI":
                return o.Spy(tuple(self._places()))
            case "LAND":
                start, tactic = self._place(), self._tactic_or_none()
                return o.March(start, tactic, self._forces(), self._path())
            case "SEE":
                return o.Sail(self._place(), self._forces(), self._path())
            case "RAUB":
                start, forces, path = self._place(), self._forces(), self._path()
                if len(path) != 1:
                    raise _Bad("arity")
                return o.Plunder(start, forces, path[0])
            case "ALL":
                player = _number(self._word(), "bad-count")
                status = self._word()
                if len(status) != 1 or status not in "012345":
                    raise _Bad("bad-status")
                return o.Ally(player, int(status))
            case _:
                return o.Give(self._place(), _number(self._word(), "bad-count"))

    def _word(self) -> str:
        if self._next >= len(self._words):
            raise _Bad("arity")
        self._next += 1
        return self._words[self._next - 1]

    def _peek(self) -> str:
        return self._words[self._next] if self._next < len(self._words) else ""

    def _place(self) -> o.Field:
        first = self._word()
        x = _number(first, "bad-coordinate")
        return x, _number(self._word(), "bad-coordinate")

    def _item_follows(self, items: int) -> bool:
        if items and not self._peek():
            return False
        if items == MOST_ITEMS:
            raise _Bad("arity")
        return True

    def _builds(self) -> list[tuple[o.Field, int]]:
        items: list[tuple[o.Field, int]] = []
        while self._item_follows(len(items)):
            at = self._place()
            items.append((at, self._troop(self._word())))
        return items

    def _stances(self) -> list[tuple[o.Field, str]]:
        items: list[tuple[o.Field, str]] = []
        while self._item_follows(len(items)):
            at, tactic = self._place(), self._word()
            if tactic not in TACTICS:
                raise _Bad("bad-tactic")
            items.append((at, tactic))
        return items

    def _places(self) -> list[o.Field]:
        items: list[o.Field] = []
        while self._item_follows(len(items)):
            items.append(self._place())
        return items

    def _troop(self, word: str) -> int:
        code = word[:2]
        if code not in CODES or not word.isalpha():
            raise _Bad("bad-troop")
        if not any(full.startswith(word) for full in _WORDS[code]):
            self.doubtful = True
        return CODES.index(code)

    def _tactic_or_none(self) -> str | None:
        word = self._peek()
        if len(word) != 1 or word.isdigit() or word in DIRECTIONS:
            return None
        self._next += 1
        if word not in TACTICS:
            raise _Bad("bad-tactic")
        return word

    def _forces(self) -> o.Forces:
        everybody = self._peek() == ALL_TROOPS
        if everybody:
            self._next += 1
        counts = [0] * len(CODES)
        while (word := self._peek()) and (len(word) > 1 or word.isdigit()):
            if set(word) <= set(DIRECTIONS):
                raise _Bad("bad-direction")
            self._next += 1
            kind = self._troop(word)
            number = _number(self._word(), "bad-count")
            if number == 0:
                raise _Bad("bad-count")
            counts[kind] += number
        if not everybody and not any(counts):
            raise _Bad("arity")
        return o.Forces(everybody, tuple(counts))

    def _path(self) -> tuple[str, ...]:
        path = tuple(self._words[self._next :])
        self._next = len(self._words)
        if not path:
            raise _Bad("arity")
        if any(step not in DIRECTIONS for step in path):
            raise _Bad("bad-direction")
        if len(path) > MOST_STEPS:
            raise _Bad("arity")
        return path


def _meant(line: str) -> str:
    """A reading of a line that could not be read; empty where there is no good guess.

    Never carried out: it is shown to who wrote the line. Rule: K-ORDER-8.
    """
    if len(line) > MOST_CHARACTERS:
        return ""
    words = _parted(plain(line.split(";", 1)[0]).replace("/", " ").replace(",", " ")).split()
    if not words:
        return ""
    if words[0] not in KEYWORDS:
        close = get_close_matches(words[0], KEYWORDS, n=1, cutoff=0.6)
        words[0] = close[0] if close else words[0]
    if words[0] == "NAME":
        return ""
    spelled: list[str] = []
    for word in words:
        if len(word) > 1 and set(word) <= set(DIRECTIONS):
            spelled.extend(word)
        else:
            spelled.append(word)
    guess = " ".join(spelled)
    return guess if not _read(guess).error else ""


def _parted(text: str) -> str:
    """Numbers and words that were written together, apart."""
    parted = text[:1]
    for before, after in pairwise(text):
        if before.isdigit() != after.isdigit() and not before.isspace() and not after.isspace():
            parted += " "
        parted += after
    return parted
