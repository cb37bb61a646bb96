"""Well-known recipes for reading dice, written from their published descriptions.

None of them knows doubt: whatever they read counts as vouched for.
"""

from __future__ import annotations

import statistics
from collections import Counter

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
Values = tuple[int, ...]

REACH_PX = 40.0
CROP_PX = 100


def blobs_fixed(frame: Frame) -> Values:
    """Tutorials' blob and cluster: median blur, round blobs, DBSCAN with a fixed reach.

    Args:
        frame: (H, W, 3) uint8, BGR.

    Returns:
        The sizes of the clusters, ascending.
    """
    return clusters(_middles(_round_blobs().detect(cv2.medianBlur(frame, 7))), REACH_PX)


def blobs_scaled(frame: Frame) -> Values:
    """The same at any scale: no blur, small blobs too, a reach of 3.2 usual blob diameters.

    Args:
        frame: (H, W, 3) uint8, BGR.
    """
    blobs = _round_blobs(least_area=8).detect(frame)
    reach = 3.2 * statistics.median([blob.size for blob in blobs]) if blobs else 0.0
    return clusters(_middles(blobs), reach)


def contours(frame: Frame) -> Values:
    """Contour, then blobs within: edges by Canny, closed; square outlines; blobs in each, enlarged.

    Of the ways described (Otsu's threshold or Canny, with several limits) the one that reads most.

    Args:
        frame: (H, W, 3) uint8, BGR.
    """
    grey = cv2.GaussianBlur(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    edges = cv2.morphologyEx(cv2.Canny(grey, 25, 75), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    outlines, _ = cv2.findContours(edges, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    values = []
    for outline in outlines:
        middle, (width, height), angle = cv2.minAreaRect(outline)
        area = width * height
        if not (min(width, height) > 10 and max(width, height) < 1.5 * min(width, height)):
            continue
        if area > 0.25 * edges.size or cv2.contourArea(outline) < 0.6 * area:
            continue
        turn = cv2.getRotationMatrix2D(middle, angle, CROP_PX / max(width, height))
        turn[:, 2] += CROP_PX / 2 - np.array(middle)
        face = cv2.warpAffine(grey, turn, (CROP_PX, CROP_PX), borderMode=cv2.BORDER_REPLICATE)
        pips = max(
            len(_round_blobs(least_area=30, colour=colour).detect(face)) for colour in (0, 255)
        )
        if 1 <= pips <= 6:
            values.append(pips)
    return tuple(sorted(values))


def clusters(points: NDArray[np.float64], reach_px: float) -> Values:
    """Sizes of the clusters of ``points`` (N, 2) as DBSCAN makes them with one point as a core.

    Two points nearer than ``reach_px`` are in one cluster, and so are those of a chain.
    """
    group = list(range(len(points)))

    def root(n: int) -> int:
        while group[n] != n:
            n = group[n]
        return n

    for i in range(len(points)):
        for j in range(i):
            if np.hypot(*(points[i] - points[j])) < reach_px:
                group[root(i)] = root(j)
    return tuple(sorted(Counter(root(n) for n in range(len(points))).values()))


def _round_blobs(
    least_area: float | None = None, colour: int | None = None
) -> cv2.SimpleBlobDetector:
    """OpenCV's detector, asked for round blobs; its own default is dark ones of 25 px and more."""
    wish = cv2.SimpleBlobDetector_Params()
    wish.filterByInertia = True
    wish.minInertiaRatio = 0.6
    if least_area is not None:
        wish.filterByArea = True
        wish.minArea = least_area
    if colour is not None:
        wish.blobColor = colour
    return cv2.SimpleBlobDetector.create(wish)


def _middles(blobs: tuple[cv2.KeyPoint, ...] | list[cv2.KeyPoint]) -> NDArray[np.float64]:
    return np.array([blob.pt for blob in blobs], np.float64).reshape(-1, 2)
