"""The one screen at the table: where the game stands, who has what, what is to be done."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen

from turmwart.app.desk import Desk
from turmwart.app.doors import Sight
from turmwart.app.draw import cut, wrapped
from turmwart.app.entries import Problem
from turmwart.app.keys import (
    ALOUD,
    ALTERNATIVE,
    BATTLE,
    CHRONICLE,
    COURT,
    CUBES,
    HELP,
    LOG,
    MASTER,
    ODDS,
    OTHERS,
    PROVINCES,
    QUIT,
    REDO,
    TOWER,
    UNDO,
    WEB,
    Command,
    bindings,
    key_bar,
)
from turmwart.app.rolling import Rolling
from turmwart.app.screens.ask import AskScreen, question
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.app.screens.battle import BattleScreen
from turmwart.app.screens.dice import DiceScreen
from turmwart.app.screens.face import extras_of, face_of, master_of
from turmwart.app.screens.page import PageScreen
from turmwart.app.widgets.form import Draft, PromptForm
from turmwart.app.words import Words
from turmwart.errors import TurmwartError
from turmwart.kernel.chance import RollRequest
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, DiceThrow, Option, Prompt
from turmwart.table.rolls import DICE_IN_BOX, roll_of
from turmwart.table.table import Table

WIDE = 110
"""Width in characters from which a second column is shown."""
_SIDE = 42
_SIDES = 6
_SHORT_LOG = 60
"""Lines of the log that are looked through for the last ones worth showing."""
_LONG_LOG = 2000
"""Lines of the log that its page shows at most."""
COMMANDS = (
    ALTERNATIVE,
    UNDO,
    REDO,
    PROVINCES,
    TOWER,
    COURT,
    LOG,
    OTHERS,
    BATTLE,
    ODDS,
    CUBES,
    ALOUD,
    CHRONICLE,
    WEB,
    MASTER,
    HELP,
    QUIT,
)


class TableScreen(TurmwartScreen[None]):
    """Shows a table and takes what the table enters."""

    BINDINGS = bindings(COMMANDS)

    def __init__(self, table: Table, desk: Desk) -> None:
        super().__init__()
        self.table = table
        self.desk = desk
        self.face = face_of(table.game.name)
        self.extras = extras_of(table.game.name)
        self.master = master_of(table.game.name)
        self._left_throw = 0
        self._at_battle = False
        self._confirmed: tuple[int, Cubes] | None = None

    def compose(self) -> ComposeResult:
        """Header, players, form, log and keys; a second column where there is room."""
        yield Lines(id="header")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield Lines(id="overview")
                yield PromptForm(self.words, id="form")
                yield Lines(id="log")
            yield Lines(id="side")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """The form takes the keys."""
        self.query_one(PromptForm).focus()
        self.follow()

    def follow(self) -> None:
        """Draw what the table is now; open the battle when cubes are to be thrown."""
        if not self.is_mounted:
            return
        view = self.table.view()
        width, height = self.size
        wide = width >= WIDE
        self.set_class(wide, "wide")
        left = width - _SIDE - 1 if wide else width
        title = [*self.face.header(view, self.words, width - 2)]
        self.query_one("#header", Lines).put(title or [Text(self.table.name, "bold")])
        self.query_one("#overview", Lines).put(self.face.overview(view, self.words, left - 2))
        if wide:
            side = self.face.side(view, self.words, _SIDE - 3, height - 5)
            self.query_one("#side", Lines).put(side)
        amiss = self.turmwart.amiss(left - 2, 2 if height < 30 else 4)
        room = (2 if height < 30 else 6) - len(amiss)
        self.query_one("#log", Lines).put([*amiss, *self._log_lines(left - 2, room)])
        self._show_draft()
        waits = self.table.throw_prompt is not None
        if self.is_current and waits and self.table.throw_step != self._left_throw:
            self.open_battle()

    def open_battle(self) -> None:
        """Show the battle, once."""
        if self._at_battle:
            return
        self._at_battle = True
        self.app.push_screen(BattleScreen(self.table, self.desk, self.face), self._battle_left)

    def _battle_left(self, waits: bool | None) -> None:
        # Whoever leaves the battle screen before the throw is booked wants to see the table.
        self._at_battle = False
        self._left_throw = self.table.throw_step if waits else 0
        self.follow()

    def _show_draft(self) -> None:
        form = self.query_one(PromptForm)
        draft = self.desk.draft()
        who = self._who(draft.prompt) if draft is not None else ""
        if form.draft is not draft or form.who != who:
            form.show(draft, who)
        form.note = self._offer(draft) if draft is not None else ""
        form.more = self._alternatives(draft)
        form.refresh()
        self._draw_keys()

    def _offer(self, draft: Draft) -> str:
        """Take over what the tower says where it is asked for; its question, if it has one."""
        if draft.cubes is None or not self._asks_tower(draft):
            return ""
        finding = self.desk.finding()
        draft.cubes.offer(finding.cubes)
        if finding.sure or draft.cubes.touched:
            return ""
        colours = self.desk.colours(finding.colours)
        return self.words(finding.text_id, colours=colours, unseen=finding.unseen)

    def _asks_tower(self, draft: Draft) -> bool:
        """Whether a draft is of the throw that waits, or of what fell by itself."""
        return draft.prompt == self.table.throw_prompt or (
            self.table.stray_waits and draft.prompt == self.desk.prompts[0]
        )

    def _alternatives(self, draft: Draft | None) -> str:
        if draft is not None and draft.prompt not in self.desk.prompts:
            return ""
        others = [
            self.words.label(prompt)
            for prompt in self.desk.alternatives()
            if draft is None or prompt != draft.prompt
        ]
        return self.words("app.form.alternatives", others=", ".join(others)) if others else ""

    def _who(self, prompt: Prompt) -> str:
        """Who is asked; empty where the words of the prompt name the player themselves."""
        if not prompt.seat or "player" in dict(prompt.values):
            return ""
        return self.face.who(self.table.view(), prompt.seat, self.words)

    def _log_lines(self, width: int, most: int) -> list[Text]:
        game = self.table.game.name
        lines = [line for line in self.table.log(_SHORT_LOG) if not is_quiet(game, line[1])]
        return [
            Text(cut(f"{step:>4}  {self.words.filled(text_id, values)}", width), "dim")
            for step, text_id, values in lines[max(0, len(lines) - most) :]
        ]

    @on(PromptForm.Changed)
    def _draw_keys(self) -> None:
        form = self.query_one(PromptForm)
        width = self.size.width - 2
        bars = [self.turmwart.undo_bar(self.desk, width, form.claims)]
        bars.append(key_bar(self._commands(), self.words, width, form.claims))
        self.query_one("#keys", Lines).put([bar for bar in bars if bar.plain])

    def _commands(self) -> list[tuple[Command, str]]:
        commands: list[tuple[Command, str]] = []
        if self.table.throw_prompt is not None:
            commands.append((BATTLE, ""))
        if len(self.desk.prompts) > 1:
            commands.append((OTHERS, ""))
        if self.master is not None:
            commands.append((MASTER, ""))
        commands.append((HELP, ""))
        view = self.table.view()
        if self.extras is not None and self.extras.odds(self.table, self.desk.draft()) is not None:
            commands.append((self._own(ODDS, "odds_key"), ""))
        if self.extras is not None and self.extras.tells:
            commands.append((ALOUD, ""))
        if self.face.pages(view):
            commands.append((self._pages_command(), ""))
        if self.face.tower(view, self.words, self.size.width, None):
            commands.append((TOWER, ""))
        if self.face.court(view, self.words, self.size.width):
            commands.append((COURT, ""))
        if self._cubes():
            commands.append((CUBES, ""))
        commands += [(LOG, ""), (QUIT, "")]
        if self.turmwart.doors.serve is not None and self.master is None:
            commands.append((WEB, ""))
        return commands

    def _pages_command(self) -> Command:
        """The key for the pages, by the game's own name for them."""
        return self._own(PROVINCES, "key")

    def _own(self, command: Command, name: str) -> Command:
        """A command by the game's own name for it, where it has one."""
        own = f"app.{self.table.game.name}.{name}"
        return replace(command, text=own) if self.words.known(f"{own}.name") else command

    # -- what is entered ------------------------------------------------------------------------

    def answered(self, draft: Draft) -> None:
        """Carry out what was entered; what a game master would be asked first is asked here too."""
        ask = self.master.doubt(self.table, draft.prompt) if self.master is not None else None
        if ask is None:
            self.carry_out(draft)
        else:
            self.query_one(PromptForm).held = True
            self._ask_first(draft, ask)

    @work
    async def _ask_first(self, draft: Draft, ask: Prompt) -> None:
        version = self.table.version
        try:
            answers = await self.app.push_screen_wait(AskScreen(ask))
        finally:
            self.query_one(PromptForm).held = False
        choice = answers["choice"] if answers is not None else "stay"
        # Whoever answers late must not carry out what somebody else has changed meanwhile.
        if self.master is None or choice == "stay" or self.table.version != version:
            return
        form = self.query_one(PromptForm)
        for command in self.master.before(self.table, choice):
            try:
                done = self.table.do(command, by="npc")
            except TurmwartError as error:
                form.refuse(Problem.of(error))
                return
            if isinstance(done, Objection):
                form.object(done)
                return
        # Its words may count what has just been handed in.
        same = (p for p in self.desk.prompts if p.command == draft.prompt.command)
        self.carry_out(self.desk.draft_of(next(same, draft.prompt)))

    def carry_out(self, draft: Draft) -> None:
        """Carry out a draft, or show what speaks against it; a doubt of the tower's asks twice."""
        form = self.query_one(PromptForm)
        witness = ""
        if draft.cubes is not None and not draft.cubes.touched and self._asks_tower(draft):
            finding = self.desk.finding()
            witness = finding.witness
            counted = (self.table.version, draft.cubes.cubes)
            if not finding.sure and not draft.waived and counted != self._confirmed:
                self._confirmed = counted
                cubes = self.words.cubes(draft.cubes.cubes)
                form.refuse(Problem("app.battle.sure", (("cubes", cubes),)))
                return
        done = self.desk.answer(draft, witness)
        if isinstance(done, Objection):
            form.object(done)
        elif isinstance(done, Problem):
            form.refuse(done)
        elif isinstance(done, RollRequest):
            form.held = True
            self._roll(draft, done)
        else:
            self.follow()

    @work
    async def _roll(self, draft: Draft, request: RollRequest) -> None:
        doors = self.turmwart.doors
        # The camera reads dice of six sides; all others are typed.
        camera = doors.camera if request.chance == _SIDES else None

        def keep(seen: Sight, corrections: tuple[tuple[int, int], ...]) -> int:
            if camera is None:
                raise ValueError("no camera, and a picture of it")
            return camera.keep(self.table, seen, corrections)

        box = DICE_IN_BOX
        if self.extras is not None:
            box = self.extras.dice_at_once(self.table.view())
        rolling = Rolling(roll_of(request, box), camera, keep, doors.dealer)
        asked = self.words.prompt(draft.prompt) if _throws(draft) else self._kind(request)
        form = self.query_one(PromptForm)
        try:
            roll = await self.app.push_screen_wait(DiceScreen(rolling, asked))
        finally:
            form.held = False
        if roll is not None:
            self.desk.rolled(roll)
            self.carry_out(draft)

    def _kind(self, request: RollRequest) -> str:
        """The game's own words for a roll of this kind; empty where it has none."""
        text_id = f"{self.table.game.name}.roll.{request.kind}"
        return self.words(text_id) if self.words.known(text_id) else ""

    def left(self) -> None:
        """Back to what must be done."""
        self.desk.chosen = None
        self._show_draft()

    # -- keys -----------------------------------------------------------------------------------

    def action_undo(self) -> None:
        """Take the last step back."""
        self.turmwart.undo(self.desk)

    def action_redo(self) -> None:
        """Restore the step taken back last."""
        self.turmwart.redo(self.desk)

    def action_battle(self) -> None:
        """Back to the battle."""
        if self.table.throw_prompt is not None:
            self.open_battle()

    @work
    async def action_others(self) -> None:
        """Choose another prompt."""
        prompts = self.desk.prompts
        if len(prompts) > 1:
            await self._choose(prompts)

    @work
    async def action_cubes(self) -> None:
        """Choose what happened to cubes."""
        prompts = self._cubes()
        if prompts:
            await self._choose(prompts)

    def _cubes(self) -> tuple[Prompt, ...]:
        return self.extras.cubes(self.desk.prompts) if self.extras is not None else ()

    async def _choose(self, prompts: tuple[Prompt, ...]) -> None:
        options = tuple(
            Option(number, label=self._menu_line(prompt)) for number, prompt in enumerate(prompts)
        )
        menu = Prompt("app.others", "", slots=(Choice("prompt", options),))
        answers = await self.app.push_screen_wait(AskScreen(menu))
        if answers is not None and prompts[answers["prompt"]] in self.desk.prompts:
            self.desk.chosen = prompts[answers["prompt"]]
            self._show_draft()

    def _menu_line(self, prompt: Prompt) -> str:
        label = self.words.label(prompt)
        # The words of a prompt name the player; its label seldom does.
        named = str(dict(prompt.values).get("player", ""))
        who = self._who(prompt) or ("" if named in label else named)
        line = f"{who}: {label}" if who else label
        return f"{line} {self.words('app.form.must')}" if prompt.must else line

    def action_alternative(self) -> None:
        """Show the next thing that the same player may do instead."""
        choices = self.desk.alternatives()
        draft = self.desk.draft()
        if draft is not None and len(choices) > 1:
            at = choices.index(draft.prompt) if draft.prompt in choices else -1
            self.desk.chosen = choices[(at + 1) % len(choices)]
            self._show_draft()

    def action_provinces(self) -> None:
        """What each province holds and would bring."""
        view = self.table.view()
        if not self.face.pages(view):
            return

        def draw(page: int, width: int) -> list[Text]:
            return self.face.provinces(self.table.view(), page, self.words, width)

        title = f"app.{self.table.game.name}.pages"
        self.app.push_screen(
            PageScreen(
                title if self.words.known(title) else "app.provinces.title",
                draw,
                pages=self.face.pages(view),
                page=self.face.first_page(view),
                again=PROVINCES.keys,
            )
        )

    @work
    async def action_odds(self) -> None:
        """The odds of what is typed or fought."""
        draft = self.desk.draft()
        screen = self.extras.odds(self.table, draft) if self.extras is not None else None
        if screen is None:
            return
        carry_out = await self.app.push_screen_wait(screen)
        if carry_out and draft is not None:
            self.carry_out(draft)

    def action_tower(self) -> None:
        """What lies in tower and tray."""
        if self.face.tower(self.table.view(), self.words, self.size.width, None):
            self.show_tower()

    def show_tower(self) -> None:
        """What lies in tower and tray, on a page."""

        def draw(page: int, width: int) -> list[Text]:
            mean = self.turmwart.mean_fallen(self.table)
            return self.face.tower(self.table.view(), self.words, width, mean)

        self.app.push_screen(PageScreen("app.tower.title", draw, again=TOWER.keys))

    def action_court(self) -> None:
        """What lies at the Imperial Court."""
        if not self.face.court(self.table.view(), self.words, self.size.width):
            return

        def draw(page: int, width: int) -> list[Text]:
            return self.face.court(self.table.view(), self.words, width)

        self.app.push_screen(PageScreen("app.wallenstein.court.title", draw, again=COURT.keys))

    def _extra_screen(self, command: Command) -> Screen[None] | None:
        """The game's own screen for a key."""
        if self.extras is None:
            return None
        if command is ALOUD:
            return self.extras.aloud(self.table, self.words, self.turmwart.mean_fallen(self.table))
        return self.extras.chronicle(self.table, self.words)

    def action_aloud(self) -> None:
        """What the table asks aloud."""
        screen = self._extra_screen(ALOUD)
        if screen is not None:
            self.app.push_screen(screen)

    def action_chronicle(self) -> None:
        """What happened so far, in figures."""
        screen = self._extra_screen(CHRONICLE)
        if screen is not None:
            self.app.push_screen(screen)

    def action_log(self) -> None:
        """The whole log."""
        self.turmwart.show_log(self.table)

    def action_help(self) -> None:
        """Name the keys."""
        own = {PROVINCES: self._pages_command(), ODDS: self._own(ODDS, "odds_key")}
        hidden = set() if self.extras is not None else {ODDS}
        if not self.face.pages(self.table.view()):
            hidden.add(PROVINCES)
        if not self._cubes():
            hidden.add(CUBES)
        if self.extras is None or not self.extras.tells:
            hidden |= {ALOUD, CHRONICLE}
        if not self.face.tower(self.table.view(), self.words, self.size.width, None):
            hidden |= {TOWER, BATTLE}
        if self.table.throw_prompt is not None:
            hidden.discard(BATTLE)
        if not self.face.court(self.table.view(), self.words, self.size.width):
            hidden.add(COURT)
        if self.master is None:
            hidden.add(MASTER)
        else:
            hidden.add(WEB)
        self.turmwart.show_help([own.get(one, one) for one in COMMANDS if one not in hidden])

    def action_web(self) -> None:
        """Start the web view; where somebody leads the game, each player has his own page."""
        if self.master is not None:
            self.turmwart.tell(self.words("app.master.web", name=self.table.name))
            return
        self.turmwart.show_web(self.table)

    @work
    async def action_master(self) -> None:
        """The game master's screen, once he says that nobody else looks on."""
        if self.master is None:
            return
        ask = question("app.master", ("app.master.open", "app.master.stay"))
        answers = await self.app.push_screen_wait(AskScreen(ask))
        if answers is not None and answers["choice"] == "open":
            self.app.push_screen(self.master.screen(self.table, self.words))

    @work
    async def action_quit_table(self) -> None:
        """Leave; nothing needs to be saved."""
        options = ["app.quit.leave", "app.quit.stay"]
        if self.turmwart.doors.open is not None:
            options.insert(1, "app.quit.other")
        ask = question("app.quit", options, name=self.table.name)
        answers = await self.app.push_screen_wait(AskScreen(ask))
        choice = answers["choice"] if answers else "stay"
        if choice == "leave":
            self.app.exit()
        elif choice == "other":
            self.turmwart.leave_table()


def is_quiet(game: str, text_id: str) -> bool:
    """Whether a line of the log is left out on the screens of the table."""
    extras, master = extras_of(game), master_of(game)
    if master is not None and master.secret(text_id):
        return True
    return extras is not None and extras.quiet(text_id)


def _throws(draft: Draft) -> bool:
    """Whether the prompt itself says which dice are thrown."""
    return any(isinstance(slot, DiceThrow) for slot in draft.prompt.slots)


def log_lines(table: Table, words: Words, width: int) -> list[Text]:
    """The whole log, oldest first, long lines wrapped."""
    lines: list[Text] = []
    for step, text_id, values in table.log(_LONG_LOG):
        if is_quiet(table.game.name, text_id):
            continue
        said = wrapped(Text(words.filled(text_id, values)), width - 7, 3)
        lines.append(Text(f"{step:>5}  ") + said[0])
        lines.extend(Text(" " * 7) + line for line in said[1:])
    return lines
