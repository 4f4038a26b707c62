//! Kruskal's algorithm in a page of plain Rust, without the framework: what `kruskal` is measured against.
//!
//! `cargo run --release -p boscage-operators --example plain -- GRAPH.bin [RUNS]` reads an edge array (u64 n, u64
//! m, then m times u32 u, v, weight, little-endian) and prints the median time from the edges to the forest.

use std::error::Error;
use std::time::Instant;

/// The ids of the forest's edges, ascending.
fn kruskal(nodes: usize, edges: &[[u32; 3]]) -> Vec<u32> {
    let pack = |(id, edge): (usize, &[u32; 3])| u64::from(edge[2]) << 32 | id as u64;
    let mut order: Vec<u64> = edges.iter().enumerate().map(pack).collect();
    order.sort_unstable();
    let mut parents: Vec<u32> = (0..nodes as u32).collect();
    let mut forest = Vec::new();
    for packed in order {
        let [u, v, _] = edges[packed as u32 as usize];
        let (u, v) = (find(&mut parents, u), find(&mut parents, v));
        if u != v {
            parents[u as usize] = v;
            forest.push(packed as u32);
            if forest.len() + 1 == nodes {
                break;
            }
        }
    }
    forest.sort_unstable();
    forest
}

/// The root of a node's tree, halving the path to it.
fn find(parents: &mut [u32], mut node: u32) -> u32 {
    while parents[node as usize] != node {
        let grandparent = parents[parents[node as usize] as usize];
        parents[node as usize] = grandparent;
        node = grandparent;
    }
    node
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: plain GRAPH.bin [RUNS]")?;
    let runs = arguments.next().map_or(Ok(5), |runs| runs.parse::<usize>())?.max(1);
    let bytes = std::fs::read(path)?;
    let (header, rest) = bytes.split_at_checked(16).ok_or("the file is too short for an edge array")?;
    let [nodes, len] = [0, 8].map(|at| u64::from_le_bytes(std::array::from_fn(|i| header[at + i])) as usize);
    let word = |bytes: &[u8]| u32::from_le_bytes(std::array::from_fn(|i| bytes[i]));
    let edge = |bytes: &[u8]| [word(bytes), word(&bytes[4..]), word(&bytes[8..])];
    let edges: Vec<[u32; 3]> = rest.chunks_exact(12).map(edge).collect();
    if edges.len() != len || edges.iter().any(|&[u, v, _]| u.max(v) as usize >= nodes) {
        return Err("the file is not an edge array".into());
    }

    let mut times = Vec::new();
    let mut forest = Vec::new();
    for _ in 0..runs {
        let start = Instant::now();
        forest = kruskal(nodes, &edges);
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_unstable_by(f64::total_cmp);
    let [median, fastest] = [times[runs / 2] * 1e3, times[0] * 1e3];
    let per_edge = median * 1e6 / len.max(1) as f64;
    let total: u64 = forest.iter().map(|&id| u64::from(edges[id as usize][2])).sum();
    println!(
        "{median:.2} ms (fastest {fastest:.2}), {per_edge:.2} ns an edge; {} edges of total weight {total}",
        forest.len()
    );
    Ok(())
}
