"""A backend of NetworkX: ``nx.minimum_spanning_edges(G, backend="boscage")``.

The graph stays NetworkX's own. Each call takes the edges out of it, which is most of the time of a call, and
answers with the nodes, keys and attributes of the graph.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np

from . import _boscage
from ._graphs import numbers


class NanError(ValueError):
    """A weight is NaN."""


class BackendGraph:
    """A graph of NetworkX, as the functions of this backend take it."""

    __networkx_backend__ = "boscage"

    def __init__(self, graph: nx.Graph) -> None:
        self.graph = graph

    def is_directed(self) -> bool:
        return self.graph.is_directed()

    def is_multigraph(self) -> bool:
        return self.graph.is_multigraph()


def _undirected(G: BackendGraph) -> nx.Graph:
    if G.is_directed():
        raise nx.NetworkXNotImplemented("not implemented for directed type")
    # Nothing has been converted, so nothing is worth keeping: NetworkX would warn of what it has kept.
    (getattr(G.graph, "__networkx_cache__", None) or {}).get("backends", {}).pop("boscage", None)
    return G.graph


def _edge_list(n: int, u: list, v: list, w: Any) -> _boscage.Graph:
    us, vs = (np.fromiter(ends, np.int64, len(ends)) for ends in (u, v))
    return _boscage.Graph.of_columns(n, us, vs, w, None)


def _forest(G: BackendGraph, algorithm: str, weight: str, ignore_nan: bool, maximum: bool) -> list[tuple]:
    """The forest's edges, as ``G.edges`` has them with keys and data, in the order of Kruskal's algorithm."""
    graph = _undirected(G)
    if algorithm not in ("kruskal", "prim", "boruvka", "borůvka"):
        raise ValueError(f"{algorithm} is not a valid choice for an algorithm.")
    if graph.is_multigraph() and algorithm in ("boruvka", "borůvka"):
        raise nx.NetworkXNotImplemented("not implemented for multigraph type")
    edges = list(graph.edges(keys=True, data=True) if graph.is_multigraph() else graph.edges(data=True))
    try:
        weights = numbers([edge[-1].get(weight, 1) for edge in edges])
    except ValueError as error:
        raise NotImplementedError(str(error)) from None
    if weights.dtype.kind == "f":
        is_nan = np.isnan(weights)
        if is_nan.any():
            if not ignore_nan:
                raise NanError(f"NaN found as an edge weight. Edge {edges[int(is_nan.argmax())]}")
            kept = np.flatnonzero(~is_nan)
            edges, weights = [edges[i] for i in kept], weights[kept]
    index = {node: i for i, node in enumerate(graph)}
    u, v = ([index[edge[end]] for edge in edges] for end in (0, 1))
    forest = _edge_list(len(index), u, v, weights).forest(maximum, "auto", None)
    ids = forest.ids()
    order = np.argsort(_key(weights[ids], maximum), kind="stable")
    return [edges[i] for i in ids[order]]


def _key(weights: np.ndarray, maximum: bool) -> np.ndarray:
    """What ascends where the edges of the forest are to come; equal weights are equal."""
    if not maximum:
        return weights
    ranks = np.unique(weights, return_inverse=True)[1]
    return -ranks


def _edges(
    G: BackendGraph, algorithm: str, weight: str, keys: bool, data: bool, *options: bool
) -> Iterator[tuple]:
    """The forest is found at once; only NaN is told when the first edge is asked for, as NetworkX does."""
    try:
        return _shown(G, _forest(G, algorithm, weight, *options), keys, data)
    except NanError as error:
        return _failed(error)


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


def _tree(G: BackendGraph, edges: list[tuple]) -> nx.Graph:
    graph = G.graph
    tree = graph.__class__()
    tree.graph.update(graph.graph)
    tree.add_nodes_from(graph.nodes.items())
    tree.add_edges_from(edges)
    return tree


def minimum_spanning_tree(
    G: BackendGraph, weight: str = "weight", algorithm: str = "kruskal", ignore_nan: bool = False
) -> nx.Graph:
    return _tree(G, _forest(G, algorithm, weight, ignore_nan, maximum=False))


def maximum_spanning_tree(
    G: BackendGraph, weight: str = "weight", algorithm: str = "kruskal", ignore_nan: bool = False
) -> nx.Graph:
    return _tree(G, _forest(G, algorithm, weight, ignore_nan, maximum=True))


def _parts(G: BackendGraph) -> tuple[list, np.ndarray, int]:
    """The nodes, the component of each, and the number of components."""
    graph = _undirected(G)
    nodes = list(graph)
    index = {node: i for i, node in enumerate(nodes)}
    u, v = [], []
    for node, others in graph.adj.items():
        ends = [index[other] for other in others]  # of a view, len(others) may be more
        u.extend([index[node]] * len(ends))
        v.extend(ends)
    labels, count = _edge_list(len(nodes), u, v, None).components(None)
    return nodes, labels, count


def connected_components(G: BackendGraph) -> Iterator[set]:
    nodes, labels, count = _parts(G)
    parts: list[set] = [set() for _ in range(count)]
    for node, label in zip(nodes, labels.tolist()):
        parts[label].add(node)
    return iter(parts)


def number_connected_components(G: BackendGraph) -> int:
    return _parts(G)[2]


def is_connected(G: BackendGraph) -> bool:
    if len(_undirected(G)) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return _parts(G)[2] == 1


def node_connected_component(G: BackendGraph, n: Any) -> set:
    nodes, labels, _ = _parts(G)
    if n not in G.graph:
        raise KeyError(n)
    own = labels[nodes.index(n)]
    return {nodes[i] for i in np.flatnonzero(labels == own)}


def convert_from_nx(graph: nx.Graph, **_: Any) -> BackendGraph:
    return BackendGraph(graph)


def convert_to_nx(result: Any, **_: Any) -> Any:
    return result.graph if isinstance(result, BackendGraph) else result


class Backend:
    """The functions, as NetworkX looks for them."""

    convert_from_nx = staticmethod(convert_from_nx)
    convert_to_nx = staticmethod(convert_to_nx)
    minimum_spanning_edges = staticmethod(minimum_spanning_edges)
    maximum_spanning_edges = staticmethod(maximum_spanning_edges)
    minimum_spanning_tree = staticmethod(minimum_spanning_tree)
    maximum_spanning_tree = staticmethod(maximum_spanning_tree)
    connected_components = staticmethod(connected_components)
    number_connected_components = staticmethod(number_connected_components)
    is_connected = staticmethod(is_connected)
    node_connected_component = staticmethod(node_connected_component)


backend = Backend()
