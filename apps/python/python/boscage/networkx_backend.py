"""A backend of NetworkX: ``nx.minimum_spanning_edges(G, backend="boscage")``.

The graph is not converted. The first call reads the edges of NetworkX's graph, which takes most of its time.
They are kept in NetworkX's cache of the graph, which it clears when nodes or edges are added or removed, and
compared with the graph's nodes and degrees, because a change that ends with an error clears nothing. Weights
are read for each call, because attributes may change unnoticed. Results have the nodes, keys and attributes
of the graph.

NetworkX has two ways to reject a call. Here ``can_run`` checks options, before anything is done. A function
raises NotImplementedError if it does not support the weights of the graph.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Optional, Union

import networkx as nx

from . import (
    _nx_components,
    _nx_dense,
    _nx_forests,
    _nx_optima,
    _nx_pairs,
    _nx_paths,
    _nx_ranks,
    _nx_searches,
)
from ._nx_graph import BackendGraph, are_kept
from .networkx_info import FASTER_FROM, FUNCTIONS

_MODULES = (
    _nx_components,
    _nx_dense,
    _nx_forests,
    _nx_optima,
    _nx_pairs,
    _nx_paths,
    _nx_ranks,
    _nx_searches,
)


def convert_from_nx(graph: nx.Graph, **_: Any) -> BackendGraph:
    return BackendGraph(graph)


def convert_to_nx(result: Any, **_: Any) -> Any:
    return result.graph if isinstance(result, BackendGraph) else result


def can_run(name: str, args: tuple, kwargs: dict) -> Union[bool, str]:
    """Returns True, or the reason why the function cannot run."""
    reason: Callable[..., Optional[str]] = _REASONS.get(name, _nx_paths.weight_reason)
    return reason(**_arguments(name, args, kwargs)) or True


def should_run(name: str, args: tuple, kwargs: dict) -> Union[bool, str]:
    """Returns True, or the reason why NetworkX is or may be faster."""
    arguments = _arguments(name, args, kwargs)
    if arguments.get("nodes") is not None:
        return "only some nodes are wanted"
    if arguments.get("cutoff") is not None:
        return "the search has a cutoff"
    is_pair = None not in (arguments.get("source"), arguments.get("target"))
    if is_pair and (name == "shortest_path" or arguments.get("weight", 0) is None):
        return "NetworkX is faster: it searches from both ends"
    graph = arguments["G"]
    first, later = FASTER_FROM[name]
    least = later if are_kept(graph) else first
    if least is None:
        return "NetworkX is faster: reading the edges of its graph takes longer than its function"
    if len(graph) < least:
        return f"NetworkX is faster: the graph has fewer than {least} nodes"
    return True


def _arguments(name: str, args: tuple, kwargs: dict) -> dict[str, Any]:
    """Returns the arguments of a call by their names."""
    return _SIGNATURES[name].bind_partial(*args, **kwargs).arguments


class Backend:
    """The functions of the backend, as attributes."""

    convert_from_nx = staticmethod(convert_from_nx)
    convert_to_nx = staticmethod(convert_to_nx)
    can_run = staticmethod(can_run)
    should_run = staticmethod(should_run)


def _in_modules(name: str) -> Optional[Callable]:
    return next((getattr(module, name) for module in _MODULES if hasattr(module, name)), None)


def _forgetting(function: Callable) -> Callable:
    """Takes the graph, which is the given one, out of the cache of converted graphs: NetworkX would warn."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        graph = (args[0] if args else kwargs["G"]).graph
        (getattr(graph, "__networkx_cache__", None) or {}).get("backends", {}).pop("boscage", None)
        return function(*args, **kwargs)

    return call


#: Functions that return the reason why a function cannot run with some arguments, or None.
_REASONS: dict[str, Callable[..., Optional[str]]] = {}
_SIGNATURES: dict[str, inspect.Signature] = {}

for _name in FUNCTIONS:
    _function = _in_modules(_name)
    assert _function is not None
    setattr(Backend, _name, staticmethod(_forgetting(_function)))
    _SIGNATURES[_name] = inspect.signature(_function)
    _reason = _in_modules(f"{_name}_reason")
    if _reason is not None:
        _REASONS[_name] = _reason

backend = Backend()
