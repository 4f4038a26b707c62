"""The forest of a graph."""

from __future__ import annotations

import math
import numbers
from typing import Any, NamedTuple, Optional, Union

import numpy as np

from . import _boscage
from ._columns import whole
from ._graphs import Source, _of_columns, counted, same_columns
from ._nodes import Nodes


class Bottleneck(NamedTuple):
    """The heaviest (or lightest) edge of a path.

    Attributes
    ----------
    edge : int or numpy.ndarray
        Its id; -1 if there is no path, or none with edges.
    weight : int, float or numpy.ndarray
        Its weight; then NaN among floats, and 0 among integers.
    """

    edge: Any
    weight: Any


def bottlenecks(edges: np.ndarray, weights: np.ndarray, shape: tuple) -> Bottleneck:
    """Returns the bottlenecks of pairs of nodes; the weights of those that are missing are set."""
    weights[edges < 0] = np.nan if weights.dtype.kind == "f" else 0
    edges, weights = edges.reshape(shape), weights.reshape(shape)
    return Bottleneck(edges.item(), weights.item()) if shape == () else Bottleneck(edges, weights)


class Forest:
    """A minimum (or maximum) spanning forest, as :func:`boscage.minimum_spanning_forest` returns it.

    It has a copy of its edges, and does not need the graph.

    Examples
    --------
    >>> import boscage
    >>> forest = boscage.minimum_spanning_forest(4, [0, 1, 2, 2], [1, 2, 0, 3], [4, 1, 3, 7])
    >>> forest
    <boscage.Forest: 3 edges, 1 tree, total 11>
    >>> forest.edges
    array([1, 2, 3])
    >>> forest.u, forest.v, forest.w
    (array([1, 2, 2]), array([2, 0, 3]), array([1, 3, 7]))
    """

    def __init__(
        self,
        inner: _boscage.Forest,
        source: Optional[Source] = None,
        *,
        dtype: Optional[np.dtype] = None,
        nodes: Optional[Nodes] = None,
    ) -> None:
        self._inner = inner
        self._ids: Optional[np.ndarray] = None
        self._width: Optional[int] = None
        self._dtype, self._nodes, self._left_zeros_out = (
            dtype,
            Nodes(inner.nodes) if nodes is None else nodes,
            False,
        )
        if source is not None:
            self._ids, self._width = source.ids, source.width
            self._dtype, self._nodes = source.dtype, source.nodes
            self._left_zeros_out = source.left_zeros_out
        self._columns: Optional[tuple] = None
        self._ends: Optional[tuple] = None
        self._edges: Optional[np.ndarray] = None

    @property
    def n(self) -> int:
        """Number of nodes of the graph."""
        return self._inner.nodes

    @property
    def nodes(self) -> Optional[list]:
        """The nodes, in the order of :attr:`labels` and of all other arrays with one number per node.

        For NetworkX and rustworkx, these are the nodes of the graph; for a data frame, the ids; for a file,
        the names in the file. None if nodes are numbered from 0, as in columns, matrices and igraph.
        """
        return self._nodes.listed()

    @property
    def edges(self) -> np.ndarray:
        """The ids of the edges: an int64 array of shape (n - trees,).

        The id of an edge is its position: in the columns, in the array ``data`` of a CSR or CSC matrix, in
        that of ``matrix.tocoo()`` for other sparse formats, in a dense matrix read row after row, in
        ``G.edges()``, ``g.es`` or ``g.edge_list()``, among the rows of a data frame, in a file. They ascend.
        """
        if self._edges is None:
            ids = self._inner.ids()
            if self._ids is not None:
                ids = self._ids[ids]
            elif self._width is not None:
                u, v, _ = self._all()
                ids = u * self._width + v
            self._edges = _read_only(ids)
        return self._edges

    @property
    def total(self) -> Union[int, float]:
        """The exact total weight: an int, or for floats the exact sum, rounded once."""
        total = self._inner.total
        return total if self._dtype is None or self._dtype.kind != "f" else float(total)

    @property
    def trees(self) -> int:
        """Number of trees. A node without edges is a tree."""
        return self._inner.trees

    @property
    def is_maximum(self) -> bool:
        """True for a maximum spanning forest."""
        return self._inner.maximum

    def _all(self) -> tuple:
        if self._columns is None:
            u, v, w = self._inner.columns()
            dtype = self._dtype
            w = w if dtype is None else w.astype(dtype, copy=False)
            self._columns = tuple(_read_only(array) for array in (u, v, w))
        return self._columns

    def _named(self) -> tuple:
        if self._ends is None:
            u, v, _ = self._all()
            self._ends = tuple(_read_only(self._nodes.at(places)) for places in (u, v))
        return self._ends

    @property
    def u(self) -> np.ndarray:
        """One end of each edge: an array of shape (n - trees,).

        Nodes are as in :attr:`nodes`. If they are integers, the array is of int64 (of uint64 if a file's
        names need it), otherwise of objects.
        """
        return self._named()[0]

    @property
    def v(self) -> np.ndarray:
        """The other end of each edge: as :attr:`u`."""
        return self._named()[1]

    @property
    def w(self) -> np.ndarray:
        """The weight of each edge, of the type of the graph's weights: an array of shape (n - trees,)."""
        return self._all()[2]

    @property
    def labels(self) -> np.ndarray:
        """The tree of each node, from 0: an int64 array of shape (n,).

        Trees are numbered by their lowest nodes: tree 0 has node 0.
        """
        return self._inner.labels()

    def components(self) -> np.ndarray:
        """Returns :attr:`labels`: the trees are the connected components of the graph.

        >>> import boscage
        >>> boscage.minimum_spanning_forest(5, [3, 4], [1, 3]).components()
        array([0, 1, 2, 1, 1])
        """
        return self.labels

    def single_linkage(self, *, threads: Optional[int] = None) -> np.ndarray:
        """Returns the linkage matrix of single linkage, in the form of ``scipy.cluster.hierarchy.linkage``.

        Weights are distances. Row ``i`` has the two clusters that are joined (node ``j`` is cluster
        ``j``, and row ``i`` makes cluster ``n + i``), their distance, and the number of nodes of the new one.
        Merges at the same distance are in the order of their edge ids.

        Returns
        -------
        numpy.ndarray
            float64, of shape (n - 1, 4). Integers beyond 2**53 are rounded.

        Raises
        ------
        ValueError
            If the graph is not connected, the forest is a maximum one, or zeros off the diagonal of a matrix
            were read as missing edges, although they may be distances.

        Examples
        --------
        >>> import boscage
        >>> forest = boscage.minimum_spanning_forest(3, [0, 1, 0], [1, 2, 2], [2.0, 1.0, 5.0])
        >>> forest.single_linkage()
        array([[1., 2., 1., 2.],
               [0., 3., 2., 3.]])
        """
        if self.is_maximum:
            raise ValueError("single linkage: expected a minimum spanning forest, found a maximum one")
        self._check_zeros()
        if self.trees != 1:
            raise ValueError(f"single linkage: expected a connected graph, found {self.trees} trees")
        return self._inner.linkage(threads)

    def clusters(
        self, *, k: Optional[int] = None, cut: Any = None, threads: Optional[int] = None
    ) -> np.ndarray:
        """Returns the clusters of single linkage: ``k`` of them, or those joined by edges up to ``cut``.

        Parameters
        ----------
        k : int
            Number of clusters, from the number of trees to the number of nodes.
        cut : int or float
            Edges of at most this weight join clusters (in a maximum spanning forest, of at least this
            weight).
        threads : int, optional
            Number of threads; by default one per processor.

        Returns
        -------
        numpy.ndarray
            The cluster of each node: int64, of shape (n,), numbered from 0 by their lowest nodes.

        Raises
        ------
        ValueError
            If not exactly one of k and cut is given, k is out of range, or cut is NaN. Also if the forest is
            a minimum one, and zeros off the diagonal of a matrix were read as missing edges.

        Examples
        --------
        >>> import boscage
        >>> forest = boscage.minimum_spanning_forest(4, [0, 2, 1], [1, 3, 2], [2, 3, 90])
        >>> forest.clusters(k=2)
        array([0, 0, 1, 1])
        >>> forest.clusters(cut=2)
        array([0, 0, 1, 2])
        """
        if (k is None) == (cut is None):
            raise ValueError("expected either k or cut")
        self._check_zeros()
        if k is not None:
            what = f"from {self.trees}, the number of trees, to {self.n}"
            k = whole(k, "k", self.trees, self.n, what)
        return self._inner.clusters(k, _plain(cut, self.is_maximum), threads)

    def _check_zeros(self) -> None:
        if self._left_zeros_out and not self.is_maximum:
            raise ValueError(ZEROS)

    def bottleneck(self, a: Any, b: Any, *, threads: Optional[int] = None) -> Bottleneck:
        """Returns the heaviest edge on the path between two nodes (in a maximum forest, the lightest).

        The heaviest (lightest) edge of every other path in the graph is at least (at most) as heavy.

        Parameters
        ----------
        a, b : node or array_like of nodes
            Nodes as in :attr:`nodes`; arrays may have any shape, and are broadcast against each other.
        threads : int, optional
            Number of threads; by default one per processor.

        Returns
        -------
        Bottleneck
            ``edge`` and ``weight``: numbers for two nodes, arrays of the common shape otherwise. If
            there is no path, or both are the same node, the edge is -1, and the weight is NaN, or 0 if
            weights are integers.

        Raises
        ------
        ValueError
            If there is no such node. Also if the forest is a minimum one, and zeros off the diagonal of a
            matrix were read as missing edges.

        Examples
        --------
        >>> import boscage
        >>> forest = boscage.minimum_spanning_forest(4, [0, 2, 1], [1, 3, 2], [2, 3, 90])
        >>> forest.bottleneck(0, 3)
        Bottleneck(edge=2, weight=90)
        >>> forest.bottleneck(0, [1, 2, 0])
        Bottleneck(edge=array([ 0,  2, -1]), weight=array([ 2, 90,  0]))
        """
        self._check_zeros()
        first, second = np.broadcast_arrays(self._nodes.places(a, "a"), self._nodes.places(b, "b"))
        at = self._inner.bottlenecks(first.reshape(-1), second.reshape(-1), threads)
        ids, weights, none = self.edges, self.w, at < 0
        if ids.size == 0:
            edges, found = at, np.zeros(at.size, weights.dtype)
        else:
            edges, found = ids[at], weights[at]
            edges[none] = -1
        return bottlenecks(edges, found, first.shape)

    def __len__(self) -> int:
        return self.n - self.trees

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Forest):
            return NotImplemented
        return (
            (self.n, self.is_maximum) == (other.n, other.is_maximum)
            and np.array_equal(self.edges, other.edges)
            and same_columns(self._all(), other._all())
            and self._nodes == other._nodes
        )

    def __hash__(self) -> int:
        return hash((self.n, self.is_maximum, self.edges.tobytes()))

    def __reduce__(self) -> tuple:
        names = self._nodes, self._left_zeros_out
        return _of_edges, (self.n, self.edges, self._all(), self.is_maximum, *names)

    def __repr__(self) -> str:
        kind = ", maximum" if self.is_maximum else ""
        edges, trees = len(self), self.trees
        words = f"{counted(edges, 'edge')}, {counted(trees, 'tree')}"
        return f"<boscage.Forest: {words}, total {self.total}{kind}>"


def _of_edges(
    n: int, edges: np.ndarray, columns: tuple, maximum: bool, nodes: Nodes, left_zeros_out: bool
) -> Forest:
    """Returns the forest of its own edges."""
    u, v, w = columns
    source = _of_columns(n, u, v, w, None, nodes)._replace(ids=edges, left_zeros_out=left_zeros_out)
    return Forest(source.graph.forest(maximum, "auto", None), source)


def _read_only(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array


#: Message about distances in a matrix whose zeros were read as missing edges.
ZEROS = (
    "the matrix has zeros off its diagonal, which may be distances or missing edges. If they are distances, "
    "pass a dense matrix to boscage.single_linkage, clusters or bottleneck. If they are missing edges, pass "
    "a CSR matrix"
)


def _rounded(number: Any) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _plain(cut: Any, maximum: bool) -> Any:
    """Returns a number that weights can be compared with, with the same result."""
    if cut is None:
        return None
    if isinstance(cut, (np.integer, np.bool_)):
        cut = int(cut)
    if not isinstance(cut, numbers.Real):
        raise TypeError(f"cut: expected a number, found {type(cut).__name__}")
    if isinstance(cut, int) and -(2**127) <= cut < 2**127:
        return cut
    # The last float on the side of the weights that join.
    exact: Any = cut
    value = _rounded(exact)
    if exact > value and maximum:
        return float(np.nextafter(value, math.inf))
    if exact < value and not maximum:
        return float(np.nextafter(value, -math.inf))
    return value
