"""Graphs of NetworkX for the functions of the backend."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Optional

import networkx as nx
import numpy as np

from . import _boscage


class BackendGraph:
    """A graph of NetworkX, without conversion."""

    __networkx_backend__ = "boscage"

    def __init__(self, graph: nx.Graph) -> None:
        self.graph = graph

    def __len__(self) -> int:
        return len(self.graph)

    def is_directed(self) -> bool:
        return self.graph.is_directed()

    def is_multigraph(self) -> bool:
        return self.graph.is_multigraph()


def checked(G: BackendGraph, *, directed: Optional[bool] = None, multigraph: bool = True) -> nx.Graph:
    """Returns the graph, if it has the wanted direction (None: any), and is no forbidden multigraph."""
    # Nothing was converted, so nothing should be cached: NetworkX would warn of its cache.
    (getattr(G.graph, "__networkx_cache__", None) or {}).get("backends", {}).pop("boscage", None)
    if directed is not None and G.is_directed() != directed:
        kind = "directed" if G.is_directed() else "undirected"
        raise nx.NetworkXNotImplemented(f"not implemented for {kind} type")
    if not multigraph and G.is_multigraph():
        raise nx.NetworkXNotImplemented("not implemented for multigraph type")
    return G.graph


def refuse(reason: Optional[str]) -> None:
    """NetworkX continues with another backend, or reports the reason."""
    if reason is not None:
        raise NotImplementedError(reason)


def edge_list(n: int, u: Iterable, v: Iterable, w: Any = None) -> _boscage.Graph:
    us, vs = (ends if isinstance(ends, np.ndarray) else np.fromiter(ends, np.int64) for ends in (u, v))
    return _boscage.Graph.of_columns(n, us, vs, w, None)


class Edges(NamedTuple):
    """Returns the edges of a graph, and only one of several parallel ones."""

    nodes: list
    #: The place of each node in the list.
    places: dict
    u: np.ndarray
    v: np.ndarray

    def edge_list(self) -> _boscage.Graph:
        return edge_list(len(self.nodes), self.u, self.v)


def edges_of(graph: nx.Graph) -> Edges:
    nodes = list(graph)
    places = {node: i for i, node in enumerate(nodes)}
    sources, degrees, targets = [], [], []
    for node, others in graph.adjacency():
        ends = [places[other] for other in others]  # of a view, len(others) may be more
        sources.append(places[node])
        degrees.append(len(ends))
        targets.extend(ends)
    u = np.repeat(np.array(sources, np.int64), np.array(degrees, np.int64))
    v = np.fromiter(targets, np.int64, len(targets))
    if not graph.is_directed():  # each edge has come from both ends
        once = u <= v
        u, v = u[once], v[once]
    return Edges(nodes, places, u, v)


def by_node(nodes: list, values: np.ndarray) -> dict:
    """Returns a dictionary of Python's own numbers."""
    return dict(zip(nodes, values.tolist()))
