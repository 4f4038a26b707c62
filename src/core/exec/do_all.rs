//! The parallel loop over items that do not conflict.
//!
//! rayon splits the items. This module counts them, and checks after each item whether the loop should go on.
//! That takes about 1 ns per item, so an item may be as small as an addition.

use std::cell::Cell;
use std::ops::ControlFlow;

use rayon::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
use rayon::prelude::*;

use super::scope::{self, Current, Entered, Scope};
use super::{Contention, Exec, IntoControlFlow};
use crate::contention::Section;
use crate::mutex::Mutex;
use crate::primitives::unmodelled::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use crate::{Error, Result};

impl Exec {
    /// Calls `operator` once for every item, in no particular order, and returns when all calls have ended.
    ///
    /// `items` is anything that rayon makes a parallel iterator of: a range, a slice, a vector,
    /// `slice.par_chunks_mut(n)`, ... The operator returns nothing, a [`ControlFlow`], or a `Result<()>`
    /// ([`IntoControlFlow`]): after a `Break` no new item starts. Without the operator's work, an item takes
    /// about 1 ns, so it may be as small as an addition.
    ///
    /// # Determinism
    /// The order of the items is not deterministic. The result is deterministic if each item changes only its
    /// own data (as in the example), or if the changes commute. After a `Break` or an error it depends on
    /// timing which other items are done, and if one item breaks and another fails, which of them ends the
    /// loop.
    ///
    /// # Memory
    /// None per item; rayon splits `items` in place.
    ///
    /// # Errors
    /// The error of the operator, if it returns one. If several items fail, it is that of the first of them
    /// in the order of the items, on any number of threads: items after one that failed are skipped, items
    /// before it are not. The items of `par_bridge` have no order: then it is the error of any of them, and
    /// other threads may go on to the end of the source. [`crate::Error::Cancelled`] if the token was
    /// cancelled; the items not begun by then are skipped.
    ///
    /// # Panics
    /// If the operator panics: the loop ends, and the panic continues in the caller.
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::exec::Exec;
    /// use std::ops::ControlFlow;
    ///
    /// let exec = Exec::new(1)?;
    /// let mut squares = vec![0; 100];
    /// let places: Vec<_> = squares.iter_mut().enumerate().collect();
    /// exec.do_all("squares", places, |(i, square)| *square = i * i)?;
    /// exec.do_all("search", &squares, |&square| match square {
    ///     49 => ControlFlow::Break(()),
    ///     _ => ControlFlow::Continue(()),
    /// })?;
    /// assert_eq!(exec.take_statistics().loop_named("search").map(|one| one.tried), Some(8));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn do_all<I, F: IntoControlFlow>(
        &self,
        name: &str,
        items: I,
        operator: impl Fn(I::Item) -> F + Sync + Send,
    ) -> Result<()>
    where
        I: IntoParallelIterator + Send,
    {
        let counted =
            Counted { scope: Scope::of_loop(self.records(), name, self.threads()), done: AtomicU64::new(0) };
        let mut all = All {
            exec: self,
            operator: &operator,
            scope: counted.scope.operator(),
            done: &counted.done,
            last: AtomicUsize::new(usize::MAX),
            dealt: None,
        };
        let error = self.install(|| {
            self.keep_awake();
            let items = items.into_par_iter();
            if Contention::is_counted() {
                let block = items.opt_len().map_or(BLOCK, |len| len.div_ceil(self.threads()).max(1));
                all.dealt =
                    Some(Mutex::new(Dealt { section: Section::begin(self.threads()), block, items: 0 }));
            }
            let error = items.drive_unindexed(Share {
                all: &all,
                first: Cell::new(1),
                end: usize::MAX,
                splits: Cell::new(0),
            });
            if let Some(dealt) = all.dealt.take() {
                self.records().add_section(dealt.into_inner().section);
            }
            error
        });
        match error {
            Some(error) => Err(*error),
            None if all.last.load(Relaxed) == NONE => Ok(()),
            None => self.check_cancelled(),
        }
    }
}

/// The counts of a loop. They are added to the statistics when this is dropped, also after a panic.
struct Counted<'a> {
    scope: Scope<'a>,
    done: AtomicU64,
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        let done = *self.done.get_mut();
        (self.scope.run.tried, self.scope.run.committed) = (done, done);
    }
}

/// Data that the threads of a loop share.
struct All<'a, O> {
    exec: &'a Exec,
    operator: &'a O,
    scope: Current,
    done: &'a AtomicU64,
    /// Shares with this number or higher ones begin no further item. The numbers follow the order of the
    /// items.
    last: AtomicUsize,
    /// Only in a program that counts contention.
    dealt: Option<Mutex<Dealt>>,
}

/// The assignment of items to workers, in a program that counts contention.
struct Dealt {
    section: Section,
    /// Number of consecutive items per worker.
    block: usize,
    /// Number of items assigned so far.
    items: usize,
}

/// Items of such a block if the number of items is not known.
const BLOCK: usize = 1 << 6;

/// Less than the number of any share: the operator has ended the loop.
const NONE: usize = 0;

impl<O> All<'_, O> {
    /// Returns `true` if the share with this number may begin another item.
    #[inline]
    fn goes_on(&self, share: usize) -> bool {
        share < self.last.load(Relaxed) && !self.exec.is_cancelled()
    }

    /// Calls the operator. In a program that counts contention, the item belongs to the next worker in turn.
    #[inline]
    fn call<T, F>(&self, item: T) -> F
    where
        O: Fn(T) -> F,
    {
        match &self.dealt {
            Some(dealt) if Contention::is_counted() => {
                let Dealt { section, block, items } = &mut *dealt.lock();
                *items += 1;
                section.item((*items - 1) / *block % self.exec.threads(), || (self.operator)(item))
            }
            _ => (self.operator)(item),
        }
    }
}

/// Some of the items, which rayon may split further. Its number is the first of a range, which is divided as
/// the items are. When the range is used up, shares have the same number, and an error in one of them ends
/// the other.
struct Share<'a, O> {
    all: &'a All<'a, O>,
    first: Cell<usize>,
    end: usize,
    /// Number of shares that were split off.
    splits: Cell<u32>,
}

/// Shares of halves that are split off one share: more than rayon does to divide the items among threads.
/// `flat_map` splits off a share for each of its iterators; so these are small, and the numbers last for
/// many iterators.
const HALVES: u32 = 16;

impl<O> Share<'_, O> {
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

impl<'a, T, F: IntoControlFlow, O: Fn(T) -> F + Sync> Consumer<T> for Share<'a, O> {
    type Folder = Block<'a, O>;
    type Reducer = Earlier;
    type Result = Option<Box<Error>>;

    fn split_at(self, _: usize) -> (Self, Self, Earlier) {
        (self.split(), self, Earlier)
    }

    fn into_folder(self) -> Block<'a, O> {
        let (all, share, _entered) = (self.all, self.first.get(), scope::enter(self.all.scope));
        Block { all, share, error: None, done: 0, _entered }
    }

    fn full(&self) -> bool {
        !self.all.goes_on(self.first.get())
    }
}

impl<T, F: IntoControlFlow, O: Fn(T) -> F + Sync> UnindexedConsumer<T> for Share<'_, O> {
    fn split_off_left(&self) -> Self {
        self.split()
    }

    fn to_reducer(&self) -> Earlier {
        Earlier
    }
}

/// Of two errors, the one of the earlier item.
struct Earlier;

impl Reducer<Option<Box<Error>>> for Earlier {
    fn reduce(self, left: Option<Box<Error>>, right: Option<Box<Error>>) -> Option<Box<Error>> {
        left.or(right)
    }
}

/// Consecutive items that one thread does.
struct Block<'a, O> {
    all: &'a All<'a, O>,
    /// The number of its share; a higher one after an error.
    share: usize,
    error: Option<Box<Error>>,
    done: u64,
    _entered: Entered,
}

impl<O> Block<'_, O> {
    #[cold]
    fn end(&mut self, error: Option<Error>) {
        match error {
            None => self.all.last.store(NONE, Relaxed),
            Some(error) => {
                self.error = Some(Box::new(error));
                self.all.last.fetch_min(self.share, Relaxed);
                self.share = usize::MAX;
            }
        }
    }
}

impl<O> Drop for Block<'_, O> {
    fn drop(&mut self) {
        self.all.done.fetch_add(self.done, Relaxed);
    }
}

/// The items of one call of a block. The count is a variable of the loop, so that it is kept in a register.
struct Tally<'b, 'a, O> {
    block: &'b mut Block<'a, O>,
    done: u64,
    /// `true` while the operator runs; on drop, `true` if it has panicked.
    runs_operator: bool,
}

impl<O> Drop for Tally<'_, '_, O> {
    #[inline]
    fn drop(&mut self) {
        self.block.done += self.done;
        if self.runs_operator {
            self.block.all.last.store(NONE, Relaxed);
        }
    }
}

impl<T, F: IntoControlFlow, O: Fn(T) -> F + Sync> Folder<T> for Block<'_, O> {
    type Result = Option<Box<Error>>;

    #[inline]
    fn consume(self, item: T) -> Self {
        self.consume_iter([item])
    }

    #[inline]
    fn consume_iter<I: IntoIterator<Item = T>>(mut self, items: I) -> Self {
        let (all, mut share) = (self.all, self.share);
        // Outside the loop, as the compiler cannot know that the operator changes neither.
        let (last, is_cancelled) = (&all.last, all.exec.token().flag());
        let mut tally = Tally { block: &mut self, done: 0, runs_operator: false };
        for item in items {
            if share >= last.load(Relaxed) || is_cancelled.load(Relaxed) {
                break;
            }
            tally.runs_operator = true;
            if let ControlFlow::Break(error) = all.call(item).into_control_flow() {
                tally.block.end(error);
                share = tally.block.share;
            }
            tally.runs_operator = false;
            tally.done += 1;
        }
        drop(tally);
        self
    }

    fn complete(mut self) -> Option<Box<Error>> {
        self.error.take()
    }

    fn full(&self) -> bool {
        !self.all.goes_on(self.share)
    }
}
