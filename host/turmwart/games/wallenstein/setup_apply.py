"""Events of the set-up move the state on; nothing here objects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turmwart.games.wallenstein import events as ev
from turmwart.games.wallenstein.changing import with_player, with_province
from turmwart.games.wallenstein.court_state import Court, Courtiers
from turmwart.games.wallenstein.setup import Setup
from turmwart.games.wallenstein.state import (
    ARMIES_PER_COLOUR,
    FARMERS_TOTAL,
    MONEY_TOTAL,
    Player,
    Province,
    State,
    province_place,
)
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.ledger import Ledger


def started(setup: Setup) -> State:
    """The state that a game starts from.

    Rule: W-SETUP-2 to W-SETUP-8, W-SETUP-10, W-SETUP-11, W-SETUP-22, W-SETUP-25.
    """
    count = len(setup.seats)
    numbers = setup.board.numbers(count)
    in_groups = sum(numbers.group_sizes)
    colours = [seat.colour for seat in setup.seats]
    supply = dict.fromkeys(colours, ARMIES_PER_COLOUR - in_groups)
    supply[setup.farmers] = FARMERS_TOTAL
    return State(
        board=setup.board,
        options=setup.options,
        farmers=setup.farmers,
        oldest=setup.oldest,
        players=tuple(
            Player(
                seat.seat,
                seat.name,
                seat.colour,
                numbers.start_thalers,
                groups=numbers.group_sizes,
            )
            for seat in setup.seats
        ),
        provinces=tuple(
            Province(facts.id, in_play=count > 3 or not facts.excluded_with_3)
            for facts in setup.board.provinces
        ),
        ledger=Ledger.from_places(
            {
                "supply": Cubes.from_counts(supply),
                "sites": Cubes.from_counts(dict.fromkeys(colours, in_groups)),
            }
        ),
        bank=MONEY_TOTAL - count * numbers.start_thalers,
        drafting=setup.oldest,
        court=_court(setup),
    )


def _court(setup: Setup) -> Court | None:
    """Rule: W-COURT-1, W-COURT-3, W-COURT-4."""
    if not setup.options.imperial_court:
        return None
    return Court(tuple(Courtiers(seat.seat) for seat in setup.seats))


def _display_laid(state: State, event: ev.DisplayLaid) -> State:
    return replace(state, display=event.cards, phase="draft")


def _lineup_chosen(state: State, event: ev.LineupChosen) -> State:
    del event
    return replace(state, phase="lineup", drafting="")


def _lineup_placed(state: State, event: ev.LineupPlaced) -> State:
    colour = state.player(event.seat).colour
    placed = {province for province, _ in event.groups}
    return replace(
        state,
        players=with_player(state, event.seat, groups=()),
        provinces=tuple(
            replace(p, owner=event.seat) if p.id in placed else p for p in state.provinces
        ),
        ledger=state.ledger.move_all(
            ("sites", province_place(province), Cubes.from_counts({colour: armies}))
            for province, armies in event.groups
        ),
    )


def _display_refreshed(state: State, event: ev.DisplayRefreshed) -> State:
    return replace(state, display=event.cards)


def _card_taken(state: State, event: ev.CardTaken) -> State:
    return replace(
        state,
        players=with_player(state, event.seat, seen=state.display),
        display=tuple(card for card in state.display if card != event.province),
        drafted=event.province,
    )


def _card_turned_up(state: State, event: ev.CardTurnedUp) -> State:
    return replace(state, display=(*state.display, event.province))


def _group_placed(state: State, event: ev.GroupPlaced) -> State:
    player = state.player(event.seat)
    groups = list(player.groups)
    groups.remove(event.armies)
    return replace(
        state,
        players=with_player(state, event.seat, groups=tuple(groups)),
        provinces=with_province(state, event.province, owner=event.seat),
        ledger=state.ledger.move(
            "sites",
            province_place(event.province),
            Cubes.from_counts({player.colour: event.armies}),
        ),
        drafted="",
        drafting=state.left_neighbour(event.seat),
    )


def _draft_ended(state: State, event: ev.DraftEnded) -> State:
    del event
    players = tuple(replace(player, seen=()) for player in state.players)
    return replace(state, players=players, display=(), drafting="", phase="fill")


def _fill_gathered(state: State, event: ev.FillGathered) -> State:
    return replace(state, ledger=state.ledger.move("supply", "hand", event.cubes))


def _tower_filled(state: State, event: ev.TowerFilled) -> State:
    ledger = state.ledger.move("tray", "supply", event.to_supply)
    return replace(state, ledger=ledger, phase="events")


SETUP_APPLY: dict[type, Callable[[State, Any], State]] = {
    ev.DisplayLaid: _display_laid,
    ev.LineupChosen: _lineup_chosen,
    ev.LineupPlaced: _lineup_placed,
    ev.DisplayRefreshed: _display_refreshed,
    ev.CardTaken: _card_taken,
    ev.CardTurnedUp: _card_turned_up,
    ev.GroupPlaced: _group_placed,
    ev.DraftEnded: _draft_ended,
    ev.FillGathered: _fill_gathered,
    ev.TowerFilled: _tower_filled,
}
"""What each event of the set-up does; ``apply`` takes it over."""
