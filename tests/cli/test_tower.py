"""``turmwart tower``: against the real firmware before a simulated tower."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import fcntl
import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from at_table import SEATS, clock

from turmwart.cli import tower_flash
from turmwart.cli.main import main
from turmwart.cli.tower_calibrate import Accuracy, Samples, in_lines, warnings
from turmwart.cli.tower_common import Heard, Listening
from turmwart.cli.tower_hands import Person
from turmwart.cli.tower_judge import Tally, light_of_one
from turmwart.cli.tower_monitor import View, plotted
from turmwart.cli.tower_record import read
from turmwart.cli.tower_selftest import faults_of
from turmwart.cli.tower_sets import load, path_of, save, shipped
from turmwart.cli.towers import RealTower
from turmwart.errors import InputError, TwinError
from turmwart.games.registry import load as load_game
from turmwart.games.wallenstein.setup import Setup
from turmwart.journal.store import Journal
from turmwart.link.outputs import (
    BoardFault,
    CubePassed,
    PassageSeen,
    Sampled,
    StateTold,
)
from turmwart.link.transport import Status, Transport
from turmwart.table import board as table_board
from turmwart.table.bus import LinkChanged, Message
from turmwart.table.palette import default_palette
from turmwart.table.printed import demo_board
from turmwart.table.table import Table
from turmwart.twin.hands import Hands, start_twin
from turmwart_wire import messages

DEADLINE_S = 20.0
RECORDS = Path(__file__).parent / "records"


def until(condition: Callable[[], object], seconds: float = DEADLINE_S) -> None:
    """Wait for a condition; fail when the time is over."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


@pytest.fixture
def twin(tmp_path: Path) -> Iterator[Hands]:
    """A simulated tower without disturbances."""
    hands = start_twin(tmp_path / "twin", 5, 1.0, idle_s=60, disturbance="none")
    yield hands
    with contextlib.suppress(TwinError):
        hands.stop()


def output(argv: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    """What a command prints; it must end with ``code``."""
    capsys.readouterr()
    assert main(argv) == code
    return capsys.readouterr().out


def refused(argv: list[str], capsys: pytest.CaptureFixture[str], *named: str) -> None:
    """The command must end with 2 and one line on standard error that names all of ``named``."""
    capsys.readouterr()
    assert main(argv) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    for word in named:
        assert word in said


# -- list and selftest ---------------------------------------------------------------------------


def test_a_port_that_is_named_is_asked(twin: Hands, capsys: pytest.CaptureFixture[str]) -> None:
    said = output(["tower", "list", "--port", str(twin.folder)], capsys)
    assert twin.port in said
    assert "4 lanes" in said
    refused(["tower", "list", "--port", "/nowhere"], capsys, "/nowhere")


def test_ports_of_unknown_ids_are_never_opened(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from turmwart.cli import tower_list
    from turmwart.link.discovery import Port

    near, far = os.openpty()
    try:
        modem = Port(os.ttyname(far), "", "", "Modem")
        monkeypatch.setattr(tower_list, "ports", lambda: (modem,))
        said = output(["tower", "list"], capsys, code=1)
        assert "not opened" in said
        os.set_blocking(near, False)
        with pytest.raises(BlockingIOError):
            os.read(near, 1)
    finally:
        os.close(near)
        os.close(far)


def test_a_sound_tower_passes_its_self_test(
    twin: Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    tests = json.loads(output(["tower", "selftest", "--json", "--port", twin.port], capsys))
    assert [test["lane"] for test in tests] == [1, 2, 3, 4]
    assert all(test["beams"] and test["present"] and test["faults"] == [] for test in tests)
    assert "lane 4" in output(["tower", "selftest", "--port", twin.port], capsys)


GOOD = messages.SELFTEST_PRESENT | messages.SELFTEST_LAMP | messages.SELFTEST_HAS_BEAMS
LIGHT = messages.SELFTEST_A_LIGHT | messages.SELFTEST_B_LIGHT


@pytest.mark.parametrize(
    ("flags", "lit", "noise", "rate", "faults"),
    [
        (GOOD | LIGHT | messages.SELFTEST_BEAMS, 44, 9, 2083, []),
        (GOOD | messages.SELFTEST_B_LIGHT, 44, 9, 2083, ["beam_a"]),
        (GOOD, 44, 9, 2083, ["beam_a", "beam_b"]),
        (GOOD | LIGHT, 44, 9, 2083, ["beams_never_dark"]),
        (messages.SELFTEST_LAMP, 44, 9, 2083, ["absent"]),
        (messages.SELFTEST_PRESENT, 44, 9, 2083, ["lamp"]),
        (messages.SELFTEST_PRESENT | messages.SELFTEST_LAMP, 1024, 0, 2083, ["saturated"]),
        (messages.SELFTEST_PRESENT | messages.SELFTEST_LAMP, 44, 90, 2083, ["noisy"]),
        (messages.SELFTEST_PRESENT | messages.SELFTEST_LAMP, 44, 9, 900, ["slow"]),
        (GOOD | messages.SELFTEST_DISTURBED, 44, 9, 2083, ["disturbed"]),
    ],
)
def test_what_is_wrong_with_a_lane(
    flags: int, lit: int, noise: int, rate: int, faults: list[str]
) -> None:
    dark, light = (20, 6, 6, 5), (lit, 16, 16, 12)
    assert faults_of(messages.SelfTest(0, flags, dark, light, noise, 1024, rate)) == faults


# -- monitor -------------------------------------------------------------------------------------


def status(**changes: object) -> Status:
    values: dict[str, object] = {
        "connected": True, "port": "/dev/ttyACM0", "boot": 7, "firmware": 0x0102,
        "frames": 10, "damaged": 1, "doubled": 2, "gaps": 0, "strays": 0, "samples_lost": 0,
        "openings": 1, "p50_ms": 1.2, "p99_ms": 9.7, "drift_ppm": 3.0, "waits": None,
        "failure": None,
    }  # fmt: skip
    return Status(**{**values, **changes})  # type: ignore[arg-type]


def passage(lane: int = 0, ticks_ms: int = 1_000, **changes: object) -> PassageSeen:
    """A single red cube at 0.9 m/s, as one board told of it."""
    events = (heard.event for heard in read(RECORDS / "three_cubes.jsonl"))
    told = next(event for event in events if isinstance(event, PassageSeen))
    # The record is of protocol 2, which did not tell how the empty window looked.
    empty = told.message.empty or (12, 4, 4, 3)
    message = told.message._replace(lane=lane, ticks_ms=ticks_ms, empty=empty, **changes)
    return PassageSeen(7, 0, messages.pack_passage(message), message)


def test_eight_lanes_and_all_figures_fit_a_small_terminal() -> None:
    view = View(Tally(shipped()), 8)
    for lane in range(8):
        for level in range(300):
            sample = messages.Sample(lane, 100 * level, 65_535, 65_535, 65_535)
            view.take(Heard(0, Sampled(sample), False))
        view.take(Heard(0, passage(lane), False))
    for code in range(1, 11):
        fault = messages.Fault(code, 65_535)
        view.take(Heard(0, BoardFault(7, code, b"", fault), False))
    state = messages.State(
        4_000_000, 10**6, 9999, 90_000, 1, 65_535, 1, 1, 999, 1, bytes(8), (65_535,) * 8
    )
    view.take(Heard(0, StateTold(state), False))
    view.rest(10_000)
    lines = view.drawn(status(frames=10**7, doubled=10**6))
    assert len(lines) <= 24
    assert max(len(line) for line in lines) <= 80
    assert sum("█" in line for line in lines) == 8
    assert lines[-1].startswith("q")
    assert sum(view.tally.colours.values()) == 8


def test_what_waited_before_is_not_counted() -> None:
    view = View(Tally(shipped()), 4)
    view.take(Heard(0, passage(), True))
    view.rest(10_000)
    assert sum(view.tally.colours.values()) == 0


def test_plots() -> None:
    assert plotted([], 10) == plotted([1, 2], 0) == ""
    assert plotted([0, 0], 10) == "  "
    assert plotted([0, 1, 50, 100], 3) == "▁▄█"


def test_one_screen_for_scripts(twin: Hands, capsys: pytest.CaptureFixture[str]) -> None:
    said = output(["tower", "monitor", "--once", "--port", twin.port], capsys)
    # A line is cut at 80 columns.
    assert twin.port[:40] in said
    rows = [line.split() for line in said.splitlines() if line[:4].strip().isdigit()]
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    assert all(row[4].isdigit() for row in rows)


def test_live_in_a_terminal_until_q(twin: Hands) -> None:
    """80x24; cubes show up; q ends it and the terminal is as before."""
    near, far = os.openpty()
    fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    before = termios.tcgetattr(far)
    command = [sys.executable, "-m", "turmwart", "tower", "monitor", "--port", twin.port]
    process = subprocess.Popen(command, stdin=far, stdout=far, stderr=far)
    screen = ""

    def shown(what: Callable[[str], bool]) -> bool:
        nonlocal screen
        if select.select([near], [], [], 0.05)[0]:
            screen += os.read(near, 65_536).decode("utf-8", "replace")
        return what(screen.split("\x1b[H")[-1])

    try:
        until(lambda: shown(lambda last: "q: end" in last))
        fallen = twin.throw("a", {"red": 12, "blue": 12}).fallen.total
        assert fallen > 0

        def counted(last: str) -> int:
            """All cubes in the line of colours."""
            line = next((line for line in last.splitlines() if line.startswith("cubes: ")), "")
            return sum(int(number) for number in re.findall(r"\d+", line.split("\x1b")[0]))

        until(lambda: shown(lambda last: counted(last) == fallen))
        os.write(near, b"q")
        until(lambda: shown(lambda last: False) or process.poll() is not None)
        assert process.returncode == 0
        until(lambda: shown(lambda last: "\x1b[?1049l" in last))
        assert termios.tcgetattr(far) == before
    finally:
        process.kill()
        process.wait()
        os.close(near)
        os.close(far)


# -- record and replay ---------------------------------------------------------------------------


def recorded(twin: Hands, path: Path, throws: Callable[[], None]) -> None:
    """Record what the tower tells while cubes are thrown; ended by Ctrl+C."""
    command = [sys.executable, "-m", "turmwart", "tower", "record", str(path), "--port", twin.port]
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        # Whoever runs the tests in the background may have had Ctrl+C ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        until(lambda: path.exists() and path.read_text().endswith("\n"))
        throws()
        events = twin.status()["events"]
        until(lambda: path.read_text().count('"count"') >= events)
        process.send_signal(signal.SIGINT)
        assert process.wait(DEADLINE_S) == 0
    finally:
        process.kill()
        process.wait()


def test_a_record_is_judged_anew(
    twin: Hands, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "throw.jsonl"
    fallen: Counter[str] = Counter()

    def throws() -> None:
        for number in range(3):
            fallen.update(twin.throw(f"{number}", {"red": 4, "blue": 4}).fallen.as_dict())

    recorded(twin, path, throws)
    told = json.loads(output(["tower", "replay", str(path), "--json"], capsys))
    # On a busy machine the simulated sensor may miss samples; then there is doubt, not error.
    assert (fallen - Counter(told["colours"])).total() <= told["doubtful"]
    assert told["cubes"] == sum(fallen.values())
    assert told["cubes"] == sum(n for lane in told["lanes"].values() for n in lane.values())
    expected = ",".join(f"{colour}={n}" for colour, n in told["colours"].items())
    assert (told["lost"], told["reboots"]) == (0, 0)
    output(["tower", "replay", str(path), "--expect", expected], capsys)
    said = output(["tower", "replay", str(path), "--expect", f"{expected},green=1"], capsys, 1)
    assert "green" in said.splitlines()[-1]
    head = json.loads(path.read_text().splitlines()[0])
    assert (head["kind"], head["protocol"], head["lanes"]) == ("head", messages.PROTOCOL, 4)
    refused(["tower", "record", str(path), "--port", twin.port], capsys, str(path))


def test_nothing_that_waits_for_a_table_is_taken_from_the_board(
    twin: Hands, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fallen = twin.throw("before", {"red": 6}).fallen
    path = tmp_path / "quiet.jsonl"
    output(["tower", "record", str(path), "--seconds", "0.2", "--port", twin.port], capsys)
    assert json.loads(output(["tower", "replay", str(path), "--json"], capsys))["cubes"] == 0
    assert "--all" in output(["tower", "replay", str(path)], capsys)
    told = json.loads(output(["tower", "replay", str(path), "--json", "--all"], capsys))
    assert told["cubes"] == fallen.total
    link = Listening(twin.port)
    link.connected()
    link.transport.close()
    assert link.waiting == twin.status()["events"] > 0


@pytest.mark.parametrize("record", sorted(RECORDS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_records_of_what_once_happened(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each record has its truth beside it; a failure at a table becomes one more pair."""
    truth = record.with_suffix(".expect").read_text().strip()
    output(["tower", "replay", str(record), "--expect", truth], capsys)


@pytest.mark.parametrize(
    "line",
    [
        "no JSON",
        "[]",
        '{"at_ms": 1}',
        '{"at_ms": 1, "kind": "riddle"}',
        '{"at_ms": 1, "kind": "CUBE", "boot": 1, "count": 0, "payload": "00"}',
        '{"at_ms": 1, "kind": "CUBE", "boot": 1, "count": 0, "payload": "xy"}',
    ],
)
def test_a_line_that_cannot_be_understood_is_named(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(f'{{"at_ms": 0, "kind": "disconnected"}}\n{line}\n')
    refused(["tower", "replay", str(path)], capsys, str(path), "line 2")


def test_without_a_board_no_file_is_begun(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.jsonl"
    refused(["tower", "record", str(path), "--port", str(tmp_path / "nowhere")], capsys, "nowhere")
    assert not path.exists()


def test_records_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(["tower", "replay", str(tmp_path / "none.jsonl")], capsys, "none.jsonl")
    newer = tmp_path / "newer.jsonl"
    newer.write_text('{"at_ms": 0, "kind": "head", "format": 9}\n')
    refused(["tower", "replay", str(newer)], capsys, "9")
    refused(["tower", "replay", str(newer), "--expect", "red"], capsys, "red=3")


# -- calibrate -----------------------------------------------------------------------------------


def test_calibrated_from_the_first_cube_to_the_result(
    twin: Hands, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "home" / "journal.sqlite"
    common = ["--set", "ours", "--journal", str(journal)]
    argv = ["tower", "calibrate", *common, "--twin", str(twin.folder), "--each", "3"]
    said = output([*argv, "--colours", "red,blue"], capsys)
    assert "Result: " in said
    cubes = load(journal, "ours")
    assert set(cubes.lanes) == {0, 1, 2, 3}
    assert {reference.colour for reference in cubes.palette} == {"red", "blue"}
    # All that was shown is forgotten by the board: no table will ask what fell here.
    link = Listening(twin.port)
    link.connected()
    link.transport.close()
    assert link.waiting == 0
    twin.throw("for a table", {"red": 9})
    refused([*argv, "--colours", "red,blue"], capsys, "--discard")
    refused(["tower", "calibrate", "--set", "a/b", "--port", twin.port], capsys, "a/b")
    refused([*argv, "--colours", "red"], capsys, "red")
    record = RECORDS / "three_cubes.jsonl"
    said = output(["tower", "replay", str(record), *common], capsys)
    assert "3 cubes" in said


class Scripted:
    """A link that hands over prepared cubes, and a person who types prepared answers."""

    def __init__(self, rounds: list[list[PassageSeen]], answers: list[str]) -> None:
        self.rounds = rounds
        self.answers = answers
        self.told: list[str] = []
        self.forgotten = 0

    def take(self) -> list[Heard]:
        return []

    def during(self, seconds: float) -> list[Heard]:
        return [Heard(0, event, False) for event in self.rounds.pop(0)]

    def acknowledge(self, heard: Heard) -> None:
        self.forgotten += 1

    def ask(self, question: str) -> str:
        self.told.append(question)
        answer = self.answers.pop(0)
        if answer == "eof":
            raise EOFError
        return answer

    def person(self) -> Person:
        return Person(self, self.ask, self.told.append)  # type: ignore[arg-type]


def test_a_person_is_guided_and_a_round_that_went_wrong_shown_again() -> None:
    one, other = passage(0), passage(1)
    # Red: lane 1 whole at once; lane 2 one too few and shown again. Blue: one of two came through
    # another lane and what came is kept; lane 2 is skipped.
    rounds = [[one, one], [other], [other, other], [one, other]]
    script = Scripted(rounds, ["", "", "", "", "", "k", "s"])
    shown = [(c, cube.message.lane) for c, cube in script.person().show(("red", "blue"), 2, 2)]
    assert shown == [("red", 0), ("red", 0), ("red", 1), ("red", 1), ("blue", 0)]
    assert script.forgotten == 7
    assert "2 red cubes" in script.told[0]
    complaints = [line for line in script.told if "were expected" in line]
    assert "1 came through this lane, 0 through others" in complaints[0]
    assert "1 came through this lane, 1 through others" in complaints[1]
    assert (script.rounds, script.answers) == ([], [])


def test_a_person_may_stop() -> None:
    for answer in ("q", "eof"):
        script = Scripted([], [answer])
        with pytest.raises(InputError) as caught:
            list(script.person().show(("red",), 1, 1))
        assert caught.value.text_id == "cli.tower.calibrate.stopped"


def test_colours_that_are_too_close_are_named_with_what_helps() -> None:
    samples = Samples()
    cube = messages.Cube(2, 0, 3, 400, 200, 100, 90)
    for n in range(6):
        for colour, more in (("red", 0), ("scarlet", 1), ("blue", 150)):
            seen = cube._replace(blue=cube.blue + more + n % 2, red=cube.red - more // 2)
            samples.add((colour, CubePassed(7, n, b"", seen)))
    lines = warnings(samples.learnt("x"))
    assert "lane 3: red and scarlet" in lines[0]
    assert len(lines) == 2
    assert "What to do" in lines[1]
    with pytest.raises(InputError):
        Samples().learnt("x")


def test_the_result_tells_right_doubtful_and_wrong() -> None:
    accuracy = Accuracy()
    red = passage()
    accuracy.add(("red", red), shipped())
    accuracy.add(("blue", red), shipped())
    torn = passage(flags=messages.PASSAGE_RING)
    accuracy.add(("red", torn), shipped())
    assert (accuracy.shown, accuracy.right, accuracy.doubtful, accuracy.wrong) == (3, 1, 1, 1)
    lines = in_lines(accuracy)
    assert "1 of 3 right (33.3 %)" in lines[0]
    assert "blue taken for red: 1" in lines[1]
    assert light_of_one(torn) is None
    assert light_of_one(red) is not None


def test_a_set_is_replaced_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "journal.sqlite"
    samples = Samples()
    for n in range(4):
        cube = messages.Cube(0, 0, 3, 400 + n, 200, 100, 90)
        samples.add(("red", CubePassed(7, n, b"", cube)))
        samples.add(("blue", CubePassed(7, n, b"", cube._replace(red=90, blue=200))))
    cubes = samples.learnt("ours")
    path = save(journal, cubes)
    assert load(journal, "ours") == cubes
    old = path.read_text()

    def fails(source: object, target: object) -> None:
        raise OSError("full")

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(InputError):
        save(journal, samples.learnt("ours"))
    assert path.read_text() == old


def test_sets_that_cannot_be_used(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    for name in ("", "a b", "../x", "x" * 61):
        with pytest.raises(InputError):
            path_of(journal, name)
    with pytest.raises(InputError) as caught:
        load(journal, "none")
    assert caught.value.text_id == "cli.tower.no_set"
    damaged = path_of(journal, "damaged")
    damaged.parent.mkdir()
    for text in ("no toml [", "format = 1", "lanes = 3\n[[colour]]\nid = 'red'"):
        damaged.write_text(text)
        with pytest.raises(InputError) as caught:
            load(journal, "damaged")
        assert caught.value.text_id == "cli.tower.damaged_set"


# -- flash ---------------------------------------------------------------------------------------


def test_a_running_program_is_asked_to_end(twin: Hands) -> None:
    """The board starts anew; where events wait for a table it is left alone."""
    boot = twin.status()["boot"]
    twin.throw("a", {"red": 9})
    assert twin.status()["events"] > 0
    with pytest.raises(InputError) as caught:
        tower_flash._stop_program(twin.port, discard=False)
    assert caught.value.text_id == "cli.tower.flash.waiting"
    assert twin.status()["boot"] == boot
    tower_flash._stop_program(twin.port, discard=True)
    until(lambda: twin.status()["boot"] != boot)


# -- a table whose tower comes later --------------------------------------------------------------


async def test_a_tower_that_is_plugged_in_later(
    twin: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``--tower auto``: the table opens without a board and takes it when it comes."""
    plugged: list[SimpleNamespace] = []
    late = partial(Transport, comports=lambda: plugged)
    monkeypatch.setattr(table_board, "Transport", late)
    monkeypatch.setattr("turmwart.cli.towers.ANSWER_S", 0.2)
    told: list[Message] = []
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        table = Table.create(
            journal,
            "evening",
            load_game("wallenstein"),
            Setup(SEATS, "s1", demo_board()),
            palette=default_palette(),
            clock=clock,
        )
        table.bus.subscribe(told.append)
        task = asyncio.create_task(RealTower("auto").accompany(table))

        def said(text_id: str) -> bool:
            return any(isinstance(m, LinkChanged) and m.text_id == text_id for m in told)

        async with asyncio.timeout(DEADLINE_S):
            while not said("link.none_found"):
                await asyncio.sleep(0.01)
            plugged.append(
                SimpleNamespace(
                    device=twin.port, vid=0x2E8A, pid=5, serial_number="E66", description="Board"
                )
            )
            while not said("tower.link.connected"):
                await asyncio.sleep(0.01)
            settled = await asyncio.to_thread(twin.throw, "a", {"red": 8})
            while sum(row.kind == "cube" for row in journal.evidence("evening")) == 0:
                await asyncio.sleep(0.01)
        assert settled.events > 0
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        table.close()
    assert "link" not in [thread.name for thread in threading.enumerate()]


def test_bench_has_its_options() -> None:
    """The words of the command line, as scripts use them."""
    from turmwart.cli.main import _parser

    argv = ["tower", "bench", "--lanes", "1", "--throws", "7", "--seed", "3", "--json"]
    wish: argparse.Namespace = _parser().parse_args(argv)
    assert (wish.run, wish.lanes, wish.throws, wish.seed, wish.json) == (
        "tower_bench:run", 1, 7, 3, True
    )  # fmt: skip
