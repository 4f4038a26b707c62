//! A bag: many threads put things in, one takes them all out, in no particular order.

use crossbeam_utils::CachePadded;

use crate::primitives::Mutex;

/// A bag with a part for each thread, so that insertions seldom meet.
#[derive(Debug)]
pub struct InsertBag<T> {
    parts: Vec<CachePadded<Mutex<Vec<T>>>>,
}

impl<T: Send> InsertBag<T> {
    /// An empty bag, with as many parts as the current rayon pool has threads.
    #[must_use]
    pub fn new() -> Self {
        let parts = rayon::current_num_threads();
        Self { parts: (0..parts).map(|_| CachePadded::new(Mutex::new(Vec::new()))).collect() }
    }

    /// Puts an item in.
    pub fn insert(&self, item: T) {
        self.part().lock().push(item);
    }

    /// Takes everything out.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        let parts = self.parts.into_iter().map(|part| CachePadded::into_inner(part).into_inner());
        parts
            .reduce(|mut all, mut part| {
                all.append(&mut part);
                all
            })
            .unwrap_or_default()
    }

    fn part(&self) -> &Mutex<Vec<T>> {
        &self.parts[super::reducer::own_part(self.parts.len())]
    }
}

impl<T: Send> Default for InsertBag<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use rayon::prelude::*;

    #[test]
    fn what_goes_in_comes_out() {
        let bag = InsertBag::new();
        (0..1000).into_par_iter().for_each(|i| bag.insert(i));
        let mut all = bag.into_vec();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..1000));
    }
}
