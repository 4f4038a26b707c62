//! The memory that a command needs, computed as soon as the size of its graph is known.

use boscage::Result;
use boscage::io::{Admit, Input, Names, Prospect};
use boscage::operators::msf::{self, Occupancy, Size, proof_memory};
use boscage_programs::needs::{Phases, THREAD};

use crate::backend::Operator;
use crate::clusters::Clustering;
use crate::page;

/// The program itself, in bytes, which is larger if it is not optimised. If its file has just been written,
/// as after a build, the system maps larger pages of it, which count 1.2 MiB more.
const PROGRAM: u64 = if cfg!(debug_assertions) { 13 << 20 } else { 21 << 19 };

/// Most bytes of the memory that an operator has freed that the allocator keeps.
const KEPT: u64 = 64 << 20;

/// The work that a command does with a graph once it has been read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Needs {
    /// Operators of which one runs at a time.
    pub(crate) operators: Vec<Operator>,
    /// A forest is proved.
    pub(crate) proof: bool,
    /// The bytes of the text that a forest is read from, as far as they are known, and those that
    /// decompressing it takes.
    pub(crate) claims: Option<(u64, u64)>,
    /// The clusters of nodes that are written.
    pub(crate) components: Option<Clustering>,
    /// The page that is written: with a map, or without.
    pub(crate) page: Option<bool>,
    /// Most bytes that compressing an output takes; one is written after the other.
    pub(crate) encoder: u64,
    /// Most threads.
    pub(crate) threads: usize,
}

impl Needs {
    /// Refuses graphs that need more memory than the process may use.
    pub(crate) fn admit(self) -> Admit {
        Admit::new(move |seen| self.phases(seen).admit(seen.path))
    }

    /// Refuses a forest's file of which this many bytes have come, if they are too many beside the graph.
    pub(crate) fn admit_claims(&self, (text, decoder): (usize, usize), input: &Input) -> Result<()> {
        let name_bytes = if let Names::Listed(names) = &input.names { size_of_val(&**names) } else { 0 };
        let edges = input.list.len();
        let seen = Prospect {
            path: &input.path,
            nodes: input.list.nodes(),
            listed: edges,
            edges,
            weight_bytes: input.list.weight_bytes(),
            name_bytes,
            thread_bytes: 0,
            scratch_bytes: 0,
            is_whole: true,
        };
        let claims = Some((text as u64, decoder as u64));
        Self { claims, ..self.clone() }.phases(&seen).admit(seen.path)
    }

    /// Returns the phases of the work on a graph, as far as it is known.
    pub(crate) fn phases(&self, seen: &Prospect<'_>) -> Phases {
        let size = size(seen.nodes, seen.edges, seen.weight_bytes, self.threads);
        let mut phases = Phases::new(PROGRAM + THREAD * size.threads, seen, size.threads);
        for operator in self.on_cpu() {
            phases.beside("the forest", [(operator.name(), operator.memory(&size))]);
        }
        let ids = ("forest", size.forest_ids());
        if let Some((text, decoder)) = self.claims {
            let claims = ("claims", claims(&size, text));
            phases.beside("the forest's file", [("text", text), ("decompression", decoder), claims]);
        }
        if self.proof {
            phases.beside("the proof", [ids, ("proof", proof_memory(&size))]);
        }
        let components = self.components.as_ref().map_or(0, |clustering| components(&size, clustering));
        // What is short touches few pages of the encoder's tables.
        let encoder = ("compression", self.encoder.min(size.nodes << 14));
        phases.beside("writing", [ids, ("components", components), encoder]);
        if let Some(with_map) = self.page {
            let operators = self.on_cpu().map(|operator| operator.memory(&size));
            let kept = operators.max().unwrap_or(0).min(KEPT);
            let page = kept + page::memory(size.nodes, size.edges, size.weight_bytes, with_map);
            phases.beside("the page", [ids, ("page", page)]);
        }
        phases
    }

    fn on_cpu(&self) -> impl Iterator<Item = &'static dyn msf::Operator> {
        self.operators.iter().filter_map(|operator| operator.on_cpu())
    }
}

/// The claims of a text's lines (32 bytes each, 40 while arcs are folded), the edges that may be meant (28),
/// and an index of the claims. A line has four bytes or more, and no more are read than there are nodes.
fn claims(size: &Size, text: u64) -> u64 {
    let forest = (size.nodes + 1).min(text / 4);
    72 * forest + (4 * size.nodes).min(8 * forest)
}

/// Labels of nodes. For clusters also the keys and ids of the forest, to be sorted, twice; or joins, links of
/// nodes and labels.
fn components(size: &Size, clustering: &Clustering) -> u64 {
    let labels = 8 * size.nodes.min(8 * size.edges);
    if *clustering == Clustering::Trees {
        return labels;
    }
    let (joins, pair) = (size.nodes.min(size.edges), 2 * size.weight_bytes);
    let linked = 8 * size.nodes.min(2 * size.edges);
    (2 * pair * joins).max((4 + size.weight_bytes) * joins + linked + labels)
}

/// Returns the size of a graph, for operators on this many threads.
pub(crate) fn size(nodes: usize, edges: usize, weight_bytes: usize, threads: usize) -> Size {
    let [nodes, edges, weight_bytes, threads] =
        [nodes, edges, weight_bytes, threads].map(|count| count as u64);
    Size { nodes, edges, weight_bytes, threads, occupancy: Occupancy::Random }
}
