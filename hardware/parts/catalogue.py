"""All printed parts by name, with how many of each a tower needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from parts.boards import boards
from parts.carrier import carrier
from parts.cheek import cheek
from parts.cover import cover
from parts.design import Design
from parts.head import head
from parts.hopper import hopper
from parts.infeed import infeed
from parts.keeper import keeper
from parts.solid import Solid


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed part.

    Attributes:
        name: of its files.
        count: how many a tower needs.
        make: from the design to the solid in the part's own frame.
    """

    name: str
    count: int
    make: Callable[[Design], Solid]


def catalogue(design: Design) -> tuple[Printed, ...]:
    """What is printed for a tower."""
    return (
        Printed("hopper", 1, hopper),
        Printed("infeed", 1, infeed),
        Printed("head", 1, head),
        Printed("cover", 1, cover),
        Printed("carrier", 1, carrier),
        Printed("keeper_inner", design.lanes - 1, lambda d: keeper(d, (-1, 1))),
        Printed("keeper_outer", 2, lambda d: keeper(d, (1,))),
        Printed("cheek_left", 1, lambda d: cheek(d, 1)),
        Printed("cheek_right", 1, lambda d: cheek(d, -1)),
        Printed("boards", 1, boards),
    )
