//! `msf GRAPH --points --estimate`: the memory that each step on points needs.

use std::fmt::Write;
use std::path::PathBuf;

use boscage::input_name;
use boscage::io::{Admit, Opened, PointOptions};
use boscage::memory::Bytes;
use boscage_measuring::failure::Failure;
use boscage_programs::needs::foresee;
use boscage_programs::progress::Bar;
use boscage_programs::show::{counted, print};
use serde_json::json;

use crate::needs::Needs;
use crate::plan::PointsPlan;
use crate::report::ReportForm;
use crate::start;

/// Estimated bytes of the steps on points.
#[derive(Debug)]
pub(crate) struct PointEstimates {
    pub(crate) path: PathBuf,
    pub(crate) points: u64,
    pub(crate) dimensions: usize,
    pub(crate) threads: u64,
    /// Peak while reading.
    pub(crate) reading: u64,
    /// Bytes held from then on.
    pub(crate) coordinates: u64,
    /// Bytes beside the points, and the peak, while the tree is found.
    pub(crate) tree: [u64; 2],
    /// The same for clusters by density, if they are requested.
    pub(crate) clusters: Option<[u64; 2]>,
    pub(crate) available: Option<u64>,
}

pub(crate) fn run(plan: PointsPlan) -> Result<(), Failure> {
    let bar = if plan.quiet { Bar::none() } else { Bar::reading(&plan.file) };
    let token = start::end_on_signal(&bar);
    let opened = Opened::new(&plan.file)?;
    let exec = start::threads(plan.threads, &token, &bar)?;
    bar.reads(&plan.file, opened.progress());
    let (points, threads) = (plan.needs(), exec.threads());
    let needs = Needs { points: Some(points), threads, ..Needs::default() };
    let estimates = foresee(
        move |seen| needs.phases(seen).admit(seen.path),
        move |seen| points.estimates(seen, threads),
        |ask| {
            let admit = Some(Admit::new(move |seen| ask(seen)));
            opened.read_points(&exec, &PointOptions { admit, ..plan.read })
        },
    );
    bar.clear();
    let estimates = estimates?;
    let is_json = plan.report == Some(ReportForm::Json);
    Ok(print(if is_json { estimates.json() } else { estimates.text() })?)
}

impl PointEstimates {
    /// Returns the table for people.
    fn text(&self) -> String {
        let mut text = format!(
            "{}: {} in {}, {}\n\n",
            input_name(&self.path),
            counted(self.points as usize, "point", "points"),
            counted(self.dimensions, "dimension", "dimensions"),
            counted(self.threads as usize, "thread", "threads"),
        );
        // Writing to a string cannot fail.
        let mut line = |name: &str, beside: &str, peak: &str| {
            let _ = writeln!(text, "{name:<18}{beside:>12}{peak:>12}");
        };
        let shown = |bytes: u64| Bytes(bytes).to_string();
        line("", "beside", "in all,");
        line("", "the points", "at its peak");
        line("reading", "", &shown(self.reading));
        line("the points", "", &shown(self.coordinates));
        line("the tree", &shown(self.tree[0]), &shown(self.tree[1]));
        if let Some([beside, peak]) = self.clusters {
            line("the clusters", &shown(beside), &shown(peak));
        }
        if let Some(available) = self.available {
            line("available", "", &shown(available));
        }
        text
    }

    /// Returns one JSON object on one line.
    fn json(&self) -> String {
        let step = |[beside, peak]: [u64; 2]| json!({ "beside_points_bytes": beside, "peak_bytes": peak });
        let object = json!({
            "points": self.path.to_string_lossy(),
            "nodes": self.points,
            "dimensions": self.dimensions,
            "threads": self.threads,
            "points_bytes": self.coordinates,
            "reading_peak_bytes": self.reading,
            "tree": step(self.tree),
            "clusters": self.clusters.map(step),
            "available_bytes": self.available,
        });
        format!("{object}\n")
    }
}
