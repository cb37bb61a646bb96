"""What is known of each camera: where its tray lies, how its lens bends, its exposure."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from turmwart.errors import CameraError
from turmwart.journal.store import Journal
from turmwart_vision.api import Calibration, Wish, public_name

FORMAT = 1
NO_WISH = Wish()
_KEY = "camera.calibration."


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Settings of one camera.

    Attributes:
        calibration: where the tray lies; None where no mat was seen.
        wish: exposure, focus and size of picture it is to have.
    """

    calibration: Calibration | None = None
    wish: Wish = NO_WISH

    @property
    def asked(self) -> Wish:
        """The wish; where it names no size, with that of the calibration, which fits no other."""
        made = (0, 0) if self.calibration is None else self.calibration.picture_px
        if self.wish.size_px is not None or min(made) < 1:
            return self.wish
        return replace(self.wish, size_px=made)


def save(journal: Journal, source: str, settings: CameraSettings) -> None:
    """Keep the settings of a camera in the journal."""
    journal.set_setting(_KEY + public_name(source), json.dumps(plain(settings), sort_keys=True))


def load(journal: Journal, source: str) -> CameraSettings:
    """The settings of a camera; empty ones where none were kept.

    Raises:
        CameraError: what was kept cannot be used.
    """
    kept = journal.setting(_KEY + public_name(source))
    if kept is None:
        return CameraSettings()
    try:
        return of_plain(json.loads(kept))
    except (ValueError, KeyError, TypeError) as error:
        raise CameraError(
            "camera.bad_calibration", source=public_name(source), reason=str(error)
        ) from None


def plain(settings: CameraSettings) -> dict[str, Any]:
    """Settings as plain data."""
    calibration, wish = settings.calibration, settings.wish
    data: dict[str, Any] = {
        "format": FORMAT,
        "wish": {
            "exposure": wish.exposure,
            "focus": wish.focus,
            "size_px": None if wish.size_px is None else list(wish.size_px),
            "lock": wish.lock,
        },
    }
    if calibration is not None:
        data["calibration"] = {
            "corners_px": [list(corner) for corner in calibration.corners_px],
            "size_mm": list(calibration.size_mm),
            "lens": calibration.lens,
            "picture_px": list(calibration.picture_px),
        }
    return data


def of_plain(data: dict[str, Any]) -> CameraSettings:
    """Settings of plain data.

    Raises:
        ValueError: another format, or numbers that are no calibration.
        KeyError: something is missing.
        TypeError: something is of the wrong kind.
    """
    if data["format"] != FORMAT:
        raise ValueError(f"format {data['format']}, known is {FORMAT}")
    said = data["wish"]
    # Settings that were kept before a size could be wished name none.
    sides = said.get("size_px")
    size = None if sides is None else (int(sides[0]), int(sides[1]))
    wish = Wish(said["exposure"], said["focus"], size, lock=bool(said["lock"]))
    kept = data.get("calibration")
    if kept is None:
        return CameraSettings(None, wish)
    width, height = kept["picture_px"]
    wide, high = kept["size_mm"]
    corners = tuple((float(x), float(y)) for x, y in kept["corners_px"])
    calibration = Calibration(
        corners, (float(wide), float(high)), float(kept["lens"]), (int(width), int(height))
    )
    return CameraSettings(calibration, wish)
