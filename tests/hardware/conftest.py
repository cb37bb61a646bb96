"""The committed meshes in the frames of their parts and in the tower's frame."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import trimesh
from manifold3d import Manifold, Mesh

HARDWARE = Path(__file__).parents[2] / "hardware"


def load(name: str, path: Path) -> ModuleType:
    """Import a file of ``hardware/``, which is no package of the program."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def design() -> Any:
    """What follows from ``params.toml``."""
    return load("turmwart_hardware_design", HARDWARE / "parts" / "design.py").Design.load()


@pytest.fixture(scope="session")
def bill() -> ModuleType:
    """The program of the bill of materials."""
    return load("turmwart_hardware_bill", HARDWARE / "bill.py")


@pytest.fixture(scope="session")
def manifest() -> dict[str, Any]:
    """What the build wrote of its meshes."""
    loaded: dict[str, Any] = json.loads((HARDWARE / "stl" / "manifest.json").read_text("utf-8"))
    return loaded


@pytest.fixture(scope="session")
def meshes(manifest: dict[str, Any]) -> dict[str, trimesh.Trimesh]:
    """All committed meshes as they lie on the bed."""
    return {
        name: trimesh.load_mesh(HARDWARE / "stl" / f"{name}.stl") for name in manifest["meshes"]
    }


@pytest.fixture(scope="session")
def bodies(design: Any, meshes: dict[str, trimesh.Trimesh]) -> dict[str, Manifold]:
    """All parts in their own frames: lanes and plates in their slope's, the rest in the tower's."""
    found = {}
    for name, mesh in meshes.items():
        body = Manifold(
            Mesh(
                vert_properties=np.asarray(mesh.vertices, dtype=np.float32),
                tri_verts=np.asarray(mesh.faces, dtype=np.uint32),
            )
        )
        assert body.volume() > 0
        turn, y, z = design.print_pose(name)
        found[name] = body.translate((0, -y, -z)).rotate((-turn, 0, 0))
    return found


@pytest.fixture(scope="session")
def to_tower(design: Any) -> Callable[[str, Manifold], Manifold]:
    """Moves a body from a slope's frame to the tower's frame."""

    def move(slope_name: str, body: Manifold) -> Manifold:
        slope = design.slope(slope_name)
        x, z = slope.start_xz
        return body.rotate((0, slope.deg, 0)).translate((x, 0, z))

    return move


@pytest.fixture(scope="session")
def way(
    bodies: dict[str, Manifold], to_tower: Callable[[str, Manifold], Manifold]
) -> dict[str, Manifold]:
    """What a cube can touch on its way, in the tower's frame."""
    slopes = {"hopper": "hopper", "infeed": "infeed", "head": "head", "cover": "head"}
    return {part: to_tower(slope, bodies[part]) for part, slope in slopes.items()}


@pytest.fixture(scope="session")
def shapes() -> ModuleType:
    """Simple bodies and what they share."""
    return load("turmwart_hardware_shapes", Path(__file__).with_name("shapes.py"))
