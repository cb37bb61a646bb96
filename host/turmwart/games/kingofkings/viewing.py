"""What each seat may see of a state: the filter that all reports, screens and checks go through."""

from __future__ import annotations

import hashlib
from dataclasses import fields
from typing import Any

from turmwart.games.kingofkings.options import Options
from turmwart.games.kingofkings.record import Record, Statistic
from turmwart.games.kingofkings.state import Correction, Place, State
from turmwart.games.kingofkings.tables import DIRECTIONS
from turmwart.games.kingofkings.view import (
    GAME_MASTER,
    Row,
    Seen,
    SheetSeen,
    Standing,
    Stock,
    TribeSeen,
    View,
)
from turmwart.kernel.numbers import is_number

TABLE, MASTER = 0, -1
PUBLIC_CORRECTIONS = ("option", "joined", "left", "leader")
PRIVATE_CORRECTIONS = ("units", "stock", "province")
_NOTHING = Record(0, (), (), (), (), (), (), (), (), (), ())


def view(state: State, seat: str | None) -> View:
    """What ``seat`` may see: a tribe's number, ``gm``, or None for the screen of the table.

    Raises:
        ValueError: there is no such seat.

    Rule: K-REPORT-1 to K-REPORT-6, K-REPORT-10, K-REPORT-11, K-CHANCE-4.
    """
    number = _seat(state, seat)
    record = state.record or _NOTHING
    sees_all = number == MASTER or _open_to_all(state)
    tribe = state.tribe(number)
    seed = state.setup.seed
    return View(
        game=state.setup.name,
        seat=number,
        next_round=state.round,
        round=record.round,
        options=state.options,
        terrains=state.setup.rules.terrains,
        rows=state.setup.rows,
        west=state.setup.west,
        north=state.setup.north,
        tribes=tuple(TribeSeen(t.number, t.leader, t.culture, t.npc) for t in state.tribes),
        fields=_fields(state, record, number, sees_all),
        lines=tuple(line for line in record.lines if sees_all or line.player == number),
        silent=tuple(player for player in record.silent if sees_all or player == number),
        # They would count the enemy ships that a fleet passed unseen.
        detections=record.detections if sees_all else (),
        sea_battles=record.sea_battles,
        raids=record.raids,
        battles=record.battles,
        notes=tuple(note for note in record.notes if sees_all or note.player == number),
        statistics=tuple(_row(one) for one in record.statistics),
        standings=standings(state, number),
        stock=Stock(tribe.wp, tribe.wood, tribe.food, tribe.generals) if tribe else None,
        sheets=tuple(
            SheetSeen(sheet.player, sheet.edition, sheet.lines, sheet.confirmed)
            for sheet in state.sheets
            if number in (MASTER, sheet.player)
        ),
        handed_in=sum(number <= TABLE or sheet.player == number for sheet in state.sheets),
        statuses=state.statuses if sees_all else (),
        corrections=tuple(
            one for one in (*state.told, *state.corrections) if sees_all or _may_know(one, number)
        ),
        seed_hash=hashlib.sha256(seed.encode()).hexdigest(),
        seed=seed if state.over else "",
        over=state.over,
        winners=state.winners,
    )


def _open_to_all(state: State) -> bool:
    """Whether nothing is secret: in Zine mode, from the first round on that is played in it.

    What was played in Indi mode stays secret when the mode is changed afterwards.

    Rule: K-REPORT-1, K-REPORT-2, K-OPTION-3.
    """
    since = [dict(one.values) for one in state.corrections if one.what.endswith(".option")]
    changed = any(values["name"] == "report_mode" for values in since)
    return state.options.report_mode == "zine" and not (changed and state.record)


def known_fields(state: State, record: Record, player: int) -> frozenset[tuple[int, int]]:
    """The fields whose details a player knows in Indi mode.

    Rule: K-REPORT-3, K-REPORT-4, K-ORDER-21.
    """
    known = {battle.at for battle in record.battles}
    known |= {raid.at for raid in record.raids} | {one.at for one in record.sea_battles}
    known |= {(spied.x, spied.y) for spied in record.spied if spied.player == player}
    # The screen of the table is no player: neutral provinces are not its own.
    for place in state.places if player > 0 else ():
        if place.owner == player:
            known.add((place.x, place.y))
            known |= {(place.x + dx, place.y + dy) for dx, dy in DIRECTIONS.values()}
        elif any(force.player == player for force in place.forces):
            known.add((place.x, place.y))
    return frozenset(field for field in known if _on_map(state, *field))


def standings(state: State, player: int) -> tuple[Standing, ...]:
    """How a tribe stands towards all others. Rule: K-ALLY-2."""
    if state.tribe(player) is None:
        return ()
    values = {(one.player, one.other): one.value for one in state.statuses}
    found = []
    for tribe in state.tribes:
        other = tribe.number
        if other != player:
            own = values.get((player, other), 0)
            theirs = values.get((other, player), 0)
            force = own if state.options.ally_view == "own" else min(own, theirs)
            found.append(Standing(other, own, force))
    return tuple(found)


def hidden_roll(state: State, stream: str) -> bool:
    """Whether the table may not know what a roll is for: those at sea in Indi mode.

    Not its chance either, nor how many are needed: that tells detection from battle, a general
    aboard, and the number of ships. Rule: K-CHANCE-9, K-REPORT-10.
    """
    return state.options.report_mode == "indi" and stream.startswith(("detect/", "sea/"))


def _seat(state: State, seat: str | None) -> int:
    if seat is None:
        return TABLE
    if seat == GAME_MASTER:
        return MASTER
    if not is_number(seat) or state.tribe(int(seat)) is None:
        raise ValueError(f"there is no seat {seat!r}")
    return int(seat)


def _fields(state: State, record: Record, seat: int, sees_all: bool) -> tuple[Seen, ...]:
    places = {(place.x, place.y): place for place in state.places}
    known = set(places) if sees_all else known_fields(state, record, seat)
    moved: dict[tuple[int, int], list[int]] = {}
    for x, y, player in record.moved:
        moved.setdefault((x, y), []).append(player)
    spied = {(one.x, one.y) for one in record.spied if one.player == seat}
    found = []
    for x, y in sorted(known, key=lambda field: (field[1], field[0])):
        place = places.get((x, y), Place(x, y))
        inner = sees_all or (seat > 0 and place.owner == seat) or (x, y) in spied
        # At sea a player knows of his own fleet whether it has moved, of others not.
        marks = moved.get((x, y), [])
        own_marks = [player for player in marks if player == seat]
        own_here = any(force.player == seat for force in place.forces)
        shown = tuple(marks) if inner else tuple(own_marks) if own_here else None
        tactic = place.tactic if inner and place.owner else ""
        found.append(Seen(x, y, place.name, place.owner, place.forces, tactic, shown))
    return tuple(found)


def _row(one: Statistic) -> Row:
    kept: dict[str, Any] = {field.name: getattr(one, field.name) for field in fields(Row)}
    return Row(**kept)


def _may_know(correction: Correction, seat: int) -> bool:
    kind = correction.what.rsplit(".", 1)[-1]
    if kind in PUBLIC_CORRECTIONS:
        return True
    return kind in PRIVATE_CORRECTIONS and dict(correction.values).get("player") == seat


def _on_map(state: State, x: int, y: int) -> bool:
    row, column = y - state.setup.north, x - state.setup.west
    return 0 <= row < len(state.setup.rows) and 0 <= column < len(state.setup.rows[0])


def public_options(options: Options) -> tuple[tuple[str, str], ...]:
    """All options with their values as text, for the first report. Rule: K-OPTION-3."""
    return tuple(
        (field.name, option_text(getattr(options, field.name))) for field in fields(options)
    )


def option_text(value: bool | int | str | tuple[int, ...]) -> str:
    """A value of an option as ``read_value`` reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value)
