"""The odds of the battle that is fought, from the units still standing."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.anno1452.attack import soldiers_of
from turmwart.games.anno1452.battle import ATTACKER, DEFENDER, estate_of, under_way, units
from turmwart.games.anno1452.odds_cards import RELIEF, Force, House, Played
from turmwart.games.anno1452.odds_prestige import Stakes, stakes
from turmwart.games.anno1452.odds_side import WEAKEST_FIRST
from turmwart.games.anno1452.state import OTTOKAR, State


@dataclass(frozen=True, slots=True)
class Outlook:
    """What ``odds_late.odds_of`` takes: both forces, the cards in force, the table's readings."""

    attacker: Force
    defender: Force
    cards: tuple[Played, ...]
    house: House


def outlook(
    state: State, attacker_policy: str = WEAKEST_FIRST, defender_policy: str = WEAKEST_FIRST
) -> Outlook:
    """The battle under way as the odds name it.

    Rule: A-ODDS-12.

    Raises:
        ValueError: no battle is under way.
    """
    battle = under_way(state)
    return Outlook(
        _force(state, ATTACKER, attacker_policy),
        _force(state, DEFENDER, defender_policy),
        # The dice of Relieving Forces stand with the forces: some may be lost already.
        tuple(Played(one.card, one.side) for one in battle.reactions if one.card != RELIEF),
        house(state),
    )


def imagined(state: State, seat: str, force: str, target: str) -> Outlook:
    """An attack that nobody has declared yet, without cards.

    Args:
        state: the game.
        seat: the attacker.
        force: the attacking Estate, without Soldiers; empty for all Soldiers alone.
        target: the Estate attacked, without Soldiers.

    Rule: section 11, A-BATTLE-2.
    """
    against = state.estate(target)
    if force:
        own = state.estate(force)
        attacker = Force(own.value, own.citizens, city=own.city)
    else:
        attacker = Force(soldiers=soldiers_of(state, seat))
    defender = Force(against.value, against.citizens, city=against.city)
    return Outlook(attacker, defender, (), house(state))


def at_stake(state: State, target: str) -> Stakes:
    """The points that an attack on an Estate puts at stake.

    Rule: A-BATTLE-10, A-BATTLE-11, A-BATTLE-41, A-BATTLE-46.
    """
    owner = state.estate(target).owner
    return stakes(
        owner in state.in_force.excommunicated,
        owner == OTTOKAR,
        state.settings.excommunication_scope,
    )


def house(state: State) -> House:
    """The table's readings that a battle depends on."""
    settings = state.settings
    return House(
        settings.last_peasant_last,
        settings.loss_choice,
        settings.relief_dice,
        settings.weapon_cards_scope,
        settings.reaction_window,
    )


def _force(state: State, side: str, policy: str) -> Force:
    battle = under_way(state)
    standing = units(state, side)
    relief = battle.attacker_relief if side == ATTACKER else battle.defender_relief
    estate = estate_of(battle, side)
    own = state.estate(estate).value if estate else 0
    city = battle.city if side == DEFENDER else bool(estate) and state.estate(estate).city
    return Force(own, standing.citizens, standing.soldiers, city, relief, policy)
