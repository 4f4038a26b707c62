"""The functions of the backend of NetworkX that find paths, and those with several best results."""

import itertools
import math

import networkx as nx
import numpy as np
import pytest
from networkx.algorithms.approximation import steiner_tree
from test_networkx_algorithms import KINDS, assert_same, both, graphs

INTEGERS, FLOATS = (lambda random: int(random.integers(5))), (lambda random: float(random.random()))
SIGNED = lambda random: int(random.integers(-1, 9))  # noqa: E731


def raised(function, *arguments, **options):
    """Returns the result of a function, or its error."""
    try:
        return function(*arguments, **options)
    except (nx.NetworkXException, ValueError, AttributeError) as error:
        return type(error), str(error)


def size(graph, path, weight="weight"):
    steps = list(itertools.pairwise(path))
    if graph.is_multigraph():
        return sum(min(data.get(weight, 1) for data in graph[u][v].values()) for u, v in steps)
    return sum(graph[u][v].get(weight, 1) for u, v in steps)


def assert_shortest(graph, ours, theirs, weight="weight"):
    """Compares paths that begin and end with the same nodes, by their lengths."""
    assert {(path[0], path[-1]) for path in ours.values()} == {(p[0], p[-1]) for p in theirs.values()}
    for node, path in ours.items():
        assert type(path) is list and node in (path[0], path[-1])
        assert size(graph, path, weight) == pytest.approx(size(graph, theirs[node], weight), rel=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_paths_with_the_fewest_edges(kind):
    for graph in graphs(kind):
        for node in list(graph)[::3]:
            for cutoff in (None, -1, 0, 0.5, 2, 3.5, math.inf):
                for end in ("source", "target"):
                    lengths = getattr(nx, f"single_{end}_shortest_path_length")
                    ours, theirs = both(lengths, graph, node, cutoff)
                    assert ours == theirs and list(ours.values()) == list(theirs.values())
                    ours, theirs = both(getattr(nx, f"single_{end}_shortest_path"), graph, node, cutoff)
                    assert list(ours) == list(lengths(graph, node, cutoff, backend="boscage"))
                    assert_shortest(graph, ours, theirs, "none")
            assert_same(*both(nx.descendants, graph, node))
            assert_same(*both(nx.ancestors, graph, node))
        for name in (
            "single_source_shortest_path",
            "single_target_shortest_path",
            "descendants",
            "ancestors",
        ):
            function = getattr(nx, name)
            assert raised(function, graph, 5, backend="boscage") == raised(function, graph, 5)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weights", [INTEGERS, FLOATS])
def test_paths_of_dijkstra(kind, weights):
    for graph in graphs(kind, weights=weights):
        nodes = list(graph)
        for sources in (nodes[:1], nodes[1::3], set(nodes[::4]), [], [5]):
            for options in ({}, {"weight": None}, {"cutoff": 1}, {"cutoff": -1}, {"cutoff": math.nan}):
                ours, theirs = (
                    raised(nx.multi_source_dijkstra, graph, sources, backend=backend, **options)
                    for backend in ("boscage", "networkx")
                )
                if isinstance(theirs[1], str):
                    assert ours == theirs
                    continue
                assert ours[0] == theirs[0] and list(ours[0].values()) == list(theirs[0].values())
                assert_shortest(
                    graph, ours[1], {**theirs[1], **both_ends(ours[1], theirs[1])}, **kept(options)
                )
                assert ours == (
                    nx.multi_source_dijkstra_path_length(graph, sources, backend="boscage", **options),
                    nx.multi_source_dijkstra_path(graph, sources, backend="boscage", **options),
                )
        for source in nodes[::3]:
            for options in ({}, {"weight": None}, {"cutoff": 1}):
                ours, theirs = both(nx.dijkstra_predecessor_and_distance, graph, source, **options)
                assert ours[1] == theirs[1]
                assert {v: sorted(us) for v, us in ours[0].items()} == {
                    v: sorted(us) for v, us in theirs[0].items() if v in theirs[1]
                }
            for target in [*nodes[::4], 5]:
                ours, theirs = (
                    raised(nx.single_source_dijkstra, graph, source, target, backend=backend)
                    for backend in ("boscage", "networkx")
                )
                assert ours[0] == theirs[0]
                if isinstance(theirs[1], str):
                    assert ours[1] == theirs[1]
                    assert raised(nx.dijkstra_path, graph, source, target, backend="boscage") == ours
                else:
                    assert_shortest(graph, {target: ours[1]}, {target: theirs[1]})
                    assert nx.dijkstra_path(graph, source, target, backend="boscage") == ours[1]
                assert raised(nx.dijkstra_path_length, graph, source, target, backend="boscage") == raised(
                    nx.dijkstra_path_length, graph, source, target
                )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weights", [INTEGERS, FLOATS])
def test_all_forms_of_shortest_path(kind, weights):
    for graph in graphs(kind, 20, weights=weights):
        nodes = [*list(graph)[::4], 5]
        for source, target in itertools.product([*nodes, None], repeat=2):
            if source is None and target is None:
                continue
            for weight, method in ((None, "dijkstra"), ("weight", "dijkstra"), ("weight", "bellman-ford")):
                options = {"source": source, "target": target, "weight": weight, "method": method}
                if source is None and method == "bellman-ford":
                    with pytest.raises(NotImplementedError):
                        nx.shortest_path(graph, backend="boscage", **options)
                    continue
                ours, theirs = (
                    raised(nx.shortest_path_length, graph, backend=backend, **options)
                    for backend in ("boscage", "networkx")
                )
                assert (
                    ours == pytest.approx(theirs, rel=1e-12)
                    if not isinstance(theirs, tuple)
                    else ours == theirs
                )
                ours, theirs = (
                    raised(nx.shortest_path, graph, backend=backend, **options)
                    for backend in ("boscage", "networkx")
                )
                if isinstance(theirs, list):
                    ours, theirs = {target: ours}, {target: theirs}
                if isinstance(theirs, dict):
                    assert_shortest(graph, ours, theirs, weight)
                else:
                    assert ours == theirs
    for function in (nx.shortest_path, nx.shortest_path_length):
        with pytest.raises(ValueError, match="method not supported: best"):
            function(graph, 0, method="best", backend="boscage")
        with pytest.raises(NotImplementedError):
            function(graph, backend="boscage")


def kept(options):
    return {"weight": options["weight"]} if "weight" in options else {}


def both_ends(ours, theirs):
    """Returns those of their paths whose first node is another of the nearest sources, as ours."""
    return {node: path for node, path in ours.items() if path[0] != theirs[node][0]}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weights", [SIGNED, INTEGERS, FLOATS])
def test_paths_with_negative_weights(kind, weights):
    cycles = 0
    for graph in graphs(kind, weights=weights):
        nodes = list(graph)
        assert_same(*both(nx.negative_edge_cycle, graph))
        for source in [*nodes[::3], 5]:
            for name in ("single_source_bellman_ford_path_length", "bellman_ford_predecessor_and_distance"):
                function = getattr(nx, name)
                ours, theirs = (
                    raised(function, graph, source, backend="boscage"),
                    raised(function, graph, source),
                )
                if name.startswith("bellman") and not isinstance(theirs[1], str):
                    assert {v: set(us) for v, us in ours[0].items()} == {
                        v: set(us) for v, us in theirs[0].items()
                    }
                    ours, theirs = ours[1], theirs[1]
                assert ours == theirs
            ours = raised(nx.find_negative_cycle, graph, source, backend="boscage")
            theirs = raised(nx.find_negative_cycle, graph, source)
            if isinstance(theirs, list) or theirs[0] is AttributeError:  # of a loop, NetworkX fails
                cycles += 1
                assert ours[0] == ours[-1] and size(graph, ours) < 0
                continue
            assert ours == theirs
            if source == 5:
                continue
            ours, theirs = both(nx.single_source_bellman_ford, graph, source)
            assert ours[0] == theirs[0]
            assert_shortest(graph, ours[1], theirs[1])
            assert nx.single_source_bellman_ford_path(graph, source, backend="boscage") == ours[1]
            for target in [*nodes[::4], 5]:
                for name in ("bellman_ford_path_length", "bellman_ford_path"):
                    found, expected = (
                        raised(getattr(nx, name), graph, source, target, backend=backend)
                        for backend in ("boscage", "networkx")
                    )
                    if isinstance(expected, list):
                        assert found == (ours[1][target] if target != source else [source])
                    else:
                        assert found == expected
    assert cycles > 0 or weights is not SIGNED


def test_betweenness():
    for kind in KINDS:
        for graph in graphs(kind):
            for options in ({}, {"normalized": False}, *({"k": k, "seed": 3} for k in range(1, len(graph)))):
                ours, theirs = both(nx.betweenness_centrality, graph, **options)
                assert list(ours) == list(theirs)
                assert list(ours.values()) == pytest.approx(list(theirs.values()), rel=1e-12, nan_ok=True)


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph])
def test_arborescences(kind):
    functions = nx.minimum_spanning_arborescence, nx.maximum_spanning_arborescence
    found = 0
    for graph in graphs(kind, weights=SIGNED, loops=False):
        graph.graph["name"] = "a graph"
        for options in ({}, {"attr": "cost", "default": 3}, {"preserve_attrs": True}):
            for function in functions if len(graph) else ():
                ours = raised(function, graph.copy(), backend="boscage", **options)
                theirs = raised(function, graph.copy(), **options)
                if isinstance(theirs, tuple):
                    assert ours == theirs
                    continue
                found += 1
                assert (
                    type(ours) is type(theirs) and ours.graph == theirs.graph and ours._node == theirs._node
                )
                assert nx.is_arborescence(ours)
                attribute = options.get("attr", "weight")
                assert ours.size(attribute) == theirs.size(attribute)
                assert set(map(len, nx.get_edge_attributes(ours, attribute))) <= {2, 3}
    assert found > 50


def test_weights_that_are_too_large_for_arborescences_are_left_to_networkx():
    graph = nx.DiGraph([(0, 1, {"weight": 1.7e308}), (1, 2, {"weight": 1.7e308})])
    with pytest.raises(NotImplementedError):
        nx.maximum_spanning_arborescence(graph, backend="boscage")


def test_trees_over_terminals():
    random = np.random.default_rng(5)
    for kind in (nx.Graph, nx.MultiGraph):
        for seed in range(20):
            graph = kind(nx.gnm_random_graph(20, 60, seed=seed))
            graph.add_edges_from([(0, 1), (2, 2)])
            nx.set_edge_attributes(graph, {edge: float(random.random()) for edge in graph.edges}, "weight")
            if not nx.is_connected(graph):
                continue
            terminals = random.choice(20, 5).tolist()
            ours, theirs = both(steiner_tree, graph, terminals)
            # Weights are distinct, so both find the same tree, unless paths of equal length meet elsewhere.
            assert ours.size("weight") == pytest.approx(theirs.size("weight"))
            assert set(ours.edges) == set(theirs.edges)
    assert raised(steiner_tree, graph, [0, 99], backend="boscage") == raised(steiner_tree, graph, [0, 99])


@pytest.mark.parametrize("function", [nx.bipartite.hopcroft_karp_matching, nx.bipartite.eppstein_matching])
def test_matchings(function):
    for seed in range(30):
        graph = nx.bipartite.gnmk_random_graph(6, 8, 12, seed=seed)
        graph = nx.relabel_nodes(graph, {node: f"node {node}" for node in graph})
        for top in ([f"node {i}" for i in range(6)], [f"node {i}" for i in range(6, 14)], None):
            ours, theirs = (
                raised(function, graph, top, backend=backend) for backend in ("boscage", "networkx")
            )
            if isinstance(theirs, tuple):
                assert ours == theirs
                continue
            assert len(ours) == len(theirs)
            assert all(graph.has_edge(u, v) and ours[v] == u for u, v in ours.items())
    for graph in (nx.Graph(), nx.cycle_graph(3)):
        assert raised(function, graph, backend="boscage") == raised(function, graph)


def test_communities():
    functions = nx.community.louvain_communities, nx.community.leiden_communities
    for kind in (nx.Graph, nx.MultiGraph):
        for graph in graphs(kind, weights=INTEGERS):
            for function in functions:
                ours = function(graph, seed=1, backend="boscage")
                assert ours == function(graph, seed=1, backend="boscage")
                assert nx.community.is_partition(graph, ours)
                if function is nx.community.leiden_communities:
                    assert all(nx.is_connected(graph.subgraph(part)) for part in ours)
    graph = nx.planted_partition_graph(6, 20, 0.6, 0.02, seed=4)
    for function in functions:
        assert sorted(map(sorted, function(graph, seed=2, backend="boscage"))) == [
            list(range(20 * i, 20 * i + 20)) for i in range(6)
        ]
        weighted = graph.copy()
        nx.set_edge_attributes(weighted, -1.0, "weight")
        with pytest.raises(NotImplementedError):
            function(weighted, backend="boscage")
