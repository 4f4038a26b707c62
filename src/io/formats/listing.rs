//! The edges of a text, before nodes have numbers and weights have a type.

use crate::assemble::fold::most_arcs;
use crate::assemble::{Edges, NamedEdges, Outline, assemble_text};
use crate::budget::Lists;
use crate::formats::edge_list::claims::Claims;
use crate::text::Text;
use crate::{Format, Input, Names, ReadOptions, Remark};
use boscage_core::{At, Result};

/// The edges or arcs of some lines, and the facts from the beginning of the text about all lines.
pub(crate) struct Listing {
    pub(crate) format: Format,
    pub(crate) lists: Lists,
    pub(crate) weighted: bool,
    pub(crate) edges: Listed,
    /// The claims of the lines before the edges.
    pub(crate) claims: Claims,
    pub(crate) remarks: Vec<Remark>,
}

/// Edges between numbered or named nodes.
pub(crate) enum Listed {
    /// A header declares the number of nodes; the first node is called 1.
    Numbered(Edges, Declared),
    /// Nodes have any names.
    Named(NamedEdges),
}

/// The numbers that a header declares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    pub(crate) nodes: usize,
    pub(crate) arcs: usize,
    /// The line of the header.
    pub(crate) line: u64,
}

/// The lines to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Extent {
    /// All lines.
    Whole,
    /// The lines of a part ([`Text::keep_part`]).
    Part { rank: usize, ranks: usize },
}

impl Listing {
    /// Makes an input of all lines.
    ///
    /// # Errors
    /// A number of lines that differs from the declared one, and those of [`assemble_text`].
    pub(crate) fn assemble(self, text: &Text<'_>, options: &ReadOptions) -> Result<Input> {
        let Self { format, lists, weighted, edges, claims, mut remarks } = self;
        let (edges, nodes, names) = match edges {
            Listed::Numbered(edges, declared) => {
                declared.check(text, edges.len() as u64)?;
                (edges, declared.nodes, Names::Offset(1))
            }
            Listed::Named(mut edges) => {
                let len = edges.len() as u64;
                let greatest = claims.first_may_be_counts(len).then(|| edges.greatest_after(1));
                if claims.is_bipartite() && len > 0 {
                    let [(_, greatest), (least, _)] = edges.bounds();
                    let added = claims.right_side_begins_after(greatest, least);
                    edges.add_to_right(text, added)?;
                    remarks.push(Remark::RightSide { added });
                }
                let (edges, nodes, names) = edges.into_nodes()?;
                remarks.extend(claims.remarks(len, nodes as u64, greatest));
                (edges, nodes, names)
            }
        };
        let (path, bytes) = (text.path().to_owned(), text.bytes());
        let outline = Outline { path, format, nodes, names, lists, weighted, bytes, remarks };
        assemble_text(edges, text, outline, options)
    }
}

impl Declared {
    /// Compares a number of arcs with the declared number.
    ///
    /// # Errors
    /// If they differ.
    pub(crate) fn check(self, text: &Text<'_>, found: u64) -> Result<()> {
        let cure = match found.cmp(&(self.arcs as u64)) {
            std::cmp::Ordering::Equal => return Ok(()),
            std::cmp::Ordering::Less => "the file is cut short, or its header is wrong",
            std::cmp::Ordering::Greater => "its header is wrong",
        };
        let expected = format!("{} arcs, as line {} says", self.arcs, self.line);
        Err(text.wrong(At::End, expected, found.to_string(), cure))
    }
}

impl Extent {
    /// Skips the lines of a text that are not read. Must be called after the heading.
    pub(crate) fn keep(self, text: &mut Text<'_>) {
        if let Self::Part { rank, ranks } = self {
            text.keep_part(rank, ranks);
        }
    }

    /// Largest number of arcs that a header may declare. A part does not hold all of them in memory.
    pub(crate) fn most_arcs(self, options: &ReadOptions) -> usize {
        match self {
            Self::Whole => most_arcs(options),
            Self::Part { .. } => usize::MAX,
        }
    }
}
