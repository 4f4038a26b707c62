//! A collection without order that many threads insert into.

use std::fmt;

use super::slots::Slots;
use crate::{Result, memory};

/// An unordered collection into which many threads insert items; created by
/// [`Exec::bag`](crate::exec::Exec::bag).
///
/// Each thread has its own part ([`PerThread`](super::PerThread)), so threads do not contend. Use it for the
/// results of a loop; items that the loop itself should process are pushed to its worklist instead.
///
/// # Determinism
/// The items are those that were inserted; their order is nondeterministic. Sort them if it matters.
///
/// # Memory
/// The items, in one vector per thread, with room for up to as many again. Taking them out moves them into
/// the largest of these vectors.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
///
/// let exec = Exec::new(2)?;
/// let bag = exec.bag();
/// exec.do_all("multiples of 7", 0..100_usize, |i| {
///     if i % 7 == 0 {
///         bag.insert(i);
///     }
/// })?;
/// assert_eq!(bag.into_vec()?.len(), 15);
/// # Ok::<(), boscage::Error>(())
/// ```
pub struct Bag<T> {
    parts: Slots<Vec<T>>,
}

impl<T: Send> Bag<T> {
    pub(crate) fn new(threads: usize) -> Self {
        Self { parts: Slots::new(threads) }
    }

    /// Inserts an item. Any thread may call this.
    #[inline]
    pub fn insert(&self, item: T) {
        self.parts.with(|part| part.get_or_insert_default().push(item));
    }

    /// Reserves room for `more` items of the calling thread.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`]; the bag is then unchanged.
    pub fn reserve(&self, more: usize) -> Result<()> {
        self.parts.with(|part| memory::grow("items of a bag", part.get_or_insert_default(), more))
    }

    /// Number of items.
    #[must_use]
    pub fn len(&mut self) -> usize {
        self.parts.values().map(|part| part.len()).sum()
    }

    /// Returns `true` if there are no items.
    #[must_use]
    pub fn is_empty(&mut self) -> bool {
        self.len() == 0
    }

    /// Removes and returns all items. The bag can be filled again.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`] if there is no room for all items in one vector; the bag is then
    /// unchanged.
    pub fn take(&mut self) -> Result<Vec<T>> {
        let len = self.len();
        let Some(largest) = self.parts.values().max_by_key(|part| part.len()) else {
            return Ok(Vec::new());
        };
        memory::grow("items of a bag", largest, len - largest.len())?;
        let mut parts = self.parts.take();
        parts.sort_unstable_by_key(|part| part.capacity());
        let mut all = parts.pop().expect("there is a largest part");
        parts.iter_mut().for_each(|part| all.append(part));
        Ok(all)
    }

    /// Returns all items.
    ///
    /// # Errors
    /// As [`Bag::take`].
    pub fn into_vec(mut self) -> Result<Vec<T>> {
        self.take()
    }
}

impl<T> fmt::Debug for Bag<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bag").finish_non_exhaustive()
    }
}
