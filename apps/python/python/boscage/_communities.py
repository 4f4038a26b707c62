"""Communities by Louvain and Leiden."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

import numpy as np

from . import _boscage
from ._columns import real, whole
from ._graphs import source_of, widened


class Partition(NamedTuple):
    """Communities of a graph.

    Attributes
    ----------
    labels : numpy.ndarray
        int64, of shape (n,): the community of each node; they are numbered by their lowest nodes.
    quality : float
        The quality of all communities.
    levels : int
        Number of graphs whose nodes were moved: the given one, and contracted ones.
    """

    labels: np.ndarray
    quality: float
    levels: int


def louvain(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    weight: Any = "weight",
    quality: str = "modularity",
    resolution: float = 1.0,
    seed: int = 0,
    threads: Optional[int] = None,
) -> Partition:
    """Returns communities of high modularity by the method of Louvain.

    Nodes move to the community of a neighbour as long as this adds to the quality, then communities become
    nodes, which move in turn. Parallel edges add up, but (i, j) and (j, i) of a matrix are one. The result is
    the same on every number of threads.

    Parameters
    ----------
    graph, u, v, w, weight, threads
        As for :func:`boscage.minimum_spanning_forest`. Weights are at least 0.
    quality : {"modularity", "cpm"}
        The quality to increase: the modularity of Newman and Girvan, or that of the constant Potts model.
    resolution : float
        At least 0: the higher, the more communities. In the constant Potts model it is the density that
        communities exceed.
    seed : int
        Seed of the order of the nodes, from 0 to 2**64 - 1.

    Returns
    -------
    Partition
        ``labels``, ``quality`` and ``levels``.

    Raises
    ------
    ValueError
        If a weight is negative or not finite, or an option is out of range.
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> found = boscage.louvain(6, [0, 1, 2, 2, 3, 4, 5], [1, 2, 0, 3, 4, 5, 3])
    >>> found.labels, round(found.quality, 3)
    (array([0, 0, 0, 1, 1, 1]), 0.357)
    """
    options = _options(quality, resolution, seed)
    edges = widened(source_of(graph, u, v, w, weight=weight, threads=threads, parallel=True), threads)
    return Partition(*_boscage.louvain(edges, *options, threads))


def leiden(
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    weight: Any = "weight",
    quality: str = "modularity",
    resolution: float = 1.0,
    iterations: int = 2,
    seed: int = 0,
    threads: Optional[int] = None,
) -> Partition:
    """Returns connected communities of high modularity by the method of Leiden.

    As :func:`boscage.louvain`, but communities are refined into connected parts before these become nodes:
    it takes longer, and finds better communities. The result is the same on every number of threads.

    Parameters
    ----------
    graph, u, v, w, weight, quality, resolution, seed, threads
        As for :func:`boscage.louvain`.
    iterations : int
        The most iterations, at least 1; each begins with the communities of the one before.

    Returns
    -------
    Partition
        ``labels``, ``quality`` and ``levels``.

    Raises
    ------
    ValueError, TypeError, MemoryError, OSError
        As :func:`boscage.louvain`.

    Examples
    --------
    >>> import boscage
    >>> edges = 6, [0, 1, 2, 2, 3, 4, 5], [1, 2, 0, 3, 4, 5, 3]
    >>> found = boscage.leiden(*edges, quality="cpm", resolution=0.5)
    >>> found.labels, found.quality
    (array([0, 0, 0, 1, 1, 1]), 3.0)
    """
    is_modularity, resolution, seed = _options(quality, resolution, seed)
    iterations = whole(iterations, "iterations", 1, 2**63 - 1, "a number of iterations, at least 1")
    edges = widened(source_of(graph, u, v, w, weight=weight, threads=threads, parallel=True), threads)
    return Partition(*_boscage.leiden(edges, is_modularity, resolution, iterations, seed, threads))


def _options(quality: Any, resolution: Any, seed: Any) -> tuple[bool, float, int]:
    if quality not in ("modularity", "cpm"):
        raise ValueError(f"quality: expected 'modularity' or 'cpm', found {quality!r}")
    seed = whole(seed, "seed", 0, 2**64 - 1, "a seed from 0 to 2**64 - 1")
    return quality == "modularity", real(resolution, "resolution"), seed
