"""Set-up, the clock, paladins and tavern, passing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from turmwart.games.paladins import GAME
from turmwart.games.paladins.clock import tavern_cards
from turmwart.games.paladins.commands import (
    Adjust,
    EndRound,
    EnterPrinted,
    GoOn,
    Hunt,
    NameOrder,
    Pass,
    RevealPaladin,
    TakeTavern,
    Trade,
)
from turmwart.games.paladins.events import RoundEnded
from turmwart.games.paladins.setup import check
from turmwart.games.paladins.state import NONE, STEPS, Placed
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.prompt import Choice
from turmwart.table.printed_paladins import demo_board, shipped_board

from .tables import acting, at, begun, decided, done, having, refusal, setup


@pytest.mark.rule("P-SETUP-4")
def test_the_tax_supply_is_asked_once_and_then_filled() -> None:
    """The number depends on the players; nothing else goes on before somebody has said it."""
    state = begun(4, "light", shipped_board())
    assert not state.tax_filled
    (first, *_) = GAME.prompts(state, None)
    assert first.id == "paladins.prompt.ask.Q-P-TAX"
    assert first.slots[0].default == 8
    assert refusal(state, EndRound()) == "P-SETUP-4"
    wrong = EnterPrinted("question", "Q-P-TAX:4", "answer", 9)
    assert refusal(state, wrong) == "P-SETUP-4"
    state = done(state, EnterPrinted("question", "Q-P-TAX:4", "answer", 7))
    assert (state.tax, state.tax_filled) == (7, True)
    assert [demo_board().known(f"Q-P-TAX:{n}") for n in (2, 3, 4)] == [5, 6, 8]


@pytest.mark.rule("P-SETUP-3", "P-SETUP-7", "P-SETUP-8")
def test_a_player_starts_with_a_recruit_and_nothing_hidden_is_known() -> None:
    state = begun(3)
    assert (state.orders, state.favours) == ((), 0)
    for player in state.players:
        assert (player.townsfolk, player.workers) == (1, NONE)
        assert (player.suspicion, player.debts_open, player.debts_paid) == (0, 0, 0)


@pytest.mark.rule("P-SETUP-9")
def test_one_to_four_players_can_sit_down() -> None:
    assert begun(1).solo
    four = setup(4)
    check(four)
    for wrong in (
        replace(four, seats=()),
        replace(four, seats=four.seats[::-1]),
        replace(four, mode="quick"),
        replace(four, first="s9"),
        replace(four, seats=(replace(four.seats[0], colour="blue"), *four.seats[1:])),
    ):
        with pytest.raises(ValueError, match=r"player|seat|mode|colour|sits"):
            check(wrong)


@pytest.mark.rule("P-ROUND-1", "P-ROUND-2", "P-ROUND-3", "P-END-1")
def test_seven_rounds_of_seven_steps() -> None:
    """The marker stays in round 1, then goes on clockwise; after the seventh round: points."""
    state = begun(3, "light")
    seen, markers = [], []
    while state.phase == "round":
        if state.step == "marker":
            markers.append(state.first)
        seen.append(state.step)
        state = done(state, GoOn())
    assert seen == list(STEPS) * 7
    assert markers == ["s1", "s2", "s3", "s1", "s2", "s3", "s1"]
    assert state.phase == "scoring"
    assert refusal(state, EndRound()) == "P-ROUND-2"


@pytest.mark.rule("P-ROUND-4", "P-SETUP-3")
def test_orders_are_named_when_they_are_revealed() -> None:
    state = done(begun(), GoOn())
    assert [order.action for order in state.orders] == [""]
    assert refusal(state, NameOrder(2, "attack")) == "P-ROUND-4"
    assert refusal(state, NameOrder(1, "hunt")) == "P-END-2"
    state = done(state, NameOrder(1, "attack"))
    assert state.orders[0].action == "attack"
    later = done(at(state, "marker"), GoOn())
    assert refusal(later, NameOrder(2, "attack")) == "P-SETUP-3"


@pytest.mark.rule("P-ROUND-5", "P-ROUND-11")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_tavern_card_is_left(players: int) -> None:
    assert tavern_cards(players) - players == 1


@pytest.mark.rule("P-ROUND-8")
def test_a_played_paladin_does_not_come_back_and_the_deck_never_runs_out() -> None:
    """A name told wrongly before may still be waived."""
    state, offered = begun(), []
    for number in range(1, 8):
        state = at(state, "workers")
        prompts = GAME.prompts(state, None)
        (choice,) = next(p for p in prompts if p.id == "paladins.prompt.paladin").slots
        assert isinstance(choice, Choice)
        offered.append(len(choice.options))
        name = str(choice.options[0].value)
        state = GAME.apply(done(state, RevealPaladin("s1", name)), RoundEnded(number))
        again = RevealPaladin("s1", name)
        later = at(state, "workers")
        assert refusal(later, again) == "P-ROUND-8"
        for fitting in (replace(again, waived=("P-ROUND-8",)), replace(again, seat="s2")):
            told = done(later, fitting).player(fitting.seat).paladin
            assert told is not None
            assert told.name == name
    assert offered == [12, 11, 10, 9, 8, 7, 6]


@pytest.mark.rule("P-ROUND-9", "P-ROUND-10", "P-WORKER-8")
def test_six_new_workers_in_a_round() -> None:
    """A paladin by its name brings two workers and points; cards are chosen in turn order."""
    state = at(begun(), "workers")
    assert refusal(state, GoOn()) == "P-ROUND-9"
    assert refusal(state, TakeTavern("s2", "wgbr")) == "P-ROUND-10"
    assert refusal(state, TakeTavern("s1", "wgb")) == "P-ROUND-5"
    state = done(
        state,
        RevealPaladin("s1", "Samson"),
        TakeTavern("s1", "wgbr"),
        RevealPaladin("s2", "Roland"),
        TakeTavern("s2", "kkbb"),
    )
    anna = state.player("s1")
    assert anna.workers == Cubes.of(labourer=2, scout=2, merchant=1, fighter=1)
    assert [anna.effective(name) for name in ("faith", "strength", "influence")] == [0, 2, 2]
    assert refusal(state, RevealPaladin("s1", "Roland")) == "P-ROUND-9"
    assert refusal(state, TakeTavern("s1", "wgbr")) == "P-ROUND-10"
    assert done(state, GoOn()).step == "actions"


@pytest.mark.rule("P-ROUND-9")
def test_a_paladin_by_its_points() -> None:
    state = at(begun(), "workers")
    assert refusal(state, RevealPaladin("s1", "Karl")) == "P-ROUND-9"
    assert refusal(state, RevealPaladin("s1", "", 3, 2, 0, "wg")) == "P-ROUND-9"
    assert refusal(state, RevealPaladin("s1", "", 3, 1, 0, "w")) == "P-ROUND-9"
    assert refusal(state, RevealPaladin("s1", "", 3, 1, 0, "zz")) == "P-WORKER-1"
    state = done(state, RevealPaladin("s1", "", 3, 1, 0, "wg"))
    assert state.player("s1").effective("faith") == 3


@pytest.mark.rule("P-WORKER-3", "P-INQ-1")
def test_criminals_on_cards_cost_suspicion() -> None:
    """On a tavern card as on a paladin; each one is a card."""
    state = at(begun(), "workers")
    assert done(state, RevealPaladin("s1", "", 0, 4, 0, "wv")).due[0].cards == 1
    state = done(state, TakeTavern("s1", "wvvb"))
    assert [(one.seat, one.cards) for one in state.due] == [("s1", 2)]
    assert refusal(state, GoOn()) == "P-INQ-1"
    assert GAME.prompts(state, None)[0].id == "paladins.prompt.draw"
    assert done(state, Adjust("s1", "criminal", 1)).due[1].cards == 1


@pytest.mark.rule("P-WORKER-4", "P-PASS-2", "P-WORKER-7", "P-PASS-4")
def test_placed_workers_stay_until_the_player_passes() -> None:
    state = done(acting("wwwwgg"), Hunt("s1", "w"), Pass("s2"), Trade("s1", "w"))
    anna = state.player("s1")
    one = Cubes.of(labourer=1)
    assert anna.placed == (Placed("hunt", one), Placed("trade", one))
    assert refusal(state, Pass("s1", "wwgg")) == "P-PASS-3"
    assert refusal(state, Pass("s1", "kk")) == "P-PASS-3"
    state = done(state, Pass("s1", "wgg"))
    anna = state.player("s1")
    assert (anna.placed, anna.workers) == ((), Cubes.of(labourer=1, scout=2))
    assert state.step == "cleanup"


@pytest.mark.rule("P-ROUND-13", "P-PASS-5", "P-PASS-6")
def test_a_round_clears_paladins_and_a_game_clears_workers() -> None:
    state = having(acting("vv"), paladin=None)
    state = done(state, RevealPaladin("s1", "Roland"), Pass("s1", "vv"), Pass("s2"))
    assert state.player("s1").effective("strength") == 4
    after = done(state, GoOn())
    assert (after.round, after.step, after.first) == (2, "marker", "s2")
    assert after.player("s1").effective("strength") == 0
    assert after.player("s1").workers == Cubes.of(criminal=2)
    assert after.due == ()
    last = done(replace(state, round=7), GoOn())
    assert last.player("s1").workers == NONE


@pytest.mark.rule("P-ROUND-12", "P-PASS-1")
def test_a_player_who_passed_is_skipped() -> None:
    state = having(having(at(begun(3)), "ww"), "ww", "s3")
    state = done(state, Hunt("s1", "w"), Pass("s2"), Hunt("s3", "w"))
    assert state.turn == "s1"
    state = done(state, Trade("s1", "w"))
    assert state.turn == "s3"
    assert refusal(state, Trade("s2", "0")) == "P-ROUND-12"
    assert refusal(state, GoOn()) == "P-ROUND-12"
    forced = done(state, GoOn(waived=("P-ROUND-12",)))
    assert all(player.passed for player in forced.players)
    assert decided(at(state, "tavern"), Pass("s1")).rule == "P-PASS-1"
