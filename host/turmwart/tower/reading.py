"""What the sensor saw since the last throw was booked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from turmwart.kernel.cubes import Cubes
from turmwart.tower.colour import UNSEEN, Sorted
from turmwart.tower.passage import Judged

NOTHING = Cubes()
DOUBT_LIMIT = 200
"""Doubt of one cube's colour, per mille, from which the table is asked."""
_NUMBER_UNSURE = 500
"""Doubt of a number of which only the reason is known."""


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
        judged: what all the above was made of, with every doubt; empty where that is not known.
        lanes: passages that each lane told in this throw; empty where that is not known. A lane
            without any is suspected.
        lanes_before: the same of throws before it, as far back as is at hand.
        apart: of ``cubes``, those that fell well before or after all others: late drops, which
            may be booked already. None where it is not known.
    """

    cubes: Cubes = NOTHING
    doubtful: tuple[Sorted, ...] = ()
    unseen: int = 0
    blind: bool = False
    unsure: tuple[str, ...] = ()
    lost: bool = False
    returned: Cubes = NOTHING
    judged: tuple[Judged, ...] = ()
    lanes: tuple[int, ...] = ()
    lanes_before: tuple[int, ...] = ()
    apart: Cubes | None = None

    @property
    def total(self) -> int:
        """Number of cubes, those without a colour among them."""
        return self.cubes.total + self.unseen

    @property
    def groups(self) -> tuple[Judged, ...]:
        """What was judged together; made of the other attributes where that is not known."""
        if self.judged or not self.total:
            return self.judged
        sure = dict(self.cubes.counts)
        for cube in self.doubtful:
            sure[cube.colour] -= 1
        cubes = [Sorted(colour, "", 0) for colour, n in sorted(sure.items()) for _ in range(n)]
        cubes += [*self.doubtful, *[UNSEEN] * self.unseen]
        # Of the cubes whose number is in doubt nobody says which they are.
        reasons = [*self.unsure, *[""] * (len(cubes) - len(self.unsure))]
        return tuple(
            Judged((cube,), _NUMBER_UNSURE if reason else 0, reason)
            for cube, reason in zip(cubes, reasons, strict=False)
        )


def read(judged: Iterable[Judged]) -> Reading:
    """The reading of what was judged, as far as that goes."""
    groups = tuple(judged)
    cubes = [cube for group in groups for cube in group.cubes]
    counts = Counter(cube.colour for cube in cubes if cube.colour)
    return Reading(
        cubes=Cubes.from_counts(counts),
        doubtful=tuple(cube for cube in cubes if cube.colour and cube.doubt >= DOUBT_LIMIT),
        unseen=sum(not cube.colour for cube in cubes),
        unsure=tuple(sorted({group.reason for group in groups if group.doubtful})),
        judged=groups,
    )


def sure(cubes: Cubes) -> tuple[Judged, ...]:
    """Cubes without any doubt, as the judge would tell them."""
    return tuple(
        Judged((Sorted(colour, "", 0),), 0, "") for colour, n in cubes.counts for _ in range(n)
    )
