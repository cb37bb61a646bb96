"""Compact kinds of actions and conditions: settling, attacks, years, most and fewest."""

from __future__ import annotations

from typing import Any

from turmwart.games.anno1452.commands import DeclareAttack, Settle
from turmwart.games.anno1452.conditions import fulfilled
from turmwart.games.anno1452.epochs import ROW_IDS
from turmwart.games.anno1452.state import InForce
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.anno1452.kinds_board import counts_of
from turmwart.table.scenarios.anno1452.position import (
    COLOURS,
    Position,
    colours_of,
    settings_of,
)
from turmwart.table.scenarios.anno1452.run import Run
from turmwart.table.scenarios.values import Reader

FROM = ("same_region", "bordering_region", "far_region")
TARGET, NEXT, FAR = "bayern", "schwaben", "niedersachsen"
"""A region of the made-up board, one that borders on it, one that does not."""
REGIONS = dict(zip(FROM, (TARGET, NEXT, FAR), strict=True))


def settle(given: Reader) -> dict[str, Any]:
    """Whether Citizens may be settled at one Estate, and what they cost."""
    found: dict[str, Any] = {"legal": [], "cost": []}
    for case in given.readers("cases"):
        position = Position(COLOURS[:2], settings_of(given))
        estate = position.estate(
            "red",
            "bayern",
            case.whole("value", 3, 1, 3),
            case.flag("city", False),
            case.whole("citizens", 0, 0, 6),
        )
        gold = case.whole("gold", 15)
        position.player("red", gold=gold)
        position.turn("red")
        run = Run(position.state)
        command = Settle("s1", ((estate, case.whole("add", 1)),))
        legal = run.objects(command) is None
        found["legal"].append(legal)
        if legal:
            run.do(command)
        found["cost"].append(gold - run.state.players[0].gold if legal else None)
    return found


def attack_legal(given: Reader) -> dict[str, Any]:
    """Whether an attack may be declared from where the attacker stands."""
    found = []
    for case in given.readers("cases"):
        position = Position(COLOURS[:2], settings_of(given))
        source = case.node("from")
        alone = isinstance(source, tree.Leaf) and source.value is None
        region = TARGET if alone else REGIONS[case.word("from", FROM, FROM[0])]
        force = "" if alone else position.estate("red", region)
        target = position.estate("blue", TARGET)
        on_board = 16 - case.whole("own_supply", 1, 0, 16) - bool(force)
        # The others stand where nobody can attack from.
        for n in range(on_board):
            position.estate("red", ("unteritalien", "oberitalien", "boehmen")[n // 6])
        soldiers = case.whole("soldiers", 0, 0, 12)
        if case.flag("king", False):
            position.king("red", soldiers)
        if case.flag("target_shielded_by_alliances", False):
            position.in_front("blue", "special-buendnisse")
        if case.flag("alliances_er", False):
            position.change(in_force=InForce(no_attacks=True))
        position.turn("red")
        run = Run(position.state)
        found.append(run.objects(DeclareAttack("s1", target, force)) is None)
    return {"legal": found}


def year_conditions(given: Reader) -> dict[str, Any]:
    """In which rows the year of each lady lets her be married."""
    rows = given.words("rows", ROW_IDS)
    position = Position(COLOURS[:2])
    allowed: dict[str, list[str]] = {}
    for card in position.state.board.cards:
        condition = card.modes[0].condition
        if card.kind != "marriage" or condition is None:
            continue
        parts = condition.parts or (condition,)
        years = [part for part in parts if part.name == "year"]
        if not years:
            continue
        allowed[card.id] = []
        for row in rows:
            position.year(row)
            if fulfilled(position.state, "s1", years[0], card.id):
                allowed[card.id].append(row)
    return {"allowed": allowed}


def extremes(given: Reader) -> dict[str, Any]:
    """Whether a lady who asks for most, fewest, highest or lowest may be married."""
    found = []
    for case in given.readers("cases"):
        estates, prestige = case.reader("estates"), case.reader("prestige")
        position = Position(colours_of(estates), settings_of(given))
        regions = ("unteritalien", "oberitalien", "niedersachsen")
        for colour, count in counts_of(estates).items():
            for n in range(count):
                position.estate(colour, regions[n % 3])
        for colour, value in counts_of(prestige).items():
            position.player(colour, prestige=value)
        seat = position.seat(case.word("player", position.colours))
        card = case.text("card")
        condition = position.state.board.card(card).modes[0].condition
        found.append(fulfilled(position.state, seat, condition, card))
    return {"playable": found}


KINDS_HERE = {
    "settle": settle,
    "attack_legal": attack_legal,
    "year_conditions": year_conditions,
    "extremes": extremes,
}
