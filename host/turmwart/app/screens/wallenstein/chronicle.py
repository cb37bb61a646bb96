"""The game in figures: scores by source, curves, battles; and the game step by step."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult

from turmwart.app.draw import block, cut, wrapped
from turmwart.app.keys import BACK, Command, bindings, key_bar
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.app.screens.page import PageScreen
from turmwart.app.screens.wallenstein.face import FACE
from turmwart.app.words import Words
from turmwart.errors import JournalError
from turmwart.games.wallenstein.chronicle import SOURCES, Chronicle, Fought, Moment
from turmwart.table.report import chances, expected_left, favored, of_history, of_table, when
from turmwart.table.table import Table

_ID = "app.wallenstein.chronicle"
_REPORT = "wallenstein_report"
_PAGES = ("scores", "thalers", "grain", "armies", "points", "battles")
_HEIGHT = 11
"""Lines of a curve."""
_BARS = " ▁▂▃▄▅▆▇█"
_BAR_STYLES = {
    "red": "red3",
    "blue": "dodger_blue2",
    "yellow": "yellow3",
    "purple": "medium_purple1",
    "black": "grey42",
}
"""Colours of bars on the dark ground; named ones of the terminal may look alike."""
_NAME = 12
_REPLAY = ("r", "7")
_STEPS = (
    Command("go(1)", ("right",), ""),
    Command("go(-1)", ("left",), ""),
    Command("go(10)", ("down", "pagedown"), ""),
    Command("go(-10)", ("up", "pageup"), ""),
)


class ChronicleScreen(PageScreen):
    """A page for each kind of figures; digits go to them, r goes through the game.

    Args:
        table: whose game it is.
        words: the language.
    """

    def __init__(self, table: Table, words: Words) -> None:
        self._table = table
        fault = ""
        try:
            told = of_table(table)
        except JournalError as error:
            # Another table of the tower is damaged: this one has its figures, without odds.
            told, fault = of_history(table.history(), None), words.error(error)

        def draw(page: int, width: int) -> list[Text]:
            name = _PAGES[page]
            menu = Text()
            for number, one in enumerate((*_PAGES, "replay"), start=1):
                menu.append(" " if number > 1 else "")
                said = f" {number} {words(f'{_ID}.menu_{one}')} "
                menu.append(said, "reverse" if one == name else "")
            hint = words(f"{_ID}.export", table=table.name)
            return [
                *wrapped(menu, width, 2),
                Text(),
                *(wrapped(Text(fault, "bold"), width, 3) if fault and name == "battles" else ()),
                *page_of(told, name, words, width),
                Text(),
                Text(cut(hint, width), "dim"),
            ]

        super().__init__(f"{_ID}.title", draw, pages=len(_PAGES), again=("s", "f10"))
        for number in range(1, len(_PAGES) + 1):
            self._bindings.bind(str(number), f"ask({number})", "", show=False)
        for key in _REPLAY:
            self._bindings.bind(key, "replay", "", show=False)

    def action_ask(self, number: int) -> None:
        """Go to page ``number``, from 1."""
        self._turn(number - 1 - self._page)

    def action_replay(self) -> None:
        """The game step by step."""
        self.app.push_screen(ReplayScreen(self._table))


class ReplayScreen(TurmwartScreen[None]):
    """Goes through a game: the table after each step, and what the step was.

    Args:
        table: whose game it is; nothing of it changes.
    """

    BINDINGS = bindings((BACK, *_STEPS))

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._steps = tuple(table.history())
        self._at = len(self._steps) - 1

    def compose(self) -> ComposeResult:
        """Which step, the table then, what happened, keys."""
        yield Lines(id="header")
        yield Lines(id="overview")
        yield Lines(id="log")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Begin where the game stands."""
        self.follow()

    @property
    def at(self) -> int:
        """The step shown, from 0."""
        return self._at

    def follow(self) -> None:
        """Draw the step."""
        if not self.is_mounted:
            return
        words, width = self.words, self.size.width - 2
        game = self._table.game
        before, events = self._steps[self._at]
        state = before
        lines = []
        for event in events:
            state = game.apply(state, event)
            text_id, values = game.describe(event, state)
            lines += wrapped(Text("· " + words.filled(text_id, values)), width, 3)
        view = game.view(state, None)
        title = words(f"{_ID}.step", step=self._at + 1, of=len(self._steps))
        head = [Text(title, "bold"), *FACE.header(view, words, width)]
        self.query_one("#header", Lines).put(head)
        self.query_one("#overview", Lines).put([*FACE.overview(view, words, width), Text()])
        room = max(3, self.size.height - len(head) - len(view.players) - 6)
        self.query_one("#log", Lines).put(lines[:room])
        keys = key_bar([(BACK, "")], words, width, lambda key: False)
        keys.append("  " + words(f"{_ID}.replay_help"), "dim")
        self.query_one("#keys", Lines).put([keys])

    def action_go(self, by: int) -> None:
        """Go on, or back, by steps."""
        self._at = min(len(self._steps) - 1, max(0, self._at + by))
        self.follow()

    def action_back(self) -> None:
        """Leave."""
        self.dismiss(None)


def page_of(told: Chronicle, name: str, words: Words, width: int) -> list[Text]:
    """One page of figures."""
    if name == "scores":
        return _scores(told, words, width)
    if name == "battles":
        return _battles(told, words, width)
    return curves(told, name, words, width)


def curves(told: Chronicle, what: str, words: Words, width: int) -> list[Text]:
    """A bar for each player at each moment, side by side, and the figures below."""
    if len(told.moments) < 2:
        return [Text(words(f"{_ID}.none"))]
    by_seat = {player.seat: told.curve(player.seat, what) for player in told.players}
    most = max(max(curve) for curve in by_seat.values())
    lines = [
        Text(words(f"{_REPORT}.curve.{what}"), "bold").append(
            "  " + words(f"{_ID}.top", most=most), "dim"
        )
    ]
    each = max(len(told.players) + 1, (width - _NAME) // len(told.moments))
    for row in range(_HEIGHT, 0, -1):
        line = Text(" " * _NAME)
        for n in range(len(told.moments)):
            for player in told.players:
                line.append(_bar(by_seat[player.seat][n], most, row), bar_style(player.colour))
            line.append(" " * (each - len(told.players)))
        lines.append(line)
    labels = Text(" " * _NAME)
    for moment in told.moments:
        labels.append(_short(moment, words)[: each - 1].ljust(each), "dim")
    lines.append(labels)
    for player in told.players:
        line = Text(cut(player.name, 8).ljust(8))
        line.append_text(block(player.colour, words)).append(" ")
        for value in by_seat[player.seat]:
            line.append(str(value).ljust(each))
        lines.append(line)
    for line in lines:
        line.truncate(width)
    return lines


def _scores(told: Chronicle, words: Words, width: int) -> list[Text]:
    lines = []
    if not told.winters:
        return [Text(words(f"{_ID}.none"))]
    cell = max(5, min(11, (width - _NAME - 8) // (len(SOURCES) + 1)))
    for year in sorted({winter.year for winter in told.winters}):
        head = Text(words(f"{_ID}.year", year=year), "bold")
        head.append(" " * max(1, _NAME - head.cell_len))
        for source in SOURCES:
            head.append(cut(words(f"{_ID}.source_{source}"), cell - 1).rjust(cell), "dim")
        head.append(words(f"{_REPORT}.sum").rjust(cell), "bold")
        lines.append(head)
        for winter in (one for one in told.winters if one.year == year):
            player = told.player(winter.seat)
            line = Text(cut(player.name, 8).ljust(8))
            line.append_text(block(player.colour, words)).append(" ")
            for value in winter.sources:
                line.append(str(value).rjust(cell))
            line.append(str(winter.points).rjust(cell), "bold")
            lines.append(line)
        lines.append(Text())
    names = {player.seat: player.name for player in told.players}
    if told.ranking:
        places = ", ".join(f"{place}. {names[seat]}" for place, seat in told.ranking)
        lines.append(Text(cut(places, width), "bold"))
    if told.favored:
        lines += wrapped(Text(favored(told, words.language)), width, 2)
    if told.corrected:
        lines += wrapped(Text(words(f"{_REPORT}.corrected")), width, 2)
    return lines


def _battles(told: Chronicle, words: Words, width: int) -> list[Text]:
    lines = []
    for player in told.players:
        fought, won = told.won(player.seat)
        said = words(f"{_REPORT}.won", player=player.name, fought=fought, won=won)
        lines.append(Text(cut(said, width), "bold"))
    lines.append(Text())
    lines += [line for one in told.battles for line in _battle(told, one, words, width)]
    return lines if told.battles else [Text(words(f"{_ID}.no_battles"))]


def _battle(told: Chronicle, one: Fought, words: Words, width: int) -> list[Text]:
    names = {player.seat: player.name for player in told.players}
    farmers = words("wallenstein.farmers")
    sides = (names.get(one.attacker, farmers), names.get(one.defender, farmers))
    outcome = words(f"wallenstein.outcome.{one.outcome}")
    said = (
        f"{when(one, words.language)}: {one.province}, {sides[0]} {one.attacking} : "
        f"{one.defending} {sides[1]}, {outcome}"
    )
    lines = [Text(cut(said, width))]
    if one.expected is not None:
        odds = words(
            f"{_ID}.expected",
            chances=chances(one),
            expected=expected_left(one, words.language),
            left=f"{one.left[0]} : {one.left[1]}",
        )
        lines.append(Text(cut(f"   {odds}", width), "dim"))
    return lines


def bar_style(colour: str) -> str:
    """The style of a player's bars; none for a colour the game does not have."""
    return _BAR_STYLES.get(colour, "")


def _bar(value: int, most: int, row: int) -> str:
    """The part of a bar that stands in a line, counted from below."""
    filled = value / max(1, most) * _HEIGHT - (row - 1)
    return _BARS[min(8, max(0, round(filled * 8)))]


def _short(moment: Moment, words: Words) -> str:
    if not moment.season:
        return words(f"{_REPORT}.start")
    return f"{moment.year} {words(f'wallenstein.season_short.{moment.season}')}"
