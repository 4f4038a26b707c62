//! Road networks.
//!
//! The generator starts with a lattice and adds the properties of road networks one by one, with the
//! frequencies of the networks of the 9th DIMACS challenge:
//!
//! 1. *Crossings* (70 % of the nodes) form a lattice, each moved from its place by up to a third of the
//!    spacing. The roads are a random spanning tree of the lattice, and as many more as the mean degree needs
//!    (`lattice.rs`). There are a few islands.
//! 2. *Bends* (18 %) are placed on roads: half of them on any road, the other half on one road in sixteen,
//!    which become chains.
//! 3. *Dead ends* (12 %) are joined to crossings and to bends, which thus become crossings.
//! 4. Ids are given tile by tile, with the tiles in Morton order. Within a tile, the 8 by 8 crossings are in
//!    random order, each followed by its bends and dead ends. Edges are sorted by their ends, as in files
//!    that list the arcs of each node together.
//! 5. Weights are Euclidean lengths, rounded to integers by an integer square root.
//!
//! Degrees for a mean of 2.6: 14 % of the nodes have 1, 30 % 2, 35 % 3, 17 % 4, 3 % more.

mod lattice;
mod network;

use rayon::prelude::*;

use super::{Style, WeightLaw};
use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, EdgeList, Node};
use boscage_core::parallel::{for_each_piece, tabulate};
use boscage_core::random::{Random, streams};
use boscage_core::{Result, memory};
use lattice::Lattice;
use network::{Network, first_bends};

/// Number of bends per hundred nodes that are no crossings. The others are dead ends.
const BENDS: usize = 60;

/// Crossings per tile of the numbering, in each direction.
const TILE: usize = 8;

/// Pieces of roads that one thread takes at a time.
const BLOCK: usize = 1 << 12;

/// A road network: nearly planar, mostly local, with a mean degree of 2.6.
///
/// It has the properties of real road networks that matter to algorithms: few edges per node, hardly any node
/// of degree above 4, dead ends, chains of bends between crossings, weights that are distances (so few ties
/// and no outliers), a diameter of about √n, ids that are local but not sorted, and several components. The
/// frequencies are those of the networks of the 9th DIMACS challenge. With a mean degree of 2.6, 14 % of the
/// nodes have degree 1, 30 % 2, 35 % 3, 17 % 4, and 3 % more.
///
/// In the natural numbering, nodes are numbered tile by tile (8 by 8 crossings, in Morton order). Edges are
/// sorted by their ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Road {
    /// Number of nodes.
    pub nodes: usize,
    /// Mean degree, from 2 to 3.3. It is approximate: small networks have a lower one.
    pub degree: f64,
    /// Mean number of tiles of 16 by 16 crossings per island, which is a component of its own. If it is 0,
    /// there are no islands.
    pub islands: u32,
    /// Distance between neighbouring crossings, in the unit of coordinates and weights, at least 8.
    pub spacing: u32,
    /// Weights, numbering and seed. The default weights are distances, [`WeightLaw::Euclidean`], not those of
    /// `Style::default()`. To change only the seed, write `Style { seed, ..Road::default().style }`.
    pub style: Style,
}

impl Road {
    /// The default mean degree.
    pub const DEFAULT_DEGREE: f64 = 2.6;
    /// The default number of tiles per island.
    pub const DEFAULT_ISLANDS: u32 = 40;
    /// The default distance between crossings.
    pub const DEFAULT_SPACING: u32 = 1000;
}

impl Default for Road {
    fn default() -> Self {
        Self {
            nodes: 0,
            degree: Self::DEFAULT_DEGREE,
            islands: Self::DEFAULT_ISLANDS,
            spacing: Self::DEFAULT_SPACING,
            style: Style { weights: WeightLaw::Euclidean, ..Style::default() },
        }
    }
}

/// Makes a road network. Returns its edges and the coordinates (x, y) of its nodes.
///
/// Coordinates are integers; y grows downwards. The network has exactly [`Road::nodes`] nodes, and one
/// component more than it has islands. There are no loops and no parallel edges. The lower end of an edge
/// comes first.
///
/// # Determinism
/// The same [`Road`] makes the same network on any number of threads.
///
/// # Memory
/// 12 bytes per edge and 16 bytes per node; up to 70 bytes per node while it is made.
///
/// # Errors
/// [`Argument`](boscage_core::Error::Argument) for a degree or a spacing outside its range, for coordinates
/// that need more than 32 bits, and for an empty range of weights; [`TooMany`](boscage_core::Error::TooMany)
/// nodes or edges; [`OutOfMemory`](boscage_core::Error::OutOfMemory).
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::generate::{Road, road};
///
/// let (graph, coordinates) = road(&Exec::new(2)?, &Road { nodes: 10_000, ..Road::default() })?;
/// assert_eq!((graph.node_count(), coordinates.len()), (10_000, 10_000));
/// let degree = 2.0 * graph.edge_count() as f64 / 10_000.0;
/// assert!((2.5..2.7).contains(&degree));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn road(exec: &Exec, config: &Road) -> Result<(EdgeList<u32>, Vec<[f64; 2]>)> {
    let nodes = Node::check_count(config.nodes as u64)?;
    config.style.weights.check()?;
    let lattice = Lattice::of(config)?;
    /// Stages, of similar times.
    const STAGES: u64 = 6;
    let done = |stages: u64| exec.report_progress("generating", stages * nodes as u64, STAGES * nodes as u64);
    let roads = lattice.list_roads(exec)?;
    done(1);
    let bends = if roads.is_empty() { 0 } else { (nodes - lattice.crossings()) * BENDS / 100 };
    let firsts = first_bends(exec, roads.len(), bends, config.style.seed)?;
    let network = Network::build(nodes, config.spacing, &lattice, &roads, &firsts)?;
    drop((roads, firsts));
    done(2);
    let numbers = numbers(exec, &network.hosts, &lattice, &config.style)?;
    done(3);

    let mut coordinates = memory::filled("coordinates", nodes, [0; 2])?;
    for (place, &number) in network.places.iter().zip(&numbers) {
        coordinates[number as usize] = *place;
    }
    let mut pieces = network.pieces;
    for_each_piece(exec, pieces.chunks_mut(BLOCK), |pieces| {
        for piece in pieces {
            let [u, v] = ends(*piece).map(|node| numbers[node]);
            *piece = pack(u.min(v), u.max(v));
        }
    });
    done(4);
    exec.install(|| pieces.par_sort_unstable());
    done(5);
    let Style { weights, seed, .. } = config.style;
    let edges = tabulate(exec, "the edge list", pieces.len(), |id| {
        let [u, v] = ends(pieces[id]);
        let weight = weights.weight(seed, id, pieces.len(), || distance(coordinates[u], coordinates[v]));
        Edge::new(Node::new(u), Node::new(v), weight)
    })?;
    let coordinates = memory::from_fn("coordinates", nodes, |node| coordinates[node].map(f64::from))?;
    done(6);
    Ok((EdgeList::from_checked(nodes, edges), coordinates))
}

/// Both ends in one word. Words have the same order as the pairs.
fn pack(u: u32, v: u32) -> u64 {
    u64::from(u) << 32 | u64::from(v)
}

fn ends(piece: u64) -> [usize; 2] {
    [piece >> 32, piece & 0xffff_ffff].map(|end| end as usize)
}

/// The number of each node in the final graph. It follows from the crossing to which the node belongs.
fn numbers(exec: &Exec, hosts: &[u32], lattice: &Lattice, style: &Style) -> Result<Vec<u32>> {
    if let Some(permutation) = style.numbering.of(hosts.len(), style.seed) {
        return memory::from_fn("node numbers", hosts.len(), |node| permutation.image(node as u64) as u32);
    }
    let random = Random::new(style.seed, streams::NUMBERING);
    let mut order = tabulate(exec, "the order of nodes", hosts.len(), |node| {
        let host = hosts[node];
        let (row, column) = (host as usize / lattice.columns, host as usize % lattice.columns);
        let tile = spread(row / TILE) << 1 | spread(column / TILE);
        (tile << 32 | random.item(u64::from(host)).next_u64() >> 32, node as u32)
    })?;
    exec.install(|| order.par_sort_unstable());
    let mut numbers = memory::filled("node numbers", hosts.len(), 0)?;
    for (number, (_, node)) in order.into_iter().enumerate() {
        numbers[node as usize] = number as u32;
    }
    Ok(numbers)
}

/// Moves the low 16 bits of a number to the even places of a 32-bit number (Morton order).
fn spread(number: usize) -> u64 {
    (0..16).fold(0, |spread, bit| spread | (number as u64 >> bit & 1) << (2 * bit))
}

/// The distance between two places, rounded, at least 1.
fn distance([x, y]: [i32; 2], [p, q]: [i32; 2]) -> u32 {
    let (dx, dy) = (u64::from(x.abs_diff(p)), u64::from(y.abs_diff(q)));
    let square = u128::from(dx).pow(2) + u128::from(dy).pow(2);
    let root = square.isqrt();
    let rounded = if square - root * root > root { root + 1 } else { root };
    u32::try_from(rounded).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::super::Numbering;
    use super::*;
    use boscage_core::sync::SequentialSets;

    fn network(nodes: usize) -> Road {
        Road { nodes, ..Road::default() }
    }

    fn degrees(list: &EdgeList<u32>) -> Vec<usize> {
        let mut degrees = vec![0; list.node_count()];
        let ends = list.edges().iter().flat_map(|edge| [edge.u, edge.v]);
        ends.for_each(|end| degrees[end.index()] += 1);
        degrees
    }

    #[test]
    fn degrees_are_those_of_road_networks() {
        let (list, _) = road(&Exec::current(), &network(30_000)).unwrap();
        assert_eq!(list.node_count(), 30_000);
        let mean = 2.0 * list.edge_count() as f64 / 30_000.0;
        assert!((mean - Road::DEFAULT_DEGREE).abs() < 0.02, "{mean}");
        let degrees = degrees(&list);
        let share = |least: usize, most: usize| {
            degrees.iter().filter(|&&degree| (least..=most).contains(&degree)).count() * 100 / 30_000
        };
        let shares = [share(0, 0), share(1, 1), share(2, 2), share(3, 3), share(4, 4), share(6, 99)];
        assert_eq!(shares, [0, 14, 30, 35, 17, 0]);
    }

    #[test]
    fn there_are_a_few_small_components() {
        for islands in [0, 4] {
            let config = Road { islands, ..network(30_000) };
            let (list, _) = road(&Exec::current(), &config).unwrap();
            let mut sets = SequentialSets::new(list.node_count()).unwrap();
            let joined = list.edges().iter().filter(|edge| sets.unite(edge.u, edge.v)).count();
            assert_eq!(list.node_count() - joined, 1 + Lattice::of(&config).unwrap().count_islands());
        }
    }

    #[test]
    fn weights_are_distances_and_ids_are_local_but_not_sorted() {
        let (list, places) = road(&Exec::current(), &network(30_000)).unwrap();
        let edges = list.edges();
        for edge in edges {
            let [x, y] = [0, 1].map(|axis| places[edge.u.index()][axis] - places[edge.v.index()][axis]);
            assert!(
                (f64::from(edge.weight) - x.hypot(y)).abs() <= 0.5 + f64::from(u8::from(edge.weight == 1))
            );
            assert!(edge.u < edge.v);
        }
        assert!(edges.is_sorted_by_key(|edge| (edge.u, edge.v)));
        let near = edges.iter().filter(|edge| edge.v.index() - edge.u.index() < 100).count();
        let next = edges.iter().filter(|edge| edge.v.index() - edge.u.index() == 1).count();
        assert!(
            near * 10 > edges.len() * 8 && next * 10 < edges.len() * 4,
            "{near} {next} of {}",
            edges.len()
        );
        let shuffled = Style { numbering: Numbering::Shuffled, ..network(0).style };
        let (list, _) = road(&Exec::current(), &Road { style: shuffled, ..network(30_000) }).unwrap();
        let near = list.edges().iter().filter(|edge| edge.v.index() - edge.u.index() < 100);
        assert!(near.count() < 1000);
    }

    #[test]
    fn other_degrees_and_tiny_sizes() {
        for degree in [2.0, 3.3] {
            let (list, _) = road(&Exec::current(), &Road { degree, ..network(30_000) }).unwrap();
            assert!((2.0 * list.edge_count() as f64 / 30_000.0 - degree).abs() < 0.02);
        }
        for nodes in 0..60 {
            let (list, places) = road(&Exec::current(), &network(nodes)).unwrap();
            assert_eq!((list.node_count(), places.len()), (nodes, nodes));
            assert!(
                list.edge_count() + 1 >= nodes
                    && degrees(&list).iter().all(|&degree| degree > 0 || nodes == 1)
            );
        }
    }

    #[test]
    fn distances_are_rounded_to_the_nearest() {
        assert_eq!(distance([0, 0], [0, 0]), 1);
        assert_eq!(distance([0, 0], [-3, 4]), 5);
        assert_eq!(distance([0, 0], [2, 1]), 2); // 2.236
        assert_eq!(distance([0, 0], [2, 2]), 3); // 2.828
        assert_eq!(distance([i32::MIN, 0], [i32::MAX, 0]), u32::MAX);
        assert_eq!(distance([i32::MIN, i32::MIN], [i32::MAX, i32::MAX]), u32::MAX);
    }

    #[test]
    fn impossible_networks_are_refused() {
        let refused = |config: &Road| road(&Exec::current(), config).unwrap_err().to_string();
        assert_eq!(
            refused(&Road { degree: 1.9, ..network(9) }),
            "degree: expected a mean degree from 2 to 3.3, found 1.9"
        );
        assert!(refused(&Road { degree: f64::NAN, ..network(9) }).ends_with("found NaN"));
        assert_eq!(
            refused(&Road { spacing: 100_000_000, ..network(1000) }),
            "spacing: expected a spacing from 8 to 79536431, so that coordinates fit 32 bits, found 100000000"
        );
        assert!(
            refused(&Road { spacing: 7, ..network(9) }).starts_with("spacing: expected a spacing from 8")
        );
        assert!(refused(&network(1 << 32)).contains("4294967296 nodes are more than"));
    }
}
