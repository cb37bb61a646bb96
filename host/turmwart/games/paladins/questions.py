"""Prompts for questions about the copy, and for correcting their answers."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.paladins.board import ANSWER, QUESTION
from turmwart.games.paladins.options import ID
from turmwart.games.paladins.reading import Question
from turmwart.games.paladins.state import State
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Slot, Text

LONGEST = 60


def questions(state: State, key: str) -> Iterator[Prompt]:
    """What is asked, filled with what a public source says, and the way back."""
    yield _prompt(state, key, "EnterPrinted", must=True)
    if state.wish is not None:
        yield Prompt(f"{ID}drop_wish", "DropWish", must=False)


def correcting(state: State) -> Iterator[Prompt]:
    """Every answer of this copy can be corrected: "my copy".

    Questions for other numbers of players are left out.
    """
    for question in state.board.questions:
        if question.id == "Q-P-TAX" and question.key != state.tax_key:
            continue
        if state.board.known(question.key) is not None:
            yield _prompt(state, question.key, "CorrectPrinted", must=False)


def _prompt(state: State, key: str, command: str, *, must: bool) -> Prompt:
    question = state.board.question(key)
    fixed = (("kind", QUESTION), ("key", key), ("field", ANSWER))
    values = (("n", len(state.players)),)
    shown = state.board.likely(key)
    slots = (_slot(question, shown),)
    name = f"ask.{question.id}" if must else f"copy.{question.id}"
    return Prompt(f"{ID}{name}", command, "", must, slots, fixed, question.rule, values)


def _slot(question: Question, shown: int | str) -> Slot:
    if question.form == "int":
        return Number("value", question.least, question.most, int(shown))
    if question.form == "choice":
        options = tuple(Option(one, f"paladins.answer.{one}") for one in question.choices)
        return Choice("value", options, shown)
    return Text("value", LONGEST, str(shown))
