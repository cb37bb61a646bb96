"""Games whose course is kept: the same commands bring about the same events and the same end.

A line of a file is a step: the command, and the names of the events it brings about; where the
marker moves to another row, and at the end, what lies on the table stands beside it. After a change
that is meant, ``TURMWART_RENEW_GOLDEN=1`` writes the files anew; read the difference before it is
committed.
"""

from __future__ import annotations

import json
import os
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from turmwart.games.anno1452.events_rounds import GameEnded, RowBegan
from turmwart.games.anno1452.setup import Placed, Seat, Settings, Setup
from turmwart.games.anno1452.state import State
from turmwart.games.registry import load
from turmwart.kernel.canon import from_plain, to_plain
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.fold import fold
from turmwart.table.players_anno1452 import AnnoPlayers
from turmwart.table.printed_anno1452 import demo_board

FOLDER = Path(__file__).parent / "anno1452"
GAME = load("anno1452")
COLOURS = ("red", "blue", "green", "yellow")
RENEW = bool(os.environ.get("TURMWART_RENEW_GOLDEN"))
MOST_STEPS = 3000

GAMES: dict[str, tuple[int, bool, dict[str, Any]]] = {
    "four": (4, False, {}),
    "three": (3, False, {"final_year": "1400"}),
    "two": (2, False, {"variants": ("B",)}),
    "ottokar-two": (2, True, {"variants": ("B", "H"), "ottokar_in_comparisons": True}),
    "ottokar-three": (3, True, {"final_year": "1378"}),
    "single-discard": (4, False, {"variants": ("A", "C", "E"), "final_year": "1378"}),
    "elected-by-points": (3, False, {"variants": ("D", "F1", "F2"), "dice_available": 2}),
    "three-rounds": (4, False, {"variants": ("F3", "G1", "I"), "final_year": "1378"}),
    "fewer-dice": (3, False, {"variants": ("G2", "H"), "extra_actions": "second_pass"}),
    "other-readings": (
        4,
        False,
        {
            "final_year": "1400",
            "setup_one_estate_per_region": "own",
            "insolvency": "all_or_nothing",
            "phase4_order": "net",
            "excess_citizens": "return",
            "loss_choice": "opponent",
            "last_peasant_last": False,
            "relief_dice": "peasants",
            "relief_origin": "fighting_estate",
            "reaction_window": "before_every_throw",
            "weapon_cards_scope": "both_sides",
            "king_defends_others": True,
            "anti_king_may_be_king": True,
            "intrigues_stack": True,
            "marriage_death_ends_bonus": False,
            "barbara_region": "city_region",
            "tie_counts_as_extreme": False,
            "marriage_end": "before_er",
            "good_crop_includes_principality": False,
            "good_crop_stacks": True,
            "excommunication_scope": "declaration_and_transfer",
            "pest_can_destroy": True,
            "reactions_in_er": "kindbett",
            "victory_tie": "gold_then_prestige",
            "merge_equal_groups": True,
        },
    ),
}
"""Players, Ottokar, settings of each game; its name is the file's, its number the seed."""


def _setup(name: str) -> Setup:
    players, ottokar, settings = GAMES[name]
    seats = tuple(Seat(f"s{n}", c.title(), c) for n, c in enumerate(COLOURS[:players], 1))
    board = demo_board()
    if not ottokar:
        return Setup(seats, board, Settings(**settings))
    placed = tuple(
        Placed(facts.id, facts.city_limit != 0 and n < 8, 2 if n < 8 else 1)
        for n, facts in enumerate(board.regions)
    )
    return Setup(seats, board, Settings(**settings), placed, "black")


def _lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def _played(name: str, state: State) -> list[dict[str, Any]]:
    """The game as simple players play it now."""
    players = AnnoPlayers(list(GAMES).index(name))
    lines: list[dict[str, Any]] = []
    for _ in range(MOST_STEPS):
        command = players.next(state)
        if command is None:
            return lines
        state, line = _step(state, command)
        lines.append(line)
    raise AssertionError("the game does not end")


def _step(state: State, command: Any) -> tuple[State, dict[str, Any]]:
    events = GAME.decide(state, command, no_rolls)
    assert isinstance(events, tuple), (command, events)
    state = fold(GAME, state, events)
    assert GAME.invariants(state) == ()
    line = {
        "command": {"type": type(command).__name__, **_given(command)},
        "events": [type(event).__name__ for event in events],
    }
    if any(isinstance(event, RowBegan | GameEnded) for event in events):
        line["table"] = _table(state)
    return state, line


def _given(command: Any) -> dict[str, Any]:
    """The fields of a command that differ from their defaults."""
    plain: dict[str, Any] = to_plain(command)
    said = [one for one in fields(command) if getattr(command, one.name) != one.default]
    return {one.name: plain[one.name] for one in said}


def _table(state: State) -> dict[str, Any]:
    """What lies on the table, in few words."""
    return {
        "row": state.row,
        "phase": state.phase,
        "order": list(state.order),
        "deck": state.deck,
        "king": [state.king.seat, state.king.soldiers],
        "players": {
            one.seat: [one.prestige, one.gold, one.hand, one.marriage, *one.titles]
            for one in state.players
        },
        "estates": [
            f"{one.id} {one.owner} {one.region} {one.value}{'c' if one.city else ''}+{one.citizens}"
            for one in state.estates
        ],
        "holders": {one.region: one.seat for one in state.holders},
        "points": {one.seat: one.points for one in state.ranking},
    }


@pytest.mark.parametrize("name", GAMES)
def test_the_same_commands_bring_the_same_game(name: str) -> None:
    """Event by event, row by row, to the last victory point."""
    state: State = fold(GAME, None, GAME.start(_setup(name)))
    file = FOLDER / f"{name}.jsonl"
    if RENEW:
        lines = _played(name, state)
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        FOLDER.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    for number, expected in enumerate(_lines(file.read_text("utf-8")), 1):
        said = dict(expected["command"])
        command = from_plain(GAME.commands[said.pop("type")], said)
        state, line = _step(state, command)
        assert line == expected, f"step {number}"
    assert state.phase == "over"


def test_every_file_is_played_and_all_variants_occur() -> None:
    """No file is left over; each variant is in some game."""
    assert {file.stem for file in FOLDER.glob("*.jsonl")} == set(GAMES)
    variants = {one for _, _, settings in GAMES.values() for one in settings.get("variants", ())}
    assert variants == {"A", "B", "C", "D", "E", "F1", "F2", "F3", "G1", "G2", "H", "I"}
