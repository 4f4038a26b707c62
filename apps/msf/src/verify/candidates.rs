//! Edges of a stream that a forest's file may mean.
//!
//! Edges that are claimed by their ends are found by a bitmap, then by a search among the claims. Of parallel
//! edges, those are kept that [`meaning`](super::meaning) may choose or name: the best, and as many of each
//! claimed weight as there are claims.

use boscage::exec::Exec;
use boscage::graph::{Edge, Node, Objective, Weight};
use boscage::io::{EdgeFile, EdgeSink};
use boscage::operators::msf::StreamEdge;
use boscage::parallel::pipeline;
use boscage::random::mix;
use boscage::{Result, memory};

use crate::edges::in_order;
use crate::forest_format::{Claim, Claims};
use crate::streamed::{TypedFile, widened};

/// Bits of the bitmap per claim: of the edges that are not claimed, one in 64 is sought among the claims.
const BITS: usize = 64;

/// Edges that are kept beside those of the claims, until the others are dropped.
const SLACK: usize = 1 << 16;

/// The edges of a stream that are claimed.
pub(super) struct Candidates<W> {
    wanted: Wanted,
    found: Found<W>,
    /// The position of the next edge.
    end: u64,
}

/// The edges that were found.
struct Found<W> {
    objective: Objective,
    edges: Vec<StreamEdge<W>>,
}

/// The edges that are wanted.
enum Wanted {
    /// By their positions, which ascend.
    Positions(Vec<u64>),
    Ends(Ends),
}

/// The ends of claimed edges.
pub(super) struct Ends {
    bits: Vec<u64>,
    /// The ends and, if they are claimed, the weights.
    claims: Vec<((Node, Node), Option<u64>)>,
}

impl Ends {
    /// The ends of claims, whose nodes have other numbers.
    ///
    /// # Errors
    /// [`boscage::Error::OutOfMemory`].
    pub(super) fn new(claims: &[Claim], number: impl Fn(Node) -> Node) -> Result<Self> {
        let claim = |i: usize| {
            let (u, v) = claims[i].ends;
            (in_order([u, v].map(&number)), claims[i].key)
        };
        let mut claims = memory::from_fn("the claims of a forest", claims.len(), claim)?;
        claims.sort_unstable();
        let words = (claims.len() * BITS).div_ceil(64).max(1);
        let mut ends = Self { bits: memory::filled("a bitmap of claims", words, 0)?, claims };
        for i in 0..ends.claims.len() {
            let (word, bit) = ends.bit(ends.claims[i].0);
            ends.bits[word] |= bit;
        }
        Ok(ends)
    }

    fn bit(&self, ends: (Node, Node)) -> (usize, u64) {
        let hash = mix(u64::from(u32::from(ends.0)) << 32 | u64::from(u32::from(ends.1)));
        let bit = (u128::from(hash) * (64 * self.bits.len() as u128) >> 64) as usize;
        (bit / 64, 1 << (bit % 64))
    }

    /// Returns `true` if there is a claim with these ends.
    pub(super) fn has(&self, ends: (Node, Node)) -> bool {
        let (word, bit) = self.bit(ends);
        self.bits[word] & bit != 0 && self.claims.binary_search_by_key(&ends, |claim| claim.0).is_ok()
    }

    /// Number of edges that may be kept before those that no claim can mean are dropped.
    pub(super) fn most(&self) -> usize {
        4 * self.claims.len() + SLACK
    }

    /// Drops parallel edges that no claim can mean. Edges are sorted by their ends and keys, which a function
    /// returns, and by their positions.
    pub(super) fn choose<T>(&self, edges: &mut Vec<T>, parts: impl Fn(&T) -> ((Node, Node), u64)) {
        // Numbers of the edge among those with its ends, and among those that have its weight, too.
        let (mut before, mut of_ends, mut of_weight) = (None, 0, 0);
        edges.retain(|edge| {
            let (group, key) = parts(edge);
            of_ends = if before.is_some_and(|(ends, _)| ends == group) { of_ends + 1 } else { 0 };
            of_weight = if before == Some((group, key)) { of_weight + 1 } else { 0 };
            before = Some((group, key));
            let claims = self.claims(group);
            let alike = claims.iter().filter(|claim| claim.1.is_none_or(|claimed| claimed == key)).count();
            let has_weights = claims.iter().all(|claim| claim.1.is_some());
            of_ends == 0 || if has_weights { of_weight < alike } else { of_ends < alike }
        });
    }

    /// Returns the claims with these ends.
    fn claims(&self, ends: (Node, Node)) -> &[((Node, Node), Option<u64>)] {
        let begin = self.claims.partition_point(|claim| claim.0 < ends);
        let len = self.claims[begin..].partition_point(|claim| claim.0 == ends);
        &self.claims[begin..begin + len]
    }
}

impl<W: Weight> Candidates<W> {
    /// Seeks the edges of claims, whose nodes have other numbers in the stream.
    pub(super) fn new(claims: &Claims, objective: Objective, number: impl Fn(Node) -> Node) -> Result<Self> {
        let wanted = match claims {
            Claims::Ids(ids) => {
                let mut ids = memory::from_fn("the ids of a forest", ids.len(), |i| ids[i])?;
                ids.sort_unstable();
                Wanted::Positions(ids)
            }
            Claims::Edges(claims) => Wanted::Ends(Ends::new(claims, number)?),
        };
        let found = Found { objective, edges: Vec::new() };
        Ok(Self { wanted, found, end: 0 })
    }

    /// Returns the edges, in the order of their positions.
    pub(super) fn finish(self) -> Vec<StreamEdge<W>> {
        let Self { wanted, mut found, .. } = self;
        if let Wanted::Ends(ends) = &wanted {
            found.choose(ends);
        }
        found.edges.sort_unstable_by_key(|edge| edge.position);
        found.edges
    }

    /// Returns those edges of a block that are wanted.
    fn pick(wanted: &Wanted, first: u64, edges: &[Edge<W>]) -> Vec<StreamEdge<W>> {
        let edge = |(position, &edge): (u64, &Edge<W>)| StreamEdge { position, edge };
        match wanted {
            Wanted::Positions(ids) => {
                let begin = ids.partition_point(|&id| id < first);
                let all = ids[begin..].iter().map_while(|&id| Some((id, edges.get((id - first) as usize)?)));
                all.map(edge).collect()
            }
            Wanted::Ends(ends) => {
                let is_wanted = |(_, edge): &(u64, &Edge<W>)| ends.has(in_order([edge.u, edge.v]));
                (first..).zip(edges).filter(is_wanted).map(edge).collect()
            }
        }
    }

    fn blocks(&mut self, exec: &Exec, file: &dyn TypedFile<W>) -> Result<()> {
        let Self { wanted, found, .. } = self;
        let pick = |next| {
            let (first, block) = file.read(next)?;
            Ok(Self::pick(wanted, first, block.as_ref()))
        };
        let append = |picked: Result<Vec<_>>| {
            exec.check_cancelled()?;
            found.add(wanted, &picked?)
        };
        pipeline(exec, file.blocks(), pick, append)
    }
}

impl<W: Weight> Found<W> {
    fn add(&mut self, wanted: &Wanted, picked: &[StreamEdge<W>]) -> Result<()> {
        memory::grow("edges that a forest may mean", &mut self.edges, picked.len())?;
        self.edges.extend_from_slice(picked);
        match wanted {
            Wanted::Ends(ends) if self.edges.len() > ends.most() => self.choose(ends),
            _ => {}
        }
        Ok(())
    }

    /// Drops parallel edges that no claim can mean.
    fn choose(&mut self, ends: &Ends) {
        let Self { objective, edges } = self;
        let parts = |&StreamEdge { edge, .. }: &StreamEdge<W>| -> ((Node, Node), u64) {
            (in_order([edge.u, edge.v]), objective.key(edge.weight).into())
        };
        edges.sort_unstable_by_key(|edge| (parts(edge), edge.position));
        ends.choose(edges, parts);
    }
}

impl<W: Weight> EdgeSink for Candidates<W> {
    fn set_node_count(&mut self, _: usize) -> Result<()> {
        Ok(()) // all nodes are known
    }

    fn edges<E: Weight>(&mut self, _: &Exec, edges: &[Edge<E>]) -> Result<()> {
        let picked = Self::pick(&self.wanted, self.end, &widened(edges)?);
        self.end += edges.len() as u64;
        self.found.add(&self.wanted, &picked)
    }

    fn file<E: Weight>(&mut self, exec: &Exec, file: &EdgeFile<'_, E>) -> Result<()> {
        self.blocks(exec, file)
    }
}
