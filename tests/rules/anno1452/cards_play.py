"""Boards for the tests of cards, and a table that plays a card through to its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.change import with_player
from turmwart.games.anno1452.commands import Choose, DiscardCards, DrawCards, PlayCard, ThrowDice
from turmwart.games.anno1452.epochs import row_of
from turmwart.games.anno1452.flow import consequences
from turmwart.games.anno1452.state import Office, State, Turn
from turmwart.games.anno1452.steps import Choice, Dice, Discard, Draw

from .rounds_play import Holdings, Play, position

OTHERS: Holdings = {"s2": ["oberitalien", "unteritalien"], "s3": ["oberitalien", "unteritalien"]}
"""Two Estates each, where no lady asks for anything of the first player."""


def city(region: str, citizens: int = 0) -> tuple[str, dict[str, Any]]:
    """A City."""
    return region, {"city": True, "citizens": citizens}


def village(region: str, citizens: int = 0, value: int = 3) -> tuple[str, dict[str, Any]]:
    """An Estate without City."""
    return region, {"citizens": citizens, "value": value}


def board(
    own: Sequence[Any] = (),
    *,
    year: str = "I1",
    king: str = "",
    was_king: bool = False,
    others: Holdings | None = None,
    actions: int = 3,
    **more: Any,
) -> State:
    """A board in an Action Round in which it is the first player's turn.

    Args:
        own: his Estates.
        year: where the marker stands.
        king: seat of the King.
        was_king: the first player was King once.
        others: Estates of the others; None: ``OTHERS``.
        actions: he has left.
        more: as for ``position``.
    """
    holdings = {"s1": own, **(OTHERS if others is None else others)}
    round_of = {"phase": "round", "round": 1, "acting": Turn("s1", actions)}
    state = position(holdings, **{"row": row_of(year), **round_of, **more})
    if king:
        state = replace(state, king=Office(king, 4))
    return with_player(state, "s1", was_king=was_king)


def event_board(own: Sequence[Any] = (), phase: str = "income", **more: Any) -> State:
    """A board in a phase of the Event Round that opens 1273."""
    fields = {"phase": phase, "round": 0, "acting": None, "year": "1273", "turn": 0}
    return board(own, **{**fields, **more})


def laid(state: State, seat: str, *, titles: Sequence[str] = (), marriage: str = "") -> State:
    """The state with titles or a marriage before a player; they leave the deck."""
    count = len(titles) + bool(marriage)
    married = bool(marriage)
    fields = {"titles": tuple(titles), "marriage": marriage, "married": married}
    return replace(with_player(state, seat, **fields), deck=state.deck - count)


@dataclass
class Answers:
    """What the table answers when a card asks; the first options where nothing is said.

    Attributes:
        picks: by purpose of the choice.
        dice: values of all dice in their order.
    """

    picks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    dice: Sequence[int] = ()


def play(
    state: State,
    card: str,
    answers: Answers | None = None,
    *,
    as_city: bool = False,
    seat: str = "s1",
) -> Play:
    """Play a card and answer all it asks."""
    table = Play(state)
    table.do(PlayCard(seat, card, as_city))
    answer_all(table, answers or Answers())
    return table


def answer_all(table: Play, answers: Answers) -> None:
    """Answer choices, dice, draws and discards until nothing waits."""
    dice = list(answers.dice)
    while table.state.top is not None:
        step = table.state.top
        if isinstance(step, Choice):
            table.do(Choose(step.seat, _picks(step, answers)))
        elif isinstance(step, Dice):
            table.do(ThrowDice(tuple(dice.pop(0) for _ in range(step.count))))
        elif isinstance(step, Draw):
            table.do(DrawCards(step.seat, step.left))
        elif isinstance(step, Discard):
            table.do(DiscardCards(step.seat, step.least))
        else:
            raise AssertionError(f"nobody answers {step}")
    assert not dice


def happen(table: Play, event: Any) -> None:
    """Let something happen, and what follows from it, as one step."""
    after = GAME.apply(table.state, event)
    table._happened((event, *consequences(after)))


def _picks(step: Choice, answers: Answers) -> tuple[str, ...]:
    if step.purpose in answers.picks:
        return tuple(answers.picks[step.purpose])
    caps = step.caps or (1,) * len(step.options)
    every = [one for one, cap in zip(step.options, caps, strict=True) for _ in range(cap)]
    return tuple(every[: step.least])


def gains(before: State, after: State, seat: str = "s1") -> dict[str, Any]:
    """What a player has more or less than before; what is equal is left out."""
    old, new = before.player(seat), after.player(seat)
    found: dict[str, Any] = {
        "gold": new.gold - old.gold,
        "prestige": new.prestige - old.prestige,
        "hand": new.hand - old.hand,
        "citizens": after.citizens_on_board(seat) - before.citizens_on_board(seat),
        "estates": _more(before, after, seat, city=False),
        "cities": _more(before, after, seat, city=True),
        "holds": tuple(one for one in after.held(seat) if one not in before.held(seat)),
    }
    if before.acting is not None and after.acting is not None:
        found["actions"] = after.acting.left - before.acting.left
    return {name: value for name, value in found.items() if value}


def _more(before: State, after: State, seat: str, *, city: bool) -> dict[str, int]:
    counts = [
        Counter(one.region for one in state.owned(seat) if one.city or not city)
        for state in (before, after)
    ]
    regions = {*counts[0], *counts[1]}
    changed = {one: counts[1][one] - counts[0][one] for one in sorted(regions)}
    return {one: number for one, number in changed.items() if number}
