"""``turmwart demo --game paladins`` and what ``play`` says of a wrong number of players."""

from __future__ import annotations

from pathlib import Path

import pytest

from turmwart.cli import main
from turmwart.journal.store import Journal
from turmwart.table.statistics import gather


def test_a_demo_plays_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The log, the points, the hash; the journal holds a game that ended."""
    path = tmp_path / "demo.sqlite3"
    arguments = ["demo", "--game", "paladins", "--headless", "--seed", "3", "--players", "1"]
    assert main([*arguments, "--journal", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("Round 7 is over." in line for line in lines)
    assert lines[-3].startswith("1. Albrecht: ")
    assert lines[-1].startswith("state ")
    with Journal.open(path, readonly=True) as journal:
        (game,) = gather(journal).games
    assert (game.game, game.alone) == ("paladins", True)


def test_five_players_are_too_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["demo", "--game", "paladins", "--headless", "--players", "5"]
    assert main([*arguments, "--journal", str(tmp_path / "demo.sqlite3")]) == 2
    assert "1 to 4" in capsys.readouterr().err


def test_an_option_that_cannot_be_names_what_can(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turmwart.cli.play.need_terminal", lambda: None)
    arguments = ["play", "paladins", "--player", "Ida", "--option", "points_now=yes"]
    assert main([*arguments, "--journal", str(tmp_path / "new.sqlite3")]) == 2
    assert "known: mode=light, points_now=false" in capsys.readouterr().err
