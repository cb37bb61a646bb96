"""Suspicion beyond the examples, the end sheet, ties, corrections."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from turmwart.app.screens.paladins.face import FACE
from turmwart.app.screens.paladins.score import sheet_lines
from turmwart.app.words import Words
from turmwart.games.paladins import GAME
from turmwart.games.paladins.bonuses import coded, outsiders_of
from turmwart.games.paladins.change import with_player
from turmwart.games.paladins.commands import (
    Adjust,
    CorrectNumber,
    CorrectOutsiders,
    CorrectPrinted,
    Develop,
    DrawSuspicion,
    EndRound,
    EnterPrinted,
    EnterSheet,
    GoOn,
    NameOrder,
    NameWinner,
    Pass,
    SettleDebt,
    TakeDebt,
)
from turmwart.games.paladins.names import ATTRIBUTES
from turmwart.games.paladins.scoring import order_parts, ranking, score
from turmwart.games.paladins.state import PIECES, Order, Outsider, State
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.prompt import command_of
from turmwart.table.printed_paladins import demo_board, shipped_board

from .tables import acting, at, begun, decided, done, having, refusal


def counting(players: int = 2, **changes: Any) -> State:
    """The end in full mode, nothing missing."""
    state = replace(begun(players), phase="scoring", orders=(Order(0, "attack"),))
    return having(state, **changes)


@pytest.mark.rule("P-INQ-9")
def test_silver_of_a_card_can_be_spent_at_once() -> None:
    state = acting("ww", silver=3)
    assert refusal(state, Develop("s1", "ww", "attack", "any", "w")) == "P-ACT-DEVELOP-1"
    state = done(state, DrawSuspicion("s1", 1))
    assert done(state, Develop("s1", "ww", "attack", "any", "w")).player("s1").silver == 0


@pytest.mark.rule("P-INQ-3", "P-INQ-5")
def test_cards_are_drawn_one_after_the_other() -> None:
    """The second player's card waits for the first one's; all tied players are hit."""
    state = done(acting(), Adjust("s1", "criminal", 1), Adjust("s2", "criminal", 1))
    assert refusal(state, DrawSuspicion("s2", 1)) == "P-INQ-3"
    state = done(state, DrawSuspicion("s1", 1), DrawSuspicion("s2", 0))
    assert (state.tax, state.due) == (4, ())
    assert [player.suspicion for player in state.players] == [1, 1]
    hit = done(having(state, seat="s2", suspicion=2), DrawSuspicion("s1", 4))
    assert hit.inquiry is not None
    assert [one.seat for one in hit.inquiry.hits] == ["s1", "s2"]
    assert [player.suspicion for player in hit.players] == [1, 1]
    assert refusal(state, DrawSuspicion("s1", -1)) == "P-INQ-2"


@pytest.mark.rule("P-INQ-4")
def test_the_full_amount_where_the_table_says_so() -> None:
    answers = (*demo_board().answers, ("Q-P-SHORT", "full_amount"))
    state = replace(acting(silver=0), tax=1, board=replace(demo_board(), answers=answers))
    after = done(state, DrawSuspicion("s1", 2))
    assert (after.player("s1").silver, after.tax) == (2, 5)


@pytest.mark.rule("P-END-2", "P-END-9")
def test_ties_share_a_place_and_can_be_broken_by_silver() -> None:
    state = counting(3, silver=5, sheet=True)
    state = having(having(state, seat="s2", silver=4), seat="s3", silver=0)
    assert [(one.seat, one.place, one.points) for one in ranking(state)] == [
        ("s1", 1, 2),
        ("s2", 2, 1),
        ("s3", 3, 0),
    ]
    tied = having(state, seat="s2", silver=5)
    assert [one.place for one in ranking(tied)] == [1, 1, 3]
    richer = having(tied, seat="s2", silver=6, provisions=0)
    assert [one.place for one in ranking(richer)] == [1, 1, 3]
    board = replace(demo_board(), answers=(*demo_board().answers, ("Q-P-TIE", "most_silver")))
    assert [one.seat for one in ranking(replace(richer, board=board))] == ["s2", "s1", "s3"]
    assert [one.place for one in ranking(replace(richer, board=board))] == [1, 2, 3]


def light_end(*open_questions: str) -> State:
    """The count of a light game whose table has not answered some questions, sheets entered."""
    known = demo_board()
    kept = tuple(one for one in known.answers if one[0] not in open_questions)
    state = begun(2, "light", replace(known, answers=kept))
    while state.phase == "round":
        state = done(state, EndRound())
    for place, action in enumerate(("garrison", "fortify", "convert"), 1):
        state = done(state, NameOrder(place, action))
    none = [(name, 0) for name in (*ATTRIBUTES, *PIECES)]
    for seat in ("s1", "s2"):
        state = done(state, EnterSheet(seat, (("goods", 4), *none)))
    return done(state, GoOn())


@pytest.mark.rule("P-END-5")
def test_goods_in_one_number_are_asked_apart_once_they_count_apart() -> None:
    """ "Each on its own" is answered after the sheets: 2 silver and 2 provisions are nothing."""
    state = light_end("Q-P-POOL")
    assert [one.points for one in ranking(state)] == [1, 1]
    state = done(state, EnterPrinted("question", "Q-P-POOL", "answer", "separate"))
    assert state.phase == "scoring"
    prompt = GAME.prompts(state, None)[0]
    assert (prompt.command, [row.name for row in prompt.slots[0].rows]) == (
        "EnterSheet",
        ["silver", "provisions"],
    )
    # Five were not there when they were counted together.
    assert refusal(state, EnterSheet("s1", (("silver", 3), ("provisions", 2)))) == "P-END-5"
    for seat in ("s1", "s2"):
        assert refusal(state, GoOn()) == "P-END-1"
        state = done(state, EnterSheet(seat, (("silver", 2), ("provisions", 2))))
    state = done(state, GoOn())
    assert state.phase == "over"
    assert [one.points for one in ranking(state)] == [0, 0]


@pytest.mark.rule("P-END-9")
def test_silver_that_breaks_a_tie_is_asked_apart() -> None:
    """The tie is settled after the sheets, and once more after the end."""
    state = light_end("Q-P-TIE")
    for value, places in (("most_silver", [1, 2]), ("shared", [1, 1])):
        over = done(state, EnterPrinted("question", "Q-P-TIE", "answer", value))
        if value == "most_silver":
            assert over.phase == "scoring"
            over = done(over, EnterSheet("s1", (("silver", 1), ("provisions", 3))))
            over = done(over, EnterSheet("s2", (("silver", 2), ("provisions", 2))), GoOn())
            assert ranking(over)[0].seat == "s2"
        assert (over.phase, [one.place for one in ranking(over)]) == ("over", places)
    over = done(over, CorrectPrinted("question", "Q-P-TIE", "answer", "most_silver"))
    assert GAME.prompts(over, None)[0].command == "EnterSheet"
    over = done(over, EnterSheet("s1", (("silver", 3), ("provisions", 1))))
    over = done(over, EnterSheet("s2", (("silver", 2), ("provisions", 2))))
    assert [(one.seat, one.place) for one in ranking(over)] == [("s1", 1), ("s2", 2)]
    assert "EnterSheet" not in [prompt.command for prompt in GAME.prompts(over, None)]


@pytest.mark.rule("P-END-1", "P-END-8")
def test_full_mode_asks_only_for_what_stands_on_the_walls() -> None:
    state = counting(walls=3)
    sheets = [p for p in GAME.prompts(state, None) if p.command == "EnterSheet"]
    assert [[row.name for row in sheet.slots[0].rows] for sheet in sheets] == [["wall_points"]]
    assert refusal(state, GoOn()) == "P-END-1"
    assert refusal(state, EnterSheet("s2")) == "P-END-1"
    assert refusal(state, EnterSheet("s1", (("silver", 3),))) == "P-END-1"
    state = done(state, EnterSheet("s1", (("wall_points", 4),)), GoOn())
    assert state.phase == "over"
    assert score(state, "s1").sum_of("walls") == 4


@pytest.mark.rule("P-END-8")
def test_walls_that_a_correction_adds_are_asked_for_their_points() -> None:
    """The sheet told of none; corrected to none again, their points go with them."""
    state = counting(stale=("walls",))
    entered = done(state, EnterSheet("s1", (("walls", 0),)), GoOn())
    assert "EnterSheet" not in [prompt.command for prompt in GAME.prompts(entered, None)]
    over = done(entered, CorrectNumber("walls", 2, "forgotten", "s1"))
    sheet = next(p for p in GAME.prompts(over, None) if p.command == "EnterSheet")
    assert [row.name for row in sheet.slots[0].rows] == ["wall_points"]
    by_hand = done(over, CorrectNumber("wall_points", 3, "read off", "s1"))
    over = done(over, EnterSheet("s1", (("wall_points", 3),)))
    for told in (by_hand, over):
        assert score(told, "s1").sum_of("walls") == 3
        assert "EnterSheet" not in [prompt.command for prompt in GAME.prompts(told, None)]
    over = done(over, CorrectNumber("walls", 3, "one more", "s1"))
    assert score(over, "s1").sum_of("walls") == 3
    assert score(done(over, CorrectNumber("walls", 0, "none", "s1")), "s1").sum_of("walls") == 0


@pytest.mark.rule("P-END-2")
def test_an_order_that_nobody_named_is_asked() -> None:
    state = replace(counting(), orders=(Order(0), Order(1, "fortify")))
    assert refusal(state, GoOn()) == "P-END-2"
    assert done(state, NameOrder(1, "attack"), GoOn()).phase == "over"


@pytest.mark.rule("P-END-6")
def test_outsiders_that_are_so_already_are_no_correction() -> None:
    state = counting(outsiders=(Outsider("faith", 1), Outsider("other", 4)))
    assert decided(state, CorrectOutsiders("s1", "f x4", "counted again")) == ()
    corrected = done(state, CorrectOutsiders("s1", "f x3", "counted again"))
    assert corrected.player("s1").outsiders[1] == Outsider("other", 3)


@pytest.mark.rule("P-END-2")
@pytest.mark.parametrize("phase", ["round", "over"])
def test_an_order_that_was_named_wrongly_is_corrected(phase: str) -> None:
    """Rounds later, and after the end: another action, and the points follow."""
    state = replace(counting(jars=5), phase=phase)
    prompt = next(p for p in GAME.prompts(state, None) if p.id.endswith("correct_order"))
    command = command_of(GAME, prompt, {"place": 1, "action": "absolve"})
    corrected = done(state, command)
    assert [one.points for one in order_parts(corrected, corrected.player("s1"))] == [4]
    assert decided(corrected, command) == ()


@pytest.mark.rule("P-END-6")
def test_bonuses_are_typed_as_letters() -> None:
    board = demo_board()
    found = outsiders_of(board, "f j s2 x4")
    assert found == (
        Outsider("faith", 1),
        Outsider("absolve", 1),
        Outsider("strength", 2),
        Outsider("other", 4),
    )
    assert coded(board, found) == "f j s2 x4"
    assert outsiders_of(board, "fj") == found[:2]
    assert outsiders_of(board, "") == ()
    for wrong in ("s", "q", "4", "f,", "x", "ffffffff"):
        assert outsiders_of(board, wrong) is None


@pytest.mark.rule("P-END-6")
@pytest.mark.parametrize(
    ("kind", "fields", "points"),
    [
        ("strength", {"strength": 9}, 2),
        ("commission", {"monks": 5}, 2),
        ("townsfolk", {"townsfolk": 5}, 2),
        ("debts_paid", {"debts_paid": 3}, 3),
        ("suspicion_cards", {"suspicion": 2}, 2),
        ("fulfilled_orders", {"attacked": 5}, 1),
    ],
)
def test_each_kind_counts_its_own(kind: str, fields: dict[str, int], points: int) -> None:
    state = counting(outsiders=(Outsider(kind, 1),), **fields)
    assert score(state, "s1").sum_of("outsider") == points


@pytest.mark.rule("P-END-5", "P-SETUP-4")
def test_corrections_after_the_end_move_the_points() -> None:
    """Numbers as well as what the copy says."""
    state = done(counting(silver=5, provisions=4), GoOn())
    before = score(state, "s1").points
    fixed = done(state, CorrectNumber("silver", 2, "miscounted", "s1"))
    assert score(fixed, "s1").points == before - 1
    apart = done(state, CorrectPrinted("question", "Q-P-POOL", "answer", "separate"))
    assert score(apart, "s1").points == before - 1
    assert refusal(state, CorrectNumber("silver", 2, " ", "s1")) == "P-END-1"
    assert refusal(state, CorrectNumber("faith", 13, "x", "s1")) == "P-SETUP-5"
    assert refusal(at(begun()), CorrectNumber("tax", 9, "x")) == "P-SETUP-4"
    assert done(at(begun()), CorrectNumber("tax", 2, "x")).tax == 2


@pytest.mark.rule("P-SETUP-4")
def test_after_the_end_a_wrong_tax_supply_of_the_copy_is_corrected() -> None:
    """Too many coins were answered: first those that lie there, by a form that is offered."""
    state = done(counting(sheet=True), GoOn())
    answer = CorrectPrinted("question", "Q-P-TAX:2", "answer", 5)
    state = replace(done(state, replace(answer, value=8)), tax=8)
    assert refusal(state, answer) == "P-SETUP-4"
    prompt = next(p for p in GAME.prompts(state, None) if p.id.endswith("correct_tax"))
    correction = command_of(GAME, prompt, {"value": 5, "reason": "counted again"})
    assert done(state, correction, answer).board.known("Q-P-TAX:2") == 5


@pytest.mark.rule("P-END-5")
def test_goods_in_one_number_are_shown_and_corrected_as_one() -> None:
    """A light game's sheet: 4 silver and provisions; no provisions are counted on top of them."""
    state = light_end()
    goods = next(part for part in score(state, "s1").parts if part.id == "goods")
    assert goods.values == (("together", 4),)
    shown = sheet_lines(GAME.view(state).players[0], score(state, "s1"), Words(), 80)
    assert any("4 silver and provisions" in line.plain for line in shown)
    assert refusal(state, CorrectNumber("provisions", 4, "x", "s1")) == "P-END-5"
    assert score(done(state, CorrectNumber("silver", 6, "x", "s1")), "s1").points == 2


@pytest.mark.rule("P-END-9")
def test_a_tie_that_a_rule_of_the_table_breaks_is_no_shared_victory() -> None:
    """The table answered that another rule decides: nobody is called a winner."""
    command = EnterPrinted("question", "Q-P-TIE", "answer", "other")
    state = light_end("Q-P-TIE")
    *events, ended = decided(state, command)
    for event in (*events, ended):
        state = GAME.apply(state, event)
    header = " ".join(line.plain for line in FACE.header(GAME.view(state, None), Words("en"), 78))
    assert "Equal: Anna, Ben" in header
    assert "Winner" not in header
    assert GAME.describe(ended, state)[0] == "paladins.event.GameEndedTied"


@pytest.mark.rule("P-END-9")
def test_the_table_names_who_wins_by_its_own_rule() -> None:
    """Asked for once the game is over; a correction that ends the tie needs it no longer."""
    state = light_end("Q-P-TIE")
    state = done(state, EnterPrinted("question", "Q-P-TIE", "answer", "other"))
    prompt = GAME.prompts(state, None)[0]
    assert (prompt.command, prompt.must) == ("NameWinner", True)
    state = done(state, NameWinner("s2"))
    assert [(one.seat, one.place) for one in ranking(state)] == [("s2", 1), ("s1", 2)]
    header = " ".join(line.plain for line in FACE.header(GAME.view(state, None), Words("en"), 78))
    assert "Winner: Ben" in header
    assert not any(prompt.must for prompt in GAME.prompts(state, None))
    state = done(state, CorrectNumber("debts_open", 1, "found", "s2"))
    assert [(one.seat, one.place) for one in ranking(state)] == [("s1", 1), ("s2", 2)]
    assert refusal(state, NameWinner("s2")) == "P-END-9"


@pytest.mark.rule("P-END-9")
def test_a_tie_that_a_correction_makes_is_asked_about() -> None:
    """Nobody was tied when the points were counted, so nobody said what breaks a tie."""
    board = demo_board()
    kept = tuple(one for one in board.answers if one[0] != "Q-P-TIE")
    state = done(replace(counting(silver=6), board=replace(board, answers=kept)), GoOn())
    assert not any(prompt.must for prompt in GAME.prompts(state, None))
    state = done(state, CorrectNumber("silver", 3, "miscounted", "s1"))
    asked = next(prompt for prompt in GAME.prompts(state, None) if prompt.must)
    assert dict(asked.fixed)["key"] == "Q-P-TIE"
    state = done(state, EnterPrinted("question", "Q-P-TIE", "answer", "shared"))
    assert not any(prompt.must for prompt in GAME.prompts(state, None))


@pytest.mark.rule("P-END-3", "P-END-4", "P-END-9")
def test_the_count_asks_for_tables_that_nobody_compared() -> None:
    state = replace(counting(), board=shipped_board())
    for key, value in (("Q-P-TAX:2", 5), ("Q-P-ORDERS", "4 6 8 5")):
        state = done(state, EnterPrinted("question", key, "answer", value))
    state = done(state, GoOn())
    asked = []
    while state.phase == "scoring":
        prompt = GAME.prompts(state, None)[0]
        key = dict(prompt.fixed)["key"]
        asked.append(key)
        value = state.board.likely(str(key))
        state = done(state, EnterPrinted("question", str(key), "answer", value))
    assert asked == ["Q-P-TRACKS", "Q-P-COUNTS", "Q-P-POOL", "Q-P-TIE"]


@pytest.mark.rule("P-ACT-CONVERT-4")
def test_the_end_sheet_loses_no_outsider_that_was_converted() -> None:
    """Two whose bonus is told at the end: one letter is too few, unless the table insists."""
    two = (Outsider("", 0), Outsider("faith", 1))
    state = replace(having(begun(2, "standard"), outsiders=two), phase="scoring")
    assert refusal(state, EnterSheet("s1", (), "f")) == "P-ACT-CONVERT-4"
    assert len(done(state, EnterSheet("s1", (), "f j")).player("s1").outsiders) == 2
    insisting = EnterSheet("s1", (), "f", waived=("P-ACT-CONVERT-4",))
    assert len(done(state, insisting).player("s1").outsiders) == 1


@pytest.mark.rule("P-PASS-3")
def test_more_than_three_stay_where_the_table_insists() -> None:
    state = acting("wwwww")
    after = done(state, Pass("s1", "wwww", waived=("P-PASS-3",)))
    assert after.player("s1").workers.total == 4


@pytest.mark.rule("P-PASS-3")
@pytest.mark.parametrize("mode", ["standard", "full"])
def test_who_has_passed_gains_no_fourth_worker_unless_the_table_insists(mode: str) -> None:
    kind = {"standard": "worker", "full": "scout"}[mode]
    three = Cubes.of(worker=3) if mode == "standard" else Cubes.of(labourer=1, scout=1, merchant=1)
    state = with_player(acting(mode=mode), "s1", workers=three)
    state = done(state, Pass("s1", {"standard": "3", "full": "wgb"}[mode]))
    for command in (Adjust("s1", kind, 1), DrawSuspicion("s1", 0, True)):
        assert refusal(state, command) == "P-PASS-3"
        assert done(state, replace(command, waived=("P-PASS-3",))).player("s1").workers.total == 4
    assert done(state, DrawSuspicion("s1", 0)).player("s1").workers.total == 3


@pytest.mark.rule("P-INQ-1", "P-INQ-11")
def test_nobody_has_more_cards_than_the_box() -> None:
    """24 debts and 24 suspicion cards; a correction cannot go beyond either."""
    state = acting(suspicion=24, debts_open=20, debts_paid=4, silver=9)
    assert refusal(state, DrawSuspicion("s1", 0)) == "P-INQ-1"
    assert refusal(state, TakeDebt("s1")) == "P-INQ-11"
    assert refusal(state, Adjust("s1", "debts_paid", 1)) == "P-INQ-11"
    assert refusal(state, CorrectNumber("debts_open", 21, "x", "s1")) == "P-INQ-11"
    state = done(state, SettleDebt("s1"), CorrectNumber("debts_open", 18, "x", "s1"))
    assert done(state, TakeDebt("s1")).player("s1").debts_open == 19
