//! Ranks: processes that each have a part of a graph, and share nothing.
//!
//! An operator of ranks runs on every rank at the same time, as in MPI. It gets a [`Comm`], through which the
//! ranks send each other 64-bit words. What carries the words is a [`Transport`]. There are two: MPI, in the
//! program `msf-mpi`, and threads of one process ([`run`]), for tests and simulations.
//!
//! | call | what it does |
//! |---|---|
//! | [`Comm::exchange`] | every rank sends words to every rank |
//! | [`Comm::reduce`] | sums, minima or maxima over all ranks, element by element |
//! | [`Comm::gather`] | every rank gets the words of all ranks |
//! | [`Comm::agree`] | if one rank has failed, all fail |
//! | [`Comm::send`] | a message to one rank; does not wait |
//! | [`Comm::receive`], [`Comm::receive_from`] | a message from any rank, or from one |
//!
//! The first four are *collective*: all ranks must make the same calls in the same order. So an operator must
//! not return early on one rank only. It collects its errors, for example of memory, and passes them to
//! [`Comm::agree`], which all ranks call. An error of a call itself must be returned at once, never passed to
//! `agree`: the other ranks may be waiting in another call, until they learn that this rank has ended.
//!
//! With many ranks, an exchange costs mostly the time of its messages, one to each other rank. From
//! [`Grid::DEFAULT_FROM`] ranks on, the ranks form a grid and words make two steps, first within the row and
//! then within the column ([`Grid`]). This needs about 2√P messages instead of P, for twice the words.
//!
//! A graph is in parts ([`Part`]): the edges of rank 0 come first, then those of rank 1, and so on. So a
//! rank's ids are without gaps, and ties between equal weights are resolved by (rank, position in the part).
//! A forest is in parts too ([`PartForest`]).
//!
//! Every call is counted ([`Traffic`]): words, messages and seconds, by the step that [`Comm::step`] has
//! named.
//!
//! ```
//! use boscage::comm::{Reduction, run};
//!
//! // Three ranks. Each sends its number to the next, and all add up their numbers.
//! let sums = run(3, |comm| {
//!     let mut counts = [0; 3];
//!     counts[(comm.rank() + 1) % 3] = 1;
//!     let received = comm.exchange(&[comm.rank() as u64], &counts)?;
//!     assert_eq!(received.words(), [(comm.rank() as u64 + 2) % 3]);
//!     let mut sum = [comm.rank() as u64];
//!     comm.reduce(&mut sum, Reduction::Sum)?;
//!     Ok(sum[0])
//! })?;
//! assert_eq!(sums, [3, 3, 3]);
//! # Ok::<(), boscage::Error>(())
//! ```

mod grid;
mod numbering;
mod parcels;
mod part;
mod share;
mod threads;
mod traffic;

use std::cell::{Cell, RefCell};
use std::time::Instant;

pub use grid::Grid;
use grid::Peers;
pub use numbering::Numbering;
pub use parcels::Parcels;
#[doc(hidden)]
pub use part::KeyedPart;
pub use part::{Part, PartForest};
pub use share::share;
pub use threads::{run, run_with};
pub use traffic::{Call, CallKind, StepTraffic, Traffic};

use crate::{Error, Result};

/// How the elements of all ranks become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// Their sum, modulo 2^64.
    Sum,
    /// The least.
    Min,
    /// The greatest.
    Max,
}

impl Reduction {
    /// Two elements as one.
    #[must_use]
    pub fn apply(self, a: u64, b: u64) -> u64 {
        match self {
            Self::Sum => a.wrapping_add(b),
            Self::Min => a.min(b),
            Self::Max => a.max(b),
        }
    }
}

/// What carries words between ranks.
///
/// Implementations count nothing and cut nothing: [`Comm`] does the former, an implementation whose counts
/// are small does the latter inside.
pub trait Transport {
    /// The number of this rank, from 0.
    fn rank(&self) -> usize;

    /// How many ranks there are.
    fn ranks(&self) -> usize;

    /// Sends the first `counts[0]` words to rank 0, the next `counts[1]` to rank 1, and so on. Returns what
    /// came from each rank. Collective.
    ///
    /// # Errors
    /// [`Error::OtherRank`] if another rank has ended; [`Error::OutOfMemory`] on a rank that has no memory
    /// for the words, of which other ranks may learn by a later call only.
    fn exchange(&self, words: &[u64], counts: &[usize]) -> Result<Parcels>;

    /// The words of all ranks; ranks may have different numbers of words. Collective.
    ///
    /// # Errors
    /// As [`Transport::exchange`].
    fn gather(&self, words: &[u64]) -> Result<Parcels>;

    /// Replaces each word by the reduction of this word on all ranks. Collective; all arrays have the same
    /// length.
    ///
    /// # Errors
    /// As [`Transport::exchange`].
    fn reduce(&self, words: &mut [u64], how: Reduction) -> Result<()>;

    /// Sends a message to a rank. Returns at once; messages from one rank to another with the same tag arrive
    /// in order.
    ///
    /// # Errors
    /// As [`Transport::exchange`].
    fn send(&self, to: usize, tag: u32, words: Vec<u64>) -> Result<()>;

    /// A message with this tag that has arrived, from this rank or any, and the rank that sent it. If there
    /// is none: waits for one if `waits`, and otherwise returns `None`.
    ///
    /// # Errors
    /// As [`Transport::exchange`].
    fn receive(&self, from: Option<usize>, tag: u32, waits: bool) -> Result<Option<(usize, Vec<u64>)>>;

    /// Tells where the operator is, for messages about ranks that fail: the step, and the round in it.
    fn locate(&self, step: &'static str, round: u64) {
        let _ = (step, round);
    }
}

/// The tag of the messages that users send.
const USER_TAG: u32 = 0;

/// The tags of the two steps over the grid. Some ranks may already be in the next exchange: their messages
/// come after those of this one.
const ROW_TAG: u32 = 1;
const COLUMN_TAG: u32 = 2;

/// Communication of one rank with all others.
///
/// It belongs to the thread that it was made for, so loops on other threads cannot communicate by accident.
pub struct Comm<'t> {
    transport: &'t dyn Transport,
    grid: Option<Grid>,
    step: Cell<&'static str>,
    traffic: RefCell<Traffic>,
}

impl<'t> Comm<'t> {
    /// Communication over this transport; over a grid from [`Grid::DEFAULT_FROM`] ranks on.
    #[must_use]
    pub fn new(transport: &'t dyn Transport) -> Self {
        Self::with_grid(transport, Grid::DEFAULT_FROM)
    }

    /// The same, but over a grid from this number of ranks on.
    #[must_use]
    pub fn with_grid(transport: &'t dyn Transport, grid_from: usize) -> Self {
        let ranks = transport.ranks();
        let grid = (ranks >= grid_from.max(2)).then(|| Grid::new(transport.rank(), ranks));
        let traffic = RefCell::new(Traffic::default());
        Self { transport, grid, step: Cell::new("start"), traffic }
    }

    /// The number of this rank, from 0.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.transport.rank()
    }

    /// How many ranks there are.
    #[must_use]
    pub fn ranks(&self) -> usize {
        self.transport.ranks()
    }

    /// Names what follows, in the record of the traffic and in messages about ranks that fail.
    pub fn step(&self, name: &'static str, round: u64) {
        self.step.set(name);
        self.transport.locate(name, round);
    }

    /// Sends the first `counts[0]` words to rank 0, the next `counts[1]` to rank 1, and so on. Returns what
    /// came from each rank, in the order of the ranks. Collective.
    ///
    /// # Errors
    /// [`Error::OtherRank`] if another rank has ended; [`Error::OutOfMemory`] on a rank that has no memory
    /// for the words, of which other ranks may learn by a later call only.
    ///
    /// # Panics
    /// If there is not one count for each rank, or they do not add up to the number of words.
    pub fn exchange(&self, words: &[u64], counts: &[usize]) -> Result<Parcels> {
        assert_eq!(counts.len(), self.ranks(), "one count for each rank");
        assert_eq!(counts.iter().sum::<usize>(), words.len(), "counts of all words");
        let Some(grid) = &self.grid else {
            let call = Call {
                kind: CallKind::Exchange,
                words: (words.len() - counts[self.rank()]) as u64,
                messages: self.ranks() as u64 - 1,
            };
            return self.counted(call, || self.transport.exchange(words, counts));
        };
        let in_row = self.hop(CallKind::Row, grid.row(), grid.outgoing(words, counts)?, ROW_TAG)?;
        let in_column = self.hop(CallKind::Column, grid.column(), grid.passed_on(&in_row)?, COLUMN_TAG)?;
        grid.arrived(&in_column)
    }

    /// One step of an exchange over the grid: sends a message to each of some ranks, and receives one from
    /// each of some.
    fn hop(
        &self,
        kind: CallKind,
        peers: &Peers,
        messages: Vec<Vec<u64>>,
        tag: u32,
    ) -> Result<Vec<(usize, Vec<u64>)>> {
        let to_others = || peers.to.iter().zip(&messages).filter(|(to, _)| **to != self.rank());
        let words = to_others().map(|(_, words)| words.len() as u64).sum();
        let call = Call { kind, words, messages: to_others().count() as u64 };
        self.counted(call, || {
            peers.to.iter().zip(messages).try_for_each(|(&to, words)| self.transport.send(to, tag, words))?;
            let receive = |&from: &usize| {
                let message = self.transport.receive(Some(from), tag, true)?;
                Ok(message.expect("waiting ends with a message"))
            };
            peers.from.iter().map(receive).collect()
        })
    }

    /// Replaces each word by the reduction of this word on all ranks. Collective; all arrays have the same
    /// length.
    ///
    /// # Errors
    /// As [`Comm::exchange`].
    pub fn reduce(&self, words: &mut [u64], how: Reduction) -> Result<()> {
        let call = Call::of_reduction(words.len(), self.ranks());
        self.counted(call, || self.transport.reduce(words, how))
    }

    /// The reduction of one number over all ranks. Collective.
    ///
    /// # Errors
    /// As [`Comm::exchange`].
    pub fn reduced(&self, word: u64, how: Reduction) -> Result<u64> {
        let mut words = [word];
        self.reduce(&mut words, how)?;
        Ok(words[0])
    }

    /// The words of all ranks, on every rank. Collective.
    ///
    /// # Errors
    /// As [`Comm::exchange`].
    pub fn gather(&self, words: &[u64]) -> Result<Parcels> {
        let begin = Instant::now();
        let all = self.transport.gather(words)?;
        self.count(Call::of_gather(&all, self.rank()), begin);
        Ok(all)
    }

    /// The result of this rank if all ranks have succeeded. If one has failed, its own error there, and
    /// [`Error::OtherRank`] on the ranks that have not. Collective.
    ///
    /// # Errors
    /// As said, and as [`Comm::exchange`].
    pub fn agree<R>(&self, result: Result<R>) -> Result<R> {
        self.agree_sum(result, |_| 0).map(|(result, _)| result)
    }

    /// The same, and the sum over all ranks of a number that each has for its result. Collective.
    ///
    /// # Errors
    /// As [`Comm::agree`].
    pub fn agree_sum<R>(&self, result: Result<R>, number: impl FnOnce(&R) -> u64) -> Result<(R, u64)> {
        match self.sum_or_failed(result.as_ref().map(number).ok())? {
            Ok(sum) => Ok((result?, sum)),
            Err(rank) => result.and(Err(Error::OtherRank { rank })),
        }
    }

    /// Returns the sum of the numbers, or the lowest rank that has none. Collective.
    fn sum_or_failed(&self, number: Option<u64>) -> Result<Result<u64, usize>> {
        let mut words = [number.unwrap_or(0), u64::from(number.is_none())];
        self.reduce(&mut words, Reduction::Sum)?;
        let [sum, failed] = words;
        if failed == 0 {
            return Ok(Ok(sum));
        }
        let own = if number.is_none() { self.rank() as u64 } else { u64::MAX };
        Ok(Err(self.reduced(own, Reduction::Min)? as usize))
    }

    /// Sends a message to a rank; returns at once. Messages from one rank to another arrive in order.
    ///
    /// # Errors
    /// As [`Comm::exchange`].
    pub fn send(&self, to: usize, words: Vec<u64>) -> Result<()> {
        let is_own = to == self.rank();
        let sent = if is_own { 0 } else { words.len() as u64 };
        let call = Call { kind: CallKind::Message, words: sent, messages: u64::from(!is_own) };
        self.counted(call, || self.transport.send(to, USER_TAG, words))
    }

    /// A message that has arrived, and the rank that sent it. If there is none: waits for one if `waits`, and
    /// otherwise returns `None`.
    ///
    /// # Errors
    /// As [`Comm::exchange`].
    pub fn receive(&self, waits: bool) -> Result<Option<(usize, Vec<u64>)>> {
        let call = Call { kind: CallKind::Message, words: 0, messages: 0 };
        self.counted(call, || self.transport.receive(None, USER_TAG, waits))
    }

    /// The next message of a rank; waits for it.
    ///
    /// # Errors
    /// As [`Comm::exchange`].
    pub fn receive_from(&self, rank: usize) -> Result<Vec<u64>> {
        let call = Call { kind: CallKind::Message, words: 0, messages: 0 };
        let message = self.counted(call, || self.transport.receive(Some(rank), USER_TAG, true))?;
        Ok(message.expect("waiting ends with a message").1)
    }

    /// What was sent so far, and how long it took; the record begins anew.
    #[must_use]
    pub fn take_traffic(&self) -> Traffic {
        self.traffic.take()
    }

    fn counted<R>(&self, call: Call, f: impl FnOnce() -> Result<R>) -> Result<R> {
        let begin = Instant::now();
        let result = f();
        self.count(call, begin);
        result
    }

    fn count(&self, call: Call, begin: Instant) {
        self.traffic.borrow_mut().add(self.step.get(), call, begin.elapsed());
    }
}
