"""The committed meshes are those of the parameters, closed, and can be printed."""

from __future__ import annotations

import hashlib
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

HARDWARE = Path(__file__).parents[2] / "hardware"
PARTS = (
    "hopper",
    "infeed",
    "head",
    "cover",
    "carrier",
    "keeper_inner",
    "keeper_outer",
    "cheek_left",
    "cheek_right",
    "boards",
)
STEEPEST_OVERHANG_DEG = 45.0
FLAT = 1e-3


def test_meshes_were_built_from_these_parameters(design: Any, manifest: dict[str, Any]) -> None:
    """Each number that went into them is still the one of params.toml."""
    stale = {
        name: (built, design[tuple(name.split("."))])
        for name, built in manifest["numbers"].items()
        if built != design[tuple(name.split("."))]
    }
    assert not stale, "run hardware/build.py; (built, now) differ"
    assert manifest["lanes"] == design.lanes
    assert len(manifest["numbers"]) > 60


def test_meshes_were_built_by_this_program(manifest: dict[str, Any]) -> None:
    """The text of hardware/parts, but for the bought things that stand in pictures only."""
    digest = hashlib.sha256()
    for path in sorted((HARDWARE / "parts").glob("*.py")):
        if path.name != "bought.py":
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    assert digest.hexdigest() == manifest["sources_sha256"], "run hardware/build.py"


def test_manifest_names_all_meshes(manifest: dict[str, Any]) -> None:
    """No mesh without an entry, no entry without a mesh, none changed by hand, none large."""
    files = {path.stem: path for path in (HARDWARE / "stl").glob("*.stl")}
    assert set(files) == set(manifest["meshes"]) == set(PARTS)
    for name, path in files.items():
        data = path.read_bytes()
        assert hashlib.sha256(data).hexdigest() == manifest["meshes"][name]["sha256"]
        assert len(data) < 1_000_000


@pytest.mark.parametrize("name", PARTS)
def test_mesh_is_closed_and_one(name: str, meshes: dict[str, trimesh.Trimesh]) -> None:
    """Watertight, wound consistently, one body."""
    mesh = meshes[name]
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.volume > 0
    assert len(patches(mesh, np.arange(len(mesh.faces)))) == 1


def test_a_mesh_with_a_hole_is_not_closed(meshes: dict[str, trimesh.Trimesh]) -> None:
    """The control: without one of its faces no mesh is watertight."""
    mesh = meshes["head"]
    torn = trimesh.Trimesh(mesh.vertices, mesh.faces[1:], process=False)
    assert not torn.is_watertight


def test_extents_as_designed(design: Any, meshes: dict[str, trimesh.Trimesh]) -> None:
    """From the numbers of params.toml alone."""
    lane, divider, slope = (design.params[name] for name in ("lane", "divider", "slope"))
    seat = divider["web_mm"] + divider["body_mm"] + divider["flange_mm"]
    lanes = lane["count"]
    width = (
        lanes * lane["width_mm"]
        + (lanes - 1) * (2 * seat + divider["legs_mm"])
        + 2 * (seat + divider["legs_mm"] + divider["skin_mm"])
    )
    for name in ("hopper", "infeed", "head", "cover", "carrier"):
        assert meshes[name].extents[1] == pytest.approx(width, abs=0.01)
    convex = math.tan(math.radians(slope["steep_deg"] - slope["shallow_deg"]) / 2)
    concave = math.tan(math.radians(design["hopper", "deg"] - slope["shallow_deg"]) / 2)
    length = slope["steep_mm"] + design["beam", "gap_mm"] + slope["after_mm"]
    high, floor = lane["height_mm"], design["head", "floor_mm"]
    assert meshes["head"].extents == pytest.approx(
        (length + high * convex, width, high + floor), abs=0.01
    )
    floor, rim = design["infeed", "floor_mm"], design["hopper", "wall_mm"]
    assert meshes["infeed"].extents == pytest.approx(
        (slope["shallow_mm"] + rim * convex + floor * concave, width, rim + floor), abs=0.01
    )
    floor = design["hopper", "floor_mm"]
    assert meshes["hopper"].extents == pytest.approx(
        (
            design["hopper", "length_mm"] + floor * concave,
            width,
            rim + floor,
        ),
        abs=0.01,
    )
    tall = design["cover", "thickness_mm"] + design["cover", "fence_mm"]
    assert meshes["cover"].extents[2] == pytest.approx(tall, abs=0.01)
    assert meshes["carrier"].extents == pytest.approx(
        (2 * design["carrier", "half_length_mm"], width, design["carrier", "thickness_mm"]),
        abs=0.01,
    )
    for name in ("cheek_left", "cheek_right"):
        tall = design["cheek", "thickness_mm"] + design["cheek", "flange_mm"]
        assert meshes[name].extents[2] == pytest.approx(tall, abs=0.01)


@pytest.mark.parametrize("name", PARTS)
def test_part_fits_the_bed(name: str, design: Any, meshes: dict[str, trimesh.Trimesh]) -> None:
    """It stands on the bed, with a face to hold it, inside its limits."""
    mesh = meshes[name]
    assert mesh.bounds[0][2] == pytest.approx(0, abs=FLAT)
    assert max(mesh.extents[:2]) <= design["print", "bed_mm"]
    low = mesh.triangles[:, :, 2].max(axis=1) < FLAT
    assert mesh.area_faces[low].sum() > 20


@pytest.mark.parametrize("name", PARTS)
def test_part_prints_without_support(
    name: str, design: Any, meshes: dict[str, trimesh.Trimesh]
) -> None:
    """What hangs over by more than 45 degrees is narrow enough to be bridged."""
    assert widest_bridge(meshes[name]) <= design["print", "bridge_mm"]


def test_the_hopper_upside_down_needs_support(
    design: Any, meshes: dict[str, trimesh.Trimesh]
) -> None:
    """The control: its floor would hang over far more than a bridge."""
    upside_down = meshes["hopper"].copy()
    upside_down.apply_transform(trimesh.transformations.rotation_matrix(math.pi, (1, 0, 0)))
    upside_down.apply_translation((0, 0, -upside_down.bounds[0][2]))
    assert widest_bridge(upside_down) > design["print", "bridge_mm"]


def patches(mesh: trimesh.Trimesh, faces: np.ndarray) -> list[np.ndarray]:
    """Group faces that touch along an edge; (n,) indices in, one array for each group out."""
    group = {int(face): int(face) for face in faces}

    def root(face: int) -> int:
        while group[face] != face:
            group[face] = group[group[face]]
            face = group[face]
        return face

    for one, other in mesh.face_adjacency:
        if int(one) in group and int(other) in group:
            group[root(int(one))] = root(int(other))
    found: dict[int, list[int]] = {}
    for face in group:
        found.setdefault(root(face), []).append(face)
    return [np.array(members) for members in found.values()]


def widest_bridge(mesh: trimesh.Trimesh) -> float:
    """The shorter side of the largest patch that hangs over, mm; 0 where none does."""
    over = mesh.face_normals[:, 2] < -math.cos(math.radians(STEEPEST_OVERHANG_DEG)) - FLAT
    lifted = mesh.triangles[:, :, 2].min(axis=1) > FLAT
    widest = 0.0
    for patch in patches(mesh, np.flatnonzero(over & lifted)):
        spots = mesh.triangles[patch].reshape(-1, 3)
        widest = max(widest, float(min(np.ptp(spots[:, 0]), np.ptp(spots[:, 1]))))
    return widest
