"""Seven rounds of seven sub-phases: the clock, and what each sub-phase books by itself."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.paladins.apply import apply
from turmwart.games.paladins.checks import (
    Handled,
    Handler,
    cards_drawn,
    doubtful,
    in_mode,
    in_round,
    known_seat,
    refused,
)
from turmwart.games.paladins.commands import (
    ChooseMode,
    EndRound,
    GoOn,
    NameOrder,
    RevealPaladin,
    TakeTavern,
)
from turmwart.games.paladins.events import (
    CardsRevealed,
    Event,
    GameEnded,
    MarkerPassed,
    ModeChanged,
    OrderNamed,
    PaladinRevealed,
    Passed,
    RoundBegan,
    RoundEnded,
    ScoringBegan,
    StepBegan,
    TavernTaken,
    TurnMoved,
    WorkersGained,
)
from turmwart.games.paladins.names import WORKER
from turmwart.games.paladins.needs import needs, sheet_needs
from turmwart.games.paladins.reading import multiset
from turmwart.games.paladins.scoring import QUESTIONS, tied
from turmwart.games.paladins.setup import MODES
from turmwart.games.paladins.state import ROUNDS, STEPS, Paladin, Player, State
from turmwart.games.paladins.suspicion import due
from turmwart.games.paladins.turns import leave, usual
from turmwart.games.paladins.workers import named
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection

PALADIN_WORKERS = 2
TAVERN_WORKERS = 4
PALADIN_POINTS_MOST = 4
_ORDER_ROUNDS = (1, 2, 3)
_FAVOUR_ROUNDS = (3, 4, 5, 6, 7)


def reveals(number: int) -> tuple[str, ...]:
    """What is revealed in a round.

    Rule: P-ROUND-4.
    """
    shown = []
    if number in _ORDER_ROUNDS:
        shown.append("order")
    if number in _FAVOUR_ROUNDS:
        shown.append("favour")
    return tuple(shown)


def tavern_cards(players: int) -> int:
    """Tavern cards that are revealed in a round.

    Rule: P-ROUND-5, P-ROUND-11.
    """
    return players + 1


def go_on(state: State, command: GoOn) -> Handled:
    """The next sub-phase begins.

    Rule: P-ROUND-1 to P-ROUND-5, P-ROUND-13, P-ROUND-14.
    """
    del command
    if state.phase == "scoring":
        yield from _count(state)
        return
    yield from in_round(state, "P-ROUND-2")
    yield from cards_drawn(state)
    yield from _left_open(state)
    yield from next_step(state)


def _count(state: State) -> Handled:
    """All sheets are entered: the points stand.

    Raises:
        Unknown: points of the copy that nobody has confirmed.

    Rule: P-END-1, P-END-9.
    """
    for order in state.orders:
        if not order.action:
            yield refused("P-END-2", "order_not_named", place=order.place + 1)
    for player in state.players:
        if sheet_needs(state, player):
            yield refused("P-END-1", "sheet_missing", player=player.name)
    for question in QUESTIONS:
        state.board.answer(question)
    if tied(state):
        state.board.answer("Q-P-TIE")
    yield GameEnded()


def end_round(state: State, command: EndRound) -> Handled:
    """Light mode: all that is left of the round at once.

    Rule: P-ROUND-2, section 10.
    """
    del command
    yield from in_mode(state, "light")
    yield from in_round(state, "P-ROUND-2")
    yield from cards_drawn(state)
    now = state
    while now.phase == "round" and now.round == state.round:
        for event in next_step(now):
            now = apply(now, event)
            yield event


def next_step(state: State) -> Iterator[Event]:
    """The events that bring the next sub-phase, or the next round."""
    if state.step == STEPS[-1]:
        yield RoundEnded(state.round)
        if state.round == ROUNDS:
            yield ScoringBegan()
            return
        yield RoundBegan(state.round + 1)
        order = state.order_of_play
        yield MarkerPassed(order[1 % len(order)])
        return
    if state.step == "workers":
        yield from _rest_of_workers(state)
    if state.step == "actions":
        yield from _rest_of_passing(state)
    step = STEPS[STEPS.index(state.step) + 1]
    yield StepBegan(step)
    if step == "reveal":
        shown = reveals(state.round)
        yield CardsRevealed(shown.count("order"), shown.count("favour"))
    if step == "actions" and state.mode == "full":
        yield TurnMoved(state.order_of_play[0])


def _left_open(state: State) -> Iterator[Objection]:
    """What the sub-phase still waits for.

    Rule: P-ROUND-9, P-ROUND-10, P-ROUND-12.
    """
    if state.mode == "light":
        return
    if state.step == "workers":
        for player in state.players:
            if player.paladin is None:
                yield doubtful("P-ROUND-9", "no_paladin", player=player.name)
            if state.mode == "full" and not player.tavern:
                yield doubtful("P-ROUND-10", "no_tavern", player=player.name)
    if state.step == "actions":
        for player in state.players:
            if not player.passed:
                yield doubtful("P-ROUND-12", "not_passed", player=player.name)


def _rest_of_workers(state: State) -> Iterator[Event]:
    """Standard mode: everybody's four workers, in turn order.

    A paladin that nobody entered gave its two all the same; told later, it gives none again.

    Rule: P-ROUND-9, P-ROUND-10.
    """
    if state.mode != "standard":
        return
    for seat in state.order_of_play:
        if state.player(seat).paladin is None:
            yield WorkersGained(seat, Cubes.of(**{WORKER: PALADIN_WORKERS}))
        if not state.player(seat).tavern:
            yield TavernTaken(seat, Cubes.of(**{WORKER: TAVERN_WORKERS}))


def _rest_of_passing(state: State) -> Iterator[Passed]:
    if state.mode == "light":
        return
    for seat in state.order_of_play:
        player = state.player(seat)
        if not player.passed:
            yield leave(player, usual(player))


def choose_mode(state: State, command: ChooseMode) -> Handled:
    """Keep more, or less, from now on; nothing that is known gets lost.

    Rule: section 10.
    """
    if command.mode not in MODES:
        yield refused("P-ACT-GEN-1", "no_such_mode", typed=command.mode)
        return
    yield from in_round(state, "P-ROUND-1")
    if command.mode == state.mode:
        yield refused("P-ACT-GEN-1", "same_mode", mode=f"@paladins.mode.{state.mode}")
    yield ModeChanged(state.mode, command.mode)
    if command.mode == "full" and state.step == "actions":
        open_ones = [seat for seat in state.order_of_play if not state.player(seat).passed]
        if open_ones:
            yield TurnMoved(open_ones[0])
    if command.mode != "full":
        return
    for player in state.players:
        # Criminals are asked with the workers; for those no card is due again (P-PASS-5).
        if state.step == "actions" and not player.tavern:
            yield TavernTaken(player.seat, Cubes())


def name_order(state: State, command: NameOrder) -> Handled:
    """The table says which action an order shows.

    Rule: P-ROUND-4, P-END-2.
    """
    order = next((one for one in state.orders if one.place == command.place - 1), None)
    if order is None:
        yield refused("P-ROUND-4", "no_such_order", place=command.place)
        return
    if command.action not in state.board.order_actions:
        yield refused("P-END-2", "no_such_target", typed=command.action)
    if any(one.action == command.action and one is not order for one in state.orders):
        yield doubtful("P-SETUP-3", "order_twice", action=f"@paladins.action.{command.action}")
    if order.action != command.action:
        yield OrderNamed(order.place, command.action)


def reveal_paladin(state: State, command: RevealPaladin) -> Handled:
    """A paladin is turned up: two workers, and points for this round.

    Rule: P-ROUND-8, P-ROUND-9, P-WORKER-3.
    """
    yield from in_mode(state, "standard", "full")
    yield from in_round(state, "P-ROUND-9", "workers", "actions")
    yield from known_seat(state, command.seat)
    player = state.player(command.seat)
    yield from _ready_for_workers(state, player)
    # Told amid the actions, its workers are counted, unless full mode went on without them.
    counted = state.step == "actions" and "paladin" not in player.stale
    card = state.board.paladin(command.name) if command.name else None
    if command.name and card is None:
        yield refused("P-ROUND-9", "no_such_paladin", name=command.name)
        return
    if card is not None:
        if card.name in player.played:
            yield doubtful("P-ROUND-8", "paladin_played", player=player.name, name=card.name)
        points = Paladin(card.name, card.faith, card.strength, card.influence)
        workers = multiset(card.workers)
    else:
        points = Paladin("", command.faith, command.strength, command.influence)
        typed = named(state, command.workers)
        if typed is None:
            yield refused("P-WORKER-1", "no_workers", typed=command.workers)
            return
        workers = typed
        if min(command.faith, command.strength, command.influence) < 0:
            yield refused("P-ROUND-9", "no_such_points")
        if command.faith + command.strength + command.influence > PALADIN_POINTS_MOST:
            yield doubtful("P-ROUND-9", "too_many_points", most=PALADIN_POINTS_MOST)
        left_out = "by_hand" in player.stale and not workers
        if (
            state.mode == "full"
            and not counted
            and workers.total != PALADIN_WORKERS
            and not left_out
        ):
            yield doubtful("P-ROUND-9", "wrong_number", needed=2, placed=workers.total)
    if player.paladin is not None:
        yield doubtful("P-ROUND-9", "paladin_twice", player=player.name)
    if counted or player.paladin is not None:
        workers = Cubes()
    elif state.mode == "standard":
        workers = Cubes.of(**{WORKER: PALADIN_WORKERS})
    if workers and "by_hand" in player.stale:
        text = "workers_by_hand" if state.mode == "full" else "workers_by_number"
        yield doubtful("P-ROUND-9", text, player=player.name)
    yield PaladinRevealed(command.seat, points, workers)
    yield from due(state, command.seat, workers)


def take_tavern(state: State, command: TakeTavern) -> Handled:
    """A player takes a tavern card.

    Rule: P-ROUND-10, P-WORKER-3, P-INQ-1, P-INQ-3.
    """
    yield from in_mode(state, "standard", "full")
    yield from in_round(state, "P-ROUND-10", "workers")
    yield from known_seat(state, command.seat)
    player = state.player(command.seat)
    yield from _ready_for_workers(state, player)
    yield from cards_drawn(state)
    workers = named(state, command.workers)
    if workers is None:
        yield refused("P-WORKER-1", "no_workers", typed=command.workers)
        return
    if player.tavern:
        yield doubtful("P-ROUND-10", "tavern_twice", player=player.name)
    elif workers.total != TAVERN_WORKERS:
        yield doubtful("P-ROUND-5", "wrong_number", needed=TAVERN_WORKERS, placed=workers.total)
    before = [seat for seat in state.order_of_play if not state.player(seat).tavern]
    if before and before[0] != command.seat and not player.tavern:
        name = state.player(before[0]).name
        yield doubtful("P-ROUND-10", "tavern_order", player=name)
    yield TavernTaken(command.seat, workers)
    yield from due(state, command.seat, workers)


def _ready_for_workers(state: State, player: Player) -> Iterator[Objection]:
    if needs(state, player):
        yield refused("P-ACT-GEN-1", "enter_first", player=player.name)


HANDLERS: dict[type, Handler] = {
    GoOn: go_on,
    EndRound: end_round,
    ChooseMode: choose_mode,
    NameOrder: name_order,
    RevealPaladin: reveal_paladin,
    TakeTavern: take_tavern,
}
