"""Counts the key presses of a whole seeded game of Wallenstein through the app.

Run from the repository: ``python tests/bench/key_presses.py [--light] [--by-hand] [--seed N]``.
Simple players decide, a typist presses what a table would press, and the game's own screens take
it. The set-up before the first season is counted apart. With a tower the cubes are seen and only
confirmed; by hand every colour is typed.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import random
import sys
import tempfile
import time
from collections import Counter
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.pilot import Pilot

from turmwart.app.app import TurmwartApp
from turmwart.app.doors import Doors
from turmwart.app.screens.battle import BattleScreen
from turmwart.app.screens.wallenstein.quick_cards import ALL, EMPTY, MONEY, codes_of
from turmwart.app.widgets.form import Draft, PromptForm
from turmwart.games.registry import load
from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein import commands as cmd
from turmwart.games.wallenstein.light.things import LightSetup
from turmwart.games.wallenstein.setup import Seat, Setup
from turmwart.journal.store import Journal
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.fold import fold
from turmwart.table.palette import default_palette
from turmwart.table.players import Players, throw_for_tests
from turmwart.table.printed import demo_board
from turmwart.table.table import Table

if TYPE_CHECKING:
    from ..app import capture
else:
    sys.path.insert(0, str(Path(__file__).parents[1] / "app"))
    capture = importlib.import_module("capture")

COLOURS = ("red", "blue", "yellow", "purple", "black")
SEASONS = 6
DEADLINE_S = 120.0
_SET_UP = ("display", "draft", "fill")


class Typist:
    """Presses keys and counts them, by what they were for.

    Args:
        pilot: of the app.
        table: that is played.
        by_hand: no tower sees the cubes.
    """

    def __init__(self, pilot: Pilot[Any], table: Table, by_hand: bool) -> None:
        self.pilot = pilot
        self.table = table
        self.by_hand = by_hand
        self.counts: Counter[str] = Counter()
        self.part = ""
        self.season = (0, "")

    async def press(self, *keys: str) -> None:
        """Press keys; each counts."""
        self.counts[self.part] += len(keys)
        await self.pilot.press(*keys)

    async def until_version(self, version: int) -> None:
        """Wait for the step.

        Raises:
            AssertionError: it does not come.
        """
        deadline = time.monotonic() + DEADLINE_S
        while self.table.version == version:
            assert time.monotonic() < deadline, capture.screen_text(self.pilot)
            await self.pilot.pause(0.01)
        await self.pilot.pause(0.06)

    async def draft(self, command: str) -> Draft:
        """The form in front, when it asks for this command or is a quick one."""
        deadline = time.monotonic() + DEADLINE_S
        while True:
            form = self.pilot.app.screen.query(PromptForm)
            draft = form.first().draft if form else None
            if draft is not None and draft.prompt.command in ("", command):
                return draft
            assert time.monotonic() < deadline, (command, capture.screen_text(self.pilot))
            await self.pilot.pause(0.02)

    async def throw(self, fallen: Cubes) -> None:
        """Report a throw on the battle screen and leave it."""
        deadline = time.monotonic() + DEADLINE_S
        while not isinstance(self.pilot.app.screen, BattleScreen):
            assert time.monotonic() < deadline, capture.screen_text(self.pilot)
            await self.pilot.pause(0.02)
        version = self.table.version
        if self.by_hand:
            words = self.pilot.app.words  # type: ignore[attr-defined]
            for colour, n in fallen.counts:
                await self.press(words.letter(colour).casefold(), *(str(n) if n > 1 else ()))
        elif fallen:
            capture.drop(self.table, *(c for c, n in fallen.counts for _ in range(n)))
            await self.pilot.pause(0.1)
        await self.press("enter")
        await self.until_version(version)
        # Another throw may wait already, as in a famine, on a screen of its own.
        shown = self.pilot.app.screen
        await self.press("enter")
        while self.pilot.app.screen is shown:
            assert time.monotonic() < deadline, capture.screen_text(self.pilot)
            await self.pilot.pause(0.02)

    async def choose(self, draft: Draft, values: list[Any], *, several: bool) -> None:
        """Mark options of the list in front by digit where one stands there, else by typing."""
        options = _options(draft)
        if values[0] not in options:
            # The unseen card is the other thing that the player may do.
            await self.press("tab")
            await self.pilot.pause(0.05)
            draft = await self.draft(draft.prompt.command)
            options = _options(draft)
        for value in values:
            entry: Any = draft.entry
            if several and len(entry._chosen) == len(options):
                break
            at = options.index(value)
            picker = entry._picker
            place = at - picker._first
            if 0 <= place < min(10, picker._per_page):
                await self.press("1234567890"[place])
                continue
            for letter in picker.labels[at].replace(".", ""):
                await self.press("space" if letter == " " else letter.casefold())
                if picker.marked == at:
                    break
            await self.press("enter")
        if several:
            await self.press("enter")


async def full(typist: Typist, players: Players, chance: random.Random) -> None:
    """A whole game in full bookkeeping."""
    table = typist.table
    codes = codes_of(table.state.board)
    while table.state.phase != "over":
        if (table.state.year, table.state.season) != typist.season:
            typist.season = (table.state.year, table.state.season)
            print(*typist.season, sum(typist.counts.values()), file=sys.stderr, flush=True)
        state = table.state
        typist.part = "set-up" if state.phase in _SET_UP else state.phase
        if state.awaiting_throw:
            typist.part = "set-up" if state.phase == "fill" else "battles"
            await typist.throw(throw_for_tests(state, chance))
            continue
        command = players.next(state)
        version = table.version
        draft = await typist.draft(type(command).__name__)
        match command:
            case cmd.RevealPlan(card=card):
                if _all_pass(state, players):
                    await typist.press(ALL)
                elif card in ("money", "none"):
                    await typist.press(MONEY if card == "money" else EMPTY)
                else:
                    await typist.press(*codes[card])
            case cmd.Pass():
                typist.part = "moves"
                await typist.press(MONEY)
            case cmd.MoveArmies(target=target, armies=armies):
                typist.part = "moves"
                entry: Any = draft.entries[0]
                for letter in codes[target]:
                    await typist.press(letter)
                    if entry.target == target:
                        break
                if entry.armies != armies:
                    await typist.press(*str(armies))
                await typist.press("enter")
            case cmd.RevealBids(bids=bids):
                for _, bid in bids:
                    money = bid.startswith("money_")
                    await typist.press(
                        *(bid[-1] if money else EMPTY if bid == "none" else codes[bid])
                    )
                await typist.press("enter")
            case _:
                await typist.choose(draft, _chosen(command), several=_several(command))
        await typist.until_version(version)


def _chosen(command: Any) -> list[Any]:
    """What is chosen of a list."""
    for name in ("cards", "actions", "tiles", "order", "provinces"):
        if hasattr(command, name):
            return list(getattr(command, name))
    for name in ("province", "armies", "card", "action", "tile"):
        if hasattr(command, name):
            return [getattr(command, name)]
    raise AssertionError(command)


def _options(draft: Draft) -> list[Any]:
    slot: Any = draft.prompt.slots[draft.at]
    return [option.value for option in slot.options]


def _several(command: Any) -> bool:
    return any(hasattr(command, n) for n in ("cards", "actions", "tiles", "order", "provinces"))


def _all_pass(state: Any, players: Players) -> bool:
    """Whether everybody whose turn is still to come would show no province."""
    if state.turn + 1 >= len(state.order):
        return False
    action = state.actions_done
    while state.phase == "actions" and state.actions_done == action:
        command = players.next(state)
        if not isinstance(command, cmd.RevealPlan):
            return state.acting is None
        if command.card not in ("money", "none"):
            return False
        events = GAME.decide(state, command, no_rolls)
        assert isinstance(events, tuple), events
        state = fold(GAME, state, events)
    return True


async def light(typist: Typist, seed: int, chance: random.Random) -> None:
    """The same game in light bookkeeping: its battles, and the books of each winter."""
    table = typist.table
    words = typist.pilot.app.words  # type: ignore[attr-defined]
    state = fold(
        GAME, None, GAME.start(Setup(_seats(len(table.state.players)), "s1", demo_board()))
    )
    players = Players(seed)
    while state.phase != "over":
        before = state
        command = players.next(state)
        if command is None:
            command = cmd.ReportThrow(throw_for_tests(state, chance))
        events = GAME.decide(state, command, no_rolls)
        assert isinstance(events, tuple), events
        state = fold(GAME, state, events)
        battle = before.battle
        if isinstance(command, cmd.ReportThrow) and battle is not None:
            await _light_battle(typist, before, battle, command.fallen, words)
        if before.season != state.season and state.season in ("summer", "autumn", "winter"):
            typist.part = "season over"
            await _step(typist, "n")
        if len(state.scores) > len(before.scores):
            typist.part = "season over"
            await _step(typist, "n")
            await _winter(typist, state)


async def _light_battle(typist: Typist, state: Any, battle: Any, fallen: Cubes, words: Any) -> None:
    typist.part = "battles"
    colours = {p.seat: p.colour for p in state.players} | {"farmers": state.farmers}
    letters = [
        words.letter(colours[side]).casefold() for side in (battle.attacker, battle.defender)
    ]
    marked = ["plus"] if battle.kind == "player" and battle.markers else []
    await _step(typist, *marked, *letters)
    await typist.throw(fallen)


async def _step(typist: Typist, *keys: str) -> None:
    version = typist.table.version
    await typist.draft("")
    await typist.press(*keys)
    await typist.until_version(version)


async def _winter(typist: Typist, state: Any) -> None:
    """Thalers, grain and points of everybody; a row that stays as it is takes Enter only."""
    typist.part = "books"
    version = typist.table.version
    await typist.draft("EnterBooks")
    for player, kept in zip(state.players, typist.table.state.players, strict=True):
        for field in ("thalers", "grain", "points"):
            value = getattr(player, field)
            if value != getattr(kept, field):
                await typist.press(*str(value))
            await typist.press("enter")
    await typist.until_version(version)


def _seats(players: int) -> tuple[Seat, ...]:
    return tuple(Seat(f"s{n}", c.title(), c) for n, c in enumerate(COLOURS[:players], 1))


async def measure(*, players: int, seed: int, in_light: bool, by_hand: bool) -> dict[str, Any]:
    """Play a game and say how many keys it took.

    Returns:
        ``keys`` by what they were for, ``mean`` key presses per player and season (without the
        set-up), and ``set_up``, keys before the first season.
    """
    clock = count(1_796_000_000_000, 1000)
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal.open(Path(folder) / "j.sqlite3") as journal,
    ):
        game = load("wallenstein_light") if in_light else GAME
        setup: Any = Setup(_seats(players), "s1", demo_board())
        if in_light:
            setup = LightSetup(_seats(players), demo_board().numbers(players).start_thalers)
        table = Table.create(
            journal, "t", game, setup, palette=default_palette(), clock=lambda: next(clock)
        )
        app = TurmwartApp(Doors(), table=table, settle_seconds=0)
        async with app.run_test(size=(80, 24)) as pilot:
            typist = Typist(pilot, table, by_hand)
            chance = random.Random(seed)
            if in_light:
                await light(typist, seed, chance)
            else:
                await full(typist, Players(seed), chance)
        table.close()
    set_up = typist.counts.pop("set-up", 0)
    total = sum(typist.counts.values())
    return {
        "keys": dict(typist.counts),
        "mean": total / players / SEASONS,
        "set_up": set_up,
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--light", action="store_true")
    parser.add_argument("--by-hand", action="store_true")
    arguments = parser.parse_args()
    found = asyncio.run(
        measure(
            players=arguments.players,
            seed=arguments.seed,
            in_light=arguments.light,
            by_hand=arguments.by_hand,
        )
    )
    for part, keys in sorted(found["keys"].items(), key=lambda item: -item[1]):
        print(f"{part:16}{keys:6}{keys / arguments.players / SEASONS:8.1f}")
    print(f"per player and season {found['mean']:.1f}; set-up {found['set_up']} keys")


if __name__ == "__main__":
    main()
