"""Exact minimum spanning forests of large graphs, clusters, and other algorithms, on all cores.

>>> import boscage
>>> forest = boscage.minimum_spanning_forest(4, [0, 1, 2, 2], [1, 2, 0, 3], [4, 1, 3, 7])
>>> forest.edges, forest.total
(array([1, 2, 3]), 11)
>>> forest.clusters(k=2)
array([0, 0, 0, 1])
"""

from ._algorithms import (
    clustering_coefficients,
    core_numbers,
    distances,
    page_rank,
    shortest_paths,
    strong_components,
    triangles,
    truss_numbers,
)
from ._bench import bench
from ._files import LossWarning, convert, generate, read, read_osm, write
from ._forest import Bottleneck, Forest
from ._frames import from_dataframe
from ._functions import (
    ALGORITHMS,
    bottleneck,
    clusters,
    components,
    minimum_spanning_forest,
    single_linkage,
    verify,
)
from ._graphs import Graph, ReadWarning
from ._verdict import Verdict

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "Bottleneck",
    "Forest",
    "Graph",
    "LossWarning",
    "ReadWarning",
    "Verdict",
    "bench",
    "bottleneck",
    "clustering_coefficients",
    "clusters",
    "components",
    "convert",
    "core_numbers",
    "distances",
    "from_dataframe",
    "generate",
    "minimum_spanning_forest",
    "page_rank",
    "read",
    "read_osm",
    "shortest_paths",
    "single_linkage",
    "strong_components",
    "triangles",
    "truss_numbers",
    "verify",
    "write",
]
