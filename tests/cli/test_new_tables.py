"""New tables that are refused: nothing of them is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from turmwart.app.doors import NewSeat, NewTable
from turmwart.cli.app import new_table
from turmwart.cli.common import now_ms
from turmwart.errors import InputError, TurmwartError
from turmwart.journal.store import Journal
from turmwart.table.printed_anno1452 import Book
from turmwart.texts import say_error

THREE = (NewSeat("Ada", "black"), NewSeat("Ben", "blue"), NewSeat("Cleo", "red"))
POSITION = json.dumps([["tirol", False, 24], *[["tirol", False, 0]] * 15])


def lacks(_: Any) -> None:
    """Cubes that do not suit."""
    raise InputError("tray.palette_lacks", colours="green")


def wish(game: str = "wallenstein", name: str = "evening", **options: Any) -> NewTable:
    """A new table for three."""
    return NewTable(name, game, THREE, "s1", tuple(options.items()))


def kept(journal: Journal) -> tuple[Any, ...]:
    """Whatever a journal holds of tables and players."""
    positions = Book(journal, now_ms).positions
    return journal.persons(), journal.tables(), positions, journal.setting("set:evening")


@pytest.mark.parametrize(
    ("new", "suits"),
    [
        (wish(), lacks),
        (wish("wallenstein_light"), lacks),
        (wish(farmer_shortage="often"), None),
        (wish(name=" evening "), None),
        (NewTable("evening", "wallenstein", (*THREE[:2], NewSeat(" ", "red")), "s1", ()), None),
        (NewTable("evening", "paladins", (*THREE[:2], NewSeat("C\n", "red")), "s1", ()), None),
        (wish("paladins", mode="heavy"), None),
        (wish("anno1452", variants="G1 G2"), None),
        (wish("anno1452", ottokar="A", ottokar_position=POSITION), None),
    ],
)
def test_nothing_is_kept_of_a_table_that_is_refused(
    tmp_path: Path, new: NewTable, suits: Any
) -> None:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        empty = kept(journal)
        with pytest.raises((TurmwartError, ValueError)):
            new_table(journal, new, None, suits)
        assert kept(journal) == empty


@pytest.mark.parametrize("game", ["wallenstein", "wallenstein_light", "anno1452", "paladins"])
def test_two_players_of_one_colour_are_told_in_the_readers_language(
    tmp_path: Path, game: str
) -> None:
    new = NewTable("evening", game, (*THREE, NewSeat("Dora", "red")), "s1", ())
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        with pytest.raises(InputError) as refused:
            new_table(journal, new)
        assert journal.tables() == ()
    assert say_error(refused.value, "de").startswith("zwei Spieler haben die Farbe")


def test_a_name_that_is_taken_keeps_no_players(tmp_path: Path) -> None:
    """The first table stays as it is; who was typed for the second is not known afterwards."""
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        new_table(journal, wish()).close()
        before = kept(journal)
        other = NewTable("evening", "paladins", (NewSeat("Dora", "red"),), "s1", ())
        with pytest.raises(TurmwartError, match="evening"):
            new_table(journal, other)
        assert kept(journal) == before
        assert [person.name for person in journal.persons()] == ["Ada", "Ben", "Cleo"]


def test_a_player_who_is_known_is_the_same_person(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        new_table(journal, wish()).close()
        new_table(journal, wish("anno1452", name="later")).close()
        assert journal.seats("evening") == journal.seats("later")
        assert len(journal.persons()) == len(THREE)
