//! Local contraction: trees that grow on one rank before the ranks exchange candidates.
//!
//! Parts of road networks and grids touch the rest at few nodes. So most of the forest can be found by each
//! rank alone. A node is *shared* if several ranks have edges there. Each of them learns the lightest edge at
//! the node on other ranks, its *cut edge*. A tree takes its lightest edge if that is lighter than the cut
//! edges of all its nodes: then no edge that leaves the tree, on any rank, is lighter. Otherwise the tree is
//! *frozen*: others may join it by their own lightest edges. When no tree can grow, each becomes one label.
//!
//! A tree with several shared nodes would have several labels on other ranks. Links between them, lighter
//! than any edge, mark them as one: a first run of the rounds contracts the links, and only then the edges.

use boscage_core::comm::{Comm, KeyedPart};
use boscage_core::exec::Exec;
use boscage_core::fault::is_planted;
use boscage_core::graph::{EdgeId, Key, Node};
use boscage_core::parallel::prefetch;
use boscage_core::sync::SequentialSets;
use boscage_core::{Result, memory};

use super::cuts::{Cut, Cuts};
use super::directory::{Labels, NONE};
use super::live::Live;
use boscage_operators::msf::LiveEdge;

/// Number of edges by which prefetches of their ends run ahead.
const AHEAD: usize = 16;

/// Result of the contraction.
pub(super) struct Contracted<K> {
    /// Edges of the forest, by their positions in the part.
    pub(super) taken: Vec<EdgeId>,
    /// Links between the shared nodes of a tree.
    pub(super) links: Live<K>,
    /// The other edges, between trees.
    pub(super) edges: Live<K>,
}

/// Contracts locally if nodes are on few ranks on average (`below`, in percent). `edges` are those of the
/// local forest, between nodes of the part, in the order of (key, id). Collective.
pub(super) fn contracted<K: Key>(
    exec: &Exec,
    comm: &Comm<'_>,
    part: KeyedPart<'_, K>,
    edges: Vec<LiveEdge<K>>,
    below: u64,
) -> Result<Contracted<K>> {
    comm.step("contract", 0);
    let cuts = Cuts { exec, comm, part, edges: &edges }.find(below)?;
    let labels = Labels::new(part.node_count());
    let label = |number: usize| labels.of(part.node(Node::new(number)));
    comm.agree(match cuts {
        Some(cuts) => Contracted::grow(exec, comm.rank() as u32, edges, cuts, label),
        None => memory::from_fn("labels", part.local().node_count(), label).and_then(|labels| {
            let edges = Live::new(exec, edges, &labels)?;
            Ok(Contracted { taken: Vec::new(), links: Live { edges: Vec::new(), labels: Vec::new() }, edges })
        }),
    })
}

impl<K: Key> Contracted<K> {
    /// Grows trees while their lightest edge is lighter than their cut edges.
    ///
    /// The edges come in ascending order. If one is lighter than the cut edges of the tree at one of its
    /// ends, all lighter edges of this tree on this rank have been taken, so it is the lightest that leaves
    /// the tree. An edge that is not taken never will be: cut edges of a tree only get lighter as it grows.
    fn grow(
        exec: &Exec,
        rank: u32,
        mut edges: Vec<LiveEdge<K>>,
        cuts: Vec<Cut<K>>,
        label: impl Fn(usize) -> u32,
    ) -> Result<Self> {
        let is_shared = |number: &usize| cuts[*number].1 != NONE;
        let mut shared = memory::reserve("shared nodes", (0..cuts.len()).filter(is_shared).count())?;
        shared.extend((0..cuts.len()).filter(is_shared));
        // The lightest cut edge of each tree, at its root.
        let mut guards = cuts;
        let count = guards.len();
        let mut sets = SequentialSets::new(count)?;
        let mut taken = memory::reserve("the forest", edges.len())?;
        let mut left = 0;
        for i in 0..edges.len() {
            for end in edges.get(i + AHEAD).into_iter().flat_map(|edge| [edge.u, edge.v]) {
                sets.prefetch(Node::from(end));
                prefetch(&guards, end as usize);
            }
            let edge = edges[i];
            let (u, v) = (sets.find(Node::from(edge.u)), sets.find(Node::from(edge.v)));
            let both = [guards[u.index()], guards[v.index()]];
            if is_planted("grow-over-cut-edges") || both.into_iter().any(|cut| (edge.key, rank) < cut) {
                sets.unite(u, v);
                taken.push(EdgeId::from(edge.id));
                guards[u.min(v).index()] = both[0].min(both[1]);
            } else {
                edges[left] = edge;
                left += 1;
            }
        }
        edges.truncate(left);
        drop(guards);
        // The names of trees, at their roots, and of linked nodes. A tree is named after its first shared
        // node, so that other ranks know the name, or after its root if it has none. The root is its lowest
        // node, so if it is shared, it is the first.
        let mut names = memory::filled("names of trees", count, NONE)?;
        let mut links = Vec::new();
        for number in shared {
            let (root, name) = (sets.find(Node::new(number)), label(number));
            if names[root.index()] == NONE {
                names[root.index()] = name;
            } else {
                names[number] = name;
                memory::grow("links", &mut links, 1)?;
                let id = links.len() as u32;
                links.push(LiveEdge { u: root.into(), v: number as u32, id, key: K::zeroed() });
            }
        }
        edges.retain_mut(|edge| {
            for end in [&mut edge.u, &mut edge.v] {
                let root = sets.find(Node::from(*end));
                *end = root.into();
                if names[root.index()] == NONE {
                    names[root.index()] = label(root.index());
                }
            }
            edge.u != edge.v
        });
        edges.shrink_to_fit();
        drop(sets);
        let links = Live::new(exec, links, &names)?;
        Ok(Self { taken, links, edges: Live::new(exec, edges, &names)? })
    }
}
