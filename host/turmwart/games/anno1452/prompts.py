"""What the table must do now, and what it may."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452.areas import prompts_of
from turmwart.games.anno1452.options import for_seat
from turmwart.games.anno1452.questions import correcting, naming, questions
from turmwart.games.anno1452.rules import asked
from turmwart.games.anno1452.state import State
from turmwart.kernel.prompt import Prompt


def prompts(state: State, seat: str | None = None) -> tuple[Prompt, ...]:
    """What must be done now first, then what may be left out.

    Args:
        state: the game.
        seat: only what this seat or the whole table is asked, with what only this seat knows;
            None: everything, and nothing that is secret.

    Rule: section 22, A-ASK-1.
    """
    return for_seat(_all(state, seat), seat)


def _all(state: State, seat: str | None) -> Iterator[Prompt]:
    need = asked(state)
    if need is not None:
        yield from questions(state, need)
        return
    found = tuple(prompts_of(state, seat))
    yield from (prompt for prompt in found if prompt.must)
    yield from (prompt for prompt in found if not prompt.must)
    yield from naming(state)
    yield from correcting(state)
