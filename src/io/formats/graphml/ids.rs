//! Texts that are numbered in the order in which they occur first.

use std::hash::{BuildHasher, RandomState};

use crate::Strings;
use boscage_core::graph::Node;
use boscage_core::{Result, memory};

/// A set of texts with numbers, a hash table of their numbers beside the texts.
#[derive(Debug, Default)]
pub(super) struct Ids {
    texts: Strings,
    /// The numbers of the texts, each at the first free place after its hash; at most half of the places are
    /// taken. The length is a power of two.
    table: Vec<u32>,
    hasher: RandomState,
}

/// A free place.
const FREE: u32 = u32::MAX;

const WHAT: &str = "the table of names";

impl Ids {
    /// Number of texts.
    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    /// The text with a number.
    pub(super) fn get(&self, id: usize) -> &str {
        self.texts.get(id)
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        self.texts.memory() + size_of_val(&*self.table)
    }

    /// The texts, in the order of their numbers.
    pub(super) fn into_texts(self) -> Strings {
        self.texts
    }

    /// The number of a text, which is a new one if the text is.
    ///
    /// # Errors
    /// [`boscage_core::Error::TooMany`] texts for nodes, and [`boscage_core::Error::OutOfMemory`].
    pub(super) fn id(&mut self, text: &str) -> Result<usize> {
        if self.table.len() < 2 * (self.len() + 1) {
            self.enlarge()?;
        }
        let mut place = self.place(text);
        loop {
            match self.table[place] {
                FREE => break,
                id if self.texts.get(id as usize) == text => return Ok(id as usize),
                _ => place = (place + 1) & (self.table.len() - 1),
            }
        }
        let id = self.len();
        Node::check_count(id as u64 + 1)?;
        self.texts.push(text)?;
        self.table[place] = id as u32;
        Ok(id)
    }

    /// The first place for a text.
    fn place(&self, text: &str) -> usize {
        self.hasher.hash_one(text) as usize & (self.table.len() - 1)
    }

    /// Doubles the table.
    fn enlarge(&mut self) -> Result<()> {
        let places = (2 * self.table.len()).max(16);
        self.table = Vec::new();
        self.table = memory::filled(WHAT, places, FREE)?;
        for id in 0..self.len() {
            let mut place = self.place(self.texts.get(id));
            while self.table[place] != FREE {
                place = (place + 1) & (places - 1);
            }
            self.table[place] = id as u32;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_their_numbers() {
        let mut ids = Ids::default();
        for round in 0..3 {
            for i in 0..1000_usize {
                assert_eq!(ids.id(&format!("text {i}")).unwrap(), i, "round {round}");
            }
        }
        assert_eq!((ids.len(), ids.get(7)), (1000, "text 7"));
        assert!(ids.memory() > 8000);
    }
}
