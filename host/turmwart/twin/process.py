"""The twin's process: tower, tray and board, apart from the table and outliving it.

``python -m turmwart.twin.process --dir DIR --seed N --speed X [--lanes N] [--no-beams]
[--disturbance NAME|FILE[:TIMES]] [--touching SHARE]``. In DIR: ``truth.json`` (what
really lies where), ``port`` (symbolic link to the board's terminal), ``control`` (socket),
``flash`` (the board's), ``lock`` and ``twin.log``.

The control socket takes one JSON object a line, ``{"op": ..., "id": ..., ...}``, and answers each
with one; ``hands`` speaks this. Operations with an id are done once however often they come:

| op | with | answer |
|---|---|---|
| throw | id, cubes, lift_tray | when all has fallen: fallen, order, tower, tray, events |
| drift | id | the same; mostly nothing falls |
| take, put | id, cubes | tower, tray |
| truth | | seed, tower, tray, log |
| fault | script | faults |
| speed | speed | |
| camera | tilt_deg, floor, size_px, fps | url, size_px, size_mm, corners_px, fault, plugged |
| camera_fault | fault, hidden | the same |
| unplug, replug, reboot, stop | | |
| status | | pid, interpreter, version, fallback, firmware, boot, speed, seed, plugged, ... |

``camera`` puts a camera above the tray, where none stands that way (see ``tray``).
``events`` is the count of the board's next event: how many it has had since its boot. A refused
request is answered by ``{"error": TEXT_ID, "values": {...}}`` and changes nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import fcntl
import json
import os
import select
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from turmwart.errors import TurmwartError, TwinError
from turmwart.kernel.cubes import Cubes
from turmwart.texts import say_error
from turmwart.twin import disturbance, physics
from turmwart.twin.firmware import INTERPRETERS, Firmware, Setting
from turmwart.twin.lookout import Lookout
from turmwart.twin.physics import Conditions, Drop
from turmwart.twin.port import Terminal, publish
from turmwart.twin.script import Fault, FaultyLine, parse
from turmwart.twin.truth import Entry, Truth
from turmwart_wire.messages import LANES_MAX, RESET_OTHER, RESET_POWER

IDLE_S = 900.0
EXIT_RUNNING = 3
"""Exit code when another twin has the folder."""
SOCKET_PATH_MAX = 100  # a little less than the systems allow

_PENDING_MAX = 4096
_TICK_MS = 500

Answer = dict[str, Any]
Job = tuple[int, int, Callable[[int], None]]


@dataclass(slots=True)
class Client:
    """Somebody at the control socket."""

    socket: socket.socket
    heard: bytes = b""
    to_say: bytes = b""


@dataclass(slots=True)
class Line:
    """One way of the serial line: faults, and what waits to be taken."""

    faulty: FaultyLine = field(default_factory=FaultyLine)
    pending: bytearray = field(default_factory=bytearray)


class Twin:
    """Holds everything together in one loop.

    Args:
        folder: where its files are.
        truth: what lies where.
        interpreter: one of ``INTERPRETERS``.
        speed: times real time; 0: as fast as the host acknowledges.
        idle_s: ends after so many seconds without control and without a host at the port.
    """

    def __init__(
        self, folder: Path, truth: Truth, interpreter: str, speed: float, idle_s: float
    ) -> None:
        self._folder = folder
        self._truth = truth
        self._interpreter = interpreter
        self._speed = speed
        self._idle_s = idle_s
        self._up = Line()
        self._down = Line()
        self._clients: dict[int, Client] = {}
        self._drops = 0
        self._waiting: dict[int, list[tuple[Client, Entry]]] = {}
        self._dropping: dict[str, int] = {}
        self._boot: list[str] = []
        self._resets = 0
        self._events = 0
        self._replug_at: float | None = None
        self._stopping = False
        self._active_at = time.monotonic()
        self._written = 0
        self._terminal: Terminal | None = None
        self._lookout = Lookout(truth)
        self._firmware = self._power_on(RESET_POWER)
        self._await_boot()
        self._plug()
        self._listener = _listen(folder / "control")

    def run(self) -> None:
        """Work until told to stop or idle for too long.

        Raises:
            TwinError: the firmware died while starting.
        """
        try:
            while not self._stopping or any(c.to_say for c in self._clients.values()):
                self._round()
        finally:
            self._firmware.stop()
            self._unplug()
            self._lookout.close()
            (self._folder / "control").unlink(missing_ok=True)

    def stop(self) -> None:
        """End soon."""
        self._stopping = True

    # The loop.

    def _round(self) -> None:
        jobs = self._jobs()
        poller = select.poll()
        for descriptor, events, _ in jobs:
            poller.register(descriptor, events)
        now = time.monotonic()
        timeout_ms = float(_TICK_MS)
        if self._replug_at is not None:
            timeout_ms = max(0.0, min(timeout_ms, 1000 * (self._replug_at - now) + 1))
        ready = dict(poller.poll(timeout_ms))
        for descriptor, _, work in jobs:
            if descriptor in ready:
                work(ready[descriptor])
        now = time.monotonic()
        if self._replug_at is not None and now >= self._replug_at:
            self._plug()
        if now - self._active_at > self._idle_s and not self._waiting:
            self._stopping = True

    def _jobs(self) -> list[Job]:
        jobs: list[Job] = [
            (self._listener.fileno(), select.POLLIN, lambda _: self._accept()),
            (self._firmware.reports, select.POLLIN, lambda _: self._hear_firmware()),
        ]
        for descriptor, client in self._clients.items():
            events = select.POLLIN | (select.POLLOUT if client.to_say else 0)
            jobs.append((descriptor, events, partial(self._serve, client)))
        outer, inner = self._terminal, self._firmware.terminal
        events = select.POLLOUT if self._down.pending else 0
        if outer is not None:
            # While the host does not read, the board is not read either and feels it.
            if len(self._up.pending) < _PENDING_MAX:
                events |= select.POLLIN
            outer_events = select.POLLOUT if self._up.pending else 0
            if len(self._down.pending) < _PENDING_MAX:
                outer_events |= select.POLLIN
            if outer_events:
                jobs.append((outer.near, outer_events, self._relay_down))
        if events:
            jobs.append((inner.near, events, self._relay_up))
        return jobs

    # The serial line.

    def _relay_up(self, ready: int) -> None:
        inner = self._firmware.terminal
        if ready & select.POLLOUT:
            del self._down.pending[: inner.write(self._down.pending)]
        if ready & select.POLLIN and self._terminal is not None:
            self._through(self._up, inner.read())
            self._hand_up()

    def _hand_up(self) -> None:
        outer = self._terminal
        if outer is None:
            return
        if self._written and outer.unread() == 0:
            # A host may have nothing to say for hours; that it reads shows that it is there.
            self._active_at = time.monotonic()
            self._written = 0
        if self._up.pending:
            taken = outer.write(self._up.pending)
            self._written += taken
            del self._up.pending[:taken]

    def _relay_down(self, ready: int) -> None:
        outer = self._terminal
        if outer is None:
            return  # pulled by what another job of this round did
        if ready & select.POLLOUT:
            self._hand_up()
        if ready & select.POLLIN:
            data = outer.read()
            if data:
                self._active_at = time.monotonic()
            self._through(self._down, data)
            inner = self._firmware.terminal
            del self._down.pending[: inner.write(self._down.pending)]

    def _through(self, line: Line, data: bytes) -> None:
        for part in line.faulty.feed(data):
            if isinstance(part, bytes):
                line.pending += part
            else:
                self._happen(part)
                return  # what came behind in the same breath is lost

    def _happen(self, fault: Fault) -> None:
        if fault.action == "reboot":
            self._reboot()
        else:
            self._unplug()
            self._replug_at = time.monotonic() + fault.argument / 1000

    def _plug(self) -> None:
        self._replug_at = None
        if self._terminal is None:
            self._terminal = Terminal()
            publish(self._folder / "port", self._terminal)

    def _unplug(self) -> None:
        self._replug_at = None
        if self._terminal is not None:
            (self._folder / "port").unlink(missing_ok=True)
            self._terminal.close()
            self._terminal = None
            self._up.pending.clear()
            self._down.pending.clear()
            self._written = 0

    # The board.

    def _reboot(self) -> None:
        self._firmware.stop()
        self._down.pending.clear()
        self._resets += 1
        self._firmware = self._power_on(RESET_OTHER)
        self._await_boot()
        # Cubes on their way fell while the board was not looking.
        for number in list(self._waiting):
            self._settle(number)

    def _power_on(self, cause: int) -> Firmware:
        conditions, seed = self._truth.conditions, self._truth.seed
        wrong = conditions.disturbance
        flash = self._folder / "flash"
        flash.mkdir(exist_ok=True)
        setting = Setting(
            lanes=conditions.lanes,
            beams=conditions.beams,
            seed=seed & 0x3FFFFFFF,
            noise=wrong.noise,
            ambient=wrong.ambient_counts,
            drift=wrong.drift_counts_s,
            flicker=wrong.flicker_counts,
            flicker_hz=physics.flicker_hz(seed, conditions),
            clocks=physics.clocks(seed, conditions),
            bus_errors=wrong.bus_errors_per_1000,
            bus_outages=wrong.bus_outages_per_hour,
            flash=str(flash),
            board=f"tw{seed & 0xFFFFFF:06x}",
            resets=self._resets,
            cause=cause,
        )
        return Firmware(self._interpreter, self._speed, setting, sys.stderr)

    def _await_boot(self) -> None:
        reports = self._firmware.read_reports()
        while reports == []:
            reports = self._firmware.read_reports()
        if reports is None:
            self._firmware.stop()
            raise TwinError("twin.firmware_died", interpreter=self._interpreter)
        self._boot = reports[0][1:]
        self._events = 0

    def _hear_firmware(self) -> None:
        reports = self._firmware.read_reports()
        if reports is None:
            self._reboot()
            return
        for word, number, events in reports:
            if word == "done":
                self._events = int(events)
                self._settle(int(number))

    def _settle(self, number: int) -> None:
        for client, entry in self._waiting.pop(number, []):
            self._dropping.pop(entry["id"], None)
            self._say(client, self._outcome(entry))
        if not self._waiting:
            self._lookout.settled()

    # The control socket.

    def _accept(self) -> None:
        connection, _ = self._listener.accept()
        connection.setblocking(False)
        self._clients[connection.fileno()] = Client(connection)

    def _serve(self, client: Client, ready: int) -> None:
        try:
            if ready & select.POLLOUT:
                client.to_say = client.to_say[client.socket.send(client.to_say) :]
            if ready & (select.POLLIN | select.POLLHUP | select.POLLERR):
                data = client.socket.recv(65536)
                if not data:
                    self._dismiss(client)
                    return
                *lines, client.heard = (client.heard + data).split(b"\n")
                for line in lines:
                    self._active_at = time.monotonic()
                    self._answer(client, line)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self._dismiss(client)

    def _dismiss(self, client: Client) -> None:
        self._clients.pop(client.socket.fileno(), None)
        client.to_say = b""
        client.socket.close()

    def _say(self, client: Client, answer: Answer) -> None:
        if client.socket.fileno() >= 0:
            client.to_say += json.dumps(answer).encode() + b"\n"

    def _answer(self, client: Client, line: bytes) -> None:
        try:
            answer = self._do(client, _request(line))
        except TurmwartError as error:
            values = {name: str(value) for name, value in error.values.items()}
            answer = {"error": error.text_id, "values": values}
        if answer is not None:
            self._say(client, answer)

    def _do(self, client: Client, request: Answer) -> Answer | None:
        op = request.get("op")
        simple: dict[str, Callable[[], Answer]] = {
            "truth": self._truth.as_dict,
            "status": self._status,
            "fault": lambda: self._load_faults(_text(request, "script")),
            "speed": lambda: self._set_speed(request),
            "camera": lambda: self._lookout.stand(request),
            "camera_fault": lambda: self._lookout.break_down(request),
            "unplug": lambda: self._plainly(self._unplug),
            "replug": lambda: self._plainly(self._plug),
            "reboot": lambda: self._plainly(self._reboot),
            "stop": lambda: self._plainly(self.stop),
        }
        if isinstance(op, str) and op in simple:
            return simple[op]()
        if op not in ("throw", "drift", "take", "put"):
            raise TwinError("twin.request", problem=f"op {op!r}")
        return self._do_once(client, op, _text(request, "id"), request)

    def _do_once(self, client: Client, op: str, op_id: str, request: Answer) -> Answer | None:
        cubes = _cubes(request)
        entry = self._truth.find(op, op_id, cubes)
        if entry is None:
            if op == "take":
                self._truth.take(op_id, cubes)
                self._lookout.show(Drop(), self._speed)
            elif op == "put":
                self._truth.put(op_id, cubes)
                self._lookout.show(Drop(), self._speed)
            elif op == "drift":
                self._drop(op_id, self._truth.drift(op_id))
            else:
                lift_tray = request.get("lift_tray", False) is True
                self._drop(op_id, self._truth.throw(op_id, cubes, lift_tray))
            entry = self._truth.log[-1]
        number = self._dropping.get(op_id)
        if number is None:
            return self._outcome(entry)
        self._waiting[number].append((client, entry))
        return None

    def _drop(self, op_id: str, drop: Drop) -> None:
        self._lookout.show(drop, self._speed)
        if drop.cubes:
            self._drops += 1
            self._dropping[op_id] = self._drops
            self._waiting[self._drops] = []
            self._firmware.drop(self._drops, drop)

    def _outcome(self, entry: Entry) -> Answer:
        return {**entry, "events": self._events}

    def _plainly(self, action: Callable[[], None]) -> Answer:
        action()
        return {"done": True}

    def _set_speed(self, request: Answer) -> Answer:
        speed = request.get("speed")
        if isinstance(speed, bool) or not isinstance(speed, int | float) or speed < 0:
            raise TwinError("twin.request", problem=f"speed: {speed!r}")
        self._speed = float(speed)
        self._firmware.set_speed(self._speed)
        return {"done": True}

    def _load_faults(self, text: str) -> Answer:
        faults = parse(text)
        self._up.faulty = FaultyLine(fault for fault in faults if fault.way == "up")
        self._down.faulty = FaultyLine(fault for fault in faults if fault.way == "down")
        return {"faults": len(faults)}

    def _status(self) -> Answer:
        interpreter, version, firmware, boot = self._boot
        return {
            "pid": os.getpid(),
            "interpreter": interpreter,
            "version": version,
            "fallback": interpreter == "cpython" and self._interpreter != "cpython",
            "firmware": int(firmware),
            "boot": int(boot),
            "speed": self._speed,
            "seed": self._truth.seed,
            "lanes": self._truth.conditions.lanes,
            "beams": self._truth.conditions.beams,
            "resets": self._resets,
            "port": str(self._folder / "port"),
            "plugged": self._terminal is not None,
            "settled": not self._waiting,
            "events": self._events,
            "faults_left": self._up.faulty.left + self._down.faulty.left,
        }


def _request(line: bytes) -> Answer:
    try:
        request = json.loads(line)
    except ValueError as problem:
        raise TwinError("twin.request", problem=str(problem)) from problem
    if not isinstance(request, dict):
        raise TwinError("twin.request", problem=line.decode("utf-8", "replace"))
    return request


def _text(request: Answer, name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str):
        raise TwinError("twin.request", problem=f"{name}: {value!r}")
    return value


def _cubes(request: Answer) -> Cubes:
    counts = request.get("cubes", {})
    whole = isinstance(counts, dict) and all(type(n) is int and n >= 0 for n in counts.values())
    if not whole:
        raise TwinError("twin.request", problem=f"cubes: {counts!r}")
    return Cubes.from_counts(counts)


def _listen(path: Path) -> socket.socket:
    path.unlink(missing_ok=True)
    address = path
    if len(str(path)) > SOCKET_PATH_MAX:
        # Sockets have short names only: the real one goes where names are short.
        address = Path(tempfile.mkdtemp(prefix="turmwart-")) / "control"
        path.symlink_to(address)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(address))
    listener.listen()
    return listener


@contextlib.contextmanager
def _only_one(folder: Path) -> Any:
    with open(folder / "lock", "a+", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            raise TwinError("twin.running", dir=folder) from problem
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


def main() -> int:
    """Run a twin; see the module."""
    parser = argparse.ArgumentParser(prog="python -m turmwart.twin.process")
    parser.add_argument("--dir", type=Path, required=True)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--idle-s", type=float, default=IDLE_S)
    parser.add_argument("--lanes", type=int, default=4, choices=range(1, LANES_MAX + 1))
    parser.add_argument("--no-beams", action="store_true")
    parser.add_argument("--disturbance", default=disturbance.DEFAULT)
    parser.add_argument("--touching", type=float)
    parser.add_argument("--interpreter", choices=INTERPRETERS, default="auto")
    wish = parser.parse_args()
    folder: Path = wish.dir
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _only_one(folder):
            wrong = disturbance.load(wish.disturbance)
            if wish.touching is not None:
                wrong = dataclasses.replace(wrong, touching_share=wish.touching)
            conditions = Conditions(wish.lanes, not wish.no_beams, wrong)
            truth = Truth.open(folder / "truth.json", wish.seed, conditions)
            twin = Twin(folder, truth, wish.interpreter, wish.speed, wish.idle_s)
            signal.signal(signal.SIGTERM, lambda *_: twin.stop())
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
            twin.run()
    except (TurmwartError, OSError) as error:
        # Whoever starts a twin passes its last words on to people.
        words = say_error(error) if isinstance(error, TurmwartError) else error
        print(words, file=sys.stderr, flush=True)
        running = isinstance(error, TurmwartError) and error.text_id == "twin.running"
        return EXIT_RUNNING if running else 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
