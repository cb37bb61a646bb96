"""Cards that are drawn, discarded and told; who holds which stays secret."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452.area import Area, Handled, Values
from turmwart.games.anno1452.cardtable import FORCED_KINDS
from turmwart.games.anno1452.checks import card_name, not_now, owner_name, refused
from turmwart.games.anno1452.commands import Command, DiscardCards, DrawCards, TellHand
from turmwart.games.anno1452.events_cards import (
    CardsDiscarded,
    CardsDrawn,
    DeckShuffled,
    DisplayLaid,
    ForcedDrawn,
    HandTold,
)
from turmwart.games.anno1452.holding import drawable, holdable, offered, unheld
from turmwart.games.anno1452.options import ID, card_options
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import Discard, Draw
from turmwart.kernel.chance import Roll
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Several

DISPLAY = ""
"""Seat of a draw for the display (variant B)."""


def draw_cards(state: State, command: DrawCards, roll: Roll) -> Handled:
    """Cards were drawn one by one; an instant or the shuffle card ends the report.

    Rule: A-INSTANT-1 to A-INSTANT-5, A-ER-8, A-ER-CARDS-4, A-ER-CARDS-5, A-SETUP-4, A-SETUP-5,
    A-CARD-SHUFFLE-1, A-ASK-2, A-INV-10.
    """
    del roll
    step = state.top
    if not isinstance(step, Draw):
        yield not_now(state, "A-ASK-2")
        return
    if command.seat != step.seat:
        yield refused("A-ASK-2", "another_draws", player=owner_name(state, step.seat))
    yield from _drawn_refusals(state, command, step)
    yield from _forced_refusals(state, command.forced)
    if command.plain and step.seat == DISPLAY:
        yield DisplayLaid(command.shown, command.witness)
    elif command.plain:
        yield CardsDrawn(step.seat, command.plain, command.ids, command.witness)
    if command.forced:
        shuffle = state.board.card(command.forced).kind == "shuffle"
        unused = not state.in_force.instant_used and step.reason != "deal"
        yield ForcedDrawn(step.seat, command.forced, shuffle or unused)
        if shuffle:
            deck = state.deck - command.plain + len(state.discards) + state.unseen
            yield DeckShuffled(deck)


def discard_cards(state: State, command: DiscardCards, roll: Roll) -> Handled:
    """A player discards cards of his choice; those that were shown are named.

    Rule: A-ER-CARDS-2, A-ER-CARDS-3, A-CARD-SPEC-DIPLOMATIE-ER, A-CARD-SPEC-KIRCHENBANN-AR,
    A-VAR-A-1, A-VAR-A-2.
    """
    del roll
    step = next((one for one in _discards(state) if one.seat == command.seat), None)
    if step is None:
        yield not_now(state, "A-ER-CARDS-2")
        return
    least, most = _span(state, step)
    if not least <= command.count <= most:
        yield refused("A-ER-CARDS-2", "wrong_number_discarded", least=least, most=most)
    if len(command.shown) > command.count:
        yield refused("A-ER-CARDS-2", "more_shown_than_discarded", count=command.count)
    yield from unheld(state, command.shown, "A-ER-CARDS-2")
    yield CardsDiscarded(command.seat, command.count, command.shown, step.reason)


def tell_hand(state: State, command: TellHand, roll: Roll) -> Handled:
    """A player tells cards of his hand; they help him alone.

    Rule: A-ASK-1, A-STATE-9.
    """
    del roll
    if len(command.ids) > state.player(command.seat).hand:
        yield refused("A-STATE-9", "more_than_in_hand", count=state.player(command.seat).hand)
    yield from unheld(state, command.ids, "A-STATE-9")
    yield HandTold(command.seat, command.ids)


def _drawn_refusals(state: State, command: DrawCards, step: Draw) -> Iterator[Objection]:
    fewest = 0 if command.forced else 1
    most = step.left - 1 if command.forced else step.left
    if not fewest <= command.plain <= most:
        yield refused("A-INSTANT-3", "wrong_number_drawn", most=most)
    if command.plain + bool(command.forced) > state.deck:
        yield refused("A-INV-10", "deck_too_small", deck=state.deck)
    shown, told = (len(command.shown), len(command.ids))
    if step.seat == DISPLAY and (shown != command.plain or told):
        yield refused("A-VAR-B-1", "display_is_shown", count=command.plain)
    if step.seat != DISPLAY and (shown or told not in (0, command.plain)):
        yield refused("A-STATE-9", "tell_all_or_none", count=command.plain)
    yield from unheld(state, (*command.shown, *command.ids), "A-INV-4")


def _forced_refusals(state: State, card: str) -> Iterator[Objection]:
    if not card:
        return
    if not state.board.has_card(card) or state.board.card(card).kind not in FORCED_KINDS:
        yield refused("A-INSTANT-1", "no_instant", card=card)
    elif card not in drawable(state):
        yield refused("A-INV-4", "card_lies_open", card=card_name(state, card))


def _discards(state: State) -> Iterator[Discard]:
    """Players who discard now; each may be the first."""
    for step in reversed(state.stack):
        if not isinstance(step, Discard):
            return
        yield step


def _span(state: State, step: Discard) -> tuple[int, int]:
    """Fewest and most cards to discard; never more than a corrected hand still has."""
    hand = state.player(step.seat).hand
    return min(step.least, hand), min(step.most, hand)


def _draw_prompts(state: State, viewer: str | None) -> Iterator[Prompt]:
    step = state.top
    if not isinstance(step, Draw):
        return
    none = Option("", "anno1452.option.no_instant")
    forced = Choice("forced", (none, *card_options(state, drawable(state))), "")
    slots: tuple[Number | Choice | Several, ...] = (
        Number("plain", 0, step.left, step.left),
        forced,
    )
    if step.seat == DISPLAY:
        slots = (*slots, Several("shown", card_options(state, holdable(state)), 0, step.left, True))
    elif viewer == step.seat:
        slots = (*slots, Several("ids", card_options(state, holdable(state)), 0, step.left))
    yield Prompt(
        f"{ID}draw_{step.reason}",
        "DrawCards",
        step.seat,
        True,
        slots,
        (("seat", step.seat),),
        "A-ASK-2",
        (("player", owner_name(state, step.seat)), ("count", step.left)),
    )


def _discard_prompts(state: State, viewer: str | None) -> Iterator[Prompt]:
    for step in _discards(state):
        options = card_options(state, offered(state, step.seat, viewer))
        least, most = _span(state, step)
        yield Prompt(
            f"{ID}discard_{step.reason}",
            "DiscardCards",
            step.seat,
            True,
            (
                Number("count", least, most, least),
                Several("shown", options, 0, min(most, len(options))),
            ),
            (("seat", step.seat),),
            "A-ER-CARDS-2",
            (("player", owner_name(state, step.seat)), ("least", least), ("most", most)),
        )


def _tell_prompts(state: State, viewer: str | None) -> Iterator[Prompt]:
    """Only the owner is asked for his cards."""
    if viewer is None or viewer not in state.seats or not state.player(viewer).hand:
        return
    hand = state.player(viewer).hand
    yield Prompt(
        f"{ID}tell_hand",
        "TellHand",
        viewer,
        False,
        (Several("ids", card_options(state, holdable(state)), 0, hand),),
        (("seat", viewer),),
        "A-ASK-1",
        (("count", hand),),
    )


def _draw_legal(state: State, viewer: str | None) -> Iterator[Command]:
    step = state.top
    if not isinstance(step, Draw) or viewer not in (None, step.seat):
        return
    if step.seat == DISPLAY:
        cards = holdable(state)[: step.left]
        yield DrawCards(DISPLAY, len(cards), shown=cards)
    elif step.left <= state.deck:
        yield DrawCards(step.seat, step.left)
    for card in drawable(state):
        yield DrawCards(step.seat, 0, card)
        if step.left > 1 and step.seat != DISPLAY:
            yield DrawCards(step.seat, 1, card)


def _discard_legal(state: State, viewer: str | None) -> Iterator[Command]:
    for step in _discards(state):
        if viewer in (None, step.seat):
            least, most = _span(state, step)
            for count in range(least, most + 1):
                yield DiscardCards(step.seat, count)


def _forced_values(event: ForcedDrawn, state: State) -> Values:
    shuffle = state.board.card(event.card).kind == "shuffle"
    where = "Display" if event.seat == DISPLAY else ""
    effect = "Shuffle" if shuffle else "" if event.effective else "Unused"
    return {"variant": f"{effect}{where}"}


def _discarded_values(event: CardsDiscarded, state: State) -> Values:
    del state
    return {"variant": "Shown" if event.shown else ""}


def _told_values(event: HandTold, state: State) -> Values:
    return {"player": owner_name(state, event.seat), "count": len(event.ids)}


AREA = Area(
    handlers={DrawCards: draw_cards, DiscardCards: discard_cards, TellHand: tell_hand},
    prompts={Draw: _draw_prompts, Discard: _discard_prompts, "": _tell_prompts},
    legal={Draw: _draw_legal, Discard: _discard_legal},
    describe={
        ForcedDrawn: _forced_values,
        CardsDiscarded: _discarded_values,
        HandTold: _told_values,
    },
)
