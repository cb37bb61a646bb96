"""What a report holds, in which form, and what it must not hold."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from kok_world import do, fixed, play, setup_of, state_of, with_orders

from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.checking import check_sheet, digest
from turmwart.games.kingofkings.commands import CorrectUnits, HandIn, SetOption
from turmwart.games.kingofkings.state import State
from turmwart.games.kingofkings.tables import CODES
from turmwart.kernel.canon import canonical_json, from_plain, to_plain
from turmwart.table.kingofkings.page import report_page
from turmwart.table.kingofkings.paper import report_paper
from turmwart.table.kingofkings.report import report_text
from turmwart.table.kingofkings.schema import report_json, report_schema
from turmwart.table.kingofkings.sections import sections
from turmwart.texts import catalogue

ROWS = ["EEEEE", "EE~EE", "EEEEE"]
UNITS = [
    ("1/1", 1, "2 FU"),
    ("1/2", 1, "1 FU"),
    ("3/2", 1, "1 FU 1 SC"),
    ("5/1", 2, "2 RE"),
    ("5/2", 2, "1 FU"),
    ("5/3", 3, "1 FU"),
    ("4/3", 3, "1 FU"),
]
ORDERS = {
    1: ["VERT 1 1 G", "LAND 1 1 FUSS 9 O", "SPI 4 3", "LUND 1 2"],
    2: ["LAND 5 2 F FUSS 1 S", "NAME 5 1 Geheim"],
    3: ["VERT 4 3 U"],
}


def played(**options: Any) -> State:
    """A round with a battle, a spy, errors."""
    state = state_of(ROWS, UNITS, options=options, stock={1: {"wp": 3}, 2: {}, 3: {}})
    return play(state, ORDERS, fixed(51, 51, 51, 20))


@pytest.mark.rule("K-REPORT-1", "K-REPORT-2")
def test_indi_and_zine() -> None:
    """In Indi mode each sees his own orders and errors, in Zine mode all the same."""
    indi, zine = played(), played(report_mode="zine")
    assert {line.player for line in GAME.view(indi, "1").lines} == {1}
    seen = [GAME.view(zine, seat) for seat in ("1", "2", "3")]
    assert {line.player for line in seen[0].lines} == {1, 2, 3}
    assert len({canonical_json(one.fields) for one in seen}) == 1
    assert len({canonical_json(one.lines) for one in seen}) == 1
    text = report_text(GAME.view(indi, "3"), "en")
    assert "Geheim" not in text
    assert "LUND" not in text


@pytest.mark.rule("K-REPORT-5")
def test_what_details_hold() -> None:
    """Setting and moved mark for the owner and the spy, not for the neighbour."""
    after = played()
    own = {(seen.x, seen.y): seen for seen in GAME.view(after, "1").fields}
    assert (own[2, 1].owner, own[2, 1].tactic, own[2, 1].moved) == (1, "T", (1,))
    assert own[4, 3].tactic == "U"
    other = {(seen.x, seen.y): seen for seen in GAME.view(after, "2").fields}
    assert other[5, 3].tactic == ""
    assert other[5, 3].moved is None


@pytest.mark.rule("K-REPORT-6", "K-REPORT-9")
def test_battles_and_statistics_are_shown_to_all() -> None:
    """With every shot; the same in each report."""
    after = played()
    views = [GAME.view(after, seat) for seat in ("1", "2", "3")]
    assert views[0].battles == views[1].battles == views[2].battles
    assert views[0].statistics == views[1].statistics
    text = report_text(views[0], "en")
    battle = views[0].battles[0]
    shots = [shot for one in battle.rounds for shot in one.shots]
    assert text.count("rolled ") == len(shots) > 0
    for part in ("frontal attack", "standard tactic", "hits +0/+0", "retreat +0/+0", "5/3: "):
        assert part in text


@pytest.mark.rule("K-REPORT-8")
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_report_is_complete_in_every_form(language: str) -> None:
    """No id shows instead of a word; what the data hold stands in text, page and paper."""
    after = play(played(), {1: ["NAME Knut <b>(1)\\", "EIN 1 2 FUSS"]}, fixed(20))
    view = GAME.view(after, "1")
    text, page = report_text(view, language), report_page(view, language)
    assert "[king" not in text
    assert "[king" not in page
    for section in sections(view, language):
        assert section.title in text
        assert f'id="{section.key}"' in page
    assert "Knut &lt;b&gt;(1)" in page
    assert "<b>" not in page
    assert page.count("<rect") >= 15
    paper = report_paper(view, language)
    assert paper.startswith(b"%PDF-1.4")
    assert b"Knut <b>\\(1\\)\\\\" in paper
    places = [int(n) for n in re.findall(rb"(\d{10}) 00000 n", paper)]
    for number, place in enumerate(places, 1):
        assert paper[place:].startswith(b"%d 0 obj" % number)
    keys = {section.key for section in sections(view, language)}
    assert {"head", "details", "orders", "statistics", "points", "alliances", "stock"} <= keys


def test_json_comes_back_and_fits_its_schema() -> None:
    """The data are the view, and the schema names each of its fields."""
    view = GAME.view(played(), "gm")
    plain = json.loads(report_json(view))
    assert from_plain(type(view), plain) == view
    schema = report_schema()
    _fits(plain, schema, schema["$defs"])
    plain["round"] = "1"
    with pytest.raises(AssertionError):
        _fits(plain, schema, schema["$defs"])


def _fits(value: Any, schema: dict[str, Any], found: dict[str, Any]) -> None:
    """The part of JSON Schema that ours uses."""
    kinds = {"integer": int, "string": str, "boolean": bool, "null": type(None)}
    if "$ref" in schema:
        _fits(value, found[schema["$ref"].rsplit("/", 1)[1]], found)
    elif "anyOf" in schema:
        fitting = 0
        for part in schema["anyOf"]:
            try:
                _fits(value, part, found)
            except AssertionError:
                continue
            fitting += 1
        assert fitting
    elif "const" in schema:
        assert value == schema["const"]
    elif schema["type"] == "object":
        assert isinstance(value, dict)
        assert set(value) == set(schema["required"]) == set(schema["properties"])
        for key, part in schema["properties"].items():
            _fits(value[key], part, found)
    elif schema["type"] == "array":
        assert isinstance(value, list)
        items = schema.get("prefixItems", [schema["items"]] * len(value))
        assert len(items) == len(value)
        for item, part in zip(value, items, strict=True):
            _fits(item, part, found)
    else:
        assert type(value) is kinds[schema["type"]]


def test_german_holds_the_same_texts_as_english() -> None:
    """Ids and places of this game's texts."""
    english, german = (
        {key: text for key, text in catalogue(language).items() if key.startswith("kingofkings.")}
        for language in ("en", "de")
    )
    assert set(english) == set(german)
    for key, text in english.items():
        assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", german[key])), key


@pytest.mark.rule("K-REPORT-2", "K-OPTION-3", "K-REPORT-10")
def test_what_was_played_in_indi_mode_stays_secret_when_the_mode_changes() -> None:
    """Zine mode begins with the next round; nobody reads the last one's orders afterwards."""
    indi = played()
    changed = do(indi, SetOption("report_mode", "zine"))
    for seat in ("1", "3", None):
        before, after = GAME.view(indi, seat), GAME.view(changed, seat)
        for hidden in ("lines", "silent", "fields", "notes", "detections", "statuses"):
            assert getattr(before, hidden) == getattr(after, hidden), hidden
    both = play(changed, {1: ["VERT 1 1 G"], 2: ["VERT 5 1 U"]}, fixed())
    assert {line.player for line in GAME.view(both, "3").lines} == {1, 2}


@pytest.mark.rule("K-REPORT-10")
def test_a_check_knows_no_more_than_its_writer() -> None:
    """The same lines give the same answers, whatever stands in fields he does not see."""
    lines = ("VERT 5 1 G", "LAND 1 1 FUSS 9 O", "EIN 9 9 FU", "ALL 2 5", "EIN 3 2 FU", "XY")
    state = state_of(ROWS, UNITS)
    other = do(state, CorrectUnits(5, 1, 2, "FU", 7, ""))
    other = do(other, CorrectUnits(4, 1, 2, "RE", 3, ""))
    answers = [check_sheet(GAME.view(one, "1"), lines) for one in (state, other)]
    assert answers[0] == answers[1]
    assert [one.error or one.hints for one in answers[0]] == [
        ("not-owner",),
        ("fewer-units",),
        ("off-map",),
        ("status-step",),
        ("sea-field",),
        "unknown-order",
    ]
    assert digest(lines) != digest(lines[1:])


@pytest.mark.rule("K-REPORT-10", "K-REPORT-11")
def test_worlds_that_differ_in_hidden_facts_give_the_same_reports() -> None:
    """Setting, name, where units stand, sheets, statuses between others: nothing of it shows."""
    setup = setup_of([*ROWS, "EEEEE"], [*UNITS, ("5/4", 3, "1 FU"), ("4/4", 3, "2 FU")])
    hidden = replace(
        setup, stacks=(*setup.stacks[:-2], *(replace(s, x=9 - s.x) for s in setup.stacks[-2:]))
    )
    seen = []
    for one, lines in (
        (setup, ["VERT 5 4 G"]),
        (hidden, ["NAME 4 4 Heim", "VERT 4 4 F", "ALL 2 1"]),
    ):
        state: State = GAME.apply(None, GAME.start(one)[0])
        waiting = with_orders(state, {1: ["VERT 1 1 G"], 3: lines})
        after = play(waiting)
        seen.append(
            [canonical_json(GAME.view(s, "1")) for s in (state, waiting, after)]
            + [report_text(GAME.view(after, "1"), "de"), report_page(GAME.view(after, "1"), "de")]
        )
    assert seen[0] == seen[1]


def test_the_screen_of_the_table_shows_no_field_without_a_battle() -> None:
    """Seat None sees what all may know."""
    view = GAME.view(played(), None)
    assert [(seen.x, seen.y) for seen in view.fields] == [(5, 3)]
    assert (view.lines, view.sheets, view.stock) == ((), (), None)
    with pytest.raises(ValueError, match="seat"):
        GAME.view(played(), "77")


def test_prompts_ask_each_seat_for_its_own_sheet() -> None:
    """The table for the round; nobody after the end."""
    state = state_of(ROWS, UNITS)
    assert [p.seat for p in GAME.prompts(state, "2")] == ["2"]
    everybody = GAME.prompts(state, None)
    assert [p.command for p in everybody] == ["PlayRound", "HandIn", "HandIn", "HandIn"]
    assert len(list(GAME.legal(state, None))) == 4
    for command in GAME.legal(state, "1"):
        assert isinstance(command, HandIn)
        do(state, command)
    assert GAME.prompts(replace(state, over=True), None) == ()
    assert to_plain(everybody[0])["must"] is True
    assert len(CODES) == 6


def test_hungarian_words_on_paper_have_no_question_marks() -> None:
    """The letters with two strokes, which Courier lacks, are written with two dots."""
    paper = report_paper(GAME.view(played(), "1"), "hu")
    assert "erdö".encode("cp1252") in paper
    assert b"erd?" not in paper


def test_units_whose_order_has_several_blanks_got_one() -> None:
    """A sheet written in columns is read, so it does not count as missing."""
    state = state_of(["EE"], [("1/1", 1, "1 FU"), ("2/1", 2, "1 FU")])
    text = report_text(GAME.view(play(state, {1: ["VERT  1  1  G"]}), "1"), "en")
    assert "got no order" not in text


@pytest.mark.rule("K-REPORT-9")
def test_a_sea_battle_names_the_chances_of_both_fleets() -> None:
    """A general helps his own ships only: 76 hits for one and not for the other."""
    units = [("1/1", 1, "1 GE 1 SC"), ("2/1", 2, "1 FU 1 SC")]
    state = state_of(["~~"], units, options={"sea_general_bonus": True})
    after = play(state, {1: ["SEE 1 1 GE 1 SC 1 O"]}, fixed(70))
    assert "against 76/66: 70+ 70-" in report_text(GAME.view(after, "1"), "en")
