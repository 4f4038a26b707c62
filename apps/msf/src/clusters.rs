//! The labels that `--components` writes: the tree of each node, or the cluster that `--clusters` or `--cut`
//! asks for.

use std::cmp::Ordering;
use std::io::{self, Write};

use boscage::exec::Exec;
use boscage::graph::{Components, Dendrogram, EdgeListView, Forest, Node, Objective, Occupied, Weight};
use boscage::io::Names;
use boscage::{Error, Result};

/// The clusters that nodes are divided into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Clustering {
    /// The trees of the forest.
    Trees,
    /// This many clusters.
    Count(usize),
    /// Clusters that edges up to this weight join; the weight's type is not known before the graph is.
    Within(String),
}

/// The cluster of each node, numbered from 0. It is computed for the nodes that have edges, if these are few.
pub(crate) struct Labels<W: Weight> {
    occupied: Option<Occupied<W>>,
    components: Components,
    isolated: usize,
}

impl<W: Weight> Labels<W> {
    /// Finds the clusters of a graph.
    pub(crate) fn find(
        exec: &Exec,
        clustering: &Clustering,
        graph: EdgeListView<'_, W>,
        forest: &Forest<W>,
        objective: Objective,
    ) -> Result<Self> {
        let occupied = Occupied::of(exec, graph)?;
        let list = occupied.as_ref().map_or(graph, Occupied::list);
        let isolated = graph.nodes() - list.nodes();
        let dendrogram = || Dendrogram::new(exec, list, forest, objective);
        let components = match clustering {
            Clustering::Trees => forest.components(list)?,
            Clustering::Count(count) => {
                let (trees, nodes) = (forest.trees(), graph.nodes());
                if !(trees..=nodes).contains(count) {
                    let expected = format!("from {trees}, the number of trees, to {nodes}, that of nodes");
                    return Err(Error::argument("--clusters", expected, count));
                }
                dendrogram()?.clusters(exec, count - isolated)?
            }
            Clustering::Within(text) => {
                let is_within = within(text, objective)?;
                dendrogram()?.clusters_while(exec, |join| is_within(join.weight))?
            }
        };
        Ok(Self { occupied, components, isolated })
    }

    /// Returns the number of clusters.
    pub(crate) fn count(&self) -> usize {
        self.components.count() + self.isolated
    }

    /// Writes a line `node cluster` for every node.
    pub(crate) fn write(&self, names: &Names, out: &mut dyn Write) -> io::Result<()> {
        let mut nodes = (0..).map(Node::new);
        let mut line = |label| {
            let node = nodes.next().expect("there is no last number");
            writeln!(out, "{} {label}", names.of(node))
        };
        let labels = self.components.labels();
        match &self.occupied {
            Some(occupied) => occupied.spread(labels).try_for_each(&mut line),
            None => labels.iter().copied().try_for_each(&mut line),
        }
    }
}

/// Returns whether a weight is within a cut. Of integers, the cut may be any number.
fn within<W: Weight>(text: &str, objective: Objective) -> Result<impl Fn(W) -> bool> {
    // As a weight first: a float may not have all the digits.
    let own = text.parse().ok().filter(|own: &W| !own.is_nan_weight());
    let number = text.parse().ok().filter(|number: &f64| !number.is_nan());
    if own.is_none() && number.is_none() {
        return Err(Error::argument("--cut", format!("a number, as weights of type {} are", W::NAME), text));
    }
    let compare = move |weight: W| match own {
        Some(own) => weight.partial_cmp(&own),
        None => weight.compare(number?),
    };
    Ok(move |weight| match objective {
        Objective::Minimum => compare(weight).is_some_and(Ordering::is_le),
        Objective::Maximum => compare(weight).is_some_and(Ordering::is_ge),
    })
}
