//! Forest operators of the GPU, by the same names as on the processor.

use std::sync::LazyLock;

use boscage_core::exec::{Exec, Stage};
use boscage_core::graph::{AnyForest, AnyGraphView, EdgeListView, Forest, GraphView, Objective, Weight};
use boscage_operators::msf::papers::PmaVariant;
use boscage_operators::msf::{Backend, Facts, Kind, Operator};

use crate::error::{Error, Result};
use crate::gpu::Gpu;
use crate::{EdgeBoruvka, FilterBoruvka, Pma, Vineet};

/// Backend of this crate's operators: a GPU, and the threads that prepare its work.
///
/// # Examples
/// ```no_run
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}, operators::msf};
/// use boscage_kernels::{Gpu, operators};
///
/// let (gpu, exec) = (Gpu::open()?, Exec::available()?);
/// let graph = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let operator = msf::by_name(operators(), "vineet")?;
/// let forest = operator.forest((&gpu, &exec), &graph, Objective::Minimum)?;
/// assert_eq!((forest.total(), forest.tree_count()), (12, 1));
/// # Ok::<(), boscage_kernels::Error>(())
/// ```
#[derive(Debug)]
pub enum Device {}

impl Backend for Device {
    type Context<'a> = (&'a Gpu, &'a Exec);
    /// Adjacency is converted to an edge list on the host.
    type Graph<'a> = AnyGraphView<'a>;
    type Forest = AnyForest;
    type GraphOf<'a, W: Weight> = GraphView<'a, W>;
    type ForestOf<W: Weight> = Forest<W>;
    type Size<'a> = Size<'a>;
    type Error = Error;

    fn any<'a, W: Weight>(graph: Self::GraphOf<'a, W>) -> Self::Graph<'a> {
        W::any(graph)
    }

    fn downcast<W: Weight>(forest: AnyForest) -> Forest<W> {
        forest.downcast().expect("a forest of the weights that the edges have")
    }
}

/// Size on which the device memory of an operator depends.
#[derive(Clone, Copy, Debug)]
pub struct Size<'a> {
    /// The device: sorts and scans need memory in proportion to its multiprocessors.
    pub gpu: &'a Gpu,
    /// Number of nodes.
    pub nodes: usize,
    /// Number of edges.
    pub edges: usize,
    /// Bytes per weight, 4 or 8.
    pub weight_bytes: usize,
}

impl<'a> Size<'a> {
    pub(crate) fn of<W: Weight>(gpu: &'a Gpu, graph: EdgeListView<'_, W>) -> Self {
        Self { gpu, nodes: graph.node_count(), edges: graph.edge_count(), weight_bytes: size_of::<W>() }
    }
}

/// Returns all operators of the GPU in their default configuration.
pub fn operators() -> impl Iterator<Item = &'static dyn Operator<Device>> + Clone {
    static TABLE: LazyLock<[Box<dyn Operator<Device>>; 7]> = LazyLock::new(|| {
        [
            Box::new(Auto),
            Box::<FilterBoruvka>::default(),
            Box::<EdgeBoruvka>::default(),
            Box::new(Pma::from(PmaVariant::Min)),
            Box::new(Pma::from(PmaVariant::Sort)),
            Box::new(Pma::from(PmaVariant::Hybrid)),
            Box::new(Vineet),
        ]
    });
    TABLE.iter().map(|operator| &**operator)
}

/// The fastest operator, which [`choose`] returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Auto;

/// Returns the operator that [`Auto`] takes: always `filter-boruvka`.
#[must_use]
pub fn choose() -> &'static dyn Operator<Device> {
    const FASTEST: FilterBoruvka = FilterBoruvka::DEFAULT;
    &FASTEST
}

impl Operator<Device> for Auto {
    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "auto",
            kind: Kind::Threads,
            paper: "",
            choose_for: "everything",
            summary: "takes the fastest operator for the graph",
        }
    }

    fn run(&self, on: (&Gpu, &Exec), graph: AnyGraphView<'_>, objective: Objective) -> Result<AnyForest> {
        choose().run(on, graph, objective)
    }

    fn memory(&self, of: &Size<'_>) -> u64 {
        choose().memory(of)
    }
}

/// Calls an operator with the edges of a graph in either form.
macro_rules! on_edges {
    ($exec:expr, $graph:expr, |$list:ident| $call:expr) => {
        boscage_core::with_graph_view!($graph, graph => {
            $crate::operator::with_edges($exec, graph, &|$list| $call).map(Into::into)
        })
    };
}

pub(crate) use on_edges;

pub(crate) fn with_edges<W: Weight>(
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
