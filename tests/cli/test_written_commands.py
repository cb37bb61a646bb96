"""Commands that the guide and the papers name can be typed as they stand there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from turmwart.cli.main import _parser

ROOT = Path(__file__).parents[2]
PLACEHOLDERS = {"GAME": "wallenstein"}


def commands(paper: str) -> list[str]:
    """All ``turmwart ...`` of a paper, without the program's name."""
    text = (ROOT / paper).read_text("utf-8")
    return re.findall(r"`turmwart ([^`]+)`", text)


@pytest.mark.parametrize(
    ("paper", "least"),
    [("hardware/guide/README.md", 5), ("docs/link.md", 2), ("docs/camera.md", 4)],
)
def test_commands_with_their_options_exist(paper: str, least: int) -> None:
    named = commands(paper)
    assert len(named) >= least
    for command in named:
        words = [PLACEHOLDERS.get(word, word) for word in shlex.split(command)]
        if words == ["tower"]:
            continue  # the family, not a command
        assert _parser().parse_args(words).run, command


def test_the_guide_leads_from_calibration_to_the_table() -> None:
    """The set that is made is the one that is played with, and knows the game's colours."""
    parsed = [_parser().parse_args(shlex.split(c)) for c in commands("hardware/guide/README.md")]
    made = next(wish for wish in parsed if wish.run == "tower_calibrate:run")
    played = next(wish for wish in parsed if wish.run == "play:run")
    assert made.set == played.set
    from turmwart.cli.app import COLOURS

    assert set(made.colours.split(",")) == {*COLOURS, "green"}
