"""Sensor, camera and the ledger's bounds: they agree, or the table is asked."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.kernel.cubes import Cubes
from turmwart.tower.colour import Sorted

NOTHING = Cubes()
DOUBT_LIMIT = 200
"""Doubt of one cube's colour, per mille, from which the table is asked."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the sensor saw since the last throw was booked.

    Attributes:
        cubes: by colour, doubtful ones under their likeliest colour.
        doubtful: cubes whose colour is not sure.
        unseen: cubes of which no light was seen: they have no colour and are not among ``cubes``.
        blind: a sensor is out, as far as the board has told.
        unsure: why the number of cubes is not sure, words of the judge; empty where it is.
        lost: True where the board overran, restarted or left a gap: more may have fallen.
        returned: cubes of a throw that was taken back, where something new was seen since; they
            are not among ``cubes``. Where nothing new was seen they are ``cubes`` themselves.
    """

    cubes: Cubes = NOTHING
    doubtful: tuple[Sorted, ...] = ()
    unseen: int = 0
    blind: bool = False
    unsure: tuple[str, ...] = ()
    lost: bool = False
    returned: Cubes = NOTHING

    @property
    def total(self) -> int:
        """Number of cubes, those without a colour among them."""
        return self.cubes.total + self.unseen


@dataclass(frozen=True, slots=True)
class Agreed:
    """All witnesses that spoke say the same.

    Attributes:
        cubes: what fell.
        witness: who says so: ``"tower"``, ``"camera"`` or ``"tower+camera"``.
    """

    cubes: Cubes
    witness: str


@dataclass(frozen=True, slots=True)
class Question:
    """The table must count, because one witness is unsure or two disagree.

    Attributes:
        kind: ``"lost"``, ``"impossible"``, ``"unsure"``, ``"doubtful"``, ``"unseen"`` (cubes
            without a colour), ``"blind"`` (the same, and the sensor is still out),
            ``"returned"``, ``"differ"`` or ``"silent"`` (no witness saw anything); the text is
            ``tower.question.<kind>``.
        colours: the colours in question.
        suggestion: the likeliest count, for the table to confirm or correct.
        unseen: cubes that were counted but have no colour; they are not in ``suggestion``.
    """

    kind: str
    colours: tuple[str, ...]
    suggestion: Cubes
    unseen: int = 0


def agree(sensor: Reading | None, bounds: Cubes, camera: Cubes | None = None) -> Agreed | Question:
    """Join what the witnesses say of one throw.

    Args:
        sensor: the sensor's reading; None without a tower.
        bounds: of each colour, the most that can have fallen: inside the tower before, plus
            thrown.
        camera: the camera's count, where it vouches for it.

    Rule: W-CUBE-5 (no more can fall than was there).
    """
    if sensor is None:
        if camera is None:
            return Question("silent", (), Cubes())
        return _within(camera, bounds, "camera")
    unseen = sensor.unseen
    if sensor.lost:
        return Question("lost", (), camera or _cut(sensor.cubes, bounds), unseen)
    if sensor.returned:
        both = sensor.cubes + sensor.returned
        return Question("returned", tuple(sensor.returned), _cut(both, bounds), unseen)
    if camera is not None and camera != sensor.cubes:
        colours = tuple(
            sorted(c for c in set(camera) | set(sensor.cubes) if camera[c] != sensor.cubes[c])
        )
        return Question("differ", colours, _cut(sensor.cubes, bounds), unseen)
    if sensor.unsure and camera is None:
        return Question("unsure", (), _cut(sensor.cubes, bounds), unseen)
    if unseen:
        kind = "blind" if sensor.blind else "unseen"
        return Question(kind, (), _cut(sensor.cubes, bounds), unseen)
    answer = _within(sensor.cubes, bounds, "tower" if camera is None else "tower+camera")
    if isinstance(answer, Agreed) and sensor.doubtful:
        unsure = {c for s in sensor.doubtful for c in (s.colour, s.runner_up) if c}
        return Question("doubtful", tuple(sorted(unsure)), sensor.cubes)
    return answer


def _within(cubes: Cubes, bounds: Cubes, witness: str) -> Agreed | Question:
    beyond = tuple(colour for colour, n in cubes.counts if n > bounds[colour])
    if beyond:
        return Question("impossible", beyond, _cut(cubes, bounds))
    return Agreed(cubes, witness)


def _cut(cubes: Cubes, bounds: Cubes) -> Cubes:
    return Cubes.from_counts({colour: min(n, bounds[colour]) for colour, n in cubes.counts})
