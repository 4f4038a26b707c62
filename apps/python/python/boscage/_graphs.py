"""Graphs of other libraries, as edge lists.

No library is imported here unless an object of its own is already there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, Optional

import numpy as np

from . import _boscage


class Source(NamedTuple):
    """An edge list, and how its edges are called."""

    graph: _boscage.Graph
    #: The ids of the edges; None where edge ``i`` has id ``i``.
    ids: Optional[np.ndarray]
    #: The width of a dense matrix, whose edges have the positions of their cells.
    width: Optional[int]
    #: The type of the weights, where it is narrower than those of the library.
    dtype: Optional[np.dtype]
    #: What the nodes are called; None where node ``i`` is called ``i``.
    nodes: Optional[list]
    #: Whether the graph says that edges have a direction; None if it says nothing.
    is_directed: Optional[bool] = None


class Graph:
    """A graph in memory, which :func:`read` and :func:`generate` return and all functions take.

    Examples
    --------
    >>> import boscage
    >>> grid = boscage.generate("grid", rows=3, columns=4)
    >>> grid
    <boscage.Graph: 12 nodes, 17 edges>
    >>> u, v, w = grid.columns()
    >>> u.dtype, w.dtype
    (dtype('int64'), dtype('uint32'))
    """

    def __init__(self, inner: _boscage.Graph) -> None:
        self._inner = inner

    @property
    def n(self) -> int:
        """Number of nodes."""
        return self._inner.nodes

    @property
    def m(self) -> int:
        """Number of edges."""
        return self._inner.edges

    @property
    def is_directed(self) -> bool:
        """Whether the file says that edges have a direction. Forests ignore it."""
        return self._inner.is_directed

    @property
    def names(self) -> np.ndarray:
        """What the file calls each node: an array of n numbers, ``uint64``."""
        names = self._inner.names()
        if isinstance(names, int):
            return np.arange(names, names + self.n, dtype=np.uint64)
        return names

    def columns(self) -> tuple[np.ndarray, np.ndarray, Optional[np.ndarray]]:
        """Copies of the columns ``u``, ``v`` (int64, shape (m,)) and ``w``; ``w`` is None without weights."""
        return self._inner.columns()

    def __repr__(self) -> str:
        kind = ", directed" if self.is_directed else ""
        return f"<boscage.Graph: {self.n} nodes, {self.m} edges{kind}>"


def _library(graph: Any) -> str:
    return type(graph).__module__.partition(".")[0]


def _is_a(graph: Any, library: str, *names: str) -> bool:
    """Whether an object is of a class of a library, or of one derived from it."""
    module = sys.modules.get(library)
    if module is None:
        return False
    classes = tuple(kind for kind in (getattr(module, name, None) for name in names) if kind is not None)
    return isinstance(graph, classes)


def source_of(
    graph: Any,
    u: Any,
    v: Any,
    w: Any,
    *,
    weight: Any,
    maximum: bool,
    threads: Optional[int],
    with_directions: bool = False,
) -> Source:
    """The edge list of whatever a function was given.

    With directions, edges lead from u to v, and a matrix has an edge for each entry. Without them, a graph
    of another library that has them is refused.
    """
    if u is not None or v is not None:
        if u is None or v is None:
            raise TypeError("expected n, u, v and, if there are weights, w")
        return _of_columns(graph, u, v, w, threads)
    if w is not None:
        raise TypeError("w goes with n, u and v")
    if isinstance(graph, Graph):
        return Source(graph._inner, None, None, None, None, graph.is_directed)
    if isinstance(graph, (str, os.PathLike)):
        read = _boscage.read(os.fspath(graph), None, None, None, threads)
        return Source(read, None, None, None, None, read.is_directed)
    if isinstance(graph, np.ndarray) and graph.ndim == 2:
        return of_all_cells(graph, threads) if with_directions else _of_dense(graph, maximum, threads)
    if _library(graph) == "scipy" or hasattr(graph, "tocoo"):
        # The rows of the CSC format are columns.
        is_turned = with_directions and graph.format == "csc"
        return _of_sparse(graph.tocsr() if is_turned else graph, threads)
    is_directed, of_library = _of_library(graph)
    if of_library:
        if is_directed and not with_directions:
            raise ValueError(
                "expected an undirected graph, found a directed one: make an undirected one of it first"
            )
        return of_library(graph, weight, threads)._replace(is_directed=is_directed)
    raise TypeError(
        "expected n, u, v and w, a SciPy sparse or a NumPy matrix, a graph of NetworkX, igraph or rustworkx, "
        f"a boscage.Graph or the path of a file, found {type(graph).__name__}"
    )


def column(values: Any, name: str) -> np.ndarray:
    """Anything as an aligned array in the byte order of the machine; a copy only where it must be."""
    array = np.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name}: expected one dimension, found {array.ndim}")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return np.require(array, requirements=["A"])


def nodes_column(values: Any, name: str) -> np.ndarray:
    array = column(values, name)
    if array.size == 0 and array.dtype.kind == "f":
        array = array.astype(np.int64)  # what NumPy makes of an empty list
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers, found {array.dtype}")
    return array


def weights_column(values: Any, name: str = "w") -> np.ndarray:
    array = column(values, name)
    if array.dtype.kind == "O" and array.size:
        raise TypeError(f"{name}: expected numbers of at most 64 bits, found objects")
    if array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        raise TypeError(f"{name}: expected integers, floats or bools of at most 64 bits, found {array.dtype}")
    return array


def as_count(n: Any) -> int:
    try:
        count = n.__index__()
    except AttributeError:
        raise TypeError(f"n: expected the number of nodes, found {type(n).__name__}") from None
    if not 0 <= count < 2**32 - 1:
        raise ValueError(f"n: expected a number from 0 to {2**32 - 2}, found {count}")
    return count


def _of_columns(
    n: Any, u: Any, v: Any, w: Any, threads: Optional[int], nodes: Optional[list] = None
) -> Source:
    us, vs = nodes_column(u, "u"), nodes_column(v, "v")
    ws = None if w is None else weights_column(w)
    graph = _boscage.Graph.of_columns(as_count(n), us, vs, ws, threads)
    return Source(graph, None, None, None if ws is None else ws.dtype, nodes)


def _square(graph: Any) -> int:
    if len(graph.shape) != 2 or graph.shape[0] != graph.shape[1]:
        raise ValueError(f"expected a square matrix, found the shape {graph.shape}")
    return as_count(int(graph.shape[0]))


def _of_dense(matrix: np.ndarray, maximum: bool, threads: Optional[int]) -> Source:
    n = _square(matrix)
    cells = weights_column(np.ascontiguousarray(matrix).reshape(-1), "the matrix")
    return Source(_boscage.Graph.of_dense(n, cells, maximum, threads), None, n, cells.dtype, None)


def of_all_cells(matrix: np.ndarray, threads: Optional[int]) -> Source:
    """The same with both entries of each pair, and their positions as ids."""
    n = _square(matrix)
    cells = weights_column(np.ascontiguousarray(matrix).reshape(-1), "the matrix")
    ids = np.flatnonzero(np.isfinite(cells) & (cells != 0))
    return _of_columns(n, ids // n, ids % n, cells[ids], threads)._replace(ids=ids)


def _of_sparse(matrix: Any, threads: Optional[int]) -> Source:
    n = _square(matrix)
    if matrix.format in ("csr", "csc"):
        indptr, indices = nodes_column(matrix.indptr, "indptr"), nodes_column(matrix.indices, "indices")
        entries = int(indptr[-1]) if indptr.size else 0  # there may be room for more
        data = weights_column(matrix.data, "data")
        graph = _boscage.Graph.of_rows(n, indptr, indices[:entries], data[:entries], threads)
        return Source(graph, None, None, data.dtype, None)
    coo, ids = matrix.tocoo(), None
    row, col, data = coo.row, coo.col, weights_column(coo.data, "data")
    if matrix.format in ("bsr", "dia"):
        kept = np.flatnonzero(data)
        if kept.size < data.size:
            row, col, data, ids = row[kept], col[kept], data[kept], kept.astype(np.int64)
    source = _of_columns(n, row, col, data, threads)
    return source._replace(ids=ids)


def numbers(values: list) -> np.ndarray:
    """Weights that are objects, as numbers."""
    array = np.asarray(values) if values else np.empty(0, np.int64)
    if array.dtype.kind not in "biuf" or array.ndim != 1:
        found = next((type(x).__name__ for x in values if not isinstance(x, (int, float, np.number))), None)
        raise ValueError(f"weights: expected numbers of at most 64 bits, found {found or array.dtype}")
    return array


def _of_library(graph: Any) -> tuple[bool, Optional[Callable[[Any, Any, Optional[int]], Source]]]:
    """Whether a graph of another library is directed, and what makes an edge list of it."""
    if _is_a(graph, "networkx", "Graph"):
        return graph.is_directed(), _of_networkx
    if _is_a(graph, "igraph", "Graph", "GraphBase"):
        return graph.is_directed(), _of_igraph
    if _is_a(graph, "rustworkx", "PyGraph", "PyDiGraph"):
        return _is_a(graph, "rustworkx", "PyDiGraph"), _of_rustworkx
    return False, None


def _of_networkx(graph: Any, weight: Any, threads: Optional[int]) -> Source:
    names = list(graph)
    index = {name: i for i, name in enumerate(names)}
    us, vs, ws = [], [], []
    for u, v, w in (
        graph.edges(data=weight, default=1) if weight is not None else ((*e[:2], 1) for e in graph.edges())
    ):
        us.append(index[u])
        vs.append(index[v])
        ws.append(w)
    u, v = (np.fromiter(ends, np.int64, len(ends)) for ends in (us, vs))
    return _of_columns(len(names), u, v, numbers(ws), threads, names)


def _of_igraph(graph: Any, weight: Any, threads: Optional[int]) -> Source:
    ends = np.asarray(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    if weight is None or (weight == "weight" and "weight" not in graph.es.attributes()):
        weights = None
    elif isinstance(weight, str):
        weights = numbers(graph.es[weight])
    else:
        weights = numbers(list(weight))
    return _of_columns(graph.vcount(), ends[:, 0], ends[:, 1], weights, threads)


def _of_rustworkx(graph: Any, weight: Any, threads: Optional[int]) -> Source:
    names = list(graph.node_indices())
    ends = np.asarray(graph.edge_list(), dtype=np.int64).reshape(-1, 2)
    if names and names[-1] != len(names) - 1:  # some nodes have been removed
        place = np.zeros(names[-1] + 1, np.int64)
        place[names] = np.arange(len(names))
        ends = place[ends]
    if weight is None:
        weights = None
    elif callable(weight):
        weights = numbers([weight(edge) for edge in graph.edges()])
    elif weight == "weight" and all(edge is None for edge in graph.edges()):
        weights = None
    else:
        weights = numbers(list(graph.edges()))
    return _of_columns(len(names), ends[:, 0], ends[:, 1], weights, threads, names)
