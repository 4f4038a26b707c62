//! From a skeleton to a network: the positions of its nodes, and the pieces of road between them.
//!
//! Nodes are numbered as they are built: crossings row by row, then bends road by road, then dead ends. A
//! bend or a dead end belongs to a crossing, its host; in the final numbering it follows the host.

use super::lattice::Lattice;
use super::{ends, pack};
use boscage_core::exec::Exec;
use boscage_core::parallel::{exclusive_scan, for_each_block};
use boscage_core::primitives::unmodelled::{AtomicU32, Ordering};
use boscage_core::random::{Draws, Random, streams};
use boscage_core::{Result, memory};

/// One of this many roads is a chain of bends.
const WINDING: u64 = 16;
/// Bends that one thread places at a time.
const BLOCK: usize = 1 << 12;

/// Number of bends on all roads before each road, with one more element at the end.
pub(super) fn first_bends(exec: &Exec, roads: usize, bends: usize, seed: u64) -> Result<Vec<u32>> {
    let counts = memory::from_fn("bends of roads", roads + 1, |_| AtomicU32::new(0))?;
    let random = Random::new(seed, streams::BENDS);
    for_each_block(exec, bends, BLOCK, |bends| {
        for bend in bends {
            let mut draws = random.item(bend as u64);
            let any = draws.below(roads as u64);
            let road = if draws.below(2) == 0 { any } else { any - any % WINDING };
            counts[road as usize].fetch_add(1, Ordering::Relaxed);
        }
    });
    let mut firsts: Vec<u32> = counts.into_iter().map(AtomicU32::into_inner).collect();
    exclusive_scan(exec, &mut firsts);
    Ok(firsts)
}

/// A number in `-bound..=bound`.
fn around_zero(draws: &mut Draws, bound: u32) -> i64 {
    let bound = i64::from(bound);
    draws.range(-bound..bound + 1)
}

/// A network as it is built.
pub(super) struct Network {
    /// (x, y) of each node.
    pub(super) places: Vec<[i32; 2]>,
    /// The crossing to which each node belongs.
    pub(super) hosts: Vec<u32>,
    /// The edges.
    pub(super) pieces: Vec<u64>,
}

impl Network {
    /// The network of `nodes` nodes: the crossings, `firsts[r + 1] - firsts[r]` bends on road `r`, and dead
    /// ends.
    pub(super) fn build(
        nodes: usize,
        spacing: u32,
        lattice: &Lattice,
        roads: &[u64],
        firsts: &[u32],
    ) -> Result<Self> {
        let crossings = lattice.crossings();
        let bends = firsts.last().map_or(0, |&all| all as usize);
        let dead_ends = nodes - crossings - bends;
        let random = Random::new(lattice.seed, streams::PLACES);
        let mut places = memory::reserve("places", nodes)?;
        let mut hosts = memory::reserve("hosts", nodes)?;
        let mut pieces = memory::reserve("pieces of roads", roads.len() + bends + dead_ends)?;

        for node in 0..crossings {
            let middle =
                [node % lattice.columns, node / lattice.columns].map(|line| line as i64 * i64::from(spacing));
            let mut draws = random.item(node as u64);
            places.push(middle.map(|x| (x + around_zero(&mut draws, spacing / 3)) as i32));
            hosts.push(node as u32);
        }
        for (&road, bends) in roads.iter().zip(firsts.windows(2)) {
            let [from, to] = ends(road);
            let count = bends[1] - bends[0];
            let mut last = from as u32;
            for bend in 1..=count {
                let node = places.len() as u32;
                let mut draws = random.item(u64::from(node));
                let [x, y] = [0, 1].map(|axis| {
                    let (here, there) = (i64::from(places[from][axis]), i64::from(places[to][axis]));
                    let straight = here + (there - here) * i64::from(bend) / i64::from(count + 1);
                    (straight + around_zero(&mut draws, spacing / 8)) as i32
                });
                places.push([x, y]);
                hosts.push(from as u32);
                pieces.push(pack(last, node));
                last = node;
            }
            pieces.push(pack(last, to as u32));
        }
        for node in crossings + bends..nodes {
            let mut draws = random.item(node as u64);
            let at_bend = draws.below(2) == 0 && bends > 0;
            let (first, among) = if at_bend { (crossings, bends) } else { (0, crossings) };
            let host = first + draws.below(among as u64) as usize;
            let place = places[host].map(|x| (i64::from(x) + around_zero(&mut draws, spacing / 3)) as i32);
            places.push(place);
            hosts.push(hosts[host]);
            pieces.push(pack(host as u32, node as u32));
        }
        Ok(Self { places, hosts, pieces })
    }
}
