# %% [markdown]
# # Boscage from Python, cell by cell
#
# Each cell below was run; its output is below it. The cells are in [tour.py](../apps/python/tour/tour.py),
# which editors open as a notebook.
#
# ## A forest of columns
#
# A graph is its number of nodes and three columns: the two ends of each edge, and its weight. Here are eight
# edges between seven nodes; no edge joins the first five nodes and the last two.

# %%
import numpy as np

import boscage

n = 7
u = np.array([0, 0, 1, 1, 2, 3, 5, 6])
v = np.array([1, 2, 2, 3, 3, 4, 6, 5])
w = np.array([4.0, 1.5, 2.0, 5.0, 8.0, 3.0, 2.5, 2.5])

forest = boscage.minimum_spanning_forest(n, u, v, w)
forest

# %% [markdown]
# `edges` are positions in the columns, so they also index other arrays about the edges. The last two edges
# have the same ends and the same weight: of such edges, the first is taken. So a graph has exactly one
# forest, with every algorithm and every number of threads.

# %%
print(forest.edges, forest.total)
print(u[forest.edges], v[forest.edges], w[forest.edges])
print(forest.labels)

# %% [markdown]
# `verify` proves it. The proof shares only the order of the edges with the algorithms. If one edge is
# replaced, it explains the flaw.

# %%
print(boscage.verify(forest, n, u, v, w).kind)
print(boscage.verify([0, 1, 3, 5, 6], n, u, v, w).reason)

# %% [markdown]
# ## Roads: the steepest climb between two towns
#
# Files of all common formats can be read, compressed or not; `generate` generates graphs. This network
# resembles roads, and its weights are lengths.

# %%
roads = boscage.generate("road", nodes=100_000, seed=7)
tree = boscage.minimum_spanning_forest(roads)
roads, tree

# %% [markdown]
# Suppose that weights are the steepness of roads. Of all paths between two nodes, the one in the forest has
# the lowest maximum; `bottleneck` returns the edge with this maximum. It accepts arrays of pairs, and uses
# all cores.

# %%
print(tree.bottleneck(0, 90_000))
print(tree.bottleneck(0, np.array([10, 1_000, 50_000])).weight)

# %% [markdown]
# Suppose that weights are the loads that bridges can carry. Then the maximum spanning forest is needed, and
# the bottleneck is the greatest load that can go from one node to the other.

# %%
heavy = boscage.minimum_spanning_forest(roads, maximum=True)
heavy.bottleneck(0, 90_000).weight

# %% [markdown]
# `replacements` finds for each edge of the forest the one that would replace it, and the price: by how much
# the forest becomes heavier. Some edges have none; they are the bridges of the network, and their price is
# infinite.

# %%
edge, price = boscage.replacements(tree, roads)
print(np.count_nonzero(edge < 0), "of", len(tree), "edges are bridges")
print("the median price of the others is", np.median(price[edge >= 0]))

# %% [markdown]
# ## Graphs larger than memory, and graphs that grow
#
# Edges can also come block by block from an iterator. Only the forest of the edges so far is kept, so only
# the nodes must fit in memory. The ids of edges are their positions among all edges.


# %%
def blocks():
    random = np.random.default_rng(5)
    for _ in range(20):
        yield *random.integers(0, 1_000, (2, 100_000)), random.random(100_000)


forest = boscage.minimum_spanning_forest(blocks())
print(forest, "the last one at position", forest.edges[-1])

# %% [markdown]
# `DynamicForest` is for edges that come one by one, or a few at a time. It says how the forest changes.

# %%
cables = boscage.DynamicForest(3)
cables.insert([0, 1], [1, 2], [5, 4])
changes = cables.insert([2], [0], [3])
print("enter:", changes.entered.edges, "leave:", changes.left.edges, "total:", cables.forest().total)

# %% [markdown]
# ## Clusters of points
#
# Single linkage repeatedly joins the two nearest clusters: it is the forest of all pairs, read in the order
# of its weights. For points in the plane, all of its edges are in the Delaunay triangulation, which has fewer
# than three edges per point; SciPy computes it.

# %%
from scipy.spatial import Delaunay

random = np.random.default_rng(1)
angle = random.uniform(0, np.pi, 240)
moons = np.column_stack((np.cos(angle), np.sin(angle)))
moons[120:] = [1.0, 0.45] - moons[120:]
moons += random.uniform(-0.07, 0.07, moons.shape)

corners = Delaunay(moons).simplices
a, b = corners.ravel(), np.roll(corners, 1, axis=1).ravel()
linked = boscage.minimum_spanning_forest(len(moons), a, b, np.linalg.norm(moons[a] - moons[b], axis=1))
print(len(linked), np.bincount(linked.clusters(k=2)))
print(round(linked.bottleneck(0, 239).weight, 3), round(linked.w.mean(), 3))

# %%
import matplotlib.pyplot as plt

title = "Two crescents of points in two colours, and the tree that joins them"
figure, axes = plt.subplots(num=title, figsize=(7, 3.2))
for i, j in zip(linked.u, linked.v):
    axes.plot(*moons[[i, j]].T, color="0.6", linewidth=0.8, zorder=0)
axes.scatter(*moons.T, c=linked.clusters(k=2), cmap="coolwarm", s=9)
axes.set_aspect("equal")
_ = axes.axis("off")

# %% [markdown]
# If the forest is one tree, `single_linkage` returns the linkage matrix for SciPy's functions on hierarchies.
# SciPy's own function, which compares all pairs, finds the same heights.

# %%
from scipy.cluster.hierarchy import fcluster, linkage

ours = linked.single_linkage()
theirs = linkage(moons, "single")
print(ours.shape, np.allclose(ours[:, 2], theirs[:, 2]))
print(np.bincount(fcluster(ours, t=2, criterion="maxclust")))

# %% [markdown]
# `single_linkage` also accepts the distances of all pairs: as a matrix, or as the vector of SciPy's `pdist`.
# In both, zeros are distances. So if each point occurs twice, the first half of the merges is at height 0.

# %%
from scipy.spatial.distance import pdist

heights = boscage.single_linkage(pdist(np.repeat(moons, 2, axis=0)))[:, 2]
print(np.count_nonzero(heights == 0), np.allclose(heights[240:], theirs[:, 2]))

# %% [markdown]
# ## Points
#
# Points need neither a triangulation nor a matrix of distances. `euclidean_minimum_spanning_tree` finds the
# same tree as above, in any number of dimensions; `nearest_neighbours` finds neighbours.

# %%
tree = boscage.euclidean_minimum_spanning_tree(moons)
print(np.allclose(tree.w, np.sort(linked.w)), np.array_equal(tree.clusters(k=2), linked.clusters(k=2)))

lengths, neighbours = boscage.nearest_neighbours(moons, 3)
print(lengths[0].round(3), neighbours[0])

# %% [markdown]
# `HDBSCAN` finds clusters of different densities, and their number, and says which points are noise. It is an
# estimator of scikit-learn, if that is installed. Here, noise surrounds the crescents. Labels are numbered
# from 0, and noise has the label -1.

# %%
noisy = np.concatenate([moons, np.random.default_rng(2).uniform(-1.5, 2.5, (60, 2))])
hdbscan = boscage.HDBSCAN(min_cluster_size=15).fit(noisy)
print(hdbscan)
print(np.bincount(hdbscan.labels_ + 1), np.count_nonzero(hdbscan.labels_[240:] == -1))
print(hdbscan.condensed_tree_, hdbscan.probabilities_[:4].round(2), hdbscan.outlier_scores_[240:244].round(2))

# %% [markdown]
# The condensed tree shows how clusters split as the distance shrinks. Those that are selected are framed.

# %%
title = "The condensed tree: from its root, which has all points, down to the two crescents"
figure, axes = plt.subplots(num=title, figsize=(7, 3.2))
_ = hdbscan.condensed_tree_.plot(axes)

# %% [markdown]
# ## Matrices
#
# A sparse matrix of any format is a graph, and so is a dense one. Of the entries (i, j) and (j, i) the
# lighter one counts, as in SciPy. The id of an edge is its position in `data`. Totals are exact, also those
# of floats: NumPy's sum would differ in the last digits.

# %%
import math

from scipy import sparse
from scipy.sparse.csgraph import minimum_spanning_tree

matrix = sparse.random_array((1_000, 1_000), density=0.02, rng=3, format="csr")
forest = boscage.minimum_spanning_forest(matrix)
print(forest.total == math.fsum(matrix.data[forest.edges]))
print(np.isclose(forest.total, minimum_spanning_tree(matrix).sum()))

# %% [markdown]
# ## More than forests
#
# The other operators accept the same graphs. Here 5,000 people each know a few others, most of them
# neighbours. Still, they are all only a few steps apart.

# %%
people = boscage.generate("watts-strogatz", nodes=5_000, neighbours=8, rewire=0.05, seed=1)
steps = boscage.distances(people, source=0, directed=False)
print("people at each distance:", np.bincount(steps))
print("triangles:", boscage.triangles(people).sum() // 3)
print(
    "a core of", np.count_nonzero(boscage.core_numbers(people) >= 6), "people who each know at least 6 of it"
)

# %% [markdown]
# Links of pages lead in one direction. Pages in one strong component can be reached from each other; PageRank
# is the share of visits of a walker who follows random links.

# %%
links_from = np.array([0, 1, 2, 2, 3, 4, 5, 5])
links_to = np.array([1, 2, 0, 3, 4, 3, 0, 3])
print(boscage.strong_components(6, links_from, links_to))
print(boscage.page_rank(6, links_from, links_to).round(3))

# %% [markdown]
# Communities of a network, and the people between them:

# %%
club = boscage.generate("watts-strogatz", nodes=60, neighbours=4, rewire=0.1, seed=4)
found = boscage.leiden(club)
print("communities of", np.bincount(found.labels), "people, modularity", round(found.quality, 3))
print("on most shortest paths:", boscage.betweenness(club, directed=False).argsort()[::-1][:3])

# %% [markdown]
# Shortest paths lead to each node from the nearest of several, such as stations. `Dijkstra` answers queries
# from node to node, thousands of them on one graph, and makes tables of distances. A Steiner tree connects
# the stations. Bridges are the roads without a way around them.

# %%
stations = [0, 20, 40_000]
paths = boscage.shortest_paths(roads, sources=stations, directed=False)
way = paths.path_to(paths.values.argmax())
print("the farthest node is", paths.values.max(), "away from station", way[0], "over", len(way) - 1, "roads")
search = boscage.Dijkstra(roads, directed=False)
print(len(search.path(0, 20).edges), "roads from station 0 to station 20")
print(search.distances(np.array(stations)[:, None], stations))
print(boscage.steiner_tree(roads, terminals=stations))
print(len(boscage.bridges(roads)), "bridges of", roads.m, "roads")

# %% [markdown]
# Ids of edges are positions in the columns. So `edges_to` tells about the roads of that way:

# %%
_, _, lengths = roads.columns()
passed = lengths[paths.edges_to(way[-1])]
print("roads of", passed.sum(), "in all, of which the longest has", passed.max())
widest = boscage.widest_paths(roads, source=way[0], directed=False)
print(widest.edges_to(way[-1]).size, "roads if none may be shorter than", widest.values[way[-1]])

# %% [markdown]
# Lengths may be negative, such as logarithms of exchange rates. A cycle of negative length then is a gain
# from changing money in a circle.

# %%
money, into = ["EUR", "USD", "GBP", "EUR"], ["USD", "GBP", "EUR", "GBP"]
rates = np.array([1.25, 0.8, 1.02, 0.97])
try:
    boscage.bellman_ford(None, money, into, -np.log(rates), source="EUR", directed=True)
except boscage.NegativeCycleError as cycle:
    print("a gain by way of", cycle.nodes)

# %% [markdown]
# Walks through a network are sentences for word2vec. An arborescence is the lightest tree of which all edges
# lead away from its root. A matching gives as many people as possible a task that suits them.

# %%
offsets, nodes = boscage.random_walks(club, walks=10, length=6, q=0.5, directed=False)
print(len(offsets) - 1, "walks; one of them:", nodes[: offsets[1]])
print(boscage.minimum_arborescence(4, [0, 0, 1, 2, 3], [1, 2, 2, 3, 1], [5, 9, 2, 1, 1], root=0))
people_of, tasks = np.array([0, 0, 1, 2, 2]), np.array([3, 4, 3, 3, 5])
print("tasks of 0, 1, 2:", boscage.maximum_bipartite_matching(6, people_of, tasks, left=3).mates[:3])

# %% [markdown]
# ## NetworkX
#
# Graphs of NetworkX, igraph and rustworkx can be passed directly. Also, boscage is a backend of NetworkX.

# %%
import networkx as nx

graph = nx.les_miserables_graph()
tree = nx.maximum_spanning_tree(graph, backend="boscage")
print(tree)
print(sorted(tree.edges(data="weight"), key=lambda edge: -edge[2])[:3])
print(nx.number_connected_components(graph, backend="boscage"))

# %% [markdown]
# Functions of boscage accept the graph's own nodes, and return arrays in the order of the graph's nodes.

# %%
steps = boscage.distances(graph, source="Valjean")
print([name for name, count in zip(graph, steps) if count == 3])

# %% [markdown]
# ## Files
#
# The suffix of a file is its format. If a format cannot hold a property of the graph, there is a warning.

# %%
import tempfile

with tempfile.TemporaryDirectory() as folder:
    boscage.write(f"{folder}/roads.gr.xz", roads)
    boscage.convert(f"{folder}/roads.gr.xz", f"{folder}/roads.bsg")
    again = boscage.minimum_spanning_forest(f"{folder}/roads.bsg")
print(again.total == boscage.minimum_spanning_forest(roads).total)

# %% [markdown]
# ## How fast it is here
#
# `boscage.bench()` times one forest with boscage and the installed libraries in turn; with arguments, that of
# your graph. [The package's README](../apps/python/README.md#speed) has results.
