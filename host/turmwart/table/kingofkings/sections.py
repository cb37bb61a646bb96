"""A report as titled sections: the one source of the text, the page and the paper.

Everything is made of a ``View``; the full state never comes here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from turmwart.games.kingofkings.points import CATEGORIES
from turmwart.games.kingofkings.record import Battle, CombatRound, Line, Raid, SeaBattle
from turmwart.games.kingofkings.state import Force
from turmwart.games.kingofkings.tables import CODES
from turmwart.games.kingofkings.view import Seen, View
from turmwart.games.kingofkings.viewing import MASTER, TABLE, public_options
from turmwart.texts import say, say_with

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report.

    Attributes:
        key: what it is about; stays the same in every language.
        title: in the reader's language.
        lines: of text.
        table: rows of cells, the first one the head; empty: none.
    """

    key: str
    title: str
    lines: tuple[str, ...] = ()
    table: tuple[Row, ...] = ()


def sections(view: View, language: str) -> tuple[Section, ...]:
    """All sections of a report that have something to say.

    Rule: K-REPORT-7, K-REPORT-8, K-REPORT-9, K-OPTION-3, K-MAP-8.
    """
    made = (
        _head(view, language),
        _rules(view, language),
        _terrain(view, language),
        _corrections(view, language),
        _details(view, language),
        _orders(view, language),
        _warnings(view, language),
        _sea_battles(view, language),
        _raids(view, language),
        _battles(view, language),
        _notes(view, language),
        _statistics(view, language),
        _points(view, language),
        _alliances(view, language),
        _statuses(view, language),
        _stock(view, language),
    )
    return tuple(one for one in made if one.lines or len(one.table) > 1)


def tribe_name(view: View, number: int, language: str) -> str:
    """Leader and number of a tribe, or the word for nobody."""
    tribe = view.tribe(number)
    if tribe is None:
        return say("kingofkings.report.nobody", language)
    return f"{tribe.leader} ({number})"


def units_text(counts: Sequence[int]) -> str:
    """Units with their codes, such as ``2 FU, 1 GE``; a dash for none."""
    return ", ".join(f"{n} {code}" for code, n in zip(CODES, counts, strict=False) if n) or "-"


def result_text(line: Line, language: str) -> str:
    """What became of an order line, in words."""
    said = []
    for outcome in line.outcomes:
        words = [say(f"kingofkings.result.{code}", language) for code in outcome.codes]
        text = "; ".join(words) or say("kingofkings.result.ok", language)
        if outcome.stop is not None:
            text += " " + say("kingofkings.report.stopped", language, at=_at(outcome.stop))
        said.append(text)
    return " | ".join(said)


def _section(key: str, language: str, lines: Sequence[str], table: Sequence[Row] = ()) -> Section:
    title = say(f"kingofkings.report.title.{key}", language)
    return Section(key, title, tuple(lines), tuple(table))


def _column(key: str, language: str) -> str:
    return say(f"kingofkings.report.column.{key}", language)


def _at(field: tuple[int, int]) -> str:
    return f"{field[0]}/{field[1]}"


def _head(view: View, language: str) -> Section:
    who = {TABLE: "table", MASTER: "master"}.get(view.seat)
    name = say(f"kingofkings.report.for_{who}", language) if who else ""
    lines = [
        say("kingofkings.report.game", language, game=view.game, round=view.round),
        say(
            "kingofkings.report.reader",
            language,
            who=name or tribe_name(view, view.seat, language),
        ),
        say(f"kingofkings.report.mode_{view.options.report_mode}", language),
        say("kingofkings.report.seed_hash", language, hash=view.seed_hash),
    ]
    if view.seed:
        lines.append(say("kingofkings.report.seed", language, seed=view.seed))
    if view.over:
        winners = ", ".join(tribe_name(view, n, language) for n in view.winners)
        lines.append(say("kingofkings.report.over", language, winners=winners))
    return _section("head", language, lines)


def _rules(view: View, language: str) -> Section:
    """The options: in the first report, and again when one was changed."""
    changed = any(one.what.endswith(".option") for one in view.corrections)
    if view.round > 1 and not changed:
        return Section("options", "")
    rows = [(_column("option", language), _column("value", language))]
    rows += public_options(view.options)
    return _section("options", language, (), rows)


def _terrain(view: View, language: str) -> Section:
    if view.round > 1:
        return Section("terrain", "")
    keys = ("letter", "terrain", "food", "wp", "wood", "cost", "ceiling")
    rows = [tuple(_column(key, language) for key in keys)]
    for one in view.terrains:
        if not one.sea:
            name = say(f"kingofkings.terrain.{one.key}", language)
            numbers = (one.food, one.wp, one.wood, one.cost)
            ceiling = "-" if one.ceiling is None else str(one.ceiling)
            rows.append((one.letter, name, *map(str, numbers), ceiling))
    return _section("terrain", language, (), rows)


def _corrections(view: View, language: str) -> Section:
    lines = []
    for one in view.corrections:
        text = say_with(one.what, one.values, language)
        lines.append(f"{text} ({one.reason})" if one.reason else text)
    return _section("corrections", language, lines)


def _details(view: View, language: str) -> Section:
    keys = ("field", "terrain", "name", "owner", "units", "tactic")
    rows = [tuple(_column(key, language) for key in keys)]
    terrains = {one.letter: one.key for one in view.terrains}
    for seen in view.fields:
        letter = view.rows[seen.y - view.north][seen.x - view.west]
        rows.append(
            (
                _at((seen.x, seen.y)),
                say(f"kingofkings.terrain.{terrains[letter]}", language),
                seen.name,
                tribe_name(view, seen.owner, language) if seen.owner else "-",
                _forces(seen.owner, seen.forces),
                _setting(seen),
            )
        )
    return _section("details", language, (), rows)


def _forces(owner: int, forces: Sequence[Force]) -> str:
    """Units of a field; those of others than its owner with their player's number."""
    said = []
    for force in forces:
        text = units_text(force.counts)
        said.append(text if force.player == owner else f"[{force.player}] {text}")
    return "; ".join(said) or "-"


def _setting(seen: Seen) -> str:
    mark = "*" if seen.moved else ""
    return f"{seen.tactic}{mark}"


def _orders(view: View, language: str) -> Section:
    lines = []
    several = view.seat <= 0 or view.options.report_mode == "zine"
    for line in view.lines:
        who = f"[{line.player}] " if several else ""
        lines.append(f"{who}{line.number}. {line.text}  ->  {result_text(line, language)}")
        if line.meant:
            lines.append("    " + say("kingofkings.report.meant", language, line=line.meant))
    lines += [
        say("kingofkings.report.silent", language, who=tribe_name(view, player, language))
        for player in view.silent
    ]
    return _section("orders", language, lines)


def _warnings(view: View, language: str) -> Section:
    """Own provinces and fleets whose units got no order to move: easily overlooked."""
    if view.seat <= 0 or not view.round:
        return Section("warnings", "")
    named = " ".join(f" {' '.join(line.text.split())} " for line in view.lines)
    lines = []
    for seen in view.fields:
        mine = [force for force in seen.forces if force.player == view.seat]
        idle = any(sum(force.counts[:3]) + force.counts[4] for force in mine) and not seen.moved
        if idle and f" {seen.x} {seen.y} " not in named:
            at = _at((seen.x, seen.y))
            lines.append(say("kingofkings.report.idle", language, at=at))
    return _section("warnings", language, lines)


def _sea_battles(view: View, language: str) -> Section:
    lines: list[str] = []
    for one in view.sea_battles:
        lines.extend(_sea_battle(view, one, language))
    return _section("sea_battles", language, lines)


def _sea_battle(view: View, one: SeaBattle, language: str) -> Iterator[str]:
    mover, enemy = (tribe_name(view, n, language) for n in (one.mover, one.enemy))
    yield say(
        "kingofkings.report.sea_battle",
        language,
        at=_at(one.at),
        mover=mover,
        enemy=enemy,
        ships=one.ships[0],
        others=one.ships[1],
    )
    shots = " ".join(f"{r.value}{'+' if r.value <= r.chance else '-'}" for r in one.rolls)
    # They differ where a general helps one of the two fleets.
    chance = "/".join(map(str, dict.fromkeys(r.chance for r in one.rolls)))
    yield "    " + say("kingofkings.report.sea_rolls", language, chance=chance, rolls=shots)
    for name, left, lost in (
        (mover, one.left[0], one.mover_lost),
        (enemy, one.left[1], one.enemy_lost),
    ):
        yield "    " + say(
            "kingofkings.report.sea_left",
            language,
            who=name,
            ships=left,
            lost=units_text(lost),
        )


def _raids(view: View, language: str) -> Section:
    lines: list[str] = []
    for one in view.raids:
        lines.extend(_raid(view, one, language))
    return _section("raids", language, lines)


def _raid(view: View, one: Raid, language: str) -> Iterator[str]:
    yield say(
        "kingofkings.report.raid",
        language,
        at=_at(one.at),
        who=tribe_name(view, one.player, language),
        origin=_at(one.origin),
        raiders=units_text(one.raiders),
        owner=tribe_name(view, one.owner, language),
        defenders=units_text(one.defenders),
    )
    yield from _combat(one.rounds, language)
    yield "    " + say(
        "kingofkings.report.raid_end", language, returned=one.returned, loot=one.loot
    )


def _battles(view: View, language: str) -> Section:
    lines: list[str] = []
    for one in view.battles:
        lines.extend(_battle(view, one, language))
    return _section("battles", language, lines)


def _battle(view: View, one: Battle, language: str) -> Iterator[str]:
    units = [sum(column) for column in zip(*(group.units for group in one.groups), strict=True)]
    yield say(
        "kingofkings.report.battle",
        language,
        at=_at(one.at),
        attacker=tribe_name(view, one.attacker, language),
        units=units_text(units),
        defender=tribe_name(view, one.defender, language),
        others=units_text(one.defenders),
    )
    yield "    " + say(
        "kingofkings.report.tactics",
        language,
        attacking=say(f"kingofkings.tactic.{one.tactics[0]}", language),
        defending=say(f"kingofkings.tactic.{one.tactics[1]}", language),
        hits=f"{one.modifiers[0]:+d}/{one.modifiers[1]:+d}",
        retreat=f"{one.retreat[0]:+d}/{one.retreat[1]:+d}",
    )
    for side in one.fell_back:
        yield "    " + say(f"kingofkings.report.fell_back_{side}", language)
    yield from _combat(one.rounds, language)
    yield "    " + say(f"kingofkings.outcome.{one.outcome}", language)
    for group in one.groups:
        if group.returned:
            yield "    " + say(
                "kingofkings.report.group_back",
                language,
                count=group.returned,
                at=_at(group.origin),
            )
        if group.surrendered:
            yield "    " + say("kingofkings.report.group_lost", language, count=group.surrendered)
    if one.retreat_to is not None:
        yield "    " + say("kingofkings.report.defenders_to", language, at=_at(one.retreat_to))
    if one.surrendered:
        yield "    " + say("kingofkings.report.defenders_lost", language, count=one.surrendered)


def _combat(rounds: Sequence[CombatRound], language: str) -> Iterator[str]:
    for number, one in enumerate(rounds, 1):
        yield "    " + say("kingofkings.report.combat_round", language, number=number)
        for shot in one.shots:
            yield "      " + say(
                f"kingofkings.report.shot_{'hit' if shot.hit else 'miss'}",
                language,
                side=say(f"kingofkings.side.{shot.side}", language),
                unit=say(f"kingofkings.unit.{shot.unit}", language),
                target=say(f"kingofkings.unit.{shot.target}", language),
                chance=shot.chance,
                value=shot.value,
            )
        yield "      " + say(
            "kingofkings.report.losses",
            language,
            attacker=units_text(one.attacker_lost),
            defender=units_text(one.defender_lost),
        )


def _notes(view: View, language: str) -> Section:
    lines = []
    for note in view.notes:
        values: dict[str, Any] = {
            "at": _at((note.x, note.y)),
            "who": tribe_name(view, note.player, language),
            "count": note.count,
            "unit": say(f"kingofkings.unit.{note.unit}", language) if note.unit else "",
        }
        lines.append(say(f"kingofkings.note.{note.kind}", language, **values))
    return _section("notes", language, lines)


def _statistics(view: View, language: str) -> Section:
    keys = ("tribe", *(f"stat_{key}" for key in STATISTICS))
    rows = [tuple(_column(key, language) for key in keys)]
    rows += [
        (
            tribe_name(view, one.player, language),
            *(str(getattr(one, key)) for key in STATISTICS),
        )
        for one in view.statistics
    ]
    return _section("statistics", language, (), rows)


STATISTICS = (
    "wp",
    "wood",
    "ships",
    "riders",
    "archers",
    "foot",
    "castles",
    "troops",
    "food",
    "provinces",
)


def _points(view: View, language: str) -> Section:
    keys = ("tribe", *(f"points_{key}" for key in CATEGORIES), "morale", "vp")
    rows = [tuple(_column(key, language) for key in keys)]
    ranking = sorted(view.statistics, key=lambda one: (-one.vp, one.player))
    rows += [
        (
            tribe_name(view, one.player, language),
            *map(str, one.points),
            str(one.morale),
            str(one.vp),
        )
        for one in ranking
    ]
    return _section("points", language, (), rows)


def _alliances(view: View, language: str) -> Section:
    rows = [tuple(_column(key, language) for key in ("tribe", "own_status", "in_force"))]
    rows += [
        (tribe_name(view, one.other, language), str(one.own), str(one.in_force))
        for one in view.standings
    ]
    return _section("alliances", language, (), rows)


def _statuses(view: View, language: str) -> Section:
    """How all stand to each other, for those who may see everything. Rule: K-REPORT-1."""
    rows = [tuple(_column(key, language) for key in ("tribe", "towards", "own_status"))]
    rows += [
        (
            tribe_name(view, one.player, language),
            tribe_name(view, one.other, language),
            str(one.value),
        )
        for one in view.statuses
    ]
    return _section("statuses", language, (), rows)


def _stock(view: View, language: str) -> Section:
    if view.stock is None:
        return Section("stock", "")
    stock = view.stock
    text = say("kingofkings.report.stock", language, wp=stock.wp, wood=stock.wood, food=stock.food)
    return _section("stock", language, (text,))
