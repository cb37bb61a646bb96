"""The bench of the dice reader: what its figures mean, its recipes and its drawing."""

from __future__ import annotations

import csv
import math
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("turmwart_vision.api", reason="needs the extra vision")
sys.path.append(str(Path(__file__).parent))

import dice_rates
from dice_plot import drawing
from dice_recipes import blobs_fixed, blobs_scaled, clusters, contours

_SPOTS = {
    1: [(0, 0)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (1, 1), (-1, 1)],
    6: [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, 0), (1, 0)],
}


def drawn(values: tuple[int, ...], side: int) -> np.ndarray:
    """White dice with dark pips, far apart, on a dark table."""
    frame = np.full((4 * side, 3 * side * len(values), 3), (70, 60, 50), np.uint8)
    for number, value in enumerate(values):
        x, y = int((3 * number + 1.5) * side), 2 * side
        half = side // 2
        cv2.rectangle(frame, (x - half, y - half), (x + half, y + half), (235, 235, 235), -1)
        for i, j in _SPOTS[value]:
            at = (x + int(0.26 * side * i), y + int(0.26 * side * j))
            cv2.circle(frame, at, round(0.1 * side), (20, 20, 20), -1, cv2.LINE_AA)
    return frame


def answer(
    read: tuple[int, ...], expected: tuple[int, ...], sure: bool, ms: float, source: str = "s"
) -> dice_rates.Answer:
    return dice_rates.Answer("x.jpg", source, dice_rates.OURS, expected, read, sure, ms)


def test_figures() -> None:
    found = dice_rates.rates(
        [
            answer((1, 2), (1, 2), True, 10),
            answer((1, 3), (1, 2), True, 20),
            answer((1,), (1, 6), False, 60),
            answer((), (), False, 30),
        ]
    )
    assert found == dice_rates.Rates(4, 0.5, 0.75, (0 + 1 + 6 + 0) / 4, 0.5, 1, 25)
    assert found.sure_error == 0.5
    assert math.isnan(dice_rates.rates([answer((), (), False, 1)]).sure_error)


def test_all_sources_together_stand_last() -> None:
    answers = [answer((1,), (1,), True, 1, "a"), answer((2,), (1,), False, 1, "b")]
    rest = [
        dice_rates.Answer(a.file, a.source, name, a.expected, (), True, 1)
        for a in answers
        for name in dice_rates.READERS
        if name != dice_rates.OURS
    ]
    table = dice_rates.tabled(answers + rest)
    own = {source: r.exact for (reader, source), r in table.items() if reader == dice_rates.OURS}
    assert own == {"a": 1.0, "b": 0.0, "all": 0.5}
    assert list(own)[-1] == "all"
    lines = dice_rates.markdown(table).splitlines()
    assert len(lines) == 2 + 3 * len(dice_rates.READERS)
    assert "| turmwart | all | 2 | 0.500 | 1.000 | 0.50 | 0.500 | 0 (0.000) | 1 |" in lines


def test_labels_with_reasons_are_a_source_of_their_own(tmp_path: Path) -> None:
    with (tmp_path / "labels-0.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("file", "values", "source_repo", "reasons"))
        writer.writerows([("a.jpg", "6 1", "rendered", ""), ("b.jpg", "2", "rendered", "cocked")])
    (tmp_path / "labels-1.csv").write_text("file,values\nc.jpg,\n")
    assert list(dice_rates.labelled(tmp_path)) == [
        (tmp_path / "a.jpg", "rendered", (1, 6)),
        (tmp_path / "b.jpg", "rendered, not to vouch for", (2,)),
        (tmp_path / "c.jpg", tmp_path.name, ()),
    ]


def test_recipes_read_what_they_were_made_for() -> None:
    values = (1, 3, 4, 6)
    # Fixed blur and reach: pips of small sixes run together, large dice fall apart.
    assert blobs_fixed(drawn((1, 3, 4), 60)) == (1, 3, 4)
    assert blobs_fixed(drawn((6,), 60)) != (6,)
    assert blobs_fixed(drawn((4,), 200)) == (1, 1, 1, 1)
    for side in (60, 120):
        assert blobs_scaled(drawn(values, side)) == values
        assert contours(drawn(values, side)) == values
        assert contours(255 - drawn(values, side)) == values
    empty = np.full((200, 300, 3), 90, np.uint8)
    assert blobs_fixed(empty) == blobs_scaled(empty) == contours(empty) == ()


def test_clusters_are_chains() -> None:
    points = np.array([(0, 0), (9, 0), (18, 0), (40, 0), (40, 5), (99, 99)], float)
    assert clusters(points, 10) == (1, 2, 3)
    assert clusters(points, 4) == (1,) * 6
    assert clusters(np.zeros((0, 2)), 10) == ()


def test_the_drawing_shows_every_share() -> None:
    shares = {
        ("ours", "a & b"): (0.95, 0.7),
        ("ours", "all"): (0.9, 0.6),
        ("theirs", "a & b"): (0.25, None),
        ("theirs", "all"): (0.0, None),
    }
    svg = ET.fromstring(drawing(shares, {"a & b": 12, "all": 30}))
    words = [node.text for node in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert {"95", "90", "25", "0", "a & b (12)", "all (30)", "ours", "theirs"} <= set(words)
    bars = [node for node in svg.iter("{http://www.w3.org/2000/svg}rect") if node.get("x") == "250"]
    assert [float(bar.attrib["width"]) for bar in bars] == pytest.approx(
        [0.95 * 430, 0.25 * 430, 0.9 * 430, 0.0], abs=0.06
    )
