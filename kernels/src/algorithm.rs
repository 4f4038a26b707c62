//! The forest operators of the GPU by name.

use std::any::Any;
use std::fmt;
use std::str::FromStr;

use boscage::exec::{Exec, Stage};
use boscage::graph::{AnyGraphView, EdgeListView, Forest, GraphView, Objective, Weight};
use boscage::with_graph_view;

use crate::error::{Error, Result};
use crate::gpu::Gpu;
use crate::{EdgeBoruvka, FilterBoruvka, PmaVariant, edge_boruvka, filter_boruvka, pma, vineet};

/// A forest operator that runs on a GPU, with its default configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Whatever is fastest for the graph: [`filter_boruvka`](fn@filter_boruvka), always.
    #[default]
    Auto,
    /// [`filter_boruvka`](fn@filter_boruvka).
    FilterBoruvka,
    /// [`edge_boruvka`](fn@edge_boruvka).
    EdgeBoruvka,
    /// [`vineet`](fn@vineet).
    Vineet,
    /// [`pma`](fn@pma) as [`PmaVariant::Min`].
    PmaMin,
    /// [`pma`](fn@pma) as [`PmaVariant::Sort`].
    PmaSort,
    /// [`pma`](fn@pma) as [`PmaVariant::Hybrid`].
    PmaHybrid,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Auto,
        Self::FilterBoruvka,
        Self::EdgeBoruvka,
        Self::Vineet,
        Self::PmaMin,
        Self::PmaSort,
        Self::PmaHybrid,
    ];

    /// The name: of the file, of the function, on the command line, in statistics and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::FilterBoruvka => "filter-boruvka",
            Self::EdgeBoruvka => "edge-boruvka",
            Self::Vineet => "vineet",
            Self::PmaMin => "pma-min",
            Self::PmaSort => "pma-sort",
            Self::PmaHybrid => "pma-hybrid",
        }
    }

    /// One line for lists.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Auto => "picks what is fastest for the graph",
            Self::FilterBoruvka => "rounds on ever smaller graphs, heavy edges filtered: the fastest",
            Self::EdgeBoruvka => "edge-centric rounds with worklists and wait-free disjoint sets",
            Self::Vineet => "Boruvka's rounds from scan, segmented scan and sort",
            Self::PmaMin => "trees grown by Prim's algorithm side by side; arcs unsorted",
            Self::PmaSort => "trees grown by Prim's algorithm side by side; arcs sorted by weight",
            Self::PmaHybrid => {
                "trees grown by Prim's algorithm side by side; arcs sorted from the second round on"
            }
        }
    }

    /// The operator that `auto` stands for; others stand for themselves.
    #[must_use]
    pub fn chosen(self) -> Self {
        if self == Self::Auto { Self::FilterBoruvka } else { self }
    }

    /// Runs the operator on a graph in either form; adjacency is converted to an edge list on the host.
    ///
    /// # Errors
    /// Those of the operator, all of them of [`Error`].
    pub fn run<W: Weight>(
        self,
        gpu: &Gpu,
        exec: &Exec,
        graph: GraphView<'_, W>,
        objective: Objective,
    ) -> Result<Forest<W>> {
        let forest = run(self, gpu, exec, W::any(graph), objective)?;
        Ok(*forest.downcast().expect("a forest of the weights that the edges have"))
    }

    fn run_on_graph<W: Weight>(
        self,
        gpu: &Gpu,
        exec: &Exec,
        graph: GraphView<'_, W>,
        objective: Objective,
    ) -> Result<Forest<W>> {
        match graph {
            GraphView::Edges(list) => self.run_on_list(gpu, exec, list, objective),
            GraphView::Csr(csr) => {
                let stage = Stage::convert("to edge list");
                let converted = exec.parallel_stage(stage, || csr.to_edge_list(exec))?;
                self.run_on_list(gpu, exec, converted.as_view(), objective)
            }
        }
    }

    fn run_on_list<W: Weight>(
        self,
        gpu: &Gpu,
        exec: &Exec,
        list: EdgeListView<'_, W>,
        objective: Objective,
    ) -> Result<Forest<W>> {
        match self.chosen() {
            Self::Auto | Self::FilterBoruvka => {
                filter_boruvka(gpu, exec, list, objective, FilterBoruvka::default())
            }
            Self::EdgeBoruvka => edge_boruvka(gpu, exec, list, objective, EdgeBoruvka::default()),
            Self::Vineet => vineet(gpu, exec, list, objective),
            Self::PmaMin => pma(gpu, exec, list, objective, PmaVariant::Min.into()),
            Self::PmaSort => pma(gpu, exec, list, objective, PmaVariant::Sort.into()),
            Self::PmaHybrid => pma(gpu, exec, list, objective, PmaVariant::Hybrid.into()),
        }
    }
}

/// Not generic, so that the operators are compiled here and not again in every program that calls them by
/// name.
fn run(
    algorithm: Algorithm,
    gpu: &Gpu,
    exec: &Exec,
    graph: AnyGraphView<'_>,
    objective: Objective,
) -> Result<Box<dyn Any>> {
    with_graph_view!(graph, graph => Ok(Box::new(algorithm.run_on_graph(gpu, exec, graph, objective)?)))
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name).ok_or_else(|| Error::Argument {
            what: "algorithm",
            expected: format!("one of {}", Self::ALL.map(Self::name).join(", ")),
            found: name.to_owned(),
        })
    }
}
