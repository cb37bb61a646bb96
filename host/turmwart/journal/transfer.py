"""A table as one JSON document, to be carried to another journal.

The document bears a format number and holds all events, and the raw evidence if wanted. Pictures
and persons stay behind: they belong to the journal, not to the table. What comes in is checked
wholly before anything is written.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable
from typing import Any, NoReturn

from turmwart.errors import InputError, JournalError
from turmwart.journal import codec
from turmwart.journal.rows import EventRow, EvidenceRow, NewEvidence
from turmwart.journal.schema import BOARD_KINDS
from turmwart.journal.store import Journal
from turmwart.kernel.fold import Timeline, fold, replay
from turmwart.kernel.game import Game

FORMAT = "turmwart table"
FORMAT_VERSION = 1

_LARGEST = 2**63 - 1
_LATEST_MS = 253_370_764_800_000
"""The year 9999: no later time can be shown."""


def export_table(journal: Journal, name: str, *, evidence: bool = True) -> str:
    """A table as a JSON document.

    Args:
        journal: where it lies.
        name: the table.
        evidence: False: events only.

    Raises:
        JournalError: no such table, or a damaged row.
    """
    table = journal.table(name)
    document = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "name": table.name,
        "game": table.game,
        "created_at": table.created_at,
        "events": [_plain_event(row, evidence) for row in journal.read(name)],
        "evidence": [_plain_evidence(row) for row in journal.evidence(name)] if evidence else [],
    }
    return json.dumps(document, indent=1, ensure_ascii=True) + "\n"


def import_table(
    journal: Journal, text: str, games: Callable[[str], Game], name: str | None = None
) -> str:
    """Store the table of a document; all of it, or nothing where something is wrong with it.

    Its events must decode, follow one another, fold to a state that can be shown, and keep the
    game's laws of conservation. Its evidence is kept under a device name of its own, so that it
    can never stand for what a real board has yet to send.

    Args:
        journal: where it goes.
        text: the document; nothing in it is trusted.
        games: gives the game of a name, such as ``turmwart.games.registry.load``.
        name: name of the table here; None: the one in the document.

    Returns:
        The name of the table.

    Raises:
        InputError: ``journal.import.*``; names the place in the document and what was expected.
            Also what ``games`` raises for a game there is not.
        JournalError: the name is no name or not free, or the file cannot be written.
    """
    document = _parse(text)
    game = games(_text(document, "game", ""))
    name = _text(document, "name", "") if name is None else name
    created_at = _whole(document, "created_at", "", 0, _LATEST_MS)
    evidence = [
        _evidence_of(plain, f"evidence[{place}]", name)
        for place, plain in enumerate(_list(document, "evidence"))
    ]
    _refuse_doubles(evidence)
    events = _events_of(_list(document, "events"), {old for old, _ in evidence})
    _refuse_unplayable(game, events)
    journal.restore(name, game.name, created_at, evidence, events)
    return name


def _plain_event(row: EventRow, evidence: bool) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "version": row.version,
        "step": row.step,
        "type": row.type,
        "schema": row.schema,
        "payload": json.loads(row.payload),
        "at": row.at,
        "by": row.by,
    }
    if evidence and row.evidence:
        plain["evidence"] = list(row.evidence)
    return plain


def _plain_evidence(row: EvidenceRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "device": row.device,
        "boot": row.boot,
        "count": row.count,
        "last": row.last,
        "kind": row.kind,
        "payload": base64.b64encode(row.payload).decode("ascii"),
        "at": row.at,
    }


def _parse(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text, parse_constant=_no_number)
        # A lone surrogate is a str in Python and no text anywhere else.
        json.dumps(document, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise InputError("journal.import.not_json", line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        raise InputError("journal.import.not_json", line=1, column=1) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InputError("journal.import.not_a_table")
    found = _whole(document, "format_version", "", 1)
    if found > FORMAT_VERSION:
        raise InputError("journal.import.newer", found=found, known=FORMAT_VERSION)
    return document


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _events_of(plains: list[Any], evidence_ids: set[int]) -> list[EventRow]:
    events: list[EventRow] = []
    step = 0
    for number, plain in enumerate(plains, start=1):
        place = f"events[{number - 1}]"
        _object(plain, place)
        if _whole(plain, "version", place, 1) != number:
            _refuse(f"{place}.version", "next_version")
        if _whole(plain, "step", place, 1) not in (step, step + 1):
            _refuse(f"{place}.step", "next_step")
        step = plain["step"]
        _object(plain.get("payload"), f"{place}.payload")
        links = _list(plain, "evidence", place) if "evidence" in plain else []
        if any(type(link) is not int or link not in evidence_ids for link in links):
            _refuse(f"{place}.evidence", "evidence_ids")
        events.append(
            EventRow(
                number,
                step,
                _text(plain, "type", place),
                _whole(plain, "schema", place, 1),
                json.dumps(
                    plain["payload"], sort_keys=True, separators=(",", ":"), ensure_ascii=True
                ),
                _whole(plain, "at", place, 0, _LATEST_MS),
                _text(plain, "by", place),
                tuple(links),
            )
        )
    return events


def _evidence_of(plain: Any, place: str, table: str) -> tuple[int, NewEvidence]:
    _object(plain, place)
    count = _whole(plain, "count", place, 0)
    try:
        payload = base64.b64decode(_text(plain, "payload", place), validate=True)
    except (binascii.Error, ValueError):
        _refuse(f"{place}.payload", "base64")
    return _whole(plain, "id", place, 1), NewEvidence(
        table=table,
        device=f"{table}: {_text(plain, 'device', place)}",
        boot=_whole(plain, "boot", place, 0),
        count=count,
        kind=_text(plain, "kind", place),
        payload=payload,
        at=_whole(plain, "at", place, 0, _LATEST_MS),
        last=_whole(plain, "last", place, count),
    )


def _refuse_doubles(evidence: list[tuple[int, NewEvidence]]) -> None:
    ids: set[int] = set()
    counts: set[tuple[str, int, int]] = set()
    for place, (old, row) in enumerate(evidence):
        counted = (row.device, row.boot, row.count)
        if old in ids or (row.kind in BOARD_KINDS and counted in counts):
            _refuse(f"evidence[{place}]", "no_double")
        ids.add(old)
        if row.kind in BOARD_KINDS:
            counts.add(counted)


def _refuse_unplayable(game: Game, events: list[EventRow]) -> None:
    for place, row in enumerate(events):
        try:
            codec.decode(game, row)
        except JournalError as error:
            raise InputError(
                "journal.import.event",
                place=f"events[{place}]",
                type=row.type,
                reason=error.values.get("reason", f"@{error.text_id}_here"),
            ) from None
    try:
        state = replay(game, codec.steps(game, events))
        broken = () if state is None else game.invariants(state)
        if state is not None:
            _show(game, events, state)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # ``apply`` never objects; on events that never happened it fails as it may.
        raise InputError("journal.import.history", reason=str(error)) from None
    if broken:
        raise InputError("journal.import.history", reason=broken[0])


def _show(game: Game, events: list[EventRow], state: Any) -> None:
    """What every screen does with a table; raises what it may where that cannot be done.

    Events that fold may name a seat or a card that there is none of.
    """
    game.view(state, None)
    game.prompts(state, None)
    timeline = Timeline()
    for step in codec.steps(game, events):
        timeline.add(step)
    after = None
    for step in timeline.holding:
        after = fold(game, after, step.events)
        for event in step.events:
            game.describe(event, after)


def _refuse(place: str, expected: str) -> NoReturn:
    raise InputError(
        "journal.import.field", place=place, expected=f"@journal.import.expected.{expected}"
    )


def _object(plain: Any, place: str) -> None:
    if not isinstance(plain, dict):
        _refuse(place, "object")


def _list(plain: dict[str, Any], key: str, place: str = "") -> list[Any]:
    value = plain.get(key)
    if not isinstance(value, list):
        _refuse(f"{place}.{key}".lstrip("."), "list")
    return value


def _text(plain: dict[str, Any], key: str, place: str) -> str:
    value = plain.get(key)
    if not isinstance(value, str):
        _refuse(f"{place}.{key}".lstrip("."), "text")
    return value


def _whole(plain: dict[str, Any], key: str, place: str, least: int, most: int = _LARGEST) -> int:
    value = plain.get(key)
    if type(value) is not int or not least <= value <= most:
        _refuse(f"{place}.{key}".lstrip("."), "number")
    return value
