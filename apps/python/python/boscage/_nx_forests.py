"""NetworkX's functions of spanning forests."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx
import numpy as np

from ._nx_graph import BackendGraph, checked, edge_list, edges_of, refusing


class NanError(ValueError):
    """A weight is NaN."""


def _forest(G: BackendGraph, algorithm: str, weight: str, ignore_nan: bool, maximum: bool) -> list[tuple]:
    """Returns the forest's edges, with keys and data as in ``G.edges``, in Kruskal's order."""
    graph = checked(G, directed=False)
    if algorithm not in ("kruskal", "prim", "boruvka", "borůvka"):
        raise ValueError(f"{algorithm} is not a valid choice for an algorithm.")
    if graph.is_multigraph() and algorithm in ("boruvka", "borůvka"):
        raise nx.NetworkXNotImplemented("not implemented for multigraph type")
    edges = edges_of(graph)
    with refusing():
        weights = edges.weights(weight)
    u, v = edges.all[:2]
    kept = None
    if weights.dtype.kind == "f":
        is_nan = np.isnan(weights)
        if is_nan.any():
            if not ignore_nan:
                raise NanError(f"NaN found as an edge weight. Edge {edges.edge(int(is_nan.argmax()))}")
            kept = np.flatnonzero(~is_nan)
            u, v, weights = u[kept], v[kept], weights[kept]
    ids = edge_list(len(graph), u, v, weights).forest(maximum, "auto", None).ids()
    ids = ids[np.argsort(_key(weights[ids], maximum), kind="stable")]
    return [edges.edge(i) for i in (ids if kept is None else kept[ids]).tolist()]


def _key(weights: np.ndarray, maximum: bool) -> np.ndarray:
    """Returns sort keys of the forest's edges; equal weights have equal keys."""
    if not maximum:
        return weights
    ranks = np.unique(weights, return_inverse=True)[1]
    return -ranks


def _edges(
    G: BackendGraph, algorithm: str, weight: str, keys: bool, data: bool, *options: bool
) -> Iterator[tuple]:
    """Finds the forest at once; an error about NaN is raised at the first edge, as in NetworkX."""
    try:
        return _shown(G, _forest(G, algorithm, weight, *options), keys, data)
    except NanError as error:
        return _failed(ValueError(str(error)))


def _failed(error: Exception) -> Iterator[tuple]:
    raise error
    yield


def _shown(G: BackendGraph, edges: list[tuple], keys: bool, data: bool) -> Iterator[tuple]:
    is_multigraph = G.is_multigraph()
    for edge in edges:
        key = edge[2:3] if is_multigraph and keys else ()
        yield (*edge[:2], *key, *(edge[-1:] if data else ()))


def minimum_spanning_edges(
    G: BackendGraph,
    algorithm: str = "kruskal",
    weight: str = "weight",
    keys: bool = True,
    data: bool = True,
    ignore_nan: bool = False,
) -> Iterator[tuple]:
    return _edges(G, algorithm, weight, keys, data, ignore_nan, False)


def maximum_spanning_edges(
    G: BackendGraph,
    algorithm: str = "kruskal",
    weight: str = "weight",
    keys: bool = True,
    data: bool = True,
    ignore_nan: bool = False,
) -> Iterator[tuple]:
    return _edges(G, algorithm, weight, keys, data, ignore_nan, True)


def _tree(G: BackendGraph, algorithm: str, weight: str, ignore_nan: bool, *, maximum: bool) -> nx.Graph:
    try:
        edges = _forest(G, algorithm, weight, ignore_nan, maximum)
    except NanError as error:
        raise ValueError(str(error)) from None
    graph = G.graph
    tree = graph.__class__()
    tree.graph.update(graph.graph)
    tree.add_nodes_from(graph.nodes.items())
    tree.add_edges_from(edges)
    return tree


def minimum_spanning_tree(
    G: BackendGraph, weight: str = "weight", algorithm: str = "kruskal", ignore_nan: bool = False
) -> nx.Graph:
    return _tree(G, algorithm, weight, ignore_nan, maximum=False)


def maximum_spanning_tree(
    G: BackendGraph, weight: str = "weight", algorithm: str = "kruskal", ignore_nan: bool = False
) -> nx.Graph:
    return _tree(G, algorithm, weight, ignore_nan, maximum=True)
