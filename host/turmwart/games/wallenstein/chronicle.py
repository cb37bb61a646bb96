"""What happened in a game, in figures: curves over the seasons, scores by source, battles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from turmwart.games.wallenstein import events as ev
from turmwart.games.wallenstein.court_events import FavorGranted
from turmwart.games.wallenstein.scoring import VALUES
from turmwart.games.wallenstein.state import FARMERS, BattleRecord, Score, State
from turmwart.kernel.cubes import Cubes

CURVES = ("thalers", "grain", "armies", "provinces", "points")
SOURCES = ("provinces", "buildings", *VALUES)
"""Where points come from: provinces, buildings, majorities by kind of building."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player had at a moment; armies are those on the map."""

    seat: str
    thalers: int
    grain: int
    armies: int
    provinces: int
    points: int


@dataclass(frozen=True, slots=True)
class Moment:
    """The end of a season, or of the set-up (year 0)."""

    year: int
    season: str
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Expected:
    """What the odds said before a throw: chances 0..1, mean numbers of armies left."""

    attacker_wins: float
    defender_wins: float
    attacker_left: float
    defender_left: float


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle as it went; sides are seats or ``farmers``."""

    year: int
    season: str
    number: int
    kind: str
    province: str
    attacker: str
    defender: str
    thrown: Cubes
    fallen: Cubes
    attacking: int
    defending: int
    outcome: str
    lost: tuple[tuple[str, int], ...]
    """Armies or farmers that went from the tray to the supply, by colour."""
    left: tuple[int, int]
    """Armies that the attacker and the defender have in the province afterwards."""
    expected: Expected | None = None


@dataclass(frozen=True, slots=True)
class Winter:
    """Points of one player in one winter, by source in the order of ``SOURCES``."""

    year: int
    seat: str
    sources: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the chronicle names them."""

    seat: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Chronicle:
    """All of it; ``ranking`` pairs place and seat once the game is over."""

    players: tuple[Person, ...]
    moments: tuple[Moment, ...]
    winters: tuple[Winter, ...]
    battles: tuple[Fought, ...]
    ranking: tuple[tuple[int, str], ...]
    corrected: bool
    """Whether the table set points by hand, so that the winters alone do not make the sum."""
    favored: tuple[tuple[str, int], ...] = ()
    """Seat and points that favor cards brought, beside those of the winters."""

    def player(self, seat: str) -> Person:
        """The player of a seat.

        Raises:
            KeyError: there is no such seat.
        """
        for one in self.players:
            if one.seat == seat:
                return one
        raise KeyError(seat)

    def curve(self, seat: str, what: str) -> tuple[int, ...]:
        """One of ``CURVES`` of a player, moment by moment."""
        return tuple(
            getattr(standing, what)
            for moment in self.moments
            for standing in moment.standings
            if standing.seat == seat
        )

    def won(self, seat: str) -> tuple[int, int]:
        """How many battles a player fought, and how many of them were won."""
        own = [one for one in self.battles if seat in (one.attacker, one.defender)]
        wins = {"attacker_wins": "attacker", "defender_wins": "defender"}
        won = [b for b in own if b.outcome in wins and getattr(b, wins[b.outcome]) == seat]
        return len(own), len(won)


def chronicle(happened: Iterable[tuple[State, Any]]) -> Chronicle:
    """The chronicle of a game.

    Args:
        happened: each event that holds, oldest first, with the state after it.

    Raises:
        ValueError: nothing happened.

    Rule: W-SCORE-1 to W-SCORE-8, W-COURT-29.
    """
    moments: list[Moment] = []
    battles: list[Fought] = []
    winters: list[Winter] = []
    favored: dict[str, int] = {}
    corrected = False
    last: State | None = None
    for state, event in happened:
        last = state
        match event:
            case ev.DraftEnded():
                moments.append(_moment(state, 0, ""))
            case ev.SeasonEnded(year=year, season=season):
                moments.append(_moment(state, year, season))
            case ev.PointsScored(year=year, scores=scores):
                winters.extend(_winter(score) for score in scores)
                moments.append(_moment(state, year, "winter"))
            case ev.BattleSettled(record=record):
                battles.append(_fought(state, record))
            case FavorGranted(seat=seat, what="points", amount=amount):
                favored[seat] = favored.get(seat, 0) + amount
            case ev.PointsCorrected():
                corrected = True
    if last is None:
        raise ValueError("nothing happened")
    return Chronicle(
        tuple(Person(p.seat, p.name, p.colour) for p in last.players),
        tuple(moments),
        tuple(winters),
        tuple(battles),
        tuple((place.place, place.seat) for place in last.ranking),
        corrected,
        tuple((seat, favored[seat]) for seat in last.seats if seat in favored),
    )


def with_expected(told: Chronicle, expected: Mapping[int, Expected]) -> Chronicle:
    """The chronicle with what was expected of its battles, by their numbers."""
    battles = tuple(replace(one, expected=expected.get(one.number)) for one in told.battles)
    return replace(told, battles=battles)


def happened(apply: Any, history: Iterable[tuple[State | None, tuple[Any, ...]]]) -> Iterator[Any]:
    """Each event with the state after it.

    Args:
        apply: of the game.
        history: the state before each step that holds, and its events.
    """
    for before, events in history:
        state = before
        for event in events:
            state = apply(state, event)
            yield state, event


def _moment(state: State, year: int, season: str) -> Moment:
    return Moment(
        year,
        season,
        tuple(
            Standing(
                player.seat,
                player.thalers,
                player.grain,
                sum(state.armies(stands.id) for stands in state.owned(player.seat)),
                len(state.owned(player.seat)),
                player.points,
            )
            for player in state.players
        ),
    )


def _winter(score: Score) -> Winter:
    by_kind = [
        sum(one.points for one in score.majorities if one.building == kind) for kind in VALUES
    ]
    sources = (score.provinces, score.buildings, *by_kind)
    return Winter(score.year, score.seat, sources, score.points)


def _fought(state: State, record: BattleRecord) -> Fought:
    battle = record.battle
    colours = [
        state.farmers if side == FARMERS else state.player(side).colour
        for side in (battle.attacker, battle.defender)
    ]
    lost = tuple((colour, record.to_supply[colour]) for colour in dict.fromkeys(colours))
    left = tuple(
        record.to_province[colour] if record.outcome == outcome and side != FARMERS else 0
        for colour, side, outcome in (
            (colours[0], battle.attacker, "attacker_wins"),
            (colours[1], battle.defender, "defender_wins"),
        )
    )
    return Fought(
        state.year,
        state.season,
        record.number,
        battle.kind,
        state.label(battle.province),
        battle.attacker,
        battle.defender,
        battle.thrown,
        record.fallen,
        record.attacker_strength,
        record.defender_strength,
        record.outcome,
        lost,
        (left[0], left[1]),
    )
