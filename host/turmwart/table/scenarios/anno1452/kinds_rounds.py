"""Compact kinds of rounds: turn order, dice before a round, numbers of actions, the end."""

from __future__ import annotations

from typing import Any

from turmwart.games.anno1452.commands import Choose, GoOn, Pass
from turmwart.games.anno1452.events_board import IncomePaid, PrestigeCompared
from turmwart.games.anno1452.events_cards import CardsDrawn
from turmwart.games.anno1452.events_rounds import GameEnded, PhaseBegan
from turmwart.games.anno1452.reigns import king_gain
from turmwart.games.anno1452.rounds import actions_of, continuation, goes_on
from turmwart.games.anno1452.state import EVENT_PHASES, InForce
from turmwart.games.anno1452.steps import Choice, Draw
from turmwart.games.anno1452.victory import points
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.anno1452.answering import answer
from turmwart.table.scenarios.anno1452.kinds_board import counts_of, numbers
from turmwart.table.scenarios.anno1452.position import (
    COLOURS,
    Position,
    colour_or_nobody,
    settings_of,
)
from turmwart.table.scenarios.anno1452.run import Run
from turmwart.table.scenarios.run import Unsound
from turmwart.table.scenarios.values import Reader

IN_FORCE = ("intrigues", "storm", "confusion")
LADY = "marriage-katharina"
"""A lady who brings an action in each Action Round."""

PARTS = ("estates", "citizens", "cities", "principalities", "gold", "prestige")


def turn_order(given: Reader) -> dict[str, Any]:
    """The new turn order: places chosen, the rest by prestige and dice."""
    position = Position(COLOURS[: given.whole("players", 4, 2, 4)], settings_of(given))
    for colour, value in counts_of(given.reader("prestige")).items():
        position.player(colour, prestige=value)
    chosen: dict[str, str] = {}
    king, rival = colour_or_nobody(given, "king"), colour_or_nobody(given, "anti_king")
    if king:
        position.king(king, 12)
        chosen[position.seat(king)] = str(given.whole("king_place", 1, 1, 4))
    if rival:
        position.anti_king(rival, 6)
        position.king(king, 6)
        chosen[position.seat(rival)] = str(given.whole("anti_king_place", 1, 1, 4))
    dice = {position.seat(c): n for c, n in counts_of(given.reader("dice")).items()}
    position.change(phase="new_order", round=0)
    run = Run(position.state)
    run.do(GoOn())
    while (step := run.state.top) is not None:
        if isinstance(step, Choice):
            run.do(Choose(step.seat, (chosen[step.seat],)))
        else:
            answer(run, dice)
    return {"order": [position.colour(seat) for seat in run.state.order]}


def king_gain_kind(given: Reader) -> dict[str, Any]:
    """Prestige and cards of one coronation after the other."""
    position = Position(COLOURS[:2], settings_of(given))
    found = []
    for number in numbers(given, "coronations_in_a_row"):
        position.change(last_king="s1" if number > 1 else "", crown_run=number - 1)
        found.append(king_gain(position.state, "s1"))
    return {"prestige_and_cards": found}


def discard_range_kind(given: Reader) -> dict[str, Any]:
    """How many cards are discarded in phase 1, and how many are drawn after the most."""
    found: dict[str, Any] = {"min_discard": [], "max_discard": [], "drawn_after_max": []}
    for hand in numbers(given, "hand"):
        position = Position(COLOURS[:2], settings_of(given))
        position.hand("red", (), hand)
        position.change(phase="cards", round=0)
        run = Run(position.state)
        run.follow()
        least, most = answer(run, discard_most=True)
        found["min_discard"].append(least)
        found["max_discard"].append(most)
        step = run.state.top
        drawn = step.left if isinstance(step, Draw) and step.seat == "s1" else 0
        found["drawn_after_max"].append(drawn)
    return found


def continuation_kind(given: Reader) -> dict[str, Any]:
    """What decides about another Action Round, and with how many dice."""
    found: dict[str, Any] = {"dice": [], "verdict": []}
    for case in given.readers("cases"):
        position = Position(COLOURS[:2], settings_of(case))
        words = case.words("in_force", IN_FORCE)
        force = InForce(
            intrigues=words.count("intrigues"),
            storm_rounds="storm" in words,
            confusion="confusion" in words,
        )
        position.change(in_force=force)
        verdict, dice, _ = continuation(position.state, case.whole("before", 2, 2, 3))
        found["dice"].append(dice)
        found["verdict"].append(verdict)
    return found


def continuation_roll(given: Reader) -> dict[str, Any]:
    """Whether rolled dice let the Epoch go on."""
    rolls = [tree.plain(roll) for roll in given.items("rolls")]
    return {"go_on": [goes_on(tuple(roll)) for roll in rolls]}


def actions_per_round(given: Reader) -> dict[str, Any]:
    """How many actions a player has in an Action Round."""
    found = []
    for case in given.readers("cases"):
        position = Position(COLOURS[:2], settings_of(given))
        position.change(in_force=InForce(storm_actions=case.flag("storm_er", False)))
        if case.flag("marriage_bonus", False):
            position.in_front("red", LADY)
        found.append(actions_of(position.state, "s1"))
    return {"actions": found}


def victory_points(given: Reader) -> dict[str, Any]:
    """Victory points and their parts."""
    position = Position(COLOURS[:2], settings_of(given))
    said = {part: given.whole(part) for part in PARTS}
    citizens = said["citizens"]
    for n in range(said["estates"]):
        city = n < said["cities"]
        here = min(citizens, 6 if city else 3)
        citizens -= here
        position.estate("red", ("unteritalien", "oberitalien")[n // 6], 3, city, here)
    for region in position.state.board.region_ids[: said["principalities"]]:
        position.holder(region, "red")
    position.player("red", gold=said["gold"], prestige=said["prestige"])
    standing = points(position.state, "s1")
    return {
        "points": standing.points,
        "parts": {part: getattr(standing, part) for part in PARTS},
    }


def final_round(given: Reader) -> dict[str, Any]:
    """The final Event Round of a player who holds a card by marriage alone."""
    red = given.word("player", COLOURS)
    position = Position((red, *(c for c in COLOURS[:3] if c != red)), settings_of(given))
    region = given.text("marriage_card_claim")
    if colour_or_nobody(given, "majority_in_schwaben"):
        raise Unsound("scenario.reason.majority", "majority_in_schwaben")
    own = given.whole("principality_cards_with_majority", 1, 0, 3)
    before = given.whole("prestige_before_phase_4", 10, 0, 20)
    delta = given.whole("phase4_delta", least=-4, most=4)
    # Everybody has as many Estates, so only the cards make a difference in phase 4.
    for here in ("savoyen", "tirol", "eidgenossen")[:own]:
        position.estates(here, {red: 2})
        position.holder(here, red)
    for n in range(2 * own):
        for colour in position.colours[1:]:
            position.estate(colour, ("unteritalien", "oberitalien", "oesterreich")[n % 3])
    position.claim(red, region, "marriage-dagmar")
    position.holder(region, red)
    position.player(red, prestige=before)
    position.year("1438")
    position.change(round=3)
    position.turn(position.colours[-1])
    run = Run(position.state)
    run.do(Pass(position.seat(position.colours[-1])))
    run.do(GoOn())
    run.do(GoOn())
    (paid,), (compared,) = run.happened(IncomePaid), run.happened(PrestigeCompared)
    (ended,) = run.happened(GameEnded)
    seat = position.seat(red)
    lines = next(one.lines for one in paid.incomes if one.seat == seat)
    gained = sum((seat in one.most) - (seat in one.fewest) for one in compared.categories)
    if gained != delta:
        raise Unsound("scenario.reason.phase_4", "phase4_delta", points=gained)
    standing = next(one for one in ended.ranking if one.seat == seat)
    return {
        "income_counts_cards": next(one.count for one in lines if one.what == "principalities"),
        "phase4_counts_cards": dict(compared.categories[3].counts)[seat],
        "prestige_at_end": standing.prestige,
        "victory_points_from_cards": standing.principalities,
        "phases": [EVENT_PHASES.index(e.phase) + 1 for e in run.happened(PhaseBegan)],
        "cards_drawn": sum(event.count for event in run.happened(CardsDrawn)),
    }


KINDS_HERE = {
    "turn_order": turn_order,
    "king_gain": king_gain_kind,
    "discard_range": discard_range_kind,
    "continuation": continuation_kind,
    "continuation_roll": continuation_roll,
    "actions_per_round": actions_per_round,
    "victory_points": victory_points,
    "final_round": final_round,
}
