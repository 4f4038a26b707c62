"""A backend of NetworkX: ``nx.minimum_spanning_edges(G, backend="boscage")``.

The graph stays NetworkX's own. Each call takes the edges out of it, which is most of the time of a call, and
answers with the nodes, keys and attributes of the graph.

NetworkX has two ways to say what a backend cannot do. Here ``can_run`` looks at options, before anything is
done. A function raises NotImplementedError if it is the weights of the graph that it cannot work with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional, Union

import networkx as nx

from . import _nx_components, _nx_dense, _nx_forests, _nx_searches
from ._nx_graph import BackendGraph
from .networkx_info import FASTER_FROM, FUNCTIONS

_MODULES = (_nx_components, _nx_dense, _nx_forests, _nx_searches)

#: What says why a function cannot run with some arguments, or returns None.
_REASONS: dict[str, Callable[..., Optional[str]]] = {
    "clustering": _nx_dense.clustering_reason,
    "single_source_dijkstra_path_length": _nx_searches.dijkstra_reason,
    "transitivity": _nx_dense.transitivity_reason,
}


def convert_from_nx(graph: nx.Graph, **_: Any) -> BackendGraph:
    return BackendGraph(graph)


def convert_to_nx(result: Any, **_: Any) -> Any:
    return result.graph if isinstance(result, BackendGraph) else result


def can_run(name: str, args: tuple, kwargs: dict) -> Union[bool, str]:
    """True, or the reason why not."""
    reason = _REASONS.get(name)
    return True if reason is None else reason(*args, **kwargs) or True


def should_run(name: str, args: tuple, kwargs: dict) -> Union[bool, str]:
    """True, or the reason why NetworkX is faster, or may be since it need not look at the whole graph."""
    if name in ("triangles", "clustering") and _given(1, "nodes", args, kwargs):
        return "only some nodes are wanted"
    if name.startswith("single_source") and _given(2, "cutoff", args, kwargs):
        return "the search has a cutoff"
    least = FASTER_FROM[name]
    if least is None:
        return "NetworkX is faster: it takes less time than taking the edges out of its graph"
    graph = args[0] if args else kwargs["G"]
    if len(graph) < least:
        return f"NetworkX is faster: the graph has fewer than {least} nodes"
    return True


def _given(place: int, name: str, args: tuple, kwargs: dict) -> bool:
    return (args[place] if len(args) > place else kwargs.get(name)) is not None


class Backend:
    """The functions, as NetworkX looks for them."""

    convert_from_nx = staticmethod(convert_from_nx)
    convert_to_nx = staticmethod(convert_to_nx)
    can_run = staticmethod(can_run)
    should_run = staticmethod(should_run)


for _name in FUNCTIONS:
    [_function] = [getattr(module, _name) for module in _MODULES if hasattr(module, _name)]
    setattr(Backend, _name, staticmethod(_function))

backend = Backend()
