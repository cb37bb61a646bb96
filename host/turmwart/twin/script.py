"""Scripts of faults on the line between board and host.

One fault a line, ``#`` begins a comment::

    up   byte  120  flip 3      # bit 3 of byte 120 that the board sends
    up   byte  300  lose 2      # two bytes from 300 on
    up   frame   7  lose
    down frame   2  double
    up   frame   4  tear 5      # only its first five bytes get through
    up   frame   3  swap        # comes after frame 4
    up   frame  20  unplug 200  # pulled before frame 20, back after 200 ms
    up   byte  900  reboot      # the board starts anew, its outbox is lost

``up`` is board to host, ``down`` host to board. Positions count from 0 from the moment the script
begins; bytes as they come, frames as they are left by the faults of bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from turmwart.errors import TwinError

# Action -> argument if none is given; None: takes no argument.
_BYTE_ACTIONS: dict[str, int | None] = {
    "lose": 1,
    "double": None,
    "swap": None,
    "flip": 0,
    "unplug": 100,
    "reboot": None,
}
_FRAME_ACTIONS: dict[str, int | None] = {
    "lose": None,
    "double": None,
    "swap": None,
    "tear": 3,
    "unplug": 100,
    "reboot": None,
}
_ACTIONS = {"byte": _BYTE_ACTIONS, "frame": _FRAME_ACTIONS}
LINE_ACTIONS = ("unplug", "reboot")


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault.

    Args:
        way: ``up`` or ``down``.
        unit: ``byte`` or ``frame``.
        at: position, from 0.
        action: what happens there.
        argument: bytes lost, bit flipped, bytes kept or milliseconds unplugged; 0 without meaning.
    """

    way: str
    unit: str
    at: int
    action: str
    argument: int = 0

    def __str__(self) -> str:
        argument = "" if _ACTIONS[self.unit][self.action] is None else f" {self.argument}"
        return f"{self.way} {self.unit} {self.at} {self.action}{argument}"


def parse(text: str) -> tuple[Fault, ...]:
    """Read a script.

    Raises:
        TwinError: a line is not understood; it names the line.
    """
    faults = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            faults.append(_parse_line(number, line, words))
    return tuple(faults)


def _parse_line(number: int, line: str, words: list[str]) -> Fault:
    way, unit, at, action, *arguments = [*words, "", "", ""] if len(words) < 4 else words
    actions = _ACTIONS.get(unit, {})
    known = way in ("up", "down") and action in actions and at.isdecimal()
    default = actions.get(action)
    allowed = 0 if default is None else 1
    if not known or len(arguments) > allowed or not all(a.isdecimal() for a in arguments):
        raise TwinError("twin.script", number=number, line=line.strip())
    argument = int(arguments[0]) if arguments else default or 0
    if (action, unit) == ("flip", "byte") and argument > 7:
        raise TwinError("twin.script", number=number, line=line.strip())
    return Fault(way, unit, int(at), action, argument)


def render(faults: Iterable[Fault]) -> str:
    """Write a script that ``parse`` reads."""
    return "".join(f"{fault}\n" for fault in faults)


def generate(
    seed: int, faults: int, frames: int, *, actions: Iterable[str] | None = None
) -> tuple[Fault, ...]:
    """Make a script by chance.

    Args:
        seed: the same seed gives the same script.
        faults: how many.
        frames: over how many frames of the board they are spread.
        actions: only these; None takes all but ``reboot``.
    """
    chance = Random(f"faults/{seed}")
    chosen = set(actions or {*_BYTE_ACTIONS, *_FRAME_ACTIONS} - {"reboot"})
    script = []
    for _ in range(faults):
        unit = chance.choice(["byte", "frame"])
        possible = sorted(chosen & set(_ACTIONS[unit]))
        if not possible:
            unit = "frame" if unit == "byte" else "byte"
            possible = sorted(chosen & set(_ACTIONS[unit]))
        action = chance.choice(possible)
        # The host says less than the board, so most faults lie on the board's way.
        way = "up" if chance.random() < 0.7 else "down"
        span = frames * (22 if unit == "byte" else 1) // (1 if way == "up" else 3)
        argument = {
            "lose": chance.randint(1, 8) if unit == "byte" else 0,
            "flip": chance.randrange(8),
            "tear": chance.randint(1, 12),
            "unplug": chance.randint(0, 80),
        }.get(action, 0)
        script.append(Fault(way, unit, chance.randrange(max(1, span)), action, argument))
    return tuple(script)


class FaultyLine:
    """One way of the line: bytes go in, bytes and happenings come out.

    Args:
        faults: those of this way; of several at one position the last counts.
    """

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        faults = tuple(faults)
        self._at_byte = {fault.at: fault for fault in faults if fault.unit == "byte"}
        self._at_frame = {fault.at: fault for fault in faults if fault.unit == "frame"}
        self._bytes = 0
        self._frames = 0
        self._losing = 0
        self._held_byte = b""
        self._held_frame = b""
        self._frame = bytearray()
        self._out: list[bytes | Fault] = []

    @property
    def left(self) -> int:
        """Number of faults still to come."""
        return len(self._at_byte) + len(self._at_frame)

    def feed(self, chunk: bytes) -> list[bytes | Fault]:
        """Take bytes.

        Returns:
            In order: bytes that get through, and faults of ``LINE_ACTIONS`` that happen now.
        """
        self._out = []
        for byte in chunk:
            if not (self._at_byte or self._losing or self._held_byte):
                self._into_frame(byte)
                continue
            for passing in self._through_byte(byte):
                self._into_frame(passing)
        if self._frame and not self._at_frame and not self._held_frame:
            self._pass_on(bytes(self._frame))
            self._frame.clear()
        return self._out

    def _through_byte(self, byte: int) -> bytes:
        fault = self._at_byte.pop(self._bytes, None)
        self._bytes += 1
        passing = bytes((byte,))
        held, self._held_byte = self._held_byte, b""
        if self._losing:
            self._losing -= 1
            return held
        if fault is None:
            return passing + held
        if fault.action == "lose":
            self._losing = max(0, fault.argument - 1)
            return held
        if fault.action == "double":
            return passing + held + passing
        if fault.action == "flip":
            return bytes((byte ^ (1 << fault.argument),)) + held
        if fault.action == "swap":
            self._held_byte = passing
            return held
        self._happen(fault)
        return held

    def _into_frame(self, byte: int) -> None:
        self._frame.append(byte)
        if byte != 0:
            return
        frame = bytes(self._frame)
        self._frame.clear()
        fault = self._at_frame.pop(self._frames, None)
        self._frames += 1
        held, self._held_frame = self._held_frame, b""
        if fault is None:
            self._pass_on(frame + held)
        elif fault.action == "lose":
            self._pass_on(held)
        elif fault.action == "double":
            self._pass_on(frame + held + frame)
        elif fault.action == "tear":
            self._pass_on(frame[: fault.argument] + held)
        elif fault.action == "swap":
            self._held_frame = frame
            self._pass_on(held)
        else:
            self._pass_on(held)
            self._happen(fault)

    def _happen(self, fault: Fault) -> None:
        self._frame.clear()
        self._out.append(fault)

    def _pass_on(self, data: bytes) -> None:
        if data:
            self._out.append(data)
