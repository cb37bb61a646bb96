"""What fell: after a throw, or by itself."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.wallenstein import battle, court
from turmwart.games.wallenstein.checks import not_now, wrong_choice
from turmwart.games.wallenstein.commands import ReportStray, ReportThrow
from turmwart.games.wallenstein.events import (
    BattleSettled,
    Event,
    IncomeReturned,
    StrayFallen,
    SubstitutesUsed,
    ThrowReported,
    TowerFilled,
)
from turmwart.games.wallenstein.state import BattleRecord, State
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection


def bounds(state: State) -> Cubes:
    """The most that can fall now: tower and hand together.

    Rule: W-CUBE-5.
    """
    return state.ledger.at("tower") + state.ledger.at("hand")


def impossible(fallen: Cubes, most: Cubes) -> tuple[str, ...]:
    """Colours of which more are said to have fallen than can have.

    Rule: W-CUBE-5.
    """
    return tuple(colour for colour in fallen if fallen[colour] > most[colour])


def report_throw(state: State, command: ReportThrow) -> Iterator[Objection | Event]:
    """Settle what the throw was for: the filling of the tower, or a battle.

    Rule: W-BATTLE-11 to W-BATTLE-14, W-CUBE-5, W-CUBE-6, W-SETUP-24, W-COURT-5.
    """
    if not state.awaiting_throw:
        yield wrong_choice("W-CUBE-12", "no_throw_due")
        return
    yield from _too_many(command.fallen, bounds(state), hidden=state.tower_hidden)
    number = state.throws + 1
    yield ThrowReported(number, state.ledger.at("hand"), command.fallen, command.witness)
    if state.battle is None:
        yield TowerFilled(command.fallen)
        yield from court.courtiers_came(state, command.fallen)
        return
    record = battle.record(state, state.battle, command.fallen, number, command.witness)
    yield BattleSettled(record)
    yield from _after(state, record)


def _after(state: State, record: BattleRecord) -> Iterator[Event]:
    fought = record.battle
    before = state.province(fought.province).markers
    stock_after = state.stock.markers + before - record.markers_after
    if record.markers_after > before and stock_after < 0:
        yield SubstitutesUsed("markers", -stock_after)
    if record.devastated and not state.options.keep_income_on_lost_revolt:
        # A correction may have left the player less than the collection brought.
        player = state.player(fought.defender)
        thalers, grain = min(fought.thalers, player.thalers), min(fought.grain, player.grain)
        if thalers or grain:
            yield IncomeReturned(fought.defender, thalers, grain)


def report_stray(state: State, command: ReportStray) -> Iterator[Objection | Event]:
    """Cubes fell out of the tower by themselves; they go into the next throw.

    None at all is an answer too: what the sensor saw was no cube.

    Rule: W-BATTLE-36, W-CUBE-15.
    """
    if state.cleared:
        yield not_now(state)
    yield from _too_many(command.fallen, state.ledger.at("tower"), hidden=state.tower_hidden)
    yield StrayFallen(command.fallen, command.witness)


def _too_many(fallen: Cubes, most: Cubes, *, hidden: bool = False) -> Iterator[Objection]:
    """The most there can be is not told where the tower's content is not (W-OPEN-31)."""
    for colour in impossible(fallen, most):
        told: dict[str, int | str] = {"colour": f"@colour.{colour}", "fallen": fallen[colour]}
        if hidden:
            yield wrong_choice("W-CUBE-5", "too_many_hidden", **told)
        else:
            yield wrong_choice("W-CUBE-5", "too_many", **told, most=most[colour])
