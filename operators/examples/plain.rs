//! Kruskal's algorithm in plain Rust, without the framework, to measure `kruskal` against.
//!
//! It is the same algorithm, but only for 32-bit weights. A sample divides the edges, with their ends, into
//! buckets; one bucket after another is sorted, and its edges join the trees at their ends.
//! `operators/src/msf/kruskal.rs` and the two files that it names explain why. The difference in time is the
//! cost of the framework.
//!
//! It is also the smallest example of a program that `msf bench --beside` races with ours (`docs/racing.md`).
//! `cargo run --release -p boscage-operators --example plain -- NAME GRAPH.bin THREADS REPETITIONS` reads an
//! edge array (u64 n, u64 m, then m times u32 u, v, weight, little-endian) and prints for each repetition
//! `RESULT NAME MILLISECONDS TOTAL EDGES`: the time from the edges to the forest, its weight, its number of
//! edges. It runs on one thread and ignores THREADS. The framework requests large pages; here the C library
//! can do so: `GLIBC_TUNABLES=glibc.malloc.hugetlb=1`, which a race sets.

use std::error::Error;
use std::io::Write;
use std::time::Instant;

/// Approximate number of edges per bucket.
const BUCKET: usize = 1 << 12;
/// Most buckets.
const MOST: usize = 1 << 10;
/// Sampled edges per bucket.
const SAMPLED: usize = 16;
/// Edges that are classified side by side.
const LANES: usize = 8;
/// Edges that climb before they are united.
const BATCH: usize = 64;
/// Numbers of edges by which prefetches run ahead: of the parents of their ends, and of the parents of those.
const AHEAD: [usize; 2] = [16, 8];

/// An edge in its bucket: its ends, its id, its weight. An array, because the system gives zeroed arrays.
type Edge = [u32; 4];

/// Returns the ids of the forest's edges, ascending.
fn kruskal(nodes: usize, edges: &[[u32; 3]]) -> Vec<u32> {
    let mut parents: Vec<u32> = (0..nodes as u32).collect();
    let mut forest = vec![0_u64; edges.len().div_ceil(64)]; // a bit an edge
    let mut trees = nodes;
    let (moved, ends) = distribute(edges);
    let (mut start, mut order) = (0, Vec::new());
    for end in ends {
        let bucket = &moved[std::mem::replace(&mut start, end)..end];
        order.clear();
        order.extend(bucket.iter().enumerate().map(|(i, edge)| u64::from(edge[3]) << 32 | i as u64));
        order.sort_unstable();
        join(&mut parents, &mut trees, &mut forest, order.len(), |i| bucket[order[i] as u32 as usize]);
        if trees == 1 {
            break;
        }
    }
    let is_in = |id: &u32| forest[*id as usize / 64] >> (id % 64) & 1 == 1;
    (0..edges.len() as u32).filter(is_in).collect()
}

/// Returns the edges in buckets that ascend by (weight, id), and the end of each bucket.
fn distribute(edges: &[[u32; 3]]) -> (Vec<Edge>, Vec<usize>) {
    let levels = (edges.len() / BUCKET).clamp(1, MOST).ilog2();
    let word = |id: usize| u64::from(edges[id][2]) << 32 | id as u64;
    let sampled = (SAMPLED << levels).min(edges.len());
    let place = |i: usize| {
        let [from, to] = [i, i + 1].map(|i| (i as u64 * edges.len() as u64 / sampled as u64) as usize);
        from + ((i as u32).wrapping_mul(0x9e37_79b9) >> 8) as usize % (to - from)
    };
    let mut sample: Vec<u64> = (0..sampled).map(|i| word(place(i))).collect();
    sample.sort_unstable();
    let mut tree = [u64::MAX; MOST];
    for (at, splitter) in tree[..1 << levels].iter_mut().enumerate().skip(1) {
        let level = at.ilog2();
        *splitter = sample[(2 * (at - (1 << level)) + 1) * sampled >> (level + 1)];
    }

    let (mut buckets, mut places) = (Vec::<u16>::with_capacity(edges.len()), vec![0; 1 << levels]);
    for start in (0..edges.len()).step_by(LANES) {
        let words: [u64; LANES] = std::array::from_fn(|lane| word((start + lane).min(edges.len() - 1)));
        let mut at = [1; LANES];
        for _ in 0..levels {
            for (at, word) in at.iter_mut().zip(words) {
                *at = 2 * *at + usize::from(tree[*at % MOST] <= word);
            }
        }
        for at in &at[..LANES.min(edges.len() - start)] {
            let bucket = at - (1 << levels);
            places[bucket] += 1;
            buckets.push(bucket as u16);
        }
    }
    let mut start = 0;
    for place in &mut places {
        start += std::mem::replace(place, start);
    }
    let mut moved = vec![Edge::default(); edges.len()];
    for (id, (&[u, v, weight], &bucket)) in (0..).zip(edges.iter().zip(&buckets)) {
        let place = &mut places[usize::from(bucket)];
        moved[*place] = [u, v, id, weight];
        *place += 1;
    }
    (moved, places)
}

/// Adds those of the edges at the positions below `len` to the forest that join two trees. Stops when there
/// is a single tree.
fn join(
    parents: &mut [u32],
    trees: &mut usize,
    forest: &mut [u64],
    len: usize,
    edge: impl Fn(usize) -> Edge,
) {
    let mut open = [(0, 0, 0); BATCH];
    for start in (0..len).step_by(BATCH) {
        if *trees <= 1 {
            return;
        }
        let mut left = 0;
        for i in start..len.min(start + BATCH) {
            let [u, v, ..] = edge((i + AHEAD[0]).min(len - 1));
            prefetch(parents, u);
            prefetch(parents, v);
            let [u, v, ..] = edge((i + AHEAD[1]).min(len - 1));
            prefetch(parents, parents[u as usize]);
            prefetch(parents, parents[v as usize]);
            let [u, v, id, _] = edge(i);
            let (u, v) = (climb(parents, u), climb(parents, v));
            open[left] = (id, u, v);
            left += usize::from(u != v);
        }
        for &(id, u, v) in &open[..left] {
            if unite(parents, u, v) {
                forest[id as usize / 64] |= 1 << (id % 64);
                *trees -= 1;
            }
        }
    }
}

/// Returns the grandparent, which becomes the parent.
fn climb(parents: &mut [u32], node: u32) -> u32 {
    let above = parents[parents[node as usize] as usize];
    parents[node as usize] = above;
    above
}

/// Unites two trees by Rem's algorithm. Returns `false` if they are one.
fn unite(parents: &mut [u32], mut u: u32, mut v: u32) -> bool {
    loop {
        let (mut above_u, mut above_v) = (parents[u as usize], parents[v as usize]);
        if above_u == above_v {
            return false;
        }
        if above_u < above_v {
            ((u, above_u), (v, above_v)) = ((v, above_v), (u, above_u));
        }
        parents[u as usize] = above_v;
        if above_u == u {
            return true;
        }
        u = above_u;
    }
}

/// Prefetches the parent of a node.
fn prefetch(parents: &[u32], node: u32) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(parents.as_ptr().wrapping_add(node as usize).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (parents, node);
}

/// Implements the protocol of races. The words are the program's arguments.
pub(crate) fn race(words: &[&str], mut out: impl Write) -> Result<(), Box<dyn Error>> {
    let &[name, path, _, repetitions] = words else {
        return Err("usage: plain NAME GRAPH.bin THREADS REPETITIONS".into());
    };
    let bytes = std::fs::read(path)?;
    let (header, rest) = bytes.split_at_checked(16).ok_or("the file is too short for an edge array")?;
    let [nodes, len] = [0, 8].map(|at| u64::from_le_bytes(std::array::from_fn(|i| header[at + i])) as usize);
    let word = |bytes: &[u8]| u32::from_le_bytes(std::array::from_fn(|i| bytes[i]));
    let edge = |bytes: &[u8]| [word(bytes), word(&bytes[4..]), word(&bytes[8..])];
    let edges: Vec<[u32; 3]> = rest.chunks_exact(12).map(edge).collect();
    if edges.len() != len || edges.iter().any(|&[u, v, _]| u.max(v) as usize >= nodes) {
        return Err("the file is not an edge array".into());
    }
    for _ in 0..repetitions.parse::<usize>()? {
        let start = Instant::now();
        let forest = kruskal(nodes, &edges);
        let ms = start.elapsed().as_secs_f64() * 1e3;
        let total: u64 = forest.iter().map(|&id| u64::from(edges[id as usize][2])).sum();
        writeln!(out, "RESULT {name} {ms:.4} {total} {}", forest.len())?;
    }
    Ok(())
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    race(&words.iter().map(String::as_str).collect::<Vec<_>>(), std::io::stdout())
}
