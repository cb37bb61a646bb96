"""Answers as they are typed: one line of numbers, letters or words for each printed value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from turmwart.games.paladins.names import ANY, LETTERS, RIGHT
from turmwart.kernel.cubes import Cubes

ANY_LETTER = "*"
SKIPPED = "-"
"""What is typed where a question is left out that may be."""
LETTER_OF = {**{kind: letter for letter, kind in LETTERS.items()}, ANY: ANY_LETTER}
COUNT_ROWS = ("commission", "garrison", "absolve", "fortify", "develop")
"""Actions whose pieces give points, in the order in which their points are typed."""
ATTRIBUTE_MOST = 12
_SLOTS_OF_AN_ACTION = 3
_ORDERS = 3


@dataclass(frozen=True, slots=True)
class Question:
    """What the table answers once for its copy.

    Attributes:
        key: id in ``questions.toml``; the tax supply has one for each number of players
            (``Q-P-TAX:4``).
        rule: the rule that needs it.
        form: ``int``, ``choice``, ``ints``, ``costs``, ``workers``, ``track``, ``counts``,
            ``orders``, ``slots``, ``second``.
        preset: what a public source says; empty where nothing is known. It only fills the form.
        choices: words of a choice.
        least: of a number.
        most: of a number.
        length: of a list; 0: any.
    """

    key: str
    rule: str
    form: str
    preset: int | str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 99
    length: int = 0

    @property
    def id(self) -> str:
        """The id without the number of players."""
        return self.key.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a place of a display costs."""

    silver: int
    debt: bool = False


def fits(question: Question, value: int | str) -> bool:
    """Whether a value can be the answer to a question."""
    if question.form == "int":
        return isinstance(value, int) and question.least <= value <= question.most
    if not isinstance(value, str):
        return False
    if question.form == "choice":
        return value in question.choices
    try:
        return _FORMS[question.form](value, question.length)
    except ValueError:
        return False


def ints(text: str) -> tuple[int, ...]:
    """Whole numbers with blanks between them.

    Raises:
        ValueError: something else stands there.
    """
    return tuple(int(word) for word in text.split())


def costs(text: str) -> tuple[Cost, ...]:
    """Costs from right to left: silver, with a ``d`` behind it where a debt is taken.

    ``0 1 2 1d``; ``d`` alone is a debt and no silver.

    Raises:
        ValueError: something else stands there.

    Rule: P-ACT-RECRUIT-2.
    """
    found = []
    for word in text.split():
        silver = word.removesuffix("d")
        found.append(Cost(int(silver) if silver else 0, word.endswith("d")))
    return tuple(found)


def letters(text: str) -> tuple[str, ...]:
    """Kinds of workers by their letters; blanks mean nothing.

    Raises:
        ValueError: a letter stands for no kind.
    """
    known = {**LETTERS, ANY_LETTER: ANY}
    try:
        return tuple(known[letter] for letter in text.lower() if letter != " ")
    except KeyError as error:
        raise ValueError(f"no kind of worker has the letter {error}") from None


def coded(kinds: tuple[str, ...]) -> str:
    """The letters of kinds; the inverse of ``letters``."""
    return "".join(LETTER_OF[kind] for kind in kinds)


def multiset(kinds: tuple[str, ...]) -> Cubes:
    """How many of each kind."""
    return Cubes.from_counts({kind: kinds.count(kind) for kind in kinds})


def count_rows(text: str) -> dict[str, tuple[int, ...]]:
    """Points of 5, 6, 7 (develop: 6, 7, 8) pieces of each action.

    Raises:
        ValueError: not five rows of three numbers.

    Rule: P-END-4.
    """
    rows = [ints(row) for row in text.split("/")]
    if len(rows) != len(COUNT_ROWS) or any(len(row) != 3 for row in rows):
        raise ValueError("five rows of three numbers are needed")
    return dict(zip(COUNT_ROWS, rows, strict=True))


def slot_rows(text: str) -> dict[str, tuple[str, ...]]:
    """Worker spaces of the right-side actions.

    Raises:
        ValueError: not six groups of three letters.

    Rule: P-WORKER-1.
    """
    rows = [letters(word) for word in text.split()]
    if len(rows) != len(RIGHT) or any(len(row) != _SLOTS_OF_AN_ACTION for row in rows):
        raise ValueError("six groups of three letters are needed")
    return dict(zip(RIGHT, rows, strict=True))


def _ints_fit(text: str, length: int) -> bool:
    found = ints(text)
    rising = all(a <= b for a, b in pairwise(found))
    return bool(found) and min(found) >= 0 and (not length or len(found) == length) and rising


def _numbers_fit(text: str, length: int) -> bool:
    found = ints(text)
    return len(found) == length and min(found) >= 0


def _costs_fit(text: str, length: int) -> bool:
    del length
    found = costs(text)
    return bool(found) and all(cost.silver >= 0 for cost in found)


def _workers_fit(text: str, length: int) -> bool:
    return text == SKIPPED or (len(letters(text)) == length and ANY not in letters(text))


def _track_fit(text: str, length: int) -> bool:
    del length
    return _ints_fit(text, ATTRIBUTE_MOST + 1)


def _counts_fit(text: str, length: int) -> bool:
    del length
    return all(min(row) >= 0 and list(row) == sorted(row) for row in count_rows(text).values())


def _orders_fit(text: str, length: int) -> bool:
    del length
    found = ints(text)
    return len(found) == _ORDERS + 1 and min(found) >= 0 and found[-1] > 0


def _slots_fit(text: str, length: int) -> bool:
    del length
    return bool(slot_rows(text))


def _second_fit(text: str, length: int) -> bool:
    return len(letters(text)) == length


_FORMS: dict[str, Callable[[str, int], bool]] = {
    "ints": _ints_fit,
    "numbers": _numbers_fit,
    "costs": _costs_fit,
    "workers": _workers_fit,
    "track": _track_fit,
    "counts": _counts_fit,
    "orders": _orders_fit,
    "slots": _slots_fit,
    "second": _second_fit,
}
"""Form of a question -> whether a text of a length is an answer; ValueError: it cannot be read."""
