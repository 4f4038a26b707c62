"""Times the functions of the backend and NetworkX's own in turn, and prints a table in Markdown.

    python apps/python/networkx_times.py                    # the table of README.md: 20 minutes, 1 GB
    python apps/python/networkx_times.py --nodes 1000 --functions is_connected core_number

Graphs are random: each edge joins two nodes at random, and weights are integers. Both take turns in one
process, from the same graph of NetworkX. A cell has two ratios of medians, NetworkX's time by ours: of first
calls, which read the edges of the graph, and of those that find them kept. Above 1 the backend is faster.
Results that are iterators are consumed. After a turn of more than a minute, larger graphs are left out (-).

Times are of the processor, and those of all threads are added up. So other work on the machine makes little
difference, and the backend's gain by several threads is not included.
"""

from __future__ import annotations

import argparse
import collections
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any, Optional

import networkx as nx
import numpy as np

from boscage.networkx_info import FASTER_FROM, FUNCTIONS

#: Arguments of functions beside the graph, of the number of its nodes.
ARGUMENTS: dict[str, Callable[[int], tuple]] = {
    "node_connected_component": lambda n: (0,),
    "k_truss": lambda n: (4,),
    "betweenness_centrality": lambda n: (32,),
    "hopcroft_karp_matching": lambda n: (range(n // 2),),
    "eppstein_matching": lambda n: (range(n // 2),),
    "steiner_tree": lambda n: (range(0, n, n // 10),),
    "find_negative_cycle": lambda n: (0,),
    "descendants": lambda n: (0,),
    "ancestors": lambda n: (0,),
    "shortest_path": lambda n: (0, None, "weight"),
    "shortest_path_length": lambda n: (0, None, "weight"),
}
#: Functions in submodules of NetworkX.
PLACES: dict[str, Any] = {
    "hopcroft_karp_matching": nx.bipartite,
    "eppstein_matching": nx.bipartite,
    "steiner_tree": nx.approximation,
    "louvain_communities": nx.community,
}
#: NetworkX has none of its own.
ALONE = {"leiden_communities"}
DIRECTED = {"ancestors", "descendants", "minimum_spanning_arborescence", "maximum_spanning_arborescence"}
#: How the names of functions begin that find a path between two nodes.
PAIRS = ("dijkstra", "bellman_ford")
#: Functions whose results are graphs, or that NetworkX gives to no backend.
ONLY_ASKED = {"k_core", "k_shell", "k_truss", "steiner_tree"}
#: Seconds of a turn after which larger graphs are left out.
MOST = 60.0


def arguments_of(name: str, n: int) -> tuple:
    if name in ARGUMENTS:
        return ARGUMENTS[name](n)
    if name.startswith("multi_source"):
        return (range(10),)
    if name.startswith(("single_source", "single_target")) or "predecessor" in name:
        return (0,)
    return (0, n // 2) if name.startswith(PAIRS) else ()


def random_graph(kind: str, nodes: int, edges: int) -> nx.Graph:
    random = np.random.default_rng(nodes + edges)
    graph = nx.DiGraph() if kind == "directed" else nx.Graph()
    graph.add_nodes_from(range(nodes))
    u, v = random.integers(0, nodes, (2, edges))
    if kind == "bipartite":
        u, v = u // 2, nodes // 2 + v // 2
    if kind == "connected" or kind == "directed":
        u[: nodes - 1], v[: nodes - 1] = np.arange(nodes - 1), np.arange(1, nodes)
    weights = random.integers(1, 1000, edges)
    kept = u != v
    graph.add_weighted_edges_from(zip(u[kept].tolist(), v[kept].tolist(), weights[kept].tolist()))
    return graph


def kind_of(name: str) -> str:
    if "weakly" in name or "strongly" in name or name in DIRECTED:
        return "directed"
    if name in ("hopcroft_karp_matching", "eppstein_matching"):
        return "bipartite"
    return "connected" if name.startswith((*PAIRS, "shortest_path", "steiner")) else "undirected"


def seconds(function: Callable, graph: nx.Graph, arguments: tuple, backend: str) -> float:
    started = time.process_time()
    try:
        result: Any = function(graph, *arguments, backend=backend)
        if isinstance(result, Iterator):
            collections.deque(result, maxlen=0)
    except nx.NetworkXError:  # no negative cycle is an answer, too
        pass
    return time.process_time() - started


def medians(name: str, graph: nx.Graph, runs: int) -> tuple[float, float, float]:
    """Returns the times of NetworkX, and of first and later calls of boscage."""
    function = getattr(PLACES.get(name, nx), name)
    arguments = arguments_of(name, len(graph))
    times: list[list[float]] = [[], [], []]
    for _ in range(runs):
        graph.__networkx_cache__.clear()
        for backend, found in zip(("networkx", "boscage", "boscage"), times):
            found.append(seconds(function, graph, arguments, backend))
        if sum(times[0]) > MOST / 6:
            break
    theirs, first, later = map(statistics.median, times)
    return theirs, first, later


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--nodes", type=int, nargs="+", default=[100, 1_000, 10_000, 100_000])
    parser.add_argument("--degree", type=int, default=4, help="edges per node")
    parser.add_argument("--functions", nargs="+", default=list(FUNCTIONS), choices=list(FUNCTIONS))
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()

    names = [name for name in options.functions if name not in ALONE]
    cells: dict[str, list[str]] = {name: [] for name in names}
    slow: set[str] = set()
    for n in options.nodes:
        for kind in ("undirected", "connected", "bipartite", "directed"):
            of_kind = [name for name in names if kind_of(name) == kind]
            graph = random_graph(kind, n, options.degree * n) if of_kind else None
            for name in of_kind:
                if name in slow:
                    cells[name].append("- |")
                    continue
                theirs, first, later = medians(name, graph, options.runs)
                cells[name].append(f"{ratio(theirs / first)}, {ratio(theirs / later)} |")
                if theirs > MOST / 10:
                    slow.add(name)
                print(f"{name}: {n} nodes: {theirs:.4g} s, {first:.4g} s, {later:.4g} s", flush=True)
    print("\n| nodes |", *(f"{n:,} |" for n in options.nodes), "by itself from |")
    print("|---|" + "---|" * (len(options.nodes) + 1))
    for name, row in cells.items():
        is_only_asked = name in ONLY_ASKED or name.endswith(("spanning_tree", "arborescence"))
        by_itself = "not" if is_only_asked else ", ".join(map(least, FASTER_FROM[name]))
        print(f"| `{name}` |", *row, f"{by_itself} |")


def ratio(number: float) -> str:
    return f"{number:.2g}" if number < 99.5 else f"{number:,.0f}"


def least(nodes: Optional[int]) -> str:
    return "never" if nodes is None else f"{nodes:,}"


if __name__ == "__main__":
    main()
