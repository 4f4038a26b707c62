//! Ranks: processes that each have a part of a graph, and share no memory.
//!
//! An operator on ranks runs on every rank at the same time, as in MPI. It gets a [`Comm`], by which the
//! ranks send each other 64-bit words. A [`Transport`] carries the words. There are two: MPI, in the program
//! `msf-mpi`, and threads of one process ([`run`]), for tests and simulations.
//!
//! | call | effect |
//! |---|---|
//! | [`Comm::exchange`] | every rank sends words to every rank |
//! | [`Comm::reduce`] | sums, minima or maxima over all ranks, element by element |
//! | [`Comm::gather`] | every rank gets the words of all ranks |
//! | [`Comm::agree`] | if one rank has failed, all fail |
//! | [`Comm::send`] | sends a message to one rank without waiting |
//! | [`Comm::receive`], [`Comm::receive_from`] | receives a message from any rank, or from one |
//!
//! The first four are *collective*: all ranks must make the same calls in the same order. So an operator must
//! not return early on one rank only. It collects its errors, for example of memory, and passes them to
//! [`Comm::agree`], which all ranks call. If a call itself returns an error, the operator must return it at
//! once and never pass it to `agree`: the other ranks may wait in another call until this rank ends.
//!
//! With many ranks, most of the time of an exchange is the latency of its messages, one to each other rank.
//! From [`Grid::DEFAULT_FROM`] ranks on, the ranks form a grid and words make two steps, first within the
//! row, then within the column. This needs about 2√P messages instead of P, for twice the words.
//!
//! A graph is in parts ([`Part`]): the edges of rank 0 come first, then those of rank 1, and so on. So the
//! ids of a rank have no gaps, and ties between equal weights are broken by (rank, position in the part). A
//! forest is in parts, too ([`PartForest`]).
//!
//! Every call is counted ([`Traffic`]): words, messages and seconds, by the step that [`Comm::step`] has
//! named.
//!
//! # Examples
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

/// The operation that combines the elements of all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// Sum modulo 2^64.
    Sum,
    /// Minimum.
    Min,
    /// Maximum.
    Max,
}

impl Reduction {
    /// Combines two elements.
    #[must_use]
    pub fn apply(self, a: u64, b: u64) -> u64 {
        match self {
            Self::Sum => a.wrapping_add(b),
            Self::Min => a.min(b),
            Self::Max => a.max(b),
        }
    }
}

/// A carrier of words between ranks.
///
/// Implementations need not count or split messages: [`Comm`] counts. An implementation with a limit on the
/// length of messages must split them inside.
pub trait Transport {
    /// Number of this rank, from 0.
    fn rank(&self) -> usize;

    /// Number of ranks.
    fn ranks(&self) -> usize;

    /// Sends the first `counts[0]` words to rank 0, the next `counts[1]` to rank 1, and so on. Returns the
    /// words received from each rank. Collective.
    ///
    /// # Errors
    /// [`Error::OtherRank`] if another rank has ended; [`Error::OutOfMemory`] on a rank without memory for
    /// the words; other ranks may fail only in a later call.
    fn exchange(&self, words: &[u64], counts: &[usize]) -> Result<Parcels>;

    /// Returns the words of all ranks, whose numbers of words may differ. Collective.
    ///
    /// # Errors
    /// As [`Transport::exchange`].
    fn gather(&self, words: &[u64]) -> Result<Parcels>;

    /// Replaces each word by its reduction over all ranks. All ranks pass the same number of words.
    /// Collective.
    ///
    /// # Errors
    /// As [`Transport::exchange`].
    fn reduce(&self, words: &mut [u64], how: Reduction) -> Result<()>;

    /// Sends a message to a rank without waiting. Messages from one rank to another with the same tag arrive
    /// in order.
    ///
    /// # Errors
    /// As [`Transport::exchange`].
    fn send(&self, to: usize, tag: u32, words: Vec<u64>) -> Result<()>;

    /// Receives a message with this tag from the rank `from`, or from any rank, and returns it with its
    /// sender. If none has arrived, waits for one if `waits`; otherwise returns `None`.
    ///
    /// # Errors
    /// As [`Transport::exchange`].
    fn receive(&self, from: Option<usize>, tag: u32, waits: bool) -> Result<Option<(usize, Vec<u64>)>>;

    /// Sets the step of the operator and its round, for messages about ranks that fail.
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
/// It belongs to one thread and is not `Sync`, so loops on other threads cannot communicate by accident.
pub struct Comm<'t> {
    transport: &'t dyn Transport,
    grid: Option<Grid>,
    step: Cell<&'static str>,
    traffic: RefCell<Traffic>,
}

impl<'t> Comm<'t> {
    /// Creates the communication over a transport; over a grid from [`Grid::DEFAULT_FROM`] ranks on.
    #[must_use]
    pub fn new(transport: &'t dyn Transport) -> Self {
        Self::with_grid(transport, Grid::DEFAULT_FROM)
    }

    /// Creates the communication over a transport; over a grid from `grid_from` ranks on.
    #[must_use]
    pub fn with_grid(transport: &'t dyn Transport, grid_from: usize) -> Self {
        let ranks = transport.ranks();
        let grid = (ranks >= grid_from.max(2)).then(|| Grid::new(transport.rank(), ranks));
        let traffic = RefCell::new(Traffic::default());
        Self { transport, grid, step: Cell::new("start"), traffic }
    }

    /// Number of this rank, from 0.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.transport.rank()
    }

    /// Number of ranks.
    #[must_use]
    pub fn ranks(&self) -> usize {
        self.transport.ranks()
    }

    /// Names the step that begins and its round, for the record of the traffic and for messages about ranks
    /// that fail.
    pub fn step(&self, name: &'static str, round: u64) {
        self.step.set(name);
        self.transport.locate(name, round);
    }

    /// Sends the first `counts[0]` words to rank 0, the next `counts[1]` to rank 1, and so on. Returns the
    /// words received from each rank, in the order of the ranks. Collective.
    ///
    /// # Errors
    /// [`Error::OtherRank`] if another rank has ended; [`Error::OutOfMemory`] on a rank without memory for
    /// the words; other ranks may fail only in a later call.
    ///
    /// # Panics
    /// If there is not one count per rank, or the counts do not add up to the number of words.
    pub fn exchange(&self, words: &[u64], counts: &[usize]) -> Result<Parcels> {
        assert_eq!(counts.len(), self.ranks(), "one count per rank");
        assert_eq!(counts.iter().sum::<usize>(), words.len(), "the counts add up to the number of words");
        let Some(grid) = &self.grid else {
            let call = Call::exchange(words.len() - counts[self.rank()], self.ranks());
            return self.counted(call, || self.transport.exchange(words, counts));
        };
        let in_row = self.hop(CallKind::Row, grid.row(), grid.outgoing(words, counts)?, ROW_TAG)?;
        let in_column = self.hop(CallKind::Column, grid.column(), grid.passed_on(&in_row)?, COLUMN_TAG)?;
        grid.arrived(&in_column)
    }

    /// Makes one step of an exchange over the grid: sends a message to each peer, and receives one from each.
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

    /// Replaces each word by its reduction over all ranks. All ranks pass the same number of words.
    /// Collective.
    ///
    /// # Errors
    /// As [`Comm::exchange`].
    pub fn reduce(&self, words: &mut [u64], how: Reduction) -> Result<()> {
        let call = Call::reduction(words.len(), self.ranks());
        self.counted(call, || self.transport.reduce(words, how))
    }

    /// Returns the reduction of one number over all ranks. Collective.
    ///
    /// # Errors
    /// As [`Comm::exchange`].
    pub fn reduced(&self, word: u64, how: Reduction) -> Result<u64> {
        let mut words = [word];
        self.reduce(&mut words, how)?;
        Ok(words[0])
    }

    /// Returns the words of all ranks, on every rank. Collective.
    ///
    /// # Errors
    /// As [`Comm::exchange`].
    pub fn gather(&self, words: &[u64]) -> Result<Parcels> {
        let begin = Instant::now();
        let all = self.transport.gather(words)?;
        self.count(Call::gather(&all, self.rank()), begin);
        Ok(all)
    }

    /// Returns the result of this rank if all ranks have succeeded. Collective.
    ///
    /// # Errors
    /// If a rank has failed: its own error on this rank, and [`Error::OtherRank`] on ranks that have not
    /// failed. Also as [`Comm::exchange`].
    pub fn agree<R>(&self, result: Result<R>) -> Result<R> {
        self.agree_sum(result, |_| 0).map(|(result, _)| result)
    }

    /// As [`Comm::agree`], and also returns the sum over all ranks of `number`. Collective.
    ///
    /// # Errors
    /// As [`Comm::agree`].
    pub fn agree_sum<R>(&self, result: Result<R>, number: impl FnOnce(&R) -> u64) -> Result<(R, u64)> {
        match self.sum_or_failed(result.as_ref().map(number).ok())? {
            Ok(sum) => Ok((result?, sum)),
            Err(rank) => result.and(Err(Error::OtherRank { rank })),
        }
    }

    /// Returns the sum of the numbers, or the lowest rank without one. Collective.
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

    /// Sends a message to a rank without waiting. Messages from one rank to another arrive in order.
    ///
    /// # Errors
    /// As [`Comm::exchange`].
    pub fn send(&self, to: usize, words: Vec<u64>) -> Result<()> {
        let is_own = to == self.rank();
        let sent = if is_own { 0 } else { words.len() as u64 };
        let call = Call { kind: CallKind::Message, words: sent, messages: u64::from(!is_own) };
        self.counted(call, || self.transport.send(to, USER_TAG, words))
    }

    /// Receives a message from any rank, and returns it with its sender. If none has arrived, waits for one
    /// if `waits`; otherwise returns `None`.
    ///
    /// # Errors
    /// As [`Comm::exchange`].
    pub fn receive(&self, waits: bool) -> Result<Option<(usize, Vec<u64>)>> {
        let call = Call { kind: CallKind::Message, words: 0, messages: 0 };
        self.counted(call, || self.transport.receive(None, USER_TAG, waits))
    }

    /// Waits for the next message of a rank and returns it.
    ///
    /// # Errors
    /// As [`Comm::exchange`].
    pub fn receive_from(&self, rank: usize) -> Result<Vec<u64>> {
        let call = Call { kind: CallKind::Message, words: 0, messages: 0 };
        let message = self.counted(call, || self.transport.receive(Some(rank), USER_TAG, true))?;
        Ok(message.expect("waiting ends with a message").1)
    }

    /// Returns the record of the traffic so far, and begins a new one.
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
