"""Simple players of Anno 1452 for demos and tests: each draws, tells his hand and plays by it.

They also do what the table observes where nobody sits at one: draw from the deck, throw dice. What
lies in the deck is all that neither lies open nor is in a hand; who draws is given one of those, so
no order of the deck is kept. Every decision has a generator of its own, made of the seed and of the
state, so that a game goes on after an interruption as it would have without.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

from turmwart.games.anno1452 import commands as cmd
from turmwart.games.anno1452.board import estate_limit
from turmwart.games.anno1452.cardtable import FORCED_KINDS
from turmwart.games.anno1452.epochs import ROW_IDS
from turmwart.games.anno1452.estates import build_cost
from turmwart.games.anno1452.holding import STORM, visible
from turmwart.games.anno1452.majority import leader
from turmwart.games.anno1452.marriages import CHILDBED
from turmwart.games.anno1452.rules import asked
from turmwart.games.anno1452.state import OTTOKAR, Estate, State
from turmwart.games.anno1452.steps import Choice, Dice, Discard, Draw, Exchange, Fight, Step
from turmwart.games.anno1452.waiting import SIDES, dice_waiting
from turmwart.games.registry import load
from turmwart.kernel.canon import state_hash

LISTED = 400
"""How many legal commands are looked at."""

WORTH_IT = 0.6
"""Worth of an action below which a player passes; the unit is about a victory point."""

WITNESS = "dealer"
CARD_WORTH = {"marriage": 3.0, "title": 3.0, "city": 2.4, "inheritance": 2.6, "special": 1.4}
CITY_WORTH = 2.2
USELESS_REACTIONS = 2
"""Reaction cards of which a player keeps no more in phase 1."""

SPECIAL, PACT, SWAP, DEATH = 0.3, 0.1, 0.5, 0.2
"""How often a player plays a special card, gives his word in a trade phase, swaps a card, ends a
rival's marriage by Childbed."""


class AnnoPlayers:
    """All seats of a table, played by rules of thumb.

    Args:
        seed: two tables with the same seed play the same game.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def next(self, state: State) -> Any | None:
        """The next command at the table; None where the game is over."""
        if state.phase == "over":
            return None
        rng = random.Random(f"{self._seed}:{state_hash(state)}")
        if asked(state) is None:
            choose = _STEPS.get(type(state.top)) if state.top else _PHASES.get(state.phase)
            command = choose(state, rng) if choose is not None else None
            if command is not None:
                return command
        return rng.choice(_legal(state))


def deck(state: State) -> Counter[str]:
    """Cards that are in the deck, if every player told his hand and no discard was hidden."""
    left = Counter({one.id: one.copies for one in state.board.cards if one.kind != "crown"})
    if state.settings.plays("G1"):
        del left[STORM]
    left -= visible(state)
    for player in state.players:
        left -= Counter(player.known)
    return left


def _draw(state: State, rng: random.Random) -> Any:
    """Cards one after the other, up to the first that is resolved at once."""
    step = _top(state, Draw)
    left = deck(state)
    drawn: list[str] = []
    while len(drawn) < step.left:
        cards = sorted(left)
        card = rng.choices(cards, [left[one] for one in cards])[0]
        if state.board.card(card).kind in FORCED_KINDS:
            return _drawn(step, tuple(drawn), card)
        left -= Counter((card,))
        drawn.append(card)
    return _drawn(step, tuple(drawn), "")


def _drawn(step: Draw, cards: tuple[str, ...], forced: str) -> Any:
    if not step.seat:
        return cmd.DrawCards("", len(cards), forced, shown=cards, witness=WITNESS)
    return cmd.DrawCards(step.seat, len(cards), forced, ids=cards, witness=WITNESS)


def _dice(state: State, rng: random.Random) -> Any:
    dice = dice_waiting(state)[0]
    values = tuple(rng.randint(1, SIDES) for _ in range(dice.count))
    return cmd.ThrowDice(values, witness=WITNESS)


def _discard(state: State, rng: random.Random) -> Any:
    """In phase 1 surplus reactions go first; else as few as possible."""
    step = _top(state, Discard)
    known = list(state.player(step.seat).known)
    rng.shuffle(known)
    known.sort(key=lambda card: state.board.card(card).kind != "reaction")
    reactions = sum(state.board.card(card).kind == "reaction" for card in known)
    surplus = max(0, reactions - USELESS_REACTIONS) if step.reason == "refill" else 0
    count = min(step.most, max(step.least, surplus))
    return cmd.DiscardCards(step.seat, count, tuple(known[:count]))


def _choose(state: State, rng: random.Random) -> Any:
    """What harms others is turned on others; as much as possible is taken."""
    step = _top(state, Choice)
    caps = dict(zip(step.options, step.caps or (1,) * len(step.options), strict=True))
    pool = [option for option in step.options for _ in range(caps[option])]
    rng.shuffle(pool)
    pool.sort(key=lambda option: _own(state, step.seat, option))
    count = max(step.least, min(step.most, len(pool)))
    return cmd.Choose(step.seat, tuple(pool[:count]))


def _own(state: State, seat: str, option: str) -> bool:
    return state.has_estate(option) and state.estate(option).owner == seat


def _place(state: State, rng: random.Random) -> Any:
    """Small regions, whose majority is near."""
    seat = state.order[state.turn]
    places = [one for one in _legal(state, seat) if isinstance(one, cmd.PlaceEstate)]
    return max(places, key=lambda one: (rng.random() * 3 - _limit(state, one.region), one.region))


def _trade(state: State, rng: random.Random) -> Any:
    """Now and then two players promise each other peace; then all are done."""
    due = [seat for seat in state.order if seat not in state.in_force.no_trade]
    if len(due) > 1 and not state.trade_done and rng.random() < PACT:
        first, second = rng.sample(due, 2)
        gold, until = min(2, state.player(first).gold), ROW_IDS[state.row + 1]
        return cmd.BookDeal(first, second, gold, words="peace", until=until, peace=True)
    return cmd.EndTrade()


def _event_phase(state: State, rng: random.Random) -> Any:
    """A special card before the phase, or go on."""
    if rng.random() < SPECIAL:
        seat = rng.choice(state.order)
        played = [one for one in _legal(state, seat) if isinstance(one, cmd.PlayCard)]
        if played:
            return rng.choice(played)
    return cmd.GoOn()


def _swap(state: State, rng: random.Random) -> Any:
    step = _top(state, Exchange)
    known = state.player(step.seat).known
    wanted = [c for c in state.display if state.board.card(c).kind in ("marriage", "title")]
    given = [c for c in known if state.board.card(c).kind not in ("marriage", "title")]
    if wanted and given and rng.random() < SWAP:
        return cmd.SwapCard(step.seat, rng.choice(given), rng.choice(wanted))
    return cmd.StopSwapping(step.seat)


def _act(state: State, rng: random.Random) -> Any:
    """The action that is worth most, or none; now and then a rival's lady dies before it."""
    turn = state.acting
    if turn is None:
        return None
    deaths = [one for one in _legal(state) if isinstance(one, cmd.PlayChildbed)]
    deaths = [one for one in deaths if one.husband != one.seat]
    if deaths and rng.random() < DEATH:
        return rng.choice(deaths)
    best, most = cmd.Pass(turn.seat), WORTH_IT
    for command in _legal(state, turn.seat):
        worth = _worth(state, turn.seat, command) + rng.random() * 0.8
        if worth > most:
            best, most = command, worth
    return best


def _worth(state: State, seat: str, command: Any) -> float:
    """What an action is worth to a player; the unit is about a victory point."""
    match command:
        case cmd.Build(region=region):
            here = len(state.within(region))
            card = 2.0 * _majority_after(state, seat, region)
            return 2.2 + card - build_cost(here) / 6
        case cmd.Settle(citizens=citizens):
            return 0.55 * sum(count for _, count in citizens)
        case cmd.DeclareAttack(target=target, force=force):
            return _attack_worth(state, seat, state.estate(target), force)
        case cmd.PlayCard(card=card, as_city=as_city):
            kind = state.board.card(card).kind
            return CITY_WORTH if as_city else CARD_WORTH.get(kind, 0.0)
        case cmd.BuyCharter():
            return CITY_WORTH - 0.8
    return 0.0


def _attack_worth(state: State, seat: str, target: Estate, force: str) -> float:
    """Strength is what a round's dice hit on the average."""
    soldiers = 0
    for office in (state.king, state.anti_king):
        soldiers += office.soldiers if office.seat == seat else 0
    own = soldiers / 2
    if force:
        attacker = state.estate(force)
        own += attacker.value / 6 + attacker.citizens / 3
    against = target.value / 6 + target.citizens / 3 + 0.3 * target.city
    loser = 0.6 if target.owner == OTTOKAR else 1.0
    return loser * (1.2 + 0.8 * target.city) * min(2.0, own / against - 1.0)


def _majority_after(state: State, seat: str, region: str) -> float:
    """1 where one Estate more brings the majority, 0.5 where it takes another's, else 0."""
    counts = Counter(one.owner for one in state.within(region))
    limit = _limit(state, region)
    before = leader(counts, limit)
    after = leader(counts + Counter((seat,)), limit)
    if after == seat != before:
        return 1.0
    return 0.5 if before not in ("", seat) and after != before else 0.0


def _fight(state: State, rng: random.Random) -> Any:
    """All Soldiers that help, the cards that one holds for one's own side, the weakest first."""
    found = [one for one in _legal(state) if not isinstance(one, cmd.PlayChildbed)]
    held = [one for one in found if isinstance(one, cmd.React)]
    own = [one for one in held if _for_own_side(state, one)]
    if own and rng.random() < 0.6:
        return rng.choice(own)
    passing = [one for one in found if isinstance(one, cmd.PassReaction)]
    if passing:
        return passing[0]
    committing = [one for one in found if isinstance(one, cmd.CommitSoldiers)]
    if committing:
        return rng.choice(committing[len(committing) // 2 :])
    return rng.choice(found) if found else None


def _for_own_side(state: State, command: cmd.React) -> bool:
    battle = state.battle
    if battle is None:
        return False
    side = {battle.attacker: "attacker", battle.defender: "defender"}.get(command.seat)
    return command.side in ("", side)


def _legal(state: State, seat: str | None = None) -> list[Any]:
    """What may be done by who has the card for it; no wish is dropped, it would come again."""
    listed = islice(load("anno1452").legal(state, seat), LISTED)
    return [one for one in listed if not isinstance(one, cmd.DropWish) and _held(state, one)]


def _held(state: State, command: Any) -> bool:
    match command:
        case cmd.PlayCard(seat=seat, card=card) | cmd.React(seat=seat, card=card):
            return card in state.player(seat).known
        case cmd.PlayChildbed(seat=seat):
            return CHILDBED in state.player(seat).known
    return True


def _limit(state: State, region: str) -> int:
    """The estate limit; 4, the mean, where nobody has entered it."""
    known = state.board.region(region).estate_limit
    return 4 if known is None else estate_limit(state.board, region)


def _top(state: State, kind: type[Any]) -> Any:
    """The step on top.

    Raises:
        ValueError: it is another one.
    """
    if not isinstance(state.top, kind):
        raise ValueError(f"{kind.__name__} is not on top")
    return state.top


_STEPS: dict[type[Step], Callable[[State, random.Random], Any]] = {
    Draw: _draw,
    Dice: _dice,
    Discard: _discard,
    Choice: _choose,
    Exchange: _swap,
    Fight: _fight,
}

_PHASES: dict[str, Callable[[State, random.Random], Any]] = {
    "placing": _place,
    "pre_trade": _trade,
    "trade": _trade,
    "round": _act,
    "income": _event_phase,
    "prestige": _event_phase,
    "coronation": _event_phase,
    "new_order": _event_phase,
}
