"""Compact kinds of cards: who may play them, what they do, marriages in time, the plague."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turmwart.games.anno1452 import marriages
from turmwart.games.anno1452.cards import playable
from turmwart.games.anno1452.change import with_player
from turmwart.games.anno1452.commands import Build, Choose, PlayCard, PlayChildbed, ThrowDice
from turmwart.games.anno1452.epochs import ROW_IDS, row_of
from turmwart.games.anno1452.state import EVENT_PHASES, Turn
from turmwart.games.anno1452.steps import Choice, Dice, Instant
from turmwart.games.anno1452.waiting import dice_waiting
from turmwart.table.scenarios.anno1452.answering import answer
from turmwart.table.scenarios.anno1452.kinds_board import counts_of, numbers
from turmwart.table.scenarios.anno1452.position import (
    COLOURS,
    Position,
    colour_or_nobody,
    colours_of,
    settings_of,
)
from turmwart.table.scenarios.anno1452.run import Run
from turmwart.table.scenarios.values import Reader

HAND = 5
ACTIONS = 9
CONDITION = "anno1452.objection.condition_"
SHORT = {"gold_at_least": "gold", "prestige_at_least": "prestige"}
"""What an example calls a condition."""

AWAY = ("unteritalien", "oberitalien", "niedersachsen")
"""Regions where Estates stand that an example only counts."""

PLAGUE_REGION, CROP_REGION = "bayern", "schwaben"


def playable_kind(given: Reader) -> dict[str, Any]:
    """Whether a card may be played, and which condition forbids it."""
    said, points = given.reader("player"), given.reader("prestige")
    position = Position(colours_of(points), settings_of(given))
    player = said.word("name", position.colours, COLOURS[0])
    for colour, value in counts_of(points).items():
        position.player(colour, prestige=value)
    for key in ("gold", "prestige"):
        if key in said:
            position.player(player, **{key: said.whole(key)})
    citizens = said.whole("citizens_on_board", 0, 0, 24)
    for n in range(0, citizens, 3):
        position.estate(player, AWAY[n // 3 % 3], citizens=min(3, citizens - n))
    if "king" in given:
        position.king(given.word("king", position.colours), 12)
    position.year(given.word("year", ROW_IDS, ROW_IDS[0]))
    position.hand(player, (), HAND)
    position.turn(player)
    objection = Run(position.state).objects(PlayCard(position.seat(player), given.text("card")))
    detail = objection.detail.removeprefix(CONDITION) if objection is not None else None
    return {"playable": objection is None, "because": SHORT.get(detail or "", detail)}


def card_effect(given: Reader) -> dict[str, Any]:
    """What a card does on a board that is described from its player's side."""
    said, points, holds = (given.reader(key) for key in ("player", "prestige", "holder"))
    stand, limits = given.reader("estates"), given.reader("region_limits")
    player = given.reader("when").word("play", COLOURS)
    position = Position(COLOURS[:2], settings_of(given))
    said.word("name", (player,))
    for region in limits.keys:
        position.limit(region, limits.whole(region, 4, 2, 6))
    for region in stand.keys:
        position.estates(region, counts_of(stand.reader(region)))
    citizens = said.whole("city_bordering_bayern_with_citizens", 0, 0, 6)
    position.estate(player, CROP_REGION, 3, True, citizens)
    # The rest of his Estates stand where they bring no majority.
    for n in range(16 - said.whole("estates_in_supply", 15, 0, 15) - 1):
        position.estate(player, AWAY[n // 3])
    position.player(player, prestige=said.whole("prestige", 10, 0, 20))
    for colour, value in counts_of(points).items():
        position.player(colour, prestige=value)
    for region in holds.keys:
        position.holder(region, holds.word(region, position.colours))
    position.hand(player, (), HAND)
    position.turn(player, ACTIONS)
    run = Run(position.state)
    seat = position.seat(player)
    before = run.state.citizens_on_board(seat)
    run.do(PlayCard(seat, given.text("card")))
    colours = {colour: position.seat(colour) for colour in position.colours}
    return {
        "estates": {
            region: {
                c: sum(e.owner == s for e in run.state.within(region)) for c, s in colours.items()
            }
            for region in run.state.board.region_ids
        },
        "holder": {
            region: position.colour(run.state.holder(region))
            for region in run.state.board.region_ids
        },
        "prestige": {c: run.state.player(s).prestige for c, s in colours.items()},
        "citizens_lost": before - run.state.citizens_on_board(seat),
    }


def er_offer(given: Reader) -> dict[str, Any]:
    """In which phases of the Event Round a special card may be played."""
    position = Position(COLOURS[:2], settings_of(given))
    position.hand("red", (), HAND)
    position.player("red", special_played=given.flag("already_played_special_this_er", False))
    card = given.text("card")
    offered: dict[str, bool] = {}
    for number, phase in enumerate(EVENT_PHASES, 1):
        position.change(phase=phase, round=0)
        objection = Run(position.state).objects(PlayCard("s1", card))
        offered[str(number)] = objection is None
    return {"offered_in_phase": offered}


def special_tax(given: Reader) -> dict[str, Any]:
    """Special Tax as the action, one die after the other."""
    position = Position(COLOURS[:2], settings_of(given))
    unreduced = given.whole("own_unreduced", 1, 0, 16)
    estates = [position.estate("red", AWAY[n // 3]) for n in range(unreduced)]
    for _ in range(given.whole("own_reduced", 0, 0, 16 - unreduced)):
        position.estate("red", "niedersachsen", 2)
    position.hand("red", (), HAND)
    position.turn("red", ACTIONS)
    run = Run(position.state)
    gold = run.state.player("s1").gold
    run.do(PlayCard("s1", "special-sondersteuer"))
    for value in numbers(given.reader("when"), "dice"):
        run.do(ThrowDice((value,)))
    values = [run.state.estate(one).value for one in estates]
    return {
        "gold_delta": run.state.player("s1").gold - gold,
        "reduced_to_1": values.count(1),
        "untouched": values.count(3),
    }


def city_air(given: Reader) -> dict[str, Any]:
    """City Air as the action: all Estates that may be reduced, as many Citizens as fit."""
    position = Position(COLOURS[:2], settings_of(given))
    said = given.reader("own_city")
    own_city = position.estate(
        "red", PLAGUE_REGION, said.whole("value", 3, 1, 3), True, said.whole("citizens", 0, 0, 6)
    )
    for estate in given.readers("own_estates_in_reach"):
        position.estate("red", CROP_REGION, estate.whole("value", 3, 1, 3))
    position.hand("red", (), HAND)
    position.turn("red", ACTIONS)
    run = Run(position.state)
    before = run.state
    run.do(PlayCard("s1", "special-stadtluft"))
    step = run.state.top
    options = step.options if isinstance(step, Choice) else ()
    reduced = tuple(one for one in options if one != own_city)
    run.do(Choose("s1", reduced))
    while isinstance(step := run.state.top, Choice):
        run.do(Choose("s1", step.options[:1]))
    return {
        "most_citizens_placed": (
            run.state.citizens_on_board("s1") - before.citizens_on_board("s1")
        ),
        "estates_that_may_be_reduced": len(reduced),
        "gold_delta": run.state.player("s1").gold - before.player("s1").gold,
    }


def pest(given: Reader) -> dict[str, Any]:
    """The Pestilence in one region, with the dice of its units Estate by Estate."""
    position = Position(COLOURS[:2], settings_of(given))
    said = given.readers("estates")
    estates = [
        position.estate(
            "red",
            PLAGUE_REGION,
            one.whole("value", 3, 1, 3),
            one.flag("city", False),
            one.whole("citizens", 0, 0, 6),
        )
        for one in said
    ]
    card = "instant-pest"
    deck = position.state.deck - 1
    position.turn("red", ACTIONS)
    position.change(stack=(Instant("s1", card),), in_play=(card,), deck=deck)
    run = Run(position.state)
    run.follow()
    run.do(ThrowDice((given.whole("region_die", 5, 1, 6),)))
    thrown = given.reader("when").readers("dice")
    for dice in thrown:
        for _ in dice.keys:
            (first, *_rest) = dice_waiting(run.state) or (Dice("", "peasants", 0),)
            run.do(ThrowDice(numbers(dice, first.kind)))
    found = [run.state.estate(one) for one in estates]
    return {
        "estates": [
            {"city": one.city, "value": one.value, "citizens": one.citizens} for one in found
        ]
    }


def claim_timeline(given: Reader) -> dict[str, Any]:
    """Marriages that claim a Principality card, and who holds it after each step."""
    steps = given.readers("when")
    stand, points = given.reader("estates"), given.reader("prestige")
    actors = [step.text(key) for step in steps for key in ("player", "build") if key in step]
    named = {*stand.keys, *points.keys, *actors}
    position = Position(tuple(c for c in COLOURS if c in named), settings_of(given))
    region = given.text("region")
    position.limit(region, given.whole("limit", 4, 2, 6))
    position.estates(region, counts_of(stand))
    for colour, value in counts_of(points).items():
        position.player(colour, prestige=value)
    held, claims, titles = (
        colour_or_nobody(given, "holder"),
        given.reader("claim"),
        given.reader("titles"),
    )
    if held:
        position.holder(region, held)
    for colour in claims.keys:
        position.claim(colour, region, claims.text(colour))
    for colour in titles.keys:
        for card in titles.texts(colour):
            position.in_front(colour, card)
    for step in steps:
        if "play" in step:
            _prepare(position, step.text("play"), step.word("player", position.colours), region)
    for colour in position.colours:
        position.hand(colour, (), HAND)
    run = Run(position.state)
    found: dict[str, list[Any]] = {"holders": [], "prestige": []}
    for step in steps:
        _carry_out(run, position, step, region)
        found["holders"].append(position.colour(run.state.holder(region)))
        found["prestige"].append(
            {c: run.state.player(position.seat(c)).prestige for c in position.colours}
        )
    seats = {colour: position.seat(colour) for colour in position.colours}
    return {
        **found,
        "titles": {c: list(run.state.player(seat).titles) for c, seat in seats.items()},
        **{f"{c}_may_marry_again_this_epoch": _may_marry(run, seat) for c, seat in seats.items()},
    }


def _prepare(position: Position, card: str, colour: str, region: str) -> None:
    """Let the condition of a lady hold who claims a card."""
    if card == "marriage-dagmar":
        position.estate(colour, "tirol")
    elif card == "marriage-therese":
        position.year("1314")
    elif card == "marriage-josephine":
        position.print("region", region, "city_limit", 3)
        seat = position.seat(colour)
        estates = tuple(
            replace(one, city=True) if (one.owner, one.region) == (seat, region) else one
            for one in position.state.estates
        )
        position.change(estates=estates)


def _carry_out(run: Run, position: Position, step: Reader, region: str) -> None:
    if "end_of_phase_4" in step:
        step.flag("end_of_phase_4", True)
        for seat in run.state.order:
            run.follow(*marriages.end(run.state, seat, "epoch"))
        return
    colour = step.text("build") if "build" in step else step.word("player", position.colours)
    seat = position.seat(colour)
    if "react" in step:
        lady = step.text("lady")
        step.word("react", (marriages.CHILDBED,))
        husbands = (one.seat for one in run.state.players if one.marriage == lady)
        run.do(PlayChildbed(seat, next(husbands, "")))
        return
    turn = run.state.round_order.index(seat)
    run.state = replace(run.state, acting=Turn(seat, ACTIONS), turn=turn)
    if "build" in step:
        run.do(Build(seat, position.region(region)))
        return
    run.do(PlayCard(seat, step.text("play")))
    while run.state.top is not None:
        answer(run)


def _may_marry(run: Run, seat: str) -> bool:
    """Whether no marriage forbids another lady; her year and her conditions do not matter here."""
    state = with_player(replace(run.state, row=row_of("1298")), seat, hand=HAND)
    objection = playable(state, seat, "marriage-katharina")
    return objection is None or objection.rule != "A-CARD-MARR-4"


KINDS_HERE: dict[str, Callable[[Reader], dict[str, Any]]] = {
    "playable": playable_kind,
    "card_effect": card_effect,
    "er_offer": er_offer,
    "special_tax": special_tax,
    "city_air": city_air,
    "pest": pest,
    "claim_timeline": claim_timeline,
}
