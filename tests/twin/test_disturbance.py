"""Disturbances as text files: read, refused in plain words, made worse."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from turmwart.errors import TwinError
from turmwart.texts import say_error
from turmwart.twin import disturbance
from turmwart.twin.disturbance import Disturbance


def test_shipped_ones() -> None:
    """``none`` is the plain tower; ``default`` names every line, so that it documents all."""
    assert disturbance.load("none") == Disturbance()
    default = disturbance.load("default")
    assert default.touching_share == 0.15
    text = Path(disturbance.__file__).with_name("disturbances").joinpath("default.toml").read_text()
    for each in dataclasses.fields(Disturbance):
        assert f"\n{each.name} = " in text


def test_twice_as_bad() -> None:
    """Everything twice, chances never certain, the mains as they are."""
    once, twice = disturbance.load("default"), disturbance.load("default:2")
    assert twice == once.scaled(2)
    assert (twice.touching_share, twice.noise, twice.flicker_hz) == (0.3, 2.0, 100.0)
    assert once.scaled(100).touching_share == 0.95
    assert once.scaled(0) == Disturbance(
        noise=0.0, brightness_share=0.0, colour_share=0.0, distance_um=0.0
    )
    with pytest.raises(ValueError, match="-1"):
        once.scaled(-1)


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    """A few lines are enough; the rest is as it is in a plain tower."""
    path = tmp_path / "bad:lamp.toml"
    path.write_text("flicker_counts = 30\nflicker_hz = 120\n")
    expected = Disturbance(flicker_counts=30.0, flicker_hz=120.0)
    assert disturbance.load(str(path)) == expected
    assert disturbance.load(f"{path}:0.5") == expected.scaled(0.5)


@pytest.mark.parametrize(
    ("text", "text_id", "word"),
    [
        ("noise = ", "twin.disturbance", "Invalid value"),
        ("noice = 2", "twin.disturbance_name", "noice"),
        ("noise = -1", "twin.disturbance_value", "-1"),
        ("noise = true", "twin.disturbance_value", "True"),
        ("noise = 'much'", "twin.disturbance_value", "much"),
        ("touching_share = 1.5", "twin.disturbance_value", "1.5"),
    ],
)
def test_nonsense_is_refused(tmp_path: Path, text: str, text_id: str, word: str) -> None:
    """The error names file and place."""
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(TwinError) as error:
        disturbance.load(str(path))
    assert error.value.text_id == text_id
    said = say_error(error.value, "en")
    assert word in said
    assert str(path) in said


def test_missing_file_is_named() -> None:
    """One clear error."""
    with pytest.raises(TwinError, match="nowhere"):
        disturbance.load("nowhere.toml")
