"""Runs the two small networks of the dice reader by OpenCV.

``weights/finder.onnx`` takes (1, 3, H, W), RGB in 0..1, H and W multiples of 32, and gives
(1, 11, H / 4, W / 4): heat, x and y of the face's middle from the cell's in cells, logarithm of the
face's edge in 32 px, and 7 values. ``weights/reader.onnx`` takes (N, 3, 48, 48) and gives (N, 11):
7 values (0 stands for what cannot be told, 1 to 6 for the pips), whether a face is there, x and y
of its middle from the cut-out's and the logarithm of its edge, both in 26 px.
``vision/dice-training`` made both.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
KEPT = 6
"""Plans that are held: a camera needs two or three, a folder of odd pictures one for each shape."""
_LOCK = Lock()  # a network of OpenCV holds its input: one thread at a time


@lru_cache(maxsize=KEPT)
def _network(name: str, shape: tuple[int, ...]) -> cv2.dnn.Net:
    """The network ``name`` for inputs of ``shape``: OpenCV plans anew whenever a shape changes."""
    code = np.frombuffer(
        files("turmwart_vision").joinpath(f"weights/{name}.onnx").read_bytes(), np.uint8
    )
    return cv2.dnn.readNetFromONNX(code)


def run(name: str, batch: Array) -> Array:
    """The answer of the network ``name`` to ``batch``."""
    with _LOCK:
        network = _network(name, batch.shape)
        network.setInput(batch)
        return np.asarray(network.forward(), np.float32)
