"""The actions of the left side of the board, and favour cards."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.paladins.checks import Handled, Handler, doubtful, in_the_box, refused
from turmwart.games.paladins.commands import (
    Conspire,
    Develop,
    Hunt,
    Pray,
    Recruit,
    Trade,
    UseFavour,
)
from turmwart.games.paladins.events import (
    ActionEmptied,
    ActionTaken,
    DebtTaken,
    SuspicionDue,
    WorkersGained,
    WorkshopPlaced,
)
from turmwart.games.paladins.names import ANY, CRIMINAL, LETTERS, RIGHT, WORKER
from turmwart.games.paladins.reading import SKIPPED, letters, slot_rows
from turmwart.games.paladins.requirements import (
    DEVELOP_SILVER,
    PRAY_SILVER,
    pieces_left,
    place_cost,
)
from turmwart.games.paladins.state import SPACES_OF_AN_ACTION, Player, State, Workshop
from turmwart.games.paladins.suspicion import due
from turmwart.games.paladins.turns import at_hand, fitting, may_act, next_turn, unused
from turmwart.games.paladins.workers import meant, named, read, spaces_of
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection

_BIG = 2
_GAIN_SMALL, _GAIN_BIG = 1, 3


def ready(state: State, seat: str, action: str, workers: str, rule: str) -> Iterator[Objection]:
    """What speaks against an action of the own board, whichever it is.

    Rule: P-ACT-GEN-1, P-ACT-GEN-2, P-WORKER-1, P-WORKER-6.
    """
    yield from may_act(state, seat, rule)
    player = state.player(seat)
    yield from unused(state, player, action)
    yield from fitting(state, player, workers, spaces_of(state, player, action))


def too_little(player: Player, name: str, cost: int, rule: str) -> Iterator[Objection]:
    """Object where a player has too little silver or provisions."""
    have: int = getattr(player, name)
    if have < cost:
        yield doubtful(rule, f"too_little_{name}", cost=cost, have=have, missing=cost - have)


def paid(player: Player, name: str, cost: int) -> tuple[str, int]:
    """The change that a cost makes; where the table plays on with too little, all there is."""
    have: int = getattr(player, name)
    return name, -min(cost, have)


def develop(state: State, command: Develop) -> Handled:
    """A workshop saves a worker for the rest of the game.

    Rule: P-ACT-DEVELOP-1 to P-ACT-DEVELOP-5, P-WORKER-5, P-SETUP-5.
    """
    yield from ready(state, command.seat, "develop", command.workers, "P-ACT-DEVELOP-1")
    player = state.player(command.seat)
    if not pieces_left(player, "develop"):
        yield refused("P-ACT-DEVELOP-5", "no_piece_left", piece="@paladins.piece.workshops")
    yield from too_little(player, "silver", DEVELOP_SILVER, "P-ACT-DEVELOP-1")
    if command.target not in RIGHT and (state.mode == "full" or command.target):
        yield refused("P-ACT-DEVELOP-2", "no_such_target", typed=command.target)
    if state.mode == "full":
        yield from _free_space(state, player, command)
    gained, wrong = _bonus(state, player, command)
    if wrong:
        yield refused("P-ACT-DEVELOP-4", "no_workers", typed=command.bonus)
    yield ActionTaken(
        command.seat,
        "develop",
        meant(player, command.workers),
        (paid(player, "silver", DEVELOP_SILVER),),
    )
    full = state.mode == "full"
    yield WorkshopPlaced(command.seat, Workshop(command.target, command.space if full else ""))
    if gained:
        yield WorkersGained(command.seat, gained)
        yield from due(state, command.seat, gained)
    yield from next_turn(state, command.seat)


def _free_space(state: State, player: Player, command: Develop) -> Iterator[Objection]:
    """Object where the action has no such space, or a workshop stands on it.

    Rule: P-ACT-DEVELOP-2.
    """
    standing = [one.space for one in player.workshops if one.action == command.target]
    free = SPACES_OF_AN_ACTION - len(standing)
    kind = command.space or ANY
    if command.space and state.board.known("Q-P-SLOTS") is not None:
        printed = slot_rows(str(state.board.answer("Q-P-SLOTS")))[command.target]
        free = min(free, printed.count(command.space) - standing.count(command.space))
    if free < 1:
        yield doubtful(
            "P-ACT-DEVELOP-2",
            "space_not_free",
            action=f"@paladins.action.{command.target}",
            kind=f"@paladins.kind.{kind}",
        )


def _bonus(state: State, player: Player, command: Develop) -> tuple[Cubes, bool]:
    """The worker that the uncovered space gives, and whether what was typed is none.

    Raises:
        Unknown: nobody has said what the spaces give, and it was not typed either.

    Rule: P-ACT-DEVELOP-4.
    """
    if state.mode != "full":
        return Cubes.of(**{WORKER: 1}), False
    if command.bonus:
        kinds = read(command.bonus)
        known = kinds is not None and kinds.total == 1 and command.bonus in LETTERS
        return (kinds or Cubes(), False) if known else (Cubes(), True)
    printed = str(state.board.answer("Q-P-WORKSHOP-BONUS"))
    if printed == SKIPPED:
        return Cubes(), True
    row = letters(printed)
    kind = row[min(len(player.workshops), len(row) - 1)]
    return Cubes.of(**{kind: 1}), False


def recruit(state: State, command: Recruit) -> Handled:
    """A townsfolk card is used once, or joins the player.

    Rule: P-ACT-RECRUIT-1 to P-ACT-RECRUIT-5.
    """
    yield from ready(state, command.seat, "recruit", command.workers, "P-ACT-RECRUIT-1")
    player = state.player(command.seat)
    cost = place_cost(state.board, "Q-P-TOWNSFOLK-COST", command.place)
    if cost is None:
        yield refused("P-ACT-RECRUIT-2", "no_such_place", place=command.place)
        return
    silver, debt = cost
    yield from too_little(player, "silver", silver, "P-ACT-RECRUIT-2")
    yield from in_the_box(player, debts_open=int(debt))
    workers = meant(player, command.workers)
    changes = [paid(player, "silver", silver)]
    if (read(command.workers) or workers).total == _BIG:
        changes.append(("townsfolk", 1))
    yield ActionTaken(command.seat, "recruit", workers, tuple(changes))
    if debt:
        yield DebtTaken(command.seat)
    yield from next_turn(state, command.seat)


def hunt(state: State, command: Hunt) -> Handled:
    """Provisions.

    Rule: P-ACT-HUNT-1, P-ACT-HUNT-2, P-ACT-TRADE-3, P-ACT-TRADE-4.
    """
    yield from _goods(state, command, "hunt", "provisions", "P-ACT-HUNT-1")


def trade(state: State, command: Trade) -> Handled:
    """Silver.

    Rule: P-ACT-TRADE-1 to P-ACT-TRADE-4.
    """
    yield from _goods(state, command, "trade", "silver", "P-ACT-TRADE-1")


def _goods(state: State, command: Hunt | Trade, action: str, good: str, rule: str) -> Handled:
    yield from ready(state, command.seat, action, command.workers, rule)
    player = state.player(command.seat)
    big = (read(command.workers) or Cubes()).total >= _BIG
    gain = _GAIN_BIG if big else _GAIN_SMALL
    yield ActionTaken(command.seat, action, meant(player, command.workers), ((good, gain),))
    yield from next_turn(state, command.seat)


def pray(state: State, command: Pray) -> Handled:
    """An action area is emptied; to use it again takes a later turn.

    Rule: P-ACT-PRAY-1 to P-ACT-PRAY-4, P-WORKER-4.
    """
    yield from ready(state, command.seat, "pray", command.workers, "P-ACT-PRAY-1")
    player = state.player(command.seat)
    yield from too_little(player, "silver", PRAY_SILVER, "P-ACT-PRAY-1")
    if command.empty == "pray":
        yield doubtful("P-ACT-PRAY-3", "not_itself")
    elif state.mode == "full" and command.empty not in player.used:
        yield refused("P-ACT-PRAY-2", "nothing_to_empty", typed=command.empty)
    yield ActionTaken(
        command.seat,
        "pray",
        meant(player, command.workers),
        (paid(player, "silver", PRAY_SILVER),),
    )
    if state.mode == "full":
        yield ActionEmptied(command.seat, command.empty)
    yield from next_turn(state, command.seat)


def conspire(state: State, command: Conspire) -> Handled:
    """A worker for a criminal, and a suspicion card with it.

    Rule: P-ACT-CONSPIRE-1 to P-ACT-CONSPIRE-3, P-INQ-1.
    """
    yield from ready(state, command.seat, "conspire", command.workers, "P-ACT-CONSPIRE-1")
    player = state.player(command.seat)
    yield ActionTaken(command.seat, "conspire", meant(player, command.workers))
    kind = CRIMINAL if state.mode == "full" else WORKER
    gained = Cubes.of(**{kind: 1})
    yield WorkersGained(command.seat, gained)
    yield SuspicionDue(command.seat, 1)
    yield from next_turn(state, command.seat)


def favour(state: State, command: UseFavour) -> Handled:
    """A favour card is used; what it brings is booked apart.

    Rule: P-ACT-GEN-5.
    """
    yield from may_act(state, command.seat, "P-ACT-GEN-5")
    player = state.player(command.seat)
    if not 1 <= command.favour <= state.favours:
        yield refused("P-ACT-GEN-5", "no_such_favour", favour=command.favour)
    workers = named(state, command.workers)
    if workers is None:
        yield refused("P-WORKER-1", "no_workers", typed=command.workers)
    else:
        yield from at_hand(player, workers, "P-ACT-GEN-1")
    if state.mode == "full":
        yield from _favour_used(state, command)
    yield ActionTaken(command.seat, f"favour{command.favour}", meant(player, command.workers))
    yield from next_turn(state, command.seat)


def _favour_used(state: State, command: UseFavour) -> Iterator[Objection]:
    users = [seat for number, seat in state.favours_used if number == command.favour]
    if command.seat in users:
        yield doubtful("P-ACT-GEN-5", "favour_used", favour=command.favour)
    elif users and state.board.answer("Q-P-FAVOUR-SHARED") == "first_player_only":
        yield doubtful("P-ACT-GEN-5", "favour_closed", player=state.player(users[0]).name)


HANDLERS: dict[type, Handler] = {
    Develop: develop,
    Recruit: recruit,
    Hunt: hunt,
    Trade: trade,
    Pray: pray,
    Conspire: conspire,
    UseFavour: favour,
}
