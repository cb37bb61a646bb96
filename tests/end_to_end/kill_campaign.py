"""The long form of the kill tests: ``python tests/end_to_end/kill_campaign.py [KILLS]``.

Plays games of 3, 4 and 5 players, killed at random moments, until each of the two modes has seen
that many kills, and prints what it saw.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from demo_runs import DemoRun, random_kills


def campaign(kills: int, *, power: bool) -> None:
    """Play and kill until ``kills`` kills are reached."""
    rng = random.Random(2026)
    done = games = cubes = asked = 0
    while done < kills:
        games += 1
        with tempfile.TemporaryDirectory() as folder:
            run = DemoRun(Path(folder) / "j.sqlite", seed=100 + games, players=3 + games % 3)
            try:
                random_kills(run, rng, most=min(20, kills - done), power=power)
                run.check_books()
            finally:
                run.stop_twin()
            assert power or run.evidence == run.fallen
            done += run.kills
            cubes += run.fallen
            asked += sum("counted by hand" in line for line in run.lines)
    mode = "power cuts" if power else "kills, tower alive"
    print(f"{done} {mode}: {games} games ended, {cubes} cubes, {asked} throws counted by hand")


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    campaign(wanted, power=False)
    campaign(wanted, power=True)
