//! The edges of a graph of any weight type.

use std::fmt;

use boscage::graph::{EdgeId, EdgeListView, Key, Node, Objective, TotalOf, Weight};
use boscage_programs::report::Total;

/// The edges of a graph with weights of any type. Code that runs after a forest was found (outputs, proof,
/// page) uses this trait, so it is compiled once, not once per type.
pub(crate) trait Edges: Sync {
    /// Returns the number of nodes of the graph.
    fn node_count(&self) -> usize;

    /// Returns the number of edges.
    fn edge_count(&self) -> usize;

    /// Returns the ends of the edge with this id.
    fn ends(&self, id: usize) -> [Node; 2];

    /// Returns the weight as a float of 64 bits, rounded.
    fn number(&self, id: usize) -> f64;

    /// Returns the exact total weight of some edges.
    fn total(&self, edges: &[EdgeId]) -> Total;

    /// Returns the integer by which the weight is compared with others of the graph, under this objective.
    fn key(&self, id: usize, objective: Objective) -> u64;

    /// Writes the weight for people.
    fn display(&self, id: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Writes the weight for programs: floats keep their point or exponent, so they are read as floats again.
    fn debug(&self, id: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Returns the key of a weight in a file of any program, which may write integers as `5.0` or `5e0`.
    /// `None` if the word is not a weight of this type, is NaN, or is too large.
    fn key_of(&self, word: &str, objective: Objective) -> Option<u64>;

    /// Returns the weight with this key, as [`Edges::debug`] writes it.
    fn text_of(&self, key: u64, objective: Objective) -> String;

    /// Returns the exact total weights of groups of edges; the group of each edge is a number below `groups`.
    fn totals(&self, edges: &[EdgeId], groups: usize, group: &dyn Fn(EdgeId) -> usize) -> Vec<Total>;

    /// Returns the type of the weights.
    fn weight_type(&self) -> &'static str;
}

impl dyn Edges + '_ {
    /// Returns the weight of an edge for output.
    pub(crate) fn weight(&self, id: usize) -> Shown<'_> {
        Shown(self, id)
    }
}

/// The weight of an edge for output.
pub(crate) struct Shown<'a>(&'a dyn Edges, usize);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display(self.1, f)
    }
}

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(self.1, f)
    }
}

impl<W: Weight> Edges for EdgeListView<'_, W>
where
    Total: From<W::Total>,
{
    fn node_count(&self) -> usize {
        Self::node_count(self)
    }

    fn edge_count(&self) -> usize {
        Self::edge_count(self)
    }

    fn ends(&self, id: usize) -> [Node; 2] {
        let edge = &self.edges()[id];
        [edge.u, edge.v]
    }

    fn number(&self, id: usize) -> f64 {
        self.edges()[id].weight.to_f64()
    }

    fn total(&self, edges: &[EdgeId]) -> Total {
        let mut sum = W::Sum::default();
        edges.iter().for_each(|&id| sum.add(self.edge(id).weight));
        sum.finish().into()
    }

    fn key(&self, id: usize, objective: Objective) -> u64 {
        objective.key(self.edges()[id].weight).into()
    }

    fn display(&self, id: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.edges()[id].weight, f)
    }

    fn debug(&self, id: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.edges()[id].weight, f)
    }

    fn key_of(&self, word: &str, objective: Objective) -> Option<u64> {
        weight_of::<W>(word).map(|weight| objective.key(weight).into())
    }

    fn text_of(&self, key: u64, objective: Objective) -> String {
        format!("{:?}", objective.weight::<W>(W::Key::from_number(key)))
    }

    fn totals(&self, edges: &[EdgeId], groups: usize, group: &dyn Fn(EdgeId) -> usize) -> Vec<Total> {
        let mut sums: Vec<W::Sum> = (0..groups).map(|_| W::Sum::default()).collect();
        edges.iter().for_each(|&id| sums[group(id)].add(self.edges()[id.index()].weight));
        sums.into_iter().map(|sum| sum.finish().into()).collect()
    }

    fn weight_type(&self) -> &'static str {
        W::NAME
    }
}

/// Returns the ends of an edge, the lower first.
pub(crate) fn in_order([u, v]: [Node; 2]) -> (Node, Node) {
    (u.min(v), u.max(v))
}

fn weight_of<W: Weight>(word: &str) -> Option<W> {
    // Larger floats may stand for other integers.
    let exact = |float: &f64| float.abs() < (1_u64 << f64::MANTISSA_DIGITS) as f64;
    let through_float = || word.parse::<f64>().ok().filter(exact)?.to_string().parse().ok();
    let overflows =
        |weight: &W| weight.to_string().ends_with("inf") && word.contains(|c: char| c.is_ascii_digit());
    let weight: Option<W> = word.parse().ok().or_else(through_float);
    weight.filter(|weight| !weight.is_nan_weight() && !overflows(weight))
}
