"""The camera above the tray beside a table: what it says, when it says nothing, what is kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress

import pytest
from at_table import Tower, advance, agreed, clock
from mjpeg_world import MjpegCamera, mjpeg_camera
from tray_counter import count_faces

from turmwart.errors import InputError
from turmwart.kernel.cubes import Cubes
from turmwart.table.bus import CameraChanged, ReadingChanged
from turmwart.table.camera.calibration import CameraSettings
from turmwart.table.camera.tray import SeenTray, TrayEye, count_of, of_the_game
from turmwart.table.palette import default_palette
from turmwart.table.pending import REBOOT, TRAY, Seen
from turmwart.table.table import Done, Table
from turmwart.tower.witness import Agreed, Question
from turmwart_scenes.tray_heap import Habits, heap_of
from turmwart_scenes.tray_view import Light, TrayView
from turmwart_vision.api import (
    Calibration,
    ColourCount,
    Cube,
    CubeReading,
    CubeWatch,
    Frozen,
    Image,
    Shot,
    agree_on_cubes,
    load_image,
)
from turmwart_vision.api import default_palette as default_cubes

DEADLINE_S = 120.0
SIZE = (640, 360)
APART = Habits(0, 0, 0)


@pytest.fixture(scope="module")
def view() -> TrayView:
    """A camera straight above."""
    return TrayView(SIZE, 0.0)


@pytest.fixture
def camera(view: TrayView) -> Iterator[MjpegCamera]:
    """It sees the empty tray."""
    with mjpeg_camera(view.picture(()), fps=30.0) as opened:
        yield opened


@pytest.fixture
def eye(camera: MjpegCamera, view: TrayView) -> TrayEye:
    """The eye at that camera."""
    calibration = Calibration(view.floor_px, view.floor_mm, 0.0, SIZE)
    return TrayEye(camera.url, CameraSettings(calibration), count=count_faces)


def lying(view: TrayView, *colours: str, light: Light | None = None) -> Image:
    """The tray with cubes apart from each other."""
    cubes = heap_of("/".join(colours), colours, APART).cubes
    return view.picture(cubes) if light is None else view.picture(cubes, light)


@asynccontextmanager
async def watching(eye: TrayEye, table: Table) -> AsyncIterator[Callable[..., object]]:
    """The eye beside the table; gives a function that waits for what camera and tower change."""
    changed = asyncio.Event()
    stop = table.bus.subscribe(
        lambda message: (
            changed.set() if isinstance(message, CameraChanged | ReadingChanged) else None
        )
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


async def test_both_witnesses_agree_and_the_picture_is_kept(
    throwing: Table, eye: TrayEye, camera: MjpegCamera, view: TrayView
) -> None:
    """Sensor and camera see the same three cubes; undone and opened anew they still do."""
    fallen = Cubes.of(red=2, blue=1)
    tower = Tower(throwing)
    async with watching(eye, throwing) as until:
        await until(lambda: eye.seen is not None)
        tower.drop("red", "blue", "red")
        # What was counted before is no witness of what fell since.
        assert eye.count(alone=False) is None
        assert agreed(throwing.verdict()) == (fallen, "tower")
        camera.scene = lying(view, "red", "blue", "red")
        await until(lambda: throwing.testimony().by_camera == fallen)
        verdict = throwing.verdict()
        assert isinstance(verdict, Agreed)
        assert (verdict.cubes, verdict.witness) == (fallen, "tower+camera")
        prompt, seen = throwing.throw_prompt, eye.seen
        assert prompt is not None
        assert seen is not None
        done = throwing.do(throwing.answer(prompt, verdict.cubes, verdict.witness))
        assert isinstance(done, Done)
        camera.scene = view.picture(())
        (kept,) = [e for e in throwing.journal.evidence("evening") if e.kind == TRAY]
        rows = [row for row in throwing.journal.read("evening") if row.step == done.step]
        assert kept.id in rows[0].evidence
        payload = json.loads(kept.payload)
        assert load_image(throwing.journal.picture(payload["sha256"])).shape == (360, 640, 3)
        assert payload["count"]["counts"]["red"] == [[2, 1000]]
        assert len(payload["cubes"]) == 3
        # The tray is empty by now; what was seen of the throw is offered again.
        throwing.undo()
        assert throwing.verdict() == verdict
        assert throwing.kept_tray == kept.id
        picture = eye.kept(throwing, kept.id)
        assert picture is not None
        assert (picture.size_px, len(picture.marks(80, 20))) == (seen.size_px, 3)
        assert picture.words("en") == "3: 1 blue, 2 red, sure"
        assert not throwing.stray_waits
    throwing.close()
    again = Table.open(
        throwing.journal, "evening", throwing.game, palette=default_palette(), clock=clock
    )
    assert again.verdict() == verdict
    again.redo()
    assert again.testimony().camera is None
    again.close()


async def test_a_cube_that_the_camera_does_not_see_is_asked_for(
    throwing: Table, eye: TrayEye, camera: MjpegCamera, view: TrayView
) -> None:
    async with watching(eye, throwing) as until:
        await until(lambda: eye.seen is not None)
        Tower(throwing).drop("red", "blue", "red")
        camera.scene = lying(view, "red", "blue")
        await until(lambda: throwing.testimony().by_camera is not None)
        asked = throwing.verdict()
    assert isinstance(asked, Question)
    assert (asked.kind, asked.colours) == ("differ", ("red",))
    assert (asked.sensor, asked.camera) == (Cubes.of(red=2, blue=1), Cubes.of(red=1, blue=1))
    assert {answer.cubes for answer in asked.answers} >= {asked.sensor, asked.camera}


async def test_a_covered_lens_leaves_the_sensor_alone(
    throwing: Table, eye: TrayEye, camera: MjpegCamera, view: TrayView
) -> None:
    async with watching(eye, throwing) as until:
        await until(lambda: eye.seen is not None)
        camera.scene = lying(view, "red", light=Light(exposure=0.004))
        Tower(throwing).drop("red")
        await until(lambda: eye.count(alone=False) is not None)
        assert throwing.testimony().seen is None
        assert agreed(throwing.verdict()) == (Cubes.of(red=1), "tower")


async def test_a_camera_that_comes_and_goes(
    throwing: Table, eye: TrayEye, camera: MjpegCamera, view: TrayView
) -> None:
    async with watching(eye, throwing) as until:
        await until(lambda: eye.seen is not None)
        camera.unplug()
        await until(lambda: eye.state.code == "gone")
        assert "gone" in eye.status()
        Tower(throwing).drop("blue")
        assert not await eye.witnessed(5.0)
        assert agreed(throwing.verdict()) == (Cubes.of(blue=1), "tower")
        camera.scene = lying(view, "blue")
        camera.plug()
        await until(lambda: throwing.testimony().by_camera == Cubes.of(blue=1))
        assert await eye.witnessed(5.0)
    assert throwing.tray is None


async def test_alone_it_waits_until_the_tray_was_empty(
    throwing: Table, eye: TrayEye, camera: MjpegCamera, view: TrayView
) -> None:
    """Cubes that lie there when the throw is asked for have not fallen."""
    camera.scene = lying(view, "green", "red")
    async with watching(eye, throwing) as until:
        await until(lambda: eye.seen is not None)
        assert throwing.testimony().camera is None
        assert throwing.verdict() == Question("silent", (), Cubes())
        camera.scene = view.picture(())
        await until(lambda: throwing.testimony().by_camera == Cubes())
        camera.scene = lying(view, "blue")
        await until(lambda: throwing.testimony().by_camera == Cubes.of(blue=1))
        verdict = throwing.verdict()
    # One of dozens: it may be that something hides the others, so the table confirms.
    assert isinstance(verdict, Question)
    assert (verdict.kind, verdict.suggestion) == ("camera", Cubes.of(blue=1))


async def test_a_restart_of_the_board_says_nothing_of_cubes_that_wait_to_be_poured(
    throwing: Table, eye: TrayEye, camera: MjpegCamera, view: TrayView
) -> None:
    """They lie in the tray, and have not fallen: the camera says so once it is told of one."""
    camera.scene = lying(view, "green", "red")
    async with watching(eye, throwing) as until:
        await until(lambda: eye.seen is not None)
        throwing.take_evidence([Seen("board", 8, 0, REBOOT)])
        await until(lambda: eye.count(alone=False) is not None)
        assert throwing.testimony().camera is None
        Tower(throwing).drop("red")
        await until(lambda: throwing.testimony().by_camera == Cubes.of(green=1, red=1))


async def test_nothing_is_counted_while_no_throw_waits(
    table: Table, eye: TrayEye, camera: MjpegCamera, view: TrayView
) -> None:
    async with watching(eye, table) as until:
        await until(lambda: eye.state.code == "still")
        assert eye.seen is None
        camera.scene = lying(view, "red")
        await until(lambda: eye.state.code == "moving")
        await until(lambda: eye.state.code == "still")
        assert eye.seen is None
        advance(table, lambda t: t.throw_prompt is not None)
        await until(lambda: eye.seen is not None)


async def test_a_palette_that_lacks_a_colour_of_the_game_is_refused(throwing: Table) -> None:
    """It would count the cubes of that colour as others, or not at all."""
    some = default_cubes().only(("red", "blue"))
    with pytest.raises(InputError) as refused:
        await TrayEye("nowhere", palette=some).accompany(throwing)
    assert {"green", "yellow"} <= set(str(refused.value.values["colours"]).split(", "))
    assert throwing.tray is None
    kept = of_the_game(default_cubes(), throwing.state)
    assert set(kept.names) == set(throwing.state.ledger.total())


def reading(*counts: int, sure: bool = True, reasons: Sequence[str] = ()) -> CubeReading:
    """A reading of red and blue cubes."""
    rows = tuple(
        ColourCount(colour, n, ((n, 1.0),))
        for colour, n in zip(("red", "blue"), counts, strict=True)
    )
    cubes = (Cube("red", (10.0, 10.0), 20.0, 0.0, False),)
    return CubeReading(cubes, rows, sure, 1.0, (64, 48), tuple(reasons))


def test_frames_that_count_otherwise_are_not_sure(view: TrayView) -> None:
    frame = view.picture(())
    shots = [Shot(b"", frame, reading(n, 1)) for n in (2, 3, 2, 2)]
    agreed = agree_on_cubes(shots)
    assert (agreed.frames, agreed.reading.sure) == (4, False)
    assert agreed.reading.reasons == ("frames_differ",)
    assert agreed.reading.counts[0] == ColourCount("red", 2, ((2, 0.75), (3, 0.25)))
    doubtful = agree_on_cubes([*shots[:1], Shot(b"", frame, reading(2, 1, sure=False))])
    assert not doubtful.reading.sure
    assert agree_on_cubes(shots[2:]).reading.sure


def test_a_count_in_the_words_of_the_witnesses() -> None:
    moving = count_of(reading(2, 0, sure=False, reasons=("motion", "cut")))
    assert moving.reasons == ("moving", "cut")
    assert not moving.sees
    assert moving.likeliest == Cubes.of(red=2)
    assert count_of(reading(1, 3)).likeliest == Cubes.of(red=1, blue=3)


def test_one_picture_again_and_again_is_frozen(view: TrayView) -> None:
    frozen, frame = Frozen(), view.picture(())
    other = frame.copy()
    other[::13, ::13] ^= 1
    assert [frozen.step(f) for f in [frame, other] * 8] == [False] * 16
    assert [frozen.step(frame) for _ in range(9)] == [False] * 4 + [True] * 5
    assert not frozen.step(other)


def test_a_tray_is_counted_when_it_is_wanted(view: TrayView) -> None:
    wanted = False
    watch = CubeWatch(lambda *_: reading(1, 0), None, 2, 2, wanted=lambda: wanted)
    frame = view.picture(())
    assert [watch.step(frame) for _ in range(6)] == [None] * 6
    wanted = True
    assert watch.step(frame) is None
    assert watch.step(frame) is not None
    assert watch.step(frame) is None


def test_the_picture_is_drawn_with_its_count(view: TrayView) -> None:
    frame = lying(view, "red")
    seen = SeenTray(Shot(b"", frame, count_faces(frame, view.floor_mm[0] / 460)), 1, 0)
    assert seen.fitted(40, 20) == (40, 11)
    assert len(seen.blocks(40, 20)) == 11
    assert [text for _, _, text in seen.marks(40, 20)] == ["re"]
    assert seen.png(300).startswith(b"\x89PNG")
    assert seen.sixel(200, 100).startswith("\x1bPq")
    assert "1 red" in seen.words()
