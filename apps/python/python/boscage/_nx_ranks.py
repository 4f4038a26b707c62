"""NetworkX's functions of ranks."""

from __future__ import annotations

from typing import Any, Optional

import networkx as nx
import numpy as np

from . import _boscage
from ._libraries import networkx_edges
from ._nx_graph import BackendGraph, by_node, checked, edge_list, refuse


def pagerank_reason(G: BackendGraph, alpha: float = 0.85, *_: Any, **__: Any) -> Optional[str]:
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
    refuse(pagerank_reason(G, alpha))
    graph = checked(G)
    if len(graph) == 0:
        return {}

    def shares(values: Optional[dict]) -> Optional[np.ndarray]:
        if values is None:
            return None
        array = np.array([values.get(node, 0) for node in nodes], np.float64)
        if array.sum() == 0:
            raise ZeroDivisionError
        return array

    try:
        nodes, _, us, vs, weights = networkx_edges(graph, weight)
        inner = edge_list(len(nodes), us, vs, weights)
        limits = alpha, tol * len(nodes), max_iter
        start = np.ones(len(nodes)) if nstart is None else shares(nstart)  # as in NetworkX
        jumps = shares(personalization), shares(dangling), start
        ranks, change = _boscage.page_rank(inner, graph.is_directed(), True, *limits, *jumps, None)
    except (TypeError, ValueError) as error:  # not of numbers, NaN, or negative
        raise NotImplementedError(str(error)) from None
    if not change < limits[1]:
        raise nx.PowerIterationFailedConvergence(max_iter)
    return by_node(nodes, ranks)
