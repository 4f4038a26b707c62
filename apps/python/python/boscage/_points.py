"""Points in space: spanning trees and nearest neighbours."""

from __future__ import annotations

from numbers import Real
from typing import Any, Optional

import numpy as np

from . import _boscage
from ._columns import listed, whole
from ._forest import Forest

#: The metrics, for ``metric=``.
METRICS = ("euclidean", "manhattan", "chebyshev", "cosine", "haversine")

#: One more than the greatest number of points.
LIMIT = 2**31


def metric_of(metric: Any, *others: str) -> str:
    """Returns the name of a metric, or one of some other names."""
    if not isinstance(metric, str):
        raise TypeError(f"metric: expected its name, found {type(metric).__name__}")
    names = METRICS + others
    if metric not in names:
        raise ValueError(f"metric: expected one of {', '.join(names)}, found {metric!r}")
    return metric


def rows_of(X: Any) -> np.ndarray:
    """Returns numbers of two dimensions, as they are."""
    if isinstance(X, np.ma.MaskedArray) and np.ma.is_masked(X):
        raise TypeError("X: expected numbers, found masked ones")
    if hasattr(X, "tocoo"):
        raise TypeError("X: expected a dense array, found a sparse one: convert it by X.toarray()")
    array = np.asarray(listed(X, "X"))
    if array.dtype.kind == "O":
        wrong = [x for x in array.reshape(-1).tolist() if not isinstance(x, Real)]
        if wrong:
            raise TypeError(f"X: expected numbers, found {type(wrong[0]).__name__}")
        try:
            array = array.astype(np.float64)
        except OverflowError:
            raise ValueError("X: expected numbers that a float can hold") from None
    if array.dtype.kind == "c":
        raise ValueError(f"X: expected real numbers, found {array.dtype}")
    if array.dtype.kind not in "biuf":
        raise TypeError(f"X: expected numbers, found {array.dtype}")
    if array.ndim != 2:
        raise ValueError(f"X: expected two dimensions, a row for each point, found {array.ndim}")
    return array


def cells_of(array: np.ndarray) -> np.ndarray:
    """Returns the numbers of all rows, one row after the other; a copy only if necessary."""
    if array.dtype.itemsize > 8:
        array = array.astype(np.float64)
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    array = np.ascontiguousarray(array)
    return (array if array.flags.aligned else array.copy()).reshape(-1)


def euclidean_minimum_spanning_tree(
    X: Any, *, min_samples: int = 1, metric: str = "euclidean", threads: Optional[int] = None
) -> Forest:
    """Returns the minimum spanning tree of points: the forest of the graph that has an edge between any two.

    The graph is not stored: in few dimensions, time and memory are about proportional to the number of
    points. Edges are compared by (weight, distance, lower point, higher point). So there is one tree, on
    every number of threads, also if many distances are equal.

    Parameters
    ----------
    X : array_like of shape (n, d)
        The coordinates, a row for each point: integers, floats or bools, of any layout. Data frames with
        columns of numbers are accepted. Numbers of float32 stay as they are, others become float64; distances
        are computed in double precision.
    min_samples : int
        If it is more than 1, weights are mutual reachability distances: the greatest of the distance and of
        both core distances. The core distance of a point is the distance within which there are
        ``min_samples`` points, itself included.
    metric : {"euclidean", "manhattan", "chebyshev", "cosine", "haversine"}
        The distance between points: the length of the line between them; the sum, or the greatest, of the
        absolute differences of their coordinates; one minus the cosine of the angle between them as vectors;
        the angle between two places on a sphere, whose latitudes and longitudes in radians are the two
        columns of ``X``.
    threads : int, optional
        Number of threads; by default one per processor.

    Returns
    -------
    Forest
        Its edges are numbered from 0 in ascending order.

    Raises
    ------
    ValueError
        If ``X`` does not have two dimensions, a number is NaN, infinite or beyond 1e150, there are fewer than
        ``min_samples`` points or 2**31 and more, or the metric is unknown or does not fit the points.
    TypeError
        If ``X`` has something else than numbers.
    MemoryError
        If there is not enough memory.
    KeyboardInterrupt
        After Ctrl-C, within 0.2 seconds.

    See Also
    --------
    single_linkage : takes distances instead of points.

    Examples
    --------
    >>> import boscage
    >>> tree = boscage.euclidean_minimum_spanning_tree([[0, 0], [3, 4], [3, 5], [3, 17]])
    >>> tree.u, tree.v, tree.w
    (array([1, 0, 2]), array([2, 1, 3]), array([ 1.,  5., 12.]))
    >>> tree.clusters(k=2)
    array([0, 0, 0, 1])
    >>> boscage.euclidean_minimum_spanning_tree([[0.0], [1.0], [3.0]], min_samples=3).w
    array([3., 3.])
    """
    min_samples = whole(min_samples, "min_samples", 1, LIMIT - 1, "a whole number from 1 on")
    metric, array = metric_of(metric), rows_of(X)
    cells = cells_of(array)
    return Forest(
        _boscage.spanning_tree_of_points(cells, array.shape[1], metric, min_samples, threads),
        dtype=np.dtype(np.float64),
    )


def nearest_neighbours(
    X: Any, k: int, *, metric: str = "euclidean", threads: Optional[int] = None
) -> tuple[np.ndarray, np.ndarray]:
    """Returns the distances and the numbers of the ``k`` nearest neighbours of each point.

    They are exact. Neighbours are compared by distance and then by number, the lower first. A point is not
    its own neighbour, but other points at the same place are.

    Parameters
    ----------
    X, metric, threads
        As for :func:`euclidean_minimum_spanning_tree`.
    k : int
        Number of neighbours, from 1 to n - 1.

    Returns
    -------
    distances : numpy.ndarray
        float64, of shape (n, k), ascending in each row.
    indices : numpy.ndarray
        int64, of shape (n, k): the neighbours at these distances.

    Raises
    ------
    ValueError
        If there are not ``k`` other points, and as :func:`euclidean_minimum_spanning_tree`.
    TypeError, MemoryError, KeyboardInterrupt
        As :func:`euclidean_minimum_spanning_tree`.

    Examples
    --------
    >>> import boscage
    >>> distances, indices = boscage.nearest_neighbours([[0.0], [1.0], [3.0], [7.0]], 2)
    >>> distances.tolist()
    [[1.0, 3.0], [1.0, 2.0], [2.0, 3.0], [4.0, 6.0]]
    >>> indices.tolist()
    [[1, 2], [0, 2], [1, 0], [2, 1]]
    """
    k = whole(k, "k", 1, LIMIT - 1, "the number of neighbours, from 1 on")
    metric, array = metric_of(metric), rows_of(X)
    return _boscage.nearest_neighbours(cells_of(array), array.shape[1], metric, k, threads)
