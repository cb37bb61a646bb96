"""The screen of a roll: the camera's picture, corrections, typing, the dealer, undo."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from dice_game import SIEGE, SIEGE_TEXTS, Assaulted
from textual.events import Key

from turmwart import texts
from turmwart.app import graphics
from turmwart.app.app import TurmwartApp
from turmwart.journal.store import Journal
from turmwart.table.bus import CameraChanged
from turmwart.table.camera.eye import Eye, Seen
from turmwart.table.dealer import Dealer
from turmwart.table.palette import default_palette
from turmwart.table.table import Table
from turmwart_vision.api import Watch, load_image, read_dice

from .conftest import tick

PICTURES = Path(__file__).parents[1] / "vision" / "pictures"


@pytest.fixture(autouse=True)
def _siege_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = texts.catalogue
    monkeypatch.setattr(texts, "catalogue", lambda language: shipped(language) | SIEGE_TEXTS)


@pytest.fixture
def siege(journal: Journal) -> Iterator[Table]:
    """A table of a game with dice."""
    table = Table.create(journal, "siege", SIEGE, "siege", palette=default_palette(), clock=tick)
    yield table
    table.close()


@dataclass
class Shown:
    """An eye that is shown photographs by hand."""

    eye: Eye = field(default_factory=lambda: Eye("0"))
    count: int = 0

    def show(self, table: Table, name: str) -> Seen:
        """The camera reads a photograph."""
        shot = Watch(read_dice).at_once(load_image(PICTURES / f"{name}.jpg"), still=True)
        self.eye._hear(table, shot)
        assert self.eye.seen is not None
        return self.eye.seen


@pytest.fixture
def shown() -> Shown:
    """A camera told by hand."""
    return Shown()


async def test_accept_what_the_camera_saw(
    siege: Table, app_of: Callable[..., TurmwartApp], look: type[Any], shown: Shown
) -> None:
    async with app_of(siege, camera=shown.eye).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await pilot.press("3", "enter")
        await seen.until(lambda: "3 dice, each from 1 to 6" in seen.text)
        assert "No dice are read yet" in seen.text
        read = shown.show(siege, "byler_09_095628")
        await seen.until(lambda: "3 dice: 4 4 5," in seen.text)
        assert "▀" in seen.text
        for number, value in enumerate(read.values, start=1):
            assert f"▀{number}:{value}▀" in seen.text
        await pilot.press("enter")
        await seen.until(lambda: bool(siege.state.assaults))
    assert siege.state.assaults == (Assaulted(read.values, ("camera",) * 3),)
    (kept,) = siege.journal.evidence("siege")
    assert siege.journal.read("siege")[-1].evidence == (kept.id,)


async def test_two_keys_correct_a_die(
    siege: Table, app_of: Callable[..., TurmwartApp], look: type[Any], shown: Shown
) -> None:
    async with app_of(siege, camera=shown.eye).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await pilot.press("2", "enter")
        await seen.until(lambda: "each from 1 to 6" in seen.text)
        read = shown.show(siege, "byler_09_100541")
        await seen.until(lambda: "3 5," in seen.text)
        await pilot.press("9")
        await seen.until(lambda: "There is no die 9" in seen.text)
        await pilot.press("1")
        await seen.until(lambda: "Value of die 1?" in seen.text)
        await pilot.press("6")
        await seen.until(lambda: "corrected by hand" in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: bool(siege.state.assaults))
    assert siege.state.assaults == (Assaulted((6, read.values[1]), ("hand", "camera")),)


async def test_another_number_of_dice_is_said(
    siege: Table, app_of: Callable[..., TurmwartApp], look: type[Any], shown: Shown
) -> None:
    async with app_of(siege, camera=shown.eye).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await pilot.press("4", "enter")
        await seen.until(lambda: "each from 1 to 6" in seen.text)
        shown.show(siege, "byler_09_095628")
        await seen.until(lambda: "4 dice expected, 3 seen" in seen.text)
        await pilot.press("enter")
        await pilot.pause()
        assert not siege.state.assaults
        # Typed in its place.
        await pilot.press("t", *"1234", "enter")
        await seen.until(lambda: bool(siege.state.assaults))
    assert siege.state.assaults == (Assaulted((1, 2, 3, 4), ("hand",) * 4),)
    assert siege.journal.evidence("siege") == ()


async def test_throws_of_six_the_dealer_and_undo(
    siege: Table, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    app = app_of(siege, dealer=Dealer(random.Random(4)))
    async with app.run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await pilot.press("8", "enter")
        await seen.until(lambda: "Throw 1 of 2: 6 dice" in seen.text)
        await pilot.press(*"12345", "enter")
        await seen.until(lambda: "6 dice expected, 5 seen" in seen.text)
        await pilot.press("6", "enter")
        await seen.until(lambda: "Throw 2 of 2: 2 dice" in seen.text)
        assert "Thrown so far: 1 2 3 4 5 6" in seen.text
        await pilot.press("u")
        await seen.until(lambda: "Throw 1 of 2" in seen.text)
        await pilot.press(*"666666", "enter")
        await seen.until(lambda: "Throw 2 of 2" in seen.text)
        await pilot.press("r")
        await seen.until(lambda: bool(siege.state.assaults))
    (assault,) = siege.state.assaults
    assert assault.values[:6] == (6,) * 6
    assert assault.witnesses == ("hand",) * 6 + ("dealer",) * 2


async def test_escape_leaves_and_nothing_is_rolled(
    siege: Table, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    async with app_of(siege).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await pilot.press("2", "enter")
        await seen.until(lambda: "each from 1 to 6" in seen.text)
        await pilot.press("escape")
        await seen.until(lambda: "How many dice?" in seen.text)
    assert not siege.state.assaults


async def test_enter_pressed_twice_asks_for_one_roll(
    siege: Table, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    async with app_of(siege).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await pilot.press("2")
        for _ in range(2):
            pilot.app.post_message(Key("enter", "\r"))
        await seen.until(lambda: "each from 1 to 6" in seen.text)
        await pilot.press("3", "4", "enter")
        await seen.until(lambda: bool(siege.state.assaults))
        await seen.until(lambda: "How many dice?" in seen.text)
    assert siege.state.assaults == (Assaulted((3, 4), ("hand",) * 2),)


async def test_a_camera_that_is_gone_is_told_in_place(
    siege: Table, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    """A camera that is not there: the state stands on the screen, and typing goes on."""
    eye = Eye("97")
    async with app_of(siege, camera=eye, companions=(eye.accompany,)).run_test(
        size=(80, 24)
    ) as pilot:
        seen = look(pilot)
        await pilot.press("1", "enter")
        await seen.until(lambda: "Camera 97 is gone" in seen.text)
        assert not pilot.app._notifications
        await pilot.press("t", "5", "enter")
        await seen.until(lambda: bool(siege.state.assaults))
    assert siege.state.assaults == (Assaulted((5,), ("hand",)),)


async def test_corrections_belong_to_their_picture(
    siege: Table, app_of: Callable[..., TurmwartApp], look: type[Any], shown: Shown
) -> None:
    async with app_of(siege, camera=shown.eye).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await pilot.press("2", "enter")
        await seen.until(lambda: "each from 1 to 6" in seen.text)
        shown.show(siege, "byler_09_100541")
        await seen.until(lambda: "3 5," in seen.text)
        await pilot.press("1", "6")
        await seen.until(lambda: "corrected by hand" in seen.text)
        shown.show(siege, "epanemu_378")
        await seen.until(lambda: "2 dice: 3 3" in seen.text)
        assert "corrected" not in seen.text
        await pilot.press("enter")
        await seen.until(lambda: bool(siege.state.assaults))
    assert siege.state.assaults == (Assaulted((3, 3), ("camera",) * 2),)


@pytest.mark.parametrize("protocol", ["kitty", "iterm", "sixel"])
async def test_sharp_pictures_are_sent_where_the_terminal_can(
    siege: Table,
    app_of: Callable[..., TurmwartApp],
    look: type[Any],
    shown: Shown,
    protocol: str,
) -> None:
    starts = {"kitty": "\x1b_Ga=T", "iterm": "\x1b]1337;File=", "sixel": "\x1bPq"}
    sent: list[str] = []
    app = app_of(siege, camera=shown.eye, graphics=protocol)
    async with app.run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        assert app._driver is not None
        app._driver.write = sent.append  # type: ignore[method-assign]
        await pilot.press("3", "enter")
        shown.show(siege, "byler_09_095628")
        await seen.until(lambda: any(starts[protocol] in one for one in sent))
        assert "▀" not in seen.text
        assert "3 dice: 4 4 5," in seen.text
        await pilot.press("escape")
        await seen.until(lambda: "How many dice?" in seen.text)
        gone = graphics.kitty_gone() in sent
        assert gone == (protocol == "kitty")


@pytest.mark.parametrize(
    ("environment", "protocol"),
    [
        ({"TERM": "xterm-256color"}, "blocks"),
        ({"TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"}, "kitty"),
        ({"TERM": "xterm-ghostty"}, "kitty"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "iterm"),
        ({"TERM": "foot"}, "sixel"),
        ({"TERM": "tmux-256color", "TMUX": "/t", "KITTY_WINDOW_ID": "1"}, "blocks"),
        ({"TERM": "linux", "TURMWART_GRAPHICS": "sixel"}, "sixel"),
        ({"TERM": "xterm-kitty", "TURMWART_GRAPHICS": "blocks"}, "blocks"),
        ({"TERM": "foot", "TURMWART_GRAPHICS": "nonsense"}, "sixel"),
        ({}, "blocks"),
    ],
)
def test_which_pictures_a_terminal_shows(environment: dict[str, str], protocol: str) -> None:
    assert graphics.protocol_of(environment) == protocol


def test_camera_changes_reach_the_screen(siege: Table, shown: Shown) -> None:
    heard: list[object] = []
    siege.bus.subscribe(heard.append)
    shown.show(siege, "byler_09_100541")
    assert heard == [CameraChanged()]
