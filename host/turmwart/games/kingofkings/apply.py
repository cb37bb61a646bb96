"""Events move the state on; nothing is judged here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from turmwart.games.kingofkings import events as ev
from turmwart.games.kingofkings.options import read_value, with_option
from turmwart.games.kingofkings.setup import Setup
from turmwart.games.kingofkings.state import Correction, Force, Place, Sheet, State, Tribe
from turmwart.games.kingofkings.tables import CODES, SC


def apply(state: State | None, event: ev.Event) -> State:
    """The state after an event.

    Raises:
        ValueError: another event than the start comes first.
    """
    if isinstance(event, ev.GameStarted):
        return _start(event.setup)
    if state is None:
        raise ValueError(f"{type(event).__name__} before the start of the game")
    match event:
        case ev.SheetHandedIn(player=player, lines=lines):
            before = state.sheet(player)
            edition = before.edition + 1 if before else 1
            return _with_sheet(state, Sheet(player, lines, (), edition))
        case ev.LineConfirmed(player=player, line=line):
            sheet = state.sheet(player)
            if sheet is None:
                raise ValueError(f"tribe {player} has no sheet")
            return _with_sheet(state, replace(sheet, confirmed=(*sheet.confirmed, line)))
        case ev.RoundPlayed():
            return replace(
                state,
                round=event.record.round + 1,
                places=event.places,
                tribes=event.tribes,
                statuses=event.statuses,
                sheets=(),
                record=event.record,
                corrections=(),
                told=state.corrections,
                over=event.over,
                winners=event.winners,
            )
        case ev.OptionChanged(name=name, value=value):
            options = with_option(state.options, name, read_value(name, value))
            note = Correction(
                "kingofkings.correction.option", (("name", name), ("value", value)), ""
            )
            return replace(state, options=options, corrections=(*state.corrections, note))
        case ev.Corrected():
            return replace(
                state,
                tribes=_merged(state.tribes, event.tribes),
                places=_placed(state.places, event.places),
                corrections=(*state.corrections, event.correction),
            )
        case ev.RuleWaived():
            return state


def _start(setup: Setup) -> State:
    places: dict[tuple[int, int], Place] = {}
    for stack in setup.stacks:
        place = places.get((stack.x, stack.y), Place(stack.x, stack.y))
        letter = setup.rows[stack.y - setup.north][stack.x - setup.west]
        holds = not setup.rules.terrain_at(letter).sea and any(stack.counts[:SC])
        forces = {force.player: force.counts for force in place.forces}
        before = forces.get(stack.player, (0,) * len(CODES))
        forces[stack.player] = tuple(a + b for a, b in zip(before, stack.counts, strict=True))
        owner = stack.player if holds else place.owner
        places[stack.x, stack.y] = replace(
            place,
            owner=owner,
            home=owner,
            forces=tuple(Force(player, forces[player]) for player in sorted(forces)),
        )
    for land in setup.lands:
        place = places.get((land.x, land.y), Place(land.x, land.y))
        owner = land.owner or place.owner
        home = owner if land.home < 0 else land.home
        places[land.x, land.y] = replace(
            place, owner=owner, tactic=land.tactic, name=land.name, home=home
        )
    tribes = tuple(
        Tribe(
            start.number,
            start.leader,
            start.culture,
            start.npc,
            start.wp,
            start.wood,
            start.food,
            start.vp,
            0,
            start.generals,
        )
        for start in setup.tribes
    )
    statuses = tuple(sorted(setup.statuses, key=lambda s: (s.player, s.other)))
    return State(
        setup,
        setup.options,
        setup.round,
        _placed((), places.values()),
        tribes,
        tuple(status for status in statuses if status.value),
    )


def _with_sheet(state: State, sheet: Sheet) -> State:
    others = [one for one in state.sheets if one.player != sheet.player]
    sheets = tuple(sorted([*others, sheet], key=lambda one: one.player))
    return replace(state, sheets=sheets)


def _merged(tribes: tuple[Tribe, ...], changed: tuple[Tribe, ...]) -> tuple[Tribe, ...]:
    by_number = {tribe.number: tribe for tribe in (*tribes, *changed)}
    return tuple(by_number[number] for number in sorted(by_number))


def _placed(places: Iterable[Place], changed: Iterable[Place]) -> tuple[Place, ...]:
    by_field = {(place.y, place.x): place for place in (*places, *changed)}
    return tuple(by_field[field] for field in sorted(by_field))
