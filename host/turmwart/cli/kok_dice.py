"""Percentile dice typed in while a round is played; what was rolled is kept if it pauses."""

from __future__ import annotations

import json
import sys

from turmwart.games.kingofkings.playing import play_round
from turmwart.games.kingofkings.state import State
from turmwart.games.kingofkings.viewing import hidden_roll
from turmwart.games.kingofkings.world import RollMissing
from turmwart.journal.store import Journal
from turmwart.kernel.chance import RollRequest
from turmwart.table.kingofkings.percentile import typed
from turmwart.table.rolls import HAND, Answers, Roll, answer, roll_of
from turmwart.texts import say

BACK = "<"
"""Typed instead of a roll it takes back the one before."""


def rolls_typed(journal: Journal, name: str, state: State) -> Answers | None:
    """All rolls of the round, asked for one after another; None where input ends before.

    A roll that was taken back is asked for again with what it was, which an empty line keeps. Where
    all were typed already (the round was taken back), that is said first, so that one may change.

    Rule: K-CHANCE-5, K-CHANCE-6, K-CHANCE-8, K-CHANCE-9.
    """
    key = f"kok:dice:{name}:{state.round}"
    kept: list[tuple[str, int, int]] = [
        (str(stream), int(index), int(value))
        for stream, index, value in json.loads(journal.setting(key) or "[]")
    ]
    was: dict[tuple[str, int], int] = {}
    waiting: list[str] = []
    asked = False
    while True:
        answers = Answers()
        for stream, index, value in kept:
            answers.take(_roll(stream, index, value))
        missing = _missing(state, answers)
        if missing is None and not waiting and (asked or not kept):
            return answers
        before = None if missing is None else was.get((missing.stream, missing.index))
        if not waiting:
            asked = True
            typed_all = say("kok.dice.all_typed", round=state.round, count=len(kept))
            print(typed_all if missing is None else prompt(state, missing))
            if before is not None:
                print(say("kok.dice.before", value=before))
            line = sys.stdin.readline()
            if not line:
                return answers if missing is None else None
            waiting = line.split()
            if not waiting and before is not None:
                waiting = [str(before)]
            continue
        word = waiting.pop(0)
        if word == BACK and kept:
            stream, index, value = kept.pop()
            was[stream, index] = value
        elif missing is None:
            asked = False
        else:
            try:
                value = typed(word, None if hidden_roll(state, missing.stream) else missing.chance)
            except ValueError as error:
                print(say("kok.dice.refused", reason=error))
                waiting.clear()
                continue
            kept.append((missing.stream, missing.index, value))
        journal.set_setting(key, json.dumps(kept))


def prompt(state: State, missing: RollMissing) -> str:
    """What the table is asked; in Indi mode no more of a sea movement than that there is one.

    Rule: K-CHANCE-9, K-REPORT-10.
    """
    if hidden_roll(state, missing.stream):
        return say("kingofkings.roll.sea_movement")
    kind, *place = missing.stream.split("/")
    where = "/".join(place[:2])
    player = place[0]
    chance, count = missing.chance, missing.ahead
    return say(f"kok.dice.{kind}", where=where, player=player, chance=chance, count=count)


def _missing(state: State, answers: Answers) -> RollMissing | None:
    try:
        play_round(state, answers)
    except RollMissing as missing:
        return missing
    return None


def _roll(stream: str, index: int, value: int) -> Roll:
    taken = answer(roll_of(RollRequest(stream, index, 100)), [value], HAND)
    if not isinstance(taken, Roll):
        raise ValueError(f"{stream} {index}: {value} is no percentile roll")
    return taken
