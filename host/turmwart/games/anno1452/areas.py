"""All parts of the rules, put together. A new part adds its ``AREA`` to ``AREAS``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from turmwart.games.anno1452 import (
    actions,
    attack,
    cards,
    corrections,
    drawing,
    event_round,
    exchange,
    fight,
    instants,
    marriages,
    moving,
    opening,
    ordering,
    printed,
    reigns,
    rounds,
    trade,
    victory,
    waiting,
)
from turmwart.games.anno1452.area import Advance, Area, Handler, Legal, Phase, Prompts, Values
from turmwart.games.anno1452.commands import Command
from turmwart.games.anno1452.state import State
from turmwart.kernel.prompt import Prompt

AREAS: tuple[Area, ...] = (
    actions.AREA,
    attack.AREA,
    fight.AREA,
    trade.AREA,
    cards.AREA,
    drawing.AREA,
    instants.AREA,
    marriages.AREA,
    moving.AREA,
    opening.AREA,
    rounds.AREA,
    event_round.AREA,
    reigns.AREA,
    ordering.AREA,
    exchange.AREA,
    victory.AREA,
    waiting.AREA,
    printed.AREA,
    corrections.AREA,
)

HANDLERS: dict[type, Handler] = {cls: h for area in AREAS for cls, h in area.handlers.items()}
TASKS: dict[type, Advance] = {cls: h for area in AREAS for cls, h in area.tasks.items()}
PHASES: dict[str, Phase] = {name: h for area in AREAS for name, h in area.phases.items()}
DESCRIBE: dict[type, Callable[[Any, State], Values]] = {
    cls: h for area in AREAS for cls, h in area.describe.items()
}


def prompts_of(state: State, seat: str | None) -> Iterator[Prompt]:
    """What all parts ask of the step on top, or of the phase, then what goes at any time."""
    for key in (_key(state), ""):
        for area in AREAS:
            asks: Prompts | None = area.prompts.get(key)
            if asks is not None:
                yield from asks(state, seat)


def legal_of(state: State, seat: str | None) -> Iterator[Command]:
    """Commands of all parts that answer the step on top, or the phase."""
    for area in AREAS:
        lists: Legal | None = area.legal.get(_key(state))
        if lists is not None:
            yield from lists(state, seat)


def _key(state: State) -> type | str:
    return type(state.top) if state.top is not None else state.phase
