"""Forests of matrices, against SciPy."""

import itertools

import numpy as np
import pytest
import scipy.sparse as sparse
from oracle import DTYPES, FORMATS, kruskal, random_weights
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree

import boscage

GRAPHS = 1000


def entries(random, n, dtype, distinct):
    """Some cells above the diagonal, or below, or both, and their weights."""
    cells = [(i, j) for i in range(n) for j in range(n) if i != j]
    kept = [cell for cell in cells if random.random() < 0.3]
    if distinct:
        kept = [(i, j) for i, j in kept if i < j]
    row, col = (np.array([cell[k] for cell in kept], np.int32) for k in (0, 1))
    return row, col, random_weights(random, len(kept), dtype, distinct)


def pairs(a, b):
    return sorted((min(x, y), max(x, y)) for x, y in zip(a.tolist(), b.tolist()))


def test_forests_are_those_of_scipy():
    random = np.random.default_rng(3)
    kinds = list(itertools.product(DTYPES, FORMATS, [False, True]))
    for i in range(GRAPHS):
        dtype, form, distinct = kinds[i % len(kinds)]
        distinct = distinct and dtype != "bool"
        n = int(random.integers(1, 9 if dtype.endswith("int8") else 12))
        row, col, w = entries(random, n, dtype, distinct)
        w[w == 0] = 1  # SciPy takes zeros for no edges, or loses them
        kind = getattr(sparse, f"{form}_{'array' if random.random() < 0.5 else 'matrix'}")
        if w.dtype == np.float16:  # of which SciPy makes no matrices
            matrix = kind(sparse.coo_array((w.astype(np.float32), (row, col)), shape=(n, n)))
        else:
            matrix = kind(sparse.coo_array((w, (row, col)), shape=(n, n)))
        assert matrix.format == form
        ours = boscage.minimum_spanning_forest(matrix, threads=1)
        theirs = minimum_spanning_tree(
            sparse.csr_array((w.astype(np.float64), (row, col)), shape=(n, n))
        ).tocoo()
        if distinct:
            assert pairs(ours.u, ours.v) == pairs(theirs.row, theirs.col)
        exact = w.dtype.kind == "f" or abs(ours.total) < 2**53
        if exact:
            assert ours.total == pytest.approx(theirs.sum(), rel=1e-12)
        count, labels = connected_components(sparse.coo_array((np.ones(len(row)), (row, col)), shape=(n, n)))
        assert (ours.trees, ours.labels.tolist()) == (count, first_seen(labels))
        listed = matrix.tocoo()
        data = listed.data if form not in ("csr", "csc") else matrix.data
        assert np.array_equal(data[ours.edges], ours.w.astype(data.dtype))
        assert boscage.verify(ours, matrix).kind == "exact"


def first_seen(labels):
    numbers = {}
    return [numbers.setdefault(label, len(numbers)) for label in labels.tolist()]


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok"])
def test_explicit_zeros_are_edges(form):
    zeros = sparse.coo_array((np.array([0.0, 5.0, 0.0]), ([0, 1, 0], [1, 2, 2])), shape=(3, 3))
    forest = boscage.minimum_spanning_forest(zeros.asformat(form))
    assert (forest.total, pairs(forest.u, forest.v)) == (0.0, [(0, 1), (0, 2)])


@pytest.mark.parametrize("form", ["bsr", "dia"])
def test_zeros_of_formats_that_fill_are_none(form):
    graph = sparse.coo_array((np.array([0.5, 5.0]), ([0, 1], [1, 2])), shape=(4, 4)).asformat(form)
    if form == "bsr":
        graph = sparse.bsr_array(graph.toarray(), blocksize=(2, 2))
        assert graph.nnz == 8
    forest = boscage.minimum_spanning_forest(graph)
    assert (forest.total, forest.trees) == (5.5, 2)
    assert graph.tocoo().data[forest.edges].tolist() == [0.5, 5.0]
    assert boscage.verify(forest, graph).kind == "exact"
    assert boscage.verify([0, 1, 2, 3], graph).kind == "unknown"


def test_of_two_entries_of_a_pair_the_lighter_one_counts():
    matrix = sparse.csr_array(np.array([[0, 7, 2], [1, 0, 0], [4, 9, 0]]))
    assert boscage.minimum_spanning_forest(matrix).total == 1 + 2
    assert boscage.minimum_spanning_forest(matrix, maximum=True).total == 9 + 7
    for triangle in (sparse.triu, sparse.tril):
        one = triangle(matrix.maximum(matrix.T))
        both = matrix.maximum(matrix.T)
        assert boscage.minimum_spanning_forest(one).total == boscage.minimum_spanning_forest(both).total


def test_entries_stored_twice_are_two_edges():
    twice = sparse.coo_array(([5, 3], ([0, 0], [1, 1])), shape=(2, 2))
    assert boscage.minimum_spanning_forest(twice).edges.tolist() == [1]


def test_matrices_with_unsorted_rows_and_room_for_more():
    matrix = sparse.csr_array(
        (np.array([9, 1, 5, 77]), np.array([2, 1, 2, 0]), np.array([0, 2, 3, 3])), shape=(3, 3)
    )
    forest = boscage.minimum_spanning_forest(matrix)
    assert (forest.edges.tolist(), forest.total) == ([1, 2], 6)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("maximum", [False, True])
def test_dense_matrices(dtype, maximum):
    random = np.random.default_rng(8)
    for _ in range(25):
        n = int(random.integers(1, 9))
        matrix = random_weights(random, n * n, dtype).reshape(n, n)
        if matrix.dtype.kind == "f" and n > 2:
            matrix[0, 1], matrix[1, 2], matrix[2, 0] = np.nan, np.inf, -np.inf
        flat = matrix.ravel()
        kept = np.flatnonzero(np.isfinite(flat) & (flat != 0))
        expected = kept[kruskal(n, (kept // n).tolist(), (kept % n).tolist(), flat[kept], maximum)]
        for layout in (matrix, np.asfortranarray(matrix), np.repeat(matrix, 2, axis=1)[:, ::2]):
            forest = boscage.minimum_spanning_forest(layout, maximum=maximum)
            assert forest.edges.tolist() == expected.tolist()
            assert np.array_equal(flat[forest.edges], forest.w)
            assert boscage.verify(forest, layout).kind == "exact"


def test_wrong_matrices_are_named():
    with pytest.raises(ValueError, match=r"expected a square matrix, found the shape \(2, 3\)"):
        boscage.minimum_spanning_forest(sparse.csr_array((2, 3)))
    with pytest.raises(ValueError, match="expected a square matrix"):
        boscage.minimum_spanning_forest(np.zeros((2, 3)))
    with pytest.raises(TypeError, match="complex128"):
        boscage.minimum_spanning_forest(sparse.csr_array(np.eye(3) * 1j))
    with pytest.raises(ValueError, match="NaN"):
        boscage.minimum_spanning_forest(sparse.csr_array(np.array([[0, np.nan], [0, 0]])))
    broken = sparse.csr_array(np.array([[0, 1, 2], [0, 0, 3], [0, 0, 0]]))
    broken.indptr[1] = 9
    with pytest.raises(ValueError, match="indptr: expected numbers that ascend"):
        boscage.minimum_spanning_forest(broken)
    broken = sparse.csr_array(np.array([[0, 1, 2], [0, 0, 3], [0, 0, 0]]))
    broken.indices[1] = -1
    with pytest.raises(ValueError, match="edge 1, from 0 to -1, is out of range"):
        boscage.minimum_spanning_forest(broken)
    broken = sparse.csr_array(np.array([[0, 1, 2], [0, 0, 3], [0, 0, 0]]))
    broken.indptr[3] = 7
    with pytest.raises(ValueError):
        boscage.minimum_spanning_forest(broken)


def test_masked_cells_are_no_edges():
    matrix = np.ma.masked_equal([[0, 5, 9], [5, 0, 9], [9, 9, 0]], 9)
    forest = boscage.minimum_spanning_forest(matrix)
    assert forest.edges.tolist() == [1] and forest.trees == 2
    assert boscage.components(matrix).tolist() == [0, 0, 1]


def undirected_and_matrices(random, n, form):
    """The columns of a simple graph with loops, and its matrices: a triangle, symmetric, and nearly so."""
    row, col = np.array(list(itertools.combinations_with_replacement(range(n), 2))).T
    kept = random.random(row.size) < 0.4
    row, col = row[kept], col[kept]
    w = random.integers(1, 5, row.size).astype(np.float64)
    off = row != col
    both = np.r_[row, col[off]], np.r_[col, row[off]]
    shape, kind = (n, n), getattr(sparse, f"{form}_array")
    triangle = sparse.coo_array((w, (row, col)), shape=shape)
    symmetric = sparse.coo_array((np.r_[w, w[off]], both), shape=shape)
    heavier = sparse.coo_array((np.r_[w, w[off] + random.integers(0, 2, off.sum())], both), shape=shape)
    return (n, row, col, w), [kind(matrix) for matrix in (triangle, symmetric, heavier)]


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok", "bsr", "dia", "dense"])
def test_entries_on_both_sides_of_the_diagonal_are_one_edge(form, tmp_path):
    random = np.random.default_rng(17)
    for n in [1, 2, 3, 5, 8, 11] * 8:
        columns, matrices = undirected_and_matrices(random, n, "csr" if form == "dense" else form)
        expected = {
            "louvain": boscage.louvain(*columns),
            "leiden": boscage.leiden(*columns, quality="cpm", resolution=0.7),
            "page_rank": boscage.page_rank(*columns, weight="weight", directed=False, tolerance=1e-12),
            "walks": boscage.random_walks(*columns, directed=False, seed=int(n), length=5),
        }
        boscage.write(tmp_path / "columns.bsg", *columns)
        labels = boscage.biconnected_components(*columns)
        bridges = boscage.bridges(*columns)
        cell = {(u, v): label for u, v, label in zip(columns[1], columns[2], labels)}
        for matrix in matrices:
            matrix = matrix.toarray() if form == "dense" else matrix
            found = {
                "louvain": boscage.louvain(matrix),
                "leiden": boscage.leiden(matrix, quality="cpm", resolution=0.7),
                "page_rank": boscage.page_rank(matrix, weight="weight", directed=False, tolerance=1e-12),
                "walks": boscage.random_walks(matrix, directed=False, seed=int(n), length=5),
            }
            for name, results in expected.items():
                for one, other in zip(results, found[name]):  # arrays, or elements of one
                    np.testing.assert_allclose(other, one, err_msg=name, atol=1e-9)
            boscage.write(tmp_path / "matrix.bsg", matrix)
            assert edges_in(tmp_path / "matrix.bsg") == edges_in(tmp_path / "columns.bsg")
            if form in ("bsr", "dia", "dense"):
                continue
            coo = matrix.tocoo()
            row, col = coo.coords
            if form == "csc":  # ids are positions in its own arrays
                col, row = np.repeat(np.arange(n), np.diff(matrix.indptr)), matrix.indices
            of_entries = boscage.biconnected_components(matrix)
            assert [cell[min(i, j), max(i, j)] for i, j in zip(row, col)] == of_entries.tolist()
            ids = boscage.bridges(matrix)
            assert np.array_equal(np.sort(ids), ids)
            assert pairs(row[ids], col[ids]) == pairs(columns[1][bridges], columns[2][bridges])


def edges_in(path):
    """The edges of a file, with the lower end first."""
    u, v, w = boscage.read(path).columns()
    return sorted(zip(np.minimum(u, v).tolist(), np.maximum(u, v).tolist(), w.tolist()))


def test_loops_of_dense_matrices_are_seen():
    matrix = np.array([[9.0, 1.0], [1.0, 9.0]])
    assert boscage.leiden(matrix, quality="cpm", resolution=0).quality == 19
    with pytest.raises(ValueError, match="bipartite"):
        boscage.maximum_bipartite_matching(matrix)


def test_edges_of_paths_are_the_first_of_the_best_entries():
    matrix = sparse.csc_array(np.full((3, 3), 7) - 7 * np.eye(3, dtype=np.int64))
    paths = boscage.shortest_paths(matrix, source=0, directed=False)
    assert paths.edges.tolist() == [-1, 0, 1]
    assert boscage.shortest_paths(matrix, source=0).edges.tolist() == [-1, 2, 4]
