//! The columns after the two ends of an edge: none, a weight, or a weight and another one.
//!
//! The first line decides for the whole file. So a line with too few or too many columns is an error, and not
//! an edge with a wrong weight.

use crate::text::cures::ALONE;
use crate::text::fault::Fault;
use crate::text::number::Number;
use crate::text::scan::Scanner;
use boscage_core::graph::Node;

/// The columns after the two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Columns {
    /// None: the edge is unweighted.
    Ends,
    /// A weight.
    Weight,
    /// A weight, and another column (the time, in KONECT files), which is not used.
    WeightAndOther,
}

/// Advice about a line with another number of columns than the first.
const CURE: &str = "every line must have as many columns as the first";

/// The same in a table, whose first line may be a header.
const CURE_OF_TABLE: &str =
    "every line must have as many columns as the first; if that is a header, remove it";

impl Columns {
    /// The columns of a line, from its beginning, in a format with at most `most`. Consumes nothing.
    pub(crate) fn of(scan: &Scanner<'_>, most: Self) -> Result<Self, Fault> {
        let mut scan = scan.clone();
        let mut columns = usize::from(!scan.token().is_empty());
        let mut has_comment = false;
        while scan.next_column()? {
            has_comment |= matches!(scan.token().first(), Some(b'#' | b'%'));
            columns += 1;
        }
        let (found, cure) = match columns {
            1 if most == Self::WeightAndOther => (None, "if the line is a count, remove it"),
            2 => (Some(Self::Ends), ""),
            3 => (Some(Self::Weight), ""),
            4 => (Some(Self::WeightAndOther), ""),
            1 => (None, ""),
            _ if has_comment => (None, ALONE),
            _ => (
                None,
                "choose the columns, as with --columns 1,2,4; matrices and lists of neighbours must be converted",
            ),
        };
        found
            .filter(|&columns| columns <= most)
            .ok_or_else(|| scan.wrong("two ends, or two ends and a weight", counted(columns), cure))
    }

    /// Number of columns, including the two ends.
    pub(crate) fn count(self) -> usize {
        match self {
            Self::Ends => 2,
            Self::Weight => 3,
            Self::WeightAndOther => 4,
        }
    }

    /// Returns `true` if there are weights.
    pub(crate) fn weighted(self) -> bool {
        self != Self::Ends
    }

    /// Reads a line with an edge between `nodes` nodes, which are counted from 1.
    #[inline(always)]
    pub(crate) fn edge(self, scan: &mut Scanner<'_>, nodes: usize) -> Result<(Node, Node, Number), Fault> {
        let mut ahead = scan.clone();
        if let Some((u, v, weight)) = self.usual(&mut ahead)
            && u.wrapping_sub(1).max(v.wrapping_sub(1)) < nodes as u64
        {
            *scan = ahead;
            return Ok((Node::new(u as usize - 1), Node::new(v as usize - 1), weight));
        }
        self.unusual_edge(scan, nodes)
    }

    #[inline(never)]
    fn unusual_edge(self, scan: &mut Scanner<'_>, nodes: usize) -> Result<(Node, Node, Number), Fault> {
        Ok((scan.node(1, nodes)?, scan.node(1, nodes)?, self.read(scan)?))
    }

    /// Reads a line with an edge between nodes of any names.
    #[inline(always)]
    pub(crate) fn named_edge(self, scan: &mut Scanner<'_>) -> Result<(u64, u64, Number), Fault> {
        match self.usual(scan) {
            Some(edge) => Ok(edge),
            None => self.unusual_named_edge(scan),
        }
    }

    #[inline(never)]
    fn unusual_named_edge(self, scan: &mut Scanner<'_>) -> Result<(u64, u64, Number), Fault> {
        let u = scan.natural("a node")?;
        scan.next_column()?;
        let v = scan.natural("a node")?;
        scan.next_column()?;
        Ok((u, v, self.read(scan)?))
    }

    /// Both ends and the weight, if they have their usual form. Otherwise it consumes only blanks.
    #[inline(always)]
    fn usual(self, scan: &mut Scanner<'_>) -> Option<(u64, u64, Number)> {
        scan.peek();
        match self {
            Self::Ends => scan.naturals().map(|[u, v]| (u, v, Number::Natural(1))),
            Self::Weight => scan.naturals().map(|[u, v, weight]| (u, v, Number::Natural(weight))),
            Self::WeightAndOther => None,
        }
    }

    /// Reads the columns up to the end of the line; the weight is 1 if there is none.
    #[inline]
    pub(crate) fn read(self, scan: &mut Scanner<'_>) -> Result<Number, Fault> {
        let cure = if scan.is_table() { CURE_OF_TABLE } else { CURE };
        let weight = match self {
            Self::Ends => Number::Natural(1),
            Self::Weight | Self::WeightAndOther => {
                if scan.peek().is_none() {
                    return Err(scan.fault("a weight", cure));
                }
                scan.number()?
            }
        };
        if self == Self::WeightAndOther {
            if !scan.next_column()? {
                return Err(scan.fault("a fourth column", cure));
            }
            scan.token();
        }
        scan.end_of_line(cure)?;
        Ok(weight)
    }
}

fn counted(columns: usize) -> String {
    format!("{columns} column{}", if columns == 1 { "" } else { "s" })
}
