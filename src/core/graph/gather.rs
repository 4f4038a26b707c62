//! Rows built from other rows, one from one: with other numbers, fewer arcs, or both.

use super::fill::Room;
use super::rows::Rows;
use super::{EdgeData, EdgeId, Node};
use crate::Result;
use crate::exec::Exec;
use crate::parallel::map_blocks;

/// Rows per block.
const BLOCK: usize = 1 << 10;

/// Builds the rows of `nodes` nodes: `row` appends the arcs of a node (target, id, data) to an empty vector.
/// It is called twice per node, on the threads of the current pool.
///
/// # Errors
/// [`crate::Error::OutOfMemory`].
///
/// # Panics
/// If `row` appends more or fewer arcs the second time.
pub(super) fn gather<E: EdgeData>(
    exec: &Exec,
    nodes: usize,
    with_ids: bool,
    row: impl Fn(Node, &mut Vec<(Node, EdgeId, E)>) + Sync,
) -> Result<Rows<E>> {
    let sizes = map_blocks(exec, nodes, BLOCK, |block| {
        let (mut count, mut arcs) = (0, Vec::new());
        for node in block.clone() {
            row(Node::at(node), &mut arcs);
            count += arcs.drain(..).len();
        }
        (block.len(), count)
    });
    let arcs = sizes.iter().map(|size| size.1).sum();
    let first = (0..nodes).step_by(BLOCK);
    Room::reserve(nodes, arcs, with_ids)?
        .fill(exec, &sizes, first, |first, part| Ok(part.append(|i, arcs| row(Node::at(first + i), arcs))))
}

impl<E: EdgeData> Rows<E> {
    /// Returns the arcs of a node: target, id, data. All ids are 0 if they are not stored.
    pub(super) fn arcs_of(&self, node: Node) -> impl Iterator<Item = (Node, EdgeId, E)> {
        let id = |place| self.ids.as_ref().map_or(EdgeId::at(0), |ids| ids[place]);
        self.places(node).map(move |place| (self.targets[place], id(place), self.data[place]))
    }
}
