"""Games of King of Kings whose course is kept: the same orders bring about the same rounds.

A line of a file is a round: all orders with their results, the fights, the statistics, the hash of
the state. After a change that is meant, ``TURMWART_RENEW_GOLDEN=1`` writes the files anew; read the
difference before it is committed.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kok_games import scripted_game
from kok_world import play, state_of

from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.options import Options
from turmwart.games.kingofkings.state import State
from turmwart.kernel.canon import state_hash, to_plain
from turmwart.table.kingofkings.mapgen import make_map
from turmwart.table.kingofkings.report import report_text

FOLDER = Path(__file__).parent / "kingofkings"
RENEW = bool(os.environ.get("TURMWART_RENEW_GOLDEN"))
ROUNDS, PLAYERS = 12, 8
GAMES: dict[str, dict[str, Any]] = {
    "indi": {},
    "zine-other-readings": {
        "report_mode": "zine",
        "order_rotation": "rotate",
        "siege_mode": "percent",
        "siege_amount": 20,
        "ally_timing": "next_round",
        "landing_tactic": "order_or_T",
        "morale_scope": "game",
        "store_wp": 20,
        "vp_per_general": 5,
    },
}


def told(state: State) -> str:
    """A round as one line."""
    record = state.record
    assert record is not None
    plain = {
        "round": record.round,
        "orders": [f"{line.player} {line.text}: {line.result}" for line in record.lines],
        "sea": [f"{b.mover}-{b.enemy} {b.left}" for b in record.sea_battles],
        "raids": [f"{r.player}-{r.owner} {r.at} {r.returned} {r.loot}" for r in record.raids],
        "battles": [
            f"{b.attacker}-{b.defender} {b.at} {b.tactics} {b.outcome}" for b in record.battles
        ],
        "notes": [f"{n.kind} {n.x}/{n.y} {n.player} {n.unit}{n.count}" for n in record.notes],
        "statistics": [to_plain(one) for one in record.statistics],
        "hash": state_hash(state),
    }
    return json.dumps(plain, sort_keys=True)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_goes_as_it_went(name: str) -> None:
    """Twelve rounds of eight scripted players; fights of every kind are among them."""
    options = replace(Options(), end_rounds=ROUNDS, **GAMES[name])
    setup = replace(make_map(name, 16, 12, PLAYERS, options), seed=name)
    states = scripted_game(setup, name, ROUNDS)
    lines = [told(state) for state in states]
    file = FOLDER / f"{name}.jsonl"
    if RENEW:
        file.write_text("\n".join(lines) + "\n", "utf-8")
    assert lines == file.read_text("utf-8").splitlines()
    assert states[-1].over
    records = [state.record for state in states if state.record]
    assert sum(len(record.battles) for record in records) > 5
    assert sum(len(record.raids) for record in records) > 5


@pytest.mark.rule("K-PHASE-1", "K-PHASE-5")
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_report_of_the_whole_round_of_the_specification(language: str) -> None:
    """EX-K-77, as the game master reads it: every shot, every number."""
    units = [
        ("1/1", 1, "2 BO 2 SC"),
        ("1/2", 1, "4 FU 1 GE"),
        ("2/2", 1, "2 RE"),
        ("1/3", 1, "1 FU"),
        ("2/3", 1, "1 FU"),
        ("3/2", 2, "2 FU 1 BO"),
        ("4/2", 2, "1 RE"),
        ("3/3", 2, "1 FU"),
        ("4/3", 2, "1 FU"),
        ("3/1", 2, "1 FU 1 SC"),
        ("5/1", 2, "1 FU"),
    ]
    stock = {1: {"wp": 12}, 2: {"wp": 13}}
    state = state_of(["K~~~E", "EEBE~", "EKEE~"], units, stock=stock, seed="turmwart")
    orders = {
        1: [
            "NAME Knut",
            "EIN 1 3 BOGEN 2 3 FUSS",
            "LAND 2 2 Z REITER 2 O",
            "LAND 1 2 F FUSS 3 GENERAL 1 O O",
            "SEE 1 1 BOGEN 2 SCHIFF 2 O O O",
        ],
        2: ["EIN 4 3 REITER", "VERT 3 2 G", "RAUB 3 3 FUSS 1 W", "SPI 2 2"],
    }
    text = report_text(GAME.view(play(state, orders), "gm"), language)
    file = FOLDER / f"ex-k-77-{language}.txt"
    if RENEW:
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")
