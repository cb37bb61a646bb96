"""Words by id."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from turmwart.errors import TurmwartError
from turmwart.table.scenarios.wallenstein.steps import WITNESSES
from turmwart.texts import LANGUAGES, catalogue, decimal, has, say, say_error

HOST = Path(__file__).parents[2] / "host" / "turmwart"


def test_places_are_filled_and_ids_said() -> None:
    assert "3" in say("table.invariant", laws=3, table="x")
    assert say("camera.reading.one", values="1", sure="@camera.reading.sure") == "1 die: 1, sure"


def test_colours_are_said_inside_a_value() -> None:
    values = {"number": 3, "fallen": "2 @colour.red, 1 @colour.teal", "witness": "@no"}
    assert "2 rot, 1 teal" in say("wallenstein.event.ThrowReported", "de", **values)
    assert "(@no)" in say("wallenstein.event.ThrowReported", "de", **values)


def test_a_missing_text_shows_as_its_id() -> None:
    assert say("no.such", number=3) == "[no.such number=3]"
    assert say("no.such", "xx") == "[no.such]"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("witness", WITNESSES)
def test_every_witness_of_a_throw_has_a_name(language: str, witness: str) -> None:
    assert has(f"wallenstein.witness.{witness}", language)


def test_errors_in_words() -> None:
    assert "chess" in say_error(TurmwartError("game.unknown", name="chess", known="wallenstein"))


def test_values_cannot_reach_into_objects() -> None:
    assert say("cli.table.exported", name="{file.__class__}", file="x").startswith("{file.")


def test_every_error_and_said_text_stands_in_english() -> None:
    """Every text id that code names literally where it says something or raises."""
    pattern = re.compile(
        r"""(?:say|has|[A-Z]\w*(?:Error|Busy|Conflict|Broken))\(\s*["']([a-z_]+(?:\.[\w+]+)+)["']"""
    )
    missing = sorted(
        f"{file.relative_to(HOST)}: {text_id}"
        for file in HOST.rglob("*.py")
        for text_id in pattern.findall(file.read_text("utf-8"))
        if not has(text_id)
    )
    assert missing == []


@pytest.mark.parametrize(
    ("language", "armies", "said"),
    [
        ("en", 1, "places 1 army in"),
        ("en", 3, "places 3 armies in"),
        ("de", 1, "1 Armee in Ulm"),
        ("de", 0, "0 Armeen in Ulm"),
        ("hu", 1, "1 sereget"),
    ],
)
def test_a_word_follows_its_number(language: str, armies: int, said: str) -> None:
    line = say(
        "wallenstein.event.Recruited", language, player="Ann", armies=armies, province="Ulm", cost=2
    )
    assert said in line
    assert "{" not in line


def test_one_sheet_that_is_in_is_one() -> None:
    assert "1 sheet is in" in say("kok.rewound", "en", round=1, sheets=1)
    assert "1 sheet is in" in say("kingofkings.prompt.play.text", "en", round=1, sheets=1)
    assert "1 Zettel ist da" in say("kok.rewound", "de", round=1, sheets=1)


def test_the_farmers_of_a_fight_are_several() -> None:
    """Hungarian verbs follow the number of those who defend; so the line has none."""
    values = {"attacker": "Anna", "defender": say("wallenstein.farmers", "hu")}
    said = say("wallenstein_light.event.FightBegan", "hu", **values)
    assert said == "Csata: Anna a parasztok ellen."


@pytest.mark.parametrize(
    ("language", "said"), [("en", "1 game, 1 win, "), ("de", "1 Spiel, 1 Sieg, ")]
)
def test_after_the_first_evening_there_is_one_game(language: str, said: str) -> None:
    one = {"player": "Anna", "game": "wallenstein", "games": 1, "wins": 1, "minutes": 90}
    assert said in say("cli.statistics.all", language, **one)
    assert said in say("cli.statistics.game", language, average="50.0", best=50, **one)
    for text_id in ("cli.statistics.sum", "cli.statistics.written"):
        counts = say(text_id, language, games=1, running=0, file="x")
        assert said.split(",")[0] + " " in counts


def test_a_fraction_is_written_as_the_language_does() -> None:
    assert [decimal(2.25, 1, language) for language in LANGUAGES] == ["2.2", "2,2", "2,2"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_the_tray_camera_stands_fits_on_eighty_columns(language: str) -> None:
    """That the tower's sensor goes on is said last, and is what must be read."""
    for state in ("frozen", "stalled", "gone"):
        assert len(say(f"tray.state.{state}", language, why="")) <= 78, state


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_follow_a_number_are_two(language: str) -> None:
    """``{place:word/words}``, of a place that the text says; nothing else stands behind a colon."""
    found = [
        (text_id, place, words)
        for text_id, text in catalogue(language).items()
        for place, words in re.findall(r"(?<!\{)\{(\w+):([^}]*)\}", text)
    ]
    wrong = [
        (text_id, words)
        for text_id, place, words in found
        if words.count("/") != 1 or f"{{{place}}}" not in catalogue(language)[text_id]
    ]
    assert wrong == []


def differences(english: dict[str, str], other: dict[str, str]) -> list[str]:
    """What a translation lacks, holds besides, or fills at other places; empty where it agrees."""

    def places(text: str) -> list[str]:
        return sorted(set(re.findall(r"{(\w+)}", text)))

    return [
        *(f"missing: {text_id}" for text_id in sorted(english.keys() - other.keys())),
        *(f"extra: {text_id}" for text_id in sorted(other.keys() - english.keys())),
        *(
            f"{text_id}: {places(other[text_id])} instead of {places(english[text_id])}"
            for text_id in sorted(english.keys() & other.keys())
            if places(other[text_id]) != places(english[text_id])
        ),
    ]


def test_differences_of_a_translation_are_told() -> None:
    english = {"agrees": "{a} to {b}", "lacking": "word", "placed": "{a}"}
    other = {"agrees": "{b} von {a}, {b}", "besides": "Wort", "placed": "{b}"}
    assert differences(english, other) == [
        "missing: lacking",
        "extra: besides",
        "placed: ['b'] instead of ['a']",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_places_in_every_language(language: str) -> None:
    """A translation holds the same ids and fills the same places as English."""
    assert differences(catalogue("en"), catalogue(language)) == []


def test_every_folder_of_texts_is_a_language() -> None:
    folders = {one.name for one in (HOST / "texts").iterdir() if any(one.glob("*.toml"))}
    assert folders == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_keep_the_blanks_at_their_ends(language: str) -> None:
    """Some texts are set before or behind others, and columns hang on it."""

    def ends(text: str) -> tuple[bool, bool]:
        return text[:1].isspace(), text[-1:].isspace()

    english = catalogue("en")
    other = catalogue(language)
    assert [one for one in english if ends(english[one]) != ends(other.get(one, ""))] == []
