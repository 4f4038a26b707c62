"""Times the functions of the backend and NetworkX's own in turn, and prints a table in Markdown.

    python apps/python/networkx_times.py                    # the table of README.md: an hour, 8 GB
    python apps/python/networkx_times.py --nodes 1000 --functions is_connected core_number

Graphs are random: each edge joins two nodes at random, and weights are integers. Both take turns in one
process, from the same graph of NetworkX. A cell is the ratio of the medians, NetworkX's time by ours: above 1
the backend is faster. Results that are iterators are consumed.

Times are of the processor, and those of all threads are added up. So other work on the machine makes little
difference, and the backend's gain by several threads is not included.
"""

from __future__ import annotations

import argparse
import collections
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from boscage.networkx_info import FASTER_FROM, FUNCTIONS

#: Arguments of functions beside the graph.
ARGUMENTS: dict[str, tuple] = {
    "node_connected_component": (0,),
    "k_truss": (4,),
    "single_source_shortest_path_length": (0,),
    "single_source_dijkstra_path_length": (0,),
}
#: Seconds after which a function has only three turns on a graph; and after which it has only one.
SECONDS = 6.0, 40.0


def random_graph(nodes: int, edges: int, directed: bool) -> nx.Graph:
    random = np.random.default_rng(nodes + edges)
    graph = nx.DiGraph() if directed else nx.Graph()
    graph.add_nodes_from(range(nodes))
    u, v = random.integers(0, nodes, (2, edges))
    weights = random.integers(1, 1000, edges)
    kept = u != v
    graph.add_weighted_edges_from(zip(u[kept].tolist(), v[kept].tolist(), weights[kept].tolist()))
    return graph


def is_directed(name: str) -> bool:
    return "weakly" in name or "strongly" in name


def seconds(function: Callable, graph: nx.Graph, arguments: tuple, backend: str) -> float:
    started = time.process_time()
    result: Any = function(graph, *arguments, backend=backend)
    if isinstance(result, Iterator):
        collections.deque(result, maxlen=0)
    return time.process_time() - started


def medians(name: str, graph: nx.Graph, runs: int) -> tuple[float, float]:
    """Returns the times of NetworkX and of boscage."""
    function, arguments = getattr(nx, name), ARGUMENTS.get(name, ())
    times: dict[str, list[float]] = {"networkx": [], "boscage": []}
    begun = time.perf_counter()
    for turn in range(runs):
        for backend, found in times.items():
            found.append(seconds(function, graph, arguments, backend))
        if time.perf_counter() - begun > SECONDS[turn < 2]:
            break
    return statistics.median(times["networkx"]), statistics.median(times["boscage"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--nodes", type=int, nargs="+", default=[100, 1_000, 10_000, 50_000, 500_000])
    parser.add_argument("--degrees", type=int, nargs="+", default=[2, 8], help="edges per node")
    parser.add_argument("--functions", nargs="+", default=list(FUNCTIONS), choices=list(FUNCTIONS))
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()

    sizes = [(n, degree * n) for degree in options.degrees for n in options.nodes]
    ratios: dict[str, list[float]] = {name: [] for name in options.functions}
    for n, m in sizes:
        for directed in (False, True):
            names = [name for name in options.functions if is_directed(name) == directed]
            graph = random_graph(n, m, directed) if names else None
            for name in names:
                theirs, ours = medians(name, graph, options.runs)
                ratios[name].append(theirs / ours)
                print(f"{name}: {n} nodes, {m} edges: {theirs:.4g} s, {ours:.4g} s", flush=True)
    print("\n| nodes |", *(f"{n:,} |" for n, _ in sizes), "by itself |")
    print("|---|" + "---|" * (len(sizes) + 1))
    print("| edges |", *(f"{m:,} |" for _, m in sizes), "|")
    for name, row in ratios.items():
        least = FASTER_FROM[name]
        by_itself = "no" if least is None else f"from {least:,} nodes on"
        print(f"| `{name}` |", *(f"{ratio:.2g} |" for ratio in row), f"{by_itself} |")


if __name__ == "__main__":
    main()
