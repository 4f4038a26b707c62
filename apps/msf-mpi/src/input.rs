//! The part of the graph that this rank has.

use boscage::Result;
use boscage::comm::Comm;
use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, FileData};
use boscage::io::{Admit, PartNames, read_part};

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

/// The share of this rank. Collective.
pub(crate) fn share(exec: &Exec, comm: &Comm<'_>, options: &ForestOptions) -> Result<Share> {
    match (&options.graph, &options.generate) {
        (Some(path), _) => {
            let options = options.input.read_options(Admit::new(|_| Ok(())));
            let input = read_part(exec, comm, path, &options)?;
            let format = input.format.name().to_owned();
            Ok(Share { list: input.list, first: input.first, names: input.names, edges: input.edges, format })
        }
        (None, Some(generated)) => {
            let made = generated.recipe().and_then(|recipe| {
                let (list, first) = recipe.make_part(exec, comm.rank(), comm.ranks())?;
                Ok((u32::into_any(list), first, recipe.edges() as u64))
            });
            let (list, first, edges) = comm.agree(made)?;
            let (names, format) = (PartNames::Offset(0), "generated".to_owned());
            Ok(Share { list, first, names, edges, format })
        }
        (None, None) => unreachable!("the command line has a graph"),
    }
}
