"""How a tower misbehaves: read from a small text file, so that a tester can write one."""

from __future__ import annotations

import dataclasses
import tomllib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from turmwart.errors import TwinError

DEFAULT = "default"
NONE = "none"


@dataclass(frozen=True, slots=True)
class Disturbance:
    """Everything that can be wrong; each at 0 is a tower that behaves.

    Shares are chances from 0 to 1. Light is in counts of the clear channel at one step of
    integration and gain 16.

    Args:
        touching_share: that a cube touches its predecessor as it leaves the tower.
        tumbling_share: that a cube turns over while it passes.
        sticking_share: that a cube stops in the lane, over the window or near it.
        late_share: that a cube falls some seconds after its throw.
        friction_spread: spread of the friction from cube to cube, standard deviation.
        noise: of the sensor; 1 is a good sensor by its data sheet.
        ambient_counts: daylight that reaches the window.
        drift_counts_s: fastest change of daylight in a second.
        flicker_counts: amplitude of lamps on the mains.
        flicker_hz: 100 or 120, twice the mains.
        flicker_hz_spread: how far the mains are off, standard deviation.
        clock_share: spread of the sensors' clocks from lane to lane, relative.
        lamp_share: spread of the lamps from lane to lane, relative.
        brightness_share: spread of brightness from cube to cube, relative.
        colour_share: spread of each channel from cube to cube, relative.
        distance_um: spread of the distance between sensor and cube.
        bus_errors_per_1000: transfers that fail.
        bus_outages_per_hour: a lane's sensor is gone for a second; board time.
        beam_glitches_per_s: a beam is dark for less than 0.3 ms without a cube.
        brown_out_share: that the power dips during a throw, so that the board starts anew.
    """

    touching_share: float = 0.0
    tumbling_share: float = 0.0
    sticking_share: float = 0.0
    late_share: float = 0.0
    friction_spread: float = 0.0
    noise: float = 1.0
    ambient_counts: float = 0.0
    drift_counts_s: float = 0.0
    flicker_counts: float = 0.0
    flicker_hz: float = 100.0
    flicker_hz_spread: float = 0.0
    clock_share: float = 0.0
    lamp_share: float = 0.0
    brightness_share: float = 0.05
    colour_share: float = 0.015
    distance_um: float = 120.0
    bus_errors_per_1000: float = 0.0
    bus_outages_per_hour: float = 0.0
    beam_glitches_per_s: float = 0.0
    brown_out_share: float = 0.0

    def scaled(self, times: float) -> Disturbance:
        """Return the same with everything so many times as bad; shares stay below 1.

        Raises:
            ValueError: ``times`` is negative.
        """
        if times < 0:
            raise ValueError(f"disturbance times {times}")
        values = {}
        for each in dataclasses.fields(self):
            value = getattr(self, each.name)
            if each.name != "flicker_hz":
                value *= times
            values[each.name] = min(value, 0.95) if each.name in _CHANCES else value
        return Disturbance(**values)


_CHANCES = frozenset(
    ("touching_share", "tumbling_share", "sticking_share", "late_share", "brown_out_share")
)
_NAMES = frozenset(each.name for each in dataclasses.fields(Disturbance))


def load(name: str) -> Disturbance:
    """Read a disturbance.

    Args:
        name: of a shipped one (``default``, ``none``) or path of a file; ``:2`` behind it makes
            everything twice as bad.

    Raises:
        TwinError: no such file, or a line that makes no sense; it names both.
    """
    base, colon, times = name.rpartition(":")
    factor = _number(times) if colon else None
    if factor is None:
        base, factor = name, 1.0
    return parse(_text(base), base).scaled(factor)


def parse(text: str, source: str) -> Disturbance:
    """Read the text of a disturbance; ``source`` is named in errors.

    Raises:
        TwinError: it makes no sense.
    """
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise TwinError("twin.disturbance", source=source, problem=str(problem)) from problem
    values = {}
    for name, value in entries.items():
        if name not in _NAMES:
            raise TwinError("twin.disturbance_name", source=source, name=name)
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            raise TwinError("twin.disturbance_value", source=source, name=name, value=value)
        if name in _CHANCES and value > 1:
            raise TwinError("twin.disturbance_value", source=source, name=name, value=value)
        values[name] = float(value)
    return Disturbance(**values)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value < 1000 else None


def _text(name: str) -> str:
    if name in (DEFAULT, NONE):
        shipped = resources.files("turmwart.twin").joinpath("disturbances", f"{name}.toml")
        return shipped.read_text("utf-8")
    try:
        return Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise TwinError("twin.disturbance", source=name, problem=str(problem)) from problem
