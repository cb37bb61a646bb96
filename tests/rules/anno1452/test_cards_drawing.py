"""Drawing, discarding, telling: numbers, and what stays secret; values printed on cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.change import with_player
from turmwart.games.anno1452.commands import (
    Choose,
    DiscardCards,
    DrawCards,
    DropWish,
    EnterNeighbours,
    EnterPrinted,
    PlayCard,
    PlayChildbed,
    TellHand,
)
from turmwart.games.anno1452.events_board import WishHeld, WishReleased
from turmwart.games.anno1452.events_cards import CardPlayed
from turmwart.games.anno1452.holding import drawable, holdable, offered
from turmwart.games.anno1452.rules import asked
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import Choice, Discard, Draw
from turmwart.kernel.prompt import Choice as ChoiceSlot
from turmwart.kernel.prompt import Prompt
from turmwart.texts import has, say_with

from .cards_play import board, city, event_board, laid, play
from .rounds_play import Play, unread_board

DRAWS_THREE = "marriage-franziska"


def drawing(state: State | None = None) -> Play:
    """A table where the first player draws three cards."""
    table = Play(state or board(["tirol"]))
    table.do(PlayCard("s1", DRAWS_THREE))
    return table


@pytest.mark.rule("A-INSTANT-3", "A-ASK-2")
@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (DrawCards("s2", 3), "A-ASK-2"),
        (DrawCards("s1", 4), "A-INSTANT-3"),
        (DrawCards("s1", 0), "A-INSTANT-3"),
        (DrawCards("s1", 3, "instant-pest"), "A-INSTANT-3"),
        (DrawCards("s1", 3, ids=("reaction-verrat",)), "A-STATE-9"),
        (DrawCards("s1", 1, shown=("reaction-verrat",)), "A-STATE-9"),
        (DrawCards("s1", 1, ids=("instant-pest",)), "A-ACT-CARD-7"),
        (DrawCards("s1", 1, ids=(DRAWS_THREE,)), "A-INV-4"),
        (DrawCards("s1", 1, ids=("nothing",)), "A-INV-4"),
    ],
)
def test_a_draw_that_cannot_be(command: DrawCards, rule: str) -> None:
    """Another player, too many, an instant after the last card, cards that lie open."""
    assert drawing().objection(command).rule == rule


@pytest.mark.rule("A-ASK-2")
def test_nothing_is_drawn_unasked() -> None:
    """No draw is due."""
    assert Play(board()).objection(DrawCards("s1", 1)).rule == "A-ASK-2"
    assert Play(board()).objection(DiscardCards("s1", 1)).rule == "A-ER-CARDS-2"


@pytest.mark.rule("A-INSTANT-3", "A-INV-4")
def test_cards_move_from_the_deck_to_the_hand() -> None:
    """In one report or card by card."""
    table = drawing()
    deck, hand = table.state.deck, table.player("s1").hand
    table.do(DrawCards("s1", 1))
    table.do(DrawCards("s1", 2))
    assert (table.state.deck, table.player("s1").hand) == (deck - 3, hand + 3)


@pytest.mark.rule("A-STATE-9")
def test_a_discard_is_known_where_it_was_shown() -> None:
    """Of three cards one was shown; the owner's others may be among those nobody saw."""
    state = event_board(["tirol"], "income")
    known = ("reaction-verrat", "special-hungersnot", "marriage-anna")
    state = with_player(state, "s1", hand=5, known=known)
    state = replace(state, stack=(Discard("s1", 0, 5, "excommunication"),))
    table = Play(state, settle=False)
    assert table.objection(DiscardCards("s1", 6)).rule == "A-ER-CARDS-2"
    assert table.objection(DiscardCards("s1", 1, known)).rule == "A-ER-CARDS-2"
    assert table.objection(DiscardCards("s1", 1, ("instant-pest",))).rule == "A-ACT-CARD-7"
    table.do(DiscardCards("s1", 3, ("marriage-anna",)))
    assert table.state.discards == ("marriage-anna",)
    assert table.state.unseen == 2
    assert table.player("s1").known == ()
    shown = Play(state, settle=False)
    shown.do(DiscardCards("s1", 1, ("marriage-anna",)))
    assert shown.player("s1").known == known[:2]


@pytest.mark.rule("A-ASK-1", "A-STATE-9")
def test_a_player_tells_his_hand() -> None:
    """Not more than he holds, and nothing that lies open."""
    table = Play(replace(board(hands={"s1": 2}), discards=("marriage-anna",), deck=76))
    assert table.objection(TellHand("s1", ("reaction-verrat",) * 3)).rule == "A-STATE-9"
    assert table.objection(TellHand("s1", ("marriage-anna",))).rule == "A-INV-4"
    table.do(TellHand("s1", ("reaction-verrat", "special-diplomatie")))
    assert table.player("s1").known == ("reaction-verrat", "special-diplomatie")


def _words(state: State, seat: str | None) -> list[Prompt]:
    return list(GAME.prompts(state, seat))


KNOWN = {
    "s1": ("marriage-katharina", "reaction-verrat"),
    "s2": ("reaction-kindbett", "title-pfalz"),
}
OTHER = {"s1": ("marriage-karoline", "special-hungersnot"), "s2": ("inheritance-1", "title-koeln")}


def _told(state: State, hands: dict[str, tuple[str, ...]]) -> State:
    for seat, cards in hands.items():
        state = with_player(state, seat, known=cards)
    return state


@pytest.mark.rule("A-ASK-1", "A-STATE-9")
@pytest.mark.parametrize("kind", ["action", "event", "draw", "discard", "childbed"])
def test_nobody_else_sees_what_a_player_told(kind: str) -> None:
    """Two worlds that differ only in another's secrets ask and allow the same."""
    hands = {"s1": 2, "s2": 2}
    state = board([city("bayern")], year="1298", was_king=True, hands=hands)
    if kind == "event":
        state = event_board([city("bayern")], hands=hands)
    elif kind == "draw":
        state = replace(state, stack=(Draw("s1", 2, "card"),))
    elif kind == "discard":
        state = replace(state, stack=(Discard("s1", 1, 1, "diplomacy"),))
    elif kind == "childbed":
        state = laid(state, "s3", marriage="marriage-anna")
    one, two = _told(state, KNOWN), _told(state, OTHER)
    for viewer in (None, "s3"):
        assert _words(one, viewer) == _words(two, viewer)
        assert list(GAME.legal(one, viewer)) == list(GAME.legal(two, viewer))
        assert GAME.view(one, viewer) == GAME.view(two, viewer)
    for command in (PlayCard("s1", "marriage-katharina"), PlayChildbed("s2", "s3")):
        assert type(GAME.decide(one, command, lambda *_: None)) is type(
            GAME.decide(two, command, lambda *_: None)
        )


@pytest.mark.rule("A-ASK-1")
def test_the_owner_is_offered_what_he_holds() -> None:
    """Once he told all of it; else everything that does not lie open."""
    state = _told(board(year="1298", hands={"s1": 2}), {"s1": KNOWN["s1"]})
    cards = _cards(_words(state, "s1"), "play_card")
    assert cards == ["marriage-katharina"]
    public = _cards(_words(state, None), "play_card")
    assert {"marriage-katharina", "special-buendnisse"} <= set(public)
    assert "marriage-karoline" not in public
    partly = with_player(state, "s1", hand=3)
    assert offered(partly, "s1", "s1") == holdable(partly)
    assert offered(with_player(state, "s1", hand=0, known=()), "s1", None) == ()


def _cards(prompts: list[Prompt], name: str) -> list[Any]:
    prompt = next(one for one in prompts if one.id == f"anno1452.prompt.{name}")
    slot = prompt.slots[0]
    assert isinstance(slot, ChoiceSlot)
    return [option.value for option in slot.options]


@pytest.mark.rule("A-ASK-1", "A-STATE-9")
def test_secret_cards_are_in_no_line_of_the_log() -> None:
    """Drawn and told cards are counted there, not named."""
    table = drawing()
    secret = ("reaction-verrat", "special-diplomatie", "title-koeln")
    table.do(DrawCards("s1", 3, ids=secret))
    table.do(TellHand("s1", secret))
    names = [table.state.board.card(card).title for card in secret]
    for event in table.events[-2:]:
        text, values = GAME.describe(event, table.state)
        said = say_with(text, values)
        assert not any(
            name in said or card in said for name, card in zip(names, secret, strict=True)
        )
        assert not said.startswith("[")


@pytest.mark.rule("A-ASK-1")
def test_only_the_owner_is_asked_which_cards_he_drew() -> None:
    """The table's screen asks for numbers and instants."""
    state = drawing().state
    slots = {
        viewer: [
            slot.name
            for prompt in _words(state, viewer)
            for slot in prompt.slots
            if prompt.command in ("DrawCards", "TellHand")
        ]
        for viewer in (None, "s1", "s2")
    }
    assert slots[None] == ["plain", "forced"]
    assert slots["s1"] == ["plain", "forced", "ids", "ids"]
    # The second player may only tell his own hand.
    assert slots["s2"] == ["ids"]


def test_all_prompts_of_cards_have_words() -> None:
    """Text, label, and no place left open."""
    states = [
        board([city("bayern")], year="1298"),
        event_board([city("bayern")]),
        drawing().state,
        replace(board(), stack=(Discard("s1", 1, 1, "excommunication"),)),
        laid(board(), "s2", marriage="marriage-anna"),
    ]
    for state in states:
        for prompt in _words(state, "s1"):
            for part in ("text", "label"):
                assert has(f"{prompt.id}.{part}"), prompt.id
                assert "{" not in say_with(f"{prompt.id}.{part}", prompt.values)


@pytest.mark.rule("A-ACT-CARD-7", "A-STATE-9")
def test_where_cards_can_be() -> None:
    """Instants and the shuffle card only in the deck, all others perhaps in a hand."""
    state = board()
    cards = {card.id for card in state.board.cards if card.kind != "crown"}
    assert {*holdable(state), *drawable(state)} == cards
    assert not {*holdable(state)} & {*drawable(state)}
    assert len(drawable(state)) == 7
    assert "marriage-anna" not in holdable(laid(state, "s2", marriage="marriage-anna"))


@pytest.mark.rule("A-DATA-4", "A-DATA-5", "A-CARD-CITY-1")
def test_the_tower_and_the_region_of_a_card_are_asked_at_first_use() -> None:
    """Then its limit; the command is carried out with the last answer, and nothing asked again."""
    state = replace(board(["tirol"]), board=unread_board())
    table = Play(state)
    table.do(PlayCard("s1", "marriage-amalie", True))
    needs = []
    answers = [
        EnterPrinted("card", "marriage-amalie", "tower", "yes"),
        EnterPrinted("card", "marriage-amalie", "region", "tirol"),
        EnterPrinted("region", "tirol", "city_limit", 1),
    ]
    for answer in answers:
        need = asked(table.state)
        assert need is not None
        needs.append((need.kind, need.key, need.field))
        assert table.state.wish is not None
        table.do(answer)
    assert needs == [(a.kind, a.key, a.field) for a in answers]
    assert table.happened(WishReleased) == (WishReleased(True),)
    assert table.state.estate("e1").city
    assert asked(table.state) is None


@pytest.mark.rule("A-DATA-5")
def test_a_card_without_a_tower_is_refused_once_that_is_known() -> None:
    """The wish is dropped with the rule that speaks against it."""
    table = Play(replace(board(["tirol"]), board=unread_board()))
    table.do(PlayCard("s1", "marriage-amalie", True))
    table.do(EnterPrinted("card", "marriage-amalie", "tower", "no"))
    (released,) = table.happened(WishReleased)
    assert (released.carried_out, released.rule) == (False, "A-CARD-CITY-1")
    assert table.happened(CardPlayed) == ()


@pytest.mark.rule("A-DATA-4")
def test_each_inheritance_has_a_region_of_its_own() -> None:
    """Two copies, two questions; the wish may be dropped."""
    table = Play(replace(board(["tirol"]), board=unread_board()))
    table.do(PlayCard("s1", "inheritance-1"))
    table.do(EnterPrinted("card", "inheritance-1", "region", "bayern"))
    assert [one.region for one in table.state.owned("s1")] == ["tirol", "bayern"]
    table.do(PlayCard("s1", "inheritance-2"))
    need = asked(table.state)
    assert need is not None
    assert need.key == "inheritance-2"
    assert len(table.happened(WishHeld)) == 2
    table.do(DropWish())
    assert asked(table.state) is None


@pytest.mark.rule("A-DATA-8", "A-CARD-MARR-13")
def test_neighbours_are_asked_where_a_lady_lets_choose() -> None:
    """Marianne: the regions bordering on Oberitalien, then the limit of the chosen one."""
    state = replace(
        board(year="1298", others={"s2": ["tirol"], "s3": ["tirol"]}), board=unread_board()
    )
    table = Play(state)
    table.do(PlayCard("s1", "marriage-marianne"))
    need = asked(table.state)
    assert need is not None
    assert (need.kind, need.key, need.field) == ("region", "oberitalien", "neighbours")
    table.do(EnterNeighbours("oberitalien", ("tirol", "savoyen")))
    assert isinstance(table.state.top, Choice)
    table.do(Choose("s1", ("tirol",)))
    table.do(EnterPrinted("region", "tirol", "estate_limit", 2))
    # Tirol turns out to be full, so only Savoyen is left; no limit is so low that it has no room.
    assert asked(table.state) is None
    assert [one.region for one in table.state.owned("s1")] == ["savoyen"]


@pytest.mark.rule("A-DATA-8")
def test_unknown_cards_are_offered() -> None:
    """What may be possible is listed; only the play asks."""
    state = replace(board(["bayern"]), board=unread_board())
    assert "marriage-anna" in _cards(_words(state, None), "play_card")
    assert "marriage-anna" in _cards(_words(state, None), "play_city")
    assert asked(state) is None


def test_the_first_option_is_not_the_only_one() -> None:
    """The driver of these tests answers what it is told."""
    table = play(board([city("bayern"), city("tirol")]), "special-diplomatie")
    assert not table.state.estate("e1").city
    assert table.state.estate("e2").city
