"""What follows from a battle that is decided: Estates, Cities, prestige, Soldiers, cards."""

from __future__ import annotations

from dataclasses import replace

from turmwart.games.anno1452 import prestige
from turmwart.games.anno1452.battle import ATTACKER, DEFENDER, estate_of, other, owner_of, under_way
from turmwart.games.anno1452.estates import new_estate
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_battle import BattleEnded
from turmwart.games.anno1452.events_board import (
    CityLost,
    EstatePlaced,
    EstateReduced,
    EstateRemoved,
)
from turmwart.games.anno1452.reducing import surplus_leaves
from turmwart.games.anno1452.state import OTTOKAR, Battle, State
from turmwart.games.anno1452.unfold import Unfolding

MUTUAL = "mutual"
CONQUERED_VALUE = 1
"""Value of a conquered Estate; also of a winner's whose last Peasant was lost before others."""


def aftermath(state: State) -> tuple[Event, ...]:
    """All that follows from the outcome, in order, before majorities and titles.

    Rule: A-BATTLE-34 to A-BATTLE-43, A-BATTLE-46, A-OTTO-9.
    """
    battle = under_way(state)
    chain = Unfolding(state)
    if battle.outcome == MUTUAL:
        for side in (ATTACKER, DEFENDER):
            _remove(chain, battle, side, MUTUAL)
    elif battle.outcome == ATTACKER:
        _keep(chain, battle, ATTACKER)
        _conquer(chain, battle)
    else:
        _keep(chain, battle, DEFENDER)
        _remove(chain, battle, ATTACKER, "defeat")
    if battle.outcome != MUTUAL:
        _pass_prestige(chain, battle)
    brought = sum(count for _, count in battle.brought)
    chain.add(BattleEnded(brought, tuple(reaction.card for reaction in battle.reactions)))
    return chain.events


def _remove(chain: Unfolding, battle: Battle, side: str, cause: str) -> None:
    """Rule: A-BATTLE-39, A-BATTLE-40 (Soldiers alone lose no Estate)."""
    estate = estate_of(battle, side)
    if estate:
        chain.add(EstateRemoved(chain.state.estate(estate), cause))


def _keep(chain: Unfolding, battle: Battle, side: str) -> None:
    """The winner's Estate stays as it is; no token shows 0, so it has at least value 1.

    Rule: A-BATTLE-38, A-OPEN-10.
    """
    estate = estate_of(battle, side)
    if estate and chain.state.estate(estate).value < CONQUERED_VALUE:
        chain.add(
            EstateReduced(estate, chain.state.estate(estate).value, CONQUERED_VALUE, "battle")
        )
    if estate:
        chain.extend(surplus_leaves(chain.state, chain.state.estate(estate)))


def _conquer(chain: Unfolding, battle: Battle) -> None:
    """Rule: A-BATTLE-35, A-BATTLE-36, A-BATTLE-37, A-COMP-12, A-CARD-SPEC-VOELKERWANDERUNG-ER."""
    lost = chain.state.estate(battle.target)
    chain.add(EstateRemoved(lost, "conquest"))
    if not chain.state.estates_left(battle.attacker):
        return
    here = new_estate(chain.state, battle.attacker, battle.region, CONQUERED_VALUE)
    chain.add(EstatePlaced(replace(here, city=lost.city), "conquest"))
    if lost.city and chain.state.in_force.cities_destroyed:
        chain.add(CityLost(here.id, "conquest"))


def _pass_prestige(chain: Unfolding, battle: Battle) -> None:
    """The loser's point first, then the winner's.

    Rule: A-BATTLE-11, A-BATTLE-41, A-BATTLE-46; ``excommunication_scope``.
    """
    winner = owner_of(battle, battle.outcome)
    loser = owner_of(battle, other(battle.outcome))
    spared = (
        loser == battle.attacker
        and chain.state.settings.excommunication_scope == "declaration_and_transfer"
        and battle.defender in chain.state.in_force.excommunicated
    )
    if loser != OTTOKAR and not spared:
        chain.extend(prestige.change(chain.state, loser, -1, "defeat", battle.target))
    if winner != OTTOKAR:
        chain.extend(prestige.change(chain.state, winner, 1, "victory", battle.target))
