"""What a table of Paladins is made of: seats, mode, what is known of the copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from turmwart.app.doors import NewSeat
from turmwart.games.paladins.setup import MODES, MOST_PLAYERS, Seat, Setup
from turmwart.journal.store import Journal
from turmwart.table.printed_paladins import GAME, real_board

COLOURS = ("red", "blue", "green", "yellow")
LEAST, MOST = 1, MOST_PLAYERS

__all__ = ["COLOURS", "GAME", "LEAST", "MOST", "option_defaults", "setup_of"]


def option_defaults() -> Mapping[str, int | str | bool]:
    """Options of a new table: the mode, and whether points are shown while it is played."""
    return {"mode": MODES[0], "points_now": False}


def setup_of(
    journal: Journal,
    seated: Sequence[NewSeat],
    first: str,
    options: Sequence[tuple[str, int | str | bool]],
) -> Setup:
    """What a table begins with, with all that earlier tables confirmed of the copy.

    Args:
        journal: that keeps what is known of the copy.
        seated: in the direction of play.
        first: seat with the start marker.
        options: as the form or the command line names them.
    """
    seats = tuple(
        Seat(f"s{number}", seat.name, seat.colour) for number, seat in enumerate(seated, start=1)
    )
    chosen: dict[str, Any] = {**option_defaults(), **dict(options)}
    mode, shown = str(chosen["mode"]), bool(chosen["points_now"])
    return Setup(seats, real_board(journal), mode, first, shown)
