"""Passages of lanes with beams as evidence: read, doubted, given back; faults that hide cubes."""

from __future__ import annotations

import pytest
from at_table import agreed, asked

from turmwart.kernel.cubes import Cubes
from turmwart.table.palette import default_palette
from turmwart.table.pending import CUBE, FAULT, TRAY, Pending, Seen, passage_of
from turmwart.tower.sight import CameraCount
from turmwart.tower.witness import Books, Question, reconcile
from turmwart_wire import messages
from turmwart_wire.messages import Fault, PassageSample, pack_fault, pack_passage

PALETTE = default_palette()
BOOKS = Books(Cubes.of(red=5, blue=5))
RED = (270, 177, 45, 52)


def payload(
    lane: int = 0,
    flags: int = 0,
    ticks_ms: int = 100,
    *,
    samples: bool = True,
    a_us: int = 9_000,
    b_us: int = 8_400,
) -> bytes:
    """A PASSAGE of one red cube at a usual speed."""
    seen = (
        PassageSample(85, *RED),
        PassageSample(133, *(round(counts * 0.45) for counts in RED)),
    )
    told = messages.Passage(
        lane,
        flags,
        ticks_ms,
        a_us,
        12_500,
        b_us,
        messages.GAP_MORE,
        2,
        (0, 0, 0, 0),
        seen if samples else (),
    )
    return pack_passage(told)


def pending(*seen: tuple[str, bytes], boot: int = 7) -> Pending:
    made = Pending()
    for number, (kind, data) in enumerate(seen):
        made.add(number + 1, Seen("tower", boot, number, kind, data))
    return made


def test_a_passage_is_a_cube() -> None:
    waiting = pending((CUBE, payload()), (CUBE, payload(lane=1)))
    reading = waiting.reading(PALETTE)
    assert reading is not None
    assert reading.cubes == Cubes.of(red=2)
    assert agreed(reconcile(reading, None, BOOKS)) == (Cubes.of(red=2), "tower")
    assert waiting.fallen(PALETTE) == ("red", "red")


@pytest.mark.parametrize("data", [b"", payload()[:-1], bytes(16)], ids=("empty", "torn", "long"))
def test_evidence_that_cannot_be_read_hides_cubes(data: bytes) -> None:
    """An imported table opens whatever was told at it; what fell there the table is asked."""
    reading = pending((CUBE, payload()), (CUBE, data), (TRAY, b"{}")).reading(PALETTE)
    assert reading is not None
    assert reading.lost
    assert reading.cubes == Cubes.of(red=1)


def test_passages_and_cubes_of_lanes_without_beams_add_up() -> None:
    look = next(row for row in PALETTE if row.colour == "blue")
    clear = 230
    counts = [round(clear * share) for share in (look.red, look.green, look.blue)]
    cube = messages.pack_cube(messages.Cube(3, 50, 2, clear, *counts))
    reading = pending((CUBE, cube), (CUBE, payload())).reading(PALETTE)
    assert reading is not None
    assert reading.cubes == Cubes.of(blue=1, red=1)


def test_a_doubtful_number_is_asked_about() -> None:
    reading = pending((CUBE, payload(a_us=4_000, b_us=3_700))).reading(PALETTE)
    assert reading is not None
    assert reading.unsure == ("short",)
    assert asked(reconcile(reading, None, BOOKS))[0] == "unsure"


def test_a_camera_that_counts_the_same_settles_a_doubtful_number() -> None:
    reading = pending((CUBE, payload(a_us=4_000, b_us=3_700))).reading(PALETTE)
    assert reading is not None
    answer = reconcile(reading, CameraCount.of(reading.cubes), BOOKS)
    assert agreed(answer) == (reading.cubes, "tower+camera")


def test_times_torn_by_an_overrun_are_asked_about() -> None:
    reading = pending((CUBE, payload(flags=messages.PASSAGE_RING))).reading(PALETTE)
    assert reading is not None
    assert reading.unsure == ("torn",)


@pytest.mark.parametrize("flag", [messages.PASSAGE_BLIND, messages.PASSAGE_SATURATED])
def test_light_that_cannot_be_trusted_makes_the_colour_doubtful(flag: int) -> None:
    reading = pending((CUBE, payload(flags=flag))).reading(PALETTE)
    assert reading is not None
    assert [cube.colour for cube in reading.doubtful] == ["red"]
    assert reading.unsure == ()


def test_a_cube_without_a_sample_is_counted_and_asked_about() -> None:
    reading = pending((CUBE, payload(flags=messages.PASSAGE_BUS, samples=False))).reading(PALETTE)
    assert reading is not None
    assert (reading.cubes, reading.unseen, reading.total) == (Cubes(), 1, 1)
    assert reading.doubtful == ()


@pytest.mark.parametrize(
    ("faults", "kind"),
    [
        ((), "unseen"),
        ((messages.FAULT_BUS,), "blind"),
        ((messages.FAULT_BUS, messages.FAULT_BACK), "unseen"),
    ],
)
def test_the_question_tells_whether_the_sensor_came_back(
    faults: tuple[int, ...], kind: str
) -> None:
    blank = payload(flags=messages.PASSAGE_BUS, samples=False)
    told = [(FAULT, pack_fault(Fault(code, 0))) for code in faults]
    reading = pending((CUBE, payload()), (CUBE, blank), *told).reading(PALETTE)
    answer = reconcile(reading, None, BOOKS)
    assert asked(answer)[0] == kind
    assert isinstance(answer, Question)
    assert (answer.sensor, answer.unseen) == (Cubes.of(red=1), 1)


@pytest.mark.parametrize(
    ("code", "lost"),
    [
        (messages.FAULT_EDGE, True),
        (messages.FAULT_RING, True),
        (messages.FAULT_UNSEEN, True),
        (messages.FAULT_WATCHDOG, True),
        (99, True),
        (messages.FAULT_SENSOR, False),
        (messages.FAULT_BUS, False),
        (messages.FAULT_BLOCKED, False),
        (messages.FAULT_BLIND, False),
        (messages.FAULT_CONFIG, False),
        (messages.FAULT_BACK, False),
    ],
)
def test_faults_that_may_hide_cubes_beside_beams(code: int, lost: bool) -> None:
    fault = pack_fault(Fault(code, 0))
    reading = pending((FAULT, fault), (CUBE, payload())).reading(PALETTE)
    assert reading is not None
    assert reading.lost is lost


@pytest.mark.parametrize("code", [messages.FAULT_SENSOR, messages.FAULT_BUS])
def test_a_sensor_that_fails_hides_cubes_where_no_beams_count(code: int) -> None:
    fault = pack_fault(Fault(code, 2))
    reading = pending((FAULT, fault), (CUBE, payload(lane=1))).reading(PALETTE)
    assert reading is not None
    assert reading.lost


def test_boots_are_judged_apart() -> None:
    """The second half of a pair belongs to nothing that another boot saw."""
    made = Pending()
    pair = payload(a_us=17_900)
    half = payload(flags=messages.PASSAGE_ONLY_B, ticks_ms=110)
    made.add(1, Seen("tower", 1, 0, CUBE, pair))
    made.add(2, Seen("tower", 2, 0, CUBE, half))
    apart = made.reading(PALETTE)
    together = pending((CUBE, pair), (CUBE, half)).reading(PALETTE)
    assert apart is not None
    assert together is not None
    assert apart.unsure
    assert not together.unsure
    assert together.cubes.total == 2


def test_flags_say_which_beam_saw_nothing() -> None:
    only_a = passage_of(messages.unpack_passage(payload(flags=messages.PASSAGE_ONLY_A)))
    only_b = passage_of(messages.unpack_passage(payload(flags=messages.PASSAGE_ONLY_B)))
    assert (only_a.only_a, only_a.only_b) == (True, False)
    assert (only_b.only_a, only_b.only_b) == (False, True)
    assert only_a.gap_ms is None


def test_lanes_and_cubes_apart_are_told() -> None:
    """A cube that fell nine seconds before the others, and a lane that told nothing this time."""
    made = pending(
        (CUBE, payload(lane=2, ticks_ms=100)),
        (CUBE, payload(lane=0, ticks_ms=1_000)),
        (CUBE, payload(lane=1, ticks_ms=10_000)),
        (CUBE, payload(lane=1, ticks_ms=10_300)),
    )
    made.claim(1, [1])
    reading = made.reading(PALETTE)
    assert reading is not None
    assert (reading.lanes, reading.lanes_before) == ((1, 2, 0), (0, 0, 1))
    assert reading.apart == Cubes.of(red=1)
    assert reading.groups == reading.judged
    assert len(reading.judged) == 3


def test_what_is_not_known_of_lanes_and_times() -> None:
    """One lane alone is no reason to miss others; cubes without times may have fallen any time."""
    alone = pending((CUBE, payload())).reading(PALETTE)
    assert alone is not None
    assert (alone.lanes, alone.apart) == ((), Cubes())
    clear = messages.pack_cube(messages.Cube(1, 50, 2, 230, 100, 60, 60))
    mixed = pending((CUBE, payload()), (CUBE, clear)).reading(PALETTE)
    assert mixed is not None
    assert (mixed.lanes, mixed.apart) == ((1, 1), None)


def test_a_lane_with_a_fault_counts_as_there() -> None:
    fault = pack_fault(Fault(messages.FAULT_SENSOR, 3))
    reading = pending((FAULT, fault), (CUBE, payload(lane=1))).reading(PALETTE)
    assert reading is not None
    assert reading.lanes == (0, 1, 0, 0)
