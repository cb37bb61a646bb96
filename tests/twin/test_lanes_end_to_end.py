"""Four lanes with beams before the real firmware: each passage of the truth arrives once."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from turmwart.twin.hands import Hands
from turmwart_wire import messages
from turmwart_wire.messages import FAULT_BACK, FAULT_BUS, Passage

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Reader

Start = Callable[..., Hands]

FILLING = {"red": 8, "blue": 8, "yellow": 8, "purple": 7, "black": 7, "green": 7}


def truth_by_lane(hands: Hands) -> Counter[int]:
    """How many passages each lane had, of all throws."""
    return Counter(p["lane"] for entry in hands.truth()["log"] for p in entry["passages"])


@pytest.mark.parametrize(
    ("disturbance", "lanes", "interpreter"),
    [
        ("none", 4, "auto"),
        ("default", 4, "auto"),
        ("default", 1, "auto"),
        ("default:2", 8, "auto"),
        ("default", 4, "cpython"),
    ],
)
def test_each_passage_arrives_once(
    start: Start, reader: Reader, disturbance: str, lanes: int, interpreter: str
) -> None:
    """Lane by lane as many as the truth has, with the times of the beams."""
    hands = start(lanes=lanes, beams=True, disturbance=disturbance, interpreter=interpreter)
    for number in range(3):
        reader.throw(hands, f"t{number}", FILLING, lift_tray=False)
    seen = [p for p in reader.passages if not p.flags & messages.PASSAGE_ONLY_B]
    assert Counter(p.lane for p in seen) == truth_by_lane(hands)
    assert reader.gaps == 0
    status = hands.status()
    assert (status["lanes"], status["beams"]) == (lanes, True)
    # The truth's times of A, in the order of each lane, are what the board measured.
    for lane in range(lanes):
        darks = [
            p["a_us"][1] - p["a_us"][0]
            for entry in hands.truth()["log"]
            for p in entry["passages"]
            if p["lane"] == lane
        ]
        measured = [p.a_dark_us for p in seen if p.lane == lane]
        assert measured == pytest.approx(darks, abs=60)


def peak(passage: Passage) -> tuple[int, ...]:
    """The brightest sample, above the empty window."""
    return max((tuple(sample[1:]) for sample in passage.samples), key=lambda counts: counts[0])


def peak_colour(passage: Passage) -> tuple[float, ...]:
    """Shares of red, green and blue at the peak."""
    clear, *others = peak(passage)
    return tuple(each / clear for each in others)


def test_colours_are_in_the_samples(start: Start, reader: Reader) -> None:
    """Red and blue cubes, far apart by their peaks: as many of each as fell."""
    hands = start(lanes=4, beams=True, disturbance="default", touching=0.0)
    fallen = reader.throw(hands, "t", {"red": 20, "blue": 20}).fallen
    found = Counter(
        "red" if peak_colour(p)[0] > peak_colour(p)[2] else "blue" for p in reader.passages
    )
    assert found == Counter(fallen.as_dict())


def test_flicker_and_daylight_stay_out_of_the_samples(
    start: Start, reader: Reader, tmp_path: Path
) -> None:
    """A black cube is darker by the 16 counts of foreign light that it keeps off, and no more."""
    peaks = []
    for name, text in (("plain", ""), ("lamps", "flicker_counts = 6\nambient_counts = 10\n")):
        path = tmp_path / f"{name}.toml"
        path.write_text(text)
        hands = start(lanes=2, beams=True, disturbance=str(path))
        reader.throw(hands, "warm", {"black": 1})
        reader.passages.clear()
        for number in range(3):
            reader.throw(hands, f"t{number}", {"black": 20}, lift_tray=False)
        peaks.append(sum(peak(p)[0] for p in reader.passages) / len(reader.passages))
        hands.stop()
        (hands.folder / "truth.json").unlink()
        reader.close()
    assert peaks[0] - peaks[1] == pytest.approx(16, abs=4)


def test_bus_outages_cost_colours_not_counts(start: Start, reader: Reader, tmp_path: Path) -> None:
    """Sensors that go dumb again and again: told, taken up again, every passage counted."""
    path = tmp_path / "bus.toml"
    path.write_text("bus_errors_per_1000 = 2\nbus_outages_per_hour = 1500\n")
    hands = start(lanes=4, beams=True, disturbance=str(path))
    for number in range(4):
        reader.throw(hands, f"t{number}", FILLING, lift_tray=False)
    assert Counter(p.lane for p in reader.passages) == truth_by_lane(hands)
    assert {fault.code for fault in reader.faults} >= {FAULT_BUS, FAULT_BACK}
    assert any(p.flags & messages.PASSAGE_BUS and p.count == 0 for p in reader.passages)


def test_brown_out_during_a_throw_starts_the_board_anew(
    start: Start, reader: Reader, tmp_path: Path
) -> None:
    """The throw is settled, the boot is another one, STATE counts the reset."""
    path = tmp_path / "dip.toml"
    path.write_text("brown_out_share = 0.95\n")
    hands = start(lanes=4, beams=True, disturbance=str(path))
    reader.until(lambda: bool(reader.hellos))
    boot = reader.boot
    number = 0
    while hands.status()["resets"] == 0:
        settled = hands.throw(f"t{number}", FILLING, lift_tray=False)
        number += 1
    assert settled.events < settled.fallen.total
    reader.until(lambda: reader.boot != boot)
    reader.send(messages.STATE_ASK, b"")
    reader.until(lambda: any(kind == messages.STATE for kind, _ in reader.answers))
    states = [messages.unpack_state(p) for kind, p in reader.answers if kind == messages.STATE]
    assert (states[-1].resets, states[-1].cause) == (1, messages.RESET_OTHER)
    assert states[-1].board.startswith(b"tw")
    assert len(states[-1].bus_errors) == 4


def test_kept_configuration_outlives_a_reboot(start: Start, reader: Reader) -> None:
    """KEEP writes to the twin's flash; the next boot has it in force."""
    hands = start(lanes=2, beams=True)
    reader.until(lambda: bool(reader.hellos))
    wanted = messages.Config(1, 50, 40, 2, 1)
    reader.send(messages.CONFIG, messages.pack_config(wanted))
    reader.send(messages.KEEP, messages.pack_byte(messages.KEEP_IN_FORCE))
    kept = messages.pack_kept(messages.Kept(messages.KEEP_IN_FORCE, messages.KEPT_DONE))
    reader.until(lambda: (messages.KEPT, kept) in reader.answers)
    assert os.listdir(hands.folder / "flash") == ["turmwart.cfg"]
    hands.reboot()
    boot = reader.boot
    reader.until(lambda: reader.boot != boot)
    reader.configs.clear()
    reader.until(lambda: wanted in reader.configs)


def test_truth_tells_lanes_and_colours(start: Start, reader: Reader) -> None:
    """The log's passages hold each cube of the throw once."""
    hands = start(lanes=4, beams=True, disturbance="default")
    reader.throw(hands, "t", FILLING)
    entry = hands.truth()["log"][-1]
    told = Counter(colour for p in entry["passages"] for colour in p["colours"])
    assert told == Counter(entry["fallen"])
    assert json.loads((hands.folder / "truth.json").read_text())["log"][-1] == entry
