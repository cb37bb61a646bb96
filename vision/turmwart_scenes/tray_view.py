"""What a camera sees of a tray with cubes, drawn in software: numpy and OpenCV, no OpenGL.

Places are those of ``tray_heap``: millimetres, origin in the middle of the floor, y towards the
viewer, z up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_scenes.tray_heap import CUBE_MM, FIELD_MM, Array, LyingCube, corners
from turmwart_vision.mat import draw_mat, mat_of

Image = NDArray[np.uint8]

COLOURS: dict[str, tuple[int, int, int]] = {
    "red": (190, 36, 34),
    "orange": (228, 112, 30),
    "yellow": (238, 194, 40),
    "green": (42, 124, 58),
    "blue": (34, 82, 164),
    "purple": (110, 58, 136),
    "black": (38, 37, 39),
    "grey": (128, 128, 126),
    "white": (232, 230, 224),
    "brown": (110, 70, 42),
    "natural": (208, 168, 114),
}
"""Paint of the cubes, sRGB."""
FELT, WOOD, MAT = "felt", "wood", "mat"
FLOORS = (FELT, WOOD, MAT)

_MARGIN_MM = 9.0
"""Floor between the field and the tray's rim."""
_RIM_MM = (6.0, 14.0)
"""Breadth and height of the rim."""
_FOV_DEG = 52.0
_FILL = 0.97
"""Share of the picture that the tray takes, across or down."""
_SUN: Array = np.array([-0.38, -0.46, 0.80])
"""Towards the lamp."""
_AMBIENT, _LAMP = 0.46, 0.68
_OVER = 2
"""Cubes are drawn so many times larger, and shrunk."""
_FACES = (((1, 2, 6, 5), 0, 1), ((0, 4, 7, 3), 0, -1), ((3, 7, 6, 2), 1, 1),
          ((0, 1, 5, 4), 1, -1), ((4, 5, 6, 7), 2, 1), ((0, 3, 2, 1), 2, -1))  # fmt: skip
"""Of each face: its corners in order around it, its axis, and the side of it."""
_MAT_PX_PER_MM = 6.0
_NOISE_SHIFT = 64
"""By up to so many px the noise of one picture is that of another, shifted."""


@dataclass(frozen=True, slots=True)
class Light:
    """Lamp and lens of a camera.

    Attributes:
        exposure: 1 is right.
        gains: red, green and blue of the lamp, 1 is white.
        blur_px: standard deviation of the lens's blur.
        noise: standard deviation of the sensor's noise, grey levels.
        exchanged: red and blue arrive in each other's place.
    """

    exposure: float = 1.0
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    blur_px: float = 0.6
    noise: float = 2.0
    exchanged: bool = False


DAY = Light()


class TrayView:
    """A camera above a tray; it stands where it stands.

    Args:
        size_px: width and height of its pictures.
        tilt_deg: from straight down, 0..35; the camera then stands on the viewer's side.
        floor: of ``FLOORS``.
        felt: the cloth's colour, sRGB.
        seed: of the floor's grain and of the noise.

    Raises:
        ValueError: a tilt out of range, or no such floor.
    """

    def __init__(
        self,
        size_px: tuple[int, int] = (1280, 720),
        tilt_deg: float = 8.0,
        floor: str = FELT,
        felt: tuple[int, int, int] = (52, 84, 66),
        seed: int = 0,
    ) -> None:
        if not 0 <= tilt_deg <= 35:
            raise ValueError(f"tilt_deg must be 0..35, got {tilt_deg}")
        if floor not in FLOORS:
            raise ValueError(f"floor must be one of {', '.join(FLOORS)}, got {floor}")
        self.size_px = size_px
        self._tilt = radians(tilt_deg)
        self._rng = np.random.default_rng(seed)
        paper = mat_of("A4").size_mm
        wide, high = paper if floor == MAT else (side + 2 * _MARGIN_MM for side in FIELD_MM)
        self._half = np.array([wide, high]) / 2
        self._forward = np.array([0.0, -sin(self._tilt), -cos(self._tilt)])
        self._axes = np.array([(1.0, 0.0, 0.0), (0.0, cos(self._tilt), -sin(self._tilt))])
        self._focal = size_px[0] / 2 / np.tan(radians(_FOV_DEG) / 2)
        self._eye = -self._distance() * self._forward
        grain = np.random.default_rng([seed, 1])
        self._ground = self._drawn_ground(floor, felt, grain)
        self._paint = grain.normal(0, 1, (64, 3))
        width, height = size_px
        shape = (height + _NOISE_SHIFT, width + _NOISE_SHIFT, 3)
        self._noise = grain.standard_normal(shape, np.float32)
        self._kept: tuple[Light, Image] | None = None

    @property
    def field_px(self) -> tuple[tuple[float, float], ...]:
        """The corners of the field that cubes fall into: upper left, upper right, lower right,
        lower left."""
        points = self.project(_rectangle(np.array(FIELD_MM) / 2, 0.0))
        return tuple((float(x), float(y)) for x, y in points)

    @property
    def floor_mm(self) -> tuple[float, float]:
        """Width and height of the floor within the rim."""
        return float(2 * self._half[0]), float(2 * self._half[1])

    @property
    def floor_px(self) -> tuple[tuple[float, float], ...]:
        """The corners of the floor within the rim, in the same order."""
        points = self.project(_rectangle(self._half, 0.0))
        return tuple((float(x), float(y)) for x, y in points)

    def project(self, points: Array) -> Array:
        """Places in the tray (N, 3), mm, as places in the picture (N, 2), px."""
        away = points - self._eye
        depth = away @ self._forward
        middle = (np.array(self.size_px) - 1) / 2
        placed: Array = self._focal * (away @ self._axes.T) / depth[:, None] + middle
        return placed

    def picture(self, cubes: Sequence[LyingCube], light: Light = DAY) -> Image:
        """What the camera sees, without noise.

        Args:
            cubes: what lies in the tray.
            light: lamp and lens.

        Returns:
            (H, W, 3) uint8, BGR.
        """
        picture = self._empty(light).copy()
        if cubes:
            left, top, right, bottom = self._reach(cubes)
            part = np.s_[top:bottom, left:right]
            layer, cover = self._layer(cubes, (left, top, right, bottom))
            seen = self._ground[part] * self._shade(cubes)[part][..., None]
            picture[part] = _coded(_through(seen * (1 - cover) + layer, light))
        return np.ascontiguousarray(picture[:, :, ::-1]) if light.exchanged else picture

    def jpeg(self, picture: Image, light: Light = DAY, quality: int = 92) -> bytes:
        """A picture as the camera sends it: with noise of its own, as JPEG.

        Args:
            picture: (H, W, 3) uint8, BGR.
            light: of which the noise is taken.
            quality: of the JPEG, 1..100.
        """
        high, wide = picture.shape[:2]
        x, y = (int(n) for n in self._rng.integers(0, _NOISE_SHIFT, 2))
        grains = self._noise[y : y + high, x : x + wide] * np.float32(light.noise)
        noisy = cv2.add(picture, grains, dtype=cv2.CV_8U)
        return bytes(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())

    def _empty(self, light: Light) -> Image:
        """The tray without cubes; kept for as long as the light stays."""
        if self._kept is None or self._kept[0] != light:
            self._kept = (light, _coded(_through(self._ground, light)))
        return self._kept[1]

    def _reach(self, cubes: Sequence[LyingCube]) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of the part of the picture that cubes and shadows touch."""
        points = np.concatenate([corners(cube) for cube in cubes])
        fallen = points - points[:, 2:] / _SUN[2] * _SUN
        px = self.project(np.concatenate([points, fallen]))
        rim = 8 * CUBE_MM / 2
        low, high = np.floor(px.min(0) - rim), np.ceil(px.max(0) + rim)
        left, top = np.maximum(low, 0).astype(int)
        right, bottom = np.minimum(high, self.size_px).astype(int)
        return int(left), int(top), int(right), int(bottom)

    # -- the tray -------------------------------------------------------------------------------

    def _distance(self) -> float:
        """How far off the whole tray just fills the picture."""
        outer = _rectangle(self._half + _RIM_MM[0], _RIM_MM[1])
        room = _FILL * np.array(self.size_px) / 2 / self._focal
        beside, ahead = np.abs(outer @ self._axes.T), outer @ self._forward
        return float((beside / room - ahead[:, None]).max())

    def _drawn_ground(
        self, floor: str, felt: tuple[int, int, int], rng: np.random.Generator
    ) -> NDArray[np.float32]:
        """Table, rim and floor, linear, (H, W, 3)."""
        width, height = self.size_px
        ground = np.empty((height, width, 3), np.float32)
        ground[:] = _linear((96, 74, 56))
        self._lay(ground, self._half * 2.5, 0.0, _wood(rng, (104, 80, 58)))
        inner, outer = self._half, self._half + _RIM_MM[0]
        rim = _linear((150, 112, 74))
        fill = [self._rounded(_rectangle(outer, _RIM_MM[1]))]
        cv2.fillPoly(ground, fill, rim.tolist(), cv2.LINE_AA)
        above, below = _rectangle(inner, _RIM_MM[1]), _rectangle(inner, 0.0)
        hole = [self._rounded(above)]
        cv2.fillPoly(ground, hole, (rim * 0.45).tolist(), cv2.LINE_AA)
        for n in range(4):
            wall = np.stack([above[n], above[(n + 1) % 4], below[(n + 1) % 4], below[n]])
            shade = (0.55, 0.5, 0.72, 0.66)[n]
            cv2.fillPoly(ground, [self._rounded(wall)], (rim * shade).tolist(), cv2.LINE_AA)
        tile = _floor(floor, felt, rng)
        # What the rim hides of the floor stays hidden.
        covered = np.zeros((height, width), np.float32)
        cv2.fillPoly(covered, hole, (1.0,), cv2.LINE_AA)
        before = ground.copy()
        self._lay(ground, inner, 0.0, tile)
        ground = before + (ground - before) * covered[..., None]
        across, down = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
        uneven = 1.0 - 0.10 * across - 0.06 * down - 0.10 * (across**2 + down**2)
        return np.asarray(ground * uneven[..., None], np.float32)

    def _lay(
        self, ground: NDArray[np.float32], half: Array, z: float, tile: NDArray[np.float32]
    ) -> None:
        """Lay a picture on a rectangle around the middle, in place."""
        high, wide = tile.shape[:2]
        source = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - 0.5
        target = self.project(_rectangle(half, z)).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, target)
        cv2.warpPerspective(
            tile, matrix, self.size_px, ground, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT
        )

    def _rounded(self, points: Array) -> NDArray[np.int32]:
        return np.rint(self.project(points)).astype(np.int32)

    # -- the cubes ------------------------------------------------------------------------------

    def _shade(self, cubes: Sequence[LyingCube]) -> NDArray[np.float32]:
        """How much light reaches the floor, (H, W), 0..1: a soft shadow, and dark joints."""
        width, height = self.size_px[0] // 2, self.size_px[1] // 2
        cast = np.zeros((height, width), np.float32)
        joint = np.zeros((height, width), np.float32)
        for cube in cubes:
            points = corners(cube)
            fallen = points - points[:, 2:] / _SUN[2] * _SUN
            for target, places in ((cast, fallen), (joint, points * [1, 1, 0])):
                px = np.rint(self.project(places) / 2 * 8).astype(np.int32)
                cv2.fillConvexPoly(target, cv2.convexHull(px), (1.0,), cv2.LINE_AA, 3)
        if cubes:
            px_per_mm = self._focal / float(np.linalg.norm(self._eye)) / 2
            cv2.GaussianBlur(cast, (0, 0), 0.9 * px_per_mm, cast)
            cv2.GaussianBlur(joint, (0, 0), 1.6 * px_per_mm, joint)
        shade = (1 - 0.42 * cast) * (1 - 0.35 * joint)
        return np.asarray(cv2.resize(shade, self.size_px, interpolation=cv2.INTER_LINEAR))

    def _layer(
        self, cubes: Sequence[LyingCube], part: tuple[int, int, int, int]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """All cubes, linear, times how much of each px they cover, and that, of a part of the
        picture: (H, W, 3) and (H, W, 1)."""
        left, top, right, bottom = part
        size = (right - left, bottom - top)
        large = np.zeros((_OVER * size[1], _OVER * size[0], 4), np.uint8)
        farthest_first = sorted(
            cubes, key=lambda c: float(np.linalg.norm(c.centre - self._eye)), reverse=True
        )
        for cube in farthest_first:
            self._draw(large, cube, np.array([left, top]))
        small = cv2.resize(large, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        small /= 255
        cover = small[..., 3:]
        return small[..., :3], cover

    def _draw(self, large: Image, cube: LyingCube, origin_px: NDArray[np.int_]) -> None:
        points = corners(cube)
        px = (self.project(points) - origin_px + 0.5) * _OVER - 0.5
        grain = self._paint[cube.number % len(self._paint)]
        paint = _linear(COLOURS[cube.colour]) * (1 + 0.05 * grain[0])
        paint = paint * (1 + 0.02 * grain)
        for face, axis, side in _FACES:
            normal = side * cube.turn[:, axis]
            middle = points[list(face)].mean(0)
            if normal @ (self._eye - middle) <= 0:
                continue
            lit = _AMBIENT * (0.62 + 0.38 * normal[2]) + _LAMP * max(0.0, float(normal @ _SUN))
            outline = np.rint(px[list(face)] * 16).astype(np.int32)
            colour = np.clip(paint * lit * 255, 0, 255)
            cv2.fillConvexPoly(large, outline, (*colour.tolist(), 255), cv2.LINE_8, 4)
            # Edges are rounded: they catch light where the face looks up, and wear.
            edge = np.clip(paint * (lit * 0.88) * 255 + 2, 0, 255)
            cv2.polylines(large, [outline], True, (*edge.tolist(), 255), 2, cv2.LINE_8, 4)


def _through(light: NDArray[np.float32], lens: Light) -> NDArray[np.float32]:
    """What of the light arrives, linear, blue first."""
    gains = lens.exposure * np.array(lens.gains[::-1], np.float32)
    seen = light * gains
    if lens.blur_px > 0:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), lens.blur_px), np.float32)
    return seen


def _rectangle(half: Array, z: float) -> Array:
    """Corners (4, 3) around the middle: upper left, upper right, lower right, lower left."""
    x, y = half
    return np.array([(-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z)])


def _linear(srgb: Sequence[float] | Image) -> NDArray[np.float32]:
    """Light of colours: BGR pictures, or one sRGB triple, which becomes blue first."""
    levels = np.asarray(srgb, np.float32)
    if levels.ndim == 1:
        levels = levels[::-1]
    return np.asarray((levels / 255) ** np.float32(2.2), np.float32)


_CODES: Image = np.clip(np.linspace(0, 1, 4096) ** (1 / 2.2) * 255 + 0.5, 0, 255).astype(np.uint8)


def _coded(light: NDArray[np.float32]) -> Image:
    """Linear light as a camera stores it."""
    return np.asarray(_CODES[(np.clip(light, 0, 1) * 4095).astype(np.int16)], np.uint8)


def _floor(floor: str, felt: tuple[int, int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    if floor == FELT:
        return _felt(rng, felt)
    if floor == WOOD:
        return _wood(rng, (206, 172, 128))
    return _linear(draw_mat(mat_of("A4"), _MAT_PX_PER_MM)) * np.float32(0.86)


def _felt(rng: np.random.Generator, colour: tuple[int, int, int]) -> NDArray[np.float32]:
    fine = rng.normal(0, 1, (540, 880)).astype(np.float32)
    fibre = cv2.GaussianBlur(fine, (0, 0), 0.8) * 1.8
    cloud = cv2.resize(rng.normal(0, 1, (7, 11)).astype(np.float32), (880, 540))
    level = 1 + 0.07 * fibre + 0.04 * cloud
    return np.asarray(_linear(colour) * level[..., None], np.float32)


def _wood(rng: np.random.Generator, colour: tuple[int, int, int]) -> NDArray[np.float32]:
    lines = rng.normal(0, 1, (540, 14)).astype(np.float32)
    grain = cv2.resize(cv2.GaussianBlur(lines, (0, 0), 1.2), (880, 540))
    pores = cv2.GaussianBlur(rng.normal(0, 1, (540, 880)).astype(np.float32), (31, 1), 8)
    level = 1 + 0.12 * grain + 0.25 * pores
    return np.asarray(_linear(colour) * level[..., None], np.float32)


__all__ = ["COLOURS", "CUBE_MM", "DAY", "FLOORS", "Light", "TrayView"]
