"""Communities on random graphs, against NetworkX's modularity."""

import networkx as nx
import numpy as np
import pytest

import boscage

THREADS = [1, 2, 5]


def graphs():
    random = np.random.default_rng(11)
    for _ in range(40):
        n = int(random.integers(1, 60))
        m = int(random.integers(1, 4 * n))
        yield n, random.integers(0, n, m), random.integers(0, n, m), random.integers(1, 9, m)


def communities(labels):
    return [set(np.flatnonzero(labels == label).tolist()) for label in range(labels.max() + 1)]


@pytest.mark.parametrize("function", [boscage.louvain, boscage.leiden])
@pytest.mark.parametrize("resolution", [0.7, 1.0])
def test_modularity_is_that_of_networkx(function, resolution):
    for n, u, v, w in graphs():
        graph = nx.MultiGraph()
        graph.add_nodes_from(range(n))
        graph.add_weighted_edges_from(zip(u.tolist(), v.tolist(), w.tolist()))
        first, *others = (
            function(n, u, v, w, resolution=resolution, seed=5, threads=threads) for threads in THREADS
        )
        parts = communities(first.labels)
        expected = nx.community.modularity(graph, parts, resolution=resolution)
        assert first.quality == pytest.approx(expected, abs=1e-12)
        theirs = nx.community.louvain_communities(graph, resolution=resolution, seed=1)
        assert first.quality > nx.community.modularity(graph, theirs, resolution=resolution) - 0.05
        for other in others:
            assert np.array_equal(first.labels, other.labels) and first.quality == other.quality
        if function is boscage.leiden:
            assert all(nx.is_connected(graph.subgraph(part)) for part in parts)


@pytest.mark.parametrize("function", [boscage.louvain, boscage.leiden])
def test_weights_may_be_floats_or_missing(function):
    for n, u, v, w in graphs():
        assert np.array_equal(function(n, u, v, w).labels, function(n, u, v, w / 4).labels)
        ones = function(n, u, v, np.ones(len(u)))
        assert np.array_equal(function(n, u, v).labels, ones.labels)
    assert function(0, [], []).labels.shape == (0,)
    assert function(3, [], []).labels.tolist() == [0, 1, 2]


@pytest.mark.parametrize("function", [boscage.louvain, boscage.leiden])
def test_the_constant_potts_model_counts_pairs(function):
    for n, u, v, w in graphs():
        found = function(n, u, v, w, quality="cpm", resolution=0.8)
        sizes = np.bincount(found.labels)
        within = w[found.labels[u] == found.labels[v]].sum()
        assert found.quality == pytest.approx(within - 0.8 * (sizes * (sizes - 1) / 2).sum())


def test_options_that_cannot_be_are_refused():
    for options, message in (
        ({"quality": "surprise"}, "quality: expected 'modularity' or 'cpm'"),
        ({"resolution": -1}, "resolution"),
        ({"resolution": np.inf}, "resolution"),
        ({"seed": -1}, "seed"),
        ({"w": [1, -1]}, "weights"),
    ):
        for function in (boscage.louvain, boscage.leiden):
            with pytest.raises(ValueError, match=message):
                function(3, [0, 1], [1, 2], **options)
    with pytest.raises(ValueError, match="iterations"):
        boscage.leiden(3, [0], [1], iterations=0)
