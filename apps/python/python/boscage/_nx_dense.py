"""NetworkX's functions of dense parts: cores, trusses, triangles."""

from __future__ import annotations

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


def core_number(G: BackendGraph) -> dict:
    """In a directed graph, both arcs between two nodes count, as in NetworkX."""
    edges = _without_loops(edges_of(checked(G, multigraph=False)))
    return by_node(edges.nodes, _boscage.core_numbers(edges.edge_list(), False, None))


def k_truss(G: BackendGraph, k: float) -> nx.Graph:
    graph = checked(G, directed=False, multigraph=False)
    edges = _without_loops(edges_of(graph))
    trusses = _boscage.truss_numbers(edges.edge_list(), None)
    dropped = np.flatnonzero(~(trusses >= k))
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
    counts = by_node(edges.nodes, _boscage.triangles(edges.edge_list(), None))
    return counts if nodes is None else _of_nodes(graph, counts, nodes)


def clustering_reason(G: BackendGraph, nodes: Any = None, weight: Any = None) -> Optional[str]:
    if weight is not None:
        return "clustering coefficients with weights are not implemented"
    return _directed_reason(G)


def clustering(G: BackendGraph, nodes: Any = None, weight: Any = None) -> Any:
    refuse(clustering_reason(G, nodes, weight))
    graph = checked(G, multigraph=False)
    edges = edges_of(graph)
    coefficients = by_node(edges.nodes, _boscage.clustering_coefficients(edges.edge_list(), None))
    # NetworkX returns the integer 0 if there is no triangle.
    coefficients = {node: x if x else 0 for node, x in coefficients.items()}
    return _of_nodes(graph, coefficients, nodes)


def _directed_reason(G: BackendGraph) -> Optional[str]:
    return "directed triangles are not implemented" if G.is_directed() else None


transitivity_reason = _directed_reason


def transitivity(G: BackendGraph) -> float:
    refuse(transitivity_reason(G))
    edges = edges_of(checked(G, multigraph=False))
    triangles = int(_boscage.triangles(edges.edge_list(), None).sum())
    if triangles == 0:
        return 0
    ends = np.concatenate([edges.u, edges.v])[np.tile(edges.u != edges.v, 2)]
    degrees = np.bincount(ends, minlength=len(edges.nodes))
    return 2 * triangles / int((degrees * (degrees - 1)).sum())
