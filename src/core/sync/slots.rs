//! A value per thread: the basis of [`PerThread`](super::PerThread), [`Reducer`](super::Reducer) and
//! [`Bag`](super::Bag).
//!
//! Any thread may use it: threads of the pool for which it was made, of other pools, and of no pool. There is
//! a *slot* for each thread of the pool and one more, the first, for a thread outside of pools. A slot
//! belongs to the first thread that uses it. That thread writes its token there by compare-and-swap, and from
//! then on uses the slot without a lock. The thread's index in its pool tells which slot to try, but the
//! token decides. A thread without a slot uses a *spare* value: it takes one from a list and returns it
//! afterwards. The lock of the list is held only for these two steps, never while user code runs. So threads
//! that wait for each other inside [`Slots::with`] do not wait for the lock.
//!
//! # Why the accesses are sound
//!
//! A slot's value is accessed only by the thread with the slot's token, or through `&mut self`. Tokens are
//! never reused, so this is at most one thread. This thread could access the value a second time while user
//! code has a reference to it: the code may use the structure itself, or wait for a parallel loop while the
//! thread runs another task of the pool. So the lowest bit of the slot's word tells that its thread is
//! inside. A thread that is inside gets no second reference; it panics. Only the owner writes the word, so
//! the owner always reads its current value. Spare values are moved out of the list, so no reference points
//! into it. If user code panics, the bit is still cleared and the spare value returned.
//!
//! # Cost
//!
//! Adding to a counter costs one access to a thread-local variable, one comparison, and two stores in
//! addition to those of the counter: 1 to 2 ns. A spare value costs two lock operations: about 20 ns.
#![allow(unsafe_code)]

use crossbeam_utils::CachePadded;

use super::thread::Thread;
use crate::fault::is_planted;
use crate::primitives::{AtomicU64, GuardedCell, Mutex, Ordering};

/// Values of threads; `None` until the thread has stored something.
pub(super) struct Slots<T> {
    /// At least one.
    slots: Vec<CachePadded<Slot<T>>>,
    spares: Mutex<Spares<T>>,
}

/// The value of one thread.
struct Slot<T> {
    /// The token of the thread that the slot belongs to, with the bit [`INSIDE`]; or [`UNCLAIMED`].
    owner: AtomicU64,
    value: GuardedCell<Option<T>>,
}

// SAFETY: the value is accessed by one thread, the owner, or through an exclusive borrow (see above). It may
// be created by one thread and dropped by another, so `T: Send`.
unsafe impl<T: Send> Sync for Slot<T> {}

/// No thread has this token: tokens are even.
const UNCLAIMED: u64 = 1;

/// The owner is inside [`Slot::enter`].
const INSIDE: u64 = 1;

impl<T> Slot<T> {
    fn new() -> Self {
        Self { owner: AtomicU64::new(UNCLAIMED), value: GuardedCell::new(None) }
    }

    /// Returns `true` if the slot belongs to the thread: it did before, or it belonged to no thread.
    ///
    /// # Panics
    /// If the thread is inside.
    #[track_caller]
    fn claim(&self, token: u64) -> bool {
        let owner = self.owner.load(Ordering::Relaxed);
        if owner != UNCLAIMED {
            assert!(owner != token | INSIDE, "{RE_ENTERED}");
            return owner == token;
        }
        if is_planted("claim-in-two-steps") {
            self.owner.store(token, Ordering::Relaxed);
            return true;
        }
        self.owner.compare_exchange(UNCLAIMED, token, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Calls `f` with the value. Only for the thread that owns the slot and is not inside.
    #[inline]
    fn enter<R>(&self, token: u64, f: impl FnOnce(&mut Option<T>) -> R) -> R {
        self.owner.store(token | INSIDE, Ordering::Relaxed);
        let _leave = Leave { owner: &self.owner, token };
        // SAFETY: the slot belongs to the calling thread, which was not inside: nobody else has a reference.
        // While this one lives, the word tells that the thread is inside, so there will be no other.
        f(unsafe { &mut *self.value.write() })
    }
}

/// Clears [`INSIDE`] on drop, also after a panic.
struct Leave<'a> {
    owner: &'a AtomicU64,
    token: u64,
}

impl Drop for Leave<'_> {
    #[inline]
    fn drop(&mut self) {
        self.owner.store(self.token, Ordering::Relaxed);
    }
}

/// The panic message of a nested use.
const RE_ENTERED: &str = "a per-thread value is used inside another use by the same thread";

/// Values of the threads without a slot.
struct Spares<T> {
    /// Values that are not in use.
    values: Vec<T>,
    /// Tokens of the threads that use one.
    inside: Vec<u64>,
}

/// A spare value in use; returned on drop, also after a panic.
struct Spare<'a, T> {
    spares: &'a Mutex<Spares<T>>,
    token: u64,
    value: Option<T>,
}

impl<'a, T> Spare<'a, T> {
    /// # Panics
    /// If the thread already uses one.
    #[track_caller]
    fn take(spares: &'a Mutex<Spares<T>>, token: u64) -> Self {
        let mut locked = spares.lock();
        assert!(!locked.inside.contains(&token), "{RE_ENTERED}");
        locked.inside.push(token);
        Self { spares, token, value: locked.values.pop() }
    }
}

impl<T> Drop for Spare<'_, T> {
    fn drop(&mut self) {
        let mut locked = self.spares.lock();
        locked.inside.retain(|&token| token != self.token);
        locked.values.extend(self.value.take());
    }
}

impl<T> Slots<T> {
    /// Creates slots for `threads` threads of a pool, and one for a thread outside of pools.
    pub(super) fn new(threads: usize) -> Self {
        Self {
            slots: (0..=threads).map(|_| CachePadded::new(Slot::new())).collect(),
            spares: Mutex::new(Spares { values: Vec::new(), inside: Vec::new() }),
        }
    }

    /// Calls `f` with a value that no other thread uses meanwhile: the calling thread's own or, if it has no
    /// slot, a spare one.
    ///
    /// # Panics
    /// If `f` does; the value then stays as `f` has left it. Also if the thread is inside such a call
    /// already.
    #[inline]
    #[track_caller]
    pub(super) fn with<R>(&self, f: impl FnOnce(&mut Option<T>) -> R) -> R {
        self.with_as(Thread::known(), f)
    }

    #[inline]
    #[track_caller]
    fn with_as<R>(&self, thread: Thread, f: impl FnOnce(&mut Option<T>) -> R) -> R {
        match self.slots.get(thread.place) {
            Some(slot) if slot.owner.load(Ordering::Relaxed) == thread.token => slot.enter(thread.token, f),
            _ => self.with_unowned(thread, f),
        }
    }

    /// Handles a thread that does not own the slot, or is inside.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn with_unowned<R>(&self, thread: Thread, f: impl FnOnce(&mut Option<T>) -> R) -> R {
        let thread = if thread.token == 0 { Thread::current() } else { thread };
        match self.slots.get(thread.place) {
            Some(slot) if slot.claim(thread.token) => slot.enter(thread.token, f),
            _ => f(&mut Spare::take(&self.spares, thread.token).value),
        }
    }

    /// Returns the values that threads have stored.
    pub(super) fn values(&mut self) -> impl Iterator<Item = &mut T> {
        let in_slots = self.slots.iter_mut().filter_map(|slot| slot.value.get_mut().as_mut());
        in_slots.chain(&mut self.spares.get_mut().values)
    }

    /// Removes and returns all values. The slots then belong to no thread.
    #[track_caller]
    pub(super) fn take(&mut self) -> Vec<T> {
        let mut values = std::mem::take(&mut self.spares.get_mut().values);
        for slot in &mut self.slots {
            slot.owner = AtomicU64::new(UNCLAIMED);
            values.extend(slot.value.get_mut().take());
        }
        values
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    /// Two threads use one slot concurrently: both additions count. The values are plain numbers, so an
    /// access by two threads fails the model.
    #[test]
    fn a_slot_is_one_threads() {
        loom::model(|| {
            let sums = Arc::new(Slots::new(0));
            let add = |sums: &Slots<u32>, token| {
                for _ in 0..2 {
                    sums.with_as(Thread { token, place: 0 }, |sum| *sum.get_or_insert(0) += 1);
                }
            };
            let other = {
                let sums = Arc::clone(&sums);
                thread::spawn(move || add(&sums, 4))
            };
            add(&sums, 2);
            other.join().unwrap();
            let mut sums = Arc::try_unwrap(sums).ok().expect("all threads have ended");
            assert_eq!(sums.take().into_iter().sum::<u32>(), 4);
        });
    }
}
