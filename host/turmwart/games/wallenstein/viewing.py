"""From state to view; nothing in the base game is secret from anybody."""

from __future__ import annotations

from turmwart.games.wallenstein import actions, court, income, season
from turmwart.games.wallenstein.board import BUILDINGS, EventFacts
from turmwart.games.wallenstein.court_view import court_view
from turmwart.games.wallenstein.printed import shortage
from turmwart.games.wallenstein.scoring import building_counts
from turmwart.games.wallenstein.state import ACTIONS, Player, Province, State
from turmwart.games.wallenstein.view import (
    EventView,
    Lead,
    PlayerView,
    ProvinceView,
    TowerView,
    View,
)
from turmwart.games.wallenstein.whereabouts_events import LOST


def view(state: State, seat: str | None = None) -> View:
    """What the screens show; the same for every seat, as plans lie on the real table.

    Rule: W-SETUP-8, W-OPEN-31, W-OBS-14.
    """
    del seat
    facts = state.event_facts()
    face_up = tuple(
        event_view(state.board.event(card)) for card in state.year_events if card != state.event
    )
    supply = state.ledger.at("supply")
    return View(
        phase=state.phase,
        year=state.year,
        season=state.season,
        active=active(state),
        step=step(state),
        order=state.order,
        actions=_actions(state),
        action_index=state.actions_done if state.phase == "actions" else -1,
        tiles=state.tiles,
        event=event_view(facts) if facts is not None else None,
        face_up=face_up,
        display=state.display,
        players=tuple(_player(state, player, supply[player.colour]) for player in state.players),
        neutral=tuple(
            (stands.id, state.label(stands.id))
            for stands in state.provinces
            if stands.in_play and stands.owner is None
        ),
        farmers=state.farmers,
        farmers_supply=supply[state.farmers],
        bank=state.bank,
        stock=tuple((kind, getattr(state.stock, kind)) for kind in BUILDINGS),
        markers_stock=state.stock.markers,
        substitutes_thalers=max(0, -state.bank),
        substitutes_markers=max(0, -state.stock.markers),
        tower=_tower(state),
        throws=state.throws,
        settle_seconds=state.options.settle_seconds,
        battle=state.battle,
        last_battle=state.last_battle,
        scores=state.scores,
        ranking=state.ranking,
        flags=state.flags,
        court=court_view(state),
        protections=state.protections,
        event_cancelled=state.event_cancelled,
    )


def active(state: State) -> str:
    """The seat that must act; empty where all or nobody must."""
    if state.phase == "draft":
        return state.drafting
    if state.phase == "tiles" and state.bid_groups:
        return state.bid_groups[0][0]
    if state.phase == "exchanges":
        return court.exchanging(state)
    if state.phase == "audience" and state.court is not None:
        return state.court.waiting[0] if state.court.waiting else ""
    if state.phase == "famine" and state.famine is not None:
        return state.famine.seat
    return actions.active_seat(state)


def step(state: State) -> str:
    """What the active player's turn waits for."""
    if state.awaiting_throw:
        return "battle" if state.battle is not None else "fill"
    if state.phase in ("exchanges", "audience"):
        return {"exchanges": "exchange", "audience": "favor"}[state.phase]
    if state.phase != "actions":
        return ""
    if season.card_due(state):
        return "turn_up"
    return state.acting.step if state.acting is not None else "reveal"


def event_view(facts: EventFacts) -> EventView:
    """An event card for the screens."""
    return EventView(
        facts.id,
        facts.kind or "",
        facts.value,
        facts.building or "",
        facts.recruit_5,
        facts.recruit_3,
        facts.grain_loss,
        # A card whose kind was corrected keeps the words noted before.
        facts.text or "" if facts.kind == "free_text" else "",
    )


def _actions(state: State) -> tuple[str, ...]:
    if not state.action_cards:
        return ()
    return (*state.action_cards, *("" for _ in range(len(ACTIONS) - len(state.action_cards))))


def _tower(state: State) -> TowerView:
    return TowerView(
        None if state.tower_hidden else state.ledger.at("tower"),
        state.options.show_tower_content == "on_request",
        state.ledger.at("tray"),
        state.ledger.at("hand"),
        state.ledger.at(LOST),
    )


def _player(state: State, player: Player, supply: int) -> PlayerView:
    owned = state.owned(player.seat)
    winter = state.season == "winter"
    return PlayerView(
        seat=player.seat,
        name=player.name,
        colour=player.colour,
        thalers=player.thalers,
        grain=player.grain,
        points=player.points,
        income_thalers=player.income_thalers,
        income_grain=player.income_grain,
        supply=supply,
        groups=player.groups,
        tile=player.tile,
        space=player.space,
        bid=player.bid,
        shortage=shortage(state, player.seat) if not winter else _winter_shortage(state, player),
        provinces=tuple(_province(state, player.seat, stands) for stands in owned),
        leads=_leads(state, player.seat),
    )


def _winter_shortage(state: State, player: Player) -> int:
    """In winter the shortage is fixed right after the grain loss (W-WINTER-10)."""
    if state.phase in ("grain_loss", "shortages"):
        return shortage(state, player.seat)
    return next((s.shortage for s in state.shortages if s.seat == player.seat), 0)


def _province(state: State, seat: str, stands: Province) -> ProvinceView:
    facts = state.facts(stands.id)
    return ProvinceView(
        id=stands.id,
        label=facts.label,
        region=facts.region or "",
        armies=state.armies(stands.id),
        tax=_brings(state, seat, "tax", facts.tax),
        grain=_brings(state, seat, "grain", facts.grain),
        printed_tax=facts.tax,
        printed_grain=facts.grain,
        sites=facts.sites,
        buildings=stands.buildings,
        markers=stands.markers,
        used=stands.used,
        revolt_farmers=min(stands.markers, state.ledger.at("supply")[state.farmers]),
        in_battle=state.battle is not None and state.battle.province == stands.id,
    )


def _brings(state: State, seat: str, what: str, printed: int | None) -> int | None:
    return None if printed is None else income.of(state, what, seat, printed).gained


def _leads(state: State, seat: str) -> tuple[Lead, ...]:
    leads = []
    for region in state.board.regions:
        for building in BUILDINGS:
            counts = building_counts(state, region.id, building)
            own = counts[seat]
            if own:
                most = max(counts.values())
                shared = sum(count == own for count in counts.values()) > 1
                leads.append(Lead(region.id, building, own, own == most, shared))
    return tuple(leads)
