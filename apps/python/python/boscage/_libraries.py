"""Graphs of NetworkX, igraph and rustworkx.

A library is imported only if an object of it was passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Optional

import numpy as np

from ._columns import is_a, listed, numbers
from ._nodes import NamedNodes, Nodes, Vertices


class Edges(NamedTuple):
    """The edges of a graph: the number of its nodes, columns, and the nodes themselves."""

    n: int
    u: np.ndarray
    v: np.ndarray
    w: Optional[np.ndarray]
    nodes: Nodes


def of_library(graph: Any) -> tuple[bool, Optional[Callable[[Any, Any], Edges]]]:
    """Returns True for a directed graph of another library, and the function that takes its edges out."""
    if is_a(graph, "networkx", "Graph"):
        return graph.is_directed(), _of_networkx
    if is_a(graph, "igraph", "Graph", "GraphBase"):
        return graph.is_directed(), _of_igraph
    if is_a(graph, "rustworkx", "PyGraph", "PyDiGraph"):
        return is_a(graph, "rustworkx", "PyDiGraph"), _of_rustworkx
    return False, None


def networkx_edges(graph: Any, weight: Any) -> tuple[list, dict, np.ndarray, np.ndarray, np.ndarray]:
    """Returns the nodes of a graph, their places, and the columns of its edges."""
    if callable(weight):
        raise TypeError("weight: expected the name of an attribute, or None, for a graph of NetworkX")
    names = list(graph)
    places = {name: i for i, name in enumerate(names)}
    us, vs, ws = [], [], []
    for u, v, w in (
        graph.edges(data=weight, default=1) if weight is not None else ((*e[:2], 1) for e in graph.edges())
    ):
        us.append(places[u])
        vs.append(places[v])
        ws.append(w)
    u, v = (np.fromiter(ends, np.int64, len(ends)) for ends in (us, vs))
    return names, places, u, v, numbers(ws)


def _of_networkx(graph: Any, weight: Any) -> Edges:
    names, _, u, v, w = networkx_edges(graph, weight)
    return Edges(len(names), u, v, w, NamedNodes(names))


def _or_one(weights: Iterable) -> np.ndarray:
    return numbers([1 if weight is None else weight for weight in weights])


def _of_igraph(graph: Any, weight: Any) -> Edges:
    ends = np.asarray(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    if weight is None or (isinstance(weight, str) and weight not in graph.es.attributes()):
        weights = None
    elif not isinstance(weight, Iterable):
        raise TypeError(
            "weight: expected the name of an attribute, a sequence, or None, for a graph of igraph"
        )
    else:
        weights = _or_one(graph.es[weight] if isinstance(weight, str) else listed(weight, "weight"))
    n = graph.vcount()
    names = graph.vs["name"] if "name" in graph.vs.attributes() else []
    return Edges(n, ends[:, 0], ends[:, 1], weights, Vertices(n, names))


def _of_rustworkx(graph: Any, weight: Any) -> Edges:
    names = list(graph.node_indices())
    ends = np.asarray(graph.edge_list(), dtype=np.int64).reshape(-1, 2)
    if names and names[-1] != len(names) - 1:  # some nodes have been removed
        place = np.zeros(names[-1] + 1, np.int64)
        place[names] = np.arange(len(names))
        ends = place[ends]
    if weight is None:
        weights = None
    elif callable(weight):
        weights = numbers([weight(edge) for edge in graph.edges()])
    elif weight == "weight":
        weights = _or_one(graph.edges())
    else:
        raise TypeError("weight: expected a function of an edge's data, or None, for a graph of rustworkx")
    return Edges(len(names), ends[:, 0], ends[:, 1], weights, NamedNodes(names))
