"""Graphs, and the edge lists of all that functions accept as a graph."""

from __future__ import annotations

import os
import warnings
from typing import Any, NamedTuple, Optional

import numpy as np

from . import _boscage
from ._columns import names_column, nodes_column, weights_column, whole
from ._libraries import of_library
from ._nodes import FileNodes, Nodes, TextNodes
from ._tables import Columns, Frame, is_frame


class ReadWarning(UserWarning):
    """A part of a file is not used, or is ambiguous."""


def warn_of(path: str, remarks: list[str], stacklevel: int) -> None:
    """Warns of the remarks of the reader of a file."""
    for remark in remarks:
        warnings.warn(f"{path}: {remark}", ReadWarning, stacklevel=stacklevel + 1)


class Data(NamedTuple):
    """Data of nodes and edges that a file has beside names and weights."""

    #: x and y of every node: an array of shape (n, 2).
    coordinates: Optional[np.ndarray] = None
    #: The columns of data of the edges, by name.
    columns: Optional[dict] = None
    #: The points of all edges between their ends, and the end of each edge's points.
    shapes: Optional[tuple] = None


def read_file(
    path: str,
    format: Optional[str],
    arcs: Optional[str],
    directed: Optional[bool],
    formats: Optional[dict],
    threads: Optional[int],
    stacklevel: int,
) -> tuple[_boscage.Graph, Data]:
    """Returns the graph of a file and its data, after warnings of the reader's remarks."""
    graph, remarks, (places, columns, shapes) = _boscage.read(path, format, arcs, directed, formats, threads)
    warn_of(path, remarks, stacklevel + 1)
    arrays = {
        name: np.array(values, object if isinstance(values, list) else None) for name, values in columns
    }
    if shapes is not None:
        shapes = shapes[0].reshape(-1, 2), shapes[1]
    return graph, Data(None if places is None else places.reshape(-1, 2), arrays, shapes)


class Source(NamedTuple):
    """An edge list, and the ids of its edges."""

    graph: _boscage.Graph
    #: The ids of the edges; None if edge ``i`` has id ``i``.
    ids: Optional[np.ndarray] = None
    #: The width of a dense matrix, whose edges have the positions of their cells.
    width: Optional[int] = None
    #: The type of the weights, if the edge list may have another one.
    dtype: Optional[np.dtype] = None
    #: The nodes of a graph of another library.
    named: Optional[Nodes] = None
    #: True if the graph is directed; None if it does not say.
    is_directed: Optional[bool] = None
    #: True for a matrix.
    is_matrix: bool = False
    #: True if zeros off the diagonal of a matrix were read as missing edges.
    left_zeros_out: bool = False

    @property
    def nodes(self) -> Nodes:
        """Returns the nodes."""
        return self.named or nodes_of_file(self.graph)


class Graph:
    """A graph in memory, as :func:`read`, :func:`from_dataframe` and :func:`generate` return it.

    All functions take it.

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

    def __init__(self, inner: _boscage.Graph, data: Optional[Data] = None) -> None:
        if not isinstance(inner, _boscage.Graph):
            raise TypeError("expected read or generate, which create graphs; functions take columns directly")
        self._inner = inner
        self._data = data or Data()

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
        """True if the file says that edges have a direction. Forests ignore it."""
        return self._inner.is_directed

    @property
    def names(self) -> np.ndarray:
        """The name of each node in the file or frame: an array of n numbers, ``uint64``, or of n strings."""
        names = self._inner.names()
        if isinstance(names, int):
            return np.arange(names, names + self.n, dtype=np.uint64)
        return np.array(names, object) if isinstance(names, list) else names

    @property
    def coordinates(self) -> Optional[np.ndarray]:
        """x and y of each node, shape (n, 2), if the file has them; NaN for nodes without a place.

        For OpenStreetMap these are longitude and latitude in degrees.
        """
        return self._data.coordinates

    @property
    def edge_data(self) -> dict[str, np.ndarray]:
        """The columns of data of the edges in the file, by name: an array of m values each.

        For OpenStreetMap these are ``way``, ``name`` and ``highway``; for tables, ids and the columns that
        :func:`boscage.read` or :func:`boscage.from_dataframe` was asked to keep.
        """
        return dict(self._data.columns or {})

    def points(self, edge: int) -> np.ndarray:
        """Returns the course of an edge: its points from the first end to the second, shape (k, 2).

        Raises
        ------
        ValueError
            If the file has no coordinates.
        IndexError
            If there is no such edge.
        """
        if self.coordinates is None:
            raise ValueError("the graph has no coordinates")
        u, v, _ = self.columns()
        if not 0 <= edge < self.m:
            raise IndexError(f"edge: expected a number below {self.m}, found {edge}")
        between = np.empty((0, 2))
        if self._data.shapes is not None:
            all_points, ends = self._data.shapes
            between = all_points[ends[edge - 1] if edge else 0 : ends[edge]]
        return np.concatenate([self.coordinates[[u[edge]]], between, self.coordinates[[v[edge]]]])

    def columns(self) -> tuple[np.ndarray, np.ndarray, Optional[np.ndarray]]:
        """Returns copies of the columns ``u``, ``v`` (int64, shape (m,)) and ``w`` (None without weights).

        Nodes are numbered from 0 here: node ``i`` has the name ``names[i]``.
        """
        return self._inner.columns()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return (
            (self.n, self.m, self.is_directed) == (other.n, other.m, other.is_directed)
            and nodes_of_file(self._inner) == nodes_of_file(other._inner)
            and same_columns(self.columns(), other.columns())
        )

    def __hash__(self) -> int:
        return hash((self.n, self.m, self.is_directed))

    def __reduce__(self) -> tuple:
        u, v, w = self.columns()
        ends = u.astype(np.uint32), v.astype(np.uint32)
        return _of_parts, (self.n, *ends, w, self.is_directed, self._inner.names(), self._data)

    def __copy__(self) -> Graph:
        return self  # it never changes

    def __deepcopy__(self, _: dict) -> Graph:
        return self

    def __repr__(self) -> str:
        kind = ", directed" if self.is_directed else ""
        nodes, edges = counted(self.n, "node"), counted(self.m, "edge")
        return f"<boscage.Graph: {nodes}, {edges}{kind}>"


def _of_parts(
    n: int,
    u: np.ndarray,
    v: np.ndarray,
    w: Optional[np.ndarray],
    is_directed: bool,
    names: Any,
    data: Optional[Data] = None,
) -> Graph:
    inner = _boscage.Graph.of_columns(n, u, v, w, None)
    if w is not None:
        inner = inner.widened(w.dtype.name, None)
    return Graph(inner.with_directions(is_directed).with_names(names), data)


def same_columns(ours: tuple, theirs: tuple) -> bool:
    """Returns True if the columns of two graphs are equal."""
    return all(np.array_equal(a, b) if b is not None else a is None for a, b in zip(ours, theirs))


def nodes_of_file(graph: _boscage.Graph) -> Nodes:
    """Returns the names of the nodes in a file; for other graphs, their numbers."""
    names = graph.names()
    if isinstance(names, int):
        return Nodes(graph.nodes, names)
    return TextNodes(names) if isinstance(names, list) else FileNodes(names)


def counted(count: int, noun: str) -> str:
    """Returns a number with its noun."""
    return f"{count} {noun}{'s'[: count != 1]}"


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
    parallel: bool = False,
) -> Source:
    """Returns the edge list of a function's arguments.

    With directions, edges lead from u to v, and a matrix has an edge for each entry. Without them, a
    directed graph of another library is an error. A file may be read as ``directed``. If parallel edges and
    loops count, a matrix has one edge for each pair of nodes.
    """
    is_directed, edges_of = of_library(graph) if u is None and v is None and w is None else (False, None)
    if edges_of:
        if is_directed and not with_directions:
            raise ValueError("expected an undirected graph, found a directed one: convert it first")
        n, u, v, w, nodes = edges_of(graph, weight)
        return _of_columns(n, u, v, w, threads, nodes)._replace(is_directed=is_directed)
    if is_frame(graph):
        columns = Frame(graph).columns(u, v, w, weight)
        return _of_named(columns, threads)._replace(is_directed=bool(directed))
    if not (weight is None or (isinstance(weight, str) and weight == "weight")):
        raise TypeError(
            "weight: expected the default or None, except for data frames, NetworkX, igraph and rustworkx"
        )
    has_weights = weight is not None
    if u is not None or v is not None:
        if u is None or v is None:
            raise TypeError("expected n, u, v and, if there are weights, w")
        if graph is None:
            weights = None if w is None or not has_weights else weights_column(w)
            return _of_named(Columns(names_column(u, "u"), names_column(v, "v"), weights), threads)
        return _of_columns(graph, u, v, w if has_weights else None, threads)
    if w is not None:
        raise TypeError("w: expected only together with n, u and v")
    if isinstance(graph, Graph):
        source = Source(graph._inner, is_directed=graph.is_directed)
    elif isinstance(graph, (str, os.PathLike)):
        inner, _ = read_file(path_of(graph), None, None, directed, None, threads, stacklevel=3)
        source = Source(inner, is_directed=inner.is_directed)
    elif isinstance(graph, np.ndarray) and graph.ndim == 2:
        if with_directions or parallel:
            source = of_all_cells(graph, threads)
        else:
            source = _of_dense(graph, maximum, threads)
    elif hasattr(graph, "tocoo"):
        if with_directions and directed is not False and graph.format == "csc":
            source = _of_turned(graph, has_weights, threads)
        else:
            source = _of_sparse(graph, has_weights, threads)
    elif isinstance(graph, np.ndarray) and graph.ndim == 1:
        raise TypeError(
            "expected a graph, found an array of one dimension: condensed distances are for single_linkage, "
            "clusters and bottleneck"
        )
    else:
        raise TypeError(
            "expected n, u, v and w, a DataFrame of pandas or polars, a SciPy sparse or a NumPy matrix, a "
            "graph of NetworkX, igraph or rustworkx, a boscage.Graph or the path of a file, found "
            f"{type(graph).__name__}"
        )
    if not has_weights:
        source = _without_weights(source, threads)
    return each_pair_once(source, threads) if parallel and not with_directions else source


def each_pair_once(source: Source, threads: Optional[int]) -> Source:
    """Returns the edges of a matrix without directions, of which parallel ones would count.

    Of the entries between two nodes it is the lightest, and of several the first. Other edge lists stay as
    they are.
    """
    if not source.is_matrix:
        return source
    graph, ids, _ = source.graph.each_pair_once(threads)
    return source._replace(graph=graph, ids=ids if source.ids is None else source.ids[ids])


def path_of(path: Any) -> str:
    """Returns a path as text."""
    text = os.fsdecode(path)
    if "\0" in text:
        raise ValueError("embedded null byte")  # as `open` says
    return text


def widened(source: Source, threads: Optional[int]) -> _boscage.Graph:
    """Returns the edge list with weights of the graph's own type, if it has narrower ones."""
    return source.graph if source.dtype is None else source.graph.widened(source.dtype.name, threads)


def _without_weights(source: Source, threads: Optional[int]) -> Source:
    return source._replace(graph=source.graph.without_weights(threads), dtype=None)


def count_nodes(n: Any) -> int:
    """Returns a number of nodes as an int."""
    return whole(n, "n", 0, 2**32 - 2, "the number of nodes, from 0 to 4294967294")


def _of_columns(
    n: Any, u: Any, v: Any, w: Any, threads: Optional[int], named: Optional[Nodes] = None
) -> Source:
    us, vs = nodes_column(u, "u"), nodes_column(v, "v")
    ws = None if w is None else weights_column(w)
    graph = _boscage.Graph.of_columns(count_nodes(n), us, vs, ws, threads)
    return Source(graph, dtype=None if ws is None else ws.dtype, named=named)


def _of_named(columns: Columns, threads: Optional[int]) -> Source:
    """Returns the edge list of columns of names."""
    u, v, w, what = columns
    graph = _boscage.Graph.of_names(u, v, w, what, threads)
    return Source(graph, dtype=None if w is None else w.dtype)


def _square(graph: Any) -> int:
    if len(graph.shape) != 2 or graph.shape[0] != graph.shape[1]:
        raise ValueError(f"expected a square matrix, found the shape {graph.shape}")
    return count_nodes(graph.shape[0])


def _cells(matrix: np.ndarray) -> np.ndarray:
    """Returns the cells, row after row; masked cells are no edges."""
    if isinstance(matrix, np.ma.MaskedArray):
        matrix = matrix.filled(0)
    return weights_column(np.ascontiguousarray(matrix).reshape(-1), "the matrix")


def _of_dense(matrix: np.ndarray, maximum: bool, threads: Optional[int]) -> Source:
    n, cells = _square(matrix), _cells(matrix)
    graph, left_zeros_out = _boscage.Graph.of_dense(n, cells, maximum, threads)
    if left_zeros_out and isinstance(matrix, np.ma.MaskedArray):
        left_zeros_out = _has_zeros_off_diagonal(matrix.filled(1))
    return Source(graph, width=n, dtype=cells.dtype, is_matrix=True, left_zeros_out=left_zeros_out)


def _has_zeros_off_diagonal(matrix: np.ndarray) -> bool:
    return bool(np.count_nonzero(matrix == 0) > np.count_nonzero(matrix.diagonal() == 0))


def of_all_cells(matrix: np.ndarray, threads: Optional[int]) -> Source:
    """Returns the same with both entries of each pair, and their positions as ids."""
    n, cells = _square(matrix), _cells(matrix.copy())  # it may change whenever Python code runs
    ids = np.flatnonzero(np.isfinite(cells) & (cells != 0))
    source = _of_columns(n, ids // n, ids % n, cells[ids], threads)
    return source._replace(ids=ids, is_matrix=True)


def _of_turned(matrix: Any, has_weights: bool, threads: Optional[int]) -> Source:
    """Returns the edges of a CSC matrix, whose rows are columns, from rows to columns."""
    source = _of_sparse(matrix.tocsr(), has_weights, threads)
    entries = int(matrix.indptr[-1])  # there may be room for more
    places = np.arange(entries), matrix.indices[:entries], matrix.indptr
    return source._replace(ids=type(matrix)(places, shape=matrix.shape).tocsr().data)


def _of_sparse(matrix: Any, has_weights: bool, threads: Optional[int]) -> Source:
    n = _square(matrix)
    if matrix.format in ("csr", "csc"):
        indptr, indices = nodes_column(matrix.indptr, "indptr"), nodes_column(matrix.indices, "indices")
        entries = int(indptr[-1]) if indptr.size else 0  # there may be room for more
        data = weights_column(matrix.data, "data") if has_weights else np.ones(indices.size, np.uint8)
        graph = _boscage.Graph.of_rows(n, indptr, indices[:entries], data[:entries], threads)
        return Source(graph, dtype=data.dtype, is_matrix=True)
    coo, ids, left_zeros_out = matrix.tocoo(copy=matrix.format == "bsr"), None, False
    row, col, data = coo.row, coo.col, coo.data
    if matrix.format in ("bsr", "dia"):
        kept = np.flatnonzero(data)
        if matrix.format == "bsr":
            left_zeros_out = bool(((data == 0) & (row != col)).any())
        else:  # SciPy itself leaves the zeros out
            on_diagonal = n - np.count_nonzero(matrix.diagonal()) if 0 in matrix.offsets else 0
            left_zeros_out = bool(matrix.nnz - data.size > on_diagonal)
        if kept.size < data.size:
            row, col, data, ids = row[kept], col[kept], data[kept], kept.astype(np.int64)
    weights = weights_column(data, "data") if has_weights else None
    source = _of_columns(n, row, col, weights, threads)
    return source._replace(ids=ids, is_matrix=True, left_zeros_out=left_zeros_out)
