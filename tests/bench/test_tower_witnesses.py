"""The bench of the witnesses: its figures, its record, its camera."""

from __future__ import annotations

import argparse
import json
from itertools import islice
from random import Random

import pytest

from turmwart.cli import main
from turmwart.cli.tower_bench import COLOURS, Plan
from turmwart.cli.tower_camera import CameraErrors, look
from turmwart.cli.tower_witnesses import Tally, named, run
from turmwart.cli.tower_world import FAULTS, LANE_DEAD, record, throws
from turmwart.errors import InputError
from turmwart.kernel.cubes import Cubes
from turmwart.tower.witness import Agreed, Answer, Question

RED = Cubes.of(red=2)


def arguments(**changed: object) -> argparse.Namespace:
    given = {
        "witnesses": "sensor,camera,ledger",
        "evidence": "recorded",
        "fault": None,
        "json": True,
    }
    return argparse.Namespace(**(given | changed))


def found(capsys: pytest.CaptureFixture[str], plan: Plan, **changed: object) -> dict[str, object]:
    assert run(arguments(**changed), plan) == 0
    read: dict[str, object] = json.loads(capsys.readouterr().out)
    return read


def test_what_is_asked_and_what_is_accepted_wrong() -> None:
    tally = Tally()
    tally.add(Agreed(RED, "tower"), RED)
    tally.add(Agreed(RED, "tower"), Cubes.of(red=3))
    tally.add(Question("differ", (), Cubes.of(red=3), answers=(Answer(RED, 200),)), RED)
    assert (tally.throws, tally.asked, tally.accepted_wrong) == (3, 1, 1)
    assert (tally.suggested_right, tally.offered_right) == (0, 1)


def test_the_keys_of_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside those of ``bench``: the joint verdict, each sense alone, the evidence's source."""
    plan = Plan(throws=12, seed=3)
    one = found(capsys, plan)
    assert one["throws"] == 12
    assert one["accepted_wrong"] == 0
    assert isinstance(one["asked"], int)
    assert set(one["alone"]) == {"sensor", "camera"}  # type: ignore[call-overload]
    assert one["evidence"] == {"sensor": "recorded", "camera": "model"}
    assert {"wrong_throws", "colour_refused", "lost", "doubled", "cubes"} <= set(one)
    assert "p99_ms" not in one
    assert found(capsys, plan) == one


def test_a_fault_is_named_and_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    one = found(capsys, Plan(throws=4, seed=3), fault=LANE_DEAD)
    assert (one["fault"], one["accepted_wrong"]) == (LANE_DEAD, 0)
    assert one["asked"] == 4


@pytest.mark.parametrize("witnesses", ["sensor", "camera,ledger", "sensor,camera"])
def test_any_witnesses_can_be_heard(capsys: pytest.CaptureFixture[str], witnesses: str) -> None:
    one = found(capsys, Plan(throws=3, seed=5), witnesses=witnesses)
    assert one["witnesses"] == witnesses.split(",")
    assert set(one["alone"]) == set(witnesses.split(",")) - {"ledger"}  # type: ignore[call-overload]


@pytest.mark.parametrize("text", ["ledger", "", "sensor,oracle"])
def test_witnesses_that_there_are_not(text: str) -> None:
    with pytest.raises(InputError, match=r"tower\.bench\.bad_witnesses"):
        named(text)


def test_a_fault_that_cannot_be_tried(capsys: pytest.CaptureFixture[str]) -> None:
    for changed in ({"fault": "flood"}, {"fault": LANE_DEAD, "evidence": "firmware"}):
        with pytest.raises(InputError, match=r"tower\.bench\.bad_fault"):
            run(arguments(**changed), Plan(throws=1))
    with pytest.raises(InputError, match=r"tower\.bench\.no_record"):
        run(arguments(), Plan(throws=1, disturbance="none"))
    assert main(["tower", "bench", "--witnesses", "oracle"]) == 2
    assert "oracle" in capsys.readouterr().err


def test_what_would_be_left_out_or_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A fault that nobody hears of would befall no throw; a board has eight lanes."""
    assert main(["tower", "bench", "--fault", "covered", "--throws", "1"]) == 2
    assert "--witnesses" in capsys.readouterr().err
    assert main(["tower", "bench", "--lanes", "9", "--throws", "1"]) == 2
    assert "1 to 8 lanes, not 9" in capsys.readouterr().err


def test_words_say_where_the_evidence_is_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tower", "bench", "--witnesses", "sensor,camera,ledger", "--throws", "3"]) == 0
    said = capsys.readouterr().out
    assert "recorded passages of the simulated tower" in said
    assert "drawn by its rates of error" in said


def test_the_record_is_of_this_judge() -> None:
    """Each stretch holds as many cubes as it tells, but for those that were lost or doubled."""
    for disturbance in ("default", "default:2"):
        drawn = record(disturbance)
        assert drawn.cubes > 500
        for stretch in drawn.stretches:
            told = [cube for group in stretch.judged for cube in group.cubes]
            assert set(stretch.fell) <= set(COLOURS)
            assert {cube.colour for cube in told} <= {*COLOURS, ""}


@pytest.mark.parametrize("fault", ["", *FAULTS])
def test_what_falls_was_there(fault: str) -> None:
    """No cube is made: what fell was thrown or lay inside, what stays is inside afterwards."""
    inside = Cubes()
    for throw in islice(throws(9, record("default"), fault), 5):
        assert throw.books.inside == inside
        assert throw.fallen <= throw.books.bounds
        inside = inside + throw.books.thrown - throw.fallen


def test_the_camera_is_right_as_often_as_it_says() -> None:
    """Of the shapes and colours that it doubts; and where it is sure it errs as often as set."""
    chance = Random(4)
    errors = CameraErrors(doubtful=(0.05, 0.0), traded=0.02, piled=0.0, unnoticed=0.1)
    expected = exact = sure = sure_wrong = 0.0
    pictures = 3_000
    for _ in range(pictures):
        tray = Cubes.sum(Cubes.of(**{chance.choice(COLOURS): 1}) for _ in range(10))
        count = look(tray, COLOURS, chance, errors)
        if count.sure:
            sure += 1
            sure_wrong += count.likeliest != tray
        elif not count.trades:
            said = 1.0
            for row in count.counts:
                said *= max(p for _, p in row.chances) / 1000
            expected += said
            exact += count.likeliest == tray
    assert exact == pytest.approx(expected, rel=0.05)
    assert sure_wrong / sure == pytest.approx(0.1, abs=0.03)
