//! PBBS adjacency graphs: a word, the number of nodes, the number of arcs, the begin of the arcs of each
//! node, their targets, and, if the word is `WeightedAdjacencyGraph`, their weights; all separated by blanks
//! or line ends, counted from 0.
//!
//! The meaning of a number depends only on its position. So blocks are parsed to plain numbers in parallel,
//! and then a small state machine processes the numbers one after the other. The arcs are in rows of
//! ascending sources, which can be folded in one pass.

use crate::assemble::fold::ARC_LIMIT;
use crate::assemble::{Edges, Outline, assemble_text};
use crate::budget::{Budget, Lists, Size};
use crate::bytes::{Content, without_mark};
use crate::formats::{FormatSpec, Reader, TextReader};
use crate::input::mismatch;
use crate::text::{Fault, Heading, Kind, Line, Number, ParsedBytes, Scanner, Separators, Text};
use crate::{Format, Input, ReadOptions};
use boscage_core::graph::{LIMIT, Node};
use boscage_core::{At, Result, memory};

pub(super) const SPEC: FormatSpec = FormatSpec {
    format: Format::PbbsAdjacency,
    name: "PBBS adjacency",
    word: "pbbs-adjacency",
    suffixes: &[],
    has_signature: true,
    reader: Reader::Text(TextReader { sniff, resembles_lists: false, read, lines: None }),
    writer: None,
    loses: &[],
};

const PLAIN: &[u8] = b"AdjacencyGraph";
const WEIGHTED: &[u8] = b"WeightedAdjacencyGraph";

/// Smallest number of bytes of a number: `1 `.
const SHORTEST_NUMBER: usize = 2;

/// The numbers of a block.
struct Numbers {
    numbers: Vec<Number>,
    /// The line of the first integer that no `f64` equals. Only weights can be so large.
    rounded: Option<Line>,
}

/// The graph so far.
struct Machine {
    nodes: usize,
    arcs: usize,
    weighted: bool,
    offsets: Vec<usize>,
    /// Targets, if their weights follow.
    targets: Vec<Node>,
    edges: Edges,
    /// The node whose arc comes next.
    source: usize,
    numbers: u64,
}

/// Returns `true` if a file begins like a PBBS adjacency graph.
fn sniff(head: &[u8]) -> bool {
    let word = Scanner::new(without_mark(head), Separators::AllBlanks).token();
    word == PLAIN || word == WEIGHTED
}

/// Reads a PBBS adjacency graph.
pub(super) fn read(content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    let mut text = Text::open(content, Separators::AllBlanks, options)?;
    let mut weighted = false;
    let word = header(&mut text, |scan| {
        weighted = scan.clone().token() == WEIGHTED;
        if !weighted && scan.clone().token() != PLAIN {
            return Err(scan.fault("`AdjacencyGraph` or `WeightedAdjacencyGraph`", ""));
        }
        Ok(scan.token().len())
    });
    word?;
    let nodes = header(&mut text, |scan| scan.count("nodes", LIMIT))?;
    let arcs = header(&mut text, |scan| scan.count("arcs", ARC_LIMIT))?;
    text.set_parsed_bytes(ParsedBytes { natural: size_of::<Number>(), other: size_of::<Number>() });
    let kind = Kind::of_text(weighted, options);
    let mut budget = Budget::of(options, text.path(), Lists::Arcs);
    let listed = arcs.min(text.at_hand() / SHORTEST_NUMBER + 1);
    budget.admit(Size { nodes, listed, weight_bytes: kind.bytes(), ..Size::default() })?;
    let mut machine = Machine {
        nodes,
        arcs,
        weighted,
        offsets: Vec::new(),
        targets: Vec::new(),
        edges: Edges::of(kind).within(budget),
        source: 0,
        numbers: 0,
    };
    let path = text.path().to_owned();
    let wrong = |(expected, found): (String, String)| mismatch(&path, &expected, found, "");
    text.body(numbers, |part, begin| {
        let line = || part.rounded.unwrap_or_else(|| Line::after(b"")).of_block(begin);
        part.numbers.into_iter().try_for_each(|number| machine.take(number, line)?.map_err(&wrong))?;
        machine.report()
    })?;
    let expected = nodes as u64 + arcs as u64 * if weighted { 2 } else { 1 };
    if machine.numbers != expected {
        let expected = format!("{expected} numbers after the header");
        let cure = "the file is cut short, or its header is wrong";
        return Err(text.wrong(At::End, expected, machine.numbers.to_string(), cure));
    }
    let outline = Outline { nodes, weighted, ..Outline::new(Format::PbbsAdjacency, &path, text.bytes()) };
    assemble_text(machine.edges, &text, outline, options)
}

/// Reads one token of the header.
fn header(
    text: &mut Text<'_>,
    mut read: impl FnMut(&mut Scanner<'_>) -> Result<usize, Fault>,
) -> Result<usize> {
    let token = text.heading(|scan, _| {
        Ok(if scan.peek().is_none() { Heading::Skip } else { Heading::Take(read(scan)?) })
    })?;
    match token {
        Some((value, _)) => Ok(value),
        None => Err(text.wrong(At::End, "a word and two numbers", "fewer", "the file is cut short")),
    }
}

fn numbers(scan: &mut Scanner<'_>) -> Result<Numbers, Fault> {
    let (mut numbers, mut rounded) = (Vec::new(), None);
    while scan.peek().is_some() {
        memory::grow("the numbers of a block", &mut numbers, 1)?;
        let number = scan.number()?;
        if rounded.is_none() && number.would_be_rounded() {
            rounded = Some(scan.line());
        }
        numbers.push(number);
    }
    Ok(Numbers { numbers, rounded })
}

impl Machine {
    /// Processes the next number, which is on this line. The inner error is what was expected and found.
    fn take(&mut self, number: Number, line: impl FnOnce() -> Line) -> Result<Result<(), (String, String)>> {
        self.numbers += 1;
        let below = |limit: usize| match number {
            Number::Natural(value) if value < limit as u64 => Some(value as usize),
            _ => None,
        };
        let refused = |expected| Ok(Err((expected, number.to_string())));
        if self.offsets.len() < self.nodes {
            let node = self.offsets.len();
            let least = self.offsets.last().copied().unwrap_or(0);
            let most = if node == 0 { 0 } else { self.arcs };
            match below(most + 1) {
                Some(offset) if offset >= least => {
                    memory::grow("the offsets", &mut self.offsets, 1)?;
                    self.offsets.push(offset);
                }
                _ => return refused(format!("an offset in {least}..={most} for node {node}")),
            }
        } else if self.targets.len().max(self.edges.len()) < self.arcs {
            let Some(target) = below(self.nodes) else {
                return refused(format!("a target below {}", self.nodes));
            };
            if self.weighted {
                memory::grow("the targets", &mut self.targets, 1)?;
                self.targets.push(Node::new(target));
            } else {
                self.arc(Node::new(target), Number::Natural(1), line)?;
            }
        } else if self.weighted && self.edges.len() < self.arcs {
            self.arc(self.targets[self.edges.len()], number, line)?;
        }
        Ok(Ok(()))
    }

    /// Asks the caller to admit the graph so far.
    fn report(&mut self) -> Result<()> {
        self.edges.takes(size_of_val(&*self.offsets) + size_of_val(&*self.targets))
    }

    fn arc(&mut self, target: Node, weight: Number, line: impl FnOnce() -> Line) -> Result<()> {
        while self.offsets.get(self.source + 1).is_some_and(|&next| next <= self.edges.len()) {
            self.source += 1;
        }
        self.edges.push(Node::new(self.source), target, weight, line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::testing::messages;

    #[test]
    fn graphs_are_read_as_written() {
        messages(
            read,
            &[
                (
                    "AdjacencyGraph\n3\n4\n0\n1\n3\n1\n0\n2\n1\n",
                    "none 3 [0-1 1-2] (4 arcs, 0 unpaired, folded)",
                ),
                ("AdjacencyGraph 3 4 0 1 3 1 0 2 1", "none 3 [0-1 1-2] (4 arcs, 0 unpaired, folded)"),
                (
                    "\nWeightedAdjacencyGraph\r\n4\r\n2 0 0 1\r\n1 2 1 -5 2.5",
                    "f64 4 [1>2:-5 3>1:2.5] (2 arcs, 2 unpaired, kept)",
                ),
                ("AdjacencyGraph\n2\n0\n0\n0\n", "none 2 [] (0 arcs, 0 unpaired, folded)"),
                ("AdjacencyGraph 0 0", "none 0 [] (0 arcs, 0 unpaired, folded)"),
            ],
        );
    }

    #[test]
    fn errors_have_place_expected_and_found() {
        const CUT: &str = "(the file is cut short, or its header is wrong)";
        messages(
            read,
            &[
                (
                    "",
                    "t: end of the file: expected a word and two numbers, found fewer (the file is cut short)",
                ),
                (
                    "AdjacencyGraph 3",
                    "t: end of the file: expected a word and two numbers, found fewer (the file is cut short)",
                ),
                (
                    "EdgeArray\n",
                    "t:1: expected `AdjacencyGraph` or `WeightedAdjacencyGraph`, found `EdgeArray`",
                ),
                (
                    "AdjacencyGraph\n3 1 0 0 0",
                    &format!("t: end of the file: expected 4 numbers after the header, found 3 {CUT}"),
                ),
                (
                    "AdjacencyGraph 1 1 0 0 7",
                    &format!("t: end of the file: expected 2 numbers after the header, found 3 {CUT}"),
                ),
                ("AdjacencyGraph\n3\n1\n0\nx", "t:5: expected a weight, found `x`"),
                ("AdjacencyGraph 2 3 0 4 0 0 0", "t: expected an offset in 0..=3 for node 1, found 4"),
                ("AdjacencyGraph 3 3 0 2 1 0 0 0", "t: expected an offset in 2..=3 for node 2, found 1"),
                ("AdjacencyGraph 1 1 1 0", "t: expected an offset in 0..=0 for node 0, found 1"),
                ("AdjacencyGraph 2 1 0 -1 0", "t: expected an offset in 0..=1 for node 1, found -1"),
                ("AdjacencyGraph 2 1 0 0 2", "t: expected a target below 2, found 2"),
                ("AdjacencyGraph 0 1 0", "t: expected a target below 0, found 0"),
                ("AdjacencyGraph 2 1 0 0 0.5", "t: expected a target below 2, found 0.5"),
                (
                    "AdjacencyGraph 2 9223372036854775808",
                    "t:1: expected at most 8589934588 arcs, found `9223372036854775808` (more than this build can address)",
                ),
                (
                    "AdjacencyGraph 4000000000 0",
                    &format!(
                        "t: end of the file: expected 4000000000 numbers after the header, found 0 {CUT}"
                    ),
                ),
            ],
        );
    }
}
