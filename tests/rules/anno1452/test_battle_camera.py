"""A whole battle from pictures of dice: read, refused where dice are missing, corrected by hand."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from random import Random
from typing import Any

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.commands import ThrowDice
from turmwart.games.anno1452.events_battle import RoundThrown
from turmwart.games.anno1452.events_board import DiceRolled
from turmwart.games.anno1452.waiting import dice_waiting
from turmwart.table.camera import DiceReading, read_picture
from turmwart_vision.api import save_image

from .battle_play import begun, outcome, stage

_DRAWN = Path(__file__).parents[2] / "vision" / "conftest.py"


def _drawing() -> Any:
    spec = importlib.util.spec_from_file_location("drawn_dice", _DRAWN)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Drawing()


def photographed(values: tuple[int, ...], file: Path, random: Random) -> DiceReading:
    """Dice in a tray, turned at random, drawn into a file and read from it."""
    picture = _drawing()
    for n, value in enumerate(values):
        picture.die(value, (90 + 150 * (n % 4), 130 + 220 * (n // 4)), 60, random.randrange(360))
    save_image(file, picture.frame)
    return read_picture(file)


@pytest.mark.rule("A-DICE-7", "A-DICE-1")
def test_a_battle_is_fought_from_pictures(tmp_path: Path) -> None:
    """One picture shows a die too few and is refused; one reading is corrected by hand."""
    random = Random(1452)
    file = tmp_path / "dice.png"
    play = begun((3, 2, 7), (3, 4, 0), city=True, attacker_city=True)
    thrown: list[tuple[int, ...]] = []
    while play.state.battle is not None:
        if stage(play) == "losses":
            play.do(next(GAME.legal(play.state, None)))
            continue
        dice = dice_waiting(play.state)[0]
        values = tuple(sorted(random.randint(1, 6) for _ in range(dice.count)))
        witness = "camera"
        if len(thrown) == 1:
            short = photographed(values[1:], file, random)
            refused = play.objection(ThrowDice(short.values, witness="camera"))
            assert (refused.rule, refused.waivable) == ("A-DICE-7", False)
            assert dict(refused.values) == {"count": dice.count, "found": dice.count - 1}
        read = photographed(values, file, random).values
        if len(thrown) == 2:
            # A die leans on the tray: the table types what it shows.
            values, witness = (*read[:-1], read[-1] % 6 + 1), "typed"
            read = values
        assert read == values
        play.do(ThrowDice(read, witness=witness))
        thrown.append(values)
    rolled = play.happened(DiceRolled)
    assert [one.values for one in rolled] == thrown
    assert [one.witness for one in rolled].count("typed") == 1
    assert len(play.happened(RoundThrown)) > 1
    assert outcome(play) in ("attacker", "defender", "mutual")
