"""The hands at the twin's tower: throw, take and put cubes, and ask what really lies where."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turmwart.errors import TwinError
from turmwart.kernel.cubes import Cubes
from turmwart.twin.process import EXIT_RUNNING, IDLE_S

START_S = 20.0
ANSWER_S = 10.0
THROW_S = 300.0

AnyCubes = Cubes | Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Settled:
    """What an operation left behind.

    Args:
        fallen: cubes that fell out of the tower.
        order: their colours in the order in which they fell.
        tower: cubes in the tower afterwards.
        tray: cubes in the tray afterwards.
        events: how many events the board has had since its boot.
    """

    fallen: Cubes
    order: tuple[str, ...]
    tower: Cubes
    tray: Cubes
    events: int


class Hands:
    """A client of the twin that lives in a folder; each operation with an id is done only once.

    Args:
        folder: the twin's folder.

    All methods raise ``TwinError`` when no twin answers in time or when it refuses.
    """

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)

    @property
    def port(self) -> str:
        """Where the board's serial port is, as long as it is plugged."""
        return str(self.folder / "port")

    def throw(
        self, op_id: str, cubes: AnyCubes, *, lift_tray: bool = True, timeout_s: float = THROW_S
    ) -> Settled:
        """Pour cubes, and all that lies in the tray, into the tower; waits until all has fallen.

        Args:
            op_id: id of this throw; the same id never pours again.
            cubes: from outside the tray.
            lift_tray: whether the tray is poured in as well.
            timeout_s: how long to wait.
        """
        return self._settled(timeout_s, "throw", op_id, cubes, lift_tray=lift_tray)

    def drift(self, op_id: str, *, timeout_s: float = THROW_S) -> Settled:
        """Let time pass: now and then a cube falls by itself. Rule: W-BATTLE-36."""
        return self._settled(timeout_s, "drift", op_id, {})

    def take(self, op_id: str, cubes: AnyCubes) -> Settled:
        """Take cubes out of the tray."""
        return self._settled(ANSWER_S, "take", op_id, cubes)

    def put(self, op_id: str, cubes: AnyCubes) -> Settled:
        """Put cubes into the tray."""
        return self._settled(ANSWER_S, "put", op_id, cubes)

    def truth(self) -> dict[str, Any]:
        """Return everything: ``seed``, ``tower``, ``tray`` and ``log``, as plain data."""
        return self.ask(op="truth")

    def status(self) -> dict[str, Any]:
        """Return pid, interpreter, version, fallback, firmware, boot, speed, seed and more."""
        return self.ask(op="status")

    def fault(self, script: str) -> int:
        """Begin a script of faults, see ``script``; returns how many it has."""
        return int(self.ask(op="fault", script=script)["faults"])

    def camera(self, **standing: object) -> dict[str, Any]:
        """Put a camera above the tray, where none stands that way.

        Args:
            standing: ``tilt_deg``, ``floor``, ``size_px``, ``fps``; see ``tray.Standing``.

        Returns:
            ``url`` of its stream; ``size_px`` of its pictures; ``size_mm`` and ``corners_px`` of
            the tray's floor, from the upper left clockwise; ``fault``; ``plugged``.
        """
        return self.ask(ANSWER_S, op="camera", **standing)

    def camera_fault(self, fault: str = "", hidden: int = 1) -> None:
        """Begin a fault of the camera, of ``tray.FAULTS``, in place of the one before.

        Args:
            fault: empty: all is well again.
            hidden: of ``hidden``: how many cubes, those that fell last, are out of sight.
        """
        self.ask(op="camera_fault", fault=fault, hidden=hidden)

    def set_speed(self, speed: float) -> None:
        """Change the speed: times real time; 0: as fast as the host acknowledges."""
        self.ask(op="speed", speed=speed)

    def unplug(self) -> None:
        """Pull the cable: the port vanishes."""
        self.ask(op="unplug")

    def replug(self) -> None:
        """Put the cable back: a new port under the same name."""
        self.ask(op="replug")

    def reboot(self) -> None:
        """Start the board anew; what it had not handed over is lost."""
        self.ask(op="reboot")

    def stop(self) -> None:
        """End the twin and wait until it is gone.

        Raises:
            TwinError: it does not answer, or does not end in time.
        """
        pid = self.status()["pid"]
        self.ask(op="stop")
        deadline = time.monotonic() + ANSWER_S
        while (self.folder / "control").exists():
            if time.monotonic() > deadline:
                raise TwinError("twin.silent", dir=self.folder, reason=f"pid {pid}")
            time.sleep(0.005)

    def _settled(
        self, timeout_s: float, op: str, op_id: str, cubes: AnyCubes, **more: object
    ) -> Settled:
        counts = cubes.as_dict() if isinstance(cubes, Cubes) else dict(cubes)
        answer = self.ask(timeout_s, op=op, id=op_id, cubes=counts, **more)
        return Settled(
            fallen=Cubes.from_counts(answer["fallen"]),
            order=tuple(answer["order"]),
            tower=Cubes.from_counts(answer["tower"]),
            tray=Cubes.from_counts(answer["tray"]),
            events=int(answer["events"]),
        )

    def ask(self, timeout_s: float = ANSWER_S, **request: object) -> dict[str, Any]:
        """Send one request and wait for its answer.

        Args:
            timeout_s: how long to wait.
            request: what is asked, see ``process``.

        Raises:
            TwinError: no twin answers in time, or it refuses.
        """
        control = self.folder / "control"
        # A path too long for a socket is a link to a short one.
        address = os.readlink(control) if control.is_symlink() else str(control)
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
                connection.settimeout(timeout_s)
                connection.connect(address)
                connection.sendall(json.dumps(request).encode() + b"\n")
                with connection.makefile("rb") as lines:
                    line = lines.readline()
        except OSError as problem:
            raise TwinError("twin.silent", dir=self.folder, reason=str(problem)) from problem
        if not line.endswith(b"\n"):
            raise TwinError("twin.silent", dir=self.folder, reason="it ended")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise TwinError(answer["error"], **answer["values"])
        return answer


def start_twin(
    folder: Path | str,
    seed: int | None = None,
    speed: float = 1.0,
    *,
    idle_s: float = IDLE_S,
    touching: float | None = None,
    lanes: int = 4,
    beams: bool = True,
    disturbance: str = "default",
    interpreter: str = "auto",
) -> Hands:
    """Return the hands of the twin in ``folder``; starts one if none is alive there.

    The twin is a session of its own and outlives the caller.

    Args:
        folder: the twin's folder; made if missing.
        seed: of a new twin; None takes the one it had before, or 0.
        speed: times real time; 0: as fast as the host acknowledges; set on a living one too.
        idle_s: it ends after so many seconds without control and without a host at the port.
        touching: chance that a cube leaves the tower in touch with the one before, 0..1; None
            takes that of the disturbance.
        lanes: number of lanes, 1..8; of a new one.
        beams: whether its lanes have light beams; without, it reports CUBE instead of PASSAGE.
        disturbance: what is wrong with it: ``default``, ``none`` or a file, see ``disturbance``.
        interpreter: ``auto``, ``micropython`` or ``cpython``.

    Raises:
        TwinError: it does not start, or the one that is alive has another seed.
    """
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise TwinError("twin.not_started", dir=folder, reason=reason) from None
    hands = Hands(folder)
    command = [sys.executable, "-m", "turmwart.twin.process", "--dir", str(folder)]
    command += ["--speed", str(speed), "--idle-s", str(idle_s), "--lanes", str(lanes)]
    command += ["--disturbance", disturbance, *(() if beams else ("--no-beams",))]
    command += [*(() if touching is None else ("--touching", str(touching)))]
    command += ["--interpreter", interpreter, *(() if seed is None else ("--seed", str(seed)))]
    child: subprocess.Popen[bytes] | None = None
    deadline = time.monotonic() + START_S
    while True:
        try:
            status = hands.status()
            break
        except TwinError as silent:
            if time.monotonic() > deadline:
                raise
            if child is None:
                with open(folder / "twin.log", "ab") as log:
                    child = subprocess.Popen(
                        command,
                        stdin=subprocess.DEVNULL,
                        stdout=log,
                        stderr=log,
                        start_new_session=True,
                    )
            elif child.poll() in (0, EXIT_RUNNING):
                child = None  # another one has the folder, or had it and is just ending
            elif child.poll() is not None:
                reason = _last_words(folder / "twin.log")
                raise TwinError("twin.not_started", dir=folder, reason=reason) from silent
            time.sleep(0.01)
    if seed is not None and status["seed"] != seed:
        raise TwinError("twin.other_seed", path=folder, expected=seed, found=status["seed"])
    if status["speed"] != speed:
        hands.set_speed(speed)
    return hands


def _last_words(log: Path) -> str:
    lines = log.read_text("utf-8", "replace").strip().splitlines()
    return lines[-1].rstrip(".") if lines else ""
