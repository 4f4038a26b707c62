//! The part of the graph that this rank has.

use boscage::comm::{Comm, share};
use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeList, FileData};
use boscage::io::{Admit, PartNames, read_part};
use boscage::{Result, memory};
use boscage_programs::family::Made;

use crate::options::ForestOptions;

/// What a rank has read or made: its edges, those of ids from `first` on.
pub(crate) struct Share {
    /// The edges, between the nodes of the whole graph.
    pub(crate) list: AnyEdgeList,
    pub(crate) first: u64,
    /// What the graph calls its nodes.
    pub(crate) names: PartNames,
    /// The edges of the whole graph.
    pub(crate) edges: u64,
    /// The format; `generated` if there is no file.
    pub(crate) format: String,
}

/// The edges of this rank, the id of the first, and the number of all.
fn part(exec: &Exec, comm: &Comm<'_>, made: Made) -> Result<(EdgeList<u32>, u64, u64)> {
    match made {
        Made::Recipe(recipe) => {
            let (list, first) = recipe.make_part(exec, comm.rank(), comm.ranks())?;
            Ok((list, first, recipe.edges() as u64))
        }
        Made::Map(whole, _) => {
            let (nodes, edges) = (whole.nodes(), whole.len() as u64);
            let own = share(edges, comm.rank(), comm.ranks());
            let mut list = memory::reserve("the edges of a rank", (own.end - own.start) as usize)?;
            list.extend_from_slice(&whole.edges()[own.start as usize..own.end as usize]);
            Ok((EdgeList::new(nodes, list)?, own.start, edges))
        }
    }
}

/// The share of this rank. Collective.
pub(crate) fn read(exec: &Exec, comm: &Comm<'_>, options: &ForestOptions) -> Result<Share> {
    match (&options.graph, &options.generate) {
        (Some(path), _) => {
            let options = options.input.read_options(Admit::new(|_| Ok(())));
            let input = read_part(exec, comm, path, &options)?;
            let format = input.format.name().to_owned();
            Ok(Share { list: input.list, first: input.first, names: input.names, edges: input.edges, format })
        }
        (None, Some(generated)) => {
            let made = generated.make(exec).and_then(|made| part(exec, comm, made));
            let (list, first, edges) = comm.agree(made)?;
            let list = u32::into_any(list);
            let (names, format) = (PartNames::Offset(0), "generated".to_owned());
            Ok(Share { list, first, names, edges, format })
        }
        (None, None) => unreachable!("the command line has a graph"),
    }
}
