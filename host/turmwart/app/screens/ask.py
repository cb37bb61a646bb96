"""A form in front of the screen: a question, a menu, a roll, the forms of a wizard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text
from textual.app import ComposeResult

from turmwart.app.entries import Problem
from turmwart.app.keys import BACK, bindings, key_bar
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.app.widgets.form import Draft, PromptForm
from turmwart.errors import TurmwartError
from turmwart.kernel.prompt import Choice, Option, Prompt


class AskScreen(TurmwartScreen[dict[str, Any] | None]):
    """Asks for one prompt; gives its answers by slot, or None where Escape was pressed.

    Args:
        prompt: what is asked; its texts are found by its id.
        draft: what was entered before; kept where the same is asked again.
        take: looks at the answers and gives what is handed back; the error it raises is said here.
    """

    BINDINGS = bindings((BACK,))

    def __init__(
        self,
        prompt: Prompt,
        draft: Draft | None = None,
        take: Callable[[dict[str, Any]], dict[str, Any]] = lambda answers: answers,
    ) -> None:
        super().__init__()
        self._take = take
        self._prompt = prompt
        self._draft = draft

    def compose(self) -> ComposeResult:
        """Title, form, keys."""
        yield Lines(id="header")
        yield PromptForm(self.words, id="form")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Show the form."""
        form = self.query_one(PromptForm)
        form.show(self._draft or Draft.of(self._prompt, self.words))
        form.focus()
        self.follow()

    def follow(self) -> None:
        """Draw title and keys."""
        if not self.is_mounted:
            return
        title = self.words.label(self._prompt)
        self.query_one("#header", Lines).put([Text(title, "bold")])
        form = self.query_one(PromptForm)
        keys = key_bar([(BACK, "")], self.words, self.size.width - 2, form.claims)
        self.query_one("#keys", Lines).put([keys])

    def answered(self, draft: Draft) -> None:
        """Hand back the answers, or say why they cannot be taken."""
        try:
            answers = self._take(draft.answers())
        except TurmwartError as error:
            self.query_one(PromptForm).refuse(Problem.of(error))
            return
        self.dismiss(answers)

    def left(self) -> None:
        """Hand back nothing."""
        self.action_back()

    def action_back(self) -> None:
        """Hand back nothing."""
        self.dismiss(None)


def question(prompt_id: str, options: Sequence[str], **values: int | str) -> Prompt:
    """A prompt that offers a few words, given as text ids; the first is the default.

    The answer ``choice`` is the last part of the id chosen.
    """
    choices = tuple(Option(text.rpartition(".")[2], text) for text in options)
    return Prompt(
        prompt_id,
        "",
        slots=(Choice("choice", choices, choices[0].value),),
        values=tuple(values.items()),
    )
