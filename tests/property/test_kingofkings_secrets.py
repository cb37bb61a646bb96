"""King of Kings in Indi mode: two worlds that differ in hidden facts only say the same to a player.

Reports, checks, receipts, error lines, dice prompts and all that the web server answers. A share
runs every time; ``TURMWART_KOK_SECRETS=500`` compares more worlds.
"""

from __future__ import annotations

import io
import os
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from kok_games import random_sheet, random_world
from kok_world import do, setup_of, state_of, with_orders

from turmwart.cli.kok_dice import prompt, rolls_typed
from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.checking import check_sheet
from turmwart.games.kingofkings.commands import HandIn, PlayRound
from turmwart.games.kingofkings.playing import play_round
from turmwart.games.kingofkings.reading import read
from turmwart.games.kingofkings.record import Drawn, Line, Note, Outcome, Record, Spied
from turmwart.games.kingofkings.setup import Stack
from turmwart.games.kingofkings.state import Force, Place, Sheet, State
from turmwart.games.kingofkings.tables import FU, SC
from turmwart.games.kingofkings.viewing import hidden_roll, known_fields, view
from turmwart.games.kingofkings.world import RollMissing
from turmwart.journal.store import Journal
from turmwart.kernel.canon import canonical_json
from turmwart.server.kok import create_kok_app
from turmwart.table.dealer import Seeded
from turmwart.table.kingofkings.page import report_page
from turmwart.table.kingofkings.report import report_text
from turmwart.table.kingofkings.schema import report_json
from turmwart.table.palette import default_palette
from turmwart.table.table import Table

SHARE = int(os.environ.get("TURMWART_KOK_SECRETS", "20"))
HIDDEN_NAME = "Anderswo"
STAYING = ("EIN", "VERT", "NAME", "ALL", "ABT", "SPI")
"""Orders that meet nobody; by K-REPORT-11 movements may tell what they met."""


def indi(seed: int) -> State:
    """A random world in Indi mode, with sheets handed in."""
    state = random_world(seed)
    return replace(state, options=replace(state.options, report_mode="indi"))


def other_world(state: State, seat: int) -> State:
    """The same world as far as ``seat`` may know, with all other facts changed."""
    record = state.record
    known = known_fields(state, record or _nothing(), seat)
    tribes = tuple(
        t
        if t.number == seat
        else replace(t, wp=t.wp + 7, wood=t.wood + 5, food=t.food + 3, generals=t.generals + 1)
        for t in state.tribes
    )
    others = [t.number for t in state.tribes if t.number != seat]
    return replace(
        state,
        setup=replace(state.setup, stacks=_larger(state.setup.stacks, seat)),
        places=tuple(p if (p.x, p.y) in known else _other(p, others) for p in state.places),
        tribes=tribes,
        statuses=tuple(
            s if seat in (s.player, s.other) else replace(s, value=s.value % 5 + 1)
            for s in state.statuses
        ),
        sheets=tuple(
            s if s.player == seat else Sheet(s.player, ("VERT 1 1 G",), edition=s.edition + 1)
            for s in state.sheets
        ),
        record=record and _other_record(record, seat, others),
    )


def _nothing() -> Record:
    return Record(0, (), (), (), (), (), (), (), (), (), ())


def _larger(stacks: Sequence[Stack], seat: int) -> tuple[Stack, ...]:
    """The armies that others began with, larger than they were."""
    return tuple(
        s if s.player == seat else replace(s, counts=tuple(n + 1 for n in s.counts)) for s in stacks
    )


def _other(place: Place, others: list[int]) -> Place:
    """A place that the seat does not know, with other owner, name, setting and army."""
    swapped = {0: 0, **dict(zip(others, others[1:] + others[:1], strict=True))}
    # No foot for those who have ships alone: the province would have to be theirs.
    more = tuple(
        Force(
            swapped[f.player],
            tuple(
                n + (kind == SC or (kind == FU and any(f.counts[:SC])))
                for kind, n in enumerate(f.counts)
            ),
        )
        for f in place.forces
    )
    tactic = "U" if place.tactic != "U" else "F"
    return replace(
        place,
        owner=swapped[place.owner],
        name=HIDDEN_NAME,
        tactic=tactic if place.owner else "T",
        home=0,
        forces=tuple(sorted(more, key=lambda force: force.player)),
    )


def _other_record(record: Record, seat: int, others: list[int]) -> Record:
    """What others ordered, met, lost and spied on, changed."""
    lines = [line for line in record.lines if line.player == seat]
    detections = [drawn for drawn in record.detections if drawn.value <= drawn.chance]
    notes = [note for note in record.notes if note.player == seat]
    spied = [one for one in record.spied if one.player == seat]
    for other in others:
        lines.insert(0, Line(other, 1, 1, f"NAME {HIDDEN_NAME}", (Outcome(("blocked",), (1, 1)),)))
        detections.append(Drawn(f"detect/{other}/1", 0, 10, 7, HIDDEN_NAME))
        notes.append(Note("drowned", 1, 1, other, "FU", 3))
        spied.append(Spied(other, 1, 1))
    return replace(
        record,
        lines=tuple(lines),
        # Ships that a fleet passed unseen are hidden from its owner too (K-REPORT-11).
        detections=(*detections, Drawn(f"detect/{seat}/99", 0, 10, 93, HIDDEN_NAME)),
        notes=tuple(notes),
        spied=tuple(spied),
        silent=tuple(p for p in (seat,) if p in record.silent) + tuple(others),
    )


@pytest.mark.rule("K-REPORT-2", "K-REPORT-3", "K-REPORT-4", "K-REPORT-10", "K-REPORT-11")
@pytest.mark.parametrize("seed", range(2000, 2000 + SHARE))
def test_reports_and_checks_tell_nothing_hidden(seed: int) -> None:
    """Data, text, page and the check of a sheet are equal; the game master's differ."""
    state = indi(seed)
    for tribe in state.tribes:
        seat = tribe.number
        changed = other_world(state, seat)
        one, other = view(state, str(seat)), view(changed, str(seat))
        assert canonical_json(one) == canonical_json(other)
        assert report_json(one) == report_json(other)
        for language in ("de", "en"):
            assert report_text(one, language) == report_text(other, language)
        assert report_page(one, "hu") == report_page(other, "hu")
        lines = tuple(random_sheet(random.Random(seed), state))
        assert check_sheet(one, lines) == check_sheet(other, lines)
        if len(state.tribes) > 1:
            assert report_json(view(state, "gm")) != report_json(view(changed, "gm"))


@pytest.mark.rule("K-REPORT-10", "K-REPORT-11")
@pytest.mark.parametrize("seed", range(3000, 3000 + SHARE))
def test_error_lines_tell_nothing_hidden(seed: int) -> None:
    """Results of orders that meet nobody, played in both worlds, are equal."""
    state = indi(seed)
    if state.over:
        return
    rng = random.Random(seed)
    lines = tuple(line for _ in range(4) for line in random_sheet(rng, state))
    lines = tuple(line for line in lines if read(line).keyword in ("", *STAYING))
    for tribe in state.tribes:
        seat = tribe.number
        given = replace(state, sheets=(Sheet(seat, lines),))
        changed = replace(other_world(given, seat), sheets=given.sheets)
        results = []
        for one in (given, changed):
            record = play_round(one, Seeded("s", one.round)).record
            results.append([line for line in record.lines if line.player == seat])
        assert results[0] == results[1]


@pytest.mark.rule("K-REPORT-10")
@pytest.mark.parametrize("seed", range(4000, 4000 + SHARE))
async def test_web_answers_tell_nothing_hidden(seed: int, tmp_path: Path) -> None:
    """Pages, checks, receipts, refusals: status, headers and bytes are equal."""
    state = indi(seed)
    rng = random.Random(seed)
    seat = rng.choice(state.tribes).number
    sheet = {"text": "\n".join(random_sheet(rng, state))}
    answers = []
    with Journal.open(tmp_path / "j.sqlite") as journal:
        for name, one in (("one", state), ("other", other_world(state, seat))):
            table = Table.create(
                journal,
                name,
                GAME,
                setup_of(["EE"], [("1/1", 1, "1 FU"), ("2/1", 2, "1 FU")]),
                palette=default_palette(),
                clock=lambda: 1_700_000_000_000,
            )
            table.state = one
            try:
                answers.append(await _asked(table, seat, sheet))
            finally:
                table.close()
    assert answers[0] == answers[1]
    assert HIDDEN_NAME not in str(answers)


async def _asked(table: Table, seat: int, sheet: dict[str, str]) -> list[object]:
    """All that the server says to a player: before, while and after he hands in a sheet."""
    words = {str(tribe.number): f"word-{tribe.number}" for tribe in table.state.tribes}
    app = create_kok_app(table, {"gm": "master", **words}, "de")
    own = f"/p/word-{seat}"
    said: list[object] = []
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:8453"
    ) as client:
        for method, path, body in (
            ("GET", own, None),
            ("POST", f"{own}/check", sheet),
            ("POST", f"{own}/check", {"words": 1}),
            ("POST", f"{own}/sheet", sheet),
            ("POST", f"{own}/sheet", sheet),
            ("GET", own, None),
            ("POST", f"{own}/play", {}),
            ("GET", "/p/nobody", None),
            ("GET", f"{own}/other", None),
        ):
            answer = await client.request(method, path, json=body)
            said.append((answer.status_code, sorted(answer.headers.items()), answer.text))
    return said


@pytest.mark.rule("K-CHANCE-9", "K-REPORT-10")
@pytest.mark.parametrize("seed", range(5000, 5000 + SHARE))
def test_each_question_for_a_roll_at_sea_is_the_same(seed: int) -> None:
    """Whoever sails, wherever, against whomever, with whatever chance."""
    state = _fleets(random.Random(seed))
    asked = [*_sea_rolls(state), *_sea_rolls(other_world(state, 1))]
    assert asked
    for missing in asked:
        assert hidden_roll(state, missing.stream)
        assert prompt(state, missing) == "Roll for a sea movement (percentile dice)"


def _fleets(rng: random.Random) -> State:
    """A sea full of fleets, all of which sail among their enemies."""
    wide, high, players = 5, 3, rng.randint(2, 4)
    units, orders = [], dict[int, list[str]]()
    for x in range(1, wide + 1):
        for y in range(1, high + 1):
            player, ships = 1 + (x + y) % players, rng.randint(1, 3)
            general = rng.random() < 0.3
            crew = f"{ships - general} FU {int(general)} GE"
            units.append((f"{x}/{y}", player, f"{crew} {ships} SC"))
            path = " ".join(rng.choice("NSWO") for _ in range(rng.randint(1, 4)))
            line = f"SEE {x} {y} AT SCHIFF {ships} {path}"
            orders.setdefault(player, []).append(line)
    options = {"report_mode": "indi", "sea_general_bonus": rng.random() < 0.5}
    return with_orders(state_of(["~" * wide] * high, units, options=options), orders)


def _sea_rolls(state: State) -> list[RollMissing]:
    """The rolls at sea that a round by the seed asks for."""
    rolls, asked = Seeded("s", state.round), list[RollMissing]()
    at_sea: set[tuple[str, int]] = set()

    def roll(stream: str, index: int, chance: int) -> int | None:
        if stream.startswith(("detect/", "sea/")) and (stream, index) not in at_sea:
            return None
        return rolls(stream, index, chance)

    while True:
        try:
            play_round(state, roll)
        except RollMissing as missing:
            asked.append(missing)
            at_sea.add((missing.stream, missing.index))
        else:
            return asked


@pytest.mark.rule("K-CHANCE-9", "K-REPORT-10")
def test_dice_at_sea_cannot_tell_detection_from_battle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Passing a ship (chance 10), a battle (35), one with a general aboard: one and the same talk.

    Whether a d10 or a d20 will do depends on the chance, so neither is taken.
    """
    rows = ["~~~E"]
    ways = {
        "passed": ("1 FU 1 SC", "O O"),
        "battle": ("1 FU 1 SC", "O"),
        "general": ("1 GE 1 SC", "O"),
    }
    said = {}
    chances = set()
    with Journal.open(tmp_path / "j.sqlite") as journal:
        for name, (fleet, way) in ways.items():
            state = state_of(
                rows,
                [("1/1", 1, fleet), ("2/1", 2, "2 FU 2 SC"), ("4/1", 2, "1 FU")],
                options={"report_mode": "indi", "sea_general_bonus": True},
            )
            troops = "GENERAL" if "GE" in fleet else "FUSS"
            state = with_orders(state, {1: [f"SEE 1 1 {troops} 1 SCHIFF 1 {way}"]})
            chances.add(_sea_rolls(state)[0].chance)
            monkeypatch.setattr(sys, "stdin", io.StringIO("d20:7\nd10:1\nx\n100\n"))
            assert rolls_typed(journal, name, state) is None
            said[name] = capsys.readouterr().out
    assert len(chances) == 3
    assert len(set(said.values())) == 1, said
    assert said["passed"].count("Roll for a sea movement") == 5


def test_the_worlds_hold_what_is_compared() -> None:
    """Fields that a seat does not know, detections and battles at sea, chances that differ."""
    fleets = [_sea_rolls(_fleets(random.Random(seed))) for seed in range(5000, 5006)]
    rolls = [missing for asked in fleets for missing in asked]
    assert {missing.stream.partition("/")[0] for missing in rolls} == {"detect", "sea"}
    assert len({missing.chance for missing in rolls}) == 3
    worlds = [indi(seed) for seed in range(2000, 2000 + SHARE)]
    assert any(
        {(p.x, p.y) for p in state.places}
        - known_fields(state, state.record or _nothing(), state.tribes[0].number)
        for state in worlds
    )


def test_a_round_after_the_comparison_is_still_a_round() -> None:
    """The changed world can be played on, so that it is a world and no mere picture of one."""
    state = next(s for s in map(indi, range(2000, 2100)) if not s.over)
    changed = other_world(state, state.tribes[0].number)
    assert do(do(changed, HandIn(state.tribes[0].number, "")), PlayRound()).round > state.round
