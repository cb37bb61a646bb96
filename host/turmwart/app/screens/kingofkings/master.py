"""The game master's screen of King of Kings: sheets, deadline, reports, corrections, the round."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen

from turmwart.app.desk import Desk
from turmwart.app.draw import cut, wrapped
from turmwart.app.keys import BACK, HELP, LOG, UNDO, Command, bindings, key_bar
from turmwart.app.screens.ask import AskScreen, question
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.app.screens.kingofkings import correct
from turmwart.app.screens.page import PageScreen
from turmwart.app.words import Words
from turmwart.errors import TurmwartError
from turmwart.games.kingofkings import commands as cmd
from turmwart.games.kingofkings.checking import Checked, check_sheet
from turmwart.games.kingofkings.view import GAME_MASTER, SheetSeen, TribeSeen, View
from turmwart.kernel.chance import Roll, no_rolls
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, Option, Prompt
from turmwart.kernel.prompt import Text as TextSlot
from turmwart.table.dealer import Seeded
from turmwart.table.kingofkings.master import (
    came_in,
    deadline,
    grown_sheets,
    in_words,
    moment,
    set_deadline,
)
from turmwart.table.kingofkings.report import report_text
from turmwart.table.table import Done, Table

_ID = "app.kingofkings.gm"
_DOUBT = "odd-spelling"
_PUBLIC = ("joined", "left", "leader")
_MOST_LINES = 30
"""Lines that one line of a report may take on a narrow screen."""
_FRAME = 7
"""Lines of title, column heads, gaps and keys."""
_WHEN, _SHEET, _COUNT, _LOOK = 17, 7, 7, 9
_NAME = 40
"""Room for a leader's name, at most: his figures stay near it on a wide screen."""
_MOMENT = 40

UP = Command("up", ("up",), f"{_ID}.key.up")
DOWN = Command("down", ("down",), f"{_ID}.key.down")
PLAY = Command("play", ("enter",), f"{_ID}.key.play")
REPORTS = Command("reports", ("p", "f2"), f"{_ID}.key.reports")
SHEET = Command("sheet", ("s",), f"{_ID}.key.sheet")
CONFIRM = Command("confirm", ("c",), f"{_ID}.key.confirm")
CORRECT = Command("correct", ("k",), f"{_ID}.key.correct")
DEADLINE = Command("deadline", ("d",), f"{_ID}.key.deadline")
TRACE = Command("trace", LOG.keys, f"{_ID}.key.trace")
TAKE_BACK = Command("undo", UNDO.keys, f"{_ID}.key.undo")
_COMMANDS = (
    PLAY,
    REPORTS,
    SHEET,
    CONFIRM,
    CORRECT,
    DEADLINE,
    TAKE_BACK,
    TRACE,
    UP,
    DOWN,
    HELP,
    BACK,
)


class MasterScreen(TurmwartScreen[None]):
    """Shows who has handed in, and takes what the game master decides.

    Everything is carried out as ``gm``, like ``turmwart kok``, so the journal tells who it was.

    Args:
        table: of King of Kings.
        words: the language.
    """

    BINDINGS = bindings(_COMMANDS)

    def __init__(self, table: Table, words: Words) -> None:
        super().__init__()
        self.table = table
        self._desk = Desk(table, words)
        self._at = 0
        self._checked: tuple[int, dict[int, tuple[Checked, ...]]] = (-1, {})

    def compose(self) -> ComposeResult:
        """Title, tribes, what the chosen one wrote, keys."""
        yield Lines(id="header")
        with Vertical(id="left"):
            yield Lines(id="overview")
            yield Lines(id="detail")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Draw."""
        self.follow()

    @property
    def _seen(self) -> View:
        view: View = self.table.view(GAME_MASTER)
        return view

    @property
    def _tribe(self) -> TribeSeen:
        tribes = self._seen.tribes
        return tribes[min(self._at, len(tribes) - 1)]

    def _sheet_of(self, view: View, tribe: int) -> SheetSeen | None:
        return next((sheet for sheet in view.sheets if sheet.player == tribe), None)

    def _check(self, tribe: int) -> tuple[Checked, ...]:
        """What can be said of the lines of a tribe's sheet; worked out once for each step."""
        if self._checked[0] != self.table.version:
            self._checked = (self.table.version, {})
        found = self._checked[1]
        if tribe not in found:
            sheet = self._sheet_of(self._seen, tribe)
            own: View = self.table.view(str(tribe))
            found[tribe] = check_sheet(own, sheet.lines) if sheet else ()
        return found[tribe]

    def _open_lines(self, tribe: int) -> list[Checked]:
        """Lines that will not be carried out and that nobody confirmed."""
        sheet = self._sheet_of(self._seen, tribe)
        confirmed = sheet.confirmed if sheet else ()
        return [one for one in self._check(tribe) if one.error and one.number not in confirmed]

    # -- drawing --------------------------------------------------------------------------------

    def follow(self) -> None:
        """Draw what the table is now."""
        if not self.is_mounted:
            return
        view, width = self._seen, self.size.width - 2
        self.query_one("#header", Lines).put(self._title(view, width))
        room = max(4, self.size.height - _FRAME)
        detail = self._detail(view, width, max(3, room // 2))
        self.query_one("#overview", Lines).put(self._rows(view, width, room - len(detail)))
        self.query_one("#detail", Lines).put([Text(), *detail])
        commands = [(one, "") for one in self._commands(view)]
        first = key_bar(commands[:4], self.words, width, lambda key: False)
        second = key_bar(commands[4:], self.words, width, lambda key: False)
        self.query_one("#keys", Lines).put([first, second])

    def _commands(self, view: View) -> list[Command]:
        playing = [] if view.over else [PLAY]
        looking = [REPORTS, SHEET, CONFIRM]
        return [*playing, *looking, CORRECT, DEADLINE, TAKE_BACK, TRACE, HELP, BACK]

    def _title(self, view: View, width: int) -> list[Text]:
        text = self.words(f"{_ID}.title", game=view.game, round=view.next_round)
        lines = [Text(cut(text, width), "bold reverse")]
        said = self.words(f"{_ID}.sheets", sheets=len(view.sheets), tribes=len(view.tribes))
        until = deadline(self.table.journal, self.table.name, view.next_round)
        if view.over:
            names = ", ".join(str(number) for number in view.winners)
            said = self.words("app.kingofkings.over", winners=names)
        elif until is None:
            said += f" · {self.words(f'{_ID}.no_deadline')}"
        else:
            passed = "passed" if self.table.now_ms() > until else "until"
            said += f" · {self.words(f'{_ID}.{passed}', at=in_words(until))}"
        return [*lines, Text(cut(said, width))]

    def _rows(self, view: View, width: int, room: int) -> list[Text]:
        """The tribes around the chosen one, as many as there is room for."""
        words, name = self.words, min(_NAME, width - 7 - _WHEN - _SHEET - _COUNT - _LOOK)
        head = Text("  " + words(f"{_ID}.column.tribe").ljust(name + 5), "dim")
        head.append(words(f"{_ID}.column.when").ljust(_WHEN))
        for column, size in (("sheet", _SHEET), ("lines", _COUNT), ("look", _LOOK)):
            head.append(cut(words(f"{_ID}.column.{column}"), size - 1).rjust(size))
        when, room = came_in(self.table), max(1, room)
        at = min(self._at, len(view.tribes) - 1)
        start = max(0, min(at - room // 2, len(view.tribes) - room))
        lines = [head]
        for place, tribe in enumerate(view.tribes[start : start + room], start):
            line = Text("▸ " if place == at else "  ", "bold" if place == at else "")
            line.append(f"{tribe.number:>3}  " + cut(tribe.leader, name - 1).ljust(name))
            sheet = self._sheet_of(view, tribe.number)
            if sheet is None:
                line.append(words(f"{_ID}.{'npc' if tribe.npc else 'none'}"))
            else:
                moment_said = in_words(when[tribe.number]) if tribe.number in when else ""
                line.append(moment_said.ljust(_WHEN))
                line.append(str(sheet.edition).rjust(_SHEET))
                line.append(str(len(sheet.lines)).rjust(_COUNT))
                open_lines = len(self._open_lines(tribe.number))
                line.append((f"{open_lines} !" if open_lines else "-").rjust(_LOOK))
            lines.append(line)
        return lines

    def _detail(self, view: View, width: int, most: int) -> list[Text]:
        """What to look at on the chosen tribe's sheet, and what was corrected by hand."""
        words, tribe = self.words, self._tribe
        found = self._open_lines(tribe.number)
        title = f"{_ID}.{'look' if found else 'nothing_to_look'}"
        lines = [Text(cut(words(title, number=tribe.number, leader=tribe.leader), width), "bold")]
        lines += [Text(cut("  " + self._line(one), width)) for one in found]
        corrected = _corrections(view, words)
        if corrected:
            last = cut(f"{words(f'{_ID}.last_correction')} {corrected[-1]}", width)
            lines = [*lines[: most - 1], Text(last, "dim")]
        if len(lines) > most:
            lines = [*lines[: most - 1], Text("  …")]
        return lines

    def _line(self, one: Checked) -> str:
        """A line of a sheet with what is said of it."""
        codes = [one.error] if one.error else list(one.hints)
        said = [self.words(f"kingofkings.result.{code}") for code in codes]
        if one.meant:
            said.append(self.words("kingofkings.report.meant", line=one.meant))
        return f"{one.number}. {one.text}" + (f": {'; '.join(said)}" if said else "")

    # -- keys -----------------------------------------------------------------------------------

    def action_up(self) -> None:
        """The tribe before."""
        self._at = max(0, min(self._at, len(self._seen.tribes) - 1) - 1)
        self.follow()

    def action_down(self) -> None:
        """The next tribe."""
        self._at = min(len(self._seen.tribes) - 1, self._at + 1)
        self.follow()

    def action_back(self) -> None:
        """Back to what all may see."""
        self.dismiss(None)

    def action_help(self) -> None:
        """Name the keys."""
        self.turmwart.show_help(_COMMANDS)

    def action_undo(self) -> None:
        """Take the last step back."""
        self.turmwart.undo(self._desk)

    def action_reports(self) -> None:
        """The reports: the chosen tribe's first, left and right turn to the others."""
        seats = [GAME_MASTER, *(str(tribe.number) for tribe in self._seen.tribes)]

        def draw(page: int, width: int) -> list[Text]:
            text = report_text(self.table.view(seats[page]), self.words.language)
            return [
                piece
                for line in text.splitlines()
                for piece in wrapped(Text(line), width, _MOST_LINES)
            ]

        page = seats.index(str(self._tribe.number))
        title = f"{_ID}.reports"
        screen = PageScreen(title, draw, pages=len(seats), page=page, again=REPORTS.keys)
        self.app.push_screen(screen)

    def action_sheet(self) -> None:
        """The sheets as written, with what is said of each line."""
        tribes = self._seen.tribes

        def draw(page: int, width: int) -> list[Text]:
            tribe = tribes[page]
            lines = [Text(f"{tribe.number} {tribe.leader}", "bold"), Text()]
            sheet = self._sheet_of(self._seen, tribe.number)
            if sheet is None:
                return [*lines, Text(self.words(f"{_ID}.none"))]
            checked = {one.number: one for one in self._check(tribe.number)}
            for number, text in enumerate(sheet.lines, 1):
                mark = " "
                if number in checked:
                    one = checked[number]
                    text = self._line(one).partition(". ")[2]
                    confirmed = number in sheet.confirmed
                    mark = "+" if confirmed else "!" if one.error else "?" if one.hints else " "
                lines.extend(wrapped(Text(f"{mark} {number:>3}. {text}"), width, _MOST_LINES))
            marks = wrapped(Text(self.words(f"{_ID}.marks"), "dim"), width, 3)
            return [*lines, Text(), *marks]

        screen = PageScreen(
            f"{_ID}.sheets_title",
            draw,
            pages=len(tribes),
            page=min(self._at, len(tribes) - 1),
            again=SHEET.keys,
        )
        self.app.push_screen(screen)

    def action_trace(self) -> None:
        """All that was corrected by hand, with the reasons."""

        def draw(page: int, width: int) -> list[Text]:
            said = _corrections(self._seen, self.words) or [self.words(f"{_ID}.no_trace")]
            return [piece for line in said for piece in wrapped(Text(line), width, _MOST_LINES)]

        self.app.push_screen(PageScreen(f"{_ID}.trace", draw, again=TRACE.keys))

    @work
    async def action_confirm(self) -> None:
        """Have a doubtful line carried out as it was read."""
        tribe = self._tribe
        doubtful = [one for one in self._open_lines(tribe.number) if one.error == _DOUBT]
        if not doubtful:
            self.turmwart.tell(self.words(f"{_ID}.no_doubt", number=tribe.number))
            return
        options = tuple(Option(one.number, label=self._line(one)) for one in doubtful)
        values = (("number", tribe.number), ("leader", tribe.leader))
        ask = Prompt(f"{_ID}.confirm", "", slots=(Choice("line", options),), values=values)
        answers = await self.app.push_screen_wait(AskScreen(ask))
        if answers is not None:
            self._do(cmd.ConfirmLine(tribe.number, answers["line"]))

    @work
    async def action_correct(self) -> None:
        """Correct by hand; what cannot be done is said and may be typed again."""
        tribe = self._tribe.number
        chosen = await self.app.push_screen_wait(AskScreen(correct.kinds(self._seen, tribe)))
        if chosen is None:
            return
        typed: dict[str, Any] = {}
        while True:
            form = correct.form(chosen["kind"], self._seen, tribe, typed)
            answers = await self.app.push_screen_wait(AskScreen(form))
            if answers is None:
                return
            typed = answers
            if not str(typed["reason"]).strip():
                self.turmwart.tell(self.words(f"{_ID}.needs_reason"))
            elif self._do(correct.command(chosen["kind"], tribe, typed)):
                return

    @work
    async def action_deadline(self) -> None:
        """Set the deadline of the round that is played next; an empty one takes it away."""
        view = self._seen
        until = deadline(self.table.journal, self.table.name, view.next_round)
        said = in_words(until) if until is not None else ""
        while not view.over:
            slots = (TextSlot("at", _MOMENT, said),)
            ask = Prompt(f"{_ID}.deadline", "", slots=slots, values=(("round", view.next_round),))
            answers = await self.app.push_screen_wait(AskScreen(ask))
            if answers is None:
                return
            said = str(answers["at"]).strip()
            try:
                at = None if said in ("", "-") else moment(said)
            except ValueError:
                self.turmwart.tell(self.words(f"{_ID}.unclear", text=said))
                continue
            try:
                set_deadline(self.table.journal, self.table.name, view.next_round, at)
            except TurmwartError as error:
                self.turmwart.tell(self.words.error(error))
                continue
            self.follow()
            return

    @work
    async def action_play(self) -> None:
        """Play the round by the seed of the game; ask first where sheets are missing."""
        view = self._seen
        if view.over:
            self.turmwart.tell(self.words("kingofkings.objection.over"))
            return
        choice = "play"
        ask = missing_sheets(view)
        if ask is not None:
            answers = await self.app.push_screen_wait(AskScreen(ask))
            choice = answers["choice"] if answers else "stay"
        # Whoever answers late must not play a round that somebody else has played meanwhile.
        if choice == "stay" or self._seen.next_round != view.next_round:
            return
        if choice == "grow":
            for sheet in tuple(grown_sheets(self.table.state)):
                if not self._do(sheet, by="npc"):
                    return
        state = self.table.state
        if self._do(cmd.PlayRound(), roll=Seeded(state.setup.seed, state.round)):
            self.turmwart.tell(self.words(f"{_ID}.played", round=view.next_round))

    def _do(self, command: cmd.Command, by: str = GAME_MASTER, roll: Roll = no_rolls) -> bool:
        """Carry out a command; False, with the reason said, where it cannot be."""
        try:
            done = self.table.do(command, by=by, roll=roll)
        except TurmwartError as error:
            self.turmwart.tell(self.words.error(error))
            return False
        if isinstance(done, Objection):
            self.turmwart.tell(self.words.objection(done))
        elif not isinstance(done, Done):
            self.turmwart.tell(self.words("kok.roll_missing", stream=done.stream))
        self.follow()
        return isinstance(done, Done)


def missing_sheets(view: View) -> Prompt | None:
    """What is asked before a round is played; None where all sheets are in.

    Args:
        view: the game master's.
    """
    there = {sheet.player for sheet in view.sheets}
    missing = [tribe for tribe in view.tribes if tribe.number not in there]
    if not missing:
        return None
    options = [f"{_ID}.play.stay", f"{_ID}.play.play"]
    if any(tribe.npc for tribe in missing):
        options.append(f"{_ID}.play.grow")
    names = cut(", ".join(f"{one.number} {one.leader}" for one in missing), 300)
    return question(f"{_ID}.play", options, round=view.next_round, n=len(missing), names=names)


def _corrections(view: View, words: Words) -> list[str]:
    """What was corrected by hand, each with its reason."""
    said = []
    for one in view.corrections:
        line = words.filled(one.what, one.values)
        said.append(f"{line} ({one.reason})" if one.reason else line)
    return said


class KokMaster:
    """The game master of King of Kings."""

    def screen(self, table: Table, words: Words) -> Screen[None]:
        """His screen."""
        return MasterScreen(table, words)

    def secret(self, text_id: str) -> bool:
        """Corrections that not all may know of, and lines that he confirmed. Rule: K-REPORT-10."""
        kind = text_id.rpartition(".")[2]
        corrected = text_id.startswith("kingofkings.correction.") and kind not in _PUBLIC
        return corrected or text_id == "kingofkings.event.LineConfirmed"

    def doubt(self, table: Table, prompt: Prompt) -> Prompt | None:
        """Whether the round is played although sheets are missing.

        It names whose: the log of the table tells all who has handed in.
        """
        view: View = table.view(GAME_MASTER)
        return missing_sheets(view) if prompt.command == "PlayRound" else None

    def before(self, table: Table, choice: str) -> tuple[cmd.Command, ...]:
        """Sheets for the tribes that nobody plays, where they are to grow."""
        return tuple(grown_sheets(table.state)) if choice == "grow" else ()


MASTER = KokMaster()
