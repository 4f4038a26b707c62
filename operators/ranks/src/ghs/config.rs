//! The options that the paper measures, ours, and what is counted.

use boscage_core::comm::{Comm, Reduction};
use boscage_core::{Error, Result};

use super::message::KINDS;

/// How [`ghs`](fn@super::ghs) runs. The default is what the paper settles on, with messages aggregated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ghs {
    /// Where messages wait until they are handled (optimisation 1).
    pub queue: Queue,
    /// How a node finds the arc that a message is about (optimisation 2).
    pub find_arc: FindArc,
    /// How a node finds its lightest BASIC arc (optimisation 3). [`Shortcut::Fragments`] has a heap for this,
    /// and ignores the field.
    pub first_basic: FirstBasic,
    /// How messages travel to another rank; ours.
    pub aggregation: Aggregation,
    /// Words for another rank at which they are sent, if messages are aggregated; at least 1.
    pub buffer: usize,
    /// What nodes of one rank know of each other; the paper's proposal for future work.
    pub shortcut: Shortcut,
}

/// Where messages wait until they are handled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Queue {
    /// In one queue of the rank.
    #[default]
    Process,
    /// In a queue of their node: about 32 bytes more for each node.
    Node,
}

/// How a node finds the arc that a message is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FindArc {
    /// By a hash map from edges to arcs: about 40 bytes more for each arc.
    #[default]
    Map,
    /// By a search through the arcs of the node.
    Search,
}

/// How a node finds its lightest BASIC arc, which is the next to be tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FirstBasic {
    /// By an index that moves over the sorted arcs. This does what an ordered set does, in constant time and
    /// less memory: no arc becomes BASIC again, so the first one only moves on.
    #[default]
    Index,
    /// By an ordered set of the BASIC arcs, as in the paper: about 10 bytes more for each arc.
    OrderedSet,
    /// By a search from the first arc on.
    Search,
}

/// How messages travel to another rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aggregation {
    /// Together, when the rank has nothing else to do, or has [`Ghs::buffer`] words for the other one.
    #[default]
    Together,
    /// Each on its own, at once.
    Single,
}

/// What nodes of one rank know of each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shortcut {
    /// Nothing: they send each other messages, as nodes of different ranks do.
    #[default]
    None,
    /// Which of them are in the same fragment: disjoint sets. These nodes act as one, so what a fragment is
    /// told takes about as many messages as it has ranks, not nodes. But they test one arc at a time, which
    /// takes long on dense graphs.
    Fragments,
}

impl Ghs {
    /// Words for another rank at which they are sent.
    pub const DEFAULT_BUFFER: usize = 4096;

    pub(super) fn check(self) -> Result<()> {
        if self.buffer == 0 {
            return Err(Error::argument("buffer", "at least 1", self.buffer));
        }
        Ok(())
    }
}

impl Default for Ghs {
    fn default() -> Self {
        Self {
            queue: Queue::default(),
            find_arc: FindArc::default(),
            first_basic: FirstBasic::default(),
            aggregation: Aggregation::default(),
            buffer: Self::DEFAULT_BUFFER,
            shortcut: Shortcut::default(),
        }
    }
}

/// What all ranks have sent and done.
///
/// How many of each there are depends on the order in which messages arrive, which the forest does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GhsCounts {
    /// A fragment asks the one beyond its lightest edge to become one with it.
    pub connects: u64,
    /// A fragment's name and level, from its core to all its nodes.
    pub initiates: u64,
    /// A node asks whether the other end of an edge is in its fragment.
    pub tests: u64,
    /// It is not.
    pub accepts: u64,
    /// It is.
    pub rejects: u64,
    /// The lightest edge that leaves a part of the fragment, towards the core.
    pub reports: u64,
    /// From the core to the end of the lightest edge.
    pub change_cores: u64,
    /// How many of all these went to another rank.
    pub left: u64,
    /// What carried them there.
    pub parcels: u64,
    /// Messages that only serve to detect the end.
    pub tokens: u64,
    /// How often a message had to wait for its node to change.
    pub waits: u64,
    /// The highest level of a fragment.
    pub level: u64,
    /// The longest way of an Initiate from the core of its fragment, in messages.
    pub hops: u64,
}

impl GhsCounts {
    /// How many messages there were between nodes.
    #[must_use]
    pub fn messages(&self) -> u64 {
        let Self { connects, initiates, tests, accepts, rejects, reports, change_cores, .. } = self;
        connects + initiates + tests + accepts + rejects + reports + change_cores
    }
}

/// What one rank has sent and done.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) sent: [u64; KINDS],
    pub(super) left: u64,
    pub(super) parcels: u64,
    pub(super) tokens: u64,
    pub(super) waits: u64,
    pub(super) level: u64,
    pub(super) hops: u64,
}

impl Counts {
    /// Those of all ranks. Collective.
    pub(super) fn of_all(&self, comm: &Comm<'_>) -> Result<GhsCounts> {
        let mut sums = [0; KINDS + 4];
        sums[..KINDS].copy_from_slice(&self.sent);
        sums[KINDS..].copy_from_slice(&[self.left, self.parcels, self.tokens, self.waits]);
        comm.reduce(&mut sums, Reduction::Sum)?;
        let mut most = [self.level, self.hops];
        comm.reduce(&mut most, Reduction::Max)?;
        let [connects, initiates, tests, accepts, rejects, reports, change_cores, ..] = sums;
        let [.., left, parcels, tokens, waits] = sums;
        let [level, hops] = most;
        Ok(GhsCounts {
            connects,
            initiates,
            tests,
            accepts,
            rejects,
            reports,
            change_cores,
            left,
            parcels,
            tokens,
            waits,
            level,
            hops,
        })
    }
}
