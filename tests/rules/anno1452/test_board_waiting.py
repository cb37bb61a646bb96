"""Dice and choices that the table answers."""

from __future__ import annotations

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.commands import Choose, ThrowDice
from turmwart.games.anno1452.events_board import Chosen, DiceRolled
from turmwart.games.anno1452.steps import Choice, Continuation, Dice
from turmwart.games.anno1452.waiting import dice_waiting
from turmwart.kernel.chance import RollRequest
from turmwart.table.scenarios.anno1452.position import Position
from turmwart.table.scenarios.anno1452.run import Run

from .test_board_actions import rule_of

ATTACK = Dice("battle", "peasants", 3, "s1", "attacker")
DEFENCE = Dice("battle", "citizens", 2, "s2", "defender")


class Rolls:
    """Rolls of a table, each with who saw it."""

    def __init__(self, values: list[int], witnesses: list[str]) -> None:
        self._values = values
        self._witnesses = witnesses

    def __call__(self, stream: str, index: int, chance: int) -> int | None:
        return self._values[index] if index < len(self._values) else None

    def witness(self, stream: str, index: int) -> str:
        return self._witnesses[index]


def waiting(*steps: Dice | Choice) -> Run:
    """A task that waits for what lies above it."""
    position = Position(("red", "blue"))
    position.change(stack=(Continuation(2), *reversed(steps)))
    return Run(position.state)


@pytest.mark.rule("A-DICE-2", "A-DICE-6", "A-DICE-7")
def test_throws_come_in_any_order() -> None:
    """The defender throws first; what is left is the attacker's throw."""
    run = waiting(ATTACK, DEFENCE)
    assert dice_waiting(run.state) == (ATTACK, DEFENCE)
    decided = run.decide(ThrowDice((5, 6), number=1))
    assert decided[0] == DiceRolled(DEFENCE, (5, 6), "table")  # type: ignore[index]
    run.state = GAME.apply(run.state, decided[0])  # type: ignore[index]
    assert dice_waiting(run.state) == (ATTACK,)
    assert run.state.thrown("battle") == 2


@pytest.mark.rule("A-DICE-7")
@pytest.mark.parametrize("values", [(1, 2), (1, 2, 3, 4), (1, 2, 7), (0, 1, 2)])
def test_another_number_of_dice_is_not_accepted(values: tuple[int, ...]) -> None:
    """Three dice of six faces are waited for."""
    assert rule_of(waiting(ATTACK), ThrowDice(values)) == "A-DICE-7"
    assert rule_of(waiting(ATTACK), ThrowDice((1, 2, 3), number=1)) == "A-DICE-7"


@pytest.mark.rule("A-DICE-1", "A-DICE-3", "A-DICE-9")
def test_rolls_are_asked_of_the_table_all_at_once() -> None:
    """Stream, first index, number and kind; then who saw them is kept."""
    run = waiting(ATTACK)
    run.state = GAME.apply(run.state, DiceRolled(ATTACK, (1, 1, 1), "table"))
    position = Position(("red", "blue"))
    position.change(streams=run.state.streams, stack=(Continuation(2), DEFENCE, ATTACK))
    asked = GAME.decide(position.state, ThrowDice(), lambda stream, index, chance: None)
    assert asked == RollRequest("battle", 3, 6, 3, "attacker_peasants")
    rolls = Rolls([1, 1, 1, 4, 5, 6], ["", "", "", "camera", "hand", "camera"])
    decided = GAME.decide(position.state, ThrowDice(), rolls)
    assert isinstance(decided, tuple)
    assert decided[0] == DiceRolled(ATTACK, (4, 5, 6), "camera+hand")


def test_picks_keep_to_their_choice() -> None:
    """Two to three of a and b, b twice at most."""
    step = Choice("s1", "target", ("a", "b"), 2, 3, (1, 2), rule="A-CARD-MARR-11")
    run = waiting(step)
    for picks in (("a",), ("a", "a"), ("b", "b", "b"), ("a", "c"), ("a", "b", "b", "b")):
        assert rule_of(run, Choose("s1", picks)) == "A-CARD-MARR-11"
    assert rule_of(run, Choose("s2", ("a", "b"))) == "A-CARD-MARR-11"
    decided = run.decide(Choose("s1", ("b", "a", "b")))
    assert decided[0] == Chosen("s1", "target", ("b", "a", "b"))  # type: ignore[index]
    after = GAME.apply(run.state, decided[0])  # type: ignore[index]
    task = after.stack[-1]
    assert task.picked[0].picks == ("b", "a", "b")
    legal = [c.picks for c in GAME.legal(run.state, None)]
    assert legal == [("a", "b"), ("b", "b"), ("a", "b", "b")]


def test_nothing_is_answered_that_is_not_asked() -> None:
    """No dice, no choice on top."""
    position = Position(("red", "blue"))
    position.turn("red")
    run = Run(position.state)
    assert rule_of(run, ThrowDice((1,))) == "A-DICE-7"
    assert rule_of(run, Choose("s1", ("a",))) == "A-AR-16"
