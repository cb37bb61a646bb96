"""What happened: all events of the game, by area."""

from __future__ import annotations

from turmwart.games.anno1452.events_battle import BATTLE_EVENTS, BattleEvent
from turmwart.games.anno1452.events_board import BOARD_EVENTS, BoardEvent
from turmwart.games.anno1452.events_cards import CARD_EVENTS, CardEvent
from turmwart.games.anno1452.events_rounds import ROUND_EVENTS, RoundEvent

Event = BoardEvent | BattleEvent | CardEvent | RoundEvent

EVENTS: dict[str, type] = {
    cls.__name__: cls for cls in (*BOARD_EVENTS, *BATTLE_EVENTS, *CARD_EVENTS, *ROUND_EVENTS)
}
