"""Data frames of pandas, polars and pyarrow."""

import math
import subprocess
import sys

import networkx as nx
import numpy as np
import oracle
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import boscage

ROADS = {"from": ["Rome", "Paris", "Rome"], "to": ["Paris", "Oslo", "Oslo"], "km": [1106, 1343, 2007]}
ENDS = ["from", "to"]
TOWNS = ["Ålesund", "Zürich", "a", "a b", "aa", "", "東京", "𝄞", "\uffff", "Rome"]

#: Frames with strings, of all types that columns of strings may have.
STRINGS = {
    "pandas str": pd.DataFrame,
    "pandas object": lambda table: pd.DataFrame(table).astype(dict.fromkeys(ENDS, object)),
    "pandas python": lambda table: pd.DataFrame(table).astype(dict.fromkeys(ENDS, pd.StringDtype("python"))),
    "pandas category": lambda table: pd.DataFrame(table).astype(dict.fromkeys(ENDS, "category")),
    "pandas arrow": lambda table: pd.DataFrame(table).convert_dtypes(dtype_backend="pyarrow"),
    "polars String": pl.DataFrame,
    "polars Categorical": lambda table: pl.DataFrame(table).cast(dict.fromkeys(ENDS, pl.Categorical)),
    "polars Enum": lambda table: pl.DataFrame(table).cast(
        dict.fromkeys(ENDS, pl.Enum(["Nowhere", "Paris", "Oslo", *TOWNS]))
    ),
    "pyarrow string": pa.table,
    "pyarrow chunks": lambda table: pa.concat_tables([pa.table(table)[:7], pa.table(table)[7:]]),
    "pyarrow dictionary": lambda table: pa.table(
        {name: pa.array(values).dictionary_encode() for name, values in table.items()}
    ),
    "pyarrow batch": pa.RecordBatch.from_pydict,
}

#: The same with integers.
INTEGERS = {
    "pandas": pd.DataFrame,
    "pandas narrow": lambda table: pd.DataFrame(table).astype({"from": "uint8", "to": "int16"}),
    "pandas nullable": lambda table: pd.DataFrame(table).convert_dtypes(),
    "pandas object": lambda table: pd.DataFrame(table, dtype=object),
    "pandas category": lambda table: pd.DataFrame(table).astype(dict.fromkeys(ENDS, "category")),
    "polars": pl.DataFrame,
    "pyarrow": pa.table,
}


def random_roads(names, edges, seed):
    """A table of random edges between some of the names, with equal weights and parallel edges."""
    random = np.random.default_rng(seed)
    u, v = random.integers(0, len(names), (2, edges)).tolist()
    return {
        "from": [names[i] for i in u],
        "to": [names[i] for i in v],
        "km": random.integers(0, 5, edges).tolist(),
    }


def forest_of(table):
    """The edges of the forest of a table, by a naive algorithm."""
    nodes = sorted({*table["from"], *table["to"]})
    places = {name: place for place, name in enumerate(nodes)}
    u, v = ([places[name] for name in table[end]] for end in ENDS)
    return nodes, oracle.kruskal(len(nodes), u, v, table["km"])


@pytest.mark.parametrize("kind", STRINGS)
def test_forests_of_strings(kind):
    for seed in range(20):
        table = random_roads(TOWNS, 5 + seed, seed)
        frame = STRINGS[kind](table)
        nodes, edges = forest_of(table)
        forest = boscage.minimum_spanning_forest(frame)
        assert forest.nodes == nodes and forest.edges.tolist() == edges
        assert forest.u.tolist() == [table["from"][i] for i in edges]
        assert forest.v.tolist() == [table["to"][i] for i in edges]
        assert forest.w.tolist() == [table["km"][i] for i in edges]
        assert boscage.verify(forest, frame).kind == "exact"


@pytest.mark.parametrize("kind", INTEGERS)
def test_forests_of_integers(kind):
    for seed in range(20):
        table = random_roads([3, 7, 8, 40, 41, 99], 9, seed)
        nodes, edges = forest_of(table)
        forest = boscage.minimum_spanning_forest(INTEGERS[kind](table))
        assert forest.nodes == nodes and forest.edges.tolist() == edges
        assert forest.u.tolist() == [table["from"][i] for i in edges]


@pytest.mark.parametrize("names", [TOWNS[:3] + TOWNS[6:], [5, 2**63 + 1, 2**64 - 1, 7]])
def test_a_table_has_the_same_forest_in_memory_and_as_a_file(tmp_path, names):
    frame = pl.DataFrame(random_roads(names, 40, 1))
    path = tmp_path / "roads.csv"
    frame.write_csv(path)
    ours, theirs = boscage.from_dataframe(frame), boscage.read(path)
    assert ours.names.tolist() == theirs.names.tolist()
    assert [column.tolist() for column in ours.columns()] == [column.tolist() for column in theirs.columns()]
    assert boscage.minimum_spanning_forest(frame) == boscage.minimum_spanning_forest(path)


@pytest.mark.parametrize("kind", STRINGS)
def test_names_are_arguments_and_results(kind):
    frame = STRINGS[kind](ROADS)
    if kind == "pyarrow chunks":
        assert frame["from"].num_chunks == 2
    assert boscage.distances(frame, source="Paris").tolist() == [1, 0, 1]
    assert boscage.shortest_paths(frame, source="Rome").values.tolist() == [2007, 1106, 0]
    assert boscage.shortest_paths(frame, source="Rome", directed=True).values.tolist() == [2007, 1106, 0]
    assert boscage.distances(frame, source="Oslo", directed=True).tolist() == [0, -1, -1]
    assert boscage.bottleneck(frame, a="Rome", b=["Oslo", "Rome"]).weight.tolist() == [1343, 0]
    assert boscage.components(frame).tolist() == [0, 0, 0]
    assert boscage.clusters(frame, k=2).tolist() == [0, 1, 1]
    with pytest.raises(ValueError, match="source: the graph has no node 'Bonn'"):
        boscage.distances(frame, source="Bonn")
    with pytest.raises(ValueError, match="source: the graph has no node 0"):
        boscage.distances(frame, source=0)


def test_forests_are_those_of_networkx():
    table = pd.DataFrame(random_roads([f"n{i}" for i in range(300)], 900, 2))
    table["km"] = np.random.default_rng(3).permutation(len(table))
    forest = boscage.minimum_spanning_forest(table)
    graph = nx.from_pandas_edgelist(table, *ENDS, "km", create_using=nx.MultiGraph)
    theirs = nx.minimum_spanning_edges(graph, weight="km", keys=False)
    assert sorted(data["km"] for _, _, data in theirs) == sorted(table["km"].iloc[forest.edges])
    assert len(forest.nodes) == graph.number_of_nodes()


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pa.table])
def test_columns_are_named_or_found(library):
    table = {"a": ["x", "y", "z"], "weight": [1.5, 2.5, 3.5], "b": ["y", "z", "x"], "toll": [9, 1, 2]}
    frame = library(table)
    assert boscage.minimum_spanning_forest(frame, "a", "b").total == 4
    assert boscage.minimum_spanning_forest(frame, "a", "b", "toll").total == 3
    assert boscage.minimum_spanning_forest(frame, "a", "b", weight="toll").total == 3
    assert boscage.minimum_spanning_forest(frame, "a", "b", weight=None).edges.tolist() == [0, 1]
    assert boscage.distances(frame, "b", "a", source="x", directed=True).tolist() == [0, 2, 1]
    graph = boscage.from_dataframe(frame, "a", "b", "toll", keep=["weight", "b"], directed=True)
    assert graph.is_directed and graph.columns()[2].tolist() == table["toll"]
    assert {name: values.tolist() for name, values in graph.edge_data.items()} == {
        "weight": table["weight"],
        "b": table["b"],
    }
    for words, error, arguments in [
        ("expected columns whose names say .* found a, weight, b, toll", ValueError, ()),
        ("v: expected a column 'c', found the columns a, weight, b, toll", ValueError, ("a", "c")),
        ("names of both u and v", TypeError, ("a",)),
        ("w: expected the name of a column, found list", TypeError, ("a", "b", [1, 2, 3])),
    ]:
        with pytest.raises(error, match=words):
            boscage.minimum_spanning_forest(frame, *arguments)


def test_columns_without_a_frame():
    for u, v in [
        (["x", "y"], ("y", "z")),
        (np.array(["x", "y"]), np.array(["y", "z"], object)),
        (pd.Series(["x", "y"]), pl.Series(["y", "z"])),
        (pa.array(["x", "y"]), iter(["y", "z"])),
    ]:
        forest = boscage.minimum_spanning_forest(None, u, v, [2.0, 1.0])
        assert forest.nodes == ["x", "y", "z"] and forest.total == 3
    assert boscage.minimum_spanning_forest(None, [70, 5], [5, 6]).nodes == [5, 6, 70]
    assert boscage.distances(None, ["x", "y"], ["y", "z"], source="y").tolist() == [-1, 0, 1]
    with pytest.raises(TypeError, match="with names of nodes, the number of nodes is None"):
        boscage.minimum_spanning_forest(3, ["x", "y"], ["y", "z"])
    with pytest.raises(ValueError, match="v: expected 2 ids, as in u, found 1"):
        boscage.minimum_spanning_forest(None, ["x", "y"], ["y"])


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"u": [], "v": [], "w": []}),
        pd.DataFrame({"u": [], "v": []}, dtype="str"),
        pl.DataFrame({"u": [], "v": []}),
        pl.DataFrame({"u": [], "v": []}, schema={"u": pl.Categorical, "v": pl.String}),
        pa.table({"u": pa.array([], pa.string()), "v": pa.array([], pa.int8())}),
    ],
)
def test_frames_without_rows(frame):
    forest = boscage.minimum_spanning_forest(frame)
    assert (forest.n, len(forest), forest.total) == (0, 0, 0)


@pytest.mark.parametrize(
    "words, u, v",
    [
        ("u: expected the id of a node in row 1, found", ["a", None], ["b", "c"]),
        ("v: expected the id of a node in row 0, found", ["b", "c"], [None, "a"]),
        ("v: expected the id of a node in row 2, found", ["b", "c", "d"], ["c", "d", None]),
        ("u: expected the id of a node in row 1, found a missing value", [1, None], [2, 3]),
        ("u: expected the id of a node in row 1, found -2, a negative number", [1, -2], [2, 3]),
        ("v: expected integers, as in u, found strings", [1, 2], ["a", "b"]),
        ("v: expected strings, as in u, found integers", ["a", "b"], [1, 2]),
        ("u: expected integers or strings, found [Ff]loat64", [1.5, 2.0], [1, 2]),
    ],
)
def test_wrong_ids_are_named_with_their_rows(words, u, v):
    for library in (pd.DataFrame, pl.DataFrame, pa.table):
        with pytest.raises((ValueError, TypeError), match=words):
            boscage.minimum_spanning_forest(library({"u": u, "v": v}))


@pytest.mark.parametrize(
    "words, u",
    [
        ("u: expected the id of a node in row 2, found nan", ["a", "b", math.nan]),
        ("u: expected the id of a node in row 1, found 7", ["a", 7, "b"]),
        ("u: expected the id of a node in row 1, found 'a'", [7, "a", "b"]),
        ("u: expected the id of a node in row 2, found <NA>", ["a", "b", pd.NA]),
        (r"u: expected the id of a node in row 0, found b'a'", [b"a", "a", "b"]),
        (r"u: expected the id of a node in row 1, found '\\ud800'", ["a", "\ud800", "b"]),
    ],
)
def test_objects_that_are_no_ids_are_named(words, u):
    frame = pd.DataFrame({"u": u, "v": ["x", "y", "z"]}, dtype=object)
    with pytest.raises(ValueError, match=words):
        boscage.minimum_spanning_forest(frame)
    with pytest.raises(ValueError, match=words):
        boscage.minimum_spanning_forest(None, u, ["x", "y", "z"])


@pytest.mark.parametrize(
    "words, frame",
    [
        ("w: expected a weight in row 1, found", pd.DataFrame({"u": "ab", "v": "bc", "w": [1, None]})),
        ("w: expected a weight in row 1, found", pl.DataFrame({"w": [1, None]})),
        ("w: expected a weight in row 1, found", pd.DataFrame({"w": pd.array([1, None])})),
        ("w: expected a weight in row 0, found 'x'", pd.DataFrame({"w": ["x", "y"]})),
        ("w: expected integers, floats", pl.DataFrame({"w": ["x", "y"]})),
    ],
)
def test_wrong_weights_are_named_with_their_rows(words, frame):
    if isinstance(frame, pl.DataFrame):
        frame = frame.with_columns(u=pl.Series(["a", "b"]), v=pl.Series(["b", "c"]))
    else:
        frame = frame.assign(u=["a", "b"], v=["b", "c"])
    with pytest.raises((ValueError, TypeError), match=words):
        boscage.minimum_spanning_forest(frame)


def test_ambiguous_columns_are_refused():
    with pytest.raises(ValueError, match="u: expected a column 'a', found several"):
        boscage.minimum_spanning_forest(pd.DataFrame([[1, 2, 3]], columns=["a", "a", "b"]), "a", "b")
    both = pl.DataFrame({"source": [1], "target": [2], "cost": [3], "reverse_cost": [4]})
    with pytest.raises(ValueError, match="reverse_cost: expected one weight per row"):
        boscage.minimum_spanning_forest(both)
    assert boscage.minimum_spanning_forest(both, "source", "target", "cost").total == 3
    with pytest.raises(TypeError, match="found LazyFrame"):
        boscage.minimum_spanning_forest(both.lazy())
    with pytest.raises(TypeError, match="expected a DataFrame of pandas or polars, found dict"):
        boscage.from_dataframe({"u": [1], "v": [2]})


@pytest.mark.parametrize("threads", [1, 3])
def test_many_strings(threads):
    random = np.random.default_rng(5)
    n, m = 50_000, 1_100_000  # more than are read together
    u, v = random.integers(0, n, (2, m))
    u[:n] = np.arange(n)
    w = random.integers(0, 100, m)
    want = boscage.minimum_spanning_forest(n, u, v, w)
    frame = pl.DataFrame({"u": u, "v": v, "w": w})
    frame = frame.with_columns(pl.col("u", "v").cast(pl.String).str.zfill(5))
    for one in (frame, frame.to_pandas().astype({"u": object}), frame.cast({"u": pl.Categorical})):
        forest = boscage.minimum_spanning_forest(one, threads=threads)
        assert forest.nodes == sorted(frame["u"].unique()) and forest.edges.tolist() == want.edges.tolist()


def test_pandas_needs_no_pyarrow():
    script = """
import sys
sys.modules["pyarrow"] = None  # it cannot be imported
import pandas as pd, boscage
frame = pd.DataFrame({"u": ["a", "b"], "v": ["b", "c"], "w": [2, 1]})
for kind in ("str", "object", "category"):
    assert boscage.minimum_spanning_forest(frame.astype({"u": kind, "v": kind})).nodes == ["a", "b", "c"]
"""
    subprocess.run([sys.executable, "-c", script], check=True)
