"""A table whose known cards are all used is asked for a name, never for a choice among none."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import SEATS

from turmwart.games.registry import load
from turmwart.games.wallenstein.setup import Setup
from turmwart.journal.store import Journal
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.fold import fold
from turmwart.kernel.prompt import Choice
from turmwart.table.players import Players
from turmwart.table.printed import real_board


@pytest.mark.rule("W-DATA-2")
def test_no_prompt_offers_a_choice_among_nothing(tmp_path: Path) -> None:
    game = load("wallenstein")
    with Journal.open(tmp_path / "j.sqlite") as journal:
        state = fold(game, None, game.start(Setup(SEATS, "s1", real_board(journal))))
    players = Players(1)
    named = 0
    while state.phase in ("display", "draft"):
        prompts = game.prompts(state, None)
        empty = [p.id for p in prompts for s in p.slots if isinstance(s, Choice) and not s.options]
        assert empty == []
        assert any(prompt.must for prompt in prompts)
        command = players.next(state)
        named += type(command).__name__ == "NameProvince"
        state = fold(game, state, game.decide(state, command, no_rolls))
    assert named
