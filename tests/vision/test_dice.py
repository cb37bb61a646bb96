"""The reader: on photographs, on drawn dice, and on what holds no dice."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from turmwart_vision import dice
from turmwart_vision.api import DiceReading, annotate, load_image, read_dice, save_image
from turmwart_vision.cutouts import settle
from turmwart_vision.finder import Spot

PICTURES = Path(__file__).parent / "pictures"
HARD = Path(__file__).parents[2] / "docs" / "pictures"
with (PICTURES / "labels.csv").open(newline="") as table:
    LABELS = [
        (row["file"], tuple(int(v) for v in row["values"].split()), row["read"] == "yes")
        for row in csv.DictReader(table)
    ]


@pytest.mark.parametrize(("name", "values", "is_read"), LABELS, ids=[row[0] for row in LABELS])
def test_photographs(name: str, values: tuple[int, ...], is_read: bool) -> None:
    """What can be read is read; what cannot is not vouched for; sure is never wrong."""
    reading = read_dice(load_image(PICTURES / name))
    if is_read:
        assert reading.values == values
    else:
        assert reading.values != values
    assert not reading.sure or reading.values == values


def test_some_photographs_are_vouched_for() -> None:
    sure = [name for name, _, _ in LABELS if read_dice(load_image(PICTURES / name)).sure]
    assert len(sure) >= 4


def test_every_picture_is_named_in_the_labels() -> None:
    assert {path.name for path in PICTURES.glob("*.jpg")} == {name for name, _, _ in LABELS}


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("side", [22, 40, 90, 200])
def test_each_value_at_each_size(drawing: Callable[..., object], value: int, side: int) -> None:
    """Dark pips on light dice and light pips on dark dice, from 22 to 200 px a die."""
    plain = drawing().die(value, (320, 240), side, 17)
    dark = drawing(table=(190, 200, 205)).die(
        value, (320, 240), side, 17, (60, 30, 25), (235, 235, 235)
    )
    assert read_dice(plain.frame).values == (value,)
    assert read_dice(dark.frame).values == (value,)


@pytest.mark.parametrize("size", [0.5, 0.7, 1.0, 1.5])
@pytest.mark.parametrize("stray", [(0, 0), (9, -6)])
def test_a_place_is_settled_from_afar(
    drawing: Callable[..., object], size: float, stray: tuple[int, int]
) -> None:
    """A place at half the face's edge, or beside its middle, comes to lie on the face."""
    frame = drawing().die(5, (320, 240), 60, 17).frame
    x, y, side, face = settle(frame, [(320 + stray[0], 240 + stray[1], 60 * size)])[0]
    assert np.hypot(x - 320, y - 240) < 6
    assert 48 < side < 72
    assert face > 0.9


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    values=st.lists(st.integers(1, 6), min_size=1, max_size=6),
    side=st.integers(28, 90),
    degrees=st.lists(st.integers(0, 359), min_size=6, max_size=6),
    is_dark=st.booleans(),
)
def test_drawn_rolls_are_read_right(
    drawing: Callable[..., object],
    values: list[int],
    side: int,
    degrees: list[int],
    is_dark: bool,
) -> None:
    """Any roll of up to six dice that lie apart, turned and sized at will."""
    body, pip = ((40, 40, 150), (240, 240, 240)) if is_dark else ((230, 240, 240), (30, 30, 40))
    picture = drawing()
    for n, value in enumerate(values):
        centre = (110 + 210 * (n % 3), 125 + 230 * (n // 3))
        picture.die(value, centre, side, degrees[n], body, pip)
    reading = read_dice(picture.frame)
    assert reading.values == tuple(sorted(values))


def test_touching_dice_are_told_apart(drawing: Callable[..., object]) -> None:
    picture = drawing().die(6, (200, 200), 60).die(4, (262, 202), 60, 3).die(5, (230, 263), 60, 8)
    assert read_dice(picture.frame).values == (4, 5, 6)


def test_a_half_turned_picture_gives_the_same_values(drawing: Callable[..., object]) -> None:
    frame = drawing().die(2, (150, 120), 44, 30).die(3, (400, 300), 44, 55).frame
    upside_down = np.ascontiguousarray(frame[::-1, ::-1])
    assert read_dice(frame).values == read_dice(upside_down).values == (2, 3)


def test_places_are_those_of_the_picture_whatever_its_size(drawing: Callable[..., object]) -> None:
    """A picture of 12 million pixels is read at a smaller size; the places are given back."""
    frame = drawing(4000, 3000).die(5, (3000, 700), 300, 20).frame
    (die,) = read_dice(frame).dice
    assert die.centre_px == pytest.approx((3000, 700), abs=12)
    assert np.mean(die.box, axis=0) == pytest.approx(die.centre_px, abs=1)
    sides = np.hypot(*(np.array(die.box) - np.roll(die.box, 1, axis=0)).T)
    assert sides == pytest.approx(300, rel=0.3)


def test_a_known_scale_leaves_out_what_is_no_die(drawing: Callable[..., object]) -> None:
    frame = drawing().die(5, (320, 240), 60).frame
    assert read_dice(frame, mm_per_px=0.25).values == (5,)
    assert read_dice(frame, mm_per_px=0.01).values == ()


@pytest.mark.parametrize("grain", [0, 3, 12])
def test_an_empty_table_has_no_dice(drawing: Callable[..., object], grain: int) -> None:
    noise = np.random.default_rng(3).normal(0, grain, (480, 640, 3))
    frame = np.clip(drawing().frame + noise, 0, 255).astype(np.uint8)
    reading = read_dice(frame)
    assert reading.values == ()
    assert not reading.sure


def test_a_printed_board_has_no_dice() -> None:
    """Its tufts and bushes look a little like dice, but like no value in particular."""
    reading = read_dice(load_image(HARD / "epanemu_219_nodice.jpg"))
    assert reading.values == ()
    assert not reading.sure


def test_small_dice_are_looked_at_nearer(drawing: Callable[..., object]) -> None:
    """At the size the finder looks at the whole picture with they are 9 px large."""
    values = (1, 2, 3, 4, 5, 6)
    picture = drawing(1920, 1440)
    for n, value in enumerate(values):
        picture.die(value, (1056 + 45 * n, 720 + 30 * (n % 2)), 28, 20 * n)
    assert read_dice(picture.frame).values == values


@pytest.mark.parametrize(("apart_px", "looks"), [(60, 1), (1000, 0)])
def test_the_nearer_look_gives_places_of_the_whole_picture(
    monkeypatch: pytest.MonkeyPatch, apart_px: int, looks: int
) -> None:
    """Small faces that lie together are looked at again; those strewn about gain nothing by it."""
    frame = np.full((1200, 1600, 3), 90, np.uint8)
    spots = [Spot(np.array([500.0 + n * apart_px, 400.0]), 20.0, 0.9, 0.9) for n in (0, 1)]
    seen: list[tuple[int, ...]] = []

    def found(part: np.ndarray) -> list[Spot]:
        seen.append(part.shape)
        return [Spot(np.array([100.0, 150.0]), 20.0, 0.6)]

    def settled(_: np.ndarray, places: list[Spot]) -> list[Spot]:
        return places

    monkeypatch.setattr(dice, "find", found)
    monkeypatch.setattr(dice, "_settled", settled)
    nearer = dice._nearer(frame, spots)
    assert len(nearer) == len(seen) == looks
    assert [spot.centre_px.tolist() for spot in nearer] == [[440.0, 390.0]] * looks


def test_a_die_that_the_finder_passes_over_is_found_by_the_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It looks at the mirrored picture; what it sees lies at its place in the picture itself."""
    frame = load_image(PICTURES / "matteo_valid_86.jpg")
    whole = read_dice(frame)
    find = dice.find

    def blind(part: np.ndarray) -> list[Spot]:
        """Finds nothing in the left part of the picture."""
        return [spot for spot in find(part) if spot.centre_px[0] > whole.dice[1].centre_px[0] + 9]

    monkeypatch.setattr(dice, "find", blind)
    reading = read_dice(frame)
    assert reading.values == whole.values == (3, 4, 4, 4, 6)
    assert [die.centre_px for die in reading.dice] == [
        pytest.approx(die.centre_px, abs=3) for die in whole.dice
    ]


def test_a_blurred_die_that_cannot_be_read_is_called_unsharp() -> None:
    """No guess is named, but what would help is."""
    frame = cv2.GaussianBlur(load_image(PICTURES / "epanemu_12.jpg"), (0, 0), 4.5)
    reading = read_dice(np.asarray(frame, np.uint8))
    assert reading.values == ()
    assert "unsharp" in reading.reasons


@pytest.mark.parametrize("shape", [(1, 1, 3), (2, 700, 3), (700, 2, 3), (20, 20, 3)])
def test_tiny_pictures_have_an_answer(shape: tuple[int, ...]) -> None:
    assert read_dice(np.full(shape, 90, np.uint8)).values == ()


@pytest.mark.parametrize("name", ["upon_0447.jpg", "upon_0657.jpg"])
def test_a_die_upon_another_is_named(name: str) -> None:
    """Of the lower one hardly more than its sides are seen: the tower is not vouched for."""
    reading = read_dice(load_image(PICTURES / name))
    assert "stacked" in reading.reasons
    assert not reading.sure


def test_a_die_half_out_of_sight_is_not_vouched_for(drawing: Callable[..., object]) -> None:
    picture = drawing().die(4, (320, 240), 80).die(6, (20, 240), 80)
    assert not read_dice(picture.frame).sure


def test_a_die_that_cannot_be_read_spoils_the_whole_picture(
    drawing: Callable[..., object],
) -> None:
    """A second die, its pips hardly seen: the first alone is no reading of this picture."""
    picture = drawing(table=(200, 205, 205))
    picture.die(4, (200, 240), 60, 10).die(5, (420, 240), 60, 30, (40, 40, 40), (44, 44, 44))
    assert not read_dice(picture.frame).sure


@pytest.mark.parametrize(
    "frame",
    [
        np.zeros((10, 10), np.uint8),
        np.zeros((10, 10, 4), np.uint8),
        np.zeros((10, 10, 3), np.float32),
        np.zeros((0, 10, 3), np.uint8),
    ],
)
def test_wrong_arrays_are_refused_by_shape_and_dtype(frame: np.ndarray) -> None:
    empty = DiceReading((), False, 0.0, (10, 10))
    for call in (lambda: read_dice(frame), lambda: annotate(frame, empty)):
        with pytest.raises(ValueError) as refused:
            call()
        assert str(frame.shape) in str(refused.value)
        assert str(frame.dtype) in str(refused.value)


@pytest.mark.parametrize("scale", [0.0, -1.0, float("nan"), float("inf")])
def test_a_scale_that_is_none_is_refused(scale: float) -> None:
    with pytest.raises(ValueError, match="mm_per_px"):
        read_dice(np.zeros((10, 10, 3), np.uint8), scale)


def test_the_annotated_picture(tmp_path: Path, drawing: Callable[..., object]) -> None:
    """Box, value and doubt are drawn at the die, the banner at the top, the original stays."""
    frame = drawing().die(5, (320, 240), 60).frame
    before = frame.copy()
    reading = read_dice(frame)
    drawn = annotate(frame, reading, "banner")
    assert np.array_equal(frame, before)
    changed = (drawn != frame).any(axis=2)
    (die,) = reading.dice
    right = round(max(x for x, _ in die.box))
    assert changed[:60, :200].any(), "no banner"
    assert changed[200:240, right + 4 : right + 80].any(), "no text beside the die"
    without = annotate(frame, reading)
    assert not (without != frame).any(axis=2)[:60, :200].any()
    save_image(tmp_path / "drawn.png", drawn)
    assert np.array_equal(cv2.imread(str(tmp_path / "drawn.png")), drawn)


def test_a_reading_of_another_picture_is_not_drawn(drawing: Callable[..., object]) -> None:
    reading = read_dice(drawing(320, 240).frame)
    with pytest.raises(ValueError, match="320"):
        annotate(drawing(640, 480).frame, reading)
