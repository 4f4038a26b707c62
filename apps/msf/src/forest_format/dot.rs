//! The forest for Graphviz: `graph forest { u -- v [label="weight"]; ... }`, isolated nodes included.
//!
//! Only files of this form, with one statement per line, can be read.

use std::io::{self, Write};

use boscage::io::Name;
use boscage::{Result, memory};
use rayon::prelude::*;

use super::{Claim, NamedForest, Text};

pub(super) fn write(forest: &NamedForest<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "graph forest {{")?;
    let edges = forest.forest;
    let mut ends =
        memory::reserve("the ends of the forest's edges", 2 * edges.len()).map_err(io::Error::other)?;
    ends.extend(edges.iter().flat_map(|id| forest.graph.ends(id.index())));
    ends.par_sort_unstable();
    ends.dedup();
    for (u, v, weight) in forest.edges() {
        writeln!(out, "  {} -- {} [label=\"{weight:?}\"];", id(u), id(v))?;
    }
    let mut ends = ends.into_iter().peekable();
    for node in forest.nodes() {
        if ends.next_if_eq(&node).is_none() {
            writeln!(out, "  {};", id(forest.names.name(node)))?;
        }
    }
    writeln!(out, "}}")
}

/// Returns the id of a node: a number, or a string in quotes.
fn id(name: Name<'_>) -> String {
    match name {
        Name::Number(number) => number.to_string(),
        Name::Text(text) => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

pub(super) fn read(text: &Text<'_>) -> Result<Vec<Claim>> {
    text.gather(1, |line, statement| {
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
