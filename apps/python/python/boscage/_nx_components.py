"""NetworkX's functions of components."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np

from . import _boscage
from ._nx_graph import BackendGraph, Edges, checked, edges_of, refuse


def _parts(G: BackendGraph, directed: bool) -> tuple[list, np.ndarray, int]:
    """Returns the nodes, the component of each, ignoring directions, and the number of components."""
    edges = edges_of(checked(G, directed=directed))
    return (edges.nodes, *edges.graph.components(None))


def _strong_parts(G: BackendGraph) -> tuple[Edges, np.ndarray, int]:
    edges = edges_of(checked(G, directed=True))
    return (edges, *_boscage.strong_components(edges.graph, None))


def _ends_first(edges: Edges, labels: np.ndarray, count: int) -> list[int]:
    """Returns the components, each after all to which its edges lead, as in Tarjan's algorithm."""
    pairs = labels[edges.u] * count + labels[edges.v]
    sources, targets = np.divmod(np.unique(pairs), max(count, 1))
    begins, others = np.searchsorted(sources, np.arange(count + 1)).tolist(), targets.tolist()
    places, is_seen, order = begins[:], [False] * count, []
    for root in range(count):
        stack = [] if is_seen[root] else [root]
        while stack:
            part = stack[-1]
            is_seen[part] = True
            while places[part] < begins[part + 1] and is_seen[others[places[part]]]:
                places[part] += 1
            if places[part] < begins[part + 1]:
                stack.append(others[places[part]])
            else:
                order.append(stack.pop())
    return order


def _sets(nodes: list, labels: np.ndarray, count: int) -> Iterator[set]:
    """Returns the components, in the order of their first nodes."""
    parts: list[set] = [set() for _ in range(count)]
    for node, label in zip(nodes, labels.tolist()):
        parts[label].add(node)
    return iter(parts)


def _blocks(G: BackendGraph) -> tuple[Edges, np.ndarray, int]:
    """Returns the edges, the biconnected component of each, and the number of components."""
    edges = edges_of(checked(G, directed=False))
    return (edges, *_boscage.biconnected_components(edges.graph, None))


def _not_null(G: BackendGraph, directed: bool) -> None:
    if len(checked(G, directed=directed)) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")


def connected_components(G: BackendGraph) -> Iterator[set]:
    return _sets(*_parts(G, False))


def number_connected_components(G: BackendGraph) -> int:
    return _parts(G, False)[2]


def is_connected(G: BackendGraph) -> bool:
    _not_null(G, False)
    return _parts(G, False)[2] == 1


def node_connected_component(G: BackendGraph, n: Any) -> set:
    edges = edges_of(checked(G, directed=False))
    labels, _ = edges.graph.components(None)
    own, nodes = labels[edges.places[n]], edges.nodes
    return {nodes[i] for i in np.flatnonzero(labels == own)}


def weakly_connected_components(G: BackendGraph) -> Iterator[set]:
    return _sets(*_parts(G, True))


def number_weakly_connected_components(G: BackendGraph) -> int:
    return _parts(G, True)[2]


def is_weakly_connected(G: BackendGraph) -> bool:
    _not_null(G, True)
    return _parts(G, True)[2] == 1


def strongly_connected_components(G: BackendGraph) -> Iterator[set]:
    edges, labels, count = _strong_parts(G)
    parts = list(_sets(edges.nodes, labels, count))
    return (parts[i] for i in _ends_first(edges, labels, count))


def number_strongly_connected_components(G: BackendGraph) -> int:
    return _strong_parts(G)[2]


def is_strongly_connected(G: BackendGraph) -> bool:
    _not_null(G, True)
    if len(G) > 1 and not all(len(arcs) for ends in (G.pred, G.succ) for arcs in ends.values()):
        return False  # without reading the edges
    return _strong_parts(G)[2] == 1


def biconnected_components(G: BackendGraph) -> Iterator[set]:
    edges, labels, count = _blocks(G)
    kept = labels >= 0
    parts: list[set] = [set() for _ in range(count)]
    for ends in (edges.u, edges.v):
        for node, label in zip(ends[kept].tolist(), labels[kept].tolist()):
            parts[label].add(edges.nodes[node])
    return iter(parts)


def biconnected_component_edges(G: BackendGraph) -> Iterator[list]:
    edges, labels, count = _blocks(G)
    refuse("loops are in no component" if (labels < 0).any() else None)
    parts: list[list] = [[] for _ in range(count)]
    for u, v, label in zip(edges.u.tolist(), edges.v.tolist(), labels.tolist()):
        parts[label].append((edges.nodes[u], edges.nodes[v]))
    return iter(parts)


def is_biconnected(G: BackendGraph) -> bool:
    if len(checked(G, directed=False)) > 2 and any(len(others) < 2 for _, others in G.adjacency()):
        return False  # without reading the edges
    edges, labels, count = _blocks(G)
    kept = labels >= 0
    return count == 1 and len(np.union1d(edges.u[kept], edges.v[kept])) == len(edges.nodes)


def articulation_points(G: BackendGraph) -> Iterator:
    edges = edges_of(checked(G, directed=False))
    points = _boscage.articulation_points(edges.graph, None).tolist()
    return (edges.nodes[point] for point in points)


def bridges(G: BackendGraph, root: Any = None) -> Iterator[tuple]:
    graph = checked(G, directed=False)
    if root is not None and root not in graph:
        raise nx.NodeNotFound(f"Root node {root} is not in graph")
    edges = edges_of(graph)
    found = _boscage.bridges(edges.graph, None)
    if root is not None:
        labels, _ = edges.graph.components(None)
        found = found[labels[edges.u[found]] == labels[edges.places[root]]]
    pairs = ((edges.nodes[edges.u[i]], edges.nodes[edges.v[i]]) for i in found.tolist())
    is_multigraph = graph.is_multigraph()
    return (pair for pair in pairs if not is_multigraph or graph.number_of_edges(*pair) == 1)


def has_bridges(G: BackendGraph, root: Any = None) -> bool:
    return next(bridges(G, root), None) is not None
