"""The forms for a new table of Wallenstein: players, colours, who begins, options."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from turmwart.app.doors import Doors, NewSeat, NewTable
from turmwart.app.screens.face import Wizard, free_name
from turmwart.app.words import Words
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Sheet, Text

GAME = "wallenstein"
_COUNTS = (3, 5)
"""Fewest and most players."""


def wizard(doors: Doors, taken: frozenset[str], words: Words) -> Wizard:
    """Ask for name and number, players, the first drafter, and options.

    Args:
        doors: colours and options of the game.
        taken: names of tables there are; the name offered is a free one.
        words: the language.
    """
    first = yield Prompt(
        "app.new.table",
        "",
        slots=(Text("name", default=free_name(taken, words)), Number("players", *_COUNTS, 4)),
    )
    seats = yield from _seats(first["players"], doors, words)
    oldest = yield Prompt(
        "app.new.oldest",
        "",
        slots=(
            Choice(
                "oldest",
                tuple(Option(f"s{n}", label=seat.name) for n, seat in enumerate(seats, 1)),
            ),
        ),
        rule="W-SETUP-12",
    )
    rows = tuple(doors.options.get(GAME, ()))
    chosen = {}
    if rows:
        answer = yield Prompt("app.new.options", "", slots=(Sheet("options", rows),))
        chosen = answer["options"]
    return NewTable(first["name"], GAME, seats, oldest["oldest"], tuple(chosen.items()))


def light_wizard(doors: Doors, taken: frozenset[str], words: Words) -> Wizard:
    """Ask for what light bookkeeping needs: name, number and players.

    Args:
        doors: colours of the game.
        taken: names of tables there are.
        words: the language.
    """
    first = yield Prompt(
        "app.new.table",
        "",
        slots=(Text("name", default=free_name(taken, words)), Number("players", *_COUNTS, 4)),
    )
    seats = yield from _seats(first["players"], doors, words)
    return NewTable(first["name"], "wallenstein_light", seats, "s1", ())


def _seats(
    players: int, doors: Doors, words: Words
) -> Generator[Prompt, dict[str, Any], tuple[NewSeat, ...]]:
    colours = tuple(doors.colours.get(GAME, ()))
    options = tuple(Option(colour, label=words.colour(colour)) for colour in colours)
    rows: list[Choice | Text] = []
    for n in range(1, players + 1):
        rows.append(Text(f"name_{n}", 20, words("app.new.player", n=n)))
        rows.append(Choice(f"colour_{n}", options, colours[(n - 1) % len(colours)]))
    answer = yield Prompt("app.new.seats", "", slots=(Sheet("seats", tuple(rows)),))
    sheet = answer["seats"]
    return tuple(NewSeat(sheet[f"name_{n}"], sheet[f"colour_{n}"]) for n in range(1, players + 1))
