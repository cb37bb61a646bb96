"""Where pips are seen: how many they are, which value's pattern they make, what that changes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("turmwart_vision.api", reason="needs the extra vision")

from turmwart_vision.cutouts import _joined
from turmwart_vision.pip_pattern import CELL_PX, CELLS, EDGE_PX, counted, places, votes

BARE = -6.0
_AT = (np.arange(CELLS) + 0.5) * CELL_PX - CELLS * CELL_PX / 2


def drawn(spots: np.ndarray, peak: float = 1.5) -> np.ndarray:
    """Log odds (24, 24) of pips at ``spots`` (n, 2), px from the middle."""
    x, y = np.meshgrid(_AT, _AT)
    away = [(x - u) ** 2 + (y - v) ** 2 for u, v in spots.tolist()]
    near = np.exp(-np.min(away, axis=0) / 8) if away else np.zeros((CELLS, CELLS))
    return np.asarray(BARE + (peak - BARE) * near)


def turned(spots: np.ndarray, turn: float) -> np.ndarray:
    c, s = np.cos(turn), np.sin(turn)
    return spots @ np.array([[c, s], [-s, c]])


@given(
    value=st.integers(1, 6),
    turn=st.floats(0, 2 * np.pi),
    offset=st.floats(0.22, 0.3),
    narrow=st.floats(0.75, 1.0),
)
def test_a_face_s_own_pips_speak_for_its_value(
    value: int, turn: float, offset: float, narrow: float
) -> None:
    spots = turned(places(value, offset, narrow) * EDGE_PX, turn)
    said = votes(drawn(spots)[None])[0]
    assert int(said.argmax()) + 1 == value


@pytest.mark.parametrize("value", range(1, 7))
def test_pips_are_counted_one_by_one(value: int) -> None:
    seen = 1 / (1 + np.exp(-drawn(places(value, 0.26, 0.9) * EDGE_PX)))
    assert counted(seen[None]).tolist() == [value]


def test_pips_of_a_side_face_or_a_neighbour_are_not_counted() -> None:
    spots = np.array([[0.0, 0.0], [19.0, 0.0], [-14.0, 15.0]])
    seen = 1 / (1 + np.exp(-drawn(spots)))
    assert counted(seen[None]).tolist() == [1]


def test_nothing_seen_says_little() -> None:
    said = votes(np.full((1, CELLS, CELLS), BARE))[0]
    assert said.argmax() == 0
    assert np.isfinite(said).all()


def test_no_faces_are_no_votes() -> None:
    assert votes(np.zeros((0, CELLS, CELLS))).shape == (0, 6)


def test_pips_move_the_values_and_not_whether_it_can_be_told() -> None:
    chances = np.array([[0.1, 0.02, 0.5, 0.36, 0.01, 0.005, 0.005]])
    pips = np.array([[-3.0, -1.5, 0.0, -1.5, -3.0, -3.0]])
    read = _joined(chances, pips)
    assert read[0, 0] == pytest.approx(0.1)
    assert read.sum() == pytest.approx(1.0)
    assert read[0].argmax() == 3
