//! Edges between named nodes, and the numbering of the names.
//!
//! If a file has no header, its nodes are the ids that occur: any 64-bit numbers, in ascending order. Nearly
//! always they are dense. So a bitmap from the least to the greatest, with the number of ones before each
//! word, gives the rank of a name with two loads; if every bit is one, no lookup is needed. The bitmap is
//! used only if the number of edges justifies its memory. Otherwise names are sorted and found by binary
//! search.
//!
//! Names below 2^32 are stored in the edges, in place of the nodes; larger names are stored in another array.

use rayon::prelude::*;

use crate::Names;
use crate::assemble::edges::{Edges, PartPool};
use crate::assemble::weighted::Weighted;
use crate::budget::Budget;
use crate::text::{Begin, Kind, Line, Number, Text};
use boscage_core::bits::RankedBits;
use boscage_core::graph::{LIMIT, Node};
use boscage_core::{At, Result, memory};

/// Edges whose ends are names.
#[derive(Debug)]
pub(crate) struct NamedEdges {
    edges: Edges,
    /// The names, if some do not fit into the edges.
    wide: Option<Vec<[u64; 2]>>,
    /// Facts about edges that have been handed over.
    passed: Passed,
}

/// Facts about edges that have been handed over.
#[derive(Clone, Copy, Debug, Default)]
struct Passed {
    /// The greatest name after the first edge.
    greatest: u64,
}

/// Bits of bitmap per edge: as many as the edge itself takes.
const BITS_PER_EDGE: u64 = 128;

impl NamedEdges {
    /// An empty list with memory from the pool, if it has some.
    pub(crate) fn from_pool(pool: &PartPool) -> Self {
        Self { edges: Edges::from_pool(pool), wide: None, passed: Passed::default() }
    }

    /// An empty list, whose size `budget` admits after each append.
    pub(crate) fn within(kind: Kind, budget: Budget) -> Self {
        Self { edges: Edges::of(kind).within(budget), wide: None, passed: Passed::default() }
    }

    /// The same list; but if the caller wants a stream, edges that are appended are handed over to it.
    /// Without weights, all edges have weight 1.
    pub(crate) fn streamed(self, weighted: bool) -> Self {
        Self { edges: self.edges.streamed(weighted), ..self }
    }

    /// Appends an edge; `line` returns the line of its weight.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`].
    #[inline(always)]
    pub(crate) fn push(&mut self, u: u64, v: u64, weight: Number, line: impl FnOnce() -> Line) -> Result<()> {
        if self.wide.is_none() && u.max(v) < LIMIT as u64 {
            return self.edges.push(Node::new(u as usize), Node::new(v as usize), weight, line);
        }
        self.push_wide(u, v, weight, line)
    }

    #[inline(never)]
    fn push_wide(&mut self, u: u64, v: u64, weight: Number, line: impl FnOnce() -> Line) -> Result<()> {
        self.widened(1)?.push([u, v]);
        self.edges.push(Node::new(0), Node::new(0), weight, line)
    }

    /// Appends the edges of the block of the input that begins at `begin`, and keeps their memory for reuse.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`], and that of [`Admit`](crate::Admit).
    pub(crate) fn append(&mut self, mut part: Self, begin: Begin, pool: &PartPool) -> Result<()> {
        let wide = self.wide.is_some() || part.wide.is_some();
        let names = if wide { (self.edges.len() + part.edges.len()) * size_of::<[u64; 2]>() } else { 0 };
        if let Some(list) = self.edges.overflow(&part.edges, begin, names)? {
            self.hand_over(list)?;
        }
        if let Some(stream) = self.edges.stream() {
            let skipped = usize::from(stream.len() == 0);
            self.passed.greatest = self.passed.greatest.max(part.greatest_after(skipped));
            stream.number(&mut part)?;
            self.edges.takes(stream.name_bytes())?;
            return self.edges.append_admitted(part.edges, begin, pool);
        }
        if wide {
            self.edges.takes(names)?;
            let more = part.widened(0)?;
            self.widened(more.len())?.extend_from_slice(more);
        }
        self.edges.append_admitted(part.edges, begin, pool)
    }

    /// Hands over the edges so far, which have been taken from the list.
    fn hand_over(&mut self, list: Weighted) -> Result<()> {
        let Some(stream) = self.edges.stream().cloned() else { return Ok(()) };
        let edges = Edges::of_list(list);
        let mut all = Self { edges, wide: self.wide.take(), passed: Passed::default() };
        self.passed.greatest = all.greatest_after(1);
        stream.number(&mut all)?;
        stream.take(all.edges.into_list())
    }

    /// The array of names, with memory for `more`. If all names are in the edges, it copies them first.
    fn widened(&mut self, more: usize) -> Result<&mut Vec<[u64; 2]>> {
        const WHAT: &str = "the names of the nodes";
        if self.wide.is_none() {
            let mut names = memory::reserve(WHAT, self.edges.len())?;
            self.edges.for_each_ends(|u, v| names.push([u.index() as u64, v.index() as u64]));
            self.wide = Some(names);
        }
        let names = self.wide.get_or_insert_default();
        memory::grow(WHAT, names, more)?;
        Ok(names)
    }

    /// Returns `true` if edges have been handed over.
    pub(crate) fn have_passed(&self) -> bool {
        self.edges.stream().is_some()
    }

    /// Replaces every name by a code.
    ///
    /// # Errors
    /// Those of `code`.
    pub(crate) fn recode(&mut self, mut code: impl FnMut(u64) -> Result<u64>) -> Result<()> {
        let wide = self.wide.take();
        let mut failed = Ok(());
        let mut node = |name: u64| match code(name) {
            Ok(code) => Node::new(code as usize),
            Err(error) => {
                failed = Err(error);
                Node::new(0)
            }
        };
        match wide {
            Some(names) => self.edges.map_ends(|i, _, _| (node(names[i][0]), node(names[i][1]))),
            None => self.edges.map_ends(|_, u, v| (node(u.index() as u64), node(v.index() as u64))),
        }
        failed
    }

    /// The edges, whose ends are the ranks of their names.
    pub(crate) fn into_ranks(mut self, rank: impl Fn(u64) -> u32 + Sync) -> Edges {
        self.rename(|name| u64::from(rank(name)));
        self.edges
    }

    /// Number of edges.
    pub(crate) fn len(&self) -> usize {
        self.edges.len()
    }

    /// The greatest name in the edges after the first `skipped`; 0 if there are none.
    pub(crate) fn greatest_after(&self, skipped: usize) -> u64 {
        let (mut at, mut greatest) = (0, self.passed.greatest);
        self.for_each_ends(|u, v| {
            greatest = if at < skipped { greatest } else { greatest.max(u).max(v) };
            at += 1;
        });
        greatest
    }

    /// The least and the greatest name of the first and of the second ends; `(u64::MAX, 0)` if there are
    /// none.
    pub(crate) fn bounds(&self) -> [(u64, u64); 2] {
        let (mut left, mut right) = ((u64::MAX, 0), (u64::MAX, 0));
        let extend = |bounds: &mut (u64, u64), name: u64| {
            *bounds = (bounds.0.min(name), bounds.1.max(name));
        };
        self.for_each_ends(|u, v| {
            extend(&mut left, u);
            extend(&mut right, v);
        });
        [left, right]
    }

    /// Adds a number to the names of all second ends.
    ///
    /// # Errors
    /// Names that need more than 64 bits, and [`boscage_core::Error::OutOfMemory`].
    pub(crate) fn add_to_right(&mut self, text: &Text<'_>, added: u64) -> Result<()> {
        let [_, (_, greatest)] = self.bounds();
        let Some(greatest) = greatest.checked_add(added) else {
            let (expected, found) = ("names of at most 64 bits", format!("{greatest} on the right side"));
            return Err(text.wrong(At::Whole, expected, found, "give both sides different, smaller names"));
        };
        if greatest >= LIMIT as u64 {
            self.widened(0)?;
        }
        match &mut self.wide {
            Some(names) => names.iter_mut().for_each(|[_, v]| *v += added),
            None => self.edges.map_ends(|_, u, v| (u, Node::new(v.index() + added as usize))),
        }
        Ok(())
    }

    /// The edges, the number of nodes, and their names in ascending order.
    ///
    /// # Errors
    /// [`boscage_core::Error::TooMany`] nodes, and [`boscage_core::Error::OutOfMemory`].
    pub(crate) fn into_nodes(mut self) -> Result<(Edges, usize, Names)> {
        if let Some(stream) = self.edges.stream() {
            let nodes = stream.node_count();
            return Ok((self.edges, nodes, Names::Offset(0))); // the stream has the names
        }
        let [left, right] = self.bounds();
        let (least, most) = (left.0.min(right.0), left.1.max(right.1));
        if self.edges.len() == 0 {
            return Ok((self.edges, 0, Names::Offset(0)));
        }
        let (nodes, names) = if (most - least) / BITS_PER_EDGE < self.edges.len() as u64 {
            self.takes(((most - least) / 64 + 1) as usize * RankedBits::WORD_BYTES)?;
            let present = self.present(least, most)?;
            if present.count() as u64 == most - least + 1 {
                self.rename(|name| name - least);
                (present.count(), Names::Offset(least))
            } else {
                self.takes(present.bytes() + present.count() * size_of::<u64>())?;
                self.rename(|name| u64::from(present.rank((name - least) as usize)));
                let mut names = memory::reserve("the names of the nodes", present.count())?;
                present.iter().for_each(|name| names.push(least + name as u64));
                (present.count(), Names::Listed(names))
            }
        } else {
            self.takes(2 * self.edges.len() * size_of::<u64>())?;
            let names = self.sorted_names()?;
            self.rename(|name| names.binary_search(&name).unwrap_or(0) as u64);
            (names.len(), Names::Listed(names))
        };
        Ok((self.edges, nodes, names))
    }

    /// Asks the caller to admit this many bytes beside the edges and the names of their ends.
    pub(crate) fn takes(&mut self, bytes: usize) -> Result<()> {
        let wide = self.wide.as_ref().map_or(0, |names| size_of_val(&**names));
        self.edges.takes(wide + bytes)
    }

    /// The edges, and the number of nodes, which are all numbers from 0 to the greatest that occurs.
    ///
    /// # Errors
    /// [`boscage_core::Error::TooMany`] nodes.
    pub(crate) fn into_range(self) -> Result<(Edges, usize)> {
        let mut nodes = 0;
        self.for_each_name(|name| nodes = nodes.max(name.saturating_add(1)));
        let nodes = Node::check_count(nodes)?;
        Ok((self.edges, nodes)) // so all names are in the edges
    }

    /// Returns the names of both ends, and the weight, of each edge.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, u64, Number)> {
        (0..self.edges.held()).map(|i| {
            let (u, v, weight) = self.edges.get(i);
            let [u, v] = match &self.wide {
                Some(names) => names[i],
                None => [u, v].map(|end| end.index() as u64),
            };
            (u, v, weight)
        })
    }

    fn for_each_name(&self, mut f: impl FnMut(u64)) {
        self.for_each_ends(|u, v| {
            f(u);
            f(v);
        });
    }

    fn for_each_ends(&self, mut f: impl FnMut(u64, u64)) {
        match &self.wide {
            Some(names) => names.iter().for_each(|&[u, v]| f(u, v)),
            None => self.edges.for_each_ends(|u, v| f(u.index() as u64, v.index() as u64)),
        }
    }

    /// Replaces every name by a node.
    fn rename(&mut self, node: impl Fn(u64) -> u64 + Sync) {
        let node = |name| Node::new(node(name) as usize);
        match &self.wide {
            Some(names) => self.edges.map_ends(|i, _, _| (node(names[i][0]), node(names[i][1]))),
            None => self.edges.map_ends_in_parallel(|end| node(end.index() as u64)),
        }
    }

    fn present(&self, least: u64, most: u64) -> Result<RankedBits> {
        let mut bits = RankedBits::new("the names that occur", (most - least) as usize + 1)?;
        self.for_each_name(|name| bits.insert((name - least) as usize));
        let bits = bits.ranked();
        Node::check_count(bits.count() as u64)?;
        Ok(bits)
    }

    fn sorted_names(&self) -> Result<Vec<u64>> {
        let mut names = memory::reserve("the names of the nodes", 2 * self.edges.len())?;
        self.for_each_name(|name| names.push(name));
        names.par_sort_unstable();
        names.dedup();
        Node::check_count(names.len() as u64)?;
        names.shrink_to_fit();
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Gathers the edges in two parts and compares with a tree of the names.
    fn check(ends: &[(u64, u64)], cut: usize) -> Names {
        let gather = |ends: &[(u64, u64)]| {
            let mut edges = NamedEdges::within(Kind::U32, Budget::default());
            ends.iter()
                .for_each(|&(u, v)| edges.push(u, v, Number::Natural(1), || Line::after(b"")).unwrap());
            edges
        };
        let mut edges = gather(&ends[..cut]);
        edges.append(gather(&ends[cut..]), Begin::Lines(0), &PartPool::default()).unwrap();
        let (edges, nodes, names) = edges.into_nodes().unwrap();
        let want: BTreeSet<u64> = ends.iter().flat_map(|&(u, v)| [u, v]).collect();
        assert!((0..nodes).map(|node| names.number(Node::new(node))).eq(want));
        let mut found = Vec::new();
        edges.for_each_ends(|u, v| found.push((names.number(u), names.number(v))));
        assert_eq!(found, ends);
        names
    }

    #[test]
    fn nodes_are_exactly_the_names_that_occur() {
        let mut state = 7_u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 20
        };
        for base in [0, 1, 1 << 31, (1 << 32) - 3, 1 << 40, u64::MAX - (1 << 44)] {
            for range in [1, 2, 60, 700, 1 << 33, 1 << 44] {
                for m in [0, 1, 30, 400] {
                    let ends: Vec<(u64, u64)> =
                        (0..m).map(|_| (base + draw() % range, base + draw() % range)).collect();
                    check(&ends, draw() as usize % (m + 1));
                }
            }
        }
    }

    #[test]
    fn names_in_a_row_are_an_offset() {
        assert_eq!(check(&[(5, 4), (6, 7)], 1), Names::Offset(4));
        assert_eq!(check(&[(5, 4), (6, 8)], 1), Names::Listed(vec![4, 5, 6, 8]));
        assert_eq!(check(&[(u64::MAX, u64::MAX - 1)], 0), Names::Offset(u64::MAX - 1));
        assert_eq!(check(&[(0, u64::MAX)], 0), Names::Listed(vec![0, u64::MAX]));
        assert_eq!(check(&[], 0), Names::Offset(0));
    }
}
