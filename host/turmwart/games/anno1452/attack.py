"""The declaration of an attack."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452 import prestige
from turmwart.games.anno1452.area import Area, Handled
from turmwart.games.anno1452.board import Unknown, near
from turmwart.games.anno1452.checks import doubtful, own_action, owner_name, refused
from turmwart.games.anno1452.commands import Command, DeclareAttack
from turmwart.games.anno1452.epochs import row_of
from turmwart.games.anno1452.events_battle import BattleDeclared
from turmwart.games.anno1452.events_board import ActionTaken
from turmwart.games.anno1452.options import ID, estate_options, owned_options
from turmwart.games.anno1452.state import OTTOKAR, Agreement, Battle, Estate, State
from turmwart.kernel.chance import Roll
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, Option, Prompt

ALONE = ""
"""Names Soldiers alone where the attacking force is named."""


def declare(state: State, command: DeclareAttack, roll: Roll) -> Handled:
    """Declare an attack; its point of prestige is lost whatever comes of it.

    Rule: A-ACT-ATTACK-1 to A-ACT-ATTACK-10, A-BATTLE-10, A-BATTLE-11, A-PRES-7.
    """
    del roll
    seat = command.seat
    yield from own_action(state, seat)
    if not state.has_estate(command.target) or state.estate(command.target).owner == seat:
        yield refused("A-ACT-ATTACK-1", "no_target", estate=command.target)
        return
    target = state.estate(command.target)
    if not state.estates_left(seat):
        yield refused("A-ACT-ATTACK-2", "no_estate_to_place")
    yield from _shields(state, seat, target)
    yield from _force(state, seat, command.force, target)
    force = state.estate(command.force) if command.force else None
    battle = Battle(
        number=state.battles + 1,
        attacker=seat,
        defender=target.owner,
        force=command.force,
        target=target.id,
        region=target.region,
        source=force.region if force is not None else target.region,
        city=target.city,
    )
    yield ActionTaken(seat, "attack")
    yield BattleDeclared(battle)
    if target.owner not in state.in_force.excommunicated:
        yield from prestige.change(state, seat, -1, "declaration", target.id)


def soldiers_of(state: State, seat: str) -> int:
    """Soldiers that a King or Anti-King has left; 0 for everybody else."""
    offices = (state.king, state.anti_king)
    return sum(office.soldiers for office in offices if seat and office.seat == seat)


def forces(state: State, seat: str, target: Estate) -> tuple[str, ...]:
    """Forces that may attack a target as far as anybody knows; ``ALONE``: Soldiers alone.

    Rule: A-ACT-ATTACK-3, A-ACT-ATTACK-4.
    """
    found = [one.id for one in state.owned(seat) if _may_border(state, one.region, target.region)]
    if soldiers_of(state, seat):
        found.append(ALONE)
    return tuple(found)


def possible_targets(state: State, seat: str) -> tuple[Estate, ...]:
    """Estates that a seat may attack with some force as far as anybody knows."""
    if not state.estates_left(seat) or state.in_force.no_attacks:
        return ()
    shielded = {player.seat for player in state.players if player.alliances}
    return tuple(
        one
        for one in state.estates
        if one.owner not in (seat, *shielded) and forces(state, seat, one)
    )


def in_peace(state: State, first: str, second: str) -> Agreement | None:
    """The standing agreement that two seats do not attack each other; None: there is none."""
    for one in state.agreements:
        holds = not one.until or row_of(one.until) >= state.row
        if one.peace and holds and first in one.seats and second in one.seats:
            return one
    return None


def _shields(state: State, seat: str, target: Estate) -> Iterator[Objection]:
    if state.in_force.no_attacks:
        yield doubtful("A-ACT-ATTACK-8", "no_attacks")
    if target.owner == OTTOKAR:
        return
    if state.player(target.owner).alliances:
        owner = owner_name(state, target.owner)
        yield doubtful("A-ACT-ATTACK-7", "shielded", player=owner)
    agreement = in_peace(state, seat, target.owner)
    if agreement is not None:
        yield doubtful("A-ACT-ATTACK-9", "peace_was_agreed", words=agreement.words)


def _force(state: State, seat: str, force: str, target: Estate) -> Iterator[Objection]:
    if force == ALONE:
        if not soldiers_of(state, seat):
            yield refused("A-ACT-ATTACK-4", "no_soldiers")
    elif not state.has_estate(force) or state.estate(force).owner != seat:
        yield refused("A-ACT-ATTACK-3", "not_your_estate", estate=force)
    elif not near(state.board, state.estate(force).region, target.region):
        yield doubtful("A-ACT-ATTACK-3", "target_not_bordering")


def _may_border(state: State, first: str, second: str) -> bool:
    try:
        return near(state.board, first, second)
    except Unknown:
        return True


def _prompts(state: State, seat: str | None) -> Iterator[Prompt]:
    del seat
    turn = state.acting
    if turn is None or turn.left < 1:
        return
    targets = possible_targets(state, turn.seat)
    if not targets:
        return
    own = estate_options(state, (one.id for one in state.owned(turn.seat)))
    alone = Option(ALONE, "anno1452.option.soldiers_alone")
    options = (*own, alone) if soldiers_of(state, turn.seat) else own
    slots = (
        Choice("target", owned_options(state, (one.id for one in targets))),
        Choice("force", options),
    )
    values = (("player", state.player(turn.seat).name), ("left", turn.left))
    yield Prompt(
        f"{ID}attack",
        "DeclareAttack",
        turn.seat,
        False,
        slots,
        (("seat", turn.seat),),
        "A-ACT-ATTACK-1",
        values,
    )


def _legal(state: State, seat: str | None) -> Iterator[Command]:
    turn = state.acting
    if turn is None or turn.left < 1 or seat not in (None, turn.seat):
        return
    for target in possible_targets(state, turn.seat):
        if in_peace(state, turn.seat, target.owner) is None:
            for force in forces(state, turn.seat, target):
                yield DeclareAttack(turn.seat, target.id, force)


AREA = Area(handlers={DeclareAttack: declare}, prompts={"round": _prompts}, legal={"round": _legal})
