"""Objections that several parts of the rules raise."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.wallenstein.state import ACTIONS, TILES, State
from turmwart.games.wallenstein.whereabouts_events import LOST
from turmwart.kernel.decision import Objection


def wrong_choice(rule: str, text: str, **values: int | str) -> Objection:
    """An objection that cannot be waived, since the books could not follow."""
    return Objection(
        rule, f"wallenstein.objection.{text}", tuple(sorted(values.items())), waivable=False
    )


def doubtful(rule: str, text: str, **values: int | str) -> Objection:
    """An objection that the table may waive."""
    return Objection(rule, f"wallenstein.objection.{text}", tuple(sorted(values.items())))


def reasoned(reason: str) -> Iterator[Objection]:
    """Object where a correction gives no reason. Rule: W-CUBE-12."""
    if not reason.strip():
        yield wrong_choice("W-CUBE-12", "reason_missing")


def not_now(state: State) -> Objection:
    """The step is not due: a battle comes first, or the game is elsewhere.

    Rule: W-PHASE-1, W-PHASE-3, W-BATTLE-3.
    """
    if state.awaiting_throw and state.battle is not None:
        return wrong_choice(
            "W-BATTLE-3", "battle_first", province=named(state, state.battle.province)
        )
    rule = "W-PHASE-3" if state.season == "winter" else "W-PHASE-1"
    return wrong_choice(rule, "not_now", phase=f"@wallenstein.phase.{state.phase}")


def due(state: State, *phases: str) -> Iterator[Objection]:
    """Object unless the game is in one of ``phases`` and no throw is awaited."""
    if state.phase not in phases or state.awaiting_throw:
        yield not_now(state)


def named(state: State, card: str) -> str:
    """A card as a value of a text: a province's name, an action, a tile, else as entered."""
    if card in ACTIONS:
        return f"@wallenstein.action.{card}"
    if card in TILES:
        return f"@wallenstein.tile.{card}"
    known = (facts.label for facts in state.board.provinces if facts.id == card)
    return next(known, card)


def place_named(state: State, place: str) -> str:
    """A place of cubes as a value of a text: a province's name, a text, else as entered."""
    province = place.removeprefix("province:")
    if any(facts.id == province for facts in state.board.provinces):
        return state.label(province)
    if place in ("supply", "sites", "hand", "tower", "tray", "box", LOST):
        return f"@wallenstein.place.{place}"
    return place


def draw_of(
    state: State,
    cards: tuple[str, ...],
    count: int,
    allowed: tuple[str, ...],
    rule: str,
    *,
    count_rule: str = "",
) -> Iterator[Objection]:
    """Object unless ``cards`` are ``count`` different ones of ``allowed``.

    ``count_rule`` is the rule that fixes the number where ``rule`` says only which cards there are.
    """
    for card in cards:
        if card not in allowed:
            yield wrong_choice(rule, "not_there", card=named(state, card))
    if len(cards) != count or len(set(cards)) != count:
        yield wrong_choice(count_rule or rule, "wrong_count", count=count)
