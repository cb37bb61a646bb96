"""Records what the judge makes of cubes whose colours are known, for ``turmwart tower bench``.

    python tests/bench/record_passages.py raw.jsonl [--throws 400] [--seed 900] [--disturbance D]
    python tests/bench/record_passages.py --join FILE raw.jsonl [raw.jsonl ...]

The first form pours throws into the simulated tower (the firmware, the line, the journal and the
judge are the real ones) and writes one line for each stretch of a lane: the colours that really
passed, in order, and what the judge said. A lane's throw is cut into stretches where truth and
judgement have counted equally many cubes; where they end with different numbers, the whole lane is
one stretch. The second form counts equal lines and writes FILE, which is
``host/turmwart/cli/tower_recorded.json``.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from turmwart.cli.tower_bench import COLOURS, Plan, Poured, measure
from turmwart.table.palette import default_palette, for_colours
from turmwart.table.pending import CUBE, passage_of
from turmwart.tower.passage import Judged, Passage, judge_all
from turmwart_wire.messages import unpack_passage


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("raw", nargs="+", type=Path)
    parser.add_argument("--join", type=Path)
    parser.add_argument("--throws", type=int, default=400)
    parser.add_argument("--seed", type=int, default=900)
    parser.add_argument("--lanes", type=int, default=4)
    parser.add_argument("--disturbance", default="default")
    arguments = parser.parse_args()
    if arguments.join is not None:
        join(arguments.raw, arguments.join)
    else:
        record(arguments)


def record(arguments: argparse.Namespace) -> None:
    """Pour, and append a line for each stretch."""
    palette = for_colours(default_palette(), set(COLOURS))
    plan = Plan(arguments.lanes, arguments.throws, arguments.seed, arguments.disturbance)
    with arguments.raw[0].open("a", encoding="utf-8") as file:

        def watch(poured: Poured) -> None:
            said: dict[int, list[Passage]] = {}
            for row in poured.rows:
                if row.kind == CUBE:
                    passage = passage_of(unpack_passage(row.payload))
                    said.setdefault(passage.lane, []).append(passage)
            fell: dict[int, list[tuple[str, ...]]] = {}
            log = poured.hands.truth()["log"][-1]["passages"]
            for passed in sorted(log, key=lambda passed: passed["a_us"][0]):
                fell.setdefault(passed["lane"], []).append(tuple(passed["colours"]))
            for lane in sorted(said.keys() | fell.keys()):
                judged = judge_all(said.get(lane, ()), palette)
                for truth, groups in stretches(fell.get(lane, []), judged):
                    line = {"disturbance": plan.disturbance, "fell": truth}
                    line["judged"] = [plain(group) for group in groups]
                    file.write(json.dumps(line, separators=(",", ":")) + "\n")
            file.flush()

        measure(plan, lambda _, figures: print(figures.throws, "throws", flush=True), watch)


def stretches(
    fell: Sequence[tuple[str, ...]], judged: Sequence[Judged]
) -> Iterator[tuple[tuple[str, ...], tuple[Judged, ...]]]:
    """Cut a lane where both have counted equally many cubes."""
    if sum(map(len, fell)) != sum(len(group.cubes) for group in judged):
        yield tuple(colour for passed in fell for colour in passed), tuple(judged)
        return
    truth: list[str] = []
    groups: list[Judged] = []
    left = list(fell)
    ahead = 0
    for group in judged:
        groups.append(group)
        ahead += len(group.cubes)
        while left and ahead > 0:
            passed = left.pop(0)
            truth += passed
            ahead -= len(passed)
        if ahead == 0:
            yield tuple(truth), tuple(groups)
            truth, groups = [], []


def plain(group: Judged) -> list[Any]:
    """A judgement: its cubes (colour, runner-up, doubt), the doubt of their number, the reason."""
    cubes = [[cube.colour, cube.runner_up, cube.doubt] for cube in group.cubes]
    return [cubes, group.doubt_permille, group.reason]


def join(raw: Sequence[Path], target: Path) -> None:
    """Count equal lines."""
    found: dict[str, Counter[str]] = {}
    for path in raw:
        for line in path.read_text("utf-8").splitlines():
            one = json.loads(line)
            key = json.dumps([one["fell"], one["judged"]], separators=(",", ":"))
            found.setdefault(one["disturbance"], Counter())[key] += 1
    rows = []
    for disturbance, counter in sorted(found.items()):
        lines = ",\n".join(f"[{n},{key}]" for key, n in sorted(counter.items()))
        rows.append(f"{json.dumps(disturbance)}:[\n{lines}\n]")
        print(disturbance, sum(counter.values()), "stretches,", len(counter), "different")
    target.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
