"""Chapter 7: Action Rounds, numbers of actions, the dice before another round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.commands import Build, Pass, PlayCard, PlayChildbed, ThrowDice
from turmwart.games.anno1452.events_board import ActionsGained, DiceRolled
from turmwart.games.anno1452.events_cards import AlliancesEnded
from turmwart.games.anno1452.events_rounds import (
    ContinuationRolled,
    RoundBegan,
    RowBegan,
    TurnBegan,
)
from turmwart.games.anno1452.rounds import actions_of, continuation, goes_on
from turmwart.games.anno1452.state import InForce
from turmwart.games.anno1452.steps import Dice

from .rounds_play import Play, position

HELD = {"s1": ["bayern"], "s2": ["tirol"], "s3": ["oberitalien"]}


def married(state: Any, seat: str, card: str = "marriage-katharina") -> Any:
    """The state with a lady before a player, out of the deck."""
    players = tuple(
        replace(p, marriage=card, married=True) if p.seat == seat else p for p in state.players
    )
    return replace(state, players=players, deck=state.deck - 1)


def begun_round(**fields: Any) -> Play:
    """The first turn of an Action Round."""
    fields.setdefault("round", 1)
    return Play(position(HELD, phase="round", **fields))


def pass_all(play: Play) -> None:
    """Everybody passes until the round is over."""
    while play.state.acting is not None:
        play.do(Pass(play.state.acting.seat))


@pytest.mark.rule("A-AR-1", "A-AR-3", "A-AR-4", "A-EPOCH-6")
def test_two_dice_then_three_then_the_event_round() -> None:
    """No six: three Action Rounds, then the next row without dice."""
    play = begun_round()
    pass_all(play)
    assert play.top == Dice("continuation", "continuation", 2)
    play.throw(3, 5)
    pass_all(play)
    assert play.top == Dice("continuation", "continuation", 3)
    play.throw(1, 1, 1)
    assert [event.round for event in play.happened(RoundBegan)] == [2, 3]
    pass_all(play)
    assert play.happened(RowBegan) == (RowBegan(1),)
    assert (play.state.phase, play.state.row, play.state.round) == ("cards", 1, 0)
    assert play.happened(ContinuationRolled)[-1].reason == "three_rounds"


@pytest.mark.rule("A-AR-5", "A-ER-1")
def test_a_six_ends_the_epoch() -> None:
    """Any die suffices."""
    play = begun_round()
    pass_all(play)
    play.throw(6, 1)
    assert play.happened(ContinuationRolled) == (ContinuationRolled(2, (6, 1), "stop", "dice"),)
    assert (play.state.phase, play.state.row) == ("cards", 1)
    assert not goes_on((2, 6, 6))
    assert goes_on((5, 5, 5, 5))


@pytest.mark.rule("A-AR-4")
def test_the_dice_of_the_table_are_asked_for() -> None:
    """Without typed values the rolls are requested one by one."""
    play = begun_round()
    pass_all(play)
    asked = GAME.decide(play.state, ThrowDice(), lambda stream, index, chance: None)
    assert (asked.stream, asked.index, asked.chance) == ("continuation", 0, 6)  # type: ignore[union-attr]


@pytest.mark.rule(
    "A-AR-6", "A-AR-7", "A-AR-8", "A-AR-9", "A-AR-10", "A-VAR-G1-1", "A-VAR-G2-1", "A-OPEN-22"
)
@pytest.mark.parametrize(
    ("before", "force", "variants", "verdict", "dice"),
    [
        (2, InForce(), (), "roll", 2),
        (3, InForce(), (), "roll", 3),
        (2, InForce(intrigues=1), (), "roll", 3),
        (3, InForce(intrigues=1), (), "roll", 4),
        (3, InForce(intrigues=2), (), "roll", 4),
        (2, InForce(storm_rounds=True), (), "go", 0),
        (3, InForce(storm_rounds=True, intrigues=1), (), "go", 0),
        (2, InForce(confusion=True), (), "stop", 0),
        (3, InForce(storm_rounds=True, confusion=True), (), "stop", 0),
        (3, InForce(), ("G1",), "go", 0),
        (2, InForce(confusion=True), ("G1",), "stop", 0),
        (2, InForce(), ("G2",), "roll", 1),
        (3, InForce(), ("G2",), "roll", 2),
        (2, InForce(intrigues=1), ("G2",), "roll", 2),
        (3, InForce(intrigues=1), ("G2",), "roll", 3),
    ],
)
def test_what_decides_about_another_round(
    before: int, force: InForce, variants: Sequence[str], verdict: str, dice: int
) -> None:
    """Confusion before Storm & Stress before dice."""
    state = position(HELD, variants=variants, in_force=force, phase="round", round=before - 1)
    assert continuation(state, before)[:2] == (verdict, dice)


@pytest.mark.rule("A-AR-7", "A-OPEN-22")
def test_court_intrigues_may_stack() -> None:
    """``intrigues_stack``: each adds a die."""
    state = position(HELD, settings={"intrigues_stack": True}, in_force=InForce(intrigues=2))
    assert continuation(state, 3) == ("roll", 5, "dice")


@pytest.mark.rule("A-VAR-G1-3", "A-VAR-G2-2")
def test_court_intrigues_under_g1_and_g2() -> None:
    """No effect under G1; one die more under G2."""
    first = position(HELD, variants=("G1",), in_force=InForce(intrigues=1))
    assert continuation(first, 2)[:2] == ("go", 0)
    second = position(HELD, variants=("G2",), in_force=InForce(intrigues=1))
    assert [continuation(second, before)[1] for before in (2, 3)] == [2, 3]


@pytest.mark.rule("A-AR-8", "A-AR-9")
def test_storm_goes_on_and_confusion_ends_without_dice() -> None:
    """Nothing is thrown."""
    storm = begun_round(in_force=InForce(storm_rounds=True))
    pass_all(storm)
    assert [event.round for event in storm.happened(RoundBegan)] == [2, 3]
    assert not storm.happened(DiceRolled)
    confusion = begun_round(in_force=InForce(confusion=True))
    pass_all(confusion)
    assert confusion.state.phase == "cards"


@pytest.mark.rule("A-EPOCH-8")
def test_what_was_in_force_ends_with_the_row() -> None:
    """Storm, intrigues and excommunication of the Epoch are gone; the marriage is not."""
    force = InForce(intrigues=1, storm_rounds=True, excommunicated=("s2",))
    state = married(position(HELD, phase="round", round=3, in_force=force), "s1")
    play = Play(state)
    pass_all(play)
    assert play.state.in_force == InForce()
    assert play.player("s1").marriage == "marriage-katharina"


@pytest.mark.rule("A-EPOCH-7", "A-AR-12")
def test_what_an_event_round_brought_holds_in_the_coming_rounds() -> None:
    """Two actions for everybody, in each of the rounds of the row."""
    play = begun_round(in_force=InForce(storm_actions=True, no_attacks=True))
    pass_all(play)
    play.throw(1, 2)
    assert play.state.in_force == InForce(storm_actions=True, no_attacks=True)
    assert [event.actions for event in play.happened(TurnBegan)] == [2, 2, 2, 2]


@pytest.mark.rule("A-AR-11", "A-AR-13", "A-AR-16")
def test_each_player_acts_in_turn_order_and_may_pass() -> None:
    """One action, then the next player."""
    play = begun_round()
    assert play.objection(Build("s2", "bayern")).rule == "A-AR-11"
    play.do(Build("s1", "schwaben"))
    play.do(Pass("s2"))
    play.do(Build("s3", "schwaben"))
    assert [event.seat for event in play.happened(TurnBegan)] == ["s1", "s2", "s3"]
    assert len(play.state.within("schwaben")) == 2


@pytest.mark.rule("A-AR-12", "A-CARD-INST-STURM-ER")
def test_numbers_of_actions_add_up() -> None:
    """1; +1 by a lady; 2 after Storm & Stress; 3 with both."""
    plain = position(HELD, phase="round")
    stormy = replace(plain, in_force=InForce(storm_actions=True))
    states = (plain, married(plain, "s1"), stormy, married(stormy, "s1"))
    assert [actions_of(state, "s1") for state in states] == [1, 2, 2, 3]
    assert actions_of(married(plain, "s1"), "s2") == 1


@pytest.mark.rule("A-AR-13", "A-OPEN-24")
def test_actions_are_taken_one_after_the_other() -> None:
    """``extra_actions = consecutive``: both of s1 before s2."""
    play = Play(married(position(HELD, phase="round", round=1), "s1"))
    play.do(Build("s1", "schwaben"))
    play.do(Build("s1", "schwaben"))
    assert play.state.acting is not None
    assert play.state.acting.seat == "s2"


@pytest.mark.rule("A-OPEN-24")
def test_extra_actions_may_come_in_a_second_pass() -> None:
    """``extra_actions = second_pass``: s1 acts again after everybody."""
    state = position(HELD, phase="round", round=1, settings={"extra_actions": "second_pass"})
    play = Play(married(state, "s1"))
    for seat in ("s1", "s2", "s3"):
        play.do(Build(seat, "unteritalien"))
    assert play.state.acting is not None
    play.do(Build("s1", "schwaben"))
    assert [event.seat for event in play.happened(TurnBegan)] == ["s1", "s2", "s3", "s1"]
    assert play.top == Dice("continuation", "continuation", 2)


@pytest.mark.rule("A-AR-14", "A-AR-15")
def test_additional_actions_count_for_the_present_turn() -> None:
    """Any action; those of the next round are as many as before."""
    play = begun_round()
    play.state = GAME.apply(play.state, ActionsGained("s1", 2))
    for _ in range(3):
        play.do(Build("s1", "unteritalien"))
    assert play.state.acting is not None
    assert play.state.acting.seat == "s2"
    pass_all(play)
    play.throw(1, 1)
    assert play.happened(TurnBegan)[-1] == TurnBegan("s1", 1)


@pytest.mark.rule("A-CARD-SPEC-BUENDNISSE-AR", "A-OPEN-33")
def test_alliances_lie_until_the_next_turn_of_their_player() -> None:
    """Also over an Event Round."""
    state = position(HELD, phase="round", round=1)
    players = tuple(
        replace(p, alliances="special-buendnisse") if p.seat == "s2" else p for p in state.players
    )
    play = Play(replace(state, players=players, deck=state.deck - 1))
    assert play.player("s2").alliances
    play.do(Pass("s1"))
    assert play.player("s2").alliances == ""
    assert play.happened(AlliancesEnded) == (AlliancesEnded("s2", "special-buendnisse"),)
    assert play.state.discards == ("special-buendnisse",)


@pytest.mark.rule("A-OPEN-24", "A-CARD-MARR-14", "A-CARD-MARR-15")
def test_a_lady_of_the_first_pass_brings_her_action_in_the_second() -> None:
    """Married now, one action later; if she dies before that, none."""
    fields: dict[str, Any] = {"row": 3, "settings": {"extra_actions": "second_pass"}}
    for childbed, turns in ((False, ["s1", "s2", "s3", "s1"]), (True, ["s1", "s2", "s3"])):
        play = begun_round(**fields)
        play.do(PlayCard("s1", "marriage-katharina"))
        assert play.state.acting is not None
        assert play.state.acting.seat == "s2"
        if childbed:
            play.do(PlayChildbed("s3", "s1"))
        pass_all(play)
        assert [event.seat for event in play.happened(TurnBegan)] == turns


@pytest.mark.rule("A-OPEN-24", "A-CARD-MARR-14")
def test_a_lady_brings_an_action_at_once_by_default() -> None:
    """The turn goes on with one more."""
    play = begun_round(row=3)
    play.do(PlayCard("s1", "marriage-katharina"))
    assert play.state.acting is not None
    assert (play.state.acting.seat, play.state.acting.left) == ("s1", 1)


@pytest.mark.rule("A-ACT-CARD-6", "A-CARD-REACT-KINDBETT")
def test_the_last_action_of_a_round_is_answered_once() -> None:
    """While the dice before the next round wait; then reactions count anew."""
    play = Play(married(married(begun_round(row=3).state, "s1"), "s2", "marriage-liselotte"))
    pass_all(play)
    play.do(PlayChildbed("s3", "s1"))
    assert play.objection(PlayChildbed("s3", "s2")).rule == "A-ACT-CARD-6"
    play.throw(1, 2)
    assert play.state.reacted == ()
    play.do(PlayChildbed("s3", "s2"))
