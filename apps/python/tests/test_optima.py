"""Matchings and arborescences on random graphs, against SciPy and NetworkX."""

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sparse
from scipy.sparse.csgraph import maximum_bipartite_matching

import boscage

THREADS = [1, 2, 5]


def columns(random, most=15):
    n = int(random.integers(1, most))
    m = int(random.integers(0, 4 * n))
    return n, random.integers(0, n, m), random.integers(0, n, m)


@pytest.mark.parametrize("threads", THREADS)
def test_matchings_are_as_large_as_those_of_scipy_and_as_their_covers(threads):
    random = np.random.default_rng(3)
    for _ in range(100):
        n, u, v = columns(random)
        matrix = sparse.csr_array((np.ones(len(u)), (u, v)), shape=(n, n))
        size = int((maximum_bipartite_matching(matrix) >= 0).sum())
        for left in (n, None):
            found = boscage.maximum_bipartite_matching(2 * n, u, n + v, left=left, threads=threads)
            matched = np.flatnonzero(found.mates >= 0)
            assert len(matched) == 2 * size == 2 * found.is_in_cover.sum()
            assert (found.mates[found.mates[matched]] == matched).all()
            assert (found.is_in_cover[u] | found.is_in_cover[n + v]).all()
            assert (found.is_left[u] != found.is_left[n + v]).all()
            edges = set(zip(u.tolist(), (n + v).tolist()))
            assert all((node, int(found.mates[node])) in edges for node in matched if node < n)


def test_graphs_that_are_not_bipartite_are_refused():
    with pytest.raises(ValueError, match="edge 1 - 2 on a cycle of odd length"):
        boscage.maximum_bipartite_matching(nx.complete_graph(3))
    with pytest.raises(ValueError, match="left"):
        boscage.maximum_bipartite_matching(2, [0], [1], left=2)
    with pytest.raises(ValueError, match="left"):
        boscage.maximum_bipartite_matching(2, [0], [1], left=-1)


@pytest.mark.parametrize("dtype", [np.int64, np.float64, np.uint8])
@pytest.mark.parametrize("threads", THREADS)
def test_arborescences_are_as_light_as_those_of_networkx(threads, dtype):
    random = np.random.default_rng(5)
    for _ in range(40):
        n, u, v = columns(random, most=9)
        w = random.integers(0 if dtype is np.uint8 else -5, 9, len(u)).astype(dtype)
        graph = nx.MultiDiGraph()
        graph.add_nodes_from(range(n))
        graph.add_weighted_edges_from(zip(u.tolist(), v.tolist(), w.tolist()))
        graph.remove_edges_from(list(nx.selfloop_edges(graph, keys=True)))
        try:
            expected = nx.minimum_spanning_arborescence(graph).size("weight") if n > 1 else 0
        except nx.NetworkXException:
            with pytest.raises(ValueError, match="a node that reaches all others"):
                boscage.minimum_arborescence(n, u, v, w, threads=threads)
            continue
        found = boscage.minimum_arborescence(n, u, v, w, threads=threads)
        assert found.total == expected == w[found.edges].sum()
        assert found.parents[found.root] == -1
        assert sorted(v[found.edges].tolist() + [found.root]) == list(range(n))
        assert (found.parents[v[found.edges]] == u[found.edges]).all()
        rooted = boscage.minimum_arborescence(n, u, v, w, root=found.root, threads=threads)
        assert rooted.total == expected


def test_roots_are_nodes_of_the_graph_and_edges_need_ids():
    graph = nx.DiGraph()
    graph.add_weighted_edges_from([("a", "b", 3), ("b", "a", 1), ("a", "c", 5)])
    assert boscage.minimum_arborescence(graph, root="b").total == 6
    with pytest.raises(ValueError, match="does not reach node"):
        boscage.minimum_arborescence(graph, root="c")
    with pytest.raises(ValueError, match="undirected"):
        boscage.minimum_arborescence(nx.path_graph(3))
    with pytest.raises(TypeError, match="ids"):
        boscage.minimum_arborescence(np.ones((2, 2)))
