"""Cubes that are poured: they rest in the tray, and the truth told of them is what is drawn."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

REASON = "needs turmwart_scenes with MuJoCo and ModernGL: pip install 'turmwart[render,vision]'"
pytest.importorskip("mujoco", reason=REASON)
pytest.importorskip("moderngl", reason=REASON)
poured = pytest.importorskip("turmwart_scenes.poured", reason=REASON)
render = pytest.importorskip("turmwart_scenes.render", reason=REASON)

SIZE = (320, 240)


@pytest.mark.parametrize(("seed", "cubes", "dice"), [(1, 12, 0), (2, 30, 2), (3, 0, 0), (4, 1, 1)])
def test_cubes_rest_in_their_tray(seed: int, cubes: int, dice: int) -> None:
    pile = poured.pour(np.random.default_rng(seed), cubes, dice)
    assert pile.centres.shape == (cubes + dice, 3)
    edges_mm = 2 * pile.halves[:cubes] / poured.MM
    assert ((edges_mm >= 8) & (edges_mm <= 10)).all()
    outer = (np.abs(pile.tray.rim_at) + pile.tray.rim_half).max(0)
    assert (np.abs(pile.centres[:, :2]) < outer[:2]).all()
    lowest = pile.centres[:, 2] - pile.halves * np.abs(pile.turns[:, 2]).sum(1)
    assert (lowest > -0.05).all()
    for one, other in combinations(range(cubes), 2):
        gap = np.linalg.norm(pile.centres[one] - pile.centres[other])
        assert gap > 0.9 * (pile.halves[one] + pile.halves[other])


def test_the_same_seed_pours_the_same() -> None:
    one, other = (poured.pour(np.random.default_rng(9), 8, 1) for _ in range(2))
    assert np.array_equal(one.centres, other.centres)
    assert np.array_equal(one.turns, other.turns)


def test_swept_cubes_lie_upon_each_other() -> None:
    """In a small tray 45 cubes do not find room on the floor."""
    tray = poured.Tray(
        np.array([(2.5, 0, 1.0), (-2.5, 0, 1.0), (0, 2.5, 1.0), (0, -2.5, 1.0)]),
        np.array([(0.5, 3.0, 1.0), (0.5, 3.0, 1.0), (2.0, 0.5, 1.0), (2.0, 0.5, 1.0)]),
    )
    pile = poured.pour(np.random.default_rng(5), 45, tray=tray)
    lowest = pile.centres[:, 2] - pile.halves * np.abs(pile.turns[:, 2]).sum(1)
    assert (lowest > 0.2).sum() >= 4


def test_the_truth_is_what_is_drawn() -> None:
    """Each cube's middle shows its own number and its own hue; what is hidden says so."""
    rng = np.random.default_rng(11)
    pile = poured.pour(rng, 14)
    colours = ["red", "blue"] * 7
    pieces = poured.coloured(rng, pile, colours)
    # The last cube is put below the floor: no picture shows it.
    pieces[-1].centre = pieces[-1].centre - np.array([0, 0, 3.0])
    scene = poured.tray_scene(rng, pile, pieces, SIZE, 0.05)
    light, numbers = render.Renderer(*SIZE).draw(scene)
    seen = poured.judge_cubes(scene, colours, numbers, SIZE)
    assert [cube.colour for cube in seen] == colours
    assert seen[-1].shown == 0
    assert sum(cube.shown > 0.9 for cube in seen[:-1]) >= 10
    for cube in seen[:-1]:
        x, y = (int(v) for v in cube.centre_xy)
        if cube.shown > 0.6:
            assert numbers[y, x] == cube.piece + 1
            red, _, blue = light[y, x]
            assert (red > blue) == (cube.colour == "red")
            own = (numbers == cube.piece + 1).sum()
            assert 0.5 * own < cube.side_px**2 < 1.3 * own


def test_floors_and_paints_are_of_every_colour() -> None:
    rng = np.random.default_rng(2)
    tops = poured.table_tops(rng, 6)
    assert all(top.shape == (512, 512, 3) and top.dtype == np.uint8 for top in tops)
    for name in poured.NAMES:
        tone = poured.paint(rng, name)
        assert tone.shape == (3,)
        assert ((tone >= 0) & (tone <= 1)).all()
