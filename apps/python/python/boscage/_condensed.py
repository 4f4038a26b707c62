"""The condensed tree of HDBSCAN."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._graphs import counted

#: Most steps that are drawn of a cluster.
STEPS = 1000


class CondensedTree:
    """The clusters of a dendrogram that have enough points, and where each point leaves them.

    It is :attr:`boscage.HDBSCAN.condensed_tree_`.

    Attributes
    ----------
    selected : numpy.ndarray
        The number in this tree of each cluster, in the order of the labels.

    Examples
    --------
    >>> import boscage
    >>> X = [[1.0], [1.125], [1.25], [5.0], [5.125], [5.25]]
    >>> tree = boscage.HDBSCAN(min_cluster_size=3, min_samples=1).fit(X).condensed_tree_
    >>> tree
    <boscage.CondensedTree: 3 clusters, 6 points>
    >>> tree.to_numpy()[:2].tolist()
    [(6, 7, 0.26666666666666666, 3), (6, 8, 0.26666666666666666, 3)]
    >>> tree.selected
    array([8, 7])
    """

    def __init__(
        self, clusters: tuple, exits: tuple, selected: np.ndarray, n: int, rows: Optional[np.ndarray]
    ) -> None:
        self._parents, self._births, self._sizes = clusters
        self._clusters, self._densities = exits
        self._chosen, self._n, self._rows = selected, n, rows
        self.selected = selected + n

    def to_numpy(self) -> np.ndarray:
        """Returns the edges of the tree as an array of records.

        Returns
        -------
        numpy.ndarray
            With the fields ``parent``, ``child``, ``lambda_val`` and ``child_size``, ascending by parent.
            Points are numbered from 0 to n - 1, clusters from n on; cluster n is the root. The child leaves
            the parent at the density ``lambda_val``, which is the inverse of a distance.
        """
        points = self._clusters.size
        kinds = [("parent", np.intp), ("child", np.intp), ("lambda_val", float), ("child_size", np.intp)]
        edges = np.empty(points + self._parents.size - 1, np.dtype(kinds))
        of_points, of_clusters = edges[:points], edges[points:]
        of_points["parent"], of_points["lambda_val"] = self._clusters + self._n, self._densities
        of_points["child"] = np.arange(points) if self._rows is None else self._rows
        of_points["child_size"] = 1
        of_clusters["parent"], of_clusters["lambda_val"] = self._parents[1:] + self._n, self._births[1:]
        of_clusters["child"] = np.arange(1, self._parents.size) + self._n
        of_clusters["child_size"] = self._sizes[1:]
        return edges[np.argsort(edges["parent"], kind="stable")]

    def to_pandas(self) -> Any:
        """Returns :meth:`to_numpy` as a DataFrame of pandas."""
        import pandas

        return pandas.DataFrame(self.to_numpy())

    def plot(self, axis: Any = None, *, cmap: str = "viridis", select_clusters: bool = True) -> Any:
        """Draws the tree with Matplotlib: densities downwards, and clusters as wide as they have points.

        Parameters
        ----------
        axis : matplotlib.axes.Axes, optional
            The axes to draw on; by default the current ones.
        cmap : str
            The map of colours, which are lighter the more points a cluster has.
        select_clusters : bool
            True to frame the selected clusters, and to write their labels.

        Returns
        -------
        matplotlib.axes.Axes
        """
        import matplotlib.pyplot as plt
        from matplotlib.patches import Rectangle

        axis = plt.gca() if axis is None else axis
        colours, outlines = plt.get_cmap(cmap), self._outlines()
        most = np.log2(max(self._sizes[0], 2))
        for size, (lambdas, left, right) in zip(self._sizes, outlines):
            colour = colours(np.log2(size) / most if size else 0.0)
            axis.fill_betweenx(lambdas, left, right, step="post", color=colour, linewidth=0)
        for label, cluster in enumerate(self._chosen if select_clusters else ()):
            lambdas, left, right = outlines[cluster]
            frame = lambdas[0], left[0], right[0] - left[0], lambdas[-1] - lambdas[0]
            top, start, width, height = frame
            axis.add_patch(Rectangle((start, top), width, height, fill=False, edgecolor="red", linewidth=1.5))
            axis.text(start + width / 2, lambdas[-1], str(label), ha="center", va="top", color="red")
        axis.set_ylabel("$\\lambda$, the inverse of the distance")
        axis.set_xlim(0, max(self._sizes[0], 1))
        axis.set_xticks([])
        axis.invert_yaxis()
        return axis

    def _outlines(self) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Returns of each cluster densities, and the left and the right end of its bar from each one on.

        The children of a cluster are side by side below its end.
        """
        lambdas = np.concatenate([self._densities, self._births])
        finite = lambdas[np.isfinite(lambdas)]
        end = finite.max() * 1.1 if finite.size and finite.max() > 0 else 1.0
        densities, births = np.minimum(self._densities, end), np.minimum(self._births, end)
        order = np.lexsort((densities, self._clusters))
        bounds = np.searchsorted(self._clusters[order], np.arange(self._parents.size + 1))
        middles = np.zeros(self._parents.size)
        middles[0] = self._sizes[0] / 2
        families: list[list[int]] = [[] for _ in self._parents]
        for child, parent in enumerate(self._parents[1:].tolist(), 1):
            families[parent].append(child)
        outlines = []
        for cluster, children in enumerate(families):
            leaving = densities[order[bounds[cluster] : bounds[cluster + 1]]]
            width = int(self._sizes[children].sum())
            start = middles[cluster] - width / 2
            for child in children:
                middles[child] = start + self._sizes[child] / 2
                start += self._sizes[child]
            steps = np.unique(np.linspace(0, leaving.size, min(leaving.size, STEPS) + 1).astype(int))
            last = max([leaving[-1]] if leaving.size else [births[cluster]], default=0.0)
            last = max(last, *births[children]) if children else last
            times = np.concatenate([[births[cluster]], leaving[steps[1:] - 1], [last]])
            widths = np.append(self._sizes[cluster] - steps, width)
            outlines.append((times, middles[cluster] - widths / 2, middles[cluster] + widths / 2))
        return outlines

    def __repr__(self) -> str:
        clusters, points = self._parents.size, self._clusters.size
        return f"<boscage.CondensedTree: {counted(clusters, 'cluster')}, {counted(points, 'point')}>"
