//! The part of the graph on this rank.

use std::path::Path;

use boscage::comm::{Comm, share};
use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeId, EdgeList, FileData};
use boscage::io::{Admit, Format, PartInput, PartNames, Prospect, ReadOptions, Remark, read_part};
use boscage::{Result, memory};
use boscage_programs::family::Made;
use boscage_programs::needs::Ask;
use boscage_programs::show::{say, warnings};

use crate::options::ForestOptions;

/// The share of a graph that a rank has read or generated, beside the edges.
pub(crate) struct Share {
    /// The id of its first edge.
    pub(crate) first: u64,
    /// The graph's own names of its nodes.
    pub(crate) names: PartNames,
    /// Number of edges of the whole graph.
    pub(crate) edges: u64,
    /// Facts about the file, if there is one.
    pub(crate) file: Option<FileFacts>,
}

/// Facts about a file beside its graph.
pub(crate) struct FileFacts {
    pub(crate) format: Format,
    pub(crate) is_guessed: bool,
    pub(crate) remarks: Vec<Remark>,
}

/// Reads or generates the edges of this rank, between the nodes of the whole graph; `ask` may refuse them.
/// Collective.
pub(crate) fn read(
    exec: &Exec,
    comm: &Comm<'_>,
    options: &ForestOptions,
    ask: Ask,
) -> Result<(AnyEdgeList, Share)> {
    match (&options.graph, &options.generate) {
        (Some(path), _) => {
            let admit = Some(Admit::new(move |seen| ask(seen)));
            let read_options = ReadOptions { admit, ..options.input.read_options() };
            let input = read_part(exec, comm, path, &read_options)?;
            if comm.rank() == 0 {
                warnings("msf-mpi", path, &input.remarks).for_each(|line| say(&line));
            }
            let PartInput { list, first, names, edges, format, is_guessed, remarks, .. } = input;
            let file = Some(FileFacts { format, is_guessed, remarks });
            Ok((list, Share { first, names, edges, file }))
        }
        (None, Some(generated)) => {
            let path = Path::new(generated.text());
            let made = generated.make(exec).and_then(|made| part(exec, comm, path, made, &ask));
            let (list, first, edges) = comm.agree(made)?;
            let names = PartNames::Offset(0);
            Ok((u32::into_any(list), Share { first, names, edges, file: None }))
        }
        (None, None) => unreachable!("the command line has a graph"),
    }
}

/// Returns the edges of this rank, the id of the first, and the number of all.
fn part(
    exec: &Exec,
    comm: &Comm<'_>,
    path: &Path,
    made: Made,
    ask: &Ask,
) -> Result<(EdgeList<u32>, u64, u64)> {
    let (nodes, edges, beside) = match &made {
        Made::Recipe(recipe) => (recipe.node_count(), recipe.edge_count(), 0),
        // The bytes of generating it.
        Made::Map(whole, _) => {
            (whole.node_count(), whole.edge_count(), memory::peak().unwrap_or_default() as usize)
        }
    };
    let own = share(edges as u64, comm.rank(), comm.ranks());
    let len = EdgeId::check_count(own.end - own.start)?;
    let mut seen = Prospect::whole(path, nodes, len);
    (seen.weight_bytes, seen.scratch_bytes) = (4, beside);
    ask(&seen)?;
    let list = match made {
        Made::Recipe(recipe) => recipe.make_part(exec, comm.rank(), comm.ranks())?.0,
        Made::Map(whole, _) => {
            let mut list = memory::reserve("the edges of a rank", len)?;
            list.extend_from_slice(&whole.edges()[own.start as usize..own.end as usize]);
            EdgeList::new(nodes, list)?
        }
    };
    Ok((list, own.start, edges as u64))
}
