"""Phase 5: statistics, victory points, the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turmwart.games.kingofkings.options import Options
from turmwart.games.kingofkings.record import Statistic
from turmwart.games.kingofkings.tables import BO, BU, FU, RE, SC
from turmwart.games.kingofkings.world import TROOP_KINDS, World

CATEGORIES = ("troops", "provinces", "morale", "wp")


def rank(values: Mapping[int, int], points: Sequence[int], needs_positive: bool) -> dict[int, int]:
    """Points for the places that ``values`` give: equal players get those of the lowest place.

    Rule: K-VP-2, K-VP-5, K-VP-6, K-VP-7.
    """
    ordered = sorted(values.values())
    gives: dict[int, int] = {}
    for player, value in values.items():
        place = len(ordered) - _below(ordered, value)
        earns = place <= len(points) and (value > 0 or not needs_positive)
        gives[player] = points[place - 1] if earns else 0
    return gives


def _below(ordered: Sequence[int], value: int) -> int:
    """How many values are less."""
    return sum(1 for other in ordered if other < value)


def statistics(world: World) -> tuple[Statistic, ...]:
    """Statistics and points of all tribes. Rule: K-VP-1 to K-VP-7, K-REPORT-7, K-PHASE-5."""
    units = {number: [0] * (TROOP_KINDS + 1) for number in world.tribes}
    provinces = dict.fromkeys(world.tribes, 0)
    for cell in world.cells:
        if cell.owner:
            provinces[cell.owner] += 1
        for player, army in cell.armies.items():
            for kind, count in enumerate(army):
                units[player][kind] += count
    options = world.options
    whole_game = options.morale_scope == "game"
    morale = {
        number: world.morale[number] + (tribe.morale if whole_game else 0)
        for number, tribe in world.tribes.items()
    }
    ranked = [n for n, tribe in world.tribes.items() if options.npc_ranked or not tribe.npc]
    measured = (
        ({n: sum(units[n][:TROOP_KINDS]) for n in ranked}, options.vp_points_troops),
        ({n: provinces[n] for n in ranked}, options.vp_points_provinces),
        ({n: morale[n] for n in ranked}, options.vp_points_morale),
        ({n: world.collected[n] for n in ranked}, options.vp_points_wp),
    )
    gained = [rank(values, points, options.vp_needs_positive) for values, points in measured]
    found = []
    for number, tribe in sorted(world.tribes.items()):
        points = tuple(gives.get(number, 0) for gives in gained)
        army = units[number]
        found.append(
            Statistic(
                number,
                world.wp[number],
                world.wood[number],
                army[SC],
                army[RE],
                army[BO],
                army[FU],
                army[BU],
                sum(army[:TROOP_KINDS]),
                world.food_made[number],
                provinces[number],
                world.collected[number],
                morale[number],
                points,
                tribe.vp + sum(points),
            )
        )
    return tuple(found)


def ending(options: Options, played: int, vp: Mapping[int, int]) -> tuple[bool, tuple[int, ...]]:
    """Whether the game is over after a round, and who won.

    Args:
        options: in force.
        played: number of the round.
        vp: victory points of all who can win.

    Rule: K-VP-8, K-VP-9.
    """
    most = max(vp.values(), default=0)
    if options.end_by == "rounds":
        over = played >= options.end_rounds
    else:
        over = most >= options.end_points
    winners = tuple(sorted(player for player, points in vp.items() if points == most))
    return over, winners if over else ()
