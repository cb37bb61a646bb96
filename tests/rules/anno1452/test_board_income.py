"""Income with its parts, and the comparison of phase 4."""

from __future__ import annotations

import pytest

from turmwart.games.anno1452 import comparing, income
from turmwart.games.anno1452.events_board import IncomePaid, PrestigeChanged, ReductionsRemoved
from turmwart.games.anno1452.setup import Settings
from turmwart.games.anno1452.state import InForce, State
from turmwart.table.scenarios.anno1452.position import Position
from turmwart.table.scenarios.anno1452.run import Run


def parts(state: State, seat: str = "s1") -> dict[str, int]:
    """Gold of each part of an income that is not nothing."""
    return {line.what: line.gold for line in income.income(state, seat).lines if line.gold}


@pytest.mark.rule("A-STATE-3", "A-ER-INCOME-1", "A-ER-INCOME-2", "A-CARD-PRINC-1")
def test_the_parts_of_an_income() -> None:
    """Values, Citizens, Cities, and a card held by marriage alone."""
    position = Position(("red", "blue"))
    position.estate("red", "bayern", 3, True, 5)
    position.estate("red", "boehmen", 1)
    position.claim("red", "schwaben", "marriage-dagmar")
    position.holder("schwaben", "red")
    assert parts(position.state) == {"estates": 4, "citizens": 5, "cities": 1, "principalities": 1}
    assert income.income(position.state, "s1").gold == 11
    assert income.income(position.state, "s2").gold == 0


@pytest.mark.rule("A-ER-INCOME-9", "A-ER-INCOME-10")
def test_tokens_leave_after_the_payment() -> None:
    """Both are reduced; both incomes are of the reduced Estates."""
    position = Position(("red", "blue"))
    first, second = position.estate("red", "bayern", 1), position.estate("blue", "tirol", 2)
    run = Run(position.state)
    events = run.take(income.pay(run.state))
    assert [type(event) for event in events] == [IncomePaid, ReductionsRemoved]
    assert [run.state.player(seat).gold for seat in ("s1", "s2")] == [16, 17]
    assert [run.state.estate(e).value for e in (first, second)] == [3, 3]


@pytest.mark.rule("A-ER-INCOME-11", "A-ER-INCOME-12", "A-CARD-SPEC-HUNGERSNOT-ER")
@pytest.mark.rule("A-CARD-SPEC-WIEDERAUFBAU-ER", "A-ER-INCOME-3")
def test_famine_keeps_the_tokens_and_rebuilding_pays_in_full() -> None:
    """3 Gold for a value of 1, and the token stays."""
    position = Position(("red", "blue"))
    estate = position.estate("red", "bayern", 1)
    position.change(in_force=InForce(famine=True, rebuilding=True))
    run = Run(position.state)
    run.take(income.pay(run.state))
    assert run.state.player("s1").gold == 18
    assert run.state.estate(estate).value == 1


@pytest.mark.rule("A-ER-INCOME-4", "A-ER-INCOME-5", "A-ER-INCOME-6", "A-CARD-SPEC-GUTEERNTE-ER")
@pytest.mark.parametrize(
    ("named", "stacks", "card_too", "crop"),
    [
        (("bayern",), False, True, 9),
        (("bayern",), False, False, 8),
        (("bayern", "boehmen"), False, True, 9),
        (("bayern", "boehmen"), True, True, 27),
        (("niedersachsen",), False, True, 0),
    ],
)
def test_good_crop(named: tuple[str, ...], stacks: bool, card_too: bool, crop: int) -> None:
    """Bayern: 3 and a City, 1 Citizen, the card; Böhmen borders on it: 2, 1 Citizen."""
    settings = Settings(good_crop_stacks=stacks, good_crop_includes_principality=card_too)
    position = Position(("red", "blue"), settings)
    position.estate("red", "bayern", 3, True, 1)
    position.estate("red", "boehmen", 2, False, 1)
    position.holder("bayern", "red")
    position.change(in_force=InForce(good_crop=named))
    assert parts(position.state).get("good_crop", 0) == crop


@pytest.mark.rule("A-ER-INCOME-7", "A-ER-INCOME-8", "A-CARD-SPEC-SONDERSTEUER-ER")
def test_special_tax_counts_once_for_each_card_and_is_not_doubled() -> None:
    """Two Estates, two cards, Good Crop over both: 4 Gold of tax."""
    position = Position(("red", "blue"))
    position.estate("red", "bayern", 1)
    position.estate("red", "bayern")
    position.estate("blue", "bayern")
    position.change(in_force=InForce(good_crop=("bayern",), special_tax=("s1", "s1")))
    assert parts(position.state)["special_tax"] == 4
    assert "special_tax" not in parts(position.state, "s2")


@pytest.mark.rule("A-VAR-H-2", "A-VAR-H-3", "A-VAR-H-4")
def test_half_gold_is_rounded_down_once() -> None:
    """Two Estates with a Citizen each: 1 Gold for both, not 0."""
    position = Position(("red", "blue"), Settings(variants=("H",)))
    position.estate("red", "bayern", 2, False, 1)
    position.estate("red", "boehmen", 3, False, 1)
    assert parts(position.state) == {"estates": 2, "citizens": 1}


@pytest.mark.rule("A-ER-PRES-1", "A-ER-PRES-2", "A-ER-PRES-5", "A-ER-PRES-6", "A-PRES-8")
def test_gains_come_before_losses_category_by_category() -> None:
    """Red leads by Estates and Citizens, blue by Cities; green has nothing."""
    position = Position(("red", "blue", "green"))
    position.estate("red", "bayern", 3, False, 2)
    position.estate("red", "unteritalien")
    position.estate("blue", "bayern", 3, True)
    changes = [e for e in comparing.score(position.state) if isinstance(e, PrestigeChanged)]
    assert [(e.seat, e.delta, e.cause) for e in changes] == [
        ("s1", 1, "estates"),
        ("s3", -1, "estates"),
        ("s1", 1, "citizens"),
        ("s2", -1, "citizens"),
        ("s3", -1, "citizens"),
        ("s2", 1, "cities"),
        ("s1", -1, "cities"),
        ("s3", -1, "cities"),
    ]


@pytest.mark.rule("A-PRES-8")
def test_netted_by_setting() -> None:
    """At 20, +1 and -1 are nothing."""
    position = Position(("red", "blue"), Settings(phase4_order="net"))
    position.estate("red", "bayern")
    position.estate("blue", "unteritalien", 3, True)
    position.estate("blue", "oberitalien")
    position.player("blue", prestige=20)
    changes = [e for e in comparing.score(position.state) if isinstance(e, PrestigeChanged)]
    assert [(e.seat, e.delta, e.cause) for e in changes] == [
        ("s1", -2, "phase4"),
        ("s2", 2, "phase4"),
    ]


@pytest.mark.rule("A-OTTO-7", "A-ER-PRES-7")
def test_ottokar_is_compared_only_by_setting() -> None:
    """He has most Estates; nobody gains then, and he gets no point."""
    for compared, gains in ((False, ("s1",)), (True, ())):
        settings = Settings(ottokar_in_comparisons=compared)
        position = Position(("red", "blue"), settings, ottokar=True)
        position.estate("red", "bayern")
        for _ in range(3):
            position.estate("ottokar", "unteritalien")
        assert comparing.categories(position.state)[0].most == gains
    position.change(in_force=InForce(left_out=("s2",)))
    assert comparing.categories(position.state) == ()
