//! The workers that hold locks, and their names.
//!
//! A lock is a word that names its holder. So no two workers may have one name as long as locks are held
//! under it. Workers are numbered. One that ends without holding a lock is kept, with its number, for the
//! next that begins. One that is forgotten, or ends while it still holds a leaked lock, is never used again,
//! and neither is its number.

use std::fmt;

use crate::primitives::Mutex;

/// The holder of a free lock: no worker's number.
pub(crate) const NOBODY: u32 = 0;

/// A number that is no worker's, for locks that nobody is to get.
pub(crate) const RETIRED: u32 = u32::MAX;

/// What a worker keeps from item to item.
pub(crate) trait Holder {
    /// Whether it holds no lock.
    fn is_free(&self) -> bool;
}

/// The workers of one structure.
pub(crate) struct Holders<H>(Mutex<Known<H>>);

struct Known<H> {
    idle: Vec<H>,
    /// Number of workers ever made, and the number of the last.
    made: u32,
}

impl<H: Holder> Holders<H> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Known { idle: Vec::new(), made: 0 }))
    }

    /// A worker that holds no lock. A new one is made by `make`, from its number.
    ///
    /// # Panics
    /// If 2^32 - 2 workers have leaked a lock or been forgotten.
    pub(crate) fn begin(&self, make: impl FnOnce(u32) -> H) -> Worker<'_, H> {
        let mut known = self.0.lock();
        let holder = known.idle.pop().unwrap_or_else(|| {
            assert!(known.made < RETIRED - 1, "a worker for every 32-bit number has leaked a lock");
            known.made += 1;
            make(known.made)
        });
        Worker { holders: self, holder: Some(holder) }
    }
}

/// A worker of a [`Holders`].
pub(crate) struct Worker<'a, H: Holder> {
    holders: &'a Holders<H>,
    /// There until this is dropped.
    holder: Option<H>,
}

impl<H: Holder> Worker<'_, H> {
    /// Returns what the worker keeps, for an item on the structure whose workers these are.
    ///
    /// # Panics
    /// If the worker is of another structure, where another worker may have its number; or if its last item
    /// leaked a lock. The end of the next item would free this lock.
    #[inline]
    pub(crate) fn begin_item(&mut self, holders: &Holders<H>) -> &mut H {
        assert!(std::ptr::eq(self.holders, holders), "the worker was not made by this value");
        let holder = self.holder();
        assert!(holder.is_free(), "a lock has been leaked");
        holder
    }

    #[inline]
    fn holder(&mut self) -> &mut H {
        self.holder.as_mut().expect("it is there until the drop")
    }
}

impl<H: Holder> fmt::Debug for Worker<'_, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}

impl<H: Holder> Drop for Worker<'_, H> {
    fn drop(&mut self) {
        if let Some(holder) = self.holder.take_if(|holder| holder.is_free()) {
            self.holders.0.lock().idle.push(holder);
        }
    }
}
