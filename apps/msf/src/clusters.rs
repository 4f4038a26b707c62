//! What `--components` writes: the tree of each node, or the cluster that `--clusters` or `--cut` asks for.

use std::io::{self, Write};

use boscage::exec::Exec;
use boscage::graph::{Components, Dendrogram, EdgeListView, Forest, Node, Objective, Occupied, Weight};
use boscage::io::Names;
use boscage::{Error, Result};

use crate::options::ForestOptions;

/// The parts that nodes are divided into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parts {
    /// The trees of the forest.
    Trees,
    /// This many clusters.
    Clusters(usize),
    /// Clusters that edges up to this weight join; the weight's type is not known before the graph is.
    Within(String),
}

impl Parts {
    /// What the command line asks for.
    pub(crate) fn of(options: &ForestOptions) -> Self {
        match (options.clusters, &options.cut) {
            (Some(count), _) => Self::Clusters(count),
            (None, Some(weight)) => Self::Within(weight.clone()),
            (None, None) => Self::Trees,
        }
    }
}

/// The part of each node, numbered from 0. What is computed is about the nodes that have edges, if these are
/// few.
pub(crate) struct Labels<W: Weight> {
    occupied: Option<Occupied<W>>,
    components: Components,
    isolated: usize,
}

impl<W: Weight> Labels<W> {
    /// The parts of a graph.
    pub(crate) fn find(
        exec: &Exec,
        parts: &Parts,
        graph: EdgeListView<'_, W>,
        forest: &Forest<W>,
        objective: Objective,
    ) -> Result<Self> {
        let occupied = Occupied::of(exec, graph)?;
        let list = occupied.as_ref().map_or(graph, Occupied::list);
        let isolated = graph.nodes() - list.nodes();
        let dendrogram = || Dendrogram::new(exec, list, forest, objective);
        let components = match parts {
            Parts::Trees => forest.components(list)?,
            Parts::Clusters(count) => {
                let (trees, nodes) = (forest.trees(), graph.nodes());
                if !(trees..=nodes).contains(count) {
                    let expected = format!("from {trees}, the number of trees, to {nodes}, that of nodes");
                    return Err(Error::argument("--clusters", expected, count));
                }
                dendrogram()?.clusters(exec, count - isolated)?
            }
            Parts::Within(text) => within(exec, &dendrogram()?, text, objective)?,
        };
        Ok(Self { occupied, components, isolated })
    }

    /// How many parts there are.
    pub(crate) fn count(&self) -> usize {
        self.components.count() + self.isolated
    }

    /// A line `node part` for every node.
    pub(crate) fn write(&self, names: &Names, out: &mut impl Write) -> io::Result<()> {
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

/// The clusters that edges up to a weight join. Of integers, the weight may be any number.
fn within<W: Weight>(
    exec: &Exec,
    dendrogram: &Dendrogram<W>,
    text: &str,
    objective: Objective,
) -> Result<Components> {
    if let Ok(weight) = text.parse() {
        return dendrogram.clusters_within(exec, weight);
    }
    let is_minimum = objective == Objective::Minimum;
    let number: f64 = text.parse().ok().filter(|number: &f64| !number.is_nan()).ok_or_else(|| {
        Error::argument("--cut", format!("a number, as weights of type {} are", W::NAME), text)
    })?;
    let whole = if is_minimum { number.floor() } else { number.ceil() };
    match format!("{whole:.0}").parse() {
        Ok(weight) => dendrogram.clusters_within(exec, weight),
        // No weight of the type is beyond it: it joins all that hangs together, or nothing.
        Err(_) if (number > 0.0) == is_minimum => dendrogram.clusters(exec, dendrogram.trees()),
        Err(_) => dendrogram.clusters(exec, dendrogram.nodes()),
    }
}
