"""Variant B: the display of two players, and how they swap cards with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.commands import (
    DrawCards,
    EndTrade,
    StopSwapping,
    SwapCard,
    TellHand,
)
from turmwart.games.anno1452.events_cards import (
    CardsDiscarded,
    CardSwapped,
    DisplayDiscarded,
    DisplayLaid,
)
from turmwart.games.anno1452.state import InForce
from turmwart.games.anno1452.steps import Discard, Draw, Exchange

from .rounds_play import Play, position

DISPLAY = (
    "special-diplomatie",
    "reaction-verrat",
    "marriage-anna",
    "marriage-sophie",
    "title-koeln",
)


def two_players(**fields: Any) -> Play:
    """Variant B, after the trades of phase 3; the exchange begins."""
    force = fields.pop("in_force", InForce())
    state = position(
        {"s1": ["bayern"], "s2": ["tirol"]}, players=2, variants=("B",), in_force=force,
        phase="trade", row=fields.pop("row", 3), **fields,
    )  # fmt: skip
    state = replace(state, display=DISPLAY, deck=state.deck - 5)
    play = Play(state)
    if not force.trade_cancelled:
        play.do(EndTrade())
    return play


@pytest.mark.rule("A-VAR-B-1", "A-VAR-B-5")
def test_variant_b_lays_five_cards_before_anybody_discards() -> None:
    """Instants among them are resolved and replaced."""
    play = Play(position({"s1": [], "s2": []}, players=2, variants=("B",), phase="cards", row=3))
    assert play.top == Draw("", 5, "display")
    play.do(DrawCards("", 2, "instant-sturm-drang", shown=DISPLAY[:2]))
    assert play.state.in_force.storm_actions
    play.do(DrawCards("", 3, shown=DISPLAY[2:]))
    assert play.state.display == DISPLAY
    assert play.top == Discard("s1", 0, 5, "refill")
    assert sum(len(event.cards) for event in play.happened(DisplayLaid)) == 5
    assert not play.happened(CardsDiscarded)


@pytest.mark.rule("A-VAR-B-2", "A-VAR-B-3", "A-VAR-B-5")
def test_variant_b_swaps_one_for_one_in_turn() -> None:
    """Twice in a row is refused; one stop ends it for both; the display is discarded."""
    play = two_players()
    assert play.top == Exchange("s1")
    assert play.objection(SwapCard("s2", "title-trier", "title-koeln")).rule == "A-VAR-B-3"
    play.do(SwapCard("s1", "title-trier", "title-koeln"))
    assert play.objection(SwapCard("s1", "title-mainz", "marriage-anna")).rule == "A-VAR-B-3"
    play.do(SwapCard("s2", "reaction-landwehr", "title-trier"))
    assert "title-koeln" not in play.state.display
    assert [player.hand for player in play.state.players] == [5, 5]
    play.do(StopSwapping("s1"))
    swapped = play.happened(CardSwapped)
    assert len(swapped) == 2
    _, values = GAME.describe(swapped[0], play.state)
    assert (dict(values)["given"], dict(values)["taken"]) == (
        "Erzbischof von Trier",
        "Erzbischof von Köln",
    )
    (gone,) = play.happened(DisplayDiscarded)
    assert sorted(gone.cards) == sorted((*DISPLAY[:4], "reaction-landwehr"))
    assert (play.state.display, play.state.phase) == ((), "prestige")


@pytest.mark.rule("A-VAR-B-2")
def test_variant_b_refuses_cards_that_cannot_be_there() -> None:
    """Neither an instant nor a card whose only copy lies open; nothing that is not displayed."""
    play = two_players()
    for given, taken, rule in (
        ("instant-pest", "title-koeln", "A-ACT-CARD-7"),
        ("marriage-anna", "title-koeln", "A-INV-4"),
        ("title-trier", "title-mainz", "A-VAR-B-2"),
        ("no-card", "title-koeln", "A-VAR-B-2"),
    ):
        assert play.objection(SwapCard("s1", given, taken)).rule == rule
    play.do(SwapCard("s1", "reaction-verrat", "title-koeln"))


@pytest.mark.rule("A-VAR-B-4")
@pytest.mark.parametrize(("row", "first"), [(1, "s2"), (2, "s1"), (5, "s1")])
def test_variant_b_reverses_the_first_exchange_of_the_game(row: int, first: str) -> None:
    """Only in the first Event Round."""
    assert two_players(row=row).top == Exchange(first)


@pytest.mark.rule("A-VAR-B-6")
def test_excommunication_lets_its_player_swap_twice_in_a_row() -> None:
    """Once; then they alternate."""
    play = two_players(in_force=InForce(swap_twice="s2"))
    play.do(SwapCard("s1", "title-trier", "title-koeln"))
    play.do(SwapCard("s2", "title-mainz", "title-trier"))
    play.do(SwapCard("s2", "title-pfalz", "title-mainz"))
    play.do(SwapCard("s1", "title-sachsen", "title-pfalz"))
    play.do(SwapCard("s2", "title-boehmen", "title-sachsen"))
    assert play.objection(SwapCard("s2", "reaction-verrat", "marriage-anna")).rule == "A-VAR-B-3"


@pytest.mark.rule("A-VAR-B-3", "A-VAR-B-6")
def test_who_leaves_out_his_second_swap_ends_the_exchange_for_nobody() -> None:
    """He may swap twice in a row; to stop is another thing."""
    play = two_players(in_force=InForce(swap_twice="s1"))
    play.do(SwapCard("s1", "title-trier", "title-koeln"))
    asked = [one.id for one in GAME.prompts(play.state, None) if one.command == "StopSwapping"]
    assert asked == ["anno1452.prompt.swap_once"]
    play.do(StopSwapping("s1"))
    play.do(SwapCard("s2", "title-mainz", "title-trier"))
    assert play.top == Exchange("s1", 1, True)
    play.do(StopSwapping("s1"))
    assert play.state.phase == "prestige"


@pytest.mark.rule("A-VAR-B-5", "A-ER-TRADE-6")
def test_a_cancelled_phase_3_discards_the_display() -> None:
    """There is no exchange either."""
    play = two_players(in_force=InForce(trade_cancelled=True))
    assert (play.state.display, play.state.phase) == ((), "prestige")
    assert not play.happened(CardSwapped)


@pytest.mark.rule("A-ASK-1", "A-STATE-9", "A-VAR-B-2")
def test_only_the_own_screen_names_the_cards_of_a_hand() -> None:
    """The table screen offers every card that may be in some hand."""
    play = two_players(hands={"s1": 1})
    play.do(TellHand("s1", ("title-trier",)))
    state = play.state

    def given(seat: str | None) -> list[object]:
        swap = next(one for one in GAME.prompts(state, seat) if one.command == "SwapCard")
        return [option.value for option in swap.slots[1].options]  # type: ignore[union-attr]

    assert given("s1") == ["title-trier"]
    assert len(given(None)) > 40
    assert not [one for one in GAME.prompts(state, "s2") if one.command == "SwapCard"]
