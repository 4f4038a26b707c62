//! HDBSCAN: clusters of points by density, and noise.

mod condense;
mod select;

use boscage_core::exec::Exec;
use boscage_core::{Error, Result, memory};

use super::{Points, Reachability, SpanningTree, minimum_spanning_tree};
pub use condense::CondensedTree;

/// Configuration of [`hdbscan`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hdbscan {
    /// Least number of points of a cluster, at least 2.
    pub min_cluster_size: usize,
    /// Number of points within the core distance of a point, the point itself included; by default
    /// `min_cluster_size`. With more of them, clusters are denser and there is more noise.
    pub min_samples: Option<usize>,
    /// Distance below which clusters are not split; 0 splits all.
    pub cluster_selection_epsilon: f64,
    /// Greatest number of points of a cluster that [`Selection::ExcessOfMass`] selects.
    pub max_cluster_size: Option<usize>,
    /// The way to select clusters.
    pub selection: Selection,
    /// `true` if all points may be one cluster.
    pub allow_single_cluster: bool,
}

/// The way to select clusters from the condensed tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selection {
    /// The clusters whose stabilities have the greatest sum.
    #[default]
    ExcessOfMass,
    /// The clusters that do not split: many small ones.
    Leaf,
}

impl Hdbscan {
    /// Default of `min_cluster_size`.
    pub const DEFAULT_MIN_CLUSTER_SIZE: usize = 5;

    /// Returns the number of samples.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.min_samples.unwrap_or(self.min_cluster_size)
    }

    fn check(&self) -> Result<()> {
        if self.min_cluster_size < 2 {
            return Err(Error::argument("min_cluster_size", "at least 2", self.min_cluster_size));
        }
        if !(self.cluster_selection_epsilon >= 0.0 && self.cluster_selection_epsilon.is_finite()) {
            let found = self.cluster_selection_epsilon;
            return Err(Error::argument("cluster_selection_epsilon", "a finite number from 0 on", found));
        }
        if self.max_cluster_size == Some(0) {
            return Err(Error::argument("max_cluster_size", "at least 1", 0));
        }
        Ok(())
    }
}

impl Default for Hdbscan {
    fn default() -> Self {
        Self {
            min_cluster_size: Self::DEFAULT_MIN_CLUSTER_SIZE,
            min_samples: None,
            cluster_selection_epsilon: 0.0,
            max_cluster_size: None,
            selection: Selection::default(),
            allow_single_cluster: false,
        }
    }
}

/// The label of points in no cluster.
pub const NOISE: i32 = -1;

/// Clusters of points by density; made by [`hdbscan`].
#[derive(Clone, Debug, PartialEq)]
pub struct HdbscanClusters {
    labels: Vec<i32>,
    probabilities: Vec<f64>,
    outlier_scores: Vec<f64>,
    selected: Vec<u32>,
    stabilities: Vec<f64>,
    tree: CondensedTree,
}

impl HdbscanClusters {
    /// Returns the cluster of each point, or [`NOISE`]. Clusters are numbered from 0 by their lowest points.
    #[must_use]
    pub fn labels(&self) -> &[i32] {
        &self.labels
    }

    /// Returns the number of clusters.
    #[must_use]
    pub fn count(&self) -> usize {
        self.selected.len()
    }

    /// Returns the strength of each point's membership in its cluster, from 0 to 1: the density at which it
    /// leaves the cluster, over that at which the last points leave; 0 for noise.
    #[must_use]
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// Returns the outlier score of each point, from 0 to 1: one minus the density at which it leaves its
    /// last cluster, over the greatest density there (GLOSH).
    #[must_use]
    pub fn outlier_scores(&self) -> &[f64] {
        &self.outlier_scores
    }

    /// Returns the number in the condensed tree of each cluster.
    #[must_use]
    pub fn selected(&self) -> &[u32] {
        &self.selected
    }

    /// Returns the stability of each cluster.
    #[must_use]
    pub fn stabilities(&self) -> &[f64] {
        &self.stabilities
    }

    /// Returns the condensed tree.
    #[must_use]
    pub fn tree(&self) -> &CondensedTree {
        &self.tree
    }
}

/// Finds clusters of points by density, and noise.
///
/// **Algorithm.** HDBSCAN*: Campello, Moulavi, Sander, "Density-based clustering based on hierarchical
/// density estimates", PAKDD 2013; Campello, Moulavi, Zimek, Sander, "Hierarchical density estimates for data
/// clustering, visualization, and outlier detection", ACM TKDD 10(1), 2015. The dendrogram of the spanning
/// tree by mutual reachability distances ([`minimum_spanning_tree`]) is condensed: clusters with fewer than
/// `min_cluster_size` points are no clusters. From the condensed tree clusters are selected. As in the
/// papers, all edges of the same weight are removed at once, so clusters do not depend on the order of
/// points. Packages that remove one after the other (hdbscan, scikit-learn) may assign a few points at such a
/// weight differently.
///
/// # Determinism
/// The result does not depend on the number of threads or on the processor. If points are permuted, only the
/// numbers of clusters change; and if the stabilities of two selections are equal, rounding decides.
///
/// # Memory
/// That of [`minimum_spanning_tree`], then 100 bytes per point.
///
/// # Errors
/// [`Error::Argument`] if the configuration is not usable, or if there are fewer points than samples;
/// [`Error::OutOfMemory`]; [`Error::Cancelled`].
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::operators::points::{Hdbscan, NOISE, Points, hdbscan};
///
/// let on_a_line = Points::new(&[1.0, 1.1, 1.2, 5.0, 5.1, 5.2, 9.0], 1)?;
/// let config = Hdbscan { min_cluster_size: 2, ..Hdbscan::default() };
/// let clusters = hdbscan(&Exec::available()?, on_a_line, &config)?;
/// assert_eq!(clusters.labels(), [0, 0, 0, 1, 1, 1, NOISE]);
/// assert!(clusters.outlier_scores()[6] > 0.9);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn hdbscan(exec: &Exec, points: Points<'_>, config: &Hdbscan) -> Result<HdbscanClusters> {
    config.check()?;
    let reachability = match config.samples() {
        _ if points.is_empty() => Reachability::Distance,
        min_samples => Reachability::Mutual { min_samples },
    };
    hdbscan_of_tree(exec, &minimum_spanning_tree(exec, points, reachability)?, config)
}

/// Finds clusters by density from a spanning tree by mutual reachability distances, which may be used for
/// several configurations. `min_samples` is not used.
///
/// # Determinism
/// The result depends on the tree only.
///
/// # Memory
/// 100 bytes per point.
///
/// # Errors
/// [`Error::Argument`] if the configuration is not usable; [`Error::OutOfMemory`]; [`Error::Cancelled`].
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::operators::points::{Hdbscan, Points, Reachability, Selection};
/// use boscage::operators::points::{hdbscan_of_tree, minimum_spanning_tree};
///
/// let exec = Exec::available()?;
/// let on_a_line = Points::new(&[1.0, 1.1, 1.2, 1.35, 1.45, 1.55, 9.0, 9.1, 9.2], 1)?;
/// let tree = minimum_spanning_tree(&exec, on_a_line, Reachability::Mutual { min_samples: 2 })?;
/// let config = Hdbscan { min_cluster_size: 3, ..Hdbscan::default() };
/// let counts = [Selection::ExcessOfMass, Selection::Leaf].map(|selection| {
///     hdbscan_of_tree(&exec, &tree, &Hdbscan { selection, ..config }).map(|clusters| clusters.count())
/// });
/// assert!(matches!(counts, [Ok(2), Ok(3)]));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn hdbscan_of_tree(exec: &Exec, tree: &SpanningTree, config: &Hdbscan) -> Result<HdbscanClusters> {
    config.check()?;
    let tree = exec.stage("condense", || {
        CondensedTree::new(exec, tree.edges().node_count(), tree.edges().edges(), config.min_cluster_size)
    })?;
    exec.stage("select", || clusters(tree, config))
}

fn clusters(tree: CondensedTree, config: &Hdbscan) -> Result<HdbscanClusters> {
    let (count, points) = (tree.cluster_count(), tree.point_count());
    let stabilities = select::stabilities(&tree)?;
    let marks = select::select(&tree, config, &stabilities)?;
    // The densities at which the last points leave each cluster itself, and it or those inside of it.
    let mut deaths = memory::zeroed::<f64>("densities of clusters", count)?;
    for (&cluster, &density) in tree.clusters.iter().zip(&tree.densities) {
        let death = &mut deaths[cluster as usize];
        *death = death.max(density);
    }
    for child in 1..count {
        deaths[tree.parent(child)] = deaths[tree.parent(child)].max(tree.births[child]);
    }
    let mut last_deaths = memory::from_fn("densities of clusters", count, |cluster| deaths[cluster])?;
    for child in (1..count).rev() {
        last_deaths[tree.parent(child)] = last_deaths[tree.parent(child)].max(last_deaths[child]);
    }
    // The selected cluster around each one.
    let mut around = memory::filled("selected clusters", count, None)?;
    for cluster in 0..count {
        around[cluster] = if marks[cluster] { Some(cluster) } else { around[tree.parent(cluster)] };
    }
    let (is_alone, selected) = (marks[0], marks.iter().filter(|&&is_marked| is_marked).count());
    let mut result = HdbscanClusters {
        labels: memory::filled("labels of points", points, NOISE)?,
        probabilities: memory::zeroed("probabilities of points", points)?,
        outlier_scores: memory::zeroed("outlier scores of points", points)?,
        selected: memory::reserve("selected clusters", selected)?,
        stabilities: memory::reserve("stabilities of clusters", selected)?,
        tree,
    };
    let tree = &result.tree;
    let mut labels = memory::filled("labels of clusters", count, NOISE)?;
    for point in 0..points {
        let (cluster, density) = tree.exit(point);
        if last_deaths[cluster] > 0.0 && density.is_finite() {
            let score = (last_deaths[cluster] - density) / last_deaths[cluster];
            result.outlier_scores[point] = if last_deaths[cluster].is_finite() { score } else { 1.0 };
        }
        let Some(own) = around[cluster] else { continue };
        // Of all points as one cluster, those are noise that leave it before the last ones do.
        let least = match config.cluster_selection_epsilon {
            _ if !is_alone || own > 0 => 0.0,
            0.0 => deaths[0],
            epsilon => 1.0 / epsilon,
        };
        if density < least {
            continue;
        }
        if labels[own] == NOISE {
            labels[own] = result.selected.len() as i32;
            result.selected.push(own as u32);
            result.stabilities.push(stabilities[own]);
        }
        result.labels[point] = labels[own];
        let is_last = deaths[own] == 0.0 || density.is_infinite() || density >= deaths[own];
        result.probabilities[point] = if is_last { 1.0 } else { density / deaths[own] };
    }
    Ok(result)
}
