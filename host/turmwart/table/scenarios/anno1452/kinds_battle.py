"""Compact kinds of battles: a round, a battle, its prestige, conquests, reaction cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from turmwart.games.anno1452.battle import SIDES
from turmwart.games.anno1452.commands import DeclareAttack, PlayChildbed, React
from turmwart.games.anno1452.events_battle import BattleDecided, BattleEnded, RoundThrown
from turmwart.games.anno1452.events_board import EstatePlaced, EstateRemoved
from turmwart.games.anno1452.state import OTTOKAR, BattleRound, Estate, InForce, State, Units
from turmwart.table.scenarios.anno1452.fight import (
    FROM,
    OUT_OF_TURN,
    TARGET,
    Faces,
    Field,
    cards_of,
    declare,
    faces_of,
    field_of,
    fought,
    throw,
    window_closed,
)
from turmwart.table.scenarios.anno1452.kinds_board import counts_of, numbers
from turmwart.table.scenarios.anno1452.position import (
    COLOURS,
    Position,
    colour_or_nobody,
    settings_of,
)
from turmwart.table.scenarios.anno1452.run import Run
from turmwart.table.scenarios.values import Reader

OUTCOMES = ("attacker", "defender", "mutual")
CHILDBED, LADY = "reaction-kindbett", "marriage-anna"
ONE_PEASANT: dict[str, tuple[int, int]] = {"attacker": (6, 2), "defender": (2, 6), "mutual": (6, 6)}
"""What a Peasant on each side throws for an outcome."""


def battle_round(given: Reader) -> dict[str, Any]:
    """One round: hits, nullifications, losses, whether the battle is over."""
    field = field_of(given, Position(COLOURS[:3], settings_of(given)))
    run = declare(field, cards_of(given, field))
    throw(run, faces_of(given.reader("when").reader("dice")), {})
    found = run.happened(RoundThrown)[-1].round
    return {
        "attacker_hits": found.attacker_hits,
        "defender_hits": found.defender_hits,
        "nullified": found.nullified,
        "losses": _losses(found),
        "over": bool(run.happened(BattleDecided)),
    }


def _losses(found: BattleRound) -> dict[str, int]:
    return {"attacker": found.attacker_losses, "defender": found.defender_losses}


def battle(given: Reader) -> dict[str, Any]:
    """A whole battle, with all that follows from it."""
    position = Position(COLOURS[:3], settings_of(given))
    field = field_of(given, position)
    for colour, value in counts_of(given.reader("prestige")).items():
        position.player(colour, prestige=value)
    before = position.state
    run = declare(field, cards_of(given, field))
    for thrown in given.reader("when").readers("rounds"):
        left = {side: _left(thrown, f"{side}_left") for side in SIDES if f"{side}_left" in thrown}
        throw(run, faces_of(thrown.reader("dice")), left)
    return {"outcome": fought(run.state).outcome or None, **_after(run, position, before)}


def _left(thrown: Reader, key: str) -> Units:
    peasants, citizens, soldiers = numbers(thrown, key)
    return Units(peasants, citizens, soldiers)


def _after(run: Run, position: Position, before: State) -> dict[str, Any]:
    colours = {colour: position.seat(colour) for colour in position.colours}
    removed = [event.estate.owner for event in run.happened(EstateRemoved)]
    placed = [event.estate for event in run.happened(EstatePlaced)]
    new = run.state.estate(placed[-1].id) if placed else None
    soldiers = sum(event.soldiers_lost for event in run.happened(BattleEnded))
    return {
        "rounds": [{"losses": _losses(event.round)} for event in run.happened(RoundThrown)],
        "estates_removed": {colour: removed.count(seat) for colour, seat in colours.items()},
        "estates_placed": {
            colour: sum(one.owner == seat for one in placed) for colour, seat in colours.items()
        },
        "new_estate": _new(new, position) if new is not None else None,
        "city_discs_to_supply": run.state.cities_left - before.cities_left,
        "king_soldiers_after": run.state.king.soldiers,
        "soldiers_to_supply": soldiers,
        "prestige": {colour: run.state.player(seat).prestige for colour, seat in colours.items()},
    }


def _new(estate: Estate, position: Position) -> dict[str, Any]:
    return {
        "owner": position.colour(estate.owner),
        "value": estate.value,
        "city": estate.city,
        "citizens": estate.citizens,
    }


def _small(position: Position, defender: str = COLOURS[1], city: bool = False) -> Field:
    """One Peasant against one Peasant."""
    force = position.estate(COLOURS[0], FROM, 1)
    target = position.estate(defender, TARGET, 1, city)
    position.turn(COLOURS[0])
    return Field(position, force, target, (0, 0), ((), ()))


def _decided(field: Field, winner: str) -> Run:
    """The battle of two Peasants is fought in one round."""
    run = declare(field, [])
    throw(run, _one_each(winner), {})
    return run


def _one_each(winner: str) -> Faces:
    faces = zip(SIDES, ONE_PEASANT[winner], strict=True)
    return {(side, "peasants"): (face,) for side, face in faces}


def battle_prestige(given: Reader) -> dict[str, Any]:
    """What a battle does to the prestige of both sides."""
    deltas: dict[str, list[int]] = {"attacker_delta": [], "defender_delta": []}
    for case in given.readers("cases"):
        winner = case.word("winner", OUTCOMES)
        defender = case.word("defender", (OTTOKAR, COLOURS[1]), COLOURS[1])
        against_ottokar = defender == OTTOKAR
        position = Position(COLOURS[:2], settings_of(given), ottokar=against_ottokar)
        field = _small(position, defender)
        for colour in COLOURS[:2]:
            position.player(colour, prestige=10)
        if case.flag("target_excommunicated", False):
            position.change(in_force=InForce(excommunicated=(position.seat(defender),)))
        run = _decided(field, winner)
        attacking, defending = (run.state.player(seat).prestige - 10 for seat in ("s1", "s2"))
        deltas["attacker_delta"].append(attacking)
        deltas["defender_delta"].append(defending)
    return dict(deltas)


def conquest_city(given: Reader) -> dict[str, Any]:
    """What becomes of the City disc of a conquered Estate."""
    found: dict[str, list[Any]] = {"new_estate_has_city": [], "city_discs_to_supply": []}
    for case in given.readers("cases"):
        position = Position(COLOURS[:2], settings_of(given))
        field = _small(position, city=case.flag("city", False))
        if case.flag("migration_er", False):
            position.change(in_force=InForce(cities_destroyed=True))
        before = position.state
        run = _decided(field, "attacker")
        found["new_estate_has_city"].append(run.state.estates[-1].city)
        found["city_discs_to_supply"].append(run.state.cities_left - before.cities_left)
    return dict(found)


def conquest_bookkeeping(given: Reader) -> dict[str, Any]:
    """A conquest within a region: Estates, prestige, the Principality card."""
    estates, prestige = counts_of(given.reader("estates")), counts_of(given.reader("prestige"))
    when = given.reader("when")
    position = Position([c for c in COLOURS if c in estates], settings_of(given))
    position.limit(FROM, given.whole("limit", 4, 2, 6))
    attacker = when.word("attacker", position.colours)
    defender = when.word("defender", position.colours)
    made: dict[str, str] = {}
    for colour, count in estates.items():
        for _ in range(count):
            fights = colour in (attacker, defender) and colour not in made
            estate = position.estate(colour, FROM, 1 if fights else 3)
            made.setdefault(colour, estate)
    for colour, value in prestige.items():
        position.player(colour, prestige=value)
    held = colour_or_nobody(given, "holder")
    if held:
        position.holder(FROM, held)
    if not when.flag("declared", True):
        # Only attacks on the excommunicated cost no point (A-BATTLE-11).
        position.change(in_force=InForce(excommunicated=(position.seat(defender),)))
    position.turn(attacker)
    run = Run(position.state)
    run.do(DeclareAttack(position.seat(attacker), made[defender], made[attacker]))
    throw(run, _one_each(when.word("winner", OUTCOMES)), {})
    return {
        "estates": {
            colour: sum(one.owner == position.seat(colour) for one in run.state.within(FROM))
            for colour in position.colours
        },
        "new_estate_value": run.state.estates[-1].value,
        "holder": position.colour(run.state.holder(FROM)),
        "prestige": {
            colour: run.state.player(position.seat(colour)).prestige for colour in position.colours
        },
    }


def reaction_legal(given: Reader) -> dict[str, Any]:
    """Whether a player may play a reaction card in an attack of red on blue."""
    found = []
    for case in given.readers("cases"):
        position = Position(COLOURS[:3], settings_of(case))
        field = _small(position, city=case.flag("defender_city", False))
        position.in_front("blue", LADY)
        colour, card = case.word("player", position.colours), case.text("card")
        seat = position.seat(colour)
        for holder in position.colours:
            position.hand(holder, [], 2)
        run = Run(position.state)
        run.do(DeclareAttack("s1", field.target, field.force))
        if case.flag("already_played_for_this_action", False):
            run.state = replace(run.state, reacted=(seat,))
        if case.flag("first_throw_done", False):
            window_closed(run)
            throw(run, {(side, "peasants"): (2,) for side in SIDES}, {})
        command: Any = PlayChildbed(seat, position.seat("blue"))
        if card != CHILDBED:
            side = "" if colour in COLOURS[:2] else "defender"
            command = React(seat, card, side, waived=OUT_OF_TURN)
        found.append(run.objects(command) is None)
    return {"legal": found}


KINDS_HERE = {
    "battle_round": battle_round,
    "battle": battle,
    "battle_prestige": battle_prestige,
    "conquest_city": conquest_city,
    "conquest_bookkeeping": conquest_bookkeeping,
    "reaction_legal": reaction_legal,
}
