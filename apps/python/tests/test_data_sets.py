"""HDBSCAN on fifty data sets of the kinds that clustering is tried on: the labels are scikit-learn's.

With up to two samples no two weights are equal, so there is one hierarchy. With more, several edges weigh as
much as one core distance; the heights are the same, and labels may differ at these weights.
"""

import numpy as np
import pytest

import boscage

cluster = pytest.importorskip("sklearn.cluster")
metrics = pytest.importorskip("sklearn.metrics")


def blobs(random, n, d=2, spread=(1.0,), count=5):
    centres = random.uniform(-10, 10, (count, d))
    own = random.integers(count, size=n)
    scale = np.resize(spread, count)[own, None]
    return centres[own] + scale * random.normal(size=(n, d))


def sheared(random, n):
    return blobs(random, n, count=3) @ np.array([[0.6, -0.6], [-0.4, 0.8]])


def moons(random, n):
    angle, side = random.uniform(0, np.pi, n), random.integers(2, size=n)
    x, y = np.cos(angle), np.sin(angle)
    moon = np.stack([np.where(side, 1 - x, x), np.where(side, 0.5 - y, y)], axis=1)
    return moon + random.normal(scale=0.06, size=(n, 2))


def rings(random, n, d=2):
    direction = random.normal(size=(n, d))
    direction /= np.linalg.norm(direction, axis=1)[:, None]
    return direction * random.integers(1, 4, size=(n, 1)) + random.normal(scale=0.04, size=(n, d))


def spirals(random, n):
    turn, arm = np.sqrt(random.uniform(0.02, 1, n)) * 3 * np.pi, random.integers(2, size=n) * np.pi
    points = np.stack([turn * np.cos(turn + arm), turn * np.sin(turn + arm)], axis=1)
    return points + random.normal(scale=0.2, size=(n, 2))


def chainlink(random, n):
    angle, link = random.uniform(0, 2 * np.pi, n), random.integers(2, size=n)
    flat = np.stack([np.cos(angle), np.sin(angle), np.zeros(n)], axis=1)
    linked = np.stack([1 + np.cos(angle), np.zeros(n), np.sin(angle)], axis=1)
    return np.where(link[:, None], linked, flat) + random.normal(scale=0.05, size=(n, 3))


def roll(random, n):
    turn = random.uniform(1.5 * np.pi, 4.5 * np.pi, n)
    return np.stack([turn * np.cos(turn), random.uniform(0, 21, n), turn * np.sin(turn)], axis=1)


def atom(random, n):
    shell = random.normal(size=(n, 3))
    shell *= 50 / np.linalg.norm(shell, axis=1)[:, None]
    is_core = random.random(n) < 0.5
    return np.where(is_core[:, None], random.normal(size=(n, 3)), shell + random.normal(size=(n, 3)))


def strokes(random, n):
    ends = random.uniform(0, 10, (6, 2, 2))
    own, along = random.integers(6, size=n), random.random((n, 1))
    return ends[own, 0] * along + ends[own, 1] * (1 - along) + random.normal(scale=0.1, size=(n, 2))


def with_noise(random, n):
    return np.concatenate([blobs(random, n // 2, count=4), random.uniform(-20, 20, (n - n // 2, 2))])


def heavy_tails(random, n):
    return random.standard_t(1.5, size=(n, 2))


def uniform(random, n):
    return random.random((n, 2))


def turned(random, n):
    rotation, _ = np.linalg.qr(random.normal(size=(3, 3)))
    return np.pad(moons(random, n), ((0, 0), (0, 1))) @ rotation * 1e6


KINDS = {
    "blobs": blobs,
    "blobs of several densities": lambda random, n: blobs(random, n, spread=(0.3, 1.0, 2.5)),
    "blobs in 5-D": lambda random, n: blobs(random, n, d=5),
    "blobs in 20-D": lambda random, n: blobs(random, n, d=20, spread=(1.0, 2.0)),
    "sheared blobs": sheared,
    "moons": moons,
    "turned moons": turned,
    "rings": rings,
    "spheres": lambda random, n: rings(random, n, d=3),
    "spirals": spirals,
    "chainlink": chainlink,
    "roll": roll,
    "atom": atom,
    "strokes": strokes,
    "blobs in noise": with_noise,
    "heavy tails": heavy_tails,
    "uniform": uniform,
}
DATA_SETS = [(kind, n) for kind in KINDS for n in (150, 400, 900)][:50]


@pytest.mark.parametrize(("kind", "n"), DATA_SETS)
def test_labels_are_those_of_scikit_learn(kind, n):
    X = KINDS[kind](np.random.default_rng(n), n)
    for size, samples in [(5, 1), (5, 2), (15, 2)]:
        ours = boscage.HDBSCAN(min_cluster_size=size, min_samples=samples).fit(X)
        theirs = cluster.HDBSCAN(min_cluster_size=size, min_samples=samples, copy=True).fit(X)
        assert metrics.adjusted_rand_score(ours.labels_, theirs.labels_) == 1
        assert np.array_equal(ours.labels_ == -1, theirs.labels_ == -1)
    ours = boscage.HDBSCAN().fit(X)
    theirs = cluster.HDBSCAN(copy=True).fit(X)
    heights = theirs._single_linkage_tree_["value"]
    assert np.allclose(ours.single_linkage_tree_[:, 2], np.sort(heights), rtol=1e-10)
