"""Where the journal lies when nobody says so."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

FILE_NAME = "journal.sqlite"


def default_path(
    environ: Mapping[str, str] = os.environ, platform: str = sys.platform, home: Path | None = None
) -> Path:
    """The journal in ``$TURMWART_HOME``, else in the user's data folder."""
    if chosen := environ.get("TURMWART_HOME"):
        return Path(chosen) / FILE_NAME
    home = Path.home() if home is None else home
    if platform == "darwin":
        return home / "Library" / "Application Support" / "turmwart" / FILE_NAME
    data = environ.get("XDG_DATA_HOME")
    return (Path(data) if data else home / ".local" / "share") / "turmwart" / FILE_NAME
