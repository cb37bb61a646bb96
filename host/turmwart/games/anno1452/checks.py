"""Objections that several parts of the rules raise."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452.state import OTTOKAR, State, Turn
from turmwart.kernel.decision import Objection


def refused(rule: str, text: str, **values: int | str) -> Objection:
    """An objection that cannot be waived, since the books could not follow."""
    return Objection(
        rule, f"anno1452.objection.{text}", tuple(sorted(values.items())), waivable=False
    )


def doubtful(rule: str, text: str, **values: int | str) -> Objection:
    """An objection that the table may waive."""
    return Objection(rule, f"anno1452.objection.{text}", tuple(sorted(values.items())))


def not_now(state: State, rule: str = "A-AR-16") -> Objection:
    """The step is not due: something else must be done first."""
    return refused(rule, "not_now", phase=f"@anno1452.phase.{state.phase}")


def in_phase(state: State, *phases: str, rule: str = "A-ER-3") -> Iterator[Objection]:
    """Object unless the game is in one of the phases and nothing is under way."""
    if state.phase not in phases or state.stack:
        yield not_now(state, rule)


def own_action(state: State, seat: str) -> Iterator[Objection]:
    """Object unless a seat may take an action now.

    Rule: A-AR-11, A-AR-16.
    """
    turn = state.acting
    if state.phase != "round" or state.stack or turn is None:
        yield not_now(state, "A-AR-11")
    elif turn.seat != seat:
        yield refused("A-AR-11", "not_your_turn", player=state.player(turn.seat).name)
    elif turn.left < 1:
        yield refused("A-AR-12", "no_action_left")


def acting(state: State) -> Turn:
    """The turn under way.

    Raises:
        ValueError: none is.
    """
    if state.acting is None:
        raise ValueError("no turn is under way")
    return state.acting


def affordable(state: State, seat: str, cost: int, rule: str) -> Iterator[Objection]:
    """Object unless a player can pay in full.

    Rule: A-PRES-6, A-ACT-BUILD-6.
    """
    gold = state.player(seat).gold
    if gold < cost:
        yield refused(rule, "too_little_gold", cost=cost, gold=gold)


def region_name(state: State, region: str) -> str:
    """A region as a value of a text."""
    return state.board.region(region).label or f"@anno1452.unnamed.{region}"


def owner_name(state: State, owner: str) -> str:
    """A player, or Ottokar, as a value of a text; empty for nobody."""
    if owner == OTTOKAR:
        return "@anno1452.ottokar"
    return state.player(owner).name if owner else ""


def card_name(state: State, card: str) -> str:
    """A card as a value of a text."""
    facts = state.board.card(card)
    return facts.title or facts.title_en
