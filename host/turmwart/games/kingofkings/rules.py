"""The rules: start a game, decide a command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from turmwart.games.kingofkings import commands as cmd
from turmwart.games.kingofkings import events as ev
from turmwart.games.kingofkings.options import read_value
from turmwart.games.kingofkings.playing import play_round
from turmwart.games.kingofkings.reading import is_name, is_order, lines_of, read
from turmwart.games.kingofkings.setup import (
    MOST_TRIBES,
    MOST_UNITS,
    Setup,
    check,
    coastal,
    terrain_letter,
)
from turmwart.games.kingofkings.state import Correction, Force, Place, State, Tribe
from turmwart.games.kingofkings.tables import BU, CODES, FU, SC
from turmwart.games.kingofkings.viewing import hidden_roll
from turmwart.games.kingofkings.world import RollMissing
from turmwart.kernel.chance import Roll, RollRequest
from turmwart.kernel.decision import Objection

STOCKS = ("wp", "wood", "food", "vp")
MOST_STOCK = 99999
OVER = "K-VP-8"
SEA_MOVEMENT = "sea_movement"
"""Kind of the rolls of which the table may know no more than that (K-CHANCE-9)."""


def start(setup: Setup) -> tuple[ev.Event, ...]:
    """The first events of a game.

    Raises:
        ValueError: the setup cannot be played.

    Rule: K-OPTION-3, K-OPTION-4.
    """
    check(setup)
    return (ev.GameStarted(setup),)


def decide(
    state: State, command: cmd.Command, roll: Roll
) -> tuple[ev.Event, ...] | Objection | RollRequest:
    """What a command brings about, the first objection to it, or the roll that it waits for.

    A round that lacks a roll pauses: the same command comes again with the rolls given so far,
    and is carried out from the start.

    Rule: K-CHANCE-1, K-CHANCE-5, K-CHANCE-9.
    """
    waived: list[ev.Event] = []
    events: list[ev.Event] = []
    try:
        for item in _HANDLERS[type(command)](state, command, roll):
            if not isinstance(item, Objection):
                events.append(item)
            elif item.waivable and item.rule in command.waived:
                waived.append(ev.RuleWaived(item.rule))
            else:
                return item
    except RollMissing as missing:
        if hidden_roll(state, missing.stream):
            return RollRequest(missing.stream, missing.index, 100, kind=SEA_MOVEMENT)
        return RollRequest(missing.stream, missing.index, 100, missing.ahead)
    return (*waived, *events)


def _refuse(rule: str, detail: str, **values: int | str) -> Objection:
    return Objection(
        rule, f"kingofkings.objection.{detail}", tuple(sorted(values.items())), waivable=False
    )


Items = Iterator[Objection | ev.Event]


def _hand_in(state: State, command: cmd.HandIn, roll: Roll) -> Items:
    """Rule: K-ORDER-26."""
    del roll
    if state.tribe(command.player) is None:
        yield _refuse("K-ORDER-26", "no_tribe", number=command.player)
    elif state.over:
        yield _refuse(OVER, "over")
    else:
        yield ev.SheetHandedIn(command.player, lines_of(command.text))


def _confirm(state: State, command: cmd.ConfirmLine, roll: Roll) -> Items:
    """Rule: K-ORDER-5."""
    del roll
    sheet = state.sheet(command.player)
    lines = sheet.lines if sheet else ()
    line = command.line
    text = lines[line - 1] if 1 <= line <= len(lines) else ""
    if sheet is None or not is_order(text) or not read(text).doubtful:
        yield _refuse("K-ORDER-5", "no_doubt", number=command.player, line=line)
    elif line not in sheet.confirmed:
        yield ev.LineConfirmed(command.player, line)


def _play(state: State, command: cmd.PlayRound, roll: Roll) -> Items:
    del command
    if state.over:
        yield _refuse(OVER, "over")
        return
    played = play_round(state, roll)
    yield ev.RoundPlayed(
        played.places,
        played.tribes,
        played.statuses,
        played.record,
        played.over,
        played.winners,
    )


def _set_option(state: State, command: cmd.SetOption, roll: Roll) -> Items:
    """Rule: K-OPTION-3."""
    del roll, state
    try:
        read_value(command.name, command.value)
    except ValueError as error:
        yield _refuse("K-OPTION-1", "option", reason=str(error))
        return
    yield ev.OptionChanged(command.name, command.value)


def _add_tribe(state: State, command: cmd.AddTribe, roll: Roll) -> Items:
    """Rule: K-OPTION-2, K-OPTION-5."""
    del roll
    number = command.number
    if state.tribe(number) or not 1 <= number <= 999 or len(state.tribes) >= MOST_TRIBES:
        yield _refuse("K-OPTION-2", "tribe_number", number=number, most=MOST_TRIBES)
        return
    if not is_name(command.leader):
        yield _refuse("K-ORDER-14", "name", name=command.leader)
        return
    place = state.place(command.x, command.y)
    letter = terrain_letter(state.setup, command.x, command.y)
    if not letter or state.setup.rules.terrain_at(letter).sea or place.owner:
        yield _refuse("K-POSS-4", "not_neutral", x=command.x, y=command.y)
        return
    tribe = Tribe(number, command.leader, command.culture, command.npc)
    foot = tuple(int(kind == FU) for kind in range(len(CODES)))
    settled = replace(place, owner=number, tactic="T", home=number, forces=(Force(number, foot),))
    correction = Correction(
        "kingofkings.correction.joined", (("leader", command.leader), ("number", number)), ""
    )
    yield ev.Corrected(correction, (tribe,), (settled,))


def _drop_tribe(state: State, command: cmd.DropTribe, roll: Roll) -> Items:
    """Rule: K-OPTION-5 (it defends itself from now on)."""
    del roll
    tribe = state.tribe(command.number)
    if tribe is None or tribe.npc:
        yield _refuse("K-OPTION-5", "no_tribe", number=command.number)
        return
    correction = Correction("kingofkings.correction.left", (("number", command.number),), "")
    yield ev.Corrected(correction, (replace(tribe, npc=True),))


def _correct_units(state: State, command: cmd.CorrectUnits, roll: Roll) -> Items:
    """Rule: K-POSS-1, K-UNIT-8, K-MAP-7."""
    del roll
    where = f"{command.x}/{command.y}"
    letter = terrain_letter(state.setup, command.x, command.y)
    fits = 0 <= command.count <= MOST_UNITS and command.unit in CODES
    if not letter or not fits or state.tribe(command.player) is None:
        yield _refuse("K-UNIT-1", "units", where=where)
        return
    kind = CODES.index(command.unit)
    sea = state.setup.rules.terrain_at(letter).sea
    place = state.place(command.x, command.y)
    if kind == BU and (sea or command.count > 1):
        yield _refuse("K-UNIT-8", "units", where=where)
        return
    if kind == SC and command.count and not sea and not coastal(state.setup, command.x, command.y):
        yield _refuse("K-MAP-7", "units", where=where)
        return
    if not sea and kind != SC and place.owner not in (0, command.player):
        yield _refuse("K-POSS-1", "other_owner", where=where, owner=place.owner)
        return
    yield ev.Corrected(
        Correction(
            "kingofkings.correction.units",
            (
                ("count", command.count),
                ("player", command.player),
                ("unit", f"@kingofkings.unit.{command.unit}"),
                ("where", where),
            ),
            command.reason,
        ),
        places=(_with_units(place, command, kind, sea),),
    )


def _with_units(place: Place, command: cmd.CorrectUnits, kind: int, sea: bool) -> Place:
    forces = {force.player: list(force.counts) for force in place.forces}
    counts = forces.setdefault(command.player, [0] * len(CODES))
    counts[kind] = command.count
    left = tuple(Force(p, tuple(c)) for p, c in sorted(forces.items()) if any(c))
    owner = place.owner
    if not sea:
        held = any(any(force.counts[:SC]) for force in left if force.player == command.player)
        if owner in (0, command.player):
            owner = command.player if held else 0
    return replace(place, owner=owner, tactic=place.tactic if owner else "T", forces=left)


def _correct_stock(state: State, command: cmd.CorrectStock, roll: Roll) -> Items:
    del roll
    tribe = state.tribe(command.player)
    if tribe is None or command.what not in STOCKS or not 0 <= command.value <= MOST_STOCK:
        yield _refuse("K-SUPPLY-6", "stock", known=", ".join(STOCKS), most=MOST_STOCK)
        return
    correction = Correction(
        "kingofkings.correction.stock",
        (("player", command.player), ("value", command.value), ("what", command.what)),
        command.reason,
    )
    changed: dict[str, Any] = {command.what: command.value}
    yield ev.Corrected(correction, (replace(tribe, **changed),))


def _rename(state: State, command: cmd.Rename, roll: Roll) -> Items:
    """Rule: K-ORDER-15."""
    del roll
    if not is_name(command.name):
        yield _refuse("K-ORDER-14", "name", name=command.name)
        return
    tribe = state.tribe(command.player)
    if command.x == command.y == 0:
        if tribe is None:
            yield _refuse("K-ORDER-15", "no_tribe", number=command.player)
            return
        what = (("name", command.name), ("player", command.player))
        note = Correction("kingofkings.correction.leader", what, command.reason)
        yield ev.Corrected(note, (replace(tribe, leader=command.name),))
        return
    letter = terrain_letter(state.setup, command.x, command.y)
    if not letter or state.setup.rules.terrain_at(letter).sea:
        yield _refuse("K-ORDER-15", "no_province", x=command.x, y=command.y)
        return
    place = replace(state.place(command.x, command.y), name=command.name)
    where = f"{command.x}/{command.y}"
    # Whoever owns the province is told, not whom the game master named.
    owner = (("player", place.owner),) if place.owner else ()
    named = (("name", command.name), *owner, ("where", where))
    note = Correction("kingofkings.correction.province", named, command.reason)
    yield ev.Corrected(note, places=(place,))


_HANDLERS: dict[type, Callable[[State, Any, Roll], Items]] = {
    cmd.HandIn: _hand_in,
    cmd.ConfirmLine: _confirm,
    cmd.PlayRound: _play,
    cmd.SetOption: _set_option,
    cmd.AddTribe: _add_tribe,
    cmd.DropTribe: _drop_tribe,
    cmd.CorrectUnits: _correct_units,
    cmd.CorrectStock: _correct_stock,
    cmd.Rename: _rename,
}
