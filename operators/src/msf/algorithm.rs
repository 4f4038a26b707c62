//! The forest operators by name.

use std::any::Any;
use std::fmt;
use std::str::FromStr;

use boscage::exec::{Exec, Stage};
use boscage::graph::{
    AnyGraphView, CsrGraph, CsrView, EdgeListView, Forest, GraphView, Objective, Occupied, Weight,
};
use boscage::{Error, Result, with_graph_view};

use super::facts::{self, Facts, Kind};
use super::papers::{
    BoruvkaPrim, EdgeBoruvka, MstBc, Pma, PmaVariant, Prim, PrimThreads, boruvka_fal, boruvka_lookup,
    boruvka_merge, boruvka_prim, edge_boruvka, mst_bc, pma, prim, prim_loops, prim_threads,
};
use super::{
    FilterBoruvka, FilterKruskal, Kruskal, WindowedKruskal, boruvka, choose, filter_boruvka, filter_kruskal,
    kruskal, radix_kruskal, windowed_kruskal,
};

/// A forest operator, with its default configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Whatever is fastest for the graph: [`auto`](fn@super::auto).
    #[default]
    Auto,
    /// [`kruskal`](fn@kruskal).
    Kruskal,
    /// [`radix_kruskal`](fn@radix_kruskal).
    RadixKruskal,
    /// [`filter_kruskal`](fn@filter_kruskal).
    FilterKruskal,
    /// [`boruvka`](fn@boruvka).
    Boruvka,
    /// [`windowed_kruskal`](fn@windowed_kruskal).
    WindowedKruskal,
    /// [`filter_boruvka`](fn@filter_boruvka).
    FilterBoruvka,
    /// [`edge_boruvka`](fn@edge_boruvka).
    EdgeBoruvka,
    /// [`boruvka_fal`](fn@boruvka_fal).
    BoruvkaFal,
    /// [`boruvka_merge`](fn@boruvka_merge).
    BoruvkaMerge,
    /// [`boruvka_lookup`](fn@boruvka_lookup).
    BoruvkaLookup,
    /// [`boruvka_prim`](fn@boruvka_prim).
    BoruvkaPrim,
    /// [`prim`](fn@prim), by a heap.
    Prim,
    /// [`prim_loops`](fn@prim_loops).
    PrimLoops,
    /// [`prim_threads`](fn@prim_threads).
    PrimThreads,
    /// [`mst_bc`](fn@mst_bc).
    MstBc,
    /// [`pma`](fn@pma), a tree's lightest arc found by looking at all.
    PmaMin,
    /// [`pma`](fn@pma), by stepping through sorted arcs.
    PmaSort,
    /// [`pma`](fn@pma), the first round of the one kind, the others of the other.
    PmaHybrid,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 19] = [
        Self::Auto,
        Self::Kruskal,
        Self::RadixKruskal,
        Self::FilterKruskal,
        Self::Boruvka,
        Self::WindowedKruskal,
        Self::FilterBoruvka,
        Self::EdgeBoruvka,
        Self::BoruvkaFal,
        Self::BoruvkaMerge,
        Self::BoruvkaLookup,
        Self::BoruvkaPrim,
        Self::Prim,
        Self::PrimLoops,
        Self::PrimThreads,
        Self::MstBc,
        Self::PmaMin,
        Self::PmaSort,
        Self::PmaHybrid,
    ];

    /// The name: of the file, of the function, on the command line, in statistics and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// One line for lists.
    #[must_use]
    pub fn summary(self) -> &'static str {
        self.facts().summary
    }

    /// What there is to say about it.
    #[must_use]
    pub fn facts(self) -> &'static Facts {
        facts::of(self)
    }

    /// Whether it takes time that grows with the square of the nodes: for what is small, or to see why.
    #[must_use]
    pub fn is_quadratic(self) -> bool {
        self.facts().kind == Kind::Quadratic
    }

    /// Runs the operator on a graph in either form. Operators that want the other form get the graph
    /// converted. Of an edge list with many isolated nodes they get a copy without them ([`Occupied`]); the
    /// forest is the same.
    ///
    /// # Errors
    /// [`Error::Cancelled`] and [`Error::OutOfMemory`].
    pub fn run<W: Weight>(
        self,
        exec: &Exec,
        graph: GraphView<'_, W>,
        objective: Objective,
    ) -> Result<Forest<W>> {
        let forest = run(self, exec, W::any(graph), objective)?;
        Ok(*forest.downcast().expect("a forest of the weights that the edges have"))
    }
}

/// Not generic, so that the operators are compiled here and not again in every program that calls them by
/// name.
fn run(
    algorithm: Algorithm,
    exec: &Exec,
    graph: AnyGraphView<'_>,
    objective: Objective,
) -> Result<Box<dyn Any>> {
    with_graph_view!(graph, graph => Ok(Box::new(forest(algorithm, exec, graph, objective)?)))
}

fn forest<W: Weight>(
    algorithm: Algorithm,
    exec: &Exec,
    graph: GraphView<'_, W>,
    objective: Objective,
) -> Result<Forest<W>> {
    let of = Input { exec, graph };
    match algorithm {
        Algorithm::Auto => {
            of.edges(&|list| forest(choose(list, objective, exec.threads()), exec, list.into(), objective))
        }
        Algorithm::Kruskal => of.edges(&|list| kruskal(exec, list, objective, Kruskal::default())),
        Algorithm::RadixKruskal => of.edges(&|list| radix_kruskal(exec, list, objective)),
        Algorithm::FilterKruskal => {
            of.edges(&|list| filter_kruskal(exec, list, objective, FilterKruskal::default()))
        }
        Algorithm::Boruvka => of.edges(&|list| boruvka(exec, list, objective)),
        Algorithm::WindowedKruskal => {
            of.edges(&|list| windowed_kruskal(exec, list, objective, WindowedKruskal::default()))
        }
        Algorithm::FilterBoruvka => {
            of.edges(&|list| filter_boruvka(exec, list, objective, FilterBoruvka::default()))
        }
        Algorithm::EdgeBoruvka => {
            of.edges(&|list| edge_boruvka(exec, list, objective, EdgeBoruvka::default()))
        }
        Algorithm::BoruvkaFal => of.edges(&|list| boruvka_fal(exec, list, objective)),
        Algorithm::BoruvkaMerge => of.edges(&|list| boruvka_merge(exec, list, objective)),
        Algorithm::BoruvkaLookup => of.adjacency(&|csr| boruvka_lookup(exec, csr, objective)),
        Algorithm::BoruvkaPrim => {
            of.edges(&|list| boruvka_prim(exec, list, objective, BoruvkaPrim::default()))
        }
        Algorithm::Prim => of.adjacency(&|csr| prim(exec, csr, objective, Prim::default())),
        Algorithm::PrimLoops => of.adjacency(&|csr| prim_loops(exec, csr, objective)),
        Algorithm::PrimThreads => {
            of.adjacency(&|csr| prim_threads(exec, csr, objective, PrimThreads::default()))
        }
        Algorithm::MstBc => of.edges(&|list| mst_bc(exec, list, objective, MstBc::default())),
        Algorithm::PmaMin => of.edges(&|list| pma(exec, list, objective, Pma::from(PmaVariant::Min))),
        Algorithm::PmaSort => of.edges(&|list| pma(exec, list, objective, Pma::from(PmaVariant::Sort))),
        Algorithm::PmaHybrid => of.edges(&|list| pma(exec, list, objective, Pma::from(PmaVariant::Hybrid))),
    }
}

/// A graph, on its way to an operator.
struct Input<'a, W> {
    exec: &'a Exec,
    graph: GraphView<'a, W>,
}

impl<W: Weight> Input<'_, W> {
    /// Calls an operator that wants edges.
    fn edges(&self, f: &dyn Fn(EdgeListView<'_, W>) -> Result<Forest<W>>) -> Result<Forest<W>> {
        match self.graph {
            GraphView::Edges(list) => self.occupied(list, f),
            GraphView::Csr(csr) => {
                let list = self.convert("to edge list", || csr.to_edge_list(self.exec))?;
                f(list.as_view())
            }
        }
    }

    /// Calls an operator that wants adjacency.
    fn adjacency(&self, f: &dyn Fn(CsrView<'_, W>) -> Result<Forest<W>>) -> Result<Forest<W>> {
        match self.graph {
            GraphView::Csr(csr) => f(csr),
            GraphView::Edges(list) => self.occupied(list, &|list| {
                let csr = self.convert("to adjacency", || CsrGraph::from_edges(self.exec, list))?;
                f(csr.as_view())
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

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name).ok_or_else(|| {
            Error::argument("algorithm", format!("one of {}", Self::ALL.map(Self::name).join(", ")), name)
        })
    }
}
