"""Exact minimum spanning forests of large graphs, clusters, and other algorithms, on all cores.

>>> import boscage
>>> forest = boscage.minimum_spanning_forest(4, [0, 1, 2, 2], [1, 2, 0, 3], [4, 1, 3, 7])
>>> forest.edges, forest.total
(array([1, 2, 3]), 11)
>>> forest.clusters(k=2)
array([0, 0, 0, 1])
"""

from typing import TYPE_CHECKING, Any

from ._algorithms import (
    articulation_points,
    betweenness,
    biconnected_components,
    bridges,
    clustering_coefficients,
    core_numbers,
    distances,
    page_rank,
    strong_components,
    triangles,
    truss_numbers,
)
from ._bench import bench
from ._communities import Partition, leiden, louvain
from ._condensed import CondensedTree
from ._dijkstra import Dijkstra, Path
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
from ._optima import Arborescence, BipartiteMatching, maximum_bipartite_matching, minimum_arborescence
from ._paths import (
    NegativeCycleError,
    Paths,
    Walks,
    bellman_ford,
    random_walks,
    shortest_paths,
    steiner_tree,
    widest_paths,
)
from ._points import euclidean_minimum_spanning_tree, nearest_neighbours
from ._replacements import Replacements, replacements
from ._streams import Changes, DynamicForest, ForestStream
from ._verdict import Verdict

if TYPE_CHECKING:
    from ._hdbscan import HDBSCAN

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "HDBSCAN",
    "Arborescence",
    "BipartiteMatching",
    "Bottleneck",
    "Changes",
    "CondensedTree",
    "Dijkstra",
    "DynamicForest",
    "Forest",
    "ForestStream",
    "Graph",
    "LossWarning",
    "NegativeCycleError",
    "Partition",
    "Path",
    "Paths",
    "ReadWarning",
    "Replacements",
    "Verdict",
    "Walks",
    "articulation_points",
    "bellman_ford",
    "bench",
    "betweenness",
    "biconnected_components",
    "bottleneck",
    "bridges",
    "clustering_coefficients",
    "clusters",
    "components",
    "convert",
    "core_numbers",
    "distances",
    "euclidean_minimum_spanning_tree",
    "from_dataframe",
    "generate",
    "leiden",
    "louvain",
    "maximum_bipartite_matching",
    "minimum_arborescence",
    "minimum_spanning_forest",
    "nearest_neighbours",
    "page_rank",
    "random_walks",
    "read",
    "read_osm",
    "replacements",
    "shortest_paths",
    "single_linkage",
    "steiner_tree",
    "strong_components",
    "triangles",
    "truss_numbers",
    "verify",
    "widest_paths",
    "write",
]


def __getattr__(name: str) -> Any:
    """Returns the estimator. With it, scikit-learn is imported, if it is installed."""
    if name != "HDBSCAN":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ._hdbscan import HDBSCAN

    globals()[name] = HDBSCAN
    return HDBSCAN


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
