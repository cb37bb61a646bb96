"""The whole path: a film of a roll, the scene at rest, its reading, the roll, the table."""

from __future__ import annotations

import asyncio
import csv
import json
import tomllib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import cv2
import numpy as np
import pytest
from dice_game import SIEGE, Assault, Assaulted
from dice_scenes import rolling, write_film
from mjpeg_world import mjpeg_camera

from turmwart.errors import CameraError, JournalError
from turmwart.journal.rows import NewEvidence
from turmwart.journal.store import Journal
from turmwart.journal.transfer import export_table, import_table
from turmwart.kernel.chance import RollRequest
from turmwart.table.bus import CameraChanged
from turmwart.table.camera import calibration
from turmwart.table.camera.eye import Eye
from turmwart.table.camera.labels import export_labels
from turmwart.table.palette import default_palette
from turmwart.table.pending import PICTURE
from turmwart.table.rolls import Answers, Refusal, Roll, answer, roll_of
from turmwart.table.table import Done, Table
from turmwart_vision.api import (
    Calibration,
    DiceReading,
    Die,
    Shot,
    State,
    Wish,
    load_image,
    read_dice,
    shoot,
)

PICTURES = Path(__file__).parents[1] / "vision" / "pictures"
CLIP = Path(__file__).parents[1] / "data" / "roll.avi"
DEADLINE_S = 60.0
_times = iter(range(1_800_000_000_000, 1_900_000_000_000, 1000))


@pytest.fixture
def siege(journal: Journal) -> Iterator[Table]:
    """A table of a game with dice."""
    table = Table.create(
        journal, "siege", SIEGE, "siege", palette=default_palette(), clock=lambda: next(_times)
    )
    yield table
    table.close()


@asynccontextmanager
async def watching(eye: Eye, table: Table) -> AsyncIterator[Callable[..., object]]:
    """The eye beside the table; gives a function that waits for what it changes."""
    changed = asyncio.Event()
    stop = table.bus.subscribe(
        lambda message: changed.set() if isinstance(message, CameraChanged) else None
    )
    task = asyncio.create_task(eye.accompany(table))

    async def until(condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(DEADLINE_S):
            while not condition():
                changed.clear()
                await changed.wait()

    try:
        yield until
    finally:
        stop()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def photograph(name: str) -> np.ndarray:
    return load_image(PICTURES / f"{name}.jpg")


async def resolved(film: Path, table: Table, dice: int) -> tuple[Roll, Done]:
    """Take a film to the game's answer: camera, rest, reading, roll, command."""
    eye = Eye(str(film))
    command = Assault(dice)
    request = table.do(command)
    assert isinstance(request, RollRequest)
    async with watching(eye, table) as until:
        await until(lambda: eye.state.code == "ended")
    seen = eye.seen
    assert seen is not None
    evidence = eye.keep(table, seen)
    roll = answer(roll_of(request), seen.values, "camera", (evidence,))
    assert isinstance(roll, Roll), (seen.values, roll)
    answers = Answers()
    answers.take(roll)
    done = table.do(command, roll=answers, evidence=answers.evidence)
    assert isinstance(done, Done)
    return roll, done


async def test_from_a_film_to_the_table(siege: Table, tmp_path: Path) -> None:
    rest = photograph("byler_09_095628")
    roll, done = await resolved(write_film(tmp_path / "roll.mkv", rolling(rest)), siege, 3)
    assert sorted(roll.values) == [4, 4, 5]
    assert done.events == (Assaulted(roll.values, ("camera",) * 3),)
    # The step names its evidence; the picture is there, and reads the same again.
    row = siege.journal.read("siege")[-1]
    (kept,) = siege.journal.evidence("siege")
    assert row.evidence == (kept.id,)
    payload = json.loads(kept.payload)
    jpeg = siege.journal.picture(payload["sha256"])
    assert sorted(read_dice(load_image(jpeg)).values) == [4, 4, 5]
    assert payload["reader"]
    assert payload["frames"] == 3


async def test_a_rendered_clip_to_the_table(siege: Table) -> None:
    """Dice that physics lets tumble to rest; their values stand beside the film."""
    values = tomllib.loads(CLIP.with_suffix(".toml").read_text())["values"]
    roll, done = await resolved(CLIP, siege, len(values))
    assert sorted(roll.values) == values
    assert done.events == (Assaulted(roll.values, ("camera",) * len(values)),)


async def test_pictures_are_no_cubes(siege: Table, tmp_path: Path) -> None:
    """A table with pictures in its journal is resumed, undone and read without stray cubes."""
    film = write_film(tmp_path / "roll.mkv", rolling(photograph("byler_09_100541")))
    await resolved(film, siege, 2)
    assert not siege.stray_waits
    siege.undo()
    assert siege.state.assaults == ()
    assert siege.fallen == ()
    siege.redo()
    before = siege.hash()
    siege.close()
    again = Table.open(
        siege.journal, "siege", SIEGE, palette=default_palette(), clock=lambda: next(_times)
    )
    assert again.hash() == before
    assert again.fallen == ()
    assert siege.journal.verify() == ()


async def test_another_number_of_dice_is_refused(siege: Table, tmp_path: Path) -> None:
    film = write_film(tmp_path / "roll.mkv", rolling(photograph("byler_09_095628")))
    eye = Eye(str(film))
    async with watching(eye, siege) as until:
        await until(lambda: eye.seen is not None)
        assert eye.seen is not None
        request = RollRequest("assault", 0, 6, 4)
        assert answer(roll_of(request), eye.seen.values, "camera") == Refusal("count", 4, 3)


async def test_a_camera_that_comes_and_goes(siege: Table) -> None:
    rest = photograph("byler_09_100541")
    with mjpeg_camera(rest, fps=12) as camera:
        eye = Eye(camera.url)
        async with watching(eye, siege) as until:
            await until(lambda: eye.seen is not None)
            first = eye.seen
            camera.unplug()
            await until(lambda: eye.state.code == "gone")
            assert "Go on by hand" in eye.status()
            # By hand meanwhile: nothing waits for the camera.
            answers = Answers()
            typed = answer(roll_of(RollRequest("assault", 0, 6, 1)), (4,), "hand")
            assert isinstance(typed, Roll)
            answers.take(typed)
            assert isinstance(siege.do(Assault(1), roll=answers), Done)
            camera.plug()
            await until(lambda: eye.state.code == "read")
            # The same dice in the same places are no new throw.
            assert eye.seen is first
            assert "still" in eye.status()


def lying(*values: int, sure: bool = True, because: tuple[str, ...] = ()) -> Shot[DiceReading]:
    """A picture of dice in a row, each in a place of its own."""
    dice = tuple(
        Die(value, (x, 50.0), ((x - 9, 41.0), (x + 9, 41.0), (x + 9, 59.0), (x - 9, 59.0)), 0.1)
        for value, x in zip(values, range(50, 600, 50), strict=False)
    )
    found = DiceReading(dice, sure and bool(dice), 1.0, (640, 480), because)
    return Shot(b"", np.zeros((480, 640, 3), np.uint8), found)


def test_booked_dice_under_a_cover_are_no_new_throw() -> None:
    """A dark or blurred picture shows no empty box."""
    eye = Eye("0")
    eye._take(lying(2, 5))
    assert eye.forget()
    for reason in ("dark", "bright", "motion", "damaged"):
        eye._take(lying(because=(reason,)))
        eye._take(lying(2, 5))
        assert eye.seen is None, reason
    eye._take(lying())
    eye._take(lying(2, 5))
    assert eye.seen is not None


def test_a_hand_over_a_booked_die_leaves_nothing_on_offer() -> None:
    eye = Eye("0")
    eye._take(lying(2, 5, 6))
    eye.forget()
    eye._take(lying(2, 5))
    assert eye.seen is not None
    eye._take(lying(2, 5, 6))
    assert eye.seen is None


def test_what_was_taken_back_is_on_offer_again() -> None:
    eye = Eye("0")
    eye._take(lying(2, 5))
    first = eye.seen
    eye.forget()
    eye._take(lying(2, 5))
    eye.recall()
    assert eye.seen is first
    # Others that lie there by now come before.
    eye.forget()
    eye._take(lying(1, 1))
    eye.recall()
    assert eye.seen is not None
    assert eye.seen.values == (1, 1)


def test_taken_back_while_something_moves() -> None:
    """What lies there is not known; the same dice at rest are on offer."""
    eye = Eye("0")
    eye._take(State("read"))
    eye._take(lying(2, 5))
    first = eye.seen
    eye.forget()
    eye._take(State("moving"))
    eye.recall()
    assert eye.seen is None
    eye._take(lying(2, 5))
    assert eye.seen is first


def test_reading_now_reads_booked_dice_too() -> None:
    eye = Eye("0")
    eye._take(lying(2, 5))
    eye.forget()
    eye.read_now()
    eye._take(lying(2, 5))
    assert eye.seen is not None


def test_what_moves_is_not_on_offer() -> None:
    """A throw that was seen and not taken is not booked in place of the one that rolls."""
    eye = Eye("0")
    for code in ("opening", "moving", "still", "read"):
        eye._take(State(code))
    eye._take(lying(2, 5))
    first = eye.seen
    eye._take(State("moving"))
    assert eye.seen is None
    # It was a hand: the same picture, with its corrections.
    eye._take(lying(2, 5))
    assert eye.seen is first
    eye._take(State("moving"))
    # Typed while the hand was there.
    assert eye.forget()
    eye._take(lying(2, 5))
    assert eye.seen is None


def test_a_sure_reading_takes_the_place_of_an_unsure_one() -> None:
    """Read at once first, then at rest: the number stays, and with it what was corrected."""
    eye = Eye("0")
    eye._take(lying(2, 5, sure=False, because=("motion",)))
    first = eye.seen
    assert first is not None
    eye._take(lying(2, 5))
    assert eye.seen is not None
    assert eye.seen.sure
    assert eye.seen.number == first.number
    # An unsure one does not.
    sure = eye.seen
    eye._take(lying(2, 5, sure=False))
    assert eye.seen is sure


def test_nothing_seen_is_nothing_booked() -> None:
    """What was booked before stays so."""
    eye = Eye("0")
    assert not eye.forget()
    eye._take(lying(2, 5))
    assert eye.forget()
    assert not eye.forget()
    eye._take(lying(2, 5))
    assert eye.seen is None


async def test_corrected_pictures_are_kept_only_if_switched_on(
    siege: Table, tmp_path: Path
) -> None:
    film = write_film(tmp_path / "roll.mkv", rolling(photograph("byler_09_100541")))
    eye = Eye(str(film))
    async with watching(eye, siege) as until:
        await until(lambda: eye.seen is not None)
    seen = eye.seen
    assert seen is not None
    eye.keep(siege, seen, [(0, 6)])
    assert export_labels(siege.journal, tmp_path / "off") == 0
    keeping = Eye(str(film), keep_corrections=True)
    keeping.keep(siege, seen)
    assert export_labels(siege.journal, tmp_path / "none") == 0
    keeping.keep(siege, seen, [(0, 6)])
    assert export_labels(siege.journal, tmp_path / "on") == 1
    rows = list(csv.DictReader((tmp_path / "on" / "labels.csv").open()))
    assert [row["value"] for row in rows] == ["6", str(seen.values[1])]
    assert [row["read"] for row in rows] == [str(value) for value in seen.values]
    picture = cv2.imread(str(tmp_path / "on" / rows[0]["file"]))
    assert picture is not None
    assert 0 < float(rows[0]["centre_x"]) < picture.shape[1]


def test_a_correction_that_was_taken_back_is_no_label(siege: Table, tmp_path: Path) -> None:
    """A key mistyped, undone, and the same dice read and corrected anew: one picture counts."""
    eye = Eye("0", keep_corrections=True)
    for right in (6, 4):
        eye._take(shoot(photograph("byler_09_100541"), read_dice))
        assert eye.seen is not None
        row = eye.keep(siege, eye.seen, [(0, right)])
        roll = answer(roll_of(RollRequest("assault", siege.state.rolled, 6, 2)), (right, 5), "hand")
        assert isinstance(roll, Roll)
        answers = Answers()
        answers.take(roll)
        assert isinstance(siege.do(Assault(2), roll=answers, evidence=(row,)), Done)
        assert export_labels(siege.journal, tmp_path) == 1
        rows = list(csv.DictReader((tmp_path / "labels.csv").open()))
        assert rows[0]["value"] == str(right)
        siege.undo()
        assert export_labels(siege.journal, tmp_path) == 0
    siege.redo()
    assert export_labels(siege.journal, tmp_path) == 1


def test_a_calibration_that_does_not_fit_is_not_kept_with_the_picture(
    siege: Table, tmp_path: Path
) -> None:
    """Corrected pictures are exported with the places of the whole picture; older ones too."""
    corners = ((0.0, 0.0), (300.0, 0.0), (300.0, 90.0), (0.0, 90.0))
    other = Calibration(corners, (200.0, 60.0), picture_px=(320, 100))
    eye = Eye("0", calibration.CameraSettings(other), keep_corrections=True)
    found = shoot(photograph("byler_09_100541"), read_dice, other)
    assert "calibration" in found.reading.reasons
    eye._take(found)
    assert eye.seen is not None
    row = eye.keep(siege, eye.seen, [(0, 6)])
    (kept,) = siege.journal.evidence("siege")
    assert kept.id == row
    payload = json.loads(kept.payload)
    assert "calibration" not in payload["camera"]
    payload["camera"] = calibration.plain(calibration.CameraSettings(other))
    older = NewEvidence("siege", "camera:0", 0, 2, PICTURE, json.dumps(payload).encode(), 1)
    siege.journal.append_evidence([older])
    assert export_labels(siege.journal, tmp_path / "labels") == 1
    rows = list(csv.DictReader((tmp_path / "labels" / "labels.csv").open()))
    assert [float(row["centre_x"]) for row in rows] == pytest.approx(
        [die.centre_px[0] for die in found.reading.dice], abs=0.1
    )


def test_labels_are_never_half_written(siege: Table, tmp_path: Path) -> None:
    """A picture that is missing leaves what was exported before."""
    eye = Eye("0", keep_corrections=True)
    eye._take(shoot(photograph("byler_09_100541"), read_dice))
    assert eye.seen is not None
    eye.keep(siege, eye.seen, [(0, 6)])
    assert export_labels(siege.journal, tmp_path) == 1
    (tmp_path / "labels.csv").write_text("as it was")
    (kept,) = siege.journal.evidence("siege")
    payload = json.loads(kept.payload) | {"sha256": "0" * 64}
    gone = NewEvidence("siege", "camera:0", 0, 2, PICTURE, json.dumps(payload).encode(), 1)
    siege.journal.append_evidence([gone])
    with pytest.raises(JournalError):
        export_labels(siege.journal, tmp_path)
    assert (tmp_path / "labels.csv").read_text() == "as it was"


def test_labels_of_an_imported_table_stay_where_its_pictures_are(
    siege: Table, tmp_path: Path
) -> None:
    """It bars nobody from exporting his own."""
    eye = Eye("0", keep_corrections=True)
    eye._take(shoot(photograph("byler_09_100541"), read_dice))
    assert eye.seen is not None
    eye.keep(siege, eye.seen, [(0, 6)])
    text = export_table(siege.journal, "siege")
    with Journal.open(tmp_path / "other.sqlite") as other:
        import_table(other, text, lambda _: SIEGE)
        assert export_labels(other, tmp_path / "labels") == 0


def test_settings_of_a_camera_are_kept(journal: Journal) -> None:
    corners = ((10.5, 20.0), (600.0, 22.0), (610.0, 470.0), (5.0, 460.0))
    kept = calibration.CameraSettings(
        Calibration(corners, (225.0, 138.0), -0.08, (640, 480)), Wish(150, None, lock=True)
    )
    calibration.save(journal, "rtsp://me:secret@host/cam", kept)
    assert calibration.load(journal, "rtsp://host/cam") == kept
    assert calibration.load(journal, "0") == calibration.CameraSettings()
    sized = calibration.CameraSettings(wish=Wish(size_px=(1920, 1080)))
    calibration.save(journal, "2", sized)
    assert calibration.load(journal, "2") == sized
    journal.set_setting("camera.calibration.1", '{"format": 9}')
    with pytest.raises(CameraError, match="bad_calibration"):
        calibration.load(journal, "1")


def test_a_calibrated_camera_is_asked_for_the_size_it_was_calibrated_in() -> None:
    """Settings from before a size could be wished have none of their own."""
    corners = ((10.5, 20.0), (600.0, 22.0), (610.0, 470.0), (5.0, 460.0))
    tray = Calibration(corners, (225.0, 138.0), 0.0, (640, 480))
    older = calibration.plain(calibration.CameraSettings(tray))
    del older["wish"]["size_px"]
    settings = calibration.of_plain(older)
    assert settings.wish.size_px is None
    assert settings.asked.size_px == (640, 480)
    wished = calibration.CameraSettings(tray, Wish(size_px=(1280, 960)))
    assert wished.asked.size_px == (1280, 960)
    assert calibration.CameraSettings().asked.size_px is None
