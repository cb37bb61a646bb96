"""A form in front of the screen: a question, a menu, a roll, the forms of a wizard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text
from textual.app import ComposeResult

from turmwart.app.keys import BACK, bindings, key_bar
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.app.widgets.form import Draft, PromptForm
from turmwart.kernel.prompt import Choice, Option, Prompt


class AskScreen(TurmwartScreen[dict[str, Any] | None]):
    """Asks for one prompt; gives its answers by slot, or None where Escape was pressed.

    Args:
        prompt: what is asked; its texts are found by its id.
        draft: what was entered before; kept where the same is asked again.
    """

    BINDINGS = bindings((BACK,))

    def __init__(self, prompt: Prompt, draft: Draft | None = None) -> None:
        super().__init__()
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
        """Hand back the answers."""
        self.dismiss(draft.answers())

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
