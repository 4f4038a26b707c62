"""Forests of columns: exact edges, all types, all layouts, wrong input."""

import copy
import math
import pickle

import numpy as np
import pytest
from oracle import DTYPES, kruskal, labels, random_graph, random_weights

import boscage

INTEGERS = [t for t in DTYPES if "int" in t]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("maximum", [False, True])
def test_edges_are_those_of_kruskal_ties_included(dtype, maximum):
    random = np.random.default_rng(DTYPES.index(dtype) + 100 * maximum)
    for _ in range(60):
        n, u, v = random_graph(random)
        w = random_weights(random, len(u), dtype)
        forest = boscage.minimum_spanning_forest(n, u, v, w, maximum=maximum, threads=1)
        expected = kruskal(n, u, v, w, maximum)
        assert forest.edges.tolist() == expected
        assert forest.edges.dtype == np.int64
        assert (forest.n, forest.trees, len(forest)) == (n, n - len(expected), len(expected))
        assert forest.labels.tolist() == labels(n, u, v)
        assert np.array_equal(forest.u, u[expected]) and np.array_equal(forest.v, v[expected])
        assert np.array_equal(forest.w, w[expected]) and forest.w.dtype == w.dtype
        exact = math.fsum(w[expected].tolist()) if w.dtype.kind == "f" else sum(w[expected].tolist())
        assert forest.total == exact and type(forest.total) is (float if w.dtype.kind == "f" else int)
        verdict = boscage.verify(forest, n, u, v, w)
        assert verdict and verdict.kind == "exact"


@pytest.mark.parametrize("algorithm", boscage.ALGORITHMS)
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_every_algorithm_on_any_number_of_threads_finds_the_same_edges(algorithm, threads):
    random = np.random.default_rng(5)
    for _ in range(4):
        n, u, v = random_graph(random, 60)
        w = random_weights(random, len(u), "int8")
        forest = boscage.minimum_spanning_forest(n, u, v, w, algorithm=algorithm, threads=threads)
        assert forest.edges.tolist() == kruskal(n, u, v, w)


@pytest.mark.parametrize("u_type", INTEGERS)
@pytest.mark.parametrize("v_type", INTEGERS)
def test_ends_of_all_integer_types(u_type, v_type):
    u, v = np.array([0, 1, 2, 2], u_type), np.array([1, 2, 0, 3], v_type)
    assert boscage.minimum_spanning_forest(4, u, v, [4, 1, 3, 7]).edges.tolist() == [1, 2, 3]


def test_columns_may_be_generators_and_views_of_dictionaries():
    edges = {0: 1, 1: 2, 2: 0}
    forest = boscage.minimum_spanning_forest(3, edges.keys(), edges.values(), (x for x in [4, 1, 3]))
    assert forest.edges.tolist() == [1, 2] and forest.total == 4
    assert boscage.verify(iter([1, 2]), 3, map(int, edges), iter(edges.values()), [4, 1, 3]).kind == "exact"
    big = boscage.minimum_spanning_forest(2, [0], [1], (x for x in [2**63 + 1]))
    assert big.total == 2**63 + 1
    assert boscage.page_rank(2, [0], [1], jumps=iter([1, 1])).tolist() == pytest.approx(
        [0.35, 0.65], abs=0.01
    )


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_of_all_types_are_numbers_of_edges_nodes_and_clusters(dtype):
    one, two = np.array([1, 2], dtype)
    triangle = 3, [0, 1, 2], [1, 2, 0], np.array([1, 2, 2], dtype)
    assert boscage.verify(np.array([0, 1], dtype), *triangle).kind == "exact"
    assert boscage.verify(np.array([0, 2], dtype), *triangle).kind == "minimal"
    assert boscage.verify(np.array([0, 100], dtype), *triangle).kind == "unknown"
    dense = np.array([[0, 1, 2], [1, 0, 2], [2, 2, 0]], dtype)
    assert boscage.verify(np.array([1, 2], dtype), dense).kind == "exact"
    forest = boscage.minimum_spanning_forest(*triangle, threads=one)
    assert forest.clusters(k=two).tolist() == forest.clusters(cut=one).tolist() == [0, 0, 1]
    assert forest.bottleneck(np.array([0, 1], dtype), two).weight.tolist() == [2, 2]
    assert boscage.distances(*triangle, source=two).tolist() == [1, 2, 0]
    weights = list(np.array([1, 2], dtype))
    assert boscage.minimum_spanning_forest(3, [0, 1], [1, 2], weights).total == 3


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_lists_of_floats_of_numpy(dtype):
    weights = list(np.array([0.5, 2], dtype))
    assert boscage.minimum_spanning_forest(3, [0, 1], [1, 2], weights).total == 2.5


def test_long_columns_are_the_same_in_every_layout():
    random = np.random.default_rng(1)
    n, m = 5_000, 40_000
    u, v, w = random.integers(0, n, m), random.integers(0, n, m), random.integers(0, 999, m)
    expected = kruskal(n, u.tolist(), v.tolist(), w)

    def edges(u, v, w):
        return boscage.minimum_spanning_forest(n, u, v, w).edges.tolist()

    assert edges(u, v, w) == expected
    table = np.stack([u, v, w], axis=1)
    assert edges(table[:, 0], table[:, 1], table[:, 2]) == expected
    backwards = [x[::-1].copy()[::-1] for x in (u, v, w)]
    assert edges(*backwards) == expected
    assert edges(u.astype(">i4"), v.astype(">u8"), w.astype(">f8")) == expected
    record = np.zeros(m, np.dtype([("pad", "u1"), ("u", "i8"), ("v", "i4"), ("w", "f4")]))
    record["u"], record["v"], record["w"] = u, v, w
    assert edges(record["u"], record["v"], record["w"]) == expected
    for column in (u, v, w):
        column.flags.writeable = False
    assert edges(u, v, w) == expected
    assert edges(u.tolist(), v.tolist(), w.tolist()) == expected


def test_without_weights_all_weigh_one():
    forest = boscage.minimum_spanning_forest(4, [0, 1, 2, 2], [1, 2, 0, 3])
    assert (forest.edges.tolist(), forest.total, forest.w.tolist()) == ([0, 1, 3], 3, [1, 1, 1])


def test_small_graphs():
    nothing = boscage.minimum_spanning_forest(0, [], [])
    assert (nothing.total, nothing.trees, nothing.edges.tolist(), nothing.labels.tolist()) == (0, 0, [], [])
    alone = boscage.minimum_spanning_forest(3, [], [], np.array([], float))
    assert (alone.total, alone.trees, alone.labels.tolist()) == (0.0, 3, [0, 1, 2])
    loop = boscage.minimum_spanning_forest(1, [0], [0], [-5])
    assert (loop.total, loop.trees) == (0, 1)
    assert boscage.components(np.int32(5), [3, 4], [1, 3]).tolist() == [0, 1, 2, 1, 1]


def test_totals_are_exact():
    big = np.full(9, 2**63 - 1)
    chain = np.arange(9)
    assert boscage.minimum_spanning_forest(10, chain, chain + 1, big).total == 9 * (2**63 - 1)
    big = np.full(9, 2**64 - 1, np.uint64)
    assert boscage.minimum_spanning_forest(10, chain, chain + 1, big).total == 9 * (2**64 - 1)
    small = np.array([1e100, 1.0, -1e100, 0, 0, 0, 0, 0, 0])
    assert boscage.minimum_spanning_forest(10, chain, chain + 1, small).total == 1.0
    infinite = boscage.minimum_spanning_forest(3, [0, 1], [1, 2], [np.inf, 1])
    assert infinite.total == np.inf and infinite.trees == 1


N, U, V, W = 3, [0, 1], [1, 2], [1.0, 2.0]


@pytest.mark.parametrize(
    "error, words, arguments",
    [
        (ValueError, "edge 1, from 1 to 3, is out of range: there are 3 nodes", (N, U, [1, 3], W)),
        (ValueError, "edge 0, from -1 to 1, is out of range", (N, [-1, 0], V, W)),
        (ValueError, "out of range", (N, np.array([0, 2**63], np.uint64), V, W)),
        (ValueError, "out of range", (N, np.array([0, -(2**63)]), V, W)),
        (ValueError, "out of range", (N, np.array([0, 2**32 - 1]), V, W)),
        (ValueError, "out of range", (N, np.array([0, 2**32]), V, W)),
        (ValueError, "out of range", (0, U, V, W)),
        (ValueError, "edge 1: the weight is NaN", (N, U, V, [1.0, np.nan])),
        (ValueError, "edge 0: the weight is NaN", (N, U, V, np.array([np.nan, 1], np.float16))),
        (ValueError, "v: expected 2 numbers", (N, U, [1], W)),
        (ValueError, "w: expected 2 numbers", (N, U, V, [1.0])),
        (ValueError, "u: expected one dimension, found 2", (N, [[0, 1]], V, W)),
        (ValueError, "n: expected the number of nodes, from 0 to", (-1, U, V, W)),
        (ValueError, "n: expected the number of nodes, from 0 to", (2**64, U, V, W)),
        (TypeError, "n: expected the number of nodes", (3.0, U, V, W)),
        (TypeError, "u: expected integers, found float64", (N, [0.0, 1.0], V, W)),
        (TypeError, "v: expected integers, found bool", (N, U, [True, False], W)),
        (TypeError, "w: expected numbers of at most 64 bits, found complex", (N, U, V, [1j, 2])),
        (TypeError, "w: expected integers, floats or bools", (N, U, V, np.array([1j, 2]))),
        (TypeError, "w: expected numbers of at most 64 bits, found object", (N, U, V, [2**70, 1])),
        (TypeError, "found objects", (N, U, V, np.array([2**70, 1]))),
        (ValueError, "found integers that floats round", (N, U, V, [2**63 + 1, -1])),
        (ValueError, "found integers that floats round", (N, U, V, [2**53 + 1, 0.5])),
        (TypeError, "found masked ones", (N, U, V, np.ma.masked_equal([1, 2], 2))),
        (TypeError, "w: expected", (N, U, V, ["a", "b"])),
        (TypeError, "w: expected", (N, U, V, np.array([1, 2], np.longdouble))),
        (TypeError, "w: expected", (N, U, V, np.array([1, 2], "m8[s]"))),
        (TypeError, "expected n, u, v", (N, U)),
        (TypeError, "found int", (N,)),
        (TypeError, "found NoneType", (None,)),
        (TypeError, "found dict", ({},)),
        (TypeError, r"u: expected a sequence of numbers, found dict: give its keys", (N, {0: 1, 1: 2}, V, W)),
        (TypeError, "w: expected a sequence of numbers, found dict", (N, U, V, {0: 1, 1: 2})),
        (TypeError, "v: expected a sequence of numbers, found set", (N, U, {1, 2}, W)),
        (TypeError, "u: expected a sequence of numbers, found str", (N, "01", V, W)),
        (TypeError, "w: expected a sequence of numbers, found bytes", (N, U, V, b"01")),
        (TypeError, "u: expected a sequence of numbers, found int", (N, 5, V, W)),
        (TypeError, "found an array of one dimension", (np.ones(3),)),
    ],
)
def test_wrong_input_is_named(error, words, arguments):
    with pytest.raises(error, match=words.replace("(", r"\(")):
        boscage.minimum_spanning_forest(*arguments)


@pytest.mark.parametrize(
    "error, words, options",
    [
        (ValueError, "threads: expected at least 1", {"threads": 0}),
        (ValueError, "cannot start 100000 threads: the limit is", {"threads": 100_000}),
        (ValueError, "threads: expected at least 1, found -1", {"threads": -1}),
        (ValueError, f"threads: expected from 1 to .*, found {2**70}", {"threads": 2**70}),
        (ValueError, "threads: expected from 1 to .*, found -", {"threads": -(2**70)}),
        (TypeError, "threads: expected a whole number or None, found .*str", {"threads": "2"}),
        (TypeError, "threads: expected a whole number or None, found .*float", {"threads": 2.0}),
        (ValueError, "algorithm: expected one of auto, kruskal", {"algorithm": "dijkstra"}),
        (ValueError, "algorithm: expected one of auto, kruskal", {"algorithm": "vineet"}),
        (TypeError, "algorithm: expected its name", {"algorithm": 7}),
        (TypeError, "weight: expected the default or None", {"weight": "length"}),
        (TypeError, "weight: expected the default or None", {"weight": len}),
    ],
)
def test_wrong_options_are_named(error, words, options):
    with pytest.raises(error, match=words):
        boscage.minimum_spanning_forest(N, U, V, W, **options)


def test_more_memory_than_there_is_is_refused():
    with pytest.raises(MemoryError, match="not enough memory"):
        # A column without memory of its own: 2^32 - 2 edges of 16 bytes each.
        many = np.broadcast_to(np.int64(0), (2**32 - 2,))
        boscage.minimum_spanning_forest(2, many, many, np.broadcast_to(np.float64(1), many.shape))


@pytest.mark.parametrize(
    "kind, forest, inside, outside",
    [
        ("exact", [0, 1], None, None),
        ("exact", [1, 0], None, None),
        ("minimal", [0, 2], 2, 1),
        ("not minimal", [1, 2], 2, 0),
        ("not spanning", [0], None, 1),
        ("cycle", [0, 1, 2], 2, None),
        ("repeated", [0, 0], 0, None),
        ("unknown", [0, 3], 3, None),
        ("unknown", [0, -1], -1, None),
        ("unknown", [0, 2**62], 2**62, None),
    ],
)
def test_flaws_are_found(kind, forest, inside, outside):
    verdict = boscage.verify(forest, 3, [0, 1, 2], [1, 2, 0], [1, 2, 2])
    assert (verdict.kind, verdict.inside, verdict.outside) == (kind, inside, outside)
    assert bool(verdict) == (kind in ("exact", "minimal"))
    assert str(outside if inside is None else inside) in verdict.reason or kind == "exact"


def test_integers_of_python_stay_exact():
    u, v, w = [0, 0, 1, 0], [1, 2, 2, 3], [2**63 + 3, 2**63 + 2, 2**63 + 1, 1]
    forest = boscage.minimum_spanning_forest(4, u, v, w)
    assert forest.edges.tolist() == [1, 2, 3] and forest.total == sum(w[1:])
    assert forest.w.dtype == np.uint64
    mixed = boscage.minimum_spanning_forest(3, [0, 1], [1, 2], [2**60, 0.5])  # a float keeps it
    assert mixed.total == 2.0**60 + 0.5


def test_without_weights_each_edge_weighs_1():
    forest = boscage.minimum_spanning_forest(N, [0, 1, 0], [1, 2, 2], [3, 2, 1], weight=None)
    assert forest.edges.tolist() == [0, 1] and forest.total == 2
    assert boscage.components(N, U, V, [np.nan, 1]).tolist() == [0, 0, 0]
    grid = boscage.generate("grid", rows=3, columns=3)
    assert boscage.minimum_spanning_forest(grid, weight=None).total == 8


def test_arrays_of_a_forest_cannot_be_changed():
    forest = boscage.minimum_spanning_forest(N, U, V, W)
    for array in (forest.edges, forest.u, forest.v, forest.w):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7


def test_views_of_records_of_complex_numbers_and_of_strides():
    record = np.zeros(40_000, np.dtype([("pad", "u1"), ("u", "i8")], align=True))
    record["u"] = np.arange(40_000) % 7
    u = record["u"]
    v = (np.arange(40_000) * 1j).imag.astype(int) % 7
    w = (np.arange(40_000) * (1 + 2j)).real
    window = np.lib.stride_tricks.sliding_window_view(v, 39_999)[1]
    forest = boscage.minimum_spanning_forest(7, u[1:], window, w[1:])
    assert forest.edges.tolist() == kruskal(7, u[1:].tolist(), window.tolist(), w[1:])


def test_forests_are_equal_by_value():
    columns = 4, [0, 1, 2, 2], [1, 2, 0, 3]
    forest = boscage.minimum_spanning_forest(*columns, [4, 1, 3, 7])
    for same in ([4, 1, 3, 7], [4.0, 1, 3, 7], [9, 1, 3, 7]):
        other = boscage.minimum_spanning_forest(*columns, same)
        assert other == forest and hash(other) == hash(forest)
    for different in ([4, 1, 3, 8], [1, 4, 3, 7]):
        assert boscage.minimum_spanning_forest(*columns, different) != forest
    assert boscage.minimum_spanning_forest(5, *columns[1:], [4, 1, 3, 7]) != forest
    tree = 3, [0, 1], [1, 2], [1, 1]
    one, other = (boscage.minimum_spanning_forest(*tree, maximum=maximum) for maximum in (False, True))
    assert one != other and one != "a forest" and len({one, other, one}) == 2
    verdict = boscage.verify(forest, *columns, [4, 1, 3, 7])
    assert verdict == boscage.verify(forest.edges, *columns, [4, 1, 3, 7])
    assert verdict != boscage.verify([0], *columns)


@pytest.mark.parametrize("maximum", [False, True])
@pytest.mark.parametrize("dtype", ["int8", "uint64", "float32", "bool"])
def test_forests_can_be_pickled_and_copied(maximum, dtype):
    n, u, v = random_graph(np.random.default_rng(3), 20)
    w = np.random.default_rng(4).integers(0, 3, len(u)).astype(dtype)
    forest = boscage.minimum_spanning_forest(n, u, v, w, maximum=maximum)
    for other in (pickle.loads(pickle.dumps(forest)), copy.deepcopy(forest)):
        assert repr(other) == repr(forest) and other.is_maximum == maximum and other == forest
        assert other.edges.tolist() == forest.edges.tolist() and other.w.dtype == forest.w.dtype
        assert other.clusters(k=n).tolist() == forest.clusters(k=n).tolist()
        assert boscage.verify(other, n, u, v, w).kind == "exact"


@pytest.mark.parametrize("odd", [2**40, -(2**40), 0.1, 1e300, math.inf, -0.0, 2.0**24 + 1, 2**31])
@pytest.mark.parametrize("maximum", [False, True])
def test_weights_of_64_bits_that_need_few_are_no_others(odd, maximum):
    random = np.random.default_rng(8)
    n, m = 3000, 20_000
    u, v = random.integers(0, n, (2, m))
    w = random.integers(-9, 9, m).astype(type(odd))
    w[[5000, 17_000]] = odd  # not among the first ones
    forest = boscage.minimum_spanning_forest(n, u, v, w, maximum=maximum)
    assert forest.edges.tolist() == kruskal(n, u.tolist(), v.tolist(), w.tolist(), maximum)
    assert forest.w.dtype == w.dtype and np.array_equal(forest.w, w[forest.edges])
    assert np.array_equal(np.signbit(forest.w), np.signbit(w[forest.edges]))
    assert forest.total == (math.fsum(forest.w) if w.dtype.kind == "f" else forest.w.sum())
