"""The camera above the twin's tray: pictures of the same truth that the firmware's cubes come from.

A cube is seen from the moment on when it has fallen. Faults are of the camera alone: the truth, and
what the firmware sees, stay as they are.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from turmwart.errors import TwinError
from turmwart.kernel.cubes import Cubes
from turmwart.twin.mjpeg import Stream
from turmwart.twin.physics import Drop
from turmwart.twin.truth import Entry
from turmwart_scenes.tray_heap import Heap
from turmwart_scenes.tray_view import DAY, FLOORS, Light, TrayView

FPS = 20.0
FALL_MS = 150
"""From the last beam to rest in the tray."""
_VARIANTS = 5
"""Pictures of one scene, each with noise of its own; more would cost more than they are worth."""

LIGHTS = {
    "covered": Light(exposure=0.004, blur_px=30.0, noise=2.5),
    "dark": Light(exposure=0.03, noise=5.0),
    "blurred": Light(blur_px=9.0),
    "coloured": Light(gains=(1.0, 0.5, 0.14)),
    "exchanged": replace(DAY, exchanged=True),
}
"""Faults of light and lens: a hand on the lens, night, focus lost, a coloured lamp, and red and
blue in each other's place, as some drivers deliver them."""
FAULTS = (*LIGHTS, "frozen", "hidden", "gone")


@dataclass(frozen=True, slots=True)
class Standing:
    """How the camera stands.

    Attributes:
        tilt_deg: from straight down, 0..35.
        floor: of the tray: ``felt``, ``wood`` or ``mat``.
        size_px: width and height of its pictures.
        fps: pictures per second.
    """

    tilt_deg: float = 8.0
    floor: str = "felt"
    size_px: tuple[int, int] = (1280, 720)
    fps: float = FPS

    @staticmethod
    def of(request: dict[str, Any]) -> Standing:
        """As a request says; what it leaves out is ordinary.

        Raises:
            TwinError: a value out of range.
        """
        usual = Standing()
        size = request.get("size_px", usual.size_px)
        tilt = request.get("tilt_deg", usual.tilt_deg)
        fps = request.get("fps", usual.fps)
        floor = request.get("floor", usual.floor)
        numbers = [*size, tilt, fps] if isinstance(size, list | tuple) else [size]
        right = (
            len(numbers) == 4
            and all(isinstance(n, int | float) and not isinstance(n, bool) for n in numbers)
            and all(isinstance(n, int) and 64 <= n <= 4096 for n in numbers[:2])
            and 0 <= tilt <= 35
            and 0 < fps <= 120
            and floor in FLOORS
        )
        if not right:
            raise TwinError("twin.camera", wish=f"{size} px, {tilt} deg, {floor}, {fps} fps")
        return Standing(float(tilt), floor, (size[0], size[1]), float(fps))


class TrayCamera:
    """Looks at the tray and sends what it sees.

    Args:
        seed: of the twin.
        log: of the truth, up to now.
        standing: how it stands.

    Raises:
        OSError: no port is free.
    """

    def __init__(self, seed: int, log: Sequence[Entry], standing: Standing) -> None:
        self.standing = standing
        self.fault = ""
        self._hidden = 0
        self._view = TrayView(standing.size_px, standing.tilt_deg, standing.floor, seed=seed)
        self._heap = Heap(f"{seed}/tray")
        self._seen_at: dict[int, float] = {}
        self._lock = threading.Lock()
        self._scene: tuple[object, ...] = ()
        self._drawn = self._view.picture(())
        self._coded: list[bytes] = []
        self._sent = 0
        self._replay(log)
        self._stream = Stream(self._picture, standing.fps)

    def as_dict(self) -> dict[str, Any]:
        """Where it is and what it sees: ``url``, ``size_px``, ``size_mm`` and ``corners_px`` of
        the tray's floor, ``fault``, ``plugged``."""
        return {
            "url": self._stream.url,
            "size_px": list(self.standing.size_px),
            "size_mm": list(self._view.floor_mm),
            "corners_px": [list(corner) for corner in self._view.floor_px],
            "fault": self.fault,
            "plugged": self._stream.plugged,
        }

    def happened(self, entry: Entry, drop: Drop, speed: float) -> None:
        """Something was done to the tray.

        Args:
            entry: of the truth's log.
            drop: what falls and when; its cubes are seen when they have fallen.
            speed: of the twin, times real time; 0: nothing of a drop is seen until ``settled``.
        """
        with self._lock:
            before = self._heap.fallen
            self._enter(entry)
            now = time.monotonic()
            for number, cube in enumerate(drop.cubes, start=before):
                fallen_s = (cube.b_us[1] / 1000 + FALL_MS) / 1000
                self._seen_at[number] = now + fallen_s / speed if speed > 0 else math.inf

    def settled(self) -> None:
        """All that fell lies."""
        with self._lock:
            self._seen_at.clear()

    def break_down(self, fault: str, hidden: int = 1) -> None:
        """Begin a fault, in place of the one before.

        Args:
            fault: of ``FAULTS``; empty: all is well again.
            hidden: of ``hidden``: how many cubes, those that fell last, are out of sight.

        Raises:
            TwinError: no such fault.
        """
        if fault and fault not in FAULTS:
            raise TwinError("twin.camera_fault", fault=fault, known=", ".join(FAULTS))
        with self._lock:
            self.fault, self._hidden = fault, hidden if fault == "hidden" else 0
        if fault == "gone":
            self._stream.unplug()
        else:
            self._stream.plug()

    def close(self) -> None:
        """End."""
        self._stream.unplug()

    # -- what lies there ------------------------------------------------------------------------

    def _replay(self, log: Sequence[Entry]) -> None:
        """Bring the heap to where the log is; what was poured out long ago is only counted."""
        first = 0
        for number, entry in enumerate(log):
            before = log[number - 1]["tray"] if number else {}
            if entry.get("lifted", {}) == before:
                first = number
        self._heap.fallen = sum(_fallen(entry).total for entry in log[:first])
        for entry in log[first:]:
            self._enter(entry)

    def _enter(self, entry: Entry) -> None:
        if entry.get("lifted"):
            self._heap.clear()
        if entry["op"] == "take":
            for colour in _each(entry["cubes"]):
                self._heap.take(colour)
        for colour in _each(entry["cubes"]) if entry["op"] == "put" else entry["order"]:
            self._heap.drop(colour)

    # -- what is sent ---------------------------------------------------------------------------

    def _picture(self) -> bytes:
        with self._lock:
            if not (self.fault == "frozen" and self._coded):
                self._look()
                self._sent += 1
            place = self._sent % _VARIANTS
            return self._coded[min(place, len(self._coded) - 1)]

    def _look(self) -> None:
        """Draw the scene where it changed, or code the next picture of it."""
        now = time.monotonic()
        light = LIGHTS.get(self.fault, DAY)
        fallen = [c for c in self._heap.cubes if self._seen_at.get(c.number, 0.0) <= now]
        cubes = fallen[: max(0, len(fallen) - self._hidden)]
        scene = (light, *cubes)
        if scene != self._scene:
            self._scene, self._coded = scene, []
            self._drawn = self._view.picture(cubes, light)
        if len(self._coded) < _VARIANTS:
            self._coded.append(self._view.jpeg(self._drawn, light))


def _each(counts: dict[str, int]) -> Iterable[str]:
    return (colour for colour, count in sorted(counts.items()) for _ in range(count))


def _fallen(entry: Entry) -> Cubes:
    """What came into the tray by an operation."""
    put = Cubes.from_counts(entry["cubes"]) if entry["op"] == "put" else Cubes()
    return put + Cubes.from_counts(entry["fallen"])
