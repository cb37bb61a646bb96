"""Sensor, camera and the ledger's books: they agree, or the table is asked.

``reconcile`` joins all that is known of one throw:

* the sensor's :class:`Reading` (``table.pending`` makes it): every cube with its colour and doubt,
  what was lost, how many cubes each lane told, which fell apart from the others;
* the camera's :class:`CameraCount` of the tray (the table makes it of the cube counter's result):
  for each colour a few numbers with their chances, whether the counter vouches for them, and named
  reasons where it does not;
* the :class:`Books`: what was inside, what was thrown, what lay in the tray before and was taken
  out of it since, and how this tower lets go.

Each may be None. Pass ``Reading()`` for a tower that works and saw nothing, None where there is no
tower. The answer is :class:`Agreed`, with the chance that it is right, or a :class:`Question`: its
``kind`` is the text ``tower.question.<kind>``; ``colours`` are in doubt, the most doubtful first;
``sensor`` and ``camera`` say what each witness alone would have fallen; ``answers`` are the likely
ones, the likeliest first, to be offered as one key each; ``causes`` are what may be amiss, as texts
``tower.cause.<name>``. What the model is and how it is reckoned: docs/witnesses.md; the posterior
itself is ``situations.weigh``.
"""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.kernel.cubes import Cubes
from turmwart.tower.books import Books
from turmwart.tower.marks import MOST_UNSEEN
from turmwart.tower.posterior import Posterior
from turmwart.tower.reading import DOUBT_LIMIT, NOTHING, Reading
from turmwart.tower.sight import UNRECKONED, CameraCount
from turmwart.tower.situations import RATES, Rates, weigh

__all__ = [
    "DOUBT_LIMIT",
    "Agreed",
    "Answer",
    "Books",
    "CameraCount",
    "Cause",
    "Limits",
    "Question",
    "Reading",
    "reconcile",
]

TOWER = "tower"
CAMERA = "camera"
BOTH = "tower+camera"
_MOST_ANSWERS = 5
_LEAST_ANSWER = 1
"""Least chance of an answer that is offered beside the likeliest, per mille."""
_LEAST_DOUBT = 0.005
"""Least chance of an answer that puts its colours in doubt."""
_LEAST_CAUSE = 0.01
"""Least share of a cause, among all that may be amiss, at which it is named."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """All witnesses that spoke say the same.

    Attributes:
        cubes: what fell.
        witness: who says so: ``"tower"``, ``"camera"`` or ``"tower+camera"``.
        confidence: chance that it is right, 0..1; None where it was not reckoned.
    """

    cubes: Cubes
    witness: str
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A count that the table may confirm.

    Attributes:
        cubes: what fell.
        permille: chance, by all witnesses.
    """

    cubes: Cubes
    permille: int


@dataclass(frozen=True, slots=True)
class Cause:
    """What may be amiss.

    Attributes:
        name: one of ``situations.CAUSES``; the text is ``tower.cause.<name>``.
        colours: that it is about, where it is about some.
        permille: chance, by all witnesses.
    """

    name: str
    colours: tuple[str, ...]
    permille: int


@dataclass(frozen=True, slots=True)
class Question:
    """The table must count, because one witness is unsure or two disagree.

    Attributes:
        kind: ``"lost"``, ``"impossible"``, ``"unsure"``, ``"doubtful"``, ``"unseen"`` (cubes
            without a colour), ``"blind"`` (the same, and the sensor is still out),
            ``"returned"``, ``"differ"``, ``"silent"`` (no witness saw anything), ``"camera"``
            (the camera, alone, is not sure) or ``"amiss"`` (the counts can be joined, but
            something is wrong); the text is ``tower.question.<kind>``.
        colours: the colours in question, the most doubtful first.
        suggestion: the likeliest count, for the table to confirm or correct; where some were lost
            and no camera sees the tray, what was seen of them.
        unseen: cubes that were counted but have no colour; they are not in ``sensor``.
        answers: likely counts that the books allow, the likeliest first.
        sensor: what the sensor alone says; None where it says nothing.
        camera: what the camera alone says has fallen: its likeliest count less what lay in the
            tray before, plus what was taken; None where it says nothing.
        lacking: cubes of the tray before that the camera does not see.
        reasons: why the camera is not sure or says nothing, its own words.
        causes: what may be amiss, the likeliest first; empty where nothing speaks for it.
    """

    kind: str
    colours: tuple[str, ...]
    suggestion: Cubes
    unseen: int = 0
    answers: tuple[Answer, ...] = ()
    sensor: Cubes | None = None
    camera: Cubes | None = None
    lacking: Cubes = NOTHING
    reasons: tuple[str, ...] = ()
    causes: tuple[Cause, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """When the table is asked: chances that are borne.

    Attributes:
        both: that what sensor and camera say together is wrong.
        alone: that what one of them says alone is wrong.
        amiss: that something is amiss.
    """

    both: float = 2e-3
    alone: float = 5e-2
    amiss: float = 0.05


LIMITS = Limits()


def reconcile(
    sensor: Reading | None,
    camera: CameraCount | None,
    books: Books | None,
    rates: Rates = RATES,
    limits: Limits = LIMITS,
) -> Agreed | Question:
    """Join what the witnesses say of one throw; see the module's text.

    Args:
        sensor: the sensor's reading; None without a tower.
        camera: its count of the tray; None without a camera.
        books: the ledger's; None where nothing is known of tower and tray.
        rates: how often each errs.
        limits: when the table is asked.

    Rule: W-CUBE-5 (no more can fall than was there).
    """
    seen = camera if camera is not None and camera.sees else None
    reasons = () if camera is None else camera.reasons
    if sensor is None and seen is None:
        return Question("silent", (), Cubes(), reasons=reasons)
    posterior = weigh(sensor, seen, books, rates)
    if posterior.total:
        cubes, chance = posterior.best
        colourless = sensor is not None and sensor.unseen > MOST_UNSEEN
        one = sensor is None or seen is None or colourless
        borne = limits.alone if one else limits.both
        sound = posterior.causes[("", ())] >= 1 - limits.amiss
        allowed = books is None or cubes <= books.bounds
        if sensor is not None and seen is None and (sensor.lost or sensor.returned):
            # What cannot be known but by a look at the tray is not left to habit.
            allowed = False
        if (sensor is None or colourless) and UNRECKONED & set(reasons):
            allowed = False
        if sensor is not None and (colourless or not posterior.colours):
            # All that it knows is how many they were.
            allowed = allowed and cubes.total == sensor.total
        if sound and allowed and 1 - chance <= borne:
            witness = CAMERA if sensor is None else TOWER if seen is None else BOTH
            return Agreed(cubes, witness, chance)
    return _Asking(sensor, seen, books, posterior, reasons).question()


@dataclass(frozen=True)
class _Asking:
    """What to ask the table."""

    sensor: Reading | None
    camera: CameraCount | None
    books: Books | None
    posterior: Posterior
    reasons: tuple[str, ...]

    def question(self) -> Question:
        by_sensor = None if self.sensor is None else self.sensor.cubes
        by_camera, lacking = self._by_camera()
        answers = self._answers()
        suggestion = (
            answers[0].cubes if answers else _cut(by_sensor or by_camera or NOTHING, self._bounds())
        )
        colours = self._colours(suggestion, by_sensor, by_camera)
        kind, causes = self._kind(by_sensor, by_camera), self._causes()
        if kind == "amiss" and self.camera is None and colours and not causes:
            # Many small doubts, each too small to ask about.
            kind = "doubtful"
        return Question(
            kind,
            colours,
            suggestion,
            0 if self.sensor is None else self.sensor.unseen,
            answers,
            by_sensor,
            by_camera,
            lacking,
            self.reasons,
            causes,
        )

    def _by_camera(self) -> tuple[Cubes | None, Cubes]:
        """What has fallen by the camera alone, and what of the tray before it does not see."""
        if self.camera is None:
            return None, NOTHING
        tray = self.books.tray if self.books is not None else NOTHING
        taken = self.books.taken if self.books is not None else NOTHING
        seen = self.camera.likeliest
        colours = sorted(set(seen) | set(tray) | set(taken))
        fell = {c: seen[c] - tray[c] + taken[c] for c in colours}
        return (
            Cubes.from_counts({c: n for c, n in fell.items() if n > 0}),
            Cubes.from_counts({c: -n for c, n in fell.items() if n < 0}),
        )

    def _bounds(self) -> Cubes | None:
        return None if self.books is None else self.books.bounds

    def _answers(self) -> tuple[Answer, ...]:
        if self.camera is None and self.sensor is not None and self.sensor.lost:
            # What was lost nobody saw: the tower's habit alone is nothing to offer.
            return ()
        bounds = self._bounds()
        offered: list[Answer] = []
        for cubes, chance in self.posterior.likely:
            permille = round(1000 * chance)
            if bounds is not None and not cubes <= bounds:
                continue
            if not offered or permille >= _LEAST_ANSWER:
                offered.append(Answer(cubes, permille))
        return tuple(offered[:_MOST_ANSWERS])

    def _kind(self, by_sensor: Cubes | None, by_camera: Cubes | None) -> str:
        bounds = self._bounds()
        said = [cubes for cubes in (by_sensor, by_camera) if cubes is not None]
        if bounds is not None and any(not cubes <= bounds for cubes in said):
            return "impossible"
        sensor = self.sensor
        if sensor is None:
            return "camera"
        if by_camera is None:
            return _kind_alone(sensor)
        if by_camera != by_sensor and not sensor.unseen:
            return "differ"
        named = _kind_alone(sensor)
        return "camera" if named == "amiss" and self.camera and not self.camera.sure else named

    def _colours(
        self, suggestion: Cubes, by_sensor: Cubes | None, by_camera: Cubes | None
    ) -> tuple[str, ...]:
        """Colours of which the witnesses, or the likely answers, say different numbers."""
        said = [cubes for cubes in (by_sensor, by_camera) if cubes is not None]
        doubts: dict[str, float] = {}
        for cubes, chance in self.posterior.likely:
            for colour in self.posterior.colours:
                if cubes[colour] != suggestion[colour] and chance >= _LEAST_DOUBT:
                    doubts[colour] = doubts.get(colour, 0.0) + chance
        for colour in self.posterior.colours:
            if any(cubes[colour] != suggestion[colour] for cubes in said):
                doubts.setdefault(colour, 0.0)
        return tuple(sorted(doubts, key=lambda colour: (-doubts[colour], colour)))

    def _causes(self) -> tuple[Cause, ...]:
        if not self.posterior.total:
            return ()
        amiss = {key: chance for key, chance in self.posterior.causes.items() if key[0]}
        whole = sum(amiss.values())
        found = [
            Cause(name, colours, round(1000 * chance))
            for (name, colours), chance in sorted(amiss.items(), key=lambda pair: (-pair[1], pair))
            if chance > _LEAST_CAUSE * whole and round(1000 * chance)
        ]
        return tuple(found)


def _kind_alone(sensor: Reading) -> str:
    """Why the sensor would ask."""
    if sensor.lost:
        return "lost"
    if sensor.returned:
        return "returned"
    if sensor.unsure:
        return "unsure"
    if sensor.unseen:
        return "blind" if sensor.blind else "unseen"
    if sensor.doubtful:
        return "doubtful"
    return "amiss"


def _cut(cubes: Cubes, bounds: Cubes | None) -> Cubes:
    if bounds is None:
        return cubes
    return Cubes.from_counts({colour: min(n, bounds[colour]) for colour, n in cubes.counts})
