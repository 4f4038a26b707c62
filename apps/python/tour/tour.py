# %% [markdown]
# # Boscage from Python, cell by cell
#
# Each cell below was run, and what it printed stands under it. The cells are in
# [tour.py](../apps/python/tour/tour.py), which editors open as a notebook.
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
# `edges` are positions in the columns, so what else is known of the edges can be looked up with them. The
# last two edges have the same ends and the same weight: of such edges, the first is taken. So a graph has
# exactly one forest, whatever the algorithm and the number of threads are.

# %%
print(forest.edges, forest.total)
print(u[forest.edges], v[forest.edges], w[forest.edges])
print(forest.labels)

# %% [markdown]
# `verify` proves it. The proof shares no code with the algorithms but the order of the edges. Replace one
# edge, and it says what is wrong.

# %%
print(boscage.verify(forest, n, u, v, w).kind)
print(boscage.verify([0, 1, 3, 5, 6], n, u, v, w).reason)

# %% [markdown]
# ## Roads: the steepest climb between two towns
#
# Files of all usual formats can be read, compressed or not; `generate` makes graphs. This is a network that
# looks like roads, and weights are lengths.

# %%
roads = boscage.generate("road", nodes=100_000, seed=7)
tree = boscage.minimum_spanning_forest(roads)
roads, tree

# %% [markdown]
# Say a weight is how steep a road is. Between two nodes, the way through the forest has the least steepest
# climb of all ways; `bottleneck` says which edge that is. Arrays of pairs are answered on all cores.

# %%
print(tree.bottleneck(0, 90_000))
print(tree.bottleneck(0, np.array([10, 1_000, 50_000])).weight)

# %% [markdown]
# Say a weight is what a bridge can bear. Then the forest that counts is the maximum one, and the bottleneck
# is the greatest load that gets from one node to the other.

# %%
heavy = boscage.minimum_spanning_forest(roads, maximum=True)
heavy.bottleneck(0, 90_000).weight

# %% [markdown]
# ## Clusters of points
#
# Single linkage joins the two nearest clusters again and again: it is the forest of all pairs, read in the
# order of its weights. Of points in the plane, all of its edges are among those of the Delaunay
# triangulation, which are less than three for each point; SciPy finds these.

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
# If the forest is one tree, `single_linkage` is the linkage matrix that SciPy's functions for hierarchies
# take. SciPy's own, which looks at all pairs, comes to the same heights.

# %%
from scipy.cluster.hierarchy import fcluster, linkage

ours = linked.single_linkage()
theirs = linkage(moons, "single")
print(ours.shape, np.allclose(ours[:, 2], theirs[:, 2]))
print(np.bincount(fcluster(ours, t=2, criterion="maxclust")))

# %% [markdown]
# The distances of all pairs will do, too: as a matrix, or as the vector that SciPy's `pdist` makes. In both,
# zeros are distances. So if each point is there twice, the first half of the merges is at height 0.

# %%
from scipy.spatial.distance import pdist

heights = boscage.single_linkage(pdist(np.repeat(moons, 2, axis=0)))[:, 2]
print(np.count_nonzero(heights == 0), np.allclose(heights[240:], theirs[:, 2]))

# %% [markdown]
# ## Matrices
#
# A sparse matrix of any format is a graph, and so is a dense one. Of the entries (i, j) and (j, i) the
# lighter one counts, as in SciPy. Edges are called by their positions in `data`. Totals are exact, also those
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
# The other operators take the same graphs. Here 5,000 people each know a few others, most of them people near
# by. All the same, all are few steps from each other.

# %%
people = boscage.generate("watts-strogatz", nodes=5_000, neighbours=8, rewire=0.05, seed=1)
steps = boscage.distances(people, source=0, directed=False)
print("people at each distance:", np.bincount(steps))
print("triangles:", boscage.triangles(people).sum() // 3)
print(
    "a core of", np.count_nonzero(boscage.core_numbers(people) >= 6), "people who each know at least 6 of it"
)

# %% [markdown]
# Links of pages lead one way. Pages in one strong component can be reached from each other; PageRank says how
# often a walker who follows links at random comes by.

# %%
links_from = np.array([0, 1, 2, 2, 3, 4, 5, 5])
links_to = np.array([1, 2, 0, 3, 4, 3, 0, 3])
print(boscage.strong_components(6, links_from, links_to))
print(boscage.page_rank(6, links_from, links_to).round(3))

# %% [markdown]
# ## NetworkX
#
# Graphs of NetworkX, igraph and rustworkx can be given as they are. Or NetworkX itself does the asking:
# boscage is one of its backends.

# %%
import networkx as nx

graph = nx.les_miserables_graph()
tree = nx.maximum_spanning_tree(graph, backend="boscage")
print(tree)
print(sorted(tree.edges(data="weight"), key=lambda edge: -edge[2])[:3])
print(nx.number_connected_components(graph, backend="boscage"))

# %% [markdown]
# Functions of boscage take the graph's own nodes, and return what they have for each in the graph's order.

# %%
steps = boscage.distances(graph, source="Valjean")
print([name for name, count in zip(graph, steps) if count == 3])

# %% [markdown]
# ## Files
#
# The ending of its name says what is in a file. What a format cannot say is a warning.

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
# `boscage.bench()` finds one forest with all that is installed, in turns, and prints the times; with
# arguments, that of your graph. [The package's README](../apps/python/README.md#speed) has some.
