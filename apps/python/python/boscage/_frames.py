"""Data frames of pandas, polars and pyarrow, as graphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional

from ._graphs import Data, Graph, source_of, widened
from ._tables import Frame, is_frame


def from_dataframe(
    frame: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    weight: Any = "weight",
    keep: Sequence = (),
    directed: bool = False,
    threads: Optional[int] = None,
) -> Graph:
    """Makes a graph of a DataFrame of pandas or polars, or of a Table of pyarrow: a row per edge.

    Nodes are the ids in two columns, integers or strings, in ascending order (strings in that of their UTF-8
    bytes), as those of the same table in a CSV file. All functions take frames themselves; a graph is for
    several calls.

    Parameters
    ----------
    frame : DataFrame or Table
        The frame. Its rows are the edges, in this order.
    u, v : column name, optional
        The columns of the two ends. By default they are found by their names, as by :func:`read`: ``source``
        and ``target``, ``from`` and ``to``, ``u`` and ``v``, and many more.
    w : column name, optional
        The column of the weights. By default, it is found by its name: ``weight``, ``cost``, ``length``,
        ``km`` and others. If there is none, each edge weighs 1.
    weight : column name or None
        The same as ``w``; with None, each edge weighs 1.
    keep : sequence of column names
        Further columns for :attr:`boscage.Graph.edge_data`.
    directed : bool
        True if edges lead from ``u`` to ``v`` only.
    threads : int, optional
        Number of threads; by default one per processor.

    Raises
    ------
    ValueError
        If there is no such column, an id or a weight is missing, or an id is negative; the message names the
        column, and the row, counted from 0.
    TypeError
        If a column has neither integers nor strings, or one has integers and the other one strings.
    MemoryError
        If there is not enough memory.

    Examples
    --------
    >>> import boscage, types
    >>> import pandas as pd
    >>> roads = pd.DataFrame(
    ...     {"from": ["Rome", "Paris", "Rome"], "to": ["Paris", "Oslo", "Oslo"], "km": [1106, 1343, 2007]}
    ... )
    >>> graph = boscage.from_dataframe(roads)
    >>> graph, graph.names
    (<boscage.Graph: 3 nodes, 3 edges>, array(['Oslo', 'Paris', 'Rome'], dtype=object))
    >>> boscage.shortest_paths(graph, source="Rome").values
    array([2007, 1106,    0])
    >>> forest = boscage.minimum_spanning_forest(roads)
    >>> roads.iloc[forest.edges]
        from     to    km
    0   Rome  Paris  1106
    1  Paris   Oslo  1343
    """
    if not is_frame(frame):
        raise TypeError(f"expected a DataFrame of pandas or polars, found {type(frame).__name__}")
    source = source_of(frame, u, v, w, weight=weight, threads=threads)
    kept = {str(name): Frame(frame).array(name, "keep") for name in keep}
    return Graph(widened(source, threads).with_directions(bool(directed)), Data(columns=kept))
