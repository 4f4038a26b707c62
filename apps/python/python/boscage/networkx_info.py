"""Facts about the backend that NetworkX reads before it loads the backend."""

from __future__ import annotations

from typing import Any, Optional

_KRUSKAL = "The edges are in the order of Kruskal's algorithm, for every `algorithm`."
_ENDS = "Each component comes after all to which its edges lead; otherwise in the order of their first nodes."
_LOWEST = (
    "Seen from the node with most neighbours of each connected component, every component has a nearest "
    "node; components are in the order of the first of their other nodes."
)
_NEAREST = "Nodes are sorted by distance; those of the same distance are in the order of the graph."

#: The functions, and remarks on each.
FUNCTIONS = {
    "minimum_spanning_edges": _KRUSKAL,
    "maximum_spanning_edges": _KRUSKAL,
    "minimum_spanning_tree": "A graph of NetworkX; ties are resolved as by Kruskal's algorithm.",
    "maximum_spanning_tree": "A graph of NetworkX; ties are resolved as by Kruskal's algorithm.",
    "connected_components": "",
    "number_connected_components": "",
    "is_connected": "",
    "node_connected_component": "",
    "weakly_connected_components": "",
    "number_weakly_connected_components": "",
    "is_weakly_connected": "",
    "strongly_connected_components": _ENDS,
    "number_strongly_connected_components": "",
    "is_strongly_connected": "",
    "biconnected_components": _LOWEST,
    "biconnected_component_edges": f"{_LOWEST} Not for graphs with loops.",
    "is_biconnected": "",
    "articulation_points": "The nodes are in the order of the graph.",
    "bridges": "Edges are in the order of the graph, also with a root.",
    "has_bridges": "",
    "core_number": "",
    "k_truss": "",
    "triangles": "",
    "clustering": "Only without weights, and for undirected graphs.",
    "transitivity": "Only for undirected graphs.",
    "pagerank": "The damping has to be less than 1, and weights at least 0.",
    "single_source_shortest_path_length": _NEAREST,
    "single_source_dijkstra_path_length": (
        f"{_NEAREST} Weights are numbers of at most 64 bits, not negative, and not computed by a function. "
        "If some are floats, all distances except that of the source are floats."
    ),
}

#: The number of nodes from which a function is faster than NetworkX's own; None if it is slower. As
#: in the table of the package's README, which `networkx_times.py` measures.
FASTER_FROM: dict[str, Optional[int]] = {
    "minimum_spanning_edges": 1_000,
    "maximum_spanning_edges": 1_000,
    "minimum_spanning_tree": 1_000,
    "maximum_spanning_tree": 1_000,
    "connected_components": None,
    "number_connected_components": None,
    "is_connected": None,
    "node_connected_component": None,
    "weakly_connected_components": 10_000,
    "number_weakly_connected_components": 10_000,
    "is_weakly_connected": 50_000,
    "strongly_connected_components": 10_000,
    "number_strongly_connected_components": 1_000,
    "is_strongly_connected": None,
    "biconnected_components": 1_000,
    "biconnected_component_edges": 1_000,
    "is_biconnected": None,
    "articulation_points": 10_000,
    "bridges": 1_000,
    "has_bridges": 1_000,
    "core_number": 1_000,
    "k_truss": 1_000,
    "triangles": 1_000,
    "clustering": 1_000,
    "transitivity": 1_000,
    "pagerank": 1_000,
    "single_source_shortest_path_length": None,
    "single_source_dijkstra_path_length": 10_000,
}


def info() -> dict[str, Any]:
    """The backend's entry for ``networkx.backend_info``."""
    return {
        "backend_name": "boscage",
        "project": "boscage",
        "package": "boscage",
        "short_summary": "Spanning forests, components, dense parts, distances and ranks on all cores",
        "functions": {name: {"additional_docs": words} if words else {} for name, words in FUNCTIONS.items()},
    }
