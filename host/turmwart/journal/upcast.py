"""Old shapes of events lifted to today's, one step at a time.

A class whose fields change gets the next number as ``SCHEMA: ClassVar[int]``, and here a function
that turns the plain payload of the number before into one of the next, registered as
``LIFTS["wallenstein/BattleSettled", 1] = ...``. What is stored is never rewritten.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from turmwart.errors import JournalError

Lift = Callable[[dict[str, Any]], dict[str, Any]]

LIFTS: dict[tuple[str, int], Lift] = {}
"""(type, schema) -> function that makes the plain payload of ``schema + 1``."""


def lift(
    type_: str,
    schema: int,
    wanted: int,
    plain: dict[str, Any],
    lifts: Mapping[tuple[str, int], Lift] = LIFTS,
) -> dict[str, Any]:
    """The payload ``plain`` of the shape ``schema`` in the shape ``wanted``.

    Raises:
        JournalError: ``journal.newer_event`` where ``schema`` is above ``wanted``,
            ``journal.no_lift`` where a step is missing.
        ValueError: the payload is not of the shape it says.
    """
    if schema > wanted:
        raise JournalError("journal.newer_event", type=type_, found=schema, known=wanted)
    for number in range(schema, wanted):
        step = lifts.get((type_, number))
        if step is None:
            raise JournalError("journal.no_lift", type=type_, found=number, wanted=wanted)
        try:
            plain = step(plain)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"not of shape {number}: {error!r}") from None
    return plain
