"""Compact kinds that count cubes: one throw, or one colour over several throws."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from turmwart.games.wallenstein.board import EventFacts
from turmwart.games.wallenstein.commands import MoveArmies, ReportThrow, RevealPlan
from turmwart.games.wallenstein.events import BattleSettled
from turmwart.games.wallenstein.state import TILES, State
from turmwart.kernel.cubes import Cubes
from turmwart.table.scenarios.run import Unsound
from turmwart.table.scenarios.values import Fault, Reader, Unordered, shown
from turmwart.table.scenarios.wallenstein.board import (
    learn_neighbours,
    learn_province,
    open_board,
    set_event,
)
from turmwart.table.scenarios.wallenstein.fight import (
    Fight,
    begin_fight,
    fight_position,
    tower_for,
)
from turmwart.table.scenarios.wallenstein.position import actions_first
from turmwart.table.scenarios.wallenstein.run import Run
from turmwart.table.scenarios.wallenstein.seats import GREEN, Seats
from turmwart.table.scenarios.wallenstein.start import laid_out, started


def count_check(given: Reader) -> dict[str, Any]:
    """Whether a count of fallen cubes can be true.

    One colour of players and farmers are thrown as an attack on a neutral province, two colours
    as an attack on a player, three and more as the filling of the tower.
    """
    keys = ("tower_before", "thrown", "tray_before", "fallen")
    parts = {key: given.reader(key) for key in keys}
    named = [key for part in (parts["thrown"], *parts.values()) for key in part.keys]
    seats = Seats.named(named, None, given.at, given.where)
    cubes = {key: seats.cubes(part) for key, part in parts.items()}
    sides = tuple(cubes["thrown"].without(GREEN))
    if len(sides) > 2:
        run = laid_out(Seats.named(sides, len(sides), given.at, given.where))
        if cubes["tower_before"] or cubes["tray_before"]:
            raise given.fault("tower_before", "scenario.fill_empty")
    else:
        run = _fought(given, seats, cubes)
    gathered = run.state.ledger.at("hand")
    if gathered != cubes["thrown"] + cubes["tray_before"]:
        raise given.fault(
            "thrown",
            "scenario.not_thrown",
            found=shown(gathered.as_dict()),
            said=shown(cubes["thrown"].as_dict()),
        )
    slot = run.throw_slot()
    if slot is None:
        raise Unsound("scenario.reason.no_throw")
    beyond = tuple(c for c, n in cubes["fallen"].counts if n > slot.bounds[c])
    objection = run.objects(ReportThrow(cubes["fallen"]))
    return {
        "plausible": objection is None,
        "impossible_colours": Unordered(beyond),
        "objection": objection.rule if objection is not None else None,
    }


def _fought(given: Reader, seats: Seats, cubes: dict[str, Cubes]) -> Run:
    """A run in which the two sides' cubes are in the hand."""
    thrown = cubes["thrown"]
    fighters = [s.seat for c in thrown.without(GREEN) for s in seats.all if s.colour == c]
    if not fighters:
        raise given.fault("thrown", "scenario.sides", found=0)
    fight = Fight(
        "player" if len(fighters) == 2 else "neutral",
        "vogtland",
        fighters[0],
        fighters[1] if len(fighters) == 2 else "",
        thrown=thrown,
        tray=cubes["tray_before"],
        fallen=cubes["fallen"],
        tower=cubes["tower_before"],
    )
    board = open_board()
    if fight.kind == "neutral":
        defence = EventFacts("event_1", "neutral_defence", value=thrown[GREEN], grain_loss=0)
        board = set_event(board, defence)
    run = Run(fight_position(seats, fight, board).state())
    begin_fight(run, fight)
    return run


def conservation(given: Reader) -> dict[str, Any]:
    """Where the cubes of one colour are after groups, filling and battles."""
    word = given.text("colour")
    seats = Seats.named([word], given.whole("players", 4, 3, 5), given.at, given.where)
    mine = seats.of(word, given.at, given.where)
    colour = seats.colour(mine)
    run = started(seats)
    for step in given.readers("steps"):
        kind = step.word("t", ("groups", "fill", "battle"))
        if kind == "groups":
            if run.state.awaiting_throw or run.state.owned(mine):
                raise _order(step, "groups", run)
            run = _groups(step, seats, mine)
        elif kind == "fill":
            _fill(step, run, colour)
        else:
            run = _battle(step, run, seats, mine)
    ledger = run.state.ledger
    in_provinces = sum(
        cubes[colour] for place, cubes in ledger.places if place.startswith("province:")
    )
    return {
        "supply": ledger.at("supply")[colour],
        "sites": ledger.at("sites")[colour],
        "provinces": in_provinces,
        "hand": ledger.at("hand")[colour],
        "tower": ledger.at("tower")[colour],
        "tray": ledger.at("tray")[colour],
        "total": ledger.total()[colour],
    }


def _groups(step: Reader, seats: Seats, mine: str) -> Run:
    step.word("from", ("supply",), "supply")
    step.word("to", ("provinces",), "provinces")
    run = laid_out(seats)
    placed = sum(run.state.armies(p.id) for p in run.state.owned(mine))
    if step.whole("n", placed) != placed:
        raise step.fault("n", "scenario.not_so", found=step.whole("n"), known=placed)
    return run


def _fill(step: Reader, run: Run, colour: str) -> None:
    step.word("fallen_to", ("supply",), "supply")
    if not run.state.awaiting_throw:
        fallen, thrown = step.whole("fallen"), step.whole("thrown", 62)
        if fallen > thrown:
            raise step.fault("fallen", "scenario.more_fallen", found=fallen, most=thrown)
        raise _order(step, "fill", run)
    hand = run.state.ledger.at("hand")[colour]
    if step.whole("thrown", hand) != hand:
        raise step.fault("thrown", "scenario.not_so", found=step.whole("thrown"), known=hand)
    run.do(ReportThrow(Cubes.from_counts({colour: step.whole("fallen")})))


def _order(step: Reader, found: str, run: Run) -> Fault:
    """The error that a step comes too early or too late."""
    owned = any(province.owner is not None for province in run.state.provinces)
    known = "fill" if run.state.awaiting_throw else "battle" if owned else "groups"
    return step.fault("t", "scenario.order", found=found, known=known)


def _battle(step: Reader, run: Run, seats: Seats, mine: str) -> Run:
    """A battle of the player against the left neighbour; what fell decides the rest."""
    if run.state.awaiting_throw or not run.state.owned(mine):
        raise _order(step, "battle", run)
    fought, fallen = step.whole("from_provinces", least=1), step.whole("fallen")
    to_province = step.whole("to_province", 0)
    to_supply = step.whole("to_supply", fallen - to_province)
    colour = seats.colour(mine)
    other = run.state.left_neighbour(mine)
    attacker, source, target, sent = _sides(step, run.state, mine, other, fought)
    against = to_supply if to_province else fallen
    fell = Cubes.from_counts({colour: fallen, seats.colour(other): against})
    run.state = _turn_of(run.state, attacker, source, target)
    run.do(RevealPlan(attacker, source))
    run.do(MoveArmies(attacker, target, sent))
    missing = tower_for(fell, run.state.ledger.at("tower") + run.state.ledger.at("hand"))
    if missing:
        run.state = _inside(run.state, missing.without(colour))
    run.do(ReportThrow(fell))
    settled = run.newest(BattleSettled)
    assert settled is not None
    record = settled.record
    for key, cubes in (("to_supply", record.to_supply), ("to_province", record.to_province)):
        if cubes[colour] != (to_supply if key == "to_supply" else to_province):
            raise step.fault(key, "scenario.not_so", found=step.whole(key), known=cubes[colour])
    return run


def _sides(
    step: Reader, state: State, mine: str, other: str, fought: int
) -> tuple[str, str, str, int]:
    """Who attacks, from where, what, and with how many armies.

    Raises:
        Fault: the player has no province that such a battle fits.
    """
    side = step.word("side", ("attacker", "defender", ""), "")
    held = {p.id: state.armies(p.id) for p in state.owned(mine)}
    source = _largest(state, mine, fought + 1)
    target = _largest(state, other, 1)
    if side != "defender" and source is not None and target is not None:
        return mine, source, target, fought
    # A defender fights with all its armies (W-BATTLE-5).
    whole = next((province for province, armies in held.items() if armies == fought), None)
    against = _largest(state, other, 2)
    if side != "attacker" and whole is not None and against is not None:
        return other, against, whole, state.armies(against) - 1
    text_id = {"attacker": "no_army", "defender": "no_whole_army", "": "no_fight"}[side]
    known = ", ".join(map(str, sorted(set(held.values()))))
    raise step.fault("from_provinces", f"scenario.{text_id}", found=fought, known=known)


def _largest(state: State, seat: str, least: int) -> str | None:
    fitting = [p.id for p in state.owned(seat) if state.armies(p.id) >= least]
    return max(fitting, key=state.armies, default=None)


def _turn_of(state: State, seat: str, source: str, target: str) -> State:
    """The same cubes at the moment when ``seat`` acts first in move A."""
    board = learn_neighbours(state.board, source, target)
    return replace(
        state,
        board=learn_province(board, source),
        phase="actions",
        year=1,
        season="spring",
        order=(seat, *(s for s in state.seats if s != seat)),
        turn=0,
        acting=None,
        action_cards=actions_first("move_a"),
        actions_done=0,
        tiles=TILES,
        event="event_1",
        provinces=tuple(replace(p, used="") for p in state.provinces),
    )


def _inside(state: State, cubes: Cubes) -> State:
    """The same position with ``cubes`` inside the tower instead of in the supply."""
    return replace(state, ledger=state.ledger.move("supply", "tower", cubes))
