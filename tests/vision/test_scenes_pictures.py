"""Both renderers against the truth: each die is where it should be and shows its pips."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

REASON = "needs turmwart_scenes with its extra: pip install 'turmwart[render,vision]'"
pytest.importorskip("moderngl", reason=REASON)
render = pytest.importorskip("turmwart_scenes.render", reason=REASON)
dice_scene = pytest.importorskip("turmwart_scenes.dice_scene", reason=REASON)
views = pytest.importorskip("turmwart_scenes.views", reason=REASON)

SIZE = (240, 160)


@pytest.fixture(scope="module")
def renderer() -> object:
    try:
        return render.Renderer(*SIZE)
    # A driver that is not there shows as any exception, the bare class among them.
    except Exception as error:  # noqa: BLE001
        pytest.skip(f"no off-screen OpenGL (Debian: libegl1 libgl1-mesa-dri): {error}")


def row_of_dice(values: tuple[int, ...]) -> object:
    """White dice with black pips in a row on a grey table, seen from above in soft light."""
    rng = np.random.default_rng(8)
    across = [1.8 * (n - (len(values) - 1) / 2) for n in range(len(values))]
    pieces = [
        render.Piece(
            np.array([x, 0, 0.5]),
            0.5,
            dice_scene.lying_turn(rng, value, 0.3),
            body=np.full(3, 0.9),
            pip_radius=0.1,
            pip_dent=0.3,
            gloss=0.0,
        )
        for x, value in zip(across, values, strict=True)
    ]
    none = np.zeros((4, 4))
    gaze = np.stack([[1.0, 0, 0], [0, 1.0, 0], [0, 0, -1.0]], 1)
    return render.Scene(
        pieces,
        np.array([0, 0, 9.0]),
        gaze,
        (0.33, 0.22),
        np.array([0.2, 0.1, 0.97]),
        np.full(3, 0.4),
        4.0,
        np.full(3, 0.5),
        np.full(3, 0.2),
        none,
        none[:, :3],
        np.full((8, 8, 3), 120, np.uint8),
        (0.1, 0.1),
    )


def pips_seen(light: np.ndarray, die: object) -> int:
    """Dark spots in the upper face of ``die``."""
    x, y = die.centre_xy
    half = die.side_px * 0.32
    part = light[round(y - half) : round(y + half) + 1, round(x - half) : round(x + half) + 1]
    # A third of the face's own brightness parts pips from body under any exposure.
    dark = (part.mean(2) < 0.35 * np.percentile(part.mean(2), 90)).astype(np.uint8)
    grown = cv2.resize(dark, None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST)
    count, _, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=4)
    return sum(int(stats[n, cv2.CC_STAT_AREA]) >= 48 for n in range(1, count))


@pytest.mark.parametrize("values", [(1, 2, 3), (4, 5, 6)])
def test_opengl_draws_what_the_truth_says(renderer: object, values: tuple[int, ...]) -> None:
    scene = row_of_dice(values)
    light, numbers = renderer.draw(scene)
    assert light.shape == (160, 240, 3)
    seen = views.judge(scene, 3, numbers, SIZE)
    assert tuple(die.value for die in seen) == values
    for die in seen:
        x, y = die.centre_xy
        assert numbers[round(y), round(x)] == die.piece + 1
        assert die.reasons == ()
        assert pips_seen(light, die) == die.value


def test_a_die_behind_another_is_covered(renderer: object) -> None:
    scene = row_of_dice((2, 5))
    # The second is laid above the first, a little aside.
    scene.pieces[1].centre = scene.pieces[0].centre + np.array([0.35, 0, 1.0])
    _, numbers = renderer.draw(scene)
    low, high = views.judge(scene, 2, numbers, SIZE)
    assert low.reasons == ("covered",)
    assert low.shown < 0.4
    assert high.reasons == ("stacked",)


@pytest.mark.parametrize("values", [(1, 2, 3), (4, 5, 6)])
def test_path_tracing_draws_the_same(renderer: object, values: tuple[int, ...]) -> None:
    pytest.importorskip("mitsuba", reason=REASON)
    traced = pytest.importorskip("turmwart_scenes.traced", reason=REASON)
    scene = row_of_dice(values)
    raster, numbers = renderer.draw(scene)
    light = traced.trace(scene, SIZE, samples=24, seed=3)
    assert light.shape == raster.shape
    for die in views.judge(scene, 3, numbers, SIZE):
        assert pips_seen(light, die) == die.value
    body, table = numbers > 0, numbers == 0
    assert np.median(light[body]) > 1.3 * np.median(light[table])
    with pytest.raises(ValueError, match=r"240 x 240 px does not fit a spread of 1\.5"):
        traced.trace(scene, (240, 240))
