//! The forest for Graphviz: `graph forest { u -- v [label="weight"]; ... }`, isolated nodes included.
//!
//! Read back are files of this form, a statement a line.

use std::io::{self, Write};

use boscage::graph::{Node, Weight};
use boscage::{Result, memory};

use super::{Claim, Text, Written};

pub(super) fn write<W: Weight>(forest: &Written<'_, W>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "graph forest {{")?;
    let mut alone =
        memory::filled("marks of isolated nodes", forest.graph.nodes(), true).map_err(io::Error::other)?;
    for &id in forest.forest.edges() {
        let edge = forest.graph.edge(id);
        alone[edge.u.index()] = false;
        alone[edge.v.index()] = false;
    }
    for (u, v, weight) in forest.edges() {
        writeln!(out, "  {u} -- {v} [label=\"{weight:?}\"];")?;
    }
    for node in (0..alone.len()).filter(|&node| alone[node]) {
        writeln!(out, "  {};", forest.names.of(Node::new(node)))?;
    }
    writeln!(out, "}}")
}

pub(super) fn read<W: Weight>(text: &Text<'_>) -> Result<Vec<Claim<W>>> {
    text.gather(|line, statement| {
        let Some((u, rest)) = statement.split_once("--") else { return Ok(None) };
        let rest = rest.trim_end_matches([';', '}', ' ']);
        let (v, attributes) = rest.split_once('[').unwrap_or((rest, ""));
        let label = attributes.split_once("label").map(|(_, label)| label);
        let weight =
            label.and_then(|label| label.split(['=', '"', ',', ']', ' ']).find(|word| !word.is_empty()));
        let bare = |word: &str| word.trim_matches(['"', ' ', '\t']).to_owned();
        text.claim(line, &bare(u), &bare(v), weight).map(Some)
    })
}
