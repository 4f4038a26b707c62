//! The memory of a command, computed as soon as the size of its graph is known.

use std::path::Path;

use boscage::io::{Admit, Input, Prospect};
use boscage::operators::msf::{self, Occupancy, Size, proof_memory};
use boscage::{Result, memory};
use boscage_programs::needs::{Phases, THREAD};

use crate::backend::Operator;
use crate::clusters::Clustering;
use crate::points::PointEstimates;
use crate::{page, replacements, trees};

/// Bytes of the program itself, which is larger if it is not optimised. If its file has just been written, as
/// after a build, the system maps larger pages of it, which add 1.2 MiB.
pub(crate) const PROGRAM: u64 = if cfg!(debug_assertions) { 41 << 19 } else { 28 << 19 };

/// Upper bound of the bytes that the allocator keeps of an operator's freed memory.
const KEPT: u64 = 64 << 20;

/// Bytes per node of coordinates from a file, while they are read: names, twice, and places, twice.
const PLACES: u64 = 64;

/// Bytes per node of places from the graph's file, for the map of a page.
const OWN_PLACES: u64 = 16;

/// Bytes per point while a tree is found, beside those of coordinates, and while clusters by density are.
const TREE_OF_POINTS: u64 = 200;
const CLUSTERS_OF_POINTS: u64 = 100;

/// Bytes per point of a tree: edges and ids; and of clusters by density with their condensed tree.
const TREE: u64 = 20;
const LABELS: u64 = 60;

/// Number of samples whose neighbours take no memory of their own.
const FEW_SAMPLES: usize = 8;

/// Work of a command after its graph has been read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Needs {
    /// Operators, which run one at a time.
    pub(crate) operators: Vec<Operator>,
    /// The tree of points is found, if the input has points.
    pub(crate) points: Option<PointNeeds>,
    /// A forest is proved.
    pub(crate) proof: bool,
    /// Bytes of the text of a forest's file, which is held from the start.
    pub(crate) claims: Option<u64>,
    /// The clusters to be written.
    pub(crate) components: Option<Clustering>,
    /// A table of trees, or the largest tree, is written.
    pub(crate) tables: bool,
    /// The edges that replace those of the forest are written.
    pub(crate) replacements: bool,
    /// The forest is written in rooted order.
    pub(crate) rooted: bool,
    /// Coordinates are read from a file of their own.
    pub(crate) places: bool,
    /// The page to be written.
    pub(crate) page: Option<PageNeeds>,
    /// Largest number of bytes for the compression of an output; outputs are written one after the other.
    pub(crate) encoder: u64,
    /// Largest number of threads.
    pub(crate) threads: usize,
}

/// A page to be written, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageNeeds {
    pub(crate) with_map: bool,
    /// Bytes of names that are texts, and of bends.
    pub(crate) data_bytes: u64,
}

/// A tree of points to be found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointNeeds {
    /// Number of points within core distances.
    pub(crate) samples: usize,
    /// Clusters by density are found.
    pub(crate) has_density: bool,
}

impl Needs {
    /// Returns a check that the graph needs at most the memory that the process may use.
    pub(crate) fn admit(self) -> Admit {
        Admit::new(move |seen| self.phases(seen).admit(seen.path))
    }

    /// Checks the bytes of a forest's file that have been read so far.
    pub(crate) fn admit_claims(&self, path: &Path, bytes: usize) -> Result<()> {
        let needs = Self { claims: Some(bytes as u64), ..self.clone() };
        needs.phases(&Prospect::whole(path, 0, 0)).admit(path)
    }

    /// Checks the page of a graph that has been read: its file may have places and names.
    pub(crate) fn admit_page(&self, input: &Input) -> Result<()> {
        let Some(page) = self.page else { return Ok(()) };
        let with_map = page.with_map || input.attributes.coordinates.is_some();
        let page =
            Some(PageNeeds { with_map, data_bytes: page::data_bytes(&input.names, &input.attributes) });
        Self { page, ..self.clone() }.phases(&whole(input)).admit(&input.path)
    }

    /// Returns the phases of the work on a graph, as far as they are known.
    pub(crate) fn phases(&self, seen: &Prospect<'_>) -> Phases {
        let (size, mut phases) = match self.points {
            Some(points) => points.phases(seen, self.threads),
            None => {
                let size = size(seen.nodes, seen.edges, seen.weight_bytes, self.threads);
                let text = self.claims.map(|bytes| ("the forest's text", bytes));
                (size, Phases::new(PROGRAM + THREAD * size.threads, text, seen, size.threads))
            }
        };
        for operator in self.on_cpu() {
            phases.beside("the forest", [(operator.name(), operator.memory(&size))]);
        }
        let ids = ("forest", size.forest_ids());
        if let Some(text) = self.claims {
            phases.beside("the forest's file", [("claims", claims(&size, text))]);
        }
        if self.proof {
            phases.beside("the proof", [ids, ("proof", proof_memory(&size))]);
        }
        let components = self.components.as_ref().map_or(0, |clustering| components(&size, clustering));
        // A short output touches few pages of the encoder's tables.
        let encoder = ("compression", self.encoder.min(size.nodes << 14));
        let places = ("coordinates", if self.places { PLACES * size.nodes } else { 0 });
        phases.beside("writing", [ids, ("components", components), encoder, places]);
        if self.tables {
            let tables = ("trees", trees::BYTES_PER_NODE * size.nodes);
            phases.beside("the table of trees", [ids, ("components", components), tables, places]);
        }
        let of_page = self.page.is_some() && self.points.is_none() && page::has_losses(size.edges);
        if self.replacements || of_page {
            let found = ("replacements", replacements::bytes(&size));
            let with_map = self.page.is_some_and(|page| page.with_map);
            let places = (places.0, places.1.max(u64::from(with_map) * OWN_PLACES * size.nodes));
            let parts = [ids, ("components", components), found, encoder, places];
            phases.beside("the replacements", parts);
        }
        if self.rooted {
            let rooted = ("rooted order", rooted(&size));
            phases.beside("the rooted order", [ids, ("components", components), rooted, places]);
        }
        if let Some(PageNeeds { with_map, data_bytes }) = self.page {
            let operators = self.on_cpu().map(|operator| operator.memory(&size));
            let of_points = self.points.map(|_| TREE_OF_POINTS * size.nodes);
            let kept = operators.chain(of_points).max().unwrap_or(0).min(KEPT);
            let with_map = with_map || self.points.is_some() && seen.dimensions == 2;
            let page = kept + page::memory(size.nodes, size.edges, size.weight_bytes, data_bytes, with_map);
            phases.beside("the page", [ids, ("page", page)]);
        }
        phases
    }

    fn on_cpu(&self) -> impl Iterator<Item = &'static dyn msf::Operator> {
        self.operators.iter().filter_map(|operator| operator.on_cpu())
    }
}

impl PointNeeds {
    /// Returns the size of the tree as a graph, and the phases until it has been found.
    fn phases(self, seen: &Prospect<'_>, threads: usize) -> (Size, Phases) {
        let (size, mut phases) = self.reading(seen, threads);
        let (search, lists) = self.search(&size, seen.dimensions);
        phases.beside("the tree", [("tree", search), ("neighbours", lists)]);
        if self.has_density {
            phases.beside("the clusters", [("tree", TREE * size.nodes), ("clusters", clusters(&size))]);
        }
        phases.hold("tree", TREE * size.nodes + if self.has_density { LABELS * size.nodes } else { 0 });
        (size, phases)
    }

    /// Returns the size of the tree as a graph, and the phase of reading.
    fn reading(self, seen: &Prospect<'_>, threads: usize) -> (Size, Phases) {
        let points = seen.edges / seen.dimensions.max(1);
        let size = size(points, points, size_of::<f64>(), threads);
        (size, Phases::of_points(PROGRAM + THREAD * size.threads, seen, size.threads))
    }

    /// Returns the bytes of the search for the tree, and of long lists of neighbours.
    fn search(self, size: &Size, dimensions: usize) -> (u64, u64) {
        let lists = if self.samples > FEW_SAMPLES { (self.samples as u64 * size.threads) << 10 } else { 0 };
        (space_tree(size, dimensions as u64) + TREE_OF_POINTS * size.nodes, lists)
    }

    /// Returns what each step on points needs.
    pub(crate) fn estimates(self, seen: &Prospect<'_>, threads: usize) -> PointEstimates {
        let (size, reading) = self.reading(seen, threads);
        let peak = |has_density| Self { has_density, ..self }.phases(seen, threads).1.peak();
        let (search, lists) = self.search(&size, seen.dimensions);
        PointEstimates {
            path: seen.path.to_owned(),
            points: size.nodes,
            dimensions: seen.dimensions,
            threads: size.threads,
            reading: reading.peak(),
            coordinates: reading.graph(),
            tree: [search + lists, peak(false)],
            clusters: self.has_density.then(|| [TREE * size.nodes + clusters(&size), peak(true)]),
            available: memory::available(),
        }
    }
}

/// Bytes of clusters by density while they are found.
fn clusters(size: &Size) -> u64 {
    CLUSTERS_OF_POINTS * size.nodes
}

/// Bytes of the coordinates in the tree over the points of `boscage::operators::points`. It has whole leaves,
/// of up to 64 points; a bunch of eight of them has two boxes of nodes, beside those of its leaves. A row of
/// few dimensions has its coordinates, too, while the tree is built. Threads hold boxes, one per level, and a
/// leaf each from which they search.
fn space_tree(size: &Size, dimensions: u64) -> u64 {
    if size.nodes < 2 {
        return 16 * dimensions * size.nodes; // one point is its own tree
    }
    let leaf = match dimensions {
        0..=3 => 16,
        4..=5 => 32,
        _ => 64,
    };
    let leaves = size.nodes.div_ceil(leaf);
    let bunches = leaves.div_ceil(8);
    let rows = if dimensions < 16 { 8 * size.nodes } else { 0 };
    let blocks = 8 * leaf * (leaves + leaves.min(size.threads));
    let boxes = (2 * 64 + 2 * 16) * bunches;
    let levels = u64::from(bunches.ilog2()) + 4;
    dimensions * (rows + blocks + boxes + 16 * levels * size.threads)
}

/// Bytes of the claims of a text (48 each), of an index of them (32 each), and of the edges that may be meant
/// (28 each). A line has at least four bytes, and at most as many are read as there are nodes.
fn claims(size: &Size, text: u64) -> u64 {
    108 * (size.nodes + 1).min(text / 4)
}

/// Bytes of the labels of nodes. For clusters also the keys and ids of the forest, sorted, twice; or joins,
/// links of nodes and labels.
fn components(size: &Size, clustering: &Clustering) -> u64 {
    let labels = 8 * size.nodes.min(8 * size.edges);
    if *clustering == Clustering::Trees {
        return labels;
    }
    let (joins, pair) = (size.nodes.min(size.edges), 2 * size.weight_bytes);
    let linked = 8 * size.nodes.min(2 * size.edges);
    (2 * pair * joins).max((4 + size.weight_bytes) * joins + linked + labels)
}

/// Bytes of a forest's edges, of their adjacency, and of their order with marks; then the walk along it.
fn rooted(size: &Size) -> u64 {
    let edges = size.nodes.min(size.edges);
    (8 + size.weight_bytes) * edges + (24 + 2 * size.weight_bytes) * edges + 17 * size.nodes + 64 * edges
}

/// Returns a graph that has been read.
fn whole(input: &Input) -> Prospect<'_> {
    let mut seen = Prospect::whole(&input.path, input.list.node_count(), input.list.edge_count());
    (seen.weight_bytes, seen.name_bytes) = (input.list.weight_bytes(), input.names.memory());
    seen
}

/// Returns the size of a graph, for operators on this many threads.
pub(crate) fn size(nodes: usize, edges: usize, weight_bytes: usize, threads: usize) -> Size {
    let [nodes, edges, weight_bytes, threads] =
        [nodes, edges, weight_bytes, threads].map(|count| count as u64);
    Size { nodes, edges, weight_bytes, threads, occupancy: Occupancy::Random }
}
