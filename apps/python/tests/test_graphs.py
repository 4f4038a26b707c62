"""Graphs of other libraries."""

import subprocess
import sys

import igraph
import networkx as nx
import numpy as np
import pytest
import rustworkx as rx
from oracle import kruskal, random_graph

import boscage


def graphs():
    random = np.random.default_rng(21)
    for i in range(40):
        n, u, v = random_graph(random, 20)
        w = random.integers(-3, 4, len(u)) if i % 2 else random.normal(size=len(u))
        yield n, u.tolist(), v.tolist(), w.tolist()


@pytest.mark.parametrize("maximum", [False, True])
def test_forests_of_networkx(maximum):
    for n, u, v, w in graphs():
        graph = nx.MultiGraph()
        graph.add_nodes_from(f"node {i}" for i in reversed(range(n)))
        for a, b, x in zip(u, v, w):
            graph.add_edge(f"node {a}", f"node {b}", weight=x)
        names = list(graph)
        listed = list(graph.edges(data="weight"))
        ends = [[names.index(edge[k]) for edge in listed] for k in (0, 1)]
        weights = [edge[2] for edge in listed]
        forest = boscage.minimum_spanning_forest(graph, maximum=maximum)
        assert forest.nodes == names
        assert forest.edges.tolist() == kruskal(n, *ends, weights, maximum)
        assert boscage.verify(forest, graph).kind == "exact"
        assert boscage.components(graph).tolist() == forest.labels.tolist()
        for place, (a, b) in enumerate(zip(forest.u, forest.v)):
            edge = listed[forest.edges[place]]
            assert edge == (a, b, forest.w[place])


def test_weights_of_networkx():
    graph = nx.Graph([("a", "b", {"cost": 3}), ("b", "c"), ("a", "c", {"cost": 2})])
    assert boscage.minimum_spanning_forest(graph, weight="cost").total == 3
    assert boscage.minimum_spanning_forest(graph).total == 2
    assert boscage.minimum_spanning_forest(graph, weight=None).edges.tolist() == [0, 1]
    with pytest.raises(TypeError, match="name of an attribute"):
        boscage.minimum_spanning_forest(graph, weight=lambda u, v, data: 7)
    graph.add_edge("a", "d", cost="dear")
    with pytest.raises(TypeError, match="weights: expected numbers of at most 64 bits, found str"):
        boscage.minimum_spanning_forest(graph, weight="cost")
    with pytest.raises(ValueError, match="found a directed one"):
        boscage.minimum_spanning_forest(nx.DiGraph([(0, 1)]))
    with pytest.raises(ValueError, match="NaN"):
        boscage.minimum_spanning_forest(nx.Graph([(0, 1, {"weight": float("nan")})]))
    assert boscage.minimum_spanning_forest(nx.Graph()).trees == 0


@pytest.mark.parametrize("maximum", [False, True])
def test_forests_of_igraph(maximum):
    for n, u, v, w in graphs():
        graph = igraph.Graph(n, list(zip(u, v)))
        graph.es["weight"] = w
        graph.es["cost"] = w[::-1]
        listed = graph.get_edgelist()
        ends = [[edge[k] for edge in listed] for k in (0, 1)]
        assert boscage.minimum_spanning_forest(graph, maximum=maximum).edges.tolist() == kruskal(
            n, *ends, w, maximum
        )
        other = boscage.minimum_spanning_forest(graph, weight="cost", maximum=maximum)
        assert other.edges.tolist() == kruskal(n, *ends, w[::-1], maximum)
        given = boscage.minimum_spanning_forest(graph, weight=w, maximum=maximum)
        assert given.total == boscage.minimum_spanning_forest(graph, maximum=maximum).total
        plain = boscage.minimum_spanning_forest(graph, weight=None, maximum=maximum)
        assert plain.edges.tolist() == kruskal(n, *ends, None)
    with pytest.raises(ValueError, match="found a directed one"):
        boscage.minimum_spanning_forest(igraph.Graph(2, [(0, 1)], directed=True))


@pytest.mark.parametrize("maximum", [False, True])
def test_forests_of_rustworkx(maximum):
    for n, u, v, w in graphs():
        graph = rx.PyGraph()
        graph.add_nodes_from(list(range(n)))
        graph.add_edges_from(list(zip(u, v, w)))
        graph.remove_node(n // 2)
        names = list(graph.node_indices())
        listed = graph.weighted_edge_list()
        ends = [[names.index(edge[k]) for edge in listed] for k in (0, 1)]
        weights = [edge[2] for edge in listed]
        forest = boscage.minimum_spanning_forest(graph, maximum=maximum)
        assert (forest.n, forest.nodes) == (n - 1, names)
        assert forest.edges.tolist() == kruskal(n - 1, *ends, weights, maximum)
        other = boscage.minimum_spanning_forest(graph, weight=lambda x: -x, maximum=not maximum)
        assert other.edges.tolist() == forest.edges.tolist()
        plain = boscage.minimum_spanning_forest(graph, weight=None)
        assert plain.edges.tolist() == kruskal(n - 1, *ends, None)
    with pytest.raises(ValueError, match="found a directed one"):
        boscage.minimum_spanning_forest(rx.PyDiGraph())


def test_nothing_is_imported_that_is_not_there():
    script = """
import sys, boscage
forest = boscage.minimum_spanning_forest(3, [0, 1], [1, 2])
try:
    boscage.minimum_spanning_forest(object())
except TypeError:
    print(sorted({"scipy", "networkx", "igraph", "rustworkx"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_bench_compares_all_that_is_installed(capsys):
    rows = boscage.bench(boscage.generate("gnm", nodes=300, edges=2000), runs=1)
    assert [row.name.split(",")[0] for row in rows] == [
        *("boscage", "boscage", "SciPy", "igraph", "rustworkx", "boscage", "NetworkX", "boscage")
    ]
    assert len({row.total for row in rows}) == 1 and rows[0].conversion is None
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 2 + len(rows) and printed[0].startswith("300 nodes, 2000 edges")
    with pytest.raises(ValueError, match="runs: expected at least 1"):
        boscage.bench(runs=0)


def test_bench_times_a_matrix_as_a_matrix():
    matrix = np.random.default_rng(5).integers(1, 99, (40, 40))
    rows = boscage.bench(matrix, runs=1, without=["networkx", "igraph"], quiet=True)
    assert not {"igraph", "NetworkX"} & {row.name.partition(",")[0] for row in rows}
    with pytest.raises(ValueError, match="without: expected some of"):
        boscage.bench(matrix, without="networkx")
    assert [row.name for row in rows if "matrix" in row.name] == ["boscage, matrix", "SciPy, matrix"]
    assert len({row.total for row in rows}) == 1


def test_edges_without_a_weight_weigh_1_in_every_library():
    ends = [(0, 1), (1, 2), (2, 0)]
    of_igraph = igraph.Graph(3, ends)
    assert boscage.minimum_spanning_forest(of_igraph, weight="length").total == 2
    of_igraph.es["length"] = [5, None, 4]
    assert boscage.minimum_spanning_forest(of_igraph, weight="length").total == 5
    of_rustworkx = rx.PyGraph()
    of_rustworkx.add_nodes_from(range(3))
    of_rustworkx.add_edges_from([(*edge, weight) for edge, weight in zip(ends, [5, None, 4])])
    assert boscage.minimum_spanning_forest(of_rustworkx).total == 5
    for graph in (of_igraph, of_rustworkx):
        with pytest.raises(TypeError, match=r"weight|Attribute"):
            boscage.minimum_spanning_forest(graph, weight=7)
