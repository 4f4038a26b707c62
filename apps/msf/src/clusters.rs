//! The labels that `--components` writes: the tree of each node, or its cluster with `--clusters` or `--cut`.
//! asks for.

use std::cmp::Ordering;
use std::io::{self, Write};

use boscage::exec::Exec;
use boscage::graph::{Components, Dendrogram, EdgeListView, Forest, Node, NonIsolated, Objective, Weight};
use boscage::io::Names;
use boscage::{Error, Result};

/// The clusters that nodes are divided into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Clustering {
    /// The trees of the forest.
    Trees,
    /// This number of clusters.
    Count(usize),
    /// Clusters joined by edges up to this weight; its type is known when the graph has been read.
    Within(String),
}

/// The cluster of each node, numbered from 0. If few nodes have edges, clusters are computed for these only.
pub(crate) struct Labels<W: Weight> {
    non_isolated: Option<NonIsolated<W>>,
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
        let non_isolated = NonIsolated::from_edges(exec, graph)?;
        let list = non_isolated.as_ref().map_or(graph, NonIsolated::list);
        let isolated = graph.node_count() - list.node_count();
        let dendrogram = || Dendrogram::new(exec, list, forest, objective);
        let components = match clustering {
            Clustering::Trees => forest.components(list)?,
            Clustering::Count(count) => {
                let (trees, nodes) = (forest.tree_count(), graph.node_count());
                if !(trees..=nodes).contains(count) {
                    let expected = format!("from {trees} (number of trees) to {nodes} (number of nodes)");
                    return Err(Error::argument("--clusters", expected, count));
                }
                dendrogram()?.clusters(exec, count - isolated)?
            }
            Clustering::Within(text) => {
                let is_within = within(text, objective)?;
                dendrogram()?.clusters_while(exec, |join| is_within(join.weight))?
            }
        };
        Ok(Self { non_isolated, components, isolated })
    }

    /// Returns the number of clusters.
    pub(crate) fn count(&self) -> usize {
        self.components.count() + self.isolated
    }

    /// Writes one line `node cluster` per node.
    pub(crate) fn write(&self, names: &Names, out: &mut dyn Write) -> io::Result<()> {
        let mut nodes = (0..).map(Node::new);
        let mut line = |label| {
            let node = nodes.next().expect("the numbers do not end");
            writeln!(out, "{} {label}", names.name(node))
        };
        let labels = self.components.labels();
        match &self.non_isolated {
            Some(non_isolated) => non_isolated.spread(labels).try_for_each(&mut line),
            None => labels.iter().copied().try_for_each(&mut line),
        }
    }
}

/// Returns a function that tests whether a weight is within a cut. For integers, the cut may be any number.
fn within<W: Weight>(text: &str, objective: Objective) -> Result<impl Fn(W) -> bool> {
    // First as a weight: a float may not have all the digits.
    let own = text.parse().ok().filter(|own: &W| !own.is_nan_weight());
    let number = text.parse().ok().filter(|number: &f64| !number.is_nan());
    if own.is_none() && number.is_none() {
        return Err(Error::argument("--cut", format!("a weight of type {}", W::NAME), text));
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
