"""VERT, NAME, ALL, ABT and SPI: what moves no army."""

from __future__ import annotations

from turmwart.games.kingofkings.isolation import isolated
from turmwart.games.kingofkings.orders import Ally, Defend, Give, Name, Spy
from turmwart.games.kingofkings.record import Outcome, Spied
from turmwart.games.kingofkings.taking import Refused, add
from turmwart.games.kingofkings.world import Cell, World

FULL_ALLY = 5


def defend(world: World, player: int, order: Defend) -> tuple[Outcome, ...]:
    """Set the tactics of up to three provinces. Rule: K-TACTIC-4, K-ISO-4, K-ORDER-11."""
    outcomes = []
    for at, tactic in order.items:
        try:
            _own(world, player, at).tactic = tactic
        except Refused as refused:
            outcomes.append(refused.outcome)
        else:
            outcomes.append(Outcome())
    return tuple(outcomes)


def name(world: World, player: int, order: Name) -> Outcome:
    """Name a province or the leader.

    Raises:
        Refused: the province is off the map or another's.

    Rule: K-ORDER-14, K-ISO-7.
    """
    if order.at is None:
        world.leaders[player] = order.title
    else:
        _own(world, player, order.at).name = order.title
    return Outcome()


def ally(world: World, player: int, order: Ally) -> Outcome:
    """Change a status by one step.

    Raises:
        Refused: towards oneself or nobody, or by more than a step where that is not cut short.

    Rule: K-ALLY-11, K-ALLY-12, K-ISO-7.
    """
    other = order.player
    if other == player:
        raise Refused("own-number")
    if other not in world.tribes:
        raise Refused("bad-count")
    base = world.base.get((player, other), 0)
    reached = min(max(order.status, base - 1), base + 1)
    if reached != order.status and world.options.ally_overstep == "reject":
        raise Refused("status-step")
    world.status[player, other] = reached
    return Outcome() if reached == order.status else Outcome(("status-step",))


def give(world: World, player: int, order: Give) -> Outcome:
    """Give a province away with all that is in it.

    Raises:
        Refused: it may not go to that player now; the code says why.

    Rule: K-ORDER-16, K-ORDER-17, K-ALLY-10.
    """
    cell = _own(world, player, order.at)
    taker = order.player
    if taker == player:
        raise Refused("own-number")
    if taker not in world.tribes:
        raise Refused("bad-count")
    if player in world.given_away:
        raise Refused("limit-abt")
    if isolated(world, cell):
        raise Refused("isolated")
    if world.in_force(player, taker) < FULL_ALLY:
        raise Refused("status-low")
    if cell.attackers:
        raise Refused("under-attack")
    if not cell.troops(player):
        raise Refused("no-units")
    world.given_away.add(player)
    counts = cell.armies.pop(player)
    world.hand_over(player, taker, counts)
    add(cell, taker, counts)
    cell.owner, cell.tactic = taker, "T"
    for moved in (cell.landed, cell.sailed):
        if player in moved:
            moved.add(taker)
    return Outcome()


def spy(world: World, player: int, order: Spy) -> tuple[Outcome, ...]:
    """Pay to know up to three fields.

    Raises:
        Refused: nobody spies where the reports are public.

    Rule: K-ORDER-18, K-ORDER-19, K-ORDER-20, K-ISO-7.
    """
    if world.options.report_mode == "zine":
        raise Refused("zine-spi")
    return tuple(_spy_on(world, player, at) for at in order.items)


def _spy_on(world: World, player: int, at: tuple[int, int]) -> Outcome:
    cost = world.rules.effects.spy_cost_wp
    if world.cell(*at) is None:
        return Outcome(("off-map",))
    if len(world.spied) >= world.options.spy_actions_total:
        return Outcome(("limit-spi",))
    if world.wp[player] < cost:
        return Outcome(("wp-short",))
    world.wp[player] -= cost
    world.spied.append(Spied(player, *at))
    return Outcome()


def _own(world: World, player: int, at: tuple[int, int]) -> Cell:
    cell = world.cell(*at)
    if cell is None:
        raise Refused("off-map")
    if cell.terrain.sea or cell.owner != player:
        raise Refused("not-owner")
    return cell
