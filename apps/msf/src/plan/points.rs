//! The plan of `msf GRAPH --points`.

use std::path::PathBuf;

use boscage::io::PointOptions;
use boscage::operators::points::{Hdbscan, Reachability};

use super::forest::{checked_outputs, mistaken};
use crate::needs::PointNeeds;
use crate::options::ForestOptions;
use crate::outputs::Outputs;
use crate::page::Coordinates;
use crate::points::{Distance, samples_of};
use crate::report::ReportForm;

/// A tree of points to find.
pub(crate) struct PointsPlan {
    pub(crate) file: PathBuf,
    pub(crate) read: PointOptions,
    pub(crate) distance: Distance,
    pub(crate) reachability: Reachability,
    /// Clusters by density, if they are wanted.
    pub(crate) density: Option<Hdbscan>,
    pub(crate) threads: Option<usize>,
    /// Proves the tree.
    pub(crate) proof: bool,
    pub(crate) outputs: Outputs<PathBuf>,
    /// The form of the report, if one is printed.
    pub(crate) report: Option<ReportForm>,
    /// An output goes to the standard output, so the report does not.
    pub(crate) stdout_is_taken: bool,
    pub(crate) quiet: bool,
}

impl PointsPlan {
    /// Returns the needs of the search for the tree.
    pub(crate) fn needs(&self) -> PointNeeds {
        PointNeeds { samples: samples_of(self.reachability), has_density: self.density.is_some() }
    }

    pub(super) fn new(options: ForestOptions) -> Result<Self, String> {
        mistaken(&options)?;
        if options.replacements.is_some() {
            return Err("--replacements requires a graph: other edges between points are not stored".into());
        }
        let (mut outputs, stdout_is_taken) = checked_outputs(&options)?;
        let ForestOptions { graph, threads, stats, input, degrees, verify, points, .. } = options;
        let distance = points.metric.unwrap_or_default();
        let min_samples = points.min_samples;
        let density = points.min_cluster_size.map(|min_cluster_size| Hdbscan {
            min_cluster_size,
            min_samples,
            ..Hdbscan::default()
        });
        let samples = density.as_ref().map_or(min_samples.unwrap_or(1), Hdbscan::samples);
        let reachability = match samples {
            1 => Reachability::Distance,
            min_samples => Reachability::Mutual { min_samples },
        };
        let are_places = distance == Distance::Haversine;
        if are_places && degrees == Some(false) {
            return Err("--metric haversine: points are latitude and longitude in degrees".into());
        }
        outputs.coordinates = Coordinates {
            places: None,
            are_degrees: Some(degrees.unwrap_or(are_places)),
            quiet: input.quiet || are_places,
        };
        let read = PointOptions { table: input.read_options().table, are_places, admit: None };
        Ok(Self {
            file: graph.expect("the command line requires a file"),
            read,
            distance,
            reachability,
            density,
            threads,
            proof: verify,
            outputs,
            report: Some(stats).filter(|&form| form != ReportForm::Human || !input.quiet),
            stdout_is_taken,
            quiet: input.quiet,
        })
    }
}
