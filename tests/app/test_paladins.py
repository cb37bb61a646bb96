"""The screens of Paladins: how many keys an evening takes, and what they show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from textual.events import Key

from turmwart.app.app import TurmwartApp
from turmwart.app.doors import Doors, NewTable
from turmwart.app.screens.face import wizard_of
from turmwart.app.screens.paladins.can import can_lines
from turmwart.app.screens.paladins.face import FACE
from turmwart.app.screens.statistics import page_lines
from turmwart.app.words import Words
from turmwart.games.paladins.change import with_player
from turmwart.games.paladins.commands import ChooseMode, DrawSuspicion, EndRound
from turmwart.games.paladins.state import Outsider, Placed
from turmwart.journal.store import Journal
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.prompt import Prompt
from turmwart.table.players_paladins import PaladinPlayers
from turmwart.table.statistics import Ended, Place, Statistics, gather
from turmwart.table.table import Done, Table

from .conftest import tick
from .paladins import acting, new_table, play

MOST_KEYS = 100
DRAWS = (
    ((1, 1), (3, 2)),
    ((2, 2), (1, 1)),
    ((4, 1), (1, 2)),
    ((3, 2), (2, 1)),
    ((2, 1), (4, 2)),
    ((1, 0), (2, 2)),
    ((3, 1), (4, 0)),
)
"""Criminals of each round: player and silver on the card; fourteen cards, two inquisitions."""
DEBT_ROUND = 3
"""After it Anna, whom the first inquisition hit, settles her debt."""
ORDERS = "234"
"""Garrison, Fortify, Convert as the lists number them, each without those named before."""
SHEETS = (
    ("7", "enter", *"9", *"7", *"8", *"6", *"5", *"5", *"3", *"2", "3", "enter", *"fj", "enter"),
    ("4", "enter", *"12", *"4", *"6", *"4", *"6", *"3", *"5", *"0", *"m1", "enter"),
    ("9", "enter", *"6", *"11", *"5", *"7", *"2", *"6", *"2", *"0", *"j", "enter"),
    ("3", "enter", *"8", *"9", *"9", *"5", *"4", *"4", *"6", *"0", "enter"),
)
"""Silver and provisions, attributes, workshops, monks, outposts, jars, walls (with their points),
outsiders."""


async def pressed(look: Any, table: Table, keys: Sequence[str]) -> int:
    """Press keys that make one step; how many they are."""
    before = table.version
    for key in keys:
        await look.pilot.press(key)
    await look.until(lambda: table.version > before)
    return len(keys)


async def test_a_light_game_of_four_takes_at_most_a_hundred_keys(
    journal: Journal,
    app_of: Callable[..., TurmwartApp],
    look: type[Any],
    record_property: Callable[[str, object], None],
) -> None:
    """From the first round to the winner; two keys for each suspicion card, also counted."""
    table = new_table(journal, tick)
    keys = {"draws": 0, "rounds": 0, "debts": 0, "orders": 0, "sheets": 0}
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Round 1 of 7" in seen.text)
        for number, draws in enumerate(DRAWS, 1):
            for player, silver in draws:
                used = await pressed(seen, table, (str(player), str(silver)))
                assert used == 2
                keys["draws"] += used
            if number == DEBT_ROUND:
                keys["debts"] += await pressed(seen, table, ("d", "1"))
            keys["rounds"] += await pressed(seen, table, ("enter",))
        assert table.state.inquisitions == 2
        for order in ORDERS:
            keys["orders"] += await pressed(seen, table, (order,))
        for sheet in SHEETS:
            keys["sheets"] += await pressed(seen, table, sheet)
        keys["rounds"] += await pressed(seen, table, ("enter",))
        await seen.until(lambda: "Winner" in seen.text)
    total = sum(keys.values())
    record_property("keys", f"{total} {keys}")
    print(f"light game of four players: {total} keys {keys}")
    assert table.state.phase == "over"
    anna = table.state.player("s1")
    assert (anna.silver, anna.faith, anna.walls, anna.wall_points) == (7, 9, 2, 3)
    assert (anna.debts_open, anna.debts_paid) == (0, 1)
    assert len(table.state.player("s2").outsiders) == 1
    assert total <= MOST_KEYS


async def test_an_inquisition_is_shown_with_names_and_cards(
    journal: Journal, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    table = new_table(journal, tick, 3)
    for seat in ("s1", "s1", "s2"):
        table.do(DrawSuspicion(seat, 2))
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "INQUISITION at 2" in seen.text)
        assert "Anna: takes a debt, discards 1 (keeps 1)" in seen.text
        await pilot.press("d", "2")
        await seen.until(lambda: "Whose debt" in seen.text)
        assert "2 Bert" not in seen.text.partition("Whose debt")[2].partition("Enter")[0]
        await pressed(seen, table, ("1",))
        assert table.state.player("s1").debts_paid == 1


async def test_raised_to_full_by_a_sheet_that_goes_on_by_itself(
    journal: Journal, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    """Round 4 of a light game; one player's sheet: goods, attributes, pieces, kept workers."""
    table = new_table(journal, tick, 1)
    for command in (EndRound(), EndRound(), EndRound(), ChooseMode("full")):
        assert isinstance(table.do(command), Done)
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "what this mode needs" in seen.text)
        keys = ("5", "enter", "2", "enter", *"432", *"2101", *"100000", *"gk", "enter")
        assert await pressed(seen, table, keys) == len(keys)
    anna = table.state.players[0]
    assert (anna.silver, anna.provisions, anna.faith, anna.walls) == (5, 2, 4, 1)
    assert anna.workers.as_dict() == {"cleric": 1, "scout": 1}
    assert [one.action for one in anna.workshops] == ["commission"]


async def test_an_action_by_its_letter_and_what_is_missing(
    journal: Journal, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    """Full mode: a letter, then the workers by digit; X says what an action lacks."""
    table = new_table(journal, tick, 2, mode="full")
    play(table, lambda s: acting(s) and "hunt" not in s.player(s.turn).used)
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Which action?" in seen.text)
        await pilot.press("x")
        await seen.until(lambda: "Can I do that?" in seen.text)
        await pilot.press("1", "8")
        await seen.until(lambda: "value on the card: 18" in seen.text)
        assert "strength missing" in seen.text
        await pilot.press("escape")
        await seen.until(lambda: "Which action?" in seen.text)
        seat = table.state.turn
        assert await pressed(seen, table, ("h", "1")) == 2
    assert "hunt" in table.state.player(seat).used


async def test_everything_else_names_whose_it_is(
    journal: Journal, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    """Two players, two paladins to be told: the list says which is whose."""
    table = new_table(journal, tick, 2, mode="full")
    play(table, lambda state: state.step == "workers")
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "which paladin?" in seen.text)
        await pilot.press("f5")
        await seen.until(lambda: "Anna: paladin by its points" in seen.text)
        assert "Bert: paladin by its points" in seen.text


@pytest.mark.parametrize("language", ["en", "de", "hu"])
@pytest.mark.parametrize(("players", "mode"), [(1, "light"), (1, "standard"), (4, "full")])
async def test_round_step_and_tax_supply_are_read_on_80_columns(
    journal: Journal, look: type[Any], players: int, mode: str, language: str
) -> None:
    """In every step of a round the header is read to its end."""
    table = new_table(journal, tick, players, mode=mode)
    words = Words(language)
    header = [line.plain for line in FACE.header(table.view(), words, 78)]
    async with TurmwartApp(table=table, language=language).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: all(line in seen.text for line in header))
    while table.state.round == 1:
        view = table.view()
        header = [line.plain for line in FACE.header(view, words, 78)]
        assert not [line for line in header if "…" in line]
        assert words("app.paladins.tax", n=view.tax, most=view.tax_full) in " ".join(header)
        play(table, lambda state, now=table.state: state is not now)


def test_the_wizard_asks_three_forms() -> None:
    doors = Doors(colours={"paladins": ("red", "blue", "green", "yellow")})
    wizard = wizard_of("paladins", doors, frozenset({"evening-1"}), Words())
    first = next(wizard)
    assert isinstance(first, Prompt)
    assert first.slots[0].default == "evening-2"
    second = wizard.send({"name": "salon", "players": 2, "mode": "standard"})
    assert isinstance(second, Prompt)
    seats = {"name_1": "Ida", "colour_1": "red", "name_2": "Jo", "colour_2": "blue"}
    wizard.send({"seats": seats})
    with pytest.raises(StopIteration) as ended:
        wizard.send({"first": "s2"})
    made = ended.value.value
    assert isinstance(made, NewTable)
    assert (made.game, made.oldest, dict(made.options)) == ("paladins", "s2", {"mode": "standard"})


@pytest.mark.rule("P-ACT-CONVERT-4", "P-ACT-GEN-2")
def test_what_no_card_allows_is_not_shown_as_possible(journal: Journal) -> None:
    """Attack was used this round, and no outsider more finds room: no value on a card helps."""
    table = new_table(journal, tick, 2, mode="full")
    play(table, lambda state: state.step == "actions")
    full = with_player(
        table.state,
        "s1",
        outsiders=(Outsider("other", 1),) * 7,
        placed=(Placed("attack", Cubes()),),
    )
    for state, open_ones in ((with_player(full, "s1", outsiders=(), placed=()), 2), (full, 0)):
        view = table.game.view(state, None)
        lines = [one.plain for one in can_lines(view, view.players[0], None, Words("en"), 76)]
        assert sum("type the value on the card" in line for line in lines) == open_ones
    assert any(line.startswith("✗ Attack") and "used this round" in line for line in lines)
    assert any(line.startswith("✗ Convert") and "no room" in line for line in lines)


@pytest.mark.parametrize("mode", ["light", "full"])
async def test_keys_that_mean_nothing_do_nothing(
    journal: Journal, app_of: Callable[..., TurmwartApp], look: type[Any], mode: str
) -> None:
    """A raised two, as some keyboards have it, a nine, umlauts: the table is as before."""
    table = new_table(journal, tick, 2, mode=mode)
    if mode == "full":
        play(table, acting)
    before = table.version
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "of 7" in seen.text)
        for character in "²9ü٢":
            seen.form.post_message(Key(character, character))
            await pilot.pause()
        assert "of 7" in seen.text
    assert table.version == before


async def test_a_game_alone_is_undone_to_its_start_and_counted_again(
    journal: Journal, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    """A player alone: no winner but points; every step is taken back, then all are restored."""
    table = new_table(journal, tick, 1, mode="full")
    states = [table.state]
    players = PaladinPlayers(4)
    while (command := players.next(table.state)) is not None:
        assert isinstance(table.do(command), Done)
        states.append(table.state)
    assert table.state.inquisitions
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "P-END" in seen.text or "points" in seen.text)
        assert "Winner" not in seen.text
        await pilot.press("u")
        await seen.until(lambda: table.state.phase == "scoring")
    for state in reversed(states[:-2]):
        assert isinstance(table.undo(), Done)
        assert table.state == state
    for state in states[1:]:
        assert isinstance(table.redo(), Done)
        assert table.state == state


async def test_statistics_are_a_key_away_from_the_tables(journal: Journal, look: type[Any]) -> None:
    table = new_table(journal, tick, 2)
    play(table, lambda state: state.phase == "over")
    table.close()
    doors = Doors(tables=journal.tables, statistics=lambda: gather(journal))
    async with TurmwartApp(doors).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Statistics over all games" in seen.text)
        await pilot.press("1")
        await seen.until(lambda: "All games" in seen.text)
        assert "Anna" in seen.text
        await pilot.press("right")
        await seen.until(lambda: "average" in seen.text)


def test_an_average_is_written_as_the_language_does() -> None:
    games = tuple(
        Ended(f"evening-{points}", "paladins", 0, 60, (Place("", "Anna", 1, points),))
        for points in (32, 33)
    )
    shown = page_lines(Statistics(games, 0, ()), "paladins", Words("hu"), 78)
    assert any("32,5" in line.plain for line in shown)
