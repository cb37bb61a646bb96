"""``turmwart odds wallenstein``, ``table luck`` and ``tower audit``."""

from __future__ import annotations

import io
import json
import random
import xml.etree.ElementTree as ET
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from at_table import SEATS

from turmwart.cli import tower_audit
from turmwart.cli.main import main
from turmwart.games.registry import load
from turmwart.games.wallenstein.commands import ReportThrow
from turmwart.games.wallenstein.setup import Options, Setup
from turmwart.journal.store import Journal
from turmwart.table.palette import default_palette
from turmwart.table.players import Players, throw_for_tests
from turmwart.table.printed import demo_board
from turmwart.table.table import Done, Table

FORCES = ["--attacker", "blue=4", "--defender", "yellow=3"]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal whose table ``evening`` stands before its seventh throw, a battle."""
    path = tmp_path_factory.mktemp("fights") / "journal.sqlite"
    with Journal.open(path) as journal:
        table = Table.create(
            journal,
            "evening",
            load("wallenstein"),
            Setup(SEATS, "s1", demo_board()),
            palette=default_palette(),
            clock=count().__next__,
        )
        players, rng = Players(2), random.Random(2)
        while table.state.throws < 6 or table.state.battle is None:
            command = players.next(table.state)
            if command is None:
                command = ReportThrow(throw_for_tests(table.state, rng))
            assert isinstance(table.do(command), Done)
        table.close()
    return path


@pytest.fixture
def journal(evening: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    path = tmp_path / "journal.sqlite"
    path.write_bytes(evening.read_bytes())
    return path


def output(argv: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    """What the command prints; it must end with ``code``."""
    capsys.readouterr()
    assert main(argv) == code, capsys.readouterr().err
    return capsys.readouterr().out


def refused(argv: list[str], capsys: pytest.CaptureFixture[str], *named: str) -> None:
    """The command must end with 2 and one line on standard error that names all of ``named``."""
    capsys.readouterr()
    assert main(argv) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    for word in named:
        assert word in said


def books(path: Path) -> Any:
    """The ledger of the table."""
    with Journal.open(path) as opened:
        table = Table.open(
            opened, "evening", load("wallenstein"), palette=default_palette(), clock=lambda: 1
        )
        table.close()
        return table.state


# -- odds -----------------------------------------------------------------------------------------


def test_odds_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    said = output(
        ["odds", "wallenstein", *FORCES, "--tray", "red=1", "--tower", "blue=2,green=3"], capsys
    )
    assert "4 blue thrown, 2 inside before" in said
    assert "Farmers (help)   0 green thrown, 3 inside before" in said
    for outcome in ("Attacker wins", "Defender wins", "Devastated"):
        assert outcome in said
    assert "No throw of this tower is known" in said
    assert "[" not in said
    assert all(len(line) <= 80 for line in said.splitlines())


def test_odds_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(output(["odds", "wallenstein", *FORCES, "--json"], capsys))
    assert told["schema"] == "turmwart.odds/1"
    assert told["kind"] == "player"
    chances = [told[name] for name in ("attacker_wins", "defender_wins", "tie")]
    assert sum(chances) == pytest.approx(1.0)
    low, high = told["within"]["attacker_wins"]
    assert low < told["attacker_wins"] < high
    assert sum(told["left"]["attacker"]) == pytest.approx(1.0)
    assert told["release"]["model"] == "constant"


@pytest.mark.rule("W-CUBE-1", "W-CUBE-2")
@pytest.mark.parametrize(
    ("more", "named"),
    [
        (["--tray", "blue=30", "--tower", "blue=29"], ("63", "blue", "62")),
        (["--tower", "green=21"], ("21", "green", "20")),
    ],
)
def test_more_cubes_than_the_box_holds_are_refused(
    more: list[str], named: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Four blue attack: 63 in all are one too many, 62 are not; there are 20 farmers."""
    refused(["odds", "wallenstein", *FORCES, *more], capsys, *named)
    fits = ["--tray", "blue=30", "--tower", "blue=28,green=20"]
    assert output(["odds", "wallenstein", *FORCES, *fits], capsys)


def test_a_marker_and_the_farmers_colour_change_the_fight(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With a marker farmers do not help; as attacker or defender they make another kind."""
    inside = ["--tower", "green=9"]
    base = ["odds", "wallenstein", *FORCES, *inside, "--json"]
    helped, alone = (
        json.loads(output([*base, *more], capsys)) for more in ([], ["--markers", "1"])
    )
    assert helped["attacker_wins"] < alone["attacker_wins"]
    kinds = []
    for attacker, defender in (("red=3", "green=1"), ("green=2", "red=3")):
        argv = ["odds", "wallenstein", "--attacker", attacker, "--defender", defender]
        assert "Farmers" not in output(argv, capsys)
        kinds.append(json.loads(output([*argv, "--json"], capsys))["kind"])
    assert kinds == ["neutral", "revolt"]
    argv = ["odds", "wallenstein", "--attacker", "red=3", "--defender", "white=1"]
    assert json.loads(output([*argv, "--farmers", "white", "--json"], capsys))["kind"] == "neutral"


def test_odds_of_a_table(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its throws teach, its books fill in what is not given, its battle is the fight."""
    where = ["--table", "evening", "--journal", str(journal)]
    told = json.loads(output(["odds", "wallenstein", *where, "--json"], capsys))
    state = books(journal)
    assert told["thrown"] == state.ledger.at("hand").as_dict()
    assert told["inside"] == state.ledger.at("tower").as_dict()
    assert told["release"]["throws"] == 6
    assert "Throws known of this tower: 6." in output(["odds", "wallenstein", *where], capsys)
    given = json.loads(output(["odds", "wallenstein", *FORCES, *where, "--json"], capsys))
    assert given["inside"] == state.ledger.at("tower").as_dict()
    assert given["thrown"] == {"blue": 4, "yellow": 3}


def test_odds_that_cannot_be(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["odds", "wallenstein"]
    refused([*run, "--attacker", "blue=4"], capsys, "defender")
    refused([*run, *FORCES, "--tray", "bleu=2"], capsys, "tray", "bleu", "blue")
    refused([*run, "--attacker", "blue=4", "--defender", "blue=1"], capsys, "blue")
    refused([*run, "--attacker", "blue=4", "--defender", "none"], capsys, "defender")
    refused([*run, "--attacker", "blue=4,red=1", "--defender", "red=1"], capsys, "one colour")
    refused([*run, *FORCES, "--farmers", "gren"], capsys, "farmers", "gren", "green")
    here = ["--table", "evening", "--journal", str(journal)]
    for option, text in (
        ("tray", "red=1"),
        ("tower", "red=1"),
        ("markers", "1"),
        ("farmers", "white"),
    ):
        refused([*run, *here, f"--{option}", text], capsys, f"--{option}", "--attacker")
    for text in (
        "blue",
        "blue=x",
        "blue=63",
        "blue=1,blue=2",
        "=3",
        "blue=-1",
        "blue=" + "9" * 5000,
    ):
        refused([*run, "--attacker", text, "--defender", "red=1"], capsys, "blue=4,red=1")
    refused([*run, *FORCES, "--ottokar"], capsys, "--ottokar", "wallenstein")
    refused([*run, *FORCES, "--table", "x", "--journal", str(journal)], capsys, "x")
    anno = ["odds", "anno1452", "--attacker", "peasants=1", "--defender", "peasants=1"]
    refused([*anno, "--tray", "red=1"], capsys, "--tray", "anno1452")


def test_odds_of_a_table_that_hides_its_tower(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its throws may teach, but nothing is told that rests on what lies inside."""
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        setup = Setup(SEATS, "s1", demo_board(), Options(show_tower_content="never"))
        Table.create(
            journal,
            "evening",
            load("wallenstein"),
            setup,
            palette=default_palette(),
            clock=count().__next__,
        ).close()
    run = ["odds", "wallenstein", "--table", "evening", "--journal", str(path)]
    refused(run, capsys, "evening", "--tower")
    refused([*run, *FORCES], capsys, "evening", "--tower")
    given = json.loads(output([*run, *FORCES, "--tower", "blue=1", "--json"], capsys))
    assert given["inside"] == {"blue": 1}
    for count_of in ("--tower", "--tray"):
        audit = ["tower", "audit", "evening", count_of, "blue=62", "--journal", str(path)]
        refused(audit, capsys, "without seeing")


# -- luck -----------------------------------------------------------------------------------------


def test_luck_in_words_json_and_as_a_picture(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawing = tmp_path / "calibration.svg"
    run = ["table", "luck", "evening", "--journal", str(journal)]
    said = output([*run, "--svg", str(drawing)], capsys)
    assert "Luck in 5 fights" in said
    assert "Brier score" in said
    assert all(len(line) <= 80 for line in said.splitlines())
    dots = ET.fromstring(drawing.read_text("utf-8")).findall("{http://www.w3.org/2000/svg}circle")
    told = json.loads(output([*run, "--json"], capsys))
    assert told["calibration"]["fights"] == 5
    assert len(told["calibration"]["bins"]) == len(dots)
    assert sum(len(fight["players"]) for fight in told["fights"]) == sum(
        one["fights"] for one in told["luck"]
    )
    refused([*run, "--svg", str(tmp_path / "no" / "where.svg")], capsys, "where.svg")
    twice = ["table", "luck", "evening", "evening", "--journal", str(journal), "--json"]
    assert json.loads(output(twice, capsys))["calibration"]["fights"] == 10


def test_luck_of_a_table_without_fights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as opened:
        Table.create(
            opened, "new", load("wallenstein"), Setup(SEATS, "s1", demo_board()),
            palette=default_palette(), clock=lambda: 1,
        ).close()  # fmt: skip
    run = ["table", "luck", "new", "--journal", str(path)]
    assert output(run, capsys) == "No fights yet.\n"
    audit = ["tower", "audit", "new", "--tower", "none", "--journal", str(path)]
    refused(audit, capsys, "new")
    refused(["table", "luck", "old", "--journal", str(path)], capsys, "old")


# -- audit ----------------------------------------------------------------------------------------


@pytest.fixture
def quiet(journal: Path) -> Path:
    """The same journal with the battle booked."""
    with Journal.open(journal) as opened:
        table = Table.open(
            opened, "evening", load("wallenstein"), palette=default_palette(), clock=lambda: 1
        )
        assert isinstance(table.do(ReportThrow(table.state.ledger.at("hand"))), Done)
        while table.state.awaiting_throw:
            table.do(ReportThrow(table.state.ledger.at("hand")))
        table.close()
    return journal


def as_option(cubes: Any) -> str:
    """Cubes as the command line takes them."""
    return ",".join(f"{colour}={n}" for colour, n in cubes.counts) or "none"


def test_an_audit_agrees_differs_and_is_booked(
    quiet: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = books(quiet)
    inside, lying = state.ledger.at("tower"), state.ledger.at("tray")
    run = ["tower", "audit", "evening", "--journal", str(quiet), "--tray", as_option(lying)]
    assert "agree" in output([*run, "--tower", as_option(inside)], capsys)
    colour = next(iter(inside))
    fewer = as_option(inside - type(inside).from_counts({colour: 1}))
    said = output([*run, "--tower", fewer], capsys, code=1)
    assert "Missing in the tower: 1" in said
    assert "cubes lost" in said
    assert "--book" in said
    told = json.loads(output([*run, "--tower", fewer, "--json"], capsys, code=1))
    assert told["differences"][0]["counted"] == inside[colour] - 1
    assert not told["booked"]
    assert books(quiet).ledger == state.ledger
    assert "Booked" in output([*run, "--tower", fewer, "--book"], capsys)
    assert books(quiet).ledger.at("lost").as_dict() == {colour: 1}
    assert "agree" in output([*run, "--tower", fewer], capsys)
    assert main(["table", "undo", "evening", "--journal", str(quiet)]) == 0
    assert books(quiet).ledger == state.ledger


def test_an_audit_names_every_way_that_mends(
    quiet: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fallen by itself, put back, out of the supply, found; and more than there are."""
    state = books(quiet)
    inside, lying = state.ledger.at("tower"), state.ledger.at("tray")
    one = type(inside).from_counts({next(iter(inside)): 1})
    supplied = type(inside).from_counts({state.players[0].colour: 1})
    run = ["tower", "audit", "evening", "--journal", str(quiet)]

    def audit(tower: Any, tray: Any, *more: str, code: int = 1) -> str:
        options = ["--tower", as_option(tower), "--tray", as_option(tray), *more]
        return output([*run, *options], capsys, code)

    assert "cubes fell by themselves" in audit(inside - one, lying + one)
    audit(inside - one, lying + one, "--book", code=0)
    assert "taken from the tray" in audit(inside, lying, code=1)
    audit(inside, lying, "--book", code=0)
    assert "count the tray by hand" in audit(inside, lying + supplied)
    audit(inside - one, lying, "--book", code=0)
    assert "cubes found again" in audit(inside, lying)
    beyond = ["--tower", "green=30", "--tray", as_option(lying)]
    assert "nowhere" in output([*run, *beyond], capsys, 1)
    refused([*run, *beyond, "--book"], capsys, "green")


def test_no_audit_while_a_throw_waits(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What lay in the tray is in the hand."""
    run = ["tower", "audit", "evening", "--journal", str(journal)]
    refused([*run, "--tower", "none"], capsys, "waits for a throw")


def test_an_audit_asks_colour_by_colour(
    quiet: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Enter says that the books are right; nonsense is asked for again; an end books nothing."""
    run = ["tower", "audit", "evening", "--journal", str(quiet)]
    monkeypatch.setattr(tower_audit, "at_terminal", lambda: False)
    refused(run, capsys, "--tower")
    monkeypatch.setattr(tower_audit, "at_terminal", lambda: True)
    state = books(quiet)
    colours = len(tuple(state.ledger.total()))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 2 * colours))
    assert "agree" in output(run, capsys)
    first = sorted(state.ledger.total())[0]
    more = state.ledger.at("tower")[first] + 1
    monkeypatch.setattr("sys.stdin", io.StringIO(f"many\n{more}\n" + "\n" * (2 * colours - 1)))
    said = output(run, capsys, code=1)
    assert "A number, or Enter" in said
    assert "Too many in the tower: 1" in said
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    capsys.readouterr()
    assert main([*run, "--book"]) == 2
    assert books(quiet).ledger == state.ledger
