"""Which provinces a move may reach."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.wallenstein.board import Board
from turmwart.games.wallenstein.state import Acting, State
from turmwart.kernel.decision import Objection


def border(board: Board, first: str, second: str) -> str:
    """Whether two provinces are neighbours: ``yes``, ``no`` or ``unknown``.

    Rule: W-MOVE-1, W-DATA-5 (symmetric).
    """
    one, other = board.province(first), board.province(second)
    if second in one.neighbours or first in other.neighbours:
        return "yes"
    if second in one.denied or first in other.denied:
        return "no"
    return "no" if one.neighbours_complete or other.neighbours_complete else "unknown"


def forbidden(state: State, target: str, seat: str, action: str) -> bool:
    """Whether the event of the season, or a favor, forbids to attack a province in a move.

    Rule: W-MOVE-9.
    """
    stands = state.province(target)
    if stands.owner == seat:
        return False
    protected = (stands.id, stands.owner)
    if any(p.target in protected and p.move in (action, "both") for p in state.protections):
        return True
    event = state.event_facts()
    if event is None or event.kind != "building_no_attack":
        return False
    return event.building in stands.buildings


def targets(state: State, acting: Acting) -> tuple[str, ...]:
    """Provinces a move may go to as far as is known, in the order of the board.

    Rule: W-MOVE-1, W-MOVE-4, W-MOVE-5, W-MOVE-9, W-SETUP-3.
    """
    return tuple(
        stands.id
        for stands in state.provinces
        if stands.in_play
        and stands.id != acting.province
        and (acting.action != "recruit_1_move" or stands.owner == acting.seat)
        and not forbidden(state, stands.id, acting.seat, acting.action)
        and border(state.board, acting.province, stands.id) != "no"
    )


def objections(state: State, acting: Acting, target: str, armies: int) -> Iterator[Objection]:
    """What speaks against a move.

    Rule: W-MOVE-1, W-MOVE-2, W-MOVE-4 to W-MOVE-6, W-MOVE-9, W-SETUP-3.
    """
    named = {stands.id: stands for stands in state.provinces}
    if target not in named:
        yield Objection(
            "W-PARTS-2",
            "wallenstein.objection.unknown_province",
            (("province", target),),
            waivable=False,
        )
        return
    names = (("source", state.label(acting.province)), ("target", state.label(target)))
    if not named[target].in_play:
        yield Objection("W-SETUP-3", "wallenstein.objection.not_in_play", names, waivable=False)
    if target == acting.province:
        yield Objection("W-MOVE-1", "wallenstein.objection.same_province", names, waivable=False)
        return
    there = state.armies(acting.province)
    if armies < 1:
        yield Objection("W-MOVE-2", "wallenstein.objection.no_army", names, waivable=False)
    if armies >= there:
        yield Objection(
            "W-MOVE-2",
            "wallenstein.objection.one_must_stay",
            (*names, ("armies", armies), ("there", there)),
            waivable=False,
        )
    if acting.action == "recruit_1_move" and named[target].owner != acting.seat:
        yield Objection("W-MOVE-4", "wallenstein.objection.own_target_only", names, waivable=False)
    if forbidden(state, target, acting.seat, acting.action):
        yield Objection("W-MOVE-9", "wallenstein.objection.attack_forbidden", names)
    if border(state.board, acting.province, target) == "no":
        yield Objection("W-MOVE-1", "wallenstein.objection.no_border", names)
