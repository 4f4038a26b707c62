//! Numbers of biconnected components.

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{AtomicNodeMap, Node, NodeMap};
use boscage_core::parallel::pack_map;
use rayon::prelude::*;

use super::{BiconnectedComponents, NONE};

/// Numbers the components by their lowest nodes. `sets` has a number for each node, the same for all nodes of
/// its component but the head, and `NONE` for roots. One node of each component is next to the head: the
/// parent of this node.
pub(super) fn labelled(
    exec: &Exec,
    sets: NodeMap<u32>,
    parents: &NodeMap<u32>,
    is_next_to_head: impl Fn(Node, u32) -> bool + Sync,
) -> Result<BiconnectedComponents> {
    let nodes = sets.len();
    let of_sets = AtomicNodeMap::filled(nodes, NONE)?.relaxed().shared_by(exec);
    exec.do_all("lowest nodes", 0..nodes, |node| {
        let node = Node::new(node);
        if sets[node] != NONE {
            of_sets.fetch_min(sets[node], node.into());
        }
    })?;
    let is_first = |node: Node| sets[node] != NONE && of_sets.load(sets[node]) == u32::from(node);
    let firsts = pack_map(exec, nodes, |node| is_first(Node::new(node)), Node::new)?;
    exec.do_all("numbers", firsts.par_iter().enumerate(), |(label, &first)| {
        of_sets.store(sets[first], label as u32);
    })?;
    let heads = AtomicNodeMap::filled(firsts.len(), Node::default())?.relaxed();
    drop(firsts);
    let mut labels = sets;
    exec.rounds("labels", nodes as u64).update("labels", &mut labels, |node, label| {
        let set = *label;
        if set != NONE {
            *label = of_sets.load(set);
            if is_next_to_head(node, set) {
                heads.store(*label, parents[node].into());
            }
        }
    })?;
    Ok(BiconnectedComponents { labels, heads: heads.into_map().into_vec() })
}
