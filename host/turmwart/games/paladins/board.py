"""Printed values of one copy of the game: what is known, what is only a preset, what is asked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from turmwart.games.paladins.reading import Question, fits

QUESTION = "question"
"""Kind of all values that a table learns."""
ANSWER = "answer"
"""Field of all of them."""


class Unknown(Exception):
    """A printed value decides that nobody at this table has confirmed.

    Attributes:
        question: key of the question that asks for it.
    """

    def __init__(self, question: str) -> None:
        super().__init__(question)
        self.question = question


@dataclass(frozen=True, slots=True)
class PaladinCard:
    """One of the twelve paladins: two workers and the points of the round.

    Rule: P-ROUND-9.
    """

    name: str
    workers: tuple[str, ...]
    faith: int
    strength: int
    influence: int


@dataclass(frozen=True, slots=True)
class BonusKind:
    """A kind of scoring bonus of an outsider: ``points`` for each ``per`` of what it counts.

    Attributes:
        kind: what it counts.
        code: letter it is entered with.
        per: size of a set; 0: the points are typed.
        points: for each set; 0: asked for each card.

    Rule: P-END-6.
    """

    kind: str
    code: str
    per: int
    points: int


@dataclass(frozen=True, slots=True)
class Board:
    """What is printed.

    Attributes:
        name: whose values these are.
        invention: whether they are made up, for demos; such tables teach nothing.
        silver: at the start.
        provisions: at the start.
        questions: all that is asked.
        answers: (question, value) as far as somebody confirmed it.
        paladins: the twelve cards.
        thresholds: least attribute of the columns of the main board, for commission and garrison.
        bonuses: kinds of outsiders' bonuses.
        order_actions: actions that an order can show.
    """

    name: str
    invention: bool
    silver: int
    provisions: int
    questions: tuple[Question, ...]
    answers: tuple[tuple[str, int | str], ...]
    paladins: tuple[PaladinCard, ...]
    thresholds: tuple[tuple[str, tuple[int, ...]], ...]
    bonuses: tuple[BonusKind, ...]
    order_actions: tuple[str, ...]

    def question(self, key: str) -> Question:
        """The question called ``key``.

        Raises:
            ValueError: there is none.
        """
        found = next((one for one in self.questions if one.key == key), None)
        if found is None:
            raise ValueError(f"there is no question {key}")
        return found

    def known(self, key: str) -> int | str | None:
        """The confirmed answer; None where nobody gave one.

        Raises:
            ValueError: there is no such question.
        """
        self.question(key)
        return dict(self.answers).get(key)

    def answer(self, key: str) -> int | str:
        """The confirmed answer.

        Raises:
            Unknown: nobody gave one.
        """
        value = self.known(key)
        if value is None:
            raise Unknown(key)
        return value

    def likely(self, key: str) -> int | str:
        """The confirmed answer, else the preset, for displays that enforce nothing."""
        value = self.known(key)
        return self.question(key).preset if value is None else value

    def columns(self, action: str) -> tuple[int, ...]:
        """Least attributes of the columns; empty for actions without fields."""
        return dict(self.thresholds).get(action, ())

    def paladin(self, name: str) -> PaladinCard | None:
        """The paladin called ``name``; None: no such."""
        return next((one for one in self.paladins if one.name == name), None)

    def bonus(self, kind: str) -> BonusKind:
        """The kind of bonus.

        Raises:
            ValueError: there is no such kind.
        """
        found = next((one for one in self.bonuses if one.kind == kind), None)
        if found is None:
            raise ValueError(f"there is no bonus {kind}")
        return found


def learn(board: Board, kind: str, key: str, field: str, value: int | str) -> Board:
    """The board with an answer entered.

    Args:
        board: so far.
        kind: ``question``.
        key: of the question.
        field: ``answer``.
        value: that fits (see ``reading.fits``).

    Raises:
        ValueError: there is no such value, or it does not fit.
    """
    if kind != QUESTION or field != ANSWER:
        raise ValueError(f"there is no printed value {kind} {key} {field}")
    question = board.question(key)
    if not fits(question, value):
        raise ValueError(f"{key} cannot be {value!r}")
    others = tuple(pair for pair in board.answers if pair[0] != key)
    return replace(board, answers=(*others, (key, value)))


def tax_key(players: int) -> str:
    """The question for the tax supply of a number of players.

    Rule: P-SETUP-4.
    """
    return f"Q-P-TAX:{players}"
