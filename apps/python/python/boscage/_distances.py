"""Distances between all nodes, as matrices and as SciPy's condensed vectors."""

from __future__ import annotations

import math
from typing import Any, Optional

import numpy as np

from . import _boscage
from ._columns import weights_column
from ._forest import ZEROS, Forest
from ._graphs import _cells, _of_columns, _square, source_of


def forest_of_distances(
    graph: Any, u: Any, v: Any, w: Any, *, weight: Any, maximum: bool, threads: Optional[int]
) -> Forest:
    """Returns the forest of a graph whose weights are distances, unless it is a maximum one."""
    is_alone = u is None and v is None and w is None
    if is_alone and isinstance(graph, np.ndarray) and isinstance(weight, str) and weight == "weight":
        if graph.ndim == 1:
            return _of_condensed(graph, maximum, threads)
        if graph.ndim == 2 and not maximum:
            return _of_square(graph, threads)
    source = source_of(graph, u, v, w, weight=weight, maximum=maximum, threads=threads)
    if source.left_zeros_out and not maximum:
        raise ValueError(ZEROS)
    return Forest(source.graph.forest(bool(maximum), "auto", threads), source)


def _of_condensed(distances: np.ndarray, maximum: bool, threads: Optional[int]) -> Forest:
    """Returns the forest of the distances above the diagonal, row after row."""
    column = weights_column(distances, "distances")
    n = (1 + math.isqrt(1 + 8 * column.size)) // 2
    if column.size == 0:
        raise ValueError("distances: expected at least one, found none: the number of nodes is 0 or 1")
    if n * (n - 1) // 2 != column.size:
        fewer, more = n * (n - 1) // 2, n * (n + 1) // 2
        raise ValueError(
            f"distances: expected {fewer} for {n} nodes, or {more} for {n + 1}, found {column.size}"
        )
    inner = _boscage.Distances.of_condensed(n, column, threads).forest(bool(maximum), threads)
    return Forest(inner, dtype=column.dtype)


def _of_square(matrix: np.ndarray, threads: Optional[int]) -> Forest:
    if matrix.shape[0] != matrix.shape[1]:
        cure = "points are for boscage.euclidean_minimum_spanning_tree"
        raise ValueError(f"expected a square matrix, found the shape {matrix.shape}: {cure}")
    n = _square(matrix)
    if isinstance(matrix, np.ma.MaskedArray) and np.ma.is_masked(matrix):
        return _of_masked(n, matrix, threads)
    cells = _cells(matrix)
    return Forest(_boscage.Distances.of_square(n, cells, threads).forest(False, threads), dtype=cells.dtype)


def _of_masked(n: int, matrix: np.ma.MaskedArray, threads: Optional[int]) -> Forest:
    """Returns the forest of the distances that are not masked on either side of the diagonal."""
    mask = np.array(np.ma.getmaskarray(matrix))
    if not np.array_equal(mask, mask.T):
        raise ValueError("a matrix of distances: expected a symmetric one, found a mask that is not")
    full = matrix.filled(0)
    _boscage.Distances.of_square(n, _cells(full), threads)  # checks it
    ids = np.flatnonzero(np.triu(~mask, 1))
    source = _of_columns(n, ids // n, ids % n, full.reshape(-1)[ids], threads)
    return Forest(source.graph.forest(False, "auto", threads), source._replace(ids=ids, is_matrix=True))
