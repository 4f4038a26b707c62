"""The backend of NetworkX: its own tests, and what they leave open."""

import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from boscage.networkx_info import FUNCTIONS

FILES = [
    "networkx.algorithms.link_analysis.tests.test_pagerank",
    "networkx.algorithms.tree.tests.test_mst",
    "networkx.algorithms.components.tests.test_biconnected",
    "networkx.algorithms.components.tests.test_connected",
    "networkx.algorithms.components.tests.test_strongly_connected",
    "networkx.algorithms.components.tests.test_weakly_connected",
    "networkx.algorithms.shortest_paths.tests.test_generic",
    "networkx.algorithms.shortest_paths.tests.test_unweighted",
    "networkx.algorithms.shortest_paths.tests.test_weighted",
    "networkx.algorithms.tests.test_bridges",
    "networkx.algorithms.tests.test_cluster",
    "networkx.algorithms.tests.test_core",
]


#: Functions whose tests make their graphs by functions of NetworkX, which the backend does not have.
MADE_BY_FUNCTIONS = {
    "core_number",
    "k_truss",
    "node_connected_component",
    "single_source_dijkstra_path_length",
    "single_source_shortest_path_length",
}


def own_tests(fallback, backend="boscage"):
    """NetworkX's tests, and how often each of our functions has returned a result in them.

    What the backend lacks falls back to NetworkX, or fails, which is expected then.
    """
    environment = {**os.environ, "NETWORKX_TEST_BACKEND": backend, "PYTHONPATH": str(Path(__file__).parent)}
    environment["NETWORKX_FALLBACK_TO_NX"] = "True" if fallback else ""
    options = ["-q", "-p", "no:cacheprovider", "-p", "no_fallback"]
    command = [sys.executable, "-m", "pytest", *options, "--pyargs", *FILES]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd="/")
    [called] = re.findall(r"^called: ?(.*)$", done.stdout, re.MULTILINE)
    times = {name: int(count) for name, count in (word.split("=") for word in called.split())}
    return done, times


def test_networkx_own_tests_pass_and_none_of_our_functions_falls_back():
    done, times = own_tests(fallback=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 260
    assert "xfailed" not in done.stdout and "failed" not in done.stdout
    assert times.keys() == set(FUNCTIONS)


def test_networkx_own_tests_pass_where_nothing_may_fall_back():
    done, times = own_tests(fallback=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert times.keys() == set(FUNCTIONS) - MADE_BY_FUNCTIONS
    assert sum(times.values()) >= 100


def test_that_nothing_of_ours_is_called_is_noticed():
    done, times = own_tests(fallback=True, backend="")
    assert done.returncode != 0 and times == {}


def weighted(kind, random, n=40, m=150, distinct=False):
    graph = kind()
    graph.add_nodes_from(f"node {i}" for i in range(n))
    weights = random.permutation(m) if distinct else random.integers(0, 5, m)
    for weight in weights.tolist():
        u, v = random.integers(0, n, 2)
        graph.add_edge(f"node {u}", f"node {v}", weight=weight, name=f"{u}-{v}")
    return graph


@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiGraph])
@pytest.mark.parametrize("options", [{}, {"data": False}, {"keys": False}, {"weight": "none"}])
def test_edges_are_those_of_networkx_in_its_order(kind, options):
    random = np.random.default_rng(7)
    for _ in range(10):
        graph = weighted(kind, random)
        for function in (nx.minimum_spanning_edges, nx.maximum_spanning_edges):
            assert list(function(graph, backend="boscage", **options)) == list(function(graph, **options))
        for function in (nx.minimum_spanning_tree, nx.maximum_spanning_tree):
            ours, theirs = function(graph, backend="boscage"), function(graph)
            assert type(ours) is type(theirs) and ours.graph == theirs.graph
            assert list(ours.nodes(data=True)) == list(theirs.nodes(data=True))
            assert list(ours.edges(data=True)) == list(theirs.edges(data=True))
        parts = list(nx.connected_components(graph, backend="boscage"))
        assert parts == list(nx.connected_components(graph))
        assert nx.number_connected_components(graph, backend="boscage") == len(parts)
        assert nx.is_connected(graph, backend="boscage") == (len(parts) == 1)
        assert nx.node_connected_component(graph, "node 3", backend="boscage") == nx.node_connected_component(
            graph, "node 3"
        )


def test_a_graph_that_changes_is_seen_anew():
    graph = nx.path_graph(3)
    assert nx.number_connected_components(graph, backend="boscage") == 1
    graph.add_node(9)
    assert nx.number_connected_components(graph, backend="boscage") == 2
    graph[0][1]["weight"] = 100
    graph.add_edge(0, 2, weight=1)
    edges = nx.minimum_spanning_edges(graph, backend="boscage", data=False)
    assert list(edges) == [(0, 2), (1, 2)]


def test_what_networkx_refuses_is_refused():
    for function in (
        nx.minimum_spanning_tree,
        nx.maximum_spanning_tree,
        nx.connected_components,
        nx.is_connected,
    ):
        with pytest.raises(nx.NetworkXNotImplemented):
            function(nx.DiGraph([(0, 1)]), backend="boscage")
    with pytest.raises(nx.NetworkXPointlessConcept):
        nx.is_connected(nx.Graph(), backend="boscage")
    with pytest.raises(ValueError, match="dijkstra is not a valid choice"):
        nx.minimum_spanning_edges(nx.path_graph(3), algorithm="dijkstra", backend="boscage")
    with pytest.raises(NotImplementedError):
        fractions = nx.Graph([(0, 1, {"weight": Fraction(1, 3)})])
        nx.minimum_spanning_edges(fractions, backend="boscage")


def test_integers_that_floats_round_are_left_to_networkx():
    graph = nx.Graph()
    big = 2**53
    for a, b, weight in [(0, 1, big + 1), (0, 2, big), (1, 2, big), (0, 3, 0.5)]:
        graph.add_edge(a, b, weight=weight)
    with pytest.raises(NotImplementedError):
        list(nx.minimum_spanning_edges(graph, backend="boscage"))
    expected = list(nx.minimum_spanning_edges(graph, data=False))
    with nx.config(backend_priority=["boscage"]):
        assert list(nx.minimum_spanning_edges(graph, data=False)) == expected
    graph[0][3]["weight"] = np.longdouble(1)
    with nx.config(backend_priority=["boscage"]):
        assert nx.number_of_edges(nx.minimum_spanning_tree(graph)) == 3
    for a, b in graph.edges:
        graph[a][b]["weight"] = 2**63 + a - b
    ours, theirs = (
        list(nx.maximum_spanning_edges(graph, backend=backend)) for backend in ("boscage", "networkx")
    )
    assert ours == theirs
