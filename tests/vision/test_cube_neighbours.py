"""What lies around each place where a cube may be."""

from __future__ import annotations

import numpy as np
import pytest

from turmwart_vision.cube_neighbours import NEAREST, REACH, RELATIONS, around
from turmwart_vision.cube_places import Places

SIZE = (400, 300)


def places(centres: np.ndarray, seed: int = 1) -> Places:
    """Places of chance looks at ``centres`` (N, 2)."""
    rng, n = np.random.default_rng(seed), len(centres)
    return Places(
        np.asarray(centres, float),
        rng.uniform(18, 24, n),
        rng.uniform(0.1, 1, n),
        rng.uniform(0, 1, n),
        rng.dirichlet(np.ones(11), n),
        rng.uniform(0, 255, (n, 3)),
        np.zeros((n, 6)),
    )


def test_the_nearest_come_first_and_the_far_do_not_count() -> None:
    row = np.array([(x, 100.0) for x in (100.0, 130.0, 150.0, 101.0 + 20 * REACH)])
    index, relations, near = around(places(row), 20.0, SIZE)
    assert index[0, :3].tolist() == [1, 2, 3]
    assert near[0].tolist() == [True, True] + [False] * (NEAREST - 2)
    assert relations[0, :2, 0] == pytest.approx([1.5, 2.5])


def test_what_lies_outward_is_told_from_what_lies_inward() -> None:
    """A camera over the middle sees side faces outward of their upper faces, never inward."""
    index, relations, _ = around(places(np.array([(250.0, 150.0), (270.0, 150.0)])), 20.0, SIZE)
    assert index[:, 0].tolist() == [1, 0]
    assert relations[:, 0, 2] == pytest.approx([1.0, -1.0])
    assert relations[:, 0, 3] == pytest.approx([0.0, 0.0])


@pytest.mark.parametrize("turned", ["mirrored", "upside down", "by a quarter"])
def test_turning_the_picture_changes_nothing(turned: str) -> None:
    at = np.random.default_rng(3).uniform((20, 20), (380, 280), (12, 2))
    size, moved = SIZE, at.copy()
    if turned == "mirrored":
        moved[:, 0] = SIZE[0] - at[:, 0]
    elif turned == "upside down":
        moved = np.array(SIZE) - at
    else:
        moved, size = np.column_stack([SIZE[1] - at[:, 1], at[:, 0]]), (SIZE[1], SIZE[0])
    one, other = around(places(at), 20.0, SIZE), around(places(moved), 20.0, size)
    assert (one[0] == other[0]).all()
    assert one[1] == pytest.approx(other[1])
    assert (one[2] == other[2]).all()


@pytest.mark.parametrize("number", [1, 2, NEAREST, NEAREST + 5])
def test_few_and_many(number: int) -> None:
    """All at one spot, in the middle of the picture: no direction leads outward."""
    index, relations, near = around(places(np.tile([200.0, 150.0], (number, 1))), 20.0, SIZE)
    assert index.shape == near.shape == (number, NEAREST)
    assert relations.shape == (number, NEAREST, RELATIONS)
    assert np.isfinite(relations).all()
    assert near.sum(1).tolist() == [min(number - 1, NEAREST)] * number
