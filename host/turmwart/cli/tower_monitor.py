"""``turmwart tower monitor``: lanes, counts, raw values and a small plot, live in a terminal."""

from __future__ import annotations

import argparse
import select
import shutil
import sys
import termios
import time
import tty
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from turmwart.cli.tower_common import Heard, Listening, lanes_of, listening, version
from turmwart.cli.tower_judge import Tally, speed_mm_s
from turmwart.cli.tower_list import in_hours
from turmwart.cli.tower_record import chosen_set
from turmwart.link.outputs import (
    BoardFault,
    CubePassed,
    PassageSeen,
    Sampled,
    StateTold,
)
from turmwart.link.transport import Status
from turmwart.texts import decimal, say, say_colour, say_error
from turmwart_wire import messages

WIDTH, HEIGHT = 80, 24
_DRAW_S = 0.25
_ONCE_S = 3.0
_STATE_S = 5.0
_STILL_S = 0.6
_PLOTTED = 200
_BARS = " ▁▂▃▄▅▆▇█"
_HOME, _CLEAR_DOWN, _CLEAR_LINE = "\x1b[H", "\x1b[J", "\x1b[K"
_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"


@dataclass(slots=True)
class Lane:
    """What is shown of one lane.

    Attributes:
        passages: cubes and passages that came, judged or not.
        live: the latest live sample.
        plot: clear counts of the latest live samples and of the peaks of what passed.
        speed_mm_s: of the latest passage.
    """

    passages: int = 0
    live: messages.Sample | None = None
    plot: deque[int] = field(default_factory=lambda: deque(maxlen=_PLOTTED))
    speed_mm_s: int | None = None


class View:
    """All that the monitor shows; pure, so that it can be drawn anywhere.

    Args:
        tally: counts by colour.
        lanes: number of lanes.
    """

    def __init__(self, tally: Tally, lanes: int) -> None:
        self.tally = tally
        self.lanes = [Lane() for _ in range(lanes)]
        self.state: messages.State | None = None
        self.told: deque[str] = deque(maxlen=4)
        self._moved_ms = 0

    def take(self, heard: Heard) -> None:
        """An event came."""
        event = heard.event
        if isinstance(event, StateTold):
            self.state = event.message
            return
        if isinstance(event, Sampled):
            lane = self._lane(event.message.sensor)
            lane.live = event.message
            lane.plot.append(event.message.clear)
            return
        if heard.old:
            return
        if isinstance(event, CubePassed):
            lane = self._lane(event.message.sensor)
            lane.plot.append(event.message.clear)
            lane.passages += 1
        elif isinstance(event, PassageSeen):
            lane = self._lane(event.message.lane)
            lane.plot.append(max((each.clear for each in event.message.samples), default=0))
            lane.passages += 1
            lane.speed_mm_s = speed_mm_s(event.message)
        elif isinstance(event, BoardFault):
            self.told.append(in_words(event.message))
        self._moved_ms = heard.at_ms
        self.tally.add(event)

    def rest(self, now_ms: int) -> None:
        """Judge what is open once nothing has come for a while."""
        if now_ms - self._moved_ms > 1000 * _STILL_S:
            self.tally.settle()

    def drawn(self, status: Status, width: int = WIDTH, height: int = HEIGHT) -> list[str]:
        """The screen, line by line, none wider than ``width`` and not more than ``height``."""
        head = [self._connection(status), self._figures(status)]
        if self.state is not None:
            head.append(self._board(self.state))
        head += ["", say("cli.tower.monitor.columns")]
        lanes = [self._row(number, lane, width) for number, lane in enumerate(self.lanes)]
        tail = ["", *self._counts(), *self.told]
        body = [*head, *lanes, *tail][: height - 1]
        return [line[:width] for line in (*body, say("cli.tower.monitor.keys"))]

    def _lane(self, number: int) -> Lane:
        while number >= len(self.lanes):
            self.lanes.append(Lane())
        return self.lanes[number]

    def _connection(self, status: Status) -> str:
        if not status.connected:
            why = say_error(status.waits) if status.waits else say("cli.tower.monitor.asking")
            return say("cli.tower.monitor.away", port=status.port, why=why)
        return say(
            "cli.tower.monitor.here",
            port=status.port,
            firmware=version(status.firmware or 0),
            lanes=len(self.lanes),
        )

    def _figures(self, status: Status) -> str:
        return say(
            "cli.tower.monitor.figures",
            frames=status.frames,
            damaged=status.damaged,
            repeated=status.doubled,
            lost=self.tally.gaps,
            p50="-" if status.p50_ms is None else f"{status.p50_ms:.0f}",
            p99="-" if status.p99_ms is None else f"{status.p99_ms:.0f}",
        )

    def _board(self, state: messages.State) -> str:
        return say(
            "cli.tower.monitor.board",
            uptime=in_hours(state.uptime_s),
            events=state.events,
            evicted=state.evicted,
            free=state.free_bytes // 1024,
            resets=state.resets,
            errors=sum(state.bus_errors),
        )

    def _row(self, number: int, lane: Lane, width: int) -> str:
        live = lane.live
        values = ["-"] * 4 if live is None else [str(value) for value in live[1:]]
        cubes = sum(self.tally.lanes.get(number, {}).values())
        speed = "-" if lane.speed_mm_s is None else decimal(lane.speed_mm_s / 1000, 2)
        row = f"{number + 1:>4} {cubes:>6} {lane.passages:>8} {speed:>6}"
        row += "".join(f"{value:>6}" for value in values) + "  "
        return row + plotted(list(lane.plot), width - len(row))

    def _counts(self) -> list[str]:
        colours = [
            f"{say_colour(colour)} {n}" for colour, n in sorted(self.tally.colours.items()) if n
        ]
        return [
            say("cli.tower.monitor.colours", colours=", ".join(colours) or "-"),
            say("cli.tower.monitor.doubtful", doubtful=self.tally.doubtful),
        ]


def plotted(values: list[int], width: int) -> str:
    """The last values as bars of eighths; the highest one fills its place."""
    shown = values[-width:] if width > 0 else []
    if not shown:
        return ""
    top = max(1, *shown)
    return "".join(_BARS[(value * (len(_BARS) - 1) + top - 1) // top] for value in shown)


def in_words(fault: messages.Fault) -> str:
    """A fault of the board in words."""
    return say(
        "cli.tower.fault_told", fault=say(f"cli.tower.fault.{fault.code}"), detail=fault.detail
    )


def run(arguments: argparse.Namespace) -> int:
    """Show the tower until ``q`` or Ctrl+C; with ``--once`` print one screen.

    Raises:
        LinkError: no board, or it does not answer.
    """
    with listening(arguments) as link:
        view = View(Tally(chosen_set(arguments)), lanes_of(link))
        if arguments.once or not (sys.stdin.isatty() and sys.stdout.isatty()):
            _once(link, view)
            return 0
        with full_screen():
            _live(link, view)
    return 0


def _once(link: Listening, view: View) -> None:
    """One screen, when each lane has told of itself or time is up."""
    view.state = link.state()
    deadline = time.monotonic() + _ONCE_S
    while time.monotonic() < deadline and any(lane.live is None for lane in view.lanes):
        for heard in link.during(0.1):
            view.take(heard)
    view.tally.settle()
    print("\n".join(line.rstrip() for line in view.drawn(link.transport.status)[:-1]))


def _live(link: Listening, view: View) -> None:
    asked_s = 0.0
    try:
        while True:
            if time.monotonic() - asked_s > _STATE_S:
                asked_s = time.monotonic()
                link.transport.ask(messages.STATE_ASK)
            for heard in link.take():
                view.take(heard)
            view.rest(time.monotonic_ns() // 1_000_000)
            size = shutil.get_terminal_size((WIDTH, HEIGHT))
            lines = view.drawn(link.transport.status, size.columns, size.lines)
            text = "\r\n".join(line + _CLEAR_LINE for line in lines)
            sys.stdout.write(_HOME + text + _CLEAR_DOWN)
            sys.stdout.flush()
            if select.select([sys.stdin], [], [], _DRAW_S)[0] and sys.stdin.read(1) in ("q", ""):
                return
    except KeyboardInterrupt:
        return


@contextmanager
def full_screen() -> Iterator[None]:
    """The terminal's other screen, and keys without Enter, for as long as the block runs."""
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    sys.stdout.write(_ENTER)
    try:
        tty.setcbreak(keyboard)
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
        sys.stdout.write(_LEAVE)
        sys.stdout.flush()
