"""Section 12.7 and A-ANTI-10, 11: the new turn order, and an Anti-King in mid-round."""

from __future__ import annotations

from typing import Any

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.commands import Choose, CorrectNumber, GoOn, Pass
from turmwart.games.anno1452.events_board import StepBegan
from turmwart.games.anno1452.events_rounds import OrderSet, TurnBegan
from turmwart.games.anno1452.ordering import by_prestige
from turmwart.games.anno1452.state import Office
from turmwart.games.anno1452.steps import Choice, Dice, Election

from .rounds_play import Play, position

HELD = {"s1": ["bayern"], "s2": ["tirol"], "s3": ["westfalen"], "s4": ["unteritalien"]}


def new_order(prestige: dict[str, int], **fields: Any) -> Play:
    """Phase 6 is carried out."""
    fields.setdefault("players", 4)
    play = Play(position(HELD, phase="new_order", row=3, prestige=prestige, **fields))
    play.do(GoOn())
    return play


def mid_round(turn: int, **fields: Any) -> Play:
    """An Anti-King is found while the player at a place acts; s4 has the most Estates."""
    held = {**HELD, "s4": ["unteritalien", "savoyen"]}
    state = position(held, players=4, phase="round", round=1, king=Office("s1", 8), **fields)
    play = Play(state)
    for _ in range(turn):
        assert play.state.acting is not None
        play.do(Pass(play.state.acting.seat))
    play.event(StepBegan(Election("anti_king", soldiers="half")))
    play.cards_through()
    return play


@pytest.mark.rule("A-ORDER-1", "A-ORDER-3")
def test_the_king_chooses_first_and_prestige_fills_the_rest() -> None:
    """Second place; 14 and 11 before and after him, then 9."""
    prestige = {"s1": 14, "s2": 9, "s3": 12, "s4": 11}
    play = new_order(prestige, king=Office("s3", 12))
    assert play.top == Choice("s3", "place", ("1", "2", "3", "4"), rule="A-ORDER-1")
    assert play.objection(Choose("s1", ("1",))).rule == "A-ORDER-1"
    play.do(Choose("s3", ("2",)))
    assert play.happened(OrderSet) == (OrderSet(("s1", "s3", "s4", "s2"), "epoch"),)


@pytest.mark.rule("A-ORDER-2", "A-ORDER-4", "A-ANTI-10")
def test_the_anti_king_chooses_a_free_place_and_dice_break_ties() -> None:
    """King fourth, Anti-King first; two with twelve points throw."""
    prestige = {"s1": 14, "s2": 9, "s3": 12, "s4": 12}
    play = new_order(prestige, king=Office("s2", 6), anti_king=Office("s1", 6, "first_round"))
    play.do(Choose("s2", ("4",)))
    assert play.top == Choice("s1", "place", ("1", "2", "3"), rule="A-ORDER-2")
    assert play.objection(Choose("s1", ("4",))).rule == "A-ORDER-2"
    play.do(Choose("s1", ("1",)))
    assert play.top == Dice("tie", "tie", 1, "s3")
    play.throws(3, 5)
    assert play.state.order == ("s1", "s4", "s3", "s2")


@pytest.mark.rule("A-ORDER-3", "A-ORDER-4", "A-DICE-11")
def test_without_a_king_prestige_alone_decides() -> None:
    """All tied throw again and again."""
    play = new_order({"s1": 9})
    play.throws(4, 4, 4)
    play.throws(2, 5, 5)
    play.throws(1, 6)
    assert play.state.order == ("s4", "s3", "s2", "s1")
    state = position(HELD, players=4, prestige={"s1": 3, "s2": 12})
    assert by_prestige(state, state.seats) == (("s2",), ("s3", "s4"), ("s1",))


@pytest.mark.rule("A-ORDER-3", "A-ORDER-4", "A-DATA-7")
def test_prestige_corrected_before_the_dice_gives_the_places() -> None:
    """Who tied is first now; only the other two still throw, both anew."""
    play = new_order({"s1": 9})
    play.throw(6)
    play.do(CorrectNumber("prestige", 11, "the cube slipped", "s4"))
    assert [one.seat for one in play.state.stack if isinstance(one, Dice)] == ["s3", "s2"]
    play.throws(1, 2)
    assert play.state.order == ("s4", "s3", "s2", "s1")


@pytest.mark.rule("A-ORDER-2")
def test_the_last_free_place_is_not_asked_for() -> None:
    """Two players: the King chose, the Anti-King gets the other."""
    play = Play(
        position({"s1": ["bayern"], "s2": []}, players=2, phase="new_order", row=3,
                 king=Office("s1", 6), anti_king=Office("s2", 6, "first_round"))
    )  # fmt: skip
    play.do(GoOn())
    play.do(Choose("s1", ("2",)))
    assert play.state.order == ("s2", "s1")


@pytest.mark.rule("A-ORDER-5")
def test_the_order_holds_for_all_rounds_of_the_epoch() -> None:
    """And for the next Event Round."""
    play = new_order({"s1": 4, "s2": 8, "s3": 12, "s4": 16})
    order = ("s4", "s3", "s2", "s1")
    assert (play.state.order, play.state.round_order) == (order, order)
    for _ in range(4):
        assert play.state.acting is not None
        play.do(Pass(play.state.acting.seat))
    play.throw(1, 6)
    assert (play.state.phase, play.state.order) == ("cards", order)


@pytest.mark.rule("A-ANTI-11", "A-OPEN-21")
def test_an_anti_king_in_mid_round_chooses_among_those_who_wait() -> None:
    """s1 acts; s2, s3, s4 wait; s4 takes the second place."""
    play = mid_round(0)
    assert play.top == Choice("s4", "place", ("2", "3", "4"), rule="A-ANTI-11")
    play.do(Choose("s4", ("2",)))
    assert play.state.round_order == ("s1", "s4", "s2", "s3")
    assert play.state.order == ("s1", "s2", "s3", "s4")
    while play.state.acting is not None:
        play.do(Pass(play.state.acting.seat))
    assert [event.seat for event in play.happened(TurnBegan)] == ["s1", "s4", "s2", "s3"]


@pytest.mark.rule("A-ANTI-11", "A-ORDER-5")
def test_the_change_ends_with_the_action_round() -> None:
    """The next round has the order of the Epoch."""
    play = mid_round(1)
    play.do(Choose("s4", ("3",)))
    assert play.state.round_order == ("s1", "s2", "s4", "s3")
    while play.state.acting is not None:
        play.do(Pass(play.state.acting.seat))
    play.throw(1, 2)
    assert play.state.round_order == ("s1", "s2", "s3", "s4")
    assert play.state.acting is not None
    assert play.state.acting.seat == "s1"


@pytest.mark.rule("A-ANTI-11")
@pytest.mark.parametrize("turn", [2, 3])
def test_whoever_acts_last_or_has_acted_does_not_choose(turn: int) -> None:
    """Nobody waits beside him, or he is at it himself."""
    play = mid_round(turn)
    assert play.state.anti_king.seat == "s4"
    assert play.top is None
    assert play.state.round_order == ("s1", "s2", "s3", "s4")


@pytest.mark.rule("A-ORDER-1")
def test_places_are_asked_of_the_chooser_alone() -> None:
    """In words of the table."""
    play = new_order({}, king=Office("s3", 12))
    (asked,) = [one for one in GAME.prompts(play.state, "s3") if one.must]
    assert (asked.command, asked.seat) == ("Choose", "s3")
    assert not [one for one in GAME.prompts(play.state, "s1") if one.must]
    assert Choose("s3", ("4",)) in GAME.legal(play.state, "s3")
