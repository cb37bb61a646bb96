"""The cube counter: on photographs and rendered trays, turned and mirrored, and on odd pictures."""

from __future__ import annotations

import csv
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from turmwart_vision import cubes
from turmwart_vision.api import (
    COLOURS,
    CubeReading,
    annotate_cubes,
    count_cubes,
    cube_colours,
    default_palette,
    load_image,
    save_image,
)
from turmwart_vision.cube_places import Places

PICTURES = Path(__file__).parent / "cube_pictures"
Counts = dict[str, int]
TRUTH: dict[str, Counts] = defaultdict(dict)
READ: set[str] = set()
with (PICTURES / "labels.csv").open(newline="") as table:
    for row in csv.DictReader(table):
        TRUTH[row["file"]].update(
            {row["colour"]: int(row["count"])} if row["colour"] != "none" else {}
        )
        if row["read"] == "yes":
            READ.add(row["file"])
RENDERED = sorted(name for name in READ if name.startswith("tray_"))


@cache
def frame_of(name: str) -> NDArray[np.uint8]:
    return load_image(PICTURES / name)


@cache
def reading_of(name: str) -> CubeReading:
    return count_cubes(frame_of(name))


def counts(reading: CubeReading) -> Counts:
    return {each.colour: each.count for each in reading.present}


BARE = np.full((100, 100, 3), 90, np.uint8)
Found = Callable[[Sequence[float], Sequence[float], Sequence[float]], None]


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Found:
    """Lets any picture show red cubes with these heats, raised so far and judged so likely."""

    def show(heat: Sequence[float], raised: Sequence[float], judged: Sequence[float]) -> None:
        size = len(heat)
        opinions = np.zeros((size, len(COLOURS)))
        opinions[:, COLOURS.index("red")] = 1
        places = Places(
            np.full((size, 2), 50.0),
            np.full(size, 20.0),
            np.array(heat),
            np.array(raised),
            opinions,
            np.tile([40.0, 36.0, 180.0], (size, 1)),
            np.zeros((size, 6)),
        )
        monkeypatch.setattr(cubes, "find_cubes", lambda *_: places)
        monkeypatch.setattr(cubes, "judged", lambda *_: np.array(judged))

    return show


@pytest.mark.parametrize("raised", [0, 1, 10])
def test_each_raised_cube_may_hide_one(found: Found, raised: int) -> None:
    """One in ten hides one: what is seen keeps its chance, and more than one can be hidden."""
    size, palette = max(raised, 1), default_palette()
    found([1.0] * size, [float(bool(raised))] * size, [1.0] * size)
    seen = cubes.count(BARE, palette, None, None)
    of_red = seen.spread[palette.names.index("red")]
    hidden = [math.comb(raised, n) * 0.1**n * 0.9 ** (raised - n) for n in range(raised + 1)]
    assert of_red[size:] == pytest.approx(hidden, abs=0.02)
    assert (seen.right > cubes.SURE) == (not raised)
    assert seen.right == pytest.approx(0.9**raised, abs=0.02)


@pytest.mark.parametrize(("number", "unseen"), [(12, 0.0), (13, 0.002), (42, 0.06)])
def test_in_a_crowd_one_may_lie_unseen(found: Found, number: int, unseen: float) -> None:
    """None lies upon another, none is doubted: still there may be one more than is found."""
    found([1.0] * number, [0.0] * number, [1.0] * number)
    red = default_palette().only(("red",))
    seen = cubes.count(BARE, red, None, None)
    assert seen.right == pytest.approx(1 - unseen)
    assert seen.spread[0][number + 1 :].sum() == pytest.approx(unseen)


@pytest.mark.parametrize(
    ("heat", "judged", "vouched"),
    [
        ((0.9, 0.1), (1.0, 0.0), True),
        ((0.9, 0.4), (1.0, 0.0), False),
        ((0.9, 0.4), (1.0, 1.0), False),
    ],
)
def test_what_the_judge_alone_tells_is_not_vouched_for(
    found: Found, heat: tuple[float, ...], judged: tuple[float, ...], vouched: bool
) -> None:
    """The finder half sees something: the judge believes it or not, and the table is asked."""
    found(heat, (0.0, 0.0), judged)
    reading = count_cubes(BARE)
    assert reading.sure == vouched
    assert reading.reasons == (() if vouched else ("doubtful",))


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_photographs_and_trays(name: str) -> None:
    """What can be counted is; what cannot is not vouched for; sure is never wrong."""
    reading = reading_of(name)
    assert (counts(reading) == TRUTH[name]) == (name in READ)
    assert not reading.sure or counts(reading) == TRUTH[name]


def test_every_picture_is_named_in_the_labels() -> None:
    assert {path.name for path in PICTURES.glob("*.jpg")} == set(TRUTH)


def test_some_trays_are_vouched_for() -> None:
    assert any(reading_of(name).sure for name in RENDERED)


@pytest.mark.parametrize("name", RENDERED)
def test_a_turned_or_mirrored_tray_holds_the_same_cubes(name: str) -> None:
    for turned in (*(np.rot90(frame_of(name), k) for k in (1, 2, 3)), frame_of(name)[:, ::-1]):
        assert counts(count_cubes(np.ascontiguousarray(turned))) == TRUTH[name]


@pytest.mark.parametrize("name", RENDERED[:3])
@pytest.mark.parametrize("scale", [0.85, 1.5, 2.0])
def test_a_larger_or_smaller_picture_holds_the_same_cubes(name: str, scale: float) -> None:
    frame = cv2.resize(frame_of(name), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    reading = count_cubes(np.asarray(frame, np.uint8))
    assert counts(reading) == TRUTH[name]
    before = np.array([cube.centre_px for cube in reading_of(name).cubes])
    after = np.array([cube.centre_px for cube in reading.cubes]) / scale
    gaps = np.linalg.norm(before[:, None] - after[None], axis=2).min(1)
    assert (gaps < 3).all()


@settings(max_examples=12, deadline=None)
@given(names=st.sets(st.sampled_from(COLOURS), min_size=1, max_size=5), which=st.integers(0, 9))
def test_colours_that_the_palette_has_not_are_never_invented(names: set[str], which: int) -> None:
    """And what lies there in another colour is not vouched for."""
    name = RENDERED[which % len(RENDERED)]
    reading = count_cubes(frame_of(name), default_palette().only(names))
    assert set(counts(reading)) <= names
    assert [each.colour for each in reading.counts] == [n for n in COLOURS if n in names]
    if not set(TRUTH[name]) <= names:
        assert not reading.sure


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_chances_of_each_colour(name: str) -> None:
    """They sum to one, ascend, and hold what was counted; of a sure picture it is the likeliest."""
    reading = reading_of(name)
    assert [each.colour for each in reading.counts] == list(COLOURS)
    for each in reading.counts:
        numbers = [n for n, _ in each.chances]
        assert numbers == sorted(set(numbers))
        assert sum(p for _, p in each.chances) == pytest.approx(1, abs=0.01)
        assert each.count in numbers
        likeliest = max(each.chances, key=lambda chance: chance[1])[0]
        assert not reading.sure or likeliest == each.count
    assert len(reading.cubes) == sum(counts(reading).values())
    for cube in reading.cubes:
        assert 0 <= cube.doubt <= 1
        assert 0 <= cube.centre_px[0] < reading.size_px[0]
        assert 0 <= cube.centre_px[1] < reading.size_px[1]
    assert list(reading.cubes) == sorted(reading.cubes, key=lambda cube: cube.centre_px)


def test_what_has_no_cube_s_size_is_left_out() -> None:
    name = RENDERED[0]
    edge = float(np.median([cube.side_px for cube in reading_of(name).cubes]))
    assert counts(count_cubes(frame_of(name), mm_per_px=9 / edge)) == TRUTH[name]
    assert counts(count_cubes(frame_of(name), mm_per_px=40 / edge)) == {}
    assert counts(count_cubes(frame_of(name), mm_per_px=2 / edge)) == {}


def test_a_palette_is_learnt_from_clear_cubes() -> None:
    name = RENDERED[0]
    seen = cube_colours(frame_of(name))
    assert 0 < len(seen) <= sum(TRUTH[name].values())
    assert seen.shape[1] == 3
    assert len(cube_colours(np.full((200, 300, 3), 90, np.uint8))) == 0


@pytest.mark.parametrize("size", [(1, 1), (1, 400), (3, 2), (40, 40), (480, 640), (2000, 90)])
@pytest.mark.parametrize("grey", [0, 127, 255])
def test_nothing_is_seen_on_plain_pictures(size: tuple[int, int], grey: int) -> None:
    reading = count_cubes(np.full((*size, 3), grey, np.uint8))
    assert counts(reading) == {}
    assert not reading.sure
    assert all(each.chances[0][0] == 0 for each in reading.counts)


def test_noise_is_never_vouched_for() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (240, 320, 3), np.uint8)
    assert not count_cubes(noise).sure


def test_darkness_and_glare_are_named() -> None:
    frame = frame_of(RENDERED[0])
    dark = count_cubes((frame // 16).astype(np.uint8))
    assert "dark" in dark.reasons
    bright = count_cubes(np.clip(frame.astype(int) + 230, 0, 255).astype(np.uint8))
    assert "bright" in bright.reasons
    assert not dark.sure
    assert not bright.sure


def test_a_cube_at_the_edge_is_named() -> None:
    name = RENDERED[0]
    x = reading_of(name).cubes[0].centre_px[0]
    cut = np.ascontiguousarray(frame_of(name)[:, int(x) - 2 :])
    reading = count_cubes(cut)
    assert not reading.sure
    assert "cut" in reading.reasons or len(reading.cubes) < sum(TRUTH[name].values())


def test_doubt_can_be_added() -> None:
    reading = reading_of(RENDERED[0])
    doubted = reading.doubted("damaged").doubted("damaged")
    assert not doubted.sure
    assert doubted.reasons.count("damaged") == 1
    assert doubted.cubes == reading.cubes


@pytest.mark.parametrize(
    "frame",
    [
        np.zeros((4, 4), np.uint8),
        np.zeros((4, 4, 4), np.uint8),
        np.zeros((4, 4, 3), np.float32),
        np.zeros((0, 4, 3), np.uint8),
    ],
)
def test_what_is_no_picture_is_refused(frame: np.ndarray) -> None:
    with pytest.raises(ValueError, match="frame"):
        count_cubes(frame)


def test_impossible_scales_and_whites_are_refused() -> None:
    frame = np.zeros((40, 40, 3), np.uint8)
    for scale in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="mm_per_px"):
            count_cubes(frame, mm_per_px=scale)
    for white in ((0, 255, 255), (255, 255), (255, 255, 256)):
        with pytest.raises(ValueError, match="white_bgr"):
            count_cubes(frame, white_bgr=white)


def test_marked_pictures(tmp_path: Path) -> None:
    name = RENDERED[0]
    frame, reading = frame_of(name), reading_of(name)
    marked = annotate_cubes(frame, reading, "14: sure")
    assert marked.shape == frame.shape
    save_image(tmp_path / "marked.png", marked)
    changed = (load_image(tmp_path / "marked.png") != frame).any(2)
    for cube in reading.cubes:
        x, y, reach = round(cube.centre_px[0]), round(cube.centre_px[1]), round(cube.side_px / 2)
        around = changed[max(y - reach, 0) : y + reach + 1, max(x - reach, 0) : x + reach + 1]
        assert around.mean() > 0.1
    assert not changed[frame.shape[0] // 10 :].all(1).any()
    with pytest.raises(ValueError, match="reading is of"):
        annotate_cubes(frame[:-1], reading)
