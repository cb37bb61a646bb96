"""Citizens that move between Estates: by Migration, or from a City that lost its disc."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from turmwart.games.anno1452.area import Area, Handled
from turmwart.games.anno1452.board import Unknown, near
from turmwart.games.anno1452.checks import not_now, refused, region_name
from turmwart.games.anno1452.commands import Command, MoveCitizens
from turmwart.games.anno1452.estates import citizen_room
from turmwart.games.anno1452.events_board import CitizensLost, CitizensMoved
from turmwart.games.anno1452.options import ID, estate_label
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import Moving
from turmwart.kernel.chance import Roll
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Number, Prompt, Sheet

Move = tuple[str, str, int]
"""Estate from, Estate to, number of Citizens."""

TO = ">"

_RULES = {
    "surplus": "A-CARD-SPEC-DIPLOMATIE-AR",
    "migration": "A-CARD-SPEC-VOELKERWANDERUNG-AR",
}


def move_citizens(state: State, command: MoveCitizens, roll: Roll) -> Handled:
    """Citizens move; surplus ones that stay behind return to their owner's supply.

    Rule: A-CARD-SPEC-DIPLOMATIE-AR, A-CARD-SPEC-VOELKERWANDERUNG-AR, A-STATE-7, A-STATE-8.
    """
    del roll
    step = state.top
    if not isinstance(step, Moving):
        yield not_now(state)
        return
    rule = _RULES[step.reason]
    if command.seat != step.seat:
        yield refused(rule, "not_your_choice", player=state.player(step.seat).name)
    moves = tuple(_move(name, count) for name, count in command.moves if count)
    objections = tuple(_refusals(state, step, moves, rule))
    yield from objections
    if objections:
        return
    yield CitizensMoved(step.owner, moves, step.reason)
    left = step.most - sum(count for _, _, count in moves)
    if step.reason == "surplus" and left:
        yield CitizensLost(step.estate, left, "surplus")


def _move(name: str, count: int) -> Move:
    source, _, target = name.partition(TO)
    return source, target, count


def _refusals(
    state: State, step: Moving, moves: tuple[Move, ...], rule: str
) -> Iterator[Objection]:
    """Capacity counts once all have moved; each Citizen crosses one border at most."""
    gone, come = Counter[str](), Counter[str]()
    for source, target, count in moves:
        for estate in (source, target):
            if not state.has_estate(estate) or state.estate(estate).owner != step.owner:
                yield refused(rule, "not_your_estate", estate=estate)
                return
        if source == target or count < 0 or step.estate not in ("", source):
            yield refused(rule, "no_such_move", estate=source)
            return
        gone[source] += count
        come[target] += count
        if step.reason == "migration":
            first, second = state.estate(source).region, state.estate(target).region
            if not near(state.board, first, second):
                names = (region_name(state, first), region_name(state, second))
                yield refused(rule, "no_border_between", first=names[0], second=names[1])
    if gone.total() > step.most:
        yield refused(rule, "too_many_moved", most=step.most)
    for source, count in gone.items():
        here = state.estate(source)
        if count > here.citizens:
            yield refused(rule, "too_many_moved", most=here.citizens)
    for target, count in come.items():
        here = state.estate(target)
        after = here.citizens + count - gone[target]
        if after > here.capacity:
            named = estate_label(state, here)
            yield refused("A-STATE-8", "too_many_citizens", estate=named, room=here.capacity)


def _ways(state: State, step: Moving) -> Iterator[tuple[str, str, int]]:
    """Estate from, Estate to, and the most that can move between them."""
    own = state.owned(step.owner)
    for source in own:
        if not source.citizens or step.estate not in ("", source.id):
            continue
        for target in own:
            if target.id == source.id:
                continue
            if step.reason == "surplus":
                most = min(step.most, citizen_room(target))
            else:
                most = min(source.citizens, target.capacity)
                if not _may_be_near(state, source.region, target.region):
                    continue
            if most:
                yield source.id, target.id, most


def _may_be_near(state: State, first: str, second: str) -> bool:
    try:
        return near(state.board, first, second)
    except Unknown:
        return True


def _prompts(state: State, viewer: str | None) -> Iterator[Prompt]:
    del viewer
    step = state.top
    if not isinstance(step, Moving):
        return
    rows, named = [], []
    for source, target, most in _ways(state, step):
        name = f"{source}{TO}{target}"
        rows.append(Number(name, 0, most, 0))
        first, second = (estate_label(state, state.estate(one)) for one in (source, target))
        named.append((name, f"{first} \u2192 {second}"))
    player = state.player(step.seat).name
    yield Prompt(
        f"{ID}move_{step.reason}",
        "MoveCitizens",
        step.seat,
        True,
        (Sheet("moves", tuple(rows)),),
        (("seat", step.seat),),
        _RULES[step.reason],
        (("player", player), ("most", step.most), *named),
    )


def _legal(state: State, viewer: str | None) -> Iterator[Command]:
    """No move, and each single move of one Citizen that surely fits."""
    step = state.top
    if not isinstance(step, Moving) or viewer not in (None, step.seat):
        return
    yield MoveCitizens(step.seat, ())
    for source, target, _ in _ways(state, step):
        if citizen_room(state.estate(target)):
            yield MoveCitizens(step.seat, ((f"{source}{TO}{target}", 1),))


AREA = Area(
    handlers={MoveCitizens: move_citizens},
    prompts={Moving: _prompts},
    legal={Moving: _legal},
)
