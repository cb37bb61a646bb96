"""How the tower lets cubes go: the distribution of what falls."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Release:
    """Chances that a cube comes out in one throw.

    Attributes:
        thrown: of a cube thrown now, per mille.
        inside: of a cube that already lay inside, per mille.
    """

    thrown: int = 667
    inside: int = 333


RULE_OF_THUMB = Release()
"""Two of three thrown cubes come out, and one of three that were inside."""


def expected(release: Release, thrown: int, inside: int) -> float:
    """Mean number of cubes that fall, of ``thrown`` now and ``inside`` before."""
    return (thrown * release.thrown + inside * release.inside) / 1000


def distribution(release: Release, thrown: int, inside: int) -> tuple[float, ...]:
    """Chance of 0, 1, .. ``thrown + inside`` fallen cubes; they sum to 1.

    Raises:
        ValueError: a negative number of cubes.
    """
    if thrown < 0 or inside < 0:
        raise ValueError(f"cubes cannot be negative: thrown {thrown}, inside {inside}")
    chances = [1.0]
    for share in [release.thrown / 1000] * thrown + [release.inside / 1000] * inside:
        longer = [chance * (1 - share) for chance in chances] + [0.0]
        for fallen, chance in enumerate(chances):
            longer[fallen + 1] += chance * share
        chances = longer
    return tuple(chances)
