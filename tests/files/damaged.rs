//! Compressed files that are cut or damaged, and streams that never end.

use std::fs;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use boscage::exec::Exec;
use boscage::io::{Compression, Output, ReadOptions, read_bytes, read_stream};

use crate::opening::{TRIANGLE, every_way, gzip, refused, triangle};

#[test]
fn a_gzip_cut_anywhere_is_an_error() {
    let members = [&TRIANGLE[..20], &TRIANGLE[20..40], &TRIANGLE[40..]].map(gzip).concat();
    assert_eq!(every_way("t.gr.gz", &members, &ReadOptions::default()).unwrap().list, triangle());
    for cut in 0..members.len() {
        // A cut between members leaves sound gzip data; then DIMACS misses arcs.
        every_way("t.gr.gz", &members[..cut], &ReadOptions::default()).unwrap_err();
    }
    let last = &members[..members.len() - 1];
    assert_eq!(refused("t.gr.gz", last), "t.gr.gz: cannot read: the gzip data ends early");
}

/// A checksum at the end of a block comes after what it is the checksum of, which may look like anything.
#[test]
fn damaged_data_is_not_called_an_unknown_format() {
    let folder = tempfile::tempdir().unwrap();
    let node = |i: u32| i.wrapping_mul(2_654_435_761) >> 20;
    let lines = (0..9000).map(|i| format!("{} {} {}\n", node(2 * i), node(2 * i + 1), node(i) % 100));
    let text = "# Nodes: 4096 Edges: 9000\n".to_owned() + &lines.collect::<String>();
    let path = folder.path().join("g.txt.bz2");
    let mut output = Output::create(&path, Some(Compression::Bzip2)).unwrap();
    output.write_all(text.as_bytes()).unwrap();
    output.finish().unwrap();
    let mut content = fs::read(&path).unwrap();
    for at in (10..content.len()).step_by(41) {
        content[at] ^= 1 << (at % 8);
        if let Err(error) = read_bytes(&Exec::current(), "c", &content, &ReadOptions::default()) {
            assert!(error.to_string().starts_with("c: cannot read: the bzip2 data "), "byte {at}: {error}");
        }
        content[at] ^= 1 << (at % 8);
    }
}

/// Bytes without end, of which it is counted how many are read.
struct Endless<'a> {
    beginning: &'a [u8],
    read: &'a AtomicUsize,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let at = self.read.fetch_add(buffer.len(), Ordering::Relaxed);
        let rest = self.beginning.get(at..).unwrap_or_default();
        let len = rest.len().min(buffer.len());
        buffer[..len].copy_from_slice(&rest[..len]);
        buffer[len..].fill(0);
        Ok(buffer.len())
    }
}

/// The content of a compressed file may be millions of times as long as the file.
#[test]
fn a_binary_stream_is_read_no_further_than_its_beginning_promises() {
    const HEAD: usize = 1 << 16;
    let words = |words: &[u64]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let beginnings = [
        ("zeros", words(&[])),
        ("galois", words(&[1, 4, 50_000, 3])),
        ("boscage", [b"boscage\0\x01\0\0\0\x02\0\0\0", &words(&[9, 20_000, 0, 0])[..]].concat()),
        ("edge array", words(&[9, 20_000])),
        ("ecl", words(&[30_000, 0, 0])),
        ("gap", [&[0_u8][..], &words(&[0, 30_000])].concat()),
        ("nothing", b"\xff\xfe\0\xfc\xff\xff\xff\xff".to_vec()),
    ];
    let names = ["g", "g.sgr", "g.bsg", "g.bin", "g.egr", "g.sg"];
    for ((of, beginning), name) in beginnings.iter().flat_map(|one| names.map(|name| (one, name))) {
        let read = AtomicUsize::new(0);
        let stream = Endless { beginning, read: &read };
        let error = read_stream(&Exec::current(), name, stream, &ReadOptions::default()).unwrap_err();
        let read = read.into_inner();
        // With other counts, the beginning of a GAP file is that of an ECL file.
        let most = if *of == "gap" { 62_000_000 } else { 2 * HEAD + 500_000 };
        assert!(read <= most, "{of} as {name}: {read} bytes, then {error}");
    }
}
