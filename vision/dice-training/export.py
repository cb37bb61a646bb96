"""Writes trained weights as ONNX: ``export.py finder|reader|upon IN.pt OUT.onnx``."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from networks import CROP_PX, Finder, Reader, Upon


def main() -> None:
    """Reads the command line and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["finder", "reader", "upon"])
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    chosen = parser.parse_args()
    if chosen.kind == "finder":
        net: torch.nn.Module = Finder()
        sample, free = torch.zeros(1, 3, 480, 640), {"picture": {2: "height", 3: "width"}}
    else:
        net = Reader() if chosen.kind == "reader" else Upon()
        sample, free = torch.zeros(6, 3, CROP_PX, CROP_PX), {"picture": {0: "faces"}}
    net.load_state_dict(torch.load(chosen.weights))
    net.eval()
    torch.onnx.export(
        net,
        (sample,),
        str(chosen.out),
        dynamo=False,
        input_names=["picture"],
        output_names=["answer"],
        dynamic_axes=free,
    )


if __name__ == "__main__":
    main()
