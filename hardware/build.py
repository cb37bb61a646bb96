"""Makes all that is derived: meshes, STEP, drawings, pictures, wiring diagram, bill of materials.

``python hardware/build.py`` writes everything; ``--check`` writes to a folder of its own and says
which committed meshes differ. Each warning is an error.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

import bill
import build123d as b3d
import perfboard
import trimesh
from parts.catalogue import catalogue
from parts.design import Design
from pictures import PICTURES, part_drawing

HERE = Path(__file__).parent
LARGEST_STL = 1_000_000  # bytes


class BuildError(Exception):
    """Something that is built is not as it must be."""


def sources_sha256() -> str:
    """One hash over the program text that makes the printed parts."""
    digest = hashlib.sha256()
    for path in sorted((HERE / "parts").glob("*.py")):
        if path.name != "bought.py":
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def on_bed(design: Design, name: str, solid: Any) -> Any:
    """Lay a part on the printer's bed."""
    turn, y, z = design.print_pose(name)
    return b3d.Pos(0, y, z) * b3d.Rot(turn, 0, 0) * solid


def check_solid(name: str, solid: Any) -> None:
    """Refuse what no printer could make.

    Raises:
        BuildError: the solid is invalid or in pieces.
    """
    if not solid.is_valid or len(solid.solids()) != 1:
        raise BuildError(f"{name}: expected one valid solid, got {len(solid.solids())}")


def write_mesh(design: Design, name: str, solid: Any, path: Path) -> dict[str, Any]:
    """Write an STL and return what the manifest says of it.

    Raises:
        BuildError: not written, not watertight, or too large.
    """
    if not b3d.export_stl(solid, path, design["print", "tessellation_mm"], 0.35):
        raise BuildError(f"{name}: the mesh could not be written")
    mesh = trimesh.load_mesh(path)
    if not mesh.is_watertight or path.stat().st_size > LARGEST_STL:
        raise BuildError(
            f"{name}: watertight {mesh.is_watertight}, {path.stat().st_size} bytes"
            f" of at most {LARGEST_STL}"
        )
    return {
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "extents_mm": [round(float(size), 3) for size in mesh.extents],
        "volume_mm3": round(float(mesh.volume)),
    }


def make_parts(out: Path) -> tuple[Design, dict[str, Any], dict[str, Any]]:
    """Make all printed parts with their meshes, STEP files and drawings.

    Returns:
        The design, the solids in their own frames, and the manifest.
    """
    design = Design.load()
    for folder in ("stl", "drawings", "build/step"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    solids, meshes = {}, {}
    for part in catalogue(design):
        solid = part.make(design)
        check_solid(part.name, solid)
        laid = on_bed(design, part.name, solid)
        meshes[part.name] = {
            "count": part.count,
            **write_mesh(design, part.name, laid, out / "stl" / f"{part.name}.stl"),
        }
        b3d.export_step(laid, out / "build" / "step" / f"{part.name}.step")
        drawing = part_drawing(part.name, laid)
        (out / "drawings" / f"{part.name}.svg").write_text(drawing, "utf-8")
        solids[part.name] = solid
    manifest = {
        "numbers": dict(sorted(design.used.items())),
        "lanes": design.lanes,
        "sources_sha256": sources_sha256(),
        "meshes": meshes,
    }
    text = json.dumps(manifest, indent=2) + "\n"
    (out / "stl" / "manifest.json").write_text(text, "utf-8")
    return design, solids, manifest


def make_wiring(out: Path) -> None:
    """Draw the harness and list its wires by WireViz.

    Raises:
        BuildError: WireViz failed or warned.
    """
    (out / "harness").mkdir(exist_ok=True)
    wireviz = Path(sys.executable).with_name("wireviz")
    done = subprocess.run(
        [wireviz, "-f", "st", "-o", out / "harness", "-O", "tower", HERE / "harness" / "tower.yml"],
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    if done.returncode or "warn" in said.lower():
        raise BuildError(f"wireviz ended with {done.returncode}: {said.strip()}")


def build(out: Path) -> dict[str, Any]:
    """Make everything below a folder and return the manifest of the meshes."""
    design, solids, manifest = make_parts(out)
    (out / "guide" / "pictures").mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        picture = draw(design, solids)
        (out / "guide" / "pictures" / f"{name}.svg").write_text(picture, "utf-8")
    harness = perfboard.load_harness()
    board = perfboard.picture(harness)
    (out / "guide" / "pictures" / "perfboard.svg").write_text(board, "utf-8")
    (out / "guide" / "perfboard.md").write_text(perfboard.table(harness), "utf-8")
    make_wiring(out)
    (out / "bom").mkdir(exist_ok=True)
    (out / "bom" / "bom.tsv").write_text(bill.table(HERE / "bom" / "bom.toml", manifest), "utf-8")
    return manifest


def differences(built: dict[str, Any], stored: dict[str, Any]) -> list[str]:
    """Names of the meshes that are not as stored: other extents, or another volume by 0.1 %."""
    found = []
    for name, mesh in built["meshes"].items():
        old = stored["meshes"].get(name)
        if (
            old is None
            or mesh["extents_mm"] != old["extents_mm"]
            or abs(mesh["volume_mm3"] - old["volume_mm3"]) > old["volume_mm3"] / 1000
        ):
            found.append(name)
    return found


def main() -> int:
    """Build, or check what was built; 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the committed meshes")
    args = parser.parse_args()
    warnings.simplefilter("error")
    try:
        if not args.check:
            build(HERE)
            return 0
        with tempfile.TemporaryDirectory() as folder:
            built = build(Path(folder))
        stored = json.loads((HERE / "stl" / "manifest.json").read_text("utf-8"))
        stale = differences(built, stored)
    except (BuildError, Warning) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    for name in stale:
        print(f"build.py: stl/{name}.stl is stale; run build.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
