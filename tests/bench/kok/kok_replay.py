"""How long it takes to read a whole game of King of Kings from its journal.

Run ``python tests/bench/kok/kok_replay.py [ROUNDS]``: plays the largest game (50 tribes on 50 x 50
fields, 5,000 units, 5,000 orders a round) for 50 rounds into a journal, then opens it as every
command does and prints CPU and wall seconds. At most 30 s are allowed; it ends with 1 above that.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parent))

from kok_scale import crowded

from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.commands import HandIn, PlayRound
from turmwart.games.kingofkings.tables import Rules
from turmwart.journal.store import Journal
from turmwart.kernel.canon import state_hash
from turmwart.table.dealer import Seeded
from turmwart.table.palette import default_palette
from turmwart.table.table import Done, Table

NAME = "scale"
ROUNDS = 50
MOST_SECONDS = 30.0
WAYS = "NSWO"


def fill(file: Path, rounds: int, tribes: int, side: int, units: int, orders: int) -> str:
    """Play a game into a new journal; the hash of its last state.

    Every round's orders are made from what the tribes own then: attacks, new foot, defences and
    alliances, a full number of them as long as a tribe has a province.
    """
    start = crowded(tribes, side, units, orders)
    options = replace(start.options, end_rounds=rounds + 1, orders_per_round=999)
    with Journal.open(file) as journal:
        table = Table.create(
            journal,
            NAME,
            GAME,
            replace(start.setup, options=options, rules=_rich(start.setup.rules)),
            palette=default_palette(),
            clock=lambda: 0,
        )
        try:
            for _ in range(rounds):
                play(table, orders)
                if table.state.round % 10 == 1 or table.state.round == rounds + 1:
                    print(told(table), flush=True)
            return state_hash(table.state)
        finally:
            table.close()


def _rich(rules: Rules) -> Rules:
    """Land that feeds all armies, so that the game stays as large as it began."""
    return replace(
        rules,
        terrains=tuple(
            t if t.sea else replace(t, food=9, wp=9, ceiling=None) for t in rules.terrains
        ),
    )


def told(table: Table) -> str:
    """Size of the round played last."""
    state = table.state
    record = state.record
    units = sum(sum(force.counts) for place in state.places for force in place.forces)
    owners = len({place.owner for place in state.places if place.owner})
    return (
        f"round {record.round}: {owners} tribes with land, {units} units, "
        f"{len(record.lines)} orders, {len(record.battles)} battles, {len(record.rolls())} rolls"
    )


def play(table: Table, orders: int) -> None:
    """Hand in ``orders`` lines in all, and play the round by the seed."""
    state = table.state
    rolls = Seeded(state.setup.seed, state.round)
    own: dict[int, list[tuple[int, int]]] = {}
    for place in state.places:
        own.setdefault(place.owner, []).append((place.x, place.y))
    own.pop(0, None)
    few = sum(sum(force.counts) for place in state.places for force in place.forces) < orders
    for turn, (player, fields) in enumerate(own.items()):
        share = orders // len(own) + (turn < orders % len(own))
        lines = []
        for n in range(share):
            x, y = fields[n % len(fields)]
            way = WAYS[rolls(f"way {player}", n, len(WAYS)) - 1]
            kinds = (
                f"LAND {x} {y} F FUSS 1 {way}",
                f"EIN {x} {y} FUSS {x} {y} FUSS" if few else f"VERT {x} {y} F",
                f"VERT {x} {y} G",
                f"ALL {1 + n % len(state.tribes)} 1",
            )
            lines.append(kinds[(n // len(fields)) % len(kinds)])
        assert isinstance(table.do(HandIn(player, "\n".join(lines))), Done)
    assert isinstance(table.do(PlayRound(), roll=rolls), Done)


def replay(file: Path) -> tuple[float, float, str, int]:
    """CPU seconds and wall seconds to open the game, the hash of its state, rounds played."""
    cpu, wall = process_time(), perf_counter()
    with Journal.open(file, create=False) as journal:
        table = Table.open(journal, NAME, GAME, palette=default_palette(), clock=lambda: 0)
        cpu, wall = process_time() - cpu, perf_counter() - wall
        try:
            state = table.state
            return cpu, wall, state_hash(state), state.record.round if state.record else 0
        finally:
            table.close()


def main() -> int:
    """Print the figures; 1 if the replay took too long."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with TemporaryDirectory() as folder:
        file = Path(folder) / "scale.sqlite"
        begun = process_time()
        wanted = fill(file, rounds, 50, 50, 5000, 5000)
        filled = process_time() - begun
        size = sum(one.stat().st_size for one in Path(folder).iterdir()) / 1e6
        cpu, wall, found, played = replay(file)
    assert (found, played) == (wanted, rounds)
    print(f"rounds {played}  played_s {filled:.1f}  journal_mb {size:.1f}", flush=True)
    print(f"replay_cpu_s {cpu:.2f}  replay_wall_s {wall:.2f}  allowed_s {MOST_SECONDS:.0f}")
    return int(cpu > MOST_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
