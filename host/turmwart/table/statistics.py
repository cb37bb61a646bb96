"""Statistics over the games of a journal, whatever they were: players, wins, points, length."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from turmwart.errors import TurmwartError
from turmwart.games.registry import NAMES, load
from turmwart.journal import codec
from turmwart.journal.rows import EventRow
from turmwart.journal.store import Journal
from turmwart.kernel.fold import replay
from turmwart.kernel.game import Game

BREAK_MS = 45 * 60_000
"""A longer pause between two steps is a break, not play."""
_MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Place:
    """How a player ended.

    Attributes:
        person: id of the person in the journal; empty: known by the name alone.
        place: 1 is the best; shared places have the same number.
    """

    person: str
    name: str
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that was played to its end.

    Attributes:
        at: of its last step, milliseconds since 1970-01-01 UTC.
        minutes: of play, without breaks.
        places: the best first.
        undecided: whether nobody has said yet who won among those at the first place.
    """

    table: str
    game: str
    at: int
    minutes: int
    places: tuple[Place, ...]
    undecided: bool = False

    @property
    def alone(self) -> bool:
        """Whether one person played alone: nothing was won."""
        return len(self.places) == 1


@dataclass(frozen=True, slots=True)
class Record:
    """A player's games, of one game or of all.

    Attributes:
        game: name of the game; empty: all.
        played: games against others and alone.
        contested: games against others.
        wins: of those; a shared victory counts in full.
        shared: how many of the wins were shared.
        average: points on average; None over all games, whose points do not compare.
        best: most points; None over all games.
        minutes: of play on average.
    """

    name: str
    game: str
    played: int
    contested: int
    wins: int
    shared: int
    average: float | None
    best: int | None
    minutes: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """All games that ended.

    Attributes:
        games: the one that ended last first.
        running: tables whose game has not ended.
        left_out: tables that cannot be read.
    """

    games: tuple[Ended, ...]
    running: int
    left_out: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Games that were played to an end, in the order of the registry."""
        played = {one.game for one in self.games}
        others = sorted(played.difference(NAMES))
        return (*(name for name in NAMES if name in played), *others)

    def records(self, game: str = "") -> tuple[Record, ...]:
        """One record for each player, the most wins first.

        Args:
            game: only this game; empty: all.
        """
        of_game = [one for one in self.games if game in ("", one.game)]
        keys = dict.fromkeys(_key(place) for one in of_game for place in one.places)
        made = [_record(key, of_game, game) for key in keys]
        return tuple(sorted(made, key=lambda one: (-one.wins, -one.played, one.name)))


def gather(journal: Journal) -> Statistics:
    """Read all tables of a journal.

    A table that cannot be read is named and left out.
    """
    games: list[Ended] = []
    running = 0
    left_out: list[str] = []
    for info in journal.tables():
        if not info.version:
            continue
        try:
            ended = _ended(journal, info.name, info.game)
        except (TurmwartError, ValueError, LookupError):
            # Steps that can be decoded but do not fit together: one bad table hides no other.
            left_out.append(info.name)
            continue
        if ended is None:
            running += 1
        else:
            games.append(ended)
    games.sort(key=lambda one: -one.at)
    return Statistics(tuple(games), running, tuple(left_out))


def minutes_of(times: Sequence[int]) -> int:
    """Minutes of play: gaps between steps, breaks left out.

    Args:
        times: of the steps, milliseconds, oldest first.
    """
    gaps = (later - earlier for earlier, later in pairwise(times))
    return round(sum(gap for gap in gaps if 0 <= gap <= BREAK_MS) / _MINUTE_MS)


def exported(statistics: Statistics) -> dict[str, Any]:
    """Everything as plain data: games, and records of each game and of all."""
    return {
        "games": [
            {
                "table": one.table,
                "game": one.game,
                "at_ms": one.at,
                "minutes": one.minutes,
                "players": [
                    {"name": place.name, "place": place.place, "points": place.points}
                    for place in one.places
                ],
            }
            for one in statistics.games
        ],
        "records": [
            _plain(record)
            for game in ("", *statistics.names)
            for record in statistics.records(game)
        ],
        "running": statistics.running,
        "left_out": list(statistics.left_out),
    }


def as_csv(statistics: Statistics) -> str:
    """One line for each player of each game that ended."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(("table", "game", "at_ms", "minutes", "name", "place", "points"))
    for one in statistics.games:
        for place in one.places:
            row = (one.table, one.game, one.at, one.minutes, place.name, place.place, place.points)
            rows.writerow(row)
    return text.getvalue()


def _ended(journal: Journal, table: str, game_name: str) -> Ended | None:
    game = load(game_name)
    rows: tuple[EventRow, ...] = journal.read(table)
    state: Any = replay(game, codec.steps(game, rows))
    if state is None:
        return None
    finishes = _FINISHES.get(game_name, _ranked)(game, state)
    if not finishes:
        return None
    persons = journal.seats(table)
    places = []
    for one in finishes:
        person = persons.get(one.seat)
        number = "" if person is None else str(person.id)
        name = one.name if person is None else person.name
        places.append(Place(number, name, one.place, one.points))
    first = {row.step: row.at for row in reversed(rows)}
    times = [first[step] for step in sorted(first)]
    undecided = bool(getattr(game.view(state, None), "undecided", False))
    return Ended(table, game_name, rows[-1].at, minutes_of(times), tuple(places), undecided)


@dataclass(frozen=True, slots=True)
class _Finish:
    """How a seat ended, as its game tells it."""

    seat: str
    name: str
    place: int
    points: int


def _ranked(game: Game, state: Any) -> tuple[_Finish, ...]:
    """The ranking of a game with phases; empty: it has not ended."""
    if state.phase != "over":
        return ()
    names = {one.seat: one.name for one in state.players}
    ranking = game.view(state, None).ranking
    return tuple(_Finish(one.seat, names[one.seat], one.place, one.points) for one in ranking)


def _light_books(game: Game, state: Any) -> tuple[_Finish, ...]:
    """The same of Wallenstein in light bookkeeping."""
    found = []
    for place, seat in game.view(state, None).ranking:
        player = state.player(seat)
        found.append(_Finish(seat, player.name, place, player.points))
    return tuple(found)


def _tribes(game: Game, state: Any) -> tuple[_Finish, ...]:
    """The same of King of Kings; tribes that nobody plays have no place among players.

    Rule: K-VP-8, K-VP-9.
    """
    del game
    if not state.over:
        return ()
    able = [one for one in state.tribes if not one.npc] or list(state.tribes)
    found = []
    for one in sorted(able, key=lambda tribe: (-tribe.vp, tribe.number)):
        place = 1 + sum(other.vp > one.vp for other in able)
        found.append(_Finish(str(one.number), one.leader, place, one.vp))
    return tuple(found)


_FINISHES: dict[str, Callable[[Game, Any], tuple[_Finish, ...]]] = {
    "wallenstein_light": _light_books,
    "kingofkings": _tribes,
}
"""Games that tell their end in a way of their own."""


def _key(place: Place) -> str:
    """Who a player is: a person of the journal, else whoever bears the name."""
    return place.person or f"={place.name}"


def _record(key: str, games: Iterable[Ended], game: str) -> Record:
    own = [(one, place) for one in games for place in one.places if _key(place) == key]
    against = [(one, place) for one, place in own if not one.alone]
    wins = [(one, place) for one, place in against if place.place == 1 and not one.undecided]
    shared = sum(sum(other.place == 1 for other in one.places) > 1 for one, _ in wins)
    points = [place.points for _, place in own]
    return Record(
        name=own[0][1].name,
        game=game,
        played=len(own),
        contested=len(against),
        wins=len(wins),
        shared=shared,
        average=sum(points) / len(points) if game else None,
        best=max(points) if game else None,
        minutes=sum(one.minutes for one, _ in own) / len(own),
    )


def _plain(record: Record) -> dict[str, Any]:
    average = None if record.average is None else round(record.average, 2)
    return {
        "name": record.name,
        "game": record.game or "all",
        "played": record.played,
        "contested": record.contested,
        "wins": record.wins,
        "shared_wins": record.shared,
        "average_points": average,
        "best_points": record.best,
        "average_minutes": round(record.minutes, 1),
    }
