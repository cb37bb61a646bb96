"""``turmwart tower record`` and ``replay``: raw frames with their times, and judged anew.

The format of the file stands in docs/link.md.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from turmwart.cli.common import journal_path
from turmwart.cli.tower_common import Heard, Listening, listening, version
from turmwart.cli.tower_judge import Tally
from turmwart.cli.tower_sets import CubeSet, load, shipped
from turmwart.errors import InputError
from turmwart.kernel.numbers import is_number
from turmwart.link.outputs import (
    BoardFault,
    Connected,
    CubePassed,
    Disconnected,
    Event,
    GapFound,
    PassageSeen,
    Rebooted,
    Sampled,
)
from turmwart.texts import say, say_colour
from turmwart_wire import messages

FORMAT = 1
_ASSURED: dict[str, Any] = {
    "CUBE": (CubePassed, messages.unpack_cube),
    "PASSAGE": (PassageSeen, messages.unpack_passage),
    "FAULT": (BoardFault, messages.unpack_fault),
}
_NAMES = {CubePassed: "CUBE", PassageSeen: "PASSAGE", BoardFault: "FAULT"}


def run_record(arguments: argparse.Namespace) -> int:
    """Write what the board tells into a file until stopped.

    Raises:
        TurmwartError: no board, or the file cannot be written.
    """
    path = Path(arguments.file)
    with listening(arguments) as link, _created(path) as file:
        file.write(_line(_head(link)))
        print(say("cli.tower.recording", path=path), flush=True)
        written: Counter[str] = Counter()
        try:
            for heard in link.during(arguments.seconds or float("inf")):
                if (row := row_of(heard, link.transport.host_ms)) is not None:
                    file.write(_line(row))
                    file.flush()
                    written[row["kind"]] += 1
        except KeyboardInterrupt:
            print()
    counts = ", ".join(f"{number} {kind}" for kind, number in sorted(written.items())) or "0"
    print(say("cli.tower.recorded", path=path, counts=counts))
    return 0


def _created(path: Path) -> TextIO:
    """A new file.

    Raises:
        InputError: it is there already, or cannot be made.
    """
    try:
        return path.open("x", encoding="utf-8")
    except OSError as error:
        raise InputError("cli.tower.not_written", path=path, reason=error.strerror) from None


def row_of(heard: Heard, host_ms: Callable[[int], float | None]) -> dict[str, Any] | None:
    """An event as a line of a record; None for what says nothing of cubes.

    Args:
        heard: the event.
        host_ms: board time -> host time, as far as it is known.
    """
    row: dict[str, Any] = {"at_ms": heard.at_ms}
    match heard.event:
        case CubePassed() | PassageSeen() | BoardFault() as event:
            row |= {"kind": _NAMES[type(event)], "boot": event.boot, "count": event.count}
            row["payload"] = event.payload.hex()
        case Sampled(message):
            row |= {"kind": "SAMPLE", "payload": messages.pack_sample(message).hex()}
        case GapFound(boot, first, last):
            row |= {"kind": "gap", "boot": boot, "first": first, "last": last}
        case Rebooted(old, new):
            row |= {"kind": "reboot", "old": old, "new": new}
        case Connected(boot, firmware, expected, waiting):
            row |= {"kind": "connected", "boot": boot, "firmware": firmware}
            row |= {"expected": expected, "waiting": waiting}
        case Disconnected():
            row["kind"] = "disconnected"
        case _:
            return None
    if isinstance(heard.event, CubePassed | PassageSeen):
        happened = host_ms(heard.event.message.ticks_ms)
        row |= {} if happened is None else {"happened_ms": round(happened)}
    if heard.old:
        row["old_event"] = True
    return row


def read(path: Path) -> Iterator[Heard]:
    """The events of a record, in their order.

    Raises:
        InputError: the file cannot be read, or a line of it not be understood.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("cli.tower.not_read", path=path, reason=str(error)) from None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            heard = _heard(row)
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(
                "cli.tower.bad_line", path=path, line=number, reason=str(error)
            ) from None
        if row["kind"] == "head" and row["format"] != FORMAT:
            raise InputError("cli.tower.other_format", path=path, found=row["format"], known=FORMAT)
        if heard is not None:
            yield heard


def run_replay(arguments: argparse.Namespace) -> int:
    """Judge a record anew; 1 where the counts are not those that are expected.

    Raises:
        InputError: the file, the set or the expectation cannot be used.
    """
    expected = _expected(arguments.expect)
    tally = Tally(chosen_set(arguments))
    old = 0
    for heard in read(Path(arguments.file)):
        if heard.old and not arguments.all:
            old += 1
            continue
        tally.add(heard.event)
    tally.settle()
    if arguments.json:
        print(json.dumps(plain(tally), sort_keys=True))
    else:
        print("\n".join(in_lines(tally)))
        if old:
            print(say("cli.tower.left_out", count=old))
    if expected is None or tally.colours == expected:
        return 0
    print(
        say(
            "cli.tower.not_expected",
            expected=_in_words(expected),
            found=_in_words(tally.colours),
        )
    )
    return 1


def chosen_set(arguments: argparse.Namespace) -> CubeSet:
    """The cube set that a command names, else what is shipped.

    Raises:
        InputError: there is no such set.
    """
    name = getattr(arguments, "set", None)
    return load(journal_path(arguments), name) if name else shipped()


def plain(tally: Tally) -> dict[str, Any]:
    """Counts as plain data."""
    return {
        "cubes": sum(tally.colours.values()),
        "colours": dict(sorted(tally.colours.items())),
        "lanes": {
            str(lane + 1): dict(sorted(c.items())) for lane, c in sorted(tally.lanes.items())
        },
        "doubtful": tally.doubtful,
        "faults": {str(code): number for code, number in sorted(tally.faults.items())},
        "lost": tally.gaps,
        "reboots": tally.reboots,
    }


def in_lines(tally: Tally) -> list[str]:
    """Counts in words."""
    lines = [
        say("cli.tower.lane_counts", lane=lane + 1, cubes=_in_words(colours))
        for lane, colours in sorted(tally.lanes.items())
    ]
    lines.append(
        say(
            "cli.tower.counts",
            cubes=sum(tally.colours.values()),
            colours=_in_words(tally.colours),
            doubtful=tally.doubtful,
            lost=tally.gaps,
        )
    )
    lines += [
        say("cli.tower.fault_counts", fault=say(f"cli.tower.fault.{code}"), count=number)
        for code, number in sorted(tally.faults.items())
    ]
    return lines


def _head(link: Listening) -> dict[str, Any]:
    status = link.transport.status
    state = link.state()
    return {
        "kind": "head",
        "format": FORMAT,
        "protocol": messages.PROTOCOL,
        "firmware": version(status.firmware or 0),
        "board": state.board.hex() if state else "",
        "lanes": len(state.bus_errors) if state else 0,
        "made_ms": time.time_ns() // 1_000_000,
        "at_ms": time.monotonic_ns() // 1_000_000,
    }


def _heard(row: dict[str, Any]) -> Heard | None:
    kind = row["kind"]
    event: Event
    if kind in _ASSURED:
        make, unpack = _ASSURED[kind]
        payload = bytes.fromhex(row["payload"])
        event = make(row["boot"], row["count"], payload, unpack(payload))
    elif kind == "SAMPLE":
        event = Sampled(messages.unpack_sample(bytes.fromhex(row["payload"])))
    elif kind == "gap":
        event = GapFound(row["boot"], row["first"], row["last"])
    elif kind == "reboot":
        event = Rebooted(row["old"], row["new"])
    elif kind == "connected":
        event = Connected(row["boot"], row["firmware"], row["expected"], row["waiting"])
    elif kind == "disconnected":
        event = Disconnected()
    elif kind == "head":
        return None
    else:
        raise ValueError(f"kind {kind}")
    return Heard(int(row["at_ms"]), event, bool(row.get("old_event")))


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, separators=(",", ":")) + "\n"


def _expected(text: str | None) -> Counter[str] | None:
    """``red=3,blue=1`` as counts.

    Raises:
        InputError: it is something else.
    """
    if text is None:
        return None
    counts: Counter[str] = Counter()
    for part in filter(None, text.split(",")):
        colour, _, number = part.partition("=")
        if not is_number(number):
            raise InputError("cli.tower.bad_expectation", text=text)
        if int(number):
            counts[colour.strip()] += int(number)
    return counts


def _in_words(colours: Counter[str]) -> str:
    counts = ((n, colour) for colour, n in sorted(colours.items()) if n)
    return ", ".join(f"{n} {say_colour(colour)}" for n, colour in counts) or say("table.none")
