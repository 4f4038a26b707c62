"""The functions that are not about forests: dense parts, strong components, distances, ranks."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import _boscage
from ._columns import column, real, whole
from ._graphs import Source, source_of, widened


def _edges_of(graph: Any, u: Any, v: Any, w: Any, threads: Optional[int]) -> Source:
    """The edges of a graph whose directions and weights do not matter."""
    return source_of(graph, u, v, w, weight=None, threads=threads)


def _arcs_of(
    graph: Any, u: Any, v: Any, w: Any, weight: Any, directed: Optional[bool], threads: Optional[int]
) -> tuple[Source, bool]:
    """The edges of a graph, and whether they lead from u to v only."""
    source = source_of(
        graph, u, v, w, weight=weight, threads=threads, with_directions=True, directed=directed
    )
    if directed is None:
        return source, source.is_directed is not False
    if directed and source.is_directed is False:
        raise ValueError("directed: expected a directed graph, found an undirected one")
    return source, bool(directed)


def core_numbers(
    graph: Any, u: Any = None, v: Any = None, w: Any = None, *, threads: Optional[int] = None
) -> np.ndarray:
    """The core number of each node: the largest k such that the node is in the k-core.

    The k-core is the largest subgraph in which each node has at least k neighbours. Loops and parallel edges
    do not count, nor do weights.

    Parameters
    ----------
    graph, u, v, w, threads
        As for :func:`boscage.minimum_spanning_forest`.

    Returns
    -------
    numpy.ndarray
        int64, of shape (n,).

    Raises
    ------
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.core_numbers(6, [0, 1, 2, 2, 3], [1, 2, 0, 3, 4])
    array([2, 2, 2, 1, 1, 0])
    """
    return _boscage.core_numbers(_edges_of(graph, u, v, w, threads).graph, True, threads)


def truss_numbers(
    graph: Any, u: Any = None, v: Any = None, w: Any = None, *, threads: Optional[int] = None
) -> np.ndarray:
    """The truss number of each edge: the largest k such that the edge is in the k-truss.

    The k-truss is the largest subgraph in which each edge is in at least k - 2 triangles. Loops are in no
    triangle, and all of several parallel edges have the truss number of one. Weights do not count.

    Parameters
    ----------
    graph, u, v, w, threads
        As for :func:`boscage.minimum_spanning_forest`. Not dense matrices, nor sparse ones of the formats BSR
        and DIA: their edges have no numbers.

    Returns
    -------
    numpy.ndarray
        int64, of shape (m,), in the order of the edges; 2 for an edge in no triangle.

    Raises
    ------
    TypeError
        If edges have no numbers.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.truss_numbers(5, [0, 1, 2, 1, 3, 3], [1, 2, 0, 3, 2, 4])
    array([3, 3, 3, 3, 3, 2])
    """
    source = _edges_of(graph, u, v, w, threads)
    if source.is_matrix and (source.width is not None or graph.format in ("bsr", "dia")):
        raise TypeError("expected a graph whose edges have numbers: make a CSR matrix of this one first")
    return _boscage.truss_numbers(source.graph, threads)


def triangles(
    graph: Any, u: Any = None, v: Any = None, w: Any = None, *, threads: Optional[int] = None
) -> np.ndarray:
    """The number of triangles that each node is in.

    Loops and parallel edges do not count, nor do weights. The graph has a third of the sum.

    Parameters
    ----------
    graph, u, v, w, threads
        As for :func:`boscage.minimum_spanning_forest`.

    Returns
    -------
    numpy.ndarray
        int64, of shape (n,).

    Raises
    ------
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.triangles(5, [0, 1, 2, 1, 3, 3], [1, 2, 0, 3, 2, 4])
    array([1, 2, 2, 1, 0])
    """
    return _boscage.triangles(_edges_of(graph, u, v, w, threads).graph, threads)


def clustering_coefficients(
    graph: Any, u: Any = None, v: Any = None, w: Any = None, *, threads: Optional[int] = None
) -> np.ndarray:
    """The local clustering coefficient of each node: which part of the pairs of its neighbours are adjacent.

    Loops and parallel edges do not count, nor do weights.

    Parameters
    ----------
    graph, u, v, w, threads
        As for :func:`boscage.minimum_spanning_forest`.

    Returns
    -------
    numpy.ndarray
        float64, of shape (n,); 0 for a node with fewer than two neighbours.

    Raises
    ------
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.clustering_coefficients(4, [0, 1, 2, 2], [1, 2, 0, 3]).round(3)
    array([1.   , 1.   , 0.333, 0.   ])
    """
    return _boscage.clustering_coefficients(_edges_of(graph, u, v, w, threads).graph, threads)


def strong_components(
    graph: Any, u: Any = None, v: Any = None, w: Any = None, *, threads: Optional[int] = None
) -> np.ndarray:
    """The strongly connected component of each node of a directed graph, whatever the weights are.

    Two nodes are in the same one if paths lead from each to the other.

    Parameters
    ----------
    graph, u, v, w, threads
        As for :func:`boscage.distances` with ``directed=True``.

    Returns
    -------
    numpy.ndarray
        int64, of shape (n,): components are numbered from 0 by their lowest nodes.

    Raises
    ------
    ValueError
        If the graph says that it is undirected: it has :func:`boscage.components`.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.strong_components(5, [0, 2, 4, 4, 1, 3], [2, 4, 0, 1, 3, 1])
    array([0, 1, 0, 1, 0])
    """
    source, is_directed = _arcs_of(graph, u, v, w, None, None, threads)
    if not is_directed:
        raise ValueError("expected a directed graph, found an undirected one: use components")
    return _boscage.strong_components(source.graph, threads)[0]


def distances(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    source: Any,
    directed: Optional[bool] = None,
    threads: Optional[int] = None,
) -> np.ndarray:
    """The number of steps from a node to each node, whatever the weights are: a breadth-first search.

    Parameters
    ----------
    graph, u, v, w, threads
        As for :func:`boscage.minimum_spanning_forest`, but graphs may be directed. Then edges lead from ``u``
        to ``v``, and entries (i, j) of a matrix from i to j, each entry by itself.
    source : node
        The node to start from: of columns and matrices its number, of a graph of NetworkX or rustworkx the
        node itself, of igraph its number or its name, of a file what the file calls it
        (:attr:`boscage.Graph.names`).
    directed : bool, optional
        Whether edges lead in one direction only. By default as the graph says, or the file; columns and
        matrices are directed, as in SciPy. False ignores the directions of a directed graph. With True, a
        file is read as by :func:`boscage.read` with ``directed=True``.

    Returns
    -------
    numpy.ndarray
        int64, of shape (n,), in the order of the graph's nodes; -1 for a node to which no path leads.

    Raises
    ------
    ValueError
        If there is no such node, or the graph is undirected, and ``directed`` is True.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.distances(4, [0, 1, 3], [1, 2, 0], source=1)
    array([-1,  0,  1, -1])
    >>> boscage.distances(4, [0, 1, 3], [1, 2, 0], source=1, directed=False)
    array([1, 0, 1, 2])
    """
    arcs, is_directed = _arcs_of(graph, u, v, w, None, directed, threads)
    return _boscage.distances(arcs.graph, arcs.nodes.place(source, "source"), is_directed, threads)


def shortest_paths(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    source: Any,
    weight: Any = "weight",
    directed: Optional[bool] = None,
    threads: Optional[int] = None,
) -> np.ndarray:
    """The length of the shortest path from a node to each node. Weights are lengths, and not negative.

    Distances are those of Dijkstra's algorithm: of integers exact, and of floats sums of float64, rounded at
    each step along a path.

    Parameters
    ----------
    graph, u, v, w, source, directed, threads
        As for :func:`boscage.distances`.
    weight : str, callable or None
        As for :func:`boscage.minimum_spanning_forest`.

    Returns
    -------
    numpy.ndarray
        Of shape (n,). If weights are integers or bools, int64, and -1 for a node to which no path leads;
        otherwise float64, and there infinite.

    Raises
    ------
    ValueError
        If there is no such node, an edge that the source reaches has a negative weight, a weight is NaN, a
        distance is 2**63 or more, or the graph is undirected, and ``directed`` is True.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.shortest_paths(4, [0, 1, 0], [1, 2, 2], [7, 1, 9], source=0)
    array([ 0,  7,  8, -1])
    >>> boscage.shortest_paths(4, [0, 1, 0], [1, 2, 2], [7, 0.5, 9], source=2, directed=False)
    array([7.5, 0.5, 0. , inf])
    """
    arcs, is_directed = _arcs_of(graph, u, v, w, weight, directed, threads)
    lengths = _boscage.shortest_paths(
        widened(arcs, threads), arcs.nodes.place(source, "source"), is_directed, threads
    )
    if lengths.dtype.kind == "f":
        lengths[np.isnan(lengths)] = np.inf
    return lengths


def page_rank(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    damping: float = 0.85,
    tolerance: float = 1e-6,
    rounds: int = 1000,
    jumps: Any = None,
    directed: Optional[bool] = None,
    threads: Optional[int] = None,
) -> np.ndarray:
    """The PageRank of each node: how often a walker is there who follows edges at random, and jumps at times.

    Where no edge leads on, the walker jumps. Parallel edges count each; weights do not count. The result is
    the same on every number of threads.

    Parameters
    ----------
    graph, u, v, w, directed, threads
        As for :func:`boscage.distances`. If ``directed`` is False, the entries (i, j) and (j, i) of a matrix
        are one edge.
    damping : float
        The probability of following an edge, at least 0 and below 1.
    tolerance : float
        The last round changes all ranks by less than this, in sum. Ranks have 32 bits: do not go below 1e-6.
    rounds : int
        The most rounds.
    jumps : array_like, shape (n,), optional
        How likely the walker jumps to each node, in proportion, and in the order of the graph's nodes: at
        least 0, and not all 0. By default all nodes are alike.

    Returns
    -------
    numpy.ndarray
        float32, of shape (n,); the sum is 1, but for rounding.

    Raises
    ------
    RuntimeError
        If the rounds are not enough.
    ValueError
        If damping, tolerance or jumps are not as above, or the graph is undirected, and ``directed`` is True.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.page_rank(4, [0, 1, 2, 3], [1, 0, 0, 0]).round(3)
    array([0.48 , 0.445, 0.038, 0.038], dtype=float32)
    """
    damping, tolerance = real(damping, "damping"), real(tolerance, "tolerance")
    if tolerance < 0:
        raise ValueError(f"tolerance: expected at least 0, found {tolerance}")
    rounds = whole(rounds, "rounds", 0, 2**63 - 1, "a number of rounds, at least 0")
    arcs, is_directed = _arcs_of(graph, u, v, w, None, directed, threads)
    inner = arcs.graph if is_directed or not arcs.is_matrix else _each_pair_once(arcs.graph, threads)
    shares = None if jumps is None else _shares(jumps)
    ranks, change = _boscage.page_rank(inner, is_directed, damping, tolerance, rounds, shares, threads)
    if not change < tolerance and ranks.size:
        raise RuntimeError(f"{rounds} rounds are not enough: the last one changed the ranks by {change:.3g}")
    return ranks


def _shares(jumps: Any) -> np.ndarray:
    """Numbers of any size in proportion, as float32: the largest is 1."""
    array = column(jumps, "jumps")
    if array.dtype.kind not in "biuf":
        raise TypeError(f"jumps: expected numbers, found {array.dtype}")
    array = array.astype(np.float64)
    largest = array.max(initial=0)
    return (array / largest if 0 < largest < np.inf else array).astype(np.float32)


def _each_pair_once(graph: _boscage.Graph, threads: Optional[int]) -> _boscage.Graph:
    u, v, _ = graph.columns()
    pairs = np.minimum(u, v).astype(np.uint64) << np.uint64(32) | np.maximum(u, v).astype(np.uint64)
    pairs = np.unique(pairs)
    low, high = pairs >> np.uint64(32), pairs & np.uint64(2**32 - 1)
    return _boscage.Graph.of_columns(graph.nodes, low, high, None, threads)
