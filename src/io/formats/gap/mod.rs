//! Serialised graphs of the GAP benchmark suite, `.sg` and, with weights, `.wsg`: compressed rows of arcs, in
//! little-endian words without padding.
//!
//! | | |
//! |---|---|
//! | u8 | 1 for a directed graph, otherwise 0 |
//! | i64, i64 | arcs, nodes |
//! | i64 per node, and one more | begin of the arcs of each node, and the end |
//! | i32 per arc, in `.wsg` i32 and i32 | target, and weight |
//! | the same again, offsets and arcs | in a directed graph: the arcs by their targets |
//!
//! An undirected graph has both arcs of every edge, so every arc must have its mirror. The arcs by their
//! targets only repeat the others: they must be there, but they are not read.
//!
//! There is no magic number. But the size of the content must fit the counts exactly, with weights or
//! without, and the offsets must ascend from 0 to the number of arcs. The size is odd, while the sizes of all
//! other formats with such counts are even. If there are no arcs, the suffix decides whether there are
//! weights.
//!
//! Source: `reader.h` and `writer.h` of github.com/sbeamer/gapbs, version 1.5.

mod write;

use crate::assemble::{Outline, assemble};
use crate::budget::Lists;
use crate::bytes::plain_suffix;
use crate::formats::{Binary, BinaryReader, Fit, FormatSpec, MayBeFloats, Reader, Writer};
use crate::{ArcPolicy, Format, Input, Loss, ReadOptions};
use boscage_core::{At, Result};

pub(super) const SPEC: FormatSpec = FormatSpec {
    format: Format::Gap,
    name: "GAP",
    word: "gap",
    suffixes: &["sg", "wsg"],
    has_signature: false,
    reader: Reader::Binary(BinaryReader { magic: b"", fit, sizes, read, edges: None }),
    writer: Some(Writer::ByNode { check: write::check, write: write::write }),
    loses: &[Loss::Names, Loss::Order],
};

/// The bytes before the offsets.
const HEADER: usize = 17;

/// Largest number of nodes, and largest weight that we write: nodes and weights are `i32`.
pub(crate) const MOST: u64 = i32::MAX as u64;

/// Bytes per arc without and with a weight.
const BARE: u128 = 4;
const WEIGHTED: u128 = 8;

/// The header of a file.
struct Header {
    is_directed: bool,
    nodes: u64,
    arcs: u64,
}

/// The header, and the layout that the size fits.
struct Layout {
    header: Header,
    weighted: bool,
}

impl Header {
    /// The header, if it is there and valid.
    fn of(file: &Binary<'_>) -> Option<Self> {
        let (direction, arcs, nodes) = (file.word::<1>(0)?, file.word::<8>(1)?, file.word::<8>(9)?);
        let header = Self { is_directed: direction == 1, nodes, arcs };
        (direction <= 1 && arcs <= i64::MAX as u64 && nodes <= i64::MAX as u64).then_some(header)
    }

    /// The size of the file with this many bytes per arc.
    fn size(&self, arc: u128) -> u128 {
        let rows = 8 * (u128::from(self.nodes) + 1) + arc * u128::from(self.arcs);
        HEADER as u128 + rows * if self.is_directed { 2 } else { 1 }
    }
}

impl Layout {
    /// The layout, if the size fits it.
    fn of(file: &Binary<'_>) -> Option<Self> {
        let header = Header::of(file)?;
        let is_named_so = header.arcs == 0 && plain_suffix(&file.path).as_deref() == Some("wsg");
        let tried = if is_named_so { [WEIGHTED, BARE] } else { [BARE, WEIGHTED] };
        let arc = tried.into_iter().find(|&arc| header.size(arc) == u128::from(file.len()))?;
        Some(Self { header, weighted: arc == WEIGHTED })
    }
}

/// The sizes that the header demands, if the beginning is consistent in this format.
fn sizes(file: &Binary<'_>) -> Vec<u128> {
    let header = Header::of(file).filter(|header| {
        file.word::<8>(HEADER) == Some(0)
            && file.head_ascends::<8>(HEADER as u64, header.nodes + 1, (0, header.arcs))
    });
    header.map_or(Vec::new(), |header| [BARE, WEIGHTED].map(|arc| header.size(arc)).to_vec())
}

/// Returns `true` if content is consistent in this format, except for the targets.
fn fit(file: &Binary<'_>) -> Fit {
    Fit::whole(Layout::of(file).is_some_and(|Layout { header, .. }| {
        file.word::<8>(HEADER) == Some(0)
            && file.column::<8>(HEADER as u64, header.nodes as usize + 1).ascends_to(header.arcs)
    }))
}

/// Reads a serialised graph.
fn read(file: &Binary<'_>, options: &ReadOptions) -> Result<Input> {
    let Some(Layout { header, weighted }) = Layout::of(file) else {
        return Err(unfitting(file));
    };
    if header.nodes > MOST {
        return Err(file.wrong(At::Byte(9), format!("at most {MOST} nodes"), header.nodes, ""));
    }
    match file.word::<8>(HEADER) {
        Some(found) if found > 0 => {
            return Err(file.wrong(At::Byte(HEADER as u64), "the first offset to be 0", found, ""));
        }
        _ => {}
    }
    let lists = if header.is_directed { Lists::Directed } else { Lists::Arcs };
    let (nodes, arcs) = (file.nodes(9, header.nodes)?, header.arcs as usize);
    let outline = Outline { nodes, lists, weighted, ..Outline::new(Format::Gap, &file.path, file.len()) };
    let weight_bytes = outline.weight_bytes::<i32>(options);
    let stream = outline.admit(options, arcs, weight_bytes)?;
    let stream = stream.as_ref();
    let ends = file.column::<8>(HEADER as u64 + 8, nodes);
    let at = (HEADER + 8 * (nodes + 1)) as u64;
    let untyped = MayBeFloats::default();
    let mut input = if weighted {
        let target_and_weight = |word: u64| {
            let weight = (word >> 32) as u32;
            untyped.see_bits(weight);
            Ok((word & u64::from(u32::MAX), weight as i32))
        };
        assemble(file.rows(ends, file.column::<8>(at, arcs), target_and_weight, stream)?, outline, options)?
    } else if options.unweighted.is_some() {
        assemble(file.arcs(ends, file.column::<4>(at, arcs), || Ok(1_u32), stream)?, outline, options)?
    } else {
        assemble(file.arcs(ends, file.column::<4>(at, arcs), || Ok(()), stream)?, outline, options)?
    };
    let unpaired = input.arcs.map_or(0, |report| report.unpaired);
    if unpaired > 0 && !header.is_directed && options.folding() == ArcPolicy::Auto {
        let expected = "1 for a directed graph, or a mirror of every arc";
        let found = format!("0, and {unpaired} arcs without a mirror");
        let cure = "if the file is right, read it as a directed graph";
        return Err(file.wrong(At::Byte(0), expected, found, cure));
    }
    input.remarks.extend(untyped.remark());
    Ok(input)
}

/// The error for content with a wrong header or a wrong size.
fn unfitting(file: &Binary<'_>) -> boscage_core::Error {
    let Some(header) = Header::of(file) else {
        let expected =
            "a GAP header of 17 bytes: 1 for a directed graph or 0, and the numbers of arcs and of nodes";
        let found = match (file.word::<1>(0), file.word::<8>(1), file.word::<8>(9)) {
            (Some(direction), Some(arcs), Some(nodes)) => {
                format!("{direction}, {} and {}", arcs as i64, nodes as i64)
            }
            _ => format!("{} bytes in all", file.len()),
        };
        return file.wrong(At::Byte(0), expected, found, "");
    };
    let [bare, weighted] = [BARE, WEIGHTED].map(|arc| header.size(arc));
    let what = format!("{} nodes and {} arcs, or {weighted} with weights", header.nodes, header.arcs);
    file.wrong_size(bare, &what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::RandomAccess;
    use boscage_core::exec::Exec;
    use boscage_core::graph::{AnyEdgeList, EdgeList};

    /// A graph of three nodes: offsets, targets and weights of its arcs; in-arcs that are all zeros.
    fn sample(is_directed: bool, offsets: [i64; 4], arcs: &[(i32, i32)], weighted: bool) -> Vec<u8> {
        let mut bytes = vec![u8::from(is_directed)];
        bytes.extend([arcs.len() as i64, 3].into_iter().chain(offsets).flat_map(i64::to_le_bytes));
        for &(target, weight) in arcs {
            bytes.extend(target.to_le_bytes());
            bytes.extend(weight.to_le_bytes().into_iter().filter(|_| weighted));
        }
        let rows = bytes.len() - HEADER;
        bytes.resize(bytes.len() + if is_directed { rows } else { 0 }, 0);
        bytes
    }

    /// The edges 0 - 1 of weight 7, 1 - 2 of weight -9, and a loop at 2 of weight 5.
    fn undirected(weighted: bool) -> Vec<u8> {
        sample(false, [0, 1, 3, 5], &[(1, 7), (0, 7), (2, -9), (1, -9), (2, 5)], weighted)
    }

    /// The arcs 0 -> 1 and 1 -> 0.
    fn directed(weighted: bool) -> Vec<u8> {
        sample(true, [0, 1, 2, 2], &[(1, 7), (0, 7)], weighted)
    }

    fn read_with(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Input, String> {
        let exec = Exec::current();
        let file = Binary::new(&exec, name, RandomAccess::of_bytes(bytes)).unwrap();
        super::read(&file, options).map_err(|error| error.to_string())
    }

    fn read(bytes: &[u8]) -> Result<Input, String> {
        read_with("t.sg", bytes, &ReadOptions::default())
    }

    #[test]
    fn both_kinds_are_read_with_and_without_weights() {
        let edges = [(0, 1, 7_i32), (1, 2, -9), (2, 2, 5)];
        let arcs = [(0, 1, 7), (1, 0, 7)];
        for (bytes, is_directed, triples) in
            [(undirected as fn(bool) -> Vec<u8>, false, &edges[..]), (directed, true, &arcs)]
        {
            let bare = EdgeList::from_pairs(3, triples.iter().map(|&(u, v, _)| (u, v))).unwrap();
            let weighing = EdgeList::from_triples(3, triples.iter().copied()).unwrap();
            for (list, weighted) in [(AnyEdgeList::from(bare), false), (weighing.into(), true)] {
                let bytes = bytes(weighted);
                let exec = Exec::current();
                let file = Binary::new(&exec, "t", RandomAccess::of_bytes(&bytes)).unwrap();
                assert_eq!(fit(&file), Fit::Whole);
                let input = read(&bytes).unwrap();
                assert_eq!((&input.list, input.is_directed, input.weighted), (&list, is_directed, weighted));
                assert_eq!((input.format, input.bytes), (Format::Gap, bytes.len() as u64));
            }
        }
    }

    #[test]
    fn without_arcs_the_suffix_decides_about_weights() {
        let bytes = sample(false, [0; 4], &[], false);
        for (name, weighted) in
            [("t.sg", false), ("t.wsg", true), ("t.WSG.gz", true), ("wsg", false), ("t", false)]
        {
            let input = read_with(name, &bytes, &ReadOptions::default()).unwrap();
            assert_eq!(
                (input.weighted, input.list.node_count(), input.is_directed),
                (weighted, 3, false),
                "{name}"
            );
        }
    }

    #[test]
    fn errors_have_place_expected_and_found() {
        let edited = |at: usize, byte: u8| {
            let mut bytes = undirected(true);
            bytes[at] = byte;
            read(&bytes).unwrap_err()
        };
        let header = "t.sg: byte 0: expected a GAP header of 17 bytes: 1 for a directed graph or 0, and the numbers \
                      of arcs and of nodes, found";
        assert_eq!(edited(0, 2), format!("{header} 2, 5 and 3"));
        assert_eq!(edited(16, 0x80), format!("{header} 0, 5 and {}", i64::MIN + 3));
        assert_eq!(read(&undirected(true)[..16]).unwrap_err(), format!("{header} 16 bytes in all"));
        assert_eq!(
            edited(1, 6),
            "t.sg: expected 73 bytes for 3 nodes and 6 arcs, or 97 with weights, found 89"
        );
        assert_eq!(
            edited(1, 60),
            "t.sg: expected 289 bytes for 3 nodes and 60 arcs, or 529 with weights, found 89 \
             (the file is cut short, or its header is wrong)"
        );
        assert_eq!(edited(17, 1), "t.sg: byte 17: expected the first offset to be 0, found 1");
        assert_eq!(edited(33, 0), "t.sg: byte 33: expected an offset in 1..=5, found 0");
        assert_eq!(edited(33, 6), "t.sg: byte 33: expected an offset in 1..=5, found 6");
        assert_eq!(edited(41, 4), "t.sg: byte 41: expected the last row to end at 5, found 4");
        assert_eq!(edited(57, 3), "t.sg: byte 57: expected a node below 3, found 3");
        assert_eq!(edited(60, 0x80), "t.sg: byte 57: expected a node below 3, found 2147483648");
        let mirror = |found: &str| {
            format!(
                "t.sg: byte 0: expected 1 for a directed graph, or a mirror of every arc, found 0, and {found} \
                 arcs without a mirror (if the file is right, read it as a directed graph)"
            )
        };
        assert_eq!(edited(61, 8), mirror("2"));
        assert_eq!(edited(57, 1), mirror("1"));
    }

    #[test]
    fn arcs_without_mirrors_are_read_with_a_policy() {
        let mut bytes = undirected(false);
        bytes[53] = 1; // 1 -> 1 in place of 1 -> 0
        assert!(read(&bytes).is_err());
        let keep = ReadOptions { arcs: ArcPolicy::Keep, ..ReadOptions::default() };
        let directed = ReadOptions { is_directed: Some(true), ..ReadOptions::default() };
        let fold = ReadOptions { arcs: ArcPolicy::Fold, ..ReadOptions::default() };
        for (options, edges, is_directed) in [(keep, 5, true), (directed, 5, true), (fold, 4, false)] {
            let input = read_with("t.sg", &bytes, &options).unwrap();
            assert_eq!((input.list.edge_count(), input.is_directed), (edges, is_directed));
        }
    }

    #[test]
    fn every_cut_is_an_error() {
        for sample in [undirected(true), undirected(false), directed(true), directed(false)] {
            (0..sample.len()).for_each(|cut| assert!(read(&sample[..cut]).is_err(), "cut at {cut}"));
            assert!(read(&[&sample[..], &[0]].concat()).is_err());
        }
    }

    #[test]
    fn headers_are_not_trusted() {
        let mut bytes = undirected(false);
        bytes[8] = 0x7f;
        assert_eq!(
            read(&bytes).unwrap_err(),
            "t.sg: expected 36605257771267391557 bytes for 3 nodes and 9151314442816847877 arcs, or \
             73210515542534783065 with weights, found 69 (the file is cut short, or its header is wrong)"
        );
    }
}
