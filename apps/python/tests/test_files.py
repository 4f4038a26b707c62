"""Graph files."""

import gzip
import os
import pathlib
import pickle

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sparse

import boscage

FAMILIES = [
    ("road", {"nodes": 500}, 500),
    ("grid", {"rows": 4, "columns": 5}, 20),
    ("gnm", {"nodes": 30, "edges": 60, "pairs": "any"}, 30),
    ("rmat", {"scale": 5, "edges": 60}, 32),
    ("watts-strogatz", {"nodes": 30, "neighbours": 4, "rewire": 0.2}, 30),
    ("ssca2", {"nodes": 50, "max_clique": 5}, 50),
    ("complete", {"nodes": 9}, 9),
    ("path", {"nodes": 9}, 9),
    ("star", {"nodes": 9}, 9),
    ("comb", {"spine": 3, "tooth": 2}, 9),
]


@pytest.mark.parametrize("family, options, nodes", FAMILIES)
def test_what_is_generated_in_memory_is_what_is_written(tmp_path, family, options, nodes):
    graph = boscage.generate(family, seed=5, **options)
    assert graph.n == nodes and not graph.is_directed
    path = tmp_path / "graph.bsg"
    assert boscage.generate(family, seed=5, out=path, **options) is None
    again = boscage.read(path)
    for ours, theirs in zip(graph.columns(), again.columns()):
        assert np.array_equal(ours, theirs)
    other = boscage.generate(family, seed=6, **options)
    assert any(not np.array_equal(a, b) for a, b in zip(graph.columns(), other.columns()))


def test_weights_and_coordinates(tmp_path):
    graph = boscage.generate("grid", rows=3, columns=3, weights="unit")
    assert set(graph.columns()[2].tolist()) == {1}
    places = tmp_path / "road.co"
    boscage.generate("road", nodes=100, coordinates=places)
    assert sum(line.startswith("v ") for line in places.read_text().splitlines()) == 100
    assert boscage.generate("gnm", nodes=9, edges=20, directed=True).is_directed


@pytest.mark.parametrize(
    "words, arguments, options",
    [
        ("unrecognized subcommand nothing", ["nothing"], {}),
        ("unexpected argument size", ["grid"], {"size": 3}),
        ("required arguments were not provided", ["grid"], {"rows": 3}),
        ("invalid value many for", ["path"], {"nodes": "many"}),
        ("directed: expected gnm or rmat", ["path"], {"nodes": 3, "directed": True}),
        ("weights", ["path"], {"nodes": 3, "weights": "heavy"}),
        ("expected", ["gnm"], {"nodes": 3, "edges": 4}),
        ("unexpected argument help", ["--help"], {}),
    ],
)
def test_wrong_families_and_options_are_named(words, arguments, options):
    with pytest.raises(ValueError, match=words):
        boscage.generate(*arguments, **options)


@pytest.mark.parametrize(
    "suffix", ["gr", "txt", "mtx", "graph", "sgr", "wsg", "bin", "bsg", "gr.gz", "txt.zst", "mtx.xz"]
)
def test_a_graph_survives_every_format(tmp_path, suffix):
    first, second = tmp_path / "first.bsg", tmp_path / f"second.{suffix}"
    boscage.generate("grid", rows=5, columns=6, seed=3, out=first, weights="uniform:9")
    boscage.convert(first, second)
    ours, theirs = (boscage.minimum_spanning_forest(path) for path in (first, second))
    assert (ours.n, ours.total, ours.trees) == (theirs.n, theirs.total, theirs.trees)
    graph = boscage.read(second)
    assert (graph.n, graph.m) == (30, 49)
    assert boscage.verify(theirs, graph).kind == "exact"


def test_columns_are_written_and_read(tmp_path):
    path = tmp_path / "columns.gr"
    u, v, w = np.array([0, 1, 2]), np.array([1, 2, 0]), np.array([2.5, -1, 7])
    boscage.write(path, 4, u, v, w)
    graph = boscage.read(path)
    assert [column.tolist() for column in graph.columns()] == [u.tolist(), v.tolist(), w.tolist()]
    assert graph.names.tolist() == [1, 2, 3, 4]
    matrix = tmp_path / "matrix.mtx"
    boscage.write(matrix, sparse.coo_array((w, (u, v)), shape=(4, 4)))
    assert scipy.io.mmread(matrix).sum() in (2 * w.sum(), w.sum())
    with pytest.raises(ValueError, match=r"isolated|without edges"):
        boscage.write(tmp_path / "columns.txt", 4, u, v, w)
    boscage.write(tmp_path / "columns.txt", 4, u, v, w, drop_isolated=True)
    assert boscage.read(tmp_path / "columns.txt").n == 3


def test_weights_may_be_left_out(tmp_path):
    first, second = tmp_path / "first.gr", tmp_path / "second.bsg"
    boscage.generate("path", nodes=5, out=first)
    boscage.convert(first, second, omit_weights=True)
    graph = boscage.read(second)
    assert graph.columns()[2] is None
    assert boscage.minimum_spanning_forest(graph).total == 4
    assert boscage.minimum_spanning_forest(graph).w.tolist() == [1, 1, 1, 1]
    with pytest.warns(boscage.LossWarning, match="every edge weighs 1 now"):
        boscage.convert(second, tmp_path / "third.gr")


def test_what_is_lost_is_told(tmp_path):
    path = tmp_path / "pairs.txt"
    path.write_text("300 200 5\n200 100 7\n")
    assert boscage.read(path).names.tolist() == [100, 200, 300]
    with pytest.warns(boscage.LossWarning, match="nodes are renumbered") as caught:
        boscage.convert(path, tmp_path / "pairs.gr")
    assert caught[0].filename == __file__


def test_files_that_cannot_be_read_or_written(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        boscage.read(tmp_path / "none.gr")
    assert caught.value.filename == str(tmp_path / "none.gr")
    with pytest.raises(FileNotFoundError):
        boscage.minimum_spanning_forest(str(tmp_path / "none.gr"))
    with pytest.raises(IsADirectoryError):
        boscage.read(tmp_path)
    with pytest.raises(OSError) as caught:
        boscage.generate("path", nodes=5, out=tmp_path / "none" / "path.gr")
    assert str(tmp_path) in str(caught.value.filename)
    whole = gzip.compress(b"p sp 2 1\na 1 2 3\n" * 99)
    (tmp_path / "cut.gr.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(OSError):
        boscage.read(tmp_path / "cut.gr.gz")


def test_files_that_are_wrong_are_named_with_the_line(tmp_path):
    path = tmp_path / "wrong.gr"
    path.write_text("p sp 2 1\na 1 9 3\n")
    with pytest.raises(ValueError, match=r"wrong\.gr:2"):
        boscage.read(path)
    with pytest.raises(ValueError, match="suffix stands for no format"):
        boscage.generate("path", nodes=5, out=tmp_path / "path.what")
    with pytest.raises(ValueError, match="format"):
        boscage.read(path, format="what")
    same = pathlib.Path(os.path.relpath(path))
    with pytest.raises(ValueError, match="expected different files"):
        boscage.convert(path, same)


def test_formats_and_directions_may_be_given(tmp_path):
    path = tmp_path / "arcs"
    path.write_text("0 1 5\n1 0 5\n1 2 3\n")
    assert boscage.read(path, format="edge-list").m == 3
    assert boscage.read(path, arcs="fold").m == 2
    graph = boscage.read(path, directed=True)
    assert graph.is_directed and graph.m == 3 and repr(graph) == "<boscage.Graph: 3 nodes, 3 edges, directed>"
    with pytest.raises(ValueError, match="arcs"):
        boscage.read(path, arcs="what")


def test_directions_are_written_where_they_are_wanted(tmp_path):
    columns = 4, [0, 1, 3, 3], [1, 2, 0, 0], [4, 3, 2, 1]
    steps = boscage.distances(*columns, source=0).tolist()
    for name, first in (("directed.wsg", 0), ("directed.mtx", 1)):
        boscage.write(tmp_path / name, *columns, directed=True)
        assert boscage.read(tmp_path / name).is_directed
        assert boscage.distances(tmp_path / name, source=first).tolist() == steps == [0, 1, 2, -1]
    boscage.write(tmp_path / "plain.sg", *columns, weight=None, directed=True)
    assert boscage.read(tmp_path / "plain.sg").columns()[2] is None


@pytest.mark.parametrize("dtype", ["int64", "uint64", "float64"])
def test_files_have_the_type_of_the_columns(tmp_path, dtype):
    w = np.array([1, np.float32(0.1)]).astype(dtype)
    boscage.write(tmp_path / "wide.bsg", 3, [0, 1], [1, 2], w)
    read = boscage.read(tmp_path / "wide.bsg").columns()[2]
    assert read.dtype == dtype and read.tolist() == w.tolist()


def test_a_path_with_a_null_byte_is_refused_as_by_open(tmp_path):
    path, columns = f"{tmp_path}/a\0b.gr", (2, [0], [1])
    with pytest.raises(ValueError) as by_open, open(path):
        pass
    for function, arguments, options in (
        (boscage.read, (path,), {}),
        (boscage.minimum_spanning_forest, (path,), {}),
        (boscage.components, (pathlib.Path(path),), {}),
        (boscage.write, (path, *columns), {}),
        (boscage.convert, (path, tmp_path / "there.gr"), {}),
        (boscage.convert, (tmp_path / "here.gr", path), {}),
        (boscage.generate, ("path",), {"nodes": 3, "out": path}),
        (boscage.generate, ("road",), {"nodes": 30, "coordinates": path}),
    ):
        with pytest.raises(ValueError) as by_us:
            function(*arguments, **options)
        assert str(by_us.value) == str(by_open.value)


def test_what_may_be_meant_otherwise_is_a_warning(tmp_path):
    path = tmp_path / "ways.csv"
    path.write_text("7,1923835115,10537875,60\n8,10537875,10537876,70\n")
    with pytest.warns(boscage.ReadWarning, match="ways.csv: line 1: the fourth column is not used") as caught:
        graph = boscage.read(path)
    assert repr(graph) == "<boscage.Graph: 4 nodes, 2 edges>"
    assert caught[0].filename == __file__
    with pytest.warns(boscage.ReadWarning, match="fourth column") as caught:
        boscage.minimum_spanning_forest(path)
    with pytest.warns(boscage.ReadWarning, match="fourth column") as caught:
        boscage.convert(path, tmp_path / "ways.bsg")
    assert caught[0].filename == __file__
    path.write_text("1 2 1,9\n2 3 1,1\n")
    with pytest.raises(ValueError, match="if commas are decimal marks, say so"):
        boscage.read(path)


def test_names_of_nodes_may_be_texts(tmp_path):
    path = tmp_path / "towns.csv"
    path.write_text("line,from,to,km,lanes\nA7,Paris,Lyon,465,4\nA6,Lyon,Nice,472,4\nA1,Brest,Paris,590,6\n")
    with pytest.warns(boscage.ReadWarning, match="not used: line, lanes"):
        towns = boscage.read(path)
    assert towns.names.tolist() == ["Brest", "Lyon", "Nice", "Paris"]
    assert boscage.distances(towns, source="Paris").tolist() == [1, 1, 2, 0]
    forest = boscage.minimum_spanning_forest(towns)
    assert forest.u.tolist() == ["Paris", "Lyon", "Brest"]
    with pytest.raises(ValueError, match="no node 'Rome'"):
        boscage.distances(towns, source="Rome")
    kept = boscage.read(path, columns=["from", "to", "km"], keep=["line", "lanes"])
    assert kept.edge_data["line"].tolist() == ["A7", "A6", "A1"]
    assert kept.edge_data["lanes"].tolist() == [4, 4, 6]
    again = pickle.loads(pickle.dumps(kept))
    assert again == kept and again.edge_data["line"].tolist() == kept.edge_data["line"].tolist()
    with pytest.raises(ValueError, match="expected a column km2"):
        boscage.read(path, columns=["from", "to", "km2"])
    path.write_text("a;b;1,5\n")
    assert boscage.read(path, decimal_comma=True).columns()[2].tolist() == [1.5]


def test_roads_of_openstreetmap_have_places_ways_and_courses(tmp_path):
    path = tmp_path / "village.osm"
    nodes = "".join(f'<node id="{i}" lat="{60 + i / 1000}" lon="25"/>' for i in range(1, 5))
    refs = "".join(f'<nd ref="{i}"/>' for i in range(1, 4))
    path.write_text(
        f'<osm version="0.6">{nodes}<way id="17">{refs}<tag k="highway" v="residential"/>'
        '<tag k="name" v="Main Street"/></way>'
        '<way id="18"><nd ref="3"/><nd ref="4"/><tag k="highway" v="footway"/></way></osm>'
    )
    village = boscage.read_osm(path, keep_geometry=True)
    assert (village.n, village.m, village.names.tolist()) == (3, 2, [1, 3, 4])
    assert village.edge_data["way"].tolist() == [17, 18]
    assert village.edge_data["name"].tolist() == ["Main Street", ""]
    assert village.coordinates.tolist() == [[25, 60.001], [25, 60.003], [25, 60.004]]
    assert village.points(0).tolist() == [[25, 60.001], [25, 60.002], [25, 60.003]]
    assert village.columns()[2].tolist() == [222390, 111195]
    assert boscage.read_osm(path, chains="keep").m == 3
    assert boscage.read_osm(path, profile="car").m == 1
    with pytest.raises(ValueError, match="expected one of"):
        boscage.read_osm(path, profile="plane")
    with pytest.raises(IndexError):
        village.points(2)
    with pytest.raises(ValueError, match="no coordinates"):
        boscage.generate("path", nodes=3).points(0)
