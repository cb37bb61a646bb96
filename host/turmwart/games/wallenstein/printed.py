"""Which printed values a rule needs right now, and how they are entered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from turmwart.games.wallenstein import execution, favors
from turmwart.games.wallenstein.board import EVENT_FIELDS, Board, EventFacts, fits, known
from turmwart.games.wallenstein.commands import (
    CorrectPrinted,
    DenyNeighbours,
    EnterPrinted,
    NameProvince,
    UseEventRow,
)
from turmwart.games.wallenstein.events import (
    Event,
    PrintedCorrected,
    PrintedLearnt,
    ValueDoubted,
    ValueFlagged,
)
from turmwart.games.wallenstein.state import State
from turmwart.kernel.decision import Objection
from turmwart.kernel.numbers import is_number

_EVENTS_IN_FORCE = (
    "action_cards",
    "bonus_tiles",
    "planning",
    "bids",
    "favors",
    "tiles",
    "exchanges",
    "audience",
    "actions",
)
"""Phases after the year's event cards were read and before winter."""


@dataclass(frozen=True, slots=True)
class Need:
    """A printed value that a rule needs now; names as in ``board.learn``."""

    kind: str
    key: str
    field: str
    rule: str


def needs(state: State) -> tuple[Need, ...]:
    """All printed values that must be entered before the game goes on, in the order to ask.

    Rule: W-DATA-1, W-DATA-2, W-DATA-6, W-DATA-7, W-DATA-8, W-OPEN-3.
    """
    if state.awaiting_throw:
        return ()
    if state.phase == "events":
        return tuple(need for card in state.year_events for need in _event_needs(state.board, card))
    if state.phase in _EVENTS_IN_FORCE:
        # A kind corrected in the middle of the year may need what nobody has read yet.
        corrected = (c for c in state.year_events if state.board.event(c).kind is not None)
        asked = tuple(need for card in corrected for need in _event_needs(state.board, card))
        if asked:
            return asked
    taking = state.court.taking if state.court is not None else None
    if taking is not None:
        wanted = favors.missing(state, taking)
        if not wanted and favors.site_unknown(state, taking):
            return (Need("province", taking.province, "sites", "W-DATA-2"),)
        return tuple(Need("favor", str(taking.number), field, "W-DATA-8") for field in wanted)
    if state.phase == "actions" and state.acting is not None:
        field = execution.needs_value(state, state.acting)
        if field is not None:
            return (Need("province", state.acting.province, field, "W-DATA-2"),)
    if state.phase == "grain_loss":
        return tuple(
            Need("event", card, "grain_loss", "W-WINTER-1")
            for card in state.year_events
            if state.board.event(card).grain_loss is None
        )
    if state.phase == "shortages":
        return tuple(_famine_needs(state))
    if state.phase == "scoring":
        return tuple(
            Need("province", stands.id, "region", "W-DATA-6")
            for stands in state.provinces
            if stands.buildings and state.facts(stands.id).region is None
        )
    return ()


def shortage(state: State, seat: str) -> int:
    """Provinces that a player's grain does not feed.

    Rule: W-WINTER-3.
    """
    return max(0, len(state.owned(seat)) - state.player(seat).grain)


def enter(state: State, command: EnterPrinted) -> Iterator[Objection | Event]:
    """Enter a value that was unknown.

    Rule: W-DATA-2, W-DATA-4.
    """
    yield from _refusals(state, command.kind, command.key, command.field, command.value)
    if known(state.board, command.kind, command.key, command.field) is not None:
        yield Objection(
            "W-DATA-2",
            "wallenstein.objection.already_known",
            (("key", command.key), ("field", command.field)),
            waivable=False,
        )
    yield PrintedLearnt(command.kind, command.key, command.field, command.value)
    yield from _doubt(state, command.kind, command.key, command.field, command.value)


def correct(state: State, command: CorrectPrinted) -> Iterator[Objection | Event]:
    """Correct a value, and flag it where a result was computed from the old one.

    Rule: W-DATA-3.
    """
    yield from _refusals(state, command.kind, command.key, command.field, command.value)
    was = known(state.board, command.kind, command.key, command.field)
    if was is None:
        yield Objection(
            "W-DATA-3",
            "wallenstein.objection.nothing_to_correct",
            (("key", command.key), ("field", command.field)),
            waivable=False,
        )
        return
    yield PrintedCorrected(command.kind, command.key, command.field, was, command.value)
    yield from _doubt(state, command.kind, command.key, command.field, command.value)
    if _was_used(state, command):
        yield ValueFlagged(command.kind, command.key, command.field, was, command.value)


def _was_used(state: State, command: CorrectPrinted) -> bool:
    """Whether a result was computed from the value; of the famine table, for any shortage that
    its row serves (W-OPEN-20)."""
    if command.kind != "famine":
        return f"{command.kind}:{command.key}:{command.field}" in state.used_values
    row = state.board.famine_row(int(command.key))
    used = (value.split(":") for value in state.used_values)
    return any(
        kind == "famine" and field == command.field and state.board.famine_row(int(key)) == row
        for kind, key, field in used
    )


def use_event_row(state: State, command: UseEventRow) -> Iterator[Objection | Event]:
    """An event card says what one of the rows offered says; the table has compared both.

    Rule: W-DATA-1 (never without the table's word), W-DATA-2.
    """
    rows = {facts.id: facts for facts in state.board.event_suggestions}
    named = (("key", command.card), ("field", "kind"), ("value", command.row))
    if command.row not in rows or not _exists(state.board, "event", command.card, "kind"):
        yield Objection("W-DATA-1", "wallenstein.objection.not_printed", named, waivable=False)
        return
    if state.board.event(command.card).kind is not None:
        yield Objection(
            "W-DATA-2", "wallenstein.objection.already_known", named[:2], waivable=False
        )
    for field, value in event_values(rows[command.row]):
        if known(state.board, "event", command.card, field) is None:
            yield PrintedLearnt("event", command.card, field, value)


def event_values(facts: EventFacts) -> tuple[tuple[str, int | str], ...]:
    """The fields of an event card that are known, with their values."""
    fields = ("kind", "value", "building", "recruit_5", "recruit_3", "text", "grain_loss")
    values = ((field, getattr(facts, field)) for field in fields)
    return tuple((field, value) for field, value in values if value is not None)


def name_province(state: State, command: NameProvince) -> Iterator[Objection | Event]:
    """Name a province of the board that the data do not know.

    Rule: W-DATA-2, W-PARTS-2.
    """
    label = command.label.strip()
    if not label or any(facts.label == label for facts in state.board.provinces):
        yield Objection(
            "W-PARTS-3", "wallenstein.objection.name_taken", (("label", label),), waivable=False
        )
    if len(state.board.provinces) >= state.board.provinces_total:
        yield Objection(
            "W-PARTS-2",
            "wallenstein.objection.all_named",
            (("total", state.board.provinces_total),),
            waivable=False,
        )
    taken = {facts.id for facts in state.board.provinces}
    number = len(taken) + 1
    while f"province_{number}" in taken:
        number += 1
    yield PrintedLearnt("province", f"province_{number}", "label", label)


def deny_neighbours(state: State, command: DenyNeighbours) -> Iterator[Objection | Event]:
    """Two provinces share no border after all.

    Rule: W-DATA-5.
    """
    ids = {facts.id for facts in state.board.provinces}
    for province in (command.first, command.second):
        if province not in ids:
            yield _unknown_province(province)
    if command.first == command.second:
        yield Objection(
            "W-MOVE-1",
            "wallenstein.objection.same_province",
            (("source", command.first),),
            waivable=False,
        )
    if known(state.board, "neighbours", command.first, command.second) == "yes":
        yield PrintedCorrected("neighbours", command.first, command.second, "yes", "no")
    else:
        yield PrintedLearnt("neighbours", command.first, command.second, "no")


def _event_needs(board: Board, card: str) -> Iterator[Need]:
    facts = board.event(card)
    if facts.kind is None:
        yield Need("event", card, "kind", "W-DATA-8")
        return
    for field in EVENT_FIELDS[facts.kind]:
        if known(board, "event", card, field) is None:
            yield Need("event", card, field, "W-DATA-8")


def _famine_needs(state: State) -> Iterator[Need]:
    asked: set[int] = set()
    for seat in state.order:
        missing = shortage(state, seat)
        if missing < 1 or missing in asked:
            continue
        asked.add(missing)
        row = state.board.famine_row(missing)
        if row is None or row.provinces is None:
            yield Need("famine", str(missing), "provinces", "W-DATA-7")
        if row is None or row.extra_farmers is None:
            yield Need("famine", str(missing), "extra_farmers", "W-DATA-7")


def _refusals(
    state: State, kind: str, key: str, field: str, value: int | str
) -> Iterator[Objection]:
    named: tuple[tuple[str, int | str], ...] = (
        ("key", key),
        ("field", field),
        ("value", value),
    )
    if not fits(kind, field, value) or not _exists(state.board, kind, key, field):
        yield Objection("W-DATA-1", "wallenstein.objection.not_printed", named, waivable=False)
    elif field == "region" and all(region.id != value for region in state.board.regions):
        yield Objection("W-PARTS-1", "wallenstein.objection.no_region", named, waivable=False)


def _exists(board: Board, kind: str, key: str, field: str) -> bool:
    provinces = {facts.id for facts in board.provinces}
    if kind == "province":
        return key in provinces
    if kind == "neighbours":
        return key in provinces and field in provinces and key != field
    if kind == "event":
        return any(facts.id == key for facts in board.events)
    if kind == "favor":
        return field != "number" and any(str(facts.number) == key for facts in board.favors)
    if kind == "famine":
        return is_number(key) and int(key) > 0
    if kind == "lineup":
        return field in provinces or known(board, kind, key, field) is not None
    return kind == "board" and key == "grain_track"


def _doubt(
    state: State, kind: str, key: str, field: str, value: int | str
) -> Iterator[ValueDoubted]:
    if kind != "province" or not isinstance(value, int):
        return
    limits = state.board.limits
    if field not in ("tax", "grain", "sites"):
        return
    least = {"tax": limits.tax_min, "grain": limits.grain_min, "sites": limits.sites_min}[field]
    most = {"tax": limits.tax_max, "grain": limits.grain_max, "sites": limits.sites_max}[field]
    if not least <= value <= most:
        yield ValueDoubted(kind, key, field, value, least, most)


def _unknown_province(province: str) -> Objection:
    return Objection(
        "W-PARTS-2",
        "wallenstein.objection.unknown_province",
        (("province", province),),
        waivable=False,
    )
