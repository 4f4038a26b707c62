//! Partial Prim: trees grow at the same time.
//!
//! A worker has a range of vertices. It grows a tree from each vertex that is in no tree when its turn comes.
//! A tree is the list of its members. Workers are not threads: the workers of one thread take turns, an edge
//! each, so trees meet as if all grew at the same time. If they grew one after another, they would find most
//! vertices free and grow larger.

use boscage_core::exec::Rounds;
use boscage_core::fault::is_planted;
use boscage_core::graph::Key;
use boscage_core::sync::{Claim, Claims, EdgeSet};
use boscage_core::{Result, memory};

use super::super::adjacency::Adjacency;
use super::super::interleave::{Turn, interleave};
use super::super::unify::{Grown, NO_TREE};
use super::super::workers::{Worker, workers};
use super::search::Search;

/// Members for which a worker reserves memory at first.
const FEW: usize = 8;

/// Grows trees of up to `gamma` vertices, until every vertex is in one. Their edges enter the forest.
pub(super) fn grow<K: Key, S: Search<K>>(
    rounds: &Rounds<'_>,
    adjacency: &Adjacency<K>,
    gamma: usize,
    forest: &EdgeSet,
) -> Result<Grown> {
    let vertices = adjacency.vertices();
    let owners = Claims::new(vertices)?;
    let ground = Ground { adjacency, gamma, forest, owners: &owners };
    let mut hooks = memory::filled("hooks of trees", vertices, NO_TREE)?;
    // As many workers as trees of that size.
    let width = gamma.min(vertices);
    let mut all = workers::<Vec<S::Member>>(&mut hooks, width)?;
    interleave(rounds.exec(), &mut all, |worker| ground.turn::<S>(worker))?;
    let taken = all.into_iter().map(|worker| worker.taken).sum();
    Ok(Grown { owners: owners.into_owners(), hooks, taken })
}

/// The state that all workers share.
pub(super) struct Ground<'a, K> {
    pub(super) adjacency: &'a Adjacency<K>,
    pub(super) gamma: usize,
    pub(super) forest: &'a EdgeSet,
    pub(super) owners: &'a Claims,
}

impl<K: Key> Ground<'_, K> {
    /// Adds an edge to the worker's tree, ends the tree, or begins the next one.
    pub(super) fn turn<S: Search<K>>(&self, worker: &mut Worker<'_, Vec<S::Member>>) -> Result<Turn> {
        let Some((root, hook)) = &mut worker.tree else { return self.begin::<S>(worker) };
        let root = *root;
        let grows = worker.kept.len() < self.gamma;
        let lightest = if grows { self.lightest::<S>(&mut worker.kept, root) } else { None };
        let claim = lightest.map(|(packed, end)| {
            worker.taken += usize::from(self.forest.insert(K::unpack_id(packed)));
            (self.claim(end, root), end)
        });
        match claim {
            Some((Claim::Claimed, end)) => return self.push::<S>(&mut worker.kept, end, root),
            Some((Claim::OwnedBy(other), _)) => **hook = other.into(),
            None => **hook = root,
        }
        worker.tree = None;
        Ok(Turn::Busy)
    }

    /// Begins a tree at the next vertex that is in none.
    fn begin<S: Search<K>>(&self, worker: &mut Worker<'_, Vec<S::Member>>) -> Result<Turn> {
        while let Some((root, hook)) = worker.next() {
            if self.claim(root, root) == Claim::Claimed {
                worker.tree = Some((root, hook));
                worker.kept.clear();
                memory::grow("a tree", &mut worker.kept, FEW.min(self.gamma))?;
                return self.push::<S>(&mut worker.kept, root, root);
            }
        }
        worker.kept = Vec::new();
        Ok(Turn::Done)
    }

    fn claim(&self, vertex: u32, root: u32) -> Claim {
        self.owners.claim(vertex, root)
    }

    fn push<S: Search<K>>(&self, members: &mut Vec<S::Member>, vertex: u32, root: u32) -> Result<Turn> {
        memory::grow("a tree", members, 1)?;
        members.push(S::member(self.adjacency, vertex, |end| self.is_outside(end, root))?);
        Ok(Turn::Busy)
    }

    /// Returns the lightest edge that leads outside, and its end there.
    fn lightest<S: Search<K>>(&self, members: &mut [S::Member], root: u32) -> Option<(K::Packed, u32)> {
        let of_member = |member| S::lightest(self.adjacency, member, |end| self.is_outside(end, root));
        members.iter_mut().filter_map(of_member).min()
    }

    /// Returns `true` if a vertex is outside the tree of this root.
    #[inline]
    fn is_outside(&self, vertex: u32, root: u32) -> bool {
        if is_planted("pass-over-other-trees") {
            return self.owners.owner(vertex).is_none();
        }
        !self.owners.is_owned_by(vertex, root)
    }
}
