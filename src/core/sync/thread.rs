//! The identity of the calling thread.
//!
//! A thread of a rayon pool has an index, but the index does not identify it: pools use the same indices, and
//! other threads have none. So each thread gets a *token* that no other thread of the process ever has. Token
//! and index are in one thread-local cell, because every access to such a cell takes time.

use std::cell::Cell;

use crate::contention::{self, Contention};
use crate::primitives::unmodelled::{AtomicU64, Ordering};

/// The calling thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thread {
    /// An even number; 0 as long as the thread has no token.
    pub(super) token: u64,
    /// The slot that the thread tries first: 1 + its index in its rayon pool, or 0 outside of pools.
    pub(super) place: usize,
}

/// The first token of simulated workers.
const WORKERS: u64 = 1 << 63;

/// A thread without a token.
const WITHOUT_TOKEN: Thread = Thread { token: 0, place: 0 };

thread_local! {
    static HERE: Cell<Thread> = const { Cell::new(WITHOUT_TOKEN) };
}

impl Thread {
    /// Returns the calling thread, possibly without a token.
    #[inline]
    pub(super) fn known() -> Self {
        if Contention::is_counted()
            && let Some(worker) = contention::worker()
        {
            return Self { token: WORKERS + 2 * worker as u64, place: worker + 1 };
        }
        HERE.get()
    }

    /// Returns the calling thread with its token.
    pub(super) fn current() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(2);
        let known = Self::known();
        if known.token != 0 {
            return known;
        }
        let token = NEXT.fetch_add(2, Ordering::Relaxed);
        let here = Self { token, place: rayon::current_thread_index().map_or(0, |index| index + 1) };
        HERE.set(here);
        here
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_keeps_its_token_and_no_other_has_it() {
        let mut tokens: Vec<u64> = std::thread::scope(|scope| {
            let token = || [(); 2].map(|()| Thread::current().token);
            let threads: Vec<_> = (0..20).map(|_| scope.spawn(token)).collect();
            let pairs = threads.into_iter().map(|thread| thread.join().unwrap());
            pairs.inspect(|[first, second]| assert_eq!(first, second)).map(|[token, _]| token).collect()
        });
        tokens.sort_unstable();
        tokens.dedup();
        assert_eq!(tokens.len(), 20);
        assert!(tokens.iter().all(|token| token % 2 == 0 && *token > 0));
    }
}
