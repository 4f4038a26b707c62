//! The workers that hold locks, and their names.
//!
//! The content of a lock is the name of its holder. So two workers must not have one name while locks are
//! held under it. Workers are numbered. A worker that ends without holding a lock is kept, with its number,
//! for the next one. A worker that is leaked, or ends while it holds a leaked lock, is never used again, and
//! neither is its number.

use std::fmt;

use crate::primitives::Mutex;

/// The holder of a free lock; no worker has this number.
pub(crate) const NOBODY: u32 = 0;

/// A number that no worker has, for locks that no worker may get.
pub(crate) const RETIRED: u32 = u32::MAX;

/// State that a worker keeps from item to item.
pub(crate) trait Holder {
    /// Returns `true` if it holds no lock.
    fn is_free(&self) -> bool;
}

/// The workers of one structure.
pub(crate) struct Holders<H>(Mutex<Known<H>>);

struct Known<H> {
    idle: Vec<H>,
    /// Number of workers created, which is the number of the last one.
    made: u32,
}

impl<H: Holder> Holders<H> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Known { idle: Vec::new(), made: 0 }))
    }

    /// Returns a worker that holds no lock. `make` creates a new one from its number.
    ///
    /// # Panics
    /// If 2^32 - 2 workers have leaked a lock or have been leaked.
    pub(crate) fn begin(&self, make: impl FnOnce(u32) -> H) -> Worker<'_, H> {
        let mut known = self.0.lock();
        let holder = known.idle.pop().unwrap_or_else(|| {
            assert!(known.made < RETIRED - 1, "workers have leaked locks until no 32-bit number was left");
            known.made += 1;
            make(known.made)
        });
        Worker { holders: self, holder: Some(holder) }
    }
}

/// A worker of a [`Holders`].
pub(crate) struct Worker<'a, H: Holder> {
    holders: &'a Holders<H>,
    /// `Some` until this is dropped.
    holder: Option<H>,
}

impl<H: Holder> Worker<'_, H> {
    /// Returns the state of the worker for an item on the structure of these holders.
    ///
    /// # Panics
    /// If the worker belongs to another structure, where another worker may have its number; or if its last
    /// item leaked a lock. The end of the next item would unlock it.
    #[inline]
    #[track_caller]
    pub(crate) fn begin_item(&mut self, holders: &Holders<H>) -> &mut H {
        assert!(std::ptr::eq(self.holders, holders), "the worker was not made by this value");
        let holder = self.holder();
        assert!(holder.is_free(), "a lock has been leaked");
        holder
    }

    #[inline]
    fn holder(&mut self) -> &mut H {
        self.holder.as_mut().expect("`Some` until the drop")
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
