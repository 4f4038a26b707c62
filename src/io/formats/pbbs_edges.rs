//! PBBS edge arrays: the word `EdgeArray` or `WeightedEdgeArray`, then one edge per line; nodes are counted
//! from 0, and are all numbers up to the greatest that occurs.

use crate::assemble::{Outline, assemble_text};
use crate::budget::Lists;
use crate::bytes::{Content, without_mark};
use crate::formats::edge_list::rows;
use crate::formats::{FormatSpec, Reader, TextReader};
use crate::text::{Columns, Heading, Scanner, Separators, Text};
use crate::{Format, Input, ReadOptions};
use boscage_core::{At, Result};

pub(super) const SPEC: FormatSpec = FormatSpec {
    format: Format::PbbsEdges,
    name: "PBBS edge array",
    word: "pbbs-edges",
    suffixes: &[],
    has_signature: true,
    reader: Reader::Text(TextReader { sniff, resembles_lists: false, read, lines: None }),
    writer: None,
    loses: &[],
};

const WORDS: [(&[u8], Columns); 2] = [(b"EdgeArray", Columns::Ends), (b"WeightedEdgeArray", Columns::Weight)];

/// Returns `true` if a file begins like a PBBS edge array.
fn sniff(head: &[u8]) -> bool {
    let word = Scanner::new(without_mark(head), Separators::AllBlanks).token();
    WORDS.iter().any(|&(known, _)| word == known)
}

/// Reads a PBBS edge array.
pub(super) fn read(content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    const EXPECTED: &str = "`EdgeArray` or `WeightedEdgeArray`";
    let mut text = Text::open(content, Separators::Blanks, options)?;
    let word = text.heading(|scan, _| {
        if scan.peek().is_none() {
            return Ok(Heading::Skip);
        }
        let before = scan.clone();
        let token = scan.token();
        match WORDS.iter().find(|&&(known, _)| token == known) {
            Some(&(_, columns)) => {
                scan.end_of_line("")?;
                Ok(Heading::Take(columns))
            }
            None => Err(before.clone().fault(EXPECTED, "")),
        }
    })?;
    let Some((columns, _)) = word else {
        return Err(text.wrong(At::End, EXPECTED, "an empty file", ""));
    };
    let (edges, nodes) = rows(&mut text, columns, options)?.into_range()?;
    let outline = Outline {
        nodes,
        lists: Lists::Edges,
        weighted: columns.weighted(),
        ..Outline::new(Format::PbbsEdges, text.path(), text.bytes())
    };
    assemble_text(edges, &text, outline, options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::testing::messages;

    #[test]
    fn lists_are_read_as_written_or_refused() {
        messages(
            read,
            &[
                ("EdgeArray\n0 2\r\n2 0\n", "none 3 [0-2 2-0]"),
                ("\nWeightedEdgeArray\n1 2 0.5\n3 1 7", "f64 4 [1-2:0.5 3-1:7]"),
                ("EdgeArray", "none 0 []"),
                ("EdgeArray\n0 4294967293\n", "none 4294967294 [0-4294967293]"),
                (
                    "EdgeArray\n0 4294967294\n",
                    "4294967295 nodes are more than the 4294967294 that this build can address",
                ),
                (
                    "EdgeArray\n0 18446744073709551615\n",
                    "18446744073709551615 nodes are more than the 4294967294 that this build can address",
                ),
                ("", "t: end of the file: expected `EdgeArray` or `WeightedEdgeArray`, found an empty file"),
                ("Edges\n", "t:1: expected `EdgeArray` or `WeightedEdgeArray`, found `Edges`"),
                ("EdgeArray 1 2\n", "t:1: expected the end of the line, found `1`"),
                (
                    "WeightedEdgeArray\n1 2\n",
                    "t:2: expected a weight, found the end of the line (every line must have as many columns as the first)",
                ),
            ],
        );
    }
}
