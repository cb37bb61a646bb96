"""Actions that nobody can carry out, and actions that all who are left let pass."""

from __future__ import annotations

from dataclasses import replace

import pytest

from turmwart.games.wallenstein.commands import PassAction, RevealActionCard, RevealPlan
from turmwart.games.wallenstein.events import ActionPassed, ActionSkipped
from turmwart.games.wallenstein.setup import Options
from turmwart.games.wallenstein.skipping import obstacle
from turmwart.games.wallenstein.state import ACTIONS, State

from .tables import HOLDINGS, Play, position

POOR = dict.fromkeys(("s1", "s2", "s3", "s4"), 2)


@pytest.mark.rule("W-EXEC-5", "W-ACT-4")
def test_an_action_that_nobody_can_pay_is_skipped_with_the_reason() -> None:
    """Nobody has three thalers: after the first action the palace is left out."""
    play = position(first="collect_tax", thalers=POOR)
    order = ("collect_tax", "build_palace", "collect_grain", "recruit_5", "move_a")
    play.state = _with_cards(play, order)
    for seat in play.state.order:
        play.do(RevealPlan(seat, "money"))
    play.do(RevealActionCard("move_b"))
    assert play.only(ActionSkipped) == ActionSkipped("build_palace", "W-ACT-4")
    play.do(RevealActionCard("recruit_3"))
    assert play.state.current_action() == "collect_grain"


@pytest.mark.rule("W-EXEC-5")
def test_an_action_stays_where_one_player_can_carry_it_out() -> None:
    play = position(first="collect_tax", thalers=POOR | {"s3": 3})
    play.state = _with_cards(play, ("collect_tax", "build_palace", "collect_grain"))
    play.do(PassAction(), *_turned_up(play, 1))
    assert play.state.current_action() == "build_palace"
    assert obstacle(play.state, "s1", "build_palace") == "W-ACT-4"
    assert obstacle(play.state, "s3", "build_palace") == ""


@pytest.mark.rule("W-MOVE-6")
def test_reasons_that_keep_a_player_from_an_action() -> None:
    holdings = {**HOLDINGS, "s4": {"wickerbrook": 1}}
    play = position(holdings, first="move_a", buildings={"ravensike": ("palace",)})
    assert obstacle(play.state, "s4", "move_a") == "W-MOVE-2"
    assert obstacle(play.state, "s1", "move_a") == ""
    assert obstacle(play.state, "s3", "build_palace") == "W-ACT-8"
    play.do(*(RevealPlan(seat, "money") for seat in ("s1", "s2")))
    assert obstacle(play.state, "s3", "recruit_5") == ""


@pytest.mark.rule("W-EXEC-3")
def test_all_who_are_left_pass_with_one_command() -> None:
    """The cards are not named, so each may still show five money cards."""
    play = position(first="move_a")
    play.do(RevealPlan("s1", "money"))
    assert "pass_action" in play.prompt_names(must=False)
    play.do(PassAction())
    assert play.only(ActionPassed) == ActionPassed(("s2", "s3", "s4"), "move_a")
    assert play.state.actions_done == 1
    assert [p.money_spaces for p in play.state.players] == [1, 0, 0, 0]
    assert play.refused(PassAction()).detail.endswith("not_now")


def test_nothing_is_skipped_where_the_table_wants_every_card_turned_up() -> None:
    options = Options(skip_impossible=False)
    play = position(first="collect_tax", thalers=POOR, options=options)
    play.state = _with_cards(play, ("collect_tax", "build_palace", "collect_grain"))
    play.do(PassAction(), *_turned_up(play, 1))
    assert play.state.current_action() == "build_palace"


def _with_cards(play: Play, order: tuple[str, ...]) -> State:
    rest = tuple(one for one in ACTIONS if one not in order)
    return replace(play.state, action_cards=(*order, *rest)[:5])


def _turned_up(play: Play, count: int) -> list[RevealActionCard]:
    left = [one for one in ACTIONS if one not in play.state.action_cards]
    return [RevealActionCard(one) for one in left[:count]]
