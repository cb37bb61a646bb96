"""The chronicle of a game of Wallenstein as Markdown, CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.chronicle import (
    CURVES,
    SOURCES,
    Chronicle,
    Expected,
    Fought,
    Moment,
    chronicle,
    happened,
    with_expected,
)
from turmwart.games.wallenstein.state import State
from turmwart.kernel.canon import to_plain
from turmwart.table.fights.luck import fought
from turmwart.table.fights.throws import History, taught_elsewhere, throws_of
from turmwart.table.table import Table
from turmwart.texts import decimal, say
from turmwart.tower.learning import Fall

SCHEMA = "turmwart.wallenstein.report/1"
_ID = "wallenstein_report"


def of_history(history: History, taught: Iterable[tuple[Fall, ...]] | None = ()) -> Chronicle:
    """The chronicle of a game of Wallenstein, with what the odds gave before each battle.

    Odds tell what lay in the tower, so a table that hides it has them once the game is over.

    Args:
        history: the state before each step that holds, and its events, oldest first.
        taught: what the tower had done before, throw by throw; None: no odds, as that is not known.

    Raises:
        ValueError: nothing happened.

    Rule: W-OPEN-31.
    """
    steps = tuple(history)
    course = tuple(happened(GAME.apply, steps))
    told = chronicle(course)
    last: State = course[-1][0]
    hidden = last.tower_hidden and last.phase != "over"
    if taught is None or hidden:
        return told
    expected = {
        one.number: Expected(
            one.given.odds.attacker_wins,
            one.given.odds.defender_wins,
            one.given.attacker_left.mean,
            one.given.defender_left.mean,
        )
        for one in fought(throws_of(steps), taught)
    }
    return with_expected(told, expected)


def of_table(table: Table) -> Chronicle:
    """The chronicle of an open table of Wallenstein.

    Raises:
        JournalError: another table of the tower cannot be read.
    """
    begun = table.journal.table(table.name).created_at
    return of_history(table.history(), taught_elsewhere(table.journal, table.name, begun))


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
    if told.favored:
        lines += ["", _cell(favored(told, language))]
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

    Kinds are ``curve`` (what: of ``CURVES``), ``score`` (what: of ``SOURCES``, or ``favors`` of
    the whole game) and ``battle``
    (who: attacker or defender; value: cubes that counted; of: outcome and province), ``expected``
    (what: ``attacker_wins``, ``attacker_left`` and so on, as the odds gave before the throw; value:
    chance or mean; of: what came of it, 1 or 0 and armies left).
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
    for seat, points in told.favored:
        writer.writerow(("score", "", "", names[seat], "favors", points, points))
    for one in told.battles:
        for side, strength in (("attacker", one.attacking), ("defender", one.defending)):
            of = f"{one.outcome} {one.province}"
            who = names[getattr(one, side)]
            writer.writerow(("battle", one.year, one.season, who, side, strength, of))
        if one.expected is None:
            continue
        for side, left in zip(("attacker", "defender"), one.left, strict=True):
            came = {f"{side}_wins": int(one.outcome == f"{side}_wins"), f"{side}_left": left}
            for what, real in came.items():
                value = f"{getattr(one.expected, what):.4f}"
                who = names[getattr(one, side)]
                writer.writerow(("expected", one.year, one.season, who, what, value, real))
    return out.getvalue()


def as_json(told: Chronicle, language: str = "") -> str:
    """The whole chronicle, with names of curves and sources."""
    del language
    head = {"schema": SCHEMA, "curves": list(CURVES), "sources": list(SOURCES)}
    # Fractions have no canonical form, so the odds are added to it.
    whole: dict[str, Any] = head | to_plain(with_expected(told, {}))
    for row, one in zip(whole["battles"], told.battles, strict=True):
        row["expected"] = one.expected and asdict(one.expected)
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


FORMATS: dict[str, Callable[[Chronicle, str], str]] = {
    ".csv": lambda told, title: as_csv(told),
    ".json": lambda told, title: as_json(told),
    ".md": markdown,
}
"""Ending of a file -> what is written into it; the second argument is the table's name."""

_BATTLE_COLUMNS = (
    "when",
    "kind",
    "province",
    "attacker",
    "defender",
    "strengths",
    "outcome",
    "chances",
    "left",
    "expected_left",
)


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
        chances(one),
        f"{one.left[0]} : {one.left[1]}",
        expected_left(one, language),
    ]


def favored(told: Chronicle, language: str = "") -> str:
    """Who has how many points by favor cards, which no winter brought."""
    listed = ", ".join(f"{told.player(seat).name} {points}" for seat, points in told.favored)
    return say(f"{_ID}.favored", language, players=listed)


def chances(one: Fought) -> str:
    """Chances in percent, attacker's and defender's; empty where there are none."""
    given = one.expected
    if given is None:
        return ""
    return f"{100 * given.attacker_wins:.0f} % : {100 * given.defender_wins:.0f} %"


def expected_left(one: Fought, language: str = "") -> str:
    """Armies that attacker and defender keep on average; empty where there are no odds."""
    given = one.expected
    if given is None:
        return ""
    kept = (given.attacker_left, given.defender_left)
    return " : ".join(decimal(armies, 1, language) for armies in kept)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines]


def _cell(text: str) -> str:
    """A name that cannot break a table."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")
