//! Streams of arcs that are folded: the edges are those of a graph that is read into memory.

use std::path::Path;

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeList};
use boscage::io::{self, ArcPolicy, Format, Names, ReadOptions, WriteOptions};
use boscage::random::mix;

use crate::streams::{Collect, agrees, text};

type Triple = (u32, u32, String);

/// The edges of a multigraph with loops and parallel edges, some of the same weight.
fn edges(count: u64, weight: impl Fn(u64) -> String) -> Vec<Triple> {
    let node = |i: u64| (mix(i) % 700) as u32;
    let edge = |i: u64| (node(3 * i), node(3 * i + 1), weight(i));
    (0..count).map(|i| edge(if i % 5 == 0 { i / 2 } else { i })).collect()
}

/// Both arcs of each edge, next to each other; of a loop one.
fn pairs(edges: &[Triple]) -> Vec<Triple> {
    let both = |(u, v, w): &Triple| {
        let arcs = [(*u, *v, w.clone()), (*v, *u, w.clone())];
        arcs.into_iter().take(if u == v { 1 } else { 2 })
    };
    edges.iter().flat_map(both).collect()
}

fn sorted_by(mut arcs: Vec<Triple>, near: fn(&Triple) -> u32) -> Vec<Triple> {
    arcs.sort_by_key(near);
    arcs
}

fn lines(arcs: &[Triple]) -> String {
    arcs.iter().map(|(u, v, w)| format!("a {} {} {w}\n", u + 1, v + 1)).collect()
}

fn dimacs(arcs: &[Triple]) -> String {
    format!("p sp 700 {}\n{}", arcs.len(), lines(arcs))
}

fn matrix(arcs: &[Triple]) -> String {
    let lines = arcs.iter().map(|(u, v, w)| format!("{} {} {w}\n", u + 1, v + 1));
    let head = "%%MatrixMarket matrix coordinate real general";
    format!("{head}\n700 700 {}\n{}", arcs.len(), lines.collect::<String>())
}

fn list(arcs: &[Triple], name: fn(u32) -> u64) -> String {
    arcs.iter().map(|&(u, v, ref w)| format!("{} {} {w}\n", name(u), name(v))).collect()
}

/// Weights of a small range, and from some edge on others.
const WEIGHTS: [fn(u64) -> String; 4] = [
    |i| (mix(i) % 9).to_string(),
    |i| if i % 9_000 == 8_999 { format!("-{}", i % 3) } else { (i % 50).to_string() },
    |i| if i % 9_000 == 8_999 { (1_u64 << 60 | i).to_string() } else { (i % 50).to_string() },
    |i| if i % 9_000 == 8_999 { "0.5".to_owned() } else { (i % 50).to_string() },
];

#[test]
fn pairs_and_sorted_arcs_are_folded() {
    let folder = tempfile::tempdir().unwrap();
    let fold = ReadOptions { arcs: ArcPolicy::Fold, ..ReadOptions::default() };
    for (i, weight) in WEIGHTS.into_iter().enumerate() {
        let edges = edges(40_000, weight);
        let pairs = pairs(&edges);
        let (source, target) = (|arc: &Triple| arc.0, |arc: &Triple| arc.1);
        let by_source = sorted_by(pairs.clone(), source);
        let by_target = sorted_by(pairs.clone(), target);
        let mut both = pairs[..2].to_vec();
        both.extend(sorted_by(pairs[2..].to_vec(), source));
        // An order of its own for the names of nodes.
        let upwards: fn(u32) -> u64 = |node| u64::from(node) << 40;
        let downwards: fn(u32) -> u64 = |node| 9_000 - u64::from(node);
        for (name, content, options) in [
            ("pairs.gr", dimacs(&pairs), &ReadOptions::default()),
            ("source.gr", dimacs(&by_source), &ReadOptions::default()),
            ("target.gr", dimacs(&by_target), &ReadOptions::default()),
            ("both.gr", dimacs(&both), &ReadOptions::default()),
            ("column.mtx", matrix(&by_target), &ReadOptions::default()),
            ("row.mtx", matrix(&by_source), &fold),
            ("pairs.txt", list(&pairs, downwards), &fold),
            ("source.txt", list(&by_source, upwards), &fold),
            ("target.txt", list(&by_target, upwards), &fold),
        ] {
            let path = text(folder.path(), &format!("{i}-{name}"), &content);
            for threads in [1, 2] {
                let found = agrees(&Exec::new(threads).unwrap(), &path, options);
                assert!(found.blocks > 1, "{i}-{name}");
            }
        }
    }
}

#[test]
fn rows_are_folded_or_kept() {
    let folder = tempfile::tempdir().unwrap();
    let exec = Exec::new(2).unwrap();
    for format in [Format::Metis, Format::Gap, Format::Galois] {
        // METIS has no loops, no parallel edges and no weights below 1.
        let is_simple = format == Format::Metis;
        let weight = |i: u64| (mix(i) >> 40) as u32 + 1;
        let edge = |i: u64| {
            let i = if is_simple { i } else { i / 3 * 3 };
            let (u, distance) = ((i / 300) as u32, (i % 300) as u32 + u32::from(is_simple));
            if mix(i).is_multiple_of(2) { (u, u + distance, weight(i)) } else { (u + distance, u, weight(i)) }
        };
        let weighted = EdgeList::from_triples(700, (0..100_000).map(edge)).unwrap();
        let bare = weighted.map(|_, _| ()).unwrap();
        let lists: [(&str, AnyEdgeList); 2] = [("bare", bare.into()), ("weighted", weighted.into())];
        for (kind, list) in &lists {
            let suffix = match format {
                Format::Gap if *kind == "weighted" => "wsg",
                format => format.suffixes()[0],
            };
            let path = folder.path().join(format!("{kind}.{suffix}"));
            io::write(&exec, &path, list, &Names::Offset(0), &WriteOptions::default()).unwrap();
            for arcs in [ArcPolicy::Auto, ArcPolicy::Fold, ArcPolicy::Keep] {
                let found = agrees(&exec, &path, &ReadOptions { arcs, ..ReadOptions::default() });
                assert!(found.blocks > 1, "{kind} {format}");
            }
        }
    }
    let mut bytes: Vec<u8> = [3_i32, 5, 0, 1, 3, 5].into_iter().flat_map(i32::to_le_bytes).collect();
    bytes.extend([1, 0, 2, 1, 2, 7, 7, 9, 9, -5].into_iter().flat_map(i32::to_le_bytes));
    let path = folder.path().join("a.egr");
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(agrees(&exec, &path, &ReadOptions::default()).edges.len(), 3);
}

#[test]
fn arcs_that_cannot_be_folded_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let exec = Exec::new(2).unwrap();
    let edges = edges(30_000, WEIGHTS[0]);
    let (pairs, source) = (pairs(&edges), |arc: &Triple| arc.0);
    let by_source = sorted_by(pairs.clone(), source);
    let refusal = |path: &Path| {
        let keep = ReadOptions { arcs: ArcPolicy::Keep, ..ReadOptions::default() };
        agrees(&exec, path, &keep);
        io::stream(&exec, path, &ReadOptions::default(), Collect::default()).err().unwrap().to_string()
    };
    let changed = |arcs: &[Triple], change: &dyn Fn(&mut Vec<Triple>)| {
        let mut arcs = arcs.to_vec();
        change(&mut arcs);
        refusal(&text(folder.path(), "a.gr", &dimacs(&arcs)))
    };
    let unpaired = |error: String| assert!(error.contains("found arcs without mirrors"), "{error}");
    unpaired(changed(&by_source, &|arcs| arcs[50_000].2 = "77".to_owned()));
    unpaired(changed(&by_source, &|arcs| drop(arcs.pop())));
    unpaired(changed(&by_source, &|arcs| drop(arcs.remove(0))));
    unpaired(changed(&pairs, &|arcs| arcs.push((1, 2, "3".to_owned()))));
    // As many arcs of either direction, and of each weight; but two weights are at other arcs.
    let first = by_source.iter().position(|arc| arc.0 < arc.1 && arc.2 == "1").unwrap();
    let second = by_source.iter().position(|arc| arc.0 < arc.1 && arc.2 == "2").unwrap();
    unpaired(changed(&by_source, &|arcs| {
        (arcs[first].2, arcs[second].2) = ("2".to_owned(), "1".to_owned());
    }));
    let error = changed(&pairs, &|arcs| arcs.swap(50_000, 51_000));
    assert!(error.contains("expected arcs that are next to their mirrors, or sorted by one end"), "{error}");
    assert!(error.contains("whose mirror is not next to it, and later"), "{error}");
    assert!(error.contains("as with --arcs keep"), "{error}");
}

/// Different weights, also if they have the same low bits, or those of a negative integer or of a real.
#[test]
fn weights_are_mirrors_only_if_they_are_equal() {
    let folder = tempfile::tempdir().unwrap();
    let exec = Exec::new(1).unwrap();
    let weights = [
        ("36893488147419103232.0", "18446744073709551616.0"),
        ("-1.0", "170141183460469231731687303715884105728.0"),
        ("-1784.0", "10805852496753537024.0"),
        ("0.5", "4602678819172646912.0"),
        ("1e300", "9223372036854775807.0"),
        ("-9223372036854775808.0", "9223372036854775808.0"),
    ];
    for (there, back) in weights {
        for arcs in [
            vec![(0, 1, there), (1, 0, back)],
            vec![(0, 1, there), (0, 2, "1"), (1, 0, back), (2, 0, "1")],
            vec![(0, 1, there), (0, 2, back), (1, 0, back), (2, 0, there)],
        ] {
            let arcs: Vec<_> = arcs.iter().map(|&(u, v, w)| (u, v, w.to_owned())).collect();
            let path = text(folder.path(), "a.gr", &dimacs(&arcs));
            assert_eq!(
                io::read(&exec, &path, &ReadOptions::default()).unwrap().list.edge_count(),
                arcs.len()
            );
            let error = io::stream(&exec, &path, &ReadOptions::default(), Collect::default()).err().unwrap();
            assert!(error.to_string().contains("found arcs without mirrors"), "{there} {back}: {error}");
        }
        let same = [(0, 1, there), (0, 2, back), (1, 0, there), (2, 0, back), (1, 2, "7"), (2, 1, "7.0")];
        let same: Vec<_> = same.iter().map(|&(u, v, w)| (u, v, w.to_owned())).collect();
        let by_source = sorted_by(same, |arc| arc.0);
        agrees(&exec, &text(folder.path(), "a.gr", &dimacs(&by_source)), &ReadOptions::default());
    }
}

/// The wide spelling of a weight may be at a mirror only.
#[test]
fn mirrors_make_the_type_of_weights_wider() {
    let folder = tempfile::tempdir().unwrap();
    let exec = Exec::new(2).unwrap();
    let mut star: Vec<_> = (1..40_000).map(|i| (i, 0, "7".to_owned())).collect();
    star.extend((1..40_000).map(|i| (0, i, if i == 39_999 { "7.0" } else { "7" }.to_owned())));
    let path = text(folder.path(), "star.gr", &format!("p sp 40000 {}\n{}", star.len(), lines(&star)));
    assert_eq!(agrees(&exec, &path, &ReadOptions::default()).types, ["u32", "f64"]);
}

#[test]
fn loops_of_metis_may_be_listed_once_or_twice() {
    let folder = tempfile::tempdir().unwrap();
    let exec = Exec::new(1).unwrap();
    for content in ["2 2\n1 2\n1\n", "2 2\n1 1 2\n1\n"] {
        for arcs in [ArcPolicy::Auto, ArcPolicy::Keep] {
            let options = ReadOptions { arcs, format: Some(Format::Metis), ..ReadOptions::default() };
            agrees(&exec, &text(folder.path(), "a.graph", content), &options);
        }
    }
}

/// Content that is in memory anyway is read as without a stream, also if it is directed.
#[test]
fn compressed_rows_are_read_into_memory() {
    let folder = tempfile::tempdir().unwrap();
    let exec = Exec::new(1).unwrap();
    let list = EdgeList::from_triples(3, [(0, 1, 5_u32), (1, 2, 6)]).unwrap();
    let path = folder.path().join("a.sgr.gz");
    let mut words = vec![1_u64, 4, 3, 2, 1, 2, 2];
    words.extend([1 | 2 << 32, 5 | 6 << 32]);
    let bytes: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
    let plain = folder.path().join("a.sgr");
    std::fs::write(&plain, &bytes).unwrap();
    let packed = std::process::Command::new("gzip").arg("-k").arg(&plain).status().unwrap();
    assert!(packed.success());
    assert!(io::stream(&exec, &plain, &ReadOptions::default(), Collect::default()).is_err());
    agrees(&exec, &path, &ReadOptions::default());
    assert_eq!(io::read(&exec, &path, &ReadOptions::default()).unwrap().list, list.into());
}
