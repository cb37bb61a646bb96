"""Commands for players without hands and for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, product
from typing import Any

from turmwart.games.paladins.commands import COMMANDS, Command
from turmwart.games.paladins.names import KINDS, LETTERS
from turmwart.games.paladins.prompts import prompts
from turmwart.games.paladins.rules import decide
from turmwart.games.paladins.state import State
from turmwart.kernel.canon import from_plain
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, Number, Prompt, Several, Sheet, Slot, Text

_NOT_PLAYED = ("correct", "copy.", "mode", "drop_wish", "adjust", "take_debt")
"""Prompts by which a table corrects itself, or chooses what it keeps."""
_PER_SLOT = 4
_REASON = "counted again"


def legal(state: State, seat: str | None = None) -> Iterator[Command]:
    """Commands that answer what is asked now: a few good ones of each prompt, lazily."""
    for prompt in prompts(state, seat):
        name = prompt.id.removeprefix("paladins.prompt.")
        if not name.startswith(_NOT_PLAYED):
            for command in islice(candidates(state, prompt), _PER_SLOT * _PER_SLOT):
                if not isinstance(decide(state, command, no_rolls), Objection):
                    yield command


def candidates(state: State, prompt: Prompt) -> Iterator[Command]:
    """Answers to a prompt, whether the rules take them or not."""
    for chosen in product(*(tuple(answers(state, prompt, slot)) for slot in prompt.slots)):
        yield answered(prompt, chosen)


def answered(prompt: Prompt, chosen: Sequence[Any]) -> Command:
    """The command of one answer to each slot of a prompt."""
    plain: dict[str, Any] = dict(prompt.fixed)
    plain |= {slot.name: value for slot, value in zip(prompt.slots, chosen, strict=True)}
    command: Command = from_plain(COMMANDS[prompt.command], plain)
    return command


def answers(state: State, prompt: Prompt, slot: Slot) -> Iterator[Any]:
    """A few answers to a slot, as plain data."""
    match slot:
        case Choice():
            yield from (option.value for option in slot.options[: 2 * _PER_SLOT])
        case Number():
            yield from _numbers(slot)
        case Several():
            yield []
        case Sheet():
            yield [[row.name, next(_numbers(row))] for row in slot.rows if isinstance(row, Number)]
        case Text():
            yield from _texts(state, prompt, slot)


def _numbers(slot: Number) -> Iterator[int]:
    least = slot.least or 0
    first = least if slot.default is None else slot.default
    most = least + 2 * _PER_SLOT if slot.most is None else slot.most
    yield from dict.fromkeys((first, least, *range(least, min(most, least + 2 * _PER_SLOT) + 1)))


def _texts(state: State, prompt: Prompt, slot: Text) -> Iterator[str]:
    if slot.name == "reason":
        yield _REASON
    elif slot.name == "workers" and prompt.command == "TakeTavern":
        letters = "".join(LETTERS)
        starts = range(len(KINDS))
        yield from chain(((letters * 2)[n : n + slot.longest] for n in starts), ("wgbr",))
    elif slot.name == "workers" and not slot.default:
        yield "" if prompt.command != "RevealPaladin" else "wg"
    else:
        yield slot.default
