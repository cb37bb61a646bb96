"""Trains finder and reader: ``python train.py finder|reader DATA OUT.pt --minutes 30``.

Seeds are fixed, time is not: the model card holds how many pictures a published model saw.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from dataset import Cutout, false_samples, finder_sample, finder_targets, reader_samples
from hard import chances
from labelled import Coded, load
from networks import HEADS, PLACE, VALUES, Finder, Reader
from torch import nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset

CROP = 320
KEPT = 0.998
"""Share of the running mean of the weights that a step leaves: the mean is what is saved."""
SURFACE_SHARE, SURFACE_DIE = 0.5, 4.0
"""How much the finder learns what each cell shows; and of that, whether it is a die."""
PIPS = 4.0
"""How much the reader learns where pips are, which helps it to tell them from streaks of light."""


class Pictures(IterableDataset):
    """Endless augmented samples of ``items``, drawn with ``chances``, for finder or reader."""

    def __init__(
        self,
        items: list[Coded],
        chances: np.ndarray,
        kind: str,
        seed: int,
        false_places: list[Path],
    ) -> None:
        self.items, self.chances, self.kind, self.seed = items, chances, kind, seed
        self.false_places = false_places

    def __iter__(self) -> Iterator[object]:
        torch.set_num_threads(1)
        info = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, info.id if info else 0])
        held: list[Cutout] = []
        false_places = [np.load(path)["parts"] for path in self.false_places]
        drawn: list[int] = []
        while True:
            if not drawn:
                drawn = rng.choice(len(self.items), 1000, p=self.chances).tolist()
            coded = self.items[drawn.pop()]
            item = coded.unpacked()
            if self.kind == "finder":
                picture, targets = finder_sample(rng, item, coded.owners(), CROP)
                yield picture.transpose(2, 0, 1), targets
                continue
            held += reader_samples(rng, item)
            for parts in false_places:
                held += false_samples(rng, parts)
            if len(held) > 1800:
                order = rng.permutation(len(held))
                for i in order[:900]:
                    part, wanted, pips = held[i]
                    yield part.transpose(2, 0, 1), (wanted, pips)
                held = [held[i] for i in order[900:]]


def hardness(net: nn.Module, items: list[Coded]) -> np.ndarray:
    """Loss (n,) that the finder ``net`` has on each whole picture: of all its places together."""
    losses = np.zeros(len(items))
    net.eval()
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for number, item in enumerate(items):
            picture, wanted = finder_targets(item.unpacked())
            x = torch.from_numpy(picture.transpose(2, 0, 1)[None].astype(np.float32) / 255)
            out = net(x.to(memory_format=torch.channels_last)).float()
            batch = {name: torch.from_numpy(value[None]) for name, value in wanted.items()}
            _, (found, _, value) = finder_loss(out, batch)
            losses[number] = (found + value) * max(int((batch["heat"] >= 0.999).sum()), 1)
    net.train()
    return losses


def finder_loss(out: torch.Tensor, t: dict[str, torch.Tensor]) -> tuple[torch.Tensor, list[float]]:
    """Focal loss of the heat, L1 of place and size, cross entropy of the value."""
    heat = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    top = (t["heat"] >= 0.999).float()
    gain = (
        top * (1 - heat) ** 2 * torch.log(heat)
        + (1 - top) * (1 - t["heat"]) ** 4 * heat**2 * torch.log(1 - heat) * t["care"]
    )
    count = top.sum().clamp(min=1)
    found = -gain.sum() / count
    known = t["known"]
    where = (torch.abs(out[:, 1:4] - t["where"]) * known[:, None]).sum() / known.sum().clamp(min=1)
    value = (
        functional.cross_entropy(out[:, 4:HEADS], t["value"], ignore_index=-1)
        if bool((t["value"] >= 0).any())
        else out.sum() * 0
    )
    return found + where + value, [float(each.detach()) for each in (found, where, value)]


def surface_loss(out: torch.Tensor, t: dict[str, torch.Tensor]) -> torch.Tensor:
    """Cross entropy of whether a cell shows a die, L1 of the way to its middle, where known."""
    known, there = (t["die"] >= 0).float(), (t["die"] > 0.5).float()
    die = functional.binary_cross_entropy_with_logits(
        out[:, HEADS], t["die"].clamp(min=0), reduction="none"
    )
    away = torch.abs(out[:, HEADS + 1 :] - t["away"]).sum(1)
    return SURFACE_DIE * _mean(die, known) + _mean(away, there)


def _mean(losses: torch.Tensor, where: torch.Tensor) -> torch.Tensor:
    return (losses * where).sum() / where.sum().clamp(min=1)


def reader_loss(out: torch.Tensor, wanted: torch.Tensor) -> tuple[torch.Tensor, list[float]]:
    """Cross entropy of the value, of being a face, L1 of place and size."""
    asked = wanted[:, 0] >= 0
    values = wanted[asked, 0].long()
    value = functional.cross_entropy(out[asked, :VALUES], values, label_smoothing=0.02)
    asked_face = wanted[:, 1] >= 0
    face = functional.binary_cross_entropy_with_logits(
        out[asked_face, VALUES], wanted[asked_face, 1]
    )
    placed = ~torch.isnan(wanted[:, 2])
    where = functional.l1_loss(out[placed, VALUES + 1 :], wanted[placed, 2:])
    wrong = float((out[asked, :VALUES].argmax(1) != values).float().mean())
    return value + face + 3 * where, [wrong, face.item(), where.item()]


def pip_loss(logits: torch.Tensor, cells: torch.Tensor) -> torch.Tensor:
    """Cross entropy of where pips are, over the cells (N, 576) in percent that are known."""
    known = (cells <= 100).float()
    wanted = cells.float().clamp(max=100) / 100
    losses = functional.binary_cross_entropy_with_logits(logits, wanted, reduction="none")
    return (losses * known).sum() / known.sum().clamp(min=1)


def main() -> None:
    """Reads the command line, trains, saves every few minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["finder", "reader"])
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--start", type=Path, help="go on from these weights")
    parser.add_argument(
        "--false-places", type=Path, nargs="+", default=[], help="what mine.py found"
    )
    parser.add_argument("--last", type=int, default=10**9, help="first shard kept back")
    parser.add_argument("--hard", action="store_true", help="finder: draw hard pictures more often")
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    net: nn.Module = Finder() if chosen.kind == "finder" else Reader()
    if chosen.start:
        # Parts that joined the network later begin as they are; of another network are none taken.
        strange = net.load_state_dict(torch.load(chosen.start), strict=False).unexpected_keys
        if strange:
            parser.error(f"{chosen.start} holds {strange[0]}, which is no part of a {chosen.kind}")
    net = net.to(memory_format=torch.channels_last)
    # A third faster; of the finder nothing is.
    seen_by = torch.compile(net) if chosen.kind == "reader" else net
    batch = 16 if chosen.kind == "finder" else 128
    items = load(chosen.data, 0, chosen.last)
    drawn = chances(hardness(net, items) if chosen.hard else np.ones(len(items)))
    stream = DataLoader(
        Pictures(items, drawn, chosen.kind, chosen.seed, chosen.false_places),
        batch,
        num_workers=1,
        prefetch_factor=4,
    )
    best = torch.optim.AdamW(net.parameters(), chosen.rate, weight_decay=1e-3)
    mean_net = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(KEPT), use_buffers=True)
    start, step, since, sums, told = time.time(), 0, 0, np.zeros(4), time.time()
    net.train()
    for pictures, targets in stream:
        share = (time.time() - start) / (chosen.minutes * 60)
        if share >= 1:
            break
        for group in best.param_groups:
            group["lr"] = (
                chosen.rate
                * min(1, (step + 1) / 100)
                * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * share)))
            )
        x = pictures.to(memory_format=torch.channels_last).float() / 255
        with torch.autocast("cpu", torch.bfloat16):
            out = seen_by(x)
        out = out.float()
        if chosen.kind == "finder":
            loss, parts = finder_loss(out, targets)
            loss = loss + SURFACE_SHARE * surface_loss(out, targets)
        else:
            loss, parts = reader_loss(out[:, : VALUES + PLACE], targets[0])
            loss = loss + PIPS * pip_loss(out[:, VALUES + PLACE :], targets[1].flatten(1))
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        mean_net.update_parameters(net)
        step += 1
        sums += [float(loss.detach()), *parts]
        if time.time() - told > 60:
            torch.save(mean_net.module.state_dict(), chosen.out)
            mean = np.round(sums / (step - since), 3)
            print(f"{share:.0%} {step} steps, {step * batch} samples, loss {mean}", flush=True)
            since = step
            sums[:] = 0
            told = time.time()
    torch.save(mean_net.module.state_dict(), chosen.out)
    print("done", step, "steps", step * batch, "samples")


if __name__ == "__main__":
    main()
