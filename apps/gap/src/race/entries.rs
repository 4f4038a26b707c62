//! The entries of a race: one graph in the forms that the kernels need, and the runs of each method.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Instant;

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, Direction, EdgeData, FileData, Graph, Node, Undirected};
use boscage::io::{Format, Names, WriteOptions};
use boscage_measuring::contention::{self, Counted, Extent};
use boscage_measuring::turns::Entry;
use boscage_programs::scratch::Scratch;

use super::programs::{Answers, Failure, Job, Reference};
use super::{ENOUGH_ROUNDS, KernelWord};
use crate::graph::{Edges, EitherGraph, with_graph};
use crate::kernel::{Bc, Bfs, Cc, Kernel, Pr, Sssp, Tc};
use crate::options::{SOURCES, TOLERANCE};
use crate::sources::Sources;

/// Method of a kernel.
#[derive(Clone, Copy)]
pub(super) enum Method<'a> {
    /// The textbook method, on one thread.
    Textbook,
    /// Our program, with the treatment of its answers in the first run.
    Operator(Answers),
    /// GAP's program, with this width of buckets.
    Reference(&'a Reference, usize),
}

/// The runs of one kernel on one graph.
pub(super) type Entries<'a> = Vec<Entry<'static, 'a, f64, Failure>>;

/// A graph in all forms that are needed.
pub(super) struct Graphs {
    name: String,
    bare: EitherGraph<()>,
    /// For `tc`, if the graph is directed.
    symmetric: Option<Graph<Undirected, ()>>,
    /// For `sssp`.
    weighing: Option<EitherGraph<u32>>,
    files: Scratch,
    /// Format of the files.
    format: Format,
}

impl Graphs {
    /// Makes the forms that these kernels need, and writes them in this format.
    ///
    /// # Errors
    /// Errors of making graphs.
    pub(super) fn make(exec: &Exec, edges: &Edges, kernels: &[KernelWord], format: Format) -> Result<Self> {
        let (bare, _) = edges.bare(exec)?;
        let symmetric = match &bare {
            EitherGraph::Directed(graph) if kernels.contains(&KernelWord::Tc) => {
                // Of the arcs between two nodes one stays.
                Some(graph.symmetrised(exec)?.simplified(exec)?)
            }
            _ => None,
        };
        let is_weighed = kernels.contains(&KernelWord::Sssp);
        let weighing = is_weighed.then(|| edges.weighing(exec)).transpose()?.map(|(made, _)| made);
        let symmetric = symmetric.map(|graph| by_target(exec, &graph)).transpose()?;
        let files = Scratch::new("gap")?;
        let graphs = Self { name: edges.name.clone(), bare, symmetric, weighing, files, format };
        for &kernel in kernels {
            graphs.write(exec, kernel)?;
        }
        Ok(graphs)
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Writes the file that the programs for a kernel read, if it is missing.
    fn write(&self, exec: &Exec, kernel: KernelWord) -> Result<()> {
        let (path, format) = (self.file(kernel), self.format);
        if path.exists() {
            return Ok(());
        }
        match (kernel, &self.symmetric, &self.weighing) {
            (KernelWord::Sssp, _, Some(made)) => {
                with_graph!(made, graph => write_graph(exec, graph, &path, format))
            }
            (KernelWord::Tc, Some(graph), _) => write_graph(exec, graph, &path, format),
            _ => with_graph!(&self.bare, graph => write_graph(exec, graph, &path, format)),
        }
    }

    /// Returns the file that the programs for a kernel read.
    fn file(&self, kernel: KernelWord) -> PathBuf {
        let (stem, gap_suffix) = match kernel {
            KernelWord::Sssp => ("weights", "wsg"),
            KernelWord::Tc if self.symmetric.is_some() => ("symmetric", "sg"),
            _ => ("graph", "sg"),
        };
        let suffix = if self.format == Format::Gap { gap_suffix } else { "bsg" };
        self.files.path().join(format!("{stem}.{suffix}"))
    }

    /// Returns the runs of a kernel by these methods, with their numbers of threads.
    ///
    /// # Errors
    /// [`boscage::Error::Argument`] if no node can be a source.
    pub(super) fn entries<'a>(
        &'a self,
        kernel: KernelWord,
        trials: usize,
        methods: &[(Method<'a>, usize)],
    ) -> Result<Entries<'a>> {
        self.with(kernel, Runs { kernel, trials, file: self.file(kernel), methods })
    }

    /// Counts the data that a kernel would move between these numbers of processors.
    ///
    /// # Errors
    /// Errors of the kernel; [`boscage::Error::Argument`] if no node can be a source.
    pub(super) fn count(&self, kernel: KernelWord, trials: usize, workers: &[usize]) -> Result<Counted> {
        let title = format!("{} on {}", kernel.name(), self.name);
        self.with(kernel, Counting { title, trials, workers })
    }

    /// Calls a task with a kernel and its graph.
    fn with<'a, T: Task<'a>>(&'a self, kernel: KernelWord, task: T) -> Result<T::Output> {
        const PR: Pr = Pr { tolerance: TOLERANCE, rounds: ENOUGH_ROUNDS };
        match kernel {
            KernelWord::Bfs => with_graph!(&self.bare, graph => task.call(&Bfs, graph)),
            KernelWord::Sssp => {
                let made = self.weighing.as_ref().expect("it is made if sssp is requested");
                with_graph!(made, graph => task.call(&Sssp { delta: None }, graph))
            }
            KernelWord::Pr => with_graph!(&self.bare, graph => task.call(&PR, graph)),
            KernelWord::Cc => with_graph!(&self.bare, graph => task.call(&Cc, graph)),
            KernelWord::Bc => with_graph!(&self.bare, graph => task.call(&Bc { sources: SOURCES }, graph)),
            KernelWord::Tc => match (&self.symmetric, &self.bare) {
                (Some(graph), _) | (None, EitherGraph::Undirected(graph)) => task.call(&Tc, graph),
                (None, EitherGraph::Directed(_)) => unreachable!("tc gets a symmetric graph"),
            },
        }
    }
}

/// A task for a kernel and its graph.
trait Task<'a> {
    type Output;

    fn call<D: Direction, E: EdgeData, K: Kernel<D, E> + 'a>(
        self,
        kernel: &'a K,
        graph: &'a Graph<D, E>,
    ) -> Result<Self::Output>;
}

/// Returns the sources of some trials: the same for all methods, because the programs draw them.
fn sources<D: Direction, E: EdgeData>(
    kernel: &impl Kernel<D, E>,
    graph: &Graph<D, E>,
    trials: usize,
) -> Result<Vec<Vec<Node>>> {
    let mut sources = vec![Vec::new(); trials];
    if kernel.sources() > 0 {
        let mut drawn = Sources::of(graph, None)?;
        sources.fill_with(|| (0..kernel.sources()).map(|_| drawn.draw(graph)).collect());
    }
    Ok(sources)
}

/// Counts the data that the trials of a kernel would move between processors.
struct Counting<'w> {
    title: String,
    trials: usize,
    workers: &'w [usize],
}

impl<'a> Task<'a> for Counting<'_> {
    type Output = Counted;

    fn call<D: Direction, E: EdgeData, K: Kernel<D, E> + 'a>(
        self,
        kernel: &'a K,
        graph: &'a Graph<D, E>,
    ) -> Result<Counted> {
        let Self { title, trials, workers } = self;
        let sources = sources(kernel, graph, trials)?;
        let searches = trials * kernel.sources().max(1);
        let (nodes, arcs) = (graph.node_count() * searches, graph.targets().len() * searches);
        let extent = Extent { claims: nodes, arcs, unit: "arcs" };
        contention::count(title, extent, workers, |exec| {
            sources.iter().try_for_each(|sources| kernel.solve(exec, graph, sources).map(drop))
        })
    }
}

/// Returns the graph with its arcs by their targets.
fn by_target(exec: &Exec, graph: &Graph<Undirected, ()>) -> Result<Graph<Undirected, ()>> {
    Graph::builder().by_target().build(exec, &graph.to_edge_list(exec)?)
}

fn write_graph<D: Direction, E: FileData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    path: &Path,
    format: Format,
) -> Result<()>
where
    AnyEdgeList: From<boscage::graph::EdgeList<E>>,
{
    let list = AnyEdgeList::from(graph.to_edge_list(exec)?);
    let options =
        WriteOptions { format: Some(format), is_directed: D::IS_DIRECTED, ..WriteOptions::default() };
    boscage::io::write(exec, path, &list, &Names::Offset(0), &options).map(drop)
}

/// The runs of a kernel on a graph, before the graph's type is known.
struct Runs<'a, 'm> {
    kernel: KernelWord,
    trials: usize,
    file: PathBuf,
    methods: &'m [(Method<'a>, usize)],
}

impl<'a> Task<'a> for Runs<'a, '_> {
    type Output = Entries<'a>;

    fn call<D: Direction, E: EdgeData, K: Kernel<D, E> + 'a>(
        self,
        kernel: &'a K,
        graph: &'a Graph<D, E>,
    ) -> Result<Entries<'a>> {
        let sources = sources(kernel, graph, self.trials)?;
        let entry = |&(method, threads): &(Method<'a>, usize)| {
            let job = Job { kernel: self.kernel, file: self.file.clone(), trials: self.trials, threads };
            let (name, run): (_, Box<dyn Fn() -> Result<f64, Failure> + 'a>) = match method {
                Method::Textbook => {
                    let sources = sources.clone();
                    let run = move || {
                        let start = Instant::now();
                        sources.iter().for_each(|sources| kernel.textbook(graph, sources));
                        Ok(start.elapsed().as_secs_f64() / sources.len() as f64)
                    };
                    ("textbook", Box::new(run))
                }
                Method::Operator(answers) => {
                    let answers = Cell::new(answers);
                    ("boscage", Box::new(move || job.run_ours(answers.replace(Answers::Trusted))))
                }
                Method::Reference(reference, delta) => {
                    ("reference", Box::new(move || job.run_reference(reference, delta)))
                }
            };
            Entry { name, threads, run }
        };
        Ok(self.methods.iter().map(entry).collect())
    }
}
