//! The parallel loop over items that do not conflict.
//!
//! rayon splits the items. This module counts them, and checks after each item whether the loop should go on.
//! That takes less than a nanosecond per item, so an item may be as small as an addition.

use std::ops::ControlFlow;

use rayon::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
use rayon::prelude::*;

use super::scope::{self, Current, Entered, Scope};
use super::{Contention, Exec};
use crate::contention::Section;
use crate::mutex::Mutex;
use crate::primitives::unmodelled::{AtomicBool, AtomicU64, Ordering::Relaxed};
use crate::{Error, Result};

/// What an operator may return: nothing, whether the loop should go on, or an error that ends it.
pub trait Flow: Sized {
    /// Whether the loop is to end.
    fn is_break(&self) -> bool;

    /// The error that the loop returns, if there is one.
    fn error(self) -> Option<Error> {
        None
    }
}

impl Flow for () {
    #[inline(always)]
    fn is_break(&self) -> bool {
        false
    }
}

impl Flow for ControlFlow<()> {
    #[inline(always)]
    fn is_break(&self) -> bool {
        ControlFlow::is_break(self)
    }
}

impl Flow for Result<()> {
    #[inline(always)]
    fn is_break(&self) -> bool {
        self.is_err()
    }

    fn error(self) -> Option<Error> {
        self.err()
    }
}

impl Exec {
    /// Calls `operator` once for every item, in no particular order, and returns when all calls have ended.
    ///
    /// `items` is anything that rayon makes a parallel iterator of: a range, a slice, a vector,
    /// `slice.par_chunks_mut(n)`, ... The operator returns nothing, a [`ControlFlow`], or a `Result<()>`:
    /// after a `Break` or an error no new item starts.
    ///
    /// # Errors
    /// The operator's first error, if it returns one; [`crate::Error::Cancelled`] if the token was cancelled.
    /// The items not begun by then are skipped.
    ///
    /// # Panics
    /// If the operator does: the loop ends, and the panic goes on to the caller.
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
    pub fn do_all<I, F: Flow>(
        &self,
        name: &str,
        items: I,
        operator: impl Fn(I::Item) -> F + Sync + Send,
    ) -> Result<()>
    where
        I: IntoParallelIterator + Send,
    {
        let counted =
            Counted { scope: self.records().of_loop(name, self.threads()), done: AtomicU64::new(0) };
        let mut all = All {
            exec: self,
            operator: &operator,
            scope: counted.scope.operator(),
            done: &counted.done,
            has_ended: AtomicBool::new(false),
            error: Mutex::default(),
            dealt: None,
        };
        self.install(|| {
            self.keep_awake();
            let items = items.into_par_iter();
            if Contention::is_counted() {
                let block = items.opt_len().map_or(BLOCK, |len| len.div_ceil(self.threads()).max(1));
                all.dealt =
                    Some(Mutex::new(Dealt { section: Section::begin(self.threads()), block, items: 0 }));
            }
            items.drive_unindexed(Share(&all));
            if let Some(dealt) = all.dealt.take() {
                self.records().add_section(dealt.into_inner().section);
            }
        });
        match all.error.lock().take() {
            Some(error) => Err(error),
            None if all.has_ended.load(Relaxed) => Ok(()),
            None => self.check_cancelled(),
        }
    }
}

/// A loop whose statistics say what was done, also after a panic.
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

/// What the threads of a loop share.
struct All<'a, O> {
    exec: &'a Exec,
    operator: &'a O,
    scope: Current,
    done: &'a AtomicU64,
    /// Whether the operator has ended the loop.
    has_ended: AtomicBool,
    /// Its first error.
    error: Mutex<Option<Error>>,
    /// In a program that counts.
    dealt: Option<Mutex<Dealt>>,
}

/// Items that are dealt to the workers of a program that counts what they write.
struct Dealt {
    section: Section,
    /// Items that follow each other and go to one worker.
    block: usize,
    /// Number of items dealt so far.
    items: usize,
}

/// Items of such a block where their number is not known.
const BLOCK: usize = 1 << 6;

impl<O> All<'_, O> {
    #[inline]
    fn goes_on(&self) -> bool {
        !self.has_ended.load(Relaxed) && !self.exec.is_cancelled()
    }

    /// Calls the operator, in a program that counts as the worker whose turn it is: each has as many items
    /// that follow each other as the others, as far as their number is known.
    #[inline]
    fn call<T, F>(&self, item: T) -> F
    where
        O: Fn(T) -> F,
    {
        match &self.dealt {
            None => (self.operator)(item),
            Some(dealt) => {
                let Dealt { section, block, items } = &mut *dealt.lock();
                *items += 1;
                section.item((*items - 1) / *block % self.exec.threads(), || (self.operator)(item))
            }
        }
    }

    #[cold]
    fn end(&self, flow: impl Flow) {
        if let Some(error) = flow.error() {
            self.error.lock().get_or_insert(error);
        }
        self.has_ended.store(true, Relaxed);
    }
}

/// Some of the items, which rayon may split further.
struct Share<'a, O>(&'a All<'a, O>);

impl<'a, T, F: Flow, O: Fn(T) -> F + Sync> Consumer<T> for Share<'a, O> {
    type Folder = Block<'a, O>;
    type Reducer = Nothing;
    type Result = ();

    fn split_at(self, _: usize) -> (Self, Self, Nothing) {
        (Self(self.0), Self(self.0), Nothing)
    }

    fn into_folder(self) -> Block<'a, O> {
        Block { all: self.0, done: 0, runs_operator: false, _entered: scope::enter(self.0.scope) }
    }

    fn full(&self) -> bool {
        !self.0.goes_on()
    }
}

impl<T, F: Flow, O: Fn(T) -> F + Sync> UnindexedConsumer<T> for Share<'_, O> {
    fn split_off_left(&self) -> Self {
        Self(self.0)
    }

    fn to_reducer(&self) -> Nothing {
        Nothing
    }
}

/// There is nothing to be put together.
struct Nothing;

impl Reducer<()> for Nothing {
    fn reduce(self, (): (), (): ()) {}
}

/// Items that one thread does one after the other.
struct Block<'a, O> {
    all: &'a All<'a, O>,
    done: u64,
    /// When it is dropped: whether the operator has panicked.
    runs_operator: bool,
    _entered: Entered,
}

impl<O> Drop for Block<'_, O> {
    fn drop(&mut self) {
        self.all.done.fetch_add(self.done, Relaxed);
        if self.runs_operator {
            self.all.has_ended.store(true, Relaxed);
        }
    }
}

impl<T, F: Flow, O: Fn(T) -> F + Sync> Folder<T> for Block<'_, O> {
    type Result = ();

    #[inline]
    fn consume(mut self, item: T) -> Self {
        self.runs_operator = true;
        let flow = self.all.call(item);
        if flow.is_break() {
            self.all.end(flow);
        }
        self.runs_operator = false;
        self.done += 1;
        self
    }

    #[inline]
    fn consume_iter<I: IntoIterator<Item = T>>(mut self, items: I) -> Self {
        for item in items {
            self = self.consume(item);
            if !self.all.goes_on() {
                break;
            }
        }
        self
    }

    fn complete(self) {}

    fn full(&self) -> bool {
        !self.all.goes_on()
    }
}
