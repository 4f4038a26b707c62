"""Nodes are what the graph calls them."""

import copy
import pickle

import igraph
import networkx as nx
import numpy as np
import pytest
import rustworkx as rx

import boscage


def roads(kind=nx.Graph):
    graph = kind()
    graph.add_weighted_edges_from([("Rome", "Paris", 2), ("Paris", "Oslo", 3), ("Rome", "Oslo", 9)])
    return graph


def test_nodes_of_networkx_are_its_own():
    graph = roads()
    assert boscage.distances(graph, source="Paris").tolist() == [1, 0, 1]
    assert boscage.shortest_paths(graph, source="Oslo").values.tolist() == [5, 3, 0]
    assert boscage.distances(roads(nx.DiGraph), source="Paris").tolist() == [-1, 0, 1]
    assert boscage.bottleneck(graph, a="Rome", b="Oslo") == (2, 3)  # in the order of `graph.edges`
    forest = boscage.minimum_spanning_forest(graph)
    assert forest.nodes == list(graph)
    assert {frozenset(edge) for edge in zip(forest.u, forest.v)} == {
        frozenset(("Rome", "Paris")),
        frozenset(("Paris", "Oslo")),
    }
    assert forest.bottleneck(forest.u, forest.v).weight.tolist() == forest.w.tolist()
    assert forest.bottleneck("Rome", ["Paris", "Oslo"]).weight.tolist() == [2, 3]
    assert forest.bottleneck("Rome", np.array([["Paris"], ["Oslo"]])).weight.tolist() == [[2], [3]]
    for other in (pickle.loads(pickle.dumps(forest)), boscage.minimum_spanning_forest(graph)):
        assert other == forest and other.bottleneck("Rome", "Oslo") == (2, 3)
    renamed = nx.relabel_nodes(graph, {"Rome": "Roma"})
    assert boscage.minimum_spanning_forest(renamed) != forest


def test_integers_that_are_nodes_are_no_places():
    graph = nx.Graph([(30, 20), (20, 10)])
    assert boscage.distances(graph, source=30).tolist() == [0, 1, 2]
    assert boscage.distances(graph, source=np.int8(10)).tolist() == [2, 1, 0]
    forest = boscage.minimum_spanning_forest(graph)
    assert forest.u.dtype == forest.v.dtype == np.int64
    assert (forest.u.tolist(), forest.v.tolist()) == ([30, 20], [20, 10])
    for place in (0, 1, 2):
        with pytest.raises(ValueError, match=f"source: the graph has no node {place}"):
            boscage.distances(graph, source=place)
        with pytest.raises(ValueError, match=f"a: the graph has no node {place}"):
            forest.bottleneck(place, 10)
    backwards = nx.path_graph([2, 1, 0])
    assert list(backwards) == [2, 1, 0]
    assert boscage.distances(backwards, source=0).tolist() == [2, 1, 0]


def test_nodes_may_be_sequences():
    grid = nx.grid_2d_graph(3, 3)
    assert boscage.distances(grid, source=(1, 1)).tolist() == [2, 1, 2, 1, 0, 1, 2, 1, 2]
    forest = boscage.minimum_spanning_forest(grid)
    assert forest.u.shape == (8,) and forest.u[0] == (0, 0)
    assert forest.bottleneck((0, 0), (2, 2)).weight == 1
    assert forest.bottleneck((0, 0), [(2, 2), (0, 0)]).weight.tolist() == [1, 0]
    assert forest.bottleneck(forest.u, forest.v).weight.tolist() == [1] * 8


@pytest.mark.parametrize("wrong", ["Bonn", 0, None, ["Rome"], ("Rome", "Oslo"), 1.5])
def test_nodes_that_are_none_are_named(wrong):
    graph = roads()
    functions = [boscage.distances, boscage.shortest_paths]
    for function in functions[: 1 if wrong is None else 2]:
        with pytest.raises(ValueError, match="source: the graph has no node"):
            function(graph, source=wrong)
    rows = [wrong] if wrong != ["Rome"] else [["Nome"]]  # a list of lists has rows of nodes
    with pytest.raises(ValueError, match="b: the graph has no node"):
        boscage.bottleneck(graph, a="Rome", b=rows)


def test_nodes_of_rustworkx_are_its_own():
    graph = rx.PyGraph()
    graph.add_nodes_from(range(5))
    graph.add_edges_from([(1, 2, 5.0), (2, 4, 6.0)])
    graph.remove_nodes_from([0, 3])
    assert boscage.distances(graph, source=4).tolist() == [2, 1, 0]
    forest = boscage.minimum_spanning_forest(graph)
    assert (forest.u.tolist(), forest.v.tolist()) == ([1, 2], [2, 4])
    assert forest.bottleneck(1, 4) == (1, 6)
    for removed in (0, 3):
        with pytest.raises(ValueError, match=f"the graph has no node {removed}"):
            boscage.distances(graph, source=removed)


def test_nodes_of_igraph_are_numbers_and_may_have_names():
    graph = igraph.Graph(4, [(0, 1), (1, 2)])
    with pytest.raises(TypeError, match="source: expected a node below 4, found list"):
        boscage.distances(graph, source=["a"])
    with pytest.raises(ValueError, match="source: the graph has no node 'a'"):
        boscage.distances(graph, source="a")
    graph.vs["name"] = ["a", "b", "c", "c"]
    forest = boscage.minimum_spanning_forest(graph)
    for name, number in (("a", 0), ("b", 1)):
        steps = boscage.distances(graph, source=name).tolist()
        assert steps == boscage.distances(graph, source=number).tolist()
        assert steps == [-1 if x == float("inf") else x for x in graph.distances(name)[0]]
        assert forest.bottleneck(name, 2) == forest.bottleneck(number, 2)
    assert forest.bottleneck(["a", 1], 2).edge.tolist() == forest.bottleneck([0, 1], 2).edge.tolist()
    assert forest.u.tolist() == [0, 1] and forest.nodes is None
    with pytest.raises(ValueError, match="the graph has several nodes 'c'"):
        boscage.distances(graph, source="c")
    assert forest != boscage.minimum_spanning_forest(igraph.Graph(5, [(0, 1), (1, 2)]))


def test_nodes_of_a_file_are_what_it_calls_them(tmp_path):
    path = tmp_path / "pairs.txt"
    path.write_text("100 200 2.5\n200 300 1.5\n")
    for graph in (path, boscage.read(path)):
        assert boscage.distances(graph, source=300).tolist() == [2, 1, 0]
        assert boscage.shortest_paths(graph, source=np.uint16(100)).values.tolist() == [0, 2.5, 4]
        assert boscage.bottleneck(graph, a=100, b=300).weight == 2.5
        forest = boscage.minimum_spanning_forest(graph)
        assert (forest.u.tolist(), forest.v.tolist()) == ([100, 200], [200, 300])
        assert forest.nodes == [100, 200, 300] and forest.u.dtype == np.int64
        assert forest.bottleneck([100, 200], [[300], [200]]).weight.tolist()[0] == [2.5, 1.5]
        for wrong in (0, 2, 150, 2**64 - 1):
            with pytest.raises(ValueError, match=f"source: the graph has no node {wrong}"):
                boscage.distances(graph, source=wrong)
            with pytest.raises(ValueError, match=f"b: the graph has no node {wrong}"):
                forest.bottleneck(100, np.array([200, wrong], np.uint64))
        for wrong in (-1, 2**64):
            with pytest.raises(ValueError, match=f"source: expected a node of the file, found {wrong}"):
                boscage.distances(graph, source=wrong)
        with pytest.raises(ValueError, match="b: the graph has no node -1"):
            forest.bottleneck(100, [200, -1])
        with pytest.raises(TypeError, match="source: expected a node of the file, found str"):
            boscage.distances(graph, source="100")
    # Columns are counted from 0 on.
    assert boscage.distances(3, *boscage.read(path).columns(), source=0, directed=False).tolist() == [0, 1, 2]


def test_a_file_may_count_from_1_on_and_have_names_of_64_bits(tmp_path):
    counted = tmp_path / "counted.gr"
    counted.write_text("p sp 3 2\na 1 2 5\na 2 3 4\n")
    assert boscage.distances(counted, source=1).tolist() == [0, 1, 2]
    forest = boscage.minimum_spanning_forest(counted)
    assert (forest.u.tolist(), forest.v.tolist(), forest.nodes) == ([1, 2], [2, 3], [1, 2, 3])
    assert forest.bottleneck(1, [2, 3]).weight.tolist() == [5, 5]
    with pytest.raises(ValueError, match="source: expected a node from 1 to 3, found 0"):
        boscage.distances(counted, source=0)
    with pytest.raises(ValueError, match="a: expected one of the graph's 3 nodes, found 0"):
        forest.bottleneck(0, 1)
    large = tmp_path / "large.txt"
    large.write_text(f"{2**64 - 1} 5\n5 {2**63}\n")
    assert boscage.distances(large, source=2**64 - 1).tolist() == [1, 2, 0]
    forest = boscage.minimum_spanning_forest(large)
    assert forest.u.tolist() == [2**64 - 1, 5] and forest.u.dtype == np.uint64


@pytest.mark.parametrize("suffix", ["gr", "txt", "bsg", "sg"])
def test_graphs_can_be_pickled_copied_and_compared(tmp_path, suffix):
    path = tmp_path / f"graph.{suffix}"
    weights = None if suffix == "sg" else [2.0, 1.5, 2.0**-40]
    boscage.write(path, 4, [0, 1, 2], [1, 2, 3], weights, directed=suffix != "gr")
    graph = boscage.read(path)
    assert copy.copy(graph) is copy.deepcopy(graph) is graph
    other = pickle.loads(pickle.dumps(graph))
    assert other == graph == boscage.read(path) and hash(other) == hash(graph)
    assert other.is_directed == graph.is_directed and other.names.tolist() == graph.names.tolist()
    for ours, theirs in zip(other.columns(), graph.columns()):
        assert ours is theirs is None or (ours.dtype == theirs.dtype and np.array_equal(ours, theirs))
    shorter = boscage.generate("path", nodes=4, weights="unit")
    assert graph != shorter and graph != "a graph" and len({graph, other, shorter}) == 2
    assert boscage.minimum_spanning_forest(other) == boscage.minimum_spanning_forest(graph)
