"""A battle as an example gives it: forces, cards, dice; fought through the commands of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from turmwart.games.anno1452.battle import SIDES, units
from turmwart.games.anno1452.commands import (
    AssignLosses,
    CommitSoldiers,
    DeclareAttack,
    PassReaction,
    React,
    ThrowDice,
)
from turmwart.games.anno1452.losses import open_sides
from turmwart.games.anno1452.state import OTTOKAR, Battle, State, Units
from turmwart.games.anno1452.waiting import dice_waiting
from turmwart.table.scenarios.anno1452.position import COLOURS, Position
from turmwart.table.scenarios.anno1452.run import Run
from turmwart.table.scenarios.run import Broken
from turmwart.table.scenarios.values import Reader, whole

FROM, TARGET, BESIDE = "bayern", "tirol", "schwaben"
"""Regions of the made-up board: the attacker's, the defender's, one that borders on both."""

RELIEF = "reaction-entsatzheer"
OUT_OF_TURN = ("A-BATTLE-18",)
"""Cards of an example stand in no order of asking."""

THIRD = "third_party_for_"
DICE = ("peasants", "citizens", "soldiers", "relief")
Faces = Mapping[tuple[str, str], tuple[int, ...]]
"""Side and kind -> faces."""


@dataclass
class Field:
    """A position from which a battle is declared.

    Attributes:
        position: with all Estates.
        force: attacking Estate; empty: Soldiers alone.
        target: Estate attacked.
        soldiers: Soldiers that each side brings.
        relief: Estates that can be reduced for each side.
    """

    position: Position
    force: str
    target: str
    soldiers: tuple[int, int]
    relief: tuple[tuple[str, ...], tuple[str, ...]]


def field_of(given: Reader, position: Position) -> Field:
    """Put both forces on the board."""
    estates, soldiers, relief = [], [], []
    defaults = dict(zip(SIDES, COLOURS, strict=False))
    for side, region in zip(SIDES, (FROM, TARGET), strict=True):
        force = given.reader(side)
        owner = force.word("player", (*position.colours, OTTOKAR), defaults[side])
        peasants, citizens = force.whole("peasants", 0, 0, 3), force.whole("citizens", 0, 0, 6)
        city = force.flag("city", False)
        force.whole_or_none("estate", 0, 0)
        estates.append(position.estate(owner, region, peasants, city, citizens) if peasants else "")
        soldiers.append(force.whole("soldiers", 0, 0, 12))
        count = force.whole("relief", 0, 0, 4)
        relief.append(tuple(position.estate(owner, BESIDE) for _ in range(count)))
        force.flag("king", False)
    _crown(given, position, soldiers)
    position.turn(COLOURS[0])
    return Field(
        position,
        estates[0],
        estates[1],
        (soldiers[0], soldiers[1]),
        (relief[0], relief[1]),
    )


def _crown(given: Reader, position: Position, soldiers: list[int]) -> None:
    stock = given.whole("king_soldiers_before", max(soldiers), 0, 12)
    if soldiers[0]:
        position.king(COLOURS[0], stock)
        if soldiers[1]:
            position.anti_king(COLOURS[1], soldiers[1])
    elif soldiers[1]:
        position.king(COLOURS[1], stock)


def cards_of(given: Reader, field: Field) -> list[React]:
    """The reaction cards of an example, one of each player; they come into the hands."""
    cards = given.reader("cards")
    played = []
    for side, own in zip(SIDES, COLOURS, strict=False):
        for key, colour in ((side, own), (f"{THIRD}{side}", COLOURS[2])):
            for card in cards.texts(key):
                estates = field.relief[SIDES.index(side)] if card == RELIEF else ()
                played.append(React(field.position.seat(colour), card, side, estates, OUT_OF_TURN))
                field.position.hand(colour, [card])
    return played


def declare(field: Field, cards: list[React]) -> Run:
    """Declare the battle, bring Soldiers, play the cards; the first throw is waited for.

    Raises:
        Refused: a rule speaks against it.
    """
    run = Run(field.position.state)
    run.do(DeclareAttack(field.position.seat(COLOURS[0]), field.target, field.force))
    for colour, count in zip(COLOURS, field.soldiers, strict=False):
        if count:
            run.do(CommitSoldiers(field.position.seat(colour), count))
    for card in cards:
        run.do(card)
    window_closed(run)
    return run


def window_closed(run: Run) -> None:
    """Nobody plays another card."""
    if fought(run.state).stage == "reactions":
        run.do(PassReaction(""))


def fought(state: State) -> Battle:
    """The battle under way, or the one that has just ended.

    Raises:
        Broken: there was none.
    """
    battle = state.battle or state.last_battle
    if battle is None:
        raise Broken("no battle was fought")
    return battle


def faces_of(dice: Reader) -> Faces:
    """The dice of a round: side -> kind -> faces."""
    return {
        (side, kind): tuple(whole(face, sides.place(kind), 1, 6) for face in sides.items(kind))
        for side in SIDES
        for sides in (dice.reader(side),)
        for kind in DICE
    }


def throw(run: Run, faces: Faces, left: Mapping[str, Units]) -> None:
    """Throw the dice of one round, then give up what ``left`` says by side.

    Raises:
        Broken: other dice are waited for than the example throws.
        Refused: a rule speaks against dice or losses.
    """
    open_ones = {key: list(values) for key, values in faces.items()}
    rounds = len(fought(run.state).rounds)
    while len(fought(run.state).rounds) == rounds:
        dice = dice_waiting(run.state)[0]
        own = open_ones[dice.side, dice.kind]
        values, open_ones[dice.side, dice.kind] = own[: dice.count], own[dice.count :]
        run.do(ThrowDice(tuple(values)))
    if any(open_ones.values()):
        raise Broken("the example throws more dice than the battle asks for")
    for side, kept in left.items():
        # Where there is only one way to lose, nobody is asked.
        if run.state.battle is not None and side in open_sides(run.state):
            run.do(AssignLosses(side, kept.peasants, kept.citizens, kept.soldiers))
    for side, kept in left.items():
        if run.state.battle is not None and units(run.state, side) != kept:
            raise Broken(f"the {side} keeps {units(run.state, side)}")
