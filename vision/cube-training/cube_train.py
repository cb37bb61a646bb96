"""Trains the cube finder: ``python cube_train.py DATA... --out OUT.pt --minutes 30``.

``--frozen`` leaves the body as it is and trains what follows: less than half the work a step.
Seeds are fixed, time is not: the model card holds how many pictures a published model saw.
Pictures that the network it starts from reads badly are drawn more often (``--hard``).
``--start`` takes weights of this network, or of the dice finder, whose body is the same.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from cube_data import Tray, load, sample, targets
from cube_network import COLOURS, HEADS, CubeFinder
from hard import chances
from torch import nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset

CROP, BATCH = 256, 12
SURFACE_SHARE = 0.5
"""How much it learns what each cell shows, which helps it to tell cubes apart."""
KEPT = 0.998
"""Share of the running mean of the weights that a step leaves: the mean is what is saved."""


class Trays(IterableDataset):
    """Endless samples of ``held``, drawn with ``chances``."""

    def __init__(self, held: list[Tray], chances: np.ndarray, seed: int) -> None:
        self.held, self.chances, self.seed = held, chances, seed

    def __iter__(self) -> Iterator[object]:
        torch.set_num_threads(1)
        info = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, info.id if info else 0])
        while True:
            for number in rng.choice(len(self.held), 1000, p=self.chances):
                picture, wanted = sample(rng, self.held[number], CROP)
                yield picture.transpose(2, 0, 1), wanted


def hardness(net: nn.Module, held: list[Tray]) -> np.ndarray:
    """Loss (n,) that ``net`` has on each whole picture: of all its places together."""
    losses = np.zeros(len(held))
    net.eval()
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for number, tray in enumerate(held):
            wanted = targets(tray, tray.centres, tray.sides, tray.picture.shape[0])
            x = torch.from_numpy(tray.picture.transpose(2, 0, 1)[None].astype(np.float32) / 255)
            out = net(x.to(memory_format=torch.channels_last)).float()
            batch = {name: torch.from_numpy(value[None]) for name, value in wanted.items()}
            _, (found, _, colour) = loss_of(out[:, :HEADS], batch)
            losses[number] = (found + colour) * max(int((batch["heat"] >= 0.999).sum()), 1)
    net.train()
    return losses


def loss_of(out: torch.Tensor, t: dict[str, torch.Tensor]) -> tuple[torch.Tensor, list[float]]:
    """Focal loss of the heat, L1 of place, size and height, cross entropy of the colour."""
    heat = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    top = (t["heat"] >= 0.999).float()
    gain = (
        top * (1 - heat) ** 2 * torch.log(heat)
        + (1 - top) * (1 - t["heat"]) ** 4 * heat**2 * torch.log(1 - heat) * t["care"]
    )
    found = -gain.sum() / top.sum().clamp(min=1)
    known = t["known"]
    where = (torch.abs(out[:, 1:5] - t["where"]) * known[:, None]).sum() / known.sum().clamp(min=1)
    colour = out.sum() * 0
    if bool((t["colour"] >= 0).any()):
        colour = functional.cross_entropy(out[:, 5:], t["colour"], ignore_index=-1)
    return found + where + colour, [found.item(), where.item(), colour.item()]


def surface_loss(out: torch.Tensor, t: dict[str, torch.Tensor]) -> torch.Tensor:
    """Cross entropy of cube, seam and colour, L1 of the way to the cube's middle, of all cells."""
    cube = (t["of"] >= 0).float()
    there = functional.binary_cross_entropy_with_logits(out[:, 0], cube)
    seam = functional.binary_cross_entropy_with_logits(out[:, 1], t["seam"])
    away = torch.abs(out[:, 2:4] - t["away"]).sum(1)
    away = (away * cube).sum() / cube.sum().clamp(min=1)
    colour = out.sum() * 0
    if bool((t["of"] >= 0).any()):
        colour = functional.cross_entropy(out[:, -COLOURS:], t["of"], ignore_index=-1)
    return there + seam + away + colour


def main() -> None:
    """Reads the command line, trains, saves every minute."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--start", type=Path, help="go on from these weights")
    parser.add_argument("--frozen", action="store_true")
    parser.add_argument("--hard", action="store_true", help="draw hard pictures more often")
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    net: nn.Module = CubeFinder()
    if chosen.start:
        weights = torch.load(chosen.start)
        for name in ("heads.weight", "heads.bias"):
            if weights[name].shape != net.heads.state_dict()[name[6:]].shape:
                # Of a die's upper face, heat, place and size are first too, and nearly the same.
                own = net.heads.state_dict()[name[6:]].clone()
                own[: 4 * 4] = weights[name][: 4 * 4]
                weights[name] = own
        net.load_state_dict(weights, strict=False)
    net = net.to(memory_format=torch.channels_last)
    held = [tray for f in chosen.data for path in sorted(f.glob("????.npz")) for tray in load(path)]
    drawn = chances(hardness(net, held) if chosen.hard else np.ones(len(held)))
    stream = DataLoader(Trays(held, drawn, chosen.seed), BATCH, num_workers=1, prefetch_factor=6)
    best = torch.optim.AdamW(net.parameters(), chosen.rate, weight_decay=1e-3)
    mean_net = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(KEPT), use_buffers=True)
    start, step, since, sums, told = time.time(), 0, 0, np.zeros(4), time.time()
    net.train()
    body = [net.fine, net.s8, net.s16, net.s32] if chosen.frozen else []
    for part in body:
        part.eval().requires_grad_(False)
    for pictures, wanted in stream:
        share = (time.time() - start) / (chosen.minutes * 60)
        if share >= 1:
            break
        for group in best.param_groups:
            slow = 0.02 + 0.98 * np.cos(np.pi / 2 * share)
            group["lr"] = chosen.rate * min(1, (step + 1) / 50) * slow
        x = pictures.to(memory_format=torch.channels_last).float() / 255
        with torch.autocast("cpu", torch.bfloat16):
            out = net(x)
        out = out.float()
        loss, parts = loss_of(out[:, :HEADS], wanted)
        taught = surface_loss(out[:, HEADS:], wanted)
        loss = loss + SURFACE_SHARE * taught
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        mean_net.update_parameters(net)
        step += 1
        sums += [taught.item(), *parts]
        if time.time() - told > 60:
            torch.save(mean_net.module.state_dict(), chosen.out)
            mean = np.round(sums / (step - since), 3)
            print(f"{share:.0%} {step} steps, {step * BATCH} samples, loss {mean}", flush=True)
            since = step
            sums[:] = 0
            told = time.time()
    torch.save(mean_net.module.state_dict(), chosen.out)
    print("done", step, "steps", step * BATCH, "samples")


if __name__ == "__main__":
    main()
