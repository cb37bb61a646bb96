"""The board of Anno 1452: its printed values, one after the other, to be left at any time."""

from __future__ import annotations

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult

from turmwart.app.draw import cut, wrapped
from turmwart.app.keys import BACK, OTHERS, bindings, key_bar
from turmwart.app.screens.anno1452.board_desk import QUESTIONS, BoardDesk
from turmwart.app.screens.ask import AskScreen
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.app.widgets.form import Draft, PromptForm
from turmwart.games.anno1452.board import Need
from turmwart.table.printed_anno1452 import Book

_FAULTS = 4


class BoardScreen(TurmwartScreen[None]):
    """Asks for all values that nobody has entered; any of them can be corrected.

    Args:
        book: that keeps the values.
    """

    BINDINGS = bindings((BACK, OTHERS))

    def __init__(self, book: Book) -> None:
        super().__init__()
        self._book = book
        self._shown: Need | None = None

    def compose(self) -> ComposeResult:
        """How far it is, the question, what cannot be right, keys."""
        yield Lines(id="header")
        yield PromptForm(self.words, id="form")
        yield Lines(id="log")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Ask the first question that is open."""
        self.desk = BoardDesk(self._book, self.words)
        self.query_one(PromptForm).focus()
        self.follow()

    def follow(self) -> None:
        """Draw how far it is, and ask what is open."""
        if not self.is_mounted:
            return
        width = self.size.width - 2
        self.query_one("#header", Lines).put(self._head(width))
        faults = [
            part
            for fault in self.desk.faults[:_FAULTS]
            for part in wrapped(Text(f"! {self.words.objection(fault)}", "bold"), width, 2)
        ]
        self.query_one("#log", Lines).put(faults)
        self._ask()
        self._draw_keys()

    def _ask(self) -> None:
        form = self.query_one(PromptForm)
        need = self.desk.asked
        if need is None:
            self._shown = None
            form.empty = (
                "app.anno1452.board.finished" if self.desk.finished else "app.anno1452.board.off"
            )
            form.show(None)
        elif need != self._shown or form.draft is None:
            self._shown = need
            form.show(Draft.of(self.desk.prompt(need), self.words))

    def _head(self, width: int) -> list[Text]:
        words, desk = self.words, self.desk
        lines = [Text(words("app.anno1452.board.title", done=desk.done, of=QUESTIONS), "bold")]
        sums = " · ".join(
            words(f"app.anno1452.board.sum.{name}", now=now, of=of) for name, now, of in desk.sums()
        )
        return [*lines, Text(cut(sums, width))]

    @on(PromptForm.Changed)
    def _draw_keys(self) -> None:
        form = self.query_one(PromptForm)
        keys = key_bar([(BACK, ""), (OTHERS, "")], self.words, self.size.width - 2, form.claims)
        self.query_one("#keys", Lines).put([keys])

    @on(PromptForm.Answered)
    def answered(self, message: PromptForm.Answered) -> None:
        """Store the answer, or say why it cannot be."""
        need = self._shown
        if need is not None:
            self._take(need, message.draft.answers()["value"])

    @work
    async def _take(self, need: Need, value: object) -> None:
        refusal = self.desk.refusal(need, value)
        if refusal is not None:
            self.query_one(PromptForm).object(refusal)
            return
        settled: dict[str, str] = {}
        for found in self.desk.one_sided(need, value):
            asked = self.desk.border_prompt(found)
            answers = await self.app.push_screen_wait(AskScreen(asked))
            if answers is None:
                return
            settled[found.second] = answers["value"]
        self.desk.answer(need, value, settled)
        self._shown = None
        self.follow()

    @work
    async def action_others(self) -> None:
        """Choose any value to enter or to correct."""
        region = await self.app.push_screen_wait(AskScreen(self.desk.menu()))
        if region is None:
            return
        chosen = str(region["region"])
        field = await self.app.push_screen_wait(AskScreen(self.desk.field_menu(chosen)))
        if field is not None:
            self.desk.choose(chosen, str(field["field"]))
            self._shown = None
            self.follow()

    @on(PromptForm.Left)
    def action_back(self) -> None:
        """Leave; every answer is stored."""
        if self.desk.chosen is not None:
            self.desk.chosen = None
            self.follow()
        else:
            self.dismiss(None)
