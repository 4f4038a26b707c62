//! What the lines of a text list, before nodes have numbers and weights have a type.

use super::assemble::{Lists, Outline, assemble_text};
use super::edges::Edges;
use super::fold::ARC_LIMIT;
use super::named::NamedEdges;
use super::text::Text;
use super::{Format, Input, Names, ReadOptions};
use crate::Result;
use crate::error::At;

/// The edges or arcs of some lines, and what the beginning of the text says about all lines.
pub(crate) struct Listing {
    pub(crate) format: Format,
    pub(crate) lists: Lists,
    pub(crate) weighted: bool,
    pub(crate) edges: Listed,
}

/// Edges, by what stands for their ends.
pub(crate) enum Listed {
    /// Nodes, of which a header declares the number; the first is called 1.
    Numbered(Edges, Declared),
    /// Any names.
    Named(NamedEdges),
}

/// What a header declares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    pub(crate) nodes: usize,
    pub(crate) arcs: usize,
    /// The line of the header.
    pub(crate) line: u64,
}

/// Which lines are read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Extent {
    /// All.
    Whole,
    /// Those of a part ([`Text::keep_part`]).
    Part { rank: usize, ranks: usize },
}

impl Listing {
    /// Makes an input of all lines.
    ///
    /// # Errors
    /// A number of lines that is not the declared one, and as [`assemble_text`].
    pub(crate) fn assemble(self, text: &Text<'_>, options: &ReadOptions) -> Result<Input> {
        let Self { format, lists, weighted, edges } = self;
        let (edges, nodes, names) = match edges {
            Listed::Numbered(edges, declared) => {
                declared.check(text, edges.len() as u64)?;
                (edges, declared.nodes, Names::Offset(1))
            }
            Listed::Named(edges) => edges.into_nodes()?,
        };
        let (path, bytes) = (text.path().to_owned(), text.bytes());
        assemble_text(edges, text, Outline { path, format, nodes, names, lists, weighted, bytes }, options)
    }
}

impl Declared {
    /// Whether this many arcs are as many as are declared.
    ///
    /// # Errors
    /// That they are not.
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
    /// Leaves out the lines of a text that are not read. To be called after the heading.
    pub(crate) fn keep(self, text: &mut Text<'_>) {
        if let Self::Part { rank, ranks } = self {
            text.keep_part(rank, ranks);
        }
    }

    /// The most arcs that a header may declare: not all of them are in the memory of one rank.
    pub(crate) fn most_arcs(self) -> usize {
        match self {
            Self::Whole => ARC_LIMIT,
            Self::Part { .. } => usize::MAX,
        }
    }
}
