"""Statistics over the games of a journal: of different games, shared wins, breaks, damage."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from turmwart.cli import main
from turmwart.games.anno1452 import GAME as ANNO
from turmwart.games.anno1452.setup import Seat as AnnoSeat
from turmwart.games.anno1452.setup import Setup as AnnoSetup
from turmwart.games.paladins import GAME
from turmwart.games.paladins.commands import (
    CorrectPrinted,
    EndRound,
    EnterSheet,
    GoOn,
    NameOrder,
    NameWinner,
)
from turmwart.games.paladins.setup import Seat, Setup
from turmwart.games.registry import load
from turmwart.games.wallenstein.light.things import EnterBooks, LightSetup, NextSeason
from turmwart.games.wallenstein.setup import Seat as WallensteinSeat
from turmwart.journal.store import Journal
from turmwart.table.palette import default_palette
from turmwart.table.printed_anno1452 import demo_board as anno_board
from turmwart.table.printed_paladins import demo_board
from turmwart.table.statistics import as_csv, exported, gather, minutes_of
from turmwart.table.table import Done, Table

ORDERS = ("garrison", "fortify", "convert")
CAMPAIGN = """\
[game]
name = North
end_rounds = 1
[map]
EEE~
EEEE
[tribes]
1 Knut; wp 12
2 Olaf; npc; wp 20
3 Sven; wp 1
[units]
1/1 1 9 FU 1 GE
3/2 2 1 FU
2/1 1 3 FU
4/2 3 1 FU
"""
SHEET = (
    ("faith", 0),
    ("strength", 0),
    ("influence", 0),
    ("workshops", 0),
    ("monks", 0),
    ("outposts", 0),
    ("jars", 0),
    ("walls", 0),
)


def light_game(journal: Journal, name: str, goods: dict[str, int], start_ms: int) -> None:
    """A light game to its end: a step a minute, who has which goods decides."""
    now = iter(range(start_ms, start_ms + 100_000_000, 60_000))
    seats = tuple(Seat(f"s{n}", who, who) for n, who in enumerate(goods, 1))
    setup = Setup(seats, demo_board(), "light")
    table = Table.create(journal, name, GAME, setup, palette=default_palette(), clock=now.__next__)
    persons = {person.name: person.id for person in journal.persons()}
    for seat in seats:
        person = persons.get(seat.name) or journal.add_person(seat.name)
        journal.seat_person(name, seat.seat, person)
    sheets = (EnterSheet(one.seat, (("goods", goods[one.name]), *SHEET)) for one in seats)
    named = (NameOrder(n, action) for n, action in enumerate(ORDERS, 1))
    for command in (*[EndRound()] * 7, *named, *sheets, GoOn()):
        assert isinstance(table.do(command), Done)
    table.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with three games that ended, alone and together, and one that did not."""
    file = tmp_path / "journal.sqlite3"
    with Journal.open(file) as journal:
        light_game(journal, "monday", {"ida": 9, "jo": 3}, 1_700_000_000_000)
        light_game(journal, "tuesday", {"jo": 6, "ida": 6, "kim": 0}, 1_710_000_000_000)
        light_game(journal, "alone", {"ida": 30}, 1_720_000_000_000)
        seats = (AnnoSeat("s1", "ida", "red"), AnnoSeat("s2", "jo", "blue"))
        setup = AnnoSetup(seats, anno_board())
        Table.create(
            journal, "empire", ANNO, setup, palette=default_palette(), clock=lambda: 1
        ).close()
    return file


def test_records_of_persons_over_all_games(path: Path) -> None:
    """A shared victory counts in full; a game alone is no victory; averages are per game."""
    with Journal.open(path, readonly=True) as journal:
        found = gather(journal)
    assert [one.table for one in found.games] == ["alone", "tuesday", "monday"]
    assert (found.running, found.left_out, found.names) == (1, (), ("paladins",))
    ida, jo, kim = found.records("paladins")
    assert (ida.name, ida.played, ida.contested, ida.wins, ida.shared) == ("ida", 3, 2, 2, 1)
    assert (ida.average, ida.best) == (5.0, 10)
    assert (jo.name, jo.wins, jo.shared, jo.best) == ("jo", 1, 1, 2)
    assert (kim.name, kim.wins, kim.average) == ("kim", 0, 0.0)
    overall = found.records()
    assert [(one.name, one.average) for one in overall] == [
        ("ida", None),
        ("jo", None),
        ("kim", None),
    ]
    assert found.games[0].minutes == 12


@pytest.mark.rule("P-END-9")
def test_a_tie_is_won_by_whom_the_table_named(path: Path) -> None:
    """Jo and Ida were equal on Tuesday; a rule of their own says that Ida won."""
    with Journal.open(path) as journal:
        table = Table.open(
            journal, "tuesday", GAME, palette=default_palette(), clock=lambda: 1_720_000_000_000
        )

        def wins() -> list[tuple[str, int, int]]:
            found = gather(journal).records("paladins")
            return sorted((one.name, one.wins, one.shared) for one in found)

        table.do(CorrectPrinted("question", "Q-P-TIE", "answer", "other"))
        assert wins() == [("ida", 1, 0), ("jo", 0, 0), ("kim", 0, 0)]
        assert isinstance(table.do(NameWinner("s2")), Done)
        assert wins() == [("ida", 2, 0), ("jo", 0, 0), ("kim", 0, 0)]
        table.close()


def test_a_campaign_counts_once_it_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """King of Kings: tribes that somebody plays have places by their victory points."""
    file = tmp_path / "journal.sqlite3"
    (tmp_path / "map.txt").write_text(CAMPAIGN, "utf-8")
    to = ("--journal", str(file))
    assert main(["kok", "new", "north", "--map", str(tmp_path / "map.txt"), *to]) == 0
    with Journal.open(file, readonly=True) as journal:
        found = gather(journal)
    assert (found.games, found.running, found.left_out) == ((), 1, ())
    assert main(["kok", "adjudicate", "north", *to]) == 0
    with Journal.open(file, readonly=True) as journal:
        found = gather(journal)
    assert (found.names, found.running) == (("kingofkings",), 0)
    (ended,) = found.games
    assert sorted(one.name for one in ended.places) == ["Knut", "Sven"]
    first, last = ended.places
    assert first.points > last.points
    assert (first.name, first.place, last.place) == ("Knut", 1, 2)
    capsys.readouterr()
    assert main(["statistics", *to]) == 0
    assert "kingofkings: Knut, 1 game, 1 win" in capsys.readouterr().out


def test_light_books_of_wallenstein_count_too(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.sqlite3") as journal:
        seats = tuple(
            WallensteinSeat(f"s{n}", name, colour)
            for n, (name, colour) in enumerate(
                (("Ida", "red"), ("Jo", "blue"), ("Kim", "yellow")), 1
            )
        )
        table = Table.create(
            journal,
            "war",
            load("wallenstein_light"),
            LightSetup(seats, 18),
            palette=default_palette(),
            clock=iter(range(1, 10**9, 60_000)).__next__,
        )
        assert gather(journal).running == 1
        for points in (4, 9):
            while not table.state.scoring:
                assert isinstance(table.do(NextSeason()), Done)
            books = EnterBooks((("points_s1", points), ("points_s2", points), ("points_s3", 2)))
            assert isinstance(table.do(books), Done)
        table.close()
        found = gather(journal)
    assert (found.names, found.running, found.left_out) == (("wallenstein_light",), 0, ())
    assert [(one.name, one.place, one.points) for one in found.games[0].places] == [
        ("Ida", 1, 9),
        ("Jo", 1, 9),
        ("Kim", 3, 2),
    ]
    assert [(one.name, one.wins, one.shared) for one in found.records("wallenstein_light")] == [
        ("Ida", 1, 1),
        ("Jo", 1, 1),
        ("Kim", 0, 0),
    ]


def test_breaks_are_no_play() -> None:
    minute = 60_000
    assert minutes_of([0, minute, 3 * minute]) == 3
    assert minutes_of([0, minute, 24 * 60 * minute, (24 * 60 + 5) * minute]) == 6
    assert minutes_of([]) == 0


def test_everything_can_be_exported(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.open(path, readonly=True) as journal:
        found = gather(journal)
    rows = list(csv.DictReader(io.StringIO(as_csv(found))))
    assert [(row["table"], row["name"], row["place"]) for row in rows][:3] == [
        ("alone", "ida", "1"),
        ("tuesday", "jo", "1"),
        ("tuesday", "ida", "1"),
    ]
    assert main(["statistics", "--journal", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == exported(found)
    for ending in ("json", "csv"):
        file = tmp_path / f"all.{ending}"
        assert main(["statistics", "--journal", str(path), "--export", str(file)]) == 0
        assert "tuesday" in file.read_text("utf-8")
    capsys.readouterr()
    assert main(["statistics", "--journal", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "ida: 3 games, 2 wins" in shown
    assert "3 games ended, 1 not yet" in shown
    assert main(["statistics", "--journal", str(path), "--export", str(tmp_path / "all.xml")]) == 2
    assert ".json, .csv" in capsys.readouterr().err
    nowhere = tmp_path / "none" / "all.csv"
    assert main(["statistics", "--journal", str(path), "--export", str(nowhere)]) == 2
