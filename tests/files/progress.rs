//! The progress of reading: bytes of the file, up to its end, in every format and compression.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use boscage::exec::Exec;
use boscage::generate::{self, Style};
use boscage::graph::AnyEdgeList;
use boscage::io::{Format, Input, Names, Opened, ReadOptions, ReadProgress, WriteOptions, osm, write};

/// A graph of some hundred kilobytes in every format, without edges that some format cannot hold.
fn path() -> AnyEdgeList {
    generate::Path { nodes: 40_000, style: Style::default() }
        .recipe()
        .and_then(|recipe| recipe.make(&Exec::current()))
        .unwrap()
        .into()
}

/// Reads a file, while another thread checks that the bytes read do not decrease within a pass.
fn watched(path: &Path) -> (Input, ReadProgress) {
    let opened = Opened::new(path).unwrap();
    let (progress, ended) = (opened.progress(), AtomicBool::new(false));
    assert_eq!((progress.pass(), progress.bytes_read()), (1, 0));
    let input = thread::scope(|scope| {
        scope.spawn(|| {
            let (mut pass, mut read) = (1, 0);
            while !ended.load(Relaxed) {
                let (before, now, after) = (progress.pass(), progress.bytes_read(), progress.pass());
                if before == after {
                    assert!(before > pass || now >= read, "{now} bytes after {read}");
                    (pass, read) = (before, now);
                }
                thread::sleep(Duration::from_micros(100));
            }
        });
        let input = opened.read(&Exec::new(2).unwrap(), &ReadOptions::default());
        ended.store(true, Relaxed);
        input
    });
    (input.unwrap(), progress)
}

#[test]
fn every_file_is_counted_to_its_end() {
    let (folder, graph) = (tempfile::tempdir().unwrap(), path());
    for format in Format::written() {
        for compression in ["", ".gz", ".zst", ".bz2", ".xz"] {
            let suffix = if format == Format::Gap { "wsg" } else { format.suffixes()[0] };
            let path = folder.path().join(format!("graph.{suffix}{compression}"));
            let options = WriteOptions { format: Some(format), ..WriteOptions::default() };
            write(&Exec::current(), &path, &graph, &Names::Offset(0), &options).unwrap();
            let (input, progress) = watched(&path);
            assert_eq!((input.format, input.list.edge_count()), (format, graph.edge_count()));
            let size = fs::metadata(&path).unwrap().len();
            let counted = (progress.pass(), progress.bytes_read(), progress.bytes());
            assert_eq!(counted, (1, size, Some(size)), "{}", path.display());
        }
    }
}

#[test]
fn extracts_are_read_in_two_passes() {
    let (folder, graph) = (tempfile::tempdir().unwrap(), path());
    let extract = folder.path().join("path.osm.pbf");
    let places: Vec<_> = (0..graph.node_count()).map(|node| [node as f64 * 1e-3, 50.0]).collect();
    osm::write_pbf(&Exec::current(), &extract, &graph, &places, None).unwrap();
    let (_, progress) = watched(&extract);
    let [of_nodes, size] = [progress.bytes().unwrap(), fs::metadata(&extract).unwrap().len()];
    assert_eq!((progress.pass(), progress.bytes_read()), (2, of_nodes));
    assert!((size / 10..size).contains(&of_nodes), "{of_nodes} of {size} bytes");

    let xml = folder.path().join("two.osm");
    let way = "<way id=\"7\"><nd ref=\"1\"/><nd ref=\"2\"/><tag k=\"highway\" v=\"residential\"/></way>";
    let nodes = "<node id=\"1\" lat=\"0\" lon=\"0\"/><node id=\"2\" lat=\"0\" lon=\"1\"/>";
    fs::write(&xml, format!("<osm version=\"0.6\">{nodes}{way}</osm>")).unwrap();
    let (_, progress) = watched(&xml);
    let size = fs::metadata(&xml).unwrap().len();
    assert_eq!((progress.pass(), progress.bytes()), (2, Some(size)));
}

#[test]
fn a_table_is_read_again_if_a_quoted_cell_has_lines() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table.csv");
    fs::write(&table, "source,target,weight\na,\"two\nlines\",5\n".to_owned() + &"a,b,7\n".repeat(100_000))
        .unwrap();
    let (input, progress) = watched(&table);
    let size = fs::metadata(&table).unwrap().len();
    assert_eq!((progress.pass(), progress.bytes_read(), progress.bytes()), (2, size, Some(size)));
    assert_eq!(input.list.edge_count(), 100_001);
}

#[test]
#[cfg(unix)]
fn streams_have_no_size() {
    let opened = Opened::new(Path::new("/dev/null")).unwrap();
    let progress = opened.progress();
    opened.read(&Exec::current(), &ReadOptions::default()).unwrap_err();
    assert_eq!((progress.bytes_read(), progress.bytes()), (0, None));
}
