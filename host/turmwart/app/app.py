"""The app: which screen is in front, and what they share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from rich.text import Text
from textual import work
from textual.app import App

from turmwart.app.desk import Desk
from turmwart.app.doors import Companion, Doors, NewTable
from turmwart.app.draw import cut, wrapped
from turmwart.app.keys import LOG, REDO, UNDO, Command, cap, key_bar
from turmwart.app.screens.base import TurmwartScreen
from turmwart.app.screens.battle import BattleScreen
from turmwart.app.screens.choose import ChooseScreen
from turmwart.app.screens.face import Mean, extras_of, master_of
from turmwart.app.screens.page import PageScreen
from turmwart.app.screens.table import TableScreen, log_lines
from turmwart.app.screens.web import WebScreen
from turmwart.app.words import Words
from turmwart.errors import TurmwartError
from turmwart.kernel.decision import Objection
from turmwart.table.bus import Committed, LinkChanged, Message, ReadingChanged
from turmwart.table.table import Done, Table

SETTLE_S = 3.0
"""For games that have no option of their own."""

_CAPS = 14
"""Columns of the help that the keys take."""

_FRAME = 0.04
"""Seconds within which several messages of the table are drawn as one."""

_NEWS = ("tower.link.connected", "tower.link.rebooted", "tower.link.stored")
"""What the link tells while all is well with it."""
_NOT_STORED = "tower.link.not_stored"


class TurmwartApp(App[None]):
    """The program at the table.

    Args:
        doors: the ways out: journal, new tables, companions, simulated tower, web view.
        table: the table to show at once; None: the first screen lists the tables. Whoever hands
            one in closes it; tables opened in the app are closed by it.
        language: language of all texts.
        settle_seconds: seconds without a cube after which a throw counts as over; None: what the
            table's option says.
        board: game whose printed board is entered; the app ends with it.
    """

    CSS_PATH = "turmwart.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        doors: Doors | None = None,
        *,
        table: Table | None = None,
        language: str = "",
        settle_seconds: float | None = None,
        board: str | None = None,
    ) -> None:
        super().__init__()
        self._board = board
        self.doors = doors or Doors()
        self.words = Words(language)
        self._settle_seconds = settle_seconds
        self._given = table
        self._table: Table | None = None
        self._table_screen: TableScreen | None = None
        self._deaf: Callable[[], None] | None = None
        self._companions: list[asyncio.Task[None]] = []
        self._due = False
        self._own = False
        self._heard: list[Message] = []
        self._link: LinkChanged | None = None
        self._ended = ""

    def on_mount(self) -> None:
        """Show the table handed in, or the list of tables."""
        if self._given is not None:
            self.show_table(self._given, own=False)
        elif self._board is not None:
            self.enter_board(self._board, alone=True)
        else:
            self.push_screen(ChooseScreen())

    async def on_unmount(self) -> None:
        """Let go of the table."""
        await self._let_go()

    # -- tables ---------------------------------------------------------------------------------

    def open_table(self, name: str) -> None:
        """Resume a table; what stands in the way is said."""
        if self.doors.open is None:
            return
        try:
            table = self.doors.open(name)
        except TurmwartError as error:
            self.tell(self.words.error(error))
            return
        self.show_table(table, own=True)

    def make_table(self, new: NewTable) -> bool:
        """Make a new table; False, with the reason said, where it cannot be made."""
        if self.doors.create is None:
            return False
        try:
            table = self.doors.create(new)
        except TurmwartError as error:
            self.tell(self.words.error(error))
            return False
        except ValueError as error:
            self.tell(self.words("app.new.refused", reason=str(error)))
            return False
        self.show_table(table, own=True)
        return True

    def enter_board(self, game: str, *, alone: bool = False) -> None:
        """Enter the printed board of a game; ``alone``: the app ends with it."""
        extras = extras_of(game)
        if extras is None or game not in self.doors.books:
            return
        screen = extras.board(self.doors.books[game], self.words)
        self.push_screen(screen, (lambda _: self.exit()) if alone else None)

    def show_table(self, table: Table, *, own: bool) -> None:
        """Show a table and start what runs beside it."""
        self._table, self._own = table, own
        self._link, self._ended = None, ""
        self._deaf = table.bus.subscribe(self._hear)
        extras = extras_of(table.game.name)
        quick = None if extras is None else extras.quick(table, self.words)
        master = master_of(table.game.name)
        desk = Desk(table, self.words, quick, master.secret if master else lambda _: False)
        self._table_screen = TableScreen(table, desk)
        self.push_screen(self._table_screen)
        for companion in self.doors.companions:
            self._companions.append(asyncio.create_task(self._accompany(companion, table)))
        self._companions.append(asyncio.create_task(self._accompany(_prepare, table)))

    def mean_fallen(self, table: Table) -> Mean:
        """What falls on average: as the table's own tower taught it, else by the rule of thumb."""
        extras = extras_of(table.game.name)
        own = None if extras is None else extras.mean(table)
        return own or self.doors.mean_fallen

    @property
    def settle_seconds(self) -> float:
        """Seconds without a cube after which a throw counts as over."""
        if self._settle_seconds is not None or self._table is None:
            return self._settle_seconds or 0.0
        return getattr(self._table.view(), "settle_seconds", SETTLE_S)

    @work
    async def leave_table(self) -> None:
        """Back to the list of tables."""
        await self._let_go()
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(ChooseScreen())

    async def _let_go(self) -> None:
        companions, self._companions = self._companions, []
        for task in companions:
            task.cancel()
        # A tower's port must be free before the next table opens it.
        await asyncio.gather(*companions, return_exceptions=True)
        for closing in self.doors.closing:
            await closing()
        if self._deaf is not None:
            self._deaf()
            self._deaf = None
        if self._table is not None and self._own:
            self._table.close()
        self._table = None

    async def _accompany(self, companion: Companion, table: Table) -> None:
        try:
            await companion(table)
        except TurmwartError as error:
            # It comes back no more, so this stands for as long as the table is open.
            self._ended = self.words.error(error)
            self.tell(self._ended)
            if isinstance(self.screen, TurmwartScreen):
                self.screen.follow()
        except Exception as error:  # noqa: BLE001 - shown with its trace as the app's own fault
            self._handle_exception(error)

    # -- what the table tells -------------------------------------------------------------------

    def _hear(self, message: Message) -> None:
        self._heard.append(message)
        if not self._due:
            self._due = True
            # The board's events come without the app's context, so no timer of the app's own.
            asyncio.get_running_loop().call_later(_FRAME, self.call_later, self._draw)

    def _draw(self) -> None:
        self._due = False
        heard, self._heard = self._heard, []
        for message in heard:
            match message:
                case Committed():
                    self.on_committed(message)
                case ReadingChanged():
                    self.on_reading()
                case LinkChanged():
                    self._link = message
                    self.tell(self.words.filled(message.text_id, message.values))
        if isinstance(self.screen, TurmwartScreen):
            self.screen.follow()

    def on_committed(self, message: Committed) -> None:
        """A step was stored: a battle that was only looked at is over."""
        del message
        if isinstance(self.screen, BattleScreen):
            self.screen.moved_on()

    def on_reading(self) -> None:
        """The tower saw something."""
        if isinstance(self.screen, BattleScreen):
            self.screen.reading_changed()

    def amiss(self, width: int, most: int) -> list[Text]:
        """How the tower stands while something is amiss with it, in place; else nothing."""
        link, table = self._link, self._table
        said = [self._ended] if self._ended else []
        if link is not None and table is not None and link.text_id not in _NEWS:
            words = self.words.filled(link.text_id, link.values)
            # While a board reports, other words are news of one thing that failed.
            said += [words] if not table.linked or link.text_id == _NOT_STORED else []
        return [line for one in said for line in wrapped(Text(one, "bold"), width, most)][:most]

    # -- what all screens do --------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """Say something for a few seconds."""
        self.notify(text, timeout=6, markup=False)

    def action_help_quit(self) -> None:
        """Say which key leaves, where somebody tries Ctrl+C."""
        self.tell(self.words("app.interrupt.text"))

    def undo(self, desk: Desk) -> None:
        """Take the last step back and say which."""
        self._step_back(desk.table.undo, "app.undone", desk.undo_label())

    def redo(self, desk: Desk) -> None:
        """Restore the step taken back last and say which."""
        self._step_back(desk.table.redo, "app.redone", desk.redo_label())

    def _step_back(self, step: Callable[[], Done | Objection], text_id: str, label: str) -> None:
        try:
            done = step()
        except TurmwartError as error:
            self.tell(self.words.error(error))
            return
        said = self.words(text_id, step=label)
        self.tell(self.words.objection(done) if isinstance(done, Objection) else said)

    def undo_bar(self, desk: Desk, width: int, taken: Callable[[str], bool]) -> Text:
        """One line with what undo would take back and redo restore; empty where neither can."""
        undo, redo = desk.undo_label(), desk.redo_label()
        steps = [(command, label) for command, label in ((UNDO, undo), (REDO, redo)) if label]
        bare = key_bar([(command, "") for command, _ in steps], self.words, width, taken)
        room = (width - bare.cell_len) // max(1, len(steps)) - 1
        return key_bar([(c, cut(label, room)) for c, label in steps], self.words, width, taken)

    def show_log(self, table: Table) -> None:
        """The whole log."""
        page = PageScreen(
            "app.log.title",
            lambda page, width: log_lines(table, self.words, width),
            at_end=True,
            again=LOG.keys,
        )
        self.push_screen(page)

    def show_tower(self) -> None:
        """What lies in tower and tray."""
        if self._table_screen is not None:
            self._table_screen.show_tower()

    def show_web(self, table: Table) -> None:
        """Address and code of the web view."""
        if self.doors.serve is not None:
            self.push_screen(WebScreen(table, self.doors.serve))

    def show_help(self, commands: Sequence[Command]) -> None:
        """Name the keys of a screen."""
        self.push_screen(
            PageScreen(
                "app.help.title", lambda page, width: self._help(commands, width), again=("f1",)
            )
        )

    def _help(self, commands: Sequence[Command], width: int) -> list[Text]:
        words = self.words
        lines = []
        for command in commands:
            caps = " / ".join(cap(key, words) for key in command.keys)
            said = wrapped(Text(words(f"{command.text}.help")), width - _CAPS, 2)
            lines.append(Text().append(f"  {caps.ljust(_CAPS - 2)}", "bold").append_text(said[0]))
            lines += [Text(" " * _CAPS).append_text(more) for more in said[1:]]
        lines.append(Text())
        parts = ("digits", "typing", "cubes", "enter", "escape", "waive", "letters")
        for part in parts:
            lines.extend(wrapped(Text("  " + words(f"app.help.{part}")), width, 3))
        return lines


async def _prepare(table: Table) -> None:
    """What the game reads ahead; keys and drawings come between its steps."""
    extras = extras_of(table.game.name)
    for _ in extras.prepare(table) if extras is not None else ():
        await asyncio.sleep(_FRAME)
