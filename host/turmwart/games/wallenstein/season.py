"""An action season up to the turn order: layouts, event, bids, tiles."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.wallenstein.checks import doubtful, draw_of, due, named, not_now, wrong_choice
from turmwart.games.wallenstein.commands import (
    ChooseTile,
    DrawCommanders,
    DrawEvent,
    LayActionCards,
    LayBonusTiles,
    LayEvents,
    RevealActionCard,
    RevealBids,
)
from turmwart.games.wallenstein.court_state import TOWER_CARD
from turmwart.games.wallenstein.events import (
    ActionCardsLaid,
    ActionCardTurnedUp,
    Bid,
    BidsRevealed,
    BonusTilesLaid,
    CommandersDrawn,
    Event,
    EventDrawn,
    EventsLaid,
    TileChosen,
    TurnOrderSet,
)
from turmwart.games.wallenstein.state import ACTIONS, TILES, Player, State
from turmwart.kernel.decision import Objection

EVENTS_PER_YEAR = 4
FACE_UP = 5
SPACES = 11
MONEY_BIDS = {f"money_{value}": value for value in range(5)}
NO_BID = "none"


def lay_events(state: State, command: LayEvents) -> Iterator[Objection | Event]:
    """Turn up the four event cards of the year.

    Rule: W-SETUP-25, W-YEAREND-1, W-YEAREND-2.
    """
    yield from due(state, "events")
    if state.year_events:
        yield not_now(state)
    number = "W-YEAREND-1" if state.year else "W-SETUP-25"
    yield from draw_of(
        state,
        command.cards,
        EVENTS_PER_YEAR,
        events_left(state),
        "W-YEAREND-2",
        count_rule=number,
    )
    yield EventsLaid(state.year + 1, command.cards, command.witness)


def events_left(state: State) -> tuple[str, ...]:
    """Event cards still in the deck."""
    gone = (*state.used_events, *state.year_events)
    return tuple(facts.id for facts in state.board.events if facts.id not in gone)


def lay_action_cards(state: State, command: LayActionCards) -> Iterator[Objection | Event]:
    """Lay out the five face-up action cards.

    Rule: W-PHASE-4.
    """
    yield from due(state, "action_cards")
    yield from draw_of(state, command.actions, FACE_UP, ACTIONS, "W-PHASE-4")
    yield ActionCardsLaid(command.actions, command.witness)


def card_due(state: State) -> bool:
    """Whether the next action card must be turned up before anybody acts.

    Rule: W-PHASE-7.
    """
    wanted = min(len(ACTIONS), FACE_UP + state.actions_done)
    return state.phase == "actions" and len(state.action_cards) < wanted


def cards_left(state: State) -> tuple[str, ...]:
    """Action cards that are not turned up yet."""
    return tuple(action for action in ACTIONS if action not in state.action_cards)


def reveal_action_card(state: State, command: RevealActionCard) -> Iterator[Objection | Event]:
    """Turn up the next action card.

    Rule: W-PHASE-7.
    """
    yield from due(state, "actions")
    if not card_due(state):
        yield not_now(state)
    yield from draw_of(state, (command.action,), 1, cards_left(state), "W-PHASE-7")
    yield ActionCardTurnedUp(len(state.action_cards) + 1, command.action, command.witness)


def lay_bonus_tiles(state: State, command: LayBonusTiles) -> Iterator[Objection | Event]:
    """Lay out the bonus tiles.

    Rule: W-BONUS-1.
    """
    yield from due(state, "bonus_tiles")
    yield from draw_of(state, command.tiles, len(TILES), TILES, "W-BONUS-1")
    yield BonusTilesLaid(command.tiles, command.witness)


def draw_event(state: State, command: DrawEvent) -> Iterator[Objection | Event]:
    """Draw the event of the season from those still face up.

    Rule: W-PHASE-8, W-PHASE-9.
    """
    yield from due(state, "planning")
    yield from draw_of(state, (command.card,), 1, state.year_events, "W-PHASE-8")
    yield EventDrawn(command.card, command.witness)


def reveal_bids(state: State, command: RevealBids) -> Iterator[Objection | Event]:
    """Turn up all bid cards.

    Rule: W-BID-1 to W-BID-4, W-BID-10, W-PLAN-8 to W-PLAN-10, W-COURT-16.
    """
    yield from due(state, "bids")
    if state.bid_groups:
        yield not_now(state)
    if tuple(seat for seat, _ in command.bids) != state.seats:
        yield wrong_choice("W-BID-1", "all_bids", count=len(state.seats))
        return
    for seat, card in command.bids:
        yield from _bid_objections(state, state.player(seat), card)
    bids = tuple(_bid(state.player(seat), card) for seat, card in command.bids)
    strengths = sorted({bid.strength for bid in bids}, reverse=True)
    groups = tuple(
        tuple(bid.seat for bid in bids if bid.strength == strength) for strength in strengths
    )
    yield BidsRevealed(bids, groups, command.witness)


def empty_bid_allowed(state: State, player: Player) -> bool:
    """Whether the bid space may stay empty for want of cards.

    Rule: W-PLAN-8, W-PLAN-10, W-OPEN-17.
    """
    return player.cards < SPACES and not (state.options.bid_before_actions and player.cards > 0)


def _bid_objections(state: State, player: Player, card: str) -> Iterator[Objection]:
    name = player.name
    tower = card == TOWER_CARD and state.court is not None
    if card == NO_BID:
        if not empty_bid_allowed(state, player):
            yield doubtful("W-PLAN-8", "must_bid", player=name)
        return
    if (
        not tower
        and card not in MONEY_BIDS
        and card not in {p.id for p in state.owned(player.seat)}
    ):
        yield wrong_choice("W-PLAN-8", "not_in_hand", card=named(state, card))
    if player.cards < SPACES and not state.options.bid_before_actions:
        yield doubtful("W-PLAN-10", "actions_first", player=name)


def _bid(player: Player, card: str) -> Bid:
    if card == NO_BID:
        return Bid(player.seat, card, 0, 0)
    if card == TOWER_CARD:
        return Bid(player.seat, card, 0, 1)
    if card not in MONEY_BIDS:
        return Bid(player.seat, card, 0, 2)
    value = MONEY_BIDS[card]
    if value == 0 or value > player.thalers:
        return Bid(player.seat, card, 0, 1)
    return Bid(player.seat, card, value, 2 + value)


def draw_commanders(state: State, command: DrawCommanders) -> Iterator[Objection | Event]:
    """Order equal bids by the bag.

    Rule: W-BID-4.
    """
    yield from due(state, "bids")
    tied = tie(state)
    if not tied:
        yield not_now(state)
    yield from draw_of(state, command.order, len(tied), tied, "W-BID-4")
    yield CommandersDrawn(command.order, command.witness)


def tie(state: State) -> tuple[str, ...]:
    """Seats of the best equal bids that the bag has not ordered yet."""
    return next((group for group in state.bid_groups if len(group) > 1), ())


def tiles_left(state: State) -> tuple[str, ...]:
    """Bonus tiles nobody took, by space."""
    taken = {player.tile for player in state.players}
    return tuple(tile for tile in state.tiles if tile not in taken)


def choose_tile(state: State, command: ChooseTile) -> Iterator[Objection | Event]:
    """Take a bonus tile; its space is the place in the turn order.

    Rule: W-BID-5, W-BID-6, W-BONUS-2.
    """
    yield from due(state, "tiles")
    first = state.bid_groups[0][0]
    if command.seat != first:
        yield wrong_choice("W-BID-5", "not_your_turn", player=state.player(first).name)
    if command.tile not in tiles_left(state):
        yield wrong_choice("W-BID-5", "not_there", card=named(state, command.tile))
    yield TileChosen(command.seat, command.tile, state.tiles.index(command.tile) + 1)


def turn_order(state: State) -> tuple[Event, ...]:
    """The turn order, once everybody has a tile.

    Rule: W-BID-7, W-BID-8.
    """
    if state.bid_groups:
        return ()
    ordered = sorted(state.players, key=lambda player: player.space)
    return (TurnOrderSet(tuple(player.seat for player in ordered)),)
