"""NetworkX's functions of distances, and PageRank."""

from __future__ import annotations

from typing import Any, Optional

import networkx as nx
import numpy as np

from . import _boscage
from ._algorithms import shares_of
from ._graphs import numbers
from ._nx_graph import BackendGraph, by_node, checked, edge_list, edges_of, refuse

#: Changes of ranks of 32 bits are hardly more than rounding below this.
_COARSE = 1e-5


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
    nodes = list(graph)
    index = {node: i for i, node in enumerate(nodes)}
    us, vs, ws = [], [], []
    for u, v, data in graph.edges(data=True):
        us.append(index[u])
        vs.append(index[v])
        ws.append(data.get(weight, 1))
    try:
        weights = numbers(ws)
        if weights.dtype.kind == "f" and weights.dtype.itemsize < 8:
            raise ValueError(f"weights: expected floats of 64 bits, found {weights.dtype}")
        inner = edge_list(len(nodes), us, vs, weights)
        lengths = _boscage.shortest_paths(inner, index[source], graph.is_directed(), None)
    except ValueError as error:  # not of numbers, NaN, negative, or too long
        raise NotImplementedError(str(error)) from None
    is_reached = ~np.isnan(lengths) if lengths.dtype.kind == "f" else lengths >= 0
    found = _nearest_first(nodes, lengths, is_reached)
    found[source] = 0  # also if the others are floats
    if cutoff is None:
        return found
    return {node: length for node, length in found.items() if node == source or not length > cutoff}


def pagerank_reason(
    G: BackendGraph,
    alpha: float = 0.85,
    personalization: Optional[dict] = None,
    max_iter: int = 100,
    tol: float = 1e-6,
    nstart: Optional[dict] = None,
    weight: Any = "weight",
    dangling: Optional[dict] = None,
) -> Optional[str]:
    if nstart is not None:
        return "a start is not implemented"
    if dangling is not None:
        return "jumps of dangling nodes are not implemented"
    if not 0 <= alpha < 1:
        return "alpha is not at least 0 and below 1"
    return None


def pagerank(
    G: BackendGraph,
    alpha: float = 0.85,
    personalization: Optional[dict] = None,
    max_iter: int = 100,
    tol: float = 1e-6,
    nstart: Optional[dict] = None,
    weight: Any = "weight",
    dangling: Optional[dict] = None,
) -> dict:
    refuse(pagerank_reason(G, alpha, personalization, max_iter, tol, nstart, weight, dangling))
    graph = checked(G)
    nodes = list(graph)
    if not nodes:
        return {}
    jumps = np.ones(len(nodes))
    if personalization is not None:
        jumps = np.array([personalization.get(node, 0) for node in nodes], float)
        if jumps.sum() == 0:
            raise ZeroDivisionError
    index = {node: i for i, node in enumerate(nodes)}
    us, vs, ws = [], [], []
    for u, v, data in graph.edges(data=True):
        us.append(index[u])
        vs.append(index[v])
        ws.append(1 if weight is None else data.get(weight, 1))
    u, v = (np.fromiter(ends, np.int64, len(ends)) for ends in (us, vs))
    inner, tolerance = edge_list(len(nodes), u, v), len(nodes) * tol
    shares = None if personalization is None else shares_of(jumps)
    options = alpha, max(tolerance, _COARSE), max(max_iter, 0), shares, None
    try:
        weights = numbers(ws)
        if (ws and not (weights[0] == weights).all()) or not 0 < weights.min(initial=1) < np.inf:
            raise ValueError("weights that differ, or are not above 0, are not implemented")
        ranks, _ = _boscage.page_rank(inner, graph.is_directed(), *options)
    except ValueError as error:  # also of jumps below 0
        raise NotImplementedError(str(error)) from None
    if not graph.is_directed():
        proper = u != v
        u, v = np.concatenate([u, v[proper]]), np.concatenate([v, u[proper]])
    # From there on with 64 bits: mostly it is one round.
    wide = ranks.astype(float)
    wide /= wide.sum()
    for _ in range(max_iter):
        before, wide = wide, _next_ranks(wide, u, v, alpha, jumps / jumps.sum())
        if np.abs(wide - before).sum() < tolerance:
            return by_node(nodes, wide)
    raise nx.PowerIterationFailedConvergence(max_iter)


def _next_ranks(
    ranks: np.ndarray, u: np.ndarray, v: np.ndarray, alpha: float, jumps: np.ndarray
) -> np.ndarray:
    n = ranks.size
    degrees = np.bincount(u, minlength=n)
    shares = ranks / np.maximum(degrees, 1)
    followed = np.bincount(v, weights=shares[u], minlength=n)
    return alpha * (followed + ranks[degrees == 0].sum() * jumps) + (1 - alpha) * jumps
