"""Watches a tray: counts its cubes when they lie still; knows a camera whose picture is frozen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from turmwart_vision.findings import ColourCount, CubeReading
from turmwart_vision.live import AGREE_FRAMES, STILL_FRAMES, Shot, Watcher
from turmwart_vision.pictures import Image
from turmwart_vision.rectify import Calibration

FROZEN_FRAMES = 5
"""Some cameras send a picture twice or thrice to keep their rate."""
_THIN = 13
"""Of every so many px in both directions one is compared; noise changes nearly each of them."""

Count = Callable[[Image, float | None], CubeReading]


class CubeWatch(Watcher[CubeReading]):
    """Counts cubes each time they have come to rest.

    Args:
        count: counts the cubes of a frame; its second argument is the scale in mm per px.
        calibration: where the tray lies; None reads the whole picture.
        still_frames: how many frames must look the same before the first is counted.
        agree_frames: how many frames are counted.
        wanted: whether a tray at rest is to be counted now.
    """

    def __init__(
        self,
        count: Count,
        calibration: Calibration | None = None,
        still_frames: int = STILL_FRAMES,
        agree_frames: int = AGREE_FRAMES,
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(count, agree_on_cubes, calibration, still_frames, agree_frames, wanted)


def agree_on_cubes(shots: Sequence[Shot[CubeReading]]) -> Shot[CubeReading]:
    """What several counts of one tray say together.

    Args:
        shots: at least one.

    Returns:
        The last shot that says what most say, with the mean of all chances. It is sure only where
        each is and all say the same, else not, for ``frames_differ`` and for the reasons of each.
    """
    said = [_counts(shot.reading) for shot in shots]
    most = Counter(said).most_common(1)[0][0]
    chosen = [shot for shot, counts in zip(shots, said, strict=True) if counts == most][-1]
    counts = tuple(_together(each.colour, shots, each) for each in chosen.reading.counts)
    reading = replace(chosen.reading, counts=counts)
    if not all(shot.reading.sure for shot in shots):
        reading = reading.doubted(*(reason for shot in shots for reason in shot.reading.reasons))
    if any(counts != most for counts in said):
        reading = reading.doubted("frames_differ")
    return replace(chosen, reading=reading, frames=len(shots))


class Frozen:
    """Tells from frames in a row whether the camera sends one picture again and again.

    A camera's own noise makes each picture another one, however still the scene is.
    """

    def __init__(self) -> None:
        self._last: Image | None = None
        self._same = 0

    def step(self, frame: Image) -> bool:
        """Take the next frame, (H, W, 3) uint8; whether it and those before are the same."""
        thin = frame[::_THIN, ::_THIN]
        same = self._last is not None and np.array_equal(self._last, thin)
        self._same = self._same + 1 if same else 0
        self._last = thin.copy()
        return self._same >= FROZEN_FRAMES - 1


def _counts(reading: CubeReading) -> tuple[tuple[str, int], ...]:
    return tuple((each.colour, each.count) for each in reading.present)


def _together(colour: str, shots: Sequence[Shot[CubeReading]], chosen: ColourCount) -> ColourCount:
    chances: dict[int, float] = {}
    reasons: dict[str, None] = {}
    for shot in shots:
        for each in shot.reading.counts:
            if each.colour == colour:
                reasons |= dict.fromkeys(each.reasons)
                for number, chance in each.chances:
                    chances[number] = chances.get(number, 0.0) + chance / len(shots)
    spread = tuple((number, round(chance, 4)) for number, chance in sorted(chances.items()))
    return ColourCount(colour, chosen.count, spread, tuple(reasons))
