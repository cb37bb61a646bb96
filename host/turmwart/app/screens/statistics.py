"""Statistics over all games: a page for all of them, and one for each game."""

from __future__ import annotations

from datetime import datetime

from rich.text import Text

from turmwart.app.draw import cut
from turmwart.app.screens.page import PageScreen
from turmwart.app.words import Words
from turmwart.table.statistics import Ended, Record, Statistics

_COLUMNS = ("played", "wins", "average", "best", "minutes")
_SIZE = 9
_NAME = 19


def statistics_screen(statistics: Statistics, words: Words) -> PageScreen:
    """The pages.

    Args:
        statistics: of the journal.
        words: the language.
    """

    def draw(page: int, width: int) -> list[Text]:
        game = ("", *statistics.names)[page]
        return page_lines(statistics, game, words, width)

    return PageScreen("app.statistics.title", draw, pages=1 + len(statistics.names))


def page_lines(statistics: Statistics, game: str, words: Words, width: int) -> list[Text]:
    """The records of a game, or of all together, and the games themselves."""
    title = words(f"app.game.{game}") if game else words("app.statistics.all")
    lines = [Text(title, "bold reverse"), Text()]
    records = statistics.records(game)
    if not records:
        lines.append(Text(words("app.statistics.none")))
    else:
        columns = [one for one in _COLUMNS if game or one not in ("average", "best")]
        head = Text(words("app.statistics.player").ljust(_NAME), "dim")
        for column in columns:
            head.append(words(f"app.statistics.{column}").rjust(_SIZE))
        lines.append(head)
        lines += [_record(one, columns, words) for one in records]
    lines += [Text(), Text(words("app.statistics.games"), "bold")]
    played = [one for one in statistics.games if game in ("", one.game)]
    lines += [_game(one, words, width) for one in played]
    lines.append(Text(words("app.statistics.running", n=statistics.running), "dim"))
    for table in statistics.left_out:
        lines.append(Text(cut(words("app.statistics.left_out", table=table), width), "dim"))
    return lines


def _record(record: Record, columns: list[str], words: Words) -> Text:
    line = Text(cut(record.name, _NAME - 1).ljust(_NAME))
    shared = words("app.statistics.shared", n=record.shared) if record.shared else ""
    cells = {
        "played": str(record.played),
        "wins": str(record.wins),
        "average": "" if record.average is None else words.decimal(record.average),
        "best": "" if record.best is None else str(record.best),
        "minutes": f"{record.minutes:.0f}",
    }
    for column in columns:
        line.append(cells[column].rjust(_SIZE), "bold" if column == "wins" else "")
    return line.append(f"  {shared}") if shared else line


def _game(one: Ended, words: Words, width: int) -> Text:
    when = datetime.fromtimestamp(one.at / 1000).strftime("%Y-%m-%d")
    ended = ", ".join(f"{place.place}. {place.name} {place.points}" for place in one.places)
    said = words(
        "app.statistics.game",
        when=when,
        table=one.table,
        game=words(f"app.game.{one.game}"),
        minutes=one.minutes,
        ended=ended,
    )
    return Text(cut(said, width))
