//! All edges on one rank: the plainest way to the forest, and the oracle of all others.
//!
//! Rank 0 needs memory for the whole graph, and does all the work. Ids of the gathered graph are those of the
//! whole one, because parts follow each other without gaps.

use boscage::comm::{Comm, Parcels, Part, PartForest};
use boscage::exec::Exec;
use boscage::graph::{Edge, EdgeId, EdgeList, Node, Objective, Weight};
use boscage::{Error, Result, memory};
use boscage_operators::msf;

/// The forest, by the fastest operator of one machine. Collective.
pub(crate) fn forest<W: Weight>(
    exec: &Exec,
    comm: &Comm<'_>,
    part: &Part<W>,
    objective: Objective,
) -> Result<PartForest<W>> {
    comm.step("gather", 0);
    let graph = graph(comm, part)?;
    comm.step("forest", 0);
    let found = graph.map(|Gathered { list, counts }| {
        let forest = msf::auto(exec, (&list).into(), objective)?;
        Ok::<_, Error>((forest, counts))
    });
    let found = comm.agree(found.transpose())?;
    comm.step("scatter", 0);
    // Each rank gets the positions of its edges, in its own part.
    let (mut words, mut counts) = (Vec::new(), vec![0; comm.ranks()]);
    if let Some((forest, edges)) = found {
        let (mut rank, mut begin) = (0, 0);
        for id in forest.edges() {
            while id.index() >= begin + edges[rank] {
                (rank, begin) = (rank + 1, begin + edges[rank]);
            }
            words.push((id.index() - begin) as u64);
            counts[rank] += 1;
        }
    }
    let own = comm.exchange(&words, &counts)?;
    PartForest::new(comm, part, own.words().iter().map(|&word| EdgeId::new(word as usize)).collect())
}

/// The whole graph.
pub(crate) struct Gathered<W: Weight> {
    pub(crate) list: EdgeList<W>,
    /// How many edges came from each rank.
    counts: Vec<usize>,
}

/// The whole graph, on rank 0; nothing on other ranks. Collective.
pub(crate) fn graph<W: Weight>(comm: &Comm<'_>, part: &Part<W>) -> Result<Option<Gathered<W>>> {
    let words = comm.agree(words(part))?;
    let mut counts = vec![0; comm.ranks()];
    counts[0] = words.len();
    let all = comm.exchange(&words, &counts)?;
    comm.agree((comm.rank() == 0).then(|| gathered(part.nodes(), &all)).transpose())
}

/// Two words an edge: its ends, and its weight.
fn words<W: Weight>(part: &Part<W>) -> Result<Vec<u64>> {
    let mut words = memory::reserve("the edges of a part", 2 * part.len())?;
    for (position, edge) in part.local().edges().iter().enumerate() {
        let [u, v] = part.ends(EdgeId::new(position)).map(|end| u64::from(u32::from(end)));
        let mut weight = [0; 8];
        weight[..size_of::<W>()].copy_from_slice(bytemuck::bytes_of(&edge.weight));
        words.extend([u << 32 | v, u64::from_ne_bytes(weight)]);
    }
    Ok(words)
}

fn gathered<W: Weight>(nodes: usize, all: &Parcels) -> Result<Gathered<W>> {
    let mut edges = memory::reserve("the gathered edges", all.words().len() / 2)?;
    edges.extend(all.words().chunks_exact(2).map(|words| Edge {
        u: Node::from((words[0] >> 32) as u32),
        v: Node::from(words[0] as u32),
        weight: bytemuck::pod_read_unaligned(&words[1].to_ne_bytes()[..size_of::<W>()]),
    }));
    let counts = all.counts().map(|words| words / 2).collect();
    Ok(Gathered { list: EdgeList::new(nodes, edges)?, counts })
}
