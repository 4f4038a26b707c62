//! Worklists: the order in which [`Exec::for_each`](crate::exec::Exec::for_each) and
//! [`Exec::speculate`](crate::exec::Exec::speculate) take items, and how threads share them.
//!
//! | policy | order | choose it when |
//! |---|---|---|
//! | [`Fifo`] | oldest first | in doubt: breadth first, and no item waits endlessly |
//! | [`Lifo`] | newest first | new items touch data that is still in the cache, or the worklist must stay short |
//! | [`Buckets`] | roughly lowest bucket first | items in roughly the right order save work (shortest paths) |
//! | [`BulkSynchronous`] | rounds; pushed items wait for the next round | rounds have a meaning (levels of a search) |
//!
//! With one thread the order is exact, and deterministic. With more it is approximate: a thread takes its own
//! items first, and other threads get its items only a *chunk* at a time. So items may overtake each other by
//! a few chunks per thread. An operator must be correct in any order; the policy only changes the amount of
//! work.
//!
//! Chunks keep threads from contending for every item. Each thread keeps up to a chunk of items to itself.
//! With few and heavy items, set the chunk to 1.
//!
//! # Your own policies
//!
//! You can implement [`Policy`] and [`Worklist`]. Their methods document the contract. The loop counts items:
//! it panics, at its end or at the end of a round, if the worklist has lost items or returned them twice, or
//! if the number of parts is wrong. A worklist that returns [`Pushed::Published`] too rarely, or for items
//! that only their owner can take, loses parallelism or time. Memory safety never depends on a worklist, and
//! no loop hangs unless a method of the worklist does.

mod buckets;
mod bulk_synchronous;
mod chunks;
mod fifo;
mod lifo;
mod window;

pub use buckets::{BucketPart, BucketWorklist, Buckets, Prefetch};
pub use bulk_synchronous::{BulkSynchronous, BulkSynchronousPart, BulkSynchronousWorklist};
pub use chunks::DEFAULT_CHUNK;
pub use fifo::{Fifo, FifoPart, FifoWorklist};
pub use lifo::{Lifo, LifoPart, LifoWorklist};

/// The order of items and the way in which workers share them. A loop creates its worklist from its policy.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a policy for items of type `{T}`",
    note = "pass `Fifo::default()`, `Lifo::default()`, `BulkSynchronous::default()` or \
            `Buckets::new(|item| ...)`",
    note = "the closure of `Buckets::new` takes `&{T}` and returns the bucket as `u64`"
)]
pub trait Policy<T> {
    /// The worklist that the workers of a loop share.
    type Worklist: Worklist<T>;

    /// Creates an empty worklist, and one part of it per worker. Loops panic if there are more or fewer than
    /// `workers` parts.
    fn open(self, workers: usize) -> (Self::Worklist, Vec<<Self::Worklist as Worklist<T>>::Part>);
}

/// The outcome of [`Worklist::push`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// Only the worker itself can take the item so far.
    Kept,
    /// Other workers can now take the item, or items pushed before it.
    Published,
}

/// Waiting items, shared by workers. Each worker has its own *part*.
///
/// Every pushed item must be popped exactly once. Workers start and end during the loop. The worker that owns
/// a part pushes and pops through it, and gives it back only after `pop` has returned `None`. Between these
/// calls a worker may be busy for a long time, even until another worker has done an item that it has
/// published. So no method may wait until another worker pushes or pops; a lock that a method holds until it
/// returns is legal.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a worklist of items of type `{T}`",
    note = "a `Policy` of your own makes one: implement `Worklist`, or use one of `boscage::worklist`"
)]
pub trait Worklist<T>: Sync {
    /// The private part of one worker.
    type Part: Send;

    /// Adds an item.
    ///
    /// [`Pushed::Published`] promises that every `pop` after this call, through any part, can take the item,
    /// unless another worker has taken it. The loop makes this call happen before such a `pop`, and wakes
    /// idle workers. If only the owner of the part can take the item, return [`Pushed::Kept`].
    fn push(&self, own: &mut Self::Part, item: T) -> Pushed;

    /// Takes an item, from the worker's own part or from items that others have published. Returns `None`
    /// only if the own part is empty, and all items are taken that others published before this call.
    fn pop(&self, own: &mut Self::Part) -> Option<T>;

    /// Returns `true` if a worker of this part would find an item: in the part itself, or in a store that all
    /// parts share. Called while no worker is active; the loop starts a worker for each part of which this is
    /// true. If all parts return `false` while there are items, the loop panics, since it would lose them.
    fn has_items(&self, own: &Self::Part) -> bool;

    /// Number of chunks that the owners of this part have taken from others. For statistics only.
    fn stolen(own: &Self::Part) -> u64;

    /// Begins the next round and returns its number of items; 0 ends the loop. Called while no worker is
    /// active. Returns `None` if the policy has no rounds; then the loop ends when all items are done.
    fn next_round(&self, _parts: &mut [&mut Self::Part]) -> Option<usize> {
        None
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// Pushes and pops as one worker does whose item `n` pushes `2n` and `2n + 1`, up to `limit`.
    fn order<P: Policy<u32>>(policy: P, limit: u32) -> Vec<u32> {
        let (worklist, mut parts) = policy.open(1);
        let mut order = Vec::new();
        worklist.push(&mut parts[0], 1);
        loop {
            let round = worklist.next_round(&mut [&mut parts[0]]);
            while let Some(item) = worklist.pop(&mut parts[0]) {
                order.push(item);
                for next in [2 * item, 2 * item + 1].into_iter().filter(|&next| next <= limit) {
                    worklist.push(&mut parts[0], next);
                }
            }
            assert!(!worklist.has_items(&parts[0]));
            if round.is_none_or(|items| items == 0) {
                return order;
            }
        }
    }

    fn depth_first(item: u32, limit: u32, order: &mut Vec<u32>) {
        if item <= limit {
            order.push(item);
            depth_first(2 * item + 1, limit, order);
            depth_first(2 * item, limit, order);
        }
    }

    #[test]
    fn one_worker_has_the_exact_order() {
        for limit in [1, 7, 1000] {
            let mut newest_first = Vec::new();
            depth_first(1, limit, &mut newest_first);
            for chunk in [0, 1, 2, 64] {
                assert!(order(Fifo { chunk }, limit).into_iter().eq(1..=limit));
                assert!(order(BulkSynchronous { chunk }, limit).into_iter().eq(1..=limit));
                assert_eq!(order(Lifo { chunk }, limit), newest_first);
                assert!(order(Buckets::new(|&n| u64::from(n)).chunk(chunk), limit).into_iter().eq(1..=limit));
            }
        }
    }

    /// Another worker can take the items that one publishes, each once. The first worker has the others.
    fn items_are_shared<P: Policy<u32>>(policy: P) {
        let (worklist, mut parts) = policy.open(2);
        let (first, second) = parts.split_at_mut(1);
        let [first, second] = [&mut first[0], &mut second[0]];
        let published = (0..1000).filter(|&i| worklist.push(first, i) == Pushed::Published).count();
        worklist.next_round(&mut [&mut *first, &mut *second]);
        assert!(published > 0 || worklist.has_items(second));
        let mut all = Vec::new();
        while let Some(item) = worklist.pop(second) {
            all.push(item);
            all.extend(worklist.pop(first));
        }
        all.extend(std::iter::from_fn(|| worklist.pop(first)));
        all.sort_unstable();
        assert!(all.into_iter().eq(0..1000));
        assert!(<P::Worklist as Worklist<u32>>::stolen(second) > 0);
    }

    #[test]
    fn two_workers_share_every_item_once() {
        items_are_shared(Fifo { chunk: 8 });
        items_are_shared(Lifo { chunk: 8 });
        items_are_shared(Buckets::new(|&n| u64::from(n % 5)).chunk(8));
        items_are_shared(BulkSynchronous { chunk: 8 });
    }
}
