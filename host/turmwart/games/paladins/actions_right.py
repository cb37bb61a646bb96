"""The actions of the right side of the board: they ask for an attribute and raise another."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.paladins.actions import paid, ready, too_little
from turmwart.games.paladins.checks import Handled, Handler, doubtful, in_the_box, refused
from turmwart.games.paladins.commands import (
    Absolve,
    Attack,
    Commission,
    Convert,
    Fortify,
    Garrison,
)
from turmwart.games.paladins.events import ActionTaken, DebtTaken, OutsiderConverted
from turmwart.games.paladins.names import RAISES
from turmwart.games.paladins.requirements import (
    Reach,
    may_pay,
    nth,
    pieces_left,
    place_cost,
    reach,
    room_for_outsider,
)
from turmwart.games.paladins.state import OUTSIDERS_MOST, PIECE_OF, Outsider, Player, State
from turmwart.games.paladins.turns import next_turn
from turmwart.games.paladins.workers import meant
from turmwart.kernel.decision import Objection

_NUMBERS = {
    "commission": "P-ACT-COMMISSION-6",
    "garrison": "P-ACT-GARRISON-4",
    "absolve": "P-ACT-ABSOLVE-5",
    "fortify": "P-ACT-FORTIFY-4",
}
"""The rule that limits how often an action can be taken."""


def _enough(found: Reach, rule: str) -> Iterator[Objection]:
    if found.missing:
        yield doubtful(
            rule,
            "too_low",
            attribute=f"@paladins.attribute.{found.attribute}",
            have=found.have,
            missing=found.missing,
            need=found.need,
        )


def _piece(player: Player, action: str) -> Iterator[Objection]:
    if not pieces_left(player, action):
        piece = f"@paladins.piece.{PIECE_OF[action]}"
        yield refused(_NUMBERS[action], "no_piece_left", piece=piece)


def _on_the_map(
    state: State, command: Commission | Garrison, action: str, field_rule: str
) -> Handled:
    """A piece goes to a field of the main board."""
    yield from ready(state, command.seat, action, command.workers, f"P-ACT-{action.upper()}-1")
    player = state.player(command.seat)
    yield from _piece(player, action)
    placed = player.piece(PIECE_OF[action])
    cost = nth(state.board.answer("Q-P-PROVISIONS"), placed)
    yield from too_little(player, "provisions", cost, f"P-ACT-{action.upper()}-1")
    yield from _enough(reach(player, action, command.need), field_rule)
    yield ActionTaken(
        command.seat,
        action,
        meant(player, command.workers),
        (paid(player, "provisions", cost), (PIECE_OF[action], 1), (RAISES[action], 1)),
    )
    yield from next_turn(state, command.seat)


def commission(state: State, command: Commission) -> Handled:
    """A monk goes to a field.

    Rule: P-ACT-COMMISSION-1 to P-ACT-COMMISSION-3, P-ACT-COMMISSION-5, P-ACT-COMMISSION-6,
    P-WORKER-9.
    """
    yield from _on_the_map(state, command, "commission", "P-ACT-COMMISSION-3")


def garrison(state: State, command: Garrison) -> Handled:
    """An outpost goes to a field.

    Rule: P-ACT-GARRISON-1 to P-ACT-GARRISON-4.
    """
    yield from _on_the_map(state, command, "garrison", "P-ACT-GARRISON-2")


def absolve(state: State, command: Absolve) -> Handled:
    """A jar goes to an own field.

    Rule: P-ACT-ABSOLVE-1 to P-ACT-ABSOLVE-5.
    """
    yield from ready(state, command.seat, "absolve", command.workers, "P-ACT-ABSOLVE-1")
    player = state.player(command.seat)
    yield from _piece(player, "absolve")
    cost = nth(state.board.answer("Q-P-JAR-COST"), player.jars)
    need = nth(state.board.answer("Q-P-JAR-NUMBER"), player.jars)
    yield from too_little(player, "silver", cost, "P-ACT-ABSOLVE-2")
    yield from _enough(reach(player, "absolve", need), "P-ACT-ABSOLVE-3")
    yield ActionTaken(
        command.seat,
        "absolve",
        meant(player, command.workers),
        (paid(player, "silver", cost), ("jars", 1), ("faith", 1)),
    )
    yield from next_turn(state, command.seat)


def fortify(state: State, command: Fortify) -> Handled:
    """A wall is added.

    Rule: P-ACT-FORTIFY-1 to P-ACT-FORTIFY-4.
    """
    yield from ready(state, command.seat, "fortify", command.workers, "P-ACT-FORTIFY-1")
    player = state.player(command.seat)
    yield from _piece(player, "fortify")
    cost = nth(state.board.answer("Q-P-PROVISIONS"), player.walls)
    need = nth(state.board.answer("Q-P-WALLS"), player.walls)
    yield from too_little(player, "provisions", cost, "P-ACT-FORTIFY-1")
    yield from _enough(reach(player, "fortify", need), "P-ACT-FORTIFY-2")
    yield from _least(command.strength, "P-ACT-FORTIFY-3")
    yield ActionTaken(
        command.seat,
        "fortify",
        meant(player, command.workers),
        (paid(player, "provisions", cost), ("walls", 1), ("strength", command.strength)),
    )
    yield from next_turn(state, command.seat)


def _least(gain: int, rule: str) -> Iterator[Objection]:
    if gain < 0:
        yield refused(rule, "at_least_one", gain=gain)
    elif gain < 1:
        yield doubtful(rule, "at_least_one", gain=gain)


def _outsider(
    state: State, command: Attack | Convert, action: str, place_rule: str
) -> Iterator[Objection | tuple[int, bool]]:
    """Objections to the card that was chosen, then what is paid for it: silver, debt.

    Rule: P-ACT-ATTACK-1 to P-ACT-ATTACK-4, P-ACT-CONVERT-1 to P-ACT-CONVERT-3.
    """
    yield from ready(state, command.seat, action, command.workers, f"P-ACT-{action.upper()}-1")
    player = state.player(command.seat)
    cost = place_cost(state.board, "Q-P-OUTSIDER-COST", command.place)
    if cost is None:
        yield refused(place_rule, "no_such_place", place=command.place)
        return
    silver, debt = cost
    rule = {"attack": "P-ACT-ATTACK-3", "convert": "P-ACT-CONVERT-1"}[action]
    plain = reach(player, action, command.value)
    if plain.missing and may_pay(state.board, action):
        shortfall = reach(player, action, command.value, payable=True).silver
        silver += shortfall
        rule = {"attack": "P-ACT-ATTACK-4", "convert": "P-ACT-CONVERT-3"}[action]
    elif plain.missing:
        yield from _enough(plain, rule)
    yield from too_little(player, "silver", silver, rule if plain.missing else place_rule)
    yield from in_the_box(player, debts_open=int(debt))
    yield silver, debt


def attack(state: State, command: Attack) -> Handled:
    """An outsider's bonus is gained, the card is discarded.

    Rule: P-ACT-ATTACK-1 to P-ACT-ATTACK-6.
    """
    for item in _outsider(state, command, "attack", "P-ACT-ATTACK-2"):
        if isinstance(item, Objection):
            yield item
            continue
        silver, debt = item
        player = state.player(command.seat)
        yield from _least(command.influence, "P-ACT-ATTACK-6")
        changes = (
            paid(player, "silver", silver),
            ("attacked", 1),
            ("influence", command.influence),
        )
        yield ActionTaken(command.seat, "attack", meant(player, command.workers), changes)
        if debt:
            yield DebtTaken(command.seat)
        yield from next_turn(state, command.seat)


def convert(state: State, command: Convert) -> Handled:
    """An outsider stays with the player for good.

    Rule: P-ACT-CONVERT-1 to P-ACT-CONVERT-6.
    """
    for item in _outsider(state, command, "convert", "P-ACT-CONVERT-2"):
        if isinstance(item, Objection):
            yield item
            continue
        silver, debt = item
        player = state.player(command.seat)
        yield from _least(command.strength, "P-ACT-CONVERT-5")
        yield from _bonus(state, player, command)
        changes = (paid(player, "silver", silver), ("strength", command.strength))
        yield ActionTaken(command.seat, "convert", meant(player, command.workers), changes)
        points = command.points
        if command.bonus and not points:
            points = state.board.bonus(command.bonus).points
        yield OutsiderConverted(command.seat, Outsider(command.bonus, points))
        if debt:
            yield DebtTaken(command.seat)
        yield from next_turn(state, command.seat)


def _bonus(state: State, player: Player, command: Convert) -> Iterator[Objection]:
    if not room_for_outsider(player):
        yield refused("P-ACT-CONVERT-4", "no_outsider_room", most=OUTSIDERS_MOST)
    kinds = [one.kind for one in state.board.bonuses]
    if command.bonus and command.bonus not in kinds:
        yield refused("P-ACT-CONVERT-6", "no_such_bonus", typed=command.bonus)
    elif command.points < 0:
        yield refused("P-ACT-CONVERT-6", "no_such_bonus", typed=command.points)
    elif command.bonus and not command.points and not state.board.bonus(command.bonus).points:
        kind = f"@paladins.bonus.{command.bonus}"
        yield doubtful("P-ACT-CONVERT-6", "points_not_known", kind=kind)


HANDLERS: dict[type, Handler] = {
    Commission: commission,
    Garrison: garrison,
    Absolve: absolve,
    Fortify: fortify,
    Attack: attack,
    Convert: convert,
}
