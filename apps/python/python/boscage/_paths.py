"""Shortest and widest paths, Steiner trees and random walks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Optional, Union

import numpy as np

from . import _boscage
from ._algorithms import _arcs_of, _has_ids, _no_ids
from ._columns import real, whole
from ._forest import Forest
from ._graphs import Source, counted, each_pair_once, source_of, widened
from ._nodes import Nodes


class Paths:
    """Paths from the nearest of some nodes to all nodes.

    It can be unpacked: ``values, predecessors = paths``.

    Attributes
    ----------
    values : numpy.ndarray
        The length of the path to each node, or its width, in the order of the graph's nodes.
    predecessors : numpy.ndarray
        int64: the position of the node before each node, in the same order. A source has its own, unless a
        path from another source is shorter, as may be with negative weights; a node to which no path leads
        has -1.

    Notes
    -----
    Until :attr:`edges` is asked for, it keeps the edges of the graph. Of a :class:`boscage.Graph`, all paths
    keep the same.

    Examples
    --------
    >>> import boscage
    >>> paths = boscage.shortest_paths(4, [0, 1, 0], [1, 2, 2], [7, 1, 9], source=0)
    >>> paths.values, paths.predecessors
    (array([ 0,  7,  8, -1]), array([ 0,  0,  1, -1]))
    >>> paths.path_to(2), paths.edges_to(2)
    (array([0, 1, 2]), array([0, 1]))
    """

    def __init__(
        self,
        values: np.ndarray,
        predecessors: np.ndarray,
        nodes: Nodes,
        find_edges: Callable[[], Optional[np.ndarray]],
    ) -> None:
        self.values, self.predecessors, self._nodes = values, predecessors, nodes
        self._find_edges: Optional[Callable[[], Optional[np.ndarray]]] = find_edges
        self._edges: Optional[np.ndarray] = None

    @property
    def edges(self) -> Optional[np.ndarray]:
        """int64: the id of the edge from the node before each node to it, as in :class:`boscage.Path`.

        Of parallel edges, it is the best one, and of those the first. -1 for nodes that have their own
        position as predecessor or none. None for graphs whose edges have no ids, as there. Found by
        ``predecessors`` when it is first asked for, by one look at each edge.
        """
        find_edges = self._find_edges
        if find_edges is not None:
            self._edges = find_edges()
            self._find_edges = None  # and the graph, which is with it
        return self._edges

    def __getstate__(self) -> dict:
        return {**vars(self), "_edges": self.edges, "_find_edges": None}

    def path_to(self, node: Any) -> Optional[np.ndarray]:
        """Returns the nodes on the path to a node, from a source on; None if there is no path.

        Nodes are those of the graph: in a file, what the file calls them.

        Raises
        ------
        ValueError
            If there is no such node.
        """
        places = self._places_to(node)
        return None if places is None else self._nodes.at(places)

    def edges_to(self, node: Any) -> Optional[np.ndarray]:
        """Returns the ids of the edges on the path to a node, from a source on; None if there is no path.

        Raises
        ------
        ValueError
            If there is no such node.
        TypeError
            If the edges of the graph have no ids.
        """
        if self.edges is None:
            raise _no_ids()
        places = self._places_to(node)
        return None if places is None else self.edges[places[1:]]

    def _places_to(self, node: Any) -> Optional[np.ndarray]:
        """Returns the places of the nodes on the path to a node."""
        place = self._nodes.place(node, "node")
        path, before = [place], int(self.predecessors[place])
        if before < 0:
            return None
        while before != path[-1]:
            path.append(before)
            before = int(self.predecessors[before])
        return np.array(path[::-1], np.int64)

    def __iter__(self) -> Iterator[np.ndarray]:
        return iter((self.values, self.predecessors))

    def __repr__(self) -> str:
        reached = int(np.count_nonzero(self.predecessors >= 0))
        return f"<boscage.Paths: to {reached} of {counted(self.values.size, 'node')}>"


def _paths(
    graph: Any,
    arcs: Source,
    found: tuple[np.ndarray, np.ndarray],
    is_directed: bool,
    threads: Optional[int],
    are_widest: bool = False,
) -> Paths:
    """Returns paths, given the values of nodes and the nodes before them."""
    before, has_ids = found[1], _has_ids(arcs, graph)

    def edges() -> Optional[np.ndarray]:
        if not has_ids:
            return None
        edges = _boscage.edges_before(arcs.graph, before, is_directed, are_widest, threads)
        if arcs.ids is not None:
            there = edges >= 0
            edges[there] = arcs.ids[edges[there]]
        return edges

    return Paths(*found, arcs.nodes, edges)


def _starts(arcs: Source, source: Any, sources: Any) -> list[int]:
    """Returns the places of the sources."""
    if (source is None) == (sources is None):
        raise TypeError(
            f"expected either source or sources, found {'both' if sources is not None else 'none'}"
        )
    if sources is None:
        return [arcs.nodes.place(source, "source")]
    return arcs.nodes.places(sources, "sources").reshape(-1).tolist()


def shortest_paths(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    source: Any = None,
    sources: Any = None,
    cutoff: Optional[float] = None,
    weight: Any = "weight",
    directed: Optional[bool] = None,
    threads: Optional[int] = None,
) -> Paths:
    """Returns the shortest paths to each node from a node, or from the nearest of several.

    Weights are non-negative lengths. Distances are those of Dijkstra's algorithm: exact for integers; for
    floats, sums of float64, rounded at each step along a path. Predecessors lead to a source also if weights
    are 0; of several, a node has the first that is nearer to a source. The result is the same on every number
    of threads.

    Parameters
    ----------
    graph, u, v, w, directed, threads
        As for :func:`boscage.distances`.
    source : node
        The node to start from, as for :func:`boscage.distances`.
    sources : array_like
        Nodes to start from, instead of ``source``.
    cutoff : float, optional
        The longest distance, at least 0: nodes farther away are not reached.
    weight : str, callable or None
        As for :func:`boscage.minimum_spanning_forest`. None: paths with the fewest edges.

    Returns
    -------
    Paths
        ``values``: int64 if weights are integers or bools, with -1 for a node to which no path leads;
        otherwise float64, with infinity for such a node. And ``predecessors`` and ``edges``.

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
    <boscage.Paths: to 3 of 4 nodes>
    >>> boscage.shortest_paths(4, [0, 1, 0], [1, 2, 2], [7, 0.5, 9], sources=[2, 3], directed=False).values
    array([7.5, 0.5, 0. , 0. ])
    """
    bound = math.inf if cutoff is None else real(cutoff, "cutoff")
    if not bound >= 0:
        raise ValueError(f"cutoff: expected a number, at least 0, found {cutoff}")
    arcs, is_directed = _arcs_of(graph, u, v, w, weight, directed, threads)
    starts = _starts(arcs, source, sources)
    lengths, before = _boscage.shortest_paths(
        widened(arcs, threads), starts, is_directed, bound, None, threads
    )
    is_float = lengths.dtype.kind == "f"
    if 2**53 <= bound < math.inf:  # the distances that it was compared with were rounded, or it was
        beyond = lengths > _most(cutoff, bound, is_float)
        lengths[beyond], before[beyond] = math.nan if is_float else -1, -1
    if is_float:
        lengths[np.isnan(lengths)] = np.inf
    return _paths(graph, arcs, (lengths, before), is_directed, threads)


def _most(cutoff: Any, rounded: float, is_float: bool) -> Union[int, float]:
    """Returns the longest distance of this type that does not exceed a cutoff."""
    exact = math.floor(cutoff)
    if not is_float:
        return min(exact, 2**63 - 1)
    return rounded if rounded <= exact else math.nextafter(rounded, 0.0)


class NegativeCycleError(ValueError):
    """A cycle of negative length that the source reaches: distances have no end.

    ``nodes`` has the nodes of the cycle, in the order of its edges.
    """

    def __init__(self, nodes: list) -> None:
        super().__init__(f"weights: expected no negative cycle, found one of {len(nodes)} nodes")
        self.nodes = nodes


def bellman_ford(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    source: Any = None,
    sources: Any = None,
    weight: Any = "weight",
    directed: Optional[bool] = None,
    threads: Optional[int] = None,
) -> Paths:
    """Returns the shortest paths from a node or the nearest of several, where weights may be negative.

    The predecessor of a node is the one before it on a shortest path with the fewest edges; of several, the
    first. In an undirected graph, each negative edge that is reached is a negative cycle.

    Parameters
    ----------
    graph, u, v, w, source, sources, weight, directed, threads
        As for :func:`boscage.shortest_paths`.

    Returns
    -------
    Paths
        ``values``: int64 if weights are integers or bools, with 2**63 - 1 for a node to which no path leads;
        otherwise float64, with infinity for such a node. And ``predecessors`` and ``edges``.

    Raises
    ------
    NegativeCycleError
        If the source reaches a negative cycle.
    ValueError
        If there is no such node, a distance does not fit 64 bits, or the graph is undirected, and
        ``directed`` is True.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> lengths, predecessors = boscage.bellman_ford(3, [0, 0, 2], [1, 2, 1], [4, 3, -2], source=0)
    >>> lengths, predecessors
    (array([0, 1, 3]), array([0, 2, 0]))
    """
    arcs, is_directed = _arcs_of(graph, u, v, w, weight, directed, threads)
    starts = _starts(arcs, source, sources)
    lengths, before, cycle = _boscage.bellman_ford(widened(arcs, threads), starts, is_directed, threads)
    if cycle is not None:
        raise NegativeCycleError(arcs.nodes.at(np.array(cycle, np.int64)).tolist())
    return _paths(graph, arcs, (lengths, before), is_directed, threads)


def widest_paths(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    source: Any = None,
    sources: Any = None,
    weight: Any = "weight",
    directed: Optional[bool] = None,
    threads: Optional[int] = None,
) -> Paths:
    """Returns the widest paths from a node or several: those whose least weights are as large as possible.

    Parameters
    ----------
    graph, u, v, w, source, sources, weight, directed, threads
        As for :func:`boscage.shortest_paths`. Weights may be negative.

    Returns
    -------
    Paths
        ``values``: int64 if weights are integers or bools, with 2**63 - 1 for a source and -2**63 for a
        node to which no path leads; otherwise float64, with infinity and -infinity. And ``predecessors`` and
        ``edges``.

    Raises
    ------
    ValueError
        If there is no such node, a weight is 2**63 or more, or the graph is undirected, and ``directed`` is
        True.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> paths = boscage.widest_paths(3, [0, 0, 2], [1, 2, 1], [4.0, 9.0, 7.0], source=0)
    >>> paths.values, paths.path_to(1)
    (array([inf,  7.,  9.]), array([0, 2, 1]))
    """
    arcs, is_directed = _arcs_of(graph, u, v, w, weight, directed, threads)
    starts = _starts(arcs, source, sources)
    found = _boscage.widest_paths(widened(arcs, threads), starts, is_directed, threads)
    return _paths(graph, arcs, found, is_directed, threads, are_widest=True)


def steiner_tree(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    terminals: Any,
    weight: Any = "weight",
    threads: Optional[int] = None,
) -> Forest:
    """Returns a tree of nearly least weight that connects some nodes, the terminals, over any others.

    With t terminals, it weighs at most 2 (1 - 1/t) times as much as the lightest one: Mehlhorn's algorithm.

    Parameters
    ----------
    graph, u, v, w, weight, threads
        As for :func:`boscage.minimum_spanning_forest`, but no iterator. Weights must not be negative.
    terminals : array_like
        Nodes of the graph.

    Returns
    -------
    Forest
        Nodes outside the tree are trees by themselves.

    Raises
    ------
    ValueError
        If a terminal is no node, no path leads from one to another, a weight is negative, or the length of a
        path does not fit 64 bits.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.steiner_tree(4, [0, 1, 0, 1, 2], [1, 2, 3, 3, 3], [5, 5, 2, 2, 2], terminals=[0, 1, 2])
    <boscage.Forest: 3 edges, 1 tree, total 6>
    """
    source = source_of(graph, u, v, w, weight=weight, threads=threads)
    places = source.nodes.places(terminals, "terminals").reshape(-1).tolist()
    return Forest(_boscage.steiner_tree(source.graph, places, threads), source)


class Walks(NamedTuple):
    """Walks, one after the other: those from the first start come first.

    Walk i is ``nodes[offsets[i]:offsets[i + 1]]``.

    Attributes
    ----------
    offsets : numpy.ndarray
        int64: the position of each walk among the nodes, and at the end their number.
    nodes : numpy.ndarray
        The nodes of all walks: the graph's own, as those of a path.
    """

    offsets: np.ndarray
    nodes: np.ndarray


def random_walks(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    starts: Any = None,
    walks: int = 10,
    length: int = 80,
    p: float = 1.0,
    q: float = 1.0,
    seed: int = 0,
    weight: Any = "weight",
    directed: Optional[bool] = None,
    threads: Optional[int] = None,
) -> Walks:
    """Returns random walks, the input of node embeddings (node2vec).

    A step takes an edge at random, by weight. With ``p`` or ``q`` other than 1, weights of edges back to the
    node before are divided by ``p``, and those of edges to nodes that are no neighbours of it by ``q``. A
    walk that comes to a node without edges ends there. The result is the same on every number of threads.

    Parameters
    ----------
    graph, u, v, w, weight, directed, threads
        As for :func:`boscage.shortest_paths`. Without weights, all edges are equally likely.
    starts : array_like, optional
        The nodes at which walks begin; by default all.
    walks : int
        Number of walks from each start.
    length : int
        The most nodes of a walk, its start among them.
    p, q : float
        Return and in-out parameters, above 0.
    seed : int
        Seed of the random numbers, from 0 to 2**64 - 1.

    Returns
    -------
    Walks
        ``offsets`` and ``nodes``.

    Raises
    ------
    ValueError
        If a start is no node, a number is out of range, a weight is negative or infinite, or the graph is
        undirected, and ``directed`` is True.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> offsets, nodes = boscage.random_walks(3, [0, 1], [1, 2], walks=1, length=4)
    >>> offsets, nodes
    (array([0, 3, 5, 6]), array([0, 1, 2, 1, 2, 2]))
    """
    p, q = real(p, "p"), real(q, "q")
    walks = whole(walks, "walks", 0, 2**32 - 1, "a number of walks, from 0 to 2**32 - 1")
    length = whole(length, "length", 1, 2**32 - 1, "a number of nodes, from 1 to 2**32 - 1")
    seed = whole(seed, "seed", 0, 2**64 - 1, "an integer of 64 bits, at least 0")
    arcs, is_directed = _arcs_of(graph, u, v, w, weight, directed, threads)
    if not is_directed:
        arcs = each_pair_once(arcs, threads)
    places = None if starts is None else arcs.nodes.places(starts, "starts").reshape(-1).tolist()
    offsets, nodes = _boscage.random_walks(
        arcs.graph, places, is_directed, walks, length, p, q, seed, threads
    )
    return Walks(offsets, arcs.nodes.at(nodes))
