"""NetworkX's functions of ranks."""

from __future__ import annotations

import math
from typing import Any, Optional

import networkx as nx
import numpy as np

from . import _boscage
from ._nx_graph import BackendGraph, by_node, checked, edges_of, refuse, refusing


def pagerank_reason(alpha: float = 0.85, **_: Any) -> Optional[str]:
    return None if 0 <= alpha < 1 else "alpha has to be at least 0 and less than 1"


def pagerank(
    G: BackendGraph,
    alpha: float = 0.85,
    personalization: Optional[dict] = None,
    max_iter: int = 100,
    tol: float = 1e-06,
    nstart: Optional[dict] = None,
    weight: Any = "weight",
    dangling: Optional[dict] = None,
) -> dict:
    refuse(pagerank_reason(alpha))
    graph = checked(G)
    if len(graph) == 0:
        return {}
    edges = edges_of(graph)

    def shares(values: Optional[dict]) -> Optional[np.ndarray]:
        if values is None:
            return None
        array = np.array([values.get(node, 0) for node in edges.nodes], np.float64)
        if array.sum() == 0:
            raise ZeroDivisionError
        return array

    if nstart is not None and sum(nstart.get(node, 0) for node in edges.nodes) == 0:
        raise nx.PowerIterationFailedConvergence(max_iter)
    with refusing():  # weights that are not numbers, NaN, or negative
        inner = edges.weighted(weight)
        limits = alpha, tol * len(graph), max(max_iter, 0)
        start = np.ones(len(graph)) if nstart is None else shares(nstart)  # as in NetworkX
        jumps = shares(personalization), shares(dangling), start
        ranks, change = _boscage.page_rank(inner, graph.is_directed(), True, *limits, *jumps, None)
    if not change < limits[1]:
        raise nx.PowerIterationFailedConvergence(max_iter)
    return by_node(edges.nodes, ranks)


def betweenness_centrality_reason(weight: Any = None, endpoints: bool = False, **_: Any) -> Optional[str]:
    if weight is not None:
        return "betweenness with weights is not implemented"
    return "betweenness with endpoints is not implemented" if endpoints else None


def betweenness_centrality(
    G: BackendGraph,
    k: Optional[int] = None,
    normalized: bool = True,
    weight: Any = None,
    endpoints: bool = False,
    seed: Any = None,
) -> dict:
    refuse(betweenness_centrality_reason(weight, endpoints))
    graph = checked(G)
    edges = edges_of(graph)
    n = len(graph)
    sources = None
    if k is not None and k != n:
        sample = nx.utils.create_py_random_state(seed).sample(list(graph.nodes()), k)
        sources = [edges.places[node] for node in sample]
        if k == 0 and n > 2:
            raise ZeroDivisionError("division by zero")
    scores = _boscage.betweenness(edges.graph, sources, graph.is_directed(), None)
    if n > 2:
        # NetworkX scales a sampled node by the number of the others, because it is no source for itself.
        count = n - 1 if sources is None else len(sources)
        others = count if sources is None else count - 1
        whole = 1 / (n - 2) if normalized else (n - 1) / (1 if graph.is_directed() else 2)
        is_source = np.zeros(n, bool)
        is_source[sources or []] = True
        of_source = whole / others if others > 0 else math.nan
        scores *= np.where(is_source, of_source, whole / count)
    return by_node(edges.nodes, scores)
