"""Deciding and applying in light bookkeeping; battles are those of the whole game."""

from __future__ import annotations

from dataclasses import replace

from turmwart.games.wallenstein.battle import settle
from turmwart.games.wallenstein.light import things as t
from turmwart.games.wallenstein.state import ARMIES_PER_COLOUR, FARMERS_TOTAL, SEASONS
from turmwart.kernel.chance import Roll
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection
from turmwart.kernel.ledger import Ledger

YEARS = 2
FIELDS = ("thalers", "grain", "points")


def start(setup: t.LightSetup) -> tuple[t.Event, ...]:
    """The first event.

    Raises:
        ValueError: the setup cannot be played.

    Rule: W-SETUP-1.
    """
    count = len(setup.seats)
    if not 3 <= count <= 5:
        raise ValueError(f"Wallenstein is for 3 to 5 players, not {count}")
    colours = [seat.colour for seat in setup.seats]
    if len(set(colours)) != count or setup.farmers in colours or "" in colours:
        raise ValueError(f"every seat and the farmers need a colour of their own: {colours}")
    return (t.LightStarted(setup),)


def row_names(state: t.LightState) -> tuple[str, ...]:
    """Rows of the sheet of the books, player by player."""
    return tuple(f"{field}_{player.seat}" for player in state.players for field in FIELDS)


def decide(state: t.LightState, command: t.Command, roll: Roll) -> tuple[t.Event, ...] | Objection:
    """What a command brings about, or what speaks against it.

    Rule: W-BATTLE-2, W-BATTLE-12, W-BATTLE-36, W-EXEC-9, W-YEAREND-1, W-END-1.
    """
    del roll
    match command:
        case t.BeginFight():
            return _begin(state, command)
        case t.ReportThrow():
            return _decided(state, command)
        case t.ReportStray():
            return _too_many(state, command.fallen) or (
                t.StrayFallen(command.fallen, command.witness),
            )
        case t.EnterBooks():
            return _books(state, command)
        case t.NextSeason():
            if state.fight is not None or state.scoring or state.over:
                return _refused("W-PHASE-1", "not_now")
            return (t.FamineOver(),) if state.season == "winter" else (_next(state),)


def apply(state: t.LightState | None, event: t.Event) -> t.LightState:
    """The state after an event.

    Raises:
        ValueError: the first event is none that starts a game.
    """
    if isinstance(event, t.LightStarted):
        return _started(event.setup)
    if state is None:
        raise ValueError(f"a game does not begin with {type(event).__name__}")
    match event:
        case t.FightBegan(fight=fight):
            return replace(state, fight=fight)
        case t.FightDecided(result=result):
            return replace(state, fight=None, last=result, battles=state.battles + 1)
        case t.BooksEntered(books=books):
            return replace(state, players=books)
        case t.FamineOver():
            return replace(state, scoring=True)
        case t.SeasonOver(year=year, season=season) if season:
            fresh = season == "spring"
            players = tuple(replace(p, grain=0) if fresh else p for p in state.players)
            return replace(state, year=year, season=season, players=players, scoring=False)
        case t.SeasonOver():
            return replace(state, over=True)
    return state


def invariants(state: t.LightState) -> tuple[str, ...]:
    """Laws that do not hold: all cubes are out, and nobody has less than nothing.

    Rule: W-CUBE-1, W-CUBE-2.
    """
    broken = []
    if state.ledger != _all_cubes([p.colour for p in state.players], state.farmers):
        broken.append("W-CUBE-1: cubes of the box are missing")
    broken += [
        f"{player.name} has less than nothing"
        for player in state.players
        if min(player.thalers, player.grain, player.points) < 0
    ]
    return tuple(broken)


def describe(event: t.Event, state: t.LightState) -> tuple[str, tuple[tuple[str, int | str], ...]]:
    """The line of the log for an event, with the state after it."""
    values: dict[str, int | str] = {}
    match event:
        case t.FightBegan(fight=fight) | t.FightDecided(result=t.Result(fight=fight)):
            values = {
                "attacker": state.name(fight.attacker),
                "defender": state.name(fight.defender),
            }
        case t.StrayFallen(fallen=fallen):
            values = {"count": fallen.total}
        case t.BooksEntered(books=books):
            listed = (f"{p.name} {p.thalers}/{p.grain}/{p.points}" for p in books)
            values = {"books": ", ".join(listed)}
        case t.SeasonOver(year=year, season=season) if season:
            values = {"year": year, "season": f"@wallenstein.season.{season}"}
    if isinstance(event, t.FightDecided):
        result = event.result
        values |= {
            "attacking": result.attacking,
            "defending": result.defending,
            "outcome": f"@wallenstein.outcome.{result.outcome}",
        }
    name = type(event).__name__
    if isinstance(event, t.SeasonOver) and not event.season:
        name += "Last"
    return f"wallenstein_light.event.{name}", tuple(sorted(values.items()))


def _started(setup: t.LightSetup) -> t.LightState:
    players = tuple(t.Books(s.seat, s.name, s.colour, setup.thalers) for s in setup.seats)
    ledger = _all_cubes([seat.colour for seat in setup.seats], setup.farmers)
    return t.LightState(players, setup.farmers, ledger, setup.settle_seconds)


def _all_cubes(colours: list[str], farmers: str) -> Ledger:
    counts = dict.fromkeys(colours, ARMIES_PER_COLOUR) | {farmers: FARMERS_TOTAL}
    return Ledger.from_places({"out": Cubes.from_counts(counts)})


def _begin(state: t.LightState, command: t.BeginFight) -> tuple[t.Event, ...] | Objection:
    sides = (command.attacker, command.defender)
    known = {t.FARMERS, *(player.seat for player in state.players)}
    if state.fight is not None or state.over or state.scoring:
        return _refused("W-BATTLE-3", "not_now")
    if not set(sides) <= known or sides[0] == sides[1]:
        return _refused("W-BATTLE-2", "two_sides")
    kind = "revolt" if sides[0] == t.FARMERS else "neutral" if sides[1] == t.FARMERS else "player"
    return (t.FightBegan(t.Fight(kind, *sides, command.markers and kind == "player")),)


def _decided(state: t.LightState, command: t.ReportThrow) -> tuple[t.Event, ...] | Objection:
    fight = state.fight
    if fight is None:
        return _refused("W-BATTLE-3", "not_now")
    wrong = _too_many(state, command.fallen)
    if wrong is not None:
        return wrong
    attacker, defender = state.colour(fight.attacker), state.colour(fight.defender)
    decided = settle(
        fight.kind, command.fallen, attacker, defender, state.farmers, int(fight.markers)
    )
    return (
        t.FightDecided(
            t.Result(
                fight,
                command.fallen,
                command.witness,
                decided.outcome,
                decided.attacker,
                decided.defender,
                decided.to_supply,
                decided.to_province,
                decided.stays,
                decided.devastated,
            )
        ),
    )


def _too_many(state: t.LightState, fallen: Cubes) -> Objection | None:
    """More cubes than there are cannot have fallen (W-CUBE-5, as far as it can be told)."""
    return None if fallen <= state.ledger.total() else _refused("W-CUBE-5", "too_many")


def _books(state: t.LightState, command: t.EnterBooks) -> tuple[t.Event, ...] | Objection:
    if state.fight is not None or state.over:
        return _refused("W-BATTLE-3", "not_now")
    told = dict(command.books)
    if set(told) - set(row_names(state)) or any(value < 0 for value in told.values()):
        return _refused("W-CUBE-10", "not_these")
    books = tuple(
        replace(p, **{f: told.get(f"{f}_{p.seat}", getattr(p, f)) for f in FIELDS})
        for p in state.players
    )
    entered = t.BooksEntered(books)
    return (entered, _next(state)) if state.scoring else (entered,)


def _next(state: t.LightState) -> t.SeasonOver:
    """Rule: W-YEAR-1, W-YEAR-2, W-YEAREND-4, W-END-1."""
    if state.season != "winter":
        return t.SeasonOver(state.year, SEASONS[SEASONS.index(state.season) + 1])
    return t.SeasonOver(state.year, "") if state.year == YEARS else t.SeasonOver(2, "spring")


def _refused(rule: str, text: str) -> Objection:
    return Objection(rule, f"wallenstein_light.objection.{text}", waivable=False)
