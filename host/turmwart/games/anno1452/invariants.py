"""Laws of conservation that hold at every moment."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452.board import Unknown
from turmwart.games.anno1452.majority import wrong_holder
from turmwart.games.anno1452.state import (
    CARDS_G1,
    CARDS_TOTAL,
    OTTOKAR,
    PRESTIGE_MOST,
    UNREDUCED,
    Battle,
    State,
)


def invariants(state: State) -> tuple[str, ...]:
    """Each law that does not hold, as rule id and what was found; empty when all hold.

    Rule: A-INV-1 to A-INV-10, A-STATE-2, A-COMP-14.
    """
    return (*_pieces(state), *_regions(state), *_offices(state), *_cards(state), *_players(state))


def _pieces(state: State) -> Iterator[str]:
    owners = (*state.seats, OTTOKAR) if state.ottokar_colour else state.seats
    for owner in owners:
        if state.estates_left(owner) < 0:
            yield f"A-INV-1: {len(state.owned(owner))} Estates of {owner}"
        if state.citizens_left(owner) < 0:
            yield f"A-INV-1: {state.citizens_on_board(owner)} Citizens of {owner}"
    fighting = _fighting(state.battle)
    for estate in state.estates:
        least = 0 if estate.id in fighting else 1
        if not least <= estate.value <= UNREDUCED or estate.citizens < 0:
            yield f"A-STATE-2: {estate.id} has value {estate.value}, {estate.citizens} Citizens"
        if estate.owner not in owners:
            yield f"A-INV-1: {estate.id} belongs to {estate.owner}"
    if len({one.id for one in state.estates}) != len(state.estates):
        yield "A-STATE-1: an Estate twice"
    if state.cities_left < 0:
        yield f"A-INV-2: {-state.cities_left} City discs too many"


def _fighting(battle: Battle | None) -> tuple[str, ...]:
    return () if battle is None else (battle.force, battle.target)


def _regions(state: State) -> Iterator[str]:
    for facts in state.board.regions:
        here = state.within(facts.id)
        if facts.estate_limit is not None and len(here) > facts.estate_limit:
            yield f"A-INV-2: {len(here)} Estates in {facts.id}"
        cities = sum(one.city for one in here)
        if facts.city_limit is not None and cities > facts.city_limit:
            yield f"A-INV-2: {cities} Cities in {facts.id}"
    held = [one.region for one in state.holders]
    if len(set(held)) != len(held) or not set(held) <= set(state.board.region_ids):
        yield "A-INV-5: a Principality card twice"
    try:
        wrong = wrong_holder(state) if state.phase != "over" else None
    except Unknown:
        return
    if wrong is not None:
        yield f"A-INV-9: the card of {wrong[0]} belongs to {wrong[1] or 'the pile'}"


def _offices(state: State) -> Iterator[str]:
    used = state.king.soldiers + state.anti_king.soldiers
    if state.battle is not None:
        used += (state.battle.attacker_soldiers or 0) + (state.battle.defender_soldiers or 0)
    if not 0 <= used <= state.soldiers_total:
        yield f"A-INV-3: {used} Soldiers"
    for office in (state.king, state.anti_king):
        if office.soldiers < 0 or (office.soldiers and not office.seat):
            yield f"A-INV-3: {office.soldiers} Soldiers of {office.seat or 'nobody'}"
    if state.anti_king.seat and not state.king.seat:
        yield "A-INV-8: an Anti-King without a King"


def _cards(state: State) -> Iterator[str]:
    table = [card for one in state.players for card in (*one.titles, one.marriage, one.alliances)]
    shown = [*state.discards, *state.in_play, *state.display, *(card for card in table if card)]
    total = state.deck + state.unseen + len(shown) + sum(one.hand for one in state.players)
    expected = CARDS_G1 if state.settings.plays("G1") else CARDS_TOTAL
    if total != expected:
        yield f"A-INV-4: {total} action cards"
    for number, name in ((state.deck, "deck"), (state.unseen, "discard pile")):
        if number < 0:
            yield f"A-INV-4: {number} cards in the {name}"
    for card in sorted(set(shown)):
        if shown.count(card) > state.board.card(card).copies:
            yield f"A-INV-4: {shown.count(card)} cards {card}"


def _players(state: State) -> Iterator[str]:
    for player in state.players:
        if not 0 <= player.prestige <= PRESTIGE_MOST or player.gold < 0:
            yield f"A-INV-6: {player.seat} has {player.prestige} prestige, {player.gold} Gold"
        if player.hand < 0 or len(player.known) > player.hand:
            yield f"A-INV-4: {player.seat} has {player.hand} cards and knows {len(player.known)}"
        if player.marriage and state.board.card(player.marriage).kind != "marriage":
            yield f"A-INV-7: {player.marriage} in front of {player.seat}"
    for claim in state.claims:
        # A lady comes before the player once all her results are carried out.
        if claim.card not in (state.player(claim.seat).marriage, *state.in_play):
            yield f"A-INV-9: a claim on {claim.region} without its marriage"
