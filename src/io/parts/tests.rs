//! Arcs fold across cuts as they do without, whichever way the balances take; blocks of every size.

use std::cell::Cell;
use std::path::Path;

use super::fold::fold;
use super::*;
use crate::comm::run;
use crate::graph::Edge;
use crate::io::fold::tests::{generator, some_arcs};
use crate::io::text::with_blocks_of;
use crate::io::{ArcPolicy, read};

thread_local! {
    static FEW: Cell<usize> = const { Cell::new(1 << 14) };
}

/// What counts as few on this thread.
pub(super) fn few() -> usize {
    FEW.get()
}

/// The arcs of each part, folded together: edges and report.
fn folded(parts: &[&[Edge<i32>]], policy: ArcPolicy, few: usize, file: &Path) -> (Vec<Edge<i32>>, ArcReport) {
    let parts = run(parts.len(), |comm| {
        FEW.set(few);
        let opened = Opened::new(file)?;
        let reading = Reading { comm, exec: &Exec::current(), opened: &opened, path: file };
        fold(&reading, parts[comm.rank()].to_vec(), policy, |_| Ok(()))
    });
    let parts = parts.unwrap();
    assert!(parts.iter().all(|part| part.1 == parts[0].1));
    (parts.iter().flat_map(|part| part.0.clone()).collect(), parts[0].1)
}

#[test]
fn arcs_fold_across_cuts() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut draw = generator(5);
    for round in 0..600 {
        let arcs = some_arcs(round, &mut draw);
        let ranks = [1, 2, 3, 5, 16][round % 5];
        let mut cuts: Vec<usize> = (1..ranks).map(|_| draw(arcs.len() + 1)).collect();
        cuts.sort_unstable();
        let begins = std::iter::once(0).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain([arcs.len()]);
        let parts: Vec<_> = begins.zip(ends).map(|(begin, end)| &arcs[begin..end]).collect();
        let policy = [ArcPolicy::Auto, ArcPolicy::Fold, ArcPolicy::Fold, ArcPolicy::Keep][draw(4)];
        let whole = crate::io::fold::fold(arcs.clone(), policy, |_| Ok(())).unwrap();
        for few in [0, 3, 1 << 14] {
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
            assert_eq!((part.edges, part.arcs, part.list.nodes()), (5000, whole.arcs, 5001));
            let words = traffic.steps.iter().find(|step| step.step == "fold").unwrap().words;
            assert!(words <= 50 * ranks as u64, "{words} words of {ranks} ranks");
        }
    }
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
