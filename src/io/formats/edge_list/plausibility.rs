//! Signs that an edge list means something else than edges.
//!
//! Each sign ends at the first edge that contradicts it, so after a few edges in nearly all files.

use crate::Remark;
use crate::assemble::NamedEdges;
use crate::text::Number;

/// Signs that the lines so far are not edges, but a table with line numbers, a matrix, or lists of
/// neighbours.
pub(super) struct Signs {
    weighted: bool,
    /// Number of edges.
    count: u64,
    numbers: Option<Numbered>,
    /// The first edges, as long as there are at most four.
    first: Vec<Line>,
    times: Times,
    zeros: Zeros,
}

/// The names of two nodes, and the weight if it is a natural number.
type Line = (u64, u64, Option<u64>);

/// Signs of lines whose first ends count them.
struct Numbered {
    /// The first number: 0 or 1.
    first: u64,
    /// The greatest weight.
    most: u64,
    /// All lines may be those of a path.
    is_path: bool,
    /// All lines may name the parents of nodes.
    is_tree: bool,
}

/// Signs of weights that are times since 1970.
#[derive(Clone, Copy)]
struct Times {
    /// All may be in seconds, or in milliseconds.
    units: [bool; 2],
    first: Option<u64>,
    differ: bool,
}

/// Signs of a last line of zeros, in a list without a node 0.
#[derive(Clone, Copy, PartialEq)]
enum Zeros {
    None,
    Last,
    Never,
}

impl Signs {
    pub(super) fn new(weighted: bool) -> Self {
        let times = Times { units: [true; 2], first: None, differ: false };
        Self { weighted, count: 0, numbers: None, first: Vec::new(), times, zeros: Zeros::None }
    }

    /// Looks at the next edges, as long as there may be a sign.
    pub(super) fn see(&mut self, edges: &NamedEdges) {
        for (u, v, weight) in edges.iter() {
            let has_times = self.weighted && self.times.units != [false; 2];
            let has_numbers = self.weighted && self.numbers.is_some();
            if self.count > 4 && !has_times && !has_numbers && self.zeros == Zeros::Never {
                return;
            }
            let natural = if let Number::Natural(weight) = weight { Some(weight) } else { None };
            self.see_one((u, v, natural));
        }
    }

    fn see_one(&mut self, line @ (u, v, weight): Line) {
        if self.count == 0 && u < 2 {
            self.numbers = Some(Numbered { first: u, most: 0, is_path: true, is_tree: true });
        }
        self.numbers = self.numbers.take().and_then(|numbers| numbers.with(self.count, line));
        if self.first.len() <= 4 {
            self.first.push(line);
        }
        self.times.see(weight);
        let has_zero = u == 0 || v == 0;
        let are_zeros = u == 0 && v == 0 && (!self.weighted || weight == Some(0));
        self.zeros = match self.zeros {
            Zeros::None if are_zeros => Zeros::Last,
            Zeros::None if !has_zero => Zeros::None,
            _ => Zeros::Never,
        };
        self.count += 1;
    }

    /// Returns the remarks on the list.
    pub(super) fn remarks(&self) -> Vec<Remark> {
        let is_numbered = |numbers: &Numbered| {
            self.count > 2
                && numbers.most <= numbers.first + self.count
                && !numbers.is_path
                && !numbers.is_tree
        };
        let times = self.times;
        let signs = [
            (self.weighted && self.numbers.as_ref().is_some_and(is_numbered), Remark::NumberedLines),
            (self.weighted && is_matrix(&self.first), Remark::Matrix),
            (self.weighted && times.differ && times.units != [false; 2], Remark::Times),
            (self.count > 1 && self.zeros == Zeros::Last, Remark::Terminator),
        ];
        signs.into_iter().filter_map(|(is_so, remark)| is_so.then_some(remark)).collect()
    }
}

impl Numbered {
    /// The same after a line with this number of lines before, if that is possible.
    fn with(self, before: u64, (u, v, weight): Line) -> Option<Self> {
        let most = self.most.max(weight?);
        let (is_path, is_tree) = (self.is_path && v == u.wrapping_add(1), self.is_tree && v < u);
        (u == self.first + before).then_some(Self { most, is_path, is_tree, ..self })
    }
}

impl Times {
    fn see(&mut self, weight: Option<u64>) {
        /// From 1998 to 2039.
        const SECONDS: std::ops::Range<u64> = 900_000_000..2_200_000_000;
        let is_within = |unit: u64| weight.is_some_and(|weight| SECONDS.contains(&(weight / unit)));
        self.units = [self.units[0] && is_within(1), self.units[1] && is_within(1000)];
        let first = *self.first.get_or_insert(weight.unwrap_or_default());
        self.differ |= weight != Some(first);
    }
}

/// Returns `true` if the lines may be the first three columns of a symmetric matrix of order three or four
/// with zeros on its diagonal.
fn is_matrix(lines: &[Line]) -> bool {
    let [(a, b, first), (c, d, second), (e, f, third), ..] = *lines else { return false };
    lines.len() <= 4
        && [a, d] == [0, 0]
        && b == c
        && first == Some(e)
        && second == Some(f)
        && third == Some(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, ReadOptions, read_bytes};
    use boscage_core::exec::Exec;

    fn plausibility(text: &str) -> Vec<Remark> {
        let options = ReadOptions { format: Some(Format::EdgeList), ..ReadOptions::default() };
        let remarks = read_bytes(&Exec::current(), "t", text.as_bytes(), &options).unwrap().remarks;
        let others = |remark: &Remark| !matches!(remark, Remark::FourthColumn { .. } | Remark::NoEdges);
        remarks.into_iter().filter(others).collect()
    }

    #[test]
    fn line_numbers_matrices_times_and_terminators_get_remarks() {
        for (text, remark) in [
            ("1,1,2\n2,1,3\n3,2,3\n4,3,4\n", Remark::NumberedLines),
            ("0,1,2,0.5\n1,1,3,0.5\n2,2,3,0.5\n", Remark::NumberedLines),
            ("0 1 4\n1 0 2\n2 1 3\n3 2 4\n4 3 0\n", Remark::NumberedLines),
            ("0 5 6\n5 0 7\n6 7 0\n", Remark::Matrix),
            ("0 5 6 8\n5 0 7 9\n6 7 0 1\n8 9 1 0\n", Remark::Matrix),
            ("1 2 1082040961\n3 4 1082155839\n1 4 1082414391\n", Remark::Times),
            ("1 2 1082040961000\n3 4 1082155839000\n", Remark::Times),
            ("1 2 7\n2 3 4\n0 0 0\n", Remark::Terminator),
            ("1 2\n2 3\n0 0\n", Remark::Terminator),
        ] {
            assert_eq!(plausibility(text), [remark], "{text}");
        }
    }

    #[test]
    fn usual_lists_get_no_remarks() {
        for text in [
            "1 2 3\n2 3 4\n3 4 5\n",        // a path
            "1 0 1\n2 0 1\n3 1 2\n4 1 3\n", // a tree
            "1 2 0.5\n2 4 0.5\n3 5 0.5\n",
            "1 3 50\n2 4 60\n3 5 70\n",
            "1 2 3\n3 2 1\n",
            "0 5 6\n5 0 7\n6 8 0\n",
            "1 2 1082040961\n3 4 5\n",
            "1 2 1082040961\n2 3 1082040961\n",
            "0 1 7\n1 2 4\n0 0 0\n",
            "0 0 0\n",
            "1 2 7\n0 0 3\n",
            "1 2 7\n0 0 0\n1 3 4\n",
            "# nothing",
        ] {
            assert_eq!(plausibility(text), [], "{text}");
        }
    }
}
