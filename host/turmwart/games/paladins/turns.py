"""Whose action it is, what an action asks of every player, passing."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.paladins.checks import (
    Handled,
    Handler,
    cards_drawn,
    doubtful,
    in_mode,
    in_round,
    known_seat,
    refused,
)
from turmwart.games.paladins.commands import Pass
from turmwart.games.paladins.events import Event, Passed, StepBegan, TurnMoved
from turmwart.games.paladins.names import CRIMINAL, KINDS, WORKER
from turmwart.games.paladins.needs import needs
from turmwart.games.paladins.state import KEPT_MOST, Player, State
from turmwart.games.paladins.workers import Spaces, accepts, meant, named
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection


def may_act(state: State, seat: str, rule: str) -> Iterator[Objection]:
    """Object unless a seat may take an action now.

    Rule: P-ROUND-12, P-ACT-GEN-1, P-PASS-1.
    """
    yield from in_mode(state, "standard", "full")
    yield from in_round(state, rule, "actions")
    yield from known_seat(state, seat)
    if seat not in state.seats:
        return
    player = state.player(seat)
    if needs(state, player):
        yield refused("P-ACT-GEN-1", "enter_first", player=player.name)
    yield from cards_drawn(state)
    if player.passed:
        yield doubtful("P-ROUND-12", "passed_already", player=player.name)
    elif state.mode == "full" and state.turn and seat != state.turn:
        yield doubtful("P-ROUND-12", "not_your_turn", player=state.player(state.turn).name)


def unused(state: State, player: Player, action: str) -> Iterator[Objection]:
    """Object where an action was used this round and Pray did not open it.

    Rule: P-ACT-GEN-2, P-ACT-GEN-3, P-ACT-TRADE-4.
    """
    if state.mode == "full" and action in player.used:
        yield doubtful("P-ACT-GEN-2", "used_already", action=f"@paladins.action.{action}")


def fitting(
    state: State, player: Player, text: str, ways: tuple[Spaces, ...]
) -> Iterator[Objection]:
    """Object where workers do not fill the spaces, or are not there.

    Rule: P-WORKER-1, P-WORKER-2, P-WORKER-6, P-ACT-GEN-1.
    """
    workers = named(state, text)
    if workers is None:
        yield refused("P-WORKER-1", "no_workers", typed=text)
        return
    sizes = {len(way) for way in ways}
    if workers.total not in sizes:
        needed = "/".join(str(size) for size in sorted(sizes))
        yield doubtful("P-WORKER-6", "wrong_number", needed=needed, placed=workers.total)
    elif not any(accepts(way, workers) for way in ways):
        yield doubtful("P-WORKER-1", "wrong_colour")
    yield from at_hand(player, workers, "P-ACT-GEN-1")


def at_hand(player: Player, workers: Cubes, rule: str) -> Iterator[Objection]:
    """Object where a player has not so many unplaced workers."""
    counted = set(workers) <= {WORKER}
    if workers.total > player.workers.total or not (counted or workers <= player.workers):
        yield doubtful(rule, "too_few_workers", left=player.workers.total)


def next_turn(state: State, seat: str) -> Iterator[Event]:
    """The action goes on to the next player who has not passed, whoever acted.

    Rule: P-ROUND-12.
    """
    if state.mode != "full":
        return
    order = state.order_of_play
    at = order.index(seat)
    for other in (*order[at + 1 :], *order[: at + 1]):
        if not state.player(other).passed:
            if other != state.turn:
                yield TurnMoved(other)
            return


def passing(state: State, command: Pass) -> Handled:
    """A player is out for the round and keeps up to three unplaced workers.

    Rule: P-PASS-1 to P-PASS-5, P-WORKER-7.
    """
    yield from may_act(state, command.seat, "P-PASS-1")
    player = state.player(command.seat)
    kept = named(state, command.keep)
    if kept is None:
        yield refused("P-PASS-3", "no_workers", typed=command.keep)
        return
    if kept.total > KEPT_MOST:
        yield doubtful("P-PASS-3", "too_many_kept", most=KEPT_MOST, kept=kept.total)
    yield from at_hand(player, kept, "P-PASS-3")
    yield leave(player, meant(player, command.keep))
    others = [one.seat for one in state.players if not one.passed and one.seat != command.seat]
    if not others:
        yield StepBegan("cleanup")
    elif state.mode == "full":
        order = state.order_of_play
        at = order.index(command.seat)
        later = (*order[at + 1 :], *order[:at])
        yield TurnMoved(next(seat for seat in later if seat in others))


def leave(player: Player, kept: Cubes) -> Passed:
    """The workers that are not kept go to the general supply.

    Rule: P-PASS-2, P-PASS-4.
    """
    placed = sum(one.workers.total for one in player.placed)
    return Passed(player.seat, kept, player.workers.total - kept.total + placed)


def usual(player: Player) -> Cubes:
    """The workers that are kept where nobody chose: jokers first."""
    kept: dict[str, int] = {}
    left = KEPT_MOST
    for kind in (CRIMINAL, *(one for one in KINDS if one != CRIMINAL), WORKER):
        kept[kind] = min(left, player.workers[kind])
        left -= kept[kind]
    return Cubes.from_counts(kept)


HANDLERS: dict[type, Handler] = {Pass: passing}
