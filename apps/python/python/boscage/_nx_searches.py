"""NetworkX's functions of paths with the fewest edges."""

from __future__ import annotations

import math
from typing import Any

import networkx as nx
import numpy as np

from . import _boscage
from ._nx_graph import BackendGraph, Edges, by_node, checked, edge_list, edges_of


def nearest_first(values: np.ndarray, is_reached: np.ndarray) -> np.ndarray:
    """Returns the places of the nodes that are reached, those of the same distance in their order."""
    reached = np.flatnonzero(is_reached)
    return reached[np.argsort(values[reached], kind="stable")]


def paths_to(nodes: list, before: list[int], order: np.ndarray, *, is_back: bool = False) -> dict:
    """Returns the path to each node, by the place of the node before it; before the first is the first."""
    paths: list = [None] * len(nodes)
    places = order.tolist()
    for place in places:
        missing = []
        while paths[place] is None and before[place] != place:
            missing.append(place)
            place = before[place]
        path = paths[place]
        if path is None:
            path = paths[place] = [nodes[place]]
        for place in reversed(missing):
            path = paths[place] = [nodes[place], *path] if is_back else [*path, nodes[place]]
    return {nodes[place]: paths[place] for place in places}


def _most_steps(cutoff: Any) -> float:
    """As in NetworkX, the last step is begun if the cutoff is more than the steps before it."""
    if cutoff is None or cutoff == math.inf:
        return math.inf
    return max(0, math.ceil(cutoff)) if cutoff > 0 else 0


def _checked(G: BackendGraph, node: Any, message: str, *, is_back: bool) -> tuple[Edges, _boscage.Graph]:
    """Returns the edges, and them backwards if paths lead to the node."""
    graph = checked(G)
    if node not in graph:
        raise nx.NodeNotFound(message)
    edges = edges_of(graph)
    return edges, _backwards(edges) if is_back else edges.graph


def _backwards(edges: Edges) -> _boscage.Graph:
    return edge_list(len(edges.nodes), edges.v, edges.u) if edges.is_directed else edges.graph


def lengths(G: BackendGraph, node: Any, message: str, cutoff: Any = None, *, is_back: bool) -> dict:
    """Returns the numbers of edges of the paths from a node, or to it; the message is for a missing node."""
    edges, inner = _checked(G, node, message, is_back=is_back)
    steps = _boscage.distances(inner, edges.places[node], edges.is_directed, None)
    order = nearest_first(steps, (steps >= 0) & (steps <= _most_steps(cutoff)))
    return by_node([edges.nodes[place] for place in order.tolist()], steps[order])


def paths(G: BackendGraph, node: Any, message: str, cutoff: Any = None, *, is_back: bool) -> dict:
    """Returns the paths from a node, or to it."""
    edges, inner = _checked(G, node, message, is_back=is_back)
    start = [edges.places[node]]
    steps, before = _boscage.shortest_paths(inner, start, edges.is_directed, _most_steps(cutoff), None, None)
    return paths_to(edges.nodes, before.tolist(), nearest_first(steps, steps >= 0), is_back=is_back)


def single_source_shortest_path_length(G: BackendGraph, source: Any, cutoff: Any = None) -> dict:
    return lengths(G, source, f"Source {source} is not in G", cutoff, is_back=False)


def single_target_shortest_path_length(G: BackendGraph, target: Any, cutoff: Any = None) -> dict:
    return lengths(G, target, f"Target {target} is not in G", cutoff, is_back=True)


def single_source_shortest_path(G: BackendGraph, source: Any, cutoff: Any = None) -> dict:
    return paths(G, source, f"Source {source} not in G", cutoff, is_back=False)


def single_target_shortest_path(G: BackendGraph, target: Any, cutoff: Any = None) -> dict:
    return paths(G, target, f"Target {target} not in G", cutoff, is_back=True)


def _reached(G: BackendGraph, node: Any, *, is_back: bool) -> set:
    graph = checked(G)
    if node not in graph:
        raise nx.NetworkXError(f"The node {node} is not in the {'di' * G.is_directed()}graph.")
    edges = edges_of(graph)
    inner = _backwards(edges) if is_back else edges.graph
    steps = _boscage.distances(inner, edges.places[node], edges.is_directed, None)
    return {edges.nodes[place] for place in np.flatnonzero(steps > 0).tolist()}


def descendants(G: BackendGraph, source: Any) -> set:
    return _reached(G, source, is_back=False)


def ancestors(G: BackendGraph, source: Any) -> set:
    return _reached(G, source, is_back=True)
