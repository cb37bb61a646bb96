"""Results of cards that bring, move or take pieces on the board."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from turmwart.games.anno1452.asking import (
    ask,
    choice,
    done,
    one_of,
    possible_city,
    skipped,
    target_of,
)
from turmwart.games.anno1452.board import near, neighbours
from turmwart.games.anno1452.cardtable import Term
from turmwart.games.anno1452.estates import (
    citizen_room,
    city_room,
    estate_room,
    new_estate,
    possible_room,
)
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import (
    Asked,
    CitizensLost,
    CitizensPlaced,
    CityFounded,
    CityLost,
    EstatePlaced,
    GoldChanged,
    StepChanged,
)
from turmwart.games.anno1452.events_cards import ClaimMade
from turmwart.games.anno1452.reducing import reduce_estate
from turmwart.games.anno1452.state import OTTOKAR, UNREDUCED, Estate, State
from turmwart.games.anno1452.steps import CardPlay, Choice, Dice, Moving
from turmwart.games.anno1452.waiting import picked, rolled

BOUND = "$e"


def gain_estate(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Place an Estate free of charge where there is room.

    Rule: A-CARD-INH-1, A-CARD-MARR-2, A-CARD-MARR-12, A-CARD-MARR-13, A-COMP-12.
    """
    regions = _regions(state, step, term)
    named = regions[0] if len(regions) == 1 else ""
    none = {"bound": ()} if term.has("bind") else {}
    if not state.estates_left(step.seat):
        return skipped(step, term, named, **none)
    open_ones = (one for one in regions if possible_room(state, one))
    region = one_of(state, step, term.name, open_ones)
    if isinstance(region, Choice):
        return ask(region)
    if not region or not estate_room(state, region):
        return skipped(step, term, named, **none)
    estate = new_estate(state, step.seat, region)
    bound = {"bound": (estate.id,)} if term.has("bind") else {}
    return done(step, EstatePlaced(estate, "card"), **bound)


def gain_city(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Put a City disc under an own Estate without City.

    Rule: A-CARD-CITY-2, A-CARD-CITY-3, A-CARD-MARR-10, A-CARD-SPEC-VOLKSHELD-AR, A-COMP-12.
    """
    here = _city_candidates(state, step, term)
    open_ones = (one.id for one in here if possible_city(state, one.region))
    chosen = one_of(state, step, term.name, open_ones)
    if isinstance(chosen, Choice):
        return ask(chosen)
    region = term.text("region")
    if not chosen or not city_room(state, state.estate(chosen).region):
        return skipped(step, term, region)
    cost = term.number("cost")
    paid = (GoldChanged(step.seat, -cost, "card", step.card),) if cost else ()
    return done(step, *paid, CityFounded(chosen, "card"))


def gain_principality(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Claim a Principality card; the chain takes it from its holder.

    Rule: A-CARD-MARR-7, A-MAJ-8, A-MAJ-9.
    """
    (region,) = _regions(state, step, term)
    return done(step, ClaimMade(region, step.seat, step.card))


def place_citizens(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Place free Citizens at own Estates within capacity and supply.

    Rule: A-CARD-MARR-11, A-STATE-7, A-COMP-12.
    """
    rooms = {one.id: citizen_room(one) for one in state.owned(step.seat) if citizen_room(one)}
    count = min(term.number("n"), state.citizens_left(step.seat), sum(rooms.values()))
    if not count:
        return skipped(step, term)
    placed = _spread(state, step, term, rooms, count)
    if isinstance(placed, Choice):
        return ask(placed)
    return done(step, *(CitizensPlaced(one, n, "card") for one, n in placed.items()))


def lose_citizens(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Return Citizens to the own supply, from the Estates that the condition names or from any.

    Rule: A-CARD-MARR-1, the rules of the ladies who demand Citizens.
    """
    own = state.owned(step.seat)
    if term.text("from") == BOUND:
        own = tuple(one for one in own if one.id in step.bound)
    there = {one.id: one.citizens for one in own if one.citizens}
    count = min(term.number("n"), sum(there.values()))
    lost = _spread(state, step, term, there, count)
    if isinstance(lost, Choice):
        return ask(lost)
    return done(step, *(CitizensLost(one, n, "card") for one, n in lost.items()))


def choose_bound(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Of several Estates that fulfil the condition, one is meant.

    Rule: A-CARD-LADY-BARBARA, A-OPEN-25 (``barbara_region``).
    """
    chosen = one_of(state, step, term.name, step.bound)
    return ask(chosen) if isinstance(chosen, Choice) else done(step, bound=(chosen,))


def remove_city(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """A City of any player loses its disc.

    Rule: A-CARD-SPEC-DIPLOMATIE-AR, A-OTTO-10.
    """
    estate = target_of(state, step, term)
    if isinstance(estate, Choice):
        return ask(estate)
    return done(step, CityLost(estate, "card"), chosen=estate)


def relocate_citizens(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Citizens above the new capacity move to other Estates of their owner, or leave.

    Rule: A-CARD-SPEC-DIPLOMATIE-AR, A-OPEN-9, A-OTTO-10.
    """
    del term
    here = state.estate(step.chosen)
    surplus = here.citizens - here.capacity
    if surplus <= 0:
        return done(step)
    if not any(citizen_room(one) for one in state.owned(here.owner) if one.id != here.id):
        return done(step, CitizensLost(here.id, surplus, "surplus"))
    seat = here.owner if here.owner != OTTOKAR else _neutral(state, step.seat)
    return done(step, Asked((Moving(seat, here.owner, "surplus", here.id, surplus),)))


def reduce_chosen(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """An Estate of any player is reduced.

    Rule: A-CARD-SPEC-HUNGERSNOT-AR, A-OTTO-10.
    """
    estate = target_of(state, step, term)
    if isinstance(estate, Choice):
        return ask(estate)
    return done(step, *reduce_estate(state, state.estate(estate), term.number("to"), "card"))


def restore_chosen(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """An own Estate loses its Reduction token.

    Rule: A-CARD-SPEC-WIEDERAUFBAU-AR.
    """
    estate = target_of(state, step, term)
    if isinstance(estate, Choice):
        return ask(estate)
    return done(step, *reduce_estate(state, state.estate(estate), UNREDUCED, "card"))


def dice_per_estate(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """One die for each own unreduced Estate, Estate named before the throw.

    Rule: A-CARD-SPEC-SONDERSTEUER-AR, A-DICE-9, A-DICE-10.
    """
    estates = tuple(one for one in state.owned(step.seat) if one.value == UNREDUCED)
    dice = tuple(Dice("tax", "tax", 1, step.seat, estate=one.id) for one in estates)
    events: list[Event] = []
    gold = 0
    for estate, die in zip(estates, dice, strict=True):
        values = rolled(step.thrown, die)
        if values is None:
            # All at first; later one that came by a correction while others were thrown.
            return (Asked(tuple(one for one in dice if rolled(step.thrown, one) is None)),)
        row = next(part for part in term.parts if values[0] in part.numbers("faces"))
        gold += row.number("gold")
        events += reduce_estate(state, estate, row.number("reduce_to", estate.value), "card")
    if gold:
        events.append(GoldChanged(step.seat, gold, "card", step.card))
    return done(step, *events)


def reduce_and_settle(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """Reduce own Estates one after the other; each may send a free Citizen to a City nearby.

    ``bound`` holds the Estates in the player's order, ``amount`` counts those that are through.

    Rule: A-CARD-SPEC-STADTLUFT-AR, A-OPEN-48.
    """
    if step.amount == 0 and picked(step.picked, term.name) is None and not step.bound:
        options = tuple(o.id for o in state.owned(step.seat) if o.value > term.number("reduce_to"))
        return ask(choice(state, step, term.name, options, 1, len(options)))
    if not step.bound:
        return (StepChanged(replace(step, bound=step.picked[-1].picks, picked=())),)
    if step.amount == len(step.bound):
        return done(step, bound=(), amount=0)
    estate = state.estate(step.bound[step.amount])
    if estate.value > term.number("reduce_to"):
        return reduce_estate(state, estate, term.number("reduce_to"), "card")
    through = replace(step, picked=(), amount=step.amount + 1)
    city = picked(step.picked, "settle_city")
    cities = _cities_near(state, step.seat, estate)
    if city is None and cities:
        return ask(choice(state, step, "settle_city", cities, 0, 1))
    placed = tuple(CitizensPlaced(one, term.number("citizens"), "card") for one in city or ())
    return (StepChanged(through), *placed)


def move_citizens(state: State, step: CardPlay, term: Term) -> tuple[Event, ...]:
    """The player moves his Citizens, each over one border at most.

    Rule: A-CARD-SPEC-VOELKERWANDERUNG-AR.
    """
    del state, term
    return done(step, Asked((Moving(step.seat, step.seat, "migration"),)))


def _regions(state: State, step: CardPlay, term: Term) -> tuple[str, ...]:
    region = term.text("region")
    if region == "@banner":
        return (state.board.card_facts(step.card).region or "",)
    if region == BOUND:
        return (state.estate(step.bound[0]).region,)
    return (region,) if region else neighbours(state.board, term.text("bordering"))


def _city_candidates(state: State, step: CardPlay, term: Term) -> tuple[Estate, ...]:
    open_ones = tuple(one for one in state.owned(step.seat) if not one.city)
    bound = tuple(one for one in open_ones if one.id in step.bound)
    if term.text("on") == BOUND or (term.text("prefer") == BOUND and bound):
        return bound
    return tuple(one for one in open_ones if one.region == term.text("region"))


def _spread(
    state: State, step: CardPlay, term: Term, most: dict[str, int], count: int
) -> Counter[str] | Choice:
    """How ``count`` Citizens are spread over Estates; a choice while that is open."""
    if len(most) < 2 or count == sum(most.values()):
        return Counter({one: min(count, cap) for one, cap in most.items()})
    picks = picked(step.picked, term.name)
    if picks is not None:
        return Counter(picks)
    return choice(state, step, term.name, tuple(most), count, count, tuple(most.values()))


def _cities_near(state: State, seat: str, estate: Estate) -> tuple[str, ...]:
    if not state.citizens_left(seat):
        return ()
    return tuple(
        one.id
        for one in state.owned(seat)
        if one.city and citizen_room(one) and near(state.board, estate.region, one.region)
    )


def _neutral(state: State, seat: str) -> str:
    """Who decides for Ottokar against ``seat``: the next in turn order.

    Rule: A-OTTO-5, A-OTTO-10.
    """
    order = (*state.order, *state.order)
    return order[order.index(seat) + 1]
