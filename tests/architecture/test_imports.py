"""Each module in a fresh interpreter: which heavy packages does it pull in?"""

from __future__ import annotations

import json
import pkgutil
import subprocess
import sys

import pytest

import turmwart

HEAVY = (
    "textual", "fastapi", "uvicorn", "serial", "cv2", "numpy", "sqlite3", "asyncio", "threading",
    "yaml", "segno",
)  # fmt: skip
LIGHT = ("turmwart.kernel", "turmwart.games", "turmwart.tower", "turmwart.errors")
BEHIND = {
    "textual": ("turmwart.app", "turmwart.cli"),
    "fastapi": ("turmwart.server", "turmwart.cli"),
    "serial": ("turmwart.link", "turmwart.table.board", "turmwart.cli"),
    "cv2": ("turmwart.table.camera", "turmwart.twin.tray", "turmwart.cli"),
    "sqlite3": ("turmwart.journal", "turmwart.table", "turmwart.app", "turmwart.server",
                "turmwart.cli"),
}  # fmt: skip
"""Heavy package -> where loading it is allowed: behind its one door."""

LOADED = """
import importlib, json, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))
"""


def modules(package: str) -> list[str]:
    """All modules of a package, itself included."""
    found = [package]
    root = __import__(package, fromlist=["__path__"])
    if hasattr(root, "__path__"):
        found += [m.name for m in pkgutil.walk_packages(root.__path__, package + ".")]
    return [name for name in found if not name.endswith("__main__")]


def loaded_by(*names: str) -> set[str]:
    """Top-level packages that a fresh interpreter holds after importing ``names``."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *names], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("package", LIGHT)
def test_core_loads_nothing_heavy(package: str) -> None:
    """Kernel, games and tower, all modules of each in one fresh interpreter."""
    assert not loaded_by(*modules(package)) & set(HEAVY)


def test_command_line_is_light() -> None:
    """``turmwart --help`` must answer at once: it loads no heavy package."""
    assert not loaded_by("turmwart.cli.main") & set(HEAVY)


@pytest.mark.parametrize("heavy", BEHIND)
def test_heavy_packages_have_one_door(heavy: str) -> None:
    """All modules outside the doors of a heavy package together do not load it."""
    outside = [name for name in modules("turmwart") if not name.startswith(BEHIND[heavy])]
    assert len(outside) > 20
    assert heavy not in loaded_by(*outside)


def test_root_imports_nothing() -> None:
    """The version can be read without loading anything of the project."""
    code = "import turmwart, sys; print([m for m in sys.modules if m.startswith('turmwart.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert turmwart.__version__
