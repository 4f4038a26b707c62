"""Forests the slow way, and random graphs."""

import numpy as np

DTYPES = [
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
    "bool",
]
FORMATS = ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"]


def kruskal(n, u, v, w, maximum=False):
    """The edges of the forest, by (weight, position)."""
    parents = list(range(n))

    def root(node):
        while parents[node] != node:
            parents[node] = node = parents[parents[node]]
        return node

    weights = [1] * len(u) if w is None else [x.item() for x in np.asarray(w)]
    sign = -1 if maximum else 1
    forest = []
    for i in sorted(range(len(u)), key=lambda i: (sign * weights[i], i)):
        a, b = root(u[i]), root(v[i])
        if a != b:
            parents[a] = b
            forest.append(i)
    return sorted(forest)


def labels(n, u, v):
    """Components, numbered by their lowest nodes."""
    names = list(range(n))
    for _ in range(n):
        for a, b in zip(u, v):
            names[a] = names[b] = min(names[a], names[b])
    numbers = {}
    return [numbers.setdefault(name, len(numbers)) for name in names]


def random_weights(random, m, dtype, distinct=False):
    """Weights of a type, from its whole range or, half of the time, from a few values."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return random.integers(0, 2, m).astype(bool)
    if distinct:
        least = 1 if dtype.kind == "u" else -(m // 2)
        weights = random.permutation(np.arange(least, least + m))
        weights[weights == 0] = least + m  # SciPy drops zeros
        return weights.astype(dtype)
    if random.random() < 0.5:
        return random.integers(0, 4, m).astype(dtype)
    if dtype.kind == "f":
        return random.normal(size=m).astype(dtype)
    info = np.iinfo(dtype)
    return random.integers(info.min, info.max, m, dtype=dtype, endpoint=True)


def random_graph(random, most=12):
    """A number of nodes and the ends of edges, with loops and parallel edges, seldom connected."""
    n = int(random.integers(1, most))
    m = int(random.integers(0, 3 * n))
    return n, random.integers(0, n, m), random.integers(0, n, m)
