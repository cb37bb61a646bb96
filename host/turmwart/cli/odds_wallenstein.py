"""``turmwart odds wallenstein``: who wins a battle, and what is left, by the tower's own odds."""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Iterator
from textwrap import wrap

from turmwart.cli.common import journal_path
from turmwart.cli.cubes_form import read_cubes
from turmwart.errors import InputError
from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.odds import Fight, of_battle
from turmwart.games.wallenstein.state import ARMIES_PER_COLOUR, FARMERS_TOTAL, State
from turmwart.journal import codec
from turmwart.journal.store import Journal
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.fold import replay
from turmwart.table.fights.forecast import OUTCOMES, Forecast, Span, forecast
from turmwart.table.fights.throws import history_of, taught_elsewhere, throws_of
from turmwart.texts import catalogue, decimal, has, say, say_colour
from turmwart.tower.learning import Fall, Learnt, learn

NAME = GAME.name
SCHEMA = "turmwart.odds/1"
FARMERS = "green"
SIDES = ("attacker", "defender")
OTHERS = ("cards", "what_if", "option", "excommunicated", "ottokar")
"""Options of another game's odds."""
OWN = ("tray", "tower", "markers", "farmers", "table")
"""Options that no other game's odds have."""
GIVEN = ("tray", "tower", "markers", "farmers")
"""Options that the books answer where a battle waits at the table."""
WIDTH = 80
BAR = 30
"""Width of a bar in characters."""


def run(arguments: argparse.Namespace) -> int:
    """Print the odds of one battle.

    Raises:
        InputError: a force or an option cannot be used.
        JournalError: the table that was named cannot be read.
    """
    for option in OTHERS:
        if getattr(arguments, option):
            name = option.replace("_", "-")
            raise InputError("odds.error.other_game", option=name, game=NAME)
    taught, state = _table(arguments)
    learnt = learn(taught)
    fight = _fight(arguments, state)
    found = forecast(fight, learnt)
    if arguments.json:
        print(json.dumps(plain(found, learnt), indent=2))
    else:
        print("\n".join(line.rstrip() for line in lines(found, learnt)))
    return 0


def plain(found: Forecast, learnt: Learnt) -> dict[str, object]:
    """The JSON of ``turmwart.odds/1`` for this game, as docs/tower-odds.md describes it."""
    fight, odds = found.fight, found.odds
    together = fight.thrown.total
    mean, spread = learnt.mean(together), learnt.spread(together)
    return {
        "schema": SCHEMA,
        "game": NAME,
        "kind": fight.kind,
        "attacker": fight.attacker,
        "defender": fight.defender,
        "farmers": fight.farmers,
        "markers": fight.markers,
        "thrown": fight.thrown.as_dict(),
        "inside": fight.inside.as_dict(),
        **{outcome: getattr(odds, outcome) for outcome in OUTCOMES},
        "within": {outcome: [span.low, span.high] for outcome, span in found.spans.items()},
        "expected": {"attacker": found.attacker_left.mean, "defender": found.defender_left.mean},
        "left": {"attacker": list(odds.attacker_left), "defender": list(odds.defender_left)},
        "release": {
            "throws": learnt.throws,
            "cubes": learnt.cubes,
            "model": "dependent" if learnt.depends else "constant",
            "bayes_factor": learnt.bayes_factor,
            "thrown": {"mean": mean.thrown, "sd": spread.thrown},
            "inside": {"mean": mean.inside, "sd": spread.inside},
        },
    }


def lines(found: Forecast, learnt: Learnt) -> Iterator[str]:
    """The odds in words."""
    fight = found.fight
    yield say("fights.odds.title", kind=f"@fights.kind.{fight.kind}")
    yield ""
    for side, colour in zip(SIDES, (fight.attacker, fight.defender), strict=True):
        yield _cubes(say(f"odds.Side.{side}"), fight, colour)
    if fight.kind == "player" and fight.farmers in {*fight.thrown, *fight.inside}:
        text = "fights.odds.farmers_stay" if fight.markers else "fights.odds.farmers_help"
        yield _cubes(say(text), fight, fight.farmers)
    yield ""
    for outcome in OUTCOMES:
        if outcome in shown(fight):
            yield _chance(say(f"fights.outcome.{fight.kind}.{outcome}"), found.spans[outcome])
    yield ""
    for side, span in zip(SIDES, (found.attacker_left, found.defender_left), strict=True):
        if getattr(fight, side) != fight.farmers:
            yield say(
                "fights.odds.left",
                side=f"{say(f'odds.Side.{side}'):<10}",
                mean=decimal(span.mean, 2),
                low=decimal(span.low, 2),
                high=decimal(span.high, 2),
            )
    yield ""
    for text in taught(learnt, fight.thrown.total):
        yield from wrap(text, WIDTH)


def shown(fight: Fight) -> tuple[str, ...]:
    """The outcomes that differ for a kind of battle."""
    if fight.kind == "player":
        return ("attacker_wins", "defender_wins", "devastated")
    return ("attacker_wins",) if fight.kind == "neutral" else ("defender_wins", "devastated")


def taught(learnt: Learnt, together: int) -> Iterator[str]:
    """What the odds rest on."""
    mean, spread = learnt.mean(together), learnt.spread(together)
    yield say(
        "fights.odds.release" if learnt.throws else "fights.odds.thumb",
        throws=learnt.throws,
        thrown=decimal(100 * mean.thrown),
        thrown_sd=decimal(100 * spread.thrown),
        inside=decimal(100 * mean.inside),
        inside_sd=decimal(100 * spread.inside),
    )
    if learnt.throws:
        text = "fights.odds.depends" if learnt.depends else "fights.odds.constant"
        yield say(
            text,
            factor=f"{learnt.bayes_factor:.2g}".replace(".", say("number.point")),
            together=together,
        )


def _table(arguments: argparse.Namespace) -> tuple[list[tuple[Fall, ...]], State | None]:
    """What the tower of the table that is named was seen to do, and where that table stands."""
    name = arguments.table
    if name is None:
        return [], None
    with Journal.open(journal_path(arguments), readonly=True) as journal:
        if journal.table(name).game != NAME:
            raise InputError("fights.error.game", name=name, game=journal.table(name).game)
        own = [throw.falls for throw in throws_of(history_of(journal, name))]
        state = replay(GAME, codec.steps(GAME, journal.read(name)))
        return [*taught_elsewhere(journal, name), *own], state


def _fight(arguments: argparse.Namespace, state: State | None) -> Fight:
    given = [getattr(arguments, side) for side in SIDES]
    hidden = state is not None and state.tower_hidden and state.phase != "over"
    if hidden and (arguments.tower is None or not any(given)):
        raise InputError("fights.error.hidden", name=arguments.table)
    if not any(given) and state is not None and state.battle is not None:
        for option in GIVEN:
            if getattr(arguments, option) is not None:
                raise InputError("fights.error.of_the_battle", option=option)
        return of_battle(state, state.battle)
    farmers = arguments.farmers or FARMERS
    forces = {side: _force(side, text) for side, text in zip(SIDES, given, strict=True)}
    attacker, defender = (next(iter(forces[side])) for side in SIDES)
    if attacker == defender:
        raise InputError("fights.error.same_side", colour=say_colour(attacker))
    own = {FARMERS} if state is None else {FARMERS, *(player.colour for player in state.players)}
    _check_colours("farmers", Cubes.of(**{farmers: 1}), own)
    own.add(farmers)
    kind = "player"
    if attacker == farmers:
        kind = "revolt"
    elif defender == farmers:
        kind = "neutral"
    tray, inside = _place(arguments, "tray", state), _place(arguments, "tower", state)
    for place, cubes in (*forces.items(), ("tray", tray), ("tower", inside)):
        _check_colours(place, cubes, own)
    thrown = Cubes.sum((*forces.values(), tray))
    _check_numbers(thrown + inside, farmers)
    return Fight(kind, attacker, defender, farmers, arguments.markers or 0, thrown, inside)


def _check_colours(place: str, cubes: Cubes, own: Collection[str]) -> None:
    """A mistyped colour would be a side of its own, and the odds wrong without a word."""
    for colour in cubes:
        if colour not in own and not has(f"colour.{colour}"):
            known = ", ".join(
                text_id.removeprefix("colour.")
                for text_id in catalogue("en")
                if text_id.startswith("colour.")
            )
            raise InputError("fights.error.colour", option=place, colour=colour, known=known)


def _check_numbers(cubes: Cubes, farmers: str) -> None:
    """More cubes of a colour than the box holds would have odds that mean nothing.

    Rule: W-CUBE-1, W-CUBE-2.
    """
    for colour, number in cubes.counts:
        most = FARMERS_TOTAL if colour == farmers else ARMIES_PER_COLOUR
        if number > most:
            said = say_colour(colour)
            raise InputError("fights.error.too_many", colour=said, number=number, most=most)


def _force(side: str, text: str | None) -> Cubes:
    if text is None:
        raise InputError("fights.error.no_force", side=side)
    force = read_cubes(side, text)
    if len(tuple(force)) != 1:
        raise InputError("fights.error.one_colour", side=side, text=text)
    return force


def _place(arguments: argparse.Namespace, place: str, state: State | None) -> Cubes:
    """What was given; else what the books of the table say; else nothing."""
    text = getattr(arguments, place)
    if text is not None:
        return read_cubes(place, text)
    return Cubes() if state is None else state.ledger.at(place)


def _cubes(head: str, fight: Fight, colour: str) -> str:
    return say(
        "fights.odds.cubes",
        head=f"{head:<16}",
        thrown=fight.thrown[colour],
        inside=fight.inside[colour],
        colour=say_colour(colour),
    )


def _chance(name: str, span: Span) -> str:
    full = round(BAR * span.mean)
    return say(
        "fights.odds.chance",
        name=f"{name:<22}",
        percent=f"{decimal(100 * span.mean, 2):>6}",
        bar="#" * full + "." * (BAR - full),
        low=f"{100 * span.low:.0f}",
        high=f"{100 * span.high:.0f}",
    )
