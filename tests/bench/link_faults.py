"""The link under faults, for long, and at speed.

    python tests/bench/link_faults.py 2000            generated scripts of faults
    python tests/bench/link_faults.py --soak 1000000  so many good frames at the host, one long life
    python tests/bench/link_faults.py --rate 500 --passages 15000
                                                      a MicroPython board at a pseudo-terminal,
                                                      each passage stored by a table's board

Exit code 1 where an event was lost without a gap, doubled, or came out of order.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import struct
import subprocess
import sys
import tempfile
import time
import tty
from importlib.util import find_spec
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS / "support"))

from link_world import Faults, World  # noqa: E402

from turmwart.games.registry import load  # noqa: E402
from turmwart.games.wallenstein.setup import Seat, Setup  # noqa: E402
from turmwart.journal.store import Journal  # noqa: E402
from turmwart.table.board import Board  # noqa: E402
from turmwart.table.palette import default_palette  # noqa: E402
from turmwart.table.printed import demo_board  # noqa: E402
from turmwart.table.table import Table  # noqa: E402
from turmwart_wire import messages  # noqa: E402

BOOT = 77
BOARD = Path(__file__).parent / "on-micropython" / "passages.py"


def scripts(number: int) -> int:
    """Run generated scripts; count those that break a promise."""
    began = time.monotonic()
    failed: list[int] = []
    events = gaps = lost = damaged = doubled = reboots = 0
    for seed in range(number):
        world = World(seed)
        try:
            world.run()
            world.check()
        except (AssertionError, ValueError, IndexError) as problem:
            failed.append(seed)
            print(f"seed {seed}: {type(problem).__name__} {problem}")
            continue
        events += len(world.store.events)
        gaps += len(world.store.gaps)
        lost += sum(last - first + 1 for _, first, last in world.store.gaps)
        damaged += world.decoder.bad
        doubled += world.session.doubled
        reboots += len(world.store.reboots)
    print(
        f"{number} scripts in {time.monotonic() - began:.0f} s: {len(failed)} failed "
        f"{failed[:10]}; "
        f"{events} events stored once and in order, {lost} in {gaps} explicit gaps, "
        f"{doubled} repeated, {damaged} damaged frames, {reboots} reboots"
    )
    return 1 if failed else 0


def soak(frames: int) -> int:
    """One long life with spells of bad line, unplugging, reboots and kills now and then."""
    began = time.monotonic()
    world = World(1)
    world.capacity, world.store_delay, world.kill_at_store = 256, 1.0, 0.0001
    rng = world.rng
    good = bad = 0
    decoder = world.decoder
    while good + decoder.good < frames:
        if rng.random() < 0.0005:
            spell = Faults.chosen(rng) if rng.random() < 0.3 else Faults()
            world.to_host.faults = world.to_board.faults = spell
        if rng.random() < 0.0003:
            world.misfortune()
        if not world.plugged and rng.random() < 0.02:
            world.replug()
        if world.now_ms >= world.board_on_ms and rng.random() < 0.75:
            world.event_happens()
        world.step()
        if world.decoder is not decoder:
            good, bad = good + decoder.good, bad + decoder.bad
            decoder = world.decoder
    world.calm()
    world.check()
    lost = sum(last - first + 1 for _, first, last in world.store.gaps)
    print(
        f"soak in {time.monotonic() - began:.0f} s: {good + decoder.good} good frames, "
        f"{bad + decoder.bad} damaged, {len(world.boots)} boots, {len(world.store.events)} events "
        f"once and in order, {lost} in {len(world.store.gaps)} explicit gaps"
    )
    return 0


class Terminal:
    """A MicroPython with ``passages.py`` at a pseudo-terminal."""

    def __init__(self, rate: int, passages: int) -> None:
        roots = {str(Path(str(find_spec(name).origin)).parents[1])  # type: ignore[union-attr]
                 for name in ("turmwart_wire", "turmwart_fw")}  # fmt: skip
        self.near, self.far = os.openpty()
        tty.setraw(self.far)
        self.path = os.ttyname(self.far)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "micropython_unix", "-X", "heapsize=512k", str(BOARD),
             str(rate), str(passages), str(BOOT)],
            stdin=self.near,
            stdout=self.near,
            env={**os.environ, "MICROPYPATH": ":".join([*roots, ".frozen"])},
        )  # fmt: skip

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.near)
        os.close(self.far)


async def stored(port: str, passages: int, folder: Path) -> tuple[float, list[int], list[int]]:
    """Let a table store them; seconds, counts in the journal, delays in ms as they were stored."""
    with Journal.open(folder / "journal.sqlite") as journal:
        seats = tuple(Seat(f"s{n}", name, colour) for n, (name, colour) in enumerate(
            [("A", "red"), ("B", "blue"), ("C", "yellow")], start=1))  # fmt: skip
        setup = Setup(seats, "s1", demo_board())
        table = Table.create(
            journal,
            "rate",
            load("wallenstein"),
            setup,
            palette=default_palette(),
            clock=lambda: time.time_ns() // 1_000_000,
        )
        delays: list[int] = []
        taken = table.take_evidence

        def take(seen: list) -> None:  # type: ignore[type-arg]
            taken(seen)
            now_ms = time.monotonic_ns() // 1_000_000
            for each in seen:
                if len(each.payload) >= messages.PASSAGE_HEAD_SIZE:
                    ticks = struct.unpack_from("<I", each.payload, 2)[0]
                    delays.append((now_ms - ticks) % messages.TICKS_PERIOD)

        table.take_evidence = take  # type: ignore[method-assign, assignment]
        began = time.monotonic()
        board = Board(table, port, "tower")
        await board.connected(10)
        await board.heard(passages, 600)
        seconds = time.monotonic() - began
        status = board.status
        await board.close()
        print(
            f"link: {status.frames} frames, {status.damaged} damaged, {status.doubled} repeated, "
            f"{status.gaps} gaps, delay p50 {status.p50_ms} ms, p99 {status.p99_ms} ms"
        )
        counts = [row.count for row in journal.evidence("rate") if row.kind == "cube"]
        table.close()
    return seconds, counts, delays


def rate(wanted: int, passages: int) -> int:
    """So many passages a second from a board to a table's journal."""
    terminal = Terminal(wanted, passages)
    try:
        with tempfile.TemporaryDirectory() as folder:
            seconds, counts, delays = asyncio.run(stored(terminal.path, passages, Path(folder)))
    finally:
        terminal.close()
    delays.sort()
    whole = counts == list(range(passages))
    p50, p99 = (delays[int(share * len(delays))] if delays else -1 for share in (0.5, 0.99))
    print(
        f"{len(counts)} of {passages} stored in {seconds:.1f} s = {len(counts) / seconds:.0f}/s "
        f"(asked {wanted}/s), in order and once: {whole}; "
        f"from the board to the journal p50 {p50} ms, p99 {p99} ms"
    )
    return 0 if whole else 1


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("scripts", type=int, nargs="?", default=0)
    parser.add_argument("--soak", type=int, default=0)
    parser.add_argument("--rate", type=int, default=0)
    parser.add_argument("--passages", type=int, default=5000)
    wish = parser.parse_args()
    failed = scripts(wish.scripts) if wish.scripts else 0
    failed |= soak(wish.soak) if wish.soak else 0
    failed |= rate(wish.rate, wish.passages) if wish.rate else 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
