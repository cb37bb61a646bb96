"""Can I do that?: what an action asks for and costs, and what is missing."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.paladins.board import Board
from turmwart.games.paladins.names import ASKS
from turmwart.games.paladins.reading import costs, ints
from turmwart.games.paladins.state import OUTSIDERS_MOST, PIECE_OF, PIECES, Player

STRENGTH_PER_SILVER = 2
"""Missing strength that one silver makes up for (P-ACT-ATTACK-4)."""
DEVELOP_SILVER = 4
PRAY_SILVER = 2


@dataclass(frozen=True, slots=True)
class Reach:
    """A value against what is asked for.

    Attributes:
        attribute: that is asked for.
        need: least value.
        have: permanent value and paladin points.
        silver: that makes up for what is missing; 0: nothing is missing, or nothing helps.
    """

    attribute: str
    need: int
    have: int
    silver: int = 0

    @property
    def missing(self) -> int:
        """How much is missing; 0: nothing."""
        return max(0, self.need - self.have)


def reach(player: Player, action: str, need: int, *, payable: bool = False) -> Reach:
    """An action's attribute against a number.

    Args:
        player: who acts.
        action: of the right side.
        need: the number.
        payable: whether silver makes up for what is missing.

    Rule: P-WORKER-9, P-WORKER-10, P-ACT-ATTACK-3, P-ACT-ATTACK-4, P-ACT-CONVERT-3.
    """
    attribute = ASKS[action]
    have = player.effective(attribute)
    missing = max(0, need - have)
    silver = -(-missing // STRENGTH_PER_SILVER) if payable else 0
    return Reach(attribute, need, have, silver)


def may_pay(board: Board, action: str) -> bool:
    """Whether silver makes up for what is missing.

    Raises:
        Unknown: for Convert nobody has said so.

    Rule: P-ACT-ATTACK-4, P-ACT-CONVERT-3.
    """
    if action == "attack":
        return True
    return action == "convert" and board.answer("Q-P-CONVERT-SHORTFALL") == "yes"


def pieces_left(player: Player, action: str) -> int:
    """Pieces that an action can still place.

    Rule: P-ACT-DEVELOP-5, P-ACT-COMMISSION-6, P-ACT-GARRISON-4, P-ACT-ABSOLVE-5, P-ACT-FORTIFY-4.
    """
    piece = PIECE_OF[action]
    return PIECES[piece] - player.piece(piece)


def room_for_outsider(player: Player) -> bool:
    """Whether the player board has a space for another converted outsider.

    Rule: P-ACT-CONVERT-4.
    """
    return len(player.outsiders) < OUTSIDERS_MOST


def nth(text: int | str, placed: int) -> int:
    """The number that belongs to the next piece after ``placed``; the last one beyond the list."""
    row = ints(str(text))
    return row[min(placed, len(row) - 1)]


def place_cost(board: Board, question: str, place: int) -> tuple[int, bool] | None:
    """Silver and debt for a place of a display, from the right; None: there is no such place.

    A list of one place that costs nothing means that no place costs anything.

    Raises:
        Unknown: nobody has said what the places cost.

    Rule: P-ACT-RECRUIT-2, P-ACT-ATTACK-2, P-ACT-CONVERT-2.
    """
    listed = costs(str(board.answer(question)))
    if len(listed) == 1 and not listed[0].silver and not listed[0].debt:
        return (0, False) if place > 0 else None
    if not 1 <= place <= len(listed):
        return None
    return listed[place - 1].silver, listed[place - 1].debt
