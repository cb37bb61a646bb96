"""``turmwart kok``: a game from the map to the last report, and what it refuses."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from turmwart.cli import main
from turmwart.games.kingofkings.options import Options
from turmwart.table.kingofkings.mapfile import read_map, write_map
from turmwart.table.kingofkings.mapgen import fairness, make_map

MAP = """\
[game]
name = Nordmeer
siege_mode = none
end_rounds = 3
# a comment
[map]
KE~
EE1
[tribes]
1 Knut; wp 12; culture Danes
2 Olaf; npc; wp 20
[units]
1/1 1 2 FU 1 GE
3/2 2 1 FU
[provinces]
1/1 Haithabu
[alliances]
1 2 1
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "map.txt").write_text(MAP, "utf-8")
    (tmp_path / "sheet.txt").write_text("EIN 1 1 FUSS\nLAND 1 1 FUSS 1 OO\nEIN 1 1 BUCH\n", "utf-8")
    return tmp_path


def kok(files: Path, *words: str) -> int:
    """Run a command on the journal of the folder."""
    return main(["kok", *words, "--journal", str(files / "j.sqlite")])


def test_a_game_from_the_map_to_the_report(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """New, check, submit, confirm, status, adjudicate, report, rewind."""
    sheet = str(files / "sheet.txt")
    assert kok(files, "new", "G", "--map", str(files / "map.txt")) == 0
    assert "2 tribes on 3 x 2 fields" in capsys.readouterr().out
    assert kok(files, "check", "G", "1", sheet) == 1
    said = capsys.readouterr().out
    assert "ok   1. EIN 1 1 FUSS" in said
    assert "Meant: LAND 1 1 FUSS 1 O O ?" in said
    assert kok(files, "submit", "G", "1", sheet) == 0
    assert "Receipt: tribe 1, round 1, sheet 1, 3 lines" in capsys.readouterr().out
    assert kok(files, "confirm", "G", "1", "3") == 0
    assert kok(files, "confirm", "G", "1", "3") == 0
    assert kok(files, "status", "G") == 0
    said = capsys.readouterr().out
    assert "no   2. LAND 1 1 FUSS 1 OO" in said
    assert "BUCH" not in said
    assert kok(files, "adjudicate", "G", "--npc") == 0
    assert "Round 1 is played: 4 orders" in capsys.readouterr().out
    assert kok(files, "report", "G", "--tribe", "1", "--language", "de") == 0
    said = capsys.readouterr().out
    assert "Nordmeer, Runde 1" in said
    assert "Haithabu" in said
    assert (
        kok(files, "report", "G", "--tribe", "all", "--format", "pdf", "--out", str(files / "o"))
        == 0
    )
    assert sorted(f.name for f in (files / "o").iterdir()) == ["round-001-1.pdf", "round-001-2.pdf"]
    capsys.readouterr()
    assert kok(files, "report", "G", "--format", "json") == 0
    first = capsys.readouterr().out
    assert json.loads(first)["round"] == 1
    assert kok(files, "rewind", "G") == 0
    assert "Round 1 waits to be played again; 1 sheets" not in capsys.readouterr().out
    assert kok(files, "adjudicate", "G") == 0
    capsys.readouterr()
    assert kok(files, "report", "G", "--format", "json", "--round", "1") == 0
    assert json.loads(capsys.readouterr().out)["statistics"] == json.loads(first)["statistics"]
    assert kok(files, "report", "G", "--round", "0") == 0
    assert "round 0" in capsys.readouterr().out
    assert main(["table", "verify", str(files / "j.sqlite")]) == 0


def test_the_game_master_changes_things(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Option, joining, dropping, corrections: each said in words."""
    kok(files, "new", "G", "--map", str(files / "map.txt"))
    for words, said in (
        (("option", "G", "store_wp", "9"), "Option store_wp is now 9"),
        (("join", "G", "5", "Emma", "2/1"), "Tribe 5, Emma, joins"),
        (("drop", "G", "1"), "Nobody plays tribe 1"),
        (("correct", "G", "5", "units", "2/1", "RE", "3", "--reason", "x"), "3 rider"),
        (("correct", "G", "5", "stock", "wp", "9", "--reason", "x"), "9 wp"),
        (("correct", "G", "5", "leader", "Olga", "--reason", "x"), "Olga"),
        (("correct", "G", "5", "province", "2/1", "Neu", "Haus", "--reason", "x"), "Neu Haus"),
    ):
        capsys.readouterr()
        assert kok(files, *words) == 0
        assert said in capsys.readouterr().out


def battle_of_two(files: Path) -> None:
    """Begin the game G, in which the first round brings a battle of 1 against 1."""
    text = MAP.replace("1 2 1\n", "2 1 0\n").replace("EE1", "EEE").replace("3/2 2", "2/1 2")
    (files / "map.txt").write_text(text.replace("2 FU 1 GE", "2 FU 1 GE\n1/2 1 1 FU"), "utf-8")
    (files / "sheet.txt").write_text("LAND 1 1 F FUSS 2 O\n", "utf-8")
    kok(files, "new", "G", "--map", str(files / "map.txt"))
    kok(files, "submit", "G", "1", str(files / "sheet.txt"))


def test_dice_are_asked_for_and_kept_when_input_ends(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bad word is refused, the round goes on where it paused."""
    battle_of_two(files)
    monkeypatch.setattr(sys, "stdin", io.StringIO("x\n99\n"))
    assert kok(files, "adjudicate", "G", "--dice") == 1
    said = capsys.readouterr().out
    assert "Battle at 2/1: roll (chance 35" in said
    assert "is no percentile roll" in said
    assert "waits for more rolls" in said
    monkeypatch.setattr(sys, "stdin", io.StringIO("d20:1 00\n"))
    assert kok(files, "adjudicate", "G", "--dice") == 0
    capsys.readouterr()
    kok(files, "report", "G", "--format", "json")
    battle = json.loads(capsys.readouterr().out)["battles"][0]
    shots = battle["rounds"][0]["shots"]
    assert [(shot["value"], shot["witness"]) for shot in shots] == [
        (99, "hand"),
        (5, "hand"),
        (100, "hand"),
    ]
    assert battle["outcome"] == "attacker_wins"


def test_a_mistyped_die_is_taken_back_even_after_the_round(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """K-CHANCE-8: ``<`` takes rolls back, an empty line keeps what one was."""
    battle_of_two(files)

    def shots(typed: str) -> list[int]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert kok(files, "adjudicate", "G", "--dice") == 0
        nonlocal said
        said = capsys.readouterr().out
        kok(files, "report", "G", "--format", "json")
        battle = json.loads(capsys.readouterr().out)["battles"][0]
        return [shot["value"] for shot in battle["rounds"][0]["shots"]]

    said = ""
    assert shots("98\n<\n99\n6 100\n") == [99, 6, 100]
    assert "It was 98: Enter keeps that." in said
    kok(files, "rewind", "G")
    assert shots("what\n< <\n5\n\n") == [99, 5, 100]
    assert said.count("All 3 rolls of round 1 are typed") == 2
    assert "It was 6: Enter keeps that." in said
    assert "It was 100: Enter keeps that." in said
    kok(files, "rewind", "G")
    assert shots("") == [99, 5, 100]


def test_after_the_deadline_the_sheet_before_counts(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A date long past refuses, one far ahead does not; it is told by the status."""
    sheet = str(files / "sheet.txt")
    kok(files, "new", "G", "--map", str(files / "map.txt"))
    assert kok(files, "deadline", "G", "2099-12-24T18:00") == 0
    assert kok(files, "submit", "G", "1", sheet) == 0
    assert kok(files, "deadline", "G", "2001-12-24T18:00") == 0
    capsys.readouterr()
    assert kok(files, "submit", "G", "1", sheet) == 2
    assert "2001-12-24 18:00" in capsys.readouterr().err
    kok(files, "status", "G")
    said = capsys.readouterr().out
    assert "2001-12-24 18:00" in said
    assert "sheet 1" in said
    assert kok(files, "deadline", "G", "none") == 0
    assert kok(files, "submit", "G", "1", sheet) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("deadline", "G", "soon"), "2026-12-24T18:00"),
        (("status", "none"), "none"),
        (("check", "G", "9", "sheet.txt"), "1, 2"),
        (("check", "G", "x", "sheet.txt"), "x"),
        (("check", "G", "1", "missing.txt"), "missing.txt"),
        (("report", "G", "--round", "7"), "There are: 0."),
        (("report", "G", "--tribe", "all"), "--out"),
        (("rewind", "G"), "taken back"),
        (("option", "G", "nothing", "1"), "report_mode"),
        (("join", "G", "5", "Emma", "9-9"), "12/7"),
        (("correct", "G", "1", "gold", "--reason", "x"), "stock wp 10"),
        (("correct", "G", "1", "province", "0/0", "Haus", "--reason", "x"), "0/0"),
        (("new", "H", "--option", "siege_mode=often"), "percent"),
        (("new", "H", "--tribes", "50", "--width", "4", "--height", "4"), "tribes"),
        (("new", "H", "--map", "missing.txt"), "missing.txt"),
        (("check", "G", "9" * 5000, "sheet.txt"), "1, 2"),
        (("confirm", "G", "9" * 5000, "1"), "1 to 999"),
        (("report", "G", "--tribe", "9" * 5000), "1, 2"),
        (("join", "G", "5", "Emma", "9" * 5000 + "/1"), "12/7"),
        (("correct", "G", "1", "stock", "wp", "9" * 5000, "--reason", "x"), "stock wp 10"),
        (("correct", "G", "1", "units", "1/1", "FU", "9" * 5000, "--reason", "x"), "units 12/7"),
        (("option", "G", "siege_amount", "9" * 5000), "0..100"),
        (("option", "G", "vp_points_wp", "3,2," + "9" * 5000), "3,2,1"),
    ],
)
def test_what_cannot_be_is_one_line_and_exit_2(
    words: tuple[str, ...], said: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names the place and what may stand there."""
    kok(files, "new", "G", "--map", str(files / "map.txt"))
    capsys.readouterr()
    placed = [str(files / w) if w.endswith(".txt") else w for w in words]
    assert kok(files, *placed) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert said in error


@pytest.mark.parametrize(
    ("line", "instead", "said"),
    [
        ("[map]", "[maps]", "line 6"),
        ("KE~", "KX~", "letter X"),
        ("KE~", "KE", "row 2"),
        ("siege_mode = none", "siege_mode = often", "line 3"),
        ("siege_mode = none", "siege_mode", "name = value"),
        ("1/1 1 2 FU 1 GE", "1/1 1 2 FX", "codes are"),
        ("1/1 1 2 FU 1 GE", "9/9 1 2 FU", "outside"),
        ("1/1 1 2 FU 1 GE", "1/1 1 " + "9" * 5000 + " FU", "codes are"),
        ("1 Knut; wp 12", "1 Knut; wp " + "9" * 5000, "none of"),
        ("1/1 1 2 FU 1 GE", "1-1 1 2 FU", "12/7"),
        ("1 Knut; wp 12", "Knut; wp 12", "number leader"),
        ("1 Knut; wp 12", "1 Knut; gold 12", "none of"),
        ("1 2 1", "1 2", "3 whole"),
        ("[game]\n", "", "begins with"),
        ("1/1 Haithabu", "1/1 Bucht der hundert Klippen", "24 characters"),
        ("1/1 Haithabu", "1/1 7 Oaks", "begins with a letter"),
        ("1 Knut", "1 Knut of the hundred reefs of Jutland", "begins with a letter"),
        ("1 Knut", "1 \x1b[2J", "begins with a letter"),
        ("culture Danes", "culture \x1b[2J", "cannot be shown"),
        ("name = Nordmeer", "name = \x1b[2J", "cannot be shown"),
        ("1/1 1 2 FU 1 GE", "1/1 1 2 FU 1 SC", "beside it"),
        ("1/1 1 2 FU 1 GE", "1/1 1 1 BU\n1/1 1 1 BU", "one castle"),
    ],
)
def test_a_bad_map_names_its_line(line: str, instead: str, said: str) -> None:
    """And what was expected there."""
    from turmwart.errors import InputError
    from turmwart.texts import say_error

    with pytest.raises(InputError) as caught:
        read_map(MAP.replace(line, instead, 1), "m.txt", "")
    assert "m.txt" in say_error(caught.value)
    assert said in say_error(caught.value)


def test_a_map_without_units_is_checked_too(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is still being drawn; there is no start to compare."""
    (files / "map.txt").write_text(MAP.replace("1/1 1 2 FU 1 GE\n3/2 2 1 FU\n", ""), "utf-8")
    assert main(["kok", "map", "--map", str(files / "map.txt")]) == 0
    assert capsys.readouterr().err == ""


def test_maps_are_the_same_by_seed_and_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    """A seed makes one map; written and read again it is the same; starts have what they need."""
    made = make_map("a", 12, 10, 4, Options())
    assert made == make_map("a", 12, 10, 4, Options())
    assert made.rows != make_map("b", 12, 10, 4, Options()).rows
    assert read_map(write_map(made), "m", "") == made
    found = fairness(made)
    assert [one.tribe for one in found] == [1, 2, 3, 4]
    assert all(one.nearest >= 2 and one.provinces >= 2 for one in found)
    assert main(["kok", "map", "--tribes", "2", "--width", "9", "--height", "9"]) == 0
    captured = capsys.readouterr()
    assert read_map(captured.out, "m", "").tribes[1].number == 2
    assert "Provinces differ by" in captured.err
