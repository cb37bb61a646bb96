"""Forces and reaction cards as the table names them, made into what the dice see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from turmwart.games.anno1452.odds_side import (
    ATTACKER,
    DEFENDER,
    KINDS,
    MOST,
    SIDES,
    STRONGEST_FIRST,
    WEAKEST_FIRST,
    Battle,
    Faces,
    Side,
    order,
)
from turmwart.kernel.decision import Objection

VILLAGE = "reaction-befestigte-doerfer"
TOWN = "reaction-befestigte-staedte"
MILITIA = "reaction-buergerwehr"
RELIEF = "reaction-entsatzheer"
CHILDBED = "reaction-kindbett"
ARMY = "reaction-landwehr"
TREASON = "reaction-verrat"

COPIES = {VILLAGE: 2, TOWN: 2, MILITIA: 2, RELIEF: 2, CHILDBED: 3, ARMY: 2, TREASON: 3}
"""Reaction card -> how many of it the deck holds."""

HELPS = {VILLAGE: DEFENDER, TOWN: DEFENDER, TREASON: ATTACKER}
"""Card -> the side it always helps; the others help the side their player names."""

MOST_CARDS = 4
"""Four players, one reaction card each."""

MOST_RELIEF = 15
"""A player owns 16 Estates; of an attacker's one fights, of a defender's one is attacked."""

ARMY_SOLDIERS = 12
WITHOUT_CITY = 3
"""The most Citizens at an Estate that is no City."""


@dataclass(frozen=True, slots=True)
class Force:
    """One side as it stands on the board.

    Attributes:
        peasants: 0 to 3, the value of the Estate; 0 for Soldiers alone.
        citizens: 0 to 6.
        soldiers: 0 to 12.
        city: whether the Estate is a City; that of an attacker changes nothing.
        relief: relief dice from Relieving Forces played before.
        policy: in which order units are given up, one of ``POLICIES``.
    """

    peasants: int = 0
    citizens: int = 0
    soldiers: int = 0
    city: bool = False
    relief: int = 0
    policy: str = WEAKEST_FIRST

    @property
    def units(self) -> tuple[int, int, int]:
        """Peasants, Citizens and Soldiers."""
        return self.peasants, self.citizens, self.soldiers


@dataclass(frozen=True, slots=True)
class Played:
    """A reaction card in a battle.

    Attributes:
        card: its id.
        side: the side it helps.
        estates: how many Estates a Relieving Force reduces; 0 for all other cards.
        throw: number of the round before whose throw it is played; 1 is before the first.
    """

    card: str
    side: str
    estates: int = 0
    throw: int = 1


@dataclass(frozen=True, slots=True)
class House:
    """Settings of the table that a battle depends on, by their names in the rules.

    Attributes:
        last_peasant_last: the last Peasant of a side is lost last.
        loss_choice: ``owner``, ``opponent`` or ``weakest_first``.
        relief_dice: ``dice``, or ``peasants`` that can be lost and nullify.
        weapon_cards_scope: ``one_side`` or ``both_sides`` profit from Peasant Army and Militia.
        reaction_window: ``before_first_throw`` or ``before_every_throw``.
    """

    last_peasant_last: bool = True
    loss_choice: str = "owner"
    relief_dice: str = "dice"
    weapon_cards_scope: str = "one_side"
    reaction_window: str = "before_first_throw"


BY_DEFAULT = House()


def objection(card: Played, before: Sequence[Played], city: bool, house: House) -> Objection | None:
    """What speaks against playing ``card``.

    Args:
        card: that somebody wants to play.
        before: cards played for this attack already.
        city: whether the attacked Estate is a City.
        house: settings of the table.

    Rule: A-BATTLE-16, A-BATTLE-17, A-BATTLE-19, A-BATTLE-21, A-BATTLE-23, A-CARD-REACT-DOERFER,
    A-CARD-REACT-STAEDTE, A-CARD-REACT-VERRAT.
    """
    name = (("card", f"@odds.card.{card.card}"),)
    if card.card in (TOWN, TREASON) and not city:
        return Objection("A-BATTLE-21", "odds.objection.needs_city", name)
    if card.card == VILLAGE and city:
        return Objection("A-BATTLE-21", "odds.objection.needs_village", name)
    if HELPS.get(card.card, card.side) != card.side:
        helped = (("side", f"@odds.side.{HELPS[card.card]}"), ("word", HELPS[card.card]))
        return Objection("A-BATTLE-19", "odds.objection.other_side", (*name, *helped))
    if card.throw > 1 and house.reaction_window == "before_first_throw":
        return Objection("A-BATTLE-17", "odds.objection.late", name)
    copies = COPIES[card.card]
    if sum(other.card == card.card for other in before) >= copies:
        return Objection("A-INV-4", "odds.objection.copies", (*name, ("copies", copies)))
    if len(before) >= MOST_CARDS:
        return Objection("A-BATTLE-16", "odds.objection.players", (("most", MOST_CARDS),))
    if not (1 <= card.estates <= MOST_RELIEF if card.card == RELIEF else card.estates == 0):
        detail = "estates" if card.card == RELIEF else "no_estates"
        return Objection("A-BATTLE-23", f"odds.objection.{detail}", (*name, ("most", MOST_RELIEF)))
    return None


def battle_of(
    attacker: Force, defender: Force, cards: Sequence[Played] = (), house: House = BY_DEFAULT
) -> Battle:
    """What the dice see of a battle with all ``cards`` in force.

    Raises:
        ValueError: a number of units the game does not have, a side without units, an unknown
            card, side or policy.

    Rule: A-BATTLE-2, A-BATTLE-5 to A-BATTLE-7, A-BATTLE-20, A-BATTLE-23, A-BATTLE-30, A-ODDS-1,
    A-ODDS-2, A-ODDS-13.
    """
    for name, force in ((ATTACKER, attacker), (DEFENDER, defender)):
        for kind, number in zip(KINDS, force.units, strict=True):
            if not 0 <= number <= MOST[kind]:
                raise ValueError(f"{name}: 0 to {MOST[kind]} {kind}, not {number}")
        if force.relief < 0:
            raise ValueError(f"{name}: {force.relief} relief dice")
    for card in cards:
        if card.card not in COPIES or card.side not in SIDES or card.estates < 0 or card.throw < 1:
            raise ValueError(f"no such card in a battle: {card}")
    standing = (
        relieved(attacker.units, attacker.relief, ATTACKER, cards, house),
        relieved(defender.units, defender.relief, DEFENDER, cards, house),
    )
    return battle_between(attacker, defender, standing, cards, house)


Standing = tuple[tuple[int, int, int], int]
"""Peasants, Citizens and Soldiers that stand, and relief dice."""


def relieved(
    units: tuple[int, int, int], relief: int, name: str, cards: Sequence[Played], house: House
) -> Standing:
    """Units and relief dice of a side once ``cards`` are played.

    Rule: A-BATTLE-23, A-CARD-REACT-ENTSATZHEER, A-ODDS-13 (``relief_dice = "peasants"``).
    """
    relief += sum(card.estates for card in cards if card.card == RELIEF and card.side == name)
    if house.relief_dice == "peasants":
        return (units[0] + relief, units[1], units[2]), 0
    return units, relief


def battle_between(
    attacker: Force,
    defender: Force,
    standing: tuple[Standing, Standing],
    cards: Sequence[Played],
    house: House,
) -> Battle:
    """What the dice see when of both forces only ``standing`` is left.

    Rule: A-BATTLE-20, A-CARD-REACT-LANDWEHR, A-CARD-REACT-BUERGERWEHR, A-CARD-REACT-KINDBETT (no
    effect on dice), A-CARD-REACT-REPEAT.
    """
    return Battle(
        _side(standing[0], attacker.policy, ATTACKER, cards, house),
        _side(standing[1], defender.policy, DEFENDER, cards, house),
        nullifying(defender.city, [card.card for card in cards]),
    )


def nullifying(city: bool, cards: Sequence[str]) -> int:
    """On how many faces, from 1 up, the units of the attacked Estate nullify.

    Rule: A-BATTLE-6, A-BATTLE-21, A-BATTLE-22.
    """
    if not city:
        return int(VILLAGE in cards)
    treasons, towns = cards.count(TREASON), cards.count(TOWN)
    if treasons > towns:
        return 0
    return 1 if treasons == towns else 2


def still_playable(
    cards: Sequence[Played], city: bool, house: House = BY_DEFAULT, most_estates: int = 3
) -> Iterator[Played]:
    """Each card that changes dice and could be played next, for each side that it can help.

    Args:
        cards: played already.
        city: whether the attacked Estate is a City.
        house: settings of the table.
        most_estates: a Relieving Force comes once for each number of Estates up to this.
    """
    throw = max((card.throw for card in cards), default=1)
    for side in SIDES:
        for name in COPIES:
            if name == CHILDBED or HELPS.get(name, side) != side:
                continue
            for estates in range(1, most_estates + 1) if name == RELIEF else (0,):
                card = Played(name, side, estates, throw)
                if objection(card, cards, city, house) is None:
                    yield card


def doubts(attacker: Force, defender: Force) -> tuple[Objection, ...]:
    """Why the forces cannot stand so on a board; the odds hold all the same."""
    found = []
    if attacker.soldiers + defender.soldiers > ARMY_SOLDIERS:
        most = (("most", ARMY_SOLDIERS),)
        found.append(Objection("A-DICE-5", "odds.doubt.soldiers", most))
    for side, force in ((ATTACKER, attacker), (DEFENDER, defender)):
        named = (("side", f"@odds.side.{side}"), ("most", WITHOUT_CITY))
        if force.citizens > WITHOUT_CITY and not force.city:
            found.append(Objection("A-STATE-7", "odds.doubt.citizens", named))
        if force.peasants == 0 and (side == DEFENDER or force.citizens):
            found.append(Objection("A-BATTLE-29", "odds.doubt.peasants", named))
    return tuple(found)


def _side(
    standing: Standing, policy: str, name: str, cards: Sequence[Played], house: House
) -> Side:
    both = house.weapon_cards_scope == "both_sides"
    armed = {card.card for card in cards if both or card.side == name}
    faces = Faces()
    if ARMY in armed:
        faces = replace(faces, peasants=2)
    if MILITIA in armed:
        faces = replace(faces, citizens=3)
    units, relief = standing
    chosen = {"opponent": STRONGEST_FIRST, "weakest_first": WEAKEST_FIRST}
    given_up = chosen.get(house.loss_choice, policy)
    return Side(order(units, given_up, faces, house.last_peasant_last), faces, relief)
