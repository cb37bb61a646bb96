"""A counter of cubes for tests of what is made of counts: it knows the paint and the size of the
simulated cubes, and measures how much of a picture shows upper faces of each colour."""

from __future__ import annotations

import cv2
import numpy as np

from turmwart_scenes.tray_heap import CUBE_MM
from turmwart_scenes.tray_view import COLOURS
from turmwart_vision.api import ColourCount, Cube, CubeReading, Image

SIX = ("red", "blue", "yellow", "purple", "black", "green")
_SIDES = (0.8, 0.62)
"""How much darker sides of cubes look."""
_ROUND = 0.3
"""So far from a whole number of faces a count is no longer sure."""


def count_faces(frame: Image, mm_per_px: float | None) -> CubeReading:
    """Count by area; needs the scale, and a floor that has no colour of a cube."""
    assert mm_per_px is not None
    size_px = frame.shape[1::-1]
    frame, mm_per_px = cv2.resize(frame, None, fx=0.5, fy=0.5), 2 * mm_per_px
    paints = {name: np.array(COLOURS[name][::-1], np.float32) for name in SIX}
    floor = np.median(frame.reshape(-1, 3), axis=0)
    classes = [floor, floor * 0.8, floor * 0.6]
    classes += [paint * share for paint in paints.values() for share in _SIDES]
    tops = len(classes)
    classes += list(paints.values())
    smooth = cv2.medianBlur(frame, 3).astype(np.float32)
    apart = np.stack([np.abs(smooth - each).sum(2) for each in classes])
    nearest = apart.argmin(0)
    face_px = (CUBE_MM / mm_per_px) ** 2
    found: list[Cube] = []
    counts = []
    sure = True
    for place, name in enumerate(SIX):
        mask = (nearest == tops + place).astype(np.uint8)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        faces = float(mask.sum()) / face_px / _SEEN
        number = round(faces)
        sure &= abs(faces - number) < _ROUND
        ys, xs = np.nonzero(mask)
        at = (float(xs.mean()), float(ys.mean())) if len(xs) else (0.0, 0.0)
        found += [Cube(name, at, face_px**0.5, 0.0, False)] * number
        counts.append(ColourCount(name, number, ((number, 1.0),)))
    dark = float(np.percentile(frame, 98)) < 60
    reasons = ("dark",) if dark else () if sure else ("doubtful",)
    good = bool(found) and not reasons
    return CubeReading(tuple(found), tuple(counts), good, 1.0, size_px, reasons)


_SEEN = 0.93
"""Share of a face that is not taken for an edge."""
