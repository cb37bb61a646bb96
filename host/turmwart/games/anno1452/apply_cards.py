"""Events of cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turmwart.games.anno1452 import events_cards as ev
from turmwart.games.anno1452.change import less, popped, pushed, with_known, with_player, with_top
from turmwart.games.anno1452.state import Claim, State
from turmwart.games.anno1452.steps import CardPlay, Discard, Draw, Instant

INTERREGNUM = "instant-interregnum"


def _drawn(state: State, event: ev.CardsDrawn) -> State:
    player = state.player(event.seat)
    hand, known = player.hand + event.count, (*player.known, *event.ids)
    state = with_player(state, event.seat, hand=hand, known=known)
    return _less_to_draw(replace(state, deck=state.deck - event.count), event.count)


def _less_to_draw(state: State, count: int) -> State:
    step = state.top
    if not isinstance(step, Draw):
        return state
    left = step.left - count
    return with_top(state, replace(step, left=left)) if left else popped(state)


def _forced(state: State, event: ev.ForcedDrawn) -> State:
    state = replace(state, deck=state.deck - 1)
    if not event.effective:
        return replace(state, discards=(*state.discards, event.card))
    state = replace(state, in_play=(*state.in_play, event.card))
    if state.board.card(event.card).kind == "shuffle":
        return state
    state = replace(state, in_force=replace(state.in_force, instant_used=True))
    instant = Instant(event.seat, event.card, late=_after_coronation(state))
    draw = state.top
    kings = isinstance(draw, Draw) and draw.reason == "king"
    if draw is not None and kings and event.card == INTERREGNUM:
        # The new King completes his draw before he dies (A-CARD-INST-INTERREGNUM-TIMING).
        return replace(state, stack=(*state.stack[:-1], instant, draw))
    return pushed(state, instant)


def _after_coronation(state: State) -> bool:
    """Whether a Coronation of this Event Round is over or has come to the new King's draw."""
    drawing = any(isinstance(s, Draw) and s.reason in ("king", "anti_king") for s in state.stack)
    return state.phase == "new_order" or (state.phase == "coronation" and drawing)


def _shuffled(state: State, event: ev.DeckShuffled) -> State:
    shuffle = tuple(c for c in state.in_play if state.board.card(c).kind == "shuffle")
    in_play = less(state.in_play, shuffle)
    return replace(state, deck=event.deck, discards=(), unseen=0, in_play=in_play)


def _discarded(state: State, event: ev.CardsDiscarded) -> State:
    player = state.player(event.seat)
    hidden = event.count - len(event.shown)
    # What else was known may be among the cards nobody saw leave.
    known = () if hidden else less(player.known, event.shown)
    state = with_player(state, event.seat, **with_known(player.hand - event.count, known))
    state = replace(state, discards=(*state.discards, *event.shown), unseen=state.unseen + hidden)
    return _discard_answered(state, event.seat)


def _discard_answered(state: State, seat: str) -> State:
    """Of several players who discard, each may be the first."""
    stack = list(state.stack)
    at = len(stack) - 1
    while at >= 0 and isinstance(step := stack[at], Discard):
        if step.seat == seat:
            del stack[at]
            return replace(state, stack=tuple(stack))
        at -= 1
    return state


def _told(state: State, event: ev.HandTold) -> State:
    return with_player(state, event.seat, known=event.ids)


def _played(state: State, event: ev.CardPlayed) -> State:
    player = state.player(event.seat)
    fields = with_known(player.hand - 1, less(player.known, (event.card,)))
    if event.timing == "ER":
        fields["special_played"] = True
    state = with_player(state, event.seat, **fields)
    state = replace(state, in_play=(*state.in_play, event.card))
    if event.timing == "reaction":
        return state
    play = CardPlay(event.seat, event.card, event.timing, event.as_city, bound=event.bound)
    return pushed(state, play)


def _laid(state: State, event: ev.CardLaid) -> State:
    state = replace(state, in_play=less(state.in_play, (event.card,)))
    step = state.top
    if isinstance(step, CardPlay | Instant) and step.card == event.card:
        state = popped(state)
    match event.place:
        case "title":
            titles = (*state.player(event.seat).titles, event.card)
            return with_player(state, event.seat, titles=titles)
        case "marriage":
            return with_player(state, event.seat, marriage=event.card, married=True)
        case "alliances":
            return with_player(state, event.seat, alliances=event.card)
    return replace(state, discards=(*state.discards, event.card))


def _alliances_ended(state: State, event: ev.AlliancesEnded) -> State:
    state = with_player(state, event.seat, alliances="")
    return replace(state, discards=(*state.discards, event.card))


def _marriage_ended(state: State, event: ev.MarriageEnded) -> State:
    married = state.player(event.seat).married and event.cause != "childbed"
    kept = event.actions_kept + state.player(event.seat).kept_actions
    state = with_player(state, event.seat, marriage="", married=married, kept_actions=kept)
    acting = state.acting
    if acting is not None and acting.seat == event.seat:
        acting = replace(acting, left=max(0, acting.left - event.actions_lost))
    return replace(
        state,
        acting=acting,
        claims=tuple(claim for claim in state.claims if claim.card != event.card),
        discards=(*state.discards, event.card),
    )


def _childbed(state: State, event: ev.ChildbedPlayed) -> State:
    if state.battle is not None:
        # After any card all who have not played are asked again (A-BATTLE-18).
        state = replace(state, battle=replace(state.battle, passed=()))
    return replace(state, reacted=(*state.reacted, event.seat))


def _skipped(state: State, event: ev.EffectSkipped) -> State:
    del event
    return state


def _claim_made(state: State, event: ev.ClaimMade) -> State:
    claim = Claim(event.region, event.seat, event.card)
    return replace(state, claims=(*state.claims, claim))


def _in_force(state: State, event: ev.EffectInForce) -> State:
    was = getattr(state.in_force, event.effect)
    now: Any
    if isinstance(was, bool):
        now = True
    elif isinstance(was, int):
        now = was + 1
    elif isinstance(was, tuple):
        now = (*was, event.target)
    else:
        now = event.target
    changes: dict[str, Any] = {event.effect: now}
    return replace(state, in_force=replace(state.in_force, **changes))


def _display_laid(state: State, event: ev.DisplayLaid) -> State:
    count = len(event.cards)
    state = replace(state, display=(*state.display, *event.cards), deck=state.deck - count)
    return _less_to_draw(state, count)


def _display_discarded(state: State, event: ev.DisplayDiscarded) -> State:
    return replace(state, display=(), discards=(*state.discards, *event.cards))


def _swapped(state: State, event: ev.CardSwapped) -> State:
    player = state.player(event.seat)
    known = (*less(player.known, (event.given,)), event.taken)
    state = with_player(state, event.seat, **with_known(player.hand, known))
    return replace(state, display=(*less(state.display, (event.taken,)), event.given))


APPLY: dict[type, Callable[[State, Any], State]] = {
    ev.CardsDrawn: _drawn,
    ev.ForcedDrawn: _forced,
    ev.DeckShuffled: _shuffled,
    ev.CardsDiscarded: _discarded,
    ev.HandTold: _told,
    ev.CardPlayed: _played,
    ev.CardLaid: _laid,
    ev.AlliancesEnded: _alliances_ended,
    ev.MarriageEnded: _marriage_ended,
    ev.ChildbedPlayed: _childbed,
    ev.EffectSkipped: _skipped,
    ev.ClaimMade: _claim_made,
    ev.EffectInForce: _in_force,
    ev.DisplayLaid: _display_laid,
    ev.DisplayDiscarded: _display_discarded,
    ev.CardSwapped: _swapped,
}
