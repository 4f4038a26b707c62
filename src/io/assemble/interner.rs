//! Numbers texts on all threads: every distinct text gets a code when it is first seen, and a rank when all
//! have been seen.
//!
//! Codes depend on timing; ranks, in the order of the bytes, do not. The texts are divided by their hashes
//! among shards, each with a lock, so that threads hardly ever wait for each other.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

use rayon::prelude::*;

use crate::Strings;
use boscage_core::graph::Node;
use boscage_core::mutex::Mutex;
use boscage_core::primitives::unmodelled::{AtomicU32, Ordering::Relaxed};
use boscage_core::{Error, Result, memory};

/// Number of shards: a power of two, many more than threads.
const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 6;

/// The name of the memory in errors.
const WHAT: &str = "the texts of a table";

/// Distinct texts and their codes.
#[derive(Default)]
pub(crate) struct Interner {
    shards: Vec<Mutex<Shard>>,
    hasher: DefaultHashBuilder,
}

#[derive(Default)]
struct Shard {
    table: HashTable<Slot>,
    /// The texts that are not in their slots.
    long: Vec<u8>,
    /// Bytes of all texts.
    len: usize,
}

/// Bytes of a text that is in its slot.
const SHORT: usize = 12;

/// A text, its number, and a part of its hash, so that few other texts are looked at. A short text is in the
/// slot, so that nothing else is read to compare it.
#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    index: u32,
    len: u32,
    /// The text, or its begin among the long ones.
    text: [u8; SHORT],
}

impl Slot {
    /// The hash of a slot, which follows from the part that it keeps.
    fn spread(hash: u32) -> u64 {
        u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn text<'t>(&'t self, long: &'t [u8]) -> &'t [u8] {
        let len = self.len as usize;
        match self.text.get(..len) {
            Some(short) => short,
            None => {
                let [a, b, c, d, ..] = self.text;
                &long[u32::from_le_bytes([a, b, c, d]) as usize..][..len]
            }
        }
    }
}

/// A text in a slot, with zeros after it; zeros for a long one.
#[inline]
fn short(text: &[u8]) -> [u8; SHORT] {
    let mut short = [0; SHORT];
    if text.len() <= SHORT {
        short[..text.len()].copy_from_slice(text);
    }
    short
}

/// Texts that get their codes together: each shard is locked once for all of them.
#[derive(Default)]
pub(crate) struct Batch {
    bytes: Vec<u8>,
    /// The end of each text in the bytes.
    ends: Vec<usize>,
}

impl Batch {
    /// Appends a text.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    #[inline]
    pub(crate) fn push(&mut self, text: &[u8]) -> Result<()> {
        memory::grow(WHAT, &mut self.bytes, text.len())?;
        memory::grow(WHAT, &mut self.ends, 1)?;
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
        Ok(())
    }

    /// Number of texts.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// A text.
    pub(crate) fn get(&self, index: usize) -> &[u8] {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.bytes[begin..self.ends[index]]
    }
}

impl Shard {
    /// The number of a text; `None` if it is not UTF-8.
    #[inline]
    fn number(&mut self, hash: u32, text: &[u8]) -> Result<Option<u32>> {
        let Self { table, long, .. } = self;
        let (short, is_short) = (short(text), text.len() <= SHORT);
        let is_text = |slot: &Slot| {
            slot.hash == hash
                && slot.len as usize == text.len()
                && if is_short { slot.text == short } else { slot.text(long) == text }
        };
        match table.find(Slot::spread(hash), is_text) {
            Some(slot) => Ok(Some(slot.index)),
            None => self.insert(hash, text),
        }
    }

    #[inline(never)]
    fn insert(&mut self, hash: u32, text: &[u8]) -> Result<Option<u32>> {
        let Self { table, long, len: all } = self;
        if std::str::from_utf8(text).is_err() {
            return Ok(None);
        }
        let (index, begin, len) = (table.len(), long.len(), text.len());
        if index >> (u32::BITS - SHARD_BITS) > 0 {
            Node::check_count(u64::MAX)?;
        }
        let most = u32::MAX as usize;
        if begin + len > most {
            return Err(Error::OutOfMemory { what: WHAT, bytes: (SHARDS * most) as u64, during: None });
        }
        if index == table.capacity() {
            memory::check::<Slot>(WHAT, index.max(64))?;
            let bytes = (2 * index * size_of::<Slot>()) as u64;
            let reserved = table.try_reserve(1, |slot| Slot::spread(slot.hash));
            reserved.map_err(|_| Error::OutOfMemory { what: WHAT, bytes, during: None })?;
        }
        let mut slot = Slot { hash, index: index as u32, len: len as u32, text: short(text) };
        if len > SHORT {
            memory::grow(WHAT, long, len)?;
            long.extend_from_slice(text);
            slot.text[..4].copy_from_slice(&(begin as u32).to_le_bytes());
        }
        *all += len;
        table.insert_unique(Slot::spread(hash), slot, |slot| Slot::spread(slot.hash));
        Ok(Some(slot.index))
    }

    /// The texts in the order of their numbers.
    fn into_strings(self) -> Result<Strings> {
        let mut slots = memory::reserve(WHAT, self.table.len())?;
        slots.extend(self.table);
        slots.sort_unstable_by_key(|slot: &Slot| slot.index);
        let mut bytes = memory::reserve(WHAT, self.len)?;
        slots.iter().for_each(|slot| bytes.extend_from_slice(slot.text(&self.long)));
        Strings::from_bytes(bytes, slots.iter().map(|slot| slot.len as usize))
    }
}

impl Interner {
    /// Without texts.
    pub(crate) fn new() -> Self {
        Self { shards: (0..SHARDS).map(|_| Mutex::default()).collect(), ..Self::default() }
    }

    fn hash(&self, text: &[u8]) -> (usize, u32) {
        let hash = self.hasher.hash_one(text);
        (hash as usize % SHARDS, (hash >> 32) as u32)
    }

    /// The code of a text; `None` if it is not UTF-8.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] and [`Error::TooMany`].
    pub(crate) fn code(&self, text: &[u8]) -> Result<Option<u32>> {
        let (shard, hash) = self.hash(text);
        let number = self.shards[shard].lock().number(hash, text)?;
        Ok(number.map(|number| number << SHARD_BITS | shard as u32))
    }

    /// Calls `give` with the position of each text of a batch and its code, `None` if it is not UTF-8; in
    /// any order.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] and [`Error::TooMany`].
    pub(crate) fn codes(&self, batch: &Batch, mut give: impl FnMut(usize, Option<u32>)) -> Result<()> {
        let count = batch.ends.len();
        let mut hashes = memory::reserve(WHAT, count)?;
        let mut starts = [0_usize; SHARDS + 1];
        for at in 0..count {
            let (shard, hash) = self.hash(batch.get(at));
            hashes.push((shard as u32, hash));
            starts[shard + 1] += 1;
        }
        (0..SHARDS).for_each(|shard| starts[shard + 1] += starts[shard]);
        let (mut order, mut next) = (memory::filled(WHAT, count, 0_u32)?, starts);
        for (at, &(shard, _)) in hashes.iter().enumerate() {
            let next = &mut next[shard as usize];
            order[*next] = at as u32;
            *next += 1;
        }
        for shard in 0..SHARDS {
            let mut locked = self.shards[shard].lock();
            for &at in &order[starts[shard]..starts[shard + 1]] {
                let at = at as usize;
                let number = locked.number(hashes[at].1, batch.get(at))?;
                give(at, number.map(|number| number << SHARD_BITS | shard as u32));
            }
        }
        Ok(())
    }

    /// The code of a number, written as a text.
    ///
    /// # Errors
    /// Those of [`Interner::code`].
    pub(crate) fn code_of(&self, number: impl itoa::Integer) -> Result<u32> {
        self.code(itoa::Buffer::new().format(number).as_bytes()).map(Option::unwrap_or_default)
    }

    /// Approximate number of bytes in memory.
    pub(crate) fn memory(&self) -> usize {
        let bytes = |shard: &Mutex<Shard>| {
            let shard = shard.lock();
            shard.table.capacity() * (size_of::<Slot>() + 2) + shard.long.len()
        };
        self.shards.iter().map(bytes).sum()
    }

    /// Bytes that [`Interner::ranked`] takes beside the texts.
    pub(crate) fn ranking_memory(&self) -> usize {
        let shards = self.shards.iter().map(|shard| {
            let shard = shard.lock();
            shard.table.len() * (size_of::<Key>() + size_of::<u32>() + 8) + 3 * shard.len
        });
        shards.sum()
    }

    /// The ranks of all texts, and the texts in the order of their bytes.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] and [`Error::TooMany`].
    pub(crate) fn ranked(self) -> Result<(Ranks, Strings)> {
        let texts =
            self.shards.into_par_iter().map(|mut shard| std::mem::take(shard.get_mut()).into_strings());
        let texts = texts.collect::<Result<Vec<Strings>>>()?;
        let count = texts.iter().map(Strings::len).sum();
        Node::check_count(count as u64)?;
        let mut keys = memory::reserve(WHAT, count)?;
        for (number, texts) in texts.iter().enumerate() {
            keys.extend((0..texts.len()).map(|i| Key { prefix: 0, code: (i << SHARD_BITS | number) as u32 }));
        }
        let text = |code: u32| texts[code as usize % SHARDS].bytes((code >> SHARD_BITS) as usize);
        keys.par_iter_mut().for_each(|key| key.prefix = prefix(text(key.code), 0));
        sort(&mut keys, 0, &text);
        let of_shard = |texts: &Strings| memory::from_fn(WHAT, texts.len(), |_| AtomicU32::new(0));
        let ranks = Ranks(texts.iter().map(of_shard).collect::<Result<_>>()?);
        keys.par_iter().enumerate().for_each(|(rank, key)| ranks.of(key.code).store(rank as u32, Relaxed));
        // Threads gather the bytes of some texts each.
        let pieces = keys.par_chunks(1 << 14).map(|keys| {
            let mut bytes = memory::reserve(WHAT, keys.iter().map(|key| text(key.code).len()).sum())?;
            keys.iter().for_each(|key| bytes.extend_from_slice(text(key.code)));
            Ok(bytes)
        });
        let pieces = pieces.collect::<Result<Vec<Vec<u8>>>>()?;
        let mut bytes = memory::reserve(WHAT, pieces.iter().map(Vec::len).sum())?;
        pieces.iter().for_each(|piece| bytes.extend_from_slice(piece));
        let sorted = Strings::from_bytes(bytes, keys.iter().map(|key| text(key.code).len()))?;
        Ok((ranks, sorted))
    }
}

/// The rank of each code.
pub(crate) struct Ranks(Vec<Vec<AtomicU32>>);

impl Ranks {
    /// The rank of the text with a code.
    #[inline]
    pub(crate) fn rank(&self, code: u32) -> u32 {
        self.of(code).load(Relaxed)
    }

    #[inline]
    fn of(&self, code: u32) -> &AtomicU32 {
        &self.0[code as usize % SHARDS][(code >> SHARD_BITS) as usize]
    }
}

/// The eight bytes of a text at some depth, and its code.
#[derive(Clone, Copy)]
struct Key {
    prefix: u64,
    code: u32,
}

/// Eight bytes of a text, from some depth on, as a number of the same order; zeros after its end.
fn prefix(text: &[u8], depth: usize) -> u64 {
    let rest = text.get(depth..).unwrap_or_default();
    let mut bytes = [0; 8];
    let len = rest.len().min(8);
    bytes[..len].copy_from_slice(&rest[..len]);
    u64::from_be_bytes(bytes)
}

/// Sorts keys whose texts agree up to `depth`, by the rest.
fn sort<'t>(keys: &mut [Key], depth: usize, text: &(impl Fn(u32) -> &'t [u8] + Sync)) {
    /// Bytes after which whole texts are compared.
    const DEEP: usize = 64;
    keys.par_sort_unstable_by_key(|key| key.prefix);
    let alike = keys.par_chunk_by_mut(|a, b| a.prefix == b.prefix).filter(|alike| alike.len() > 1);
    alike.for_each(|alike| {
        if depth + 8 >= DEEP || alike.len() < 32 {
            alike.sort_unstable_by(|a, b| text(a.code).cmp(text(b.code)));
        } else {
            alike.iter_mut().for_each(|key| key.prefix = prefix(text(key.code), depth + 8));
            sort(alike, depth + 8, text);
        }
    });
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Interns texts on several threads, and compares with a tree.
    fn check(texts: &[String]) {
        let interner = Interner::new();
        let codes: Vec<u32> =
            texts.par_iter().map(|text| interner.code(text.as_bytes()).unwrap().unwrap()).collect();
        let (ranks, sorted) = interner.ranked().unwrap();
        let want: BTreeSet<&String> = texts.iter().collect();
        assert!(sorted.iter().eq(want));
        for (text, &code) in texts.iter().zip(&codes) {
            assert_eq!(sorted.get(ranks.rank(code) as usize), text);
        }
    }

    #[test]
    fn texts_are_ranked_by_their_bytes() {
        check(&[]);
        check(&[String::new(), "\0".to_owned(), "a".to_owned(), "a\0".to_owned(), "a\0\0b".to_owned()]);
        check(&(0..5000).map(|i| (i * 7919 % 1300).to_string()).collect::<Vec<_>>());
        for shared in [5, 8, 60, 100] {
            let begin = "ü".repeat(shared);
            check(&(0..300).map(|i| format!("{begin}{}", i % 100)).collect::<Vec<_>>());
            check(&(0..300).map(|i| "x".repeat(i % 90)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn other_encodings_are_no_texts() {
        assert_eq!(Interner::new().code(b"M\xfcnchen").unwrap(), None);
    }
}
