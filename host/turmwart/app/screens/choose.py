"""The first screen: which table, or a new one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult

from turmwart.app.doors import NewTable, TableLine
from turmwart.app.keys import HELP, QUIT, bindings, key_bar
from turmwart.app.screens.ask import AskScreen
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.app.screens.face import Asked, Wizard, games_with_wizard, wizard_of
from turmwart.app.screens.statistics import statistics_screen
from turmwart.app.widgets.form import Draft, PromptForm
from turmwart.errors import TurmwartError
from turmwart.kernel.prompt import Choice, Option, Prompt

_NEW = "new:"
_OPEN = "open:"
_BOARD = "board:"
_STATISTICS = "statistics:"


class ChooseScreen(TurmwartScreen[None]):
    """Lists the tables of the journal."""

    BINDINGS = bindings((QUIT, HELP))

    def compose(self) -> ComposeResult:
        """Title, list, keys."""
        yield Lines(id="header")
        yield PromptForm(self.words, id="form")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Show the list."""
        self.query_one(PromptForm).focus()

    def follow(self) -> None:
        """Read the list anew."""
        if not self.is_mounted:
            return
        self.query_one("#header", Lines).put([Text(self.words("app.choose.title"), "bold")])
        form = self.query_one(PromptForm)
        tables = self._tables()
        options = self._options(tables)
        if options:
            text = "app.choose" if tables else "app.choose_none"
            prompt = Prompt(text, "", slots=(Choice("table", tuple(options)),))
            # The same list keeps its mark and what was typed.
            same = form.draft is not None and form.draft.prompt == prompt
            form.show(form.draft if same else Draft.of(prompt, self.words))
        else:
            form.empty = "app.choose.nothing"
            form.show(None)
        self._draw_keys()

    @on(PromptForm.Changed)
    def _draw_keys(self) -> None:
        form = self.query_one(PromptForm)
        width = self.size.width - 2
        keys = key_bar([(HELP, ""), (QUIT, "")], self.words, width, form.claims)
        self.query_one("#keys", Lines).put([keys])

    def answered(self, draft: Draft) -> None:
        """Open the table chosen, or ask for a new one."""
        chosen = str(draft.answers()["table"])
        if chosen.startswith(_NEW):
            self.query_one(PromptForm).held = True
            self._make(chosen.removeprefix(_NEW))
        elif chosen == _STATISTICS:
            self._show_statistics()
        elif chosen.startswith(_BOARD):
            self.turmwart.enter_board(chosen.removeprefix(_BOARD))
        else:
            self.turmwart.open_table(chosen.removeprefix(_OPEN))

    @work
    async def _make(self, game: str) -> None:
        form = self.query_one(PromptForm)
        try:
            await self._made(game)
        finally:
            form.held = False

    async def _made(self, game: str) -> None:
        answers: list[dict[str, Any]] = []
        drafts: dict[Prompt, Draft] = {}
        while True:
            step = _advance(self._wizard(game), answers)
            if isinstance(step, NewTable):
                if self.turmwart.make_table(step):
                    return
                answers.pop()
                continue
            # A form that comes again, after Escape or a refusal, is as it was left.
            asked = step if isinstance(step, Asked) else Asked(step, lambda answers: answers)
            draft = drafts.setdefault(asked.prompt, Draft.of(asked.prompt, self.words))
            answer = await self.app.push_screen_wait(AskScreen(asked.prompt, draft, asked.take))
            if answer is not None:
                answers.append(answer)
            elif answers:
                answers.pop()
            else:
                return

    def _wizard(self, game: str) -> Wizard:
        taken = frozenset(line.name for line in self._tables())
        return wizard_of(game, self.turmwart.doors, taken, self.words)

    def action_quit_table(self) -> None:
        """Leave the program."""
        self.app.exit()

    def action_help(self) -> None:
        """Name the keys."""
        self.turmwart.show_help((HELP, QUIT))

    def _tables(self) -> list[TableLine]:
        try:
            return sorted(self.turmwart.doors.tables(), key=lambda line: -line.last_at)
        except TurmwartError as error:
            self.turmwart.tell(self.words.error(error))
            return []

    def _options(self, tables: list[TableLine]) -> list[Option]:
        options = []
        if self.turmwart.doors.open is not None:
            options = [Option(_OPEN + line.name, label=self._line(line)) for line in tables]
        if self.turmwart.doors.create is not None:
            for game in games_with_wizard():
                label = self.words("app.choose.new", game=self.words(f"app.game.{game}"))
                options.append(Option(_NEW + game, label=label))
        for game in self.turmwart.doors.books:
            label = self.words("app.choose.board", game=self.words(f"app.game.{game}"))
            options.append(Option(_BOARD + game, label=label))
        if self.turmwart.doors.statistics is not None and tables:
            options.append(Option(_STATISTICS, "app.choose.statistics"))
        return options

    def _show_statistics(self) -> None:
        if self.turmwart.doors.statistics is None:
            return
        try:
            found = self.turmwart.doors.statistics()
        except TurmwartError as error:
            self.turmwart.tell(self.words.error(error))
            return
        self.app.push_screen(statistics_screen(found, self.words))

    def _line(self, line: TableLine) -> str:
        when = datetime.fromtimestamp(line.last_at / 1000).strftime("%Y-%m-%d %H:%M")
        return self.words(
            "app.choose.table",
            name=line.name,
            game=self.words(f"app.game.{line.game}"),
            steps=line.steps,
            when=when,
        )


def _advance(wizard: Wizard, answers: list[dict[str, Any]]) -> Prompt | Asked | NewTable:
    """The next form of the wizard after these answers, or what it made of them."""
    try:
        prompt = next(wizard)
        for answer in answers:
            prompt = wizard.send(answer)
    except StopIteration as end:
        made: NewTable = end.value
        return made
    return prompt
