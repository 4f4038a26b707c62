//! `experiments list` and `experiments run`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use boscage::exec::CancelToken;
use boscage::io::Output;
use boscage_kernels::Gpu;
use boscage_measuring::failure::Failure;
use boscage_measuring::load::Watch;
use boscage_measuring::machine::Machine;
use boscage_measuring::plot;
use boscage_programs::interrupt;
use boscage_programs::progress::Bar;

use crate::experiment::{Case, Experiment, Series};
use crate::figures::{Figures, Point};
use crate::measure::{Bench, point_of};
use crate::missing::Missing;
use crate::options::RunOptions;
use crate::report::{self, Conditions, Section};
use crate::setup::Setup;
use crate::store::Store;
use crate::{PROGRAM, csv, papers};

/// `experiments list`.
pub(crate) fn list() -> Result<(), Failure> {
    let one = |one: &Experiment| {
        let claims = one.claims.iter().map(|claim| format!("- {}", claim.says));
        one.paragraphs(claims.chain([one.sizes(1.0)]))
    };
    print(&papers::all().map(one).collect::<String>())
}

/// `experiments run`.
pub(crate) fn run(options: &RunOptions) -> Result<(), Failure> {
    let token = CancelToken::new();
    let bar = if options.quiet { Bar::none() } else { Bar::still() };
    interrupt::watch_twice(PROGRAM, token.clone(), {
        let bar = bar.clone();
        move || bar.clear()
    });
    let session = Session::open(options, token.clone(), bar.clone())?;
    let ended = session.run();
    bar.clear();
    match ended? {
        _ if token.is_cancelled() => Err(Failure::Interrupted),
        false => Err(Failure::Reported),
        true => Ok(()),
    }
}

/// A run, from its options to its files.
struct Session<'a> {
    options: &'a RunOptions,
    setup: Setup,
    bench: Bench,
    store: Store,
    conditions: Conditions,
}

impl<'a> Session<'a> {
    fn open(options: &'a RunOptions, token: CancelToken, bar: Bar) -> Result<Self, Failure> {
        let machine = Machine::this();
        let (gpu, device) = match Gpu::open() {
            Ok(gpu) => (Some(gpu), None),
            Err(why) => (None, Some(format!("skipped: {why}"))),
        };
        let device = device.or_else(|| gpu.as_ref().map(|gpu| gpu.name().to_owned())).unwrap_or_default();
        let cores = std::thread::available_parallelism().map_or(1, Into::into);
        let originals = options.graphs.as_deref().map(files).transpose()?.unwrap_or_default();
        let setup = Setup { scale: options.scale, cores, gpu: gpu.is_some(), originals };
        let conditions = Conditions::new(options, machine.line(), device);
        let store = Store::open(&options.out, conditions.settings())?;
        bar.note("watching how busy the machine is");
        let watch = Watch::begin();
        let before = watch.others();
        let bench = Bench { token, gpu, bar, cores, watch, before };
        Ok(Self { options, setup, bench, store, conditions })
    }

    /// Runs experiment by experiment, until the end or a signal. Failures are printed and stored; returns
    /// `true` if there is none, in this run or in an earlier one.
    fn run(mut self) -> Result<bool, Failure> {
        let experiments = self.options.experiments();
        let plans: Vec<Vec<Case>> = experiments.iter().map(|one| (one.plan)(&self.setup)).collect();
        let all = experiments.iter().zip(&plans).flat_map(|(one, plan)| plan.iter().map(|case| (*one, case)));
        self.bench.bar.work(all.map(|(one, case)| self.seconds(one, case)).sum());
        let (mut has_failed, mut says) = (false, !self.options.quiet);
        for (experiment, plan) in experiments.iter().zip(&plans) {
            for case in plan {
                match self.case(experiment, case) {
                    Err(failure) if failure.is_cancelled() => break,
                    other => other?,
                }
            }
            let section = self.section(experiment);
            for why in section.figures.failures() {
                has_failed = true;
                self.bench.bar.aside(&format!("{PROGRAM}: error: {}, {why}", experiment.name));
            }
            self.write(&section)?;
            self.write_report()?;
            if self.bench.token.is_cancelled() {
                break;
            }
            if says {
                says = self.bench.bar.suspended(|| is_read(print(&section.verdicts())))?;
            }
        }
        Ok(!has_failed)
    }

    /// Returns the series of a case to measure: all, unless all are known. Failures, and measurements on a
    /// busy machine, are known unless they are to be repeated. Compared series are measured in turn.
    fn missing<'c>(&self, experiment: &Experiment, case: &'c Case) -> Vec<&'c Series> {
        let is_good = |point: &Point| point.missing.is_none() && !point.load.is_busy();
        let is_enough = |point: &Point| is_good(point) || !self.options.again;
        let is_known = |one: &Series| {
            self.store.find(&point_of(experiment.name, &case.graph, one)).is_some_and(is_enough)
        };
        if case.series.iter().all(is_known) { Vec::new() } else { case.series.iter().collect() }
    }

    /// Returns the number of timed runs per series of an experiment.
    fn runs(&self, experiment: &Experiment) -> usize {
        self.options.runs as usize + experiment.choosing
    }

    /// Returns the approximate seconds of a case.
    fn seconds(&self, experiment: &Experiment, case: &Case) -> f64 {
        let (nodes, edges) = case.graph.about();
        let run = |one: &&Series| one.operator.estimate(nodes, edges);
        self.missing(experiment, case).iter().map(run).sum::<f64>() * (self.runs(experiment) + 1) as f64
    }

    /// Measures the missing points of a case, and stores them.
    ///
    /// # Errors
    /// If the points cannot be stored, and on a signal. Other failures are stored.
    fn case(&mut self, experiment: &Experiment, case: &Case) -> Result<(), Failure> {
        let missing = self.missing(experiment, case);
        if missing.is_empty() {
            return Ok(());
        }
        let failed = |series: &Series, failure: &Failure| Point {
            missing: Some(Missing::Failed(failure.to_string())),
            ..point_of(experiment.name, &case.graph, series)
        };
        let results = match self.bench.case(experiment.name, case, &missing, self.runs(experiment)) {
            Ok(results) => results,
            Err(failure) if failure.is_cancelled() => return Err(failure),
            Err(failure) => missing.iter().map(|one| (*one, Ok(failed(one, &failure)))).collect(),
        };
        self.bench.check_cancelled()?; // medians of fewer runs are not kept
        for (series, result) in results {
            self.store.keep(result.unwrap_or_else(|failure| failed(series, &failure)))?;
        }
        Ok(())
    }

    /// Returns an experiment with the points so far.
    fn section(&self, experiment: &'static Experiment) -> Section {
        let of_case = |case: &Case| -> Vec<Point> {
            let point = |one: &Series| {
                let wanted = point_of(experiment.name, &case.graph, one);
                let known = self.store.find(&wanted).cloned();
                known.unwrap_or(Point { missing: Some(Missing::NotYet), ..wanted })
            };
            case.series.iter().map(point).collect()
        };
        let planned = (experiment.plan)(&self.setup).iter().flat_map(of_case).collect();
        Section { experiment, figures: Figures { planned, cores: self.setup.cores, gpu: self.setup.gpu } }
    }

    /// Writes the table and the charts of an experiment.
    fn write(&self, section: &Section) -> Result<(), Failure> {
        let Section { experiment, figures } = section;
        self.write_file(
            &format!("{}.csv", experiment.name),
            &csv::table(experiment, figures, &self.conditions.settings()),
        )?;
        let charts = plot::picture(&section.charts())?;
        self.write_file(&format!("{}.svg", experiment.name), &charts)
    }

    /// Writes the page: every experiment that has points or failures, of this run or of an earlier one with
    /// the same settings.
    fn write_report(&self) -> Result<(), Failure> {
        let sections = papers::all().map(|one| self.section(one));
        let was_tried =
            |one: &Section| one.figures.planned.iter().any(|point| point.missing != Some(Missing::NotYet));
        let sections: Vec<_> = sections.filter(was_tried).collect();
        self.write_file("report.html", &report::page(&self.conditions, &sections)?)
    }

    fn write_file(&self, name: &str, text: &str) -> Result<(), Failure> {
        Ok(write(&self.options.out.join(name), text)?)
    }
}

/// Returns `true` while the printed output is read. Measuring goes on without a reader.
fn is_read(printed: Result<(), Failure>) -> Result<bool, Failure> {
    match printed {
        Err(Failure::Error(error)) if error.is_broken_pipe() => Ok(false),
        printed => printed.map(|()| true),
    }
}

fn print(text: &str) -> Result<(), Failure> {
    Ok(write(Path::new("-"), text)?)
}

/// Writes a file, which appears once it is complete.
fn write(path: &Path, text: &str) -> boscage::Result<()> {
    let mut output = Output::create(path, None)?;
    output.write_all(text.as_bytes()).map_err(|error| output.error(error))?;
    output.finish()
}

/// The files of a folder.
fn files(folder: &Path) -> boscage::Result<Vec<PathBuf>> {
    let failed = |source| boscage::Error::Io { path: folder.to_owned(), action: "open", source };
    let entries = fs::read_dir(folder).map_err(failed)?;
    let mut files =
        entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>().map_err(failed)?;
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}
