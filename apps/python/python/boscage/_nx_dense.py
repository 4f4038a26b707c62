"""NetworkX's functions of dense parts: cores, trusses, triangles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional

import networkx as nx
import numpy as np

from . import _boscage
from ._nx_graph import BackendGraph, Edges, by_node, checked, edges_of, refuse


def _without_loops(edges: Edges) -> Edges:
    if (edges.u == edges.v).any():
        raise nx.NetworkXNotImplemented(
            "Input graph has self loops which is not permitted; "
            "Consider using G.remove_edges_from(nx.selfloop_edges(G))."
        )
    return edges


def _core_numbers(G: BackendGraph) -> dict:
    """In a directed graph, both arcs between two nodes count, as in NetworkX."""
    edges = _without_loops(edges_of(checked(G, multigraph=False)))
    return by_node(edges.nodes, _boscage.core_numbers(edges.graph, False, None))


def core_number(G: BackendGraph) -> dict:
    return _core_numbers(G)


def _of_cores(G: BackendGraph, k: Optional[int], core_number: Optional[dict], keeps: Callable) -> nx.Graph:
    """Returns the graph of the nodes that are kept, by core numbers; by default for the largest."""
    graph = checked(G, multigraph=False)
    cores = _core_numbers(G) if core_number is None else core_number
    least = max(cores.values()) if k is None else k
    return graph.subgraph([node for node in cores if keeps(node, cores, least)]).copy()


def k_core(G: BackendGraph, k: Optional[int] = None, core_number: Optional[dict] = None) -> nx.Graph:
    return _of_cores(G, k, core_number, lambda node, cores, k: cores[node] >= k)


def k_shell(G: BackendGraph, k: Optional[int] = None, core_number: Optional[dict] = None) -> nx.Graph:
    return _of_cores(G, k, core_number, lambda node, cores, k: cores[node] == k)


def k_truss(G: BackendGraph, k: float) -> nx.Graph:
    graph = checked(G, directed=False, multigraph=False)
    edges = _without_loops(edges_of(graph))
    trusses = _boscage.truss_numbers(edges.graph, None)
    dropped = np.flatnonzero(trusses < k)
    truss = graph.copy()
    truss.remove_edges_from(
        (edges.nodes[u], edges.nodes[v]) for u, v in zip(edges.u[dropped].tolist(), edges.v[dropped].tolist())
    )
    truss.remove_nodes_from([node for node, others in truss.adjacency() if not others])
    return truss


def _of_nodes(graph: nx.Graph, values: dict, nodes: Any) -> Any:
    """Returns the values of some nodes; for one node, its value."""
    if nodes in graph:
        return values[nodes]
    return {node: values[node] for node in graph.nbunch_iter(nodes)}


def triangles(G: BackendGraph, nodes: Any = None) -> Any:
    # For some nodes, NetworkX counts triangles in another way, in which parallel edges count.
    graph = checked(G, directed=False, multigraph=nodes is None)
    edges = edges_of(graph)
    counts = by_node(edges.nodes, _boscage.triangles(edges.graph, None))
    return counts if nodes is None else _of_nodes(graph, counts, nodes)


def clustering_reason(G: BackendGraph, weight: Any = None, **_: Any) -> Optional[str]:
    if weight is not None:
        return "clustering coefficients with weights are not implemented"
    return transitivity_reason(G)


def clustering(G: BackendGraph, nodes: Any = None, weight: Any = None) -> Any:
    refuse(clustering_reason(G, weight))
    graph = checked(G, multigraph=False)
    edges = edges_of(graph)
    coefficients = by_node(edges.nodes, _boscage.clustering_coefficients(edges.graph, None))
    # NetworkX returns the integer 0 if there is no triangle.
    coefficients = {node: x if x else 0 for node, x in coefficients.items()}
    return _of_nodes(graph, coefficients, nodes)


average_clustering_reason = clustering_reason


def average_clustering(
    G: BackendGraph, nodes: Any = None, weight: Any = None, count_zeros: bool = True
) -> float:
    coefficients = clustering(G, nodes, weight).values()
    counted = [x for x in coefficients if count_zeros or x > 0]
    return sum(counted) / len(counted)


def transitivity_reason(G: BackendGraph, **_: Any) -> Optional[str]:
    return "directed triangles are not implemented" if G.is_directed() else None


def transitivity(G: BackendGraph) -> float:
    refuse(transitivity_reason(G))
    edges = edges_of(checked(G, multigraph=False))
    triangles = int(_boscage.triangles(edges.graph, None).sum())
    if triangles == 0:
        return 0
    ends = np.concatenate([edges.u, edges.v])[np.tile(edges.u != edges.v, 2)]
    degrees = np.bincount(ends, minlength=len(edges.nodes))
    return 2 * triangles / int((degrees * (degrees - 1)).sum())
