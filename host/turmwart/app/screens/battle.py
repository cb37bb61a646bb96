"""The throw: who fights whom, what is poured, what falls, what the rules make of it."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.screen import Screen
from textual.timer import Timer

from turmwart.app.desk import Desk, Finding
from turmwart.app.draw import block, cut, wrapped
from turmwart.app.entries import Problem
from turmwart.app.entries.base import ACTIVE
from turmwart.app.entries.counts import CubesEntry
from turmwart.app.keys import (
    BACK,
    HELP,
    LOG,
    ODDS,
    POUR,
    REDO,
    TOWER,
    UNDO,
    Command,
    bindings,
    key_bar,
)
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.app.screens.face import Face, extras_of
from turmwart.app.screens.tray import TrayScreen
from turmwart.app.screens.witnesses import Witnesses, asked, witness_cells, witness_heads
from turmwart.app.widgets.form import Draft, PromptForm, against
from turmwart.app.words import Words
from turmwart.errors import TurmwartError
from turmwart.kernel.chance import RollRequest
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection
from turmwart.table.table import Table

CLEARED = Command("cleared", ("enter",), "app.key.cleared")
PICTURE = Command("picture", ("f2",), "app.key.picture")
ANSWER_KEYS = ("f5", "f6", "f7", "f8", "f9")
ANSWERS = tuple(
    Command(f"take_answer({place})", (key,), "app.key.answer")
    for place, key in enumerate(ANSWER_KEYS)
)
_ROOMY = 30
"""Rows of a screen that has room for a question and what would come of its answer."""
_SPARED = ("expected", "inside", "thrown")
"""Columns of the count that a window too narrow for all does without, the first one first."""
COMMANDS = (CLEARED, ANSWERS[0], UNDO, REDO, TOWER, ODDS, LOG, PICTURE, POUR, HELP, BACK)


class BattleScreen(TurmwartScreen[bool]):
    """One throw from the cubes in the hand to the cubes taken from the tray.

    Gives True where the table was wanted back while the throw still waits.
    """

    BINDINGS = bindings((*COMMANDS, *ANSWERS[1:]))

    def __init__(self, table: Table, desk: Desk, face: Face) -> None:
        super().__init__()
        self.table = table
        self.desk = desk
        self.face = face
        self._before: Any = None
        self._after: Any = None
        self._settling: Timer | None = None
        self._pouring = False
        self._confirmed: Cubes | None = None
        self._booked_at = 0

    def compose(self) -> ComposeResult:
        """What is thrown, what fell, what comes of it."""
        yield Lines(id="header")
        yield Lines(id="throw")
        yield Lines(id="fallen")
        yield CountForm(self.words, id="form")
        yield Lines(id="outcome")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """The count takes the keys."""
        self.query_one(CountForm).focus()
        self.follow()

    @property
    def booked(self) -> bool:
        """Whether the throw is in the books and only the tray is to be cleared."""
        return self._after is not None

    @property
    def falling(self) -> bool:
        """Whether cubes may still come."""
        return self._pouring or self._settling is not None

    def reading_changed(self) -> None:
        """A cube fell: wait a little for the next before the count is taken for whole."""
        if self._settling is not None:
            self._settling.stop()
        seconds = self.turmwart.settle_seconds
        self._settling = self.set_timer(seconds, self._settled) if seconds > 0 else None
        self.follow()

    def _settled(self) -> None:
        self._settling = None
        self.follow()

    def follow(self) -> None:
        """Draw the throw, or what came of it."""
        if not self.is_mounted:
            return
        draft = self._draft()
        if draft is None:
            if not self.booked:
                self._booked_elsewhere()
            return
        self._before = self.table.view()
        cubes = draft.cubes
        finding = self.desk.finding()
        if cubes is not None:
            cubes.offer(finding.cubes)
        form = self.query_one(CountForm)
        if form.draft is not draft:
            form.show(draft)
        form.columns = self._columns(cubes) if cubes is not None else {}
        watched = self.table.tray is not None or finding.camera is not None
        form.witnesses = Witnesses(finding.sensor, finding.camera) if watched else None
        self._draw(draft, finding)

    def _booked_elsewhere(self) -> None:
        """A player of a demo booked the throw, or what led to it was taken back."""
        if self._before is not None:
            self._show_result(self._before)
        else:
            self.close()

    def moved_on(self) -> None:
        """A step was taken; the outcome has been seen when it was not the one booked here."""
        if not self.booked:
            self.follow()
        elif self.table.version != self._booked_at:
            self.close()

    def _draft(self) -> Draft | None:
        prompt = self.table.throw_prompt
        return self.desk.draft_of(prompt) if prompt is not None and not self.booked else None

    def _columns(self, cubes: CubesEntry) -> dict[str, tuple[int, int | None, float | None]]:
        inside, hand = self.face.inside(self._before), self.face.hand(self._before)
        mean = self.turmwart.mean_fallen(self.table)
        return {
            colour: (
                hand[colour],
                inside[colour] if inside is not None else None,
                mean(hand[colour], inside[colour]) if mean and inside is not None else None,
            )
            for colour in cubes.colours
        }

    def _draw(self, draft: Draft, finding: Finding) -> None:
        width = self.size.width - 2
        words = self.words
        title = Text(words("app.battle.throw"), "bold")
        self.query_one("#header", Lines).put([title])
        self.query_one("#throw", Lines).put(self.face.throw(self._before, words, width))
        self.query_one("#fallen", Lines).put(self._fallen(width))
        self.query_one("#outcome", Lines).put(self._verdict(draft, finding, width))
        self.query_one(CountForm).refresh()
        self._draw_keys()

    def _fallen(self, width: int) -> list[Text]:
        fallen = self.table.fallen
        line = Text().append(self.words("app.battle.fallen", n=len(fallen)) + " ", "bold")
        for colour in fallen:
            line.append_text(block(colour, self.words))
        if self.falling:
            line.append(" " + self.words("app.battle.falling"))
        lines = []
        while line.cell_len > width:
            lines.append(line[: width // 3 * 3])
            line = Text("   ") + line[width // 3 * 3 :]
        tray, kept = self.table.tray, self.table.kept_tray
        if self.table.tray_altered:
            lines += [line, *wrapped(Text(self.words("app.tray.altered"), "bold"), width, 2)]
            line = lines.pop()
        elif tray is not None:
            lines.append(line)
            status = tray.status(self.words.language)
            if kept is not None and tray.kept(self.table, kept) is None:
                status = self.words("app.tray.not_kept")
            line = Text(cut(status, width), "dim")
        return [*lines, line, *self.turmwart.amiss(width, 2)]

    def _verdict(self, draft: Draft, finding: Finding, width: int) -> list[Text]:
        words = self.words
        if draft.objection is not None or draft.problem is not None:
            return [Text(), *against(draft, words, width)]
        colours = self.desk.colours(finding.colours)
        witness = words(f"tower.witness.{finding.witness}") if finding.witness else ""
        cubes = draft.cubes
        touched = cubes is not None and cubes.touched
        silent = finding.text_id == "tower.question.silent"
        if not touched and silent:
            return wrapped(Text(words("app.battle.waiting"), "bold"), width, 2)
        if silent:
            # At a table without a tower none says anything.
            said = Text(words("app.battle.counted"))
        elif touched:
            said = Text(words("app.battle.corrected", cubes=words.cubes(finding.cubes)))
        elif self.falling:
            said = Text(words("app.battle.so_far", cubes=words.cubes(finding.cubes)), "bold")
        else:
            text = words(
                finding.text_id,
                colours=colours,
                suggestion=words.cubes(finding.cubes),
                witness=witness,
                unseen=finding.unseen,
            )
            said = Text(("= " if finding.sure else "? ") + text, "bold")
        lines = [*wrapped(said, width, 2)]
        if not touched and not self.falling:
            lines += asked(finding, ANSWER_KEYS, words, width)
            if finding.answers and self.size.height < _ROOMY:
                # The question needs the room; what comes of it is seen once it is answered.
                return lines
        after = self.desk.preview(draft)
        if after is not None:
            lines += self.face.outcome(self._before, after, words, width)
        return lines

    @on(PromptForm.Changed)
    def _changed(self) -> None:
        draft = self._draft()
        if draft is not None and self._before is not None:
            self._draw(draft, self.desk.finding())

    def _draw_keys(self) -> None:
        form = self.query_one(CountForm)
        commands: list[tuple[Command, str]] = []
        if self.turmwart.doors.pour is not None and not self.booked and not self._pouring:
            commands.append((POUR, ""))
        if self._odds() is not None:
            commands.append((ODDS, ""))
        if self.face.tower(self._before, self.words, self.size.width, None):
            commands.append((TOWER, ""))
        commands.append((LOG, ""))
        if self.table.tray is not None and not self.booked:
            commands.append((PICTURE, ""))
        commands += [(HELP, ""), (BACK, "")]
        taken = (lambda key: False) if self.booked else form.claims
        width = self.size.width - 2
        bars = [self.turmwart.undo_bar(self.desk, width, taken)]
        bars.append(key_bar(commands, self.words, width, taken))
        self.query_one("#keys", Lines).put([bar for bar in bars if bar.plain])

    # -- what is entered ------------------------------------------------------------------------

    def answered(self, draft: Draft) -> None:
        """Book the throw; a doubtful count is asked for twice."""
        finding = self.desk.finding()
        cubes = draft.cubes
        untouched = cubes is not None and not cubes.touched
        counted = cubes.cubes if cubes is not None else Cubes()
        unsure = self.falling or (untouched and not finding.sure)
        if unsure and counted != self._confirmed and not draft.waived:
            self._confirmed = counted
            text = "app.battle.still_falling" if self.falling else "app.battle.sure"
            draft.problem = Problem(text, (("cubes", self.words.cubes(counted)),))
            self._draw(draft, finding)
            return
        witness = finding.witness if untouched else ""
        self._book(draft, witness)

    def _book(self, draft: Draft, witness: str) -> None:
        before = self.table.view()
        form = self.query_one(CountForm)
        done = self.desk.answer(draft, witness)
        if isinstance(done, Objection):
            form.object(done)
        elif isinstance(done, Problem):
            form.refuse(done)
        elif isinstance(done, RollRequest):
            self.turmwart.tell(self.words("app.battle.roll"))
        else:
            self._show_result(before)

    def _show_result(self, before: Any) -> None:
        self._before, self._after = before, self.table.view()
        self._booked_at = self.table.version
        width = self.size.width - 2
        result = self.face.outcome(before, self._after, self.words, width)
        if not result:
            self.close()
            return
        form = self.query_one(CountForm)
        form.show(None)
        form.display = False
        self.set_class(True, "booked")
        self.query_one("#header", Lines).put([Text(self.words("app.battle.booked"), "bold")])
        self.query_one("#throw", Lines).put(self.face.throw(before, self.words, width))
        self.query_one("#fallen", Lines).put([])
        enter = Text(self.words("app.battle.clear_tray"), "bold")
        self.query_one("#outcome", Lines).put([*result, Text(), enter])
        self.set_focus(None)
        self._draw_keys()

    def action_cleared(self) -> None:
        """The tray is cleared."""
        if self.booked:
            self.close()

    def close(self, *, waits: bool = False) -> None:
        """Back to the table."""
        if self.is_current:
            self.dismiss(waits)

    def left(self) -> None:
        """Look at the table; the throw waits."""
        self.action_back()

    def action_back(self) -> None:
        """Look at the table; the throw waits."""
        self.close(waits=not self.booked)

    def action_undo(self) -> None:
        """Take the last step back: the throw booked here, or what led to it."""
        self.turmwart.undo(self.desk)
        self.close()

    def action_redo(self) -> None:
        """Restore the step taken back last."""
        self.turmwart.redo(self.desk)
        self.close()

    def action_take_answer(self, place: int) -> None:
        """Book one of the likely counts that the question offers."""
        draft = self._draft()
        finding = self.desk.finding()
        if draft is None or draft.cubes is None or self.falling or place >= len(finding.answers):
            return
        draft.cubes.take(finding.answers[place][0])
        draft.objection = draft.problem = None
        self._book(draft, "")

    def action_picture(self) -> None:
        """The tray as the camera sees it, with the cubes it counted."""
        if self.table.tray is not None:
            self.turmwart.push_screen(TrayScreen(self.table))

    def action_tower(self) -> None:
        """What lies in tower and tray."""
        if self.face.tower(self._before, self.words, self.size.width, None):
            self.turmwart.show_tower()

    @work
    async def action_odds(self) -> None:
        """The odds of this throw."""
        screen = self._odds()
        if screen is not None:
            await self.app.push_screen_wait(screen)

    def _odds(self) -> Screen[bool] | None:
        extras = extras_of(self.table.game.name)
        return None if extras is None or self.booked else extras.odds(self.table, None)

    def action_log(self) -> None:
        """The whole log."""
        self.turmwart.show_log(self.table)

    def action_help(self) -> None:
        """Name the keys that do something here."""
        hidden = set()
        if self.turmwart.doors.pour is None:
            hidden.add(POUR)
        if self.table.tray is None:
            hidden.add(PICTURE)
        if not self.booked and self._odds() is None:
            hidden.add(ODDS)
        if not self.face.tower(self._before, self.words, self.size.width, None):
            hidden.add(TOWER)
        self.turmwart.show_help([one for one in COMMANDS if one not in hidden])

    @work
    async def action_pour(self) -> None:
        """Pour the cubes into the simulated tower."""
        pour = self.turmwart.doors.pour
        if pour is None or self._pouring or self.booked:
            return
        self._pouring = True
        self.follow()
        try:
            await pour(self.table)
        except TurmwartError as error:
            self.turmwart.tell(self.words.error(error))
        finally:
            self._pouring = False
        self.follow()


class CountForm(PromptForm):
    """The count of a throw: one line for each colour, with what was thrown and what to expect."""

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.columns: dict[str, tuple[int, int | None, float | None]] = {}
        self.witnesses: Witnesses | None = None

    def lines(self, width: int, height: int) -> list[Text]:
        """A line for each colour."""
        draft = self.draft
        entry = draft.entry if draft is not None else None
        if not isinstance(entry, CubesEntry):
            return super().lines(width, height)
        return [
            *count_lines(entry, self.columns, self._words, width, self.witnesses),
            *wrapped(Text(self._words("app.hint.count"), "dim"), width, 2),
        ]


def count_lines(
    entry: CubesEntry,
    columns: dict[str, tuple[int, int | None, float | None]],
    words: Words,
    width: int,
    witnesses: Witnesses | None = None,
) -> list[Text]:
    """The table of a throw: colour, thrown, inside before, expected, counted, and what each witness
    says with the most there can be; blocks where there is room."""
    names = ("thrown", "inside", "expected", "counted")
    heads = {name: words(f"app.battle.column.{name}") for name in names}
    sizes = {name: max(len(head), 6) for name, head in heads.items()}
    colour_width = max([9, *(len(words.colour(c)) + 2 for c in entry.colours)])
    said = Text() if witnesses is None else witness_heads(words)
    for name in _SPARED:
        needed = 3 + colour_width + sum(size + 2 for size in sizes.values()) + said.cell_len
        if needed > width:
            del sizes[name]
    head = Text("  " + " " * colour_width, "dim")
    for name, size in sizes.items():
        head.append("  " + heads[name].rjust(size))
    lines = [head.append_text(said)]
    most_counted = max((entry.count(colour) for colour in entry.colours), default=0)
    for colour in entry.colours:
        here = colour == entry.marked
        thrown, inside, expected = columns.get(colour, (0, None, None))
        line = Text().append("› " if here else "  ", "bold")
        line.append(f"{words.letter(colour)} ", "bold")
        line.append(words.colour(colour).ljust(colour_width - 2))
        cells = {
            "thrown": str(thrown),
            "inside": words("app.hidden") if inside is None else str(inside),
            "expected": words("app.hidden") if expected is None else words.decimal(expected),
        }
        for name, cell in cells.items():
            if name in sizes:
                line.append("  " + cell.rjust(sizes[name]))
        count = f" {entry.count(colour)} ".rjust(sizes["counted"] + 1)
        line.append(" ")
        line.append(count, ACTIVE if here else "bold")
        line.append(" ")
        if witnesses is not None:
            most = None if inside is None else thrown + inside
            line.append_text(witness_cells(witnesses, colour, most, words))
        room = max(0, (width - line.cell_len) // 3)
        n = min(entry.count(colour), room)
        # Beside the witnesses a few blocks of many would only mislead.
        for _ in range(n if witnesses is None or room >= most_counted else 0):
            line.append_text(block(colour, words))
        lines.append(line)
    for line in lines:
        line.truncate(width)
    return lines
