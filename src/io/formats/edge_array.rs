//! Edge arrays, `.bin`: u64 nodes, u64 edges, then u32 u, u32 v, u32 weight per edge, little-endian; nodes
//! are counted from 0. This is the form of the edges in memory.

use std::io::Write;

use crate::assemble::Outline;
use crate::budget::Lists;
use crate::formats::{
    Binary, BinaryReader, Fit, FormatSpec, MayBeFloats, RawEdges, Reader, WeightType, Writer,
};
use crate::output::{AnyEdges, Decimal, EdgeSource, Writing, in_order, with_edges};
use crate::{Format, Input, Loss, ReadOptions};
use boscage_core::graph::LIMIT;
use boscage_core::{At, Result};

pub(super) const SPEC: FormatSpec = FormatSpec {
    format: Format::EdgeArray,
    name: "edge array",
    word: "edge-array",
    suffixes: &["bin"],
    has_signature: false,
    reader: Reader::Binary(BinaryReader { magic: b"", fit, sizes, read, edges: Some(open) }),
    writer: Some(Writer::InOrder(write)),
    loses: &[Loss::Names, Loss::Direction, Loss::Unweighted],
};

/// The counts before the edges.
const HEADER: usize = 16;

/// The bytes of an edge.
const EDGE: usize = 12;

/// The counts, if the size of the content fits them.
fn counts(file: &Binary<'_>) -> Option<(u64, u64)> {
    let counts = (file.word::<8>(0)?, file.word::<8>(8)?);
    (size(counts.1) == u128::from(file.len())).then_some(counts)
}

fn size(edges: u64) -> u128 {
    HEADER as u128 + EDGE as u128 * u128::from(edges)
}

/// The size that the counts demand, if the edges at the beginning are in range.
fn sizes(file: &Binary<'_>) -> Vec<u128> {
    let (Some(nodes), Some(edges)) = (file.word::<8>(0), file.word::<8>(8)) else { return Vec::new() };
    let node = |at: usize| file.word::<4>(at);
    let ends = (HEADER..).step_by(EDGE).map_while(|at| Some(node(at)?.max(node(at + 4)?)));
    let is_in_range = nodes <= LIMIT as u64 && { ends }.take(edges as usize).all(|end| end < nodes);
    if is_in_range { vec![size(edges)] } else { Vec::new() }
}

/// Returns `true` if content has the size that its counts demand, and its first edges are in range.
fn fit(file: &Binary<'_>) -> Fit {
    Fit::whole(sizes(file).contains(&file.len().into()))
}

/// Opens an edge array: all facts except the edges.
fn open(file: &Binary<'_>) -> Result<RawEdges> {
    let Some((nodes, edges)) = counts(file) else {
        return Err(match file.word::<8>(8) {
            Some(edges) => file.wrong_size(size(edges), &format!("{edges} edges")),
            None => {
                let expected = "a header of 16 bytes: nodes and edges";
                file.wrong(At::Byte(0), expected, format!("{} bytes in all", file.len()), "")
            }
        });
    };
    let outline = Outline {
        nodes: file.nodes(0, nodes)?,
        lists: Lists::Edges,
        weighted: true,
        ..Outline::new(Format::EdgeArray, &file.path, file.len())
    };
    let at = HEADER as u64;
    Ok(RawEdges { outline, names_at: at, weights: WeightType::U32, at, len: edges })
}

/// Reads an edge array.
fn read(file: &Binary<'_>, options: &ReadOptions) -> Result<Input> {
    let mut input = open(file)?.read(file, options)?;
    input.remarks.extend(MayBeFloats::of(&input.list).remark());
    Ok(input)
}

fn write(writing: &Writing<'_, AnyEdges<'_>>) -> Result<()> {
    with_edges!(writing, writing => put(writing))
}

fn put<S: EdgeSource>(writing: &Writing<'_, S>) -> Result<()> {
    writing.demand_naturals(0..=u64::from(u32::MAX), "an edge array")?;
    writing.put(|out| {
        for count in [writing.graph.node_count(), writing.graph.edge_count()] {
            out.write_all(&(count as u64).to_le_bytes())?;
        }
        in_order::write(writing.exec, out, &writing.graph, |bytes, edge| {
            let weight = edge.weight.natural().unwrap_or_default() as u32; // checked above
            let words = [u32::from(edge.u), u32::from(edge.v), weight];
            words.iter().try_for_each(|word| bytes.write_all(&word.to_le_bytes()))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::RandomAccess;
    use boscage_core::exec::Exec;
    use boscage_core::graph::{AnyEdgeList, EdgeList};

    fn bytes(nodes: u64, edges: u64, words: &[u32]) -> Vec<u8> {
        let header = [nodes, edges].into_iter().flat_map(u64::to_le_bytes);
        header.chain(words.iter().flat_map(|word| word.to_le_bytes())).collect()
    }

    fn read(bytes: &[u8]) -> Result<Input, String> {
        let exec = Exec::current();
        let file = Binary::new(&exec, "t.bin", RandomAccess::of_bytes(bytes)).unwrap();
        super::read(&file, &ReadOptions::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn edges_are_read_in_their_order() {
        let sample = bytes(3, 2, &[2, 0, u32::MAX, 1, 1, 0]);
        let graph: AnyEdgeList = EdgeList::from_triples(3, [(2, 0, u32::MAX), (1, 1, 0)]).unwrap().into();
        let input = read(&sample).unwrap();
        assert_eq!((input.list, input.bytes), (graph, 40));
    }

    #[test]
    fn many_nodes_without_edges_cost_nothing() {
        assert_eq!(read(&bytes(4_000_000_000, 0, &[])).unwrap().list.node_count(), 4_000_000_000);
        assert_eq!(
            read(&bytes(1 << 40, 0, &[])).unwrap_err(),
            "t.bin: byte 0: expected at most 4294967294 nodes, found 1099511627776"
        );
    }

    #[test]
    fn errors_have_place_expected_and_found() {
        assert_eq!(
            read(&bytes(3, 1 << 63, &[0; 21])).unwrap_err(),
            "t.bin: expected 110680464442257309712 bytes for 9223372036854775808 edges, found 100 \
             (the file is cut short, or its header is wrong)"
        );
        assert_eq!(
            read(&bytes(3, 2, &[0, 1, 5, 2, 3, 5])).unwrap_err(),
            "t.bin: byte 32: expected a node below 3, found 3"
        );
        assert_eq!(
            read(&[0; 9]).unwrap_err(),
            "t.bin: byte 0: expected a header of 16 bytes: nodes and edges, found 9 bytes in all"
        );
        let sample = bytes(3, 2, &[2, 0, 7, 1, 1, 0]);
        (0..sample.len()).for_each(|cut| assert!(read(&sample[..cut]).is_err(), "cut at {cut}"));
    }
}
