//! The options that the paper measures, ours, and the statistics.

use boscage_core::comm::{Comm, Reduction};
use boscage_core::{Error, Result};

use super::message::KINDS;

/// Configuration of [`ghs`](fn@super::ghs). The default is the paper's choice, with aggregated messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ghs {
    /// The queues in which messages wait (optimisation 1).
    pub queue: Queue,
    /// The search for the arc of a message (optimisation 2).
    pub find_arc: FindArc,
    /// The search for the lightest BASIC arc of a node (optimisation 3). [`Shortcut::Fragments`] has a heap
    /// for this, and ignores the field.
    pub first_basic: FirstBasic,
    /// The transport of messages to another rank. Not in the paper.
    pub aggregation: Aggregation,
    /// Number of words for another rank at which aggregated messages are sent; at least 1.
    pub buffer: usize,
    /// Shared knowledge of the nodes of a rank. The paper proposes this as future work.
    pub shortcut: Shortcut,
}

/// The queues in which messages wait until they are handled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Queue {
    /// One queue per rank.
    #[default]
    Process,
    /// One queue per node: about 32 bytes more per node.
    Node,
}

/// The search for the arc of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FindArc {
    /// A hash map from edges to arcs: about 40 bytes more per arc.
    #[default]
    Map,
    /// A search through the arcs of the node.
    Search,
}

/// The search for the lightest BASIC arc of a node, which is the next to be tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FirstBasic {
    /// An index that moves over the sorted arcs. It replaces an ordered set in constant time and less memory:
    /// no arc becomes BASIC again, so the first one only moves on.
    #[default]
    Index,
    /// An ordered set of the BASIC arcs, as in the paper: about 10 bytes more per arc.
    OrderedSet,
    /// A search from the first arc on.
    Search,
}

/// The transport of messages to another rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aggregation {
    /// Together, when the rank has nothing else to do, or has [`Ghs::buffer`] words for the other rank.
    #[default]
    Together,
    /// Each separately and at once.
    Single,
}

/// Shared knowledge of the nodes of a rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shortcut {
    /// None: they send each other messages like nodes of different ranks.
    #[default]
    None,
    /// Disjoint sets tell which of them are in the same fragment. These nodes act as one, so a broadcast in a
    /// fragment takes about as many messages as it has ranks, not nodes. But they test one arc at a time,
    /// which takes long on dense graphs.
    Fragments,
}

impl Ghs {
    /// Default of `buffer`.
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

/// Statistics of the messages of all ranks.
///
/// The numbers depend on the order in which messages arrive; the forest does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GhsCounts {
    /// Number of Connect messages: a fragment asks the one at the other end of its lightest edge to merge
    /// with it.
    pub connects: u64,
    /// Number of Initiate messages: a fragment's name and level, from its core to all its nodes.
    pub initiates: u64,
    /// Number of Test messages: a node asks if the other end of an edge is in its fragment.
    pub tests: u64,
    /// Number of Accept messages: it is not.
    pub accepts: u64,
    /// Number of Reject messages: it is.
    pub rejects: u64,
    /// Number of Report messages: the lightest edge that leaves a part of the fragment, towards the core.
    pub reports: u64,
    /// Number of ChangeCore messages: from the core to the end of the lightest edge.
    pub change_cores: u64,
    /// Number of those messages that went to another rank.
    pub left: u64,
    /// Number of transmissions that carried them.
    pub parcels: u64,
    /// Number of messages that only serve to detect the end.
    pub tokens: u64,
    /// Number of messages that had to wait for their node to change.
    pub waits: u64,
    /// The highest level of a fragment.
    pub level: u64,
    /// The longest path of an Initiate from the core of its fragment, in messages.
    pub hops: u64,
}

impl GhsCounts {
    /// Returns the number of messages between nodes.
    #[must_use]
    pub fn messages(&self) -> u64 {
        let Self { connects, initiates, tests, accepts, rejects, reports, change_cores, .. } = self;
        connects + initiates + tests + accepts + rejects + reports + change_cores
    }
}

/// Statistics of one rank.
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
    /// Returns those of all ranks. Collective.
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
