"""Matchings and arborescences: the best choice of edges."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Union

import numpy as np

from . import _boscage
from ._algorithms import _arcs_of, _check_ids
from ._columns import whole
from ._graphs import source_of, widened


class BipartiteMatching(NamedTuple):
    """A maximum matching of a bipartite graph, and a minimum vertex cover that proves it.

    Attributes
    ----------
    mates : numpy.ndarray
        int64, of shape (n,): the position of the node that each node is matched with; -1 if it is with none.
    is_left : numpy.ndarray
        bool, of shape (n,): True for the nodes on the left.
    is_in_cover : numpy.ndarray
        bool, of shape (n,): True for the nodes of the cover, which are as many as pairs.
    """

    mates: np.ndarray
    is_left: np.ndarray
    is_in_cover: np.ndarray


def maximum_bipartite_matching(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    left: Optional[int] = None,
    threads: Optional[int] = None,
) -> BipartiteMatching:
    """Returns a maximum matching of a bipartite graph, and a minimum vertex cover.

    As many edges as possible, of which no two share a node. Each edge of the graph has an end in the cover,
    which has as many nodes as the matching has edges: so no matching is larger, and no cover smaller.
    Directions, parallel edges and weights are ignored. The result is the same on every number of threads.

    Parameters
    ----------
    graph, u, v, w, threads
        As for :func:`boscage.minimum_spanning_forest`: a matrix has a row and a column for each node. SciPy's
        function has rows on the left, columns on the right: such a matrix of shape (r, c) is given as columns
        ``r + c, matrix.row, matrix.col + r``, in the format COO, with ``left=r``.
    left : int, optional
        The number of nodes on the left, if they are the first ones. Without it, the sides are found: the
        first node of each component is on the left.

    Returns
    -------
    BipartiteMatching
        ``mates``, ``is_left`` and ``is_in_cover``: an array each, in the order of the graph's nodes.

    Raises
    ------
    ValueError
        If the graph is not bipartite, or an edge joins two nodes on one side of ``left``.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> matching = boscage.maximum_bipartite_matching(6, [0, 0, 0, 1, 2], [3, 4, 5, 3, 3])
    >>> matching.mates
    array([ 4,  3, -1,  1,  0, -1])
    >>> matching.is_in_cover.nonzero()[0]
    array([0, 3])
    """
    if left is not None:
        left = whole(left, "left", 0, 2**32 - 1, "a number of nodes")
    has_diagonal = isinstance(graph, np.ndarray)  # where loops are seen
    source = source_of(graph, u, v, w, weight=None, threads=threads, parallel=has_diagonal)
    return BipartiteMatching(*_boscage.maximum_bipartite_matching(source.graph, left, threads))


class Arborescence(NamedTuple):
    """A minimum arborescence.

    Attributes
    ----------
    root : node
        The node from which all others are reached.
    edges : numpy.ndarray
        int64, of shape (n - 1,): the ids of the edges, ascending.
    parents : numpy.ndarray
        int64, of shape (n,): the position of the node before each node on the path from the root; -1 for the
        root.
    total : int or float
        The sum of the weights: exact for integers.
    """

    root: Any
    edges: np.ndarray
    parents: np.ndarray
    total: Union[int, float]


def minimum_arborescence(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    root: Any = None,
    weight: Any = "weight",
    threads: Optional[int] = None,
) -> Arborescence:
    """Returns the arborescence of least total weight: a tree whose edges lead from a root to all other nodes.

    Weights may be negative. The result is the same on every number of threads.

    Parameters
    ----------
    graph, u, v, w, threads
        As for :func:`boscage.distances` with ``directed=True``. Dense matrices, and sparse ones of the
        formats BSR and DIA, are not supported: their edges have no ids.
    root : node, optional
        The root, as ``source`` of :func:`boscage.distances`. Without it, the best one is found.
    weight : str, callable or None
        As for :func:`boscage.minimum_spanning_forest`.

    Returns
    -------
    Arborescence
        ``root``, ``edges``, ``parents`` and ``total``.

    Raises
    ------
    ValueError
        If the root does not reach all nodes, or without one no node does; if the graph is undirected, or has
        no nodes; if a weight is NaN or infinite.
    TypeError
        If edges have no ids.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> tree = boscage.minimum_arborescence(3, [0, 0, 1, 2], [1, 2, 2, 1], [10, 8, 1, 2], root=0)
    >>> tree.edges, tree.parents, tree.total
    (array([1, 3]), array([-1,  2,  0]), 10)
    """
    source, is_directed = _arcs_of(graph, u, v, w, weight, None, threads)
    if not is_directed:
        raise ValueError("expected a directed graph, found an undirected one: use minimum_spanning_forest")
    _check_ids(source, graph)
    place = None if root is None else source.nodes.place(root, "root")
    place, edges, parents, total = _boscage.minimum_arborescence(widened(source, threads), place, threads)
    root = source.nodes.at(np.array([place])).tolist()[0]
    return Arborescence(root, edges if source.ids is None else np.sort(source.ids[edges]), parents, total)
