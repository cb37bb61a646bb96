"""A game of one command: an assault with dice, all of which must be rolled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from turmwart.kernel.chance import Roll, RollRequest, witness_of
from turmwart.kernel.decision import Objection
from turmwart.kernel.game import Game
from turmwart.kernel.ledger import Ledger
from turmwart.kernel.prompt import Number, Prompt

STREAM = "assault"
EMPTY = Ledger.from_places({})
SIEGE_TEXTS = {
    "siege.assault.text": "How many dice?",
    "siege.assault.label": "Assault",
    "siege.slot.dice": "Dice",
    "siege.log.began": "The siege began",
    "siege.log.assault": "{values} were rolled",
}


@dataclass(frozen=True, slots=True)
class Assault:
    """Attack with so many dice."""

    dice: int


@dataclass(frozen=True, slots=True)
class SiegeBegan:
    """It began."""

    game: str


@dataclass(frozen=True, slots=True)
class Assaulted:
    """Dice were rolled."""

    values: tuple[int, ...]
    witnesses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SiegeState:
    """All assaults so far, and how many dice were rolled."""

    assaults: tuple[Assaulted, ...] = ()
    rolled: int = 0
    ledger: Ledger = EMPTY


def _decide(
    state: SiegeState, command: Any, roll: Roll
) -> tuple[Any, ...] | Objection | RollRequest:
    places = range(state.rolled, state.rolled + command.dice)
    values = [roll(STREAM, place, 6) for place in places]
    if None in values:
        return RollRequest(STREAM, state.rolled, 6, command.dice)
    seen = tuple(value for value in values if value is not None)
    return (Assaulted(seen, tuple(witness_of(roll, STREAM, place) for place in places)),)


def _apply(state: SiegeState | None, event: Any) -> SiegeState:
    if state is None or isinstance(event, SiegeBegan):
        return SiegeState()
    return SiegeState((*state.assaults, event), state.rolled + len(event.values))


SIEGE = Game(
    name="siege",
    start=lambda setup: (SiegeBegan(setup),),
    prompts=lambda state, seat: (
        Prompt("siege.assault", "Assault", slots=(Number("dice", 1, 12),)),
    ),
    legal=lambda state, seat: iter(()),
    decide=_decide,
    apply=_apply,
    view=lambda state, seat: state,
    invariants=lambda state: (),
    describe=lambda event, state: (
        ("siege.log.began", ())
        if isinstance(event, SiegeBegan)
        else ("siege.log.assault", (("values", " ".join(map(str, event.values))),))
    ),
    setup=str,
    commands={"Assault": Assault},
    events={"SiegeBegan": SiegeBegan, "Assaulted": Assaulted},
)
