"""No literal word on any screen: everything read comes from the texts."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Awaitable, Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

import turmwart.app
from turmwart import texts
from turmwart.app.app import TurmwartApp
from turmwart.app.doors import Doors, option_rows
from turmwart.app.screens.wallenstein.quick_cards import codes_of
from turmwart.journal.store import Journal
from turmwart.table.printed import demo_board
from turmwart.table.table import Table

from .conftest import tick
from .wallenstein import COLOURS, NAMES, new_table, play

GREEK = str.maketrans(
    string.ascii_letters, "".join(chr(0x3B1 + n % 24) for n in range(len(string.ascii_letters)))
)
PLACES = re.compile(r"\{\w+[:}]")
"""``{place}``, and what stands before the words of ``{place:word/words}``."""


def in_greek(text: str) -> str:
    """The text with every letter exchanged, its places kept."""
    pieces = PLACES.split(text)
    places = PLACES.findall(text)
    said = [piece.translate(GREEK) for piece in pieces]
    return "".join(a + b for a, b in zip(said, [*places, ""], strict=True))


@cache
def made_up() -> dict[str, str]:
    """Every English text in a language that nobody speaks."""
    english: dict[str, str] = {}
    for file in files(texts).joinpath("en").iterdir():
        if file.name.endswith(".toml"):
            texts._flatten("", tomllib.loads(file.read_text("utf-8")), english)
    return {text_id: in_greek(text) for text_id, text in english.items()}


@pytest.fixture(autouse=True)
def _greek(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "catalogue", lambda language: made_up())


def names() -> set[str]:
    """Proper names: players, places of the board with their codes, tables; rule ids; caps."""
    board = demo_board()
    codes = codes_of(board).values()
    places = [*(p.label for p in board.provinces), *(r.label for r in board.regions)]
    return {
        word for name in (*places, *codes, *NAMES, "evening", "monday") for word in name.split()
    }


def strange_words(shown: str, proper: set[str]) -> list[str]:
    """Latin words on the screen that are no name."""
    shown = re.sub(r"\b[WQTPKA]-[A-Z]+(-[A-Z0-9]+)*", " ", shown)
    shown = re.sub(r"\^[A-Z]\b|\bF\d+\b|https?://\S+", " ", shown)
    found = re.findall(r"[A-Za-z]{2,}…?", shown)
    return [
        word
        for word in found
        if word not in proper
        and not (word.endswith("…") and any(name.startswith(word[:-1]) for name in proper))
    ]


# Known to come from events whose values are words of the data, not of the app.
EVENT_COLOURS = {*COLOURS, "green"}

Steps = Callable[[Pilot[None]], Awaitable[None]]


def pressing(*keys: str) -> Steps:
    """Press these keys."""

    async def steps(pilot: Pilot[None]) -> None:
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.05)

    return steps


@pytest.mark.parametrize(
    ("phase", "keys"),
    [
        ("display", ()),
        ("display", ("f5",)),
        ("display", ("x", "enter")),
        ("draft", ("tab",)),
        ("fill", ()),
        ("fill", ("enter",)),
        ("fill", ("r", "9", "9", "enter")),
        ("action_cards", ("enter",)),
        ("planning", ()),
        ("bids", ("enter", "enter")),
        ("tiles", ("f1",)),
        ("actions", ()),
        ("actions", ("f2",)),
        ("actions", ("f2", "left")),
        ("actions", ("f3",)),
        ("actions", ("ctrl+q",)),
        *(("actions", ("f12", str(question))) for question in range(1, 7)),
        *(("over", ("f10", str(page))) for page in range(1, 8)),
        ("battle", ()),
        ("battle", ("1", "0")),
        ("move", ("1",)),
        ("move", ("1", "9", "9", "enter")),
        ("over", ()),
    ],
)
async def test_every_word_is_a_text(
    journal: Journal, look: type[Any], phase: str, keys: tuple[str, ...]
) -> None:
    table = new_table(journal, tick)
    moments: dict[str, Callable[[Table], bool]] = {
        "battle": lambda t: t.state.battle is not None and bool(t.state.battle.tray),
        "move": lambda t: t.view().step == "move",
    }
    play(table, moments.get(phase, lambda t: t.state.phase == phase))
    doors = Doors(mean_fallen=lambda thrown, inside: inside / 3, pour=_no_pour, serve=_serve)
    app = TurmwartApp(doors, table=table, settle_seconds=0)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await pilot.pause(0.05)
        await pressing(*keys)(pilot)
        shown = look(pilot).text
        assert len(shown.split()) > 10
        assert strange_words(shown, names() | EVENT_COLOURS) == [], shown


def test_every_text_of_the_app_is_there_and_used() -> None:
    """Ids in the code lead to texts; each text of the app is named, or its family is."""
    app = Path(turmwart.app.__file__).parent
    code = "\n".join(file.read_text("utf-8") for file in app.rglob("*.py"))
    named = set(re.findall(r'["\']((?:app|tower|wallenstein)\.[\w.]+)["\']', code))
    families = {f for f in re.findall(r'f"((?:app|tower|wallenstein)\.[\w.]*)\{', code) if f}
    known = set(made_up())
    assert {n for n in named if not any(k == n or k.startswith(f"{n}.") for k in known)} == set()
    ours = {text_id for text_id in known if text_id.startswith("app.")}
    rows = {"app.row", "app.options"}
    assert {
        text_id
        for text_id in ours
        if text_id not in named
        and text_id.rpartition(".")[0] not in named | rows
        and not any(text_id.startswith(family) for family in families)
    } == set()


def test_a_literal_word_is_found() -> None:
    shown = f"{in_greek('Turn of')} Anna  W-BID-5  ^Z {in_greek('undo')}: Overl… hello"
    assert strange_words(shown, {"Anna", "Overlook"}) == ["hello"]


async def test_every_word_before_a_table_is_a_text(journal: Journal, look: type[Any]) -> None:
    new_table(journal, tick, name="monday").close()
    rows = option_rows(
        {"move_optional": True, "settle_seconds": 3, "show_tower_content": "never"},
        {"show_tower_content": ("never", "always")},
    )
    doors = Doors(
        tables=journal.tables,
        open=lambda name: new_table(journal, tick),
        create=lambda new: new_table(journal, tick),
        options={"wallenstein": rows},
        colours={"wallenstein": COLOURS},
    )
    async with TurmwartApp(doors).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "monday" in seen.text)
        for keys in (("2",), ("enter", "1"), ("enter",) * 6, ("1",), ("ctrl+c",)):
            assert strange_words(seen.text, names() | EVENT_COLOURS) == [], seen.text
            await pressing(*keys)(pilot)
        assert strange_words(seen.text, names() | EVENT_COLOURS) == [], seen.text


async def _no_pour(table: Table) -> None:
    del table


async def _serve(table: Table, lan: bool) -> tuple[str, list[str]]:
    del table, lan
    return "http://127.0.0.1:8452/", []
