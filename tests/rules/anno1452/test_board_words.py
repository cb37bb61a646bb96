"""Prompts, objections and the log have words for everything they name."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from typing import Any, get_args

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452 import steps as steps_module
from turmwart.games.anno1452.board import Board
from turmwart.games.anno1452.commands import COMMANDS
from turmwart.games.anno1452.data import board_from_tables
from turmwart.games.anno1452.describe import describe
from turmwart.games.anno1452.events import EVENTS
from turmwart.games.anno1452.events_board import PrestigeChanged, WishHeld, WishReleased
from turmwart.games.anno1452.events_cards import CardsDrawn, HandTold
from turmwart.games.anno1452.setup import Placed, Seat, Settings, Setup
from turmwart.games.anno1452.state import PHASES, State
from turmwart.games.anno1452.wizard import faults
from turmwart.kernel.fold import fold
from turmwart.kernel.prompt import Prompt, Sheet
from turmwart.table.printed_anno1452 import data, demo_board
from turmwart.table.scenarios.anno1452.position import Position
from turmwart.texts import has, say

PLACE = re.compile(r"{\w+}|\[")


def said(text_id: str, values: Any = ()) -> str:
    """The English text; it must be there, with all its places and words filled."""
    assert has(text_id), text_id
    words = say(text_id, "en", **dict(values))
    assert not PLACE.search(words), (text_id, words)
    assert "@anno1452" not in words, (text_id, words)
    return words


def prompt_words(prompt: Prompt) -> Iterator[str]:
    """Text and label of a prompt, its slots and its options."""
    yield said(f"{prompt.id}.text", prompt.values)
    yield said(f"{prompt.id}.label", prompt.values)
    for slot in prompt.slots:
        own = f"{prompt.id}.{slot.name}"
        yield said(own if has(own) else f"anno1452.slot.{slot.name}", prompt.values)
        for row in slot.rows if isinstance(slot, Sheet) else (slot,):
            for option in getattr(row, "options", ()):
                yield option.label or said(option.text)


def setup(kind: str, rng: random.Random) -> Setup:
    """A game of the made-up board with Ottokar, of two with variants, or of the shipped board."""
    colours = ("red", "blue", "green")
    seats = tuple(Seat(f"s{n}", c.title(), c) for n, c in enumerate(colours, 1))
    if kind == "ottokar":
        placed = tuple(
            Placed(facts.id, facts.city_limit != 0 and n < 8, 2 if n < 8 else 1)
            for n, facts in enumerate(demo_board().regions)
        )
        return Setup(seats, demo_board(), Settings(), placed, "black")
    if kind == "two":
        settings = Settings(variants=("B", "C", "F2", "G2", "H", "I"))
        return Setup(seats[:2], demo_board(), settings)
    board: Board = board_from_tables(data("principalities"), data("cards"))
    return Setup(seats, board, Settings(final_year="1378", extra_actions="second_pass"))


@pytest.mark.rule("A-ASK-3", "A-ASK-4", "A-ASK-5")
@pytest.mark.parametrize("kind", ["ottokar", "two", "shipped"])
@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_in_words(kind: str, seed: int) -> None:
    """Every prompt and every line of the log of a random game can be said."""
    rng = random.Random(seed)
    events: tuple[Any, ...] = GAME.start(setup(kind, rng))
    state: State | None = None
    for _ in range(4000):
        for event in events:
            state = GAME.apply(state, event)
            said(*describe(event, state))
        assert state is not None
        if state.phase == "over":
            break
        if rng.random() < 0.3:
            for prompt in GAME.prompts(state, rng.choice((None, *state.seats))):
                assert all(prompt_words(prompt))
        legal = list(GAME.legal(state, None))
        kinds = sorted({type(command).__name__ for command in legal})
        chosen = rng.choice(kinds)
        command = rng.choice([one for one in legal if type(one).__name__ == chosen])
        events = GAME.decide(state, command, lambda stream, index, chance: rng.randint(1, chance))
        assert isinstance(events, tuple), events
    assert state is not None
    assert state.phase == "over"


def test_every_objection_in_the_rules_has_words() -> None:
    """All names that the modules of the rules give to ``refused`` and ``doubtful``."""
    pattern = re.compile(r'(?:refused|doubtful)\(\s*(?:[\w.]+|"[A-Z0-9-]+"),\s*"([a-z_0-9]+)"')
    found = set()
    for file in files("turmwart.games.anno1452").iterdir():
        if file.name.endswith(".py"):
            found.update(pattern.findall(file.read_text("utf-8")))
    assert len(found) > 60
    missing = sorted(name for name in found if not has(f"anno1452.objection.{name}"))
    assert missing == []


def test_every_event_and_phase_has_words() -> None:
    """An event has a text of its own, or one for each of its forms."""
    ids = [one for name in EVENTS if (one := f"anno1452.event.{name}")]
    folder = files("turmwart.texts") / "en"
    texts = "".join(
        file.read_text("utf-8")
        for file in folder.iterdir()
        if file.name.startswith("anno1452") and file.name.endswith(".toml")
    )
    missing = [one for one in ids if not re.search(rf"^{one.rsplit('.', 1)[1]}\w* = ", texts, re.M)]
    assert missing == []
    assert all(has(f"anno1452.phase.{phase}") for phase in PHASES)


def test_every_step_and_command_has_a_word() -> None:
    """Steps are told when they begin, commands when they wait for a printed value."""
    steps = (*get_args(steps_module.Waiting), *get_args(steps_module.Task))
    ids = [f"anno1452.step.{cls.__name__}" for cls in steps]
    ids += [f"anno1452.command.{name}" for name in COMMANDS]
    assert [one for one in ids if not has(one)] == []


@pytest.mark.rule("A-STATE-9", "A-ASK-1")
def test_the_log_names_no_secret_card() -> None:
    """What was drawn or told stays with its owner."""
    position = Position(("red", "blue"))
    for event in (
        CardsDrawn("s1", 1, ("marriage-anna",), "table"),
        HandTold("s1", ("marriage-anna",)),
    ):
        text_id, values = describe(event, position.state)
        assert "Anna" not in said(text_id, values)
        assert "anna" not in str(values)


@pytest.mark.rule("A-ASK-3", "A-PRES-4")
def test_what_hits_a_player_out_of_turn_is_told_with_old_and_new_value() -> None:
    """A point lost, a point exchanged for Gold, a point unpaid."""
    state = Position(("red", "blue")).state
    plain = PrestigeChanged("s2", -1, 9, 8, 0, 0, "card_lost", "bayern")
    for event, words in (
        (plain, ("Blue", "-1", "9", "8", "Bayern")),
        (replace(plain, was=20, now=20, delta=1, gold=5), ("+1", "+5")),
        (replace(plain, was=0, now=0, unpaid=1), ("every other player",)),
    ):
        line = said(*describe(event, state))
        assert all(word in line for word in words), line


def test_a_held_wish_is_told_with_its_end() -> None:
    """Held, carried out, refused, dropped; and the faults of a board have words."""
    position = Position(("red", "blue"))
    command = GAME.commands["Build"]("s1", "bayern")
    for event in (
        WishHeld(command),
        WishReleased(True),
        WishReleased(False, "A-ACT-BUILD-2", "anno1452.objection.region_full"),
        WishReleased(False),
    ):
        said(*describe(event, position.state))
    position.print("region", "bayern", "estate_limit", 6)
    for fault in faults(position.state.board):
        said(fault.detail, fault.values)


def test_a_game_begins_with_its_players() -> None:
    """The first line names them."""
    events = GAME.start(setup("two", random.Random(0)))
    state = fold(GAME, None, events)
    assert "Red, Blue" in said(*describe(events[0], state))
