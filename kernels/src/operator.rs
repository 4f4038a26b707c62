//! The forest operators of the GPU, by the same names as on the processor, or with a configuration.

use std::fmt;

use boscage_core::exec::{Exec, Stage};
use boscage_core::graph::{AnyForest, AnyGraphView, EdgeListView, Forest, GraphView, Objective, Weight};
use boscage_core::with_graph_view;
use boscage_operators::msf::Algorithm;
use boscage_operators::msf::papers::PmaVariant;

use crate::error::{Result, not_on_gpus};
use crate::gpu::Gpu;
use crate::{EdgeBoruvka, FilterBoruvka, Pma, edge_boruvka, filter_boruvka, pma, vineet};

/// A forest operator of the GPU as it is configured: any of the structs of configuration, or an [`Algorithm`]
/// that [runs on GPUs](Algorithm::on_gpu), with its defaults.
pub trait Operator: fmt::Debug + Send + Sync {
    /// Runs it on a graph in either form; adjacency is converted to an edge list on the host.
    ///
    /// # Errors
    /// Those of the operator, all of them of [`Error`]; [`Error::Argument`] for an algorithm
    /// that does not run on GPUs.
    fn run(&self, gpu: &Gpu, exec: &Exec, graph: AnyGraphView<'_>, objective: Objective)
    -> Result<AnyForest>;
}

impl dyn Operator + '_ {
    /// [`Operator::run`] where the type of the weights is known.
    ///
    /// # Errors
    /// As there.
    pub fn forest<W: Weight>(
        &self,
        gpu: &Gpu,
        exec: &Exec,
        graph: GraphView<'_, W>,
        objective: Objective,
    ) -> Result<Forest<W>> {
        let forest = self.run(gpu, exec, W::any(graph), objective)?;
        Ok(forest.of_type().expect("a forest of the weights that the edges have"))
    }
}

macro_rules! operators {
    ($($config:ty: $function:ident;)*) => {$(
        impl Operator for $config {
            fn run(
                &self,
                gpu: &Gpu,
                exec: &Exec,
                graph: AnyGraphView<'_>,
                objective: Objective,
            ) -> Result<AnyForest> {
                with_graph_view!(graph, graph => on_edges(exec, graph, &|list| {
                    $function(gpu, exec, list, objective, *self)
                }).map(Into::into))
            }
        }
    )*};
}

operators! {
    FilterBoruvka: filter_boruvka;
    EdgeBoruvka: edge_boruvka;
    Pma: pma;
}

/// What [`Algorithm::Auto`] stands for on a GPU: [`filter_boruvka`], always. Others stand for themselves.
#[must_use]
pub fn chosen(algorithm: Algorithm) -> Algorithm {
    if algorithm == Algorithm::Auto { Algorithm::FilterBoruvka } else { algorithm }
}

impl Operator for Algorithm {
    fn run(
        &self,
        gpu: &Gpu,
        exec: &Exec,
        graph: AnyGraphView<'_>,
        objective: Objective,
    ) -> Result<AnyForest> {
        let run = |operator: &dyn Operator| operator.run(gpu, exec, graph, objective);
        match chosen(*self) {
            Self::FilterBoruvka => run(&FilterBoruvka::default()),
            Self::EdgeBoruvka => run(&EdgeBoruvka::default()),
            Self::PmaMin => run(&Pma::from(PmaVariant::Min)),
            Self::PmaSort => run(&Pma::from(PmaVariant::Sort)),
            Self::PmaHybrid => run(&Pma::from(PmaVariant::Hybrid)),
            Self::Vineet => with_graph_view!(graph, graph => {
                on_edges(exec, graph, &|list| vineet(gpu, exec, list, objective)).map(Into::into)
            }),
            other => Err(not_on_gpus(other.name())),
        }
    }
}

/// The forest by the operator of this name: [`Operator::run`] of an [`Algorithm`], where the type of the
/// weights is known.
///
/// # Errors
/// As there.
pub fn run<W: Weight>(
    algorithm: Algorithm,
    gpu: &Gpu,
    exec: &Exec,
    graph: GraphView<'_, W>,
    objective: Objective,
) -> Result<Forest<W>> {
    (&algorithm as &dyn Operator).forest(gpu, exec, graph, objective)
}

fn on_edges<W: Weight>(
    exec: &Exec,
    graph: GraphView<'_, W>,
    f: &dyn Fn(EdgeListView<'_, W>) -> Result<Forest<W>>,
) -> Result<Forest<W>> {
    match graph {
        GraphView::Edges(list) => f(list),
        GraphView::Adjacency(graph) => {
            graph.check_ids()?;
            let list = exec.parallel_stage(Stage::convert("to edge list"), || graph.to_edge_list(exec))?;
            f(list.as_view())
        }
    }
}
