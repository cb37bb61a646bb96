"""Trains what tells dice upon others: ``python upon.py SHARDS... --out OUT.pt --minutes 15``.

Of every die whose face is seen its surroundings are held, small, as rendered and with other pips
and lights; half of what is shown to the network are dice below which, or close behind which,
another lies that is hardly seen. The last shard of each folder is kept back and measured at the
end.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from augment import camera
from bodies import dressed
from dataset import SHOWN, cut
from labelled import Labelled, around, edges, load
from networks import FACE_PX, Upon
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

AROUND = 1.7
"""So much looser than for its face a die is cut out; ``turmwart_vision.cutouts`` does the same."""
UNSEEN, BELOW = 0.3, 1.15
"""A die of which less is seen, no farther away in edges, is hidden by another."""
PART_PX = 72
BATCH, KEPT = 128, 0.995


def parts(item: Labelled) -> list[tuple[np.ndarray, int]]:
    """Surroundings (72, 72, 3) of the dice of a picture, and whether each hides another."""
    held: list[tuple[np.ndarray, int]] = []
    if not len(item.faces):
        return held
    sides = edges(item.faces)
    for n, side in enumerate(sides):
        if item.visible[n] < SHOWN or side < 10:
            continue
        away = np.linalg.norm(item.centres - item.centres[n], axis=1) / side
        away[n] = np.inf
        near = away < BELOW
        hides = bool((near & (item.visible < UNSEEN)).any())
        if not hides and (near & (item.visible < SHOWN)).any():
            continue
        scale = FACE_PX / AROUND / side
        part = around(item.picture, item.centres[n], scale, PART_PX)
        held.append((part, int(hides)))
    return held


def seen(rng: np.random.Generator, part: np.ndarray) -> np.ndarray:
    """A cut-out (48, 48, 3) as the reader may have it."""
    face = FACE_PX / AROUND
    shown = camera(rng, part, face)
    at = PART_PX / 2 + rng.normal(0, 0.06, 2) * face
    size = FACE_PX * np.exp(rng.normal(0, 0.08))
    return cut(shown, *at, size, turn=rng.uniform(0, 2 * np.pi), mirror=rng.random() < 0.5)


def batch_of(cutouts: list[np.ndarray]) -> torch.Tensor:
    """Cut-outs as a batch."""
    x = torch.from_numpy(np.stack(cutouts).transpose(0, 3, 1, 2).copy()).float() / 255
    return x.to(memory_format=torch.channels_last)


def main() -> None:
    """Reads the command line, trains, measures, saves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shards", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="go on from these weights, or the reader's")
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(chosen.seed)
    held: list[list[tuple[np.ndarray, int]]] = [[], []]
    for folder in chosen.shards:
        numbers = sorted(int(path.stem) for path in folder.glob("????.npz"))
        for number in numbers:
            for coded in load(folder, number, number + 1):
                item, kept_back = coded.unpacked(), number == numbers[-1]
                held[kept_back] += parts(item)
                if not kept_back:
                    held[False] += parts(dressed(rng, item))
    by_kind = [[p for p, hides in held[0] if hides == kind] for kind in (0, 1)]
    print(len(by_kind[1]), "dice hide another,", len(by_kind[0]), "do not", flush=True)
    net = Upon().to(memory_format=torch.channels_last)
    if chosen.start:
        net.load_state_dict(torch.load(chosen.start), strict=False)
    best = torch.optim.AdamW(net.parameters(), chosen.rate, weight_decay=2e-3)
    mean_net = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(KEPT), use_buffers=True)
    start, told, step, since, total = time.time(), time.time(), 0, 0, 0.0
    net.train()
    while (share := (time.time() - start) / (chosen.minutes * 60)) < 1:
        for group in best.param_groups:
            slow = 0.02 + 0.98 * np.cos(np.pi / 2 * share)
            group["lr"] = chosen.rate * min(1, (step + 1) / 100) * slow
        kinds = rng.integers(0, 2, BATCH)
        x = batch_of([seen(rng, by_kind[k][int(rng.integers(len(by_kind[k])))]) for k in kinds])
        with torch.autocast("cpu", torch.bfloat16):
            out = net(x)
        wanted = torch.from_numpy(kinds).float()
        loss = functional.binary_cross_entropy_with_logits(out.float()[:, 0], wanted)
        best.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        mean_net.update_parameters(net)
        step, total = step + 1, total + loss.item()
        if time.time() - told > 60:
            print(f"{share:.0%} {step} steps, loss {total / (step - since):.3f}", flush=True)
            since, told, total = step, time.time(), 0.0
            torch.save(mean_net.module.state_dict(), chosen.out)
    torch.save(mean_net.module.state_dict(), chosen.out)
    judge = mean_net.module.eval()
    shown = [(cut(p, PART_PX / 2, PART_PX / 2, FACE_PX), hides) for p, hides in held[1]]
    with torch.inference_mode():
        said = torch.sigmoid(judge(batch_of([p for p, _ in shown]))[:, 0]).numpy()
    hides = np.array([h for _, h in shown])
    for least in (0.2, 0.5, 0.8, 0.95):
        found, false = (said[hides == 1] > least).mean(), (said[hides == 0] > least).mean()
        print(f"{step} steps, above {least}: {found:.1%} of those that hide, {false:.1%} of others")


if __name__ == "__main__":
    main()
