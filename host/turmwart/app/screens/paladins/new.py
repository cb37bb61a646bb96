"""The forms for a new table of Paladins: name, players, mode."""

from __future__ import annotations

from turmwart.app.doors import Doors, NewSeat, NewTable
from turmwart.app.screens.face import Wizard, free_name
from turmwart.app.words import Words
from turmwart.games.paladins.setup import MODES
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Sheet, Text

GAME = "paladins"
_ID = "app.paladins.new"
_COUNTS = (1, 4)
"""Fewest and most players."""


def wizard(doors: Doors, taken: frozenset[str], words: Words) -> Wizard:
    """Ask for name and number, mode, players and who begins.

    Args:
        doors: colours of the game.
        taken: names of tables there are; the name offered is a free one.
        words: the language.

    Rule: P-SETUP-4, P-SETUP-5, P-SETUP-9.
    """
    modes = tuple(Option(mode, f"paladins.mode.{mode}") for mode in MODES)
    first = yield Prompt(
        f"{_ID}.table",
        "",
        slots=(
            Text("name", default=free_name(taken, words)),
            Number("players", *_COUNTS, 4),
            Choice("mode", modes, MODES[0]),
        ),
    )
    players = first["players"]
    colours = tuple(doors.colours.get(GAME, ()))
    options = tuple(Option(colour, label=words.colour(colour)) for colour in colours)
    rows: list[Choice | Text] = []
    for n in range(1, players + 1):
        rows.append(Text(f"name_{n}", 20, words("app.new.player", n=n)))
        rows.append(Choice(f"colour_{n}", options, colours[n - 1]))
    answer = yield Prompt(f"{_ID}.seats", "", slots=(Sheet("seats", tuple(rows)),))
    sheet = answer["seats"]
    seats = tuple(NewSeat(sheet[f"name_{n}"], sheet[f"colour_{n}"]) for n in range(1, players + 1))
    begins = "s1"
    if players > 1:
        named = tuple(Option(f"s{n}", label=seat.name) for n, seat in enumerate(seats, 1))
        answer = yield Prompt(f"{_ID}.first", "", slots=(Choice("first", named, "s1"),))
        begins = answer["first"]
    return NewTable(first["name"], GAME, seats, begins, (("mode", first["mode"]),))
