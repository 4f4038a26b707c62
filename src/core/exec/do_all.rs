//! The parallel loops over items that do not conflict: without a result, and with one.
//!
//! rayon splits the items. This module counts them, and checks after each item whether the loop should go on.
//! That takes less than 1 ns per item, so an item may be as small as an addition.
//!
//! `do_all` is `fold` with a part that stores nothing.

mod shares;

use rayon::prelude::*;

use self::shares::Share;
use super::scope::{Current, Scope};
use super::{Contention, Exec, IntoControlFlow};
use crate::Result;
use crate::contention::Section;
use crate::mutex::Mutex;
use crate::primitives::unmodelled::{AtomicU64, AtomicUsize, Ordering::Relaxed};

impl Exec {
    /// Calls `operator` once for every item, in no particular order, and returns when all calls have ended.
    ///
    /// `items` is anything that rayon makes a parallel iterator of: a range, a slice, a vector,
    /// `slice.par_chunks_mut(n)`, ... The operator returns nothing, a
    /// [`ControlFlow`](std::ops::ControlFlow), or a `Result<()>` ([`IntoControlFlow`]): after a `Break` no
    /// new item starts. Without the operator's work, an item takes half a nanosecond, so it may be as small
    /// as an addition.
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
        self.fold(name, items, || (), |(), item| operator(item), |(), ()| ())
    }

    /// Calls `operator` once for every item, as [`do_all`](Self::do_all) does, with a part of the result to
    /// which it adds the item, and returns all parts combined. For sums, maxima, histograms and lists.
    ///
    /// A part belongs to some consecutive items. `init` makes it, and `combine` joins it with the part of the
    /// items that follow. While the items of a range or a slice run, it can be in registers: an addition
    /// takes half of the time of [`Reducer::add`](crate::sync::Reducer::add), which any function may call, in
    /// any loop. Parts are moved, so large ones should be a `Vec` or a `Box`.
    ///
    /// # Determinism
    /// Parts are combined in the order of the items, but it depends on timing where one ends and the next
    /// begins. So the result is deterministic if `combine` is associative, and `init` returns its identity: a
    /// monoid. (Sums of floats are not associative.) The items of `par_bridge` have no order: with them,
    /// `combine` must be commutative, too. After a `Break`, the result is that of the items that
    /// have been done, and depends on timing; errors are those of [`do_all`](Self::do_all).
    ///
    /// # Memory
    /// A part per thread, and some more that wait to be combined.
    ///
    /// # Errors
    /// As [`do_all`](Self::do_all).
    ///
    /// # Panics
    /// If `init`, `operator` or `combine` panics: the loop ends, and the panic continues in the caller.
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::available()?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &EdgeList::from_pairs(4, [(0, 1), (0, 2)])?)?;
    /// let degrees = exec.fold(
    ///     "degrees",
    ///     graph.nodes(),
    ///     || [0; 3],
    ///     |counts, node| counts[graph.degree(node)] += 1,
    ///     |one, other| [0, 1, 2].map(|degree| one[degree] + other[degree]),
    /// )?;
    /// assert_eq!(degrees, [1, 2, 1]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn fold<I, A: Send, F: IntoControlFlow>(
        &self,
        name: &str,
        items: I,
        init: impl Fn() -> A + Sync + Send,
        operator: impl Fn(&mut A, I::Item) -> F + Sync + Send,
        combine: impl Fn(A, A) -> A + Sync + Send,
    ) -> Result<A>
    where
        I: IntoParallelIterator + Send,
    {
        let counted =
            Counted { scope: Scope::of_loop(self.records(), name, self.threads()), done: AtomicU64::new(0) };
        let mut all = All {
            exec: self,
            body: &Body { init, operator, combine },
            scope: counted.scope.operator(),
            done: &counted.done,
            last: AtomicUsize::new(usize::MAX),
            dealt: None,
        };
        let (part, error) = self.install(|| {
            self.keep_awake();
            let items = items.into_par_iter();
            if Contention::is_counted() {
                let block = items.opt_len().map_or(BLOCK, |len| len.div_ceil(self.threads()).max(1));
                all.dealt =
                    Some(Mutex::new(Dealt { section: Section::begin(self.threads()), block, items: 0 }));
            }
            let found = items.drive_unindexed(Share::whole(&all));
            if let Some(dealt) = all.dealt.take() {
                self.records().add_section(dealt.into_inner().section);
            }
            found
        });
        match error {
            Some(error) => Err(*error),
            None if all.last.load(Relaxed) == NONE => Ok(part),
            None => self.check_cancelled().map(|()| part),
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

/// The functions of a loop: they make a part, add an item to one, and combine two.
struct Body<N, O, C> {
    init: N,
    operator: O,
    combine: C,
}

/// The functions of a loop over items of type `T`.
trait Loop<T>: Sync {
    /// A part of the result.
    type Part: Send;
    /// The return type of the operator.
    type Flow: IntoControlFlow;

    fn init(&self) -> Self::Part;

    fn call(&self, part: &mut Self::Part, item: T) -> Self::Flow;

    fn combine(&self, one: Self::Part, other: Self::Part) -> Self::Part;
}

impl<T, A: Send, F: IntoControlFlow, N, O, C> Loop<T> for Body<N, O, C>
where
    N: Fn() -> A + Sync,
    O: Fn(&mut A, T) -> F + Sync,
    C: Fn(A, A) -> A + Sync,
{
    type Part = A;
    type Flow = F;

    #[inline]
    fn init(&self) -> A {
        (self.init)()
    }

    #[inline]
    fn call(&self, part: &mut A, item: T) -> F {
        (self.operator)(part, item)
    }

    #[inline]
    fn combine(&self, one: A, other: A) -> A {
        (self.combine)(one, other)
    }
}

/// Data that the threads of a loop share.
struct All<'a, L> {
    exec: &'a Exec,
    body: &'a L,
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

impl<L> All<'_, L> {
    /// Returns `true` if the share with this number may begin another item.
    #[inline]
    fn goes_on(&self, share: usize) -> bool {
        share < self.last.load(Relaxed) && !self.exec.is_cancelled()
    }

    /// Calls the operator. In a program that counts contention, the item belongs to the next worker in turn.
    #[inline]
    fn call<T>(&self, part: &mut L::Part, item: T) -> L::Flow
    where
        L: Loop<T>,
    {
        match &self.dealt {
            Some(dealt) if Contention::is_counted() => {
                let Dealt { section, block, items } = &mut *dealt.lock();
                *items += 1;
                section.item((*items - 1) / *block % self.exec.threads(), || self.body.call(part, item))
            }
            _ => self.body.call(part, item),
        }
    }
}
