"""``turmwart cubes``: batches of pictures, palettes named, learnt and refused."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
import pytest
from odd_pictures import encoded

from turmwart.cli import cubes, main
from turmwart.table.camera import cubes as camera_cubes
from turmwart_vision.api import (
    COLOURS,
    CubeReading,
    count_cubes,
    draw_mat,
    learn_palette,
    load_image,
    load_palette,
    mat_of,
    palette_text,
    save_image,
)

PICTURES = Path(__file__).parents[1] / "vision" / "cube_pictures"
TRUTH: dict[str, dict[str, int]] = defaultdict(dict)
with (PICTURES / "labels.csv").open(newline="") as table:
    for row in csv.DictReader(table):
        if row["read"] == "yes" and row["colour"] != "none" and row["file"].startswith("tray_"):
            TRUTH[row["file"]][row["colour"]] = int(row["count"])
TRAYS = [PICTURES / name for name in sorted(TRUTH)]


@pytest.fixture
def at(tmp_path: Path) -> list[str]:
    """A journal of its own, beside which palettes lie."""
    return ["--journal", str(tmp_path / "here" / "journal.sqlite")]


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """A picture of an empty floor."""
    file = tmp_path / "floor.png"
    save_image(file, np.full((240, 320, 3), (70, 110, 60), np.uint8))
    return file


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_rows_for_each_colour(
    at: list[str], plain: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cubes", *map(str, TRAYS), str(plain), "--format", "csv", *at]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0] == "file,colour,count,sure,ms"
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for row in rows_of(out):
        assert row["sure"] in ("true", "false")
        assert row["ms"].isdigit()
        found[row["file"]][row["colour"]] = int(row["count"])
    assert found.pop(str(plain)) == {"none": 0}
    assert {Path(file).name: counts for file, counts in found.items()} == TRUTH


def test_what_cannot_be_read_has_one_line_and_the_rest_is_read(
    tmp_path: Path, at: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    torn = tmp_path / "torn.jpg"
    torn.write_bytes(TRAYS[0].read_bytes()[:3000])
    text = tmp_path / "words.jpg"
    text.write_text("no picture")
    grey = tmp_path / "deep.png"
    grey.write_bytes(encoded(".png", np.full((60, 80), 30000, np.uint16)))
    odd = [str(torn), str(text), str(tmp_path / "none.jpg"), str(tmp_path)]
    assert main(["cubes", *odd, str(grey), str(TRAYS[0]), "--format", "csv", *at]) == 2
    said = capsys.readouterr()
    lines = said.err.splitlines()
    assert len(lines) == len(odd)
    assert all(name in line for name, line in zip(odd, lines, strict=True))
    assert {row["file"] for row in rows_of(said.out)} == {str(grey), str(TRAYS[0])}


def test_json_and_marked_copies(
    tmp_path: Path, at: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "marked"
    wish = [str(TRAYS[0]), str(TRAYS[0]), "--format", "json", "--annotate", str(folder)]
    assert main(["cubes", *wish, *at]) == 0
    one, other = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert one["counts"] == TRUTH[TRAYS[0].name] == other["counts"]
    assert len(one["cubes"]) == sum(one["counts"].values())
    assert [each["colour"] for each in one["colours"]] == list(COLOURS)
    for each in one["colours"]:
        assert sum(chance for _, chance in each["chances"]) == pytest.approx(1, abs=0.01)
    assert sorted(p.name for p in folder.iterdir()) == [
        f"{TRAYS[0].stem}-cubes-2.png",
        f"{TRAYS[0].stem}-cubes.png",
    ]
    assert load_image(folder / f"{TRAYS[0].stem}-cubes.png").shape == load_image(TRAYS[0]).shape


def test_words(at: list[str], plain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cubes", str(TRAYS[0]), str(plain), *at]) == 0
    tray, floor = capsys.readouterr().out.splitlines()
    for colour, count in TRUTH[TRAYS[0].name].items():
        assert f"{count} {colour}" in tray
    assert "no cubes" in floor


@pytest.mark.parametrize("palette", [",", " , ,"])
def test_a_palette_of_no_colours(
    at: list[str], capsys: pytest.CaptureFixture[str], palette: str
) -> None:
    assert main(["cubes", str(TRAYS[0]), "--palette", palette, *at]) == 2
    assert "names no colour" in capsys.readouterr().err


def test_white_does_not_suit_a_palette_learnt_without(
    tmp_path: Path, at: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    palette = tmp_path / "own.toml"
    seen = np.array([[40.0, 36.0, 180.0]])
    palette.write_text(palette_text(learn_palette({"red": seen}, None)), "utf-8")
    wish = ["--palette", str(palette), "--white", str(TRAYS[0])]
    assert main(["cubes", str(TRAYS[0]), *wish, *at]) == 2
    assert "learnt without white" in capsys.readouterr().err


def test_a_palette_of_some_colours(at: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    kept = sorted(TRUTH[TRAYS[0].name])[:2]
    wish = ["--palette", ",".join(kept), "--format", "csv"]
    assert main(["cubes", str(TRAYS[0]), *wish, *at]) == 0
    rows = rows_of(capsys.readouterr().out)
    assert {row["colour"] for row in rows} <= set(kept)
    assert {row["sure"] for row in rows} == {"false"}


def cut_outs(folder: Path) -> dict[str, Path]:
    """A picture of each colour of the first tray: the floor is grown over all other cubes."""
    frame = load_image(TRAYS[0])
    reading = count_cubes(frame)
    files = {}
    for colour in TRUTH[TRAYS[0].name]:
        mask = np.zeros(frame.shape[:2], np.uint8)
        for cube in reading.cubes:
            if cube.colour != colour:
                x, y = (round(v) for v in cube.centre_px)
                cv2.circle(mask, (x, y), round(1.1 * cube.side_px), 255, -1)
        files[colour] = folder / f"{colour}.png"
        alone = cv2.inpaint(frame, mask, 3, cv2.INPAINT_TELEA)
        save_image(files[colour], np.asarray(alone, np.uint8))
    return files


def test_a_palette_is_learnt_kept_and_used(
    tmp_path: Path, at: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = [f"{colour}={file}" for colour, file in cut_outs(tmp_path).items()]
    assert main(["cubes", "--learn", "own", *pairs, *at]) == 0
    said = capsys.readouterr().out
    kept = tmp_path / "here" / "palettes" / "own.toml"
    assert str(kept) in said
    assert set(load_palette(kept).names) == set(TRUTH[TRAYS[0].name])
    assert "white card" in said  # no light was shown
    for named in ("own", str(kept)):
        assert main(["cubes", str(TRAYS[0]), "--palette", named, "--format", "csv", *at]) == 0
        rows = rows_of(capsys.readouterr().out)
        assert {r["colour"]: int(r["count"]) for r in rows} == TRUTH[TRAYS[0].name]


def test_pairs_too_close_are_named(
    tmp_path: Path, at: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The same picture for two colours: nothing can tell them apart."""
    colour, file = next(iter(cut_outs(tmp_path).items()))
    other = next(name for name in COLOURS if name != colour)
    card = tmp_path / "card.png"
    save_image(card, np.full((120, 160, 3), (200, 215, 225), np.uint8))
    pairs = [f"{colour}={file}", f"{other}={file}", "--white", str(card)]
    assert main(["cubes", "--learn", "pair", *pairs, *at]) == 0
    said = capsys.readouterr().out
    line = next(line for line in said.splitlines() if "hard to tell" in line)
    assert colour in line
    assert other in line
    white = load_palette(tmp_path / "here" / "palettes" / "pair.toml").white
    assert white == pytest.approx((200, 215, 225), abs=1)


def test_the_wizard_asks_for_each_colour(
    tmp_path: Path,
    at: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = cut_outs(tmp_path)
    asked: list[str] = []

    def person(question: str) -> str:
        asked.append(question)
        return str(files.get(question.removesuffix(": "), ""))

    monkeypatch.setattr(cubes, "at_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", person)
    assert main(["cubes", "--learn", "asked", *at]) == 0
    assert asked == [f"{colour}: " for colour in COLOURS]
    assert set(load_palette(tmp_path / "here" / "palettes" / "asked.toml").names) == set(files)


def test_wishes_that_cannot_be(
    tmp_path: Path, at: list[str], plain: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tray = str(TRAYS[0])
    damaged = tmp_path / "odd.toml"
    damaged.write_text("format = 1")
    wishes = {
        "Name a picture": [],
        "no palette nothing": [tray, "--palette", "nothing"],
        "mauve is no colour": [tray, "--palette", "red,mauve"],
        "is no palette": [tray, "--palette", str(damaged)],
        "There is no file": [tray, "--palette", str(tmp_path / "none.toml")],
        "no white card": [tray, "--white", tray],
        "which picture shows which": ["--learn", "own"],
        "which picture shows which colour": ["--learn", "own", tray],
        "pink is no colour": ["--learn", "own", f"pink={tray}"],
        "No cube is seen": ["--learn", "own", f"red={plain}"],
        "cannot be the name": ["--learn", "red", f"red={tray}"],
        "shipped cannot be": ["--learn", "shipped", f"red={tray}"],
    }
    for words, wish in wishes.items():
        assert main(["cubes", *wish, *at]) == 2, words
        said = capsys.readouterr()
        assert words in said.err
        assert len(said.err.splitlines()) == 1
    assert not (tmp_path / "here" / "palettes").exists()


def test_an_uncalibrated_frame_with_the_mat_is_counted_by_its_scale() -> None:
    """The camera above the tray counts so too: markers in view are not taken for black cubes."""
    drawn = (draw_mat(mat_of("A4"), 4) * np.array([0.6, 0.8, 0.9])).astype(np.uint8)
    assert camera_cubes.count_frame(drawn).cubes == ()
    x, y = 594, 420
    drawn[y - 18 : y + 18, x - 18 : x + 18] = (40, 40, 190)
    assert {c.colour: c.count for c in camera_cubes.count_frame(drawn).present} == {"red": 1}


def test_the_mat_gives_scale_and_light(
    tmp_path: Path,
    at: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = (draw_mat(mat_of("A4"), 4) * np.array([0.6, 0.8, 0.9])).astype(np.uint8)
    told: dict[str, object] = {}

    def counter(frame: np.ndarray, palette: object, **known: object) -> CubeReading:
        told.update(known)
        return count_cubes(frame, palette, **known)

    monkeypatch.setattr(camera_cubes, "count_cubes", counter)
    file = tmp_path / "mat.png"
    save_image(file, drawn)
    assert main(["cubes", str(file), "--format", "csv", *at]) == 0
    assert [row["colour"] for row in rows_of(capsys.readouterr().out)] == ["none"]
    assert told["mm_per_px"] == pytest.approx(0.25, rel=0.02)
    assert told["white_bgr"] == pytest.approx((153, 204, 229), abs=3)
