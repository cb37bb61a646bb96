"""The rules: start a game, decide a command."""

from __future__ import annotations

from turmwart.games.anno1452.apply import apply
from turmwart.games.anno1452.areas import HANDLERS
from turmwart.games.anno1452.board import Need, Unknown
from turmwart.games.anno1452.checks import refused
from turmwart.games.anno1452.commands import (
    Command,
    CorrectPrinted,
    DropWish,
    EnterNeighbours,
    EnterPrinted,
)
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import GameStarted, RuleWaived, WishHeld, WishReleased
from turmwart.games.anno1452.flow import consequences, missing_value
from turmwart.games.anno1452.setup import Setup, check
from turmwart.games.anno1452.state import State
from turmwart.kernel.chance import Roll, RollRequest, no_rolls
from turmwart.kernel.decision import Objection

Decided = tuple[Event, ...] | Objection | RollRequest

_ANSWERS = (EnterPrinted, EnterNeighbours, CorrectPrinted, DropWish)
"""Commands that stand while a printed value is asked."""


def start(setup: Setup) -> tuple[Event, ...]:
    """The first events of a game.

    Raises:
        ValueError: the setup cannot be played.
    """
    check(setup)
    begun = (GameStarted(setup),)
    return (*begun, *consequences(apply(None, begun[0])))


def decide(state: State, command: Command, roll: Roll) -> Decided:
    """What a command brings about, an objection that the table has not waived, or a roll request.

    Where a printed value decides that nobody has entered, the command is held (``WishHeld``) and
    the value asked; it is carried out with the answer.
    """
    if not isinstance(command, _ANSWERS) and asked(state) is not None:
        return refused("A-MAJ-14", "answer_first")
    decided = _handled(state, command, roll)
    if isinstance(decided, Objection | RollRequest):
        return decided
    after = _after(state, decided)
    if state.wish is not None and after.wish == state.wish:
        released = _retry(after, state.wish.command, roll)
        if isinstance(released, RollRequest):
            return released
        decided = (*decided, *released)
        after = _after(after, released)
    return (*decided, *consequences(after))


def asked(state: State) -> Need | None:
    """The printed value that must be entered before anything else; None: none must.

    Rule: A-MAJ-14, A-DATA-4, A-DATA-5, A-DATA-8.
    """
    if state.wish is None:
        return missing_value(state)
    try:
        _carried_out(state, state.wish.command, no_rolls)
    except Unknown as unknown:
        return unknown.need
    return None


def _handled(state: State, command: Command, roll: Roll) -> Decided:
    try:
        return _carried_out(state, command, roll)
    except Unknown:
        return (WishHeld(command),)


def _carried_out(state: State, command: Command, roll: Roll) -> Decided:
    waived: list[Event] = []
    events: list[Event] = []
    for item in HANDLERS[type(command)](state, command, roll):
        if isinstance(item, RollRequest):
            return item
        if not isinstance(item, Objection):
            events.append(item)
        elif item.waivable and item.rule in command.waived:
            waived.append(RuleWaived(getattr(command, "seat", ""), item.rule))
        else:
            return item
    return (*waived, *events)


def _retry(state: State, command: Command, roll: Roll) -> tuple[Event, ...] | RollRequest:
    """Carry out the command that was held, now that more is known."""
    decided = _handled(state, command, roll)
    if isinstance(decided, RollRequest):
        return decided
    if isinstance(decided, Objection):
        return (WishReleased(False, decided.rule, decided.detail),)
    if decided == (WishHeld(command),):
        return ()
    return (WishReleased(True), *decided)


def _after(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = apply(state, event)
    return state
