"""The camera above the twin's tray: its pictures show the truth, over a real stream."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from mjpeg_world import until

from turmwart.errors import TwinError
from turmwart.twin.hands import Hands
from turmwart.twin.tray import FAULTS
from turmwart_scenes.tray_heap import Habits, heap_of
from turmwart_scenes.tray_view import COLOURS, TrayView
from turmwart_vision.api import Calibration, Capture, Image, VisionError, find_mat, rectify

if TYPE_CHECKING:
    from conftest import Reader

Start = Callable[..., Hands]
SMALL = {"size_px": (640, 360), "fps": 60}


def spots(picture: Image, empty: Image) -> Counter[str]:
    """What lies in a picture where no cube touches another: blobs, by the nearest paint."""
    apart = cv2.absdiff(picture, empty).max(axis=2)
    mask = cv2.morphologyEx((apart > 28).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5)))
    paints = np.array([rgb[::-1] for rgb in COLOURS.values()], float)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    found: Counter[str] = Counter()
    for blob in range(1, count):
        if stats[blob, cv2.CC_STAT_AREA] < 80:
            continue
        bright = picture[labels == blob]
        # The upper face is what is lit best.
        top = np.percentile(bright, 75, axis=0)
        found[list(COLOURS)[int(np.abs(paints - top).sum(1).argmin())]] += 1
    return found


class Watcher:
    """Takes pictures of a stream one by one."""

    def __init__(self, url: str) -> None:
        self._capture = Capture(url)
        self.frame: Image = np.zeros((1, 1, 3), np.uint8)

    def shows(self, what: Callable[[Image], bool]) -> None:
        """Look until a picture shows something."""

        def seen() -> bool:
            frame = self._capture.read()
            assert frame is not None, "the stream ended"
            self.frame = frame
            return what(frame)

        until(seen, 60.0)

    def close(self) -> None:
        """Stop looking."""
        self._capture.close()


@contextmanager
def watching(url: str) -> Iterator[Watcher]:
    """Look at a stream for the length of a block."""
    watcher = Watcher(url)
    try:
        yield watcher
    finally:
        watcher.close()


def test_the_stream_shows_what_lies_in_the_tray(start: Start, reader: Reader) -> None:
    """Thrown, taken, put, and once more after the twin was started anew: the truth's colours."""
    hands = start()
    camera = hands.camera(**SMALL)
    assert camera["url"].startswith("http://127.0.0.1:")
    assert hands.camera(**SMALL)["url"] == camera["url"]
    with watching(camera["url"]) as watcher:
        watcher.shows(lambda frame: frame.shape == (360, 640, 3))
        empty = watcher.frame
        fallen = reader.throw(hands, "t", {"red": 3, "yellow": 3}).fallen
        watcher.shows(lambda frame: _lies(frame, empty) == fallen.total)
        settled = hands.take("a", {"red": 1})
        watcher.shows(lambda frame: _lies(frame, empty) == settled.tray.total)
        settled = hands.put("b", {"blue": 1})
        watcher.shows(lambda frame: spots(frame, empty)["blue"] == 1)
    before = watcher.frame
    hands.stop()
    again = start()
    with watching(again.camera(**SMALL)["url"]) as watcher:
        # The same cubes in the same places, but for the noise.
        watcher.shows(lambda frame: int(np.median(cv2.absdiff(frame, before))) <= 3)
        assert _lies(watcher.frame, empty) == settled.tray.total
        assert float(np.percentile(cv2.absdiff(watcher.frame, before), 99.9)) < 30


def _lies(frame: Image, empty: Image) -> int:
    """How many cubes' worth of the picture differs from the empty tray."""
    apart = cv2.medianBlur(cv2.absdiff(frame, empty).max(axis=2), 5)
    return round(float((apart > 40).sum()) / CUBE_PX)


CUBE_PX = 365.0
"""What one cube covers in a picture 640 px wide."""


def test_faults_of_the_camera_leave_the_truth_alone(start: Start, reader: Reader) -> None:
    """Covered, dark, blurred, coloured, exchanged, frozen, hidden: seen, and over when ended."""
    hands = start()
    with watching(hands.camera(**SMALL)["url"]) as watcher:
        watcher.shows(lambda frame: True)
        empty = watcher.frame
        hands.put("a", {"red": 1})
        watcher.shows(lambda frame: spots(frame, empty) == {"red": 1})
        well = watcher.frame
        sharp = cv2.Laplacian(well, cv2.CV_64F).var()
        signs: dict[str, Callable[[Image], bool]] = {
            "covered": lambda frame: frame.mean() < 12,
            "dark": lambda frame: 12 < frame.mean() < 0.4 * well.mean(),
            "blurred": lambda frame: cv2.Laplacian(frame, cv2.CV_64F).var() < sharp / 2,
            "coloured": lambda frame: frame[..., 0].mean() < 0.6 * well[..., 0].mean(),
            "exchanged": lambda frame: spots(frame, empty[..., ::-1].copy()) == {"blue": 1},
            "hidden": lambda frame: _lies(frame, empty) == 0,
        }
        for fault, sign in signs.items():
            assert not sign(well), fault
            hands.camera_fault(fault)
            watcher.shows(sign)
        hands.camera_fault()
        watcher.shows(lambda frame: spots(frame, empty) == {"red": 1})
        hands.camera_fault("frozen")
        hands.take("b", {"red": 1})
        frozen: list[Image] = []
        watcher.shows(lambda frame: frozen.append(frame) or len(frozen) > 40)
        assert (frozen[-1] == frozen[-2]).all()
        assert spots(frozen[-1], empty) == {"red": 1}
        hands.camera_fault()
        watcher.shows(lambda frame: _lies(frame, empty) == 0)
    assert {*signs, "frozen", "gone"} == set(FAULTS)
    assert hands.truth()["tray"] == {}


def test_more_cubes_out_of_sight_than_lie_there_are_all_of_them(start: Start) -> None:
    hands = start()
    with watching(hands.camera(**SMALL)["url"]) as watcher:
        watcher.shows(lambda frame: True)
        empty = watcher.frame
        hands.put("a", {"red": 2})
        watcher.shows(lambda frame: _lies(frame, empty) > 1)
        hands.camera_fault("hidden", 3)
        watcher.shows(lambda frame: _lies(frame, empty) == 0)


def test_a_camera_that_is_gone_comes_back_under_its_address(start: Start) -> None:
    hands = start()
    url = hands.camera(**SMALL)["url"]
    hands.camera_fault("gone")
    assert not hands.camera(**SMALL)["plugged"]
    with pytest.raises(VisionError, match="no_camera"):
        Capture(url)
    hands.camera_fault()
    with watching(url) as watcher:
        watcher.shows(lambda frame: frame.mean() > 20)


def test_a_camera_that_cannot_stand_so_is_refused(start: Start) -> None:
    hands = start()
    for wish in ({"tilt_deg": 40}, {"floor": "lava"}, {"fps": 0}, {"size_px": [10, 10]}):
        with pytest.raises(TwinError, match=r"twin\.camera"):
            hands.camera(**wish)
    with pytest.raises(TwinError, match=r"twin\.request"):
        hands.camera_fault("dark")
    hands.camera(**SMALL)
    with pytest.raises(TwinError, match=r"twin\.camera_fault"):
        hands.camera_fault("bored")


# -- what is drawn, without a twin -------------------------------------------------------------


def test_cubes_never_lie_in_each_other_and_stay_where_they_are() -> None:
    """45 cubes, many of them touching, stacked, leaning: no two share a point; none moves."""
    habits = Habits(touching=0.4, stacked=0.15, leaning=0.15)
    for seed in range(3):
        heap = heap_of(f"s{seed}", ["red"] * 30, habits)
        before = [(cube.number, cube.centre.tolist()) for cube in heap.cubes]
        for _ in range(15):
            heap.drop("blue")
        after = [(cube.number, cube.centre.tolist()) for cube in heap.cubes]
        assert after[:30] == before
        for n, cube in enumerate(heap.cubes):
            assert not any(_share(cube, other) for other in heap.cubes[:n])
        assert {len(c.layers) for c in heap.cubes} == {1, 2}
        assert any(cube.layers == {1} for cube in heap.cubes)
        assert all(c.centre[2] >= 3.99 for c in heap.cubes)


def _share(one: object, other: object) -> bool:
    """Whether two cubes share a point of a fine grid within the first, its skin left out."""
    grid = np.linspace(-0.98, 0.98, 9) * 4.0
    inside = np.stack(np.meshgrid(grid, grid, grid), -1).reshape(-1, 3)
    a_turn, b_turn = one.turn, other.turn  # type: ignore[attr-defined]
    away = inside @ a_turn.T + one.centre - other.centre  # type: ignore[attr-defined]
    return bool((np.abs(away @ b_turn) < 3.95).all(axis=1).any())


def test_what_lay_on_a_cube_comes_down_with_it() -> None:
    """Taking the only yellow cube from under red ones leaves no cube in the air."""
    for seed in range(6):
        heap = heap_of(f"d{seed}", ["yellow"], Habits(0, 0, 0))
        heap.habits = Habits(touching=0, stacked=0.5, leaning=0.5)
        heap.drop("red")
        bearing = heap.cubes[1].rests_on
        assert bearing == {0}
        heap.take("yellow")
        (cube,) = heap.cubes
        assert (cube.colour, cube.layers, cube.centre[2]) == ("red", {0}, 4.0)


def test_the_easiest_cube_is_taken() -> None:
    heap = heap_of("e", ["red"], Habits(0, 0, 0))
    heap.habits = Habits(0, 1, 0)
    heap.drop("blue")
    heap.habits = Habits(0, 0, 0)
    heap.drop("red")
    heap.take("red")
    assert [cube.number for cube in heap.cubes] == [0, 1]
    with pytest.raises(ValueError, match="no green"):
        heap.take("green")


@pytest.mark.parametrize(("tilt", "floor"), [(0.0, "felt"), (20.0, "wood"), (35.0, "mat")])
def test_upper_faces_show_their_paint(tilt: float, floor: str) -> None:
    """Where the middle of an upper face is projected to, the picture has the cube's paint."""
    view = TrayView((1280, 720), tilt, floor)
    heap = heap_of("3", COLOURS, Habits(0, 0, 0))
    picture = view.picture(heap.cubes)
    for cube in heap.cubes:
        x, y = np.rint(view.project(cube.centre[None] + [0, 0, 4.0])[0]).astype(int)
        seen = np.median(picture[y - 2 : y + 3, x - 2 : x + 3], axis=(0, 1))[::-1]
        paint = np.array(COLOURS[cube.colour])
        # Lamp and grain change how bright it is, hardly the colour.
        assert np.abs(seen / seen.sum() - paint / paint.sum()).max() < 0.05, cube.colour
        assert 0.75 < seen.sum() / paint.sum() < 1.25, cube.colour


def test_the_field_is_where_the_camera_says() -> None:
    """The printed mat, found in the picture, gives the field that ``field_px`` gives."""
    view = TrayView((1280, 720), 18.0, "mat")
    found = find_mat(view.picture(heap_of("m", ["red"] * 8).cubes))
    assert found is not None
    assert found.markers == 8
    apart = np.array(found.calibration.corners_px) - np.array(view.field_px)
    assert float(np.hypot(*apart.T).max()) < 3.0
    upright = rectify(view.picture(()), Calibration(view.field_px, (225.0, 138.0)))
    assert upright.mm_per_px == pytest.approx(0.3, abs=0.1)
