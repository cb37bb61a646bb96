"""A folder of odd files: nothing sure of what damage changed, nothing that eats the memory.

The CI takes a small share; ``TURMWART_ODD_PICTURES=500`` takes as many as that.
"""

from __future__ import annotations

import csv
import io
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from odd_pictures import cmyk_jpeg, damaged, write_odd

from turmwart_vision.api import VisionError, has_seam, load_image, save_image

PICTURES = Path(__file__).parent / "pictures"
PHOTOGRAPHS = sorted(p for p in PICTURES.glob("*.jpg"))
GIB_KB = 1024 * 1024
_MEASURED = """
import pathlib, resource, sys
from turmwart.cli import main
code = main(sys.argv[1:])
status = pathlib.Path("/proc/self/status")
if status.exists():
    # Linux counts in ru_maxrss what the starting process held; VmHWM is this one's alone, in kB.
    peak = next(line.split()[1] for line in status.read_text().splitlines() if "VmHWM" in line)
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(peak, file=sys.stderr)
sys.exit(code)
"""


def changed(file: Path, whole: Path) -> float:
    """Share of the pixels that show another picture."""
    apart = np.abs(load_image(file).astype(int) - load_image(whole)).max(axis=2)
    return float((apart > 25).mean())


def test_a_folder_of_odd_pictures(tmp_path: Path) -> None:
    count = int(os.environ.get("TURMWART_ODD_PICTURES", "26"))
    huge = max(2, count // 40)
    kinds = write_odd(tmp_path, count, [p.read_bytes() for p in PHOTOGRAPHS], 1, huge)
    paths = [str(tmp_path / name) for name in sorted(kinds)]
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, "dice", *paths, "--format", "csv"],
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    *said, peak = done.stderr.splitlines()
    assert int(peak) < GIB_KB, f"{int(peak) // 1024} MB"
    print(f"{count} files, at most {int(peak) // 1024} MB, {len(said)} refused")
    assert done.returncode == 2
    rows = {Path(row["file"]).name: row for row in csv.DictReader(io.StringIO(done.stdout))}
    refused = {name for name in kinds if any(name in line for line in said)}
    assert len(said) == len(refused)
    assert refused | set(rows) == set(kinds)
    assert not refused & set(rows)
    for name, kind in kinds.items():
        if kind == "damaged":
            if name not in refused and rows[name]["sure"] == "true":
                # Bytes that stand for the same picture, such as exchanged flat blocks.
                whole = PHOTOGRAPHS[int(name[:3]) % len(PHOTOGRAPHS)]
                assert changed(tmp_path / name, whole) < 0.0005, name
        else:
            assert (name in refused) == (kind == "broken"), name


def test_pictures_of_many_shapes_take_no_more_memory(tmp_path: Path) -> None:
    """Networks are planned for each shape; only a few plans are held."""
    plain = np.full((640, 640, 3), 120, np.uint8)
    paths = []
    for number in range(40):
        side = 32 + 15 * number
        shape = (side, 640) if number % 2 else (640, side)
        paths.append(str(tmp_path / f"{number:02}.png"))
        save_image(paths[-1], plain[: shape[0], : shape[1]])
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, "dice", *paths, "--format", "csv"],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    peak = int(done.stderr.split()[-1])
    assert peak < GIB_KB * 2 // 5, f"{peak // 1024} MB"
    assert done.stdout.count(",false,") == len(paths)


def test_damage_in_the_middle_is_heard_or_seen() -> None:
    """What neither the decoder nor the seam shows has changed a few blocks at most."""
    dice = random.Random(7)
    shown = missed = 0
    for photograph in PHOTOGRAPHS:
        data = photograph.read_bytes()
        whole = load_image(data)
        assert not has_seam(whole), photograph.name
        for _ in range(6):
            torn = damaged(data, dice)
            try:
                frame = load_image(torn)
            except VisionError:
                shown += 1
                continue
            other = np.abs(frame.astype(int) - whole).max(axis=2) > 25
            if has_seam(frame):
                shown += 1
            elif frame.shape == whole.shape and other.mean() > 0.01:
                missed += 1
    print(f"{shown} shown, {missed} missed")
    assert missed * 20 < shown
    assert missed <= 0.03 * shown


@pytest.mark.parametrize("progressive", [False, True])
def test_four_inks(progressive: bool) -> None:
    frame = load_image(cmyk_jpeg(61, 40, progressive=progressive))
    assert frame.shape == (40, 61, 3)
    assert frame.std() > 0
