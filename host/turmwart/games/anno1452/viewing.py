"""From state to view: another player's hand is a number and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from turmwart.games.anno1452.attack import soldiers_of
from turmwart.games.anno1452.battle import (
    ATTACKER,
    DEFENDER,
    SIDES,
    groups,
    hit_faces,
    nullifying,
    units,
)
from turmwart.games.anno1452.checks import card_name
from turmwart.games.anno1452.comparing import categories
from turmwart.games.anno1452.epochs import ROW_IDS
from turmwart.games.anno1452.estates import build_cost
from turmwart.games.anno1452.income import preview
from turmwart.games.anno1452.outlook import outlook
from turmwart.games.anno1452.state import Battle, Estate, Player, State
from turmwart.games.anno1452.steps import Choice, Discard, Draw, Moving
from turmwart.games.anno1452.view import (
    BattleView,
    CardView,
    DiceView,
    EstateView,
    PlayerView,
    RegionView,
    View,
)
from turmwart.games.anno1452.waiting import dice_waiting


def view(state: State, seat: str | None = None) -> View:
    """What ``seat`` may see; None: the table screen, which shows no hand at all.

    Rule: A-STATE-9, A-ASK-1, A-OPEN-6.
    """
    used = state.king.soldiers + state.anti_king.soldiers
    if state.battle is not None:
        used += (state.battle.attacker_soldiers or 0) + (state.battle.defender_soldiers or 0)
    return View(
        phase=state.phase,
        year=ROW_IDS[state.row],
        final_year=ROW_IDS[state.final_row],
        round=state.round,
        order=state.order,
        round_order=state.round_order,
        active=active(state),
        actions_left=state.acting.left if state.acting is not None else 0,
        players=tuple(_player(state, player, player.seat == seat) for player in state.players),
        ottokar_colour=state.ottokar_colour,
        regions=_regions(state),
        in_force=state.in_force,
        deck=state.deck,
        discards=_cards(state, state.discards),
        unseen=state.unseen,
        display=_cards(state, state.display),
        cities_left=state.cities_left,
        soldiers_left=state.soldiers_total - used,
        agreements=state.agreements,
        dice=dice_waiting(state),
        dice_available=state.settings.dice_available,
        battle=_battle(state, state.battle),
        last_battle=state.last_battle,
        incomes=preview(state),
        categories=categories(state),
        last_incomes=state.incomes,
        last_categories=state.categories,
        ranking=state.ranking,
    )


def active(state: State) -> str:
    """The seat that must act; empty where all or nobody must."""
    step = state.top
    if isinstance(step, Choice | Draw | Discard | Moving):
        return step.seat
    if step is None and state.phase == "round" and state.acting is not None:
        return state.acting.seat
    if step is None and state.phase == "placing" and state.turn < len(state.order):
        return state.order[state.turn]
    return ""


def _player(state: State, player: Player, own: bool) -> PlayerView:
    owned = state.owned(player.seat)
    office = {state.king.seat: "king", state.anti_king.seat: "anti_king"}
    marriage, alliances = (
        next(iter(_cards(state, (card,) if card else ())), None)
        for card in (player.marriage, player.alliances)
    )
    return PlayerView(
        seat=player.seat,
        name=player.name,
        colour=player.colour,
        gold=player.gold,
        prestige=player.prestige,
        hand=player.hand,
        cards=_cards(state, player.known) if own else (),
        titles=_cards(state, player.titles),
        marriage=marriage,
        alliances=alliances,
        principalities=state.held(player.seat),
        estates=len(owned),
        citizens=sum(one.citizens for one in owned),
        cities=sum(one.city for one in owned),
        estates_left=state.estates_left(player.seat),
        citizens_left=state.citizens_left(player.seat),
        office=office.get(player.seat, ""),
        soldiers=soldiers_of(state, player.seat),
        was_king=player.was_king,
        special_played=player.special_played,
    )


def _cards(state: State, cards: Iterable[str]) -> tuple[CardView, ...]:
    return tuple(
        CardView(card, card_name(state, card), state.board.card(card).kind) for card in cards
    )


def _regions(state: State) -> tuple[RegionView, ...]:
    here: dict[str, list[Estate]] = {}
    for estate in state.estates:
        here.setdefault(estate.region, []).append(estate)
    claims = {claim.region: claim.card for claim in state.claims}
    holders = {holder.region: holder.seat for holder in state.holders}
    return tuple(
        RegionView(
            id=facts.id,
            label=facts.label,
            estate_limit=facts.estate_limit,
            city_limit=facts.city_limit,
            estates=tuple(
                EstateView(e.id, e.owner, e.value, e.city, e.citizens, e.capacity)
                for e in here.get(facts.id, ())
            ),
            holder=holders.get(facts.id, ""),
            claim=claims.get(facts.id, ""),
            build_cost=build_cost(len(here.get(facts.id, ()))),
        )
        for facts in state.board.regions
    )


def _battle(state: State, battle: Battle | None) -> BattleView | None:
    if battle is None:
        return None
    return BattleView(
        battle,
        units(state, ATTACKER),
        units(state, DEFENDER),
        tuple(
            DiceView(side, kind, count, hit_faces(state, side, kind))
            for side in SIDES
            for kind, count in groups(state, side)
        ),
        nullifying(state),
        outlook(state),
    )
