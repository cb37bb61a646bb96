"""What lies at a path that somebody named."""

from __future__ import annotations

import stat
from pathlib import Path

from turmwart_vision.errors import VisionError

FILE, FOLDER, OTHER = "file", "folder", "other"


def kind_of(path: Path) -> str:
    """FILE, FOLDER, or OTHER, such as a pipe.

    Raises:
        VisionError: ``not_found``, also for a name that nothing can have; ``not_allowed`` where it
            lies in a folder that one may not enter.
    """
    try:
        mode = path.stat().st_mode
    except PermissionError as error:
        raise VisionError("not_allowed", path=str(path)) from error
    except (OSError, ValueError) as error:
        raise VisionError("not_found", path=str(path)) from error
    return FILE if stat.S_ISREG(mode) else FOLDER if stat.S_ISDIR(mode) else OTHER
