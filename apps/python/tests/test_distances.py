"""Matrices and condensed vectors of distances, against SciPy."""

import itertools
import pickle

import numpy as np
import pytest
import scipy.sparse as sparse
from oracle import DTYPES
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist, squareform

import boscage

POINTS = np.array([[0, 0], [0, 0], [0, 0], [5, 5]], float)
FORMS = {
    "condensed": lambda distances: distances,
    "square": squareform,
    "Fortran": lambda distances: np.asfortranarray(squareform(distances)),
    "CSR with explicit zeros": lambda distances: csr(squareform(distances)),
}


def csr(matrix):
    """All entries above the diagonal, also zeros."""
    u, v = np.triu_indices(len(matrix), 1)
    return sparse.coo_array((matrix[u, v], (u, v)), shape=matrix.shape).tocsr()


@pytest.mark.parametrize("form", FORMS)
def test_points_that_coincide_are_at_distance_0(form):
    distances = FORMS[form](pdist(POINTS))
    assert boscage.single_linkage(distances)[:, 2].tolist() == [0, 0, 50**0.5]
    assert (
        boscage.clusters(distances, cut=1).tolist()
        == boscage.clusters(distances, k=2).tolist()
        == [0, 0, 0, 1]
    )
    assert boscage.clusters(distances, cut=0).tolist() == [0, 0, 0, 1]
    assert boscage.bottleneck(distances, a=0, b=1).weight == 0
    assert boscage.bottleneck(distances, a=[0, 2], b=3).weight.tolist() == [50**0.5] * 2
    same = FORMS[form](np.zeros(1))
    assert boscage.single_linkage(same).tolist() == [[0, 1, 0, 2]]
    assert boscage.clusters(same, cut=0).tolist() == [0, 0]


@pytest.mark.parametrize("dtype", DTYPES)
def test_linkage_is_that_of_scipy_with_many_ties_and_zeros(dtype):
    random = np.random.default_rng(2)
    for n in (2, 3, 7, 30, 90):
        distances = random.integers(0, 2 if dtype == "bool" else 5, n * (n - 1) // 2).astype(dtype)
        expected = linkage(distances.astype(float), "single")
        for form in FORMS.values() if dtype != "float16" else (FORMS["condensed"], FORMS["square"]):
            ours = boscage.single_linkage(form(distances), threads=2)
            assert np.array_equal(ours[:, 2], expected[:, 2])
            for cut in (0, 1, 2.5):
                clusters = boscage.clusters(form(distances), cut=cut)
                theirs = fcluster(expected, cut, "distance")
                assert len(set(zip(clusters, theirs))) == len(set(clusters)) == len(set(theirs))


def test_large_matrices_are_read_in_chunks():
    random = np.random.default_rng(3)
    points = random.integers(0, 40, (1500, 2)).astype(float)
    distances = pdist(points)
    expected = linkage(distances, "single")
    for form in (distances, squareform(distances)):
        assert np.array_equal(boscage.single_linkage(form)[:, 2], expected[:, 2])
    edges = np.where(squareform(distances) > 3, 0, squareform(distances))
    forest = boscage.minimum_spanning_forest(edges)
    sparse_forest = boscage.minimum_spanning_forest(sparse.csr_array(edges))
    assert forest.total == sparse_forest.total and forest.trees == sparse_forest.trees


def test_edges_have_the_numbers_of_their_distances():
    distances = np.array([3, 9, 1, 4, 2, 8])
    edge, weight = boscage.bottleneck(distances, a=0, b=2)
    pairs = list(itertools.combinations(range(4), 2))
    assert weight == distances[edge] == 4 and pairs[edge] == (1, 2)
    edge, weight = boscage.bottleneck(squareform(distances), a=0, b=2)
    assert (weight, edge) == (4, 1 * 4 + 2)


def wrong(**cells):
    matrix = squareform(pdist(np.arange(8.0).reshape(4, 2)))
    for place, value in cells.items():
        matrix[int(place[1]), int(place[2])] = value
    return matrix


@pytest.mark.parametrize(
    "matrix, words",
    [
        (wrong(_12=8), "expected a symmetric one, found 8 in row 1, column 2, and 2.8.* in row 2, column 1"),
        (wrong(_30=0), "expected a symmetric one, found 8.4.* in row 0, column 3, and 0 in row 3, column 0"),
        (wrong(_22=1), "expected 0 in row 2, column 2, found 1"),
        (wrong(_33=np.nan), "expected 0 in row 3, column 3, found NaN"),
        (wrong(_12=np.nan, _21=np.nan), "expected finite numbers, found NaN in row 1, column 2"),
        (wrong(_12=np.inf, _21=np.inf), "expected finite numbers, found inf in row 1, column 2"),
        (np.ones((2, 3)), "expected a square matrix, found the shape .2, 3.: points are for"),
        (np.array([1, np.nan, 2]), "edge 1: the weight is NaN"),
        (np.array([1, 2, -np.inf]), "distances: expected finite numbers, found -inf at position 2"),
        (np.ones(4), "distances: expected 3 for 3 nodes, or 6 for 4, found 4"),
        (np.ones(0), "distances: expected at least one"),
        (np.ma.masked_equal([[0, 5, 9], [5, 0, 9], [9, 3, 0]], 9), "found a mask that is not"),
    ],
)
def test_what_are_no_distances_is_named(matrix, words):
    for function, options in (
        (boscage.single_linkage, {}),
        (boscage.clusters, {"cut": 1}),
        (boscage.bottleneck, {"a": 0, "b": 1}),
    ):
        with pytest.raises(ValueError, match=words):
            function(matrix, **options)


def test_distances_below_0_are_taken_as_by_scipy():
    distances = np.array([3.0, -1, 2])
    expected = linkage(distances, "single")
    for form in (distances, squareform(distances)):
        assert np.array_equal(boscage.single_linkage(form), expected)


def test_masked_distances_are_no_edges():
    matrix = np.ma.masked_equal(squareform([0, 9, 4]), 9)
    assert boscage.single_linkage(matrix)[:, 2].tolist() == [0, 4]
    assert boscage.bottleneck(matrix, a=0, b=2) == (5, 4)
    with pytest.raises(TypeError, match="found masked ones"):
        boscage.single_linkage(np.ma.masked_equal([0, 9, 4], 9))


def test_one_node_has_no_distances():
    assert boscage.single_linkage(np.zeros((1, 1))).shape == (0, 4)
    assert boscage.clusters(np.zeros((1, 1)), k=1).tolist() == [0]
    assert boscage.clusters(np.zeros((0, 0)), k=0).tolist() == []
    with pytest.raises(ValueError, match="expected 0 in row 0, column 0, found 5"):
        boscage.single_linkage(np.full((1, 1), 5))


def test_zeros_of_a_matrix_of_edges_are_none_and_nobody_takes_them_for_distances():
    matrix = squareform(pdist(POINTS))
    forest = boscage.minimum_spanning_forest(matrix)
    assert forest.total == 50**0.5 * 3 and forest.labels.tolist() == [0] * 4
    for other in (forest, pickle.loads(pickle.dumps(forest))):
        for function, options in (
            (other.single_linkage, {}),
            (other.clusters, {"cut": 1}),
            (other.bottleneck, {"a": 0, "b": 1}),
        ):
            with pytest.raises(ValueError, match="the matrix has zeros off its diagonal"):
                function(**options)
    as_csr = boscage.minimum_spanning_forest(sparse.csr_array(matrix))
    assert as_csr.bottleneck(0, 1).weight == 50**0.5
    without_zeros = boscage.minimum_spanning_forest(squareform([3, 4, 9]))
    assert without_zeros.single_linkage()[:, 2].tolist() == [3, 4]
    similar = boscage.minimum_spanning_forest(matrix, maximum=True)
    assert (
        similar.clusters(cut=1).tolist() == boscage.clusters(matrix, cut=1, maximum=True).tolist() == [0] * 4
    )
    masked = boscage.minimum_spanning_forest(np.ma.masked_equal(squareform([3, 4, 9]), 9))
    assert masked.clusters(k=2).tolist() == [0, 0, 1]


@pytest.mark.parametrize("form", ["bsr", "dia"])
def test_zeros_of_formats_that_fill_may_be_distances(form):
    matrix = squareform(pdist(POINTS))
    if form == "bsr":
        matrix = sparse.bsr_array(matrix, blocksize=(2, 2))
    else:
        offsets = np.arange(1, 4)
        data = [np.concatenate([np.zeros(k), np.diagonal(matrix, k)]) for k in offsets]
        matrix = sparse.dia_array((data, offsets), shape=(4, 4))
    forest = boscage.minimum_spanning_forest(matrix)
    for function in (forest.single_linkage, lambda: boscage.single_linkage(matrix)):
        with pytest.raises(ValueError, match="the matrix has zeros off its diagonal"):
            function()
    full = squareform([3, 4, 9.0])
    full = sparse.bsr_array(full, blocksize=(3, 3)) if form == "bsr" else sparse.dia_array(full)
    assert boscage.single_linkage(full)[:, 2].tolist() == [3, 4]
