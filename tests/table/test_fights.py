"""Fights of a table: throws from the journal, forecasts, luck, calibration, its picture."""

from __future__ import annotations

import math
import random
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from at_table import Tower, advance, cube_payload
from fake_tray import FakeTray

from turmwart.errors import JournalError
from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.commands import ReportThrow
from turmwart.games.wallenstein.odds import Fight
from turmwart.games.wallenstein.setup import Seat, Setup
from turmwart.journal.store import Journal
from turmwart.kernel.cubes import Cubes
from turmwart.table.fights.forecast import OUTCOMES, forecast
from turmwart.table.fights.luck import (
    Fought,
    Stake,
    Z,
    calibration,
    fought,
    luck,
    wilson,
)
from turmwart.table.fights.plot import svg
from turmwart.table.fights.teacher import Teacher
from turmwart.table.fights.throws import (
    Throw,
    history_of,
    same_tower,
    taught_at,
    taught_here,
    throws_of,
)
from turmwart.table.palette import default_palette
from turmwart.table.pending import CUBE, Seen
from turmwart.table.players import Players, throw_for_tests
from turmwart.table.printed import demo_board
from turmwart.table.table import Done, Table
from turmwart.tower.learning import Chances, Fall, learn, release
from turmwart.tower.release import RULE_OF_THUMB, Release

COLOURS = ("red", "blue", "yellow")
FIGHT = Fight("player", "red", "blue", "green", 0, Cubes.of(red=4, blue=3), Cubes.of(green=2))


def started(journal: Journal, name: str, at: int = 0) -> Table:
    """A table of simple players."""
    seats = tuple(Seat(f"s{n}", c, c) for n, c in enumerate(COLOURS, 1))
    return Table.create(
        journal,
        name,
        GAME,
        Setup(seats, "s1", demo_board()),
        palette=default_palette(),
        clock=count(at).__next__,
    )


def played(table: Table, throws: int, seed: int = 1) -> Table:
    """Played on until so many throws are booked."""
    players, rng = Players(seed), random.Random(seed)
    while table.state.throws < throws:
        command = players.next(table.state)
        if command is None:
            command = ReportThrow(throw_for_tests(table.state, rng))
        assert isinstance(table.do(command), Done)
    return table


def _pours(table: Table) -> bool:
    return table.throw_prompt is not None


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


def test_throws_of_a_table_open_or_not(journal: Journal) -> None:
    """The same from the state that is held and from the rows; what was undone did not happen."""
    table = played(started(journal, "t"), 6)
    open_ = list(throws_of(table.history()))
    assert list(throws_of(history_of(journal, "t"))) == open_
    assert [throw.reported.number for throw in open_] == [1, 2, 3, 4, 5, 6]
    assert open_[0].record is None
    assert all(throw.record is not None for throw in open_[1:])
    for throw in open_:
        assert sum(fall.fallen for fall in throw.falls) == throw.reported.fallen.total
    while table.state.throws == 6:
        table.undo()
    assert len(list(throws_of(table.history()))) == 5
    assert list(throws_of(history_of(journal, "t"))) == open_[:5]
    table.close()


def test_which_tables_share_a_tower(journal: Journal) -> None:
    """By the board's id; without a board they are of the home's own tower."""
    for at, name in enumerate(("hand", "board", "again", "by-hand")):
        table = started(journal, name, 10_000 * at)
        if name in ("board", "again"):
            tower = Tower(table)
            tower.count = at  # one board, and its count goes on
            tower.drop("red")
        table.close()
    assert same_tower(journal, "again") == ("board",)
    assert same_tower(journal, "hand") == ("by-hand",)
    assert same_tower(journal, "by-hand", over_by=9_999) == ("hand",)
    assert same_tower(journal, "hand", over_by=9_999) == ()


def test_a_camera_above_the_tray_is_no_tower(journal: Journal) -> None:
    """One camera watches the trays of two boards, and of a table without one."""
    for at, (name, board) in enumerate((("hand", ""), ("one", "1"), ("two", "2"), ("bare", ""))):
        table = started(journal, name, 10_000 * at)
        if name != "bare":
            FakeTray(table, Cubes.of(red=1)).keep(table)
        if board:
            table.take_evidence([Seen(board, 7, 0, CUBE, cube_payload("red"))])
        table.close()
    assert same_tower(journal, "one") == same_tower(journal, "two") == ()
    assert same_tower(journal, "hand") == ("bare",)


def test_a_teacher_learns_from_all_tables_of_the_tower(journal: Journal) -> None:
    """Anew after each step, and not oftener."""
    played(started(journal, "first"), 3).close()
    table = played(started(journal, "second", 5_000), 2, seed=2)
    teacher = Teacher(table)
    assert teacher.learnt().throws == 5
    assert teacher.learnt() is teacher.learnt()
    played(table, 4, seed=2)
    assert teacher.learnt().throws == 7
    assert teacher.forecast(FIGHT) == forecast(FIGHT, teacher.learnt())
    assert learn(taught_here(table)).throws == 4
    table.close()


def test_a_teacher_reads_ahead_what_it_needs_later(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table a step; one that cannot be read is left to whoever needs it."""
    for at, name in enumerate(("first", "broken", "third")):
        played(started(journal, name, 10_000 * at), 2).close()
    table = started(journal, "now", 90_000)
    read = []

    def reading(journal: Journal, name: str) -> tuple[tuple[Fall, ...], ...]:
        read.append(name)
        if name == "broken":
            raise JournalError("journal.damaged_row", name=name, row=1)
        return taught_at(journal, name)

    monkeypatch.setattr("turmwart.table.fights.teacher.taught_at", reading)
    teacher = Teacher(table)
    assert sum(1 for _ in teacher.read_ahead()) == 2
    assert sorted(read) == ["broken", "first", "third"]
    with pytest.raises(JournalError):
        teacher.learnt()
    assert read.count("first") == read.count("third") == 1
    table.close()


def test_witnesses_know_the_habit_of_the_tower(journal: Journal) -> None:
    """By what its throws taught; of cubes that fall by themselves none has taught anything."""
    table = started(journal, "t")
    teacher = Teacher(table)
    table.habit = teacher.habit
    assert teacher.habit(8) == RULE_OF_THUMB
    advance(table, _pours)
    assert table.testimony().books.release == RULE_OF_THUMB
    played(table, 5)
    advance(table, _pours)
    thrown = table.testimony().books.thrown.total
    taught = teacher.learnt().mean(thrown)
    habit = table.testimony().books.release
    assert habit == Release(round(1000 * taught.thrown), round(1000 * taught.inside))
    assert habit != RULE_OF_THUMB
    assert teacher.habit(0) == RULE_OF_THUMB
    table.close()


def test_witnesses_do_without_a_habit_that_cannot_be_read(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not tried again with each cube."""
    played(started(journal, "broken"), 2).close()
    table = started(journal, "now", 90_000)
    tried = []

    def failing(_: Journal, name: str) -> tuple[tuple[Fall, ...], ...]:
        tried.append(name)
        raise JournalError("journal.damaged_row", name=name, row=1)

    monkeypatch.setattr("turmwart.table.fights.teacher.taught_at", failing)
    teacher = Teacher(table)
    assert [teacher.habit(5) for _ in range(3)] == [RULE_OF_THUMB] * 3
    assert tried == ["broken"]
    table.close()


def test_witnesses_do_without_a_habit_where_evidence_is_damaged(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A battle is judged all the same; whoever asks for the odds is told."""
    table = started(journal, "t")

    def damaged(*_: object) -> tuple[str, ...]:
        raise JournalError("journal.damaged_row", name="other", row=1)

    monkeypatch.setattr("turmwart.table.fights.teacher.same_tower", damaged)
    teacher = Teacher(table)
    assert teacher.habit(5) == RULE_OF_THUMB
    with pytest.raises(JournalError):
        teacher.learnt()
    table.close()


def test_what_never_or_always_fell_is_not_certain() -> None:
    assert release(Chances(1.0, 0.0)) == Release(999, 1)


def test_a_teacher_leaves_out_other_towers_once_the_board_has_spoken(journal: Journal) -> None:
    """A new table has no board yet; its first cube says which tower it plays with."""
    played(started(journal, "by-hand"), 2).close()
    before = played(started(journal, "board", 10_000), 3)
    Tower(before).drop("red")
    before.close()
    table = started(journal, "now", 20_000)
    players = Players(1)
    while not table.state.awaiting_throw:
        assert isinstance(table.do(players.next(table.state)), Done)
    teacher = Teacher(table)
    assert teacher.learnt().throws == 2
    of_the_home = teacher.habit(6)
    tower = Tower(table)
    tower.count = 1  # the same board, and its count goes on
    tower.drop("blue")
    assert teacher.learnt().throws == 3
    assert teacher.habit(6) != of_the_home
    assert isinstance(table.do(ReportThrow(Cubes.of(blue=1))), Done)
    assert teacher.learnt().throws == 4
    table.close()


def test_a_forecast_is_as_sure_as_the_tower_is_known() -> None:
    """Chances sum to 1, lie in their spans, and the spans shrink with throws."""
    unknown = forecast(FIGHT, learn([]))
    known = forecast(FIGHT, learn([[Fall(200, 0, 133, 200), Fall(0, 200, 67, 200)]]))
    for one in (unknown, known):
        assert sum(getattr(one.odds, name) for name in OUTCOMES[:3]) == pytest.approx(1.0)
        assert sum(one.odds.attacker_left) == pytest.approx(1.0)
        for name in OUTCOMES:
            span = one.spans[name]
            assert 0 <= span.low <= span.mean <= span.high <= 1
    width = [one.spans["attacker_wins"].high - one.spans["attacker_wins"].low
             for one in (unknown, known)]  # fmt: skip
    assert width[1] < width[0] / 2
    sure = forecast(Fight("player", "red", "blue", "green", 0, Cubes(), Cubes()), learn([]))
    assert (sure.spans["tie"].low, sure.spans["tie"].high) == pytest.approx((1.0, 1.0))


def test_nine_of_ten_true_chances_lie_in_the_span() -> None:
    """Towers drawn from the prior, 30 cubes of each kind seen: the span means what it says."""
    rng = random.Random(11)
    within = 0
    for _ in range(100):
        p, q = rng.betavariate(8, 4), rng.betavariate(4, 8)
        seen = [
            Fall(30, 0, sum(rng.random() < p for _ in range(30)), 30),
            Fall(0, 30, sum(rng.random() < q for _ in range(30)), 30),
        ]
        span = forecast(FIGHT, learn([seen])).spans["attacker_wins"]
        sure = [
            Fall(20_000, 0, round(20_000 * p), 20_000),
            Fall(0, 20_000, round(20_000 * q), 20_000),
        ]
        truth = forecast(FIGHT, learn([sure])).spans["attacker_wins"].mean
        within += span.low <= truth <= span.high
    assert 82 <= within <= 98


def test_each_fight_is_forecast_with_what_was_known_then(journal: Journal) -> None:
    """The first with the filling alone; what a table brought later changes nothing before."""
    table = played(started(journal, "t"), 5)
    throws = list(throws_of(table.history()))
    fights = fought(throws)
    assert [fight.number for fight in fights] == [2, 3, 4, 5]
    assert fought(throws[:3]) == fights[:2]
    assert fights[0].given == forecast(fights[0].given.fight, learn([throws[0].falls]))
    more = fought(throws, [throws[0].falls] * 50)
    assert more[0].given.odds != fights[0].given.odds
    for fight, throw in zip(fights, throws[1:], strict=True):
        check_stakes(fight, throw)
    table.close()


def check_stakes(fight: Fought, throw: Throw) -> None:
    """Who fought, with which chance, and what was left."""
    record = throw.record
    assert record is not None
    sides = (record.battle.attacker, record.battle.defender)
    assert len(fight.stakes) == sum(side != "farmers" for side in sides)
    left = sum(stake.left for stake in fight.stakes)
    assert left == record.to_province.total
    assert sum(stake.won for stake in fight.stakes) == int(bool(record.to_province))


def staked(player: str, chance: float, won: bool) -> Fought:
    """A fight of which only one player's chance matters."""
    stake = Stake(player, True, chance, won, 2 * chance, 1.0, 2 * won)
    given = forecast(FIGHT, learn([]))
    return Fought(2, "player", "Dunmere", "tie", given, (stake,))


def test_luck_is_what_came_beside_what_was_to_be_expected() -> None:
    """Ada wins two fights of a half, Ben loses one of three quarters."""
    fights = [staked("Ada", 0.5, True), staked("Ben", 0.75, False), staked("Ada", 0.5, True)]
    ada, ben = luck(fights)
    assert (ada.player, ada.fights, ada.won, ada.expected_won) == ("Ada", 2, 2, 1.0)
    assert ada.won_sd == pytest.approx(0.5**0.5)
    assert (ada.left, ada.expected_left, ada.left_sd) == (4, 2.0, pytest.approx(2**0.5))
    assert (ben.won, ben.expected_won) == (0, 0.75)


def test_calibration_gathers_fights_by_tenths() -> None:
    """70 of 100 fights given 70 % were won; a chance of 1 belongs to the last tenth."""
    fights = [staked("Ada", 0.7001, number < 70) for number in range(100)]
    found = calibration([*fights, staked("Ada", 1.0, True)])
    seventy, sure = found.bins
    assert (seventy.fights, seventy.won) == (100, 0.7)
    assert seventy.low < 0.7 < seventy.high
    assert (sure.least, sure.most, sure.fights) == (0.9, 1.0, 1)
    assert found.brier == pytest.approx(found.expected_brier, abs=1e-3)
    assert calibration([]).fights == 0


@pytest.mark.parametrize(("won", "fights"), [(7, 10), (1, 30), (0, 4), (4, 4)])
def test_intervals_of_wilson(won: int, fights: int) -> None:
    """At their ends the share seen lies just 1.645 standard errors of such a share away."""
    for end in wilson(won, fights):
        assert 0 <= end <= 1
        error = math.sqrt(end * (1 - end) / fights)
        assert abs(won / fights - end) == pytest.approx(Z * error, abs=1e-9)


def test_no_share_of_no_fights() -> None:
    with pytest.raises(ValueError, match="no fights"):
        wilson(0, 0)


def test_forecasts_of_simulated_games_are_calibrated(journal: Journal) -> None:
    """The first 30 throws of a game: the Brier score is what right chances would have."""
    table = played(started(journal, "t"), 30, seed=5)
    fights = fought(throws_of(table.history()))
    found = calibration(fights)
    assert found.fights == 29
    assert abs(found.brier - found.expected_brier) < 0.12
    table.close()


def test_the_picture_of_a_calibration() -> None:
    """Well-formed, a dot for each tenth, with its words."""
    fights = [staked("Ada", 0.1 * n + 0.05, n % 3 == 0) for n in range(10)]
    root = ET.fromstring(svg(calibration(fights)))
    space = "{http://www.w3.org/2000/svg}"
    dots = root.findall(f"{space}circle")
    assert len(dots) == 10
    assert "35 %" in (dots[3].findtext(f"{space}title") or "")
    assert ET.fromstring(svg(calibration([]))).findall(f"{space}circle") == []


def test_a_table_without_a_throw(journal: Journal) -> None:
    """Nothing was taught and nothing fought."""
    table = started(journal, "t")
    advance(table, lambda t: t.version > 3)
    assert list(throws_of(table.history())) == []
    assert fought(throws_of(table.history())) == ()
    table.close()
