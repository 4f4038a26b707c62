//! The part of the graph that this rank has.

use std::path::Path;

use boscage::comm::Comm;
use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeList, FileData};
use boscage::io::Names;
use boscage::{Result, memory};

use crate::generated::Generated;
use crate::options::ForestOptions;

/// What a rank has read or made: its edges, those of ids from `first` on.
pub(crate) struct Share {
    /// The edges, between the nodes of the whole graph.
    pub(crate) list: AnyEdgeList,
    pub(crate) first: u64,
    /// What the graph calls its nodes.
    pub(crate) names: Names,
    /// The edges of the whole graph.
    pub(crate) edges: u64,
    /// The format; `generated` if there is no file.
    pub(crate) format: String,
}

/// The share of this rank. Not collective: the ranks must agree on the errors.
pub(crate) fn share(exec: &Exec, comm: &Comm<'_>, options: &ForestOptions) -> Result<Share> {
    match (&options.graph, &options.generate) {
        (Some(path), _) => read(exec, comm, path, options),
        (None, Some(generated)) => make(comm, generated),
        (None, None) => unreachable!("the command line has a graph"),
    }
}

/// Where the share of a rank begins: all are of about the same size.
fn begin(edges: usize, rank: usize, ranks: usize) -> usize {
    (edges as u128 * rank as u128 / ranks as u128) as usize
}

/// Reads the whole file and keeps the share.
fn read(exec: &Exec, comm: &Comm<'_>, path: &Path, options: &ForestOptions) -> Result<Share> {
    let input = boscage::io::read(exec, path, &options.read_options())?;
    let edges = input.list.len();
    let [first, end] = [0, 1].map(|more| begin(edges, comm.rank() + more, comm.ranks()));
    let list = match input.list {
        AnyEdgeList::Unweighted(list) => AnyEdgeList::Unweighted(list),
        AnyEdgeList::I32(list) => keep(list, first, end)?,
        AnyEdgeList::U32(list) => keep(list, first, end)?,
        AnyEdgeList::I64(list) => keep(list, first, end)?,
        AnyEdgeList::U64(list) => keep(list, first, end)?,
        AnyEdgeList::F32(list) => keep(list, first, end)?,
        AnyEdgeList::F64(list) => keep(list, first, end)?,
    };
    let format = input.format.name().to_owned();
    Ok(Share { list, first: first as u64, names: input.names, edges: edges as u64, format })
}

fn keep<E: FileData>(list: EdgeList<E>, first: usize, end: usize) -> Result<AnyEdgeList> {
    let nodes = list.nodes();
    let mut kept = memory::reserve("the edges of a part", end - first)?;
    kept.extend_from_slice(&list.edges()[first..end]);
    drop(list);
    Ok(E::into_any(EdgeList::new(nodes, kept)?))
}

/// Makes the share.
fn make(comm: &Comm<'_>, generated: &Generated) -> Result<Share> {
    let recipe = generated.recipe()?;
    let [first, end] = [0, 1].map(|more| begin(recipe.edges(), comm.rank() + more, comm.ranks()));
    let mut edges = memory::reserve("the edges of a part", end - first)?;
    recipe.append(first..end, &mut edges);
    let list = u32::into_any(EdgeList::new(recipe.nodes(), edges)?);
    let (names, format) = (Names::Offset(0), "generated".to_owned());
    Ok(Share { list, first: first as u64, names, edges: recipe.edges() as u64, format })
}
