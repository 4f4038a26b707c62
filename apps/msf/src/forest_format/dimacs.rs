//! The forest as a DIMACS graph: `p sp n m`, then per edge its two arcs `a u v weight`, nodes from 1.
//!
//! Files of other programs may have `e` instead of `a`, and list each edge from one end only; if every arc
//! has its mirror, each pair is one edge.

use std::io::{self, Write};

use boscage::Result;
use boscage::graph::Node;

use super::{Claim, NamedForest, Text};

pub(super) fn write(forest: &NamedForest<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "p sp {} {}", forest.graph.node_count(), 2 * forest.forest.len())?;
    for id in forest.forest {
        let [u, v] = forest.graph.ends(id.index()).map(|end| end.index() + 1);
        let weight = forest.graph.weight(id.index());
        writeln!(out, "a {u} {v} {weight:?}\na {v} {u} {weight:?}")?;
    }
    Ok(())
}

pub(super) fn read(text: &Text<'_>) -> Result<Vec<Claim>> {
    let nodes = text.graph.node_count();
    let arcs = text.gather(2, |line, words| {
        let wrong = |expected: &str| Err(text.wrong(line, expected, words, ""));
        let mut split = words.split_whitespace();
        match split.next() {
            Some("c") => Ok(None),
            Some("p") if split.nth(1).and_then(|nodes| nodes.parse().ok()) == Some(nodes) => Ok(None),
            Some("p") => wrong(&format!("`p sp {nodes} ...`, with the number of nodes of the graph")),
            Some(letter @ ("a" | "e")) => {
                let mut node = || {
                    let from_1: usize = split.next()?.parse().ok()?;
                    (1..=nodes).contains(&from_1).then(|| Node::new(from_1 - 1))
                };
                let (Some(u), Some(v)) = (node(), node()) else {
                    return wrong(&format!("`{letter} u v weight`, nodes from 1 to {nodes}"));
                };
                let (Some(weight), None) = (split.next(), split.next()) else {
                    return wrong(&format!("`{letter} u v weight`"));
                };
                Ok(Some((u <= v, text.claim_between(line, u, v, Some(weight))?)))
            }
            _ => wrong("a line `c`, `p`, `a` or `e`"),
        }
    })?;
    Ok(folded(arcs))
}

/// Returns one claim per two arcs, if each has its mirror; `bool` is `true` for an arc from the lower to the
/// higher end.
fn folded(mut arcs: Vec<(bool, Claim)>) -> Vec<Claim> {
    let edge = |(_, claim): &(bool, Claim)| (claim.ends, claim.key);
    arcs.sort_unstable_by_key(|arc| (!arc.0, edge(arc), arc.1.line));
    let (up, down) = arcs.split_at(arcs.partition_point(|arc| arc.0));
    if up.iter().map(edge).eq(down.iter().map(edge)) {
        let edges = up.len();
        arcs.truncate(edges);
    }
    arcs.into_iter().map(|(_, claim)| claim).collect()
}
