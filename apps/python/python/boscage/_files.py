"""Graph files."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from typing import Any, Optional, Union, overload

from . import _boscage
from ._graphs import Graph, path_of, read_file, source_of, warn_of, widened

Path = Union[str, "os.PathLike[str]"]


#: The options of single formats.
_FORMATS = {
    "columns": None,
    "keep": None,
    "header": None,
    "separator": None,
    "decimal_comma": False,
    "drop_negative": False,
    "weight_attribute": None,
    "profile": None,
    "chains": None,
    "keep_geometry": False,
}


class LossWarning(UserWarning):
    """A written file does not keep every property of the graph."""


def _warn(path: Path, losses: list[str]) -> None:
    for loss in losses:
        warnings.warn(f"{os.fspath(path)}: {loss}", LossWarning, stacklevel=3)


def read(
    path: Path,
    *,
    format: Optional[str] = None,
    arcs: Optional[str] = None,
    directed: Optional[bool] = None,
    columns: Optional[Sequence[str]] = None,
    keep: Sequence[str] = (),
    header: Optional[str] = None,
    separator: Optional[str] = None,
    decimal_comma: bool = False,
    drop_negative: bool = False,
    weight_attribute: Optional[str] = None,
    profile: Optional[str] = None,
    chains: Optional[str] = None,
    keep_geometry: bool = False,
    threads: Optional[int] = None,
) -> Graph:
    """Reads a graph file of any format, compressed or not; both are found from its content.

    Parameters
    ----------
    path : str or os.PathLike
        The file; ``"-"`` is the standard input.
    format : str, optional
        The format: ``"dimacs"``, ``"edge-list"``, ``"matrix-market"``, ``"metis"``, ``"galois"``, ``"gap"``,
        ``"ecl"``, ``"edge-array"``, ``"boscage"``, ``"pbbs-adjacency"``, ``"pbbs-edges"``, ``"csv"``,
        ``"numpy"``, ``"graphml"``, ``"osm-pbf"`` or ``"osm-xml"``.
    arcs : str, optional
        Treatment of arcs in formats that list each edge from both ends: ``"auto"``, ``"fold"`` or
        ``"keep"``.
    directed : bool, optional
        True if edges have a direction, False if not; the default is that of the file.
    columns : sequence of str, optional
        Of a table (CSV, TSV): the columns of the two ends, perhaps of the weight, and perhaps of the weight
        in the other direction, by name or by number from 1. By default they are found by their names.
    keep : sequence of str
        Of a table: further columns for :attr:`boscage.Graph.edge_data`.
    header : str, optional
        Of a table: the meaning of the first line, ``"auto"``, ``"names"``, ``"none"`` or ``"counts"``.
    separator : str, optional
        Of a table: the character between two columns; ``" "`` is any number of blanks and tabs.
    decimal_comma : bool
        Of a table: weights have a decimal comma.
    drop_negative : bool
        Edges with a negative weight are dropped, with a warning.
    weight_attribute : str, optional
        Of GraphML: the attribute of edges that is the weight.
    profile : str, optional
        Of OpenStreetMap: the ways that are roads, ``"all"``, ``"car"``, ``"bicycle"`` or ``"foot"``.
    chains : str, optional
        Of OpenStreetMap: ``"contract"`` nodes between two junctions to one edge, or ``"keep"`` them.
    keep_geometry : bool
        Keep the course of edges, for :meth:`boscage.Graph.points`: of OpenStreetMap, and of tables and
        GraphML with lines (WKT, or PostGIS's binary form) in a column ``geometry``, ``the_geom``, ``geom``
        or ``wkt``.
    threads : int, optional
        Number of threads; by default one per processor.

    Warns
    -----
    ReadWarning
        If a part of the file is not used, such as a fourth column, or is ambiguous, such as a first line that
        equals the numbers of nodes and edges.

    Raises
    ------
    OSError
        If the file cannot be read; ``filename`` names it.
    ValueError
        If it violates its format; the message names the line or the byte.
    MemoryError
        If there is not enough memory.

    Examples
    --------
    >>> import boscage, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, "pairs.txt")
    >>> with open(path, "w") as file:
    ...     _ = file.write("100 200 2.5\\n200 300 1.5\\n")
    >>> graph = boscage.read(path)
    >>> graph, graph.names
    (<boscage.Graph: 3 nodes, 2 edges>, array([100, 200, 300], dtype=uint64))
    >>> folder.cleanup()
    """
    formats = {
        "columns": None if columns is None else list(columns),
        "keep": list(keep),
        "header": header,
        "separator": separator,
        "decimal_comma": decimal_comma,
        "drop_negative": drop_negative,
        "weight_attribute": weight_attribute,
        "profile": profile,
        "chains": chains,
        "keep_geometry": keep_geometry,
    }
    return Graph(*read_file(path_of(path), format, arcs, directed, formats, threads, stacklevel=2))


def read_osm(
    path: Path,
    *,
    profile: str = "all",
    chains: str = "contract",
    keep_geometry: bool = False,
    directed: Optional[bool] = None,
    threads: Optional[int] = None,
) -> Graph:
    """Reads the roads of an OpenStreetMap extract, ``.osm.pbf`` or ``.osm``, compressed or not.

    Weights are lengths in millimetres. Nodes are named by their ids in OpenStreetMap;
    :attr:`boscage.Graph.edge_data` has the ids, names and ``highway`` tags of ways.

    Parameters
    ----------
    path : str or os.PathLike
        The file; ``"-"`` is the standard input.
    profile : str
        The ways that are roads: ``"all"`` with a ``highway`` tag, or those for a ``"car"``, for a
        ``"bicycle"``, or on ``"foot"``.
    chains : str
        ``"contract"`` nodes between two junctions to one edge, or ``"keep"`` them.
    keep_geometry : bool
        Keep the course of edges, for :meth:`boscage.Graph.points`.
    directed : bool, optional
        True for arcs in the directions of travel; by default an edge per piece of road.
    threads : int, optional
        Number of threads; by default one per processor.

    Raises
    ------
    OSError, ValueError, MemoryError
        As :func:`boscage.read`.

    Examples
    --------
    >>> import boscage, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, "village.osm")
    >>> with open(path, "w") as file:
    ...     _ = file.write(
    ...         '<osm version="0.6"><node id="7" lat="60.0" lon="25.0"/>'
    ...         '<node id="9" lat="60.001" lon="25.0"/>'
    ...         '<way id="3"><nd ref="7"/><nd ref="9"/><tag k="highway" v="path"/></way></osm>'
    ...     )
    >>> village = boscage.read_osm(path)
    >>> village.names, village.edge_data["highway"][0], village.columns()[2]
    (array([7, 9], dtype=uint64), 'path', array([111195], dtype=uint32))
    >>> folder.cleanup()
    """
    formats = {**_FORMATS, "profile": profile, "chains": chains, "keep_geometry": keep_geometry}
    inner = read_file(path_of(path), None, None, directed, formats, threads, stacklevel=2)
    return Graph(*inner)


def write(
    path: Path,
    graph: Any,
    u: Any = None,
    v: Any = None,
    w: Any = None,
    *,
    weight: Any = "weight",
    directed: Optional[bool] = None,
    format: Optional[str] = None,
    drop_isolated: bool = False,
    threads: Optional[int] = None,
) -> None:
    """Writes a graph to a file, which appears only when it is complete.

    Parameters
    ----------
    path : str or os.PathLike
        The file. Its suffix is the format (.gr, .txt, .mtx, .graph, .sgr, .sg or .wsg, .bin or .bsg), and a
        second suffix (.gz, .zst, .bz2 or .xz) the compression.
    graph, u, v, w, weight, threads
        As for :func:`boscage.minimum_spanning_forest`. Nodes are written as their numbers. With
        ``weight=None``, weights are left out.
    directed : bool, optional
        True if edges lead from u to v only. The default is that of a :class:`boscage.Graph` or a file;
        columns and matrices are undirected here, so (i, j) and (j, i) of a matrix are one edge.
    format : str, optional
        The format, instead of that of the suffix.
    drop_isolated : bool
        Leave out nodes without edges, in formats that name nodes only by their edges; by default, a graph
        with such nodes is an error there.

    Warns
    -----
    LossWarning
        If the format does not keep the order of edges, or the names of nodes.

    Raises
    ------
    OSError
        If the file cannot be written; ``filename`` names it.
    ValueError
        If the format is unknown, or cannot hold the graph; then nothing is written.
    """
    source = source_of(
        graph, u, v, w, weight=weight, threads=threads, with_directions=bool(directed), parallel=True
    )
    inner = widened(source, threads)
    if directed is not None:
        inner = inner.with_directions(bool(directed))
    _warn(path, _boscage.write(inner, path_of(path), format, drop_isolated, threads))


def convert(
    input: Path,
    output: Path,
    *,
    source_format: Optional[str] = None,
    format: Optional[str] = None,
    arcs: Optional[str] = None,
    directed: Optional[bool] = None,
    omit_weights: bool = False,
    drop_isolated: bool = False,
    threads: Optional[int] = None,
) -> None:
    """Writes the graph of a file in another format, as ``graph convert`` does.

    Parameters
    ----------
    input, output : str or os.PathLike
        The files, as for :func:`read` and :func:`write`.
    source_format, format : str, optional
        The formats, instead of those of content and suffix.
    arcs, directed, threads
        As for :func:`read`.
    omit_weights : bool
        Leave out the weights.
    drop_isolated : bool
        As for :func:`write`.

    Warns and raises as :func:`read` and :func:`write`; ValueError if both are the same file.

    Examples
    --------
    >>> import boscage, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> a, b = (os.path.join(folder.name, name) for name in ("grid.gr.gz", "grid.bsg"))
    >>> boscage.generate("grid", rows=30, columns=20, out=a)
    >>> boscage.convert(a, b)
    >>> boscage.read(b)
    <boscage.Graph: 600 nodes, 1150 edges>
    >>> folder.cleanup()
    """
    here, there = path_of(input), path_of(output)
    if here == there or (os.path.exists(here) and os.path.exists(there) and os.path.samefile(here, there)):
        raise ValueError(f"{there}: expected different files, found one as input and output")
    arguments = here, there, source_format, format, arcs, directed, omit_weights, drop_isolated, threads
    remarks, losses = _boscage.convert(*arguments)
    warn_of(here, remarks, stacklevel=2)
    _warn(output, losses)


@overload
def generate(
    family: str,
    *words: str,
    out: None = None,
    format: Optional[str] = None,
    drop_isolated: bool = False,
    threads: Optional[int] = None,
    **options: Any,
) -> Graph: ...


@overload
def generate(
    family: str,
    *words: str,
    out: Path,
    format: Optional[str] = None,
    drop_isolated: bool = False,
    threads: Optional[int] = None,
    **options: Any,
) -> None: ...


def generate(
    family: str,
    *words: str,
    out: Optional[Path] = None,
    format: Optional[str] = None,
    drop_isolated: bool = False,
    threads: Optional[int] = None,
    **options: Any,
) -> Optional[Graph]:
    """Generates a graph of a family, as ``graph generate`` does, in memory or in a file.

    Parameters
    ----------
    family : str
        ``"road"`` (nodes, degree, islands, spacing, coordinates), ``"grid"`` (rows, columns), ``"gnm"``
        (nodes, edges, pairs), ``"rmat"`` (scale, edges, quadrants, loops), ``"watts-strogatz"`` (nodes,
        neighbours, rewire, pairs), ``"ssca2"`` (nodes, max_clique, inter), ``"three-paradigm"`` and the name
        of its input, ``"complete"``, ``"path"``, ``"star"`` (nodes) or ``"comb"`` (spine, tooth).
    words : str
        The input of ``"three-paradigm"``.
    out : str or os.PathLike, optional
        The file to write. Edges are written as they are generated: the graph may be larger than memory.
    format, drop_isolated
        As for :func:`write`.
    threads : int, optional
        Number of threads; by default one per processor.
    options
        Options of the family, and ``weights`` (``"unit"``, ``"uniform:MAX"``, ``"ascending"``,
        ``"descending"``, ``"euclidean"``), ``directed``, ``numbering`` (``"natural"``, ``"shuffled"``) and
        ``seed``. Their names are those of the program, with ``_`` for ``-``.

    Returns
    -------
    Graph or None
        None if it was written to a file.

    Raises
    ------
    ValueError
        If there is no such family or option, or a value is out of range.
    OSError, MemoryError
        As :func:`write`.

    Examples
    --------
    >>> import boscage
    >>> boscage.generate("gnm", nodes=100, edges=300, seed=7)
    <boscage.Graph: 100 nodes, 300 edges>
    """
    arguments = [str(family), *words]
    for name, value in options.items():
        if value is None or value is False:
            continue
        arguments.append("--" + name.replace("_", "-"))
        if value is not True:
            arguments[-1] += f"={path_of(value if isinstance(value, os.PathLike) else str(value))}"
    path = None if out is None else path_of(out)
    graph, losses = _boscage.generate(arguments, path, format, drop_isolated, threads)
    if out is not None:
        _warn(out, losses)
    return None if graph is None else Graph(graph)
