"""Writes trained weights as ONNX: ``export.py finder|reader|upon IN.pt OUT.onnx``.

``--half`` stores them with 16 bits; they are grown to 32 again where they are loaded. ``--eight
FOLDER`` has a finder count with 8 bits, all but its first and last step; pictures of rolls in the
folder (``*.jpg``) tell how large its numbers become.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from networks import CROP_PX, Finder, Reader, Upon
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

FEW = 1000
"""So few numbers are not halved."""
PICTURES, LOOK_PX = 60, (640, 480)
"""How many pictures tell how large numbers become, and in which size."""


def halve(path: Path) -> None:
    """Stores the weights of the network at ``path`` with 16 bits."""
    model = onnx.load(path)
    graph, nodes = model.graph, []
    for number, each in enumerate(graph.initializer):
        weights = onnx.numpy_helper.to_array(each)
        if weights.dtype != np.float32 or weights.size < FEW:
            continue
        name, short = each.name, f"{each.name}.half"
        graph.initializer[number].CopyFrom(
            onnx.numpy_helper.from_array(weights.astype(np.float16), short)
        )
        nodes.append(onnx.helper.make_node("Cast", [short], [name], to=onnx.TensorProto.FLOAT))
    for number, node in enumerate(nodes):
        graph.node.insert(number, node)
    onnx.checker.check_model(model)
    onnx.save(model, path)


class _Looks(CalibrationDataReader):
    """What the finder is shown, picture after picture."""

    def __init__(self, folder: Path) -> None:
        self._left = self._of(folder)

    @staticmethod
    def _of(folder: Path) -> Iterator[dict[str, np.ndarray]]:
        for path in sorted(folder.glob("*.jpg"))[:PICTURES]:
            small = cv2.resize(cv2.imread(str(path)), LOOK_PX, interpolation=cv2.INTER_AREA)
            yield {"picture": cv2.dnn.blobFromImage(small, 1 / 255, swapRB=True)}

    def get_next(self) -> dict[str, np.ndarray] | None:
        """The next one, None after the last."""
        return next(self._left, None)


def count_with_eight_bits(path: Path, folder: Path) -> None:
    """Has the finder at ``path`` count with 8 bits, with ranges that no processor exceeds."""
    quant_pre_process(str(path), str(path), skip_symbolic_shape=True)
    steps = [node.name for node in onnx.load(path).graph.node if node.op_type == "Conv"]
    quantize_static(
        str(path),
        str(path),
        _Looks(folder),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        reduce_range=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        nodes_to_exclude=[steps[0], steps[-1]],
    )


def main() -> None:
    """Reads the command line and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["finder", "reader", "upon"])
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--half", action="store_true")
    parser.add_argument("--eight", type=Path, metavar="FOLDER")
    chosen = parser.parse_args()
    if chosen.kind == "finder":
        net: torch.nn.Module = Finder(taught=False)
        sample, free = torch.zeros(1, 3, 480, 640), {"picture": {2: "height", 3: "width"}}
    else:
        net = Reader() if chosen.kind == "reader" else Upon()
        sample, free = torch.zeros(6, 3, CROP_PX, CROP_PX), {"picture": {0: "faces"}}
    # What only training asks for stays there.
    own = net.state_dict()
    net.load_state_dict({name: w for name, w in torch.load(chosen.weights).items() if name in own})
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
    if chosen.half:
        halve(chosen.out)
    if chosen.eight:
        count_with_eight_bits(chosen.out, chosen.eight)


if __name__ == "__main__":
    main()
