"""What is printed on a game's board and cards, entered sheet by sheet, to be left at any time."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult

from turmwart.app.draw import cut, wrapped
from turmwart.app.entries import Problem
from turmwart.app.keys import BACK, OTHERS, bindings, key_bar
from turmwart.app.screens.ask import AskScreen
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.app.widgets.form import Draft, PromptForm
from turmwart.errors import TurmwartError
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Prompt

_FAULTS = 4


class PrintedDesk(Protocol):
    """Which printed values are asked, what an answer means, what cannot be right."""

    chosen: Any
    """What the table wants to enter or correct now; None: what is open."""

    @property
    def asked(self) -> Hashable | None:
        """What is asked now; None where nothing is open and nothing was chosen."""
        ...

    @property
    def faults(self) -> Sequence[Objection]:
        """What cannot be right."""
        ...

    @property
    def ended(self) -> str:
        """Text id that stands in place of a question where nothing is asked."""
        ...

    def head(self) -> Sequence[str]:
        """How far it is, in lines."""
        ...

    def prompt(self, asked: Any) -> Prompt:
        """The form for it."""
        ...

    def refusal(self, asked: Any, answers: Mapping[str, Any]) -> Objection | None:
        """Why the answers cannot stand there; None where they can."""
        ...

    def doubts(self, asked: Any, answers: Mapping[str, Any]) -> Sequence[Prompt]:
        """What must be asked before the answers are stored, each with a slot ``value``."""
        ...

    def take(self, asked: Any, answers: Mapping[str, Any], settled: Sequence[Any]) -> None:
        """Store the answers; ``settled`` are those to ``doubts``."""
        ...

    def menu(self) -> Prompt:
        """What is to be entered or corrected."""
        ...

    def field_menu(self, answers: Mapping[str, Any]) -> Prompt | None:
        """Which part of what the menu's answers name; None where it has no parts."""
        ...

    def choose(self, answers: Mapping[str, Any]) -> None:
        """Ask for what the answers of both menus name."""
        ...


class BoardScreen(TurmwartScreen[None]):
    """Asks for all values that nobody has entered; any of them can be corrected.

    Args:
        desk: of the game.
    """

    BINDINGS = bindings((BACK, OTHERS))

    def __init__(self, desk: PrintedDesk) -> None:
        super().__init__()
        self.desk = desk
        self._shown: Any = None

    def compose(self) -> ComposeResult:
        """How far it is, the question, what cannot be right, keys."""
        yield Lines(id="header")
        yield PromptForm(self.words, id="form")
        yield Lines(id="log")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Ask the first question that is open."""
        self.query_one(PromptForm).focus()
        self.follow()

    def follow(self) -> None:
        """Draw how far it is, and ask what is open."""
        if not self.is_mounted:
            return
        width = self.size.width - 2
        first, *more = self.desk.head()
        head = [Text(cut(first, width), "bold"), *(Text(cut(line, width)) for line in more)]
        self.query_one("#header", Lines).put(head)
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
        asked = self.desk.asked
        if asked is None:
            self._shown = None
            form.empty = self.desk.ended
            form.show(None)
        elif asked != self._shown or form.draft is None:
            self._shown = asked
            form.show(Draft.of(self.desk.prompt(asked), self.words))

    @on(PromptForm.Changed)
    def _draw_keys(self) -> None:
        form = self.query_one(PromptForm)
        keys = key_bar([(BACK, ""), (OTHERS, "")], self.words, self.size.width - 2, form.claims)
        self.query_one("#keys", Lines).put([keys])

    def answered(self, draft: Draft) -> None:
        """Store the answer, or say why it cannot be."""
        if self._shown is not None:
            self.query_one(PromptForm).held = True
            self._take(self._shown, draft.answers())

    @work
    async def _take(self, asked: object, answers: Mapping[str, object]) -> None:
        form = self.query_one(PromptForm)
        try:
            await self._taken(asked, answers)
        finally:
            form.held = False

    async def _taken(self, asked: object, answers: Mapping[str, object]) -> None:
        refusal = self.desk.refusal(asked, answers)
        if refusal is not None:
            self.query_one(PromptForm).object(refusal)
            return
        settled: list[Any] = []
        for doubt in self.desk.doubts(asked, answers):
            said = await self.app.push_screen_wait(AskScreen(doubt))
            if said is None:
                return
            settled.append(said["value"])
        try:
            self.desk.take(asked, answers, settled)
        except TurmwartError as error:
            self.query_one(PromptForm).refuse(Problem.of(error))
            return
        self._shown = None
        self.follow()

    @work
    async def action_others(self) -> None:
        """Choose any value to enter or to correct."""
        chosen = await self.app.push_screen_wait(AskScreen(self.desk.menu()))
        if chosen is None:
            return
        fields = self.desk.field_menu(chosen)
        if fields is not None:
            more = await self.app.push_screen_wait(AskScreen(fields))
            if more is None:
                return
            chosen = {**chosen, **more}
        self.desk.choose(chosen)
        self._shown = None
        self.follow()

    def left(self) -> None:
        """Leave; every answer is stored."""
        self.action_back()

    def action_back(self) -> None:
        """Leave; every answer is stored."""
        if self.desk.chosen is not None:
            self.desk.chosen = None
            self.follow()
        else:
            self.dismiss(None)
