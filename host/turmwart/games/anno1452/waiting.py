"""The table's answers: dice, and choices."""

from __future__ import annotations

from turmwart.games.anno1452.area import Area, Handled
from turmwart.games.anno1452.checks import not_now, refused
from turmwart.games.anno1452.commands import Choose, ThrowDice
from turmwart.games.anno1452.events_board import Chosen, DiceRolled
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import Choice, Dice, Picked, Thrown
from turmwart.kernel.chance import Roll, RollRequest

SIDES = 6


def dice_waiting(state: State) -> tuple[Dice, ...]:
    """All throws that are waited for, in the order in which they are asked.

    Rule: A-DICE-6.
    """
    found = []
    for step in reversed(state.stack):
        if not isinstance(step, Dice):
            break
        found.append(step)
    return tuple(found)


def rolled(thrown: tuple[Thrown, ...], dice: Dice) -> tuple[int, ...] | None:
    """What certain dice of a task show; None while they were not thrown."""
    return next((one.values for one in thrown if one.dice == dice), None)


def picked(task: tuple[Picked, ...], purpose: str, seat: str = "") -> tuple[str, ...] | None:
    """What a task was told last for a purpose; None while nobody chose."""
    for one in reversed(task):
        if one.purpose == purpose and seat in ("", one.seat):
            return one.picks
    return None


def throw_dice(state: State, command: ThrowDice, roll: Roll) -> Handled:
    """Dice were thrown, or are asked of the table's rolls.

    Rule: A-DICE-1, A-DICE-6, A-DICE-7.
    """
    waits = dice_waiting(state)
    if not waits:
        yield not_now(state, "A-DICE-7")
        return
    if not 0 <= command.number < len(waits):
        yield refused("A-DICE-7", "no_such_throw", number=command.number)
        return
    dice = waits[command.number]
    values = list(command.values)
    if not values:
        first = state.thrown(dice.stream)
        for index in range(first, first + dice.count):
            value = roll(dice.stream, index, SIDES)
            if value is None:
                yield RollRequest(dice.stream, index, SIDES)
                return
            values.append(value)
    if len(values) != dice.count:
        yield refused("A-DICE-7", "wrong_number_of_dice", count=dice.count, found=len(values))
    if any(not 1 <= value <= SIDES for value in values):
        yield refused("A-DICE-7", "no_such_face", value=max(values))
    yield DiceRolled(dice, tuple(values), command.witness)


def choose(state: State, command: Choose, roll: Roll) -> Handled:
    """A player picks among the options of the choice on top."""
    del roll
    step = state.top
    if not isinstance(step, Choice):
        yield not_now(state)
        return
    rule = step.rule or "A-AR-16"
    if command.seat != step.seat:
        yield refused(rule, "not_your_choice", player=state.player(step.seat).name)
    caps = dict(zip(step.options, step.caps or (1,) * len(step.options), strict=True))
    for pick in dict.fromkeys(command.picks):
        if pick not in caps:
            yield refused(rule, "no_such_option", option=pick)
        elif command.picks.count(pick) > caps[pick]:
            yield refused(rule, "picked_too_often", option=pick, most=caps[pick])
    if not step.least <= len(command.picks) <= step.most:
        yield refused(rule, "wrong_number_of_picks", least=step.least, most=step.most)
    yield Chosen(step.seat, step.purpose, command.picks)


AREA = Area(handlers={ThrowDice: throw_dice, Choose: choose})
