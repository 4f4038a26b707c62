//! Contraction of what is local: trees that grow on one rank before the ranks speak of all their labels.
//!
//! Parts of road networks and grids touch the rest at few nodes. So most of the forest can be found by each
//! rank alone. A node is *shared* if several ranks have edges there. Its owner tells each of them the
//! lightest edge at the node on other ranks, its *cut edge*. A tree takes its lightest edge if that is
//! lighter than the cut edges of all its nodes: then no edge that leaves the tree, on any rank, is lighter.
//! Otherwise the tree is *frozen*: others may join it by their own lightest edges. When no tree can grow,
//! each becomes one label.
//!
//! A tree with several shared nodes would have several labels on other ranks. Links between them, lighter
//! than any edge, say that they are one: a first run of the rounds contracts the links, and only then the
//! edges.

use boscage::Result;
use boscage::comm::Reduction;
use boscage::fault::is_planted;
use boscage::graph::{EdgeId, Key, Node};
use boscage::memory;
use boscage::sync::SequentialSets;

use super::super::super::live_edge::LiveEdge;
use super::directory::{Message, NONE};
use super::rounds::{Live, Rounds, key_words, push_key, read_key};

/// The lightest edges at a node on two different ranks: (key, rank), or nothing.
type Lightest<K> = [Option<(K, u32)>; 2];

impl<K: Key> Rounds<'_, '_, K> {
    /// Contracts what is local if nodes are on few ranks, in percent, on average. Collective.
    pub(super) fn contracted(&mut self, live: Live<K>, below: u64) -> Result<Live<K>> {
        self.comm.step("contract", 0);
        let labels = self.comm.reduced(live.labels.len() as u64, Reduction::Sum)?;
        if labels.saturating_mul(100) > self.labels.saturating_mul(below) {
            return Ok(live);
        }
        let cuts = self.cut_edges(&live)?;
        let grown = self.comm.agree(self.grow(live, cuts))?;
        self.chosen.extend(grown.taken.iter().copied());
        self.labels -= self.comm.reduced(grown.taken.len() as u64, Reduction::Sum)?;
        // The labels of a tree are one already; the rounds count them down again.
        let links = grown.links.len() as u64;
        self.labels += self.comm.reduced(links, Reduction::Sum)?;
        let links = self.comm.agree(Live::new(self.exec, grown.links))?;
        let known = self.chosen.len();
        self.run(links, 0)?;
        self.chosen.truncate(known);
        self.relabelled(grown.edges)
    }

    /// For each label its cut edge: the key, and the rank that has it. Collective.
    fn cut_edges(&self, live: &Live<K>) -> Result<Vec<Option<(K, u32)>>> {
        let (comm, labels) = (self.comm, live.labels.labels());
        let mut lightest = vec![NONE; labels.len()];
        for (i, edge) in live.edges.iter().enumerate().rev() {
            (lightest[edge.u as usize], lightest[edge.v as usize]) = (i as u32, i as u32);
        }
        let mut message = Message::new(comm.ranks());
        for range in self.directory.routes(labels) {
            for at in range {
                push_key(&mut message.words, live.edges[lightest[at] as usize].key, labels[at]);
            }
            message.end();
        }
        let offered = message.exchange(comm)?;
        let each = |rank: usize| offered.of(rank).chunks_exact(key_words::<K>()).map(read_key::<K>);
        let two = memory::filled::<Lightest<K>>("lightest edges", self.directory.len(), [None; 2]);
        let mut two = comm.agree(two)?;
        for rank in 0..comm.ranks() {
            for (key, label) in each(rank) {
                let [first, second] = &mut two[self.directory.place(label)];
                let own = Some((key, rank as u32));
                // In the order of the ranks: of equal keys the first is the lighter.
                match first {
                    Some((lowest, _)) if *lowest <= key => {
                        if second.is_none_or(|(other, _)| key < other) {
                            *second = own;
                        }
                    }
                    _ => *second = std::mem::replace(first, own),
                }
            }
        }
        let mut message = Message::new(comm.ranks());
        for rank in 0..comm.ranks() {
            for (_, label) in each(rank) {
                let [first, second] = two[self.directory.place(label)];
                let other = if first.is_some_and(|(_, of)| of == rank as u32) { second } else { first };
                let (key, of) = other.unwrap_or((K::unpack_key(K::PACKED_MAX), NONE));
                push_key(&mut message.words, key, of);
            }
            message.end();
        }
        let answers = message.exchange(comm)?;
        let cuts = answers.words().chunks_exact(key_words::<K>()).map(read_key::<K>);
        Ok(cuts.map(|(key, of)| (of != NONE).then_some((key, of))).collect())
    }

    /// Lets trees grow as long as their lightest edge is lighter than their cut edges.
    ///
    /// The edges come in ascending order. If one is lighter than the cut edges of the tree at one of its
    /// ends, all lighter edges of this tree on this rank have been taken, so it is the lightest that leaves
    /// the tree. An edge that is not taken never will be: cut edges of a tree only get lighter as it grows.
    fn grow(&self, live: Live<K>, cuts: Vec<Option<(K, u32)>>) -> Result<Grown<K>> {
        let rank = self.comm.rank() as u32;
        let count = live.labels.len();
        let mut sets = SequentialSets::new(count)?;
        // Of trees: the lightest of their cut edges.
        let mut guards = memory::reserve("guards", count)?;
        guards.extend_from_slice(&cuts);
        let Live { mut edges, labels } = live;
        let mut taken = memory::reserve("the forest", edges.len())?;
        edges.retain(|edge| {
            let (u, v) = (sets.find(Node::from(edge.u)), sets.find(Node::from(edge.v)));
            let is_lighter = |tree: Node| {
                let cut: Option<(K, u32)> = guards[tree.index()];
                cut.is_none_or(|cut| is_planted("grow-over-cut-edges") || (edge.key, rank) < cut)
            };
            let is_taken = is_lighter(u) || is_lighter(v);
            if is_taken {
                sets.unite(u, v);
                taken.push(EdgeId::from(edge.id));
                let both = [guards[u.index()], guards[v.index()]];
                guards[u.min(v).index()] = both.into_iter().flatten().min();
            }
            !is_taken
        });
        // A tree is called by its first shared node, so that other ranks know the name; or, if it has none,
        // by any node.
        let mut names = memory::filled("names of trees", count, NONE)?;
        let mut links = Vec::new();
        for (number, _) in cuts.iter().enumerate().filter(|(_, cut)| cut.is_some()) {
            let root = sets.find(Node::new(number)).index();
            let (label, id) = (labels.labels()[number], links.len() as u32);
            if names[root] == NONE {
                names[root] = label;
            } else {
                links.push(LiveEdge { u: names[root], v: label, id, key: K::zeroed() });
            }
        }
        let mut name = |number: u32| {
            let root = sets.find(Node::from(number)).index();
            if names[root] == NONE { labels.labels()[root] } else { names[root] }
        };
        edges.iter_mut().for_each(|edge| (edge.u, edge.v) = (name(edge.u), name(edge.v)));
        edges.retain(|edge| edge.u != edge.v);
        Ok(Grown { taken, links, edges })
    }
}

/// What contraction has made.
struct Grown<K> {
    /// Edges of the forest, by their positions in the part.
    taken: Vec<EdgeId>,
    /// Links between the shared nodes of a tree.
    links: Vec<LiveEdge<K>>,
    /// The other edges, between the names of trees.
    edges: Vec<LiveEdge<K>>,
}
