//! What takes turns in a race: one graph in the forms that the kernels want, and the runs of each method.

use std::cell::Cell;
use std::path::PathBuf;
use std::time::Instant;

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, Direction, EdgeData, FileData, Graph, Node, Undirected};
use boscage::io::{Format, Names, WriteOptions};
use boscage::{Error, Result};
use boscage_measuring::turns::Entry;
use tempfile::TempDir;

use super::reference::Reference;
use super::{KernelWord, ROUNDS, SCRATCH};
use crate::graph::{Edges, Made, with_graph};
use crate::kernel::{Bc, Bfs, Cc, Kernel, Pr, Sssp, Tc};
use crate::options::{SOURCES, TOLERANCE};
use crate::sources::Sources;

/// How a kernel is run.
#[derive(Clone, Copy)]
pub(super) enum Method<'a> {
    /// On one thread, as in textbooks.
    Textbook,
    /// By the operator; whether its answers are verified in the first run.
    Operator(&'a Exec, bool),
    /// By GAP's program, with this width of buckets.
    Reference(&'a Reference, usize),
}

/// The runs of one kernel on one graph.
pub(super) type Entries<'a> = Vec<Entry<'static, 'a, f64, Error>>;

/// A graph in all forms that are wanted.
pub(super) struct Graphs {
    name: String,
    bare: Made<()>,
    /// For `tc`, if the graph is directed.
    symmetric: Option<Graph<Undirected, ()>>,
    /// For `sssp`.
    weighing: Option<Made<u32>>,
    files: Option<TempDir>,
}

impl Graphs {
    /// Makes what these kernels want.
    ///
    /// # Errors
    /// Those of making graphs.
    pub(super) fn make(exec: &Exec, edges: &Edges, kernels: &[KernelWord]) -> Result<Self> {
        let (bare, _) = edges.bare(exec, false)?;
        let symmetric = match &bare {
            Made::Directed(graph) if kernels.contains(&KernelWord::Tc) => {
                // Of the arcs between two nodes one stays.
                Some(graph.symmetrised(exec)?.simplified(exec)?)
            }
            _ => None,
        };
        let is_weighed = kernels.contains(&KernelWord::Sssp);
        let weighing = is_weighed.then(|| edges.weighing(exec, false)).transpose()?.map(|(made, _)| made);
        let symmetric = symmetric.map(|graph| by_target(exec, &graph)).transpose()?;
        Ok(Self { name: edges.name.clone(), bare, symmetric, weighing, files: None })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Writes the files for GAP's programs.
    ///
    /// # Errors
    /// Those of writing.
    pub(super) fn write(&mut self, exec: &Exec) -> Result<()> {
        let failed = |source| Error::Io { path: std::env::temp_dir(), action: "write", source };
        let folder = tempfile::Builder::new().prefix("gap-").tempdir().map_err(failed)?;
        *SCRATCH.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(folder.path().to_owned());
        let at = |name: &str| folder.path().join(name);
        with_graph!(&self.bare, graph => write(exec, graph, at("graph.sg")))?;
        if let Some(graph) = &self.symmetric {
            write(exec, graph, at("symmetric.sg"))?;
        }
        if let Some(made) = &self.weighing {
            with_graph!(made, graph => write(exec, graph, at("graph.wsg")))?;
        }
        self.files = Some(folder);
        Ok(())
    }

    /// The file that GAP's program for a kernel reads.
    fn file(&self, kernel: KernelWord) -> PathBuf {
        let name = match kernel {
            KernelWord::Sssp => "graph.wsg",
            KernelWord::Tc if self.symmetric.is_some() => "symmetric.sg",
            _ => "graph.sg",
        };
        self.files.as_ref().map_or_else(PathBuf::new, |folder| folder.path().join(name))
    }

    /// The runs of a kernel by these methods, with their numbers of threads.
    ///
    /// # Errors
    /// [`Error::Argument`] if no node can be a source.
    pub(super) fn entries<'a>(
        &'a self,
        kernel: KernelWord,
        trials: usize,
        methods: &[(Method<'a>, usize)],
    ) -> Result<Entries<'a>> {
        let job = Job { word: kernel, trials, file: self.file(kernel), methods };
        match kernel {
            KernelWord::Bfs => with_graph!(&self.bare, graph => job.entries(&Bfs, graph)),
            KernelWord::Sssp => match &self.weighing {
                Some(made) => with_graph!(made, graph => job.entries(&Sssp { delta: None }, graph)),
                None => Ok(Vec::new()),
            },
            KernelWord::Pr => {
                const PR: Pr = Pr { tolerance: TOLERANCE, rounds: ROUNDS };
                with_graph!(&self.bare, graph => job.entries(&PR, graph))
            }
            KernelWord::Cc => with_graph!(&self.bare, graph => job.entries(&Cc, graph)),
            KernelWord::Bc => with_graph!(&self.bare, graph => job.entries(&Bc { sources: SOURCES }, graph)),
            KernelWord::Tc => match (&self.symmetric, &self.bare) {
                (Some(graph), _) | (None, Made::Undirected(graph)) => job.entries(&Tc, graph),
                (None, Made::Directed(_)) => unreachable!("tc gets a symmetric graph"),
            },
        }
    }
}

/// The same graph, its arcs by their targets.
fn by_target(exec: &Exec, graph: &Graph<Undirected, ()>) -> Result<Graph<Undirected, ()>> {
    Graph::builder().by_target().build(exec, &graph.to_edge_list(exec)?)
}

fn write<D: Direction, E: FileData>(exec: &Exec, graph: &Graph<D, E>, path: PathBuf) -> Result<()>
where
    AnyEdgeList: From<boscage::graph::EdgeList<E>>,
{
    let list = AnyEdgeList::from(graph.to_edge_list(exec)?);
    let format = Some(Format::Gap);
    let options = WriteOptions { format, is_directed: D::IS_DIRECTED, ..WriteOptions::default() };
    boscage::io::write(exec, &path, &list, &Names::Offset(0), &options).map(drop)
}

/// A kernel on a graph, before the graph's type is known.
struct Job<'a, 'm> {
    word: KernelWord,
    trials: usize,
    file: PathBuf,
    methods: &'m [(Method<'a>, usize)],
}

impl<'a> Job<'a, '_> {
    fn entries<D: Direction, E: EdgeData, K: Kernel<D, E> + 'a>(
        &self,
        kernel: &'a K,
        graph: &'a Graph<D, E>,
    ) -> Result<Entries<'a>> {
        // The same for all methods: GAP draws these.
        let mut trials: Vec<Vec<Node>> = vec![Vec::new(); self.trials];
        if kernel.sources() > 0 {
            let mut sources = Sources::of(graph, None)?;
            trials.fill_with(|| (0..kernel.sources()).map(|_| sources.draw(graph)).collect());
        }
        let (word, count) = (self.word, self.trials);
        let entry = |&(method, threads): &(Method<'a>, usize)| {
            let (trials, file) = (trials.clone(), self.file.clone());
            let run: Box<dyn Fn() -> Result<f64> + 'a> = match method {
                Method::Textbook => Box::new(move || {
                    let start = Instant::now();
                    trials.iter().for_each(|sources| kernel.textbook(graph, sources));
                    Ok(start.elapsed().as_secs_f64() / count as f64)
                }),
                Method::Operator(exec, verify) => {
                    let verify = Cell::new(verify);
                    Box::new(move || operator(kernel, graph, exec, &trials, verify.replace(false)))
                }
                Method::Reference(reference, delta) => {
                    Box::new(move || reference.run(word, &file, count, threads, delta))
                }
            };
            let name = match method {
                Method::Textbook => "textbook",
                Method::Operator(..) => "boscage",
                Method::Reference(..) => "reference",
            };
            Entry { name, threads, run }
        };
        Ok(self.methods.iter().map(entry).collect())
    }
}

/// One run of an operator: the mean time of its trials.
fn operator<D: Direction, E: EdgeData>(
    kernel: &impl Kernel<D, E>,
    graph: &Graph<D, E>,
    exec: &Exec,
    trials: &[Vec<Node>],
    verify: bool,
) -> Result<f64> {
    let mut seconds = 0.0;
    for sources in trials {
        let start = Instant::now();
        let answer = kernel.solve(exec, graph, sources)?;
        seconds += start.elapsed().as_secs_f64();
        drop(exec.take_statistics());
        if verify && let Some(found) = kernel.verdict(graph, sources, &answer).fault {
            return Err(Error::Inconsistent { expected: "the right answer".to_owned(), found });
        }
    }
    Ok(seconds / trials.len() as f64)
}
