"""The twin's truth: what lies in tower and tray, and all that ever happened.

Each entry of the log tells the order of the colours as they passed beam B, and the passages: lane,
colours in order, when beam A was dark (us from the start of the throw), what was unusual.

It lives in a file of its own and is on the disk before the firmware sees a cube, so that after a
power cut the twin goes on from what had really fallen.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from turmwart.errors import TwinError
from turmwart.kernel.cubes import Cubes
from turmwart.twin import physics
from turmwart.twin.physics import Conditions, Drop

FORMAT = 1

Entry = dict[str, Any]
"""One operation in the log, as plain data."""


@dataclass(slots=True)
class Truth:
    """What lies where, and the log; each operation is known by its id and done once.

    Args:
        path: the file.
        seed: of the twin.
        conditions: how the tower behaves.
    """

    path: Path
    seed: int
    conditions: Conditions
    tower: Cubes = field(default_factory=Cubes)
    tray: Cubes = field(default_factory=Cubes)
    log: list[Entry] = field(default_factory=list)

    @staticmethod
    def open(path: Path, seed: int | None, conditions: Conditions) -> Truth:
        """Read the truth of an earlier run, or begin with an empty tower.

        Args:
            path: the file.
            seed: of the twin; None takes the seed of the file, or 0.
            conditions: how the tower behaves.

        Raises:
            TwinError: the file is damaged, of another format or of another seed.
        """
        if not path.exists():
            return Truth(path, seed or 0, conditions)
        try:
            stored = json.loads(path.read_text("utf-8"))
            if stored["format"] != FORMAT:
                raise TwinError(
                    "twin.truth_format", path=path, expected=FORMAT, found=stored["format"]
                )
            truth = Truth(
                path,
                int(stored["seed"]),
                conditions,
                Cubes.from_counts(stored["tower"]),
                Cubes.from_counts(stored["tray"]),
                list(stored["log"]),
            )
        except (ValueError, KeyError, TypeError) as problem:
            raise TwinError("twin.truth_damaged", path=path, problem=str(problem)) from problem
        if seed is not None and seed != truth.seed:
            raise TwinError("twin.other_seed", path=path, expected=seed, found=truth.seed)
        return truth

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "format": FORMAT,
            "seed": self.seed,
            "tower": self.tower.as_dict(),
            "tray": self.tray.as_dict(),
            "log": self.log,
        }

    def find(self, op: str, op_id: str, cubes: Cubes) -> Entry | None:
        """Return the log entry of an operation that was done, None if it was not.

        Raises:
            TwinError: the id was used for something else.
        """
        for entry in reversed(self.log):
            if entry["id"] == op_id:
                if entry["op"] != op or entry["cubes"] != cubes.as_dict():
                    raise TwinError("twin.id_used", id=op_id, op=op, before=entry["op"])
                return entry
        return None

    def throw(self, op_id: str, cubes: Cubes, lift_tray: bool) -> Drop:
        """Pour cubes, and the tray if it is lifted, into the tower.

        Raises:
            TwinError: a colour is not in the palette, or the file cannot be written.
        """
        lifted = self.tray if lift_tray else Cubes()
        drop = physics.throw(self.seed, op_id, cubes + lifted, self.tower, self.conditions)
        tower = self.tower + cubes + lifted - drop.fallen
        tray = self.tray - lifted + drop.fallen
        self._enter("throw", op_id, cubes, drop, tower, tray, lifted=lifted.as_dict())
        return drop

    def drift(self, op_id: str) -> Drop:
        """Let time pass; perhaps a cube falls by itself.

        Raises:
            TwinError: the file cannot be written.
        """
        drop = physics.drift(self.seed, op_id, self.tower, self.conditions)
        tower, tray = self.tower - drop.fallen, self.tray + drop.fallen
        self._enter("drift", op_id, Cubes(), drop, tower, tray)
        return drop

    def take(self, op_id: str, cubes: Cubes) -> None:
        """Let hands take cubes out of the tray.

        Raises:
            TwinError: they do not lie there, or the file cannot be written.
        """
        if not cubes <= self.tray:
            raise TwinError("twin.not_in_tray", wanted=cubes.as_dict(), tray=self.tray.as_dict())
        self._enter("take", op_id, cubes, Drop(), self.tower, self.tray - cubes)

    def put(self, op_id: str, cubes: Cubes) -> None:
        """Let hands put cubes into the tray.

        Raises:
            TwinError: a colour is not in the palette, or the file cannot be written.
        """
        physics.check_colours(cubes)
        self._enter("put", op_id, cubes, Drop(), self.tower, self.tray + cubes)

    def _enter(
        self,
        op: str,
        op_id: str,
        cubes: Cubes,
        drop: Drop,
        tower: Cubes,
        tray: Cubes,
        **more: Mapping[str, int],
    ) -> None:
        before = self.tower, self.tray
        self.tower, self.tray = tower, tray
        self.log.append(
            {
                "op": op,
                "id": op_id,
                "cubes": cubes.as_dict(),
                **more,
                "fallen": drop.fallen.as_dict(),
                "order": list(drop.order),
                "passages": [passage.as_dict() for passage in drop.passages],
                "tower": tower.as_dict(),
                "tray": tray.as_dict(),
            }
        )
        try:
            self._save()
        except OSError as problem:
            # Asked for again, it must not pass for done: the firmware has seen no cube.
            self.log.pop()
            self.tower, self.tray = before
            raise TwinError(
                "twin.truth_unwritten", path=self.path, problem=problem.strerror
            ) from problem

    def _save(self) -> None:
        fresh = self.path.with_name(self.path.name + ".new")
        with open(fresh, "w", encoding="utf-8") as file:
            json.dump(self.as_dict(), file, separators=(",", ":"))
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, self.path)
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
