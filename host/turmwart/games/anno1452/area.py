"""What a part of the rules brings in: who handles what. ``areas.AREAS`` lists all parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from turmwart.games.anno1452.commands import Command
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.state import State
from turmwart.kernel.chance import Roll, RollRequest
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Prompt

Handled = Iterator[Objection | RollRequest | Event]

Handler = Callable[[State, Any, Roll], Handled]
"""``handler(state, command, roll)``: objections first, then events; the first objection that is
not waived ends it, and so does a roll request. May raise ``Unknown``: the command is held."""

Advance = Callable[[State, Any], tuple[Event, ...]]
"""``advance(state, step)``: what the task on top does next by itself; nothing: it waits. Must not
leave the task as it is, else the flow never ends. May raise ``Unknown``: the table is asked."""

Phase = Callable[[State], tuple[Event, ...]]
"""``phase(state)``: what the phase does next by itself while the stack is empty."""

Prompts = Callable[[State, str | None], Iterator[Prompt]]
"""``prompts(state, seat)``: what is asked; options may name what only ``seat`` knows."""

Legal = Callable[[State, str | None], Iterator[Command]]
"""``legal(state, seat)``: commands that stand, for players without hands and for tests."""

Values = dict[str, int | str]


@dataclass(frozen=True)
class Area:
    """A part of the rules.

    Attributes:
        handlers: by command class.
        tasks: by task class.
        phases: by phase; the phase acts while the stack is empty.
        prompts: by class of the step on top, or by phase while the stack is empty; ``""``: at any
            time, after all others.
        legal: the same keys.
        describe: by event class: values of its line in the log beside its plain fields; the value
            ``variant`` is put behind the text's id instead.
    """

    handlers: Mapping[type, Handler] = field(default_factory=dict)
    tasks: Mapping[type, Advance] = field(default_factory=dict)
    phases: Mapping[str, Phase] = field(default_factory=dict)
    prompts: Mapping[type | str, Prompts] = field(default_factory=dict)
    legal: Mapping[type | str, Legal] = field(default_factory=dict)
    describe: Mapping[type, Callable[[Any, State], Values]] = field(default_factory=dict)
