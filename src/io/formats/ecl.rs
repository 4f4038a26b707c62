//! ECL graphs, `.egr`: compressed rows of arcs, in little-endian words.
//!
//! | older | newer | |
//! |---|---|---|
//! | i32, i32 | i64, i64 | nodes, arcs |
//! | i32 per node, and one more | i64 per node, and one more | begin of the arcs of each node, and the end |
//! | i32 per arc | i32 per arc | targets |
//! | i32 per arc | i32 per arc | weights; may be missing |
//!
//! There is no magic number. But the size of the content must fit the counts exactly, in one of four layouts,
//! and the offsets must ascend from 0 to the number of arcs. Other files do not satisfy this by accident.
//!
//! Source: `ECLgraph.h`, 2016 to 2020 (32-bit) and 2023 (64-bit offsets),
//! userweb.cs.txstate.edu/~burtscher/research/ECLgraph.

use crate::assemble::{FromNumber, Handle, Outline, assemble};
use crate::formats::{Binary, BinaryReader, Fit, FormatSpec, Reader};
use crate::{Format, Input, ReadOptions};
use boscage_core::graph::Edge;
use boscage_core::{At, Result};

pub(super) const SPEC: FormatSpec = FormatSpec {
    format: Format::Ecl,
    name: "ECL",
    word: "ecl",
    suffixes: &["egr"],
    has_signature: false,
    reader: Reader::Binary(BinaryReader { magic: b"", fit, sizes, read, edges: None }),
    writer: None,
    loses: &[],
};

/// One of the four layouts, and its counts.
#[derive(Clone, Copy)]
struct Layout {
    offset_width: usize,
    weighted: bool,
    nodes: u64,
    arcs: u64,
}

impl Layout {
    /// All layouts of the header in which its counts are not negative.
    fn all<'f>(file: &'f Binary<'_>) -> impl Iterator<Item = Self> + 'f {
        [(4, false), (4, true), (8, false), (8, true)].into_iter().filter_map(|(offset_width, weighted)| {
            let (nodes, arcs) = match offset_width {
                4 => (file.word::<4>(0)?, file.word::<4>(4)?),
                _ => (file.word::<8>(0)?, file.word::<8>(8)?),
            };
            let most = if offset_width == 4 { i32::MAX as u64 } else { i64::MAX as u64 };
            (nodes <= most && arcs <= most).then_some(Self { offset_width, weighted, nodes, arcs })
        })
    }

    fn size(&self) -> u128 {
        let columns = if self.weighted { 2 } else { 1 };
        self.offset_width as u128 * (3 + u128::from(self.nodes)) + 4 * columns * u128::from(self.arcs)
    }

    /// The layout that the size and the offsets fit.
    fn fitting(file: &Binary<'_>) -> Option<Self> {
        Self::all(file).filter(|layout| layout.size() == u128::from(file.len())).find(|layout| {
            let (at, len) = (2 * layout.offset_width, layout.nodes as usize + 1);
            match layout.offset_width {
                4 => {
                    file.word::<4>(at) == Some(0) && file.column::<4>(at as u64, len).ascends_to(layout.arcs)
                }
                _ => {
                    file.word::<8>(at) == Some(0) && file.column::<8>(at as u64, len).ascends_to(layout.arcs)
                }
            }
        })
    }

    fn arcs<E: FromNumber>(
        &self,
        file: &Binary<'_>,
        data: impl FnMut() -> Result<E>,
        stream: Option<&Handle>,
    ) -> Result<Vec<Edge<E>>> {
        let (nodes, arcs) = (self.nodes as usize, self.arcs as usize);
        let ends = 3 * self.offset_width as u64;
        let targets = file.column::<4>(ends + self.offset_width as u64 * self.nodes, arcs);
        match self.offset_width {
            4 => file.arcs(file.column::<4>(ends, nodes), targets, data, stream),
            _ => file.arcs(file.column::<8>(ends, nodes), targets, data, stream),
        }
    }
}

/// The sizes that the header demands, if the beginning is consistent in this format.
fn sizes(file: &Binary<'_>) -> Vec<u128> {
    let fits = |layout: &Layout| {
        let (at, len, bounds) =
            (2 * layout.offset_width as u64, layout.nodes.saturating_add(1), (0, layout.arcs));
        match layout.offset_width {
            4 => file.word::<4>(8) == Some(0) && file.head_ascends::<4>(at, len, bounds),
            _ => file.word::<8>(16) == Some(0) && file.head_ascends::<8>(at, len, bounds),
        }
    };
    Layout::all(file).filter(fits).map(|layout| layout.size()).collect()
}

/// Returns `true` if content is consistent in this format, except for the targets.
fn fit(file: &Binary<'_>) -> Fit {
    Fit::whole(Layout::fitting(file).is_some())
}

/// Reads an ECL graph.
fn read(file: &Binary<'_>, options: &ReadOptions) -> Result<Input> {
    let Some(layout) = Layout::fitting(file) else {
        return Err(unfitting(file));
    };
    let outline = Outline {
        nodes: file.nodes(0, layout.nodes)?,
        weighted: layout.weighted,
        ..Outline::new(Format::Ecl, &file.path, file.len())
    };
    let (arcs, weight_bytes) = (layout.arcs as usize, outline.weight_bytes::<i32>(options));
    let stream = outline.admit(options, arcs, weight_bytes)?;
    let stream = stream.as_ref();
    if layout.weighted {
        let mut weights = file.column::<4>(file.len() - 4 * layout.arcs, arcs);
        assemble(layout.arcs(file, || Ok(weights.take()? as u32 as i32), stream)?, outline, options)
    } else if options.unweighted.is_some() {
        assemble(layout.arcs(file, || Ok(1_u32), stream)?, outline, options)
    } else {
        assemble(layout.arcs(file, || Ok(()), stream)?, outline, options)
    }
}

/// The error for content that fits no layout: the sizes that would fit, or the first wrong offset.
fn unfitting(file: &Binary<'_>) -> boscage_core::Error {
    let sized = Layout::all(file).find(|layout| layout.size() == u128::from(file.len()));
    if let Some(layout) = sized {
        let (at, first) = (2 * layout.offset_width, "the first offset to be 0");
        return match (layout.offset_width, file.word::<4>(at), file.word::<8>(at)) {
            (4, Some(found), _) if found > 0 => file.wrong(At::Byte(at as u64), first, found, ""),
            (8, _, Some(found)) if found > 0 => file.wrong(At::Byte(at as u64), first, found, ""),
            // The offsets do not ascend. Reading the rows finds the first wrong one.
            _ => match layout.arcs(file, || Ok(()), None) {
                Err(error) => error,
                Ok(_) => file.wrong(At::Whole, "offsets that ascend", "offsets that do not", ""),
            },
        };
    }
    match Layout::all(file).next() {
        Some(layout) => {
            let Layout { nodes, arcs, .. } = layout;
            let weighted = Layout { weighted: true, ..layout }.size();
            let what = format!("{nodes} nodes and {arcs} arcs (or {weighted} with weights)");
            file.wrong_size(layout.size(), &what)
        }
        None => {
            let expected = "an ECL header of 8 bytes: nodes and arcs, not negative";
            file.wrong(At::Byte(0), expected, format!("{} bytes in all", file.len()), "")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::RandomAccess;
    use boscage_core::exec::Exec;
    use boscage_core::graph::{AnyEdgeList, EdgeList};

    /// A path of two edges, 0 - 1 of weight -7 and 1 - 2 of weight 9, and a loop at 2 of weight 5.
    fn sample(offset_width: usize, weighted: bool) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut push = |word: i64, width: usize| bytes.extend(&word.to_le_bytes()[..width]);
        [3, 5, 0, 1, 3, 5].into_iter().for_each(|word| push(word, offset_width));
        [1, 0, 2, 1, 2].into_iter().for_each(|target| push(target, 4));
        [-7, -7, 9, 9, 5].into_iter().filter(|_| weighted).for_each(|weight| push(weight, 4));
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Input, String> {
        let exec = Exec::current();
        let file = Binary::new(&exec, "t.egr", RandomAccess::of_bytes(bytes)).unwrap();
        super::read(&file, &ReadOptions::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn all_four_layouts_are_read() {
        for offset_width in [4, 8] {
            let weighted: AnyEdgeList =
                EdgeList::from_triples(3, [(0, 1, -7), (1, 2, 9), (2, 2, 5)]).unwrap().into();
            assert_eq!(read(&sample(offset_width, true)).unwrap().list, weighted);
            let input = read(&sample(offset_width, false)).unwrap();
            let unweighted: AnyEdgeList = EdgeList::from_pairs(3, [(0, 1), (1, 2), (2, 2)]).unwrap().into();
            assert_eq!((input.list, input.weighted), (unweighted, false));
        }
        assert_eq!(read(&[0; 12]).unwrap().list.node_count(), 0);
    }

    #[test]
    fn errors_have_place_expected_and_found() {
        let edited = |at: usize, byte: u8| {
            let mut bytes = sample(4, true);
            bytes[at] = byte;
            read(&bytes).unwrap_err()
        };
        assert_eq!(edited(8, 1), "t.egr: byte 8: expected the first offset to be 0, found 1");
        assert_eq!(edited(16, 0), "t.egr: byte 16: expected an offset in 1..=5, found 0");
        assert_eq!(edited(20, 4), "t.egr: byte 20: expected the last row to end at 5, found 4");
        assert_eq!(edited(24, 3), "t.egr: byte 24: expected a node below 3, found 3");
        assert_eq!(edited(27, 0x80), "t.egr: byte 24: expected a node below 3, found 2147483649");
        assert_eq!(
            edited(4, 6),
            "t.egr: expected 48 bytes for 3 nodes and 6 arcs (or 72 with weights), found 64"
        );
        assert_eq!(
            read(&[0xff; 7]).unwrap_err(),
            "t.egr: byte 0: expected an ECL header of 8 bytes: nodes and arcs, not negative, found 7 bytes in all"
        );
    }

    #[test]
    fn every_cut_is_an_error_but_that_of_all_weights() {
        for offset_width in [4, 8] {
            let sample = sample(offset_width, true);
            for cut in 0..sample.len() {
                assert_eq!(read(&sample[..cut]).is_err(), cut != sample.len() - 20, "cut at {cut}");
            }
        }
    }
}
