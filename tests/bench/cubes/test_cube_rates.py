"""The bench of the cube counter: its sums, its labels, its recipe."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

sys.path.append(str(Path(__file__).parent))

cube_rates = importlib.import_module("cube_rates")
cube_recipe = importlib.import_module("cube_recipe")


def answer(truth: dict[str, int], said: dict[str, int], sure: bool, ms: float = 1.0) -> object:
    picture = cube_rates.Labelled(Path("a.jpg"), "s", truth, ("red", "blue"))
    return cube_rates.Answer(picture, cube_rates.OURS, said, sure, ms)


def test_rates_are_counted_by_picture() -> None:
    """One exact and sure, one with swapped colours and sure, one short by two and not sure."""
    found = cube_rates.rates(
        [
            answer({"red": 2}, {"red": 2}, True, 10),
            answer({"red": 2, "blue": 1}, {"red": 1, "blue": 2}, True, 30),
            answer({"red": 3}, {"red": 1}, False, 20),
        ]
    )
    assert found == cube_rates.Rates(3, 1 / 3, 2 / 3, 2 / 3, 2 / 3, 1, 20)


def test_labels_are_read_with_their_sources(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    for name in ("0.jpg", "1.jpg", "2.jpg", "3.jpg"):
        (folder / name).write_bytes(b"")
    (folder / "labels-0.csv").write_text("file,colour,count\n0.jpg,red,2\n0.jpg,blue,14\n")
    (folder / "labels-1.csv").write_text(
        "file,colour,count\n1.jpg,none,0\n2.jpg,red,1\n3.jpg,red,1\n"
    )
    (folder / "pictures.csv").write_text(
        "file,total,colours\n0.jpg,16,red blue\n1.jpg,0,red blue\n"
    )
    (folder / "sources.csv").write_text("file,source_repo\n2.jpg,somebody\n")
    found = {p.path.name: (p.source, p.counts, p.colours) for p in cube_rates.labelled(folder)}
    everything = cube_rates.COLOURS
    assert found == {
        "0.jpg": ("set, 16 to 45 cubes", {"red": 2, "blue": 14}, ("red", "blue")),
        "1.jpg": ("set, up to 15 cubes", {}, ("red", "blue")),
        "2.jpg": ("somebody", {"red": 1}, everything),
        "3.jpg": ("set", {"red": 1}, everything),
    }


def test_a_palette_is_learnt_from_a_picture_of_each_colour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None where one of them lacks; the shipped one where of one no cube is clear."""
    own = (np.array([[30.0, 20.0, 150.0]] * 4), np.array([[140.0, 60.0, 20.0]] * 4))
    tray = tmp_path / "0007.jpg"
    for name in ("0007-red.jpg", "0007-blue.jpg"):
        assert cube_rates.own_palette(tray, ("red", "blue")) is None
        cv2.imwrite(str(tmp_path / name), np.zeros((9, 9, 3), np.uint8))
    shown = iter(own)
    monkeypatch.setattr(cube_rates, "cube_colours", lambda _: next(shown))
    learnt = cube_rates.own_palette(tray, ("red", "blue"))
    assert learnt.learnt
    assert learnt.tones[0].means != cube_rates.default_palette().tones[0].means
    monkeypatch.setattr(cube_rates, "cube_colours", lambda _: np.zeros((0, 3)))
    assert cube_rates.own_palette(tray, ("red", "blue")) == cube_rates.default_palette().only(
        ("red", "blue")
    )


@pytest.fixture
def drawn() -> NDArray[np.uint8]:
    """Two red squares that touch, a lone red one and a blue one, on grey."""
    frame = np.full((300, 400, 3), 150, np.uint8)
    for x, ink in ((50, (30, 30, 200)), (80, (30, 30, 200)), (200, (30, 30, 200))):
        cv2.rectangle(frame, (x, 100), (x + 29, 129), ink, -1)
    cv2.rectangle(frame, (300, 200), (329, 229), (200, 90, 20), -1)
    return frame


def test_the_recipe_counts_what_it_was_made_for(drawn: NDArray[np.uint8]) -> None:
    assert cube_recipe.hsv_contours(drawn, ("red", "blue", "green")) == {"red": 3, "blue": 1}
    assert cube_recipe.hsv_contours(drawn, ("green",)) == {}
    # In half the light its fixed ranges no longer know the blue.
    dim = cv2.convertScaleAbs(drawn, alpha=0.18)
    assert cube_recipe.hsv_contours(dim, ("red", "blue")) != {"red": 3, "blue": 1}


def test_tables_hold_every_reader_and_source() -> None:
    answers = [answer({"red": 1}, {"red": 1}, True)]
    table = cube_rates.tabled(answers)
    assert list(table) == [(cube_rates.OURS, "s")]
    lines = cube_rates.markdown(table).splitlines()
    assert lines[-1] == "| turmwart | s | 1 | 1.000 | 1.000 | 0.00 | 1.000 | 0 | 1 |"
    assert cube_rates.spoken({"red": 1, "blue": 2}) == "blue=2 red=1"
    assert cube_rates.spoken({}) == "none"
