"""HDBSCAN: clusters of points by density, and noise."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import _boscage
from ._columns import real, whole
from ._condensed import CondensedTree
from ._estimator import Estimator
from ._forest import Forest
from ._nodes import FileNodes
from ._points import LIMIT, cells_of, metric_of

#: The labels of samples that have infinite numbers, and of those that have NaN, as of scikit-learn.
INFINITE, MISSING = -2, -3


class HDBSCAN(Estimator):
    """Finds clusters of points by density, and noise; an estimator of scikit-learn, if that is installed.

    The names are those of ``sklearn.cluster.HDBSCAN``. The spanning tree by mutual reachability distances is
    found as by :func:`boscage.euclidean_minimum_spanning_tree`, without a matrix. All edges of the same
    weight are removed at once, so clusters do not depend on the order of samples. scikit-learn removes one
    after the other: where distances are equal, it may assign a few samples differently.

    Parameters
    ----------
    min_cluster_size : int
        Least number of samples of a cluster, at least 2.
    min_samples : int, optional
        Number of samples within the core distance of a sample, itself included; by default
        ``min_cluster_size``.
    cluster_selection_epsilon : float
        Distance below which clusters are not split.
    max_cluster_size : int, optional
        Greatest number of samples of a cluster that ``"eom"`` selects; by default there is no limit.
    metric : {"euclidean", "manhattan", "chebyshev", "cosine", "haversine", "precomputed"}
        As for :func:`boscage.euclidean_minimum_spanning_tree`. With ``"precomputed"``, ``X`` is the square
        matrix of the distances between samples: finite, and symmetric with zeros on the diagonal, but for
        differences up to 1e-5, as rounding makes them. What is above the diagonal counts.
    cluster_selection_method : {"eom", "leaf"}
        The clusters that are selected: those whose stabilities have the greatest sum (excess of mass), or the
        leaves of the condensed tree.
    allow_single_cluster : bool
        True if all samples may be one cluster.
    n_jobs : int, optional
        Number of threads; by default, and with -1, one per processor; with -2, one less, and so on.
    algorithm, leaf_size, copy : object
        Ignored: the result does not depend on them, and ``X`` is never changed. scikit-learn's other
        parameters (``metric_params``, ``alpha``, ``store_centers``) do not exist here.

    Attributes
    ----------
    labels_ : numpy.ndarray
        The cluster of each sample, int64: from 0, numbered by their lowest samples; -1 for noise. As of
        scikit-learn, samples with infinite numbers are left out and have the label -2, those with NaN -3.
    probabilities_ : numpy.ndarray
        The strength with which each sample belongs to its cluster, from 0 to 1; 0 for noise and for samples
        with infinite numbers, NaN for those with NaN.
    outlier_scores_ : numpy.ndarray
        The outlier score of each sample (GLOSH), from 0 to 1; NaN for samples that were left out.
    stabilities_ : numpy.ndarray
        The stability of each cluster.
    condensed_tree_ : CondensedTree
        The clusters among which some are selected, with ``to_numpy()``, ``to_pandas()`` and ``plot()``.
    minimum_spanning_tree_ : Forest
        The spanning tree of the samples that were not left out.
    single_linkage_tree_ : numpy.ndarray
        The linkage matrix of this tree, in SciPy's form.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : numpy.ndarray
        The names of the columns of ``X``, if it is a data frame with such names, and scikit-learn is
        installed.

    Examples
    --------
    >>> import boscage
    >>> X = [[1.0], [1.125], [1.25], [5.0], [5.125], [5.25], [9.0]]
    >>> hdbscan = boscage.HDBSCAN(min_cluster_size=2)
    >>> hdbscan.fit_predict(X)
    array([ 0,  0,  0,  1,  1,  1, -1])
    >>> hdbscan.probabilities_
    array([1., 1., 1., 1., 1., 1., 0.])
    >>> hdbscan
    HDBSCAN(min_cluster_size=2)
    """

    def __init__(
        self,
        min_cluster_size: int = 5,
        min_samples: Optional[int] = None,
        cluster_selection_epsilon: float = 0.0,
        max_cluster_size: Optional[int] = None,
        metric: str = "euclidean",
        *,
        algorithm: str = "auto",
        leaf_size: int = 40,
        n_jobs: Optional[int] = None,
        cluster_selection_method: str = "eom",
        allow_single_cluster: bool = False,
        copy: bool = False,
    ) -> None:
        self.min_cluster_size = min_cluster_size
        self.min_samples = min_samples
        self.cluster_selection_epsilon = cluster_selection_epsilon
        self.max_cluster_size = max_cluster_size
        self.metric = metric
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.n_jobs = n_jobs
        self.cluster_selection_method = cluster_selection_method
        self.allow_single_cluster = allow_single_cluster
        self.copy = copy

    def fit(self, X: Any, y: Any = None) -> HDBSCAN:
        """Finds the clusters of samples.

        Parameters
        ----------
        X : array_like of shape (n_samples, n_features), or (n_samples, n_samples)
            The samples; or the distances between them, if the metric is ``"precomputed"``.
        y : object
            Ignored.

        Returns
        -------
        HDBSCAN
            The estimator itself.

        Raises
        ------
        ValueError
            If a parameter is out of its range, there are fewer samples than ``min_samples``, or ``X`` is not
            as described.
        TypeError
            If a parameter or ``X`` is of a wrong type.
        MemoryError
            If there is not enough memory.
        KeyboardInterrupt
            After Ctrl-C, within 0.2 seconds.
        """
        metric, threads = metric_of(self.metric, "precomputed"), self._threads()
        options = self._options()
        array = self.validated(X)
        n, rows = len(array), None
        if metric == "precomputed":
            if array.shape[1] != n:
                raise ValueError(f"X: expected a square matrix of distances, found the shape {array.shape}")
        else:
            is_finite = np.isfinite(array).all(axis=1)
            if not is_finite.all():
                rows, missing = np.flatnonzero(is_finite), np.isnan(array).any(axis=1)
                array = array[rows]
        self._check_count(len(array), options[1])
        cells = cells_of(array)
        if metric == "precomputed":
            found = _boscage.hdbscan_of_distances(n, cells, options, threads)
        else:
            found = _boscage.hdbscan(cells, array.shape[1], metric, options, threads)
        tree, (labels, probabilities, scores), (selected, stabilities), condensed = found
        nodes = None
        if rows is not None:
            labels = _scattered(labels, rows, np.where(missing, MISSING, INFINITE))
            probabilities = _scattered(probabilities, rows, np.where(missing, np.nan, 0.0))
            scores = _scattered(scores, rows, np.full(n, np.nan))
            nodes = FileNodes(rows.astype(np.uint64))
        self.labels_, self.probabilities_, self.outlier_scores_ = labels, probabilities, scores
        self.stabilities_ = stabilities
        self.condensed_tree_ = CondensedTree(condensed[:3], condensed[3:], selected, n, rows)
        self.minimum_spanning_tree_ = Forest(tree, dtype=np.dtype(np.float64), nodes=nodes)
        return self

    def fit_predict(self, X: Any, y: Any = None) -> np.ndarray:
        """Finds the clusters of samples, and returns :attr:`labels_`."""
        return self.fit(X).labels_

    @property
    def single_linkage_tree_(self) -> np.ndarray:
        """The linkage matrix of the spanning tree, in SciPy's form."""
        return self.minimum_spanning_tree_.single_linkage()

    def _options(self) -> tuple[int, int, float, Optional[int], bool, bool]:
        what = "a whole number from 2 on"
        least = whole(self.min_cluster_size, "min_cluster_size", 2, LIMIT - 1, what)
        samples, largest = self.min_samples, self.max_cluster_size
        if samples is not None:
            samples = whole(samples, "min_samples", 1, LIMIT - 1, "None, or a whole number from 1 on")
        if largest is not None:
            largest = whole(largest, "max_cluster_size", 1, LIMIT - 1, "None, or a whole number from 1 on")
        method = self.cluster_selection_method
        if method not in ("eom", "leaf"):
            raise ValueError(f"cluster_selection_method: expected eom or leaf, found {method!r}")
        epsilon = real(self.cluster_selection_epsilon, "cluster_selection_epsilon")
        is_leaf, is_single = method == "leaf", bool(self.allow_single_cluster)
        return least, least if samples is None else samples, epsilon, largest, is_leaf, is_single

    def _threads(self) -> Optional[int]:
        if self.n_jobs is None:
            return None
        what = "None, or a number of threads that is not 0"
        jobs = whole(self.n_jobs, "n_jobs", -LIMIT, LIMIT, what)
        if jobs == 0:
            raise ValueError(f"n_jobs: expected {what}, found 0")
        return jobs if jobs > 0 else max(1, _boscage.processors() + 1 + jobs)

    @staticmethod
    def _check_count(n: int, min_samples: int) -> None:
        if n == 1:
            raise ValueError("n_samples=1 while HDBSCAN requires more than one sample")
        if min_samples > n:
            raise ValueError(f"min_samples ({min_samples}) must be at most the number of samples in X ({n})")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        is_precomputed = self.metric == "precomputed"
        tags.input_tags.allow_nan, tags.input_tags.pairwise = not is_precomputed, is_precomputed
        return tags


def _scattered(values: np.ndarray, rows: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Returns values at their rows, among those of the other rows."""
    all_values = others.astype(values.dtype)
    all_values[rows] = values
    return all_values
