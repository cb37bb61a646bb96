"""Where every cube is: what the table says when cubes went another way than through a throw.

Cubes that fell by themselves are ``throws.report_stray``; everything else that has no command of
its own is a correction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from turmwart.games.wallenstein import whereabouts_commands as cmd
from turmwart.games.wallenstein import whereabouts_events as ev
from turmwart.games.wallenstein.checks import doubtful, not_now, place_named, wrong_choice
from turmwart.games.wallenstein.state import SETTING_UP, State, province_place
from turmwart.games.wallenstein.whereabouts_events import LOST, WhereaboutsEvent
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import NONE, Choice, CubeCount, Option, Prompt

COUNTED = ("tower", "tray")
"""Places that can be counted by hand."""
TAKEN_TO = ("supply", "tower")
"""Where a cube goes that a hand takes from the tray."""
FOUND_IN = (LOST, "tower")
"""Where the books have a cube that turns up somewhere else."""

_ID = "wallenstein.prompt."
_PROVINCE = "province:"
Happened = Iterator[Objection | WhereaboutsEvent]


def take_from_tray(state: State, command: cmd.TakeFromTray) -> Happened:
    """A hand took cubes from the tray.

    Rule: W-CUBE-12 (T15).
    """
    yield from _not_now(state)
    yield from _place(state, command.target, TAKEN_TO)
    yield from _held(state, "tray", command.cubes)
    yield ev.CubesTaken(command.target, command.cubes)


def lose_cubes(state: State, command: cmd.LoseCubes) -> Happened:
    """Cubes are gone; a province keeps one, and so does a hand that must throw.

    Rule: W-OPEN-26, W-CUBE-3, W-CUBE-4.
    """
    yield from _not_now(state)
    source = command.source
    yield from _place(state, source, (*COUNTED, "supply", "hand", *_owned(state)))
    yield from _held(state, source, command.cubes)
    if command.cubes == state.ledger.at(source):
        if source == "hand":
            yield wrong_choice("W-CUBE-4", "hand_not_empty")
        if source.startswith(_PROVINCE):
            label = state.label(source.removeprefix(_PROVINCE))
            yield wrong_choice("W-CUBE-3", "last_army_lost", province=label)
    yield ev.CubesLost(source, command.cubes)


def find_cubes(state: State, command: cmd.FindCubes) -> Happened:
    """Cubes turned up: fallen out of the tower they go to the tray, else where they belong.

    Rule: W-OPEN-26, W-CUBE-16, W-CUBE-2 to W-CUBE-4.
    """
    yield from _not_now(state)
    source, target = command.source, command.target
    yield from _place(state, source, FOUND_IN)
    yield from _place(state, target, (*COUNTED, "supply", "hand", *_owned(state)))
    yield from _held(state, source, command.cubes)
    if source == target:
        yield wrong_choice("W-CUBE-12", "same_place", place=place_named(state, target))
    if target == "hand" and not state.awaiting_throw:
        yield wrong_choice("W-CUBE-4", "no_throw_due")
    if target.startswith(_PROVINCE):
        yield from _joins(state, target, command.cubes)
    yield ev.CubesFound(source, target, command.cubes)


def tip_out_tower(state: State, command: cmd.TipOutTower) -> Happened:
    """The tower was emptied too early: its cubes lie in the tray and go into the next throw.

    Rule: W-BATTLE-35, W-BATTLE-36, W-CUBE-6.
    """
    yield from _not_now(state)
    inside = state.ledger.at("tower")
    text = "tipped_too_many_hidden" if state.tower_hidden else "tipped_too_many"
    yield from _too_many(command.counted, inside, text)
    yield doubtful("W-BATTLE-35", "tipped_early")
    for colour, believed in inside.counts:
        counted = command.counted[colour]
        if counted < believed:
            yield doubtful(
                "W-CUBE-6",
                "tipped_missing",
                colour=f"@colour.{colour}",
                counted=counted,
                expected=believed,
            )
    yield ev.TowerTippedOut(command.counted, _less(inside, command.counted), command.witness)


def recount(state: State, command: cmd.Recount) -> Happened:
    """The table counted a place by hand: the books follow, and no cube is made or lost.

    Not while a throw waits: what lies in tray and tower then is the hand's by the books, before
    it is poured or after.

    Rule: W-CUBE-1, W-CUBE-2, W-CUBE-7, W-CUBE-12 (T15).
    """
    yield from _not_now(state)
    if state.awaiting_throw:
        yield not_now(state)
    place, against = command.place, command.against
    yield from _place(state, place, COUNTED)
    yield from _place(state, against, (*COUNTED, "supply", LOST))
    if place == against:
        yield wrong_choice("W-CUBE-12", "same_place", place=place_named(state, place))
    believed = state.ledger.at(place)
    surplus = _less(command.counted, believed)
    secret = against == "tower" and state.tower_hidden
    text = "recount_surplus_hidden" if secret else "recount_surplus"
    yield from _too_many(surplus, state.ledger.at(against), text, place_named(state, against))
    missing = _less(believed, command.counted)
    yield ev.Recounted(place, against, missing, surplus, command.witness)


HANDLERS: dict[type, Callable[[State, Any], Happened]] = {
    cmd.TakeFromTray: take_from_tray,
    cmd.LoseCubes: lose_cubes,
    cmd.FindCubes: find_cubes,
    cmd.TipOutTower: tip_out_tower,
    cmd.Recount: recount,
}


def prompts(state: State) -> Iterator[Prompt]:
    """What the table may say about cubes between throws, as far as there are such cubes.

    Rule: W-CUBE-12 (T15), W-OPEN-26, W-BATTLE-35.
    """
    if state.cleared or state.phase in SETTING_UP:
        return
    at, hidden = state.ledger.at, state.tower_hidden
    if at("tray"):
        slots = (CubeCount("cubes", at("tray")), Choice("target", _options(TAKEN_TO)))
        yield _prompt("take_from_tray", "TakeFromTray", slots, "W-CUBE-12")
    yield _lose(state)
    found = tuple(place for place in FOUND_IN if at(place))
    if found:
        targets = ("tray", "supply", "tower", *_due(state))
        bounds = Cubes.sum(at(place) for place in found)
        wanted = (
            Choice("source", _options(found)),
            CubeCount("cubes", bounds, hidden=hidden, colours=state.colours),
            Choice("target", (*_options(targets, "found"), *_standing(state, 1))),
        )
        yield _prompt("find_cubes", "FindCubes", wanted, "W-OPEN-26")
    if at("tower"):
        inside = NONE if hidden else at("tower")
        counted = (CubeCount("counted", at("tower"), inside, hidden=hidden, colours=state.colours),)
        yield _prompt("tip_out_tower", "TipOutTower", counted, "W-BATTLE-35")
    for place in () if state.awaiting_throw else COUNTED:
        other = next(one for one in COUNTED if one != place)
        against = Choice("against", _options((other, "supply", LOST)))
        # Whatever is in play may have come to lie there.
        lies = NONE if hidden and place == "tower" else at(place)
        counts = (CubeCount("counted", state.ledger.total(), lies), against)
        yield _prompt(f"recount_{place}", "Recount", counts, "W-CUBE-12", (("place", place),))


def _lose(state: State) -> Prompt:
    at = state.ledger.at
    places = tuple(place for place in ("tray", "tower", "supply", *_due(state)) if at(place))
    standing = _standing(state, 2)
    held = (*places, *(str(option.value) for option in standing))
    slots = (
        Choice("source", (*_options(places), *standing)),
        CubeCount(
            "cubes",
            Cubes.sum(at(place) for place in held),
            hidden=state.tower_hidden,
            colours=state.colours,
        ),
    )
    return _prompt("lose_cubes", "LoseCubes", slots, "W-OPEN-26")


def _prompt(
    name: str,
    command: str,
    slots: tuple[Choice | CubeCount, ...],
    rule: str,
    fixed: tuple[tuple[str, int | str], ...] = (),
) -> Prompt:
    return Prompt(_ID + name, command, must=False, slots=slots, fixed=fixed, rule=rule)


def _options(places: tuple[str, ...], words: str = "place") -> tuple[Option, ...]:
    return tuple(Option(place, f"wallenstein.{words}.{place}") for place in places)


def _due(state: State) -> tuple[str, ...]:
    return ("hand",) if state.awaiting_throw else ()


def _owned(state: State) -> tuple[str, ...]:
    return tuple(province_place(p.id) for p in state.provinces if p.owner is not None)


def _standing(state: State, least: int) -> tuple[Option, ...]:
    """Provinces with at least so many armies on the board, as options."""
    return tuple(
        Option(province_place(stands.id), label=state.label(stands.id))
        for stands in state.provinces
        if stands.owner is not None and state.armies(stands.id) >= least
    )


def _not_now(state: State) -> Iterator[Objection]:
    if state.cleared or state.phase in SETTING_UP:
        yield not_now(state)


def _place(state: State, place: str, allowed: tuple[str, ...]) -> Iterator[Objection]:
    if place not in allowed:
        yield wrong_choice("W-CUBE-12", "no_place", place=place_named(state, place))


def _held(state: State, place: str, cubes: Cubes) -> Iterator[Objection]:
    if not cubes or not cubes <= state.ledger.at(place):
        yield wrong_choice("W-CUBE-1", "not_held", place=place_named(state, place))


def _joins(state: State, target: str, cubes: Cubes) -> Iterator[Objection]:
    """Only its owner's armies join a province, and none while they are all in the hand."""
    province = target.removeprefix(_PROVINCE)
    if state.battle is not None and state.battle.province == province:
        yield wrong_choice("W-BATTLE-11", "contested")
    owner = next((p.owner for p in state.provinces if p.id == province), None)
    if state.farmers in cubes:
        yield wrong_choice("W-CUBE-2", "farmers_in_province")
    elif owner is not None and tuple(cubes) != (state.player(owner).colour,):
        yield wrong_choice("W-CUBE-3", "two_colours")


def _too_many(cubes: Cubes, most: Cubes, text: str, place: str = "") -> Iterator[Objection]:
    for colour, n in cubes.counts:
        if n > most[colour]:
            named = f"@colour.{colour}"
            limit = {} if text.endswith("_hidden") else {"most": most[colour]}
            yield wrong_choice("W-CUBE-5", text, colour=named, n=n, place=place, **limit)


def _less(cubes: Cubes, other: Cubes) -> Cubes:
    """What of ``cubes`` is more than ``other`` holds."""
    return Cubes.from_counts({colour: max(0, n - other[colour]) for colour, n in cubes.counts})
