"""What the table must or may do next."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.kingofkings import commands as cmd
from turmwart.games.kingofkings.state import State
from turmwart.kernel.prompt import Prompt, Text

MOST_TEXT = 100_000
"""Characters of a sheet, at most."""


def prompts(state: State, seat: str | None) -> tuple[Prompt, ...]:
    """The round to be played, and the sheets that may still be handed in.

    A seat is asked for its own sheet only; what others have handed in is not shown (K-REPORT-2).
    """
    if state.over:
        return ()
    play = Prompt(
        "kingofkings.prompt.play",
        "PlayRound",
        must=True,
        rule="K-PHASE-6",
        values=(("round", state.round), ("sheets", len(state.sheets))),
    )
    sheets = tuple(
        Prompt(
            "kingofkings.prompt.hand_in",
            "HandIn",
            seat=str(tribe.number),
            must=False,
            slots=(Text("text", MOST_TEXT),),
            fixed=(("player", tribe.number),),
            rule="K-ORDER-26",
            values=(("number", tribe.number), ("leader", tribe.leader)),
        )
        for tribe in state.tribes
        if seat is None or seat == str(tribe.number)
    )
    return (play, *sheets) if seat is None else sheets


def legal(state: State, seat: str | None) -> Iterator[cmd.Command]:
    """A few good commands: an empty sheet for each tribe, then the round."""
    if state.over:
        return
    for tribe in state.tribes:
        if seat in (None, str(tribe.number)) and state.sheet(tribe.number) is None:
            yield cmd.HandIn(tribe.number, "")
    if seat is None:
        yield cmd.PlayRound()
