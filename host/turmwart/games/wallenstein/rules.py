"""The rules: start a game, decide a command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from turmwart.games.wallenstein import (
    actions,
    corrections,
    court,
    draft,
    favors,
    printed,
    season,
    skipping,
    throws,
    whereabouts,
    winter,
)
from turmwart.games.wallenstein import commands as cmd
from turmwart.games.wallenstein import court_commands as ccmd
from turmwart.games.wallenstein.apply import apply
from turmwart.games.wallenstein.events import Event, GameStarted, RuleWaived
from turmwart.games.wallenstein.flow import consequences
from turmwart.games.wallenstein.setup import Setup, check
from turmwart.games.wallenstein.state import State
from turmwart.kernel.chance import Roll
from turmwart.kernel.decision import Objection


def start(setup: Setup) -> tuple[Event, ...]:
    """The first events of a game.

    Raises:
        ValueError: the setup cannot be played.
    """
    check(setup)
    return (GameStarted(setup),)


def decide(state: State, command: cmd.Command, roll: Roll) -> tuple[Event, ...] | Objection:
    """What a command brings about, or the first objection that the table has not waived.

    Nothing in this game is rolled by the table's machine: ``roll`` is not asked.
    """
    del roll
    waived: list[Event] = []
    events: list[Event] = []
    for item in _HANDLERS[type(command)](state, command):
        if not isinstance(item, Objection):
            events.append(item)
        elif item.waivable and item.rule in command.waived:
            waived.append(RuleWaived(getattr(command, "seat", ""), item.rule))
        else:
            return item
    decided = (*waived, *events)
    after = state
    for event in decided:
        after = apply(after, event)
    return (*decided, *consequences(after))


_HANDLERS: dict[type, Callable[[State, Any], Iterator[Objection | Event]]] = {
    cmd.LayDisplay: draft.lay_display,
    cmd.EnterLineup: draft.enter_lineup,
    cmd.UseLineup: draft.use_lineup,
    cmd.RefreshDisplay: draft.refresh,
    cmd.TakeCard: draft.take_card,
    cmd.TurnUpCard: draft.turn_up,
    cmd.PlaceGroup: draft.place_group,
    cmd.ReportThrow: throws.report_throw,
    cmd.LayEvents: season.lay_events,
    cmd.LayActionCards: season.lay_action_cards,
    cmd.RevealActionCard: season.reveal_action_card,
    cmd.LayBonusTiles: season.lay_bonus_tiles,
    cmd.DrawEvent: season.draw_event,
    cmd.RevealBids: season.reveal_bids,
    cmd.DrawCommanders: season.draw_commanders,
    cmd.ChooseTile: season.choose_tile,
    cmd.RevealPlan: actions.reveal_plan,
    cmd.PassAction: skipping.pass_action,
    cmd.MoveArmies: actions.move_armies,
    cmd.Pass: actions.pass_move,
    cmd.DrawFamineCards: winter.draw_famine_cards,
    cmd.OrderFamine: winter.order_famine,
    cmd.EnterPrinted: printed.enter,
    cmd.UseEventRow: printed.use_event_row,
    cmd.NameProvince: printed.name_province,
    cmd.CorrectPrinted: printed.correct,
    cmd.DenyNeighbours: printed.deny_neighbours,
    cmd.ReportStray: throws.report_stray,
    cmd.CorrectLedger: corrections.correct_ledger,
    cmd.CorrectMoney: corrections.correct_money,
    cmd.CorrectGrain: corrections.correct_grain,
    cmd.CorrectPoints: corrections.correct_points,
    cmd.CorrectMarkers: corrections.correct_markers,
    cmd.CorrectBuildings: corrections.correct_buildings,
    cmd.EmptyTower: winter.empty_tower,
    ccmd.LayFavors: court.lay_favors,
    ccmd.RevealExchanges: court.reveal_exchanges,
    ccmd.ChooseFavor: court.choose_favor,
    ccmd.PlaceFavor: favors.place_favor,
    ccmd.FinishFavor: favors.finish_favor,
    ccmd.CorrectCourtiers: favors.correct_courtiers,
    ccmd.ForbidAttack: favors.forbid_attack,
    ccmd.CancelEvent: favors.cancel_event,
    **whereabouts.HANDLERS,
}
