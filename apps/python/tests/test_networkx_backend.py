"""The backend of NetworkX: its own tests, and what they leave open."""

import copy
import os
import pickle
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from no_fallback import SEVERAL

from boscage.networkx_info import FUNCTIONS

FILES = [
    "networkx.algorithms.approximation.tests.test_steinertree",
    "networkx.algorithms.bipartite.tests.test_matching",
    "networkx.algorithms.centrality.tests.test_betweenness_centrality",
    "networkx.algorithms.community.tests.test_leiden",
    "networkx.algorithms.community.tests.test_louvain",
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
    "networkx.algorithms.tests.test_dag",
    "networkx.algorithms.tree.tests.test_branchings",
]


#: Functions whose tests make their graphs by functions of NetworkX, which the backend does not have.
MADE_BY_FUNCTIONS = {
    "core_number",
    "find_negative_cycle",
    "k_core",
    "k_shell",
    "k_truss",
    "negative_edge_cycle",
    "node_connected_component",
    "shortest_path_length",
    *(name for name in FUNCTIONS if name.startswith(("bellman_ford", "dijkstra"))),
    *(name for name in FUNCTIONS if name.startswith(("single_source", "single_target"))),
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
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 590
    assert re.findall(r"(\d+) (x?failed)", done.stdout) == [(str(len(SEVERAL)), "xfailed")]
    assert times.keys() == set(FUNCTIONS)


def test_networkx_own_tests_pass_where_nothing_may_fall_back():
    done, times = own_tests(fallback=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert times.keys() == set(FUNCTIONS) - MADE_BY_FUNCTIONS
    assert sum(times.values()) >= 300


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


#: How nodes and edges change.
CHANGES = [
    lambda graph: graph.add_node(9),
    lambda graph: graph.add_edge(0, 9),
    lambda graph: graph.add_nodes_from([7, 8]),
    lambda graph: graph.add_edges_from([(7, 8)]),
    lambda graph: graph.add_weighted_edges_from([(1, 8, 3)]),
    lambda graph: graph.update([(5, 6)]),
    lambda graph: graph.remove_edge(0, 1),
    lambda graph: graph.remove_edges_from([(0, 1), (1, 2)]),
    lambda graph: graph.remove_node(1),
    lambda graph: graph.remove_nodes_from([0, 2]),
    lambda graph: graph.clear_edges(),
    lambda graph: graph.clear(),
    lambda graph: nx.relabel_nodes(graph, {1: "b"}, copy=False),
    lambda graph: nx.contracted_nodes(graph, 0, 2, copy=False),
]


@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiGraph])
@pytest.mark.parametrize("change", CHANGES)
def test_a_graph_that_changes_is_read_again(kind, change):
    graph = nx.path_graph(4, create_using=kind)
    assert list(nx.connected_components(graph, backend="boscage")) == [{0, 1, 2, 3}]
    kept = graph.__networkx_cache__["boscage"]
    assert nx.number_connected_components(graph, backend="boscage") == 1
    assert graph.__networkx_cache__["boscage"] is kept
    change(graph)
    found = nx.connected_components(graph, backend="boscage")
    assert list(found) == list(nx.connected_components(graph))


#: Changes that end with an error, but have added or removed something before.
HALF_CHANGES = [
    lambda graph: graph.add_nodes_from([7, 8, None]),
    lambda graph: graph.add_edges_from([(0, 7), (4, None)]),
    lambda graph: graph.add_edges_from([(0, 2), (1, [])]),
    lambda graph: graph.add_edge(9, None),
    lambda graph: graph.add_weighted_edges_from([(0, 2, 1), (3,)]),
    lambda graph: graph.remove_nodes_from([1, []]),
    lambda graph: graph.remove_edges_from([(0, 1), (2,)]),
]


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("change", HALF_CHANGES)
def test_a_change_that_ends_with_an_error_is_seen(kind, change):
    graph = nx.path_graph(4, create_using=kind)
    function = nx.weakly_connected_components if graph.is_directed() else nx.connected_components
    assert len(list(function(graph, backend="boscage"))) == 1
    with pytest.raises((ValueError, TypeError, nx.NetworkXError)):
        change(graph)
    assert list(function(graph, backend="boscage")) == list(function(graph))
    lengths = nx.single_source_dijkstra_path_length(graph, 0, backend="boscage")
    assert lengths == nx.single_source_dijkstra_path_length(graph, 0)


def test_a_parallel_edge_that_a_failed_change_added_is_seen():
    graph = nx.MultiGraph([(0, 1)])
    assert nx.single_source_dijkstra_path_length(graph, 0, backend="boscage") == {0: 0, 1: 1}
    with pytest.raises(nx.NetworkXError):
        graph.add_edges_from([(0, 1, {"weight": 0}), (1,)])
    assert nx.single_source_dijkstra_path_length(graph, 0, backend="boscage") == {0: 0, 1: 0}


def test_what_is_kept_is_neither_copied_nor_pickled():
    graph = nx.path_graph(4)
    assert nx.is_connected(graph, backend="boscage")
    for other in (copy.deepcopy(graph), pickle.loads(pickle.dumps(graph)), graph.copy()):
        other.add_node(9)
        assert not nx.is_connected(other, backend="boscage")
    assert nx.is_connected(graph, backend="boscage")


def test_nothing_is_kept_of_views_and_other_kinds_and_where_networkx_keeps_nothing():
    class Own(nx.Graph):
        pass

    base = nx.path_graph(4)
    view = base.subgraph([0, 1, 2])
    assert nx.is_connected(view, backend="boscage")
    base.remove_edge(0, 1)
    assert not nx.is_connected(view, backend="boscage")
    own, without = Own(base), nx.Graph(base)
    without.__networkx_cache__ = None
    for graph in (own, without):
        assert not nx.is_connected(graph, backend="boscage")
    with nx.config(cache_converted_graphs=False):
        assert not nx.is_connected(base, backend="boscage")
    assert all("boscage" not in (graph.__networkx_cache__ or {}) for graph in (base, view, own, without))


def test_weights_are_read_for_each_call():
    graph = nx.cycle_graph(3)
    for dearest, edges in (((0, 1), [(0, 2), (1, 2)]), ((1, 2), [(0, 1), (0, 2)])):
        nx.set_edge_attributes(graph, 1, "weight")
        graph[dearest[0]][dearest[1]]["weight"] = 100
        assert list(nx.minimum_spanning_edges(graph, backend="boscage", data=False)) == edges
        lengths = nx.single_source_dijkstra_path_length(graph, dearest[0], backend="boscage")
        assert lengths == {dearest[0]: 0, 3 - sum(dearest): 1, dearest[1]: 2}


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
