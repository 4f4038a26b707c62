//! `msf bench`: every operator on every graph, verified, then timed in turn.
//!
//! For each graph, `kruskal` finds the forest on one thread, and [`verify`] proves it. Then the operators, on
//! each number of threads, run in turn ([`Turns`]). In the first round nothing is timed: an operator that
//! does not find the edges of the proved forest is reported and left out. The times of the others are
//! compared with `kruskal` and with the [`floor`], one pass over the edges, which also ran in turn.
//!
//! | file | concern |
//! |---|---|
//! | `options.rs` | the command line |
//! | `suite.rs` | the graphs: files, or generated |
//! | `verify.rs` | the true forest, and comparison with it |
//! | `floor.rs` | the floor: no operator can be faster |
//! | `report.rs` | the results, also as JSON |
//! | `table.rs`, `plot.rs`, `html.rs`, `markdown.rs` | the results for people |

mod floor;
mod html;
mod markdown;
mod options;
mod plot;
mod report;
mod suite;
mod table;
mod verify;

use std::fmt;

use boscage::exec::{CancelToken, Exec};
use boscage::graph::{EdgeList, EdgeListView, Weight};
use boscage::io::Output;
use boscage::operators::msf::{Occupancy, Size};
use boscage::with_weighted_list;
use boscage_kernels::Gpu;
use boscage_measuring::failure::Failure;
use boscage_measuring::plot as charts;
use boscage_measuring::turns::{self, Turns};
use boscage_programs::interrupt;
use boscage_programs::progress::Bar;
use boscage_programs::report::Total;
use boscage_programs::show::{print, print_on_stderr, write_whole};

pub(crate) use options::BenchOptions;

use crate::backend::{Backend, Finder, Operator};
use crate::needs::Plan;
use crate::outputs::begin;
use crate::run::{open, warn_of_threads};
use markdown::{Page, Table};
use report::{GraphReport, Report};
use suite::{Source, Subject};

/// Operators whose time grows with the square of the nodes are timed by default on at most this many nodes,
/// which takes seconds a run.
const MOST_FOR_QUADRATIC: usize = 1 << 14;

/// Why others are not.
const TOO_LONG: &str = "takes time that grows with the square of the nodes; --algorithm asks for it";

pub(crate) fn run(options: &BenchOptions) -> Result<(), Failure> {
    let token = CancelToken::new();
    let bar = if options.input.quiet { Bar::none() } else { Bar::still() };
    let mut sources = Vec::new();
    let mut complete = true;
    for source in suite::sources(options) {
        match source {
            Ok(source) => sources.push(source),
            Err(error) => complete = fails(&bar, &error),
        }
    }
    if sources.is_empty() {
        return Err(Failure::Reported);
    }
    let bench = Bench::new(options, &token, bar.clone())?;
    interrupt::watch_twice("msf", token.clone(), {
        let bar = bar.clone();
        move || bar.clear()
    });
    let outputs = Outputs::begin(options)?;
    let mut report = Report::new(options);
    complete &= bench.fill(sources, &mut report);
    bar.clear();
    report.end(token.is_cancelled());
    let written = outputs.finish(&report);
    let mut printed = Ok(());
    if !options.input.quiet && !report.graphs.is_empty() {
        let table = table::text(&report);
        printed = if options.stdout_is_taken() { print_on_stderr(table) } else { print(table) };
    }
    written.and(printed.map_err(Failure::from))?;
    match (report.interrupted, complete) {
        (true, _) => Err(Failure::Interrupted),
        (false, false) => Err(Failure::Reported),
        (false, true) => Ok(()),
    }
}

/// Says what failed; `false`, as not everything could be measured.
fn fails(bar: &Bar, words: &dyn fmt::Display) -> bool {
    bar.aside(&format!("msf: error: {words}"));
    false
}

/// What takes turns: a run gives the seconds it took.
type Entry<'a> = turns::Entry<'static, 'a, f64, Failure>;

/// What is measured, and how.
struct Bench<'a> {
    options: &'a BenchOptions,
    /// Threads of each number that was asked for, ascending.
    teams: Vec<Exec>,
    /// One thread, for the baseline.
    alone: Exec,
    gpu: Option<Gpu>,
    bar: Bar,
}

impl<'a> Bench<'a> {
    fn new(options: &'a BenchOptions, token: &CancelToken, bar: Bar) -> Result<Self, Failure> {
        warn_of_threads(options.threads().into_iter());
        let team = |threads| Ok::<_, boscage::Error>(Exec::new(threads)?.with_token(token.clone()));
        let teams = options.threads().into_iter().map(team).collect::<Result<_, _>>()?;
        Ok(Self { options, teams, alone: team(1)?, gpu: open(options.backend)?, bar })
    }

    /// Graph by graph, until the end or a signal. What fails is said and left out; returns whether nothing
    /// did.
    fn fill(&self, sources: Vec<Source>, report: &mut Report) -> bool {
        let mut complete = true;
        let mut fails = |words: String| complete = fails(&self.bar, &words);
        for source in sources {
            let name = source.to_string();
            match self.graph(source) {
                Ok(graph) => {
                    graph.errors().for_each(&mut fails);
                    report.graphs.extend(Some(graph).filter(|graph| !graph.rows.is_empty()));
                }
                Err(failure) if failure.is_cancelled() => break,
                // Errors of files name them.
                Err(failure) if failure.names_its_file() => {
                    fails(failure.to_string());
                }
                Err(failure) => fails(format!("{name}: {failure}")),
            }
        }
        complete
    }

    /// One graph, from its source to its figures; it is gone afterwards.
    fn graph(&self, source: Source) -> Result<GraphReport, Failure> {
        self.alone.check_cancelled()?;
        self.bar.stage(&source.doing());
        let (operators, threads) = (self.options.algorithms(), self.all().threads());
        let plan = Plan { operators, proof: true, threads, ..Plan::default() };
        let subject = source.read(self.all(), &self.options.input, plan)?;
        with_weighted_list!(&subject.graph, list => self.operators(&subject, list))?
    }

    /// The threads to time an operator on: the GPU's need one that waits.
    fn teams_for(&self, operator: Operator) -> impl Iterator<Item = &Exec> {
        let (all, alone) = match operator.backend {
            Backend::Cpu => (&self.teams[..], None),
            Backend::Gpu => (&[][..], Some(&self.alone)),
        };
        all.iter().chain(alone)
    }

    /// The most threads there are.
    fn all(&self) -> &Exec {
        self.teams.last().unwrap_or(&self.alone)
    }

    /// The operators on a graph, and the floor, from the truth to the figures.
    fn operators<W: Weight>(&self, subject: &Subject, list: &EdgeList<W>) -> Result<GraphReport, Failure>
    where
        Total: From<W::Total>,
    {
        let (graph, objective) = (list.as_view(), self.options.input.objective());
        self.bar.stage(&format!("{}: the forest and its proof", subject.name));
        let truth = verify::truth(&self.alone, self.all(), graph, &subject.names, objective)?;

        let pairs = |operator| self.teams_for(operator).map(move |exec| (exec, operator));
        let (left_out, algorithms): (Vec<_>, Vec<_>) =
            self.options.algorithms().into_iter().partition(|one| self.takes_too_long(*one, graph.nodes()));
        let mut line_up: Vec<_> = algorithms.into_iter().flat_map(pairs).collect();
        if !line_up.iter().any(|(exec, operator)| (exec.threads(), *operator) == report::BASELINE) {
            line_up.insert(0, (&self.alone, report::BASELINE.1));
        }
        let mut entries: Vec<Entry<'_>> = self.teams.iter().map(|exec| floor::entry(exec, graph)).collect();
        for (exec, operator) in line_up {
            let finder = Finder { exec, gpu: self.gpu.as_ref() };
            let run = move || finder.forest(operator, graph, objective, None);
            let bytes = memory(operator, exec.threads(), graph);
            entries.extend(verify::entries(operator, exec, truth.edges(), bytes, run));
        }
        self.bar.runs(entries.len().saturating_mul(self.options.runs.saturating_add(1)));
        let watch = |entry: &_| self.bar.next_run(|| format!("{}: {entry}", subject.name));
        let results = Turns::each(self.options.runs).take(&entries, watch, Failure::is_cancelled);
        let mut report = GraphReport::new(subject, graph, &truth, &entries, results);
        let left_out = left_out.into_iter().flat_map(pairs).map(|(exec, one)| (one, exec.threads()));
        report.leave_out(left_out, TOO_LONG);
        Ok(report)
    }

    /// Whether an operator would take minutes and is not asked for by its name.
    fn takes_too_long(&self, operator: Operator, nodes: usize) -> bool {
        let is_quadratic = operator.backend == Backend::Cpu && operator.algorithm.is_quadratic();
        is_quadratic && nodes > MOST_FOR_QUADRATIC && !self.options.names_algorithms()
    }
}

/// The bytes that an operator takes on the processor.
fn memory<W: Weight>(operator: Operator, threads: usize, graph: EdgeListView<'_, W>) -> u64 {
    let [nodes, edges, weight_bytes, threads] =
        [graph.nodes(), graph.len(), size_of::<W>(), threads].map(|number| number as u64);
    match operator.backend {
        Backend::Cpu => {
            let occupancy = Occupancy::Random;
            operator.algorithm.memory(&Size { nodes, edges, weight_bytes, threads, occupancy })
        }
        Backend::Gpu => 0,
    }
}

/// The files to be written, begun before any work is.
struct Outputs {
    json: Option<Output>,
    html: Option<Output>,
    svg: Option<Output>,
    markdown: Option<(Output, Page)>,
}

impl Outputs {
    fn begin(options: &BenchOptions) -> boscage::Result<Self> {
        let begin = |path: &Option<_>| path.as_deref().map(begin).transpose();
        let table = if options.names_algorithms() { Table::Graphs } else { Table::Operators };
        let page = options.markdown.as_deref().map(|path| Page::new(path, table)).transpose()?;
        Ok(Self {
            json: begin(&options.json)?,
            html: begin(&options.html)?,
            svg: begin(&options.svg)?,
            markdown: begin(&options.markdown)?.zip(page),
        })
    }

    /// Writes and ends all of them, whatever becomes of the others: what was measured for minutes is not lost
    /// with one.
    fn finish(self, report: &Report) -> Result<(), Failure> {
        let write = |output: Option<Output>, text: &dyn Fn() -> Result<String, Failure>| match output {
            Some(output) => Ok(write_whole(output, text()?.as_bytes())?),
            None => Ok(()),
        };
        let json = write(self.json, &|| Ok(report.json()));
        let html = write(self.html, &|| html::page(report));
        let svg = write(self.svg, &|| Ok(charts::picture(&plot::charts(report))?));
        let markdown = self
            .markdown
            .map_or(Ok(()), |(output, page)| Ok(write_whole(output, page.text(report)?.as_bytes())?));
        json.and(html).and(svg).and(markdown)
    }
}
