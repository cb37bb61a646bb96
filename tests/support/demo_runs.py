"""Runs the demo as a process of its own, and kills it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from turmwart.cli.towers import twin_folder
from turmwart.errors import TwinError
from turmwart.games.registry import load
from turmwart.journal import codec
from turmwart.journal.store import Journal
from turmwart.kernel.fold import replay
from turmwart.table.pending import CUBE
from turmwart.twin.hands import Hands

NAME = "evening"
RUN_S = 180.0
"""Longest a run may take before it counts as stuck, seconds."""


@dataclass
class DemoRun:
    """One demo game on one journal, run and killed as often as wished.

    Attributes:
        kills: how often a process was killed before it ended.
        lines: what all processes printed.
    """

    journal: Path
    seed: int
    players: int
    kills: int = 0
    begun: bool = False
    lines: list[str] = field(default_factory=list)

    @property
    def hands(self) -> Hands:
        """Hands at the demo's simulated tower."""
        return Hands(twin_folder(self.journal, NAME))

    def run(self, kill_after: tuple[int, float] | None = None) -> bool:
        """Start or resume the demo.

        Args:
            kill_after: (lines, seconds): ``kill -9`` so long after that many lines; None: never.

        Returns:
            Whether it ended by itself.
        """
        # The camera's noise decides what it is sure of, and with it who is named as witness.
        command = [sys.executable, "-m", "turmwart", "demo", "--headless", "--speed", "0"]
        command += ["--no-camera"]
        command += ["--journal", str(self.journal)]
        if self.begun:
            command += ["--resume", NAME]
        else:
            command += ["--name", NAME, "--seed", str(self.seed), "--players", str(self.players)]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        guard = threading.Timer(RUN_S, process.kill)
        guard.start()
        try:
            ended = self._follow(process, kill_after)
        finally:
            guard.cancel()
        if ended and process.returncode != 0:
            raise AssertionError("\n".join(self.lines[-30:]))
        return ended

    def _follow(self, process: subprocess.Popen[str], kill_after: tuple[int, float] | None) -> bool:
        assert process.stdout is not None
        killed = threading.Event()

        def kill() -> None:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                killed.set()

        timers = []
        for number, line in enumerate(process.stdout, start=1):
            self.begun = True
            self.lines.append(line.rstrip("\n"))
            if kill_after is not None and number == kill_after[0]:
                timers.append(threading.Timer(kill_after[1], kill))
                timers[0].start()
        process.wait()
        for timer in timers:
            timer.cancel()
        self.kills += killed.is_set()
        return not killed.is_set() and process.returncode != -signal.SIGKILL

    def cut_power(self) -> None:
        """Kill the simulated tower and its board as a power cut does."""
        status = self.hands.status()
        with suppress(ProcessLookupError):
            os.killpg(os.getpgid(status["pid"]), signal.SIGKILL)

    def stop_twin(self) -> None:
        """End the simulated tower, if it still runs."""
        with suppress(TwinError):
            self.hands.stop()

    @property
    def hash(self) -> str:
        """The hash that the demo printed last."""
        return self.lines[-1].split()[1]

    def check_books(self) -> None:
        """Journal, replay and the simulated truth must agree; nothing doubled, nothing lost."""
        with Journal.open(self.journal, readonly=True) as journal:
            assert journal.verify() == ()
            game = load("wallenstein")
            state = replay(game, codec.steps(game, journal.read(NAME)))
            cubes = [row for row in journal.evidence(NAME) if row.kind == CUBE]
        assert state.phase == "over"
        assert game.invariants(state) == ()
        keys = [(row.boot, row.count) for row in cubes]
        assert len(keys) == len(set(keys))
        fallen = sum(sum(entry["fallen"].values()) for entry in self.hands.truth()["log"])
        self.evidence, self.fallen = len(cubes), fallen


def random_kills(run: DemoRun, rng: random.Random, *, most: int, power: bool = False) -> None:
    """Kill and resume a demo at random moments until it ends or was killed ``most`` times."""
    while run.kills < most:
        ended = run.run((rng.randint(1, 60), rng.random() * 0.03))
        if ended:
            return
        if power and run.hands.folder.exists():
            with suppress(TwinError):
                run.cut_power()
    assert run.run()
