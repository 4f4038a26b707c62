"""NetworkX's functions of distances."""

from __future__ import annotations

from typing import Any, Optional

import networkx as nx
import numpy as np

from . import _boscage
from ._libraries import networkx_edges
from ._nx_graph import BackendGraph, by_node, checked, edge_list, edges_of, refuse


def _nearest_first(nodes: list, values: np.ndarray, is_reached: np.ndarray) -> dict:
    reached = np.flatnonzero(is_reached)
    order = reached[np.argsort(values[reached], kind="stable")]
    return by_node([nodes[i] for i in order], values[order])


def single_source_shortest_path_length(G: BackendGraph, source: Any, cutoff: Any = None) -> dict:
    graph = checked(G)
    if source not in graph:
        raise nx.NodeNotFound(f"Source {source} is not in G")
    edges = edges_of(graph)
    steps = _boscage.distances(edges.edge_list(), edges.places[source], graph.is_directed(), None)
    found = _nearest_first(edges.nodes, steps, steps >= 0)
    if cutoff is None:
        return found
    # As in NetworkX, the last step is begun if the cutoff is more than the steps before it.
    return {node: step for node, step in found.items() if step == 0 or cutoff > step - 1}


def dijkstra_reason(
    G: BackendGraph, source: Any, cutoff: Any = None, weight: Any = "weight"
) -> Optional[str]:
    return "weights that a function computes are not implemented" if callable(weight) else None


def single_source_dijkstra_path_length(
    G: BackendGraph, source: Any, cutoff: Any = None, weight: Any = "weight"
) -> dict:
    refuse(dijkstra_reason(G, source, cutoff, weight))
    graph = checked(G)
    if source not in graph:
        raise nx.NodeNotFound(f"Node {source} not found in graph")
    try:
        nodes, places, us, vs, weights = networkx_edges(graph, weight)
        if weights.dtype.kind == "f" and weights.dtype.itemsize < 8:
            raise ValueError(f"weights: expected floats of 64 bits, found {weights.dtype}")
        if weights.dtype.kind == "f" and not weights[np.isfinite(weights)].sum() < 2.0**53:
            raise ValueError("weights: expected small integers among floats: NetworkX adds them exactly")
        inner = edge_list(len(nodes), us, vs, weights).widened(weights.dtype.name, None)
        lengths = _boscage.shortest_paths(inner, places[source], graph.is_directed(), None)
    except (TypeError, ValueError) as error:  # not of numbers, NaN, negative, or too long
        raise NotImplementedError(str(error)) from None
    is_reached = ~np.isnan(lengths) if lengths.dtype.kind == "f" else lengths >= 0
    found = _nearest_first(nodes, lengths, is_reached)
    found[source] = 0  # also if the others are floats
    if cutoff is None:
        return found
    return {node: length for node, length in found.items() if node == source or not length > cutoff}
