"""Events move the state on; nothing here objects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turmwart.games.wallenstein import events as ev
from turmwart.games.wallenstein import whereabouts_apply
from turmwart.games.wallenstein.board import EVENT_FIELDS, learn
from turmwart.games.wallenstein.changing import in_order, with_hand
from turmwart.games.wallenstein.changing import with_player as _player
from turmwart.games.wallenstein.changing import with_province as _province
from turmwart.games.wallenstein.changing import with_used as _used
from turmwart.games.wallenstein.corrections_apply import CORRECTIONS_APPLY
from turmwart.games.wallenstein.court_apply import COURT_APPLY
from turmwart.games.wallenstein.setup_apply import SETUP_APPLY, started
from turmwart.games.wallenstein.state import (
    SEASONS,
    Acting,
    Battle,
    Flag,
    Province,
    State,
    province_place,
)
from turmwart.games.wallenstein.whereabouts_events import LOST
from turmwart.games.wallenstein.winter_apply import WINTER_APPLY
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.ledger import Ledger


def apply(state: State | None, event: ev.Event) -> State:
    """The state after an event.

    Raises:
        ValueError: the first event is not ``GameStarted``, or the ledger does not hold the cubes
            the event moves.
    """
    if isinstance(event, ev.GameStarted):
        return started(event.setup)
    if state is None:
        raise ValueError(f"a game starts with GameStarted, not with {type(event).__name__}")
    return _APPLY[type(event)](state, event)


def _done(state: State) -> Acting | None:
    return replace(state.acting, step="done") if state.acting is not None else None


def _nothing(state: State, event: object) -> State:
    del event
    return state


def _printed(state: State, event: ev.PrintedLearnt | ev.PrintedCorrected) -> State:
    board = learn(state.board, event.kind, event.key, event.field, event.value)
    provinces = state.provinces
    if len(board.provinces) > len(provinces):
        added = board.provinces[len(provinces) :]
        provinces = (*provinces, *(Province(facts.id) for facts in added))
    return replace(state, board=board, provinces=provinces)


def _flagged(state: State, event: ev.ValueFlagged) -> State:
    flag = Flag(event.kind, event.key, event.field, event.was, event.value)
    return replace(state, flags=(*state.flags, flag))


def _throw_reported(state: State, event: ev.ThrowReported) -> State:
    ledger = state.ledger.move_all(
        (("hand", "tower", state.ledger.at("hand")), ("tower", "tray", event.fallen))
    )
    return replace(state, ledger=ledger, throws=event.number)


def _events_laid(state: State, event: ev.EventsLaid) -> State:
    return replace(state, year=event.year, season="spring", year_events=event.cards)


def _season_began(state: State, event: ev.SeasonBegan) -> State:
    players = tuple(replace(p, income_thalers=0, income_grain=0) for p in state.players)
    return replace(
        state, year=event.year, season=event.season, phase="action_cards", players=players
    )


def _action_cards_laid(state: State, event: ev.ActionCardsLaid) -> State:
    return replace(state, action_cards=event.actions, phase="bonus_tiles")


def _action_card_turned_up(state: State, event: ev.ActionCardTurnedUp) -> State:
    return replace(state, action_cards=(*state.action_cards, event.action))


def _bonus_tiles_laid(state: State, event: ev.BonusTilesLaid) -> State:
    """Rule: W-PHASE-2, W-COURT-8 (favor cards come after the bonus tiles)."""
    phase = "planning" if state.court is None else "favors"
    return replace(state, tiles=event.tiles, phase=phase)


def _event_drawn(state: State, event: ev.EventDrawn) -> State:
    """Planning is over: from here on W-PLAN-9 counts each player's cards."""
    players = tuple(replace(player, cards=state.hand_size(player.seat)) for player in state.players)
    return replace(state, event=event.card, phase="bids", players=players)


def _bids_revealed(state: State, event: ev.BidsRevealed) -> State:
    bids = {bid.seat: bid for bid in event.bids}
    players = tuple(
        replace(p, bid=bids[p.seat].card, thalers=p.thalers - bids[p.seat].paid)
        for p in state.players
    )
    cards = {bid.card for bid in event.bids}
    provinces = tuple(replace(p, used="bid") if p.id in cards else p for p in state.provinces)
    return replace(
        state,
        players=players,
        provinces=provinces,
        bank=state.bank + sum(bid.paid for bid in event.bids),
        bid_groups=event.groups,
        phase=_after_bids(event.groups),
    )


def _after_bids(groups: tuple[tuple[str, ...], ...]) -> str:
    return "tiles" if all(len(group) == 1 for group in groups) else "bids"


def _commanders_drawn(state: State, event: ev.CommandersDrawn) -> State:
    groups: list[tuple[str, ...]] = []
    for group in state.bid_groups:
        if set(group) == set(event.order):
            groups.extend((seat,) for seat in event.order)
        else:
            groups.append(group)
    return replace(state, bid_groups=tuple(groups), phase=_after_bids(tuple(groups)))


def _tile_chosen(state: State, event: ev.TileChosen) -> State:
    return replace(
        state,
        players=_player(state, event.seat, tile=event.tile, space=event.space),
        bid_groups=state.bid_groups[1:],
    )


def _turn_order_set(state: State, event: ev.TurnOrderSet) -> State:
    """Rule: W-COURT-17 (court actions come after the turn order)."""
    phase = "actions" if state.court is None else "exchanges"
    return replace(state, order=event.order, turn=0, phase=phase)


def _plan_revealed(state: State, event: ev.PlanRevealed) -> State:
    player = state.player(event.seat)
    if event.card in ("money", "none", "tower"):
        players = _player(
            state,
            event.seat,
            money_spaces=player.money_spaces + (event.card == "money"),
            empty_spaces=player.empty_spaces + (event.card == "none"),
            tower_spaces=player.tower_spaces + (event.card == "tower"),
        )
        acting = Acting(event.seat, event.action, "", "done")
        return replace(state, players=players, acting=acting)
    step = "move" if event.action in ("move_a", "move_b") else "execute"
    return replace(
        state,
        provinces=_province(state, event.card, used=event.action),
        acting=Acting(event.seat, event.action, event.card, step, event.without_tile),
    )


def _action_over(state: State, event: object) -> State:
    del event
    return replace(state, acting=_done(state))


def _built(state: State, event: ev.Built) -> State:
    standing = (*state.province(event.province).buildings, event.building)
    stock: dict[str, Any] = {event.building: getattr(state.stock, event.building) - 1}
    return replace(
        state,
        players=_player(state, event.seat, thalers=state.player(event.seat).thalers - event.cost),
        bank=state.bank + event.cost,
        provinces=_province(state, event.province, buildings=in_order(standing)),
        stock=replace(state.stock, **stock),
        acting=_done(state),
        used_values=_used(state, f"province:{event.province}:sites"),
    )


def _event_values(state: State, *fields: str) -> tuple[str, ...]:
    if state.event_facts() is None:
        return ()
    return tuple(f"event:{state.event}:{field}" for field in ("kind", *fields))


def _grain_collected(state: State, event: ev.GrainCollected) -> State:
    player = state.player(event.seat)
    return replace(
        state,
        players=_player(
            state,
            event.seat,
            grain=player.grain + event.gained,
            income_grain=player.income_grain + event.gained,
        ),
        used_values=_used(
            state, f"province:{event.province}:grain", *_event_values(state, "value")
        ),
    )


def _tax_collected(state: State, event: ev.TaxCollected) -> State:
    player = state.player(event.seat)
    return replace(
        state,
        players=_player(
            state,
            event.seat,
            thalers=player.thalers + event.gained,
            income_thalers=player.income_thalers + event.gained,
        ),
        bank=state.bank - event.gained,
        used_values=_used(state, f"province:{event.province}:tax", *_event_values(state, "value")),
    )


def _marker_placed(state: State, event: ev.MarkerPlaced) -> State:
    markers = state.province(event.province).markers + 1
    return replace(
        state,
        provinces=_province(state, event.province, markers=markers),
        stock=replace(state.stock, markers=state.stock.markers - 1),
        acting=_done(state),
    )


def _recruited(state: State, event: ev.Recruited) -> State:
    player = state.player(event.seat)
    acting = state.acting
    if acting is not None:
        acting = replace(acting, step="move" if event.action == "recruit_1_move" else "done")
    return replace(
        state,
        players=_player(state, event.seat, thalers=player.thalers - event.cost),
        bank=state.bank + event.cost,
        ledger=state.ledger.move(
            "supply",
            province_place(event.province),
            Cubes.from_counts({player.colour: event.armies}),
        ),
        acting=acting,
        used_values=_used(state, *_event_values(state, event.action)),
    )


def _armies_moved(state: State, event: ev.ArmiesMoved) -> State:
    cubes = Cubes.from_counts({state.player(event.seat).colour: event.armies})
    return replace(
        state,
        ledger=state.ledger.move(province_place(event.source), province_place(event.target), cubes),
        acting=_done(state),
    )


def _battle_began(state: State, event: ev.BattleBegan) -> State:
    battle = event.battle
    acting = state.acting
    if acting is not None:
        acting = replace(acting, step="battle")
    return replace(
        state,
        ledger=state.ledger.move_all((part.place, "hand", part.cubes) for part in battle.gathered),
        battle=battle,
        acting=acting,
        used_values=_used(state, *_event_in_battle(state, battle)),
    )


def _event_in_battle(state: State, battle: Battle) -> tuple[str, ...]:
    """What the event card said of the defence, or that the attack may be made; none of a famine,
    nor where no building stands that it could have named.

    Rule: W-DATA-3, W-BATTLE-2, W-BATTLE-6, W-MOVE-9.
    """
    event = state.event_facts()
    armed = battle.kind == "neutral" or bool(state.province(battle.province).buildings)
    if event is None or battle.kind == "famine" or not armed:
        return ()
    kinds = _BATTLE_EVENTS[battle.kind]
    return _event_values(state, *(EVENT_FIELDS[event.kind] if event.kind in kinds else ()))


_BATTLE_EVENTS = {
    "neutral": ("neutral_defence",),
    "player": ("building_defence", "building_no_attack"),
    "revolt": ("building_defence",),
}
"""Kinds of event that bear on a kind of battle."""


def _tray_lifted(state: State, event: ev.TrayLifted) -> State:
    battle = with_hand(state.battle, "tray", "hand", event.cubes)
    return replace(state, ledger=state.ledger.move("tray", "hand", event.cubes), battle=battle)


def _battle_settled(state: State, event: ev.BattleSettled) -> State:
    record = event.record
    battle = record.battle
    before = state.province(battle.province)
    players = state.players
    lost = before.owner is not None and record.owner != before.owner
    if lost and before.owner is not None and before.used == "" and state.phase == "actions":
        players = _player(state, before.owner, lost_cards=state.player(before.owner).lost_cards + 1)
    used = before.used
    if record.owner != before.owner:
        used = "conquered" if record.owner is not None else ""
    stock: dict[str, Any] = {"markers": state.stock.markers + before.markers - record.markers_after}
    for building in record.buildings_removed:
        stock[building] = getattr(state.stock, building) + 1
    famine = state.famine
    if famine is not None and battle.kind == "famine":
        famine = replace(famine, queue=famine.queue[1:])
    return replace(
        state,
        players=players,
        provinces=_province(
            state,
            battle.province,
            owner=record.owner,
            buildings=() if record.devastated else before.buildings,
            markers=record.markers_after,
            used=used,
        ),
        stock=replace(state.stock, **stock),
        ledger=state.ledger.move_all(
            (
                ("tray", "supply", record.to_supply),
                ("tray", province_place(battle.province), record.to_province),
            )
        ),
        battle=None,
        last_battle=record,
        acting=_done(state),
        famine=famine,
    )


def _income_returned(state: State, event: ev.IncomeReturned) -> State:
    player = state.player(event.seat)
    return replace(
        state,
        players=_player(
            state,
            event.seat,
            thalers=player.thalers - event.thalers,
            grain=player.grain - event.grain,
            income_thalers=player.income_thalers - event.thalers,
            income_grain=player.income_grain - event.grain,
        ),
        bank=state.bank + event.thalers,
    )


def _turn_ended(state: State, event: ev.TurnEnded) -> State:
    del event
    turn, done = state.turn + 1, state.actions_done
    if turn == len(state.order):
        turn, done = 0, done + 1
    return replace(state, acting=None, turn=turn, actions_done=done)


def _action_left_out(state: State, event: ev.ActionPassed | ev.ActionSkipped) -> State:
    del event
    return replace(state, acting=None, turn=0, actions_done=state.actions_done + 1)


def _season_ended(state: State, event: ev.SeasonEnded) -> State:
    """Rule: W-PHASE-10, W-PHASE-11 (commanders stay after autumn), W-OPEN-30, W-COURT-32,
    W-COURT-35."""
    autumn = event.season == "autumn"
    players = tuple(
        replace(
            player,
            bid="",
            tile="",
            space=player.space if autumn else 0,
            empty_spaces=0,
            money_spaces=0,
            tower_spaces=0,
            empty_exchanges=0,
            lost_cards=0,
        )
        for player in state.players
    )
    return replace(
        state,
        players=players,
        provinces=tuple(replace(p, used="") if p.used else p for p in state.provinces),
        season=SEASONS[SEASONS.index(event.season) + 1],
        phase="grain_loss" if autumn else "events",
        year_events=tuple(card for card in state.year_events if card != state.event),
        used_events=(*state.used_events, state.event),
        event="",
        action_cards=(),
        actions_done=0,
        tiles=(),
        bid_groups=(),
        order=state.order if autumn else (),
        turn=0,
        acting=None,
        court=None if state.court is None else replace(state.court, exchanges=()),
        protections=(),
        event_cancelled=False,
    )


def _stray_fallen(state: State, event: ev.StrayFallen) -> State:
    return replace(state, ledger=state.ledger.move("tower", "tray", event.fallen))


def _tower_emptied(state: State, event: ev.TowerEmptied) -> State:
    del event
    lost = state.ledger.at(LOST)
    ledger = Ledger.from_places({"box": state.ledger.total() - lost, LOST: lost})
    return replace(state, ledger=ledger, cleared=True)


_APPLY: dict[type, Callable[[State, Any], State]] = {
    **SETUP_APPLY,
    **COURT_APPLY,
    **WINTER_APPLY,
    **CORRECTIONS_APPLY,
    ev.RuleWaived: _nothing,
    ev.PrintedLearnt: _printed,
    ev.PrintedCorrected: _printed,
    ev.ValueDoubted: _nothing,
    ev.ValueFlagged: _flagged,
    ev.ThrowReported: _throw_reported,
    ev.EventsLaid: _events_laid,
    ev.SeasonBegan: _season_began,
    ev.ActionCardsLaid: _action_cards_laid,
    ev.ActionCardTurnedUp: _action_card_turned_up,
    ev.BonusTilesLaid: _bonus_tiles_laid,
    ev.EventDrawn: _event_drawn,
    ev.BidsRevealed: _bids_revealed,
    ev.CommandersDrawn: _commanders_drawn,
    ev.TileChosen: _tile_chosen,
    ev.TurnOrderSet: _turn_order_set,
    ev.PlanRevealed: _plan_revealed,
    ev.ActionNotExecuted: _action_over,
    ev.Built: _built,
    ev.GrainCollected: _grain_collected,
    ev.TaxCollected: _tax_collected,
    ev.MarkerPlaced: _marker_placed,
    ev.Recruited: _recruited,
    ev.ArmiesMoved: _armies_moved,
    ev.MoveDeclined: _action_over,
    ev.BattleBegan: _battle_began,
    ev.TrayLifted: _tray_lifted,
    ev.BattleSettled: _battle_settled,
    ev.IncomeReturned: _income_returned,
    ev.SubstitutesUsed: _nothing,
    ev.ActionPassed: _action_left_out,
    ev.ActionSkipped: _action_left_out,
    ev.TurnEnded: _turn_ended,
    ev.SeasonEnded: _season_ended,
    ev.StrayFallen: _stray_fallen,
    ev.ProvinceEmptied: _nothing,
    ev.TowerEmptied: _tower_emptied,
    **whereabouts_apply.APPLY,
}
