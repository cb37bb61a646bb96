"""Simple players for demos and tests: purposeful enough that a game is worth watching.

They also do what the table observes where nobody sits at one: turn up cards, draw from the bag.
Throws are not theirs. Every decision has a generator of its own, made of the seed and of where the
game stands, so that a game goes on after an interruption as it would have without.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from turmwart.games.registry import load
from turmwart.games.wallenstein import (
    actions,
    court,
    draft,
    execution,
    favors,
    movement,
    printed,
    season,
)
from turmwart.games.wallenstein import commands as cmd
from turmwart.games.wallenstein import court_commands as ccmd
from turmwart.games.wallenstein.court_state import EXCHANGES, TOWER_CARD
from turmwart.games.wallenstein.state import ACTIONS, TILES, Acting, Province, State
from turmwart.kernel.cubes import Cubes

FROM_DECK = 0.2
"""How often a draft turn takes the unseen card."""

WORTH_IT = 1.0
"""Worth of an action below which a money card is laid."""

FALLBACK = 60
"""How many legal commands are looked at where the players have no plan."""


class Players:
    """All seats of a table, played by rules of thumb.

    Args:
        seed: two tables with the same seed and the same throws play the same game.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._game = load("wallenstein")

    def next(self, state: State) -> Any | None:
        """The next command at the table.

        Returns:
            None where cubes must be poured, or the game is over.
        """
        if state.awaiting_throw or state.phase == "over":
            return None
        rng = random.Random(f"{self._seed}:{_moment(state)}")
        choose = _CHOICES.get(state.phase)
        command = None if choose is None else choose(state, rng)
        if command is not None:
            return command
        return rng.choice(list(islice(self._game.legal(state, None), FALLBACK)))


def throw_for_tests(state: State, rng: random.Random) -> Cubes:
    """Cubes that may fall when the hand is poured in, by the rule of thumb.

    A cube that is thrown comes out with chance 2/3, one that sat inside with 1/3.
    """
    hand, inside = state.ledger.at("hand"), state.ledger.at("tower")
    return Cubes.from_counts(
        {
            colour: sum(rng.random() < 2 / 3 for _ in range(hand[colour]))
            + sum(rng.random() < 1 / 3 for _ in range(inside[colour]))
            for colour in sorted({*hand, *inside})
        }
    )


def _moment(state: State) -> str:
    """What tells one decision from all others of a game."""
    acting = state.acting
    famine = state.famine
    parts: tuple[str | int, ...] = (
        state.phase,
        state.year,
        state.season,
        len(state.action_cards),
        state.actions_done,
        state.turn,
        state.throws,
        len(state.bid_groups),
        "" if acting is None else acting.step,
        "" if famine is None else f"{famine.seat}{len(famine.drawn)}{len(famine.queue)}",
        sum(len(player.groups) for player in state.players),
        state.drafted,
        ",".join(state.display),
    )
    if state.court is not None:
        parts = (*parts, len(state.court.waiting), len(state.court.gone))
    return ":".join(str(part) for part in parts)


def _lay_display(state: State, rng: random.Random) -> cmd.LayDisplay:
    return cmd.LayDisplay(tuple(rng.sample(draft.in_deck(state), draft.DISPLAY)))


def _draft(state: State, rng: random.Random) -> Any:
    seat, deck = state.drafting, draft.in_deck(state)
    if len(state.display) < draft.DISPLAY:
        return cmd.TurnUpCard(rng.choice(deck)) if deck else None
    if state.drafted:
        sizes = sorted(state.player(seat).groups, reverse=True)
        border = sum(1 for n in _neighbours(state, state.drafted) if _rival(state, n, seat))
        return cmd.PlaceGroup(seat, sizes[0] if border else rng.choice(sizes))
    if deck and rng.random() < FROM_DECK:
        return cmd.TakeCard(seat, rng.choice(deck))
    best = max(state.display, key=lambda card: (_draft_worth(state, seat, card), card))
    return cmd.TakeCard(seat, best)


def _draft_worth(state: State, seat: str, card: str) -> int:
    facts = state.facts(card)
    own = sum(1 for n in _neighbours(state, card) if state.province(n).owner == seat)
    return (facts.tax or 0) + (facts.grain or 0) + 2 * (facts.sites or 0) + 2 * own


def _lay_events(state: State, rng: random.Random) -> Any:
    left = season.events_left(state)
    if state.year_events or len(left) < season.EVENTS_PER_YEAR:
        return None
    return cmd.LayEvents(tuple(rng.sample(left, season.EVENTS_PER_YEAR)))


def _lay_actions(state: State, rng: random.Random) -> cmd.LayActionCards:
    del state
    return cmd.LayActionCards(tuple(rng.sample(ACTIONS, season.FACE_UP)))


def _lay_tiles(state: State, rng: random.Random) -> cmd.LayBonusTiles:
    del state
    return cmd.LayBonusTiles(tuple(rng.sample(TILES, len(TILES))))


def _draw_event(state: State, rng: random.Random) -> cmd.DrawEvent:
    return cmd.DrawEvent(rng.choice(state.year_events))


def _bids(state: State, rng: random.Random) -> Any:
    tied = season.tie(state)
    if tied:
        return cmd.DrawCommanders(tuple(rng.sample(tied, len(tied))))
    return cmd.RevealBids(tuple((seat, _bid(state, seat, rng)) for seat in state.seats))


def _bid(state: State, seat: str, rng: random.Random) -> str:
    player = state.player(seat)
    if season.empty_bid_allowed(state, player):
        return season.NO_BID
    rich = min(4, max(0, player.thalers - 4))
    spare = [stands.id for stands in state.owned(seat)]
    if len(spare) > len(ACTIONS) and rng.random() < 0.5:
        return min(spare, key=lambda p: (state.armies(p), p))
    return f"money_{rng.randint(0, rich)}"


def _choose_tile(state: State, rng: random.Random) -> cmd.ChooseTile:
    seat = state.bid_groups[0][0]
    left = season.tiles_left(state)
    liking = {"plus_1_attack": 3.0, "six_armies": 2.5, "plus_1_thaler": 2.0}
    best = max(left, key=lambda tile: liking.get(tile, 1.5) + rng.random() * 2)
    return cmd.ChooseTile(seat, best)


def _act(state: State, rng: random.Random) -> Any:
    if season.card_due(state):
        return cmd.RevealActionCard(rng.choice(season.cards_left(state)))
    if state.acting is not None:
        return _move(state, state.acting, rng) if state.acting.step == "move" else None
    seat = actions.active_seat(state)
    player = state.player(seat)
    action = state.current_action()
    unused = [stands for stands in state.owned(seat) if not stands.used]
    worth = {stands.id: _worth(state, seat, action, stands, rng) for stands in unused}
    best = max(worth, key=lambda province: (worth[province], province), default="")
    money = actions.money_cards_left(player) > 0
    if best and (worth[best] >= WORTH_IT or not money):
        return cmd.RevealPlan(seat, best)
    if money:
        return cmd.RevealPlan(seat, actions.MONEY)
    if court.tower_cards_left(state, player) > 0:
        return cmd.RevealPlan(seat, TOWER_CARD)
    return cmd.RevealPlan(seat, actions.NO_CARD)


def _lay_favors(state: State, rng: random.Random) -> ccmd.LayFavors:
    first, second, third = rng.sample(court.unseen(state), 3)
    return ccmd.LayFavors(first, second, third)


def _exchange(state: State, rng: random.Random) -> ccmd.RevealExchanges:
    """Spare armies and those in the tray go to court, as far as there are cards to lay."""
    seat = court.exchanging(state)
    player = state.player(seat)
    room = court.cards_for_exchanges(state, player)
    lies = state.ledger.at("tray")[player.colour]
    tower = court.tower_cards_left(state, player)
    money = actions.money_cards_left(player)
    spare = sorted(
        (stands.id for stands in state.owned(seat) if not stands.used),
        key=lambda province: (state.armies(province), province),
        reverse=True,
    )
    cards: list[str] = []
    for space in EXCHANGES[:room]:
        if tower and lies >= space:
            cards.append(TOWER_CARD)
            tower, lies = tower - 1, lies - space
        elif spare and state.armies(spare[0]) > space + 1 and rng.random() < 0.7:
            cards.append(spare.pop(0))
        elif money:
            cards.append(court.MONEY)
            money -= 1
        elif tower:
            cards.append(TOWER_CARD)
            tower -= 1
        else:
            cards.append(spare.pop() if spare else court.NO_CARD)
    cards += [court.NO_CARD] * (len(EXCHANGES) - len(cards))
    return ccmd.RevealExchanges(seat, tuple(zip(court.SPACES, cards, strict=True)))


def _favor(state: State, rng: random.Random) -> Any:
    """The best favor, and where it does most; what nobody has read is for the legal ones."""
    there = state.court
    if there is None or not there.waiting or printed.needs(state):
        return None
    seat = there.waiting[0]
    if there.taking is None:
        liking = {"victory_points": 3.0, "free_building": 2.5, "thalers": 2.0}
        worth = {
            favor.number: liking.get(state.board.favor(favor.number).kind or "", 1.0)
            - 0.2 * favor.cost
            + rng.random()
            for favor in court.affordable(there, seat)
        }
        best = max(worth, key=lambda number: worth[number], default=0)
        return ccmd.ChooseFavor(seat, best if best and worth[best] > 0.5 else 0)
    if state.board.favor(there.taking.number).kind == favors.BY_HAND:
        return ccmd.FinishFavor(seat)
    where = favors.targets(state, there.taking)
    return ccmd.PlaceFavor(
        seat, max(where, key=lambda province: (state.armies(province), province))
    )


def _worth(state: State, seat: str, action: str, stands: Province, rng: random.Random) -> float:
    """What an action in a province is worth to a player; the unit is about a point."""
    obstacle = execution.obstacle(state, Acting(seat, action, stands.id, "execute"))
    if obstacle:
        return 0.0
    noise = rng.random() * 0.5
    armies = state.armies(stands.id)
    threat = max(
        (state.armies(n) for n in _neighbours(state, stands.id) if _rival(state, n, seat)),
        default=0,
    )
    if action.startswith("build_"):
        value = {"build_palace": 3.0, "build_church": 2.5, "build_trading_house": 2.0}[action]
        return value + noise + 0.2 * (armies - threat)
    if action in ("collect_tax", "collect_grain"):
        return _collecting(state, seat, action, stands, armies) + noise
    if action.startswith("recruit_"):
        return 1.5 + noise + 0.3 * (threat - armies) + (0.5 if threat else 0.0)
    return max((v for v, _, _ in _moves(state, seat, stands.id, rng)), default=0.0)


def _collecting(state: State, seat: str, action: str, stands: Province, armies: int) -> float:
    facts = state.facts(stands.id)
    danger = 1.5 * stands.markers if stands.markers < armies else 6.0
    danger = danger if stands.markers else 0.0
    if action == "collect_tax":
        return (facts.tax or 0) - danger - 0.05 * state.player(seat).thalers
    hungry = len(state.owned(seat)) - state.player(seat).grain
    return (facts.grain or 0) + 0.3 * hungry - danger


def _move(state: State, acting: Acting, rng: random.Random) -> Any:
    """The best move from the province whose card was turned up, or none."""
    moves = _moves(state, acting.seat, acting.province, rng)
    own_only = acting.action == "recruit_1_move"
    allowed = set(movement.targets(state, acting))
    moves = [move for move in moves if move[1] in allowed]
    if own_only:
        moves = [move for move in moves if state.province(move[1]).owner == acting.seat]
    if moves:
        value, target, armies = max(moves)
        if value >= WORTH_IT:
            return cmd.MoveArmies(acting.seat, target, armies)
    if own_only or state.options.move_optional:
        return cmd.Pass(acting.seat)
    return None


def _moves(
    state: State, seat: str, province: str, rng: random.Random
) -> list[tuple[float, str, int]]:
    """Moves worth a thought: what they are worth, where to, how many armies."""
    there = state.armies(province)
    if there < 2:
        return []
    found = []
    for target in _neighbours(state, province):
        against = state.armies(target)
        owner = state.province(target).owner
        noise = rng.random()
        if owner == seat:
            if there > against + 3:
                found.append((0.6 + noise, target, (there - against) // 2))
        elif owner is None:
            send = min(there - 1, 3)
            found.append((0.8 * send + noise, target, send))
        elif there - 1 > against:
            gain = 2.0 + 1.2 * len(state.province(target).buildings)
            found.append((gain + 0.4 * (there - 1 - against) + noise, target, there - 1))
    return found


def _neighbours(state: State, province: str) -> list[str]:
    """Provinces in play that are known to border on one."""
    in_play = {stands.id for stands in state.provinces if stands.in_play}
    return [n for n in state.facts(province).neighbours if n in in_play]


def _rival(state: State, province: str, seat: str) -> bool:
    return state.province(province).owner not in (None, seat)


def _famine(state: State, rng: random.Random) -> Any:
    under_way = state.famine
    if under_way is None:
        return None
    if not under_way.drawn:
        owned = [stands.id for stands in state.owned(under_way.seat)]
        drawn = rng.sample(owned, under_way.provinces)
        return cmd.DrawFamineCards(under_way.seat, tuple(drawn))
    strongest: Sequence[str] = sorted(under_way.drawn, key=lambda p: (-state.armies(p), p))
    return cmd.OrderFamine(under_way.seat, tuple(strongest))


_CHOICES: dict[str, Callable[[State, random.Random], Any]] = {
    "display": _lay_display,
    "draft": _draft,
    "events": _lay_events,
    "action_cards": _lay_actions,
    "bonus_tiles": _lay_tiles,
    "planning": _draw_event,
    "bids": _bids,
    "tiles": _choose_tile,
    "favors": _lay_favors,
    "exchanges": _exchange,
    "audience": _favor,
    "actions": _act,
    "famine": _famine,
}
