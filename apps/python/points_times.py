"""Times trees and clusters of points beside other packages, and prints tables in Markdown.

    pip install quitefastmst hdbscan-rs hdbscan fast_hdbscan scikit-learn scipy
    python apps/python/points_times.py                 # about ten minutes
    python apps/python/points_times.py --scale 0.01    # a look, in a minute

Points are uniform, but for those that lie on a lattice or on few places. All programs take turns in one
process, on the same points, on one thread. A cell is the median of the turns in seconds of processor time;
packages that are not installed are left out. A program that takes more than a minute has one turn.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS", "RAYON_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numpy as np  # noqa: E402 - after the numbers of threads are set

import boscage  # noqa: E402

#: Seconds after which a program has only one turn.
LONG = 60.0

Work = Callable[[np.ndarray], object]


def ours(samples: int = 1) -> Work:
    return lambda points: boscage.euclidean_minimum_spanning_tree(points, min_samples=samples, threads=1)


def quitefastmst(neighbours: int = 0) -> Work:
    import quitefastmst

    return lambda points: quitefastmst.mst_euclid(points, neighbours)


def scipy_linkage(points: np.ndarray) -> object:
    from scipy.cluster.hierarchy import linkage

    return linkage(points, "single")


def estimator(module: str, **arguments: object) -> Work:
    import importlib

    return importlib.import_module(module).HDBSCAN(**arguments).fit


def trees(scale: float) -> dict[str, tuple[np.ndarray, dict[str, tuple[str, Callable[[], Work]]]]]:
    """Returns the rows: points, and for each package its module and what it runs."""
    random = np.random.default_rng(1)
    many, few = int(1_000_000 * scale), int(200_000 * scale)
    side = int(many**0.5)
    lattice = np.stack(np.meshgrid(np.arange(side), np.arange(side)), -1).reshape(-1, 2).astype(float)
    plain = {"boscage": ("boscage", ours), "quitefastmst": ("quitefastmst", quitefastmst)}
    mutual = {
        "boscage": ("boscage", lambda: ours(11)),
        "quitefastmst": ("quitefastmst", lambda: quitefastmst(10)),
    }
    rows = {f"{many:,} in {d}-D": (random.random((many, d)), plain) for d in (2, 3, 5)}
    rows[f"{many:,} in 2-D, 11 samples"] = random.random((many, 2)), mutual
    rows[f"{few:,} in 10-D, 11 samples"] = random.random((few, 10)), mutual
    places = np.floor(random.random((many, 2)) * 301) / 301
    rows[f"{many:,} on {len(np.unique(places, axis=0)):,} places"] = places, plain
    rows[f"lattice, {side:,} x {side:,}"] = lattice, plain
    dense = {"boscage": ("boscage", ours), "SciPy": ("scipy", lambda: scipy_linkage)}
    rows[f"{int(10_000 * scale**0.5):,} in 100-D"] = random.random((int(10_000 * scale**0.5), 100)), dense
    return rows


def clusters(scale: float) -> dict[str, tuple[np.ndarray, dict[str, tuple[str, Callable[[], Work]]]]]:
    """As :func:`trees`, for HDBSCAN."""
    random = np.random.default_rng(2)
    all_packages = {
        "boscage": ("boscage", lambda: estimator("boscage", min_cluster_size=10, n_jobs=1)),
        "hdbscan-rs": ("hdbscan_rs", lambda: estimator("hdbscan_rs", min_cluster_size=10)),
        "fast_hdbscan": ("fast_hdbscan", lambda: estimator("fast_hdbscan", min_cluster_size=10)),
        "hdbscan": ("hdbscan", lambda: estimator("hdbscan", min_cluster_size=10)),
        "scikit-learn": ("sklearn", lambda: estimator("sklearn.cluster", min_cluster_size=10, copy=True)),
    }
    rows = {}
    for count, packages in [(20_000, all_packages), (200_000, all_packages), (1_000_000, all_packages)]:
        count = int(count * scale)
        centres = random.random((50, 2)) * 100
        points = centres[random.integers(0, 50, count)] + random.normal(size=(count, 2))
        most = {"scikit-learn": 25_000, "hdbscan": 250_000}
        kept = {name: of for name, of in packages.items() if count <= most.get(name, count)}
        rows[f"{count:,} in 2-D"] = points, kept
    return rows


def seconds(work: Work, points: np.ndarray) -> float:
    started = time.process_time()
    work(points)
    return time.process_time() - started


def print_table(title: str, rows: dict, turns: int) -> None:
    columns = list(dict.fromkeys(name for _, programs in rows.values() for name in programs))
    columns = [
        name for name in columns if any(find_spec(of[name][0]) for _, of in rows.values() if name in of)
    ]
    print(f"| {title} | " + " | ".join(columns) + " |\n|" + "---|" * (len(columns) + 1))
    for row, (points, programs) in rows.items():
        works = {name: programs[name][1]() for name in columns if name in programs}
        times: dict[str, list[float]] = {name: [] for name in works}
        for work in works.values():
            work(points[:1000])  # what is compiled when it first runs
        for _ in range(turns):
            for name, work in works.items():
                if not times[name] or times[name][0] < LONG:
                    times[name].append(seconds(work, points))
        cells = (f"{statistics.median(times[name]):.3g}" if name in times else "-" for name in columns)
        print(f"| {row} | " + " | ".join(cells) + " |", flush=True)
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="multiplies numbers of points")
    parser.add_argument("--turns", type=int, default=5, help="turns of each program")
    arguments = parser.parse_args()
    print_table("spanning tree", trees(arguments.scale), arguments.turns)
    print_table("HDBSCAN", clusters(arguments.scale), arguments.turns)


if __name__ == "__main__":
    main()
