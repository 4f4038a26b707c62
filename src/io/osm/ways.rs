//! The ways of a block of an extract.

use std::hash::{BuildHasher, RandomState};

use super::profile::Way;
use crate::Strings;
use boscage_core::{Result, memory};

/// The name of the arrays in errors.
pub(super) const WHAT: &str = "the ways";

/// Ways with their nodes, which are ids or, later, positions among the ids of all ways.
#[derive(Debug)]
pub(super) struct Ways<N> {
    pub(super) ways: Vec<Facts>,
    /// The nodes of all ways, one after the other.
    pub(super) nodes: Vec<N>,
}

/// A way without its nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub(super) id: i64,
    pub(super) way: Way,
    /// The values of `name` and `highway`, as codes of a [`Dictionary`] each.
    pub(super) texts: [u32; 2],
    /// The end of its nodes.
    pub(super) end: usize,
}

/// The ways of a block, with texts of its own.
pub(super) struct WayBlock {
    pub(super) ways: Ways<i64>,
    pub(super) texts: [Dictionary; 2],
}

impl<N> Default for Ways<N> {
    fn default() -> Self {
        Self { ways: Vec::new(), nodes: Vec::new() }
    }
}

impl<N: Copy> Ways<N> {
    /// The ways and their nodes.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Facts, &[N])> {
        let mut begin = 0;
        self.ways.iter().map(move |facts| {
            let nodes = &self.nodes[begin..facts.end];
            begin = facts.end;
            (facts, nodes)
        })
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.ways) + size_of_val(&*self.nodes)
    }
}

impl WayBlock {
    /// A block without ways.
    pub(super) fn new() -> Self {
        Self { ways: Ways::default(), texts: Default::default() }
    }

    /// Ends the way whose nodes have been appended since the last call. Without two nodes it has no edges
    /// and is dropped.
    pub(super) fn end_way(&mut self, id: i64, way: Way, name: &str, highway: &str) -> Result<()> {
        let (begin, end) = (self.ways.ways.last().map_or(0, |last| last.end), self.ways.nodes.len());
        if end - begin < 2 {
            self.drop_way();
            return Ok(());
        }
        let texts = [self.texts[0].code(name)?, self.texts[1].code(highway)?];
        memory::grow(WHAT, &mut self.ways.ways, 1)?;
        self.ways.ways.push(Facts { id, way, texts, end });
        Ok(())
    }

    /// Drops the nodes that have been appended since the last way.
    pub(super) fn drop_way(&mut self) {
        self.ways.nodes.truncate(self.ways.ways.last().map_or(0, |last| last.end));
    }

    /// Appends a node of the way that is being read.
    #[inline]
    pub(super) fn push_node(&mut self, id: i64) -> Result<()> {
        memory::grow(WHAT, &mut self.ways.nodes, 1)?;
        self.ways.nodes.push(id);
        Ok(())
    }

    /// Returns the ways, with codes of the texts of all blocks, in as little memory as possible.
    pub(super) fn with_texts_of(mut self, all: &mut [Dictionary; 2]) -> Result<Ways<i64>> {
        for (which, (own, all)) in self.texts.iter().zip(all).enumerate() {
            let mut codes = memory::reserve("the texts of ways", own.strings.len())?;
            for text in own.strings.iter() {
                codes.push(all.code(text)?);
            }
            for facts in &mut self.ways.ways {
                facts.texts[which] = codes[facts.texts[which] as usize];
            }
        }
        self.ways.ways.shrink_to_fit();
        self.ways.nodes.shrink_to_fit();
        Ok(self.ways)
    }
}

/// Distinct texts, numbered in the order in which they came first.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    pub(super) strings: Strings,
    /// Codes by the hashes of their texts, with linear probing; at most half of the places are taken.
    table: Vec<u32>,
    hasher: RandomState,
}

/// A free place in the table.
const FREE: u32 = u32::MAX;

impl Dictionary {
    /// The code of a text.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`].
    pub(super) fn code(&mut self, text: &str) -> Result<u32> {
        if 2 * self.strings.len() >= self.table.len() {
            self.grow()?;
        }
        let mut place = self.place(text);
        loop {
            match self.table[place] {
                FREE => break,
                code if self.strings.get(code as usize) == text => return Ok(code),
                _ => place = (place + 1) % self.table.len(),
            }
        }
        let code = self.strings.len() as u32;
        self.strings.push(text)?;
        self.table[place] = code;
        Ok(code)
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> usize {
        self.strings.memory() + size_of_val(&*self.table)
    }

    fn place(&self, text: &str) -> usize {
        self.hasher.hash_one(text) as usize % self.table.len()
    }

    fn grow(&mut self) -> Result<()> {
        self.table = memory::filled("the texts of ways", (2 * self.table.len()).max(64), FREE)?;
        for code in 0..self.strings.len() {
            let mut place = self.place(self.strings.get(code));
            while self.table[place] != FREE {
                place = (place + 1) % self.table.len();
            }
            self.table[place] = code as u32;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_numbered_in_the_order_in_which_they_come() {
        let mut texts = Dictionary::default();
        for round in 0..2 {
            for i in 0..1000 {
                assert_eq!(texts.code(&format!("Street {i}")).unwrap(), i, "round {round}");
            }
        }
        assert_eq!(texts.strings.len(), 1000);
    }

    #[test]
    fn a_way_of_one_node_is_dropped() {
        let mut block = WayBlock::new();
        block.push_node(7).unwrap();
        block.end_way(1, Way::Both, "", "road").unwrap();
        block.push_node(8).unwrap();
        block.push_node(9).unwrap();
        block.end_way(2, Way::Both, "", "road").unwrap();
        let found: Vec<_> = block.ways.iter().map(|(facts, nodes)| (facts.id, nodes.to_vec())).collect();
        assert_eq!(found, [(2, vec![8, 9])]);
    }
}
