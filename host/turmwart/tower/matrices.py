"""Small matrices in plain Python, such as a fit of a few parameters needs."""

from __future__ import annotations

import math
from collections.abc import Sequence

Vector = list[float]
Matrix = list[list[float]]


def cholesky(matrix: Matrix) -> Matrix | None:
    """Lower triangle whose square it is; None where the matrix is not positive definite."""
    size = len(matrix)
    lower = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = matrix[i][j] - sum(lower[i][k] * lower[j][k] for k in range(j))
            if i == j:
                if rest <= 0:
                    return None
                lower[i][i] = math.sqrt(rest)
            else:
                lower[i][j] = rest / lower[j][j]
    return lower


def solve(lower: Matrix, right: Sequence[float]) -> Vector:
    """The vector that the square of a lower triangle turns into ``right``."""
    size = len(lower)
    middle = [0.0] * size
    for i in range(size):
        rest = right[i] - sum(lower[i][k] * middle[k] for k in range(i))
        middle[i] = rest / lower[i][i]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = middle[i] - sum(lower[k][i] * found[k] for k in range(i + 1, size))
        found[i] = rest / lower[i][i]
    return found


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a positive definite matrix.

    Raises:
        ValueError: it is not.
    """
    lower = cholesky(matrix)
    if lower is None:
        raise ValueError("not positive definite")
    size = len(matrix)
    units = [[1.0 if i == j else 0.0 for i in range(size)] for j in range(size)]
    columns = [solve(lower, unit) for unit in units]
    return [[columns[j][i] for j in range(size)] for i in range(size)]
