"""The estimator HDBSCAN, with scikit-learn and without it."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
from scipy.cluster.hierarchy import is_valid_linkage
from scipy.spatial.distance import pdist, squareform

import boscage


def sklearn(module):
    return pytest.importorskip(f"sklearn.{module}", reason="scikit-learn is not installed")


def sample(random, n, d=2):
    return np.concatenate([random.normal(0, 1, (n // 2, d)), random.normal(4, 0.5, (n - n // 2, d))])


def test_it_is_an_estimator_of_scikit_learn():
    checks, base = sklearn("utils.estimator_checks"), sklearn("base")
    assert issubclass(boscage.HDBSCAN, (base.ClusterMixin, base.BaseEstimator))
    checks.check_estimator(boscage.HDBSCAN(), on_skip=None)
    checks.check_estimator(boscage.HDBSCAN(min_cluster_size=3, cluster_selection_method="leaf"), on_skip=None)


@pytest.mark.parametrize("method", ["eom", "leaf"])
@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("min_samples", [1, 2])
def test_clusters_are_those_of_scikit_learn(min_samples, single, method):
    clusters, metrics = sklearn("cluster"), sklearn("metrics")
    random = np.random.default_rng(min_samples)
    for n, d in ((20, 1), (60, 2), (150, 3), (400, 2)):
        for size, most in ((2, None), (5, None), (12, None if single else n // 3)):
            options = {"min_samples": min_samples, "min_cluster_size": size, "max_cluster_size": most}
            options |= {"allow_single_cluster": single, "cluster_selection_method": method}
            options["metric"] = random.choice(["euclidean", "manhattan", "chebyshev"]).item()
            X = sample(random, n, d)
            ours = boscage.HDBSCAN(**options).fit(X)
            theirs = clusters.HDBSCAN(**options, copy=True).fit(X)
            assert metrics.adjusted_rand_score(ours.labels_, theirs.labels_) == 1
            assert np.array_equal(ours.labels_ == -1, theirs.labels_ == -1)
            assert np.allclose(ours.probabilities_, theirs.probabilities_, rtol=0, atol=1e-9)
            assert ours.labels_.dtype == np.int64


@pytest.mark.parametrize("min_samples", [3, 5, 25])
def test_heights_are_those_of_scikit_learn(min_samples):
    clusters = sklearn("cluster")
    X = sample(np.random.default_rng(min_samples), 300)
    ours = boscage.HDBSCAN(min_samples=min_samples).fit(X)
    theirs = clusters.HDBSCAN(min_samples=min_samples, copy=True).fit(X)
    heights = np.sort(theirs._single_linkage_tree_["value"])
    assert np.allclose(ours.minimum_spanning_tree_.w, heights, rtol=1e-12)
    assert np.allclose(ours.single_linkage_tree_[:, 2], heights, rtol=1e-12)


@pytest.mark.parametrize("min_samples", [1, 2, 7, 40])
def test_distances_may_be_precomputed(min_samples):
    X = sample(np.random.default_rng(min_samples), 200)
    matrix = squareform(pdist(X))
    before = matrix.copy()
    ours = boscage.HDBSCAN(min_samples=min_samples).fit(X)
    for form in (matrix, np.asfortranarray(matrix), matrix.tolist()):
        precomputed = boscage.HDBSCAN(min_samples=min_samples, metric="precomputed", n_jobs=2).fit(form)
        assert np.array_equal(precomputed.labels_, ours.labels_)
        assert np.allclose(precomputed.minimum_spanning_tree_.w, ours.minimum_spanning_tree_.w, rtol=1e-12)
    assert np.array_equal(matrix, before)
    single = boscage.HDBSCAN(min_samples=min_samples, metric="precomputed").fit(matrix.astype(np.float32))
    assert np.allclose(single.minimum_spanning_tree_.w, ours.minimum_spanning_tree_.w, rtol=1e-6)


@pytest.mark.parametrize("n", [2, 5, 16, 17, 33, 70])
def test_mutual_reachability_of_few_distances(n):
    matrix = squareform(np.random.default_rng(n).integers(0, 9, n * (n - 1) // 2).astype(float))
    for min_samples in {1, 2, n // 2 + 1, n}:
        found = boscage.HDBSCAN(min_samples=min_samples, metric="precomputed").fit(matrix)
        cores = np.sort(matrix, axis=1)[:, min_samples - 1]
        known = np.maximum(matrix, np.maximum(cores[:, None], cores))
        np.fill_diagonal(known, 0)
        heights = boscage.single_linkage(known)[:, 2]
        assert np.array_equal(found.minimum_spanning_tree_.w, heights)


def test_matrices_that_are_no_distances_are_refused():
    right = squareform(pdist(np.arange(20.0).reshape(10, 2)))
    asymmetric, infinite, missing = right.copy(), right.copy(), right.copy()
    asymmetric[2, 3] = 1
    infinite[2, 3] = infinite[3, 2] = np.inf
    missing[2, 3] = missing[3, 2] = np.nan
    for matrix, words in [
        (asymmetric, "expected a symmetric one"),
        (infinite, "expected finite numbers, found inf in row 2, column 3"),
        (missing, "expected finite numbers, found NaN in row 2, column 3"),
        (right + np.eye(10), "expected 0 in row 0, column 0"),
        (right[:9], "expected a square matrix"),
        (-right, "expected numbers from 0 on, found -2.828.* in row 0, column 1"),
    ]:
        with pytest.raises(ValueError, match=words):
            boscage.HDBSCAN(metric="precomputed").fit(matrix)


def test_distances_may_be_rounded():
    directions = sample(np.random.default_rng(1), 100, 3)
    directions[50:] = directions[:50]
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    rounded = 1 - directions @ directions.T
    rounded[0, 1] *= 1 + 1e-12
    assert (rounded < 0).any() and (np.diag(rounded) != 0).any() and (rounded != rounded.T).any()
    exact = np.triu(rounded, 1).clip(0)
    for options in ({"min_samples": 1}, {"min_samples": 2}, {}):
        ours = boscage.HDBSCAN(metric="precomputed", **options)
        assert np.array_equal(ours.fit(rounded).labels_, ours.fit(exact + exact.T).labels_)
    directions = np.random.default_rng(2).normal(size=(300, 384)).astype(np.float32)
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    singles = 1 - directions @ directions.T
    assert (np.diag(singles) < -1e-8).any() and boscage.HDBSCAN(metric="precomputed").fit(singles)


def test_samples_with_infinite_or_missing_numbers_are_labelled_as_by_scikit_learn():
    X = sample(np.random.default_rng(3), 60)
    X[3, 0], X[7, 1], X[40] = np.nan, np.inf, (np.nan, -np.inf)
    ours = boscage.HDBSCAN(min_samples=2).fit(X)
    rows = np.flatnonzero(np.isfinite(X).all(axis=1))
    assert ours.labels_[[3, 7, 40]].tolist() == [-3, -2, -3]
    finite = boscage.HDBSCAN(min_samples=2).fit(X[rows])
    assert np.array_equal(ours.labels_[rows], finite.labels_)
    assert np.array_equal(ours.probabilities_[[3, 7, 40]], [np.nan, 0, np.nan], equal_nan=True)
    assert np.isnan(ours.outlier_scores_[[3, 7, 40]]).all()
    tree = ours.condensed_tree_.to_numpy()
    assert set(tree["child"][tree["child_size"] == 1]) == set(rows) and tree["parent"].min() == 60
    forest = ours.minimum_spanning_tree_
    assert forest.n == 57 and set(forest.u) | set(forest.v) == set(rows)
    assert pickle.loads(pickle.dumps(forest)) == forest
    theirs = sklearn("cluster").HDBSCAN(min_samples=2, copy=True).fit(X)
    assert np.array_equal(ours.labels_ < -1, theirs.labels_ < -1)
    assert np.array_equal(np.minimum(ours.labels_, -1), np.minimum(theirs.labels_, -1))
    with pytest.raises(ValueError, match=r"min_samples \(5\) must be at most the number of samples in X \(0"):
        boscage.HDBSCAN().fit(np.full((9, 2), np.nan))


def test_the_condensed_tree_has_all_points_and_clusters():
    X = np.concatenate([sample(np.random.default_rng(4), 200), np.full((9, 2), 20.0)])
    found = boscage.HDBSCAN(min_cluster_size=8, min_samples=2).fit(X)
    tree, chosen = found.condensed_tree_.to_numpy(), found.condensed_tree_.selected
    assert tree.dtype.names == ("parent", "child", "lambda_val", "child_size")
    points, clusters = tree[tree["child"] < 209], tree[tree["child"] >= 209]
    assert sorted(points["child"]) == list(range(209)) and (points["child_size"] == 1).all()
    assert sorted(clusters["child"]) == list(range(210, 210 + len(clusters)))
    assert (clusters["child"] > clusters["parent"]).all() and tree["parent"].min() == 209
    assert len(chosen) == found.labels_.max() + 1 == len(found.stabilities_)
    parents = dict(zip(clusters["child"], clusters["parent"]))
    for point, parent in zip(points["child"], points["parent"]):
        while parent not in chosen and parent in parents:
            parent = parents[parent]
        label = found.labels_[point]
        assert (chosen[label] == parent) if label >= 0 else (parent not in chosen)
    assert is_valid_linkage(found.single_linkage_tree_)
    assert ((found.outlier_scores_ >= 0) & (found.outlier_scores_ <= 1)).all()
    assert np.array_equal(pickle.loads(pickle.dumps(found.condensed_tree_)).to_numpy(), tree)
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    assert found.condensed_tree_.to_pandas().equals(pandas.DataFrame(tree))


def test_the_condensed_tree_can_be_drawn():
    matplotlib = pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
    matplotlib.use("agg")
    plt = pytest.importorskip("matplotlib.pyplot")
    alike = np.repeat(sample(np.random.default_rng(5), 40), 9, axis=0)
    for X in (alike, sample(np.random.default_rng(5), 3000), np.zeros((9, 2)), np.eye(5), [[1], [2]]):
        found = boscage.HDBSCAN(min_samples=1).fit(X)
        figure, axis = plt.subplots()
        assert found.condensed_tree_.plot(axis) is axis
        assert len(axis.patches) == found.labels_.max() + 1
        figure.canvas.draw()
        plt.close(figure)


def test_all_samples_alike():
    found = boscage.HDBSCAN(allow_single_cluster=True).fit(np.ones((20, 3)))
    assert found.labels_.tolist() == [0] * 20 and found.probabilities_.tolist() == [1.0] * 20
    assert boscage.HDBSCAN().fit_predict(np.ones((20, 3))).tolist() == [-1] * 20


def test_parameters_that_are_wrong_are_named_when_it_is_fitted():
    X = sample(np.random.default_rng(6), 30)
    for name, value, kind in [
        ("min_cluster_size", 1, ValueError),
        ("min_cluster_size", 2.0, TypeError),
        ("min_cluster_size", 2**80, ValueError),
        ("min_samples", 0, ValueError),
        ("min_samples", "3", TypeError),
        ("cluster_selection_epsilon", -0.1, ValueError),
        ("cluster_selection_epsilon", np.nan, ValueError),
        ("cluster_selection_epsilon", "1", TypeError),
        ("max_cluster_size", 0, ValueError),
        ("max_cluster_size", 1.5, TypeError),
        ("metric", "minkowski", ValueError),
        ("metric", None, TypeError),
        ("cluster_selection_method", "all", ValueError),
        ("cluster_selection_method", None, ValueError),
        ("n_jobs", 0, ValueError),
        ("n_jobs", 1.5, TypeError),
    ]:
        estimator = boscage.HDBSCAN(**{name: value})
        with pytest.raises(kind, match=f"{name}: expected"):
            estimator.fit(X)
        assert not hasattr(estimator, "labels_") and not hasattr(estimator, "single_linkage_tree_")
    with pytest.raises(ValueError, match=r"min_samples \(31\) must be at most the number of samples in X"):
        boscage.HDBSCAN(min_samples=31).fit(X)
    expected = boscage.HDBSCAN().fit_predict(X)
    for jobs in (1, 2, -1, -2, -99):
        assert np.array_equal(boscage.HDBSCAN(n_jobs=jobs).fit_predict(X), expected)


def test_estimators_can_be_copied_and_chained():
    X = sample(np.random.default_rng(7), 100)
    fitted = boscage.HDBSCAN(min_cluster_size=9, n_jobs=1).fit(X)
    for other in (pickle.loads(pickle.dumps(fitted)), copy.deepcopy(fitted)):
        assert np.array_equal(other.labels_, fitted.labels_) and other.get_params() == fitted.get_params()
        assert other.minimum_spanning_tree_ == fitted.minimum_spanning_tree_
    clone, pipeline = sklearn("base").clone, sklearn("pipeline").make_pipeline
    scaler = sklearn("preprocessing").StandardScaler
    assert clone(fitted).get_params() == fitted.get_params() and not hasattr(clone(fitted), "labels_")
    chained = pipeline(scaler(), clone(fitted))
    assert np.array_equal(chained.fit_predict(X), fitted.fit_predict(scaler().fit_transform(X)))


PLAIN = """
import copy, pickle, sys
sys.modules["sklearn"] = None  # as if it was not installed
import numpy as np, boscage
hdbscan = boscage.HDBSCAN(min_cluster_size=3, metric="cosine")
assert repr(hdbscan) == "HDBSCAN(metric='cosine', min_cluster_size=3)", hdbscan
assert hdbscan.get_params()["min_samples"] is None and len(hdbscan.get_params()) == 11
assert hdbscan.set_params(metric="euclidean") is hdbscan and hdbscan.metric == "euclidean"
try:
    hdbscan.set_params(sizes=3)
except ValueError as error:
    assert "found 'sizes'" in str(error), error
X = [[1.0], [1.1], [1.3], [5.0], [5.1], [5.3], [99.0], [float("inf")]]
labels = hdbscan.fit_predict(X)
assert labels.tolist() == [0, 0, 0, 1, 1, 1, -1, -2], labels
assert hdbscan.n_features_in_ == 1
assert pickle.loads(pickle.dumps(hdbscan)).labels_.tolist() == labels.tolist()
assert copy.deepcopy(hdbscan).get_params() == hdbscan.get_params()
for wrong in (np.zeros((0, 2)), np.zeros((9, 0)), np.zeros(9), [[1.0]], [["a"]] * 9, np.ones((9, 2)) * 1j):
    try:
        hdbscan.fit(wrong)
    except (ValueError, TypeError):
        continue
    raise AssertionError(wrong)
print("sklearn.base" not in sys.modules)
"""


def test_scikit_learn_is_not_needed():
    done = subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["True"], done.stderr
