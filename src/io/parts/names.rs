//! Numbers for nodes that have names: in ascending order of the names, over all ranks.
//!
//! Names are sorted over all ranks by samples (Frazer and McKellar, "Samplesort", 1970). Every rank sends its
//! names, each once, to owners: the first owner gets the least names, and so on. The owners' ranges come from
//! samples of all ranks, so all owners get about the same number of names. An owner numbers its names after
//! those of the owners before it, and answers in the order of the requests. So no rank needs memory for all
//! names. An owner keeps its names, so that all ranks together know the name of every node.

use std::ops::Range;

use rayon::prelude::*;

use crate::Names;
use crate::parts::reading::Reading;
use boscage_core::comm::{Comm, Numbering, Parcels, share};
use boscage_core::exec::Exec;
use boscage_core::graph::Node;
use boscage_core::{Result, memory};

/// Largest number of samples per rank.
const SAMPLES: usize = 256;

/// The names of the nodes of a part in its file.
///
/// A rank knows the names of the nodes of its edges, and those of its [share](PartNames::share) of all nodes.
///
/// # Examples
/// ```
/// use boscage::{comm, exec::Exec, io};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("graph.txt");
/// std::fs::write(&path, "100 200\n200 4000\n").unwrap();
/// comm::run(2, |comm| {
///     let part = io::read_part(&Exec::new(1)?, comm, &path, &io::ReadOptions::default())?;
///     for node in part.names.share(comm, part.list.node_count()) {
///         assert_eq!(part.names.name(node as u32), Some([100, 200, 4000][node]));
///     }
///     Ok(())
/// })?;
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PartNames {
    /// The name of node `i` is `i` plus this number, on all ranks.
    Offset(u64),
    /// This rank has the names of the nodes of its part and of its share.
    Listed {
        /// The nodes of this part.
        nodes: Numbering,
        /// Their names, in ascending order of both.
        names: Vec<u64>,
        /// The first node of the share.
        first: usize,
        /// The names of the nodes of the share.
        share: Vec<u64>,
    },
}

impl PartNames {
    /// Returns the name of a node. Returns `None` if names are listed, and the node is neither an end of an
    /// edge of this part nor in the share of this rank.
    #[must_use]
    pub fn name(&self, node: impl Into<Node>) -> Option<u64> {
        let node = node.into();
        match self {
            Self::Offset(base) => Some(base + node.index() as u64),
            Self::Listed { nodes, names, first, share } => match nodes.number(node.into()) {
                Some(at) => Some(names[at as usize]),
                None => share.get(node.index().checked_sub(*first)?).copied(),
            },
        }
    }

    /// Returns the share of this rank, in a graph of `nodes` nodes. Each node is in the share of one rank;
    /// the shares are in the order of the ranks. A rank knows the names of its share.
    #[must_use]
    pub fn share(&self, comm: &Comm<'_>, nodes: usize) -> Range<usize> {
        match self {
            Self::Offset(_) => {
                let own = share(nodes as u64, comm.rank(), comm.ranks());
                own.start as usize..own.end as usize
            }
            Self::Listed { first, share, .. } => *first..first + share.len(),
        }
    }

    /// Bytes of listed names.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Offset(_) => 0,
            Self::Listed { nodes, names, share, .. } => {
                nodes.bytes() + size_of_val(&**names) + size_of_val(&**share)
            }
        }
    }
}

/// Numbers the nodes of all ranks. The `len` nodes of this rank have the names `own`. Returns the number of
/// nodes of the graph, their names, and the numbers of the nodes of this rank. Collective.
///
/// # Errors
/// [`boscage_core::Error::TooMany`] nodes, and [`boscage_core::Error::OutOfMemory`].
pub(crate) fn number(reading: &Reading<'_>, own: Names, len: usize) -> Result<(usize, PartNames, Vec<Node>)> {
    let (comm, exec) = (reading.comm, reading.exec);
    comm.step("names", 0);
    let own = reading.together(|| listed(own, len))?;
    let samples = own.len().min(SAMPLES);
    let samples: Vec<u64> = (0..samples).map(|i| own[own.len() * i / samples]).collect();
    let mut samples = comm.gather(&samples)?.words().to_vec();
    samples.sort_unstable();
    let counts = counts(&own, &samples, comm.ranks());
    let asked = comm.exchange(&own, &counts)?;
    let owned = reading.together(|| distinct(exec, &asked))?;

    let ends = [owned.first(), owned.last()].map(|name| name.copied().unwrap_or_default());
    let all = comm.gather(&[owned.len() as u64, ends[0], ends[1]])?;
    let owners = || (0..comm.ranks()).map(|rank| all.from_rank(rank));
    let before: u64 = owners().take(comm.rank()).map(|owner| owner[0]).sum();
    let count = owners().map(|owner| owner[0]).sum();
    let nodes = reading.together(|| Node::check_count(count))?;

    let answers = reading.together(|| answers(&asked, &owned, before))?;
    let numbers = comm.exchange(&answers, &asked.counts().collect::<Vec<_>>())?;
    let numbers = reading.together(|| numbered(numbers.words()))?;
    let mut ends = owners().filter(|owner| owner[0] > 0).map(|owner| (owner[1], owner[2]));
    let names = match (ends.next(), ends.next_back()) {
        (None, _) => PartNames::Offset(0),
        (Some(first), last) if last.unwrap_or(first).1 - first.0 == count - 1 => PartNames::Offset(first.0),
        _ => reading.together(|| {
            let mut labels = memory::reserve("the nodes of a part", numbers.len())?;
            labels.extend(numbers.iter().map(|&node| u32::from(node)));
            let nodes = Numbering::new(exec, labels)?;
            Ok(PartNames::Listed { nodes, names: own, first: before as usize, share: owned })
        })?,
    };
    Ok((nodes, names, numbers))
}

/// The names of some nodes as a list.
fn listed(names: Names, nodes: usize) -> Result<Vec<u64>> {
    match names {
        Names::Listed(names) => Ok(names),
        Names::Offset(base) => memory::from_fn("the names of the nodes", nodes, |i| base + i as u64),
        Names::Text(_) => unreachable!("the names in files that are read in parts are numbers"),
    }
}

/// Number of the names, which ascend, that each owner gets.
fn counts(names: &[u64], samples: &[u64], owners: usize) -> Vec<usize> {
    let mut begin = 0;
    let count = |owner| {
        let end = match samples.get(samples.len() * owner / owners) {
            Some(&least) if owner < owners => names.partition_point(|&name| name < least),
            _ => names.len(),
        };
        end - std::mem::replace(&mut begin, end)
    };
    (1..=owners).map(count).collect()
}

/// The names in all requests, each once, in ascending order.
fn distinct(exec: &Exec, asked: &Parcels) -> Result<Vec<u64>> {
    let mut names = memory::reserve("the names of the nodes", asked.words().len())?;
    names.extend_from_slice(asked.words());
    exec.install(|| names.par_sort_unstable());
    names.dedup();
    Ok(names)
}

/// The numbers of the names in all requests. `owned` has each of these names; the first one has the number
/// `before`.
fn answers(asked: &Parcels, owned: &[u64], before: u64) -> Result<Vec<u64>> {
    let mut answers = memory::reserve("the numbers of the names", asked.words().len())?;
    for rank in 0..asked.counts().len() {
        let mut at = 0; // the names of a rank ascend
        for &name in asked.from_rank(rank) {
            at += owned[at..].partition_point(|&other| other < name);
            answers.push(before + at as u64);
        }
    }
    Ok(answers)
}

fn numbered(numbers: &[u64]) -> Result<Vec<Node>> {
    let mut nodes = memory::reserve("the nodes of a part", numbers.len())?;
    nodes.extend(numbers.iter().map(|&number| Node::new(number as usize)));
    Ok(nodes)
}
