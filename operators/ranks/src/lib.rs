//! Spanning forests over ranks: processes that each have a part of the graph ([`boscage_core::comm`]).
//!
//! | operator | choose it for |
//! |---|---|
//! | [`sparse_directory`](fn@sparse_directory) | everything: the more ranks, the less memory each needs; each sends little |
//! | [`allreduce_boruvka`](fn@allreduce_boruvka) | for comparison: every rank has all trees |
//! | [`ghs`](fn@ghs) | for comparison: every node is a state machine, messages go along edges |
//!
//! Each is also an [`Operator`] as it is configured. [`check`](fn@check) proves that a forest in parts is
//! minimal. [`memory`](fn@memory) and [`proof_memory`] say what a rank needs.
//!
//! Edges are compared by (weight, edge id), as everywhere, with ids of 64 bits. So every operator finds the
//! same edges as the operators of one machine, on any number of ranks.
//!
//! ```
//! use boscage::comm::{self, Part};
//! use boscage::{exec::Exec, graph::{EdgeList, Objective}};
//! use boscage::ranks::{SparseDirectory, sparse_directory};
//!
//! // Four edges on two ranks: the first two, and the others.
//! let triples = [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)];
//! let found = comm::run(2, |comm| {
//!     let exec = Exec::new(1)?;
//!     let first = 2 * comm.rank();
//!     let list = EdgeList::from_triples(4, triples[first..first + 2].iter().copied())?;
//!     let part = Part::new(&exec, list, first as u64)?;
//!     let forest = sparse_directory(&exec, comm, &part, Objective::Minimum, SparseDirectory::default())?;
//!     let ids: Vec<u64> = forest.edges().iter().map(|&at| part.id(at)).collect();
//!     Ok((ids, forest.total(), forest.trees()))
//! })?;
//! assert_eq!(found, [(vec![1], 11, 1), (vec![2, 3], 11, 1)]);
//! # Ok::<(), boscage::Error>(())
//! ```

mod allreduce_boruvka;
mod check;
mod ghs;
mod key;
mod memory;
mod operator;
mod sparse_directory;

use boscage_core::comm::{Comm, Part, PartForest};
use boscage_core::exec::Exec;
use boscage_core::graph::{Objective, Weight};
use boscage_core::{Error, Result};

use boscage_operators::msf::Algorithm;

pub use allreduce_boruvka::{AllreduceBoruvka, Copies, allreduce_boruvka};
pub use check::check;
pub use ghs::{Aggregation, FindArc, FirstBasic, Ghs, GhsCounts, Queue, Shortcut, ghs, ghs_counted};
pub use memory::{memory, proof_memory};
pub use operator::Operator;
pub use sparse_directory::{SparseDirectory, sparse_directory};

/// Runs the operator of this name over ranks, as it is configured by default. Collective.
///
/// # Errors
/// [`Error::Argument`] if there is none over ranks ([`Algorithm::on_ranks`]), and those of the operator.
pub fn run<W: Weight>(
    algorithm: Algorithm,
    exec: &Exec,
    comm: &Comm<'_>,
    part: &Part<W>,
    objective: Objective,
) -> Result<PartForest<W>> {
    let operator: &dyn Operator<W> = match algorithm {
        Algorithm::Auto | Algorithm::SparseDirectory => &SparseDirectory::default(),
        Algorithm::AllreduceBoruvka => &AllreduceBoruvka::default(),
        Algorithm::Ghs => &Ghs::default(),
        _ => {
            let names: Vec<_> = Algorithm::on_ranks().map(Algorithm::name).collect();
            let expected = format!("one over ranks: {}", names.join(", "));
            return Err(Error::argument("algorithm", expected, algorithm));
        }
    };
    operator.run(exec, comm, part, objective)
}
