"""Three modes: raised and lowered at any time, asking only what is needed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.paladins import GAME
from turmwart.games.paladins.change import with_player
from turmwart.games.paladins.commands import (
    Adjust,
    ChooseMode,
    DrawSuspicion,
    EndRound,
    EnterNumbers,
    GoOn,
    Hunt,
    Pass,
    RevealPaladin,
    TakeTavern,
    Trade,
)
from turmwart.games.paladins.needs import needs, sheet_needs
from turmwart.games.paladins.state import State, Workshop
from turmwart.games.paladins.workers import typed
from turmwart.kernel.cubes import Cubes

from .tables import acting, at, begun, decided, done, having, refusal

NUMBERS = (
    ("silver", 4),
    ("provisions", 3),
    ("faith", 2),
    ("strength", 1),
    ("influence", 0),
    ("monks", 1),
    ("outposts", 0),
    ("jars", 0),
    ("walls", 0),
)


def needed(state: State) -> list[tuple[str, ...]]:
    """What the mode asks of each player."""
    return [needs(state, player) for player in state.players]


def entered(state: State, workers: str = "", **more: Any) -> State:
    """All sheets that the mode asks for."""
    for seat in state.seats:
        state = done(state, EnterNumbers(seat, NUMBERS, workers, **more))
    return state


@pytest.mark.rule("P-ACT-GEN-1")
def test_a_game_begun_in_light_mode_is_raised_to_full_in_round_four() -> None:
    """Asked: goods, attributes, pieces, kept workers. Not asked: what only the end needs."""
    state = done(begun(4, "light"), EndRound(), EndRound(), EndRound())
    assert (state.round, state.mode) == (4, "light")
    state = done(state, ChooseMode("full"))
    for names in needed(state):
        assert set(names) == {*dict(NUMBERS), "spaces", "workers"}
    sheets = [p for p in GAME.prompts(state, None) if p.command == "EnterNumbers"]
    assert [p.seat for p in sheets] == ["s1", "s2", "s3", "s4"]
    state = entered(state, "gk")
    assert needed(state) == [()] * 4
    for _ in range(4):
        state = done(state, GoOn())
    for seat in state.order_of_play:
        state = done(state, RevealPaladin(seat, "Roland"), TakeTavern(seat, "wgbr"))
    state = done(state, GoOn())
    assert state.player("s1").workers.total == 8
    state = done(state, Hunt(state.turn, "wg"))
    assert state.player(state.first).provisions == 6


@pytest.mark.rule("P-ACT-GEN-1", "P-ACT-GEN-2")
def test_raised_amid_the_actions_it_asks_for_the_actions_used() -> None:
    state = done(begun(2, "light"), *[GoOn()] * 5)
    assert state.step == "actions"
    state = done(state, ChooseMode("full"))
    assert all("used" in names for names in needed(state))
    assert refusal(state, Hunt("s1", "w")) == "P-ACT-GEN-1"
    state = entered(state, "wwk", used=("hunt",))
    assert state.turn == "s1"
    assert refusal(state, Hunt("s1", "w")) == "P-ACT-GEN-2"
    late = done(state, RevealPaladin("s1", "Roland"))
    assert late.player("s1").workers.total == 3
    assert late.player("s1").effective("strength") == 5


def test_nothing_is_lost_by_lowering_and_raising() -> None:
    """Lowered and raised at once: nothing is asked, everything is as it was."""
    state = acting("wgk", faith=5)
    for mode in ("standard", "light"):
        back = done(state, ChooseMode(mode), ChooseMode("full"))
        asked = {name for names in needed(back) for name in names}
        # What is done while light mode keeps nothing, nobody has entered.
        assert asked == ({"used"} if mode == "light" else set())
        assert back.player("s1").workers == state.player("s1").workers
        assert back.player("s1").faith == 5


@pytest.mark.rule("P-ROUND-10")
def test_raised_amid_the_actions_nobody_is_told_to_take_a_card_now() -> None:
    state = done(begun(1, "light"), *[GoOn()] * 5)
    told = [GAME.describe(one, state)[0] for one in decided(state, ChooseMode("full"))]
    assert "paladins.event.TavernTakenBefore" in told
    assert "paladins.event.TavernTaken" not in told


@pytest.mark.rule("P-ACT-GEN-2")
def test_actions_used_are_asked_only_of_who_took_one_meanwhile() -> None:
    state = done(having(acting("wwg"), "ww", "s2"), Hunt("s1", "w"), ChooseMode("standard"))
    raised = done(state, ChooseMode("full"))
    assert needed(raised) == [(), ()]
    assert refusal(replace(raised, turn="s1"), Hunt("s1", "w")) == "P-ACT-GEN-2"
    raised = done(state, Trade("s2", "1"), ChooseMode("full"))
    assert "used" in needed(raised)[1]
    assert needed(raised)[0] == ()


def test_standard_counts_workers_without_kinds() -> None:
    """Workers taken by number make the kinds doubtful; full mode asks for them anew."""
    state = done(acting("wgk"), ChooseMode("standard"), Hunt("s1", "1"))
    assert state.player("s1").workers.total == 2
    raised = done(state, ChooseMode("full"))
    assert "workers" in needed(raised)[0]
    assert refusal(raised, EnterNumbers("s1", (), "2", ("hunt",))) == "P-WORKER-1"
    told = done(raised, EnterNumbers("s1", (), "gk", ("hunt",)))
    assert told.player("s1").workers == Cubes.of(scout=1, cleric=1)


def test_standard_asks_for_no_number_that_it_knows() -> None:
    """Lowered from full: the workers left are counted on, and the next action is taken."""
    state = done(acting("wgkb"), ChooseMode("standard"), Hunt("s1", "1"))
    assert needed(state)[0] == ()
    state = done(state, Trade("s1", "1"), Pass("s1", "1"))
    assert (needed(state)[0], state.player("s1").workers) == ((), Cubes.of(worker=1))


def test_a_worker_that_is_lost_after_full_mode_is_one_of_those_left() -> None:
    """Lowered from full, three of known kinds: one of them is lost, nobody said which."""
    state = done(acting("wgk"), ChooseMode("standard"), Adjust("s1", "worker", 1, lose=True))
    assert state.player("s1").workers == Cubes.of(worker=2)
    assert refusal(state, Adjust("s1", "worker", 3, lose=True)) == "P-ACT-GEN-1"
    assert "workers" in needed(done(state, ChooseMode("full")))[0]


def test_kinds_that_stood_beside_a_number_are_doubtful_too() -> None:
    """Kept scout and cleric, four more by number, four placed: full mode asks which are left."""
    held = Cubes.of(scout=1, cleric=1, worker=4)
    state = with_player(acting(mode="standard"), "s1", workers=held)
    assert typed(state.player("s1").workers) == "6"
    state = done(state, Hunt("s1", "2"), Trade("s1", "2"), ChooseMode("full"))
    assert "workers" in needed(state)[0]


@pytest.mark.rule("P-WORKER-5")
def test_no_workshop_is_lost_when_their_places_are_told() -> None:
    """Two placed in standard mode: full mode asks where they stand, of two."""
    workshops = (Workshop(), Workshop())
    state = done(having(begun(1, "standard"), workshops=workshops), ChooseMode("full"))
    assert needed(state) == [("spaces",)]
    assert refusal(state, EnterNumbers("s1")) == "P-WORKER-5"
    told = done(state, EnterNumbers("s1", (("on_attack", 2),)))
    assert told.player("s1").workshops == (Workshop("attack"), Workshop("attack"))


def test_standard_books_four_workers_for_everybody() -> None:
    state = at(begun(2, "standard"), "workers")
    state = done(state, RevealPaladin("s1", "Samson"), RevealPaladin("s2", "Roland"), GoOn())
    assert [player.workers.total for player in state.players] == [6, 6]
    assert done(state, DrawSuspicion("s1", 1, True)).player("s1").workers.total == 7


@pytest.mark.rule("P-ROUND-9", "P-ROUND-10")
def test_standard_counts_the_workers_of_a_paladin_that_is_told_late() -> None:
    state = done(at(begun(2, "standard"), "workers"), RevealPaladin("s1", "Samson"))
    assert refusal(state, GoOn()) == "P-ROUND-9"
    state = done(state, GoOn(waived=("P-ROUND-9",)), RevealPaladin("s2", "Roland"))
    assert [player.workers.total for player in state.players] == [6, 6]


@pytest.mark.rule("P-ROUND-9")
def test_full_mode_gives_the_workers_of_a_paladin_that_is_told_late() -> None:
    """The table went on without it; counted by hand or given back, they do not come again."""
    state = done(at(begun(1), "workers"), TakeTavern("s1", "wgbr"))
    state = done(state, GoOn(waived=("P-ROUND-9",)))
    late = done(state, RevealPaladin("s1", "Roland"))
    assert late.player("s1").workers == Cubes.of(labourer=2, scout=1, merchant=1, fighter=2)
    typed_in = RevealPaladin("s1", strength=4, workers="vr")
    assert done(state, typed_in).due
    assert done(state, ChooseMode("standard"), typed_in).player("s1").workers.total == 6
    again = done(state, ChooseMode("standard"), Hunt("s1", "1"), ChooseMode("full"))
    again = done(again, EnterNumbers("s1", (), "wgbrr", ("hunt",)), typed_in)
    assert (again.player("s1").workers.total, again.due) == (5, ())
    assert refusal(state, RevealPaladin("s1", strength=4, workers="r")) == "P-ROUND-9"


@pytest.mark.rule("P-ROUND-9")
def test_workers_of_a_late_paladin_that_were_added_by_hand_are_asked_about() -> None:
    """Left empty, they are those; with a yes, they come on top. A round later nobody asks."""
    state = done(at(begun(1), "workers"), TakeTavern("s1", "wgbr"))
    state = done(state, GoOn(waived=("P-ROUND-9",)))
    added = done(state, Adjust("s1", "fighter", 2))
    for told in (RevealPaladin("s1", "Roland"), RevealPaladin("s1", strength=4, workers="rr")):
        assert refusal(added, told) == "P-ROUND-9"
        sure = replace(told, waived=("P-ROUND-9",))
        assert done(added, sure).player("s1").workers.total == 8
    late = done(added, RevealPaladin("s1", strength=4))
    assert late.player("s1").workers == added.player("s1").workers
    assert late.player("s1").effective("strength") == 4
    assert "by_hand" not in late.player("s1").stale
    assert "by_hand" not in done(added, Pass("s1", "wg")).player("s1").stale
    lowered = decided(done(added, ChooseMode("standard")), RevealPaladin("s1", "Roland"))
    assert (lowered.rule, lowered.detail.rpartition(".")[2]) == ("P-ROUND-9", "workers_by_number")
    lost = done(state, Adjust("s1", "labourer", 1, lose=True))
    assert done(lost, RevealPaladin("s1", "Roland")).player("s1").workers.total == 5


@pytest.mark.rule("P-PASS-3", "P-ROUND-10")
@pytest.mark.parametrize("mode", ["standard", "full"])
def test_raised_while_workers_are_collected_it_asks_for_those_kept(mode: str) -> None:
    """Paladin and tavern card are booked from now on: eight would be counted twice."""
    state = done(begun(1, "light"), *[GoOn()] * 4, ChooseMode(mode))
    assert state.step == "workers"
    numbers = (*NUMBERS, *((("workshops", 0),) if mode == "standard" else ()))
    eight, two = {"standard": ("8", "2"), "full": ("wwggbbrr", "wg")}[mode]
    assert refusal(state, EnterNumbers("s1", numbers, eight)) == "P-PASS-3"
    state = done(state, EnterNumbers("s1", numbers, two), RevealPaladin("s1", "Roland"))
    assert state.player("s1").workers.total == 4


@pytest.mark.rule("P-PASS-3")
def test_raised_while_the_table_is_cleared_it_asks_for_those_kept() -> None:
    """All have passed, though nobody told: a fourth worker did not stay."""
    state = done(begun(1, "light"), *[GoOn()] * 6, ChooseMode("standard"))
    sheet = EnterNumbers("s1", (*NUMBERS, ("workshops", 0)), "4")
    assert (state.step, refusal(state, sheet)) == ("cleanup", "P-PASS-3")
    assert done(state, replace(sheet, workers="3")).player("s1").workers.total == 3


@pytest.mark.rule("P-SETUP-5", "P-ACT-GEN-1")
def test_numbers_that_no_row_asks_for_are_refused() -> None:
    state = done(begun(1, "light"), EndRound(), ChooseMode("full"))
    for name, value in (("on_garrison", 4), ("on_garrison", -1)):
        wrong = EnterNumbers("s1", (*NUMBERS, (name, value)), "g")
        assert refusal(state, wrong) == "P-SETUP-5"
    assert refusal(state, EnterNumbers("s1", (*NUMBERS, ("garrison", 1)), "g")) == "P-ACT-GEN-1"


@pytest.mark.rule("P-ROUND-12")
def test_raised_amid_the_actions_the_turn_is_where_the_table_acts() -> None:
    """Nobody told that it is Ben's action: he is offered his, and Cleo follows him."""
    state = at(begun(3, "standard"))
    for seat in state.seats:
        state = having(state, "wg", seat)
    state = done(state, ChooseMode("full"))
    assert state.turn == "s1"
    hunts = [prompt.seat for prompt in GAME.prompts(state, None) if prompt.command == "Hunt"]
    assert hunts == ["s1", "s2", "s3"]
    assert refusal(state, Hunt("s2", "w")) == "P-ROUND-12"
    state = done(state, Hunt("s2", "w", waived=("P-ROUND-12",)))
    assert state.turn == "s3"
    assert done(state, Pass("s1", waived=("P-ROUND-12",))).turn == "s2"


def test_light_mode_knows_no_actions() -> None:
    state = at(begun(2, "light"))
    assert refusal(state, Hunt("s1", "1")) == "P-ACT-GEN-1"
    assert refusal(state, Pass("s1")) == "P-ACT-GEN-1"
    assert refusal(state, ChooseMode("light")) == "P-ACT-GEN-1"
    assert refusal(state, ChooseMode("loud")) == "P-ACT-GEN-1"
    assert refusal(acting(), EndRound()) == "P-ACT-GEN-1"


@pytest.mark.rule("P-INQ-1")
def test_a_card_still_to_be_drawn_is_not_lost_with_the_mode() -> None:
    """A criminal in full mode, then light mode: the round does not end before its card."""
    state = done(acting(), Adjust("s1", "criminal", 1), ChooseMode("light"))
    assert refusal(state, EndRound()) == "P-INQ-1"
    state = done(state, DrawSuspicion("s1", 1), EndRound())
    assert (state.round, state.due, state.player("s1").suspicion) == (2, (), 1)


def test_the_end_of_a_light_game_asks_for_goods_in_one_number() -> None:
    state = begun(2, "light")
    while state.phase == "round":
        state = done(state, EndRound())
    names = sheet_needs(state, state.player("s1"))
    assert names[0] == "goods"
    assert "silver" not in names
    assert "townsfolk" not in names


def test_adjusting_stays_within_its_limits() -> None:
    state = acting(silver=1)
    assert refusal(state, Adjust("s1", "silver", 2, True)) == "P-ACT-GEN-1"
    emptied = done(state, Adjust("s1", "silver", 2, True, waived=("P-ACT-GEN-1",)))
    assert emptied.player("s1").silver == 0
    assert refusal(state, Adjust("s1", "monks", 8)) == "P-SETUP-5"
    assert refusal(state, Adjust("s1", "stars", 1)) == "P-ACT-GEN-1"
    assert having(state, "w").player("s1").workers.total == 1
