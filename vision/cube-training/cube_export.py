"""Writes trained weights as ONNX: ``python cube_export.py IN.pt OUT.onnx``.

``--half`` and ``--eight FOLDER`` as of the dice finder, pictures of trays in the folder.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from cube_network import CubeFinder
from export import count_with_eight_bits, halve


def main() -> None:
    """Reads the command line and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--half", action="store_true")
    parser.add_argument("--eight", type=Path, metavar="FOLDER")
    chosen = parser.parse_args()
    net = CubeFinder()
    net.load_state_dict(torch.load(chosen.weights))
    net.leave_training()
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
    if chosen.half:
        halve(chosen.out)
    if chosen.eight:
        count_with_eight_bits(chosen.out, chosen.eight)


if __name__ == "__main__":
    main()
