"""Events of Estates, Citizens, Cities, Gold, prestige, cards of regions and titles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turmwart.games.anno1452 import events_board as ev
from turmwart.games.anno1452.board import learn
from turmwart.games.anno1452.change import (
    less,
    popped,
    pushed,
    taken_in,
    with_estate,
    with_gold,
    with_known,
    with_player,
    with_top,
    without_estate,
)
from turmwart.games.anno1452.epochs import row_of
from turmwart.games.anno1452.setup import Setup
from turmwart.games.anno1452.state import (
    CARDS_G1,
    CARDS_TOTAL,
    OTTOKAR,
    POINT_IN_GOLD,
    UNREDUCED,
    Estate,
    Holder,
    Player,
    State,
    Wish,
)
from turmwart.games.anno1452.steps import Choice, Moving, Picked, Thrown

START_GOLD, START_PRESTIGE = 15, 10
START_GOLD_H, START_PRESTIGE_H = 20, 5


def started(setup: Setup) -> State:
    """The state a game begins with.

    Rule: A-SETUP-1 to A-SETUP-3, A-SETUP-6 to A-SETUP-9, A-OTTO-2, A-OTTO-8, A-VAR-H-1,
    A-VAR-G1-2.
    """
    tight = setup.settings.plays("H")
    estates = tuple(
        Estate(f"e{n}", one.region, OTTOKAR, UNREDUCED, one.city, one.citizens)
        for n, one in enumerate(setup.ottokar, 1)
    )
    return State(
        board=setup.board,
        settings=setup.settings,
        players=tuple(
            Player(
                seat.seat,
                seat.name,
                seat.colour,
                START_GOLD_H if tight else START_GOLD,
                START_PRESTIGE_H if tight else START_PRESTIGE,
            )
            for seat in setup.seats
        ),
        deck=CARDS_G1 if setup.settings.plays("G1") else CARDS_TOTAL,
        ottokar_colour=setup.ottokar_colour if setup.ottokar else "",
        estates=estates,
        estates_made=len(estates),
        final_row=row_of(setup.settings.final_year),
    )


def _same(state: State, event: Any) -> State:
    del event
    return state


def _wish_held(state: State, event: ev.WishHeld) -> State:
    return replace(state, wish=Wish(event.command))


def _wish_released(state: State, event: ev.WishReleased) -> State:
    del event
    return replace(state, wish=None)


def _learnt(state: State, event: ev.PrintedLearnt | ev.PrintedCorrected) -> State:
    return replace(state, board=learn(state.board, event.kind, event.key, event.field, event.value))


def _asked(state: State, event: ev.Asked) -> State:
    return pushed(state, *event.steps)


def _step_began(state: State, event: ev.StepBegan) -> State:
    return pushed(state, event.step)


def _step_changed(state: State, event: ev.StepChanged) -> State:
    return with_top(state, event.step)


def _step_ended(state: State, event: ev.StepEnded) -> State:
    del event
    return popped(state)


def _dice_rolled(state: State, event: ev.DiceRolled) -> State:
    state = taken_in(state, event.dice, Thrown(event.dice, event.values))
    stream = event.dice.stream
    streams = dict(state.streams)
    streams[stream] = streams.get(stream, 0) + len(event.values)
    return replace(state, streams=tuple(sorted(streams.items())))


def _chosen(state: State, event: ev.Chosen) -> State:
    for step in reversed(state.stack):
        if isinstance(step, Choice) and (step.seat, step.purpose) == (event.seat, event.purpose):
            return taken_in(state, step, Picked(event.seat, event.purpose, event.picks))
    raise ValueError(f"{event.seat} has nothing to choose")


def _action_taken(state: State, event: ev.ActionTaken) -> State:
    acting = state.acting
    if acting is None:
        raise ValueError("no turn is under way")
    acting = replace(acting, left=acting.left - 1, taken=acting.taken + 1)
    # A reaction card played before his own action accompanies it (A-ACT-CARD-5).
    reacted = tuple(seat for seat in state.reacted if seat == event.seat and not state.action)
    return replace(state, acting=acting, action=event.action, reacted=reacted)


def _turn_passed(state: State, event: ev.TurnPassed) -> State:
    del event
    acting = state.acting
    return state if acting is None else replace(state, acting=replace(acting, left=0))


def _actions_gained(state: State, event: ev.ActionsGained) -> State:
    acting = state.acting
    if acting is None or acting.seat != event.seat:
        return state
    return replace(state, acting=replace(acting, left=acting.left + event.count))


def _gold_changed(state: State, event: ev.GoldChanged) -> State:
    return with_gold(state, event.seat, event.delta)


def _prestige_changed(state: State, event: ev.PrestigeChanged) -> State:
    players = []
    for player in state.players:
        if player.seat == event.seat:
            changed = replace(player, prestige=event.now, gold=player.gold + event.gold)
        else:
            changed = replace(player, gold=player.gold + POINT_IN_GOLD * event.unpaid)
        players.append(changed)
    return replace(state, players=tuple(players))


def _estate_placed(state: State, event: ev.EstatePlaced) -> State:
    return replace(
        state, estates=(*state.estates, event.estate), estates_made=state.estates_made + 1
    )


def _estate_removed(state: State, event: ev.EstateRemoved) -> State:
    return without_estate(state, event.estate)


def _estate_reduced(state: State, event: ev.EstateReduced) -> State:
    return with_estate(state, event.estate, value=event.now)


def _reductions_removed(state: State, event: ev.ReductionsRemoved) -> State:
    for estate in event.estates:
        state = with_estate(state, estate, value=UNREDUCED)
    return state


def _city_founded(state: State, event: ev.CityFounded) -> State:
    return with_estate(state, event.estate, city=True)


def _city_lost(state: State, event: ev.CityLost) -> State:
    return with_estate(state, event.estate, city=False)


def _citizens_placed(state: State, event: ev.CitizensPlaced) -> State:
    here = state.estate(event.estate).citizens
    return with_estate(state, event.estate, citizens=here + event.count)


def _citizens_lost(state: State, event: ev.CitizensLost) -> State:
    here = state.estate(event.estate).citizens
    return with_estate(state, event.estate, citizens=here - event.count)


def _citizens_moved(state: State, event: ev.CitizensMoved) -> State:
    for source, target, count in event.moves:
        state = with_estate(state, source, citizens=state.estate(source).citizens - count)
        state = with_estate(state, target, citizens=state.estate(target).citizens + count)
    return popped(state) if isinstance(state.top, Moving) else state


def _principality_passed(state: State, event: ev.PrincipalityPassed) -> State:
    holders = {one.region: one.seat for one in state.holders}
    holders.pop(event.region, None)
    if event.now:
        holders[event.region] = event.now
    ordered = tuple(Holder(r, holders[r]) for r in state.board.region_ids if r in holders)
    return replace(state, holders=ordered)


def _title_lost(state: State, event: ev.TitleLost) -> State:
    titles = less(state.player(event.seat).titles, (event.card,))
    state = with_player(state, event.seat, titles=titles)
    return replace(state, discards=(*state.discards, event.card))


def _income_paid(state: State, event: ev.IncomePaid) -> State:
    for income in event.incomes:
        state = with_gold(state, income.seat, income.gold)
    return replace(state, incomes=event.incomes)


def _prestige_compared(state: State, event: ev.PrestigeCompared) -> State:
    return replace(state, categories=event.categories)


def _deal_booked(state: State, event: ev.DealBooked) -> State:
    state = _given(state, event.first, event.second, event.first_gold, event.first_cards)
    return _given(state, event.second, event.first, event.second_gold, event.second_cards)


def _given(state: State, giver: str, taker: str, gold: int, cards: int) -> State:
    state = with_gold(with_gold(state, giver, -gold), taker, gold)
    if not cards:
        return state
    hand = state.player(giver).hand - cards
    state = with_player(state, giver, hand=hand, known=())
    return with_player(state, taker, hand=state.player(taker).hand + cards)


def _agreement_made(state: State, event: ev.AgreementMade) -> State:
    return replace(state, agreements=(*state.agreements, event.agreement))


def _trade_ended(state: State, event: ev.TradeEnded) -> State:
    return replace(state, trade_done=(*state.trade_done, *event.seats))


def _number_corrected(state: State, event: ev.NumberCorrected) -> State:
    more = event.now - event.was
    match event.what:
        case "gold" | "prestige":
            return with_player(state, event.seat, **{event.what: event.now})
        case "hand":
            player = state.player(event.seat)
            fields = with_known(event.now, player.known)
            return replace(with_player(state, event.seat, **fields), deck=state.deck - more)
        case "unseen":
            return replace(state, unseen=event.now, deck=state.deck - more)
        case "king_soldiers":
            return replace(state, king=replace(state.king, soldiers=event.now))
        case "anti_king_soldiers":
            return replace(state, anti_king=replace(state.anti_king, soldiers=event.now))
    raise ValueError(f"{event.what} cannot be corrected")


def _estate_corrected(state: State, event: ev.EstateCorrected) -> State:
    estates = tuple(event.now if one.id == event.was.id else one for one in state.estates)
    return replace(state, estates=estates)


APPLY: dict[type, Callable[[State, Any], State]] = {
    ev.RuleWaived: _same,
    ev.WishHeld: _wish_held,
    ev.WishReleased: _wish_released,
    ev.PrintedLearnt: _learnt,
    ev.PrintedCorrected: _learnt,
    ev.Asked: _asked,
    ev.StepBegan: _step_began,
    ev.StepChanged: _step_changed,
    ev.StepEnded: _step_ended,
    ev.DiceRolled: _dice_rolled,
    ev.Chosen: _chosen,
    ev.ActionTaken: _action_taken,
    ev.TurnPassed: _turn_passed,
    ev.ActionsGained: _actions_gained,
    ev.GoldChanged: _gold_changed,
    ev.PrestigeChanged: _prestige_changed,
    ev.EstatePlaced: _estate_placed,
    ev.EstateRemoved: _estate_removed,
    ev.EstateReduced: _estate_reduced,
    ev.ReductionsRemoved: _reductions_removed,
    ev.CityFounded: _city_founded,
    ev.CityLost: _city_lost,
    ev.CitizensPlaced: _citizens_placed,
    ev.CitizensLost: _citizens_lost,
    ev.CitizensMoved: _citizens_moved,
    ev.PrincipalityPassed: _principality_passed,
    ev.TitleLost: _title_lost,
    ev.IncomePaid: _income_paid,
    ev.PrestigeCompared: _prestige_compared,
    ev.DealBooked: _deal_booked,
    ev.AgreementMade: _agreement_made,
    ev.TradeEnded: _trade_ended,
    ev.NumberCorrected: _number_corrected,
    ev.EstateCorrected: _estate_corrected,
}
