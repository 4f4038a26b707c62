//! The tree of points: found, timed and, if wanted, proved; and clusters by density.

use boscage::exec::{Exec, StageKind};
use boscage::graph::{EdgeId, EdgeList, Forest, Objective};
use boscage::io::PointData;
use boscage::operators::points::{
    Hdbscan, HdbscanClusters, NOISE, Points, Reachability, hdbscan_of_tree, minimum_spanning_tree,
};
use boscage::{Result, memory};
use boscage_measuring::failure::Failure;
use boscage_programs::progress::Bar;
use boscage_programs::report::{ForestReport, timed};

use super::Distance;
use super::checks;
use super::proof::AllDistances;
use crate::processor_time;
use crate::report::{PointsReport, RunReport, Seconds, VERSION};

/// The name of the operator in reports.
const OPERATOR: &str = "points";

/// Settings of a search for trees.
pub(super) struct Search<'a> {
    pub(super) exec: &'a Exec,
    pub(super) distance: Distance,
    pub(super) reachability: Reachability,
    /// Clusters by density, if they are wanted.
    pub(super) density: Option<Hdbscan>,
    /// Proves the tree.
    pub(super) proof: bool,
    pub(super) bar: &'a Bar,
}

/// A tree, in the unit of the command line, and clusters by density.
pub(super) struct PointTree {
    pub(super) edges: EdgeList<f64>,
    pub(super) forest: Forest<f64>,
    pub(super) clusters: Option<HdbscanClusters>,
}

/// Returns the number of points within core distances.
pub(crate) fn samples_of(reachability: Reachability) -> usize {
    match reachability {
        Reachability::Mutual { min_samples } => min_samples,
        _ => 1,
    }
}

impl Search<'_> {
    /// Finds the tree of points that took `read` seconds to read, and proves it if requested. Places on the
    /// earth are converted to radians.
    pub(super) fn run(&self, data: &mut PointData, read: f64) -> Result<(PointTree, RunReport), Failure> {
        let Self { exec, distance, bar, .. } = *self;
        let path = data.path.clone();
        let during = |step| move |failure: Failure| failure.during(&path, step);
        if distance == Distance::Haversine {
            data.coordinates.iter_mut().for_each(|degrees| *degrees = degrees.to_radians());
        }
        bar.stage("the tree");
        let before = processor_time::of_threads(exec);
        let found = timed(|| self.tree(data).map_err(Failure::from));
        let (tree, seconds) = found.map_err(during.clone()("the tree"))?;
        let thread_seconds = processor_time::since(before, exec);
        let statistics = exec.take_statistics();
        let proof = || {
            bar.stage("verifying");
            let samples = samples_of(self.reachability);
            let (coordinates, dimensions) = (&*data.coordinates, data.dimensions);
            let all = AllDistances { exec, coordinates, dimensions, distance, samples };
            let proof = timed(|| all.prove(&tree.edges));
            proof.map(|((), seconds)| seconds).map_err(during("verifying"))
        };
        let verify = self.proof.then(proof).transpose()?;
        let (nodes, labels) = (data.len() as u64, tree.clusters.as_ref().map(HdbscanClusters::labels));
        let report = RunReport {
            forest: ForestReport {
                version: VERSION,
                graph: data.path.display().to_string(),
                format: data.format.to_string(),
                format_is_guessed: false,
                remarks: data.remarks.iter().map(ToString::to_string).collect(),
                weight_type: "f64",
                objective: Objective::Minimum,
                algorithm: OPERATOR,
                operator: OPERATOR,
                threads: exec.threads(),
                nodes: data.len(),
                edges: nodes * nodes.saturating_sub(1) / 2,
                forest_edges: tree.edges.edge_count() as u64,
                trees: tree.forest.tree_count(),
                total_weight: tree.forest.total().into(),
                verified: verify.is_some(),
                peak_bytes: memory::peak(),
            },
            backend: "cpu",
            device: None,
            clusters: tree.clusters.as_ref().map(HdbscanClusters::count),
            points: Some(PointsReport {
                dimensions: data.dimensions,
                columns: data.columns.clone(),
                metric: distance,
                min_samples: samples_of(self.reachability),
                min_cluster_size: self.density.map(|density| density.min_cluster_size),
                noise: labels.map(|labels| labels.iter().filter(|&&label| label == NOISE).count()),
            }),
            rounds: statistics.loops.iter().map(|one| one.round_count).sum(),
            seconds: Seconds {
                read,
                build: statistics.seconds_of(StageKind::Convert),
                forest: seconds,
                verify,
            },
            thread_seconds,
            statistics,
        };
        Ok((tree, report))
    }

    fn tree(&self, data: &PointData) -> Result<PointTree> {
        let points = Points::new(&data.coordinates, data.dimensions);
        let points = points.and_then(|points| points.with_metric(self.distance.metric()));
        let points = points.map_err(checks::of_file(data))?;
        let reachability = if points.is_empty() { Reachability::Distance } else { self.reachability };
        let tree = minimum_spanning_tree(self.exec, points, reachability)?;
        let clusters = self.density.map(|density| hdbscan_of_tree(self.exec, &tree, &density)).transpose()?;
        let unit = self.distance.unit();
        let edges = tree.edges().map(|_, edge| edge.weight * unit)?;
        drop(tree);
        let ids = memory::from_fn("the tree", edges.edge_count(), EdgeId::new)?;
        let forest = Forest::from_edges(self.exec, &edges, ids);
        Ok(PointTree { edges, forest, clusters })
    }
}
