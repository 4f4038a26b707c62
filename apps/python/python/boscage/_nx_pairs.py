"""NetworkX's `shortest_path` and `shortest_path_length`, with all their options."""

from __future__ import annotations

from typing import Any, Optional

import networkx as nx
import numpy as np

from . import _boscage, _nx_paths, _nx_searches
from ._nx_graph import BackendGraph, checked, edges_of, refuse


def _with_fewest_edges(G: BackendGraph, source: Any, target: Any) -> list:
    graph = checked(G)
    for name, node in (("Source", source), ("Target", target)):
        if node not in graph:
            raise nx.NodeNotFound(f"{name} {node} is not in G")
    edges = edges_of(graph)
    ends = [edges.places[source]], edges.places[target]
    steps, before = _boscage.shortest_paths(edges.graph, ends[0], edges.is_directed, np.inf, ends[1], None)
    if steps[ends[1]] < 0:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    places = [ends[1]]
    while before[places[-1]] != places[-1]:
        places.append(int(before[places[-1]]))
    return [edges.nodes[place] for place in reversed(places)]


def _shortest(G: BackendGraph, source: Any, target: Any, weight: Any) -> list:
    for name, node in (("Source", source), ("Target", target)):
        if node not in G.graph:
            raise nx.NodeNotFound(f"{name} {node} is not in G")
    if source == target:
        return [source]
    found = _nx_paths.dijkstra(G, [source], weight, target=target)
    if not found.has(target):
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    return found.path(target)


def shortest_path_reason(
    source: Any = None, target: Any = None, weight: Any = None, method: str = "dijkstra", **_: Any
) -> Optional[str]:
    if source is None and (target is None or (weight is not None and method != "dijkstra")):
        return "only paths from a node, to a node, or between two are implemented"
    return _nx_paths.weight_reason(weight)


shortest_path_length_reason = shortest_path_reason


def _check(source: Any, target: Any, weight: Any, method: str) -> None:
    if method not in ("dijkstra", "bellman-ford"):
        raise ValueError(f"method not supported: {method}")
    refuse(shortest_path_reason(source, target, weight, method))


def shortest_path(
    G: BackendGraph, source: Any = None, target: Any = None, weight: Any = None, method: str = "dijkstra"
) -> Any:
    _check(source, target, weight, method)
    if source is None:
        if weight is None:
            return _nx_searches.paths(G, target, f"Source {target} not in G", is_back=True)
        found = _nx_paths.dijkstra(G, _nx_paths.checked_sources(G, [target]), weight, is_back=True)
        return {node: path[::-1] for node, path in found.paths().items()}
    if target is None:
        if weight is None:
            return _nx_searches.single_source_shortest_path(G, source)
        if method == "dijkstra":
            return _nx_paths.single_source_dijkstra_path(G, source, weight=weight)
        return _nx_paths.single_source_bellman_ford_path(G, source, weight)
    if weight is None:
        return _with_fewest_edges(G, source, target)
    if method == "dijkstra":
        return _shortest(G, source, target, weight)
    return _nx_paths.bellman_ford_path(G, source, target, weight)


def shortest_path_length(
    G: BackendGraph, source: Any = None, target: Any = None, weight: Any = None, method: str = "dijkstra"
) -> Any:
    _check(source, target, weight, method)
    if source is None:
        if weight is None:
            return _nx_searches.lengths(G, target, f"Source {target} is not in G", is_back=True)
        return _nx_paths.dijkstra(G, _nx_paths.checked_sources(G, [target]), weight, is_back=True).distances()
    if target is None:
        if weight is None:
            return _nx_searches.single_source_shortest_path_length(G, source)
        if method == "dijkstra":
            return _nx_paths.single_source_dijkstra_path_length(G, source, weight=weight)
        return _nx_paths.single_source_bellman_ford_path_length(G, source, weight)
    if weight is None:
        return len(_with_fewest_edges(G, source, target)) - 1
    if method == "dijkstra":
        return _nx_paths.dijkstra_path_length(G, source, target, weight)
    return _nx_paths.bellman_ford_path_length(G, source, target, weight)
