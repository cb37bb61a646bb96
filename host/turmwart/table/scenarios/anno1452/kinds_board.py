"""Compact kinds of the board: costs, majorities, prestige, income, phase 4, set-up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from turmwart.games.anno1452 import comparing, income, prestige
from turmwart.games.anno1452.apply import apply
from turmwart.games.anno1452.cardtable import KINDS
from turmwart.games.anno1452.commands import Build, DrawCards
from turmwart.games.anno1452.estates import build_cost
from turmwart.games.anno1452.events_board import EstateRemoved, GameStarted
from turmwart.games.anno1452.majority import leader
from turmwart.games.anno1452.setup import Seat, Setup
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import Draw
from turmwart.table.printed_anno1452 import data, demo_board
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.anno1452.position import (
    COLOURS,
    Position,
    colour_or_nobody,
    colours_of,
    settings_of,
)
from turmwart.table.scenarios.anno1452.run import Run
from turmwart.table.scenarios.values import Reader, whole

EVERYBODY = (*COLOURS, "ottokar")


def counts_of(reader: Reader) -> dict[str, int]:
    """A number for each colour that is named."""
    return {colour: reader.whole(colour) for colour in EVERYBODY if colour in reader}


def numbers(given: Reader, key: str) -> tuple[int, ...]:
    """A list of whole numbers."""
    return tuple(whole(item, given.place(key)) for item in given.items(key))


def build_cost_kind(given: Reader) -> dict[str, Any]:
    """What an Estate costs by the number already in the region."""
    return {"cost": [build_cost(here) for here in numbers(given, "estates_in_region")]}


def majority_kind(given: Reader) -> dict[str, Any]:
    """Who has the majority in a region."""
    given.text("region")
    limit, counts = given.whole("limit", 4, 2, 6), counts_of(given.reader("estates"))
    return {"unbuilt": limit - sum(counts.values()), "majority": leader(counts, limit) or None}


def majority_table(given: Reader) -> dict[str, Any]:
    """Who has the majority in several cases of one limit."""
    limit = given.whole("limit", 4, 2, 6)
    cases = [counts_of(case) for case in given.readers("cases")]
    return {"majority": [leader(counts, limit) or None for counts in cases]}


def holder(given: Reader) -> dict[str, Any]:
    """A change in a region and what follows for the Principality card."""
    said = [given.reader(key) for key in ("estates", "prestige", "gold")]
    when = given.reader("when")
    position = Position(colours_of(*said), settings_of(given))
    region = given.text("region", "boehmen")
    position.limit(region, given.whole("limit", 4, 2, 6))
    position.estates(region, counts_of(said[0]))
    for colour, value in counts_of(said[1]).items():
        position.player(colour, prestige=value)
    for colour, value in counts_of(said[2]).items():
        position.player(colour, gold=value)
    held = colour_or_nobody(given, "holder")
    if held:
        position.holder(region, held)
    before = position.state
    run = Run(before)
    active = given.text("active", COLOURS[0])
    if "build" in when:
        builder = when.word("build", position.colours)
        position.turn(active)
        run.state = position.state
        run.do(Build(position.seat(builder), position.region(region)))
    if "remove" in when:
        owner = position.seat(when.word("remove", position.colours))
        here = before.within(position.region(region))
        run.follow(EstateRemoved(next(e for e in here if e.owner == owner), "mutual"))
    return _region_now(position, run.state, region, before)


def _region_now(position: Position, state: State, region: str, before: State) -> dict[str, Any]:
    named = position.region(region)
    here = state.within(named)
    limit = state.board.region(named).estate_limit or 0
    owners = {colour: position.seat(colour) for colour in position.colours}
    return {
        "estates": {c: sum(e.owner == seat for e in here) for c, seat in owners.items()},
        "unbuilt": limit - len(here),
        "holder": position.colour(state.holder(named)),
        "prestige": {c: state.player(seat).prestige for c, seat in owners.items()},
        "gold_delta": {
            c: state.player(seat).gold - before.player(seat).gold for c, seat in owners.items()
        },
    }


def prestige_change(given: Reader) -> dict[str, Any]:
    """Points gained or lost by one player, with what the bounds make of it."""
    purses = given.reader("gold")
    position = Position(colours_of(purses), settings_of(given))
    for colour, gold in counts_of(purses).items():
        position.player(colour, gold=gold)
    player = given.word("player", position.colours)
    position.player(player, prestige=given.whole("prestige", 0, 0, 20))
    delta = given.reader("when").whole("delta", least=-40, most=40)
    state = position.state
    for event in prestige.change(state, position.seat(player), delta, "card"):
        state = apply(state, event)
    return {
        "prestige": state.player(position.seat(player)).prestige,
        "gold": {c: state.player(position.seat(c)).gold for c in position.colours},
    }


def start_values(given: Reader) -> dict[str, Any]:
    """What everybody starts with."""
    found: dict[str, Any] = {"prestige": [], "gold": [], "cards": []}
    for case in given.readers("cases"):
        seats = tuple(Seat(f"s{n}", c, c) for n, c in enumerate(COLOURS[:3], 1))
        run = Run(apply(None, GameStarted(Setup(seats, demo_board(), settings_of(case)))))
        player = run.state.players[0]
        found["prestige"].append(player.prestige)
        found["gold"].append(player.gold)
        found["cards"].append(_dealt(run))
    return found


def _dealt(run: Run) -> int:
    """Cards in a hand once the deal of set-up is through."""
    run.follow()
    while isinstance(step := run.state.top, Draw):
        run.do(DrawCards(step.seat, step.left))
    return run.state.players[0].hand


def card_counts(given: Reader) -> dict[str, Any]:
    """How many cards of each kind the data file holds."""
    given.text("file")
    table = data("cards")
    cards = demo_board().cards
    by_kind = {kind: sum(c.copies for c in cards if c.kind == kind) for kind in KINDS}
    action = sum(by_kind.values())
    without_storm = action - sum(c.copies for c in cards if c.id == "instant-sturm-drang")
    crowns = sum(c.copies for c in cards if c.kind == "crown")
    return {
        **by_kind,
        "action_total": action,
        "action_total_g1": without_storm,
        "all_cards": action + crowns + table["check"]["principality"],
    }


def principality_income(given: Reader) -> dict[str, Any]:
    """What a Principality card pays by the estate limit of its region."""
    position = Position(COLOURS[:2], settings_of(given))
    found = []
    for limit in numbers(given, "estate_limit"):
        position.limit("boehmen", limit)
        found.append(income.principality_gold(position.state, "boehmen"))
    return {"income": found}


def income_kind(given: Reader) -> dict[str, Any]:
    """The income of a player's holdings, in one case or several."""
    estates, cards = given.readers("estates"), given.readers("principality_cards")
    pairs = given.items("borders")
    cases = given.readers("cases")
    found: dict[str, Any] = {"income": [], "reduced_afterwards": []}
    for case in cases or [given]:
        position = Position(COLOURS[:2], settings_of(case))
        spare = ("bayern", "schwaben", "tirol", "savoyen", "obersachsen", "rheinland_pfalz")
        for n, estate in enumerate(estates):
            position.estate(
                COLOURS[0],
                estate.text("region", spare[n]),
                estate.whole("value", 3, 1, 3),
                estate.flag("city", False),
                estate.whole("citizens", 0, 0, 6),
            )
        for n, card in enumerate(cards):
            region = card.text("region", spare[-1 - n])
            position.limit(region, card.whole("limit", 4, 2, 6))
            position.holder(region, COLOURS[0])
        for pair in pairs:
            first, second = (str(part) for part in tree.plain(pair))
            position.border(first, second)
        named = tuple(position.region(name) for name in case.texts("good_crop"))
        tax = (position.seat(COLOURS[0]),) if case.flag("special_tax", False) else ()
        in_force = position.state.in_force
        in_force = replace(
            in_force,
            good_crop=named,
            special_tax=tax,
            rebuilding=case.flag("rebuilding", False),
            famine=case.flag("famine", False),
        )
        position.change(in_force=in_force)
        state = position.state
        for event in income.pay(state):
            state = apply(state, event)
        found["income"].append(state.players[0].gold - position.state.players[0].gold)
        found["reduced_afterwards"].append(sum(one.value < 3 for one in state.estates))
    return found if cases else {key: value[0] for key, value in found.items()}


def phase4(given: Reader) -> dict[str, Any]:
    """Who gains and loses in the four categories."""
    counts = given.reader("counts")
    names = ("estates", "citizens", "cities", "principalities")
    readers = {name: counts.reader(name) for name in names}
    excluded = colour_or_nobody(given, "excluded")
    by_category: dict[str, dict[str, int]] = {}
    colours = colours_of(*readers.values())
    total = dict.fromkeys(colours, 0)
    for name, reader in readers.items():
        compared = tuple(
            (colour, number) for colour, number in counts_of(reader).items() if colour != excluded
        )
        made = comparing.category(name, compared)
        by_category[name] = {c: (c in made.most) - (c in made.fewest) for c in colours}
        for colour in colours:
            total[colour] += by_category[name][colour]
    two = Position(COLOURS[:2])
    two.estate(COLOURS[0], "bayern")
    left_out = replace(two.state.in_force, left_out=("s1",) if excluded else ())
    two.change(in_force=left_out)
    return {
        "delta_by_category": by_category,
        "total": total,
        "two_player_game_scores": bool(comparing.categories(two.state)),
    }


def phase4_prestige(given: Reader) -> dict[str, Any]:
    """Changes of phase 4 one after the other at the bounds."""
    position = Position(COLOURS[:2], settings_of(given))
    player = given.word("player", position.colours)
    seat = position.seat(player)
    position.player(
        player, prestige=given.whole("prestige", 10, 0, 20), gold=given.whole("gold", 0)
    )
    state = position.state
    for item in given.items("delta_by_category"):
        for event in prestige.change(state, seat, whole(item, "given", -1, 1), "estates"):
            state = apply(state, event)
    return {"prestige": state.player(seat).prestige, "gold": state.player(seat).gold}


KINDS_HERE = {
    "build_cost": build_cost_kind,
    "majority": majority_kind,
    "majority_table": majority_table,
    "holder": holder,
    "prestige_change": prestige_change,
    "start_values": start_values,
    "card_counts": card_counts,
    "principality_income": principality_income,
    "income": income_kind,
    "phase4": phase4,
    "phase4_prestige": phase4_prestige,
}
