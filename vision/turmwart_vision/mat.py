"""The printed tray mat: markers around a free field, which give scale, place and lens."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.pictures import Image, check_frame
from turmwart_vision.rectify import Calibration, straightened

MARKER_MM = 20.0
MARGIN_MM = 12.0
"""No printer prints up to the rim."""
FREE_MM = 4.0
"""White around each marker, without which none is found."""
PAPERS_MM = {"A4": (297.0, 210.0), "Letter": (279.4, 215.9)}
"""Width and height, laid across."""
_FIRST_ID = {"A4": 0, "Letter": 8}
_DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
_CELLS = 6
_LEAST_MARKERS = 3
_LENS_REACH = 0.3
"""A lens of a webcam bends less: share of half the picture's diagonal, squared."""

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker of the mat.

    Attributes:
        number: its id in OpenCV's dictionary 4x4_50.
        left_mm: from the paper's left edge.
        top_mm: from the paper's upper edge.
    """

    number: int
    left_mm: float
    top_mm: float

    @property
    def corners_mm(self) -> Points:
        """(4, 2): upper left, upper right, lower right, lower left."""
        x, y, side = self.left_mm, self.top_mm, MARKER_MM
        return np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side)])


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat on a paper; millimetres from the paper's upper left, x to the right, y down.

    Attributes:
        paper: ``"A4"`` or ``"Letter"``.
        size_mm: width and height of the paper.
        markers: eight: at the corners and amid the sides.
        field_mm: the free field for the dice: left, top, right, bottom.
    """

    paper: str
    size_mm: tuple[float, float]
    markers: tuple[Marker, ...]
    field_mm: tuple[float, float, float, float]

    @property
    def field_corners_mm(self) -> Points:
        """(4, 2): upper left, upper right, lower right, lower left."""
        left, top, right, bottom = self.field_mm
        return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


@dataclass(frozen=True, slots=True, eq=False)
class FoundMat:
    """A mat seen in a picture.

    Attributes:
        paper: which.
        markers: how many of the eight were seen.
        calibration: the free field in the picture, with the lens.
        mm_per_px: scale in the middle of the field.
        error_px: how far the markers' corners lie from where they should, root mean square.
        light: how the white of the mat looks, 0..255.
        clipped: share of the white that is at its limit, 0..1.
        blur_px: width of the markers' edges; a sharp picture has about 2.
        marks_px: (N, 4, 2) corners of the markers that were seen: nothing lies upon these.
    """

    paper: str
    markers: int
    calibration: Calibration
    mm_per_px: float
    error_px: float
    light: float
    clipped: float
    blur_px: float
    marks_px: Points

    @property
    def advice(self) -> tuple[str, ...]:
        """What should be bettered: ``"darker"``, ``"brighter"``, ``"focus"``, ``"flat"``,
        ``"nearer"``; none where all is well."""
        said: list[str] = []
        if self.clipped > 0.05:
            said.append("darker")
        elif self.light < 110:
            said.append("brighter")
        if self.blur_px > 5:
            said.append("focus")
        if self.error_px > 2:
            said.append("flat")
        if self.mm_per_px > 0.6:
            said.append("nearer")
        return tuple(said)


def mat_of(paper: str) -> Mat:
    """The mat for a paper.

    Args:
        paper: ``"A4"`` or ``"Letter"``.

    Raises:
        ValueError: another paper; the message names those there are.
    """
    if paper not in PAPERS_MM:
        raise ValueError(f"paper must be one of {', '.join(PAPERS_MM)}, got {paper}")
    width, height = PAPERS_MM[paper]
    across = (MARGIN_MM, (width - MARKER_MM) / 2, width - MARGIN_MM - MARKER_MM)
    down = (MARGIN_MM, (height - MARKER_MM) / 2, height - MARGIN_MM - MARKER_MM)
    places = [(x, y) for y in down for x in across if (x, y) != (across[1], down[1])]
    first = _FIRST_ID[paper]
    markers = tuple(Marker(first + n, x, y) for n, (x, y) in enumerate(places))
    inset = MARGIN_MM + MARKER_MM + FREE_MM
    return Mat(paper, (width, height), markers, (inset, inset, width - inset, height - inset))


def cells(number: int) -> NDArray[np.bool_]:
    """(6, 6): which cells of a marker are black, its rim included."""
    drawn = cv2.aruco.generateImageMarker(_DICTIONARY, number, _CELLS, borderBits=1)
    return np.asarray(drawn) < 128


def draw_mat(mat: Mat, px_per_mm: float) -> Image:
    """The mat as a picture, such as the printer makes it.

    Args:
        mat: from ``mat_of``.
        px_per_mm: > 0.

    Returns:
        (H, W, 3) uint8, BGR.
    """
    width, height = (round(side * px_per_mm) for side in mat.size_mm)
    drawn: Image = np.full((height, width, 3), 255, np.uint8)
    cell = MARKER_MM / _CELLS
    for marker in mat.markers:
        for row, column in np.argwhere(cells(marker.number)):
            x, y = marker.left_mm + column * cell, marker.top_mm + row * cell
            left, right = round(x * px_per_mm), round((x + cell) * px_per_mm)
            drawn[round(y * px_per_mm) : round((y + cell) * px_per_mm), left:right] = 0
    corners = np.rint(mat.field_corners_mm * px_per_mm).astype(np.int32)
    cv2.polylines(drawn, [corners], True, (150, 150, 150), max(1, round(0.3 * px_per_mm)))
    return drawn


def find_mat(frame: Image) -> FoundMat | None:
    """Look for a mat.

    Args:
        frame: (H, W, 3) uint8, BGR.

    Returns:
        None where fewer than 3 markers of one mat are seen.

    Raises:
        ValueError: wrong shape or dtype.
    """
    check_frame(frame)
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, numbers, _ = cv2.aruco.ArucoDetector(_DICTIONARY, settings).detectMarkers(grey)
    if numbers is None:
        return None
    seen = {
        int(n): np.asarray(c, np.float64).reshape(4, 2)
        for n, c in zip(numbers.ravel(), corners, strict=True)
    }
    best: FoundMat | None = None
    for paper in PAPERS_MM:
        mat = mat_of(paper)
        markers = [marker for marker in mat.markers if marker.number in seen]
        if len(markers) >= _LEAST_MARKERS and (best is None or len(markers) > best.markers):
            best = _found(grey, mat, markers, seen)
    return best


def _found(
    grey: NDArray[np.uint8], mat: Mat, markers: list[Marker], seen: dict[int, Points]
) -> FoundMat | None:
    flat = np.concatenate([marker.corners_mm for marker in markers])
    there = np.concatenate([seen[marker.number] for marker in markers])
    height, width = grey.shape
    # With few markers a bend of the lens cannot be told from a bad corner.
    lens = _lens(flat, there, (width, height)) if len(markers) >= 6 else 0.0
    matrix, error = _fit(flat, straightened(there, lens, (width, height)))
    if matrix is None:
        return None
    field = cv2.perspectiveTransform(mat.field_corners_mm[None], matrix)[0]
    left, top, right, bottom = mat.field_mm
    try:
        calibration = Calibration(
            tuple((float(x), float(y)) for x, y in field),
            (right - left, bottom - top),
            lens,
            (width, height),
        )
    except ValueError:
        # Markers that lie anywhere else, such as cut out and laid together.
        return None
    middle = np.array([[(left + right) / 2, (top + bottom) / 2]])
    cross = middle + np.array([(0, 0), (1, 0), (0, 1)])
    placed = cv2.perspectiveTransform(cross[None], matrix)[0]
    px_per_mm = float(np.sqrt(abs(np.linalg.det(placed[1:] - placed[0]))))
    light, clipped, blur = _looks(grey, markers, seen)
    marks = there.reshape(-1, 4, 2)
    return FoundMat(
        mat.paper, len(markers), calibration, 1 / px_per_mm, error, light, clipped, blur, marks
    )


def _fit(flat: Points, there: Points) -> tuple[Points | None, float]:
    """The plane's map and what remains, root mean square in px."""
    matrix, _ = cv2.findHomography(flat, there, 0)
    if matrix is None:
        return None, float("inf")
    apart = cv2.perspectiveTransform(flat[None], matrix)[0] - there
    return np.asarray(matrix, np.float64), float(np.sqrt((apart**2).sum(axis=1).mean()))


def _lens(flat: Points, there: Points, size_px: tuple[int, int]) -> float:
    """The bend of the lens that leaves least: a golden section, as there is one minimum."""
    low, high = -_LENS_REACH, _LENS_REACH
    ratio = (5**0.5 - 1) / 2
    for _ in range(24):
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        if (
            _fit(flat, straightened(there, a, size_px))[1]
            < _fit(flat, straightened(there, b, size_px))[1]
        ):
            high = b
        else:
            low = a
    lens = (low + high) / 2
    plain, bent = (_fit(flat, straightened(there, k, size_px))[1] for k in (0.0, lens))
    # Less than this betters the noise of the corners, not the picture.
    return lens if bent < 0.7 * plain and plain > 0.15 else 0.0


def _looks(
    grey: NDArray[np.uint8], markers: list[Marker], seen: dict[int, Points]
) -> tuple[float, float, float]:
    """Brightness of the white, share at its limit, and width of the edges in px."""
    white: list[NDArray[np.uint8]] = []
    widths: list[float] = []
    for marker in markers:
        corners = seen[marker.number]
        middle = corners.mean(axis=0)
        ring = middle + (corners - middle) * 1.22
        outer, inner = np.zeros_like(grey), np.zeros_like(grey)
        cv2.fillConvexPoly(outer, np.rint(ring).astype(np.int32), 1)
        cv2.fillConvexPoly(inner, np.rint(middle + (corners - middle) * 1.1).astype(np.int32), 1)
        white.append(grey[(outer > 0) & (inner == 0)])
        widths += [_edge_px(grey, corners[n], corners[(n + 1) % 4], middle) for n in range(4)]
    bright = np.concatenate(white)
    if not bright.size:
        return 0.0, 0.0, float("inf")
    known = [width for width in widths if np.isfinite(width)]
    blur = float(np.median(known)) if known else float("inf")
    return float(np.median(bright)), float((bright >= 254).mean()), blur


def _edge_px(grey: NDArray[np.uint8], a: Points, b: Points, middle: Points) -> float:
    """Over how many px the rim of a marker turns from black to white; inf outside the picture."""
    along = (a + b) / 2
    out = along - middle
    out = out / max(1e-9, float(np.hypot(*out)))
    reach = min(12.0, 0.16 * float(np.hypot(*(b - a))))
    places = along + out * np.linspace(-reach, reach, 49)[:, None]
    if (places < 0).any() or (places >= np.array(grey.shape[::-1]) - 1).any():
        return float("inf")
    across, down = (places[None, :, axis].astype(np.float32).copy() for axis in (0, 1))
    line = cv2.remap(grey, across, down, cv2.INTER_LINEAR)[0]
    rise = np.diff(line.astype(np.float64))
    steepest = float(np.abs(rise).max()) / (2 * reach / 48)
    contrast = float(line.max()) - float(line.min())
    return contrast / steepest if steepest > 0 else float("inf")
