"""A backend of NetworkX: ``nx.minimum_spanning_edges(G, backend="boscage")``.

The graph is not converted. Each call reads the edges of NetworkX's graph, which takes most of its time, and
returns nodes, keys and attributes of the graph.

NetworkX has two ways to reject a call. Here ``can_run`` checks options, before anything is done. A function
raises NotImplementedError if it does not support the weights of the graph.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional, Union

import networkx as nx

from . import _nx_components, _nx_dense, _nx_forests, _nx_ranks, _nx_searches
from ._nx_graph import BackendGraph
from .networkx_info import FASTER_FROM, FUNCTIONS

_MODULES = (_nx_components, _nx_dense, _nx_forests, _nx_ranks, _nx_searches)

#: Functions that return the reason why a function cannot run with some arguments, or None.
_REASONS: dict[str, Callable[..., Optional[str]]] = {
    "clustering": _nx_dense.clustering_reason,
    "pagerank": _nx_ranks.pagerank_reason,
    "single_source_dijkstra_path_length": _nx_searches.dijkstra_reason,
    "transitivity": _nx_dense.transitivity_reason,
}


def convert_from_nx(graph: nx.Graph, **_: Any) -> BackendGraph:
    return BackendGraph(graph)


def convert_to_nx(result: Any, **_: Any) -> Any:
    return result.graph if isinstance(result, BackendGraph) else result


def can_run(name: str, args: tuple, kwargs: dict) -> Union[bool, str]:
    """Returns True, or the reason why the function cannot run."""
    reason = _REASONS.get(name)
    return True if reason is None else reason(*args, **kwargs) or True


def should_run(name: str, args: tuple, kwargs: dict) -> Union[bool, str]:
    """Returns True, or the reason why NetworkX is or may be faster."""
    if name in ("triangles", "clustering") and _given(1, "nodes", args, kwargs):
        return "only some nodes are wanted"
    if name.startswith("single_source") and _given(2, "cutoff", args, kwargs):
        return "the search has a cutoff"
    least = FASTER_FROM[name]
    if least is None:
        return "NetworkX is faster: reading the edges of its graph takes longer than its function"
    graph = args[0] if args else kwargs["G"]
    if len(graph) < least:
        return f"NetworkX is faster: the graph has fewer than {least} nodes"
    return True


def _given(place: int, name: str, args: tuple, kwargs: dict) -> bool:
    return (args[place] if len(args) > place else kwargs.get(name)) is not None


class Backend:
    """The functions of the backend, as attributes."""

    convert_from_nx = staticmethod(convert_from_nx)
    convert_to_nx = staticmethod(convert_to_nx)
    can_run = staticmethod(can_run)
    should_run = staticmethod(should_run)


for _name in FUNCTIONS:
    [_function] = [getattr(module, _name) for module in _MODULES if hasattr(module, _name)]
    setattr(Backend, _name, staticmethod(_function))

backend = Backend()
