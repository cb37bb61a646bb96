"""Workers on their spaces, and what each action asks for, costs and brings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.paladins import GAME
from turmwart.games.paladins.commands import (
    Absolve,
    Adjust,
    Attack,
    Commission,
    Conspire,
    Convert,
    Develop,
    EnterPrinted,
    Fortify,
    Garrison,
    Hunt,
    Pass,
    Pray,
    Recruit,
    RevealPaladin,
    SettleDebt,
    TakeDebt,
    TakeTavern,
    Trade,
    UseFavour,
)
from turmwart.games.paladins.names import ASKS, ATTRIBUTES, RAISES, RIGHT
from turmwart.games.paladins.reading import letters, multiset, slot_rows
from turmwart.games.paladins.state import Outsider, Paladin, State, Workshop
from turmwart.games.paladins.view import Can
from turmwart.games.paladins.workers import accepts, spaces_of
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.prompt import Choice, Number
from turmwart.table.printed_paladins import demo_board, shipped_board

from .tables import acting, at, begun, decided, done, having, refusal

RICH: dict[str, Any] = {"silver": 20, "provisions": 20, "faith": 9, "strength": 9, "influence": 9}


def again(state: State) -> State:
    """It is Anna's action once more, on empty areas."""
    state = having(replace(state, turn="s1"), "wgbrkvw", placed=())
    return replace(state, due=())


def row(state: State, action: str) -> Can:
    """What the screen says of an action of Anna's."""
    (found,) = (one for one in GAME.view(state, None).players[0].can if one.action == action)
    return found


@pytest.mark.rule("P-WORKER-1", "P-WORKER-2")
@pytest.mark.parametrize(
    ("spaces", "workers", "fits"),
    [
        ("g*k", "gwk", True),
        ("g*k", "gkk", True),
        ("g*k", "wwk", False),
        ("g*k", "vwk", True),
        ("g*k", "vvv", True),
        ("g*k", "vw", False),
        ("kk*", "kvw", True),
        ("kk*", "kww", False),
        ("**", "wg", True),
        ("", "", True),
    ],
)
def test_workers_fit_their_spaces(spaces: str, workers: str, fits: bool) -> None:
    assert accepts(letters(spaces), multiset(letters(workers))) is fits


@pytest.mark.rule("P-WORKER-5", "P-WORKER-6", "P-ACT-DEVELOP-2", "P-ACT-DEVELOP-3")
def test_a_workshop_saves_its_worker_for_good() -> None:
    """Commission: scout, any, cleric; the scout's space is covered, then the others."""
    state = done(acting("wwk", **RICH), Develop("s1", "ww", "commission", "scout", "g"))
    anna = state.player("s1")
    assert anna.workshops == (Workshop("commission", "scout"),)
    assert spaces_of(state, anna, "commission") == (("any", "cleric"),)
    assert row(state, "commission").workers == "2"
    state = again(
        having(
            state, workshops=tuple(Workshop("commission", s) for s in ("scout", "any", "cleric"))
        )
    )
    assert spaces_of(state, state.player("s1"), "commission") == ((),)
    assert done(state, Commission("s1", "0", 0)).player("s1").monks == 1


@pytest.mark.rule("P-WORKER-6")
def test_a_workshop_that_nobody_located_may_stand_anywhere() -> None:
    state = having(acting("gwk"), workshops=(Workshop("commission"), Workshop()))
    sizes = {len(way) for way in spaces_of(state, state.player("s1"), "commission")}
    assert sizes == {1, 2}
    assert row(replace(state, mode="standard"), "commission").workers == "1-2"


@pytest.mark.rule("P-ACT-GEN-1", "P-WORKER-1", "P-WORKER-6")
def test_wrong_workers_are_named() -> None:
    state = acting("wwgk", **RICH)
    assert refusal(state, Commission("s1", "gw", 0)) == "P-WORKER-6"
    assert refusal(state, Commission("s1", "wwk", 0)) == "P-WORKER-1"
    assert refusal(state, Commission("s1", "gkk", 0)) == "P-ACT-GEN-1"
    assert refusal(state, Commission("s1", "xyz", 0)) == "P-WORKER-1"
    assert refusal(state, Commission("s1", "²", 0)) == "P-WORKER-1"
    assert refusal(state, Commission("s9", "gwk", 0)) == "P-SETUP-5"
    waived = done(state, Commission("s1", "wwk", 0, waived=("P-WORKER-1",)))
    assert waived.player("s1").workers == Cubes.of(scout=1)
    assert waived.waived == ("P-WORKER-1",)


@pytest.mark.rule("P-WORKER-1", "P-WORKER-3", "P-PASS-4")
def test_a_number_names_no_workers_where_kinds_are_kept() -> None:
    """Full mode chooses no kinds for the table, and no criminal comes without its card."""
    state = acting("wgbkr", provisions=1)
    commands = (Commission("s1", "3"), Hunt("s1", "1"), Pass("s1", "2"), UseFavour("s1", "1"))
    for command in commands:
        objection = decided(replace(state, favours=1), command)
        assert (objection.detail, objection.waivable) == ("paladins.objection.no_workers", False)
    collecting = at(begun(), "workers")
    assert refusal(collecting, TakeTavern("s1", "4")) == "P-WORKER-1"
    assert refusal(collecting, RevealPaladin("s1", "", 4, workers="2")) == "P-WORKER-1"
    counted = acting("wgbkr", "standard")
    assert done(counted, Pass("s1", "2")).player("s1").workers.total == 2


@pytest.mark.rule("P-ACT-HUNT-1", "P-INQ-2")
def test_a_digit_in_a_list_of_numbers_means_its_number() -> None:
    """Standard mode: 1 at Hunt is one worker, 1 at a suspicion card one silver."""
    state = acting(mode="standard")
    for seen, name in ((state, "hunt"), (done(state, Conspire("s1", "1")), "draw")):
        asked = next(p for p in GAME.prompts(seen, "s1") if p.id == f"paladins.prompt.{name}")
        options = next(slot.options for slot in asked.slots if isinstance(slot, Choice))
        assert [str(option.value) for option in options][:2] == ["1", "2"]
    commission = next(p for p in GAME.prompts(state, "s1") if p.command == "Commission")
    assert commission.slots[0] == Number("need", 0, 10, 0)


@pytest.mark.rule("P-ACT-GEN-3")
def test_boards_are_private() -> None:
    state = having(done(acting("w"), Hunt("s1", "w")), "w", "s2")
    assert done(state, Hunt("s2", "w")).player("s2").provisions == 2


@pytest.mark.rule("P-ACT-GEN-4")
def test_each_attribute_is_asked_for_twice_and_raised_twice() -> None:
    for table in (ASKS, RAISES):
        assert sorted(table.values()) == sorted(2 * ATTRIBUTES)
    assert all(ASKS[action] != RAISES[action] for action in RIGHT)
    rows = slot_rows(str(demo_board().answer("Q-P-SLOTS"))).values()
    pairs = {frozenset(kinds) - {"any"} for kinds in rows}
    assert len(pairs) == 6


@pytest.mark.rule("P-ACT-GEN-5")
def test_a_favour_is_used_once_by_each_player() -> None:
    state = having(at(begun(), favours=2), "ww")
    assert refusal(state, UseFavour("s1", "w", 3)) == "P-ACT-GEN-5"
    state = done(state, UseFavour("s1", "w", 2))
    assert state.favours_used == ((2, "s1"),)
    assert refusal(replace(state, turn="s1"), UseFavour("s1", "w", 2)) == "P-ACT-GEN-5"
    assert done(state, UseFavour("s2", "", 2)).favours_used == ((2, "s1"), (2, "s2"))
    board = replace(
        state.board,
        answers=(*state.board.answers, ("Q-P-FAVOUR-SHARED", "first_player_only")),
    )
    assert refusal(replace(state, board=board), UseFavour("s2", "", 2)) == "P-ACT-GEN-5"


@pytest.mark.rule("P-ACT-DEVELOP-1", "P-ACT-DEVELOP-2", "P-ACT-DEVELOP-4", "P-ACT-DEVELOP-5")
def test_develop() -> None:
    """The uncovered space's worker is printed; the demo copy gives a scout for the second."""
    state = done(acting("wwb", **RICH), Develop("s1", "ww", "attack", "any"))
    assert state.player("s1").workers == Cubes.of(labourer=1, merchant=1)
    state = done(again(state), Develop("s1", "ww", "attack", "scout"))
    assert state.player("s1").workers["scout"] == 2
    assert refusal(again(state), Develop("s1", "ww", "hunt")) == "P-ACT-DEVELOP-2"
    assert refusal(again(state), Develop("s1", "ww", "attack", "", "zz")) == "P-ACT-DEVELOP-4"
    with_criminal = done(again(state), Develop("s1", "ww", "attack", "", "v"))
    assert with_criminal.due[0].cards == 1
    for taken in ("any", "merchant"):
        assert refusal(again(state), Develop("s1", "ww", "attack", taken, "w")) == "P-ACT-DEVELOP-2"
    state = done(again(state), Develop("s1", "ww", "attack", "", "w"))
    assert refusal(again(state), Develop("s1", "ww", "attack", "", "w")) == "P-ACT-DEVELOP-2"
    full = having(again(state), workshops=(Workshop("garrison"),) * 8)
    assert refusal(full, Develop("s1", "ww", "attack")) == "P-ACT-DEVELOP-5"


@pytest.mark.rule("P-ACT-RECRUIT-1", "P-ACT-RECRUIT-2", "P-ACT-RECRUIT-3", "P-ACT-RECRUIT-4")
def test_recruit() -> None:
    """One worker uses the card's corner, two keep the card; places cost 0 1 2 3 silver."""
    state = acting(silver=2)
    once = done(state, Recruit("s1", "w", 3)).player("s1")
    assert (once.silver, once.townsfolk) == (0, 1)
    kept = done(state, Recruit("s1", "wr", 1)).player("s1")
    assert (kept.silver, kept.townsfolk) == (2, 2)
    assert refusal(state, Recruit("s1", "wb", 1)) == "P-WORKER-1"
    assert refusal(state, Recruit("s1", "w", 4)) == "P-ACT-RECRUIT-2"
    assert refusal(state, Recruit("s1", "w", 6)) == "P-ACT-RECRUIT-2"
    assert refusal(state, Recruit("s1", "", 1)) == "P-WORKER-6"


@pytest.mark.rule("P-ACT-RECRUIT-5", "P-INQ-11")
def test_a_debt_as_a_cost_is_open_until_it_is_settled() -> None:
    state = done(acting(), Recruit("s1", "w", 5))
    assert state.player("s1").debts_open == 1
    state = done(state, TakeDebt("s1"), SettleDebt("s1"))
    assert (state.player("s1").debts_open, state.player("s1").debts_paid) == (1, 1)
    assert refusal(state, SettleDebt("s2")) == "P-INQ-11"


@pytest.mark.rule("P-ACT-HUNT-2", "P-ACT-TRADE-1", "P-ACT-TRADE-3", "P-ACT-TRADE-4")
def test_hunt_and_trade_are_two_actions() -> None:
    state = done(acting("wwgb"), Trade("s1", "w"))
    assert state.player("s1").silver == 4
    state = replace(state, turn="s1")
    assert refusal(state, Trade("s1", "b")) == "P-ACT-GEN-2"
    assert refusal(state, Hunt("s1", "wb")) == "P-WORKER-1"
    assert done(state, Hunt("s1", "wg")).player("s1").provisions == 4


@pytest.mark.rule("P-ACT-PRAY-1", "P-ACT-PRAY-3", "P-ACT-PRAY-4")
def test_pray() -> None:
    state = replace(done(acting("wkvw", silver=5), Hunt("s1", "w")), turn="s1")
    assert refusal(state, Pray("s1", "w", "hunt")) == "P-WORKER-1"
    assert refusal(state, Pray("s1", "k", "pray")) == "P-ACT-PRAY-3"
    assert refusal(state, Pray("s1", "k", "trade")) == "P-ACT-PRAY-2"
    prayed = done(state, Pray("s1", "v", "hunt"))
    assert prayed.player("s1").provisions == 2
    assert prayed.turn == "s2"
    prayed = replace(prayed, turn="s1")
    assert refusal(prayed, Pray("s1", "k", "hunt")) == "P-ACT-GEN-2"
    assert done(prayed, Hunt("s1", "w")).player("s1").provisions == 3
    assert "Pray" in {prompt.command for prompt in GAME.prompts(state, "s1")}
    favoured = done(replace(acting("wk", silver=5), favours=1), UseFavour("s1", "w"))
    offered = GAME.prompts(replace(favoured, turn="s1"), "s1")
    assert "Pray" not in {prompt.command for prompt in offered}
    poor = having(state, silver=1)
    assert refusal(poor, Pray("s1", "k", "hunt")) == "P-ACT-PRAY-1"


@pytest.mark.rule("P-ACT-CONSPIRE-2", "P-ACT-CONSPIRE-3")
@pytest.mark.parametrize("mode", ["standard", "full"])
def test_conspire_keeps_the_number_of_workers(mode: str) -> None:
    state = acting("wwg", mode)
    after = done(state, Conspire("s1", "w" if mode == "full" else "1"))
    assert after.player("s1").workers.total == 3
    assert [(one.seat, one.cards) for one in after.due] == [("s1", 1)]


@pytest.mark.rule("P-ACT-COMMISSION-1", "P-ACT-COMMISSION-2", "P-ACT-COMMISSION-3")
@pytest.mark.rule("P-ACT-COMMISSION-5", "P-ACT-COMMISSION-6", "P-WORKER-9")
def test_commission() -> None:
    state = acting(provisions=2, faith=4, monks=3)
    after = done(state, Commission("s1", "gwk", 4)).player("s1")
    assert (after.provisions, after.monks, after.influence, after.faith) == (0, 4, 1, 4)
    assert refusal(state, Commission("s1", "gwk", 6)) == "P-ACT-COMMISSION-3"
    helped = having(state, paladin=Paladin("", 2, 0, 2))
    assert done(helped, Commission("s1", "gwk", 6)).player("s1").monks == 4
    assert refusal(having(state, provisions=1), Commission("s1", "gwk", 4)) == "P-ACT-COMMISSION-1"
    assert refusal(having(state, monks=7), Commission("s1", "gwk", 4)) == "P-ACT-COMMISSION-6"
    assert row(state, "commission").columns == (4, 10)


@pytest.mark.rule("P-ACT-GARRISON-1", "P-ACT-GARRISON-2", "P-ACT-GARRISON-3", "P-ACT-GARRISON-4")
def test_garrison() -> None:
    state = acting(provisions=1, strength=3)
    after = done(state, Garrison("s1", "bwr", 3)).player("s1")
    assert (after.provisions, after.outposts, after.faith, after.strength) == (0, 1, 1, 3)
    assert refusal(state, Garrison("s1", "bwr", 5)) == "P-ACT-GARRISON-2"
    assert refusal(having(state, provisions=0), Garrison("s1", "bwr", 1)) == "P-ACT-GARRISON-1"
    assert refusal(having(state, outposts=7), Garrison("s1", "bwr", 1)) == "P-ACT-GARRISON-4"


@pytest.mark.rule("P-ACT-ABSOLVE-1", "P-ACT-ABSOLVE-2", "P-ACT-ABSOLVE-3", "P-ACT-ABSOLVE-4")
@pytest.mark.rule("P-ACT-ABSOLVE-5")
def test_absolve() -> None:
    """The demo copy's third jar costs 2 silver and asks for 2 influence."""
    state = acting(silver=2, influence=2, jars=2)
    after = done(state, Absolve("s1", "kwb")).player("s1")
    assert (after.silver, after.jars, after.faith, after.influence) == (0, 3, 1, 2)
    assert refusal(having(state, silver=1), Absolve("s1", "kwb")) == "P-ACT-ABSOLVE-2"
    assert refusal(having(state, influence=1), Absolve("s1", "kwb")) == "P-ACT-ABSOLVE-3"
    assert refusal(having(state, jars=7), Absolve("s1", "kwb")) == "P-ACT-ABSOLVE-5"


@pytest.mark.rule("P-ACT-FORTIFY-1", "P-ACT-FORTIFY-2", "P-ACT-FORTIFY-3", "P-ACT-FORTIFY-4")
def test_fortify() -> None:
    """The third wall asks for 3 influence and 1 provision."""
    state = acting(provisions=1, influence=3, walls=2)
    after = done(state, Fortify("s1", "bwg", 2)).player("s1")
    assert (after.provisions, after.walls, after.strength, after.influence) == (0, 3, 2, 3)
    assert refusal(having(state, influence=2), Fortify("s1", "bwg")) == "P-ACT-FORTIFY-2"
    assert refusal(having(state, provisions=0), Fortify("s1", "bwg")) == "P-ACT-FORTIFY-1"
    assert refusal(state, Fortify("s1", "bwg", 0)) == "P-ACT-FORTIFY-3"
    assert refusal(having(state, walls=7), Fortify("s1", "bwg")) == "P-ACT-FORTIFY-4"
    assert (row(state, "fortify").need, row(state, "fortify").cost) == (3, 1)


@pytest.mark.rule("P-ACT-ATTACK-1", "P-ACT-ATTACK-2", "P-ACT-ATTACK-4", "P-ACT-ATTACK-5")
def test_attack() -> None:
    """One missing strength costs a whole silver; the third place costs one more."""
    state = acting(strength=3, silver=2)
    after = done(state, Attack("s1", "gwr", 4, 3, 2)).player("s1")
    assert (after.silver, after.attacked, after.influence, after.strength) == (0, 1, 2, 3)
    assert len(after.outsiders) == 0
    assert refusal(state, Attack("s1", "gwr", 8)) == "P-ACT-ATTACK-4"
    assert refusal(state, Attack("s1", "gwr", 3, 9)) == "P-ACT-ATTACK-2"
    assert refusal(state, Attack("s1", "gw", 3)) == "P-WORKER-6"
    assert refusal(state, Attack("s1", "gwr", 3, 1, 0)) == "P-ACT-ATTACK-6"
    forced = done(state, Attack("s1", "gwr", 8, waived=("P-ACT-ATTACK-4",)))
    assert forced.player("s1").silver == 0


@pytest.mark.rule("P-ACT-CONVERT-1", "P-ACT-CONVERT-2", "P-ACT-CONVERT-3", "P-ACT-CONVERT-4")
@pytest.mark.rule("P-ACT-CONVERT-6")
def test_convert() -> None:
    state = acting(faith=3, silver=1)
    after = done(state, Convert("s1", "rwk", 5, 1, 2, "faith")).player("s1")
    assert (after.silver, after.strength, after.faith) == (0, 2, 3)
    assert after.outsiders == (Outsider("faith", 1),)
    assert refusal(state, Convert("s1", "rwk", 6)) == "P-ACT-CONVERT-3"
    assert refusal(state, Convert("s1", "rwk", 3, 9)) == "P-ACT-CONVERT-2"
    assert refusal(state, Convert("s1", "rwk", 3, 1, 1, "stars")) == "P-ACT-CONVERT-6"
    assert refusal(state, Convert("s1", "rwk", 3, 1, 1, "strength")) == "P-ACT-CONVERT-6"
    told = done(state, Convert("s1", "rwk", 3, 1, 1, "strength", 2)).player("s1")
    assert told.outsiders == (Outsider("strength", 2),)
    full = having(state, outsiders=(Outsider("other", 1),) * 7)
    assert refusal(full, Convert("s1", "rwk", 3)) == "P-ACT-CONVERT-4"
    for table, offered in (
        (having(full, outsiders=(Outsider("other", 1),) * 6), True),
        (full, False),
    ):
        named = [p for p in GAME.prompts(table, None) if (p.command, p.seat) == ("Convert", "s1")]
        assert bool(named) is offered
        row = next(one for one in GAME.view(table, None).players[0].can if one.action == "convert")
        assert row.left == (-1 if offered else 0)
    answers = (*state.board.answers, ("Q-P-CONVERT-SHORTFALL", "no"))
    unpaid = replace(state, board=replace(state.board, answers=answers))
    assert refusal(unpaid, Convert("s1", "rwk", 5)) == "P-ACT-CONVERT-1"


@pytest.mark.rule("P-ACT-CONVERT-3", "P-ACT-ATTACK-2")
def test_what_nobody_confirmed_is_asked_before_it_counts() -> None:
    """A command waits for the answer and is carried out with it."""
    state = acting("rwk", "standard", faith=3, silver=1)
    state = replace(state, board=shipped_board(), setup=state.setup)
    for key, value in (("Q-P-TAX:2", 5), ("Q-P-ORDERS", "4 6 8 5")):
        state = done(state, EnterPrinted("question", key, "answer", value))
    held = done(state, Convert("s1", "3", 5))
    assert held.wish is not None
    assert refusal(held, Pass("s1")) == "P-SETUP-4"
    held = done(held, EnterPrinted("question", "Q-P-OUTSIDER-COST", "answer", "0"))
    assert held.wish is not None
    after = done(held, EnterPrinted("question", "Q-P-CONVERT-SHORTFALL", "answer", "yes"))
    assert (after.wish, after.player("s1").silver) == (None, 0)
    assert len(after.player("s1").outsiders) == 1


@pytest.mark.rule("P-WORKER-10")
def test_an_attribute_stays_at_twelve() -> None:
    state = acting(faith=12, strength=11)
    assert (
        done(state, Adjust("s1", "faith", 2), Adjust("s1", "strength", 3)).player("s1").strength
        == 12
    )
    helped = having(state, paladin=Paladin("", 4, 0, 0))
    assert helped.player("s1").effective("faith") == 16
