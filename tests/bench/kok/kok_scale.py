"""How long rounds of King of Kings take, from small worlds to the largest.

Run ``python tests/bench/kok/kok_scale.py [PLOT.svg]``; it prints a table and draws the round's time
over its orders. CPU time, best of three.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2] / "support"))

from kok_world import do

from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.commands import HandIn, PlayRound
from turmwart.games.kingofkings.options import Options
from turmwart.games.kingofkings.playing import play_round
from turmwart.games.kingofkings.setup import Setup, Stack, TribeStart
from turmwart.games.kingofkings.state import State
from turmwart.games.kingofkings.viewing import view
from turmwart.kernel.canon import from_plain, to_plain
from turmwart.table.dealer import Seeded
from turmwart.table.kingofkings.page import report_page
from turmwart.table.kingofkings.report import report_text
from turmwart.table.kingofkings.tables import shipped_rules

LETTERS = "KEGWBEMK"
ROLLS = Seeded("scale", 1)


def crowded(tribes: int, side: int, units: int, orders: int) -> State:
    """A full map: each province holds an army; each tribe gives its share of the orders.

    The tribes own squares of four fields in turn, so that every army has an enemy beside it and
    none is cut off.
    """
    draw = Seeded("scale", 0)
    rows = tuple(
        "".join(
            "~" if draw(f"{x}/{y}", 0, 10) == 1 else LETTERS[draw(f"{x}/{y}", 1, 8) - 1]
            for x in range(side)
        )
        for y in range(side)
    )
    land = [(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c != "~"]
    each, more = divmod(units, len(land))
    stacks, own = [], {n: [] for n in range(1, tribes + 1)}  # type: ignore[var-annotated]
    for number, (x, y) in enumerate(land):
        player = 1 + (x // 2 + 7 * (y // 2)) % tribes
        count = each + (number < more)
        stacks.append(Stack(x + 1, y + 1, player, (count // 3, count - count // 3, 0, 0, 0, 0)))
        own[player].append((x + 1, y + 1))
    setup = Setup(
        "scale",
        shipped_rules(),
        replace(Options(), orders_per_round=999),
        rows,
        tuple(TribeStart(n, f"T{n}", wp=300) for n in own),
        tuple(stacks),
        seed="scale",
    )
    state: State = GAME.apply(None, GAME.start(setup)[0])
    for player, fields in own.items():
        lines = []
        for n in range(orders // tribes):
            x, y = fields[n % len(fields)]
            way = "NSWO"[draw(f"way {player}", n, 4) - 1]
            kind = (n // len(fields)) % 4
            lines.append(
                f"LAND {x} {y} F AT {way}"
                if kind == 0
                else f"EIN {x} {y} FUSS"
                if kind == 1
                else f"VERT {x} {y} G"
                if kind == 2
                else f"ALL {1 + n % tribes} 1"
            )
        state = do(state, HandIn(player, "\n".join(lines)))
    return state


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """CPU time, the best of ``times``."""
    best = float("inf")
    for _ in range(times):
        begun = process_time()
        work()
        best = min(best, process_time() - begun)
    return best


def main() -> None:
    """Print the table; draw it, if a file is named."""
    print("tribes side units orders  round_s rolls  reports50_s  journal_s")
    points: list[tuple[int, float]] = []
    for tribes, side, units, orders in (
        (6, 16, 500, 500),
        (12, 25, 1250, 1250),
        (25, 35, 2500, 2500),
        (50, 50, 5000, 5000),
        (50, 50, 10000, 10000),
        (50, 50, 25000, 25000),
    ):
        state = crowded(tribes, side, units, orders)
        played = play_round(state, ROLLS)
        taken = seconds(partial(play_round, state, ROLLS))
        (event,) = GAME.decide(state, PlayRound(), ROLLS)
        told = seconds(partial(reports, GAME.apply(state, event)), 1) * 50 / tribes
        read = seconds(partial(from_text, event, json.dumps(to_plain(event))), 1)
        points.append((orders, taken))
        print(
            f"{tribes:6} {side:4} {units:5} {orders:6}  {taken:7.3f} {len(played.record.rolls()):5}"
            f"  {told:11.2f}  {read:9.3f}",
            flush=True,
        )
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(plot(points), "utf-8")


def reports(state: State) -> None:
    """Text and page of all tribes."""
    for tribe in state.tribes:
        seen = view(state, str(tribe.number))
        report_text(seen, "de")
        report_page(seen, "de")


def from_text(event: object, text: str) -> object:
    """An event as the journal gives it back."""
    return from_plain(type(event), json.loads(text))


def plot(points: Sequence[tuple[int, float]]) -> str:
    """Seconds of a round over its orders, as SVG."""
    wide, high, edge = 640, 320, 50
    most_x, most_y = max(x for x, _ in points), max(y for _, y in points)
    placed = [
        (edge + x / most_x * (wide - 2 * edge), high - edge - y / most_y * (high - 2 * edge))
        for x, y in points
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in placed)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
        f'<path d="M{edge} {edge}V{high - edge}H{wide - edge}" fill="none" stroke="#888"/>'
        f'<polyline points="{line}" fill="none" stroke="#2a6fb0" stroke-width="2"/>{dots}'
        f'<text x="{wide / 2}" y="{high - 12}" text-anchor="middle">orders (and units) of a round, '
        f'up to {most_x}</text><text x="{edge}" y="{edge - 14}">CPU time of the round, up to '
        f"{most_y:.2f} s</text></svg>\n"
    )


if __name__ == "__main__":
    main()
