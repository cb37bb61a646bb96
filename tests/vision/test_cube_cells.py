"""What the cells of a picture say of a place."""

from __future__ import annotations

import numpy as np
import pytest

from turmwart_vision.cube_cells import FARTHEST, cells_say

SIDE = 6.0
MIDDLE = (20.0, 15.0)


def shown(seam: float = -6.0) -> np.ndarray:
    """One cube in 30 rows of 40 cells: each cell of its face sees its middle."""
    said = np.zeros((4, 30, 40), np.float32)
    said[0], said[1] = -6.0, seam
    ys, xs = np.mgrid[12:18, 17:23]
    said[0, ys, xs] = 6.0
    said[2, ys, xs] = (MIDDLE[0] - xs - 0.5) / SIDE
    said[3, ys, xs] = (MIDDLE[1] - ys - 0.5) / SIDE
    return said


def say(said: np.ndarray, *middles: tuple[float, float]) -> np.ndarray:
    return cells_say(said, np.array(middles, float).reshape(-1, 2), np.full(len(middles), SIDE))


def test_a_cube_speaks_for_itself_and_floor_does_not() -> None:
    cube, floor = say(shown(), MIDDLE, (32.0, 24.0))
    assert cube[0] > 5
    assert cube[1] > 5
    assert cube[2] < 0.01
    assert cube[5] < 0.01
    assert cube[4] == pytest.approx(1.0, abs=0.2)
    assert floor[0] < -5
    assert floor[1] < -5
    assert floor[4] < 0.02


def test_a_side_face_sees_the_middle_elsewhere() -> None:
    """Half the cells beside a face belong to it: they see its middle, not their own."""
    beside = say(shown(), (MIDDLE[0] + SIDE / 2, MIDDLE[1]))[0]
    assert beside[2] > 0.3
    assert beside[4] < 0.1


def test_a_seam_is_told() -> None:
    assert say(shown(seam=2.0), MIDDLE)[0, 3] > 1.5 > -5 > say(shown(), MIDDLE)[0, 3]


@pytest.mark.parametrize("middle", [(0.0, 0.0), (39.9, 29.9), (-3.0, 15.0), (500.0, 500.0)])
def test_words_are_finite_at_the_edge(middle: tuple[float, float]) -> None:
    said = say(shown(), middle)
    assert np.isfinite(said).all()
    assert (said[:, [2, 5]] <= FARTHEST).all()


def test_no_places() -> None:
    assert say(shown()).shape == (0, 6)
