"""Cards that are played: as the action, as the special card of an Event Round, as a City."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from turmwart.games.anno1452.area import Area, Handled, Values
from turmwart.games.anno1452.asking import mode_of, possible_city
from turmwart.games.anno1452.board import Unknown, has_tower
from turmwart.games.anno1452.cardtable import Mode, Term
from turmwart.games.anno1452.checks import (
    affordable,
    card_name,
    doubtful,
    in_phase,
    own_action,
    refused,
    region_name,
)
from turmwart.games.anno1452.commands import BuyCharter, Command, PlayCard
from turmwart.games.anno1452.conditions import bound, failing
from turmwart.games.anno1452.effects import EFFECTS
from turmwart.games.anno1452.estates import city_room
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import ActionTaken, CityFounded, GoldChanged
from turmwart.games.anno1452.events_cards import (
    CardLaid,
    CardPlayed,
    EffectInForce,
    EffectSkipped,
)
from turmwart.games.anno1452.holding import offered, unheld
from turmwart.games.anno1452.options import ID, card_options, estate_options
from turmwart.games.anno1452.refusals import unmet
from turmwart.games.anno1452.state import EVENT_PHASES, State
from turmwart.games.anno1452.steps import CardPlay
from turmwart.kernel.chance import Roll
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, Prompt

ACTION_KINDS = ("city", "inheritance", "title", "marriage", "special")
"""Kinds that may be played as the action (A-ACT-CARD-4)."""

SPECIAL_PHASES = EVENT_PHASES[1:]
"""Phases of an Event Round in which special cards are played (A-ER-5, A-ER-CARDS-6)."""

CHARTER_WITHOUT_CARD = 12
BARBARA = "marriage-barbara"

PLACES = {
    "table_until_epoch_end": "marriage",
    "table_while_condition": "title",
    "table_until_next_turn": "alliances",
}
"""Where a card goes that is not discarded (A-ACT-CARD-3)."""


def play_card(state: State, command: PlayCard, roll: Roll) -> Handled:
    """Play a card for one of its functions.

    Rule: A-ACT-CARD-1 to A-ACT-CARD-4, A-ER-5, A-ER-6, A-CARD-CITY-1, A-CARD-MARR-1,
    A-CARD-MARR-4, A-CARD-TITLE-1, A-CARD-COND-5.
    """
    del roll
    seat, card = command.seat, command.card
    special = state.phase in SPECIAL_PHASES
    yield from _due(state, seat) if special else own_action(state, seat)
    yield from _objections(state, seat, card, command.as_city)
    timing = "ER" if special else "AR"
    as_city = _as_city(state, card, command.as_city)
    mode = mode_of(state, card, timing, as_city)
    meant = bound(state, seat, mode.condition, card) if mode is not None else ()
    if not special:
        yield ActionTaken(seat, "card")
    yield CardPlayed(seat, card, timing, as_city, tuple(one.id for one in meant))


def playable(state: State, seat: str, card: str, as_city: bool = False) -> Objection | None:
    """The first objection to a seat playing a card now, whosever turn it is; None: it may.

    Raises:
        Unknown: it depends on a printed value that nobody has entered.
    """
    return next(_objections(state, seat, card, as_city), None)


def offered_in(state: State, card: str) -> bool:
    """Whether a special card still has an effect in the Event Round as it stands.

    Rule: A-ER-6, A-ER-CARDS-6.
    """
    mode = state.board.card(card).mode("ER")
    if mode is None or mode.uses != "er_special" or state.phase not in SPECIAL_PHASES:
        return False
    return EVENT_PHASES.index(state.phase) + 1 <= max(mode.phases)


def buy_charter(state: State, command: BuyCharter, roll: Roll) -> Handled:
    """City Air (ER): a City for 12 Gold and an action, without any card.

    Rule: A-CARD-SPEC-STADTLUFT-ER, A-CARD-CITY-2.
    """
    del roll
    seat = command.seat
    rule = "A-CARD-SPEC-STADTLUFT-ER"
    yield from own_action(state, seat)
    if not state.in_force.charter_without_card:
        yield refused(rule, "no_city_air")
    if not state.has_estate(command.estate) or state.estate(command.estate).owner != seat:
        yield refused(rule, "not_your_estate", estate=command.estate)
        return
    estate = state.estate(command.estate)
    if estate.city:
        yield refused("A-STATE-6", "is_a_city")
    yield from affordable(state, seat, CHARTER_WITHOUT_CARD, rule)
    if not city_room(state, estate.region):
        yield refused("A-COMP-10", "no_city_room", region=region_name(state, estate.region))
    yield ActionTaken(seat, "charter")
    yield GoldChanged(seat, -CHARTER_WITHOUT_CARD, "charter", estate.id)
    yield CityFounded(estate.id, "charter")


def advance(state: State, step: CardPlay) -> tuple[Event, ...]:
    """Carry out the next result of a card, or lay it where it goes.

    Raises:
        Unknown: a result depends on a printed value that nobody has entered.

    Rule: A-ACT-CARD-3, A-CARD-LADY-ORDER.
    """
    mode = mode_of(state, step.card, step.timing, step.as_city)
    results = () if mode is None else _results(state, step, mode)
    if step.done < len(results):
        term = results[step.done]
        return EFFECTS[term.name](state, step, term)
    keep = (mode.keep if mode is not None else "") or state.board.card(step.card).keep
    place = "discard" if step.as_city else PLACES.get(keep, "discard")
    return (CardLaid(step.seat, step.card, place),)


def _results(state: State, step: CardPlay, mode: Mode) -> tuple[Term, ...]:
    """Rule: A-OPEN-25 (``barbara_region``)."""
    city_region = state.settings.barbara_region == "city_region"
    if step.card != BARBARA or step.as_city or not city_region:
        return mode.result
    reread = (
        replace(term, args=tuple((k, "$e" if k == "region" else v) for k, v in term.args))
        for term in mode.result
    )
    return (Term("choose_bound"), *reread)


def _due(state: State, seat: str) -> Iterator[Objection]:
    """Rule: A-ER-5, A-ER-2, A-END-3."""
    yield from in_phase(state, *SPECIAL_PHASES, rule="A-ER-5")
    if state.row >= state.final_row:
        yield refused("A-END-3", "final_event_round")
    if state.player(seat).special_played:
        yield doubtful("A-ER-5", "special_played")


def _objections(state: State, seat: str, card: str, as_city: bool) -> Iterator[Objection]:
    player = state.player(seat)
    if not player.hand:
        yield refused("A-ACT-CARD-1", "empty_hand", player=player.name)
    yield from unheld(state, (card,), "A-ACT-CARD-1")
    if state.board.has_card(card):
        yield from _asks(state, seat, card, as_city)


def _asks(state: State, seat: str, card: str, as_city: bool) -> Iterator[Objection]:
    """Whatever speaks against a card that is in the hand."""
    kind, named = state.board.card(card).kind, card_name(state, card)
    special = state.phase in SPECIAL_PHASES
    if special and (as_city or not offered_in(state, card)):
        yield refused("A-ER-6", "no_effect_now", card=named)
        return
    if kind not in ACTION_KINDS:
        rule = "A-ACT-CARD-5" if kind == "reaction" else "A-ACT-CARD-7"
        yield refused(rule, "not_as_action", card=named)
        return
    as_city = _as_city(state, card, as_city)
    if as_city and not has_tower(state.board, card):
        yield refused("A-CARD-CITY-1", "no_tower", card=named)
    if kind == "marriage" and not as_city:
        yield from _marries(state, seat)
    mode = mode_of(state, card, "ER" if special else "AR", as_city)
    for part in _parts(mode):
        failed = failing(state, seat, part, card)
        if mode is not None and failed is not None:
            yield unmet(state, card, mode, failed)


def _marries(state: State, seat: str) -> Iterator[Objection]:
    """Rule: A-CARD-MARR-4, A-CARD-MARR-5, A-INV-7."""
    player = state.player(seat)
    if player.marriage:
        yield refused("A-CARD-MARR-4", "is_married", lady=card_name(state, player.marriage))
    elif player.married:
        yield doubtful("A-CARD-MARR-4", "married_this_epoch")


def _parts(mode: Mode | None) -> tuple[Term, ...]:
    """Parts of a condition that must all hold, each with an objection of its own."""
    if mode is None or mode.condition is None:
        return ()
    return mode.condition.parts if mode.condition.name == "all" else (mode.condition,)


def _as_city(state: State, card: str, as_city: bool) -> bool:
    """A card without another function is played as a City anyway."""
    return as_city or state.board.card(card).kind == "city"


def _possible(state: State, seat: str, card: str, as_city: bool) -> bool:
    try:
        return next(_asks(state, seat, card, as_city), None) is None
    except Unknown:
        return True


def _playable(state: State, seat: str, viewer: str | None, as_city: bool) -> tuple[str, ...]:
    return tuple(
        card
        for card in offered(state, seat, viewer)
        if (as_city or state.board.card(card).kind != "city")
        and _possible(state, seat, card, as_city)
    )


def _charters(state: State, seat: str) -> tuple[str, ...]:
    if not state.in_force.charter_without_card or state.player(seat).gold < CHARTER_WITHOUT_CARD:
        return ()
    own = state.owned(seat)
    return tuple(one.id for one in own if not one.city and possible_city(state, one.region))


def _action_prompts(state: State, viewer: str | None) -> Iterator[Prompt]:
    turn = state.acting
    if turn is None or turn.left < 1:
        return
    seat = turn.seat
    values = (("player", state.player(seat).name), ("left", turn.left))
    for name, as_city in (("play_card", False), ("play_city", True)):
        cards = _playable(state, seat, viewer, as_city)
        if cards:
            slots = (Choice("card", card_options(state, cards)),)
            fixed = (("seat", seat), ("as_city", as_city))
            rule = "A-CARD-CITY-1" if as_city else "A-ACT-CARD-1"
            yield Prompt(f"{ID}{name}", "PlayCard", seat, False, slots, fixed, rule, values)
    estates = _charters(state, seat)
    if estates:
        yield Prompt(
            f"{ID}buy_charter",
            "BuyCharter",
            seat,
            False,
            (Choice("estate", estate_options(state, estates)),),
            (("seat", seat),),
            "A-CARD-SPEC-STADTLUFT-ER",
            values,
        )


def _special_seats(state: State) -> tuple[str, ...]:
    if state.row >= state.final_row:
        return ()
    return tuple(seat for seat in state.order if not state.player(seat).special_played)


def _special_prompts(state: State, viewer: str | None) -> Iterator[Prompt]:
    for seat in _special_seats(state):
        cards = _playable(state, seat, viewer, False)
        if cards:
            yield Prompt(
                f"{ID}play_special",
                "PlayCard",
                seat,
                False,
                (Choice("card", card_options(state, cards)),),
                (("seat", seat),),
                "A-ER-5",
                (("player", state.player(seat).name),),
            )


def _action_legal(state: State, viewer: str | None) -> Iterator[Command]:
    turn = state.acting
    if turn is None or turn.left < 1 or viewer not in (None, turn.seat):
        return
    for as_city in (False, True):
        for card in _playable(state, turn.seat, viewer, as_city):
            yield PlayCard(turn.seat, card, as_city)
    for estate in _charters(state, turn.seat):
        yield BuyCharter(turn.seat, estate)


def _special_legal(state: State, viewer: str | None) -> Iterator[Command]:
    for seat in _special_seats(state):
        if viewer in (None, seat):
            for card in _playable(state, seat, viewer, False):
                yield PlayCard(seat, card)


def _played_values(event: CardPlayed, state: State) -> Values:
    kind = state.board.card(event.card).kind
    return {"variant": "City" if event.as_city and kind != "city" else event.timing.capitalize()}


def _laid_values(event: CardLaid, state: State) -> Values:
    del state
    return {"variant": event.place.capitalize()}


def _force_values(event: EffectInForce, state: State) -> Values:
    del state
    return {"variant": f"_{event.effect}"}


def _skipped_values(event: EffectSkipped, state: State) -> Values:
    del state
    effect = f"@anno1452.effect.{event.effect}"
    return {"effect": effect, "variant": "In" if event.region else ""}


AREA = Area(
    handlers={PlayCard: play_card, BuyCharter: buy_charter},
    tasks={CardPlay: advance},
    prompts={"round": _action_prompts, **dict.fromkeys(SPECIAL_PHASES, _special_prompts)},
    legal={"round": _action_legal, **dict.fromkeys(SPECIAL_PHASES, _special_legal)},
    describe={
        CardPlayed: _played_values,
        CardLaid: _laid_values,
        EffectInForce: _force_values,
        EffectSkipped: _skipped_values,
    },
)
