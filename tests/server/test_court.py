"""What the web screen tells of the Imperial Court."""

from __future__ import annotations

from dataclasses import replace

import pytest

from turmwart.games.registry import load
from turmwart.games.wallenstein.setup import Options
from turmwart.games.wallenstein.state import State
from turmwart.server.wallenstein import scene
from turmwart.server.words import Words
from turmwart.table.scenarios.tree import Leaf
from turmwart.table.scenarios.wallenstein.board import open_board
from turmwart.table.scenarios.wallenstein.position import Position
from turmwart.table.scenarios.wallenstein.seats import Seats


def at_court(*, court: bool = True) -> State:
    """Three players whose exchange cards come, courtiers and favor cards at court."""
    seats = Seats.named(("red", "blue", "yellow"), 3, Leaf(1, None), "")
    position = Position(seats, open_board(), options=Options(imperial_court=court))
    position.phase = "exchanges" if court else "actions"
    position.event = position.board.events[0].id
    if court:
        position.antechamber, position.favors = {"s1": 2, "s3": 5}, (4, 15, 9)
    for seat in seats.ids:
        position.own(position.spare()[0], seat)
    return position.state()


def facts(state: State, seat: str | None = None) -> dict[str, str]:
    """The head of the screen, id to value."""
    made = scene(load("wallenstein").view(state, seat), Words("en", "wallenstein"))
    return {fact.id: fact.value for fact in made.facts}


def test_favor_cards_and_courtiers_are_told() -> None:
    """By number and cost, and by player; nothing without the Court."""
    told = facts(at_court())
    assert told["favors"] == "15 for 4, 9 for 3, 4 for 2"
    assert told["courtiers"] == "red 2, blue 0, yellow 5"
    assert told["turn"] == "red"
    assert not {"favors", "courtiers"} & set(facts(at_court(court=False)))


def test_a_cancelled_event_is_told() -> None:
    """In place of what the card says."""
    state = at_court()
    assert facts(state)["event"] != "cancelled"
    assert facts(replace(state, event_cancelled=True))["event"] == "cancelled"


@pytest.mark.rule("W-OBS-14")
def test_every_seat_is_told_the_same() -> None:
    """Exchange cards lie face down on the real table; the program knows none of them."""
    state = at_court()
    assert facts(state) == facts(state, "s1") == facts(state, "s2")
