"""Points: spanning trees, neighbours and HDBSCAN, against SciPy and scikit-learn."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
from scipy.cluster.hierarchy import is_valid_linkage, linkage
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.spatial import cKDTree
from scipy.spatial.distance import pdist, squareform

import boscage

METRICS = ["euclidean", "manhattan", "chebyshev", "cosine", "haversine"]


def sample(random, n, d=2):
    return np.concatenate([random.normal(0, 1, (n // 2, d)), random.normal(4, 0.5, (n - n // 2, d))])


def places(random, n):
    """Latitudes and longitudes."""
    return np.column_stack([random.uniform(-np.pi / 2, np.pi / 2, n), random.uniform(-np.pi, np.pi, n)])


def on_sphere(a, b):
    """The angle between two places."""
    half = np.sin((a - b) / 2) ** 2
    return 2 * np.arcsin(np.sqrt(half[0] + np.cos(a[0]) * np.cos(b[0]) * half[1]))


def distances(X, metric):
    return pdist(X, {"haversine": on_sphere, "manhattan": "cityblock"}.get(metric, metric))


def mutual(X, min_samples):
    """The matrix of mutual reachability distances."""
    matrix = squareform(pdist(X))
    cores = np.sort(matrix, axis=1)[:, min_samples - 1]
    matrix = np.maximum(matrix, np.maximum(cores[:, None], cores))
    np.fill_diagonal(matrix, 0)
    return matrix


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("n", [2, 3, 10, 300])
def test_trees_are_those_of_scipy(n, metric):
    random = np.random.default_rng(n)
    for d in (2,) if metric == "haversine" else (1, 2, 3, 7, 30):
        X = places(random, n) if metric == "haversine" else random.normal(size=(n, d))
        if metric == "cosine" and d == 1:
            continue  # all distances are 0 or 2
        known = distances(X, metric)
        tree = boscage.euclidean_minimum_spanning_tree(X, metric=metric, threads=2)
        assert (tree.n, tree.trees, len(tree)) == (n, 1, n - 1) and tree.w.dtype == np.float64
        assert np.array_equal(tree.edges, np.arange(n - 1)) and (np.diff(tree.w) >= 0).all()
        assert np.allclose(tree.w, squareform(known)[tree.u, tree.v], rtol=1e-9, atol=1e-12)
        if metric != "cosine":  # some of SciPy's distances are rounded below 0
            assert np.isclose(tree.total, minimum_spanning_tree(squareform(known)).sum(), rtol=1e-9)
        ours, theirs = tree.single_linkage(), linkage(known, "single")
        assert is_valid_linkage(ours) and np.allclose(ours[:, 2], theirs[:, 2], rtol=1e-9, atol=1e-12)
        assert np.array_equal(ours[:, 2], tree.w)


@pytest.mark.parametrize("min_samples", [1, 2, 5, 20])
def test_trees_by_mutual_reachability_are_those_of_their_matrix(min_samples):
    random = np.random.default_rng(min_samples)
    X = sample(random, 150)
    tree = boscage.euclidean_minimum_spanning_tree(X, min_samples=min_samples)
    expected = linkage(squareform(mutual(X, min_samples)), "single")[:, 2]
    assert np.allclose(tree.w, expected, rtol=1e-12)
    assert boscage.euclidean_minimum_spanning_tree(X, min_samples=min_samples, threads=3) == tree


def test_forests_of_points_are_forests_like_others():
    X = sample(np.random.default_rng(4), 200)
    tree = boscage.euclidean_minimum_spanning_tree(X)
    assert np.bincount(tree.clusters(k=2)).tolist() == [100, 100]
    assert tree.labels.tolist() == [0] * 200 and tree.nodes is None
    edge, weight = tree.bottleneck(0, 199)
    assert weight == tree.w[edge] == tree.w[-1]
    assert pickle.loads(pickle.dumps(tree)) == copy.deepcopy(tree) == tree
    again = boscage.minimum_spanning_forest(200, tree.u, tree.v, tree.w)
    assert again.total == tree.total and boscage.verify(again, 200, tree.u, tree.v, tree.w)


@pytest.mark.parametrize("metric", METRICS)
def test_neighbours_are_those_of_scipy(metric):
    random = np.random.default_rng(5)
    X = places(random, 400) if metric == "haversine" else random.normal(size=(400, 3))
    matrix = squareform(distances(X, metric))
    np.fill_diagonal(matrix, np.inf)
    for k in (1, 7, 399):
        found, indices = boscage.nearest_neighbours(X, k, metric=metric)
        assert found.shape == indices.shape == (400, k)
        assert (found.dtype, indices.dtype) == (np.float64, np.int64)
        assert np.allclose(found, np.sort(matrix, axis=1)[:, :k], rtol=1e-9, atol=1e-9)
        assert np.allclose(found, np.take_along_axis(matrix, indices, 1), rtol=1e-9, atol=1e-9)
    if metric == "euclidean":
        found, indices = cKDTree(X).query(X, 8)
        ours = boscage.nearest_neighbours(X, 7)
        assert np.allclose(ours[0], found[:, 1:]) and np.array_equal(ours[1], indices[:, 1:])


def test_neighbours_are_in_the_order_of_scikit_learn():
    neighbours = pytest.importorskip("sklearn.neighbors", reason="scikit-learn is not installed")
    X = np.random.default_rng(6).random((300, 4))
    theirs = neighbours.NearestNeighbors(n_neighbors=9).fit(X).kneighbors()
    assert all(np.allclose(a, b) for a, b in zip(boscage.nearest_neighbours(X, 9), theirs))


def test_points_at_the_same_place_are_neighbours():
    found, indices = boscage.nearest_neighbours([[1.0, 1.0]] * 4, 3)
    assert found.tolist() == [[0.0] * 3] * 4
    assert indices.tolist() == [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
    X = np.repeat(np.random.default_rng(7).random((100, 2)), 5, axis=0)
    tree = boscage.euclidean_minimum_spanning_tree(X)
    assert np.count_nonzero(tree.w == 0) == 400
    assert np.allclose(tree.w, linkage(pdist(X), "single")[:, 2])


def test_all_kinds_of_arrays_are_points():
    X = np.random.default_rng(8).integers(0, 100, (60, 6))
    X = X[np.unique(X[:, 0] * 1000 + X[:, 1], return_index=True)[1]]
    expected = boscage.euclidean_minimum_spanning_tree(X.astype(float))
    wide = np.zeros((len(X), 12), X.dtype)
    wide[:, ::2] = X
    turned = X[::-1, ::-1].copy()
    packed = np.zeros(len(X), np.dtype([("x", "u1"), ("y", "<f8", 6)]))  # not aligned
    packed["y"] = X
    forms = [X.astype(dtype) for dtype in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8")]
    forms += [X.tolist(), tuple(map(tuple, X)), list(X), X.astype(object), np.asfortranarray(X)]
    forms += [wide[:, ::2], turned[::-1, ::-1], packed["y"], X.astype(">f8"), X.astype(np.longdouble)]
    forms += [np.ma.masked_array(X), np.broadcast_to(X, X.shape)]
    for form in forms:
        assert boscage.euclidean_minimum_spanning_tree(form) == expected
    single = np.random.default_rng(9).random((50, 3), np.float32)
    widened = boscage.euclidean_minimum_spanning_tree(single.astype(float))
    assert boscage.euclidean_minimum_spanning_tree(single) == widened


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_data_frames_are_points(library):
    frames = pytest.importorskip(library, reason=f"{library} is not installed")
    X = np.random.default_rng(10).random((40, 3))
    columns = {name: X[:, i] for i, name in enumerate("abc")}
    frame = frames.table(columns) if library == "pyarrow" else frames.DataFrame(columns)
    expected = boscage.euclidean_minimum_spanning_tree(X)
    assert boscage.euclidean_minimum_spanning_tree(frame) == expected
    assert np.array_equal(boscage.nearest_neighbours(frame, 2)[1], boscage.nearest_neighbours(X, 2)[1])
    assert np.array_equal(boscage.HDBSCAN().fit_predict(frame), boscage.HDBSCAN().fit_predict(X))


def test_few_points():
    assert len(boscage.euclidean_minimum_spanning_tree(np.empty((0, 2)))) == 0
    assert boscage.euclidean_minimum_spanning_tree(np.empty((0, 2))).n == 0
    assert [a.shape for a in boscage.nearest_neighbours(np.empty((0, 2)), 3)] == [(0, 3), (0, 3)]
    one = boscage.euclidean_minimum_spanning_tree([[1.0, 2.0]])
    assert (one.n, len(one), one.total) == (1, 0, 0.0) and one.single_linkage().shape == (0, 4)
    with pytest.raises(ValueError, match="number of neighbours: expected from 1 to 0"):
        boscage.nearest_neighbours([[1.0, 2.0]], 1)


HOSTILE = [
    (np.zeros((3, 0)), ValueError, "dimensions|0 feature"),
    (np.zeros(3), ValueError, "dimension|1D"),
    (np.zeros((2, 2, 2)), ValueError, "dimension|dim 3"),
    (np.float64(3), (ValueError, TypeError), "dimension|scalar"),
    ([[1, 2], [3]], ValueError, "."),
    ("points", (ValueError, TypeError), "."),
    ([["a", "b"]] * 9, (ValueError, TypeError), "."),
    (np.array([["a", 1]] * 9, object), (ValueError, TypeError), "."),
    (np.array([[None, 1]] * 9), (ValueError, TypeError), "."),
    (np.full((9, 2), 1j), ValueError, "omplex"),
    (np.full((9, 2), 1e200), ValueError, "from -1e150 to 1e150"),
    (np.array([[10**400, 1]] * 9, object), (ValueError, OverflowError), "."),
    (None, (ValueError, TypeError), "."),
    ({1: 2}, (ValueError, TypeError), "."),
    ({1, 2}, (ValueError, TypeError), "."),
]


@pytest.mark.parametrize("X, kind, words", HOSTILE)
def test_what_are_no_points_is_refused(X, kind, words):
    for function in (
        boscage.euclidean_minimum_spanning_tree,
        lambda X: boscage.nearest_neighbours(X, 1),
        boscage.HDBSCAN().fit,
    ):
        with pytest.raises(kind, match=words):
            function(X)


def test_wrong_arguments_are_named():
    X = np.random.default_rng(11).random((9, 2))
    with pytest.raises(ValueError, match="found NaN at point 4, dimension 1"):
        boscage.euclidean_minimum_spanning_tree(np.where(np.arange(18).reshape(9, 2) == 9, np.nan, X))
    with pytest.raises(ValueError, match="found inf at point 0, dimension 0"):
        boscage.nearest_neighbours(np.full((9, 2), np.inf, np.float32), 1)
    with pytest.raises(TypeError, match="expected numbers, found datetime64"):
        boscage.euclidean_minimum_spanning_tree(np.full((9, 2), np.datetime64("2020-01-01")))
    with pytest.raises(TypeError, match="found masked ones"):
        boscage.euclidean_minimum_spanning_tree(np.ma.masked_greater(X, 0.5))
    for metric, kind in ({"minkowski": ValueError, "precomputed": ValueError, 2: TypeError}).items():
        with pytest.raises(kind, match="metric: expected"):
            boscage.euclidean_minimum_spanning_tree(X, metric=metric)
    with pytest.raises(ValueError, match="zero at point 0"):
        boscage.euclidean_minimum_spanning_tree(np.zeros((3, 2)), metric="cosine")
    with pytest.raises(ValueError, match="haversine"):
        boscage.euclidean_minimum_spanning_tree(np.zeros((3, 3)), metric="haversine")
    with pytest.raises(ValueError, match="latitude"):
        boscage.nearest_neighbours(np.full((3, 2), 2.0), 1, metric="haversine")
    for wrong in (0, -1, 10, 2**31, 2**70):
        with pytest.raises(ValueError, match="min_samples"):
            boscage.euclidean_minimum_spanning_tree(X, min_samples=wrong)
        with pytest.raises(ValueError, match=r"k: expected|number of neighbours: expected from 1 to 8"):
            boscage.nearest_neighbours(X, wrong)
        with pytest.raises(ValueError, match="min_samples"):
            boscage.HDBSCAN(min_samples=wrong).fit(X)
    for wrong in (2.0, "2", None):
        with pytest.raises(TypeError, match="k: expected"):
            boscage.nearest_neighbours(X, wrong)
    for threads, kind in ((0, ValueError), (2**70, ValueError), ("2", TypeError)):
        with pytest.raises(kind, match="threads: expected"):
            boscage.nearest_neighbours(X, 2, threads=threads)


@pytest.mark.skipif(sys.platform != "linux", reason="modules are looked for in a process of its own")
def test_scikit_learn_is_imported_by_estimators_only():
    script = "import sys, boscage; dir(boscage); print('sklearn' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]
