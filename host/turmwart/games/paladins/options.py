"""Options of prompts: players, actions, workers, in words of the table."""

from __future__ import annotations

from collections.abc import Iterable

from turmwart.games.paladins.names import KINDS
from turmwart.games.paladins.state import Player, State
from turmwart.games.paladins.workers import accepts, combinations_of, spaces_of, typed
from turmwart.kernel.prompt import Option

ID = "paladins.prompt."


def seat_options(state: State, seats: Iterable[str]) -> tuple[Option, ...]:
    """Options that name players."""
    return tuple(Option(seat, label=state.player(seat).name) for seat in seats)


def action_options(actions: Iterable[str]) -> tuple[Option, ...]:
    """Options that name actions."""
    return tuple(Option(action, f"paladins.action.{action}") for action in actions)


def worker_options(state: State, player: Player, action: str) -> tuple[Option, ...]:
    """Workers for an action: those that fit first, others behind them; letters of their kinds.

    Raises:
        Unknown: a colour decides that nobody has confirmed.

    Rule: P-WORKER-1, P-WORKER-2, P-WORKER-6.
    """
    ways = spaces_of(state, player, action)
    sizes = tuple(sorted({len(way) for way in ways}, reverse=True))
    if state.mode != "full":
        # A digit chooses by its place in a list: let the place be the number where it can be.
        if 1 in sizes:
            sizes = tuple(sorted(sizes, key=lambda size: (size == 0, size)))
        return tuple(Option(str(size), label=str(size)) for size in sizes)
    fitting: list[Option] = []
    others: list[Option] = []
    for workers in combinations_of(player.workers, sizes):
        fits = any(accepts(way, workers) for way in ways)
        text = typed(workers) if workers else "0"
        (fitting if fits else others).append(Option(text, label=text))
    return (*fitting, *others) or (Option("0", label="-"),)


def kind_options() -> tuple[Option, ...]:
    """Options that name the kinds of workers."""
    return tuple(Option(kind, f"paladins.kind.{kind}") for kind in KINDS)
