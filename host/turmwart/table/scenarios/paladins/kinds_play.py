"""Compact kinds that play: a new game, the clock, and what ``when`` lists, in full mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from turmwart.games.paladins import events as ev
from turmwart.games.paladins.clock import reveals, tavern_cards
from turmwart.games.paladins.commands import (
    Attack,
    Command,
    Conspire,
    Convert,
    Develop,
    DrawSuspicion,
    GoOn,
    Hunt,
    Pass,
    Pray,
    RevealPaladin,
    TakeTavern,
    Trade,
)
from turmwart.games.paladins.names import CRIMINAL, KINDS, RIGHT
from turmwart.games.paladins.reading import LETTER_OF, multiset
from turmwart.games.paladins.requirements import reach
from turmwart.games.paladins.state import PALADINS, PIECES, ROUNDS
from turmwart.games.paladins.viewing import can
from turmwart.games.paladins.workers import accepts, spaces_of
from turmwart.kernel.decision import Objection
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.paladins.position import NAMES, Position
from turmwart.table.scenarios.paladins.run import Run
from turmwart.table.scenarios.run import Refused
from turmwart.table.scenarios.values import Fault, Reader, whole

_LABOURER = LETTER_OF["labourer"]
_FIRST = "s1"


def new_game_kind(given: Reader) -> dict[str, Any]:
    """What every player has at the start."""
    position = Position(given, "marker")
    found = []
    for player in position.state.players:
        left = {f"{name}_left": most - player.piece(name) for name, most in PIECES.items()}
        del left["walls_left"]
        found.append({"silver": player.silver, "provisions": player.provisions, **left})
    if any(one != found[0] for one in found):
        raise ValueError("players start with different things")
    return {"each_player": {**found[0], "paladins": PALADINS}, "players": len(found)}


def reveal_kind(given: Reader) -> dict[str, Any]:
    """What each round reveals: as told, and as the clock books it."""
    rounds = [whole(one, given.place("rounds"), 1, ROUNDS) for one in given.items("rounds")]
    run = Run(Position(Reader(None, "", given.at), "marker", mode="light").state)
    booked = []
    for _ in range(ROUNDS):
        before = (len(run.state.orders), run.state.favours)
        run.do(GoOn())
        while run.state.step != "marker" and run.state.phase == "round":
            run.do(GoOn())
        now = (len(run.state.orders), run.state.favours)
        shown = ["order"] * (now[0] - before[0]) + ["favour"] * (now[1] - before[1])
        booked.append(shown)
    told = [list(reveals(number)) for number in rounds]
    if [booked[number - 1] for number in rounds] != told:
        raise ValueError(f"the clock reveals {booked}")
    return {"reveal": told}


def tavern_cards_kind(given: Reader) -> dict[str, Any]:
    """How many tavern cards are revealed."""
    return {"tavern_cards": tavern_cards(given.whole("players", 4, 1, 4))}


def accepts_kind(given: Reader) -> dict[str, Any]:
    """Whether workers can be placed on an action."""
    position = Position(given, "actions")
    action = given.word("action", RIGHT)
    workers = multiset(given.words("placed", KINDS))
    ways = spaces_of(position.state, position.state.players[0], action)
    return {
        "accepted": any(accepts(way, workers) for way in ways),
        "spaces": list(ways[-1]),
    }


def play_kind(given: Reader) -> dict[str, Any]:
    """The first player's numbers after what ``when`` lists; a refusal is a warning."""
    position = Position(given, "actions")
    run = Run(position.state)
    silver = run.state.players[0].silver
    provisions = run.state.players[0].provisions
    refusal: Objection | None = None
    shown: dict[str, Any] = {}
    for when in given.readers("when"):
        (name,) = when.keys if len(when.keys) == 1 else ("",)
        if name not in _PLAYED:
            raise Fault("scenario.step", when.at, when.where, known=", ".join(_PLAYED))
        try:
            shown |= _PLAYED[name](run, position, when.reader(name)) or {}
        except Refused as refused:
            refusal = refused.objection
            break
    return {**_seen(run, position, refusal), **_moved(run, silver, provisions), **shown}


def _seen(run: Run, position: Position, refusal: Objection | None) -> dict[str, Any]:
    state = run.state
    player = state.players[0]
    values = dict(refusal.values) if refusal is not None else {}
    held = run.happened(ev.InquisitionHeld)
    names = {state.seats[n]: name for n, name in enumerate(position.names)}
    before = {}
    if held:
        drawn = run.happened(ev.SuspicionDrawn)[-1].seat
        hits = {hit.seat: hit.left + hit.discards for hit in held[-1].hits}
        for one in state.players:
            before[names[one.seat]] = hits.get(one.seat, one.suspicion)
        if drawn not in hits:
            raise ValueError("who empties the supply is not looked at by this kind")
    lacking = {"silver": values["missing"]} if "missing" in values and "cost" in values else None
    return {
        "warning": refusal.rule if refusal is not None else None,
        "missing": lacking if refusal is not None else None,
        **{name: getattr(player, name) for name in ("silver", "provisions")},
        **{name: getattr(player, name) for name in ("faith", "strength", "influence")},
        "effective_faith": player.effective("faith"),
        "unplaced_workers": player.workers.total,
        "kept_workers": player.workers.total if player.passed else 0,
        "placed_workers": sum(one.workers.total for one in player.placed),
        "criminals": player.workers[CRIMINAL],
        "actions_used": list(player.used),
        "workshops_left": PIECES["workshops"] - len(player.workshops),
        "workers_needed": {one.action: int(one.workers) for one in can(state, player)},
        "converted": len(player.outsiders),
        "suspicion": player.suspicion,
        "tax": state.tax,
        "inquisition": bool(held),
        "inquisitions": len(held),
        "hit": [names[hit.seat] for hit in held[-1].hits] if held else [],
        "debts_open": {names[one.seat]: one.debts_open for one in state.players},
        "suspicion_before_discard": before,
        "round": state.round,
        "phase": state.phase,
    }


def _moved(run: Run, silver: int, provisions: int) -> dict[str, Any]:
    player = run.state.players[0]
    passed = run.happened(ev.Passed)
    return {
        "silver_to_pay": max(0, silver - player.silver),
        "provisions_gained": player.provisions - provisions,
        "returned_to_supply": sum(one.returned for one in passed if one.seat == _FIRST),
    }


Played = Callable[[Run, Position, Reader], dict[str, Any] | None]
"""Plays a part of an example; may give more to compare with."""


def _do(run: Run, command: Command) -> None:
    """Carry out a command of the first player; the others do nothing in between."""
    run.do(command)
    if run.state.turn and run.state.turn != _FIRST and not run.state.player(_FIRST).passed:
        run.take((ev.TurnMoved(_FIRST),))


def _cards(run: Run, seat: str, drawn: Reader, key: str = "suspicion_silver") -> None:
    """Draw the suspicion cards that are due."""
    if key not in drawn:
        return
    listed = isinstance(drawn.node(key), tree.List)
    silver = (
        [whole(one, drawn.place(key), 0, 2) for one in drawn.items(key)]
        if listed
        else [drawn.whole(key, 0, 0, 2)]
    )
    for one in silver:
        run.do(DrawSuspicion(seat, one))


def _workers(given: Reader, action: str) -> str:
    """Labourers, the last one in the colour that is asked for where the example says so."""
    count = given.whole("workers", 1, 0, 3)
    coloured = {"hunt": "scout", "trade": "merchant"}.get(action, "labourer")
    last = coloured if given.flag("second_has_colour", False) else "labourer"
    return _LABOURER * (count - 1) + LETTER_OF[last]


def _goods(cls: type[Hunt] | type[Trade], action: str) -> Played:
    def play(run: Run, position: Position, given: Reader) -> None:
        del position
        _do(run, cls(_FIRST, _workers(given, action)))

    return play


def _pray(run: Run, position: Position, given: Reader) -> None:
    del position
    kind = given.word("worker", KINDS)
    _do(run, Pray(_FIRST, LETTER_OF[kind], given.text("empty")))


def _develop(run: Run, position: Position, given: Reader) -> None:
    del position
    target = given.word("target", RIGHT)
    bonus = LETTER_OF[given.word("bonus_worker", KINDS, "labourer")]
    _do(run, Develop(_FIRST, _LABOURER * 2, target, "any", bonus))


def _conspire(run: Run, position: Position, given: Reader) -> None:
    del position
    _do(run, Conspire(_FIRST, LETTER_OF[given.word("worker", KINDS)]))
    _cards(run, _FIRST, given)


def _criminal(run: Run, position: Position, given: Reader) -> None:
    seat = position.seat(given.word("player", NAMES, position.names[0]))
    _cards(run, seat, given)


def _tavern(run: Run, position: Position, given: Reader) -> None:
    seat = position.seat(given.word("player", NAMES, position.names[0]))
    criminals = given.whole("criminals", 0, 0, 4)
    total = given.whole("workers", 4, 4, 4)
    kinds = LETTER_OF[CRIMINAL] * criminals + _LABOURER * (total - criminals)
    run.do(TakeTavern(seat, kinds))
    _cards(run, seat, given)


def _paladin(run: Run, position: Position, given: Reader) -> None:
    del position
    workers = _LABOURER * given.whole("workers", 2, 2, 2)
    run.do(RevealPaladin(_FIRST, "", 4, 0, 0, workers))


def _attack(run: Run, position: Position, given: Reader) -> dict[str, Any]:
    del position
    value = given.whole("card_strength")
    found = reach(run.state.player(_FIRST), "attack", value, payable=True)
    _do(run, Attack(_FIRST, "grw", value))
    return {"effective": found.have, "missing": found.missing}


def _convert(run: Run, position: Position, given: Reader) -> None:
    del position
    gain = given.whole("strength_gain", 1, 1, 9)
    _do(run, Convert(_FIRST, "rkw", given.whole("card_faith"), 1, gain))


def _pass(run: Run, position: Position, given: Reader) -> None:
    del position
    _do(run, Pass(_FIRST, _LABOURER * given.whole("keep", 0, 0, 9)))


def _end_of_round(run: Run, position: Position, given: Reader) -> None:
    """All who have not passed do so, then the clean-up."""
    del position
    del given
    for seat in run.state.order_of_play:
        if run.state.step == "actions" and not run.state.player(seat).passed:
            run.do(Pass(seat, waived=("P-ROUND-12",)))
    run.do(GoOn())


def _start_round(run: Run, position: Position, given: Reader) -> None:
    """The next round up to its actions, kept workers with it."""
    del position
    del given
    for seat in run.state.order_of_play:
        kept = LETTER_OF[CRIMINAL] * run.state.player(seat).workers[CRIMINAL]
        run.do(Pass(seat, kept, waived=("P-ROUND-12",)))
    while run.state.step != "workers":
        run.do(GoOn())


_PLAYED: dict[str, Played] = {
    "hunt": _goods(Hunt, "hunt"),
    "trade": _goods(Trade, "trade"),
    "pray": _pray,
    "develop": _develop,
    "conspire": _conspire,
    "criminal": _criminal,
    "take_tavern_card": _tavern,
    "reveal_paladin": _paladin,
    "attack": _attack,
    "convert": _convert,
    "pass": _pass,
    "end_of_round": _end_of_round,
    "start_round": _start_round,
}
"""What ``when`` may list."""

KINDS_HERE = {
    "new_game": new_game_kind,
    "reveal": reveal_kind,
    "tavern_cards": tavern_cards_kind,
    "accepts": accepts_kind,
    "play": play_kind,
}
