"""A battle as a scenario gives it: the position before it, and the commands that lead to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from turmwart.games.wallenstein.board import Board
from turmwart.games.wallenstein.commands import (
    DrawFamineCards,
    MoveArmies,
    OrderFamine,
    RevealPlan,
)
from turmwart.games.wallenstein.events import GrainCollected, TaxCollected
from turmwart.kernel.cubes import Cubes
from turmwart.table.scenarios.run import Unsound
from turmwart.table.scenarios.wallenstein.board import (
    learn_famine,
    learn_neighbours,
    learn_province,
)
from turmwart.table.scenarios.wallenstein.position import Position, actions_first
from turmwart.table.scenarios.wallenstein.run import Run
from turmwart.table.scenarios.wallenstein.seats import GREEN, Seats
from turmwart.table.scenarios.wallenstein.winter import autumn_ends


@dataclass(slots=True)
class Fight:
    """A battle as a scenario gives it.

    Attributes:
        thrown: cubes of the two sides, as the scenario says they were thrown.
        tower: cubes inside before; None: as many as make the fallen ones possible.
        tiles: bonus tile by seat.
        supplies: armies in the supply of a colour, where they are given.
    """

    kind: str
    province: str
    attacker: str
    defender: str
    thrown: Cubes
    tray: Cubes = field(default_factory=Cubes)
    fallen: Cubes = field(default_factory=Cubes)
    tower: Cubes | None = None
    source: str = ""
    markers: int = 0
    buildings: tuple[str, ...] = ()
    action: str = "move_a"
    extra_farmers: int | None = None
    tiles: dict[str, str] = field(default_factory=dict)
    supplies: dict[str, int] = field(default_factory=dict)

    def from_supply(self, colour: str, wanted: int) -> int:
        """How many of ``wanted`` armies the supply of a colour can give (W-BONUS-10)."""
        return min(wanted, self.supplies.get(colour, wanted))


def tower_for(fallen: Cubes, thrown: Cubes) -> Cubes:
    """The fewest cubes inside that let ``fallen`` fall when ``thrown`` goes in."""
    return Cubes.from_counts({c: max(0, fallen[c] - thrown[c]) for c in fallen})


def fight_position(seats: Seats, fight: Fight, board: Board) -> Position:
    """The position before the battle's command."""
    position = Position(seats, board, actions=actions_first(fight.action), event="event_1")
    position.tray = fight.tray
    inside = tower_for(fight.fallen, fight.thrown + fight.tray)
    position.tower = inside.without(*fight.supplies) if fight.tower is None else fight.tower
    position.supplies = dict(fight.supplies)
    for seat, tile in fight.tiles.items():
        position.holding(seat).tile = tile
    attacker, defender = seats.colour(fight.attacker), seats.colour(fight.defender)
    if fight.kind in ("player", "neutral"):
        position.order = (fight.attacker, *(s for s in seats.ids if s != fight.attacker))
        source = fight.source or next(p for p in position.spare(2) if p != fight.province)
        position.board = learn_province(position.board, source)
        position.board = learn_neighbours(position.board, source, fight.province)
        sent = _sent(fight, attacker)
        if sent < 1:
            raise Unsound("scenario.reason.no_mover")
        position.own(source, fight.attacker, sent + 1)
        fight.source = source
    else:
        position.order = (fight.defender, *(s for s in seats.ids if s != fight.defender))
    if fight.kind != "neutral":
        joining = fight.from_supply(defender, _joining(fight, board))
        armies = fight.thrown[defender] - joining
        if armies < 1:
            raise Unsound("scenario.reason.no_defender")
        stand = position.own(fight.province, fight.defender, armies)
        stand.buildings, stand.markers = fight.buildings, fight.markers
    elif fight.markers or fight.buildings:
        raise Unsound("scenario.reason.neutral_bears")
    if fight.kind == "famine":
        _starve(position, fight)
    return position


def _sent(fight: Fight, colour: str) -> int:
    """Armies that move in: those thrown without the one of the tile."""
    extra = 1 if fight.tiles.get(fight.attacker) == "plus_1_attack" else 0
    return fight.thrown[colour] - fight.from_supply(colour, extra)


def _joining(fight: Fight, board: Board) -> int:
    """Armies that join the defender from the supply."""
    joining = 0
    event = board.event("event_1")
    if event.kind == "building_defence" and event.building in fight.buildings:
        joining += (event.value or 0) if fight.kind != "famine" else 0
    if fight.kind == "player" and fight.tiles.get(fight.defender) == "plus_1_defence":
        joining += 1
    return joining


def _starve(position: Position, fight: Fight) -> None:
    """Let the defender's only province revolt for want of one grain."""
    extra = fight.extra_farmers
    if extra is None:
        extra = fight.thrown[GREEN] - fight.markers
    if extra < 0:
        raise Unsound("scenario.reason.few_farmers")
    position.board = learn_famine(position.board, 1, provinces=1, extra_farmers=extra)
    autumn_ends(position)
    position.holding(fight.defender).grain = 0


def begin_fight(run: Run, fight: Fight) -> None:
    """The commands that lead to the throw."""
    if fight.kind in ("player", "neutral"):
        run.do(RevealPlan(fight.attacker, fight.source))
        sent = _sent(fight, run.state.player(fight.attacker).colour)
        run.do(MoveArmies(fight.attacker, fight.province, sent))
    elif fight.kind == "revolt":
        run.do(RevealPlan(fight.defender, fight.province))
        if run.newest(TaxCollected) is None and run.newest(GrainCollected) is None:
            raise Unsound("scenario.reason.not_collected")
    else:
        for seat in run.state.order[run.state.turn :]:
            run.do(RevealPlan(seat, "money"))
        starve(run, fight.defender, (fight.province,))


def starve(run: Run, seat: str, provinces: tuple[str, ...]) -> None:
    """Draw famine cards and choose the order, as far as the rules ask for it."""
    if run.prompt("DrawFamineCards") is not None:
        run.do(DrawFamineCards(seat, provinces))
    if run.prompt("OrderFamine") is not None:
        run.do(OrderFamine(seat, provinces))
