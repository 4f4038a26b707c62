//! Output is complete or not there at all, and a reader that stops early causes no error message.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use boscage::Error;
use boscage::exec::Exec;
use boscage::generate::Rmat;
use boscage::graph::{AnyEdgeList, EdgeList};
use boscage::io::{self, Compression, Format, Names, WriteOptions};

fn path_graph(edges: u32) -> AnyEdgeList {
    EdgeList::from_triples(edges as usize + 1, (0..edges).map(|i| (i, i + 1, i))).unwrap().into()
}

#[test]
#[cfg(unix)]
fn a_pipe_whose_reader_has_gone_is_told_apart_from_other_errors() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.gr");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let error = std::thread::scope(|scope| {
        scope.spawn(|| std::fs::File::open(&pipe).unwrap().read_exact(&mut [0; 10]).unwrap());
        io::write(&Exec::current(), &pipe, &path_graph(200_000), &Names::Offset(0), &WriteOptions::default())
            .unwrap_err()
    });
    assert!(error.is_broken_pipe(), "{error}");
    let missing = folder.path().join("none/graph.gr");
    let error =
        io::write(&Exec::current(), &missing, &path_graph(1), &Names::Offset(0), &WriteOptions::default())
            .unwrap_err();
    assert!(!error.is_broken_pipe());
}

#[test]
#[cfg(unix)]
fn files_may_have_more_edges_than_one_machine_can_read() {
    let edges = 5_000_000_007;
    let recipe = Rmat { scale: 20, edges, ..Rmat::default() }.recipe().unwrap();
    let mut first = Vec::new();
    recipe.append(0..1, &mut first);
    let first = [first[0].u.into(), first[0].v.into(), first[0].weight].map(u32::to_le_bytes).concat();
    let counts = [1 << 20, edges as u64].map(u64::to_le_bytes).concat();
    let folder = tempfile::tempdir().unwrap();
    for (name, before, after) in [("large.bsg", 16, 16), ("large.bin", 0, 0)] {
        let pipe = folder.path().join(name);
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        // The reader of the pipe has enough after the first edge.
        let mut bytes = vec![0; before + counts.len() + after + first.len()];
        let error = std::thread::scope(|scope| {
            scope.spawn(|| std::fs::File::open(&pipe).unwrap().read_exact(&mut bytes).unwrap());
            io::write_recipe(&Exec::current(), &pipe, &recipe, &WriteOptions::default()).unwrap_err()
        });
        assert!(error.is_broken_pipe(), "{error}");
        assert!(bytes[before..].starts_with(&counts) && bytes.ends_with(&first), "{name}: {bytes:?}");
    }
    let by_node =
        io::write_recipe(&Exec::current(), folder.path().join("large.sg"), &recipe, &WriteOptions::default());
    assert!(matches!(by_node, Err(Error::TooMany { count: 5_000_000_007, .. })), "{by_node:?}");
}

/// Set in the process whose output is looked at.
const CHILD: &str = "BOSCAGE_TEST_WRITES_STDOUT";

#[test]
fn the_standard_output_is_a_file_like_any() {
    let options = |format, compression| WriteOptions { format, compression, ..WriteOptions::default() };
    let write = |options: &WriteOptions| {
        io::write(&Exec::current(), Path::new("-"), &path_graph(2), &Names::Offset(7), options)
    };
    if let Some(compressed) = std::env::var_os(CHILD) {
        let compression = (compressed == "gzip").then_some(Compression::Gzip);
        write(&options(Some(Format::EdgeList), compression)).unwrap();
        return;
    }
    let error = write(&options(None, None)).unwrap_err().to_string();
    assert!(error.starts_with("standard output: its suffix stands for no format "), "{error}");
    let output = |compressed: &str| {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "writing::the_standard_output_is_a_file_like_any", "--nocapture", "--quiet"])
            .env(CHILD, compressed)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.wait_with_output().unwrap().stdout
    };
    let contains = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    let text = b"# Nodes: 3 Edges: 2\n7 8 0\n8 9 1\n";
    assert!(contains(&output("no"), text));
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text).unwrap();
    assert!(contains(&output("gzip"), &gzip.finish().unwrap()));
}
