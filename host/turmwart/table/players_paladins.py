"""Simple players of Paladins, for demos and random games; they also answer for the table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from turmwart.games.paladins.commands import Command, EnterSheet, Pass, TakeTavern
from turmwart.games.paladins.legal import answered, answers, candidates
from turmwart.games.paladins.names import LETTERS
from turmwart.games.paladins.prompts import prompts
from turmwart.games.paladins.rules import decide
from turmwart.games.paladins.state import PIECES, State
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Prompt, Sheet, Text

_LISTED = 40
"""Answers to a prompt that are looked at."""
_TRIES = 60
_PASSES = 0.12
_DRAWS = 0.25
"""How often somebody gets a criminal in a round of light mode, for each player."""
_IDLE = ("correct", "copy.", "mode", "drop_wish", "adjust", "take_debt", "settle", "criminal")
_CODES = ("f", "j", "x3", "s1", "m1", "r2")


class PaladinPlayers:
    """Plays all seats.

    Args:
        seed: of their choices.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def next(self, state: State) -> Command | None:
        """The next command; None once the game is over.

        Raises:
            ValueError: nothing that is asked can be answered; a defect of the rules.
        """
        if state.phase == "over":
            return None
        asked = [prompt for prompt in prompts(state) if self._plays(prompt)]
        must = [prompt for prompt in asked if prompt.must]
        urgent = [prompt for prompt in must if prompt.seat or prompt.command != "EndRound"]
        pool = urgent[:1] or must[:1] or asked
        if any(prompt.command == "Pass" for prompt in asked) and not state.due:
            pool = [prompt for prompt in asked if prompt.seat in self._turn(state)] or asked
        for command in self._tried(state, pool):
            if not isinstance(decide(state, command, no_rolls), Objection):
                return command
        raise ValueError(f"nothing can be done: {[prompt.id for prompt in asked]}")

    def _turn(self, state: State) -> tuple[str, ...]:
        """Whose action it may be: nobody acts out of turn."""
        return (state.turn,) if state.mode == "full" and state.turn else state.seats

    def _plays(self, prompt: Prompt) -> bool:
        name = prompt.id.removeprefix("paladins.prompt.")
        if name in ("settle", "criminal"):
            return self._random.random() < _DRAWS
        return not name.startswith(_IDLE) and name != "paladin_points"

    def _tried(self, state: State, pool: list[Prompt]) -> Iterator[Command]:
        """Answers in a random order, passing last unless somebody is tired."""
        passing = [prompt for prompt in pool if prompt.command == "Pass"]
        others = [prompt for prompt in pool if prompt.command not in ("Pass", "UseFavour")]
        if passing and self._random.random() < _PASSES:
            others = []
        for _ in range(_TRIES):
            if not others:
                break
            prompt = self._random.choice(others)
            yield self._answer(state, prompt)
        for prompt in (*passing, *pool):
            yield from islice(candidates(state, prompt), _LISTED)
            if prompt.command == "Pass":
                yield Pass(prompt.seat)

    def _answer(self, state: State, prompt: Prompt) -> Command:
        if prompt.command == "EnterSheet":
            return self._sheet(state, prompt)
        if prompt.command == "TakeTavern":
            kinds = "".join(self._random.choice(list(LETTERS)) for _ in range(4))
            return TakeTavern(prompt.seat, kinds)
        listed = (tuple(answers(state, prompt, slot)) for slot in prompt.slots)
        return answered(prompt, [self._random.choice(answer) for answer in listed])

    def _sheet(self, state: State, prompt: Prompt) -> EnterSheet:
        """A sheet as it may be at the end of a game."""
        player = state.player(prompt.seat)
        numbers: list[tuple[str, int]] = []
        outsiders = ""
        for slot in prompt.slots:
            if isinstance(slot, Sheet):
                numbers.extend(
                    (row.name, self._random.randint(0, PIECES.get(row.name, 12)))
                    for row in slot.rows
                )
            elif isinstance(slot, Text):
                kept = "outsiders" not in player.stale
                count = len(player.outsiders) if kept else self._random.randint(0, 4)
                outsiders = " ".join(self._random.choices(_CODES, k=count))
        return EnterSheet(prompt.seat, tuple(numbers), outsiders)
