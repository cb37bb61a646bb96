"""A round of the largest game comes within a second, its reports within five."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.commands import PlayRound
from turmwart.games.kingofkings.playing import play_round
from turmwart.kernel.canon import to_plain

sys.path.append(str(Path(__file__).parent))

from kok_scale import ROLLS, crowded, from_text, reports, seconds


def test_the_largest_round_within_a_second() -> None:
    """50 tribes on 50 x 50 fields, 5,000 units, 5,000 orders; reports and journal as well."""
    state = crowded(50, 50, 5000, 5000)
    played = play_round(state, ROLLS)
    assert len(played.record.lines) == 5000
    assert len(played.record.battles) > 100
    assert seconds(lambda: play_round(state, ROLLS)) < 1.0
    (event,) = GAME.decide(state, PlayRound(), ROLLS)
    after = GAME.apply(state, event)

    assert seconds(lambda: reports(after), 1) < 5.0
    stored = json.dumps(to_plain(event))
    # A replay of 50 rounds within 30 s.
    assert seconds(lambda: from_text(event, stored), 2) < 30 / 50


def test_cost_grows_with_orders_and_units_no_worse_than_linearly() -> None:
    """Eight times as much takes at most some twelve times as long."""
    small, large = crowded(6, 18, 625, 625), crowded(50, 50, 5000, 5000)
    times = [seconds(lambda s=one: play_round(s, ROLLS), 5) for one in (small, large)]  # type: ignore[misc]
    assert times[1] < 12 * times[0]
