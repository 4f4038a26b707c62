"""Nodes of graphs.

Internally, a node is its place among the nodes. For users, it is a node of another library's graph, or the
name in a file.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Any, Optional

import numpy as np

from ._columns import listed, nodes_column, whole


def _integers(nodes: Any, name: str) -> np.ndarray:
    """Returns a copy of integers of any shape: the caller's array may change whenever Python code runs."""
    array = np.array(listed(nodes, name))
    return nodes_column(array.reshape(-1), name).reshape(array.shape)


def _each(nodes: np.ndarray, place: Callable[[Any], int]) -> np.ndarray:
    """The place of each node."""
    places = [place(node) for node in nodes.reshape(-1).tolist()]
    return np.array(places, np.int64).reshape(nodes.shape)


def _unknown(name: str, node: Any) -> ValueError:
    return ValueError(f"{name}: the graph has no node {node!r}")


class Nodes:
    """Nodes with consecutive numbers, from 0 or from another number."""

    def __init__(self, n: int, base: int = 0) -> None:
        self.n, self.base = n, base

    def place(self, node: Any, name: str) -> int:
        """Returns the place of one node. ``name`` is that of the argument."""
        least, end = self.base, self.base + self.n
        what = f"a node from {least} to {end - 1}" if least and self.n else f"a node below {end}"
        return whole(node, name, least, end - 1, what) - least

    def places(self, nodes: Any, name: str) -> np.ndarray:
        """Returns the places of one node or of many: int64, of the same shape."""
        array = _integers(nodes, name)
        is_known = (array >= self.base) & (array < self.base + self.n)
        if not is_known.all():
            unknown = array[~is_known].flat[0]
            raise ValueError(f"{name}: expected one of the graph's {self.n} nodes, found {unknown}")
        return (array.astype(np.uint64) - np.uint64(self.base)).astype(np.int64)

    def at(self, places: np.ndarray) -> np.ndarray:
        """Returns the nodes at some places."""
        return places if self.base == 0 else _narrow(places.astype(np.uint64) + np.uint64(self.base))

    def listed(self) -> Optional[list]:
        """Returns all nodes; None if these are the places."""
        return None if self.base == 0 else list(range(self.base, self.base + self.n))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nodes) and self.n == other.n and self.listed() == other.listed()

    __hash__ = None  # type: ignore[assignment]


def _narrow(names: np.ndarray) -> np.ndarray:
    """Returns names of 64 bits as int64, if that holds all of them."""
    return names.astype(np.int64) if names.max(initial=0) < 2**63 else names


class FileNodes(Nodes):
    """Nodes of a file, with ascending numbers as names."""

    def __init__(self, names: np.ndarray) -> None:
        super().__init__(names.size)
        self._names = names  # uint64

    def place(self, node: Any, name: str) -> int:
        number = whole(node, name, 0, 2**64 - 1, "a node of the file")
        return int(self.places(np.array([number], np.uint64), name)[0])

    def places(self, nodes: Any, name: str) -> np.ndarray:
        array = _integers(nodes, name)
        wanted = array.astype(np.uint64)
        places = np.asarray(np.searchsorted(self._names, wanted))
        is_known = np.asarray((array >= 0) & (places < self.n))
        is_known[is_known] = self._names[places[is_known]] == wanted[is_known]
        if not is_known.all():
            raise _unknown(name, int(array[~is_known].flat[0]))
        return places.astype(np.int64)

    def at(self, places: np.ndarray) -> np.ndarray:
        return _narrow(self._names)[places]

    def listed(self) -> list:
        return self._names.tolist()


class NamedNodes(Nodes):
    """Nodes that are hashable objects."""

    def __init__(self, names: list) -> None:
        super().__init__(len(names))
        self._names = names
        self._places: Optional[dict] = None
        self._array: Optional[np.ndarray] = None

    def _find(self, node: Any) -> Optional[int]:
        if self._places is None:
            self._places = {name: place for place, name in enumerate(self._names)}
        try:
            return self._places.get(node)
        except TypeError:  # it cannot be a key
            return None

    def place(self, node: Any, name: str) -> int:
        place = self._find(node)
        if place is None:
            raise _unknown(name, node)
        return place

    def places(self, nodes: Any, name: str) -> np.ndarray:
        """As in NetworkX, a sequence that is a node counts as one node."""
        place = self._find(nodes)
        if place is not None:
            return np.array(place, np.int64)
        if isinstance(nodes, (str, bytes)) or not isinstance(nodes, (Iterable, np.ndarray)):
            raise _unknown(name, nodes)
        if isinstance(nodes, np.ndarray):
            return _each(np.array(nodes), lambda node: self.place(node, name))
        nodes = listed(nodes, name)
        if any(isinstance(node, list) for node in nodes):  # rows, as no list is a node
            return np.array([self.places(row, name) for row in nodes], np.int64)
        return np.array([self.place(node, name) for node in nodes], np.int64)

    def at(self, places: np.ndarray) -> np.ndarray:
        if self._array is None:
            if all(type(name) is int and -(2**63) <= name < 2**63 for name in self._names):
                self._array = np.array(self._names, np.int64)
            else:
                self._array = np.empty(self.n, object)
                for i, name in enumerate(self._names):
                    self._array[i] = name  # NumPy makes rows of tuples
        return self._array[places]

    def listed(self) -> list:
        return self._names

    def __getstate__(self) -> dict:
        return {**self.__dict__, "_places": None, "_array": None}


class TextNodes(NamedNodes):
    """Nodes of a file or a frame, with ascending strings as names: in the order of their UTF-8 bytes."""

    def _find(self, node: Any) -> Optional[int]:
        if not isinstance(node, str):
            return None
        place = bisect_left(self._names, node)
        return place if place < self.n and self._names[place] == node else None


class Vertices(Nodes):
    """Nodes of igraph: numbers, which may also have names."""

    def __init__(self, n: int, names: list) -> None:
        super().__init__(n)
        self._names = names
        self._places: Optional[dict] = None

    def place(self, node: Any, name: str) -> int:
        return self._named(node, name) if isinstance(node, str) else super().place(node, name)

    def places(self, nodes: Any, name: str) -> np.ndarray:
        if isinstance(nodes, str):
            return np.array(self._named(nodes, name), np.int64)
        nodes = listed(nodes, name)
        if isinstance(nodes, (list, tuple)) and any(isinstance(node, str) for node in nodes):
            nodes = np.array([*nodes, None], object)[:-1]  # otherwise NumPy makes strings of integers
        if not isinstance(nodes, np.ndarray) or nodes.dtype.kind not in "UO":
            return super().places(nodes, name)
        return _each(np.array(nodes), lambda node: self.place(node, name))

    def _named(self, node: str, name: str) -> int:
        if self._places is None:
            self._places = {}
            for place, known in enumerate(self._names):
                if isinstance(known, str):
                    self._places[known] = None if known in self._places else place
        if node not in self._places:
            raise _unknown(name, node)
        if self._places[node] is None:
            raise ValueError(f"{name}: the graph has several nodes {node!r}")
        return self._places[node]
