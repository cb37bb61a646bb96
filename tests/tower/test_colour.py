"""Any channels, few samples, refusals, pairs that are too close."""

from __future__ import annotations

from random import Random

import pytest

from turmwart.table.palette import default_palette
from turmwart.tower.colour import (
    Blur,
    Sample,
    classify,
    learn,
    palette_of,
    table_of,
    too_close,
)

LOOKS = {
    "red": {"ir": 40.0, "red": 300.0, "yellow": 80.0, "green": 20.0},
    "green": {"ir": 10.0, "red": 40.0, "yellow": 90.0, "green": 320.0},
    "brown": {"ir": 20.0, "red": 80.0, "yellow": 95.0, "green": 35.0},
}


def drawn(look: dict[str, float], chance: Random, spread: float = 0.08) -> dict[str, float]:
    light = 1 + chance.gauss(0, 0.15)
    return {name: value * light * (1 + chance.gauss(0, spread)) for name, value in look.items()}


def test_four_photodiodes_learn_from_five_samples_each() -> None:
    chance = Random(1)
    samples = [(colour, drawn(look, chance)) for colour, look in LOOKS.items() for _ in range(5)]
    palette = learn(samples)
    asked = [(colour, drawn(look, chance)) for colour, look in LOOKS.items() for _ in range(100)]
    right = [classify(counts, palette).colour == colour for colour, counts in asked]
    assert sum(right) >= 297


def test_an_outlier_hardly_moves_a_reference() -> None:
    chance = Random(2)
    samples = [(colour, drawn(look, chance)) for colour, look in LOOKS.items() for _ in range(9)]
    clean = {row.colour: row for row in learn(samples)}
    spoilt = {row.colour: row for row in learn([*samples, ("red", LOOKS["green"])])}
    moved = abs(spoilt["red"].means[2] - clean["red"].means[2])
    assert moved < 0.1 * abs(clean["green"].means[2] - clean["red"].means[2])


def test_what_is_like_no_colour_is_refused() -> None:
    chance = Random(3)
    palette = learn((c, drawn(look, chance)) for c, look in LOOKS.items() for _ in range(6))
    strange = {"ir": 900.0, "red": 10.0, "yellow": 10.0, "green": 10.0}
    assert classify(strange, palette).doubt == 1000


def test_a_coin_toss_is_refused() -> None:
    first, second = default_palette()[:2]
    middle = Sample(
        240,
        round(240 * (first.red + second.red) / 2),
        round(240 * (first.green + second.green) / 2),
        round(240 * (first.blue + second.blue) / 2),
    )
    assert classify(middle, (first, second)).doubt >= 500


def test_blur_makes_unsure() -> None:
    red = next(row for row in default_palette() if row.colour == "red")
    counts = Sample(273, round(273 * red.red), round(273 * red.green), round(273 * red.blue))
    sharp = classify(counts, default_palette())
    blurred = classify(counts, default_palette(), blur=Blur(0.5, 0.2))
    assert (sharp.colour, blurred.colour) == ("red", "red")
    assert sharp.doubt < 10 < blurred.doubt


def test_a_learnt_palette_survives_a_file() -> None:
    chance = Random(4)
    palette = learn((c, drawn(look, chance)) for c, look in LOOKS.items() for _ in range(5))
    again = palette_of(table_of(palette))
    assert again == palette


def test_pairs_that_are_too_close_are_named_worst_first() -> None:
    chance = Random(5)
    looks = {**LOOKS, "maroon": {"ir": 40.0, "red": 290.0, "yellow": 82.0, "green": 21.0}}
    palette = learn((c, drawn(look, chance)) for c, look in looks.items() for _ in range(8))
    pairs = too_close(palette)
    assert (pairs[0].first, pairs[0].second) == ("red", "maroon")
    assert 0.1 < pairs[0].confused <= 0.5
    assert list(pairs) == sorted(pairs, key=lambda pair: -pair.confused)


def test_the_shipped_colours_of_a_game_are_far_enough_apart() -> None:
    game = ("red", "blue", "yellow", "purple", "black", "orange", "green")
    assert too_close(tuple(row for row in default_palette() if row.colour in game)) == ()


@pytest.mark.parametrize(
    ("samples", "words"),
    [
        ([], "no sample"),
        ([("red", {"a": 1.0})], "at least 2 samples of red"),
        ([("red", {"a": 1.0}), ("red", {"b": 1.0})], "channels"),
    ],
)
def test_samples_that_teach_nothing_are_named(
    samples: list[tuple[str, dict[str, float]]], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        learn(samples)


def test_a_sample_without_a_channel_is_refused() -> None:
    with pytest.raises(ValueError, match="lacks the channels"):
        classify({"clear": 3.0}, default_palette())


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"id": "red", "clear": 1}, "lacks"),
        (
            {"id": "red", "channels": ["clear", "red"], "means": [1.0], "covariance": [[1.0]]},
            "2 x 2",
        ),
    ],
)
def test_a_damaged_row_is_named(row: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        palette_of({"colour": [row]})
