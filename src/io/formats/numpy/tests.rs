//! Tests of arrays in every layout, of archives, and of damaged ones.

use std::io::{Cursor, Write};

use super::MAGIC;
use crate::{Input, Names, ReadOptions, Remark, Unweighted, read_bytes, read_stream};
use boscage_core::exec::Exec;
use boscage_core::random::Random;
use boscage_core::with_edge_list;
use zip::write::{SimpleFileOptions, ZipWriter};

pub(super) fn npy(descr: &str, is_fortran: bool, shape: &str, bytes: &[u8]) -> Vec<u8> {
    let order = if is_fortran { "True" } else { "False" };
    let descr = if descr.starts_with('[') { descr.to_owned() } else { format!("'{descr}'") };
    let header = format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n");
    [MAGIC, &[1, 0], &(header.len() as u16).to_le_bytes(), header.as_bytes(), bytes].concat()
}

fn i64s(shape: &str, values: &[i64]) -> Vec<u8> {
    npy("<i8", false, shape, &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())
}

fn i32s(shape: &str, values: &[i32]) -> Vec<u8> {
    npy("<i4", false, shape, &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())
}

fn f64s(shape: &str, values: &[f64]) -> Vec<u8> {
    npy("<f8", false, shape, &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())
}

pub(super) fn npz(arrays: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (i, (name, bytes)) in arrays.iter().enumerate() {
        let methods = [zip::CompressionMethod::Deflated, zip::CompressionMethod::Stored];
        let options = SimpleFileOptions::DEFAULT.compression_method(methods[i % 2]);
        zip.start_file(format!("{name}.npy"), options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn shown(input: &Input) -> String {
    let edges = with_edge_list!(&input.list, list => {
        let name = |node| input.names.name(node);
        let join = if input.is_directed { '>' } else { '-' };
        let edges = list.edges().iter().map(|edge| {
            format!("{}{join}{}:{:?}", name(edge.u), name(edge.v), edge.weight)
        });
        edges.collect::<Vec<_>>().join(" ")
    });
    format!("{} {} [{}]", input.list.weight_type(), input.list.node_count(), edges.replace(":()", ""))
}

/// The graph, or the message; the same for a stream.
fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<String, String> {
    let exec = Exec::current();
    let [at_once, streamed] =
        [read_bytes(&exec, "t", bytes, options), read_stream(&exec, "t", bytes, options)]
            .map(|read| read.map(|input| shown(&input)).map_err(|error| error.to_string()));
    assert_eq!(at_once.is_ok(), streamed.is_ok());
    assert!(at_once == streamed || at_once.is_err(), "{at_once:?} {streamed:?}");
    at_once
}

fn read(bytes: &[u8]) -> String {
    read_with(bytes, &ReadOptions::default()).unwrap_or_else(|message| message)
}

#[test]
fn tables_of_edges_are_read() {
    // A loop, parallel edges of one weight, a gap.
    let values = [1, 2, 7, 2, 1, 7, 5, 5, 0];
    let want = "u32 3 [1-2:7 2-1:7 5-5:0]";
    assert_eq!(read(&i64s("(3, 3)", &values)), want);
    let columns = [1_i16, 2, 5, 2, 1, 5, 7, 7, 0];
    let little: Vec<u8> = columns.iter().flat_map(|value| value.to_le_bytes()).collect();
    let big: Vec<u8> = columns.iter().flat_map(|value| value.to_be_bytes()).collect();
    assert_eq!(read(&npy("<i2", true, "(3, 3)", &little)), want);
    assert_eq!(read(&npy(">i2", true, "(3, 3)", &big)), want);
    assert_eq!(read(&npy("|u1", false, "(3, 3)", &values.map(|value| value as u8))), want);
    assert_eq!(read(&i32s("(2, 3)", &[1, 2, -7, 2, 1, 7])), "i32 2 [1-2:-7 2-1:7]");
    assert_eq!(read(&i64s("(3, 2)", &[1, 2, 2, 1, 1 << 40, 9])), "none 4 [1-2 2-1 1099511627776-9]");
    assert_eq!(read(&f64s("(2, 3)", &[0.0, 1.0, 0.5, 1.0, 2.0, f64::INFINITY])), "f64 3 [0-1:0.5 1-2:inf]");
    let singles: Vec<u8> = [0.0_f32, 1.0, 0.1].iter().flat_map(|value| value.to_le_bytes()).collect();
    assert_eq!(read(&npy("<f4", false, "(1, 3)", &singles)), "f32 2 [0-1:0.1]");
    assert_eq!(read(&i64s("(2, 2)", &[0, 1, 1, 2])), "none 3 [0-1 1-2]");
    for empty in ["(0, 2)", "(0, 3)"] {
        assert_eq!(read(&i64s(empty, &[])).split(' ').skip(1).collect::<Vec<_>>(), ["0", "[]"]);
    }
    let ones = ReadOptions { unweighted: Some(Unweighted::One), ..ReadOptions::default() };
    assert_eq!(read_with(&i64s("(1, 2)", &[3, 4]), &ones).unwrap(), "u32 2 [3-4:1]");
}

#[test]
fn structures_are_tables() {
    let row =
        |u: u32, w: f64, v: u32| [&u.to_le_bytes()[..], &w.to_le_bytes(), &v.to_le_bytes(), &[9]].concat();
    let bytes = [row(7, 1.5, 8), row(8, 2.5, 9)].concat();
    let descr = "[('Source', '<u4'), ('weight', '<f8'), ('Target', '<u4'), ('kind', '|u1')]";
    let file = npy(descr, false, "(2,)", &bytes);
    assert_eq!(read(&file), "f64 3 [7-8:1.5 8-9:2.5]");
    let input = read_bytes(&Exec::current(), "t", &file, &ReadOptions::default()).unwrap();
    assert_eq!(input.remarks, [Remark::UnusedFields { names: "`kind`".into() }]);
    assert_eq!((input.names, input.weighted, input.is_guessed), (Names::Offset(7), true, false));
    assert_eq!(read(&npy("[('u', '>u2'), ('v', '>u2')]", false, "(1,)", &[0, 1, 0, 2])), "none 2 [1-2]");
    let other = read(&npy("[('a', '<u2'), ('b', '<u2')]", false, "(1,)", &[0; 4]));
    assert!(
        other.starts_with("t: expected the fields `source` and `target`, found the fields `a`, `b` ("),
        "{other}"
    );
    assert!(
        read(&npy("[('u', '|S2'), ('v', '<u2')]", false, "(1,)", &[0; 4]))
            .contains("numbers in the field `u`")
    );
}

#[test]
fn square_arrays_are_matrices() {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let mut matrix = [0.0; 16];
    (matrix[1], matrix[4], matrix[2], matrix[8], matrix[7]) = (1.5, 1.5, -2.0, -2.0, nan);
    (matrix[15], matrix[3]) = (4.0, inf);
    assert_eq!(read(&f64s("(4, 4)", &matrix)), "f64 4 [0-1:1.5 0-2:-2.0 3-3:4.0]");
    let arcs = [0, 3, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(read(&i64s("(4, 4)", &arcs)), "u32 4 [0>1:3 2>0:5]");
    let fortran: Vec<u8> = arcs.iter().flat_map(|value| value.to_le_bytes()).collect();
    assert_eq!(read(&npy("<i8", true, "(4, 4)", &fortran)), "u32 4 [0>2:5 1>0:3]");
    let mut bools = [0; 25];
    (bools[1], bools[5]) = (1, 1);
    assert_eq!(read(&npy("|b1", false, "(5, 5)", &bools)), "none 5 [0-1]");
}

fn scipy(format: &str, arrays: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let word = npy(&format!("|S{}", format.len()), false, "()", format.as_bytes());
    npz(&[arrays, &[("format", word), ("shape", i64s("(2,)", &[4, 4]))]].concat())
}

#[test]
fn sparse_matrices_are_read_as_matrix_market_reads_them() {
    let data = || ("data", f64s("(3,)", &[1.5, 0.0, 2.5]));
    let want = "f64 4 [0>1:1.5 0>3:0.0 3>3:2.5]";
    let rows = [("indices", i32s("(3,)", &[1, 3, 3])), ("indptr", i32s("(5,)", &[0, 2, 2, 2, 3])), data()];
    assert_eq!(read(&scipy("csr", &rows)), want);
    assert_eq!(read(&scipy("csc", &rows)), "f64 4 [1>0:1.5 3>0:0.0 3>3:2.5]");
    let coo = [("row", i32s("(3,)", &[0, 0, 3])), ("col", i32s("(3,)", &[1, 3, 3])), data()];
    assert_eq!(read(&scipy("coo", &coo)), want);
    let coo = [("coords", i32s("(2, 3)", &[0, 0, 3, 1, 3, 3])), data()];
    assert_eq!(read(&scipy("coo", &coo)), want);
    let both = [
        ("row", i32s("(2,)", &[0, 1])),
        ("col", i32s("(2,)", &[1, 0])),
        ("data", npy("|b1", false, "(2,)", &[1, 1])),
    ];
    assert_eq!(read(&scipy("coo", &both)), "none 4 [0-1]");
    let longer = [("indices", i32s("(3,)", &[1, 3, 9])), ("indptr", i32s("(5,)", &[0, 2, 2, 2, 2])), data()];
    assert_eq!(read(&scipy("csr", &longer)), "f64 4 [0>1:1.5 0>3:0.0]");
    assert!(
        read(&scipy("dia", &[data()]))
            .starts_with("t: expected a matrix in the format csr, csc or coo, found dia (convert")
    );
}

#[test]
fn archives_of_arrays_are_read() {
    let index = || ("edge_index", i64s("(2, 3)", &[0, 1, 2, 1, 0, 2]));
    assert_eq!(read(&npz(&[index()])), "none 3 [0-1 2-2]");
    let weights = ("edge_attr", f64s("(3, 1)", &[2.0, 3.0, 4.0]));
    let nodes = ("num_nodes", i64s("()", &[5]));
    assert_eq!(read(&npz(&[index(), weights, nodes])), "f64 5 [0>1:2.0 1>0:3.0 2>2:4.0]");
    let edges = || ("edges", i64s("(2, 2)", &[5, 6, 6, 7]));
    assert_eq!(read(&npz(&[edges()])), "none 3 [5-6 6-7]");
    assert_eq!(read(&npz(&[edges(), ("weights", i64s("(2,)", &[1, 2]))])), "u32 3 [5-6:1 6-7:2]");
    assert_eq!(read(&npz(&[("arr_0", edges().1)])), "none 3 [5-6 6-7]");
    let plain = [("row", i64s("(1,)", &[4])), ("col", i64s("(1,)", &[9])), ("data", i64s("(1,)", &[3]))];
    assert_eq!(read(&npz(&plain)), "u32 2 [4>9:3]");
}

#[test]
fn errors_have_place_expected_and_found() {
    for (bytes, want) in [
        (i64s("(1, 2)", &[-1, 2]), "t: byte 70: expected a node, a number of at least 0, found -1"),
        (
            f64s("(1, 2)", &[0.5, 2.0]),
            "t: byte 70: expected a node, a number of at least 0, found 0.5 (an array of points is read with msf --points)",
        ),
        (f64s("(1, 3)", &[0.0, 2.0, f64::NAN]), "t: byte 86: expected a weight, which is not NaN, found NaN"),
        (
            i64s("(2, 4)", &[0; 8]),
            "t: expected an array of edges, of shape (m, 2) or (m, 3), or a square matrix, found an array of \
             shape (2, 4) (transpose it, as with numpy.save(FILE, numpy.load(FILE).T))",
        ),
        (
            i64s("(4,)", &[0; 4]),
            "t: expected an array of edges, of shape (m, 2) or (m, 3), or a square matrix, found an array of \
             shape (4,)",
        ),
        (
            i64s("(3, 2)", &[0; 5]),
            "t: expected 118 bytes for an array of shape (3, 2) with 8 bytes per element, found 110 \
             (the file is cut short, or its header is wrong)",
        ),
        (
            npy("|O", false, "(1, 2)", &[0; 16]),
            "t: expected an array of numbers, found an array of Python objects (convert it to numbers, as \
             with .astype(\"int64\"); pickled objects are never loaded)",
        ),
        (
            npy("<c16", false, "(1, 2)", &[0; 32]),
            "t: expected an array of numbers of two dimensions, found an \
             array of other elements than numbers of shape (1, 2)",
        ),
        (
            npz(&[("a", i64s("(1,)", &[1])), ("b", i64s("(1,)", &[1]))]),
            "t: expected a sparse matrix, or arrays named edges, edge_index, or row and col, found the \
             arrays `a`, `b` (save the edges alone, as with numpy.save(\"graph.npy\", \
             numpy.load(FILE)[NAME]))",
        ),
        (
            scipy("coo", &[("row", i32s("(1,)", &[4])), ("col", i32s("(1,)", &[1]))]),
            "t: row.npy: byte 68: expected a node below 4, found 4",
        ),
        (
            scipy("csr", &[("indices", i32s("(1,)", &[1])), ("indptr", i32s("(5,)", &[0, 1, 0, 1, 1]))]),
            "t: indptr.npy: expected an offset of at least 1 in indptr, found 0",
        ),
        (
            npz(&[("edges", i64s("(2, 2)", &[5, 6, 6, 7])), ("weights", i64s("(1,)", &[1]))]),
            "t: weights.npy: expected 2 elements, as rows in edges.npy, found 1",
        ),
    ] {
        assert_eq!(read(&bytes), want);
    }
    let header = read(&npy("<i9", false, "(1, 2)", &[0; 18]));
    assert_eq!(header, "t: byte 0: expected a type of elements that is known, found another one");
    let zipped = npz(&[("edges", i64s("(2, 2)", &[5, 6, 6, 7]))]);
    for cut in 100..zipped.len() {
        assert!(read(&zipped[..cut]).ends_with("cannot read: the zip data is damaged, or cut"), "{cut}");
    }
    let whole = i64s("(1, 2)", &[1, 2]);
    (1..whole.len()).for_each(|cut| assert!(read(&whole[..cut]).starts_with("t: "), "{cut}"));
    // A header of petabytes takes no memory.
    assert!(read(&i64s("(99999999999999, 2)", &[1, 2])).contains("expected 16000000000000"));
    assert!(
        read(&npz(&[("edges", i64s("(99999999999999, 2)", &[1, 2]))])).contains("expected 16000000000000")
    );
}

/// A graph or an error for every file; `BOSCAGE_MUTATIONS` sets their number.
#[test]
fn damaged_arrays_are_read_or_refused() {
    let count =
        std::env::var("BOSCAGE_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000);
    let rows = [
        ("indices", i32s("(3,)", &[1, 3, 3])),
        ("indptr", i32s("(5,)", &[0, 2, 2, 2, 3])),
        ("data", f64s("(3,)", &[1.5, 0.0, 2.5])),
    ];
    let coo = [("row", i32s("(1,)", &[0])), ("col", i32s("(1,)", &[1]))];
    let samples = [
        i64s("(3, 3)", &[1, 2, 7, 2, 1, 7, 5, 5, 0]),
        f64s("(4, 4)", &[1.0; 16]),
        npy("[('u', '>u2'), ('v', '>u2'), ('x', '<f4', (2,))]", false, "(1,)", &[0; 12]),
        scipy("csr", &rows),
        scipy("coo", &coo),
        npz(&[("edge_index", i64s("(2, 3)", &[0, 1, 2, 1, 0, 2])), ("num_nodes", i64s("()", &[5]))]),
    ];
    let mut draws = Random::new(11, 0).item(0);
    let mut below = |limit: usize| draws.below(limit as u64) as usize;
    for _ in 0..count {
        let mut bytes = samples[below(samples.len())].clone();
        for _ in 0..=below(3) {
            let at = below(bytes.len());
            bytes[at] = match below(3) {
                0 => bytes[at] ^ (1 << below(8)),
                1 => b"0123456789<>|(),'"[below(17)],
                _ => below(256) as u8,
            };
        }
        match below(6) {
            0 => bytes.truncate(below(bytes.len())),
            1 => drop(bytes.remove(below(bytes.len()))),
            _ => {}
        }
        let _ = read_with(&bytes, &ReadOptions::default());
    }
}
