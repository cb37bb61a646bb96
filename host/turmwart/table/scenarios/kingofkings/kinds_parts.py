"""Parts of a round by themselves: reading, chances, battles, points, rolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turmwart.games.kingofkings import orders
from turmwart.games.kingofkings.battle import fight
from turmwart.games.kingofkings.fight import Side, Terms, chance, gives_up
from turmwart.games.kingofkings.options import CHOICES
from turmwart.games.kingofkings.points import ending, rank
from turmwart.games.kingofkings.reading import read
from turmwart.games.kingofkings.seafight import fight as fight_at_sea
from turmwart.games.kingofkings.seafight import losses
from turmwart.games.kingofkings.tables import BU, CODES, SC, TACTICS
from turmwart.games.kingofkings.world import World
from turmwart.table.dealer import Seeded
from turmwart.table.kingofkings.tables import data, shipped_rules
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.kingofkings.given import counts_of, options_of, state_of
from turmwart.table.scenarios.run import Broken
from turmwart.table.scenarios.values import Counted, Fault, Reader, whole

NAMES = {code: code for code in CODES}


def parse(given: Reader) -> dict[str, Any]:
    """Read order lines."""
    return {"reads": [_read(text) for text in given.texts("lines")]}


def chances(given: Reader) -> dict[str, Any]:
    """Chances of single shots of an attacker."""
    found = []
    for case in given.readers("cases"):
        terms = Terms(
            shipped_rules(),
            case.whole("castle_hit_bonus", 5, 0, 5),
            case.whole_or_none("ceiling", 0, 100),
            (case.whole("modifier", 0, -100, 100), 0),
        )
        unit, target = (CODES.index(case.word(key, CODES[:SC])) for key in ("unit", "target"))
        number = case.whole("combat_round", 1, 1, 100)
        general, castle = case.flag("general", False), case.flag("castle", False)
        found.append(chance(terms, 0, unit, target, number, general, castle))
    return {"chances": found}


def battle(given: Reader) -> dict[str, Any]:
    """One land battle with given modifiers and rolls.

    Raises:
        Broken: a roll was needed that is not given, or one was given that is not needed.
    """
    rules, options = shipped_rules(), options_of(given.reader("options"))
    german = {row["german"]: row["letter"] for row in data()["terrain"]}
    terrain = rules.terrain_at(german[given.word("terrain", german, "Ebene")])
    attacker = Side([counts_of(given.reader("attacker"))])
    defender = Side([counts_of(given.reader("defender"))])
    modifiers = _pair(given, "modifiers", (0, 0))
    castle = rules.effects.castle_retreat_bonus if defender.has(BU) else 0
    retreat = _pair(given, "retreat_values", (modifiers[0], modifiers[1] + castle))
    rolls = _Rolls(given)
    terms = Terms(rules, options.castle_hit_bonus, terrain.ceiling, modifiers)
    fought = fight(terms, attacker, defender, retreat, lambda i, *_: rolls.value(i))
    rolls.all_used()
    return {
        "log": [
            f"{shot.side} {shot.unit}>{shot.target} {shot.chance} {'hit' if shot.hit else 'miss'}"
            for one in fought.rounds
            for shot in one.shots
        ],
        "attacker": _counted(attacker.counts()),
        "defender": _counted(defender.counts()),
        "outcome": fought.outcome,
        "combat_rounds": len(fought.rounds),
    }


def retreat(given: Reader) -> dict[str, Any]:
    """Whether sides give up; cases of retreat value, own units, enemy units."""
    cases = [_wholes(item, given.place("cases"), 3) for item in given.items("cases")]
    return {"gives_up": [gives_up(value, own, foe) for value, own, foe in cases]}


def tactics(given: Reader) -> dict[str, Any]:
    """Modifiers of pairs of tactics."""
    pairs = given.words("cells", [a + d for a in TACTICS for d in TACTICS])
    return {"modifiers": [list(shipped_rules().cell(*pair)) for pair in pairs]}


def sea_loss(given: Reader) -> dict[str, Any]:
    """What is left aboard when ships sink, crews seen to."""
    rounding = CHOICES["sea_loss_rounding"]
    found = []
    for case in given.readers("cases"):
        ships, lost = case.whole("ships"), case.whole("lost")
        counts = [*counts_of(case.reader("cargo"))]
        left = losses(counts, ships, lost, case.word("rounding", rounding, "half_up"))
        found.append(_counted(left))
    return {"left": found}


def sea_battle(given: Reader) -> dict[str, Any]:
    """One sea battle between two fleets, one unit on each ship."""
    rolls = _Rolls(given)
    fleets = _wholes(given.need("ships"), given.place("ships"), 2)
    world = World(state_of(Reader(None, "", given.at)), rolls.give)
    cell = world.cells[0]
    for player, ships in enumerate(fleets, 1):
        for books in (world.morale, world.generals):
            books[player] = 0
        army = cell.army(player)
        army[1], army[SC] = ships, ships
    fight_at_sea(world, 1, 1, 2, cell)
    rolls.all_used()
    fought = world.sea_battles[0]
    return {"left": list(fought.left), "combat_rounds": fought.rounds}


def ranks(given: Reader) -> dict[str, Any]:
    """Points for places."""
    found = []
    for case in given.readers("cases"):
        values = case.reader("values")
        numbers = {key: values.whole(key, least=-9999, most=9999) for key in values.keys}
        names = list(numbers)
        points = _wholes(case.need("points"), case.place("points"), 3)
        positive = case.flag("needs_positive", True)
        gives = rank({n: numbers[name] for n, name in enumerate(names)}, points, positive)
        found.append({name: gives[n] for n, name in enumerate(names)})
    return {"gives": found}


def end(given: Reader) -> dict[str, Any]:
    """Whether games are over and who won them."""
    over, winners = [], []
    for case in given.readers("cases"):
        played = case.whole("round")
        vp = case.reader("vp")
        points = {whole(tree.Leaf(0, int(key)), key): vp.whole(key) for key in vp.keys}
        options = options_of(case.reader("options"))
        ended, won = ending(options, played, points)
        over.append(ended)
        winners.append(list(won))
    return {"over": over, "winners": winners}


def rng(given: Reader) -> dict[str, Any]:
    """Rolls that a seed determines."""
    found = []
    for case in given.readers("cases"):
        seeded = Seeded(case.text("seed"), case.whole("round"))
        stream, count = case.text("stream"), case.whole("count")
        found.append([seeded(stream, index, 100) for index in range(count)])
    return {"values": found}


class _Rolls:
    """Rolls that are given in order."""

    def __init__(self, given: Reader) -> None:
        self._values = [whole(node, given.place("rolls"), 1, 100) for node in given.items("rolls")]
        self._used = 0

    def give(self, stream: str, index: int, chance: int) -> int:
        del stream, chance
        return self.value(index)[0]

    def value(self, index: int) -> tuple[int, str]:
        if index >= len(self._values):
            raise Broken(f"roll {index + 1} is needed and not given")
        self._used = index + 1
        return self._values[index], ""

    def all_used(self) -> None:
        if self._used != len(self._values):
            raise Broken(f"{len(self._values)} rolls are given, {self._used} were needed")


def _counted(counts: Sequence[int]) -> Counted:
    return Counted(dict(zip(CODES, counts, strict=True)), NAMES)


def _pair(given: Reader, key: str, default: tuple[int, int]) -> tuple[int, int]:
    if key not in given:
        return default
    first, second = _wholes(given.need(key), given.place(key), 2)
    return first, second


def _wholes(node: tree.Node, where: str, length: int) -> list[int]:
    if not isinstance(node, tree.List) or len(node.items) != length:
        raise Fault("scenario.kingofkings.numbers", node, where, count=length)
    return [whole(item, where, -9999, 9999) for item in node.items]


def _read(text: str) -> dict[str, Any]:
    reading = read(text)
    if reading.order is None:
        return {"error": reading.error}
    warn = {"warn": ["odd-spelling"]} if reading.doubtful else {}
    return {"order": reading.keyword, **_order(reading.order), **warn}


def _order(order: orders.Order) -> dict[str, Any]:
    match order:
        case orders.Place(items=builds):
            return {"items": [{"at": list(at), "unit": CODES[kind]} for at, kind in builds]}
        case orders.Defend(items=stances):
            return {"items": [{"at": list(at), "tactic": tactic} for at, tactic in stances]}
        case orders.Spy(items=fields):
            return {"items": [{"at": list(at)} for at in fields]}
        case orders.March():
            return {**_movement(order), "tactic": order.tactic, "path": list(order.path)}
        case orders.Sail():
            return {**_movement(order), "path": list(order.path)}
        case orders.Plunder():
            return {**_movement(order), "path": [order.direction]}
        case orders.Name(at=at, title=title):
            return {"at": None if at is None else list(at), "name": title}
        case orders.Ally(player=player, status=status):
            return {"player": player, "status": status}
        case orders.Give(at=at, player=player):
            return {"at": list(at), "player": player}


def _movement(order: orders.March | orders.Sail | orders.Plunder) -> dict[str, Any]:
    counts = zip(CODES, order.forces.counts, strict=True)
    force: dict[str, Any] = {code: count for code, count in counts if count}
    if order.forces.everybody:
        force["AT"] = True
    return {"from": list(order.start), "force": force}
