"""What a battle is fought with: units, hitting and nullifying faces, dice to throw, their count."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452.cardtable import Term
from turmwart.games.anno1452.state import OTTOKAR, Battle, BattleRound, State, Units
from turmwart.games.anno1452.steps import Dice, Thrown

ATTACKER = "attacker"
DEFENDER = "defender"
SIDES = (ATTACKER, DEFENDER)

STREAM = "battle"
RELIEF = "relief"
HITS = {"peasants": (6,), "citizens": (5, 6), "soldiers": (4, 5, 6), RELIEF: (6,)}
"""Kind of dice -> faces that hit, without any card.

Rule: A-BATTLE-5, A-BATTLE-25.
"""


def under_way(state: State) -> Battle:
    """The battle that is fought now.

    Raises:
        ValueError: there is none.
    """
    if state.battle is None:
        raise ValueError("no battle is under way")
    return state.battle


def other(side: str) -> str:
    """The other side."""
    return DEFENDER if side == ATTACKER else ATTACKER


def owner_of(battle: Battle, side: str) -> str:
    """Whose Estate or Soldiers fight on a side: a seat or Ottokar."""
    return battle.attacker if side == ATTACKER else battle.defender


def hand_of(state: State, side: str) -> str:
    """The seat that throws and decides for a side.

    Rule: A-OTTO-5.
    """
    owner = owner_of(under_way(state), side)
    return state.deciding_for_ottokar if owner == OTTOKAR else owner


def estate_of(battle: Battle, side: str) -> str:
    """The Estate that fights on a side; empty: Soldiers alone."""
    return battle.force if side == ATTACKER else battle.target


def units(state: State, side: str) -> Units:
    """Units of a side that stand: Peasants and Citizens of its Estate, Soldiers brought.

    Rule: A-BATTLE-1 to A-BATTLE-3, A-ODDS-13 (relief dice as Peasants).
    """
    battle = under_way(state)
    estate = estate_of(battle, side)
    peasants, citizens = 0, 0
    if estate:
        here = state.estate(estate)
        peasants, citizens = here.value, here.citizens
    if state.settings.relief_dice == "peasants":
        peasants += _relief_left(battle, side)
    soldiers = battle.attacker_soldiers if side == ATTACKER else battle.defender_soldiers
    return Units(peasants, citizens, soldiers or 0)


def relief(state: State, side: str) -> int:
    """Relief dice that a side throws in every round beside those of its units.

    Rule: A-BATTLE-23, A-BATTLE-30.
    """
    if state.settings.relief_dice == "peasants":
        return 0
    return _relief_left(under_way(state), side)


def _relief_left(battle: Battle, side: str) -> int:
    return battle.attacker_relief if side == ATTACKER else battle.defender_relief


def effects(state: State, side: str = "") -> Iterator[Term]:
    """Results of the reaction cards played, those that support ``side``; empty: all."""
    for reaction in under_way(state).reactions:
        if side in ("", reaction.side):
            yield from state.board.card(reaction.card).modes[0].result


def hit_faces(state: State, side: str, kind: str) -> tuple[int, ...]:
    """Faces on which dice of a kind hit for a side.

    Args:
        state: with a battle.
        side: ``attacker`` or ``defender``.
        kind: ``peasants``, ``citizens``, ``soldiers``, ``relief``, or a merged group, whose
            kinds hit on the same faces.

    Rule: A-BATTLE-5, A-BATTLE-20, A-BATTLE-30 (Peasant Army does not help relief dice),
    A-CARD-REACT-BUERGERWEHR, A-CARD-REACT-LANDWEHR, A-CARD-REACT-REPEAT.
    """
    kind = kind.split("_")[0]
    faces = set(HITS[kind])
    helped = "" if state.settings.weapon_cards_scope == "both_sides" else side
    for term in effects(state, helped):
        if term.name == "hit_faces" and f"{term.text('unit')}s" == kind:
            faces.update(term.numbers("set"))
    return tuple(sorted(faces))


def nullify_faces(city: bool, treason: int = 0, town: int = 0, village: int = 0) -> tuple[int, ...]:
    """Faces on which defending units nullify, by the cards of each kind played.

    Rule: A-BATTLE-6, A-BATTLE-21, A-BATTLE-22, A-CARD-REACT-DOERFER, A-CARD-REACT-STAEDTE,
    A-CARD-REACT-VERRAT.
    """
    if not city:
        return (1,) if village else ()
    if treason > town:
        return ()
    return (1,) if treason == town else (1, 2)


def nullifying(state: State) -> tuple[int, ...]:
    """Faces on which the defending units of the battle nullify now."""
    played = [term.name for term in effects(state)]
    return nullify_faces(
        under_way(state).city,
        treason=played.count("city_betrayed"),
        town=played.count("city_fortified"),
        village=played.count("nullify_faces"),
    )


def groups(state: State, side: str) -> tuple[tuple[str, int], ...]:
    """Kinds of dice of a side and how many of each, none with no dice.

    With ``merge_equal_groups`` units that hit on the same faces are one group, such as
    ``citizens_soldiers``; relief dice stay apart.

    Rule: A-BATTLE-4, A-DICE-2, A-DICE-6, A-DICE-8.
    """
    standing = units(state, side)
    dice = [
        (kind, count)
        for kind, count in (
            ("peasants", standing.peasants),
            ("citizens", standing.citizens),
            ("soldiers", standing.soldiers),
        )
        if count
    ]
    if state.settings.merge_equal_groups:
        dice = _merged(state, side, dice)
    apart = relief(state, side)
    return (*dice, (RELIEF, apart)) if apart else tuple(dice)


def _merged(state: State, side: str, dice: list[tuple[str, int]]) -> list[tuple[str, int]]:
    merged: dict[tuple[int, ...], list[tuple[str, int]]] = {}
    for kind, count in dice:
        merged.setdefault(hit_faces(state, side, kind), []).append((kind, count))
    return [
        ("_".join(kind for kind, _ in same), sum(count for _, count in same))
        for same in merged.values()
    ]


def parts(count: int, dice_available: int) -> tuple[int, ...]:
    """Sizes of the throws of a group: full ones, then what is left.

    Rule: A-DICE-1, A-DICE-3.
    """
    full, rest = divmod(count, dice_available)
    return (dice_available,) * full + ((rest,) if rest else ())


def throw_plan(state: State) -> tuple[Dice, ...]:
    """The throws of the next round, in the order in which they are shown.

    Rule: A-DICE-1 to A-DICE-8, A-BATTLE-24, A-OTTO-5.
    """
    plan = []
    for side in SIDES:
        for kind, count in groups(state, side):
            sizes = parts(count, state.settings.dice_available)
            for part, size in enumerate(sizes, 1):
                plan.append(
                    Dice(
                        STREAM,
                        kind,
                        size,
                        hand_of(state, side),
                        side,
                        under_way(state).region,
                        estate_of(under_way(state), side),
                        part if len(sizes) > 1 else 0,
                    )
                )
    return tuple(plan)


def throw_values(state: State, dice: Dice) -> tuple[str, tuple[tuple[str, int | str], ...]]:
    """What the prompt of a throw names: which kind of text, and its values.

    Rule: A-DICE-6, A-DICE-7.
    """
    walls = nullifying(state) if dice.side == DEFENDER and dice.kind != RELIEF else ()
    hits = hit_faces(state, dice.side, dice.kind)
    values: list[tuple[str, int | str]] = [
        ("round", len(under_way(state).rounds) + 1),
        ("hits", ", ".join(str(face) for face in hits)),
        ("part", dice.part or 1),
    ]
    if walls:
        values.append(("walls", ", ".join(str(face) for face in walls)))
    return "battle_walls" if walls else "battle", tuple(values)


def count_round(state: State, thrown: tuple[Thrown, ...]) -> BattleRound:
    """What the dice of a round did.

    Rule: A-BATTLE-6 to A-BATTLE-9, A-BATTLE-24 to A-BATTLE-26, A-BATTLE-30.
    """
    walls = nullifying(state)
    hits = {ATTACKER: 0, DEFENDER: 0}
    stopped = 0
    for one in thrown:
        faces = hit_faces(state, one.dice.side, one.dice.kind)
        hits[one.dice.side] += sum(value in faces for value in one.values)
        if one.dice.side == DEFENDER and one.dice.kind != RELIEF:
            stopped += sum(value in walls for value in one.values)
    attacker, defender = units(state, ATTACKER), units(state, DEFENDER)
    nullified = min(stopped, hits[ATTACKER])
    return BattleRound(
        number=len(under_way(state).rounds) + 1,
        attacker=attacker,
        defender=defender,
        attacker_hits=hits[ATTACKER],
        defender_hits=hits[DEFENDER],
        nullified=nullified,
        attacker_losses=min(hits[DEFENDER], attacker.total),
        defender_losses=min(hits[ATTACKER] - nullified, defender.total),
        thrown=thrown,
    )
