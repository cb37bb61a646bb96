"""``turmwart demo``: a whole game by simple players on the simulated tower."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turmwart.cli import demo_anno1452, demo_paladins
from turmwart.cli.common import at_terminal, journal_path, now_ms, resume
from turmwart.cli.evening import Evening
from turmwart.cli.play import KINDS
from turmwart.cli.towers import TwinTower
from turmwart.errors import InputError, JournalError
from turmwart.games.registry import load
from turmwart.games.wallenstein.setup import Options, Seat, Setup
from turmwart.journal.place import default_path
from turmwart.journal.store import Journal
from turmwart.table.palette import default_palette
from turmwart.table.printed import demo_board
from turmwart.table.table import Table
from turmwart.texts import say

NAMES = ("Albrecht", "Gustav", "Isabella", "Tilly", "Wallis")
COLOURS = ("red", "blue", "yellow", "purple", "black")
APP_SPEED = 4.0
THINK_S = 1.0
"""How long a player of the demo thinks at speed 1, seconds."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a demo was started with; kept in the journal, so that it can be resumed."""

    seed: int
    players: int


def run(arguments: argparse.Namespace) -> int:
    """Play the demo, in the app or headless.

    Raises:
        TurmwartError: the journal, the tower or the table cannot be used.
    """
    headless = arguments.headless or not at_terminal()
    path = _journal(arguments)
    with Journal.open(path, create=not arguments.resume) as journal:
        table = _resumed(journal, arguments) if arguments.resume else _new(journal, arguments)
        recipe = _recipe(journal, table.name)
        speed = arguments.speed
        if speed is None:
            speed = 0.0 if headless else APP_SPEED
        try:
            if table.game.name == demo_anno1452.GAME:
                demo_anno1452.play(table, recipe.seed, path, _pause_s(speed), headless, _print)
            elif table.game.name == demo_paladins.GAME:
                demo_paladins.play(table, recipe.seed, path, _pause_s(speed), headless, _print)
            elif headless:
                tower = TwinTower(path, recipe.seed, speed, camera=arguments.camera)
                asyncio.run(_headless(table, tower, recipe, path, speed))
            else:
                tower = TwinTower(path, recipe.seed, speed, camera=arguments.camera)
                _in_app(table, tower, recipe, speed)
        except KeyboardInterrupt:
            quoted = {"name": shlex.quote(table.name), "journal": shlex.quote(str(path))}
            _print(say("cli.demo.interrupted", **quoted))
            raise
        finally:
            table.close()
    return 0


async def _headless(
    table: Table, tower: TwinTower, recipe: Recipe, path: Path, speed: float
) -> None:
    _print(
        say(
            "cli.demo.started",
            name=table.name,
            players=recipe.players,
            seed=recipe.seed,
            journal=path,
        )
    )
    async with tower.hands(table) as hands:
        status = await hands.status()
        _print(say("cli.demo.interpreter", **status))
        if status["fallback"]:
            _print(say("cli.demo.no_micropython"))
        evening = Evening(table, hands, recipe.seed, pause_s=_pause_s(speed), say_line=_print)
        await evening.run()
        throws, cubes = await hands.tally()
    for place in table.view().ranking:
        player = table.state.player(place.seat)
        _print(
            say(
                "cli.demo.score",
                place=place.place,
                player=player.name,
                colour=f"@colour.{player.colour}",
                points=place.points,
                thalers=place.thalers,
            )
        )
    _print(say("cli.demo.ended", throws=throws, cubes=cubes))
    both, alone, counted = (evening.tally[name] for name in ("both", "alone", "counted"))
    _print(say("cli.demo.witnesses", both=both, alone=alone, counted=counted))
    _print(f"state {table.hash()} journal {path}")


def _in_app(table: Table, tower: TwinTower, recipe: Recipe, speed: float) -> None:
    from turmwart.app.app import TurmwartApp
    from turmwart.app.doors import Doors
    from turmwart.app.graphics import protocol_of
    from turmwart.cli.app import mean_fallen
    from turmwart.cli.web import WEB_PORT, WebView

    async def play(table: Table) -> None:
        async with tower.hands(table) as hands:
            await Evening(table, hands, recipe.seed, pause_s=_pause_s(speed)).run()

    web = WebView(WEB_PORT)
    doors = Doors(
        companions=(play,),
        mean_fallen=mean_fallen,
        serve=web.show,
        closing=(web.stop,),
        graphics=protocol_of(os.environ),
    )
    TurmwartApp(doors, table=table).run()


def _pause_s(speed: float) -> float:
    return THINK_S / speed if speed else 0.0


def _journal(arguments: argparse.Namespace) -> Path:
    if hasattr(arguments, "journal"):
        return journal_path(arguments)
    folder = default_path().parent / "demos"
    if arguments.resume:
        return _journal_with(folder, arguments.resume)
    stamp = time.strftime("%Y%m%d-%H%M%S")
    numbered = (
        folder / f"demo-{stamp}{tail}.sqlite" for tail in ("", *map("-{}".format, range(2, 100)))
    )
    return next(path for path in numbered if not path.exists())


def _journal_with(folder: Path, name: str) -> Path:
    """The newest journal of a demo that holds a table of this name."""
    unusable: JournalError | None = None
    for path in sorted(folder.glob("demo-*.sqlite"), reverse=True):
        try:
            with Journal.open(path, readonly=True) as journal:
                if any(info.name == name for info in journal.tables()):
                    return path
        except JournalError as error:
            # One damaged demo must not stand in the way of another.
            unusable = unusable or error
    if unusable is not None:
        raise unusable
    raise InputError("cli.demo.nothing_to_resume", name=name, folder=folder)


def _new(journal: Journal, arguments: argparse.Namespace) -> Table:
    game = load(arguments.game or "wallenstein")
    kind = KINDS[game.name]
    players = arguments.players or 4
    if not kind.least <= players <= kind.most:
        raise InputError("cli.play.few_players", count=players, least=kind.least, most=kind.most)
    seed = arguments.seed if arguments.seed is not None else time.time_ns() // 1000 % 1_000_000
    taken = {info.name for info in journal.tables() if info.version}
    name = arguments.name or _free("demo", taken)
    if name in taken:
        # Said before the recipe is written, which would be that of the wrong table.
        raise JournalError("journal.table_exists", name=name)
    recipe = json.dumps({"seed": seed, "players": players})
    journal.set_setting(f"demo:{name}", recipe)
    setup: Any
    if game.name == demo_anno1452.GAME:
        if arguments.court:
            raise InputError("cli.demo.no_court")
        setup = demo_anno1452.setup_of(NAMES[:players])
    elif game.name == demo_paladins.GAME:
        setup = demo_paladins.setup_of(NAMES[:players])
    else:
        seats = tuple(
            Seat(f"s{number}", NAMES[number - 1], COLOURS[number - 1])
            for number in range(1, players + 1)
        )
        options = Options(imperial_court=arguments.court)
        setup = Setup(seats, f"s{1 + seed % players}", demo_board(), options)
    table = Table.create(journal, name, game, setup, palette=default_palette(), clock=now_ms)
    # Before, so that a demo that is killed can be resumed; and again, now that nobody else can
    # have the name: one that was refused it may have written its own recipe meanwhile.
    journal.set_setting(f"demo:{name}", recipe)
    return table


def _resumed(journal: Journal, arguments: argparse.Namespace) -> Table:
    _recipe(journal, arguments.resume)
    table = resume(journal, arguments.resume)
    _print(say("cli.demo.resumed", name=table.name, step=table.version))
    return table


def _recipe(journal: Journal, name: str) -> Recipe:
    journal.table(name)
    kept = journal.setting(f"demo:{name}")
    if kept is None:
        raise InputError("cli.demo.not_a_demo", name=name)
    plain = json.loads(kept)
    return Recipe(plain["seed"], plain["players"])


def _free(stem: str, taken: set[str]) -> str:
    name, number = stem, 1
    while name in taken:
        number += 1
        name = f"{stem}-{number}"
    return name


_print: Callable[[str], None] = lambda line: print(line, flush=True)  # noqa: E731
