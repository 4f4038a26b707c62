"""Clusters and bottlenecks, against SciPy and brute force."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from oracle import random_graph, random_weights
from scipy.cluster.hierarchy import fcluster, is_valid_linkage, linkage
from scipy.spatial.distance import pdist

import boscage


def points(random, n):
    """The complete graph of points in the plane, in the order of SciPy's condensed distances."""
    distances = pdist(random.random((n, 2)))
    u, v = (np.array(ends) for ends in zip(*itertools.combinations(range(n), 2)))
    return u, v, distances


def same_partition(a, b):
    return len(set(zip(a, b))) == len(set(a)) == len(set(b))


@pytest.mark.parametrize("n", [2, 3, 5, 20, 60])
def test_linkage_and_clusters_are_those_of_scipy(n):
    random = np.random.default_rng(n)
    for _ in range(5):
        u, v, distances = points(random, n)
        expected = linkage(distances, "single")
        forest = boscage.minimum_spanning_forest(n, u, v, distances)
        ours = forest.single_linkage()
        assert ours.shape == (n - 1, 4) and ours.dtype == np.float64 and is_valid_linkage(ours)
        assert np.array_equal(ours, expected)
        assert np.array_equal(boscage.single_linkage(n, u, v, distances, threads=1), expected)
        for k in {1, 2, n // 2 + 1, n}:
            clusters = forest.clusters(k=k)
            assert len(set(clusters)) == k and clusters.dtype == np.int64
            assert same_partition(clusters, fcluster(expected, k, "maxclust"))
            assert np.array_equal(clusters, boscage.clusters(n, u, v, distances, k=k))
        for cut in [0, *random.choice(expected[:, 2], 3), 0.5, 9]:
            assert same_partition(forest.clusters(cut=cut), fcluster(expected, cut, "distance"))


def test_of_equal_distances_the_lower_edge_comes_first():
    ours = boscage.single_linkage(4, [2, 0, 1], [3, 1, 2], [5, 5, 5])
    assert ours.tolist() == [[2, 3, 5, 2], [0, 1, 5, 2], [4, 5, 5, 4]]


def test_linkage_of_what_has_none():
    with pytest.raises(ValueError, match="expected a connected graph, found 2 trees"):
        boscage.single_linkage(3, [0], [1], [1.0])
    with pytest.raises(ValueError, match="expected a connected graph, found 0 trees"):
        boscage.single_linkage(0, [], [])
    with pytest.raises(ValueError, match="maximum"):
        boscage.minimum_spanning_forest(2, [0], [1], maximum=True).single_linkage()
    assert boscage.single_linkage(1, [], []).shape == (0, 4)


def test_clusters_by_cut_of_all_kinds_of_numbers():
    forest = boscage.minimum_spanning_forest(4, [0, 1, 2], [1, 2, 3], [-3, 2, 5])
    cuts = {
        -3.5: 4,
        -3: 3,
        -2.5: 3,
        2: 2,
        1.999: 3,
        np.int8(2): 2,
        4.5: 2,
        5: 1,
        2**90: 1,
        -(2**90): 4,
    }
    cuts.update({np.inf: 1, -np.inf: 4, 1e300: 1, np.float32(2.5): 2})
    for cut, count in cuts.items():
        assert len(set(forest.clusters(cut=cut))) == count, cut
    heavy = boscage.minimum_spanning_forest(4, [0, 1, 2], [1, 2, 3], [-3, 2, 5], maximum=True)
    for cut, count in {5.5: 4, 5: 3, 2.5: 3, 2: 2, -3: 1, -2.5: 2}.items():
        assert len(set(heavy.clusters(cut=cut))) == count, cut
    small = boscage.minimum_spanning_forest(2, [0], [1], np.array([0.1], np.float32))
    assert len(set(small.clusters(cut=0.1))) == 2  # the float32 is greater than the float64
    zero = boscage.minimum_spanning_forest(2, [0], [1], [0.0])
    assert len(set(zero.clusters(cut=-0.0))) == 1


def test_wrong_clusters_are_named():
    forest = boscage.minimum_spanning_forest(3, [0], [1])
    for wrong in ({}, {"k": 2, "cut": 1}):
        with pytest.raises(ValueError, match="either k or cut"):
            forest.clusters(**wrong)
    for k in (-1, 0, 1, 4, 2**80):
        with pytest.raises(ValueError, match="expected from 2, the number of trees, to 3"):
            forest.clusters(k=k)
    with pytest.raises(ValueError, match="cut: expected a number, found NaN"):
        forest.clusters(cut=np.nan)
    for k in ("2", 2.0, [2]):
        with pytest.raises(TypeError, match="k: expected from 2, the number of trees, to 3, found"):
            forest.clusters(k=k)
    for cut in ("1", [1], 1j):
        with pytest.raises(TypeError, match="cut: expected a number, found"):
            forest.clusters(cut=cut)


def best_paths(n, u, v, w, maximum):
    """The bottleneck weight of each pair of nodes, by trying every node between."""
    worst, better, worse = (-np.inf, max, min) if maximum else (np.inf, min, max)
    best = np.full((n, n), worst)
    for a, b, x in zip(u, v, w):
        best[a, b] = best[b, a] = better(best[a, b], x)
    for k, i, j in itertools.product(range(n), repeat=3):
        best[i, j] = better(best[i, j], worse(best[i, k], best[k, j]))
    return best


@pytest.mark.parametrize("dtype", ["int16", "uint64", "float32", "float64"])
@pytest.mark.parametrize("maximum", [False, True])
def test_bottlenecks_are_those_of_the_best_paths(dtype, maximum):
    random = np.random.default_rng(11)
    for _ in range(12):
        n, u, v = random_graph(random, 10)
        w = random_weights(random, len(u), dtype) // 8
        best = best_paths(n, u, v, w.tolist(), maximum)
        forest = boscage.minimum_spanning_forest(n, u, v, w, maximum=maximum)
        a, b = np.arange(n)[:, None], np.arange(n)[None, :]
        edges, weights = forest.bottleneck(a, b)
        assert edges.shape == weights.shape == (n, n) and weights.dtype == w.dtype
        labels = forest.labels
        for i, j in itertools.product(range(n), repeat=2):
            one = forest.bottleneck(i, j)
            if i == j or labels[i] != labels[j]:
                assert edges[i, j] == -1 == one.edge
                assert one.weight == weights[i, j] == 0 or (np.isnan(one.weight) and np.isnan(weights[i, j]))
                continue
            assert float(weights[i, j]) == best[i, j] and w[edges[i, j]] == weights[i, j]
            assert edges[i, j] in forest.edges and one == (edges[i, j], weights[i, j])
            assert type(one.edge) is int and type(one.weight) in (int, float)


def test_bottleneck_takes_arrays_of_any_shape():
    forest = boscage.minimum_spanning_forest(3, [0, 1], [1, 2], [2.5, 1.5])
    assert forest.bottleneck([], []).edge.shape == (0,)
    assert forest.bottleneck(np.zeros((2, 0), int), 1).weight.shape == (2, 0)
    assert forest.bottleneck(np.uint8(0), 2) == (0, 2.5)
    assert boscage.bottleneck(3, [0, 1], [1, 2], [2.5, 1.5], a=2, b=1) == (1, 1.5)
    for wrong in (-1, 3, 2**40):
        with pytest.raises(ValueError, match=f"expected one of the graph's 3 nodes, found {wrong}"):
            forest.bottleneck(0, wrong)
    with pytest.raises(TypeError, match="expected integers"):
        forest.bottleneck(0.5, 1)
    with pytest.raises(ValueError):
        forest.bottleneck([0, 1], [0, 1, 2])


def test_cuts_are_exact():
    forest = boscage.minimum_spanning_forest(3, [0, 1], [1, 2], [2.0**53 + 4, 1.0])
    assert forest.clusters(cut=2**53 + 3).tolist() == [0, 1, 1]
    assert forest.clusters(cut=2**53 + 4).tolist() == [0, 0, 0]
    for cut in (2**127 - 1, 2**127, 10**400, Fraction(10**400, 3)):
        assert forest.clusters(cut=cut).tolist() == [0, 0, 0]
        assert forest.clusters(cut=-cut).tolist() == [0, 1, 2]
    assert forest.clusters(cut=Fraction(2**53 + 4) - Fraction(1, 10**9)).tolist() == [0, 1, 1]
    huge = [2.0**200, np.inf]
    for maximum, counts in ((False, [3, 2, 2, 2]), (True, [1, 1, 2, 2])):
        forest = boscage.minimum_spanning_forest(3, [0, 1], [1, 2], huge, maximum=maximum)
        for cut, count in zip((2**200 - 1, 2**200, 2**200 + 1, 10**400), counts):
            assert len(set(forest.clusters(cut=cut))) == count
    with pytest.raises(TypeError, match="cut: expected a number, found str"):
        forest.clusters(cut="3")
