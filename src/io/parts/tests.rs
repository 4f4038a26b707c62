//! Compares folding on several ranks with folding on one, for both ways to get the balances.

use std::cell::Cell;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use super::*;
use crate::assemble::fold::tests::{generator, some_arcs};
use crate::parts::fold::{FEW, fold};
use crate::text::with_blocks_of;
use crate::{ArcPolicy, ArcReport, read};
use boscage_core::Error;
use boscage_core::comm::{Parcels, Reduction, Transport, run};
use boscage_core::graph::{AnyEdgeList, Edge, Node};

thread_local! {
    static FEW_HERE: Cell<usize> = const { Cell::new(FEW) };
}

/// The value of [`FEW`](super::fold::FEW) on this thread.
pub(crate) fn few() -> usize {
    FEW_HERE.get()
}

/// The arcs of each part, folded together: edges and report.
fn folded(parts: &[&[Edge<i32>]], policy: ArcPolicy, few: usize, file: &Path) -> (Vec<Edge<i32>>, ArcReport) {
    let parts = run(parts.len(), |comm| {
        FEW_HERE.set(few);
        let opened = Opened::new(file)?;
        let reading = Reading { comm, exec: &Exec::current(), opened: &opened, path: file };
        fold(&reading, parts[comm.rank()].to_vec(), policy, |_| Ok(()))
    });
    let parts = parts.unwrap();
    assert!(parts.iter().all(|part| part.1 == parts[0].1));
    (parts.iter().flat_map(|part| part.0.clone()).collect(), parts[0].1)
}

#[test]
fn arcs_of_different_ranks_are_folded() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut draw = generator(5);
    for round in 0..600_i32 {
        let arcs = some_arcs(round, &mut draw);
        let ranks = [1, 2, 3, 5, 16][round as usize % 5];
        let mut cuts: Vec<usize> = (1..ranks).map(|_| draw(arcs.len() + 1)).collect();
        cuts.sort_unstable();
        let begins = std::iter::once(0).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain([arcs.len()]);
        let parts: Vec<_> = begins.zip(ends).map(|(begin, end)| &arcs[begin..end]).collect();
        let policy = [ArcPolicy::Auto, ArcPolicy::Fold, ArcPolicy::Fold, ArcPolicy::Keep][draw(4)];
        let whole =
            crate::assemble::fold::fold(arcs.clone(), policy, &mut crate::Attributes::default(), |_| Ok(()))
                .unwrap();
        for few in [0, 3, FEW] {
            assert_eq!(folded(&parts, policy, few, file.path()), whole, "{few}: {parts:?}");
        }
    }
}

#[test]
fn a_road_network_needs_a_few_words_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("road.gr");
    let mut text = "p sp 5001 10000\n".to_owned();
    (1..=5000).for_each(|u| text += &format!("a {u} {} {u}\na {} {u} {u}\n", u + 1, u + 1));
    std::fs::write(&path, text).unwrap();
    let whole = read(&Exec::current(), &path, &ReadOptions::default()).unwrap();
    for ranks in [1, 2, 3, 7] {
        let parts = run(ranks, |comm| {
            let part = read_part(&Exec::current(), comm, &path, &ReadOptions::default())?;
            Ok((part, comm.take_traffic()))
        });
        for (part, traffic) in parts.unwrap() {
            assert_eq!((part.edges, part.arcs, part.list.node_count()), (5000, whole.arcs, 5001));
            let words = traffic.steps.iter().find(|step| step.step == "fold").unwrap().words;
            assert!(words <= 50 * ranks as u64, "{words} words of {ranks} ranks");
        }
    }
}

/// One of many ranks that all do the same.
struct OneOfMany(usize);

impl Transport for OneOfMany {
    fn rank(&self) -> usize {
        self.0 - 1
    }

    fn ranks(&self) -> usize {
        self.0
    }

    fn exchange(&self, words: &[u64], counts: &[usize]) -> Result<Parcels> {
        Ok(Parcels::new(words.to_vec(), counts.iter().copied()))
    }

    fn gather(&self, words: &[u64]) -> Result<Parcels> {
        self.exchange(&words.repeat(self.0), &vec![words.len(); self.0])
    }

    fn reduce(&self, _: &mut [u64], _: Reduction) -> Result<()> {
        Ok(())
    }

    fn send(&self, _: usize, _: u32, _: Vec<u64>) -> Result<()> {
        Err(Error::Cancelled)
    }

    fn receive(&self, _: Option<usize>, _: u32, _: bool) -> Result<Option<(usize, Vec<u64>)>> {
        Err(Error::Cancelled)
    }
}

/// The file has 63 gigabytes, nearly all of them a hole.
#[test]
fn there_may_be_more_edges_than_32_bits_count() {
    let (each, ranks) = (5000_u64, 1 << 20);
    let edges = each * ranks as u64;
    let mut head = b"boscage\0\x01\0\0\0\x02\0\0\0".to_vec();
    head.extend([2, edges, 0, 7].into_iter().flat_map(u64::to_le_bytes));
    let file = tempfile::Builder::new().suffix(".bsg").tempfile().unwrap();
    let len = head.len() as u64 + 12 * edges;
    let written = file.as_file().set_len(len).and_then(|()| {
        let mut file = file.as_file();
        file.write_all(&head)?;
        file.seek(SeekFrom::Start(len - 12))?;
        file.write_all(&[1, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0])
    });
    if let Err(error) = written {
        eprintln!("skipped: no file with such a hole can be made: {error}");
        return;
    }
    let (exec, options) = (Exec::current(), ReadOptions::default());
    let comm = OneOfMany(ranks);
    let part = read_part(&exec, &Comm::with_grid(&comm, usize::MAX), file.path(), &options).unwrap();
    assert_eq!((part.first, part.edges, part.list.edge_count()), (edges - each, edges, each as usize));
    let AnyEdgeList::U32(list) = &part.list else { panic!("weights of type u32") };
    assert_eq!(list.edges().last(), Some(&Edge::new(Node::new(1), Node::new(0), 9)));
    let one = OneOfMany(1);
    let error = read_part(&exec, &Comm::new(&one), file.path(), &options).unwrap_err().to_string();
    assert_eq!(error, "5242880000 edges are more than the 4294967294 that this build can address");
    assert_eq!(read(&exec, file.path(), &options).unwrap_err().to_string(), error);
}

#[test]
fn blocks_of_every_size_give_the_same_parts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.txt");
    std::fs::write(&path, "# a comment\n1 2 5\r\n\n70000000000 2 -5\n% another\n3 4 .5\n1 1 7").unwrap();
    let shown = |block, ranks| {
        let parts = run(ranks, |comm| {
            with_blocks_of(block, || read_part(&Exec::current(), comm, &path, &ReadOptions::default()))
        });
        parts.unwrap().into_iter().map(|part| format!("{part:?}\n")).collect::<String>()
    };
    for ranks in [1, 2, 3, 5] {
        let whole = shown(1 << 18, ranks);
        [1, 2, 3, 7, 16, 61].iter().for_each(|&block| assert_eq!(shown(block, ranks), whole));
    }
}
