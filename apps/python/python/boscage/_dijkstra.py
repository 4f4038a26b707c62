"""Shortest paths from node to node, for many queries on one graph."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

import numpy as np

from . import _boscage
from ._algorithms import _arcs_of, _has_ids
from ._graphs import counted, widened


class Path(NamedTuple):
    """A shortest path.

    Attributes
    ----------
    length : int or float
        Its length: an int if weights are integers or bools.
    nodes : numpy.ndarray
        Its nodes, from the source to the target: those of the graph, in a file what the file calls them.
    edges : numpy.ndarray or None
        int64: the ids of the edges between them, as in :attr:`boscage.Forest.edges`: positions in the
        columns, or among the edges of the graph. None for dense matrices, and sparse ones of the formats BSR
        and DIA.
    """

    length: Any
    nodes: np.ndarray
    edges: Optional[np.ndarray]


class Dijkstra:
    """Shortest paths from node to node, for many queries on one graph.

    The graph is prepared once. A query then takes time for the nodes that it visits: those that are nearer to
    the source than the target is. For the distances of all nodes, use :func:`boscage.shortest_paths`.

    Parameters
    ----------
    graph, u, v, w, directed, threads
        As for :func:`boscage.distances`.
    weight : str, callable or None
        As for :func:`boscage.minimum_spanning_forest`. Weights are lengths, which must not be negative. None:
        paths with the fewest edges.

    Raises
    ------
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Notes
    -----
    It keeps the graph, and 16 bytes per node and thread that has searched; it cannot be pickled, so each
    process makes its own. A table of distances takes several times its own memory while it is made.

    Examples
    --------
    >>> import boscage
    >>> roads = boscage.Dijkstra(4, [0, 1, 0, 2], [1, 2, 2, 3], [7, 1, 3, 9], directed=False)
    >>> roads.path(0, 1)
    Path(length=4, nodes=array([0, 2, 1]), edges=array([2, 1]))
    >>> roads.distances([[0], [3]], [0, 1])
    array([[ 0,  4],
           [12, 10]])
    """

    def __init__(
        self,
        graph: Any,
        u: Any = None,
        v: Any = None,
        w: Any = None,
        *,
        weight: Any = "weight",
        directed: Optional[bool] = None,
        threads: Optional[int] = None,
    ) -> None:
        arcs, is_directed = _arcs_of(graph, u, v, w, weight, directed, threads)
        self._inner = _boscage.Dijkstra(widened(arcs, threads), is_directed, threads)
        self._nodes, self._ids, self._has_ids = arcs.nodes, arcs.ids, _has_ids(arcs, graph)

    def path(self, source: Any, target: Any) -> Optional[Path]:
        """Returns a shortest path from one node to another; None if there is none.

        Of several, it is always the same one. A search runs on one thread, without the GIL: several threads
        of Python may search at the same time, as by ``ThreadPoolExecutor().map(roads.path, a, b)``.

        Parameters
        ----------
        source, target : node
            As ``source`` of :func:`boscage.distances`.

        Raises
        ------
        ValueError
            If there is no such node, or the search meets a negative weight or a distance of 2**63 or more.
        """
        places = self._nodes.place(source, "source"), self._nodes.place(target, "target")
        found = self._inner.path(*places)
        if found is None:
            return None
        length, nodes, edges = found
        if self._ids is not None:
            edges = self._ids[edges]
        return Path(length.item(), self._nodes.at(nodes), edges if self._has_ids else None)

    def distances(self, sources: Any, targets: Any, *, threads: Optional[int] = None) -> np.ndarray:
        """Returns the distances from some nodes to others.

        For each source, there is one search, which ends when it has found all its targets. Searches run on
        all threads.

        Parameters
        ----------
        sources, targets : node or array_like of nodes
            Arrays may have any shape, and are broadcast against each other: two of the same length are
            pairs, and ``np.array(sources)[:, None]`` with ``targets`` gives a table of all distances.
        threads : int, optional
            Number of threads; by default one per processor.

        Returns
        -------
        numpy.ndarray
            Of the common shape. int64 if weights are integers or bools, with -1 for a target to which no
            path leads; otherwise float64, with infinity for such a target.

        Raises
        ------
        ValueError
            As :meth:`path`.
        """
        places = self._nodes.places(sources, "sources"), self._nodes.places(targets, "targets")
        first, second = np.broadcast_arrays(*places)
        lengths = self._inner.distances(first.reshape(-1), second.reshape(-1), threads)
        if lengths.dtype.kind == "f":
            lengths[np.isnan(lengths)] = np.inf
        return lengths.reshape(first.shape)

    def __repr__(self) -> str:
        return f"<boscage.Dijkstra: {counted(self._nodes.n, 'node')}>"
