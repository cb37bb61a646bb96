"""Random games of Paladins in each mode: laws hold, undo restores, the sheet equals its sum."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from turmwart.games.paladins import GAME
from turmwart.games.paladins.commands import ChooseMode, EnterNumbers
from turmwart.games.paladins.needs import needs
from turmwart.games.paladins.scoring import ranking, score
from turmwart.games.paladins.setup import MODES, Seat, Setup
from turmwart.games.paladins.state import Order, Outsider, Player, State, Workshop
from turmwart.kernel.canon import from_plain, state_hash, to_plain
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.decision import Objection
from turmwart.kernel.fold import fold
from turmwart.table.players_paladins import PaladinPlayers
from turmwart.table.printed_paladins import demo_board

GAMES_PER_MODE = int(os.environ.get("TURMWART_PALADINS_GAMES", "2"))
"""Games in each mode; a campaign sets more."""
ENDS = 500
COLOURS = ("red", "blue", "green", "yellow")
MOST_STEPS = 3000
TRACK = (0, 0, 1, 1, 3, 3, 6, 6, 9, 11, 13, 16, 20)
BOARD = demo_board()


def begun(players: int, mode: str) -> State:
    """A table at the very start."""
    seats = tuple(Seat(f"s{n + 1}", f"P{n + 1}", COLOURS[n]) for n in range(players))
    state: State = fold(GAME, None, GAME.start(Setup(seats, BOARD, mode)))
    return state


def played(state: State, seed: int, changes: bool) -> list[tuple[Any, ...]]:
    """The events of all steps of a random game; laws and the codec are looked at on the way."""
    chance = random.Random(seed)
    players = PaladinPlayers(seed)
    steps: list[tuple[Any, ...]] = []
    for number in range(MOST_STEPS):
        command = players.next(state)
        if command is None:
            return steps
        if changes and chance.random() < 0.03 and state.phase == "round" and not state.due:
            command = ChooseMode(chance.choice([mode for mode in MODES if mode != state.mode]))
        if isinstance(command, EnterNumbers):
            command = told(state, command, chance)
        decided = GAME.decide(state, command, no_rolls)
        assert not isinstance(decided, Objection), (command, decided)
        before = state
        state = fold(GAME, state, decided)
        assert GAME.invariants(state) == (), command
        steps.append(decided)
        if number % 25 == 0:
            GAME.view(state, None)
            assert fold(GAME, before, decided) == state
            for event in decided:
                GAME.describe(event, state)
                plain = to_plain(event)
                assert from_plain(GAME.events[type(event).__name__], plain) == event
    raise AssertionError("the game does not end")


def told(state: State, command: EnterNumbers, chance: random.Random) -> EnterNumbers:
    """The sheet that a mode asks for, with workers that there can be."""
    if "workers" not in needs(state, state.player(command.seat)):
        return command
    few = "".join(chance.choice("wgbrk") for _ in range(chance.randint(0, 3)))
    workers = few if state.mode == "full" else str(len(few))
    return EnterNumbers(command.seat, command.numbers, workers, command.used)


@pytest.mark.rule("P-ROUND-1", "P-ROUND-14", "P-INQ-8")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(GAMES_PER_MODE))
def test_a_random_game_keeps_the_laws_and_can_be_undone(mode: str, seed: int) -> None:
    """Folding the steps anew gives every earlier state; the last one is that of the game."""
    start = begun(1 + seed % 4, mode)
    steps = played(start, seed, changes=seed % 2 == 1)
    states = [start]
    for events in steps:
        states.append(fold(GAME, states[-1], events))
    assert states[-1].phase == "over"
    back = random.Random(seed).randrange(len(steps))
    again = start
    for events in steps[:back]:
        again = fold(GAME, again, events)
    assert state_hash(again) == state_hash(states[back])


def any_end(chance: random.Random) -> State:
    """A game that ended anyhow."""
    state = begun(1 + chance.randrange(4), "full")
    orders = tuple(
        Order(place, action) for place, action in enumerate(chance.sample(BOARD.order_actions, 3))
    )
    players = tuple(
        Player(
            one.seat,
            one.name,
            one.colour,
            silver=chance.randrange(15),
            provisions=chance.randrange(15),
            faith=chance.randrange(13),
            strength=chance.randrange(13),
            influence=chance.randrange(13),
            workshops=(Workshop(),) * chance.randrange(9),
            monks=chance.randrange(8),
            outposts=chance.randrange(8),
            jars=chance.randrange(8),
            walls=chance.randrange(8),
            attacked=chance.randrange(9),
            outsiders=tuple(
                Outsider(kind.kind, kind.points or chance.randrange(1, 4))
                for kind in chance.sample(BOARD.bonuses, chance.randrange(8))
            ),
            townsfolk=chance.randrange(1, 9),
            wall_points=chance.randrange(6),
            suspicion=chance.randrange(6),
            debts_open=chance.randrange(5),
            debts_paid=chance.randrange(5),
        )
        for one in state.players
    )
    return State(
        state.setup, BOARD, "full", "s1", players, "over", 7, "cleanup", orders=orders, tax=3,
        tax_filled=True,
    )  # fmt: skip


def independent(state: State, player: Player) -> int:
    """The sum as the specification says it, written down a second time without the game's code."""
    did = {
        "commission": player.monks,
        "garrison": player.outposts,
        "absolve": player.jars,
        "fortify": player.walls,
        "attack": player.attacked,
        "convert": len(player.outsiders),
    }
    fulfilled = [n for n, order in enumerate(state.orders) if did[order.action] >= 5]
    total = sum((4, 6, 8)[n] for n in fulfilled)
    total += TRACK[player.faith] + TRACK[player.strength] + TRACK[player.influence]
    for pieces, table in (
        (player.monks, {5: 2, 6: 5, 7: 9}),
        (player.outposts, {5: 2, 6: 5, 7: 9}),
        (player.jars, {5: 1, 6: 3, 7: 6}),
        (player.walls, {5: 1, 6: 3, 7: 6}),
        (len(player.workshops), {6: 1, 7: 3, 8: 6}),
    ):
        total += table.get(pieces, 0)
    sets = {
        "faith": player.faith // 4,
        "strength": player.strength // 4,
        "influence": player.influence // 4,
        "absolve": player.jars // 2,
        "commission": player.monks // 2,
        "garrison": player.outposts // 2,
        "fortify": player.walls // 2,
        "develop": len(player.workshops) // 2,
        "townsfolk": player.townsfolk // 2,
        "debts_paid": player.debts_paid,
        "debts_open": player.debts_open,
        "suspicion_cards": player.suspicion,
        "fulfilled_orders": len(fulfilled),
    }
    total += sum(sets.get(one.kind, 1) * one.points for one in player.outsiders)
    total += player.wall_points + (player.silver + player.provisions) // 3
    return total + player.debts_paid - 3 * player.debts_open


@pytest.mark.rule("P-END-2", "P-END-3", "P-END-4", "P-END-5", "P-END-6", "P-END-7", "P-END-8")
def test_the_sheet_equals_an_independent_sum() -> None:
    """500 random ends; each part belongs to a rule, the parts add up, shared places are shared."""
    chance = random.Random(7)
    for _ in range(ENDS):
        state = any_end(chance)
        for player in state.players:
            standing = score(state, player.seat)
            assert standing.points == independent(state, player)
            assert standing.points == sum(part.points for part in standing.parts)
            assert all(part.rule.startswith("P-END-") for part in standing.parts)
        ranked = ranking(state)
        for one in ranked:
            better = sum(other.points > one.points for other in ranked)
            assert one.place == better + 1
