"""What a game of Paladins starts from: seats, mode, printed values."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.paladins.board import Board

MODES = ("light", "standard", "full")
"""How much is kept, the default first."""

MOST_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: ``s1``, ``s2``.. in the direction of play.

    ``person`` is the id under which the player is known beyond this table; may stay empty.
    """

    seat: str
    name: str
    colour: str
    person: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a game starts from.

    Attributes:
        seats: one to four, in the direction of play, with different colours.
        board: printed values as far as this copy's owner has read them.
        mode: one of ``MODES``; may be changed at any time.
        first: seat that has the start marker in round 1.
        points_now: whether the pages show the points as if the game ended now.
    """

    seats: tuple[Seat, ...]
    board: Board
    mode: str = MODES[0]
    first: str = "s1"
    points_now: bool = False


def check(setup: Setup) -> None:
    """Refuse a setup that cannot be played.

    Raises:
        ValueError: the message says what is wrong.

    Rule: P-SETUP-5, P-SETUP-9.
    """
    count = len(setup.seats)
    if not 1 <= count <= MOST_PLAYERS:
        raise ValueError(f"Paladins is for 1 to {MOST_PLAYERS} players, not {count}")
    expected = tuple(f"s{n}" for n in range(1, count + 1))
    if tuple(seat.seat for seat in setup.seats) != expected:
        raise ValueError(f"seats must be {', '.join(expected)}, in the direction of play")
    colours = [seat.colour for seat in setup.seats]
    if len(set(colours)) != len(colours) or "" in colours:
        raise ValueError(f"everybody needs a colour of his own: {colours}")
    if setup.mode not in MODES:
        raise ValueError(f"mode must be one of {', '.join(MODES)}")
    if setup.first not in expected:
        raise ValueError(f"nobody sits at {setup.first}, who should begin")
