//! Back-off of the workers of a speculative loop, so that few items are rolled back.
//!
//! Each item that a worker commits earns it a credit, and each one that is rolled back costs [`PRICE`]
//! credits. A worker in debt waits until every other worker has committed, on average, as many items as it
//! owes. So at most two items per [`PRICE`] are rolled back, on any number of threads; and where hardly any
//! conflict, no worker is ever in debt.
//!
//! A waiting worker holds no locks. It waits for a bounded time, longer after each wait in vain: the item in
//! its way may take long, or even wait for it (on the same stack, if operators run loops).

use std::time::{Duration, Instant};

use crossbeam_utils::{Backoff, CachePadded};

use crate::primitives::unmodelled::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Credits that a rolled back item costs.
const PRICE: i64 = 24;

/// Credits of a worker at the beginning, and at most: a few conflicts in a row are no reason to wait.
const MOST: i64 = 4 * PRICE;

/// Bounds of the time of a wait in vain.
const SHORTEST: Duration = Duration::from_micros(250);
const LONGEST: Duration = Duration::from_millis(4);

/// Data that the workers of a loop share to wait for each other.
#[derive(Debug, Default)]
pub(super) struct Waiters {
    /// Number of workers that wait.
    waiting: CachePadded<AtomicUsize>,
    /// Number of items committed while workers waited.
    committed: CachePadded<AtomicU64>,
}

/// The credits of a worker.
#[derive(Debug)]
pub(super) struct Credits {
    balance: i64,
    /// The time of the next wait, at most.
    patience: Duration,
}

impl Default for Credits {
    fn default() -> Self {
        Self { balance: MOST, patience: SHORTEST }
    }
}

impl Waiters {
    /// Counts an item that a worker has committed.
    #[inline]
    pub(super) fn earn(&self, credits: &mut Credits) {
        credits.balance = MOST.min(credits.balance + 1);
        if self.waiting.load(Relaxed) > 0 {
            self.committed.fetch_add(1, Relaxed);
        }
    }

    /// Counts an item that was rolled back; if its worker is in debt, waits. `active` returns the number of
    /// workers that may commit items, waiting ones included, or 0 if nothing is to be waited for.
    #[cold]
    pub(super) fn pay(&self, credits: &mut Credits, active: impl Fn() -> usize) {
        credits.balance -= PRICE;
        if credits.balance < 0 {
            self.waiting.fetch_add(1, Relaxed);
            self.wait(credits, active);
            self.waiting.fetch_sub(1, Relaxed);
            credits.balance = 0;
        }
    }

    fn wait(&self, credits: &mut Credits, active: impl Fn() -> usize) {
        let (start, first, backoff) = (Instant::now(), self.committed.load(Relaxed), Backoff::new());
        // One of them does not wait.
        while self.waiting.load(Relaxed) < active() {
            let committed = self.committed.load(Relaxed).wrapping_sub(first) as i64;
            if committed + credits.balance * (active() as i64 - 1) >= 0 {
                credits.patience = SHORTEST;
                return;
            }
            if start.elapsed() >= credits.patience {
                credits.patience = LONGEST.min(2 * credits.patience);
                return;
            }
            backoff.snooze();
        }
    }
}
