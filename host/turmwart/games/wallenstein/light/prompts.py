"""What light bookkeeping asks, and what its screens show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from turmwart.games.wallenstein.light import things as t
from turmwart.games.wallenstein.light.rules import FIELDS, row_names
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.prompt import Choice, CubeCount, Number, Option, Prompt, Sheet

_ID = "wallenstein_light.prompt."
_YES_NO = (Option(False, "wallenstein.no"), Option(True, "wallenstein.yes"))


@dataclass(frozen=True, slots=True)
class LightView:
    """What the screens show: the books, the battle that is thrown, the last one.

    Attributes:
        ranking: seats with their place, best first, once the game is over.
    """

    year: int
    season: str
    players: tuple[t.Books, ...]
    farmers: str
    fight: t.Fight | None
    last: t.Result | None
    battles: int
    settle_seconds: int
    ranking: tuple[tuple[int, str], ...]


def view(state: t.LightState, seat: str | None = None) -> LightView:
    """The books; nothing is secret."""
    del seat
    return LightView(
        state.year,
        state.season,
        state.players,
        state.farmers,
        state.fight,
        state.last,
        state.battles,
        state.settle_seconds,
        _ranking(state) if state.over else (),
    )


def prompts(state: t.LightState, seat: str | None = None) -> tuple[Prompt, ...]:
    """A throw, else battles, the end of the season, the books.

    Rule: W-OBS-9, W-OBS-10.
    """
    del seat
    if state.over:
        return ()
    bounds = state.ledger.total()
    if state.fight is not None:
        values = (
            ("attacker", state.name(state.fight.attacker)),
            ("defender", state.name(state.fight.defender)),
        )
        fallen = CubeCount("fallen", bounds, tower=True)
        return (
            Prompt(
                _ID + "throw", "ReportThrow", slots=(fallen,), rule="W-BATTLE-12", values=values
            ),
        )
    if state.scoring:
        return (_books(state, must=True),)
    stray = CubeCount("fallen", bounds, tower=True)
    return (
        _fight(state),
        _next(state),
        _books(state, must=False),
        Prompt(_ID + "stray", "ReportStray", must=False, slots=(stray,), rule="W-BATTLE-36"),
    )


def legal(state: t.LightState, seat: str | None = None) -> Iterator[t.Command]:
    """Battles of all pairs, a few throws, the end of the season, the books as they are."""
    del seat
    if state.over:
        return
    if state.fight is not None:
        yield t.ReportThrow(Cubes())
        sides = (state.colour(state.fight.attacker), state.colour(state.fight.defender))
        yield t.ReportThrow(Cubes.from_counts(dict.fromkeys(sides, 2)))
        yield t.ReportThrow(Cubes.from_counts({sides[0]: 3, sides[1]: 1}))
        return
    if state.scoring:
        yield t.EnterBooks(())
        return
    sides_all = (t.FARMERS, *(player.seat for player in state.players))
    for attacker in sides_all:
        for defender in sides_all:
            if attacker != defender:
                yield t.BeginFight(attacker, defender)
    yield t.NextSeason()
    yield t.EnterBooks(())


def _fight(state: t.LightState) -> Prompt:
    sides = (
        *(Option(player.seat, label=player.name) for player in state.players),
        Option(t.FARMERS, "wallenstein.farmers"),
    )
    return Prompt(
        _ID + "fight",
        "BeginFight",
        slots=(
            Choice("attacker", sides),
            Choice("defender", sides),
            Choice("markers", _YES_NO, default=False),
        ),
        rule="W-BATTLE-2",
    )


def _next(state: t.LightState) -> Prompt:
    values = (("season", f"@wallenstein.season.{state.season}"),)
    return Prompt(_ID + "next_season", "NextSeason", must=False, rule="W-EXEC-9", values=values)


def _books(state: t.LightState, *, must: bool) -> Prompt:
    rows = tuple(
        Number(name, 0, None, getattr(player, field))
        for name, (player, field) in zip(
            row_names(state), ((p, f) for p in state.players for f in FIELDS), strict=True
        )
    )
    name = "winter" if must else "books"
    values = tuple(
        (f"{field}_{player.seat}", player.name) for player in state.players for field in FIELDS
    )
    return Prompt(
        _ID + name,
        "EnterBooks",
        must=must,
        slots=(Sheet("books", rows),),
        rule="W-SCORE-8",
        values=values,
    )


def _ranking(state: t.LightState) -> tuple[tuple[int, str], ...]:
    """Rule: W-END-2 to W-END-4."""
    key = {p.seat: (-p.points, -p.thalers) for p in state.players}
    ordered = sorted(key, key=lambda seat: key[seat])
    return tuple((1 + sum(key[o] < key[s] for o in ordered), s) for s in ordered)
