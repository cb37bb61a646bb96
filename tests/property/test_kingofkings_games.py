"""Random worlds of King of Kings: nothing raises, breaks or depends on what it must not.

A share runs every time; ``TURMWART_KOK_WORLDS=2000`` runs two thousand worlds of ten rounds.
"""

from __future__ import annotations

import os
import random
import re
from dataclasses import replace

import pytest
from kok_games import begin, random_round, random_setup, random_sheet, random_world
from kok_world import do

from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.commands import HandIn, PlayRound
from turmwart.games.kingofkings.playing import run
from turmwart.games.kingofkings.reading import is_order, lines_of, read
from turmwart.games.kingofkings.record import Record
from turmwart.games.kingofkings.state import State
from turmwart.games.kingofkings.tables import SC
from turmwart.games.kingofkings.viewing import view
from turmwart.journal import codec
from turmwart.kernel.canon import from_plain, state_hash, to_plain
from turmwart.kernel.fold import fold
from turmwart.table.dealer import Seeded
from turmwart.table.kingofkings.page import report_page
from turmwart.table.kingofkings.report import report_text
from turmwart.table.kingofkings.schema import report_json

WORLDS = int(os.environ.get("TURMWART_KOK_WORLDS", "25"))
FUZZED = int(os.environ.get("TURMWART_KOK_LINES", "4000"))
ROUNDS = 10
ALPHABET = "EINLADSEERAUBVERTNAMEALLABTSPI 0123456789 BOFURESCGEAT NSWO FZTUG;/,äöüß\t\x00é"


@pytest.mark.parametrize("seed", range(WORLDS))
def test_whole_games(seed: int) -> None:
    """Ten rounds: the laws hold, each line has a result; a second run gives the same reports."""
    rng = random.Random(seed)
    state = begin(random_setup(rng))
    for _ in range(ROUNDS):
        if state.over:
            break
        before = state
        again = random.Random()
        again.setstate(rng.getstate())
        state = random_round(rng, before)
        assert state.record is not None
        _laws(state, state.record)
        second = random_round(again, before)
        assert state_hash(second) == state_hash(state)
        reader = reader_of(state)
        assert reports(second, reader) == reports(state, reader)
    event = GAME.decide(replace(state, over=False), PlayRound(), Seeded("x", state.round))
    assert isinstance(event, tuple)
    assert from_plain(type(event[0]), to_plain(event[0])) == event[0]
    assert codec.encode(GAME, event[0]).type.endswith("RoundPlayed")


def reader_of(state: State) -> str:
    """One of those who get a report, another each round; chance of the world is not touched."""
    seats = ("gm", *(str(tribe.number) for tribe in state.tribes))
    return seats[state.round % len(seats)]


def reports(state: State, seat: str) -> tuple[bytes, ...]:
    """What a reader gets, in each form."""
    shown = view(state, seat)
    forms = (report_json(shown), report_text(shown, "de"), report_page(shown, "hu"))
    return tuple(form.encode() for form in forms)


def _laws(state: State, record: Record) -> None:
    """What must hold after a round beyond the laws that each step is checked for."""
    seas = {t.letter for t in state.setup.rules.terrains if t.sea}
    for place in state.places:
        sea = state.setup.rows[place.y - 1][place.x - 1] in seas
        for force in place.forces if sea else ():
            # Hunger may leave ships without crew until the next round, never units without ships.
            assert sum(force.counts[:SC]) <= force.counts[SC]
    for line in record.lines:
        assert line.outcomes
        assert re.fullmatch(r"[a-z@+|/ 0-9-]+", line.result), line.result
    keys = [(one.stream, one.index) for one in record.rolls()]
    assert len(set(keys)) == len(keys)
    for stream in {stream for stream, _ in keys}:
        indices = sorted(index for other, index in keys if other == stream)
        assert indices == list(range(len(indices)))
    # What one side loses by fighting, the other gains; raiders who fell for nobody are lost alone.
    assert sum(one.morale for one in record.statistics) <= 0 or state.options.morale_scope == "game"
    for statistic in record.statistics:
        assert min(statistic.wp, statistic.wood, statistic.food, statistic.vp) >= 0


@pytest.mark.parametrize("seed", range(1000, 1000 + WORLDS))
def test_the_sequence_of_battles_does_not_matter(seed: int) -> None:
    """Reversed battles leave the same provinces, armies and points; sea landings apart."""
    state = random_world(seed)
    if state.over:
        return
    forward, backward = (run(state, Seeded("s", state.round), reverse=r) for r in (False, True))
    # Room on ships is given in the sequence of battles (K-PHASE-7).
    from_sea = any(
        state.setup.rules.terrain_at(state.setup.rows[y - 1][x - 1]).sea
        for battle in forward.battles
        for x, y in (group.origin for group in battle.groups)
    )
    if not from_sea:
        assert forward.places() == backward.places()
        assert forward.morale == backward.morale
    assert sorted(b.at for b in forward.battles) == sorted(b.at for b in backward.battles)


@pytest.mark.parametrize("chunk", range(4))
def test_the_reader_survives_anything(chunk: int) -> None:
    """Each line has an order or a code; a guess can be read; nothing takes long."""
    rng = random.Random(chunk)
    codes: set[str] = set()
    for _ in range(FUZZED // 4):
        if rng.random() < 0.3:
            data: str | bytes = rng.randbytes(rng.randint(0, 80))
        else:
            data = "".join(rng.choice(ALPHABET) for _ in range(rng.randint(0, 60)))
        for line in lines_of(data):
            assert line.isprintable()
            if not is_order(line):
                continue
            found = read(line)
            assert (found.order is None) == bool(found.error)
            codes.add(found.error)
            if found.meant:
                assert not read(found.meant).error
    assert "unknown-order" in codes


def test_long_sheets_and_lines_are_bounded() -> None:
    """A megabyte of one word, of lines, of numbers: read at once, kept short."""
    for text in ("A" * 1_000_000, "\n" * 1_000_000, "LAND " * 200_000, "1 " * 500_000):
        lines = lines_of(text)
        assert len(lines) <= 2000
        for line in lines[:5]:
            if is_order(line):
                assert read(line).error


def test_a_binary_sheet_is_played_like_any_other() -> None:
    """A result for each of its lines; the round goes on."""
    state = begin(random_setup(random.Random(5)))
    player = state.tribes[0].number
    text = "\n".join(lines_of(random.Random(1).randbytes(3000)))
    state = do(state, HandIn(player, text))
    after = do(state, PlayRound())
    assert after.record is not None
    sheet = state.sheet(player)
    assert sheet is not None
    orders = [line for line in sheet.lines if is_order(line)]
    assert len([line for line in after.record.lines if line.player == player]) == len(orders)


def test_undone_rounds_come_back_the_same() -> None:
    """Folding the stored events again gives the same state."""
    rng = random.Random(77)
    state = begin(random_setup(rng))
    events = list(GAME.start(state.setup))
    for _ in range(3):
        commands = [
            HandIn(tribe.number, "\n".join(random_sheet(rng, state))) for tribe in state.tribes
        ]
        for command in (*commands, PlayRound()):
            decided = GAME.decide(state, command, Seeded(state.setup.seed, state.round))
            assert isinstance(decided, tuple)
            events += decided
            state = fold(GAME, state, decided)
    assert state_hash(fold(GAME, None, events)) == state_hash(state)
