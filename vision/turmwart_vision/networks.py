"""Runs the small networks by ONNX Runtime.

``weights/finder.onnx`` takes (1, 3, H, W), RGB in 0..1, H and W multiples of 32, and gives
(1, 11, H / 4, W / 4): heat, x and y of the face's middle from the cell's in cells, logarithm of the
face's edge in 32 px, and 7 values, which only taught it; ``weights/second.onnx`` the same, counted
with 8 bits. ``weights/reader.onnx`` takes
(N, 3, 48, 48) and gives (N, 587): 7 values (0 stands for what cannot be told, 1 to 6 for the pips),
whether a face is there, x and y of its middle from the cut-out's and the logarithm of its edge,
both in 26 px, and logits of a pip's middle in 24 x 24 cells, row by row. ``weights/upon.onnx``
takes the same, cut out 1.7 times looser, and gives (N, 1): the logit that the die in the middle
lies upon another. ``vision/dice-training`` made all four.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files

import numpy as np
import onnxruntime
from numpy.typing import NDArray

Array = NDArray[np.float32]


@cache
def _network(name: str) -> onnxruntime.InferenceSession:
    """The network ``name``, planned once: threads may share it."""
    wishes = onnxruntime.SessionOptions()
    wishes.enable_cpu_mem_arena = False  # pictures of every shape: each would keep its own room
    wishes.enable_mem_pattern = False
    wishes.add_session_config_entry("session.intra_op.allow_spinning", "0")  # others use the cores
    code = files("turmwart_vision").joinpath("weights", f"{name}.onnx").read_bytes()
    return onnxruntime.InferenceSession(code, wishes, providers=["CPUExecutionProvider"])


def run(name: str, *batch: Array | NDArray[np.int64]) -> Array:
    """The answer of the network ``name`` to ``batch``, one array for each thing it takes."""
    network = _network(name)
    given = {wanted.name: own for wanted, own in zip(network.get_inputs(), batch, strict=True)}
    return np.asarray(network.run(None, given)[0], np.float32)


def mean_of(names: Sequence[str], batch: Array) -> Array:
    """The mean of what the networks ``names``, taught apart to say the same, answer to ``batch``.

    Each works on a core of its own, if there is one.
    """
    first, *others = names
    with ThreadPoolExecutor(max(len(others), 1)) as beside:
        more = [beside.submit(run, name, batch) for name in others]
        total = run(first, batch)
        for each in more:
            total = total + each.result()
    return np.asarray(total / len(names), np.float32)
