"""The twin end to end: real firmware, real frames, a real pseudo-terminal, pyserial at its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import serial

from turmwart.errors import TwinError
from turmwart.kernel.cubes import Cubes
from turmwart.tower.colour import Sample, classify, palette_of
from turmwart.tower.light import peak_blur
from turmwart.twin import script
from turmwart.twin.hands import Hands, start_twin
from turmwart.twin.physics import palette
from turmwart_wire.messages import ALL_SENSORS, CONFIG, Config, Cube, pack_config

if TYPE_CHECKING:
    from conftest import Reader

Start = Callable[..., Hands]

FILLING = {"red": 8, "blue": 8, "yellow": 8, "purple": 7, "black": 7, "green": 7}
SHIPPED = Path(__file__).parents[2] / "host" / "turmwart" / "tower" / "palette.toml"


def colours(cubes: list[Cube], among: Mapping[str, object] | None = None) -> list[str]:
    """Read the colours with the shipped palette; hardly ever one is doubtful."""
    references = palette_of(tomllib.loads(SHIPPED.read_text("utf-8")))
    found = []
    doubtful = []
    for cube in cubes:
        sample = Sample(cube.clear, cube.red, cube.green, cube.blue)
        colour = classify(sample, references, among, peak_blur(sample.clear))
        if colour.doubt >= 100:
            doubtful.append((cube, colour))
        found.append(colour.colour)
    # The noise of a sample differs from run to run, and its tails are long.
    assert len(doubtful) <= 1 + len(cubes) // 100, doubtful
    return found


def kill(hands: Hands) -> None:
    """Cut the power of the twin and wait until it is gone."""
    pid = int(hands.status()["pid"])
    os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while Path(f"/proc/{pid}").exists() and "Z" not in _process_state(pid):
        assert time.monotonic() < deadline
        time.sleep(0.005)


def _process_state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return "Z"


@pytest.mark.parametrize("interpreter", ["auto", "cpython"])
def test_filling_arrives_cube_by_cube(start: Start, reader: Reader, interpreter: str) -> None:
    """45 cubes thrown: what falls arrives once, in order, each with its colour."""
    hands = start(interpreter=interpreter)
    settled = reader.throw(hands, "filling", FILLING)
    assert settled.fallen + settled.tower == Cubes.from_counts(FILLING)
    assert settled.tray == settled.fallen
    assert 20 < settled.fallen.total < 40
    assert tuple(colours(reader.cubes, FILLING)) == settled.order
    assert reader.gaps == 0
    assert reader.decoder.bad <= 1  # whoever opens the port may come in the middle of a HELLO
    status = hands.status()
    assert status["settled"]
    assert status["events"] == settled.events == settled.fallen.total
    assert status["interpreter"] == ("micropython" if interpreter == "auto" else "cpython")


def test_all_colours_of_the_palette_are_told_apart(start: Start, reader: Reader) -> None:
    """300 cubes of eleven colours, none mistaken by the shipped palette."""
    hands = start(seed=99)
    order: list[str] = []
    for number in range(8):
        settled = reader.throw(hands, f"t{number}", dict.fromkeys(palette(), 4), lift_tray=False)
        order += settled.order
    assert len(order) > 250
    assert colours(reader.cubes) == order


def test_same_seed_and_ids_give_the_same_cubes(
    start: Start, reader: Reader, new_reader: Callable[[], Reader], tmp_path: Path
) -> None:
    """Two twins of one seed: the same truth, and the same cubes seen."""
    seen: list[tuple[Any, list[str]]] = []
    for _ in range(2):
        hands = start(seed=5)
        host = new_reader()
        for number in range(3):
            host.throw(hands, f"t{number}", {"red": 6, "black": 6})
        seen.append((hands.truth()["log"], colours(host.cubes)))
        hands.stop()
        (tmp_path / "twin" / "truth.json").unlink()
    assert seen[0] == seen[1]


def test_real_time_takes_its_time(start: Start, reader: Reader) -> None:
    """At speed 2 the cubes pass in half of their board time, and all are seen."""
    hands = start(speed=2)
    begun = time.monotonic()
    settled = reader.throw(hands, "t", {"blue": 30})
    span_s = time.monotonic() - begun
    board_s = (reader.cubes[-1].ticks_ms - reader.cubes[0].ticks_ms) / 1000
    assert len(reader.cubes) == settled.fallen.total
    assert span_s > board_s / 2


def test_an_id_never_pours_twice(start: Start, reader: Reader) -> None:
    """The same id again, also while the cubes still fall, only answers."""
    hands = start(speed=1)
    with ThreadPoolExecutor(3) as threads:
        asked = [threads.submit(hands.throw, "t", {"red": 10}) for _ in range(3)]
        reader.until(lambda: all(each.done() for each in asked))
    first = asked[0].result()
    assert [each.result() for each in asked] == [first] * 3
    assert hands.throw("t", {"red": 10}) == first
    assert len(hands.truth()["log"]) == 1
    reader.until_events(first.events)
    assert len(reader.cubes) == first.fallen.total
    with pytest.raises(TwinError, match="id_used"):
        hands.throw("t", {"red": 11})
    assert len(hands.truth()["log"]) == 1


def test_hands_take_put_and_lift(start: Start, reader: Reader) -> None:
    """Cubes go by hand out of the tray and into it; what is lifted falls again."""
    hands = start()
    fallen = reader.throw(hands, "a", {"red": 12, "blue": 12}).fallen
    with pytest.raises(TwinError, match="not_in_tray"):
        hands.take("b", {"red": 13})
    assert hands.take("c", fallen.only("red")).tray == fallen.only("blue")
    assert hands.take("c", fallen.only("red")).tray == fallen.only("blue")
    assert hands.put("d", {"green": 2}).tray == fallen.only("blue") + Cubes.of(green=2)
    settled = reader.throw(hands, "e", {})
    total = Cubes.of(red=12, blue=12, green=2) - fallen.only("red")
    assert settled.tower + settled.tray == total
    assert settled.tray == settled.fallen
    assert len(reader.cubes) == fallen.total + settled.fallen.total


@pytest.mark.rule("W-BATTLE-36")
def test_a_cube_that_falls_by_itself_is_seen_and_stays_in_the_tray(
    start: Start, reader: Reader
) -> None:
    """Time passes until one falls: the sensor sees it, and it lies in the tray."""
    hands = start()
    before = reader.throw(hands, "a", FILLING)
    for number in range(200):
        settled = hands.drift(f"d{number}")
        if settled.fallen:
            break
    assert settled.fallen.total == 1
    assert settled.tray == before.tray + settled.fallen
    assert settled.tower == before.tower - settled.fallen
    reader.until_events(settled.events)
    assert colours(reader.cubes[-1:]) == list(settled.order)
    assert len(reader.cubes) == before.fallen.total + 1


def test_host_killed_again_and_again(start: Start, reader: Reader, tmp_path: Path) -> None:
    """kill -9 among falling cubes, five times: stored cubes are each there once, in order."""
    hands = start(speed=1)
    file = tmp_path / "stored"
    file.touch()
    victim = Path(__file__).with_name("victim.py")
    throws = []
    with ThreadPoolExecutor(1) as thread:
        for number in range(5):
            few = dict.fromkeys(FILLING, 3)
            throws.append(thread.submit(hands.throw, f"t{number}", few, lift_tray=False))
            before = len(file.read_bytes().splitlines())
            process = subprocess.Popen([sys.executable, str(victim), hands.port, str(file)])
            deadline = time.monotonic() + 20
            while len(file.read_bytes().splitlines()) < before + 3:
                assert time.monotonic() < deadline
                time.sleep(0.001)
            process.kill()
            process.wait()
    settled = [throw.result() for throw in throws]
    # A host does not know how far the one before it came, so the board sends again what it did
    # not see acknowledged; a double is told by board time and samples.
    lines = [line.split() for line in file.read_text().splitlines()]
    boots = {int(line[0]) for line in lines}
    stored = list(dict.fromkeys(Cube(*map(int, line[1:])) for line in lines))
    reader.boot, reader.expected = boots.pop(), len(stored)
    assert not boots
    reader.until_events(settled[-1].events)
    order = [colour for each in settled for colour in each.order]
    assert colours(stored + reader.cubes, FILLING) == order
    assert reader.gaps == 0


def test_reboot_loses_what_was_not_acknowledged_and_says_so(start: Start, reader: Reader) -> None:
    """A new boot id, counts from 0 again; the truth is as before, and new cubes arrive."""
    hands = start()
    first = reader.throw(hands, "a", {"red": 10})
    boot = reader.boot
    reader.close()
    unseen = hands.throw("b", {"blue": 4})
    hands.reboot()
    assert hands.truth()["tray"] == unseen.tray.as_dict()
    third = reader.throw(hands, "c", {"green": 9})
    assert reader.boot not in (None, boot)
    assert third.events == third.fallen.total
    assert colours(reader.cubes) == [*first.order, *third.order]


def test_reboot_in_the_middle_of_a_throw_settles_it(start: Start, reader: Reader) -> None:
    """Cubes on their way have fallen all the same; the answer comes, the board has not seen all."""
    hands = start(speed=1)
    with ThreadPoolExecutor(1) as thread:
        throwing = thread.submit(hands.throw, "a", FILLING)
        reader.until(lambda: len(reader.cubes) >= 3)
        hands.reboot()
        settled = throwing.result(timeout=20)
    assert settled.events < settled.fallen.total
    assert hands.truth()["tray"] == settled.fallen.as_dict()


def test_power_cut(start: Start, reader: Reader) -> None:
    """Twin killed in the middle of a throw: its truth stands, nothing is shown or poured twice."""
    hands = start(speed=1)
    with ThreadPoolExecutor(1) as thread:
        throwing = thread.submit(hands.throw, "a", FILLING)
        reader.until(lambda: len(reader.cubes) >= 3)
        kill(hands)
        with pytest.raises(TwinError, match="silent"):
            throwing.result(timeout=20)
    seen = len(reader.cubes)
    boot = reader.boot
    again = start()
    settled = again.throw("a", FILLING)
    assert settled.fallen + settled.tower == Cubes.from_counts(FILLING)
    assert (settled.fallen.total > seen, settled.events) == (True, 0)
    assert len(again.truth()["log"]) == 1
    later = reader.throw(again, "b", {"red": 5})
    assert reader.boot != boot
    assert later.events == later.fallen.total == len(reader.cubes) - seen


def test_only_one_twin_in_a_folder(start: Start) -> None:
    """A second start finds the first; a second process in the same folder gives up."""
    hands = start()
    pid = hands.status()["pid"]
    assert start().status()["pid"] == pid
    done = subprocess.run(
        [sys.executable, "-m", "turmwart.twin.process", "--dir", str(hands.folder)],
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == 3
    assert "Another simulated tower" in done.stderr
    with pytest.raises(TwinError, match="other_seed"):
        start(seed=8)


def test_survives_those_who_started_it_and_ends_when_idle(tmp_path: Path) -> None:
    """A session of its own: the starter ends, the twin answers, then ends by itself."""
    folder = tmp_path / "twin"
    starter = (
        "import sys; from turmwart.twin.hands import start_twin; "
        "start_twin(sys.argv[1], 1, 0, idle_s=0.7)"
    )
    subprocess.run([sys.executable, "-c", starter, str(folder)], check=True, timeout=30)
    hands = Hands(folder)
    pid = int(hands.status()["pid"])
    assert os.getsid(pid) == pid
    deadline = time.monotonic() + 15
    while (folder / "control").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert not (folder / "port").is_symlink()
    with pytest.raises(TwinError, match="silent"):
        hands.status()


def test_lives_on_while_a_host_only_listens(tmp_path: Path) -> None:
    """A table that thinks for long says nothing to the board; the twin stays, and then ends."""
    hands = start_twin(tmp_path / "twin", 1, 0, idle_s=1.0)
    with serial.Serial(hands.port, timeout=0.05) as port:
        deadline = time.monotonic() + 3
        while time.monotonic() < deadline:
            port.read(100)
        assert (tmp_path / "twin" / "control").exists()
        assert hands.status()["plugged"]
    deadline = time.monotonic() + 15
    while (tmp_path / "twin" / "control").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_speed_of_a_living_twin_changes(start: Start, reader: Reader) -> None:
    """Begun at a crawl, then as fast as the host: the throw that hung goes through."""
    hands = start(speed=0.01)
    with ThreadPoolExecutor(1) as thread:
        throwing = thread.submit(hands.throw, "a", FILLING)
        reader.until(lambda: hands.status()["settled"] is False)
        assert start(speed=0).status()["speed"] == 0
        reader.until(throwing.done)
    reader.until_events(throwing.result().events)
    assert len(reader.cubes) == throwing.result().fallen.total


def test_stopped_and_started_at_once(start: Start) -> None:
    """A new twin takes over from one that is just ending, and goes on from its truth."""
    for number in range(5):
        hands = start()
        tray = hands.put(f"p{number}", {"red": 1}).tray
        assert tray == Cubes.of(red=number + 1)
        hands.stop()


def test_long_folder_names_work(tmp_path: Path) -> None:
    """Names longer than a socket may have are no obstacle."""
    hands = start_twin(tmp_path / ("long" * 20) / ("name" * 20), 1, 0, idle_s=60)
    try:
        assert hands.put("p", {"red": 1}).tray == Cubes.of(red=1)
    finally:
        hands.stop()


def test_unplugged_and_replugged(start: Start, reader: Reader) -> None:
    """The port vanishes in the middle of a throw and comes back under its name; nothing is lost."""
    hands = start(speed=5)
    with ThreadPoolExecutor(1) as thread:
        throwing = thread.submit(hands.throw, "a", FILLING)
        for pulled, count in ((1, 3), (2, 9)):
            reader.until(lambda count=count: len(reader.cubes) >= count)
            hands.unplug()
            assert not os.path.lexists(hands.port)
            reader.until(lambda pulled=pulled: reader.hang_ups == pulled)
            hands.replug()
            assert os.path.exists(hands.port)
        reader.until(throwing.done)
    settled = throwing.result()
    reader.until_events(settled.events)
    assert colours(reader.cubes, FILLING) == list(settled.order)
    assert reader.gaps == 0


@pytest.mark.parametrize("seed", range(12))
def test_scripts_of_faults_lose_and_double_nothing(start: Start, reader: Reader, seed: int) -> None:
    """Lost, doubled, torn, reordered, flipped bytes, a pulled cable: each cube once, in order."""
    hands = start(seed=seed)
    faults = script.generate(seed, 8, 24)
    assert hands.fault(script.render(faults)) == len(faults)
    settled = reader.throw(hands, "a", FILLING)
    assert tuple(colours(reader.cubes, FILLING)) == settled.order
    assert reader.gaps == 0
    assert hands.status()["faults_left"] < len(faults)


def test_configuration_reaches_the_sensor(start: Start, reader: Reader) -> None:
    """A CONFIG comes back as in force, and higher thresholds hide the dark cubes."""
    hands = start()
    reader.until(lambda: bool(reader.hellos))
    wanted = Config(ALL_SENSORS, 200, 150, 1, 2)
    reader.send(CONFIG, pack_config(wanted))
    reader.until(lambda: wanted in reader.configs)
    settled = reader.throw(hands, "a", {"black": 20, "yellow": 20})
    assert colours(reader.cubes) == ["yellow"] * settled.fallen["yellow"]


def test_touching_cubes_make_the_sensor_count_too_few(start: Start, reader: Reader) -> None:
    """A dirty tower on purpose: the sensor misses cubes, the truth does not."""
    hands = start(touching=0.5)
    settled = reader.throw(hands, "a", FILLING)
    assert settled.events == len(reader.cubes) < settled.fallen.total


@pytest.mark.parametrize(
    "request_",
    [
        {"op": "dance"},
        {"op": "throw", "cubes": {"red": 1}},
        {"op": "throw", "id": "a", "cubes": {"red": -1}},
        {"op": "throw", "id": "a", "cubes": {"red": True}},
        {"op": "throw", "id": "a", "cubes": ["red"]},
        {"op": "throw", "id": "a", "cubes": {"pink": 1}},
        {"op": "fault", "script": "up frame lose"},
        {"op": "speed", "speed": -1},
    ],
)
def test_nonsense_is_refused_and_changes_nothing(start: Start, request_: dict[str, object]) -> None:
    """One clear error each, and the truth is as before."""
    hands = start()
    before = hands.truth()
    with pytest.raises(TwinError):
        hands.ask(**request_)
    assert hands.truth() == before


def test_twin_that_cannot_start_says_why(tmp_path: Path) -> None:
    """A damaged truth file: the reason is in the error, the file is left alone."""
    (tmp_path / "truth.json").write_text("{")
    with pytest.raises(TwinError) as error:
        start_twin(tmp_path, 1, 0)
    assert error.value.text_id == "twin.not_started"
    assert "truth.json is damaged" in error.value.values["reason"]
    assert (tmp_path / "truth.json").read_text() == "{"
