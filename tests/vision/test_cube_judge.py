"""The judge of places: what sizes, neighbours and floor add to what the finder says."""

from __future__ import annotations

import numpy as np
import pytest

from turmwart_vision.cube_judge import ODDEST, judged, words
from turmwart_vision.cube_places import Places

FELT, PAINT = (60, 110, 60), (40, 40, 200)
EDGE = 24
CUBE, FLOOR = (5.1, 4.3, 0.05, -3.2, 0.9, 0.03), (-1.7, -3.5, 0.11, -4.0, 0.09, 0.1)
"""What the cells of rendered trays say, medians: of cubes, and of weak patches of floor."""


def frame_with(*middles: tuple[int, int]) -> np.ndarray:
    """Red squares on green felt."""
    frame = np.full((300, 400, 3), FELT, np.uint8)
    for x, y in middles:
        frame[y - EDGE // 2 : y + EDGE // 2, x - EDGE // 2 : x + EDGE // 2] = PAINT
    return frame


def places_at(
    *middles: tuple[float, float],
    heat: float | list[float] = 0.8,
    sides: list[float] | None = None,
    cells: list[tuple[float, ...]] | None = None,
) -> Places:
    """Places as the finder would give them, hottest first."""
    number = len(middles)
    return Places(
        np.array(middles, float).reshape(number, 2),
        np.full(number, float(EDGE)) if sides is None else np.array(sides),
        np.broadcast_to(heat, number).astype(float),
        np.zeros(number),
        np.tile(np.eye(11)[0] * 0.9 + 0.1 / 11, (number, 1)),
        np.tile(np.array(PAINT, float), (number, 1)),
        np.array(cells or [CUBE] * number).reshape(number, 6),
    )


def test_no_places() -> None:
    assert judged(frame_with(), places_at()).shape == (0,)


def test_cubes_are_believed_and_a_weak_patch_of_floor_is_not() -> None:
    at = [(60, 60), (140, 90), (220, 180), (320, 240)]
    cells = [CUBE, CUBE, CUBE, FLOOR]
    chances = judged(frame_with(*at[:3]), places_at(*at, heat=[0.8, 0.8, 0.8, 0.25], cells=cells))
    assert (chances[:3] > 0.9).all()
    assert chances[3] < 0.2


def test_a_place_within_a_hotter_one_is_less_likely() -> None:
    at, heat = [(60, 60), (140, 90), (220, 180)], [0.8, 0.8, 0.8, 0.4]
    far = (320, 240)
    apart = judged(frame_with(*at, far), places_at(*at, far, heat=heat))[3]
    within = judged(frame_with(*at), places_at(*at, (228, 184), heat=heat))[3]
    assert within < apart


def test_an_odd_size_is_less_likely() -> None:
    at = [(60, 60), (140, 90), (220, 180), (320, 240)]
    heat, usual = [0.8, 0.8, 0.8, 0.5], [float(EDGE)] * 3
    even = judged(frame_with(*at), places_at(*at, heat=heat, sides=[*usual, EDGE]))[3]
    odd = judged(frame_with(*at), places_at(*at, heat=heat, sides=[*usual, 1.7 * EDGE]))[3]
    assert odd < even


def test_words_do_not_hang_on_the_size_of_the_picture() -> None:
    at = [(60, 60), (140, 90)]
    frame = frame_with(*at).repeat(2, 0).repeat(2, 1)
    grown = [(2 * x, 2 * y) for x, y in at]
    said = words(frame_with(*at), places_at(*at))
    again = words(frame, places_at(*grown, sides=[2.0 * EDGE] * 2))
    # The edge in px of the picture that is looked at is one of the words.
    assert np.abs(np.delete(said - again, 18, 1)).max() < 0.3


@pytest.mark.parametrize(
    ("middle", "side"),
    [((0.0, 0.0), 24.0), ((399.9, 299.9), 24.0), ((200.0, 150.0), 5000.0), ((9.0, 9.0), 0.4)],
)
def test_words_are_finite_wherever_places_lie(middle: tuple[float, float], side: float) -> None:
    said = words(frame_with(), places_at(middle, sides=[side]))
    assert said.shape == (1, 26)
    assert np.isfinite(said).all()
    assert (said[:, 1:3] <= ODDEST).all()
