"""Units that are given up: which ways there are, who chooses, what each side loses."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452.area import Handled
from turmwart.games.anno1452.battle import (
    ATTACKER,
    SIDES,
    estate_of,
    hand_of,
    hit_faces,
    other,
    under_way,
    units,
)
from turmwart.games.anno1452.checks import doubtful, not_now, refused
from turmwart.games.anno1452.commands import AssignLosses, Command
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_battle import LossesChosen, LossesTaken
from turmwart.games.anno1452.odds_side import Faces, order
from turmwart.games.anno1452.options import ID, estate_label
from turmwart.games.anno1452.state import State, Units
from turmwart.kernel.chance import Roll
from turmwart.kernel.prompt import Number, Prompt

KINDS = ("peasants", "citizens", "soldiers")


def loss_choices(units: Units, losses: int, last_peasant_last: bool = True) -> tuple[Units, ...]:
    """What a side may keep when it gives up ``losses`` units, fewest Peasants first.

    Rule: A-BATTLE-27, A-BATTLE-29.
    """
    left = max(0, units.total - losses)
    found = (
        Units(peasants, citizens, left - peasants - citizens)
        for peasants in range(min(units.peasants, left) + 1)
        for citizens in range(min(units.citizens, left - peasants) + 1)
        if left - peasants - citizens <= units.soldiers
    )
    if not last_peasant_last or not units.peasants:
        return tuple(found)
    return tuple(one for one in found if one.peasants or not one.total)


def weakest_first(state: State, side: str, losses: int) -> Units:
    """What a side keeps when it gives up the units that hit least.

    Rule: A-ODDS-9, A-ODDS-10.
    """
    standing = units(state, side)
    numbers = (standing.peasants, standing.citizens, standing.soldiers)
    faces = Faces(*(len(hit_faces(state, side, kind)) for kind in KINDS))
    kept = order(numbers, faces=faces, last_peasant_last=state.settings.last_peasant_last)[losses:]
    return Units(*(kept.count(kind) for kind in KINDS))


def chooser(state: State, side: str) -> str:
    """The seat that says what a side gives up.

    Rule: A-BATTLE-27, A-OTTO-5; ``loss_choice``.
    """
    if state.settings.loss_choice == "opponent":
        return hand_of(state, other(side))
    return hand_of(state, side)


def losses_of(state: State, side: str) -> int:
    """Units that a side must give up in the present round."""
    fought = under_way(state).rounds[-1]
    return fought.attacker_losses if side == ATTACKER else fought.defender_losses


def keeping(state: State, side: str) -> Units | None:
    """What a side keeps: as chosen, or where there is nothing to choose; None: not chosen yet."""
    battle = under_way(state)
    chosen = battle.attacker_left if side == ATTACKER else battle.defender_left
    if chosen is not None:
        return chosen
    losses = losses_of(state, side)
    if losses and state.settings.loss_choice == "weakest_first":
        return weakest_first(state, side, losses)
    choices = loss_choices(units(state, side), losses, state.settings.last_peasant_last)
    return choices[0] if len(choices) == 1 else None


def open_sides(state: State) -> tuple[str, ...]:
    """Sides whose losses still must be chosen."""
    return tuple(side for side in SIDES if keeping(state, side) is None)


def take(state: State) -> tuple[Event, ...]:
    """Both sides give up their losses at once; nothing while a choice is open.

    Rule: A-BATTLE-28, A-BATTLE-31.
    """
    lost = []
    for side in SIDES:
        left, standing = keeping(state, side), units(state, side)
        if left is None:
            return ()
        lost.append(
            Units(
                standing.peasants - left.peasants,
                standing.citizens - left.citizens,
                standing.soldiers - left.soldiers,
            )
        )
    return (LossesTaken(*lost),)


def assign(state: State, command: AssignLosses, roll: Roll) -> Handled:
    """Say which units a side keeps.

    Rule: A-BATTLE-26, A-BATTLE-27, A-BATTLE-29.
    """
    del roll
    battle = state.battle
    if battle is None or battle.stage != "losses" or command.side not in open_sides(state):
        yield not_now(state, "A-BATTLE-27")
        return
    standing = units(state, command.side)
    losses = losses_of(state, command.side)
    left = Units(command.peasants, command.citizens, command.soldiers)
    if left not in loss_choices(standing, losses, last_peasant_last=False):
        yield refused("A-BATTLE-26", "wrong_losses", left=standing.total - losses)
    if left not in loss_choices(standing, losses, state.settings.last_peasant_last):
        yield doubtful("A-BATTLE-29", "last_peasant_last")
    yield LossesChosen(command.side, left)


def prompts(state: State) -> Iterator[Prompt]:
    """Ask each side that has a choice which units it keeps."""
    for side in open_sides(state):
        losses = losses_of(state, side)
        choices = loss_choices(units(state, side), losses, state.settings.last_peasant_last)
        advised = weakest_first(state, side, losses)
        slots = []
        for kind in KINDS:
            numbers = [getattr(one, kind) for one in choices]
            slots.append(Number(kind, min(numbers), max(numbers), getattr(advised, kind)))
        estate = estate_of(under_way(state), side)
        yield Prompt(
            f"{ID}assign_losses",
            "AssignLosses",
            chooser(state, side),
            True,
            tuple(slots),
            (("side", side),),
            "A-BATTLE-27",
            (
                ("side", f"@anno1452.side.{side}"),
                ("losses", losses),
                ("left", units(state, side).total - losses),
                ("force", estate_label(state, state.estate(estate)) if estate else "-"),
                ("player", state.player(chooser(state, side)).name),
            ),
        )


def legal(state: State, seat: str | None) -> Iterator[Command]:
    """All ways to give up the losses that are open."""
    for side in open_sides(state):
        if seat in (None, chooser(state, side)):
            standing, losses = units(state, side), losses_of(state, side)
            for left in loss_choices(standing, losses, state.settings.last_peasant_last):
                yield AssignLosses(side, left.peasants, left.citizens, left.soldiers)
