"""``turmwart play``: begin or resume a real table."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from turmwart.app.app import TurmwartApp
from turmwart.app.doors import Companion, Doors, NewSeat, NewTable, Pour
from turmwart.app.graphics import protocol_of
from turmwart.cli import anno1452, paladins
from turmwart.cli.app import COLOURS, KINGOFKINGS, Suits, doors, new_table, option_defaults
from turmwart.cli.common import journal_path, need_terminal, now_ms, resume
from turmwart.cli.tower_sets import CubeSet
from turmwart.cli.tower_sets import load as load_set
from turmwart.cli.towers import RealTower, TwinTower
from turmwart.errors import InputError
from turmwart.games.registry import load
from turmwart.journal.store import Journal
from turmwart.kernel.numbers import is_number
from turmwart.table.printed import remember_printed
from turmwart.table.table import Table

if TYPE_CHECKING:
    from turmwart.table.camera.cubes import CubePalette

TWIN = "twin"
NONE = "none"
AUTO = "auto"
LEAST, MOST = 3, 5


@dataclass(frozen=True, slots=True)
class Kind:
    """What the command line must know of a game.

    Attributes:
        least: players.
        most: players.
        colours: that a player can have.
        defaults: option keys with their defaults.
        cubes: whether it plays with the tower.
        poured: whether its books name the cubes of a throw: the hands at a simulated tower pour
            those, and know of no others.
    """

    least: int
    most: int
    colours: Sequence[str]
    defaults: Callable[[], Mapping[str, int | str | bool]]
    cubes: bool
    poured: bool = True


KINDS = {
    "wallenstein": Kind(LEAST, MOST, COLOURS, option_defaults, True),
    "wallenstein_light": Kind(LEAST, MOST, COLOURS, dict, True, poured=False),
    anno1452.GAME: Kind(
        anno1452.LEAST, anno1452.MOST, anno1452.COLOURS, anno1452.option_defaults, False
    ),
    paladins.GAME: Kind(
        paladins.LEAST, paladins.MOST, paladins.COLOURS, paladins.option_defaults, False
    ),
    # Its tribes are those of the map: never named here.
    KINGOFKINGS: Kind(0, 0, (), dict, False),
}


def run(arguments: argparse.Namespace) -> int:
    """Open the app at a table, with the tower, the camera and the cubes that were named.

    Raises:
        TurmwartError: game, players, options, tower, camera or cube set cannot be used, or there
            is no terminal.
    """
    load(arguments.game)
    if arguments.game == KINGOFKINGS and (arguments.player or arguments.option):
        raise InputError("cli.play.not_at_a_table", game=arguments.game)
    path = journal_path(arguments)
    cubes = None if arguments.set is None else load_set(path, arguments.set)
    tower = arguments.tower
    if not KINDS[arguments.game].cubes:
        if tower not in (AUTO, NONE):
            raise InputError("cli.play.no_tower", game=arguments.game)
        tower = NONE
    if tower == TWIN and not KINDS[arguments.game].poured:
        raise InputError("cli.play.no_twin", game=arguments.game)
    companions, pour = _tower(tower, path, camera=arguments.camera == NONE)
    palette = _palette(arguments, path)
    _check_camera(arguments.camera)
    with Journal.open(path) as journal:
        suits = _suits(palette)
        table = _table(journal, arguments, cubes, suits)
        try:
            app_doors = doors(journal, companions=companions, pour=pour, cubes=cubes, suits=suits)
            if arguments.camera != NONE:
                app_doors = _with_camera(app_doors, journal, arguments, palette, table)
            TurmwartApp(app_doors, table=table).run()
        finally:
            if table is not None:
                table.close()
    return 0


def _tower(spec: str, journal: Path, *, camera: bool) -> tuple[Sequence[Companion], Pour | None]:
    """What runs beside the table, and what pours; a simulated tower with its own camera or not."""
    if spec == NONE:
        return (), None
    if spec == TWIN:
        twin = TwinTower(journal, camera=camera)
        return (_with_cubes(twin.accompany, poured=True),), twin.pour
    from turmwart.link.discovery import find

    return (_with_cubes(RealTower(find(spec)).accompany),), None


def _with_cubes(companion: Companion, *, poured: bool = False) -> Companion:
    """The companion beside tables that play with cubes; the app may open another one as well.

    ``poured``: only beside those whose books name what is poured.
    """

    async def accompany(table: Table) -> None:
        kind = KINDS.get(table.game.name)
        if kind is not None and kind.cubes and (kind.poured or not poured):
            await companion(table)

    return accompany


def _check_camera(spec: str) -> None:
    """Refuse a camera that does not answer, before anything is begun."""
    if spec != NONE:
        from turmwart.table.camera import open_camera

        open_camera(spec).close()


def _palette(arguments: argparse.Namespace, journal: Path) -> CubePalette | None:
    """The palette of the cubes below the camera; None where none is named.

    Raises:
        CameraError: the file is not there or damaged.
        InputError: no such palette, or no camera that counts cubes.
    """
    if arguments.palette is None:
        return None
    if arguments.camera == NONE or not KINDS[arguments.game].cubes:
        raise InputError("cli.play.no_cubes_seen")
    from turmwart.cli.cubes import palette_named

    return palette_named(arguments.palette, journal)


def _with_camera(
    found: Doors,
    journal: Journal,
    arguments: argparse.Namespace,
    palette: CubePalette | None,
    table: Table | None,
) -> Doors:
    """The doors with a camera beside each table.

    Raises:
        CameraError: what was kept of the camera cannot be used.
        InputError: the palette lacks a colour of the table that is opened.
    """
    from turmwart.table.camera.calibration import load as load_settings
    from turmwart.table.camera.eye import Eye
    from turmwart.table.camera.tray import TrayEye, of_the_game

    settings = load_settings(journal, arguments.camera)
    if KINDS[arguments.game].cubes:
        if palette is not None and table is not None:
            of_the_game(palette, table.state)
        tray = TrayEye(arguments.camera, settings, palette)
        return replace(
            found,
            companions=(*found.companions, _with_cubes(tray.accompany)),
            graphics=protocol_of(os.environ),
        )
    eye = Eye(arguments.camera, settings, keep_corrections=arguments.keep_corrections)
    return replace(
        found,
        companions=(*found.companions, eye.accompany),
        camera=eye,
        graphics=protocol_of(os.environ),
    )


def _suits(palette: CubePalette | None) -> Suits | None:
    """Whether a palette has the colours of a game that is to begin, so that it need not be begun.

    None where no palette is named, or its colours do not matter.
    """
    if palette is None:
        return None
    from turmwart.table.camera.tray import of_the_game

    return partial(of_the_game, palette)


def _table(
    journal: Journal,
    arguments: argparse.Namespace,
    cubes: CubeSet | None,
    suits: Suits | None,
) -> Table | None:
    """The table that was named, resumed or new; None where the app is to ask."""
    name = arguments.name
    begun = {info.name: info.game for info in journal.tables() if info.version}
    if name in begun:
        if begun[name] != arguments.game:
            # Tower and camera are those of the game that was named.
            raise InputError(
                "cli.play.other_game", name=name, found=begun[name], game=arguments.game
            )
        need_terminal()
        table = resume(journal, name, cubes)
        remember_printed(table, now_ms)
        return table
    if not arguments.player:
        need_terminal()
        return None
    seats = _seats(arguments.player, KINDS[arguments.game])
    oldest = _oldest(arguments.oldest, seats)
    new = NewTable(
        name or time.strftime("%Y-%m-%d %H:%M"),
        arguments.game,
        seats,
        oldest,
        _options(arguments.option, arguments.game),
    )
    need_terminal()
    try:
        return new_table(journal, new, cubes, suits)
    except ValueError as error:
        raise InputError("cli.play.bad_setup", why=str(error)) from None


def _seats(players: Sequence[str], kind: Kind) -> tuple[NewSeat, ...]:
    if not kind.least <= len(players) <= kind.most:
        raise InputError(
            "cli.play.few_players", count=len(players), least=kind.least, most=kind.most
        )
    named = [player.partition(":") for player in players]
    taken = {colour for _, _, colour in named if colour}
    free = [colour for colour in kind.colours if colour not in taken]
    for colour in taken - set(kind.colours):
        raise InputError("cli.play.bad_colour", colour=colour, known=", ".join(kind.colours))
    return tuple(NewSeat(name, colour or free.pop(0)) for name, _, colour in named)


def _oldest(name: str | None, seats: Sequence[NewSeat]) -> str:
    if name is None:
        return "s1"
    for number, seat in enumerate(seats, start=1):
        if name in (seat.name, f"s{number}"):
            return f"s{number}"
    known = ", ".join(seat.name for seat in seats)
    raise InputError("cli.play.unknown_player", name=name, known=known)


def _options(chosen: Sequence[str], game: str) -> tuple[tuple[str, int | str | bool], ...]:
    defaults = KINDS[game].defaults()
    options: list[tuple[str, int | str | bool]] = []
    for text in chosen:
        key, _, value = text.partition("=")
        default = defaults.get(key)
        if isinstance(default, bool) and value in ("true", "false"):
            options.append((key, value == "true"))
        elif isinstance(default, int) and not isinstance(default, bool) and is_number(value):
            options.append((key, int(value)))
        elif isinstance(default, str) and value:
            options.append((key, value))
        else:
            # With its value each also shows what may stand behind it.
            known = ", ".join(f"{name}={_typed(defaults[name])}" for name in sorted(defaults))
            raise InputError("cli.play.bad_option", option=text, game=game, known=known)
    return tuple(options)


def _typed(default: int | str | bool) -> str:
    """A house rule's value as the command line takes it."""
    return str(default).lower() if isinstance(default, bool) else str(default)
