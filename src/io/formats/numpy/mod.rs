//! Arrays of NumPy: `.npy`, and the archives `.npz`.
//!
//! | array | graph |
//! |---|---|
//! | shape (m, 2) or (m, 3) | a row per edge: its ends, and its weight, as in an edge list |
//! | structures with fields such as `source`, `target`, `weight` | the same |
//! | shape (n, n), n > 3 | an adjacency matrix |
//! | `.npz` of `scipy.sparse.save_npz` (CSR, CSC, COO) | a sparse adjacency matrix |
//! | `.npz` with `edge_index` of shape (2, m) | arcs, as those of PyTorch Geometric |
//! | `.npz` with `edges`, or with `row`, `col`, `data` | edges; arcs |
//! | `.npz` with one array | as that array |
//!
//! `edge_weight` or `edge_attr` are the weights of `edge_index`, and `num_nodes` is the number of nodes.
//!
//! In a table of edges, ends are any integers of 64 bits from 0 on, even if the array has floats. The nodes
//! are exactly those that occur. The graph is undirected, as that of an edge list.
//!
//! Entries of matrices are arcs from the row to the column, as those of a general matrix in Matrix Market:
//! they are folded if each has its mirror, and entries that are stored twice are parallel edges. In a sparse
//! matrix every stored entry is an arc, including explicit zeros. A dense matrix is read as SciPy's
//! `csgraph` does: zeros, infinities and NaN are no arcs. A matrix of up to three nodes cannot be told from a
//! table of edges, and is read as one.
//!
//! Integer weights get the narrowest type that holds them, `float32` and `float64` stay what they are, and
//! booleans are no weights. Arrays of objects are refused, because their content is a pickle. Headers are
//! parsed by our own code, archives are opened by the crate `zip`. The size of an array must be exactly that
//! of its header, so no header is believed that has no bytes.
//!
//! Source: numpy.org/doc/stable/reference/generated/numpy.lib.format.html, `scipy/sparse/_matrix_io.py`.

mod array;
mod entries;
mod header;
mod literal;
mod npz;
pub(crate) mod points;
mod scalar;
#[cfg(test)]
mod tests;

use crate::assemble::Outline;
use crate::budget::Lists;
use crate::formats::{Binary, BinaryReader, Fit, FormatSpec, Reader};
use crate::text::quoted;
use crate::{Format, Input, ReadOptions, Remark};
use array::{Array, Column, shown};
use boscage_core::{At, Result};
use entries::Weights;
use header::{Header, MAGIC};

pub(super) const SPEC: FormatSpec = FormatSpec {
    format: Format::Numpy,
    name: "NumPy",
    word: "numpy",
    suffixes: &["npy", "npz"],
    has_signature: true,
    reader: Reader::Binary(BinaryReader { magic: MAGIC, fit, sizes, read, edges: None }),
    writer: None,
    loses: &[],
};

/// The first bytes of an `.npz` file.
const ZIP: &[u8] = b"PK\x03\x04";

/// Returns `true` if content begins like an array, or like an archive of arrays.
pub(crate) fn sniff(head: &[u8]) -> bool {
    head.starts_with(MAGIC) || is_archive(head)
}

/// Returns `true` if content begins like a zip archive whose first member is an array.
fn is_archive(head: &[u8]) -> bool {
    // The name of the first member follows its header of 30 bytes.
    const NAME: std::ops::Range<usize> = 30..130;
    let name = head.get(NAME.start..head.len().min(NAME.end)).unwrap_or_default();
    head.starts_with(ZIP) && memchr::memmem::find(name, b".npy").is_some()
}

/// The sizes that the header demands. Those of an archive are known at its end.
fn sizes(file: &Binary<'_>) -> Vec<u128> {
    if is_archive(&file.head) {
        return vec![0, u64::MAX.into()];
    }
    Header::of(&file.head).map_or(Vec::new(), |header| vec![header.size()])
}

fn fit(file: &Binary<'_>) -> Fit {
    Fit::whole(sniff(&file.head))
}

/// Reads an array or an archive of arrays.
fn read(file: &Binary<'_>, options: &ReadOptions) -> Result<Input> {
    if file.head.starts_with(ZIP) {
        return npz::read(file, options);
    }
    let outline = Outline::new(Format::Numpy, &file.path, file.len());
    graph(&Array::open(file)?, Weights::NONE, outline, options)
}

/// Reads an array that is a graph by itself, or with weights in another array.
fn graph(array: &Array<'_>, weights: Weights<'_>, outline: Outline, options: &ReadOptions) -> Result<Input> {
    let file = array.file;
    let edges = |outline| Outline { lists: Lists::Edges, ..outline };
    let refused = |cure| {
        let expected = "an array of edges, of shape (m, 2) or (m, 3), or a square matrix";
        let found = format!("an array of shape {}", shown(&array.header.shape));
        Err(file.wrong(At::Whole, expected, found, cure))
    };
    match array.shape::<2>() {
        Some([_, columns @ 2..=3]) => {
            let weights = if columns == 3 { Weights::of(array.column(2)?) } else { weights };
            let ends = [array.column(0)?, array.column(1)?];
            entries::named(file, ends, weights, edges(outline), options)
        }
        Some([rows, columns]) if rows == columns => {
            let nodes = file.nodes(array.header.at, rows)?;
            entries::dense(array, Outline { nodes, ..outline }, options)
        }
        Some([2..=3, _]) => refused("transpose it, as with numpy.save(FILE, numpy.load(FILE).T)"),
        None if array.header.scalar().is_none() => structures(array, edges(outline), options),
        Some(_) => refused("an array of points is read with msf --points"),
        None => refused(""),
    }
}

/// Names of fields, in lower case: those of the ends and of weights.
const SOURCES: &[&str] = &["source", "src", "u", "from", "row", "i"];
const TARGETS: &[&str] = &["target", "dst", "v", "to", "col", "j"];
const WEIGHTS: &[&str] = &["weight", "w", "cost", "length", "distance", "data"];

/// Reads an array of structures.
fn structures(array: &Array<'_>, outline: Outline, options: &ReadOptions) -> Result<Input> {
    let fields = &array.header.fields;
    let find = |names: &[&str]| {
        let place = |name: &&str| fields.iter().position(|field| field.name.eq_ignore_ascii_case(name));
        names.iter().find_map(place)
    };
    let (Some(u), Some(v)) = (find(SOURCES), find(TARGETS)) else {
        let names: Vec<_> = fields.iter().map(|field| quoted(field.name.as_bytes())).take(20).collect();
        let found = format!("the fields {}", names.join(", "));
        let cure = "rename them, as with numpy.lib.recfunctions.rename_fields";
        return Err(array.file.wrong(At::Whole, "the fields `source` and `target`", found, cure));
    };
    let weights = find(WEIGHTS);
    let used = [Some(u), Some(v), weights];
    let unused = (0..fields.len()).filter(|&field| !used.contains(&Some(field)));
    let names: Vec<String> = unused.map(|field| quoted(fields[field].name.as_bytes())).take(20).collect();
    let column: Option<Column<'_>> = weights.map(|weights| array.field(weights)).transpose()?;
    let ends = [array.field(u)?, array.field(v)?];
    let weights = column.map_or(Weights::NONE, Weights::of);
    let mut input = entries::named(array.file, ends, weights, outline, options)?;
    input.remarks.extend((!names.is_empty()).then(|| Remark::UnusedFields { names: names.join(", ") }));
    Ok(input)
}
