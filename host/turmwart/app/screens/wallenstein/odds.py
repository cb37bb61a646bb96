"""The odds of a fight by what this tower has done so far."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult

from turmwart.app.draw import cut, wrapped
from turmwart.app.keys import BACK, ODDS, bindings, key_bar
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.app.screens.wallenstein.names import province_label, side
from turmwart.app.words import Words
from turmwart.errors import TurmwartError
from turmwart.games.wallenstein.odds import Fight, of_battle
from turmwart.games.wallenstein.state import Battle, province_place
from turmwart.table.fights.forecast import Forecast, Span
from turmwart.table.fights.teacher import Teacher
from turmwart.table.table import Table

_BAR = 24
_MOST = 8
"""Numbers of armies that are compared at most."""


class FightScreen(TurmwartScreen[bool]):
    """Shows the odds of a fight; gives False, as nothing is entered here.

    Args:
        table: where it is fought.
        teacher: knows the tower.
        battles: the fight, last; before it the same with other numbers of armies.
    """

    BINDINGS = bindings((BACK,))

    def __init__(self, table: Table, teacher: Teacher, battles: Sequence[Battle]) -> None:
        super().__init__()
        self._table = table
        self._teacher = teacher
        self._battles = battles
        for key in (*ODDS.keys, "enter", "q"):
            self._bindings.bind(key, "back", "", show=False)

    def compose(self) -> ComposeResult:
        """Who fights, the chances, what they rest on, keys."""
        yield Lines(id="header")
        yield Lines(id="throw")
        yield Lines(id="outcome")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Draw."""
        self.follow()

    def follow(self) -> None:
        """Draw the odds."""
        if not self.is_mounted:
            return
        width, words = self.size.width - 2, self.words
        self.query_one("#header", Lines).put([Text(words("app.fight.title"), "bold")])
        keys = key_bar([(BACK, "")], words, width, lambda key: False)
        self.query_one("#keys", Lines).put([keys])
        fights = [of_battle(self._table.state, battle) for battle in self._battles]
        try:
            found = [self._teacher.forecast(fight) for fight in fights[-_MOST:]]
        except TurmwartError as error:
            self.query_one("#throw", Lines).put([Text(words.error(error))])
            return
        self.query_one("#throw", Lines).put(self._sides(fights[-1], width))
        lines = [*chances(found[-1], words), *self._numbers(found), Text()]
        lines += wrapped(Text(self._rests_on(fights[-1]), "dim"), width, 3)
        self.query_one("#outcome", Lines).put(lines)

    def _sides(self, fight: Fight, width: int) -> list[Text]:
        battle, words, view = self._battles[-1], self.words, self._table.view()
        who = words(
            f"app.wallenstein.battle.{battle.kind}",
            attacker=side(view, battle.attacker, words),
            defender=side(view, battle.defender, words),
            province=province_label(view, battle.province),
            source=province_label(view, battle.source) if battle.source else "",
        )
        lines = wrapped(Text(who, "bold"), width, 2)
        colours = [fight.attacker, fight.defender]
        if fight.kind == "player" and not fight.markers:
            colours.append(fight.farmers)
        for colour in colours:
            text = words(
                "app.fight.cubes",
                colour=words.colour(colour).ljust(8),
                thrown=fight.thrown[colour],
                inside=fight.inside[colour],
            )
            lines.append(Text(cut(text, width)))
        return [*lines, Text()]

    def _numbers(self, found: Sequence[Forecast]) -> list[Text]:
        """The same attack with other numbers of armies."""
        if len(found) < 2:
            return []
        words = self.words
        numbers = [_armies(battle) for battle in self._battles[-len(found) :]]
        rows = sorted(zip(numbers, found, strict=True), key=lambda row: row[0])
        lines = [Text(), Text(words("app.fight.numbers_head"), "dim")]
        for number, one in rows:
            text = words(
                "app.fight.number",
                armies=f"{number:>3}",
                wins=_percent(one.spans["attacker_wins"].mean),
                holds=_percent(one.spans["defender_wins"].mean),
                devastated=_percent(one.spans["devastated"].mean),
                left=words.decimal(one.attacker_left.mean),
            )
            lines.append(Text(text, "bold" if one is found[-1] else ""))
        return lines

    def _rests_on(self, fight: Fight) -> str:
        words, learnt, together = self.words, self._teacher.learnt(), fight.thrown.total
        mean, spread = learnt.mean(together), learnt.spread(together)
        return words(
            "fights.odds.release" if learnt.throws else "fights.odds.thumb",
            throws=learnt.throws,
            thrown=words.decimal(100 * mean.thrown),
            thrown_sd=words.decimal(100 * spread.thrown),
            inside=words.decimal(100 * mean.inside),
            inside_sd=words.decimal(100 * spread.inside),
        )

    def action_back(self) -> None:
        """Back; nothing is entered."""
        self.dismiss(False)


def chances(found: Forecast, words: Words) -> list[Text]:
    """The outcomes with their chances, and the armies left on average."""
    kind = found.fight.kind
    ids = {outcome: f"fights.outcome.{kind}.{outcome}" for outcome in found.spans}
    names = {outcome: words(name) for outcome, name in ids.items() if words.known(name)}
    longest = max(map(len, names.values()), default=0)
    lines = [_bar(said.ljust(longest), found.spans[one], words) for one, said in names.items()]
    sides = (
        ("attacker", found.fight.attacker, found.attacker_left),
        ("defender", found.fight.defender, found.defender_left),
    )
    longest = max(len(words(f"odds.Side.{which}")) for which, _, _ in sides)
    for which, colour, span in sides:
        if colour != found.fight.farmers:
            text = words(
                "fights.odds.left",
                side=words(f"odds.Side.{which}").ljust(longest),
                mean=words.decimal(span.mean),
                low=words.decimal(span.low),
                high=words.decimal(span.high),
            )
            lines.append(Text(text))
    return lines


def _bar(name: str, span: Span, words: Words) -> Text:
    line = Text(f"{name} {_percent(span.mean)} % ", "bold")
    full = round(_BAR * span.mean)
    line.append("█" * full + "·" * (_BAR - full))
    low, high = f"{100 * span.low:.0f}", f"{100 * span.high:.0f}"
    line.append("  " + words("app.fight.range", low=low, high=high), "dim")
    return line


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f}".rjust(3)


def _armies(battle: Battle) -> int:
    """How many armies left the province they came from."""
    place = province_place(battle.source)
    return sum(gathering.cubes.total for gathering in battle.gathered if gathering.place == place)
