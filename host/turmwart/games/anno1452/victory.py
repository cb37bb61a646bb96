"""Victory points, ranking, and the table's wish to stop early."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from turmwart.games.anno1452.area import Area, Handled, Values
from turmwart.games.anno1452.checks import doubtful, not_now, refused
from turmwart.games.anno1452.commands import StopEarly
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_rounds import GameEnded, StopAnnounced
from turmwart.games.anno1452.options import ID
from turmwart.games.anno1452.state import Standing, State
from turmwart.kernel.chance import Roll
from turmwart.kernel.prompt import Prompt

GOLD_PER_POINT = 10
CITIZENS_PER_POINT = 2
EPOCHS_LEAST = 6


def points(state: State, seat: str) -> Standing:
    """A player's victory points as they stand; his place is 0.

    Rule: A-END-5, A-END-6, A-CARD-TITLE-6, A-CARD-PRINC-1.
    """
    owned, player = state.owned(seat), state.player(seat)
    parts = {
        "estates": len(owned),
        "citizens": state.citizens_on_board(seat) // CITIZENS_PER_POINT,
        "cities": sum(one.city for one in owned),
        "principalities": len(state.held(seat)),
        "gold": player.gold // GOLD_PER_POINT,
        "prestige": player.prestige,
    }
    return Standing(place=0, seat=seat, points=sum(parts.values()), **parts)


def ranking(state: State) -> tuple[Standing, ...]:
    """All players, the best first; who shares a place has the same number.

    Rule: A-END-7, A-END-8, ``victory_tie``.
    """
    gold_decides = state.settings.victory_tie == "gold_then_prestige"

    def rank(standing: Standing) -> tuple[int, ...]:
        if not gold_decides:
            return (standing.points,)
        player = state.player(standing.seat)
        return (standing.points, player.gold, player.prestige)

    standings = sorted((points(state, seat) for seat in state.seats), key=rank, reverse=True)
    ranks = [rank(standing) for standing in standings]
    return tuple(replace(standing, place=ranks.index(rank(standing)) + 1) for standing in standings)


def over_phase(state: State) -> tuple[Event, ...]:
    """What is corrected after the end counts as well.

    Rule: A-END-5, A-END-7, A-DATA-7.
    """
    now = ranking(state)
    return (GameEnded(now),) if now != state.ranking else ()


def stop_early(state: State, command: StopEarly, roll: Roll) -> Handled:
    """The next Event Round becomes the last, or not after all.

    Rule: A-END-9.
    """
    del roll
    if state.phase == "over" or state.row == state.final_row:
        yield not_now(state, "A-END-9")
    if command.stop == state.stopping:
        yield refused("A-END-9", "nothing_to_stop")
    if command.stop and state.row + 1 < EPOCHS_LEAST:
        yield doubtful("A-END-9", "too_few_epochs", epochs=state.row + 1, least=EPOCHS_LEAST)
    yield StopAnnounced(command.stop)


def _prompts(state: State, seat: str | None) -> Iterator[Prompt]:
    del seat
    if state.phase == "over" or state.row == state.final_row or not state.order:
        return
    name = "play_on" if state.stopping else "stop_early"
    fixed = (("stop", not state.stopping),)
    yield Prompt(f"{ID}{name}", "StopEarly", "", False, (), fixed, "A-END-9")


def _ended(event: GameEnded, state: State) -> Values:
    first = [one.seat for one in event.ranking if one.place == 1]
    names = ", ".join(state.player(seat).name for seat in first)
    shown = ", ".join(f"{state.player(one.seat).name} {one.points}" for one in event.ranking)
    return {"winners": names, "points": shown, "variant": "Shared" if len(first) > 1 else ""}


def _stop(event: StopAnnounced, state: State) -> Values:
    del state
    return {"variant": "" if event.stop else "TakenBack"}


AREA = Area(
    handlers={StopEarly: stop_early},
    phases={"over": over_phase},
    prompts={"": _prompts},
    describe={GameEnded: _ended, StopAnnounced: _stop},
)
