"""Colours of cubes: told apart in any light, learnt, kept, and doubted where they are close."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turmwart_vision.api import (
    COLOURS,
    CubePalette,
    VisionError,
    default_palette,
    draw_mat,
    find_mat,
    learn_palette,
    load_palette,
    mat_of,
    palette_text,
    too_close,
    white_of_card,
    white_of_mat,
)
from turmwart_vision.cube_places import Places
from turmwart_vision.cubes import colour_chances
from turmwart_vision.palette import features

GAME = ("red", "blue", "yellow", "purple", "black", "green")
# Typical paints, BGR: written down here anew, not taken from the palette that is tested.
PAINTS = {
    "red": (40, 36, 180),
    "orange": (30, 110, 235),
    "yellow": (45, 200, 240),
    "green": (60, 110, 35),
    "blue": (150, 85, 35),
    "purple": (110, 48, 88),
    "black": (28, 28, 28),
    "grey": (130, 130, 130),
    "white": (230, 236, 238),
    "brown": (34, 54, 90),
    "natural": (125, 172, 212),
}


def places(colours_bgr: np.ndarray) -> Places:
    """Cubes that look like ``colours_bgr`` (N, 3), of which the network has no opinion."""
    n = len(colours_bgr)
    even = np.full((n, len(COLOURS)), 1 / len(COLOURS))
    return Places(
        np.zeros((n, 2)),
        np.full(n, 20.0),
        np.ones(n),
        np.zeros(n),
        even,
        colours_bgr.astype(float),
        np.zeros((n, 6)),
    )


def named(
    seen: np.ndarray, palette: CubePalette, white: tuple[float, ...] | None = None
) -> list[str]:
    chances = colour_chances(places(seen), np.ones(len(seen)), palette, white)
    assert np.allclose(chances.sum(1), 1)
    return [palette.names[n] for n in chances.argmax(1)]


def lit(colours: np.ndarray, gains: tuple[float, float, float]) -> np.ndarray:
    """sRGB colours (N, 3) in a light whose channels have ``gains`` of white's (linear)."""
    return 255 * (np.power(colours / 255, 2.2) * gains) ** (1 / 2.2)


def test_every_paint_is_known_by_the_shipped_palette() -> None:
    assert default_palette().names == COLOURS
    seen = np.array([PAINTS[name] for name in COLOURS], float)
    assert named(seen, default_palette()) == list(COLOURS)


@settings(max_examples=40, deadline=None)
@given(
    bright=st.floats(0.45, 1.1),
    warm=st.floats(0.85, 1.15),
    green=st.floats(0.93, 1.07),
    numbers=st.lists(st.integers(1, 5), min_size=6, max_size=6),
)
def test_the_cubes_tell_the_light(
    bright: float, warm: float, green: float, numbers: list[int]
) -> None:
    """Dimmer, warmer or greener light moves all cubes alike, and changes no name."""
    names = [name for name, n in zip(GAME, numbers, strict=True) for _ in range(n)]
    seen = lit(
        np.array([PAINTS[n] for n in names], float), (bright / warm, bright * green, bright * warm)
    )
    assert named(seen, default_palette().only(GAME)) == names


def test_a_white_card_tells_a_light_that_cubes_alone_cannot() -> None:
    """One grey cube in orange light: only white can say that it is not orange or brown."""
    gains = (0.25, 0.55, 1.0)
    white = tuple(lit(np.full((1, 3), 255.0), gains)[0])
    palette = default_palette().only(("grey", "orange", "brown", "natural"))
    grey = lit(np.array([PAINTS["grey"]], float), gains)
    assert named(grey, palette) != ["grey"]
    assert named(grey, palette, white) == ["grey"]


def test_a_palette_learnt_without_white_is_read_without_one() -> None:
    """A mat that was not there when it was learnt comes to lie below the same cubes."""
    gains = (0.25, 0.55, 1.0)
    white = tuple(lit(np.full((1, 3), 255.0), gains)[0])
    names = ("grey", "orange", "brown", "natural")
    seen = lit(np.array([PAINTS[name] for name in names], float), gains)
    samples = {name: seen[n : n + 1] for n, name in enumerate(names)}
    palette = learn_palette(samples, None)
    for alone in range(len(names)):
        assert named(seen[alone : alone + 1], palette, white) == [names[alone]]
    assert np.array_equal(
        colour_chances(places(seen), np.ones(4), palette, white),
        colour_chances(places(seen), np.ones(4), palette, None),
    )


def test_shadow_changes_brightness_and_hardly_the_hue() -> None:
    paints = np.array([PAINTS[n] for n in ("red", "blue", "yellow", "natural", "grey")], float)
    shaded = features(lit(paints, (0.5, 0.5, 0.5))) - features(paints)
    assert (shaded[:, 0] < -0.5).all()
    assert (np.abs(shaded[:, 1:]) < 0.7 * np.abs(shaded[:, :1])).all()
    # Pale paints keep their hue: nothing in them is nearly black.
    assert (np.abs(shaded[3:, 1:]) < 0.07).all()


@pytest.fixture
def own_cubes() -> dict[str, np.ndarray]:
    """Six cubes of each of four colours in warm light: the table's red is nearly orange."""
    rng = np.random.default_rng(4)
    inks = {**PAINTS, "red": (35, 60, 215)}
    return {
        name: lit(np.array([inks[name]] * 6, float), (0.6, 0.8, 0.95)) * rng.normal(1, 0.03, (6, 1))
        for name in ("red", "orange", "blue", "white")
    }


def test_a_learnt_palette_knows_its_own_cubes(
    own_cubes: dict[str, np.ndarray], tmp_path: Path
) -> None:
    palette = learn_palette(own_cubes, None)
    assert palette.learnt
    assert palette.names == ("red", "orange", "blue", "white")
    file = tmp_path / "own.toml"
    file.write_text(palette_text(palette))
    assert load_palette(file) == palette
    for name, samples in own_cubes.items():
        assert named(samples, palette) == [name] * 6


def test_what_looks_like_no_learnt_colour_is_told_by_the_network(
    own_cubes: dict[str, np.ndarray],
) -> None:
    """A strip of a red cube below others shows their shadow, darker than any cube was learnt."""
    palette = learn_palette(own_cubes, None)
    dark = places(np.array([[20.0, 20.0, 60.0]]))
    sure = np.full((1, len(COLOURS)), 0.003)
    sure[0, COLOURS.index("red")] = 0.97
    chances = colour_chances(replace(dark, chances=sure), np.ones(1), palette, None)
    assert palette.names[int(chances.argmax())] == "red"


def test_pairs_too_close_are_named_worst_first() -> None:
    def even(ink: tuple[float, float, float]) -> np.ndarray:
        return np.array([ink] * 5, float)

    palette = learn_palette(
        {
            "red": even((40, 36, 180)),
            "brown": even((41, 38, 170)),
            "orange": even((40, 42, 184)),
            "white": even((230, 236, 238)),
        },
        (240.0, 240.0, 240.0),
    )
    close = too_close(palette)
    assert {name for pair in close for name in pair[:2]} == {"red", "brown", "orange"}
    assert [pair[2] for pair in close] == sorted(pair[2] for pair in close)
    assert too_close(palette.only(("red", "white"))) == ()


def test_palettes_refuse_what_is_none() -> None:
    with pytest.raises(ValueError, match="pink"):
        learn_palette({"pink": np.ones((3, 3))}, None)
    with pytest.raises(ValueError, match="red"):
        learn_palette({"red": np.zeros((0, 3))}, None)
    with pytest.raises(ValueError, match="some of"):
        learn_palette({}, None)
    with pytest.raises(ValueError, match="mauve"):
        default_palette().only(("red", "mauve"))
    with pytest.raises(ValueError, match="each once"):
        CubePalette((default_palette().tones[0],) * 2)


HEAD = "format = 1\nlearnt = true\n"


def tone(name: str = "red", means: str = "[0, 0, 0]", spread: str = "[1, 1, 1]") -> str:
    """A tone of a palette's file."""
    return f"[[tone]]\nname = '{name}'\nmeans = {means}\nspread = {spread}\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no toml",
        "format = 2\nlearnt = true\n" + tone(),
        HEAD + "tone = []",
        HEAD + "tone = 7",
        HEAD + tone(name="pink"),
        HEAD + tone() + tone(),
        HEAD + tone(means="[0, 0]"),
        HEAD + tone(means="[0, 0, nan]"),
        HEAD + tone(means="[0, 0, 1" + "0" * 400 + "]"),
        HEAD + tone(spread="[0, 1, 1]"),
        HEAD + "white = 'x'\n" + tone(),
        HEAD + "white = [0, 200, 200]\n" + tone(),
    ],
)
def test_damaged_palettes_are_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(HEAD + tone())
    assert load_palette(file).names == ("red",)
    file.write_text(text)
    with pytest.raises(VisionError) as caught:
        load_palette(file)
    assert caught.value.code == "bad_palette"
    assert caught.value.values["path"] == str(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(VisionError):
        load_palette(file)


def test_a_palette_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(VisionError) as caught:
        load_palette(tmp_path / "none.toml")
    assert caught.value.code == "not_found"


def test_a_white_card_fills_the_middle() -> None:
    card = np.full((480, 640, 3), (150, 190, 220), np.uint8)
    assert white_of_card(card) == pytest.approx((150, 190, 220), abs=1)
    around = card.copy()
    around[:100] = 0
    assert white_of_card(around) == pytest.approx((150, 190, 220), abs=1)
    half = card.copy()
    half[:, :320] = 40
    assert white_of_card(half) is None
    assert white_of_card(np.full_like(card, 30)) is None
    assert white_of_card(np.full_like(card, 255)) is None
    # Too small to have a middle.
    assert white_of_card(card[:2, :2]) is None


def test_the_mat_tells_white_though_cubes_lie_on_it() -> None:
    drawn = draw_mat(mat_of("A4"), 4)
    high, wide = drawn.shape[:2]
    drawn[high // 2 - 200 : high // 2 + 200, wide // 2 - 200 : wide // 2 + 200] = (20, 20, 160)
    # A cube lies across the border of the free field.
    drawn[high // 2 : high // 2 + 40, 120:170] = 0
    tinted = (drawn * np.array([0.6, 0.75, 0.9])).astype(np.uint8)
    frame = np.asarray(
        cv2.resize(tinted, (wide * 3 // 4, high * 3 // 4), interpolation=cv2.INTER_AREA), np.uint8
    )
    mat = find_mat(frame)
    assert mat is not None
    assert white_of_mat(frame, mat) == pytest.approx((153, 191, 229), abs=3)
