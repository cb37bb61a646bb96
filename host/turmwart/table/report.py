"""The chronicle of a game of Wallenstein as Markdown, CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence

from turmwart.games.wallenstein.chronicle import (
    CURVES,
    SOURCES,
    Chronicle,
    Fought,
    Moment,
    chronicle,
    happened,
)
from turmwart.kernel.canon import to_plain
from turmwart.table.table import Table
from turmwart.texts import say

SCHEMA = "turmwart.wallenstein.report/1"
_ID = "wallenstein_report"


def of_table(table: Table) -> Chronicle:
    """The chronicle of a table of Wallenstein."""
    return chronicle(happened(table.game.apply, table.history()))


def markdown(told: Chronicle, title: str, language: str = "") -> str:
    """Ranking, scores by source, curves as tables, and all battles.

    Args:
        told: the chronicle.
        title: of the page; the table's name.
        language: of its words.
    """

    def word(name: str, **values: object) -> str:
        return say(f"{_ID}.{name}", language, **values)

    lines = [f"# {_cell(title)}", ""]
    names = {player.seat: player.name for player in told.players}
    if told.ranking:
        lines += [f"{place}. {_cell(names[seat])}" for place, seat in told.ranking]
    else:
        lines.append(word("running"))
    lines += ["", f"## {word('scores')}", ""]
    head = [word("year"), word("player"), *(word(f"source.{one}") for one in SOURCES), word("sum")]
    rows = [
        [str(w.year), names[w.seat], *(str(n) for n in w.sources), str(w.points)]
        for w in told.winters
    ]
    lines += _table(head, rows)
    if told.corrected:
        lines += ["", word("corrected")]
    for what in CURVES:
        lines += ["", f"## {word(f'curve.{what}')}", ""]
        curves = [told.curve(player.seat, what) for player in told.players]
        rows = [
            [when(moment, language), *(str(curve[n]) for curve in curves)]
            for n, moment in enumerate(told.moments)
        ]
        lines += _table([word("when"), *names.values()], rows)
    lines += ["", f"## {word('battles')}", ""]
    for player in told.players:
        fought, won = told.won(player.seat)
        lines.append(f"- {word('won', player=_cell(player.name), fought=fought, won=won)}")
    head = [word(f"battle.{one}") for one in _BATTLE_COLUMNS]
    rows = [_battle(told, one, language) for one in told.battles]
    return "\n".join([*lines, "", *_table(head, rows)]) + "\n"


def as_csv(told: Chronicle, language: str = "") -> str:
    """One row for each value: ``kind,year,season,who,what,value,of``; figures only.

    Kinds are ``curve`` (what: of ``CURVES``), ``score`` (what: of ``SOURCES``) and ``battle``
    (who: attacker or defender; value: cubes that counted; of: outcome and province).
    """
    del language
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("kind", "year", "season", "who", "what", "value", "of"))
    names = {player.seat: player.name for player in told.players} | {"farmers": "farmers"}
    for moment in told.moments:
        for standing in moment.standings:
            for what in CURVES:
                value = getattr(standing, what)
                who = names[standing.seat]
                writer.writerow(("curve", moment.year, moment.season, who, what, value, ""))
    for winter in told.winters:
        for what, value in zip(SOURCES, winter.sources, strict=True):
            who = names[winter.seat]
            writer.writerow(("score", winter.year, "winter", who, what, value, winter.points))
    for one in told.battles:
        for side, strength in (("attacker", one.attacking), ("defender", one.defending)):
            of = f"{one.outcome} {one.province}"
            who = names[getattr(one, side)]
            writer.writerow(("battle", one.year, one.season, who, side, strength, of))
    return out.getvalue()


def as_json(told: Chronicle, language: str = "") -> str:
    """The whole chronicle, with names of curves and sources."""
    del language
    whole = {"schema": SCHEMA, "curves": list(CURVES), "sources": list(SOURCES)}
    return json.dumps(whole | to_plain(told), indent=1, ensure_ascii=False) + "\n"


FORMATS: dict[str, Callable[[Chronicle, str], str]] = {
    ".csv": lambda told, title: as_csv(told),
    ".json": lambda told, title: as_json(told),
    ".md": markdown,
}
"""Ending of a file -> what is written into it; the second argument is the table's name."""

_BATTLE_COLUMNS = ("when", "kind", "province", "attacker", "defender", "strengths", "outcome")


def when(moment: Moment | Fought, language: str = "") -> str:
    """Year and season in words."""
    if not moment.season:
        return say(f"{_ID}.start", language)
    season = say(f"wallenstein.season.{moment.season}", language)
    return say(f"{_ID}.moment", language, year=moment.year, season=season)


def _battle(told: Chronicle, one: Fought, language: str) -> list[str]:
    names = {player.seat: player.name for player in told.players}
    farmers = say("wallenstein.farmers", language)
    return [
        when(one, language),
        say(f"{_ID}.kind.{one.kind}", language),
        one.province,
        names.get(one.attacker, farmers),
        names.get(one.defender, farmers),
        f"{one.attacking} : {one.defending}",
        say(f"wallenstein.outcome.{one.outcome}", language),
    ]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines]


def _cell(text: str) -> str:
    """A name that cannot break a table."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")
