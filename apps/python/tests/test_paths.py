"""Shortest and widest paths, Steiner trees and random walks."""

import itertools
import pickle

import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from networkx.algorithms.approximation import steiner_tree
from oracle import random_graph

import boscage

THREADS = [1, 2, 5]


def multigraph(n, u, v, w, directed):
    graph = nx.MultiDiGraph() if directed else nx.MultiGraph()
    graph.add_nodes_from(range(n))
    graph.add_weighted_edges_from(zip(u.tolist(), v.tolist(), w.tolist()))
    return graph


@pytest.mark.parametrize("cutoff", [None, 6, 0])
@pytest.mark.parametrize("directed", [None, False])
def test_paths_from_the_nearest_of_several_nodes_are_those_of_networkx(directed, cutoff):
    random = np.random.default_rng(2)
    for _ in range(40):
        n, u, v = random_graph(random, 12)
        w = random.integers(0, 5, len(u))
        graph = multigraph(n, u, v, w, directed is None)
        sources = random.integers(0, n, 3).tolist()
        expected = nx.multi_source_dijkstra_path_length(graph, set(sources), cutoff=cutoff)
        for threads in THREADS:
            paths = boscage.shortest_paths(
                n, u, v, w, sources=sources, cutoff=cutoff, directed=directed, threads=threads
            )
            assert paths.values.tolist() == [expected.get(node, -1) for node in range(n)]
            for node in range(n):
                at = node
                while paths.predecessors[at] not in (at, -1):
                    before = paths.predecessors[at]
                    step = min(data["weight"] for data in graph[before][at].values())
                    assert paths.values[before] + step == paths.values[at]
                    at = before
                assert at in sources or (at == node and paths.values[at] == -1)


def test_large_types_of_small_weights_are_read_as_integers():
    for function in (boscage.shortest_paths, boscage.bellman_ford, boscage.widest_paths):
        w = np.array([5, 7], np.uint64)
        assert function(3, [0, 1], [1, 2], w, source=0).values.tolist()[1:] in ([5, 12], [5, 5])
        w[1] = 2**63
        if function is not boscage.shortest_paths:
            with pytest.raises(ValueError, match="weights: expected integers below"):
                function(3, [0, 1], [1, 2], w, source=0)
    with pytest.raises(ValueError, match="cutoff: expected a number, at least 0, found nan"):
        boscage.shortest_paths(3, [0], [1], source=0, cutoff=np.nan)


def test_either_one_source_or_several_are_expected():
    for function in (boscage.shortest_paths, boscage.bellman_ford, boscage.widest_paths):
        one, both = (function(3, [0], [1], sources=sources) for sources in ([0], [0, 2]))
        assert one.values.tolist() == function(3, [0], [1], source=0).values.tolist()
        assert both.values[2] == both.values[0]
        for wrong in ({}, {"source": 0, "sources": [0]}):
            with pytest.raises(TypeError, match="either source or sources"):
                function(3, [0], [1], **wrong)
        with pytest.raises(ValueError, match="sources"):
            function(3, [0], [1], sources=[3])


@pytest.mark.parametrize("dtype", [np.int64, np.float64, np.uint8])
@pytest.mark.parametrize("directed", [None, False])
def test_queries_from_node_to_node_are_those_of_networkx(directed, dtype):
    random = np.random.default_rng(4)
    for _ in range(40):
        n, u, v = random_graph(random, 12)
        w = random.integers(0, 5, len(u)).astype(dtype)
        graph = multigraph(n, u, v, w, directed is None)
        search = boscage.Dijkstra(n, u, v, w, directed=directed)
        expected = np.full((n, n), np.inf if dtype is np.float64 else -1)
        for source, lengths in nx.all_pairs_dijkstra_path_length(graph):
            expected[source, list(lengths)] = list(lengths.values())
        nodes = np.arange(n)
        for threads in THREADS:
            assert np.array_equal(search.distances(nodes[:, None], nodes, threads=threads), expected)
        pairs = random.integers(0, n, (2, 5))
        assert np.array_equal(search.distances(*pairs), expected[tuple(pairs)])
        for source, target in pairs.T.tolist():
            path = search.path(source, target)
            assert search.distances(source, target).shape == ()
            if path is None:
                assert expected[source, target] in (-1, np.inf)
                continue
            assert (path.nodes[0], path.nodes[-1]) == (source, target)
            assert path.length == expected[source, target] == w[path.edges].sum()
            assert type(path.length) is (float if dtype is np.float64 else int)
            for edge, *ends in zip(path.edges, path.nodes, path.nodes[1:]):
                assert [u[edge], v[edge]] == ends or (directed is False and [v[edge], u[edge]] == ends)


def test_queries_name_nodes_as_the_graph_does():
    graph = nx.Graph([("a", "b", {"weight": 2}), ("b", "c", {"weight": 0.5}), ("d", "d")])
    search = boscage.Dijkstra(graph)
    assert repr(search) == "<boscage.Dijkstra: 4 nodes>"
    path = search.path("c", "a")
    assert (path.length, path.nodes.tolist(), path.edges.tolist()) == (2.5, ["c", "b", "a"], [1, 0])
    assert search.path("a", "d") is None
    assert search.distances(["a", "d"], "c").tolist() == [2.5, np.inf]
    assert search.distances([["a"], ["b"]], ["a", "c"]).tolist() == [[0, 2.5], [2, 0.5]]
    alone = search.path("d", "d")
    assert (alone.length, alone.nodes.tolist(), alone.edges.size) == (0, ["d"], 0)
    with pytest.raises(ValueError, match="target: the graph has no node 'e'"):
        search.path("a", "e")
    with pytest.raises(ValueError, match="sources: the graph has no node 7"):
        search.distances(7, "a")
    columns = scipy.sparse.csc_matrix(([5.0, 1.0, 2.0], ([2, 0, 1], [0, 1, 2])), shape=(3, 3))
    for matrix in (columns, columns.tocsr(), columns.tocoo()):
        path = boscage.Dijkstra(matrix).path(0, 2)
        assert (path.length, matrix.data[path.edges].tolist()) == (3, [1, 2])
        tree = boscage.minimum_arborescence(matrix, root=0)
        assert matrix.data[tree.edges].sum() == tree.total == 3
    matrix = boscage.Dijkstra(np.array([[0, 2], [0, 0]]))
    assert (matrix.path(0, 1).length, matrix.path(0, 1).edges, matrix.path(1, 0)) == (2, None, None)
    empty = boscage.Dijkstra(0, [], [])
    assert empty.distances([], []).shape == (0,)


def test_paths_name_nodes_as_the_graph_does():
    graph = nx.Graph([("a", "b", {"weight": 2}), ("b", "c", {"weight": 0.5}), ("d", "d")])
    for function in (boscage.shortest_paths, boscage.bellman_ford, boscage.widest_paths):
        paths = function(graph, source="c")
        assert paths.path_to("a").tolist() == ["c", "b", "a"]
        assert paths.path_to("c").tolist() == ["c"]
        assert paths.path_to("d") is None
        assert repr(paths) == "<boscage.Paths: to 3 of 4 nodes>"
        values, predecessors = paths
        assert (values is paths.values, predecessors.tolist()) == (True, [1, 2, 2, -1])
        with pytest.raises(ValueError, match="node: the graph has no node 1"):
            paths.path_to(1)
    columns = boscage.shortest_paths(3, [0], [1], source=0)
    with pytest.raises(ValueError, match="node: expected a node below 3, found -1"):
        columns.path_to(-1)
    with pytest.raises(ValueError, match="cutoff: expected a number, at least 0, found -1"):
        boscage.shortest_paths(3, [0], [1], source=0, cutoff=-1)


@pytest.mark.parametrize("directed", [None, False])
def test_paths_have_the_best_and_first_of_parallel_edges(directed):
    random = np.random.default_rng(7)
    functions = ((boscage.shortest_paths, 1), (boscage.bellman_ford, 1), (boscage.widest_paths, -1))
    for (function, sign), dtype in itertools.product(functions, [np.int64, np.float32, bool]):
        for _ in range(20):
            n, m = 6, 25
            u, v = random.integers(0, n, (2, m))
            w = random.integers(0, 4, m).astype(dtype)
            for threads in THREADS:
                paths = function(n, u, v, w, source=0, directed=directed, threads=threads)
                for node, before in enumerate(paths.predecessors.tolist()):
                    between = (u == before) & (v == node)
                    if directed is False:
                        between |= (u == node) & (v == before)
                    ids = np.flatnonzero(between)
                    edge = -1 if before in (-1, node) else ids[np.argmin(sign * w[ids].astype(float))]
                    assert paths.edges[node] == edge
                    if before >= 0:
                        way = paths.path_to(node)
                        assert paths.edges_to(node).tolist() == [paths.edges[at] for at in way[1:]]
                    else:
                        assert paths.edges_to(node) is None


def test_edges_of_paths_are_those_of_the_graph():
    columns = scipy.sparse.csc_matrix(([5.0, 1.0, 2.0], ([2, 0, 1], [0, 1, 2])), shape=(4, 4))
    for matrix in (columns, columns.tocsr(), columns.tocoo()):
        edges = boscage.shortest_paths(matrix, source=0).edges_to(2)
        assert matrix.data[edges].tolist() == [1, 2]
        copy = pickle.loads(pickle.dumps(boscage.shortest_paths(matrix, source=0)))
        assert copy.edges_to(2).tolist() == edges.tolist()
    dense = boscage.shortest_paths(np.array([[0, 2], [0, 0]]), source=0)
    assert (dense.edges, dense.path_to(1).tolist()) == (None, [0, 1])
    with pytest.raises(TypeError, match="expected a graph whose edges have ids"):
        dense.edges_to(1)
    empty = boscage.shortest_paths(scipy.sparse.csr_matrix((2, 2)), source=0)
    assert (empty.edges.tolist(), empty.edges_to(0).tolist()) == ([-1, -1], [])
    with pytest.raises(ValueError, match="node: expected a node below 2, found 2"):
        empty.edges_to(2)


def test_queries_refuse_what_paths_refuse():
    with pytest.raises(ValueError, match="weights: expected none below 0"):
        boscage.Dijkstra(3, [0, 1], [1, 2], [1, -1]).path(0, 2)
    with pytest.raises(ValueError, match="weights: expected none below 0"):
        boscage.Dijkstra(3, [0, 1], [1, 2], [1, -1]).distances(0, [1, 2])
    assert boscage.Dijkstra(3, [0, 1], [1, 2], [1, -1]).path(0, 1).length == 1
    large = boscage.Dijkstra(3, [0, 1], [1, 2], np.array([2**63 - 1, 1], np.uint64))
    with pytest.raises(ValueError, match=r"weights: expected distances below 2\*\*63"):
        large.distances(0, 2)


@pytest.mark.parametrize("dtype", [np.int64, np.float64])
def test_negative_lengths_are_those_of_networkx(dtype):
    random, cycles = np.random.default_rng(3), 0
    for _ in range(80):
        n, u, v = random_graph(random, 12)
        w = random.integers(-1, 10, len(u)).astype(dtype)
        graph = multigraph(n, u, v, w, directed=True)
        try:
            expected = nx.single_source_bellman_ford_path_length(graph, 0)
        except nx.NetworkXUnbounded:
            with pytest.raises(boscage.NegativeCycleError) as raised:
                boscage.bellman_ford(n, u, v, w, source=0, threads=2)
            nodes = raised.value.nodes
            steps = zip(nodes, [*nodes[1:], nodes[0]])
            assert sum(min(d["weight"] for d in graph[a][b].values()) for a, b in steps) < 0
            cycles += 1
            continue
        for threads in THREADS:
            values, before = boscage.bellman_ford(n, u, v, w, source=0, threads=threads)
            absent = np.inf if dtype == np.float64 else 2**63 - 1
            assert values.tolist() == [expected.get(node, absent) for node in range(n)]
            assert before[0] == 0
            for node in np.flatnonzero((before >= 0) & (before != np.arange(n))):
                step = min(d["weight"] for d in graph[before[node]][node].values())
                assert values[before[node]] + step == values[node]
    assert cycles > 5


@pytest.mark.parametrize("directed", [None, False])
def test_widths_are_those_of_all_thresholds(directed):
    random = np.random.default_rng(4)
    for _ in range(40):
        n, u, v = random_graph(random, 12)
        w = random.integers(-2, 6, len(u))
        values, _ = boscage.widest_paths(n, u, v, w, source=0, directed=directed)
        for node in range(1, n):
            width = -(2**63)
            for threshold in range(-2, 6):
                wide = w >= threshold
                steps = boscage.distances(n, u[wide], v[wide], source=0, directed=directed)
                width = threshold if steps[node] >= 0 else width
            assert values[node] == width
        assert values[0] == 2**63 - 1


def test_steiner_trees_connect_terminals_like_those_of_networkx():
    random = np.random.default_rng(5)
    for _ in range(30):
        graph = nx.gnm_random_graph(30, 60, seed=int(random.integers(1000)))
        graph = graph.subgraph(max(nx.connected_components(graph), key=len)).copy()
        for edge in graph.edges:
            graph.edges[edge]["weight"] = int(random.integers(0, 20))
        terminals = random.choice(list(graph), 6).tolist()
        tree = boscage.steiner_tree(graph, terminals=terminals)
        found = nx.Graph(zip(tree.u.tolist(), tree.v.tolist()))
        found.add_nodes_from(terminals)
        assert nx.is_tree(found) and set(terminals) <= set(found)
        # Both are spanning trees of the same least weight between terminals, but for paths that meet.
        theirs = steiner_tree(graph, terminals, method="mehlhorn").size("weight")
        assert (tree.total <= 2 * theirs and theirs <= 2 * max(tree.total, 1e-9)) or theirs == tree.total
    with pytest.raises(ValueError, match="terminals: expected nodes of one component"):
        boscage.steiner_tree(3, [0], [1], terminals=[0, 2])
    with pytest.raises(ValueError, match="terminals"):
        boscage.steiner_tree(3, [0], [1], terminals=[3])


def test_walks_are_the_same_on_any_number_of_threads_and_follow_edges():
    random = np.random.default_rng(6)
    for _ in range(20):
        n, u, v = random_graph(random, 12)
        w = random.integers(0, 4, len(u))
        options = {"walks": 3, "length": 7, "p": 0.5, "q": 3, "seed": 9}
        first, *others = (boscage.random_walks(n, u, v, w, threads=t, **options) for t in THREADS)
        assert all(np.array_equal(a, b) for other in others for a, b in zip(first, other))
        arcs = {(a, b) for a, b, x in zip(u.tolist(), v.tolist(), w.tolist()) if x > 0}
        for i in range(3 * n):
            walk = first.nodes[first.offsets[i] : first.offsets[i + 1]].tolist()
            assert walk[0] == i // 3 and set(itertools.pairwise(walk)) <= arcs
        some = boscage.random_walks(n, u, v, w, starts=[n - 1], **options)
        assert np.array_equal(some.nodes, first.nodes[first.offsets[3 * n - 3] :])
    for wrong in ({"p": 0}, {"q": -1.0}, {"length": 0}, {"walks": -1}, {"starts": [5]}):
        with pytest.raises(ValueError):
            boscage.random_walks(2, [0], [1], **wrong)


@pytest.mark.parametrize("n", [2**53 + 1, 2**60 + 100, 2**63 - 1])
def test_cutoffs_are_exact(n):
    for cutoff in [n - 1, n, float(n), n + 1]:
        paths = boscage.shortest_paths(2, [0], [1], np.array([n]), source=0, cutoff=cutoff)
        assert paths.values.tolist() == ([0, n] if n <= cutoff else [0, -1]), cutoff
        assert (paths.path_to(1) is None) == (n > cutoff)
    far = boscage.shortest_paths(2, [0], [1], [2.0**53 + 4], source=0, cutoff=2**53 + 3)
    assert far.values.tolist() == [0, np.inf]
    near = boscage.shortest_paths(2, [0], [1], [2.0**53 + 4], source=0, cutoff=2**53 + 4)
    assert near.values.tolist() == [0, 2.0**53 + 4]


def test_walks_and_cut_nodes_are_those_of_the_graph(tmp_path):
    path = tmp_path / "path.gr"
    boscage.write(path, 4, [0, 1, 2], [1, 2, 3], [5, 6, 7])
    assert boscage.articulation_points(path).tolist() == [2, 3]
    assert boscage.random_walks(path, starts=[1], walks=1, length=2).nodes.tolist() == [1, 2]
    graph = nx.path_graph(["a", ("b", 1), "c"])
    assert boscage.articulation_points(graph).tolist() == [("b", 1)]
    walks = boscage.random_walks(graph, starts=["c"], walks=1, length=2)
    assert walks.nodes.tolist() == ["c", ("b", 1)]
    directed = nx.DiGraph([(7, 8), (8, 9)])
    tree = boscage.minimum_arborescence(directed)
    assert boscage.minimum_arborescence(directed, root=tree.root).edges.tolist() == tree.edges.tolist()
    assert (tree.root, type(tree.root)) == (7, int)


def test_paths_let_go_of_the_graph():
    paths = boscage.shortest_paths(3, [0, 1], [1, 2], [4, 5], source=0)
    assert paths.edges.tolist() == [-1, 0, 1]
    assert paths._find_edges is None
    assert paths.edges_to(2).tolist() == [0, 1]
