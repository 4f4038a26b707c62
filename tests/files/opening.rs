//! Any path is read in its format, or refused with a message that says what it is and what to do.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeList};
use boscage::io::{
    Compression, Format, Input, Names, ReadOptions, WriteOptions, read, read_bytes, read_stream, write,
};

pub(crate) const TRIANGLE: &[u8] = b"p sp 3 6\na 1 2 5\na 2 1 5\na 2 3 3\na 3 2 3\na 3 1 4\na 1 3 4\n";

pub(crate) fn triangle() -> AnyEdgeList {
    EdgeList::from_triples(3, [(0, 1, 5_u32), (1, 2, 3), (2, 0, 4)]).unwrap().into()
}

pub(crate) fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

/// Gives out a byte at a time, and its end only once: a terminal would ask for more.
struct Trickle<'a> {
    rest: &'a [u8],
    has_ended: bool,
}

impl<'a> Trickle<'a> {
    fn new(rest: &'a [u8]) -> Self {
        Self { rest, has_ended: false }
    }
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        assert!(!self.has_ended, "read again after its end");
        let one = buffer.len().min(1);
        self.has_ended = one > 0 && self.rest.is_empty();
        self.rest.read(&mut buffer[..one])
    }
}

/// Reads a content as a file, from memory and as a stream, which must come to the same.
pub(crate) fn every_way(name: &str, content: &[u8], options: &ReadOptions) -> Result<Input, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    let shown = |error: boscage::Error| error.to_string();
    let file = read(&Exec::current(), &path, options)
        .map_err(|error| shown(error).replace(path.to_str().unwrap(), name));
    let others = [
        read_bytes(&Exec::current(), name, content, options).map_err(shown),
        read_stream(&Exec::current(), name, content, options).map_err(shown),
        read_stream(&Exec::current(), name, Trickle::new(content), options).map_err(shown),
    ];
    for other in others {
        match (&file, other) {
            (Ok(file), Ok(other)) => {
                assert_eq!((&file.list, &file.names), (&other.list, &other.names), "{name}");
                assert_eq!((file.format, file.bytes), (other.format, other.bytes), "{name}");
            }
            (Err(file), Err(other)) => assert_eq!(*file, other),
            (file, other) => panic!("{name}: {file:?} from the file, {other:?} otherwise"),
        }
    }
    file
}

/// The end of the message where no format fits.
const NONE_OF: &str = "(known formats are DIMACS, CSV, edge list, Matrix Market, METIS, PBBS, Galois, ECL, GAP, edge array, \
     Boscage, NumPy, GraphML, OpenStreetMap)";

pub(crate) fn refused(name: &str, content: &[u8]) -> String {
    every_way(name, content, &ReadOptions::default()).unwrap_err()
}

#[test]
fn what_cannot_be_opened_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |path: PathBuf| {
        let error = read(&Exec::current(), &path, &ReadOptions::default()).unwrap_err().to_string();
        error.replace(folder.path().to_str().unwrap(), "DIR")
    };
    assert_eq!(refused(folder.path().to_owned()), "DIR: cannot open: is a directory");
    assert_eq!(
        refused(folder.path().join("none.gr")),
        "DIR/none.gr: cannot open: No such file or directory (os error 2)"
    );
}

#[test]
fn what_is_no_graph_is_called_what_it_is() {
    assert_eq!(refused("e.gr", b""), "e.gr: expected a graph, found an empty file");
    assert_eq!(refused("e.gr.gz", &gzip(b"")), "e.gr.gz: expected a graph, found an empty file");
    assert_eq!(
        refused("photo.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        format!("photo.txt: expected a graph, found binary data of no known format {NONE_OF}")
    );
    assert_eq!(
        refused("twice.gr.gz", &gzip(&gzip(TRIANGLE))),
        "twice.gr.gz: expected a graph, found gzip data inside compressed data (decompress it once)"
    );
    let tar = [&b"graph/graph.mtx"[..], &[0; 242], b"ustar\x0000", &[0; 255]].concat();
    assert_eq!(refused("graph.tar.gz", &gzip(&tar)), "graph.tar.gz: cannot read: the tar archive is damaged");
    assert_eq!(
        refused("graph.zip", b"PK\x03\x04\x14\x00"),
        "graph.zip: expected a graph, found a zip archive (unpack it first, as with unzip)"
    );
    assert_eq!(
        refused("excel.txt", b"\xff\xfe1\x00 \x002\x00\n\x00"),
        "excel.txt: expected a graph, found UTF-16 text (convert it to UTF-8, as with iconv -f UTF-16 -t UTF-8)"
    );
    assert_eq!(
        refused("NY.gr", b"\n<!DOCTYPE html>\n<title>404</title>\n"),
        "NY.gr: expected a graph, found a page of HTML (download the file itself, not a page about it)"
    );
    assert_eq!(
        refused("mac.txt", b"1 2 5\r2 3 6\r"),
        "mac.txt: expected a graph, found text whose lines end with carriage returns alone \
         (convert its line ends, as with tr '\\r' '\\n')"
    );
    assert_eq!(
        refused("notes", b"\nDear reader,\n"),
        format!("notes: expected a graph, found text that begins `Dear reader,` {NONE_OF}")
    );
    assert_eq!(
        refused("blank", b" \n\n\t\n"),
        format!("blank: expected a graph, found only blanks {NONE_OF}")
    );
}

#[test]
fn a_binary_file_is_no_text_whatever_is_demanded() {
    for format in [Format::Dimacs, Format::EdgeList, Format::MatrixMarket, Format::Metis, Format::PbbsEdges] {
        let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
        assert_eq!(
            every_way("x", b"1 2\n3 4\n\0\0\0\0", &options).unwrap_err(),
            format!("x: expected a graph, found binary data of no known format {NONE_OF}")
        );
    }
}

#[test]
fn the_suffix_says_who_explains_what_fits_no_format() {
    assert!(refused("graph.gr", b"hello\n").starts_with("graph.gr:1: expected "));
    assert!(refused("graph.mtx", b"hello\n").starts_with("graph.mtx:1: expected `%%MatrixMarket`"));
    assert!(refused("graph.bin", &[0; 17]).starts_with("graph.bin: expected 16 bytes for 0 edges, found 17"));
    assert!(refused("graph.bsg", &[0; 17]).starts_with("graph.bsg: byte 0: expected a header of 48 bytes"));
    assert!(
        refused("graph.egr", &[0; 17]).starts_with("graph.egr: expected 12 bytes for 0 nodes and 0 arcs")
    );
}

#[test]
fn content_decides_and_the_suffix_only_where_content_does_not() {
    let format =
        |name: &str, content: &[u8]| every_way(name, content, &ReadOptions::default()).unwrap().format;
    for name in ["graph", "graph.gr", "graph.mtx", "graph.bin", "graph.gz"] {
        assert_eq!(format(name, TRIANGLE), Format::Dimacs);
        if name == "graph.mtx" {
            assert!(refused(name, b"7 8\n8 9\n").contains("the first line must be the banner"));
        } else {
            assert_eq!(format(name, b"7 8\n8 9\n"), Format::EdgeList);
        }
        assert_eq!(
            format(name, b"%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n"),
            Format::MatrixMarket
        );
        assert_eq!(format(name, b"AdjacencyGraph\n2\n2\n0\n1\n1\n0\n"), Format::PbbsAdjacency);
        assert_eq!(format(name, b"EdgeArray\n0 1\n"), Format::PbbsEdges);
        assert_eq!(format(name, &gzip(TRIANGLE)), Format::Dimacs);
    }
    // A triangle in METIS; three edges and a loop as a list.
    let either = b"3 3\n2 3\n1 3\n1 2\n";
    assert_eq!(format("graph", either), Format::Metis);
    assert_eq!(format("graph.graph", either), Format::Metis);
    assert_eq!(format("graph.txt", either), Format::EdgeList);
    let demand = ReadOptions { format: Some(Format::EdgeList), ..ReadOptions::default() };
    assert_eq!(every_way("graph.graph", either, &demand).unwrap().list.edge_count(), 4);
}

#[test]
fn binary_formats_are_told_by_their_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let all =
        [(Format::Galois, "sgr"), (Format::Gap, "wsg"), (Format::EdgeArray, "bin"), (Format::Boscage, "bsg")];
    for (format, suffix) in all {
        let path = folder.path().join("graph").with_extension(suffix);
        write(&Exec::current(), &path, &triangle(), &Names::Offset(0), &WriteOptions::default()).unwrap();
        let content = fs::read(&path).unwrap();
        for name in ["graph", "graph.txt", "graph.egr", "graph.bin", "graph.gr"] {
            for content in [content.clone(), gzip(&content)] {
                let input = every_way(name, &content, &ReadOptions::default()).unwrap();
                assert_eq!((input.format, input.list.edge_count()), (format, 3), "{name}");
            }
        }
    }
    // 2 nodes; 4 arcs; offsets 0, 1, 4; the arcs 0 -> 1, 1 -> 0, and two loops.
    let ecl: Vec<u8> = [2_u32, 4, 0, 1, 4, 1, 0, 1, 1].iter().flat_map(|word| word.to_le_bytes()).collect();
    for name in ["graph", "graph.txt", "graph.bin"] {
        let input = every_way(name, &ecl, &ReadOptions::default()).unwrap();
        assert_eq!((input.format, input.list.edge_count()), (Format::Ecl, 3));
    }
}

#[test]
fn a_reader_that_fails_is_quoted_wherever_it_fails() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is on fire"))
        }
    }
    let edges: Vec<u8> = (0..100_000).flat_map(|i| format!("{i} {}\n", i + 1).into_bytes()).collect();
    let binary = [&16_u64.to_le_bytes()[..], &(1_u64 << 20).to_le_bytes(), &[0; 12 << 20]].concat();
    for (content, cuts) in [
        (edges.clone(), [0, 1, 1 << 16, edges.len() - 5, edges.len()]),
        (gzip(&edges), [0, 1, 5, 1000, 100_000]),
        (binary.clone(), [0, 1, 16, 1 << 20, binary.len()]),
    ] {
        for cut in cuts {
            let stream = content[..cut].chain(Failing);
            let error = read_stream(&Exec::current(), "s.txt", stream, &ReadOptions::default()).unwrap_err();
            assert_eq!(error.to_string(), "s.txt: cannot read: the disk is on fire", "after {cut} bytes");
        }
    }
}

#[test]
fn the_end_of_a_stream_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph");
    let compressions = [Compression::Gzip, Compression::Bzip2, Compression::Xz, Compression::Zstd];
    for format in Format::written() {
        for compression in compressions.into_iter().map(Some).chain([None]) {
            let as_said = WriteOptions { format: Some(format), compression, ..WriteOptions::default() };
            write(&Exec::current(), &path, &triangle(), &Names::Offset(0), &as_said).unwrap();
            let content = fs::read(&path).unwrap();
            // `every_way` checks it, for what is refused too.
            every_way("graph", &content, &ReadOptions::default()).unwrap();
            let _ = every_way("graph", &content[..content.len() / 2], &ReadOptions::default());
        }
    }
}

#[test]
fn claims_of_a_header_cost_nothing() {
    let words = |words: [u64; 4]| -> Vec<u8> {
        let mut content: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        content.resize(100, 0);
        content
    };
    let text = |text: &str| format!("{text:<99}\n").into_bytes();
    let huge = 1_u64 << 63;
    let headers = [
        ("galois.gr", words([1, 4, 5, huge])),
        ("galois.gr", words([2, 8, huge, huge])),
        ("gap.sg", words([5 << 8, 5 << 8, huge >> 1, huge])),
        ("array.bin", words([5, huge, 0, 0])),
        ("ours.bsg", [&b"boscage\0\x01\0\0\0\x02\0\0\0"[..], &words([5, huge, huge, 0])[..84]].concat()),
        ("ecl.egr", words([u64::MAX >> 33 | (u64::MAX >> 33) << 32, 0, 0, 0])),
        ("ecl.egr", words([huge - 1, huge - 1, 0, 0])),
        ("dimacs.gr", text("p sp 5 9223372036854775808")),
        ("market.mtx", text("%%MatrixMarket matrix coordinate real general\n5 5 9223372036854775808")),
        ("metis.graph", text("5 9223372036854775808")),
        ("pbbs", text("AdjacencyGraph\n5\n9223372036854775808")),
    ];
    // The machine may be busy once, but not each time.
    let quick = (0..50).any(|_| {
        let start = std::time::Instant::now();
        for (name, content) in &headers {
            refused(name, content);
        }
        start.elapsed().as_millis() < 50 * 4 * headers.len() as u128
    });
    assert!(quick, "refusing takes 50 ms each");

    // Four billion nodes and no edge: fine where nodes are only counted, named bytes where each takes some.
    let nodes = 4_000_000_000_u64;
    let input = every_way("n.bin", &words([nodes, 0, 0, 0])[..16], &ReadOptions::default()).unwrap();
    assert_eq!(input.list.node_count(), nodes as usize);
    assert_eq!(
        refused("n.gr", &words([1, 0, nodes, 0])),
        "n.gr: expected 32000000032 bytes for 4000000000 nodes and 0 arcs with 0 bytes of data each, found 100 \
         (the file is cut short, or its header is wrong)"
    );
}

/// Set in the process that plays the program at the other end of a pipe.
const CHILD: &str = "BOSCAGE_TEST_READS_STDIN";

#[test]
fn the_standard_input_is_a_file_like_any() {
    if std::env::var_os(CHILD).is_some() {
        let shown = match read(&Exec::current(), Path::new("-"), &ReadOptions::default()) {
            Ok(input) => format!("{:?} of {} edges", input.format, input.list.edge_count()),
            Err(error) => error.to_string(),
        };
        println!("[{shown}]");
        return;
    }
    let of = |content: &[u8]| {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "opening::the_standard_input_is_a_file_like_any", "--nocapture"])
            .env(CHILD, "1")
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(content).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    assert!(of(TRIANGLE).contains("[Dimacs of 3 edges]"));
    assert!(of(&gzip(TRIANGLE)).contains("[Dimacs of 3 edges]"));
    assert!(of(b"").contains("[standard input: expected a graph, found an empty file]"));
}

#[test]
#[cfg(unix)]
fn a_named_pipe_is_read_as_it_comes() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let input = std::thread::scope(|scope| {
        scope.spawn(|| fs::write(&pipe, TRIANGLE).unwrap());
        read(&Exec::current(), &pipe, &ReadOptions::default()).unwrap()
    });
    assert_eq!(input.list, triangle());
}

#[test]
fn the_first_bytes_of_a_file_are_not_taken_for_text() {
    let folder = tempfile::tempdir().unwrap();
    let whole = |name: &str| {
        let path = folder.path().join(name);
        // As many nodes as it takes for the counts to have no byte that is zero before the fifth.
        let graph = EdgeList::from_triples(0x0101_0101, [(0, 1, 5_u32)]).unwrap();
        write(&Exec::current(), &path, &graph.into(), &Names::Offset(0), &WriteOptions::default()).unwrap();
        let mut content = vec![0; 24];
        fs::File::open(&path).unwrap().read_exact(&mut content).unwrap();
        content
    };
    for (name, header) in [
        ("g.bin", "a header of 16 bytes: nodes and edges"),
        ("g.bsg", "a header of 48 bytes that begins with `boscage`"),
    ] {
        let content = whole(name);
        for cut in 1..16 {
            let expected = format!("{name}: byte 0: expected {header}, found {cut} bytes in all");
            assert_eq!(refused(name, &content[..cut]), expected);
        }
    }
    let boscage = whole("g.bsg");
    for cut in 3..16 {
        assert!(refused("g", &boscage[..cut]).contains("begins with `boscage`, found "), "cut at {cut}");
    }
    let one = "expected a graph, found a file of one byte (check that the whole file was copied)";
    for (suffix, name) in [("gz", "gzip"), ("zst", "zstd"), ("bz2", "bzip2"), ("xz", "xz")] {
        let path = folder.path().join(format!("g.gr.{suffix}"));
        write(&Exec::current(), &path, &triangle(), &Names::Offset(0), &WriteOptions::default()).unwrap();
        let content = fs::read(&path).unwrap();
        assert_eq!(refused("c", &content[..1]), format!("c: {one}"));
        for cut in 2..16 {
            assert_eq!(refused("c", &content[..cut]), format!("c: cannot read: the {name} data ends early"));
        }
    }
    let controls = format!("c: expected a graph, found binary data of no known format {NONE_OF}");
    assert_eq!(refused("c", b"\x01\x02\x03"), controls);
}
