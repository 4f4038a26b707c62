//! The last step of reading a part: arcs are folded over all ranks, edges get their ids.

use crate::assemble::{Outline, weighing_as_wanted};
use crate::budget::{Budget, Size};
use crate::parts::fold::fold;
use crate::parts::names::PartNames;
use crate::parts::part_input::PartInput;
use crate::parts::reading::Reading;
use crate::{ArcPolicy, ReadOptions};
use boscage_core::Result;
use boscage_core::graph::{AnyEdgeList, Edge, EdgeId, EdgeList, FileData};

/// Makes a part from the arcs or edges of this rank, whose ends and weights have been checked.
/// [`crate::assemble::assemble`] does the same for a whole graph. Collective.
///
/// # Errors
/// Those of [`crate::assemble::assemble`].
pub(crate) fn assemble<E: FileData>(
    reading: &Reading<'_>,
    mut edges: Vec<Edge<E>>,
    outline: Outline<PartNames>,
    options: &ReadOptions,
) -> Result<PartInput> {
    let comm = reading.comm;
    let weight_bytes = outline.weight_bytes::<E>(options);
    let Outline { path, format, nodes, names, lists, weighted, bytes, remarks } = outline;
    let name_bytes = names.bytes();
    let size = Size { nodes, listed: edges.len(), weight_bytes, name_bytes, scratch_bytes: 0 };
    let mut budget = Budget::of(options, reading.path, lists);
    reading.together(|| budget.admit_whole(size))?;
    let (policy, mut arcs) = (options.folding(), None);
    if lists.may_be_mirrored() || policy == ArcPolicy::Fold {
        let take = |scratch_bytes| budget.admit(Size { scratch_bytes, ..size });
        let (folded, report) = fold(reading, edges, policy, take)?;
        (edges, arcs) = (folded, Some(report));
    }
    comm.step("ids", 0);
    let counts = comm.gather(&[edges.len() as u64])?;
    let first = counts.words()[..comm.rank()].iter().sum();
    let list = reading.together(|| {
        budget.folded(size, edges.len())?;
        EdgeId::check_count(edges.len() as u64)?;
        let list = AnyEdgeList::from(EdgeList::from_checked(nodes, edges));
        if weighted {
            return Ok(list);
        }
        // All ends of edges have a name here.
        weighing_as_wanted(list, options, first, |node| names.name(node).unwrap_or_default())
    })?;
    let is_directed = options.is_directed.unwrap_or(lists.are_directed(arcs));
    let edges = counts.words().iter().sum();
    let arcs = lists.reported(arcs);
    Ok(PartInput {
        path,
        format,
        is_guessed: false, // set by the code that has recognised the format
        list,
        first,
        edges,
        is_directed,
        names,
        weighted,
        arcs,
        bytes,
        remarks,
    })
}
