"""The small world that a scenario gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from turmwart.games.kingofkings.apply import apply
from turmwart.games.kingofkings.events import GameStarted
from turmwart.games.kingofkings.options import Options, Value, fault_of
from turmwart.games.kingofkings.setup import Land, Setup, Stack, Status, TribeStart, check
from turmwart.games.kingofkings.state import Sheet, State
from turmwart.games.kingofkings.tables import CODES, TACTICS
from turmwart.kernel.numbers import is_number
from turmwart.table.kingofkings.tables import shipped_rules
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.run import Unsound
from turmwart.table.scenarios.values import Fault, Reader, whole

DEFAULT_MAP = ("~",)


def state_of(given: Reader) -> State:
    """The state that ``given`` describes, with the sheets of ``orders`` handed in.

    Raises:
        Fault: it says what cannot be understood.
        Unsound: no game can begin so.
    """
    world = given.reader("map")
    rows = world.texts("rows") or DEFAULT_MAP
    west, north = field_of(world, "origin") if "origin" in world else (1, 1)
    stacks = tuple(_stacks(given))
    lands = tuple(_lands(given, stacks))
    statuses = tuple(_statuses(given))
    orders = given.reader("orders")
    sheets = tuple(Sheet(_number(orders, key), orders.texts(key)) for key in orders.keys)
    treasury = given.reader("treasury")
    stocks = {_number(treasury, key): _stock(treasury.reader(key)) for key in treasury.keys}
    named = [whole(node, given.place("players"), 1, 999) for node in given.items("players")]
    numbers = {*named, *stocks, *(sheet.player for sheet in sheets)}
    numbers |= {stack.player for stack in stacks} | {land.home for land in lands if land.home > 0}
    numbers |= {s.player for s in statuses} | {s.other for s in statuses}
    setup = Setup(
        name="scenario",
        rules=shipped_rules(),
        options=options_of(given.reader("options")),
        rows=rows,
        tribes=tuple(
            replace(TribeStart(number, f"T{number}"), **stocks.get(number, {}))
            for number in sorted(numbers or {1})
        ),
        stacks=stacks,
        lands=lands,
        statuses=statuses,
        seed=given.text("seed", ""),
        west=west,
        north=north,
        round=given.whole("round", 1, 1, 999),
    )
    try:
        check(setup)
    except ValueError as error:
        raise Unsound("scenario.kingofkings.setup", reason=error) from None
    started = apply(None, GameStarted(setup))
    return State(
        setup,
        setup.options,
        setup.round,
        started.places,
        started.tribes,
        started.statuses,
        tuple(sorted(sheets, key=lambda sheet: sheet.player)),
    )


def options_of(given: Reader) -> Options:
    """The options named, the others by default.

    Raises:
        Fault: an option there is not, or a value it cannot have.
    """
    chosen: dict[str, Any] = {}
    for name in given.keys:
        node = given.node(name)
        value: Value = _value(tree.plain(node) if node is not None else None)
        fault = fault_of(name, value)
        if fault:
            raise given.fault(name, "scenario.kingofkings.option", name=name, known=fault)
        chosen[name] = value
    return replace(Options(), **chosen)


def counts_of(given: Reader) -> tuple[int, ...]:
    """Units by their codes."""
    return tuple(given.whole(code, 0, 0, 9999) for code in CODES)


def field_of(given: Reader, key: str) -> tuple[int, int]:
    """A field, written as ``[x, y]``.

    Raises:
        Fault: it is none.
    """
    items = given.items(key)
    if len(items) != 2:
        raise given.fault(key, "scenario.kingofkings.field")
    x, y = (whole(item, given.place(key), 0, 999) for item in items)
    return x, y


def _value(plain: Any) -> Value:
    if isinstance(plain, list):
        return tuple(item if type(item) is int else -1 for item in plain)
    return plain if isinstance(plain, bool | int | str) else ""


def _number(given: Reader, key: str) -> int:
    if is_number(key) and 1 <= int(key) <= 999:
        return int(key)
    raise given.fault(key, "scenario.kingofkings.number", found=key)


def _stock(given: Reader) -> dict[str, Any]:
    return {name: given.whole(name, 0, 0, 9999) for name in ("wp", "wood", "food", "vp")}


def _stacks(given: Reader) -> Iterator[Stack]:
    for unit in given.readers("units"):
        yield Stack(*field_of(unit, "at"), unit.whole("player", least=1), counts_of(unit))


def _lands(given: Reader, stacks: tuple[Stack, ...]) -> Iterator[Land]:
    tactics = {field_of(one, "at"): one.word("tactic", TACTICS) for one in given.readers("vert")}
    homes = {field_of(one, "at"): one.whole("player") for one in given.readers("home")}
    at_home = {} if not homes else {(stack.x, stack.y): 0 for stack in stacks}
    at_home.update(homes)
    for x, y in sorted({*tactics, *at_home}):
        yield Land(x, y, tactic=tactics.get((x, y), "T"), home=at_home.get((x, y), -1))


def _statuses(given: Reader) -> Iterator[Status]:
    for key, both in (("status", False), ("status_both", True)):
        for item in given.items(key):
            if not isinstance(item, tree.List) or len(item.items) != 3:
                raise Fault("scenario.kingofkings.status", item, given.place(key))
            player, other, value = (whole(part, given.place(key), 0, 999) for part in item.items)
            yield Status(player, other, value)
            if both:
                yield Status(other, player, value)
