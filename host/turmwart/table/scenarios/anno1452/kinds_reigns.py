"""Compact kinds of King and Anti-King: elections, instants that touch them, their Soldiers."""

from __future__ import annotations

from typing import Any

from turmwart.games.anno1452.commands import DrawCards, GoOn
from turmwart.games.anno1452.epochs import ROW_IDS
from turmwart.games.anno1452.events_board import Asked, PrestigeChanged
from turmwart.games.anno1452.events_cards import CardsDrawn
from turmwart.games.anno1452.events_rounds import Crowned
from turmwart.games.anno1452.state import PRESTIGE_MOST, State
from turmwart.games.anno1452.steps import Draw
from turmwart.table.scenarios.anno1452.answering import answer, answer_all
from turmwart.table.scenarios.anno1452.kinds_board import counts_of
from turmwart.table.scenarios.anno1452.position import (
    COLOURS,
    Position,
    colours_of,
    settings_of,
)
from turmwart.table.scenarios.anno1452.run import Run
from turmwart.table.scenarios.values import Reader

ANTI_KING, INTERREGNUM = "instant-gegenkoenig", "instant-interregnum"
WHEN = ("action_round", "er_phase_1", "er_phase_6", "coronation_draw_of_new_king")
ROOMY = (
    "unteritalien",
    "oberitalien",
    "niedersachsen",
    "oesterreich",
    "bayern",
    "boehmen",
    "lothringen",
    "obersachsen",
    "rheinland_pfalz",
    "schwaben",
    "westfalen",
)
"""Regions of the made-up board in which one Estate of each of three colours makes no majority."""


def election(given: Reader) -> dict[str, Any]:
    """Who becomes King."""
    found = []
    for case in given.readers("cases"):
        said = {key: case.reader(key) for key in ("estates", "cities", "prestige", "points")}
        position = Position(colours_of(*said.values()), settings_of(given))
        counts = {key: counts_of(reader) for key, reader in said.items()}
        _spread(position, counts["estates"], counts["cities"])
        for colour, value in counts["prestige"].items():
            position.player(colour, prestige=value)
        for colour, value in counts["points"].items():
            pieces = counts["estates"].get(colour, 0) + counts["cities"].get(colour, 0)
            prestige = min(PRESTIGE_MOST, value - pieces)
            position.player(colour, prestige=prestige, gold=10 * (value - pieces - prestige))
        dice = {position.seat(c): n for c, n in counts_of(case.reader("dice")).items()}
        run = _coronation(position)
        while run.state.top is not None:
            answer(run, dice)
        found.append(position.colour(run.state.king.seat))
    return {"king": found}


def anti_king(given: Reader) -> dict[str, Any]:
    """An Anti-King drawn in an Action Round, and what is left of him afterwards."""
    estates, prestige = given.reader("estates"), given.reader("prestige")
    position = Position(colours_of(estates, prestige), settings_of(given))
    _spread(position, counts_of(estates), {})
    for colour, value in counts_of(prestige).items():
        position.player(colour, prestige=value)
    king, soldiers = given.word("king", position.colours), given.whole("king_soldiers", 12, 0, 12)
    position.king(king, soldiers)
    position.turn(position.colours[0])
    run = Run(position.state)
    run.follow(Asked((Draw(position.seat(position.colours[0]), 1, "card"),)))
    before = run.state
    run.do(DrawCards(position.seat(position.colours[0]), 0, ANTI_KING))
    answer(run)
    proclaimed = run.state
    answer_all(run)
    seat = proclaimed.anti_king.seat
    rival = position.colour(seat)
    drawn = sum(event.count for event in run.happened(CardsDrawn) if event.seat == seat)
    found: dict[str, Any] = {
        "anti_king": rival,
        "king_soldiers": proclaimed.king.soldiers,
        "anti_king_soldiers": proclaimed.anti_king.soldiers,
        "soldiers_to_supply": _in_supply(proclaimed) - _in_supply(before),
        "prestige_delta": {rival: proclaimed.player(seat).prestige - before.player(seat).prestige},
        "cards_drawn": {rival: drawn},
    }
    answer_all(run, lambda state: state.acting is None)
    found["after_the_round"] = {
        "king_soldiers": run.state.king.soldiers,
        "anti_king": position.colour(run.state.anti_king.seat),
    }
    return found


def er_instants(given: Reader) -> dict[str, Any]:
    """Instants drawn in phase 1, and who reigns in the coming Action Rounds."""
    found: dict[str, list[Any]] = {
        key: [] for key in ("king", "anti_king", "king_soldiers", "anti_king_soldiers")
    }
    for case in given.readers("cases"):
        case.whole("drawn_in_phase", 1, 1, 1)
        position = Position(COLOURS[:3], settings_of(given))
        _spread(position, {"red": 1, "blue": 2, "green": 3}, {})
        position.year(case.word("row", ROW_IDS))
        position.change(phase="cards", round=0)
        run = Run(position.state)
        run.follow()
        for card in case.texts("drawn"):
            answer_all(run, lambda state: isinstance(state.top, Draw))
            run.do(DrawCards("s1", 0, card))
        answer_all(run, lambda state: state.phase == "round")
        for office in ("king", "anti_king"):
            held = getattr(run.state, office)
            found[office].append(bool(held.seat))
            found[f"{office}_soldiers"].append(held.soldiers)
    return dict(found)


def interregnum(given: Reader) -> dict[str, Any]:
    """The Interregnum, drawn at different moments."""
    found: dict[str, list[Any]] = {
        "king_afterwards": [],
        "anti_king_afterwards": [],
        "soldiers_in_supply": [],
        "prestige_lost": [],
        "coronation_held_this_er": [],
    }
    king = given.word("king", COLOURS)
    for case in given.readers("cases"):
        # Nobody has anything on the board, so nothing is scored; prestige elects the King.
        position = Position(COLOURS[:3], settings_of(given))
        position.player(king, prestige=14)
        position.king(king, 5)
        position.year("1298")
        when = case.word("when", WHEN)
        if "anti_king" in case:
            position.anti_king(case.word("anti_king", COLOURS), 2)
        run = _drawn(position, king, when)
        held = bool(run.happened(Crowned))
        lost = sum(e.delta for e in run.happened(PrestigeChanged) if e.delta < 0)
        found["king_afterwards"].append(position.colour(run.state.king.seat))
        found["anti_king_afterwards"].append(position.colour(run.state.anti_king.seat))
        found["soldiers_in_supply"].append(_in_supply(run.state))
        found["prestige_lost"].append(-lost)
        found["coronation_held_this_er"].append(None if when == "action_round" else held)
    return dict(found)


def _drawn(position: Position, king: str, when: str) -> Run:
    """Play until the Interregnum was drawn and did all that it does."""
    seat = position.seat(king)
    if when == "action_round":
        position.turn(king)
        run = Run(position.state)
        run.follow(Asked((Draw(seat, 1, "card"),)))
    elif when == "er_phase_1":
        position.change(phase="cards", round=0)
        run = Run(position.state)
        run.follow()
        answer_all(run, lambda state: isinstance(state.top, Draw))
    else:
        run = _coronation(position)
        if when == "er_phase_6":
            answer_all(run)
            run.follow(Asked((Draw(seat, 1, "card"),)))
    step = run.state.top
    run.do(DrawCards(step.seat if isinstance(step, Draw) else "", 0, INTERREGNUM))
    answer_all(run)
    if when == "er_phase_1":
        answer_all(run, lambda state: state.phase == "new_order")
    return run


def king_army(given: Reader) -> dict[str, Any]:
    """A King who is elected again, and his Soldiers."""
    found: dict[str, Any] = {"king": [], "soldiers": []}
    for case in given.readers("cases"):
        position = Position(COLOURS[:3], settings_of(case))
        elected = given.word("elected", position.colours)
        _spread(position, {colour: 1 + (colour != elected) for colour in position.colours}, {})
        position.king(given.word("previous_king", position.colours), given.whole("soldiers_left"))
        run = _coronation(position)
        answer_all(run)
        found["king"].append(position.colour(run.state.king.seat))
        found["soldiers"].append(run.state.king.soldiers)
    return found


def _spread(position: Position, estates: dict[str, int], cities: dict[str, int]) -> None:
    """Estates of each colour, one in a region, so that nobody has a majority."""
    for colour, count in estates.items():
        for n in range(count):
            position.estate(colour, ROOMY[n], city=n < cities.get(colour, 0))


def _coronation(position: Position) -> Run:
    """Phase 5 is carried out as far as it goes without the table."""
    if position.state.row == 0:
        position.year("1298")
    position.change(phase="coronation", round=0)
    run = Run(position.state)
    run.do(GoOn())
    return run


def _in_supply(state: State) -> int:
    return state.soldiers_total - state.king.soldiers - state.anti_king.soldiers


KINDS_HERE = {
    "election": election,
    "anti_king": anti_king,
    "er_instants": er_instants,
    "interregnum": interregnum,
    "king_army": king_army,
}
