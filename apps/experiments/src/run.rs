//! `experiments list` and `experiments run`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use boscage::exec::CancelToken;
use boscage::io::Output;
use boscage_kernels::Gpu;
use boscage_measuring::failure::Failure;
use boscage_measuring::interrupt;
use boscage_measuring::load::Watch;
use boscage_measuring::machine::Machine;
use boscage_measuring::plot;
use boscage_measuring::progress::Bar;
use boscage_measuring::turns::Turns;

use crate::experiment::{Case, Experiment, Series};
use crate::figures::{Figures, Point};
use crate::measure::{Bench, point_of};
use crate::options::RunOptions;
use crate::report::{self, Conditions, Section};
use crate::setup::Setup;
use crate::store::Store;
use crate::times::ENOUGH_TO_CHOOSE;
use crate::{PROGRAM, csv, papers};

/// Operators that have taken longer than this on a graph, all turns together, have no more runs there than
/// it takes to tell something.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);

/// `experiments list`.
pub(crate) fn list() -> Result<(), Failure> {
    let width = papers::all().map(|one| one.name.len()).max().unwrap_or(0);
    let line = |one: &Experiment| {
        let gap = " ".repeat(width);
        let claims: String = one.claims.iter().map(|claim| format!("{gap}  - {}\n", claim.says)).collect();
        format!("{:<width$}  {}\n{claims}{gap}  {}\n", one.name, one.title(), one.sizes(1.0))
    };
    print(&papers::all().map(line).collect::<String>())
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
        let turns = Turns { runs: options.runs as usize, patience: PATIENCE, least: ENOUGH_TO_CHOOSE };
        bar.note("watching how busy the machine is");
        let watch = Watch::begin();
        let before = watch.others();
        let bench = Bench { token, gpu, turns, bar, cores, watch, before };
        Ok(Self { options, setup, bench, store, conditions })
    }

    /// Experiment by experiment, until the end or a signal. What fails is said and left out; returns whether
    /// nothing did.
    fn run(mut self) -> Result<bool, Failure> {
        let experiments = self.options.experiments();
        let plans: Vec<Vec<Case>> = experiments.iter().map(|one| (one.plan)(&self.setup)).collect();
        let all =
            experiments.iter().zip(&plans).flat_map(|(one, plan)| plan.iter().map(|case| (one.name, case)));
        self.bench.bar.work(all.map(|(name, case)| self.seconds(name, case)).sum());
        let (mut failed, mut says) = (Vec::new(), !self.options.quiet);
        for (experiment, plan) in experiments.iter().zip(&plans) {
            let before = failed.len();
            for case in plan {
                match self.case(experiment.name, case, &mut failed) {
                    Ok(()) => {}
                    Err(failure) if failure.is_cancelled() => break,
                    Err(failure) => {
                        failed.push(format!("{}, {}: {failure}", experiment.name, case.graph.name));
                    }
                }
            }
            for words in &failed[before..] {
                self.bench.bar.aside(&format!("{PROGRAM}: error: {words}"));
            }
            let section = self.section(experiment, &failed[before..]);
            self.write(&section)?;
            self.write_report(&failed)?;
            if self.bench.token.is_cancelled() {
                break;
            }
            if says {
                says = self.bench.bar.suspended(|| still_read(print(&section.lines())))?;
            }
        }
        Ok(failed.is_empty())
    }

    /// The series of a case that are to be measured: all, unless all are known, and on a quiet machine where
    /// busy ones are to be measured again. What is compared is measured in turn.
    fn missing<'c>(&self, experiment: &str, case: &'c Case) -> Vec<&'c Series> {
        let is_good = |point: &Point| !(self.options.again && point.load.is_busy());
        let is_known =
            |one: &Series| self.store.find(&point_of(experiment, &case.graph, one)).is_some_and(is_good);
        if case.series.iter().all(is_known) { Vec::new() } else { case.series.iter().collect() }
    }

    /// Seconds that a case may take, by and large.
    fn seconds(&self, experiment: &str, case: &Case) -> f64 {
        let (nodes, edges) = case.graph.about();
        let run = |one: &&Series| one.operator.estimate(nodes, edges);
        self.missing(experiment, case).iter().map(run).sum::<f64>() * f64::from(self.options.runs + 1)
    }

    /// Measures what is missing of a case, and keeps it.
    fn case(&mut self, experiment: &str, case: &Case, failed: &mut Vec<String>) -> Result<(), Failure> {
        let missing = self.missing(experiment, case);
        if missing.is_empty() {
            return Ok(());
        }
        let results = self.bench.case(experiment, case, &missing)?;
        self.bench.check_cancelled()?; // medians of fewer runs are not kept
        for (series, result) in results {
            match result {
                Ok(point) => self.store.keep(point)?,
                Err(failure) => {
                    failed.push(format!("{experiment}, {}, {series}: {failure}", case.graph.name));
                }
            }
        }
        Ok(())
    }

    /// An experiment with the points that it has by now.
    fn section(&self, experiment: &'static Experiment, failed: &[String]) -> Section {
        let plan = (experiment.plan)(&self.setup);
        let of_case = |case: &Case| -> Vec<Option<Point>> {
            let known = |one: &Series| self.store.find(&point_of(experiment.name, &case.graph, one)).cloned();
            case.series.iter().map(known).collect()
        };
        let points: Vec<Option<Point>> = plan.iter().flat_map(of_case).collect();
        let wanted = points.len();
        let points = points.into_iter().flatten().collect();
        let figures = Figures { points, cores: self.setup.cores, gpu: self.setup.gpu };
        Section { experiment, figures, wanted, failed: failed.to_vec() }
    }

    /// Writes the table and the charts of an experiment.
    fn write(&self, section: &Section) -> Result<(), Failure> {
        let Section { experiment, figures, .. } = section;
        self.write_file(
            &format!("{}.csv", experiment.name),
            &csv::table(experiment, figures, &self.conditions.settings()),
        )?;
        let charts = plot::picture(&(experiment.charts)(figures))?;
        self.write_file(&format!("{}.svg", experiment.name), &charts)
    }

    /// Writes the page: every experiment that has points, of this run or of an earlier one with the same
    /// settings.
    fn write_report(&self, failed: &[String]) -> Result<(), Failure> {
        let of = |one: &&Experiment| {
            let prefix = format!("{}, ", one.name);
            failed.iter().filter(|words| words.starts_with(&prefix)).cloned().collect::<Vec<_>>()
        };
        let sections = papers::all().map(|one| self.section(one, &of(&one)));
        let sections: Vec<_> =
            sections.filter(|one| !one.figures.points.is_empty() || !one.failed.is_empty()).collect();
        self.write_file("report.html", &report::page(&self.conditions, &sections)?)
    }

    fn write_file(&self, name: &str, text: &str) -> Result<(), Failure> {
        Ok(write(&self.options.out.join(name), text)?)
    }
}

/// Whether somebody reads what is printed. Who has heard enough does not stop what is measured.
fn still_read(printed: Result<(), Failure>) -> Result<bool, Failure> {
    match printed {
        Err(Failure::Error(error)) if error.is_broken_pipe() => Ok(false),
        printed => printed.map(|()| true),
    }
}

fn print(text: &str) -> Result<(), Failure> {
    Ok(write(Path::new("-"), text)?)
}

/// Writes a file, which comes to be when it is whole.
fn write(path: &Path, text: &str) -> boscage::Result<()> {
    let mut output = Output::create(path, None)?;
    output.write_all(text.as_bytes()).map_err(|error| output.failed(error))?;
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
