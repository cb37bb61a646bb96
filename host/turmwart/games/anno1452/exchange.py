"""Variant B: two players swap hand cards with the display."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from turmwart.games.anno1452.area import Area, Handled
from turmwart.games.anno1452.checks import card_name, not_now, refused
from turmwart.games.anno1452.commands import Command, StopSwapping, SwapCard
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import StepChanged, StepEnded
from turmwart.games.anno1452.events_cards import CardSwapped, DisplayDiscarded
from turmwart.games.anno1452.holding import offered, unheld
from turmwart.games.anno1452.options import ID, card_options
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import Exchange
from turmwart.kernel.chance import Roll
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, Prompt

FIRST_EVENT_ROUND = 1
"""Row of the game's first Event Round."""


def first_swap(state: State) -> Exchange:
    """Whose swap comes first.

    Rule: A-VAR-B-2, A-VAR-B-4.
    """
    order = state.order[::-1] if state.row == FIRST_EVENT_ROUND else state.order
    return _turn_of(state, order[0], doubled=False)


def discarded(state: State) -> Event:
    """The display goes to the discard pile.

    Rule: A-VAR-B-5.
    """
    return DisplayDiscarded(state.display)


def swap(state: State, command: SwapCard, roll: Roll) -> Handled:
    """One hand card for one card of the display.

    Rule: A-VAR-B-2, A-VAR-B-3, A-VAR-B-6.
    """
    del roll
    yield from _refusals(state, command.seat)
    step = state.top
    if not isinstance(step, Exchange):
        return
    if not state.player(command.seat).hand:
        yield refused("A-VAR-B-2", "no_card_in_hand")
    if command.taken not in state.display:
        yield refused("A-VAR-B-2", "not_in_display", card=_name(state, command.taken))
    yield from unheld(state, (command.given,), "A-VAR-B-2")
    yield CardSwapped(command.seat, command.given, command.taken)
    if step.again > 1:
        yield StepChanged(replace(step, again=step.again - 1, second=True))
    else:
        yield StepChanged(_turn_of(state, _other(state, step), step.doubled))


def stop(state: State, command: StopSwapping, roll: Roll) -> Handled:
    """The exchange is over for both; who leaves out his second swap in a row ends none.

    Rule: A-VAR-B-3, A-VAR-B-6.
    """
    del roll
    yield from _refusals(state, command.seat)
    step = state.top
    if isinstance(step, Exchange) and step.second:
        yield StepChanged(_turn_of(state, _other(state, step), step.doubled))
    else:
        yield StepEnded("Exchange")


def _other(state: State, step: Exchange) -> str:
    return next(seat for seat in state.order if seat != step.seat)


def _turn_of(state: State, seat: str, doubled: bool) -> Exchange:
    twice = state.in_force.swap_twice == seat and not doubled
    return Exchange(seat, 2 if twice else 1, doubled or twice)


def _refusals(state: State, seat: str) -> Iterator[Objection]:
    step = state.top
    if not isinstance(step, Exchange):
        yield not_now(state, "A-VAR-B-2")
    elif step.seat != seat:
        yield refused("A-VAR-B-3", "not_your_swap", player=state.player(step.seat).name)


def _name(state: State, card: str) -> str:
    return card_name(state, card) if state.board.has_card(card) else card


def advance(state: State, step: Exchange) -> tuple[Event, ...]:
    """Nothing by itself, except where nobody can swap any more."""
    return () if state.player(step.seat).hand else (StepEnded("Exchange"),)


def _prompts(state: State, seat: str | None) -> Iterator[Prompt]:
    step = state.top
    if not isinstance(step, Exchange) or seat not in (None, step.seat):
        return
    fixed = (("seat", step.seat),)
    other = state.player(_other(state, step)).name
    values = (("player", state.player(step.seat).name), ("other", other))
    slots = (
        Choice("taken", card_options(state, dict.fromkeys(state.display))),
        Choice("given", card_options(state, offered(state, step.seat, seat))),
    )
    who = step.seat
    yield Prompt(f"{ID}swap", "SwapCard", who, True, slots, fixed, "A-VAR-B-2", values)
    stops = "swap_once" if step.second else "stop_swapping"
    yield Prompt(f"{ID}{stops}", "StopSwapping", who, False, (), fixed, "A-VAR-B-3", values)


def _legal(state: State, seat: str | None) -> Iterator[Command]:
    step = state.top
    if not isinstance(step, Exchange) or seat not in (None, step.seat):
        return
    yield StopSwapping(step.seat)
    for taken in dict.fromkeys(state.display):
        for given in offered(state, step.seat, seat):
            yield SwapCard(step.seat, given, taken)


AREA = Area(
    handlers={SwapCard: swap, StopSwapping: stop},
    tasks={Exchange: advance},
    prompts={Exchange: _prompts},
    legal={Exchange: _legal},
)
