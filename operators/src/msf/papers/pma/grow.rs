//! Partial Prim: trees grow side by side.
//!
//! A worker has a range of vertices, and grows a tree from each that nobody owns when its turn comes. A tree is the
//! list of its members; for each of these it is known where the arc stands that was found last, the lightest that leads
//! outside, and when that comes to lead inside, the next is looked for.

use std::ops::Range;

use boscage::fault::is_planted;
use boscage::graph::{EdgeId, Key, Node};
use boscage::parallel::map_pieces;
use boscage::sync::{Claim, Claims, EdgeSet};
use boscage::{Result, memory};

use super::super::adjacency::{Adjacency, Order};
use super::super::unify::{Grown, NO_TREE};

/// Shares of the workers for each thread, so that none waits long for the others.
const SHARES: usize = 1 << 6;

/// Grows trees of up to `gamma` vertices, until every vertex is in one; their edges enter the forest.
pub(super) fn grow<K: Key>(
    adjacency: &Adjacency<K>,
    order: Order,
    gamma: usize,
    forest: &EdgeSet,
) -> Result<Grown> {
    let vertices = adjacency.vertices();
    let owners = Claims::new(vertices)?;
    let mut hooks = memory::filled("hooks of trees", vertices, NO_TREE)?;
    // As many workers as trees of that size.
    let width = gamma.min(vertices);
    // A thread plays one after another, a share of them at a time.
    let share = width * vertices.div_ceil(width).div_ceil(SHARES * rayon::current_num_threads());
    let taken = map_pieces(hooks.chunks_mut(share).enumerate(), |(place, hooks)| {
        partial_prim(adjacency, order, gamma, forest, &owners, place * share, hooks)
    });
    let taken = taken.into_iter().sum::<Result<usize>>()?;
    Ok(Grown { owners: owners.into_owners(), hooks, taken })
}

/// Grows trees from those of the vertices `first..` that nobody owns, as many vertices as there are `hooks`;
/// these it sets. Returns the number of edges that nobody else had taken.
pub(super) fn partial_prim<K: Key>(
    adjacency: &Adjacency<K>,
    order: Order,
    gamma: usize,
    forest: &EdgeSet,
    owners: &Claims,
    first: usize,
    hooks: &mut [u32],
) -> Result<usize> {
    let (mut taken, mut members) = (0, Vec::new());
    for (hook, vertex) in hooks.iter_mut().zip(first..) {
        let root = Node::new(vertex);
        if owners.claim(root, root) == Claim::Claimed {
            let mut tree = Tree { root, members: &mut members, adjacency, order, owners };
            *hook = tree.grow(gamma, |edge| taken += usize::from(forest.insert(edge)))?.into();
        }
    }
    Ok(taken)
}

/// A vertex of a tree.
struct Member {
    /// Where its arcs are.
    arcs: Range<usize>,
    /// Which was found last; past the end if none leads outside any more.
    last: usize,
}

/// A tree while it grows.
struct Tree<'a, K> {
    root: Node,
    members: &'a mut Vec<Member>,
    adjacency: &'a Adjacency<K>,
    order: Order,
    owners: &'a Claims,
}

impl<K: Key> Tree<'_, K> {
    /// Grows from the root, which is claimed, and tells every edge that is taken. Returns the root to hook on.
    fn grow(&mut self, gamma: usize, mut take: impl FnMut(EdgeId)) -> Result<Node> {
        self.members.clear();
        self.push(self.root)?;
        while self.members.len() < gamma {
            let Some((edge, end)) = self.lightest() else { break };
            take(edge);
            match self.owners.claim(end, self.root) {
                Claim::Claimed => self.push(end)?,
                Claim::OwnedBy(other) => return Ok(other),
            }
        }
        Ok(self.root)
    }

    fn push(&mut self, vertex: Node) -> Result<()> {
        memory::grow("a tree", self.members, 1)?;
        let arcs = self.adjacency.range(vertex.into());
        let last = self.next(&arcs, arcs.start);
        self.members.push(Member { arcs, last });
        Ok(())
    }

    /// The lightest edge that leads outside, and its end there.
    fn lightest(&mut self) -> Option<(EdgeId, Node)> {
        let arcs = self.adjacency.arcs();
        let mut lightest = None;
        for i in 0..self.members.len() {
            let Member { arcs: own, last } = &self.members[i];
            if *last < own.end && !self.is_outside(*last) {
                self.members[i].last = self.next(own, *last);
            }
            let Member { arcs: own, last } = &self.members[i];
            if *last < own.end {
                let packed = arcs[*last].packed();
                if lightest.is_none_or(|(lightest, _)| packed < lightest) {
                    lightest = Some((packed, arcs[*last].end));
                }
            }
        }
        lightest.map(|(packed, end)| (K::unpack_id(packed), end.into()))
    }

    /// Where the lightest of a vertex's arcs is that leads outside, the one at `last` having been so until now.
    fn next(&self, own: &Range<usize>, last: usize) -> usize {
        let is_outside = |&place: &usize| self.is_outside(place);
        let found = match self.order {
            Order::Any => {
                own.clone().filter(is_outside).min_by_key(|&place| self.adjacency.arcs()[place].packed())
            }
            Order::Weight => (last..own.end).find(is_outside),
        };
        found.unwrap_or(own.end)
    }

    #[inline]
    fn is_outside(&self, place: usize) -> bool {
        let end = Node::from(self.adjacency.arcs()[place].end);
        if is_planted("pass-over-other-trees") {
            return self.owners.owner(end).is_none();
        }
        !self.owners.is_owned_by(end, self.root)
    }
}
