"""The functions of the backend of NetworkX that are not about forests: results as NetworkX has them."""

import logging

import networkx as nx
import numpy as np
import pytest

from boscage._nx_graph import Edges
from boscage.networkx_backend import backend
from boscage.networkx_info import FASTER_FROM, FUNCTIONS

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]


def graphs(kind, count=40, weights=None, loops=True):
    """Random graphs whose nodes have names, in no order, and some with nothing in them."""
    random = np.random.default_rng(17)
    yield kind()
    for _ in range(count):
        n = int(random.integers(1, 14))
        graph = kind()
        graph.add_nodes_from(f"node {i}" for i in random.permutation(n))
        for u, v in random.integers(0, n, (int(random.integers(0, 3 * n)), 2)):
            if loops or u != v:
                weight = {} if weights is None else {"weight": weights(random)}
                graph.add_edge(f"node {u}", f"node {v}", **weight)
        yield graph


def both(function, graph, *arguments, **options):
    return (
        function(graph, *arguments, backend="boscage", **options),
        function(graph, *arguments, **options),
    )


def assert_same(ours, theirs):
    """Also of the same types, and dictionaries in the same order."""
    assert ours == theirs and type(ours) is type(theirs)
    if isinstance(ours, dict):
        assert list(ours) == list(theirs)
        assert [type(x) for x in ours.values()] == [type(x) for x in theirs.values()]


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_core_numbers(kind):
    for graph in graphs(kind, loops=False):
        assert_same(*both(nx.core_number, graph))
    looped = kind([(0, 0)])
    for function, options in ((nx.core_number, {}), (nx.k_truss, {"k": 3})):
        with pytest.raises(nx.NetworkXNotImplemented):
            function(looped, backend="boscage", **options)


def test_trusses_keep_nodes_edges_and_attributes():
    for graph in graphs(nx.Graph, loops=False, weights=lambda random: int(random.integers(9))):
        graph.graph["name"] = "a graph"
        for k in (0, 2, 3, 3.5, 4, 9):
            ours, theirs = both(nx.k_truss, graph, k)
            assert type(ours) is type(theirs) and ours.graph == theirs.graph
            assert ours._node == theirs._node and ours._adj == theirs._adj
            assert list(ours) == list(theirs) and list(ours.edges) == list(theirs.edges)


def test_triangles_clustering_and_transitivity():
    for graph in graphs(nx.Graph):
        assert_same(*both(nx.transitivity, graph))
        for function in (nx.triangles, nx.clustering):
            assert_same(*both(function, graph))
            some = list(graph)[::2]
            assert_same(*both(function, graph, [*some, *some]))
            for node in some:
                assert_same(*both(function, graph, node))
    for graph in graphs(nx.MultiGraph):
        ours, theirs = both(nx.triangles, graph)
        assert_same(ours, theirs)
        for function, options in ((nx.triangles, {"nodes": []}), (nx.clustering, {}), (nx.transitivity, {})):
            with pytest.raises(nx.NetworkXNotImplemented):
                function(graph, backend="boscage", **options)


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph])
def test_components_of_directed_graphs(kind):
    for graph in graphs(kind):
        assert list(nx.weakly_connected_components(graph, backend="boscage")) == list(
            nx.weakly_connected_components(graph)
        )
        ours = list(nx.strongly_connected_components(graph, backend="boscage"))
        theirs = list(nx.strongly_connected_components(graph))
        assert sorted(map(sorted, ours)) == sorted(map(sorted, theirs))
        part_of = {node: place for place, part in enumerate(ours) for node in part}
        assert all(part_of[v] <= part_of[u] for u, v in graph.edges())
        for function in (
            *(nx.number_weakly_connected_components, nx.number_strongly_connected_components),
            *((nx.is_weakly_connected, nx.is_strongly_connected) if len(graph) else ()),
        ):
            assert_same(*both(function, graph))
    for function in (nx.is_weakly_connected, nx.is_strongly_connected):
        with pytest.raises(nx.NetworkXPointlessConcept):
            function(kind(), backend="boscage")
    for function in (nx.weakly_connected_components, nx.strongly_connected_components):
        with pytest.raises(nx.NetworkXNotImplemented, match="for undirected type"):
            function(nx.Graph([(0, 1)]), backend="boscage")


def edges_of(pairs):
    return sorted(tuple(sorted(pair)) for pair in pairs)


@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiGraph])
def test_biconnected_components_bridges_and_articulation_points(kind):
    for graph in graphs(kind, 150):
        ours, theirs = both(nx.biconnected_components, graph)
        assert sorted(map(sorted, ours)) == sorted(map(sorted, theirs))
        ours, theirs = map(list, both(nx.articulation_points, graph))
        assert set(ours) == set(theirs)
        assert ours == [node for node in graph if node in ours]
        assert_same(*both(nx.is_biconnected, graph))
        ours, theirs = map(list, both(nx.bridges, graph))
        assert ours == theirs
        for root in graph:
            found = nx.bridges(graph, root, backend="boscage")
            assert list(found) == [edge for edge in ours if nx.has_path(graph, root, edge[0])]
            assert edges_of(nx.bridges(graph, root, backend="boscage")) == edges_of(nx.bridges(graph, root))
            assert_same(*both(nx.has_bridges, graph, root=root))
    for graph in graphs(kind, 150, loops=False):
        ours, theirs = both(nx.biconnected_component_edges, graph)
        assert sorted(map(edges_of, ours)) == sorted(map(edges_of, theirs))
    looped = kind([(0, 0), (0, 1)])
    with pytest.raises(NotImplementedError):
        nx.biconnected_component_edges(looped, backend="boscage")
    with pytest.raises(nx.NodeNotFound, match="Root node 5 is not in graph"):
        list(nx.bridges(kind([(0, 1)]), 5, backend="boscage"))
    for function in (nx.bridges, nx.biconnected_components, nx.articulation_points):
        with pytest.raises(nx.NetworkXNotImplemented, match="for directed type"):
            list(function(nx.DiGraph([(0, 1)]), backend="boscage"))


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_of_steps(kind):
    for graph in graphs(kind):
        for source in list(graph)[::3]:
            for cutoff in (None, -1, 0, 0.5, 1, 2, 3.5):
                ours, theirs = both(nx.single_source_shortest_path_length, graph, source, cutoff)
                assert ours == theirs and {type(step) for step in ours.values()} == {int}
                assert list(ours.values()) == list(theirs.values())
        with pytest.raises(nx.NodeNotFound, match="Source 5 is not in G"):
            nx.single_source_shortest_path_length(graph, 5, backend="boscage")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "weights",
    [lambda random: int(random.integers(5)), lambda random: random.random(), lambda random: np.inf, None],
)
def test_lengths_of_paths(kind, weights):
    for graph in graphs(kind, weights=weights):
        for source in list(graph)[::3]:
            for options in ({}, {"weight": "none"}, {"weight": None}, {"cutoff": 0.7}, {"cutoff": -1}):
                ours, theirs = both(nx.single_source_dijkstra_path_length, graph, source, **options)
                assert ours == theirs and list(ours.values()) == list(theirs.values())
                assert list(map(type, ours.values())) == list(map(type, theirs.values()))
        with pytest.raises(nx.NodeNotFound, match="Node 5 not found in graph"):
            nx.single_source_dijkstra_path_length(graph, 5, backend="boscage")


def test_views_are_graphs():
    whole = nx.gnp_random_graph(30, 0.2, seed=3, directed=True)
    view = whole.subgraph(range(5, 22))
    for graph in (view, view.reverse(copy=False), nx.subgraph_view(whole, filter_edge=lambda u, v: u < v)):
        assert_same(*both(nx.number_strongly_connected_components, graph))
        assert_same(*both(nx.core_number, graph))
        ours, theirs = both(nx.single_source_shortest_path_length, graph, 7)
        assert ours == theirs


PATH = nx.path_graph(4)
NEGATIVE = nx.DiGraph([(0, 1, {"weight": -1}), (1, 2)])
LARGE = nx.Graph([(0, 1, {"weight": 2**60}), (1, 2, {"weight": 1}), (0, 3, {"weight": 0.5})])
SHORT = nx.Graph([(0, 1, {"weight": np.float32(1)})])
#: What the backend refuses, and why: by its options, or by what the graph holds.
OPTIONS = [
    (nx.clustering, (PATH,), {"weight": "weight"}, "with weights"),
    (nx.clustering, (PATH, None, "weight"), {}, "with weights"),
    (nx.clustering, (nx.DiGraph(PATH),), {}, "directed triangles"),
    (nx.transitivity, (nx.DiGraph(PATH),), {}, "directed triangles"),
    (nx.single_source_dijkstra_path_length, (PATH, 0), {"weight": lambda *_: 1}, "a function computes"),
]
IN_GRAPHS = [
    (nx.single_source_dijkstra_path_length, (NEGATIVE, 0), {}, "none below 0"),
    (nx.single_source_dijkstra_path_length, (SHORT, 0), {}, "floats of 64 bits"),
    (nx.single_source_dijkstra_path_length, (LARGE, 0), {}, "small integers among floats"),
]


@pytest.mark.parametrize("function, arguments, options, reason", OPTIONS + IN_GRAPHS)
def test_what_cannot_be_done_is_said_and_networkx_does_it(
    function, arguments, options, reason, caplog, monkeypatch
):
    monkeypatch.setitem(FASTER_FROM, function.name, (0, 0))
    is_option = (function, arguments, options, reason) in OPTIONS
    can_run = backend.can_run(function.name, arguments, options)
    assert (reason in can_run) if is_option else (can_run is True)
    with pytest.raises(NotImplementedError) as refusal:
        function(*arguments, backend="boscage", **options)
    if not is_option:
        assert reason in str(refusal.value.__cause__)
    try:
        expected = function(*arguments, backend="networkx", **options)
    except (ValueError, nx.NetworkXException) as error:
        expected = error
    caplog.set_level(logging.DEBUG, "networkx.utils.backends")
    with nx.config(backend_priority=["boscage"]):
        try:
            found = function(*arguments, **options)
        except (ValueError, nx.NetworkXException) as error:
            found = error
    assert reason in caplog.text
    assert type(found) is type(expected)
    assert isinstance(found, Exception) or found == expected


def test_networkx_is_asked_first_where_it_need_not_look_at_the_whole_graph(monkeypatch):
    path = nx.path_graph(5)
    for name, arguments, options in (
        ("triangles", (path, 1), {}),
        ("clustering", (path,), {"nodes": [0]}),
        ("single_source_shortest_path_length", (path, 0, 1), {}),
        ("single_source_dijkstra", (path, 0), {"cutoff": 1}),
    ):
        monkeypatch.setitem(FASTER_FROM, name, (0, 0))
        assert isinstance(backend.should_run(name, arguments, options), str)
        assert backend.can_run(name, arguments, options) is True
        assert backend.should_run(name, (path, None), {}) is True
        assert backend.should_run(name, (), {"G": path}) is True


def test_what_networkx_does_faster_is_declined():
    assert set(FASTER_FROM) == set(FUNCTIONS)
    for name, (least, later) in FASTER_FROM.items():
        assert least is None or (later is not None and later <= least)
        sizes = (0, 10**6) if least is None else (least - 1, least)
        few, enough = (backend.should_run(name, (range(n),), {}) for n in sizes)
        assert least == 0 or "NetworkX is faster" in few
        assert ("NetworkX is faster" in enough) if least is None else enough is True


#: Functions whose results are graphs, for which NetworkX does not choose a backend by itself, and one that
#: NetworkX does not have.
CHOSEN = sorted(
    set(FASTER_FROM)
    - {"minimum_spanning_tree", "maximum_spanning_tree", "k_truss", "k_core", "k_shell", "steiner_tree"}
    - {"minimum_spanning_arborescence", "maximum_spanning_arborescence", "leiden_communities"}
)
PLACES = {
    "eppstein_matching": nx.bipartite,
    "hopcroft_karp_matching": nx.bipartite,
    "louvain_communities": nx.community,
}


@pytest.mark.parametrize("name", CHOSEN)
def test_networkx_calls_the_backend_by_itself_only_where_it_is_faster(name, monkeypatch):
    called = []
    inner, function = getattr(backend, name), getattr(PLACES.get(name, nx), name)
    wrapped = staticmethod(lambda *args, **kwargs: called.append(name) or inner(*args, **kwargs))
    monkeypatch.setattr(type(backend), name, wrapped)
    kind = nx.DiGraph if "weakly" in name or "strongly" in name else nx.Graph
    ends = ("dijkstra_path", "bellman_ford_path")
    is_found = name.startswith(("single_", "node_", "find_", "shortest_path")) or "predecessor" in name
    arguments = (0, 2) if name.startswith(ends) else ([0],) if name.startswith("multi") else ()
    arguments = (0,) if is_found or name in ("descendants", "ancestors") else arguments

    def is_called(graph):
        called.clear()
        try:
            with nx.config(backend_priority=["boscage"]):
                function(graph, *arguments)
        except nx.NetworkXError:  # there is no negative cycle
            assert name == "find_negative_cycle"
        return called == [name]

    for first, later, expected in (
        (None, None, [False, False, False]),
        (None, 5, [False, False, True]),
        (10, 5, [False, True, True]),
        (0, 0, [True, True, True]),
    ):
        monkeypatch.setitem(FASTER_FROM, name, (first, later))
        small, large, kept = (nx.path_graph(n, create_using=kind) for n in (8, 12, 8))
        kept.__networkx_cache__["boscage"] = Edges(kept)
        assert [is_called(graph) for graph in (small, large, kept)] == expected


@pytest.mark.parametrize("kind", KINDS)
def test_ranks(kind):
    random = np.random.default_rng(23)
    for graph in graphs(kind, weights=lambda random: float(random.integers(4))):
        some = list(graph)[: 1 + len(graph) // 2]
        shares = {node: float(random.integers(1, 9)) for node in some}
        for options in (
            {},
            {"weight": None, "alpha": 0.5},
            {"personalization": shares or None},
            {"dangling": shares or None, "nstart": dict.fromkeys(graph, 2.0) or None},
        ):
            ours, theirs = both(nx.pagerank, graph, tol=1e-13, max_iter=1000, **options)
            assert list(ours) == list(theirs) and all(type(rank) is float for rank in ours.values())
            assert list(ours.values()) == pytest.approx(list(theirs.values()), abs=1e-11)


def test_ranks_that_do_not_converge_or_cannot_be():
    graph = nx.DiGraph([(0, 1), (1, 2), (0, 2)])
    with pytest.raises(nx.PowerIterationFailedConvergence):
        nx.pagerank(graph, max_iter=0, backend="boscage")
    with pytest.raises(ZeroDivisionError):
        nx.pagerank(graph, personalization={0: 0}, backend="boscage")
    for options in ({"alpha": 1.0}, {"personalization": {0: -1.0}}):
        with pytest.raises(NotImplementedError):
            nx.pagerank(graph, backend="boscage", **options)
    graph.add_edge(2, 0, weight=-1)
    with pytest.raises(NotImplementedError):
        nx.pagerank(graph, backend="boscage")
