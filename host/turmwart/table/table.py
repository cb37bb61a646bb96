"""``Table``, the one owner of a table's state.

Stored before told, stored before acknowledged, evidence before verdict: a step is in the journal
before any screen hears of it, a cube before the board may forget it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from turmwart.errors import JournalError, TurmwartError
from turmwart.journal import codec
from turmwart.journal.hold import Hold
from turmwart.journal.store import Journal
from turmwart.kernel.canon import from_plain, state_hash
from turmwart.kernel.chance import Roll, RollRequest, no_rolls
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection
from turmwart.kernel.fold import Redone, Step, Timeline, Undone, fold
from turmwart.kernel.game import Game
from turmwart.kernel.prompt import CubeCount, Prompt
from turmwart.table.bus import Bus, Committed, ReadingChanged
from turmwart.table.palette import PaletteAt, by_lane, for_colours
from turmwart.table.pending import Asked, Pending, Seen
from turmwart.table.testimony import Testimony, TrayWitness
from turmwart.tower.colour import Palette
from turmwart.tower.release import RULE_OF_THUMB, Release
from turmwart.tower.sight import CameraCount
from turmwart.tower.witness import Agreed, Books, Question, Reading

Clock = Callable[[], int]
"""Gives the wall clock in milliseconds since 1970-01-01 UTC; only rows of the journal bear it."""
AskedFor = tuple[Prompt, Cubes]
"""What the tower is asked for: a prompt without its slots, and the cubes that are poured."""
Habit = Callable[[int], Release]
"""How a tower lets go in a throw of so many cubes; of those that fall by themselves: of none."""
STRAY_FIRST = Objection("W-BATTLE-36", "tower.objection.stray_first", waivable=False)
"""What fell outside a throw must be said before anything else."""


@dataclass(frozen=True, slots=True)
class Done:
    """A command was carried out.

    Attributes:
        step: number of its step; of the latest one where all was so already and none was taken.
        events: of the step; none where none was taken.
    """

    step: int
    events: tuple[Any, ...]


class InvariantBroken(TurmwartError):
    """A step would break a law of conservation; nothing was stored."""


class Table:
    """A game at a table: its state, its journal, what the tower saw, and who listens.

    One process holds a table, and within it one asyncio loop; no method may be called from
    another thread.

    Attributes:
        name: name of the table in the journal.
        game: the rules.
        state: the game's state now.
        version: number of events in the journal.
        bus: tells listeners of each step and reading.
        tray: the camera above the tray, while one watches.
        linked: whether a tower's board reports to it now.
        habit: of the tower; the rule of thumb until somebody knows what its throws have taught.
    """

    def __init__(
        self,
        journal: Journal,
        hold: Hold,
        name: str,
        game: Game,
        palette: Palette | PaletteAt,
        clock: Clock,
    ) -> None:
        self.journal = journal
        self.name = name
        self.game = game
        self.bus = Bus()
        self.tray: TrayWitness | None = None
        self.linked = False
        self.habit: Habit = lambda _: RULE_OF_THUMB
        self._judged: tuple[Testimony, Agreed | Question] | None = None
        self._hold = hold
        self._palette_at = by_lane(palette)
        self._clock = clock
        self.state: Any = None
        self._timeline = Timeline()
        self._states: list[Any] = []
        self._undone_states: list[Any] = []
        self._claims: dict[int, tuple[int, ...]] = {}
        self._told: dict[int, frozenset[int]] = {}
        self._last_step = 0
        self._when: dict[int, int] = {}
        self._pending = Pending.load(journal.evidence(name))
        rows = journal.read(name)
        self.version = len(rows)
        evidence: dict[int, tuple[int, ...]] = {}
        for row in rows:
            evidence[row.step] = evidence.get(row.step, ()) + row.evidence
            self._when[row.step] = row.at
        for step in codec.steps(game, rows):
            self._advance(step, self._next_state(step), evidence[step.number])

    @staticmethod
    def create(
        journal: Journal,
        name: str,
        game: Game,
        setup: Any,
        *,
        palette: Palette | PaletteAt,
        clock: Clock,
    ) -> Table:
        """Open a new table and start its game.

        Args:
            journal: where it is kept.
            name: of the table.
            game: the rules.
            setup: what the game starts from.
            palette: what the cubes look like, to all lanes alike or to each.
            clock: for the rows of the journal.

        Raises:
            JournalError: the name is taken.
            TableBusy: another process holds a table of this name.
            ValueError: the setup cannot be played.
        """
        events = game.start(setup)
        if not any(info.name == name and info.version == 0 for info in journal.tables()):
            journal.create_table(name, game.name, clock())
        hold = journal.hold(name)
        try:
            journal.begin_table(name, game.name, clock())
            table = Table(journal, hold, name, game, palette, clock)
            table._commit(events, "start")
        except BaseException:
            hold.release()
            raise
        return table

    @staticmethod
    def open(
        journal: Journal, name: str, game: Game, *, palette: Palette | PaletteAt, clock: Clock
    ) -> Table:
        """Resume a table as its journal left it; its palette may be another than before.

        Raises:
            JournalError: no such table, it was never begun, or its events cannot be read.
            TableBusy: another process holds it.
        """
        if journal.table(name).version == 0:
            raise JournalError("table.not_begun", name=name)
        hold = journal.hold(name)
        try:
            return Table(journal, hold, name, game, palette, clock)
        except BaseException:
            hold.release()
            raise

    def close(self) -> None:
        """Let go of the table; the journal stays open."""
        self._hold.release()

    # -- what the table shows -------------------------------------------------------------------

    def view(self, seat: str | None = None) -> Any:
        """What ``seat`` may see; None: the table screen."""
        return self.game.view(self.state, seat)

    def now_ms(self) -> int:
        """The clock that the rows of the journal bear."""
        return self._clock()

    def hash(self) -> str:
        """Hash of the rules' state: no clock, no device, no evidence."""
        return state_hash(self.state)

    def prompts(self, seat: str | None = None) -> tuple[Prompt, ...]:
        """What must or may be done now, most urgent first.

        While the tower saw cubes that belong to no throw, the table must first say what they
        were (W-BATTLE-36): that prompt comes first, and must be answered.
        """
        prompts = self.game.prompts(self.state, seat)
        stray = self.stray_prompt
        if stray is None or not self.stray_waits:
            return prompts
        return (replace(stray, must=True), *(p for p in prompts if p != stray))

    @property
    def throw_prompt(self) -> Prompt | None:
        """The prompt that waits for a throw; None while no cubes are to be poured."""
        for prompt in self.game.prompts(self.state, None):
            if prompt.must and tower_slot(prompt) is not None:
                return prompt
        return None

    @property
    def stray_prompt(self) -> Prompt | None:
        """The prompt for cubes that fall by themselves; None where the game has no use for it."""
        for prompt in self.game.prompts(self.state, None):
            if not prompt.must and tower_slot(prompt) is not None:
                return prompt
        return None

    @property
    def throw_step(self) -> int:
        """Number of the step after which the present throw was asked for: the throw's name.

        It stays the same when the throw's report is undone, or its cubes are corrected, so that
        nobody pours twice.
        """
        throw = self._asked(self.state, must=True)
        number = len(self._states) - 1
        while number and _waits_on(throw, self._asked(self._states[number - 1], must=True)):
            number -= 1
        return self._timeline.holding[number].number

    @property
    def stray_waits(self) -> bool:
        """Whether something fell, or may have fallen, outside a throw."""
        return self._pending.new and self.throw_prompt is None and self.stray_prompt is not None

    def testimony(self) -> Testimony:
        """What is said of the throw (or of the stray cubes) that waits to be booked."""
        throw = self.throw_prompt
        prompt = throw or self.stray_prompt
        slot = tower_slot(prompt) if prompt is not None else None
        bounds, thrown = (slot.bounds, slot.expected) if slot is not None else (Cubes(), Cubes())
        inside = Cubes.from_counts({c: max(0, n - thrown[c]) for c, n in bounds.counts})
        ledger = getattr(self.state, "ledger", None)
        # For a throw the tray is lifted and poured as well: all that lies there has fallen.
        tray = ledger.at("tray") if throw is None and ledger is not None else Cubes()
        sensor = self._pending.reading(self._cube_palettes())
        poured = bounds - inside
        # In light bookkeeping nobody knows what lies inside, only what there is in all.
        known = throw is None or bool(thrown)
        books = Books(inside, poured, tray, release=self.habit(poured.total) if known else None)
        said = Testimony(sensor, self._tray_count(), books)
        if sensor is None and self.linked and said.by_camera:
            # A tower that works and told nothing speaks against cubes that the camera sees.
            return replace(said, sensor=Reading())
        return said

    def verdict(self, said: Testimony | None = None) -> Agreed | Question:
        """What the witnesses together say of a testimony; None: of the present one."""
        said = self.testimony() if said is None else said
        if self._judged is None or self._judged[0] != said:
            self._judged = (said, said.verdict())
        return self._judged[1]

    def answer(self, prompt: Prompt, cubes: Cubes, witness: str) -> Any:
        """The command that answers a prompt of the tower with ``cubes``, said by ``witness``.

        Raises:
            ValueError: the prompt does not ask for cubes of the tower.
        """
        slot = tower_slot(prompt)
        if slot is None:
            raise ValueError(f"{prompt.id} does not ask the tower")
        plain = {**dict(prompt.fixed), slot.name: cubes.as_dict(), "witness": witness}
        return from_plain(self.game.commands[prompt.command], plain)

    @property
    def fallen(self) -> tuple[str, ...]:
        """Colours of the cubes that wait to be booked, in the order they fell."""
        return self._pending.fallen(self._cube_palettes())

    @property
    def kept_tray(self) -> int | None:
        """The stored picture of the tray that testifies; None where the live one does, or none."""
        live = self._live_count()
        if self._pending.new or (live is not None and live.sees):
            return None
        return max(self._pending.tray_ids, default=None)

    @property
    def tray_altered(self) -> bool:
        """Whether the stored count of the tray that should testify cannot be read any more."""
        return self.kept_tray is not None and self._pending.tray_altered

    @property
    def undo_step(self) -> Step | None:
        """The step that undo would take back; None where there is none."""
        holding = self._timeline.holding
        return holding[-1] if len(holding) > 1 else None

    @property
    def redo_step(self) -> Step | None:
        """The step that redo would restore; None where there is none."""
        undone = self._timeline.undone
        return undone[-1] if undone else None

    def log(self, last: int = 50) -> list[tuple[int, str, tuple[tuple[str, int | str], ...]]]:
        """The ``last`` lines of the log: step number, text id and values, oldest first."""
        lines: list[tuple[int, str, tuple[tuple[str, int | str], ...]]] = []
        for number in range(len(self._timeline.holding) - 1, -1, -1):
            step = self._timeline.holding[number]
            state = self._states[number]
            lines.extend(
                (step.number, *self.game.describe(event, state)) for event in reversed(step.events)
            )
            if len(lines) >= last:
                break
        return lines[:last][::-1]

    def history(self) -> Iterator[tuple[Any, tuple[Any, ...]]]:
        """The state before each step that holds (None before the first), and its events."""
        before = None
        for step, after in zip(self._timeline.holding, self._states, strict=True):
            yield before, step.events
            before = after

    def events(self) -> Iterator[Any]:
        """All events that hold, oldest first."""
        return (event for step in self._timeline.holding for event in step.events)

    def dated_events(self) -> Iterator[tuple[int, Any]]:
        """The same with when each was stored, in milliseconds since 1970-01-01 UTC."""
        return ((self._when[s.number], event) for s in self._timeline.holding for event in s.events)

    def events_before(self, step: int) -> Iterator[Any]:
        """All events that hold of steps before ``step``, oldest first."""
        return (e for s in self._timeline.holding if s.number < step for e in s.events)

    def events_of(self, step: int) -> tuple[Any, ...]:
        """The events of a step that holds or can be redone; none if there is no such step."""
        known = (*self._timeline.holding, *self._timeline.undone)
        return next((s.events for s in known if s.number == step), ())

    def when(self, step: int) -> int:
        """When a step was stored, in milliseconds since 1970-01-01 UTC."""
        return self._when[step]

    # -- what changes it ------------------------------------------------------------------------

    def do(
        self,
        command: Any,
        *,
        by: str = "table",
        roll: Roll = no_rolls,
        evidence: tuple[int, ...] = (),
    ) -> Done | Objection | RollRequest:
        """Carry out a command: decide, store, move on, tell.

        A command that answers the tower takes all pending evidence with it.

        Args:
            command: of the game.
            by: who entered it.
            roll: the rolls given so far.
            evidence: ids of what else it rests on, such as pictures of its rolls.

        Raises:
            InvariantBroken: the rules made events that break a law of conservation; a defect.
            JournalConflict: another writer was here.
        """
        answers_tower = self._answers_tower(command)
        if self.stray_waits and not answers_tower:
            return STRAY_FIRST
        decided = self.game.decide(self.state, command, roll)
        if isinstance(decided, Objection | RollRequest):
            return decided
        if not decided:
            return Done(self._last_step, ())
        if answers_tower and not self._falls_beside(command):
            evidence = (*self._pending.ids, *self._tray_pictures(), *evidence)
        return self._commit(decided, by, evidence)

    def undo(self, by: str = "table") -> Done | Objection:
        """Take back the last step that holds; its evidence is offered again."""
        step = self.undo_step
        if step is None:
            return Objection("Q-UNDO", "table.objection.nothing_to_undo", waivable=False)
        # What had fallen by now: a redo needs to know, in another process too.
        told = tuple(sorted(self._pending.new_ids))
        return self._commit((Undone(step.number),), by, told)

    def redo(self, by: str = "table") -> Done | Objection:
        """Restore the step that was taken back last; no throw while something fell outside one.

        What had fallen when the throw was taken back is the throw's own.
        """
        step = self.redo_step
        if step is None:
            return Objection("Q-UNDO", "table.objection.nothing_to_redo", waivable=False)
        later = self._pending.new_ids - self._told.get(step.number, frozenset())
        throw = self._asked(self._undone_states[-1], must=True)
        if self.stray_waits and later and throw is not None:
            # What fell by itself would be taken for a part of the throw.
            return STRAY_FIRST
        return self._commit((Redone(step.number),), by)

    def take_evidence(self, seen: Sequence[Seen]) -> int:
        """Store what a board reported, all in one transaction; doubles do no harm.

        Returns:
            How many of them were new. After this returns the board may be told that all of them
            are safe.
        """
        ids = self.journal.append_evidence([s.row(self.name, self._clock()) for s in seen])
        fresh = [(row_id, s) for row_id, s in zip(ids, seen, strict=True) if row_id is not None]
        for row_id, s in fresh:
            self._pending.add(row_id, s)
        if fresh:
            self.bus.publish(ReadingChanged())
        return len(fresh)

    # -- inside ---------------------------------------------------------------------------------

    def _live_count(self) -> CameraCount | None:
        """The camera's count of what lies there now, where it is a witness of what waits."""
        told = bool(self._pending.ids)
        if self.tray is None or (told and not self._pending.new):
            # What the tower told was taken back; by now the tray may hold anything.
            return None
        if told and not self._pending.tells_of_cubes and self.throw_prompt is not None:
            # A restart, say: cubes that lie there to be poured have not fallen.
            told = False
        return self.tray.count(alone=not told)

    def _tray_count(self) -> CameraCount | None:
        """The camera's count of the throw that waits; of one taken back, that of its picture."""
        return self._live_count() if self.kept_tray is None else self._pending.tray_count

    def _tray_pictures(self) -> tuple[int, ...]:
        """Ids of the pictures that a throw rests on; a new one is stored before the step is."""
        live = self._live_count()
        if self.tray is not None and live is not None and live.sees:
            row_id = self.tray.keep(self)
            self._pending.add_tray(row_id, live)
            return (row_id,)
        return () if self._pending.new else self._pending.tray_ids

    def _cube_palettes(self) -> PaletteAt:
        """Each lane's references of the colours that this game's cubes have."""
        # A game without a tower keeps no cubes in its books.
        ledger = getattr(self.state, "ledger", None)
        colours = set() if ledger is None else set(ledger.total())
        return lambda lane: for_colours(self._palette_at(lane), colours)

    def _answers_tower(self, command: Any) -> bool:
        name = type(command).__name__
        return any(
            prompt.command == name and tower_slot(prompt) is not None
            for prompt in self.game.prompts(self.state, None)
        )

    def _falls_beside(self, command: Any) -> bool:
        """Whether cubes fell by themselves, and what is at hand is of the throw taken back."""
        throw = self.throw_prompt
        return (
            throw is not None and throw.command != type(command).__name__ and not self._pending.new
        )

    def _commit(self, events: tuple[Any, ...], by: str, evidence: tuple[int, ...] = ()) -> Done:
        step = Step(self._last_step + 1, events)
        state = self._next_state(step)
        broken = self.game.invariants(state)
        if broken:
            raise InvariantBroken("table.invariant", laws="; ".join(broken), table=self.name)
        rows = [codec.encode(self.game, event) for event in events]
        at = self._clock()
        self.version = self.journal.append(
            self.name, self.version, step.number, rows, at, by, evidence
        )
        self._when[step.number] = at
        self._advance(step, state, evidence)
        self.bus.publish(Committed(self.version, step.number, events))
        if evidence:
            self.bus.publish(ReadingChanged())
        return Done(step.number, events)

    def _next_state(self, step: Step) -> Any:
        match step.events:
            case (Undone(),):
                return self._states[-2]
            case (Redone(),):
                return self._undone_states[-1]
            case _:
                return fold(self.game, self.state, step.events)

    def _advance(self, step: Step, state: Any, evidence: tuple[int, ...]) -> None:
        self._timeline.add(step)
        self._last_step = step.number
        self._follow_correction(state)
        match step.events:
            case (Undone(step=number),):
                after = self._states.pop()
                self._undone_states.append(after)
                self._told[number] = frozenset(evidence)
                rested = self._claims.get(number, ())
                asked = self._booked(self._states[-1], after, rested)
                if asked is not None:
                    self._pending.give_back(number, asked, rested)
            case (Redone(step=number),):
                self._states.append(self._undone_states.pop())
                self._pending.restore(number)
            case _:
                if self._pending.taken_back:
                    asked = self._booked(self.state, state, evidence)
                    if asked is not None:
                        self._pending.booked(asked)
                self._states.append(state)
                self._undone_states.clear()
                self._claims[step.number] = evidence
                self._pending.claim(step.number, evidence)
        self.state = self._states[-1]
        # Asked for only where it matters: a state's prompts take their time.
        self._pending.asked = self._asked(self.state) if self._pending.taken_back else None

    def _booked(self, before: Any, after: Any, evidence: tuple[int, ...]) -> Asked:
        """Which throw, or fall by itself, a step between two states booked; None: none."""
        told = self._pending.rests_on_tower(evidence)
        throw = self._asked(before, must=True)
        if throw is None:
            return self._asked(before) if told else None
        return throw if told or not _waits_on(throw, self._asked(after, must=True)) else None

    def _follow_correction(self, after: Any) -> None:
        """A throw that waits on though its cubes were corrected keeps what it rested on."""
        if self._pending.taken_back:
            throw, now = self._asked(self.state, must=True), self._asked(after, must=True)
            if throw != now and _waits_on(throw, now):
                self._pending.corrected(throw, now)

    def _asked(self, state: Any, *, must: bool = False) -> AskedFor | None:
        """What a state asks the tower for: a throw, else (not where it ``must``) a fall by itself.

        What is inside is left out: it differs where an earlier throw was corrected.
        """
        prompts = [(p, tower_slot(p)) for p in self.game.prompts(state, None)]
        asked = [(replace(p, slots=()), slot.expected) for p, slot in prompts if slot is not None]
        asked = [pair for pair in asked if pair[0].must or not must]
        return min(asked, key=lambda pair: not pair[0].must, default=None)


def _waits_on(throw: AskedFor | None, later: AskedFor | None) -> bool:
    """Whether ``later`` is the same throw, of as many cubes or of others.

    Numbers that a prompt names follow its cubes; who fights, and where, does not.
    """
    if throw is None or later is None:
        return False
    first, second = (
        replace(prompt, values=tuple(pair for pair in prompt.values if isinstance(pair[1], str)))
        for prompt, _ in (throw, later)
    )
    return first == second


def tower_slot(prompt: Prompt) -> CubeCount | None:
    """The slot of ``prompt`` that the tower can answer; None where there is none."""
    for slot in prompt.slots:
        if isinstance(slot, CubeCount) and slot.tower:
            return slot
    return None
