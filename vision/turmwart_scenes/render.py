"""Draws a scene of pieces on a table with OpenGL (a software driver is enough)."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import moderngl

MOST_PIECES = 56
MOST_RIMS = 4
MOST_TOPS = 500


@dataclass(slots=True)
class Piece:
    """One thing on the table; lengths in edges of an ordinary die, colours linear RGB in 0..1.

    ``turn`` (3, 3) takes the piece's axes to the world's; a die has 1 at +z, 6 at -z, 2 at +x,
    5 at -x, 3 at +y and 4 at -y of its own axes (or mirrored, by a turn of determinant -1).
    """

    centre: np.ndarray
    half: float
    turn: np.ndarray
    kind: int = 0
    rounding: float = 0.15
    ball: float = 1.6
    seed: float = 0.0
    body: np.ndarray = field(default_factory=lambda: np.ones(3))
    second: np.ndarray = field(default_factory=lambda: np.ones(3))
    marble: float = 0.0
    pip: np.ndarray = field(default_factory=lambda: np.zeros(3))
    ace: np.ndarray = field(default_factory=lambda: np.zeros(3))
    pip_radius: float = 0.1
    pip_offset: float = 0.26
    pip_dent: float = 0.3
    ace_radius: float = 0.1
    gloss: float = 0.2
    clear: float = 0.0
    layout: float = 0.0
    mark: float = 0.0


@dataclass(slots=True)
class Scene:
    """Everything a picture shows; ``table`` is (H, W, 3) uint8, RGB, tiled over the plane z = 0."""

    pieces: list[Piece]
    eye: np.ndarray
    gaze: np.ndarray
    spread: tuple[float, float]
    lamp: np.ndarray
    lamp_colour: np.ndarray
    lamp_soft: float
    sky: np.ndarray
    ground: np.ndarray
    glow: np.ndarray
    glow_colour: np.ndarray
    table: np.ndarray
    table_scale: tuple[float, float]
    table_gloss: float = 0.0
    rim_at: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))
    rim_half: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))
    rim_colour: np.ndarray = field(default_factory=lambda: np.zeros(3))


class Renderer:
    """An off-screen OpenGL context of one picture size."""

    def __init__(self, width_px: int, height_px: int) -> None:
        """Opens the context.

        Args:
            width_px: of the raw picture.
            height_px: the same.

        Raises:
            ModuleNotFoundError: ``moderngl`` is not installed (extra ``render``).
        """
        # Scenes and their truth are of use without it.
        import moderngl

        self.size = (width_px, height_px)
        self._strip = moderngl.TRIANGLE_STRIP
        self._gl = moderngl.create_standalone_context(backend="egl")
        with self._gl:
            self._make()

    def _make(self) -> None:
        source = files("turmwart_scenes").joinpath("scene.frag").read_text()
        self._program = self._gl.program(
            vertex_shader="#version 330\nin vec2 corner; out vec2 place;\n"
            "void main() { place = corner; gl_Position = vec4(corner, 0., 1.); }",
            fragment_shader=source,
        )
        corners = np.array([-1, -1, 1, -1, -1, 1, 1, 1], np.float32)
        self._sheet = self._gl.vertex_array(
            self._program, self._gl.buffer(corners.tobytes()), "corner"
        )
        self._tops: dict[int, tuple[np.ndarray, moderngl.Texture]] = {}
        self._target = self._gl.framebuffer(self._gl.texture(self.size, 4, dtype="f4"))

    def draw(self, scene: Scene) -> tuple[np.ndarray, np.ndarray]:
        """Draws ``scene``.

        Returns:
            (H, W, 3) float32 RGB, linear light, and (H, W) uint8: number of the piece + 1, or 0.
        """
        with self._gl:  # another renderer's context may be the current one
            self._top(scene.table).use(0)
            for name, value in self._values(scene).items():
                if name in self._program:
                    self._set(name, value)
            self._target.use()
            self._sheet.render(self._strip)
            data = self._target.read(components=4, dtype="f4")
        raw = np.frombuffer(data, np.float32)
        raw = raw.reshape(self.size[1], self.size[0], 4)[::-1]
        return np.ascontiguousarray(raw[..., :3]), np.rint(raw[..., 3] * 255).astype(np.uint8)

    def _top(self, table: np.ndarray) -> moderngl.Texture:
        """The texture of ``table``, made once; the array is held, so its id stays."""
        if id(table) not in self._tops:
            if len(self._tops) >= MOST_TOPS:
                self._tops.pop(next(iter(self._tops)))[1].release()
            data = np.ascontiguousarray(table).tobytes()
            texture = self._gl.texture(table.shape[1::-1], 3, data, alignment=1)
            texture.build_mipmaps()
            self._tops[id(table)] = (table, texture)
        return self._tops[id(table)][1]

    def _set(self, name: str, value: Any) -> None:
        uniform = self._program[name]
        if isinstance(value, int | float):
            uniform.value = value
        else:
            uniform.write(np.ascontiguousarray(value, np.float32).tobytes())

    @staticmethod
    def _values(scene: Scene) -> dict[str, Any]:
        pieces = scene.pieces

        def rows(make: Any, width: int, room: int = MOST_PIECES, of: Any = pieces) -> np.ndarray:
            table = np.zeros((room, width), np.float32)
            for row, thing in enumerate(of):
                table[row] = make(thing)
            return table

        turns = np.zeros((MOST_PIECES, 9), np.float32)
        for row, piece in enumerate(pieces):
            turns[row] = piece.turn.T.ravel()
        rims = len(scene.rim_at)
        rim_at = np.zeros((MOST_RIMS, 4), np.float32)
        rim_at[:rims, :3] = scene.rim_at
        rim_half = np.zeros((MOST_RIMS, 3), np.float32)
        rim_half[:rims] = scene.rim_half
        return {
            "eye": scene.eye,
            "gaze": scene.gaze.T,
            "spread": np.array(scene.spread),
            "lamp": scene.lamp,
            "lamp_colour": scene.lamp_colour,
            "lamp_soft": float(scene.lamp_soft),
            "sky": scene.sky,
            "ground": scene.ground,
            "glow": scene.glow,
            "glow_colour": scene.glow_colour,
            "table": 0,
            "table_scale": np.array(scene.table_scale),
            "table_gloss": float(scene.table_gloss),
            "pieces": len(pieces),
            "at": rows(lambda p: (*p.centre, p.half), 4),
            "turn": turns,
            "form": rows(lambda p: (p.rounding, p.ball, p.kind, p.seed), 4),
            "body": rows(lambda p: p.body, 3),
            "marble": rows(lambda p: (*p.second, p.marble), 4),
            "pip": rows(lambda p: p.pip, 3),
            "ace": rows(lambda p: p.ace, 3),
            "pips": rows(lambda p: (p.pip_radius, p.pip_offset, p.pip_dent, p.ace_radius), 4),
            "looks": rows(lambda p: (p.gloss, p.clear, p.layout, p.mark), 4),
            "rims": rims,
            "rim_at": rim_at,
            "rim_half": rim_half,
            "rim_colour": scene.rim_colour,
        }
