"""A player's turn: the card turned up, and the move that may follow."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.wallenstein import battle, movement
from turmwart.games.wallenstein.checks import doubtful, due, named, not_now, wrong_choice
from turmwart.games.wallenstein.commands import MoveArmies, Pass, RevealPlan
from turmwart.games.wallenstein.court import tower_cards_left
from turmwart.games.wallenstein.court_state import EXCHANGES, TOWER_CARD
from turmwart.games.wallenstein.events import (
    ArmiesMoved,
    BattleBegan,
    Event,
    MoveDeclined,
    PlanRevealed,
    PrintedLearnt,
)
from turmwart.games.wallenstein.execution import MOVES, sixth_army
from turmwart.games.wallenstein.season import MONEY_BIDS, card_due
from turmwart.games.wallenstein.state import ACTIONS, MONEY_CARDS, Player, State
from turmwart.kernel.decision import Objection

MONEY = "money"
NO_CARD = "none"


def active_seat(state: State) -> str:
    """Whose turn it is in the ten actions; empty otherwise.

    Rule: W-EXEC-1, W-BID-7.
    """
    if state.phase != "actions" or state.turn >= len(state.order):
        return ""
    return state.order[state.turn]


def money_cards_left(player: Player) -> int:
    """Money cards a player can still show on action spaces this season.

    Rule: W-PARTS-4, W-PLAN-2.
    """
    return MONEY_CARDS - (player.bid in MONEY_BIDS) - player.money_spaces


def empty_space_allowed(state: State, player: Player) -> bool:
    """Whether one more action space of a player may be empty.

    Rule: W-COURT-36, W-PLAN-7, W-PLAN-10, W-CARD-4, W-EXEC-8, W-OPEN-17.
    """
    exchange_cards = 0 if state.court is None else len(EXCHANGES) - player.empty_exchanges
    for_actions = player.cards - (player.bid != NO_CARD) - exchange_cards
    allowed = max(0, len(ACTIONS) - for_actions) + player.lost_cards
    return player.empty_spaces < allowed


def reveal_plan(state: State, command: RevealPlan) -> Iterator[Objection | Event]:
    """Turn up the card on the space of the present action.

    Rule: W-EXEC-2, W-EXEC-3, W-PLAN-2 to W-PLAN-7, W-CARD-6, W-COURT-13, W-COURT-15, W-EXEC-8.
    """
    yield from due(state, "actions")
    if state.acting is not None or card_due(state):
        yield not_now(state)
    seat = active_seat(state)
    if command.seat != seat:
        yield wrong_choice("W-EXEC-1", "not_your_turn", player=state.player(seat).name)
    player = state.player(seat)
    action = state.current_action()
    if command.card == MONEY:
        if money_cards_left(player) < 1:
            yield doubtful("W-PARTS-4", "no_money_card", player=player.name)
    elif command.card == TOWER_CARD and state.court is not None:
        if tower_cards_left(state, player) < 1:
            yield doubtful("W-COURT-3", "no_tower_card", player=player.name)
    elif command.card == NO_CARD:
        if not empty_space_allowed(state, player):
            yield doubtful("W-PLAN-7", "must_plan", player=player.name)
    else:
        yield from _province_objections(state, seat, command.card)
    if command.without_tile and not sixth_army(state, seat, action):
        yield wrong_choice("W-BONUS-5", "no_sixth_army", player=player.name)
    yield PlanRevealed(seat, action, command.card, command.without_tile, command.witness)


def _province_objections(state: State, seat: str, card: str) -> Iterator[Objection]:
    owned = {province.id: province for province in state.owned(seat)}
    if card not in owned:
        yield wrong_choice("W-ACT-1", "not_in_hand", card=named(state, card))
        return
    label = state.label(card)
    if owned[card].used == "conquered":
        yield doubtful("W-CARD-6", "just_conquered", province=label)
    elif owned[card].used == "bid":
        yield doubtful("W-BID-9", "was_bid", province=label)
    elif owned[card].used == "exchange":
        yield doubtful("W-COURT-13", "was_exchanged", province=label)
    elif owned[card].used:
        used = f"@wallenstein.action.{owned[card].used}"
        yield doubtful("W-PLAN-4", "already_used", province=label, action=used)


def move_armies(state: State, command: MoveArmies) -> Iterator[Objection | Event]:
    """Move armies to a neighbouring province, which may be an attack.

    A border nobody knew is stored on the table's word.

    Rule: W-MOVE-1 to W-MOVE-7, W-ACT-17 to W-ACT-19, W-DATA-5, W-BATTLE-2, W-BATTLE-3.
    """
    acting = state.acting
    if acting is None or acting.step != "move" or state.awaiting_throw:
        yield not_now(state)
        return
    if command.seat != acting.seat:
        yield wrong_choice("W-EXEC-1", "not_your_turn", player=state.player(acting.seat).name)
    yield from movement.objections(state, acting, command.target, command.armies)
    if movement.border(state.board, acting.province, command.target) == "unknown":
        yield PrintedLearnt("neighbours", acting.province, command.target, "yes")
    if state.province(command.target).owner == acting.seat:
        yield ArmiesMoved(acting.seat, acting.province, command.target, command.armies)
    else:
        fight = battle.attack(state, acting.province, command.target, command.armies)
        yield BattleBegan(fight)


def pass_move(state: State, command: Pass) -> Iterator[Objection | Event]:
    """Move nothing.

    Rule: W-MOVE-8, W-ACT-17, W-OPEN-13.
    """
    acting = state.acting
    if acting is None or acting.step != "move" or state.awaiting_throw:
        yield not_now(state)
        return
    if command.seat != acting.seat:
        yield wrong_choice("W-EXEC-1", "not_your_turn", player=state.player(acting.seat).name)
    if acting.action in MOVES and not state.options.move_optional:
        yield doubtful("W-MOVE-8", "must_move", player=state.player(acting.seat).name)
    yield MoveDeclined(acting.seat, acting.action, acting.province)
