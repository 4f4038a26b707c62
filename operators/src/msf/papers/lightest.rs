//! Borůvka's step: a vertex takes its lightest arc.

use boscage_core::exec::Exec;
use boscage_core::fault::is_planted;
use boscage_core::graph::Key;
use boscage_core::parallel::{map_pieces, tabulate};
use boscage_core::sync::EdgeSet;
use boscage_core::{Result, memory};

use super::adjacency::Adjacency;
use super::unify::{BLOCK, Grown, NO_TREE};

/// Every vertex takes its lightest arc, and hooks on the vertex at its other end.
pub(super) fn take_lightest<K: Key>(
    exec: &Exec,
    adjacency: &Adjacency<K>,
    forest: &EdgeSet,
) -> Result<Grown> {
    let owners = tabulate(exec, "vertices", adjacency.vertices(), |vertex| vertex as u32)?;
    let hooks = memory::filled("hooks of trees", owners.len(), NO_TREE)?;
    let grown = Grown { owners, hooks, taken: 0 };
    Ok(take_lightest_of_lone(exec, adjacency, grown, forest))
}

/// The same for those vertices that own themselves and have no hook yet.
pub(super) fn take_lightest_of_lone<K: Key>(
    exec: &Exec,
    adjacency: &Adjacency<K>,
    mut grown: Grown,
    forest: &EdgeSet,
) -> Grown {
    let owners = &grown.owners;
    let taken = map_pieces(exec, grown.hooks.chunks_mut(BLOCK).enumerate(), |(block, hooks)| {
        let mut taken = 0;
        for (vertex, hook) in (block * BLOCK..).zip(hooks) {
            if *hook == NO_TREE && !is_planted("forget-lone-vertices") && owners[vertex] == vertex as u32 {
                let arcs = adjacency.of(vertex as u32).iter();
                let lightest = arcs.min_by_key(|arc| arc.packed()).expect("every vertex has arcs");
                taken += usize::from(forest.insert(lightest.id));
                *hook = owners[lightest.end as usize];
            }
        }
        taken
    });
    grown.taken += taken.into_iter().sum::<usize>();
    grown
}
