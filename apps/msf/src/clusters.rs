//! The labels that `--components` writes: the tree of each node, or its cluster with `--clusters` or `--cut`.
//! asks for.

use std::cmp::Ordering;
use std::io::{self, Write};

use boscage::exec::Exec;
use boscage::graph::{Components, Dendrogram, EdgeListView, Forest, Node, NonIsolated, Objective, Weight};
use boscage::io::Names;
use boscage::operators::points::HdbscanClusters;
use boscage::{Error, Result, memory};

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

/// The cluster of each node, numbered from 0.
pub(crate) enum Labels<'a, W: Weight> {
    /// Trees, or clusters of single linkage.
    Linked(Linked<W>),
    /// Clusters by density, and noise.
    Density(&'a HdbscanClusters),
}

/// Trees, or clusters of single linkage. If few nodes have edges, they are computed for these only.
pub(crate) struct Linked<W: Weight> {
    non_isolated: Option<NonIsolated<W>>,
    components: Components,
    isolated: usize,
}

impl<W: Weight> Linked<W> {
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
}

impl<W: Weight> Labels<'_, W> {
    /// Returns the number of clusters.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Linked(linked) => linked.components.count() + linked.isolated,
            Self::Density(clusters) => clusters.count(),
        }
    }

    /// Returns the partition into clusters, in which every point that is noise is one; nothing if nodes
    /// without edges are left out.
    pub(crate) fn partition(&self) -> Result<Option<Components>> {
        match self {
            Self::Linked(linked) if linked.non_isolated.is_some() => Ok(None),
            Self::Linked(linked) => Ok(Some(linked.components.clone())),
            Self::Density(clusters) => {
                let mut firsts = memory::filled("clusters", clusters.count(), None)?;
                let root = |node: Node| match usize::try_from(clusters.labels()[node.index()]) {
                    Ok(label) => *firsts[label].get_or_insert(node),
                    Err(_) => node,
                };
                Components::from_roots(clusters.labels().len(), root).map(Some)
            }
        }
    }

    /// Writes one line `node cluster` per node.
    pub(crate) fn write(&self, names: &Names, out: &mut dyn Write) -> io::Result<()> {
        let mut nodes = (0..).map(Node::new);
        let mut line = |label: i64| {
            let node = nodes.next().expect("the numbers do not end");
            writeln!(out, "{} {label}", names.name(node))
        };
        match self {
            Self::Density(clusters) => clusters.labels().iter().try_for_each(|&label| line(label.into())),
            Self::Linked(Linked { non_isolated: None, components, .. }) => {
                components.labels().iter().try_for_each(|&label| line(label.into()))
            }
            Self::Linked(Linked { non_isolated: Some(non_isolated), components, .. }) => {
                non_isolated.spread(components.labels()).try_for_each(|label| line(label.into()))
            }
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
