"""Columns of numbers, and single numbers, as arguments."""

from __future__ import annotations

import numbers as kinds
import operator
import sys
from collections.abc import Iterator, KeysView, Mapping, Sequence, Set, ValuesView
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.ma import MaskedArray


def is_a(graph: Any, library: str, *names: str) -> bool:
    """Returns True for an instance of a library's class, or of one derived from it."""
    module = sys.modules.get(library)
    if module is None:
        return False
    classes = tuple(kind for kind in (getattr(module, name, None) for name in names) if kind is not None)
    return isinstance(graph, classes)


def listed(values: Any, name: str) -> Any:
    """Returns the values of an iterable as a list; raises TypeError for other objects."""
    if isinstance(values, (np.ndarray, list, tuple)):
        return values
    if isinstance(values, (Iterator, KeysView, ValuesView)):
        return list(values)
    if isinstance(values, (str, bytes, Mapping, Set)):
        cure = ": give its keys() or its values()" if isinstance(values, Mapping) else ""
        raise TypeError(f"{name}: expected a sequence of numbers, found {type(values).__name__}{cure}")
    return values


def column(values: Any, name: str) -> np.ndarray:
    """Returns an aligned array in the byte order of the machine; a copy only if necessary."""
    if isinstance(values, MaskedArray) and np.ma.is_masked(values):
        raise TypeError(f"{name}: expected numbers, found masked ones: remove those edges first")
    array = np.asarray(listed(values, name))
    if array.ndim == 0 and not isinstance(values, (np.ndarray, np.generic)):
        raise TypeError(f"{name}: expected a sequence of numbers, found {type(values).__name__}")
    if array.ndim != 1:
        raise ValueError(f"{name}: expected one dimension, found {array.ndim}")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return array if array.flags.aligned else array.copy()


def nodes_column(values: Any, name: str) -> np.ndarray:
    array = column(values, name)
    if array.size == 0 and array.dtype.kind == "f":
        array = array.astype(np.int64)  # what NumPy makes of an empty list
    if array.dtype.kind not in "iu":
        cure = ": with names of nodes, the number of nodes is None" if array.dtype.kind in "OUT" else ""
        raise TypeError(f"{name}: expected integers, found {array.dtype}{cure}")
    return array


def names_column(values: Any, name: str) -> Any:
    """Returns ids as an array of integers, a list of strings, or an object with a column of Arrow."""
    if is_a(values, "pyarrow", "Array"):
        values = sys.modules["pyarrow"].chunked_array([values])
    if str(getattr(values, "dtype", None)) == "Null":
        return values.to_list()  # of polars, which has nothing but missing values
    if not isinstance(getattr(values, "dtype", None), np.dtype) and hasattr(values, "__arrow_c_stream__"):
        if not is_a(values, "pandas", "Series") or find_spec("pyarrow"):
            return values
        values = values.to_numpy(object)
    array = values.to_numpy() if hasattr(values, "to_numpy") else listed(values, name)
    if isinstance(array, np.ndarray) and array.dtype.kind not in "OUT":
        return _integers(array, name, ())
    items = array.tolist() if isinstance(array, np.ndarray) else list(array)
    if items and not isinstance(items[0], kinds.Integral):
        return items
    return _integers(np.array(items, None if items else np.int64), name, items)


def _integers(array: np.ndarray, name: str, items: Sequence) -> np.ndarray:
    """Returns an array if it is one of integers. ``items`` are what it was made of, if these were objects."""
    if array.ndim == 1 and array.size and array.dtype.kind not in "iu":
        if array.dtype.kind == "f" and not items:
            items = [0 if x == x else None for x in array.tolist()]
        wrong = [row for row, x in enumerate(items) if not isinstance(x, kinds.Integral)]
        if wrong:
            found = "a missing value" if items[wrong[0]] is None else repr(items[wrong[0]])
            raise ValueError(f"{name}: expected the id of a node in row {wrong[0]}, found {found}")
        raise TypeError(f"{name}: expected integers or strings, found {array.dtype}")
    return nodes_column(array, name)


def weights_column(values: Any, name: str = "w") -> np.ndarray:
    values = listed(values, name)
    if isinstance(values, (list, tuple)):
        return numbers(values, name)
    array = column(values, name)
    if array.dtype.kind == "O" and array.size:
        raise TypeError(f"{name}: expected numbers of at most 64 bits, found objects")
    if array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        raise TypeError(f"{name}: expected integers, floats or bools of at most 64 bits, found {array.dtype}")
    return array


def numbers(values: Sequence, name: str = "weights") -> np.ndarray:
    """Returns weights that are objects as exact numbers."""
    array = np.asarray(values) if values else np.empty(0, np.int64)
    if array.ndim != 1 or array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        found = next((type(x).__name__ for x in values if not isinstance(x, (int, float, np.number))), None)
        raise TypeError(f"{name}: expected numbers of at most 64 bits, found {found or array.dtype}")
    if array.dtype != np.float64 or not (np.abs(array) >= 2.0**53).any():
        return array
    # Integers that floats may not keep: NumPy makes floats of them if there are floats, or no integers of one
    # type for all.
    integers = [x for x in values if isinstance(x, (int, np.integer))]
    if len(integers) == len(values) and min(integers) >= 0:
        return np.array(values, np.uint64)
    if any(int(float(x)) != int(x) for x in integers):
        raise ValueError(f"{name}: expected numbers of one type of 64 bits, found integers that floats round")
    return array


def whole(value: Any, name: str, least: int, most: int, what: str) -> int:
    """Returns an integer of any type as an int; ``what`` describes it and its limits."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected {what}, found {type(value).__name__}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: expected {what}, found {number}")
    return number


def real(value: Any, name: str) -> float:
    """Returns a number of any type as a float."""
    if not isinstance(value, kinds.Real):
        raise TypeError(f"{name}: expected a number, found {type(value).__name__}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name}: expected a number that a float can hold, found {value}") from None
