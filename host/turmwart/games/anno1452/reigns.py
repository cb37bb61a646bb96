"""King and Anti-King: elections, coronations, ends of reigns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from turmwart.games.anno1452 import prestige, victory
from turmwart.games.anno1452.area import Area, Values
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import Asked, StepBegan, StepChanged, StepEnded
from turmwart.games.anno1452.events_rounds import Crowned, NobodyCrowned, ReignEnded
from turmwart.games.anno1452.ordering import dice_for, may_choose, split
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import Draw, Election, Ordering
from turmwart.games.anno1452.unfold import Unfolding

GAIN = 3
"""Prestige and cards of a coronation."""

Measure = Callable[[State, str], int]


def elect(state: State) -> tuple[str, ...]:
    """Who becomes King: one seat, or those among whom dice decide.

    Rule: A-CORON-3, A-CORON-7, A-VAR-D-1, A-VAR-D-2.
    """
    if state.settings.plays("D"):
        return _fewest(state, state.seats, (_points, _estates, _cities, _citizens, _cards, _gold))
    return _fewest(state, state.seats, (_estates, _shame))


def elect_anti_king(state: State) -> tuple[str, ...]:
    """Who becomes Anti-King: one seat, or those among whom dice decide.

    Rule: A-ANTI-2, A-ANTI-3.
    """
    seats = tuple(
        seat
        for seat in state.seats
        if seat != state.king.seat or state.settings.anti_king_may_be_king
    )
    return _fewest(state, seats, (lambda s, seat: -_estates(s, seat), _shame))


def king_gain(state: State, seat: str) -> int:
    """Prestige and cards that a player gets as King.

    Rule: A-CORON-5, A-CORON-6, A-VAR-C-1, A-VAR-C-2.
    """
    if not state.settings.plays("C"):
        return GAIN
    before = state.crown_run if seat == state.last_king else 0
    return max(0, GAIN - before)


def crown_king(state: State, seat: str) -> tuple[Event, ...]:
    """A player takes the crown; he draws his cards next.

    Rule: A-CORON-2, A-CORON-5, A-CORON-6, A-VAR-F2-1, A-VAR-F3-1.
    """
    chain = Unfolding(state)
    soldiers = state.soldiers_total
    if state.king.seat == seat:
        # Only a standing army (F3) leaves a King in office until here.
        soldiers = state.king.soldiers
    else:
        chain.extend(dethrone(state, "king", "coronation"))
    gain = king_gain(state, seat)
    chain.add(Crowned("king", seat, soldiers, soldiers))
    chain.extend(prestige.change(chain.state, seat, gain, "king"))
    return chain.events


def crown_anti_king(state: State, seat: str, soldiers: str) -> tuple[Event, ...]:
    """A player becomes Anti-King; he draws his cards next.

    Args:
        state: the game.
        seat: who.
        soldiers: ``half`` of the King's, or ``equal`` parts of the whole army.

    Rule: A-ANTI-4 to A-ANTI-7, A-VAR-F2-1.
    """
    army = state.king.soldiers if soldiers == "half" else state.soldiers_total
    until = "this_round" if soldiers == "half" else "first_round"
    chain = Unfolding(state)
    chain.add(Crowned("anti_king", seat, army // 2, army // 2, until))
    chain.extend(prestige.change(chain.state, seat, GAIN, "anti_king"))
    return chain.events


def dethrone(state: State, office: str, cause: str) -> tuple[Event, ...]:
    """A King or Anti-King leaves; nothing where there is none.

    The King's death takes the Anti-King with him.

    Args:
        state: the game.
        office: ``king`` or ``anti_king``.
        cause: ``coronation``, ``death``, ``round``.

    Rule: A-CORON-2, A-KING-5, A-KING-6, A-ANTI-12.
    """
    held = state.king if office == "king" else state.anti_king
    if not held.seat:
        return ()
    ended = (ReignEnded(office, held.seat, held.soldiers, cause),)
    if office == "king" and cause == "death":
        return (*ended, *dethrone(state, "anti_king", cause))
    return ended


def coronation(state: State) -> tuple[Event, ...]:
    """What phase 5 begins with: the old reigns end, the election follows.

    Rule: A-CORON-1, A-CORON-2, A-CORON-4.
    """
    ended = dethrone(state, "anti_king", "coronation")
    skipped = state.in_force.no_coronation
    if skipped or not state.settings.plays("F3"):
        ended = (*dethrone(state, "king", "coronation"), *ended)
    if skipped:
        return (*ended, NobodyCrowned("interregnum"))
    return (*ended, StepBegan(Election("king")))


def advance(state: State, step: Election) -> tuple[Event, ...]:
    """Find, crown, let draw; then the reign has begun.

    Rule: A-CORON-3 to A-CORON-5, A-ANTI-1 to A-ANTI-8, A-DICE-11, A-VAR-F1-1.
    """
    if step.crowned:
        return _after_draw(state, step)
    king = step.office == "king"
    if not king and not state.king.seat:
        return (StepEnded("Election"),)
    tied = step.tied or (elect(state) if king else elect_anti_king(state))
    if len(tied) > 1:
        parts = split(tied, step.thrown, "tie")
        if parts is None:
            return (*_narrowed(step, tied), Asked(dice_for(tied, "tie")))
        return (StepChanged(replace(step, tied=parts[0], thrown=())),)
    seat = tied[0]
    if king and state.settings.plays("F1") and seat == state.last_king:
        left = dethrone(state, "king", "coronation")
        return (*left, NobodyCrowned("term_limit"), StepEnded("Election"))
    cards = king_gain(state, seat) if king else GAIN
    crowned = crown_king(state, seat) if king else crown_anti_king(state, seat, step.soldiers)
    draw = (Asked((Draw(seat, cards, step.office),)),) if cards else ()
    return (*crowned, StepChanged(replace(step, tied=(), thrown=(), crowned=seat)), *draw)


def _narrowed(step: Election, tied: tuple[str, ...]) -> tuple[Event, ...]:
    return (StepChanged(replace(step, tied=tied)),) if step.tied != tied else ()


def _after_draw(state: State, step: Election) -> tuple[Event, ...]:
    """Rule: A-ANTI-11."""
    if step.office == "anti_king" and may_choose(state):
        return (StepEnded("Election"), StepBegan(Ordering("round")))
    return (StepEnded("Election"),)


def _fewest(state: State, seats: tuple[str, ...], measures: tuple[Measure, ...]) -> tuple[str, ...]:
    """Seats that have the least of one measure after the other."""
    for measure in measures:
        counts = {seat: measure(state, seat) for seat in seats}
        least = min(counts.values())
        seats = tuple(seat for seat in seats if counts[seat] == least)
    return seats


def _estates(state: State, seat: str) -> int:
    return len(state.owned(seat))


def _shame(state: State, seat: str) -> int:
    """The highest prestige comes first."""
    return -state.player(seat).prestige


def _points(state: State, seat: str) -> int:
    return victory.points(state, seat).points


def _cities(state: State, seat: str) -> int:
    return sum(one.city for one in state.owned(seat))


def _citizens(state: State, seat: str) -> int:
    return state.citizens_on_board(seat)


def _cards(state: State, seat: str) -> int:
    return len(state.held(seat))


def _gold(state: State, seat: str) -> int:
    return state.player(seat).gold


def _crowned(event: Crowned, state: State) -> Values:
    del state
    return {"variant": "King" if event.office == "king" else "AntiKing"}


def _reign_ended(event: ReignEnded, state: State) -> Values:
    del state
    office = "King" if event.office == "king" else "AntiKing"
    return {"variant": f"{office}{event.cause.title()}"}


def _nobody(event: NobodyCrowned, state: State) -> Values:
    del state
    return {"variant": "TermLimit" if event.cause == "term_limit" else "Interregnum"}


AREA = Area(
    tasks={Election: advance},
    describe={Crowned: _crowned, ReignEnded: _reign_ended, NobodyCrowned: _nobody},
)
