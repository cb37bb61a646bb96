"""The Imperial Court: favor cards laid out, exchanges, the audience.

The books follow what the table turns up; what a player may not do is objected to, and what cannot
be carried out in full is not carried out at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.wallenstein.apply import apply
from turmwart.games.wallenstein.checks import doubtful, due, named, not_now, wrong_choice
from turmwart.games.wallenstein.court_commands import ChooseFavor, LayFavors, RevealExchanges
from turmwart.games.wallenstein.court_events import (
    ArmiesExchanged,
    AudienceBegan,
    CourtEnded,
    CourtiersCame,
    CourtiersEntered,
    ExchangeNotMade,
    ExchangeRevealed,
    ExchangesEnded,
    FavorPassed,
    FavorsLaid,
    FavorTaken,
)
from turmwart.games.wallenstein.court_state import (
    EXCHANGES,
    FAVOR_CARDS,
    FAVOR_COSTS,
    TOWER_CARD,
    TOWER_CARDS,
    Court,
    Favor,
)
from turmwart.games.wallenstein.events import Event, PrintedLearnt
from turmwart.games.wallenstein.season import MONEY_BIDS, NO_BID
from turmwart.games.wallenstein.state import (
    ACTIONS,
    MONEY_CARDS,
    Player,
    State,
    province_place,
)
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection

MONEY = "money"
NO_CARD = "none"
SPACES = tuple(f"space_{space}" for space in EXCHANGES)
"""Rows of an exchange sheet, in the order in which they are carried out."""


def courtiers_came(state: State, fallen: Cubes) -> Iterator[Event]:
    """Courtiers for the armies that fell when the tower was filled.

    Rule: W-COURT-5.
    """
    if state.court is None:
        return
    for player in state.players:
        # The table may have corrected courtiers before the tower was filled.
        came = min(fallen[player.colour], state.court.of(player.seat).supply)
        if came:
            yield CourtiersCame(player.seat, came)


# -- favor cards of the season --------------------------------------------------------------------


def unseen(state: State) -> tuple[int, ...]:
    """Numbers of favor cards that may still lie in the deck, as far as is known.

    Rule: W-COURT-6, W-COURT-10, W-PARTS-16.
    """
    known = tuple(facts.number for facts in state.board.favors)
    if len(known) < FAVOR_CARDS:
        known = tuple(sorted({*known, *range(1, FAVOR_CARDS + 1)}))
    gone = state.court.gone if state.court is not None else ()
    return tuple(number for number in known if number not in gone)


def lay_favors(state: State, command: LayFavors) -> Iterator[Objection | Event]:
    """Turn up the top three favor cards and lay them on their spaces by number.

    Rule: W-COURT-6, W-COURT-8, W-COURT-9, W-COURT-10.
    """
    yield from due(state, "favors")
    numbers = (command.first, command.second, command.third)
    gone = state.court.gone if state.court is not None else ()
    if len(set(numbers)) != len(numbers):
        yield wrong_choice("W-COURT-8", "wrong_count", count=len(numbers))
    for number in numbers:
        if number < 1:
            yield wrong_choice("W-COURT-8", "no_favor", number=number)
        if number in gone:
            yield wrong_choice("W-COURT-29", "favor_gone", number=number)
    known = {facts.number for facts in state.board.favors}
    new = tuple(number for number in numbers if number not in known)
    if new and len(known) + len(new) > FAVOR_CARDS:
        yield doubtful("W-PARTS-16", "too_many_favors", number=new[0], total=FAVOR_CARDS)
    yield from (PrintedLearnt("favor", str(number), "number", number) for number in new)
    ranked = sorted(numbers, reverse=True)
    favors = tuple(Favor(number, cost) for number, cost in zip(ranked, FAVOR_COSTS, strict=True))
    yield FavorsLaid(favors, command.witness)


# -- step 1: exchange -----------------------------------------------------------------------------


def tower_cards_left(state: State, player: Player) -> int:
    """Tower cards a player can still show this season.

    Rule: W-COURT-3, W-COURT-13.
    """
    if state.court is None:
        return 0
    return TOWER_CARDS - (player.bid == TOWER_CARD) - player.tower_spaces


def cards_for_exchanges(state: State, player: Player) -> int:
    """Cards a player has left for the exchange spaces once actions and bid have theirs.

    Rule: W-COURT-14, W-COURT-36.
    """
    bid = 0 if player.bid == NO_BID else 1
    return min(len(EXCHANGES), max(0, player.cards - len(ACTIONS) - bid))


def reveal_exchanges(state: State, command: RevealExchanges) -> Iterator[Objection | Event]:
    """Turn up and carry out the three exchange cards of a player, space 3 first.

    Rule: W-COURT-11 to W-COURT-14, W-COURT-18 to W-COURT-23, W-COURT-36.
    """
    yield from due(state, "exchanges")
    seat = exchanging(state)
    if not seat:
        yield not_now(state)
        return
    if command.seat != seat:
        yield wrong_choice("W-COURT-18", "not_your_turn", player=state.player(seat).name)
    if tuple(space for space, _ in command.cards) != SPACES:
        yield wrong_choice("W-COURT-18", "all_exchanges", count=len(SPACES))
        return
    yield from _number_objections(state, state.player(seat), command)
    for space, (_, card) in zip(EXCHANGES, command.cards, strict=True):
        yield from _card_objections(state, state.player(seat), card)
        events = _exchange(state, seat, space, card, command.witness)
        for event in events:
            state = apply(state, event)
        yield from events
    yield ExchangesEnded(seat)


def exchanging(state: State) -> str:
    """Whose exchange cards are turned up now; empty if nobody's.

    Rule: W-COURT-17, W-COURT-18.
    """
    if state.phase != "exchanges" or state.turn >= len(state.order):
        return ""
    return state.order[state.turn]


def _number_objections(
    state: State, player: Player, command: RevealExchanges
) -> Iterator[Objection]:
    laid = sum(card != NO_CARD for _, card in command.cards)
    had = cards_for_exchanges(state, player)
    if laid < had - player.lost_cards:
        yield doubtful("W-COURT-12", "must_exchange", player=player.name, count=had)
    if laid > had:
        yield doubtful("W-COURT-36", "exchange_last", player=player.name, count=had)


def _card_objections(state: State, player: Player, card: str) -> Iterator[Objection]:
    if card == MONEY:
        left = MONEY_CARDS - (player.bid in MONEY_BIDS) - player.money_spaces
        if left < 1:
            yield doubtful("W-PARTS-4", "no_money_card", player=player.name)
    elif card == TOWER_CARD:
        if tower_cards_left(state, player) < 1:
            yield doubtful("W-COURT-3", "no_tower_card", player=player.name)
    elif card != NO_CARD:
        owned = {stands.id: stands for stands in state.owned(player.seat)}
        if card not in owned:
            yield wrong_choice("W-COURT-13", "not_in_hand", card=named(state, card))
        elif owned[card].used == "bid":
            yield doubtful("W-COURT-13", "was_bid", province=state.label(card))
        elif owned[card].used:
            yield doubtful("W-COURT-11", "was_exchanged", province=state.label(card))


def _exchange(state: State, seat: str, space: int, card: str, witness: str) -> tuple[Event, ...]:
    """What an exchange card brings about.

    Rule: W-COURT-19 to W-COURT-23.
    """
    shown = ExchangeRevealed(seat, space, card, witness)
    if card in (MONEY, NO_CARD):
        return (shown,)
    if obstacle := exchange_obstacle(state, seat, space, card):
        return (shown, ExchangeNotMade(seat, space, card, obstacle))
    source = "tray" if card == TOWER_CARD else province_place(card)
    return (shown, ArmiesExchanged(seat, space, source, space))


def exchange_obstacle(state: State, seat: str, space: int, card: str) -> str:
    """The rule that keeps a province card or tower card from being exchanged; or empty.

    Rule: W-COURT-19, W-COURT-20, W-COURT-22.
    """
    court = state.court
    if court is None or court.of(seat).supply < space:
        return "W-COURT-22"
    if card == TOWER_CARD:
        lies = state.ledger.at("tray")[state.player(seat).colour]
        return "" if lies >= space else "W-COURT-20"
    owned = state.province(card).owner == seat
    return "" if owned and state.armies(card) > space else "W-COURT-19"


def exchanges(state: State) -> tuple[Event, ...]:
    """The audience begins when all exchanges are done.

    Rule: W-COURT-24, W-COURT-25, W-COURT-34.
    """
    court = state.court
    if court is None or exchanging(state):
        return ()
    present = (seat for seat in state.order if court.of(seat).antechamber)
    order = sorted(present, key=lambda seat: -court.of(seat).antechamber)
    return (AudienceBegan(tuple(order)),)


# -- step 2: the Emperor's favor ------------------------------------------------------------------


def affordable(court: Court, seat: str) -> tuple[Favor, ...]:
    """Favor cards that a player in the hall has courtiers enough for.

    Rule: W-COURT-28.
    """
    return tuple(favor for favor in court.favors if favor.cost <= court.of(seat).hall)


def audience(court: Court) -> tuple[Event, ...]:
    """The next thing in the audience that needs nobody's choice, while no favor is under way.

    Rule: W-COURT-25, W-COURT-26, W-COURT-28, W-COURT-30, W-COURT-31.
    """
    if not court.waiting or not court.favors:
        return (CourtEnded(tuple(favor.number for favor in court.favors)),)
    seat = court.waiting[0]
    courtiers = court.of(seat)
    if not courtiers.hall:
        if not courtiers.antechamber:
            # A correction took the last ones away after the order was fixed.
            return (FavorPassed(seat, "W-COURT-25"),)
        return (CourtiersEntered(seat, courtiers.antechamber),)
    return () if affordable(court, seat) else (FavorPassed(seat, "W-COURT-28"),)


def choose_favor(state: State, command: ChooseFavor) -> Iterator[Objection | Event]:
    """Take a favor card for courtiers, or none.

    Rule: W-COURT-27, W-COURT-28, W-COURT-30.
    """
    yield from due(state, "audience")
    court = state.court
    if court is None or court.taking is not None or not court.waiting:
        yield not_now(state)
        return
    seat = court.waiting[0]
    if command.seat != seat:
        yield wrong_choice("W-COURT-24", "not_your_turn", player=state.player(seat).name)
    if command.number == 0:
        yield FavorPassed(seat, "")
        return
    favor = next((one for one in court.favors if one.number == command.number), None)
    if favor is None:
        yield wrong_choice("W-COURT-27", "no_favor", number=command.number)
        return
    if favor.cost > court.of(seat).hall:
        yield wrong_choice(
            "W-COURT-28",
            "few_courtiers",
            player=state.player(seat).name,
            cost=favor.cost,
            hall=court.of(seat).hall,
        )
    yield FavorTaken(seat, favor.number, favor.cost)
