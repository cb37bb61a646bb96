"""Results of cards: how one ends, and how one asks the table for a choice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from turmwart.games.anno1452.board import Unknown
from turmwart.games.anno1452.cardtable import Mode, Term
from turmwart.games.anno1452.conditions import targets
from turmwart.games.anno1452.estates import city_room
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import Asked, StepChanged
from turmwart.games.anno1452.events_cards import EffectSkipped
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import CardPlay, Choice
from turmwart.games.anno1452.waiting import picked

CITY_CARD = "city-only-1"
"""Any of the pure city cards: its mode is that of all cards with a tower (A-CARD-CITY-1)."""


def mode_of(state: State, card: str, timing: str, as_city: bool = False) -> Mode | None:
    """How a card is played; None where it cannot be played so.

    Rule: A-ACT-CARD-2, A-CARD-CITY-1.
    """
    facts = state.board.card(card)
    if as_city:
        return state.board.card(CITY_CARD).modes[0] if timing == "AR" else None
    return facts.mode(timing)


def done(step: CardPlay, *events: Event, **changes: Any) -> tuple[Event, ...]:
    """A result is through: the step goes on to the next one, then the events happen."""
    following = replace(step, thrown=(), picked=(), done=step.done + 1, **changes)
    return (StepChanged(following), *events)


def skipped(step: CardPlay, term: Term, region: str = "", **changes: Any) -> tuple[Event, ...]:
    """A result cannot be had and is left out.

    Rule: A-CARD-MARR-2.
    """
    return done(step, EffectSkipped(step.seat, step.card, term.name, region), **changes)


def one_of(
    state: State, step: CardPlay, purpose: str, options: Iterable[str], seat: str = ""
) -> str | Choice:
    """The option that was picked, or the only one; the choice to ask while it is open.

    Returns:
        An option; empty where there is none; a ``Choice`` where the player must pick.
    """
    open_ones = tuple(options)
    if len(open_ones) < 2:
        return open_ones[0] if open_ones else ""
    picks = picked(step.picked, purpose)
    # What was picked may have turned out to be full once a limit was entered.
    if picks is not None and picks[0] in open_ones:
        return picks[0]
    return choice(state, step, purpose, open_ones, seat=seat)


def choice(
    state: State,
    step: CardPlay,
    purpose: str,
    options: tuple[str, ...],
    least: int = 1,
    most: int = 1,
    caps: tuple[int, ...] = (),
    seat: str = "",
) -> Choice:
    """The choice that a result of a card asks for."""
    mode = mode_of(state, step.card, step.timing, step.as_city)
    rule = mode.rule if mode is not None else ""
    return Choice(seat or step.seat, purpose, options, least, most, caps, step.card, rule)


def ask(found: Choice) -> tuple[Event, ...]:
    """The table is asked for a choice."""
    return (Asked((found,)),)


def target_of(state: State, step: CardPlay, term: Term) -> str | Choice:
    """What the player chose the card for: an Estate or a player; asked at its first result."""
    if step.chosen:
        return step.chosen
    mode = mode_of(state, step.card, step.timing, step.as_city)
    condition = mode.condition if mode is not None else None
    options = () if condition is None else targets(state, step.seat, condition)
    return one_of(state, step, term.name, options)


def possible_city(state: State, region: str) -> bool:
    """Whether a region has room for a City as far as anybody knows."""
    try:
        return city_room(state, region)
    except Unknown:
        return True
