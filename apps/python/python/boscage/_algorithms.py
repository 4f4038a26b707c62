"""Functions beside forests: dense parts, bridges, components, distances, ranks."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import _boscage
from ._columns import column, real, whole
from ._graphs import Source, each_pair_once, source_of


def _edges_of(graph: Any, u: Any, v: Any, w: Any, threads: Optional[int]) -> Source:
    """Returns the edges of a graph without directions and weights."""
    return source_of(graph, u, v, w, weight=None, threads=threads)


def _with_ids(graph: Any, u: Any, v: Any, w: Any, threads: Optional[int]) -> Source:
    """Returns the edges of a graph for a function that returns a value of each or some of them."""
    source = _edges_of(graph, u, v, w, threads)
    _check_ids(source, graph)
    return source


def _arcs_of(
    graph: Any, u: Any, v: Any, w: Any, weight: Any, directed: Optional[bool], threads: Optional[int]
) -> tuple[Source, bool]:
    """Returns the edges of a graph, and True if they lead from u to v only."""
    source = source_of(
        graph, u, v, w, weight=weight, threads=threads, with_directions=True, directed=directed
    )
    if directed is None:
        return source, source.is_directed is not False
    if directed and source.is_directed is False:
        raise ValueError("directed: expected a directed graph, found an undirected one")
    return source, bool(directed)


def _has_ids(source: Source, graph: Any) -> bool:
    kind = getattr(graph, "format", "dense")
    return not source.is_matrix or (source.width is None and kind not in ("dense", "bsr", "dia"))


def _check_ids(source: Source, graph: Any) -> None:
    if not _has_ids(source, graph):
        raise _no_ids()


def _no_ids() -> TypeError:
    return TypeError("expected a graph whose edges have ids: convert the matrix to CSR first")


def core_numbers(
    graph: Any, u: Any = None, v: Any = None, w: Any = None, *, threads: Optional[int] = None
) -> np.ndarray:
    """Returns the core number of each node: the largest k such that the node is in the k-core.

    The k-core is the largest subgraph in which each node has at least k neighbours. Loops, parallel edges and
    weights are ignored.

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
    """Returns the truss number of each edge: the largest k such that the edge is in the k-truss.

    The k-truss is the largest subgraph in which each edge is in at least k - 2 triangles. Loops are in no
    triangle, and each of several parallel edges has the truss number of a single one. Weights are ignored.

    Parameters
    ----------
    graph, u, v, w, threads
        As for :func:`boscage.minimum_spanning_forest`. Dense matrices, and
        sparse ones of the formats BSR and DIA, are not supported: their edges have no ids.

    Returns
    -------
    numpy.ndarray
        int64, of shape (m,), in the order of the edges; 2 for an edge in no triangle.

    Raises
    ------
    TypeError
        If edges have no ids.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.truss_numbers(5, [0, 1, 2, 1, 3, 3], [1, 2, 0, 3, 2, 4])
    array([3, 3, 3, 3, 3, 2])
    """
    return _boscage.truss_numbers(_with_ids(graph, u, v, w, threads).graph, threads)


def biconnected_components(
    graph: Any, u: Any = None, v: Any = None, w: Any = None, *, threads: Optional[int] = None
) -> np.ndarray:
    """Returns the biconnected component of each edge.

    Two edges are in the same one if a simple cycle has both. Parallel edges are a cycle. Weights are ignored.

    Parameters
    ----------
    graph, u, v, w, threads
        As for :func:`boscage.truss_numbers`.

    Returns
    -------
    numpy.ndarray
        int64, of shape (m,), in the order of the edges, or of the entries of a matrix; -1 for a loop. Seen
        from the node with most edges of each connected component, every biconnected component has one nearest
        node; components are numbered from 0 by the lowest of their other nodes.

    Raises
    ------
    TypeError
        If edges have no ids.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.biconnected_components(4, [0, 1, 2, 2], [1, 2, 0, 3])
    array([0, 0, 0, 1])
    """
    edges = _with_ids(graph, u, v, w, threads)
    if not edges.is_matrix:
        return _boscage.biconnected_components(edges.graph, threads)[0]
    once, _, places = edges.graph.each_pair_once(threads)
    return _boscage.biconnected_components(once, threads)[0][places]


def bridges(
    graph: Any, u: Any = None, v: Any = None, w: Any = None, *, threads: Optional[int] = None
) -> np.ndarray:
    """Returns the bridges of a graph: the edges that are on no cycle.

    Parallel edges and loops are no bridges. Weights are ignored.

    Parameters
    ----------
    graph, u, v, w, threads
        As for :func:`boscage.truss_numbers`.

    Returns
    -------
    numpy.ndarray
        int64: the ids of the bridges, ascending. An id is the position of the edge; of a matrix with both
        entries of a bridge, that of the first.

    Raises
    ------
    TypeError
        If edges have no ids.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.bridges(4, [0, 1, 2, 2], [1, 2, 0, 3])
    array([3])
    """
    edges = each_pair_once(_with_ids(graph, u, v, w, threads), threads)
    found = _boscage.bridges(edges.graph, threads)
    return found if edges.ids is None else edges.ids[found]


def articulation_points(
    graph: Any, u: Any = None, v: Any = None, w: Any = None, *, threads: Optional[int] = None
) -> np.ndarray:
    """Returns the articulation points (cut vertices) of a graph: the nodes in several biconnected components.

    To remove one of them would disconnect its connected component. Loops, parallel edges and weights are
    ignored.

    Parameters
    ----------
    graph, u, v, w, threads
        As for :func:`boscage.minimum_spanning_forest`.

    Returns
    -------
    numpy.ndarray
        int64: the nodes, ascending.

    Raises
    ------
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.articulation_points(4, [0, 1, 2, 2], [1, 2, 0, 3])
    array([2])
    """
    edges = _edges_of(graph, u, v, w, threads)
    return edges.nodes.at(_boscage.articulation_points(edges.graph, threads))


def triangles(
    graph: Any, u: Any = None, v: Any = None, w: Any = None, *, threads: Optional[int] = None
) -> np.ndarray:
    """Returns the number of triangles of each node.

    Loops, parallel edges and weights are ignored. The number of triangles of the graph is a third of the sum.

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
    """Returns the local clustering coefficient of each node: the share of adjacent pairs of its neighbours.

    Loops, parallel edges and weights are ignored.

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
    """Returns the strongly connected component of each node of a directed graph. Weights are ignored.

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
        If the graph is undirected: use :func:`boscage.components`.
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
    """Returns the number of steps from a node to each node, by a breadth-first search. Weights are ignored.

    Parameters
    ----------
    graph, u, v, w, threads
        As for :func:`boscage.minimum_spanning_forest`, but graphs may be directed. Then edges lead from ``u``
        to ``v``, and each entry (i, j) of a matrix is an edge from i to j.
    source : node
        The node to start from: its number for columns and matrices, the node itself for a graph of NetworkX
        or rustworkx, its number or its name for igraph, its id for a data frame, its name in the file for a
        file (:attr:`boscage.Graph.names`).
    directed : bool, optional
        True if edges lead in one direction only. The default is that of the graph or file; columns and
        matrices are directed, as in SciPy, and data frames are not. False ignores the directions of a
        directed graph. With True, a file is read as by :func:`boscage.read` with ``directed=True``.

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


def betweenness(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    sources: Any = None,
    directed: Optional[bool] = None,
    threads: Optional[int] = None,
) -> np.ndarray:
    """Returns the betweenness of each node: the number of shortest paths between others on which it lies.

    Of several shortest paths between two nodes, each counts as a fraction. Paths go from sources to all
    nodes, and their lengths are numbers of edges. Loops, parallel edges and weights are ignored. In an
    undirected graph, paths in both directions count: other libraries halve the numbers. The result is the
    same on every number of threads.

    Parameters
    ----------
    graph, u, v, w, directed, threads
        As for :func:`boscage.distances`.
    sources : array_like, optional
        The nodes at which paths begin; by default all. Some at random are enough for an estimate.

    Returns
    -------
    numpy.ndarray
        float64, of shape (n,), in the order of the graph's nodes.

    Raises
    ------
    ValueError
        If a source is no node, or the graph is undirected, and ``directed`` is True.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.betweenness(4, [0, 1, 1], [1, 2, 3], directed=False)
    array([0., 6., 0., 0.])
    >>> boscage.betweenness(4, [0, 1, 1], [1, 2, 3], sources=[0])
    array([0., 2., 0., 0.])
    """
    arcs, is_directed = _arcs_of(graph, u, v, w, None, directed, threads)
    places = None if sources is None else arcs.nodes.places(sources, "sources").reshape(-1).tolist()
    return _boscage.betweenness(arcs.graph, places, is_directed, threads)


def page_rank(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    weight: Any = None,
    damping: float = 0.85,
    tolerance: float = 1e-6,
    rounds: int = 1000,
    jumps: Any = None,
    dangling: Any = None,
    start: Any = None,
    directed: Optional[bool] = None,
    threads: Optional[int] = None,
) -> np.ndarray:
    """Returns the PageRank of each node: its share of the visits of a walker who follows or ignores links.

    The walker follows a random edge with probability ``damping``, and otherwise, or if no edge leads on,
    jumps to a random node. Each of several parallel edges counts. The result is the same on every number of
    threads.

    Parameters
    ----------
    graph, u, v, w, directed, threads
        As for :func:`boscage.distances`. If ``directed`` is False, the entries (i, j) and (j, i) of a matrix
        are one edge: the lighter one.
    weight : str, callable or None
        None: all edges of a node are followed equally often. Otherwise as for
        :func:`boscage.minimum_spanning_forest`: in proportion to their weights, which are at least 0.
    damping : float
        The probability of following an edge, at least 0 and below 1.
    tolerance : float
        The sum of all changes of ranks in the last round is less than this.
    rounds : int
        Largest number of rounds.
    jumps : array_like, shape (n,), optional
        Weights of the nodes as targets of jumps, in the order of the graph's nodes: at least 0, and not all
        0. By default all nodes have the same weight.
    dangling : array_like, shape (n,), optional
        The same for jumps from nodes where no edge leads on. The default is ``jumps``.
    start : array_like, shape (n,), optional
        The same for the nodes where the walker starts: ranks of an earlier run take fewer rounds.

    Returns
    -------
    numpy.ndarray
        float64, of shape (n,); the sum is 1, up to rounding.

    Raises
    ------
    RuntimeError
        If the ranks do not converge within these rounds.
    ValueError
        If damping, tolerance, weights or jumps are out of range, or the graph is undirected, and ``directed``
        is True.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.page_rank(4, [0, 1, 2, 3], [1, 0, 0, 0]).round(3)
    array([0.48 , 0.445, 0.038, 0.038])
    """
    damping, tolerance = real(damping, "damping"), real(tolerance, "tolerance")
    if tolerance < 0:
        raise ValueError(f"tolerance: expected at least 0, found {tolerance}")
    rounds = whole(rounds, "rounds", 0, 2**63 - 1, "a number of rounds, at least 0")
    arcs, is_directed = _arcs_of(graph, u, v, w, weight, directed, threads)
    if not is_directed:
        arcs = each_pair_once(arcs, threads)
    shares = (_shares(jumps, "jumps"), _shares(dangling, "dangling"), _shares(start, "start"))
    is_weighted = weight is not None
    ranks, change = _boscage.page_rank(
        arcs.graph, is_directed, is_weighted, damping, tolerance, rounds, *shares, threads
    )
    if not change < tolerance and ranks.size:
        raise RuntimeError(f"no convergence in {rounds} rounds: the last changed the ranks by {change:.3g}")
    return ranks


def _shares(values: Any, name: str) -> Optional[np.ndarray]:
    if values is None:
        return None
    array = column(values, name)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name}: expected numbers, found {array.dtype}")
    return array.astype(np.float64)
