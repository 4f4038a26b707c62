"""Times of boscage and other libraries, in turn."""

from __future__ import annotations

import importlib
import math
import statistics
import time
from collections.abc import Callable, Collection
from typing import Any, NamedTuple, Optional

import numpy as np

from . import _boscage
from ._columns import whole
from ._files import generate
from ._functions import minimum_spanning_forest
from ._graphs import source_of

#: Least number of seconds per run.
SHORT = 0.001


def _sum(weights: list) -> float:
    return math.fsum(weights) if weights and isinstance(weights[0], float) else sum(weights)


class Time(NamedTuple):
    """A row of what :func:`bench` prints.

    Attributes
    ----------
    name : str
        The library, and its input.
    conversion : float or None
        Seconds of converting the columns to its input; None if the columns are the input.
    forest : float
        Seconds of the forest: the median of the runs. If a forest takes less than a millisecond, a run is the
        mean of the forests found in that time.
    total : float
        The total weight of its forest.
    """

    name: str
    conversion: Optional[float]
    forest: float
    total: float


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


class _Entry(NamedTuple):
    name: str
    #: Converts the columns to the input; None if the columns are the input.
    convert: Optional[Callable[[], Any]]
    #: Computes the forest completely.
    run: Callable[[Any], Any]
    #: Returns the total weight of the result of `run`.
    total: Callable[[Any], float]


def _entries(
    n: int,
    u: np.ndarray,
    v: np.ndarray,
    w: np.ndarray,
    matrix: Optional[np.ndarray],
    threads: int,
    without: Collection[str],
) -> list[_Entry]:
    """Returns boscage and the installed libraries, without some."""

    def library(name: str, module: str = "") -> Any:
        return None if name in without else _module(module or name)

    def forest(graph: Any, *columns: Any) -> Any:
        forest = minimum_spanning_forest(graph, *columns, threads=threads)
        forest.edges
        return forest

    entries = [_Entry("boscage, arrays", None, lambda _: forest(n, u, v, w), lambda f: f.total)]
    if matrix is not None:
        entries.insert(0, _Entry("boscage, matrix", None, lambda _: forest(matrix), lambda f: f.total))
    if library("scipy", "scipy.sparse.csgraph"):
        import scipy.sparse as sparse
        from scipy.sparse.csgraph import minimum_spanning_tree

        def csr() -> Any:
            # The lightest of parallel edges, because SciPy would add them up.
            order = np.lexsort((w, np.maximum(u, v), np.minimum(u, v)))
            low, high = np.minimum(u, v)[order], np.maximum(u, v)[order]
            first = np.ones(order.size, bool)
            first[1:] = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
            # Ends of 32 bits, which older versions of SciPy require.
            columns = (w[order][first], tuple(end[first].astype(np.int32) for end in (low, high)))
            return sparse.coo_array(columns, shape=(n, n)).tocsr()

        entries.append(_Entry("boscage, CSR", csr, forest, lambda f: f.total))
        entries.append(_Entry("SciPy, CSR", csr, minimum_spanning_tree, lambda tree: tree.sum().item()))
        if matrix is not None:
            tree = _Entry(
                "SciPy, matrix", None, lambda _: minimum_spanning_tree(matrix), lambda tree: tree.sum().item()
            )
            entries.append(tree)
    igraph = library("igraph")
    if igraph:
        weights: Any = w.tolist()
        entries.append(
            _Entry(
                "igraph, its graph",
                lambda: igraph.Graph(n, np.column_stack((u, v))),
                lambda graph: graph.spanning_tree(weights=weights, return_tree=False),
                lambda edges: _sum(w[edges].tolist()),
            )
        )
    rustworkx = library("rustworkx")
    if rustworkx:

        def pygraph() -> Any:
            graph = rustworkx.PyGraph()
            graph.add_nodes_from(range(n))
            graph.add_edges_from(list(zip(u.tolist(), v.tolist(), w.tolist())))
            return graph

        entries.append(
            _Entry(
                "rustworkx, its graph",
                pygraph,
                lambda graph: rustworkx.minimum_spanning_edges(graph, weight_fn=float),
                lambda edges: _sum([edge[2] for edge in edges]),
            )
        )
        entries.append(_Entry("boscage, rustworkx's graph", pygraph, forest, lambda f: f.total))
    networkx = library("networkx")
    if networkx:

        def graph() -> Any:
            graph = networkx.MultiGraph()
            graph.add_nodes_from(range(n))
            graph.add_weighted_edges_from(zip(u.tolist(), v.tolist(), w.tolist()))
            return graph

        entries.append(
            _Entry(
                "NetworkX, its graph",
                graph,
                lambda graph: list(networkx.minimum_spanning_edges(graph)),
                lambda edges: _sum([edge[-1]["weight"] for edge in edges]),
            )
        )
        entries.append(_Entry("boscage, NetworkX's graph", graph, forest, lambda f: f.total))
    return entries


def bench(
    graph: Any = None,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    runs: int = 3,
    threads: Optional[int] = None,
    without: Collection[str] = (),
    quiet: bool = False,
) -> list[Time]:
    """Times spanning forests of one graph by boscage and the installed libraries, and prints the times.

    SciPy, igraph, rustworkx and NetworkX each start from their own graph. The conversion is timed
    once, and printed separately. Then all run in turn, and the median of each is printed.

    Parameters
    ----------
    graph, u, v, w
        As for :func:`boscage.minimum_spanning_forest`; by default a random graph of 100,000 nodes and
        1,000,000 edges. Columns begin with ends of 64 bits, and the weights' own type. A dense matrix is
        timed as a matrix, too. Weights should not be 0, which SciPy takes for no edge.
    runs : int
        Number of turns.
    threads : int, optional
        Number of threads of boscage; by default one per processor.
    without : collection of str
        Libraries that are left out: ``"scipy"``, ``"igraph"``, ``"rustworkx"``, ``"networkx"``. The graphs of
        the last two are made of Python objects: some hundred bytes per edge.
    quiet : bool
        Print nothing.

    Returns
    -------
    list of Time
        The rows of the table.

    Raises
    ------
    RuntimeError
        If two of them find different total weights.
    ValueError, TypeError
        As :func:`boscage.minimum_spanning_forest`.

    Examples
    --------
    >>> import boscage
    >>> rows = boscage.bench(boscage.generate("grid", rows=10, columns=10), runs=1, quiet=True)
    >>> rows[0].name, rows[0].forest < 1
    ('boscage, arrays', True)
    """
    known = {"scipy", "igraph", "rustworkx", "networkx"}
    if not known.issuperset(without):
        raise ValueError(f"without: expected some of {sorted(known)}, found {without!r}")
    runs = whole(runs, "runs", 1, 2**63 - 1, "at least 1")
    if graph is None:
        graph = generate("gnm", nodes=100_000, edges=1_000_000)
    source = source_of(graph, u, v, w, weight="weight", maximum=False, threads=threads)
    us, vs, ws = source.graph.columns()
    ws = np.ones(us.size) if ws is None else ws.astype(source.dtype or ws.dtype)
    threads = threads or _boscage.processors()
    n = source.graph.nodes
    is_matrix = u is None and isinstance(graph, np.ndarray) and graph.ndim == 2
    entries = _entries(n, us, vs, ws, graph if is_matrix else None, threads, without)
    inputs, conversions = [], []
    for entry in entries:
        started = time.perf_counter()
        inputs.append(entry.convert() if entry.convert else None)
        conversions.append(time.perf_counter() - started if entry.convert else None)
    times: list[list[float]] = [[] for _ in entries]
    totals = [entry.total(entry.run(inputs[i])) for i, entry in enumerate(entries)]  # to warm up, too
    repeats = [math.ceil(SHORT / _time(entry, inputs[i], 1)) for i, entry in enumerate(entries)]
    for _ in range(runs):
        for i, entry in enumerate(entries):
            times[i].append(_time(entry, inputs[i], repeats[i]))
    rows = [
        Time(entry.name, conversions[i], statistics.median(times[i]), totals[i])
        for i, entry in enumerate(entries)
    ]
    if not all(math.isclose(total, totals[0], rel_tol=1e-9) for total in totals):
        differing = {row.name: row.total for row in rows}
        raise RuntimeError(f"the totals differ: {differing}")
    if not quiet:
        _print(n, us.size, threads, runs, rows)
    return rows


def _time(entry: _Entry, graph: Any, repeats: int) -> float:
    """Returns the seconds per forest: the mean of some."""
    started = time.perf_counter()
    for _ in range(repeats):
        entry.run(graph)
    return (time.perf_counter() - started) / repeats


def _print(n: int, m: int, threads: int, runs: int, rows: list[Time]) -> None:
    unit, each, digits = ("microseconds", 1e6, 1) if rows[0].forest < SHORT else ("seconds", 1.0, 4)
    print(f"{n} nodes, {m} edges; boscage on {threads} threads; medians of {runs} runs, in {unit}")
    print(f"{'':28}{'conversion':>12}{'forest':>10}{'to boscage':>12}")
    for row in rows:
        conversion = "" if row.conversion is None else f"{row.conversion * each:.{max(digits - 1, 0)}f}"
        ratio = row.forest / rows[0].forest
        print(f"{row.name:28}{conversion:>12}{row.forest * each:>10.{digits}f}{ratio:>11.1f}x")
