//! The part of the graph that this rank has.

use std::path::Path;

use boscage::comm::{Comm, share};
use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeId, EdgeList, FileData};
use boscage::io::{Admit, Format, PartInput, PartNames, Prospect, Remark, read_part};
use boscage::{Result, memory};
use boscage_programs::family::Made;
use boscage_programs::show::{say, warnings};

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
    /// What the file is; nothing if there is none.
    pub(crate) file: Option<FileFacts>,
}

/// What is known of a file beside its graph.
pub(crate) struct FileFacts {
    pub(crate) format: Format,
    pub(crate) is_guessed: bool,
    pub(crate) remarks: Vec<Remark>,
}

/// The share of this rank, which `admit` may refuse. Collective.
pub(crate) fn read(
    exec: &Exec,
    comm: &Comm<'_>,
    options: &ForestOptions,
    admit: impl Fn(&Prospect<'_>) -> Result<()> + Clone + Send + Sync + 'static,
) -> Result<Share> {
    let read_options = options.input.read_options(Admit::new(admit.clone()));
    match (&options.graph, &options.generate) {
        (Some(path), _) => {
            let input = read_part(exec, comm, path, &read_options)?;
            if comm.rank() == 0 {
                warnings("msf-mpi", path, &input.remarks).for_each(|line| say(&line));
            }
            let PartInput { list, first, names, edges, format, is_guessed, remarks, .. } = input;
            Ok(Share { list, first, names, edges, file: Some(FileFacts { format, is_guessed, remarks }) })
        }
        (None, Some(generated)) => {
            let path = Path::new(generated.text());
            let made = generated.make(exec).and_then(|made| part(exec, comm, path, made, admit));
            let (list, first, edges) = comm.agree(made)?;
            Ok(Share { list: u32::into_any(list), first, names: PartNames::Offset(0), edges, file: None })
        }
        (None, None) => unreachable!("the command line has a graph"),
    }
}

/// The edges of this rank, the id of the first, and the number of all.
fn part(
    exec: &Exec,
    comm: &Comm<'_>,
    path: &Path,
    made: Made,
    admit: impl Fn(&Prospect<'_>) -> Result<()>,
) -> Result<(EdgeList<u32>, u64, u64)> {
    let (nodes, edges, beside) = match &made {
        Made::Recipe(recipe) => (recipe.nodes(), recipe.edges(), 0),
        // What making it took.
        Made::Map(whole, _) => (whole.nodes(), whole.len(), memory::peak().unwrap_or_default() as usize),
    };
    let own = share(edges as u64, comm.rank(), comm.ranks());
    let len = EdgeId::check_count(own.end - own.start)?;
    admit(&Prospect {
        path,
        nodes,
        listed: len,
        edges: len,
        weight_bytes: 4,
        name_bytes: 0,
        thread_bytes: 0,
        scratch_bytes: beside,
        is_whole: true,
    })?;
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
