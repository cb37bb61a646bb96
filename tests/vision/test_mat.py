"""The tray mat: printed, photographed aslant, found again."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from turmwart_vision.mat import Mat, cells, draw_mat, find_mat, mat_of
from turmwart_vision.mat_pdf import mat_pdf
from turmwart_vision.rectify import bent, rectify, straightened

PX_PER_MM = 4.0
SIZE = (1280, 720)


def photographed(
    mat: Mat, lens: float = 0.0, hide: int = 0, noise: float = 4.0
) -> tuple[np.ndarray, np.ndarray]:
    """The mat aslant on a table, and the (3, 3) map from millimetres to the straight picture."""
    paper = draw_mat(mat, PX_PER_MM)
    for marker in mat.markers[:hide]:
        x, y = round(marker.left_mm * PX_PER_MM), round(marker.top_mm * PX_PER_MM)
        cv2.circle(paper, (x + 40, y + 40), 50, (40, 60, 90), -1)
    height, width = paper.shape[:2]
    aslant = np.array([(250, 120), (1010, 90), (1120, 650), (160, 600)], np.float32)
    flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, aslant)
    frame = cv2.warpPerspective(paper, matrix, SIZE, flags=cv2.INTER_AREA, borderValue=(70, 90, 80))
    frame = cv2.GaussianBlur(frame, (3, 3), 0)
    if lens:
        across, down = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
        places = np.stack([across.ravel(), down.ravel()], axis=1).astype(np.float64)
        source = straightened(places, lens, SIZE).astype(np.float32).reshape(SIZE[1], SIZE[0], 2)
        frame = cv2.remap(frame, source[..., 0].copy(), source[..., 1].copy(), cv2.INTER_LINEAR)
    grain = np.random.default_rng(5).normal(0, noise, frame.shape)
    shot = np.clip(frame * 0.8 + grain, 0, 255).astype(np.uint8)
    return shot, matrix @ np.diag([PX_PER_MM, PX_PER_MM, 1.0])


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("lens", [0.0, -0.12, 0.06])
@pytest.mark.parametrize("hide", [0, 2])
def test_scale_and_field(paper: str, lens: float, hide: int) -> None:
    mat = mat_of(paper)
    frame, matrix = photographed(mat, lens, hide)
    found = find_mat(frame)
    assert found is not None
    assert (found.paper, found.markers) == (paper, 8 - hide)
    assert found.error_px < 1
    truth = cv2.perspectiveTransform(mat.field_corners_mm[None], matrix)[0]
    upright = rectify(frame, found.calibration)
    assert upright.mm_per_px is not None
    height, width = upright.frame.shape[:2]
    left, top, right, bottom = mat.field_mm
    # The scale: known lengths, measured in the picture that was turned upright.
    marks = np.array([(left + 30, top + 20), (right - 25, bottom - 30), (left + 60, bottom - 20)])
    seen = cv2.perspectiveTransform(marks[None], matrix)[0]
    placed = cv2.perspectiveTransform(seen[None], upright.matrix)[0]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        real = np.hypot(*(marks[a] - marks[b]))
        measured = np.hypot(*(placed[a] - placed[b])) * upright.mm_per_px
        assert abs(measured / real - 1) < 0.01, (real, measured)
    # The region: its corners lie where they are in the photograph.
    corners = upright.back([(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)])
    assert np.hypot(*(corners - bent(truth, lens, SIZE)).T).max() < 4


def test_the_lens_is_found() -> None:
    frame, _ = photographed(mat_of("A4"), -0.12)
    found = find_mat(frame)
    assert found is not None
    assert found.calibration.lens == pytest.approx(-0.12, abs=0.04)
    plain = find_mat(photographed(mat_of("A4"))[0])
    assert plain is not None
    assert abs(plain.calibration.lens) < 0.03


def test_no_mat() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)
    assert find_mat(noise) is None
    assert find_mat(photographed(mat_of("A4"), hide=6)[0]) is None


def test_advice() -> None:
    frame, _ = photographed(mat_of("A4"))
    good = find_mat(frame)
    assert good is not None
    assert good.advice == ()
    dark, bright = find_mat(frame // 3), find_mat(np.clip(frame * 1.6, 0, 255).astype(np.uint8))
    blurred = find_mat(cv2.GaussianBlur(frame, (0, 0), 3.2))
    assert dark is not None
    assert bright is not None
    assert blurred is not None
    assert "brighter" in dark.advice
    assert "darker" in bright.advice
    assert "focus" in blurred.advice


def test_a_bend_and_its_way_back() -> None:
    places = np.random.default_rng(2).uniform(0, 700, (50, 2))
    for lens in (-0.25, 0.0, 0.15):
        there = bent(straightened(places, lens, SIZE), lens, SIZE)
        assert np.abs(there - places).max() < 1e-6


def test_a_calibration_suits_other_sizes_of_the_same_shape() -> None:
    frame, _ = photographed(mat_of("A4"))
    found = find_mat(frame)
    assert found is not None
    half = rectify(cv2.resize(frame, (640, 360), interpolation=cv2.INTER_AREA), found.calibration)
    whole = rectify(frame, found.calibration)
    assert half.mm_per_px == pytest.approx(2 * (whole.mm_per_px or 0), rel=0.01)
    with pytest.raises(ValueError, match="640 x 480"):
        rectify(np.zeros((480, 640, 3), np.uint8), found.calibration)


def test_paper_of_another_size() -> None:
    with pytest.raises(ValueError, match="A4, Letter"):
        mat_of("A3")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_pdf_holds_the_same_squares(paper: str) -> None:
    """Read back from the file itself: each black cell lies where the drawn mat has it."""
    mat = mat_of(paper)
    pdf = mat_pdf(mat, ["Turmwart (100 %)"])
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", pdf), start=1):
        assert pdf[int(place) :].startswith(b"%d 0 obj" % number)
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert box is not None
    assert [float(s) / 72 * 25.4 for s in box.groups()] == pytest.approx(mat.size_mm, abs=0.01)
    squares = np.array(
        [
            [float(x) for x in m.split()[:4]]
            for m in re.findall(rb"[\d.]+ [\d.]+ 3\.3333 3\.3333 re", pdf)
        ]
    )
    assert len(squares) == sum(int(cells(marker.number).sum()) for marker in mat.markers)
    drawn = draw_mat(mat, PX_PER_MM)
    for x, y, side, _ in squares:
        column, row = (x + side / 2) * PX_PER_MM, (mat.size_mm[1] - y - side / 2) * PX_PER_MM
        assert drawn[int(row), int(column)].max() == 0
    assert b"(Turmwart \\(100 %\\))" in pdf


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="no renderer of PDF here")
def test_the_pdf_as_it_is_printed(tmp_path: Path) -> None:
    (tmp_path / "mat.pdf").write_bytes(mat_pdf(mat_of("A4")))
    argv = ["pdftoppm", "-r", "100", "-png", "-singlefile", "mat.pdf", "mat"]
    subprocess.run(argv, cwd=tmp_path, check=True, timeout=60)
    found = find_mat(cv2.imread(str(tmp_path / "mat.png")))
    assert found is not None
    assert found.markers == 8
    assert found.mm_per_px == pytest.approx(0.254, rel=0.005)
