"""The edges that replace those of a forest."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

import numpy as np

from . import _boscage
from ._forest import Forest
from ._graphs import source_of
from ._verdict import Verdict


class Replacements(NamedTuple):
    """What replaces each edge of a forest.

    Attributes
    ----------
    edge : numpy.ndarray
        int64: the id of the edge that replaces it; -1 if none does.
    price : numpy.ndarray
        float64: the difference of their weights; infinite if none does.
    """

    edge: np.ndarray
    price: np.ndarray


def replacements(
    forest: Forest,
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    weight: Any = "weight",
    threads: Optional[int] = None,
) -> Replacements:
    """Returns for each edge of a forest the edge that replaces it if it is removed from the graph.

    This is the lightest other edge between the two trees that remain (in a maximum spanning forest, the
    heaviest), and among equal weights the first. The price is the difference of the two weights: what the
    loss of the edge costs, and by how much heavier it may become before it leaves the forest.

    Parameters
    ----------
    forest : Forest
        The forest of the graph. It is verified first.
    graph, u, v, w, weight, threads
        As for :func:`minimum_spanning_forest`, but no matrix, which may store each edge twice.

    Returns
    -------
    Replacements
        ``edge``, int64, and ``price``, float64, in the order of :attr:`boscage.Forest.edges`. If no edge
        replaces it, because it is a bridge of the graph, the edge is -1, and the price infinite. Differences
        are rounded once.

    Raises
    ------
    ValueError
        If the forest is not one of the graph.
    TypeError
        If the graph is a matrix.
    ValueError, TypeError, MemoryError, OSError
        As :func:`minimum_spanning_forest`, about the graph.

    See Also
    --------
    Forest.bottleneck : finds the weight below which other edges enter the forest.

    Examples
    --------
    >>> import boscage
    >>> import numpy as np
    >>> u, v, w = np.array([0, 1, 2, 2]), np.array([1, 2, 0, 3]), np.array([4, 1, 3, 7])
    >>> forest = boscage.minimum_spanning_forest(4, u, v, w)
    >>> forest.edges
    array([1, 2, 3])
    >>> boscage.replacements(forest, 4, u, v, w)
    Replacements(edge=array([ 0,  0, -1]), price=array([ 3.,  1., inf]))

    The other edges must become lighter by this to replace an edge:

    >>> outside = np.setdiff1d(np.arange(4), forest.edges)
    >>> w[outside] - forest.bottleneck(u[outside], v[outside]).weight
    array([1])
    """
    if not isinstance(forest, Forest):
        raise TypeError(f"forest: expected a Forest, found {type(forest).__name__}")
    source = source_of(graph, u, v, w, weight=weight, maximum=forest.is_maximum, threads=threads)
    if source.is_matrix:
        raise TypeError("expected edges in columns, found a matrix, in which an edge may have two entries")
    finding, found = _boscage.replacements(source.graph, forest.edges, forest.is_maximum, threads)
    if found is None:
        raise ValueError(f"forest: expected the forest of this graph, but {Verdict(*finding).reason}")
    return Replacements(*found)
