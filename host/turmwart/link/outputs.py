"""What a session says: frames to send, and what the table should hear of."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.errors import TurmwartError
from turmwart_wire.messages import Config, Cube, Fault, Kept, Passage, Sample, SelfTest, State


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
        waiting: events that wait on the board, of which none was handed out yet.
    """

    boot: int
    firmware: int
    expected: int
    waiting: int = 0


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
class PassageSeen:
    """Something passed the beams of a lane; each count of a boot comes once and in order.

    Attributes:
        payload: of the frame, as it came.
        message: the same, read.
    """

    boot: int
    count: int
    payload: bytes
    message: Passage


@dataclass(frozen=True, slots=True)
class BoardFault:
    """The board met a fault; counted together with cubes and passages."""

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


@dataclass(frozen=True, slots=True)
class StateTold:
    """How the board does; not assured, but asked again until it comes where it was asked for."""

    message: State


@dataclass(frozen=True, slots=True)
class SelfTested:
    """What a lane's self-test found."""

    message: SelfTest


@dataclass(frozen=True, slots=True)
class ConfigKept:
    """Whether the board's flash took the configuration."""

    message: Kept


@dataclass(frozen=True, slots=True)
class Ended:
    """The link has ended by itself and nothing more will come; the board keeps what is not stored.

    Attributes:
        error: why, with what helps.
    """

    error: TurmwartError


Assured = CubePassed | PassageSeen | BoardFault
"""Events that are acknowledged one by one."""
Event = (
    Connected
    | Disconnected
    | Assured
    | GapFound
    | Rebooted
    | Mismatch
    | Sampled
    | ConfigInForce
    | StateTold
    | SelfTested
    | ConfigKept
    | Ended
)
Output = Send | Event
