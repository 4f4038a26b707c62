//! Operators over ranks as values.

use std::any::Any;
use std::sync::LazyLock;

use boscage_core::comm::{Comm, Part, PartForest};
use boscage_core::exec::Exec;
use boscage_core::graph::{Objective, Weight};
use boscage_core::{Error, Result};
use boscage_operators::msf::{Backend, Facts, Kind, Operator};

use super::{AllreduceBoruvka, Ghs, PartSize, SparseDirectory};

/// Ranks that each have a part of the graph: the backend of this crate's operators. All runs are collective.
///
/// ```
/// use boscage::comm::{self, Part};
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::ranks::operators;
///
/// for operator in operators() {
///     let totals = comm::run(2, |comm| {
///         let exec = Exec::new(1)?;
///         let list = EdgeList::from_triples(3, [(0, 1, 4_u32), (1, 2, 2 + comm.rank() as u32)])?;
///         let part = Part::new(&exec, list, 2 * comm.rank() as u64)?;
///         Ok(operator.forest((&exec, comm), &part, Objective::Minimum)?.total())
///     })?;
///     assert_eq!(totals, [6, 6], "{operator}");
/// }
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub enum Ranks {}

impl Backend for Ranks {
    type Context<'a> = (&'a Exec, &'a Comm<'a>);
    type Graph<'a> = AnyPart<'a>;
    type Forest = AnyPartForest;
    type GraphOf<'a, W: Weight> = &'a Part<W>;
    type ForestOf<W: Weight> = PartForest<W>;
    type Size<'a> = PartSize;
    type Error = Error;

    fn any<'a, W: Weight>(part: Self::GraphOf<'a, W>) -> Self::Graph<'a> {
        AnyPart(part)
    }

    fn downcast<W: Weight>(forest: AnyPartForest) -> PartForest<W> {
        *forest.0.downcast().expect("a forest of the weights that the edges have")
    }
}

/// A part of a graph with weights of any type.
#[derive(Clone, Copy, Debug)]
pub struct AnyPart<'a>(pub(crate) &'a dyn Any);

/// The forest of a part with weights of any type.
#[derive(Debug)]
pub struct AnyPartForest(Box<dyn Any>);

impl AnyPartForest {
    pub(crate) fn new<W: Weight>(forest: PartForest<W>) -> Self {
        Self(Box::new(forest))
    }
}

/// Calls an operator with a part of any type of weights.
macro_rules! on_part {
    ($any:expr, |$part:ident| $call:expr) => {
        $crate::operator::on_part!($any, |$part| $call, i32 u32 i64 u64 f32 f64)
    };
    ($any:expr, |$part:ident| $call:expr, $($weight:ty)*) => {
        $(if let Some($part) = $any.0.downcast_ref::<boscage_core::comm::Part<$weight>>() {
            $call.map($crate::operator::AnyPartForest::new)
        } else)* {
            unreachable!("there are six types of weights")
        }
    };
}

pub(crate) use on_part;

/// Returns the operators over ranks with their default configurations.
pub fn operators() -> impl Iterator<Item = &'static dyn Operator<Ranks>> + Clone {
    static TABLE: LazyLock<[Box<dyn Operator<Ranks>>; 4]> = LazyLock::new(|| {
        [
            Box::new(Auto),
            Box::<SparseDirectory>::default(),
            Box::<AllreduceBoruvka>::default(),
            Box::<Ghs>::default(),
        ]
    });
    TABLE.iter().map(|operator| &**operator)
}

/// The fastest operator over ranks: the one that [`choose`] returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Auto;

/// Returns the operator that [`Auto`] runs: always `sparse-directory`.
#[must_use]
pub fn choose() -> &'static dyn Operator<Ranks> {
    const FASTEST: SparseDirectory = SparseDirectory::DEFAULT;
    &FASTEST
}

impl Operator<Ranks> for Auto {
    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "auto",
            kind: Kind::Threads,
            paper: "",
            choose_for: "everything",
            summary: "picks what is fastest: sparse-directory",
        }
    }

    fn run(&self, on: (&Exec, &Comm<'_>), part: AnyPart<'_>, objective: Objective) -> Result<AnyPartForest> {
        choose().run(on, part, objective)
    }

    fn memory(&self, of: &PartSize) -> u64 {
        choose().memory(of)
    }
}
