//! Parts of a file, one after the other, are what is read of it on one machine: for every format that ranks
//! read in parts, for every cut, and for what is wrong with a file.

use std::fs;
use std::ops::Range;
use std::path::Path;

use boscage::comm::{Part, Reduction, run};
use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeId, EdgeList, FileData, Node};
use boscage::io::{
    ArcPolicy, Format, Input, Names, PartInput, ReadOptions, Unweighted, WriteOptions, read, read_part, write,
};
use boscage::{Error, with_edge_list};
use boscage_truth::known::folder_of_data;

const RANKS: [usize; 5] = [1, 2, 3, 5, 16];

fn arcs(arcs: ArcPolicy) -> ReadOptions {
    ReadOptions { arcs, ..ReadOptions::default() }
}

/// Returns the graph of a file, or the error message, after comparing it with the parts of several numbers of
/// ranks.
fn check(
    path: &Path,
    ranks: impl IntoIterator<Item = usize>,
    options: &ReadOptions,
) -> Result<Input, String> {
    let exec = Exec::current();
    let whole = read(&exec, path, options).map_err(|error| error.to_string());
    for ranks in ranks {
        let parts = run(ranks, |comm| {
            // Two ranks have threads of their own.
            let exec = if ranks == 2 { Exec::new(2)? } else { Exec::current() };
            let part = read_part(&exec, comm, path, options);
            // Nobody returns alone, and one rank says why.
            let has_failed = part.is_err();
            let says_why = has_failed && !matches!(part, Err(Error::OtherRank { .. }));
            let mut counts = [has_failed.into(), says_why.into()];
            comm.reduce(&mut counts, Reduction::Sum)?;
            assert_eq!(counts, if has_failed { [ranks as u64, 1] } else { [0, 0] });
            let part = part?;
            let share = part.names.share(comm, part.list.node_count());
            Ok((part, share))
        });
        match (&whole, parts) {
            (Ok(whole), Ok(parts)) => compare(whole, &parts),
            (Err(message), Err(error)) => assert_eq!(*message, error.to_string(), "{ranks} ranks"),
            (whole, parts) => panic!("{ranks} ranks of {}: {whole:?}, {parts:?}", path.display()),
        }
    }
    whole
}

fn compare(whole: &Input, parts: &[(PartInput, Range<usize>)]) {
    fn edges<E: FileData>(like: &EdgeList<E>, part: &AnyEdgeList) -> Vec<(usize, usize, u64)> {
        assert_eq!(part.weight_type(), E::NAME);
        assert_eq!(part.node_count(), like.node_count());
        let list = E::edges_of(&Exec::current(), part).unwrap().unwrap();
        list.edges().iter().map(|edge| (edge.u.index(), edge.v.index(), edge.weight.key_bits())).collect()
    }
    let (mut all, mut named) = (Vec::new(), 0);
    for (part, share) in parts {
        assert_eq!((part.first, part.edges), (all.len() as u64, whole.list.edge_count() as u64));
        assert_eq!(
            (part.arcs, part.is_directed, part.weighted),
            (whole.arcs, whole.is_directed, whole.weighted)
        );
        assert_eq!((part.format, part.bytes, &part.path), (whole.format, whole.bytes, &whole.path));
        with_edge_list!(&whole.list, list => all.extend(edges(list, &part.list)));
        with_edge_list!(&part.list, list => {
            for node in list.edges().iter().flat_map(|edge| [edge.u, edge.v]) {
                assert_eq!(part.names.name(node), whole.names.name(node).number());
            }
        });
        assert_eq!(std::mem::replace(&mut named, share.end), share.start);
        for node in share.clone().map(Node::new) {
            assert_eq!(part.names.name(node), whole.names.name(node).number());
        }
    }
    assert_eq!(named, whole.list.node_count(), "the name of every node is known to some rank");
    with_edge_list!(&whole.list, list => assert!(all == edges(list, &whole.list), "other edges"));
}

/// Texts of each format, with what may surprise a cut.
const TEXTS: [(&str, &str); 12] = [
    ("t.txt", "# a comment\n1 2\r\n\r\n3 4\n\n%\n9 9"),
    ("t.txt", "\u{feff}5 6 7\n6 5 -7\n"),
    ("t.txt", "1,2,3\n2,1,5000000000\n1,1,.5\n"),
    ("t.txt", "# Directed graph\n7 4\n4 7\n"),
    ("t.txt", "18446744073709551615 0\n4294967296 5\n5 0\n"),
    ("t.txt", "1 2 -1\n3 4 9223372036854775807\n"),
    ("t.txt", "# nothing at all\n"),
    ("t.gr", "c x\np sp 4 6\na 1 2 5\na 2 1 5\na 3 3 1\na 4 1 2\na 1 4 2\na 1 2 5\n"),
    ("t.gr", "p sp 3 5\na 1 2 5\na 1 2 5\na 2 1 5\na 2 1 5\na 3 3 1"),
    ("t.gr", "p edge 3 2\r\ne 1 2\r\n\r\nc\r\ne 2 1\r\n"),
    ("t.gr", "c\na 9 70000000000 1\na 70000000000 9 1.5\n"),
    ("t.gr", "p sp 7 0\n"),
];

#[test]
fn texts_may_be_cut_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in TEXTS {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        // As many ranks as bytes, and more.
        let ranks = (1..10).chain([text.len() / 2, text.len(), text.len() + 3]);
        check(&path, ranks, &ReadOptions::default()).unwrap();
        for options in [arcs(ArcPolicy::Keep), arcs(ArcPolicy::Fold)] {
            check(&path, RANKS, &options).unwrap();
        }
        let weights = [Unweighted::One, Unweighted::Uniform { seed: 7, max: 100 }, Unweighted::Hash];
        for (i, unweighted) in weights.into_iter().enumerate() {
            let is_directed = [None, Some(true), Some(false)][i];
            let unweighted = Some(unweighted);
            check(&path, [2, 5], &ReadOptions { unweighted, is_directed, ..ReadOptions::default() }).unwrap();
        }
    }
}

#[test]
fn what_is_wrong_is_said_as_on_one_machine() {
    let wrong = [
        ("t.txt", "1 2\n3 4\n3\n"),
        ("t.txt", "1 2\n\n# x\n1 2 3\n4 5\n6 7 8\n"),
        ("t.txt", "1 2 3\n1 2 inf\n1 2 NaN\n1 2 nan\n"),
        ("t.txt", "5\n"),
        ("t.txt", "1 2 9007199254740993\n1 3 7\n1 4 9007199254740995\n1 2 .5\n"),
        ("t.txt", "1 2 -1\n\n3 4 18446744073709551615\n"),
        ("t.txt", ""),
        ("t.gr", "p sp 3 2\na 1 2 7\n"),
        ("t.gr", "p sp 3 1\na 1 2 7\nc\na 2 1 7\n"),
        ("t.gr", "p sp 3 2\na 1 2 7\na 4 1 7\n"),
        ("t.gr", "c\np sp 3 x\n"),
        ("t.gr", "p sp 3 2\na 1 2 7\np sp 3 2\na 2 1 7\n"),
        ("t.gr", "c\n\n"),
        ("t.gr", "c\np sp 3 2\nx\ny\n"),
        (
            "t.bin",
            "\u{3}\0\0\0\0\0\0\0\u{2}\0\0\0\0\0\0\0\0\0\0\0\u{1}\0\0\0\0\0\0\0\u{3}\0\0\0\u{1}\0\0\0\0\0\0\0",
        ),
        ("t.bsg", "boscage\0\u{2}\0\0\0\u{1}\0\0\0"),
        ("t.xyz", "what is this\n"),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in wrong {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        check(&path, (1..8).chain([16, 70]), &ReadOptions::default()).unwrap_err();
    }
    let contrary = ReadOptions { is_directed: Some(true), ..arcs(ArcPolicy::Fold) };
    check(&folder.path().join("t.gr"), [1, 3], &contrary).unwrap_err();
    check(&folder.path().join("none.gr"), [1, 3], &ReadOptions::default()).unwrap_err();
    let empty_range = Some(Unweighted::Uniform { seed: 1, max: 0 });
    let empty_range = ReadOptions { unweighted: empty_range, ..ReadOptions::default() };
    fs::write(folder.path().join("t.txt"), "1 2\n3 4\n").unwrap();
    check(&folder.path().join("t.txt"), [1, 3], &empty_range).unwrap_err();
}

#[test]
fn binary_files_of_every_type_are_shared_out() {
    fn list<E: FileData>(data: impl Fn(u64) -> E) -> AnyEdgeList {
        let edge = |i: u32| (i * 7 % 900, i * i % 900, data(u64::from(i)));
        E::into_any(EdgeList::from_triples(1000, (0..500).map(edge)).unwrap())
    }
    let folder = tempfile::tempdir().unwrap();
    let lists = [
        ("t.bsg", list(|_| ())),
        ("t.bsg", list(|i| i as i32 - 9)),
        ("t.bsg", list(|i| i as i64 - 9)),
        ("t.bsg", list(|i| i << 40)),
        ("t.bsg", list(|i| i as f32 / 7.0)),
        ("t.bsg", list(|i| i as f64 / -7.0)),
        ("t.bsg", list(|i| i as u32)),
        ("t.bin", list(|i| i as u32)),
        ("t.bin", EdgeList::<u32>::with_nodes(1000).unwrap().into()),
    ];
    let names = [Names::Offset(5), Names::Listed((0..1000).map(|i| i * i + (i << 40)).collect())];
    for ((name, list), is_directed) in lists.iter().flat_map(|list| [(list, false), (list, true)]) {
        let path = folder.path().join(name);
        let names = if *name == "t.bin" { &Names::Offset(0) } else { &names[usize::from(is_directed)] };
        let options = WriteOptions { is_directed, ..WriteOptions::default() };
        write(&Exec::current(), &path, list, names, &options).unwrap();
        check(&path, RANKS, &ReadOptions::default()).unwrap();
        check(&path, RANKS, &arcs(ArcPolicy::Fold)).unwrap();
        let unweighted = Some(Unweighted::Hash);
        check(&path, [3], &ReadOptions { unweighted, ..ReadOptions::default() }).unwrap();
    }
    check(&folder.path().join("t.bsg"), [501], &ReadOptions::default()).unwrap();
    // Names that do not ascend, somewhere in the middle and at a cut.
    let path = folder.path().join("t.bsg");
    write(&Exec::current(), &path, &lists[0].1, &names[1], &WriteOptions::default()).unwrap();
    let bytes = fs::read(&path).unwrap();
    // No edge has one of the last hundred nodes.
    for at in [1, 333, 500, 950, 999] {
        let mut bytes = bytes.clone();
        bytes[48 + 8 * at..][..8].fill(0);
        fs::write(&path, bytes).unwrap();
        check(&path, RANKS.into_iter().chain([20]), &ReadOptions::default()).unwrap_err();
    }
}

#[test]
fn a_file_that_some_ranks_do_not_have_is_read_by_none() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["1 2\n", "1 2\n3 4\n", "1 3\n"].map(|text| {
        let path = folder.path().join(format!("{}{}.txt", text.len(), &text[2..3]));
        fs::write(&path, text).unwrap();
        path
    });
    let none = folder.path().join("none.txt");
    let failed = |ranks: [&Path; 2]| {
        let failed = run(2, |comm| {
            let part = read_part(&Exec::current(), comm, ranks[comm.rank()], &ReadOptions::default());
            assert!(part.is_err());
            part
        });
        let message = failed.unwrap_err().to_string();
        message.replace(&folder.path().display().to_string(), "DIR")
    };
    assert!(failed([&paths[0], &none]).starts_with("DIR/none.txt: cannot open: No such file"));
    assert!(failed([&none, &paths[0]]).starts_with("DIR/none.txt: cannot open: No such file"));
    assert_eq!(
        failed([&paths[0], &paths[1]]),
        "DIR/42.txt: expected the same file on all ranks, found 4 bytes on rank 0 and 8 on rank 1 \
         (put it where all ranks can read it)"
    );
    assert_eq!(
        failed([&paths[0], &paths[2]]),
        "DIR/42.txt: expected the same file on all ranks, found other content on rank 1 than on rank 0 \
         (put it where all ranks can read it)"
    );
}

#[test]
fn what_ranks_cannot_cut_is_refused_with_advice() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("t.txt.gz", "gzip data"),
        ("t.gr.zst", "zstd data"),
        ("t.graph", "a METIS file"),
        ("t.mtx", "a Matrix Market file"),
        ("t.sgr", "a Galois file"),
        ("t.sg", "a GAP file"),
        ("-", "a stream"),
        ("/dev/null", "a stream"),
    ];
    let list = EdgeList::from_pairs(3, [(0, 1), (1, 2)]).unwrap().into();
    for (name, found) in files {
        let path = if found == "a stream" { name.into() } else { folder.path().join(name) };
        if found != "a stream" {
            write(&Exec::current(), &path, &list, &Names::Offset(0), &WriteOptions::default()).unwrap();
        }
        for ranks in [1, 3] {
            let refused = run(ranks, |comm| {
                read_part(&Exec::current(), comm, &path, &ReadOptions::default()).map(drop)
            });
            let message = refused.unwrap_err().to_string();
            let expected = format!(", found {found} (convert it first: graph convert INPUT OUTPUT.bsg)");
            assert!(message.ends_with(&expected), "{message}");
        }
    }
}

#[test]
fn numbers_of_names_are_the_same_on_all_ranks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.txt");
    let mut state = 3_u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state >> 8
    };
    for (base, range) in [(0, 50), (1 << 40, 3000), (7, 1 << 30), (1 << 50, 1 << 50), (u64::MAX - 9, 10)] {
        let lines = (0..2000).map(|_| format!("{} {}\n", base + draw() % range, base + draw() % range));
        fs::write(&path, lines.collect::<String>()).unwrap();
        check(&path, RANKS, &ReadOptions::default()).unwrap();
    }
}

#[test]
fn samples_are_read_alike() {
    let Some(data) = folder_of_data("formats") else { return };
    let samples = [("misc/zero-based-no-header.gr", Format::Dimacs), ("snap/ca-GrQc.txt", Format::EdgeList)];
    for (sample, format) in samples {
        let whole = check(&data.join(sample), RANKS, &ReadOptions::default()).unwrap();
        assert_eq!(whole.format, format);
        check(&data.join(sample), RANKS, &arcs(ArcPolicy::Fold)).unwrap();
    }
}

#[test]
fn road_networks_are_read_alike() {
    let Some(roads) = folder_of_data("roads") else { return };
    for name in ["rome99.gr", "stelle.gr", "minimo.gr"] {
        for policy in [ArcPolicy::Auto, ArcPolicy::Fold, ArcPolicy::Keep] {
            check(&roads.join(name), RANKS, &arcs(policy)).unwrap();
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("NY.gr");
    let compressed = boscage::io::Opened::new(&roads.join("NY.gr.gz")).unwrap();
    fs::write(&path, compressed.content(&Exec::current(), |_, _| Ok(())).unwrap()).unwrap();
    let whole = check(&path, [2, 3], &ReadOptions::default()).unwrap();
    assert_eq!((whole.list.edge_count(), whole.list.node_count()), (365_050, 264_346));
}

#[test]
fn a_part_of_a_file_is_a_part_of_a_graph() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.gr");
    fs::write(&path, "p sp 1000 4\na 1 2 5\na 2 1 5\na 999 3 6\na 3 999 6\n").unwrap();
    let parts = run(2, |comm| {
        let exec = Exec::current();
        let input = read_part(&exec, comm, &path, &ReadOptions::default())?;
        match input.list {
            AnyEdgeList::U32(list) => Part::new(&exec, list, input.first),
            _ => Err(Error::Cancelled),
        }
    });
    let [one, two] = parts.unwrap().try_into().unwrap();
    assert_eq!((one.id(EdgeId::new(0)), two.id(EdgeId::new(0)), two.edge_count()), (0, 1, 1));
    assert_eq!(two.ends(EdgeId::new(0)).map(|end| end.index()), [998, 2]);
}
