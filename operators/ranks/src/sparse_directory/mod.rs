//! Borůvka's algorithm over ranks, with a directory of labels instead of an array of nodes.
//!
//! Each rank keeps its edges, which never move. For each label on a rank, the lightest edge there is sent to
//! the rank that *owns* the label by hash. So the memory of a rank falls with the number of ranks, and a node
//! of many edges costs one candidate per rank. With more ranks, a rank has fewer labels, but more of them are
//! on other ranks, too: its traffic falls on random graphs, and first rises on road networks.
//!
//! | phase | what it does |
//! |---|---|
//! | *local forest* | the rank's own edges go through [`auto`](fn@boscage_operators::msf::auto): an edge that is the heaviest of a cycle here is in no forest |
//! | *contract* | parts that are connected to the rest by few nodes (roads, grids) are contracted first (`contract.rs`) |
//! | *split* | if there are many edges per label, the light ones come first; most heavy edges are then inside one tree |
//! | *candidates* | in a round: the lightest edge at each label goes to the owner of the label |
//! | *choices* | the owner keeps the lightest, and asks the owner of the label at its other end for the choice there. Two labels that have chosen each other are a tree; the lower becomes its root |
//! | *pointers* | all others hang on the label that they have chosen, and find their root by pointer jumping |
//! | *answers* | roots are sent back along the path of the candidates, with the edges that have won. Ranks relabel their edges, and drop those that are the heaviest of a cycle |
//! | *merge* | when few labels are left, the ranks' edges are merged along a tree of ranks |
//!
//! **Correctness.** The lightest edge that leaves a set of nodes is in the forest. Edges are compared by
//! (key, rank, position), which is the order of (weight, edge id), as a rank's ids are without gaps. A cycle
//! of choices can only be two labels with the same edge. A local forest keeps all edges of the whole forest,
//! because an edge that is the heaviest of a cycle is in no forest.

mod contract;
mod cuts;
mod directory;
mod live;
mod merge;
mod message;
mod numbered;
mod rounds;

use boscage_core::comm::{Comm, KeyedPart, Part, PartForest, Reduction};
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeId, Key, Objective, Weight};
use boscage_core::parallel::radix_sort;
use boscage_core::{Result, memory};
use boscage_operators::msf::{Auto, Facts, Kind, LiveEdge, Operator, auto};

use crate::memory::PartSize;
use crate::operator::{AnyPart, AnyPartForest, Ranks, on_part};
use contract::{Contracted, contracted};
use live::Live;
use rounds::Rounds;

/// If there are at most this many times as many labels as can be merged, light edges do not come first.
const FEW: u64 = 4;

/// Configuration of [`sparse_directory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SparseDirectory {
    /// Edges per label from which on the light ones come first.
    pub filter_from: u64,
    /// Number of labels from which on downwards the ranks' edges are merged.
    pub merge_below: u64,
    /// Most ranks per node, on average and in percent, for which parts are contracted on their own ranks
    /// first.
    pub contract_below: u64,
}

impl SparseDirectory {
    /// The fastest configuration.
    pub const DEFAULT: Self = Self {
        filter_from: Self::DEFAULT_FILTER_FROM,
        merge_below: Self::DEFAULT_MERGE_BELOW,
        contract_below: Self::DEFAULT_CONTRACT_BELOW,
    };
    /// Default of `filter_from`.
    pub const DEFAULT_FILTER_FROM: u64 = 4;
    /// Default of `merge_below`.
    pub const DEFAULT_MERGE_BELOW: u64 = 4096;
    /// Default of `contract_below`.
    pub const DEFAULT_CONTRACT_BELOW: u64 = 150;
}

impl Default for SparseDirectory {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Operator<Ranks> for SparseDirectory {
    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "sparse-directory",
            kind: Kind::Threads,
            paper: "Sanders, Schimek 2023, for its filters and local contraction",
            choose_for: "graphs in parts, on several machines",
            summary: "rounds through owners of labels; the more ranks, the less memory each needs",
        }
    }

    fn run(
        &self,
        (exec, comm): (&Exec, &Comm<'_>),
        part: AnyPart<'_>,
        objective: Objective,
    ) -> Result<AnyPartForest> {
        on_part!(part, |part| sparse_directory(exec, comm, part, objective, *self))
    }

    fn memory(&self, of: &PartSize) -> u64 {
        let (local, ranks) = (of.local(), of.ranks);
        let alone = Auto.memory(&local) + local.forest_ids();
        let (labels, owned) = (68 + 4 * of.part.weight_bytes, of.part.nodes.div_ceil(ranks));
        of.peak(if ranks == 1 { alone } else { alone.max(labels * local.nodes + 48 * owned) })
    }
}

/// Returns the minimum (maximum) spanning forest of a graph in parts, by rounds through owners of labels.
///
/// Collective.
///
/// **Algorithm.** Borůvka's rounds over ranks, with the local contraction and the filters of Sanders,
/// Schimek, "Engineering massively parallel MST algorithms", IPDPS 2023. The directory of labels is ours: a
/// label (a node, or a tree) is owned by a rank, which receives the lightest edge at the label from each
/// other rank. First each rank reduces its own edges to their forest, on all threads; the steps between
/// exchanges run mostly on one. Contraction sends at most a word, and receives one, per node of a part
/// outside the rank's range of nodes. O(log n) rounds follow. In a round there are 2 words per label on a
/// rank (3 with 64-bit weights) and half a word back; and about 3 half words per label at its owner and step
/// of pointer jumping.
///
/// **When to choose it.** On several machines, and for graphs that do not fit one.
///
/// # Determinism
/// Deterministic: the result is the same on any number of ranks.
///
/// # Memory
/// On a rank, with 32-bit weights: 2.5 times the part, and 80 bytes per label on the rank and per label that
/// it owns: n / P labels, or, if fewer than half of the nodes have edges, only their P-th part.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated;
/// [`Error::OtherRank`](boscage_core::Error::OtherRank) if one of these has happened on another rank.
///
/// # Examples
/// ```
/// use boscage::comm::{self, Part};
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::ranks::{SparseDirectory, sparse_directory};
///
/// let totals = comm::run(2, |comm| {
///     let exec = Exec::new(1)?;
///     let list = EdgeList::from_triples(3, [(0, 1, 4_u32), (1, 2, 2 + comm.rank() as u32)])?;
///     let part = Part::new(&exec, list, 2 * comm.rank() as u64)?;
///     let config = SparseDirectory::default();
///     Ok(sparse_directory(&exec, comm, &part, Objective::Minimum, config)?.total())
/// })?;
/// assert_eq!(totals, [6, 6]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn sparse_directory<W: Weight>(
    exec: &Exec,
    comm: &Comm<'_>,
    part: &Part<W>,
    objective: Objective,
    config: SparseDirectory,
) -> Result<PartForest<W>> {
    comm.step("local forest", 0);
    let local = comm.agree(auto(exec, part.local(), objective))?;
    if comm.ranks() == 1 {
        // The nodes of a part are those that have edges.
        let isolated = part.node_count() - part.local().node_count();
        return Ok(PartForest::from_forest(local.with_isolated(isolated)));
    }
    let edges = edges_of(exec, comm, KeyedPart::of(part, objective), local.into_edges(), config)?;
    PartForest::new(comm, part, edges)
}

/// Returns the positions in this rank's part of its edges of the forest; `local` is the forest of the part
/// alone. Collective.
fn edges_of<K: Key>(
    exec: &Exec,
    comm: &Comm<'_>,
    part: KeyedPart<'_, K>,
    local: Vec<EdgeId>,
    config: SparseDirectory,
) -> Result<Vec<EdgeId>> {
    let edges = comm.agree(live_edges(exec, part, local))?;
    let Contracted { taken, links, edges } = contracted(exec, comm, part, edges, config.contract_below)?;
    let labels = [&links.labels, &edges.labels].map(Vec::as_slice);
    let mut rounds = Rounds::new(exec, comm, part.node_count(), labels, taken)?;
    let edges = rounds.linked(links, edges)?;
    rounds.filtered(edges, config)?;
    Ok(rounds.chosen)
}

/// Sorts ids, unless they are sorted. Not generic, so that it is compiled once.
fn sort(exec: &Exec, ids: &mut [EdgeId]) -> Result<()> {
    if ids.is_sorted() { Ok(()) } else { radix_sort(exec, ids, |&id| u32::from(id)) }
}

/// Returns the edges of a local forest, between nodes of the part, in the order of (key, id).
fn live_edges<K: Key>(
    exec: &Exec,
    part: KeyedPart<'_, K>,
    mut forest: Vec<EdgeId>,
) -> Result<Vec<LiveEdge<K>>> {
    sort(exec, &mut forest)?;
    let mut edges = memory::reserve("the local forest", forest.len())?;
    edges.extend(forest.iter().map(|id| LiveEdge::of(&part.local(), id.index())));
    // The ids ascend, and of equal keys the order stays.
    radix_sort(exec, &mut edges, |edge| -> u64 { edge.key.into() })?;
    Ok(edges)
}

impl<K: Key> Rounds<'_, '_, K> {
    /// Returns the edges after links between labels have merged these. Collective.
    fn linked(&mut self, links: Live<K>, edges: Live<K>) -> Result<Live<K>> {
        if self.comm.reduced(links.edges.len() as u64, Reduction::Sum)? == 0 {
            return Ok(edges);
        }
        let known = self.chosen.len();
        self.run(links, 0)?;
        self.chosen.truncate(known);
        self.relabelled(edges)
    }

    /// Runs rounds over the light edges first, as long as there are many edges per label; then over all
    /// remaining ones.
    fn filtered(&mut self, mut live: Live<K>, config: SparseDirectory) -> Result<()> {
        loop {
            self.comm.step("split", 0);
            let count = self.comm.reduced(live.edges.len() as u64, Reduction::Sum)?;
            let target = 2 * self.labels;
            let is_dense = count >= config.filter_from.saturating_mul(self.labels).max(2);
            // Fewer labels than this cost little, but a filter always costs the same number of messages.
            let pivot = if is_dense && self.labels / FEW > config.merge_below {
                self.pivot(&live, count, target)?
            } else {
                None
            };
            let Some(pivot) = pivot else { break };
            let cut = live.edges.partition_point(|edge| edge.key.into() <= pivot);
            let light = self.comm.reduced(cut as u64, Reduction::Sum)?;
            if light == 0 || light > count / 4 * 3 {
                break;
            }
            let (light, heavy) = self.comm.agree(live.split(self.exec, cut))?;
            let left = self.run(light, config.merge_below)?;
            self.merge(left)?;
            live = self.relabelled(heavy)?;
        }
        let left = self.run(live, config.merge_below)?;
        self.merge(left)
    }

    /// Returns a key such that about `target` of `count` edges are not above it. Collective.
    fn pivot(&self, live: &Live<K>, count: u64, target: u64) -> Result<Option<u64>> {
        const SAMPLE: usize = 1 << 12;
        let (comm, edges) = (self.comm, &live.edges);
        // Edges are in order, so evenly spaced ones are quantiles. Each stands for as many edges.
        let sampled = (SAMPLE / comm.ranks()).clamp(1, 64).min(edges.len());
        let stands_for = edges.len().checked_div(sampled).unwrap_or(0) as u64;
        let key = |i: usize| -> u64 { edges[(2 * i + 1) * edges.len() / (2 * sampled)].key.into() };
        let words: Vec<u64> = std::iter::once(stands_for).chain((0..sampled).map(key)).collect();
        // Rank 0 chooses for all.
        let counts: Vec<usize> = (0..comm.ranks()).map(|to| if to == 0 { words.len() } else { 0 }).collect();
        let all = comm.exchange(&words, &counts)?;
        let mut keys = Vec::new();
        for (&stands_for, of_rank) in (0..comm.ranks()).filter_map(|rank| all.from_rank(rank).split_first()) {
            keys.extend(of_rank.iter().map(|&key| (key, stands_for)));
        }
        keys.sort_unstable();
        let mut before = 0;
        let pivot = keys.iter().find(|(_, edges)| {
            before += edges;
            before >= target.min(count / 2)
        });
        // Zero for none: keys of chosen pivots are shifted by one, so a pivot of the greatest key is none
        // too, and nothing would be heavy.
        let pivot = comm.reduced(pivot.map_or(0, |&(key, _)| key.wrapping_add(1)), Reduction::Max)?;
        Ok(pivot.checked_sub(1))
    }

    /// Returns edges after their labels have become those of the trees so far. Collective.
    fn relabelled(&mut self, live: Live<K>) -> Result<Live<K>> {
        self.comm.step("relabel", 0);
        self.directory.compress_all(self.exec, self.comm)?;
        let roots = self.directory.roots(self.exec, self.comm, &live.labels)?;
        self.comm.agree(live.relabelled(self.exec, &roots))
    }
}
