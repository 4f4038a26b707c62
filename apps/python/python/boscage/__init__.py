"""Exact minimum spanning forests of large graphs, on all cores, and what follows from them.

>>> import boscage
>>> forest = boscage.minimum_spanning_forest(4, [0, 1, 2, 2], [1, 2, 0, 3], [4, 1, 3, 7])
>>> forest.edges, forest.total
(array([1, 2, 3]), 11)
>>> forest.clusters(k=2)
array([0, 0, 0, 1])
"""

from ._bench import bench
from ._files import LossWarning, convert, generate, read, write
from ._forest import Bottleneck, Forest, Verdict
from ._functions import (
    ALGORITHMS,
    bottleneck,
    clusters,
    components,
    minimum_spanning_forest,
    single_linkage,
    verify,
)
from ._graphs import Graph

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "Bottleneck",
    "Forest",
    "Graph",
    "LossWarning",
    "Verdict",
    "bench",
    "bottleneck",
    "clusters",
    "components",
    "convert",
    "generate",
    "minimum_spanning_forest",
    "read",
    "single_linkage",
    "verify",
    "write",
]
