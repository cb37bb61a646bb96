"""Traces paths of light through a scene: slow, and independent of the OpenGL renderer.

Mitsuba runs on LLVM where it is installed (version 16 or newer; Debian: ``libllvm19``), which is
about three times as fast as its portable way.
"""

from __future__ import annotations

import os
from ctypes import CDLL
from functools import cache
from typing import Any

import mitsuba as mi
import numpy as np
from numpy.typing import NDArray

from turmwart_scenes.render import Piece, Scene
from turmwart_scenes.solids import Solid, solid

Array = NDArray[np.float64]

LLVM = ("libLLVM.so.19.1", "libLLVM-19.so", "libLLVM.so.18.1", "libLLVM-17.so", "libLLVM-16.so")
LAMP_AWAY = 25.0
"""Least distance of the lamps; they are always behind the camera, never before it."""
TABLE_HALF = 300.0
BOUNCES = 10


@cache
def engine() -> str:
    """Chooses Mitsuba's variant, once for the process, and returns its name."""
    if "DRJIT_LIBLLVM_PATH" not in os.environ:
        found = next((name for name in LLVM if _loads(name)), None)
        if found is None:
            mi.set_variant("scalar_rgb")
            return "scalar_rgb"
        os.environ["DRJIT_LIBLLVM_PATH"] = found
    mi.set_variant("llvm_ad_rgb")
    return "llvm_ad_rgb"


def _loads(name: str) -> bool:
    try:
        CDLL(name)
    except OSError:
        return False
    return True


def trace(
    scene: Scene, size_px: tuple[int, int], samples: int = 64, seed: int = 0
) -> NDArray[np.float32]:
    """A picture of ``scene``.

    Args:
        scene: what is seen; its ``spread`` must fit the form of the picture.
        size_px: width and height.
        samples: paths for each pixel, > 0.
        seed: of the paths.

    Returns:
        (H, W, 3) float32 RGB, linear light, as the OpenGL renderer gives it.

    Raises:
        ValueError: the form of the picture is not that of the scene's camera.
    """
    width, height = size_px
    form = scene.spread[0] / scene.spread[1]
    if abs(form * height / width - 1) > 0.01:
        raise ValueError(f"a picture of {width} x {height} px does not fit a spread of {form:.3f}")
    engine()
    world: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": BOUNCES},
        "sensor": _camera(scene, size_px),
        "sky": {"type": "constant", "radiance": _rgb(scene.sky)},
        "table": _table(scene),
    }
    world |= _lamps(scene)
    for number, (at, half) in enumerate(zip(scene.rim_at, scene.rim_half, strict=True)):
        world[f"rim{number}"] = {
            "type": "cube",
            "to_world": mi.ScalarTransform4f().translate(at.tolist()).scale(half.tolist()),
            "bsdf": {"type": "diffuse", "reflectance": _rgb(scene.rim_colour)},
        }
    for number, piece in enumerate(scene.pieces):
        made = solid(piece)
        world[f"piece{number}"] = _mesh(f"piece{number}", made, _matter(piece, made))
    # The engine's numbers are of another type in each variant; it takes plain ones.
    render: Any = mi.render
    light = render(mi.load_dict(world), spp=samples, seed=seed)
    return np.asarray(light, np.float32)


def _rgb(colour: Array) -> dict[str, Any]:
    return {"type": "rgb", "value": np.clip(colour, 0, None).tolist()}


def _camera(scene: Scene, size_px: tuple[int, int]) -> dict[str, Any]:
    place = np.eye(4)
    # The engine's cameras have x to the left.
    place[:3, :3] = scene.gaze * np.array([-1, 1, 1])
    place[:3, 3] = scene.eye
    return {
        "type": "perspective",
        "fov": float(np.degrees(2 * np.arctan(scene.spread[0]))),
        "fov_axis": "x",
        "near_clip": 0.05,
        "to_world": mi.ScalarTransform4f(place.astype(np.float32)),
        "film": {
            "type": "hdrfilm",
            "width": size_px[0],
            "height": size_px[1],
            "pixel_format": "rgb",
            "rfilter": {"type": "gaussian"},
        },
        "sampler": {"type": "independent"},
    }


def _lamps(scene: Scene) -> dict[str, Any]:
    """The lamp and the glows as squares that shine."""
    away = LAMP_AWAY + 2 * float(np.linalg.norm(scene.eye))
    half = away * float(np.clip(1 / scene.lamp_soft, 0.03, 0.36))
    # What the scene calls the lamp's colour is what falls on a surface facing it, by pi.
    bright = scene.lamp_colour * np.pi * away**2 / (4 * half * half)
    lamps = {"lamp": _square(scene.lamp * away, half, bright)}
    for number, (glow, colour) in enumerate(zip(scene.glow, scene.glow_colour, strict=True)):
        if colour.any():
            half = away * float(np.tan(np.arccos(glow[3]))) * 0.8
            lamps[f"glow{number}"] = _square(glow[:3] * away, half, colour)
    return lamps


def _square(at: Array, half: float, bright: Array) -> dict[str, Any]:
    look = mi.ScalarTransform4f().look_at(origin=at.tolist(), target=[0, 0, 0], up=[0.3, 0.9, 0.1])
    return {
        "type": "rectangle",
        "to_world": look.scale([half, half, 1]),
        "emitter": {"type": "area", "radiance": _rgb(bright)},
    }


def _table(scene: Scene) -> Any:
    far = TABLE_HALF
    points = np.array([(-far, -far, 0), (far, -far, 0), (far, far, 0), (-far, far, 0)], float)
    flat = Solid(
        points,
        np.tile([0.0, 0, 1], (4, 1)),
        points[:, :2] * np.array(scene.table_scale),
        np.array([(0, 1, 2), (0, 2, 3)], np.uint32),
        (scene.table / 255.0) ** 2.2,
        np.zeros((1, 1)),
    )
    paint = _paint(flat.paint, "repeat")
    matter: dict[str, Any] = {"type": "diffuse", "reflectance": paint}
    if scene.table_gloss > 0:
        matter = {"type": "roughplastic", "alpha": 0.25, "diffuse_reflectance": paint}
    return _mesh("table", flat, matter)


def _paint(paint: Array, wrap: str = "clamp") -> dict[str, Any]:
    picture = mi.Bitmap(np.ascontiguousarray(paint, np.float32))
    return {"type": "bitmap", "bitmap": picture, "raw": True, "wrap_mode": wrap}


def _matter(piece: Piece, made: Solid) -> dict[str, Any]:
    """What a piece is made of: painted plastic, dull or glossy, or coloured glass with pips."""
    paint = _paint(made.paint)
    body: dict[str, Any] = {"type": "diffuse", "reflectance": paint}
    if piece.gloss > 0.05:
        body = {
            "type": "roughplastic",
            "alpha": 0.02 + 0.25 * (1 - piece.gloss) ** 2,
            "diffuse_reflectance": paint,
            "nonlinear": True,
        }
    if piece.kind != 0 or piece.clear <= 0:
        return body
    glass = {
        "type": "roughdielectric",
        "alpha": 0.02,
        "int_ior": 1.5,
        "specular_transmittance": _rgb(np.sqrt(np.clip(piece.body, 0, 1))),
    }
    # Where there is a pip it hides the glass; elsewhere a milky share of it stays painted.
    milky = made.pips + (1 - made.pips) * (1 - piece.clear)
    return {"type": "blendbsdf", "weight": _paint(milky[..., None]), "glass": glass, "paint": body}


def _mesh(name: str, made: Solid, matter: dict[str, Any]) -> Any:
    holder = mi.Properties()
    holder["bsdf"] = mi.load_dict(matter)
    mesh = mi.Mesh(name, len(made.points), len(made.triangles), holder, True, True)
    values = mi.traverse(mesh)
    values["vertex_positions"] = made.points.ravel().astype(np.float32)
    values["vertex_normals"] = made.normals.ravel().astype(np.float32)
    values["vertex_texcoords"] = made.places.ravel().astype(np.float32)
    values["faces"] = made.triangles.ravel()
    values.update()
    return mesh
