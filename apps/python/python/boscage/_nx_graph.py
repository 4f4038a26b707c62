"""Graphs of NetworkX for the functions of the backend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import compress
from typing import Any, Optional

import networkx as nx
import numpy as np

from . import _boscage
from ._columns import numbers


class BackendGraph:
    """A graph of NetworkX, without conversion."""

    __networkx_backend__ = "boscage"

    def __init__(self, graph: nx.Graph) -> None:
        self.graph = graph

    def __len__(self) -> int:
        return len(self.graph)

    def __iter__(self) -> Iterator:
        return iter(self.graph)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.graph, name)

    def is_directed(self) -> bool:
        return self.graph.is_directed()

    def is_multigraph(self) -> bool:
        return self.graph.is_multigraph()


def checked(G: BackendGraph, *, directed: Optional[bool] = None, multigraph: bool = True) -> nx.Graph:
    """Returns the graph, if it has the wanted direction (None: any), and is no forbidden multigraph."""
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


@contextmanager
def refusing() -> Iterator[None]:
    """Refuses graphs whose weights are no numbers or not supported."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise NotImplementedError(str(error)) from None


def edge_list(n: int, u: Iterable, v: Iterable, w: Any = None) -> _boscage.Graph:
    us, vs = (ends if isinstance(ends, np.ndarray) else np.fromiter(ends, np.int64) for ends in (u, v))
    return _boscage.Graph.of_columns(n, us, vs, w, None)


class Edges:
    """The nodes and edges of a graph. Weights are not among them: they are read anew for each call."""

    def __init__(self, graph: nx.Graph) -> None:
        self.nodes = list(graph)
        #: The place of each node in the list.
        self.places = places = {node: i for i, node in enumerate(self.nodes)}
        self.is_directed, self.is_multigraph = graph.is_directed(), graph.is_multigraph()
        sources, degrees, targets = [], [], []
        data: list[dict] = []
        for node, others in graph.adjacency():
            ends = [places[other] for other in others]  # of a view, len(others) may be more
            sources.append(places[node])
            degrees.append(len(ends))
            targets.extend(ends)
            data.extend(others.values())
        self._counts = _counts(graph)
        u = np.repeat(np.array(sources, np.int64), np.array(degrees, np.int64))
        v = np.fromiter(targets, np.int64, len(targets))
        if not self.is_directed:  # each edge has come from both ends
            once = u <= v
            u, v, data = u[once], v[once], list(compress(data, once.tolist()))
        #: The ends of edges, and of only one of several parallel ones.
        self.u, self.v = u, v
        #: The attributes of each edge, and of parallel edges by their keys.
        self.data = data

    def is_of(self, graph: nx.Graph) -> bool:
        """Returns False if the graph has changed since, although its cache was not cleared.

        NetworkX clears it at the end of a change, but not if that ends with an error.
        """
        return self.nodes == list(graph) and self._counts == _counts(graph)

    def __reduce__(self) -> tuple:
        """Copies and pickles of a graph keep nothing."""
        return type(None), ()

    @cached_property
    def graph(self) -> _boscage.Graph:
        """The edges without weights, and only one of several parallel ones."""
        return edge_list(len(self.nodes), self.u, self.v)

    @cached_property
    def all(self) -> tuple[np.ndarray, np.ndarray, list[dict], list]:
        """The ends, attributes and keys of all edges, in the order of ``G.edges``; no keys if none exist."""
        if not self.is_multigraph:
            return self.u, self.v, self.data, []
        counts = np.array([len(list(edges)) for edges in self.data], np.int64)
        attributes = [edge for edges in self.data for edge in edges.values()]
        keys = [key for edges in self.data for key in edges]
        return np.repeat(self.u, counts), np.repeat(self.v, counts), attributes, keys

    def weights(self, weight: Any, default: Any = 1) -> np.ndarray:
        """Returns the weights of all edges."""
        data = self.all[2]
        return numbers([1] * len(data) if weight is None else [edge.get(weight, default) for edge in data])

    def weighted(self, weight: Any) -> _boscage.Graph:
        """Returns all edges with their weights."""
        return edge_list(len(self.nodes), *self.all[:2], self.weights(weight))

    def edge(self, i: int) -> tuple:
        """Returns an edge as ``G.edges`` does, with its key, if any, and its attributes."""
        us, vs, data, keys = self.all
        return (self.nodes[us[i]], self.nodes[vs[i]], *keys[i : i + 1], data[i])


def _counts(graph: nx.Graph) -> list[int]:
    """Returns the degree of each node, and of a multigraph the number of edges."""
    degrees = [len(others) for _, others in graph.adjacency()]
    if graph.is_multigraph():
        degrees.append(sum(len(edges) for _, others in graph.adjacency() for edges in others.values()))
    return degrees


#: The kinds of graphs that tell NetworkX's cache of each change. Others may change unseen.
_KINDS = (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)


def _cache(graph: nx.Graph) -> Optional[dict]:
    """Returns NetworkX's cache of a graph, which it clears with each change of nodes and edges."""
    is_view = hasattr(graph, "_graph")
    if type(graph) not in _KINDS or is_view or not nx.config.cache_converted_graphs:
        return None
    return getattr(graph, "__networkx_cache__", None)


def edges_of(graph: nx.Graph) -> Edges:
    """Returns the edges of a graph, which are kept until it changes."""
    cache = _cache(graph)
    if cache is None:
        return Edges(graph)
    edges = cache.get("boscage")
    if edges is None or not edges.is_of(graph):
        edges = cache["boscage"] = Edges(graph)
    return edges


def are_kept(graph: Any) -> bool:
    """Returns True if the edges of a graph need not be read again."""
    return isinstance(graph, nx.Graph) and (_cache(graph) or {}).get("boscage") is not None


def by_node(nodes: list, values: np.ndarray) -> dict:
    """Returns a dictionary of Python's own numbers."""
    return dict(zip(nodes, values.tolist()))
