//! Ranks take the memory that their operator states; if one is refused memory, all end.

use std::collections::BTreeSet;
use std::iter::successors;
use std::sync::PoisonError;

use boscage::comm::{Comm, Parcels, Part, Reduction, Transport, run, run_with, share};
use boscage::exec::Exec;
use boscage::generate::{Gnm, Road, gnm, road};
use boscage::graph::{EdgeList, Objective};
use boscage::ranks::{SparseDirectory, sparse_directory};
use boscage::{Error, Result, memory};

use crate::counted::COUNTED;
use crate::{ALONE, OF_LOOP, OF_THREAD, documentation};

/// The peak memory of all ranks together, in bytes, while a forest is found; their parts count.
fn peak_over_ranks(ranks: usize, list: &EdgeList<u32>) -> usize {
    let exec = Exec::new(1).unwrap();
    exec.install(|| ());
    COUNTED.peak_of(|| {
        run(ranks, |comm| {
            let own = share(list.edge_count() as u64, comm.rank(), ranks);
            let edges = list.edges()[own.start as usize..own.end as usize].to_vec();
            let part = Part::new(&exec, EdgeList::new(list.node_count(), edges)?, own.start)?;
            sparse_directory(&exec, comm, &part, Objective::Minimum, SparseDirectory::default()).map(drop)
        })
    })
}

#[test]
fn ranks_take_little_more_than_their_parts() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let words = "2.5 times the part, and 80 bytes per label on the rank and per label that it owns: n / P \
                 labels, or, if fewer than half of the nodes have edges, only their P-th part";
    assert!(documentation(include_str!("../../ranks/src/sparse_directory/mod.rs")).contains(words));
    let exec = Exec::new(2).unwrap();
    let mut highest = 0.0_f64;
    let random = |nodes, edges| gnm(&exec, &Gnm { nodes, edges, ..Gnm::default() }).unwrap();
    let road = |nodes| road(&exec, &Road { nodes, ..Road::default() }).unwrap().0;
    // Nearly 2^32 nodes without edges.
    let isolated = EdgeList::new(4_000_000_000, random(60_000, 120_000).into_edges()).unwrap();
    for (name, list) in [
        ("dense", random(4000, 800_000)),
        ("sparse", random(60_000, 240_000)),
        ("road", road(100_000)),
        ("isolated", isolated),
    ] {
        for ranks in [1, 2, 4, 8] {
            let edges = list.edges().chunks(list.edge_count().div_ceil(ranks));
            let labels: usize = edges
                .map(|part| {
                    let mut nodes: Vec<_> = part.iter().flat_map(|edge| [edge.u, edge.v]).collect();
                    nodes.sort_unstable();
                    nodes.dedup();
                    nodes.len()
                })
                .sum();
            let peak = peak_over_ranks(ranks, &list);
            let stated = 5 * 12 * list.edge_count() / 2 + 80 * (labels + list.node_count().min(labels));
            let most = stated + (OF_LOOP + OF_THREAD) * ranks;
            assert!(
                peak <= most,
                "{name} on {ranks} ranks: {peak} bytes; {stated} are stated, {most} with buffers"
            );
            highest = highest.max(peak as f64 / most as f64);
        }
    }
    println!("sparse_directory: {highest:.2}");
    assert!(highest >= 0.5, "more than twice the memory that is taken is stated: {highest:.2}");
}

/// Refuses arrays of more than some bytes, from a step on.
struct Refusing<'t>(&'t dyn Transport, &'static str, u64);

impl Transport for Refusing<'_> {
    fn rank(&self) -> usize {
        self.0.rank()
    }

    fn ranks(&self) -> usize {
        self.0.ranks()
    }

    fn exchange(&self, words: &[u64], counts: &[usize]) -> Result<Parcels> {
        self.0.exchange(words, counts)
    }

    fn gather(&self, words: &[u64]) -> Result<Parcels> {
        self.0.gather(words)
    }

    fn reduce(&self, words: &mut [u64], how: Reduction) -> Result<()> {
        self.0.reduce(words, how)
    }

    fn send(&self, to: usize, tag: u32, words: Vec<u64>) -> Result<()> {
        self.0.send(to, tag, words)
    }

    fn receive(&self, from: Option<usize>, tag: u32, waits: bool) -> Result<Option<(usize, Vec<u64>)>> {
        self.0.receive(from, tag, waits)
    }

    fn locate(&self, step: &'static str, _: u64) {
        if step == self.1 {
            memory::set_limit(Some(self.2));
        }
    }
}

/// Ranks of different sizes are refused one array after another, from each step on, until none is refused.
#[test]
fn ranks_that_are_refused_memory_end_together() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let exec = Exec::new(1).unwrap();
    let graph = gnm(&exec, &Gnm { nodes: 3000, edges: 6000, ..Gnm::default() }).unwrap();
    let mut refused = BTreeSet::new();
    for (step, config) in [
        ("contract", SparseDirectory { contract_below: u64::MAX, ..SparseDirectory::default() }),
        ("contract", SparseDirectory { contract_below: 0, merge_below: 0, ..SparseDirectory::default() }),
        ("split", SparseDirectory { merge_below: 8, filter_from: 1, ..SparseDirectory::default() }),
        ("candidates", SparseDirectory { merge_below: 8, ..SparseDirectory::default() }),
        ("choices", SparseDirectory { merge_below: 8, ..SparseDirectory::default() }),
        ("pointers", SparseDirectory { merge_below: 8, ..SparseDirectory::default() }),
        ("answers", SparseDirectory { merge_below: 8, ..SparseDirectory::default() }),
        ("merge", SparseDirectory::default()),
    ] {
        for limit in successors(Some(0), |limit| Some(limit + limit / 4 + 16)) {
            let found = run_with(3, |transport| {
                let refusing = Refusing(transport, step, limit);
                let comm = Comm::new(&refusing);
                let bounds = [0, 200, 5500, 6000];
                let own = bounds[comm.rank()]..bounds[comm.rank() + 1];
                let list = EdgeList::new(graph.node_count(), graph.edges()[own.clone()].to_vec())?;
                let part = Part::new(&exec, list, own.start as u64)?;
                let found = sparse_directory(&exec, &comm, &part, Objective::Minimum, config);
                comm.reduced(0, Reduction::Sum)?;
                memory::set_limit(None);
                comm.reduced(0, Reduction::Sum)?;
                Ok(found)
            });
            let found = found.unwrap();
            if found.iter().all(Result::is_ok) {
                break;
            }
            for error in found.into_iter().map(|one| one.expect_err("an error on all ranks")) {
                match error {
                    Error::OutOfMemory { what, bytes, .. } if bytes > limit => drop(refused.insert(what)),
                    Error::OtherRank { .. } => {}
                    error => panic!("{step}: {error}"),
                }
            }
        }
    }
    for what in ["a message", "cut edges", "edges to be merged", "labels with candidates", "new labels"] {
        assert!(refused.contains(what), "{what}: {refused:?}");
    }
}
