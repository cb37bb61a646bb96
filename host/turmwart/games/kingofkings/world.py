"""The world while a round is played: fields, armies and tribes that change in place.

A round copies the frozen state into a ``World``, plays on it, and copies it back once.
"""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.kingofkings.options import ABOARD_LOSS_ORDER
from turmwart.games.kingofkings.record import Battle as BattleRecord
from turmwart.games.kingofkings.record import Drawn, Line, Note, Spied
from turmwart.games.kingofkings.record import Raid as RaidRecord
from turmwart.games.kingofkings.record import SeaBattle as SeaBattleRecord
from turmwart.games.kingofkings.setup import Status
from turmwart.games.kingofkings.state import Force, Place, State, Tribe
from turmwart.games.kingofkings.tables import CODES, DIRECTIONS, GE, SC, Terrain
from turmwart.kernel.chance import Roll, witness_of

NEUTRAL = 0
TROOP_KINDS = 5
"""Kinds 0 to 4 are troops, kind 5 are ships."""


class RollMissing(Exception):
    """A roll that nobody has given yet; the round waits for it.

    Attributes:
        stream: its name.
        index: within the stream.
        chance: to hit, in percent.
        ahead: how many rolls of this stream are needed in any case from here on.
    """

    def __init__(self, stream: str, index: int, chance: int, ahead: int) -> None:
        super().__init__(stream, index)
        self.stream, self.index, self.chance, self.ahead = stream, index, chance, ahead


class Party:
    """Attackers of one order that stand in a province."""

    __slots__ = ("by_sea", "counts", "origin", "player", "ships", "start")

    def __init__(
        self, player: int, origin: Cell, counts: list[int], ships: int, by_sea: bool
    ) -> None:
        self.player = player
        self.origin = origin
        self.counts = counts
        self.start = tuple(counts)
        self.ships = ships
        self.by_sea = by_sea


class Raiders:
    """Units that are out on a raid until phase 3."""

    __slots__ = ("counts", "origin", "place", "player", "target")

    def __init__(
        self, player: int, place: int, origin: Cell, target: Cell, counts: list[int]
    ) -> None:
        self.player = player
        self.place = place
        self.origin = origin
        self.target = target
        self.counts = counts


class Cell:
    """A field.

    Attributes:
        armies: player -> units; in a province troops of the owner only, ships of anybody.
        attackers: parties that attack the province, all of one player, in order of arrival.
        order_tactic: of the last order that attacks.
        lying: growth points that lie there.
        landed: players whose army there has moved by land.
        sailed: players whose fleet there has moved by sea.
        built: a troop unit was placed in this round.
        near: neighbours to the north, south, west and east.
    """

    __slots__ = (
        "armies",
        "attackers",
        "built",
        "home",
        "landed",
        "lying",
        "name",
        "near",
        "order_tactic",
        "owner",
        "sailed",
        "tactic",
        "terrain",
        "x",
        "y",
    )

    def __init__(self, x: int, y: int, terrain: Terrain) -> None:
        self.x = x
        self.y = y
        self.terrain = terrain
        self.owner = NEUTRAL
        self.tactic = "T"
        self.name = ""
        self.home = NEUTRAL
        self.armies: dict[int, list[int]] = {}
        self.attackers: list[Party] = []
        self.order_tactic = "T"
        self.lying = 0
        self.landed: set[int] = set()
        self.sailed: set[int] = set()
        self.built = False
        self.near: tuple[Cell | None, ...] = ()

    @property
    def at(self) -> tuple[int, int]:
        """Column and row."""
        return self.x, self.y

    @property
    def attacker(self) -> int:
        """Who attacks here; 0: nobody."""
        return self.attackers[0].player if self.attackers else NEUTRAL

    def army(self, player: int) -> list[int]:
        """The units of a player here; a list that may be changed."""
        return self.armies.setdefault(player, [0] * len(CODES))

    def troops(self, player: int) -> int:
        """Troop units of a player, attackers and raiders left out."""
        army = self.armies.get(player)
        return sum(army[:TROOP_KINDS]) if army else 0

    def ships(self, player: int) -> int:
        """Ships of a player."""
        army = self.armies.get(player)
        return army[SC] if army else 0

    def coastal(self) -> bool:
        """Whether a sea field is next to it. Rule: K-MAP-7."""
        return any(cell is not None and cell.terrain.sea for cell in self.near)

    def occupy(self, player: int) -> None:
        """The province is ``player``'s now; what others left there perishes.

        Rule: K-POSS-4, K-POSS-8, K-UNIT-9, K-TACTIC-4 (the setting falls back to T).
        """
        if self.owner != player:
            self.owner = player
            self.tactic = "T"
        for other in list(self.armies):
            if other != player:
                del self.armies[other]


class World:
    """Everything that a round changes.

    Args:
        state: from which it is made.
        roll: gives the rolls.
    """

    def __init__(self, state: State, roll: Roll) -> None:
        self.state = state
        self.rules = state.setup.rules
        self.options = state.options
        self.roll_of = roll
        self.round = state.round
        self.rows = _cells(state)
        self.cells = [cell for row in self.rows for cell in row]
        self.tribes: dict[int, Tribe] = {tribe.number: tribe for tribe in state.tribes}
        self.wp = {tribe.number: tribe.wp for tribe in state.tribes}
        self.wood = {tribe.number: tribe.wood for tribe in state.tribes}
        self.food = {tribe.number: tribe.food for tribe in state.tribes}
        self.loot = dict.fromkeys(self.tribes, 0)
        self.collected = dict.fromkeys(self.tribes, 0)
        self.food_made = dict.fromkeys(self.tribes, 0)
        self.morale = dict.fromkeys(self.tribes, 0)
        self.placed_generals = {tribe.number: tribe.generals for tribe in state.tribes}
        self.generals = dict.fromkeys(self.tribes, 0)
        self.leaders = {tribe.number: tribe.leader for tribe in state.tribes}
        self.status = {(one.player, one.other): one.value for one in state.statuses}
        self.base = dict(self.status)
        self.given_away: set[int] = set()
        self.spied: list[Spied] = []
        self.raids: list[Raiders] = []
        self.lines: list[Line] = []
        self.detections: list[Drawn] = []
        self.sea_battles: list[SeaBattleRecord] = []
        self.raid_records: list[RaidRecord] = []
        self.battles: list[BattleRecord] = []
        self.notes: list[Note] = []
        self._fill(state)

    def _fill(self, state: State) -> None:
        for place in state.places:
            cell = self.cell(place.x, place.y)
            if cell is None:
                raise ValueError(f"{place.x}/{place.y} lies outside the map")
            cell.owner, cell.tactic = place.owner, place.tactic
            cell.name, cell.home = place.name, place.home
            for force in place.forces:
                cell.armies[force.player] = list(force.counts)
                self.generals[force.player] += force.counts[GE]

    def cell(self, x: int, y: int) -> Cell | None:
        """The field; None outside the map. Rule: K-MAP-5."""
        row, column = y - self.state.setup.north, x - self.state.setup.west
        if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row]):
            return self.rows[row][column]
        return None

    def in_force(self, player: int, other: int) -> int:
        """The status of ``player`` towards ``other``. Rule: K-ALLY-2, K-ALLY-12."""
        late = self.options.ally_timing == "next_round"
        status = self.base if late else self.status
        own = status.get((player, other), 0)
        if self.options.ally_view == "own":
            return own
        return min(own, status.get((other, player), 0))

    def roll(self, stream: str, index: int, chance: int, ahead: int = 1) -> tuple[int, str]:
        """A percentile roll and who saw it.

        Raises:
            RollMissing: nobody has rolled it yet.
            ValueError: what was rolled is not 1 to 100.
        """
        value = self.roll_of(stream, index, 100)
        if value is None:
            raise RollMissing(stream, index, chance, ahead)
        if not 1 <= value <= 100:
            raise ValueError(f"roll {stream}/{index} is {value}, not 1 to 100")
        return value, witness_of(self.roll_of, stream, index)

    def lose(self, player: int, other: int, troops: int) -> None:
        """Troop units of ``player`` were lost to ``other``. Rule: K-VP-3."""
        self.morale[player] -= troops
        if other != NEUTRAL:
            self.morale[other] += troops

    def hand_over(self, giver: int, taker: int, counts: list[int]) -> None:
        """Units change hands; only generals are counted by tribe."""
        self.generals[giver] -= counts[GE]
        self.generals[taker] += counts[GE]

    def relieve(self, cell: Cell) -> None:
        """If the last defender is gone and attackers stand there, they own the province now.

        Rule: K-POSS-7.
        """
        if not cell.terrain.sea and cell.attackers and not cell.troops(cell.owner):
            self.conquer(cell)

    def conquer(self, cell: Cell) -> None:
        """The attackers that stand in a province own it, with the ships they landed.

        Rule: K-BATTLE-12, K-RETREAT-15, K-SEA-20.
        """
        player = cell.attacker
        cell.occupy(player)
        army = cell.army(player)
        for party in cell.attackers:
            for kind in range(TROOP_KINDS):
                army[kind] += party.counts[kind]
            army[SC] += party.ships
        cell.attackers = []
        cell.landed.add(player)

    def seas(self) -> Iterator[Cell]:
        """All sea fields with units, by row and column."""
        return (cell for cell in self.cells if cell.terrain.sea and cell.armies)

    def provinces(self) -> Iterator[Cell]:
        """All provinces that somebody owns, by row and column."""
        return (cell for cell in self.cells if cell.owner != NEUTRAL)

    def places(self) -> tuple[Place, ...]:
        """What is left in the fields, for the frozen state."""
        found = []
        for cell in self.cells:
            forces = tuple(
                Force(player, tuple(counts))
                for player, counts in sorted(cell.armies.items())
                if any(counts)
            )
            if forces or cell.owner or cell.name or cell.home:
                found.append(
                    Place(cell.x, cell.y, cell.owner, cell.tactic, cell.name, cell.home, forces)
                )
        return tuple(found)

    def statuses(self) -> tuple[Status, ...]:
        """The statuses that are not 0."""
        return tuple(
            Status(player, other, value)
            for (player, other), value in sorted(self.status.items())
            if value
        )


def drown(counts: list[int], excess: int, order: tuple[int, ...] = ABOARD_LOSS_ORDER) -> list[int]:
    """Take ``excess`` units out of ``counts``, kinds in ``order``; the kinds taken, in turn."""
    taken: list[int] = []
    for kind in order:
        lost = max(0, min(counts[kind], excess - len(taken)))
        counts[kind] -= lost
        taken.extend([kind] * lost)
    return taken


def _cells(state: State) -> list[list[Cell]]:
    setup = state.setup
    terrains = {terrain.letter: terrain for terrain in setup.rules.terrains}
    rows = [
        [
            Cell(setup.west + column, setup.north + row, terrains[letter])
            for column, letter in enumerate(letters)
        ]
        for row, letters in enumerate(setup.rows)
    ]
    high, wide = len(rows), len(rows[0])
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            cell.near = tuple(
                rows[y + dy][x + dx] if 0 <= y + dy < high and 0 <= x + dx < wide else None
                for dx, dy in DIRECTIONS.values()
            )
    return rows
