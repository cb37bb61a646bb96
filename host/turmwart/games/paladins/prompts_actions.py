"""Prompts for actions: for the player whose turn it is, or for all where no turns are kept."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.paladins.board import Unknown
from turmwart.games.paladins.names import ACTIONS, KINDS, LETTERS, RIGHT
from turmwart.games.paladins.needs import needs
from turmwart.games.paladins.options import ID, action_options, worker_options
from turmwart.games.paladins.reading import LETTER_OF, SKIPPED, slot_rows
from turmwart.games.paladins.requirements import pieces_left, room_for_outsider
from turmwart.games.paladins.state import PIECE_OF, Player, State
from turmwart.games.paladins.turns import usual
from turmwart.games.paladins.workers import typed
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Slot, Text

_HIGHEST = 20
"""More than any outsider shows."""


def action_prompts(state: State) -> Iterator[Prompt]:
    """An action, a favour or passing, for each who may act.

    Rule: P-ROUND-12, P-ACT-GEN-1, P-PASS-1.
    """
    if state.step != "actions" or state.due:
        return
    for seat in acting(state):
        player = state.player(seat)
        for action in ACTIONS:
            if _possible(state, player, action):
                yield _action(state, player, action)
        yield from _favours(state, player)
        yield _pass(state, player)


def acting(state: State) -> tuple[str, ...]:
    """Seats that have not passed; in full mode the one whose action it is comes first.

    The others are offered too: nobody told whose action it was when the mode was raised.
    """
    if state.phase != "round" or state.step != "actions":
        return ()
    seats = state.order_of_play
    if state.mode == "full" and state.turn:
        at = seats.index(state.turn)
        seats = (*seats[at:], *seats[:at])
    ready = (state.player(seat) for seat in seats)
    return tuple(one.seat for one in ready if not one.passed and not needs(state, one))


def _possible(state: State, player: Player, action: str) -> bool:
    if action in player.used and state.mode == "full":
        return False
    if action == "pray" and state.mode == "full" and not set(player.used) & set(ACTIONS):
        return False
    if action == "convert" and not room_for_outsider(player):
        return False
    return action not in PIECE_OF or pieces_left(player, action) > 0


def _action(state: State, player: Player, action: str) -> Prompt:
    command = action.title()
    slots = (*_own(state, player, action), _workers(state, player, action))
    fixed = (("seat", player.seat),)
    values = (("player", player.name),)
    rule = f"P-ACT-{action.upper()}-1"
    return Prompt(f"{ID}{action}", command, player.seat, False, slots, fixed, rule, values)


def _workers(state: State, player: Player, action: str) -> Slot:
    try:
        options = worker_options(state, player, action)
        # The list begins with what fits best; where it is of numbers, with what a digit means.
        most = None if state.mode == "full" else max(str(one.value) for one in options)
        return Choice("workers", options, most)
    except Unknown:
        # What fits is known once the table has looked at its board; the command asks for it.
        return Text("workers", 4)


def _own(state: State, player: Player, action: str) -> tuple[Slot, ...]:
    """What an action asks for besides its workers."""
    if action == "develop" and state.mode == "full":
        slots: tuple[Slot, ...] = (Choice("target", action_options(RIGHT)),)
        if state.board.known("Q-P-SLOTS") is not None:
            slots = (*slots, Choice("space", _spaces(state)))
        if state.board.known("Q-P-WORKSHOP-BONUS") in (None, SKIPPED):
            letters = tuple(Option(LETTER_OF[kind], f"paladins.kind.{kind}") for kind in KINDS)
            slots = (*slots, Choice("bonus", letters))
        return slots
    if action == "recruit":
        return (Number("place", 1, 9, 1),)
    if action == "pray" and state.mode == "full":
        return (Choice("empty", action_options(one for one in player.used if one in ACTIONS)),)
    if action in ("commission", "garrison"):
        columns = state.board.columns(action)
        # Typed as printed: in a list of them a digit would mean another number.
        return (Number("need", columns[0], columns[-1], columns[0]),)
    if action == "fortify":
        return (Number("strength", 1, 9, 1),)
    if action == "attack":
        return (
            Number("value", 0, _HIGHEST),
            Number("place", 1, 9, 1),
            Number("influence", 1, 9, 1),
        )
    if action == "convert":
        bonuses = tuple(
            Option(one.kind, f"paladins.bonus.{one.kind}") for one in state.board.bonuses
        )
        return (
            Number("value", 0, _HIGHEST),
            Number("place", 1, 9, 1),
            Number("strength", 1, 9, 1),
            Choice("bonus", (Option("", "paladins.bonus.later"), *bonuses)),
            Number("points", 0, 20, 0),
        )
    return ()


def _spaces(state: State) -> tuple[Option, ...]:
    kinds = {
        kind for row in slot_rows(str(state.board.answer("Q-P-SLOTS"))).values() for kind in row
    }
    ordered = ("any", *(kind for kind in LETTERS.values() if kind in kinds))
    return tuple(Option(kind, f"paladins.kind.{kind}") for kind in ordered)


def _favours(state: State, player: Player) -> Iterator[Prompt]:
    if not state.favours:
        return
    numbers = tuple(Option(n, label=str(n)) for n in range(1, state.favours + 1))
    slots = (Choice("favour", numbers), Text("workers", 4))
    fixed, values = (("seat", player.seat),), (("player", player.name),)
    yield Prompt(
        f"{ID}favour", "UseFavour", player.seat, False, slots, fixed, "P-ACT-GEN-5", values
    )


def _pass(state: State, player: Player) -> Prompt:
    kept = usual(player)
    default = str(kept.total) if state.mode != "full" else typed(kept) if kept else ""
    fixed, values = (("seat", player.seat),), (("player", player.name),)
    must = state.mode == "full" and player.seat == state.turn
    slots = (Text("keep", 3, default),)
    return Prompt(f"{ID}pass", "Pass", player.seat, must, slots, fixed, "P-PASS-1", values)
