"""The command line: stable names, exit codes, one clear error each, nothing changed."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from at_table import SEATS, advance, clock

from turmwart.cli.main import main
from turmwart.cli.towers import twin_folder
from turmwart.games.registry import load
from turmwart.games.wallenstein.setup import Setup
from turmwart.journal.store import Journal
from turmwart.table.palette import default_palette
from turmwart.table.printed import demo_board
from turmwart.table.table import Table
from turmwart.twin.hands import start_twin

PICTURES = Path(__file__).parents[1] / "vision" / "pictures"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal with a table called ``evening``, a few steps old."""
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as opened:
        table = Table.create(
            opened,
            "evening",
            load("wallenstein"),
            Setup(SEATS, "s1", demo_board()),
            palette=default_palette(),
            clock=clock,
        )
        advance(table, lambda t: t.version > 8)
        table.close()
    return path


def refused(argv: Sequence[str], capsys: pytest.CaptureFixture[str], *named: str) -> None:
    """The command must end with 2 and one line on standard error that names all of ``named``."""
    capsys.readouterr()
    assert main(argv) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert said.err.startswith("turmwart: ")
    assert "[" not in said.err.split("]")[0] or "dialout" in said.err
    for word in named:
        assert word in said.err


def output(argv: Sequence[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    """What the command prints; it must end with ``code``."""
    capsys.readouterr()
    assert main(argv) == code
    return capsys.readouterr().out


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["--help"], ["--version"], ["demo", "--help"], ["table", "--help"]):
        with pytest.raises(SystemExit) as ended:
            main(argv)
        assert ended.value.code == 0
    assert "[cli." not in capsys.readouterr().out


@pytest.mark.parametrize(
    "argv", [["nonsense"], ["demo", "--players", "7"], ["demo", "--speed", "fast"], ["table"]]
)
def test_wrong_words(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(argv)
    assert ended.value.code == 2
    assert "error" in capsys.readouterr().err


def test_list_show_replay_verify(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = ["--journal", str(journal)]
    assert output(["table", "list", *at], capsys).startswith("evening  wallenstein")
    shown = json.loads(output(["table", "show", "evening", "--json", *at], capsys))
    replayed = output(["table", "replay", "evening", *at], capsys)
    assert replayed.startswith(f"state {shown['hash']} version {shown['version']}")
    assert "sound, 1 table," in output(["table", "verify", str(journal)], capsys)
    assert output(["table", "verify", *at], capsys)


def test_undo(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = ["--journal", str(journal)]
    before = output(["table", "replay", "evening", *at], capsys)
    assert "taken back: " in output(["table", "undo", "evening", *at], capsys)
    assert output(["table", "replay", "evening", *at], capsys) != before
    while main(["table", "undo", "evening", *at]) == 0:
        pass
    refused(["table", "undo", "evening", *at], capsys, "evening", "nothing to take back")


def test_undo_of_a_table_that_is_open_elsewhere(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.open(journal) as opened, opened.hold("evening"):
        refused(["table", "undo", "evening", "--journal", str(journal)], capsys, "evening")


def test_export_and_import(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at, file = ["--journal", str(journal)], str(tmp_path / "evening.json")
    output(["table", "export", "evening", file, *at], capsys)
    refused(["table", "export", "evening", file, *at], capsys, "exists")
    other = ["--journal", str(tmp_path / "other.sqlite")]
    output(["table", "import", file, *other], capsys)
    same = output(["table", "replay", "evening", *at], capsys)
    assert output(["table", "replay", "evening", *other], capsys) == same
    refused(["table", "import", file, *other], capsys, "evening")
    Path(file).write_text("{", "utf-8")
    refused(["table", "import", file, *other], capsys)
    refused(["table", "import", str(tmp_path / "no.json"), *other], capsys, "no.json")


@pytest.mark.parametrize("action", ["show", "undo", "replay"])
def test_unknown_table(action: str, journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(["table", action, "monday", "--journal", str(journal)], capsys, "monday", "evening")


def test_journals_that_cannot_be_used(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(["table", "list", "--journal", str(tmp_path / "no.sqlite")], capsys, "no.sqlite")
    text = tmp_path / "text.sqlite"
    text.write_text("not a database at all\n" * 99, "utf-8")
    newer = tmp_path / "newer.sqlite"
    newer.write_bytes(journal.read_bytes())
    with sqlite3.connect(newer) as database:
        database.execute("PRAGMA user_version = 9999")
    database.close()
    torn = tmp_path / "torn.sqlite"
    torn.write_bytes(journal.read_bytes()[: journal.stat().st_size // 2])
    for file in (text, newer, torn):
        before = file.read_bytes()
        for argv in (["table", "list"], ["table", "undo", "evening"], ["demo", "--headless"]):
            refused([*argv, "--journal", str(file)], capsys, file.name)
        assert file.read_bytes() == before


def test_no_such_port(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["play", "wallenstein", "--tower", "/dev/ttyNOWHERE", "--journal", str(journal)]
    refused(argv, capsys, "/dev/ttyNOWHERE")


def test_games_and_players_that_cannot_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turmwart.cli.common.at_terminal", lambda: True)
    at = ["--tower", "none", "--journal", str(tmp_path / "new.sqlite")]
    three = ["--player", "Ada", "--player", "Ben:black", "--player", "Cleo"]
    play = ["play", "wallenstein", *at]
    refused(["play", "chess", *at], capsys, "chess", "wallenstein")
    refused([*play, "--player", "Ada"], capsys, "1", "3", "5")
    refused([*play, *three[:4], "--player", "Ada"], capsys, "two players are called Ada")
    refused([*play, *three, "--oldest", "Dora"], capsys, "Dora", "Ada")
    refused([*play, *three[:4], "--player", "Cleo:pink"], capsys, "pink", "black")
    refused([*play, *three, "--option", "kindness=true"], capsys, "kindness", "move_optional")
    refused([*play, *three, "--option", "show_tower_content=maybe"], capsys, "show_tower_content")
    # The tribes of King of Kings come with its map.
    refused(["play", "kingofkings", *three, *at], capsys, "kingofkings", "kok new")
    assert "no table" in output(["table", "list", *at[2:]], capsys)


def test_a_tower_is_for_games_with_cubes_and_a_table_for_its_own_game(
    journal: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turmwart.cli.common.at_terminal", lambda: True)
    at = ["--journal", str(journal)]
    for game in ("anno1452", "paladins"):
        refused(["play", game, "--tower", "twin", *at], capsys, game, "--tower")
    refused(["play", "wallenstein_light", "--tower", "twin", *at], capsys, "cubes", "--tower")
    refused(
        ["play", "paladins", "--name", "evening", *at], capsys, "evening", "paladins", "wallenstein"
    )


def test_palettes_that_cannot_be_used_at_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turmwart.cli.common.at_terminal", lambda: True)
    monkeypatch.setattr("turmwart.cli.play._check_camera", lambda _: None)
    at = ["--tower", "none", "--journal", str(tmp_path / "new.sqlite"), "--palette"]
    three = ["--player", "Ada", "--player", "Ben", "--player", "Cleo"]
    refused(["play", "wallenstein", *at, "red,blue"], capsys, "--camera")
    refused(["play", "paladins", "--camera", "0", *at, "red,blue"], capsys, "--camera")
    for game in ("wallenstein", "wallenstein_light"):
        seen = ["play", game, "--camera", "0", *three, *at]
        refused([*seen, "never"], capsys, "never", "shipped")
        refused([*seen, "red,blue"], capsys, "lacks", "green")
    assert "no table" in output(["table", "list", *at[2:4]], capsys)


def test_pictures_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torn = tmp_path / "torn.jpg"
    torn.write_bytes(b"\xff\xd8\xff\xe0 and then nothing")
    refused(["dice", str(torn)], capsys, "torn.jpg")
    refused(["dice", str(tmp_path / "no.jpg")], capsys, "no.jpg")
    refused(["dice", str(tmp_path)], capsys, str(tmp_path))


def test_dice_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(sorted(PICTURES.glob("*.jpg"))[0])
    lines = output(["dice", file, "--format", "csv"], capsys).splitlines()
    assert lines[0] == "file,values,sure,ms"
    name, values, sure, ms = lines[1].split(",")
    assert name == file
    assert values == " ".join(sorted(values.split()))
    assert sure in ("true", "false")
    assert ms.isdecimal()
    plain = json.loads(output(["dice", file, "--format", "json"], capsys))
    assert " ".join(map(str, plain["values"])) == values
    assert output(["dice", file, "--annotate", str(tmp_path / "marked")], capsys)
    assert len(list((tmp_path / "marked").iterdir())) == 1


def test_resume_only_what_is_a_demo(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["demo", "--headless", "--journal", str(journal), "--resume"]
    refused([*argv, "evening"], capsys, "evening")
    refused([*argv, "monday"], capsys, "monday")


def test_doctor(
    journal: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = output(["doctor", "--journal", str(journal)], capsys)
    for part in ("Python", "pyserial", "textual", "journal", "tower", "camera", "MicroPython"):
        assert part in said


def test_a_journal_that_cannot_be_looked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    endless = str(tmp_path / ("a" * 300))
    for argv in (["table", "list"], ["table", "undo", "x"], ["demo", "--headless"]):
        refused([*argv, "--journal", endless], capsys, "aaa")
    refused(["table", "list", "--journal", ""], capsys, "cannot be read")
    missing = _missing_journal(["doctor", "--journal", endless], capsys)
    assert "cannot be read" in missing


def test_before_the_first_game_nobody_is_sent_to_look_for_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TURMWART_HOME", str(tmp_path / "none"))
    for argv in (["statistics"], ["table", "show", "evening"], ["serve"], ["kok", "status", "x"]):
        refused(argv, capsys, "no journal yet", str(tmp_path / "none"))
    refused(["statistics", "--journal", "gone"], capsys, "gone", "leave out --journal")


def test_a_table_that_the_app_has_open_is_shown_by_the_app(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.open(journal) as opened, opened.hold("evening"):
        refused(["serve", "evening", "--journal", str(journal)], capsys, "evening", "key w")


def test_doctor_tells_where_no_journal_can_be_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("x", "utf-8")
    path = str(in_the_way / "journal.sqlite")
    assert path in _missing_journal(["doctor", "--journal", path], capsys)


def _missing_journal(argv: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    lines = output(argv, capsys, code=1).splitlines()
    return next(line for line in lines if line.startswith("missing  journal"))


def test_resuming_makes_no_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new.sqlite"
    refused(["demo", "--headless", "--resume", "x", "--journal", str(path)], capsys, "new.sqlite")
    assert list(tmp_path.iterdir()) == []


def test_one_damaged_demo_does_not_hide_the_others(
    journal: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    demos = tmp_path / "home" / "demos"
    demos.mkdir(parents=True)
    (demos / "demo-1.sqlite").write_bytes(journal.read_bytes())
    (demos / "demo-2.sqlite").write_bytes(b"no journal")
    monkeypatch.setenv("TURMWART_HOME", str(tmp_path / "home"))
    refused(["demo", "--headless", "--resume", "evening"], capsys, "evening is no demo")
    refused(["demo", "--headless", "--resume", "monday"], capsys, "demo-2.sqlite")


def test_a_refused_demo_leaves_the_other_ones_recipe(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.open(journal) as opened:
        opened.set_setting("demo:evening", "kept")
    again = ["demo", "--headless", "--seed", "2", "--name", "evening", "--journal", str(journal)]
    refused(again, capsys, "evening already")
    with Journal.open(journal, readonly=True) as opened:
        assert opened.setting("demo:evening") == "kept"


def test_the_app_needs_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    at = ["--journal", str(tmp_path / "new.sqlite")]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    three = ["--player", "Ada", "--player", "Ben", "--player", "Cleo"]
    for argv in ([], ["play", "wallenstein", "--tower", "none"], ["play", "kingofkings"]):
        refused([*argv, *at], capsys, "terminal")
    refused(["play", "wallenstein", "--tower", "none", *three, *at], capsys, "terminal")
    assert "no table" in output(["table", "list", *at], capsys)


def test_output_that_cannot_be_written(journal: Path) -> None:
    """One line on standard error and exit code 2, also for what Python writes at its end."""
    command = [sys.executable, "-m", "turmwart", "table", "list", "--journal", str(journal)]
    with open("/dev/full", "w", encoding="utf-8") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.startswith("turmwart: the output")
    closed = ["sh", "-c", '"$@" >&-', "sh", *command]
    ended = subprocess.run(closed, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_names_that_the_terminal_cannot_show(journal: Path) -> None:
    odd = journal.with_name(os.fsdecode(b"\xff b\xc3\xa4r.sqlite"))
    journal.rename(odd)
    command = [sys.executable, "-m", "turmwart", "table", "verify", str(odd)]
    for encoding in ("ascii", "utf-8", "utf-8:strict"):
        ended = subprocess.run(
            command,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
            check=False,
        )
        assert (ended.returncode, ended.stderr) == (0, b"")
        assert b"sound" in ended.stdout


def test_names_that_are_no_text(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = os.fsdecode(b"\xff")
    for argv in (["table", "show", name], ["table", "undo", name], ["serve", name]):
        refused([*argv, "--journal", str(journal)], capsys, "udcff")
    refused(["demo", "--headless", "--name", name, "--journal", str(journal)], capsys, "udcff")


def test_a_tower_of_any_seed_is_started_again_by_its_folder_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The remedy that an error names must work, whatever seed the tower began with."""
    folder = str(tmp_path / "tower")
    hands = start_twin(folder, 7, 0.0)
    hands.put("put-1", {"red": 1})
    hands.stop()
    try:
        assert folder in output(["twin", folder], capsys)
        assert hands.status()["seed"] == 7
        refused(["twin", folder, "--seed", "8"], capsys, "seed 7, not 8")
    finally:
        hands.stop()


def test_interrupted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(arguments: object) -> int:
        del arguments
        raise KeyboardInterrupt

    monkeypatch.setattr("turmwart.cli.doctor.run", interrupt)
    assert main(["doctor"]) == 130
    assert capsys.readouterr().err == "Interrupted.\n"


def test_an_export_that_breaks_off_leaves_nothing(journal: Path, tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    # Files may grow no further than this, as on a full disk; the table is larger.
    begin = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (33000, 33000)); "
    code = begin + "import sys; from turmwart.cli import main; sys.exit(main())"
    argv = ["table", "export", "evening", str(file), "--journal", str(journal)]
    ended = subprocess.run(
        [sys.executable, "-c", code, *argv], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"turmwart: {file} cannot be written")
    assert not file.exists()
    assert main(argv) == 0
    assert file.stat().st_size > 33000


def test_marked_copies_spoil_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pictures of one stem get a copy each; a picture that is read is never written over."""
    picture = sorted(PICTURES.glob("*.jpg"))[0].read_bytes()
    images = [tmp_path / name for name in ("a/s.jpg", "b/s.jpg", "b/s.jpeg", "b/s-dice.png")]
    for image in images:
        image.parent.mkdir(exist_ok=True)
        image.write_bytes(picture)
    assert output(["dice", *map(str, images), "--annotate", str(tmp_path / "b")], capsys)
    assert all(image.read_bytes() == picture for image in images)
    copies = {path.name for path in (tmp_path / "b").iterdir()} - {i.name for i in images}
    assert copies == {"s-dice-2.png", "s-dice-3.png", "s-dice-4.png", "s-dice-dice.png"}


@pytest.mark.parametrize(("one", "other"), [("Abend ä", "Abend ö"), ("a b", "a_b"), ("a/b", "a.b")])
def test_each_table_has_a_tower_of_its_own(one: str, other: str, tmp_path: Path) -> None:
    journal = tmp_path / "j.sqlite"
    assert twin_folder(journal, one) != twin_folder(journal, other)
    assert twin_folder(journal, one) != twin_folder(tmp_path / "j.db", one)
    assert twin_folder(journal, one).parent == tmp_path


@pytest.mark.parametrize(("language", "word"), [("de", "Würfel"), ("hu", "dobókockák")])
def test_words_come_in_the_language_asked_for(
    language: str, word: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the option or by the environment; the next command speaks English again."""
    with pytest.raises(SystemExit):
        main(["--language", language, "dice", "--help"])
    assert word in capsys.readouterr().out
    monkeypatch.setenv("TURMWART_LANGUAGE", language)
    with pytest.raises(SystemExit):
        main(["dice", "--help"])
    assert word in capsys.readouterr().out
    monkeypatch.delenv("TURMWART_LANGUAGE")
    with pytest.raises(SystemExit):
        main(["dice", "--help"])
    assert word not in capsys.readouterr().out
