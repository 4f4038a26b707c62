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
_WEIGHTS = (
    "Weights are numbers of at most 64 bits, not negative, and not computed by a function. If some are "
    "floats, all distances except those of sources are floats."
)
_SIGNED = _WEIGHTS.replace(", not negative,", "")
_SHORTEST = "Of several shortest paths, NetworkX may return another."
_SAMPLE = "Each seed finds communities of its own, and not those of NetworkX. Not for directed graphs."
_EDMONDS = "Of several best arborescences, NetworkX may return another. Not with `partition`."

#: The functions, and remarks on each.
FUNCTIONS = {
    "minimum_spanning_edges": _KRUSKAL,
    "maximum_spanning_edges": _KRUSKAL,
    "minimum_spanning_tree": "A graph of NetworkX; ties are resolved as by Kruskal's algorithm.",
    "maximum_spanning_tree": "A graph of NetworkX; ties are resolved as by Kruskal's algorithm.",
    "minimum_spanning_arborescence": _EDMONDS,
    "maximum_spanning_arborescence": _EDMONDS,
    "steiner_tree": "Only by Mehlhorn's algorithm. Of several trees, NetworkX may return another.",
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
    "k_core": "",
    "k_shell": "",
    "k_truss": "",
    "triangles": "",
    "clustering": "Only without weights, and for undirected graphs.",
    "average_clustering": "Only without weights, and for undirected graphs.",
    "transitivity": "Only for undirected graphs.",
    "louvain_communities": f"{_SAMPLE} Not with `max_level`; `threshold` has no effect.",
    "leiden_communities": f"{_SAMPLE} Not with `max_level`.",
    "hopcroft_karp_matching": "Of several maximum matchings, NetworkX may return another.",
    "eppstein_matching": "Of several maximum matchings, NetworkX may return another.",
    "pagerank": "The damping has to be less than 1, and weights at least 0.",
    "betweenness_centrality": "Only without weights and without endpoints.",
    "descendants": "",
    "ancestors": "",
    "shortest_path": f"{_NEAREST} {_SHORTEST} Not for paths between all nodes. {_WEIGHTS}",
    "shortest_path_length": f"{_NEAREST} Not for paths between all nodes. {_WEIGHTS}",
    "single_source_shortest_path_length": _NEAREST,
    "single_target_shortest_path_length": _NEAREST,
    "single_source_shortest_path": f"{_NEAREST} {_SHORTEST}",
    "single_target_shortest_path": f"{_NEAREST} {_SHORTEST}",
    "single_source_dijkstra_path_length": f"{_NEAREST} {_WEIGHTS}",
    "single_source_dijkstra_path": f"{_NEAREST} {_SHORTEST} {_WEIGHTS}",
    "single_source_dijkstra": f"{_NEAREST} {_SHORTEST} {_WEIGHTS}",
    "multi_source_dijkstra_path_length": f"{_NEAREST} {_WEIGHTS}",
    "multi_source_dijkstra_path": f"{_NEAREST} {_SHORTEST} {_WEIGHTS}",
    "multi_source_dijkstra": f"{_NEAREST} {_SHORTEST} {_WEIGHTS}",
    "dijkstra_path": f"{_SHORTEST} {_WEIGHTS}",
    "dijkstra_path_length": _WEIGHTS,
    "dijkstra_predecessor_and_distance": f"{_NEAREST} {_WEIGHTS}",
    "single_source_bellman_ford_path_length": f"{_NEAREST} {_SIGNED}",
    "single_source_bellman_ford_path": f"{_NEAREST} {_SHORTEST} {_SIGNED}",
    "single_source_bellman_ford": f"{_NEAREST} {_SHORTEST} {_SIGNED}",
    "bellman_ford_path": f"{_SHORTEST} {_SIGNED}",
    "bellman_ford_path_length": _SIGNED,
    "bellman_ford_predecessor_and_distance": f"{_NEAREST} {_SIGNED}",
    "negative_edge_cycle": _SIGNED,
    "find_negative_cycle": f"Of several negative cycles, NetworkX may return another. {_SIGNED}",
}

#: The numbers of nodes from which a function is faster than NetworkX's own: in the first call with a graph,
#: and when its edges are kept. None if it is slower. As in the table of the package's README, which
#: `networkx_times.py` measures.
FASTER_FROM: dict[str, tuple[Optional[int], Optional[int]]] = {
    "minimum_spanning_edges": (1_000, 100),
    "maximum_spanning_edges": (1_000, 100),
    "minimum_spanning_tree": (1_000, 100),
    "maximum_spanning_tree": (1_000, 100),
    "minimum_spanning_arborescence": (100, 100),
    "maximum_spanning_arborescence": (100, 100),
    "steiner_tree": (100, 100),
    "connected_components": (None, 1_000),
    "number_connected_components": (None, 1_000),
    "is_connected": (None, 1_000),
    "node_connected_component": (None, 1_000),
    "weakly_connected_components": (10_000, 1_000),
    "number_weakly_connected_components": (10_000, 1_000),
    "is_weakly_connected": (10_000, 1_000),
    "strongly_connected_components": (1_000, 1_000),
    "number_strongly_connected_components": (1_000, 1_000),
    "is_strongly_connected": (None, 1_000),
    "biconnected_components": (1_000, 100),
    "biconnected_component_edges": (1_000, 100),
    "is_biconnected": (None, 1_000),
    "articulation_points": (1_000, 100),
    "bridges": (100, 100),
    "has_bridges": (100, 100),
    "core_number": (10_000, 1_000),
    "k_core": (100_000, 10_000),
    "k_shell": (100_000, 10_000),
    "k_truss": (1_000, 1_000),
    "triangles": (1_000, 100),
    "clustering": (100, 100),
    "average_clustering": (100, 100),
    "transitivity": (100, 100),
    "louvain_communities": (100, 100),
    "leiden_communities": (0, 0),
    "hopcroft_karp_matching": (1_000, 1_000),
    "eppstein_matching": (100, 100),
    "pagerank": (100, 100),
    "betweenness_centrality": (100, 100),
    "descendants": (100_000, 1_000),
    "ancestors": (100_000, 1_000),
    "shortest_path": (100_000, 10_000),
    "shortest_path_length": (100_000, 10_000),
    "single_source_shortest_path_length": (None, 10_000),
    "single_target_shortest_path_length": (None, 10_000),
    "single_source_shortest_path": (None, 10_000),
    "single_target_shortest_path": (None, 10_000),
    "single_source_dijkstra_path_length": (10_000, 1_000),
    "single_source_dijkstra_path": (10_000, 1_000),
    "single_source_dijkstra": (10_000, 1_000),
    "multi_source_dijkstra_path_length": (10_000, 1_000),
    "multi_source_dijkstra_path": (10_000, 1_000),
    "multi_source_dijkstra": (10_000, 1_000),
    "dijkstra_path": (100_000, 1_000),
    "dijkstra_path_length": (100_000, 1_000),
    "dijkstra_predecessor_and_distance": (10_000, 10_000),
    "single_source_bellman_ford_path_length": (1_000, 1_000),
    "single_source_bellman_ford_path": (1_000, 1_000),
    "single_source_bellman_ford": (1_000, 1_000),
    "bellman_ford_path": (1_000, 1_000),
    "bellman_ford_path_length": (1_000, 1_000),
    "bellman_ford_predecessor_and_distance": (10_000, 1_000),
    "negative_edge_cycle": (1_000, 1_000),
    "find_negative_cycle": (1_000, 1_000),
}


def info() -> dict[str, Any]:
    """The backend's entry for ``networkx.backend_info``."""
    return {
        "backend_name": "boscage",
        "project": "boscage",
        "package": "boscage",
        "short_summary": "Spanning forests, components, communities, paths and ranks on all cores",
        "functions": {name: {"additional_docs": words} if words else {} for name, words in FUNCTIONS.items()},
    }
