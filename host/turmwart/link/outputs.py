"""What a session says: frames to send, and what the table should hear of."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart_wire.messages import Config, Cube, Fault, Sample


@dataclass(frozen=True, slots=True)
class Send:
    """A frame for the board."""

    kind: int
    seq: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Connected:
    """The board answers.

    Attributes:
        boot: its boot id.
        firmware: its version, major * 256 + minor.
        expected: count of the next event.
    """

    boot: int
    firmware: int
    expected: int


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The port is gone; it is looked for until it is back."""


@dataclass(frozen=True, slots=True)
class CubePassed:
    """A cube; each count of a boot comes once and in order.

    Attributes:
        payload: of the frame, as it came.
        message: the same, read.
    """

    boot: int
    count: int
    payload: bytes
    message: Cube


@dataclass(frozen=True, slots=True)
class BoardFault:
    """The board met a fault; counted together with the cubes."""

    boot: int
    count: int
    payload: bytes
    message: Fault


@dataclass(frozen=True, slots=True)
class GapFound:
    """The events ``first`` to ``last`` of a boot will never come; the table has to count."""

    boot: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Rebooted:
    """The board began anew.

    Of the old boot nothing more will come. Events that were known to wait on the board are named
    by a ``GapFound`` before; others may have been lost unseen.
    """

    old: int
    new: int


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The board speaks another protocol; the session has ended."""

    found: int
    known: int


@dataclass(frozen=True, slots=True)
class Sampled:
    """What a sensor sees just now; not assured."""

    message: Sample


@dataclass(frozen=True, slots=True)
class ConfigInForce:
    """The board's word on a sensor's configuration."""

    message: Config


Event = (
    Connected
    | Disconnected
    | CubePassed
    | BoardFault
    | GapFound
    | Rebooted
    | Mismatch
    | Sampled
    | ConfigInForce
)
Output = Send | Event
