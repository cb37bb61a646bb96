"""Printed values: shipped, learnt, checked; conditions that need them."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.anno1452.board import Board, Unknown, borders, known, learn, neighbours
from turmwart.games.anno1452.boardfile import learnt_from, to_text
from turmwart.games.anno1452.cardtable import Term
from turmwart.games.anno1452.commands import (
    CorrectPrinted,
    DeclareAttack,
    DropWish,
    EnterNeighbours,
    EnterPrinted,
)
from turmwart.games.anno1452.conditions import failing, fulfilled, has_extreme
from turmwart.games.anno1452.data import board_from_tables
from turmwart.games.anno1452.rules import asked
from turmwart.games.anno1452.wizard import faults, finished, open_questions
from turmwart.kernel.prompt import command_of
from turmwart.table.printed_anno1452 import data, demo_board
from turmwart.table.scenarios.anno1452.position import Position
from turmwart.table.scenarios.anno1452.run import Run

from .test_board_actions import rule_of


def real_board(**changes: Any) -> Board:
    """The real game as shipped."""
    return replace(board_from_tables(data("principalities"), data("cards")), **changes)


def real_turn() -> Position:
    """Red's turn on the real board, of which little is known."""
    position = Position(("red", "blue"), board=real_board())
    position.turn("red", 9)
    return position


@pytest.mark.rule("A-COMP-9", "A-COMP-10", "A-COMP-11", "A-DATA-2")
def test_the_made_up_board_keeps_the_sums_of_the_real_one() -> None:
    """16 regions, digits 2 to 6 with sum 64, towers 32."""
    board = demo_board()
    limits = [facts.estate_limit or 0 for facts in board.regions]
    assert (len(limits), sum(limits), min(limits), max(limits)) == (16, 64, 2, 6)
    assert sum(facts.city_limit or 0 for facts in board.regions) == 32
    assert faults(board) == ()
    assert finished(board)
    assert sum(facts.tower == "yes" for facts in board.facts) == 32


@pytest.mark.rule("A-DATA-1", "A-DATA-2")
def test_what_is_open_on_the_shipped_board() -> None:
    """Two names, 14 digits, 16 numbers of towers, 16 lists of neighbours."""
    board = real_board()
    fields = [need.field for need in open_questions(board)]
    asked_for = {field: fields.count(field) for field in set(fields)}
    assert asked_for == {"label": 2, "estate_limit": 14, "city_limit": 16, "neighbours": 16}
    assert not finished(board)


@pytest.mark.rule("A-DATA-2")
@pytest.mark.parametrize(
    ("region", "field", "value", "detail", "waivable"),
    [
        ("boehmen", "estate_limit", 5, "board_sum", False),
        ("boehmen", "city_limit", 1, "board_sum", False),
        ("savoyen", "city_limit", 3, "more_cities_than_estates", True),
        ("bayern", "estate_limit", 5, "limit_attested", True),
    ],
)
def test_each_fault_of_a_board_is_named(
    region: str, field: str, value: int, detail: str, waivable: bool
) -> None:
    """What breaks a sum cannot be left so."""
    board = learn(demo_board(), "region", region, field, value)
    found = {fault.detail.rsplit(".", 1)[1]: fault.waivable for fault in faults(board)}
    assert found[detail] == waivable
    assert not finished(board)


@pytest.mark.rule("A-DATA-2")
def test_a_board_in_pieces_is_a_warning() -> None:
    """Unteritalien loses its only border."""
    board = learn(demo_board(), "border", "unteritalien", "oberitalien", "no")
    assert [fault.detail.rsplit(".", 1)[1] for fault in faults(board)] == ["board_in_pieces"]
    assert finished(board)


@pytest.mark.rule("A-DATA-1", "A-DATA-3")
def test_a_border_named_from_one_side_only_is_shown() -> None:
    """Bayern names Tirol; Tirol, asked apart, does not name Bayern."""
    run = Run(real_turn().state)
    run.do(EnterNeighbours("bayern", ("tirol", "schwaben")))
    assert borders(run.state.board, "tirol", "bayern")
    assert rule_of(run, EnterNeighbours("tirol", ("schwaben",))) == "A-DATA-3"
    run.do(EnterNeighbours("tirol", ("schwaben",), ("A-DATA-3",)))
    assert not borders(run.state.board, "bayern", "tirol")
    assert neighbours(run.state.board, "bayern") == ("schwaben",)
    assert rule_of(run, EnterNeighbours("tirol", ("schwaben",))) == "A-DATA-8"
    assert rule_of(run, EnterNeighbours("tirol", ("tirol",))) == "A-DATA-2"
    lists = [need.key for need in open_questions(run.state.board) if need.field == "neighbours"]
    assert len(lists) == 14


@pytest.mark.rule("A-DATA-8", "A-ACT-ATTACK-3")
def test_a_border_is_asked_when_an_attack_needs_it() -> None:
    """The attack waits; with no border it is refused, and can be taken back before."""
    position = real_turn()
    force, target = position.estate("red", "bayern"), position.estate("blue", "tirol")
    run = Run(position.state)
    run.do(DeclareAttack("s1", target, force))
    need = asked(run.state)
    assert need is not None
    assert {need.key, need.field} == {"bayern", "tirol"}
    run.do(DropWish())
    assert run.state.wish is None
    run.do(DeclareAttack("s1", target, force))
    run.do(EnterPrinted("border", "tirol", "bayern", "no"))
    assert run.state.battle is None
    assert rule_of(run, DeclareAttack("s1", target, force)) == "A-ACT-ATTACK-3"
    run.do(CorrectPrinted("border", "tirol", "bayern", "yes"))
    run.do(DeclareAttack("s1", target, force))
    assert run.state.battle is not None


@pytest.mark.rule("A-DATA-7")
def test_a_corrected_limit_moves_the_card() -> None:
    """Two of three, then two of five: the card goes back with its point."""
    position = Position(("red", "blue"))
    position.limit("tirol", 3)
    position.estates("tirol", {"red": 2})
    position.holder("tirol", "red")
    run = Run(position.state)
    run.do(CorrectPrinted("region", "tirol", "estate_limit", 5))
    assert run.state.holder("tirol") == ""
    assert run.state.player("s1").prestige == 9


@pytest.mark.rule("A-DATA-7")
@pytest.mark.parametrize(
    ("name", "answers", "found"),
    [
        (
            "limit",
            {"key": "tirol", "field": "estate_limit", "value": 4},
            "region tirol estate_limit 4",
        ),
        ("limit", {"key": "tirol", "field": "city_limit", "value": 0}, "region tirol city_limit 0"),
        ("label", {"key": "tirol", "value": "Graubuenden"}, "region tirol label Graubuenden"),
        ("border", {"key": "tirol", "field": "bayern", "value": "no"}, "border tirol bayern no"),
        ("card_tower", {"key": "marriage-anna", "value": "no"}, "card marriage-anna tower no"),
        (
            "card_region",
            {"key": "marriage-anna", "value": "tirol"},
            "card marriage-anna region tirol",
        ),
    ],
)
def test_the_table_is_offered_to_correct_what_is_printed(
    name: str, answers: dict[str, Any], found: str
) -> None:
    """Each kind of value, by the prompt that the screen shows."""
    kind, key, field, value = found.split()
    position = Position(("red", "blue"))
    position.turn("red", 9)
    if value in ("yes", "no"):
        position.change(board=learn(position.state.board, kind, key, field, "yes"))
    run = Run(position.state)
    prompt = next(p for p in run.prompts() if p.id == f"anno1452.prompt.correct_{name}")
    assert (prompt.must, prompt.rule) == (False, "A-DATA-7")
    run.do(command_of(run.game, prompt, {**answers, "waived": ["A-DATA-2"]}))
    assert str(known(run.state.board, kind, key, field)) == value


@pytest.mark.rule("A-DATA-2", "A-DATA-5", "A-INV-2")
def test_what_cannot_be_printed_is_refused() -> None:
    """Nothing, digits out of bounds, fewer places than Estates, a name twice."""
    position = real_turn()
    position.estates("savoyen", {"red": 1, "blue": 1})
    position.estate("blue", "savoyen")
    run = Run(position.state)
    for command, rule in (
        (EnterPrinted("region", "atlantis", "estate_limit", 3), "A-DATA-1"),
        (EnterPrinted("border", "tirol", "tirol", "yes"), "A-DATA-1"),
        (EnterPrinted("region", "tirol", "estate_limit", 7), "A-DATA-2"),
        (EnterPrinted("region", "savoyen", "estate_limit", 2), "A-INV-2"),
        (EnterPrinted("region", "region_15", "label", "Bayern"), "A-DATA-1"),
        (EnterPrinted("region", "region_15", "label", " "), "A-DATA-2"),
        (EnterPrinted("region", "westfalen", "city_limit", 0), "A-DATA-2"),
        (EnterPrinted("card", "marriage-anna", "region", "atlantis"), "A-DATA-2"),
    ):
        assert rule_of(run, command) == rule
    run.do(EnterPrinted("region", "region_15", "label", "Burgund"))
    assert run.state.board.region("region_15").label == "Burgund"


@pytest.mark.rule("A-DATA-8")
def test_no_city_at_all_is_a_known_limit() -> None:
    """It is not asked again, and changing it is a correction."""
    board = learn(real_board(), "region", "tirol", "city_limit", 0)
    assert known(board, "region", "tirol", "city_limit") == 0
    run = Run(Position(("red", "blue"), board=board).state)
    again = EnterPrinted("region", "tirol", "city_limit", 0, ("A-DATA-2",))
    assert rule_of(run, again) == "A-DATA-8"


@pytest.mark.rule("A-DATA-5", "A-CARD-CITY-1")
def test_no_more_than_28_cards_beside_the_city_cards_show_a_tower() -> None:
    """The table may say so all the same."""
    board = real_board()
    others = [facts.card for facts in board.facts if facts.tower is None]
    assert len(others) == 44
    for card in others[:28]:
        board = learn(board, "card", card, "tower", "yes")
    position = Position(("red", "blue"), board=board)
    run = Run(position.state)
    entered = EnterPrinted("card", others[28], "tower", "yes")
    assert rule_of(run, entered) == "A-DATA-5"
    run.do(replace(entered, waived=("A-DATA-5",)))
    assert known(run.state.board, "card", others[28], "tower") == "yes"


def test_learnt_values_lie_over_the_shipped_ones() -> None:
    """And a value that cannot be is refused with its name."""
    learnt = [("region", "tirol", "estate_limit", 3), ("border", "tirol", "bayern", "yes")]
    board = board_from_tables(data("principalities"), data("cards"), learnt)
    assert known(board, "region", "tirol", "estate_limit") == 3
    assert borders(board, "bayern", "tirol")
    with pytest.raises(ValueError, match="estate_limit"):
        board_from_tables(
            data("principalities"), data("cards"), [("region", "tirol", "estate_limit", 9)]
        )


@pytest.mark.rule("A-CARD-COND-1", "A-OPEN-28")
def test_bordering_on_a_region_is_never_that_region() -> None:
    """An Estate in Tirol does not border on Tirol; one in Bayern does."""
    position = Position(("red", "blue"))
    term = position.state.board.card("marriage-anna").modes[0].condition
    position.estate("red", "tirol")
    assert not fulfilled(position.state, "s1", term, "marriage-anna")
    position.estate("red", "bayern")
    assert fulfilled(position.state, "s1", term, "marriage-anna")


@pytest.mark.rule("A-DATA-8", "A-CARD-COND-5")
def test_a_border_is_asked_only_where_it_decides() -> None:
    """One known neighbour is enough; for "none" every border counts."""
    position = real_turn()
    position.estate("red", "bayern")
    state = position.state
    some = Term("estates", (("bordering", "tirol"), ("min", 1)))
    none = Term("estates", (("bordering", "tirol"), ("max", 0)))
    for term in (some, none):
        with pytest.raises(Unknown):
            failing(state, "s1", term, "marriage-anna")
    position.border("bayern", "tirol")
    position.estate("red", "schwaben")
    assert failing(position.state, "s1", some, "marriage-anna") is None
    assert failing(position.state, "s1", none, "marriage-anna") == none


@pytest.mark.rule("A-CARD-COND-4", "A-OTTO-7")
def test_a_tie_counts_as_most_only_by_setting() -> None:
    """Red and blue have two each, green one."""
    for counts in (True, False):
        position = Position(("red", "blue", "green"))
        position.change(settings=replace(position.state.settings, tie_counts_as_extreme=counts))
        position.estates("unteritalien", {"red": 2, "blue": 2, "green": 1})
        assert has_extreme(position.state, "s1", "estates", "most") == counts
        assert has_extreme(position.state, "s3", "estates", "fewest")


@pytest.mark.rule("A-DATA-7")
def test_a_board_goes_through_a_file_and_comes_back() -> None:
    """The made-up board, one name with a quote in it, laid over the shipped values."""
    board = learn(demo_board(), "region", "region_15", "label", 'Mark "Nord" \\ Süd')
    learnt = learnt_from(tomllib.loads(to_text(board)))
    read = board_from_tables(data("principalities"), data("cards"), learnt)
    for one, other in zip(board.regions, read.regions, strict=True):
        assert (one.label, one.estate_limit, one.city_limit) == (
            other.label,
            other.estate_limit,
            other.city_limit,
        )
        assert set(one.neighbours) == set(other.neighbours)
        assert set(one.denied) == set(other.denied)
    assert read.facts == board.facts
    assert finished(read)
    half = real_board()
    assert [row for row in learnt_from(tomllib.loads(to_text(half))) if row[0] == "border"] == []


@pytest.mark.rule("A-DATA-7")
def test_a_damaged_board_file_is_one_error() -> None:
    """A row without an id."""
    with pytest.raises(ValueError, match="damaged"):
        learnt_from({"region": [{"estate_limit": 3}]})
