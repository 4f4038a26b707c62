//! Graphs as streams: the edges, the nodes and the facts are those of a graph that is read into memory.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, Edge, EdgeList, Weight};
use boscage::io::{self, ArcPolicy, EdgeFile, EdgeSink, Names, ReadOptions, Unweighted, WriteOptions};
use boscage::random::mix;
use boscage::{Result, with_weighted_list};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Collects edges as reals.
#[derive(Debug, Default)]
pub(crate) struct Collect {
    nodes: usize,
    pub(crate) edges: Vec<(usize, usize, f64)>,
    pub(crate) types: Vec<&'static str>,
    pub(crate) blocks: usize,
}

impl EdgeSink for Collect {
    fn set_node_count(&mut self, nodes: usize) -> Result<()> {
        assert!(nodes >= self.nodes);
        self.nodes = nodes;
        Ok(())
    }

    fn edges<E: Weight>(&mut self, _: &Exec, edges: &[Edge<E>]) -> Result<()> {
        self.types.push(E::NAME);
        self.types.dedup();
        self.blocks += 1;
        for edge in edges {
            assert!(edge.u.index().max(edge.v.index()) < self.nodes);
            self.edges.push((edge.u.index(), edge.v.index(), edge.weight.to_f64()));
        }
        Ok(())
    }
}

/// Reads blocks in an order of its own, if it can.
#[derive(Default)]
struct Backwards(Collect);

impl EdgeSink for Backwards {
    fn set_node_count(&mut self, nodes: usize) -> Result<()> {
        self.0.set_node_count(nodes)
    }

    fn edges<E: Weight>(&mut self, exec: &Exec, edges: &[Edge<E>]) -> Result<()> {
        self.0.edges(exec, edges)
    }

    fn file<E: Weight>(&mut self, exec: &Exec, file: &EdgeFile<'_, E>) -> Result<()> {
        assert!(file.is_seekable());
        let mut end = file.edge_count();
        for number in (0..file.block_count()).rev() {
            let (first, block) = file.block(number)?;
            assert_eq!(first + block.as_ref().len() as u64, end);
            end = first;
            let edges: Vec<_> = block.as_ref().iter().rev().copied().collect();
            self.0.edges(exec, &edges)?;
        }
        self.0.edges.reverse();
        assert_eq!(end, 0);
        Ok(())
    }
}

/// Compares the stream of a file with the graph in memory.
pub(crate) fn agrees(exec: &Exec, path: &Path, options: &ReadOptions) -> Collect {
    let law = options.unweighted.unwrap_or_default();
    let weighted = ReadOptions { unweighted: Some(law), ..options.clone() };
    let whole = io::read(exec, path, &weighted).unwrap();
    let (stream, found) = io::stream(exec, path, options, Collect::default()).unwrap();
    let input = &stream.input;
    let about = || path.display().to_string();
    assert_eq!((input.format, found.nodes), (whole.format, whole.list.node_count()), "{}", about());
    assert_eq!(
        (stream.edges, input.list.node_count()),
        (whole.list.edge_count() as u64, found.nodes),
        "{}",
        about()
    );
    assert_eq!((&input.names, input.is_directed), (&whole.names, whole.is_directed), "{}", about());
    assert_eq!((input.weighted, input.bytes), (whole.weighted, whole.bytes), "{}", about());
    assert_eq!((&input.path, input.is_guessed), (&whole.path, whole.is_guessed), "{}", about());
    assert_eq!((&input.remarks, input.arcs), (&whole.remarks, whole.arcs), "{}", about());
    let rank = |node: usize| stream.ranks.as_ref().map_or(node, |ranks| ranks[node] as usize);
    let edges = found.edges.iter().map(|&(u, v, weight)| (rank(u), rank(v), weight));
    with_weighted_list!(&whole.list, list => {
        let expected = list.edges().iter().map(|edge| (edge.u.index(), edge.v.index(), edge.weight.to_f64()));
        assert!(edges.eq(expected), "{}", about());
    })
    .unwrap();
    found
}

pub(crate) fn text(folder: &Path, name: &str, content: &str) -> std::path::PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
fn edge_lists_arrive_in_blocks_with_names_and_widening_weights() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |i: u64, k: u64| mix(3 * i + k);
    type Line = fn(u64, [u64; 3]) -> String;
    let lines: [(&str, Line); 8] = [
        ("dense", |_, [u, v, w]| format!("{} {} {}", u % 3000, v % 3000, w % 99)),
        ("from one", |_, [u, v, w]| format!("{}\t{}\t{}", u % 700 + 1, v % 700 + 1, w % 5)),
        ("sparse", |_, [u, v, w]| format!("{} {} {}", u % 500 << 40 | 3, v % 500 << 40 | 3, w)),
        ("negative later", |i, [u, v, w]| {
            format!("{} {} {}", u % 90, v % 90, if i > 90_000 { -((w % 9) as i64) } else { 7 })
        }),
        ("large later", |i, [u, v, w]| {
            format!("{} {} {}", u % 90, v % 90, if i > 90_000 { w >> 8 } else { w % 9 })
        }),
        ("reals later", |i, [u, v, w]| {
            format!("{} {} {}", u % 90, v % 90, if i > 90_000 { "0.5".into() } else { (w % 9).to_string() })
        }),
        ("comments", |i, [u, v, w]| {
            if i % 50 == 0 { "# a comment".to_owned() } else { format!("{},{},{}", u % 40, v % 40, w % 8) }
        }),
        ("no weights", |_, [u, v, _]| format!("{} {}", u % 5000 * 7, v % 5000 * 7)),
    ];
    for (name, line) in lines {
        let content: String = (1..120_000).map(|i| line(i, [0, 1, 2].map(|k| draw(i, k))) + "\n").collect();
        let path = text(folder.path(), &format!("{name}.txt"), &content);
        for threads in [1, 2] {
            let exec = &Exec::new(threads).unwrap();
            let found = agrees(exec, &path, &ReadOptions::default());
            assert!(found.blocks > 1, "{name}");
            let types = found.types;
            match name {
                "negative later" => assert_eq!(types, ["u32", "i32"]),
                "large later" => assert_eq!(types, ["u32", "u64"]),
                "reals later" => assert_eq!(types, ["u32", "f64"]),
                _ => assert_eq!(types.len(), 1, "{name}"),
            }
        }
    }
    let hashed = ReadOptions { unweighted: Some(Unweighted::Hash), ..ReadOptions::default() };
    agrees(&Exec::new(2).unwrap(), &folder.path().join("no weights.txt"), &hashed);
}

#[test]
fn edges_on_disk_as_in_memory_are_read_in_any_order() {
    let folder = tempfile::tempdir().unwrap();
    let exec = Exec::new(2).unwrap();
    let numbers = Names::Listed((0..5_000).map(|i| 3 * i + 7).collect());
    let texts = Names::Text((0..5_000).map(|i| format!("node {i:04}")).collect());
    for len in [0_u64, 1, 87_381, 87_382, 300_000] {
        let edge =
            |i: u64| Edge::new((mix(i) % 5_000) as u32, (mix(i + 1) % 5_000) as u32, mix(i + 2) as i32);
        let list = EdgeList::new(5_000, (0..len).map(edge).collect()).unwrap();
        let lists: [AnyEdgeList; 5] = [
            list.clone().into(),
            list.map(|_, edge| f64::from(edge.weight) / 3.0).unwrap().into(),
            list.map(|_, edge| edge.weight.unsigned_abs()).unwrap().into(),
            list.map(|_, edge| edge.weight as f32).unwrap().into(),
            list.map(|_, _| ()).unwrap().into(),
        ];
        for (i, list) in lists.iter().enumerate() {
            let names = if (len + i as u64).is_multiple_of(2) { &numbers } else { &texts };
            let path = folder.path().join(format!("{len}-{i}.bsg"));
            io::write(&exec, &path, list, names, &WriteOptions::default()).unwrap();
            let found = agrees(&exec, &path, &ReadOptions::default());
            let (_, backwards) =
                io::stream(&exec, &path, &ReadOptions::default(), Backwards::default()).unwrap();
            assert!(found.edges == backwards.0.edges);
            let packed = folder.path().join(format!("{len}-{i}.bsg.gz"));
            io::write(&exec, &packed, list, names, &WriteOptions::default()).unwrap();
            agrees(&exec, &packed, &ReadOptions::default());
            agrees(&exec, &packed, &ReadOptions { unweighted: Some(Unweighted::Hash), ..Default::default() });
        }
        let path = folder.path().join(format!("{len}.bin"));
        io::write(&exec, &path, &lists[2], &Names::Offset(0), &WriteOptions::default()).unwrap();
        agrees(&exec, &path, &ReadOptions::default());
    }
}

#[test]
fn other_formats_and_small_files_arrive_too() {
    let folder = tempfile::tempdir().unwrap();
    let exec = Exec::new(2).unwrap();
    for (name, content) in [
        ("a.gr", "p sp 3 4\na 1 2 5\na 2 1 5\na 2 3 7\na 3 2 7\n"),
        ("a.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 0.5\n3 1 2\n"),
        ("a.csv", "source,target,weight\nRome,Bonn,7\nBonn,Oslo,2\n"),
        ("bip.txt", "% bip weighted\n1 1 5\n2 1 3\n1 2 4\n"),
        ("one.txt", "5 5\n"),
        ("none.txt", "# nothing\n"),
        ("a.graph", "3 2\n2 3\n1\n1\n"),
        ("numbered.txt", "1 1 2\n2 1 3\n3 2 3\n4 3 4\n"),
        ("times.txt", "1 2 1082040961\n3 4 1082155839\n1 4 1082414391\n"),
        ("zeros.txt", "1 2 7\n2 3 4\n0 0 0\n"),
        ("header.csv", "a,b,c\n1,2,3\n"),
        ("kept.csv", "source,target,weight,id\n7,9,7,4\n9,3,2,8\n"),
    ] {
        agrees(&exec, &text(folder.path(), name, content), &ReadOptions::default());
    }
    let late = folder.path().join("late.csv");
    std::fs::write(
        &late,
        "source,target,weight\n7,9,7\n".to_owned() + &"1,2,3\n".repeat(90_000) + "9,Oslo,2\n",
    )
    .unwrap();
    let error = io::stream(&exec, &late, &ReadOptions::default(), Collect::default()).unwrap_err();
    assert!(
        error.to_string().contains("expected numbers as the names of all nodes, found a text"),
        "{error}"
    );
}

#[test]
fn tables_matrices_and_arcs_that_are_kept_arrive_in_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let rows = |form: fn(u64, u64, u64) -> String| -> String {
        (1..90_000).map(|i| form(mix(i) % 700 + 1, mix(i + 1) % 700 + 1, mix(i + 2) % 900)).collect()
    };
    let keep = ReadOptions { arcs: ArcPolicy::Keep, ..ReadOptions::default() };
    let hashed = ReadOptions { unweighted: Some(Unweighted::Hash), ..ReadOptions::default() };
    let symmetric = "%%MatrixMarket matrix coordinate integer symmetric\n700 700 89999\n";
    let pattern = "%%MatrixMarket matrix coordinate pattern symmetric\n700 700 89999\n";
    let general = "%%MatrixMarket matrix coordinate real general\n700 700 89999\n";
    for (name, head, form, options) in [
        (
            "a.csv",
            "from;to;length\n",
            (|u, v, w| format!("{u};{v};{w}\n")) as fn(u64, u64, u64) -> String,
            &keep,
        ),
        ("b.csv", "from,to,length\n", |u, v, w| format!("{u},{v},{w}.5\n"), &keep),
        ("c.csv", "from,to\n", |u, v, _| format!("{},{}\n", u << 40, v << 40), &hashed),
        ("a.mtx", symmetric, |u, v, w| format!("{} {} {w}\n", u.max(v), u.min(v)), &hashed),
        ("b.mtx", pattern, |u, v, _| format!("{} {}\n", u.max(v), u.min(v)), &hashed),
        ("c.mtx", general, |u, v, w| format!("{u} {v} {w}.5\n"), &keep),
        ("a.gr", "p sp 800 89999\n", |u, v, w| format!("a {u} {v} {w}\n"), &keep),
        ("b.gr", "", |u, v, w| format!("a {u} {v} {w}\n"), &keep),
    ] {
        let path = text(folder.path(), name, &(head.to_owned() + &rows(form)));
        for threads in [1, 2] {
            let found = agrees(&Exec::new(threads).unwrap(), &path, options);
            assert!(found.blocks > 1, "{name}");
        }
    }
}

#[test]
fn errors_are_those_of_a_graph_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let exec = Exec::new(2).unwrap();
    let same = |path: &Path| {
        let whole = io::read(&exec, path, &ReadOptions::default()).unwrap_err().to_string();
        let stream = io::stream(&exec, path, &ReadOptions::default(), Collect::default());
        assert_eq!(stream.err().unwrap().to_string(), whole);
    };
    same(&text(folder.path(), "a.txt", "1 2 3\n2 many 1\n"));
    same(&text(folder.path(), "b.txt", &("1 2 9007199254740993\n".to_owned() + &"1 2 0.5\n".repeat(60_000))));
    let path = folder.path().join("c.bin");
    let mut bytes = [3_u64, 2].map(u64::to_le_bytes).concat();
    bytes.extend([0_u32, 1, 5, 1, 3, 5].map(u32::to_le_bytes).concat());
    File::create(&path).unwrap().write_all(&bytes).unwrap();
    same(&path);
    bytes.pop();
    File::create(&path).unwrap().write_all(&bytes).unwrap();
    same(&path);
    same(&folder.path().join("none.txt"));
}

#[test]
fn names_that_follow_the_edges_of_a_stream_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let exec = Exec::new(2).unwrap();
    let (path, packed) = (folder.path().join("a.bsg"), folder.path().join("b.bsg.gz"));
    let list: AnyEdgeList = EdgeList::from_triples(3, [(0, 1, 7_u32), (1, 2, 5)]).unwrap().into();
    let names = Names::Text(["a", "bc", "ø"].into_iter().collect());
    io::write(&exec, &path, &list, &names, &WriteOptions::default()).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let stream = |bytes: &[u8]| {
        let mut encoder = GzEncoder::new(File::create(&packed).unwrap(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap();
        io::stream(&exec, &packed, &ReadOptions::default(), Collect::default())
    };
    assert_eq!(stream(&whole).unwrap().0.input.names, names);
    for len in 8..whole.len() {
        assert!(stream(&whole[..len]).is_err(), "{len} bytes");
    }
    assert!(stream(&[&whole[..], b"\n"].concat()).is_err());
    for at in whole.len() - 5..whole.len() {
        let mut other = whole.clone();
        other[at] = 0xff;
        std::fs::write(&path, &other).unwrap();
        let expected = io::read(&exec, &path, &ReadOptions::default()).unwrap_err().to_string();
        let found = stream(&other).expect_err("names that are not UTF-8 are refused").to_string();
        assert_eq!(found.replace("b.bsg.gz", "a.bsg"), expected);
    }
}
