"""Battles for the tests: ready to be declared, begun, or fought with given dice.

Ada (s1, red) attacks from bayern (e1), Ben (s2, blue) is attacked in tirol (e2), which borders on
it; Cleo (s3, green) looks on. Schwaben and oberitalien border on tirol, boehmen does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from turmwart.games.anno1452.battle import SIDES, under_way
from turmwart.games.anno1452.commands import (
    AssignLosses,
    CommitSoldiers,
    DeclareAttack,
    PassReaction,
    React,
    ThrowDice,
)
from turmwart.games.anno1452.events_battle import BattleDecided, RoundThrown
from turmwart.games.anno1452.events_board import PrestigeChanged
from turmwart.games.anno1452.majority import due_holder
from turmwart.games.anno1452.state import BattleRound, Estate, Holder, Office, State, Turn
from turmwart.games.anno1452.waiting import dice_waiting

from .rounds_play import Play, position

FORCE, TARGET = "e1", "e2"
HERE, THERE = "bayern", "tirol"
SEATS = ("s1", "s2", "s3", "s4")
Force = tuple[int, int, int]
Dice = Mapping[str, Mapping[str, Sequence[int]]]


def field(
    attacker: Force = (3, 0, 0),
    defender: Force = (3, 0, 0),
    *,
    attacker_city: bool = False,
    city: bool = False,
    more: Iterable[tuple[str, str, Mapping[str, Any]]] = (),
    hands: int | Mapping[str, int] = 0,
    **fields: Any,
) -> State:
    """A position in which Ada may attack Ben.

    Args:
        attacker: Peasants, Citizens, Soldiers; with Soldiers Ada is King.
        defender: the same; with Soldiers Ben is King, or Anti-King beside Ada.
        attacker_city: the attacking Estate is a City.
        city: the target is a City.
        more: further Estates as owner, region, fields; their ids go on from e3.
        hands: cards in each hand; 0: nobody is asked for reaction cards.
        fields: as in ``position``.
    """
    first = (HERE, {"value": attacker[0] or 3, "citizens": attacker[1], "city": attacker_city})
    second = (THERE, {"value": defender[0], "citizens": defender[1], "city": city})
    held = hands if isinstance(hands, Mapping) else dict.fromkeys(SEATS, hands)
    state = position(
        {"s1": [first], "s2": [second]},
        hands=held,
        **{"phase": "round", "round": 1, "row": 2, "acting": Turn("s1", 2), **fields},
    )
    added = tuple(Estate(f"e{n}", where, owner, **f) for n, (owner, where, f) in enumerate(more, 3))
    estates = (*state.estates, *added)
    state = replace(state, estates=estates, estates_made=len(estates))
    offices = [Office(s, n) for s, n in (("s1", attacker[2]), ("s2", defender[2])) if n]
    for name, office in zip(("king", "anti_king"), offices, strict=False):
        state = replace(state, king=office) if name == "king" else replace(state, anti_king=office)
    regions = state.board.region_ids
    holders = tuple(Holder(r, seat) for r in regions if (seat := due_holder(state, r)))
    return replace(state, holders=holders)


def declared(state: State, *, alone: bool = False, **brought: int) -> Play:
    """The attack is declared; ``brought`` Soldiers by seat, as far as they are asked."""
    play = Play(state)
    play.do(DeclareAttack("s1", TARGET, "" if alone else FORCE))
    for seat, count in brought.items():
        play.do(CommitSoldiers(seat, count))
    return play


def begun(
    attacker: Force = (3, 0, 0),
    defender: Force = (3, 0, 0),
    *cards: React,
    alone: bool = False,
    **fields: Any,
) -> Play:
    """A battle before its first throw: all Soldiers brought, ``cards`` played, all others pass."""
    if cards:
        fields.setdefault("hands", 3)
    play = declared(field(attacker, defender, **fields), alone=alone)
    for seat, force in (("s1", attacker), ("s2", defender)):
        if force[2]:
            play.do(CommitSoldiers(seat, force[2]))
    for card in cards:
        play.do(replace(card, waived=("A-BATTLE-18",)))
    if play.state.battle is not None and play.state.battle.stage == "reactions":
        play.do(PassReaction(""))
    return play


def throw(play: Play, dice: Dice) -> BattleRound:
    """Throw the dice of a round, side -> kind -> faces; the round as it was counted."""
    left = {(side, kind): list(faces) for side in dice for kind, faces in dice[side].items()}
    while waiting := dice_waiting(play.state):
        first = waiting[0]
        faces = left[first.side, first.kind]
        play.do(ThrowDice(tuple(faces[: first.count])))
        left[first.side, first.kind] = faces[first.count :]
        if first.side == SIDES[1] and len(waiting) == 1:
            break
    assert not any(left.values()), left
    return play.happened(RoundThrown)[-1].round


def keep(play: Play, side: str, units: Force) -> None:
    """Choose what a side keeps."""
    play.do(AssignLosses(side, *units))


def outcome(play: Play) -> str:
    """How the latest battle ended; empty: it goes on."""
    ended = play.happened(BattleDecided)
    return ended[-1].outcome if ended and play.state.battle is None else ""


def stage(play: Play) -> str:
    """The stage of the battle under way."""
    return under_way(play.state).stage


def points(play: Play) -> list[tuple[str, int, str]]:
    """All changes of prestige: seat, points, cause."""
    return [(one.seat, one.delta, one.cause) for one in play.happened(PrestigeChanged)]


def miss(state: State) -> tuple[int, ...]:
    """Faces for the throw that is asked first with which nothing happens."""
    return (3,) * dice_waiting(state)[0].count


def throw_misses(play: Play) -> None:
    """A whole round in which nothing happens."""
    for _ in range(len(dice_waiting(play.state))):
        play.do(ThrowDice(miss(play.state)))
