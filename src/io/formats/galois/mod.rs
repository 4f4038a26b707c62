//! Galois binary graphs, `.gr`: compressed rows of arcs, in little-endian words.
//!
//! | version 1 | version 2 | |
//! |---|---|---|
//! | u64 | u64 | version |
//! | u64 | u64 | bytes of data per arc: 0, 4 or 8 |
//! | u64, u64 | u64, u64 | nodes, arcs |
//! | u64 per node | u64 per node | end of the arcs of each node, where those of the next node begin |
//! | u32 per arc | u64 per arc | targets |
//! | | | padding to 8 bytes |
//! | 4 or 8 bytes per arc | 4 or 8 bytes per arc | data |
//!
//! The file does not declare the type of the data. They are read as unsigned integers, which Galois's own
//! conversions from DIMACS write. Signed integers or floats look like large numbers; such weights get a
//! remark ([`Remark::UntypedWeights`](crate::Remark::UntypedWeights)).
//!
//! Galois itself is inconsistent about padding (8 bytes) after an odd number of targets in version 2: loading
//! a whole file expects it, loading a part and the offline reader do not. The size of the content shows which
//! it is, and both are read. In version 1, too, padding at the end of the file may be missing.
//!
//! Source: `FileGraph.cpp` and `OfflineGraph.h` of github.com/IntelligentSoftwareSystems/Galois.

mod write;

use crate::assemble::{Outline, assemble};
use crate::formats::{Binary, BinaryReader, Fit, FormatSpec, Reader, Seen, Writer};
use crate::{Format, Input, Loss, ReadOptions};
use boscage_core::{At, Result};

pub(super) const SPEC: FormatSpec = FormatSpec {
    format: Format::Galois,
    name: "Galois",
    word: "galois",
    suffixes: &["sgr"],
    has_signature: false,
    reader: Reader::Binary(BinaryReader { magic: b"", fit, sizes, read, edges: None }),
    writer: Some(Writer::ByNode { check: write::check, write: write::write }),
    loses: &[Loss::Names, Loss::Order],
};

/// Bytes before the rows.
const HEADER: u64 = 32;

/// The header of a file.
struct Header {
    version: u64,
    data: u64,
    nodes: u64,
    arcs: u64,
}

impl Header {
    /// The header, if it is there and valid.
    fn of(file: &Binary<'_>) -> Option<Self> {
        let word = |i: usize| file.word::<8>(8 * i);
        let header = Self { version: word(0)?, data: word(1)?, nodes: word(2)?, arcs: word(3)? };
        (matches!(header.version, 1 | 2) && matches!(header.data, 0 | 4 | 8)).then_some(header)
    }

    fn target_width(&self) -> u64 {
        4 * self.version
    }

    /// The size without padding.
    fn size(&self) -> u128 {
        u128::from(HEADER)
            + 8 * u128::from(self.nodes)
            + u128::from(self.target_width() + self.data) * u128::from(self.arcs)
    }

    /// The bytes of padding, if the content has the right size.
    fn padding(&self, file: &Binary<'_>) -> Option<u64> {
        let padding = self.arcs % 2 * self.target_width();
        let excess = u128::from(file.len()).checked_sub(self.size())?;
        let optional = self.version == 2 || self.data == 0;
        (excess == u128::from(padding) || (excess == 0 && optional)).then_some(excess as u64)
    }
}

/// The sizes that the header demands, if the beginning is consistent in this format.
fn sizes(file: &Binary<'_>) -> Vec<u128> {
    let header =
        Header::of(file).filter(|header| file.head_ascends::<8>(HEADER, header.nodes, (0, header.arcs)));
    header.map_or(Vec::new(), |header| {
        let padding = header.arcs % 2 * header.target_width();
        vec![header.size(), header.size() + u128::from(padding)]
    })
}

/// Returns the extent to which content is consistent in this format, except for the targets.
fn fit(file: &Binary<'_>) -> Fit {
    match Header::of(file) {
        Some(header)
            if header.padding(file).is_some()
                && file.column::<8>(HEADER, header.nodes as usize).ascends_to(header.arcs) =>
        {
            Fit::Whole
        }
        Some(_) => Fit::Header,
        None => Fit::None,
    }
}

/// Reads a Galois graph.
fn read(file: &Binary<'_>, options: &ReadOptions) -> Result<Input> {
    let Some(header) = Header::of(file) else {
        let expected =
            "a Galois header of 32 bytes: version 1 or 2, 0, 4 or 8 bytes of data per arc, nodes, arcs";
        let found = match (file.word::<8>(0), file.word::<8>(8), file.len() < HEADER) {
            (Some(version), Some(data), false) => format!("version {version} and {data} bytes of data"),
            _ => format!("{} bytes in all", file.len()),
        };
        return Err(file.wrong(At::Byte(0), expected, found, ""));
    };
    let Some(padding) = header.padding(file) else {
        let Header { nodes, arcs, data, .. } = header;
        let padding = if data == 0 { 0 } else { header.arcs % 2 * header.target_width() };
        let what = format!("{nodes} nodes and {arcs} arcs with {data} bytes of data each");
        return Err(file.wrong_size(header.size() + u128::from(padding), &what));
    };
    let nodes = file.nodes(16, header.nodes)?;
    let (arcs, width) = (header.arcs as usize, header.target_width());
    let ends = file.column::<8>(HEADER, nodes);
    let targets = HEADER + 8 * nodes as u64;
    let data = targets + width * arcs as u64 + padding;
    let outline =
        Outline { nodes, weighted: header.data > 0, ..Outline::new(Format::Galois, &file.path, file.len()) };
    let is_unweighted = header.data == 0 && options.unweighted.is_none();
    let weight_bytes = if is_unweighted { 0 } else { header.data.max(4) as usize };
    let stream = outline.admit(options, arcs, weight_bytes)?;
    let stream = stream.as_ref();
    macro_rules! arcs {
        ($weight:expr) => {
            match width {
                4 => file.arcs(ends, file.column::<4>(targets, arcs), $weight, stream)?,
                _ => file.arcs(ends, file.column::<8>(targets, arcs), $weight, stream)?,
            }
        };
    }
    let mut seen = Seen::new(header.data);
    let mut input = match header.data {
        0 if is_unweighted => assemble(arcs!(|| Ok(())), outline, options),
        0 => assemble(arcs!(|| Ok(1_u32)), outline, options),
        4 => {
            let mut data = file.column::<4>(data, arcs);
            assemble(arcs!(|| Ok(seen.see(data.take()?) as u32)), outline, options)
        }
        _ => {
            let mut data = file.column::<8>(data, arcs);
            assemble(arcs!(|| Ok(seen.see(data.take()?))), outline, options)
        }
    }?;
    input.remarks.extend(seen.remark());
    Ok(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Remark;
    use crate::bytes::RandomAccess;
    use boscage_core::exec::Exec;
    use boscage_core::graph::{AnyEdgeList, EdgeList};

    /// A path of two edges, 0 - 1 of weight 7 and 1 - 2 of weight 9, and a loop at 2 of weight 5.
    fn sample(version: u64, data: u64, padding: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> =
            [version, data, 3, 5, 1, 3, 5].iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut push = |word: u64, width: u64| bytes.extend(&word.to_le_bytes()[..width as usize]);
        [1, 0, 2, 1, 2].into_iter().for_each(|target| push(target, 4 * version));
        (0..padding).for_each(|_| push(0, 1));
        [7, 7, 9, 9, 5].into_iter().for_each(|weight| push(weight, data));
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Input, String> {
        let exec = Exec::current();
        let file = Binary::new(&exec, "t.gr", RandomAccess::of_bytes(bytes)).unwrap();
        super::read(&file, &ReadOptions::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn both_versions_are_read_with_and_without_their_padding() {
        for (version, data, padding) in [
            (1, 4, 4),
            (1, 8, 4),
            (1, 0, 4),
            (1, 0, 0),
            (2, 4, 8),
            (2, 4, 0),
            (2, 8, 0),
            (2, 0, 8),
            (2, 0, 0),
        ] {
            let bytes = sample(version, data, padding);
            let exec = Exec::current();
            let file = Binary::new(&exec, "t.gr", RandomAccess::of_bytes(&bytes)).unwrap();
            assert_eq!(fit(&file), Fit::Whole);
            let input = read(&bytes).unwrap();
            let triples = [(0, 1, 7_u32), (1, 2, 9), (2, 2, 5)];
            let graph: AnyEdgeList = match data {
                0 => EdgeList::from_pairs(3, triples.map(|(u, v, _)| (u, v))).unwrap().into(),
                8 => EdgeList::from_triples(3, triples.map(|(u, v, w)| (u, v, u64::from(w)))).unwrap().into(),
                _ => EdgeList::from_triples(3, triples).unwrap().into(),
            };
            assert_eq!(input.list, graph, "version {version}, {data} bytes");
            assert_eq!((input.weighted, input.bytes), (data > 0, bytes.len() as u64));
        }
    }

    #[test]
    fn weights_that_may_have_other_types_get_remarks() {
        let remarks = |weights: [u64; 5], data: u64| {
            let mut bytes = sample(1, data, 4);
            let at = bytes.len() - 5 * data as usize;
            bytes.truncate(at);
            weights.iter().for_each(|weight| bytes.extend(&weight.to_le_bytes()[..data as usize]));
            read(&bytes).unwrap().remarks
        };
        let floats = |weights: [f32; 5]| weights.map(|weight| u64::from(weight.to_bits()));
        let signed = |weights: [i64; 5]| weights.map(|weight| weight as u64);
        assert_eq!(remarks([7, 7, 9, 9, 5], 4), []);
        assert_eq!(remarks([0, 7, 9, 9, 1 << 30], 4), []);
        assert_eq!(remarks([0; 5], 8), []);
        assert_eq!(remarks([u32::MAX.into(), 1 << 29, 9, 9, 5], 4), []);
        assert_eq!(remarks([0; 5], 4), []);
        assert_eq!(remarks(floats([1.0, 0.0, 0.5, 1e-3, 1e6]), 4), [Remark::UntypedWeights]);
        assert_eq!(remarks(signed([7, 7, -9, 9, 5]), 4), [Remark::UntypedWeights]);
        assert_eq!(remarks(signed([7, 7, -9, 9, 5]), 8), [Remark::UntypedWeights]);
        assert_eq!(remarks([0.1, 0.1, 2.0, 2.0, 0.0].map(f64::to_bits), 8), [Remark::UntypedWeights]);
    }

    #[test]
    fn errors_have_place_expected_and_found() {
        let edited = |at: usize, byte: u8| {
            let mut bytes = sample(1, 4, 4);
            bytes[at] = byte;
            read(&bytes).unwrap_err()
        };
        assert_eq!(
            edited(0, 3),
            "t.gr: byte 0: expected a Galois header of 32 bytes: version 1 or 2, 0, 4 or 8 bytes of data per arc, \
             nodes, arcs, found version 3 and 4 bytes of data"
        );
        assert_eq!(
            edited(24, 6),
            "t.gr: expected 104 bytes for 3 nodes and 6 arcs with 4 bytes of data each, found 100 \
             (the file is cut short, or its header is wrong)"
        );
        assert_eq!(
            edited(24, 4),
            "t.gr: expected 88 bytes for 3 nodes and 4 arcs with 4 bytes of data each, found 100"
        );
        assert_eq!(edited(40, 0), "t.gr: byte 40: expected an offset in 1..=5, found 0");
        assert_eq!(edited(40, 6), "t.gr: byte 40: expected an offset in 1..=5, found 6");
        assert_eq!(edited(48, 4), "t.gr: byte 48: expected the last row to end at 5, found 4");
        assert_eq!(edited(60, 3), "t.gr: byte 60: expected a node below 3, found 3");
        assert!(read(&sample(1, 4, 4)[..31]).unwrap_err().ends_with("nodes, arcs, found 31 bytes in all"));
    }

    #[test]
    fn every_cut_is_an_error() {
        for sample in [sample(1, 4, 4), sample(2, 8, 0), sample(2, 0, 0)] {
            (0..sample.len()).for_each(|cut| assert!(read(&sample[..cut]).is_err(), "cut at {cut}"));
        }
    }

    #[test]
    fn headers_are_not_trusted() {
        let mut bytes = vec![0; 100];
        bytes[0] = 1;
        bytes[8] = 4;
        bytes[16] = 1;
        bytes[31] = 0x80;
        assert_eq!(
            read(&bytes).unwrap_err(),
            "t.gr: expected 73786976294838206504 bytes for 1 nodes and 9223372036854775808 arcs with 4 bytes of data \
             each, found 100 (the file is cut short, or its header is wrong)"
        );
    }
}
