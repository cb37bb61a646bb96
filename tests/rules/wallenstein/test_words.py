"""Prompts, objections and the log have words for everything they name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.asking import card_option
from turmwart.games.wallenstein.board import (
    BUILDINGS,
    EVENT_FIELDS,
    EVENT_KINDS,
    FAVOR_KINDS,
    EventFacts,
    FavorFacts,
)
from turmwart.games.wallenstein.court_state import MOVES_FORBIDDEN, Court, Favor
from turmwart.games.wallenstein.court_view import FavorView, court_view
from turmwart.games.wallenstein.events import (
    EVENTS,
    PrintedCorrected,
    PrintedLearnt,
    ValueFlagged,
)
from turmwart.games.wallenstein.prompts import event_option
from turmwart.games.wallenstein.setup import Options
from turmwart.games.wallenstein.state import ACTIONS, PHASES, SEASONS, TILES, State
from turmwart.games.wallenstein.viewing import event_view
from turmwart.kernel.canon import from_plain, state_hash, to_plain
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.decision import Objection
from turmwart.kernel.fold import fold
from turmwart.kernel.prompt import Prompt, Sheet
from turmwart.texts import has, say

from .tables import demo_board, position, real_board, setup, unread_board

GAMES = pytest.mark.parametrize(
    ("players", "board"), [(3, "demo"), (5, "demo"), (3, "real"), (4, "unread"), (4, "court")]
)
BOARDS = {
    "demo": demo_board,
    "real": real_board,
    "unread": unread_board,
    "court": unread_board,
}


def said(text_id: str, values: tuple[tuple[str, int | str], ...]) -> str:
    """The English text; it must be there and have all its places filled."""
    assert has(text_id), text_id
    words = say(text_id, "en", **dict(values))
    assert "{" not in words, (text_id, words)
    assert "[" not in words, (text_id, words)
    assert "@" not in words, (text_id, words)
    return words


def prompt_words(prompt: Prompt) -> Iterator[str]:
    """Text and label of a prompt, its slots and its options."""
    yield said(f"{prompt.id}.text", prompt.values)
    yield said(f"{prompt.id}.label", prompt.values)
    for slot in prompt.slots:
        own = f"{prompt.id}.{slot.name}"
        yield said(own if has(own) else f"wallenstein.slot.{slot.name}", prompt.values)
        rows = slot.rows if isinstance(slot, Sheet) else (slot,)
        for row in rows:
            if row is not slot:
                yield said(f"wallenstein.row.{row.name}", prompt.values)
            for option in getattr(row, "options", ()):
                yield option.label or said(option.text, option.values)


def steps(players: int, board: str) -> Iterator[tuple[State, tuple[Any, ...]]]:
    """A whole game, moves picked by a fixed stride: state before each step, and its events."""
    options = Options(imperial_court=board == "court")
    state: State = fold(GAME, None, GAME.start(setup(players, BOARDS[board](), options)))
    stride = 0
    while legal := list(GAME.legal(state, None)):
        stride += 7919
        decided = GAME.decide(state, legal[stride % len(legal)], no_rolls)
        assert isinstance(decided, tuple)
        yield state, decided
        state = fold(GAME, state, decided)


@GAMES
def test_a_whole_game_in_words(players: int, board: str) -> None:
    """Every line of the log and every prompt of a game can be said; all laws hold throughout."""
    seen: list[tuple[str, int, int]] = []
    for state, events in steps(players, board):
        now = (state.phase, state.turn, state.actions_done)
        if now not in seen[-1:]:
            seen.append(now)
            assert all(words for p in GAME.prompts(state, None) for words in prompt_words(p))
        after = state
        for event in events:
            after = GAME.apply(after, event)
            assert GAME.invariants(after) == ()
            assert said(*GAME.describe(event, after))
    assert seen[-1][0] == "over"


def test_stored_form_of_events_and_state() -> None:
    """Whatever a game consists of comes back from its plain form, with the same hash."""
    events: list[Any] = [*GAME.start(setup(5))]
    for _, decided in steps(5, "demo"):
        events.extend(decided)
    stored = [from_plain(type(event), to_plain(event)) for event in events]
    assert stored == events
    state = fold(GAME, None, events)
    assert from_plain(State, to_plain(state)) == state
    assert state_hash(fold(GAME, None, stored)) == state_hash(state)


def test_every_event_has_a_line() -> None:
    """Also those that a quiet game does not bring."""
    special = (
        "CardTakenFromDeck",
        "BattleSettledDevastated",
        "AudienceBeganEmpty",
        "FavorPassedByChoice",
        "FavorPlacedRefused",
        "CourtEndedAllTaken",
        "AttackForbiddenByHand",
        "EventCancelledByHand",
        "PrintedLearntFavor",
        "PrintedCorrectedFavor",
        "ValueFlaggedFavor",
    )
    for name in (*EVENTS, *special):
        assert has(f"wallenstein.event.{name}"), name


PRINTED = (
    ("province", "dunmere", "region", "northmark"),
    ("neighbours", "dunmere", "elmscar", "yes"),
    ("event", "blight", "kind", "tax_max"),
    ("event", "blight", "grain_loss", 3),
    ("famine", "2", "provinces", 1),
    ("lineup", "lineup_4_C", "group_1", "dunmere"),
    ("board", "grain_track", "grain_track_max", 18),
    ("favor", "3", "kind", "armies"),
)


@pytest.mark.rule("W-DATA-2", "W-DATA-3")
@pytest.mark.parametrize(("kind", "key", "field", "value"), PRINTED)
def test_what_is_learnt_is_said_in_words(kind: str, key: str, field: str, value: Any) -> None:
    """In the log no value is called by what it is stored under."""
    state = position().state
    learnt = GAME.describe(PrintedLearnt(kind, key, field, value), state)
    words = said(*learnt)
    stored = {key, field, value} & {"blight", "lineup_4_C", "grain_track", "group_1", "tax_max"}
    assert not any(name in words for name in (*stored, "northmark")), words
    if kind != "lineup":
        said(*GAME.describe(PrintedCorrected(kind, key, field, value, value), state))
        said(*GAME.describe(ValueFlagged(kind, key, field, value, value), state))
    assert dict(learnt[1])["value"] != "yes"


def test_names_of_things() -> None:
    """Actions, tiles, seasons, phases, buildings, kinds of event."""
    families = {
        "action": ACTIONS,
        "tile": TILES,
        "season": SEASONS,
        "phase": PHASES,
        "building": BUILDINGS,
        "event_kind": EVENT_KINDS,
        "used": (*ACTIONS, "bid", "exchange", "conquered"),
        "favor_kind": FAVOR_KINDS,
        "forbidden_move": MOVES_FORBIDDEN,
        "outcome": ("attacker_wins", "defender_wins", "tie"),
        "battle": ("player", "neutral", "revolt", "famine", "fill"),
    }
    for family, names in families.items():
        for name in names:
            assert has(f"wallenstein.{family}.{name}"), (family, name)


@pytest.mark.parametrize("kind", EVENT_KINDS)
def test_every_event_card_can_be_named(kind: str) -> None:
    """By what it does, whatever number from 0 to 12 and building it names."""
    state = position().state
    for number in range(13):
        for building in BUILDINGS:
            values: dict[str, object] = {
                "value": number,
                "building": building,
                "recruit_5": number,
                "recruit_3": number,
                "text": "as printed",
            }
            needed = {field: values[field] for field in EVENT_FIELDS[kind]}
            card = EventFacts("blight", kind, **needed)  # type: ignore[arg-type]
            events = tuple(card if e.id == "blight" else e for e in state.board.events)
            option = event_option(
                replace(state, board=replace(state.board, events=events)), "blight"
            )
            assert option.label or said(option.text, ())


@pytest.mark.rule("W-DATA-3")
def test_a_corrected_card_is_named_by_its_new_kind_alone() -> None:
    """Values and words of the kind it was taken for before are no part of its name."""
    left = EventFacts("e", "tax_max", 5, "palace", 3, 2, 4, "as printed")
    named = card_option("e", left)
    assert (named.label, named.text) == ("", "wallenstein.event_card.tax_max_5")
    assert event_view(left).text == ""
    lots = card_option("e", replace(left, value=66))
    assert said(lots.text, ())
    plenty = card_option("e", replace(left, kind="recruit_yield", value=7))
    assert plenty.text == "wallenstein.event_card.recruit_yield_3"
    state = position().state
    favors = (FavorFacts(3, "immune_both", 5, "palace", "as printed"),)
    court = Court((), (Favor(3, 4),))
    shown = court_view(replace(state, board=replace(state.board, favors=favors), court=court))
    assert shown is not None
    assert shown.favors == (FavorView(3, 4, "", "immune_both", None, "", ""),)


def test_objections_can_be_said() -> None:
    """Every command of the game, at the wrong moment, is refused in words or accepted."""
    play = position()
    refused = 0
    for state, _ in steps(3, "demo"):
        if state.actions_done not in (0, 5) or state.turn:
            continue
        for command in (c for other in (play.state, state) for c in GAME.legal(other, None)):
            decided = GAME.decide(state, command, no_rolls)
            if isinstance(decided, Objection):
                assert said(decided.detail, decided.values)
                refused += 1
    assert refused > 100
