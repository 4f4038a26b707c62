"""Forests of edges that come block by block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Optional

import numpy as np

from . import _boscage
from ._columns import names_column, nodes_column, weights_column
from ._forest import Bottleneck, Forest, bottlenecks
from ._graphs import count_nodes, counted
from ._nodes import Nodes
from ._tables import Frame, is_frame


def _holds(expected: np.dtype, found: np.dtype) -> bool:
    """Returns True if a type of weights holds all numbers of another one."""
    is_rounded = expected.kind == "f" and found.kind in "iu" and found.itemsize == 8
    return np.can_cast(found, expected, "safe") and not is_rounded


class _Blocks:
    """Edges that come block by block, and the type of their weights: that of the first block."""

    _inner: Any

    def __init__(self, threads: Optional[int]) -> None:
        self._threads = threads
        self._dtype: Optional[np.dtype] = None

    @property
    def n(self) -> int:
        """Number of nodes."""
        return self._inner.nodes

    @property
    def m(self) -> int:
        """Number of edges so far, and the position of the next one."""
        return self._inner.edges

    def _columns(self, u: Any, v: Any, w: Any) -> tuple:
        """Returns the columns of a block, with weights of the type of the first block."""
        us, vs = nodes_column(u, "u"), nodes_column(v, "v")
        ws = None if w is None else weights_column(w)
        begin = self.m
        if begin == 0:
            self._dtype = None if ws is None else ws.dtype
        elif us.size:
            dtype = self._dtype
            if (dtype is None) != (ws is None):
                expected, found = ("none", "some") if dtype is None else ("some", "none")
                raise TypeError(f"w: expected {expected} from edge {begin} on, as before, found {found}")
            if dtype is not None and ws is not None:
                if not _holds(dtype, ws.dtype):
                    raise TypeError(
                        f"w: expected numbers that the type of the first weights, {dtype}, holds, found "
                        f"{ws.dtype} from edge {begin} on: convert all weights to one type"
                    )
                ws = ws.astype(dtype, copy=False)
        return us, vs, ws

    def forest(self) -> Forest:
        """Returns the forest of the edges so far.

        :attr:`boscage.Forest.edges` are positions among all edges, counted from 0.
        """
        return Forest(self._inner.forest(self._threads), dtype=self._dtype)


class ForestStream(_Blocks):
    """The minimum (maximum) spanning forest of edges that come block by block, and are not kept.

    The memory is that of a block and of the nodes, whatever the number of edges: about 200 bytes per node,
    230 if weights need 64 bits. Edges are compared by (weight, position), so the forest is that of all edges
    at once.

    Parameters
    ----------
    n : int, optional
        The number of nodes. Without it, edges name the nodes: there is one more than the greatest end.
    maximum : bool
        True for a maximum spanning forest.
    threads : int, optional
        Number of threads of each call; by default one per processor.

    See Also
    --------
    minimum_spanning_forest : takes an iterator of blocks.
    DynamicForest : tells how the forest changes.

    Examples
    --------
    >>> import boscage
    >>> stream = boscage.ForestStream()
    >>> stream.push([0, 1], [1, 2], [4, 1])
    >>> stream.push([2, 2], [0, 3], [3, 7])
    >>> stream
    <boscage.ForestStream: 4 nodes, 4 edges>
    >>> forest = stream.forest()
    >>> forest.edges, forest.total
    (array([1, 2, 3]), 11)
    """

    def __init__(
        self, n: Optional[int] = None, *, maximum: bool = False, threads: Optional[int] = None
    ) -> None:
        super().__init__(threads)
        self._inner = _boscage.ForestStream(None if n is None else count_nodes(n), bool(maximum))

    def push(self, u: Any, v: Any, w: Any = None) -> None:
        """Appends a block of edges: best a million or more, because each call takes some time.

        Parameters
        ----------
        u, v, w : array_like, shape (m,)
            As for :func:`minimum_spanning_forest`. The first edges decide whether there are weights, and of
            which type; later weights are converted to it.

        Raises
        ------
        ValueError
            If a node is out of range or a weight is NaN, naming the position among all edges, or columns
            differ in length. Then nothing is appended.
        TypeError
            If the type of the first weights does not hold all numbers of the type of these ones. Then nothing
            is appended.
        MemoryError, KeyboardInterrupt
            Then the edges so far may be lost. If they are, later calls raise RuntimeError.
        """
        self._inner.push(*self._columns(u, v, w), self._threads)

    def __repr__(self) -> str:
        return f"<boscage.ForestStream: {counted(self.n, 'node')}, {counted(self.m, 'edge')}>"


class Edges(NamedTuple):
    """Columns of edges.

    Attributes
    ----------
    edges : numpy.ndarray
        int64: their positions among all edges.
    u, v : numpy.ndarray
        int64: their ends.
    w : numpy.ndarray
        Their weights.
    """

    edges: np.ndarray
    u: np.ndarray
    v: np.ndarray
    w: np.ndarray


class Changes(NamedTuple):
    """Changes of a forest.

    Attributes
    ----------
    entered : Edges
        The inserted edges that are in the forest now, by ascending positions: the columns ``edges``, ``u``,
        ``v`` and ``w``.
    left : Edges
        Those that have left it.
    """

    entered: Edges
    left: Edges


class DynamicForest(_Blocks):
    """A minimum (maximum) spanning forest that is kept while edges are inserted, and that tells its changes.

    If the forest is needed only once, :class:`ForestStream` is faster. Edges cannot be removed;
    :func:`replacements` finds what would take their places. It takes 24 bytes per node, 32 if weights have 64
    bits.

    Parameters
    ----------
    n, maximum, threads
        As for :class:`ForestStream`.

    Examples
    --------
    >>> import boscage
    >>> roads = boscage.DynamicForest(4)
    >>> _ = roads.insert([0, 1, 2], [1, 2, 3], [4, 1, 7])
    >>> roads.bottleneck(0, 2)
    Bottleneck(edge=0, weight=4)
    >>> changes = roads.insert([2], [0], [3])
    >>> changes.entered.edges, changes.left.edges, changes.left.w
    (array([3]), array([0]), array([4]))
    >>> roads, roads.forest().total
    (<boscage.DynamicForest: 4 nodes, 4 edges, 1 tree>, 11)
    """

    def __init__(
        self, n: Optional[int] = None, *, maximum: bool = False, threads: Optional[int] = None
    ) -> None:
        super().__init__(threads)
        self._inner = _boscage.DynamicForest(None if n is None else count_nodes(n), bool(maximum))

    @property
    def trees(self) -> int:
        """Number of trees. A node without edges is a tree."""
        return self._inner.trees

    def insert(self, u: Any, v: Any, w: Any = None) -> Changes:
        """Inserts edges, one or many. Returns the changes of the forest.

        Arguments and exceptions are those of :meth:`ForestStream.push`. A call takes some 10
        microseconds, and each edge a fraction of one.
        """
        found = self._inner.insert(*self._columns(u, v, w), self._threads)
        if found is None:
            return Changes(self._none(), self._none())
        return Changes(*(self._edges(positions, *columns) for positions, columns in found))

    def _edges(self, positions: np.ndarray, u: np.ndarray, v: np.ndarray, w: np.ndarray) -> Edges:
        return Edges(positions, u, v, w if self._dtype is None else w.astype(self._dtype, copy=False))

    def _none(self, count: int = 0) -> Edges:
        ends = np.zeros(count, np.int64)
        return self._edges(
            np.full(count, -1, np.int64), ends, ends, np.zeros(count, self._dtype or np.uint32)
        )

    def bottleneck(self, a: Any, b: Any) -> Bottleneck:
        """Returns the heaviest edge on the path between two nodes (in a maximum forest, the lightest).

        As :meth:`boscage.Forest.bottleneck`, with positions as edges.
        """
        nodes = Nodes(self.n)
        first, second = np.broadcast_arrays(nodes.places(a, "a"), nodes.places(b, "b"))
        found = self._inner.bottlenecks(first.reshape(-1), second.reshape(-1), self._threads)
        edges = self._none(first.size) if found is None else self._edges(found[0], *found[1])
        return bottlenecks(edges.edges, edges.w, first.shape)

    def __repr__(self) -> str:
        sizes = (self.n, "node"), (self.m, "edge"), (self.trees, "tree")
        return f"<boscage.DynamicForest: {', '.join(counted(*size) for size in sizes)}>"


def forest_of_blocks(
    blocks: Iterator, u: Any, v: Any, w: Any, *, weight: Any, maximum: bool, threads: Optional[int]
) -> Forest:
    """Returns the forest of blocks of edges. The names of columns are for frames."""
    stream = ForestStream(maximum=maximum, threads=threads)
    names = u, v, w, weight
    for number, block in enumerate(blocks):
        try:
            columns = _of_frame(block, *names) if is_frame(block) else _of_columns(block, *names)
        except (TypeError, ValueError) as error:
            kind = TypeError if isinstance(error, TypeError) else ValueError
            raise kind(f"block {number}, from edge {stream.m} on: {error}") from None
        stream.push(*columns)
    return stream.forest()


def _of_columns(block: Any, u: Any, v: Any, w: Any, weight: Any) -> tuple:
    if not isinstance(block, (tuple, list)) or len(block) not in (2, 3):
        found = f"{len(block)} columns" if isinstance(block, (tuple, list)) else type(block).__name__
        raise TypeError(f"expected columns (u, v) or (u, v, w), or a data frame, found {found}")
    if (u, v, w) != (None, None, None) or not (weight is None or weight == "weight"):
        raise TypeError("expected a data frame, because columns have names, found columns without names")
    return tuple(block) if weight is not None else tuple(block[:2])


def _of_frame(frame: Any, u: Any, v: Any, w: Any, weight: Any) -> tuple:
    columns = Frame(frame).columns(u, v, w, weight)
    ends = []
    for values, name in zip((columns.u, columns.v), columns.what):
        values = names_column(values if isinstance(values, list) else np.asarray(values), name)
        if not isinstance(values, np.ndarray):
            raise TypeError(
                f"{name}: expected nodes that are numbered from 0 on, found strings: number them first, or "
                "pass all blocks as one frame"
            )
        ends.append(values)
    return (*ends, columns.w)
