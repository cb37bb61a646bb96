"""Scenes whose truth is known: what a camera sees, how dice lie, how pips are painted."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

REASON = "needs turmwart_scenes with its extra: pip install 'turmwart[render,vision]'"
dice_scene = pytest.importorskip("turmwart_scenes.dice_scene", reason=REASON)
render = pytest.importorskip("turmwart_scenes.render", reason=REASON)
solids = pytest.importorskip("turmwart_scenes.solids", reason=REASON)
views = pytest.importorskip("turmwart_scenes.views", reason=REASON)

SIZE = (640, 480)


def leaning(degrees: float) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def resting(centre: tuple[float, float, float], degrees: float = 0.0) -> object:
    return render.Piece(np.array(centre), 0.5, leaning(degrees))


def seen_from(view: object, pieces: list[object]) -> object:
    """A scene with nothing but pieces and a camera."""
    none = np.zeros((4, 4))
    black = np.zeros(3)
    return render.Scene(
        pieces,
        view.eye,
        view.gaze,
        view.spread,
        np.array([0, 0, 1.0]),
        np.ones(3),
        8.0,
        np.ones(3),
        black,
        none,
        none[:, :3],
        np.full((8, 8, 3), 128, np.uint8),
        (0.1, 0.1),
    )


def from_above() -> object:
    """Ten edges above the table; an edge on it is 32 px."""
    gaze = np.stack([[1.0, 0, 0], [0, 1.0, 0], [0, 0, -1.0]], 1)
    return views.View(np.array([0, 0, 10.0]), gaze, (1.0, 0.75))


@pytest.mark.parametrize("seed", range(12))
def test_a_camera_sees_all_dice_and_stands_above_the_rim(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tilt = rng.uniform(0, np.pi / 4)
    places = rng.uniform(-6, 6, (7, 2))
    points = views.corners([resting((x, y, 0.5)) for x, y in places])
    assert points.shape == (56, 3)
    view = views.aim(rng, points, SIZE, tilt, top=1.4)
    px = dice_scene.project(seen_from(view, []), points, *SIZE)
    assert np.all(px > 0)
    assert np.all(px < SIZE)
    assert view.eye[2] > 1.4
    # Columns right, up, forward: orthonormal, and forward is tilted as asked.
    assert np.allclose(view.gaze.T @ view.gaze, np.eye(3), atol=1e-9)
    assert np.isclose(-view.gaze[2, 2], np.cos(tilt))


def test_right_is_right_and_up_is_up() -> None:
    scene = seen_from(from_above(), [])
    points = np.array([(0, 0, 0), (2.0, 0, 0), (0, 2.0, 0)])
    middle, right, up = dice_scene.project(scene, points, *SIZE)
    assert np.allclose(middle, (320, 240))
    assert np.allclose(right - middle, (64, 0))
    assert np.allclose(up - middle, (0, -64))


@pytest.mark.parametrize("value", range(1, 7))
def test_a_laid_die_has_its_value_up(value: int) -> None:
    rng = np.random.default_rng(value)
    handed = set()
    for _ in range(20):
        turn = dice_scene.lying_turn(rng, value, rng.uniform(0, 6))
        assert dice_scene.value_up(turn) == (value, pytest.approx(1.0))
        handed.add(round(float(np.linalg.det(turn))))
    assert handed == {-1, 1}


@pytest.mark.parametrize(
    ("centre", "degrees", "reasons"),
    [
        ((0, 0, 0.5), 0, ()),
        ((0, 0, 0.56), 8, ()),
        ((0, 0, 0.64), 20, ("cocked",)),
        ((0, 0, 1.5), 0, ("stacked",)),
        ((0, 0, 1.64), 20, ("cocked", "stacked")),
        ((3.9, 0, 1.5), 0, ("rim",)),
        ((3.9, 0, 2.5), 0, ("stacked",)),
    ],
)
def test_how_a_die_lies(
    centre: tuple[float, float, float], degrees: float, reasons: tuple[str, ...]
) -> None:
    rim_at, rim_half = np.array([[4.0, 0, 0.5]]), np.array([[0.5, 3, 0.5]])
    assert views.resting_reasons(resting(centre, degrees), rim_at, rim_half) == reasons


def test_what_is_seen_of_a_die() -> None:
    scene = seen_from(from_above(), [resting((0, 0, 0.5)), resting((1.5, 0, 0.5))])
    numbers = np.zeros((960, 1280), np.uint8)  # twice as fine as the picture
    for number, x in ((1, 640), (2, 741)):
        numbers[480 - 34 : 480 + 34, x - 34 : x + 34] = number
    first, second = views.judge(scene, 2, numbers, SIZE)
    assert (first.value, first.reasons) == (1, ())
    assert first.shown == pytest.approx(1.0)
    assert first.centre_xy == pytest.approx((320, 240))
    assert first.side_px == pytest.approx(320 / 9)
    assert second.centre_xy[0] == pytest.approx(320 + 1.5 * 320 / 9)
    # The other half hides it.
    numbers[480 - 34 : 480 + 34, 640 : 640 + 34] = 2
    half = views.judge(scene, 1, numbers, SIZE)[0]
    assert half.shown == pytest.approx(0.5, abs=0.03)
    assert half.reasons == ("covered",)
    # Out of the picture.
    scene.pieces[0].centre = np.array([90.0, 0, 0.5])
    assert views.judge(scene, 1, numbers, SIZE)[0].shown == 0.0


@pytest.mark.parametrize("layout", range(16))
def test_each_face_has_its_pips(layout: int) -> None:
    piece = render.Piece(np.zeros(3), 0.5, np.eye(3), layout=float(layout), pip_radius=0.08)
    made = solids.solid(piece)
    side = solids.TILE_PX
    for number, (_, value) in enumerate(solids._FACES):
        row, column = divmod(number, 3)
        face = made.pips[row * side : (row + 1) * side, column * side : (column + 1) * side]
        found, _ = cv2.connectedComponents((face > 0.5).astype(np.uint8))
        assert found - 1 == value


@pytest.mark.parametrize(("kind", "mirror"), [(0, 1), (0, -1), (1, 1), (2, 1), (3, 1)])
def test_a_mesh_is_closed_and_looks_outwards(kind: int, mirror: int) -> None:
    turn = leaning(30) @ np.diag([mirror, 1, 1])
    round_off = 1.0 if kind == 2 else 1.6
    piece = render.Piece(np.array([1, 2, 3.0]), 0.5, turn, kind, ball=round_off, pip_dent=0.0)
    made = solids.solid(piece)
    corners = made.points[made.triangles] - piece.centre
    # Volume by the tetrahedra to the middle: positive only where triangles look outwards.
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    assert volume.min() > -1e-9
    expected = {0: 0.93, 1: 0.93, 2: np.pi / 4, 3: np.pi / 6}[kind]
    assert volume.sum() == pytest.approx(expected, rel=0.08)
    assert np.allclose(np.linalg.norm(made.normals, axis=1), 1)
    assert np.all(np.einsum("ij,ij->i", made.normals, made.points - piece.centre) > 0)
