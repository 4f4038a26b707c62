//! Partial Prim: trees grow side by side.
//!
//! A worker has a range of vertices, and grows a tree from each that no tree has when its turn comes; a tree is the list
//! of its members. Workers are not threads: those of one thread take turns, a vertex each, so that trees meet as if all
//! grew at once. One after another they would find most vertices free, and grow larger.

use std::ops::Range;
use std::slice::IterMut;

use boscage::fault::is_planted;
use boscage::graph::{Key, Node};
use boscage::sync::{Claim, Claims, EdgeSet};
use boscage::{Result, memory};

use super::super::adjacency::Adjacency;
use super::super::rounds::Rounds;
use super::super::turns::{Turn, take_turns};
use super::super::unify::{Grown, NO_TREE};
use super::search::Search;

/// Members that a worker has room for at first.
const FEW: usize = 8;

/// Grows trees of up to `gamma` vertices, until every vertex is in one; their edges enter the forest.
pub(super) fn grow<K: Key, S: Search<K>>(
    rounds: &Rounds<'_>,
    adjacency: &Adjacency<K>,
    gamma: usize,
    forest: &EdgeSet,
) -> Result<Grown> {
    let vertices = adjacency.vertices();
    let ground = Ground { adjacency, gamma, forest, owners: Claims::new(vertices)? };
    let mut hooks = memory::filled("hooks of trees", vertices, NO_TREE)?;
    // As many workers as trees of that size.
    let width = gamma.min(vertices);
    let ranges = hooks.chunks_mut(width).zip((0..vertices as u32).step_by(width));
    let mut workers = memory::reserve("workers", ranges.len())?;
    workers.extend(ranges.map(|(hooks, first)| Worker::<S::Member>::new(hooks, first)));
    take_turns(rounds.exec(), &mut workers, |worker| ground.turn::<S>(worker))?;
    let taken = workers.into_iter().map(|worker| worker.taken).sum();
    Ok(Grown { owners: ground.owners.into_owners(), hooks, taken })
}

/// What trees grow on.
struct Ground<'a, K> {
    adjacency: &'a Adjacency<K>,
    gamma: usize,
    forest: &'a EdgeSet,
    owners: Claims,
}

/// Who grows one tree after the other.
struct Worker<'a, M> {
    /// The vertices at which it has yet to begin, and the hooks of all of its own.
    starts: Range<u32>,
    hooks: IterMut<'a, u32>,
    /// The root of the tree that grows, and its hook.
    tree: Option<(Node, &'a mut u32)>,
    members: Vec<M>,
    /// Number of edges taken.
    taken: usize,
}

impl<'a, M> Worker<'a, M> {
    fn new(hooks: &'a mut [u32], first: u32) -> Self {
        let starts = first..first + hooks.len() as u32;
        Self { starts, hooks: hooks.iter_mut(), tree: None, members: Vec::new(), taken: 0 }
    }

    /// Where to begin next, if there is a vertex left.
    fn next(&mut self) -> Option<(Node, &'a mut u32)> {
        self.starts.next().map(Node::from).zip(self.hooks.next())
    }
}

impl<K: Key> Ground<'_, K> {
    /// The worker's tree takes an edge, or ends; or the next begins.
    fn turn<S: Search<K>>(&self, worker: &mut Worker<'_, S::Member>) -> Result<Turn> {
        let Some((root, hook)) = &mut worker.tree else { return self.begin::<S>(worker) };
        let root = *root;
        let grows = worker.members.len() < self.gamma;
        let lightest = if grows { self.lightest::<S>(&mut worker.members, root) } else { None };
        let claim = lightest.map(|(packed, end)| {
            worker.taken += usize::from(self.forest.insert(K::unpack_id(packed)));
            (self.owners.claim(end, root), end)
        });
        match claim {
            Some((Claim::Claimed, end)) => return self.push::<S>(&mut worker.members, end, root),
            Some((Claim::OwnedBy(other), _)) => **hook = other.into(),
            None => **hook = root.into(),
        }
        worker.tree = None;
        Ok(Turn::Busy)
    }

    /// Begins a tree at the next vertex that none has.
    fn begin<S: Search<K>>(&self, worker: &mut Worker<'_, S::Member>) -> Result<Turn> {
        while let Some((root, hook)) = worker.next() {
            if self.owners.claim(root, root) == Claim::Claimed {
                worker.tree = Some((root, hook));
                worker.members.clear();
                memory::grow("a tree", &mut worker.members, FEW.min(self.gamma))?;
                return self.push::<S>(&mut worker.members, root, root);
            }
        }
        worker.members = Vec::new();
        Ok(Turn::Done)
    }

    fn push<S: Search<K>>(&self, members: &mut Vec<S::Member>, vertex: Node, root: Node) -> Result<Turn> {
        memory::grow("a tree", members, 1)?;
        members.push(S::member(self.adjacency, vertex.into(), |end| self.is_outside(end, root))?);
        Ok(Turn::Busy)
    }

    /// The lightest edge that leads outside, and its end there.
    fn lightest<S: Search<K>>(&self, members: &mut [S::Member], root: Node) -> Option<(K::Packed, Node)> {
        let of_member = |member| S::lightest(self.adjacency, member, |end| self.is_outside(end, root));
        let (packed, end) = members.iter_mut().filter_map(of_member).min()?;
        Some((packed, end.into()))
    }

    /// Whether a vertex is outside of the tree of this root.
    #[inline]
    fn is_outside(&self, vertex: u32, root: Node) -> bool {
        if is_planted("pass-over-other-trees") {
            return self.owners.owner(vertex.into()).is_none();
        }
        !self.owners.is_owned_by(vertex.into(), root)
    }
}
