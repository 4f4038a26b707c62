"""NetworkX's functions of paths with the least weights."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Optional

import networkx as nx
import numpy as np

from . import _boscage
from ._nx_graph import BackendGraph, Edges, by_node, checked, edge_list, edges_of, refuse, refusing
from ._nx_searches import nearest_first, paths_to


def weight_reason(weight: Any = None, **_: Any) -> Optional[str]:
    return "weights that a function computes are not implemented" if callable(weight) else None


class Found(NamedTuple):
    """Paths from some nodes to all that are reached."""

    edges: Edges
    sources: list
    lengths: np.ndarray
    before: list[int]
    #: The places of the nodes that are reached.
    order: np.ndarray

    def distances(self) -> dict:
        found = by_node([self.edges.nodes[place] for place in self.order.tolist()], self.lengths[self.order])
        for source in self.sources:
            if found[source] == 0:
                found[source] = 0  # also if the others are floats
        return found

    def paths(self) -> dict:
        return paths_to(self.edges.nodes, self.before, self.order)

    def has(self, node: Any) -> bool:
        place = self.edges.places.get(node)
        return place is not None and bool((self.order == place).any())

    def length(self, node: Any) -> Any:
        return self.lengths[self.edges.places[node]].item()

    def path(self, node: Any) -> list:
        places = [self.edges.places[node]]
        while self.before[places[-1]] != places[-1]:
            places.append(self.before[places[-1]])
        return [self.edges.nodes[place] for place in reversed(places)]

    def predecessors(self, weight: Any, cutoff: Any = None) -> dict:
        """Returns all nodes that may be before each node on a path of the same length, within the cutoff."""
        edges = self.edges
        (us, vs), ws = edges.all[:2], edges.weights(weight)
        if not edges.is_directed:
            others = us != vs
            us, vs, ws = (np.concatenate([a, b[others]]) for a, b in ((us, vs), (vs, us), (ws, ws)))
        is_reached = np.zeros(len(edges.nodes), bool)
        is_reached[self.order] = True
        tight = is_reached[us] & is_reached[vs]
        tight[tight] = self.lengths[us[tight]] + ws[tight] == self.lengths[vs[tight]]
        if cutoff is not None:
            tight &= ~(self.lengths[vs] > cutoff)
        pairs = np.unique(np.stack([vs[tight], us[tight]]), axis=1)
        found: dict = {edges.nodes[place]: [] for place in self.order.tolist()}
        for to, before in pairs.T.tolist():
            found[edges.nodes[to]].append(edges.nodes[before])
        return found


def _weights(edges: Edges, weight: Any, *, is_back: bool = False) -> _boscage.Graph:
    """Returns the edges with weights whose sums are those of NetworkX."""
    weights = edges.weights(weight)
    if weights.dtype.kind == "f" and weights.dtype.itemsize < 8:
        raise ValueError(f"weights: expected floats of 64 bits, found {weights.dtype}")
    if weights.dtype.kind == "f" and not np.abs(weights[np.isfinite(weights)]).sum() < 2.0**53:
        raise ValueError("weights: expected small integers among floats: NetworkX adds them exactly")
    ends = edges.all[1::-1] if is_back and edges.is_directed else edges.all[:2]
    return edge_list(len(edges.nodes), *ends, weights).widened(weights.dtype.name, None)


def dijkstra(
    G: BackendGraph,
    sources: Iterable,
    weight: Any,
    cutoff: Any = None,
    target: Any = None,
    *,
    is_back: bool = False,
) -> Found:
    """Returns the paths from some nodes, or to them; with a target, those to all that are as near."""
    refuse(weight_reason(weight))
    edges = edges_of(checked(G))
    starts, end = [edges.places[source] for source in sources], edges.places.get(target)
    with refusing():  # weights that are no numbers, NaN, negative, or too long
        # Of the cutoff, the next larger float, and then the number itself.
        bound = np.inf if cutoff is None else np.nextafter(float(cutoff), np.inf)
        bound = np.inf if np.isnan(bound) else max(bound, 0.0)
        inner = _weights(edges, weight, is_back=is_back)
        lengths, before = _boscage.shortest_paths(inner, starts, edges.is_directed, bound, end, None)
    is_reached = ~np.isnan(lengths) if lengths.dtype.kind == "f" else lengths >= 0
    order = nearest_first(lengths, is_reached)
    if cutoff is not None:
        first = set(starts)
        near = zip(order.tolist(), lengths[order].tolist())
        order = order[[place in first or not length > cutoff for place, length in near]]
    return Found(edges, list(sources), lengths, before.tolist(), order)


def checked_sources(G: BackendGraph, sources: Any) -> Any:
    if not sources:
        raise ValueError("sources must not be empty")
    for source in sources:
        if source not in G.graph:
            raise nx.NodeNotFound(f"Node {source} not found in graph")
    return sources


def multi_source_dijkstra_path_length(
    G: BackendGraph, sources: Any, cutoff: Any = None, weight: Any = "weight"
) -> dict:
    return dijkstra(G, checked_sources(G, sources), weight, cutoff).distances()


def multi_source_dijkstra_path(
    G: BackendGraph, sources: Any, cutoff: Any = None, weight: Any = "weight"
) -> dict:
    return dijkstra(G, checked_sources(G, sources), weight, cutoff).paths()


def multi_source_dijkstra(
    G: BackendGraph, sources: Any, target: Any = None, cutoff: Any = None, weight: Any = "weight"
) -> tuple:
    if target in checked_sources(G, sources):
        return (0, [target])
    found = dijkstra(G, sources, weight, cutoff, target)
    if target is None:
        return (found.distances(), found.paths())
    if not found.has(target):
        raise nx.NetworkXNoPath(f"No path to {target}.")
    return (found.length(target), found.path(target))


def single_source_dijkstra_path_length(
    G: BackendGraph, source: Any, cutoff: Any = None, weight: Any = "weight"
) -> dict:
    return multi_source_dijkstra_path_length(G, [source], cutoff, weight)


def single_source_dijkstra_path(
    G: BackendGraph, source: Any, cutoff: Any = None, weight: Any = "weight"
) -> dict:
    return multi_source_dijkstra_path(G, [source], cutoff, weight)


def single_source_dijkstra(
    G: BackendGraph, source: Any, target: Any = None, cutoff: Any = None, weight: Any = "weight"
) -> tuple:
    return multi_source_dijkstra(G, [source], target, cutoff, weight)


def dijkstra_path(G: BackendGraph, source: Any, target: Any, weight: Any = "weight") -> list:
    return multi_source_dijkstra(G, [source], target, None, weight)[1]


def dijkstra_path_length(G: BackendGraph, source: Any, target: Any, weight: Any = "weight") -> Any:
    [source] = checked_sources(G, [source])
    if source == target:
        return 0
    found = dijkstra(G, [source], weight, target=target)
    if not found.has(target):
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return found.length(target)


def dijkstra_predecessor_and_distance(
    G: BackendGraph, source: Any, cutoff: Any = None, weight: Any = "weight"
) -> tuple:
    if source not in G.graph:
        raise nx.NodeNotFound(f"Node {source} is not found in the graph")
    found = dijkstra(G, [source], weight, cutoff)
    return (found.predecessors(weight, cutoff), found.distances())


def _bellman_ford(G: BackendGraph, sources: list, weight: Any) -> tuple[Found, Optional[list]]:
    """Returns paths, or the nodes of a negative cycle."""
    refuse(weight_reason(weight))
    edges = edges_of(checked(G))
    with refusing():  # weights that are no numbers, NaN, or too long
        inner = _weights(edges, weight)
        starts = [edges.places[source] for source in sources]
        lengths, before, cycle = _boscage.bellman_ford(inner, starts, edges.is_directed, None)
    if cycle is not None:
        return Found(edges, sources, lengths, [], lengths), [edges.nodes[place] for place in cycle]
    is_reached = lengths < (np.inf if lengths.dtype.kind == "f" else 2**63 - 1)
    return Found(edges, sources, lengths, before.tolist(), nearest_first(lengths, is_reached)), None


def _signed(G: BackendGraph, source: Any, weight: Any, missing: str = "Source {} not in G") -> Found:
    """Returns paths from a node."""
    if source not in G.graph:
        raise nx.NodeNotFound(missing.format(source))
    found, cycle = _bellman_ford(G, [source], weight)
    if cycle is not None:
        raise nx.NetworkXUnbounded("Negative cycle detected.")
    return found


def single_source_bellman_ford_path_length(G: BackendGraph, source: Any, weight: Any = "weight") -> dict:
    return _signed(G, source, weight).distances()


def single_source_bellman_ford_path(G: BackendGraph, source: Any, weight: Any = "weight") -> dict:
    return _signed(G, source, weight).paths()


def single_source_bellman_ford(
    G: BackendGraph, source: Any, target: Any = None, weight: Any = "weight"
) -> tuple:
    if source == target:
        if source not in G.graph:
            raise nx.NodeNotFound(f"Node {source} is not found in the graph")
        return (0, [source])
    found = _signed(G, source, weight)
    if target is None:
        return (found.distances(), found.paths())
    if not found.has(target):
        raise nx.NetworkXNoPath(f"Target {target} cannot be reached from given sources")
    return (found.length(target), found.path(target))


def bellman_ford_path(G: BackendGraph, source: Any, target: Any, weight: Any = "weight") -> list:
    return single_source_bellman_ford(G, source, target, weight)[1]


def bellman_ford_path_length(G: BackendGraph, source: Any, target: Any, weight: Any = "weight") -> Any:
    if source == target:
        if source not in G.graph:
            raise nx.NodeNotFound(f"Node {source} not found in graph")
        return 0
    found = _signed(G, source, weight)
    if not found.has(target):
        raise nx.NetworkXNoPath(f"node {target} not reachable from {source}")
    return found.length(target)


def bellman_ford_predecessor_and_distance(
    G: BackendGraph, source: Any, target: Any = None, weight: Any = "weight", heuristic: bool = False
) -> tuple:
    found = _signed(G, source, weight, "Node {} is not found in the graph")
    # As in NetworkX, no negative loop may be anywhere, and the arcs of a single node are not looked at.
    us, vs = found.edges.all[:2]
    if (found.edges.weights(weight)[us == vs] < 0).any():
        raise nx.NetworkXUnbounded("Negative cycle detected.")
    return ({source: []} if len(G) == 1 else found.predecessors(weight), found.distances())


def negative_edge_cycle(G: BackendGraph, weight: Any = "weight", heuristic: bool = True) -> bool:
    if G.graph.size() == 0:
        return False
    return _bellman_ford(G, list(G.graph), weight)[1] is not None


def find_negative_cycle(G: BackendGraph, source: Any, weight: Any = "weight") -> list:
    if source not in G.graph:
        raise nx.NodeNotFound(f"Source {source} not in G")
    cycle = _bellman_ford(G, [source], weight)[1]
    if cycle is None:
        raise nx.NetworkXError("No negative cycles detected.")
    return [*cycle, cycle[0]]
