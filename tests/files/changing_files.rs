//! Files that another process changes before, while and after they are read. Nothing crashes, and a graph
//! that has been read does not change.
#![cfg(unix)]

use std::collections::HashSet;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use boscage::Error;
use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeList, Graph, Undirected};
use boscage::io::{Admit, Names, Opened, ReadOptions, WriteOptions, read, write};

const NODES: u32 = 500;

/// A graph of 2000 edges, each of which has a weight of its own.
fn graph(shift: u32) -> EdgeList<u32> {
    let edge = |i: u32| ((i * 7 + shift) % NODES, (i * i + 3 * shift) % NODES, i | shift << 16);
    EdgeList::from_triples(NODES as usize, (0..2000).map(edge)).unwrap()
}

/// The bytes of a graph as a file.
fn bytes(graph: &EdgeList<u32>, suffix: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph").with_extension(suffix);
    write(&Exec::current(), &path, &graph.clone().into(), &Names::Offset(0), &WriteOptions::default())
        .unwrap();
    fs::read(path).unwrap()
}

/// Writes over a file, not beside it.
fn overwrite(path: &Path, bytes: &[u8]) {
    File::options().write(true).open(path).unwrap().write_all_at(bytes, 0).unwrap();
}

/// Calls `change` again and again on another thread while `see` runs, even if that panics.
fn while_changing(mut change: impl FnMut() + Send, see: impl FnOnce()) {
    struct Stop<'a>(&'a AtomicBool);
    impl Drop for Stop<'_> {
        fn drop(&mut self) {
            self.0.store(true, Relaxed);
        }
    }
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Relaxed) {
                change();
            }
        });
        let _stop = Stop(&stop);
        see();
    });
}

#[test]
fn a_graph_does_not_depend_on_what_becomes_of_its_file() {
    let folder = tempfile::tempdir().unwrap();
    for suffix in ["bsg", "bin", "sgr", "gr", "txt", "gr.gz"] {
        let path = folder.path().join(format!("graph.{suffix}"));
        write(&Exec::current(), &path, &graph(0).into(), &Names::Offset(0), &WriteOptions::default())
            .unwrap();
        let input = read(&Exec::current(), &path, &ReadOptions::default()).unwrap();
        let before = input.clone();
        overwrite(&path, &vec![0xff; fs::metadata(&path).unwrap().len() as usize]);
        assert_eq!(input.list, before.list, "{suffix}");
        File::options().write(true).open(&path).unwrap().set_len(1).unwrap();
        assert_eq!(input.list, before.list, "{suffix}");
        if suffix != "sgr" {
            assert_eq!(input.list, graph(0).into(), "{suffix}");
        }
    }
}

/// One thread writes two graphs over each other, again and again, the second with ids that no graph has;
/// another reads the file and converts what it has read, in both directions. Each edge must come out as it
/// was read.
#[test]
fn a_file_that_is_rewritten_again_and_again_gives_sound_graphs_or_errors() {
    let folder = tempfile::tempdir().unwrap();
    for suffix in ["bsg", "bin"] {
        let path = folder.path().join("graph").with_extension(suffix);
        let contents = [0, 1].map(|shift| bytes(&graph(shift), suffix));
        let edges = contents[0].len() - 2000 * 12;
        let nonsense = [&contents[0][..edges], &[0xfe; 2000 * 12]].concat();
        fs::write(&path, &contents[0]).unwrap();
        let (mut sound, mut errors) = (0, HashSet::new());
        let change = || {
            for content in [&contents[1], &nonsense, &contents[0]] {
                overwrite(&path, content);
                // Long enough for a reader that notices changes.
                std::thread::sleep(Duration::from_micros(300));
            }
        };
        while_changing(change, || {
            while sound < 100 || errors.is_empty() {
                match read(&Exec::current(), &path, &ReadOptions::default()) {
                    Ok(input) => {
                        sound += 1;
                        let AnyEdgeList::U32(list) = input.list else { panic!("weights of 32 bits") };
                        let builder = Graph::<Undirected, _>::builder().with_ids();
                        let graph = builder.build(&Exec::current(), &list).unwrap();
                        let back = graph.to_edge_list(&Exec::current()).unwrap();
                        for (read, back) in list.edges().iter().zip(back.edges()) {
                            assert!(read.u.max(read.v).index() < NODES as usize, "{read:?}");
                            assert_eq!((back.u, back.v), (read.u.min(read.v), read.u.max(read.v)));
                            assert_eq!(back.weight, read.weight);
                        }
                    }
                    Err(error @ (Error::Io { .. } | Error::Parse { .. })) => {
                        errors.insert(error.to_string());
                    }
                    Err(error) => panic!("{error}"),
                }
            }
        });
    }
}

/// One thread cuts a file short and makes it whole again; another reads it until it has seen that.
#[test]
fn a_file_that_gets_shorter_while_it_is_read_is_an_error_that_says_so() {
    let folder = tempfile::tempdir().unwrap();
    for suffix in ["bsg", "sgr", "gr", "txt", "gr.gz"] {
        let path = folder.path().join(format!("graph.{suffix}"));
        write(&Exec::current(), &path, &graph(0).into(), &Names::Offset(0), &WriteOptions::default())
            .unwrap();
        let content = fs::read(&path).unwrap();
        let changed = |error: &Error| {
            let message = error.to_string();
            let of_file = message.starts_with(path.to_str().unwrap());
            of_file && message.contains("cannot read: the file changed while it was read")
        };
        let file = File::options().write(true).open(&path).unwrap();
        let change = || {
            file.set_len(content.len() as u64 / 3).unwrap();
            std::thread::yield_now();
            file.write_all_at(&content, 0).unwrap();
        };
        while_changing(change, || {
            while read(&Exec::current(), &path, &ReadOptions::default())
                .err()
                .is_none_or(|error| !changed(&error))
            {}
        });
    }
}

/// If a file was touched but kept its length, the error also names the fault in the file. If memory runs out,
/// the error names only that.
#[test]
fn a_file_that_is_touched_while_it_is_read_is_an_error_that_says_what_else_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.gr");
    let touching = |answer: fn() -> boscage::Result<()>| {
        let path = path.clone();
        let touch = move || File::open(&path).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
        let admit = Admit::new(move |_| {
            touch();
            answer()
        });
        ReadOptions { admit: Some(admit), ..ReadOptions::default() }
    };
    let failed = |content: &str, options: &ReadOptions| {
        fs::write(&path, content).unwrap();
        read(&Exec::current(), &path, options).unwrap_err().to_string()
    };
    let name = path.to_str().unwrap();
    let touched = format!("{name}: cannot read: the file changed while it was read");
    assert_eq!(failed("p sp 2 1\na 1 2 5\n", &touching(|| Ok(()))), touched);
    assert_eq!(
        failed("p sp 2 1\na 1 x 5\n", &touching(|| Ok(()))),
        format!("{touched}, or is wrong: {name}:2: expected a node in 1..=2, found `x`")
    );
    assert_eq!(failed("p sp 2 1\na 1 2 5\n", &touching(|| Err(Error::Cancelled))), "cancelled");
}

/// Files of the system may be shorter than they say, and are read to their end.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_is_shorter_than_it_says_is_read_as_it_is() {
    let path = Path::new("/sys/devices/system/cpu/online");
    let content = fs::read(path).unwrap();
    assert!(fs::metadata(path).unwrap().len() > content.len() as u64);
    assert_eq!(Opened::new(path).unwrap().content(&Exec::current(), |_, _| Ok(())).unwrap(), content);
    let error = read(&Exec::current(), path, &ReadOptions::default()).unwrap_err().to_string();
    assert!(!error.contains("changed"), "{error}");
}
