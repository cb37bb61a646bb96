"""``turmwart odds anno1452``: figures, JSON, and one clear error for what it cannot use."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from turmwart.cli.main import main

BASE = ("odds", "anno1452", "--attacker", "peasants=3,citizens=2,soldiers=0", "--defender",
        "peasants=3,citizens=3,city")  # fmt: skip
BARE = ("odds", "anno1452", "--attacker", "peasants=1", "--defender", "peasants=1")


def shown(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """What the command prints."""
    assert main(argv) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def plain(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    """The JSON it prints."""
    found: dict[str, Any] = json.loads(shown(capsys, *argv, "--json"))
    return found


@pytest.mark.rule("A-ODDS-14")
def test_json_has_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    """Chances that add up to 1, and expected losses for each kind."""
    found = plain(capsys, *BASE)
    chances = [found[key] for key in ("attacker_wins", "defender_wins", "both_eliminated")]
    assert sum(chances) == pytest.approx(1, abs=1e-12)
    assert chances[0] == pytest.approx(0.0532, abs=1e-4)
    for side in ("attacker", "defender"):
        assert set(found["expected"][side]) == {"peasants", "citizens", "soldiers"}
    assert found["attacker"]["soldiers"] == found["expected"]["attacker"]["soldiers"] == 0
    assert found["nullifying_faces"] == [1]
    assert found["prestige"]["attacker"] == pytest.approx(chances[0] - chances[1] - 1)
    assert len(found["by_policy"]) == 4
    assert found["notes"] == []
    assert "what_if" not in found


def test_kinds_left_out_are_none_and_spaces_do_no_harm(capsys: pytest.CaptureFixture[str]) -> None:
    short = plain(capsys, *BARE)
    argv = ("odds", "anno1452", "--attacker", " soldiers = 0 , peasants=1 ", "--defender")
    assert plain(capsys, *argv, "citizens=0,peasants=1") == short
    assert short["attacker_wins"] == pytest.approx(5 / 11)


@pytest.mark.rule("A-BATTLE-11", "A-BATTLE-46")
def test_excommunication_and_ottokar(capsys: pytest.CaptureFixture[str]) -> None:
    usual = plain(capsys, *BASE)["prestige"]
    banned = plain(capsys, *BASE, "--excommunicated")["prestige"]
    assert banned["attacker"] == pytest.approx(usual["attacker"] + 1)
    assert plain(capsys, *BASE, "--ottokar")["prestige"]["defender"] == 0


@pytest.mark.parametrize(
    "name",
    ["attacker:reaction-buergerwehr", "attacker:Militia", "attacker:Bürgerwehr",
     "attacker: MILITIA", "attacker:Bu\u0308rgerwehr", "attacker:buergerwehr"],
)  # fmt: skip
def test_cards_by_id_and_title(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = plain(capsys, *BASE, "--cards", name)
    assert found["cards"] == [
        {"card": "reaction-buergerwehr", "side": "attacker", "estates": 0, "throw": 1}
    ]
    assert found["attacker_wins"] > plain(capsys, *BASE)["attacker_wins"]


def test_several_cards_in_either_form(capsys: pytest.CaptureFixture[str]) -> None:
    """With commas, and one after the other; the sides of some need not be said."""
    commas = plain(capsys, *BASE, "--cards", "Fortified Town,treason,defender:relieving-force=2")
    words = ("--cards", "Fortified Town", "treason", "--cards", "defender:entsatzheer=2")
    assert plain(capsys, *BASE, *words) == commas
    assert [card["side"] for card in commas["cards"]] == ["defender", "attacker", "defender"]
    assert commas["nullifying_faces"] == [1]
    beside = plain(capsys, *BASE[:4], "--defender", "peasants=3,citizens=3,city,relief=2")
    assert commas["defender_wins"] == pytest.approx(beside["defender_wins"], abs=1e-12)


@pytest.mark.rule("A-BATTLE-17")
def test_a_card_before_a_later_throw_counts_less(capsys: pytest.CaptureFixture[str]) -> None:
    window = ("--option", "reaction_window=before_every_throw", "--cards")
    first = plain(capsys, *BASE, *window, "treason")
    second = plain(capsys, *BASE, *window, "treason@2")
    never = plain(capsys, *BASE)
    assert first["attacker_wins"] > second["attacker_wins"] > never["attacker_wins"]


def test_what_if_agrees_with_playing_the_card(capsys: pytest.CaptureFixture[str]) -> None:
    listed = plain(capsys, *BASE, "--what-if")["what_if"]
    assert len(listed) == 12
    for wish in listed:
        number = f"={wish['estates']}" if wish["estates"] else ""
        done = plain(capsys, *BASE, "--cards", f"{wish['side']}:{wish['card']}{number}")
        assert wish["attacker_wins"] == done["attacker_wins"]


@pytest.mark.rule("A-ODDS-11", "A-BATTLE-27")
def test_policies_and_who_chooses(capsys: pytest.CaptureFixture[str]) -> None:
    """Sparing what stays wins less; the table may let the other side choose."""
    argv = ("odds", "anno1452", "--defender", "peasants=3,city,relief=2", "--attacker")
    best = plain(capsys, *argv, "peasants=3,citizens=3,soldiers=3")
    cheap = plain(capsys, *argv, "peasants=3,citizens=3,soldiers=3,policy=cheapest_first")
    assert cheap["attacker_wins"] < best["attacker_wins"]
    assert cheap["attacker_wins"] == best["by_policy"][2]["attacker_wins"]
    option = ("--option", "loss_choice=opponent")
    worst = plain(capsys, *argv, "peasants=3,citizens=3,soldiers=3", *option)
    assert worst["attacker_wins"] < cheap["attacker_wins"]
    assert worst["by_policy"] == []


@pytest.mark.parametrize(
    "more",
    [
        (),
        ("--what-if",),
        ("--cards", "attacker:militia", "defender:relieving-force=15", "treason", "kindbett"),
        ("--option", "loss_choice=opponent"),
    ],
)
def test_the_screen_is_80_wide_and_says_all_in_words(
    more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ("odds", "anno1452", "--attacker", "peasants=3,citizens=6,soldiers=12,city")
    printed = shown(capsys, *argv, "--defender", "peasants=3,citizens=6,soldiers=9,city", *more)
    assert max(map(len, printed.splitlines())) <= 80
    assert printed.isascii()
    assert "\x1b" not in printed
    assert "{" not in printed
    assert "[odds" not in printed
    for word in ("Attacker wins", "Defender wins", "Both eliminated", "Expected losses", "#"):
        assert word in printed
    assert "there are only 12 Soldiers in the game" in printed
    assert "Soldiers that survive" in printed


@pytest.mark.rule("A-BATTLE-42")
def test_one_is_said_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ("odds", "anno1452", "--attacker", "soldiers=1,relief=1", "--defender")
    printed = shown(capsys, *argv, "peasants=1,citizens=2,city", "--cards", "treason")
    assert "Attacker           1 Soldier, 1 relief die\n" in printed
    assert "1 Peasant, 2 Citizens, City\n" in printed
    assert "nullify no hits" in printed
    peasants = shown(capsys, *BASE)
    assert "nullify a hit on 1\n" in peasants
    assert "Soldiers that survive" not in peasants
    sure = shown(capsys, *BASE[:3], "soldiers=12", "--defender", "peasants=1")
    assert "attacker +0.00, defender -1.00" in sure


def test_what_is_not_certain_never_looks_so(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ("odds", "anno1452", "--attacker", "peasants=3,citizens=6,soldiers=12,city")
    printed = shown(capsys, *argv, "--defender", "peasants=1")
    assert ">99.99 %" in printed
    assert "<0.01 %" in printed
    assert " 0.00 %" not in printed


@pytest.mark.parametrize(
    ("argv", "named"),
    [
        (("odds", "chess"), ("chess", "anno1452")),
        (BASE[:2], ("--attacker", "peasants=3")),
        (BASE[:4], ("--defender",)),
        ((*BASE[:3], "peasants=4", *BASE[4:]), ("peasants", "0 to 3", "4")),
        ((*BASE[:3], "peasants=-1", *BASE[4:]), ("peasants", "-1")),
        ((*BASE[:3], "peasants=1.5", *BASE[4:]), ("1.5",)),
        ((*BASE[:3], "peasants=", *BASE[4:]), ("peasants",)),
        ((*BASE[:3], "peasants=٣", *BASE[4:]), ("peasants",)),
        ((*BASE[:3], "peasants", *BASE[4:]), ("peasants",)),
        ((*BASE[:3], "knights=1", *BASE[4:]), ("knights", "citizens")),
        ((*BASE[:3], "", *BASE[4:]), ("--attacker",)),
        ((*BASE[:3], "peasants=0", *BASE[4:]), ("at least one unit",)),
        ((*BASE[:3], "relief=2", *BASE[4:]), ("at least one unit",)),
        ((*BASE[:3], "peasants=1,peasants=2", *BASE[4:]), ("twice",)),
        ((*BASE[:3], "peasants=1,policy=brave", *BASE[4:]), ("brave", "cheapest_first")),
        ((*BASE, "--cards", "alliances"), ("alliances", "Militia", "reaction-buergerwehr")),
        ((*BASE, "--cards", ""), ("Militia",)),
        ((*BASE, "--cards", "militia"), ("attacker:militia",)),
        ((*BASE, "--cards", "king:militia"), ("king", "attacker:")),
        ((*BASE, "--cards", "defender:treason"), ("A-BATTLE-19", "attacker:Treason")),
        ((*BASE, "--cards", "fortified village"), ("A-BATTLE-21", "take city")),
        ((*BASE, "--cards", "attacker:relieving-force"), ("A-BATTLE-23", "=2")),
        ((*BASE, "--cards", "attacker:relieving-force=16"), ("A-BATTLE-23", "15")),
        ((*BASE, "--cards", "attacker:relieving-force=x"), ("whole number",)),
        ((*BASE, "--cards", "attacker:militia=1"), ("A-BATTLE-23", "no Estates")),
        ((*BASE, "--cards", "attacker:militia@2"), ("A-BATTLE-17", "reaction_window")),
        ((*BASE, "--cards", "attacker:militia@31"), ("1 to 30",)),
        ((*BASE, "--cards", "treason,treason,treason,treason"), ("3", "Treason")),
        ((*BASE, "--cards", "treason,treason,kindbett,kindbett,kindbett"), ("A-BATTLE-16", "4")),
        ((*BASE, "--option", "reaction_window=never"), ("before_every_throw",)),
        ((*BASE, "--option", "dice=7"), ("dice=7", "loss_choice")),
    ],
)
def test_what_cannot_be_used_is_one_line_and_code_2(
    argv: tuple[str, ...], named: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("turmwart: ")
    assert said.err.count("\n") == 1
    assert "{" not in said.err
    for word in named:
        assert word in said.err


def test_commands_of_the_paper_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    paper = (Path(__file__).parents[3] / "docs" / "odds.md").read_text("utf-8")
    written = [line for line in paper.splitlines() if line.startswith("turmwart odds ")]
    assert len(written) >= 4
    for line in written:
        assert "wins" in shown(capsys, *shlex.split(line)[1:])


def test_the_paper_names_all_keys_of_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    paper = (Path(__file__).parents[3] / "docs" / "odds.md").read_text("utf-8")
    for key in plain(capsys, *BASE, "--what-if"):
        assert f"`{key}`" in paper
