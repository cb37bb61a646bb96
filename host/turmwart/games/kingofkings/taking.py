"""What LAND, SEE and RAUB share: who may go, and which units an order takes."""

from __future__ import annotations

from collections.abc import Sequence

from turmwart.games.kingofkings.orders import Forces
from turmwart.games.kingofkings.record import Outcome
from turmwart.games.kingofkings.tables import BO, BU, DIRECTIONS, FU, GE, RE, SC
from turmwart.games.kingofkings.world import Cell, World

MOBILE = (BO, FU, RE, GE)
_SIDES = {direction: side for side, direction in enumerate(DIRECTIONS)}


class Refused(Exception):
    """The order is not carried out; the argument is its result code."""

    @property
    def outcome(self) -> Outcome:
        """What the report says."""
        return Outcome((str(self),))


def start_of(world: World, player: int, at: tuple[int, int]) -> Cell:
    """The field an order begins in.

    Raises:
        Refused: it is off the map or not the player's, or a sea field without his units.
    """
    cell = world.cell(*at)
    if cell is None:
        raise Refused("off-map")
    if cell.terrain.sea:
        if not cell.troops(player):
            raise Refused("no-units")
    elif cell.owner != player:
        raise Refused("not-owner")
    return cell


def neighbour(cell: Cell, direction: str) -> Cell | None:
    """The next field in a direction. Rule: K-MAP-2, K-MAP-4."""
    return cell.near[_SIDES[direction]]


def take(cell: Cell, player: int, forces: Forces) -> tuple[list[int], set[str]]:
    """The troops that an order takes of those that are there, and remarks.

    Ships are not among them. Nothing is moved yet.

    Rule: K-ORDER-12, K-ORDER-13, K-MOVE-16.
    """
    army = cell.army(player)
    counts = [0] * len(army)
    remarks: set[str] = set()
    for kind in MOBILE:
        wanted = army[kind] if forces.everybody else forces.counts[kind]
        counts[kind] = min(wanted, army[kind])
        if wanted > army[kind]:
            remarks.add("fewer-units")
    if forces.counts[BU] and not forces.everybody:
        remarks.add("castle-stays")
    return counts, remarks


def remove(cell: Cell, player: int, counts: Sequence[int]) -> None:
    """Take units out of a field."""
    army = cell.army(player)
    for kind, count in enumerate(counts):
        army[kind] -= count
    if not any(army):
        del cell.armies[player]


def add(cell: Cell, player: int, counts: Sequence[int], ships: int = 0) -> None:
    """Put units into a field."""
    army = cell.army(player)
    for kind, count in enumerate(counts):
        army[kind] += count
    army[SC] += ships
