"""Graphs of other libraries, as edge lists.

No library is imported here unless an object of its own is already there.
"""

from __future__ import annotations

import operator
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Optional

import numpy as np

from . import _boscage


class Source(NamedTuple):
    """An edge list, and how its edges are called."""

    graph: _boscage.Graph
    #: The ids of the edges; None where edge ``i`` has id ``i``.
    ids: Optional[np.ndarray] = None
    #: The width of a dense matrix, whose edges have the positions of their cells.
    width: Optional[int] = None
    #: The type of the weights, where the edge list may have another one.
    dtype: Optional[np.dtype] = None
    #: What the nodes are called; None where node ``i`` is called ``i``.
    nodes: Optional[list] = None
    #: Whether the graph says that edges have a direction; None if it says nothing.
    is_directed: Optional[bool] = None
    #: Whether it is of a matrix.
    is_matrix: bool = False


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
        if not isinstance(inner, _boscage.Graph):
            raise TypeError("graphs are made by read and generate; functions take columns as they are")
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
        nodes, edges = counted(self.n, "node"), counted(self.m, "edge")
        return f"<boscage.Graph: {nodes}, {edges}{kind}>"


def counted(count: int, noun: str) -> str:
    """A number with its noun."""
    return f"{count} {noun}{'s'[: count != 1]}"


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
    maximum: bool = False,
    threads: Optional[int],
    with_directions: bool = False,
    directed: Optional[bool] = None,
) -> Source:
    """The edge list of whatever a function was given.

    With directions, edges lead from u to v, and a matrix has an edge for each entry. Without them, a graph
    of another library that has them is refused. A file may be read as ``directed``.
    """
    is_directed, of_library = _of_library(graph)
    if of_library and u is None and v is None and w is None:
        if is_directed and not with_directions:
            raise ValueError(
                "expected an undirected graph, found a directed one: make an undirected one of it first"
            )
        return of_library(graph, weight, threads)._replace(is_directed=is_directed)
    if not (weight is None or (isinstance(weight, str) and weight == "weight")):
        raise TypeError("weight: other names and functions are for graphs of NetworkX, igraph and rustworkx")
    has_weights = weight is not None
    if u is not None or v is not None:
        if u is None or v is None:
            raise TypeError("expected n, u, v and, if there are weights, w")
        return _of_columns(graph, u, v, w if has_weights else None, threads)
    if w is not None:
        raise TypeError("w goes with n, u and v")
    if isinstance(graph, Graph):
        inner = graph._inner
    elif isinstance(graph, (str, os.PathLike)):
        inner = _boscage.read(os.fsdecode(graph), None, None, directed, threads)
    elif isinstance(graph, np.ndarray) and graph.ndim == 2:
        source = of_all_cells(graph, threads) if with_directions else _of_dense(graph, maximum, threads)
        return source if has_weights else _without_weights(source, threads)
    elif _library(graph) == "scipy" or hasattr(graph, "tocoo"):
        # The rows of the CSC format are columns.
        is_turned = with_directions and graph.format == "csc"
        source = _of_sparse(graph.tocsr() if is_turned else graph, has_weights, threads)
        return source if has_weights else _without_weights(source, threads)
    else:
        raise TypeError(
            "expected n, u, v and w, a SciPy sparse or a NumPy matrix, a graph of NetworkX, igraph or "
            f"rustworkx, a boscage.Graph or the path of a file, found {type(graph).__name__}"
        )
    source = Source(inner, is_directed=inner.is_directed)
    return source if has_weights else _without_weights(source, threads)


def widened(source: Source, threads: Optional[int]) -> _boscage.Graph:
    """The edge list with weights of the graph's own type, where it has narrower ones."""
    return source.graph if source.dtype is None else source.graph.widened(source.dtype.name, threads)


def _without_weights(source: Source, threads: Optional[int]) -> Source:
    return source._replace(graph=source.graph.without_weights(threads), dtype=None)


def column(values: Any, name: str) -> np.ndarray:
    """Anything as an aligned array in the byte order of the machine; a copy only where it must be."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise TypeError(f"{name}: expected numbers, found masked ones: leave those edges out first")
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
    if isinstance(values, (list, tuple)):
        return numbers(values, name)
    array = column(values, name)
    if array.dtype.kind == "O" and array.size:
        raise TypeError(f"{name}: expected numbers of at most 64 bits, found objects")
    if array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        raise TypeError(f"{name}: expected integers, floats or bools of at most 64 bits, found {array.dtype}")
    return array


def numbers(values: Sequence, name: str = "weights") -> np.ndarray:
    """Weights that are objects, as numbers, exactly."""
    array = np.asarray(values) if values else np.empty(0, np.int64)
    if array.ndim != 1 or array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        found = next((type(x).__name__ for x in values if not isinstance(x, (int, float, np.number))), None)
        raise TypeError(f"{name}: expected numbers of at most 64 bits, found {found or array.dtype}")
    if array.dtype.kind != "f" or not (np.abs(array) >= 2.0**53).any():
        return array
    # Integers that floats may not keep: NumPy makes floats of them if there are floats, or no integers of one
    # type for all.
    integers = [x for x in values if isinstance(x, (int, np.integer))]
    if len(integers) == len(values) and min(integers) >= 0:
        return np.array(values, np.uint64)
    if any(int(float(x)) != int(x) for x in integers):
        raise ValueError(f"{name}: expected numbers of one type of 64 bits, found integers that floats round")
    return array


def whole(value: Any, name: str, least: int, most: int, what: str) -> int:
    """An integer of any type; ``what`` describes it and its limits."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected {what}, found {type(value).__name__}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: expected {what}, found {number}")
    return number


def _count_nodes(n: Any) -> int:
    return whole(n, "n", 0, 2**32 - 2, f"the number of nodes, from 0 to {2**32 - 2}")


def _of_columns(
    n: Any, u: Any, v: Any, w: Any, threads: Optional[int], nodes: Optional[list] = None
) -> Source:
    us, vs = nodes_column(u, "u"), nodes_column(v, "v")
    ws = None if w is None else weights_column(w)
    graph = _boscage.Graph.of_columns(_count_nodes(n), us, vs, ws, threads)
    return Source(graph, dtype=None if ws is None else ws.dtype, nodes=nodes)


def _square(graph: Any) -> int:
    if len(graph.shape) != 2 or graph.shape[0] != graph.shape[1]:
        raise ValueError(f"expected a square matrix, found the shape {graph.shape}")
    return _count_nodes(graph.shape[0])


def _cells(matrix: np.ndarray) -> np.ndarray:
    """The cells, row after row; those that are masked are no edges."""
    if isinstance(matrix, np.ma.MaskedArray):
        matrix = matrix.filled(0)
    return weights_column(np.ascontiguousarray(matrix).reshape(-1), "the matrix")


def _of_dense(matrix: np.ndarray, maximum: bool, threads: Optional[int]) -> Source:
    n, cells = _square(matrix), _cells(matrix)
    graph = _boscage.Graph.of_dense(n, cells, maximum, threads)
    return Source(graph, width=n, dtype=cells.dtype, is_matrix=True)


def of_all_cells(matrix: np.ndarray, threads: Optional[int]) -> Source:
    """The same with both entries of each pair, and their positions as ids."""
    n, cells = _square(matrix), _cells(matrix)
    ids = np.flatnonzero(np.isfinite(cells) & (cells != 0))
    source = _of_columns(n, ids // n, ids % n, cells[ids], threads)
    return source._replace(ids=ids, is_matrix=True)


def _of_sparse(matrix: Any, has_weights: bool, threads: Optional[int]) -> Source:
    n = _square(matrix)
    if matrix.format in ("csr", "csc"):
        indptr, indices = nodes_column(matrix.indptr, "indptr"), nodes_column(matrix.indices, "indices")
        entries = int(indptr[-1]) if indptr.size else 0  # there may be room for more
        data = weights_column(matrix.data, "data") if has_weights else np.ones(indices.size, np.uint8)
        graph = _boscage.Graph.of_rows(n, indptr, indices[:entries], data[:entries], threads)
        return Source(graph, dtype=data.dtype, is_matrix=True)
    coo, ids = matrix.tocoo(), None
    row, col, data = coo.row, coo.col, coo.data
    if matrix.format in ("bsr", "dia"):
        kept = np.flatnonzero(data)
        if kept.size < data.size:
            row, col, data, ids = row[kept], col[kept], data[kept], kept.astype(np.int64)
    weights = weights_column(data, "data") if has_weights else None
    return _of_columns(n, row, col, weights, threads)._replace(ids=ids, is_matrix=True)


def _of_library(graph: Any) -> tuple[bool, Optional[Callable[[Any, Any, Optional[int]], Source]]]:
    """Whether a graph of another library is directed, and what makes an edge list of it."""
    if _is_a(graph, "networkx", "Graph"):
        return graph.is_directed(), _of_networkx
    if _is_a(graph, "igraph", "Graph", "GraphBase"):
        return graph.is_directed(), _of_igraph
    if _is_a(graph, "rustworkx", "PyGraph", "PyDiGraph"):
        return _is_a(graph, "rustworkx", "PyDiGraph"), _of_rustworkx
    return False, None


def networkx_edges(graph: Any, weight: Any) -> tuple[list, dict, np.ndarray, np.ndarray, np.ndarray]:
    """The nodes of a graph, their places among these, and the columns of its edges."""
    if callable(weight):
        raise TypeError("weight: expected the name of an attribute, or None, for a graph of NetworkX")
    names = list(graph)
    places = {name: i for i, name in enumerate(names)}
    us, vs, ws = [], [], []
    for u, v, w in (
        graph.edges(data=weight, default=1) if weight is not None else ((*e[:2], 1) for e in graph.edges())
    ):
        us.append(places[u])
        vs.append(places[v])
        ws.append(w)
    u, v = (np.fromiter(ends, np.int64, len(ends)) for ends in (us, vs))
    return names, places, u, v, numbers(ws)


def _of_networkx(graph: Any, weight: Any, threads: Optional[int]) -> Source:
    names, _, u, v, w = networkx_edges(graph, weight)
    return _of_columns(len(names), u, v, w, threads, names)


def _or_one(weights: Iterable) -> np.ndarray:
    return numbers([1 if weight is None else weight for weight in weights])


def _of_igraph(graph: Any, weight: Any, threads: Optional[int]) -> Source:
    ends = np.asarray(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    if weight is None or (isinstance(weight, str) and weight not in graph.es.attributes()):
        weights = None
    elif not isinstance(weight, Iterable):
        raise TypeError(
            "weight: expected the name of an attribute, a sequence, or None, for a graph of igraph"
        )
    else:
        weights = _or_one(graph.es[weight] if isinstance(weight, str) else weight)
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
    elif weight == "weight":
        weights = _or_one(graph.edges())
    else:
        raise TypeError("weight: expected a function of an edge's data, or None, for a graph of rustworkx")
    return _of_columns(len(names), ends[:, 0], ends[:, 1], weights, threads, names)
