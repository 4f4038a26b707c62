//! Operators over ranks as values, with their configurations.

use std::fmt;

use boscage_core::Result;
use boscage_core::comm::{Comm, Part, PartForest};
use boscage_core::exec::Exec;
use boscage_core::graph::{Objective, Weight};

use super::{AllreduceBoruvka, Ghs, SparseDirectory, allreduce_boruvka, ghs, sparse_directory};
use boscage_operators::msf::Algorithm;

/// An operator over ranks as it is configured: any of the structs of configuration.
///
/// ```
/// use boscage::comm::{self, Part};
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::ranks::{Ghs, Operator, SparseDirectory};
///
/// let operators: [&dyn Operator; 2] = [&Ghs::default(), &SparseDirectory::default()];
/// for operator in operators {
///     let totals = comm::run(2, |comm| {
///         let exec = Exec::new(1)?;
///         let list = EdgeList::from_triples(3, [(0, 1, 4_u32), (1, 2, 2 + comm.rank() as u32)])?;
///         let part = Part::new(&exec, list, 2 * comm.rank() as u64)?;
///         Ok(operator.run(&exec, comm, &part, Objective::Minimum)?.total())
///     })?;
///     assert_eq!(totals, [6, 6], "{}", operator.algorithm());
/// }
/// # Ok::<(), boscage::Error>(())
/// ```
pub trait Operator<W: Weight = u32>: fmt::Debug + Send + Sync {
    /// The minimum (maximum) spanning forest of a graph in parts. Collective.
    ///
    /// # Errors
    /// Those of the operator.
    fn run(
        &self,
        exec: &Exec,
        comm: &Comm<'_>,
        part: &Part<W>,
        objective: Objective,
    ) -> Result<PartForest<W>>;

    /// What it is a configuration of.
    fn algorithm(&self) -> Algorithm;
}

macro_rules! operators {
    ($($config:ident: $function:ident;)*) => {$(
        impl<W: Weight> Operator<W> for $config {
            fn run(
                &self,
                exec: &Exec,
                comm: &Comm<'_>,
                part: &Part<W>,
                objective: Objective,
            ) -> Result<PartForest<W>> {
                $function(exec, comm, part, objective, *self)
            }

            fn algorithm(&self) -> Algorithm {
                Algorithm::$config
            }
        }
    )*};
}

operators! {
    SparseDirectory: sparse_directory;
    AllreduceBoruvka: allreduce_boruvka;
    Ghs: ghs;
}
