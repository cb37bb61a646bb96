"""What is printed on Wallenstein: asked once, kept, handed on as a file."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from turmwart.cli.main import main
from turmwart.errors import InputError, JournalError
from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein import commands as cmd
from turmwart.games.wallenstein.board import Board, known, learn
from turmwart.games.wallenstein.printed import needs
from turmwart.games.wallenstein.setup import Seat, Setup
from turmwart.games.wallenstein.wizard import faults, finished, open_items
from turmwart.journal.store import Journal
from turmwart.table.palette import default_palette
from turmwart.table.printed import demo_board, remember_printed
from turmwart.table.printed_wallenstein import GAME as NAME
from turmwart.table.printed_wallenstein import Book
from turmwart.table.table import Done, Table
from turmwart.table.wallenstein_file import read, written

COLOURS = ("red", "blue", "yellow", "purple", "black")
_tick = count(1_700_000_000_000, 1000).__next__
MOST_STEPS = 3000


def truth_for(board: Board) -> Board:
    """A whole board that a table could have before it: made-up values under the real ids."""
    made_up = demo_board()
    regions = dict(zip((r.id for r in made_up.regions), board.regions, strict=True))
    ids = [facts.id for facts in board.provinces]
    ids += [f"province_{n}" for n in range(len(ids) + 1, board.provinces_total + 1)]
    real = dict(zip((facts.id for facts in made_up.provinces), ids, strict=True))
    labels = {facts.id: facts.label for facts in board.provinces}
    # What is attested stays: three sites or neighbours less would contradict the rulebook.
    provinces = tuple(
        replace(
            facts,
            id=real[facts.id],
            label=labels.get(real[facts.id], facts.label),
            region=regions[facts.region].id if facts.region else None,
            neighbours=tuple(sorted(real[one] for one in facts.neighbours)),
            neighbours_complete=True,
        )
        for facts in made_up.provinces
    )
    events = tuple(
        replace(facts, id=f"event_{n}") for n, facts in enumerate(made_up.events, start=1)
    )
    return replace(board, provinces=provinces, events=events, famine=made_up.famine)


def told(board: Board) -> list[tuple[str, str, str, int | str]]:
    """A whole board as values."""
    values: list[tuple[str, str, str, int | str]] = []
    for facts in board.provinces:
        fields = ("label", "region", "tax", "grain", "sites")
        values += [("province", facts.id, field, getattr(facts, field)) for field in fields]
        values += [("neighbours", facts.id, one, "yes") for one in facts.neighbours]
        values.append(("province", facts.id, "neighbours_complete", "yes"))
    return values


class Asked:
    """Plays a table by chance and answers every question from the board that lies there."""

    def __init__(self, journal: Journal, name: str, seed: int, players: int, lineup: bool) -> None:
        self.journal = journal
        self.board = Book(journal, _tick).board
        self.table = Table.create(
            journal,
            name,
            GAME,
            Setup(_seats(players), "s1", self.board),
            palette=default_palette(),
            clock=_tick,
        )
        remember_printed(self.table, _tick)
        self.chance = random.Random(seed)
        self.lineup = lineup
        self.questions: Counter[tuple[str, str, str]] = Counter()
        self.named: list[str] = []

    def play(self, truth: Board) -> None:
        """To the end."""
        for _ in range(MOST_STEPS):
            state = self.table.state
            if state.phase == "over":
                self.table.close()
                return
            done = self.table.do(self._command(state, truth))
            assert isinstance(done, Done), done
        raise AssertionError("the game did not end")

    def _command(self, state: Any, truth: Board) -> Any:
        wanted = needs(state) if not state.awaiting_throw else ()
        if wanted:
            need = wanted[0]
            self.questions[need.kind, need.key, need.field] += 1
            value = known(truth, need.kind, need.key, need.field)
            assert value is not None, need
            return cmd.EnterPrinted(need.kind, need.key, need.field, value)
        legal = list(islice(GAME.legal(state, None), 400))
        if state.phase == "actions" and state.acting is not None:
            legal = [one for one in legal if self._true_to(truth, state, one)]
        if isinstance(legal[0], cmd.NameProvince):
            label = truth.provinces[len(state.board.provinces)].label
            self.named.append(label)
            return cmd.NameProvince(label)
        if state.phase in ("display", "lineup"):
            lined_up = [one for one in legal if type(one) in (cmd.EnterLineup, cmd.UseLineup)]
            drafted = [one for one in legal if one not in lined_up]
            legal = (lined_up if self.lineup else drafted) or legal
        return self.chance.choice(legal)

    def _true_to(self, truth: Board, state: Any, command: Any) -> bool:
        """Nobody moves over a border that is not on the board."""
        if not isinstance(command, cmd.MoveArmies):
            return True
        return command.target in truth.province(state.acting.province).neighbours


@pytest.mark.rule("W-DATA-2", "W-OPEN-3", "W-OPEN-4", "W-OPEN-6")
@pytest.mark.parametrize("lineup", [False, True])
def test_a_game_without_data_leaves_a_file_that_answers_the_next(
    tmp_path: Path, lineup: bool
) -> None:
    """Two games on fresh data; the second, from the first one's file alone, asks nothing twice."""
    with Journal.open(tmp_path / "first.db") as journal:
        truth = truth_for(Book(journal, _tick).board)
        first = Asked(journal, "first", 3, 5, lineup)
        first.play(truth)
        assert sum(first.questions.values()) > 30
        assert set(first.questions.values()) == {1}
        text = written(Book(journal, _tick).board)
    with Journal.open(tmp_path / "second.db") as journal:
        book = Book(journal, _tick)
        book.learn(read(text, "printed.toml", book.board))
        assert written(book.board) == text
        again = Asked(journal, "again", 3, 5, lineup)
        again.play(truth)
        twice = [asked for asked in again.questions if asked in first.questions]
        assert twice == []
        assert not set(again.named) & set(first.named)
        assert sum(again.questions.values()) < sum(first.questions.values())
        if lineup:
            return
        other = Asked(journal, "other", 4, 3, lineup)
        other.play(truth)
        assert not set(other.questions) & (set(first.questions) | set(again.questions))


@pytest.mark.rule("W-DATA-2")
def test_a_game_on_a_board_of_which_nothing_is_known_ends(tmp_path: Path) -> None:
    """Not one name, card or line is known; everything is asked at its moment."""
    with Journal.open(tmp_path / "blank.db") as journal:
        asked = Asked(journal, "blank", 5, 4, lineup=False)
        asked.table.close()
        blank = replace(asked.board, provinces=(), famine=(), lineups=())
        blank = replace(
            blank, events=tuple(replace(e, kind=None, value=None) for e in blank.events)
        )
        truth = truth_for(blank)
        setup = Setup(_seats(4), "s1", blank)
        asked.table = Table.create(
            journal, "nothing", GAME, setup, palette=default_palette(), clock=_tick
        )
        asked.play(truth)
        assert len(asked.named) >= 25
        assert asked.table.state.ranking


def _seats(players: int) -> tuple[Seat, ...]:
    return tuple(Seat(f"s{n}", c, c) for n, c in enumerate(COLOURS[:players], 1))


@pytest.mark.rule("W-PARTS-2", "W-DATA-4", "W-DATA-5", "W-OPEN-7")
def test_a_whole_board_is_checked(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j.db") as journal:
        book = Book(journal, _tick)
        truth = truth_for(book.board)
        book.learn(told(truth))
        board = book.board
        assert [fault.detail for fault in faults(board) if not fault.waivable] == []
        assert all(item.section in ("event", "famine") for item in open_items(board))
        crowded = learn(board, "province", board.provinces[0].id, "region", "kurpfalz")
        crowded = learn(crowded, "province", board.provinces[9].id, "region", "kurpfalz")
        assert "region_count" in " ".join(f.detail for f in faults(crowded) if not f.waivable)
        rich = learn(board, "province", "bremen", "tax", 9)
        assert [f.rule for f in faults(rich) if f.rule == "W-DATA-4"] == ["W-DATA-4"]
        for card in truth.events:
            for field in ("kind", "value", "building", "recruit_5", "recruit_3", "grain_loss"):
                value = getattr(card, field)
                if value is not None:
                    board = learn(board, "event", card.id, field, value)
        for shortage in range(1, 8):
            row = truth.famine_row(shortage)
            assert row is not None
            board = learn(board, "famine", str(shortage), "provinces", row.provinces or 0)
            board = learn(board, "famine", str(shortage), "extra_farmers", row.extra_farmers or 0)
        assert finished(board)
        assert read(written(board), "whole.toml", Book(journal, _tick).board)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "empty"),
        ("[[province]]\nname = 'x'", "damaged"),
        ("not toml", "damaged"),
        ("[[province]]\nid = 'atlantis'\ntax = 3", "unknown"),
        ("[[province]]\nid = 'bremen'\ntax = 3.5", "misfit"),
        ("[[province]]\nid = 'bremen'\nregion = 'hessen'", "damaged"),
        ("[[event]]\nid = 'event_2'\nkind = 'rain'", "misfit"),
        ("[[famine]]\nshort_min = 0\nshort_max = 2", "damaged"),
        ("[[lineup]]\nplayers = 4\nseat = 'F'\nprovinces = [['bremen', 5]]", "damaged"),
        (
            "[[province]]\nid = 'bremen'\nneighbours = ['holstein']\n"
            "[[province]]\nid = 'holstein'\nneighbours = ['luettich']\n"
            "[[province]]\nid = 'luettich'\nneighbours = ['holstein']\n",
            "one_side",
        ),
        ("[[province]]\nid = 'bremen'\ntax = 3\n[[province]]\nid = 'bremen'\ntax = 4", "twice"),
        ("[[province]]\nid = 'bremen'\nname = 'Holstein'", "fault"),
    ],
)
def test_a_file_that_cannot_be_right_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    with Journal.open(tmp_path / "j.db") as journal:
        board = Book(journal, _tick).board
    with pytest.raises(InputError) as raised:
        read(text, "printed.toml", board)
    assert raised.value.text_id == f"wallenstein_printed.{fault}"


def test_a_file_in_part_is_taken_and_lays_itself_over(tmp_path: Path) -> None:
    """Neighbours that a table said by mistake leave with a complete list."""
    with Journal.open(tmp_path / "j.db") as journal:
        book = Book(journal, _tick)
        book.learn([("neighbours", "bremen", "tirol", "yes")])
        text = (
            "[[province]]\nid = 'bremen'\ntax = 4\nneighbours = ['holstein']\n"
            "[[province]]\nid = 'tirol'\ngrain = 3\n"
            "[[famine]]\nshort_min = 5\nopen_ended = true\nprovinces = 2\nextra_farmers = 3\n"
        )
        book.learn(read(text, "part.toml", book.board))
        board = book.board
        assert board.province("bremen").neighbours == ("holstein",)
        assert board.province("tirol").neighbours == ()
        row = board.famine_row(20)
        assert row is not None
        assert (row.provinces, row.extra_farmers) == (2, 3)
        assert journal.learnt(NAME, "own")


def test_a_file_whose_import_breaks_off_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full in the middle: what was known before is known still, and no more."""
    journal, file = tmp_path / "j.db", tmp_path / "part.toml"
    rows = (f"[[event]]\nid = 'event_{n}'\ngrain_loss = {n}\n" for n in range(1, 5))
    file.write_text("".join(rows), "utf-8")
    learn, left = Journal.learn, iter(range(3))

    def failing(self: Journal, *row: Any) -> None:
        if next(left, None) is None:
            raise JournalError("journal.unwritable", path="j.db", reason="disk full")
        learn(self, *row)

    monkeypatch.setattr(Journal, "learn", failing)
    assert main(["wallenstein", "import", str(file), "--journal", str(journal)]) == 2
    with Journal.open(journal) as opened:
        assert opened.learnt(NAME, "own") == ()


def test_a_file_ends_a_famine_row_that_was_said_to_go_on(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j.db") as journal:
        book = Book(journal, _tick)
        book.learn([("famine", "3", "provinces", 9), ("famine", "3", "open_ended", "yes")])
        text = (
            "[[famine]]\nshort_min = 3\nshort_max = 4\nprovinces = 2\nextra_farmers = 3\n"
            "[[famine]]\nshort_min = 5\nshort_max = 5\nprovinces = 4\nextra_farmers = 3\n"
        )
        book.learn(read(text, "part.toml", book.board))
        rows = [book.board.famine_row(short) for short in (3, 4, 5, 6)]
        assert [row and row.provinces for row in rows] == [2, 2, 4, None]
        assert read(text, "part.toml", book.board)[0] == ("famine", "3", "provinces", 2)


def test_the_commands_hand_a_file_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Export from one journal, import into another; status says what is open."""
    first, second = str(tmp_path / "a.db"), str(tmp_path / "b.db")
    file = str(tmp_path / "printed.toml")
    with Journal.open(Path(first)) as journal:
        Book(journal, _tick).learn(
            [("province", "bremen", "tax", 5), ("event", "event_4", "kind", "tax_min")]
        )
    assert main(["wallenstein", "export", file, "--journal", first]) == 0
    assert main(["wallenstein", "export", file, "--journal", first]) == 2
    assert main(["wallenstein", "import", file, "--journal", second]) == 0
    with Journal.open(Path(second)) as journal:
        assert Book(journal, _tick).board.province("bremen").tax == 5
    assert main(["wallenstein", "status", "--journal", second]) == 1
    assert "still open" in capsys.readouterr().out
    assert main(["wallenstein", "import", str(tmp_path / "no.toml"), "--journal", second]) == 2
