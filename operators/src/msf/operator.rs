//! Forest operators as values, with their configurations.

use std::fmt;

use boscage_core::Result;
use boscage_core::exec::{Exec, Stage};
use boscage_core::graph::{
    AnyForest, AnyGraphView, EdgeListView, Forest, Graph, GraphView, Objective, Occupied, Undirected, Weight,
};

use super::papers::{
    BoruvkaPrim, EdgeBoruvka, Join, MstBc, Nearest, Pma, Prim, PrimThreads, boruvka_prim, edge_boruvka,
    mst_bc, pma, prim, prim_threads,
};
use super::{
    Algorithm, FilterBoruvka, FilterKruskal, Kruskal, WindowedKruskal, filter_boruvka, filter_kruskal,
    kruskal, windowed_kruskal,
};

/// A forest operator as it is configured: any of the structs of configuration, or an
/// [`Algorithm`](super::Algorithm) with its defaults.
///
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf::{Algorithm, FilterBoruvka, Operator};
///
/// let graph = EdgeList::from_triples(4, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)])?;
/// let operators: [&dyn Operator; 2] = [&Algorithm::Prim, &FilterBoruvka { filter_from: 2 }];
/// for operator in operators {
///     let forest = operator.forest(&Exec::new(1)?, (&graph).into(), Objective::Minimum)?;
///     assert_eq!(forest.total(), 11);
/// }
/// # Ok::<(), boscage::Error>(())
/// ```
pub trait Operator: fmt::Debug + Send + Sync {
    /// Runs it on a graph in either form. An operator that wants the other form gets the graph converted. Of
    /// an edge list with many isolated nodes it gets a copy without them ([`Occupied`]); the forest is the
    /// same.
    ///
    /// Not generic, so that operators are compiled here and not again in every program that calls them.
    ///
    /// # Errors
    /// Those of the operator.
    fn run(&self, exec: &Exec, graph: AnyGraphView<'_>, objective: Objective) -> Result<AnyForest>;

    /// What it is a configuration of.
    fn algorithm(&self) -> Algorithm;

    /// Whether it takes time that grows with the square of the nodes: for what is small, or to see why.
    fn is_quadratic(&self) -> bool {
        self.algorithm().is_quadratic()
    }
}

impl dyn Operator + '_ {
    /// [`Operator::run`] where the type of the weights is known.
    ///
    /// # Errors
    /// As there.
    pub fn forest<W: Weight>(
        &self,
        exec: &Exec,
        graph: GraphView<'_, W>,
        objective: Objective,
    ) -> Result<Forest<W>> {
        let forest = self.run(exec, W::any(graph), objective)?;
        Ok(forest.of_type().expect("a forest of the weights that the edges have"))
    }
}

/// Calls a function that wants `edges`, or `adjacency`, with a graph in either form.
macro_rules! on {
    ($form:ident, $exec:expr, $graph:expr, |$view:ident| $call:expr) => {
        boscage_core::with_graph_view!($graph, graph => {
            $crate::msf::operator::Input { exec: $exec, graph }.$form(&|$view| $call).map(Into::into)
        })
    };
}

pub(super) use on;

macro_rules! operators {
    ($($config:ident: $form:ident $function:ident;)*) => {$(
        impl Operator for $config {
            fn algorithm(&self) -> Algorithm {
                Algorithm::$config
            }

            fn run(&self, exec: &Exec, graph: AnyGraphView<'_>, objective: Objective) -> Result<AnyForest> {
                on!($form, exec, graph, |view| $function(exec, view, objective, *self))
            }
        }
    )*};
}

operators! {
    Kruskal: edges kruskal;
    FilterKruskal: edges filter_kruskal;
    WindowedKruskal: edges windowed_kruskal;
    FilterBoruvka: edges filter_boruvka;
    BoruvkaPrim: edges boruvka_prim;
    MstBc: edges mst_bc;
    PrimThreads: adjacency prim_threads;
}

impl Operator for Pma {
    fn algorithm(&self) -> Algorithm {
        self.variant.algorithm()
    }

    fn run(&self, exec: &Exec, graph: AnyGraphView<'_>, objective: Objective) -> Result<AnyForest> {
        on!(edges, exec, graph, |list| pma(exec, list, objective, *self))
    }
}

impl Operator for EdgeBoruvka {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdgeBoruvka
    }

    /// Where edges are joined that both ends have chosen, there may be as many rounds as nodes.
    fn is_quadratic(&self) -> bool {
        self.join == Join::Both
    }

    fn run(&self, exec: &Exec, graph: AnyGraphView<'_>, objective: Objective) -> Result<AnyForest> {
        on!(edges, exec, graph, |list| edge_boruvka(exec, list, objective, *self))
    }
}

impl Operator for Prim {
    fn algorithm(&self) -> Algorithm {
        Algorithm::Prim
    }

    fn is_quadratic(&self) -> bool {
        self.nearest == Nearest::Scan
    }

    fn run(&self, exec: &Exec, graph: AnyGraphView<'_>, objective: Objective) -> Result<AnyForest> {
        on!(adjacency, exec, graph, |graph| prim(exec, graph, objective, *self))
    }
}

/// An operator that wants adjacency.
type OnAdjacency<'f, W> = dyn Fn(&Graph<Undirected, W>) -> Result<Forest<W>> + 'f;

/// A graph, on its way to an operator.
pub(super) struct Input<'a, W: Weight> {
    pub(super) exec: &'a Exec,
    pub(super) graph: GraphView<'a, W>,
}

impl<W: Weight> Input<'_, W> {
    /// Calls an operator that wants edges.
    pub(super) fn edges(&self, f: &dyn Fn(EdgeListView<'_, W>) -> Result<Forest<W>>) -> Result<Forest<W>> {
        match self.graph {
            GraphView::Edges(list) => self.occupied(list, f),
            GraphView::Adjacency(graph) => {
                graph.check_ids()?;
                let list = self.convert("to edge list", || graph.to_edge_list(self.exec))?;
                f(list.as_view())
            }
        }
    }

    /// Calls an operator that wants adjacency.
    pub(super) fn adjacency(&self, f: &OnAdjacency<'_, W>) -> Result<Forest<W>> {
        match self.graph {
            GraphView::Adjacency(graph) => f(graph),
            GraphView::Edges(list) => self.occupied(list, &|list| {
                let build = || Graph::builder().with_ids().build(self.exec, list);
                f(&self.convert("to adjacency", build)?)
            }),
        }
    }

    /// Calls an operator with edges; where few nodes have any, between these nodes alone.
    fn occupied(
        &self,
        list: EdgeListView<'_, W>,
        f: &dyn Fn(EdgeListView<'_, W>) -> Result<Forest<W>>,
    ) -> Result<Forest<W>> {
        if !Occupied::<W>::is_worthwhile(list.nodes(), list.len()) {
            return f(list);
        }
        match self.convert("without isolated nodes", || Occupied::of(self.exec, list))? {
            Some(occupied) => Ok(f(occupied.list())?.with_isolated(occupied.isolated())),
            None => f(list),
        }
    }

    fn convert<G: Send>(&self, name: &str, f: impl FnOnce() -> Result<G> + Send) -> Result<G> {
        self.exec.parallel_stage(Stage::convert(name), f)
    }
}
