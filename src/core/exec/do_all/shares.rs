//! The items of a loop, divided among threads by rayon.

use std::cell::Cell;
use std::marker::PhantomData;
use std::mem;
use std::ops::ControlFlow;

use rayon::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};

use super::{All, Loop, NONE};
use crate::Error;
use crate::exec::IntoControlFlow;
use crate::exec::scope::{self, Entered};
use crate::primitives::unmodelled::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Some of the items, which rayon may split further. Its number is the first of a range, which is divided as
/// the items are. When the range is used up, shares have the same number, and an error in one of them ends
/// the other.
pub(super) struct Share<'a, L> {
    all: &'a All<'a, L>,
    first: Cell<usize>,
    end: usize,
    /// Number of shares that were split off.
    splits: Cell<u32>,
}

/// Shares of halves that are split off one share: more than rayon does to divide the items among threads.
/// `flat_map` splits off a share for each of its iterators; so these are small, and the numbers last for
/// many iterators.
const HALVES: u32 = 16;

impl<'a, L> Share<'a, L> {
    /// Returns the share of all items.
    pub(super) fn whole(all: &'a All<'a, L>) -> Self {
        Self { all, first: Cell::new(NONE + 1), end: usize::MAX, splits: Cell::new(0) }
    }

    /// Splits off the share of the items before those that stay.
    fn split(&self) -> Self {
        let (first, all) = (self.first.get(), self.all);
        let rest = self.end - first;
        let part =
            if self.splits.get() < HALVES { rest / 2 } else { (rest >> 16).max(rest.min(1 << 16) / 2) };
        let middle = first + part;
        self.first.set(middle);
        self.splits.set(self.splits.get() + 1);
        Self { all, first: Cell::new(first), end: middle, splits: Cell::new(0) }
    }
}

/// The result of some consecutive items: their part, and the error of the first of them that failed.
pub(super) type Found<A> = (A, Option<Box<Error>>);

impl<'a, T, L: Loop<T>> Consumer<T> for Share<'a, L> {
    type Folder = Block<'a, L, L::Part>;
    type Reducer = Join<'a, L, T>;
    type Result = Found<L::Part>;

    fn split_at(self, _: usize) -> (Self, Self, Join<'a, L, T>) {
        let join = Join(self.all, PhantomData);
        (self.split(), self, join)
    }

    fn into_folder(self) -> Block<'a, L, L::Part> {
        let (all, share, _entered) = (self.all, self.first.get(), scope::enter(self.all.scope));
        let (part, done) = (all.or_end(|| all.body.init()), Done { of_loop: all.done, items: 0 });
        Block { all, share, part, error: None, done, _entered }
    }

    fn full(&self) -> bool {
        !self.all.goes_on(self.first.get())
    }
}

impl<'a, T, L: Loop<T>> UnindexedConsumer<T> for Share<'a, L> {
    fn split_off_left(&self) -> Self {
        self.split()
    }

    fn to_reducer(&self) -> Join<'a, L, T> {
        Join(self.all, PhantomData)
    }
}

/// Combines two parts. Of two errors, it keeps the one of the earlier item.
pub(super) struct Join<'a, L, T>(&'a All<'a, L>, PhantomData<fn(T)>);

impl<T, L: Loop<T>> Reducer<Found<L::Part>> for Join<'_, L, T> {
    fn reduce(self, (left, error): Found<L::Part>, (right, later): Found<L::Part>) -> Found<L::Part> {
        (self.0.or_end(|| self.0.body.combine(left, right)), error.or(later))
    }
}

impl<L> All<'_, L> {
    /// Calls a function; ends the loop if that panics.
    #[inline]
    fn or_end<R>(&self, f: impl FnOnce() -> R) -> R {
        let end = End(&self.last);
        let result = f();
        mem::forget(end);
        result
    }
}

/// Ends a loop on drop.
struct End<'a>(&'a AtomicUsize);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(NONE, Relaxed);
    }
}

/// Consecutive items that one thread does.
pub(super) struct Block<'a, L, A> {
    all: &'a All<'a, L>,
    /// The number of its share; a higher one after an error.
    share: usize,
    part: A,
    error: Option<Box<Error>>,
    done: Done<'a>,
    _entered: Entered,
}

/// Number of items that a block has done, which is added to that of the loop on drop.
struct Done<'a> {
    of_loop: &'a AtomicU64,
    items: u64,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.of_loop.fetch_add(self.items, Relaxed);
    }
}

impl<L> All<'_, L> {
    /// Ends the loop after an item, or the share of the item after an error.
    #[cold]
    fn end_after(&self, share: &mut usize, error: Option<Error>) -> Option<Box<Error>> {
        match error {
            None => self.last.store(NONE, Relaxed),
            Some(_) => {
                self.last.fetch_min(*share, Relaxed);
                *share = usize::MAX;
            }
        }
        error.map(Box::new)
    }
}

/// The items of one call of a block. The count is a variable of the loop, so that it is kept in a register.
struct Tally<'b, 'a, L> {
    all: &'a All<'a, L>,
    of_block: &'b mut Done<'a>,
    done: u64,
    /// `true` while the operator runs; on drop, `true` if it has panicked.
    runs_operator: bool,
}

impl<L> Drop for Tally<'_, '_, L> {
    #[inline]
    fn drop(&mut self) {
        self.of_block.items += self.done;
        if self.runs_operator {
            self.all.last.store(NONE, Relaxed);
        }
    }
}

impl<T, L: Loop<T>> Folder<T> for Block<'_, L, L::Part> {
    type Result = Found<L::Part>;

    /// For iterators that do not know what comes next. The part stays where it is.
    #[inline]
    fn consume(mut self, item: T) -> Self {
        let all = self.all;
        if all.goes_on(self.share) {
            let flow = all.or_end(|| all.call(&mut self.part, item));
            self.done.items += 1;
            if let ControlFlow::Break(error) = flow.into_control_flow() {
                self.error = all.end_after(&mut self.share, error).or(self.error);
            }
        }
        self
    }

    #[inline]
    fn consume_iter<I: IntoIterator<Item = T>>(self, items: I) -> Self {
        // Variables of their own, so that they can be in registers.
        let Self { all, mut share, mut part, mut error, mut done, _entered } = self;
        // Outside the loop, as the compiler cannot know that the operator changes neither.
        let (last, is_cancelled) = (&all.last, all.exec.token().flag());
        let mut tally = Tally { all, of_block: &mut done, done: 0, runs_operator: false };
        for item in items {
            if share >= last.load(Relaxed) || is_cancelled.load(Relaxed) {
                break;
            }
            tally.runs_operator = true;
            if let ControlFlow::Break(found) = all.call(&mut part, item).into_control_flow() {
                error = all.end_after(&mut share, found).or(error);
            }
            tally.runs_operator = false;
            tally.done += 1;
        }
        drop(tally);
        Self { all, share, part, error, done, _entered }
    }

    fn complete(self) -> Found<L::Part> {
        (self.part, self.error)
    }

    fn full(&self) -> bool {
        !self.all.goes_on(self.share)
    }
}
