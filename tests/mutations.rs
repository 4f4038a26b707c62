//! Readers survive damaged files: valid samples with bytes flipped, cut out, doubled, spliced and
//! overwritten.
//!
//! In every case a reader returns a consistent graph or a one-line error, within the memory that the sample
//! justifies, and the same for a stream. `BOSCAGE_MUTATIONS=N` sets the number of mutations per reader; seeds
//! are fixed, so failures are reproducible.

use boscage::exec::Exec;
use boscage::graph::{EdgeListView, Node};
use boscage::io::{Format, Input, Names, ReadOptions, Unweighted, read_bytes, read_stream};
use boscage::random::{Draws, Random};
use boscage::{Error, memory, with_edge_list};

/// Mutations a reader where the environment does not say.
const MUTATIONS: u64 = 2_000;

/// No array may be larger: the samples have a few hundred bytes, and the largest buffers are those of the
/// streams.
const MEMORY: u64 = 16 << 20;

/// Draws by position in the samples.
struct Draw(Draws);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit as u64) as usize
    }

    fn range(&mut self, len: usize) -> std::ops::Range<usize> {
        let (a, b) = (self.below(len + 1), self.below(len + 1));
        a.min(b)..a.max(b)
    }
}

/// Numbers and words as they look if an earlier program went wrong.
const TOKENS: [&[u8]; 18] = [
    b"0",
    b"-1",
    b"1.5",
    b"1e999",
    b"nan",
    b"-inf",
    b"4294967294",
    b"4294967295",
    b"9223372036854775808",
    b"18446744073709551616",
    b"\n",
    b"\r\n",
    b"%",
    b"#",
    b"p sp 9 9\n",
    b"\xff\xff\xff\xff",
    b"\0\0\0\0\0\0\0\0",
    b"\xef\xbb\xbf",
];

fn mutate(samples: &[Vec<u8>], draw: &mut Draw) -> Vec<u8> {
    let mut bytes = samples[draw.below(samples.len())].clone();
    for _ in 0..=draw.below(2) * draw.below(4) {
        let at = draw.below(bytes.len() + 1);
        match draw.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << draw.below(8),
            1 if at < bytes.len() => bytes[at] = draw.below(256) as u8,
            2 if at < bytes.len() => bytes[at] = b"0123456789 \n-.%#acpe"[draw.below(20)],
            3 => bytes.truncate(at),
            4 => {
                let range = draw.range(bytes.len());
                bytes.drain(range);
            }
            5 => {
                let range = draw.range(bytes.len());
                let doubled = bytes[range].to_vec();
                bytes.splice(at..at, doubled);
            }
            6 => {
                let other = &samples[draw.below(samples.len())];
                let (from, to) = (draw.range(other.len()), draw.range(bytes.len()));
                bytes.splice(to, other[from].iter().copied());
            }
            _ => {
                let token = TOKENS[draw.below(TOKENS.len())];
                let end = (at + draw.below(2) * token.len()).min(bytes.len());
                bytes.splice(at..end, token.iter().copied());
            }
        }
    }
    bytes
}

/// Checks the graph that was read, and shows it in full.
fn show(result: Result<Input, Error>) -> Result<String, String> {
    match result {
        Ok(input) => {
            with_edge_list!(&input.list, list => {
                EdgeListView::new(list.node_count(), list.edges()).expect("ends in range, no NaN");
            });
            if let Names::Listed(names) = &input.names {
                assert_eq!(names.len(), input.list.node_count());
                assert!(names.is_sorted_by(|a, b| a < b));
            } else if let Some(last) = input.list.node_count().checked_sub(1) {
                let _ = input.names.name(Node::new(last));
            }
            Ok(format!("{:?} {:?} {} {:?}", input.names, input.arcs, input.is_directed, input.list))
        }
        Err(error @ Error::OutOfMemory { .. }) => panic!("memory that the bytes do not justify: {error}"),
        Err(error) => {
            let message = error.to_string();
            assert!(!message.contains('\n'), "{message}");
            Err(message)
        }
    }
}

/// Damages the samples of a format again and again; weights that are missing stay missing, or are made up.
fn survives(format: impl Into<Option<Format>>, samples: &[&[u8]]) {
    let format = format.into();
    for unweighted in [None, Some(Unweighted::Hash)] {
        survives_with(ReadOptions { format, unweighted, ..ReadOptions::default() }, samples);
    }
}

fn survives_with(options: ReadOptions, samples: &[&[u8]]) {
    let format = options.format;
    memory::set_limit(Some(MEMORY));
    let samples: Vec<Vec<u8>> = samples.iter().map(|sample| sample.to_vec()).collect();
    for sample in &samples {
        show(read_bytes(&Exec::current(), "sample", sample, &options)).expect("the sample is valid");
    }
    let mutations = match std::env::var("BOSCAGE_MUTATIONS") {
        Ok(number) => number.parse().expect("BOSCAGE_MUTATIONS is a number"),
        Err(_) => MUTATIONS,
    };
    let mut read = 0_u64;
    for seed in 0..mutations {
        let bytes = mutate(&samples, &mut Draw(Random::new(seed, 0).item(0)));
        let outcome = std::panic::catch_unwind(|| {
            let from_memory = show(read_bytes(&Exec::current(), "sample", &bytes, &options));
            let from_stream = show(read_stream(&Exec::current(), "sample", &bytes[..], &options));
            match (&from_memory, &from_stream) {
                // How much a decoder hands out before it finds the damage depends on the buffers.
                (Err(_), Err(_)) if format.is_none() => {}
                (memory, stream) => assert_eq!(memory, stream),
            }
            from_memory.is_ok()
        });
        match outcome {
            Ok(valid) => read += u64::from(valid),
            Err(_) => panic!("{format:?}, mutation {seed}: {:?}", String::from_utf8_lossy(&bytes)),
        }
    }
    // Mutations that all fail, or all pass, test little.
    assert!(
        (mutations / 100..mutations - mutations / 100).contains(&read),
        "{read} of {mutations} are valid"
    );
}

#[test]
fn dimacs() {
    survives(
        Format::Dimacs,
        &[
            b"c x\np sp 12 6\na 1 12 837\na 12 1 837\na 3 2 -4\n\na 5 5 0.5\na 2 3 17\na 3 2 17\n",
            b"a 7 4294967296 8\r\na 9 7 10\r\nc x\r\na 7 9 10\r\n",
            b"p edge 4 3\nn 1 2\ne 1 2\ne 2 1\ne 4 3\n",
            b"a 0 1 5\na 1 0 5\na 2 1 3\na 1 2 3\na 0 2 18446744073709551615\na 2 0 18446744073709551615\n",
        ],
    );
}

#[test]
fn edge_list() {
    survives(
        Format::EdgeList,
        &[
            b"# x\n3466\t937\n\n12 3466\n12 12\n7 18446744073709551615\n",
            b"1,2,5\n2,30,-7\n30,1,5\n0,3,4\n",
            b"% sym\n1 2 0.25 1082008561\n3 1 inf 1082008562\n",
            b"0 1\n1 2\n2 3\n3 0\n",
            b"# Directed graph: x\n# Nodes: 2\n5 3\n3 5\n",
        ],
    );
}

#[test]
fn matrix_market() {
    survives(
        Format::MatrixMarket,
        &[
            b"%%MatrixMarket matrix coordinate integer general\n% x\n3 3 4\n1 2 5\n2 1 5\n3 3 -1\n1 3 9\n",
            b"%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 .5\n3 1 -1e-3\n",
            b"%%MatrixMarket matrix coordinate pattern skew-symmetric\n3 3 2\n2 1\n3 1\n",
            b"%%MatrixMarket matrix array real symmetric\n3 3\n1\n.25\n0\n4 5\n6\n",
            b"%%MatrixMarket matrix array integer general\n2 2\n1\n7\n7\n0\n",
        ],
    );
}

#[test]
fn metis() {
    survives(
        Format::Metis,
        &[
            b"% x\n4 2 1\n2 5 3 7\n1 5\n1 7\n\n",
            b"5 6\n2 3\n1 3 5\n1 2 4 5\n3\n2 3\n",
            b"3 2 111 2\n9 8 7 2 5\n9 8 7 1 5 3 6\n1 1 1 2 6\n",
        ],
    );
}

#[test]
fn pbbs_adjacency() {
    survives(
        Format::PbbsAdjacency,
        &[
            b"AdjacencyGraph\n3\n4\n0\n1\n3\n1\n0\n2\n1\n",
            b"WeightedAdjacencyGraph 3 4 0 1 3 1 0 2 1 123456 123456 -6.125 -6.125e0",
            b"AdjacencyGraph\r\n4\r\n2\r\n0 0 1 1\r\n2 1",
        ],
    );
}

#[test]
fn pbbs_edges() {
    survives(
        Format::PbbsEdges,
        &[b"EdgeArray\n0 1\n1 2\n3 3\n2 0\n", b"WeightedEdgeArray\n0 1 0.5\n2 1 7\n7 0 -3\n"],
    );
}

/// Runs of little-endian words, each of one width.
fn words(runs: &[(usize, &[u64])]) -> Vec<u8> {
    let bytes = |&(width, words): &(usize, &[u64])| {
        words.iter().flat_map(|word| word.to_le_bytes()[..width].to_vec()).collect::<Vec<u8>>()
    };
    runs.iter().flat_map(bytes).collect()
}

#[test]
fn galois() {
    let ends = &[1, 3, 5];
    let targets = &[1, 0, 2, 1, 2];
    let weights = &[7, 7, 9, 9, 5];
    let samples = [
        words(&[(8, &[1, 4, 3, 5]), (8, ends), (4, targets), (4, &[0]), (4, weights)]),
        words(&[(8, &[1, 8, 3, 5]), (8, ends), (4, targets), (4, &[0]), (8, weights)]),
        words(&[(8, &[2, 4, 3, 5]), (8, ends), (8, targets), (4, weights)]),
        words(&[(8, &[2, 0, 3, 5]), (8, ends), (8, targets)]),
    ];
    survives(Format::Galois, &samples.each_ref().map(Vec::as_slice));
}

#[test]
fn ecl() {
    let ends = &[0, 1, 3, 5];
    let targets = &[1, 0, 2, 1, 2];
    let weights = &[7, 7, u64::MAX, u64::MAX, 5];
    let samples = [4, 8].map(|width| words(&[(width, &[3, 5]), (width, ends), (4, targets), (4, weights)]));
    survives(Format::Ecl, &samples.each_ref().map(Vec::as_slice));
}

#[test]
fn gap() {
    let header = |is_directed, arcs: u64| [(1, vec![is_directed]), (8, vec![arcs, 3])];
    let sample = |is_directed, ends: [u64; 4], arcs: &[u64], weighted| {
        let count = if weighted { arcs.len() / 2 } else { arcs.len() };
        let rows = [(8, ends.to_vec()), (4, arcs.to_vec())];
        let again = rows.clone().into_iter().filter(|_| is_directed == 1);
        let runs: Vec<_> =
            header(is_directed, count as u64).into_iter().chain(rows.clone()).chain(again).collect();
        words(&runs.iter().map(|(width, run)| (*width, &run[..])).collect::<Vec<_>>())
    };
    let samples = [
        sample(0, [0, 1, 3, 5], &[1, 0, 2, 1, 2], false),
        sample(0, [0, 1, 3, 5], &[1, 7, 0, 7, 2, u64::MAX, 1, u64::MAX, 2, 5], true),
        sample(1, [0, 2, 2, 3], &[1, 2, 1], false),
        sample(1, [0, 2, 2, 3], &[1, 7, 2, 9, 1, 5], true),
    ];
    survives(Format::Gap, &samples.each_ref().map(Vec::as_slice));
}

#[test]
fn edge_array() {
    let samples = [
        words(&[(8, &[5, 3]), (4, &[0, 1, 7, 2, 2, 9, 1, 4, u64::MAX])]),
        words(&[(8, &[u64::from(u32::MAX - 1), 1]), (4, &[0, 70_000, 1])]),
        words(&[(8, &[9, 0])]),
    ];
    survives(Format::EdgeArray, &samples.each_ref().map(Vec::as_slice));
}

/// One sample of each type of weights, one without, one without of the first edition; directed ones.
#[test]
fn boscage() {
    let [ones, i32, u32, i64, u64, f32, f64, none] = [0, 1, 2, 3, 4, 5, 6, 7];
    let directed = |weights: u64| weights | 1 << 8;
    let header = |weights: u64, counts: [u64; 4]| {
        [&b"boscage\0"[..], &words(&[(4, &[1, weights]), (8, &counts)])].concat()
    };
    let small = |weights, all: [u64; 3]| {
        let edges = [0, 1, all[0], 2, 2, all[1], 1, 4, all[2]];
        [header(weights, [5, 3, 0, 1]), words(&[(4, &edges)])].concat()
    };
    let wide = |weights, all: [u64; 2]| {
        let runs: [(usize, &[u64]); 5] =
            [(8, &[3, 70, u64::MAX]), (4, &[0, 2]), (8, &[all[0]]), (4, &[1, 1]), (8, &[all[1]])];
        [header(weights, [3, 2, 3, 0]), words(&runs)].concat()
    };
    let samples = [
        small(ones, [1, 1, 1]),
        [header(directed(none), [5, 3, 0, 1]), words(&[(4, &[0, 1, 2, 2, 1, 4])])].concat(),
        [header(none, [3, 2, 3, 0]), words(&[(8, &[3, 70, u64::MAX]), (4, &[0, 2, 1, 1])])].concat(),
        small(directed(f32), [7, 7, 0]),
        small(i32, [7, u64::MAX, 0]),
        small(u32, [7, u64::MAX, 0]),
        wide(i64, [7, u64::MAX]),
        wide(u64, [7, u64::MAX]),
        small(f32, [f32::INFINITY, -0.0, 1.5].map(|weight| weight.to_bits().into())),
        wide(f64, [f64::NEG_INFINITY, 1.5].map(f64::to_bits)),
        header(u32, [9, 0, 0, u64::MAX - 8]),
    ];
    survives(Format::Boscage, &samples.each_ref().map(Vec::as_slice));
}

#[test]
fn numpy() {
    let array = |descr: &str, shape: &str, values: &[u8]| {
        let header = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}\n");
        let len = (header.len() as u16).to_le_bytes();
        [b"\x93NUMPY\x01\x00", &len[..], header.as_bytes(), values].concat()
    };
    let samples = [
        array("'<i4'", "(2, 3)", &words(&[(4, &[1, 2, 7, 2, 9, 8])])),
        array("'>u2'", "(2, 2)", &[0, 1, 0, 2, 0, 2, 0, 3]),
        array("'<f4'", "(4, 4)", &words(&[(4, &[0, 1_069_547_520, 0, 0]), (4, &[0; 12])])),
        array("[('u', '<u4'), ('v', '<u4'), ('w', '|i1')]", "(1,)", &[1, 0, 0, 0, 2, 0, 0, 0, 0xff]),
    ];
    survives(Format::Numpy, &samples.each_ref().map(Vec::as_slice));
}

#[test]
fn graphml() {
    survives(
        Format::GraphMl,
        &[
            b"<graphml><key id='w' attr.name='weight' attr.type='int'/><graph edgedefault='directed'>\n\
              <node id='n0'/><node id='n&#49;'/><edge source='n0' target='n1'><data key='w'>7</data></edge>\n\
              </graph></graphml>",
            b"<graphml><key id='x' for='node' attr.name='x'/><key id='y' for='node' attr.name='y'/>\n\
              <graph edgedefault='undirected'><edge source='1' target='2'/><node id='1'/>\n\
              <node id='2'><data key='x'>24.9</data><data key='y'>60.1</data></node></graph></graphml>",
        ],
    );
}

/// Damaged data that still decompress, as a whole, are rare: checksums see to it.
#[test]
fn compressed() {
    use std::io::Write;
    let text = b"p sp 12 6\na 1 12 837\na 12 1 837\na 3 2 -4\n\na 5 5 0.5\na 2 3 17\na 3 2 17\n";
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    let options = lzma_rust2::XzOptions::with_preset(0);
    let mut xz = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    let encoders: [&mut dyn Write; 3] = [&mut gzip, &mut bzip2, &mut xz];
    encoders.into_iter().for_each(|encoder| encoder.write_all(text).unwrap());
    let zstd = ruzstd::encoding::compress_to_vec(&text[..], ruzstd::encoding::CompressionLevel::Fastest);
    let compressed = [gzip.finish().unwrap(), zstd, bzip2.finish().unwrap(), xz.finish().unwrap()];
    for sample in &compressed {
        // Zeros behind the data are padding to gzip and xz, so some damage leaves them valid.
        survives(None, &[sample, text]);
    }
}
