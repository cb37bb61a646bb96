"""A whole round, phase by phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from turmwart.games.kingofkings import affairs, orders
from turmwart.games.kingofkings.battle import battle
from turmwart.games.kingofkings.building import build
from turmwart.games.kingofkings.marching import march
from turmwart.games.kingofkings.points import ending, statistics
from turmwart.games.kingofkings.raiding import carry_out, send
from turmwart.games.kingofkings.reading import is_order, read
from turmwart.games.kingofkings.record import Line, Outcome, Record, Statistic
from turmwart.games.kingofkings.sailing import crews, sail
from turmwart.games.kingofkings.setup import Status
from turmwart.games.kingofkings.state import Place, Sheet, State, Tribe
from turmwart.games.kingofkings.supply import supply
from turmwart.games.kingofkings.taking import Refused
from turmwart.games.kingofkings.world import World
from turmwart.kernel.chance import Roll

LAST_PHASE = 5
CANCELLED = Outcome(("odd-spelling",))


@dataclass(frozen=True, slots=True)
class Written:
    """A line that takes part in the round.

    Attributes:
        number: on the sheet, from 1.
        text: as written.
        read: what the reader made of it.
        confirmed: whether a doubtful reading was confirmed.
    """

    number: int
    text: str
    read: orders.Read
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Played:
    """What a round left behind.

    Attributes:
        places: of the state after it.
        tribes: of the state after it.
        statuses: of the state after it.
        record: what happened.
        over: whether the game is over.
        winners: who won.
    """

    places: tuple[Place, ...]
    tribes: tuple[Tribe, ...]
    statuses: tuple[Status, ...]
    record: Record
    over: bool
    winners: tuple[int, ...]


def play_round(state: State, roll: Roll) -> Played:
    """Play the round that the state waits for.

    Raises:
        RollMissing: a roll is needed that nobody has given yet.

    Rule: K-PHASE-1 to K-PHASE-6.
    """
    world = run(state, roll)
    stats = statistics(world)
    vp = {s.player: s.vp for s in stats}
    able = {n: vp[n] for n, tribe in world.tribes.items() if not tribe.npc} or vp
    over, winners = ending(world.options, world.round, able)
    record = record_of(world, stats)
    tribes = tuple(
        _tribe(world, tribe, stat) for tribe, stat in zip(state.tribes, stats, strict=True)
    )
    return Played(world.places(), tribes, world.statuses(), record, over, winners)


def record_of(world: World, stats: tuple[Statistic, ...]) -> Record:
    """What happened so far in the round that a world plays."""
    silent = tuple(n for n in sorted(world.tribes) if world.state.sheet(n) is None)
    return Record(
        world.round,
        tuple(world.lines),
        tuple(world.detections),
        tuple(world.sea_battles),
        tuple(world.raid_records),
        tuple(world.battles),
        tuple(world.notes),
        stats,
        tuple(world.spied),
        tuple(
            (cell.x, cell.y, player)
            for cell in world.cells
            for player in sorted(cell.landed | cell.sailed)
            if player in cell.armies
        ),
        silent,
    )


def run(state: State, roll: Roll, until: int = LAST_PHASE, reverse: bool = False) -> World:
    """Play phases 1 to ``until``, at most 4 of which change the world.

    Args:
        state: between two rounds.
        roll: gives the rolls.
        until: last phase that is carried out.
        reverse: fight the battles of 3.2 in reversed order; nothing may depend on it.

    Raises:
        RollMissing: a roll is needed that nobody has given yet.
    """
    world = World(state, roll)
    sheets = {sheet.player: _written(world, sheet) for sheet in state.sheets}
    for cell in world.cells:
        cell.lying = cell.terrain.wp
    for player, line in _in_turns(world, sheets, named=True):
        _carry_out(world, player, 0, line)
    if until >= 2:
        _second_phase(world, sheets)
    if until >= 3:
        _third_phase(world, reverse)
    if until >= 4:
        supply(world)
    return world


def players_in_order(world: World) -> list[int]:
    """Who comes first in this round. Rule: K-ORDER-22."""
    players = sorted(world.tribes)
    if world.options.order_rotation == "rotate":
        start = (world.round - 1) % len(players)
        return players[start:] + players[:start]
    return players


def _written(world: World, sheet: Sheet) -> list[Written]:
    """The lines that count; those above the limit are reported at once. Rule: K-ORDER-3."""
    numbered = [(n, text) for n, text in enumerate(sheet.lines, 1) if is_order(text)]
    limit = world.options.orders_per_round
    for number, text in numbered[limit:]:
        cut = Outcome(("limit-orders",))
        world.lines.append(Line(sheet.player, number, 0, text, (cut,)))
    return [
        Written(number, text, read(text), number in sheet.confirmed)
        for number, text in numbered[:limit]
    ]


def _in_turns(
    world: World, sheets: Mapping[int, list[Written]], named: bool
) -> Iterator[tuple[int, Written]]:
    """The first line of each player, then the second of each; NAME orders or all others.

    Rule: K-ORDER-22, K-ORDER-23.
    """
    players = players_in_order(world)
    queues = {
        player: [w for w in sheets.get(player, ()) if (w.read.keyword == "NAME") == named]
        for player in players
    }
    for place in range(max(map(len, queues.values()), default=0)):
        for player in players:
            if place < len(queues[player]):
                yield player, queues[player][place]


def _second_phase(world: World, sheets: Mapping[int, list[Written]]) -> None:
    """Rule: K-PHASE-2, K-ORDER-24."""
    places = dict.fromkeys(world.tribes, 0)
    for player, line in _in_turns(world, sheets, named=False):
        places[player] += 1
        _carry_out(world, player, places[player], line)
    crews(world, count_raiders=True)


def _third_phase(world: World, reverse: bool) -> None:
    """Rule: K-PHASE-3, K-PHASE-7, K-RETREAT-11."""
    attacked = [cell for cell in world.cells if cell.attackers]
    closed = frozenset(cell.at for cell in attacked)
    for raid in world.raids:
        carry_out(world, raid, closed)
    for cell in reversed(attacked) if reverse else attacked:
        if cell.attackers:
            battle(world, cell, closed)
    crews(world, count_raiders=False)


def _carry_out(world: World, player: int, place: int, line: Written) -> None:
    """Carry out a line and record its result. Rule: K-ORDER-4, K-ORDER-5, K-ORDER-25."""
    reading = line.read
    if reading.order is None:
        outcomes: tuple[Outcome, ...] = (Outcome((reading.error,)),)
    elif reading.doubtful and not line.confirmed:
        outcomes = (CANCELLED,)
    else:
        try:
            outcomes = _do(world, player, place, reading.order)
        except Refused as refused:
            outcomes = (refused.outcome,)
    world.lines.append(Line(player, line.number, place, line.text, outcomes, reading.meant))


def _do(world: World, player: int, place: int, order: orders.Order) -> tuple[Outcome, ...]:
    match order:
        case orders.Place():
            return build(world, player, order)
        case orders.March():
            return (march(world, player, order),)
        case orders.Sail():
            return (sail(world, player, place, order),)
        case orders.Plunder():
            return (send(world, player, place, order),)
        case orders.Defend():
            return affairs.defend(world, player, order)
        case orders.Name():
            return (affairs.name(world, player, order),)
        case orders.Ally():
            return (affairs.ally(world, player, order),)
        case orders.Give():
            return (affairs.give(world, player, order),)
        case orders.Spy():
            return affairs.spy(world, player, order)


def _tribe(world: World, tribe: Tribe, stat: Statistic) -> Tribe:
    number = tribe.number
    return replace(
        tribe,
        leader=world.leaders[number],
        wp=world.wp[number],
        wood=world.wood[number],
        food=world.food[number],
        vp=stat.vp,
        morale=tribe.morale + world.morale[number],
        generals=world.placed_generals[number],
    )
