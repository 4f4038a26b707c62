//! Parts of files whose edges are stored as in memory: a range of the edges.
//!
//! If a file lists the names of its nodes, every rank checks and keeps its share of them, and then reads the
//! names of its own nodes block by block, never all of them at once.

use crate::assemble::Outline;
use crate::formats::{Binary, RawEdges};
use crate::parts::assemble::assemble;
use crate::parts::names::PartNames;
use crate::parts::part_input::PartInput;
use crate::parts::reading::Reading;
use crate::{Names, ReadOptions};
use boscage_core::comm::{Numbering, share};
use boscage_core::exec::Exec;
use boscage_core::graph::AnyEdgeList;
use boscage_core::{At, Result, memory, with_edge_list};

/// Reads the edges of this rank.
pub(crate) fn read(
    reading: &Reading<'_>,
    open: fn(&Binary<'_>) -> Result<RawEdges>,
    options: &ReadOptions,
) -> Result<PartInput> {
    let (exec, path, bytes) = (reading.exec, reading.path, reading.bytes());
    let own = |len: u64| share(len, reading.comm.rank(), reading.comm.ranks());
    let (file, edges) = reading.together(|| {
        let file = Binary::new(exec, path, bytes)?;
        let edges = open(&file)?;
        Ok((file, edges))
    })?;
    if let Names::Text(_) = edges.outline.names {
        let expected = "names that are numbers, for a graph that is read in parts";
        let wrong = |file: &Binary<'_>| {
            let cure = "convert it to .gr, which numbers the nodes again";
            Err(file.wrong(At::Whole, expected, "names that are texts", cure))
        };
        return reading.together(|| wrong(&file));
    }
    let (mut share, first) = (Vec::new(), own(edges.outline.nodes as u64).start as usize);
    if let Names::Listed(_) = edges.outline.names {
        let end = own(edges.outline.nodes as u64).end as usize;
        share = reading.together(|| {
            // With the last name before them.
            let before = first.saturating_sub(1);
            let mut names = edges.names(&file, before, end - before)?;
            names.drain(..first - before);
            Ok(names)
        })?;
    }
    let own = own(edges.len);
    let edges = edges.cut(own);
    let list = reading.together(|| edges.edges(&file, options))?;
    let names = match edges.outline.names {
        Names::Offset(base) => PartNames::Offset(base),
        Names::Listed(_) => {
            let (nodes, names) = reading.together(|| names_of(exec, &file, &edges, &list))?;
            PartNames::Listed { nodes, names, first, share }
        }
        Names::Text(_) => unreachable!("they have been refused"),
    };
    let Outline { path, format, nodes, lists, weighted, bytes, remarks, .. } = edges.outline;
    let outline = Outline { path, format, nodes, names, lists, weighted, bytes, remarks };
    with_edge_list!(list, list => assemble(reading, list.into_edges(), outline, options))
}

/// The ends of some edges, and their names.
fn names_of(
    exec: &Exec,
    file: &Binary<'_>,
    edges: &RawEdges,
    list: &AnyEdgeList,
) -> Result<(Numbering, Vec<u64>)> {
    /// Nodes whose names are read at once.
    const BLOCK: u32 = 1 << 16;
    let mut ends = memory::reserve::<u32>("the nodes of a part", 2 * list.edge_count())?;
    with_edge_list!(list, list => {
        ends.extend(list.edges().iter().flat_map(|edge| [u32::from(edge.u), u32::from(edge.v)]));
    });
    let nodes = Numbering::new(exec, ends)?;
    let mut names = memory::reserve("the names of the nodes", nodes.len())?;
    for block in nodes.labels().chunk_by(|a, b| a / BLOCK == b / BLOCK) {
        let (first, last) = (block[0] as usize, block[block.len() - 1] as usize);
        let read = edges.names(file, first, last - first + 1)?;
        names.extend(block.iter().map(|&node| read[node as usize - first]));
    }
    Ok((nodes, names))
}
