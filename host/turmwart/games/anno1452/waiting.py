"""The table's answers: dice, and choices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from turmwart.games.anno1452.area import Area, Handled
from turmwart.games.anno1452.battle import STREAM, throw_values
from turmwart.games.anno1452.checks import card_name, not_now, owner_name, refused, region_name
from turmwart.games.anno1452.commands import Choose, Command, ThrowDice
from turmwart.games.anno1452.events_board import Chosen, DiceRolled
from turmwart.games.anno1452.options import ID, estate_label, meant
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import Choice, Dice, Picked, Thrown
from turmwart.kernel.chance import Roll, RollRequest, witness_of
from turmwart.kernel.prompt import DiceThrow, Prompt, Several

SIDES = 6
MOST_LISTED = 200
"""Most picks of one choice that are listed as legal commands."""


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
    values, witness = command.values, command.witness
    if not values:
        given = tuple(
            roll(dice.stream, index, SIDES)
            for index in range(first(state, dice), last(state, dice))
        )
        values = tuple(value for value in given if value is not None)
        if len(values) < dice.count:
            yield request_of(state, dice)
            return
        witness = _witness(state, dice, roll) or witness
    if len(values) != dice.count:
        yield refused("A-DICE-7", "wrong_number_of_dice", count=dice.count, found=len(values))
    if any(not 1 <= value <= SIDES for value in values):
        yield refused("A-DICE-7", "no_such_face", value=max(values))
    yield DiceRolled(dice, values, witness)


def first(state: State, dice: Dice) -> int:
    """Index in its stream of the first die of a throw that is waited for."""
    return state.thrown(dice.stream)


def last(state: State, dice: Dice) -> int:
    """Index in its stream behind the last die of a throw that is waited for."""
    return state.thrown(dice.stream) + dice.count


def request_of(state: State, dice: Dice) -> RollRequest:
    """The rolls that a throw asks of the table, all together.

    Its kind tells the dice apart, such as ``attacker_peasants`` or ``tax``.

    Rule: A-DICE-2, A-DICE-3, A-DICE-9.
    """
    kind = f"{dice.side}_{dice.kind}" if dice.side else dice.kind
    return RollRequest(dice.stream, first(state, dice), SIDES, dice.count, kind)


def _witness(state: State, dice: Dice, roll: Roll) -> str:
    """Who saw the dice of a throw; several in the order of their names."""
    indices = range(first(state, dice), last(state, dice))
    seen = {witness_of(roll, dice.stream, index) for index in indices}
    return "+".join(sorted(seen - {""}))


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


def _dice_prompts(state: State, seat: str | None) -> Iterator[Prompt]:
    """All throws of the moment, the one that is asked first in front."""
    del seat
    for number, dice in enumerate(dice_waiting(state)):
        values: list[tuple[str, int | str]] = [
            ("count", dice.count),
            ("kind", f"@anno1452.dice.{dice.kind}"),
            ("player", owner_name(state, dice.seat)),
        ]
        if dice.side:
            values.append(("side", f"@anno1452.side.{dice.side}"))
        if dice.region:
            values.append(("region", region_name(state, dice.region)))
        if dice.estate:
            values.append(("estate", estate_label(state, state.estate(dice.estate))))
        where = "estate" if dice.estate else "region" if dice.region else "side"
        told = where if dict(values).get(where) else "plain"
        if dice.stream == STREAM:
            told, more = throw_values(state, dice)
            values.extend(more)
        yield Prompt(
            f"{ID}throw_{told}",
            "ThrowDice",
            "",
            number == 0,
            (DiceThrow("values", dice.count, SIDES, True),),
            (("number", number),),
            "A-DICE-7",
            tuple(values),
        )


def _choice_prompts(state: State, seat: str | None) -> Iterator[Prompt]:
    del seat
    step = state.top
    if not isinstance(step, Choice):
        return
    caps = step.caps or (1,) * len(step.options)
    options = [
        option
        for option, cap in zip(meant(state, step.options), caps, strict=True)
        for _ in range(cap)
    ]
    values: list[tuple[str, int | str]] = [
        ("player", owner_name(state, step.seat)),
        ("least", step.least),
        ("most", step.most),
    ]
    if step.card:
        values.append(("card", card_name(state, step.card)))
    yield Prompt(
        f"{ID}choose_{step.purpose}",
        "Choose",
        step.seat,
        True,
        (Several("picks", tuple(options), step.least, step.most),),
        (("seat", step.seat),),
        step.rule,
        tuple(values),
    )


def _dice_legal(state: State, seat: str | None) -> Iterator[Command]:
    del seat
    for number in range(len(dice_waiting(state))):
        yield ThrowDice(number=number)


def _choice_legal(state: State, seat: str | None) -> Iterator[Command]:
    """Picks in rising number, at most ``MOST_LISTED`` of them."""
    step = state.top
    if not isinstance(step, Choice) or seat not in (None, step.seat):
        return
    caps = step.caps or (1,) * len(step.options)
    pool = tuple(o for o, cap in zip(step.options, caps, strict=True) for _ in range(cap))
    listed = 0
    for count in range(step.least, min(step.most, len(pool)) + 1):
        for picks in dict.fromkeys(combinations(pool, count)):
            yield Choose(step.seat, picks)
            listed += 1
            if listed >= MOST_LISTED:
                return


AREA = Area(
    handlers={ThrowDice: throw_dice, Choose: choose},
    prompts={Dice: _dice_prompts, Choice: _choice_prompts},
    legal={Dice: _dice_legal, Choice: _choice_legal},
)
