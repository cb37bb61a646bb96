"""Writes trained weights as ONNX: ``python cube_export.py IN.pt OUT.onnx``."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from cube_network import CubeFinder


def main() -> None:
    """Reads the command line and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    chosen = parser.parse_args()
    net = CubeFinder()
    net.load_state_dict(torch.load(chosen.weights))
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, 352, 576),),
        str(chosen.out),
        dynamo=False,
        input_names=["picture"],
        output_names=["answer"],
        dynamic_axes={"picture": {2: "height", 3: "width"}},
    )


if __name__ == "__main__":
    main()
