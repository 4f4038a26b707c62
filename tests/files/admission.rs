//! Readers ask whether a graph may be read as soon as its size is known, and as it grows.

use std::sync::{Arc, Mutex};

use boscage::exec::Exec;
use boscage::graph::EdgeList;
use boscage::io::{self, Admit, ArcPolicy, Format, Names, ReadOptions, Unweighted, WriteOptions};
use boscage::{Error, Result};

/// A request: nodes, lines, edges, bytes per weight and of names, and `true` if all of these are final.
type Asked = (usize, usize, usize, usize, usize, bool);

/// Reads a graph that is admitted while it has fewer than `most` lines; what was asked, and what came of it.
fn asked(
    most: usize,
    arcs: ArcPolicy,
    read: impl FnOnce(&ReadOptions) -> Result<io::Input>,
) -> (Vec<Asked>, Result<io::Input>) {
    let all: Arc<Mutex<Vec<Asked>>> = Arc::default();
    let admit = Admit::new({
        let all = all.clone();
        move |seen| {
            let one =
                (seen.nodes, seen.listed, seen.edges, seen.weight_bytes, seen.name_bytes, seen.is_whole);
            all.lock().unwrap().push(one);
            if seen.listed < most { Ok(()) } else { Err(Error::argument("edges", "fewer", seen.listed)) }
        }
    });
    let input = read(&ReadOptions { arcs, admit: Some(admit), ..ReadOptions::default() });
    let asked = std::mem::take(&mut *all.lock().unwrap());
    (asked, input)
}

#[test]
fn every_format_asks_before_it_reads_and_when_it_has_read() {
    let edges = (0..3000_u32).map(|i| (i % 100, (i % 100 + i / 100 + 1) % 100, i + 1));
    let graph = EdgeList::from_triples(100, edges).unwrap().into();
    let folder = tempfile::tempdir().unwrap();
    for (suffix, lines, declares) in [
        ("gr", 6000, true),
        ("mtx", 3000, true),
        ("graph", 6000, true),
        ("sgr", 6000, true),
        ("bin", 3000, true),
        ("bsg", 3000, true),
        ("txt", 3000, false),
    ] {
        let path = folder.path().join("graph").with_extension(suffix);
        io::write(&Exec::current(), &path, &graph, &Names::Offset(0), &WriteOptions::default()).unwrap();
        let read = |options: &ReadOptions| io::read(&Exec::current(), &path, options);
        let (all, input) = asked(usize::MAX, ArcPolicy::Auto, read);
        assert_eq!(*all.last().unwrap(), (100, lines, 3000, 4, 0, true), "{suffix}");
        assert_eq!(input.unwrap().list.edge_count(), 3000, "{suffix}");
        let first = all[0];
        assert_eq!(first.0, if declares { 100 } else { 0 }, "{suffix}: {first:?}");
        let is_early = ["bin", "bsg"].contains(&suffix);
        assert!(all[..all.len() - 1].iter().all(|one| one.5 == is_early), "{suffix}: {all:?}");
        // After a refusal nothing more is read.
        let (all, input) = asked(1, ArcPolicy::Auto, read);
        assert_eq!(all.len(), 1, "{suffix}");
        let error = input.unwrap_err().to_string();
        assert_eq!(error, format!("edges: expected fewer, found {}", all[0].1), "{suffix}");
        // Arcs that are kept are edges.
        let (all, _) = asked(usize::MAX, ArcPolicy::Keep, read);
        assert!(all.iter().all(|one| one.1 == one.2), "{suffix}: {all:?}");
    }
}

#[test]
fn nodes_are_believed_and_edges_as_far_as_bytes_justify_them() {
    let first = |format, text: &'static str| {
        let read = |options: &ReadOptions| {
            let options = ReadOptions { format: Some(format), ..options.clone() };
            io::read_bytes(&Exec::current(), "t", text.as_bytes(), &options)
        };
        asked(usize::MAX, ArcPolicy::Keep, read).0[0]
    };
    for (format, text) in [
        (Format::Dimacs, "p sp 4000000000 8000000000\na 1 2 3\n"),
        (
            Format::MatrixMarket,
            "%%MatrixMarket matrix coordinate real general\n4000000000 4000000000 8000000000\n1 2 3\n",
        ),
        (Format::Metis, "4000000000 4000000000\n2\n1\n"),
    ] {
        let (nodes, lines, .., is_whole) = first(format, text);
        assert!(nodes == 4_000_000_000 && lines < 10 && !is_whole, "{text}");
    }
    let (nodes, lines, ..) = first(Format::Dimacs, "p sp 4000000000 1\na 1 2 3\n");
    assert!(nodes == 4_000_000_000 && lines == 1);
}

#[test]
fn a_stream_is_refused_as_it_grows() {
    let lines =
        |letter: &str| -> String { (1..1_000_000).map(|i| format!("{letter}{i} {}\n", i / 2 + 1)).collect() };
    // What comes last is not read.
    let list = lines("") + "nonsense\n";
    let dimacs = format!("p sp 2000000 1000000\n{}nonsense\n", lines("a "));
    for text in [&list, &dimacs] {
        let read = |options: &ReadOptions| io::read_stream(&Exec::current(), "t", text.as_bytes(), options);
        let (all, input) = asked(200_000, ArcPolicy::Auto, read);
        let last = all.last().unwrap();
        assert!((200_000..600_000).contains(&last.1) && !last.5, "{last:?}");
        assert!(all.len() < 60, "asked {} times", all.len());
        assert!(matches!(input, Err(Error::Argument { .. })));
    }
}

#[test]
fn names_and_wide_weights_are_counted_once_they_are_known() {
    let read = |text: &'static str| {
        let read = |options: &ReadOptions| io::read_bytes(&Exec::current(), "t", text.as_bytes(), options);
        *asked(usize::MAX, ArcPolicy::Auto, read).0.last().unwrap()
    };
    assert_eq!(read("10 20 1.5\n20 90 7\n"), (3, 2, 2, 8, 24, true));
    assert_eq!(read("1 2 7\n2 3 7\n"), (3, 2, 2, 4, 0, true));
}

#[test]
fn edges_without_weights_take_no_memory_for_them() {
    let graph = EdgeList::from_pairs(100, (0..3000_u32).map(|i| (i % 100, i / 100))).unwrap().into();
    let folder = tempfile::tempdir().unwrap();
    for suffix in ["mtx", "txt", "sgr", "bsg"] {
        let path = folder.path().join("graph").with_extension(suffix);
        io::write(&Exec::current(), &path, &graph, &Names::Offset(0), &WriteOptions::default()).unwrap();
        for (unweighted, bytes) in [(None, 0), (Some(Unweighted::One), 4), (Some(Unweighted::Hash), 4)] {
            let read = |options: &ReadOptions| {
                io::read(&Exec::current(), &path, &ReadOptions { unweighted, ..options.clone() })
            };
            let (all, input) = asked(usize::MAX, ArcPolicy::Keep, read);
            assert!(all.iter().all(|one| one.3 == bytes || one.1 == 0), "{suffix} {unweighted:?}: {all:?}");
            assert_eq!(input.unwrap().list.weight_bytes(), bytes, "{suffix}");
        }
    }
}

#[test]
fn weights_that_a_binary_file_lacks_are_counted_before_it_is_read() {
    let graph = EdgeList::from_pairs(100, (0..3000_u32).map(|i| (i % 100, i / 100))).unwrap().into();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.bsg");
    io::write(&Exec::current(), &path, &graph, &Names::Offset(0), &WriteOptions::default()).unwrap();
    for (unweighted, bytes) in [(None, 0), (Some(Unweighted::Hash), 4)] {
        let admit = Admit::new(move |seen| {
            let lines = (seen.listed, seen.weight_bytes, seen.scratch_bytes, seen.is_whole);
            assert!(seen.listed == 0 || lines == (3000, bytes, 0, true), "{lines:?}");
            Ok(())
        });
        let options = ReadOptions { admit: Some(admit), unweighted, ..ReadOptions::default() };
        io::read(&Exec::current(), &path, &options).unwrap();
    }
}

#[test]
fn edges_are_counted_after_mirrors_have_been_folded() {
    let last = |format, text: &'static str| {
        let read = |options: &ReadOptions| {
            let options = ReadOptions { format: Some(format), ..options.clone() };
            io::read_bytes(&Exec::current(), "t", text.as_bytes(), &options)
        };
        let (all, input) = asked(usize::MAX, ArcPolicy::Auto, read);
        let last = *all.last().unwrap();
        assert!(all[..all.len() - 1].iter().all(|one| !one.5 && one.2 <= last.2), "{all:?}");
        assert_eq!((input.unwrap().list.edge_count(), true), (last.2, last.5));
        last.2
    };
    assert_eq!(last(Format::Dimacs, "p sp 3 2\na 1 2 5\na 2 3 7\n"), 2);
    assert_eq!(last(Format::Dimacs, "p sp 3 2\na 1 2 5\na 2 1 5\n"), 1);
    assert_eq!(last(Format::PbbsAdjacency, "AdjacencyGraph\n3\n2\n0\n1\n2\n1\n2\n"), 2);
}

#[test]
fn binary_content_of_a_stream_counts_before_it_comes_and_while_it_is_read() {
    let edges = (0..1_000_000_u32).map(|i| (i % 100, i % 99, i));
    let graph = EdgeList::from_triples(100, edges).unwrap().into();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.bsg.gz");
    io::write(&Exec::current(), &path, &graph, &Names::Offset(0), &WriteOptions::default()).unwrap();
    let read = |most: usize| {
        let all: Arc<Mutex<Vec<usize>>> = Arc::default();
        let asked = all.clone();
        let admit = Admit::new(move |seen| {
            asked.lock().unwrap().push(seen.scratch_bytes);
            if seen.scratch_bytes < most { Ok(()) } else { Err(Error::argument("bytes", "fewer", "more")) }
        });
        let input =
            io::read(&Exec::current(), &path, &ReadOptions { admit: Some(admit), ..ReadOptions::default() });
        let all = all.lock().unwrap().clone();
        (all, input)
    };
    let (all, input) = read(usize::MAX);
    assert_eq!(input.unwrap().list.edge_count(), 1_000_000);
    // What decompresses takes up to 3 MB.
    assert!((12_000_000..15_001_000).contains(all.last().unwrap()) && all[0] >= 12_000_000, "{all:?}");
    assert!(all.is_sorted() && (8..60).contains(&all.len()), "{all:?}");
    // Its header says how much there will be.
    let (all, input) = read(4_000_000);
    assert!(matches!(input, Err(Error::Argument { .. })));
    assert!(all.len() == 1 && (12_000_000..15_001_000).contains(&all[0]), "{all:?}");
}
