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
DOORS = {
    "textual": ("turmwart.app",),
    "fastapi": ("turmwart.server",),
    "uvicorn": ("turmwart.server",),
    "serial": ("turmwart.link",),
    "cv2": ("turmwart.table.camera", "turmwart.cli.dice"),
    "numpy": ("turmwart.table.camera", "turmwart.cli.dice"),
}

LOADED = """
import importlib, json, sys
importlib.import_module(sys.argv[1])
print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))
"""


def modules(package: str) -> list[str]:
    """All modules of a package, itself included."""
    found = [package]
    root = __import__(package, fromlist=["__path__"])
    if hasattr(root, "__path__"):
        found += [m.name for m in pkgutil.walk_packages(root.__path__, package + ".")]
    return [name for name in found if not name.endswith("__main__")]


def loaded_by(module: str) -> set[str]:
    """Top-level packages that a fresh interpreter holds after importing ``module``."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, module], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("package", LIGHT)
def test_core_loads_nothing_heavy(package: str) -> None:
    """Kernel, games and tower, all modules of each in one fresh interpreter."""
    names = modules(package)
    code = (
        "import importlib, json, sys\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(json.loads(done.stdout)) & set(HEAVY)


def test_command_line_is_light() -> None:
    """``turmwart --help`` must answer at once: it loads no heavy package."""
    assert not loaded_by("turmwart.cli.main") & set(HEAVY)


@pytest.mark.parametrize("package", ["turmwart.table", "turmwart.journal", "turmwart.twin"])
def test_heavy_packages_have_one_door(package: str) -> None:
    """A module loads a heavy package only where that package's door is."""
    for module in modules(package):
        for heavy in loaded_by(module) & set(DOORS):
            assert module.startswith(DOORS[heavy]) or (
                heavy == "serial" and module == "turmwart.table.board"
            ), f"{module} loads {heavy}"


def test_root_imports_nothing() -> None:
    """The version can be read without loading anything of the project."""
    loaded = subprocess.run(
        [
            sys.executable,
            "-c",
            "import turmwart, sys; print([m for m in sys.modules if m.startswith('turmwart.')])",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert loaded.stdout.strip() == "[]"
    assert turmwart.__version__
