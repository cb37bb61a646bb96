"""Lists of cubes, objections and lines of the command line in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from turmwart.app import keys
from turmwart.app.app import TurmwartApp
from turmwart.app.doors import Doors
from turmwart.app.screens.table import COMMANDS
from turmwart.app.words import Words
from turmwart.cli.common import in_words
from turmwart.cli.tower_judge import Tally, Verdict
from turmwart.cli.tower_record import in_lines
from turmwart.cli.tower_sets import shipped
from turmwart.games.wallenstein.describe import cubes_in_words
from turmwart.games.wallenstein.throws import _too_many
from turmwart.kernel.cubes import Cubes
from turmwart.server.words import Words as ServerWords
from turmwart.texts import LANGUAGES, say, say_colour, speak, spoken
from turmwart_vision.annotate import plain

FELL = Cubes.of(blue=4, purple=1)
IN_WORDS = {"en": "4 blue, 1 purple", "de": "4 blau, 1 lila", "hu": "4 kék, 1 lila"}


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    before = spoken()
    yield
    speak(before)


@pytest.mark.parametrize("language", LANGUAGES)
def test_cubes_of_a_log_line_are_said_in_the_readers_language(language: str) -> None:
    line = say(
        "wallenstein.event.ThrowReported",
        language,
        number=3,
        fallen=cubes_in_words(FELL),
        witness="@wallenstein.witness.table",
    )
    assert IN_WORDS[language] in line
    assert "@" not in line
    assert say("app.who", language, name="@Ann, @bob", colour="2 @colour.gold").startswith(
        "@Ann, @bob"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_app_server_and_command_line_say_the_same(language: str) -> None:
    speak(language)
    assert Words(language).cubes(FELL) == IN_WORDS[language]
    assert ServerWords(language, "wallenstein").cubes(FELL) == IN_WORDS[language]
    assert in_words(FELL) == IN_WORDS[language]


def test_a_colour_that_the_table_named_stays_as_it_is() -> None:
    assert say_colour("gold", "hu") == "gold"
    assert "1 gold, 2 piros" in say(
        "wallenstein.event.ThrowReported",
        "hu",
        number=1,
        fallen=cubes_in_words(Cubes.of(gold=1, red=2)),
        witness="",
    )


@pytest.mark.parametrize(("language", "word"), [("de", "blau"), ("hu", "kék")])
def test_objections_name_colours_in_the_readers_language(language: str, word: str) -> None:
    (objection,) = _too_many(Cubes.of(blue=3), Cubes.of(blue=2))
    assert word in Words(language).objection(objection)
    assert "blue" not in Words(language).objection(objection)


@pytest.mark.parametrize(("language", "words"), [("de", "2 rot"), ("hu", "2 piros")])
def test_counts_of_a_record_are_said_in_the_chosen_language(language: str, words: str) -> None:
    speak(language)
    tally = Tally(shipped())
    tally._book([Verdict(0, ("red", "red"), 0, "")])
    assert all(words in line for line in in_lines(tally)[:2])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("letters", [True, False])
def test_the_key_bar_names_log_and_quit_at_eighty_columns(language: str, letters: bool) -> None:
    """While something is typed, letters belong to it and the longer keys are shown."""
    named = (
        keys.OTHERS,
        keys.HELP,
        keys.ALOUD,
        keys.PROVINCES,
        keys.TOWER,
        keys.CUBES,
        keys.LOG,
        keys.QUIT,
    )
    words = Words(language)
    bar = keys.key_bar(
        [(one, "") for one in named], words, 78, lambda key: not letters and len(key) == 1
    )
    assert all(words(f"{one.text}.name") in bar.plain for one in named)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_key_bar_keeps_help_and_the_way_out(language: str) -> None:
    """At court, while something is typed, not all keys fit; what is left out stands in the help."""
    words = Words(language)
    named = [one for one in COMMANDS if one not in (keys.ALTERNATIVE, keys.UNDO, keys.REDO)]
    for width in (40, 60, 78):
        bar = keys.key_bar([(one, "") for one in named], words, width, lambda key: len(key) == 1)
        assert bar.cell_len <= width
        assert bar.plain.count(f"F1 {words('app.key.help.name')}") == 1
        assert bar.plain.count(f"^Q {words('app.key.quit.name')}") == 1
    order = [bar.plain.find(words(f"{one.text}.name")) for one in named]
    shown = [place for place in order if place >= 0]
    assert len(shown) >= 6
    assert shown == sorted(shown)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("redo", ["", "Anna: " + "x" * 90])
def test_what_undo_takes_back_is_always_said(language: str, redo: str) -> None:
    """However long the name of the step and of the key are."""
    app = TurmwartApp(Doors(), language=language)
    desk: Any = SimpleNamespace(undo_label=lambda: "Ben: " + "y" * 90, redo_label=lambda: redo)
    bar = app.undo_bar(desk, 78, lambda key: False)
    assert bar.cell_len <= 78
    assert "Ben: y" in bar.plain
    assert ("Anna: x" in bar.plain) == bool(redo)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_the_language_it_is_in(language: str) -> None:
    """Browsers read aloud and break lines by it."""
    speak(language)
    assert ServerWords("", "wallenstein").language == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_says_each_key_to_its_end(language: str) -> None:
    app = TurmwartApp(Doors(), language=language)
    lines = [line.plain for line in app._help(COMMANDS, 78)]
    assert max(map(len, lines)) <= 78
    said = " ".join(" ".join(lines).split())
    assert [one for one in COMMANDS if say(f"{one.text}.help", language) not in said] == []


def test_pictures_bear_only_letters_their_font_has() -> None:
    assert plain("7: 3 kék, 1 sárga, 2 weiß, őű") == "7: 3 kek, 1 sarga, 2 weiss, ou"
