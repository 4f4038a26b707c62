//! The measurements on a graph, from its origin to its figures.

use std::fmt;
use std::time::Duration;

use boscage::exec::{CancelToken, Exec};
use boscage::graph::{EdgeList, EdgeListView, Forest, Objective, Weight};
use boscage::io::ReadOptions;
use boscage::operators::msf::auto;
use boscage::with_weighted_list;
use boscage_kernels::Gpu;
use boscage_measuring::contention::{self, Extent};
use boscage_measuring::entrant::Entrant;
use boscage_measuring::failure::Failure;
use boscage_measuring::turns::Turns;
use boscage_programs::progress::Bar;
use boscage_programs::report::Total;
use boscage_programs::show::print;

use super::entries::{self, Entry};
use super::floor;
use super::race::{self, Racer, Track};
use super::report::{self, BenchReport, GraphReport};
use super::suite::{Origin, Subject};
use crate::backend::{Backend, Finder, Operator};
use crate::needs::{Needs, size};
use crate::start::warn_of_threads;

/// Operators whose time grows with the square of the nodes are timed by default on at most this many nodes; a
/// run on these takes seconds.
const MOST_FOR_QUADRATIC: usize = 1 << 14;

/// Reason for leaving out others.
const TOO_LONG: &str = "its time grows with the square of the nodes; name it with --algorithm to time it";

/// Operators that are measured on each graph, and the number of runs.
pub(crate) struct Settings {
    pub(crate) backend: Backend,
    pub(crate) operators: Vec<Operator>,
    /// The operators were named on the command line, so none is left out.
    pub(crate) is_named: bool,
    /// Numbers of threads, ascending.
    pub(crate) threads: Vec<usize>,
    /// Timed runs of each entry.
    pub(crate) runs: usize,
    /// Contention is counted instead of time.
    pub(crate) contention: bool,
    pub(crate) objective: Objective,
    /// Programs of others, which run in turn with the operators.
    pub(crate) beside: Vec<Entrant>,
    /// Time limit of a call of such a program.
    pub(crate) limit: Duration,
}

/// Threads and a GPU on which graphs are measured.
pub(super) struct Bench {
    settings: Settings,
    read: ReadOptions,
    /// Threads of each requested number, ascending.
    teams: Vec<Exec>,
    /// One thread, for the baseline.
    alone: Exec,
    gpu: Option<Gpu>,
    token: CancelToken,
    bar: Bar,
}

/// Prints an error.
pub(super) fn complain(bar: &Bar, words: &dyn fmt::Display) {
    bar.aside(&format!("msf: error: {words}"));
}

/// Prints a warning about the figures of a graph.
fn warn(bar: &Bar, graph: &str, words: &str) {
    bar.aside(&format!("msf: warning: {graph}: {words}"));
}

impl Bench {
    pub(super) fn new(
        settings: Settings,
        read: ReadOptions,
        token: &CancelToken,
        bar: Bar,
    ) -> Result<Self, Failure> {
        if !settings.contention {
            warn_of_threads(settings.threads.last().copied());
        }
        let team =
            |threads| Ok::<_, boscage::Error>(Exec::new(threads)?.started()?.with_token(token.clone()));
        let teams = settings.threads.iter().copied().map(team).collect::<Result<_, _>>()?;
        let (alone, gpu) = (team(1)?, settings.backend.open()?);
        Ok(Self { settings, read, teams, alone, gpu, token: token.clone(), bar })
    }

    /// Tries the programs of others on a small graph before anything is measured: one that fails is reported
    /// and does not take part. Returns `true` if none failed.
    ///
    /// # Errors
    /// [`Failure::Reported`] if all failed.
    pub(super) fn try_others(&mut self) -> Result<bool, Failure> {
        let entrants = std::mem::take(&mut self.settings.beside);
        let all = entrants.len();
        if all > 0 {
            self.bar.stage("trying the programs");
            let (limit, complain) = (self.settings.limit, |words| complain(&self.bar, &words));
            self.settings.beside = race::tried(&self.alone, entrants, limit, &self.token, complain)?;
            if self.settings.beside.is_empty() {
                return Err(Failure::Reported);
            }
        }
        Ok(self.settings.beside.len() == all)
    }

    /// Measures graph by graph, until the end or a signal. Failures are printed and left out; returns `true`
    /// if there were none.
    pub(super) fn fill(&self, origins: Vec<Origin>, report: &mut BenchReport) -> bool {
        let mut complete = true;
        let mut fails = |words: String| {
            complain(&self.bar, &words);
            complete = false;
        };
        let sizes: Vec<_> = origins.iter().map(Origin::size).collect();
        self.bar.work(sizes.iter().sum());
        let mut done = 0.0;
        for (origin, size) in origins.into_iter().zip(sizes) {
            let name = origin.to_string();
            self.bar.has_worked(done);
            done += size;
            match self.graph(origin, size) {
                Ok(graph) => {
                    graph.iter().flat_map(GraphReport::errors).for_each(&mut fails);
                    if let Some(graph) = &graph {
                        graph.warnings().for_each(|words| warn(&self.bar, &graph.graph, words));
                    }
                    report.graphs.extend(graph.filter(|graph| !graph.rows.is_empty()));
                }
                Err(failure) if failure.is_cancelled() => break,
                // Errors of files name them.
                Err(failure) if failure.names_its_file() => fails(failure.to_string()),
                Err(failure) => fails(format!("{name}: {failure}")),
            }
        }
        complete
    }

    /// Measures one graph, which is dropped afterwards; `size` is its share of the whole run. There is no
    /// report if contention was counted.
    fn graph(&self, origin: Origin, size: f64) -> Result<Option<GraphReport>, Failure> {
        self.alone.check_cancelled()?;
        self.bar.note(&origin.doing());
        let (operators, threads) = (self.settings.operators.clone(), self.all().threads());
        let needs = Needs { operators, proof: true, threads, ..Needs::default() };
        let options = ReadOptions { admit: Some(needs.admit()), ..self.read.clone() };
        let mut subject = origin.read(self.all(), &options)?;
        if !self.settings.beside.is_empty() {
            subject = race::for_edge_arrays(self.all(), subject)?;
        }
        with_weighted_list!(&subject.graph, list => match self.settings.contention {
            true => self.contention(&subject, list).map(|()| None),
            false => self.operators(&subject, list, size).map(Some),
        })?
    }

    /// Prints the data that the operators would move between processors.
    fn contention<W: Weight>(&self, subject: &Subject, list: &EdgeList<W>) -> Result<(), Failure> {
        let (graph, Settings { operators, threads, objective, .. }) = (list.as_view(), &self.settings);
        let links = auto(&self.alone, graph, *objective)?.edges().len();
        let extent = Extent { claims: graph.node_count() + links, arcs: graph.edge_count(), unit: "edges" };
        for operator in operators.iter().filter_map(|operator| operator.on_cpu()) {
            let name = operator.facts().name;
            self.bar.note(&format!("{}: counting {name}", subject.name));
            let counted =
                contention::count(format!("{name} on {}", subject.name), extent, threads, |exec| {
                    operator.forest(exec, graph, *objective).map(drop)
                })?;
            self.bar.suspended(|| print(format!("{counted}\n")))?;
        }
        Ok(())
    }

    /// Returns the threads to time an operator on: operators of the GPU need one thread.
    fn teams_for(&self, operator: Operator) -> impl Iterator<Item = &Exec> {
        let (all, alone) = match operator.backend() {
            Backend::Cpu => (&self.teams[..], None),
            Backend::Gpu => (&[][..], Some(&self.alone)),
        };
        all.iter().chain(alone)
    }

    /// Returns the largest number of threads.
    fn all(&self) -> &Exec {
        self.teams.last().unwrap_or(&self.alone)
    }

    /// Measures the operators on a graph, and the floor, from the truth to the figures.
    fn operators<W: Weight>(
        &self,
        subject: &Subject,
        list: &EdgeList<W>,
        size: f64,
    ) -> Result<GraphReport, Failure>
    where
        Total: From<W::Total>,
    {
        let (graph, Settings { operators, runs, objective, .. }) = (list.as_view(), &self.settings);
        let objective = *objective;
        self.bar.note(&format!("{}: the forest and its proof", subject.name));
        let truth = entries::truth(&self.alone, self.all(), graph, &subject.names, objective)?;

        let pairs = |operator| self.teams_for(operator).map(move |exec| (exec, operator));
        let (left_out, algorithms): (Vec<_>, Vec<_>) =
            operators.iter().partition(|one| self.takes_too_long(**one, graph.node_count()));
        let mut line_up: Vec<_> = algorithms.into_iter().flat_map(pairs).collect();
        if !line_up.iter().any(|(exec, operator)| (exec.threads(), *operator) == report::BASELINE) {
            line_up.insert(0, (&self.alone, report::BASELINE.1));
        }
        let race = self.race(subject, &truth, &line_up)?;
        let mut entries: Vec<Entry<'_>> = self.teams.iter().map(|exec| floor::entry(exec, graph)).collect();
        for (exec, operator) in line_up {
            let finder = Finder { exec, gpu: self.gpu.as_ref() };
            let run = move || finder.forest(operator, graph, objective);
            let bytes = memory(operator, exec.threads(), graph);
            let ours = entries::of_operator(operator, exec, truth.edges(), bytes, run);
            match &race {
                None => entries.extend(ours),
                Some((track, racers)) => entries.extend(ours.into_iter().map(|entry| {
                    let mut racers = racers.iter();
                    let racer = racers.find(|racer| racer.is(entry.name, entry.threads));
                    racer.expect("each of ours has one").entry(track, Some(entry))
                })),
            }
        }
        if let Some((track, racers)) = &race {
            entries
                .extend(racers.iter().filter(|racer| racer.is_other()).map(|racer| racer.entry(track, None)));
        }
        let share = size / (entries.len() as f64 * (*runs as f64 + 1.0) + 1.0); // one for what came before
        let watch = |entry: &_| self.bar.worked(share, || format!("{}: {entry}", subject.name));
        let results = Turns::each(*runs).take(&entries, watch, Failure::is_cancelled);
        let mut report = GraphReport::new(subject, graph, &truth, &entries, results);
        report.remark(race.iter().flat_map(|(_, racers)| racers));
        let left_out = left_out.into_iter().flat_map(pairs).map(|(exec, one)| (one, exec.threads()));
        report.leave_out(left_out, TOO_LONG);
        Ok(report)
    }

    /// Returns the track of a race and the racers, ours first, if there is a race.
    fn race<W: Weight>(
        &self,
        subject: &Subject,
        truth: &Forest<W>,
        line_up: &[(&Exec, Operator)],
    ) -> Result<Option<(Track, Vec<Racer>)>, Failure> {
        let Settings { beside, limit, .. } = &self.settings;
        if beside.is_empty() {
            return Ok(None);
        }
        let file = subject.edge_array.as_deref();
        let track = Track::new(self.all(), file, &subject.graph, truth, *limit, &self.token)?;
        let ours = line_up.iter().map(|(exec, operator)| Racer::ours(operator.name(), exec.threads()));
        let mut racers = ours.collect::<boscage::Result<Vec<_>>>()?;
        let teams = || self.teams.iter().map(Exec::threads);
        racers.extend(
            beside.iter().flat_map(|entrant| teams().map(|threads| Racer::other(entrant.clone(), threads))),
        );
        Ok(Some((track, racers)))
    }

    /// Returns `true` if an operator would take minutes and was not named on the command line.
    fn takes_too_long(&self, operator: Operator, nodes: usize) -> bool {
        let is_quadratic = operator.on_cpu().is_some_and(|operator| operator.is_quadratic());
        is_quadratic && nodes > MOST_FOR_QUADRATIC && !self.settings.is_named
    }
}

/// Returns the bytes that an operator takes on the processor.
fn memory<W: Weight>(operator: Operator, threads: usize, graph: EdgeListView<'_, W>) -> u64 {
    let size = size(graph.node_count(), graph.edge_count(), size_of::<W>(), threads);
    operator.on_cpu().map_or(0, |operator| operator.memory(&size))
}
