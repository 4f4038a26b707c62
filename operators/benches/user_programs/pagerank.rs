//! PageRank, by pull and by push. The rank of nodes without arcs is not passed on.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use boscage::prelude::*;
use rayon::prelude::*;

/// The fraction of its rank that a node passes on.
const DAMPING: f64 = 0.85;

/// The loop ends after a round whose changes sum to less than this.
const TOLERANCE: f64 = 1e-4;

/// Returns the rank of each node, by pull: each node adds up the shares of its neighbours.
pub(crate) fn boscage_pull(exec: &Exec, graph: &Graph<Undirected>) -> Result<Vec<f64>> {
    let n = graph.node_count() as f64;
    let mut ranks = NodeMap::filled(graph, 1.0 / n)?;
    let mut shares = NodeMap::filled(graph, 0.0)?;
    let mut rounds = exec.rounds("pagerank", graph.node_count() as u64);
    loop {
        let change: f64 = rounds.round(|phases| {
            phases.update("share", &mut shares, |node, share| {
                *share = ranks[node] / graph.degree(node) as f64;
            })?;
            let share = |from, _, ()| shares[from];
            let change = phases.gather("pull", graph, &mut ranks, share, |_, sum, rank| {
                let new = (1.0 - DAMPING) / n + DAMPING * sum;
                (new - std::mem::replace(rank, new)).abs()
            })?;
            Ok((Round::new(graph.node_count()), change))
        })?;
        if change < TOLERANCE {
            return Ok(ranks.into_vec());
        }
    }
}

/// The same by push: each node adds its share to its neighbours.
pub(crate) fn boscage_push(exec: &Exec, graph: &Graph<Undirected>) -> Result<Vec<f64>> {
    let n = graph.node_count() as f64;
    let mut ranks = NodeMap::filled(graph, 1.0 / n)?;
    let sums = AtomicNodeMap::filled(graph, 0.0)?;
    let mut rounds = exec.rounds("pagerank", graph.node_count() as u64);
    loop {
        let change: f64 = rounds.round(|phases| {
            let share = |from| ranks[from] / graph.degree(from) as f64;
            phases.push("push", graph, &NodeSet::all(graph), share, |share, to, ()| {
                sums.fetch_add(to, share);
            })?;
            let change = phases.update("rank", &mut ranks, |node, rank| {
                let new = (1.0 - DAMPING) / n + DAMPING * sums.load(node);
                sums.store(node, 0.0);
                (new - std::mem::replace(rank, new)).abs()
            })?;
            Ok((Round::new(graph.node_count()), change))
        })?;
        if change < TOLERANCE {
            return Ok(ranks.into_vec());
        }
    }
}

/// By pull, with rayon.
pub(crate) fn rayon_pull(graph: &Graph<Undirected>) -> Vec<f64> {
    let n = graph.node_count() as f64;
    let mut ranks = vec![1.0 / n; graph.node_count()];
    let mut shares = vec![0.0; graph.node_count()];
    loop {
        shares.par_iter_mut().zip(&ranks).enumerate().with_min_len(1 << 10).for_each(|(i, (share, rank))| {
            *share = rank / graph.degree(Node::new(i)) as f64;
        });
        let change = ranks.par_iter_mut().enumerate().with_min_len(1 << 6).map(|(i, rank)| {
            let sum: f64 = graph.in_neighbours(Node::new(i)).iter().map(|from| shares[from.index()]).sum();
            let new = (1.0 - DAMPING) / n + DAMPING * sum;
            (new - std::mem::replace(rank, new)).abs()
        });
        if change.sum::<f64>() < TOLERANCE {
            return ranks;
        }
    }
}

/// By push, with rayon.
pub(crate) fn rayon_push(graph: &Graph<Undirected>) -> Vec<f64> {
    let n = graph.node_count() as f64;
    let mut ranks = vec![1.0 / n; graph.node_count()];
    let sums: Vec<_> = ranks.iter().map(|_| AtomicU64::new(0.0_f64.to_bits())).collect();
    loop {
        ranks.par_iter().enumerate().with_min_len(1 << 6).for_each(|(i, rank)| {
            let neighbours = graph.neighbours(Node::new(i));
            let share = rank / neighbours.len() as f64;
            for to in neighbours {
                let sum = &sums[to.index()];
                let mut held = sum.load(Relaxed);
                while let Err(other) = sum.compare_exchange_weak(
                    held,
                    (f64::from_bits(held) + share).to_bits(),
                    Relaxed,
                    Relaxed,
                ) {
                    held = other;
                }
            }
        });
        let change = ranks.par_iter_mut().zip(&sums).with_min_len(1 << 10).map(|(rank, sum)| {
            let new = (1.0 - DAMPING) / n + DAMPING * f64::from_bits(sum.load(Relaxed));
            sum.store(0.0_f64.to_bits(), Relaxed);
            (new - std::mem::replace(rank, new)).abs()
        });
        if change.sum::<f64>() < TOLERANCE {
            return ranks;
        }
    }
}

/// By pull, on one thread.
pub(crate) fn sequential_pull(graph: &Graph<Undirected>) -> Vec<f64> {
    let n = graph.node_count() as f64;
    let mut ranks = vec![1.0 / n; graph.node_count()];
    let mut shares = vec![0.0; graph.node_count()];
    loop {
        for (i, share) in shares.iter_mut().enumerate() {
            *share = ranks[i] / graph.degree(Node::new(i)) as f64;
        }
        let mut change = 0.0;
        for (i, rank) in ranks.iter_mut().enumerate() {
            let sum: f64 = graph.in_neighbours(Node::new(i)).iter().map(|from| shares[from.index()]).sum();
            let new = (1.0 - DAMPING) / n + DAMPING * sum;
            change += (new - std::mem::replace(rank, new)).abs();
        }
        if change < TOLERANCE {
            return ranks;
        }
    }
}

/// By push, on one thread.
pub(crate) fn sequential_push(graph: &Graph<Undirected>) -> Vec<f64> {
    let n = graph.node_count() as f64;
    let mut ranks = vec![1.0 / n; graph.node_count()];
    let mut sums = vec![0.0; graph.node_count()];
    loop {
        for (i, rank) in ranks.iter().enumerate() {
            let neighbours = graph.neighbours(Node::new(i));
            let share = rank / neighbours.len() as f64;
            neighbours.iter().for_each(|to| sums[to.index()] += share);
        }
        let mut change = 0.0;
        for (rank, sum) in ranks.iter_mut().zip(&mut sums) {
            let new = (1.0 - DAMPING) / n + DAMPING * std::mem::take(sum);
            change += (new - std::mem::replace(rank, new)).abs();
        }
        if change < TOLERANCE {
            return ranks;
        }
    }
}
