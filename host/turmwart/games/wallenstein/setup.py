"""What a game of Wallenstein starts from: seats, options, printed values."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.wallenstein.board import Board

FARMER_SHORTAGE = ("as_available",)
SHOW_TOWER = ("on_request", "never", "always")


@dataclass(frozen=True, slots=True)
class Options:
    """By which of the open points the table plays otherwise.

    Attributes:
        imperial_court: the table plays with the Imperial Court (W-OBS-1).
        move_optional: a move may move nothing (W-OPEN-13).
        keep_income_on_lost_revolt: the income stays when the revolt succeeds (W-OPEN-14).
        farmer_shortage: one of ``FARMER_SHORTAGE`` (W-OPEN-15).
        bid_before_actions: with too few cards the bid space is filled first (W-OPEN-17).
        show_tower_content: ``"on_request"``, ``"never"`` or ``"always"`` (W-OPEN-31).
        skip_impossible: an action that nobody can carry out is left out at once.
        settle_seconds: how long the table waits for late cubes, seconds (W-OPEN-26).
    """

    imperial_court: bool = False
    move_optional: bool = True
    keep_income_on_lost_revolt: bool = True
    farmer_shortage: str = "as_available"
    bid_before_actions: bool = False
    show_tower_content: str = "on_request"
    skip_impossible: bool = True
    settle_seconds: int = 3


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: ``s1``, ``s2``.. clockwise, the player's name and colour.

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
        seats: three to five, clockwise, with different colours.
        oldest: seat that drafts first; the table names it (W-OPEN-33).
        board: printed values as far as known.
        options: options of the open points.
        farmers: colour of the farmers' cubes.
    """

    seats: tuple[Seat, ...]
    oldest: str
    board: Board
    options: Options = Options()
    farmers: str = "green"


def check(setup: Setup) -> None:
    """Refuse a setup that cannot be played.

    Raises:
        ValueError: the message says what is wrong.

    Rule: W-SETUP-1.
    """
    count = len(setup.seats)
    if not 3 <= count <= 5:
        raise ValueError(f"Wallenstein is for 3 to 5 players, not {count}")
    expected = tuple(f"s{n}" for n in range(1, count + 1))
    if tuple(seat.seat for seat in setup.seats) != expected:
        raise ValueError(f"seats must be {', '.join(expected)}, clockwise")
    colours = [seat.colour for seat in setup.seats]
    if len(set(colours)) != count or setup.farmers in colours or "" in colours:
        raise ValueError(f"every seat and the farmers need a colour of their own: {colours}")
    if setup.oldest not in expected:
        raise ValueError(f"the oldest player must be one of {', '.join(expected)}")
    if setup.options.farmer_shortage not in FARMER_SHORTAGE:
        raise ValueError(f"farmer_shortage must be one of {', '.join(FARMER_SHORTAGE)}")
    if setup.options.show_tower_content not in SHOW_TOWER:
        raise ValueError(f"show_tower_content must be one of {', '.join(SHOW_TOWER)}")
    if setup.options.settle_seconds < 0:
        raise ValueError("settle_seconds cannot be less than 0")
    if all(row.count != count for row in setup.board.players):
        raise ValueError(f"the printed values say nothing about {count} players")
