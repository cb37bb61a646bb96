"""Dice that fall: they come to rest as bodies do, and the same seed throws the same."""

from __future__ import annotations

import tomllib
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

REASON = "needs turmwart_scenes with MuJoCo and ModernGL: pip install 'turmwart[render,vision]'"
pytest.importorskip("mujoco", reason=REASON)
pytest.importorskip("moderngl", reason=REASON)
physics = pytest.importorskip("turmwart_scenes.physics", reason=REASON)
thrown = pytest.importorskip("turmwart_scenes.thrown", reason=REASON)
clip = pytest.importorskip("turmwart_scenes.clip", reason=REASON)
dice_scene = pytest.importorskip("turmwart_scenes.dice_scene", reason=REASON)

ROLL = Path(__file__).parents[1] / "data" / "roll.toml"


def test_a_die_falls_flat_onto_the_table() -> None:
    die = physics.Body(0.5, np.array([0, 0, 3.0]), np.eye(3))
    (pose,) = physics.settle([die], physics.Tray(), 0.4)
    assert pose.centre == pytest.approx((0, 0, 0.5), abs=0.02)
    assert np.allclose(pose.turn, np.eye(3), atol=0.02)


def test_friction_holds_a_die_that_is_laid_on_another() -> None:
    low = physics.Body(0.5, np.array([0, 0, 0.5]), np.eye(3))
    high = physics.Body(0.5, np.array([0.2, 0, 1.55]), np.eye(3))
    poses = physics.settle([low, high], physics.Tray(), 0.6)
    assert [pose.centre[2] for pose in poses] == pytest.approx([0.5, 1.5], abs=0.03)


@pytest.mark.parametrize("seed", range(6))
def test_pieces_rest_on_the_table_and_not_in_each_other(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tray = thrown.tray_of_chance(rng, 9)
    throw = thrown.throw(rng, 9, tray=tray)
    dice = throw.pieces[:9]
    for die in dice:
        assert die.centre[2] - die.half * np.abs(die.turn[2]).sum() > -0.03
        assert np.allclose(die.turn @ die.turn.T, np.eye(3), atol=1e-6)
        outer = (np.abs(tray.rim_at) + tray.rim_half).max(0)
        assert np.all(np.abs(die.centre[:2]) < outer[:2])
    for one, other in combinations(dice, 2):
        assert np.linalg.norm(one.centre - other.centre) > one.half + other.half - 0.05


def test_the_same_seed_throws_the_same() -> None:
    first, second = (thrown.throw(np.random.default_rng(5), 6) for _ in range(2))
    for one, other in zip(first.pieces, second.pieces, strict=True):
        assert np.array_equal(one.centre, other.centre)
        assert np.array_equal(one.turn, other.turn)


def test_starts_are_apart() -> None:
    rng = np.random.default_rng(1)
    for room in ((1, 1), (3, 5), (0.2, 9)):
        places = thrown.starts(rng, [0.56] * 20, room)
        assert len(places) == 20
        assert min(np.linalg.norm(a - b) for a, b in combinations(places, 2)) >= thrown.SPACE - 1e-9
        assert min(place[2] for place in places) > 1


def test_what_never_rests_is_told() -> None:
    die = physics.Body(0.5, np.array([0, 0, 50.0]), np.eye(3))
    with pytest.raises(physics.NeverStill, match=r"1 pieces still move after 0\.1 s"):
        physics.settle([die], physics.Tray(), 0.4, patience_s=0.1)
    with pytest.raises(ValueError, match="friction must be > 0, got 0"):
        physics.Fall([die], physics.Tray(), 0)


def test_the_film_in_the_repository_is_the_one_of_its_seed() -> None:
    truth = tomllib.loads(ROLL.read_text())
    count = len(truth["values"])
    rng = np.random.default_rng([truth["seed"], count])
    clip.stage(rng, count)
    frames = list(clip.moments(clip.thrown_in(rng, count), clip.FRICTION))
    ends = [dice_scene.value_up(pose.turn) for pose in frames[-1][0][-1]]
    assert sorted(value for value, _ in ends) == truth["values"]
    assert all(slant > 0.999 for _, slant in ends)
    moving = sum(not still for _, still in frames)
    assert clip.EMPTY_S + moving / clip.RATE == pytest.approx(truth["rest_from_s"], abs=0.011)
    # It tumbles first and rests for a second then.
    assert 15 < moving < 90
    assert len(frames) - moving == clip.RATE * clip.REST_S
