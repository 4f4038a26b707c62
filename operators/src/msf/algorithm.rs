//! The forest operators by name.

use std::fmt;
use std::str::FromStr;

use boscage_core::exec::Exec;
use boscage_core::graph::{AnyForest, AnyGraphView, Forest, GraphView, Objective, Weight};
use boscage_core::{Error, Result};

use super::operator::Operator;
use super::registry::{Facts, Kind, TABLE};

/// A forest operator, with its default configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Whatever is fastest for the graph: [`auto`](fn@super::auto).
    #[default]
    Auto,
    /// [`kruskal`](fn@super::kruskal).
    Kruskal,
    /// [`radix_kruskal`](fn@super::radix_kruskal).
    RadixKruskal,
    /// [`filter_kruskal`](fn@super::filter_kruskal).
    FilterKruskal,
    /// [`boruvka`](fn@super::boruvka).
    Boruvka,
    /// [`windowed_kruskal`](fn@super::windowed_kruskal).
    WindowedKruskal,
    /// [`filter_boruvka`](fn@super::filter_boruvka).
    FilterBoruvka,
    /// [`edge_boruvka`](fn@super::papers::edge_boruvka).
    EdgeBoruvka,
    /// [`boruvka_fal`](fn@super::papers::boruvka_fal).
    BoruvkaFal,
    /// [`boruvka_merge`](fn@super::papers::boruvka_merge).
    BoruvkaMerge,
    /// [`boruvka_lookup`](fn@super::papers::boruvka_lookup).
    BoruvkaLookup,
    /// [`boruvka_prim`](fn@super::papers::boruvka_prim).
    BoruvkaPrim,
    /// [`prim`](fn@super::papers::prim), by a heap.
    Prim,
    /// [`prim_loops`](fn@super::papers::prim_loops).
    PrimLoops,
    /// [`prim_threads`](fn@super::papers::prim_threads).
    PrimThreads,
    /// [`mst_bc`](fn@super::papers::mst_bc).
    MstBc,
    /// [`pma`](fn@super::papers::pma), a tree's lightest arc found by a search through all arcs.
    PmaMin,
    /// [`pma`](fn@super::papers::pma), by stepping through sorted arcs.
    PmaSort,
    /// [`pma`](fn@super::papers::pma), the first round as `PmaMin`, the others as `PmaSort`.
    PmaHybrid,
    /// Only on GPUs: it is in the crate `boscage-kernels`.
    Vineet,
    /// Only over ranks: [`sparse_directory`](fn@super::ranks::sparse_directory).
    SparseDirectory,
    /// Only over ranks: [`allreduce_boruvka`](fn@super::ranks::allreduce_boruvka).
    AllreduceBoruvka,
    /// Only over ranks: [`ghs`](fn@super::ranks::ghs).
    Ghs,
}

impl Algorithm {
    /// All of them, including those that run only on GPUs or only over ranks.
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::Auto; TABLE.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = TABLE[i].algorithm;
            i += 1;
        }
        all
    };

    /// Those that run on the processor.
    pub fn on_cpu() -> impl Iterator<Item = Self> + Clone {
        Self::ALL.into_iter().filter(|one| one.facts().run.is_some())
    }

    /// Those that run on a GPU.
    pub fn on_gpu() -> impl Iterator<Item = Self> + Clone {
        Self::ALL.into_iter().filter(|one| one.facts().on_gpu.is_some())
    }

    /// Those that run over ranks: [`ranks::run`](super::ranks::run).
    pub fn on_ranks() -> impl Iterator<Item = Self> + Clone {
        Self::ALL.into_iter().filter(|one| one.facts().on_ranks.is_some())
    }

    /// What there is to say about it.
    #[must_use]
    pub fn facts(self) -> &'static Facts {
        static FACTS: [Facts; TABLE.len()] = TABLE;
        &FACTS[self as usize]
    }

    /// The name: of the file, of the function, on the command line, in statistics and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Whether it takes time that grows with the square of the nodes: for what is small, or to see why.
    #[must_use]
    pub fn is_quadratic(self) -> bool {
        self.facts().kind == Kind::Quadratic
    }

    /// Runs the operator on the processor, as `forest` of [`Operator`] does.
    ///
    /// # Errors
    /// As there.
    pub fn run<W: Weight>(
        self,
        exec: &Exec,
        graph: GraphView<'_, W>,
        objective: Objective,
    ) -> Result<Forest<W>> {
        (&self as &dyn Operator).forest(exec, graph, objective)
    }
}

/// As it is configured by default.
impl Operator for Algorithm {
    fn algorithm(&self) -> Algorithm {
        *self
    }

    fn is_quadratic(&self) -> bool {
        Self::is_quadratic(*self)
    }

    fn run(&self, exec: &Exec, graph: AnyGraphView<'_>, objective: Objective) -> Result<AnyForest> {
        match self.facts().run {
            Some(run) => run(exec, graph, objective),
            None => Err(Error::argument("algorithm", "one that runs on the processor", self)),
        }
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
