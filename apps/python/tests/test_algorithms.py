"""The functions that are not about forests, on random graphs, against NetworkX and SciPy."""

import igraph
import networkx as nx
import numpy as np
import pytest
import rustworkx as rx
import scipy.sparse as sparse
from oracle import FORMATS, random_graph
from scipy.sparse.csgraph import dijkstra

import boscage

THREADS = [1, 2, 5]
OF_NODES = [boscage.core_numbers, boscage.triangles, boscage.clustering_coefficients]
OF_CYCLES = [boscage.biconnected_components, boscage.bridges, boscage.articulation_points]
OF_EDGES = [*OF_NODES, *OF_CYCLES, boscage.truss_numbers]


def lengths_of_paths(*args, **kwargs):
    return boscage.shortest_paths(*args, **kwargs).values


FROM_NODES = [boscage.distances, lengths_of_paths]


def graphs(count=150, most=12):
    """Columns of random graphs with loops, parallel edges and isolated nodes."""
    random = np.random.default_rng(11)
    for _ in range(count):
        yield random_graph(random, most)


def of_networkx(n, u, v, kind=nx.Graph, w=None):
    graph = kind()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(zip(u.tolist(), v.tolist()))
    if w is not None:
        graph.add_weighted_edges_from(zip(u.tolist(), v.tolist(), w.tolist()))
    return graph


def simple(n, u, v):
    graph = of_networkx(n, u, v)
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    return graph


def truss_numbers(graph):
    """By the definition: the last truss that each edge is in."""
    numbers, k = {frozenset(edge): 2 for edge in graph.edges}, 3
    while (truss := nx.k_truss(graph, k)).size():
        numbers.update((frozenset(edge), k) for edge in truss.edges)
        k += 1
    return numbers


@pytest.mark.parametrize("directed", [None, False])
def test_betweenness_is_that_of_networkx(directed):
    for n, u, v in graphs(40, most=60):
        graph = of_networkx(n, u, v, nx.Graph if directed is False else nx.DiGraph)
        expected = nx.betweenness_centrality(graph, normalized=False)
        first, *others = (boscage.betweenness(n, u, v, directed=directed, threads=t) for t in THREADS)
        assert all(np.array_equal(first, other) for other in others)
        assert np.allclose(first / (1 if directed is None else 2), list(expected.values()), rtol=1e-12)
        parts = [boscage.betweenness(n, u, v, sources=[s], directed=directed) for s in range(n)]
        assert np.allclose(sum(parts), first, rtol=1e-12)
    with pytest.raises(ValueError, match="sources"):
        boscage.betweenness(3, [0], [1], sources=[3])


@pytest.mark.parametrize("threads", THREADS)
def test_dense_parts_are_those_of_the_simple_graph(threads):
    for n, u, v in graphs():
        graph = simple(n, u, v)
        cores = boscage.core_numbers(n, u, v, threads=threads)
        assert cores.dtype == np.int64 and cores.tolist() == list(nx.core_number(graph).values())
        triangles = boscage.triangles(n, u, v, threads=threads)
        assert triangles.dtype == np.int64 and triangles.tolist() == list(nx.triangles(graph).values())
        coefficients = boscage.clustering_coefficients(n, u, v, threads=threads)
        assert coefficients.dtype == np.float64
        assert coefficients.tolist() == list(nx.clustering(graph).values())
        expected = truss_numbers(graph)
        trusses = boscage.truss_numbers(n, u, v, threads=threads)
        assert trusses.dtype == np.int64
        assert trusses.tolist() == [expected.get(frozenset(edge), 2) for edge in zip(u.tolist(), v.tolist())]


@pytest.mark.parametrize("threads", THREADS)
def test_strong_components_are_numbered_by_their_lowest_nodes(threads):
    for n, u, v in graphs():
        parts = nx.strongly_connected_components(of_networkx(n, u, v, nx.DiGraph))
        expected = np.empty(n, int)
        for number, part in enumerate(sorted(parts, key=min)):
            expected[list(part)] = number
        labels = boscage.strong_components(n, u, v, threads=threads)
        assert labels.dtype == np.int64 and labels.tolist() == expected.tolist()


@pytest.mark.parametrize("threads", THREADS)
def test_biconnected_components_are_those_of_igraph(threads):
    for n, u, v in graphs():
        graph = igraph.Graph(n, np.column_stack((u, v)))
        parts, points = graph.biconnected_components(return_articulation_points=True)
        labels = boscage.biconnected_components(n, u, v, threads=threads)
        assert labels.dtype == np.int64 and ((labels < 0) == (u == v)).all()
        of_parts = [set(np.concatenate((u[labels == i], v[labels == i]))) for i in range(len(parts))]
        assert sorted(map(sorted, of_parts)) == sorted(map(sorted, parts))
        found = boscage.articulation_points(n, u, v, threads=threads)
        assert found.dtype == np.int64 and found.tolist() == sorted(points)
        found = boscage.bridges(n, u, v, threads=threads)
        assert found.dtype == np.int64 and found.tolist() == sorted(graph.bridges())


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("directed", [None, True, False])
def test_distances_are_those_of_networkx(directed, threads):
    for n, u, v in graphs():
        kind = nx.Graph if directed is False else nx.DiGraph
        source = n // 2
        expected = nx.single_source_shortest_path_length(of_networkx(n, u, v, kind), source)
        steps = boscage.distances(n, u, v, source=source, directed=directed, threads=threads)
        assert steps.dtype == np.int64
        assert steps.tolist() == [expected.get(node, -1) for node in range(n)]


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint32", "int64", "uint64", "float16", "float64"])
@pytest.mark.parametrize("directed", [None, False])
def test_shortest_paths_are_those_of_networkx(directed, dtype):
    random = np.random.default_rng(5)
    for n, u, v in graphs(80):
        w = (random.random(len(u)) * 100).astype(dtype)
        graph = of_networkx(n, u, v, nx.MultiGraph if directed is False else nx.MultiDiGraph)
        for a, b, x in zip(u.tolist(), v.tolist(), w.tolist()):
            graph.add_edge(a, b, weight=x)
        graph.remove_edges_from([edge for edge in graph.edges(keys=True) if not graph.edges[edge]])
        expected = nx.single_source_dijkstra_path_length(graph, 0)
        lengths = boscage.shortest_paths(n, u, v, w, source=0, directed=directed, threads=2).values
        is_float = w.dtype.kind == "f"
        assert lengths.dtype == (np.float64 if is_float else np.int64)
        absent = np.inf if is_float else -1
        assert lengths.tolist() == [expected.get(node, absent) for node in range(n)]


def test_weights_that_are_no_lengths_are_refused():
    columns = 3, [0, 1], [1, 2]
    with pytest.raises(ValueError, match="weights: expected none below 0, found -1"):
        boscage.shortest_paths(*columns, [5, -1], source=0)
    assert boscage.shortest_paths(*columns, [5, -1], source=2).values.tolist() == [-1, -1, 0]
    with pytest.raises(ValueError, match="NaN"):
        boscage.shortest_paths(*columns, [5, np.nan], source=0)
    for w in (np.full(2, 2**62), np.full(2, 2**63, np.uint64), np.full(2, 2**63 - 1, np.uint64)):
        with pytest.raises(ValueError, match="weights: expected distances"):
            boscage.shortest_paths(*columns, w, source=0)
    # The sums of narrow weights need more bits than these.
    narrow = boscage.shortest_paths(*columns, np.full(2, 2**32 - 1, np.uint32), source=0)
    assert narrow.values.tolist() == [0, 2**32 - 1, 2**33 - 2]
    assert boscage.shortest_paths(*columns, [np.inf, 1], source=0).values.tolist() == [0, np.inf, np.inf]
    assert boscage.shortest_paths(*columns, source=0).values.tolist() == [0, 1, 2]


@pytest.mark.parametrize("directed", [None, False])
def test_ranks_are_those_of_networkx_on_any_number_of_threads(directed):
    random = np.random.default_rng(6)
    for n, u, v in graphs(80):
        kind, w = nx.MultiGraph if directed is False else nx.MultiDiGraph, random.random(u.size)
        graph = of_networkx(n, u[:0], v[:0], kind)
        graph.add_weighted_edges_from(zip(u.tolist(), v.tolist(), w.tolist()))
        jumps, dangling, start = random.random((3, n)) + (np.arange(n) == 0)
        named = [dict(enumerate(values.tolist())) for values in (jumps, dangling, start)]
        for options, theirs in (
            ({}, {}),
            ({"jumps": jumps * 1e100}, {"personalization": named[0]}),
            ({"dangling": dangling, "start": start * 1e-310}, {"dangling": named[1], "nstart": named[2]}),
            ({"jumps": jumps, "dangling": dangling}, {"personalization": named[0], "dangling": named[1]}),
        ):
            for weight in (None, "weight"):
                expected = nx.pagerank(graph, alpha=0.7, tol=1e-14, max_iter=1000, weight=weight, **theirs)
                options = {**options, "damping": 0.7, "tolerance": 1e-12, "weight": weight}
                first, *others = (
                    boscage.page_rank(n, u, v, w, directed=directed, threads=threads, **options)
                    for threads in THREADS
                )
                assert first.dtype == np.float64
                assert np.abs(first - list(expected.values())).sum() < 1e-11
                assert all(np.array_equal(first, other) for other in others)


def test_ranks_that_cannot_be_are_refused():
    columns = 3, [0, 1], [1, 2]
    with pytest.raises(RuntimeError, match="no convergence in 0 rounds"):
        boscage.page_rank(*columns, rounds=0)
    with pytest.raises(RuntimeError, match="no convergence in 7 rounds"):
        boscage.page_rank(*columns, rounds=7, tolerance=0)
    for options, message in (
        ({"damping": 1}, "damping: expected at least 0 and below 1"),
        ({"tolerance": np.nan}, "tolerance: expected a number"),
        ({"tolerance": -1}, "tolerance: expected at least 0"),
        ({"rounds": -1}, "rounds: expected a number of rounds, at least 0"),
        ({"jumps": [1, 2]}, "jumps: expected one for each of 3 nodes, found 2"),
        ({"jumps": [1, -2, 3]}, "jumps: expected numbers of at least 0"),
        ({"jumps": [0, 0, 0]}, "jumps: expected some above 0"),
        ({"jumps": [np.nan, 0, 1]}, "jumps: expected numbers of at least 0"),
        ({"jumps": [[1, 2, 3]]}, "jumps: expected one dimension"),
        ({"dangling": [1, 2]}, "dangling: expected one for each of 3 nodes, found 2"),
        ({"start": [0, 0, 0]}, "start: expected some above 0"),
        ({"w": [1, -2], "weight": "weight"}, "weights: expected numbers of at least 0 .* found -2"),
        ({"w": [1, np.inf], "weight": "weight"}, "weights: expected numbers of at least 0 .* found inf"),
    ):
        with pytest.raises(ValueError, match=message):
            boscage.page_rank(*columns, **options)
    with pytest.raises(TypeError, match="jumps: expected numbers"):
        boscage.page_rank(*columns, jumps=["1", "2", "3"])


def test_graphs_without_nodes_or_edges():
    for function in OF_NODES + [boscage.strong_components, boscage.page_rank, boscage.betweenness]:
        assert function(0, [], []).shape == (0,)
        assert function(3, [], []).shape == (3,)
    assert boscage.truss_numbers(3, [], []).shape == (0,)
    assert boscage.page_rank(4, [], []).tolist() == [0.25] * 4
    for function in FROM_NODES:
        assert function(2, [], [], source=1).tolist() == [-1, 0]
        for source in (0, -1, 2**70):
            with pytest.raises(ValueError, match="source: expected a node below 0, found"):
                function(0, [], [], source=source)
        with pytest.raises(ValueError, match="source: expected a node below 2, found 2"):
            function(2, [], [], source=2)
        with pytest.raises(TypeError, match="source: expected a node below 2, found float"):
            function(2, [], [], source=0.5)


@pytest.mark.parametrize("form", [*FORMATS, "dense"])
def test_matrices_are_directed_unless_they_are_said_not_to_be(form):
    random = np.random.default_rng(8)
    for _ in range(20):
        n = int(random.integers(1, 9))
        cells = random.integers(1, 9, (n, n)) * (random.random((n, n)) < 0.25)
        matrix = cells if form == "dense" else getattr(sparse, f"{form}_array")(cells)
        directed, undirected = nx.DiGraph(cells), nx.Graph(cells + cells.T)
        assert boscage.distances(matrix, source=0).tolist() == [
            nx.single_source_shortest_path_length(directed, 0).get(node, -1) for node in range(n)
        ]
        for option in (None, False):
            lengths = boscage.shortest_paths(matrix.astype(float), source=0, directed=option).values
            expected = dijkstra(sparse.csr_array(cells), directed=option is None, indices=0)
            assert lengths.tolist() == expected.tolist()
        parts = nx.number_strongly_connected_components(directed)
        assert len(set(boscage.strong_components(matrix).tolist())) == parts
        for option, graph in ((None, directed), (False, undirected)):
            ranks = boscage.page_rank(matrix, directed=option)
            expected = nx.pagerank(graph, weight=None, tol=1e-12)
            assert np.abs(ranks - [expected[node] for node in range(n)]).sum() < 2e-5
        undirected.remove_edges_from(list(nx.selfloop_edges(undirected)))
        assert boscage.core_numbers(matrix).tolist() == list(nx.core_number(undirected).values())
        assert boscage.triangles(matrix).tolist() == list(nx.triangles(undirected).values())
        if form in ("dense", "bsr", "dia"):
            for function in (boscage.truss_numbers, boscage.biconnected_components, boscage.bridges):
                with pytest.raises(TypeError, match="whose edges have ids"):
                    function(matrix)
        else:
            numbers = boscage.truss_numbers(matrix)
            listed = matrix.tocsc().tocoo() if form == "csc" else matrix.tocoo()
            expected = truss_numbers(undirected)
            ends = zip(listed.row.tolist(), listed.col.tolist())
            assert numbers.tolist() == [expected.get(frozenset(edge), 2) for edge in ends]


def of_libraries(n, u, v, directed):
    """The same graph in all libraries."""
    pairs = list(zip(u.tolist(), v.tolist()))
    other = (rx.PyDiGraph if directed else rx.PyGraph)()
    other.add_nodes_from(list(range(n)))
    other.add_edges_from_no_data(pairs)
    yield of_networkx(n, u, v, nx.MultiDiGraph if directed else nx.MultiGraph)
    yield igraph.Graph(n, pairs, directed=directed)
    yield other


@pytest.mark.parametrize("directed", [False, True])
def test_graphs_of_libraries_say_whether_they_are_directed(directed):
    for n, u, v in graphs(30):
        columns = n, u, v
        for graph in of_libraries(*columns, directed):
            for function in FROM_NODES:
                expected = function(*columns, source=0, directed=directed).tolist()
                assert function(graph, source=0).tolist() == expected
                expected = function(*columns, source=0, directed=False).tolist()
                assert function(graph, source=0, directed=False).tolist() == expected
            ranks = boscage.page_rank(graph) - boscage.page_rank(*columns, directed=directed)
            assert np.abs(ranks).max() < 1e-6
            if directed:
                expected = boscage.strong_components(*columns)
                assert np.array_equal(boscage.strong_components(graph), expected)
                for function in OF_EDGES:
                    with pytest.raises(ValueError, match="found a directed one"):
                        function(graph)
            else:
                for function in OF_NODES:
                    assert np.array_equal(function(graph), function(*columns))
                assert boscage.truss_numbers(graph).shape == (len(u),)
                with pytest.raises(ValueError, match="found an undirected one: use components"):
                    boscage.strong_components(graph)
                with pytest.raises(ValueError, match="directed: expected a directed graph"):
                    boscage.distances(graph, source=0, directed=True)


def test_files_say_whether_they_are_directed(tmp_path):
    path = tmp_path / "pairs.txt"
    path.write_text("0 1\n1 2\n2 0\n2 3\n")
    assert boscage.core_numbers(path).tolist() == [2, 2, 2, 1]
    assert boscage.distances(path, source=3).tolist() == [2, 2, 1, 0]
    assert boscage.distances(path, source=3, directed=True).tolist() == [-1, -1, -1, 0]
    with pytest.raises(ValueError, match="use components"):
        boscage.strong_components(path)
    graph = boscage.read(path, directed=True)
    assert boscage.strong_components(graph).tolist() == [0, 0, 0, 1]
    assert boscage.distances(graph, source=3).tolist() == [-1, -1, -1, 0]
    assert boscage.distances(graph, source=3, directed=False).tolist() == [2, 2, 1, 0]
    assert boscage.triangles(graph).tolist() == [1, 1, 1, 0]


@pytest.mark.parametrize("threads", THREADS)
def test_large_graphs_against_scipy_and_igraph(threads):
    random = np.random.default_rng(9)
    n, m = 20_000, 100_000
    u, v, w = random.integers(0, n, m), random.integers(0, n, m), random.integers(1, 100, m)
    graph, arcs = (
        igraph.Graph(n, np.column_stack((u, v)), directed=is_directed) for is_directed in (False, True)
    )
    simple_graph = graph.copy().simplify()
    assert boscage.core_numbers(n, u, v, threads=threads).tolist() == simple_graph.coreness()
    coefficients = boscage.clustering_coefficients(n, u, v, threads=threads)
    assert np.allclose(coefficients, simple_graph.transitivity_local_undirected(mode="zero"))
    assert boscage.triangles(n, u, v, threads=threads).sum() == 3 * len(simple_graph.list_triangles())
    assert boscage.bridges(n, u, v, threads=threads).tolist() == sorted(graph.bridges())
    parts, points = graph.biconnected_components(return_articulation_points=True)
    assert boscage.biconnected_components(n, u, v, threads=threads).max() + 1 == len(parts)
    assert boscage.articulation_points(n, u, v, threads=threads).tolist() == sorted(points)
    labels = boscage.strong_components(n, u, v, threads=threads)
    assert len(set(labels.tolist())) == len(arcs.connected_components(mode="strong"))
    lengths = boscage.shortest_paths(n, u, v, w, source=7, threads=threads).values.astype(float)
    expected = np.array(arcs.distances(7, weights=w.tolist())[0])
    assert np.array_equal(np.where(lengths < 0, np.inf, lengths), expected)
    steps = boscage.distances(n, u, v, source=7, threads=threads).astype(float)
    assert np.array_equal(np.where(steps < 0, np.inf, steps), arcs.distances(7)[0])
    ranks = boscage.page_rank(n, u, v, threads=threads)
    assert np.abs(ranks - arcs.pagerank()).sum() < 1e-4
