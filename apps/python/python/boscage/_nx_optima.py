"""NetworkX's functions of matchings, trees of directed graphs, Steiner trees and communities."""

from __future__ import annotations

from typing import Any, Optional

import networkx as nx
import numpy as np

from . import _boscage
from ._nx_graph import BackendGraph, Edges, checked, edge_list, edges_of, refuse, refusing


def hopcroft_karp_matching_reason(G: BackendGraph, **_: Any) -> Optional[str]:
    return "matchings of directed graphs are not implemented" if G.is_directed() else None


def hopcroft_karp_matching(G: BackendGraph, top_nodes: Any = None) -> dict:
    refuse(hopcroft_karp_matching_reason(G))
    graph = checked(G)
    edges = edges_of(graph)
    n = len(edges.nodes)
    if top_nodes is None:
        parts = edges.graph.components(None)[1]
        if parts != 1:
            if n == 0:
                raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
            raise nx.AmbiguousSolution("Disconnected graph: Ambiguous solution for bipartite sets.")
        try:
            mates, is_left, _ = _boscage.maximum_bipartite_matching(edges.graph, None, None)
        except ValueError:
            raise nx.NetworkXError("Graph is not bipartite.") from None
    else:
        top = set(top_nodes)
        refuse("some of top_nodes are not in the graph" if top - edges.places.keys() else None)
        is_left = np.array([node in top for node in edges.nodes], bool)
        places = np.argsort(~is_left, kind="stable")
        ranks = np.empty(n, np.int64)
        ranks[places] = np.arange(n)
        inner = edge_list(n, ranks[edges.u], ranks[edges.v])
        with refusing():  # edges within a side
            found, _, _ = _boscage.maximum_bipartite_matching(inner, int(is_left.sum()), None)
        mates = np.where(found >= 0, places[found], -1)[ranks]
    order = [*np.flatnonzero(is_left & (mates >= 0)), *np.flatnonzero(~is_left & (mates >= 0))]
    return {edges.nodes[place]: edges.nodes[mates[place]] for place in order}


eppstein_matching_reason = hopcroft_karp_matching_reason


def eppstein_matching(G: BackendGraph, top_nodes: Any = None) -> dict:
    return hopcroft_karp_matching(G, top_nodes)


def minimum_spanning_arborescence_reason(G: BackendGraph, partition: Any = None, **_: Any) -> Optional[str]:
    if partition is not None:
        return "partitions of the edges are not implemented"
    return None if G.is_directed() and len(G) > 0 else "arborescences are those of directed graphs with nodes"


maximum_spanning_arborescence_reason = minimum_spanning_arborescence_reason


def minimum_spanning_arborescence(
    G: BackendGraph,
    attr: str = "weight",
    default: float = 1,
    preserve_attrs: bool = False,
    partition: Optional[str] = None,
) -> nx.DiGraph:
    refuse(minimum_spanning_arborescence_reason(G, partition))
    return _arborescence(checked(G), attr, default, preserve_attrs, "minimum")


def maximum_spanning_arborescence(
    G: BackendGraph,
    attr: str = "weight",
    default: float = 1,
    preserve_attrs: bool = False,
    partition: Optional[str] = None,
) -> nx.DiGraph:
    refuse(maximum_spanning_arborescence_reason(G, partition))
    return _arborescence(checked(G), attr, default, preserve_attrs, "maximum")


def _arborescence(graph: nx.Graph, attr: str, default: float, preserve_attrs: bool, kind: str) -> nx.DiGraph:
    edges = edges_of(graph)
    us, vs, data, _ = edges.all
    with refusing():  # weights that are no numbers, NaN or infinite
        weights = edges.weights(attr, default)
        if weights.dtype.kind == "u" and weights.size and weights.max() >= 2**63:
            raise ValueError("weights: expected integers below 2**63, found a larger one")
        weights = weights.astype(np.float64 if weights.dtype.kind == "f" else np.int64)
        if kind == "maximum":
            if weights.dtype.kind == "i" and weights.size and weights.min() == -(2**63):
                raise ValueError("weights: expected integers above -2**63")
            weights = -weights
        if not np.isfinite(weights).all():
            raise ValueError("weights: expected finite numbers")
    try:
        inner = edge_list(len(edges.nodes), us, vs, weights)
        _, found, _, _ = _boscage.minimum_arborescence(inner, None, None)
    except ValueError as error:
        if "reaches all" not in str(error):  # a weight that is too large
            raise NotImplementedError(str(error)) from None
        raise nx.NetworkXException(f"No {kind} spanning arborescence in G.") from None
    tree = graph.__class__()
    tree.add_nodes_from(graph)
    for i in found.tolist():
        kept = data[i] if preserve_attrs else {}
        tree.add_edge(edges.nodes[us[i]], edges.nodes[vs[i]], **{**kept, attr: data[i].get(attr, default)})
    return tree


def steiner_tree_reason(method: Optional[str] = None, **_: Any) -> Optional[str]:
    return None if method in (None, "mehlhorn") else f"the method {method} is not implemented"


def steiner_tree(
    G: BackendGraph, terminal_nodes: Any, weight: str = "weight", method: Optional[str] = None
) -> nx.Graph:
    graph = checked(G, directed=False)
    refuse(steiner_tree_reason(method))
    edges = edges_of(graph)
    terminals = [edges.places.get(node, -1) for node in terminal_nodes]
    if min(terminals, default=0) < 0:
        raise nx.NodeNotFound(f"Node {list(terminal_nodes)[terminals.index(-1)]} not found in graph")
    with refusing():  # weights that are no numbers, NaN or negative, or terminals of several components
        found = _boscage.steiner_tree(edges.weighted(weight), terminals, None).ids()
    return graph.edge_subgraph([edges.edge(i)[:-1] for i in found.tolist()])


def _communities(edges: Edges, labels: np.ndarray) -> list[set]:
    parts: list[set] = [set() for _ in range(labels.max(initial=-1) + 1)]
    for node, label in zip(edges.nodes, labels.tolist()):
        parts[label].add(node)
    return parts


def _seed(seed: Any) -> int:
    return nx.utils.create_py_random_state(seed).getrandbits(64)


def louvain_communities_reason(G: BackendGraph, max_level: Any = None, **_: Any) -> Optional[str]:
    if max_level is not None:
        return "a number of levels is not implemented"
    return "communities of directed graphs are not implemented" if G.is_directed() else None


def louvain_communities(
    G: BackendGraph,
    weight: Any = "weight",
    resolution: float = 1,
    threshold: float = 1e-07,
    max_level: Optional[int] = None,
    seed: Any = None,
) -> list[set]:
    refuse(louvain_communities_reason(G, max_level))
    edges = edges_of(checked(G))
    with refusing():  # weights that are no numbers, NaN or negative
        labels, _, _ = _boscage.louvain(edges.weighted(weight), True, resolution, _seed(seed), None)
    return _communities(edges, labels)


leiden_communities_reason = louvain_communities_reason


def leiden_communities(
    G: BackendGraph,
    weight: Any = "weight",
    resolution: float = 1,
    max_level: Optional[int] = None,
    seed: Any = None,
) -> list[set]:
    refuse(leiden_communities_reason(G, max_level))
    edges = edges_of(checked(G))
    with refusing():
        labels, _, _ = _boscage.leiden(edges.weighted(weight), True, resolution, 2, _seed(seed), None)
    return _communities(edges, labels)
