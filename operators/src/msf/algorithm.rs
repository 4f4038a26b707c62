//! The forest operators by name.

use std::any::Any;
use std::fmt;
use std::str::FromStr;

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeListView, EdgeListView, Forest, GraphView, Objective, Weight};
use boscage::{Error, Result, with_edge_list_view};

use super::papers::{Pma, PmaVariant, pma};
use super::{
    FilterBoruvka, FilterKruskal, WindowedKruskal, boruvka, choose, filter_boruvka, filter_kruskal, kruskal,
    radix_kruskal, windowed_kruskal,
};

/// A forest operator, with its default configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Whatever is fastest for the graph at hand: [`auto`](fn@super::auto).
    #[default]
    Auto,
    /// [`kruskal`](fn@kruskal).
    Kruskal,
    /// [`radix_kruskal`](fn@radix_kruskal).
    RadixKruskal,
    /// [`boruvka`](fn@boruvka).
    Boruvka,
    /// [`windowed_kruskal`](fn@windowed_kruskal).
    WindowedKruskal,
    /// [`filter_boruvka`](fn@filter_boruvka).
    FilterBoruvka,
    /// [`filter_kruskal`](fn@filter_kruskal).
    FilterKruskal,
    /// [`pma`](fn@pma), a tree's lightest arc found by looking at all.
    PmaMin,
    /// [`pma`](fn@pma), by stepping through sorted arcs.
    PmaSort,
    /// [`pma`](fn@pma), the first round of the one kind, the others of the other.
    PmaHybrid,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Auto,
        Self::Kruskal,
        Self::RadixKruskal,
        Self::FilterKruskal,
        Self::Boruvka,
        Self::WindowedKruskal,
        Self::FilterBoruvka,
        Self::PmaMin,
        Self::PmaSort,
        Self::PmaHybrid,
    ];

    /// The stage under which statistics have the conversion of a graph to the form that the operator wants.
    pub const CONVERSION: &'static str = "to edge list";

    /// The name: of the file, of the function, on the command line, in statistics and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Kruskal => "kruskal",
            Self::RadixKruskal => "radix-kruskal",
            Self::Boruvka => "boruvka",
            Self::WindowedKruskal => "windowed-kruskal",
            Self::FilterBoruvka => "filter-boruvka",
            Self::FilterKruskal => "filter-kruskal",
            Self::PmaMin => PmaVariant::Min.name(),
            Self::PmaSort => PmaVariant::Sort.name(),
            Self::PmaHybrid => PmaVariant::Hybrid.name(),
        }
    }

    /// One line for lists.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Auto => "picks what is fastest for the graph at hand",
            Self::Kruskal => "one thread, sort and union-find: the baseline",
            Self::RadixKruskal => "parallel radix sort and union-find; sorted edges are not sorted",
            Self::Boruvka => "rounds in which every tree takes its lightest edge, as in Galois",
            Self::WindowedKruskal => "rounds over a window of the lightest edges, as in Galois",
            Self::FilterBoruvka => {
                "Boruvka's rounds on ever smaller graphs, heavy edges filtered: the fastest"
            }
            Self::FilterKruskal => {
                "sort and union-find of the light edges, and of what they leave of the heavy"
            }
            Self::PmaMin => "trees grow by Prim's from many nodes and are unified; arcs searched",
            Self::PmaSort => "the same; arcs sorted",
            Self::PmaHybrid => "the same; arcs searched in the first round, sorted from then on",
        }
    }

    /// Runs the operator on a graph in either form. Operators that want the other form get the graph converted.
    ///
    /// # Errors
    /// [`Error::Cancelled`] and [`Error::OutOfMemory`].
    pub fn run<W: Weight>(
        self,
        exec: &Exec,
        graph: GraphView<'_, W>,
        objective: Objective,
    ) -> Result<Forest<W>> {
        let list = match graph {
            GraphView::Edges(list) => list,
            GraphView::Csr(csr) => {
                let converted = exec.parallel_stage(Self::CONVERSION, || csr.to_edge_list())?;
                return self.run(exec, converted.as_view().into(), objective);
            }
        };
        let forest = run(self, exec, W::any(list), objective)?;
        Ok(*forest.downcast().expect("a forest of the weights that the edges have"))
    }
}

/// Not generic, so that the operators are compiled here and not again in every program that calls them by name.
fn run(
    algorithm: Algorithm,
    exec: &Exec,
    list: AnyEdgeListView<'_>,
    objective: Objective,
) -> Result<Box<dyn Any>> {
    with_edge_list_view!(list, list => Ok(Box::new(forest(algorithm, exec, list, objective)?)))
}

fn forest<W: Weight>(
    algorithm: Algorithm,
    exec: &Exec,
    list: EdgeListView<'_, W>,
    objective: Objective,
) -> Result<Forest<W>> {
    match algorithm {
        Algorithm::Auto => forest(choose(list, objective), exec, list, objective),
        Algorithm::Kruskal => kruskal(exec, list, objective),
        Algorithm::RadixKruskal => radix_kruskal(exec, list, objective),
        Algorithm::Boruvka => boruvka(exec, list, objective),
        Algorithm::WindowedKruskal => windowed_kruskal(exec, list, objective, WindowedKruskal::default()),
        Algorithm::FilterBoruvka => filter_boruvka(exec, list, objective, FilterBoruvka::default()),
        Algorithm::FilterKruskal => filter_kruskal(exec, list, objective, FilterKruskal::default()),
        Algorithm::PmaMin => pma(exec, list, objective, Pma::from(PmaVariant::Min)),
        Algorithm::PmaSort => pma(exec, list, objective, Pma::from(PmaVariant::Sort)),
        Algorithm::PmaHybrid => pma(exec, list, objective, Pma::from(PmaVariant::Hybrid)),
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
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name).ok_or_else(|| Error::Argument {
            what: "algorithm",
            expected: format!("one of {}", Self::ALL.map(Self::name).join(", ")),
            found: name.to_owned(),
        })
    }
}
