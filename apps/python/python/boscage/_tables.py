"""Data frames of pandas, polars and pyarrow, as edge lists.

A library is imported only if a frame of it was passed.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

import numpy as np

from . import _boscage
from ._columns import is_a, names_column, weights_column


class Columns(NamedTuple):
    """The ends and the weights of the edges of a frame, and what messages call the ends."""

    u: Any
    v: Any
    w: Optional[np.ndarray]
    what: tuple[str, str] = ("u", "v")


class Frame:
    """A frame, whose columns are found by their names."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame
        names = frame.column_names if is_a(frame, "pyarrow", "Table", "RecordBatch") else frame.columns
        self.names = list(names)

    def _at(self, place: int) -> Any:
        if is_a(self._frame, "pandas", "DataFrame"):
            return self._frame.iloc[:, place]
        if is_a(self._frame, "polars", "DataFrame"):
            return self._frame.to_series(place)
        return self._frame.column(place)

    def place(self, name: Any, what: str) -> int:
        """Returns the place of a column. ``what`` is the name of the argument."""
        if not isinstance(name, (str, int, tuple)):
            raise TypeError(f"{what}: expected the name of a column, found {type(name).__name__}")
        places = [place for place, known in enumerate(self.names) if known == name]
        if len(places) != 1:
            found = "several" if places else f"the columns {self._listed()}"
            raise ValueError(f"{what}: expected a column {name!r}, found {found}")
        return places[0]

    def array(self, name: Any, what: str) -> np.ndarray:
        """Returns a column as an array."""
        return np.asarray(self._at(self.place(name, what)))

    def columns(self, u: Any, v: Any, w: Any, weight: Any) -> Columns:
        """Returns the columns with these names; by default those that are called like ends and weights."""
        if (u is None) != (v is None):
            raise TypeError("expected the names of both u and v, or of neither")
        ends, found = _boscage.edge_columns([str(name) for name in self.names])
        if u is not None:
            ends = [self.place(u, "u"), self.place(v, "v")]
        elif any(str(name).strip().lower() == "reverse_cost" for name in self.names):
            raise ValueError(
                "reverse_cost: expected one weight per row: give the names of columns as u, v and w"
            )
        if ends is None:
            raise ValueError(
                "expected columns whose names say that they are the ends of edges, such as source and "
                f"target, found {self._listed()}: give the names of two columns as u and v"
            )
        if w is None and weight is not None and weight != "weight":
            w = weight
        place = found if w is None else self.place(w, "w")
        weights = None if weight is None or place is None else self._weights(place)
        first, second = ends
        named = str(self.names[first]), str(self.names[second])
        return Columns(
            names_column(self._at(first), named[0]), names_column(self._at(second), named[1]), weights, named
        )

    def _weights(self, place: int) -> np.ndarray:
        name, column = str(self.names[place]), self._at(place)
        weights = np.asarray(column)
        if weights.dtype.kind == "O":
            weights = _numbers(weights, name)
        weights = weights_column(weights, name)
        if weights.dtype.kind == "f" and np.isnan(weights).any():
            row = int(np.isnan(weights).argmax())
            raise ValueError(
                f"{name}: expected a weight in row {row}, found {weights[row]} or a missing value"
            )
        return weights

    def _listed(self) -> str:
        more = ", ..." if len(self.names) > 12 else ""
        return ", ".join(str(name) for name in self.names[:12]) + more


def _numbers(objects: np.ndarray, name: str) -> np.ndarray:
    """Returns objects as numbers."""
    for row, value in enumerate(objects.tolist()):
        if not isinstance(value, (int, float, np.number)):
            raise ValueError(f"{name}: expected a weight in row {row}, found {value!r}")
    return weights_column(objects.tolist(), name)


def is_frame(graph: Any) -> bool:
    """Returns True for a frame of one of the libraries."""
    return (
        is_a(graph, "pandas", "DataFrame")
        or is_a(graph, "polars", "DataFrame")
        or is_a(graph, "pyarrow", "Table", "RecordBatch")
    )
