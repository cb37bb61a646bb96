"""A table that plays with a cube set of its own: chosen once, remembered from then on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from at_table import cube_payload

from turmwart.app.doors import Doors
from turmwart.cli import app, play, serve
from turmwart.cli.common import open_table
from turmwart.cli.main import main
from turmwart.cli.tower_sets import CubeSet, path_of, save
from turmwart.journal.store import Journal
from turmwart.table.palette import default_palette
from turmwart.table.pending import CUBE, Seen
from turmwart.table.table import Table
from turmwart_wire.messages import pack_cube, unpack_cube

OTHER = {"red": "blue", "blue": "red"}
SWAPPED = tuple(replace(row, colour=OTHER.get(row.colour, row.colour)) for row in default_palette())
THREE = ["--player", "Ada:red", "--player", "Ben:blue", "--player", "Cleo:black"]


def fall(table: Table, *colours: str, lane: int = 0) -> None:
    """Let cubes pass one lane, in a boot of their own."""
    cubes = [pack_cube(unpack_cube(cube_payload(c))._replace(sensor=lane)) for c in colours]
    seen = [Seen("board", 7 + lane, n, CUBE, cube) for n, cube in enumerate(cubes)]
    assert table.take_evidence(seen) == len(seen)


class Looking:
    """In place of the app: keeps what the cubes that wait at a table are taken for."""

    fallen: tuple[str, ...] | None = None
    drops: tuple[str, ...] = ()
    """Cubes that fall while it is open."""
    opens = ""
    """The table to open from the list where none is shown."""

    def __init__(self, doors: Doors, table: Table | None = None) -> None:
        self.doors = doors
        self.table = table

    def run(self) -> None:
        """Look once."""
        if self.table is not None:
            fall(self.table, *Looking.drops)
            Looking.fallen = self.table.fallen
            return
        assert self.doors.open is not None
        opened = self.doors.open(Looking.opens)
        Looking.fallen = opened.fallen
        opened.close()


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A journal with the set ``ours``, by which lane 0 sees red and blue swapped."""
    path = tmp_path / "journal.sqlite"
    lanes = {0: SWAPPED, 1: default_palette()}
    save(path, CubeSet("ours", default_palette(), lanes))
    few = tuple(row for row in SWAPPED if row.colour in ("red", "blue"))
    save(path, CubeSet("few", few))
    for module in (app, play):
        monkeypatch.setattr(module, "TurmwartApp", Looking)
        monkeypatch.setattr(module, "need_terminal", lambda: None)
    monkeypatch.setattr(Looking, "fallen", None)
    monkeypatch.setattr(Looking, "drops", ())
    monkeypatch.setattr(Looking, "opens", "evening")
    return path


def looked(argv: list[str]) -> tuple[str, ...] | None:
    """What the cubes are taken for by a table that this command opens."""
    Looking.fallen = None
    assert main(argv) == 0
    return Looking.fallen


def drop(path: Path, *colours: str, lane: int = 0) -> None:
    """Let cubes fall at the table while no app is open."""
    with Journal.open(path) as opened, open_table(opened, "evening") as table:
        fall(table, *colours, lane=lane)


def begin(path: Path, *more: str) -> list[str]:
    """The command that begins a table, or resumes it."""
    at = ["--name", "evening", "--tower", "none", "--journal", str(path)]
    return ["play", "wallenstein", *at, *more]


def refused(argv: list[str], capsys: pytest.CaptureFixture[str], *named: str) -> None:
    """The command must end with 2 and one line on standard error that names all of ``named``."""
    capsys.readouterr()
    assert main(argv) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    for word in named:
        assert word in said


def test_the_table_plays_with_the_set_and_keeps_it(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Looking, "drops", ("red", "red", "blue"))
    assert looked(begin(journal, "--set", "ours", *THREE)) == ("blue", "blue", "red")
    monkeypatch.setattr(Looking, "drops", ())
    drop(journal, "red", lane=1)
    swapped = ("blue", "blue", "red", "red")
    assert looked(begin(journal)) == swapped
    assert looked(["--journal", str(journal)]) == swapped

    async def look(table: Table, port: int, lan: bool) -> None:
        Looking.fallen = table.fallen

    monkeypatch.setattr(serve, "_serve", look)
    assert looked(["serve", "evening", "--journal", str(journal)]) == swapped


def test_without_a_set_it_is_the_palette_that_is_shipped(journal: Path) -> None:
    assert looked(begin(journal, *THREE)) == ()
    drop(journal, "red", "blue")
    assert looked(begin(journal)) == ("red", "blue")


def test_another_set_can_be_chosen_later_and_the_shipped_one_again(journal: Path) -> None:
    looked(begin(journal, *THREE))
    drop(journal, "red")
    assert looked(begin(journal, "--set", "ours")) == ("blue",)
    assert looked(begin(journal)) == ("blue",)
    assert looked(begin(journal, "--set", "shipped")) == ("red",)
    assert looked(begin(journal)) == ("red",)


def test_a_table_opened_from_the_list_takes_the_set_that_was_named(journal: Path) -> None:
    looked(begin(journal, *THREE))
    drop(journal, "red")
    at = ["--tower", "none", "--journal", str(journal)]
    assert looked(["play", "wallenstein", "--set", "ours", *at]) == ("blue",)
    assert looked(begin(journal)) == ("blue",)


def test_a_set_that_is_calibrated_anew_holds_from_the_next_time(journal: Path) -> None:
    looked(begin(journal, "--set", "ours", *THREE))
    drop(journal, "red")
    assert looked(begin(journal)) == ("blue",)
    save(journal, CubeSet("ours", default_palette()))
    assert looked(begin(journal)) == ("red",)


def test_unknown_sets_begin_nothing(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(begin(journal, "--set", "theirs", *THREE), capsys, "theirs", "shipped, few, ours")
    refused(begin(journal, "--set", "../ours", *THREE), capsys, "../ours")
    refused(begin(journal, "--set", "", *THREE), capsys, "set")
    assert not journal.exists()


def test_a_set_without_all_colours_of_the_game_is_refused(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(begin(journal, "--set", "few", *THREE), capsys, "few", "black, green")
    with Journal.open(journal, readonly=True) as opened:
        assert opened.tables() == ()
    light = ["play", "wallenstein_light", *begin(journal, "--set", "few", *THREE)[2:]]
    refused(light, capsys, "few", "black, green")
    looked(begin(journal, "--set", "ours", *THREE))
    refused(begin(journal, "--set", "few"), capsys, "few", "black, green")
    with Journal.open(journal) as opened:
        assert opened.setting("set:evening") == "ours"
        opened.hold("evening").release()


def test_a_refused_name_leaves_the_other_tables_set(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from turmwart.app.doors import NewSeat, NewTable
    from turmwart.errors import JournalError

    looked(begin(journal, "--set", "ours", *THREE))
    seats = (NewSeat("Ada", "red"), NewSeat("Ben", "blue"), NewSeat("Cleo", "black"))
    with Journal.open(journal) as opened:
        with pytest.raises(JournalError):
            app.new_table(opened, NewTable("evening", "wallenstein", seats, "s1", ()))
        assert opened.setting("set:evening") == "ours"


def test_a_set_that_is_gone_is_named_whoever_resumes_the_table(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    looked(begin(journal, "--set", "ours", *THREE))
    path_of(journal, "ours").unlink()
    at = ["--journal", str(journal)]
    for argv in (begin(journal), ["table", "undo", "evening", *at], ["serve", "evening", *at]):
        refused(argv, capsys, "ours", "known: shipped, few")
    assert looked(begin(journal, "--set", "shipped")) == ()
    assert main(["table", "undo", "evening", *at]) == 2  # there is nothing to take back yet
    assert "nothing to take back" in capsys.readouterr().err
