"""``turmwart``: which command, with which options; exit code 2 where the input cannot be used."""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from turmwart import __version__
from turmwart.errors import TurmwartError
from turmwart.kernel.numbers import is_number
from turmwart.texts import LANGUAGES, say, say_error, speak, spoken

BAD_INPUT = 2
INTERRUPTED = 130
"""What shells give for a program that Ctrl+C ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns:
        0 if it did what was asked, 1 if what it checked does not hold, 2 if the input cannot be
        used.
    """
    _open_streams()
    speak(_language(argv))
    arguments = _parser().parse_args(argv)
    module, function = arguments.run.split(":")
    try:
        command: Callable[[argparse.Namespace], int] = getattr(
            import_module(f"turmwart.cli.{module}"), function
        )
        code = command(arguments)
        sys.stdout.flush()
        return code
    except TurmwartError as error:
        said = say_error(error)
        if error.text_id == "journal.missing" and not hasattr(arguments, "journal"):
            # Nobody named a path that could be wrong: no game has been played here yet.
            said = say("cli.no_journal", path=error.values["path"])
        print(f"turmwart: {said}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        _forget_output()
        return 0
    except OSError as error:
        _forget_output()
        why = error.strerror or str(error)
        place = error.filename if error.filename is not None else say("cli.output")
        print(f"turmwart: {say('cli.os_error', place=place, why=why)}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(say("cli.interrupted"), file=sys.stderr)
        return INTERRUPTED
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("turmwart."):
            raise
        print(f"turmwart: {say('cli.missing_package', package=error.name)}", file=sys.stderr)
        return BAD_INPUT


def _open_streams() -> None:
    """Make sure that everything can be printed, and that there is somewhere to print to."""
    # A shell may start a command with its output closed; Python then has no stream at all.
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    # Names of players and files may hold what the terminal's encoding does not know.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _forget_output() -> None:
    """Send nowhere what cannot be written, or Python would try again at its end."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def _language(argv: Sequence[str] | None) -> str:
    """The language that is asked for, before the parser that is to speak it is made."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    first.add_argument("--language")
    try:
        asked = first.parse_known_args(argv)[0].language
    except argparse.ArgumentError:
        # The whole parser says what is wrong.
        asked = None
    wished = asked or os.environ.get("TURMWART_LANGUAGE", "")
    return wished if wished in LANGUAGES else LANGUAGES[0]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="turmwart", description=say("cli.about"))
    parser.add_argument("--version", action="version", version=f"turmwart {__version__}")
    parser.add_argument("--language", choices=LANGUAGES, help=say("cli.option.language"))
    _journal(parser)
    parser.set_defaults(run="app:run")
    commands = parser.add_subparsers(title=say("cli.commands"), metavar="COMMAND")

    def add(name: str, run: str) -> argparse.ArgumentParser:
        command = commands.add_parser(
            name, help=say(f"cli.{name}.help"), description=say(f"cli.{name}.help")
        )
        command.set_defaults(run=run)
        return command

    demo = add("demo", "demo:run")
    demo.add_argument(
        "--game",
        choices=("wallenstein", "anno1452", "paladins"),
        default=None,
        help=say("cli.demo.game"),
    )
    demo.add_argument("--court", action="store_true", help=say("cli.demo.court"))
    demo.add_argument("--headless", action="store_true", help=say("cli.demo.headless"))
    demo.add_argument("--seed", type=int, default=None, help=say("cli.demo.seed"))
    demo.add_argument(
        "--players", type=int, choices=(1, 2, 3, 4, 5), default=None, help=say("cli.demo.players")
    )
    demo.add_argument("--speed", type=_speed, default=None, help=say("cli.demo.speed"))
    demo.add_argument(
        "--no-camera", dest="camera", action="store_false", help=say("cli.demo.no_camera")
    )
    demo.add_argument("--resume", metavar="NAME", help=say("cli.demo.resume"))
    demo.add_argument("--name", help=say("cli.option.name"))
    _journal(demo)

    play = add("play", "play:run")
    play.add_argument("game", metavar="GAME", help=say("cli.play.game"))
    play.add_argument("--name", help=say("cli.option.name"))
    play.add_argument("--tower", default="auto", help=say("cli.play.tower"))
    play.add_argument("--camera", default="none", help=say("cli.play.camera"))
    play.add_argument("--palette", metavar="NAME|FILE", help=say("cli.play.palette"))
    play.add_argument("--keep-corrections", action="store_true", help=say("cli.play.keep"))
    play.add_argument("--set", metavar="NAME", help=say("cli.play.set"))
    play.add_argument("--player", action="append", default=[], help=say("cli.play.player"))
    play.add_argument("--oldest", help=say("cli.play.oldest"))
    play.add_argument("--option", action="append", default=[], help=say("cli.play.option"))
    _journal(play)

    dice = add("dice", "dice:run")
    dice.add_argument("images", nargs="+", metavar="IMAGE", help=say("cli.dice.image"))
    dice.add_argument("--format", choices=("text", "csv", "json"), default="text")
    dice.add_argument("--annotate", metavar="DIR", help=say("cli.dice.annotate"))
    _journal(dice)

    cubes = add("cubes", "cubes:run")
    cubes.add_argument("images", nargs="*", metavar="IMAGE", help=say("cli.cubes.image"))
    cubes.add_argument("--palette", metavar="NAME|FILE", help=say("cli.cubes.palette"))
    cubes.add_argument("--format", choices=("text", "csv", "json"), default="text")
    cubes.add_argument("--annotate", metavar="DIR", help=say("cli.cubes.annotate"))
    cubes.add_argument("--white", metavar="IMAGE", help=say("cli.cubes.white"))
    cubes.add_argument("--learn", metavar="NAME", help=say("cli.cubes.learn"))
    _journal(cubes)

    table = add("table", "tables:run_list")
    _journal(table)
    actions = table.add_subparsers(metavar="ACTION", required=True)
    for name in ("list", "show", "undo", "export", "import", "verify", "replay", "report"):
        action = actions.add_parser(name, help=say(f"cli.table.{name}"))
        action.set_defaults(run=f"tables:run_{name}")
        if name in ("show", "undo", "replay", "report"):
            action.add_argument("name", metavar="NAME")
        if name == "show":
            action.add_argument("--json", action="store_true", help=say("cli.table.json"))
        if name == "export":
            action.add_argument("name", metavar="NAME")
        if name == "verify":
            action.add_argument("file", metavar="FILE", nargs="?")
        if name in ("export", "import"):
            action.add_argument("file", metavar="FILE")
        if name == "report":
            action.add_argument("file", metavar="FILE", help=say("cli.table.report_file"))
        if name == "import":
            action.add_argument("--name", help=say("cli.option.name"))
        _journal(action)
    luck = actions.add_parser("luck", help=say("cli.table.luck"))
    luck.set_defaults(run="table_luck:run")
    luck.add_argument("names", nargs="+", metavar="NAME", help=say("cli.table.luck_name"))
    luck.add_argument("--svg", metavar="FILE", help=say("cli.table.luck_svg"))
    luck.add_argument("--json", action="store_true", help=say("cli.table.json"))
    _journal(luck)

    odds = add("odds", "odds:run")
    odds.add_argument("game", metavar="GAME", help=say("cli.odds.game"))
    odds.add_argument("--attacker", metavar="FORCE", help=say("cli.odds.attacker"))
    odds.add_argument("--defender", metavar="FORCE", help=say("cli.odds.defender"))
    odds.add_argument(
        "--cards",
        metavar="CARD",
        nargs="+",
        action="extend",
        default=[],
        help=say("cli.odds.cards"),
    )
    odds.add_argument("--what-if", action="store_true", help=say("cli.odds.what_if"))
    odds.add_argument("--option", action="append", default=[], help=say("cli.odds.option"))
    odds.add_argument("--excommunicated", action="store_true", help=say("cli.odds.excommunicated"))
    odds.add_argument("--ottokar", action="store_true", help=say("cli.odds.ottokar"))
    odds.add_argument("--tray", metavar="CUBES", help=say("cli.odds.tray"))
    odds.add_argument("--tower", metavar="CUBES", help=say("cli.odds.tower"))
    odds.add_argument("--markers", type=_number, help=say("cli.odds.markers"))
    odds.add_argument("--farmers", metavar="COLOUR", help=say("cli.odds.farmers"))
    odds.add_argument("--table", metavar="NAME", help=say("cli.odds.table"))
    odds.add_argument("--json", action="store_true", help=say("cli.odds.json"))
    _journal(odds)

    _printed(add("anno", "anno:run_status"), "anno", "board")
    _printed(add("wallenstein", "wallenstein:run_status"), "wallenstein", "printed")

    _kok(add("kok", "kok:run_status"))
    statistics = add("statistics", "statistics:run")
    statistics.add_argument("--json", action="store_true", help=say("cli.statistics.json"))
    statistics.add_argument("--export", metavar="FILE", help=say("cli.statistics.export"))
    _journal(statistics)

    check = add("check", "check:run")
    check.add_argument("files", nargs="+", metavar="FILE", help=say("cli.check.file"))

    serve = add("serve", "serve:run")
    serve.add_argument("name", nargs="?", metavar="NAME", help=say("cli.serve.name"))
    serve.add_argument("--lan", action="store_true", help=say("cli.serve.lan"))
    serve.add_argument("--port", type=int, default=8452, help=say("cli.serve.port"))
    _journal(serve)

    twin = add("twin", "twin:run")
    twin.add_argument("dir", metavar="DIR", help=say("cli.twin.dir"))
    twin.add_argument("--seed", type=int, default=None, help=say("cli.twin.seed"))
    twin.add_argument("--speed", type=_speed, default=1.0, help=say("cli.demo.speed"))

    _tower(add("tower", "tower_list:run"))

    _camera(add("camera", "camera_list:run"))

    doctor = add("doctor", "doctor:run")
    _journal(doctor)
    return parser


def _printed(command: argparse.ArgumentParser, module: str, wizard: str) -> None:
    """Actions for a game's printed values; ``wizard``: name of the one that enters them."""
    actions = command.add_subparsers(metavar="ACTION", required=True)
    for name in (wizard, "status", "export", "import"):
        text = say(f"cli.{module}.{name}")
        action = actions.add_parser(name, help=text, description=text)
        action.set_defaults(run=f"{module}:run_{name}")
        if name in ("export", "import"):
            action.add_argument("file", metavar="FILE", help=say(f"cli.{module}.file"))
        _journal(action)


def _kok(kok: argparse.ArgumentParser) -> None:
    actions = kok.add_subparsers(metavar="ACTION", required=True)

    def add(name: str, *arguments: str) -> argparse.ArgumentParser:
        text = say(f"cli.kok.{name}")
        action = actions.add_parser(name, help=text, description=text)
        action.set_defaults(run=f"kok:run_{name}")
        for one in arguments:
            action.add_argument(one, metavar=one.upper(), help=say(f"cli.kok.{one}"))
        _journal(action)
        return action

    new, made = add("new", "name"), add("map")
    for action in (new, made):
        action.add_argument("--map", metavar="FILE", help=say("cli.kok.map_file"))
        action.add_argument("--tribes", type=_number, default=6, help=say("cli.kok.tribes"))
        action.add_argument("--width", type=_number, default=20, help=say("cli.kok.width"))
        action.add_argument("--height", type=_number, default=14, help=say("cli.kok.height"))
        action.add_argument("--seed", default="1", help=say("cli.kok.map_seed"))
        action.add_argument("--option", action="append", default=[], help=say("cli.kok.options"))
    made.add_argument("--out", metavar="FILE", help=say("cli.kok.map_out"))
    add("submit", "name", "tribe", "file")
    add("check", "name", "tribe", "file")
    confirm = add("confirm", "name", "tribe")
    confirm.add_argument("line", metavar="LINE", type=_number, help=say("cli.kok.line"))
    adjudicate = add("adjudicate", "name")
    adjudicate.add_argument("--dice", action="store_true", help=say("cli.kok.dice"))
    adjudicate.add_argument("--npc", action="store_true", help=say("cli.kok.npc"))
    report = add("report", "name")
    report.add_argument("--tribe", default="gm", help=say("cli.kok.report_tribe"))
    report.add_argument("--round", type=int, default=None, help=say("cli.kok.round"))
    report.add_argument("--format", choices=("txt", "html", "pdf", "json"), default="txt")
    report.add_argument("--language", choices=LANGUAGES, default=spoken())
    report.add_argument("--out", metavar="DIR", help=say("cli.kok.report_out"))
    report.add_argument("--schema", action="store_true", help=say("cli.kok.schema"))
    rewind = add("rewind", "name")
    rewind.add_argument("--round", type=_number, default=None, help=say("cli.kok.rewind_round"))
    add("status", "name")
    served = add("serve", "name")
    served.add_argument("--port", type=int, default=8453, help=say("cli.kok.port"))
    served.add_argument("--lan", action="store_true", help=say("cli.kok.lan"))
    served.add_argument(
        "--language", choices=LANGUAGES, default=spoken(), help=say("cli.kok.language")
    )
    served.set_defaults(run="kok_serve:run_serve")
    until = add("deadline", "name")
    until.add_argument("at", metavar="WHEN", help=say("cli.kok.when"))
    add("option", "name", "option", "value")
    join = add("join", "name", "tribe", "leader", "field")
    join.add_argument("--npc", action="store_true", help=say("cli.kok.npc_tribe"))
    add("drop", "name", "tribe")
    correct = add("correct", "name", "tribe")
    correct.add_argument("what", metavar="WHAT", nargs="+", help=say("cli.kok.what"))
    correct.add_argument("--reason", required=True, help=say("cli.kok.reason"))


def _tower(tower: argparse.ArgumentParser) -> None:
    actions = tower.add_subparsers(metavar="ACTION", required=True)

    def add(name: str, run: str) -> argparse.ArgumentParser:
        action = actions.add_parser(name, help=say(f"cli.tower.{name}_help"))
        action.set_defaults(run=run)
        return action

    listed = add("list", "tower_list:run")
    listed.add_argument("--port", help=say("cli.tower.port_option"))

    monitor = add("monitor", "tower_monitor:run")
    monitor.add_argument("--once", action="store_true", help=say("cli.tower.once"))
    monitor.add_argument("--set", metavar="NAME", help=say("cli.tower.set_option"))
    _journal(monitor)

    calibrate = add("calibrate", "tower_calibrate:run")
    calibrate.add_argument(
        "--set", metavar="NAME", required=True, help=say("cli.tower.calibrate_set")
    )
    calibrate.add_argument("--colours", metavar="LIST", help=say("cli.tower.colours_option"))
    calibrate.add_argument("--each", type=_number, default=5, help=say("cli.tower.each_option"))
    calibrate.add_argument("--discard", action="store_true", help=say("cli.tower.discard_option"))
    _journal(calibrate)

    selftest = add("selftest", "tower_selftest:run")
    selftest.add_argument("--json", action="store_true", help=say("cli.tower.json_option"))

    flash = add("flash", "tower_flash:run")
    flash.add_argument("--port", help=say("cli.tower.port_option"))
    flash.add_argument("--board", metavar="ID", help=say("cli.tower.board_option"))
    flash.add_argument("--discard", action="store_true", help=say("cli.tower.discard_option"))

    record = add("record", "tower_record:run_record")
    record.add_argument("file", metavar="FILE", help=say("cli.tower.record_file"))
    record.add_argument("--seconds", type=_seconds, help=say("cli.tower.seconds_option"))

    replay = add("replay", "tower_record:run_replay")
    replay.add_argument("file", metavar="FILE", help=say("cli.tower.replay_file"))
    replay.add_argument("--set", metavar="NAME", help=say("cli.tower.set_option"))
    replay.add_argument("--expect", metavar="CUBES", help=say("cli.tower.expect_option"))
    replay.add_argument("--all", action="store_true", help=say("cli.tower.all_option"))
    replay.add_argument("--json", action="store_true", help=say("cli.tower.json_option"))
    _journal(replay)

    audit = add("audit", "tower_audit:run")
    audit.add_argument("name", metavar="NAME", help=say("cli.tower.audit_name"))
    audit.add_argument("--tower", metavar="CUBES", help=say("cli.tower.audit_tower"))
    audit.add_argument("--tray", metavar="CUBES", help=say("cli.tower.audit_tray"))
    audit.add_argument("--book", action="store_true", help=say("cli.tower.audit_book_option"))
    audit.add_argument("--json", action="store_true", help=say("cli.tower.json_option"))
    _journal(audit)

    for action in (monitor, calibrate, selftest, record):
        place = action.add_mutually_exclusive_group()
        place.add_argument("--port", help=say("cli.tower.port_option"))
        place.add_argument("--twin", metavar="DIR", help=say("cli.tower.twin_option"))
        action.add_argument("--seed", type=int, default=None, help=say("cli.tower.seed_option"))

    bench = add("bench", "tower_bench:run")
    bench.epilog = say("cli.tower.bench_keys")
    bench.add_argument("--lanes", type=_number, default=4, help=say("cli.tower.bench_lanes"))
    bench.add_argument("--throws", type=_number, default=100, help=say("cli.tower.bench_throws"))
    bench.add_argument("--seed", type=int, default=1, help=say("cli.demo.seed"))
    bench.add_argument("--disturbance", metavar="NAME", help=say("cli.tower.bench_disturbance"))
    bench.add_argument("--json", action="store_true", help=say("cli.tower.json_option"))
    bench.add_argument("--witnesses", metavar="LIST", help=say("cli.tower.bench_witnesses"))
    bench.add_argument(
        "--evidence",
        choices=("recorded", "firmware"),
        default="recorded",
        help=say("cli.tower.bench_evidence"),
    )
    bench.add_argument("--fault", metavar="NAME", help=say("cli.tower.bench_fault"))


def _camera(camera: argparse.ArgumentParser) -> None:
    actions = camera.add_subparsers(metavar="ACTION", required=True)

    def add(name: str) -> argparse.ArgumentParser:
        action = actions.add_parser(name, help=say(f"cli.camera.{name}_help"))
        action.set_defaults(run=f"camera_{name}:run")
        return action

    add("list")
    show, calibrate, record = add("show"), add("calibrate"), add("record")
    for action in (show, calibrate):
        action.add_argument("source", metavar="SOURCE", help=say("cli.camera.source"))
    show.add_argument("--frames", type=_number, help=say("cli.camera.frames"))
    record.add_argument("file", metavar="FILE", help=say("cli.camera.record_file"))
    record.add_argument(
        "seconds", metavar="SECONDS", type=_seconds, help=say("cli.camera.record_seconds")
    )
    record.add_argument("--source", default="0", help=say("cli.camera.source"))
    for action in (show, calibrate, record):
        action.add_argument("--exposure", type=_seconds, help=say("cli.camera.exposure"))
        action.add_argument("--focus", type=float, help=say("cli.camera.focus"))
        action.add_argument("--lock", action="store_true", help=say("cli.camera.lock"))
        action.add_argument("--size", metavar="WxH", type=_size, help=say("cli.camera.size"))
        _journal(action)
    mat = add("mat")
    mat.add_argument("file", metavar="FILE", help=say("cli.camera.mat_file"))
    mat.add_argument(
        "--paper", choices=("A4", "Letter"), default="A4", help=say("cli.camera.paper")
    )
    for action in (record, mat):
        action.add_argument("--force", action="store_true", help=say("cli.camera.force"))


def _journal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--journal", metavar="FILE", default=argparse.SUPPRESS, help=say("cli.option.journal")
    )


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = -1.0
    if not 0 <= speed <= 1000:
        raise argparse.ArgumentTypeError(say("cli.bad_speed", text=text))
    return speed


def _size(text: str) -> tuple[int, int]:
    sides = re.fullmatch(r"([1-9]\d{1,4})x([1-9]\d{1,4})", text)
    if sides is None:
        raise argparse.ArgumentTypeError(say("cli.camera.bad_size", text=text))
    return int(sides[1]), int(sides[2])


def _number(text: str) -> int:
    if not is_number(text) or int(text) < 1:
        raise argparse.ArgumentTypeError(say("cli.tower.bad_number", text=text))
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(say("cli.tower.bad_seconds", text=text))
    return seconds
