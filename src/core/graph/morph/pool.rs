//! Places for nodes or for the ends of edges: many threads take, free and reuse them.
//!
//! Each worker has a list of free places, which it uses without synchronisation. If it needs more, it gets a
//! batch from the pool, under a mutex; if it has many, it returns a batch. So memory stays bounded even if
//! one thread removes what another one has added.

use super::segments::Segments;
use crate::ids::LIMIT;
use crate::primitives::Mutex;
use crate::{Error, Result, memory};

/// Places in a batch.
const BATCH: usize = if cfg!(loom) { 2 } else { 128 };

/// No place.
pub(super) const NONE: u32 = u32::MAX;

/// A pool of places.
pub(super) struct Pool<T> {
    /// Name of the places in errors.
    what: &'static str,
    pub(super) places: Segments<T>,
    shared: Mutex<Shared>,
}

#[derive(Default)]
struct Shared {
    /// Number of places.
    made: u64,
    /// The first place that has never been taken; all further ones are unused, too.
    fresh: u64,
    /// Free places that workers have returned.
    batches: Vec<Vec<u32>>,
}

/// The free places of one worker.
#[derive(Default)]
pub(super) struct Free {
    places: Vec<u32>,
    /// Number of places that are reserved for the current item.
    reserved: usize,
}

impl Free {
    /// Takes a reserved place.
    #[inline]
    pub(super) fn take(&mut self) -> Option<u32> {
        self.reserved = self.reserved.checked_sub(1)?;
        self.places.pop()
    }

    #[inline]
    pub(super) fn give(&mut self, place: u32) {
        self.places.push(place);
    }
}

impl<T> Pool<T> {
    pub(super) fn new(what: &'static str) -> Self {
        Self { what, places: Segments::new(), shared: Mutex::new(Shared::default()) }
    }

    /// Reserves `more` places in addition to those reserved so far. `make` creates the content of new places.
    #[inline]
    pub(super) fn reserve(&self, free: &mut Free, more: usize, make: impl Fn() -> T) -> Result<()> {
        let reserved = free.reserved.saturating_add(more);
        if reserved > free.places.len() {
            self.fetch(&mut free.places, reserved, make)?;
        }
        free.reserved = reserved;
        Ok(())
    }

    /// Fetches free places until there are `wanted` of them.
    #[cold]
    fn fetch(&self, free: &mut Vec<u32>, wanted: usize, make: impl Fn() -> T) -> Result<()> {
        let too_many = |count| Error::TooMany { what: self.what, count };
        if wanted > LIMIT {
            return Err(too_many(wanted as u64));
        }
        let had = free.len();
        memory::grow("free places", free, wanted - had + BATCH)?;
        let mut shared = self.shared.lock();
        while free.len() < wanted {
            if let Some(mut batch) = shared.batches.pop() {
                free.append(&mut batch);
                continue;
            }
            if shared.fresh == shared.made {
                if shared.made == LIMIT as u64 {
                    return Err(too_many(shared.made + 1));
                }
                let made = self.places.grow(self.what, shared.made as u32, &make)?;
                shared.made = (shared.made + made as u64).min(LIMIT as u64);
            }
            let first = shared.fresh;
            shared.fresh = shared.made.min(first + BATCH.max(wanted - free.len()) as u64);
            free.extend(first as u32..shared.fresh as u32);
        }
        free[had..].reverse(); // the last is taken first
        Ok(())
    }

    /// Ends the reservation, and returns places that the worker does not need.
    #[inline]
    pub(super) fn settle(&self, free: &mut Free) {
        free.reserved = 0;
        while free.places.len() >= 3 * BATCH {
            self.give_back(&mut free.places);
        }
    }

    #[cold]
    fn give_back(&self, free: &mut Vec<u32>) {
        let batch = free.drain(..BATCH).collect();
        self.shared.lock().batches.push(batch);
    }

    /// Number of places, free or not.
    pub(super) fn len(&mut self) -> usize {
        self.shared.get_mut().made as usize
    }
}
