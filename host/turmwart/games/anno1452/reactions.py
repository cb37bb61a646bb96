"""Reaction cards in their window: who is asked, what may be played, for which side."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452.area import Handled
from turmwart.games.anno1452.battle import (
    ATTACKER,
    DEFENDER,
    RELIEF,
    SIDES,
    under_way,
)
from turmwart.games.anno1452.board import Unknown, near
from turmwart.games.anno1452.cardtable import Card
from turmwart.games.anno1452.checks import card_name, doubtful, not_now, refused
from turmwart.games.anno1452.commands import Command, PassReaction, React
from turmwart.games.anno1452.conditions import fulfilled
from turmwart.games.anno1452.events_battle import ReactionPassed, ReactionPlayed
from turmwart.games.anno1452.events_cards import CardPlayed
from turmwart.games.anno1452.holding import holdable, offered, unheld
from turmwart.games.anno1452.options import ID, card_options, estate_options
from turmwart.games.anno1452.reducing import reduce_estate
from turmwart.games.anno1452.state import UNREDUCED, Estate, Reaction, State
from turmwart.kernel.chance import Roll
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, Option, Prompt, Several

ONE_SIDED = {"nullify_faces": DEFENDER, "city_fortified": DEFENDER, "city_betrayed": ATTACKER}
"""Result of a card -> the only side it can support; the others support the side named."""


def battle_cards(state: State) -> tuple[Card, ...]:
    """All reaction cards for battles; Childbed answers any action and is played apart.

    Rule: A-ACT-CARD-5.
    """
    return tuple(
        card
        for card in state.board.cards
        if card.kind == "reaction" and card.modes[0].timing == "AR"
    )


def own_side(state: State, seat: str) -> str:
    """The side of a player who takes part; empty for all others.

    Rule: A-BATTLE-19.
    """
    battle = under_way(state)
    return {battle.attacker: ATTACKER, battle.defender: DEFENDER}.get(seat, "")


def still_asked(state: State) -> tuple[str, ...]:
    """Seats that may still play a card before the next throw, in the order in which they are asked.

    Who holds no card at all, or played one for this action, is not asked.

    Rule: A-BATTLE-16, A-BATTLE-18, A-ACT-CARD-6, A-VAR-E-1.
    """
    battle = under_way(state)
    sides = [seat for seat in (battle.attacker, battle.defender) if seat in state.seats]
    in_turn = state.round_order or state.order or state.seats
    others = [seat for seat in in_turn if seat not in sides]
    seats = sides if state.settings.plays("E") else [*sides, *others]
    return tuple(
        seat
        for seat in seats
        if state.player(seat).hand
        and seat not in state.reacted
        and seat not in battle.passed
        and next(offers(state, seat), None) is not None
    )


def offers(state: State, seat: str) -> Iterator[tuple[Card, str]]:
    """Cards that a player could play now if he holds them, and the sides each can support."""
    hidden = holdable(state)
    for card in battle_cards(state):
        if card.id in hidden and fulfilled(state, seat, card.modes[0].condition, card.id):
            for side in _sides(state, seat, card):
                if _relief(card) and not relievers(state, seat, side):
                    continue
                yield card, side


def relievers(state: State, seat: str, side: str) -> tuple[Estate, ...]:
    """Own Estates that a player may reduce for a Relieving Force, as far as anybody knows.

    Rule: A-BATTLE-23, A-CARD-REACT-ENTSATZHEER; ``relief_origin``.
    """
    battle = under_way(state)
    origin = _origin(state, side)
    found = []
    for one in state.owned(seat):
        if one.value != UNREDUCED or one.id in (battle.force, battle.target):
            continue
        try:
            reaches = near(state.board, origin, one.region)
        except Unknown:
            reaches = True
        if reaches:
            found.append(one)
    return tuple(found)


def _origin(state: State, side: str) -> str:
    """Region from which a Relieving Force is within reach.

    Rule: A-OPEN-12.
    """
    battle = under_way(state)
    if state.settings.relief_origin == "fighting_estate" and side == ATTACKER:
        return battle.source
    return battle.region


def _relief(card: Card) -> bool:
    return any(term.name == "relief_dice" for term in card.modes[0].result)


def _sides(state: State, seat: str, card: Card) -> tuple[str, ...]:
    """Sides that a card in the hand of ``seat`` can support."""
    own = own_side(state, seat)
    sides = (own,) if own else SIDES
    only = {ONE_SIDED[term.name] for term in card.modes[0].result if term.name in ONE_SIDED}
    return tuple(side for side in sides if not only or side in only)


def react(state: State, command: React, roll: Roll) -> Handled:
    """Play a reaction card.

    Rule: A-ACT-CARD-5, A-ACT-CARD-6, A-BATTLE-16 to A-BATTLE-23, A-VAR-E-1, A-CARD-REACT-DOERFER,
    A-CARD-REACT-STAEDTE, A-CARD-REACT-BUERGERWEHR, A-CARD-REACT-ENTSATZHEER,
    A-CARD-REACT-LANDWEHR, A-CARD-REACT-VERRAT.
    """
    del roll
    seat = command.seat
    yield from _window(state)
    card = next((one for one in battle_cards(state) if one.id == command.card), None)
    if card is None or state.battle is None:
        yield refused("A-ACT-CARD-5", "no_battle_card")
        return
    yield from _player(state, seat)
    yield from unheld(state, (card.id,), "A-ACT-CARD-5")
    named = {"card": card_name(state, card.id)}
    mode = card.modes[0]
    if not fulfilled(state, seat, mode.condition, card.id):
        yield doubtful(mode.rule, "no_such_target", **named)
    sides = _sides(state, seat, card)
    side = command.side or (sides[0] if len(sides) == 1 else "")
    if side not in SIDES:
        yield refused("A-BATTLE-19", "side_missing", **named)
        return
    if side not in sides:
        yield refused("A-BATTLE-19", "wrong_side", **named)
    yield from _relief_refusals(state, command, card, side)
    yield CardPlayed(seat, card.id, "reaction")
    for estate in command.estates:
        yield from reduce_estate(state, state.estate(estate), 1, RELIEF)
    yield ReactionPlayed(Reaction(seat, card.id, side, command.estates))


def _window(state: State) -> Iterator[Objection]:
    battle = state.battle
    if battle is None or battle.stage == "soldiers":
        yield not_now(state, "A-ACT-CARD-5")
    elif battle.stage != "reactions":
        yield refused("A-BATTLE-17", "window_closed")


def _player(state: State, seat: str) -> Iterator[Objection]:
    if not state.player(seat).hand:
        yield refused("A-ACT-CARD-1", "no_cards")
    if seat in state.reacted:
        yield doubtful("A-ACT-CARD-6", "one_reaction", player=state.player(seat).name)
    if state.settings.plays("E") and not own_side(state, seat):
        yield doubtful("A-VAR-E-1", "only_the_two_sides")
    asked = still_asked(state)
    if seat in asked and asked[0] != seat:
        yield doubtful("A-BATTLE-18", "not_asked_yet", player=state.player(asked[0]).name)


def _relief_refusals(state: State, command: React, card: Card, side: str) -> Iterator[Objection]:
    estates = command.estates
    if not _relief(card):
        if estates:
            yield refused("A-BATTLE-23", "no_estates_for_this")
        return
    if not estates or len(set(estates)) != len(estates):
        yield refused("A-BATTLE-23", "relief_needs_estates")
    battle = under_way(state)
    for estate in estates:
        own = state.has_estate(estate) and state.estate(estate).owner == command.seat
        if not own or estate in (battle.force, battle.target):
            yield refused("A-BATTLE-23", "not_your_free_estate", estate=estate)
            continue
        here = state.estate(estate)
        if here.value != UNREDUCED:
            yield refused("A-BATTLE-23", "already_reduced", estate=estate)
        if not near(state.board, _origin(state, side), here.region):
            yield doubtful("A-BATTLE-23", "too_far_for_relief", estate=estate)


def pass_reaction(state: State, command: PassReaction, roll: Roll) -> Handled:
    """Play no card now; without a seat nobody does.

    Rule: A-BATTLE-18.
    """
    del roll
    if state.battle is None or state.battle.stage != "reactions":
        yield not_now(state, "A-BATTLE-18")
        return
    asked = still_asked(state)
    if command.seat and command.seat not in asked:
        yield refused("A-BATTLE-18", "not_asked")
        return
    for seat in (command.seat,) if command.seat else asked:
        yield ReactionPassed(seat)


def prompts(state: State, viewer: str | None) -> Iterator[Prompt]:
    """Ask the player who is due; only he himself is offered what he told of his hand.

    Rule: A-BATTLE-18, A-ASK-1.
    """
    asked = still_asked(state)
    if not asked:
        return
    seat = asked[0]
    values = (("player", state.player(seat).name),)
    fixed = (("seat", seat),)
    held = offered(state, seat, viewer)
    found = tuple((card, side) for card, side in offers(state, seat) if card.id in held)
    plain = tuple(dict.fromkeys(card.id for card, _ in found if not _relief(card)))
    sides = () if own_side(state, seat) else (_side_choice(SIDES),)
    if plain:
        slots = (Choice("card", card_options(state, plain)), *sides)
        yield Prompt(f"{ID}react", "React", seat, False, slots, fixed, "A-BATTLE-16", values)
    for card in dict.fromkeys(card.id for card, _ in found if _relief(card)):
        helped = tuple(side for one, side in found if one.id == card)
        reach = tuple(
            dict.fromkeys(one.id for side in helped for one in relievers(state, seat, side))
        )
        estates = Several("estates", estate_options(state, reach), 1, len(reach))
        own = () if own_side(state, seat) else (_side_choice(helped),)
        yield Prompt(
            f"{ID}relieve",
            "React",
            seat,
            False,
            (estates, *own),
            (*fixed, ("card", card)),
            "A-BATTLE-23",
            (*values, ("card", card_name(state, card))),
        )
    yield Prompt(f"{ID}pass_reaction", "PassReaction", seat, True, (), fixed, "A-BATTLE-18", values)
    if len(asked) > 1:
        yield Prompt(f"{ID}no_reactions", "PassReaction", "", False, (), (), "A-BATTLE-18")


def _side_choice(sides: tuple[str, ...]) -> Choice:
    return Choice("side", tuple(Option(side, f"anno1452.side.{side}") for side in sides))


def legal(state: State, seat: str | None) -> Iterator[Command]:
    """Each card that the player who is due may hold, for each side; to pass."""
    asked = still_asked(state)
    if not asked or seat not in (None, asked[0]):
        return
    due = asked[0]
    yield PassReaction(due)
    for card, side in offers(state, due):
        if not _relief(card):
            yield React(due, card.id, side)
            continue
        reach = tuple(one.id for one in relievers(state, due, side))
        for count in range(1, len(reach) + 1):
            yield React(due, card.id, side, reach[:count])
