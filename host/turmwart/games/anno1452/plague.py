"""The Pestilence goes over the map."""

from __future__ import annotations

from dataclasses import replace

from turmwart.games.anno1452.cardtable import Term
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import (
    Asked,
    CitizensLost,
    EstateRemoved,
    StepChanged,
    StepEnded,
)
from turmwart.games.anno1452.reducing import reduce_estate
from turmwart.games.anno1452.state import Estate, State
from turmwart.games.anno1452.steps import Dice, Plague
from turmwart.games.anno1452.waiting import rolled

PEST = "instant-pest"


def advance(state: State, step: Plague) -> tuple[Event, ...]:
    """Roll for the regions, then for the units of one Estate after the other.

    Rule: A-CARD-INST-PEST, A-CARD-INST-PEST-FLOOR, A-DICE-9, A-DICE-10.
    """
    term = state.board.card(PEST).modes[0].result[0]
    if not step.rolled:
        return _regions(state, step, term)
    if not step.struck:
        return (StepEnded("Plague"),)
    through = replace(step, struck=step.struck[1:], thrown=())
    if not state.has_estate(step.struck[0]):
        return (StepChanged(through),)
    estate = state.estate(step.struck[0])
    dice = _unit_dice(estate)
    values = {die.kind: rolled(step.thrown, die) for die in dice}
    if None in values.values():
        return (Asked(dice),)
    faces = term.numbers("city_unit_faces" if estate.city else "other_unit_faces")
    dead = {
        kind: sum(face in faces for face in shown or ()) for kind, shown in sorted(values.items())
    }
    return (StepChanged(through), *_deaths(state, estate, dead))


def _regions(state: State, step: Plague, term: Term) -> tuple[Event, ...]:
    dice = tuple(Dice("plague", "region", 1, region=region) for region in step.regions)
    faces = term.numbers("region_faces")
    hit: list[str] = []
    for die in dice:
        shown = rolled(step.thrown, die)
        if shown is None:
            return (Asked(dice),)
        if shown[0] in faces:
            hit.append(die.region)
    struck = tuple(one.id for region in hit for one in state.within(region))
    return (StepChanged(replace(step, regions=(), struck=struck, rolled=True, thrown=())),)


def _unit_dice(estate: Estate) -> tuple[Dice, ...]:
    """Alike units of an Estate are thrown together (A-DICE-10)."""
    numbers = (("peasants", estate.value), ("citizens", estate.citizens))
    return tuple(
        Dice("plague", kind, count, region=estate.region, estate=estate.id)
        for kind, count in numbers
        if count
    )


def _deaths(state: State, estate: Estate, dead: dict[str, int]) -> tuple[Event, ...]:
    citizens = dead.get("citizens", 0)
    events: tuple[Event, ...] = ()
    if citizens:
        events = (CitizensLost(estate.id, citizens, "plague"),)
    after = replace(estate, citizens=estate.citizens - citizens)
    value = estate.value - dead.get("peasants", 0)
    if value < 1 and state.settings.pest_can_destroy:
        return (*events, EstateRemoved(after, "plague"))
    return (*events, *reduce_estate(state, after, max(1, value), "plague"))
