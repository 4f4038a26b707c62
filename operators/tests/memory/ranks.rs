//! What ranks take is what their operator states.

use std::sync::PoisonError;

use boscage::comm::{Part, run, share};
use boscage::exec::Exec;
use boscage::generate::{Gnm, Road, gnm, road};
use boscage::graph::{EdgeList, Objective};
use boscage_operators::msf::ranks::{SparseDirectory, sparse_directory};

use crate::counted::COUNTED;
use crate::{ALONE, OF_LOOP, OF_THREAD, documentation};

/// The most bytes that all ranks together hold while a forest is found, their parts included.
fn peak_over_ranks(ranks: usize, list: &EdgeList<u32>) -> usize {
    let exec = Exec::new(1).unwrap();
    exec.install(|| ());
    COUNTED.peak_of(|| {
        run(ranks, |comm| {
            let own = share(list.len() as u64, comm.rank(), ranks);
            let edges = list.edges()[own.start as usize..own.end as usize].to_vec();
            let part = Part::new(&exec, EdgeList::new(list.nodes(), edges)?, own.start)?;
            sparse_directory(&exec, comm, &part, Objective::Minimum, SparseDirectory::default()).map(drop)
        })
    })
}

#[test]
fn ranks_take_little_more_than_their_parts() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let words = "2.5 times the part and 80 bytes for each label on the rank and each that it owns: n / P of \
                 them, or, if fewer than half of the nodes have edges, as many of these";
    assert!(documentation(include_str!("../../src/msf/ranks/sparse_directory/mod.rs")).contains(words));
    let exec = Exec::new(2).unwrap();
    let mut highest = 0.0_f64;
    let random = |nodes, edges| gnm(&exec, &Gnm { nodes, edges, ..Gnm::default() }).unwrap();
    let road = |nodes| road(&exec, &Road { nodes, ..Road::default() }).unwrap().0;
    // Nearly as many nodes without edges as 32 bits number.
    let isolated = EdgeList::new(4_000_000_000, random(60_000, 120_000).into_edges()).unwrap();
    for (name, list) in [
        ("dense", random(4000, 800_000)),
        ("sparse", random(60_000, 240_000)),
        ("road", road(100_000)),
        ("isolated", isolated),
    ] {
        for ranks in [1, 2, 4, 8] {
            let edges = list.edges().chunks(list.len().div_ceil(ranks));
            let labels: usize = edges
                .map(|part| {
                    let mut nodes: Vec<_> = part.iter().flat_map(|edge| [edge.u, edge.v]).collect();
                    nodes.sort_unstable();
                    nodes.dedup();
                    nodes.len()
                })
                .sum();
            let peak = peak_over_ranks(ranks, &list);
            let stated = 5 * 12 * list.len() / 2 + 80 * (labels + list.nodes().min(labels));
            let most = stated + (OF_LOOP + OF_THREAD) * ranks;
            assert!(
                peak <= most,
                "{name} on {ranks} ranks: {peak} bytes; {stated} are stated, {most} with buffers"
            );
            highest = highest.max(peak as f64 / most as f64);
        }
    }
    println!("sparse_directory: {highest:.2}");
    assert!(highest >= 0.5, "twice of what is ever taken is stated, or more: {highest:.2}");
}
