"""Functions on graphs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional

import numpy as np

from . import _boscage
from ._columns import nodes_column
from ._distances import forest_of_distances
from ._forest import Bottleneck, Forest
from ._graphs import Source, of_all_cells, source_of
from ._streams import forest_of_blocks
from ._verdict import Verdict

#: The names of the algorithms, for ``algorithm=``. ``"auto"`` takes the fastest for the graph.
ALGORITHMS: tuple[str, ...] = tuple(_boscage.algorithms())


def minimum_spanning_forest(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    weight: Any = "weight",
    maximum: bool = False,
    threads: Optional[int] = None,
    algorithm: str = "auto",
) -> Forest:
    """Returns the minimum spanning forest of a graph: per connected component, a tree of least total weight.

    Edges are compared by (weight, position). So each graph has exactly one forest, with every algorithm and
    every number of threads.

    Parameters
    ----------
    graph : int, or a graph
        - The number of nodes, n, from 0 to 2**32 - 2; with the columns ``u``, ``v`` and ``w``. With None
          instead, ``u`` and ``v`` have names of nodes: integers or strings.
        - A DataFrame of pandas or polars, or a Table of pyarrow; ``u``, ``v`` and ``w`` are names of columns.
          See :func:`from_dataframe`.
        - A SciPy sparse matrix or array, square, of any format. Each stored entry (i, j) is an edge between i
          and j, and explicit zeros are edges. As in SciPy, of the entries (i, j) and (j, i) the lighter one
          counts, so a symmetric matrix and each of its triangles have forests of the same weight. Entries
          that are stored twice are two edges, and not added up. The formats DIA and BSR also store zeros
          for missing entries; in these two, a zero is no edge.
        - A NumPy array of two dimensions: a dense matrix. As in SciPy, zeros and floats that are not finite
          are no edges; the rest is as above. Matrices of distances, which may be zero, are for
          :func:`single_linkage`, :func:`clusters` and :func:`bottleneck`.
        - An undirected graph of NetworkX, igraph or rustworkx.
        - A :class:`boscage.Graph`, or the path (str or os.PathLike) of a graph file of any format that
          :func:`boscage.read` knows. Directions are ignored.
        - An iterator of blocks of edges, which are not kept, so only the nodes must fit in memory: tuples of
          columns, ``(u, v)`` or ``(u, v, w)``, or data frames, in which ``u``, ``v`` and ``w`` name columns.
          Nodes are numbered from 0, and the first block decides the type of the weights. See
          :class:`ForestStream`.
    u, v : array_like of int, shape (m,), or names of columns
        The ends of each edge, of any integer type. Loops and parallel edges are allowed. Generators and views
        of dictionaries are accepted.
    w : array_like, shape (m,), or the name of a column, optional
        The weight of each edge: int8 to int64, uint8 to uint64, float16 to float64 or bool. Without it each
        edge weighs 1.
    weight : str, callable or None
        The weights in a graph of another library: the name of an attribute; for rustworkx, a function of an
        edge's data, which by default is the weight. Edges without a weight weigh 1. Of a data frame: a
        column. With None, all edges of any graph weigh 1.
    maximum : bool
        True for a maximum spanning forest: heavier edges first, ties by position.
    threads : int, optional
        Number of threads; by default one per processor.
    algorithm : str
        One of :data:`boscage.ALGORITHMS`.

    Returns
    -------
    Forest

    Raises
    ------
    ValueError
        If a node is out of range, a weight is NaN, columns differ in length, a matrix is not square, there
        are more than 2**32 - 2 edges, or an option is unknown.
    TypeError
        If an array has an unsupported type, or the object is no graph.
    MemoryError
        If there is not enough memory. An edge takes 12 bytes, 16 with weights of 64 bits, and the algorithm
        about as much again.
    OSError
        If a file cannot be read.
    KeyboardInterrupt
        After Ctrl-C, within 0.2 seconds.

    Notes
    -----
    Arrays are copied, on all threads, before other threads of Python may run; then the GIL is released. Only
    handlers of signals may run during the copy. If one changes the length of an array, that is a ValueError.
    Weights of 64 bits are stored in 32 bits if these hold all of them exactly.

    Examples
    --------
    >>> import boscage
    >>> import numpy as np
    >>> u, v, w = np.array([0, 1, 2, 2]), np.array([1, 2, 0, 3]), np.array([0.5, 0.25, 0.125, 4])
    >>> forest = boscage.minimum_spanning_forest(5, u, v, w)
    >>> forest.edges, forest.total, forest.trees, forest.labels
    (array([1, 2, 3]), 4.375, 2, array([0, 0, 0, 0, 1]))
    >>> boscage.minimum_spanning_forest(np.array([[0, 3, 1], [3, 0, 2], [1, 2, 0]])).total
    3
    >>> boscage.minimum_spanning_forest(None, ["Rome", "Oslo"], ["Paris", "Rome"], [1106, 2007]).u
    array(['Rome', 'Oslo'], dtype=object)
    >>> blocks = ((np.arange(99), np.arange(1, 100), np.full(99, w)) for w in [3, 2, 1])
    >>> boscage.minimum_spanning_forest(blocks)
    <boscage.Forest: 99 edges, 1 tree, total 99>
    """
    if not isinstance(algorithm, str):
        raise TypeError(f"algorithm: expected its name, found {type(algorithm).__name__}")
    if algorithm not in ALGORITHMS:
        raise ValueError(f"algorithm: expected one of {', '.join(ALGORITHMS)}, found {algorithm!r}")
    if isinstance(graph, Iterator):
        if algorithm != "auto":
            raise ValueError(f"algorithm: expected 'auto' for an iterator of blocks, found {algorithm!r}")
        return forest_of_blocks(graph, u, v, w, weight=weight, maximum=bool(maximum), threads=threads)
    source = source_of(graph, u, v, w, weight=weight, maximum=maximum, threads=threads)
    return Forest(source.graph.forest(bool(maximum), algorithm, threads), source)


def components(
    graph: Any, u: Any = None, v: Any = None, w: Any = None, *, threads: Optional[int] = None
) -> np.ndarray:
    """Returns the connected component of each node. Weights are ignored.

    Parameters
    ----------
    graph, u, v, w, threads
        As for :func:`minimum_spanning_forest`.

    Returns
    -------
    numpy.ndarray
        int64, of shape (n,): components are numbered from 0 by their lowest nodes.

    Examples
    --------
    >>> import boscage
    >>> boscage.components(5, [3, 4], [1, 3])
    array([0, 1, 2, 1, 1])
    """
    source = source_of(graph, u, v, w, weight=None, threads=threads)
    return source.graph.components(threads)[0]


def single_linkage(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    weight: Any = "weight",
    threads: Optional[int] = None,
) -> np.ndarray:
    """Returns the linkage matrix of single linkage clustering of a graph whose weights are distances.

    Parameters
    ----------
    graph : int, or a graph
        As for :func:`minimum_spanning_forest`, but NumPy arrays have distances, which may be zero:

        - Of two dimensions: all distances, in the form of SciPy's ``squareform``. The matrix is symmetric
          and finite, with zeros on the diagonal. Masked cells are no edges.
        - Of one dimension: those above the diagonal, row after row, in the form of SciPy's ``pdist``.

        In sparse matrices, entries that are not stored are no edges.
    u, v, w, weight, threads
        As for :func:`minimum_spanning_forest`.

    Returns
    -------
    numpy.ndarray
        As :meth:`boscage.Forest.single_linkage`.

    Raises
    ------
    ValueError
        If an array violates these rules, or has a length that no number of nodes has. If a sparse matrix of
        the format BSR or DIA has zeros off the diagonal, which may be distances or missing entries.
    ValueError, TypeError, MemoryError, OSError
        As :func:`minimum_spanning_forest` and :meth:`boscage.Forest.single_linkage`.

    See Also
    --------
    euclidean_minimum_spanning_tree : takes points, and needs no distances.

    Notes
    -----
    Of dense distances, those above the diagonal are copied once, in their own precision. A tenth of that
    comes on top.

    Examples
    --------
    >>> import boscage
    >>> import numpy as np
    >>> boscage.single_linkage(np.array([[0, 0, 5], [0, 0, 4], [5, 4, 0]]))
    array([[0., 1., 0., 2.],
           [2., 3., 4., 3.]])
    >>> boscage.single_linkage(np.array([0, 5, 4]))
    array([[0., 1., 0., 2.],
           [2., 3., 4., 3.]])
    >>> boscage.single_linkage(3, [0, 1, 0], [1, 2, 2], [2.0, 1.0, 5.0])
    array([[1., 2., 1., 2.],
           [0., 3., 2., 3.]])
    """
    forest = forest_of_distances(graph, u, v, w, weight=weight, maximum=False, threads=threads)
    return forest.single_linkage(threads=threads)


def clusters(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    k: Optional[int] = None,
    cut: Any = None,
    weight: Any = "weight",
    maximum: bool = False,
    threads: Optional[int] = None,
) -> np.ndarray:
    """Returns the clusters of single linkage: either ``k`` of them, or those joined by edges up to ``cut``.

    Arguments are those of :func:`single_linkage` and :meth:`boscage.Forest.clusters`, the result is that of
    the latter. With ``maximum=True``, weights are no distances, and a matrix is read as by
    :func:`minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> boscage.clusters(4, [0, 2, 1], [1, 3, 2], [2, 3, 90], k=2)
    array([0, 0, 1, 1])
    """
    forest = forest_of_distances(graph, u, v, w, weight=weight, maximum=maximum, threads=threads)
    return forest.clusters(k=k, cut=cut, threads=threads)


def bottleneck(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    a: Any,
    b: Any,
    weight: Any = "weight",
    maximum: bool = False,
    threads: Optional[int] = None,
) -> Bottleneck:
    """Returns the heaviest edge on the best path between the nodes ``a`` and ``b``.

    Arguments are those of :func:`clusters` and :meth:`boscage.Forest.bottleneck`, the result is that of the
    latter. For many pairs, pass arrays, or keep the forest.

    Examples
    --------
    >>> import boscage
    >>> boscage.bottleneck(4, [0, 2, 1], [1, 3, 2], [2, 3, 90], a=0, b=3)
    Bottleneck(edge=2, weight=90)
    """
    forest = forest_of_distances(graph, u, v, w, weight=weight, maximum=maximum, threads=threads)
    return forest.bottleneck(a, b, threads=threads)


def verify(
    forest: Any,
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    weight: Any = "weight",
    maximum: Optional[bool] = None,
    threads: Optional[int] = None,
) -> Verdict:
    """Proves that edges are a minimum spanning forest of a graph, or finds a flaw.

    The proof shares only the order of the edges with the algorithms.

    Parameters
    ----------
    forest : Forest or array_like of int
        The ids of the edges, as in :attr:`boscage.Forest.edges`, in any order.
    graph, u, v, w, weight, threads
        As for :func:`minimum_spanning_forest`.
    maximum : bool, optional
        True for a maximum spanning forest; by default the kind of the forest, or False.

    Returns
    -------
    Verdict
        It is true if there is no flaw.

    Raises
    ------
    ValueError, TypeError, MemoryError, OSError
        As :func:`minimum_spanning_forest`, about the graph. Wrong edges are flaws, and not errors.

    Examples
    --------
    >>> import boscage
    >>> triangle = 3, [0, 1, 2], [1, 2, 0], [1, 2, 2]
    >>> bool(boscage.verify([0, 1], *triangle))
    True
    >>> boscage.verify([1, 2], *triangle)
    <boscage.Verdict: not minimal: edge 2 could be replaced by edge 0, which is better>
    """
    if maximum is None:
        maximum = forest.is_maximum if isinstance(forest, Forest) else False
    ids = forest.edges if isinstance(forest, Forest) else _ids(forest)
    if isinstance(graph, np.ndarray) and graph.ndim == 2 and u is None:
        source: Source = of_all_cells(graph, threads)
    else:
        source = source_of(graph, u, v, w, weight=weight, maximum=maximum, threads=threads)
    if source.ids is None:
        kind, inside, outside = source.graph.verify(ids, bool(maximum), threads)
        return Verdict(kind, inside, outside)
    places = np.searchsorted(source.ids, ids)
    known = places < source.ids.size
    known[known] = source.ids[places[known]] == ids[known]
    if not known.all():
        return Verdict("unknown", int(ids[~known].min()), None)
    kind, inside, outside = source.graph.verify(places.astype(np.int64), bool(maximum), threads)
    inside, outside = (None if at is None else int(source.ids[at]) for at in (inside, outside))
    return Verdict(kind, inside, outside)


def _ids(forest: Any) -> np.ndarray:
    ids = nodes_column(forest, "forest")
    if ids.dtype == np.uint64:
        ids = np.minimum(ids, np.iinfo(np.int64).max)  # no graph has such an edge, either
    return ids.astype(np.int64)
