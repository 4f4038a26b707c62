"""Forests of edges that come block by block, and the edges that replace those of a forest."""

import os
import pickle
import signal
from itertools import pairwise

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from oracle import DTYPES, kruskal, random_graph, random_weights
from scipy import sparse

import boscage


def cut(random, m, most):
    """Ranges of random lengths, some of them empty, that make up ``range(m)``."""
    ends = [0, 0]
    while ends[-1] < m:
        ends.append(min(m, ends[-1] + int(random.integers(0, most + 1))))
    return [slice(begin, end) for begin, end in pairwise(ends)]


def blocks(columns, ranges):
    return [tuple(column[at] for column in columns) for at in ranges]


def same(forest, columns, maximum=False, n=None):
    """Compares a forest with that of all edges in memory, and with the slow one."""
    n = max((int(ends.max()) + 1 for ends in columns[:2] if ends.size), default=0) if n is None else n
    known = boscage.minimum_spanning_forest(n, *columns, maximum=maximum)
    assert forest == known and forest.total == known.total and forest.w.dtype == known.w.dtype
    w = columns[2] if len(columns) == 3 else None
    assert forest.edges.tolist() == kruskal(n, *columns[:2], w, maximum)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("maximum", [False, True])
def test_all_types_of_weights(dtype, maximum):
    random = np.random.default_rng(31)
    for turn in range(15):
        n, u, v = random_graph(random, 30)
        columns = u, v, random_weights(random, len(u), dtype)
        options = {"maximum": maximum, "threads": 1 + turn % 2}
        ranges = cut(random, len(u), 9)
        same(boscage.minimum_spanning_forest(iter(blocks(columns, ranges)), **options), columns, maximum)
        stream, dynamic = boscage.ForestStream(n, **options), boscage.DynamicForest(n, **options)
        for at, block in zip(ranges, blocks(columns, ranges)):
            before = dynamic.forest()
            stream.push(*block)
            changes = dynamic.insert(*block)
            so_far = [column[: at.stop] for column in columns]
            same(stream.forest(), so_far, maximum, n)
            after = dynamic.forest()
            same(after, so_far, maximum, n)
            check(changes, before, after, columns)
        assert stream.n == dynamic.n == n and stream.m == dynamic.m == len(u)


def check(changes, before, after, columns):
    old, new = set(before.edges.tolist()), set(after.edges.tolist())
    assert changes.entered.edges.tolist() == sorted(new - old)
    assert changes.left.edges.tolist() == sorted(old - new)
    for part in changes:
        assert len(part.w) == 0 or part.w.dtype == columns[2].dtype
        for found, column in zip(part[1:], columns):
            assert found.tolist() == column[part.edges].tolist()


ORDERS = {
    "random": lambda w: w,
    "ascending": np.sort,
    "descending": lambda w: np.sort(w)[::-1],
    "equal": np.ones_like,
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("n", [400, 20_000])
def test_many_edges(order, threads, n):
    random = np.random.default_rng(7)
    m = 200_000 if n < 1000 else 60_000
    u, v = random.integers(0, n, (2, m))
    columns = u, v, ORDERS[order](random.random(m))
    n, ranges = max(u.max(), v.max()) + 1, cut(random, m, 30_000)
    same(boscage.minimum_spanning_forest(iter(blocks(columns, ranges)), threads=threads), columns)
    # Large batches, and after each of them a small one.
    ends = [end for at in ranges for end in (max(at.start, at.stop - 3), at.stop)]
    dynamic, after = boscage.DynamicForest(threads=threads), boscage.DynamicForest().forest()
    for block in blocks(columns, [slice(begin, end) for begin, end in pairwise([0, *ends])]):
        before = after
        changes = dynamic.insert(*block)
        after = dynamic.forest()
        check(changes, before, after, columns)
    same(dynamic.forest(), columns)
    a, b = random.integers(0, n, (2, 50))
    assert all(map(np.array_equal, dynamic.bottleneck(a, b), after.bottleneck(a, b)))


def test_weights_that_need_more_bits_later():
    random = np.random.default_rng(5)
    wide = {
        "int64": [2**40, -(2**62)],
        "uint64": [2**40, 2**64 - 1],
        "float64": [0.1, 1e300],
    }
    small = {"int64": [-5], "uint64": [5], "float64": [0.5, 3, -1]}
    for dtype, numbers in wide.items():
        n, m = 40, 300
        u, v = random.integers(0, n, (2, m))
        w = random.choice(np.array(small[dtype], dtype), m) + random.integers(0, 3, m).astype(dtype)
        w[200:] = random.choice(np.array(numbers, dtype), 100)
        u[200:210] = 40 + np.arange(10)  # so that some of them are in the forest
        for size in (1, 7, 100):
            columns = blocks((u, v, w), [slice(i, i + size) for i in range(0, m, size)])
            same(boscage.minimum_spanning_forest(iter(columns)), (u, v, w))
    # Floats that are integers, then ones of 32 bits.
    columns = [([0, 1], [1, 2], [2.0, 4.0]), ([2], [0], [0.5])]
    forest = boscage.minimum_spanning_forest(iter(columns))
    assert forest.edges.tolist() == [0, 2] and forest.w.tolist() == [2.0, 0.5]


@pytest.mark.parametrize("kind", [boscage.ForestStream, boscage.DynamicForest])
def test_other_types_of_weights_are_converted_or_refused(kind):
    def add(columns, *block):
        (columns.push if kind is boscage.ForestStream else columns.insert)(*block)

    def of(*arrays):
        columns = kind(3)
        for array in arrays:
            add(columns, [0] * len(array), [1] * len(array), array)
        return columns

    for first, later in [("int64", "uint32"), ("float64", "int32"), ("float32", "uint8"), ("uint8", "bool")]:
        edges = of(np.array([1], first), np.array([0], later)).forest()
        assert edges.edges.tolist() == [1] and edges.w.dtype == first
    for first, later in [("int32", "int64"), ("float64", "int64"), ("int64", "float64"), ("int64", "uint64")]:
        columns = of(np.array([7, 3], first))
        message = f"the first weights, {first}, holds, found {later} from edge 2 on: convert all"
        with pytest.raises(TypeError, match=message):
            add(columns, [0], [1], np.array([1], later))
        assert columns.m == 2 and columns.forest().edges.tolist() == [1]
    with pytest.raises(TypeError, match="expected some from edge 1 on, as before, found none"):
        add(of([1]), [0], [1])
    columns = kind(3)
    add(columns, [0], [1])
    with pytest.raises(TypeError, match="expected none from edge 1 on, as before, found some"):
        add(columns, [0], [1], [1])
    # Blocks without edges have no type.
    columns = of([], [0.5], [], np.array([], np.int64), [0.25])
    assert columns.m == 2 and columns.forest().w.tolist() == [0.25]


@pytest.mark.parametrize("kind", [boscage.ForestStream, boscage.DynamicForest])
def test_errors_name_the_position_and_change_nothing(kind):
    columns = kind(3)
    add = columns.push if kind is boscage.ForestStream else columns.insert
    add([0, 1], [1, 2], [5.0, 4.0])
    for block, message in [
        (([0, 1, 0], [1, 3, 9], [1.0, 1.0, 1.0]), "edge 3, from 1 to 3, is out of range: there are 3 nodes"),
        (([0, -1], [1, 1], [1.0, 1.0]), "edge 3, from -1 to 1, is out of range"),
        (([0, 1], [1, 1], [1.0, np.nan]), "edge 3: the weight is NaN"),
        (([0, 1], [1], [1.0, 1.0]), "v: expected 2 numbers, as in the first column, found 1"),
        (([0, 1], [1, 1], [1.0]), "w: expected 2 numbers"),
    ]:
        with pytest.raises(ValueError, match=message):
            add(*block)
        assert (columns.n, columns.m) == (3, 2) and columns.forest().total == 9
    with pytest.raises(TypeError, match="u: expected integers, found float64"):
        add([0.5], [1], [1])
    with pytest.raises(ValueError, match="edge 0, from 4294967294 to 0, is out of range"):
        kind().push([2**32 - 2], [0]) if kind is boscage.ForestStream else kind().insert([2**32 - 2], [0])
    with pytest.raises(ValueError, match="n: expected the number of nodes"):
        kind(-1)


def test_nothing_comes():
    for forest in (boscage.minimum_spanning_forest(iter([])), boscage.ForestStream().forest()):
        assert (forest.n, forest.trees, forest.total, len(forest.edges)) == (0, 0, 0, 0)
    forest = boscage.minimum_spanning_forest(iter([([], []), ([], [], [])]))
    assert (forest.n, forest.trees) == (0, 0)
    dynamic = boscage.DynamicForest(2)
    assert (dynamic.trees, dynamic.forest().trees) == (2, 2)
    changes = dynamic.insert([], [], [])
    assert changes.entered.edges.size == changes.left.w.size == 0
    assert dynamic.bottleneck(0, 1) == (-1, 0)
    assert repr(dynamic) == "<boscage.DynamicForest: 2 nodes, 0 edges, 2 trees>"
    dynamic.insert([0], [1], [2.5])
    none = dynamic.bottleneck(1, [0, 1])
    assert none.edge.tolist() == [0, -1] and none.weight[0] == 2.5 and np.isnan(none.weight[1])
    with pytest.raises(ValueError, match="a: expected one of the graph's 2 nodes, found 2"):
        dynamic.bottleneck(2, 0)


def test_edges_name_nodes():
    stream, dynamic = boscage.ForestStream(), boscage.DynamicForest()
    for u, v in [([0, 4], [0, 4]), ([2], [1]), ([9, 4], [2, 9])]:
        stream.push(u, v)
        assert dynamic.insert(u, v).entered.edges.size == sum(a != b for a, b in zip(u, v))
    assert (
        stream.forest()
        == dynamic.forest()
        == boscage.minimum_spanning_forest(10, [0, 4, 2, 9, 4], [0, 4, 1, 2, 9])
    )
    assert (stream.n, dynamic.n, dynamic.trees) == (10, 10, 7)


def frames(columns):
    names = ["source", "target", "km"]
    data = dict(zip(names, columns))
    yield pd.DataFrame(data)
    yield pd.DataFrame(data).astype({"source": "Int64"})
    yield pl.DataFrame(data)
    yield pa.table(data)
    yield pa.RecordBatch.from_arrays([pa.array(column) for column in columns], names)


def test_blocks_are_frames_too():
    columns = np.array([0, 1, 2, 0]), np.array([1, 2, 0, 3]), np.array([3, 2, 1, 7])
    swapped, parts = columns[1::-1] + columns[2:], blocks(columns, [slice(0, 2), slice(2, 4)])
    for pair in zip(*(list(frames(part)) for part in parts)):
        same(boscage.minimum_spanning_forest(iter(pair)), columns)
        same(boscage.minimum_spanning_forest(iter(pair), "target", "source", "km"), swapped)
        same(boscage.minimum_spanning_forest(iter(pair), weight=None), columns[:2])
    batches = pa.RecordBatchReader.from_batches(
        pa.schema([("u", pa.int32()), ("v", pa.int32())]),
        pa.table({"u": [0, 1], "v": [1, 1]})
        .cast(pa.schema([("u", pa.int32()), ("v", pa.int32())]))
        .to_batches(),
    )
    assert boscage.minimum_spanning_forest(batches).edges.tolist() == [0]
    for frame in (pd.DataFrame, pl.DataFrame, pa.table):
        known = frame({"u": [0], "v": [1]})
        with pytest.raises(
            ValueError, match="block 1, from edge 1 on: v: expected the id of a node in row 1"
        ):
            boscage.minimum_spanning_forest(iter([known, frame({"u": [0, 1], "v": [1, None]})]))
        with pytest.raises(
            TypeError, match=r"block 0, from edge 0 on: u: .* numbered from 0 on, found strings"
        ):
            boscage.minimum_spanning_forest(iter([frame({"u": ["Rome"], "v": ["Oslo"]})]))


def test_blocks_of_other_kinds_are_refused():
    msf = boscage.minimum_spanning_forest
    for block, message in [
        (([0],), "expected columns .u, v. or .u, v, w., or a data frame, found 1 columns"),
        (7, "found int"),
        ("ab", "found str"),
    ]:
        with pytest.raises(TypeError, match=f"block 1, from edge 2 on: .*{message}"):
            msf(iter([([0, 1], [1, 2]), block]))
    with pytest.raises(TypeError, match="found columns without names"):
        msf(iter([([0], [1])]), "u", "v")
    with pytest.raises(ValueError, match="algorithm: expected 'auto' for an iterator of blocks"):
        msf(iter([]), algorithm="kruskal")
    with pytest.raises(ValueError, match="edge 4, from 7 to -1"):
        msf(iter([([0, 1], [1, 2]), ([0, 0, 7], [1, 1, -1])]))
    assert msf(iter([([0, 1], [1, 2], [9, 8])]), weight=None).total == 2

    def broken():
        yield [0], [1]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        msf(broken())


@pytest.mark.skipif(os.name != "posix", reason="timers are those of Unix")
@pytest.mark.parametrize("kind", [boscage.ForestStream, boscage.DynamicForest])
def test_an_interrupt_ends_a_block_and_the_edges_are_lost(kind):
    random, n = np.random.default_rng(3), 1_000_000
    u, v = random.integers(0, n, (2, 4 * n))
    w = random.random(4 * n)
    columns = kind(n, threads=1)
    add = columns.push if kind is boscage.ForestStream else columns.insert
    add(u[:10], v[:10], w[:10])
    seen = []

    def handler(*_):
        try:
            columns.m
        except RuntimeError as error:
            seen.append(str(error))
            raise KeyboardInterrupt from None
        signal.setitimer(signal.ITIMER_REAL, 0.05)  # it came between two calls

    old = signal.signal(signal.SIGALRM, handler)
    try:
        # An interrupt while the arrays are copied does no harm.
        with pytest.raises(RuntimeError, match="the edges so far are lost"):
            for turn in range(100):
                signal.setitimer(signal.ITIMER_REAL, 0.3 + 0.01 * turn)
                with pytest.raises(KeyboardInterrupt):
                    while True:
                        add(u, v, w)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    assert set(seen) == {"expected one call at a time, another is at work"}
    with pytest.raises(RuntimeError, match="the edges so far are lost"):
        columns.forest()


def replaced(n, u, v, w, forest, maximum):
    """The replacement of each edge, the slow way."""
    for edge in forest:
        rest = [i for i in range(len(u)) if i != edge]
        without = {rest[i] for i in kruskal(n, u[rest], v[rest], w[rest], maximum)}
        new = without - set(forest)
        assert len(new) <= 1
        yield new.pop() if new else -1


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("maximum", [False, True])
def test_replacements(dtype, maximum):
    random = np.random.default_rng(13)
    for turn in range(20):
        n, u, v = random_graph(random)
        w = random_weights(random, len(u), dtype)
        forest = boscage.minimum_spanning_forest(n, u, v, w, maximum=maximum)
        found = boscage.replacements(forest, n, u, v, w, threads=1 + turn % 2)
        assert found.edge.tolist() == list(replaced(n, u, v, w, forest.edges.tolist(), maximum))
        exact = [x.item() for x in w]
        for edge, other, price in zip(forest.edges, *found):
            difference = abs(exact[edge] - exact[other]) if other >= 0 else np.inf
            assert price == float(difference)


def test_replacements_of_other_graphs():
    u, v, w = np.array([0, 1, 2, 2]), np.array([1, 2, 0, 3]), np.array([4, 1, 3, 7])
    forest = boscage.minimum_spanning_forest(4, u, v, w)
    known = boscage.replacements(forest, 4, u, v, w)
    assert known.edge.tolist() == [0, 0, -1] and known.price.tolist() == [3, 1, np.inf]
    again = boscage.replacements(pickle.loads(pickle.dumps(forest)), 4, u, v, w)
    assert again.edge.tolist() == known.edge.tolist()
    streamed = boscage.minimum_spanning_forest(iter([(u, v, w)]))
    assert boscage.replacements(streamed, 4, u, v, w).price.tolist() == [3, 1, np.inf]
    frame = pd.DataFrame({"u": np.array(list("abcd"))[u], "v": np.array(list("abcd"))[v], "w": w})
    named = boscage.minimum_spanning_forest(frame)
    assert boscage.replacements(named, frame).edge.tolist() == [0, 0, -1]
    infinite = 2, [0, 0], [1, 1], [np.inf, np.inf]
    assert boscage.replacements(boscage.minimum_spanning_forest(*infinite), *infinite).price.tolist() == [0]
    assert len(boscage.replacements(boscage.minimum_spanning_forest(0, [], []), 0, [], []).edge) == 0
    for other, reason in [
        ((4, u, v, -w), "edge 1 could be replaced by edge 0, which is better"),
        ((4, u[:3], v[:3], w[:3]), "the graph has no edge 3"),
        ((5, [*u, 4], [*v, 0], [*w, 9]), "the forest does not span"),
        ((4, [*u, 0], [*v, 3], [*w, 1]), "edge 3 could be replaced by edge 4"),
    ]:
        with pytest.raises(ValueError, match=f"forest: expected the forest of this graph, but .*{reason}"):
            boscage.replacements(forest, *other)
    with pytest.raises(TypeError, match="forest: expected a Forest, found list"):
        boscage.replacements([1, 2, 3], 4, u, v, w)
    matrix = sparse.csr_array((w, (u, v)), (4, 4))
    with pytest.raises(TypeError, match="found a matrix, in which an edge may have two entries"):
        boscage.replacements(boscage.minimum_spanning_forest(matrix), matrix)
