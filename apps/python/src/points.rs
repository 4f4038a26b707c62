//! Points in space: spanning trees, neighbours, HDBSCAN.

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Objective};
use boscage::operators::points::{
    CondensedTree, Distances, Hdbscan, HdbscanClusters, Metric, Points, Reachability, Selection,
    hdbscan_of_tree, minimum_spanning_tree, mutual_reachability, nearest_neighbours as neighbours,
    spanning_tree_of_distances,
};
use boscage::parallel::tabulate;
use boscage::{Error, Result};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::columns::{Column, Kind};
use crate::distances::floats_of_square;
use crate::errors::exception;
use crate::forest::Forest;
use crate::source::count_nodes;
use crate::work::{self, Threads};

/// Coordinates of points, and the metric between them.
struct Places {
    coordinates: Coordinates,
    dimensions: usize,
    metric: Metric,
}

enum Coordinates {
    Singles(Vec<f32>),
    Doubles(Vec<f64>),
}

impl Places {
    /// Copies coordinates, row by row.
    fn of(
        py: Python<'_>,
        exec: &Exec,
        cells: &Bound<'_, PyAny>,
        dimensions: usize,
        metric: &str,
    ) -> PyResult<Self> {
        let metric = match metric {
            "euclidean" => Ok(Metric::Euclidean),
            "manhattan" => Ok(Metric::Manhattan),
            "chebyshev" => Ok(Metric::Chebyshev),
            "cosine" => Ok(Metric::Cosine),
            "haversine" => Ok(Metric::Haversine),
            _ => {
                let expected = "euclidean, manhattan, chebyshev, cosine or haversine";
                Err(exception(Error::argument("metric", expected, metric)))
            }
        };
        let (metric, cells) = (metric?, Column::of(cells, "X")?);
        let coordinates = match cells.kind() {
            Kind::F32 => Coordinates::Singles(cells.singles(py, exec)?),
            _ => Coordinates::Doubles(cells.floats(py, exec)?),
        };
        Ok(Self { coordinates, dimensions, metric })
    }

    fn points(&self) -> Result<Points<'_>> {
        let points = match &self.coordinates {
            Coordinates::Singles(all) => Points::new(all, self.dimensions),
            Coordinates::Doubles(all) => Points::new(all, self.dimensions),
        };
        points?.with_metric(self.metric)
    }

    /// The size of work that is done `times` for each coordinate.
    fn size(&self, times: usize) -> usize {
        let len = match &self.coordinates {
            Coordinates::Singles(all) => all.len(),
            Coordinates::Doubles(all) => all.len(),
        };
        len.saturating_mul(times.saturating_add(STEPS))
    }
}

/// Approximate number of steps of a search per coordinate.
const STEPS: usize = 16;

/// The minimum spanning tree of points, whose edges are numbered in ascending order.
#[pyfunction]
pub(crate) fn spanning_tree_of_points(
    py: Python<'_>,
    cells: &Bound<'_, PyAny>,
    dimensions: usize,
    metric: &str,
    min_samples: usize,
    threads: Threads,
) -> PyResult<Forest> {
    let exec = work::threads(threads)?;
    let places = Places::of(py, &exec, cells, dimensions, metric)?;
    work::run(py, &exec, places.size(min_samples), move |exec| {
        let tree = minimum_spanning_tree(exec, places.points()?, Reachability::Mutual { min_samples })?;
        drop(places);
        forest(exec, tree.into_edges())
    })
}

fn forest(exec: &Exec, edges: EdgeList<f64>) -> Result<Forest> {
    let ids = tabulate(exec, "ids of edges", edges.edge_count(), |i| i as i64)?;
    let nodes = edges.node_count();
    Forest::of_edges(exec, nodes, edges.into_edges(), ids, Objective::Minimum)
}

/// Distances and numbers, a row per point.
type Neighbours<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray2<i64>>);

/// The distances and the numbers of the nearest neighbours of each point.
#[pyfunction]
pub(crate) fn nearest_neighbours<'py>(
    py: Python<'py>,
    cells: &Bound<'py, PyAny>,
    dimensions: usize,
    metric: &str,
    count: usize,
    threads: Threads,
) -> PyResult<Neighbours<'py>> {
    let exec = work::threads(threads)?;
    let places = Places::of(py, &exec, cells, dimensions, metric)?;
    let (points, distances) = work::run(py, &exec, places.size(count), move |exec| {
        let (points, distances) = neighbours(exec, places.points()?, count)?.into_parts();
        Ok((tabulate(exec, "neighbours", points.len(), |i| i64::from(points[i]))?, distances))
    })?;
    let shape = [points.len() / count.max(1), count];
    Ok((distances.into_pyarray(py).reshape(shape)?, points.into_pyarray(py).reshape(shape)?))
}

/// Options of HDBSCAN: `min_cluster_size`, `min_samples`, `cluster_selection_epsilon`, `max_cluster_size`,
/// `true` to select leaves, and `allow_single_cluster`.
type Options = (usize, usize, f64, Option<usize>, bool, bool);

fn config(options: Options) -> Hdbscan {
    let (min_cluster_size, min_samples, epsilon, max_cluster_size, is_leaf, allow_single_cluster) = options;
    Hdbscan {
        min_cluster_size,
        min_samples: Some(min_samples),
        cluster_selection_epsilon: epsilon,
        max_cluster_size,
        selection: if is_leaf { Selection::Leaf } else { Selection::ExcessOfMass },
        allow_single_cluster,
    }
}

type Floats<'py> = Bound<'py, PyArray1<f64>>;
type Integers<'py> = Bound<'py, PyArray1<i64>>;

/// Result of HDBSCAN: the spanning tree; per point the label, the probability and the outlier score; per
/// cluster its number in the condensed tree and its stability; per cluster of the condensed tree the parent,
/// the density at birth and the size; per point its last cluster and the density at which it leaves it.
type Found<'py> = (
    Forest,
    (Integers<'py>, Floats<'py>, Floats<'py>),
    (Integers<'py>, Floats<'py>),
    (Integers<'py>, Floats<'py>, Integers<'py>, Integers<'py>, Floats<'py>),
);

/// HDBSCAN of points.
#[pyfunction]
pub(crate) fn hdbscan<'py>(
    py: Python<'py>,
    cells: &Bound<'py, PyAny>,
    dimensions: usize,
    metric: &str,
    options: Options,
    threads: Threads,
) -> PyResult<Found<'py>> {
    let (exec, config) = (work::threads(threads)?, config(options));
    let places = Places::of(py, &exec, cells, dimensions, metric)?;
    let min_samples = config.samples();
    let (clusters, forest) = work::run(py, &exec, places.size(min_samples), move |exec| {
        let tree = minimum_spanning_tree(exec, places.points()?, Reachability::Mutual { min_samples })?;
        drop(places);
        Ok((hdbscan_of_tree(exec, &tree, &config)?, forest(exec, tree.into_edges())?))
    })?;
    found(py, forest, &clusters)
}

/// HDBSCAN of a matrix of distances, as one row of numbers.
#[pyfunction]
pub(crate) fn hdbscan_of_distances<'py>(
    py: Python<'py>,
    n: u64,
    cells: &Bound<'py, PyAny>,
    options: Options,
    threads: Threads,
) -> PyResult<Found<'py>> {
    let (exec, config) = (work::threads(threads)?, config(options));
    let (nodes, cells) = (count_nodes(n)?, Column::of(cells, "the matrix")?);
    let mut distances = floats_of_square(py, &exec, nodes, &cells)?;
    let (clusters, forest) = work::run(py, &exec, distances.len().max(nodes), move |exec| {
        if nodes > 1 {
            mutual_reachability(exec, &mut distances, config.samples())?;
        }
        let tree = spanning_tree_of_distances(exec, Distances::from_checked(nodes, &distances))?;
        drop(distances);
        Ok((hdbscan_of_tree(exec, &tree, &config)?, forest(exec, tree.into_edges())?))
    })?;
    found(py, forest, &clusters)
}

fn found<'py>(py: Python<'py>, forest: Forest, clusters: &HdbscanClusters) -> PyResult<Found<'py>> {
    let exec = work::threads(Threads::one())?;
    let integers = |len: usize, value: &(dyn Fn(usize) -> i64 + Sync)| -> PyResult<Integers<'py>> {
        let values = tabulate(&exec, "results of points", len, value).map_err(exception)?;
        Ok(values.into_pyarray(py))
    };
    let floats = |len: usize, value: &(dyn Fn(usize) -> f64 + Sync)| -> PyResult<Floats<'py>> {
        let values = tabulate(&exec, "results of points", len, value).map_err(exception)?;
        Ok(values.into_pyarray(py))
    };
    let tree: &CondensedTree = clusters.tree();
    let (labels, selected) = (clusters.labels(), clusters.selected());
    let (count, points) = (tree.cluster_count(), tree.point_count());
    Ok((
        forest,
        (
            integers(points, &|point| labels[point].into())?,
            floats(points, &|point| clusters.probabilities()[point])?,
            floats(points, &|point| clusters.outlier_scores()[point])?,
        ),
        (
            integers(selected.len(), &|cluster| selected[cluster].into())?,
            floats(selected.len(), &|cluster| clusters.stabilities()[cluster])?,
        ),
        (
            integers(count, &|cluster| tree.parent(cluster) as i64)?,
            floats(count, &|cluster| tree.birth(cluster))?,
            integers(count, &|cluster| tree.size(cluster) as i64)?,
            integers(points, &|point| tree.exit(point).0 as i64)?,
            floats(points, &|point| tree.exit(point).1)?,
        ),
    ))
}
