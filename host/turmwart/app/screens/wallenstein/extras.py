"""What Wallenstein has beside its drawings: quick forms, odds, cubes, questions, printed values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from textual.screen import Screen

from turmwart.app.screens.board import BoardScreen
from turmwart.app.screens.face import Mean
from turmwart.app.screens.wallenstein.aloud import AloudScreen
from turmwart.app.screens.wallenstein.chronicle import ChronicleScreen
from turmwart.app.screens.wallenstein.odds import FightScreen
from turmwart.app.screens.wallenstein.printed_desk import PrintedDesk
from turmwart.app.screens.wallenstein.quick import Quick, QuickDraft
from turmwart.app.widgets.form import Draft
from turmwart.app.words import Words
from turmwart.games.wallenstein.commands import COMMANDS
from turmwart.games.wallenstein.odds import considered
from turmwart.games.wallenstein.state import Battle, State
from turmwart.kernel.prompt import Prompt
from turmwart.table.fights.teacher import Teacher
from turmwart.table.printed_wallenstein import Book
from turmwart.table.rolls import DICE_IN_BOX
from turmwart.table.table import Table
from turmwart.tower.learning import USUAL

_CUBES = (
    "stray",
    "take_from_tray",
    "lose_cubes",
    "find_cubes",
    "recount_tray",
    "recount_tower",
    "tip_out_tower",
    "correct_ledger",
)
"""Prompts about cubes that went another way than through a throw, likeliest first."""


class WallensteinExtras:
    """Quick forms, odds of fights, the menu of cubes, questions, figures, printed values."""

    tells = True

    def __init__(self) -> None:
        self._teachers: WeakKeyDictionary[Table, Teacher] = WeakKeyDictionary()
        self._means: WeakKeyDictionary[Table, tuple[int, Mean]] = WeakKeyDictionary()

    def quick(self, table: Table, words: Words) -> Callable[[], Draft | None]:
        """The forms of an action season."""
        return Quick(table, words)

    def odds(self, table: Table, draft: Draft | None) -> Screen[bool] | None:
        """The odds of the fight that waits for its throw, or of the one that is entered.

        None where there is no fight, or the table never shows what is in the tower.
        """
        state: State = table.state
        if state.tower_hidden:
            return None
        battles = _battles(state, draft)
        if not battles:
            return None
        return FightScreen(table, self._teacher(table), battles)

    def prepare(self, table: Table) -> Iterator[None]:
        """Have the witnesses know the tower, and read what it did at other tables."""
        teacher = self._teacher(table)
        table.habit = teacher.habit
        return teacher.read_ahead()

    def mean(self, table: Table) -> Mean:
        """What falls on average, by the throws of this tower; None before the first one."""
        known = self._means.get(table)
        if known is None or known[0] != table.version:
            known = (table.version, _mean(table, self._teacher(table)))
            self._means[table] = known
        return known[1]

    def _teacher(self, table: Table) -> Teacher:
        if table not in self._teachers:
            self._teachers[table] = Teacher(table)
        return self._teachers[table]

    def quiet(self, text_id: str) -> bool:
        """Every line of the log is worth reading."""
        del text_id
        return False

    def dice_at_once(self, view: Any) -> int:
        """The game has none."""
        del view
        return DICE_IN_BOX

    def cubes(self, prompts: Sequence[Prompt]) -> tuple[Prompt, ...]:
        """The prompts about cubes, likeliest first."""
        named = {prompt.id.rpartition(".")[2]: prompt for prompt in prompts}
        return tuple(named[name] for name in _CUBES if name in named)

    def aloud(self, table: Table, words: Words, mean: Mean) -> Screen[None] | None:
        """One key for each question."""
        return AloudScreen(table, words, mean)

    def chronicle(self, table: Table, words: Words) -> Screen[None] | None:
        """Scores, curves, battles, and the game step by step."""
        return ChronicleScreen(table, words)

    def board(self, book: Book, words: Words) -> Screen[None]:
        """Where the printed values are entered."""
        return BoardScreen(PrintedDesk(book, words))


def _mean(table: Table, teacher: Teacher) -> Mean:
    """Means for the throw that waits, else for a usual one; None where nothing was learnt."""
    learnt = teacher.known()
    if learnt is None:
        return None
    chances = learnt.mean(table.state.ledger.at("hand").total or USUAL)
    return lambda thrown, inside: thrown * chances.thrown + inside * chances.inside


def _battles(state: State, draft: Draft | None) -> tuple[Battle, ...]:
    """The fight that is considered; of an attack, with every number of armies, that one last."""
    if state.battle is not None:
        return (state.battle,)
    if draft is None:
        return ()
    prompt, answers = _typed(draft)
    if not answers:
        return ()
    fixed = dict(prompt.fixed)
    commands = []
    if prompt.command == "MoveArmies" and "target" in answers and state.acting is not None:
        most = state.armies(state.acting.province) - 1
        wanted = answers.get("armies") or most
        numbers = [n for n in range(1, most + 1) if n != wanted]
        commands = [{**fixed, "target": answers["target"], "armies": n} for n in (*numbers, wanted)]
    elif prompt.command == "RevealPlan" and "card" in answers:
        commands = [{**fixed, **answers}]
    made = (COMMANDS[prompt.command](**command) for command in commands)
    return tuple(battle for one in made if (battle := considered(state, one)) is not None)


def _typed(draft: Draft) -> tuple[Prompt, dict[str, Any]]:
    """The prompt that a draft answers, and what of it is answered so far."""
    pairs = zip(draft.prompt.slots, draft.entries, strict=True)
    answers = {slot.name: entry.answer() for slot, entry in pairs if entry.problem is None}
    if isinstance(draft, QuickDraft) and draft.made is not None:
        return draft.made() if answers else (draft.prompt, {})
    return draft.prompt, answers


EXTRAS: Any = WallensteinExtras()
