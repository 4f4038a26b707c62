//! `msf GRAPH --points`: reads points, finds their minimum spanning tree or clusters, writes the outputs,
//! reports.
//!
//! The tree is that of the complete graph of all distances ([`boscage::operators::points`]). From then on it
//! is a graph whose edges are all in its forest, so outputs are written as those of graphs.

mod distance;
mod proof;
mod search;
mod summary;

use boscage::exec::Exec;
use boscage::io::{Opened, Output, PointData, PointOptions};
use boscage::{Error, Result, memory};
use boscage_measuring::failure::Failure;
use boscage_programs::progress::Bar;
use boscage_programs::report::{self, timed};
use boscage_programs::show::{print_beside, warnings};

pub(crate) use distance::Distance;
pub(crate) use summary::{PROVED, size, weights};

use crate::needs::{Needs, PointNeeds};
use crate::outputs::{Found, Outputs};
use crate::plan::PointsPlan;
use crate::report::{ReportForm, RunReport};
use crate::start;
use search::{Search, samples_of};

pub(crate) fn run(plan: PointsPlan) -> Result<(), Failure> {
    let bar = if plan.quiet { Bar::none() } else { Bar::reading(&plan.file) };
    let token = start::end_on_signal(&bar);
    let opened = Opened::new(&plan.file)?;
    let needs = plan.outputs.needs();
    let outputs = plan.outputs.begin()?;
    let exec = start::threads(plan.threads, &token, &bar)?;
    let points = PointNeeds { samples: samples_of(plan.reachability), has_density: plan.density.is_some() };
    let needs = Needs { points: Some(points), threads: exec.threads(), ..needs };
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
    check(search, &data, &outputs)?;
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

/// Refuses options that do not fit the points, before their tree is found.
fn check(search: &Search<'_>, data: &PointData, outputs: &Outputs<Output>) -> Result<()> {
    let points = data.len();
    if search.proof {
        proof::check_count(points)?;
    }
    let samples = samples_of(search.reachability);
    if points > 0 && samples > points {
        let is_by_size = search.density.is_some_and(|density| density.min_samples.is_none());
        let option = if is_by_size { "--min-cluster-size" } else { "--min-samples" };
        return Err(Error::argument(option, format!("at most {points}, the number of points"), samples));
    }
    if search.distance == Distance::Haversine {
        let latitudes = data.coordinates.iter().step_by(data.dimensions);
        if let Some((i, latitude)) = latitudes.enumerate().find(|(_, latitude)| latitude.abs() > 90.0) {
            let found = format!("{latitude} at point {i}");
            let expected = "from -90 to 90 degrees (the latitude comes before the longitude)";
            return Err(Error::argument("latitude", expected, found));
        }
    }
    outputs.check_points(points, data.dimensions, search.distance)
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
