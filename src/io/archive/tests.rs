//! Tests of archives in every layout, of the choice among members, and of damaged archives.

use std::path::Path;

use super::choice::Rank;
use super::*;
use crate::{Opened, ReadOptions, read_bytes, read_stream};
use boscage_core::random::Random;
use tar::{Builder, EntryType, Header};

const EDGES: &[u8] = b"1 2 7\n2 3 5\n2 2 5\n";
const MATRIX: &[u8] = b"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 1\n";

fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for (name, content) in members {
        let mut header = Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        if name.ends_with('/') {
            header.set_entry_type(EntryType::Directory);
        }
        builder.append_data(&mut header, name, *content).unwrap();
    }
    builder.into_inner().unwrap()
}

/// The file, as a file of its own and as a stream: the number of edges and the format, or the message.
fn read_as(name: &str, bytes: &[u8]) -> Result<(usize, String), String> {
    let options = ReadOptions::default();
    let of = |read: Result<Input>| {
        let shown = |input: Input| {
            assert_eq!(input.path, Path::new(name));
            (input.list.edge_count(), input.format.to_string())
        };
        read.map(shown).map_err(|error| error.to_string())
    };
    let exec = Exec::current();
    let at_once = of(read_bytes(&exec, name, bytes, &options));
    let streamed = of(read_stream(&exec, name, bytes, &options));
    assert_eq!(at_once, streamed);
    at_once
}

fn read(members: &[(&str, &[u8])]) -> Result<(usize, String), String> {
    read_as("t.tar", &archive(members))
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gzip, bytes).unwrap();
    gzip.finish().unwrap()
}

#[test]
fn the_graph_is_chosen_by_its_name() {
    let matrix = Ok((2, "matrix-market".to_owned()));
    let edges = Ok((3, "edge-list".to_owned()));
    assert_eq!(
        read(&[("a/", b""), ("a/a_coord.mtx", b"x"), ("a/a.mtx", MATRIX), ("a/a_b.mtx", EDGES)]),
        matrix
    );
    assert_eq!(read(&[("./a/a.mtx", MATRIX), ("./a/a_b.mtx", b"1")]), matrix);
    assert_eq!(read(&[("b/README.b", b"text"), ("b/meta.b", b"k: v"), ("b/out.b", EDGES)]), edges);
    assert_eq!(read(&[("b/ent.b", b"x\0y"), ("b/out.b", EDGES), ("b/rel.b", b"\0")]), edges);
    assert_eq!(
        read(&[("graph.txt", EDGES), ("LICENSE", b"x"), (".hidden", b"x"), ("README.md", b"x")]),
        edges
    );
    assert_eq!(read(&[("._graph.txt", b"\0\x05"), ("__MACOSX/x", b"x"), ("x/graph.txt", EDGES)]), edges);
    assert_eq!(read(&[("a/a.mtx.gz", &gzip(MATRIX)), ("a/b.mtx", EDGES)]), matrix);
    let long = format!("{}/a.mtx", "folder/".repeat(40));
    assert_eq!(read(&[(&long, MATRIX)]), matrix);
}

#[test]
fn archives_are_decompressed_and_recognised_by_their_content() {
    let bytes = archive(&[("a/a.mtx", MATRIX), ("a/notes.txt", b"1 2\n")]);
    let want = Ok((2, "matrix-market".to_owned()));
    for name in ["t.tar", "t.tgz", "t.tar.gz", "t", "-"] {
        assert_eq!(read_as(name, &bytes), want, "{name}");
        assert_eq!(read_as(name, &gzip(&bytes)), want, "{name}");
    }
    let inner = archive(&[("a/a.mtx.gz", &gzip(MATRIX))]);
    assert_eq!(read_as("t.tgz", &gzip(&inner)), want);
    // Archives of before 1988 have no signature.
    let mut old = archive(&[("a.mtx", MATRIX)]);
    old[257..265].fill(0);
    let mut header = Header::from_byte_slice(&old[..512]).clone();
    header.set_cksum();
    old[..512].copy_from_slice(header.as_bytes());
    assert_eq!(read_as("t", &old), want);
}

#[test]
fn the_progress_is_that_of_the_graph() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.tar");
    std::fs::write(&path, archive(&[("README", &[b'x'; 5000]), ("a/a.txt", EDGES)])).unwrap();
    let opened = Opened::new(&path).unwrap();
    let progress = opened.progress();
    opened.read(&Exec::new(1).unwrap(), &ReadOptions::default()).unwrap();
    let size = EDGES.len() as u64;
    assert_eq!((progress.pass(), progress.bytes_read(), progress.bytes()), (1, size, Some(size)));
}

#[test]
fn errors_name_the_archive_and_the_member() {
    let wrong = read(&[("a/a.txt", b"1 2\n2 x\n"), ("b.txt", b"1 2\n")]).unwrap_err();
    assert!(wrong.starts_with("t.tar: a/a.txt:2: expected a node, found `x`"), "{wrong}");
    let files = [("a.txt", EDGES), ("b.txt", EDGES), ("README", b"x")];
    assert_eq!(
        read(&files).unwrap_err(),
        "t.tar: expected an archive of one graph, found 2 files that may be it: a.txt, b.txt (unpack it with \
         tar -xf FILE, and name the one that is the graph)"
    );
    let many: Vec<String> = (0..20).map(|i| format!("{i}/{i}.txt")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (&**name, EDGES)).collect();
    let error = read(&many).unwrap_err();
    assert!(error.contains("found 20 files that may be it: 0/0.txt, "), "{error}");
    assert!(error.contains(", 7/7.txt and 12 more (unpack"), "{error}");
    assert!(read(&[]).unwrap_err().starts_with("t.tar: expected a graph, found "));
    assert_eq!(read(&[("a/", b"")]).unwrap_err(), "t.tar: expected an archive of one graph, found no files");
    assert_eq!(
        read(&[("README", b"1 2\n")]).unwrap_err(),
        "t.tar: expected an archive of one graph, found only a text about it"
    );
    let nested = read(&[("a.tar", &archive(&[("a.txt", EDGES)]))]).unwrap_err();
    assert_eq!(
        nested,
        "t.tar: a.tar: expected a graph, found a tar archive (unpack it first, as with tar -xf)"
    );
    assert_eq!(read(&[("a.txt", b"")]).unwrap_err(), "t.tar: a.txt: expected a graph, found an empty file");
}

#[test]
fn archives_that_are_cut_or_damaged_are_errors() {
    let whole = archive(&[("a/a.txt", EDGES), ("README", b"x")]);
    let end = whole.len() - 1024;
    for cut in 512..=end {
        let error = read_as("t.tar", &whole[..cut]).unwrap_err();
        assert!(error.ends_with("cannot read: the tar archive ends early"), "{cut}: {error}");
    }
    // One block of zeros is enough.
    assert!(read_as("t.tar", &whole[..end + 512]).is_ok());
    let mut damaged = whole.clone();
    damaged[1024] ^= 1;
    assert_eq!(read_as("t.tar", &damaged).unwrap_err(), "t.tar: cannot read: the tar archive is damaged");
    let twice = [&whole[..], &whole[..]].concat();
    assert!(read_as("t.tar", &twice).unwrap_err().contains("followed by other data"));
    let zipped = gzip(&whole);
    for cut in 30..zipped.len() {
        assert_eq!(read_as("t", &zipped[..cut]).unwrap_err().rsplit(' ').next(), Some("early"), "{cut}");
    }
    // Sizes that no archive has.
    for size in [u64::MAX, 1 << 62, 1 << 33] {
        let mut header = Header::new_gnu();
        header.set_path("a.txt").unwrap();
        header.set_size(size);
        header.set_cksum();
        let bytes = [header.as_bytes(), EDGES].concat();
        assert!(read_as("t.tar", &bytes).unwrap_err().ends_with("ends early"), "{size}");
    }
}

#[test]
fn links_are_not_followed_and_records_are_believed() {
    let mut builder = Builder::new(Vec::new());
    let mut link = Header::new_gnu();
    link.set_entry_type(EntryType::Symlink);
    link.set_size(0);
    builder.append_link(&mut link, "a/a.txt", "/etc/passwd").unwrap();
    builder.append_pax_extensions([("path", &b"b/b.txt"[..]), ("size", b"18")]).unwrap();
    let mut header = Header::new_ustar();
    header.set_path("c").unwrap();
    header.set_size(0);
    header.set_cksum();
    let mut bytes = builder.into_inner().unwrap();
    bytes.truncate(bytes.len() - 1024);
    let content = [EDGES, &[0; 512 - 18], &[0; 1024]].concat();
    let bytes = [&bytes[..], header.as_bytes(), &content].concat();
    assert_eq!(read_as("t.tar", &bytes), Ok((3, "edge-list".to_owned())));
}

#[test]
fn ranks() {
    for (name, rank) in [
        ("a/a.mtx", Rank::Graph),
        ("x/a/a.tar.gz", Rank::Graph),
        ("a/a", Rank::Graph),
        ("a/out.b", Rank::Graph),
        ("out.b", Rank::Graph),
        ("out.", Rank::Perhaps),
        ("a/b.mtx", Rank::Perhaps),
        ("a/a.md", Rank::Other),
        ("a/Licence.txt", Rank::Other),
        ("a/.a.mtx", Rank::Other),
        (".git/a", Rank::Other),
        ("meta.a", Rank::Other),
        ("", Rank::Other),
        ("./", Rank::Other),
    ] {
        assert_eq!(Rank::of(name), rank, "{name}");
    }
}

/// A graph or an error for every archive; `BOSCAGE_MUTATIONS` sets their number.
#[test]
fn damaged_archives_are_read_or_refused() {
    let count =
        std::env::var("BOSCAGE_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000);
    let long = format!("{}/a.mtx", "folder/".repeat(40));
    let samples = [
        archive(&[("a/", b""), ("a/a.mtx", MATRIX), ("a/b.txt", EDGES)]),
        archive(&[(&long, MATRIX), ("README", b"x")]),
        archive(&[("a.gz", &gzip(EDGES))]),
    ];
    let mut draws = Random::new(7, 0).item(0);
    let mut below = |limit: usize| draws.below(limit as u64) as usize;
    for _ in 0..count {
        let mut bytes = samples[below(samples.len())].clone();
        for _ in 0..=below(3) {
            let at = below(bytes.len().min(3000));
            bytes[at] = below(256) as u8;
            if below(2) == 0 {
                // Otherwise, no header would be believed.
                let begin = at / 512 * 512;
                if let Some(block) = bytes.get_mut(begin..begin + 512) {
                    let mut header = Header::from_byte_slice(block).clone();
                    header.set_cksum();
                    block.copy_from_slice(header.as_bytes());
                }
            }
        }
        if below(4) == 0 {
            bytes.truncate(below(bytes.len()));
        }
        let _ = read_as("t.tar", &bytes);
    }
}
