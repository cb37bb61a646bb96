"""Answers what a game waits for in the plainest way, where an example does not say otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from turmwart.games.anno1452.commands import (
    Choose,
    DiscardCards,
    DrawCards,
    EndTrade,
    GoOn,
    Pass,
    ThrowDice,
)
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import Choice, Dice, Discard, Draw
from turmwart.games.anno1452.waiting import dice_waiting
from turmwart.table.scenarios.anno1452.run import Run
from turmwart.table.scenarios.run import Broken

MOST_ANSWERS = 500
PLAIN_FACE = 1


def answer(
    run: Run, dice: Mapping[str, int] | None = None, *, discard_most: bool = False
) -> tuple[int, int]:
    """Answer the step on top.

    Args:
        run: waits for the table.
        dice: what a seat throws; ones for all others.
        discard_most: as many cards as allowed instead of as few.

    Returns:
        Fewest and most of what could be answered.

    Raises:
        Broken: there is nothing to answer.
    """
    step = run.state.top
    bounds = (1, 1)
    if isinstance(step, Dice):
        first = dice_waiting(run.state)[0]
        run.do(ThrowDice(((dice or {}).get(first.seat, PLAIN_FACE),) * first.count))
    elif isinstance(step, Draw):
        run.do(DrawCards(step.seat, step.left))
    elif isinstance(step, Discard):
        bounds = (step.least, step.most)
        run.do(DiscardCards(step.seat, step.most if discard_most else step.least))
    elif isinstance(step, Choice):
        run.do(Choose(step.seat, step.options[: step.least]))
    else:
        raise Broken(f"nothing is waited for: {step}")
    return bounds


def answer_all(run: Run, until: Callable[[State], bool] | None = None) -> None:
    """Go on plainly: pass, trade nothing, play no card, until a state is reached.

    Args:
        run: a game.
        until: the state that is wanted; None: nothing waits any more.

    Raises:
        Broken: it is never reached.
    """
    for _ in range(MOST_ANSWERS):
        state = run.state
        if until(state) if until is not None else state.top is None:
            return
        if state.top is not None:
            answer(run)
        else:
            run.do(_plainly(state))
    raise Broken("the example's state is never reached")


def _plainly(state: State) -> Any:
    if state.phase in ("trade", "pre_trade"):
        return EndTrade()
    if state.acting is not None:
        return Pass(state.acting.seat)
    return GoOn()
