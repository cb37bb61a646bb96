"""What the table corrects by hand, with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from turmwart.games.anno1452.area import Area, Handled
from turmwart.games.anno1452.asking import mode_of
from turmwart.games.anno1452.board import LIMIT_MOST, Unknown
from turmwart.games.anno1452.cardtable import Term
from turmwart.games.anno1452.chain import settle_consequences
from turmwart.games.anno1452.checks import card_name, not_now, refused, region_name
from turmwart.games.anno1452.commands import CorrectEstate, CorrectNumber
from turmwart.games.anno1452.estates import new_estate
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import (
    EstateCorrected,
    EstatePlaced,
    EstateRemoved,
    NumberCorrected,
    StepChanged,
    StepEnded,
)
from turmwart.games.anno1452.options import (
    ID,
    estate_label,
    owned_options,
    region_options,
    seat_options,
)
from turmwart.games.anno1452.ordering import by_prestige
from turmwart.games.anno1452.reigns import elect, elect_anti_king
from turmwart.games.anno1452.state import (
    CITIZENS_EACH,
    ESTATES_EACH,
    OTTOKAR,
    PRESTIGE_MOST,
    UNREDUCED,
    Estate,
    State,
)
from turmwart.games.anno1452.steps import (
    CardPlay,
    Dice,
    Discard,
    Draw,
    Election,
    Moving,
    Ordering,
    Plague,
    Refill,
    Step,
)
from turmwart.games.anno1452.steps import Choice as Choosing
from turmwart.games.anno1452.unfold import Unfolding
from turmwart.games.anno1452.waiting import dice_waiting
from turmwart.kernel.chance import Roll
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Text

OF_A_SEAT = ("gold", "prestige", "hand")
OF_NOBODY = ("king_soldiers", "anti_king_soldiers", "unseen")


def correct_number(state: State, command: CorrectNumber, roll: Roll) -> Handled:
    """Correct Gold, prestige, a hand, Soldiers or the discard pile.

    Rule: A-DATA-7, A-INV-3, A-INV-4, A-INV-6.
    """
    del roll
    what, seat, now = command.what, command.seat, command.value
    known = (what in OF_A_SEAT and seat in state.seats) or (what in OF_NOBODY and not seat)
    if not known:
        yield refused("A-DATA-7", "nothing_to_correct", what=what)
        return
    if not command.reason.strip():
        yield refused("A-DATA-7", "reason_missing")
    was = _number(state, what, seat)
    most = {
        "gold": None,
        "prestige": PRESTIGE_MOST,
        "hand": was + state.deck,
        "unseen": was + state.deck,
        "king_soldiers": was + _free_soldiers(state) if state.king.seat else 0,
        "anti_king_soldiers": was + _free_soldiers(state) if state.anti_king.seat else 0,
    }[what]
    if now < 0 or (most is not None and now > most):
        yield refused("A-INV-6", "number_cannot_be", value=now)
    if what == "gold":
        yield from _owed(state, seat, now)
    if now != was:
        corrected = NumberCorrected(what, seat, was, now, command.reason.strip())
        yield corrected
        if what == "hand":
            yield from _asked_anew(state, seat)
        yield from _compared_anew(state, (corrected,))


def _owed(state: State, seat: str, gold: int) -> Iterator[Objection]:
    """Object where a card that is being played could not be paid for any more.

    Rule: A-CARD-COND-5, A-INV-6.
    """
    for step in state.stack:
        if not isinstance(step, CardPlay) or step.seat != seat:
            continue
        mode = mode_of(state, step.card, step.timing, step.as_city)
        cost = 0 if mode is None else sum(_cost(term) for term in mode.result[step.done :])
        if gold < cost:
            yield refused("A-INV-6", "gold_is_owed", card=card_name(state, step.card), cost=cost)


def _cost(term: Term) -> int:
    """Gold that a result of a card takes."""
    if term.name == "gold":
        return max(0, -term.number("n"))
    return term.number("cost") if term.name == "gain_city" else 0


def _asked_anew(state: State, seat: str) -> Iterator[Event]:
    """What phase 1 or an Excommunication asks of a player, by the hand as it is now.

    Rule: A-ER-CARDS-2 to A-ER-CARDS-4, A-CARD-SPEC-KIRCHENBANN-AR.
    """
    step = state.top
    if not isinstance(step, Draw | Discard) or len(state.stack) < 2:
        return
    task = state.stack[-2]
    if isinstance(task, Refill) and task.seat == seat:
        yield StepEnded(type(step).__name__)
        stage = "draw" if isinstance(step, Draw) else "discard"
        yield StepChanged(replace(task, stage=stage))
    elif isinstance(task, CardPlay) and (step.seat, step.reason) == (seat, "excommunication"):
        yield StepEnded(type(step).__name__)
        yield StepChanged(replace(task, done=task.done - 1))


def _compared_anew(state: State, corrected: tuple[Event, ...]) -> Iterator[Event]:
    """Dice for a tie are waited for no more where those who tie are others now.

    Rule: A-CORON-3, A-ANTI-2, A-ORDER-3, A-ORDER-4.
    """
    dice = dice_waiting(state)
    task = state.stack[-1 - len(dice)] if len(state.stack) > len(dice) > 0 else None
    chain = Unfolding(state)
    chain.extend(corrected)
    with suppress(Unknown):
        chain.extend(settle_consequences(chain.state))
    anew: Step
    if isinstance(task, Election):
        among = elect if task.office == "king" else elect_anti_king
        same = among(state) == among(chain.state)
        anew = replace(task, tied=(), thrown=())
    elif isinstance(task, Ordering):
        rest = tuple(seat for seat in state.order if seat not in task.places)
        same = by_prestige(state, rest) == by_prestige(chain.state, rest)
        anew = replace(task, groups=(), thrown=())
    else:
        return
    if not same:
        yield from (StepEnded("Dice") for _ in dice)
        yield StepChanged(anew)


def correct_estate(state: State, command: CorrectEstate, roll: Roll) -> Handled:
    """Put an Estate on the board, take one off, or change one.

    Rule: A-DATA-7, A-INV-1, A-INV-2.
    """
    del roll
    if state.battle is not None:
        yield not_now(state)
    reason = command.reason.strip()
    if not reason:
        yield refused("A-DATA-7", "reason_missing")
    if command.estate and not state.has_estate(command.estate):
        yield refused("A-DATA-7", "no_such_estate", estate=command.estate)
        return
    was = state.estate(command.estate) if command.estate else None
    if was is not None and any(was.id in _at_hand(step) for step in state.stack):
        yield refused("A-DATA-7", "estate_at_hand", estate=estate_label(state, was))
    if command.value == 0:
        if was is None:
            yield refused("A-DATA-7", "no_such_estate", estate=command.estate)
        else:
            yield EstateCorrected(was, was, reason)
            yield EstateRemoved(was, "correction")
            yield from _compared_anew(state, (EstateRemoved(was, "correction"),))
        return
    owners = (*state.seats, OTTOKAR) if state.ottokar_colour else state.seats
    if command.owner not in owners or command.region not in state.board.region_ids:
        yield refused("A-DATA-7", "nothing_to_correct", what=command.owner)
        return
    now = replace(
        was or new_estate(state, command.owner, command.region),
        owner=command.owner,
        region=command.region,
        value=command.value,
        city=command.city,
        citizens=command.citizens,
    )
    yield from _estate_refusals(state, was, now)
    placed: tuple[Event, ...] = (EstatePlaced(now, "correction"),) if was is None else ()
    corrected = (*placed, EstateCorrected(was or now, now, reason))
    yield from corrected
    yield from _compared_anew(state, corrected)


def _at_hand(step: Step) -> tuple[str, ...]:
    """Estates that a step goes on with; it could not if they were others, or gone."""
    match step:
        case Dice() | Moving():
            return (step.estate,)
        case Choosing():
            return step.options
        case CardPlay():
            return (*step.bound, step.chosen)
        case Plague():
            return step.struck
    return ()


def _estate_refusals(state: State, was: Estate | None, now: Estate) -> Iterator[Objection]:
    others = [one for one in state.estates if was is None or one.id != was.id]
    own = [one for one in others if one.owner == now.owner]
    here = [one for one in others if one.region == now.region]
    facts = state.board.region(now.region)
    if not 1 <= now.value <= UNREDUCED or now.citizens < 0:
        yield refused("A-STATE-2", "number_cannot_be", value=now.value)
    if len(own) + 1 > ESTATES_EACH:
        yield refused("A-INV-1", "no_estate_left")
    if sum(one.citizens for one in own) + now.citizens > CITIZENS_EACH:
        yield refused("A-INV-1", "no_citizens_left", left=0)
    # No digit is above six, so more can be right in no region (A-COMP-11).
    limit = LIMIT_MOST if facts.estate_limit is None else facts.estate_limit
    if len(here) + 1 > limit:
        yield refused("A-INV-2", "region_full", region=region_name(state, now.region))
    cities = sum(one.city for one in here) + now.city
    if facts.city_limit is not None and now.city and cities > facts.city_limit:
        yield refused("A-INV-2", "no_city_room", region=region_name(state, now.region))


def _free_soldiers(state: State) -> int:
    used = state.king.soldiers + state.anti_king.soldiers
    if state.battle is not None:
        used += (state.battle.attacker_soldiers or 0) + (state.battle.defender_soldiers or 0)
    return state.soldiers_total - used


def _number(state: State, what: str, seat: str) -> int:
    if what in OF_A_SEAT:
        number: int = getattr(state.player(seat), what)
        return number
    if what == "unseen":
        return state.unseen
    return (state.king if what == "king_soldiers" else state.anti_king).soldiers


def _prompts(state: State, seat: str | None) -> Iterator[Prompt]:
    del seat
    if state.phase == "order":
        return
    words = tuple(Option(word, f"anno1452.number.{word}") for word in (*OF_A_SEAT, *OF_NOBODY))
    nobody = Option("", "anno1452.option.nobody")
    slots = (
        Choice("what", words),
        Choice("seat", (*seat_options(state, state.seats), nobody)),
        Number("value", 0),
        Text("reason"),
    )
    yield Prompt(f"{ID}correct_number", "CorrectNumber", "", False, slots, (), "A-DATA-7")
    if state.battle is not None:
        return
    new = Option("", "anno1452.option.new_estate")
    owners = seat_options(state, state.seats)
    if state.ottokar_colour:
        owners = (*owners, Option(OTTOKAR, "anno1452.ottokar"))
    truth = (Option(False, "anno1452.no"), Option(True, "anno1452.yes"))
    yield Prompt(
        f"{ID}correct_estate",
        "CorrectEstate",
        "",
        False,
        (
            Choice("estate", (new, *owned_options(state, (one.id for one in state.estates)))),
            Choice("owner", owners),
            Choice("region", region_options(state, state.board.region_ids)),
            Number("value", 0, UNREDUCED, UNREDUCED),
            Choice("city", truth, False),
            Number("citizens", 0, 6, 0),
            Text("reason"),
        ),
        (),
        "A-DATA-7",
    )


AREA = Area(
    handlers={CorrectNumber: correct_number, CorrectEstate: correct_estate},
    prompts={"": _prompts},
)
