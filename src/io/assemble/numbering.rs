//! Numbers for names in the order in which they appear.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::Names;
use boscage_core::graph::Node;
use boscage_core::random::mix;
use boscage_core::{Result, memory};

/// Numbers for the names of nodes, in the order in which the names appear.
///
/// Names that are small compared with their count have a table; others are hashed.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    /// For each name that is an index the number of the node, plus one.
    direct: Vec<u32>,
    hashed: HashMap<u64, u32, BuildHasherDefault<Mixed>>,
    names: Vec<u64>,
}

/// The name of the arrays in errors.
const WHAT: &str = "the names of the nodes";

/// Entries of the table per name.
const ENTRIES: usize = 8;

/// Entries of the table, whatever the number of names.
const LEAST: usize = 1 << 16;

impl Numbering {
    /// Returns the number of a name.
    ///
    /// # Errors
    /// [`boscage_core::Error::TooMany`] nodes, and [`boscage_core::Error::OutOfMemory`].
    #[inline]
    pub(crate) fn number(&mut self, name: u64) -> Result<Node> {
        match usize::try_from(name).ok().and_then(|name| self.direct.get(name)) {
            Some(&number) if number > 0 => Ok(Node::from(number - 1)),
            _ => self.unusual(name),
        }
    }

    /// Number of names.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns the name of a node.
    pub(crate) fn name(&self, node: Node) -> u64 {
        self.names[node.index()]
    }

    /// Returns the bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        4 * self.direct.capacity() + 8 * self.names.capacity() + 16 * self.hashed.capacity()
    }

    #[inline(never)]
    fn unusual(&mut self, name: u64) -> Result<Node> {
        let most = (LEAST + ENTRIES * self.names.len()).max(self.direct.len());
        if name < most as u64 {
            self.extend_table(name as usize)?;
            if self.direct[name as usize] > 0 {
                return Ok(Node::from(self.direct[name as usize] - 1)); // it was hashed before
            }
            let node = self.push(name)?;
            self.direct[name as usize] = u32::from(node) + 1;
            return Ok(node);
        }
        if let Some(&number) = self.hashed.get(&name) {
            return Ok(Node::from(number));
        }
        if self.hashed.len() == self.hashed.capacity() {
            memory::check::<(u64, u32)>(WHAT, 4 * self.hashed.len())?;
        }
        let node = self.push(name)?;
        self.hashed.insert(name, node.into());
        Ok(node)
    }

    fn push(&mut self, name: u64) -> Result<Node> {
        Node::check_count(self.names.len() as u64 + 1)?;
        memory::grow(WHAT, &mut self.names, 1)?;
        self.names.push(name);
        Ok(Node::new(self.names.len() - 1))
    }

    /// Extends the table to a name, and moves names from the hash table.
    fn extend_table(&mut self, name: usize) -> Result<()> {
        let len = self.direct.len();
        if name < len {
            return Ok(());
        }
        let more = (name + 1).max(2 * len) - len;
        memory::grow(WHAT, &mut self.direct, more)?;
        self.direct.resize(len + more, 0);
        let direct = &mut self.direct;
        self.hashed.retain(|&name, &mut number| {
            let entry = usize::try_from(name).ok().and_then(|name| direct.get_mut(name));
            entry.map(|entry| *entry = number + 1).is_none()
        });
        Ok(())
    }

    /// Returns for each number the rank of its name, and the names in ascending order.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`].
    pub(crate) fn into_ranks(self) -> Result<(Vec<u32>, Names)> {
        let Self { names, .. } = self;
        let mut order = memory::from_fn(WHAT, names.len(), |number| number as u32)?;
        order.sort_unstable_by_key(|&number| names[number as usize]);
        let mut ranks = memory::filled("ranks of names", names.len(), 0)?;
        (0..).zip(&order).for_each(|(rank, &number)| ranks[number as usize] = rank);
        let sorted = memory::from_fn(WHAT, names.len(), |rank| names[order[rank] as usize])?;
        let first = sorted.first().copied().unwrap_or_default();
        let is_row = sorted.last().is_none_or(|last| last - first + 1 == sorted.len() as u64);
        Ok((ranks, if is_row { Names::Offset(first) } else { Names::Listed(sorted) }))
    }
}

/// A hasher that mixes the bits of a name.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word.wrapping_add(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_numbers_by_appearance_and_ranks_by_order() {
        let patterns: [fn(u64) -> u64; 6] = [
            |i| i,
            |i| 60_000 - i,
            |i| mix(i) % 7_000,
            |i| mix(i),
            |i| mix(i) % 300_000, // first beyond the table, later in it
            |i| if i < 500 { 1 << 40 | i } else { i * 90 },
        ];
        for pattern in patterns {
            let (mut numbering, mut known, mut seen) = (Numbering::default(), HashMap::new(), Vec::new());
            for name in (0..60_000).map(pattern) {
                let expected = *known.entry(name).or_insert_with(|| {
                    seen.push(name);
                    seen.len() - 1
                });
                assert_eq!(numbering.number(name).unwrap().index(), expected, "{name}");
            }
            assert_eq!(numbering.len(), seen.len());
            let (ranks, names) = numbering.into_ranks().unwrap();
            for (number, &name) in seen.iter().enumerate() {
                assert_eq!(names.number(Node::from(ranks[number])), name);
            }
        }
    }
}
