"""Waits until a scene is still, reads several frames of it, and lets them agree.

Knows no camera, clock or thread: frames go in, one after another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, Self, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.findings import DiceReading, Die
from turmwart_vision.pictures import Image, check_frame, encode_jpeg
from turmwart_vision.rectify import Calibration, Rectified, rectify

STILL_FRAMES = 5
AGREE_FRAMES = 3
MOVING, STILL, DONE = "moving", "still", "done"

_SMALL_PX = 160
"""Width of the grey copy that is compared: a die of 20 px in 1280 still covers 2 of its px."""
_BLOCK_PX = 4
_MOTION = 5.0
"""Grey levels, mean of a block: eight times what a webcam's noise leaves there."""
_DARK = 16.0
_FLICKER = (0.8, 1.25)


class Reading(Protocol):
    """What is read in a picture; the bounds of what is watched for."""

    @property
    def sure(self) -> bool:
        """Whether the reader vouches for it."""
        ...

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is not sure."""
        ...

    def doubted(self, *reasons: str) -> Self:
        """The same, not sure for these reasons too."""
        ...


R = TypeVar("R", bound=Reading)
Read = Callable[[Image, float | None], DiceReading]


class StillDetector:
    """Tells from frames in a row whether anything moves.

    Each frame is compared with the first one of the still time, not with the one before: what
    creeps along is seen too. A change of all the picture alike, such as a flickering lamp, is no
    motion.

    Args:
        still_frames: how many frames must look the same, > 1.

    Raises:
        ValueError: fewer than 2 frames.
    """

    def __init__(self, still_frames: int = STILL_FRAMES) -> None:
        if still_frames < 2:
            raise ValueError(f"still_frames must be at least 2, got {still_frames}")
        self._wanted = still_frames
        self._first: NDArray[np.float32] | None = None
        self._same = 0

    def step(self, frame: Image) -> bool:
        """Take the next frame.

        Args:
            frame: (H, W, 3) uint8, BGR; a change of size is motion.

        Returns:
            Whether this frame and those before it look the same.

        Raises:
            ValueError: wrong shape or dtype.
        """
        small = _small(check_frame(frame))
        first = self._first
        if first is None or first.shape != small.shape or _moved(first, small):
            self._first, self._same = small, 1
        else:
            self._same += 1
        return self._same >= self._wanted


@dataclass(frozen=True, slots=True, eq=False)
class Shot(Generic[R]):
    """A picture that was kept, and what was read in it.

    Attributes:
        jpeg: the camera's picture as it is kept; the reading was made from these bytes.
        frame: what was read: the same, or the tray cut out of it; (H, W, 3) uint8, BGR.
        reading: what all frames together say; places are those of ``frame``.
        frames: how many frames were read.
    """

    jpeg: bytes
    frame: Image
    reading: R
    frames: int = 1


def shoot(
    frame: Image,
    read: Callable[[Image, float | None], R],
    calibration: Calibration | None = None,
) -> Shot[R]:
    """Encode a frame, and read what the encoding holds.

    Args:
        frame: (H, W, 3) uint8, BGR, from the camera.
        read: ``read_dice``, or one like it.
        calibration: where the tray lies; None reads the whole picture. One that does not fit the
            frame leaves it whole and the reading unsure, for ``calibration``.

    Raises:
        ValueError: wrong shape or dtype.
        VisionError: ``unreadable`` where the frame is too large to be encoded.
    """
    jpeg = encode_jpeg(frame)
    # Bytes of our own making need no looking for damage.
    kept = check_frame(np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)))
    try:
        upright: Rectified = rectify(kept, calibration)
    except ValueError:
        # The camera sends another shape of picture than when it was calibrated.
        return Shot(jpeg, kept, read(kept, None).doubted("calibration"))
    return Shot(jpeg, upright.frame, read(upright.frame, upright.mm_per_px))


class Watcher(Generic[R]):
    """Reads a scene each time it has come to rest.

    Args:
        read: what reads a frame; its second argument is the scale in mm per px.
        join: what several readings of one scene say together.
        calibration: where the tray lies; None reads the whole picture.
        still_frames: how many frames must look the same before the first is read.
        agree_frames: how many frames are read.
        wanted: whether a scene at rest is to be read now; asked again with each frame.
    """

    def __init__(
        self,
        read: Callable[[Image, float | None], R],
        join: Callable[[Sequence[Shot[R]]], Shot[R]],
        calibration: Calibration | None = None,
        still_frames: int = STILL_FRAMES,
        agree_frames: int = AGREE_FRAMES,
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        self._read = read
        self._join = join
        self._wanted = wanted
        self._calibration = calibration
        self._detector = StillDetector(still_frames)
        self._agree_frames = agree_frames
        self._shots: list[Shot[R]] = []
        self.state = MOVING

    def step(self, frame: Image) -> Shot[R] | None:
        """Take the next frame; at most one reading is made.

        Returns:
            The agreed reading, once for each time the scene comes to rest.
        """
        if not self._detector.step(frame):
            self._shots.clear()
            self.state = MOVING
            return None
        if self.state == DONE:
            return None
        self.state = STILL
        if not self._wanted():
            self._shots.clear()
            return None
        self._shots.append(shoot(frame, self._read, self._calibration))
        if len(self._shots) < self._agree_frames:
            return None
        self.state = DONE
        shots, self._shots = self._shots, []
        return self._join(shots)

    def at_once(self, frame: Image, still: bool = False) -> Shot[R]:
        """Read a frame without waiting; while the scene moves it is never sure.

        Args:
            frame: (H, W, 3) uint8, BGR.
            still: it is a photograph, whose scene cannot move.
        """
        shot = shoot(frame, self._read, self._calibration)
        if still or self.state != MOVING:
            return shot
        return replace(shot, reading=shot.reading.doubted("motion"))


class Watch(Watcher[DiceReading]):
    """Reads dice each time they have come to rest; arguments as of ``Watcher``."""

    def __init__(
        self,
        read: Read,
        calibration: Calibration | None = None,
        still_frames: int = STILL_FRAMES,
        agree_frames: int = AGREE_FRAMES,
    ) -> None:
        super().__init__(read, agree, calibration, still_frames, agree_frames)


def agree(shots: Sequence[Shot[DiceReading]]) -> Shot[DiceReading]:
    """What several readings of one scene say together.

    Args:
        shots: at least one.

    Returns:
        The last shot that says what most say. Its doubts are the worst of all; where one says
        something else it is not sure, for ``frames_differ``.
    """
    most = Counter(shot.reading.values for shot in shots).most_common(1)[0][0]
    chosen = [shot for shot in shots if shot.reading.values == most][-1]
    reading = chosen.reading
    others = [shot.reading for shot in shots if shot is not chosen]
    dice = tuple(_worst(die, others) for die in reading.dice)
    reading = replace(reading, dice=dice)
    unsure = [other for other in others if not other.sure]
    if unsure:
        reading = reading.doubted(*(reason for other in unsure for reason in other.reasons))
    if any(other.values != most for other in others) or any(d.doubt >= 1 for d in dice):
        reading = reading.doubted("frames_differ")
    return replace(chosen, reading=reading, frames=len(shots))


def same_scene(a: DiceReading, b: DiceReading) -> bool:
    """Do two readings show the same dice in the same places?"""
    if a.size_px != b.size_px or a.values != b.values:
        return False
    return all((near := _nearest(die, b)) and near.value == die.value for die in a.dice)


def _worst(die: Die, others: Sequence[DiceReading]) -> Die:
    doubt = die.doubt
    for other in others:
        near = _nearest(die, other)
        doubt = max(doubt, near.doubt if near is not None and near.value == die.value else 1.0)
    return replace(die, doubt=doubt)


def _nearest(die: Die, reading: DiceReading) -> Die | None:
    """The die of another reading that lies where this one does."""
    reach = max(4.0, 0.25 * float(np.ptp(np.array(die.box), axis=0).max()))
    at = np.array(die.centre_px)
    near = [(float(np.hypot(*(at - other.centre_px))), other) for other in reading.dice]
    near = [pair for pair in near if pair[0] <= reach]
    return min(near, key=lambda pair: pair[0])[1] if near else None


def _small(frame: Image) -> NDArray[np.float32]:
    # Some of the rows are enough to average over, and a quarter of the work.
    thin = frame[:: max(1, frame.shape[1] // (2 * _SMALL_PX))]
    size = (_SMALL_PX, max(1, round(_SMALL_PX * frame.shape[0] / frame.shape[1])))
    small = cv2.resize(thin, size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, np.float32)


def _moved(before: NDArray[np.float32], after: NDArray[np.float32]) -> bool:
    # A lamp that flickers makes all of the picture brighter by the same factor.
    middle = float(np.median(before)), float(np.median(after))
    gain = middle[1] / middle[0] if min(middle) >= _DARK else 1.0
    change = np.abs(after - before * np.float32(np.clip(gain, *_FLICKER)))
    return float(cv2.blur(change, (_BLOCK_PX, _BLOCK_PX)).max()) > _MOTION
