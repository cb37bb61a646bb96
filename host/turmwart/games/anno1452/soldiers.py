"""Soldiers that King and Anti-King bring into a battle."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452.area import Handled
from turmwart.games.anno1452.attack import soldiers_of
from turmwart.games.anno1452.battle import ATTACKER, DEFENDER, SIDES, owner_of, under_way
from turmwart.games.anno1452.checks import not_now, refused
from turmwart.games.anno1452.commands import Command, CommitSoldiers
from turmwart.games.anno1452.events_battle import SoldiersCommitted
from turmwart.games.anno1452.options import ID
from turmwart.games.anno1452.state import State
from turmwart.kernel.chance import Roll
from turmwart.kernel.prompt import Number, Prompt


def next_to_bring(state: State) -> tuple[str, str] | None:
    """Seat and side of whoever must say next how many Soldiers he brings; None: nobody.

    Rule: A-BATTLE-12 to A-BATTLE-14; ``king_defends_others``.
    """
    battle = under_way(state)
    asked = [(owner_of(battle, side), side) for side in SIDES]
    if state.settings.king_defends_others:
        involved = [seat for seat, _ in asked]
        asked += [(seat, DEFENDER) for seat in state.order if seat not in involved]
    done = [seat for seat, _ in battle.brought]
    return next((one for one in asked if one[0] not in done and soldiers_of(state, one[0])), None)


def least(state: State, side: str) -> int:
    """Fewest Soldiers that a side must bring.

    Rule: A-ACT-ATTACK-4 (Soldiers alone are at least one).
    """
    return 1 if side == ATTACKER and not under_way(state).force else 0


def commit(state: State, command: CommitSoldiers, roll: Roll) -> Handled:
    """Bring Soldiers, or none; they cannot be taken back.

    Rule: A-ACT-ATTACK-4, A-ACT-ATTACK-5, A-BATTLE-12 to A-BATTLE-15, A-KING-2, A-KING-3.
    """
    del roll
    if state.battle is None or state.battle.stage != "soldiers":
        yield not_now(state, "A-BATTLE-15")
        return
    due = next_to_bring(state)
    if due is None or due[0] != command.seat:
        yield refused("A-BATTLE-13", "not_your_soldiers")
        return
    seat, side = due
    most = soldiers_of(state, seat)
    if not 0 <= command.soldiers <= most:
        yield refused("A-BATTLE-12", "too_many_soldiers", most=most)
    if command.soldiers < least(state, side):
        yield refused("A-ACT-ATTACK-4", "at_least_one_soldier")
    yield SoldiersCommitted(seat, side, command.soldiers)


def prompts(state: State) -> Iterator[Prompt]:
    """Ask whoever is due how many Soldiers he brings."""
    due = next_to_bring(state)
    if due is None:
        return
    seat, side = due
    fewest, most = least(state, side), soldiers_of(state, seat)
    yield Prompt(
        f"{ID}commit_soldiers",
        "CommitSoldiers",
        seat,
        True,
        (Number("soldiers", fewest, most, fewest),),
        (("seat", seat),),
        "A-BATTLE-12" if side == ATTACKER else "A-BATTLE-13",
        (
            ("player", state.player(seat).name),
            ("side", f"@anno1452.side.{side}"),
            ("most", most),
        ),
    )


def legal(state: State, seat: str | None) -> Iterator[Command]:
    """All numbers of Soldiers that may be brought."""
    due = next_to_bring(state)
    if due is not None and seat in (None, due[0]):
        for count in range(least(state, due[1]), soldiers_of(state, due[0]) + 1):
            yield CommitSoldiers(due[0], count)
