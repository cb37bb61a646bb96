"""Trains the judge of places: ``python judge_train.py TRAYS... --out OUT.onnx``.

``TRAYS`` are folders of ``tests/bench/cubes/evaluation_set.py``, whose pictures neither the finder
was trained on nor the counter is measured on. The shipped finder looks at each as it is and
mirrored. Printed is how often the heat alone errs, and with ``--try-first`` how often judges err on
pictures that they did not see.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from cube_calibrate import matched, truths
from torch import nn
from torch.nn import functional

from turmwart_vision.api import load_image
from turmwart_vision.cube_judge import asked
from turmwart_vision.cube_neighbours import RELATIONS
from turmwart_vision.cube_places import find_cubes

HIDDEN, STEPS, BATCH, RATE, DECAY, DROPPED = 32, 6000, 512, 3e-3, 0.1, 0.1
JURORS, PARTS = 4, 4
BESIDE = 3
"""So many neighbours together say as much as one may."""
SEED = 5


class Juror(nn.Module):
    """(N, K) words, (N, M, K) those of the places around, (N, M, R) how these lie -> (N, 1)."""

    def __init__(self, words: int) -> None:
        super().__init__()
        self.own, self.beside = nn.Linear(words, HIDDEN), nn.Linear(words, HIDDEN)
        self.lies, self.together = nn.Linear(RELATIONS, HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.says = nn.Sequential(
            nn.Linear(words + 2 * HIDDEN, HIDDEN),
            nn.Tanh(),
            nn.Dropout(DROPPED),
            nn.Linear(HIDDEN, 1),
        )

    def forward(
        self, own: torch.Tensor, beside: torch.Tensor, lies: torch.Tensor, near: torch.Tensor
    ) -> torch.Tensor:
        pair = torch.tanh(self.own(own)[:, None] + self.beside(beside) + self.lies(lies))
        pair = torch.tanh(self.together(pair)) * near[..., None]
        return self.says(torch.cat([own, pair.sum(1) / BESIDE, pair.amax(1)], 1))


class Judge(nn.Module):
    """What ``cube_judge.asked`` gives of N places -> (N, 1) logit: the mean of ``JURORS``."""

    def __init__(self, words: torch.Tensor) -> None:
        super().__init__()
        self.register_buffer("middle", words.mean(0))
        self.register_buffer("spread", words.std(0) + 1e-3)
        self.jurors = nn.ModuleList(Juror(words.shape[1]) for _ in range(JURORS))

    def forward(
        self, words: torch.Tensor, index: torch.Tensor, lies: torch.Tensor, near: torch.Tensor
    ) -> torch.Tensor:
        words = (words - self.middle) / self.spread
        beside = words[index]
        return torch.stack([juror(words, beside, lies, near) for juror in self.jurors]).mean(0)


Asked = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]


def joined(pictures: list[tuple[np.ndarray, ...]]) -> Asked:
    """What is asked of many pictures as if it were of one."""
    before = np.cumsum([0] + [len(asked[0]) for asked in pictures[:-1]])
    words, index, lies, near = (np.concatenate(own) for own in zip(*pictures, strict=True))
    index = index + np.repeat(before, [len(asked[0]) for asked in pictures])[:, None]
    return torch.tensor(words), torch.tensor(index), torch.tensor(lies), torch.tensor(near)


def learnt(asked: Asked, is_cube: np.ndarray, rows: np.ndarray) -> Judge:
    """A judge that learns from ``rows`` of ``asked``, told whether each is a cube (n,).

    The places around a row must be among ``rows`` too.
    """
    words, index, lies, near = asked
    judge = Judge(words[rows])
    wanted, drawable = torch.tensor(is_cube, dtype=torch.float32), torch.tensor(rows)
    held = (words - judge.middle) / judge.spread
    for juror in judge.jurors:
        best = torch.optim.AdamW(juror.parameters(), RATE, weight_decay=DECAY)
        slower = torch.optim.lr_scheduler.CosineAnnealingLR(best, STEPS)
        for _ in range(STEPS):
            drawn = drawable[torch.randint(len(drawable), (BATCH,))]
            said = juror(held[drawn], held[index[drawn]], lies[drawn], near[drawn])[:, 0]
            best.zero_grad()
            functional.binary_cross_entropy_with_logits(said, wanted[drawn]).backward()
            best.step()
            slower.step()
    return judge.eval()


def main() -> None:
    """Reads the command line, looks at the pictures, trains, measures, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trays", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--try-first", action="store_true", help="on pictures left out, in parts")
    chosen = parser.parse_args()
    torch.manual_seed(SEED)
    said: list[tuple[np.ndarray, ...]] = []
    kinds, group = [], []
    pictures = [(f, *found) for f in chosen.trays for found in sorted(truths(f, 10**9).items())]
    for number, (folder, file, rows) in enumerate(pictures):
        frame = load_image(folder / file)
        mirrored = [{**row, "x": str(frame.shape[1] - float(row["x"]))} for row in rows]
        for seen, own in ((frame, rows), (np.ascontiguousarray(frame[:, ::-1]), mirrored)):
            places = find_cubes(seen, None)
            if len(places):
                said.append(asked(seen, places))
                kinds.append(matched(places, own) >= 0)
                group += [number % PARTS] * len(places)
    every, y, part = joined(said), np.concatenate(kinds), np.array(group)
    wrong = np.zeros(len(y), bool)
    for n in range(PARTS if chosen.try_first else 0):
        judge = learnt(every, y, np.flatnonzero(part != n))
        with torch.inference_mode():
            logit = judge(*every)[:, 0].numpy()
        wrong[part == n] = ((logit > 0) != y)[part == n]
    heat = every[0][:, 0].numpy()
    alone = min(((heat > at) != y).sum() for at in np.quantile(heat, np.linspace(0, 1, 1000)))
    print(f"{len(y)} places of {len(pictures)} pictures, by heat alone at best {alone} wrong")
    if chosen.try_first:
        print(f"judged wrongly by judges that did not see them: {wrong.sum()}")
    names = ["words", "index", "lies", "near"]
    torch.onnx.export(
        learnt(every, y, np.arange(len(y))),
        joined(said[:1]),
        str(chosen.out),
        dynamo=False,
        input_names=names,
        output_names=["answer"],
        dynamic_axes={name: {0: "places"} for name in names},
    )


if __name__ == "__main__":
    main()
