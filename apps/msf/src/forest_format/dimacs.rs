//! The forest as a DIMACS graph: `p sp n m`, then for every edge its two arcs `a u v weight`, nodes from 1.
//!
//! Files of other programs may have `e` in place of `a`, and list each edge from one end only; if every arc
//! has its mirror, each pair is one edge.

use std::io::{self, Write};

use boscage::Result;
use boscage::graph::{Node, Weight};

use super::{Claim, NamedForest, Text};

pub(super) fn write<W: Weight>(forest: &NamedForest<'_, W>, out: &mut impl Write) -> io::Result<()> {
    let edges = forest.forest.edges();
    writeln!(out, "p sp {} {}", forest.graph.nodes(), 2 * edges.len())?;
    for &id in edges {
        let edge = forest.graph.edge(id);
        let (u, v, weight) = (edge.u.index() + 1, edge.v.index() + 1, edge.weight);
        writeln!(out, "a {u} {v} {weight:?}\na {v} {u} {weight:?}")?;
    }
    Ok(())
}

pub(super) fn read<W: Weight>(text: &Text<'_>) -> Result<Vec<Claim<W>>> {
    let arcs = text.gather(2, |line, words| {
        let wrong = |expected: &str| Err(text.wrong(line, expected, words, ""));
        let mut split = words.split_whitespace();
        match split.next() {
            Some("c") => Ok(None),
            Some("p") if split.nth(1).and_then(|nodes| nodes.parse().ok()) == Some(text.nodes) => Ok(None),
            Some("p") => wrong(&format!("`p sp {} ...`, as many nodes as the graph has", text.nodes)),
            Some(letter @ ("a" | "e")) => {
                let mut node = || {
                    let from_1: usize = split.next()?.parse().ok()?;
                    (1..=text.nodes).contains(&from_1).then(|| Node::new(from_1 - 1))
                };
                let (Some(u), Some(v)) = (node(), node()) else {
                    return wrong(&format!("`{letter} u v weight`, nodes from 1 to {}", text.nodes));
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

/// One claim for two arcs, if each has its mirror; `bool`: whether the arc goes from the lower to the higher
/// end.
fn folded<W: Weight>(arcs: Vec<(bool, Claim<W>)>) -> Vec<Claim<W>> {
    let edge = |claim: &Claim<W>| (claim.ends, claim.weight.map(Weight::key));
    let sorted = |upward: bool| {
        let mut half: Vec<Claim<W>> = arcs.iter().filter(|arc| arc.0 == upward).map(|arc| arc.1).collect();
        half.sort_by_key(|claim| (edge(claim), claim.line));
        half
    };
    let (up, down) = (sorted(true), sorted(false));
    if up.iter().map(edge).eq(down.iter().map(edge)) {
        up
    } else {
        arcs.into_iter().map(|(_, claim)| claim).collect()
    }
}
