"""Trains the judge of places: ``python judge_train.py TRAYS... --out OUT.onnx``.

``TRAYS`` are folders of ``tests/bench/cubes/evaluation_set.py``, whose pictures neither the finder
was trained on nor the counter is measured on. The shipped finder looks at each as it is and
mirrored. Printed is how often the judge errs on pictures left out, beside the heat alone.
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
from turmwart_vision.cube_judge import words
from turmwart_vision.cube_places import find_cubes

HIDDEN, STEPS, BATCH, RATE, DECAY = 24, 4000, 512, 5e-3, 0.3
JURORS, PARTS = 4, 4
SEED = 5


class Judge(nn.Module):
    """(N, K) words -> (N, 1) logit: the mean of small networks that learnt apart."""

    def __init__(self, middle: np.ndarray, spread: np.ndarray) -> None:
        super().__init__()
        self.register_buffer("middle", torch.tensor(middle, dtype=torch.float32))
        self.register_buffer("spread", torch.tensor(spread, dtype=torch.float32))
        self.jurors = nn.ModuleList(
            nn.Sequential(nn.Linear(len(middle), HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1))
            for _ in range(JURORS)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = (x - self.middle) / self.spread
        return torch.stack([juror(x) for juror in self.jurors]).mean(0)


def learnt(said: np.ndarray, is_cube: np.ndarray) -> Judge:
    """A judge of ``said`` (n, K), told whether each is a cube (n,)."""
    judge = Judge(said.mean(0), said.std(0) + 1e-3)
    x = torch.tensor(said, dtype=torch.float32)
    wanted = torch.tensor(is_cube, dtype=torch.float32)
    best = torch.optim.AdamW(judge.parameters(), RATE, weight_decay=DECAY)
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(best, STEPS)
    for _ in range(STEPS):
        drawn = torch.randint(len(x), (BATCH,))
        held = (x[drawn] - judge.middle) / judge.spread
        loss = sum(
            functional.binary_cross_entropy_with_logits(juror(held)[:, 0], wanted[drawn])
            for juror in judge.jurors
        )
        best.zero_grad()
        loss.backward()
        best.step()
        slower.step()
    return judge.eval()


def main() -> None:
    """Reads the command line, looks at the pictures, trains, measures, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trays", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    torch.manual_seed(SEED)
    said, kinds, group = [], [], []
    pictures = [(f, *found) for f in chosen.trays for found in sorted(truths(f, 10**9).items())]
    for number, (folder, file, rows) in enumerate(pictures):
        frame = load_image(folder / file)
        mirrored = [{**row, "x": str(frame.shape[1] - float(row["x"]))} for row in rows]
        for seen, own in ((frame, rows), (np.ascontiguousarray(frame[:, ::-1]), mirrored)):
            places = find_cubes(seen, None)
            if len(places):
                said.append(words(seen, places))
                kinds.append(matched(places, own) >= 0)
                group += [number % PARTS] * len(places)
    x, y, part = np.concatenate(said), np.concatenate(kinds), np.array(group)
    wrong = np.zeros(len(x), bool)
    for n in range(PARTS):
        judge = learnt(x[part != n], y[part != n])
        with torch.inference_mode():
            logit = judge(torch.tensor(x[part == n], dtype=torch.float32))[:, 0].numpy()
        wrong[part == n] = (logit > 0) != y[part == n]
    least = min(np.unique(x[:, 0]), key=lambda at: ((x[:, 0] > at) != y).sum())
    alone = ((x[:, 0] > least) != y).sum()
    print(f"{len(x)} places of {len(pictures)} pictures: {wrong.sum()} judged wrongly")
    print(f"by heat alone, at best: {alone}")
    torch.onnx.export(
        learnt(x, y),
        (torch.zeros(4, x.shape[1]),),
        str(chosen.out),
        dynamo=False,
        input_names=["words"],
        output_names=["answer"],
        dynamic_axes={"words": {0: "places"}},
    )


if __name__ == "__main__":
    main()
