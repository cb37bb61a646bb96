"""The rules: start a game, decide a command."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.paladins import (
    actions,
    actions_right,
    clock,
    entering,
    printed,
    suspicion,
    turns,
)
from turmwart.games.paladins.apply import apply
from turmwart.games.paladins.board import Unknown
from turmwart.games.paladins.checks import Handler, refused
from turmwart.games.paladins.commands import Command, CorrectPrinted, DropWish, EnterPrinted
from turmwart.games.paladins.events import (
    Event,
    GameStarted,
    RuleWaived,
    TaxFilled,
    WishHeld,
    WishReleased,
)
from turmwart.games.paladins.setup import Setup, check
from turmwart.games.paladins.state import State
from turmwart.kernel.chance import Roll, RollRequest
from turmwart.kernel.decision import Objection

Decided = tuple[Event, ...] | Objection | RollRequest

HANDLERS: dict[type, Handler] = {
    **clock.HANDLERS,
    **suspicion.HANDLERS,
    **actions.HANDLERS,
    **actions_right.HANDLERS,
    **turns.HANDLERS,
    **entering.HANDLERS,
    **printed.HANDLERS,
}

_ANSWERS = (EnterPrinted, CorrectPrinted, DropWish)
"""Commands that stand while a question about the copy is asked."""
_AT_START = "Q-P-ORDERS"


def start(setup: Setup) -> tuple[Event, ...]:
    """The first events of a game.

    Raises:
        ValueError: the setup cannot be played.
    """
    check(setup)
    begun = GameStarted(setup)
    return (begun, *consequences(apply(None, begun)))


def decide(state: State, command: Command, roll: Roll) -> Decided:
    """What a command brings about, or an objection that the table has not waived.

    Where an answer decides that nobody has given, the command is held (``WishHeld``) and the
    question asked; it is carried out with the answer. No command asks for a roll.
    """
    del roll
    if not isinstance(command, _ANSWERS) and asked(state) is not None:
        return refused("P-SETUP-4", "answer_first")
    decided = _handled(state, command)
    if isinstance(decided, Objection):
        return decided
    after = _after(state, decided)
    if state.wish is not None and after.wish == state.wish:
        released = _retry(after, state.wish.command)
        decided = (*decided, *released)
        after = _after(after, released)
    return (*decided, *consequences(after))


def asked(state: State) -> str | None:
    """The question about the copy that must be answered before anything else; None: none must.

    Rule: P-SETUP-4, section 11.
    """
    if state.wish is not None:
        try:
            _carried_out(state, state.wish.command)
        except Unknown as unknown:
            return unknown.question
        return None
    return next(_missing(state), None)


def _missing(state: State) -> Iterator[str]:
    """Questions that belong to the set-up."""
    if not state.tax_filled and state.board.known(state.tax_key) is None:
        yield state.tax_key
    if state.board.known(_AT_START) is None:
        yield _AT_START


def consequences(state: State) -> tuple[Event, ...]:
    """What follows by itself: the tax supply is filled.

    Rule: P-SETUP-4.
    """
    if state.tax_filled:
        return ()
    silver = state.board.known(state.tax_key)
    return () if silver is None else (TaxFilled(int(silver)),)


def _handled(state: State, command: Command) -> tuple[Event, ...] | Objection:
    try:
        return _carried_out(state, command)
    except Unknown:
        return (WishHeld(command),)


def _carried_out(state: State, command: Command) -> tuple[Event, ...] | Objection:
    waived: list[Event] = []
    events: list[Event] = []
    for item in HANDLERS[type(command)](state, command):
        if not isinstance(item, Objection):
            events.append(item)
        elif item.waivable and item.rule in command.waived:
            waived.append(RuleWaived(getattr(command, "seat", ""), item.rule))
        else:
            return item
    return (*waived, *events)


def _retry(state: State, command: Command) -> tuple[Event, ...]:
    """Carry out the command that was held, now that more is known."""
    decided = _handled(state, command)
    if isinstance(decided, Objection):
        return (WishReleased(False, decided.rule, decided.detail),)
    if decided == (WishHeld(command),):
        return ()
    return (WishReleased(True), *decided)


def _after(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = apply(state, event)
    return state
