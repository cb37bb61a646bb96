"""Questions about the copy of the game: answered once, when they matter."""

from __future__ import annotations

from turmwart.games.paladins.board import ANSWER, QUESTION
from turmwart.games.paladins.checks import Handled, Handler, refused
from turmwart.games.paladins.commands import CorrectPrinted, DropWish, EnterPrinted
from turmwart.games.paladins.events import PrintedCorrected, PrintedLearnt, WishReleased
from turmwart.games.paladins.reading import fits
from turmwart.games.paladins.state import State
from turmwart.kernel.decision import Objection


def enter(state: State, command: EnterPrinted) -> Handled:
    """Answer a question."""
    wrong = _wrong(state, command)
    if wrong is not None:
        yield wrong
        return
    if state.board.known(command.key) is not None:
        yield refused("P-SETUP-4", "already_known", key=command.key)
    yield PrintedLearnt(command.kind, command.key, command.field, command.value)


def correct(state: State, command: CorrectPrinted) -> Handled:
    """Correct an answer, also after the end: the points follow."""
    wrong = _wrong(state, command)
    if wrong is not None:
        yield wrong
        return
    was = state.board.known(command.key)
    own_tax = command.key == state.tax_key and isinstance(command.value, int)
    if own_tax and state.tax > int(command.value):
        yield refused("P-SETUP-4", "more_lies_there", silver=state.tax)
    if was is None:
        yield PrintedLearnt(command.kind, command.key, command.field, command.value)
    elif was != command.value:
        yield PrintedCorrected(command.kind, command.key, command.field, was, command.value)


def drop_wish(state: State, command: DropWish) -> Handled:
    """Take back the command that waits for an answer."""
    del command
    if state.wish is None:
        yield refused("P-SETUP-4", "nothing_held")
    yield WishReleased(False)


def _wrong(state: State, command: EnterPrinted | CorrectPrinted) -> Objection | None:
    keys = [one.key for one in state.board.questions]
    if command.kind != QUESTION or command.field != ANSWER or command.key not in keys:
        return refused("P-SETUP-4", "no_such_question", key=command.key)
    question = state.board.question(command.key)
    if not fits(question, command.value):
        form = f"@paladins.form.{question.form}"
        return refused(question.rule, "answer_does_not_fit", form=form, value=command.value)
    return None


HANDLERS: dict[type, Handler] = {EnterPrinted: enter, CorrectPrinted: correct, DropWish: drop_wish}
