//! The arcs of a rank's nodes: their distribution, and searches for them.

use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use boscage_core::comm::{Comm, KeyedPart, Numbering, Parcels};
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeId, Key};
use boscage_core::{Error, Result, memory};

use super::config::{FindArc, FirstBasic, Ghs, Shortcut};
use super::heaps::Heaps;
use super::message::Name;

/// No arc.
pub(super) const NONE: u32 = u32::MAX;

/// An edge, seen from one of its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    /// The number of this end on the rank.
    pub(super) node: u32,
    /// The other end.
    pub(super) other: u32,
    pub(super) name: Name,
}

/// A node's knowledge of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArcState {
    /// None.
    Basic,
    /// It is in the forest.
    Branch,
    /// It is not in the forest.
    Rejected,
}

/// The arcs of a rank's nodes.
pub(super) struct Arcs {
    rank: usize,
    ranks: usize,
    /// The nodes that have arcs.
    nodes: Numbering,
    /// Sorted by (node, name).
    arcs: Vec<Arc>,
    /// The beginning of the arcs of each node, and the end of the last ones.
    begins: Vec<u32>,
    states: Vec<ArcState>,
    /// The arcs by edge and node; `None` if they are searched.
    map: Option<Map>,
    basics: Basics,
}

/// Arcs by (edge, node).
type Map = HashMap<(u64, u32), u32, BuildHasherDefault<Mixer>>;

/// The data by which the lightest BASIC arc of a node is found.
enum Basics {
    /// The arc at which the next search of each node begins.
    Index(Vec<u32>),
    /// All BASIC arcs.
    Set(BTreeSet<u32>),
    /// None: the search begins at the first arc.
    Search,
    /// The arcs of each block that may be BASIC.
    Heaps(Heaps),
}

/// Words for one end of an edge: both nodes, the key, the position in the part.
const WORDS: usize = 3;

/// Returns the edges of this rank's part for the owners of their ends, and the number of words per rank.
/// Loops are left out.
fn parcel_edges<K: Key>(ranks: usize, part: KeyedPart<'_, K>) -> Result<(Vec<u64>, Vec<usize>)> {
    let edges = || {
        (0..part.local().edge_count()).map(EdgeId::new).filter_map(|id| {
            let [u, v] = part.ends(id).map(|end| end.index());
            let owners = (u % ranks, v % ranks);
            let second = Some(owners.1).filter(|&owner| owner != owners.0);
            (u != v).then_some((id, [u, v], [Some(owners.0), second]))
        })
    };
    let mut counts = memory::filled("words for each rank", ranks, 0)?;
    edges().flat_map(|(.., owners)| owners).flatten().for_each(|owner| counts[owner] += WORDS);
    let mut ends = memory::reserve("words for each rank", ranks)?;
    ends.extend(counts.iter().scan(0, |end, count| {
        *end += count;
        Some(*end - count)
    }));
    let mut words = memory::filled("edges for the owners of nodes", counts.iter().sum(), 0)?;
    for (id, [u, v], owners) in edges() {
        let key = part.local().key(id.index()).into();
        for owner in owners.into_iter().flatten() {
            let at: usize = ends[owner];
            words[at..at + WORDS].copy_from_slice(&[(u as u64) << 32 | v as u64, key, id.index() as u64]);
            ends[owner] += WORDS;
        }
    }
    Ok((words, counts))
}

impl Arcs {
    /// Sends each rank the edges of its nodes. Collective.
    pub(super) fn distribute<K: Key>(
        exec: &Exec,
        comm: &Comm<'_>,
        part: KeyedPart<'_, K>,
        config: Ghs,
    ) -> Result<Self> {
        let (words, counts) = comm.agree(parcel_edges(comm.ranks(), part))?;
        let received = comm.exchange(&words, &counts)?;
        drop(words);
        comm.agree(Self::new(exec, comm, received, config))
    }

    fn new(exec: &Exec, comm: &Comm<'_>, received: Parcels, config: Ghs) -> Result<Self> {
        let (rank, ranks) = (comm.rank(), comm.ranks());
        // One per end that is a node of this rank.
        let own = (0..ranks).flat_map(|from| {
            received.from_rank(from).chunks_exact(WORDS).flat_map(move |edge| {
                let (u, v) = ((edge[0] >> 32) as u32, edge[0] as u32);
                let name = Name { key: edge[1], edge: Name::edge(from, edge[2] as u32) };
                let both =
                    [(u, v), (v, u)].into_iter().filter(move |&(node, _)| node as usize % ranks == rank);
                both.map(move |(node, other)| Arc { node, other, name })
            })
        });
        let mut arcs = memory::reserve("arcs of nodes", own.clone().count())?;
        arcs.extend(own);
        drop(received);
        EdgeId::check_count(arcs.len() as u64)?;
        arcs.sort_unstable_by_key(|arc| (arc.node, arc.name));
        let mut labels = memory::reserve("nodes that have arcs", arcs.len())?;
        labels.extend(arcs.iter().map(|arc| arc.node));
        let nodes = Numbering::new(exec, labels)?;
        let mut begins = memory::reserve("where arcs begin", nodes.len() + 1)?;
        for (at, arc) in arcs.iter_mut().enumerate() {
            if begins.is_empty() || nodes.labels()[begins.len() - 1] != arc.node {
                begins.push(at as u32);
            }
            arc.node = begins.len() as u32 - 1;
        }
        begins.push(arcs.len() as u32);
        let states = memory::filled("states of arcs", arcs.len(), ArcState::Basic)?;
        let map = match config.find_arc {
            FindArc::Map => Some(map(&arcs)?),
            FindArc::Search => None,
        };
        let basics = match (config.shortcut, config.first_basic) {
            (Shortcut::Fragments, _) => Basics::Heaps(Heaps::new(&begins, arcs.len())?),
            (Shortcut::None, FirstBasic::Index) => {
                let mut first = memory::reserve("first BASIC arcs", nodes.len())?;
                first.extend_from_slice(&begins[..nodes.len()]);
                Basics::Index(first)
            }
            (Shortcut::None, FirstBasic::OrderedSet) => {
                memory::check::<[u32; 3]>("BASIC arcs", arcs.len())?;
                Basics::Set((0..arcs.len() as u32).collect())
            }
            (Shortcut::None, FirstBasic::Search) => Basics::Search,
        };
        Ok(Self { rank, ranks, nodes, arcs, begins, states, map, basics })
    }

    /// Returns the number of nodes that have arcs.
    pub(super) fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the rank of a node.
    pub(super) fn owner(&self, node: u32) -> usize {
        node as usize % self.ranks
    }

    /// Returns the number of a node on this rank, if it is one of this rank.
    pub(super) fn local(&self, node: u32) -> Option<u32> {
        (self.owner(node) == self.rank).then(|| self.number(node))
    }

    /// Returns the number of a node of this rank.
    pub(super) fn number(&self, node: u32) -> u32 {
        self.nodes.number(node).expect("a node that has arcs")
    }

    /// Returns an arc.
    #[inline]
    pub(super) fn arc(&self, arc: u32) -> &Arc {
        &self.arcs[arc as usize]
    }

    /// Returns all arcs with their states.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Arc, ArcState)> {
        self.arcs.iter().zip(self.states.iter().copied())
    }

    /// Returns the number of arcs.
    pub(super) fn len(&self) -> usize {
        self.arcs.len()
    }

    /// Returns the label in the graph of a node of this rank.
    pub(super) fn label(&self, node: u32) -> u32 {
        self.nodes.labels()[node as usize]
    }

    fn range(&self, node: u32) -> std::ops::Range<u32> {
        self.begins[node as usize]..self.begins[node as usize + 1]
    }

    /// Returns the arc of a node that is this edge.
    pub(super) fn find(&self, node: u32, edge: u64) -> u32 {
        let found = match &self.map {
            Some(map) => map.get(&(edge, node)).copied(),
            None => self.range(node).find(|&arc| self.arc(arc).name.edge == edge),
        };
        found.expect("messages come along edges")
    }

    /// Returns the state of an arc.
    #[inline]
    pub(super) fn state(&self, arc: u32) -> ArcState {
        self.states[arc as usize]
    }

    /// Sets the state of a BASIC arc.
    pub(super) fn decide(&mut self, arc: u32, state: ArcState) {
        self.states[arc as usize] = state;
        if let Basics::Set(set) = &mut self.basics {
            set.remove(&arc);
        }
    }

    /// Returns the lightest BASIC arc of a node, or of a block. Rejects arcs to nodes of the same block, for
    /// which `is_inner` returns `true`.
    pub(super) fn first_basic(&mut self, node: u32, mut is_inner: impl FnMut(u32) -> bool) -> Option<u32> {
        let range = self.range(node);
        let (arcs, states) = (&self.arcs, &mut self.states);
        let is_basic = |states: &[ArcState], arc: u32| states[arc as usize] == ArcState::Basic;
        match &mut self.basics {
            Basics::Index(first) => {
                let first = &mut first[node as usize];
                *first = (*first..range.end).find(|&arc| is_basic(states, arc)).unwrap_or(range.end);
                Some(*first).filter(|&arc| arc < range.end)
            }
            Basics::Set(set) => set.range(range).next().copied(),
            Basics::Search => range.into_iter().find(|&arc| is_basic(states, arc)),
            Basics::Heaps(heaps) => loop {
                let arc = heaps.first(node)?;
                if is_basic(states, arc) {
                    let other = arcs[arc as usize].other;
                    let is_here = other as usize % self.ranks == self.rank;
                    if !is_here || !is_inner(self.nodes.number(other).expect("a node that has arcs")) {
                        return Some(arc);
                    }
                    states[arc as usize] = ArcState::Rejected;
                }
                heaps.pop(node, |arc| arcs[arc as usize].name);
            },
        }
    }

    /// Moves the BASIC arcs of one block to another.
    pub(super) fn meld(&mut self, into: u32, from: u32) {
        if let Basics::Heaps(heaps) = &mut self.basics {
            heaps.meld(into, from, |arc| self.arcs[arc as usize].name);
        }
    }
}

/// Returns a map of arcs by the edges and nodes that messages name.
fn map(arcs: &[Arc]) -> Result<Map> {
    let bytes = (arcs.len() as u64).saturating_mul(size_of::<((u64, u32), u32)>() as u64);
    memory::check::<((u64, u32), u32)>("a map of arcs", arcs.len())?;
    let mut map = Map::default();
    map.try_reserve(arcs.len()).map_err(|_| Error::OutOfMemory {
        what: "a map of arcs",
        bytes,
        during: None,
    })?;
    map.extend(arcs.iter().zip(0..).map(|(arc, at)| ((arc.name.edge, arc.node), at)));
    Ok(map)
}

/// A hash of few instructions. No adversary chooses the edges.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
