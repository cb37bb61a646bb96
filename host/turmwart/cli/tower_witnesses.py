"""``turmwart tower bench --witnesses``: sensor, camera and ledger against each of them alone.

The sensor's evidence is either recorded (``tower_world``; 20,000 throws in minutes) or comes from
the firmware in the simulated tower (``tower_bench``; all real but the cubes). The camera is drawn
by its rates of error in both.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from turmwart.cli.tower_bench import COLOURS, Figures, Plan, Poured, as_dict, measure
from turmwart.cli.tower_camera import look
from turmwart.cli.tower_world import FAULTS, Throw, lying_before, record, throws
from turmwart.errors import InputError
from turmwart.kernel.cubes import Cubes
from turmwart.texts import decimal, say
from turmwart.tower.books import Books
from turmwart.tower.witness import Agreed, Question, reconcile

SENSOR, CAMERA, LEDGER = "sensor", "camera", "ledger"
WITNESSES = (SENSOR, CAMERA, LEDGER)
RECORDED, FIRMWARE = "recorded", "firmware"
_SAY_EVERY_S = 10.0


@dataclass(slots=True)
class Tally:
    """Answers of one set of witnesses.

    Attributes:
        throws: all.
        asked: after which the table was asked.
        accepted_wrong: agreed on, and wrong.
        suggested_right: of those asked about, where the suggestion was right.
        offered_right: of those asked about, where one of the answers was right.
    """

    throws: int = 0
    asked: int = 0
    accepted_wrong: int = 0
    suggested_right: int = 0
    offered_right: int = 0

    def add(self, answer: Agreed | Question, fallen: Cubes) -> None:
        """Take in the answer to one throw."""
        self.throws += 1
        if isinstance(answer, Agreed):
            self.accepted_wrong += answer.cubes != fallen
        else:
            self.asked += 1
            self.suggested_right += answer.suggestion == fallen
            self.offered_right += fallen in [offered.cubes for offered in answer.answers]

    def as_dict(self) -> dict[str, int]:
        """The figures as plain data."""
        return {
            "asked": self.asked,
            "accepted_wrong": self.accepted_wrong,
            "suggested_right": self.suggested_right,
            "offered_right": self.offered_right,
        }


@dataclass
class Court:
    """All that the witnesses said.

    Args:
        witnesses: those that are heard together.

    Attributes:
        together: their common answers.
        alone: those of each of them but the ledger, which helps each.
        sensor: what the sensor told, as ``tower bench`` counts it.
        pictures: looked at by the camera; exact, sure, and sure but wrong ones.
    """

    witnesses: tuple[str, ...]
    together: Tally = field(default_factory=Tally)
    alone: dict[str, Tally] = field(default_factory=dict)
    sensor: Figures = field(default_factory=Figures)
    pictures: int = 0
    exact: int = 0
    sure: int = 0
    sure_wrong: int = 0

    @property
    def cleared(self) -> bool:
        """Whether the tray has to be empty before each throw: nobody keeps book of it."""
        return LEDGER not in self.witnesses

    def hear(self, throw: Throw) -> None:
        """Judge one throw."""
        answer = self._answer(throw, self.witnesses)
        self.together.add(answer, throw.fallen)
        for one in (SENSOR, CAMERA):
            if one in self.witnesses:
                heard = (one, LEDGER) if LEDGER in self.witnesses else (one,)
                alone = self._answer(throw, heard) if heard != self.witnesses else answer
                self.alone.setdefault(one, Tally()).add(alone, throw.fallen)
                if one == SENSOR:
                    self.sensor.add(throw.fallen, throw.sensor, isinstance(alone, Agreed))
        self.pictures += 1
        right = throw.camera.likeliest == throw.lay
        self.exact += right
        self.sure += throw.camera.sure
        self.sure_wrong += throw.camera.sure and not right

    def as_dict(self) -> dict[str, object]:
        """The figures as plain data."""
        return {
            "witnesses": list(self.witnesses),
            **self.together.as_dict(),
            "alone": {name: tally.as_dict() for name, tally in self.alone.items()},
            "camera": {
                "pictures": self.pictures,
                "exact": self.exact,
                "sure": self.sure,
                "sure_wrong": self.sure_wrong,
            },
        }

    def _answer(self, throw: Throw, heard: Sequence[str]) -> Agreed | Question:
        books = throw.books if LEDGER in heard else None
        camera = throw.camera if CAMERA in heard else None
        return reconcile(throw.sensor if SENSOR in heard else None, camera, books)


def named(text: str) -> tuple[str, ...]:
    """The witnesses of a list such as ``sensor,camera,ledger``, in that order.

    Raises:
        InputError: one that there is not, or neither sensor nor camera.
    """
    found = [part.strip() for part in text.split(",") if part.strip()]
    if any(part not in WITNESSES for part in found) or not {SENSOR, CAMERA} & set(found):
        raise InputError("tower.bench.bad_witnesses", text=text, known=",".join(WITNESSES))
    return tuple(one for one in WITNESSES if one in found)


def run(arguments: argparse.Namespace, plan: Plan) -> int:
    """Measure and print.

    Raises:
        InputError: a witness or fault that there is not, no evidence recorded under this
            disturbance, or a fault asked of the firmware.
        TwinError: the simulated tower does not start.
        LinkError: it does not answer.
    """
    court = Court(named(arguments.witnesses))
    fault = arguments.fault or ""
    if fault and (fault not in FAULTS or arguments.evidence == FIRMWARE):
        raise InputError("tower.bench.bad_fault", fault=fault, known=", ".join(FAULTS))
    if arguments.evidence == FIRMWARE:
        figures = _firmware(plan, court)
    else:
        evening = throws(plan.seed, record(plan.disturbance), fault, cleared=court.cleared)
        _listen(islice(evening, plan.throws), plan, court)
        figures = court.sensor
    found: dict[str, object] = {**as_dict(plan, figures), **court.as_dict()}
    found["evidence"] = {"sensor": arguments.evidence, "camera": "model"}
    found["fault"] = fault
    if arguments.evidence == RECORDED:
        # Nothing went over a line, whatever the number of lanes.
        for key in ("frames_damaged", "p99_ms", "lanes"):
            del found[key]
        found["recorded_cubes"] = record(plan.disturbance).cubes
    print(json.dumps(found) if arguments.json else _in_words(plan, court, arguments, found))
    return 0


def _listen(heard: Iterator[Throw], plan: Plan, court: Court) -> None:
    said = time.monotonic()
    for throw in heard:
        court.hear(throw)
        if time.monotonic() - said > _SAY_EVERY_S:
            said = time.monotonic()
            _progress(plan, court)


def _progress(plan: Plan, court: Court) -> None:
    tally = court.together
    line = say(
        "tower.bench.witnesses_progress",
        throws=tally.throws,
        planned=plan.throws,
        asked=tally.asked,
        accepted_wrong=tally.accepted_wrong,
    )
    print(line, file=sys.stderr, flush=True)


def _firmware(plan: Plan, court: Court) -> Figures:
    chance = Random(plan.seed)

    def watch(poured: Poured) -> None:
        tray = Cubes() if court.cleared else lying_before(chance)
        lay = tray + poured.settled.fallen
        court.hear(
            Throw(
                poured.settled.fallen,
                poured.reading,
                look(lay, COLOURS, chance),
                Books(poured.inside, poured.thrown, tray),
                lay,
            )
        )

    return measure(plan, lambda plan, _: _progress(plan, court), watch)


def _in_words(
    plan: Plan, court: Court, arguments: argparse.Namespace, found: dict[str, object]
) -> str:
    tally = court.together
    lines = [
        say(
            "tower.bench.witnesses_from",
            throws=tally.throws,
            cubes=str(found["cubes"]),
            seed=plan.seed,
            sensor=say(f"tower.bench.evidence.{arguments.evidence}"),
            disturbance=plan.disturbance,
        )
    ]
    rows: list[tuple[str, Tally]] = [("+".join(court.witnesses), tally), *court.alone.items()]
    lines += [
        say(
            "tower.bench.witnesses_row",
            name=name,
            asked=one.asked,
            share=decimal(100 * one.asked / max(1, one.throws), 2),
            accepted_wrong=one.accepted_wrong,
        )
        for name, one in rows
    ]
    lines.append(
        say(
            "tower.bench.witnesses_camera",
            exact=court.exact,
            pictures=court.pictures,
            sure=court.sure,
            sure_wrong=court.sure_wrong,
        )
    )
    return "\n".join(lines)
