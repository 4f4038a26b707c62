//! Tests of the `.bsg` format: every field, every truncation, every message.

use super::*;
use crate::bytes::RandomAccess;
use crate::{ArcPolicy, Input, ReadOptions, Unweighted, WriteOptions};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, EdgeList, Node};

/// Three nodes called 4, 7 and 2^64 - 1; a loop, two parallel edges.
fn sample<E: FileData>(data: [E; 3]) -> (AnyEdgeList, Names) {
    let [a, b, c] = data;
    let list = EdgeList::from_triples(3, [(0, 2, a), (1, 1, b), (2, 0, c)]).unwrap();
    (list.into(), Names::Listed(vec![4, 7, u64::MAX]))
}

fn samples() -> [(AnyEdgeList, Names); 8] {
    [
        sample([i32::MIN, 0, i32::MAX]),
        sample([0_u32, 9, u32::MAX]),
        sample([i64::MIN, 0, i64::MAX]),
        sample([0_u64, 9, u64::MAX]),
        sample([f32::NEG_INFINITY, 1e-45, 0.1]),
        sample([f64::NEG_INFINITY, 5e-324, 0.1]),
        (EdgeList::<u32>::with_nodes(4_000_000_000).unwrap().into(), Names::Offset(1 << 63)),
        sample([(); 3]),
    ]
}

fn written((graph, names): &(AnyEdgeList, Names), options: &WriteOptions) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.bsg");
    crate::write(&Exec::current(), &path, graph, names, options).unwrap();
    std::fs::read(path).unwrap()
}

fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<Input, String> {
    let exec = Exec::current();
    let file = Binary::new(&exec, "t.bsg", RandomAccess::of_bytes(bytes)).unwrap();
    super::read(&file, options).map_err(|error| error.to_string())
}

fn read(bytes: &[u8]) -> Result<Input, String> {
    read_with(bytes, &ReadOptions::default())
}

#[test]
fn graphs_of_every_type_are_read_as_written() {
    for (sample, is_directed) in samples().iter().flat_map(|sample| [(sample, false), (sample, true)]) {
        let bytes = written(sample, &WriteOptions { is_directed, ..WriteOptions::default() });
        let input = read(&bytes).unwrap();
        assert_eq!((&input.list, &input.names), (&sample.0, &sample.1));
        let is_weighted = sample.0.weight_bytes() > 0;
        assert_eq!((input.weighted, input.bytes), (is_weighted, bytes.len() as u64));
        assert_eq!(input.is_directed, is_directed);
    }
}

/// A file, word for word: bytes 12 to 15, and the edges of [`sample`] with these words after their ends.
fn words<const N: usize>(kind: [u8; 4], weights: [[u32; N]; 3]) -> Vec<u8> {
    let mut words = b"boscage\0\x01\0\0\0".to_vec();
    words.extend(kind);
    words.extend([3_u64, 3, 3, 0, 4, 7, u64::MAX].into_iter().flat_map(u64::to_le_bytes));
    for (ends, weight) in [[0_u32, 2], [1, 1], [2, 0]].into_iter().zip(weights) {
        words.extend(ends.into_iter().chain(weight).flat_map(u32::to_le_bytes));
    }
    words
}

#[test]
fn every_word_has_its_place() {
    let [undirected, directed] =
        [false, true].map(|is_directed| WriteOptions { is_directed, ..WriteOptions::default() });
    let samples = samples();
    let reals = [f32::NEG_INFINITY, 1e-45, 0.1].map(|weight| [weight.to_bits()]);
    assert_eq!(written(&samples[4], &undirected), words([5, 0, 0, 0], reals));
    assert_eq!(written(&samples[4], &directed), words([5, 1, 0, 0], reals));
    assert_eq!(written(&samples[7], &directed), words([7, 1, 0, 0], [[]; 3]));
}

#[test]
fn edges_without_weights_get_the_requested_ones() {
    let ones = ReadOptions { unweighted: Some(Unweighted::One), ..ReadOptions::default() };
    // More than a block of them.
    let pairs = (0..100_000_u32).map(|i| (i % 1000, i / 1000));
    let bare = EdgeList::from_pairs(1000, pairs).unwrap();
    let weighing = bare.map(|_, _| 1_u32).unwrap();
    let mut bytes = written(&(bare.into(), Names::Offset(0)), &WriteOptions::default());
    assert!(read_with(&bytes, &ones).unwrap().list == weighing.into());
    let last = bytes.len() - 4;
    bytes[last..].copy_from_slice(&1000_u32.to_le_bytes());
    for options in [ones, ReadOptions::default()] {
        assert_eq!(
            read_with(&bytes, &options).unwrap_err(),
            "t.bsg: byte 800044: expected a node below 1000, found 1000"
        );
    }
}

#[test]
fn older_files_without_weights_are_read() {
    let mut bytes = words([0; 4], [[1]; 3]);
    let input = read(&bytes).unwrap();
    assert_eq!((&input.list, input.weighted, input.is_directed), (&samples()[7].0, false, false));
    let ones = ReadOptions { unweighted: Some(Unweighted::One), ..ReadOptions::default() };
    assert_eq!(read_with(&bytes, &ones).unwrap().list, sample([1_u32; 3]).0);
    *bytes.last_mut().unwrap() = 1;
    assert_eq!(
        read(&bytes).unwrap_err(),
        "t.bsg: byte 104: expected weight 1, because the file declares no weights, found 16777217"
    );
}

#[test]
fn every_cut_is_an_error() {
    for sample in &samples() {
        let bytes = written(sample, &WriteOptions::default());
        (0..bytes.len()).for_each(|cut| assert!(read(&bytes[..cut]).is_err(), "cut at {cut}"));
        assert!(read(&[&bytes[..], &[0]].concat()).is_err());
    }
}

#[test]
fn errors_have_place_expected_and_found() {
    let edited = |which: usize, at: usize, word: u32| {
        let mut bytes = written(&samples()[which], &WriteOptions::default());
        bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        read(&bytes).unwrap_err()
    };
    let [f64s, none] = [5, 6];
    assert_eq!(
        edited(f64s, 0, 7),
        "t.bsg: byte 0: expected a header of 48 bytes that begins with `boscage`, found other bytes"
    );
    assert_eq!(
        read(b"boscage\0short").unwrap_err(),
        "t.bsg: byte 0: expected a header of 48 bytes that begins with `boscage`, found 13 bytes in all"
    );
    assert_eq!(
        edited(f64s, 8, 2),
        "t.bsg: byte 8: expected version 1, found version 2 \
         (another version of this program wrote it, and can convert it to other formats)"
    );
    assert_eq!(edited(f64s, 12, 8), "t.bsg: byte 12: expected a type of weights in 0..=7, found 8");
    let wrong = "t.bsg: byte 13: expected 1 for a directed graph, otherwise 0, found 2";
    assert_eq!(edited(f64s, 12, 0x206), wrong);
    for (word, found) in [(0x2_0106, 2), (0x8000_0006, 0x8000)] {
        let wrong =
            format!("t.bsg: byte 14: expected 1 for names that are texts, otherwise 0, found {found}");
        assert_eq!(edited(f64s, 12, word), wrong);
    }
    assert!(
        edited(f64s, 12, 0x1_0006).starts_with("t.bsg: expected 144 bytes for 0 bytes of names and 3 edges")
    );
    assert_eq!(
        edited(f64s, 12, 5),
        "t.bsg: expected 108 bytes for 3 names and 3 edges with weights of type f32, found 120"
    );
    assert_eq!(edited(none, 20, 1), "t.bsg: byte 16: expected at most 4294967294 nodes, found 8294967296");
    assert_eq!(
        edited(none, 24, 1),
        "t.bsg: expected 60 bytes for 1 edges with weights of type u32, found 48 \
         (the file is cut short, or its header is wrong)"
    );
    let mut beyond = written(&samples()[none], &WriteOptions::default());
    beyond[40..48].fill(0xff);
    assert_eq!(
        read(&beyond).unwrap_err(),
        "t.bsg: byte 40: expected the first of 4000000000 names, at most 18446744069709551616, \
         found 18446744073709551615"
    );
    assert_eq!(edited(f64s, 16, 4), "t.bsg: byte 32: expected no names or 4, one per node, found 3");
    assert_eq!(edited(f64s, 40, 1), "t.bsg: byte 40: expected 0, because the names are listed, found 1");
    assert_eq!(edited(f64s, 56, 4), "t.bsg: byte 56: expected a name above 4, the name before it, found 4");
    assert_eq!(edited(f64s, 76, 3), "t.bsg: byte 76: expected a node below 3, found 3");
    assert_eq!(
        edited(f64s, 84, 0x7ff0_0001),
        "t.bsg: byte 80: expected a weight, found NaN (NaN has no place in the order of weights)"
    );
}

#[test]
fn names_may_be_texts() {
    let options = WriteOptions { is_directed: true, ..WriteOptions::default() };
    for names in [&["", "Bonn", "Köln"][..], &["\n", " ", "a,\"b\""]] {
        let names = Names::Text(names.iter().collect());
        for (list, _) in [sample([0_u32, 9, 5]), sample([0.5, 1.0, 2.0]), sample([(); 3])] {
            let bytes = written(&(list.clone(), names.clone()), &options);
            let input = read(&bytes).unwrap();
            assert_eq!((&input.list, &input.names, input.is_directed), (&list, &names, true));
        }
    }
    let none = (EdgeList::<()>::with_nodes(0).unwrap().into(), Names::Text(Strings::default()));
    assert_eq!(read(&written(&none, &options)).unwrap().names, none.1);

    // Three edges of 12 bytes, three ends from byte 84 on, nine bytes of names from byte 108 on.
    let bonn = (sample([0_u32, 9, 5]).0, Names::Text(["A", "Bonn", "Köl"].iter().collect()));
    let edited = |at: usize, byte: u8| {
        let mut bytes = written(&bonn, &options);
        bytes[at] = byte;
        read(&bytes).unwrap_err()
    };
    assert_eq!(edited(84, 6), "t.bsg: byte 92: expected the end of a name, from 6 to 9, found 5");
    assert_eq!(edited(92, 10), "t.bsg: byte 92: expected the end of a name, from 1 to 9, found 10");
    let more = "t.bsg: expected names that take all bytes after their ends, found 8 of 9 bytes";
    assert_eq!(edited(100, 8), more);
    assert_eq!(edited(114, 0xff), "t.bsg: byte 113: expected a name in UTF-8, found other bytes");
    let order = "t.bsg: byte 109: expected a name above \"A\", the name before it, found \"\\0onn\"";
    assert_eq!(edited(109, 0), order);
    assert!(edited(32, 3).contains("expected 141 bytes for 9 bytes of names and 3 edges"));
}

#[test]
fn headers_are_not_trusted() {
    let mut bytes = written(&samples()[6], &WriteOptions::default());
    bytes.resize(100, 0);
    bytes[31] = 0x80;
    assert_eq!(
        read(&bytes).unwrap_err(),
        "t.bsg: expected 110680464442257309744 bytes for 9223372036854775808 edges with weights of type u32, found 100 \
         (the file is cut short, or its header is wrong)"
    );
    bytes[39] = 0x80;
    assert!(read(&bytes).unwrap_err().contains("9223372036854775808 names and 9223372036854775808 edges"));
}

#[test]
fn names_and_folding_are_those_of_other_formats() {
    let graph = EdgeList::from_triples(2, [(0, 1, 5_u32), (1, 0, 5)]).unwrap();
    let bytes = written(&(graph.into(), Names::Offset(1)), &WriteOptions::default());
    let options = ReadOptions { arcs: ArcPolicy::Fold, ..ReadOptions::default() };
    let input = read_with(&bytes, &options).unwrap();
    assert_eq!((input.list.edge_count(), input.names.number(Node::new(0))), (1, 1));
}
