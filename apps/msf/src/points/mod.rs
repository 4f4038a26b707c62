//! `msf GRAPH --points`: reads points, finds their minimum spanning tree or clusters, writes the outputs,
//! reports.
//!
//! The tree is that of the complete graph of all distances ([`boscage::operators::points`]). From then on it
//! is a graph whose edges are all in its forest, so outputs are written as those of graphs.

mod checks;
mod distance;
pub(crate) mod estimate;
mod proof;
mod search;
mod summary;

use boscage::exec::Exec;
use boscage::io::{Opened, Output, PointData, PointOptions};
use boscage::{Result, memory};
use boscage_measuring::failure::Failure;
use boscage_programs::progress::Bar;
use boscage_programs::report::{self, timed};
use boscage_programs::show::{print_beside, warnings};

pub(crate) use distance::Distance;
pub(crate) use estimate::PointEstimates;
pub(crate) use summary::{PROVED, size, weights};

use crate::needs::Needs;
use crate::outputs::{Found, Outputs};
use crate::plan::PointsPlan;
use crate::report::{ReportForm, RunReport};
use crate::start;
use search::Search;
pub(crate) use search::samples_of;

pub(crate) fn run(plan: PointsPlan) -> Result<(), Failure> {
    let bar = if plan.quiet { Bar::none() } else { Bar::reading(&plan.file) };
    let token = start::end_on_signal(&bar);
    let opened = Opened::new(&plan.file)?;
    let needs = Needs { points: Some(plan.needs()), ..plan.outputs.needs() };
    let outputs = plan.outputs.begin()?;
    let exec = start::threads(plan.threads, &token, &bar)?;
    let needs = Needs { threads: exec.threads(), ..needs };
    let search = Search {
        exec: &exec,
        distance: plan.distance,
        reachability: plan.reachability,
        density: plan.density,
        proof: plan.proof,
        bar: &bar,
    };
    bar.reads(&plan.file, opened.progress());
    let read = PointOptions { admit: Some(needs.admit()), ..plan.read };
    let reported = find(&search, opened, &read, outputs);
    bar.clear();
    let (report, format) = reported?;
    let text = match plan.report {
        None => return Ok(()),
        Some(ReportForm::Json) => report::json(&report),
        Some(ReportForm::Csv) => report.csv(),
        Some(ReportForm::Human) => summary::summary(&report, &plan.file, format),
    };
    Ok(print_beside(plan.stdout_is_taken, text)?)
}

/// Reads the points, finds their tree, and writes the outputs. Returns the report, and the format of the
/// points.
fn find(
    search: &Search<'_>,
    opened: Opened,
    options: &PointOptions,
    outputs: Outputs<Output>,
) -> Result<(RunReport, boscage::io::Format), Failure> {
    let (mut data, seconds) = timed(|| opened.read_points(search.exec, options))?;
    warnings("msf", &data.path, &data.remarks).for_each(|line| search.bar.aside(&line));
    checks::check(search, &data)?;
    outputs.check_points(data.len(), data.dimensions, search.distance)?;
    let path = data.path.clone();
    let places = places(search.exec, &data, search.distance, &outputs)?;
    let (tree, mut report) = search.run(&mut data, seconds)?;
    let format = data.format;
    drop(data);
    search.bar.stage("writing");
    let found = Found::of_points(tree.edges.as_view(), &tree.forest, places, &report, tree.clusters.as_ref());
    let clusters =
        outputs.finish(search.exec, found).map_err(|error| error.during(&path, "writing results"))?;
    report.clusters = tree.clusters.as_ref().map(|clusters| clusters.count()).or(clusters);
    report.forest.peak_bytes = memory::peak();
    Ok((report, format))
}

/// Returns x and y of points of two dimensions, longitude and latitude on the earth, if an output needs them.
fn places(
    exec: &Exec,
    data: &PointData,
    distance: Distance,
    outputs: &Outputs<Output>,
) -> Result<Option<Vec<[f64; 2]>>> {
    if data.dimensions != 2 || !outputs.have_places() {
        return Ok(None);
    }
    let place = |i: usize| {
        let [first, second] = [0, 1].map(|axis| data.coordinates[2 * i + axis]);
        match distance {
            Distance::Haversine => [second - 360.0 * (second / 360.0).round(), first],
            _ => [first, second],
        }
    };
    boscage::parallel::tabulate(exec, "places of points", data.len(), place).map(Some)
}
