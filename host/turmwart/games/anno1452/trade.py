"""Phase 3 and the Pre-Event Round: deals and agreements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from turmwart.games.anno1452.area import Area, Handled
from turmwart.games.anno1452.checks import doubtful, in_phase, refused
from turmwart.games.anno1452.commands import BookDeal, Command, EndTrade
from turmwart.games.anno1452.epochs import ROW_IDS
from turmwart.games.anno1452.estates import new_estate
from turmwart.games.anno1452.events_board import (
    AgreementMade,
    DealBooked,
    EstatePlaced,
    EstateRemoved,
    TradeEnded,
)
from turmwart.games.anno1452.options import ID, estate_options, seat_options
from turmwart.games.anno1452.state import Agreement, State
from turmwart.games.anno1452.unfold import Unfolding
from turmwart.kernel.chance import Roll
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Several, Text

PHASES = ("pre_trade", "trade")
WORDS_LONGEST = 200


def trading(state: State) -> tuple[str, ...]:
    """Seats that take part in the trade phase and are not done yet.

    Rule: A-ER-TRADE-7.
    """
    out = (*state.trade_done, *state.in_force.no_trade)
    return tuple(seat for seat in state.order or state.seats if seat not in out)


def book_deal(state: State, command: BookDeal, roll: Roll) -> Handled:
    """Two players exchange Gold, cards and Estates, and give their word.

    Rule: A-ER-TRADE-1 to A-ER-TRADE-4, A-ER-TRADE-7, A-ER-TRADE-8.
    """
    del roll
    yield from in_phase(state, *PHASES, rule="A-ER-TRADE-8")
    first, second = command.first, command.second
    if first == second or not {first, second} <= set(state.seats):
        yield refused("A-ER-TRADE-3", "two_players")
        return
    for seat in (first, second):
        if seat in state.in_force.no_trade:
            yield doubtful("A-ER-TRADE-7", "shut_out", player=state.player(seat).name)
    ours, theirs = command.first_estates, command.second_estates
    yield from _can_give(state, first, command.first_gold, command.first_cards, ours)
    yield from _can_give(state, second, command.second_gold, command.second_cards, theirs)
    for taker, given, got in ((second, theirs, ours), (first, ours, theirs)):
        if state.estates_left(taker) + len(given) < len(got):
            yield refused("A-ER-TRADE-4", "no_estate_to_exchange", player=state.player(taker).name)
    goods = (command.first_gold, command.second_gold, command.first_cards, command.second_cards)
    words = command.words.strip()
    if not any(goods) and not ours and not theirs and not words and not command.peace:
        yield refused("A-ER-TRADE-3", "nothing_exchanged")
    if command.until and command.until not in ROW_IDS:
        yield refused("A-ER-TRADE-2", "no_such_year", year=command.until)
    chain = Unfolding(state)
    if any(goods):
        chain.add(DealBooked(first, second, *goods))
    _exchange(chain, ((second, ours), (first, theirs)))
    if words or command.peace:
        number = len(state.agreements) + 1
        both = (first, second)
        made = Agreement(number, both, words, command.until, command.peace)
        chain.add(AgreementMade(made))
    yield from chain.events


def end_trade(state: State, command: EndTrade, roll: Roll) -> Handled:
    """A player, or everybody, is done.

    Rule: A-ER-TRADE-5.
    """
    del roll
    yield from in_phase(state, *PHASES, rule="A-ER-TRADE-8")
    left = trading(state)
    if command.seat and command.seat not in left:
        yield refused("A-ER-TRADE-5", "already_done")
    yield TradeEnded((command.seat,) if command.seat else left)


def _exchange(chain: Unfolding, given: tuple[tuple[str, tuple[str, ...]], ...]) -> None:
    """All Estates leave their owners before any comes to its new one.

    The City and a Reduction token stay; Citizens are exchanged as far as the new owner has some.

    Rule: A-ER-TRADE-4, A-OPEN-43.
    """
    moved = [(taker, chain.state.estate(one)) for taker, estates in given for one in estates]
    for _, estate in moved:
        chain.add(EstateRemoved(estate, "trade"))
    for taker, estate in moved:
        citizens = min(estate.citizens, chain.state.citizens_left(taker))
        placed = new_estate(chain.state, taker, estate.region, estate.value)
        chain.add(EstatePlaced(replace(placed, city=estate.city, citizens=citizens), "trade"))


def _can_give(
    state: State, seat: str, gold: int, cards: int, estates: tuple[str, ...]
) -> Iterator[Objection]:
    player = state.player(seat)
    if not 0 <= gold <= player.gold:
        yield refused("A-COMP-14", "too_little_gold", cost=gold, gold=player.gold)
    if not 0 <= cards <= player.hand:
        yield refused("A-ER-TRADE-3", "too_few_cards", cards=player.hand)
    if len(set(estates)) != len(estates):
        yield refused("A-ER-TRADE-3", "estate_named_twice")
    for estate in estates:
        if not state.has_estate(estate) or state.estate(estate).owner != seat:
            yield refused("A-ER-TRADE-3", "not_his_estate", estate=estate, player=player.name)


def _prompts(state: State, seat: str | None) -> Iterator[Prompt]:
    left = trading(state)
    players = seat_options(state, left)
    if len(left) > 1:
        all_estates = {
            one: estate_options(state, (e.id for e in state.owned(one))) for one in state.seats
        }
        estates = tuple(option for one in left for option in all_estates[one])
        hands = max(state.player(one).hand for one in left)
        purses = max(state.player(one).gold for one in left)
        years = (Option("", "anno1452.option.no_end"), *(Option(y, label=y) for y in ROW_IDS))
        slots = (
            Choice("first", players),
            Choice("second", players),
            Number("first_gold", 0, purses, 0),
            Number("second_gold", 0, purses, 0),
            Number("first_cards", 0, hands, 0),
            Number("second_cards", 0, hands, 0),
            Several("first_estates", estates, 0, len(estates)),
            Several("second_estates", estates, 0, len(estates)),
            Text("words", WORDS_LONGEST),
            Choice("until", years, ""),
            Choice("peace", (Option(False, "anno1452.no"), Option(True, "anno1452.yes")), False),
        )
        yield Prompt(f"{ID}deal", "BookDeal", "", False, slots, (), "A-ER-TRADE-1")
    if seat is not None and seat in left:
        fixed = (("seat", seat),)
        yield Prompt(f"{ID}end_trade", "EndTrade", seat, True, (), fixed, "A-ER-TRADE-5")
    elif seat is None:
        yield Prompt(f"{ID}end_trade_all", "EndTrade", "", True, (), (), "A-ER-TRADE-5")


def _legal(state: State, seat: str | None) -> Iterator[Command]:
    left = trading(state)
    if len(left) > 1:
        first, second = left[0], left[1]
        if state.player(first).gold and seat in (None, first):
            yield BookDeal(first, second, first_gold=1, words="-")
        for estate in state.owned(second)[:1]:
            if state.estates_left(first) and state.player(first).gold and seat in (None, first):
                yield BookDeal(first, second, first_gold=1, second_estates=(estate.id,))
    yield EndTrade(seat or "")


AREA = Area(
    handlers={BookDeal: book_deal, EndTrade: end_trade},
    prompts=dict.fromkeys(PHASES, _prompts),
    legal=dict.fromkeys(PHASES, _legal),
)
