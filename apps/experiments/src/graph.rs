//! The graphs: generated, or files.

use std::fmt;
use std::path::PathBuf;
use std::time::UNIX_EPOCH;

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, Edge, EdgeList, Weight};
use boscage::io::{ReadOptions, Unweighted};
use boscage::{Error, Result, with_weighted_list};
use boscage_measuring::generated::Generated;
use boscage_programs::show::{say, warnings};

/// A graph to be measured on.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// Name, unique in its experiment.
    pub(crate) name: String,
    /// Name of the group of graphs that are shown together.
    pub(crate) panel: String,
    /// Value in which it differs from the others of its panel.
    pub(crate) x: f64,
    pub(crate) origin: Origin,
}

/// The origin of a graph.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    Made(Generated),
    File(PathBuf),
}

impl Graph {
    pub(crate) fn new(panel: &str, name: impl Into<String>, x: f64, origin: impl Into<Origin>) -> Self {
        Self { name: name.into(), panel: panel.to_owned(), x, origin: origin.into() }
    }

    /// Returns the approximate numbers of nodes and edges; for a file, guessed from its length.
    pub(crate) fn about(&self) -> (f64, f64) {
        match &self.origin {
            Origin::Made(graph) => graph.about(),
            Origin::File(path) => {
                let bytes = std::fs::metadata(path).map_or(0, |file| file.len());
                (bytes as f64 / 8.0, bytes as f64 / 8.0)
            }
        }
    }
}

impl From<Generated> for Origin {
    fn from(graph: Generated) -> Self {
        Self::Made(graph)
    }
}

/// The command that generates it, or the file.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Made(graph) => graph.fmt(f),
            Self::File(path) => f.write_str(&boscage::on_one_line(path)),
        }
    }
}

impl Origin {
    /// Returns an identity of a file among others of the same name; empty for a generated graph.
    pub(crate) fn version(&self) -> String {
        let Self::File(path) = self else { return String::new() };
        let Ok(file) = std::fs::metadata(path) else { return String::new() };
        let changed = file.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        format!("{} bytes, {:?}", file.len(), changed.unwrap_or_default())
    }

    /// Generates or reads the graph.
    pub(crate) fn open(&self, exec: &Exec) -> Result<EdgeList<u32>> {
        match self {
            Self::Made(graph) => graph.make(exec),
            Self::File(path) => {
                // As papers do with graphs without weights: random ones.
                let unweighted = Some(Unweighted::Uniform { seed: 1, max: 1_000_000 });
                let options = ReadOptions { unweighted, ..ReadOptions::default() };
                let input = boscage::io::read(exec, path, &options)?;
                warnings("experiments", path, &input.remarks).for_each(|line| say(&line));
                in_32_bits(input.list)
            }
        }
    }
}

/// Returns the graph with weights of one type. Weights may change, but not their order.
fn in_32_bits(graph: AnyEdgeList) -> Result<EdgeList<u32>> {
    match graph {
        AnyEdgeList::U32(list) => Ok(list),
        other => with_weighted_list!(&other, list => by_keys(list))?,
    }
}

fn by_keys<W: Weight>(list: &EdgeList<W>) -> Result<EdgeList<u32>> {
    let edges = list.edges();
    let key = |edge: &Edge<W>| -> u64 { edge.weight.key().into() };
    let least = edges.iter().map(key).min().unwrap_or(0);
    let edge = |edge: &Edge<W>| {
        let weight = u32::try_from(key(edge) - least)
            .map_err(|_| Error::argument("weights", "weights that differ by less than 2^32", edge.weight))?;
        Ok(Edge::new(edge.u, edge.v, weight))
    };
    EdgeList::new(list.node_count(), edges.iter().map(edge).collect::<Result<Vec<_>>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_all_types_keep_their_order() {
        let list = EdgeList::from_triples(3, [(0, 1, -5_i64), (1, 2, 7), (2, 0, -5)]).unwrap();
        let list = in_32_bits(list.into()).unwrap();
        assert_eq!(list.edges().iter().map(|edge| edge.weight).collect::<Vec<_>>(), [0, 12, 0]);
        let list = EdgeList::from_triples(2, [(0, 1, 0_u64), (0, 1, 1 << 32)]).unwrap();
        let refused = "weights: expected weights that differ by less than 2^32, found 4294967296";
        assert_eq!(in_32_bits(list.into()).unwrap_err().to_string(), refused);
    }
}
